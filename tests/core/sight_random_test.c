/* Line of sight: 100,000 random placements and as many narrower ones against a sampler
 * of lines. What the core says it sees is confirmed; what it says is hidden, no sampled
 * line sees in comfort, that is with PN_TOUCH to spare on all sides. */

#include <criterion/criterion.h>

#include "random_placement.h"
#include "sight.h"
#include "sight_view.h"

#define PLACEMENTS 100000

static pn_len random_height(struct random_source *source)
{
	return random_between(source, 0, 4) * 500;
}

static struct pn_sight_blocker random_blocker(struct random_source *source, bool heights,
					      bool covers, pn_len side)
{
	struct pn_sight_blocker blocker = block_solid(random_obstacle(source, side));
	if (heights && !random_one_in(source, 3)) {
		blocker.ground = random_one_in(source, 3) ? random_height(source) : 0;
		blocker.height = random_height(source);
	}
	if (covers && random_one_in(source, 2)) {
		blocker.kind = PN_SIGHT_COVER;
		blocker.depth = random_between(source, 0, 4) * PN_INCH;
	}
	return blocker;
}

/* Units side by side, in a line across the table, some touching and some not. */
static void add_line_of_battle(struct random_source *source, struct brute_view *view, pn_len side)
{
	pn_pose pose = random_pose(source, side);
	struct pn_formation formation = random_formation(source);
	int units = random_between(source, 2, 5);
	for (int i = 0; i < units; i++) {
		view_add(view, block_solid(pn_footprint(pose, formation)));
		pn_len step = formation.files * formation.base_width;
		pn_len forward = random_between(source, -2, 2);
		pose.at = pn_ahead(pose, forward, step + random_between(source, -5, 12));
	}
}

static void place_randomly(struct random_source *source, struct brute_view *view)
{
	pn_len side = random_between(source, 16, 48) * PN_INCH;
	bool heights = random_one_in(source, 2);
	bool covers = random_one_in(source, 3);
	struct pn_formation formation = random_formation(source);
	pn_pose pose = random_pose(source, side);
	pn_pose other = random_pose(source, side);
	struct pn_shape footprint = pn_footprint(pose, formation);
	memset(view, 0, sizeof(*view));
	if (random_one_in(source, 2))
		pose.facing = pn_bearing(pn_subtract(other.at, pose.at));
	footprint = pn_footprint(pose, formation);
	view->observer.left = footprint.point[0];
	view->observer.right = footprint.point[random_one_in(source, 8) ? 0 : 1];
	view->observer.eye = heights ? random_height(source) : 0;
	view->observer.facing = pose.facing;
	view->observer.half_angle = random_one_in(source, 4) ? PN_DEGREES_45 : PN_DEGREES_90;
	view->observer.owner = 1;
	if (random_one_in(source, 8))
		view->observer.half_angle = PN_TURN_HALF;
	formation = random_formation(source);
	view->target.shape = pn_footprint(other, formation);
	view->target.top = heights ? random_height(source) : 0;
	view->target.owner = 2;
	if (random_one_in(source, 3))
		add_line_of_battle(source, view, side);
	int blockers = random_between(source, 0, 8);
	for (int i = 0; i < blockers; i++)
		view_add(view, random_blocker(source, heights, covers, side));
	view_add(view, block_solid(footprint));
	view->blocker[view->count - 1].owner = 1;
	view_add(view, block_solid(view->target.shape));
	view->blocker[view->count - 1].owner = 2;
}

/* A block somewhere about a place, turned a little. */
static struct pn_shape random_block(struct random_source *source, pn_vec at, pn_len width,
				    pn_len depth)
{
	struct pn_shape shape =
		shape_box(at.x - width / 2, at.y - depth / 2, at.x + width / 2, at.y + depth / 2);
	pn_angle by = (pn_angle)random_between(source, -4000, 4000);
	for (uint8_t i = 0; i < shape.count; i++)
		shape.point[i] = pn_rotated(shape.point[i], at, by);
	return shape;
}

static pn_vec random_place(struct random_source *source)
{
	pn_len x = random_between(source, -3000, 3000);
	return (pn_vec){x, random_between(source, 1500, 8500)};
}

