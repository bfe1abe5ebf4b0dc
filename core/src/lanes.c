/* CQ-14, candidate set CQ-G1: the wheel after which most stands reach a facing.
 *
 * Whether a lane reaches depends on signs of sinusoids of the heading alone (lane_view.h
 * has what they are of). So first come the headings at which one of those that do not ask
 * for blockers turns its sign: they cut what is allowed into stretches, and in a stretch
 * one count holds. Nothing that blocks makes a count larger; so the stretches are taken by
 * falling count, and each is cut again, by the signs that do ask for blockers, until what
 * is left of them cannot be better than the best found.
 *
 * The cuts are between two whole angles and exact, for a sign is always that of the same
 * whole number. A stretch with more cuts than there is room for is halved, and one of few
 * angles is counted through, so nothing is ever left out. */

#include "lane_view.h"

enum {
	/* What does not ask for blockers turns its sign at most twice: four for each side of
	 * a lane and four more. What the front sees is cut by three. */
	CUTS_MAX = 2 * (4 * (PN_FIGURES_MAX + 1) + 4),
	STRETCHES_MAX = CUTS_MAX + 2 * 3 + 1,
	COUNTED_THROUGH = 8,
};

/* The cuts inside from..to: cut[i] is the last angle before one. */
struct cuts {
	int32_t from;
	int32_t to;
	uint16_t count;
	bool full;
	int32_t cut[CUTS_MAX];
};

/* Turns by from..to after which the same lanes reach. */
struct stretch {
	int32_t from;
	int32_t to;
	uint16_t stands;
};

/* A search about one corner. */
struct search {
	const struct pn_lanes *lanes;
	enum pn_corner corner;
	struct pn_lanes_best *best;
	struct pn_lane_view view;
	uint16_t stretches;
	struct stretch stretch[STRETCHES_MAX];
	struct cuts cuts;
	/* The parts that may be in the lanes in the stretch under way. */
	uint16_t listed;
	uint16_t list[PN_LANE_PARTS_MAX];
};

static struct pn_sinusoid negative(struct pn_sinusoid f)
{
	return (struct pn_sinusoid){-f.constant, -f.cosine, -f.sine};
}

static struct pn_sinusoid sum(struct pn_sinusoid f, struct pn_sinusoid g, pn_len constant)
{
	return (struct pn_sinusoid){f.constant + g.constant + constant, f.cosine + g.cosine,
				    f.sine + g.sine};
}

static void add_cuts(const struct search *search, struct cuts *cuts, struct pn_sinusoid f)
{
	int32_t zero = pn_lane_heading(search->lanes->pose, 0);
	int32_t flip[2];
	int flips = pn_sinusoid_flips(&f, zero + cuts->from, zero + cuts->to, flip);

	if (cuts->count + flips > CUTS_MAX) {
		cuts->full = true;
		return;
	}
	for (int i = 0; i < flips; i++)
		cuts->cut[cuts->count++] = flip[i] - zero;
}

/* By gaps of a third less each, which is fast enough for a thousand. */
static void sort_cuts(struct cuts *cuts)
{
	for (int32_t gap = cuts->count; gap > 0; gap = gap * 2 / 3) {
		for (int32_t i = gap; i < cuts->count; i++) {
			int32_t cut = cuts->cut[i];
			int32_t at = i;

			for (; at >= gap && cuts->cut[at - gap] > cut; at -= gap)
				cuts->cut[at] = cuts->cut[at - gap];
			cuts->cut[at] = cut;
		}
	}
}

/* The next stretch that begins at `from`; *i counts cuts. */
static int32_t end_of_stretch(const struct cuts *cuts, uint16_t *i, int32_t from)
{
	while (*i < cuts->count && cuts->cut[*i] < from)
		(*i)++;
	return *i < cuts->count ? cuts->cut[*i] : cuts->to;
}

