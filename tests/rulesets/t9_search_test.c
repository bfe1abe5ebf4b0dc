/* T9-G1: the search for the way of a charge against the whole of its set, each way asked for by
 * itself, with nothing left out and nothing looked at twice. On random boards the best of them is
 * no better by T9-88 than the one that the search finds, and no worse. */

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "convex_parts.h"
#include "t9_board.h"
#include "t9a-2e/t9_search.h"
#include "wheel.h"

enum { BOARDS = 1200, FAN = 6, HALVES = 2, QUARTERS = 4, DEGREE = 182, ASIDE_DEGREES = 4 };
enum { ANGLES_MAX = 400 };

static struct pn_game game;
static struct t9_asked asked;

/* ---- how good ---- */

static bool is_turned(const struct t9_way *way)
{
	return !t9_is_same_pose(way->target, game.unit[asked.target].pose);
}

/* T9-88. Less than 0: the first is better. */
static int compare(const struct t9_way *a, const struct t9_way *b)
{
	if (a->touched != b->touched)
		return a->touched - b->touched;
	if (is_turned(a) != is_turned(b))
		return is_turned(a) - is_turned(b);
	return asked.lean == T9_UPRIGHT ? b->models - a->models : a->aside - b->aside;
}

struct best {
	bool found;
	struct t9_way way;
};

static void try_way(struct best *best, pn_len ahead, int corner, int32_t by)
{
	struct t9_way way;

	if (!t9_one_way(&asked, ahead, (enum pn_corner)corner, by, &way) ||
	    (best->found && compare(&way, &best->way) >= 0))
		return;
	best->found = true;
	best->way = way;
}

/* Nothing found, or something that touches others or turns the target. */
static bool is_wanting(const struct best *best)
{
	return !best->found || best->way.touched > 0 || is_turned(&best->way);
}

/* Could no way be better? */
static bool is_done(const struct best *best)
{
	if (is_wanting(best))
		return false;
	return asked.lean == T9_UPRIGHT ? best->way.models >= t9_models_possible(&asked)
					: best->way.aside == 0;
}

/* ---- where, and how far ---- */

static struct pn_shape thing[PN_OBSTACLES_MAX + 1]; /* the target first */
static uint16_t things;

static void gather(void)
{
	struct pn_obstacles walls;

	/* T9-105. Nothing but the board's edge stops one who flies. */
	t9_gather(&walls, &game, asked.unit, asked.flies ? T9_EDGES : asked.kinds, asked.target);
	things = 0;
	thing[things++] = t9_boundary(&game.unit[asked.target]);
	for (uint16_t i = 0; i < walls.count; i++)
		thing[things++] = walls.shape[i];
}

static pn_pose pose_after(pn_len ahead)
{
	return pn_pose_ahead(game.unit[asked.unit].pose, ahead);
}

static struct pn_formation formation_of(void)
{
	return t9_formation(&game.unit[asked.unit]);
}

/* As far as the wheel forward goes. */
static int32_t end_of_wheel(pn_len ahead, int corner)
{
	const struct pn_turn_obstacles all = {.shape = thing, .count = things};
	const pn_pose pose = pose_after(ahead);
	const pn_vec centre = pn_wheel_centre(pose, formation_of(), (enum pn_corner)corner);

	return pn_formation_turn(pose, formation_of(), centre,
				 corner == PN_CORNER_LEFT ? -PN_DEGREES_90 : PN_DEGREES_90, &all)
		.by;
}

/* How far straight ahead is free before all of the target is abreast or behind. */
static pn_len along_target(void)
{
	struct pn_obstacles all = {.count = 0};
	const struct pn_unit *unit = &game.unit[asked.unit];
	pn_len most = 0;
	pn_len free;

	for (uint8_t i = 0; i < thing[0].count; i++) {
		const struct pn_axes axes = pn_axes_of(unit->pose.facing);
		const pn_vec at = pn_subtract(thing[0].point[i], unit->pose.at);
		const pn_len along =
			(pn_len)((at.x * (int64_t)axes.sine + at.y * (int64_t)axes.cosine) /
				 PN_SINE_ONE);

		most = along > most ? along : most;
	}
	for (uint16_t i = 0; i < things; i++)
		pn_obstacles_add(&all, thing[i], PN_NO_UNIT);
	free = t9_straight(&all, unit, unit->pose, game.width + game.depth, NULL);
	return most < free ? most : free;
}

/* ---- the wheels of one place ---- */

