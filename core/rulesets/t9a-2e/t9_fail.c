/* Failed charges (T9-100 to T9-104): the highest die that was thrown, in inches, first a
 * wheel towards the Centre of the target, which costs the way of the outer corner, then
 * straight ahead with what is left. */

#include "t9.h"
#include "wheel.h"

/* Has the unit, wheeled so far, the Centre still to the side that it wheels to? */
static bool is_beyond(const struct pn_unit *unit, enum pn_corner corner, int32_t by, pn_vec centre)
{
	const pn_pose pose = pn_wheel_pose(unit->pose, t9_formation(unit), corner, by);
	const int32_t left = pn_turn_between(pose.facing, pn_bearing(pn_subtract(centre, pose.at)));

	return corner == PN_CORNER_LEFT ? left < 0 : left > 0;
}

/* T9-101. How far it would wheel to face the Centre, at most what the distance pays for. */
static int32_t wanted(const struct pn_unit *unit, enum pn_corner corner, pn_vec centre,
		      pn_len length)
{
	const int32_t afforded = pn_wheel_afforded(pn_frontage(t9_formation(unit)), length);
	const int32_t sign = corner == PN_CORNER_LEFT ? -1 : 1;
	int32_t short_of = 0;
	int32_t past = afforded + 1;

	while (past - short_of > 1) {
		int32_t middle = short_of + (past - short_of) / 2;

		if (is_beyond(unit, corner, sign * middle, centre))
			short_of = middle;
		else
			past = middle;
	}
	return sign * (past <= afforded ? past : afforded);
}

/* The wheel that it would make, and what that costs. */
struct turning {
	enum pn_corner corner;
	int32_t by;
	pn_len cost;
};

static struct turning turn_wanted(const struct pn_unit *unit, pn_vec centre, pn_len length)
{
	const int32_t off =
		pn_turn_between(unit->pose.facing, pn_bearing(pn_subtract(centre, unit->pose.at)));
	struct turning turning = {.corner = off < 0 ? PN_CORNER_LEFT : PN_CORNER_RIGHT};

	turning.by = off == 0 ? 0 : wanted(unit, turning.corner, centre, length);
	turning.cost = pn_wheel_cost(pn_frontage(t9_formation(unit)),
				     turning.by < 0 ? -turning.by : turning.by);
	return turning;
}

/* The wheel as far as nothing stops it. Returns what it cost. */
static pn_len wheel(struct pn_turn *turn, pn_unit_id id, pn_vec centre, pn_len length)
{
	const struct pn_game *game = turn->game;
	const struct pn_unit *unit = &game->unit[id];
	const struct pn_formation formation = t9_formation(unit);
	const struct turning turning = turn_wanted(unit, centre, length);
	const enum pn_corner corner = turning.corner;
	struct t9_obstacles found;
	struct pn_obstacles obstacles = {.shape = found.shape};
	int32_t by = turning.by;
	pn_len cost;

	t9_gather(&found, game, id, T9_ALL, PN_NO_UNIT);
	obstacles.count = found.count;
	by = pn_formation_turn(unit->pose, formation,
			       pn_wheel_centre(unit->pose, formation, corner), by, &obstacles)
		     .by;
	if (by == 0)
		return 0;
	cost = pn_wheel_cost(pn_frontage(formation), by < 0 ? -by : by);
	t9_tell_move(turn, id, PN_MANNER_WHEEL, pn_wheel_pose(unit->pose, formation, corner, by),
		     cost, PN_CLAUSE("T9-101"));
	return cost;
}

/* T9-102, T9-103. */
static void go_on(struct pn_turn *turn, pn_unit_id id, pn_len length, pn_clause clause)
{
	const struct pn_game *game = turn->game;
	const struct pn_unit *unit = &game->unit[id];
	struct t9_obstacles edges;
	struct t9_obstacles others;
	pn_len end;

	t9_gather(&edges, game, id, T9_EDGES, PN_NO_UNIT);
	t9_gather(&others, game, id, T9_UNITS_ALL | T9_GROUND, PN_NO_UNIT);
	end = t9_straight(&edges, unit, unit->pose, length, NULL);
	end = t9_spaced(&others, unit, unit->pose, end);
	if (end > 0)
		t9_tell_move(turn, id, PN_MANNER_FORCED, t9_ahead(unit->pose, end), end,
			     end < length ? PN_CLAUSE("T9-103") : clause);
}

/* T9-105. Over whatever is on the way; if it would end on somebody, or within an inch, back to
 * the last place where it may stand. */
static void fly_on(struct pn_turn *turn, pn_unit_id id, pn_vec centre, pn_len length)
{
	const struct pn_game *game = turn->game;
	const struct pn_unit *unit = &game->unit[id];
	const struct turning turning = turn_wanted(unit, centre, length);
	const pn_pose wheeled =
		pn_wheel_pose(unit->pose, t9_formation(unit), turning.corner, turning.by);
	struct t9_obstacles edges;
	struct t9_obstacles others;
	pn_len end;

	t9_gather(&edges, game, id, T9_EDGES, PN_NO_UNIT);
	t9_gather(&others, game, id, T9_UNITS_ALL | T9_GROUND, PN_NO_UNIT);
	if (t9_overlaps(&edges, unit, wheeled) >= 0)
		return;
	end = t9_landing(&others, unit, wheeled,
			 t9_straight(&edges, unit, wheeled, length - turning.cost, NULL));
	if (end < 0)
		return;
	if (turning.by != 0)
		t9_tell_move(turn, id, PN_MANNER_WHEEL, wheeled, turning.cost, PN_CLAUSE("T9-105"));
	if (end > 0)
		t9_tell_move(turn, id, PN_MANNER_FORCED, t9_ahead(wheeled, end), end,
			     PN_CLAUSE("T9-105"));
}

void t9_fail(struct pn_turn *turn, const struct t9_charger *charger, enum pn_charge_outcome outcome,
	     pn_clause clause)
{
	const struct pn_game *game = turn->game;
	const pn_unit_id id = charger->unit;
	const pn_vec centre = t9_centre(&game->unit[game->unit[id].order.target]);
	const pn_len length = charger->highest * PN_INCH;
	pn_len spent;

	t9_end_charge(turn, id, outcome, clause);
	if (t9_flag(&game->unit[id], T9_FLYING)) {
		fly_on(turn, id, centre, length);
	} else {
		spent = wheel(turn, id, centre, length);
		go_on(turn, id, length - spent,
		      spent > 0 ? PN_CLAUSE("T9-102") : PN_CLAUSE("T9-100"));
	}
	pn_set_flag(turn, id, T9_SHAKEN, PN_CLAUSE("T9-104"));
}
