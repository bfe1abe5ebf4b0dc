/* The run of a charge, from where its unit stands after the manoeuvre into contact, or as far
 * as it must go (B2-39 to B2-42).
 *
 * A charge may be answered on its run. Then it stops there, and if nobody catches it goes on:
 * by the shortest way from where it stands, with what is left of its allowance, to what was
 * measured when it began. The pending decision of such a charge has in its stage why it falls
 * short, if it does, and whether it came too near; in its value where it is on the run. What is
 * kept as announced of the run is as long as what was run and what is left together. */

#include "b2_moment.h"
#include "b2_run.h"
#include "b2_withdraw.h"
#include "tell.h"

/* A run, from here on. */
struct home {
	pn_unit_id unit, target;
	enum pn_manner manner;
	pn_clause why;     /* it falls short, by this; "": it is a charge home */
	pn_clause clause;  /* else: how the target lay */
	bool too_near;     /* no benefits, whatever it runs */
	pn_len gone, left; /* run before; still to be spent */
	struct b2_run run;
};

/* Decides B2-41. */
static bool falls_short(const struct home *home)
{
	return home->why.text[0] != '\0';
}

/* ---- what a pending decision keeps of it ---- */

/* Why a charge falls short: its stage counts by these, and one more if it came too near. */
static const pn_clause reasons[] = {
	{""},      {"B2-15"}, {"B2-20"}, {"B2-21"}, {"B2-23"}, {"B2-39"},
	{"B2-47"}, {"B2-51"}, {"B2-52"}, {"B2-57"}, {"B2-58"},
};

enum { REASONS = sizeof reasons / sizeof reasons[0] };

static uint8_t stage_of(const struct home *home)
{
	uint8_t number = 0;

	while (number < REASONS && strcmp(reasons[number].text, home->why.text) != 0)
		number++;
	pn_assert(number < REASONS);
	return (uint8_t)(B2_RUNNING + 2 * number + home->too_near);
}

struct b2_progress b2_charge_progress(const struct pn_game *game, pn_unit_id id)
{
	const struct pn_pending *charge = b2_move_of(game, id);
	struct b2_progress progress = {0, b2_charge_allowance(&game->unit[id])};

	if (charge && charge->decision == B2_CHARGE_MOVE && charge->stage >= B2_RUNNING) {
		progress.gone = b2_unpack(charge->value).at;
		progress.left =
			game->announced.leg[game->announced.count - 1].length - progress.gone;
	}
	return progress;
}

/* ---- measuring ---- */

/* What there is to run for a unit that falls short. B2-105: not within a charge, no farther than an
 * ordinary move goes. */
static struct b2_run forced(const struct pn_game *game, const struct home *home)
{
	const struct pn_unit *unit = &game->unit[home->unit];
	pn_len left = home->left;

	if (b2_must_close_with(game, home->unit, home->target))
		left -= b2_charge_allowance(unit) - pn_stat(unit, B2_MOVEMENT_ALLOWANCE);
	return b2_forced_run(game, home->unit, home->target, left > 0 ? left : 0);
}

/* B2-40. Only now is the distance measured. */
static void measure(const struct pn_game *game, struct home *home)
{
	const struct pn_unit *enemy = &game->unit[home->target];
	const enum b2_range range =
		enemy->on_board ? b2_range_of(game, home->unit, home->target) : B2_UNSEEN;

	home->left = b2_charge_allowance(&game->unit[home->unit]);
	home->clause = b2_range_clause(range);
	if (!b2_in_reach(range)) {
		home->why = b2_has_moved(enemy) ? PN_CLAUSE("B2-47") : b2_range_clause(range);
	} else if (!b2_find_run(game, home->unit, home->target, &home->run)) {
		home->why = home->run.forbidden_by;
	} else {
		home->too_near = home->run.too_near || range == B2_TOO_NEAR;
		if (home->run.too_near)
			home->clause = PN_CLAUSE("B2-53");
	}
}

/* Decides B2-27. It was measured before: what is left of it. */
static void take_up(const struct pn_game *game, const struct pn_pending *charge, pn_len left,
		    struct home *home)
{
	const uint8_t kept = (uint8_t)(charge->stage - B2_RUNNING);

	home->why = reasons[kept / 2];
	home->too_near = kept % 2;
	home->clause = home->too_near ? PN_CLAUSE("B2-27") : PN_CLAUSE("B2-21");
	home->gone = b2_unpack(charge->value).at;
	home->left = left;
	if (falls_short(home))
		return;
	if (!b2_lay_run(game, home->unit, home->target, left, &home->run))
		home->why = PN_CLAUSE("B2-39");
	else if (b2_run_spent(&home->run) > left)
		home->why = PN_CLAUSE("B2-52");
}

static struct home home_of(const struct pn_game *game, const struct pn_pending *charge, pn_len left)
{
	struct home home = {
		.unit = charge->unit,
		.target = charge->other,
		.manner = PN_MANNER_CHARGE,
	};

	if (charge->stage >= B2_RUNNING)
		take_up(game, charge, left, &home);
	else
		measure(game, &home);
	if (falls_short(&home))
		home.run = forced(game, &home);
	return home;
}