/* A gauntlet: low blocks across the way, high ones that reach in from both sides, and
 * perhaps cover. Most of what can be seen is seen through slits. */
static void place_gauntlet(struct random_source *source, struct brute_view *view)
{
	*view = view_facing();
	view->observer.right.x = random_between(source, 500, 4000);
	view->observer.left.x = -view->observer.right.x;
	view->observer.eye = random_one_in(source, 2) ? 0 : random_between(source, 1, 1000);
	pn_vec at = {random_between(source, -3000, 3000), 11000};
	view->target.shape = random_block(source, at, random_between(source, 1000, 8000), 2000);
	view->target.top = random_one_in(source, 2) ? 0 : random_between(source, 1, 1000);
	for (int i = random_between(source, 1, 3); i > 0; i--) {
		at = random_place(source);
		pn_len width = random_between(source, 1000, 9000);
		struct pn_shape shape =
			random_block(source, at, width, random_between(source, 200, 3000));
		view_add(view, block_high(shape, random_between(source, 0, 1000)));
	}
	for (int i = random_between(source, 0, 3); i > 0; i--) {
		at = random_place(source);
		at.x += random_one_in(source, 2) ? 5000 : -5000;
		view_add(view, block_solid(random_block(source, at, 10000,
							random_between(source, 50, 1500))));
	}
	if (random_one_in(source, 2)) {
		at = random_place(source);
		pn_len width = random_between(source, 2000, 9000);
		struct pn_shape shape =
			random_block(source, at, width, random_between(source, 500, 5000));
		view_add(view, block_wood(shape, random_between(source, 0, 3000)));
		if (random_one_in(source, 2))
			view->blocker[view->count - 1].height = random_between(source, 0, 1000);
	}
	if (random_one_in(source, 6))
		view->observer.half_angle = PN_TURN_HALF;
	if (random_one_in(source, 12)) {
		view->observer.half_angle = PN_TURN_HALF;
		view_mirror(view, 1, -1);
	}
}

static void compare_with_samples(void (*place)(struct random_source *, struct brute_view *),
				 uint64_t seed, int placements, int samples)
{
	struct random_source source = {seed};
	static struct brute_view view;
	int seen = 0;
	int hidden = 0;
	for (int i = 0; i < placements; i++) {
		place(&source, &view);
		struct pn_sight_result result = view_look(&view);
		if (result.visible) {
			cr_assert(brute_confirms(&view, &result.line),
				  "placement %d: the line is not clear", i);
			seen++;
		} else if (result.arc) {
			struct random_source lines = {(uint64_t)i};
			cr_assert_not(brute_finds_sight(&view, &lines, samples),
				      "placement %d: a sampled line sees it", i);
			hidden++;
		}
	}
	cr_expect_gt(seen, placements / 4);
	cr_expect_gt(hidden, placements / 10);
}

Test(sight_random, agrees_with_sampled_lines, .timeout = 300)
{
	compare_with_samples(place_randomly, 31, PLACEMENTS, 120);
}

Test(sight_random, agrees_with_sampled_lines_in_a_gauntlet, .timeout = 300)
{
	compare_with_samples(place_gauntlet, 1, PLACEMENTS / 4, 400);
}

/* Random placements that were judged wrongly once, as numbers: front edge, eye, facing,
 * half angle; top and outline of the target; how many blockers, and of each its kind,
 * ground, height, depth and outline. An outline is a count and so many points. */

enum {
	SOLID = PN_SIGHT_SOLID,
	COVER = PN_SIGHT_COVER,
	ENDLESS = PN_SIGHT_ENDLESS,
};

static const int32_t wrong_0[] = {
	29340, 54141,  5268,    87331,   0,      42607,   32768, 0,       6,      113165, 31069,
	89619, 7523,   86578,   10563,   102276, 26261,   99235, 29302,   107084, 37150,  5,
	SOLID, 0,      ENDLESS, 0,       9,      32926,   40458, 25225,   38348,  15973,  42253,
	13472, 49951,  15420,   59671,   23593,  66105,   31759, 64751,   39487,  58180,  39490,
	48300, SOLID,  0,       ENDLESS, 0,      4,       93980, 280,     93980,  9880,   102580,
	9880,  102580, 280,     SOLID,   0,      ENDLESS, 0,     4,       30187,  32407,  293,
	23473, -423,   25868,   29471,   34802,  SOLID,   0,     ENDLESS, 0,      3,      11261,
	49953, 8906,   59815,   26139,   60226,  SOLID,   0,     ENDLESS, 0,      8,      66350,
	46539, 63579,  44300,   56351,   46634,  57532,   54490, 57707,   61106,  63817,  59843,
	68188, 54649,  73771,   50492,
};

