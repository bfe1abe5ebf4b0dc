/* Which lines to try.
 *
 * A line is fixed by u, how far along the front edge its eye is, and v, how far along
 * an edge of the target the point seen is. The clear ones fill regions of the square
 * 0 <= u, v <= 1. Each region has a point with the least u, and there either u = 0 or
 * two of its borders meet, so that the eye cannot go farther left. It is enough to try
 * such meetings of two borders:
 *
 *	- the line passes a corner of a shade (a curve in the square). One on its left
 *	  and then one on its right hold the eye where it is; if the eye is at the left
 *	  end of the front edge, one on its left is enough.
 *	- the line begins in the left end of the front edge, or just touches the target
 *	  in a corner (the sides of the square). A target on its left holds the eye if
 *	  a shade on its left stands before it.
 *	- the eye, or the point seen, stands on the edge of a shade or where its cover
 *	  grows too deep; or the line passes the height of a shade's top just over its
 *	  edge. All three are straight lines in the square, here called limits:
 *	  c + u * eye + v * seen = 0.
 *
 * Two corners, or a corner and an end, give a line through two given points, exact.
 * Where a limit takes part, the end that it moves is rounded to the grain, so it is
 * tried an eighth of a unit to either side: one side of the limit is the clear one. A
 * corner and a limit of height meet where a polynomial of second degree is 0; its
 * roots are found by bisection. Whatever is tried is judged exactly (sight_line.c).
 *
 * Limits beyond PN_SIGHT_LIMITS_MAX are left out: what is seen only at one of those, in
 * such a crowd of different heights, counts as hidden. */

#include "convex_parts.h"
#include "sight_line.h"

enum {
	SHARE_BITS = 26,
	SIDES_LEFT = 1,
	SIDES_RIGHT = 2,
	SIDES_BOTH = SIDES_LEFT | SIDES_RIGHT,
};

#define WHOLE ((int64_t)1 << SHARE_BITS)

/* How far off a limit its two sides are tried, in sixteenths of a unit. */
#define ASIDE 2

/* A bound for the coefficients of limits, and one for those of polynomials. */
#define LIMIT_MAX ((pn_wide)1 << 50)
#define POLYNOMIAL_MAX ((pn_wide)1 << 60)

/* A corner of a shade between its neighbours. A loose one also matters to lines that
 * pass through the shade: cover is entered there by another edge. */
struct corner {
	pn_vec at;
	pn_vec before;
	pn_vec after;
	bool loose;
};

enum limit_kind {
	LIMIT_SIDE, /* of the square */
	LIMIT_EYE,
	LIMIT_SEEN,
	LIMIT_HEIGHT,
};

/* c + u * eye + v * seen = 0. For a height, that of p / q of the way over the edge from
 * a to b. */
struct limit {
	enum limit_kind kind;
	int64_t c;
	int64_t eye;
	int64_t seen;
	int64_t aside; /* what to add to c, or take from it, for its sides */
	pn_vec a;
	pn_vec b;
	int32_t p;
	int32_t q;
};

struct search {
	struct pn_sight_look *look;
	struct pn_sight_line *line;
	uint16_t corners;
	uint16_t limits;
	pn_vec from; /* the edge of the target in question */
	pn_vec to;
	struct corner corner[PN_SIGHT_POINTS_MAX];
	struct limit limit[PN_SIGHT_LIMITS_MAX];
};

static bool try_line(struct search *search, pn_vec x, pn_vec y, bool from_x, bool to_y)
{
	struct pn_sight_trial trial = {x, y, from_x, to_y};
	return pn_sight_try(search->look, &trial, search->line);
}

static int sign_of(int64_t n)
{
	return (n > 0) - (n < 0);
}

static bool is_in_hull(const struct pn_sight_look *look, pn_vec point)
{
	for (uint16_t i = 0; i < look->hull_count; i++) {
		if (pn_sight_side(look->hull[i], look->hull[(i + 1) % look->hull_count], point) > 0)
			return false;
	}
	return true;
}

static void add_corners(struct search *search, const struct pn_sight_shade *shade)
{
	uint8_t count = shade->piece->count;
	for (uint8_t i = 0; i < count; i++) {
		pn_vec at = pn_sight_corner(shade, i);
		if (!is_in_hull(search->look, at))
			continue;
		search->corner[search->corners++] = (struct corner){
			at,
			pn_sight_corner(shade, (uint8_t)((i + count - 1) % count)),
			pn_sight_corner(shade, (uint8_t)((i + 1) % count)),
			shade->piece->depth > 0,
		};
	}
}

