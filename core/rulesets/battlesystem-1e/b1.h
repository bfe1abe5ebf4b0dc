#pragma once
/* Battlesystem, first edition: what the files of this folder share. RULES.md has the
 * clauses. Nothing outside this folder includes this header. */

#include "block.h"
#include "plug.h"

/* Wire names stand in the tables of b1.c, in these orders. */
enum b1_phase {
	B1_INITIATIVE,
	B1_RALLY,
	B1_FIRST_MOVEMENT,
	B1_SECOND_MOVEMENT,
	B1_MELEE, /* the charge chapter has no rules for it: by agreement */
	B1_DEPLOYMENT,
	B1_PHASES,
};

enum b1_decision {
	B1_CHOOSE_ORDER, /* with the switch `first_mover`: who moves first */
	B1_RALLYING,     /* a side's routed units */
	B1_MOVEMENT,     /* the active side's part of the Movement Phase */
	B1_FOLLOW,       /* an enemy withdraws: is it followed? */
	B1_DEPLOY,
	B1_SETTLE_MELEE,
	B1_DECISIONS,
};

enum b1_class { B1_FOOT, B1_CAVALRY, B1_CHARIOT, B1_INDIVIDUAL, B1_CLASSES };
enum b1_state { B1_GOOD, B1_ROUTED, B1_STATES };
enum b1_stat {
	B1_MOVEMENT_RATE,
	B1_HIT_DICE, /* of one creature, in hundredths */
	B1_ARMOUR_CLASS,
	B1_THAC0,
	B1_FIGURE_RATIO, /* creatures a figure stands for */
	B1_DAMAGE_DIE,   /* sides */
	B1_ABILITIES,
	B1_COMMANDER,      /* which individual of its side, from 1; 0: it is in the ranks */
	B1_COMMAND_RADIUS, /* of an individual */
	B1_STATS,
};
enum b1_flag {
	B1_MOVED,
	B1_CHARGED,
	B1_OUT_OF_COMMAND,
	B1_UNCONTROLLED, /* out of command by its own fault, until it has attacked (B1-45) */
	B1_MUST_ATTACK,  /* in this round, before anything else (B1-45) */
	B1_CHECKED,      /* its discipline, at the start of this movement (B1-44) */
	B1_CHARGE_BONUS, /* 1 on the Attack Rating until the round's melee is over (B1-11) */
	B1_MOUNTED_BONUS,
	B1_BROKE_THROUGH,
	B1_FAILED_CHARGE, /* 3 off its morale until the round is over (B1-24) */
	B1_RALLIED,       /* and stays where it is for the round (B1-78) */
	B1_CHECK_FAILED,  /* was not brought to charge (B1-57) */
	B1_RALLY_TRIED,
	B1_TESTED, /* its discipline, for whatever cause (B1-14, B1-44) */
	B1_FLAGS,
};

/* How figures stand. A unit that was broken through has lost figures out of its midst: the
 * four forms that follow say so of the first four, each figure where it stood. */
enum b1_form {
	B1_CLOSED,
	B1_OPEN,
	B1_MOB,
	B1_SKIRMISH,
	B1_FORMATIONS,
	B1_HOLED = B1_FORMATIONS,
	B1_FORMS = 2 * B1_FORMATIONS,
};

enum b1_trait {
	B1_DEMIHUMAN,
	B1_MAGIC_EQUIPMENT,
	B1_HIGH_INTELLIGENCE,
	B1_LOW_INTELLIGENCE,
	B1_LAWFUL,
	B1_CHAOTIC,
	B1_BERSERK,
	B1_MINDLESS,
	B1_HATES,
	B1_HATED,
	B1_SPEARS,
	B1_PIKES,
	B1_SHIELD,
	B1_AQUATIC,
	B1_TRAITS,
};

enum b1_roll {
	B1_ROLL_INITIATIVE,
	B1_ROLL_INITIATIVE_20,
	B1_ROLL_DISCIPLINE,
	B1_ROLL_RALLY,
	B1_ROLL_ORDER,      /* a mob is told to charge */
	B1_ROLL_SET_SPEARS, /* they strike a charger */
	B1_ROLL_LOSSES,     /* morale after losses (B1-52) */
	B1_ROLLS,
};

