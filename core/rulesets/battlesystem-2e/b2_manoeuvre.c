/* Manoeuvres: wheels, faces and changes of frontage. Every move may hold them; and a
 * charger whose check is passed may make some on the spot, for 3 inches at their ordinary
 * costs, which are not taken from its charge (B2-34 to B2-36). Only then is the distance
 * measured. */

#include "b2_moment.h"
#include "wheel.h"

/* ---- what is worth listing ---- */

static const struct b2_option candidates[B2_OPTIONS_MAX] = {
	{"preset.face_left", {.kind = PN_LEG_FACE, .to = PN_FACING_LEFT}},
	{"preset.face_right", {.kind = PN_LEG_FACE, .to = PN_FACING_RIGHT}},
	{"preset.face_about", {.kind = PN_LEG_FACE, .to = PN_FACING_REAR}},
	{"preset.wider", {.kind = PN_LEG_FRONTAGE, .files = 1}}, /* so many more … */
	{"preset.narrower", {.kind = PN_LEG_FRONTAGE}},          /* … else one fewer */
	{"preset.wheel_left", {.kind = PN_LEG_WHEEL, .left = true}},
	{"preset.wheel_right", {.kind = PN_LEG_WHEEL}},
	{"preset.form_regular", {.kind = PN_LEG_FORM, .form = B2_REGULAR}},
	{"preset.form_irregular", {.kind = PN_LEG_FORM, .form = B2_IRREGULAR}},
	{"preset.form_column", {.kind = PN_LEG_FORM, .form = B2_COLUMN}},
	{"preset.form_square", {.kind = PN_LEG_FORM, .form = B2_SQUARE}},
	{"preset.form_skirmish", {.kind = PN_LEG_FORM, .form = B2_SKIRMISH}},
};

/* One file more or fewer; a wheel of 45 degrees, or as far as can be paid. */
static struct pn_leg fitted(const struct pn_unit *unit, const struct b2_option *option,
			    pn_len budget)
{
	struct pn_leg leg = option->leg;
	int32_t angle;

	if (leg.kind == PN_LEG_FRONTAGE)
		leg.files = (uint8_t)(leg.files ? unit->files + leg.files : unit->files - 1);
	if (leg.kind == PN_LEG_WHEEL) {
		angle = pn_wheel_afforded(pn_frontage(pn_unit_formation(unit)), budget);
		leg.angle = (pn_angle)(angle < PN_DEGREES_45 ? angle : PN_DEGREES_45);
	}
	return leg;
}

uint8_t b2_options(const struct pn_game *view, const struct pn_cuts *ground, pn_unit_id id,
		   struct b2_budget budget, struct b2_option out[B2_OPTIONS_MAX])
{
	struct b2_obstacles obstacles;
	uint8_t count = 0;

	b2_obstacles_of_walk(&obstacles, view, id);
	b2_obstacles_cut(&obstacles);
	obstacles.ground = ground;
	for (size_t i = 0; i < B2_OPTIONS_MAX; i++) {
		struct pn_path path = {.count = 1};

		path.leg[0] = fitted(&view->unit[id], &candidates[i], budget.length);
		if (b2_walk_among(&obstacles, id, &path, budget).verdict.code != PN_LAWFUL)
			continue;
		out[count].words = candidates[i].words;
		out[count++].leg = path.leg[0];
	}
	return count;
}

struct pn_command b2_option_command(enum pn_command_kind kind, pn_unit_id id,
				    const struct b2_option *option)
{
	struct pn_command command = pn_command_of(kind);

	command.unit = id;
	command.path.count = 1;
	command.path.leg[0] = option->leg;
	return command;
}

/* ---- the preliminary manoeuvre ---- */

/* Decides B2-36. */
struct b2_budget b2_preliminary_budget(void)
{
	return (struct b2_budget){3 * PN_INCH, PN_CLAUSE("B2-36"), .march = false};
}

/* Decides B2-34. */
struct pn_verdict b2_check_preliminary(const struct pn_game *view, pn_unit_id id,
				       const struct pn_path *path)
{
	struct b2_walk walk;

	if (path->count == 0)
		return pn_lawful();
	/* The run is announced with it. */
	if (path->count == PN_PATH_MAX)
		return pn_refuse(PN_REFUSE_TOO_LONG, PN_CLAUSE("B2-36"));
	for (uint8_t i = 0; i < path->count; i++)
		if (!(B2_MANOEUVRES & 1u << path->leg[i].kind))
			return pn_refuse(PN_REFUSE_BAD_PATH, PN_CLAUSE("B2-34"));
	walk = b2_walk_path(view, id, path, b2_preliminary_budget(), B2_IGNORE_NOBODY);
	if (walk.verdict.code == PN_LAWFUL && walk.leg_count > 0 &&
	    walk.leg[walk.leg_count - 1].way.met != PN_NO_UNIT)
		return pn_refuse(PN_REFUSE_BLOCKED, PN_CLAUSE("B2-34"));
	return walk.verdict;
}

uint8_t b2_preliminaries(const struct pn_game *view, pn_unit_id id,
			 struct b2_option out[B2_OPTIONS_MAX])
{
	uint8_t all = b2_options(view, NULL, id, b2_preliminary_budget(), out);
	uint8_t count = 0;

	for (uint8_t i = 0; i < all; i++) {
		struct pn_command command = b2_option_command(PN_COMMAND_MANOEUVRE, id, &out[i]);

		if (b2_check_preliminary(view, id, &command.path).code == PN_LAWFUL)
			out[count++] = out[i];
	}
	return count;
}

bool b2_can_manoeuvre(const struct pn_game *view, pn_unit_id id)
{
	struct b2_option option[B2_OPTIONS_MAX];

	return b2_preliminaries(view, id, option) > 0;
}

void b2_ask_manoeuvre(struct pn_step *step, pn_unit_id id, pn_unit_id other)
{
	if (b2_can_manoeuvre(step->game, id))
		pn_open(step,
			(struct pn_pending){
				.decision = B2_MANOEUVRE,
				.owes = (uint8_t)(1u << step->game->unit[id].side),
				.unit = id,
				.other = other,
			},
			PN_CLAUSE("B2-34"));
}

void b2_manoeuvre(struct pn_step *step, pn_unit_id id, const struct pn_path *path)
{
	struct b2_walk walk =
		b2_walk_path(step->game, id, path, b2_preliminary_budget(), B2_IGNORE_NOBODY);

	for (uint8_t i = 0; i < walk.leg_count && walk.leg[i].way.met == PN_NO_UNIT; i++)
		b2_go_leg(step, id, &walk.leg[i]);
}

void b2_end_wheel(struct b2_way *way, pn_pose to)
{
	if (way->met == PN_NO_UNIT && !way->kept_off)
		way->end = to;
}

bool b2_manoeuvre_on(struct pn_step *step, pn_unit_id id, const struct pn_leg *leg, pn_pose to)
{
	const struct pn_path path = {.count = 1, .leg[0] = *leg};
	struct b2_walk walk;

	if (leg->kind == PN_LEG_WHEEL && leg->angle == 0)
		return true;
	walk = b2_walk_path(step->game, id, &path, b2_preliminary_budget(), B2_IGNORE_NOBODY);
	if (walk.leg_count == 0 || walk.leg[0].way.met != PN_NO_UNIT)
		return false;
	if (leg->kind == PN_LEG_WHEEL)
		b2_end_wheel(&walk.leg[0].way, to);
	b2_go_leg(step, id, &walk.leg[0]);
	return true;
}
