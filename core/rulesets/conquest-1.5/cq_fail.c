/* Charges that fail: the march of the roll alone (CQ-35 to CQ-37), and regiments that get
 * stuck in their own (CQ-28 to CQ-30). */

#include "cq.h"
#include "wheel.h"

void cq_mire(struct pn_turn *turn, pn_unit_id id, pn_unit_id with, pn_pose at)
{
	const pn_pose from = turn->game->unit[id].pose;

	if (at.at.x != from.at.x || at.at.y != from.at.y || at.facing != from.facing)
		cq_tell_move(turn, id, PN_MANNER_FORCED, at, 0, PN_CLAUSE("CQ-29"));
	if (turn->game->unit[id].state != CQ_BROKEN)
		pn_set_state(turn, id, CQ_BROKEN, PN_CLAUSE("CQ-30"));
	if (turn->game->unit[with].state != CQ_BROKEN)
		pn_set_state(turn, with, CQ_BROKEN, PN_CLAUSE("CQ-30"));
	pn_set_flag(turn, id, CQ_FORFEITED, PN_CLAUSE("CQ-28"));
}

/* ---- stuck in one's own ranks ---- */

static pn_pose go_on(pn_pose pose, pn_len length)
{
	return (pn_pose){pn_add(pose.at, pn_along(pose.facing, length)), pose.facing};
}

/* Where the way, that does not begin in him, first meets a friend. */
static pn_pose first_met(const struct pn_unit *unit, const struct cq_way *way,
			 const struct cq_obstacles *friend)
{
	pn_len ahead = cq_straight(friend, unit, unit->pose, unit->pose.facing, way->ahead, NULL);

	if (ahead < way->ahead || cq_overlaps(friend, unit, way->wheeled) >= 0)
		return go_on(unit->pose, ahead);
	ahead = cq_straight(friend, unit, way->wheeled, way->wheeled.facing, way->length, NULL);
	return go_on(way->wheeled, ahead);
}

/* Where it first meets one friend it may still stand in another: it has not cleared him either.
 * The one it is mired in is the first of such a row. */
pn_unit_id cq_mired_in(const struct pn_game *game, pn_unit_id id, const struct cq_way *way,
		       pn_pose *met)
{
	const struct pn_unit *unit = &game->unit[id];
	pn_unit_id in = PN_NO_UNIT;
	struct cq_obstacles friends;
	int at;

	cq_gather(&friends, game, id, CQ_FREE_FRIENDS, PN_NO_UNIT);
	at = cq_overlaps(&friends, unit, way->end);
	for (uint16_t i = 0; at >= 0 && i < friends.count; i++) {
		const struct cq_obstacles one = {.count = 1, .shape = {friends.shape[at]}};

		in = friends.unit[at];
		if (cq_overlaps(&one, unit, unit->pose) >= 0)
			return cq_stands_in(game, id, met);
		*met = first_met(unit, way, &one);
		at = cq_overlaps(&friends, unit, *met);
	}
	return in;
}

pn_unit_id cq_stuck_on(const struct pn_game *game, pn_unit_id id, pn_pose from, pn_len length,
		       pn_pose *met)
{
	const struct pn_unit *unit = &game->unit[id];
	pn_unit_id in = PN_NO_UNIT;
	struct cq_obstacles friends;
	int at;

	cq_gather(&friends, game, id, CQ_FREE_FRIENDS, PN_NO_UNIT);
	at = cq_overlaps(&friends, unit, go_on(from, length));
	for (uint16_t i = 0; at >= 0 && i < friends.count; i++) {
		const struct cq_obstacles one = {.count = 1, .shape = {friends.shape[at]}};

		in = friends.unit[at];
		*met = go_on(from, cq_straight(&one, unit, from, from.facing, length, NULL));
		at = cq_overlaps(&friends, unit, *met);
	}
	return in;
}

void cq_cut_short(const struct pn_game *game, pn_unit_id id, pn_len distance, struct cq_way *way)
{
	if (distance < way->ahead) {
		way->ahead = distance;
		way->wheeled = game->unit[id].pose;
		way->wheeled.at = pn_add(way->wheeled.at, pn_along(way->wheeled.facing, distance));
		way->length = 0;
	} else if (distance - way->ahead < way->length) {
		way->length = distance - way->ahead;
	}
	way->end = way->wheeled;
	way->end.at = pn_add(way->end.at, pn_along(way->end.facing, way->length));
}

/* Where no way takes any of the regiment but out of what it stands on now: behind the line of
 * its front, and so far beside it that the wheel does not swing a rear corner there. With
 * the wheel by t about the left corner, and after it L straight on, a point of the block, s from
 * the corner along the front and d behind it, lies at s * sin t + (L - d) * cos t before
 * that line: at less than 0 only what is d - L deep, and that is no farther out than the
 * block's diagonal from the corner. */
