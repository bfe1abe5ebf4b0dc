#pragma once
/* A moment of the move: where a unit that moves can be answered (B2-63, B2-G4).
 *
 * A course is what is left of the way that the mover has announced, stretch after stretch.
 * Some of it is left out of events and actions alike: of a charge only heading and full
 * allowance are announced, and where it ends is found by going there. */

#include "b2.h"
#include "b2_field.h"

/* Stages of B2_CHARGE_MOVE, B2_UNIT_MOVE and B2_OPPORTUNITY. The stage of a B2_REACTION is
 * how its target lay when it was declared, enum b2_range; its value the gap between them. */
enum b2_stage {
	B2_ANNOUNCED,
	B2_FINISHED,
	B2_MANOEUVRED,
	B2_DURING,
	B2_ASKING,       /* of a charge: for its manoeuvre, before it is announced */
	B2_MANOEUVRING,  /* of a charge that was stopped in it */
	B2_FLEEING,      /* of a unit move */
	B2_WITHDRAWING,  /* of a unit move */
	B2_RUNNING = 16, /* of a charge that was stopped on its run; see b2_home.c */
};

/* The value of B2_CHARGE_MOVE, announced or manoeuvred: what was said of the manoeuvre before
 * it. The first three are of games that began before the run was announced with it. Of a move
 * that is under way the value is where the unit is on it: b2_moment.h. */
enum b2_said {
	B2_ASK,
	B2_NO_MANOEUVRE,
	B2_ANNOUNCED_PATH,
	B2_ANNOUNCED_RUN,
	B2_ANSWERED, /* the run is announced, and would be answered, but its owner was asked */
};

/* A place on a way: a leg of the announced path, and so far along it. */
struct b2_point {
	uint8_t leg;
	pn_len at;
};

enum { B2_TO_THE_END = UINT8_MAX }; /* for a leg: past every place */

/* How a mover came to a point. */
enum b2_gone {
	B2_REACHED,
	B2_ENDED, /* its move is over */
	B2_ASKED, /* its owner must say something first */
};

/* One stretch of a way: straight, or a wheel; or, with low = high, a leg that turns or forms
 * the unit where it stands, or sends single figures: only before it is a moment. */
struct b2_stretch {
	struct pn_stand from; /* how the mover stands `behind` before `low` */
	uint8_t leg;
	uint8_t kind; /* enum pn_leg_kind */
	bool left;
	pn_angle heading;
	pn_angle angle;   /* of a wheel: all of it from `from` on */
	pn_len low, high; /* along the leg */
	pn_len whole;     /* of a wheel: from `from` to where `angle` ends */
	pn_len behind;    /* of a wheel; else straight on the same leg, before `from` */
};

enum { B2_STRETCHES_MAX = PN_PATH_MAX + B2_ROUTE_LEGS };

struct b2_course {
	const struct pn_game *game;
	pn_unit_id mover;
	struct b2_point here; /* where it stands */
	pn_len most;          /* how far the last leg may be named: the full allowance */
	uint8_t last;         /* that leg */
	bool runs;            /* it is the run of a charge, which goes as it must */
	uint8_t count;        /* 0: only where it stands */
	pn_unit_id met;       /* what its charge ends at, as it goes; or PN_NO_UNIT */
	struct b2_stretch stretch[B2_STRETCHES_MAX];
};

/* The pending decision of the unit's move, or NULL: it is not moving. */
const struct pn_pending *b2_move_of(const struct pn_game *game, pn_unit_id mover);

/* A point as the value of the mover's pending decision, and back. */
int32_t b2_pack(struct b2_point point);
struct b2_point b2_unpack(int32_t value);

/* Is the point there or behind? */
bool b2_is_past(struct b2_point at, struct b2_point point);

/* Has somebody caught the unit, so that it goes no farther (B2-65)? */
bool b2_is_caught(const struct pn_game *game, const struct pn_pending *move);

/* What the mover has announced, as all may know it. */
void b2_announced_course(struct b2_course *out, const struct pn_game *view, pn_unit_id mover);

/* As far as it comes with nobody answering it: it ends where something stops it, and a
 * charge goes the way it finds. It measures, and only who carries out a reaction asks. */
void b2_actual_course(struct b2_course *out, const struct pn_game *game, pn_unit_id mover);

/* The moment's point on the way. Of one that is found only when carried out: on the course
 * given, for that unit. False: there is none. */
bool b2_point_of(const struct b2_course *course, pn_unit_id unit, struct pn_moment moment,
		 struct b2_point *out);

/* Could the unit react to the mover anywhere on what is left of the course, so that a moment with a
 * name is one (B2-60 to B2-64)? `now` is what b2_check_reaction() says with the mover where it
 * stands. False when the course is empty. Whether the mover comes into sight at all shows only as it
 * moves: what it covers on the way is looked at. Where the rule, or measuring that both players
 * allowed, asks for range, that is looked for as `in_sight` is. May be true wrongly, never false, but
 * for a target of the unit's own that the mover would hide or bar on its way (B2-46). */
bool b2_has_moment(const struct b2_course *course, const struct b2_field *field, pn_unit_id unit,
		   enum pn_refusal now);

/* May the unit react to the mover where it stands, or could it anywhere on the course? If it could
 * not, the verdict says what it lacks now. */
struct pn_verdict b2_check_on_course(const struct b2_course *course, const struct b2_field *field,
				     pn_unit_id unit);

/* May it at this moment? Complete. */
struct pn_verdict b2_check_moment(const struct b2_course *course, const struct b2_field *field,
				  pn_unit_id unit, struct pn_moment moment);

