/* Looks: what may hide, what is worth a closer look, and the two quick answers.
 *
 * A look goes through these steps and stops at the first answer:
 *
 *	1. Cut the target down to the observer's arc. Nothing left: not seen.
 *	2. Keep what could hide at all: not its own, high enough, and not apart from the
 *	   hull round the front edge and the target. Nothing left: seen.
 *	3. Try the lines from the ends and the middle of the front edge to the corners of
 *	   the target. One clear: seen.
 *	4. If one solid convex piece stands across all the lines from both ends of the
 *	   edge to all corners of the target, it stands across all lines: not seen. (From
 *	   a fixed eye, what a convex piece hides is convex; so is, for a fixed point
 *	   seen, the set of eyes it is hidden from. This holds below its top as well,
 *	   because all lines pass the top's height at the same fraction of their way.)
 *	5. Search (sight_search.c). */

#include "sight.h"

#include "geometry_parts.h"
#include "sight_line.h"

void pn_sight_clear(struct pn_sight_scene *scene)
{
	scene->bodies = 0;
	scene->pieces = 0;
	scene->points = 0;
}

static int64_t dot_of(pn_vec a, pn_vec b)
{
	return (int64_t)a.x * b.x + (int64_t)a.y * b.y;
}

static void widen_box(pn_vec *low, pn_vec *high, pn_vec point)
{
	low->x = point.x < low->x ? point.x : low->x;
	low->y = point.y < low->y ? point.y : low->y;
	high->x = point.x > high->x ? point.x : high->x;
	high->y = point.y > high->y ? point.y : high->y;
}

static bool add_piece(struct pn_sight_scene *scene, const struct pn_sight_piece *like,
		      const pn_vec *points, uint8_t count)
{
	if (scene->pieces == PN_SIGHT_PIECES_MAX || scene->points + count > PN_SIGHT_POINTS_MAX)
		return false;
	struct pn_sight_piece *piece = &scene->piece[scene->pieces++];
	*piece = *like;
	piece->first = scene->points;
	piece->count = count;
	piece->low = points[0];
	piece->high = points[0];
	for (uint8_t i = 0; i < count; i++) {
		widen_box(&piece->low, &piece->high, points[i]);
		scene->point[scene->points++] = points[i];
	}
	return true;
}

static bool boxes_meet(pn_vec low, pn_vec high, const struct pn_sight_piece *piece, pn_len gap)
{
	return piece->low.x <= high.x + gap && piece->low.y <= high.y + gap &&
	       piece->high.x >= low.x - gap && piece->high.y >= low.y - gap;
}

/* A value divided by a positive number, to the nearest integer. */
static pn_len divide(int64_t value, int64_t by)
{
	return (pn_len)((value < 0 ? value - by / 2 : value + by / 2) / by);
}

/* The middle of a convex piece. */
static pn_vec find_middle(const pn_vec *points, uint8_t count)
{
	int64_t x = 0;
	int64_t y = 0;
	for (uint8_t i = 0; i < count; i++) {
		x += points[i].x;
		y += points[i].y;
	}
	return (pn_vec){divide(x, count), divide(y, count)};
}

/* A point just inside the edge from a to b of a clockwise outline, opposite a corner
 * that lies close before it. */
static pn_vec find_footing(pn_vec corner, pn_vec a, pn_vec b)
{
	pn_vec way = pn_subtract(b, a);
	int64_t squared = dot_of(way, way);
	int64_t along = dot_of(pn_subtract(corner, a), way);
	int64_t out = pn_cross(a, b, corner);
	pn_vec foot = {corner.x + divide(out * way.y, squared),
		       corner.y - divide(out * way.x, squared)};
	if (along < 0)
		foot = a;
	if (along > squared)
		foot = b;
	int64_t length = (int64_t)pn_square_root((uint64_t)squared) + 1;
	return (pn_vec){foot.x + divide(2 * (int64_t)way.y, length),
			foot.y - divide(2 * (int64_t)way.x, length)};
}

