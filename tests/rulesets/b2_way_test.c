/* B2-G1: the candidate headings of a straight charge against a sampler that tries every
 * quarter of a degree within 45 degrees of the facing. On random tables the sampler never
 * finds a way where the candidates found none; and where the straight line from nearest
 * point to nearest point is free and within the 45 degrees, none that is shorter by more
 * than PN_TOUCH.
 *
 * B2-G2: the same with a bend, at half millimetres. Second legs on a line past a corner are
 * tried on a fan of headings, so the sampler may find a way a little shorter, seldom. */

#include <criterion/criterion.h>
#include <stdio.h>

#include "battlesystem-2e/b2.h"
#include "play.h"

enum {
	TABLES = 4000,
	QUARTER_DEGREE = 45, /* a little less: 65536 / 1440 = 45.5 */
	OTHERS_MAX = 7,
};

static struct pn_game game;

/* A red charger in the south, a blue target in the north, others between. False: the
 * places were no good. */
static bool set_board(struct random_source *random)
{
	struct pn_muster muster;
	int others = random_between(random, 1, OTHERS_MAX);

	pn_muster_defaults(&muster, play_book());
	muster.width = 40 * PN_INCH;
	muster.depth = 40 * PN_INCH;
	for (int i = 0; i < others + 2; i++) {
		struct pn_muster_unit *unit = &muster.unit[muster.unit_count++];

		snprintf(unit->name, sizeof unit->name, "Unit %d", i + 1);
		unit->side = i < others + 1 ? PN_RED : PN_BLUE;
		unit->formation.figures = (uint16_t)random_between(random, 2, 16);
		unit->formation.files = (uint16_t)random_between(random, 1, 6);
		if (unit->formation.files > unit->formation.figures)
			unit->formation.files = unit->formation.figures;
		unit->formation.base_width = unit->formation.base_depth = 2000;
		unit->stats[B2_MOVEMENT_ALLOWANCE] = 14 * PN_INCH;
		unit->stats[B2_MORALE_RATING] = 12;
		unit->pose.facing = random_facing(random);
		unit->pose.at.x = random_between(random, 10, 30) * PN_INCH;
		unit->pose.at.y = random_between(random, 16, 24) * PN_INCH;
	}
	muster.unit[0].pose = (pn_pose){{20 * PN_INCH, 12 * PN_INCH}, 0};
	muster.unit[others + 1].pose.at.y = random_between(random, 24, 30) * PN_INCH;
	return pn_setup(&game, play_book(), &muster).code == PN_MUSTER_NONE;
}

struct tally {
	int tables, free, barred, both, bent;
};

static bool sample(pn_unit_id target, pn_angle heading, struct b2_way *way)
{
	const pn_len length = b2_charge_allowance(&game.unit[0]);

	*way = b2_straight(&game, 0, game.unit[0].pose, heading, length, B2_IGNORE_NOBODY);
	return way->met == target;
}

static void compare(struct tally *tally, unsigned long table)
{
	pn_unit_id target = (pn_unit_id)(game.unit_count - 1);
	struct b2_way best;
	bool found = b2_way_to(&game, 0, target, b2_charge_allowance(&game.unit[0]), &best);
	pn_len straight = pn_distance((pn_vec){0, 0}, b2_nearest_way(&game, 0, target));
	bool is_direct = found && best.length <= straight + PN_TOUCH;
	bool sampled = false;

	for (int32_t turn = -PN_DEGREES_45; turn <= PN_DEGREES_45; turn += QUARTER_DEGREE) {
		struct b2_way way;

		if (!sample(target, (pn_angle)turn, &way))
			continue;
		sampled = true;
		cr_expect(found, "table %lu: a way at %d, and the candidates found none", table,
			  turn);
		cr_expect(!is_direct || best.length <= way.length + 2 * PN_TOUCH,
			  "table %lu: %d at %d, and the straight line is %d", table, way.length,
			  turn, best.length);
	}
	tally->tables++;
	tally->free += found;
	tally->barred += !found;
	tally->both += found && sampled;
	tally->bent += found && !is_direct;
}

