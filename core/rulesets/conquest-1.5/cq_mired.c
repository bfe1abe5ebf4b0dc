/* Regiments that get stuck in their own (CQ-28 to CQ-30). */

#include "common.h"
#include "cq.h"
#include "sweep.h"
#include "wheel.h"

bool cq_is_same(pn_pose a, pn_pose b)
{
	return a.at.x == b.at.x && a.at.y == b.at.y && a.facing == b.facing;
}

/* Decides CQ-29 and CQ-30. */
void cq_mire(struct pn_step *step, pn_unit_id id, pn_unit_id with, pn_pose at)
{
	const pn_pose from = step->game->unit[id].pose;

	if (!cq_is_same(at, from))
		pn_tell_moved(step, id, PN_MANNER_FORCED, at, 0, PN_CLAUSE("CQ-29"));
	if (step->game->unit[id].state != CQ_BROKEN)
		pn_set_state(step, id, CQ_BROKEN, PN_CLAUSE("CQ-30"));
	if (step->game->unit[with].state != CQ_BROKEN)
		pn_set_state(step, with, CQ_BROKEN, PN_CLAUSE("CQ-30"));
	pn_set_flag(step, id, CQ_FORFEITED, PN_CLAUSE("CQ-28"));
}

/* ---- stuck in one's own ranks ---- */

/* Where the way, that does not begin in it, first meets a friend: before the wheel, in it or after. */
static pn_pose first_met(const struct pn_unit *unit, const struct cq_way *way,
			 const struct pn_obstacles *friend)
{
	const struct pn_formation formation = pn_unit_formation(unit);
	const enum pn_corner corner = way->left ? PN_CORNER_LEFT : PN_CORNER_RIGHT;
	const int32_t by = pn_turn_between(unit->pose.facing, way->wheeled.facing);
	pn_len ahead = cq_until_in(friend, unit, unit->pose, unit->pose.facing, way->ahead);
	const pn_pose before = pn_pose_ahead(unit->pose, ahead);
	int32_t turned;

	if (ahead < way->ahead)
		return before;
	turned = pn_obstacles_wheel(friend, before, formation, corner, by).by;
	if (turned != by)
		return pn_wheel_pose(before, formation, corner, turned);
	ahead = cq_until_in(friend, unit, way->wheeled, way->wheeled.facing, way->length);
	return pn_pose_ahead(way->wheeled, ahead);
}

/* A list of one shape; the rest of this large struct is not cleared, to save time. */
static void take_one(struct pn_obstacles *out, struct pn_shape shape)
{
	out->count = 1;
	out->shape[0] = shape;
}

/* Another friend in whom it stands where it met the first; not one that it began in, if only by a
 * touch. */
static int also_in(const struct pn_obstacles *friends, const struct pn_unit *unit, pn_pose begin,
		   pn_pose met)
{
	for (uint16_t i = 0; i < friends->count; i++)
		if (cq_is_in(unit, met, &friends->shape[i]) &&
		    (!cq_is_in(unit, begin, &friends->shape[i]) ||
		     cq_overlaps(friends, unit, met) == i))
			return i;
	return -1;
}

struct cq_came cq_came_by_way(const struct pn_unit *unit, const struct cq_way *way)
{
	const pn_pose begin = way->by == 0 ? unit->pose : way->wheeled;
	const pn_len length = way->by == 0 ? way->ahead + way->length : way->length;
	const pn_pose end = pn_pose_ahead(begin, length);
	const bool straight = cq_is_same(end, way->end);

	return (struct cq_came){way->end.facing, straight ? length : 0, unit->moved > 0};
}

/* Decides CQ-28. Where it first meets one friend it may still stand in another: it has not cleared
 * it either. The one it is mired in is the first of such a row. */