/* On which side of the line from x to y its corner's shade lies; none if the line goes
 * into it there, both if it may matter either way. */
static int find_sides(const struct search *search, const struct corner *corner, pn_vec x, pn_vec y)
{
	if (corner->loose)
		return SIDES_BOTH;
	int64_t before = pn_sight_side(x, y, corner->before);
	int64_t after = pn_sight_side(x, y, corner->after);
	int sides = (before >= 0 && after >= 0 ? SIDES_LEFT : 0) |
		    (before <= 0 && after <= 0 ? SIDES_RIGHT : 0);
	/* For a look backwards the left end of the front edge lies on the right. */
	return sides != 0 && search->look->all_round ? SIDES_BOTH : sides;
}

/* Lines from the left end of the front edge past corners on their left. */
static bool try_left_end(struct search *search)
{
	pn_vec eye = search->look->left;
	for (uint16_t i = 0; i < search->corners; i++) {
		const struct corner *corner = &search->corner[i];
		if ((find_sides(search, corner, eye, corner->at) & SIDES_LEFT) &&
		    try_line(search, eye, corner->at, false, false))
			return true;
	}
	return false;
}

/* Does the front edge reach from one side of the line to the other? */
static bool straddles(const struct pn_sight_look *look, pn_vec x, pn_vec y)
{
	int left = sign_of(pn_sight_side(x, y, look->left));
	int right = sign_of(pn_sight_side(x, y, look->right));
	return left * right <= 0;
}

/* Lines past corners, with their shades on these sides, to a given point seen. */
static bool try_to(struct search *search, pn_vec seen, bool to_y, int sides)
{
	for (uint16_t i = 0; i < search->corners; i++) {
		const struct corner *corner = &search->corner[i];
		if (straddles(search->look, corner->at, seen) &&
		    (find_sides(search, corner, corner->at, seen) & sides) != 0 &&
		    try_line(search, corner->at, seen, false, to_y))
			return true;
	}
	return false;
}

static bool try_seen_corners(struct search *search)
{
	for (uint8_t i = 0; i < search->look->parts; i++) {
		const struct pn_sight_part *part = &search->look->part[i];
		for (uint8_t k = 0; k < part->count; k++) {
			if (try_to(search, part->point[k], false, SIDES_LEFT))
				return true;
		}
	}
	return false;
}

/* The line from behind the front edge through two corners: past the nearer on its left
 * and the farther on its right. */
static bool try_pair(struct search *search, const struct corner *near, const struct corner *far)
{
	return (find_sides(search, near, near->at, far->at) & SIDES_LEFT) &&
	       (find_sides(search, far, near->at, far->at) & SIDES_RIGHT) &&
	       try_line(search, near->at, far->at, false, false);
}

static bool try_pairs(struct search *search)
{
	for (uint16_t i = 0; i < search->corners; i++) {
		for (uint16_t k = 0; k < i; k++) {
			const struct corner *one = &search->corner[i];
			const struct corner *two = &search->corner[k];
			if (straddles(search->look, one->at, two->at) &&
			    (try_pair(search, one, two) || try_pair(search, two, one)))
				return true;
		}
	}
	return false;
}

/* Limits. */

static pn_wide absolute(pn_wide n)
{
	return n < 0 ? -n : n;
}

/* Could p / q of the way from eye to point seen lie over the edge from a to b? The boxes
 * round both are compared. */
static bool may_reach(const struct search *search, pn_vec a, pn_vec b, int32_t p, int32_t q)
{
	const pn_vec eye[2] = {search->look->left, search->look->right};
	const pn_vec seen[2] = {search->from, search->to};
	int64_t low[2] = {INT64_MAX, INT64_MAX};
	int64_t high[2] = {INT64_MIN, INT64_MIN};
	for (int i = 0; i < 4; i++) {
		int64_t at[2] = {(int64_t)eye[i % 2].x * (q - p) + (int64_t)seen[i / 2].x * p,
				 (int64_t)eye[i % 2].y * (q - p) + (int64_t)seen[i / 2].y * p};
		for (int k = 0; k < 2; k++) {
			low[k] = at[k] < low[k] ? at[k] : low[k];
			high[k] = at[k] > high[k] ? at[k] : high[k];
		}
	}
	return (a.x < b.x ? b.x : a.x) * (int64_t)q >= low[0] &&
	       (a.x < b.x ? a.x : b.x) * (int64_t)q <= high[0] &&
	       (a.y < b.y ? b.y : a.y) * (int64_t)q >= low[1] &&
	       (a.y < b.y ? a.y : b.y) * (int64_t)q <= high[1];
}

