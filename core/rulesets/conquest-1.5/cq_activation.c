/* Supremacy, and the Action Phase: the players draw in turn, each the top card of their own stack,
 * and the regiment drawn takes up to two actions. A side that has no card left passes. */

#include "common.h"
#include "cq.h"
#include "melee.h"

/* ---- who draws ---- */

/* Decides CQ-94. A die each; the high one draws first; a tie is rolled again when this runs
 * again. */
void cq_run_supremacy(struct pn_step *step)
{
	int16_t total[PN_SIDES];
	pn_side first;

	pn_roll_off(step, CQ_ROLL_SUPREMACY, PN_CLAUSE("CQ-94"), total);
	first = pn_higher(total);
	pn_tell_initiative(step, first, total, PN_CLAUSE("CQ-94"));
	if (first == PN_NO_SIDE)
		return;
	pn_set_fact(step, CQ_FACT_FIRST, first);
	pn_set_fact(step, CQ_FACT_NEXT, first);
	pn_enter_phase(step, CQ_ACTION, PN_NO_SIDE, (pn_clause){""});
}

/* The regiment whose card is on top of the side's stack, or PN_NO_UNIT. */
static pn_unit_id top_card(const struct pn_game *game, pn_side side)
{
	const int32_t number = game->facts[CQ_FACT_RED_DRAWN + side] + 1;

	for (pn_unit_id i = 0; i < game->unit_count; i++)
		if (pn_sealed(game, side, i).verb == CQ_VERB_CARD &&
		    pn_sealed(game, side, i).number == number)
			return i;
	return PN_NO_UNIT;
}

/* Decides CQ-93. */
static void draw(struct pn_step *step, pn_side side)
{
	const pn_unit_id unit = top_card(step->game, side);
	const uint8_t number = (uint8_t)(step->game->facts[CQ_FACT_RED_DRAWN + side] + 1);

	pn_reveal_one(step, side, CQ_COMMAND, number, PN_CLAUSE("CQ-93"));
	pn_set_fact(step, (uint8_t)(CQ_FACT_RED_DRAWN + side), number);
	pn_set_fact(step, CQ_FACT_NEXT, pn_opponent(side));
	if (!cq_has_card(step->game, side, unit))
		return;
	pn_set_flag(step, unit, CQ_ACTIVATED, PN_CLAUSE("CQ-93"));
	pn_open(step,
		(struct pn_pending){
			.decision = CQ_ACTIVATION,
			.owes = (uint8_t)(1u << side),
			.unit = unit,
			.other = PN_NO_UNIT,
		},
		PN_CLAUSE("CQ-93"));
	cq_await_action(step);
}

void cq_run_action(struct pn_step *step)
{
	const struct pn_game *game = step->game;
	pn_side next = game->facts[CQ_FACT_NEXT] == PN_BLUE ? PN_BLUE : PN_RED;

	if (top_card(game, next) == PN_NO_UNIT)
		next = pn_opponent(next);
	if (top_card(game, next) != PN_NO_UNIT)
		draw(step, next);
	else if (pn_next_melee(game) != PN_NO_UNIT)
		pn_enter_phase(step, CQ_MELEE, PN_NO_SIDE, (pn_clause){""});
	else
		pn_next_turn(step);
}

/* CQ-02, PN-20. What comes of each Clash is the players' to agree on. */
void cq_run_melee(struct pn_step *step)
{
	pn_unit_id next = pn_next_melee(step->game);

	if (next != PN_NO_UNIT)
		pn_open_melee(step, CQ_SETTLE_MELEE, next);
	else
		pn_next_turn(step);
}

/* ---- actions ---- */

void cq_use_action(struct pn_step *step, pn_unit_id id)
{
	pn_set_flag(step, id, pn_flag(&step->game->unit[id], CQ_ACTED) ? CQ_ACTED_TWICE : CQ_ACTED,
		    PN_CLAUSE("CQ-92"));
}

static bool has_enemies(const struct pn_game *game, pn_side side)
{
	for (pn_unit_id i = 0; i < game->unit_count; i++)
		if (game->unit[i].side != side && game->unit[i].on_board)
			return true;
	return false;
}

/* CQ-100. Is a die thrown before the next action? */
static bool is_wild(const struct pn_game *game, pn_unit_id id)
{
	const struct pn_unit *unit = &game->unit[id];

	return pn_trait(unit, CQ_BLOODLUST) && unit->on_board && cq_actions_left(game) > 0 &&
	       !pn_engaged(game, id) && has_enemies(game, unit->side);
}

