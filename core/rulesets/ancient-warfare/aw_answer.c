/* A unit that is charged, or advanced into, answers before a distance is rolled (AW-35).
 *
 * For each target all its chargers are collected, then it gives its one answer: a retreat that it
 * must make or may make, a counter-charge, or nothing. A unit that a charge would run into, before
 * its target or behind one that has retreated, counts as charged: it answers that charge, too, even
 * if it has retreated already (AW-43). */

#include "aw.h"
#include "common.h"

/* The enemies that each charger would run into: looked for once in a position. */
struct lines {
	bool known[PN_UNITS_MAX];
	pn_unit_id of[PN_UNITS_MAX];
};

static void add(struct aw_enemies *out, pn_unit_id enemy)
{
	if (out->count < PN_QUEUE_MAX)
		out->of[out->count++] = enemy;
}

static bool runs_into(struct lines *lines, const struct pn_game *view, pn_unit_id charger,
		      pn_unit_id id)
{
	const struct pn_unit *unit = &view->unit[charger];

	if (!aw_charges(unit) || unit->side == view->unit[id].side ||
	    !aw_within(view, charger, id, 2 * ((int64_t)pn_stat(unit, AW_CHARGE) + 6 * PN_INCH)))
		return false;
	if (!lines->known[charger])
		lines->of[charger] = aw_next_in_line(view, charger);
	lines->known[charger] = true;
	return lines->of[charger] == id;
}

static bool names(const struct pn_unit *charger, pn_unit_id id)
{
	return aw_charges(charger) && charger->order.target == id;
}

/* Whose charges it has still to answer: of those who name it together, or of those in whose
 * way it has come to stand. */
static void find_chargers(struct aw_enemies *out, struct lines *lines, const struct pn_game *view,
			  pn_unit_id id)
{
	bool named;

	*out = (struct aw_enemies){.count = 0};
	for (pn_unit_id i = 0; i < view->unit_count && !pn_flag(&view->unit[id], AW_ANSWERED); i++)
		if (names(&view->unit[i], id))
			add(out, i);
	named = out->count > 0;
	for (pn_unit_id i = 0; i < view->unit_count && !named; i++)
		if (!names(&view->unit[i], id) && view->unit[i].tally[AW_MET] != id + 1 &&
		    runs_into(lines, view, i, id))
			add(out, i);
}

/* ---- counter-charges ---- */

/* Decides AW-23 and AW-74. */
static bool has_the_order(const struct pn_game *view, const struct pn_unit *unit)
{
	if (unit->order.verb == AW_VERB_FIRE_AND_FLEE)
		return view->switches[AW_SWITCH_FF_COUNTERS] != 0 && !aw_is_light(unit) &&
		       unit->class != AW_LIGHT_CAVALRY;
	return unit->order.verb == AW_VERB_ADVANCE;
}

/* Decides AW-22 and AW-25. May it counter-charge that charger? */
static struct pn_verdict check_counter_charge(const struct pn_game *view, pn_unit_id id,
					      pn_unit_id charger)
{
	const struct pn_unit *unit = &view->unit[id];

	if (!has_the_order(view, unit))
		return pn_refuse(PN_REFUSE_NO_ORDER, PN_CLAUSE("AW-23"));
	if (!aw_is_steady(unit) || pn_engaged(view, id) || pn_flag(unit, AW_RETREATED))
		return pn_refuse(PN_REFUSE_MAY_NOT_REACT, PN_CLAUSE("AW-22"));
	if (!aw_is_mounted(unit) && aw_is_mounted(&view->unit[charger]))
		return pn_refuse(PN_REFUSE_FOOT_AGAINST_HORSE, PN_CLAUSE("AW-25"));
	if (!aw_is_ahead(view, id, charger))
		return pn_refuse(PN_REFUSE_OUT_OF_ARC, PN_CLAUSE("AW-82"));
	return pn_lawful();
}

static bool may_counter(const struct pn_game *view, pn_unit_id id, const struct aw_enemies *enemies)
{
	for (uint8_t i = 0; i < enemies->count; i++)
		if (check_counter_charge(view, id, enemies->of[i]).code == PN_LAWFUL)
			return true;
	return false;
}

/* Decides AW-63. Of infantry that charges, a counter-charge of mounted cancels nothing. */
void aw_apply_counter_charge(struct pn_step *step, const struct pn_command *command)
{
	const struct pn_game *game = step->game;
	const struct pn_unit *unit = &game->unit[command->unit];
	const bool by_order = unit->order.verb == AW_VERB_ADVANCE;
	const bool spares = aw_is_mounted(unit) && !aw_is_mounted(&game->unit[command->target]);

	pn_close(step, (pn_clause){""});
	pn_tell_reaction(step, command->unit, command->target, AW_REACTION_COUNTER_CHARGE,
			 by_order ? PN_CLAUSE("AW-22") : PN_CLAUSE("AW-74"));
	aw_tell_charge(step, command->unit, command->target,
		       spares ? PN_CLAUSE("AW-63") : PN_CLAUSE("AW-22"));
	pn_set_flag(step, command->unit, AW_COUNTERS, PN_CLAUSE("AW-22"));
}

