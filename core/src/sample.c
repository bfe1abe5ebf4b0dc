/* Commands by chance. One number a statement: compilers order the members of a braced list, and
 * the arguments of a call, as they like. */

#include "pennon/sample.h"

static int32_t between(const struct pn_sampler *sampler, int32_t low, int32_t high)
{
	const uint64_t range = (uint64_t)((int64_t)high - low + 1);

	return (int32_t)(low + (int64_t)(sampler->next(sampler->context) % range));
}

static bool one_in(const struct pn_sampler *sampler, int32_t n)
{
	return between(sampler, 1, n) == 1;
}

static pn_angle any_facing(const struct pn_sampler *sampler)
{
	if (one_in(sampler, 3))
		return (pn_angle)(between(sampler, 0, 7) * PN_DEGREES_45);
	return (pn_angle)between(sampler, 0, UINT16_MAX);
}

/* What two players might agree on: mostly little, sometimes what cannot be. */
static void sample_fate(struct pn_fate *fate, const struct pn_game *view,
			const struct pn_sampler *sampler)
{
	const struct pn_unit *unit = &view->unit[fate->unit];

	fate->state = PN_STATE_KEPT;
	fate->removed = one_in(sampler, 8);
	if (one_in(sampler, 2))
		fate->lost = (uint16_t)between(sampler, 1, unit->figures + 1);
	if (one_in(sampler, 4))
		fate->state = (uint8_t)between(sampler, 0, pn_rules_of(view)->states.count - 1);
	fate->placed = one_in(sampler, 3);
	fate->facing = unit->pose.facing;
	fate->at.x = unit->pose.at.x + between(sampler, -PN_INCH, PN_INCH);
	fate->at.y = unit->pose.at.y + between(sampler, -6 * PN_INCH, 6 * PN_INCH);
	if (fate->placed && one_in(sampler, 4)) {
		const pn_unit_id face = (pn_unit_id)between(sampler, 0, view->unit_count - 1);

		fate->at = view->unit[face].pose.at;
		fate->facing = (pn_angle)(view->unit[face].pose.facing + PN_TURN_HALF);
	}
}

void pn_sample_outcome(struct pn_outcome *out, const struct pn_game *view, pn_unit_id melee,
		       const struct pn_sampler *sampler)
{
	bool in[PN_UNITS_MAX] = {false};

	memset(out, 0, sizeof *out);
	if (melee < view->unit_count)
		pn_melee_units(view, melee, in);
	for (pn_unit_id i = 0; i < view->unit_count && out->count < PN_OUTCOME_MAX; i++) {
		if (!in[i] || one_in(sampler, 2))
			continue;
		out->fate[out->count].unit = i;
		sample_fate(&out->fate[out->count++], view, sampler);
	}
}

void pn_sample_place(pn_pose *out, const struct pn_game *view, const struct pn_sampler *sampler)
{
	out->at.x = between(sampler, 0, view->width);
	out->at.y = between(sampler, 0, view->depth);
	if (one_in(sampler, 4))
		out->facing = any_facing(sampler);
	else
		out->facing = out->at.y < view->depth / 2 ? 0 : PN_TURN_HALF;
}

void pn_sample_method(struct pn_proposal *out, const struct pn_sampler *sampler)
{
	struct pn_agreement *method = &out->method;

	out->kind = PN_PROPOSAL_METHOD;
	method->method = (uint8_t)between(sampler, 0, PN_METHOD_COUNT - 1);
	method->begins = PN_NO_SIDE;
	if (one_in(sampler, 2))
		method->begins = one_in(sampler, 2) ? PN_RED : PN_BLUE;
	method->most[PN_RED] = (uint8_t)between(sampler, 0, 2);
	method->most[PN_BLUE] = PN_NO_LIMIT;
}

