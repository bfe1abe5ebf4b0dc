/* What a straight way over special ground costs (B2-131), against a walker who looks at
 * the ground under it every half millimetre. */

#include <criterion/criterion.h>

#include "battlesystem-2e/b2_ground.h"
#include "play.h"

enum {
	WAYS = 600,
	PIECES = 4,
	STEP = 50,
	LENGTH = 15 * PN_INCH,
	OBSTACLE_COST = 2000,
};

static struct pn_game game;

static const int32_t costs[] = {
	[B2_LIGHT_WOODS] = 150, [B2_DENSE_WOODS] = 200,   [B2_BRUSH] = 125,
	[B2_ROUGH] = 175,       [B2_SHALLOW_WATER] = 250, [B2_SWAMP] = 300,
};

/* A box, turned, somewhere before the unit. */
static struct pn_shape any_piece(struct random_source *random, bool thin)
{
	pn_pose pose = {.facing = random_facing(random)};
	struct pn_formation block = {.figures = 1, .files = 1};

	block.base_width = random_between(random, 2, 8) * PN_INCH;
	block.base_depth = thin ? 300 : random_between(random, 1, 5) * PN_INCH;
	pose.at.x = random_between(random, 12, 28) * PN_INCH;
	pose.at.y = random_between(random, 8, 30) * PN_INCH;
	return pn_footprint(pose, block);
}

static void set_ground(struct random_source *random)
{
	struct pn_muster muster;

	pn_muster_defaults(&muster, play_book());
	muster.width = muster.depth = 40 * PN_INCH;
	muster.unit_count = 2;
	for (int i = 0; i < 2; i++) {
		struct pn_muster_unit *unit = &muster.unit[i];

		memcpy(unit->name, "Unit", 5);
		unit->side = i ? PN_BLUE : PN_RED;
		unit->formation = (struct pn_formation){
			.figures = 12, .files = 6, .base_width = 2000, .base_depth = 2000};
		unit->pose.at = (pn_vec){20 * PN_INCH, i ? 38 * PN_INCH : 8 * PN_INCH};
		unit->stats[B2_MOVEMENT_ALLOWANCE] = 10 * PN_INCH;
		unit->stats[B2_MORALE_RATING] = 12;
	}
	for (int i = 0; i < PIECES; i++) {
		struct pn_terrain *piece = &muster.terrain[muster.terrain_count++];

		piece->kind = (uint8_t)random_between(random, B2_LIGHT_WOODS, B2_OBSTACLE);
		piece->shape = any_piece(random, piece->kind == B2_OBSTACLE);
	}
	for (int kind = B2_LIGHT_WOODS; kind <= B2_SWAMP; kind++)
		muster.params[B2_PARAM_LIGHT_WOODS_COST + kind - B2_LIGHT_WOODS] = costs[kind];
	muster.params[B2_PARAM_OBSTACLE_COST] = OBSTACLE_COST;
	cr_assert_eq((int)pn_setup(&game, play_book(), &muster).code, PN_MUSTER_NONE);
}

/* The dearest ground under the unit so far along. */
static int32_t underfoot(pn_angle heading, pn_len at)
{
	pn_pose pose = game.unit[0].pose;
	struct pn_shape footprint;
	int32_t dearest = 100;

	pose.at = pn_add(pose.at, pn_along(heading, at));
	footprint = pn_footprint(pose, pn_unit_formation(&game.unit[0]));
	for (uint8_t i = 0; i < game.terrain_count; i++) {
		const struct pn_terrain *piece = &game.terrain[i];

		if (piece->kind != B2_OBSTACLE && costs[piece->kind] > dearest &&
		    pn_shapes_overlap(&footprint, &piece->shape))
			dearest = costs[piece->kind];
	}
	return dearest;
}

/* How many obstacles the front rank has come upon, none of which it stood on. */
static int crossings(pn_angle heading, pn_len length)
{
	struct pn_formation rank = pn_unit_formation(&game.unit[0]);
	int count = 0;

	rank.figures = rank.files;
	for (uint8_t i = 0; i < game.terrain_count; i++) {
		bool on = false;

		if (game.terrain[i].kind != B2_OBSTACLE)
			continue;
		for (pn_len at = 0; at < length && !on; at += STEP) {
			pn_pose pose = game.unit[0].pose;
			struct pn_shape front;

			pose.at = pn_add(pose.at, pn_along(heading, at));
			front = pn_footprint(pose, rank);
			on = pn_shapes_overlap(&front, &game.terrain[i].shape);
			if (on && at == 0)
				break;
			count += on;
		}
	}
	return count;
}

static bool is_same(const struct pn_ground *a, const struct pn_ground *b)
{
	bool same = a->length == b->length && a->stretch_count == b->stretch_count &&
		    a->step_count == b->step_count;

	for (uint8_t i = 0; same && i < a->stretch_count; i++)
		same = a->stretch[i].from == b->stretch[i].from &&
		       a->stretch[i].to == b->stretch[i].to &&
		       a->stretch[i].rate == b->stretch[i].rate;
	for (uint8_t i = 0; same && i < a->step_count; i++)
		same = a->step[i].at == b->step[i].at && a->step[i].cost == b->step[i].cost;
	return same;
}

/* ... and whether the ground was cut before tells in nothing. */
Test(b2_ground, a_slow_walker_pays_the_same, .timeout = 300)
{
	static struct pn_cuts cuts;
	struct random_source random = {22};
	int over_special = 0;

	for (int i = 0; i < WAYS; i++) {
		pn_angle heading = (pn_angle)random_between(&random, -PN_DEGREES_45, PN_DEGREES_45);
		struct pn_stand stand;
		struct b2_ground ground, on_cut;
		int64_t slow = 0;
		pn_len cost;
		int slack;

		set_ground(&random);
		stand = pn_stand_of(&game.unit[0]);
		b2_ground_survey(&ground, &game, NULL, &stand, heading, LENGTH);
		cost = pn_ground_cost(&ground.way, LENGTH);
		pn_ground_cut(&cuts, &game);
		b2_ground_survey(&on_cut, &game, &cuts, &stand, heading, LENGTH);
		cr_expect(is_same(&on_cut.way, &ground.way) && on_cut.across == ground.across,
			  "way %d: ground that was cut is the same", i);
		for (pn_len at = 0; at < LENGTH; at += STEP)
			slow += (int64_t)underfoot(heading, at + STEP / 2) * STEP;
		slow = slow / 100 + (int64_t)crossings(heading, LENGTH) * OBSTACLE_COST;
		/* Each edge of a piece falls within some step. */
		slack = PIECES * 2 * STEP * 2 + 2;
		cr_expect(slow - cost <= slack && cost - slow <= slack,
			  "way %d: %d, and the walker paid %d", i, cost, (int)slow);
		over_special += cost > LENGTH;
		cr_expect_leq(
			pn_ground_cost(&ground.way, pn_ground_reach(&ground.way, 12 * PN_INCH)),
			12 * PN_INCH);
	}
	cr_expect_gt(over_special, WAYS / 2);
}
