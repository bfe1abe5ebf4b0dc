/* B2-G4. The moments of a move at which a unit may answer it.
 *
 * Shown are the start of each leg and every whole inch of it; a player may name any other
 * length. The first place at which a unit may react is found to the hundredth of a millimetre: one
 * look at all that the mover covers on a piece of the way tells whether the unit could react
 * anywhere on it; if not, the piece is left out, else it is cut in two, down to single places. */

#include "b2_moment.h"
#include "b2_withdraw.h"
#include "common.h"

enum {
	LOOKS_MAX = 300,     /* after so many only whole inches are looked at */
	LOOKS_TO_LIST = 100, /* so many are spent before a moment is listed */
};

/* ---- what a unit's duty leaves open ---- */

enum may { MAY_NEVER, MAY_IN_RANGE, MAY_ANYWHERE };

/* B2-102, B2-104, B2-105. */
static enum may may_if_driven(const struct pn_game *view, pn_unit_id id, pn_unit_id mover)
{
	const struct pn_unit *unit = &view->unit[id];

	if (!b2_is_driven(unit))
		return MAY_ANYWHERE;
	if (pn_flag(unit, B2_CLOSES))
		return b2_must_close_with(view, id, mover) ? MAY_ANYWHERE : MAY_NEVER;
	return b2_could_compel(view, id, mover) ? MAY_IN_RANGE : MAY_NEVER;
}

/* B2-16. A substitute is called for only when its own target has moved and is not to be reached, as
 * they stand now. */
static enum may may_if_declared(const struct pn_game *view, pn_unit_id id, pn_unit_id mover)
{
	const struct pn_order *order = &view->unit[id].order;

	if (order->verb != PN_VERB_CHARGE || order->target == mover ||
	    view->switches[B2_SWITCH_DECLARED_REACTS_TO] == B2_REACTS_TO_ANYBODY ||
	    b2_is_charged_by(view, id, mover))
		return MAY_ANYWHERE;
	return b2_wants_substitute(view, id) ? MAY_IN_RANGE : MAY_NEVER;
}

/* Where on its way may the unit turn on the mover, if it sees it? */
static enum may may_turn(const struct pn_game *view, pn_unit_id id, pn_unit_id mover)
{
	const enum may driven = may_if_driven(view, id, mover);
	const enum may declared =
		driven == MAY_NEVER ? MAY_NEVER : may_if_declared(view, id, mover);
	const enum may least = declared < driven ? declared : driven;

	return least == MAY_ANYWHERE && view->premeasure ? MAY_IN_RANGE : least;
}

/* ---- where a unit could react ---- */

/* Does it see the mover, and may it react, where that stands now? Range is asked about only
 * where measuring is allowed. */
static bool may_here(const struct b2_what_if *what_if, pn_unit_id unit)
{
	const pn_unit_id mover = what_if->course->mover;

	return (!what_if->game.premeasure || b2_in_reach(b2_lies(&what_if->game, unit, mover))) &&
	       b2_check_reaction(&what_if->field, unit, mover).code == PN_LAWFUL;
}

static bool may_at(struct b2_what_if *what_if, pn_unit_id unit, const struct b2_stretch *stretch,
		   pn_len at)
{
	const struct pn_stand stand = b2_stand_on(stretch, at);

	what_if->looks++;
	b2_put(what_if, &stand);
	return may_here(what_if, unit);
}

/* By how much any corner of the mover may lie beside the two places that it goes between: places are
 * rounded, except along an edge of the table; in a wheel a corner goes its own way. */
static pn_len beside(const struct b2_stretch *stretch, pn_len way)
{
	enum { ROUNDING = 2 };
	const pn_len front = pn_frontage(stretch->from.formation);
	const pn_len depth = pn_depth(stretch->from.formation);

	if (stretch->kind == PN_LEG_ADVANCE)
		return stretch->heading % PN_DEGREES_90 == 0 ? 0 : ROUNDING;
	return (pn_len)((int64_t)way * (front + depth) / front) + ROUNDING;
}

static struct pn_shape hull_at(const struct b2_what_if *what_if, const struct b2_stretch *stretch,
			       pn_len at)
{
	const struct pn_stand stand = b2_stand_on(stretch, at);
	struct pn_body body;

	b2_body_of(&body, &what_if->game, &stand);
	return b2_hull_of(&body);
}

