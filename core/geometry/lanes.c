/* CQ-14, candidate set CQ-G1: the wheel after which most stands reach a facing.
 *
 * The candidates, where a lane begins or ceases to reach, are not listed and tried; they
 * are closed in upon. For a range of turns lane_view.c says how many lanes reach at every
 * turn and how many may at some. A range in which no more may reach than are known to is
 * left alone, and so is one in which as many reach throughout; any other is halved, down
 * to single turns, for which both numbers are the count. What is left undivided in the end
 * are the spans between candidates, exact to one angle:
 *
 *	turns    -16384 ----------------------------------------------------> 16384
 *	lanes    0   1   3   4      7    6        7                 5        0
 *	spans                       |----|        |-----------------|
 *
 * First the best count is found, from a few samples upwards; then its spans, in order. */

#include "lane_view.h"

pn_len pn_reach_least(pn_len base_width)
{
	const pn_len half = (base_width + 1) / 2;

	return half < PN_REACH ? half : PN_REACH;
}

/* Turns that are counted to begin with: this many steps from end to end. */
enum { SAMPLE_STEPS = 8 };

/* A search about one corner. */
struct search {
	pn_angle facing;
	enum pn_corner corner;
	uint16_t enough;
	struct pn_lanes_best *best;
	struct pn_lane_view view;
	struct pn_lane_list list;
};

static void begin_search(struct search *search, const struct pn_lanes *lanes, enum pn_corner corner,
			 struct pn_lanes_best *best)
{
	search->facing = lanes->pose.facing;
	search->corner = corner;
	search->enough = lanes->enough > 0 ? lanes->enough : UINT16_MAX;
	search->best = best;
	pn_lane_view_begin(&search->view, lanes, corner, &search->list);
}

/* The bounds of a range. *listed says how many numbers at the front of the list matter, and
 * then how many do in this range. */
static struct pn_lane_bounds count_lanes(struct search *search, int32_t from, int32_t to,
					 uint16_t *listed)
{
	struct pn_lane_bounds bounds =
		pn_lane_view_count(&search->view, search->facing, from, to, &search->list, listed);

	if (bounds.certain > search->enough)
		bounds.certain = search->enough;
	if (bounds.possible > search->enough)
		bounds.possible = search->enough;
	return bounds;
}

static void raise(struct pn_lanes_best *best, uint16_t stands)
{
	if (stands > best->stands)
		best->stands = stands;
}

static void sample(struct search *search, struct pn_lanes_wheel wheel)
{
	for (int32_t i = 0; i <= SAMPLE_STEPS; i++) {
		int32_t by = wheel.least + (wheel.most - wheel.least) * i / SAMPLE_STEPS;
		uint16_t listed = search->view.parts;

		raise(search->best, count_lanes(search, by, by, &listed).certain);
	}
}

/* Raises the best count to the greatest in the range. */
static void find_count(struct search *search, int32_t from, int32_t to, uint16_t listed)
{
	struct pn_lane_bounds bounds = count_lanes(search, from, to, &listed);
	int32_t middle = from + (to - from) / 2;

	raise(search->best, bounds.certain);
	if (bounds.possible <= search->best->stands)
		return;
	pn_assert(from < to);
	find_count(search, from, middle, listed);
	find_count(search, middle + 1, to, listed);
}

/* Is a wheel to go by default rather than the one that does so far? */
static bool goes_before(enum pn_corner corner, int32_t by, const struct pn_lanes_best *best)
{
	int32_t size = by < 0 ? -by : by;
	int32_t best_size = best->by < 0 ? -best->by : best->by;

	if (size != best_size)
		return size < best_size;
	return corner != best->corner ? corner < best->corner : by > best->by;
}