struct b2_run b2_run_ahead(const struct pn_game *view, const struct pn_pending *charge, pn_len left)
{
	pn_unit_id list[PN_SIDE_UNITS_MAX];
	struct pn_pending at = *charge;

	if (charge->stage < B2_RUNNING &&
	    b2_substitutes(view, charge->unit, charge->other, list) == 1)
		at.other = list[0];
	return home_of(view, &at, left).run;
}

/* ---- going it ---- */

/* Decides B2-42. The end of a charge that falls short, its obstacles crossed. */
static void end_short(struct pn_step *step, const struct home *home)
{
	const bool closes = b2_must_close_with(step->game, home->unit, home->target);

	pn_tell_charge_ended(step, home->unit, home->target, PN_CHARGE_TOO_FAR,
			     closes ? PN_CLAUSE("B2-105") : home->why);
	b2_go_run(step, home->unit, &home->run, PN_MANNER_FORCED, false);
	if (!closes)
		pn_set_state(step, home->unit, B2_SHAKEN, PN_CLAUSE("B2-42"));
}

/* The end of one that gets home, or does not cross an obstacle. */
static void end_home(struct pn_step *step, const struct home *home, bool crossed)
{
	const pn_len minimum = b2_minimum(&step->game->unit[home->unit]);
	const bool benefits = !home->too_near && home->gone + home->run.route.length >= minimum;

	if (crossed)
		pn_tell_charge_ended(step, home->unit, home->target, PN_CHARGE_CONTACT,
				     home->clause);
	else
		pn_tell_charge_ended(step, home->unit, home->target, PN_CHARGE_CHECK_FAILED,
				     PN_CLAUSE("B2-56"));
	b2_go_run(step, home->unit, &home->run, home->manner, benefits);
}

static void end_run(struct pn_step *step, const struct home *home, bool crossed)
{
	if (falls_short(home))
		end_short(step, home);
	else
		end_home(step, home, crossed);
}

static void finish(struct pn_step *step, struct home *home)
{
	bool crossed;

	pn_set_flag(step, home->unit, B2_CHARGED, PN_CLAUSE("B2-22"));
	crossed = b2_cross_obstacles(step, home->unit, &home->run);
	end_run(step, home, crossed);
}

void b2_fall_short(struct pn_step *step, pn_unit_id id, pn_unit_id target, pn_clause why)
{
	struct home home = {
		.unit = id,
		.target = target,
		.why = why,
		.left = b2_charge_allowance(&step->game->unit[id]),
	};

	home.run = forced(step->game, &home);
	b2_cross_obstacles(step, id, &home.run);
	end_short(step, &home);
}

void b2_charge(struct pn_step *step, pn_unit_id id, pn_unit_id target, enum pn_manner manner)
{
	struct home home = {.unit = id, .target = target, .manner = manner};

	measure(step->game, &home);
	if (falls_short(&home))
		home.run = forced(step->game, &home);
	finish(step, &home);
}

/* It has stopped on its run: what is announced of the rest. */
static void announce_rest(struct pn_step *step, const struct home *home)
{
	struct pn_path path = pn_announced(step->game);
	struct pn_leg *run = &path.leg[path.count - 1];
	const pn_len length = home->gone + home->left;
	const pn_angle heading = b2_heading_to(step->game, home->unit, home->target);

	if (run->length == length && run->heading == heading)
		return;
	run->length = length;
	run->heading = heading;
	pn_tell_announced(step, home->unit, &path, PN_CLAUSE("B2-63"));
}

/* The next `part` of it. False: an obstacle has ended it. */
static bool go_part(struct pn_step *step, struct home *home, pn_len part)
{
	struct b2_run run = home->run;

	b2_run_cut(&run, &step->game->unit[home->unit], part);
	if (!b2_cross_obstacles(step, home->unit, &run)) {
		home->run = run;
		pn_set_flag(step, home->unit, B2_CHARGED, PN_CLAUSE("B2-22"));
		end_run(step, home, false);
		return false;
	}
	b2_go_run(step, home->unit, &run, falls_short(home) ? PN_MANNER_FORCED : home->manner,
		  false);
	home->gone += run.route.length;
	home->left -= b2_run_spent(&run);
	return true;
}

/* Run on to the point, or to the end; the pending decision is the charge's, on top. */
static enum b2_gone run_on(struct pn_step *step, struct pn_pending pending, struct b2_point until)
{
	const struct b2_progress progress = b2_charge_progress(step->game, pending.unit);
	struct home home = home_of(step->game, &pending, progress.left);
	const pn_len part = until.at - home.gone;
	bool more = until.leg != B2_TO_THE_END && part < home.run.route.length;

	if (!more)
		finish(step, &home);
	else
		more = go_part(step, &home, part);
	pending.stage = more ? stage_of(&home) : B2_FINISHED;
	if (more)
		pending.value = b2_pack((struct b2_point){until.leg, home.gone});
	pn_reopen(step, pending, (pn_clause){""});
	if (more)
		announce_rest(step, &home);
	return more ? B2_REACHED : B2_ENDED;
}

