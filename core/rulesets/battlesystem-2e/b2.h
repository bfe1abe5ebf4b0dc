#pragma once
/* Battlesystem, second edition: what the files of this folder share. RULES.md has the
 * clauses. Nothing outside this folder includes this header. */

#include "block.h"
#include "cuts.h"
#include "plug.h"

extern const struct pn_judgement b2_judgement; /* for the practice opponent */

/* Wire names stand in the tables of b2.c, in these orders. */
enum b2_phase {
	B2_DECLARATION,
	B2_INITIATIVE,
	B2_FIRST_MOVEMENT,
	B2_SECOND_MOVEMENT,
	B2_MELEE, /* the chapter has no rules for it: by agreement */
	B2_DEPLOYMENT,
	B2_PHASES,
};

enum b2_decision {
	B2_CHOOSE_DECLARER, /* Step 1: the high roller says who declares first */
	B2_DECLARE,         /* Step 1: who charges whom */
	B2_CHOOSE_ORDER,    /* the winner of the initiative says who is First Player */
	B2_MOVEMENT,        /* the active side's movement step */
	B2_MANOEUVRE,       /* before it charges, a unit may wheel, face or change frontage */
	B2_SUBSTITUTE,      /* the target got away: which of the others is charged */
	B2_CHARGE_MOVE,     /* nobody owes it: a charge that goes on after a window */
	B2_UNIT_MOVE,       /* the same for an ordinary move */
	B2_OPPORTUNITY,     /* a window: the other side may react to the unit that moves */
	B2_REACTION,        /* nobody owes it: an opportunity charge after its manoeuvre */
	B2_SAID,            /* the same: one that is kept until its moment */
	B2_DEPLOY,          /* where one's units stand when the game begins */
	B2_SETTLE_MELEE,    /* what comes of a melee, by agreement */
	B2_DECISIONS,
};

enum b2_class { B2_FOOT, B2_CAVALRY, B2_CLASSES };
enum b2_state { B2_GOOD, B2_SHAKEN, B2_ROUTED, B2_STATES };
enum b2_stat {
	B2_MOVEMENT_ALLOWANCE,
	B2_MORALE_RATING,
	B2_ATTACK_DIE,        /* or 0: not given */
	B2_CHARGE_ATTACK_DIE, /* instead, of a charge weapon with the benefits of a charge */
	B2_STATS,
};
enum b2_flag {
	B2_MOVED,
	B2_CHARGED,
	B2_STRUCK,
	B2_CHECK_FAILED,
	B2_COMPELLED,
	B2_UPHILL,       /* has gone uphill this turn */
	B2_WHEELED_FREE, /* keeps off enemies in this step (B2-115) */
	B2_CLOSES,       /* must close with an enemy in its next step (B2-105) */
	B2_CLOSED_ON,    /* and that is the enemy */
	B2_FREE_ATTACK,  /* at a unit that withdrew from it (B2-130) */
	B2_CHARGE_DIE,   /* fights with its charge weapon's die this turn (B2-125) */
	B2_SHIFTED,      /* has moved, turned or formed anew at no cost (B2-46) */
	B2_FLAGS,
};
/* How a unit's figures stand (B2-120). Regular is the hub: see b2_formation.c. */
enum b2_form { B2_REGULAR, B2_IRREGULAR, B2_COLUMN, B2_SQUARE, B2_SKIRMISH, B2_FORMS };
enum b2_trait { B2_CHARGE_WEAPON, B2_CHAOTIC, B2_HATES, B2_HATED, B2_TRAITS };
enum b2_roll {
	B2_ROLL_INITIATIVE,
	B2_ROLL_CHARGE_INITIATION,
	B2_ROLL_OFF,
	B2_ROLL_DISCIPLINE,
	B2_ROLL_RALLY,
	B2_ROLLS,
};
enum b2_param {
	B2_PARAM_ROUT_MOVE,
	B2_PARAM_LIGHT_WOODS_COST,
	B2_PARAM_DENSE_WOODS_COST,
	B2_PARAM_BRUSH_COST,
	B2_PARAM_ROUGH_COST,
	B2_PARAM_SHALLOW_WATER_COST,
	B2_PARAM_SWAMP_COST,
	B2_PARAM_OBSTACLE_COST,
	B2_PARAM_IRREGULAR_GAP,
	B2_PARAM_FORM_COST,
	B2_PARAM_SQUARE_COST,
	B2_PARAM_LIGHT_WOODS_SIGHT,
	B2_PARAM_DENSE_WOODS_SIGHT,
	B2_PARAM_SKIRMISH_GAP,
	B2_PARAMS,
};
enum b2_fact {
	B2_FACT_INITIATIVE_WINNER,
	B2_FACT_FIRST,
	B2_FACT_DECLARED_SIDES,     /* bits: sides that declare no more this turn */
	B2_FACT_DECLARER,           /* whose turn it is to declare */
	B2_FACT_DISCIPLINE_CHECKED, /* the checks at the start of this turn are made */
	B2_FACTS,
};
enum b2_reaction { B2_REACT_OPPORTUNITY_CHARGE, B2_REACTIONS };

