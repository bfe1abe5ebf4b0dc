#pragma once
/* The 9th Age: Fantasy Battles, second edition: what the files of this folder share.
 * RULES.md has the clauses. Nothing outside this folder includes this header.
 *
 * One turn of the game is one Player Turn: red's are the odd ones, or the even ones when
 * the muster says so, and `active` is the Active Player in every phase. A unit's order
 * holds the target of its charge until that is over; whom else it has charged in the phase
 * two tallies keep, for it redirects once at most. */

#include "obstacles.h"
#include "sweep.h"
#include "t9_tables.h"
#include "wheel.h"

extern const struct pn_judgement t9_judgement; /* for the practice opponent */

/* ---- units (t9_unit.c) ---- */

/* The rectangle round all of its models: a short last rank is filled up. */
struct pn_formation t9_formation(const struct pn_unit *unit);
struct pn_shape t9_boundary_at(const struct pn_unit *unit, pn_pose pose);
struct pn_shape t9_boundary(const struct pn_unit *unit);
pn_vec t9_centre(const struct pn_unit *unit);

/* T9-80. The lowest Advance Rate in the unit, on the ground. */
pn_len t9_advance(const struct pn_unit *unit);

/* The same for its charge, through the air if it has said so (T9-105). */
pn_len t9_charge_rate(const struct pn_unit *unit);

/* T9-82. Are the closest points of two units at most `length` apart? */
bool t9_units_within(const struct pn_game *view, pn_unit_id a, pn_unit_id b, pn_len length);

/* Does the unit have a charge on this enemy, declared and not over; has it declared one in
 * this phase, whatever came of it (T9-25), or touched it, which is one, too (T9-91)? */
bool t9_charges(const struct pn_unit *unit, pn_unit_id target);
bool t9_declared_against(const struct pn_game *view, pn_unit_id unit, pn_unit_id target);

/* T9-25. The unit's charge on this enemy is not the one that it makes now; it counts until the
 * phase is over. */
void t9_remember_target(struct pn_step *step, pn_unit_id unit, pn_unit_id target);

/* The facing that a charging unit is bound to. */
uint8_t t9_charged_facing(const struct pn_unit *charger);

/* ---- arcs and sight (t9_arc.c, t9_sight.c) ---- */

/* T9-02, T9-03. In which arc of the target's boundary the point lies. */
uint8_t t9_arc_of(const struct pn_unit *target, pn_vec point);

/* The facing that a charger who stands against the target touches; of several the one that
 * looks its way most. */
uint8_t t9_facing_met(const struct pn_unit *target, const struct pn_unit *charger);

/* The sides of a boundary, numbered as the edges of a footprint, and facings. */
uint8_t t9_side_of_facing(uint8_t facing);

/* T9-32. Does any model of the unit see the target? */
bool t9_sees(const struct pn_game *view, pn_unit_id unit, pn_unit_id target);

/* T9-112. Does this model? */
bool t9_model_sees(const struct pn_game *view, pn_unit_id unit, uint16_t model, pn_unit_id target);

/* ---- what is in the way (t9_ground.c) ---- */

enum t9_gather {
	T9_FREE_ENEMIES = 1,
	T9_ENGAGED_ENEMIES = 2,
	T9_FRIENDS = 4,  /* who have no charge declared */
	T9_CHARGERS = 8, /* friends who have */
	T9_GROUND = 16,  /* impassable terrain */
	T9_EDGES = 32,
	T9_ENEMIES = T9_FREE_ENEMIES | T9_ENGAGED_ENEMIES,
	T9_UNITS_ALL = T9_ENEMIES | T9_FRIENDS | T9_CHARGERS,
	T9_ALL = 63,
};

/* Gather those kinds, but for the unit itself and `except`. */
void t9_gather(struct pn_obstacles *out, const struct pn_game *view, pn_unit_id unit,
	       unsigned kinds, pn_unit_id except);

/* Does the boundary at the pose overlap any of them? Returns its index, or -1. */
int t9_overlaps(const struct pn_obstacles *obstacles, const struct pn_unit *unit, pn_pose pose);

/* How far the unit gets straight ahead from the pose, at most `length`, before it meets one
 * of them; `met` (may be NULL) is its index, or -1. */
pn_len t9_straight(const struct pn_obstacles *obstacles, const struct pn_unit *unit, pn_pose pose,
		   pn_len length, int *met);

/* ---- the spacing that units keep (t9_spacing.c) ---- */

