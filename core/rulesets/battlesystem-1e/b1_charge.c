/* Charges: declared as they are made, one command from beginning to end, for the other side
 * has no answer in this book. Discipline first (B1-14), then the run (b1_run.c). */

#include "b1.h"
#include "common.h"

/* Decides B1-10. */
static pn_clause begun_by(const struct pn_unit *unit)
{
	if (b1_is_mob(unit))
		return PN_CLAUSE("B1-57");
	return b1_formation(unit) == B1_OPEN ? PN_CLAUSE("B1-10") : PN_CLAUSE("B1-01");
}

/* B1-57. Where a mob needs to be told, it is: 2d10 at or below its morale. */
static bool needs_order(const struct pn_game *game, const struct pn_unit *unit)
{
	return b1_is_mob(unit) && game->params[B1_PARAM_MOB_NEEDS_ORDER] != 0 &&
	       !pn_flag(unit, B1_MUST_ATTACK);
}

static struct pn_roll order_roll(const struct pn_game *game, pn_unit_id id)
{
	return (struct pn_roll){
		.who = id,
		.what = B1_ROLL_ORDER,
		.test = PN_TEST_AT_MOST,
		.needed = (int16_t)(b1_base_morale(&game->unit[id]) + b1_morale_modifier(game, id)),
		.clause = PN_CLAUSE("B1-57"),
	};
}

static bool is_brought_to_charge(struct pn_step *step, pn_unit_id id)
{
	bool passed;

	if (!needs_order(step->game, &step->game->unit[id]))
		return true;
	pn_throw(step, order_roll(step->game, id), &passed);
	if (!passed)
		pn_set_flag(step, id, B1_CHECK_FAILED, PN_CLAUSE("B1-57"));
	return passed;
}

/* In which formation it charges: as it stands, or as it forms on the way. */
static uint8_t charging_formation(const struct pn_unit *unit, const struct pn_path *path)
{
	uint8_t formation = b1_formation(unit);

	for (uint8_t i = 0; i < path->count; i++)
		if (path->leg[i].kind == PN_LEG_FORM)
			formation = path->leg[i].form;
	return formation;
}

/* Decides B1-14. An unruly unit in closed formation may break loose when the order is given. */
static bool may_break_loose(const struct pn_unit *unit, const struct pn_path *path)
{
	return b1_is_regular(unit) && b1_is_unruly(unit) &&
	       charging_formation(unit, path) == B1_CLOSED;
}

/* Decides B1-15. It opens out, and forms in no other way. */
static void break_loose(struct pn_step *step, pn_unit_id id, struct pn_path *path)
{
	uint8_t count = 0;

	b1_lose_command(step, id, PN_CLAUSE("B1-15"));
	for (uint8_t i = 0; i < path->count; i++)
		if (path->leg[i].kind != PN_LEG_FORM)
			path->leg[count++] = path->leg[i];
	path->count = count;
}

void b1_apply_charge(struct pn_step *step, pn_side side, const struct pn_command *command)
{
	const pn_unit_id id = command->unit;
	const struct pn_unit *unit = &step->game->unit[id];
	struct pn_path path = command->path;

	if (b1_only_advances(step->game, side, command)) {
		b1_go_for(step, id, command->target);
		return;
	}
	pn_tell_charge_began(step, id, command->target, 0, begun_by(unit));
	if (!is_brought_to_charge(step, id)) {
		pn_tell_charge_ended(step, id, command->target, PN_CHARGE_CHECK_FAILED,
				     PN_CLAUSE("B1-57"));
		return;
	}
	if (may_break_loose(unit, &path) && !b1_check_discipline(step, id, PN_CLAUSE("B1-14")))
		break_loose(step, id, &path);
	pn_set_flag(step, id, B1_CHARGED, PN_CLAUSE("B1-01"));
	pn_set_flag(step, id, B1_MOVED, PN_CLAUSE("B1-01"));
	b1_run_charge(step, id, command->target, path.given ? &path : NULL);
	b1_end_step_if_idle(step);
}

void b1_preview_charge(const struct pn_game *view, pn_side side, const struct pn_command *command,
		       struct pn_preview *out)
{
	const struct pn_unit *unit = &view->unit[command->unit];
	struct b1_plan plan;

	if (b1_only_advances(view, side, command))
		return;
	if (needs_order(view, unit))
		pn_preview_roll(out, view, order_roll(view, command->unit));
	if (may_break_loose(unit, &command->path))
		b1_preview_discipline(out, view, command->unit);
	if (!view->premeasure)
		return;
	b1_plan_charge(&plan, view, command->unit, command->target, b1_given_path(command));
	out->cost = plan.walk.spent;
	out->leg_count = plan.walk.leg_count;
	for (uint8_t i = 0; i < plan.walk.leg_count; i++)
		out->leg[i] = plan.walk.leg[i].end.pose;
	if (plan.reaches)
		out->touch[out->touch_count++] = plan.walk.leg[plan.walk.leg_count - 1].met;
}
