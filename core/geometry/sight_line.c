/* Is one line clear?
 *
 * A place on the line through X and Y is a fraction of the way from X to Y. The line
 * shifted a hair to its left passes a shade's outline at places found by counting
 * every corner that lies on the line as on its right; shifted to the right, as on its
 * left. Sorted, the places pair up into stretches inside the shade:
 *
 *	 left  ----====--------===--	Where both shifted lines are inside, so is the
 *	 right ------====------------	line itself, and it is hidden. Where only one is,
 *	            ^^ hidden		it touches the shade with that side.
 *
 * Touching is allowed if some line a hair away touches nothing. Of such a line, y(t) to
 * the left of ours at place t, we need y < 0 wherever ours touches something on its
 * left, and y > 0 where on its right. y is linear in t and changes sign at most once:
 * so all that ours touches on one side must come before all that it touches on the
 * other. (Cover is judged for each shifted line by itself: through a corner of it the
 * one may go in by another edge than the other, and see less deep.) */

#include "sight_line.h"

/* A stretch of the line inside a shade, and the edges by which it goes in and out. */
struct stretch {
	struct pn_sight_place from;
	struct pn_sight_place to;
	uint8_t edge_in;
	uint8_t edge_out;
};

enum { STRETCHES_MAX = PN_SHAPE_POINTS_MAX / 2 };

struct stretches {
	uint8_t count;
	struct stretch stretch[STRETCHES_MAX];
};

/* Between which places of the line we look. */
struct span {
	pn_vec x;
	pn_vec way; /* from x to y */
	struct pn_sight_place from;
	struct pn_sight_place to;
};

/* The first and last place at which the line touches something on one side. */
struct touch {
	bool any;
	struct pn_sight_place first;
	struct pn_sight_place last;
};

struct touches {
	struct touch left;
	struct touch right;
};

static int compare_places(struct pn_sight_place a, struct pn_sight_place b)
{
	pn_wide left = (pn_wide)a.num * b.den;
	pn_wide right = (pn_wide)b.num * a.den;
	return (left > right) - (left < right);
}

static struct pn_sight_place make_place(int64_t num, int64_t den)
{
	return den < 0 ? (struct pn_sight_place){-num, -den} : (struct pn_sight_place){num, den};
}

static uint8_t after(uint8_t i, uint8_t count)
{
	return (uint8_t)(i + 1 < count ? i + 1 : 0);
}

/* Where the line passes an edge whose ends lie so far to its left. */
static struct pn_sight_place find_crossing(const struct span *span, pn_vec a, pn_vec b,
					   int64_t side_a, int64_t side_b)
{
	return make_place(pn_sight_cross(pn_sight_way(span->x, a), pn_sight_way(a, b)),
			  side_b - side_a);
}

/* Where a corner lies that is on the line. */
static struct pn_sight_place find_corner(const struct span *span, pn_vec corner)
{
	return (struct pn_sight_place){pn_sight_dot(pn_sight_way(span->x, corner), span->way),
				       pn_sight_dot(span->way, span->way)};
}

/* Is a times b less than, equal to or greater than c times d? Only a, of up to 126 bits
 * like c, may be negative. */
static int compare_scaled(pn_wide a, int64_t b, pn_wide c, int64_t d)
{
	__extension__ typedef unsigned __int128 unsigned_wide;
	if (a < 0)
		return -1;
	unsigned_wide left_low = (unsigned_wide)(uint64_t)a * (uint64_t)b;
	unsigned_wide right_low = (unsigned_wide)(uint64_t)c * (uint64_t)d;
	unsigned_wide left = (unsigned_wide)(a >> 64) * (uint64_t)b + (left_low >> 64);
	unsigned_wide right = (unsigned_wide)(c >> 64) * (uint64_t)d + (right_low >> 64);
	if (left != right)
		return left < right ? -1 : 1;
	return ((uint64_t)left_low > (uint64_t)right_low) -
	       ((uint64_t)left_low < (uint64_t)right_low);
}

/* Is the line at this place before (-1), at or past (1) where it passes the height of
 * the shade's top? */
