/* Failed charges (T9-100 to T9-104): the highest die that was thrown, in inches, first a
 * wheel towards the Centre of the target, which costs the way of the outer corner, then
 * straight ahead with what is left. */

#include "common.h"
#include "t9.h"
#include "wheel.h"

/* Has the unit, wheeled so far, the Centre still to the side that it wheels to? */
static bool is_beyond(const struct pn_unit *unit, enum pn_corner corner, int32_t by, pn_vec centre)
{
	const pn_pose pose = pn_wheel_pose(unit->pose, t9_formation(unit), corner, by);
	const int32_t left = pn_turn_between(pose.facing, pn_bearing(pn_subtract(centre, pose.at)));

	return corner == PN_CORNER_LEFT ? left < 0 : left > 0;
}

/* Decides T9-101. How far it would wheel to face the Centre, at most what the distance pays for. */
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

static pn_len cost_of(const struct pn_unit *unit, int32_t by)
{
	return pn_wheel_cost(pn_frontage(t9_formation(unit)), by < 0 ? -by : by);
}

static struct turning turn_wanted(const struct pn_unit *unit, pn_vec centre, pn_len length)
{
	const int32_t off =
		pn_turn_between(unit->pose.facing, pn_bearing(pn_subtract(centre, unit->pose.at)));
	struct turning turning = {.corner = off < 0 ? PN_CORNER_LEFT : PN_CORNER_RIGHT};

	turning.by = off == 0 ? 0 : wanted(unit, turning.corner, centre, length);
	turning.cost = cost_of(unit, turning.by);
	return turning;
}

/* Decides T9-102. How far it goes straight on from where it has wheeled to; -1: it is too near to
 * somebody there (T9-103). */
static pn_len ahead_of(const struct pn_game *game, pn_unit_id id, const struct pn_obstacles *others,
		       pn_pose wheeled, pn_len length)
{
	const struct pn_unit *unit = &game->unit[id];
	struct pn_obstacles edges;

	t9_gather(&edges, game, id, T9_EDGES, PN_NO_UNIT);
	return t9_spaced(others, unit, wheeled, t9_straight(&edges, unit, wheeled, length, NULL));
}

/* T9-103, T9-105. Back to the last angle, as far as halving finds it, at which it may end. */
static int32_t wheel_back(const struct pn_obstacles *others, const struct pn_unit *unit,
			  enum pn_corner corner, int32_t by)
{
	const struct pn_formation formation = t9_formation(unit);
	int32_t good = 0;

	while (by - good > 1 || good - by > 1) {
		const int32_t middle = good + (by - good) / 2;

		const pn_pose pose = pn_wheel_pose(unit->pose, formation, corner, middle);

		if (t9_overlaps(others, unit, pose) >= 0 ||
		    t9_too_near(others, unit, pose, T9_SPACING, T9_SPACING) >= 0)
			by = middle;
		else
			good = middle;
	}
	return good;
}

/* T9-101 to T9-103. The wheel until somebody is in the way of it, then straight ahead with what
 * is left; half an inch from the others on the way, and an inch at the end. */
static void march(struct pn_step *step, pn_unit_id id, pn_vec centre, pn_len length)
{
	const struct pn_game *game = step->game;
	const struct pn_unit *unit = &game->unit[id];
	const struct pn_formation formation = t9_formation(unit);
	const struct turning wanted = turn_wanted(unit, centre, length);
	struct pn_obstacles others;
	int32_t by, unhindered;
	pn_pose wheeled;
	pn_len end;
	int met;

	t9_gather(&others, game, id, T9_ALL, PN_NO_UNIT);
	by = pn_obstacles_wheel(&others, unit->pose, formation, wanted.corner, wanted.by).by;
	t9_gather(&others, game, id, T9_UNITS_ALL | T9_GROUND, PN_NO_UNIT);
	unhindered = by;
	by = t9_wheel_spaced(&others, unit, unit->pose, wanted.corner, by, &met);
	end = ahead_of(game, id, &others, pn_wheel_pose(unit->pose, formation, wanted.corner, by),
		       length - cost_of(unit, by));
	if (end < 0) {
		by = wheel_back(&others, unit, wanted.corner, by);
		end = 0;
	}
	wheeled = pn_wheel_pose(unit->pose, formation, wanted.corner, by);
	if (by != 0)
		pn_tell_moved(step, id, PN_MANNER_WHEEL, wheeled, cost_of(unit, by),
			      by == unhindered ? PN_CLAUSE("T9-101") : PN_CLAUSE("T9-103"));
	if (end > 0)
		pn_tell_moved(step, id, PN_MANNER_FORCED, pn_pose_ahead(wheeled, end), end,
			      end < length - cost_of(unit, by) ? PN_CLAUSE("T9-103")
			      : by != 0                        ? PN_CLAUSE("T9-102")
							       : PN_CLAUSE("T9-100"));
}

/* T9-105. Over whatever is on the way; if it would end on somebody, or within an inch, back to
 * the last place where it may stand. */
static void fly_on(struct pn_step *step, pn_unit_id id, pn_vec centre, pn_len length)
{
	const struct pn_game *game = step->game;
	const struct pn_unit *unit = &game->unit[id];
	struct turning turning = turn_wanted(unit, centre, length);
	const struct pn_formation formation = t9_formation(unit);
	pn_pose wheeled = pn_wheel_pose(unit->pose, formation, turning.corner, turning.by);
	struct pn_obstacles edges;
	struct pn_obstacles others;
	pn_len end;

	t9_gather(&edges, game, id, T9_EDGES, PN_NO_UNIT);
	t9_gather(&others, game, id, T9_UNITS_ALL | T9_GROUND, PN_NO_UNIT);
	if (t9_overlaps(&edges, unit, wheeled) >= 0)
		return;
	end = t9_landing(&others, unit, wheeled,
			 t9_straight(&edges, unit, wheeled, length - turning.cost, NULL));
	if (end < 0) {
		turning.by = wheel_back(&others, unit, turning.corner, turning.by);
		wheeled = pn_wheel_pose(unit->pose, formation, turning.corner, turning.by);
	}
	if (turning.by != 0)
		pn_tell_moved(step, id, PN_MANNER_WHEEL, wheeled, cost_of(unit, turning.by),
			      PN_CLAUSE("T9-105"));
	if (end > 0)
		pn_tell_moved(step, id, PN_MANNER_FORCED, pn_pose_ahead(wheeled, end), end,
			      PN_CLAUSE("T9-105"));
}

/* Decides T9-100 and T9-104. */
void t9_fail(struct pn_step *step, const struct t9_charger *charger, enum pn_charge_outcome outcome,
	     pn_clause clause)
{
	const struct pn_game *game = step->game;
	const pn_unit_id id = charger->unit;
	const pn_vec centre = t9_centre(&game->unit[game->unit[id].order.target]);
	const pn_len length = charger->highest * PN_INCH;

	t9_end_charge(step, id, outcome, clause);
	if (pn_flag(&game->unit[id], T9_FLYING))
		fly_on(step, id, centre, length);
	else
		march(step, id, centre, length);
	pn_set_flag(step, id, T9_SHAKEN, PN_CLAUSE("T9-104"));
}
