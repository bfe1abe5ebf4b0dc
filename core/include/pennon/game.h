#pragma once
/* A game: plain data, one fixed-size struct, indices instead of pointers.
 * Copying it is a what-if.
 *
 * Its state is the fold of events; pn_evolve() alone writes to it. Truth, red's
 * view, blue's view and the public's view are the same struct folded over
 * different lists of events: whatever only one side may know lives in
 * `secret`, and pn_evolve() moves it into play when a `revealed` event says so. */

#include "pennon/muster.h"

enum {
	PN_QUEUE_MAX = 12,
	PN_ROLLED_MAX = 96,  /* different rolls in one phase */
	PN_UNDO_MAX = 16,    /* commands one side can take back in a row */
	PN_PLACES_MAX = 10,  /* units whose places one slot holds */
	PN_HISTORY_MAX = 16, /* commands that can be taken back by agreement */
	PN_OUTCOME_MAX = 12, /* units that one proposed outcome speaks of */
	PN_GAME_BYTES_MAX = 24 * 1024,
	PN_WIDE_STATS_MAX = 3,   /* characteristics of a unit that a byte does not hold, ... */
	PN_SMALL_STATS_MAX = 10, /* ... and others */
};

/* What a unit has been told to do; verb 0 is nothing. */
struct pn_order {
	uint8_t verb;      /* index into the ruleset's verbs */
	pn_unit_id target; /* or PN_NO_UNIT */
	uint8_t number;    /* e.g. a place in a stack */
};

/* The number of one command: what `undone` names. Public marks count 1, 2, ...;
 * marks of commands that only their owner saw count apart (on the wire "red-1"). */
struct pn_mark {
	pn_side owner;   /* PN_PUBLIC, or the side whose private mark it is */
	uint16_t number; /* from 1; 0 = none */
};

/* A decision that the game waits for, or an interrupted move that goes on when
 * what lies above it is settled (owes == 0). The top pending decision is the only one that
 * can be answered. */
struct pn_pending {
	uint8_t decision; /* index into the ruleset's decisions */
	uint8_t owes;     /* bits: PN_SEEN_BY_RED, PN_SEEN_BY_BLUE */
	pn_unit_id unit;  /* whose move it is about, or PN_NO_UNIT */
	pn_unit_id other; /* the enemy it is about, or PN_NO_UNIT */
	uint8_t stage;    /* the ruleset's own */
	uint8_t queue_count;
	pn_unit_id queue[PN_QUEUE_MAX]; /* e.g. units that may still react */
	int32_t value;                  /* the ruleset's own, e.g. an allowance left */
};

/* One leg of a move. */
struct pn_leg {
	uint8_t kind;     /* enum pn_leg_kind, command.h */
	bool left;        /* wheel: about the left front corner, else the right */
	pn_angle heading; /* advance: the direction, absolute */
	pn_angle angle;   /* wheel: how far, 0 to PN_TURN_HALF */
	uint8_t to;       /* face: what becomes the front, enum pn_facing */
	uint8_t files;    /* frontage: how many then, 1 to PN_FIGURES_MAX */
	uint8_t form;     /* form: which, index into the ruleset's forms */
	pn_len length;    /* advance: 0 to PN_BOARD_MAX */
};

/* Where single figures are sent: `of` has a bit for each of them. */
struct pn_placed {
	uint64_t of;
	pn_figure to[PN_LOOSE_MAX];
};

/* A move as it was announced: it goes on after the windows it opened.
 *
 * Figures sent one by one are rare and large, so a path only borrows them. Their owner is whoever
 * keeps the command or the event: the game (what is announced), a list of events or of actions, and
 * what a text was read into. A caller that keeps a command or an event longer than that keeps its
 * figures too: pn_command_keep(), pn_event_keep(). */
struct pn_path {
	uint8_t count;
	struct pn_leg leg[PN_PATH_MAX];
	bool given;                     /* in a charge: said, even if it is empty */
	const struct pn_placed *placed; /* of its leg that moves single figures, at most one
					 * is; borrowed; NULL: none is sent */
};

/* How the unit stood that announced it. */
struct pn_stood {
	pn_pose pose;
	uint16_t files;
	uint16_t gap;
	uint8_t form;
};

enum { PN_STATE_KEPT = 255 };