static int compare_with_top(const struct span *span, const struct pn_sight_shade *shade,
			    struct pn_sight_place place)
{
	const struct pn_sight_place *from = &span->from;
	const struct pn_sight_place *to = &span->to;
	pn_wide gone = (pn_wide)place.num * from->den - (pn_wide)from->num * place.den;
	pn_wide all = (pn_wide)to->num * from->den - (pn_wide)from->num * to->den;
	return compare_scaled(gone * shade->q, to->den, all * shade->p, place.den);
}

/* Is the line lower than the top anywhere between two places, the ends left out? */
static bool goes_below(const struct span *span, const struct pn_sight_shade *shade,
		       struct pn_sight_place first, struct pn_sight_place last)
{
	switch (shade->below) {
	case PN_SIGHT_BELOW_BEFORE:
		return compare_with_top(span, shade, first) < 0;
	case PN_SIGHT_BELOW_AFTER:
		return compare_with_top(span, shade, last) > 0;
	case PN_SIGHT_BELOW_ALL:
		break;
	}
	return true;
}

static void widen_touch(struct touch *touch, struct pn_sight_place first,
			struct pn_sight_place last)
{
	if (!touch->any || compare_places(first, touch->first) < 0)
		touch->first = first;
	if (!touch->any || compare_places(last, touch->last) > 0)
		touch->last = last;
	touch->any = true;
}

/* Is there a line a hair away that touches nothing? */
static bool can_part(const struct touches *touches)
{
	const struct touch *left = &touches->left;
	const struct touch *right = &touches->right;
	return !left->any || !right->any || compare_places(left->last, right->first) < 0 ||
	       compare_places(right->last, left->first) < 0;
}

/* Note that the line touches a shade from `first` to `last`, as far as it goes. */
static void note_touch(const struct span *span, const struct pn_sight_shade *shade,
		       struct touch *touch, struct pn_sight_place first, struct pn_sight_place last)
{
	if (compare_places(last, span->from) < 0 || compare_places(first, span->to) > 0)
		return;
	if (compare_places(first, span->from) < 0)
		first = span->from;
	if (compare_places(last, span->to) > 0)
		last = span->to;
	if (goes_below(span, shade, first, last))
		widen_touch(touch, first, last);
}

/* Shades with two points are cracks: no line goes through them. */
static bool crack_hides(const struct span *span, const struct pn_sight_shade *shade,
			const int64_t *side, struct touches *touches)
{
	pn_vec a = pn_sight_corner(shade, 0);
	pn_vec b = pn_sight_corner(shade, 1);
	if (side[0] == 0 && side[1] == 0)
		return false;
	if (side[0] == 0 || side[1] == 0) {
		struct pn_sight_place at = find_corner(span, side[0] == 0 ? a : b);
		bool left = side[0] + side[1] > 0;
		note_touch(span, shade, left ? &touches->left : &touches->right, at, at);
		return false;
	}
	struct pn_sight_place at = find_crossing(span, a, b, side[0], side[1]);
	return compare_places(at, span->from) > 0 && compare_places(at, span->to) < 0 &&
	       goes_below(span, shade, at, at);
}

/* Note the corners of a convex shade that lie on the line; all others lie to one side. */
static void note_corners(const struct span *span, const struct pn_sight_shade *shade,
			 const int64_t *side, struct touch *touch)
{
	struct touch corners = {false, {0, 1}, {0, 1}};
	for (uint8_t i = 0; i < shade->piece->count; i++) {
		if (side[i] != 0)
			continue;
		struct pn_sight_place at = find_corner(span, pn_sight_corner(shade, i));
		widen_touch(&corners, at, at);
	}
	note_touch(span, shade, touch, corners.first, corners.last);
}

