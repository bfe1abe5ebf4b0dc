/* AW-G1: the wheel that a charge finds, against a sampler that tries every degree about both
 * front corners. On random tables, with friends, enemies and impassable ground about, the
 * sampler never finds a way where the charge finds none, but for gaps of a few degrees; and
 * where nothing else stands in the way none after which more figures reach the enemy. Where
 * AW-70 gives the flanks, both look for ways to them before any to the front. */

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

#include "ancient-warfare/aw.h"
#include "brute_lanes.h"
#include "lanes.h"
#include "play.h"

enum { TABLES = 4000, DEGREE = 182, STEPS = 45, GAP = 5, OTHERS_MAX = 6, RED = 0, TARGET = 1 };

static struct pn_game game;

static pn_vec somewhere(struct random_source *random)
{
	pn_vec at;

	at.x = random_between(random, 14 * PN_INCH, 34 * PN_INCH);
	at.y = random_between(random, 20 * PN_INCH, 40 * PN_INCH);
	return at;
}

static void add_unit(struct pn_muster *muster, pn_side side, pn_pose pose,
		     struct random_source *random)
{
	struct pn_muster_unit *unit = &muster->unit[muster->unit_count++];

	*unit = (struct pn_muster_unit){.side = side, .pose = pose, .class = AW_HEAVY_INFANTRY};
	snprintf(unit->name, sizeof unit->name, "Unit %d", muster->unit_count);
	unit->formation.figures = (uint16_t)random_between(random, 4, 16);
	unit->formation.files = (uint16_t)random_between(random, 2, 8);
	if (unit->formation.files > unit->formation.figures)
		unit->formation.files = unit->formation.figures;
	unit->formation.base_width = unit->formation.base_depth = 2000;
	unit->stats[AW_NORMAL] = unit->stats[AW_CHARGE] = unit->stats[AW_RETREAT_MOVE] = PN_INCH;
	unit->stats[AW_TO_PASS] = 4;
}

static void add_ground(struct pn_muster *muster, struct random_source *random)
{
	const pn_vec at = somewhere(random);
	const pn_len size = random_between(random, PN_INCH, 3 * PN_INCH);

	muster->terrain[muster->terrain_count++] = (struct pn_terrain){
		.kind = AW_IMPASSABLE,
		.shape = {4,
			  {at,
			   {at.x, at.y + size},
			   {at.x + size, at.y + size},
			   {at.x + size, at.y}}},
	};
}

/* A red charger in the south that faces north, a blue target, mostly ahead of it and facing
 * it, and others round about. False: the places were no good. */
static bool set_board(struct random_source *random)
{
	const uint8_t ruleset = (uint8_t)pn_rules_find("ancient-warfare");
	const int others = random_between(random, 0, OTHERS_MAX);
	struct pn_muster muster;
	pn_pose pose;

	pn_muster_defaults(&muster, ruleset);
	muster.width = muster.depth = 48 * PN_INCH;
	add_unit(&muster, PN_RED, (pn_pose){{24 * PN_INCH, 20 * PN_INCH}, 0}, random);
	for (int i = 0; i <= others; i++) {
		const bool red = i > 0 && random_one_in(random, 3);

		pose.at = somewhere(random);
		pose.facing = random_facing(random);
		if (random_one_in(random, 2))
			pose.facing =
				(pn_angle)(PN_TURN_HALF + random_between(random, -6000, 6000));
		add_unit(&muster, red ? PN_RED : PN_BLUE, pose, random);
	}
	if (random_one_in(random, 3))
		add_ground(&muster, random);
	return pn_setup(&game, ruleset, &muster).code == PN_MUSTER_NONE;
}

/* ---- the sampler ---- */

struct sampler {
	pn_len reach;
	struct pn_lanes_wheel wheel[PN_CORNERS];
	struct pn_obstacles hard; /* but for the target */
	struct pn_obstacles friends;
	bool not_front; /* AW-70 */
};