/* All that the mover covers from one place of the stretch to another, and maybe some more. */
static struct pn_shape swept(const struct b2_what_if *what_if, const struct b2_stretch *stretch,
			     pn_len from, pn_len to)
{
	const struct pn_shape ends[2] = {hull_at(what_if, stretch, from),
					 hull_at(what_if, stretch, to)};

	return b2_swept(ends, beside(stretch, to - from));
}

/* Does all of the shape lie left of the line from a to b, or on it? */
static bool lies_left(pn_vec a, pn_vec b, const struct pn_shape *shape)
{
	for (uint8_t i = 0; i < shape->count; i++)
		if (pn_cross(a, b, shape->point[i]) < 0)
			return false;
	return true;
}

/* How near a unit must come to be in range, or too near (B2-21, B2-23, B2-24): where the far edge
 * of a base counts, its near edge lies nearer by at least a side of it. */
static int64_t reach_of(const struct b2_what_if *what_if, pn_unit_id id)
{
	const struct pn_unit *unit = &what_if->game.unit[id];
	const struct pn_unit *mover = &what_if->game.unit[what_if->course->mover];
	const pn_len side =
		mover->base_width < mover->base_depth ? mover->base_width : mover->base_depth;
	const pn_len far = b2_charge_allowance(unit) -
			   (what_if->game.switches[B2_SWITCH_RANGE_EDGE] == B2_FAR ? side : 0);

	return (far > b2_minimum(unit) ? far : b2_minimum(unit)) + PN_TOUCH;
}

/* Could any of the shape be in the unit's charge range (B2-20, B2-22)? May be true wrongly, never
 * false. */
static bool could_reach(const struct b2_what_if *what_if, pn_unit_id id,
			const struct pn_shape *shape)
{
	const struct pn_unit *unit = &what_if->game.unit[id];
	const int64_t far = reach_of(what_if, id);
	const pn_len half = pn_frontage(pn_unit_formation(unit)) / 2 + PN_TOUCH;
	const pn_vec left = pn_ahead(unit->pose, -PN_TOUCH, -half);
	const pn_vec right = pn_ahead(unit->pose, -PN_TOUCH, half);

	if (unit->loose > 0)
		return true;
	return pn_fraction_compare(pn_shape_distance_squared(&what_if->field.footprint[id], shape),
				   (pn_fraction){far * far, 1}) <= 0 &&
	       !lies_left(right, left, shape) &&
	       !lies_left(left, pn_ahead(unit->pose, PN_INCH - PN_TOUCH, -half - PN_INCH), shape) &&
	       !lies_left(pn_ahead(unit->pose, PN_INCH - PN_TOUCH, half + PN_INCH), right, shape);
}

/* Could it react to the mover anywhere from one place to the other? May be true wrongly, never
 * false. */
static bool could_between(struct b2_what_if *what_if, pn_unit_id unit,
			  const struct b2_stretch *stretch, pn_len from, pn_len to)
{
	const struct pn_shape all = swept(what_if, stretch, from, to);

	what_if->looks++;
	if (what_if->in_range && !could_reach(what_if, unit, &all))
		return false;
	return b2_could_see(&what_if->field, unit, what_if->course->mover, &all);
}

/* Decides B2-G4. The first place, from the one and before the other, at which it may react; or
 * `to`. `could`: it is known already that it could between them. */
static pn_len first_place(struct b2_what_if *what_if, pn_unit_id unit,
			  const struct b2_stretch *stretch, pn_len from, pn_len to, bool could)
{
	bool could_before;
	pn_len middle;
	pn_len found;

	if (what_if->looks >= LOOKS_MAX)
		from = (from + PN_INCH - 1) / PN_INCH * PN_INCH;
	if (from >= to)
		return to;
	if (to - from == 1)
		return may_at(what_if, unit, stretch, from) ? from : to;
	if (!could && !could_between(what_if, unit, stretch, from, to - 1))
		return to;
	middle = from + (to - from) / 2;
	could_before =
		middle - from == 1 || could_between(what_if, unit, stretch, from, middle - 1);
	found = could_before ? first_place(what_if, unit, stretch, from, middle, true) : middle;
	return found < middle ? found
			      : first_place(what_if, unit, stretch, middle, to, !could_before);
}

