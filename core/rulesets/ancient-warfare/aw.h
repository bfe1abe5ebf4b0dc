#pragma once
/* Ancient Warfare and Medieval Warfare: what the files of this folder share. RULES.md has
 * the clauses. The two books are one set of rules; what only one of them has is in its
 * tables (aw.c). Nothing outside this folder includes this header. */

#include "block.h"
#include "obstacles.h"
#include "plug.h"
#include "sweep.h"
#include "wheel.h"

/* Wire names stand in the tables of aw.c, in these orders. The book's Charge Phase is three
 * of ours: AW_DECLARATION, AW_ANSWERS and AW_CHARGES. */
enum aw_phase {
	AW_DEPLOYMENT,
	AW_ORDERS,      /* markers, in secret */
	AW_INITIATIVE,  /* who goes first, and from which flank */
	AW_DECLARATION, /* automatic charges, then ordered ones */
	AW_ANSWERS,     /* retreats and counter-charges */
	AW_CHARGES,     /* distances are rolled and gone */
	AW_TACTICAL,    /* one side moves, then the other */
	AW_MELEE,       /* what comes of the contacts, by agreement */
	AW_PHASES,
};

enum aw_decision {
	AW_DEPLOY,
	AW_PLACE_ORDERS,
	AW_CHOOSE_ORDER,
	AW_CHOOSE_FLANK,
	AW_DECLARE,
	AW_ANSWER,        /* how a charge, or an advance into it, is met */
	AW_RETREAT,       /* how far, and where to */
	AW_GO_ON,         /* a pause among a great many charges */
	AW_CHARGE_LENGTH, /* how far a charge goes that reaches nobody */
	AW_MOVEMENT,
	AW_ADVANCE, /* nobody owes it: an advance that goes on after its answer */
	AW_SETTLE_MELEE,
	AW_FOLLOW, /* whether to pursue who fell back */
	AW_DECISIONS,
};

enum aw_class {
	AW_SKIRMISH_INFANTRY,
	AW_LIGHT_INFANTRY,
	AW_HEAVY_INFANTRY,
	AW_SKIRMISH_CAVALRY,
	AW_LIGHT_CAVALRY,
	AW_HEAVY_CAVALRY,
	AW_LIGHT_CHARIOTS,
	AW_LIGHT_CAMELRY,
	AW_CLASSES,
};

/* In the order in which order is lost; AW_FALLS_BACK is a melee's doing alone. */
enum aw_state { AW_GOOD, AW_DISORDERED, AW_FRAGMENTED, AW_ROUTED, AW_FALLS_BACK, AW_STATES };

enum aw_stat { AW_NORMAL, AW_CHARGE, AW_RETREAT_MOVE, AW_TO_PASS, AW_MARKERS, AW_STATS };

enum aw_trait {
	AW_TRAINED, /* else Irregular */
	AW_GENERAL, /* one is with it */
	AW_FANATIC,
	AW_LANCE,
	AW_LONG_SPEAR,
	AW_PIKE,
	AW_HALBERD,
	AW_MISSILES,
	AW_TRAITS,
};

enum aw_flag {
	AW_MOVED,
	AW_CHARGED,
	AW_ANSWERED,        /* has had its say about those who charge it */
	AW_OF_ITSELF,       /* charges without an order */
	AW_COUNTERS,        /* charges in answer to a charge */
	AW_RETREATED,       /* in the Charge Phase */
	AW_RETREATED_AGAIN, /* in the Tactical Movement Phase, or had no room to */
	AW_TRIED,           /* has rolled for frenzy */
	AW_HALTED,          /* and failed */
	AW_LURES,           /* has fired and fled */
	AW_LURED,           /* charges who did */
	AW_PURSUED,         /* who fell back from a melee */
	AW_FRENZIED,        /* this one lasts */
	AW_FLAGS,
};

enum aw_roll {
	AW_ROLL_INITIATIVE,
	AW_ROLL_FRENZY,
	AW_ROLL_CHARGE,
	AW_ROLL_RETREAT,
	AW_ROLL_NERVE,
	AW_ROLLS
};
enum aw_param { AW_PARAM_RECOVERS, AW_PARAM_CLOSE_RANGE, AW_PARAM_RADIUS, AW_PARAMS };