/* Add the limit that p / q of the way from eye to point seen lies `depth` (times the
 * edge's length) behind the edge from a to b, unless no line of the square is there. */
static void add_limit(struct search *search, enum limit_kind kind, pn_vec a, pn_vec b,
		      int64_t depth, int32_t p, int32_t q)
{
	const struct pn_sight_look *look = search->look;
	pn_vec edge = pn_sight_way(a, b);
	int64_t here = q - p;
	pn_wide c = (pn_wide)here * pn_sight_cross(edge, pn_sight_way(a, look->left)) +
		    (pn_wide)p * pn_sight_cross(edge, pn_sight_way(a, search->from)) +
		    (pn_wide)depth * q;
	pn_wide eye = (pn_wide)here * pn_sight_cross(edge, pn_sight_way(look->left, look->right));
	pn_wide seen = (pn_wide)p * pn_sight_cross(edge, pn_sight_way(search->from, search->to));
	pn_wide least = c + (eye < 0 ? eye : 0) + (seen < 0 ? seen : 0);
	pn_wide most = c + (eye > 0 ? eye : 0) + (seen > 0 ? seen : 0);
	if (least > 0 || most < 0 || (eye == 0 && seen == 0) ||
	    search->limits == PN_SIGHT_LIMITS_MAX)
		return;
	pn_wide aside =
		(pn_wide)ASIDE * q * (int64_t)pn_square_root((uint64_t)pn_distance_squared(a, b));
	while (absolute(c) >= LIMIT_MAX || absolute(eye) >= LIMIT_MAX ||
	       absolute(seen) >= LIMIT_MAX) {
		c /= 2;
		eye /= 2;
		seen /= 2;
		aside /= 2;
	}
	search->limit[search->limits++] = (struct limit){
		kind, (int64_t)c, (int64_t)eye, (int64_t)seen, (int64_t)aside, a, b, p, q};
}

static void add_shade_limits(struct search *search, const struct pn_sight_shade *shade)
{
	uint8_t count = shade->piece->count;
	for (uint8_t i = 0; i < count && count > 2; i++) {
		pn_vec a = pn_sight_corner(shade, i);
		pn_vec b = pn_sight_corner(shade, (uint8_t)((i + 1) % count));
		if (sign_of(pn_sight_side(search->look->left, search->look->right, a)) *
			    sign_of(pn_sight_side(search->look->left, search->look->right, b)) <=
		    0)
			add_limit(search, LIMIT_EYE, a, b, 0, 0, 1);
		if (sign_of(pn_sight_side(search->from, search->to, a)) *
			    sign_of(pn_sight_side(search->from, search->to, b)) <=
		    0)
			add_limit(search, LIMIT_SEEN, a, b, 0, 1, 1);
		if (shade->below != PN_SIGHT_BELOW_ALL &&
		    may_reach(search, a, b, shade->p, shade->q))
			add_limit(search, LIMIT_HEIGHT, a, b, 0, shade->p, shade->q);
		if (shade->piece->depth == 0)
			continue;
		add_limit(search, LIMIT_EYE, a, b, pn_sight_depth(shade, a, b), 0, 1);
		add_limit(search, LIMIT_SEEN, a, b, pn_sight_depth(shade, a, b), 1, 1);
	}
}

static void find_limits(struct search *search)
{
	search->limits = 0;
	search->limit[search->limits++] = (struct limit){.kind = LIMIT_SIDE, .eye = 1};
	search->limit[search->limits++] = (struct limit){.kind = LIMIT_SIDE, .c = -1, .eye = 1};
	search->limit[search->limits++] = (struct limit){.kind = LIMIT_SIDE, .seen = 1};
	search->limit[search->limits++] = (struct limit){.kind = LIMIT_SIDE, .c = -1, .seen = 1};
	for (uint16_t i = 0; i < search->look->shades; i++)
		add_shade_limits(search, &search->look->shade[i]);
}

/* num / den of WHOLE if that is from 0 to WHOLE, else -1. */
static int64_t find_share(pn_wide num, pn_wide den)
{
	if (den < 0) {
		num = -num;
		den = -den;
	}
	if (num < 0 || num > den || den == 0)
		return -1;
	while (den >= (pn_wide)1 << 36) {
		num /= 2;
		den /= 2;
	}
	return ((int64_t)num << SHARE_BITS) / (int64_t)den;
}