/* ---- asking ---- */

static struct pn_pending pending_of(const struct pn_game *view, pn_unit_id id,
				    const struct aw_enemies *enemies)
{
	struct pn_pending pending = {
		.decision = AW_ANSWER,
		.owes = (uint8_t)(1u << view->unit[id].side),
		.unit = enemies->of[0],
		.other = id,
		.queue_count = enemies->count,
	};

	memcpy(pending.queue, enemies->of, sizeof pending.queue);
	return pending;
}

/* AW-30. It has had its say about these. */
static void remember(struct pn_step *step, pn_unit_id id, const struct aw_enemies *enemies,
		     pn_clause clause)
{
	if (names(&step->game->unit[enemies->of[0]], id)) {
		pn_set_flag(step, id, AW_ANSWERED, clause);
		return;
	}
	for (uint8_t i = 0; i < enemies->count; i++)
		pn_set_tally(step, enemies->of[i], AW_MET, (uint8_t)(id + 1), PN_CLAUSE("AW-03"));
}

/* Let the unit answer these enemies; false when it has no answer to give. */
static bool ask(struct pn_step *step, pn_unit_id id, const struct aw_enemies *enemies, bool charged)
{
	const struct pn_game *game = step->game;
	const struct pn_pending pending = pending_of(game, id, enemies);
	pn_clause clause = PN_CLAUSE("AW-22");
	const enum aw_duty duty = aw_duty_to_all(game, id, enemies, charged, &clause);

	if (duty == AW_STANDS && (!charged || !may_counter(game, id, enemies)))
		return false;
	if (charged)
		remember(step, id, enemies, clause);
	if (duty == AW_MUST_RETREAT)
		aw_begin_retreat(step, id, charged ? AW_FROM_CHARGE : AW_FROM_ADVANCE, &pending,
				 clause);
	else
		pn_open(step, pending, clause);
	return true;
}

/* Is it one that retreats or counter-charges at all? */
static bool could_answer(const struct pn_game *view, const struct pn_unit *unit)
{
	return aw_is_steady(unit) && (aw_is_light(unit) || unit->order.verb == AW_VERB_RETREAT ||
				      has_the_order(view, unit));
}

void aw_run_answers(struct pn_step *step)
{
	const struct pn_game *game = step->game;
	struct lines lines = {.known = {false}};
	pn_unit_id order[PN_UNITS_MAX];

	aw_by_flank(game, order);
	for (pn_unit_id i = 0; i < game->unit_count; i++) {
		struct aw_enemies enemies;

		if (!could_answer(game, &game->unit[order[i]]))
			continue;
		find_chargers(&enemies, &lines, game, order[i]);
		if (enemies.count > 0 && ask(step, order[i], &enemies, true))
			return;
	}
	pn_enter_phase(step, AW_CHARGES, PN_NO_SIDE, (pn_clause){""});
}

bool aw_open_answer_to_advance(struct pn_step *step, pn_unit_id id, pn_unit_id enemy)
{
	const struct aw_enemies enemies = {.count = 1, .of = {id}};

	return ask(step, enemy, &enemies, false);
}

/* ---- the decision ---- */

struct pn_verdict aw_check_answer(const struct pn_game *view, const struct pn_pending *top,
				  const struct pn_command *command)
{
	if (command->target < view->unit_count && !aw_is_mounted(&view->unit[command->unit]) &&
	    aw_is_mounted(&view->unit[command->target]))
		return pn_refuse(PN_REFUSE_FOOT_AGAINST_HORSE, PN_CLAUSE("AW-25"));
	if (view->phase != AW_ANSWERS || command->unit != top->other)
		return pn_refuse(PN_REFUSE_MAY_NOT_REACT, PN_CLAUSE("AW-22"));
	if (command->path.given)
		return pn_refuse(PN_REFUSE_BAD_PATH, PN_CLAUSE("AW-22"));
	for (uint8_t i = 0; i < top->queue_count; i++)
		if (top->queue[i] == command->target)
			return check_counter_charge(view, command->unit, command->target);
	return pn_refuse(PN_REFUSE_NOT_AN_ENEMY, PN_CLAUSE("AW-22"));
}

void aw_list_answer(const struct pn_game *view, pn_side side, struct pn_actions *out)
{
	const struct pn_pending *top = pn_top_pending(view);
	struct pn_command retreat = pn_command_of(PN_COMMAND_RETREAT);
	struct pn_command charge = pn_command_of(PN_COMMAND_CHARGE);

	retreat.unit = top->other;
	charge.unit = top->other;
	if (aw_check_retreat(view, side, &retreat).code == PN_LAWFUL)
		pn_action_add(out, PN_GROUP_REACT, "offer.retreat", retreat, PN_CLAUSE("AW-41"));
	for (uint8_t i = 0; i < top->queue_count; i++) {
		charge.target = top->queue[i];
		if (aw_check_answer(view, top, &charge).code == PN_LAWFUL)
			pn_action_add(out, PN_GROUP_REACT, "offer.counter_charge", charge,
				      PN_CLAUSE("AW-22"));
	}
	pn_list_pass(out, PN_CLAUSE("AW-41"));
}