/* The game with the mover elsewhere, and what everybody covers. */
struct b2_what_if {
	struct pn_game game;
	struct b2_field field;
	const struct b2_course *course;
	bool in_range;  /* the unit that looks may react only where the mover is in its range */
	uint16_t looks; /* so many times it was asked whether the unit could react */
};

/* Begin with the mover where it stands; `field`, surveyed before, may be NULL. */
void b2_begin_what_if(struct b2_what_if *out, const struct b2_course *course,
		      const struct b2_field *field);
void b2_put(struct b2_what_if *what_if, const struct pn_stand *stand);

/* How far a wheel turns from one place of its stretch to another. */
pn_angle b2_turn_on_stretch(const struct b2_stretch *stretch, pn_len from, pn_len to);

/* How the mover stands so far along a stretch. */
struct pn_stand b2_stand_on(const struct b2_stretch *stretch, pn_len at);

/* What is shown of the way: where the mover would stand at each point of B2-G4. */
void b2_show_way(const struct b2_course *course, struct pn_way *out);

/* A hull of two shapes, each with so much more on every side: a square of that half side round each
 * of its points. */
struct pn_shape b2_swept(const struct pn_shape ends[2], pn_len grow);

/* How a unit would stand after a leg, with nothing in the way. False: it could not make it. */
bool b2_stand_after(const struct pn_game *view, struct pn_stand *stand, const struct pn_leg *leg);

/* ---- going there (b2_move.c, b2_home.c) ---- */

/* The mover, whose pending decision is on top, goes on to the point, or as far as it comes. */
enum b2_gone b2_go_on(struct pn_step *step, struct b2_point until);
enum b2_gone b2_charge_goes(struct pn_step *step, struct b2_point until);

/* One piece of a flight or of a withdrawal, at most so long, to `to` if nothing stops it. False:
 * that was the end of it. `gone` becomes how far it went. */
bool b2_flee_on(struct pn_step *step, pn_unit_id unit, pn_len most, pn_vec to, pn_len *gone);
bool b2_withdraw_on(struct pn_step *step, pn_unit_id unit, pn_len done, pn_len most, pn_vec to);

/* A move that goes straight is announced, and may be answered (B2-62). */
void b2_announce_straight(struct pn_step *step, pn_unit_id unit, enum b2_stage stage,
			  pn_angle heading, pn_len length, pn_clause clause);

/* What is announced of a charge: the manoeuvre said with it, heading and full allowance. */
void b2_announce_charge(struct pn_step *step, pn_unit_id unit, pn_unit_id target,
			const struct pn_path *manoeuvre);

/* The manoeuvre that its owner was asked for is said: true if it is that of a charge which
 * is announced now; false if it is to be made now. The question's pending decision is closed. */
bool b2_say_manoeuvre(struct pn_step *step, const struct pn_path *manoeuvre);

/* B2-46. The charge goes at another target: tell it, and change the pending decision. */
void b2_turn_on(struct pn_step *step, struct pn_pending *charge, pn_unit_id target);

/* The heading at the target from where the unit would stand after the manoeuvre. */
pn_angle b2_heading_after(const struct pn_game *game, pn_unit_id unit, pn_unit_id target,
			  const struct pn_path *manoeuvre);

/* How far a unit that is charging has run, and what it may still spend. */
struct b2_progress {
	pn_len gone, left;
};

/* How far the unit is on the charge that it announced. */
struct b2_progress b2_charge_progress(const struct pn_game *game, pn_unit_id unit);

/* ---- windows (b2_opportunity.c) ---- */

/* May `unit` make an opportunity charge against the moving `mover` (B2-60 to B2-64)? */
struct pn_verdict b2_check_reaction(const struct b2_field *field, pn_unit_id unit,
				    pn_unit_id mover);

/* B2-45. A window is not passed by while a unit must meet the target that charges it, unless what
 * was said is carried out then: the window opens again for it. */
struct pn_verdict b2_check_end_window(const struct pn_game *view);

/* Open a window on the mover's move if any unit of the other side could use it. */
void b2_open_window(struct pn_step *step, pn_unit_id mover, enum b2_stage stage);

/* The same, whoever may react or not. */
void b2_leave_window_open(struct pn_step *step, pn_unit_id mover, enum b2_stage stage);

/* A reaction is over: close the window above if nobody may react any more. */
void b2_settle_window(struct pn_step *step, pn_unit_id mover);

/* The unit that must react, as it declared a charge on the mover (B2-45), or PN_NO_UNIT: of those
 * in the field, or of all. */
pn_unit_id b2_bound_to_react(const struct b2_field *field);
pn_unit_id b2_anybody_bound(const struct pn_game *view);

/* Might any unit of the other side but `id` still say a reaction to the mover? */
bool b2_others_may_react(const struct pn_game *view, pn_unit_id mover, pn_unit_id id);

/* ---- reactions that are kept (b2_said.c) ---- */

/* Those to one move, as they were said, the last first. */
struct b2_kept {
	uint8_t count;
	struct pn_command of[PN_PENDING_MAX];
};

/* Has the unit said its reaction to a move that is not carried out yet? */
bool b2_has_said(const struct pn_game *view, pn_unit_id unit);

/* Has anybody? */
bool b2_anybody_said(const struct pn_game *view);

/* Is there room to keep one more? */
bool b2_can_keep(const struct pn_game *view);

/* Keep it: on top of what is pending. */
void b2_keep(struct pn_step *step, const struct pn_command *command);

/* Those on top, all to the one move that is asked about, are kept no longer. */
void b2_take_kept(struct pn_step *step, struct b2_kept *out);

/* Keep all of them but that of one unit. */
void b2_keep_rest(struct pn_step *step, const struct b2_kept *kept, pn_unit_id done);

/* Is the unit what the mover charges? */
bool b2_is_charged_by(const struct pn_game *view, pn_unit_id unit, pn_unit_id mover);
