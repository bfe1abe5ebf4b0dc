/* The way of a unit that moves: what it has announced, and how far it comes.
 *
 * A place on it is a leg of the announced path and a length along it: of a wheel along the
 * way of its outermost figure, of a charge's run along the run. */

#include "b2_moment.h"
#include "b2_run.h"
#include "common.h"
#include "wheel.h"

/* ---- points ---- */

int32_t b2_pack(struct b2_point point)
{
	pn_assert(point.leg < 16);
	return point.at * 16 + point.leg;
}

struct b2_point b2_unpack(int32_t value)
{
	return (struct b2_point){(uint8_t)(value % 16), value / 16};
}

bool b2_is_past(struct b2_point at, struct b2_point point)
{
	return at.leg > point.leg || (at.leg == point.leg && at.at >= point.at);
}

/* ---- the mover's pending decision ---- */

const struct pn_pending *b2_move_of(const struct pn_game *game, pn_unit_id mover)
{
	for (uint8_t i = game->pending_count; i-- > 0;) {
		const struct pn_pending *pending = &game->pending[i];

		if ((pending->decision == B2_UNIT_MOVE || pending->decision == B2_CHARGE_MOVE) &&
		    pending->unit == mover)
			return pending;
	}
	return NULL;
}

bool b2_is_caught(const struct pn_game *game, const struct pn_pending *move)
{
	if (move->stage == B2_WITHDRAWING)
		return pn_flag(&game->unit[move->unit], B2_STRUCK);
	return pn_engaged(game, move->unit);
}

/* Where it is on what it announced. False: it has announced nothing that is still to come. */
static bool find_here(const struct pn_game *game, const struct pn_pending *move,
		      struct b2_point *here)
{
	const uint8_t legs = game->announced.count;

	*here = (struct b2_point){0, 0};
	if (move->stage == B2_FINISHED || legs == 0 || b2_is_caught(game, move))
		return false;
	if (move->decision == B2_UNIT_MOVE) {
		*here = b2_unpack(move->value);
		return true;
	}
	if (move->stage == B2_ANNOUNCED || move->stage == B2_MANOEUVRED) {
		here->leg = move->stage == B2_ANNOUNCED ? 0 : (uint8_t)(legs - 1);
		return move->value == B2_ANNOUNCED_RUN;
	}
	*here = b2_unpack(move->value);
	return move->stage == B2_MANOEUVRING || move->stage >= B2_RUNNING;
}

/* ---- stretches ---- */

/* How far a wheel has turned there since `from`. */
static pn_angle turned_at(const struct b2_stretch *stretch, pn_len at)
{
	return (pn_angle)((int64_t)stretch->angle * (stretch->behind + at - stretch->low) /
			  stretch->whole);
}

pn_angle b2_turn_on_stretch(const struct b2_stretch *stretch, pn_len from, pn_len to)
{
	return stretch->whole > 0 ? (pn_angle)(turned_at(stretch, to) - turned_at(stretch, from))
				  : 0;
}

struct pn_stand b2_stand_on(const struct b2_stretch *stretch, pn_len at)
{
	struct pn_stand stand = stretch->from;
	const pn_len gone = at > stretch->low ? at - stretch->low : 0;
	int32_t by;

	if (gone == 0 && (stretch->kind != PN_LEG_WHEEL || stretch->behind == 0))
		return stand;
	/* Measured from where its leg began, so that stopping on the way rounds nothing twice. */
	if (stretch->kind == PN_LEG_ADVANCE)
		stand.pose.at =
			pn_add(stand.pose.at,
			       pn_subtract(pn_along(stretch->heading, stretch->behind + gone),
					   pn_along(stretch->heading, stretch->behind)));
	if (stretch->kind == PN_LEG_WHEEL && stretch->whole > 0) {
		by = turned_at(stretch, stretch->low + gone);
		stand.pose = pn_wheel_pose(stand.pose, stand.formation,
					   stretch->left ? PN_CORNER_LEFT : PN_CORNER_RIGHT,
					   stretch->left ? -by : by);
	}
	return stand;
}

static struct b2_stretch *add_stretch(struct b2_course *course, const struct pn_stand *from,
				      uint8_t number, const struct pn_leg *leg)
{
	struct b2_stretch *stretch = &course->stretch[course->count++];

	pn_assert(course->count <= B2_STRETCHES_MAX);
	*stretch = (struct b2_stretch){
		.from = *from,
		.leg = number,
		.kind = leg->kind,
		.left = leg->left,
		.heading = leg->heading,
		.angle = leg->angle,
	};
	if (leg->kind == PN_LEG_ADVANCE)
		stretch->high = leg->length;
	if (leg->kind == PN_LEG_WHEEL)
		stretch->high = pn_wheel_cost(pn_frontage(from->formation), leg->angle);
	stretch->whole = stretch->high;
	return stretch;
}

