/* CQ-G1: the places and wheels that a charge tries by itself, against a slow sampler: a place
 * each 2.5 millimetres of the way straight ahead, and there each degree of either wheel. On
 * random tables, walls and other enemies round about:
 *
 *  - where a sampled way gets there on the charged facing, or on any, the candidates have one
 *    too, but for a table in a hundred: a gap in walls may be as narrow as one likes;
 *  - at the places they share no sampled wheel brings more stands, with the same exception.
 *
 * CQ-47: so it is with fliers, for whom the walls and others are nothing but no place to end on.
 *
 * CQ-G2: the directions of a push against every half degree: where one leaves an inch the
 * candidates have one that does, and no other is shorter by a twentieth part, but for one push in
 * a hundred.
 *
 * CQ-28: where it is said that no charge of a distance can end in a friend, no sampled one does. */

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "brute_lanes.h"
#include "conquest-1.5/cq.h"
#include "play.h"

enum {
	TABLES = 400,
	PLACE = 250,
	DEGREE = 182,
	REACH = 11 * PN_INCH,
	OTHERS_MAX = 4,
	WALLS_MAX = 4,
};

static struct pn_game game;

static void add_regiment(struct pn_muster *muster, struct random_source *random, pn_side side,
			 pn_pose pose)
{
	struct pn_muster_unit *unit = &muster->unit[muster->unit_count++];

	memset(unit, 0, sizeof *unit);
	snprintf(unit->name, sizeof unit->name, "Regiment %d", muster->unit_count);
	unit->side = side;
	unit->pose = pose;
	unit->formation.files = (uint16_t)random_between(random, 1, 6);
	unit->formation.figures = (uint16_t)(unit->formation.files * random_between(random, 1, 3));
	unit->formation.base_width = unit->formation.base_depth = 2500;
	unit->class = CQ_MONSTER;
	unit->stats[CQ_MARCH] = 5 * PN_INCH;
	unit->stats[CQ_MODELS] = 1;
}

static pn_pose anywhere(struct random_source *random, pn_len from, pn_len to)
{
	pn_pose pose;

	pose.at.x = random_between(random, 10, 38) * PN_INCH;
	pose.at.y = random_between(random, from, to) * PN_INCH;
	pose.facing = random_facing(random);
	return pose;
}

static void add_wall(struct pn_muster *muster, struct random_source *random)
{
	struct pn_terrain *piece = &muster->terrain[muster->terrain_count++];
	const pn_len wide = random_between(random, 1, 5) * PN_INCH;
	const pn_pose pose = anywhere(random, 18, 30);

	piece->kind = CQ_IMPASSABLE;
	piece->shape = (struct pn_shape){4,
					 {
						 pn_ahead(pose, 0, 0),
						 pn_ahead(pose, 0, wide),
						 pn_ahead(pose, -PN_INCH, wide),
						 pn_ahead(pose, -PN_INCH, 0),
					 }};
}

/* A red charger in the south, a blue target before it, enemies and walls between. */
static bool set_board(struct random_source *random)
{
	const uint8_t book = (uint8_t)pn_rules_find("conquest-1.5");
	const int others = random_between(random, 0, OTHERS_MAX);
	const int walls = random_between(random, 0, WALLS_MAX);
	struct pn_muster muster;

	pn_muster_defaults(&muster, book);
	muster.width = muster.depth = 48 * PN_INCH;
	add_regiment(&muster, random, PN_RED, (pn_pose){{24 * PN_INCH, 16 * PN_INCH}, 0});
	for (int i = 0; i <= others; i++)
		add_regiment(&muster, random, PN_BLUE, anywhere(random, 18, 30));
	for (int i = 0; i < walls; i++)
		add_wall(&muster, random);
	return pn_setup(&game, book, &muster).code == PN_MUSTER_NONE;
}