/* The tables of this folder. */
extern const struct pn_rules battlesystem_2e_rules;

enum b2_reading {
	B2_SWITCH_RANGE_EDGE,          /* far, near */
	B2_SWITCH_FAILED_CHECK,        /* moves, holds */
	B2_SWITCH_SIGHT,               /* units_block, units_do_not */
	B2_SWITCH_DECLARED_MUST_REACT, /* on, off */
	B2_SWITCH_EMERGES,             /* front_rank, whole_unit */
	B2_SWITCH_DOWNHILL,            /* allowed, forbidden */
	B2_SWITCH_DECLARED_REACTS_TO,  /* its_target, anybody */
	B2_SWITCH_HILLS,               /* hide, do_not */
	B2_SWITCH_CLOSE_THE_DOOR,      /* off, on */
	B2_SWITCH_SKIRMISHERS_CHARGE,  /* may_not, may */
	B2_SWITCH_OBSTACLE_CHECK,      /* lowered, plain */
	B2_SWITCHES,
};

enum { B2_FAR, B2_NEAR };
enum { B2_FAILED_MOVES, B2_FAILED_HOLDS };
enum { B2_UNITS_BLOCK, B2_UNITS_DO_NOT };
enum { B2_MUST_REACT, B2_NEED_NOT_REACT };
enum { B2_FRONT_RANK, B2_WHOLE_UNIT };
enum { B2_DOWNHILL_ALLOWED, B2_DOWNHILL_FORBIDDEN };
enum { B2_DOOR_LEFT, B2_DOOR_CLOSED };
enum { B2_HILLS_HIDE, B2_HILLS_DO_NOT };
enum { B2_SKIRMISHERS_MAY_NOT, B2_SKIRMISHERS_MAY };
enum { B2_REACTS_TO_ITS_TARGET, B2_REACTS_TO_ANYBODY };
enum { B2_OBSTACLE_LOWERED, B2_OBSTACLE_PLAIN };

/* ---- what a unit is and may (b2_unit.c) ---- */

/* 1 1/2 x MA, rounded down (B2-22); and min(MA / 2, 6"), rounded down (B2-24). */
pn_len b2_charge_allowance(const struct pn_unit *unit);
pn_len b2_minimum(const struct pn_unit *unit);

/* Is it bound to make the charge it declared, now or later this turn (B2-16, B2-45)? A
 * declaration lapses when the unit is struck, in contact, not in good order, has failed
 * its check or has moved. */
bool b2_has_duty(const struct pn_game *view, pn_unit_id unit);

/* Does any unit of the side have one? */
bool b2_any_duty(const struct pn_game *view, pn_side side);

/* Can the unit still do something in its own step, a charge or a move? */
bool b2_can_act(const struct pn_game *view, pn_unit_id unit);

/* May the unit be told to charge at all: the side's own, on the board, in good order
 * (B2-13), in contact with nobody? */
struct pn_verdict b2_check_charger(const struct pn_game *view, pn_side side, pn_unit_id unit);

/* Is the target an enemy on the board that the front rank sees (B2-15)? */
struct pn_verdict b2_check_target(const struct pn_game *view, pn_unit_id unit, pn_unit_id target);