/* Close the crack between a corner of one piece and the outline of another, if there
 * is one: by a bar across it, which is fixed inside the other. False if the scene is
 * full. */
static bool close_crack(struct pn_sight_scene *scene, const struct pn_sight_piece *corners,
			const struct pn_sight_piece *edges, bool *closed)
{
	for (uint8_t i = 0; i < corners->count && !*closed; i++) {
		pn_vec corner = scene->point[corners->first + i];
		for (uint8_t k = 0; k < edges->count && !*closed; k++) {
			pn_vec a = scene->point[edges->first + k];
			pn_vec b = scene->point[edges->first + (k + 1) % edges->count];
			if (pn_cross(a, b, corner) <= 0 || !pn_segment_near(corner, a, b, PN_TOUCH))
				continue;
			struct pn_sight_piece like = *corners;
			like.kind = PN_SIGHT_SOLID;
			like.raises = false;
			like.owner[1] = edges->owner[0];
			like.top = edges->top < like.top ? edges->top : like.top;
			pn_vec points[2] = {corner, find_footing(corner, a, b)};
			if (edges->kind == PN_SIGHT_SOLID)
				points[1] = find_middle(&scene->point[edges->first], edges->count);
			if (!add_piece(scene, &like, points, 2))
				return false;
			*closed = true;
		}
	}
	return true;
}

/* Close the cracks between the piece added last and all others before `count`. */
static bool close_cracks(struct pn_sight_scene *scene, uint16_t number, uint16_t count)
{
	const struct pn_sight_piece *piece = &scene->piece[number];
	for (uint16_t i = 0; i < count; i++) {
		const struct pn_sight_piece *other = &scene->piece[i];
		bool closed = false;
		if (other->count == 2 || other->kind == PN_SIGHT_OPEN ||
		    !boxes_meet(piece->low, piece->high, other, PN_TOUCH))
			continue;
		if (!close_crack(scene, piece, other, &closed) ||
		    !close_crack(scene, other, piece, &closed))
			return false;
	}
	return true;
}

static bool add_blocker(struct pn_sight_scene *scene, const struct pn_sight_blocker *blocker)
{
	struct pn_parts parts = {.count = 1};
	parts.part[0] = blocker->shape;
	if (blocker->kind == PN_SIGHT_SOLID)
		pn_shape_parts(&blocker->shape, &parts);
	struct pn_sight_piece like = {
		.kind = (uint8_t)blocker->kind,
		.raises = blocker->raises,
		.body = scene->bodies++,
		.owner = {blocker->owner, PN_SIGHT_NOBODY},
		.top = PN_SIGHT_ENDLESS,
		.depth = blocker->kind == PN_SIGHT_COVER ? blocker->depth : 0,
	};
	if (blocker->height != PN_SIGHT_ENDLESS)
		like.top = blocker->ground + blocker->height;
	uint16_t before = scene->pieces;
	for (uint8_t i = 0; i < parts.count; i++) {
		if (!add_piece(scene, &like, parts.part[i].point, parts.part[i].count))
			return false;
	}
	uint16_t behind = scene->pieces;
	for (uint16_t i = before; blocker->kind != PN_SIGHT_OPEN && i < behind; i++) {
		if (!close_cracks(scene, i, before))
			return false;
	}
	return true;
}

static void check_height(pn_len height)
{
	pn_assert(height >= -PN_SIGHT_HEIGHT_MAX && height <= PN_SIGHT_HEIGHT_MAX);
}

bool pn_sight_add(struct pn_sight_scene *scene, const struct pn_sight_blocker *blocker)
{
	pn_assert(pn_shape_is_simple(&blocker->shape));
	pn_assert(blocker->depth >= 0 && blocker->depth <= PN_COORDINATE_MAX);
	check_height(blocker->ground);
	if (blocker->height != PN_SIGHT_ENDLESS) {
		check_height(blocker->height);
		check_height(blocker->ground + blocker->height);
	}
	uint16_t bodies = scene->bodies;
	uint16_t pieces = scene->pieces;
	uint16_t points = scene->points;
	if (add_blocker(scene, blocker))
		return true;
	scene->bodies = bodies;
	scene->pieces = pieces;
	scene->points = points;
	return false;
}

