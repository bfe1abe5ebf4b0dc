/* Substitute targets (B2-46): when the unit that a charge was declared against has got out
 * of range, another enemy in range must be charged. A charger that misjudged the distance
 * to a target that stood still has no such way out.
 *
 * Distances are measured only now, after check and manoeuvre (B2-40), so it is the rule,
 * not the player, who finds out; it picks only among several. */

#include "b2_run.h"
#include "common.h"

bool b2_has_moved(const struct pn_unit *unit)
{
	return !unit->on_board || unit->moved > 0 || pn_flag(unit, B2_SHIFTED);
}

void b2_note_change(struct pn_step *step, pn_unit_id id, const struct pn_stand *before)
{
	const struct pn_unit *unit = &step->game->unit[id];

	if (unit->moved == 0 &&
	    (unit->pose.at.x != before->pose.at.x || unit->pose.at.y != before->pose.at.y ||
	     unit->pose.facing != before->pose.facing || unit->files != before->formation.files ||
	     unit->form != before->form))
		pn_set_flag(step, id, B2_SHIFTED, PN_CLAUSE("B2-46"));
}

static bool is_in_range(const struct pn_game *view, pn_unit_id id, pn_unit_id target)
{
	return view->unit[target].on_board && b2_is_in_range(view, id, target);
}

/* In range, and with a way to it that the ground allows. */
static bool can_reach(const struct pn_game *view, pn_unit_id id, pn_unit_id target)
{
	struct b2_run run;

	pn_len most = b2_charge_allowance(&view->unit[id]);

	return is_in_range(view, id, target) && b2_lay_run(view, id, target, most, &run) &&
	       b2_judge_run(view, id, target, most, &run);
}

uint8_t b2_substitutes(const struct pn_game *view, pn_unit_id id, pn_unit_id target,
		       pn_unit_id out[PN_SIDE_UNITS_MAX])
{
	uint8_t count = 0;

	if (view->unit[id].order.verb != PN_VERB_CHARGE || !b2_has_moved(&view->unit[target]) ||
	    can_reach(view, id, target))
		return 0;
	for (pn_unit_id i = 0; i < view->unit_count; i++)
		if (view->unit[i].side != view->unit[id].side && can_reach(view, id, i))
			out[count++] = i;
	return count;
}

static bool target_has_moved(const struct pn_game *view, pn_unit_id id)
{
	const struct pn_order *order = &view->unit[id].order;

	return order->verb == PN_VERB_CHARGE && b2_has_moved(&view->unit[order->target]);
}

/* Decides B2-46. */
bool b2_wants_substitute(const struct pn_game *view, pn_unit_id id)
{
	return target_has_moved(view, id) && !can_reach(view, id, view->unit[id].order.target);
}

bool b2_is_substitute(const struct pn_game *view, pn_unit_id id, pn_unit_id other)
{
	/* What is quickly answered comes first: ways are dear. */
	return target_has_moved(view, id) && is_in_range(view, id, other) &&
	       b2_wants_substitute(view, id) && can_reach(view, id, other);
}

struct pn_verdict b2_check_substitute(const struct pn_game *view, const struct pn_command *command)
{
	const struct pn_pending *pending = pn_top_pending(view);
	pn_unit_id list[PN_SIDE_UNITS_MAX];
	uint8_t count = b2_substitutes(view, pending->unit, pending->other, list);

	if (command->unit != pending->unit)
		return pn_refuse(PN_REFUSE_NOT_NOW, PN_CLAUSE("B2-85"));
	if (command->path.given)
		return pn_refuse(PN_REFUSE_BAD_PATH, PN_CLAUSE("B2-34"));
	for (uint8_t i = 0; i < count; i++)
		if (list[i] == command->target)
			return pn_lawful();
	return pn_refuse(PN_REFUSE_NOT_IN_RANGE, PN_CLAUSE("B2-46"));
}

/* ---- actions ---- */

static struct pn_command charge_at(pn_unit_id unit, pn_unit_id target)
{
	struct pn_command charge = pn_command_of(PN_COMMAND_CHARGE);

	charge.unit = unit;
	charge.target = target;
	return charge;
}

void b2_list_substitute(const struct pn_game *view, pn_side side, struct pn_actions *out)
{
	const struct pn_pending *pending = pn_top_pending(view);
	struct pn_bound choice = {.kind = PN_BOUND_CHOICE, .at = "/target"};

	choice.choice.count = b2_substitutes(view, pending->unit, pending->other, choice.choice.of);
	pn_assert(choice.choice.count > 0);
	pn_action_add(out, PN_GROUP_CHARGE, "offer.charge",
		      charge_at(pending->unit, choice.choice.of[0]), PN_CLAUSE("B2-46"));
	pn_action_bound(out, choice);
	for (uint8_t i = 0; i < choice.choice.count; i++)
		pn_action_preset(out, "preset.target",
				 charge_at(pending->unit, choice.choice.of[i]));
}

struct pn_command b2_default_substitute(const struct pn_game *view, pn_side side)
{
	const struct pn_pending *pending = pn_top_pending(view);
	pn_unit_id list[PN_SIDE_UNITS_MAX];

	pn_assert(b2_substitutes(view, pending->unit, pending->other, list) > 0);
	return charge_at(pending->unit, list[0]);
}
