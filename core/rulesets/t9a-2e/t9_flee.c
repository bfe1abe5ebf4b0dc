/* Flee Moves (T9-20 to T9-27, T9-60 to T9-66): a pivot about the unit's Centre, 2D6 inches
 * straight ahead through whatever stands there, and on from where it may not stand.
 *
 * Of what ends it, the board's edge and a unit that declared a charge against the fleer, the
 * nearer counts; the way that T9-62 adds is part of the move. The second is
 * looked for with the front alone: a strip a tenth of a millimetre deep. */

#include "common.h"
#include "t9.h"
#include "wheel.h"

enum { FRONT_DEPTH = 10, TIES_MAX = 6, TIE_ROLLS_MAX = 16, STEPS_OF_36 = 6 };

/* ---- which way ---- */

/* The two Centres are one point: one of 36 headings. */
static pn_angle any_heading(struct pn_step *step, pn_unit_id id)
{
	uint8_t face[PN_FACES_MAX];

	pn_throw(step,
		 (struct pn_roll){.who = id,
				  .what = T9_ROLL_TWO_DICE,
				  .clause = PN_CLAUSE("T9-21"),
				  .face = face},
		 NULL);
	return (pn_angle)(((face[0] - 1) * STEPS_OF_36 + face[1] - 1) * 2 * PN_TURN_HALF /
			  (STEPS_OF_36 * STEPS_OF_36));
}

/* Decides T9-21. */
pn_angle t9_heading_away(struct pn_step *step, pn_unit_id id, pn_unit_id other)
{
	const pn_vec line =
		pn_subtract(t9_centre(&step->game->unit[id]), t9_centre(&step->game->unit[other]));

	return line.x == 0 && line.y == 0 ? any_heading(step, id) : pn_bearing(line);
}

/* One of so many that are equally close, by a die. */
static uint8_t choose(struct pn_step *step, pn_unit_id id, uint8_t count)
{
	for (int i = 0; i < TIE_ROLLS_MAX && count > 1; i++) {
		int16_t face = pn_throw(step,
					(struct pn_roll){.who = id,
							 .what = T9_ROLL_TWO_DICE,
							 .clause = PN_CLAUSE("T9-133"),
							 .count = 1},
					NULL);

		if (face <= count)
			return (uint8_t)(face - 1);
	}
	return 0;
}

pn_angle t9_heading_from_closest(struct pn_step *step, pn_unit_id id)
{
	const struct pn_game *game = step->game;
	const struct pn_shape own = t9_boundary(&game->unit[id]);
	pn_unit_id closest[TIES_MAX];
	pn_fraction least = {0, 1};
	uint8_t count = 0;

	for (pn_unit_id i = 0; i < game->unit_count; i++) {
		struct pn_shape other;
		pn_fraction far;
		int order;

		if (!game->unit[i].on_board || game->unit[i].side == game->unit[id].side)
			continue;
		other = t9_boundary(&game->unit[i]);
		far = pn_shape_distance_squared(&own, &other);
		order = count == 0 ? -1 : pn_fraction_compare(far, least);
		if (order < 0)
			count = 0;
		if (order <= 0 && count < TIES_MAX)
			closest[count++] = i;
		if (order < 0)
			least = far;
	}
	return count == 0 ? game->unit[id].pose.facing
			  : t9_heading_away(step, id, closest[choose(step, id, count)]);
}

/* ---- who is in the way ---- */

static struct pn_shape front_at(const struct pn_unit *unit, pn_pose pose)
{
	const pn_len half = pn_frontage(t9_formation(unit)) / 2;

	return (struct pn_shape){4,
				 {pn_ahead(pose, 0, -half), pn_ahead(pose, 0, half),
				  pn_ahead(pose, -FRONT_DEPTH, half),
				  pn_ahead(pose, -FRONT_DEPTH, -half)}};
}

/* Decides T9-27. */
static void gather_declarers(struct pn_obstacles *out, const struct pn_game *game, pn_unit_id id)
{
	out->count = 0;
	for (pn_unit_id i = 0; i < game->unit_count; i++)
		if (game->unit[i].side != game->unit[id].side && t9_declared_against(game, i, id)) {
			out->shape[out->count] = t9_boundary(&game->unit[i]);
			out->unit[out->count++] = i;
		}
}

/* Decides T9-25. The declarer whom the front touches when the pivot is done, or, as the switch has
 * it, on the way; or -1. */