/* T9-62. The least distance from `length` on, straight ahead, at which the unit stands more
 * than an inch from all of them; at most `most`, or -1. */
pn_len t9_clear_from(const struct pn_obstacles *obstacles, const struct pn_unit *unit, pn_pose pose,
		     pn_len length, pn_len most);

/* T9-103. Is the unit at the pose at most `gap` from any of the others? Returns the index of the
 * first, or -1. Those at most `near` from where the unit stands now do not count. */
int t9_too_near(const struct pn_obstacles *others, const struct pn_unit *unit, pn_pose pose,
		pn_len gap, pn_len near);

/* T9-103. How far the unit gets straight ahead from the pose, at most `length`, with half an inch
 * between it and the others; those that are as near to where it stands now do not count. `met` is
 * the index of one that it would come too near to, or -1. */
pn_len t9_straight_spaced(const struct pn_obstacles *others, const struct pn_unit *unit,
			  pn_pose pose, pn_len length, int *met);

/* The same of a wheel from the pose: the angle, of the sign of `by`. */
int32_t t9_wheel_spaced(const struct pn_obstacles *others, const struct pn_unit *unit, pn_pose pose,
			enum pn_corner corner, int32_t by, int *met);

/* T9-103. The largest distance up to `length` straight ahead from the pose that comes no
 * nearer than half an inch to any of them and ends more than an inch away; from those that are
 * nearer to where the unit stands now it only keeps apart. -1: it is too near at the pose. */
pn_len t9_spaced(const struct pn_obstacles *obstacles, const struct pn_unit *unit, pn_pose pose,
		 pn_len length);

/* T9-105. The same for a flying unit: whatever is on the way, it ends more than an inch from all
 * but those that are as near to where the unit stands now; -1: there is no such place. */
pn_len t9_landing(const struct pn_obstacles *obstacles, const struct pn_unit *unit, pn_pose pose,
		  pn_len length);

/* ---- declaring (t9_target.c, t9_declare.c) ---- */

/* T9-35, T9-137. May the unit declare a charge at all? */
struct pn_verdict t9_check_charger(const struct pn_game *view, pn_unit_id unit);

/* Is there anybody whom it may charge? The second: as it is, on the ground, or in the air if it
 * has said so. */
bool t9_can_declare(const struct pn_game *view, pn_unit_id unit);
bool t9_can_declare_so(const struct pn_game *view, pn_unit_id unit);

/* T9-32, T9-33. Is this enemy one that the unit may charge? */
struct pn_verdict t9_check_target(const struct pn_game *view, pn_unit_id unit, pn_unit_id target);

/* The same, of any unit, where nobody asks why not. */
bool t9_may_target(const struct pn_game *view, pn_unit_id unit, pn_unit_id target);

/* The charge is declared; the facing is fixed, and the target reacts. */
void t9_declare(struct pn_step *step, pn_unit_id unit, pn_unit_id target, pn_clause clause);

/* T9-105. Would a unit that can fly have anybody but `except` to charge if it changed from the
 * ground to the air, or back? */
bool t9_could_change_to(const struct pn_game *view, pn_unit_id unit, pn_unit_id except);

/* T9-105. What is listed for a unit that flies before it declares, or redirects. */
void t9_list_flight(const struct pn_game *view, pn_unit_id unit, struct pn_actions *out);

/* ---- reactions (t9_react.c, t9_redirect.c) ---- */

/* The charged unit is to react to the charger. */
void t9_ask_reaction(struct pn_step *step, pn_unit_id unit, pn_unit_id charger);

/* T9-91. The next of those whom a charge touched besides its target is to react.
 * False: nobody is left. */
bool t9_ask_touched(struct pn_step *step);

/* T9-23. The unit has fled from a charge: whoever charges it may try to redirect. */
void t9_list_redirects(struct pn_step *step, pn_unit_id fled);

/* Is there anybody whom the unit may redirect to? */
bool t9_may_redirect(const struct pn_game *view, pn_unit_id unit);

/* Goes on after a declaration, a reaction or an attempt: closes what nobody decides any more. */
void t9_settle(struct pn_step *step);

/* The charge is over, however it came out. */
void t9_end_charge(struct pn_step *step, pn_unit_id unit, enum pn_charge_outcome outcome,
		   pn_clause clause);

/* ---- panic (t9_nerve.c, t9_panic.c) ---- */

/* The units that have to take a Panic Test when all that happens at once has happened (T9-134), and
 * the enemy that each flees from; PN_NO_UNIT: the closest. */
