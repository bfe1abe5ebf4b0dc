/* First contact against a reference that tries moments one after the other.
 *
 * The reference takes sweep.h at its word in floating point: for each pair of convex
 * parts it finds the moment of the deepest overlap by narrowing in, then the first
 * moment of any overlap by halving. Fractions must agree within a thousandth of a
 * unit (10 nanometres) of way, which is what halving in doubles is good for at the
 * shallowest angles. Where the deepest overlap lies within 0.02 units of the limit,
 * or the contact within 0.001 units of the end of the move, floating point cannot
 * tell (the core rounds limits by up to 0.01) and either answer passes: that must be
 * fewer than one placement in a thousand.
 *
 * A second reference knows no parts: it walks along the way by the distance that is
 * still free and finds where the outlines first meet. */

#include "slide.h"
#include "sweep.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <time.h>

#include "brute.h"
#include "convex_parts.h"
#include "cuts.h"
#include "random_placement.h"

enum { PLACEMENTS = 100000, OBSTACLES_MAX = 4, SIDE = 50000 };

struct placement {
	pn_pose pose;
	struct pn_shape mover;
	pn_angle heading;
	pn_len length;
	pn_vec way;
	size_t count;
	struct pn_shape obstacle[OBSTACLES_MAX];
};

static bool overlaps_any(const struct placement *placement, const struct pn_shape *shape)
{
	for (size_t i = 0; i < placement->count; i++) {
		if (pn_shapes_overlap(shape, &placement->obstacle[i]))
			return true;
	}
	return false;
}

/* Of the starts that overlap an obstacle only some are kept. */
static struct placement make_placement(struct random_source *source)
{
	struct placement placement;
	do {
		struct pn_formation formation = random_formation(source);
		placement.pose = random_pose(source, SIDE);
		placement.mover = pn_footprint(placement.pose, formation);
		placement.heading =
			random_one_in(source, 2) ? placement.pose.facing : random_facing(source);
		placement.length = random_between(source, 0, SIDE);
		placement.way = pn_along(placement.heading, placement.length);
		placement.count = (size_t)random_between(source, 1, OBSTACLES_MAX);
		for (size_t i = 0; i < placement.count; i++)
			placement.obstacle[i] = random_obstacle(source, SIDE);
	} while (overlaps_any(&placement, &placement.mover) && !random_one_in(source, 20));
	return placement;
}

/* Two convex parts and what is asked of each edge. */
struct pair {
	const struct pn_shape *mover;
	const struct pn_shape *obstacle;
	pn_vec way;
	double limit[BRUTE_EDGES_MAX];
};

/* The least depth any edge sees beyond its limit, at a moment. */
static double find_excess(const struct pair *pair, double at)
{
	struct brute_shape moved = brute_moved(pair->mover, pair->way.x * at, pair->way.y * at);
	struct brute_shape other = brute_moved(pair->obstacle, 0, 0);
	double depths[BRUTE_EDGES_MAX];
	int count = brute_edge_depths(&moved, &other, depths);
	double least = INFINITY;
	for (int i = 0; i < count; i++)
		least = fmin(least, depths[i] - pair->limit[i]);
	return least;
}

/* The moment between two at which the excess is largest; it rises, then falls. */
static double find_peak(const struct pair *pair, double low, double high)
{
	const double part = (sqrt(5) - 1) / 2;
	double one = high - part * (high - low);
	double two = low + part * (high - low);
	double excess_one = find_excess(pair, one);
	double excess_two = find_excess(pair, two);
	for (int i = 0; i < 60; i++) {
		if (excess_one > excess_two) {
			high = two;
			two = one;
			excess_two = excess_one;
			one = high - part * (high - low);
			excess_one = find_excess(pair, one);
		} else {
			low = one;
			one = two;
			excess_one = excess_two;
			two = low + part * (high - low);
			excess_two = find_excess(pair, two);
		}
	}
	return low;
}

/* What the reference says about a pair or a whole placement. */
struct verdict {
	bool found;
	bool unsure;
	double at;
	size_t obstacle;
};

