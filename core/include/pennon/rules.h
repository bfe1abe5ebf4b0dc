#pragma once
/* One rule book is one const struct of tables, with functions only as cells.
 * Shared code never asks which ruleset runs.
 *
 * The life of a command: pn_check() asks the side's own view whether it is
 * lawful; pn_apply() asks nothing, changes the truth and says what happened as
 * events; every view takes in the events its viewer may see by pn_evolve(). */

#include "pennon/command.h"
#include "pennon/dice.h"
#include "pennon/event.h"
#include "pennon/judgement.h"
#include "pennon/muster.h"
#include "pennon/verdict.h"

enum {
	PN_ACTIONS_MAX = 256,
	PN_PRESETS_MAX = 4096,
	PN_BOUNDS_MAX = 3,
	PN_WAY_POINTS_MAX = 128,
	PN_ACTIONS_PLACED_MAX = 256,
	PN_TOUCHES_MAX = 8,
	PN_ODDS_MAX = 6,
	PN_ODDS_THROWS_MAX = 10000, /* that one roll can come out in */
	PN_NO_PHASE = 255,
	PN_SETTLE_MAX = 512,   /* automatic steps after one command */
	PN_STRIKES_MAX = 3,    /* in a row: then the other side may claim the game */
	PN_CUP_ROLLS_MAX = 30, /* of one side in a turn */
	PN_MARKS_MAX = 60000,  /* commands in one game; past it only resigning is left */
};

/* ---- actions and previews ---- */

/* Groups that a client lists actions under. */
#define PN_ACTION_GROUPS(X) \
	X(DECLARE, "declare") \
	X(CHARGE, "charge") \
	X(MOVE, "move") \
	X(REACT, "react") \
	X(STEP, "step") \
	X(TABLE, "table")

enum pn_action_group {
#define X(name, wire) PN_GROUP_##name,
	PN_ACTION_GROUPS(X)
#undef X
		PN_GROUP_COUNT
};

enum pn_bound_kind {
	PN_BOUND_LENGTH,
	PN_BOUND_ANGLE,
	PN_BOUND_CHOICE,
	PN_BOUND_PATH,
	PN_BOUND_POLYGON,
	PN_BOUND_MOMENT /* one of the way's points, or of enum pn_when */
};

/* Where a member of a listed command may vary. Necessary, not sufficient. */
struct pn_bound {
	enum pn_bound_kind kind;
	const char *at; /* JSON pointer into the command, e.g. "/path/0/length" */
	union {
		struct {
			pn_len min, max;
		} length;
		struct {
			pn_angle from, to;
		} angle; /* clockwise from `from` to `to` */
		struct {
			uint8_t count;
			pn_unit_id of[PN_UNITS_MAX];
		} choice;
		struct {
			pn_len budget;
			uint8_t points_max;
			uint8_t kinds;
		} path; /* bits of pn_leg_kind */
		struct pn_shape polygon;
	};
};

/* A command ready to post in place of the action's own. */
struct pn_preset {
	const char *words; /* key in web/words/ */
	struct pn_command command;
};

struct pn_action {
	struct pn_command command; /* lawful as it stands */
	const char *words;         /* key in web/words/ */
	pn_clause clause;          /* "" when it follows from no rule */
	uint8_t group;             /* enum pn_action_group */
	uint8_t bound_count;
	uint16_t bound_first;  /* in pn_actions.bound */
	uint16_t preset_first; /* in pn_actions.preset */
	uint16_t preset_count;
};

_Static_assert(sizeof(struct pn_action) <= 256, "an action must stay cheap to copy");

/* The way of a unit that moves, as it was announced: where it would stand at each point at
 * which it may be answered. No point tells where the way ends. */
struct pn_way_point {
	pn_pose pose;
	pn_len at;
	uint8_t leg;
};

struct pn_way {
	pn_unit_id unit;
	uint8_t count; /* 0: there is none */
	struct pn_way_point point[PN_WAY_POINTS_MAX];
};

/* The caller owns it; its commands borrow the figures they send from it, until it is filled
 * again. */
struct pn_actions {
	uint16_t count;
	uint16_t preset_count;
	uint16_t bound_count;
	uint16_t placed_count;
	struct pn_way way; /* the moments of the listed reactions are on it */
	struct pn_placed placed[PN_ACTIONS_PLACED_MAX];
	struct pn_bound bound[PN_ACTIONS_MAX * PN_BOUNDS_MAX];
	struct pn_action action[PN_ACTIONS_MAX];
	struct pn_preset preset[PN_PRESETS_MAX];
};