pn_unit_id cq_mired_in(const struct pn_game *game, pn_unit_id id, const struct cq_way *way,
		       pn_pose *met)
{
	const struct pn_unit *unit = &game->unit[id];
	pn_unit_id in = PN_NO_UNIT;
	struct pn_obstacles friends;
	int at;

	cq_gather(&friends, game, id, CQ_FREE_FRIENDS, PN_NO_UNIT);
	at = cq_not_cleared(&friends, unit, way->end, cq_came_by_way(unit, way));
	for (uint16_t i = 0; at >= 0 && i < friends.count; i++) {
		struct pn_obstacles one;

		take_one(&one, friends.shape[at]);
		in = friends.unit[at];
		if (cq_overlaps(&one, unit, unit->pose) >= 0 || cq_stands_in(game, id, met) == in)
			return cq_stands_in(game, id, met);
		*met = first_met(unit, way, &one);
		at = also_in(&friends, unit, unit->pose, *met);
	}
	return in;
}

/* Does a straight way end against the friend, that is, has it reached it, if only just, and would
 * it lead on into it? A regiment that has come out on the far side may touch it there. */
static bool runs_into(const struct pn_unit *unit, const struct pn_obstacles *friend, pn_pose from,
		      pn_len length)
{
	int reached, inside;

	cq_straight(friend, unit, from, from.facing, length, &reached);
	cq_straight(friend, unit, pn_pose_ahead(from, length), from.facing, PN_SWEEP_REACH,
		    &inside);
	return reached >= 0 && inside >= 0;
}

/* The friend that stops a straight way, of a regiment that is mired in nobody. */
static pn_unit_id runs_against(const struct pn_game *game, pn_unit_id id, pn_pose from,
			       pn_len length, pn_pose *met)
{
	const struct pn_unit *unit = &game->unit[id];
	struct pn_obstacles friends;

	cq_gather(&friends, game, id, CQ_FREE_FRIENDS, PN_NO_UNIT);
	for (uint16_t i = 0; i < friends.count; i++) {
		struct pn_obstacles one;

		take_one(&one, friends.shape[i]);
		if (!runs_into(unit, &one, from, length))
			continue;
		*met = pn_pose_ahead(from,
				     cq_straight(&one, unit, from, from.facing, length, NULL));
		return friends.unit[i];
	}
	return PN_NO_UNIT;
}

pn_unit_id cq_mired_short(const struct pn_game *game, pn_unit_id id, const struct cq_way *way,
			  pn_pose *met)
{
	const pn_unit_id in = cq_mired_in(game, id, way, met);

	if (in != PN_NO_UNIT)
		return in;
	return way->length > 0 ? runs_against(game, id, way->wheeled, way->length, met)
			       : runs_against(game, id, game->unit[id].pose, way->ahead, met);
}

pn_unit_id cq_stuck_on(const struct pn_game *game, pn_unit_id id, pn_pose from, pn_len length,
		       pn_pose *met)
{
	const struct pn_unit *unit = &game->unit[id];
	pn_unit_id in = PN_NO_UNIT;
	struct pn_obstacles friends;
	int at;

	cq_gather(&friends, game, id, CQ_FREE_FRIENDS, PN_NO_UNIT);
	at = cq_not_cleared(&friends, unit, pn_pose_ahead(from, length),
			    (struct cq_came){from.facing, length, unit->moved > 0});
	for (uint16_t i = 0; at >= 0 && i < friends.count; i++) {
		struct pn_obstacles one;

		take_one(&one, friends.shape[at]);
		in = friends.unit[at];
		*met = pn_pose_ahead(from, cq_until_in(&one, unit, from, from.facing, length));
		at = also_in(&friends, unit, from, *met);
	}
	return in == PN_NO_UNIT ? runs_against(game, id, from, length, met) : in;
}

void cq_cut_short(const struct pn_game *game, pn_unit_id id, pn_len distance, struct cq_way *way)
{
	if (distance < way->ahead) {
		way->ahead = distance;
		way->wheeled = game->unit[id].pose;
		way->wheeled = pn_pose_ahead(way->wheeled, distance);
		way->length = 0;
	} else if (distance - way->ahead < way->length) {
		way->length = distance - way->ahead;
	}
	way->end = way->wheeled;
	way->end = pn_pose_ahead(way->end, way->length);
}

/* ---- where the march of this activation met them ---- */

/* Where a leg began that ends in the pose. */
static pn_pose begin_of(const struct pn_unit *unit, const struct pn_leg *leg, pn_pose pose)
{
	if (leg->kind == PN_LEG_WHEEL)
		return pn_wheel_pose(pose, pn_unit_formation(unit), pn_leg_corner(leg),
				     -pn_leg_turn(leg));
	return (pn_pose){pn_subtract(pose.at, pn_along(leg->heading, leg->length)), pose.facing};
}