static void set_limits(struct pair *pair, bool *apart)
{
	struct brute_shape a = brute_moved(pair->mover, 0, 0);
	struct brute_shape b = brute_moved(pair->obstacle, 0, 0);
	double depths[BRUTE_EDGES_MAX];
	int count = brute_edge_depths(&a, &b, depths);
	*apart = false;
	for (int i = 0; i < count; i++)
		*apart |= depths[i] < -5;
	for (int i = 0; i < count; i++) {
		bool stays = !*apart && depths[i] > 3.5 && depths[i] <= 5;
		pair->limit[i] = stays ? 5 : 3.5;
	}
}

static struct verdict judge_pair(struct pair *pair)
{
	struct verdict verdict = {.found = false};
	bool apart;
	set_limits(pair, &apart);
	double length = hypot(pair->way.x, pair->way.y);
	double horizon = apart && length > 0 ? 1 + PN_SWEEP_REACH / length : 1;
	double excess = find_excess(pair, find_peak(pair, 0, horizon));
	excess = fmax(excess, fmax(find_excess(pair, 0), find_excess(pair, horizon)));
	if (excess < -0.02)
		return verdict;
	verdict.unsure = excess < 0.02;
	memset(pair->limit, 0, sizeof(pair->limit));
	double low = 0;
	double high = find_peak(pair, 0, horizon);
	for (int i = 0; i < 60 && find_excess(pair, 0) <= 0; i++) {
		double middle = (low + high) / 2;
		if (find_excess(pair, middle) > 0)
			high = middle;
		else
			low = middle;
	}
	verdict.at = low;
	verdict.unsure |= fabs(low - 1) * length < 0.001;
	verdict.found = low <= 1;
	return verdict;
}

/* Is all of the way of one shape farther than twice PN_SWEEP_REACH from the other? */
static bool passes_by(const struct pn_shape *a, const struct pn_shape *b, pn_vec way)
{
	struct pn_shape moved = pn_shape_moved(a, way);
	return pn_boxes_far(pn_box_join(pn_shape_box(a), pn_shape_box(&moved)), pn_shape_box(b),
			    2 * PN_SWEEP_REACH);
}

static struct verdict judge(const struct placement *placement)
{
	struct verdict verdict = {.found = false, .at = 2};
	struct pn_parts mover;
	pn_shape_parts(&placement->mover, &mover);
	for (size_t n = 0; n < placement->count; n++) {
		struct pn_parts obstacle;
		if (passes_by(&placement->mover, &placement->obstacle[n], placement->way))
			continue;
		pn_shape_parts(&placement->obstacle[n], &obstacle);
		for (int i = 0; i < mover.count * obstacle.count; i++) {
			struct pair pair = {&mover.part[i % mover.count],
					    &obstacle.part[i / mover.count],
					    placement->way,
					    {0}};
			struct verdict here = judge_pair(&pair);
			verdict.unsure |= here.unsure;
			if (here.found && here.at < verdict.at) {
				verdict.found = true;
				verdict.at = here.at;
				verdict.obstacle = n;
			}
		}
	}
	return verdict;
}

/* What holds of every answer, whatever the reference says. */
static void check_end(const struct placement *placement, bool found,
		      const struct pn_sweep_contact *contact)
{
	if (overlaps_any(placement, &placement->mover)) {
		cr_assert(found);
		cr_assert_eq(contact->at.num, 0);
		return;
	}
	pn_vec by = placement->way;
	if (found)
		by = pn_subtract(pn_sweep_end(placement->pose, placement->heading,
					      placement->length, contact->at)
					 .at,
				 placement->pose.at);
	struct pn_shape moved = pn_shape_moved(&placement->mover, by);
	cr_assert_not(overlaps_any(placement, &moved));
	if (!found)
		return;
	const struct pn_shape *obstacle = &placement->obstacle[contact->obstacle];
	cr_assert(pn_shapes_touch(&moved, obstacle));
	cr_assert_neq(contact->kind, PN_CONTACT_OVERLAP);
	cr_assert_neq(contact->mover_edges, 0);
	cr_assert_neq(contact->obstacle_edges, 0);
	cr_assert(contact->mover_edges >> placement->mover.count == 0);
	cr_assert(contact->obstacle_edges >> obstacle->count == 0);
}