pn_len pn_sight_ground(const struct pn_sight_scene *scene, pn_vec at)
{
	pn_len ground = 0;
	for (uint16_t i = 0; i < scene->pieces; i++) {
		const struct pn_sight_piece *piece = &scene->piece[i];
		if (!piece->raises || piece->top <= ground || !boxes_meet(at, at, piece, 0))
			continue;
		struct pn_shape shape = {.count = piece->count};
		memcpy(shape.point, &scene->point[piece->first],
		       piece->count * sizeof(shape.point[0]));
		if (pn_shape_contains(&shape, at))
			ground = piece->top;
	}
	return ground;
}

/* The target, and what of it lies in the arc. */

static void find_parts(struct pn_sight_look *look, const struct pn_shape *shape)
{
	struct pn_parts parts;
	pn_shape_parts(shape, &parts);
	look->parts = parts.count;
	for (uint8_t i = 0; i < parts.count; i++) {
		look->part[i].count = parts.part[i].count;
		for (uint8_t k = 0; k < parts.part[i].count; k++)
			look->part[i].point[k] = pn_sight_grain(parts.part[i].point[k]);
	}
}

/* The first place of the front edge, from its left, that lies in an area. */
static bool meets_area(const struct pn_sight_look *look, const struct pn_sight_part *part,
		       struct pn_sight_place *first)
{
	struct pn_sight_place last = {1, 1};
	*first = (struct pn_sight_place){0, 1};
	for (uint8_t i = 0; i < part->count; i++) {
		pn_vec a = part->point[i];
		pn_vec b = part->point[(i + 1) % part->count];
		int64_t left = pn_cross(a, b, look->left);
		int64_t right = pn_cross(a, b, look->right);
		if (left > 0 && right > 0)
			return false;
		if (left > 0 && pn_product_compare(left, first->den, first->num, left - right) > 0)
			*first = (struct pn_sight_place){left, left - right};
		if (right > 0 && pn_product_compare(-left, last.den, last.num, right - left) < 0)
			last = (struct pn_sight_place){-left, right - left};
	}
	return pn_product_compare(first->num, last.den, last.num, first->den) <= 0;
}

/* Does the front edge meet the target, whole as it is? Then it is seen where they
 * meet, along a line of no length. */
static bool is_in_contact(const struct pn_sight_look *look, struct pn_sight_line *line)
{
	for (uint8_t i = 0; i < look->parts; i++) {
		struct pn_sight_place place;
		if (!meets_area(look, &look->part[i], &place))
			continue;
		*line = (struct pn_sight_line){{look->left, look->right}, place, place};
		if (look->left.x == look->right.x && look->left.y == look->right.y)
			line->through[1].x++;
		return true;
	}
	return false;
}

/* How far a point lies to the left of a direction through another. */
static int64_t measure_left(pn_vec at, pn_vec direction, pn_vec point)
{
	pn_vec arm = pn_subtract(point, at);
	return (int64_t)direction.x * arm.y - (int64_t)direction.y * arm.x;
}

/* The share of a in a + b, both not negative, of a whole of 2^20. */
static int64_t find_share(int64_t a, int64_t b)
{
	while (a + b >= (int64_t)1 << 42) {
		a >>= 1;
		b >>= 1;
	}
	return a + b == 0 ? 0 : (a << 20) / (a + b);
}

