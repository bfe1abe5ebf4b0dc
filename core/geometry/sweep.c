/* First contact of a translated shape: which obstacles are worth a closer look. When two convex
 * parts meet is said by meeting.c. */

#include "sweep.h"

#include "convex_parts.h"
#include "cuts.h"
#include "meeting.h"
#include "slide.h"
#include "sweep_contact.h"

/* How far left of a direction things lie, times its length. */
struct strip {
	int64_t low, high;
};

static int64_t left_of(pn_vec way, pn_vec point)
{
	return (int64_t)way.x * point.y - (int64_t)way.y * point.x;
}

static struct strip strip_of_shape(pn_vec way, const struct pn_shape *shape)
{
	struct strip strip = {left_of(way, shape->point[0]), left_of(way, shape->point[0])};
	for (uint8_t i = 1; i < shape->count; i++) {
		int64_t at = left_of(way, shape->point[i]);
		strip.low = at < strip.low ? at : strip.low;
		strip.high = at > strip.high ? at : strip.high;
	}
	return strip;
}

static struct strip strip_of_box(pn_vec way, struct pn_box box)
{
	pn_vec low = {way.y > 0 ? box.high.x : box.low.x, way.x > 0 ? box.low.y : box.high.y};
	pn_vec high = {way.y > 0 ? box.low.x : box.high.x, way.x > 0 ? box.high.y : box.low.y};
	return (struct strip){left_of(way, low), left_of(way, high)};
}

/* What lies side by side on a way never comes to overlap. */
static bool strips_apart(struct strip a, struct strip b)
{
	return a.high < b.low || b.high < a.low;
}

/* A mover on its way, and what it meets first. */
struct sweep {
	const struct pn_shape *mover;
	const struct pn_shape *part; /* its parts, once something lies in its way */
	uint8_t part_count;
	pn_vec way;
	struct strip strip;
	struct pn_box start;
	struct pn_box box; /* of the way to the first contact so far */
	struct pn_earliest earliest;
};

/* Where the mover's parts are kept, and the strips of all of them. */
struct own_parts {
	struct pn_parts parts;
	struct strip strip[PN_PARTS_MAX];
};

/* The box round all of the way of a box. */
static struct pn_box stretch_box(struct pn_box box, pn_vec way)
{
	struct pn_box end = {pn_add(box.low, way), pn_add(box.high, way)};

	return pn_box_join(box, end);
}

/* A part of a length, rounded away from 0 and sometimes by one more. */
static pn_len part_up(pn_len length, int64_t num, int64_t den)
{
	return (pn_len)(length < 0 ? length * num / den - 1 : length * num / den + 1);
}

/* What comes later than the first contact so far need not be looked at. */
static void shorten(struct sweep *sweep, struct pn_instant at)
{
	while (at.den >> 31 != 0) {
		at.den >>= 1;
		at.num = (at.num >> 1) + 1;
	}
	if (at.num > at.den)
		return;
	sweep->box = stretch_box(sweep->start, (pn_vec){part_up(sweep->way.x, at.num, at.den),
							part_up(sweep->way.y, at.num, at.den)});
}

/* Cut the mover, and say for each part what it takes up. */
static void cut_mover(struct sweep *sweep, struct own_parts *own)
{
	sweep->part = pn_shape_convex(sweep->mover, &own->parts, &sweep->part_count);
	for (uint8_t i = 0; i < sweep->part_count; i++)
		own->strip[i] = strip_of_shape(sweep->way, &sweep->part[i]);
}

/* Does it come to a contact with the convex parts earlier than that? */
static bool find_contact(struct sweep *sweep, struct own_parts *own,
			 const struct pn_shape *obstacle, uint8_t count)
{
	bool found = false;
	for (uint8_t k = 0; k < count; k++) {
		struct strip strip = strip_of_shape(sweep->way, &obstacle[k]);
		if (strips_apart(sweep->strip, strip) ||
		    (count > 1 && pn_boxes_far(sweep->box, pn_shape_box(&obstacle[k]), 0)))
			continue;
		if (sweep->part == NULL)
			cut_mover(sweep, own);
		for (uint8_t i = 0; i < sweep->part_count; i++) {
			if (strips_apart(own->strip[i], strip) ||
			    !pn_parts_meet(&sweep->part[i], &obstacle[k], sweep->way,
					   &sweep->earliest))
				continue;
			found = true;
			shorten(sweep, sweep->earliest.at);
		}
	}
	return found;
}