Test(sweep, agrees_on_100000_random_placements)
{
	struct random_source source = {11};
	int found = 0;
	int unsure = 0;
	clock_t spent = 0;
	for (int i = 0; i < PLACEMENTS; i++) {
		struct placement placement = make_placement(&source);
		struct pn_sweep_contact contact;
		clock_t start = clock();
		bool hit = pn_sweep(&placement.mover, placement.way, placement.obstacle,
				    placement.count, &contact);
		spent += clock() - start;
		check_end(&placement, hit, &contact);
		found += hit && contact.at.num > 0;
		struct verdict verdict = judge(&placement);
		if (verdict.unsure) {
			unsure++;
			continue;
		}
		cr_assert_eq(hit, verdict.found, "placement %d", i);
		if (!hit)
			continue;
		double at = (double)contact.at.num / (double)contact.at.den;
		double length = hypot(placement.way.x, placement.way.y);
		cr_assert_leq(fabs(at - verdict.at) * length, 0.001, "placement %d", i);
		if (contact.obstacle != verdict.obstacle)
			cr_assert_eq(contact.at.num, 0, "placement %d", i);
	}
	printf("sweep: %d placements, %d contacts on the way, %d at a limit, %.0f ns each\n",
	       PLACEMENTS, found, unsure, 1e9 * (double)spent / CLOCKS_PER_SEC / PLACEMENTS);
	cr_assert_gt(found, PLACEMENTS / 5);
	cr_assert_lt(unsure, PLACEMENTS / 1000);
}

/* The first moment at which the outlines meet, or more than 1. */
static double walk(const struct pn_shape *mover, pn_vec way, const struct pn_shape *obstacle)
{
	struct brute_shape other = brute_moved(obstacle, 0, 0);
	double length = hypot(way.x, way.y);
	for (double gone = 0; gone <= length + 0.01;) {
		struct brute_shape moved =
			brute_moved(mover, way.x * gone / length, way.y * gone / length);
		double free = brute_distance(&moved, &other);
		if (free <= 1e-9)
			return gone / length;
		gone += fmax(free, 0.001);
	}
	return 2;
}

/* How deep an obstacle is overlapped at most, looked at 200 times between two moments. */
static double find_deepest(const struct placement *placement, size_t n, double from, double to)
{
	struct pn_parts mover;
	struct pn_parts obstacle;
	pn_shape_parts(&placement->mover, &mover);
	pn_shape_parts(&placement->obstacle[n], &obstacle);
	double deepest = 0;
	for (int k = 0; k <= 200; k++) {
		double at = from + (to - from) * k / 200;
		for (int i = 0; i < mover.count * obstacle.count; i++) {
			struct brute_shape a =
				brute_moved(&mover.part[i % mover.count], placement->way.x * at,
					    placement->way.y * at);
			struct brute_shape b = brute_moved(&obstacle.part[i / mover.count], 0, 0);
			deepest = fmax(deepest, brute_convex_depth(&a, &b));
		}
	}
	return deepest;
}

/* Outlines that meet before the contact only graze: no deeper than a slide. */
Test(sweep, agrees_with_a_walk_along_the_way)
{
	struct random_source source = {12};
	int contacts = 0;
	for (int i = 0; i < 10000; i++) {
		struct placement placement = make_placement(&source);
		struct pn_sweep_contact contact;
		bool hit = pn_sweep(&placement.mover, placement.way, placement.obstacle,
				    placement.count, &contact);
		double length = hypot(placement.way.x, placement.way.y);
		double end = hit ? (double)contact.at.num / (double)contact.at.den : 1;
		if (length < 1 || (hit && contact.at.num == 0))
			continue;
		for (size_t n = 0; n < placement.count; n++) {
			if (passes_by(&placement.mover, &placement.obstacle[n], placement.way))
				continue;
			double met = walk(&placement.mover, placement.way, &placement.obstacle[n]);
			if (hit && n == contact.obstacle)
				cr_assert_leq(met * length, end * length + 0.01, "%d", i);
			double limit = fmax(3.51, find_deepest(&placement, n, 0, 0));
			if (met < end)
				cr_assert_leq(find_deepest(&placement, n, met, end), limit, "%d",
					      i);
			if (hit && n == contact.obstacle && fabs(met - end) * length < 0.01)
				contacts++;
		}
	}
	cr_assert_gt(contacts, 2000);
}

