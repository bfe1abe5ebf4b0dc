/* The charge moves: distance, way, contact, and two that meet.
 *
 * A charge goes to contact by the best way there is (AW-G1); without one its owner says
 * how far it goes towards its target, at least half (AW-03), all if frenzied (AW-09). Two
 * that come together on their ways meet where their pro-rated moves meet (AW-61). */

#include "aw.h"
#include "common.h"

static void strike(struct pn_step *step, pn_unit_id id, const struct aw_way *way)
{
	const pn_unit_id target = step->game->unit[id].order.target;
	const pn_pose from = step->game->unit[id].pose;

	aw_wheel(step, id, way->wheeled, way->cost, PN_CLAUSE("AW-G1"));
	pn_tell_moved(step, id, PN_MANNER_CHARGE, way->end, way->length, PN_CLAUSE("AW-03"));
	aw_pass_through(step, id, way->wheeled, way->wheeled.facing, way->length);
	aw_touch(step, id, target, from, way->facing,
		 !aw_is_spoilt(step->game, id, target, way->wheeled, way->end), (pn_clause){""});
	aw_touch_also(step, id, target, way->wheeled, from, true, (pn_clause){""});
	aw_finish_charge(step, id, from, PN_CHARGE_CONTACT,
			 aw_goes_all_the_way(&step->game->unit[id]) ? PN_CLAUSE("AW-09")
								    : PN_CLAUSE("AW-03"));
}

/* ---- one after another ---- */

/* Events that one charge, and the units that meet it, bring about at most: friends it goes through,
 * enemies reached at the same instant, and the dice of all that it may meet. */
enum { EVENTS_OF_ONE = 40 + 2 * PN_SIDE_UNITS_MAX + 3 * PN_UNITS_MAX };

static void go(struct pn_step *step, pn_unit_id id)
{
	const struct pn_game *game = step->game;
	struct aw_way way;

	if (aw_find_way(game, id, game->unit[id].order.target, aw_allowance(game, id), &way))
		strike(step, id, &way);
	else
		aw_fall_short(step, id);
}

static void work(struct pn_step *step, pn_unit_id id)
{
	const struct pn_game *game = step->game;
	pn_unit_id before[PN_UNITS_MAX];
	uint8_t count;

	if (pn_engaged(game, id) || !aw_is_steady(&game->unit[id])) {
		aw_end_charge(step, id, PN_CHARGE_INTERRUPTED,
			      pn_engaged(game, id) ? PN_CLAUSE("PN-09") : PN_CLAUSE("AW-85"));
		return;
	}
	aw_begin_charge(step, id);
	if (aw_try_to_meet(step, id))
		return;
	/* A charge at an enemy that charges elsewhere follows it there, whichever flank comes first. Of
	 * enemies that charge round in a ring any two that meet do so before one of them goes for itself. */
	count = aw_go_before(game, id, before);
	for (uint8_t i = 0; i < count; i++) {
		if (count > 1 && !aw_may_meet(game, before[i]))
			continue;
		aw_begin_charge(step, before[i]);
		if (aw_try_to_meet(step, before[i]))
			return;
	}
	aw_begin_charge(step, before[0]);
	go(step, before[0]);
}

/* One after another. A great many at once fill the list of what a command brought about:
 * then whoever goes first says go on. */
void aw_run_charges(struct pn_step *step)
{
	const struct pn_game *game = step->game;
	pn_unit_id order[PN_UNITS_MAX];

	if (step->out->count > PN_EVENTS_MAX - EVENTS_OF_ONE) {
		pn_ask(step, (pn_side)game->facts[AW_FACT_FIRST], AW_GO_ON, PN_CLAUSE("AW-71"));
		return;
	}
	aw_by_flank(game, order);
	for (pn_unit_id i = 0; i < game->unit_count; i++)
		if (aw_charges(&game->unit[order[i]])) {
			work(step, order[i]);
			return;
		}
	pn_enter_phase(step, AW_TACTICAL, (pn_side)game->facts[AW_FACT_FIRST], (pn_clause){""});
}

void aw_list_go_on(const struct pn_game *view, pn_side side, struct pn_actions *out)
{
	pn_action_add(out, PN_GROUP_STEP, "offer.pass", pn_command_of(PN_COMMAND_PASS),
		      PN_CLAUSE("AW-71"));
}