static void begin_sampling(struct sampler *sampler, pn_len reach)
{
	const struct pn_unit *unit = &game.unit[RED];
	const struct pn_formation formation = pn_unit_formation(unit);
	struct pn_obstacles all;
	struct pn_turn_obstacles obstacles = {.shape = all.shape};

	sampler->reach = reach;
	aw_gather(&all, &game, RED, AW_HARD | AW_FRIENDS, PN_NO_UNIT);
	obstacles.count = all.count;
	for (enum pn_corner corner = PN_CORNER_LEFT; corner < PN_CORNERS; corner++) {
		const pn_vec centre = pn_wheel_centre(unit->pose, formation, corner);

		sampler->wheel[corner].least =
			pn_formation_turn(unit->pose, formation, centre, -PN_DEGREES_45, &obstacles)
				.by;
		sampler->wheel[corner].most =
			pn_formation_turn(unit->pose, formation, centre, PN_DEGREES_45, &obstacles)
				.by;
	}
	aw_gather(&sampler->hard, &game, RED, AW_ENEMIES | AW_GROUND, TARGET);
	aw_gather(&sampler->friends, &game, RED, AW_FRIENDS, PN_NO_UNIT);
}

/* How many figures reach one side of the target by going straight on after this wheel. */
static uint16_t count_figures(const struct sampler *sampler, enum pn_corner corner, int32_t by)
{
	const struct pn_unit *unit = &game.unit[RED];
	const struct pn_shape target = pn_unit_footprint(&game.unit[TARGET]);
	uint16_t most = 1;

	for (uint8_t edge = sampler->not_front ? 1 : 0; edge < target.count; edge++) {
		const struct pn_lanes lanes = {
			.pose = unit->pose,
			.formation = pn_unit_formation(unit),
			.from = target.point[edge],
			.to = target.point[(edge + 1) % target.count],
			.reach = sampler->reach,
			.pays = true,
			.blocker = sampler->hard.shape,
			.blockers = sampler->hard.count,
		};
		const uint16_t figures =
			brute_lanes_worth(&lanes, pn_lanes_count(&lanes, corner, by));

		most = figures > most ? figures : most;
	}
	return most;
}

/* Straight on after a wheel, into the target before anything that may not be passed, and clear
 * of friends in the end. False: it does not lead there. */
static bool leads_there(const struct sampler *sampler, enum pn_corner corner, int32_t by,
			uint16_t *figures)
{
	const struct pn_unit *unit = &game.unit[RED];
	const struct pn_formation formation = pn_unit_formation(unit);
	const struct pn_shape target = pn_unit_footprint(&game.unit[TARGET]);
	const pn_pose wheeled = pn_wheel_pose(unit->pose, formation, corner, by);
	const pn_len left = sampler->reach - pn_wheel_cost(pn_frontage(formation), abs(by));
	const struct pn_shape mover = aw_footprint_at(unit, wheeled);
	struct pn_sweep_contact contact;
	struct pn_shape end;
	pn_len length;

	if (by < sampler->wheel[corner].least || by > sampler->wheel[corner].most || left < 1 ||
	    !pn_sweep(&mover, pn_along(wheeled.facing, left), &target, 1, &contact) ||
	    (sampler->not_front && (contact.obstacle_edges & 1)))
		return false;
	length = pn_sweep_distance(left, contact.at);
	end = aw_footprint_at(unit, pn_sweep_end(wheeled, wheeled.facing, left, contact.at));
	if (aw_straight(&sampler->hard, &mover, wheeled.facing, length, NULL) < length ||
	    pn_obstacles_overlap(&sampler->friends, &end) >= 0)
		return false;
	*figures = count_figures(sampler, corner, by);
	return true;
}

/* What the sampler finds: most figures, and over how many degrees without a break some way
 * leads there. */
struct sampled {
	uint16_t figures;
	int run;
};

static struct sampled sample_all(const struct sampler *sampler)
{
	struct sampled sampled = {0};

	for (enum pn_corner corner = PN_CORNER_LEFT; corner < PN_CORNERS; corner++) {
		int run = 0;

		for (int step = -STEPS; step <= STEPS; step++) {
			uint16_t figures = 0;
			const bool leads = leads_there(sampler, corner, step * DEGREE, &figures);

			run = leads ? run + 1 : 0;
			sampled.run = run > sampled.run ? run : sampled.run;
			sampled.figures = figures > sampled.figures ? figures : sampled.figures;
		}
	}
	return sampled;
}

