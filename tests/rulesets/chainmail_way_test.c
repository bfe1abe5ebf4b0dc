/* CH-G1: the straight ways that a charge tries, against a slow sampler of all headings, a
 * quarter of a degree apart, within 45 degrees of the charger's front; with friends, other
 * enemies and ground of all kinds about. Where a sampled way is a charge, the set has one that is
 * no longer. */

#include <criterion/criterion.h>
#include <string.h>

#include "chainmail/ch.h"
#include "play.h"

enum {
	PLACEMENTS = 4000,
	QUARTER_DEGREE = 46,
	UNITS_MAX = 8,
	PIECES_MAX = 4,
	/* The sampler misses the shortest heading by an eighth of a degree at most. */
	LONGER = PN_INCH / 10,
};

static struct pn_game game;

static void add_unit(struct pn_muster *muster, pn_side side, pn_pose pose,
		     struct random_source *random)
{
	static const uint8_t classes[] = {CH_LIGHT_FOOT, CH_ARMORED_FOOT, CH_LONGBOWMEN,
					  CH_HEAVY_HORSE};
	struct pn_muster_unit *unit = &muster->unit[muster->unit_count++];

	memset(unit, 0, sizeof *unit);
	strcpy(unit->name, "Unit");
	unit->side = side;
	unit->pose = pose;
	unit->class = classes[random_between(random, 0, 3)];
	unit->formation.figures = (uint16_t)random_between(random, 4, 24);
	unit->formation.files =
		(uint16_t)random_between(random, 1, unit->formation.figures < 8 ? 4 : 8);
	unit->formation.base_width = unit->formation.base_depth = 2000;
}

static void add_ground(struct pn_muster *muster, struct random_source *random)
{
	struct pn_terrain *piece = &muster->terrain[muster->terrain_count++];
	const pn_len west = random_between(random, 4 * PN_INCH, 40 * PN_INCH);
	const pn_len south = random_between(random, 4 * PN_INCH, 40 * PN_INCH);
	const pn_len wide = random_between(random, PN_INCH / 2, 6 * PN_INCH);
	const pn_len deep = random_between(random, PN_INCH / 2, 6 * PN_INCH);

	piece->kind = (uint8_t)random_between(random, CH_CLEAR, CH_TERRAIN_KINDS - 1);
	piece->shape = (struct pn_shape){4,
					 {{west, south},
					  {west, south + deep},
					  {west + wide, south + deep},
					  {west + wide, south}}};
}

/* A charger that faces north in the middle, an enemy round about it, and whoever else finds
 * room. */
static void place(struct random_source *random)
{
	const uint8_t book = (uint8_t)pn_rules_find("chainmail");
	const pn_vec middle = {24 * PN_INCH, 20 * PN_INCH};
	static struct pn_game probe;
	struct pn_muster muster;

	do {
		const int more = random_between(random, 0, UNITS_MAX - 2);
		const int pieces = random_between(random, 0, PIECES_MAX);

		pn_muster_defaults(&muster, book);
		muster.width = muster.depth = 48 * PN_INCH;
		add_unit(&muster, PN_RED, (pn_pose){middle, 0}, random);
		for (int i = 0; i <= more; i++) {
			const uint8_t count = muster.unit_count;
			pn_pose pose;

			pose.facing = (pn_angle)random_between(random, 0, 65535);
			pose.at.x = middle.x + random_between(random, -16 * PN_INCH, 16 * PN_INCH);
			pose.at.y = middle.y + random_between(random, -8 * PN_INCH, 22 * PN_INCH);
			add_unit(&muster, i == 0 || random_one_in(random, 2) ? PN_BLUE : PN_RED,
				 pose, random);
			if (pn_setup(&probe, book, &muster).code != PN_MUSTER_NONE && i > 0)
				muster.unit_count = count;
		}
		for (int i = 0; i < pieces; i++) {
			add_ground(&muster, random);
			if (pn_setup(&probe, book, &muster).code != PN_MUSTER_NONE)
				muster.terrain_count--;
		}
	} while (pn_setup(&game, book, &muster).code != PN_MUSTER_NONE);
}

/* The charge straight on along a heading; its length, or -1. */
static pn_len charge_along(pn_angle heading)
{
	const struct pn_path path = {
		.given = true,
		.count = 1,
		.leg[0] = {.kind = PN_LEG_ADVANCE,
			   .heading = heading,
			   .length = ch_charge_move(&game.unit[0])},
	};
	struct ch_walk walk;

	ch_walk(&walk, &game, 0, 1, &path, CH_CHARGING);
	return walk.verdict.code == PN_LAWFUL && walk.met == 1 ? walk.walked[0].way.length : -1;
}

/* The shortest of the sampled ways, or -1; how many of them reach. */
static pn_len sample(int *reach)
{
	pn_len least = -1;

	*reach = 0;
	for (int32_t turn = -PN_DEGREES_45; turn <= PN_DEGREES_45; turn += QUARTER_DEGREE) {
		const pn_len length = charge_along((pn_angle)turn);

		*reach += length >= 0;
		if (length >= 0 && (least < 0 || length < least))
			least = length;
	}
	return least;
}

/* A block whose last rank is not full has a notch, and the shortest way into it may be on a
 * heading farther off. */
static bool is_whole(pn_unit_id id)
{
	return game.unit[id].figures % game.unit[id].files == 0;
}

/* What the set finds must be a way, and no longer than the shortest that was sampled. */
static void expect_as_good(int placement, pn_len least)
{
	struct ch_walk walk;
	pn_len length;

	ch_find_charge(&game, 0, 1, &walk);
	length = walk.walked[0].way.length;
	if (walk.verdict.code != PN_LAWFUL) {
		cr_expect_lt(least, 0, "placement %d: a way of %d is missed", placement, least);
		return;
	}
	cr_expect_eq(charge_along(walk.walked[0].way.heading), length,
		     "placement %d: nobody walks the way that is found", placement);
	if (least >= 0 && is_whole(0) && is_whole(1))
		cr_expect_leq(length, least + LONGER, "placement %d: a way of %d is taken, not %d",
			      placement, length, least);
}

Test(chainmail_way, no_sampled_way_is_missed, .timeout = 300)
{
	struct random_source random = {7};
	int reached = 0;
	int narrow = 0;

	for (int i = 0; i < PLACEMENTS; i++) {
		pn_len least;
		int reach;

		place(&random);
		least = sample(&reach);
		expect_as_good(i, least);
		reached += least >= 0;
		narrow += reach > 0 && reach < 20;
	}
	cr_expect(reached > PLACEMENTS / 4 && narrow > PLACEMENTS / 50, "%d reached, %d narrow",
		  reached, narrow);
}