struct t9_panics {
	bool due[PN_UNITS_MAX];
	pn_unit_id from[PN_UNITS_MAX];
	pn_clause why[PN_UNITS_MAX];
};

/* Note that the unit has to test, and the enemy that it would flee from. */
void t9_panic_of(struct t9_panics *panics, pn_unit_id unit, pn_unit_id from, pn_clause why);

/* T9-130. The unit was destroyed or broke, where it stands: its friends within 6 inches. */
void t9_panic_near(struct t9_panics *panics, const struct pn_game *game, pn_unit_id unit);

/* One test now. Does the unit stand? A unit that need not test does. */
bool t9_stands(struct pn_step *step, pn_unit_id unit, pn_clause clause);

/* All that are due, then the Flee Moves, and what comes of those. */
void t9_panic(struct pn_step *step, struct t9_panics *panics);

/* ---- wounds (t9_wounds.c) ---- */

/* T9-67. So many models take a Dangerous Terrain (`danger`) Test, because of `why`. */
void t9_endanger(struct pn_step *step, pn_unit_id unit, uint16_t models, uint8_t danger,
		 pn_clause why, struct t9_panics *panics);

/* T9-118 to T9-120. So many hits of the shooter's weapon. */
void t9_resolve_hits(struct pn_step *step, pn_unit_id shooter, pn_unit_id target, uint16_t hits,
		     struct t9_panics *panics);

/* T9-119, T9-120. What a die needs: 2 to 6; 7: no die helps. */
uint8_t t9_to_wound(int32_t strength, int32_t resilience);
uint8_t t9_to_save(int32_t armour, int32_t penetration);

/* T9-67. How many dice a model of the class throws on dangerous ground. */
uint8_t t9_danger_dice(uint8_t class, bool chariot);

/* T9-74. All of its Health Points, now and at the start. */
int32_t t9_health(const struct pn_unit *unit);
int32_t t9_health_at_start(const struct pn_unit *unit);

/* ---- shooting (t9_shoot.c, t9_cover.c) ---- */

/* T9-15, T9-116. Has the unit a weapon to stand and shoot with? */
struct pn_verdict t9_check_weapon(const struct pn_unit *unit);

/* T9-15, T9-112. Does any of its models see this enemy? The verdict says why not. */
struct pn_verdict t9_check_shooting(const struct pn_game *view, pn_unit_id unit, pn_unit_id target);

/* T9-115, T9-G2. What cover takes from the model's aim: 0, 1 or 2. */
uint8_t t9_cover(const struct pn_game *view, pn_unit_id unit, uint16_t model, pn_unit_id target);

/* The chance of each shot. */
void t9_preview_shots(struct pn_preview *out, const struct pn_game *view, pn_unit_id unit,
		      pn_unit_id target);

/* T9-10. It does. */
void t9_shoot(struct pn_step *step, pn_unit_id unit, pn_unit_id target);

/* ---- fleeing (t9_flee.c, t9_cross.c) ---- */

/* What the pivot and the roll of a Flee Move follow from, and whether it is a reaction. */
struct t9_cause {
	pn_clause pivot, roll;
	bool reaction;
};

/* T9-20 to T9-22. The unit pivots to `heading` and flees 2D6; units that panic because of it are
 * noted. */
void t9_flee(struct pn_step *step, pn_unit_id unit, pn_angle heading, struct t9_cause cause,
	     struct t9_panics *panics);

/* T9-21. Away from the other along the line of the centres. */
pn_angle t9_heading_away(struct pn_step *step, pn_unit_id unit, pn_unit_id other);

/* T9-133. Away from the closest enemy; straight on if there is none. */
pn_angle t9_heading_from_closest(struct pn_step *step, pn_unit_id unit);

/* A Flee Move that was made: the pivot from `start` and the way of `length` after it. */
struct t9_flight {
	pn_pose start, pivoted;
	pn_len length;
};

/* T9-65. Did the unit's boundary cross the shape, and when: bits. T9-66. How many of its
 * models did? */
enum { T9_IN_THE_PIVOT = 1, T9_STRAIGHT_ON = 2 };
unsigned t9_crossed(const struct pn_unit *unit, const struct t9_flight *flight,
		    const struct pn_shape *shape);
uint16_t t9_models_crossed(const struct pn_unit *unit, const struct t9_flight *flight,
			   const struct pn_shape *shape);