/* What becomes of one unit of a melee, as the players see it. */
struct pn_fate {
	pn_vec at; /* where it stands then, if `placed` */
	pn_angle facing;
	uint16_t lost; /* figures */
	pn_unit_id unit;
	uint8_t state; /* index into the ruleset's states, or PN_STATE_KEPT */
	bool removed;  /* it is gone from the board */
	bool placed;
};

/* How a melee is to come out: what it does not name stays as it is. */
struct pn_outcome {
	uint8_t count;
	struct pn_fate fate[PN_OUTCOME_MAX];
};

/* The outcome that is proposed. */
struct pn_outcome_proposal {
	bool made;
	pn_side by;
	struct pn_outcome outcome;
};

/* What one side may propose to the other at any time, or ask the umpire: a draw, a result and an
 * undo either, a method and the umpire only the one, an outcome and the clock only
 * the other. */
#define PN_PROPOSALS(X) \
	X(NOTHING, "nothing") \
	X(DRAW, "draw") \
	X(RESULT, "result") \
	X(UNDO, "undo") \
	X(METHOD, "method") \
	X(UMPIRE, "umpire") \
	X(OUTCOME, "outcome") \
	X(CLOCK, "clock")

enum pn_proposal_kind {
#define X(name, wire) PN_PROPOSAL_##name,
	PN_PROPOSALS(X)
#undef X
		PN_PROPOSAL_KIND_COUNT
};

struct pn_proposal {
	uint8_t kind;               /* enum pn_proposal_kind */
	pn_side winner;             /* RESULT */
	uint16_t mark;              /* UNDO: the first public mark that is taken back */
	struct pn_agreement method; /* METHOD */
};

/* The umpire has no side: one sees what the public sees, and does everything as
 * PN_PUBLIC. */
#define PN_UMPIRE_STATES(X) \
	X(NONE, "none") \
	X(SEATED, "seated") /* but not agreed to */ \
	X(AGREED, "agreed")

enum pn_umpire_state {
#define X(name, wire) PN_UMPIRE_##name,
	PN_UMPIRE_STATES(X)
#undef X
		PN_UMPIRE_STATE_COUNT
};

/* A public command that still stands: its mark and whose it was. */
struct pn_past {
	uint16_t mark;
	pn_side by;
};

struct pn_unit {
	/* From the muster, which alone has the names; no event changes these. */
	uint32_t traits;
	int32_t wide_stat[PN_WIDE_STATS_MAX]; /* its characteristics: pn_stat() */
	int8_t small_stat[PN_SMALL_STATS_MAX];
	uint8_t class;
	pn_side side;
	uint16_t wide;       /* bits: which of the characteristics are in `wide_stat` */
	uint16_t base_width; /* a short pn_len, as `base_depth` */
	uint16_t base_depth;
	uint16_t figures_at_start;

	/* Written by pn_evolve() alone. */
	uint16_t figures;
	uint16_t files;
	uint16_t gap;          /* between its bases, as its form has it: a short pn_len */
	int16_t bend;          /* where its charge of this turn first headed, in 65536ths
				* to the right of the front it had then */
	pn_pose pose;          /* loose: that of its first figure */
	pn_len moved;          /* distance spent this turn */
	uint32_t flags;        /* bits, as the ruleset's flags are numbered */
	uint16_t first_figure; /* of its loose ones in pn_game.figure */
	uint8_t loose;         /* so many figures stand by themselves, each where
				* pn_game.figure says; 0: in ranks and files */
	uint8_t state;         /* index into the ruleset's states */
	bool on_board;
	uint8_t form;                  /* index into the ruleset's forms */
	uint8_t melee_turn;            /* the turn in which its melee was last decided; 0 = never */
	uint8_t tally[PN_TALLIES_MAX]; /* as the ruleset's tallies are numbered */
	struct pn_order order;         /* in play, visible to all */
};

/* How many dice have been rolled for one purpose in this phase: the next label
 * counts on from here. */
struct pn_rolled {
	uint8_t who;  /* unit id, or PN_UNITS_MAX + side */
	uint8_t what; /* index into the ruleset's rolls */
	uint16_t count;
};

/* Dice of the cup (PN-60) that a side has rolled: in the last phase in which it did, and how
 * often in this turn. */
struct pn_cups {
	uint8_t turn, phase;
	uint16_t dice;
	uint8_t rolls;
};