static pn_len scale(int64_t length, int64_t share)
{
	int64_t half = length < 0 ? -WHOLE / 2 : WHOLE / 2;
	return (pn_len)((length * share + half) / WHOLE);
}

static pn_vec find_along(pn_vec a, pn_vec b, int64_t share)
{
	return (pn_vec){a.x + scale(b.x - a.x, share), a.y + scale(b.y - a.y, share)};
}

/* Does the line pass its limit's height somewhere over the limit's edge, give or take
 * a little? */
static bool passes_edge(const struct limit *limit, pn_vec eye, pn_vec seen)
{
	if (limit->kind != LIMIT_HEIGHT)
		return true;
	pn_vec at = {(pn_len)(eye.x + (int64_t)(seen.x - eye.x) * limit->p / limit->q),
		     (pn_len)(eye.y + (int64_t)(seen.y - eye.y) * limit->p / limit->q)};
	pn_vec edge = pn_sight_way(limit->a, limit->b);
	pn_vec arm = pn_sight_way(limit->a, at);
	int64_t squared = (int64_t)edge.x * edge.x + (int64_t)edge.y * edge.y;
	int64_t along = (int64_t)edge.x * arm.x + (int64_t)edge.y * arm.y;
	int64_t slack = 16 * PN_SIGHT_GRAIN * ((int64_t)pn_square_root((uint64_t)squared) + 1);
	return along >= -slack && along <= squared + slack;
}

/* The line at which two limits meet, each shifted. */
static bool try_meeting(struct search *search, const struct limit *one, int64_t one_c,
			const struct limit *two, int64_t two_c)
{
	const struct pn_sight_look *look = search->look;
	pn_wide whole = (pn_wide)one->eye * two->seen - (pn_wide)two->eye * one->seen;
	int64_t u = find_share((pn_wide)one->seen * two_c - (pn_wide)two->seen * one_c, whole);
	int64_t v = find_share((pn_wide)one_c * two->eye - (pn_wide)two_c * one->eye, whole);
	if (u < 0 || v < 0)
		return false;
	pn_vec eye = find_along(look->left, look->right, u);
	pn_vec seen = find_along(search->from, search->to, v);
	return passes_edge(one, eye, seen) && passes_edge(two, eye, seen) &&
	       try_line(search, eye, seen, true, true);
}

/* Lines at which two limits meet, to all sides of both. */
static bool try_limits(struct search *search, const struct limit *one, const struct limit *two)
{
	for (int i = 0; i < 4; i++) {
		if (two->aside == 0 && i >= 2)
			return false;
		if (try_meeting(search, one, one->c + (i % 2 ? one->aside : -one->aside), two,
				two->c + (i / 2 ? two->aside : -two->aside)))
			return true;
	}
	return false;
}

/* The coefficients of a polynomial in u, of WHOLE. */
struct polynomial {
	int64_t c;
	int64_t first;
	int64_t second;
};

static pn_wide evaluate(const struct polynomial *polynomial, int64_t share)
{
	return (pn_wide)polynomial->c * WHOLE * WHOLE + (pn_wide)polynomial->first * WHOLE * share +
	       (pn_wide)polynomial->second * share * share;
}

static struct polynomial make_polynomial(pn_wide c, pn_wide first, pn_wide second)
{
	while (absolute(c) >= POLYNOMIAL_MAX || absolute(first) >= POLYNOMIAL_MAX ||
	       absolute(second) >= POLYNOMIAL_MAX) {
		c /= 2;
		first /= 2;
		second /= 2;
	}
	return (struct polynomial){(int64_t)c, (int64_t)first, (int64_t)second};
}

/* The line from a place on the front edge through a corner. */
static bool try_from(struct search *search, const struct corner *corner, int64_t share)
{
	pn_vec eye = find_along(search->look->left, search->look->right, share);
	return try_line(search, eye, corner->at, true, false);
}

/* Does a line from a place on the front edge through a corner meet the target's edge? */
static bool meets_edge(const struct search *search, const struct corner *corner, int64_t share)
{
	pn_vec eye = find_along(search->look->left, search->look->right, share);
	return sign_of(pn_sight_side(eye, corner->at, search->from)) *
		       sign_of(pn_sight_side(eye, corner->at, search->to)) <=
	       0;
}

/* Lines through a corner about a root of the polynomial, if it has one between two
 * places of the front edge where it does not turn. */
