/* The scene: what may hide something, in convex pieces.
 *
 * A solid thing is cut into convex parts. Seams between the parts of one thing need no
 * care: a line along a seam touches something on both sides. Nor do those between two
 * things that overlap or meet exactly; but a gap of up to PN_TOUCH between two things
 * is closed by a bar from a corner of the one into the other. A line that passes
 * between the two must cross the bar, wherever it is.
 *
 * Cover is kept whole, because the edge by which one looks into it counts, and in
 * convex parts as well: to those who stand outside and look at something outside it is
 * as good as solid. */

#include "geometry_parts.h"
#include "sight.h"

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
		if (other->count == 2 || other->kind == PN_SIGHT_OPEN || other->of_cover ||
		    !boxes_meet(piece->low, piece->high, other, PN_TOUCH))
			continue;
		if (!close_crack(scene, piece, other, &closed) ||
		    !close_crack(scene, other, piece, &closed))
			return false;
	}
	return true;
}

/* Add the convex parts of a shape. */
static bool add_parts(struct pn_sight_scene *scene, const struct pn_sight_piece *like,
		      const struct pn_shape *shape)
{
	struct pn_parts parts;
	pn_shape_parts(shape, &parts);
	for (uint8_t i = 0; i < parts.count; i++) {
		if (!add_piece(scene, like, parts.part[i].point, parts.part[i].count))
			return false;
	}
	return true;
}

static bool add_cover_parts(struct pn_sight_scene *scene, struct pn_sight_piece like,
			    const struct pn_shape *shape)
{
	like.kind = PN_SIGHT_SOLID;
	like.depth = 0;
	like.raises = false;
	like.of_cover = true;
	return add_parts(scene, &like, shape);
}

static bool add_blocker(struct pn_sight_scene *scene, const struct pn_sight_blocker *blocker)
{
	const struct pn_shape *shape = &blocker->shape;
	bool solid = blocker->kind == PN_SIGHT_SOLID;
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
	if (solid ? !add_parts(scene, &like, shape)
		  : !add_piece(scene, &like, shape->point, shape->count))
		return false;
	uint16_t behind = scene->pieces;
	for (uint16_t i = before; blocker->kind != PN_SIGHT_OPEN && i < behind; i++) {
		if (!close_cracks(scene, i, before))
			return false;
	}
	return blocker->kind != PN_SIGHT_COVER || add_cover_parts(scene, like, shape);
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
