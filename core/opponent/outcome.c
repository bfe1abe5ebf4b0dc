#include "outcome.h"

#include "judge.h"

enum { CLEARLY = 11, OF = 10 }; /* who brings so much more has beaten the other */

/* At least one figure. */
static uint16_t losses(const struct pn_unit *unit, uint8_t hundredths)
{
	const uint16_t lost = (uint16_t)((uint32_t)unit->figures * hundredths / 100);

	return lost > 0 ? lost : 1;
}

static struct pn_fate fate_of(const struct pn_game *view, pn_unit_id id, bool beaten)
{
	const struct pn_judgement *table = pn_rules_of(view)->judgement;
	const struct pn_unit *unit = &view->unit[id];
	struct pn_fate fate = {.unit = id, .state = PN_STATE_KEPT};
	const uint8_t state = table->beaten[unit->state];

	if (beaten && state == PN_BEATEN_IS_GONE) {
		fate.removed = true;
		return fate;
	}
	fate.lost = losses(unit, beaten ? table->losses : table->losses / 2);
	if (beaten && fate.lost < unit->figures && state != unit->state)
		fate.state = state;
	return fate;
}

void pn_outcome_fair(struct pn_outcome *out, const struct pn_game *view, pn_unit_id melee)
{
	bool in[PN_UNITS_MAX];
	int64_t power[PN_SIDES];

	memset(out, 0, sizeof *out);
	pn_melee_units(view, melee, in);
	pn_judge_melee(view, in, power);
	for (pn_unit_id i = 0; i < view->unit_count && out->count < PN_OUTCOME_MAX; i++) {
		const pn_side side = view->unit[i].side;

		if (in[i])
			out->fate[out->count++] = fate_of(
				view, i, power[side] * CLEARLY <= power[pn_opponent(side)] * OF);
	}
}

/* ---- what is proposed ---- */

static void suffer(struct pn_game *then, const struct pn_fate *fate)
{
	const struct pn_unit *unit = &then->unit[fate->unit];
	const bool gone = fate->removed || fate->lost >= unit->figures;

	if (fate->lost > 0)
		pn_evolve(then, &(struct pn_event){.kind = PN_EVENT_CASUALTIES,
						   .casualties = {fate->unit, fate->lost}});
	if (fate->state != PN_STATE_KEPT)
		pn_evolve(then, &(struct pn_event){.kind = PN_EVENT_STATE_SET,
						   .state_set = {fate->unit, fate->state}});
	if (fate->placed)
		pn_evolve(then, &(struct pn_event){.kind = PN_EVENT_MOVED,
						   .moved = {.unit = fate->unit,
							     .manner = PN_MANNER_AGREED,
							     .to = {fate->at, fate->facing}}});
	if (gone)
		pn_evolve(then,
			  &(struct pn_event){.kind = PN_EVENT_REMOVED, .removed = {fate->unit}});
}

/* What the outcome is worth to a side. */
static int32_t worth(const struct pn_game *view, pn_side side, const struct pn_outcome *outcome,
		     struct pn_game *then)
{
	*then = *view;
	for (uint8_t i = 0; i < outcome->count; i++)
		suffer(then, &outcome->fate[i]);
	return pn_judge(then, side, NULL);
}

struct pn_command pn_outcome_answer(const struct pn_game *view, pn_side side, struct pn_game *then)
{
	const struct pn_pending *top = pn_top_pending(view);
	struct pn_command command = {.unit = top->unit, .target = PN_NO_UNIT};
	struct pn_outcome fair;

	pn_outcome_fair(&fair, view, top->unit);
	if (view->proposed.made) {
		const int32_t proposed = worth(view, side, &view->proposed.outcome, then);

		command.kind = proposed >= worth(view, side, &fair, then)
				       ? PN_COMMAND_ACCEPT_OUTCOME
				       : PN_COMMAND_REFUSE_OUTCOME;
		return command;
	}
	command.kind = PN_COMMAND_PROPOSE_OUTCOME;
	command.outcome = fair;
	if (pn_check(view, side, &command).code != PN_LAWFUL)
		command = (struct pn_command){
			.kind = PN_COMMAND_LEAVE_OPEN, .unit = top->unit, .target = PN_NO_UNIT};
	return command;
}
