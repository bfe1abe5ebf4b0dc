#pragma once
/* Conquest, the core rules of version 1.5: what the files of this folder share. RULES.md
 * has the clauses. Nothing outside this folder includes this header. */

#include "block.h"
#include "convex_parts.h"
#include "lanes.h"
#include "obstacles.h"
#include "plug.h"
#include "sweep.h"

extern const struct pn_judgement cq_judgement; /* for the practice opponent */

/* Wire names stand in the tables of cq.c, in these orders. */
enum cq_phase {
	CQ_COMMAND,   /* both order their stacks in secret */
	CQ_SUPREMACY, /* who draws first */
	CQ_ACTION,    /* card by card */
	CQ_MELEE,     /* what comes of the contacts, by agreement */
	CQ_DEPLOYMENT,
	CQ_PHASES,
};

enum cq_decision {
	CQ_STACK,      /* the order of one's own stack */
	CQ_ACTIVATION, /* what the regiment that was drawn does with its two actions */
	CQ_REROLL,     /* a failed Charge Roll may be rolled again */
	CQ_SETTLE_MELEE,
	CQ_CHARGE_RUN, /* nobody owes it: a charge that goes on after its roll */
	CQ_DEPLOY,
	CQ_DECISIONS,
};

enum cq_class { CQ_INFANTRY, CQ_CAVALRY, CQ_BRUTES, CQ_MONSTER, CQ_CLASSES };
enum cq_state { CQ_GOOD, CQ_BROKEN, CQ_STATES };
enum cq_stat {
	CQ_MARCH,
	CQ_CHARACTER_MARCH,
	CQ_MODELS,
	CQ_IMPACT,
	CQ_ARRIVES,
	CQ_RESOLVE,
	CQ_STATS
};
enum cq_tally { CQ_ARRIVED, CQ_TALLIES }; /* the turn in which it came on */
enum { CQ_ARRIVED_MOST = 98 };            /* it may have been any but the last */
enum cq_flag {
	CQ_ACTIVATED,
	CQ_ACTED, /* has taken its first action */
	CQ_ACTED_TWICE,
	CQ_CHARGED,
	CQ_INSPIRED,
	CQ_IMPACTS,       /* has impact attacks to make */
	CQ_FORFEITED,     /* lost its remaining actions */
	CQ_REFORMED,      /* by an action */
	CQ_REFORMED_MORE, /* CQ-99 */
	CQ_CLASHED,
	CQ_FLAGS,
};
enum cq_trait {
	CQ_UNSTOPPABLE,
	CQ_STANDARD_BEARER,
	CQ_FLUID_FORMATION,
	CQ_FLY,
	CQ_BLOODLUST,
	CQ_TRAITS,
};
enum cq_roll { CQ_ROLL_SUPREMACY, CQ_ROLL_CHARGE, CQ_ROLL_BLOODLUST, CQ_ROLLS };
enum cq_param { CQ_PARAM_BROKEN_PENALTY, CQ_PARAMS };
enum cq_fact {
	CQ_FACT_FIRST,
	CQ_FACT_NEXT,       /* whose draw it is */
	CQ_FACT_RED_DRAWN,  /* cards drawn this turn */
	CQ_FACT_BLUE_DRAWN, /* = CQ_FACT_RED_DRAWN + PN_BLUE */
	CQ_FACTS,
};
enum cq_verb { CQ_VERB_NONE, CQ_VERB_CHARGE, CQ_VERB_CARD };

enum cq_switch {
	CQ_SWITCH_WHEEL_AT,     /* any, start */
	CQ_SWITCH_FORWARD_CAP,  /* on, off */
	CQ_SWITCH_FAILED_TURN,  /* free, none */
	CQ_SWITCH_PUSH_ENGAGED, /* off, on */
	CQ_SWITCH_FLYING,       /* on, off */
	CQ_SWITCHES,
};
enum { CQ_WHEEL_ANYWHERE, CQ_WHEEL_AT_START };
enum { CQ_CAPPED, CQ_UNCAPPED };
enum { CQ_TURN_FREE, CQ_TURN_NONE };
enum { CQ_PUSH_FREE_ONLY, CQ_PUSH_ENGAGED_TOO };
enum { CQ_CHARGES_FLY, CQ_CHARGES_WALK };