/* The stretch of a line inside a convex outline with corners on both its sides. */
static struct stretch cut_convex(const struct span *span, const struct pn_sight_shade *shade,
				 const int64_t *side)
{
	struct stretch found = {{0, 1}, {0, 1}, 0, 0};
	uint8_t count = shade->piece->count;
	bool met = false;
	for (uint8_t i = 0; i < count; i++) {
		uint8_t k = after(i, count);
		if ((side[i] > 0) == (side[k] > 0))
			continue;
		struct pn_sight_place at =
			find_crossing(span, pn_sight_corner(shade, i), pn_sight_corner(shade, k),
				      side[i], side[k]);
		if (!met) {
			found.from = at;
			met = true;
			continue;
		}
		found.to = at;
		if (compare_places(found.from, found.to) > 0) {
			found.to = found.from;
			found.from = at;
		}
		break;
	}
	return found;
}

static bool solid_hides(const struct span *span, const struct pn_sight_shade *shade,
			const int64_t *side, struct touches *touches)
{
	bool left = false;
	bool right = false;
	for (uint8_t i = 0; i < shade->piece->count; i++) {
		left |= side[i] > 0;
		right |= side[i] < 0;
	}
	if (!left || !right) {
		note_corners(span, shade, side, left ? &touches->left : &touches->right);
		return false;
	}
	struct stretch inside = cut_convex(span, shade, side);
	return compare_places(inside.from, span->to) < 0 &&
	       compare_places(inside.to, span->from) > 0 &&
	       goes_below(span, shade, inside.from, inside.to);
}

/* Where a shifted line passes an edge of an outline. */
struct passage {
	struct pn_sight_place place;
	struct pn_sight_place lean; /* how that changes as the line is shifted farther */
	uint8_t edge;
};

static struct passage make_passage(const struct span *span, const struct pn_sight_shade *shade,
				   const int64_t *side, uint8_t i)
{
	uint8_t k = after(i, shade->piece->count);
	pn_vec a = pn_sight_corner(shade, i);
	pn_vec b = pn_sight_corner(shade, k);
	struct passage passage = {find_crossing(span, a, b, side[i], side[k]), {0, 1}, i};
	if (side[i] == 0 || side[k] == 0) {
		pn_vec off = side[i] == 0 ? pn_sight_way(a, b) : pn_sight_way(b, a);
		int64_t aside = side[i] + side[k];
		passage.lean = (struct pn_sight_place){pn_sight_dot(off, span->way),
						       aside < 0 ? -aside : aside};
	}
	return passage;
}

/* Two edges meet the line in their common corner at the same place: the one that leans
 * back is passed first by the shifted line. */
static bool comes_before(const struct passage *a, const struct passage *b)
{
	int order = compare_places(a->place, b->place);
	return order < 0 || (order == 0 && compare_places(a->lean, b->lean) < 0);
}

/* The stretches inside an outline of the line shifted a hair to its left, or right. */
static void cut_outline(const struct span *span, const struct pn_sight_shade *shade,
			const int64_t *side, bool left, struct stretches *found)
{
	struct passage passage[PN_SHAPE_POINTS_MAX];
	uint8_t passages = 0;
	int64_t least = left ? 1 : 0;
	for (uint8_t i = 0; i < shade->piece->count; i++) {
		if ((side[i] >= least) == (side[after(i, shade->piece->count)] >= least))
			continue;
		struct passage at = make_passage(span, shade, side, i);
		uint8_t slot = passages++;
		for (; slot > 0 && comes_before(&at, &passage[slot - 1]); slot--)
			passage[slot] = passage[slot - 1];
		passage[slot] = at;
	}
	found->count = passages / 2;
	for (uint8_t i = 0; i < found->count; i++)
		found->stretch[i] = (struct stretch){passage[2 * i].place, passage[2 * i + 1].place,
						     passage[2 * i].edge, passage[2 * i + 1].edge};
}

int64_t pn_sight_depth(const struct pn_sight_shade *shade, pn_vec a, pn_vec b)
{
	pn_vec edge = pn_sight_way(a, b);
	/* The root of 2^8 times the square is the length in sixteenths of sixteenths. */
	uint64_t squared = (uint64_t)pn_sight_dot(edge, edge);
	return shade->piece->depth * (int64_t)pn_square_root(squared << 8);
}

