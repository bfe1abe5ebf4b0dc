/* The Command Phase: each side orders its stack in secret, one card a regiment, and seals
 * every place of it by itself, so that drawing a card opens that card alone. */

#include "common.h"
#include "cq.h"

static const struct pn_order no_card = {.target = PN_NO_UNIT};

bool cq_is_draft(const struct pn_game *game)
{
	return true;
}

static uint8_t cards_of(const struct pn_game *view, pn_side side)
{
	uint8_t count = 0;

	for (pn_unit_id i = 0; i < view->unit_count; i++)
		count = (uint8_t)(count + cq_has_card(view, side, i));
	return count;
}

static bool is_complete(const struct pn_game *view, pn_side side)
{
	for (pn_unit_id i = 0; i < view->unit_count; i++)
		if (cq_has_card(view, side, i) && pn_drafted(view, side, i).verb != CQ_VERB_CARD)
			return false;
	return true;
}

static struct pn_verdict check_card(const struct pn_game *view, pn_side side, pn_unit_id unit)
{
	if (unit < view->unit_count && cq_has_card(view, side, unit))
		return pn_lawful();
	return pn_check_own(view, side, unit);
}

/* Decides CQ-90. Every regiment of one's own that is on the board or comes on, each once. */
struct pn_verdict cq_check_order_stack(const struct pn_game *view, pn_side side,
				       const struct pn_command *command)
{
	bool named[PN_UNITS_MAX] = {false};

	for (uint8_t i = 0; i < command->units.count; i++) {
		pn_unit_id unit = command->units.of[i];
		struct pn_verdict verdict = check_card(view, side, unit);

		if (verdict.code != PN_LAWFUL)
			return verdict;
		if (named[unit])
			return pn_refuse(PN_REFUSE_NAMED_TWICE, PN_CLAUSE("CQ-90"));
		named[unit] = true;
	}
	return command->units.count == cards_of(view, side)
		       ? pn_lawful()
		       : pn_refuse(PN_REFUSE_INCOMPLETE, PN_CLAUSE("CQ-90"));
}

void cq_apply_order_stack(struct pn_step *step, pn_side side, const struct pn_command *command)
{
	for (uint8_t i = 0; i < command->units.count; i++)
		pn_tell_drafted(step, command->units.of[i],
				(struct pn_order){CQ_VERB_CARD, PN_NO_UNIT, (uint8_t)(i + 1)},
				PN_CLAUSE("CQ-90"));
}

struct pn_verdict cq_check_ready(const struct pn_game *view, pn_side side,
				 const struct pn_command *command)
{
	if (pn_is_deploying(view))
		return pn_check_deployed(view, side);
	return is_complete(view, side) ? pn_lawful()
				       : pn_refuse(PN_REFUSE_INCOMPLETE, PN_CLAUSE("CQ-90"));
}

/* A draft of a regiment that has gone since is nobody's card any more. */
static void drop_the_gone(struct pn_step *step, pn_side side)
{
	const struct pn_game *game = step->game;

	for (pn_unit_id i = 0; i < game->unit_count; i++)
		if (game->unit[i].side == side && !cq_has_card(game, side, i) &&
		    pn_drafted(game, side, i).verb != CQ_VERB_NONE)
			pn_tell_drafted(step, i, no_card, PN_CLAUSE("CQ-90"));
}

void cq_apply_ready(struct pn_step *step, pn_side side, const struct pn_command *command)
{
	const uint8_t cards = cards_of(step->game, side);

	if (pn_is_deploying(step->game)) {
		pn_apply_deployed(step, side);
		return;
	}
	drop_the_gone(step, side);
	/* A stack without a card is sealed, too: one slot with nothing in it. */
	for (uint8_t number = 1; number == 1 || number <= cards; number++)
		pn_seal_draft(step, side, number, PN_CLAUSE("CQ-90"));
	pn_answer(step, side);
}

void cq_run_command(struct pn_step *step)
{
	pn_open(step,
		(struct pn_pending){
			.decision = CQ_STACK,
			.owes = PN_SEEN_BY_RED | PN_SEEN_BY_BLUE,
			.unit = PN_NO_UNIT,
			.other = PN_NO_UNIT,
		},
		PN_CLAUSE("CQ-90"));
}

void cq_resume_stack(struct pn_step *step)
{
	pn_close(step, PN_CLAUSE("CQ-90"));
	pn_enter_phase(step, CQ_SUPREMACY, PN_NO_SIDE, (pn_clause){""});
}

/* ---- actions ---- */

/* The stack in muster order, or from the last to the first. */
static struct pn_command stack_of(const struct pn_game *view, pn_side side, bool reversed)
{
	struct pn_command command = pn_command_of(PN_COMMAND_ORDER_STACK);
	const uint8_t cards = cards_of(view, side);

	for (pn_unit_id i = 0; i < view->unit_count; i++)
		if (cq_has_card(view, side, i)) {
			uint8_t place = command.units.count++;

			command.units.of[reversed ? cards - 1 - place : place] = i;
		}
	return command;
}

void cq_list_stack(const struct pn_game *view, pn_side side, struct pn_actions *out)
{
	struct pn_command command = stack_of(view, side, false);
	struct pn_bound choice = {.kind = PN_BOUND_CHOICE, .at = "/units"};

	choice.choice.count = command.units.count;
	memcpy(choice.choice.of, command.units.of, command.units.count);
	pn_action_add(out, PN_GROUP_DECLARE, "offer.order_stack", command, PN_CLAUSE("CQ-90"));
	pn_action_bound(out, choice);
	pn_action_preset(out, "preset.stack_as_listed", command);
	pn_action_preset(out, "preset.stack_reversed", stack_of(view, side, true));
	if (is_complete(view, side))
		pn_action_add(out, PN_GROUP_STEP, "offer.ready", pn_command_of(PN_COMMAND_READY),
			      PN_CLAUSE("CQ-90"));
}

struct pn_command cq_default_stack(const struct pn_game *view, pn_side side)
{
	return is_complete(view, side) ? pn_command_of(PN_COMMAND_READY)
				       : stack_of(view, side, false);
}