/* B2-G4. The first place of the course, of one stretch after the other: where it begins, or later.
 * Its end is none. */
static bool first_on(struct b2_what_if *what_if, pn_unit_id unit, struct b2_point *out)
{
	const struct b2_course *course = what_if->course;

	for (uint8_t i = 0; i < course->count; i++) {
		const struct b2_stretch *stretch = &course->stretch[i];

		*out = (struct b2_point){stretch->leg, stretch->low};
		if (may_at(what_if, unit, stretch, stretch->low))
			return true;
		out->at = first_place(what_if, unit, stretch, stretch->low, stretch->high, false);
		if (out->at < stretch->high)
			return true;
	}
	return false;
}

/* ---- the nearest place ---- */

static bool is_nearer(const struct b2_what_if *what_if, pn_unit_id unit, pn_fraction *least)
{
	const pn_fraction apart = pn_shape_distance_squared(
		&what_if->field.footprint[unit], &what_if->field.footprint[what_if->course->mover]);

	if (least->den && pn_fraction_compare(apart, *least) >= 0)
		return false;
	*least = apart;
	return true;
}

/* The end of the way counts, unless the mover has struck the unit there. */
static bool is_nearest_at_end(struct b2_what_if *what_if, pn_unit_id unit, pn_fraction *least)
{
	const struct b2_course *course = what_if->course;
	const struct b2_stretch *last = &course->stretch[course->count - 1];
	const struct pn_shape *footprint = what_if->field.footprint;

	return may_at(what_if, unit, last, last->high) &&
	       pn_fraction_compare(
		       pn_shape_distance_squared(&footprint[unit], &footprint[course->mover]),
		       (pn_fraction){PN_TOUCH * PN_TOUCH, 1}) > 0 &&
	       is_nearer(what_if, unit, least);
}

/* Of where each leg begins, of every whole inch, of the first place at which it may react
 * and of the end the one at which the two are nearest; of equal ones the first. */
static bool nearest_on(struct b2_what_if *what_if, pn_unit_id unit, struct b2_point *out)
{
	const struct b2_course *course = what_if->course;
	pn_fraction least = {0, 0};

	if (!first_on(what_if, unit, out))
		return false;
	is_nearer(what_if, unit, &least);
	for (uint8_t i = 0; i < course->count; i++) {
		const struct b2_stretch *stretch = &course->stretch[i];

		for (pn_len at = stretch->low; at < stretch->high || at == stretch->low;
		     at = at / PN_INCH * PN_INCH + PN_INCH)
			if (b2_is_past((struct b2_point){stretch->leg, at}, *out) &&
			    may_at(what_if, unit, stretch, at) && is_nearer(what_if, unit, &least))
				*out = (struct b2_point){stretch->leg, at};
	}
	if (is_nearest_at_end(what_if, unit, &least))
		out->leg = B2_TO_THE_END;
	return true;
}

bool b2_point_of(const struct b2_course *course, pn_unit_id unit, struct pn_moment moment,
		 struct b2_point *out)
{
	struct b2_what_if what_if;

	*out = course->here;
	if (moment.when == PN_WHEN_AT)
		*out = (struct b2_point){moment.leg, moment.at};
	if (moment.when == PN_WHEN_NOW || moment.when == PN_WHEN_AT)
		return true;
	b2_begin_what_if(&what_if, course, NULL);
	what_if.in_range = may_turn(course->game, unit, course->mover) == MAY_IN_RANGE;
	if (course->count == 0)
		return may_here(&what_if, unit);
	return moment.when == PN_WHEN_NEAREST ? nearest_on(&what_if, unit, out)
					      : first_on(&what_if, unit, out);
}

/* ---- what may be said ---- */

/* One look at all that the mover covers on each stretch. May be true wrongly, never false. */
static bool could_on_course(struct b2_what_if *what_if, pn_unit_id unit)
{
	const struct b2_course *course = what_if->course;

	for (uint8_t i = 0; i < course->count; i++)
		if (could_between(what_if, unit, &course->stretch[i], course->stretch[i].low,
				  course->stretch[i].high))
			return true;
	return false;
}