static inline bool may_meet(const struct sweep *sweep, const struct pn_shape *obstacle,
			    const struct pn_cuts *cuts, size_t number)
{
	struct pn_box box = cuts ? cuts->of[number].box : pn_shape_box(obstacle);

	return !pn_boxes_far(sweep->box, box, 0) &&
	       !strips_apart(sweep->strip, strip_of_box(sweep->way, box));
}

/* Hold the mover, whose parts are kept in `own`, against an obstacle that it may meet. */
static bool try_obstacle(struct sweep *sweep, struct own_parts *own,
			 const struct pn_shape *obstacle, const struct pn_cuts *cuts, size_t number)
{
	struct pn_parts parts;
	uint8_t count;
	const struct pn_shape *part;
	if (cuts && cuts->of[number].count > 0)
		return find_contact(sweep, own, pn_cut_parts(cuts, obstacle, number),
				    cuts->of[number].count);
	if (strips_apart(sweep->strip, strip_of_shape(sweep->way, obstacle)))
		return false;
	part = pn_shape_convex(obstacle, &parts, &count);
	return find_contact(sweep, own, part, count);
}

static struct sweep set_out(const struct pn_shape *mover, pn_vec displacement)
{
	struct sweep sweep = {.mover = mover, .way = displacement};
	sweep.strip = strip_of_shape(displacement, mover);
	sweep.start = pn_shape_box(mover);
	sweep.box = stretch_box(sweep.start, displacement);
	return sweep;
}

bool pn_sweep_first_cut(const struct pn_shape *mover, pn_vec displacement,
			const struct pn_shape *obstacles, size_t count, const struct pn_cuts *cuts,
			struct pn_sweep_first *first)
{
	pn_assert(count <= UINT16_MAX && (cuts == NULL || count <= cuts->count));
	struct own_parts parts;
	struct sweep sweep = set_out(mover, displacement);
	for (size_t i = 0; i < count; i++) {
		if (!(cuts && cuts->of[i].aside) && may_meet(&sweep, &obstacles[i], cuts, i) &&
		    try_obstacle(&sweep, &parts, &obstacles[i], cuts, i))
			first->obstacle = (uint16_t)i;
	}
	if (sweep.earliest.found)
		first->at = (pn_fraction){sweep.earliest.at.num, sweep.earliest.at.den};
	return sweep.earliest.found;
}

bool pn_sweep_onto(const struct pn_shape *mover, pn_vec displacement,
		   const struct pn_shape *obstacle, const struct pn_cuts *cuts, size_t number,
		   pn_fraction *at)
{
	struct own_parts parts;
	struct sweep sweep = set_out(mover, displacement);
	if (!may_meet(&sweep, obstacle, cuts, number) ||
	    !try_obstacle(&sweep, &parts, obstacle, cuts, number))
		return false;
	*at = (pn_fraction){sweep.earliest.at.num, sweep.earliest.at.den};
	return true;
}

bool pn_sweep_crosses(const struct pn_shape *mover, pn_vec displacement,
		      const struct pn_shape *obstacle, pn_fraction *at)
{
	struct pn_earliest earliest = {false, {0, 1}};
	struct pn_parts own;
	struct pn_parts other;
	uint8_t own_count;
	uint8_t other_count;
	const struct pn_shape *part;
	const struct pn_shape *piece;
	if (pn_boxes_far(stretch_box(pn_shape_box(mover), displacement), pn_shape_box(obstacle), 0))
		return false;
	part = pn_shape_convex(mover, &own, &own_count);
	piece = pn_shape_convex(obstacle, &other, &other_count);
	for (uint8_t i = 0; i < own_count; i++)
		for (uint8_t k = 0; k < other_count; k++)
			pn_parts_cross(&part[i], &piece[k], displacement, &earliest);
	*at = (pn_fraction){earliest.at.num, earliest.at.den};
	return earliest.found;
}