void pn_sample_cup(struct pn_cup *out, const struct pn_sampler *sampler)
{
	out->dice = (uint16_t)between(sampler, 1, one_in(sampler, 8) ? PN_CUP_DICE_MAX : 12);
	out->sides = (uint16_t)between(sampler, 2, one_in(sampler, 8) ? PN_DIE_SIDES_MAX : 12);
	out->needed = 0;
	if (one_in(sampler, 2))
		out->needed = (uint16_t)between(sampler, 2, out->sides);
	if (one_in(sampler, 24))
		out->dice = one_in(sampler, 2) ? 0 : PN_CUP_DICE_MAX + 1;
	if (one_in(sampler, 24))
		out->sides = one_in(sampler, 2) ? 1 : PN_DIE_SIDES_MAX + 1;
	if (one_in(sampler, 24))
		out->needed = one_in(sampler, 2) ? 1 : (uint16_t)(out->sides + 1);
}

static void shuffle(struct pn_unit_list *units, const struct pn_sampler *sampler)
{
	for (uint8_t i = units->count; i > 1; i--) {
		const int32_t with = between(sampler, 0, i - 1);
		const pn_unit_id unit = units->of[with];

		units->of[with] = units->of[i - 1];
		units->of[i - 1] = unit;
	}
}

/* Some place of the way on which a reaction is listed, or past its end. */
static struct pn_moment sample_moment(const struct pn_way *way, const struct pn_sampler *sampler)
{
	const struct pn_way_point *point = &way->point[between(sampler, 0, way->count - 1)];
	const pn_len more = one_in(sampler, 3) ? between(sampler, 0, 3 * PN_INCH) : 0;

	return (struct pn_moment){PN_WHEN_AT, point->leg, point->at + more};
}

/* A way with a wheel in it, before the advance or after. */
static struct pn_path sample_bend(pn_angle heading, const struct pn_sampler *sampler)
{
	const uint8_t wheel = one_in(sampler, 2);
	struct pn_path path = {.given = true, .count = 2};

	path.leg[wheel].kind = PN_LEG_WHEEL;
	path.leg[wheel].left = one_in(sampler, 2);
	path.leg[wheel].angle = (pn_angle)between(sampler, 1, PN_DEGREES_45);
	path.leg[1 - wheel].kind = PN_LEG_ADVANCE;
	path.leg[1 - wheel].heading = heading;
	path.leg[1 - wheel].length = between(sampler, 1, 12 * PN_INCH);
	return path;
}

/* May a charge be given a path? Its target is what may vary first. */
static bool may_bend(const struct pn_actions *actions, const struct pn_action *action)
{
	return action->command.kind == PN_COMMAND_CHARGE && action->bound_count > 1 &&
	       pn_action_bound_at(actions, action, 1)->kind == PN_BOUND_PATH;
}

/* What the action leaves open, chosen; as it stands where it leaves nothing open. */
static struct pn_command vary(const struct pn_game *view, const struct pn_actions *actions,
			      const struct pn_action *action, const struct pn_sampler *sampler)
{
	struct pn_command varied = action->command;

	if (varied.kind == PN_COMMAND_PROPOSE_OUTCOME)
		pn_sample_outcome(&varied.outcome, view, varied.unit, sampler);
	else if (varied.kind == PN_COMMAND_OFFER_METHOD)
		pn_sample_method(&varied.proposal, sampler);
	else if (varied.kind == PN_COMMAND_DEPLOY)
		pn_sample_place(&varied.to, view, sampler);
	else if (varied.kind == PN_COMMAND_ORDER_STACK)
		shuffle(&varied.units, sampler);
	else if (varied.kind == PN_COMMAND_OPPORTUNITY_CHARGE && actions->way.count > 0)
		varied.moment = sample_moment(&actions->way, sampler);
	else if (may_bend(actions, action) && one_in(sampler, 3))
		varied.path = sample_bend(view->unit[varied.unit].pose.facing, sampler);
	return varied;
}

struct pn_command pn_sample_action(const struct pn_game *view, pn_side side,
				   const struct pn_actions *actions, uint16_t index,
				   const struct pn_sampler *sampler)
{
	const struct pn_action *action = &actions->action[index];
	struct pn_command varied;
	int32_t preset;

	pn_assert(index < actions->count);
	preset = between(sampler, 0, action->preset_count);
	if (preset > 0)
		return actions->preset[action->preset_first + preset - 1].command;
	varied = vary(view, actions, action, sampler);
	return pn_check(view, side, &varied).code == PN_LAWFUL ? varied : action->command;
}