enum b1_tally {
	B1_WOUNDS,
	B1_LET_GO, /* 1 + the enemy it let withdraw this round; 0: none */
	B1_SHAKEN, /* how much of it was lost when its morale was last checked for that: 0, half, three
		    * quarters as 0, 1, 2 (B1-52) */
	B1_TALLIES,
};

enum b1_fact { B1_FACT_FIRST, B1_FACT_RALLIED_SIDES, B1_FACTS };

enum b1_param {
	B1_PARAM_OPEN_GAP,
	B1_PARAM_MOB_GAP,
	B1_PARAM_SKIRMISH_GAP,
	B1_PARAM_SHORT_CHARGE,
	B1_PARAM_MOB_NEEDS_ORDER,
	B1_PARAM_SKIRMISH_MAY_CONTACT,
	B1_PARAM_TEN_FEET,
	B1_PARAM_MOB_SUPPORT,
	B1_PARAM_MORALE_FOR_LOSSES,
	B1_PARAMS,
};

enum b1_reading {
	B1_SWITCH_FIRST_MOVER,    /* winner, winner_chooses */
	B1_SWITCH_DIE,            /* d6, d20 */
	B1_SWITCH_RUN_UP,         /* way, allowance */
	B1_SWITCH_FORCED,         /* advances, charges */
	B1_SWITCH_THROUGH_TEST,   /* end_of_charge, end_of_melee */
	B1_SWITCH_THROUGH_REPEAT, /* again, once */
	B1_SWITCH_SET_SPEARS,     /* before_the_test, in_melee */
	B1_SWITCH_SCREEN,         /* off, on */
	B1_SWITCHES,
};
enum { B1_WINNER_FIRST, B1_WINNER_CHOOSES };
enum { B1_DIE_6, B1_DIE_20 };
enum { B1_RUN_UP_WAY, B1_RUN_UP_ALLOWANCE };
enum { B1_FORCED_ADVANCES, B1_FORCED_CHARGES };
enum { B1_TEST_AFTER_CHARGE, B1_TEST_AFTER_MELEE };
enum { B1_THROUGH_AGAIN, B1_THROUGH_ONCE };
enum { B1_SPEARS_FIRST, B1_SPEARS_IN_MELEE };
enum { B1_SCREEN_IS_CROSSED, B1_SCREEN_STOPS };

enum b1_terrain {
	B1_CLEAR,
	B1_ROAD,
	B1_WOODS,
	B1_OBSTACLE,
	B1_ELEVATION,
	B1_ROUGH,
	B1_SWAMP,
	B1_WATER,
	B1_IMPASSABLE,
	B1_TERRAIN_KINDS,
};

extern const struct pn_rules battlesystem_1e_rules;

/* ---- the book's tables (b1_tables.c) ---- */

/* What one kind of terrain does (Table 14). */
struct b1_ground_row {
	uint8_t sixths; /* what a distance there costs, in sixths of it; 0: it is not entered */
	bool charge;    /* may a charge go through? */
	bool closed;    /* may it be entered in closed formation? */
};

/* The row of a kind of terrain in Table 14. */
struct b1_ground_row b1_ground_row(uint8_t kind);

/* B1-74. What one figure does, in tenths of a Hit Die: by the attack roll (AR - AC + 2d6)
 * and the sides of its damage die, 2 to 20; a die that the table lacks is read as the next
 * smaller one. Low rolls do more. */
int32_t b1_damage(int32_t attack_roll, int32_t die);

/* B1-70. The base Attack Rating: THAC0 and so much for the ratio of creatures to a figure,
 * 1 to 10; a ratio that the table lacks counts as the next smaller one. */
int32_t b1_base_attack(int32_t thac0, int32_t ratio);

/* B1-43. Base morale of a unit as it took the field. */
int32_t b1_base_morale(const struct pn_unit *unit);

/* B1-41. Its discipline rating; 0 for berserkers (B1-42). */
int32_t b1_discipline(const struct pn_unit *unit);

/* How much of a unit is lost that counts for its morale: 0, half of it or three quarters, as
 * 0, 1, 2. */
uint8_t b1_loss_band(const struct pn_unit *unit);

/* B1-51. What its situation takes from its base morale, or adds. */
int32_t b1_morale_modifier(const struct pn_game *view, pn_unit_id unit);