static bool try_root(struct search *search, const struct corner *corner,
		     const struct polynomial *polynomial, int64_t low, int64_t high)
{
	bool positive = evaluate(polynomial, low) > 0;
	if (low >= high || positive == (evaluate(polynomial, high) > 0))
		return false;
	while (high - low > 1) {
		int64_t middle = (low + high) / 2;
		if ((evaluate(polynomial, middle) > 0) == positive)
			low = middle;
		else
			high = middle;
	}
	return meets_edge(search, corner, low) && try_from(search, corner, low);
}

/* Lines through a corner that pass a limit of height. With the eye at u, the line meets
 * the target's edge at v = a / (a - b), where a and b say how far the ends of that edge
 * lie to the left of it: both of first degree in u. Multiplied by a - b, the limit is
 * a polynomial of second degree. */
static bool try_height(struct search *search, const struct corner *corner,
		       const struct limit *limit, int64_t c)
{
	const struct pn_sight_look *look = search->look;
	pn_vec front = pn_sight_way(look->left, look->right);
	pn_vec ahead = pn_sight_way(look->left, corner->at);
	int64_t a = pn_sight_cross(ahead, pn_sight_way(look->left, search->from));
	int64_t b = pn_sight_cross(ahead, pn_sight_way(look->left, search->to));
	int64_t a_slope = pn_sight_cross(front, pn_sight_way(search->from, corner->at));
	int64_t b_slope = pn_sight_cross(front, pn_sight_way(search->to, corner->at));
	struct polynomial polynomial =
		make_polynomial((pn_wide)c * (a - b) + (pn_wide)limit->seen * a,
				(pn_wide)c * (a_slope - b_slope) + (pn_wide)limit->eye * (a - b) +
					(pn_wide)limit->seen * a_slope,
				(pn_wide)limit->eye * (a_slope - b_slope));
	int64_t turn = find_share(-(pn_wide)polynomial.first, (pn_wide)polynomial.second * 2);
	int64_t place[3] = {0, turn < 0 ? 0 : turn, WHOLE};
	return try_root(search, corner, &polynomial, place[0], place[1]) ||
	       try_root(search, corner, &polynomial, place[1], place[2]);
}

/* Lines through corners on one side of a limit. */
static bool try_corners_at(struct search *search, const struct limit *limit, int64_t c)
{
	int64_t share = find_share(-c, limit->kind == LIMIT_EYE ? limit->eye : limit->seen);
	if (limit->kind != LIMIT_HEIGHT && share < 0)
		return false;
	if (limit->kind == LIMIT_SEEN)
		return try_to(search, find_along(search->from, search->to, share), true,
			      SIDES_BOTH);
	for (uint16_t i = 0; i < search->corners; i++) {
		const struct corner *corner = &search->corner[i];
		if (limit->kind == LIMIT_EYE ? try_from(search, corner, share)
					     : try_height(search, corner, limit, c))
			return true;
	}
	return false;
}

/* All lines that limits take part in, to one edge of the target. */
static bool try_edge(struct search *search)
{
	find_limits(search);
	for (uint16_t i = 4; i < search->limits; i++) {
		for (uint16_t k = 0; k < i; k++) {
			if (try_limits(search, &search->limit[i], &search->limit[k]))
				return true;
		}
	}
	for (uint16_t i = 4; i < search->limits; i++) {
		const struct limit *limit = &search->limit[i];
		if (try_corners_at(search, limit, limit->c - limit->aside) ||
		    try_corners_at(search, limit, limit->c + limit->aside))
			return true;
	}
	return false;
}

static bool try_edges(struct search *search)
{
	for (uint8_t i = 0; i < search->look->parts; i++) {
		const struct pn_sight_part *part = &search->look->part[i];
		for (uint8_t k = 0; k < part->count; k++) {
			search->from = part->point[k];
			search->to = part->point[(k + 1) % part->count];
			if (try_edge(search))
				return true;
		}
	}
	return false;
}

bool pn_sight_search(struct pn_sight_look *look, struct pn_sight_line *line)
{
	struct search search;
	search.look = look;
	search.line = line;
	search.corners = 0;
	for (uint16_t i = 0; i < look->shades; i++) {
		if (look->shade[i].piece->count > 2)
			add_corners(&search, &look->shade[i]);
	}
	return try_left_end(&search) || try_seen_corners(&search) || try_pairs(&search) ||
	       try_edges(&search);
}