/* Where the front begins or ceases to see the facing: from outside, past neither end. */
static void cut_by_sight(const struct search *search, struct cuts *cuts)
{
	const struct pn_lane_view *view = &search->view;
	struct pn_sinusoid from = pn_lane_across(view->from, 0);
	struct pn_sinusoid to = pn_lane_across(view->to, 0);
	pn_len right = pn_lane_left(view, view->lanes);

	add_cuts(search, cuts, sum(to, negative(from), PN_TOUCH));
	add_cuts(search, cuts, negative(pn_lane_across(view->from, view->left + PN_TOUCH)));
	add_cuts(search, cuts, pn_lane_across(view->to, right - PN_TOUCH));
}

/* Where a lane begins or ceases to have the facing in it, ahead and near enough. */
static void cut_by_facing(const struct search *search, struct cuts *cuts)
{
	const struct pn_lane_view *view = &search->view;

	add_cuts(search, cuts, pn_lane_ahead(view->from, -PN_LANE_BEHIND));
	add_cuts(search, cuts, pn_lane_ahead(view->to, -PN_LANE_BEHIND));
	add_cuts(search, cuts, negative(pn_lane_ahead(view->from, view->reach)));
	add_cuts(search, cuts, negative(pn_lane_ahead(view->to, view->reach)));
	for (int32_t side = 0; side <= view->lanes; side++) {
		pn_len u = pn_lane_left(view, side);

		add_cuts(search, cuts, negative(pn_lane_across(view->from, u + PN_TOUCH)));
		add_cuts(search, cuts, pn_lane_across(view->to, u - PN_TOUCH));
		add_cuts(search, cuts, pn_lane_side(view->from, view->to, u, -PN_LANE_BEHIND));
		add_cuts(search, cuts,
			 negative(pn_lane_side(view->from, view->to, u, view->reach)));
	}
}

/* Where one point of a part that blocks comes to bound a gap of PN_TOUCH, or passes from
 * before the front to beside or behind it. */
static void cut_by_point(const struct search *search, struct pn_lane_range open, pn_vec point,
			 struct cuts *cuts)
{
	const struct pn_lane_view *view = &search->view;
	struct pn_sinusoid across = pn_lane_across(point, 0);
	struct pn_sinusoid from = pn_lane_across(view->from, 0);
	struct pn_sinusoid to = pn_lane_across(view->to, 0);

	add_cuts(search, cuts, pn_lane_ahead(point, -PN_LANE_BEHIND));
	add_cuts(search, cuts, negative(across));
	add_cuts(search, cuts, negative(pn_lane_across(point, view->left)));
	add_cuts(search, cuts, pn_lane_across(point, pn_lane_left(view, view->lanes)));
	add_cuts(search, cuts, sum(to, negative(across), PN_TOUCH));
	add_cuts(search, cuts, sum(across, negative(from), PN_TOUCH));
	for (int32_t side = open.first; side <= open.last + 1; side++) {
		pn_len u = pn_lane_left(view, side);

		add_cuts(search, cuts, negative(pn_lane_across(point, u + PN_TOUCH)));
		add_cuts(search, cuts, pn_lane_across(point, u - PN_TOUCH));
	}
}

/* Where the gap between two parts comes to be PN_TOUCH wide. */
static void cut_by_gap(const struct search *search, const struct pn_lane_part *left,
		       const struct pn_lane_part *right, struct cuts *cuts)
{
	const pn_vec *point = search->view.point;

	for (uint16_t i = 0; i < left->count; i++) {
		struct pn_sinusoid low = pn_lane_across(point[left->first + i], 0);

		for (uint16_t k = 0; k < right->count; k++) {
			struct pn_sinusoid high = pn_lane_across(point[right->first + k], 0);

			add_cuts(search, cuts, sum(low, negative(high), PN_TOUCH));
		}
	}
}

static void cut_by_blockers(const struct search *search, struct pn_lane_range open,
			    struct cuts *cuts)
{
	const struct pn_lane_view *view = &search->view;