/* How an attack is made (B1-71, B1-72). */
struct b1_attack {
	bool open;           /* open formation, a mob or skirmishers */
	bool out_of_command; /* of a mob always */
	bool commander;      /* its commander fights the same enemy */
	bool charge;         /* in closed formation */
	bool mounted;        /* and on horses or chariots, not against set spears */
	uint8_t facing;      /* of the target that is struck: enum pn_facing */
	bool shield;         /* the target has one */
};

/* What all that adds to the attack roll. */
int32_t b1_attack_modifier(const struct b1_attack *attack);

/* ---- units (b1_unit.c) ---- */

/* The formation, whether or not figures are missing from its midst. */
uint8_t b1_formation(const struct pn_unit *unit);
bool b1_is_individual(const struct pn_unit *unit);
bool b1_is_skirmish(const struct pn_unit *unit);
bool b1_is_mob(const struct pn_unit *unit);
bool b1_is_regular(const struct pn_unit *unit);

/* Individuals and skirmishers, whatever they face (B1-66). */
bool b1_goes_any_way(const struct pn_unit *unit);

/* Does it suffer as one that is out of command (B1-56, B1-57)? */
bool b1_is_out_of_command(const struct pn_unit *unit);

/* 1 1/2 MV, rounded down (B1-02); of skirmishers and individuals MV (B1-07). */
pn_len b1_charge_range(const struct pn_unit *unit);
pn_len b1_movement(const struct pn_unit *unit);

/* B1-55. The individual that the muster names, or PN_NO_UNIT. */
pn_unit_id b1_commander_of(const struct pn_game *view, const struct pn_unit *unit);

/* B1-55. Is its commander away, dead or out of reach of any of its figures? */
bool b1_lacks_commander(const struct pn_game *view, pn_unit_id unit);

/* B1-78. Has it its commander, or any other of its side who is in good order, in that reach? */
bool b1_is_led_by_any(const struct pn_game *view, pn_unit_id unit);

/* More that a muster must satisfy. */
struct pn_muster_fault b1_check_muster(const struct pn_muster *muster, uint8_t index);

#include "b1_walk.h"

extern const struct pn_judgement b1_judgement; /* for the practice opponent */

/* ---- contact (b1_contact.c) ---- */

/* The enemies whose bases the unit touches where it stands, by id. Returns how many. */
uint8_t b1_touching(const struct pn_game *view, pn_unit_id unit, pn_unit_id out[PN_UNITS_MAX]);

/* The base of a figure of a unit, in a block or by itself. */
struct pn_shape b1_base_of(const struct pn_game *view, const struct pn_unit *unit, uint16_t figure);

/* B1-76. How many figures of `unit` fight those figures of `enemy` that `of` marks. */
int32_t b1_fighting(const struct pn_game *view, pn_unit_id unit, pn_unit_id enemy,
		    const bool of[PN_FIGURES_MAX]);

/* Which figures of the enemy stand in the way of the unit's going on. Returns how many. */
uint16_t b1_in_the_path(const struct pn_game *view, pn_unit_id unit, pn_unit_id enemy,
			pn_angle heading, bool out[PN_FIGURES_MAX]);

/* Does the unit come to the enemy only by going on along the heading, by a millimetre at most? */
bool b1_lies_ahead(const struct pn_game *view, pn_unit_id unit, pn_unit_id enemy, pn_angle heading);

/* Tell every new contact of the unit, where it stands, with those enemies; with all it touches. */
void b1_strike(struct pn_step *step, pn_unit_id unit, const pn_unit_id *enemy, uint8_t count,
	       bool benefits, pn_clause clause);
void b1_strike_all(struct pn_step *step, pn_unit_id unit, bool benefits, pn_clause clause);

/* B1-17. Would all that stands in the charger's path be killed by the least that it does, of
 * the enemies that it touches? Its damage is spent once, over all of them. */
bool b1_breaks_through(const struct pn_game *view, pn_unit_id unit, const pn_unit_id *enemy,
		       uint8_t count, pn_angle heading);

/* B1-73. How many chargers the set spears of `unit` kill with this roll; is one wounded? */
int32_t b1_kills(const struct pn_game *view, pn_unit_id unit, pn_unit_id enemy, int32_t figures,
		 int32_t roll, int32_t times, bool charges, bool *wound);

/* Do its spears or pikes stand against a charger that comes to its front? */
bool b1_spears_set(const struct pn_game *view, pn_unit_id unit, pn_unit_id charger);

