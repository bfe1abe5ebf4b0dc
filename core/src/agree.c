/* Offers between the players. */

#include "agree.h"

/* What a command puts on the table; PN_OFFER_NOTHING: it answers or withdraws. */
static uint8_t kind_made_by(enum pn_command_kind command)
{
	static const uint8_t made[PN_COMMAND_COUNT] = {
		[PN_COMMAND_OFFER_DRAW] = PN_OFFER_DRAW,
		[PN_COMMAND_OFFER_RESULT] = PN_OFFER_RESULT,
		[PN_COMMAND_OFFER_UNDO] = PN_OFFER_UNDO,
		[PN_COMMAND_OFFER_METHOD] = PN_OFFER_METHOD,
		[PN_COMMAND_OFFER_UMPIRE] = PN_OFFER_UMPIRE,
	};

	return made[command];
}

bool pn_is_offer(enum pn_command_kind kind)
{
	return kind >= PN_COMMAND_OFFER_DRAW && kind <= PN_COMMAND_WITHDRAW_METHOD;
}

/* ---- may it be offered? ---- */

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

static bool somebody_rolls_who_begins(uint8_t method)
{
	return method == PN_METHOD_ROLL_OFF || method == PN_METHOD_ALTERNATE_ROLL_OFF;
}

/* PN-33. Who begins is agreed on where neither dice nor secrecy decide it. */
static struct pn_verdict check_method(const struct pn_game *view, const struct pn_agreement *method)
{
	if (view->method != PN_METHOD_AGREED)
		return pn_refuse(PN_REFUSE_NOT_NOW, PN_CLAUSE("PN-33"));
	if (method->method >= PN_METHOD_COUNT || method->method == PN_METHOD_AGREED ||
	    !(pn_rules_of(view)->methods & (1u << method->method)))
		return pn_refuse(PN_REFUSE_METHOD_NOT_ALLOWED, PN_CLAUSE("PN-33"));
	if (method->begins != PN_NO_SIDE &&
	    (method->method == PN_METHOD_SEALED || somebody_rolls_who_begins(method->method)))
		return pn_refuse(PN_REFUSE_METHOD_NOT_ALLOWED, PN_CLAUSE("PN-33"));
	return pn_lawful();
}

/* PN-30. One offer a side, and after it was turned down none before one's next command. */
static struct pn_verdict check_making(const struct pn_game *view, pn_side side,
				      const struct pn_command *command)
{
	if (view->offer[side].kind != PN_OFFER_NOTHING)
		return pn_refuse(PN_REFUSE_OFFER_PENDING, PN_CLAUSE("PN-30"));
	if (view->offer_spent & 1u << side)
		return pn_refuse(PN_REFUSE_OFFER_SPENT, PN_CLAUSE("PN-30"));
	if (command->kind == PN_COMMAND_OFFER_UNDO)
		return pn_check_undoing(view, side);
	if (command->kind == PN_COMMAND_OFFER_METHOD)
		return check_method(view, &command->offer.method);
	if (command->kind == PN_COMMAND_OFFER_UMPIRE && view->umpire != PN_UMPIRE_SEATED)
		return pn_refuse(PN_REFUSE_NO_UMPIRE, PN_CLAUSE("PN-50"));
	return pn_lawful();
}

struct pn_verdict pn_check_offer(const struct pn_game *view, pn_side side,
				 const struct pn_command *command)
{
	pn_side whose = command->kind == PN_COMMAND_WITHDRAW_OFFER ? side : pn_opponent(side);

	if (kind_made_by(command->kind) != PN_OFFER_NOTHING)
		return check_making(view, side, command);
	if (command->kind == PN_COMMAND_WITHDRAW_METHOD)
		return (view->agreed.made && !view->agreement_ends) || view->coming.made
			       ? pn_lawful()
			       : pn_refuse(PN_REFUSE_NO_AGREEMENT, PN_CLAUSE("PN-33"));
	return view->offer[whose].kind != PN_OFFER_NOTHING
		       ? pn_lawful()
		       : pn_refuse(PN_REFUSE_NO_OFFER, PN_CLAUSE("PN-30"));
}

/* ---- doing it ---- */

static void make(struct pn_turn *turn, pn_side side, const struct pn_command *command)
{
	struct pn_event event = {
		.kind = PN_EVENT_OFFER_MADE,
		.clause = PN_CLAUSE("PN-30"),
		.offer_made = {.side = side, .offer = {.winner = PN_NO_SIDE}},
	};
	struct pn_table_offer *offer = &event.offer_made.offer;

	if (command->kind == PN_COMMAND_OFFER_RESULT)
		offer->winner = command->offer.winner;
	if (command->kind == PN_COMMAND_OFFER_UNDO)
		offer->mark = pn_undoing_mark(turn->game, side);
	if (command->kind == PN_COMMAND_OFFER_METHOD) {
		offer->method = command->offer.method;
		offer->method.made = true;
	}
	offer->kind = kind_made_by(command->kind);
	pn_emit(turn, event);
}

static void answer(struct pn_turn *turn, pn_side side, uint8_t kind, enum pn_answer answer)
{
	pn_emit(turn, (struct pn_event){
			      .kind = PN_EVENT_OFFER_ANSWERED,
			      .clause = PN_CLAUSE("PN-30"),
			      .offer_answered = {side, kind, (uint8_t)answer},
		      });
}

static void end_as_agreed(struct pn_turn *turn, pn_side winner)
{
	pn_emit(turn, (struct pn_event){
			      .kind = PN_EVENT_ENDED,
			      .clause = PN_CLAUSE("PN-31"),
			      .ended = {winner, PN_ENDING_AGREEMENT},
		      });
}