	for (uint16_t i = 0; i < search->listed && !cuts->full; i++) {
		const struct pn_lane_part *part = &view->part[search->list[i]];

		for (uint16_t k = 0; k < part->count; k++) {
			uint16_t after = (uint16_t)(k + 1 < part->count ? k + 1 : 0);
			pn_vec point = view->point[part->first + k];
			pn_vec next = view->point[part->first + after];

			cut_by_point(search, open, point, cuts);
			add_cuts(search, cuts, pn_lane_side(point, next, 0, -PN_LANE_BEHIND));
		}
		for (uint16_t k = 0; k < search->listed && !cuts->full; k++) {
			if (k != i)
				cut_by_gap(search, part, &view->part[search->list[k]], cuts);
		}
	}
}

/* The smallest turn of a span, and among wheels the one that goes by default. */
static int32_t find_smallest(int32_t from, int32_t to)
{
	return from > 0 ? from : to < 0 ? to : 0;
}

static bool goes_before(enum pn_corner corner, int32_t by, const struct pn_lanes_best *best)
{
	int32_t size = by < 0 ? -by : by;
	int32_t best_size = best->by < 0 ? -best->by : best->by;

	if (size != best_size)
		return size < best_size;
	return corner != best->corner ? corner < best->corner : by > best->by;
}

/* Puts a span where it belongs, joined with the neighbours that it continues. */
static void insert_span(struct pn_lanes_best *best, struct pn_lanes_span span)
{
	uint8_t at = best->spans;
	uint8_t end;

	while (at > 0 &&
	       (best->span[at - 1].corner > span.corner ||
		(best->span[at - 1].corner == span.corner && best->span[at - 1].from > span.from)))
		at--;
	for (end = at; end < best->spans && best->span[end].corner == span.corner &&
		       best->span[end].from == span.to + 1;
	     end++)
		span.to = best->span[end].to;
	if (at > 0 && best->span[at - 1].corner == span.corner &&
	    best->span[at - 1].to + 1 == span.from) {
		at--;
		span.from = best->span[at].from;
	}
	if (at == PN_LANES_SPANS_MAX || (at == end && best->spans == PN_LANES_SPANS_MAX))
		best->more = true;
	if (at == PN_LANES_SPANS_MAX)
		return;

	uint8_t behind = (uint8_t)(best->spans - end);

	if (at + 1 + behind > PN_LANES_SPANS_MAX)
		behind--;
	memmove(&best->span[at + 1], &best->span[end], behind * sizeof(span));
	best->span[at] = span;
	best->spans = (uint8_t)(at + 1 + behind);
}

/* After each turn by from..to, `stands` reach. */
static void record(struct search *search, int32_t from, int32_t to, uint16_t stands)
{
	struct pn_lanes_best *best = search->best;
	int32_t by = find_smallest(from, to);

	if (stands == 0 || stands < best->stands)
		return;
	if (stands > best->stands) {
		*best = (struct pn_lanes_best){
			.stands = stands, .corner = search->corner, .by = by};
	} else if (goes_before(search->corner, by, best)) {
		best->corner = search->corner;
		best->by = by;
	}
	insert_span(best, (struct pn_lanes_span){search->corner, from, to});
}

static uint16_t count_unblocked(const struct search *search, int32_t by)
{
	int32_t heading = pn_lane_heading(search->lanes->pose, by);
	struct pn_lane_range open = pn_lanes_open(&search->view, heading);

	return pn_lanes_unblocked(&search->view, open, search->list, search->listed, heading);
}

/* Counts past blockers in a stretch, or a half of one. */
static void search_stretch(struct search *search, int32_t from, int32_t to)
{
	struct cuts *cuts = &search->cuts;
	int32_t heading = pn_lane_heading(search->lanes->pose, from);

	if (to - from < COUNTED_THROUGH) {
		for (int32_t by = from; by <= to; by++)
			record(search, by, by, count_unblocked(search, by));
		return;
	}
	cuts->from = from;
	cuts->to = to;
	cuts->count = 0;
	cuts->full = false;
	cut_by_blockers(search, pn_lanes_open(&search->view, heading), cuts);
	if (cuts->full) {
		search_stretch(search, from, from + (to - from) / 2);
		search_stretch(search, from + (to - from) / 2 + 1, to);
		return;
	}
	sort_cuts(cuts);
	for (uint16_t i = 0; from <= to;) {
		int32_t end = end_of_stretch(cuts, &i, from);

		record(search, from, end, count_unblocked(search, from));
		from = end + 1;
	}
}