/* Keep of a convex part what lies on the line through `at` or to its left. */
static void cut_part(struct pn_sight_part *part, pn_vec at, pn_vec direction)
{
	struct pn_sight_part kept = {.count = 0};
	for (uint8_t i = 0; i < part->count; i++) {
		pn_vec a = part->point[i];
		pn_vec b = part->point[(i + 1) % part->count];
		int64_t left_a = measure_left(at, direction, a);
		int64_t left_b = measure_left(at, direction, b);
		if (left_a >= 0)
			kept.point[kept.count++] = a;
		if ((left_a < 0) == (left_b < 0) || left_a == 0 || left_b == 0)
			continue;
		int64_t share =
			find_share(left_a < 0 ? -left_a : left_a, left_b < 0 ? -left_b : left_b);
		kept.point[kept.count++] = (pn_vec){a.x + divide(share * (b.x - a.x), 1 << 20),
						    a.y + divide(share * (b.y - a.y), 1 << 20)};
	}
	*part = kept;
}

/* Keep of the target what lies in the observer's arc. */
static void cut_to_arc(struct pn_sight_look *look, const struct pn_sight_observer *observer)
{
	pn_angle left_ray = (pn_angle)(observer->facing - observer->half_angle);
	pn_angle right_ray = (pn_angle)(observer->facing + observer->half_angle);
	bool is_edge = look->left.x != look->right.x || look->left.y != look->right.y;
	uint8_t kept = 0;
	for (uint8_t i = 0; i < look->parts; i++) {
		struct pn_sight_part *part = &look->part[kept];
		*part = look->part[i];
		/* At a right angle the edge itself says what is behind it. */
		if (!is_edge || observer->half_angle < PN_DEGREES_90) {
			cut_part(part, look->left,
				 (pn_vec){-pn_sine(left_ray), -pn_cosine(left_ray)});
			cut_part(part, look->right,
				 (pn_vec){pn_sine(right_ray), pn_cosine(right_ray)});
		}
		if (is_edge)
			cut_part(part, look->left, pn_subtract(look->right, look->left));
		if (part->count > 0)
			kept++;
	}
	look->parts = kept;
}

/* The hull round front edge and target. */

static bool goes_before(pn_vec a, pn_vec b)
{
	return a.x < b.x || (a.x == b.x && a.y < b.y);
}

/* One half of the hull, from the first of sorted points to the last, or back. */
static void add_chain(struct pn_sight_look *look, const pn_vec *points, uint16_t count, bool back)
{
	uint16_t start = look->hull_count;
	for (uint16_t i = 0; i < count; i++) {
		pn_vec point = points[back ? count - 1 - i : i];
		while (look->hull_count >= start + 2 &&
		       pn_cross(look->hull[look->hull_count - 2], look->hull[look->hull_count - 1],
				point) >= 0)
			look->hull_count--;
		look->hull[look->hull_count++] = point;
	}
	look->hull_count--;
}

static void find_hull(struct pn_sight_look *look)
{
	pn_vec points[PN_SIGHT_HULL_MAX];
	uint16_t count = 0;
	points[count++] = look->left;
	points[count++] = look->right;
	for (uint8_t i = 0; i < look->parts; i++) {
		for (uint8_t k = 0; k < look->part[i].count; k++)
			points[count++] = look->part[i].point[k];
	}
	for (uint16_t i = 1; i < count; i++) {
		pn_vec point = points[i];
		uint16_t slot = i;
		for (; slot > 0 && goes_before(point, points[slot - 1]); slot--)
			points[slot] = points[slot - 1];
		points[slot] = point;
	}
	look->hull_count = 0;
	add_chain(look, points, count, false);
	add_chain(look, points, count, true);
}

/* Do all corners of a piece lie outside the same edge of the hull? */
static bool lies_outside(const struct pn_sight_look *look, const struct pn_sight_shade *shade)
{
	for (uint16_t i = 0; i < look->hull_count; i++) {
		pn_vec a = look->hull[i];
		pn_vec b = look->hull[(i + 1) % look->hull_count];
		uint8_t k = 0;
		while (k < shade->piece->count && pn_cross(a, b, pn_sight_corner(shade, k)) > 0)
			k++;
		if (k == shade->piece->count)
			return true;
	}
	return false;
}

/* What may hide. */