/* What is left of the leg that the mover is in the midst of, from where it stands. */
static void begin_within(struct b2_stretch *stretch, pn_len at)
{
	const pn_angle done =
		stretch->whole > 0 ? (pn_angle)((int64_t)stretch->angle * at / stretch->whole) : 0;

	stretch->angle = (pn_angle)(stretch->angle - done);
	stretch->low = at;
	stretch->whole -= at;
	if (stretch->high < at)
		stretch->high = at;
}

/* How the mover stood when the leg began that it is on, by what it has announced. */
static bool find_begin(const struct pn_game *view, const struct b2_course *course,
		       struct pn_stand *out)
{
	const struct pn_stood *stood = &view->announced_from;

	*out = pn_stand_of(&view->unit[course->mover]);
	out->pose = stood->pose;
	out->formation.files = stood->files;
	out->formation.gap = stood->gap;
	out->form = stood->form;
	for (uint8_t i = 0; i < course->here.leg; i++)
		if (!b2_stand_after(view, out, &view->announced.leg[i]))
			return false;
	return true;
}

static bool is_same_pose(pn_pose a, pn_pose b)
{
	return a.at.x == b.at.x && a.at.y == b.at.y && a.facing == b.facing;
}

/* The same of a wheel, measured from where it began, so that stopping on the way rounds
 * nothing twice. False: it does not stand where that would have brought it. */
static bool begin_within_wheel(struct b2_course *course, const struct pn_game *view)
{
	struct b2_stretch *stretch = &course->stretch[0];
	const pn_pose here = stretch->from.pose;
	struct b2_stretch whole = *stretch;

	if (stretch->kind != PN_LEG_WHEEL || course->here.at > stretch->high ||
	    !find_begin(view, course, &whole.from) ||
	    whole.from.formation.files != stretch->from.formation.files ||
	    !is_same_pose(b2_stand_on(&whole, course->here.at).pose, here))
		return false;
	whole.low = whole.behind = course->here.at;
	*stretch = whole;
	return true;
}

void b2_announced_course(struct b2_course *out, const struct pn_game *view, pn_unit_id mover)
{
	const struct pn_pending *move = b2_move_of(view, mover);
	const struct pn_path *path = &view->announced;
	struct pn_stand stand = pn_stand_of(&view->unit[mover]);

	*out = (struct b2_course){.game = view, .mover = mover, .met = PN_NO_UNIT};
	if (!move || !find_here(view, move, &out->here))
		return;
	out->last = (uint8_t)(path->count - 1);
	out->runs = move->decision == B2_CHARGE_MOVE;
	out->most = move->decision == B2_UNIT_MOVE && move->stage <= B2_DURING
			    ? pn_stat(&view->unit[mover], B2_MOVEMENT_ALLOWANCE)
			    : path->leg[out->last].length;
	for (uint8_t i = out->here.leg; i < path->count; i++) {
		struct b2_stretch *stretch = add_stretch(out, &stand, i, &path->leg[i]);

		if (i == out->here.leg && !begin_within_wheel(out, view))
			begin_within(stretch, out->here.at);
		if (i == out->here.leg && !out->runs && stretch->kind == PN_LEG_ADVANCE)
			stretch->behind = out->here.at;
		if (stretch->kind == PN_LEG_ADVANCE || stretch->kind == PN_LEG_WHEEL)
			stand = b2_stand_on(stretch, stretch->high);
		else if (!b2_stand_after(view, &stand, &path->leg[i]))
			break;
	}
}

/* ---- what if it stood there ---- */

void b2_put(struct b2_what_if *what_if, const struct pn_stand *stand)
{
	const pn_unit_id mover = what_if->course->mover;
	struct pn_unit *unit = &what_if->game.unit[mover];
	struct pn_body body;

	if (unit->files != stand->formation.files || unit->form != stand->form)
		pn_evolve(&what_if->game,
			  &(struct pn_event){
				  .kind = PN_EVENT_REFORMED,
				  .reformed = {mover, PN_LEG_FORM, (uint8_t)stand->formation.files,
					       stand->form == unit->form ? (uint8_t)PN_SAME_FORM
									 : stand->form,
					       stand->pose, 0}});
	else
		pn_evolve(&what_if->game,
			  &(struct pn_event){.kind = PN_EVENT_MOVED,
					     .moved = {mover, PN_MANNER_ADVANCE, stand->pose, 0}});
	pn_unit_body(&body, &what_if->game, unit);
	what_if->field.footprint[mover] = b2_hull_of(&body);
	what_if->field.box[mover] = pn_shape_box(&what_if->field.footprint[mover]);
}

void b2_begin_what_if(struct b2_what_if *out, const struct b2_course *course,
		      const struct b2_field *field)
{
	out->course = course;
	out->in_range = course->game->premeasure;
	out->looks = 0;
	out->game = *course->game;
	if (field)
		out->field = *field;
	else
		b2_field_survey(&out->field, course->game);
	out->field.view = &out->game;
	out->field.moved = course->mover;
}