static void add_stretch(struct search *search, int32_t from, int32_t to)
{
	struct pn_lane_range open =
		pn_lanes_open(&search->view, pn_lane_heading(search->lanes->pose, from));
	uint16_t stands = (uint16_t)(open.first > open.last ? 0 : open.last - open.first + 1);

	if (stands == 0)
		return;
	pn_assert(search->stretches < STRETCHES_MAX);
	search->stretch[search->stretches++] = (struct stretch){from, to, stands};
}

/* The stretches in which nothing but a blocker changes a count, and at least one reaches. */
static void find_stretches(struct search *search, struct pn_lanes_wheel wheel)
{
	struct cuts sight = {.from = wheel.least, .to = wheel.most};
	struct cuts *cuts = &search->cuts;
	int32_t from = wheel.least;

	cut_by_sight(search, &sight);
	sort_cuts(&sight);
	for (uint16_t i = 0; from <= wheel.most;) {
		int32_t end = end_of_stretch(&sight, &i, from);
		int32_t heading = pn_lane_heading(search->lanes->pose, from);

		cuts->from = from;
		cuts->to = end;
		cuts->count = 0;
		cuts->full = false;
		if (pn_lane_view_sees(&search->view, heading)) {
			cut_by_facing(search, cuts);
			sort_cuts(cuts);
			for (uint16_t k = 0; from <= end;) {
				int32_t next = end_of_stretch(cuts, &k, from);

				add_stretch(search, from, next);
				from = next + 1;
			}
		}
		from = end + 1;
	}
}

/* The stretches by falling count. */
static void search_corner(struct search *search)
{
	uint16_t level = 0;

	find_stretches(search, search->lanes->wheel[search->corner]);
	for (uint16_t i = 0; i < search->stretches; i++)
		level = search->stretch[i].stands > level ? search->stretch[i].stands : level;
	for (; level > 0 && level >= search->best->stands; level--) {
		for (uint16_t i = 0; i < search->stretches; i++) {
			struct stretch stretch = search->stretch[i];
			pn_pose pose = search->lanes->pose;

			if (stretch.stands != level)
				continue;
			search->listed = pn_lane_parts_near(
				&search->view, pn_lane_heading(pose, stretch.from),
				pn_lane_heading(pose, stretch.to), search->list);
			if (search->listed == 0)
				record(search, stretch.from, stretch.to, level);
			else
				search_stretch(search, stretch.from, stretch.to);
		}
	}
}

static void search_begin(struct search *search, const struct pn_lanes *lanes, enum pn_corner corner,
			 struct pn_lanes_best *best)
{
	search->lanes = lanes;
	search->corner = corner;
	search->best = best;
	search->stretches = 0;
	search->listed = 0;
	pn_lane_view_begin(&search->view, lanes, corner);
}

void pn_lanes_find_best(const struct pn_lanes *lanes, struct pn_lanes_best *best)
{
	struct search search;

	*best = (struct pn_lanes_best){.stands = 0};
	for (enum pn_corner corner = PN_CORNER_LEFT; corner < PN_CORNERS; corner++) {
		struct pn_lanes_wheel wheel = lanes->wheel[corner];

		pn_assert(wheel.least >= -PN_DEGREES_90 && wheel.least <= 0);
		pn_assert(wheel.most >= 0 && wheel.most <= PN_DEGREES_90);
		search_begin(&search, lanes, corner, best);
		search_corner(&search);
	}
}

uint16_t pn_lanes_count(const struct pn_lanes *lanes, enum pn_corner corner, int32_t by)
{
	struct pn_lane_view view;
	uint16_t list[PN_LANE_PARTS_MAX];
	int32_t heading = pn_lane_heading(lanes->pose, by);

	pn_assert(by >= -PN_DEGREES_90 && by <= PN_DEGREES_90);
	pn_lane_view_begin(&view, lanes, corner);
	uint16_t listed = pn_lane_parts_near(&view, heading, heading, list);

	return pn_lanes_unblocked(&view, pn_lanes_open(&view, heading), list, listed, heading);
}