enum aw_fact {
	AW_FACT_WINNER, /* of the initiative */
	AW_FACT_FIRST,  /* who goes first */
	AW_FACT_FLANK,  /* from which charges are worked: enum aw_flank */
	AW_FACT_STEP,   /* what of the phase is done */
	AW_FACTS,
};
enum aw_flank { AW_NO_FLANK, AW_FROM_LEFT, AW_FROM_RIGHT };

enum aw_tally {
	AW_DISORDERS, /* how often it was disordered: its state, when it falls back */
	AW_BONUS,     /* the face of its charge die this turn */
	AW_TRIED_AT,  /* the number of the enemy that it tried to lure, from 1 */
	AW_MET,       /* the number of the enemy in its way who has answered it, from 1 */
	AW_TALLIES,
};

enum aw_verb {
	AW_VERB_NONE,
	AW_VERB_CHARGE,
	AW_VERB_ADVANCE,
	AW_VERB_RETREAT,
	AW_VERB_DEFEND,
	AW_VERB_DEPLOY,
	AW_VERB_RECOVER,
	AW_VERB_FIRE_AND_FLEE,
	AW_VERBS,
};

enum aw_reaction { AW_REACTION_RETREAT, AW_REACTION_COUNTER_CHARGE, AW_REACTIONS };

enum aw_reading {
	AW_SWITCH_FRENZY_LASTS,     /* until_recovered, first_round */
	AW_SWITCH_FRENZIED_SI,      /* retreat, charge */
	AW_SWITCH_RECOVER_FANATICS, /* off, on */
	AW_SWITCH_MORALE_DISORDERS, /* on, off */
	AW_SWITCH_TRAINED_ROLL,     /* off, on */
	AW_SWITCH_FIRE_AND_FLEE,    /* off, on */
	AW_SWITCH_FF_COUNTERS,      /* off, on */
	AW_SWITCH_PURSUIT,          /* may, must */
	AW_SWITCH_MISSED_DISORDERS, /* off, on */
	AW_SWITCH_RIDDEN_AT,        /* ordered, all, none */
	AW_SWITCHES,
	AW_SWITCH_LANCE = AW_SWITCHES, /* off, on: Medieval Warfare's alone; elsewhere 0 */
	AW_SWITCHES_MEDIEVAL,
};

enum aw_terrain {
	AW_CLEAR,
	AW_IMPASSABLE,
	AW_WOODS,
	AW_ROUGH,
	AW_HILL,
	AW_OBSTACLE,
	AW_DENSE,
	AW_TERRAIN_KINDS
};

/* Ground by what it does. */
enum {
	AW_FOREST = 1 << AW_WOODS | 1 << AW_DENSE, /* AW-19: dense ground counts as woods */
	AW_COVER = AW_FOREST | 1 << AW_ROUGH | 1 << AW_OBSTACLE, /* and delays who goes over it */
};

/* What both books have, in aw.c. */
extern const struct pn_phase_rule aw_phases[AW_PHASES];
extern const struct pn_decision_rule aw_decisions[AW_DECISIONS];
extern const struct pn_class_rule aw_classes[AW_CLASSES];
extern const struct pn_stat_rule aw_stats[AW_STATS];
extern const struct pn_flag_rule aw_flags[AW_FLAGS];
extern const struct pn_roll_rule aw_rolls[AW_ROLLS];
extern const struct pn_fact_rule aw_facts[AW_FACTS];
extern const struct pn_tally_rule aw_tallies[AW_TALLIES];
extern const struct pn_switch aw_switches[AW_SWITCHES_MEDIEVAL];
extern const struct pn_param_rule aw_params[AW_PARAMS];
extern const struct pn_terrain_rule aw_terrains[AW_TERRAIN_KINDS];
extern const struct pn_form_rule aw_forms[1];
extern const struct pn_judgement aw_judgement; /* for the practice opponent */
extern const char *const aw_states[AW_STATES];
extern const char *const aw_traits[AW_TRAITS];
extern const char *const aw_verbs[AW_VERBS];
extern const char *const aw_reactions[AW_REACTIONS];
extern const struct pn_command_rule aw_commands[PN_COMMAND_COUNT];