/* The `index`th bound of an action of the list, below its bound_count. */
const struct pn_bound *pn_action_bound_at(const struct pn_actions *actions,
					  const struct pn_action *action, uint8_t index);

/* How a roll is held against a number. X(name, wire) */
#define PN_TESTS(X) \
	X(NONE, "none") \
	X(AT_MOST, "at_most") \
	X(AT_LEAST, "at_least")

enum pn_test {
#define X(name, wire) PN_TEST_##name,
	PN_TESTS(X)
#undef X
		PN_TEST_COUNT
};

/* Which of the dice thrown does not count. X(name, wire) */
#define PN_DROPS(X) \
	X(NONE, "none") \
	X(LOWEST, "lowest") \
	X(HIGHEST, "highest")

enum pn_drop {
#define X(name, wire) PN_DROP_##name,
	PN_DROPS(X)
#undef X
		PN_DROP_COUNT
};

/* A roll that a command would bring, and its chance: of `of` equally likely throws, `ways`
 * make it. What is rolled later, or depends on what the other side does, is no part of it. */
struct pn_odds {
	pn_who who;        /* whose roll it is */
	uint8_t what;      /* index into the ruleset's rolls */
	uint8_t sides;     /* of each die */
	uint16_t count;    /* of dice */
	bool each;         /* each die is held against `needed` by itself, and so is its chance */
	bool again;        /* it is, or may be, thrown once more; the chance has both */
	int16_t modifier;  /* added to the sum */
	int16_t needed;    /* 0 when it is held against nothing */
	enum pn_drop drop; /* which die does not count */
	enum pn_test test;
	uint32_t ways, of;
	const char *words; /* key in web/words/: what the chance is of */
	pn_clause clause;
};

/* What a command would do, as far as its own side can know without rolling. */
struct pn_preview {
	struct pn_verdict verdict;
	pn_len cost; /* movement it spends */
	bool rolls;  /* a die decides before anything moves */
	uint8_t leg_count;
	pn_pose leg[PN_PATH_MAX]; /* where the unit stands after each leg */
	uint8_t touch_count;      /* enemies touched: only where measuring is allowed */
	pn_unit_id touch[PN_TOUCHES_MAX];
	uint8_t odds_count; /* rolls held against distances: only where measuring is allowed */
	struct pn_odds odds[PN_ODDS_MAX];
};

/* ---- one rule book ---- */

/* Where a number or a switch comes from. */
#define PN_PROVENANCES(X) \
	X(STATED, "stated") \
	X(FOUND, "found") \
	X(RECALLED, "recalled") \
	X(DERIVED, "derived") \
	X(ASSUMED, "assumed")

enum pn_provenance {
#define X(name, wire) PN_##name,
	PN_PROVENANCES(X)
#undef X
		PN_PROVENANCE_COUNT
};

/* What rules write through: the game they change and the events that did it. */
struct pn_step {
	struct pn_game *game;
	const struct pn_dice_source *dice;
	struct pn_events *out;
	pn_side by;
	struct pn_mark mark;
};

struct pn_phase_rule {
	const char *name; /* wire */
	/* Called whenever nothing is waited for in this phase: opens a decision, enters
	 * the next phase or begins the next turn. */
	void (*run)(struct pn_step *step);
	pn_clause clause; /* of entering it, when nothing more particular is said */
};

struct pn_decision_rule {
	const char *name;               /* wire */
	struct pn_command_set commands; /* it can be answered with; none: it is never owed */
	/* Called when the pending decision is on top and nobody owes it: goes on with what was
	 * interrupted or finished, and closes the pending decision. Never NULL. */
	void (*resume)(struct pn_step *step);
	/* Called when the pending decision is on top, one side owes it, and that side can take
	 * nothing back: does what its owner has no choice about. True if it did something.
	 * NULL: there is always a choice, or what is asked is nobody else's business. */
	bool (*forced)(struct pn_step *step, pn_side side);
	/* The answer that is always lawful: used by clocks. */
	struct pn_command (*fallback)(const struct pn_game *view, pn_side side);
	/* Append what `side` may do. */
	void (*list)(const struct pn_game *view, pn_side side, struct pn_actions *out);
	/* A reaction to the unit that the pending decision is about, which the other side
	 * moves: a pass may cover the windows that follow, too (PN-13). */
	bool window;
};

