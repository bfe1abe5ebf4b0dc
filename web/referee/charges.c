/* Possible charges: every pair of units is put to the rules. Which commands are charges is the same
 * in all books; the decision that is owed says which of them may be given now. */

#include "charges.h"

#include "base/write.h"
#include "codec/codec.h"
#include "codec/codec_preview.h"
#include "codec/value.h"

/* The likeliest first. */
static const enum pn_command_kind kinds[] = {
	PN_COMMAND_REDIRECT,
	PN_COMMAND_OPPORTUNITY_CHARGE,
	PN_COMMAND_CHARGE,
	PN_COMMAND_DECLARE_CHARGE,
};

enum { KINDS = sizeof(kinds) / sizeof(kinds[0]) };

/* The charge that can be asked for in this moment, else one that the book has. */
static enum pn_command_kind kind_of(const struct pn_game *view, pn_side side)
{
	const struct pn_rules *rules = pn_rules_of(view);
	const struct pn_decision_rule *decision =
		pn_owes(view, side) ? &rules->decisions.row[pn_top_pending(view)->decision] : NULL;

	for (size_t i = 0; decision && i < KINDS; i++)
		if (rules->commands[kinds[i]].check && pn_set_has(&decision->commands, kinds[i]))
			return kinds[i];
	for (size_t i = KINDS; i-- > 0;)
		if (rules->commands[kinds[i]].check)
			return kinds[i];
	return PN_COMMAND_CHARGE;
}

/* The offered command of the pair, or NULL. */
static const struct pn_command *offered(const struct pn_actions *actions,
					const struct pn_command *wanted)
{
	for (uint16_t i = 0; i < actions->count; i++) {
		const struct pn_action *action = &actions->action[i];

		if (action->command.kind != wanted->kind || action->command.unit != wanted->unit)
			continue;
		if (action->command.target == wanted->target)
			return &action->command;
		for (uint16_t k = 0; k < action->preset_count; k++) {
			const struct pn_preset *preset = &actions->preset[action->preset_first + k];

			if (preset->command.target == wanted->target)
				return &preset->command;
		}
	}
	return NULL;
}

static void write_pair(struct text *out, const struct pn_game *view, const struct pn_muster *muster,
		       const struct pn_command *command, const struct pn_preview *preview)
{
	struct text said = TEXT_EMPTY;

	write_item(out);
	write_byte(out, '{');
	write_key(out, "do");
	codec_command_encode(out, view, command);
	write_key(out, "says");
	codec_preview_encode(&said, view, muster, preview);
	text_add(out, said.bytes, said.size);
	text_free(&said);
	write_key(out, "target");
	write_who(out, view, command->target);
	write_key(out, "unit");
	write_who(out, view, command->unit);
	write_byte(out, '}');
}

void charges_write(struct text *out, const struct pn_game *view, const struct pn_muster *muster,
		   pn_side side, const struct pn_actions *actions, struct pn_preview *preview)
{
	struct pn_command wanted = {.kind = kind_of(view, side)};

	write_byte(out, '[');
	for (pn_unit_id unit = 0; unit < view->unit_count; unit++) {
		if (view->unit[unit].side != side || !view->unit[unit].on_board)
			continue;
		for (pn_unit_id target = 0; target < view->unit_count; target++) {
			const struct pn_command *command;

			if (view->unit[target].side == side || !view->unit[target].on_board)
				continue;
			wanted.unit = unit;
			wanted.target = target;
			command = offered(actions, &wanted);
			pn_preview(view, side, command ? command : &wanted, preview);
			write_pair(out, view, muster, command ? command : &wanted, preview);
		}
	}
	write_byte(out, ']');
}
