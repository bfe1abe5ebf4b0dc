/* Turns of shapes and formations, and what a wheel costs.
 *
 * turning.c finds how far a shape turns among one obstacle; here the obstacles are taken
 * one after the other, each only as far as those before it let the shape come. A formation
 * is then put where its rounded pose puts it, and taken back the few angles by which
 * rounding may have pushed a corner too deep. */

#include "wheel.h"

#include "convex_parts.h"
#include "turning.h"

/* 2^60 times pi, rounded down. */
#define PI_SCALED 3622009729038561421
#define PI_BITS 60

struct pn_turned pn_shape_turn(const struct pn_shape *shape, pn_vec centre, int32_t by,
			       const struct pn_turn_obstacles *obstacles)
{
	pn_assert(by >= -PN_TURN_HALF && by <= PN_TURN_HALF);
	struct pn_turned turned = {.stopped_by = PN_TURN_FREE};
	struct pn_turning turning;
	int32_t fine = (by < 0 ? -by : by) << PN_FINE_BITS;

	pn_turning_begin(&turning, shape, centre, by >= 0);
	turning.exact = obstacles->exact;
	for (uint16_t i = 0; i < obstacles->count; i++) {
		int32_t end;

		if (obstacles->cuts && obstacles->cuts->of[i].aside)
			continue;
		end = pn_turning_clear(&turning, &obstacles->shape[i], obstacles->cuts, i, fine);
		if (end < fine)
			turned.stopped_by = i;
		fine = end;
	}
	if (turned.stopped_by != PN_TURN_FREE)
		turned.contact = pn_turning_contact(&turning, &obstacles->shape[turned.stopped_by],
						    fine + 1);
	if (obstacles->table) {
		int32_t end = pn_turning_inside(&turning, obstacles->low, obstacles->high, fine,
						&turned.contact);

		if (end < fine)
			turned.stopped_by = PN_TURN_BOARD_EDGE;
		fine = end;
	}
	turned.by = turning.way * (fine >> PN_FINE_BITS);
	return turned;
}

static bool is_far(const struct pn_turn_obstacles *obstacles, uint16_t number, struct pn_box box)
{
	const struct pn_cut *cut = obstacles->cuts ? &obstacles->cuts->of[number] : NULL;

	return cut && (cut->aside || pn_boxes_far(cut->box, box, 0));
}

/* What a footprint overlaps first, or PN_TURN_FREE; and where. */
static int32_t find_overlap(const struct pn_shape *shape, const struct pn_turn_obstacles *obstacles,
			    pn_vec *contact)
{
	const struct pn_box box = pn_shape_box(shape);

	for (uint16_t i = 0; i < obstacles->count; i++) {
		if (is_far(obstacles, i, box) || !pn_shapes_overlap(shape, &obstacles->shape[i]))
			continue;
		struct pn_turning standing;

		pn_turning_begin(&standing, shape, shape->point[0], true);
		*contact = pn_turning_contact(&standing, &obstacles->shape[i], 0);
		return i;
	}
	for (uint8_t i = 0; obstacles->table && i < shape->count; i++) {
		pn_vec point = shape->point[i];

		if (point.x >= obstacles->low.x - PN_TOUCH &&
		    point.y >= obstacles->low.y - PN_TOUCH &&
		    point.x <= obstacles->high.x + PN_TOUCH &&
		    point.y <= obstacles->high.y + PN_TOUCH)
			continue;
		*contact = point;
		return PN_TURN_BOARD_EDGE;
	}
	return PN_TURN_FREE;
}

/* Does the footprint of the pose after a turn overlap something? Then that stops it. */
static bool is_stopped_there(pn_pose pose, struct pn_formation formation, pn_vec centre,
			     const struct pn_turn_obstacles *obstacles, struct pn_turned *turned)
{
	struct pn_shape shape = pn_footprint(pn_pose_turned(pose, centre, turned->by), formation);
	int32_t overlapped = find_overlap(&shape, obstacles, &turned->contact);

	if (overlapped == PN_TURN_FREE)
		return false;
	turned->stopped_by = overlapped;
	return true;
}

struct pn_turned pn_formation_turn(pn_pose pose, struct pn_formation formation, pn_vec centre,
				   int32_t by, const struct pn_turn_obstacles *obstacles)
{
	struct pn_shape shape = pn_footprint(pose, formation);
	struct pn_turned turned = pn_shape_turn(&shape, centre, by, obstacles);
	int32_t one = by < 0 ? -1 : 1;

	for (int tries = 0; tries < PN_TURN_BACK_MAX; tries++) {
		if (turned.by == 0 ||
		    !is_stopped_there(pose, formation, centre, obstacles, &turned))
			return turned;
		turned.by -= one;
	}

	int32_t clear = 0;
	int32_t failing = turned.by + one;

	while ((failing - clear) * one > 1) {
		turned.by = clear + (failing - clear) / 2;
		if (is_stopped_there(pose, formation, centre, obstacles, &turned))
			failing = turned.by;
		else
			clear = turned.by;
	}
	turned.by = clear;
	return turned;
}

pn_pose pn_pose_turned(pn_pose pose, pn_vec centre, int32_t by)
{
	return (pn_pose){pn_rotated(pose.at, centre, (pn_angle)by), (pn_angle)(pose.facing + by)};
}

pn_vec pn_wheel_centre(pn_pose pose, struct pn_formation formation, enum pn_corner corner)
{
	pn_len frontage = pn_frontage(formation);

	return pn_ahead_halves(pose, 0, corner == PN_CORNER_LEFT ? -frontage : frontage);
}

pn_pose pn_wheel_pose(pn_pose pose, struct pn_formation formation, enum pn_corner corner,
		      int32_t by)
{
	return pn_pose_turned(pose, pn_wheel_centre(pose, formation, corner), by);
}

pn_len pn_wheel_cost(pn_len frontage, int32_t angle)
{
	pn_assert(frontage >= 0 && frontage <= PN_COORDINATE_MAX);
	pn_assert(angle >= 0 && angle <= PN_TURN_HALF);
	/* Half a turn is an arc of frontage times pi. */
	pn_wide arc = (pn_wide)frontage * angle * PI_SCALED;
	int bits = PI_BITS + 15;
	pn_wide whole = arc >> bits;

	return (pn_len)(whole << bits == arc ? whole : whole + 1);
}

int32_t pn_wheel_afforded(pn_len frontage, pn_len allowance)
{
	int32_t afforded = 0;
	int32_t dear = PN_TURN_HALF + 1;

	while (dear - afforded > 1) {
		int32_t middle = afforded + (dear - afforded) / 2;

		if (pn_wheel_cost(frontage, middle) <= allowance)
			afforded = middle;
		else
			dear = middle;
	}
	return afforded;
}
