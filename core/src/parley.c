/* Proposals between the players. */

#include "parley.h"

/* What a command proposes; PN_PROPOSAL_NOTHING: it answers or withdraws. */
static uint8_t kind_made_by(enum pn_command_kind command)
{
	static const uint8_t made[PN_COMMAND_COUNT] = {
		[PN_COMMAND_OFFER_DRAW] = PN_PROPOSAL_DRAW,
		[PN_COMMAND_OFFER_RESULT] = PN_PROPOSAL_RESULT,
		[PN_COMMAND_OFFER_UNDO] = PN_PROPOSAL_UNDO,
		[PN_COMMAND_OFFER_METHOD] = PN_PROPOSAL_METHOD,
		[PN_COMMAND_OFFER_UMPIRE] = PN_PROPOSAL_UMPIRE,
	};

	return made[command];
}

bool pn_is_proposal(enum pn_command_kind kind)
{
	return kind >= PN_COMMAND_OFFER_DRAW && kind <= PN_COMMAND_WITHDRAW_METHOD;
}

/* ---- may it be proposed? ---- */

/* PN-32. The last command of the side that can still be taken back, or -1. */
static int last_of(const struct pn_game *view, pn_side side)
{
	for (int i = view->past_count - 1; i >= 0; i--)
		if (view->past[i].by == side)
			return i;
	return -1;
}

uint16_t pn_undoing_mark(const struct pn_game *game, pn_side side)
{
	return game->past[last_of(game, side)].mark;
}

struct pn_verdict pn_check_undoing(const struct pn_game *view, pn_side side)
{
	if (view->secret[side].undo_count > 0 &&
	    view->secret[side].undo[view->secret[side].undo_count - 1].owner == PN_PUBLIC)
		return pn_refuse(PN_REFUSE_UNDO_IS_FREE, PN_CLAUSE("PN-32"));
	if (last_of(view, side) < 0)
		return pn_refuse(PN_REFUSE_NOTHING_TO_UNDO, PN_CLAUSE("PN-32"));
	return pn_lawful();
}

bool pn_can_agree_who_begins(uint8_t method)
{
	return method != PN_METHOD_SEALED && method != PN_METHOD_ROLL_OFF &&
	       method != PN_METHOD_ALTERNATE_ROLL_OFF;
}

/* PN-33. The players agree which side begins only where neither dice nor secrecy decide it. */
static struct pn_verdict check_method(const struct pn_game *view, const struct pn_agreement *method)
{
	if (view->method != PN_METHOD_AGREED)
		return pn_refuse(PN_REFUSE_NOT_NOW, PN_CLAUSE("PN-33"));
	if (method->method >= PN_METHOD_COUNT || method->method == PN_METHOD_AGREED ||
	    !(pn_rules_of(view)->methods & (1u << method->method)))
		return pn_refuse(PN_REFUSE_METHOD_NOT_ALLOWED, PN_CLAUSE("PN-33"));
	if (method->begins != PN_NO_SIDE && !pn_can_agree_who_begins(method->method))
		return pn_refuse(PN_REFUSE_METHOD_NOT_ALLOWED, PN_CLAUSE("PN-33"));
	return pn_lawful();
}

/* PN-30. One proposal a side, and after it was turned down none before one's next command. */
static struct pn_verdict check_making(const struct pn_game *view, pn_side side,
				      const struct pn_command *command)
{
	if (view->proposal[side].kind != PN_PROPOSAL_NOTHING)
		return pn_refuse(PN_REFUSE_OFFER_PENDING, PN_CLAUSE("PN-30"));
	if (view->proposal_spent & 1u << side)
		return pn_refuse(PN_REFUSE_OFFER_SPENT, PN_CLAUSE("PN-30"));
	if (command->kind == PN_COMMAND_OFFER_UNDO)
		return pn_check_undoing(view, side);
	if (command->kind == PN_COMMAND_OFFER_METHOD)
		return check_method(view, &command->proposal.method);
	if (command->kind == PN_COMMAND_OFFER_UMPIRE && view->umpire != PN_UMPIRE_SEATED)
		return pn_refuse(PN_REFUSE_NO_UMPIRE, PN_CLAUSE("PN-50"));
	return pn_lawful();
}