/* The chance of a charge: of its check (B2-32), and, where both players chose to measure, none
 * when it would not reach its target straight on. */
void b2_preview_check(struct pn_preview *out, const struct pn_game *view,
		      const struct pn_command *command);

/* The charge initiation check (B2-32, B2-93): 2d10 at or below the morale rating, which
 * counts `lowered` less. */
struct pn_roll b2_initiation_roll(const struct pn_game *view, pn_unit_id unit, int16_t lowered,
				  pn_clause clause);

/* Throw it. True when passed; a failure sets the flag (B2-33). */
bool b2_initiates(struct pn_step *step, struct pn_roll roll);

/* ---- distances and ways (b2_reach.c) ---- */

enum b2_range {
	B2_IN_RANGE,
	B2_TOO_NEAR, /* B2-24 */
	B2_OUTSIDE,  /* B2-20: not in the area ahead */
	B2_ASTRIDE,  /* B2-21: no base wholly in the area of one figure */
	B2_TOO_FAR,  /* B2-23 */
	B2_UNSEEN,   /* B2-15 */
	B2_RANGES,
};

/* Where the target lies for the unit as both stand (B2-15, B2-20 to B2-26). */
enum b2_range b2_range_of(const struct pn_game *view, pn_unit_id unit, pn_unit_id target);

/* The same, sight aside. */
enum b2_range b2_lies(const struct pn_game *view, pn_unit_id unit, pn_unit_id target);

/* Is it seen, and in range? Sight is dearer, and is asked about last. */
bool b2_is_in_range(const struct pn_game *view, pn_unit_id unit, pn_unit_id target);

/* Can it be reached by a charge at all: in range, or too near? */
bool b2_in_reach(enum b2_range range);

/* The clause that a range follows from. */
pn_clause b2_range_clause(enum b2_range range);

/* A strip from one unit to another, as wide as both: it holds every line from any point
 * of the one to any point of the other. Its directions are not of length 1; all that is
 * compared is measured with the same ones. */
struct b2_strip {
	pn_vec from;
	int64_t x, y;            /* along it; across it is (y, -x) */
	int64_t low[2], high[2]; /* along, across */
};

/* The strip with a touch to spare, because a crack that narrow is closed. */
struct b2_strip b2_strip_between(const struct pn_shape *a, const struct pn_shape *b);

/* Make it wider on both sides by the breadth of a shape: then it holds every straight way
 * on which that shape, starting in the strip, meets the far end. */
void b2_strip_widen(struct b2_strip *strip, const struct pn_shape *shape);

/* Does any of the shape reach into the strip? May be true wrongly, never false. */
bool b2_reaches_into(const struct b2_strip *strip, const struct pn_shape *shape);
bool b2_points_reach_into(const struct b2_strip *strip, const pn_vec *point, uint8_t count);

/* The same of a box about the shape: if the box does not, the shape does not. */
bool b2_may_reach_into(const struct b2_strip *strip, struct pn_box box);

/* Does any figure of the front rank see the target (B2-15, B2-131)? b2_field.h has the same for
 * many looks. */
bool b2_sees(const struct pn_game *view, pn_unit_id unit, pn_unit_id target);

/* How a straight way on from `pose` ends. */
struct b2_way {
	pn_angle heading;
	pn_len length; /* to first contact, or all that was asked */
	pn_len asked;  /* of a straight way; 0: it is none */
	pn_len spent;  /* what that cost, on plain ground as much as it is long */
	pn_pose end;
	pn_unit_id met; /* the unit it met, or PN_NO_UNIT */
	bool blocked;   /* it met impassable ground or the board's edge */
	bool off_board; /* it was the edge */
	bool kept_off;  /* it came as near an enemy as it may (B2-115) */
	uint8_t facing; /* of `met` that was struck: enum pn_facing */
};

enum { B2_BOARD_EDGES = 4 };

/* The units that a straight way ignores. */
enum b2_ignore {
	B2_IGNORE_NOBODY,
	B2_IGNORE_ENEMIES,
	B2_STOP_AT_RISES, /* nobody; and the foot of a rise stops it (B2-57) */
	B2_KEEP_OFF,      /* nobody; and it keeps 3 inches off enemies (B2-115) */
};