bool pn_sweep_first(const struct pn_shape *mover, pn_vec displacement,
		    const struct pn_shape *obstacles, size_t count, struct pn_sweep_first *first)
{
	return pn_sweep_first_cut(mover, displacement, obstacles, count, NULL, first);
}

bool pn_sweep(const struct pn_shape *mover, pn_vec displacement, const struct pn_shape *obstacles,
	      size_t count, struct pn_sweep_contact *contact)
{
	return pn_sweep_cut(mover, displacement, obstacles, count, NULL, contact);
}

bool pn_sweep_cut(const struct pn_shape *mover, pn_vec displacement,
		  const struct pn_shape *obstacles, size_t count, const struct pn_cuts *cuts,
		  struct pn_sweep_contact *contact)
{
	struct pn_sweep_first first;
	if (!pn_sweep_first_cut(mover, displacement, obstacles, count, cuts, &first))
		return false;
	contact->at = first.at;
	contact->obstacle = first.obstacle;
	pn_sweep_describe(contact, mover, displacement, &obstacles[first.obstacle]);
	return true;
}

pn_len pn_sweep_distance(pn_len length, pn_fraction at)
{
	enum { HALF_BITS = 11, NUM_BITS = 50 };
	pn_assert(length >= 0 && at.num <= at.den);
	if (at.num >> NUM_BITS == 0 && at.den >> NUM_BITS == 0) { /* in two digits */
		int64_t num = (int64_t)at.num;
		int64_t high = num * (length >> HALF_BITS);
		int64_t low = num * (length & ((1 << HALF_BITS) - 1));
		return (pn_len)((high / at.den << HALF_BITS) +
				((high % at.den << HALF_BITS) + low) / at.den);
	}
	pn_len reached = 0;
	pn_len beyond = length + 1;
	while (beyond - reached > 1) {
		pn_len middle = reached + (beyond - reached) / 2;
		if ((pn_wide)middle * at.den <= at.num * length)
			reached = middle;
		else
			beyond = middle;
	}
	return reached;
}

pn_pose pn_sweep_end(pn_pose pose, pn_angle heading, pn_len length, pn_fraction at)
{
	pn_vec way = pn_along(heading, pn_sweep_distance(length, at));
	return (pn_pose){pn_add(pose.at, way), pose.facing};
}

pn_vec pn_sweep_stop(pn_vec displacement, pn_fraction at)
{
	pn_len x = pn_sweep_distance(displacement.x < 0 ? -displacement.x : displacement.x, at);
	pn_len y = pn_sweep_distance(displacement.y < 0 ? -displacement.y : displacement.y, at);
	return (pn_vec){displacement.x < 0 ? -x : x, displacement.y < 0 ? -y : y};
}

struct pn_shape pn_shape_moved(const struct pn_shape *shape, pn_vec by)
{
	struct pn_shape moved = {.count = shape->count};
	for (uint8_t i = 0; i < shape->count; i++)
		moved.point[i] = pn_add(shape->point[i], by);
	return moved;
}

/* ---- a mover that sets out many times ---- */

void pn_slide_begin(struct pn_slide *out, const struct pn_shape *mover,
		    const struct pn_shape *obstacles, const struct pn_cuts *cuts)
{
	out->obstacles = obstacles;
	out->cuts = cuts;
	out->mover = *mover;
	out->box = pn_shape_box(mover);
	pn_shape_parts(mover, &out->parts);
	out->used = 0;
	memset(out->of, 0, cuts->count * sizeof(out->of[0]));
}

/* Look at an obstacle from where the mover stood at the beginning. */
static void look_from_here(struct pn_slide *slide, size_t number)
{
	const struct pn_shape *part = pn_cut_parts(slide->cuts, &slide->obstacles[number], number);
	const uint8_t parts = slide->cuts->of[number].count;
	size_t edges = 0;

	for (uint8_t k = 0; k < parts; k++)
		for (uint8_t i = 0; i < slide->parts.count; i++)
			edges += (size_t)part[k].count + slide->parts.part[i].count;
	slide->of[number].looked = true;
	slide->of[number].seen = parts > 0 && slide->used + edges <= PN_SLIDE_EDGES_MAX;
	slide->of[number].first = slide->used;
	for (uint8_t k = 0; slide->of[number].seen && k < parts; k++)
		for (uint8_t i = 0; i < slide->parts.count; i++) {
			pn_parts_see(&slide->parts.part[i], &part[k], &slide->seen[slide->used]);
			slide->used = (uint16_t)(slide->used + part[k].count +
						 slide->parts.part[i].count);
		}
}

