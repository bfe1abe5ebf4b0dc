/* The Clash Action (CQ-97): a regiment in contact fights in its own activation. What comes of it
 * the players agree on (PN-20 to PN-24) before anything else is done, so that it changes what
 * follows; which regiment is drawn next nobody learns by it. */

#include "common.h"
#include "cq.h"
#include "melee.h"

/* Decides CQ-02. */
struct pn_verdict cq_check_clash(const struct pn_game *view, pn_side side,
				 const struct pn_command *command)
{
	const struct pn_verdict verdict = cq_check_action(view, side, command->unit);

	if (verdict.code != PN_LAWFUL)
		return verdict;
	if (!pn_engaged(view, command->unit))
		return pn_refuse(PN_REFUSE_NOT_IN_MELEE, PN_CLAUSE("CQ-02"));
	return pn_flag(&view->unit[command->unit], CQ_CLASHED)
		       ? pn_refuse(PN_REFUSE_NOT_NOW, PN_CLAUSE("CQ-92"))
		       : pn_lawful();
}

/* The lowest unit of the melee that the regiment is in. */
static pn_unit_id lowest_in_melee(const struct pn_game *game, pn_unit_id id)
{
	bool in[PN_UNITS_MAX];
	pn_unit_id lowest = 0;

	pn_melee_units(game, id, in);
	while (!in[lowest])
		lowest++;
	return lowest;
}

/* Decides CQ-97. The activation waits below, owed by nobody, until the melee is settled. */
void cq_apply_clash(struct pn_step *step, pn_side side, const struct pn_command *command)
{
	const pn_unit_id id = command->unit;
	struct pn_pending activation = *pn_top_pending(step->game);

	cq_use_action(step, id);
	pn_set_flag(step, id, CQ_CLASHED, PN_CLAUSE("CQ-97"));
	activation.owes = 0;
	pn_reopen(step, activation, PN_CLAUSE("CQ-97"));
	pn_open_melee(step, CQ_SETTLE_MELEE, lowest_in_melee(step->game, id));
}

/* Impact attacks in a melee that was asked about are made. */
static void spend_impacts(struct pn_step *step)
{
	const struct pn_game *game = step->game;

	for (pn_unit_id i = 0; i < game->unit_count; i++)
		if (game->unit[i].melee_turn == game->turn)
			pn_clear_flag(step, i, CQ_IMPACTS, PN_CLAUSE("CQ-45"));
}

/* The Clash of the regiment that acts is settled. */
void cq_resume_activation(struct pn_step *step)
{
	const pn_unit_id id = pn_top_pending(step->game)->unit;

	spend_impacts(step);
	pn_clear_flag(step, id, CQ_INSPIRED, PN_CLAUSE("CQ-34"));
	cq_go_on(step);
}