/* Every row of a ruleset but its id, title and switches. */
#define AW_SHARED_TABLES \
	.letters = "AW", .revision = 8, .first_phase = AW_ORDERS, \
	.deployment_phase = AW_DEPLOYMENT, .methods = 1u << PN_METHOD_SEALED, \
	.default_method = PN_METHOD_SEALED, .deepest_pending = 3, \
	.can_undo = {{[PN_COMMAND_DEPLOY] = true, [PN_COMMAND_TAKE_BACK] = true}}, \
	.phases = {aw_phases, AW_PHASES}, .decisions = {aw_decisions, AW_DECISIONS}, \
	.classes = {aw_classes, AW_CLASSES}, .stats = {aw_stats, AW_STATS}, \
	.flags = {aw_flags, AW_FLAGS}, .rolls = {aw_rolls, AW_ROLLS}, \
	.facts = {aw_facts, AW_FACTS}, .tallies = {aw_tallies, AW_TALLIES}, \
	.params = {aw_params, AW_PARAMS}, .terrain = {aw_terrains, AW_TERRAIN_KINDS}, \
	.forms = {aw_forms, 1}, .states = {aw_states, AW_STATES}, \
	.traits = {aw_traits, AW_TRAITS}, .verbs = {aw_verbs, AW_VERBS}, \
	.reactions = {aw_reactions, AW_REACTIONS}, .commands = aw_commands, \
	.judgement = &aw_judgement

/* ---- units (aw_unit.c) ---- */

/* Is its class mounted? */
bool aw_is_mounted(const struct pn_unit *unit);
bool aw_is_skirmisher(const struct pn_unit *unit); /* SI, SC */
bool aw_is_light(const struct pn_unit *unit);      /* SI, SC, LCh, LCm: AW-38, AW-41 */
bool aw_is_formed(const struct pn_unit *unit);     /* AW-68: all but skirmishers */

/* AW-20, AW-21. Foot with long spears, pikes or halberds. */
bool aw_bristles(const struct pn_unit *unit);

/* A fanatic by type, up to and including its first round of combat. */
bool aw_is_fanatic(const struct pn_unit *unit);

/* May it do anything at all: on the board, neither routed nor falling back? */
bool aw_is_steady(const struct pn_unit *unit);

/* Does it charge an enemy this turn, and has not yet? */
bool aw_charges(const struct pn_unit *unit);

/* AW-43. A unit at the same place with the same facing has not moved. */
bool aw_stands_at(const struct pn_unit *unit, pn_pose pose);

/* AW-08, AW-11. Has it a charge before it that it must make? */
bool aw_is_bent_on_its_charge(const struct pn_unit *unit);

/* Is the distance between closest points at most `length` halves of a hundredth? */
bool aw_within(const struct pn_game *view, pn_unit_id a, pn_unit_id b, int64_t twice_length);

/* One level of order is lost; the third routs. */
void aw_disorder(struct pn_step *step, pn_unit_id unit, pn_clause clause);

/* All units in the order in which the winner of the initiative has charges worked: from
 * the flank it chose, as its side looks at the board. */
void aw_by_flank(const struct pn_game *view, pn_unit_id order[PN_UNITS_MAX]);

/* AW-09. Does it charge all of the way, and not as far as its owner likes? */
bool aw_goes_all_the_way(const struct pn_unit *unit);

/* AW-44. Is the enemy one that the unit has tried to lure this turn? */
bool aw_tried_to_lure(const struct pn_unit *unit, pn_unit_id enemy);

/* AW-83. May the unit advance, or change its formation, now? */
struct pn_verdict aw_check_mover(const struct pn_game *view, pn_side side, pn_unit_id unit);

/* ---- what is in the way (aw_ground.c) ---- */

enum aw_gather {
	AW_ENEMIES = 1,
	AW_FRIENDS = 2,
	AW_GROUND = 4, /* impassable */
	AW_EDGES = 8,
	AW_HARD = AW_ENEMIES | AW_GROUND | AW_EDGES,
};

