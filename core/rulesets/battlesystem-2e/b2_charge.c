/* Charges in the owner's movement step.
 *
 * The check first (B2-32), then the announced window of the other side, then the move:
 * the CHARGE_MOVE frame waits below the window and goes on when that is closed. Distance
 * is measured only now (B2-40): a target in range is charged by the shortest straight
 * way; one that is not costs the full move and good order (B2-41, B2-42); one too near
 * is fought without the benefits of a charge (B2-27). */

#include "b2.h"

/* Is the unit in the middle of a charge of its own? */
static bool is_charging(const struct pn_game *game, pn_unit_id unit)
{
	for (uint8_t i = 0; i < game->frame_count; i++)
		if (game->frame[i].decision == B2_CHARGE_MOVE && game->frame[i].unit == unit)
			return true;
	return false;
}

void b2_end_charge(struct pn_turn *turn, pn_unit_id unit, pn_unit_id target,
		   enum pn_charge_outcome outcome, pn_clause clause)
{
	pn_emit(turn, (struct pn_event){
		.kind = PN_EVENT_CHARGE_ENDED,
		.clause = clause,
		.charge_ended = {unit, target, (uint8_t)outcome},
	});
}

/* B2-43. The unit that was struck may do nothing more this turn; a charge it declared
 * and has not begun lapses without penalty. */
void b2_strike(struct pn_turn *turn, pn_unit_id unit, pn_unit_id with, uint8_t facing,
	       bool benefits, pn_clause clause)
{
	const struct pn_unit *struck = &turn->game->unit[with];

	pn_emit(turn, (struct pn_event){
		.kind = PN_EVENT_CONTACT,
		.clause = clause,
		.contact = {unit, with, facing, benefits},
	});
	pn_set_flag(turn, with, B2_STRUCK, PN_CLAUSE("B2-43"));
	if (struck->order.verb == PN_VERB_CHARGE && !is_charging(turn->game, with))
		b2_end_charge(turn, with, struck->order.target, PN_CHARGE_CANCELLED,
			      PN_CLAUSE("B2-43"));
}

/* The clause that speaks of a contact made in this manner. */
static pn_clause contact_clause(enum pn_manner manner, bool benefits)
{
	if (manner == PN_MANNER_ADVANCE || manner == PN_MANNER_WHEEL)
		return PN_CLAUSE("B2-44");
	if (manner == PN_MANNER_FORCED)
		return PN_CLAUSE("B2-41");
	return benefits ? PN_CLAUSE("B2-39") : PN_CLAUSE("B2-27");
}

static pn_clause move_clause(enum pn_manner manner)
{
	static const pn_clause clause[PN_MANNER_COUNT] = {
		[PN_MANNER_ADVANCE] = {"B2-114"},
		[PN_MANNER_WHEEL] = {"B2-113"},
		[PN_MANNER_CHARGE] = {"B2-39"},
		[PN_MANNER_OPPORTUNITY_CHARGE] = {"B2-70"},
		[PN_MANNER_FORCED] = {"B2-41"},
	};

	return clause[manner];
}

void b2_go(struct pn_turn *turn, pn_unit_id id, const struct b2_way *way, enum pn_manner manner,
	   bool benefits)
{
	const struct pn_game *game = turn->game;

	pn_emit(turn, (struct pn_event){
		.kind = PN_EVENT_MOVED,
		.clause = move_clause(manner),
		.moved = {id, (uint8_t)manner, way->end, way->length},
	});
	pn_set_flag(turn, id, B2_MOVED, PN_CLAUSE("B2-85"));
	if (way->met != PN_NO_UNIT && game->unit[way->met].side != game->unit[id].side)
		b2_strike(turn, id, way->met, way->facing, benefits,
			  contact_clause(manner, benefits));
}

void b2_fall_short(struct pn_turn *turn, pn_unit_id id, pn_unit_id target, pn_clause why)
{
	const struct pn_game *game = turn->game;
	struct b2_way way = b2_straight(game, id, game->unit[id].pose,
					b2_heading_to(game, id, target),
					b2_charge_allowance(&game->unit[id]), B2_IGNORE_NOBODY);

	b2_end_charge(turn, id, target, PN_CHARGE_TOO_FAR, why);
	b2_go(turn, id, &way, PN_MANNER_FORCED, false);
	pn_set_state(turn, id, B2_SHAKEN, PN_CLAUSE("B2-42"));
}

void b2_charge(struct pn_turn *turn, pn_unit_id id, pn_unit_id target, enum pn_manner manner)
{
	const struct pn_game *game = turn->game;
	enum b2_range range = b2_range_of(game, id, target);
	struct b2_way way;

	pn_set_flag(turn, id, B2_CHARGED, PN_CLAUSE("B2-22"));
	if (!b2_in_reach(range)) {
		b2_fall_short(turn, id, target, b2_range_clause(range));
		return;
	}
	if (!b2_way_to(game, id, target, b2_charge_allowance(&game->unit[id]), &way)) {
		b2_fall_short(turn, id, target, PN_CLAUSE("B2-39"));
		return;
	}
	b2_end_charge(turn, id, target, PN_CHARGE_CONTACT, b2_range_clause(range));
	b2_go(turn, id, &way, manner, way.length >= b2_minimum(&game->unit[id]));
}

