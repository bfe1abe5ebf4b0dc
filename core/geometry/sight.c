/* Looks: what may hide, what is worth a closer look, and the two quick answers.
 *
 * A look goes through these steps and stops at the first answer:
 *
 *	1. Cut the target down to the observer's arc. Nothing left: not seen.
 *	2. Keep what could hide at all: not its own, high enough, and not apart from the
 *	   hull round the front edge and the target. Nothing left: seen.
 *	3. Try a line from the middle of the front edge to a corner of the target. Clear:
 *	   seen.
 *	4. If one solid convex piece stands across all the lines from both ends of the
 *	   edge to all corners of the target, it stands across all lines: not seen. (From
 *	   a fixed eye, what a convex piece hides is convex; so is, for a fixed point
 *	   seen, the set of eyes it is hidden from. This holds below its top as well,
 *	   because all lines pass the top's height at the same fraction of their way.)
 *	5. Try the lines from the middle and the ends of the edge to all corners of the
 *	   target. One clear: seen.
 *	6. Search (sight_search.c). */

#include "sight.h"

#include "convex_parts.h"
#include "sight_line.h"

/* A value divided by a positive number, to the nearest integer. */
static pn_len divide(int64_t value, int64_t by)
{
	return (pn_len)((value < 0 ? value - by / 2 : value + by / 2) / by);
}

static void check_height(pn_len height)
{
	pn_assert(height >= -PN_SIGHT_HEIGHT_MAX && height <= PN_SIGHT_HEIGHT_MAX);
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
		int64_t left = pn_sight_side(a, b, look->left);
		int64_t right = pn_sight_side(a, b, look->right);
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
	pn_vec arm = pn_sight_way(at, point);
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
	struct pn_sight_part kept;
	kept.count = 0;
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

/* Keep of the target what lies in the observer's arc. At a right angle it is the edge
 * itself that says what is behind it. */
static void cut_to_arc(struct pn_sight_look *look, const struct pn_sight_observer *observer)
{
	pn_angle left_ray = (pn_angle)(observer->facing - observer->half_angle);
	pn_angle right_ray = (pn_angle)(observer->facing + observer->half_angle);
	pn_vec outside = {-pn_sine(left_ray), -pn_cosine(left_ray)};
	pn_vec inside = {pn_sine(right_ray), pn_cosine(right_ray)};
	pn_vec front = pn_sight_way(look->left, look->right);
	bool is_edge = front.x != 0 || front.y != 0;
	uint8_t kept = 0;
	for (uint8_t i = 0; i < look->parts; i++) {
		struct pn_sight_part *part = &look->part[kept];
		*part = look->part[i];
		if (!is_edge || observer->half_angle < PN_DEGREES_90) {
			cut_part(part, look->left, outside);
			cut_part(part, look->right, inside);
		}
		if (is_edge)
			cut_part(part, look->left, front);
		if (part->count > 0)
			kept++;
	}
	look->parts = kept;
}

/* The hull round front edge and target. */

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
	look->hull_count = pn_sight_hull(points, count, look->hull);
}

