#pragma once
/* Games played at random from what is listed, for every ruleset alike: the harness
 * that finds dead ends, actions that are refused, folds that differ. */

#include "pennon/rules.h"
#include "random_placement.h"

enum { PLAY_EVENTS_MAX = 40000, PLAY_PLACED_MAX = 4000 };

/* One game and all that its viewers saw. Large: allocate it or make it static. */
struct play {
	struct pn_dice_source dice;
	uint64_t seed;
	struct pn_muster muster;
	struct pn_game start;
	struct pn_game truth;
	struct pn_game view[PN_VIEWERS];
	struct pn_events out; /* of the last command */
	struct pn_event log[PLAY_EVENTS_MAX];
	size_t count;
	struct pn_placed placed[PLAY_PLACED_MAX]; /* what the events of `log` send */
	size_t placed_count;
	struct pn_actions actions;
	struct pn_placed sent; /* by the command chosen last */
};

/* Ends the program, with the seed, unless the condition holds. */
void play_expect(bool condition, const char *what, uint64_t seed);

/* Dice and seals from the seed alone: faces by label, salts by slot, commitments that
 * say nothing of the content. */
struct pn_dice_source play_chance(uint64_t *seed);

/* Battlesystem 2e, wherever it stands in the registry: what tests play that are about no
 * rule book in particular. */
uint8_t play_book(void);

/* A plain one of Battlesystem 2e on a square table so large: two units of twelve a side, five twelfths
 * of the table from each other, everything in order. */
void play_plain_muster(struct pn_muster *muster, pn_len size);

/* A muster any ruleset takes: some units a side in two lines, every characteristic,
 * switch, method and parameter at random within the ruleset's own tables. */
void play_random_muster(struct pn_muster *muster, uint8_t ruleset, struct random_source *random);

/* Make a battle under way of it: at any turn, one time in twenty beyond the last, units in any
 * state, with losses and counters. */
void play_put_under_way(struct pn_muster *muster, uint8_t ruleset, struct random_source *random);

/* Mend a unit as the fault says: its number of figures, or a characteristic that it need not
 * have. False: it says nothing of that kind. */
bool play_mend(struct pn_muster_unit *unit, const struct pn_rules *rules,
	       const struct pn_muster_fault *fault);

/* Such a muster with one thing in it that no ruleset takes. */
void play_broken_muster(struct pn_muster *muster, uint8_t ruleset, struct random_source *random);

/* Give one unit of a game of this book another characteristic. */
void play_set_stat(struct pn_unit *unit, const char *book, uint8_t stat, int32_t value);

/* Set the game up and begin it. Ends the program on a fault. */
void play_begin(struct play *play, uint8_t ruleset, const struct pn_muster *muster, uint64_t seed);

/* Begin it in the middle. False: the arrangement is impossible. */
bool play_begin_arranged(struct play *play, uint8_t ruleset, const struct pn_muster *muster,
			 const struct pn_arrangement *given, uint64_t seed);

/* A plain battle of Battlesystem 2e in which units 0 and 2 fight, and both sides are asked what comes
 * of it. */
void play_begin_melee(struct play *play, uint64_t seed);

/* Apply a lawful command; views take in what they may see; an undo folds again. */
void play_command(struct play *play, pn_side side, const struct pn_command *command);

/* The time of a side that owes is over: the decision's default answers, which must be
 * lawful. */
void play_expire(struct play *play, pn_side side);

/* Somebody sits down as umpire; when `agreed`, and the game is not over yet, both sides take
 * them. */
void play_seat_umpire(struct play *play, bool agreed);

/* A side that owes the decision on top; at random when both do. */
pn_side play_side(const struct play *play, struct random_source *random);

/* Any moment, on a way or not. */
struct pn_moment play_any_moment(struct random_source *random);

/* A command from the side's actions or presets; one resignation in 200 at most. */
struct pn_command play_random_action(struct play *play, pn_side side, struct random_source *random);

/* The units of an order in another order. */
void play_shuffle(struct pn_unit_list *units, struct random_source *random);

/* Dice in the cup, now and then such as nobody can roll. */
struct pn_command play_random_cup(struct random_source *random);

/* Any command at all but that, lawful or not: for comparing verdicts. */
struct pn_command play_random_command(const struct play *play, struct random_source *random);