enum { B2_OUTLINE = PN_NO_UNIT - 1 }; /* for a unit: what keeps a column off an enemy */

struct pn_stand;

enum {
	B2_OBSTACLES_MAX = PN_UNITS_MAX + PN_FIGURE_POSES_MAX + PN_TERRAIN_MAX + B2_BOARD_EDGES,
};

/* What may stop a unit, and which unit each is (PN_NO_UNIT: ground or the board's edge):
 * gathered once for many ways of one unit. */
struct b2_obstacles {
	const struct pn_game *view;
	enum b2_ignore ignore;
	size_t count;
	struct pn_shape shape[B2_OBSTACLES_MAX];
	pn_unit_id unit[B2_OBSTACLES_MAX];
	const struct pn_cuts *ground; /* borrowed: all pieces of ground, cut; NULL: not cut */
	bool are_cut;
	struct pn_cuts cuts; /* of all that is in the way, when it is cut */
};

/* Cut what was gathered, where many ways are tried among it. No answer changes. */
void b2_obstacles_cut(struct b2_obstacles *obstacles);

/* Is it known already that one of them lies outside a box? */
static inline bool b2_lies_far(const struct b2_obstacles *obstacles, size_t number,
			       struct pn_box box)
{
	return obstacles->are_cut && pn_boxes_far(box, obstacles->cuts.of[number].box, 0);
}

/* Gather what is in the unit's way, in the order of ties. */
void b2_obstacles_gather(struct b2_obstacles *out, const struct pn_game *view, pn_unit_id unit,
			 enum b2_ignore ignore);

/* Say that the way was stopped by what is gathered under this name. */
void b2_stopped_at(struct b2_way *way, pn_unit_id by);

/* Straight on among obstacles gathered before, of one who stands so. */
struct b2_way b2_straight_from(const struct b2_obstacles *obstacles, const struct pn_stand *stand,
			       pn_angle heading, pn_len length);

/* The same of a unit as it is formed; else as b2_straight(). */
struct b2_way b2_straight_among(const struct b2_obstacles *obstacles, const struct pn_unit *unit,
				pn_pose pose, pn_angle heading, pn_len length);

/* Straight on from `pose` along `heading` until something is met or `length` is spent. */
struct b2_way b2_straight(const struct pn_game *view, pn_unit_id unit, pn_pose pose,
			  pn_angle heading, pn_len length, enum b2_ignore ignore);

/* A way of one leg, or of two with a bend between them. */
enum { B2_ROUTE_LEGS = 2 };

struct b2_route {
	uint8_t leg_count;
	struct b2_way leg[B2_ROUTE_LEGS]; /* only the last may have met anything */
	pn_len length;                    /* of all legs */
};

/* B2-39, B2-G1. The shortest straight way on a heading within 45 degrees of the unit's
 * facing that meets the target first within `length`, among the candidates of B2-G1.
 * False: there is none. */
bool b2_way_to(const struct pn_game *view, pn_unit_id unit, pn_unit_id target, pn_len length,
	       struct b2_way *out);

/* B2-39, B2-G1, B2-G2. The shortest way of all, with a bend if need be. */
bool b2_route_to(const struct pn_game *view, pn_unit_id unit, pn_unit_id target, pn_len length,
		 struct b2_route *out);

/* Where b2_route_to() has found none: is going uphill the hindrance (B2-57)? */
bool b2_rises_bar(const struct pn_game *view, pn_unit_id unit, pn_unit_id target, pn_len length);

/* Where b2_route_to() has found none: the same if going uphill were no hindrance (B2-57). With
 * no rise within reach it would find as little, and is not searched for. */
bool b2_route_over(const struct pn_game *view, pn_unit_id unit, pn_unit_id target, pn_len length,
		   struct b2_route *out);

/* The shortest way from one shape to another. */
pn_vec b2_shortest_way(const struct pn_shape *a, const struct pn_shape *b);

/* The way from the nearest point of a unit to the nearest of another. */
pn_vec b2_nearest_way(const struct pn_game *view, pn_unit_id unit, pn_unit_id target);