static int pivots_into(const struct pn_game *game, const struct pn_unit *unit,
		       const struct t9_flight *flight, const struct pn_obstacles *declarers)
{
	const int32_t by = pn_turn_between(flight->start.facing, flight->pivoted.facing);
	const struct pn_shape front = front_at(unit, flight->pivoted);
	const struct pn_shape before = front_at(unit, flight->start);
	const struct pn_turn_obstacles found = {.shape = declarers->shape,
						.count = declarers->count};

	for (uint16_t i = 0; i < declarers->count; i++)
		if (pn_shapes_touch(&front, &declarers->shape[i]) ||
		    pn_shapes_overlap(&front, &declarers->shape[i]))
			return i;
	if (game->switches[T9_SWITCH_PIVOT_SWEEPS] != T9_PIVOT_SWEEPS)
		return PN_TURN_FREE;
	return pn_shape_turn(&before, t9_centre(unit), by, &found).stopped_by;
}

/* How far the front goes before it touches a declarer, whose index is `met`, or -1. */
static pn_len runs_into(const struct pn_unit *unit, pn_pose pose, pn_len length,
			const struct pn_obstacles *declarers, int *met)
{
	const struct pn_shape front = front_at(unit, pose);
	struct pn_sweep_contact contact;

	*met = -1;
	if (!pn_sweep(&front, pn_along(pose.facing, length), declarers->shape, declarers->count,
		      &contact))
		return length;
	*met = contact.obstacle;
	return pn_sweep_distance(length, contact.at);
}

/* Decides T9-61. How far it goes before it touches the board's edge. */
static pn_len runs_off(const struct pn_game *game, pn_unit_id id, pn_pose pose, pn_len length,
		       bool *met)
{
	struct pn_obstacles edges;
	int index;

	t9_gather(&edges, game, id, T9_EDGES, PN_NO_UNIT);
	*met = true;
	if (t9_overlaps(&edges, &game->unit[id], pose) >= 0)
		return 0;
	length = t9_straight(&edges, &game->unit[id], pose, length, &index);
	*met = index >= 0;
	return length;
}

/* ---- what it crosses ---- */

/* Decides T9-66 and T9-68. The models that crossed an enemy or impassable ground are in danger,
 * once for each of these, in the pivot as well (T9-63). */
static void brave(struct pn_step *step, pn_unit_id id, const struct t9_flight *flight,
		  const struct pn_shape *shape, pn_clause why, struct t9_panics *panics)
{
	enum { DANGER = 3 };
	const struct pn_unit *unit = &step->game->unit[id];
	const unsigned when = unit->on_board ? t9_crossed(unit, flight, shape) : 0;

	if (when == 0)
		return;
	if (when == T9_IN_THE_PIVOT)
		why = PN_CLAUSE("T9-63");
	else if (when & T9_IN_THE_PIVOT)
		why = PN_CLAUSE("T9-68");
	t9_endanger(step, id, t9_models_crossed(unit, flight, shape), DANGER, why, panics);
}

/* Decides T9-65. Friends crossed panic, enemies and ground are dangerous (T9-66). */
static void suffer_crossings(struct pn_step *step, pn_unit_id id, const struct t9_flight *flight,
			     bool reaction, struct t9_panics *panics)
{
	const struct pn_game *game = step->game;
	const struct pn_unit *unit = &game->unit[id];

	for (pn_unit_id i = 0; i < game->unit_count; i++) {
		const bool bystander = reaction && !t9_declared_against(game, i, id);
		struct pn_shape shape;

		if (i == id || !game->unit[i].on_board)
			continue;
		shape = t9_boundary(&game->unit[i]);
		if (game->unit[i].side != unit->side)
			brave(step, id, flight, &shape,
			      bystander ? PN_CLAUSE("T9-27") : PN_CLAUSE("T9-66"), panics);
		else if (t9_crossed(unit, flight, &shape))
			t9_panic_of(panics, i, PN_NO_UNIT, PN_CLAUSE("T9-65"));
	}
	for (uint8_t i = 0; i < game->terrain_count; i++)
		if (game->terrain[i].kind == T9_IMPASSABLE)
			brave(step, id, flight, &game->terrain[i].shape, PN_CLAUSE("T9-66"),
			      panics);
}

static void perish(struct pn_step *step, pn_unit_id id, const struct t9_flight *flight,
		   struct t9_panics *panics, pn_clause clause)
{
	pn_tell_removed(step, id, clause);
	t9_panic_near(panics, step->game, id);
	suffer_crossings(step, id, flight, false, panics);
}

/* ---- the move ---- */

void t9_turn_to_flee(const struct pn_game *game, pn_unit_id id, pn_angle heading,
		     struct t9_flown *out)
{
	const struct pn_unit *unit = &game->unit[id];
	struct pn_obstacles declarers;
	int caught;

