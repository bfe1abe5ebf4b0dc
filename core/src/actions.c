/* The list of what a side may do now: actions with their bounds and presets, as rules add them. */

#include "loose.h"
#include "step.h"

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
	struct pn_action *action;

	pn_assert(out->count > 0);
	action = &out->action[out->count - 1];
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

void pn_list_targets(struct pn_actions *out, enum pn_action_group group, const char *words,
		     struct pn_command command, struct pn_bound choice, pn_clause clause)
{
	if (choice.choice.count == 0)
		return;
	command.target = choice.choice.of[0];
	pn_action_add(out, group, words, command, clause);
	pn_action_bound(out, choice);
	for (uint8_t i = 0; i < choice.choice.count; i++) {
		command.target = choice.choice.of[i];
		pn_action_preset(out, "preset.target", command);
	}
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