/* A Flee Move before it is made: the pivot, and the way after it, which needs the roll; who
 * catches it on the way (T9-25), or PN_NO_UNIT; and whether it leaves the board (T9-61). */
struct t9_flown {
	struct t9_flight flight;
	pn_unit_id caught_by;
	bool off;
};

/* The pivot; then the way of the length that was rolled. */
void t9_turn_to_flee(const struct pn_game *game, pn_unit_id unit, pn_angle heading,
		     struct t9_flown *out);
void t9_run_away(const struct pn_game *game, pn_unit_id unit, pn_len length, struct t9_flown *out);

/* ---- dice (t9_dice.c) ---- */

/* T9-69. Two dice, or the best two of three, held against nothing yet. */
struct pn_roll t9_distance_roll(const struct pn_game *view, pn_unit_id unit, pn_clause clause);

/* The same, thrown; `highest` (may be NULL) is the highest face. */
int16_t t9_throw_distance(struct pn_step *step, pn_unit_id unit, pn_clause clause,
			  uint8_t *highest);

enum t9_test { T9_TEST_PLAIN, T9_TEST_MAXIMISED };

/* T9-139. The best Discipline that the unit may use. */
int32_t t9_discipline(const struct pn_game *view, pn_unit_id unit);

/* T9-40, T9-139. A Discipline Test against the best value at hand, and one against a number
 * that is given. */
bool t9_test(struct pn_step *step, pn_unit_id unit, enum t9_test kind, pn_clause clause);
bool t9_test_against(struct pn_step *step, pn_unit_id unit, enum t9_test kind, int32_t needed,
		     pn_clause clause);

/* The chance of a test against the best value at hand. */
void t9_preview_test(struct pn_preview *out, const struct pn_game *view, pn_unit_id unit,
		     pn_clause clause);

/* ---- charging (t9_way.c, t9_contact.c, t9_charge.c, t9_blocked.c, t9_fail.c) ---- */

/* Where along the facing a charger wants to lie: where most models meet, or, to leave room
 * for others, at an end of it. */
enum t9_lean {
	T9_UPRIGHT,
	T9_TO_ITS_START,
	T9_TO_ITS_END,
	T9_TO_THE_NEARER,
	T9_OFF_ITS_START, /* beyond the end, as little of the facing as can be */
	T9_OFF_ITS_END,
	T9_LEANS
};

/* A question: one charge on one facing, or on T9_ANY_FACING; and what is in the way, of the
 * kinds of enum t9_gather. */
struct t9_asked {
	const struct pn_game *view;
	pn_unit_id unit, target;
	uint8_t facing;
	unsigned kinds;
	enum t9_lean lean;
	bool flies;      /* over whatever is on the way */
	bool any_models; /* how many of them make contact is of no account */
};

/* Where a charge wheels, makes contact and comes to lie. */
struct t9_way {
	pn_len ahead;    /* before the wheel */
	int32_t by;      /* the wheel, positive clockwise */
	pn_pose wheeled; /* after it */
	pn_len length;   /* after that, to contact */
	pn_pose end;
	pn_pose lie;    /* aligned */
	pn_pose target; /* where the target stands then */
	uint8_t facing;
	uint8_t touched; /* other enemies who are touched then */
	uint16_t models; /* of both in contact */
	pn_len aside;    /* how far it lies from the end that it leans to */
};

/* T9-84 to T9-89, T9-G1. The best way there is; or whether there is any. */
bool t9_find_way(const struct t9_asked *asked, struct t9_way *out);
bool t9_has_way(const struct t9_asked *asked);

/* T9-84. One way alone: so far ahead, and this wheel about that corner. False: something is in
 * the way, or it makes no contact. */
bool t9_one_way(const struct t9_asked *asked, pn_len ahead, enum pn_corner corner, int32_t by,
		struct t9_way *out);

/* T9-84. The best way that wheels after so much of it; false: there is none. */
bool t9_way_after(const struct t9_asked *asked, pn_len ahead, struct t9_way *out);

/* T9-84, T9-89 (t9_said.c). The way that the charge's owner says: so far ahead, or not at all, and
 * then which wheel, or the best there. Is it a way, and does it keep to T9-88 as the best one
 * does? How many models it brings into contact gives way to how many chargers it leaves room
 * for, and counts for one who charges `alone`. */
struct pn_verdict t9_check_said(const struct t9_asked *asked, const struct pn_path *path,
				bool alone);
bool t9_find_said(const struct t9_asked *asked, const struct pn_path *path, bool alone,
		  struct t9_way *out);

