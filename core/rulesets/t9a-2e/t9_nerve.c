/* The units that must take a Panic Test (T9-130), and the test itself. */

#include "common.h"
#include "t9.h"

enum { NEAR = 6 * PN_INCH };

void t9_panic_of(struct t9_panics *panics, pn_unit_id unit, pn_unit_id from, pn_clause why)
{
	if (panics->due[unit])
		return;
	panics->due[unit] = true;
	panics->from[unit] = from;
	panics->why[unit] = why;
}

/* Decides T9-130. */
void t9_panic_near(struct t9_panics *panics, const struct pn_game *game, pn_unit_id unit)
{
	for (pn_unit_id i = 0; i < game->unit_count; i++)
		if (i != unit && game->unit[i].on_board &&
		    game->unit[i].side == game->unit[unit].side &&
		    t9_units_within(game, i, unit, NEAR))
			t9_panic_of(panics, i, PN_NO_UNIT, PN_CLAUSE("T9-130"));
}

/* Decides T9-132. */
bool t9_stands(struct pn_step *step, pn_unit_id id, pn_clause clause)
{
	const struct pn_game *game = step->game;
	const struct pn_unit *unit = &game->unit[id];

	if (!unit->on_board || pn_engaged(game, id) || unit->state == T9_FLEEING ||
	    pn_flag(unit, T9_STEADIED))
		return true;
	if (pn_trait(unit, T9_FEARLESS)) {
		pn_set_flag(step, id, T9_STEADIED, PN_CLAUSE("T9-137"));
		return true;
	}
	if (!t9_test(step, id, T9_TEST_PLAIN, clause))
		return false;
	pn_set_flag(step, id, T9_STEADIED, PN_CLAUSE("T9-132"));
	return true;
}
