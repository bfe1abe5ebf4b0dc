#pragma once
/* A command out of a listed action, by chance: for bots, random play and others that want one
 * without knowing the rules. The bounds of an action say what may be tried, not what is lawful, so
 * picking values within them is not enough. */

#include "pennon/rules.h"

/* Where chance comes from: `next` gives 64 random bits. The same bits give the same command. */
struct pn_sampler {
	void *context;
	uint64_t (*next)(void *context);
};

/* A lawful command of `side` by its own view: the action at `index` of its list, one of the
 * action's presets, or the action with what it leaves open chosen by chance. Its figures are
 * borrowed from the list. */
struct pn_command pn_sample_action(const struct pn_game *view, pn_side side,
				   const struct pn_actions *actions, uint16_t index,
				   const struct pn_sampler *sampler);

/* Parts of commands by chance, lawful or not: an outcome for the melee of a unit, a place on
 * the board, a method to propose. */
void pn_sample_outcome(struct pn_outcome *out, const struct pn_game *view, pn_unit_id melee,
		       const struct pn_sampler *sampler);
void pn_sample_place(pn_pose *out, const struct pn_game *view, const struct pn_sampler *sampler);
void pn_sample_method(struct pn_proposal *out, const struct pn_sampler *sampler);

/* Dice for the cup; of one in eight throws something cannot be. */
void pn_sample_cup(struct pn_cup *out, const struct pn_sampler *sampler);