/* Of bodies with many parts the two that lie nearest to each other, by their middles. */
void b2_nearest_parts(const struct pn_body *from, const struct pn_body *to, uint8_t *a, uint8_t *b);

/* The heading from a unit to another, nearest point to nearest point, kept within 45
 * degrees of its facing. */
pn_angle b2_heading_to(const struct pn_game *view, pn_unit_id unit, pn_unit_id target);

/* ---- paths (b2_path.c) ---- */

/* What one who stands so covers; and a shape that holds all of it. */
void b2_body_of(struct pn_body *out, const struct pn_game *view, const struct pn_stand *stand);
struct pn_shape b2_hull_of(const struct pn_body *body);

/* How the unit stands now. */

/* One leg that was walked. */
struct b2_walked {
	struct b2_way way;
	struct pn_formation formation; /* after it */
	uint8_t form;                  /* enum b2_form, after it */
	uint8_t kind;                  /* enum pn_leg_kind */
	bool uphill;                   /* B2-57 */
};

/* A path, walked as far as it goes. */
struct b2_walk {
	struct pn_verdict verdict;
	uint8_t leg_count;
	struct b2_walked leg[PN_PATH_MAX];
	pn_len spent;
	bool wheeled_free; /* a column's wheel was not paid for (B2-115) */
};

/* What a path may cost, and the clause that says so. */
struct b2_budget {
	pn_len length;
	pn_clause clause;
	bool march; /* of an ordinary move: a column wheels free */
};

/* Walk the path from where the unit stands: until a leg is refused, or an enemy is met. */
struct b2_walk b2_walk_path(const struct pn_game *view, pn_unit_id unit, const struct pn_path *path,
			    struct b2_budget budget, enum b2_ignore ignore);

/* The same among obstacles gathered before, for one who tries many paths; not of single
 * figures. */
void b2_obstacles_of_walk(struct b2_obstacles *out, const struct pn_game *view, pn_unit_id unit);
struct b2_walk b2_walk_among(const struct b2_obstacles *obstacles, pn_unit_id unit,
			     const struct pn_path *path, struct b2_budget budget);

/* What the path of a lawful command would come to, as far as its side may measure. */
void b2_preview_path(const struct pn_game *view, const struct pn_command *command,
		     struct b2_budget budget, struct pn_preview *out);

/* Tell a leg that was walked. */
void b2_go_leg(struct pn_step *step, pn_unit_id unit, const struct b2_walked *walked);

/* B2-113. What all legs of an ordinary move together may cost: MA. */
struct b2_budget b2_allowance(const struct pn_game *view, pn_unit_id unit);

/* ---- manoeuvres (b2_manoeuvre.c) ---- */

/* The legs that are manoeuvres: all but an advance. */
#define B2_MANOEUVRES (1u << PN_LEG_WHEEL | 1u << PN_LEG_FACE | 1u << PN_LEG_FRONTAGE)

/* A manoeuvre of one leg, and what it is called. */
struct b2_option {
	const char *words;
	struct pn_leg leg;
};

enum { B2_OPTIONS_MAX = 12 };

/* B2-34. What a preliminary manoeuvre may cost. */
struct b2_budget b2_preliminary_budget(void);

/* The manoeuvres of one leg that are worth listing and within the budget: lawful as they
 * stand. The pieces of ground may have been cut, or NULL. Returns how many. */
uint8_t b2_options(const struct pn_game *view, const struct pn_cuts *ground, pn_unit_id unit,
		   struct b2_budget budget, struct b2_option out[B2_OPTIONS_MAX]);

/* The command of that kind that is this manoeuvre. */
struct pn_command b2_option_command(enum pn_command_kind kind, pn_unit_id unit,
				    const struct b2_option *option);

/* Ask its owner for the manoeuvre before a charge at the other, if there is any to make. */
void b2_ask_manoeuvre(struct pn_step *step, pn_unit_id unit, pn_unit_id other);

/* Is there any for it to make? */
bool b2_can_manoeuvre(const struct pn_game *view, pn_unit_id unit);

