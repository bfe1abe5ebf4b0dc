/* What a declaration, a reaction or a charge hangs on: measuring is allowed (T9-82), so the roll
 * that a charge needs is known before it is thrown; and of every distance that a unit may flee
 * it is known where it ends, and how far its charger then has to go. */

#include "t9.h"

enum { LEAST = 2, MOST = 12, UNREACHABLE = MOST + 1 };

/* The Charge Range Roll, held against the least that is far enough. */
static struct pn_roll range_roll(const struct pn_game *game, pn_unit_id id, pn_unit_id target)
{
	struct pn_roll roll = t9_distance_roll(game, id, PN_CLAUSE("T9-80"));

	roll.test = PN_TEST_AT_LEAST;
	for (roll.needed = LEAST; roll.needed < UNREACHABLE; roll.needed++)
		if (t9_reaches(game, id, target, roll.needed))
			break;
	return roll;
}

static void preview_reach(struct pn_preview *out, const struct pn_game *view, pn_unit_id id,
			  pn_unit_id target)
{
	const struct pn_roll roll = range_roll(view, id, target);
	uint32_t of;
	const uint32_t ways = pn_roll_ways(view, &roll, &of);

	pn_preview_chance(out, view, roll, "odds.reach", ways, of);
}

/* ---- fleeing ---- */

/* How many throws of its charger do not reach a unit that has fled so far; none do not when it
 * is gone. */
static uint32_t ways_to_escape(const struct pn_game *view, pn_unit_id id, pn_unit_id charger,
			       struct t9_flown flown, int16_t distance, uint32_t *of)
{
	struct pn_game then = *view;
	struct pn_roll roll;
	uint32_t ways;

	t9_run_away(view, id, distance * PN_INCH, &flown);
	then.unit[id].pose = pn_pose_ahead(flown.flight.pivoted, flown.flight.length);
	roll = range_roll(&then, charger, id);
	ways = pn_roll_ways(&then, &roll, of);
	return flown.caught_by != PN_NO_UNIT || flown.off ? 0 : *of - ways;
}

/* That it stays on the board and out of its charger's reach. Of two in one place nobody knows
 * which way one flees. */
static void preview_escape(struct pn_preview *out, const struct pn_game *view, pn_unit_id id,
			   pn_unit_id charger)
{
	const pn_vec away =
		pn_subtract(t9_centre(&view->unit[id]), t9_centre(&view->unit[charger]));
	struct pn_roll roll = t9_distance_roll(view, id, PN_CLAUSE("T9-22"));
	struct t9_flown flown;
	uint32_t ways = 0;
	uint32_t farther, fled_of, of;

	out->rolls = true;
	if (away.x == 0 && away.y == 0)
		return;
	t9_turn_to_flee(view, id, pn_bearing(away), &flown);
	roll.test = PN_TEST_AT_LEAST;
	roll.needed = MOST + 1;
	farther = pn_roll_ways(view, &roll, &fled_of);
	for (roll.needed = MOST; roll.needed >= LEAST; roll.needed--) {
		const uint32_t as_far = pn_roll_ways(view, &roll, &fled_of);

		ways += (as_far - farther) *
			ways_to_escape(view, id, charger, flown, roll.needed, &of);
		farther = as_far;
	}
	roll.test = PN_TEST_NONE;
	roll.needed = 0;
	pn_preview_chance(out, view, roll, "odds.escape", ways, fled_of * of);
}

/* A charge at a target: one that flees already flees again (T9-28). */
static void preview_target(struct pn_preview *out, const struct pn_game *view, pn_unit_id id,
			   pn_unit_id target)
{
	if (view->unit[target].state == T9_FLEEING)
		preview_escape(out, view, target, id);
	else
		preview_reach(out, view, id, target);
}

/* ---- the commands ---- */

void t9_preview_declare_charge(const struct pn_game *view, pn_side side,
			       const struct pn_command *command, struct pn_preview *out)
{
	preview_target(out, view, command->unit, command->target);
	out->rolls = false;
}

void t9_preview_redirect(const struct pn_game *view, pn_side side, const struct pn_command *command,
			 struct pn_preview *out)
{
	t9_preview_test(out, view, command->unit, PN_CLAUSE("T9-40"));
	preview_target(out, view, command->unit, command->target);
}

/* T9-90. All who charge that target roll. */
void t9_preview_charge(const struct pn_game *view, pn_side side, const struct pn_command *command,
		       struct pn_preview *out)
{
	const pn_unit_id declared = view->unit[command->unit].order.target;
	const pn_unit_id target = command->target == PN_NO_UNIT ? declared : command->target;

	preview_reach(out, view, command->unit, target);
	for (pn_unit_id i = 0; i < view->unit_count; i++)
		if (i != command->unit && t9_charges(&view->unit[i], target))
			preview_reach(out, view, i, target);
}

void t9_preview_reaction(const struct pn_game *view, pn_side side, const struct pn_command *command,
			 struct pn_preview *out)
{
	const struct pn_pending *top = pn_top_pending(view);

	if (command->kind == PN_COMMAND_FLEE) {
		preview_escape(out, view, top->unit, top->other);
		return;
	}
	if (command->kind == PN_COMMAND_STAND_AND_SHOOT)
		t9_preview_shots(out, view, top->unit, top->other);
	preview_reach(out, view, top->other, top->unit);
	out->rolls = command->kind == PN_COMMAND_STAND_AND_SHOOT;
}