/* Do all corners of a piece lie outside the same edge of the hull? */
static bool lies_outside(const struct pn_sight_look *look, const struct pn_sight_shade *shade)
{
	for (uint16_t i = 0; i < look->hull_count; i++) {
		pn_vec a = look->hull[i];
		pn_vec b = look->hull[(i + 1) % look->hull_count];
		uint8_t k = 0;
		while (k < shade->piece->count &&
		       pn_sight_side(a, b, pn_sight_corner(shade, k)) > 0)
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

/* A box in units. */
struct box {
	pn_vec low;
	pn_vec high;
};

/* Widen a box to hold a point given in sixteenths, with a little to spare. */
static void widen_box(struct box *box, pn_vec point)
{
	pn_vec at = {point.x / PN_SIGHT_GRAIN, point.y / PN_SIGHT_GRAIN};
	box->low.x = at.x - 1 < box->low.x ? at.x - 1 : box->low.x;
	box->low.y = at.y - 1 < box->low.y ? at.y - 1 : box->low.y;
	box->high.x = at.x + 1 > box->high.x ? at.x + 1 : box->high.x;
	box->high.y = at.y + 1 > box->high.y ? at.y + 1 : box->high.y;
}

static bool is_apart(const struct box *box, const struct pn_sight_piece *piece)
{
	return piece->low.x > box->high.x || piece->low.y > box->high.y ||
	       piece->high.x < box->low.x || piece->high.y < box->low.y;
}

/* The boxes round the front edge, round the target, and round both. */
struct boxes {
	struct box front;
	struct box target;
	struct box both;
};

static void find_boxes(const struct pn_sight_look *look, struct boxes *boxes)
{
	const struct box none = {{INT32_MAX, INT32_MAX}, {INT32_MIN, INT32_MIN}};
	*boxes = (struct boxes){none, none, none};
	widen_box(&boxes->front, look->left);
	widen_box(&boxes->front, look->right);
	for (uint8_t i = 0; i < look->parts; i++) {
		for (uint8_t k = 0; k < look->part[i].count; k++)
			widen_box(&boxes->target, look->part[i].point[k]);
	}
	for (uint16_t i = 0; i < look->hull_count; i++)
		widen_box(&boxes->both, look->hull[i]);
}

/* In which form the pieces of a body are taken. */
struct taken {
	uint16_t body;
	bool outside; /* neither eye nor target are in its box */
	bool hull;    /* the hull was taken */
};

/* Is this the form in which its blocker is to be taken? */
static bool is_wanted(const struct pn_sight_piece *piece, const struct pn_sight_shade *shade,
		      const struct boxes *boxes, struct taken *taken)
{
	if (piece->form == PN_SIGHT_PLAIN)
		return true;
	if (piece->form != PN_SIGHT_PART && taken->body != piece->body[0]) {
		taken->body = piece->body[0];
		taken->outside = is_apart(&boxes->front, piece) && is_apart(&boxes->target, piece);
		taken->hull = false;
	}
	if (piece->form == PN_SIGHT_WHOLE)
		return !taken->outside;
	if (piece->form == PN_SIGHT_HULL) {
		taken->hull = taken->outside && shade->below == PN_SIGHT_BELOW_ALL;
		return taken->hull;
	}
	return !taken->hull && (!piece->of_cover || taken->outside);
}

static void find_shades(struct pn_sight_look *look, const struct pn_sight_scene *scene,
			const struct pn_sight_observer *observer,
			const struct pn_sight_target *target)
{
	const struct pn_sight_chosen *among = target->among;
	const uint16_t count = among ? among->count : scene->pieces;
	struct boxes boxes;
	struct taken taken = {UINT16_MAX, false, false};
	find_boxes(look, &boxes);
	look->shades = 0;
	look->hint = 0;
	for (uint16_t i = 0; i < count; i++) {
		const struct pn_sight_piece *piece = &scene->piece[among ? among->piece[i] : i];
		struct pn_sight_shade *shade = &look->shade[look->shades];
		if (piece->kind == PN_SIGHT_OPEN || is_apart(&boxes.both, piece) ||
		    is_own(piece, observer->owner) || is_own(piece, target->owner))
			continue;
		shade->piece = piece;
		shade->point = &scene->point[piece->first];
		if (!find_below(shade, observer->eye, target->top) ||
		    !is_wanted(piece, shade, &boxes, &taken) || lies_outside(look, shade))
			continue;
		shade->near_enough =
			piece->depth > 0 && is_within(observer, &target->shape, piece->depth);
		look->shades++;
	}
}

/* The quick answers. */

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

/* Can the shade alone hide everything? Cracks and cover cannot. */
static bool is_whole(const struct pn_sight_shade *shade)
{
	return shade->piece->kind == PN_SIGHT_SOLID && shade->piece->count > 2;
}

/* The shade that hid the last line is asked about first. NULL: none. */
static const struct pn_sight_shade *find_cover(const struct pn_sight_look *look)
{
	const struct pn_sight_shade *hint = &look->shade[look->hint];
	if (look->shades > 0 && is_whole(hint) && covers_all(look, hint))
		return hint;
	for (uint16_t i = 0; i < look->shades; i++) {
		const struct pn_sight_shade *shade = &look->shade[i];
		if (shade != hint && is_whole(shade) && covers_all(look, shade))
			return shade;
	}
	return NULL;
}

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

static bool find_line(struct pn_sight_look *look, const struct pn_sight_scene *scene,
		      struct pn_sight_result *result)
{
	struct pn_sight_line *line = &result->line;
	pn_vec middle = {(look->left.x + look->right.x) / 2, (look->left.y + look->right.y) / 2};
	struct pn_sight_trial trial = {middle, look->part[0].point[0], false, false};
	if (pn_sight_try(look, &trial, line))
		return true;
	const struct pn_sight_shade *cover = find_cover(look);
	if (cover != NULL) {
		result->covered_by = (uint16_t)(cover->piece - scene->piece);
		return false;
	}
	return try_corners(look, middle, line) || try_corners(look, look->left, line) ||
	       try_corners(look, look->right, line) || pn_sight_search(look, line);
}

/* How far along the front edge the eye of a line is. */
static uint16_t find_eye_share(const struct pn_sight_look *look, const struct pn_sight_line *line)
{
	pn_vec x = line->through[0];
	pn_vec way = pn_sight_way(x, line->through[1]);
	int64_t left = measure_left(x, way, look->left);
	int64_t right = measure_left(x, way, look->right);
	if (line->from.num == 0) {
		/* The eye is the first point itself. */
		pn_vec front = pn_sight_way(look->left, look->right);
		left = pn_sight_dot(front, pn_sight_way(look->left, x));
		right = pn_sight_dot(front, pn_sight_way(x, look->right));
		left = left < 0 ? 0 : left;
		right = right < 0 ? 0 : right;
	} else if (left == 0 && right == 0) {
		/* The line runs along the front edge, from its left end unless the place is
		 * that of the right end. */
		left = pn_sight_dot(way, pn_sight_way(x, look->right));
		left = pn_product_compare(left, line->from.den, line->from.num,
					  pn_sight_dot(way, way)) == 0;
		right = !left;
		if (line->from.num == line->to.num) {
			left = line->from.num;
			right = line->from.den - line->from.num;
		}
	}
	int64_t share = find_share(left < 0 ? -left : left, right < 0 ? -right : right) >> 4;
	return (uint16_t)(share > 65535 ? 65535 : share);
}

/* Set out to look. True: the front edge meets the target, which is seen along that line. */
static bool set_out(struct pn_sight_look *look, const struct pn_sight_observer *observer,
		    const struct pn_sight_target *target, struct pn_sight_line *line)
{
	pn_assert(observer->half_angle <= PN_DEGREES_90 || observer->half_angle == PN_TURN_HALF);
	check_height(observer->eye);
	check_height(target->top);
	look->left = pn_sight_grain(observer->left);
	look->right = pn_sight_grain(observer->right);
	look->all_round = observer->half_angle == PN_TURN_HALF;
	look->falling = observer->eye > target->top;
	find_parts(look, &target->shape);
	if (is_in_contact(look, line))
		return true;
	if (!look->all_round)
		cut_to_arc(look, observer);
	return false;
}

void pn_sight_look(const struct pn_sight_scene *scene, const struct pn_sight_observer *observer,
		   const struct pn_sight_target *target, struct pn_sight_result *result)
{
	struct pn_sight_look look;
	memset(result, 0, sizeof(*result));
	result->covered_by = PN_SIGHT_NOBODY;
	if (set_out(&look, observer, target, &result->line)) {
		result->visible = true;
	} else {
		if (look.parts == 0)
			return;
		find_hull(&look);
		find_shades(&look, scene, observer, target);
		result->visible = find_line(&look, scene, result);
	}
	result->arc = true;
	if (result->visible)
		result->share = find_eye_share(&look, &result->line);
}

/* Is the piece taken as it is by this look? Only hulls ask who stands where. */
static bool is_taken(const struct pn_sight_look *look, const struct pn_sight_shade *shade)
{
	const struct pn_sight_piece *piece = shade->piece;
	struct boxes boxes;
	if (piece->form != PN_SIGHT_HULL)
		return !piece->of_cover;
	if (piece->of_cover || shade->below != PN_SIGHT_BELOW_ALL)
		return false;
	find_boxes(look, &boxes);
	return is_apart(&boxes.front, piece) && is_apart(&boxes.target, piece);
}

bool pn_sight_is_covered(const struct pn_sight_scene *scene, const uint16_t *piece, uint16_t count,
			 const struct pn_sight_observer *observer,
			 const struct pn_sight_target *target)
{
	struct pn_sight_look look;
	struct pn_sight_line line;
	if (count == 0 || set_out(&look, observer, target, &line) || look.parts == 0)
		return false;
	look.hull_count = 0;
	for (uint16_t i = 0; i < count; i++) {
		struct pn_sight_shade shade = {.piece = &scene->piece[piece[i]]};
		shade.point = &scene->point[shade.piece->first];
		if (is_whole(&shade) && !is_own(shade.piece, observer->owner) &&
		    !is_own(shade.piece, target->owner) &&
		    find_below(&shade, observer->eye, target->top) && is_taken(&look, &shade) &&
		    covers_all(&look, &shade))
			return true;
	}
	return false;
}

struct pn_sight_observer pn_sight_front(pn_pose pose, struct pn_formation formation, pn_len eye,
					uint16_t owner)
{
	int64_t width = pn_frontage(formation);
	return (struct pn_sight_observer){
		.left = pn_ahead_halves(pose, 0, -width),
		.right = pn_ahead_halves(pose, 0, width),
		.eye = eye,
		.facing = pose.facing,
		.half_angle = PN_DEGREES_90,
		.owner = owner,
	};
}

bool pn_sight_from_front(const struct pn_sight_scene *scene, pn_pose pose,
			 struct pn_formation formation, pn_len eye, uint16_t owner,
			 const struct pn_sight_target *target, uint16_t *figure)
{
	const struct pn_sight_observer observer = pn_sight_front(pose, formation, eye, owner);
	struct pn_sight_result result;
	pn_sight_look(scene, &observer, target, &result);
	if (result.visible && figure != NULL)
		*figure = (uint16_t)((uint32_t)result.share * formation.files >> 16);
	return result.visible;
}
