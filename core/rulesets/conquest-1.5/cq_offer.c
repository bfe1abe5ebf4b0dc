/* What the regiment that was drawn may do: what Bloodlust makes it do is asked once a list, and
 * nothing else is listed for it (CQ-100). */

#include "common.h"
#include "cq.h"

static struct pn_command straight_march(pn_unit_id unit, pn_angle heading, pn_len length)
{
	return pn_command_of_leg(
		PN_COMMAND_MOVE, unit,
		(struct pn_leg){.kind = PN_LEG_ADVANCE, .heading = heading, .length = length});
}

static bool is_lawful(const struct pn_game *view, pn_side side, const struct pn_command *command)
{
	return cq_check_free_march(view, side, command).code == PN_LAWFUL;
}

/* The farthest lawful march straight on: up to what stops it; where that is not lawful, what a
 * search by halves finds. */
static pn_len farthest(const struct pn_game *view, pn_side side, pn_unit_id id)
{
	const struct pn_unit *unit = &view->unit[id];
	const pn_angle heading = unit->pose.facing;
	struct pn_obstacles walls;
	struct pn_command command;
	pn_len good = 0;
	pn_len most;

	cq_gather(&walls, view, id, cq_what_stops(unit), PN_NO_UNIT);
	most = cq_straight(&walls, unit, unit->pose, heading, cq_march(unit), NULL);
	if (!pn_trait(unit, CQ_FLY))
		most = cq_keeping_away(view, id, unit->pose, heading, most);
	command = straight_march(id, heading, most);
	if (is_lawful(view, side, &command))
		return most;
	while (most - good > 1) {
		pn_len middle = (good + most) / 2;

		command = straight_march(id, heading, middle);
		if (is_lawful(view, side, &command))
			good = middle;
		else
			most = middle;
	}
	return good;
}

static void bound_march(struct pn_actions *out, pn_len most)
{
	pn_action_bound(
		out, (struct pn_bound){
			     .kind = PN_BOUND_PATH,
			     .at = "/path",
			     .path = {most, PN_PATH_MAX, 1u << PN_LEG_ADVANCE | 1u << PN_LEG_WHEEL},
		     });
}

static void list_march(const struct pn_game *view, pn_side side, pn_unit_id unit,
		       struct pn_actions *out)
{
	static const pn_angle turn[] = {0, PN_DEGREES_90, 3 * PN_DEGREES_90, PN_TURN_HALF};
	static const char *const words[] = {"preset.half", "preset.to_the_right",
					    "preset.to_the_left", "preset.back"};
	const pn_len whole = cq_march(&view->unit[unit]);
	const pn_angle facing = view->unit[unit].pose.facing;
	pn_len most = farthest(view, side, unit);
	struct pn_action *action = NULL;

	for (int i = -1; i < 4; i++) {
		pn_len length = i < 0 ? most : whole / 2;
		struct pn_command command =
			straight_march(unit, (pn_angle)(facing + (i < 0 ? 0 : turn[i])), length);

		if (length < 1 || !is_lawful(view, side, &command))
			continue;
		if (!action) {
			action = pn_action_add(out, PN_GROUP_MOVE, "offer.move", command,
					       PN_CLAUSE("CQ-91"));
			bound_march(out, whole);
		}
		pn_action_preset(out, i < 0 ? "preset.as_far_as_allowed" : words[i], command);
	}
}

/* CQ-12. The same charge, its wheel made after half a march. */
static struct pn_command wheeling_late(const struct pn_game *view, struct pn_command charge)
{
	const struct pn_unit *unit = &view->unit[charge.unit];

	charge.path.given = true;
	charge.path.count = 1;
	charge.path.leg[0] = (struct pn_leg){
		.kind = PN_LEG_ADVANCE, .heading = unit->pose.facing, .length = cq_march(unit) / 2};
	return charge;
}

static void list_charges(const struct pn_game *view, pn_side side, pn_unit_id unit,
			 struct pn_actions *out)
{
	struct pn_command command = pn_command_of(PN_COMMAND_CHARGE);
	struct pn_command late;

	command.unit = unit;
	for (pn_unit_id i = 0; i < view->unit_count; i++) {
		command.target = i;
		if (cq_check_charge(view, side, &command).code != PN_LAWFUL)
			continue;
		pn_action_add(out, PN_GROUP_CHARGE, "offer.charge", command, PN_CLAUSE("CQ-04"));
		late = wheeling_late(view, command);
		if (cq_check_wish(view, &late).code == PN_LAWFUL)
			pn_action_preset(out, "preset.wheel_late", late);
	}
}

/* CQ-100, CQ-101. List only what the driven regiment must do. */
static void list_duty(const struct pn_game *view, pn_side side, pn_unit_id unit,
		      struct pn_command duty, struct pn_actions *out)
{
	if (duty.kind == PN_COMMAND_CHARGE) {
		list_charges(view, side, unit, out);
		return;
	}
	pn_action_add(out, PN_GROUP_MOVE, "offer.move", duty, PN_CLAUSE("CQ-101"));
	bound_march(out, cq_march(&view->unit[unit]));
	pn_action_preset(out, "preset.as_far_as_allowed", duty);
}

static void list_out_of_combat(const struct pn_game *view, pn_side side, pn_unit_id unit,
			       struct pn_actions *out)
{
	struct pn_command rally = pn_command_of(PN_COMMAND_RALLY);

	if (cq_actions_left(view) > 0) {
		list_charges(view, side, unit, out);
		list_march(view, side, unit, out);
	}
	cq_list_reform(view, side, unit, out);
	rally.unit = unit;
	if (cq_check_free_rally(view, side, unit).code == PN_LAWFUL)
		pn_action_add(out, PN_GROUP_MOVE, "offer.rally", rally, PN_CLAUSE("CQ-95"));
}

/* CQ-92. What is left of an activation is lost with its end: how much that is, is said. */
static const char *end_words(const struct pn_game *view)
{
	static const char *const words[] = {"offer.end_activation", "offer.end_activation.one",
					    "offer.end_activation.both"};

	return words[cq_actions_left(view)];
}

void cq_list_activation(const struct pn_game *view, pn_side side, struct pn_actions *out)
{
	const pn_unit_id unit = cq_acting(view);
	struct pn_command clash = pn_command_of(PN_COMMAND_CLASH);
	struct pn_command duty;

	clash.unit = unit;
	if (cq_find_duty(view, side, &duty)) {
		list_duty(view, side, unit, duty, out);
		return;
	}
	if (cq_arrives(view, unit))
		cq_list_arrival(view, side, unit, out);
	else if (view->unit[unit].on_board && !pn_engaged(view, unit))
		list_out_of_combat(view, side, unit, out);
	else if (cq_check_clash(view, side, &clash).code == PN_LAWFUL)
		pn_action_add(out, PN_GROUP_CHARGE, "offer.clash", clash, PN_CLAUSE("CQ-97"));
	pn_action_add(out, PN_GROUP_STEP, end_words(view), pn_command_of(PN_COMMAND_PASS),
		      PN_CLAUSE("CQ-92"));
}

struct pn_command cq_default_activation(const struct pn_game *view, pn_side side)
{
	struct pn_command duty;

	return cq_find_duty(view, side, &duty) ? duty : pn_command_of(PN_COMMAND_PASS);
}