struct pn_verdict pn_check_proposal(const struct pn_game *view, pn_side side,
				    const struct pn_command *command)
{
	pn_side whose = command->kind == PN_COMMAND_WITHDRAW_OFFER ? side : pn_opponent(side);

	if (kind_made_by(command->kind) != PN_PROPOSAL_NOTHING)
		return check_making(view, side, command);
	if (command->kind == PN_COMMAND_WITHDRAW_METHOD)
		return (view->agreed.made && !view->agreement_ends) || view->coming.made
			       ? pn_lawful()
			       : pn_refuse(PN_REFUSE_NO_AGREEMENT, PN_CLAUSE("PN-33"));
	return view->proposal[whose].kind != PN_PROPOSAL_NOTHING
		       ? pn_lawful()
		       : pn_refuse(PN_REFUSE_NO_OFFER, PN_CLAUSE("PN-30"));
}

/* ---- doing it ---- */

static void make(struct pn_step *step, pn_side side, const struct pn_command *command)
{
	struct pn_event event = {
		.kind = PN_EVENT_OFFER_MADE,
		.clause = PN_CLAUSE("PN-30"),
		.offer_made = {.side = side, .proposal = {.winner = PN_NO_SIDE}},
	};
	struct pn_proposal *proposal = &event.offer_made.proposal;

	if (command->kind == PN_COMMAND_OFFER_RESULT)
		proposal->winner = command->proposal.winner;
	if (command->kind == PN_COMMAND_OFFER_UNDO)
		proposal->mark = pn_undoing_mark(step->game, side);
	if (command->kind == PN_COMMAND_OFFER_METHOD) {
		proposal->method = command->proposal.method;
		proposal->method.made = true;
	}
	proposal->kind = kind_made_by(command->kind);
	pn_emit(step, event);
}

static void answer(struct pn_step *step, pn_side side, uint8_t kind, enum pn_answer answer)
{
	pn_emit(step, (struct pn_event){
			      .kind = PN_EVENT_OFFER_ANSWERED,
			      .clause = PN_CLAUSE("PN-30"),
			      .offer_answered = {side, kind, (uint8_t)answer},
		      });
}

static void end_as_agreed(struct pn_step *step, pn_side winner)
{
	pn_emit(step, (struct pn_event){
			      .kind = PN_EVENT_ENDED,
			      .clause = PN_CLAUSE("PN-31"),
			      .ended = {winner, PN_ENDING_AGREEMENT},
		      });
}

/* The latest first, down to the one that was asked for. */
void pn_undo_from(struct pn_step *step, uint16_t mark)
{
	const struct pn_game *game = step->game;

	for (int i = game->past_count - 1; i >= 0 && game->past[i].mark >= mark; i--)
		pn_emit(step, (struct pn_event){
				      .kind = PN_EVENT_UNDONE,
				      .clause = PN_CLAUSE("PN-32"),
				      .undone = {{PN_PUBLIC, game->past[i].mark}},
			      });
}

static bool accept(struct pn_step *step, pn_side side)
{
	struct pn_proposal proposal = step->game->proposal[pn_opponent(side)];

	answer(step, side, proposal.kind, PN_ANSWER_ACCEPTED);
	if (proposal.kind == PN_PROPOSAL_UNDO)
		pn_undo_from(step, proposal.mark);
	else if (proposal.kind == PN_PROPOSAL_DRAW || proposal.kind == PN_PROPOSAL_RESULT)
		end_as_agreed(step, proposal.winner);
	return proposal.kind == PN_PROPOSAL_UNDO;
}

bool pn_apply_proposal(struct pn_step *step, pn_side side, const struct pn_command *command)
{
	if (kind_made_by(command->kind) != PN_PROPOSAL_NOTHING) {
		make(step, side, command);
		return false;
	}
	if (command->kind == PN_COMMAND_ACCEPT_OFFER)
		return accept(step, side);
	if (command->kind == PN_COMMAND_DECLINE_OFFER)
		answer(step, side, step->game->proposal[pn_opponent(side)].kind, PN_ANSWER_REFUSED);
	else if (command->kind == PN_COMMAND_WITHDRAW_OFFER)
		answer(step, side, step->game->proposal[side].kind, PN_ANSWER_WITHDRAWN);
	else
		pn_emit(step, (struct pn_event){
				      .kind = PN_EVENT_METHOD_WITHDRAWN,
				      .clause = PN_CLAUSE("PN-33"),
				      .method_withdrawn = {side},
			      });
	return false;
}

