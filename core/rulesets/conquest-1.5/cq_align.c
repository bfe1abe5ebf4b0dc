/* Coming to lie flush: the charger wheels about the point of contact (CQ-20); when that is
 * obstructed the target does (CQ-21); and enemies who would be touched besides are pushed
 * an inch away (CQ-22, CQ-23). */

#include "align.h"
#include "cq.h"
#include "tell.h"
#include "wheel.h"

enum { BEARINGS = 64, PUSH_MAX = 12 * PN_INCH };

/* ---- aligning ---- */

/* The edge to lie along: that of the charged facing if it takes part in the contact, else
 * the first that does. */
static uint8_t edge_struck(const struct cq_way *way, uint8_t corners)
{
	uint8_t wanted = cq_edge_of(way->facing, corners);

	if (way->contact.obstacle_edges & 1u << wanted)
		return wanted;
	for (uint8_t edge = 0; edge < corners; edge++)
		if (way->contact.obstacle_edges & 1u << edge)
			return edge;
	return wanted;
}

/* Is there room for the unit at the pose, if nobody but `other` moves? */
static bool has_room(const struct pn_game *game, pn_unit_id id, pn_unit_id other, pn_pose pose)
{
	struct pn_obstacles all;

	cq_gather(&all, game, id, CQ_ALL, other);
	return cq_overlaps(&all, &game->unit[id], pose) < 0;
}

/* Can the unit turn about the point so far, from the pose, without meeting anything but `other`? */
static bool can_turn(const struct pn_game *game, pn_unit_id id, pn_unit_id other, pn_pose from,
		     pn_vec about, int32_t by)
{
	struct pn_obstacles found;
	struct pn_turn_obstacles obstacles = {.shape = found.shape};

	cq_gather(&found, game, id, CQ_ALL, other);
	obstacles.count = found.count;
	return pn_formation_turn(from, pn_unit_formation(&game->unit[id]), about, by, &obstacles)
		       .by == by;
}

/* Decides CQ-21. The target turns the other way about the same point. A target that touches
 * another regiment stays; then the two are in contact, and not flush. */
static void turn_target(struct pn_step *step, pn_unit_id id, pn_unit_id target, pn_vec about,
			int32_t by)
{
	const struct pn_game *game = step->game;
	const struct pn_unit *unit = &game->unit[target];
	const pn_pose pose = pn_pose_turned(unit->pose, about, -by);
	const struct pn_shape charger = pn_unit_footprint(&game->unit[id]);
	const struct pn_shape turned = pn_footprint(pose, pn_unit_formation(unit));

	if (by > PN_DEGREES_90 || by < -PN_DEGREES_90 || pn_engaged(game, target) ||
	    !can_turn(game, target, id, unit->pose, about, -by) ||
	    !has_room(game, target, id, pose) || !pn_shapes_touch(&charger, &turned))
		return;
	pn_tell_moved(step, target, PN_MANNER_ALIGN, pose, 0, PN_CLAUSE("CQ-21"));
}

/* Decides CQ-20. */
struct cq_lie cq_aligned(const struct pn_game *game, pn_unit_id id, pn_unit_id target,
			 const struct cq_way *way)
{
	const struct pn_unit *enemy = &game->unit[target];
	const uint8_t corners = pn_unit_footprint(enemy).count;
	const struct pn_charged_edge edge = pn_charged_edge_of(
		enemy->pose, pn_unit_formation(enemy), edge_struck(way, corners));
	struct cq_lie lie = {.pose = way->end, .about = way->contact.point, .is_clear = true};
	struct pn_alignment aligned;

	if (!(way->contact.mover_edges & 1u))
		return lie;
	aligned = pn_align(way->end, pn_unit_formation(&game->unit[id]), edge, lie.about,
			   PN_DEGREES_90);
	lie.turn = aligned.turn;
	lie.is_clear = lie.turn == 0 || aligned.flush;
	if (lie.turn != 0 && lie.is_clear)
		lie.pose = aligned.pose;
	return lie;
}

struct cq_lie cq_find_lie(const struct pn_game *game, pn_unit_id id, pn_unit_id target,
			  const struct cq_way *way)
{
	struct cq_lie lie = cq_aligned(game, id, target, way);

	if (lie.turn == 0)
		return lie;
	lie.is_clear &= can_turn(game, id, target, way->end, lie.about, lie.turn) &&
			has_room(game, id, target, lie.pose);
	if (!lie.is_clear)
		lie.pose = way->end;
	return lie;
}

void cq_align(struct pn_step *step, pn_unit_id id, pn_unit_id target, const struct cq_way *way,
	      pn_clause clause)
{
	const struct cq_lie lie = cq_find_lie(step->game, id, target, way);

	if (lie.turn == 0)
		return;
	if (lie.is_clear)
		pn_tell_moved(step, id, PN_MANNER_ALIGN, lie.pose, 0, clause);
	else
		turn_target(step, id, target, lie.about, lie.turn);
}

/* ---- pushing ---- */

/* Is there an inch between the charger's shape and the offender, shifted so? */
static bool has_gap(const struct pn_shape *charger, const struct pn_shape *offender, pn_angle way,
		    pn_len length)
{
	struct pn_shape shifted = pn_shape_moved(offender, pn_along(way, length));

	return !pn_nearer(charger, &shifted, PN_INCH);
}