/* Where it stands now it touches: on is a contact at once, back is none. */
Test(sweep, from_a_contact_on_and_back)
{
	struct random_source source = {13};
	int tried = 0;
	for (int i = 0; i < 50000; i++) {
		struct placement placement = make_placement(&source);
		struct pn_sweep_contact contact;
		if (!pn_sweep(&placement.mover, placement.way, placement.obstacle, placement.count,
			      &contact) ||
		    contact.at.num == 0)
			continue;
		pn_len gone = pn_sweep_distance(placement.length, contact.at);
		pn_vec stop = pn_along(placement.heading, gone);
		struct pn_shape at_contact = pn_shape_moved(&placement.mover, stop);
		const struct pn_shape *obstacle = &placement.obstacle[contact.obstacle];
		pn_len rest = placement.length - gone + 2 * PN_SWEEP_REACH;
		struct pn_sweep_contact again;
		tried++;
		if (!pn_sweep(&at_contact, pn_along(placement.heading, rest), obstacle, 1,
			      &again)) {
			/* A corner that is clipped barely deeper than a slide may, a rounding
			 * aside, be slid along. */
			double end = 1 + 2 * PN_SWEEP_REACH / (double)placement.length;
			cr_assert_lt(find_deepest(&placement, contact.obstacle, 0, end), 5.0,
				     "placement %d", i);
			continue;
		}
		/* At a shallow angle the last gap takes a while to close. */
		pn_len further = pn_sweep_distance(rest, again.at);
		for (pn_len step = 0; step <= 4; step++) {
			struct pn_shape moved = pn_shape_moved(
				&at_contact, pn_along(placement.heading, further * step / 4));
			cr_assert(pn_shapes_touch(&moved, obstacle), "placement %d", i);
		}
		/* Not quite back: it may have started a hair from the same obstacle. */
		pn_angle back = (pn_angle)(placement.heading + PN_TURN_HALF);
		pn_len most = gone > PN_SWEEP_REACH ? gone - PN_SWEEP_REACH : 0;
		cr_assert_not(pn_sweep(&at_contact, pn_along(back, most), obstacle, 1, &again),
			      "placement %d", i);
	}
	cr_assert_gt(tried, 10000);
}

/* The centre of the front of a unit whose left front corner is `left` to the right of
 * the pose and `forward` ahead of it, all facing alike. */
static pn_pose dress(pn_pose pose, struct pn_formation formation, pn_len forward, pn_len left)
{
	pn_len half = formation.files * formation.base_width / 2;
	return (pn_pose){pn_ahead(pose, forward, left + half), pose.facing};
}

/* A unit marches out of a line, between neighbours that stand flush to both sides,
 * before and behind it, at any angle; nothing of that is a contact. */
Test(sweep, marching_out_of_a_line)
{
	struct random_source source = {14};
	for (int i = 0; i < 100000; i++) {
		pn_pose pose = random_pose(&source, SIDE);
		struct pn_formation formation = random_formation(&source);
		struct pn_formation left = random_formation(&source);
		struct pn_formation right = random_formation(&source);
		pn_len half = formation.files * formation.base_width / 2;
		pn_len ahead = random_between(&source, 0, 20000);
		struct pn_shape mover = pn_footprint(pose, formation);
		struct pn_shape line[4];
		pn_len edge = formation.files * formation.base_width - half;
		line[0] = pn_footprint(dress(pose, left, random_between(&source, -9000, 9000),
					     -half - left.files * left.base_width),
				       left);
		line[1] = pn_footprint(
			dress(pose, right, random_between(&source, -9000, 9000), edge), right);
		line[2] = pn_footprint(dress(pose, right, ahead + 20000, edge), right);
		line[3] = pn_footprint(
			dress(pose, left, ahead + 20000, -half - left.files * left.base_width),
			left);
		pn_len length = random_between(&source, 100, 60000);
		bool backwards = random_one_in(&source, 2);
		pn_angle heading = (pn_angle)(pose.facing + (backwards ? PN_TURN_HALF : 0));
		struct pn_sweep_contact contact;
		cr_assert_not(pn_sweep(&mover, pn_along(heading, length), line, 4, &contact),
			      "line %d", i);
	}
}

