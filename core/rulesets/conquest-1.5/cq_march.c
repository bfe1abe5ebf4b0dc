/* The March Action (CQ-91): what it must keep to, and its path told leg by leg. */

#include "cq.h"
#include "tell.h"

static struct pn_verdict check_walk(const struct pn_game *view, pn_side side,
				    const struct pn_command *command, struct cq_walk *walk)
{
	struct pn_verdict verdict = cq_check_action(view, side, command->unit);

	if (verdict.code != PN_LAWFUL)
		return verdict;
	if (pn_engaged(view, command->unit))
		return pn_refuse(PN_REFUSE_ENGAGED, PN_CLAUSE("CQ-40"));
	*walk = cq_walk_path(view, command->unit, &command->path);
	return walk->verdict;
}

struct pn_verdict cq_check_free_march(const struct pn_game *view, pn_side side,
				      const struct pn_command *command)
{
	struct cq_walk walk;

	return check_walk(view, side, command, &walk);
}

struct pn_verdict cq_check_march(const struct pn_game *view, pn_side side,
				 const struct pn_command *command)
{
	struct cq_walk walk;
	struct pn_verdict verdict = check_walk(view, side, command, &walk);

	if (verdict.code == PN_LAWFUL)
		verdict = cq_check_duty(view, side, command);
	return verdict.code == PN_LAWFUL ? cq_check_approach(view, &walk) : verdict;
}

void cq_apply_march(struct pn_step *step, pn_side side, const struct pn_command *command)
{
	const struct cq_walk walk = cq_walk_path(step->game, command->unit, &command->path);

	pn_tell_announced(step, command->unit, &command->path, PN_CLAUSE("CQ-91"));
	for (uint8_t i = 0; i < walk.leg_count; i++)
		pn_tell_moved(step, command->unit,
			      command->path.leg[i].kind == PN_LEG_WHEEL ? PN_MANNER_WHEEL
									: PN_MANNER_ADVANCE,
			      walk.leg[i], walk.cost[i], walk.clause[i]);
	cq_use_action(step, command->unit);
	cq_await_action(step);
}

void cq_preview_march(const struct pn_game *view, pn_side side, const struct pn_command *command,
		      struct pn_preview *out)
{
	const struct cq_walk walk = cq_walk_path(view, command->unit, &command->path);

	out->cost = walk.spent;
	out->leg_count = walk.leg_count;
	memcpy(out->leg, walk.leg, sizeof out->leg);
}
