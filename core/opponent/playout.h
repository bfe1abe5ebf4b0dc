#pragma once
/* Going on from a command to the end of the turn, as two players of some sense might. */

#include "pennon/opponent.h"

/* Does the command lead back to where the side was: a draft changed again, a charge withdrawn, a
 * unit placed anew? A playout without such commands comes to an end. */
bool pn_leads_back(const struct pn_game *view, pn_side side, const struct pn_command *command);

/* Is a melee asked about? */
bool pn_asks_for_outcome(const struct pn_game *view);

/* Are orders written, which all go out together? */
bool pn_asks_for_orders(const struct pn_game *view);

/* A way to do an action: 0, as it is listed, or a preset, from 1 on. */
const struct pn_command *pn_variant(const struct pn_actions *actions,
				    const struct pn_action *action, uint16_t which);

/* Any of them; of orders rather what is ordered often. */
uint16_t pn_any_variant(const struct pn_game *view, const struct pn_actions *actions,
			const struct pn_action *action, uint64_t *chance);

/* What a command is worth to `side` as soon as it is done, with dice that follow from `chance`. */
int32_t pn_glance(struct pn_opponent_room *room, const struct pn_game *from, pn_side side,
		  const struct pn_command *command, uint64_t chance);

/* Do it in room->world, go on in room->then to the end of the turn, with dice and choices that follow
 * from `chance`, and return what comes of it to `side`. */
int32_t pn_playout(struct pn_opponent_room *room, pn_side side, const struct pn_opponent_try *what,
		   uint64_t chance);