static const int32_t wrong_1[] = {
	-16374, 10563, -16374, 10563, 1000,  63186, 16384, 1000,  4,     7832,  10383, 7408,
	25177,  20203, 25544,  20627, 10750, 1,     COVER, 1000,  1500,  2540,  12,    22657,
	22235,  28012, 16510,  24190, 11538, 22941, 5343,  17502, 5708,  7160,  862,   4662,
	9044,   477,   13853,  3927,  19390, 4965,  29623, 13437, 24326, 18686, 23958,
};

static const int32_t wrong_2[] = {
	86445,   29696, 96435, 36344, 1000,  59411, 32768, 1500,   4,     74675,   66220,
	61511,   57572, 52945, 70610, 66109, 79258, 2,     SOLID,  0,     ENDLESS, 0,
	4,       82592, 27709, 91078, 36195, 96805, 30467, 88320,  21982, SOLID,   0,
	ENDLESS, 0,     4,     91077, 36196, 99563, 44682, 105290, 38954, 96805,   30469,
};

static const int32_t wrong_3[] = {
	37343, 43762, 51511, 41830, 0,       1413,    16384, 0,     4,       41529, 90901, 29591,
	81819, 23355, 90017, 35293, 99098,   4,       SOLID, 0,     ENDLESS, 0,     5,     18783,
	62603, 13300, 71531, 16287, 76008,   25545,   74935, 26691, 66403,   SOLID, 0,     ENDLESS,
	0,     6,     14830, 32357, 10570,   43843,   24072, 48850, 26506,   42286, 31006, 43955,
	32832, 39033, SOLID, 0,     ENDLESS, 0,       4,     33326, 83457,   45345, 93802, 54196,
	90818, 44795, 81331, COVER, 0,       ENDLESS, 5080,  6,     35494,   77244, -7508, 66188,
	-8728, 70933, 12773, 76462, 11553,   81207,   33053, 86736,
};

static const int32_t wrong_4[] = {
	-3670,   13173,  8002,  22909,  500,    58285, 32768, 1000,  4,     68101, 21479,
	49451,   -15483, 41863, -11654, 60512,  25308, 3,     SOLID, 0,     2000,  0,
	4,       16323,  6092,  12061,  8248,   15072, 10010, 18246, 8564,  SOLID, 0,
	ENDLESS, 0,      6,     25188,  -16054, 13209, -4453, 17419, 12794, 30528, 16514,
	43713,   5225,   36713, -13848, SOLID,  0,     1500,  0,     10,    50580, 20575,
	43398,   17376,  30454, 22433,  23460,  31746, 24134, 39112, 28820, 48695, 39233,
	52232,   50423,  51080, 57942,  40111,  58848, 30873,
};

static const int32_t wrong_5[] = {
	9597,  22071,   10367,   18299, 0,     14286, 32768, 0,     4,       54756, 28127, 48660,
	29259, 51400,   44007,   57496, 42874, 4,     SOLID, 0,     ENDLESS, 0,     5,     53287,
	22394, 44305,   17890,   38883, 22993, 41865, 32209, 52027, 30090,   SOLID, 0,     ENDLESS,
	0,     5,       40722,   45857, 31817, 50330, 40641, 55566, 48102,   58324, 50961, 43721,
	SOLID, 0,       ENDLESS, 0,     9,     48539, 29331, 52336, 19932,   43707, 20700, 41305,
	20563, 35693,   18569,   24810, 23654, 32733, 30303, 41031, 31647,   47235, 38109, SOLID,
	0,     ENDLESS, 0,       4,     10458, 54754, 9946,  17408, 8246,    17431, 8758,  54778,
};