/* Is this a preliminary manoeuvre that the unit can make (B2-34, B2-36)? */
struct pn_verdict b2_check_preliminary(const struct pn_game *view, pn_unit_id unit,
				       const struct pn_path *path);

/* Make one, as far as it goes without touching anybody. */
void b2_manoeuvre(struct pn_step *step, pn_unit_id unit, const struct pn_path *path);

/* The same of one leg, or of a piece of it; a wheel that nothing stops ends at `to`. False: it was
 * not made. */
bool b2_manoeuvre_on(struct pn_step *step, pn_unit_id unit, const struct pn_leg *leg, pn_pose to);

/* A wheel that nothing stopped ends exactly there: it was measured from where its leg began. */
void b2_end_wheel(struct b2_way *way, pn_pose to);

/* Those that are worth listing. */
uint8_t b2_preliminaries(const struct pn_game *view, pn_unit_id unit,
			 struct b2_option out[B2_OPTIONS_MAX]);

/* ---- substitutes (b2_substitute.c) ---- */

/* Has the unit changed its place since charges were declared, or gone? */
bool b2_has_moved(const struct pn_unit *unit);

/* B2-46. Something that it did by itself is done: what cost it nothing is a move, too, if its
 * place, facing, frontage or formation is another than `before`. */
void b2_note_change(struct pn_step *step, pn_unit_id unit, const struct pn_stand *before);

/* B2-46. The enemies, one of which a declared charger must charge instead: those in range, when its
 * target got away. Returns how many. */
uint8_t b2_substitutes(const struct pn_game *view, pn_unit_id unit, pn_unit_id target,
		       pn_unit_id out[PN_SIDE_UNITS_MAX]);

/* B2-46. Has the unit's declared target changed its place and is not to be reached? */
bool b2_wants_substitute(const struct pn_game *view, pn_unit_id unit);

/* B2-46. Does it call for this one instead: the declared target changed its place and is
 * not to be reached, and this one is in range? */
bool b2_is_substitute(const struct pn_game *view, pn_unit_id unit, pn_unit_id other);

/* B2-46. May the charge go at this enemy instead of the one that was declared? */
struct pn_verdict b2_check_substitute(const struct pn_game *view, const struct pn_command *command);

/* ---- moves, told as events (b2_charge.c) ---- */

/* The unit has gone a way: move it, flag it and, when it met an enemy, strike that. */
void b2_go(struct pn_step *step, pn_unit_id unit, const struct b2_way *way, enum pn_manner manner,
	   bool benefits);

/* Two units touch: tell it, and bind the one that was struck (B2-43). */
void b2_strike(struct pn_step *step, pn_unit_id unit, pn_unit_id with, uint8_t facing,
	       bool benefits, pn_clause clause);

/* B2-39 to B2-42. A charge from where the unit stands, its check passed: into contact,
 * or forward and shaken. */
void b2_charge(struct pn_step *step, pn_unit_id unit, pn_unit_id target, enum pn_manner manner);

/* The charge that a unit with a duty makes (of several targets the lowest), and its
 * action. */
struct pn_command b2_charge_of(const struct pn_game *view, pn_unit_id unit);
void b2_list_charge(const struct pn_game *view, pn_unit_id unit, struct pn_actions *out);

/* To the action of a charge: the same with all that would be asked said in advance. */
void b2_list_manoeuvres(const struct pn_game *view, struct pn_command charge,
			struct pn_actions *out);

/* B2-41, B2-42, B2-47. Not in range, for the reason that `why` numbers: forward all the
 * same, towards the target, as far as the charge goes or something stands in the way, and
 * shaken. */
void b2_fall_short(struct pn_step *step, pn_unit_id unit, pn_unit_id target, pn_clause why);

/* A movement step in which nobody can do anything more, and nothing can be taken back,
 * leaves its owner no choice: it ends by itself. */
void b2_end_step_if_idle(struct pn_step *step);

/* Has the unit, or any of the side, anything left to do in this step? */
bool b2_has_something_to_do(const struct pn_game *view, pn_unit_id unit);
bool b2_anybody_can_act(const struct pn_game *view, pn_side side);

/* The other side's movement step, or what follows both. */
void b2_enter_next_step(struct pn_step *step);

/* ---- morale (b2_morale.c) ---- */