/* The latest first, down to the one that was asked for. */
void pn_undo_from(struct pn_turn *turn, uint16_t mark)
{
	const struct pn_game *game = turn->game;

	for (int i = game->past_count - 1; i >= 0 && game->past[i].mark >= mark; i--)
		pn_emit(turn, (struct pn_event){
				      .kind = PN_EVENT_UNDONE,
				      .clause = PN_CLAUSE("PN-32"),
				      .undone = {{PN_PUBLIC, game->past[i].mark}},
			      });
}

static bool accept(struct pn_turn *turn, pn_side side)
{
	struct pn_table_offer offer = turn->game->offer[pn_opponent(side)];

	answer(turn, side, offer.kind, PN_ANSWER_ACCEPTED);
	if (offer.kind == PN_OFFER_UNDO)
		pn_undo_from(turn, offer.mark);
	else if (offer.kind == PN_OFFER_DRAW || offer.kind == PN_OFFER_RESULT)
		end_as_agreed(turn, offer.winner);
	return offer.kind == PN_OFFER_UNDO;
}

bool pn_apply_offer(struct pn_turn *turn, pn_side side, const struct pn_command *command)
{
	if (kind_made_by(command->kind) != PN_OFFER_NOTHING) {
		make(turn, side, command);
		return false;
	}
	if (command->kind == PN_COMMAND_ACCEPT_OFFER)
		return accept(turn, side);
	if (command->kind == PN_COMMAND_DECLINE_OFFER)
		answer(turn, side, turn->game->offer[pn_opponent(side)].kind, PN_ANSWER_REFUSED);
	else if (command->kind == PN_COMMAND_WITHDRAW_OFFER)
		answer(turn, side, turn->game->offer[side].kind, PN_ANSWER_WITHDRAWN);
	else
		pn_emit(turn, (struct pn_event){
				      .kind = PN_EVENT_METHOD_WITHDRAWN,
				      .clause = PN_CLAUSE("PN-33"),
				      .method_withdrawn = {side},
			      });
	return false;
}

/* ---- offers ---- */

static void offer_if_lawful(const struct pn_game *view, pn_side side, enum pn_command_kind kind,
			    const char *words, pn_clause clause, struct pn_offers *out)
{
	struct pn_command command = pn_command_of(kind);

	if (pn_check_offer(view, side, &command).code == PN_LAWFUL)
		pn_offer_add(out, PN_GROUP_TABLE, words, command, clause);
}

static void offer_result(const struct pn_game *view, pn_side side, struct pn_offers *out)
{
	struct pn_command command = pn_command_of(PN_COMMAND_OFFER_RESULT);

	command.offer.kind = PN_OFFER_RESULT;
	command.offer.winner = side;
	if (pn_check_offer(view, side, &command).code != PN_LAWFUL)
		return;
	pn_offer_add(out, PN_GROUP_TABLE, "offer.offer_result", command, PN_CLAUSE("PN-31"));
	pn_offer_preset(out, "preset.i_win", command);
	command.offer.winner = pn_opponent(side);
	pn_offer_preset(out, "preset.you_win", command);
}

static void offer_methods(const struct pn_game *view, pn_side side, struct pn_offers *out)
{
	static const char *const words[PN_METHOD_COUNT] = {
		[PN_METHOD_LOSER_FIRST] = "preset.loser_first",
		[PN_METHOD_ROLL_OFF] = "preset.roll_off",
		[PN_METHOD_ALTERNATE_LOSER_FIRST] = "preset.alternate_loser_first",
		[PN_METHOD_ALTERNATE_ROLL_OFF] = "preset.alternate_roll_off",
		[PN_METHOD_SEALED] = "preset.sealed",
	};
	struct pn_command command = pn_command_of(PN_COMMAND_OFFER_METHOD);

	command.offer.kind = PN_OFFER_METHOD;
	command.offer.method = (struct pn_agreement){
		.made = true, .begins = PN_NO_SIDE, .most = {PN_NO_LIMIT, PN_NO_LIMIT}};
	command.offer.method.method = pn_rules_of(view)->default_method;
	if (pn_check_offer(view, side, &command).code != PN_LAWFUL)
		return;
	pn_offer_add(out, PN_GROUP_TABLE, "offer.offer_method", command, PN_CLAUSE("PN-33"));
	for (uint8_t i = 0; i < PN_METHOD_COUNT; i++) {
		command.offer.method.method = i;
		if (words[i] && pn_check_offer(view, side, &command).code == PN_LAWFUL)
			pn_offer_preset(out, words[i], command);
	}
}

void pn_offer_table(const struct pn_game *view, pn_side side, struct pn_offers *out)
{
	const pn_clause any = PN_CLAUSE("PN-30");

	offer_if_lawful(view, side, PN_COMMAND_ACCEPT_OFFER, "offer.accept_offer", any, out);
	offer_if_lawful(view, side, PN_COMMAND_DECLINE_OFFER, "offer.decline_offer", any, out);
	offer_if_lawful(view, side, PN_COMMAND_WITHDRAW_OFFER, "offer.withdraw_offer", any, out);
	offer_if_lawful(view, side, PN_COMMAND_OFFER_DRAW, "offer.offer_draw", PN_CLAUSE("PN-31"),
			out);
	offer_result(view, side, out);
	offer_if_lawful(view, side, PN_COMMAND_OFFER_UNDO, "offer.offer_undo", PN_CLAUSE("PN-32"),
			out);
	offer_methods(view, side, out);
	offer_if_lawful(view, side, PN_COMMAND_OFFER_UMPIRE, "offer.offer_umpire",
			PN_CLAUSE("PN-50"), out);
	offer_if_lawful(view, side, PN_COMMAND_WITHDRAW_METHOD, "offer.withdraw_method",
			PN_CLAUSE("PN-33"), out);
}
