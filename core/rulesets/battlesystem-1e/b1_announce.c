/* Which charges may be announced, and how they are listed. Where measuring is allowed a charge
 * must be one that can be made; where it is not, what is wrong with it shows as it goes. */

#include "b1.h"
#include "common.h"

/* ---- who may, and whom ---- */

/* Decides B1-01, B1-05, B1-06 and B1-16. */
struct pn_verdict b1_check_charger(const struct pn_game *view, pn_unit_id id)
{
	const struct pn_unit *unit = &view->unit[id];

	if (b1_is_individual(unit))
		return pn_refuse(PN_REFUSE_WRONG_FORMATION, PN_CLAUSE("B1-06"));
	if (b1_is_skirmish(unit))
		return pn_refuse(PN_REFUSE_WRONG_FORMATION, PN_CLAUSE("B1-05"));
	if (unit->state == B1_ROUTED)
		return pn_refuse(PN_REFUSE_NOT_IN_GOOD_ORDER, PN_CLAUSE("B1-78"));
	if (pn_flag(unit, B1_RALLIED))
		return pn_refuse(PN_REFUSE_ALREADY_MOVED, PN_CLAUSE("B1-78"));
	if (pn_flag(unit, B1_MOVED))
		return pn_refuse(PN_REFUSE_ALREADY_MOVED, PN_CLAUSE("B1-01"));
	if (pn_engaged(view, id))
		return pn_refuse(PN_REFUSE_ENGAGED, PN_CLAUSE("B1-67"));
	if (pn_flag(unit, B1_CHECK_FAILED))
		return pn_refuse(PN_REFUSE_CHECK_FAILED, PN_CLAUSE("B1-57"));
	if (b1_is_regular(unit) && b1_is_out_of_command(unit) &&
	    !(pn_flag(unit, B1_MUST_ATTACK) &&
	      view->switches[B1_SWITCH_FORCED] == B1_FORCED_CHARGES))
		return pn_refuse(PN_REFUSE_OUT_OF_COMMAND, PN_CLAUSE("B1-16"));
	return pn_lawful();
}

/* Why a charge that reaches nobody does not. */
static struct pn_verdict refuse_short(const struct b1_walked *last)
{
	if (last->barred)
		return pn_refuse(PN_REFUSE_BLOCKED, PN_CLAUSE("B1-69"));
	if (last->met_friend)
		return pn_refuse_for(PN_REFUSE_BLOCKED, PN_CLAUSE("PN-11"), last->friend);
	return pn_refuse(PN_REFUSE_NOT_IN_RANGE, PN_CLAUSE("B1-02"));
}

/* Where measuring is allowed, only a charge that can be made may be announced. */
static struct pn_verdict check_plan(const struct b1_plan *plan)
{
	if (!plan->reaches)
		return refuse_short(&plan->ended);
	if (!plan->run_up)
		return pn_refuse(PN_REFUSE_NOT_IN_RANGE, PN_CLAUSE("B1-08"));
	if (!plan->is_straight)
		return pn_refuse(PN_REFUSE_BAD_PATH, PN_CLAUSE("B1-09"));
	return pn_lawful();
}

const struct pn_path *b1_given_path(const struct pn_command *command)
{
	return command->path.given ? &command->path : NULL;
}

/* Whichever target is named, the way must not end at a unit that this one let go; and if the unit
 * must attack, it must end at some enemy. */
static struct pn_verdict check_way(const struct pn_game *view, const struct pn_command *command)
{
	const int32_t let_go = view->unit[command->unit].tally[B1_LET_GO];
	const struct b1_walked *last;
	struct b1_plan plan;

	b1_plan_charge(&plan, view, command->unit, command->target, b1_given_path(command));
	if (plan.walk.verdict.code != PN_LAWFUL)
		return plan.walk.verdict;
	if (view->premeasure)
		b1_foresee(&plan, view, command->unit, command->target);
	last = &plan.walk.leg[plan.walk.leg_count - 1];
	if (plan.reaches && let_go == last->met + 1)
		return pn_refuse(PN_REFUSE_NOT_NOW, PN_CLAUSE("B1-68"));
	if (view->premeasure)
		return check_plan(&plan);
	if (!plan.reaches && command->path.given && b1_has_duty(view, command->unit))
		return pn_refuse(PN_REFUSE_MUST_CHARGE, PN_CLAUSE("B1-45"));
	return pn_lawful();
}

