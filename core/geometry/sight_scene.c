/* The scene: what may hide something, in convex pieces.
 *
 * What is solid is cut into convex parts. Seams between the parts of one thing need no
 * care: a line along a seam touches something on both sides. Nor do those between two
 * things that overlap or meet exactly; but a gap of up to PN_TOUCH between two things
 * is closed by a bar from a corner of the one into the other. A line that passes
 * between the two must cross the bar, wherever it is.
 *
 * A thing in one piece, however ragged, hides exactly as the hull round it from those
 * who stand outside the hull and look at something outside it: a straight line misses
 * it only if all of it lies on one side. So what is not convex is kept as a hull, too,
 * for the many who are far from it and look at no height.
 *
 * Cover is kept with its own outline, because the edge by which one looks into it
 * counts, and as if it were solid for those who neither stand in it nor look into it. */

#include "convex_parts.h"
#include "sight.h"
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
		      enum pn_sight_form form, const pn_vec *points, uint8_t count)
{
	if (scene->pieces == PN_SIGHT_PIECES_MAX || scene->points + count > PN_SIGHT_POINTS_MAX)
		return false;
	struct pn_sight_piece *piece = &scene->piece[scene->pieces++];
	*piece = *like;
	piece->form = (uint8_t)form;
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
		if (!boxes_meet(corner, corner, edges, PN_TOUCH))
			continue;
		for (uint8_t k = 0; k < edges->count && !*closed; k++) {
			pn_vec a = scene->point[edges->first + k];
			pn_vec b = scene->point[edges->first + (k + 1) % edges->count];
			if (pn_cross(a, b, corner) <= 0 || !pn_segment_near(corner, a, b, PN_TOUCH))
				continue;
			struct pn_sight_piece like = *corners;
			like.kind = PN_SIGHT_SOLID;
			like.raises = false;
			like.depth = 0;
			like.body[1] = edges->body[0];
			like.owner[1] = edges->owner[0];
			like.top = edges->top < like.top ? edges->top : like.top;
			pn_vec points[2] = {corner, find_footing(corner, a, b)};
			if (edges->kind == PN_SIGHT_SOLID)
				points[1] = find_middle(&scene->point[edges->first], edges->count);
			if (!add_piece(scene, &like, PN_SIGHT_PLAIN, points, 2))
				return false;
			*closed = true;
		}
	}
	return true;
}

/* Is the piece a form of its blocker with edges that are the blocker's own? */
static bool has_edges(const struct pn_sight_piece *piece)
{
	if (piece->kind == PN_SIGHT_COVER)
		return true;
	return !piece->of_cover && piece->form != PN_SIGHT_HULL;
}

/* Close the cracks between the piece added last and all others before `count`. */
static bool close_cracks(struct pn_sight_scene *scene, uint16_t number, uint16_t count)
{
	const struct pn_sight_piece *piece = &scene->piece[number];
	for (uint16_t i = 0; i < count; i++) {
		const struct pn_sight_piece *other = &scene->piece[i];
		bool closed = false;
		if (other->count == 2 || other->kind == PN_SIGHT_OPEN || !has_edges(other) ||
		    !boxes_meet(piece->low, piece->high, other, PN_TOUCH))
			continue;
		if (!close_crack(scene, piece, other, &closed) ||
		    !close_crack(scene, other, piece, &closed))
			return false;
	}
	return true;
}

static bool goes_before(pn_vec a, pn_vec b)
{
	return a.x < b.x || (a.x == b.x && a.y < b.y);
}

/* Add one half of a hull to what is there: from the first of sorted points to the last,
 * or back. The end is left to the other half. */
static uint16_t add_chain(pn_vec *hull, uint16_t start, const pn_vec *points, uint16_t count,
			  bool back)
{
	uint16_t end = start;
	for (uint16_t i = 0; i < count; i++) {
		pn_vec point = points[back ? count - 1 - i : i];
		while (end >= start + 2 && pn_sight_side(hull[end - 2], hull[end - 1], point) >= 0)
			end--;
		hull[end++] = point;
	}
	return (uint16_t)(end - 1);
}

uint16_t pn_sight_hull(pn_vec *points, uint16_t count, pn_vec *hull)
{
	for (uint16_t i = 1; i < count; i++) {
		pn_vec point = points[i];
		uint16_t slot = i;
		for (; slot > 0 && goes_before(point, points[slot - 1]); slot--)
			points[slot] = points[slot - 1];
		points[slot] = point;
	}
	uint16_t half = add_chain(hull, 0, points, count, false);
	return add_chain(hull, half, points, count, true);
}

static bool add_hull(struct pn_sight_scene *scene, const struct pn_sight_piece *like,
		     const struct pn_shape *shape)
{
	pn_vec points[PN_SHAPE_POINTS_MAX];
	pn_vec hull[PN_SHAPE_POINTS_MAX + 1];
	memcpy(points, shape->point, sizeof(points));
	uint16_t count = pn_sight_hull(points, shape->count, hull);
	return add_piece(scene, like, PN_SIGHT_HULL, hull, (uint8_t)count);
}

/* Add a blocker in all its forms, its own outline first and its parts last. */
static bool add_forms(struct pn_sight_scene *scene, struct pn_sight_piece *like,
		      const struct pn_shape *shape)
{
	struct pn_parts parts;
	pn_shape_parts(shape, &parts);
	bool cover = like->kind == PN_SIGHT_COVER;
	if (cover && !add_piece(scene, like, PN_SIGHT_WHOLE, shape->point, shape->count))
		return false;
	like->kind = PN_SIGHT_SOLID;
	like->raises = like->raises && !cover;
	like->of_cover = cover;
	like->depth = 0;
	if (parts.count > 1 && !add_hull(scene, like, shape))
		return false;
	enum pn_sight_form form = cover || parts.count > 1 ? PN_SIGHT_PART : PN_SIGHT_PLAIN;
	for (uint8_t i = 0; i < parts.count; i++) {
		if (!add_piece(scene, like, form, parts.part[i].point, parts.part[i].count))
			return false;
	}
	return true;
}

static bool add_blocker(struct pn_sight_scene *scene, const struct pn_sight_blocker *blocker)
{
	const struct pn_shape *shape = &blocker->shape;
	struct pn_sight_piece like = {
		.kind = (uint8_t)blocker->kind,
		.raises = blocker->raises,
		.body = {scene->bodies, scene->bodies},
		.owner = {blocker->owner, PN_SIGHT_NOBODY},
		.top = PN_SIGHT_ENDLESS,
		.depth = blocker->kind == PN_SIGHT_COVER ? blocker->depth : 0,
	};
	scene->bodies++;
	if (blocker->height != PN_SIGHT_ENDLESS)
		like.top = blocker->ground + blocker->height;
	if (blocker->kind == PN_SIGHT_OPEN)
		return add_piece(scene, &like, PN_SIGHT_PLAIN, shape->point, shape->count);
	uint16_t before = scene->pieces;
	if (!add_forms(scene, &like, shape))
		return false;
	uint16_t behind = scene->pieces;
	for (uint16_t i = before; i < behind; i++) {
		if (has_edges(&scene->piece[i]) && !close_cracks(scene, i, before))
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
		if (!piece->raises || piece->form == PN_SIGHT_HULL || piece->top <= ground ||
		    !boxes_meet(at, at, piece, 0))
			continue;
		struct pn_shape shape = {.count = piece->count};
		memcpy(shape.point, &scene->point[piece->first],
		       piece->count * sizeof(shape.point[0]));
		if (pn_shape_contains(&shape, at))
			ground = piece->top;
	}
	return ground;
}