enum cq_terrain { CQ_CLEAR, CQ_IMPASSABLE, CQ_GARRISON, CQ_FOREST, CQ_HILL, CQ_TERRAIN_KINDS };

enum { CQ_ACTIONS = 2 };

/* The stage of an activation. */
enum { CQ_STAGE_FREE, CQ_STAGE_DRIVEN /* CQ-100 */ };

/* ---- regiments (cq_unit.c) ---- */

/* CQ-42. The lowest March characteristic in the regiment. */
pn_len cq_march(const struct pn_unit *unit);

/* The centre of its block; a short last rank is filled up. */
pn_vec cq_centre(const struct pn_unit *unit);

/* The point of a shape's outline that is nearest to a point. */
pn_vec cq_nearest_of(const struct pn_shape *shape, pn_vec point);

/* How high it stands among others when one looks past it: infantry 1, cavalry and brutes
 * 2, monsters 3; a flier one more. */
uint8_t cq_size(const struct pn_unit *unit);

/* Is it the one that acts, with an action left (CQ-92, CQ-93)? */
struct pn_verdict cq_check_action(const struct pn_game *view, pn_side side, pn_unit_id unit);

/* The regiment that is acting, or PN_NO_UNIT. */
pn_unit_id cq_acting(const struct pn_game *view);

/* ---- what is in the way (cq_ground.c) ---- */

enum cq_gather {
	CQ_ENEMIES = 1,
	CQ_ENGAGED_FRIENDS = 2, /* CQ-25, CQ-27 */
	CQ_FREE_FRIENDS = 4,
	CQ_IMPASSABLE_GROUND = 8,
	CQ_GARRISONS = 32,
	CQ_GROUND = CQ_IMPASSABLE_GROUND | CQ_GARRISONS,
	CQ_EDGES = 16,
	CQ_ALL = 63,
};

/* What no charge passes through, besides enemies and the board's edge. */
enum { CQ_BARS_CHARGES = CQ_ENGAGED_FRIENDS | CQ_GROUND };

/* Gather those kinds, but for the unit itself and `except`. A flier minds nothing but
 * the edge while it moves (CQ-47): whoever asks leaves the rest out. */
void cq_gather(struct pn_obstacles *out, const struct pn_game *view, pn_unit_id unit,
	       unsigned kinds, pn_unit_id except);

/* Does the footprint of the pose overlap any of them? Returns its index, or -1. */
int cq_overlaps(const struct pn_obstacles *obstacles, const struct pn_unit *unit, pn_pose pose);

/* Does the unit stand in the obstacle there: by however little, where corners are exact, and else by
 * more than a touch? */
bool cq_is_in(const struct pn_unit *unit, pn_pose pose, const struct pn_shape *obstacle);

/* How a unit came to a pose. */
struct cq_came {
	pn_angle heading;
	pn_len length; /* straight on at last; 0, where it was put against somebody */
	bool marched;  /* it had marched before: it began where it had marched to */
};

/* CQ-28. The first obstacle that the unit, which came to the pose so, has not cleared; or -1. What it
 * has passed it has cleared exactly or not at all, and what it goes along as well; what it stands
 * against where it was put may be touched. */
int cq_not_cleared(const struct pn_obstacles *obstacles, const struct pn_unit *unit, pn_pose pose,
		   struct cq_came came);

/* How far the unit gets straight on from the pose, at most `length`, before it is in the one
 * obstacle, by however little. */
pn_len cq_until_in(const struct pn_obstacles *one, const struct pn_unit *unit, pn_pose pose,
		   pn_angle heading, pn_len length);

/* How far the unit gets straight on from the pose, at most `length`, before it meets one of
 * them; `met` (may be NULL) is its index, or -1. */
pn_len cq_straight(const struct pn_obstacles *obstacles, const struct pn_unit *unit, pn_pose pose,
		   pn_angle heading, pn_len length, int *met);

/* CQ-36, CQ-91. The same, halting an inch before those that must be kept away from:
 * enemies, garrison and impassable terrain. To those that it stands nearer to already it comes
 * no nearer. */
pn_len cq_keeping_away(const struct pn_game *view, pn_unit_id unit, pn_pose pose, pn_angle heading,
		       pn_len length);