/* One charger of a target, and what it rolled. */
struct t9_charger {
	pn_unit_id unit;
	uint8_t highest; /* die */
	int16_t rolled;
	bool reaches;
	bool by_champion; /* for its Champion alone */
};

/* T9-100 to T9-104. The charge has failed: the unit moves the highest die towards the
 * target. */
void t9_fail(struct pn_step *step, const struct t9_charger *charger, enum pn_charge_outcome outcome,
	     pn_clause clause);

/* T9-80, T9-83. What a roll makes the Charge Range; T9-81: does that take the charger as far as
 * the target? */
pn_len t9_charge_range(const struct pn_unit *unit, int16_t rolled);
bool t9_reaches(const struct pn_game *game, pn_unit_id unit, pn_unit_id target, int16_t rolled);

/* The question about the charge that the unit has declared (t9_charge.c). */
struct t9_asked t9_asked_of(const struct pn_game *view, pn_unit_id unit);

/* The same before it is declared. T9-34: whoever has declared a charge will be gone by then. */
struct t9_asked t9_asked_of_declaring(const struct pn_game *view, pn_unit_id unit,
				      pn_unit_id target);

/* T9-92. No way leads to lying flush: are only free enemies, or the board's edge, in the way
 * of it? May it be made straight ahead then? And it is, or fails (t9_blocked.c). */
bool t9_is_path_blocked(const struct t9_asked *asked);
bool t9_may_go_straight(const struct t9_asked *asked, pn_len range);

/* T9-33. Is there room for one or the other, whatever it rolls (t9_target.c)? */
bool t9_has_room(const struct t9_asked *asked);

void t9_meet_blocked(struct pn_step *step, const struct t9_charger *charger);

/* What comes of meeting: a fleeing target is gone (T9-93); a contact; and any other unit that is
 * touched is charged, too (T9-91). */
void t9_catch_fleeing(struct pn_step *step, pn_unit_id unit, pn_unit_id target);
void t9_touch(struct pn_step *step, pn_unit_id unit, pn_unit_id with, uint8_t facing,
	      pn_clause clause);
void t9_charge_others(struct pn_step *step, pn_unit_id unit, pn_unit_id target);

/* ---- reforming (t9_reform.c) ---- */

/* T9-93. The next of those who have destroyed an enemy that fled may reform. False: nobody is
 * left; and the one who is asked does not. */
bool t9_ask_reform(struct pn_step *step);
void t9_leave_unreformed(struct pn_step *step);

/* What is listed for a unit that may reform. */
void t9_list_reform_of(const struct pn_game *view, pn_unit_id unit, struct pn_actions *out);

/* ---- the Movement Phase (t9_movement.c, t9_rally.c) ---- */

/* All chargers have moved: a new phase. */
void t9_end_charge_phase(struct pn_step *step);

/* T9-70. All of the Active Player's units that flee try to rally, or flee on. */
void t9_rally_all(struct pn_step *step);

/* ---- the plug (t9.c) and its cells ---- */

/* Called as the members of these names in rules.h say. */
void t9_run_declaration(struct pn_step *step);
void t9_run_charges(struct pn_step *step);
void t9_run_movement(struct pn_step *step);
bool t9_declare_if_forced(struct pn_step *step, pn_side side);
bool t9_end_if_idle(struct pn_step *step, pn_side side);
void t9_run_melee(struct pn_step *step);
void t9_apply_accept_outcome(struct pn_step *step, pn_side side, const struct pn_command *command);

PN_CHOICE(t9, declare)
PN_CHOICE(t9, react)
PN_CHOICE(t9, redirect)
PN_CHOICE(t9, charge)
PN_CHOICE(t9, reform)
PN_CHOICE(t9, move)

PN_CELLS(t9, declare_charge)
PN_CELLS(t9, place_order)
PN_CELLS(t9, ready)
PN_CELLS(t9, pass)
PN_CELLS(t9, hold)
PN_CELLS(t9, stand_and_shoot)
PN_CELLS(t9, flee_reaction)
PN_CELLS(t9, redirect)
PN_CELLS(t9, charge)
PN_CELLS(t9, manoeuvre)
PN_CELLS(t9, move)

PN_PREVIEW(t9, manoeuvre)
PN_PREVIEW(t9, move)
PN_PREVIEW(t9, charge)
PN_PREVIEW(t9, declare_charge)
PN_PREVIEW(t9, redirect)
PN_PREVIEW(t9, reaction)
