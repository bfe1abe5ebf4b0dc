#pragma once
/* What the rows of the tables in t9.c are called here, and the limits of the book. */

#include "block.h"
#include "plug.h"

/* Wire names stand in the tables of t9.c, in these orders. */
enum t9_phase {
	T9_DEPLOYMENT,
	T9_DECLARATION, /* the Charge Phase: charges declared and answered, one by one */
	T9_CHARGES,     /* the Charge Phase: ranges rolled, chargers moved */
	T9_MOVEMENT,    /* fleeing units rally or flee on; the others move */
	T9_MELEE,       /* what comes of the contacts, by agreement */
	T9_PHASES,
};

enum t9_decision {
	T9_DEPLOY,
	T9_DECLARE,  /* which unit charges whom next */
	T9_REACT,    /* the charged unit's reaction */
	T9_REDIRECT, /* who charges somebody else now that its target has fled */
	T9_CHARGE,   /* whose Charge Range is rolled next */
	T9_REFORM,   /* whether who has destroyed an enemy that fled reforms */
	T9_MOVE,
	T9_SETTLE_MELEE,
	T9_DECISIONS,
};

/* How large a model is, for sight and for dangerous ground. */
enum t9_class { T9_STANDARD, T9_LARGE, T9_GIGANTIC, T9_CLASSES };

enum t9_state { T9_GOOD, T9_FLEEING, T9_STATES };

enum t9_stat {
	T9_ADVANCE,
	T9_SECOND_ADVANCE, /* in the air; or, of a unit that does not fly, of a model that has
			    * another; 0: none has */
	T9_DISCIPLINE,
	T9_HEALTH, /* Health Points of one model */
	T9_RESILIENCE,
	T9_ARMOUR,
	T9_SPECIAL_SAVE, /* needed on a die; 0: none */
	T9_AIM,
	T9_SHOTS, /* of one model; 0: it has nothing to shoot with */
	T9_RANGE,
	T9_STRENGTH,
	T9_PENETRATION,
	T9_HARD,
	T9_STATS,
};

enum t9_flag {
	T9_DECLARED, /* has declared a charge this Player Turn */
	T9_CHARGING,
	T9_AT_FRONT, /* the facing that it charges; the four stand together */
	T9_AT_LEFT,
	T9_AT_RIGHT,
	T9_AT_REAR,
	T9_SHOT,         /* has stood and shot */
	T9_REDIRECTED,   /* has tried to redirect */
	T9_MAY_REDIRECT, /* is asked to */
	T9_SHAKEN,
	T9_STEADIED, /* has passed a Panic Test in this phase */
	T9_FEIGNED,  /* fled of its own will */
	T9_MUST_CHARGE,
	T9_MOVED,
	T9_FLYING,     /* charges through the air */
	T9_MAY_REFORM, /* has rallied, or destroyed an enemy that fled */
	T9_FLAGS,
};

enum t9_tally {
	T9_WOUNDS,  /* on the model that is hurt and still stands */
	T9_LOST,    /* Health Points in this phase, at most 255 */
	T9_FORMER,  /* one more than the enemy whom it charged in this phase before it redirected,
		    * or before its charge was over */
	T9_LATTER,  /* one more than the other whom it charged, when it has gone back to the former
		    * or that charge is over, too */
	T9_TOUCHED, /* one more than the charger that touched it besides its target, and whom
		     * it has still to answer */
	T9_TALLIES,
};

enum t9_trait {
	T9_CHAMPION,
	T9_GENERAL,
	T9_TOWERING_PRESENCE,
	T9_BATTLE_STANDARD,
	T9_SWIFTSTRIDE,
	T9_TERROR,
	T9_FEARLESS,
	T9_UNDEAD,
	T9_FRENZY,
	T9_FEIGNED_FLIGHT,
	T9_WAR_MACHINE,
	T9_CHARIOT,
	T9_RELOAD,
	T9_ACCURATE,
	T9_STEADY_AIM,
	T9_HARD_TARGET,
	T9_FLY,
	T9_TRAITS,
};

/* Two kinds of dice a unit, for the clause of a roll says what it is for: a game keeps
 * count of few kinds. */
enum t9_roll { T9_ROLL_TWO_DICE, T9_ROLL_POOL, T9_ROLLS };

enum t9_param {
	T9_PARAM_FIRST_PLAYER,
	T9_PARAM_DECIMATED,
	T9_PARAM_SECONDARY,
	T9_PARAM_SEVEN,
	T9_PARAM_REFORM,
	T9_PARAMS,
};
enum t9_fact { T9_FACT_FRENZY_TESTED, T9_FACT_RALLIED, T9_FACTS };
enum t9_verb { T9_VERB_NONE, T9_VERB_CHARGE, T9_VERB_FLY };
enum t9_reaction { T9_HOLD, T9_STAND_AND_SHOOT, T9_FLEE, T9_REACTIONS };

enum t9_switch {
	T9_SWITCH_PIVOT_SWEEPS, /* off, on */
	T9_SWITCH_LATER_FLIGHT, /* straight_on, from_closest */
	T9_SWITCH_LONG_RANGE,   /* measured, always_long */
	T9_SWITCHES,
};

enum { T9_PIVOT_AT_ITS_END, T9_PIVOT_SWEEPS };
enum { T9_RANGE_MEASURED, T9_RANGE_ALWAYS_LONG };
enum { T9_LATER_STRAIGHT_ON, T9_LATER_FROM_CLOSEST };

enum t9_terrain {
	T9_CLEAR,
	T9_IMPASSABLE,
	T9_FOREST, /* soft cover */
	T9_WALL,   /* hard cover */
	T9_HILL,
	T9_TERRAIN_KINDS,
};

enum {
	T9_ANY_FACING = 255,
	T9_SIDE_UNITS_MAX = 20, /* so that the dice of a phase can be counted */
	T9_MODELS_MAX = 100,    /* a large one counts as two, a gigantic one as three, a chariot
			      * as one more: as many as it throws dice on dangerous ground */
	T9_SHOTS_MAX = 40,      /* of one unit at once: four dice each, and those of a flight, can
			    * be numbered in one phase */
	T9_SPACING = PN_INCH,
	T9_SPACING_MOVING = PN_INCH / 2,
};