/* Does a place on the line lie at most the depth of sight behind an edge? */
static bool is_shallow(const struct span *span, const struct pn_sight_shade *shade, uint8_t edge,
		       struct pn_sight_place place)
{
	pn_vec a = pn_sight_corner(shade, edge);
	pn_vec b = pn_sight_corner(shade, after(edge, shade->piece->count));
	pn_vec along = pn_sight_way(a, b);
	pn_wide behind = -((pn_wide)pn_sight_cross(along, pn_sight_way(a, span->x)) * place.den +
			   (pn_wide)pn_sight_cross(along, span->way) * place.num);
	return behind <= (pn_wide)pn_sight_depth(shade, a, b) * place.den;
}

/* Does cover hide, if the line goes through it along this stretch? A stretch at the
 * beginning or at the end may be no deeper than the cover's depth of sight. */
static bool stretch_hides(const struct span *span, const struct pn_sight_shade *shade,
			  const struct stretch *stretch)
{
	bool starts = compare_places(stretch->from, span->from) <= 0;
	bool ends = compare_places(stretch->to, span->to) >= 0;
	if (!goes_below(span, shade, stretch->from, stretch->to))
		return false;
	if (starts && ends)
		return !shade->near_enough;
	if (ends)
		return !is_shallow(span, shade, stretch->edge_in, span->to);
	if (starts)
		return !is_shallow(span, shade, stretch->edge_out, span->from);
	return true;
}

/* Does the line, shifted to the other side, go the same stretch from or to its end? Then
 * it passes a corner there, and only goes in or out by another edge. */
static bool other_side_goes(const struct span *span, const struct stretch *stretch, bool ends,
			    const struct stretches *others)
{
	for (uint8_t i = 0; i < others->count; i++) {
		const struct stretch *other = &others->stretch[i];
		if (ends ? compare_places(other->from, stretch->from) == 0 &&
				    compare_places(other->to, span->to) >= 0
			 : compare_places(other->to, stretch->to) == 0 &&
				    compare_places(other->from, span->from) <= 0)
			return true;
	}
	return false;
}

/* Note where the shifted line is hidden by cover. If it could go in or out by another
 * edge, had it passed one corner on the other side, what counts is that corner. */
static void note_stretches(const struct span *span, const struct pn_sight_shade *shade,
			   const struct stretches *stretches, const struct stretches *others,
			   struct touch *touch)
{
	for (uint8_t i = 0; i < stretches->count; i++) {
		const struct stretch *stretch = &stretches->stretch[i];
		bool starts = compare_places(stretch->from, span->from) <= 0;
		bool ends = compare_places(stretch->to, span->to) >= 0;
		struct pn_sight_place first = starts ? span->from : stretch->from;
		struct pn_sight_place last = ends ? span->to : stretch->to;
		if (compare_places(stretch->from, span->to) > 0 ||
		    compare_places(stretch->to, span->from) < 0 ||
		    !stretch_hides(span, shade, stretch))
			continue;
		if (starts != ends && other_side_goes(span, stretch, ends, others)) {
			first = ends ? first : last;
			last = first;
		}
		widen_touch(touch, first, last);
	}
}

static bool cover_hides(const struct span *span, const struct pn_sight_shade *shade,
			const int64_t *side, struct touches *touches)
{
	struct stretches left;
	struct stretches right;
	cut_outline(span, shade, side, true, &left);
	cut_outline(span, shade, side, false, &right);
	note_stretches(span, shade, &left, &right, &touches->left);
	note_stretches(span, shade, &right, &left, &touches->right);
	return !can_part(touches);
}

static bool shade_hides(const struct span *span, const struct pn_sight_shade *shade,
			struct touches *touches)
{
	int64_t side[PN_SHAPE_POINTS_MAX];
	bool left = true;
	bool right = true;
	for (uint8_t i = 0; i < shade->piece->count; i++) {
		side[i] =
			pn_sight_cross(span->way, pn_sight_way(span->x, pn_sight_corner(shade, i)));
		left &= side[i] > 0;
		right &= side[i] < 0;
	}
	if (left || right)
		return false;
	if (shade->piece->count == 2)
		return crack_hides(span, shade, side, touches);
	if (shade->piece->kind == PN_SIGHT_COVER)
		return cover_hides(span, shade, side, touches);
	return solid_hides(span, shade, side, touches);
}

