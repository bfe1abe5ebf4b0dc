/* Where in its zone a unit can be deployed. */

#include "convex_parts.h"
#include "deploy.h"
#include "passing.h"
#include "place.h"

/* The footprints of a side as deployed so far, in the eyes of its owner. */
struct crowd {
	uint8_t count;
	pn_unit_id unit[PN_SIDE_UNITS_MAX];
	struct pn_shape shape[PN_SIDE_UNITS_MAX];
	struct pn_box box[PN_SIDE_UNITS_MAX];
};

bool pn_is_for_deploying(const struct pn_game *view, pn_side side, pn_unit_id unit)
{
	return view->unit[unit].side == side && !pn_unit_in_reserve(view, unit);
}

bool pn_is_deployed(const struct pn_game *view, pn_unit_id unit, pn_pose *pose)
{
	const struct pn_unit *its = &view->unit[unit];
	const struct pn_secret *secret = &view->secret[its->side];
	const uint8_t place = pn_place_of(view, unit);

	*pose = its->on_board ? its->pose : pn_figure_unpack(secret->place[place]);
	return its->on_board || (secret->placed >> place & 1);
}

static struct pn_shape shape_at(const struct pn_game *view, pn_unit_id id, pn_pose pose)
{
	struct pn_unit unit = view->unit[id];

	unit.pose = pose;
	/* Skirmishers as they open out: one outline, right of the first and behind. */
	if (unit.loose > 0)
		unit.pose.at = pn_ahead(
			pose, 0, (pn_frontage(pn_unit_formation(&unit)) - unit.base_width) / 2);
	return pn_unit_footprint(&unit);
}

static void join(struct crowd *crowd, const struct pn_game *view, pn_unit_id unit, pn_pose pose)
{
	pn_assert(crowd->count < PN_SIDE_UNITS_MAX);
	crowd->unit[crowd->count] = unit;
	crowd->shape[crowd->count] = shape_at(view, unit, pose);
	crowd->box[crowd->count] = pn_shape_box(&crowd->shape[crowd->count]);
	crowd->count++;
}

static void gather(struct crowd *crowd, const struct pn_game *view, pn_side side,
		   pn_unit_id without)
{
	crowd->count = 0;
	for (pn_unit_id i = 0; i < view->unit_count; i++) {
		pn_pose pose;

		if (view->unit[i].side == side && i != without && pn_is_deployed(view, i, &pose))
			join(crowd, view, i, pose);
	}
}

/* PN-26. Wholly inside; its edge may be shared. No edge of the zone passes through the shape, so all of
 * it is inside as soon as one point is that is not on its edge: one half way between two corners of the
 * full ranks. */
static bool within(const struct pn_shape *zone, const struct pn_shape *shape)
{
	const pn_vec both = pn_add(shape->point[0], shape->point[2]);

	if (!pn_shape_contains(zone, (pn_vec){both.x / 2, both.y / 2}))
		return false;
	for (uint8_t i = 0; i < zone->count; i++)
		if (pn_passes_through(shape, zone->point[i], pn_shape_next(zone, i)))
			return false;
	return true;
}

/* The first of the crowd that the shape overlaps, or -1. */
static int overlapped(const struct crowd *crowd, const struct pn_shape *shape)
{
	struct pn_box box = pn_shape_box(shape);

	for (uint8_t i = 0; i < crowd->count; i++)
		if (!pn_boxes_far(box, crowd->box[i], PN_TOUCH) &&
		    pn_shapes_overlap(shape, &crowd->shape[i]))
			return i;
	return -1;
}

struct pn_verdict pn_check_spot(const struct pn_game *view, pn_unit_id id, pn_pose pose)
{
	struct pn_verdict verdict;
	struct pn_shape shape;
	struct crowd crowd;
	int over;

	if (pose.at.x < 0 || pose.at.y < 0 || pose.at.x > view->width || pose.at.y > view->depth)
		return pn_refuse(PN_REFUSE_OUTSIDE_ZONE, PN_CLAUSE("PN-26"));
	shape = shape_at(view, id, pose);
	if (!within(&view->zone[view->unit[id].side], &shape))
		return pn_refuse(PN_REFUSE_OUTSIDE_ZONE, PN_CLAUSE("PN-26"));
	verdict = pn_check_ground(view, &shape);
	gather(&crowd, view, view->unit[id].side, id);
	if (verdict.code != PN_LAWFUL)
		return verdict;
	over = overlapped(&crowd, &shape);
	return over < 0 ? pn_lawful()
			: pn_refuse_for(PN_REFUSE_BLOCKED, PN_CLAUSE("PN-11"), crowd.unit[over]);
}

/* ---- the first lawful spot ---- */