/* The least shift in a direction that leaves an inch, at most PUSH_MAX; 0: none does. */
static pn_len least_shift(const struct pn_shape *charger, const struct pn_shape *offender,
			  pn_angle way)
{
	pn_len near = 0;
	pn_len enough = PUSH_MAX;

	if (!has_gap(charger, offender, way, enough))
		return 0;
	while (enough - near > 1) {
		pn_len middle = (near + enough) / 2;

		if (has_gap(charger, offender, way, middle))
			enough = middle;
		else
			near = middle;
	}
	return enough;
}

/* Decides CQ-G2. The directions that are tried: square off each side of the charger and of the
 * offender, and sixty-four bearings of the compass. */
static uint8_t directions(const struct pn_unit *charger, const struct pn_unit *offender,
			  pn_angle out[])
{
	uint8_t count = 0;

	for (uint32_t quarter = 0; quarter < 4; quarter++) {
		out[count++] = (pn_angle)(charger->pose.facing + quarter * PN_DEGREES_90);
		out[count++] = (pn_angle)(offender->pose.facing + quarter * PN_DEGREES_90);
	}
	for (uint32_t i = 0; i < BEARINGS; i++)
		out[count++] = (pn_angle)(i * (2 * PN_TURN_HALF / BEARINGS));
	return count;
}

/* What is between the two when the offender is shifted so. */
struct gap {
	bool overlaps;
	pn_fraction squared;
};

static struct gap gap_after(const struct pn_shape *charger, const struct pn_shape *offender,
			    pn_vec shift)
{
	const struct pn_shape shifted = pn_shape_moved(offender, shift);

	return (struct gap){pn_shapes_overlap(charger, &shifted),
			    pn_shape_distance_squared(charger, &shifted)};
}

static bool is_larger(struct gap a, struct gap b)
{
	return a.overlaps != b.overlaps ? b.overlaps
					: pn_fraction_compare(a.squared, b.squared) > 0;
}

/* Decides CQ-23. */
bool cq_find_push(const struct pn_game *game, pn_unit_id id, pn_unit_id offender, pn_pose pose,
		  struct cq_push *out)
{
	const struct pn_unit *pushed = &game->unit[offender];
	const struct pn_shape charger = pn_footprint(pose, pn_unit_formation(&game->unit[id]));
	const struct pn_shape shape = pn_unit_footprint(pushed);
	struct gap largest = gap_after(&charger, &shape, (pn_vec){0, 0});
	struct pn_obstacles others;
	pn_angle way[8 + BEARINGS];
	const uint8_t count = directions(&game->unit[id], pushed, way);

	*out = (struct cq_push){.length = 0};
	if (pn_engaged(game, offender) &&
	    game->switches[CQ_SWITCH_PUSH_ENGAGED] == CQ_PUSH_FREE_ONLY)
		return false;
	cq_gather(&others, game, offender, CQ_ALL, id);
	/* Nor does it go through the charger to its other side. */
	if (!largest.overlaps)
		pn_obstacles_add(&others, charger, id);
	for (uint8_t i = 0; i < count; i++) {
		pn_len least, got;
		struct gap gap;

		if (out->whole && !has_gap(&charger, &shape, way[i], out->length - 1))
			continue;
		least = least_shift(&charger, &shape, way[i]);
		got = cq_straight(&others, pushed, pushed->pose, way[i],
				  least > 0 ? least : PUSH_MAX, NULL);
		gap = gap_after(&charger, &shape, pn_along(way[i], got));
		/* The shortest that leaves an inch; failing that, the one that leaves most. */
		if (least > 0 && got == least) {
			if (out->whole && least >= out->length)
				continue;
			out->whole = true;
		} else if (out->whole || !is_larger(gap, largest)) {
			continue;
		}
		largest = gap;
		out->length = got;
		out->way = way[i];
		out->by_compass = i >= count - BEARINGS;
	}
	return out->length > 0;
}

bool cq_stand_back(const struct pn_game *game, pn_unit_id id, pn_unit_id target, struct cq_way *way)
{
	const struct pn_unit *unit = &game->unit[id];
	const struct pn_shape there = pn_footprint(way->end, pn_unit_formation(unit));
	const struct pn_shape met = pn_unit_footprint(&game->unit[target]);
	struct pn_obstacles others, left;
	pn_len free;
	struct pn_shape back;

	/* As all stand that the charger would overlap once they are pushed. */
	left.count = 0;
	cq_gather(&others, game, id, CQ_ENEMIES, target);
	for (uint16_t i = 0; i < others.count; i++) {
		struct pn_shape shape = others.shape[i];
		struct cq_push push;

		if (!pn_shapes_overlap(&there, &shape))
			continue;
		if (cq_find_push(game, id, others.unit[i], way->end, &push))
			shape = pn_shape_moved(&shape, pn_along(push.way, push.length));
		if (pn_shapes_overlap(&there, &shape))
			pn_obstacles_add(&left, shape, others.unit[i]);
	}
	free = cq_straight(&left, unit, way->wheeled, way->wheeled.facing, way->length, NULL);
	if (free == way->length)
		return true;
	way->length = free;
	way->end = pn_pose_ahead(way->wheeled, free);
	back = pn_footprint(way->end, pn_unit_formation(unit));
	return pn_shapes_touch(&back, &met);
}

bool cq_push(struct pn_step *step, pn_unit_id id, pn_unit_id offender, pn_pose pose)
{
	const struct pn_unit *pushed = &step->game->unit[offender];
	struct cq_push push;

	if (!cq_find_push(step->game, id, offender, pose, &push))
		return false;
	pn_tell_moved(step, offender, PN_MANNER_PUSHED,
		      pn_pose_along(pushed->pose, push.way, push.length), 0,
		      push.by_compass ? PN_CLAUSE("CQ-G2") : PN_CLAUSE("CQ-23"));
	return true;
}
