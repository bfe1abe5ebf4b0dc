/* Step 1: declaring charges. b2_method.c says whose turn it is to declare.
 *
 * Nobody knows who moves first while charges are declared (B2-11): the initiative is
 * not rolled before declaring is over. Declared openly, charges are events that all see;
 * declared in secret they are drafts of their side alone until both are ready. */

#include "b2_field.h"
#include "common.h"
#include "deploy.h"

bool b2_is_sealed(const struct pn_game *view)
{
	return pn_method_now(view) == PN_METHOD_SEALED;
}

/* What the side has told the unit so far in this Step 1. */
static struct pn_order b2_declared(const struct pn_game *view, pn_side side, pn_unit_id id)
{
	return b2_is_sealed(view) ? pn_drafted(view, side, id) : view->unit[id].order;
}

/* Decides B2-06. Has the side declared as many charges as was agreed? */
static bool has_declared_most(const struct pn_game *view, pn_side side)
{
	uint8_t count = 0;

	if (!view->agreed.made)
		return false;
	for (pn_unit_id i = 0; i < view->unit_count; i++)
		if (view->unit[i].side == side && b2_declared(view, side, i).verb == PN_VERB_CHARGE)
			count++;
	return count >= view->agreed.most[side];
}

struct pn_verdict b2_check_declarer(const struct pn_game *view, pn_side side, pn_unit_id id)
{
	struct pn_verdict verdict = b2_check_charger(view, side, id);

	if (verdict.code != PN_LAWFUL)
		return verdict;
	if (pn_flag(&view->unit[id], B2_COMPELLED))
		return pn_refuse(PN_REFUSE_ALREADY_DECLARED, PN_CLAUSE("B2-102"));
	if (b2_declared(view, side, id).verb != PN_VERB_NONE)
		return pn_refuse(PN_REFUSE_ALREADY_DECLARED, PN_CLAUSE("B2-16"));
	if (has_declared_most(view, side))
		return pn_refuse(PN_REFUSE_LIMIT_REACHED, PN_CLAUSE("B2-06"));
	return pn_lawful();
}

struct pn_verdict b2_check_declare_charge(const struct pn_game *view, pn_side side,
					  const struct pn_command *command)
{
	struct pn_verdict verdict = b2_check_declarer(view, side, command->unit);

	if (verdict.code != PN_LAWFUL)
		return verdict;
	return b2_check_target(view, command->unit, command->target);
}

/* Decides B2-04. Any number of units may name one target. */
static bool is_named_already(const struct pn_game *view, pn_side side, pn_unit_id target)
{
	for (pn_unit_id i = 0; i < view->unit_count; i++)
		if (view->unit[i].side == side &&
		    b2_declared(view, side, i).verb == PN_VERB_CHARGE &&
		    b2_declared(view, side, i).target == target)
			return true;
	return false;
}

void b2_apply_declare_charge(struct pn_step *step, pn_side side, const struct pn_command *command)
{
	pn_clause clause = is_named_already(step->game, side, command->target) ? PN_CLAUSE("B2-04")
									       : PN_CLAUSE("B2-03");

	if (b2_is_sealed(step->game))
		pn_tell_drafted(step, command->unit,
				(struct pn_order){PN_VERB_CHARGE, command->target, 0}, clause);
	else
		pn_tell_charge_declared(step, command->unit, command->target, clause);
	b2_after_declaration(step, side);
}

/* What the charge will hang on when its time has come. */
void b2_preview_declare_charge(const struct pn_game *view, pn_side side,
			       const struct pn_command *command, struct pn_preview *out)
{
	b2_preview_check(out, view, command);
	out->rolls = false;
}

/* B2-16. What was declared openly binds; a draft binds nobody yet. */
struct pn_verdict b2_check_withdraw_charge(const struct pn_game *view, pn_side side,
					   const struct pn_command *command)
{
	struct pn_verdict verdict = pn_check_own(view, side, command->unit);

	if (verdict.code != PN_LAWFUL)
		return verdict;
	if (b2_declared(view, side, command->unit).verb == PN_VERB_NONE)
		return pn_refuse(PN_REFUSE_NOT_DECLARED, PN_CLAUSE("B2-16"));
	if (!b2_is_sealed(view))
		return pn_refuse(PN_REFUSE_ALREADY_DECLARED, PN_CLAUSE("B2-16"));
	return pn_lawful();
}

void b2_apply_withdraw_charge(struct pn_step *step, pn_side side, const struct pn_command *command)
{
	pn_tell_drafted(step, command->unit, (struct pn_order){PN_VERB_NONE, PN_NO_UNIT, 0},
			PN_CLAUSE("B2-06"));
}

struct pn_verdict b2_check_ready(const struct pn_game *view, pn_side side,
				 const struct pn_command *command)
{
	if (pn_is_deploying(view))
		return pn_check_deployed(view, side);
	return b2_is_sealed(view) ? pn_lawful() : pn_refuse(PN_REFUSE_NOT_NOW, PN_CLAUSE("B2-06"));
}

void b2_apply_ready(struct pn_step *step, pn_side side, const struct pn_command *command)
{
	if (pn_is_deploying(step->game)) {
		pn_apply_deployed(step, side);
		return;
	}
	pn_seal_drafts(step, side, PN_CLAUSE("B2-06"));
	pn_answer(step, side);
}

/* ---- actions ---- */

/* One action a unit, its targets as a choice and as presets. */
static void list_targets(const struct b2_field *field, pn_unit_id id, struct pn_actions *out)
{
	struct pn_command command = pn_command_of(PN_COMMAND_DECLARE_CHARGE);
	struct pn_bound choice = {.kind = PN_BOUND_CHOICE, .at = "/target"};

	for (pn_unit_id i = 0; i < field->view->unit_count; i++)
		if (b2_check_target_on(field, id, i).code == PN_LAWFUL)
			choice.choice.of[choice.choice.count++] = i;
	command.unit = id;
	pn_list_targets(out, PN_GROUP_DECLARE, "offer.declare_charge", command, choice,
			PN_CLAUSE("B2-03"));
}

void b2_list_declare(const struct pn_game *view, pn_side side, struct pn_actions *out)
{
	struct b2_hidings hidings;
	struct b2_field field;

	b2_field_survey(&field, view);
	b2_field_build(&field, &hidings);
	for (pn_unit_id i = 0; i < view->unit_count; i++) {
		struct pn_command withdraw = pn_command_of(PN_COMMAND_WITHDRAW_CHARGE);

		withdraw.unit = i;
		if (b2_check_withdraw_charge(view, side, &withdraw).code == PN_LAWFUL)
			pn_action_add(out, PN_GROUP_DECLARE, "offer.withdraw_charge", withdraw,
				      PN_CLAUSE("B2-06"));
		else if (b2_check_declarer(view, side, i).code == PN_LAWFUL)
			list_targets(&field, i, out);
	}
	if (b2_is_sealed(view))
		pn_action_add(out, PN_GROUP_STEP, "offer.ready", pn_command_of(PN_COMMAND_READY),
			      PN_CLAUSE("B2-06"));
	else
		pn_action_add(out, PN_GROUP_STEP, "offer.end_declaring",
			      pn_command_of(PN_COMMAND_PASS), PN_CLAUSE("B2-07"));
}

struct pn_command b2_default_declare(const struct pn_game *view, pn_side side)
{
	return pn_command_of(b2_is_sealed(view) ? PN_COMMAND_READY : PN_COMMAND_PASS);
}
