#pragma once
/* The game of the case that is being played, and what is asked of it at every step. */

#include "case.h"
#include "pennon/rules.h"

enum { LOG_MAX = 8192, PLACED_MAX = 256 };

/* The dice of one step, in the order in which they are thrown. */
struct script {
	const json_t *faces;
	size_t used;
	bool missing;
};

/* One case being played. Large, and used by one case after another. */
struct case_game {
	struct rule_case *rule_case;
	char where[96]; /* "step 2" */
	struct script script;
	struct pn_dice_source dice;
	struct pn_muster muster;
	struct pn_arrangement given, shown[PN_VIEWERS];
	struct pn_game start[PN_VIEWERS + 1], view[PN_VIEWERS], truth;
	struct pn_events out;
	size_t count;
	struct pn_event log[LOG_MAX]; /* since `start` */
	struct pn_placed sent;        /* by the step's command */
	size_t placed_count;
	struct pn_placed placed[PLACED_MAX]; /* what the events of `log` send */
	uint32_t seq[PN_VIEWERS];
	struct pn_actions actions;
};

/* Say what is wrong at this step, with the piece of JSON it is about, if any. Always false. */
bool game_fail(struct case_game *game, const char *what, const json_t *about);

/* The dice and the blind seals of the script. */
struct pn_dice_source game_chance(struct case_game *game);

/* Every die of the script was thrown, none was missing, and each showed its face. */
bool game_check_dice(struct case_game *game);

/* Views take in what they may see; the folds must agree with them. */
bool game_take_in(struct case_game *game);

/* What one viewer got in this step, as JSON; PN_NO_SIDE: everything. New. */
json_t *game_events(struct case_game *game, pn_side viewer);

/* The patterns must match events in this order, others in between. */
bool game_check_sequence(struct case_game *game, const json_t *patterns, const json_t *events);

/* What each viewer must have seen in this step, and must not. */
bool game_check_sees(struct case_game *game, const json_t *sees);