/* Of enemies in the way: would one stand, by itself, come to the target past all of them? */
static bool leaves_a_lane(const struct cq_search *search, pn_pose wheeled, pn_len length)
{
	const struct pn_unit *unit = &game.unit[0];
	const struct pn_obstacles target = {.count = 1,
					    .shape = {pn_unit_footprint(&game.unit[1])}};
	struct pn_unit stand = *unit;
	int met;

	cq_straight(&search->enemies, unit, wheeled, wheeled.facing, length + PN_TOUCH, &met);
	if (met < 0)
		return true;
	stand.figures = stand.files = 1;
	for (int twice = 1 - unit->files; twice < unit->files; twice += 2) {
		const pn_pose pose = {pn_ahead(wheeled, 0, twice * unit->base_width / 2),
				      wheeled.facing};
		const pn_len gone = cq_straight(&target, &stand, pose, pose.facing, REACH, &met);

		if (met >= 0 &&
		    cq_straight(&search->enemies, &stand, pose, pose.facing, gone, NULL) == gone)
			return true;
	}
	return false;
}

/* Does the wheel made after so much get there, past all that no charge may pass? */
static bool gets_there(const struct cq_search *search, pn_pose pose, enum pn_corner corner,
		       int32_t by)
{
	const struct pn_unit *unit = &game.unit[0];
	const struct pn_shape target = pn_unit_footprint(&game.unit[1]);
	const pn_len left = search->reach - (pose.at.y - unit->pose.at.y);
	const pn_pose wheeled = pn_wheel_pose(pose, pn_unit_formation(unit), corner, by);
	const struct pn_shape mover = pn_footprint(wheeled, pn_unit_formation(unit));
	struct pn_sweep_contact contact;
	pn_len length;

	if (!pn_sweep(&mover, pn_along(wheeled.facing, left), &target, 1, &contact))
		return false;
	length = pn_sweep_distance(left, contact.at);
	if (search->flies &&
	    cq_overlaps(&search->landing, unit,
			pn_sweep_end(wheeled, wheeled.facing, left, contact.at)) >= 0)
		return false;
	return cq_straight(&search->walls, unit, wheeled, wheeled.facing, length, NULL) == length &&
	       (search->flies || leaves_a_lane(search, wheeled, length));
}

static struct pn_lanes lanes_of(const struct cq_search *search, pn_pose pose, uint8_t facing)
{
	const struct pn_shape target = pn_unit_footprint(&game.unit[1]);
	const uint8_t edge = cq_edge_of(facing, target.count);

	return (struct pn_lanes){
		.pose = pose,
		.formation = pn_unit_formation(&game.unit[0]),
		.from = target.point[edge],
		.to = target.point[(edge + 1) % target.count],
		.reach = search->reach - (pose.at.y - game.unit[0].pose.at.y),
		.blocker = search->all.shape,
		.blockers = search->all.count,
	};
}

/* The most stands that a sampled wheel brings to the facing from there, by a way that gets
 * there. */
static uint16_t sample_place(const struct cq_search *search, pn_len ahead, uint8_t facing)
{
	const pn_pose pose = {{game.unit[0].pose.at.x, game.unit[0].pose.at.y + ahead}, 0};
	const struct pn_formation formation = pn_unit_formation(&game.unit[0]);
	const struct pn_turn_obstacles solid = {.shape = search->solid.shape,
						.count = search->solid.count};
	const struct pn_lanes lanes = lanes_of(search, pose, facing);
	uint16_t most = 0;

	for (int corner = 0; corner < PN_CORNERS; corner++) {
		const int32_t way = corner == PN_CORNER_LEFT ? -1 : 1;
		const int32_t end =
			pn_formation_turn(pose, formation,
					  pn_wheel_centre(pose, formation, (enum pn_corner)corner),
					  way * PN_DEGREES_90, &solid)
				.by;

		for (int32_t by = 0; by * way <= end * way; by += way * DEGREE) {
			const uint16_t stands = brute_lanes_worth(
				&lanes, pn_lanes_count(&lanes, (enum pn_corner)corner, by));

			if (stands > most && gets_there(search, pose, (enum pn_corner)corner, by))
				most = stands;
		}
	}
	return most;
}

struct tally {
	int tables, ways, missed, fewer, fewer_anywhere, other_facing;
};

/* The most stands that any sampled place brings, and that the candidates' own places do. */
static void sample(const struct cq_search *search, uint8_t facing, uint16_t *anywhere,
		   uint16_t *at_candidates)
{
	*anywhere = *at_candidates = 0;
	for (pn_len ahead = 0; ahead <= search->ahead; ahead += PLACE) {
		uint16_t stands = sample_place(search, ahead, facing);

		*anywhere = stands > *anywhere ? stands : *anywhere;
	}
	for (int quarter = 0; quarter <= 4; quarter++) {
		uint16_t stands = sample_place(
			search, search->ahead / CQ_PARTS * (CQ_PARTS / 4) * quarter, facing);

		*at_candidates = stands > *at_candidates ? stands : *at_candidates;
	}
	if (*at_candidates > *anywhere)
		*anywhere = *at_candidates;
}

