/* Deploying: the decision and its commands. */

#include "deploy.h"

bool pn_deploys_in_secret(const struct pn_game *game)
{
	return game->deployment == PN_DEPLOYMENT_SEALED;
}

bool pn_is_deploying(const struct pn_game *game)
{
	return game->phase == pn_rules_of(game)->deployment_phase;
}

void pn_open_deployment(struct pn_step *step, uint8_t decision)
{
	uint8_t owes = (uint8_t)(1u << step->game->deploys_first);

	if (pn_deploys_in_secret(step->game))
		owes = PN_SEEN_BY_RED | PN_SEEN_BY_BLUE;
	pn_open(step,
		(struct pn_pending){
			.decision = decision,
			.owes = owes,
			.unit = PN_NO_UNIT,
			.other = PN_NO_UNIT,
		},
		PN_CLAUSE("PN-25"));
}

static struct pn_verdict check_own(const struct pn_game *view, pn_side side, pn_unit_id unit)
{
	if (unit >= view->unit_count)
		return pn_refuse(PN_REFUSE_NO_SUCH_UNIT, PN_CLAUSE("PN-04"));
	if (view->unit[unit].side != side)
		return pn_refuse(PN_REFUSE_NOT_YOUR_UNIT, PN_CLAUSE("PN-04"));
	return pn_is_for_deploying(view, side, unit)
		       ? pn_lawful()
		       : pn_refuse(PN_REFUSE_NOT_NOW, PN_CLAUSE("PN-25"));
}

/* ---- one unit ---- */

struct pn_verdict pn_check_deploy(const struct pn_game *view, pn_side side,
				  const struct pn_command *command)
{
	struct pn_verdict verdict = check_own(view, side, command->unit);

	return verdict.code == PN_LAWFUL ? pn_check_spot(view, command->unit, command->to)
					 : verdict;
}

static void deploy(struct pn_step *step, pn_unit_id unit, pn_pose to, pn_clause clause)
{
	pn_side side = step->game->unit[unit].side;

	pn_emit(step, (struct pn_event){
			      .kind = PN_EVENT_DEPLOYED,
			      .audience = pn_deploys_in_secret(step->game) ? (uint8_t)(1u << side)
									   : PN_SEEN_BY_ALL,
			      .clause = clause,
			      .deployed = {unit, to},
		      });
}

void pn_apply_deploy(struct pn_step *step, pn_side side, const struct pn_command *command)
{
	deploy(step, command->unit, command->to, PN_CLAUSE("PN-26"));
}

struct pn_verdict pn_check_take_back(const struct pn_game *view, pn_side side,
				     const struct pn_command *command)
{
	struct pn_verdict verdict = check_own(view, side, command->unit);
	pn_pose pose;

	if (verdict.code == PN_LAWFUL && !pn_is_deployed(view, command->unit, &pose))
		return pn_refuse(PN_REFUSE_NOT_DEPLOYED, PN_CLAUSE("PN-27"));
	return verdict;
}

void pn_apply_take_back(struct pn_step *step, pn_side side, const struct pn_command *command)
{
	pn_emit(step, (struct pn_event){
			      .kind = PN_EVENT_TAKEN_BACK,
			      .audience = pn_deploys_in_secret(step->game) ? (uint8_t)(1u << side)
									   : PN_SEEN_BY_ALL,
			      .clause = PN_CLAUSE("PN-27"),
			      .taken_back = {command->unit},
		      });
}

/* ---- being ready ---- */

struct pn_verdict pn_check_deployed(const struct pn_game *view, pn_side side)
{
	pn_pose pose;

	for (pn_unit_id i = 0; i < view->unit_count; i++)
		if (pn_is_for_deploying(view, side, i) && !pn_is_deployed(view, i, &pose))
			return pn_refuse(PN_REFUSE_UNITS_LEFT, PN_CLAUSE("PN-27"));
	return pn_lawful();
}