void cq_await_action(struct pn_step *step)
{
	struct pn_pending pending = *pn_top_pending(step->game);
	const bool driven =
		is_wild(step->game, pending.unit) && cq_throw_bloodlust(step, pending.unit);
	const uint8_t stage = driven ? CQ_STAGE_DRIVEN : CQ_STAGE_FREE;

	if (pending.owes != 0 && pending.stage == stage)
		return;
	pending.owes = (uint8_t)(1u << step->game->unit[pending.unit].side);
	pending.stage = stage;
	pn_reopen(step, pending, driven ? PN_CLAUSE("CQ-100") : PN_CLAUSE("CQ-92"));
}

/* In contact it has a Clash, else any other action; a fluid formation one more reform. */
static bool has_anything_left(const struct pn_game *game, pn_unit_id id)
{
	const struct pn_unit *unit = &game->unit[id];

	if (!unit->on_board)
		return false;
	if (pn_engaged(game, id))
		return cq_actions_left(game) > 0 && !pn_flag(unit, CQ_CLASHED);
	return cq_actions_left(game) > 0 || cq_has_extra_reform(game, id);
}

/* The activation is over: what is left of it is lost. A regiment that ends it inside a friend is
 * mired there (CQ-28). */
static void end_activation(struct pn_step *step, pn_clause clause)
{
	const pn_unit_id id = pn_top_pending(step->game)->unit;
	pn_unit_id friend;
	pn_pose met;

	friend = cq_stands_in(step->game, id, &met);
	if (friend != PN_NO_UNIT)
		cq_mire(step, id, friend, met);
	pn_clear_flag(step, id, CQ_INSPIRED, PN_CLAUSE("CQ-34"));
	pn_close(step, clause);
}

void cq_go_on(struct pn_step *step)
{
	if (has_anything_left(step->game, pn_top_pending(step->game)->unit))
		cq_await_action(step);
	else
		end_activation(step, PN_CLAUSE("CQ-92"));
}

/* CQ-92. Actions, flags and contacts are public: that it is over tells nobody anything. */
bool cq_end_if_idle(struct pn_step *step, pn_side side)
{
	const pn_unit_id id = pn_top_pending(step->game)->unit;

	if (cq_arrives(step->game, id) || has_anything_left(step->game, id))
		return false;
	end_activation(step, PN_CLAUSE("CQ-92"));
	return true;
}

struct pn_verdict cq_check_pass(const struct pn_game *view, pn_side side,
				const struct pn_command *command)
{
	return cq_check_duty(view, side, command);
}

void cq_apply_pass(struct pn_step *step, pn_side side, const struct pn_command *command)
{
	const uint8_t decision = pn_top_pending(step->game)->decision;

	pn_tell_passed(step, side, decision, (pn_clause){""});
	if (decision == CQ_ACTIVATION)
		end_activation(step, PN_CLAUSE("CQ-92"));
	else
		pn_close(step, (pn_clause){""});
}

/* ---- rallying ---- */

/* Decides CQ-95. */
struct pn_verdict cq_check_free_rally(const struct pn_game *view, pn_side side, pn_unit_id id)
{
	struct pn_verdict verdict = cq_check_action(view, side, id);

	if (verdict.code != PN_LAWFUL)
		return verdict;
	if (pn_engaged(view, id))
		return pn_refuse(PN_REFUSE_ENGAGED, PN_CLAUSE("CQ-40"));
	return view->unit[id].state == CQ_BROKEN
		       ? pn_lawful()
		       : pn_refuse(PN_REFUSE_IN_GOOD_ORDER, PN_CLAUSE("CQ-95"));
}

struct pn_verdict cq_check_rally(const struct pn_game *view, pn_side side,
				 const struct pn_command *command)
{
	struct pn_verdict verdict = cq_check_free_rally(view, side, command->unit);

	return verdict.code == PN_LAWFUL ? cq_check_duty(view, side, command) : verdict;
}

void cq_apply_rally(struct pn_step *step, pn_side side, const struct pn_command *command)
{
	cq_use_action(step, command->unit);
	pn_set_state(step, command->unit, CQ_GOOD, PN_CLAUSE("CQ-95"));
	cq_await_action(step);
}