/* As many as the way that was found leads in. */
static uint16_t figures_of(const struct sampler *sampler, const struct aw_way *way)
{
	uint16_t most = 0;

	for (enum pn_corner corner = PN_CORNER_LEFT; corner < PN_CORNERS; corner++) {
		const struct pn_unit *unit = &game.unit[RED];
		const pn_pose pose =
			pn_wheel_pose(unit->pose, pn_unit_formation(unit), corner, way->by);
		uint16_t figures = 0;

		if (pose.at.x == way->wheeled.at.x && pose.at.y == way->wheeled.at.y &&
		    leads_there(sampler, corner, way->by, &figures) && figures > most)
			most = figures;
	}
	return most;
}

/* What became of all tables. */
struct tally {
	int found, none;
	int flanks;  /* found, to a side that AW-70 gives */
	int missed;  /* a way was there over GAP degrees, and the charge found none */
	int beaten;  /* more figures reach after another wheel */
	int outdone; /* and that with nobody else about */
};

/* AW-70. Where the flanks are given the charge goes there if the sampler does; `way` is NULL
 * when it goes nowhere. */
static void choose_sides(struct tally *tally, struct sampler *sampler, const struct aw_way *way)
{
	const bool at_front = !way || way->facing == PN_FACING_FRONT;

	sampler->not_front = aw_is_behind_front(&game, RED, game.unit[RED].pose, TARGET);
	if (!sampler->not_front)
		return;
	tally->missed += at_front && sample_all(sampler).run >= GAP;
	tally->flanks += !at_front;
	sampler->not_front = !at_front;
}

static void compare(struct tally *tally, struct sampler *sampler)
{
	struct aw_way way;
	const bool found = aw_find_way(&game, RED, TARGET, sampler->reach, &way);
	struct sampled sampled;
	bool better;

	choose_sides(tally, sampler, found ? &way : NULL);
	sampled = sample_all(sampler);
	if (!found) {
		tally->none += sampled.run == 0;
		tally->missed += sampled.run >= GAP;
		return;
	}
	better = sampled.figures > figures_of(sampler, &way);
	tally->found++;
	tally->beaten += better;
	tally->outdone += better && game.unit_count == 2 && game.terrain_count == 0;
}

Test(aw_way, the_sampler_finds_no_better_way, .timeout = 300)
{
	struct random_source random = {20};
	static struct sampler sampler;
	struct tally tally = {0};

	for (int tables = 0; tables < TABLES;) {
		if (!set_board(&random))
			continue;
		tables++;
		begin_sampling(&sampler, random_between(&random, 4, 16) * PN_INCH);
		compare(&tally, &sampler);
	}
	cr_log_info("found %d, flanks %d, none %d, beaten %d", tally.found, tally.flanks,
		    tally.none, tally.beaten);
	cr_expect_gt(tally.found, TABLES / 4);
	cr_expect_gt(tally.none, TABLES / 4);
	cr_expect_gt(tally.flanks, TABLES / 40);
	cr_expect_eq(tally.missed, 0, "%d ways are missed", tally.missed);
	cr_expect_eq(tally.outdone, 0, "%d wheels are outdone", tally.outdone);
	cr_expect_leq(tally.beaten, tally.found / 100, "%d of %d wheels are beaten", tally.beaten,
		      tally.found);
}

/* Whether there is any way at all is asked in another order, and must come to the same. */
Test(aw_way, whether_there_is_a_way_is_whether_one_is_found, .timeout = 300)
{
	struct random_source random = {21};

	for (int tables = 0; tables < TABLES;) {
		struct aw_way way;

		if (!set_board(&random))
			continue;
		tables++;
		cr_expect_eq(aw_has_way(&game, RED, TARGET),
			     aw_find_way(&game, RED, TARGET, game.width + game.depth, &way));
	}
}
