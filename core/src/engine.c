/* What a caller plays with (pennon/rules.h): arrange, check, apply, list, preview. */

#include "cup.h"
#include "loose.h"
#include "parley.h"
#include "umpire.h"

struct pn_muster_fault pn_arrange(struct pn_game *truth, const struct pn_arrangement *given,
				  const struct pn_dice_source *dice, struct pn_events *out)
{
	struct pn_step step = {.game = truth, .dice = dice, .out = out, .by = PN_NO_SIDE};
	struct pn_muster_fault fault = pn_arrangement_fault(truth, given);

	if (fault.code != PN_MUSTER_NONE)
		return fault;
	pn_emit(&step, (struct pn_event){.kind = PN_EVENT_ARRANGED, .arranged = given});
	/* A decision that was arranged is asked, whether it leaves a choice or not. */
	if (!pn_top_pending(truth) || !pn_top_pending(truth)->owes)
		pn_settle(&step);
	return fault;
}

/* ---- checking ---- */

bool pn_is_parley(enum pn_command_kind kind)
{
	return pn_is_proposal(kind) || pn_is_for_umpire(kind) || kind == PN_COMMAND_UNDO ||
	       kind == PN_COMMAND_CLAIM || kind == PN_COMMAND_RESIGN || kind == PN_COMMAND_ROLL_CUP;
}

/* PN-05. A side takes back its own last commands of the current decision while, in
 * its own view, nothing has been built on them. PN-41. A side may claim the game from
 * one whose clock has answered for it three times in a row. */
static struct pn_verdict check_parley(const struct pn_game *view, pn_side side,
				      const struct pn_command *command)
{
	const enum pn_command_kind kind = command->kind;

	if (pn_is_proposal(kind))
		return pn_check_proposal(view, side, command);
	if (pn_is_for_umpire(kind))
		return pn_check_question(view, side, command);
	if (kind == PN_COMMAND_ROLL_CUP)
		return pn_check_cup(view, side, command);
	if (kind == PN_COMMAND_UNDO && view->secret[side].undo_count == 0)
		return pn_refuse(PN_REFUSE_NOTHING_TO_UNDO, PN_CLAUSE("PN-05"));
	if (kind == PN_COMMAND_CLAIM && view->strikes[pn_opponent(side)] < PN_STRIKES_MAX)
		return pn_refuse(PN_REFUSE_NO_CLAIM, PN_CLAUSE("PN-41"));
	return pn_lawful();
}

/* PN-13. Only a pass of a window may cover others. */
static bool covers_too_much(const struct pn_decision_rule *decision,
			    const struct pn_command *command)
{
	return command->until != PN_UNTIL_ASKED &&
	       (command->kind != PN_COMMAND_PASS || !decision->window);
}

/* PN-06. The umpire has no marks. */
static bool is_full(const struct pn_game *view, pn_side side)
{
	return view->marks >= PN_MARKS_MAX ||
	       (side < PN_SIDES && view->secret[side].private_marks >= PN_MARKS_MAX);
}

struct pn_verdict pn_check(const struct pn_game *view, pn_side side,
			   const struct pn_command *command)
{
	const struct pn_rules *rules = pn_rules_of(view);
	const struct pn_pending *top = pn_top_pending(view);

	pn_assert(side < PN_VIEWERS);
	pn_assert(command->kind < PN_COMMAND_COUNT);
	if (view->over)
		return pn_refuse(PN_REFUSE_GAME_OVER, PN_CLAUSE("PN-01"));
	if (command->kind != PN_COMMAND_RESIGN && is_full(view, side))
		return pn_refuse(PN_REFUSE_GAME_TOO_LONG, PN_CLAUSE("PN-06"));
	if (side == PN_PUBLIC)
		return pn_check_ruling(view, command);
	if (pn_is_parley(command->kind))
		return check_parley(view, side, command);
	if (!pn_owes(view, side))
		return pn_refuse(PN_REFUSE_NOT_YOUR_DECISION, PN_CLAUSE("PN-02"));
	if (!pn_set_has(&rules->decisions.row[top->decision].commands, command->kind) ||
	    !rules->commands[command->kind].check)
		return pn_refuse(PN_REFUSE_NOT_NOW, PN_CLAUSE("PN-03"));
	if (covers_too_much(&rules->decisions.row[top->decision], command))
		return pn_refuse(PN_REFUSE_NOT_NOW, PN_CLAUSE("PN-13"));
	return rules->commands[command->kind].check(view, side, command);
}

/* ---- doing ---- */

static void apply_undo(struct pn_step *step, pn_side side)
{
	const struct pn_secret *secret = &step->game->secret[side];
	struct pn_mark mark = secret->undo[secret->undo_count - 1];

	pn_emit(step,
		(struct pn_event){
			.kind = PN_EVENT_UNDONE,
			.audience = (uint8_t)(mark.owner == PN_PUBLIC ? PN_SEEN_BY_ALL : 1 << side),
			.clause = PN_CLAUSE("PN-05"),
			.undone = {mark},
		});
}

static void apply_resign(struct pn_step *step, pn_side side)
{
	pn_emit(step, (struct pn_event){.kind = PN_EVENT_RESIGNED, .resigned = {side}});
	pn_end_game(step, pn_opponent(side), PN_ENDING_RESIGNATION);
}

/* PN-13. What a pass says beyond this window: for its owner, and for the plan that answers for
 * them. */
