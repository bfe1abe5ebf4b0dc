#pragma once
/* What rules write with. A rule never touches a unit: it says what happened through
 * these functions, each of which appends one event and folds it in at once, so the
 * next line of the rule sees the new state. */

#include "pennon/rules.h"

/* Append the event and take it in. Author and mark are filled here; an audience of 0
 * becomes everybody. Where a step has no `out` it only goes on, on a copy of a game that is
 * thrown away. */
void pn_emit(struct pn_step *step, struct pn_event event);

/* Enter a phase with `active` moving (PN_NO_SIDE when it is nobody's step). */
void pn_enter_phase(struct pn_step *step, uint8_t phase, pn_side active, pn_clause clause);

/* Go on until a decision is owed or the game is over. */
void pn_settle(struct pn_step *step);

/* Begin the next turn, or end the game when the last is over. */
void pn_next_turn(struct pn_step *step);

/* Push a pending decision. At most PN_PENDING_MAX and the ruleset's own deepest chain. */
void pn_open(struct pn_step *step, struct pn_pending pending, pn_clause clause);

/* One of the sides that owe the top pending decision has answered it. */
void pn_answer(struct pn_step *step, pn_side side);

/* Pop the top pending decision. */
void pn_close(struct pn_step *step, pn_clause clause);

/* The resume of a decision that nothing follows, once it is answered: pops the pending decision. */
void pn_resume_nothing(struct pn_step *step);

/* The top pending decision with another stage, target or queue: closed and opened again. */
void pn_reopen(struct pn_step *step, struct pn_pending pending, pn_clause clause);

struct pn_roll {
	pn_who who;
	uint8_t what;     /* index into the ruleset's rolls: how many dice of how many sides */
	int16_t modifier; /* added to the sum of the faces */
	enum pn_test test;
	int16_t needed;
	pn_clause clause;
	uint8_t count;     /* of dice, at most PN_FACES_MAX; 0: as the table has it */
	enum pn_drop drop; /* taken off as a modifier: all faces are told */
	uint8_t *face;     /* where the faces go, room for PN_FACES_MAX; may be NULL */
};

/* Throw the dice, tell it, and return the total; `passed` (may be NULL) says how the
 * test went. */
int16_t pn_throw(struct pn_step *step, struct pn_roll roll, bool *passed);

/* Throw many dice, each of which is held against `needed`: told eight at a time, the total
 * being how many made it, and such a roll passed if any did. Returns how many made it;
 * 0 dice are no roll. */
uint16_t pn_throw_pool(struct pn_step *step, struct pn_roll roll, uint16_t dice);

/* ---- odds (odds.c) ---- */

/* Tell in a preview the chance of a roll that the command would bring, so as pn_throw() would
 * take it; it must be held against something. Returns it, for what else there is to say; NULL
 * when the preview is full, and then the roll is left out. */
struct pn_odds *pn_preview_roll(struct pn_preview *out, const struct pn_game *view,
				struct pn_roll roll);

/* The same of many dice, each held against `needed` as pn_throw_pool() holds them; no dice are
 * no roll. */
struct pn_odds *pn_preview_pool(struct pn_preview *out, const struct pn_game *view,
				struct pn_roll roll, uint16_t dice);

/* A chance that the book has counted itself: what it is of is said by `words`. */
struct pn_odds *pn_preview_chance(struct pn_preview *out, const struct pn_game *view,
				  struct pn_roll roll, const char *words, uint32_t ways,
				  uint32_t of);

/* Should it fail it is, or may be, thrown once more. `odds` may be NULL. */
void pn_odds_again(struct pn_odds *odds);

/* How many of the throws of a roll, `*of` in all, make it. */
uint32_t pn_roll_ways(const struct pn_game *view, const struct pn_roll *roll, uint32_t *of);

/* ---- small facts ---- */

/* A state by the book's own list; told even when it had it. */
void pn_set_state(struct pn_step *step, pn_unit_id unit, uint8_t state, pn_clause clause);
/* Set, or clear, a flag of the book's: told when it was otherwise, else nothing happens. */
void pn_set_flag(struct pn_step *step, pn_unit_id unit, uint8_t flag, pn_clause clause);
void pn_clear_flag(struct pn_step *step, pn_unit_id unit, uint8_t flag, pn_clause clause);