/* What only one side knows, and what only it needs. Not part of pn_game_hash(). */
struct pn_secret {
	/* By the unit's place in its side: pn_drafted(), pn_sealed(). */
	struct pn_order draft[PN_SIDE_UNITS_MAX];  /* changed freely until it is ready */
	struct pn_order sealed[PN_SIDE_UNITS_MAX]; /* fixed, not yet revealed */
	uint8_t salt[PN_SIDE_UNITS_MAX + 1][32];   /* of what is sealed, by the slot's number */
	/* Sealed deployment: where its units are to stand once that is revealed, packed to stay
	 * small, and of whom that is said. See pn_place_of(). */
	pn_figure place[PN_SIDE_UNITS_MAX];
	uint64_t placed;        /* bits, by place */
	uint16_t private_marks; /* how many the owner has used */
	uint8_t undo_count;
	struct pn_mark undo[PN_UNDO_MAX]; /* what it may take back, latest last */
};

struct pn_game {
	uint8_t ruleset;    /* index into the registry of rulesets */
	uint8_t turn;       /* 1 to turns; 0 before the game begins */
	uint8_t first_turn; /* the one it begins with; the muster's, so not in the hash */
	uint8_t phase;      /* index into the ruleset's phases */
	pn_side active;     /* whose step it is, or PN_NO_SIDE */
	bool over;
	pn_side winner; /* when over; PN_NO_SIDE = a draw */
	uint8_t ending; /* when over: enum pn_ending */

	pn_len width, depth;
	uint8_t turns;
	uint8_t count;
	uint8_t method;
	bool premeasure;
	uint8_t deployment;    /* enum pn_deployment */
	pn_side deploys_first; /* PN_DEPLOYMENT_IN_TURN */
	struct pn_shape zone[PN_SIDES];
	uint8_t switches[PN_SWITCHES_MAX];
	int32_t params[PN_PARAMS_MAX];
	int32_t facts[PN_FACTS_MAX]; /* public facts of the turn that the ruleset keeps */

	uint16_t marks;            /* public marks used */
	uint8_t ready;             /* bits: sides that have sealed in this phase */
	uint8_t strikes[PN_SIDES]; /* decisions in a row that its clock took from the side */
	uint8_t pending_count;
	uint8_t contact_count;
	uint8_t rolled_count;
	uint8_t terrain_count;
	uint8_t unit_count;
	uint8_t red_count;                     /* of these: they come first */
	struct pn_path announced;              /* of the unit that is moving; borrows nothing: */
	struct pn_placed announced_placed;     /* ... its figures are here. pn_announced() */
	struct pn_stood announced_from;        /* that unit, then; not in the hash */
	struct pn_outcome_proposal proposed;   /* for the melee on top */
	struct pn_proposal proposal[PN_SIDES]; /* not answered yet */
	uint8_t proposal_spent; /* bits: who may not propose before their next command */
	uint8_t umpire;         /* enum pn_umpire_state */
	uint8_t question_spent; /* bits: who may not ask before their next command */
	struct pn_proposal question[PN_SIDES]; /* before the umpire */
	struct pn_agreement agreed;            /* in force this turn */
	struct pn_agreement coming;            /* from the next turn on */
	bool agreement_ends;                   /* with this turn */
	uint8_t past_count;
	struct pn_past past[PN_HISTORY_MAX];       /* since anything was sealed or revealed */
	struct pn_pending pending[PN_PENDING_MAX]; /* the last is the top */
	struct pn_contact contact[PN_CONTACTS_MAX];
	struct pn_rolled rolled[PN_ROLLED_MAX];
	struct pn_cups cups[PN_SIDES];
	uint16_t cups_undone;     /* the most dice of a phase that was taken back, ... */
	uint8_t cups_undone_turn; /* ... and the last turn in which there is one */
	struct pn_terrain terrain[PN_TERRAIN_MAX];
	struct pn_unit unit[PN_UNITS_MAX];
	struct pn_secret secret[PN_SIDES];
	uint16_t figure_count;
	pn_figure figure[PN_FIGURE_POSES_MAX]; /* of all units whose figures are loose */
};

_Static_assert(sizeof(struct pn_game) <= PN_GAME_BYTES_MAX, "a game must stay cheap to copy");

/* Why a game is over. */
#define PN_ENDINGS(X) \
	X(RESIGNATION, "resignation") \
	X(AGREEMENT, "agreement") \
	X(CLOCK, "clock") \
	X(LAST_TURN, "last_turn") \
	X(CLOSED, "closed") \
	X(UMPIRE, "umpire") \
	X(WITHDRAWN, "withdrawn")