/* Gather those kinds, but for the unit itself and `except`. */
void aw_gather(struct pn_obstacles *out, const struct pn_game *view, pn_unit_id unit,
	       unsigned kinds, pn_unit_id except);

/* How far a shape gets along a heading, at most `length`, before it meets one of them;
 * `met` (may be NULL) is its index, or -1. */
pn_len aw_straight(const struct pn_obstacles *obstacles, const struct pn_shape *mover,
		   pn_angle heading, pn_len length, int *met);

/* What the unit would cover there, in the formation that it has now. */
struct pn_shape aw_footprint_at(const struct pn_unit *unit, pn_pose pose);

/* AW-19. How far it gets on into woods: heavy cavalry one base deep, others at will. */
pn_len aw_woods_limit(const struct pn_game *view, pn_unit_id unit, pn_pose pose, pn_len length);

/* Would it come into woods by the wheel alone, which heavy cavalry does not? */
bool aw_wheels_into_woods(const struct pn_game *view, pn_unit_id unit, pn_pose wheeled);

/* Does the shape overlap ground of one of these kinds (bits of enum aw_terrain)? */
bool aw_on_ground(const struct pn_game *view, const struct pn_shape *shape, unsigned kinds);

/* Would the shape, moved along, pass over such ground? */
bool aw_crosses(const struct pn_game *view, const struct pn_shape *shape, pn_angle heading,
		pn_len length, unsigned kinds);

/* Straight on, in so many files. */
struct aw_lane {
	struct pn_shape shape; /* as it begins */
	pn_angle heading;
	pn_len length;
	uint16_t files;
};

/* Would the unit go over friends, by however little? */
bool aw_passes_friends(const struct pn_game *view, pn_unit_id unit, const struct aw_lane *lane);

/* AW-68. Formed friends that the move passes through are disordered, and so is the unit that
 * passes, if formed. */
void aw_pass_through(struct pn_step *step, pn_unit_id unit, pn_pose from, pn_angle heading,
		     pn_len length);

/* ---- ways to an enemy (aw_way.c) ---- */

/* AW-82: one wheel of at most 45 degrees, then straight on. */
struct aw_way {
	int32_t by;            /* the wheel, positive clockwise */
	enum pn_corner corner; /* about which */
	pn_pose wheeled;
	pn_len cost;   /* of the wheel */
	pn_len length; /* straight on after it, to contact */
	pn_pose end;
	uint8_t facing; /* that is touched */
};

/* AW-G1. The wheel after which most figures reach the enemy, its flanks and rear first where
 * AW-70 gives them, and the way on. False: none reaches it that costs at most `reach`. */
bool aw_find_way(const struct pn_game *view, pn_unit_id unit, pn_unit_id target, pn_len reach,
		 struct aw_way *out);

/* Is there such a way, however far? */
bool aw_has_way(const struct pn_game *view, pn_unit_id unit, pn_unit_id target);

/* Would it run into the enemy if it went straight on; and on which facing? */
bool aw_comes_up_to(const struct pn_game *view, pn_unit_id unit, pn_unit_id target,
		    uint8_t *facing);

/* The facing of an enemy that it has come up to, straight ahead. */
uint8_t aw_facing_ahead(const struct pn_game *view, pn_unit_id unit, pn_unit_id target);

/* What a wheel costs. */
pn_len aw_wheel_cost(const struct pn_unit *unit, int32_t by);

/* The wheel of a unit that reaches nobody: that of the way there would be, had it more to go, or
 * towards the middle of the enemy as far as it may and can. Fills in the wheel alone. */
void aw_aim(const struct pn_game *view, pn_unit_id unit, pn_unit_id target, pn_len allowance,
	    struct aw_way *out);

/* Its pose after wheeling towards the middle of the enemy, and what that costs of the
 * allowance. */
pn_pose aw_aimed(const struct pn_game *view, pn_unit_id unit, pn_unit_id target, pn_len allowance,
		 pn_len *cost);

/* AW-82. Does any of the enemy lie before it: not behind the line of its front, and within
 * 45 degrees outward of its corners? */
