/* The window in which the enemy may answer a move, and who may (B2-61 to B2-65, B2-86). */

#include "b2_moment.h"
#include "b2_withdraw.h"
#include "common.h"

/* The charge that the mover has announced and not ended, or NULL: nor has anybody caught
 * it. */
static const struct pn_pending *charge_of(const struct pn_game *game, pn_unit_id mover)
{
	for (uint8_t i = 0; i < game->pending_count; i++) {
		const struct pn_pending *pending = &game->pending[i];

		if (pending->decision == B2_CHARGE_MOVE && pending->unit == mover &&
		    pending->stage != B2_FINISHED && !pn_engaged(game, mover))
			return pending;
	}
	return NULL;
}

/* Is the mover charging this very unit, and has not come home yet? */
bool b2_is_charged_by(const struct pn_game *game, pn_unit_id id, pn_unit_id mover)
{
	const struct pn_pending *charge = charge_of(game, mover);

	return charge && charge->other == id;
}

/* Decides B2-16. A declared charger may turn only on its target, on a substitute when B2-46 calls
 * for one, or on who charges it; unless the switch says otherwise. */
static bool may_turn_on(const struct pn_game *view, pn_unit_id id, pn_unit_id mover)
{
	const struct pn_order *order = &view->unit[id].order;

	return order->verb != PN_VERB_CHARGE || order->target == mover ||
	       view->switches[B2_SWITCH_DECLARED_REACTS_TO] == B2_REACTS_TO_ANYBODY ||
	       b2_is_charged_by(view, id, mover) || b2_is_substitute(view, id, mover);
}

/* Decides B2-61, B2-64 and B2-69. */
struct pn_verdict b2_check_reaction(const struct b2_field *field, pn_unit_id id, pn_unit_id mover)
{
	const struct pn_game *view = field->view;
	const struct pn_unit *unit = &view->unit[id];
	struct pn_verdict verdict = b2_check_charger(view, unit->side, id);

	if (verdict.code != PN_LAWFUL)
		return verdict;
	if (pn_flag(unit, B2_CHECK_FAILED))
		return pn_refuse(PN_REFUSE_CHECK_FAILED, PN_CLAUSE("B2-69"));
	if (pn_flag(unit, B2_MOVED))
		return pn_refuse(PN_REFUSE_ALREADY_MOVED, PN_CLAUSE("B2-61"));
	if (unit->class == B2_FOOT && view->unit[mover].class == B2_CAVALRY)
		return pn_refuse(PN_REFUSE_FOOT_AGAINST_HORSE, PN_CLAUSE("B2-64"));
	if (b2_is_driven(unit) && !b2_is_driven_at(view, id, mover))
		return pn_refuse(PN_REFUSE_MAY_NOT_REACT, b2_driven_clause(unit));
	verdict = b2_check_target_on(field, id, mover);
	if (verdict.code == PN_LAWFUL && !may_turn_on(view, id, mover))
		return pn_refuse(PN_REFUSE_MAY_NOT_REACT, PN_CLAUSE("B2-16"));
	return verdict;
}

/* The enemies of the mover that may still say a reaction, but for one, the nearest first: of them
 * the first look is likely the last, for less stands between. Returns how many. */
static uint8_t enemies_by_distance(const struct pn_game *view, pn_unit_id mover,
				   pn_unit_id left_out, pn_unit_id out[PN_SIDE_UNITS_MAX])
{
	int64_t distance[PN_SIDE_UNITS_MAX];
	uint8_t count = 0;

	for (pn_unit_id i = 0; i < view->unit_count; i++) {
		int64_t far = pn_distance_squared(view->unit[i].pose.at, view->unit[mover].pose.at);
		uint8_t place = count;

		if (view->unit[i].side == view->unit[mover].side || !view->unit[i].on_board ||
		    i == left_out || b2_has_said(view, i))
			continue;
		for (; place > 0 && distance[place - 1] > far; place--) {
			distance[place] = distance[place - 1];
			out[place] = out[place - 1];
		}
		distance[place] = far;
		out[place] = i;
		count++;
	}
	return count;
}

/* Decides B2-62 and B2-63. Anywhere on what is left of the mover's way. Reactions possible where
 * it stands are found first, as that is cheap. Where measuring is allowed only the end of a move
 * is measured: on the way, and after a manoeuvre of its own, a unit may come into range. A unit
 * that has said its reaction says no other. */