static const int32_t wrong_6[] = {
	35200, 6659,  14976, 26883,  0,     40960, 16384, 2000,  4,     2943,  46247, 7217,
	35033, -6940, 29638, -11213, 40851, 4,     SOLID, 1500,  1500,  0,     7,     16001,
	7277,  24379, 6933,  30758,  14509, 30995, 6080,  29738, 1065,  25047, -8657, 21537,
	1291,  COVER, 0,     500,    2540,  4,     27085, 12012, 13555, 13388, 14678, 24431,
	28208, 23055, SOLID, 0,      1000,  0,     4,     38370, 13710, 25288, 628,   13091,
	12826, 26172, 25907, COVER,  0,     1000,  2540,  6,     19071, 40589, 36829, 22709,
	24625, 10589, 8347,  26979,  5296,  23949, 3816,  25439,
};

static const int32_t wrong_7[] = {
	25055, 30906, 8651,  35736, 0,     35755, 16384, 1500,  6,     5593,  19988, 19955, 18954,
	19859, 17608, 16268, 17866, 16171, 16520, 5399,  17295, 2,     COVER, 0,     500,   7620,
	4,     7022,  56900, 7022,  32750, -1678, 32750, -1678, 56900, COVER, 500,   0,     0,
	6,     -2384, 27140, 34716, 49854, 40981, 39619, 15012, 23720, 16265, 21673, 5135,  14859,
};

/* A slit past a corner, and over a low block, together. */
static const int32_t wrong_8[] = {
	-1421,   0,     1421,  0,     822,   0,     32768, 0,     4,      -1971, 12757,   3304,
	11157,   2723,  9243,  -2552, 10843, 6,     SOLID, 0,     638,    0,     4,       -2991,
	7385,    -745,  6507,  -1753, 3929,  -3999, 4807,  SOLID, 0,      400,   0,       4,
	-1802,   5341,  5052,  4166,  4738,  2335,  -2116, 3510,  SOLID,  0,     ENDLESS, 0,
	4,       -9692, 5897,  134,   7753,  236,   7215,  -9590, 5359,   SOLID, 0,       ENDLESS,
	0,       4,     -9844, 5380,  -283,  2450,  -566,  1526,  -10127, 4456,  SOLID,   0,
	ENDLESS, 0,     4,     986,   9099,  10439, 5837,  10402, 5731,   949,   8993,    COVER,
	0,       337,   2013,  4,     -3761, 8490,  4559,  5728,  3577,   2770,  -4743,   5532,
};

static struct pn_shape read_shape(const int32_t **at)
{
	struct pn_shape shape = {.count = (uint8_t)(*at)[0]};
	(*at)++;
	for (uint8_t i = 0; i < shape.count; i++) {
		shape.point[i].x = *(*at)++;
		shape.point[i].y = *(*at)++;
	}
	return shape;
}

static struct brute_view read_view(const int32_t *at)
{
	struct brute_view view = {
		.observer = {.left = {at[0], at[1]},
			     .right = {at[2], at[3]},
			     .eye = at[4],
			     .facing = (pn_angle)at[5],
			     .half_angle = (pn_angle)at[6],
			     .owner = 1},
		.target = {.top = at[7], .owner = 2},
	};
	at += 8;
	view.target.shape = read_shape(&at);
	for (int32_t count = *at++; count > 0; count--) {
		struct pn_sight_blocker blocker = {
			.kind = (enum pn_sight_kind)at[0],
			.ground = at[1],
			.height = at[2],
			.depth = at[3],
			.owner = PN_SIGHT_NOBODY,
		};
		at += 4;
		blocker.shape = read_shape(&at);
		view_add(&view, blocker);
	}
	return view;
}

Test(sight_random, placements_that_were_wrong)
{
	static const struct {
		const int32_t *view;
		bool visible;
	} rows[] = {{wrong_0, true},  {wrong_1, true},  {wrong_2, false},
		    {wrong_3, true},  {wrong_4, true},  {wrong_5, true},
		    {wrong_6, false}, {wrong_7, false}, {wrong_8, true}};
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct brute_view view = read_view(rows[i].view);
		struct pn_sight_result result = view_look(&view);
		cr_expect_eq(result.visible, rows[i].visible, "row %zu", i);
		if (result.visible)
			cr_expect(brute_confirms(&view, &result.line), "row %zu", i);
	}
}