pn_angle b2_heading_after(const struct pn_game *game, pn_unit_id unit, pn_unit_id target,
			  const struct pn_path *manoeuvre)
{
	const struct b2_course course = {.game = game, .mover = unit};
	struct pn_stand stand = pn_stand_of(&game->unit[unit]);
	struct b2_what_if what_if;

	if (manoeuvre->count == 0)
		return b2_heading_to(game, unit, target);
	for (uint8_t i = 0; i < manoeuvre->count; i++)
		b2_stand_after(game, &stand, &manoeuvre->leg[i]);
	b2_begin_what_if(&what_if, &course, NULL);
	b2_put(&what_if, &stand);
	return b2_heading_to(&what_if.game, unit, target);
}

/* ---- the actual way ---- */

/* The course ends within this stretch. */
static void cut(struct b2_course *course, uint8_t stretch, pn_len high)
{
	if (high < course->stretch[stretch].high)
		course->stretch[stretch].high = high;
	course->count = (uint8_t)(stretch + 1);
}

/* What is left of a path, to be walked from where the mover stands. */
static struct pn_path rest_of(const struct b2_course *course, uint8_t until)
{
	struct pn_path rest = {.count = 0};

	rest.placed = pn_announced(course->game).placed;
	for (uint8_t i = 0; i < course->count && course->stretch[i].leg < until; i++) {
		const struct b2_stretch *stretch = &course->stretch[i];
		struct pn_leg leg = course->game->announced.leg[stretch->leg];

		if (leg.kind == PN_LEG_ADVANCE)
			leg.length = stretch->high - stretch->low;
		if (leg.kind == PN_LEG_WHEEL)
			leg.angle = b2_turn_on_stretch(stretch, stretch->low, stretch->high);
		rest.leg[rest.count++] = leg;
	}
	return rest;
}

/* Walk what it announced up to that leg. False: it gets no farther. */
static bool walk_course(struct b2_course *course, uint8_t until, bool march)
{
	const struct pn_path rest = rest_of(course, until);
	const struct b2_budget any = {
		pn_stat(&course->game->unit[course->mover], B2_MOVEMENT_ALLOWANCE),
		PN_CLAUSE("B2-113"), .march = march};
	struct b2_walk walk;

	if (rest.count == 0 || rest.leg[0].kind == PN_LEG_FIGURES)
		return true;
	walk = b2_walk_path(course->game, course->mover, &rest, any, B2_IGNORE_NOBODY);
	for (uint8_t i = 0; i < rest.count; i++) {
		const struct b2_way *way = &walk.leg[i].way;
		const pn_len low = course->stretch[i].low;

		if (i >= walk.leg_count) {
			cut(course, i, low);
			return false;
		}
		if (way->met != PN_NO_UNIT || way->kept_off) {
			cut(course, i, low + way->length);
			return false;
		}
	}
	return true;
}

/* The run of a charge, in place of the straight line that stands for it. */
static void run_course(struct b2_course *course, const struct pn_pending *move)
{
	struct b2_stretch *run = &course->stretch[course->count - 1];
	struct b2_stretch line = *run;
	struct b2_what_if what_if;
	struct b2_run found;
	pn_len low = line.low;

	b2_begin_what_if(&what_if, course, NULL);
	b2_put(&what_if, &line.from);
	found = b2_run_ahead(&what_if.game, move, line.high - line.low);
	course->count--;
	for (uint8_t i = 0; i < found.route.leg_count; i++) {
		const struct b2_way *way = &found.route.leg[i];
		struct b2_stretch *stretch = &course->stretch[course->count++];

		*stretch = line;
		stretch->low = low;
		stretch->high = low + way->length;
		stretch->heading = way->heading;
		course->met = way->met;
		if (i > 0)
			stretch->from.pose = found.route.leg[i - 1].end;
		low = stretch->high;
	}
}

static void cut_straight(struct b2_course *course)
{
	const struct b2_stretch *stretch = &course->stretch[0];
	const struct b2_way way =
		b2_straight(course->game, course->mover, stretch->from.pose, stretch->heading,
			    stretch->high - stretch->low, B2_IGNORE_NOBODY);

	cut(course, 0, stretch->low + way.length);
}

void b2_actual_course(struct b2_course *out, const struct pn_game *game, pn_unit_id mover)
{
	const struct pn_pending *move = b2_move_of(game, mover);

	b2_announced_course(out, game, mover);
	if (out->count == 0)
		return;
	if (move->decision == B2_CHARGE_MOVE) {
		if (walk_course(out, out->last, false))
			run_course(out, move);
	} else if (move->stage <= B2_DURING) {
		walk_course(out, B2_TO_THE_END, true);
	} else {
		cut_straight(out);
	}
}

void b2_show_way(const struct b2_course *course, struct pn_way *out)
{
	*out = (struct pn_way){.unit = course->mover};
	for (uint8_t i = 0; i < course->count; i++) {
		const struct b2_stretch *stretch = &course->stretch[i];

		for (pn_len at = stretch->low; at < stretch->high || at == stretch->low;
		     at = at / PN_INCH * PN_INCH + PN_INCH) {
			if (out->count == PN_WAY_POINTS_MAX)
				return;
			out->point[out->count++] = (struct pn_way_point){
				b2_stand_on(stretch, at).pose, at, stretch->leg};
		}
	}
}