bool b2_has_moment(const struct b2_course *course, const struct b2_field *field, pn_unit_id unit,
		   enum pn_refusal now)
{
	struct b2_what_if what_if;
	struct b2_point point;
	enum may may;

	if (course->count == 0 ||
	    (now != PN_LAWFUL && now != PN_REFUSE_NOT_VISIBLE && now != PN_REFUSE_MAY_NOT_REACT))
		return false;
	may = may_turn(course->game, unit, course->mover);
	if (may == MAY_NEVER)
		return false;
	if (may == MAY_ANYWHERE && now == PN_LAWFUL)
		return true;
	b2_begin_what_if(&what_if, course, field);
	what_if.in_range = may == MAY_IN_RANGE;
	if (now == PN_LAWFUL && may_here(&what_if, unit))
		return true;
	if (!could_on_course(&what_if, unit))
		return false;
	if (may == MAY_ANYWHERE)
		return true;
	what_if.looks = LOOKS_MAX - LOOKS_TO_LIST;
	return first_on(&what_if, unit, &point) || what_if.looks >= LOOKS_MAX;
}

struct pn_verdict b2_check_on_course(const struct b2_course *course, const struct b2_field *field,
				     pn_unit_id unit)
{
	const struct pn_verdict now = b2_check_reaction(field, unit, course->mover);

	return now.code != PN_LAWFUL && b2_has_moment(course, field, unit, now.code) ? pn_lawful()
										     : now;
}

/* The stretch of the announced way that the point is on, or past the end of; NULL when it is
 * on none. */
static const struct b2_stretch *stretch_of(const struct b2_course *course, struct b2_point point)
{
	for (uint8_t i = 0; i < course->count; i++) {
		const struct b2_stretch *stretch = &course->stretch[i];
		const pn_len most = stretch->leg == course->last && course->most > stretch->high
					    ? course->most
					    : stretch->high;

		if (stretch->leg == point.leg && point.at <= most)
			return stretch;
	}
	return NULL;
}

/* Where the path is shown, it must be seen there; where a charge runs is not known. */
static struct pn_verdict check_point(const struct b2_course *course, const struct b2_field *field,
				     pn_unit_id unit, struct b2_point point)
{
	const struct b2_stretch *stretch;
	struct b2_what_if what_if;
	struct pn_stand stand;

	if (!b2_is_past(point, course->here))
		return pn_refuse(PN_REFUSE_ALREADY_PASSED, PN_CLAUSE("B2-63"));
	stretch = stretch_of(course, point);
	if (!stretch)
		return pn_refuse(PN_REFUSE_NOT_ON_THE_WAY, pn_engaged(course->game, course->mover)
								   ? PN_CLAUSE("B2-65")
								   : PN_CLAUSE("B2-G4"));
	if (course->runs && point.leg == course->last)
		return b2_check_on_course(course, field, unit);
	b2_begin_what_if(&what_if, course, field);
	stand = b2_stand_on(stretch, point.at < stretch->high ? point.at : stretch->high);
	b2_put(&what_if, &stand);
	return b2_check_reaction(&what_if.field, unit, course->mover);
}

/* B2-G4. A moment with a name: only where it is one. */
static struct pn_verdict check_named(const struct b2_course *course, const struct b2_field *field,
				     pn_unit_id unit)
{
	const struct pn_verdict now = b2_check_reaction(field, unit, course->mover);

	if (course->count == 0)
		return now;
	if (b2_has_moment(course, field, unit, now.code))
		return pn_lawful();
	return now.code == PN_LAWFUL ? pn_refuse(PN_REFUSE_NOT_ON_THE_WAY, PN_CLAUSE("B2-G4"))
				     : now;
}

struct pn_verdict b2_check_moment(const struct b2_course *course, const struct b2_field *field,
				  pn_unit_id unit, struct pn_moment moment)
{
	struct b2_point point = {moment.leg, moment.at};

	if (moment.when == PN_WHEN_NOW)
		return b2_check_reaction(field, unit, course->mover);
	if (moment.when == PN_WHEN_AT)
		return check_point(course, field, unit, point);
	return check_named(course, field, unit);
}
