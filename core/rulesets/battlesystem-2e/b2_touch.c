/* Telling that a unit has moved, whom it has struck and how its charge ended. */

#include "b2_way.h"
#include "common.h"
#include "instant.h"

/* Is the unit in the middle of a charge of its own, in answer to a move too? */
static bool is_charging(const struct pn_game *game, pn_unit_id unit)
{
	for (uint8_t i = 0; i < game->pending_count; i++)
		if ((game->pending[i].decision == B2_CHARGE_MOVE ||
		     game->pending[i].decision == B2_REACTION) &&
		    game->pending[i].unit == unit)
			return true;
	return false;
}

/* Decides B2-43 and B2-126. The unit that was struck may do nothing more this turn; a charge it
 * declared and has not begun lapses without penalty. */
void b2_strike(struct pn_step *step, pn_unit_id unit, pn_unit_id with, uint8_t facing,
	       bool benefits, pn_clause clause)
{
	const struct pn_unit *struck = &step->game->unit[with];

	/* A square has no flank: whatever side is met is a front. */
	if (pn_rules_of(step->game)->forms.row[struck->form].all_round)
		facing = PN_FACING_FRONT;
	pn_tell_contact(step, (struct pn_contact){unit, with, facing, benefits}, clause);
	pn_set_flag(step, with, B2_STRUCK, PN_CLAUSE("B2-43"));
	if (benefits && pn_trait(&step->game->unit[unit], B2_CHARGE_WEAPON))
		pn_set_flag(step, unit, B2_CHARGE_DIE, PN_CLAUSE("B2-125"));
	if (struck->order.verb == PN_VERB_CHARGE && !is_charging(step->game, with))
		pn_tell_charge_ended(step, with, struck->order.target, PN_CHARGE_CANCELLED,
				     PN_CLAUSE("B2-43"));
}

/* Decides B2-44. The clause that speaks of a contact made in this manner. */
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
		[PN_MANNER_ADVANCE] = {"B2-114"}, [PN_MANNER_WHEEL] = {"B2-113"},
		[PN_MANNER_CHARGE] = {"B2-39"},   [PN_MANNER_OPPORTUNITY_CHARGE] = {"B2-70"},
		[PN_MANNER_FORCED] = {"B2-41"},
	};

	return clause[manner];
}

/* Other units that were reached at the same instant are struck, too. */
static uint8_t find_also_met(const struct pn_game *game, pn_unit_id id, const struct b2_way *way,
			     struct pn_also_met also[PN_UNITS_MAX])
{
	struct pn_body body;

	if (way->asked == 0 || way->met == PN_NO_UNIT ||
	    game->unit[way->met].side == game->unit[id].side)
		return 0;
	pn_unit_body(&body, game, &game->unit[id]);
	return pn_also_met(
		game,
		&(struct pn_straight_way){id, way->met, &body, pn_along(way->heading, way->asked)},
		also);
}

void b2_go(struct pn_step *step, pn_unit_id id, const struct b2_way *way, enum pn_manner manner,
	   bool benefits)
{
	const struct pn_game *game = step->game;
	const struct pn_stand before = pn_stand_of(&game->unit[id]);
	struct pn_also_met also[PN_UNITS_MAX];
	const uint8_t also_count = find_also_met(game, id, way, also);

	pn_tell_moved(step, id, manner, way->end, way->spent,
		      way->kept_off ? PN_CLAUSE("B2-115") : move_clause(manner));
	pn_set_flag(step, id, B2_MOVED, PN_CLAUSE("B2-85"));
	b2_note_change(step, id, &before);
	if (way->met != PN_NO_UNIT && game->unit[way->met].side != game->unit[id].side)
		b2_strike(step, id, way->met, way->facing, benefits,
			  contact_clause(manner, benefits));
	for (uint8_t i = 0; i < also_count; i++)
		b2_strike(step, id, also[i].unit,
			  pn_facing_of_edges(also[i].edges, also[i].corners), benefits,
			  contact_clause(manner, benefits));
}