static void compare(struct tally *tally)
{
	const uint8_t facing = cq_facing_of(&game.unit[0], &game.unit[1]);
	static struct cq_search search;
	struct cq_way way = {.stands = 0};
	uint16_t anywhere, here;
	bool found;

	cq_begin_search(&search, &game, 0, 1, CQ_BARS_CHARGES);
	found = cq_find_way(&search, facing, REACH, REACH, NULL, &way);
	sample(&search, facing, &anywhere, &here);
	tally->tables++;
	if (anywhere > 0) {
		bool on_it = found && way.facing == facing;

		tally->ways++;
		tally->missed += !on_it;
		tally->fewer += (on_it ? way.stands : 0) < here;
		tally->fewer_anywhere += (on_it ? way.stands : 0) < anywhere;
		return;
	}
	for (uint8_t other = PN_FACING_FRONT; other <= PN_FACING_REAR && !found; other++) {
		sample(&search, other, &anywhere, &here);
		tally->missed += anywhere > 0;
		tally->fewer += here > 0;
	}
	tally->other_facing += found;
}

Test(conquest_way, the_sampler_finds_no_better_way, .timeout = 600)
{
	struct random_source random = {15};
	struct tally tally = {0};

	for (int i = 0; tally.tables < TABLES; i++)
		if (set_board(&random))
			compare(&tally);
	printf("%d tables: a way to the facing on %d, to another on %d; missed %d, fewer stands "
	       "%d at the same places, %d at any\n",
	       tally.tables, tally.ways, tally.other_facing, tally.missed, tally.fewer,
	       tally.fewer_anywhere);
	cr_expect_gt(tally.ways, TABLES / 4);
	cr_expect_gt(tally.other_facing, 0);
	cr_expect_leq(tally.missed, TABLES / 100);
	cr_expect_leq(tally.fewer, TABLES / 100);
}

/* CQ-47: the same of a flier, who goes over all that and ends on none of it. */
Test(conquest_way, the_sampler_finds_no_better_flight, .timeout = 600)
{
	struct random_source random = {79};
	struct tally tally = {0};

	for (int i = 0; tally.tables < TABLES; i++) {
		if (!set_board(&random))
			continue;
		game.unit[0].traits |= 1u << CQ_FLY;
		compare(&tally);
	}
	printf("%d flights: a way to the facing on %d, to another on %d; missed %d, fewer stands "
	       "%d at the same places, %d at any\n",
	       tally.tables, tally.ways, tally.other_facing, tally.missed, tally.fewer,
	       tally.fewer_anywhere);
	cr_expect_gt(tally.ways, TABLES / 4);
	cr_expect_leq(tally.missed, TABLES / 100);
	cr_expect_leq(tally.fewer, TABLES / 100);
}

/* ---- CQ-G2 ---- */

enum { PUSHES = 2000, HALF_DEGREE = 91, TWELVE_INCHES = 12 * PN_INCH };

/* The least push that way that leaves an inch, if nothing is in the way of it; else 0. */
static pn_len push_by(const struct pn_obstacles *others, pn_unit_id offender,
		      const struct pn_shape *charger, pn_angle way)
{
	const struct pn_unit *unit = &game.unit[offender];
	const struct pn_shape shape = pn_unit_footprint(unit);
	pn_len near = 0;
	pn_len enough = TWELVE_INCHES;

	while (enough - near > 1) {
		const pn_len middle = (near + enough) / 2;
		const struct pn_shape moved = pn_shape_moved(&shape, pn_along(way, middle));

		if (pn_nearer(charger, &moved, PN_INCH))
			near = middle;
		else
			enough = middle;
	}
	if (enough == TWELVE_INCHES ||
	    cq_straight(others, unit, unit->pose, way, enough, NULL) < enough)
		return 0;
	return enough;
}