/* What a fleeing unit leaves between itself and what stands in its way. */
#define B2_GAP 20

/* B2-101, B2-104. Check the discipline of every unit that must, as the turn begins. */
void b2_check_all_discipline(struct pn_step *step);

/* Is the enemy one that a compelled unit may charge: in range as both stand? */
bool b2_compels(const struct pn_game *view, pn_unit_id unit, pn_unit_id enemy);

/* The same wherever the enemy stands: is it one of those whom the unit must charge? */
bool b2_could_compel(const struct pn_game *view, pn_unit_id unit, pn_unit_id enemy);

/* B2-96. A routed unit that has not rolled yet this turn. */
bool b2_must_rally(const struct pn_game *view, pn_unit_id unit);

/* B2-102. Is the foe one that the unit hates? The muster says who hates and who is hated. */
bool b2_hates(const struct pn_game *view, pn_unit_id unit, pn_unit_id foe);

/* Append the action to rally a unit, if it may. */
void b2_list_rally(const struct pn_game *view, pn_side side, pn_unit_id unit,
		   struct pn_actions *out);

/* ---- cells of the tables ---- */

/* Called as the members of these names in rules.h say. */
void b2_run_declaration(struct pn_step *step);
void b2_run_initiative(struct pn_step *step);
void b2_run_movement(struct pn_step *step);
bool b2_rally_if_forced(struct pn_step *step, pn_side side);
void b2_run_melee(struct pn_step *step);
void b2_run_deployment(struct pn_step *step);

void b2_resume_declare(struct pn_step *step);
void b2_resume_charge(struct pn_step *step);
void b2_resume_move(struct pn_step *step);
void b2_resume_reaction(struct pn_step *step);
void b2_resume_said(struct pn_step *step);

PN_CHOICE(b2, declare_order)
PN_CHOICE(b2, declare)
PN_CHOICE(b2, order)
PN_CHOICE(b2, manoeuvre)
PN_CHOICE(b2, substitute)
PN_CHOICE(b2, movement)
PN_CHOICE(b2, opportunity)

/* ---- declaring (b2_declare.c, b2_method.c) ---- */

/* Is the method of declaring the sealed one (B2-06)? */
bool b2_is_sealed(const struct pn_game *view);

/* May the unit be given a declaration: may it charge (b2_check_charger), and has it none
 * yet, nor a charge it cannot help (B2-102)? */
struct pn_verdict b2_check_declarer(const struct pn_game *view, pn_side side, pn_unit_id unit);

/* The side has declared one charge openly: whose turn is it now? */
void b2_after_declaration(struct pn_step *step, pn_side side);

/* Ending a decision: `pass` means the same in each, so it has one check and asks the
 * decision on top what to do. */
struct pn_verdict b2_check_pass(const struct pn_game *view, pn_side side,
				const struct pn_command *command);
void b2_apply_pass(struct pn_step *step, pn_side side, const struct pn_command *command);
void b2_end_declaring(struct pn_step *step, pn_side side);
void b2_end_manoeuvre(struct pn_step *step, pn_side side);
void b2_end_window(struct pn_step *step, pn_side side);
struct pn_verdict b2_check_end_movement(const struct pn_game *view, pn_side side);

PN_CELLS(b2, declare_charge)
PN_CELLS(b2, withdraw_charge)
PN_CELLS(b2, ready)
PN_CELLS(b2, declare_order)
PN_CELLS(b2, go)
PN_CELLS(b2, charge)
PN_CELLS(b2, manoeuvre)
PN_CELLS(b2, move)
PN_CELLS(b2, rally)
PN_CELLS(b2, fighting_withdrawal)
PN_CELLS(b2, opportunity_charge)

PN_PREVIEW(b2, move)
PN_PREVIEW(b2, charge)
PN_PREVIEW(b2, manoeuvre)
PN_PREVIEW(b2, opportunity_charge)
PN_PREVIEW(b2, fighting_withdrawal)
void b2_apply_accept_outcome(struct pn_step *step, pn_side side, const struct pn_command *command);
PN_PREVIEW(b2, rally)
PN_PREVIEW(b2, declare_charge)
