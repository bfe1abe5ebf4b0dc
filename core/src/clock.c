/* What a clock may do to a game. The core knows no time: the caller says whose is over.
 *
 * An expiry is the server's own command, so nobody can take it back, and it is the one
 * thing that answers a decision in the place of the side that owes it. */

#include "step.h"

struct pn_command pn_fallback(const struct pn_game *view, pn_side side)
{
	pn_assert(pn_owes(view, side));
	return pn_rules_of(view)->decisions.row[pn_top_pending(view)->decision].fallback(view,
											 side);
}

/* Nothing that would answer it can be taken in any more, so it goes to neither. */
static void end_undecided(struct pn_step *step)
{
	pn_end_game(step, PN_NO_SIDE, PN_ENDING_CLOCK);
}

/* True: it was only a draft. That answers nothing, and the other side may not learn from a second
 * expiry that it had not been written before: the default goes on at once. */
static bool give(struct pn_step *step, pn_side side, const struct pn_command *answer)
{
	const struct pn_command_rule *rule = &pn_rules_of(step->game)->commands[answer->kind];
	const bool is_draft = rule->is_private && rule->is_private(step->game);

	pn_assert(pn_check(step->game, side, answer).code == PN_LAWFUL);
	rule->apply(step, side, answer);
	return is_draft;
}

void pn_expire(struct pn_game *truth, pn_side side, const struct pn_command *answer,
	       const struct pn_dice_source *dice, struct pn_events *out)
{
	struct pn_step step = {.game = truth, .dice = dice, .out = out, .by = PN_NO_SIDE};
	bool full = truth->marks >= PN_MARKS_MAX;

	pn_assert(out->count == 0);
	pn_assert(pn_owes(truth, side));
	if (!full)
		step.mark = (struct pn_mark){PN_PUBLIC, (uint16_t)(truth->marks + 1)};
	pn_emit(&step, (struct pn_event){
			       .kind = PN_EVENT_CLOCK_EXPIRED,
			       .clause = PN_CLAUSE("PN-40"),
			       .clock_expired = {side, pn_top_pending(truth)->decision},
		       });
	if (full || !answer) {
		end_undecided(&step);
		return;
	}
	if (give(&step, side, answer)) {
		const struct pn_command rest = pn_fallback(truth, side);

		give(&step, side, &rest);
	}
	pn_settle(&step);
}

void pn_tell(struct pn_game *truth, struct pn_event event, struct pn_events *out)
{
	struct pn_step step = {.game = truth, .out = out, .by = PN_NO_SIDE};

	pn_emit(&step, event);
}
