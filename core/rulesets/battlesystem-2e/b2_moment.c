/* B2-G4. The moments of a move at which a unit may answer it.
 *
 * Shown are the start of each leg and every whole inch of it; a player may name any other
 * length. Where a reaction is looked for, it is at these places and at every half millimetre
 * after each whole inch; a look at a whole piece of the way at once tells where nothing need
 * be looked for. */

#include "b2_moment.h"

enum {
	STEP = 50,                          /* half a millimetre */
	STEPS_AN_INCH = PN_INCH / STEP + 1, /* the last is shorter */
	LOOKS_MAX = 300,                    /* after so many only whole inches are looked at */
};

/* ---- where a unit could react ---- */

/* The places of a stretch are numbered: each whole inch, and the half millimetres after it. */
static pn_len place(int32_t number)
{
	return number / STEPS_AN_INCH * PN_INCH + number % STEPS_AN_INCH * STEP;
}

/* The number of the first place at `at` or after it. */
static int32_t number_from(pn_len at)
{
	return at / PN_INCH * STEPS_AN_INCH + (at % PN_INCH + STEP - 1) / STEP;
}

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

/* How far any corner of a block goes while the outermost figure of its front goes so far. */
static pn_len swing(struct pn_formation formation, pn_len way)
{
	const pn_len front = pn_frontage(formation);

	return (pn_len)((int64_t)way * (front + pn_depth(formation)) / front) + PN_TOUCH;
}

/* All that the mover covers from one place of the stretch to another, and some more: a box
 * that is as long as the way. */
static struct pn_shape swept(struct b2_what_if *what_if, const struct b2_stretch *stretch,
			     pn_len from, pn_len to)
{
	struct pn_shape ends[2];
	struct pn_stand stand = b2_stand_on(stretch, from);

	b2_put(what_if, &stand);
	ends[0] = what_if->field.footprint[what_if->course->mover];
	stand = b2_stand_on(stretch, to);
	b2_put(what_if, &stand);
	ends[1] = what_if->field.footprint[what_if->course->mover];
	return b2_swept(ends, stretch->kind == PN_LEG_ADVANCE
				      ? 0
				      : swing(stretch->from.formation, to - from));
}

/* Does all of the shape lie left of the line from a to b, or on it? */
static bool lies_left(pn_vec a, pn_vec b, const struct pn_shape *shape)
{
	for (uint8_t i = 0; i < shape->count; i++)
		if (pn_cross(a, b, shape->point[i]) < 0)
			return false;
	return true;
}

/* Could any of the shape be in the unit's charge range (B2-20, B2-22)? May be true wrongly, never
 * false. */
static bool could_reach(const struct b2_what_if *what_if, pn_unit_id id,
			const struct pn_shape *shape)
{
	const struct pn_unit *unit = &what_if->game.unit[id];
	const int64_t far = b2_charge_allowance(unit) + PN_TOUCH;
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

/* Could it see the mover anywhere from one place to the other? May be true wrongly, never false. */
static bool could_between(struct b2_what_if *what_if, pn_unit_id unit,
			  const struct b2_stretch *stretch, pn_len from, pn_len to)
{
	const struct pn_shape all = swept(what_if, stretch, from, to);

	if (what_if->game.premeasure && !could_reach(what_if, unit, &all))
		return false;
	return b2_could_see(&what_if->field, unit, what_if->course->mover, &all);
}

/* The first place by number, from the one and before the other, at which it may react; or
 * `to`. */
static int32_t first_place(struct b2_what_if *what_if, pn_unit_id unit,
			   const struct b2_stretch *stretch, int32_t from, int32_t to)
{
	int32_t middle;
	int32_t found;

	if (what_if->looks >= LOOKS_MAX)
		from = (from + STEPS_AN_INCH - 1) / STEPS_AN_INCH * STEPS_AN_INCH;
	if (from >= to)
		return to;
	if (to - from == 1)
		return may_at(what_if, unit, stretch, place(from)) ? from : to;
	if (!could_between(what_if, unit, stretch, place(from), place(to - 1)))
		return to;
	middle = from + (to - from) / 2;
	found = first_place(what_if, unit, stretch, from, middle);
	return found < middle ? found : first_place(what_if, unit, stretch, middle, to);
}

/* The first place of the course from `from` on, of that stretch and the later ones. */
static bool first_on(struct b2_what_if *what_if, pn_unit_id unit, struct b2_point *out)
{
	const struct b2_course *course = what_if->course;

	for (uint8_t i = 0; i < course->count; i++) {
		const struct b2_stretch *stretch = &course->stretch[i];
		const int32_t end = number_from(stretch->high);
		int32_t found = number_from(stretch->low);

		*out = (struct b2_point){stretch->leg, stretch->low};
		if (may_at(what_if, unit, stretch, stretch->low))
			return true;
		found = first_place(what_if, unit, stretch, found, end);
		out->at = place(found);
		if (found < end)
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
	if (course->count == 0)
		return may_here(&what_if, unit);
	return moment.when == PN_WHEN_NEAREST ? nearest_on(&what_if, unit, out)
					      : first_on(&what_if, unit, out);
}

/* ---- what may be said ---- */

/* May it never turn on the mover in this move (B2-16)? A substitute is called for only when
 * its own target has moved. */
static bool is_bound_elsewhere(const struct pn_game *view, pn_unit_id unit, pn_unit_id mover)
{
	const struct pn_order *order = &view->unit[unit].order;
	const struct pn_pending *move = b2_move_of(view, mover);

	return order->verb == PN_VERB_CHARGE && order->target != mover &&
	       view->switches[B2_SWITCH_DECLARED_REACTS_TO] == B2_REACTS_TO_ITS_TARGET &&
	       !(move && move->decision == B2_CHARGE_MOVE && move->other == unit) &&
	       !b2_has_moved(&view->unit[order->target]);
}

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

struct pn_verdict b2_check_on_course(const struct b2_course *course, const struct b2_field *field,
				     pn_unit_id unit)
{
	const struct pn_verdict now = b2_check_reaction(field, unit, course->mover);
	struct b2_what_if what_if;

	if (course->count == 0 || (now.code == PN_LAWFUL && !course->game->premeasure) ||
	    (now.code != PN_LAWFUL && now.code != PN_REFUSE_NOT_VISIBLE &&
	     now.code != PN_REFUSE_MAY_NOT_REACT) ||
	    is_bound_elsewhere(course->game, unit, course->mover))
		return now;
	b2_begin_what_if(&what_if, course, field);
	if (now.code == PN_LAWFUL && may_here(&what_if, unit))
		return now;
	return could_on_course(&what_if, unit) ? pn_lawful() : now;
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

struct pn_verdict b2_check_moment(const struct b2_course *course, const struct b2_field *field,
				  pn_unit_id unit, struct pn_moment moment)
{
	struct b2_point point = {moment.leg, moment.at};

	if (moment.when == PN_WHEN_NOW)
		return b2_check_reaction(field, unit, course->mover);
	if (moment.when == PN_WHEN_AT)
		return check_point(course, field, unit, point);
	return b2_check_on_course(course, field, unit);
}