bool aw_is_ahead(const struct pn_game *view, pn_unit_id unit, pn_unit_id target);

/* AW-70. Is a complete stand of the unit, where it stands or would stand, behind the line
 * of the other's front, or exactly on it? */
bool aw_is_behind_front(const struct pn_game *view, pn_unit_id unit, pn_pose pose,
			pn_unit_id other);

/* ---- charges ---- */

enum aw_impulse { AW_FREE, AW_MAY, AW_MUST };

/* Does the unit charge the enemy of itself (AW-13 to AW-21)? `clause` is why, or why not
 * altogether. */
enum aw_impulse aw_impulse(const struct pn_game *view, pn_unit_id unit, pn_unit_id target,
			   pn_clause *clause);

/* May it, though it need not? */
bool aw_may_of_itself(const struct pn_game *view, pn_unit_id unit, pn_unit_id target);

/* AW-12. The nearest of the enemies that a unit must charge of itself: none, one, or several
 * equally near, of which its owner chooses one. */
struct aw_urge {
	bool known;
	uint8_t count;
	pn_unit_id of[PN_UNITS_MAX];
	pn_clause clause; /* of the first */
};

/* One look at every unit, for many questions about one position: {0} to begin with. */
struct aw_urges {
	struct aw_urge of[PN_UNITS_MAX];
};

/* The enemies that the unit must charge automatically; worked out when first asked for. */
const struct aw_urge *aw_urge_of(struct aw_urges *urges, const struct pn_game *view,
				 pn_unit_id unit);

/* Has the unit still to charge of itself; is `target` one of the nearest? */
bool aw_is_torn(struct aw_urges *urges, const struct pn_game *view, pn_unit_id unit,
		pn_clause *clause);
bool aw_is_nearest(struct aw_urges *urges, const struct pn_game *view, pn_unit_id unit,
		   pn_unit_id target);

/* Has a unit of the side still to choose whom it charges of itself, and is that being asked? */
bool aw_has_to_charge(const struct pn_game *view, pn_side side, pn_clause *clause);

/* AW-66. Skirmish infantry against others in terrain or behind obstacles. */
bool aw_is_sheltered_from(const struct pn_game *view, pn_unit_id target, pn_unit_id unit);

/* AW-19. Is it one that may enter woods only one base deep, and the enemy in woods? */
bool aw_shuns_ground_of(const struct pn_game *view, pn_unit_id unit, pn_unit_id target);

/* Tell that a unit will charge. */
void aw_tell_charge(struct pn_step *step, pn_unit_id unit, pn_unit_id target, pn_clause clause);

/* AW-12. All automatic charges that leave no choice. */
void aw_charge_of_itself(struct pn_step *step);

/* AW-62, AW-67, AW-42. Charges that come to nothing because their unit is charged. */
void aw_cancel_charges(struct pn_step *step);

/* Tell how the charge that is the unit's order came out. */
void aw_end_charge(struct pn_step *step, pn_unit_id unit, enum pn_charge_outcome outcome,
		   pn_clause clause);

/* AW-60. What the charge may go: its move and the die rolled for it. */
pn_len aw_allowance(const struct pn_game *view, pn_unit_id unit);
void aw_roll_bonus(struct pn_step *step, pn_unit_id unit);

/* Tell that a charge begins, and roll for it, unless that was done. */
void aw_begin_charge(struct pn_step *step, pn_unit_id unit);

/* AW-65. What takes the bonus in combat from a charge: delaying ground that any of its way
 * leads over, and going up. The way is straight, from one pose to another. */
bool aw_is_spoilt(const struct pn_game *game, pn_unit_id unit, pn_unit_id with, pn_pose from,
		  pn_pose to);

/* The wheel before moving. */
void aw_wheel(struct pn_step *step, pn_unit_id unit, pn_pose wheeled, pn_len cost,
	      pn_clause clause);

/* `from`: where it stood when its charge began. */
void aw_finish_charge(struct pn_step *step, pn_unit_id unit, pn_pose from,
		      enum pn_charge_outcome outcome, pn_clause clause);