/* The same line with an enemy square ahead: found at the gap, to a unit. */
Test(sweep, out_of_a_line_into_the_enemy)
{
	struct random_source source = {15};
	for (int i = 0; i < 20000; i++) {
		pn_pose pose = random_pose(&source, SIDE);
		struct pn_formation formation = random_formation(&source);
		pn_len gap = random_between(&source, PN_TOUCH + 3, 30000);
		pn_len width = formation.files * formation.base_width;
		struct pn_shape mover = pn_footprint(pose, formation);
		struct pn_shape other[2];
		pn_pose beside = {pn_ahead(pose, 0, width), pose.facing};
		other[0] = pn_footprint(beside, formation);
		pn_pose before = {
			pn_ahead(pose, gap, random_between(&source, -width / 2, width / 2)),
			(pn_angle)(pose.facing + PN_TURN_HALF)};
		other[1] = pn_footprint(before, formation);
		struct pn_sweep_contact contact;
		cr_assert(pn_sweep(&mover, pn_along(pose.facing, 40000), other, 2, &contact));
		cr_assert_eq(contact.obstacle, 1);
		pn_len distance = pn_sweep_distance(40000, contact.at);
		cr_assert(distance >= gap - 3 && distance <= gap + 2, "%d %d", gap, distance);
		cr_assert_eq(contact.kind, PN_CONTACT_STRETCH, "line %d", i);
		cr_assert_eq(contact.mover_edges, 1);
		cr_assert_eq(contact.obstacle_edges, 1);
	}
}

/* Cutting beforehand changes no answer, whether there is room for all parts or none is left. */
Test(sweep, answers_alike_among_shapes_that_were_cut)
{
	static struct pn_cuts cuts, full;
	struct random_source source = {13};
	full.part_count = PN_CUT_PARTS_MAX;
	for (int i = 0; i < PLACEMENTS / 4; i++) {
		struct placement placement = make_placement(&source);
		struct pn_sweep_first plain, cut;
		pn_fraction at[OBSTACLES_MAX];
		pn_cuts_make(&cuts, placement.obstacle, placement.count);
		full.count = 0;
		for (size_t n = 0; n < placement.count; n++)
			pn_cuts_add(&full, &placement.obstacle[n]);
		bool hit = pn_sweep_first(&placement.mover, placement.way, placement.obstacle,
					  placement.count, &plain);
		for (int k = 0; k < 2; k++) {
			cr_assert_eq(hit, pn_sweep_first_cut(&placement.mover, placement.way,
							     placement.obstacle, placement.count,
							     k ? &full : &cuts, &cut));
			cr_assert(!hit || (plain.obstacle == cut.obstacle &&
					   pn_fraction_compare(plain.at, cut.at) == 0));
		}
		for (size_t n = 0; n < placement.count; n++) {
			const struct pn_shape *one = &placement.obstacle[n];
			bool met = pn_sweep_first(&placement.mover, placement.way, one, 1, &cut);
			cr_assert_eq(met, pn_sweep_onto(&placement.mover, placement.way, one, &cuts,
							n, &at[n]));
			cr_assert(!met || pn_fraction_compare(cut.at, at[n]) == 0);
		}
	}
}

/* What is put aside is passed over by a search for the first obstacle, and by nothing else. */
Test(sweep, what_is_put_aside_is_not_met)
{
	static struct pn_cuts cuts;
	static struct pn_slide slide;
	struct random_source source = {18};
	int passed = 0;
	for (int i = 0; i < PLACEMENTS / 4; i++) {
		struct placement placement = make_placement(&source);
		struct pn_shape left[OBSTACLES_MAX];
		uint16_t number[OBSTACLES_MAX];
		struct pn_sweep_first plain, cut, slid;
		size_t count = 0;
		pn_cuts_make(&cuts, placement.obstacle, placement.count);
		for (uint16_t n = 0; n < placement.count; n++) {
			cuts.of[n].aside = random_one_in(&source, 2);
			left[count] = placement.obstacle[n];
			number[count] = n;
			count += !cuts.of[n].aside;
		}
		pn_slide_begin(&slide, &placement.mover, placement.obstacle, &cuts);
		bool hit = pn_sweep_first(&placement.mover, placement.way, left, count, &plain);
		cr_assert_eq(hit,
			     pn_sweep_first_cut(&placement.mover, placement.way, placement.obstacle,
						placement.count, &cuts, &cut));
		cr_assert_eq(hit, pn_slide_first(&slide, (pn_vec){0, 0}, placement.way, &slid));
		cr_assert(!hit || (number[plain.obstacle] == cut.obstacle &&
				   cut.obstacle == slid.obstacle &&
				   pn_fraction_compare(plain.at, cut.at) == 0 &&
				   pn_fraction_compare(plain.at, slid.at) == 0));
		for (size_t n = 0; n < placement.count; n++)
			passed += cuts.of[n].aside &&
				  pn_sweep_onto(&placement.mover, placement.way,
						&placement.obstacle[n], &cuts, n, &plain.at);
	}
	cr_assert_gt(passed, PLACEMENTS / 40);
}

