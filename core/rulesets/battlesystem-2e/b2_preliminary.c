/* The preliminary manoeuvre of a charge as a command of its own, where its owner is asked
 * (B2-34). */

#include "b2_moment.h"

struct pn_verdict b2_check_manoeuvre(const struct pn_game *view, pn_side side,
				     const struct pn_command *command)
{
	if (command->unit != pn_top_pending(view)->unit)
		return pn_refuse(PN_REFUSE_NOT_NOW, PN_CLAUSE("B2-85"));
	if (command->path.count == 0)
		return pn_refuse(PN_REFUSE_BAD_PATH, PN_CLAUSE("B2-34"));
	return b2_check_preliminary(view, command->unit, &command->path);
}

void b2_apply_manoeuvre(struct pn_step *step, pn_side side, const struct pn_command *command)
{
	pn_close(step, PN_CLAUSE("B2-34"));
	if (!b2_say_manoeuvre(step, &command->path))
		b2_manoeuvre(step, command->unit, &command->path);
}

void b2_end_manoeuvre(struct pn_step *step, pn_side side)
{
	static const struct pn_path none = {.count = 0};

	pn_close(step, (pn_clause){""});
	b2_say_manoeuvre(step, &none);
}

void b2_preview_manoeuvre(const struct pn_game *view, pn_side side,
			  const struct pn_command *command, struct pn_preview *out)
{
	b2_preview_path(view, command, b2_preliminary_budget(), out);
}

void b2_list_manoeuvre(const struct pn_game *view, pn_side side, struct pn_actions *out)
{
	pn_unit_id id = pn_top_pending(view)->unit;
	struct b2_option option[B2_OPTIONS_MAX];
	uint8_t count = b2_preliminaries(view, id, option);

	pn_action_add(out, PN_GROUP_STEP, "offer.no_manoeuvre", pn_command_of(PN_COMMAND_PASS),
		      PN_CLAUSE("B2-34"));
	if (count == 0)
		return;
	pn_action_add(out, PN_GROUP_MOVE, "offer.manoeuvre",
		      b2_option_command(PN_COMMAND_MANOEUVRE, id, &option[0]), PN_CLAUSE("B2-36"));
	pn_action_bound(out, (struct pn_bound){
				     .kind = PN_BOUND_PATH,
				     .at = "/path",
				     .path = {b2_preliminary_budget().length, PN_PATH_MAX - 1,
					      B2_MANOEUVRES},
			     });
	for (uint8_t i = 0; i < count; i++)
		pn_action_preset(out, option[i].words,
				 b2_option_command(PN_COMMAND_MANOEUVRE, id, &option[i]));
}
