/* Sight between every two units, by the scene that was built once for the board and by one gathered
 * anew for each look: both agree, on crowded random boards with hills, woods, skirmishers and
 * blocks flush beside each other. tests/core/sight_random_test.c holds the looks themselves against
 * a slow reference. */

#include <criterion/criterion.h>
#include <stdio.h>

#include "battlesystem-2e/b2_ground.h"
#include "battlesystem-2e/b2_moment.h"
#include "play.h"

enum { BOARDS = 300, BOARD = 90000, UNITS = 16, FIGURES_MAX = 12 };

static struct pn_game game;

static void begin(void)
{
	struct pn_muster muster;

	pn_muster_defaults(&muster, play_book());
	muster.width = muster.depth = BOARD;
	for (int i = 0; i < UNITS; i++) {
		struct pn_muster_unit *unit = &muster.unit[muster.unit_count++];

		snprintf(unit->name, sizeof unit->name, "Unit %d", i + 1);
		unit->side = i < UNITS / 2 ? PN_RED : PN_BLUE;
		unit->formation = (struct pn_formation){4, 2, 2000, 2000, 0};
		unit->stats[B2_MOVEMENT_ALLOWANCE] = 14 * PN_INCH;
		unit->stats[B2_MORALE_RATING] = 12;
		unit->pose.at = (pn_vec){5000 + i * 5000, 20000};
	}
	const struct pn_muster_fault fault = pn_setup(&game, play_book(), &muster);

	cr_assert_eq(fault.code, PN_MUSTER_NONE, "%d", fault.code);
}

/* Somewhere, or flush beside another. */
static pn_pose place(struct random_source *random, pn_unit_id id)
{
	const struct pn_unit *other = &game.unit[id - (id > 0)];

	if (id > 0 && other->loose == 0 && random_one_in(random, 3))
		return (pn_pose){pn_ahead(other->pose, 0,
					  pn_frontage(pn_unit_formation(other)) +
						  random_between(random, 0, 2)),
				 other->pose.facing};
	return random_pose(random, BOARD);
}

static void put_unit(struct random_source *random, pn_unit_id id, uint16_t *figures)
{
	struct pn_unit *unit = &game.unit[id];
	const int side = random_between(random, 1, 4);

	unit->figures = (uint8_t)random_between(random, 1, FIGURES_MAX);
	unit->files = (uint8_t)random_between(random, 1, unit->figures);
	unit->gap = 0;
	unit->loose = 0;
	unit->form = B2_REGULAR;
	unit->pose = place(random, id);
	if (!random_one_in(random, 4))
		return;
	unit->form = B2_SKIRMISH;
	unit->loose = (uint8_t)unit->figures;
	unit->first_figure = *figures;
	*figures = (uint16_t)(*figures + unit->loose);
	for (uint8_t i = 0; i < unit->loose; i++) {
		const pn_vec off = {random_between(random, -side, side) * PN_INCH,
				    random_between(random, -side, side) * PN_INCH};

		game.figure[unit->first_figure + i] = pn_figure_pack(
			(pn_pose){pn_add(unit->pose.at, off), random_facing(random)});
	}
	unit->pose = pn_figure_pose(&game, unit, 0);
}

static void put_ground(struct random_source *random)
{
	static const uint8_t kind[] = {B2_HILL,        B2_HILL,       B2_LIGHT_WOODS,
				       B2_DENSE_WOODS, B2_IMPASSABLE, B2_BRUSH};

	game.terrain_count = (uint8_t)random_between(random, 0, 8);
	for (uint8_t i = 0; i < game.terrain_count; i++)
		game.terrain[i] = (struct pn_terrain){
			.kind = kind[random_between(random, 0, 5)],
			.height = random_between(random, 0, 2) * 2500,
			.shape = random_terrain(random, random_point(random, BOARD), 14000),
		};
}

static void put_all(struct random_source *random)
{
	uint16_t figures = 0;

	for (pn_unit_id i = 0; i < game.unit_count; i++)
		put_unit(random, i, &figures);
	put_ground(random);
	game.switches[B2_SWITCH_SIGHT] =
		random_one_in(random, 6) ? B2_UNITS_DO_NOT : B2_UNITS_BLOCK;
	game.switches[B2_SWITCH_HILLS] = random_one_in(random, 4) ? B2_HILLS_DO_NOT : B2_HILLS_HIDE;
}

struct tally {
	int seen, hidden, swept;
};

static void compare_looks(const struct b2_field *gathered, const struct b2_field *built,
			  pn_unit_id id, pn_unit_id target, struct tally *tally)
{
	const struct pn_shape ends[2] = {gathered->footprint[target], gathered->footprint[id]};
	const struct pn_shape all = b2_swept(ends, 0);
	const bool sees = b2_sees_on(gathered, id, target);
	const bool could = b2_could_see(gathered, id, target, &all);

	cr_assert_eq(b2_sees_on(built, id, target), sees, "unit %u, target %u", id, target);
	cr_assert_eq(b2_could_see(built, id, target, &all), could, "unit %u, all of the way of %u",
		     id, target);
	tally->seen += sees;
	tally->hidden += !sees;
	tally->swept += could && !sees;
}

/* The target elsewhere than where it stood when all was built. */
static void compare_moved(struct random_source *random, const struct b2_field *built,
			  pn_unit_id target)
{
	const struct b2_course course = {.game = &game, .mover = target};
	struct pn_stand stand = pn_stand_of(&game.unit[target]);
	struct b2_what_if what_if;
	struct b2_field anew;

	stand.pose = random_pose(random, BOARD);
	b2_begin_what_if(&what_if, &course, built);
	b2_put(&what_if, &stand);
	b2_field_survey(&anew, &what_if.game);
	for (pn_unit_id i = 0; i < game.unit_count; i++)
		if (i != target)
			cr_assert_eq(b2_sees_on(&what_if.field, i, target),
				     b2_sees_on(&anew, i, target), "unit %u, moved target %u", i,
				     target);
}

Test(b2_sight, what_is_built_once_hides_as_what_is_gathered_for_each_look)
{
	struct random_source random = {20};
	struct tally tally = {0};

	begin();
	for (int board = 0; board < random_placements(BOARDS); board++) {
		struct b2_hidings hidings;
		struct b2_field gathered;
		struct b2_field built;

		put_all(&random);
		b2_field_survey(&gathered, &game);
		b2_field_survey(&built, &game);
		b2_field_build(&built, &hidings);
		cr_assert_not_null(built.hidings);
		for (pn_unit_id i = 0; i < game.unit_count; i++)
			for (pn_unit_id k = 0; k < game.unit_count; k++)
				if (i != k)
					compare_looks(&gathered, &built, i, k, &tally);
		compare_moved(&random, &built, (pn_unit_id)random_between(&random, 0, UNITS - 1));
	}
	cr_log_info("%d seen, %d hidden", tally.seen, tally.hidden);
	cr_assert_gt(tally.seen, 1000);
	cr_assert_gt(tally.hidden, 1000);
	cr_assert_gt(tally.swept, 100);
}