/* Those of some obstacles that count, and the box round each. */
struct cq_boxes {
	uint16_t count;
	uint16_t of[PN_OBSTACLES_MAX];
	struct pn_box box[PN_OBSTACLES_MAX];
};

/* What a regiment has round it, looked at once for many places in which its centre stays where
 * it is: all that it may not stand on, and what it keeps away from. */
struct cq_surroundings {
	const struct pn_game *view;
	pn_unit_id unit;
	struct pn_obstacles all;
	struct pn_obstacles shunned;
	struct cq_boxes all_near;
	struct cq_boxes shunned_near;
	pn_len gap[PN_OBSTACLES_MAX]; /* to keep from those near */
};

/* Gather all that stands about the regiment, and the gaps that it must keep. */
void cq_look_round(struct cq_surroundings *out, const struct pn_game *view, pn_unit_id unit);

/* Which of `all` the shape overlaps, or -1. */
int cq_overlaps_any(const struct cq_surroundings *round, const struct pn_shape *there);
bool cq_keeps_away_from(const struct cq_surroundings *round, const struct pn_shape *there);

/* The same at the pose, as it is formed now. */
bool cq_is_away(const struct pn_game *view, pn_unit_id unit, pn_pose pose);

/* ---- arcs and sight (cq_arc.c, cq_sight.c) ---- */

/* CQ-31. The facing of the target in whose arc most of the charger's footprint lies. */
uint8_t cq_facing_of(const struct pn_unit *charger, const struct pn_unit *target);

/* The edge of a footprint with so many corners that is this facing. */
uint8_t cq_edge_of(uint8_t facing, uint8_t corners);

/* Is the point in the front arc of the regiment? */
bool cq_in_front_arc(const struct pn_unit *unit, pn_vec point);

/* CQ-05. Does the regiment see the other? */
bool cq_sees(const struct pn_game *view, pn_unit_id unit, pn_unit_id target);

/* ---- marching (cq_path.c, cq_march.c) ---- */

/* A path walked: where it ends and what it cost. */
struct cq_walk {
	struct pn_verdict verdict;
	uint8_t leg_count;
	pn_pose leg[PN_PATH_MAX];
	pn_len cost[PN_PATH_MAX];
	pn_clause clause[PN_PATH_MAX]; /* that each leg goes by */
	pn_len spent;
};

/* How a path comes to where it ends. */
struct cq_came cq_came_by(const struct pn_path *path, pn_pose end);

/* Walk the path as far as it is lawful; the verdict says why not farther. */
struct cq_walk cq_walk_path(const struct pn_game *view, pn_unit_id unit,
			    const struct pn_path *path);

/* The kinds that stop a march itself, wherever it keeps its inch. */
unsigned cq_what_stops(const struct pn_unit *unit);

/* ---- reforming (cq_reform.c, cq_facing.c, cq_fit.c) ---- */

/* Where a reform would leave the regiment, if it is lawful. */
struct cq_reform {
	struct pn_verdict verdict;
	uint16_t files;
	pn_pose pose;
};

/* CQ-98. In so many files, turned about its centre by so much, positive clockwise. */
struct cq_reform cq_reform_to(const struct pn_game *view, pn_unit_id unit, uint16_t files,
			      int32_t by);
struct cq_reform cq_reform_among(const struct cq_surroundings *round, uint16_t files, int32_t by);

/* May it reform at all now? */
struct pn_verdict cq_check_reform_now(const struct pn_game *view, pn_side side, pn_unit_id unit);

/* CQ-99. Has it the reform that costs no action, now? */
bool cq_has_extra_reform(const struct pn_game *view, pn_unit_id unit);

/* CQ-G3. What is looked at for a reform after which a charge at an enemy comes through. */
struct cq_fit {
	const struct cq_surroundings *round;
	pn_unit_id enemy;
	int32_t towards; /* the turn that faces it */
	pn_len distance; /* of it from the centre */
	pn_len most;     /* what the highest roll gets */
	uint8_t left;    /* so many stances may still be looked at */
	bool is_prepared;
	struct pn_obstacles solid; /* enemies, and what no charge passes */
	struct pn_game then;       /* the regiment as it would stand */
	uint16_t files;            /* what was found */
	int32_t by;
};