/* Does the mover, displaced by `from`, come to a contact with the obstacle earlier than that? What
 * found no room is swept as any other. */
static bool slide_onto(struct pn_slide *slide, pn_vec from, pn_vec way, size_t number,
		       struct pn_earliest *earliest)
{
	const struct pn_shape *obstacle = &slide->obstacles[number];
	const struct pn_seen *seen;
	bool found = false;

	if (!slide->of[number].looked)
		look_from_here(slide, number);
	if (!slide->of[number].seen) {
		const struct pn_shape mover = pn_shape_moved(&slide->mover, from);
		struct sweep sweep = set_out(&mover, way);
		struct own_parts parts;

		sweep.earliest = *earliest;
		found = may_meet(&sweep, obstacle, slide->cuts, number) &&
			try_obstacle(&sweep, &parts, obstacle, slide->cuts, number);
		*earliest = sweep.earliest;
		return found;
	}
	seen = &slide->seen[slide->of[number].first];
	for (uint8_t k = 0; k < slide->cuts->of[number].count; k++)
		for (uint8_t i = 0; i < slide->parts.count; i++) {
			const uint8_t count =
				(uint8_t)(pn_cut_parts(slide->cuts, obstacle, number)[k].count +
					  slide->parts.part[i].count);

			found |= pn_seen_meet(seen, count, from, way, earliest);
			seen += count;
		}
	return found;
}

bool pn_slide_onto(struct pn_slide *slide, pn_vec from, pn_vec way, size_t number, pn_fraction *at)
{
	struct pn_earliest earliest = {.found = false};

	if (!slide_onto(slide, from, way, number, &earliest))
		return false;
	*at = (pn_fraction){earliest.at.num, earliest.at.den};
	return true;
}

bool pn_slide_bars(struct pn_slide *slide, pn_vec from, pn_vec way, size_t number, pn_len within,
		   pn_len length, pn_len spread)
{
	const struct pn_shape *part = pn_cut_parts(slide->cuts, &slide->obstacles[number], number);
	const pn_len most = within < length ? within : length;
	const struct pn_instant until = {most, length};
	const struct pn_seen *seen;

	if (!slide->of[number].looked)
		look_from_here(slide, number);
	if (!slide->of[number].seen || most <= 0)
		return false;
	seen = &slide->seen[slide->of[number].first];
	for (uint8_t k = 0; k < slide->cuts->of[number].count; k++)
		for (uint8_t i = 0; i < slide->parts.count; i++) {
			const uint8_t count = (uint8_t)(part[k].count + slide->parts.part[i].count);

			if (pn_seen_overlap(seen, count, from, way, until, PN_TOUCH + spread))
				return true;
			seen += count;
		}
	return false;
}

bool pn_slide_first(struct pn_slide *slide, pn_vec from, pn_vec way, struct pn_sweep_first *first)
{
	const int64_t aside = left_of(way, from);
	struct sweep sweep = {.way = way};

	sweep.strip = strip_of_shape(way, &slide->mover);
	sweep.strip.low += aside;
	sweep.strip.high += aside;
	sweep.start = (struct pn_box){pn_add(slide->box.low, from), pn_add(slide->box.high, from)};
	sweep.box = stretch_box(sweep.start, way);
	for (size_t i = 0; i < slide->cuts->count; i++) {
		if (slide->cuts->of[i].aside ||
		    !may_meet(&sweep, &slide->obstacles[i], slide->cuts, i) ||
		    !slide_onto(slide, from, way, i, &sweep.earliest))
			continue;
		first->obstacle = (uint16_t)i;
		shorten(&sweep, sweep.earliest.at);
	}
	if (sweep.earliest.found)
		first->at = (pn_fraction){sweep.earliest.at.num, sweep.earliest.at.den};
	return sweep.earliest.found;
}