/* AW-61. Does the charger come together with an enemy that charges? Then the two meet; or two others
 * do that one of them would have met earlier. False: it meets nobody, and its charge goes for itself. */
bool aw_try_to_meet(struct pn_step *step, pn_unit_id unit);

/* Does it come together with an enemy that charges, on any roll of those that have not rolled? */
bool aw_may_meet(const struct pn_game *view, pn_unit_id unit);

/* The charges to be worked before the unit's: that of the enemy that it would come upon, its target,
 * who is in its way or who is reached with the target, and so on, where these charge elsewhere and
 * are still to go. One: the last of such a row, or the unit itself. Several: the row ends in a ring,
 * and these are in it, in the order of flanks. Returns how many. */
uint8_t aw_go_before(const struct pn_game *view, pn_unit_id unit, pn_unit_id out[PN_UNITS_MAX]);

/* No way reaches the target: the owner says how far it goes, if there is anything to say. */
void aw_fall_short(struct pn_step *step, pn_unit_id unit);

/* The enemy that a charger would touch where it cannot come to its target: one that stands
 * before the target, or that the target has retreated past; or PN_NO_UNIT. */
pn_unit_id aw_next_in_line(const struct pn_game *view, pn_unit_id charger);

/* One unit has come to touch another: the facing, and whether it counts as a charge. `from` is
 * where it stood before it moved, by which flank and rear are judged (AW-70). */
void aw_touch(struct pn_step *step, pn_unit_id unit, pn_unit_id with, pn_pose from, uint8_t facing,
	      bool benefits, pn_clause clause);

/* The other enemies that it reached at the same instant when it went straight on from `wheeled`
 * to where it stands and came to `with`: each is touched, too. */
void aw_touch_also(struct pn_step *step, pn_unit_id unit, pn_unit_id with, pn_pose wheeled,
		   pn_pose from, bool charges, pn_clause clause);

/* ---- answers and retreats (aw_duty.c, aw_answer.c, aw_retreat.c) ---- */

/* Why a unit retreats: the stage of its pending decision. */
enum aw_reason { AW_BY_ORDER, AW_FROM_CHARGE, AW_FROM_ADVANCE, AW_FROM_LURE, AW_FROM_MELEE };

enum aw_duty { AW_STANDS, AW_MAY_RETREAT, AW_MUST_RETREAT };

/* AW-37. May the unit, one of the side's own, retreat by its order now? */
struct pn_verdict aw_check_ordered_retreat(const struct pn_game *view, pn_unit_id unit);

/* What the unit owes an enemy that charges it or advances into it, and by which clause. */
enum aw_duty aw_retreat_duty(const struct pn_game *view, pn_unit_id unit, pn_unit_id enemy,
			     bool charged, pn_clause *clause);

/* The enemies that a unit answers. */
struct aw_enemies {
	uint8_t count;
	pn_unit_id of[PN_QUEUE_MAX];
};

/* The most that it owes any of them, and by which clause. */
enum aw_duty aw_duty_to_all(const struct pn_game *view, pn_unit_id unit,
			    const struct aw_enemies *enemies, bool charged, pn_clause *clause);

/* The same of all the enemies that a pending decision asks it about. */
enum aw_duty aw_asked_duty(const struct pn_game *view, const struct pn_pending *asked,
			   pn_clause *clause);

enum { AW_HEADINGS_MAX = 2 };

/* AW-32, AW-33. The ways away from the enemies of a pending decision: one or two, from
 * `heading[0]` on (aw_away.c). */
uint8_t aw_headings_away(const struct pn_game *view, const struct pn_pending *pending,
			 pn_angle heading[AW_HEADINGS_MAX]);

/* Straight on, away from an enemy or after one that was not reached. */
struct aw_run {
	pn_pose pose; /* turned, and contracted or wheeled */
	uint16_t files;
	bool clear;     /* there is room to stand so */
	pn_len cost;    /* of the wheel */
	pn_len most;    /* to what stops it, at most the allowance */
	pn_len least;   /* half, or all, of what it may go, if there is room */
	pn_len friend;  /* to the first friend, at most `most` */
	pn_unit_id met; /* who stops it, or PN_NO_UNIT */
};