/* How far a leg that begins in the pose gets before it meets the friend. */
static pn_pose until_met(const struct pn_unit *unit, const struct pn_leg *leg, pn_pose pose,
			 const struct pn_obstacles *friend)
{
	const struct pn_formation formation = pn_unit_formation(unit);
	pn_len length;

	if (leg->kind == PN_LEG_WHEEL)
		return pn_wheel_pose(pose, formation, pn_leg_corner(leg),
				     pn_obstacles_wheel(friend, pose, formation, pn_leg_corner(leg),
							pn_leg_turn(leg))
					     .by);
	length = cq_until_in(friend, unit, pose, leg->heading, leg->length);
	return pn_pose_along(pose, leg->heading, length);
}

/* May a flying regiment stand there? It may fly over a friend, but not stop in it. */
static bool may_stand(const struct pn_game *view, pn_unit_id id, pn_pose pose)
{
	struct pn_obstacles all;

	cq_gather(&all, view, id, CQ_ALL, PN_NO_UNIT);
	return cq_overlaps(&all, &view->unit[id], pose) < 0 && cq_is_away(view, id, pose);
}

/* Is the march that was announced the last that the regiment has done? */
static bool has_just_marched(const struct pn_game *view, const struct pn_unit *unit)
{
	pn_pose pose = view->announced_from.pose;

	for (uint8_t i = 0; i < view->announced.count; i++) {
		const struct pn_leg *leg = &view->announced.leg[i];

		pose = leg->kind == PN_LEG_WHEEL
			       ? pn_wheel_pose(pose, pn_unit_formation(unit), pn_leg_corner(leg),
					       pn_leg_turn(leg))
			       : pn_pose_along(pose, leg->heading, leg->length);
	}
	return unit->moved > 0 && cq_is_same(pose, unit->pose);
}

/* The march is in the announced path. It is gone back, leg by leg, to where it did not stand in
 * the friend yet; if it stood in another there, on to where it did not stand in it. */
pn_unit_id cq_stands_in(const struct pn_game *view, pn_unit_id id, pn_pose *met)
{
	const struct pn_unit *unit = &view->unit[id];
	const struct pn_path *path = &view->announced;
	pn_pose begin[PN_PATH_MAX + 1];
	pn_unit_id in = PN_NO_UNIT;
	uint8_t leg = path->count;
	struct pn_obstacles friends;
	struct cq_came came;
	int at;

	if (!unit->on_board)
		return PN_NO_UNIT;
	cq_gather(&friends, view, id, CQ_FREE_FRIENDS, PN_NO_UNIT);
	came = cq_came_by(path, unit->pose);
	if (!has_just_marched(view, unit))
		came.length = 0;
	at = cq_not_cleared(&friends, unit, unit->pose, came);
	begin[leg] = *met = unit->pose;
	for (uint8_t i = leg; at >= 0 && i-- > 0;)
		begin[i] = begin_of(unit, &path->leg[i], begin[i + 1]);
	for (uint16_t i = 0; at >= 0 && i < friends.count; i++) {
		struct pn_obstacles one;

		take_one(&one, friends.shape[at]);
		in = friends.unit[at];
		while (leg > 0 && cq_is_in(unit, begin[leg], &one.shape[0]))
			leg--;
		*met = leg < path->count ? until_met(unit, &path->leg[leg], begin[leg], &one)
					 : begin[leg];
		at = also_in(&friends, unit, begin[0], *met);
	}
	if (in != PN_NO_UNIT && pn_trait(unit, CQ_FLY) && !may_stand(view, id, *met))
		*met = begin[0];
	return in;
}

/* ---- who is out of the way ---- */

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
	struct pn_obstacles friends;

	cq_gather(&friends, game, id, CQ_FREE_FRIENDS, PN_NO_UNIT);
	for (uint16_t i = 0; i < friends.count; i++)
		if (pn_within(&own, &friends.shape[i], distance + wheel) &&
		    !is_out_of_the_way(unit, &friends.shape[i]))
			return true;
	return false;
}