static bool is_out_of_the_way(const struct pn_unit *unit, const struct pn_shape *friend)
{
	const struct pn_formation formation = pn_unit_formation(unit);
	const int64_t wide = pn_frontage(formation);
	const int64_t deep = pn_depth(formation);
	const pn_len diagonal = (pn_len)pn_square_root((uint64_t)(wide * wide + deep * deep)) + 1;
	const pn_len out = diagonal - (pn_len)wide / 2;
	const struct pn_shape swing = {4,
				       {
					       pn_ahead(unit->pose, 0, -out),
					       pn_ahead(unit->pose, 0, out),
					       pn_ahead(unit->pose, -(pn_len)deep, out),
					       pn_ahead(unit->pose, -(pn_len)deep, -out),
				       }};

	for (uint8_t i = 0; i < friend->count; i++)
		if (pn_cross(swing.point[0], swing.point[1], friend->point[i]) > 0)
			return false;
	return !pn_shapes_overlap(&swing, friend);
}

bool cq_may_be_mired(const struct pn_game *game, pn_unit_id id, pn_len distance)
{
	const struct pn_unit *unit = &game->unit[id];
	const struct pn_formation formation = pn_unit_formation(unit);
	const struct pn_shape own = pn_unit_footprint(unit);
	/* No wheel takes a point farther than that. */
	const pn_len wheel = 2 * (pn_frontage(formation) + pn_depth(formation));
	struct cq_obstacles friends;

	cq_gather(&friends, game, id, CQ_FREE_FRIENDS, PN_NO_UNIT);
	for (uint16_t i = 0; i < friends.count; i++)
		if (cq_within(&own, &friends.shape[i], distance + wheel) &&
		    !is_out_of_the_way(unit, &friends.shape[i]))
			return true;
	return false;
}

/* ---- the march of the roll alone ---- */

static pn_vec nearest_of(const struct pn_shape *shape, pn_vec p)
{
	pn_vec best = shape->point[0];

	for (uint8_t i = 0; i < shape->count; i++) {
		pn_vec at = pn_nearest_on_segment(p, shape->point[i],
						  shape->point[(i + 1) % shape->count]);

		if (pn_distance_squared(p, at) < pn_distance_squared(p, best))
			best = at;
	}
	return best;
}

/* A free turn about the centre of the block to face the target's closest point, unless it
 * would then overlap something, or not keep its inch. */
static pn_pose turned_to(const struct pn_game *game, pn_unit_id id, pn_unit_id target)
{
	const struct pn_unit *unit = &game->unit[id];
	const struct pn_shape other = pn_unit_footprint(&game->unit[target]);
	const pn_len ranks = (unit->figures + unit->files - 1) / unit->files;
	const pn_vec centre = pn_ahead(unit->pose, -ranks * unit->base_depth / 2, 0);
	struct cq_obstacles all;
	pn_pose turned;
	int32_t by;

	if (game->readings[CQ_READ_FAILED_TURN] != CQ_TURN_FREE)
		return unit->pose;
	by = pn_turn_between(unit->pose.facing,
			     pn_bearing(pn_subtract(nearest_of(&other, centre), centre)));
	turned = pn_pose_turned(unit->pose, centre, by);
	cq_gather(&all, game, id, CQ_ALL, PN_NO_UNIT);
	return cq_overlaps(&all, unit, turned) < 0 && cq_is_away(game, id, turned) ? turned
										   : unit->pose;
}

/* How far the failed charge marches: an inch from enemies and barred ground (CQ-36), on
 * contact with friends who fight (erratum 45), and never off the table. */
static pn_len march_length(const struct pn_game *game, pn_unit_id id, pn_pose pose, pn_len roll)
{
	struct cq_obstacles walls;
	pn_len length = cq_keeping_away(game, id, pose, pose.facing, roll);

	cq_gather(&walls, game, id, CQ_ENGAGED_FRIENDS | CQ_EDGES, PN_NO_UNIT);
	return cq_straight(&walls, &game->unit[id], pose, pose.facing, length, NULL);
}

static void march_on(struct pn_turn *turn, pn_unit_id id, pn_unit_id target, pn_len roll)
{
	const struct pn_game *game = turn->game;
	pn_pose pose = turned_to(game, id, target);
	pn_len length = march_length(game, id, pose, roll);
	pn_pose met;
	const pn_unit_id friend = cq_stuck_on(game, id, pose, length, &met);

	if (friend != PN_NO_UNIT)
		cq_mire(turn, id, friend, met);
	else
		cq_tell_move(turn, id, PN_MANNER_FORCED, go_on(pose, length), length,
			     length < roll ? PN_CLAUSE("CQ-36") : PN_CLAUSE("CQ-35"));
}

void cq_fail(struct pn_turn *turn, pn_unit_id id, pn_unit_id target, pn_len roll,
	     enum pn_charge_outcome outcome, pn_clause clause)
{
	pn_emit(turn, (struct pn_event){
			      .kind = PN_EVENT_CHARGE_ENDED,
			      .clause = clause,
			      .charge_ended = {id, target, (uint8_t)outcome},
		      });
	march_on(turn, id, target, roll);
	pn_set_flag(turn, id, CQ_FORFEITED, PN_CLAUSE("CQ-37"));
}