static void note_until(struct pn_step *step, pn_side side, const struct pn_command *command)
{
	if (command->until == PN_UNTIL_ASKED)
		return;
	pn_emit(step, (struct pn_event){
			      .kind = PN_EVENT_WILL_PASS,
			      .audience = (uint8_t)(1u << side),
			      .clause = PN_CLAUSE("PN-13"),
			      .will_pass = {command->until, pn_top_pending(step->game)->unit},
		      });
}

/* PN-41. */
static void apply_claim(struct pn_step *step, pn_side side)
{
	pn_emit(step, (struct pn_event){
			      .kind = PN_EVENT_ENDED,
			      .clause = PN_CLAUSE("PN-41"),
			      .ended = {side, PN_ENDING_CLOCK},
		      });
}

/* Is it the side's own affair: a draft, or the undo of one? */
static bool is_private(const struct pn_game *game, pn_side side, const struct pn_command *command)
{
	const struct pn_command_rule *rule = &pn_rules_of(game)->commands[command->kind];

	if (command->kind == PN_COMMAND_UNDO) {
		const struct pn_secret *secret = &game->secret[side];

		return secret->undo[secret->undo_count - 1].owner != PN_PUBLIC;
	}
	return rule->is_private && rule->is_private(game);
}

void pn_apply(struct pn_game *truth, pn_side side, const struct pn_command *command,
	      const struct pn_dice_source *dice, struct pn_events *out)
{
	struct pn_step step = {.game = truth, .dice = dice, .out = out, .by = side};

	pn_assert(pn_check(truth, side, command).code == PN_LAWFUL);
	pn_assert(out->count == 0);
	if (is_private(truth, side, command))
		step.mark =
			(struct pn_mark){side, (uint16_t)(truth->secret[side].private_marks + 1)};
	else
		step.mark = (struct pn_mark){PN_PUBLIC, (uint16_t)(truth->marks + 1)};

	if (command->kind == PN_COMMAND_UNDO) {
		apply_undo(&step, side);
		return;
	}
	if (command->kind == PN_COMMAND_ROLL_CUP) {
		pn_apply_cup(&step, side, command);
		return;
	}
	if (pn_is_proposal(command->kind)) {
		if (pn_apply_proposal(&step, side, command))
			return;
	} else if (pn_is_for_umpire(command->kind)) {
		if (pn_apply_question(&step, side, command))
			return;
	} else if (command->kind == PN_COMMAND_RESIGN) {
		apply_resign(&step, side);
	} else if (command->kind == PN_COMMAND_CLAIM) {
		apply_claim(&step, side);
	} else {
		note_until(&step, side, command);
		pn_rules_of(truth)->commands[command->kind].apply(&step, side, command);
	}
	pn_settle(&step);
}

/* ---- asking: of the side's own view, so nothing is told that the side does not know ---- */

void pn_list_actions(const struct pn_game *view, pn_side side, struct pn_actions *out)
{
	const struct pn_pending *top = pn_top_pending(view);
	struct pn_command undo = pn_command_of(PN_COMMAND_UNDO);
	struct pn_command claim = pn_command_of(PN_COMMAND_CLAIM);

	out->count = 0;
	out->preset_count = 0;
	out->bound_count = 0;
	out->placed_count = 0;
	out->way.count = 0;
	if (view->over || side >= PN_VIEWERS || view->turn == 0)
		return;
	if (side == PN_PUBLIC) {
		pn_list_rulings(view, out);
		return;
	}
	if (pn_owes(view, side) && view->marks < PN_MARKS_MAX &&
	    view->secret[side].private_marks < PN_MARKS_MAX)
		pn_rules_of(view)->decisions.row[top->decision].list(view, side, out);
	if (pn_check(view, side, &undo).code == PN_LAWFUL)
		pn_action_add(out, PN_GROUP_TABLE, "offer.undo", undo, PN_CLAUSE("PN-05"));
	if (pn_check(view, side, &claim).code == PN_LAWFUL)
		pn_action_add(out, PN_GROUP_TABLE, "offer.claim", claim, PN_CLAUSE("PN-41"));
	if (view->marks < PN_MARKS_MAX && view->secret[side].private_marks < PN_MARKS_MAX) {
		pn_list_proposals(view, side, out);
		pn_list_questions(view, side, out);
	}
	pn_action_add(out, PN_GROUP_TABLE, "offer.resign", pn_command_of(PN_COMMAND_RESIGN),
		      (pn_clause){""});
}

/* An enemy in the way is a distance to them: told where measuring is allowed. */
static bool tells_who(const struct pn_game *view, pn_side side, struct pn_verdict verdict)
{
	return verdict.by > 0 && (view->premeasure || view->unit[verdict.by - 1].side == side);
}

void pn_preview(const struct pn_game *view, pn_side side, const struct pn_command *command,
		struct pn_preview *out)
{
	const struct pn_command_rule *rule = &pn_rules_of(view)->commands[command->kind];

	*out = (struct pn_preview){.verdict = pn_check(view, side, command)};
	if (!tells_who(view, side, out->verdict))
		out->verdict.by = 0;
	if (out->verdict.code == PN_LAWFUL && rule->preview)
		rule->preview(view, side, command, out);
}

bool pn_can_undo(const struct pn_game *view, enum pn_command_kind kind)
{
	const struct pn_rules *rules = pn_rules_of(view);
	const struct pn_command_rule *rule = &rules->commands[kind];

	return pn_set_has(&rules->can_undo, kind) || (rule->is_private && rule->is_private(view));
}