static void facing_points(pn_vec *from, pn_vec *to)
{
	const uint8_t side = asked.facing == T9_ANY_FACING ? 0 : t9_side_of_facing(asked.facing);

	*from = thing[0].point[side];
	*to = thing[0].point[(side + 1) % thing[0].count];
}

/* None; square to the facing; the front's middle to the facing's and to its ends; the corner to its
 * ends and to the points a frontage from them; six between; and as far as it goes. */
static void try_place(struct best *best, pn_len ahead)
{
	const pn_pose pose = pose_after(ahead);
	const pn_len front = pn_frontage(formation_of());
	pn_vec from, to, middle, step;
	pn_len whole, part;

	facing_points(&from, &to);
	middle = (pn_vec){(from.x + to.x) / 2, (from.y + to.y) / 2};
	whole = pn_distance(from, to);
	part = front < whole ? front : whole;
	step = (pn_vec){(pn_len)((int64_t)(to.x - from.x) * part / whole),
			(pn_len)((int64_t)(to.y - from.y) * part / whole)};
	try_way(best, ahead, PN_CORNER_LEFT, 0);
	for (int corner = 0; corner < PN_CORNERS; corner++) {
		const pn_vec about = pn_wheel_centre(pose, formation_of(), (enum pn_corner)corner);
		const int32_t end = end_of_wheel(ahead, corner);
		const pn_angle heading[] = {
			(pn_angle)(pn_bearing(pn_subtract(to, from)) + PN_DEGREES_90),
			pn_bearing(pn_subtract(middle, pose.at)),
			pn_bearing(pn_subtract(from, pose.at)),
			pn_bearing(pn_subtract(to, pose.at)),
			pn_bearing(pn_subtract(from, about)),
			pn_bearing(pn_subtract(to, about)),
			pn_bearing(pn_subtract(pn_add(from, step), about)),
			pn_bearing(pn_subtract(pn_subtract(to, step), about)),
		};
		int32_t outermost = 0;

		for (size_t i = 0; i < sizeof heading / sizeof heading[0]; i++) {
			const int32_t by = pn_turn_between(pose.facing, heading[i]);

			if (end < 0 ? by < end || by > 0 : by < 0 || by > end)
				continue;
			try_way(best, ahead, corner, by);
			if ((by < 0 ? -by : by) > (outermost < 0 ? -outermost : outermost))
				outermost = by;
		}
		for (int i = 1; i <= FAN; i++)
			try_way(best, ahead, corner,
				end < 0 ? outermost - outermost * i / (FAN + 1)
					: outermost * i / (FAN + 1));
		try_way(best, ahead, corner, end);
	}
}

/* ---- the wheels at which it changes who is ahead ---- */

/* After the wheel `near` the corner lies on the line through the one it turns about; after `far`
 * on the front's other side. */
static void edges_of(pn_pose pose, int corner, pn_vec point, int32_t *near, int32_t *far)
{
	const pn_len front = pn_frontage(formation_of());
	const pn_vec about = pn_wheel_centre(pose, formation_of(), (enum pn_corner)corner);
	const pn_vec way = pn_subtract(point, about);
	const pn_wide squared = (pn_wide)way.x * way.x + (pn_wide)way.y * way.y;
	int32_t aside = 0;

	*near = way.x == 0 && way.y == 0 ? 0 : pn_turn_between(pose.facing, pn_bearing(way));
	while (aside < PN_DEGREES_90) {
		const pn_wide sine = pn_axes_of((pn_angle)aside).sine;

		if (squared * sine * sine >= (pn_wide)front * front * PN_SINE_ONE * PN_SINE_ONE)
			break;
		aside++;
	}
	*far = corner == PN_CORNER_LEFT ? *near - aside : *near + aside;
}

static int32_t clamp(int32_t by, int32_t low, int32_t high)
{
	return by < low ? low : by > high ? high : by;
}

