/* Redirecting (T9-23, T9-24, T9-40 to T9-46). Whenever a unit has fled from a charge, all who
 * charge it and have not tried before are marked, if there is anybody else for them to
 * charge; then the Active Player tries with one after another, in their order, or with none.
 * An attempt that is passed is a declaration, answered before the next attempt; who is
 * marked by that answer joins those who are. So one such decision is open at most. */

#include "common.h"
#include "t9.h"

/* ---- who may ---- */

/* Decides T9-43. */
static struct pn_verdict check_new_target(const struct pn_game *view, pn_unit_id id,
					  pn_unit_id target)
{
	if (target == view->unit[id].order.target)
		return pn_refuse(PN_REFUSE_ALREADY_DECLARED, PN_CLAUSE("T9-43"));
	return t9_check_target(view, id, target);
}

/* Decides T9-23 and T9-45. */
bool t9_may_redirect(const struct pn_game *view, pn_unit_id id)
{
	if (!view->unit[id].on_board)
		return false;
	for (pn_unit_id i = 0; i < view->unit_count; i++)
		if (i != view->unit[id].order.target && t9_may_target(view, id, i))
			return true;
	return t9_could_change_to(view, id, view->unit[id].order.target);
}

static bool is_redirecting(const struct pn_game *game)
{
	for (uint8_t i = 0; i < game->pending_count; i++)
		if (game->pending[i].decision == T9_REDIRECT)
			return true;
	return false;
}

/* Decides T9-44. */
void t9_list_redirects(struct pn_step *step, pn_unit_id fled)
{
	const struct pn_game *game = step->game;
	bool any = false;

	for (pn_unit_id i = 0; i < game->unit_count; i++) {
		if (!t9_charges(&game->unit[i], fled) || pn_flag(&game->unit[i], T9_REDIRECTED) ||
		    !t9_may_redirect(game, i))
			continue;
		pn_set_flag(step, i, T9_MAY_REDIRECT, PN_CLAUSE("T9-23"));
		any = true;
	}
	if (any && !is_redirecting(game))
		pn_open(step,
			(struct pn_pending){
				.decision = T9_REDIRECT,
				.owes = (uint8_t)(1u << game->active),
				.unit = fled,
				.other = PN_NO_UNIT,
			},
			PN_CLAUSE("T9-44"));
}

/* ---- trying ---- */

struct pn_verdict t9_check_redirect(const struct pn_game *view, pn_side side,
				    const struct pn_command *command)
{
	struct pn_verdict verdict = pn_check_own(view, side, command->unit);
	const struct pn_unit *unit;

	if (verdict.code == PN_LAWFUL)
		verdict = pn_check_enemy(view, side, command->target, PN_CLAUSE("T9-32"));
	if (verdict.code != PN_LAWFUL)
		return verdict;
	unit = &view->unit[command->unit];
	if (pn_flag(unit, T9_REDIRECTED))
		return pn_refuse(PN_REFUSE_ALREADY_DECLARED, PN_CLAUSE("T9-45"));
	if (!pn_flag(unit, T9_MAY_REDIRECT))
		return pn_refuse(PN_REFUSE_NOT_DECLARED, PN_CLAUSE("T9-23"));
	return check_new_target(view, command->unit, command->target);
}

/* Decides T9-40, T9-41 and T9-42. */
void t9_apply_redirect(struct pn_step *step, pn_side side, const struct pn_command *command)
{
	const pn_unit_id id = command->unit;
	const pn_unit_id fled = step->game->unit[id].order.target;

	pn_clear_flag(step, id, T9_MAY_REDIRECT, PN_CLAUSE("T9-45"));
	pn_set_flag(step, id, T9_REDIRECTED, PN_CLAUSE("T9-45"));
	if (t9_test(step, id, T9_TEST_PLAIN, PN_CLAUSE("T9-40"))) {
		pn_set_tally(step, id, T9_FORMER, (uint8_t)(fled + 1), PN_CLAUSE("T9-26"));
		t9_declare(step, id, command->target, PN_CLAUSE("T9-42"));
	} else {
		pn_tell_charge_declared(step, id, fled, PN_CLAUSE("T9-41"));
	}
	t9_settle(step);
}

/* Decides T9-24. A unit that does not try now may try after the next Flee reaction. */
void t9_apply_pass(struct pn_step *step, pn_side side, const struct pn_command *command)
{
	if (pn_top_pending(step->game)->decision == T9_REFORM) {
		t9_leave_unreformed(step);
		return;
	}
	pn_tell_passed(step, side, T9_REDIRECT, PN_CLAUSE("T9-24"));
	for (pn_unit_id i = 0; i < step->game->unit_count; i++)
		pn_clear_flag(step, i, T9_MAY_REDIRECT, PN_CLAUSE("T9-24"));
	t9_settle(step);
}

/* ---- actions ---- */

static void list_unit(const struct pn_game *view, pn_unit_id id, struct pn_actions *out)
{
	struct pn_command command = pn_command_of(PN_COMMAND_REDIRECT);
	bool listed = false;

	command.unit = id;
	for (pn_unit_id i = 0; i < view->unit_count; i++) {
		if (i == view->unit[id].order.target || !t9_may_target(view, id, i))
			continue;
		command.target = i;
		if (!listed)
			pn_action_add(out, PN_GROUP_REACT, "offer.redirect", command,
				      PN_CLAUSE("T9-40"));
		pn_action_preset(out, "preset.target", command);
		listed = true;
	}
}

void t9_list_redirect(const struct pn_game *view, pn_side side, struct pn_actions *out)
{
	for (pn_unit_id i = 0; i < view->unit_count; i++)
		if (view->unit[i].side == side && pn_flag(&view->unit[i], T9_MAY_REDIRECT)) {
			list_unit(view, i, out);
			t9_list_flight(view, i, out);
		}
	pn_action_add(out, PN_GROUP_STEP, "offer.no_redirect", pn_command_of(PN_COMMAND_PASS),
		      PN_CLAUSE("T9-24"));
}