static void begin_playing(struct pn_step *step)
{
	pn_close(step, PN_CLAUSE("PN-27"));
	pn_enter_phase(step, pn_rules_of(step->game)->first_phase, PN_NO_SIDE, (pn_clause){""});
}

void pn_apply_deployed(struct pn_step *step, pn_side side)
{
	struct pn_pending pending = *pn_top_pending(step->game);

	if (pn_deploys_in_secret(step->game)) {
		pn_seal_places(step, side, PN_CLAUSE("PN-27"));
		pn_answer(step, side);
	} else if (side == step->game->deploys_first) {
		pending.owes = (uint8_t)(1u << pn_opponent(side));
		pn_reopen(step, pending, PN_CLAUSE("PN-25"));
	} else {
		begin_playing(step);
	}
}

void pn_resume_deployment(struct pn_step *step)
{
	pn_reveal_places(step, PN_RED, PN_CLAUSE("PN-25"));
	pn_reveal_places(step, PN_BLUE, PN_CLAUSE("PN-25"));
	begin_playing(step);
}

/* ---- the rest ---- */

struct pn_verdict pn_check_deploy_rest(const struct pn_game *view, pn_side side,
				       const struct pn_command *command)
{
	return pn_lawful();
}

/* PN-28. pn_setup() made sure that there is room for all anew. */
void pn_apply_deploy_rest(struct pn_step *step, pn_side side, const struct pn_command *command)
{
	const struct pn_game *game = step->game;
	bool keep = true;
	pn_pose pose[PN_UNITS_MAX];
	pn_pose before;

	if (!pn_pack(game, side, keep, pose)) {
		bool room = pn_pack(game, side, keep = false, pose);

		pn_assert(room);
	}
	for (pn_unit_id i = 0; i < game->unit_count; i++)
		if (pn_is_for_deploying(game, side, i) &&
		    !(keep && pn_is_deployed(game, i, &before)))
			deploy(step, i, pose[i], PN_CLAUSE("PN-28"));
	pn_apply_deployed(step, side);
}

/* ---- actions ---- */

static void list_unit(const struct pn_game *view, pn_unit_id unit, struct pn_actions *out)
{
	struct pn_command deploy = pn_command_of(PN_COMMAND_DEPLOY);
	struct pn_command back = pn_command_of(PN_COMMAND_TAKE_BACK);
	bool deployed = pn_is_deployed(view, unit, &deploy.to);

	back.unit = deploy.unit = unit;
	if (deployed)
		pn_action_add(out, PN_GROUP_MOVE, "offer.take_back", back, PN_CLAUSE("PN-27"));
	if (!deployed && !pn_find_spot(view, unit, &deploy.to))
		return;
	pn_action_add(out, PN_GROUP_MOVE, deployed ? "offer.redeploy" : "offer.deploy", deploy,
		      PN_CLAUSE("PN-26"));
	pn_action_bound(out, (struct pn_bound){
				     .kind = PN_BOUND_POLYGON,
				     .at = "/to",
				     .polygon = view->zone[view->unit[unit].side],
			     });
	pn_action_bound(out, (struct pn_bound){
				     .kind = PN_BOUND_ANGLE,
				     .at = "/to/facing",
				     .angle = {0, UINT16_MAX},
			     });
}

void pn_list_deployment(const struct pn_game *view, pn_side side, struct pn_actions *out)
{
	for (pn_unit_id i = 0; i < view->unit_count; i++)
		if (pn_is_for_deploying(view, side, i))
			list_unit(view, i, out);
	if (pn_check_deployed(view, side).code == PN_LAWFUL)
		pn_action_add(out, PN_GROUP_STEP, "offer.deployed", pn_command_of(PN_COMMAND_READY),
			      PN_CLAUSE("PN-27"));
	pn_action_add(out, PN_GROUP_STEP, "offer.deploy_rest",
		      pn_command_of(PN_COMMAND_DEPLOY_REST), PN_CLAUSE("PN-28"));
}

struct pn_command pn_default_deployment(const struct pn_game *view, pn_side side)
{
	return pn_command_of(PN_COMMAND_DEPLOY_REST);
}