/* Where lines from eye to target are lower than the top. False if nowhere. */
static bool find_below(struct pn_sight_shade *shade, pn_len eye, pn_len seen)
{
	pn_len top = shade->piece->top;
	shade->below = PN_SIGHT_BELOW_ALL;
	if (top <= eye && top <= seen)
		return false;
	if (top >= eye && top >= seen)
		return true;
	shade->below = eye < seen ? PN_SIGHT_BELOW_BEFORE : PN_SIGHT_BELOW_AFTER;
	shade->p = eye < seen ? top - eye : eye - top;
	shade->q = eye < seen ? seen - eye : eye - seen;
	return true;
}

static bool is_near(pn_vec point, pn_vec a, pn_vec b, pn_len length)
{
	pn_fraction limit = {(pn_wide)length * length, 1};
	return pn_fraction_compare(pn_segment_distance_squared(point, a, b), limit) <= 0;
}

/* Is the target, which does not meet the front edge, within a length of it? */
static bool is_within(const struct pn_sight_observer *observer, const struct pn_shape *shape,
		      pn_len length)
{
	for (uint8_t i = 0; i < shape->count; i++) {
		pn_vec a = shape->point[i];
		pn_vec b = pn_shape_next(shape, i);
		if (is_near(observer->left, a, b, length) ||
		    is_near(observer->right, a, b, length) ||
		    is_near(a, observer->left, observer->right, length))
			return true;
	}
	return false;
}

static bool is_own(const struct pn_sight_piece *piece, uint16_t owner)
{
	return owner != PN_SIGHT_NOBODY && (piece->owner[0] == owner || piece->owner[1] == owner);
}

/* The box round the hull, in units, a little wider. */
static void find_hull_box(const struct pn_sight_look *look, pn_vec *low, pn_vec *high)
{
	*low = look->hull[0];
	*high = look->hull[0];
	for (uint16_t i = 1; i < look->hull_count; i++)
		widen_box(low, high, look->hull[i]);
	*low = (pn_vec){low->x / PN_SIGHT_GRAIN - 1, low->y / PN_SIGHT_GRAIN - 1};
	*high = (pn_vec){high->x / PN_SIGHT_GRAIN + 1, high->y / PN_SIGHT_GRAIN + 1};
}

static void find_shades(struct pn_sight_look *look, const struct pn_sight_scene *scene,
			const struct pn_sight_observer *observer,
			const struct pn_sight_target *target)
{
	pn_vec low;
	pn_vec high;
	find_hull_box(look, &low, &high);
	look->shades = 0;
	look->hint = 0;
	for (uint16_t i = 0; i < scene->pieces; i++) {
		const struct pn_sight_piece *piece = &scene->piece[i];
		struct pn_sight_shade *shade = &look->shade[look->shades];
		if (piece->kind == PN_SIGHT_OPEN || !boxes_meet(low, high, piece, 0) ||
		    is_own(piece, observer->owner) || is_own(piece, target->owner))
			continue;
		shade->piece = piece;
		shade->point = &scene->point[piece->first];
		if (!find_below(shade, observer->eye, target->top) || lies_outside(look, shade))
			continue;
		shade->near_enough =
			piece->depth > 0 && is_within(observer, &target->shape, piece->depth);
		look->shades++;
	}
}

/* The quick answers. */

static bool try_corners(struct pn_sight_look *look, pn_vec eye, struct pn_sight_line *line)
{
	for (uint8_t i = 0; i < look->parts; i++) {
		for (uint8_t k = 0; k < look->part[i].count; k++) {
			struct pn_sight_trial trial = {eye, look->part[i].point[k], false, false};
			if (pn_sight_try(look, &trial, line))
				return true;
		}
	}
	return false;
}

static bool covers_all(const struct pn_sight_look *look, const struct pn_sight_shade *shade)
{
	for (uint8_t i = 0; i < look->parts; i++) {
		for (uint8_t k = 0; k < look->part[i].count; k++) {
			pn_vec seen = look->part[i].point[k];
			if (!pn_sight_covers(shade, look->left, seen) ||
			    !pn_sight_covers(shade, look->right, seen))
				return false;
		}
	}
	return true;
}