Test(conquest_way, the_sampler_finds_no_shorter_push, .timeout = 300)
{
	struct random_source random = {16};
	int pushes = 0, missed = 0, longer = 0, none = 0;
	double worst = 1;

	for (int i = 0; pushes < PUSHES; i++) {
		struct pn_obstacles others;
		struct cq_push push;
		struct pn_shape charger;
		pn_pose pose;
		pn_len shortest = 0;

		if (!set_board(&random))
			continue;
		/* The charger would stand so, somewhere at the offender. */
		pose.facing = random_facing(&random);
		pose.at.x = game.unit[1].pose.at.x + random_between(&random, -6000, 6000);
		pose.at.y = game.unit[1].pose.at.y + random_between(&random, -6000, 6000);
		charger = pn_footprint(pose, pn_unit_formation(&game.unit[0]));
		cq_find_push(&game, 0, 1, pose, &push);
		cq_gather(&others, &game, 1, CQ_ALL, 0);
		for (int32_t way = 0; way < 65536; way += HALF_DEGREE) {
			const pn_len by = push_by(&others, 1, &charger, (pn_angle)way);

			if (by > 0 && (shortest == 0 || by < shortest))
				shortest = by;
		}
		pushes++;
		none += shortest == 0;
		missed += shortest > 1 && !push.whole;
		longer += shortest > 1 && push.whole && push.length > shortest + shortest / 20;
		if (shortest > 1 && push.whole && (double)push.length / shortest > worst)
			worst = (double)push.length / shortest;
	}
	printf("%d pushes: none leaves an inch for %d; missed %d, longer %d, at most by %.3f\n",
	       pushes, none, missed, longer, worst);
	cr_expect_leq(missed, PUSHES / 100);
	cr_expect_leq(longer, PUSHES / 100);
}

/* ---- CQ-28 ---- */

enum { LINES = 3000, FRIENDS = 6, STEP = PN_INCH / 2, TWO_DEGREES = 2 * DEGREE };

/* The charger of the other tests, and friends beside and before it. */
static bool set_line(struct random_source *random)
{
	const uint8_t book = (uint8_t)pn_rules_find("conquest-1.5");
	struct pn_muster muster;

	pn_muster_defaults(&muster, book);
	muster.width = muster.depth = 48 * PN_INCH;
	add_regiment(&muster, random, PN_RED, (pn_pose){{24 * PN_INCH, 24 * PN_INCH}, 0});
	for (int i = random_between(random, 1, FRIENDS); i > 0; i--)
		add_regiment(&muster, random, PN_RED, anywhere(random, 14, 28));
	add_regiment(&muster, random, PN_BLUE, (pn_pose){{24 * PN_INCH, 44 * PN_INCH}, 0});
	return pn_setup(&game, book, &muster).code == PN_MUSTER_NONE;
}

/* Does any charge that goes so far in all, with or without a wheel, end in a friend? */
static bool ends_in_friend(pn_len distance)
{
	const struct pn_unit *unit = &game.unit[0];
	const struct pn_formation formation = pn_unit_formation(unit);
	struct pn_obstacles friends;

	cq_gather(&friends, &game, 0, CQ_FREE_FRIENDS, PN_NO_UNIT);
	for (pn_len gone = 0; gone <= distance; gone += STEP)
		for (pn_len ahead = 0; ahead <= gone; ahead += STEP)
			for (int32_t by = -PN_DEGREES_90; by <= PN_DEGREES_90; by += TWO_DEGREES) {
				pn_pose pose = unit->pose;

				pose.at.y += ahead;
				pose = pn_wheel_pose(pose, formation,
						     by < 0 ? PN_CORNER_LEFT : PN_CORNER_RIGHT, by);
				pose.at = pn_add(pose.at, pn_along(pose.facing, gone - ahead));
				if (cq_overlaps(&friends, unit, pose) >= 0)
					return true;
			}
	return false;
}

Test(conquest_way, no_charge_ends_in_who_is_out_of_its_way, .timeout = 300)
{
	struct random_source random = {17};
	int lines = 0, out = 0;

	for (; lines < LINES;) {
		const pn_len distance = random_between(&random, 1, 8) * PN_INCH;

		if (!set_line(&random))
			continue;
		lines++;
		if (cq_may_be_mired(&game, 0, distance))
			continue;
		out++;
		cr_assert(!ends_in_friend(distance), "line %d, %d", lines, distance);
	}
	printf("%d lines, in %d nobody is in the way\n", lines, out);
	cr_expect_gt(out, LINES / 20);
}