/* All of from..to have the best count. Spans come in order. */
static void add_span(struct search *search, int32_t from, int32_t to)
{
	struct pn_lanes_best *best = search->best;
	struct pn_lanes_span *last = best->spans > 0 ? &best->span[best->spans - 1] : NULL;
	int32_t smallest = from > 0 ? from : to < 0 ? to : 0;

	if (last == NULL || goes_before(search->corner, smallest, best)) {
		best->corner = search->corner;
		best->by = smallest;
	}
	if (last != NULL && last->corner == search->corner && last->to + 1 == from)
		last->to = to;
	else if (best->spans < PN_LANES_SPANS_MAX)
		best->span[best->spans++] = (struct pn_lanes_span){search->corner, from, to};
	else
		best->more = true;
}

/* Adds all of the range that has the best count. */
static void find_spans(struct search *search, int32_t from, int32_t to, uint16_t listed)
{
	struct pn_lane_bounds bounds = count_lanes(search, from, to, &listed);
	int32_t middle = from + (to - from) / 2;

	if (bounds.possible < search->best->stands)
		return;
	if (bounds.certain == search->best->stands) {
		add_span(search, from, to);
		return;
	}
	pn_assert(from < to);
	find_spans(search, from, middle, listed);
	find_spans(search, middle + 1, to, listed);
}

/* Straight on, how many reach? `least`: with so much of them. */
static uint16_t count_straight(struct search *search, pn_len least)
{
	const pn_len usual = search->view.least;
	uint16_t listed = search->view.parts;
	struct pn_lane_bounds bounds;

	search->view.least = least;
	bounds = count_lanes(search, 0, 0, &listed);
	search->view.least = usual;
	return bounds.certain;
}

/* Is a wheel no better, because it wins only stands that straight on touch the facing with less, or
 * with a corner? Then as many as reach it straight on are enough. */
static bool wins_only_what_is_touched(struct search search[PN_CORNERS],
				      const struct pn_lanes_best *best)
{
	const uint16_t straight = count_straight(&search[0], search[0].view.least);

	if (straight == 0 || best->stands <= straight ||
	    best->stands > count_straight(&search[0], -PN_TOUCH))
		return false;
	search[PN_CORNER_LEFT].enough = search[PN_CORNER_RIGHT].enough = straight;
	return true;
}

void pn_lanes_find_best(const struct pn_lanes *lanes, struct pn_lanes_best *best)
{
	struct search search[PN_CORNERS];

	*best = (struct pn_lanes_best){.stands = lanes->known};
	for (enum pn_corner corner = PN_CORNER_LEFT; corner < PN_CORNERS; corner++) {
		struct pn_lanes_wheel wheel = lanes->wheel[corner];

		pn_assert(wheel.least >= -PN_DEGREES_90 && wheel.least <= 0);
		pn_assert(wheel.most >= 0 && wheel.most <= PN_DEGREES_90);
		begin_search(&search[corner], lanes, corner, best);
		sample(&search[corner], wheel);
	}
	for (enum pn_corner corner = PN_CORNER_LEFT; corner < PN_CORNERS; corner++)
		find_count(&search[corner], lanes->wheel[corner].least, lanes->wheel[corner].most,
			   search[corner].view.parts);
	if (best->stands > lanes->known && wins_only_what_is_touched(search, best))
		best->stands = search[0].enough;
	if (best->stands <= lanes->known) {
		best->stands = 0;
		return;
	}
	for (enum pn_corner corner = PN_CORNER_LEFT; corner < PN_CORNERS; corner++)
		find_spans(&search[corner], lanes->wheel[corner].least, lanes->wheel[corner].most,
			   search[corner].view.parts);
}

uint16_t pn_lanes_count(const struct pn_lanes *lanes, enum pn_corner corner, int32_t by)
{
	struct search search;

	pn_assert(by >= -PN_DEGREES_90 && by <= PN_DEGREES_90);
	begin_search(&search, lanes, corner, NULL);
	uint16_t listed = search.view.parts;

	return count_lanes(&search, by, by, &listed).certain;
}
