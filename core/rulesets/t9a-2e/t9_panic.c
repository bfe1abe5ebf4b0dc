/* Panic Tests (T9-130 to T9-135). All that fall due at one moment are taken before anybody
 * moves (T9-134); then those who failed flee, which may bring on others. It ends, because
 * nobody who flees tests again, nor who has passed in this phase (T9-132). */

#include "t9.h"

enum { NEAR = 6 * PN_INCH, ROUNDS_MAX = 2 * PN_UNITS_MAX };

void t9_panic_of(struct t9_panics *panics, pn_unit_id unit, pn_unit_id from, pn_clause why)
{
	if (panics->due[unit])
		return;
	panics->due[unit] = true;
	panics->from[unit] = from;
	panics->why[unit] = why;
}

void t9_panic_near(struct t9_panics *panics, const struct pn_game *game, pn_unit_id unit)
{
	for (pn_unit_id i = 0; i < game->unit_count; i++)
		if (i != unit && game->unit[i].on_board &&
		    game->unit[i].side == game->unit[unit].side &&
		    t9_units_within(game, i, unit, NEAR))
			t9_panic_of(panics, i, PN_NO_UNIT, PN_CLAUSE("T9-130"));
}

bool t9_stands(struct pn_step *step, pn_unit_id id, pn_clause clause)
{
	const struct pn_game *game = step->game;
	const struct pn_unit *unit = &game->unit[id];

	if (!unit->on_board || pn_engaged(game, id) || unit->state == T9_FLEEING ||
	    t9_flag(unit, T9_STEADIED))
		return true;
	if (t9_trait(unit, T9_FEARLESS)) {
		pn_set_flag(step, id, T9_STEADIED, PN_CLAUSE("T9-137"));
		return true;
	}
	if (!t9_test(step, id, T9_TEST_PLAIN, clause))
		return false;
	pn_set_flag(step, id, T9_STEADIED, PN_CLAUSE("T9-132"));
	return true;
}

/* T9-133, T9-135. */
static void run(struct pn_step *step, pn_unit_id id, pn_unit_id from, bool with_others,
		struct t9_panics *panics)
{
	const struct pn_game *game = step->game;
	const struct t9_cause cause = {
		.pivot = {"T9-133"},
		.roll = with_others ? PN_CLAUSE("T9-134") : PN_CLAUSE("T9-60"),
	};

	if (!game->unit[id].on_board || game->unit[id].state == T9_FLEEING)
		return;
	t9_flee(step, id,
		from == PN_NO_UNIT ? t9_heading_from_closest(step, id)
				   : t9_heading_away(step, id, from),
		cause, panics);
}

void t9_panic(struct pn_step *step, struct t9_panics *panics)
{
	for (int round = 0; round < ROUNDS_MAX; round++) {
		const struct t9_panics now = *panics;
		bool fails[PN_UNITS_MAX] = {false};
		int failed = 0;

		memset(panics, 0, sizeof *panics);
		for (pn_unit_id i = 0; i < step->game->unit_count; i++) {
			fails[i] = now.due[i] && !t9_stands(step, i, now.why[i]);
			failed += fails[i];
		}
		if (failed == 0)
			return;
		for (pn_unit_id i = 0; i < step->game->unit_count; i++)
			if (fails[i])
				run(step, i, now.from[i], failed > 1, panics);
	}
}