enum pn_ending {
#define X(name, wire) PN_ENDING_##name,
	PN_ENDINGS(X)
#undef X
		PN_ENDING_COUNT
};

/* How a proposal was answered. */
#define PN_ANSWERS(X) \
	X(ACCEPTED, "accepted") \
	X(REFUSED, "refused") \
	X(LEFT_OPEN, "left_open") \
	X(WITHDRAWN, "withdrawn")

enum pn_answer {
#define X(name, wire) PN_ANSWER_##name,
	PN_ANSWERS(X)
#undef X
		PN_ANSWER_COUNT
};

/* How charges are declared this turn: the muster's method or what was agreed instead. */
uint8_t pn_method_now(const struct pn_game *game);

/* The other of the two players. */
pn_side pn_opponent(pn_side side);

/* A characteristic of a unit, as the ruleset's stats are numbered; 0 where it names none. */
int32_t pn_stat(const struct pn_unit *unit, uint8_t stat);

/* What a side has drafted for a unit, and what of it is sealed: verb 0 where it has nothing,
 * and where the unit is not its own. */
struct pn_order pn_drafted(const struct pn_game *game, pn_side side, pn_unit_id unit);
struct pn_order pn_sealed(const struct pn_game *game, pn_side side, pn_unit_id unit);

/* The place of a unit within its side, from 0: the index of pn_secret.place and more. */
uint8_t pn_place_of(const struct pn_game *game, pn_unit_id unit);

/* What the unit that is moving has announced; its figures are borrowed from `game`. */
struct pn_path pn_announced(const struct pn_game *game);

/* The footprint of a unit where it stands, and its figures' formation. */
struct pn_formation pn_unit_formation(const struct pn_unit *unit);
struct pn_shape pn_unit_footprint(const struct pn_unit *unit);

/* A pose in eight bytes and back. Coordinates within +-2^23. */
pn_figure pn_figure_pack(pn_pose pose);
pn_pose pn_figure_unpack(pn_figure figure);

/* Where figure `figure` of a loose unit stands. */
pn_pose pn_figure_pose(const struct pn_game *game, const struct pn_unit *unit, uint16_t figure);

/* Where it would stand if the first stood at `first` and all in ranks and files, as the
 * formation has them, to the right of it and behind. */
pn_pose pn_figure_slot(pn_pose first, struct pn_formation formation, uint16_t figure);

/* The base of a figure that stands by itself. */
struct pn_shape pn_loose_base(pn_pose pose, struct pn_formation formation);

/* The shapes that a unit covers: the block of its ranks and files, or the base of each of
 * its figures. */
struct pn_body {
	uint8_t count; /* 1 to PN_LOOSE_MAX */
	struct pn_shape part[PN_LOOSE_MAX];
};

/* Those of a unit where it stands now. */
void pn_unit_body(struct pn_body *out, const struct pn_game *game, const struct pn_unit *unit);

/* Does any part of one overlap, or touch, any part of the other? */
bool pn_bodies_overlap(const struct pn_body *a, const struct pn_body *b);
bool pn_bodies_touch(const struct pn_body *a, const struct pn_body *b);

/* Do the two units' bases touch, according to the contacts on record? */
bool pn_in_contact(const struct pn_game *game, pn_unit_id a, pn_unit_id b);

/* Is the unit in contact with any enemy? */
bool pn_engaged(const struct pn_game *game, pn_unit_id unit);

/* A melee: all the units that contacts join to `unit`, itself included; `in` says of
 * each unit whether it is one. */
void pn_melee_units(const struct pn_game *game, pn_unit_id unit, bool in[PN_UNITS_MAX]);

/* The top pending decision, or NULL when nothing is waited for. */
const struct pn_pending *pn_top_pending(const struct pn_game *game);

/* Does `side` owe the decision on top? */
bool pn_owes(const struct pn_game *game, pn_side side);

/* A hash over every field that all viewers share, field by field, the same on
 * every machine: `secret` is left out. Equal states give equal hashes. */
uint64_t pn_game_hash(const struct pn_game *game);

/* The same with one side's secret added: what that side's view, or (with
 * PN_PUBLIC) the truth with both secrets, amounts to. */
uint64_t pn_view_hash(const struct pn_game *game, pn_side side);