/* What the unit covers at a pose, in so many files. */
struct pn_shape aw_shape_in(const struct pn_unit *unit, pn_pose pose, uint16_t files);

/* The friend in whom a run of that length would end, or PN_NO_UNIT. */
pn_unit_id aw_ends_in(const struct pn_game *view, pn_unit_id unit, const struct aw_run *run,
		      pn_len length);

/* Friends may be passed: short of the least it halts at one only if it would else end in one. */
bool aw_may_halt_at_friend(const struct pn_game *view, pn_unit_id unit, const struct aw_run *run);

/* Begin a retreat from these enemies: the roll, and the decision how far. A unit that lures goes
 * what it has left, the value of `from`. */
void aw_begin_retreat(struct pn_step *step, pn_unit_id unit, enum aw_reason reason,
		      const struct pn_pending *from, pn_clause clause);

/* The enemy's answer to an advance into it, if it has one: true when a pending decision was
 * opened. */
bool aw_open_answer_to_advance(struct pn_step *step, pn_unit_id unit, pn_unit_id enemy);

/* Does an enemy charge it? */
bool aw_is_charged(const struct pn_game *view, pn_unit_id unit);

/* AW-87. Fire and flee: up to close range, the enemy's nerve, and away. */
void aw_lure(struct pn_step *step, pn_unit_id unit, pn_unit_id target);

/* AW-22, AW-23, AW-25. May the unit that is asked counter-charge the one that the command names? */
struct pn_verdict aw_check_answer(const struct pn_game *view, const struct pn_pending *asked,
				  const struct pn_command *command);
void aw_apply_counter_charge(struct pn_step *step, const struct pn_command *command);

/* AW-73. Let those pursue whom the unit left: called before its retreat is begun, which goes
 * first. */
void aw_open_pursuit(struct pn_step *step, pn_unit_id fleer, const struct pn_pending *from);
struct pn_verdict aw_check_follow(const struct pn_game *view, const struct pn_command *command);
void aw_apply_follow(struct pn_step *step, pn_side side);

/* The middle of a unit's block. */
pn_vec aw_middle(const struct pn_unit *unit);

/* ---- the plug (aw.c) and its cells ---- */

/* Called as the members of these names in rules.h say. */
void aw_run_deployment(struct pn_step *step);
void aw_run_orders(struct pn_step *step);
void aw_run_initiative(struct pn_step *step);
void aw_run_declaration(struct pn_step *step);
void aw_run_answers(struct pn_step *step);
void aw_run_charges(struct pn_step *step);
void aw_run_tactical(struct pn_step *step);
bool aw_declare_if_forced(struct pn_step *step, pn_side side);
bool aw_move_if_forced(struct pn_step *step, pn_side side);
void aw_run_melee(struct pn_step *step);
void aw_resume_orders(struct pn_step *step);
void aw_resume_advance(struct pn_step *step);
void aw_resume_retreat(struct pn_step *step);
void aw_resume_follow(struct pn_step *step);

/* Are orders drafts now, their side's own secret? */
bool aw_is_draft(const struct pn_game *game);

PN_CHOICE(aw, orders)
PN_CHOICE(aw, order)
PN_CHOICE(aw, flank)
PN_CHOICE(aw, declare)
PN_CHOICE(aw, answer)
PN_CHOICE(aw, retreat)
PN_CHOICE(aw, charge_length)
PN_CHOICE(aw, go_on)
PN_CHOICE(aw, follow)
PN_CHOICE(aw, movement)

PN_CELLS(aw, place_order)
PN_CELLS(aw, ready)
PN_CELLS(aw, go)
PN_CELLS(aw, choose_flank)
PN_CELLS(aw, declare_charge)
PN_CELLS(aw, try_frenzy)
PN_CELLS(aw, charge)
PN_CELLS(aw, retreat)
PN_CELLS(aw, move)
PN_CELLS(aw, pass)

PN_PREVIEW(aw, try_frenzy)
PN_PREVIEW(aw, charge)
PN_PREVIEW(aw, retreat)
PN_PREVIEW(aw, move)