struct pn_command_rule {
	struct pn_verdict (*check)(const struct pn_game *view, pn_side side,
				   const struct pn_command *command);
	void (*apply)(struct pn_step *step, pn_side side, const struct pn_command *command);
	/* Fill cost, legs, touches and odds of a lawful command; NULL when it moves nothing and
	 * rolls nothing. */
	void (*preview)(const struct pn_game *view, pn_side side, const struct pn_command *command,
			struct pn_preview *out);
	/* Are its events its owner's alone (drafts)? NULL: never. */
	bool (*is_private)(const struct pn_game *game);
};

struct pn_class_rule {
	const char *name;
};

enum pn_stat_kind { PN_STAT_LENGTH, PN_STAT_NUMBER };

/* One characteristic that a muster gives each unit. */
struct pn_stat_rule {
	const char *name;
	const char *pointer; /* "stats/<name>" */
	enum pn_stat_kind kind;
	int32_t min, max;
	pn_clause clause; /* the clause that needs it */
	bool optional;    /* a muster may leave it out: 0 */
};

/* Something that is so of a unit, or is not. */
struct pn_flag_rule {
	const char *name;
	bool of_turn; /* cleared when a turn begins */
	/* May a muster say it of a unit of a battle under way, when a turn begins? */
	bool lasts;
	uint8_t states;   /* bits: only in one of these; 0: in any */
	bool in_contact;  /* only of a unit that touches an enemy */
	pn_clause clause; /* of it, with `lasts` */
};

/* A small counter of every unit, 0 at first: wounds, fatigue. */
struct pn_tally_rule {
	const char *name;
	bool of_turn; /* back to 0 when a turn begins */
	/* What a muster may say of it where a battle is under way, when a turn begins. */
	uint8_t most;      /* 0: nothing */
	uint8_t below;     /* 1 + a characteristic that it stays below; 0: none */
	bool out_of_order; /* only of a unit that is not in the best state */
	pn_clause clause;  /* of it, with `most` */
};

struct pn_roll_rule {
	const char *name;
	uint8_t count, sides;
};

enum pn_fact_kind { PN_FACT_SIDE, PN_FACT_NUMBER };

struct pn_fact_rule {
	const char *name;
	enum pn_fact_kind kind;
	int32_t initial;
	bool of_turn; /* back to `initial` when a turn begins */
};

/* A switch: one agreed answer where the book is ambiguous. */
struct pn_switch {
	const char *name;
	pn_clause clause;
	const char *reason; /* why position 0 is the default */
	/* What a source says that position 0 leaves out, in our words; NULL: nothing. */
	const char *leaves_out;
	uint8_t count;
	const char *position[4];
};

/* A number that the book leaves open, with a sample. */
struct pn_param_rule {
	const char *name;
	int32_t sample, min, max;
	enum pn_provenance provenance;
	pn_clause clause;
	const char *note;
	bool is_length; /* in hundredths of a millimetre */
};

/* What a unit's figures stand in. */
struct pn_form_rule {
	const char *name; /* wire */
	bool loose;       /* each figure stands by itself, at most PN_LOOSE_MAX */
	bool all_round;   /* its figures face different ways: no side is a flank */
	uint8_t gap_of;   /* 1 + index of the parameter that is the gap between bases; 0: none */
};

struct pn_terrain_rule {
	const char *name;
	bool impassable;
	bool blocks_sight;
};

/* A table of `count` rows. */
#define PN_TABLE(type) \
	struct { \
		const type *row; \
		uint8_t count; \
	}