/* B1-18, B1-20. The marked figures are gone, and the others stay where they stood. */
void b1_remove_figures(struct pn_step *step, pn_unit_id unit, const bool which[PN_FIGURES_MAX],
		       pn_clause clause);

/* ---- charges (b1_announce.c, b1_charge.c, b1_way.c) ---- */

/* A charge as it would go. */
struct b1_plan {
	struct b1_walk walk;
	pn_len run;             /* of the way to the contact */
	pn_len straight;        /* of its last, straight part */
	pn_len left;            /* of the allowance */
	bool opens;             /* first, because of the ground on the way (B1-69) */
	bool run_up;            /* B1-08, as far as it was walked or foreseen */
	bool is_straight;       /* B1-09 */
	bool reaches;           /* an enemy, as far as it was walked or foreseen */
	struct b1_walked ended; /* with what it ends, foreseen */
};

/* The charge along the path that is given (NULL: the best of B1-G1). */
void b1_plan_charge(struct b1_plan *out, const struct pn_game *view, pn_unit_id unit,
		    pn_unit_id target, const struct pn_path *given);

/* B1-08. Is that way long enough for a run-up? */
bool b1_has_run_up(const struct pn_game *view, pn_unit_id unit, pn_len length);

/* Judge B1-08 and B1-09 at the contact that stops the charge, whoever is broken through before it, and
 * whether the charge reaches its target or ends at an enemy (b1_run.c). */
void b1_foresee(struct b1_plan *plan, const struct pn_game *view, pn_unit_id unit,
		pn_unit_id target);

/* The best of B1-G1 for one who stands so (b1_search.c). */
void b1_find_way(struct b1_plan *out, struct b1_scene *scene, pn_unit_id target,
		 const struct pn_stand *stand);

/* What may be done before going straight at a target: nothing; a wheel until it is faced, until it
 * is 45 degrees off, and half of the first; the faces. A unit with gaps in it can do nothing.
 * Returns how many. */
enum { B1_TURNS_MAX = 7 };
uint8_t b1_list_turns(const struct pn_game *view, const struct pn_stand *stand, pn_unit_id target,
		      struct pn_path out[B1_TURNS_MAX]);

/* A charge before its last stretch: how it stands after some legs, and what is left to it. */
struct b1_lead {
	struct b1_walk walk;
	struct pn_stand stand;
	pn_len left;
	bool ends; /* the legs were refused, or stopped: nothing follows */
};

/* The charge as the legs of the path leave it. */
void b1_lead(struct b1_lead *out, struct b1_scene *scene, const struct pn_stand *stand,
	     const struct pn_path *path);

/* From there straight on along a heading, as far as the charge goes. */
void b1_finish(struct b1_plan *out, struct b1_scene *scene, const struct b1_lead *lead,
	       pn_angle heading);

/* The shortest way between two shapes, if its square is less than `least` (-1: none is known),
 * which it replaces. */
void b1_try_parts(const struct pn_shape *from, const struct pn_shape *to, int64_t *least,
		  pn_vec *best);

/* The way from the nearest point of one who stands so to the nearest of a unit; where that
 * leads; a heading kept within 45 degrees of the facing; and the heading on which a unit goes
 * for it, kept so unless it goes any way. */
pn_vec b1_shortest_way(const struct pn_game *view, const struct pn_stand *stand, pn_unit_id to);
pn_angle b1_bearing_of(const struct pn_game *view, const struct pn_stand *stand, pn_unit_id to,
		       pn_vec way);
pn_angle b1_bearing_to(const struct pn_game *view, const struct pn_stand *stand, pn_unit_id to);
pn_angle b1_heading_to(const struct pn_game *view, pn_unit_id id, const struct pn_stand *stand,
		       pn_unit_id to);

/* May its owner tell the unit to charge: not moved, not in contact, of a kind that may (B1-05,
 * B1-06, B1-16, B1-67)? */
struct pn_verdict b1_check_charger(const struct pn_game *view, pn_unit_id unit);

/* The path that the owner of a charge gives, or NULL. */
const struct pn_path *b1_given_path(const struct pn_command *command);

/* B1-45. Does the command come to going for the enemy without charging? */
bool b1_only_advances(const struct pn_game *view, pn_side side, const struct pn_command *command);

/* B1-22 to B1-25. What a charge costs that ends without contact; by which clause a closed unit
 * opens out. */
void b1_lose_charge(struct pn_step *step, pn_unit_id unit, pn_clause opens);