/* The caller sets the enemy, `towards` and `distance` before each question. */
void cq_begin_fit(struct cq_fit *fit, const struct cq_surroundings *round);

/* Does a charge come through after that lawful reform, as far as is looked? */
bool cq_fits(struct cq_fit *fit, uint16_t files, int32_t by, pn_pose pose);

/* Is there any such reform? In fit->files, turned fit->by. */
bool cq_find_fit(struct cq_fit *fit);

/* CQ-98. The reforms that the regiment may make, as actions. */
void cq_list_reform(const struct pn_game *view, pn_side side, pn_unit_id unit,
		    struct pn_actions *out);

/* ---- Bloodlust (cq_blood.c) ---- */

/* What it must do, as a command that does it: a charge, or the march of CQ-101. False: nothing,
 * or nothing that it could. */
bool cq_find_duty(const struct pn_game *view, pn_side side, struct pn_command *duty);

/* May it do something else than charge? Lawful for any march where it need not charge:
 * cq_check_approach() asks how close that gets. */
struct pn_verdict cq_check_duty(const struct pn_game *view, pn_side side,
				const struct pn_command *command);
struct pn_verdict cq_check_approach(const struct pn_game *view, const struct cq_walk *walk);

/* May it march so, or rally, where it need do nothing? For who has asked that already: a list. */
struct pn_verdict cq_check_free_march(const struct pn_game *view, pn_side side,
				      const struct pn_command *command);
struct pn_verdict cq_check_free_rally(const struct pn_game *view, pn_side side, pn_unit_id unit);

/* Throw for the next action: is it driven? */
bool cq_throw_bloodlust(struct pn_step *step, pn_unit_id unit);

/* ---- charging (cq_target.c, cq_charge.c, cq_way.c, cq_strike.c, cq_fail.c, cq_mired.c,
 * cq_align.c) ---- */

/* What becomes of a way besides contact: the more the better. */
enum cq_fitness {
	CQ_ENDS_IN_A_FRIEND, /* CQ-28 */
	CQ_TOUCHES_ANOTHER,  /* an enemy who is to be pushed (CQ-22) */
	CQ_FIT,
};

/* Where a charge wheels and where it makes contact. */
struct cq_way {
	pn_len ahead; /* before the wheel */
	int32_t by;   /* the wheel, positive clockwise, about `left` ? left : right corner */
	bool left;
	bool flies;    /* over whatever lies between (CQ-47) */
	bool touches;  /* an enemy besides its target, on the way or where it comes to lie */
	pn_len length; /* after it, to contact */
	uint16_t stands;
	enum cq_fitness fitness;
	uint8_t facing;
	pn_pose wheeled; /* after the wheel */
	pn_pose end;
	struct pn_sweep_contact contact;
};

/* Into so many parts the way that is free straight ahead is divided, to try the wheel after
 * each (CQ-G1). */
enum { CQ_PARTS = 8 };

/* What the ways of one charge have in common: who goes where, and what is in the way. */
struct cq_search {
	const struct pn_game *view;
	pn_unit_id id;
	pn_unit_id target;
	struct pn_obstacles walls;   /* what no part of the charge may pass */
	struct pn_obstacles all;     /* those but the board's edge, and the other enemies */
	struct pn_obstacles solid;   /* all of that, and the target: no wheel touches any */
	struct pn_obstacles enemies; /* but the target */
	struct pn_obstacles friends; /* who may be passed through */
	struct pn_obstacles landing; /* on what a flier may not end */
	bool flies;
	bool only_why; /* it is only asked why there is no way: what is tried last is left out */
	/* What is asked: one facing after the other. */
	uint8_t facing;
	pn_len reach;
	pn_len distance; /* what is in the way beyond it is not met */
	pn_len ahead;    /* free straight ahead */
	/* How far a wheel may go after each part, once that is known. */
	bool is_limited[CQ_PARTS + 1];
	struct pn_lanes_wheel wheel[CQ_PARTS + 1][PN_CORNERS];
};

/* Begin to look for ways past enemies, the board's edge and those kinds. */
void cq_begin_search(struct cq_search *search, const struct pn_game *view, pn_unit_id unit,
		     pn_unit_id target, unsigned kinds);