static bool is_all_covered(const struct pn_sight_look *look)
{
	for (uint16_t i = 0; i < look->shades; i++) {
		const struct pn_sight_shade *shade = &look->shade[i];
		if (shade->piece->kind == PN_SIGHT_SOLID && shade->piece->count > 2 &&
		    covers_all(look, shade))
			return true;
	}
	return false;
}

static bool find_line(struct pn_sight_look *look, struct pn_sight_line *line)
{
	pn_vec middle = {(look->left.x + look->right.x) / 2, (look->left.y + look->right.y) / 2};
	if (try_corners(look, middle, line) || try_corners(look, look->left, line) ||
	    try_corners(look, look->right, line))
		return true;
	return !is_all_covered(look) && pn_sight_search(look, line);
}

/* How far along the front edge the eye of a line is. */
static uint16_t find_eye_share(const struct pn_sight_look *look, const struct pn_sight_line *line)
{
	pn_vec x = line->through[0];
	pn_vec way = pn_subtract(line->through[1], x);
	int64_t left = measure_left(x, way, look->left);
	int64_t right = measure_left(x, way, look->right);
	if (line->from.num == 0) {
		/* The eye is the first point itself. */
		pn_vec front = pn_subtract(look->right, look->left);
		left = dot_of(front, pn_subtract(x, look->left));
		right = dot_of(front, pn_subtract(look->right, x));
		left = left < 0 ? 0 : left;
		right = right < 0 ? 0 : right;
	} else if (left == 0 && right == 0) {
		/* The line runs along the front edge, from its left end unless the place is
		 * that of the right end. */
		left = dot_of(way, pn_subtract(look->right, x));
		left = pn_product_compare(left, line->from.den, line->from.num, dot_of(way, way)) ==
		       0;
		right = !left;
		if (line->from.num == line->to.num) {
			left = line->from.num;
			right = line->from.den - line->from.num;
		}
	}
	int64_t share = find_share(left < 0 ? -left : left, right < 0 ? -right : right) >> 4;
	return (uint16_t)(share > 65535 ? 65535 : share);
}

void pn_sight_look(const struct pn_sight_scene *scene, const struct pn_sight_observer *observer,
		   const struct pn_sight_target *target, struct pn_sight_result *result)
{
	pn_assert(observer->half_angle <= PN_DEGREES_90 || observer->half_angle == PN_TURN_HALF);
	check_height(observer->eye);
	check_height(target->top);
	struct pn_sight_look look;
	memset(result, 0, sizeof(*result));
	look.left = pn_sight_grain(observer->left);
	look.right = pn_sight_grain(observer->right);
	look.all_round = observer->half_angle == PN_TURN_HALF;
	look.falling = observer->eye > target->top;
	find_parts(&look, &target->shape);
	if (is_in_contact(&look, &result->line)) {
		result->visible = true;
	} else {
		if (!look.all_round)
			cut_to_arc(&look, observer);
		if (look.parts == 0)
			return;
		find_hull(&look);
		find_shades(&look, scene, observer, target);
		result->visible = find_line(&look, &result->line);
	}
	result->arc = true;
	if (result->visible)
		result->share = find_eye_share(&look, &result->line);
}

bool pn_sight_from_front(const struct pn_sight_scene *scene, pn_pose pose,
			 struct pn_formation formation, pn_len eye, uint16_t owner,
			 const struct pn_sight_target *target, uint16_t *figure)
{
	struct pn_shape footprint = pn_footprint(pose, formation);
	struct pn_sight_observer observer = {
		.left = footprint.point[0],
		.right = footprint.point[1],
		.eye = eye,
		.facing = pose.facing,
		.half_angle = PN_DEGREES_90,
		.owner = owner,
	};
	struct pn_sight_result result;
	pn_sight_look(scene, &observer, target, &result);
	if (result.visible && figure != NULL)
		*figure = (uint16_t)((uint32_t)result.share * formation.files >> 16);
	return result.visible;
}