/* ---- with a bend ---- */

enum {
	BENT_TABLES = 100,
	HALF_MILLIMETRE = 50,
	FIRST_LEGS = 90,
	BENDS = 8,
	SECOND_LEGS = 30,
};

static pn_angle any_heading(struct random_source *random)
{
	const int steps = PN_DEGREES_45 / QUARTER_DEGREE;

	return (pn_angle)(random_between(random, -steps, steps) * QUARTER_DEGREE);
}

/* The shortest of many ways with one bend, headings in quarters of a degree and the bend at
 * any half millimetre, all taken at random: there are too many. */
static pn_len sample_bends(pn_unit_id target, struct random_source *random)
{
	const pn_len length = b2_charge_allowance(&game.unit[0]);
	pn_len shortest = PN_BOARD_MAX;

	for (int i = 0; i < FIRST_LEGS; i++) {
		struct b2_way first = b2_straight(&game, 0, game.unit[0].pose, any_heading(random),
						  length, B2_IGNORE_NOBODY);
		int steps = first.length / HALF_MILLIMETRE;

		for (int k = 0; k < BENDS && steps > 0; k++) {
			pn_len gone = random_between(random, 1, steps) * HALF_MILLIMETRE;
			pn_pose bend = game.unit[0].pose;

			bend.at = pn_add(bend.at, pn_along(first.heading, gone));
			for (int n = 0; n < SECOND_LEGS; n++) {
				struct b2_way second =
					b2_straight(&game, 0, bend, any_heading(random),
						    length - gone, B2_IGNORE_NOBODY);

				if (second.met == target && gone + second.length < shortest)
					shortest = gone + second.length;
			}
		}
	}
	return shortest;
}

Test(b2_way, the_sampler_finds_no_better_way_with_a_bend, .timeout = 300)
{
	struct random_source random = {21};
	int tables = 0, bent = 0, barred = 0, both = 0, longer = 0;

	for (unsigned long i = 0; tables < BENT_TABLES; i++) {
		struct b2_route route = {.leg_count = 0};
		struct b2_way straight;
		pn_unit_id target;
		bool found;
		pn_len sampled;

		if (!set_board(&random))
			continue;
		target = (pn_unit_id)(game.unit_count - 1);
		found = b2_route_to(&game, 0, target, b2_charge_allowance(&game.unit[0]), &route);
		sampled = sample_bends(target, &random);
		cr_expect(found || sampled == PN_BOARD_MAX,
			  "table %lu: a way of %d, and the candidates found none", i, sampled);
		longer += found && route.length > sampled + 2 * PN_TOUCH;
		tables++;
		barred += !found;
		bent += found && route.leg_count == 2;
		both += found && route.leg_count == 2 &&
			!b2_way_to(&game, 0, target, b2_charge_allowance(&game.unit[0]), &straight);
	}
	printf("%d tables: none on %d, a bend on %d, without which none on %d\n", tables, barred,
	       bent, both);
	cr_expect_leq(longer, tables / 50, "longer than the sampler's: %d", longer);
	cr_expect_gt(bent, tables / 20);
	cr_expect_gt(both, tables / 40);
}

Test(b2_way, the_sampler_finds_no_better_way, .timeout = 300)
{
	struct random_source random = {20};
	struct tally tally = {0};

	for (unsigned long i = 0; tally.tables < TABLES; i++)
		if (set_board(&random))
			compare(&tally, i);
	printf("%d tables: a way on %d, none on %d\n", tally.tables, tally.free, tally.barred);
	cr_expect_gt(tally.free, TABLES / 4);
	cr_expect_gt(tally.barred, TABLES / 20);
	cr_expect_gt(tally.both, TABLES / 4);
	cr_expect_gt(tally.bent, TABLES / 40, "%d", tally.bent);
}