struct pn_rules {
	const char *id; /* "battlesystem-2e"; never reused */
	const char *title;
	const char *letters; /* "B2": what the numbers of its clauses begin with */
	uint16_t revision;   /* +1 when old commands would be answered differently */
	uint8_t first_phase; /* entered when a turn begins */
	/* Entered before it in turn 1 when units are deployed; its run is pn_run_deployment()
	 * with the ruleset's decision. PN_NO_PHASE: the book's units are placed. */
	uint8_t deployment_phase;
	/* 1 + index of the characteristic that, above 0, leaves a unit off the board until the
	 * book's rules bring it on; 0: all units begin on the board. */
	uint8_t reserve_stat;
	uint32_t methods; /* bits of pn_method it allows */
	uint8_t default_method;
	/* The clause by which anybody may measure beforehand; empty: the book has none, and
	 * distances are shown when both players want it. */
	pn_clause premeasure;
	uint8_t deepest_pending;        /* the longest chain of interruptions */
	struct pn_command_set can_undo; /* PN-05. Whatever the board; drafts are not named */
	PN_TABLE(struct pn_phase_rule) phases;
	PN_TABLE(struct pn_decision_rule) decisions;
	PN_TABLE(struct pn_class_rule) classes;
	PN_TABLE(struct pn_stat_rule) stats;
	PN_TABLE(struct pn_flag_rule) flags;
	PN_TABLE(struct pn_tally_rule) tallies;
	PN_TABLE(struct pn_roll_rule) rolls;
	PN_TABLE(struct pn_fact_rule) facts;
	PN_TABLE(struct pn_switch) switches;
	PN_TABLE(struct pn_param_rule) params;
	PN_TABLE(struct pn_terrain_rule) terrain;
	PN_TABLE(struct pn_form_rule) forms; /* the first is the usual one */
	PN_TABLE(char *const) states;        /* the first is the best */
	PN_TABLE(char *const) traits;
	PN_TABLE(char *const) verbs; /* the first is "none", the second "charge" */
	PN_TABLE(char *const) reactions;
	const struct pn_command_rule
		*commands; /* [PN_COMMAND_COUNT]; check == NULL: not in this book */
	/* More that a unit of a muster must satisfy; code PN_MUSTER_NONE when it does. It and those
	 * before it have passed all else. May be NULL. */
	struct pn_muster_fault (*muster)(const struct pn_muster *muster, uint8_t index);
	/* Called when a turn begins, before its first phase. May be NULL. */
	void (*begin_turn)(struct pn_step *step);
	/* What positions are worth in it, for the practice opponent. */
	const struct pn_judgement *judgement;
};

/* ---- the registry ---- */

enum { PN_RULESETS_MAX = 16 };

/* All rulesets, in the order of their ids. */
uint8_t pn_rules_count(void);
const struct pn_rules *pn_rules_at(uint8_t index);

/* The index of a ruleset by its id, or -1. */
int pn_rules_find(const char *id);

/* The ruleset of a game that was set up. */
const struct pn_rules *pn_rules_of(const struct pn_game *game);

/* Does a unit with these characteristics begin off the board, and is not to be deployed? */
bool pn_in_reserve(const struct pn_rules *rules, const int32_t stats[PN_STATS_MAX]);

/* Is a unit of a muster on the board when its game begins? */
bool pn_begins_on_board(const struct pn_rules *rules, const struct pn_muster_unit *unit);

/* The gap between bases in a form, under these parameters. */
pn_len pn_form_gap(const struct pn_rules *rules, const int32_t params[PN_PARAMS_MAX], uint8_t form);

/* ---- the functions a caller plays with ---- */

/* What a verb of every ruleset means. */
enum { PN_VERB_NONE = 0, PN_VERB_CHARGE = 1 };

/* A muster for a ruleset with every switch, parameter and method at its default. */
void pn_muster_defaults(struct pn_muster *muster, uint8_t ruleset);

/* Check a muster and make the game before its first event. With a fault, `game` is
 * undefined and the fault names the first thing wrong. */
struct pn_muster_fault pn_setup(struct pn_game *game, uint8_t ruleset,
				const struct pn_muster *muster);

/* Write all that is wrong with a muster, at most `max` (1 or more), and return how many there are.
 * When there is none and all could be read, `game` is as pn_setup() makes it; else undefined. */
uint16_t pn_muster_faults(struct pn_muster_fault *out, uint16_t max, struct pn_game *game,
			  uint8_t ruleset, const struct pn_muster *muster,
			  const struct pn_muster_unread *unread);

/* The battle that goes on from where a game is when a turn has just begun, before anybody has done
 * or rolled anything: the muster it began from with a position. Of what is not its state at such a
 * moment nothing is kept. Its reader must still check it for faults: units of a game in the middle
 * of a turn may stand as none may when one begins. */
void pn_muster_under_way(struct pn_muster *out, const struct pn_game *game,
			 const struct pn_muster *began);

/* Begin turn 1: what happens before anybody decides anything. Appends to `out`. */
void pn_begin(struct pn_game *truth, const struct pn_dice_source *dice, struct pn_events *out);

/* Is the command one of those that are open at any time: undo, resigning, a claim, proposals
 * and their answers, what the umpire is asked and answers, the cup? */