/* CQ-14, CQ-G1. The way by which most stands reach the charged facing within `reach`, if
 * no more of it is gone than `distance`. A path `given` (or NULL) says after how much of it the
 * owner wants to wheel, and which of equal wheels. False: none does (CQ-16). */
bool cq_find_way(struct cq_search *search, uint8_t facing, pn_len reach, pn_len distance,
		 const struct pn_path *given, struct cq_way *out);

/* CQ-11, CQ-12. In a charge that is lawful without one, may its owner have this path: may its
 * owner say that it wheels there, straight ahead, and which wheel it is? */
struct pn_verdict cq_check_wish(const struct pn_game *view, const struct pn_command *command);

/* CQ-47. Does the regiment charge over what lies between? */
bool cq_charges_flying(const struct pn_game *view, pn_unit_id unit);

/* Is one of those touched, or overlapped, by the unit at the pose? */
bool cq_is_touched(const struct pn_obstacles *others, const struct pn_unit *unit, pn_pose pose);

/* CQ-22. Would the last stretch of the way, before it aligns, touch one of those? What a flier passes
 * over it does not touch. */
bool cq_touches(const struct pn_obstacles *others, const struct pn_unit *unit,
		const struct cq_way *way);

/* CQ-29, CQ-30. Both are mired: the charger stands at the pose, and both are Broken. */
void cq_mire(struct pn_step *step, pn_unit_id unit, pn_unit_id with, pn_pose at);

/* Are they the same place and facing? */
bool cq_is_same(pn_pose a, pn_pose b);

/* How a way comes to where it ends. */
struct cq_came cq_came_by_way(const struct pn_unit *unit, const struct cq_way *way);

/* CQ-28. A friend in whom the charge would end, or whom it stands in and cannot leave, or
 * PN_NO_UNIT. The pose is where the charge, going its way, first meets it. */
pn_unit_id cq_mired_in(const struct pn_game *game, pn_unit_id unit, const struct cq_way *way,
		       pn_pose *met);

/* The same of a charge that does not get to its target: reaching it is enough. */
pn_unit_id cq_mired_short(const struct pn_game *game, pn_unit_id unit, const struct cq_way *way,
			  pn_pose *met);

/* The same of so much straight on from the pose, which lies in no friend: the friend in whom
 * or against whom it would end. */
pn_unit_id cq_stuck_on(const struct pn_game *game, pn_unit_id unit, pn_pose from, pn_len length,
		       pn_pose *met);

/* As much of the way as the distance allows. */
void cq_cut_short(const struct pn_game *game, pn_unit_id unit, pn_len distance, struct cq_way *way);

/* Could any charge of that distance end in a friend who is free to be passed? False: none. */
bool cq_may_be_mired(const struct pn_game *game, pn_unit_id unit, pn_len distance);

/* CQ-35 to CQ-37. The charge has failed for the reason that `clause` numbers: the regiment
 * marches the roll towards the target and loses its other actions. */
void cq_fail(struct pn_step *step, pn_unit_id unit, pn_unit_id target, pn_len roll,
	     enum pn_charge_outcome outcome, pn_clause clause);

/* CQ-20. How the charger lies at the end of the way. */
struct cq_lie {
	pn_pose pose;
	pn_vec about;  /* the point of contact, about which it turns */
	int32_t turn;  /* 0: it lies flush already, or touches with no part of its front */
	bool is_clear; /* it can turn: nothing is in the way */
};

/* As if nothing could be in the way; and as all others stand now. */
struct cq_lie cq_aligned(const struct pn_game *game, pn_unit_id unit, pn_unit_id target,
			 const struct cq_way *way);
struct cq_lie cq_find_lie(const struct pn_game *game, pn_unit_id unit, pn_unit_id target,
			  const struct cq_way *way);

/* CQ-20, CQ-21. Lay the charger flush, for the reason that `clause` numbers, or let the target
 * wheel. */
void cq_align(struct pn_step *step, pn_unit_id unit, pn_unit_id target, const struct cq_way *way,
	      pn_clause clause);

/* How an enemy is pushed. */
struct cq_push {
	pn_angle way;
	pn_len length;
	bool whole;      /* there is an inch between them then */
	bool by_compass; /* the way is one of the bearings */
};