	out->flight.start = unit->pose;
	out->flight.length = 0;
	out->flight.pivoted = pn_pose_turned(unit->pose, t9_centre(unit),
					     pn_turn_between(unit->pose.facing, heading));
	out->off = false;
	gather_declarers(&declarers, game, id);
	caught = pivots_into(game, unit, &out->flight, &declarers);
	out->caught_by = caught >= 0 ? declarers.unit[caught] : PN_NO_UNIT;
}

/* Decides T9-26. A unit that has redirected since still counts as a declarer. */
static pn_clause caught_by(const struct pn_game *game, pn_unit_id id, pn_unit_id declarer)
{
	const struct pn_unit *unit = &game->unit[declarer];

	return !t9_charges(unit, id) && pn_flag(unit, T9_REDIRECTED) &&
			       unit->tally[T9_FORMER] == id + 1
		       ? PN_CLAUSE("T9-26")
		       : PN_CLAUSE("T9-25");
}

/* T9-60, T9-62, T9-64. What the length of the way follows from. */
static pn_clause clause_of_way(const struct pn_game *game, pn_unit_id id,
			       const struct t9_flight *flight, bool extended)
{
	struct pn_obstacles standing;

	if (extended)
		return PN_CLAUSE("T9-62");
	t9_gather(&standing, game, id, T9_UNITS_ALL | T9_GROUND, PN_NO_UNIT);
	for (uint16_t i = 0; i < standing.count; i++)
		if (t9_crossed(&game->unit[id], flight, &standing.shape[i]) & T9_STRAIGHT_ON)
			return PN_CLAUSE("T9-64");
	return PN_CLAUSE("T9-60");
}

/* Decides T9-62 and T9-64. */
void t9_run_away(const struct pn_game *game, pn_unit_id id, pn_len length, struct t9_flown *out)
{
	const struct pn_unit *unit = &game->unit[id];
	const pn_len far = game->width + game->depth;
	const pn_pose pose = out->flight.pivoted;
	struct pn_obstacles among;
	pn_len whole;
	int caught;

	t9_gather(&among, game, id, T9_UNITS_ALL | T9_GROUND, PN_NO_UNIT);
	whole = t9_clear_from(&among, unit, pose, length, far);
	if (whole < 0)
		whole = far;
	whole = runs_off(game, id, pose, whole, &out->off);
	gather_declarers(&among, game, id);
	out->flight.length = runs_into(unit, pose, whole, &among, &caught);
	if (caught >= 0)
		out->caught_by = among.unit[caught];
}

/* The straight part, from the pivoted pose. */
static void run(struct pn_step *step, pn_unit_id id, pn_len length, struct t9_flown *flown,
		bool reaction, struct t9_panics *panics)
{
	const struct pn_game *game = step->game;
	const struct t9_flight *flight = &flown->flight;

	t9_run_away(game, id, length, flown);
	pn_tell_moved(step, id, PN_MANNER_FLEE, pn_pose_ahead(flight->pivoted, flight->length),
		      flight->length, clause_of_way(game, id, flight, flight->length > length));
	if (flown->caught_by != PN_NO_UNIT)
		perish(step, id, flight, panics, caught_by(game, id, flown->caught_by));
	else if (flown->off)
		perish(step, id, flight, panics, PN_CLAUSE("T9-61"));
	else
		suffer_crossings(step, id, flight, reaction, panics);
}

/* Decides T9-60. */
void t9_flee(struct pn_step *step, pn_unit_id id, pn_angle heading, struct t9_cause cause,
	     struct t9_panics *panics)
{
	const struct pn_game *game = step->game;
	struct t9_flown flown;
	pn_len length;

	if (game->unit[id].order.verb == T9_VERB_CHARGE)
		t9_end_charge(step, id, PN_CHARGE_INTERRUPTED, PN_CLAUSE("T9-135"));
	if (game->unit[id].state != T9_FLEEING)
		pn_set_state(step, id, T9_FLEEING, PN_CLAUSE("T9-20"));
	t9_turn_to_flee(game, id, heading, &flown);
	pn_tell_moved(step, id, PN_MANNER_FLEE, flown.flight.pivoted, 0, cause.pivot);
	length = t9_throw_distance(step, id, cause.roll, NULL) * PN_INCH;
	if (flown.caught_by != PN_NO_UNIT)
		perish(step, id, &flown.flight, panics, caught_by(game, id, flown.caught_by));
	else
		run(step, id, length, &flown, cause.reaction, panics);
}
