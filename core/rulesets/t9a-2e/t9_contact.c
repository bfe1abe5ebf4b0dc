/* Contact: how far a charge goes, which other units it touches (T9-91), and which are caught in
 * flight (T9-93). */

#include "common.h"
#include "t9.h"

enum { CHAMPION_MINIMUM = 4 };

/* Decides T9-80 and T9-83. */
pn_len t9_charge_range(const struct pn_unit *unit, int16_t rolled)
{
	if (pn_trait(unit, T9_CHAMPION) && rolled < CHAMPION_MINIMUM)
		rolled = CHAMPION_MINIMUM;
	return t9_charge_rate(unit) + rolled * PN_INCH;
}

/* Decides T9-81. */
bool t9_reaches(const struct pn_game *game, pn_unit_id id, pn_unit_id target, int16_t rolled)
{
	return t9_units_within(game, id, target, t9_charge_range(&game->unit[id], rolled));
}

struct t9_asked t9_asked_of(const struct pn_game *game, pn_unit_id id)
{
	const struct pn_unit *unit = &game->unit[id];
	const struct pn_unit *target = &game->unit[unit->order.target];

	return (struct t9_asked){
		.view = game,
		.unit = id,
		.target = unit->order.target,
		/* A fleeing target is struck wherever it is met. */
		.facing = target->state == T9_FLEEING ? T9_ANY_FACING : t9_charged_facing(unit),
		.kinds = T9_ALL,
		.flies = pn_flag(unit, T9_FLYING),
	};
}

/* Decides T9-91. Another unit that is touched holds, or, under the parameter, is asked when all
 * chargers of the target have moved (t9_react.c). A fleeing one, which cannot hold, is always
 * asked (T9-28). */
static void charge_other(struct pn_step *step, pn_unit_id id, pn_unit_id other)
{
	const struct pn_game *game = step->game;
	const bool flees = game->unit[other].state == T9_FLEEING && !pn_engaged(game, other);
	const bool is_asked = game->unit[other].tally[T9_TOUCHED] > 0;

	pn_tell_charge_began(step, id, other, 0, PN_CLAUSE("T9-91"));
	if (flees || (game->params[T9_PARAM_SECONDARY] && !is_asked)) {
		if (!is_asked)
			pn_set_tally(step, other, T9_TOUCHED, (uint8_t)(id + 1),
				     PN_CLAUSE("T9-91"));
		return;
	}
	pn_tell_reaction(step, other, id, T9_HOLD, PN_CLAUSE("T9-91"));
	t9_touch(step, id, other, t9_facing_met(&game->unit[other], &game->unit[id]),
		 PN_CLAUSE("T9-91"));
}

void t9_charge_others(struct pn_step *step, pn_unit_id id, pn_unit_id target)
{
	const struct pn_game *game = step->game;
	const struct pn_shape own = t9_boundary(&game->unit[id]);

	for (pn_unit_id i = 0; i < game->unit_count; i++) {
		struct pn_shape other;

		if (i == target || !game->unit[i].on_board ||
		    game->unit[i].side == game->unit[id].side)
			continue;
		other = t9_boundary(&game->unit[i]);
		if (pn_shapes_touch(&own, &other))
			charge_other(step, id, i);
	}
}

/* Decides T9-93. A fleeing unit that is caught is gone. */
void t9_catch_fleeing(struct pn_step *step, pn_unit_id id, pn_unit_id target)
{
	struct t9_panics panics = {0};

	t9_end_charge(step, id, PN_CHARGE_CONTACT, PN_CLAUSE("T9-93"));
	pn_clear_flag(step, id, T9_CHARGING, PN_CLAUSE("T9-37"));
	pn_tell_removed(step, target, PN_CLAUSE("T9-93"));
	if (step->game->params[T9_PARAM_REFORM])
		pn_set_flag(step, id, T9_MAY_REFORM, PN_CLAUSE("T9-93"));
	t9_panic_near(&panics, step->game, target);
	t9_panic(step, &panics);
}
