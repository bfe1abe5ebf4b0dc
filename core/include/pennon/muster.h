#pragma once
/* What a game starts from: the board, its terrain, the units, the switches of
 * the rule book both players agreed to, and how the game ends. A muster is all
 * public. pn_setup() checks one and makes the game that the first event finds. */

#include "pennon/geometry.h"

enum {
	PN_STATS_MAX = 13,  /* characteristics of a unit that a ruleset names */
	PN_TALLIES_MAX = 5, /* counters of a unit that a ruleset names */
	PN_SWITCHES_MAX = 32,
	PN_PARAMS_MAX = 32,
	PN_LOOSE_MAX = 48, /* figures of a unit that stand by themselves */
	PN_CONTACTS_MAX = 128,
	PN_FACTS_MAX = 16,          /* public facts that a ruleset keeps */
	PN_FIGURE_POSES_MAX = 1024, /* such figures of all units */
};

/* Where one figure stands, in eight bytes: pn_figure_pack(), pn_figure_unpack(). */
typedef struct {
	uint16_t part[4];
} pn_figure;

/* In the place of a characteristic that was not given. */
#define PN_STAT_MISSING INT32_MIN

/* One piece of terrain. */
struct pn_terrain {
	uint8_t kind;  /* index into the ruleset's terrain kinds */
	pn_len height; /* of what stands on it or of its top, 0 or more */
	struct pn_shape shape;
};

/* How far a declaration of charges is fixed, and by whom. The registry is shared
 * by the rulesets; each lists which it allows. */
#define PN_METHODS(X) \
	X(LOSER_FIRST, "loser-first") \
	X(ROLL_OFF, "roll-off") \
	X(ALTERNATE_LOSER_FIRST, "alternate-loser-first") \
	X(ALTERNATE_ROLL_OFF, "alternate-roll-off") \
	X(SEALED, "sealed") \
	X(AGREED, "agreed")

enum pn_method {
#define X(name, wire) PN_METHOD_##name,
	PN_METHODS(X)
#undef X
		PN_METHOD_COUNT
};

/* Another procedure that the players agreed on, where the method is `agreed`. */
enum { PN_NO_LIMIT = 255 };

struct pn_agreement {
	bool made;
	uint8_t method;         /* enum pn_method, but not AGREED */
	pn_side begins;         /* or PN_NO_SIDE: as the method has it */
	uint8_t most[PN_SIDES]; /* declarations of each side in one turn, or PN_NO_LIMIT */
};

/* What is counted when the last turn is over. The books name no victory in these
 * chapters; these counts are Pennon's own and are labelled so. */
#define PN_COUNTS(X) \
	X(NONE, "none") \
	X(UNITS, "units_in_good_order") \
	X(FIGURES, "figures") \
	X(GROUND, "ground_held")

enum pn_count {
#define X(name, wire) PN_COUNT_##name,
	PN_COUNTS(X)
#undef X
		PN_COUNT_COUNT
};

/* How units come to stand where they begin. */
#define PN_DEPLOYMENTS(X) \
	X(PLACED, "placed") \
	X(IN_TURN, "in_turn") \
	X(SEALED, "sealed")

enum pn_deployment {
#define X(name, wire) PN_DEPLOYMENT_##name,
	PN_DEPLOYMENTS(X)
#undef X
		PN_DEPLOYMENT_COUNT
};

/* Where a unit of a battle under way is, when that is not where its characteristics have it. */
enum pn_whereabouts {
	PN_WHERE_IT_BEGAN, /* on the board, or in reserve: pn_in_reserve() */
	PN_HAS_COME_ON,    /* from the reserve */
	PN_IS_GONE,        /* for good */
};

/* One unit as it takes the field. */
struct pn_muster_unit {
	char name[PN_NAME_BYTES]; /* UTF-8, not empty */
	pn_side side;
	uint8_t class;                 /* index into the ruleset's classes */
	uint8_t state;                 /* index into the ruleset's states; 0 is the best */
	uint32_t traits;               /* bits, as the ruleset's traits are numbered */
	uint8_t form;                  /* index into the ruleset's forms; 0 is the usual one */
	uint8_t placed;                /* of a form whose figures stand by themselves: so many are
				* placed one by one; 0: they stand in ranks and files */
	uint16_t first_figure;         /* of them in pn_muster.figure */
	struct pn_formation formation; /* its gap is the form's: pn_setup() sees to it */
	pn_pose pose;                  /* unused where units are deployed */
	int32_t stats[PN_STATS_MAX];   /* as the ruleset's stats are numbered */
	/* Of a battle under way, else 0: */
	uint16_t at_start;             /* figures it had when the battle began; the formation's are
					* what is left of them */
	uint8_t tally[PN_TALLIES_MAX]; /* as the ruleset's tallies are numbered */
	uint8_t whereabouts;           /* enum pn_whereabouts */
	uint32_t flags;                /* bits, as the ruleset's flags are numbered */
};

