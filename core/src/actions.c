/* What a side may do now, and what a command would do. Both are asked of the side's
 * own view, so they can tell nothing that the side does not know. */

#include "parley.h"
#include "umpire.h"

/* The list owns what its commands send. False: there is no room left. */
static bool own(struct pn_actions *out, struct pn_command *command)
{
	const bool full = out->placed_count == PN_ACTIONS_PLACED_MAX;

	if (full && pn_command_placed(command))
		return false;
	out->placed_count = (uint16_t)(out->placed_count +
				       pn_command_keep(command, &out->placed[out->placed_count]));
	return true;
}

struct pn_action *pn_action_add(struct pn_actions *out, enum pn_action_group group,
				const char *words, struct pn_command command, pn_clause clause)
{
	struct pn_action *action;

	pn_assert(out->count < PN_ACTIONS_MAX);
	action = &out->action[out->count++];
	*action = (struct pn_action){
		.command = command,
		.group = (uint8_t)group,
		.words = words,
		.clause = clause,
		.bound_first = out->bound_count,
		.preset_first = out->preset_count,
	};
	if (!own(out, &action->command))
		pn_assert(false && "an action whose figures find no room");
	return action;
}

struct pn_bound *pn_action_bound(struct pn_actions *out, struct pn_bound bound)
{
	struct pn_action *action = &out->action[out->count - 1];

	pn_assert(out->count > 0);
	pn_assert(action->bound_count < PN_BOUNDS_MAX);
	action->bound_count++;
	out->bound[out->bound_count] = bound;
	return &out->bound[out->bound_count++];
}

const struct pn_bound *pn_action_bound_at(const struct pn_actions *actions,
					  const struct pn_action *action, uint8_t index)
{
	pn_assert(index < action->bound_count);
	return &actions->bound[action->bound_first + index];
}

void pn_action_preset(struct pn_actions *out, const char *words, struct pn_command command)
{
	pn_assert(out->count > 0);
	if (out->preset_count == PN_PRESETS_MAX || !own(out, &command))
		return;
	out->preset[out->preset_count++] = (struct pn_preset){words, command};
	out->action[out->count - 1].preset_count++;
}

void pn_list_pass(struct pn_actions *out, pn_clause clause)
{
	static const char *const words[PN_UNTIL_COUNT] = {
		[PN_UNTIL_UNIT_DOES_MORE] = "preset.until_unit_does_more",
		[PN_UNTIL_CLASS] = "preset.until_class",
		[PN_UNTIL_STEP] = "preset.until_step",
	};
	struct pn_command pass = pn_command_of(PN_COMMAND_PASS);

	pn_action_add(out, PN_GROUP_STEP, "offer.pass", pass, clause);
	for (pass.until = PN_UNTIL_ASKED + 1; pass.until < PN_UNTIL_COUNT; pass.until++)
		pn_action_preset(out, words[pass.until], pass);
}

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
