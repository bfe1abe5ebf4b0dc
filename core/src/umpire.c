/* What is asked of the umpire, and what follows from their answers. A question is of the same
 * form as a proposal: what it asks for would happen if the other side agreed. */

#include "umpire.h"

#include "melee.h"
#include "parley.h"

/* What a command asks for; PN_PROPOSAL_NOTHING: it asks nothing. */
static uint8_t kind_asked_by(enum pn_command_kind command)
{
	static const uint8_t asked[PN_COMMAND_COUNT] = {
		[PN_COMMAND_ASK_OUTCOME] = PN_PROPOSAL_OUTCOME,
		[PN_COMMAND_ASK_DRAW] = PN_PROPOSAL_DRAW,
		[PN_COMMAND_ASK_RESULT] = PN_PROPOSAL_RESULT,
		[PN_COMMAND_ASK_UNDO] = PN_PROPOSAL_UNDO,
		[PN_COMMAND_ASK_CLOCK] = PN_PROPOSAL_CLOCK,
	};

	return asked[command];
}

bool pn_is_for_umpire(enum pn_command_kind kind)
{
	return kind >= PN_COMMAND_ASK_OUTCOME && kind <= PN_COMMAND_STEP_DOWN;
}

/* ---- may it be asked, or answered? ---- */

/* PN-51. An outcome must be the side's own proposal; a clock must have answered for it. */
static struct pn_verdict check_asking(const struct pn_game *view, pn_side side, uint8_t kind)
{
	if (view->umpire != PN_UMPIRE_AGREED)
		return pn_refuse(PN_REFUSE_NO_UMPIRE, PN_CLAUSE("PN-51"));
	if (view->question[side].kind != PN_PROPOSAL_NOTHING)
		return pn_refuse(PN_REFUSE_QUESTION_PENDING, PN_CLAUSE("PN-51"));
	if (view->question_spent & 1u << side)
		return pn_refuse(PN_REFUSE_QUESTION_SPENT, PN_CLAUSE("PN-53"));
	if (kind == PN_PROPOSAL_OUTCOME && (!view->proposed.made || view->proposed.by != side))
		return pn_refuse(PN_REFUSE_NOTHING_PROPOSED, PN_CLAUSE("PN-51"));
	if (kind == PN_PROPOSAL_CLOCK && view->strikes[side] == 0)
		return pn_refuse(PN_REFUSE_NOT_NOW, PN_CLAUSE("PN-51"));
	if (kind == PN_PROPOSAL_UNDO)
		return pn_check_undoing(view, side);
	return pn_lawful();
}

struct pn_verdict pn_check_question(const struct pn_game *view, pn_side side,
				    const struct pn_command *command)
{
	if (kind_asked_by(command->kind) != PN_PROPOSAL_NOTHING)
		return check_asking(view, side, kind_asked_by(command->kind));
	if (command->kind != PN_COMMAND_WITHDRAW_QUESTION)
		return pn_refuse(PN_REFUSE_ONLY_THE_UMPIRE, PN_CLAUSE("PN-52"));
	return view->question[side].kind != PN_PROPOSAL_NOTHING
		       ? pn_lawful()
		       : pn_refuse(PN_REFUSE_NO_QUESTION, PN_CLAUSE("PN-51"));
}

struct pn_verdict pn_check_ruling(const struct pn_game *view, const struct pn_command *command)
{
	const bool rules =
		command->kind == PN_COMMAND_RULE_FOR || command->kind == PN_COMMAND_RULE_AGAINST;

	if (!rules && command->kind != PN_COMMAND_STEP_DOWN)
		return pn_refuse(PN_REFUSE_ONLY_RULES, PN_CLAUSE("PN-50"));
	if (view->umpire == PN_UMPIRE_NONE)
		return pn_refuse(PN_REFUSE_NO_UMPIRE, PN_CLAUSE("PN-50"));
	if (rules && (command->proposal.winner >= PN_SIDES ||
		      view->question[command->proposal.winner].kind == PN_PROPOSAL_NOTHING))
		return pn_refuse(PN_REFUSE_NO_QUESTION, PN_CLAUSE("PN-52"));
	return pn_lawful();
}

/* ---- doing it ---- */

static void ask(struct pn_step *step, pn_side side, const struct pn_command *command)
{
	struct pn_event event = {
		.kind = PN_EVENT_QUESTION_ASKED,
		.clause = PN_CLAUSE("PN-51"),
		.question_asked = {.side = side, .question = {.winner = PN_NO_SIDE}},
	};
	struct pn_proposal *question = &event.question_asked.question;

	question->kind = kind_asked_by(command->kind);
	if (question->kind == PN_PROPOSAL_RESULT)
		question->winner = command->proposal.winner;
	if (question->kind == PN_PROPOSAL_UNDO)
		question->mark = pn_undoing_mark(step->game, side);
	pn_emit(step, event);
}