/* ---- actions ---- */

static void list_if_lawful(const struct pn_game *view, pn_side side, enum pn_command_kind kind,
			   const char *words, pn_clause clause, struct pn_actions *out)
{
	struct pn_command command = pn_command_of(kind);

	if (pn_check_proposal(view, side, &command).code == PN_LAWFUL)
		pn_action_add(out, PN_GROUP_TABLE, words, command, clause);
}

static void offer_result(const struct pn_game *view, pn_side side, struct pn_actions *out)
{
	struct pn_command command = pn_command_of(PN_COMMAND_OFFER_RESULT);

	command.proposal.kind = PN_PROPOSAL_RESULT;
	command.proposal.winner = side;
	if (pn_check_proposal(view, side, &command).code != PN_LAWFUL)
		return;
	pn_action_add(out, PN_GROUP_TABLE, "offer.offer_result", command, PN_CLAUSE("PN-31"));
	pn_action_preset(out, "preset.i_win", command);
	command.proposal.winner = pn_opponent(side);
	pn_action_preset(out, "preset.you_win", command);
}

static void list_methods(const struct pn_game *view, pn_side side, struct pn_actions *out)
{
	static const char *const words[PN_METHOD_COUNT] = {
		[PN_METHOD_LOSER_FIRST] = "preset.loser_first",
		[PN_METHOD_ROLL_OFF] = "preset.roll_off",
		[PN_METHOD_ALTERNATE_LOSER_FIRST] = "preset.alternate_loser_first",
		[PN_METHOD_ALTERNATE_ROLL_OFF] = "preset.alternate_roll_off",
		[PN_METHOD_SEALED] = "preset.sealed",
	};
	struct pn_command command = pn_command_of(PN_COMMAND_OFFER_METHOD);

	command.proposal.kind = PN_PROPOSAL_METHOD;
	command.proposal.method = (struct pn_agreement){
		.made = true, .begins = PN_NO_SIDE, .most = {PN_NO_LIMIT, PN_NO_LIMIT}};
	command.proposal.method.method = pn_rules_of(view)->default_method;
	if (pn_check_proposal(view, side, &command).code != PN_LAWFUL)
		return;
	pn_action_add(out, PN_GROUP_TABLE, "offer.offer_method", command, PN_CLAUSE("PN-33"));
	for (uint8_t i = 0; i < PN_METHOD_COUNT; i++) {
		command.proposal.method.method = i;
		if (words[i] && pn_check_proposal(view, side, &command).code == PN_LAWFUL)
			pn_action_preset(out, words[i], command);
	}
}

void pn_list_proposals(const struct pn_game *view, pn_side side, struct pn_actions *out)
{
	const pn_clause any = PN_CLAUSE("PN-30");

	list_if_lawful(view, side, PN_COMMAND_ACCEPT_OFFER, "offer.accept_offer", any, out);
	list_if_lawful(view, side, PN_COMMAND_DECLINE_OFFER, "offer.decline_offer", any, out);
	list_if_lawful(view, side, PN_COMMAND_WITHDRAW_OFFER, "offer.withdraw_offer", any, out);
	list_if_lawful(view, side, PN_COMMAND_OFFER_DRAW, "offer.offer_draw", PN_CLAUSE("PN-31"),
		       out);
	offer_result(view, side, out);
	list_if_lawful(view, side, PN_COMMAND_OFFER_UNDO, "offer.offer_undo", PN_CLAUSE("PN-32"),
		       out);
	list_methods(view, side, out);
	list_if_lawful(view, side, PN_COMMAND_OFFER_UMPIRE, "offer.offer_umpire",
		       PN_CLAUSE("PN-50"), out);
	list_if_lawful(view, side, PN_COMMAND_WITHDRAW_METHOD, "offer.withdraw_method",
		       PN_CLAUSE("PN-33"), out);
}