/* A zone as one who looks from it towards the other zone sees it. */
struct outlook {
	pn_angle facing; /* north, east, south or west */
	pn_len width, depth;
	pn_vec corner; /* front left */
};

static struct outlook look(const struct pn_game *view, pn_side side)
{
	struct pn_box own = pn_shape_box(&view->zone[side]);
	struct pn_box other = pn_shape_box(&view->zone[pn_opponent(side)]);
	pn_len east = (other.low.x + other.high.x) - (own.low.x + own.high.x);
	pn_len north = (other.low.y + other.high.y) - (own.low.y + own.high.y);
	pn_len wide = own.high.x - own.low.x;
	pn_len deep = own.high.y - own.low.y;

	if ((east < 0 ? -east : east) > (north < 0 ? -north : north))
		return east > 0 ? (struct outlook){PN_DEGREES_90,
						   deep,
						   wide,
						   {own.high.x, own.high.y}}
				: (struct outlook){
					  3 * PN_DEGREES_90, deep, wide, {own.low.x, own.low.y}};
	return north >= 0 ? (struct outlook){0, wide, deep, {own.low.x, own.high.y}}
			  : (struct outlook){PN_TURN_HALF, wide, deep, {own.high.x, own.low.y}};
}

/* So far back from the front and so far right from the left: the centre of a front edge. */
static pn_pose pose_in(const struct outlook *from, pn_len back, pn_len right)
{
	pn_pose corner = {from->corner, from->facing};

	return (pn_pose){pn_ahead(corner, -back, right), from->facing};
}

static pn_len grid_of(pn_len extent)
{
	enum { CELLS = 64 };

	return extent / CELLS > PN_INCH / 2 ? extent / CELLS : PN_INCH / 2;
}

/* How far right of the left edge of the zone a shape reaches. */
static pn_len right_end(const struct outlook *from, struct pn_box box)
{
	switch (from->facing) {
	case 0:
		return box.high.x - from->corner.x;
	case PN_DEGREES_90:
		return from->corner.y - box.low.y;
	case PN_TURN_HALF:
		return from->corner.x - box.low.x;
	default:
		return box.high.y - from->corner.y;
	}
}

/* How far right of the left edge of the zone a shape begins. */
static pn_len left_end(const struct outlook *from, struct pn_box box)
{
	struct pn_box turned = {{box.high.x, box.high.y}, {box.low.x, box.low.y}};

	return right_end(from, turned);
}

/* The first place in one row; where a unit stands, the place behind it is tried next. */
static bool find_in_row(const struct pn_game *view, pn_unit_id id, const struct crowd *crowd,
			const struct outlook *from, pn_len back, pn_pose *out)
{
	const struct pn_shape *zone = &view->zone[view->unit[id].side];
	const pn_len step = grid_of(from->width);
	struct pn_shape first = shape_at(view, id, pose_in(from, back, 0));
	const pn_len to_left = -left_end(from, pn_shape_box(&first));
	const pn_len to_right = right_end(from, pn_shape_box(&first));

	for (pn_len left = 0; left + to_left + to_right <= from->width;) {
		pn_pose pose = pose_in(from, back, left + to_left);
		struct pn_shape shape = shape_at(view, id, pose);
		int other = overlapped(crowd, &shape);

		if (other < 0 && within(zone, &shape) &&
		    pn_check_ground(view, &shape).code == PN_LAWFUL) {
			*out = pose;
			return true;
		}
		if (other >= 0 && right_end(from, crowd->box[other]) > left + step)
			left = right_end(from, crowd->box[other]);
		else
			left += step;
	}
	return false;
}

static bool find_among(const struct pn_game *view, pn_unit_id id, const struct crowd *crowd,
		       pn_pose *out)
{
	struct outlook from = look(view, view->unit[id].side);

	for (pn_len back = 0; back < from.depth; back += grid_of(from.depth))
		if (find_in_row(view, id, crowd, &from, back, out))
			return true;
	return false;
}

bool pn_find_spot(const struct pn_game *view, pn_unit_id id, pn_pose *pose)
{
	struct crowd crowd;

	gather(&crowd, view, view->unit[id].side, id);
	return find_among(view, id, &crowd, pose);
}

bool pn_pack(const struct pn_game *view, pn_side side, bool keep, pn_pose pose[PN_UNITS_MAX])
{
	struct crowd crowd = {.count = 0};

	if (keep)
		gather(&crowd, view, side, PN_NO_UNIT);
	for (pn_unit_id i = 0; i < view->unit_count; i++) {
		if (!pn_is_for_deploying(view, side, i))
			continue;
		if (keep && pn_is_deployed(view, i, &pose[i]))
			continue;
		if (!find_among(view, i, &crowd, &pose[i]))
			return false;
		join(&crowd, view, i, pose[i]);
	}
	return true;
}