/* ---- the command ---- */

/* B2-102. A compelled unit charges an enemy in range of its owner's choice. */
static struct pn_verdict check_compelled(const struct pn_game *view,
					 const struct pn_command *command)
{
	if (command->target >= view->unit_count)
		return pn_refuse(PN_REFUSE_NO_SUCH_UNIT, PN_CLAUSE("PN-04"));
	if (!b2_compels(view, command->unit, command->target))
		return pn_refuse(PN_REFUSE_NOT_AN_ENEMY, PN_CLAUSE("B2-102"));
	return pn_lawful();
}

struct pn_verdict b2_check_charge(const struct pn_game *view, pn_side side,
				  const struct pn_command *command)
{
	struct pn_verdict verdict = b2_check_charger(view, side, command->unit);
	const struct pn_unit *unit;

	if (verdict.code != PN_LAWFUL)
		return verdict;
	unit = &view->unit[command->unit];
	if (b2_flag(unit, B2_CHECK_FAILED))
		return pn_refuse(PN_REFUSE_CHECK_FAILED, PN_CLAUSE("B2-33"));
	if (b2_flag(unit, B2_MOVED))
		return pn_refuse(PN_REFUSE_ALREADY_MOVED, PN_CLAUSE("B2-85"));
	if (b2_flag(unit, B2_COMPELLED))
		return check_compelled(view, command);
	if (unit->order.verb != PN_VERB_CHARGE)
		return pn_refuse(PN_REFUSE_NOT_DECLARED, PN_CLAUSE("B2-16"));
	return pn_lawful();
}

void b2_apply_charge(struct pn_turn *turn, pn_side side, const struct pn_command *command)
{
	pn_unit_id id = command->unit;
	bool compelled = b2_flag(&turn->game->unit[id], B2_COMPELLED);
	pn_unit_id target = compelled ? command->target : turn->game->unit[id].order.target;

	(void)side;
	pn_emit(turn, (struct pn_event){
		.kind = PN_EVENT_CHARGE_BEGAN,
		.clause = compelled ? PN_CLAUSE("B2-102") : PN_CLAUSE("B2-30"),
		.charge_began = {id, target},
	});
	if (!compelled && !b2_check_initiation(turn, id, 0, PN_CLAUSE("B2-32"))) {
		b2_end_charge(turn, id, target, PN_CHARGE_CHECK_FAILED, PN_CLAUSE("B2-33"));
		b2_end_step_if_idle(turn);
		return;
	}
	pn_open(turn,
		(struct pn_frame){
			.decision = B2_CHARGE_MOVE,
			.unit = id,
			.other = target,
			.stage = B2_ANNOUNCED,
		},
		PN_CLAUSE("B2-32"));
	b2_open_window(turn, id, B2_ANNOUNCED);
}

/* The window on the announcement is closed: go; then the window on the finished move. */
void b2_resume_charge(struct pn_turn *turn)
{
	struct pn_frame frame = *pn_top_frame(turn->game);

	if (frame.stage == B2_FINISHED) {
		pn_close(turn, (pn_clause){""});
		b2_end_step_if_idle(turn);
		return;
	}
	if (pn_engaged(turn->game, frame.unit)) {
		if (turn->game->unit[frame.unit].order.verb == PN_VERB_CHARGE)
			b2_end_charge(turn, frame.unit, frame.other, PN_CHARGE_INTERRUPTED,
				      PN_CLAUSE("B2-65"));
		pn_close(turn, (pn_clause){""});
		b2_end_step_if_idle(turn);
		return;
	}
	b2_charge(turn, frame.unit, frame.other, PN_MANNER_CHARGE);
	frame.stage = B2_FINISHED;
	pn_reopen(turn, frame, (pn_clause){""});
	b2_open_window(turn, frame.unit, B2_FINISHED);
}

/* ---- offers ---- */

struct pn_command b2_charge_of(const struct pn_game *view, pn_unit_id id)
{
	struct pn_command charge = pn_command_of(PN_COMMAND_CHARGE);

	charge.unit = id;
	charge.target = view->unit[id].order.target;
	if (b2_flag(&view->unit[id], B2_COMPELLED))
		for (charge.target = 0; !b2_compels(view, id, charge.target); charge.target++)
			pn_assert(charge.target < view->unit_count);
	return charge;
}

void b2_offer_charge(const struct pn_game *view, pn_unit_id id, struct pn_offers *out)
{
	bool compelled = b2_flag(&view->unit[id], B2_COMPELLED);
	struct pn_command charge = b2_charge_of(view, id);
	struct pn_bound choice = {.kind = PN_BOUND_CHOICE, .at = "/target"};
	struct pn_offer *offer =
		pn_offer_add(out, PN_GROUP_CHARGE, "offer.charge", charge,
			     compelled ? PN_CLAUSE("B2-102") : PN_CLAUSE("B2-30"));

	if (!compelled)
		return;
	for (pn_unit_id i = 0; i < view->unit_count; i++) {
		if (!b2_compels(view, id, i))
			continue;
		choice.choice.of[choice.choice.count++] = i;
		charge.target = i;
		pn_offer_preset(out, "preset.target", charge);
	}
	offer->bound[offer->bound_count++] = choice;
}