/* Told when the count differs. */
void pn_set_tally(struct pn_step *step, pn_unit_id unit, uint8_t tally, uint8_t count,
		  pn_clause clause);

/* A fact of the whole game, by the book's own list. */
void pn_set_fact(struct pn_step *step, uint8_t fact, int32_t value);

/* End the game. `winner` PN_NO_SIDE is a draw. */
void pn_end_game(struct pn_step *step, pn_side winner, enum pn_ending ending);

/* Seal what a side has drafted as one slot, and lay the slot open again later. */
void pn_seal_drafts(struct pn_step *step, pn_side side, pn_clause clause);
void pn_reveal(struct pn_step *step, pn_side side, pn_clause clause);

/* The same for one of several slots of the side, by their orders' number, 1 to
 * PN_SIDE_UNITS_MAX: each is sealed by itself, and laid open by itself in whatever phase;
 * `phase` is that in which it was sealed. */
void pn_seal_draft(struct pn_step *step, pn_side side, uint8_t number, pn_clause clause);
void pn_reveal_one(struct pn_step *step, pn_side side, uint8_t phase, uint8_t number,
		   pn_clause clause);

/* The same with the places of a side's units, ten to a slot. */
void pn_seal_places(struct pn_step *step, pn_side side, pn_clause clause);
void pn_reveal_places(struct pn_step *step, pn_side side, pn_clause clause);

/* ---- actions ---- */

/* Add a command to the actions; returns it. That the list is full the limits of a muster
 * exclude: asserted. */
struct pn_action *pn_action_add(struct pn_actions *out, enum pn_action_group group,
				const char *words, struct pn_command command, pn_clause clause);

/* Say where a member of the action added last may vary; returns it, to be filled further. At
 * most PN_BOUNDS_MAX of one action. */
struct pn_bound *pn_action_bound(struct pn_actions *out, struct pn_bound bound);

/* Add a preset to the action added last. Past the limit the preset is left out: its
 * action and bounds still say the same. */
void pn_action_preset(struct pn_actions *out, const char *words, struct pn_command command);

/* Add a command at any of the targets in the bound, as a choice and as presets; nothing when
 * there are none. */
void pn_list_targets(struct pn_actions *out, enum pn_action_group group, const char *words,
		     struct pn_command command, struct pn_bound choice, pn_clause clause);

/* List passing the window on top, this one alone or others with it (PN-13). */
void pn_list_pass(struct pn_actions *out, pn_clause clause);

/* A command of one kind about nothing yet. */
struct pn_command pn_command_of(enum pn_command_kind kind);

/* The same for a unit, with a path of one leg. */
struct pn_command pn_command_of_leg(enum pn_command_kind kind, pn_unit_id unit, struct pn_leg leg);

/* ---- musters ---- */

/* Nothing is wrong; what is wrong with a member of the unit of this index; the same of a number
 * that is not from `min` to `max`. `member` is a literal. */
struct pn_muster_fault pn_no_fault(void);
struct pn_muster_fault pn_unit_fault(enum pn_muster_fault_code code, uint8_t index,
				     const char *member, pn_clause clause);
/* The same of a counter of the unit, where a battle is under way. */
struct pn_muster_fault pn_tally_fault(enum pn_muster_fault_code code,
				      const struct pn_muster *muster, uint8_t index,
				      const char *tally, pn_clause clause);
struct pn_muster_fault pn_beyond(struct pn_muster_fault fault, int32_t min, int32_t max);

/* Is a unit of the game one of those that come onto the board later? pn_in_reserve() */
bool pn_unit_in_reserve(const struct pn_game *game, pn_unit_id unit);

/* How many of the book's characteristics a byte does not hold. */
uint8_t pn_wide_stats(const struct pn_rules *rules);

/* Give a unit these characteristics, which must be within the ruleset's bounds. */
void pn_take_stats(struct pn_unit *unit, const struct pn_rules *rules,
		   const int32_t stats[PN_STATS_MAX]);

/* What is wrong with an arrangement, if anything. */
struct pn_muster_fault pn_arrangement_fault(const struct pn_game *game,
					    const struct pn_arrangement *given);