static struct pn_verdict check_proper(const struct pn_game *view, pn_side side,
				      const struct pn_command *command)
{
	struct pn_verdict verdict = b1_check_charger(view, command->unit);
	const struct pn_unit *unit;

	if (verdict.code == PN_LAWFUL)
		verdict = pn_check_enemy(view, side, command->target, PN_CLAUSE("B1-01"));
	if (verdict.code != PN_LAWFUL)
		return verdict;
	unit = &view->unit[command->unit];
	if (unit->tally[B1_LET_GO] == command->target + 1)
		return pn_refuse(PN_REFUSE_NOT_NOW, PN_CLAUSE("B1-68"));
	/* Nobody measures then, and straight on is always open. */
	if (!view->premeasure && !command->path.given && unit->tally[B1_LET_GO] == 0)
		return pn_lawful();
	if (view->premeasure &&
	    !pn_units_within(view, command->unit, command->target, b1_charge_range(unit) * 4 / 3))
		return pn_refuse(PN_REFUSE_NOT_IN_RANGE, PN_CLAUSE("B1-02"));
	return check_way(view, command);
}

/* Can the unit make a charge at any of its prey? Then nothing less will do (B1-45). */
static bool can_charge(const struct pn_game *view, pn_side side, pn_unit_id id)
{
	struct pn_command command = pn_command_of(PN_COMMAND_CHARGE);

	command.unit = id;
	for (command.target = 0; command.target < view->unit_count; command.target++)
		if (b1_is_prey(view, id, command.target) &&
		    check_proper(view, side, &command).code == PN_LAWFUL)
			return true;
	return false;
}

/* A unit that must attack and may not or cannot charge goes for the enemy without charging. */
struct pn_verdict b1_check_charge(const struct pn_game *view, pn_side side,
				  const struct pn_command *command)
{
	struct pn_verdict verdict = pn_check_own(view, side, command->unit);

	if (verdict.code != PN_LAWFUL)
		return verdict;
	if (!b1_has_duty(view, command->unit))
		return check_proper(view, side, command);
	verdict = pn_check_enemy(view, side, command->target, PN_CLAUSE("B1-01"));
	if (verdict.code != PN_LAWFUL)
		return verdict;
	if (!b1_is_prey(view, command->unit, command->target))
		return pn_refuse(PN_REFUSE_NOT_IN_RANGE, PN_CLAUSE("B1-45"));
	verdict = check_proper(view, side, command);
	return can_charge(view, side, command->unit) ? verdict : pn_lawful();
}

bool b1_only_advances(const struct pn_game *view, pn_side side, const struct pn_command *command)
{
	return b1_has_duty(view, command->unit) &&
	       check_proper(view, side, command).code != PN_LAWFUL;
}

/* ---- actions ---- */

static void list_way(const struct pn_unit *unit, struct pn_actions *out)
{
	pn_action_bound(out, (struct pn_bound){
				     .kind = PN_BOUND_PATH,
				     .at = "/path",
				     .path = {b1_charge_range(unit), PN_PATH_MAX,
					      1u << PN_LEG_ADVANCE | 1u << PN_LEG_WHEEL |
						      1u << PN_LEG_FACE},
			     });
}

void b1_list_charges(const struct pn_game *view, pn_side side, pn_unit_id id,
		     struct pn_actions *out)
{
	struct pn_command command = pn_command_of(PN_COMMAND_CHARGE);
	struct pn_bound *choice = NULL;

	command.unit = id;
	for (pn_unit_id i = 0; i < view->unit_count; i++) {
		command.target = i;
		if (view->unit[i].side == side ||
		    b1_check_charge(view, side, &command).code != PN_LAWFUL)
			continue;
		if (!choice) {
			pn_action_add(out, PN_GROUP_CHARGE, "offer.charge", command,
				      PN_CLAUSE("B1-01"));
			choice = pn_action_bound(
				out, (struct pn_bound){.kind = PN_BOUND_CHOICE, .at = "/target"});
			list_way(&view->unit[id], out);
		}
		choice->choice.of[choice->choice.count++] = i;
		pn_action_preset(out, "preset.target", command);
	}
}

/* The owner chooses the way of a charge; a unit that only goes for the enemy has no choice. Which
 * of the two it comes to is asked once of each enemy. */
void b1_list_attacks(const struct pn_game *view, pn_side side, pn_unit_id id,
		     struct pn_actions *out)
{
	struct pn_command command = pn_command_of(PN_COMMAND_CHARGE);
	bool charges[PN_UNITS_MAX] = {false};
	bool any = false;

	command.unit = id;
	for (command.target = 0; command.target < view->unit_count; command.target++) {
		charges[command.target] = b1_is_prey(view, id, command.target) &&
					  check_proper(view, side, &command).code == PN_LAWFUL;
		any |= charges[command.target];
	}
	for (command.target = 0; command.target < view->unit_count; command.target++) {
		if (any ? !charges[command.target] : !b1_is_prey(view, id, command.target))
			continue;
		pn_action_add(out, PN_GROUP_MOVE, "offer.attack", command, PN_CLAUSE("B1-45"));
		if (charges[command.target])
			list_way(&view->unit[id], out);
	}
}