/* CQ-G2. The shortest way there is to push an enemy an inch away from the charger's pose, or
 * failing that the one that leaves the largest gap, larger than now. False: it stays where it is. */
bool cq_find_push(const struct pn_game *game, pn_unit_id unit, pn_unit_id offender, pn_pose pose,
		  struct cq_push *out);

/* CQ-22. A charger that cannot push somebody out of its way stands back along it, until it overlaps
 * nobody. False: then it does not come to its target. */
bool cq_stand_back(const struct pn_game *game, pn_unit_id unit, pn_unit_id target,
		   struct cq_way *way);

/* CQ-23. Push an enemy away until there is an inch between it and the charger's pose. False:
 * it stays where it is. */
bool cq_push(struct pn_step *step, pn_unit_id unit, pn_unit_id offender, pn_pose pose);

/* CQ-10 to CQ-24, CQ-31 to CQ-34, CQ-45. Go the way, push aside who would be touched besides,
 * and make contact. `given`: its owner has said where it wheels. */
void cq_strike(struct pn_step *step, pn_unit_id unit, pn_unit_id target, const struct cq_way *way,
	       bool given);

/* Goes on with the charge whose pending decision is on top. */
void cq_resume_charge(struct pn_step *step);

/* One action of the regiment's activation is used. */
void cq_use_action(struct pn_step *step, pn_unit_id unit);

/* The friend whom the acting regiment stands in, and where they met on its march, or the
 * first of those it stood in there (ours); or PN_NO_UNIT. */
pn_unit_id cq_stands_in(const struct pn_game *view, pn_unit_id unit, pn_pose *met);

/* The activation on top waits for its next action; a regiment with Bloodlust throws for it
 * first. */
void cq_await_action(struct pn_step *step);

/* The same, or it is over, when nothing is left that it could do. */
void cq_go_on(struct pn_step *step);

/* It is over when nothing is left and no command can be taken back. */
bool cq_end_if_idle(struct pn_step *step, pn_side side);

/* How many actions the activation on the stack has left. */
uint8_t cq_actions_left(const struct pn_game *view);

/* ---- reinforcements (cq_reserve.c) ---- */

/* CQ-50. Does the regiment wait for its card to march onto the board? */
bool cq_arrives(const struct pn_game *view, pn_unit_id unit);

/* CQ-90. Has the side a card for it: is it on the board, or to come on this turn? */
bool cq_has_card(const struct pn_game *view, pn_side side, pn_unit_id unit);

/* CQ-50. Where a regiment of the reserve may come on, as an action. */
void cq_list_arrival(const struct pn_game *view, pn_side side, pn_unit_id unit,
		     struct pn_actions *out);

/* Are places a side's secret now? */
bool cq_deploys_in_secret(const struct pn_game *game);

/* ---- the plug (cq.c) and its cells ---- */

/* Called as the members of these names in rules.h say. */
void cq_run_deployment(struct pn_step *step);

void cq_run_command(struct pn_step *step);
void cq_run_supremacy(struct pn_step *step);
void cq_run_action(struct pn_step *step);
void cq_run_melee(struct pn_step *step);
void cq_resume_stack(struct pn_step *step);
void cq_resume_activation(struct pn_step *step);

struct pn_muster_fault cq_check_muster(const struct pn_muster *muster, uint8_t index);

/* Is a stack a draft now, its side's own secret? */
bool cq_is_draft(const struct pn_game *game);

PN_CHOICE(cq, stack)
PN_CHOICE(cq, activation)
PN_CHOICE(cq, reroll)

PN_CELLS(cq, order_stack)
PN_CELLS(cq, ready)
PN_CELLS(cq, pass)
PN_CELLS(cq, march)
PN_CELLS(cq, charge)
PN_CELLS(cq, reroll)
PN_CELLS(cq, rally)
PN_CELLS(cq, manoeuvre)
PN_CELLS(cq, clash)
PN_CELLS(cq, deploy)

PN_PREVIEW(cq, march)
PN_PREVIEW(cq, charge)
PN_PREVIEW(cq, manoeuvre)
PN_PREVIEW(cq, reroll)