static void answer(struct pn_step *step, pn_side side, enum pn_answer answer, pn_clause clause)
{
	pn_emit(step, (struct pn_event){
			      .kind = PN_EVENT_QUESTION_ANSWERED,
			      .clause = clause,
			      .question_answered = {side, step->game->question[side].kind,
						    (uint8_t)answer},
		      });
}

/* PN-52. What was asked for happens, as if the other side had agreed. What becomes of the
 * clock is the server's. */
static bool grant(struct pn_step *step, pn_side side)
{
	const struct pn_proposal question = step->game->question[side];

	answer(step, side, PN_ANSWER_ACCEPTED, PN_CLAUSE("PN-52"));
	if (question.kind == PN_PROPOSAL_OUTCOME)
		pn_apply_accept_outcome(step, PN_PUBLIC, NULL);
	else if (question.kind == PN_PROPOSAL_UNDO)
		pn_undo_from(step, question.mark);
	else if (question.kind != PN_PROPOSAL_CLOCK)
		pn_emit(step, (struct pn_event){
				      .kind = PN_EVENT_ENDED,
				      .clause = PN_CLAUSE("PN-52"),
				      .ended = {question.winner, PN_ENDING_UMPIRE},
			      });
	return question.kind == PN_PROPOSAL_UNDO;
}

bool pn_apply_question(struct pn_step *step, pn_side side, const struct pn_command *command)
{
	if (kind_asked_by(command->kind) != PN_PROPOSAL_NOTHING)
		ask(step, side, command);
	else if (command->kind == PN_COMMAND_WITHDRAW_QUESTION)
		answer(step, side, PN_ANSWER_WITHDRAWN, PN_CLAUSE("PN-51"));
	else if (command->kind == PN_COMMAND_RULE_AGAINST)
		answer(step, command->proposal.winner, PN_ANSWER_REFUSED, PN_CLAUSE("PN-52"));
	else if (command->kind == PN_COMMAND_RULE_FOR)
		return grant(step, command->proposal.winner);
	else
		pn_emit(step, (struct pn_event){.kind = PN_EVENT_UMPIRE_LEFT,
						.clause = PN_CLAUSE("PN-50")});
	return false;
}

/* ---- actions ---- */

static bool list_if_lawful(const struct pn_game *view, pn_side side, struct pn_command command,
			   const char *words, pn_clause clause, struct pn_actions *out)
{
	if (pn_check(view, side, &command).code != PN_LAWFUL)
		return false;
	pn_action_add(out, PN_GROUP_TABLE, words, command, clause);
	return true;
}

void pn_list_questions(const struct pn_game *view, pn_side side, struct pn_actions *out)
{
	static const struct {
		enum pn_command_kind kind;
		const char *words;
	} plain[] = {
		{PN_COMMAND_WITHDRAW_QUESTION, "offer.withdraw_question"},
		{PN_COMMAND_ASK_OUTCOME, "offer.ask_outcome"},
		{PN_COMMAND_ASK_UNDO, "offer.ask_undo"},
		{PN_COMMAND_ASK_CLOCK, "offer.ask_clock"},
		{PN_COMMAND_ASK_DRAW, "offer.ask_draw"},
	};
	struct pn_command result = pn_command_of(PN_COMMAND_ASK_RESULT);

	for (size_t i = 0; i < sizeof plain / sizeof plain[0]; i++)
		list_if_lawful(view, side, pn_command_of(plain[i].kind), plain[i].words,
			       PN_CLAUSE("PN-51"), out);
	result.proposal.kind = PN_PROPOSAL_RESULT;
	result.proposal.winner = side;
	if (!list_if_lawful(view, side, result, "offer.ask_result", PN_CLAUSE("PN-51"), out))
		return;
	pn_action_preset(out, "preset.i_win", result);
	result.proposal.winner = pn_opponent(side);
	pn_action_preset(out, "preset.you_win", result);
}

void pn_list_rulings(const struct pn_game *view, struct pn_actions *out)
{
	static const char *const words[][PN_SIDES] = {
		{"offer.rule_for.red", "offer.rule_for.blue"},
		{"offer.rule_against.red", "offer.rule_against.blue"},
	};

	for (pn_side side = 0; side < PN_SIDES; side++)
		for (int against = 0; against < 2; against++) {
			struct pn_command rule = pn_command_of(against ? PN_COMMAND_RULE_AGAINST
								       : PN_COMMAND_RULE_FOR);

			rule.proposal.winner = side;
			list_if_lawful(view, PN_PUBLIC, rule, words[against][side],
				       PN_CLAUSE("PN-52"), out);
		}
	list_if_lawful(view, PN_PUBLIC, pn_command_of(PN_COMMAND_STEP_DOWN), "offer.step_down",
		       PN_CLAUSE("PN-50"), out);
}
