/* Manoeuvres: wheels, faces and changes of frontage, which every move may hold. */

#include "b2.h"
#include "wheel.h"

/* ---- what is worth offering ---- */

static const struct b2_option candidates[B2_OPTIONS_MAX] = {
	{"preset.face_left", {.kind = PN_LEG_FACE, .to = PN_FACING_LEFT}},
	{"preset.face_right", {.kind = PN_LEG_FACE, .to = PN_FACING_RIGHT}},
	{"preset.face_about", {.kind = PN_LEG_FACE, .to = PN_FACING_REAR}},
	{"preset.wider", {.kind = PN_LEG_FRONTAGE, .files = 1}},	/* so many more … */
	{"preset.narrower", {.kind = PN_LEG_FRONTAGE}},		/* … else one fewer */
	{"preset.wheel_left", {.kind = PN_LEG_WHEEL, .left = true}},
	{"preset.wheel_right", {.kind = PN_LEG_WHEEL}},
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

uint8_t b2_options(const struct pn_game *view, pn_unit_id id, struct b2_budget budget,
		   struct b2_option out[B2_OPTIONS_MAX])
{
	uint8_t count = 0;

	for (size_t i = 0; i < B2_OPTIONS_MAX; i++) {
		struct pn_path path = {.count = 1};

		path.leg[0] = fitted(&view->unit[id], &candidates[i], budget.length);
		if (b2_walk_path(view, id, &path, budget, B2_IGNORE_NOBODY).verdict.code !=
		    PN_LAWFUL)
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