bool pn_is_parley(enum pn_command_kind kind);

/* May `side` do this now? Complete; always asked of the side's own view. PN_PUBLIC: the
 * umpire, of the public's. */
struct pn_verdict pn_check(const struct pn_game *view, pn_side side,
			   const struct pn_command *command);

/* Do it: changes `truth`, appends the events to `out` (which must have come empty),
 * all with one mark. The command must be lawful by the side's own view.
 * UNDO only appends `undone`: the caller folds again (pn_fold). */
void pn_apply(struct pn_game *truth, pn_side side, const struct pn_command *command,
	      const struct pn_dice_source *dice, struct pn_events *out);

/* The answer to the decision `side` owes that is always lawful, by its own view. */
struct pn_command pn_fallback(const struct pn_game *view, pn_side side);

/* The server's command when the time of `side`, which owes the top decision, is over
 * (PN-40): a strike, and `answer`, which must be lawful by the side's own view, as if the
 * side had given it; if that is only a draft, what the decision's default is then follows at
 * once. NULL: no answer fits into the game any more, and it ends as a draw.
 * Appends to `out`, which must have come empty. */
void pn_expire(struct pn_game *truth, pn_side side, const struct pn_command *answer,
	       const struct pn_dice_source *dice, struct pn_events *out);

/* Append an event that no rule brings about, as the server's own, and take it in. */
void pn_tell(struct pn_game *truth, struct pn_event event, struct pn_events *out);

/* Take one event in: the one function that changes a game. `undone` cannot be taken
 * in alone: see pn_fold(). */
void pn_evolve(struct pn_game *game, const struct pn_event *event);

/* Fold the events of `list` that `viewer` may see and that still stand after every
 * `undone` in it, from the state `start`. `viewer` PN_NO_SIDE folds the truth. */
void pn_fold(struct pn_game *game, const struct pn_game *start, const struct pn_event *list,
	     size_t count, pn_side viewer);

/* Whether `viewer` (PN_NO_SIDE: the record) may see the event. */
bool pn_event_seen(const struct pn_event *event, pn_side viewer);

/* Is it a kind that the core never makes: what a side wrote for itself, its plan or its
 * standing orders, and what became of that? */
bool pn_event_is_written(uint8_t kind);

/* All that `side` may do now, by its own view, but the cup (PN-60), which is no answer to
 * anything; of PN_PUBLIC what the umpire may, if there is one. */
void pn_list_actions(const struct pn_game *view, pn_side side, struct pn_actions *out);

/* What a command would do, by the side's own view, without dice. */
void pn_preview(const struct pn_game *view, pn_side side, const struct pn_command *command,
		struct pn_preview *out);

/* PN-05. Can a lawful command of the kind always be taken back at once? False: perhaps. */
bool pn_can_undo(const struct pn_game *view, enum pn_command_kind kind);

/* ---- cases only ---- */

/* A part of a state, given by hand; has_* say which parts are given. */
struct pn_arrangement {
	bool has_turn, has_phase, has_active, has_decision, has_umpire;
	uint8_t turn;
	uint8_t phase;
	pn_side active;
	struct pn_pending decision; /* the pending decision to open on an empty stack */
	uint8_t umpire;             /* enum pn_umpire_state */
	uint32_t facts_given;       /* bits */
	int32_t facts[PN_FACTS_MAX];
	uint8_t unit_count;
	struct pn_arranged_unit {
		pn_unit_id unit;
		bool has_state, has_pose, has_flags, has_order, has_moved, has_figures, has_draft,
			has_form, has_tallies;
		int16_t bend;
		uint8_t state;
		pn_pose pose;
		uint32_t flags;
		uint8_t tally[PN_TALLIES_MAX];
		struct pn_order order;
		struct pn_order draft;
		pn_len moved;
		uint16_t figures;
		uint8_t form;
		bool on_board;
	} unit[PN_UNITS_MAX];
	uint8_t contact_count;
	struct pn_contact contact[PN_CONTACTS_MAX];
};

/* Check an arrangement like a muster and fold it in as one `arranged` event that all
 * see; then run what needs no decision. Returns a fault and changes nothing when the
 * arrangement is impossible. */
struct pn_muster_fault pn_arrange(struct pn_game *truth, const struct pn_arrangement *given,
				  const struct pn_dice_source *dice, struct pn_events *out);
