/* Rallying (T9-70 to T9-75), at the head of the Movement Phase of the unit's own side; and
 * melees, whose losses and flights are agreed on and frighten those nearby (T9-130). */

#include "common.h"
#include "melee.h"
#include "t9.h"

enum { WHOLE = 100, DECIMATED = 4 };

/* Decides T9-74. A unit with at most a quarter of its Health Points rallies at part of its
 * Discipline, rounded up. */
static int32_t needed_to_rally(const struct pn_game *game, pn_unit_id id, bool *decimated)
{
	const struct pn_unit *unit = &game->unit[id];
	const int32_t discipline = t9_discipline(game, id);

	*decimated = t9_health(unit) * DECIMATED <= t9_health_at_start(unit);
	return *decimated ? (discipline * game->params[T9_PARAM_DECIMATED] + WHOLE - 1) / WHOLE
			  : discipline;
}

/* Decides T9-71, T9-72 and T9-138. */
static void rally(struct pn_step *step, pn_unit_id id)
{
	pn_set_state(step, id, T9_GOOD, PN_CLAUSE("T9-71"));
	pn_set_flag(step, id, T9_MAY_REFORM, PN_CLAUSE("T9-72"));
	if (pn_flag(&step->game->unit[id], T9_FEIGNED))
		pn_clear_flag(step, id, T9_FEIGNED, PN_CLAUSE("T9-138"));
	else
		pn_set_flag(step, id, T9_SHAKEN, PN_CLAUSE("T9-72"));
}

/* Decides T9-73 and T9-75. */
static void flee_on(struct pn_step *step, pn_unit_id id)
{
	const struct pn_game *game = step->game;
	const pn_angle heading = game->switches[T9_SWITCH_LATER_FLIGHT] == T9_LATER_STRAIGHT_ON
					 ? game->unit[id].pose.facing
					 : t9_heading_from_closest(step, id);
	const struct t9_cause cause = {.pivot = {"T9-75"}, .roll = {"T9-73"}};
	struct t9_panics panics = {0};

	pn_clear_flag(step, id, T9_FEIGNED, PN_CLAUSE("T9-138"));
	t9_flee(step, id, heading, cause, &panics);
	t9_panic(step, &panics);
}

/* Decides T9-70. */
void t9_rally_all(struct pn_step *step)
{
	const struct pn_game *game = step->game;
	bool flees[PN_UNITS_MAX];

	for (pn_unit_id i = 0; i < game->unit_count; i++)
		flees[i] = game->unit[i].on_board && game->unit[i].side == game->active &&
			   game->unit[i].state == T9_FLEEING && !pn_engaged(game, i);
	for (pn_unit_id i = 0; i < game->unit_count; i++) {
		bool decimated;
		int32_t needed;

		if (!flees[i])
			continue;
		needed = needed_to_rally(game, i, &decimated);
		if (t9_test_against(step, i, T9_TEST_PLAIN, needed,
				    decimated ? PN_CLAUSE("T9-74") : PN_CLAUSE("T9-70")))
			rally(step, i);
		else
			flee_on(step, i);
	}
}

/* ---- melees ---- */

void t9_run_melee(struct pn_step *step)
{
	const struct pn_game *game = step->game;
	const pn_unit_id next = pn_next_melee(game);

	if (next != PN_NO_UNIT) {
		pn_open_melee(step, T9_SETTLE_MELEE, next);
		return;
	}
	for (pn_unit_id i = 0; i < game->unit_count; i++)
		pn_clear_flag(step, i, T9_CHARGING, PN_CLAUSE("T9-37"));
	pn_next_turn(step);
}

void t9_apply_accept_outcome(struct pn_step *step, pn_side side, const struct pn_command *command)
{
	const struct pn_game *game = step->game;
	struct t9_panics panics = {0};
	bool stood[PN_UNITS_MAX];
	bool there[PN_UNITS_MAX];

	for (pn_unit_id i = 0; i < game->unit_count; i++) {
		stood[i] = game->unit[i].state != T9_FLEEING;
		there[i] = game->unit[i].on_board;
	}
	pn_apply_accept_outcome(step, side, command);
	for (pn_unit_id i = 0; i < game->unit_count; i++)
		if (there[i] &&
		    (!game->unit[i].on_board || (stood[i] && game->unit[i].state == T9_FLEEING)))
			t9_panic_near(&panics, game, i);
	t9_panic(step, &panics);
}