bool b2_others_may_react(const struct pn_game *view, pn_unit_id mover, pn_unit_id id)
{
	pn_unit_id enemy[PN_SIDE_UNITS_MAX];
	enum pn_refusal now[PN_SIDE_UNITS_MAX];
	const uint8_t count = enemies_by_distance(view, mover, id, enemy);
	struct b2_course course;
	struct b2_field field;

	b2_field_survey(&field, view);
	b2_announced_course(&course, view, mover);
	for (uint8_t i = 0; i < count; i++) {
		now[i] = b2_check_reaction(&field, enemy[i], mover).code;
		if (now[i] == PN_LAWFUL && (!view->premeasure || course.count > 0 ||
					    b2_in_reach(b2_range_of(view, enemy[i], mover))))
			return true;
	}
	for (uint8_t i = 0; i < count; i++)
		if (b2_has_moment(&course, &field, enemy[i], now[i]))
			return true;
	return false;
}

void b2_leave_window_open(struct pn_step *step, pn_unit_id mover, enum b2_stage stage)
{
	pn_side other = pn_opponent(step->game->unit[mover].side);

	pn_open(step,
		(struct pn_pending){
			.decision = B2_OPPORTUNITY,
			.owes = (uint8_t)(1u << other),
			.unit = mover,
			.other = PN_NO_UNIT,
			.stage = (uint8_t)stage,
		},
		stage == B2_ANNOUNCED ? PN_CLAUSE("B2-62") : PN_CLAUSE("B2-63"));
}

void b2_open_window(struct pn_step *step, pn_unit_id mover, enum b2_stage stage)
{
	if (step->game->unit[mover].on_board && b2_others_may_react(step->game, mover, PN_NO_UNIT))
		b2_leave_window_open(step, mover, stage);
}

/* Decides B2-65. A reaction is over: its window closes when nobody else may react (B2-63). */
void b2_settle_window(struct pn_step *step, pn_unit_id mover)
{
	const struct pn_game *game = step->game;
	if (!game->unit[mover].on_board || !b2_others_may_react(game, mover, PN_NO_UNIT))
		pn_close(step, pn_engaged(game, mover) ? PN_CLAUSE("B2-65") : (pn_clause){""});
}

void b2_end_window(struct pn_step *step, pn_side side)
{
	pn_close(step, (pn_clause){""});
}

/* Decides B2-45. A unit that declared a charge on the unit that is about to charge it must make it
 * now, if it may react at all. PN_NO_UNIT: there is none. */
static pn_unit_id declared_on(const struct pn_game *view)
{
	const struct pn_pending *charge = charge_of(view, pn_top_pending(view)->unit);
	const struct pn_order *order;

	if (!charge || view->switches[B2_SWITCH_DECLARED_MUST_REACT] != B2_MUST_REACT)
		return PN_NO_UNIT;
	order = &view->unit[charge->other].order;
	return order->verb == PN_VERB_CHARGE && order->target == charge->unit ? charge->other
									      : PN_NO_UNIT;
}

/* The one that must react, or PN_NO_UNIT. */
pn_unit_id b2_bound_to_react(const struct b2_field *field)
{
	const pn_unit_id id = declared_on(field->view);

	return id != PN_NO_UNIT && b2_check_reaction(field, id, pn_top_pending(field->view)->unit)
						   .code == PN_LAWFUL
		       ? id
		       : PN_NO_UNIT;
}

/* The same, of a view whose field is needed for nothing else. */
pn_unit_id b2_anybody_bound(const struct pn_game *view)
{
	struct b2_field field;

	if (declared_on(view) == PN_NO_UNIT)
		return PN_NO_UNIT;
	b2_field_survey(&field, view);
	return b2_bound_to_react(&field);
}

struct pn_verdict b2_check_end_window(const struct pn_game *view)
{
	return b2_anybody_said(view) || b2_anybody_bound(view) == PN_NO_UNIT
		       ? pn_lawful()
		       : pn_refuse(PN_REFUSE_MUST_CHARGE, PN_CLAUSE("B2-45"));
}

void b2_announce_straight(struct pn_step *step, pn_unit_id unit, enum b2_stage stage,
			  pn_angle heading, pn_len length, pn_clause clause)
{
	const struct pn_leg way = {.kind = PN_LEG_ADVANCE, .heading = heading, .length = length};

	pn_tell_announced(step, unit, &(struct pn_path){.count = 1, .leg[0] = way},
			  PN_CLAUSE("B2-86"));
	pn_open(step,
		(struct pn_pending){
			.decision = B2_UNIT_MOVE,
			.unit = unit,
			.other = PN_NO_UNIT,
			.stage = (uint8_t)stage,
		},
		clause);
	b2_open_window(step, unit, B2_ANNOUNCED);
}