/* Each of these wheels, as long as any of the target may be ahead, and those halfway between. */
static void try_changes(struct best *best, pn_len ahead)
{
	static bool is_one[2 * PN_DEGREES_90 + 1];
	const pn_pose pose = pose_after(ahead);

	for (int corner = 0; corner < PN_CORNERS; corner++) {
		const int32_t end = end_of_wheel(ahead, corner);
		int32_t low = INT32_MAX, high = INT32_MIN, last = INT32_MAX;
		int32_t near, far;

		for (uint8_t k = 0; k < thing[0].count; k++) {
			edges_of(pose, corner, thing[0].point[k], &near, &far);
			low = near < low ? near : low;
			low = far < low ? far : low;
			high = near > high ? near : high;
			high = far > high ? far : high;
		}
		low = clamp(low, end < 0 ? end : 0, end < 0 ? 0 : end);
		high = clamp(high, end < 0 ? end : 0, end < 0 ? 0 : end);
		memset(is_one, 0, sizeof is_one);
		is_one[low + PN_DEGREES_90] = is_one[high + PN_DEGREES_90] = true;
		for (uint16_t i = 0; i < things; i++)
			for (uint8_t k = 0; k < thing[i].count; k++) {
				edges_of(pose, corner, thing[i].point[k], &near, &far);
				if (near >= low && near <= high)
					is_one[near + PN_DEGREES_90] = true;
				if (far >= low && far <= high)
					is_one[far + PN_DEGREES_90] = true;
			}
		for (int32_t by = low; by <= high; by++) {
			if (!is_one[by + PN_DEGREES_90])
				continue;
			try_way(best, ahead, corner, by);
			if (last != INT32_MAX)
				try_way(best, ahead, corner, last + (by - last) / 2);
			last = by;
		}
	}
}

/* ---- all of them ---- */

static void try_beside(struct best *best)
{
	const struct t9_way middle = best->way;

	for (int corner = 0; corner < PN_CORNERS; corner++)
		for (int i = -ASIDE_DEGREES; i <= ASIDE_DEGREES; i++)
			try_way(best, middle.ahead, corner, middle.by + i * DEGREE);
}

static void find_slowly(struct best *best)
{
	const int64_t along = along_target();

	best->found = false;
	for (int i = 0; i <= HALVES; i++)
		try_place(best, (pn_len)(along * i / HALVES));
	if (is_wanting(best))
		try_changes(best, 0);
	for (int i = 1; i < QUARTERS && !is_done(best); i += 2)
		try_place(best, (pn_len)(along * i / QUARTERS));
	if (best->found && !is_done(best))
		try_beside(best);
	for (int i = 0; i <= HALVES && best->found && is_wanting(best); i++)
		try_changes(best, (pn_len)(along * i / HALVES));
}

static void find_slowly_after(struct best *best, pn_len ahead)
{
	best->found = false;
	try_place(best, ahead);
	if (is_wanting(best))
		try_changes(best, ahead);
	if (best->found && !is_done(best))
		try_beside(best);
}

struct tally {
	int found, none, touching, turned;
};

static void expect_same(bool found, const struct t9_way *way, const struct best *best,
			const char *what, int board, struct tally *tally)
{
	tally->found += best->found;
	tally->none += !best->found;
	cr_expect_eq(found, best->found, "board %d, %s: found %d, not %d", board, what, found,
		     best->found);
	if (!found || !best->found)
		return;
	tally->touching += best->way.touched > 0;
	tally->turned += is_turned(&best->way);
	cr_expect_eq(compare(way, &best->way), 0,
		     "board %d, %s: touches %d, not %d; %d models, not %d; %d aside, not %d", board,
		     what, way->touched, best->way.touched, way->models, best->way.models,
		     way->aside, best->way.aside);
}

Test(t9_search, the_whole_set_has_no_better_way, .timeout = 300)
{
	struct random_source random = {86};
	struct tally all = {0}, after = {0};

	for (int boards = 0; boards < BOARDS;) {
		struct t9_way way;
		struct best best;
		pn_len ahead;

		if (!t9_set_board(&game, &random, 1))
			continue;
		boards++;
		asked = (struct t9_asked){
			.view = &game,
			.target = t9_board_target(&game),
			.kinds = T9_ALL,
			.lean = random_one_in(&random, 3)
					? (enum t9_lean)random_between(&random, T9_UPRIGHT,
								       T9_OFF_ITS_END)
					: T9_UPRIGHT,
		};
		asked.flies = random_one_in(&random, 6);
		asked.facing = random_one_in(&random, 6)
				       ? (uint8_t)T9_ANY_FACING
				       : t9_arc_of(&game.unit[asked.target], game.unit[0].pose.at);
		gather();
		find_slowly(&best);
		expect_same(t9_find_way(&asked, &way), &way, &best, "anywhere", boards, &all);
		ahead = random_between(&random, 0, along_target());
		find_slowly_after(&best, ahead);
		expect_same(t9_way_after(&asked, ahead, &way), &way, &best, "there", boards,
			    &after);
	}
	printf("%d found, %d none, %d touch others, %d turn the target; %d after so much, %d not\n",
	       all.found, all.none, all.touching, all.turned, after.found, after.none);
	cr_expect(all.found > BOARDS / 2 && all.none > BOARDS / 50 && after.found > BOARDS / 4);
}