/* Every enemy that the unit may charge now, as an action each. */
void b1_list_charges(const struct pn_game *view, pn_side side, pn_unit_id unit,
		     struct pn_actions *out);

/* B1-45. Every enemy that a unit which must attack may go for now, as an action each. */
void b1_list_attacks(const struct pn_game *view, pn_side side, pn_unit_id unit,
		     struct pn_actions *out);

/* Run the charge from where the unit stands, on the path given or, with NULL, the best way
 * there is (b1_run.c). */
void b1_run_charge(struct pn_step *step, pn_unit_id unit, pn_unit_id target,
		   const struct pn_path *path);

/* ---- nerve (b1_nerve.c) ---- */

/* Routs, command and discipline as the active side's movement begins. */
void b1_start_movement(struct pn_step *step);

/* B1-40, B1-42. True when passed. A unit that never checks passes. The clause is why it is
 * checked. */
bool b1_check_discipline(struct pn_step *step, pn_unit_id unit, pn_clause clause);

/* The chance of it, where there is a roll. */
void b1_preview_discipline(struct pn_preview *out, const struct pn_game *view, pn_unit_id unit);

/* Are its creatures of the kind that may not hold back (chaotic, or of low intelligence)? */
bool b1_is_unruly(const struct pn_unit *unit);

/* An enemy that it was in contact with withdraws or flees: will it hold back (B1-44)? */
bool b1_holds_back(struct pn_step *step, pn_unit_id unit);

/* Is the enemy one that a unit with the duty of B1-45 may go for? */
bool b1_is_prey(const struct pn_game *view, pn_unit_id unit, pn_unit_id enemy);

/* B1-78. MV and a third of it, straight away from the nearest enemy, before what stands in the
 * way; over the edge it is gone. Those whom it leaves may not hold back (B1-44). */
void b1_flee(struct pn_step *step, pn_unit_id unit);

/* The way of it. */
struct b1_walked b1_way_out(const struct pn_game *view, pn_unit_id unit);

/* B1-15, B1-45. It is out of command until it has attacked, and in open formation. */
void b1_lose_command(struct pn_step *step, pn_unit_id unit, pn_clause clause);

/* Must it attack before its side's movement ends, and can it still? */
bool b1_has_duty(const struct pn_game *view, pn_unit_id unit);

/* B1-12, B1-25, B1-45, B1-21. The melees of the round are over. */
void b1_end_round(struct pn_step *step);

/* ---- movement (b1_move.c) ---- */

/* Is there anything that the unit may still do in the movement step? */
bool b1_can_act(const struct pn_game *view, pn_unit_id unit);

/* B1-45. Straight at the enemy, as far as an ordinary move goes. */
void b1_go_for(struct pn_step *step, pn_unit_id unit, pn_unit_id target);

/* A movement in which nobody can do anything more, and nothing can be taken back, ends. */
void b1_end_step_if_idle(struct pn_step *step);
void b1_list_withdrawal(const struct pn_game *view, pn_side side, pn_unit_id unit,
			struct pn_actions *out);
void b1_end_follow(struct pn_step *step);

/* ---- cells of the tables ---- */

/* Called as the members of these names in rules.h say. */
void b1_run_initiative(struct pn_step *step);
void b1_run_rally(struct pn_step *step);
void b1_run_movement(struct pn_step *step);
bool b1_attack_if_forced(struct pn_step *step, pn_side side);
void b1_run_melee(struct pn_step *step);
void b1_run_deployment(struct pn_step *step);

PN_CHOICE(b1, order)
void b1_list_rally(const struct pn_game *view, pn_side side, struct pn_actions *out);
PN_CHOICE(b1, movement)
void b1_list_follow(const struct pn_game *view, pn_side side, struct pn_actions *out);

PN_CELLS(b1, go)
PN_CELLS(b1, rally)
PN_CELLS(b1, ready)
PN_CELLS(b1, charge)
PN_CELLS(b1, move)
PN_CELLS(b1, pass)
PN_CELLS(b1, fighting_withdrawal)
PN_CELLS(b1, flee)

void b1_apply_accept_outcome(struct pn_step *step, pn_side side, const struct pn_command *command);

PN_PREVIEW(b1, rally)
PN_PREVIEW(b1, move)
PN_PREVIEW(b1, charge)
PN_PREVIEW(b1, withdrawal)
PN_PREVIEW(b1, flee)