/* One obstacle of a slide: the same contact as of the mover moved; and if it bars the way plainly,
 * that is met in time on every way that ends near by. */
static int expect_same_onto(struct pn_slide *slide, struct random_source *source,
			    const struct pn_shape *moved, pn_vec off, pn_vec way, size_t n)
{
	enum { SPREAD = 6 };
	const struct pn_shape *one = &slide->obstacles[n];
	const pn_len length = pn_distance((pn_vec){0, 0}, way) + 1;
	const pn_len within = random_between(source, 1, length);
	pn_fraction plain, slid;
	const bool met = pn_sweep_onto(moved, way, one, NULL, 0, &plain);
	cr_assert_eq(met, pn_slide_onto(slide, off, way, n, &slid));
	cr_assert(!met || pn_fraction_compare(plain, slid) == 0);
	if (!pn_slide_bars(slide, off, way, n, within, length, SPREAD))
		return 0;
	for (int k = 0; k < 9; k++) {
		const pn_vec aside = {way.x + (k % 3 - 1) * SPREAD, way.y + (k / 3 - 1) * SPREAD};
		cr_assert(pn_sweep_onto(moved, aside, one, NULL, 0, &plain));
		cr_assert_lt(pn_fraction_compare(plain, (pn_fraction){within, length}), 0);
	}
	return 1;
}

/* A slide that sets out again and again without turning meets what a mover meets that is moved
 * there, whether all edges were looked at once, or there was no room for more, or nothing was
 * cut. */
Test(sweep, answers_alike_of_a_mover_that_slides)
{
	static struct pn_cuts cuts, uncut;
	static struct pn_slide slide;
	struct random_source source = {16};
	int hits = 0;
	int bars = 0;
	uncut.part_count = PN_CUT_PARTS_MAX;
	for (int i = 0; i < PLACEMENTS / 4; i++) {
		struct placement placement = make_placement(&source);
		pn_cuts_make(&cuts, placement.obstacle, placement.count);
		uncut.count = 0;
		for (size_t n = 0; n < placement.count; n++)
			pn_cuts_add(&uncut, &placement.obstacle[n]);
		pn_slide_begin(&slide, &placement.mover, placement.obstacle,
			       random_one_in(&source, 4) ? &uncut : &cuts);
		if (random_one_in(&source, 4))
			slide.used = PN_SLIDE_EDGES_MAX - 20;
		for (int k = 0; k < 4; k++) {
			const pn_vec off = {random_between(&source, -9000, 9000) * (k > 0),
					    random_between(&source, -9000, 9000) * (k > 0)};
			const pn_vec way =
				pn_along(random_facing(&source), random_between(&source, 1, 40000));
			const struct pn_shape moved = pn_shape_moved(&placement.mover, off);
			struct pn_sweep_first plain, slid;
			bool hit = pn_sweep_first(&moved, way, placement.obstacle, placement.count,
						  &plain);
			cr_assert_eq(hit, pn_slide_first(&slide, off, way, &slid));
			cr_assert(!hit || (plain.obstacle == slid.obstacle &&
					   pn_fraction_compare(plain.at, slid.at) == 0));
			hits += hit;
			for (size_t n = 0; n < placement.count; n++)
				bars += expect_same_onto(&slide, &source, &moved, off, way, n);
		}
	}
	cr_log_info("%d hits, %d bars", hits, bars);
	cr_assert_gt(hits, PLACEMENTS / 10);
	cr_assert_gt(bars, PLACEMENTS / 40);
}