/* Two units whose bases touch. */
struct pn_contact {
	pn_unit_id unit; /* who came */
	pn_unit_id with; /* who was struck */
	uint8_t facing;  /* of `with` that was struck: enum pn_facing */
	bool benefits;   /* the charge counts as one in the melee */
};

enum pn_facing { PN_FACING_FRONT, PN_FACING_LEFT, PN_FACING_RIGHT, PN_FACING_REAR };

struct pn_muster {
	pn_len width; /* of the board, along x: 1 inch to PN_BOARD_MAX */
	pn_len depth; /* along y */
	uint8_t terrain_count;
	uint8_t unit_count;
	uint8_t turns;                     /* the last turn, 1 to 99 */
	uint8_t count;                     /* enum pn_count */
	uint8_t method;                    /* enum pn_method */
	bool premeasure;                   /* both players want distances shown */
	uint8_t switches[PN_SWITCHES_MAX]; /* the position of each switch */
	int32_t params[PN_PARAMS_MAX];     /* numbers that the book leaves open */
	struct pn_terrain terrain[PN_TERRAIN_MAX];
	uint8_t first_turn;             /* a battle under way: it goes on at the start of this turn;
					 * 0: it begins */
	uint8_t deployment;             /* enum pn_deployment: the muster places them, or ... */
	pn_side deploys_first;          /* ... PN_DEPLOYMENT_IN_TURN: who begins */
	struct pn_shape zone[PN_SIDES]; /* where each side deploys */
	struct pn_muster_unit unit[PN_UNITS_MAX]; /* red's first, then blue's */
	/* Of a battle under way: */
	uint8_t contact_count;
	struct pn_contact contact[PN_CONTACTS_MAX];
	int32_t facts[PN_FACTS_MAX]; /* those that last from turn to turn */
	struct pn_agreement agreed;  /* how they declare, where the method is `agreed` */
	uint16_t figure_count;
	pn_figure figure[PN_FIGURE_POSES_MAX];
};

/* Why a muster cannot be played. */
#define PN_MUSTER_FAULTS(X) \
	X(NONE, "none") \
	X(NO_UNITS, "no_units") \
	X(BOARD_SIZE, "board_size") \
	X(OUT_OF_RANGE, "out_of_range") \
	X(MISSING, "missing") \
	X(NOT_ALLOWED, "not_allowed") \
	X(ORDER, "red_units_come_first") \
	X(OFF_TABLE, "off_table") \
	X(UNITS_OVERLAP, "units_overlap") \
	X(ON_IMPASSABLE, "on_impassable_ground") \
	X(NOT_SIMPLE, "not_a_simple_polygon") \
	X(ZONES_MEET, "zones_meet") \
	X(NO_ROOM, "no_room") \
	X(NO_CONTACT, "no_contact") \
	X(NOT_LASTING, "not_lasting") \
	X(ARMY_TOO_LARGE, "army_too_large")

enum pn_muster_fault_code {
#define X(name, wire) PN_MUSTER_##name,
	PN_MUSTER_FAULTS(X)
#undef X
		PN_MUSTER_FAULT_COUNT
};

/* Which list of the muster a fault is in. */
enum pn_muster_part {
	PN_PART_BOARD,
	PN_PART_TERRAIN,
	PN_PART_UNIT,
	PN_PART_SWITCH,
	PN_PART_PARAM,
	PN_PART_ENDS,
	PN_PART_METHOD,
	PN_PART_DEPLOYMENT,
	PN_PART_POSITION, /* of the unit of this index; or of the whole, which has its turn alone */
	PN_PART_TALLY,    /* the same: a counter of the unit, by its name */
	PN_PART_CONTACT,  /* of the position */
	PN_PART_FLAG,     /* of the unit, by its name */
	PN_PART_FACT,     /* of the whole, by its name */
};

/* One thing wrong with a muster: enough to write a JSON pointer from. */
struct pn_muster_fault {
	enum pn_muster_fault_code code;
	enum pn_muster_part part;
	uint8_t index;          /* in its list */
	const char *member;     /* e.g. "formation/files" or "stats/morale_rating"; "" = the item */
	int32_t min, max;       /* what it may be, where that is known; else both 0 */
	char unit[PN_ID_BYTES]; /* POSITION, TALLY, FLAG: its id, "" of the whole */
	pn_clause clause;       /* the clause that needs it, or a PN clause */
};

/* What of a muster could not be read: it is not looked at, nor is anything else held against it. */
struct pn_muster_unread {
	bool any;        /* of what follows */
	bool board;      /* its size */
	bool deployment; /* how units come to stand where they begin */
	bool agreed;     /* a switch or a parameter */
	bool ends;
	bool units; /* the list */
	bool terrain[PN_TERRAIN_MAX];
	bool unit[PN_UNITS_MAX];
};