static bool is_clear(struct pn_sight_look *look, const struct span *span)
{
	struct touches touches = {{false, {0, 1}, {0, 1}}, {false, {0, 1}, {0, 1}}};
	if (look->hint < look->shades && shade_hides(span, &look->shade[look->hint], &touches))
		return false;
	for (uint16_t i = 0; i < look->shades; i++) {
		if (i != look->hint && shade_hides(span, &look->shade[i], &touches)) {
			look->hint = i;
			return false;
		}
	}
	return can_part(&touches);
}

/* Where the line meets the front edge. */
static bool find_eye(const struct pn_sight_look *look, struct span *span)
{
	int64_t left = pn_sight_cross(span->way, pn_sight_way(span->x, look->left));
	int64_t right = pn_sight_cross(span->way, pn_sight_way(span->x, look->right));
	if ((left > 0 && right > 0) || (left < 0 && right < 0))
		return false;
	if (left == 0 && right == 0) {
		/* Looking along the front edge: from the end that is farther on. */
		struct pn_sight_place a = find_corner(span, look->left);
		struct pn_sight_place b = find_corner(span, look->right);
		span->from = compare_places(a, b) > 0 ? a : b;
		return true;
	}
	span->from = find_crossing(span, look->left, look->right, left, right);
	return true;
}

/* The first and last place of the line in a part of the target. */
static bool find_seen(const struct span *span, const struct pn_sight_part *part, struct touch *seen)
{
	int64_t side[PN_SIGHT_PART_POINTS_MAX];
	for (uint8_t i = 0; i < part->count; i++)
		side[i] = pn_sight_cross(span->way, pn_sight_way(span->x, part->point[i]));
	seen->any = false;
	for (uint8_t i = 0; i < part->count; i++) {
		uint8_t k = after(i, part->count);
		struct pn_sight_place at;
		if (side[i] == 0)
			at = find_corner(span, part->point[i]);
		else if ((side[i] > 0 && side[k] < 0) || (side[i] < 0 && side[k] > 0))
			at = find_crossing(span, part->point[i], part->point[k], side[i], side[k]);
		else
			continue;
		widen_touch(seen, at, at);
	}
	return seen->any;
}

static bool try_end(struct pn_sight_look *look, struct span *span, struct pn_sight_place to)
{
	span->to = to;
	return compare_places(span->from, to) < 0 && is_clear(look, span);
}

/* Try the places at which the line goes into the target and, if it falls, so that the
 * far side may be seen over what hides the near one, comes out of it. */
static bool try_parts(struct pn_sight_look *look, struct span *span)
{
	for (uint8_t i = 0; i < look->parts; i++) {
		struct touch seen;
		if (!find_seen(span, &look->part[i], &seen))
			continue;
		if (try_end(look, span, seen.first) ||
		    (look->falling && try_end(look, span, seen.last)))
			return true;
	}
	return false;
}

bool pn_sight_try(struct pn_sight_look *look, const struct pn_sight_trial *trial,
		  struct pn_sight_line *line)
{
	struct span span = {
		.x = trial->x,
		.way = pn_sight_way(trial->x, trial->y),
		.from = {0, 1},
		.to = {1, 1},
	};
	if (span.way.x == 0 && span.way.y == 0)
		return false;
	if (!trial->from_x && !find_eye(look, &span))
		return false;
	bool clear = trial->to_y ? try_end(look, &span, span.to) : try_parts(look, &span);
	if (clear)
		*line = (struct pn_sight_line){{trial->x, trial->y}, span.from, span.to};
	return clear;
}

bool pn_sight_covers(const struct pn_sight_shade *shade, pn_vec x, pn_vec y)
{
	struct span span = {x, pn_sight_way(x, y), {0, 1}, {1, 1}};
	struct touches touches = {{false, {0, 1}, {0, 1}}, {false, {0, 1}, {0, 1}}};
	return (span.way.x != 0 || span.way.y != 0) && shade_hides(&span, shade, &touches);
}