/* ---- before the run ---- */

/* What was said of the manoeuvre by a game that did not announce the run with it. */
static void prepare_unannounced(struct pn_step *step, struct pn_pending pending)
{
	const struct pn_path path = pn_announced(step->game);

	pending.stage = B2_MANOEUVRED;
	pn_reopen(step, pending, (pn_clause){""});
	if (pending.value == B2_ANNOUNCED_PATH)
		b2_manoeuvre(step, pending.unit, &path);
	else if (pending.value == B2_ASK)
		b2_ask_manoeuvre(step, pending.unit, pending.other);
}

/* So much of the leg, from where the unit stands on it. */
static struct pn_leg piece_of(const struct b2_stretch *stretch, struct pn_leg leg, pn_len to)
{
	if (leg.kind == PN_LEG_WHEEL)
		leg.angle = b2_turn_on_stretch(stretch, stretch->low, to);
	return leg;
}

/* The manoeuvre, up to the point. False: the point is reached. */
static bool prepare(struct pn_step *step, struct pn_pending *pending, struct b2_point until)
{
	struct b2_course course;
	bool goes = true;

	b2_announced_course(&course, step->game, pending->unit);
	for (uint8_t i = 0; goes && i + 1 < course.count; i++) {
		const struct b2_stretch *stretch = &course.stretch[i];
		const bool within = until.leg == stretch->leg && until.at < stretch->high;
		const pn_len to = within ? until.at : stretch->high;
		const struct pn_leg leg =
			piece_of(stretch, step->game->announced.leg[stretch->leg], to);

		if (b2_is_past((struct b2_point){stretch->leg, stretch->low}, until))
			return false;
		goes = b2_manoeuvre_on(step, pending->unit, &leg, b2_stand_on(stretch, to).pose);
		pending->stage = B2_MANOEUVRING;
		pending->value =
			b2_pack(within ? until : (struct b2_point){(uint8_t)(stretch->leg + 1), 0});
		if (within && goes)
			return false;
	}
	pending->stage = B2_MANOEUVRED;
	pending->value = B2_ANNOUNCED_RUN;
	return true;
}

/* Now the distance is measured (B2-40). Of several substitutes the owner picks one; a unit that
 * would answer the charge on its run may say so again then. */
static enum b2_gone measure_and_run(struct pn_step *step, struct pn_pending pending,
				    struct b2_point until)
{
	pn_unit_id list[PN_SIDE_UNITS_MAX];
	const uint8_t count = b2_substitutes(step->game, pending.unit, pending.other, list);

	if (count > 1) {
		if (until.leg != B2_TO_THE_END)
			pending.value = B2_ANSWERED;
		pn_reopen(step, pending, (pn_clause){""});
		pn_open(step,
			(struct pn_pending){
				.decision = B2_SUBSTITUTE,
				.owes = (uint8_t)(1u << step->game->unit[pending.unit].side),
				.unit = pending.unit,
				.other = pending.other,
			},
			PN_CLAUSE("B2-46"));
		return B2_ASKED;
	}
	if (count == 1)
		b2_turn_on(step, &pending, list[0]);
	return run_on(step, pending, until);
}

void b2_turn_on(struct pn_step *step, struct pn_pending *charge, pn_unit_id target)
{
	charge->other = target;
	pn_tell_charge_began(step, charge->unit, target, 0, PN_CLAUSE("B2-46"));
}

enum b2_gone b2_charge_goes(struct pn_step *step, struct b2_point until)
{
	struct pn_pending pending = *pn_top_pending(step->game);
	const bool announced = pending.value == B2_ANNOUNCED_RUN;

	if (pending.stage == B2_ANNOUNCED && !announced) {
		prepare_unannounced(step, pending);
		return B2_ASKED;
	}
	if ((pending.stage == B2_ANNOUNCED || pending.stage == B2_MANOEUVRING) &&
	    !prepare(step, &pending, until)) {
		pn_reopen(step, pending, (pn_clause){""});
		return B2_REACHED;
	}
	if (pending.stage >= B2_RUNNING)
		return run_on(step, pending, until);
	if (b2_is_past((struct b2_point){(uint8_t)(step->game->announced.count - 1), 0}, until)) {
		pn_reopen(step, pending, (pn_clause){""});
		return B2_REACHED;
	}
	return measure_and_run(step, pending, until);
}

/* ---- announcing it ---- */

void b2_announce_charge(struct pn_step *step, pn_unit_id id, pn_unit_id target,
			const struct pn_path *manoeuvre)
{
	struct pn_path path = *manoeuvre;
	struct pn_leg *run = &path.leg[path.count];

	path.given = false;
	*run = (struct pn_leg){
		.kind = PN_LEG_ADVANCE,
		.heading = b2_heading_after(step->game, id, target, manoeuvre),
		.length = b2_charge_allowance(&step->game->unit[id]),
	};
	path.count++;
	pn_tell_announced(step, id, &path,
			  path.count > 1 ? PN_CLAUSE("B2-34") : PN_CLAUSE("B2-22"));
}
