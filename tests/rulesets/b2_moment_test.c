/* B2-G4: the moments of a move against a sampler that goes the announced way by half
 * millimetres. On random tables, with other units in between, the sampler finds nobody who
 * could react lawfully and is not offered a moment; and `in_sight` is no later than the first
 * place at which the sampler finds that he could, and lawful there. */

#include <criterion/criterion.h>
#include <stdio.h>

#include "battlesystem-2e/b2_moment.h"
#include "play.h"

enum { TABLES = 400, OTHERS_MAX = 8, STEP = 50, MOVER = 0 };

static struct pn_game game;

/* A red mover in the south, others of its side between, a blue unit in the north. */
static bool set_table(struct random_source *random)
{
	struct pn_muster muster;
	int others = random_between(random, 2, OTHERS_MAX);

	pn_muster_defaults(&muster, play_book());
	muster.width = muster.depth = 48 * PN_INCH;
	for (int i = 0; i < others + 2; i++) {
		struct pn_muster_unit *unit = &muster.unit[muster.unit_count++];

		snprintf(unit->name, sizeof unit->name, "Unit %d", i + 1);
		unit->side = i < others + 1 ? PN_RED : PN_BLUE;
		unit->formation = (struct pn_formation){13, 6, 2000, 2000, 0};
		unit->stats[B2_MOVEMENT_ALLOWANCE] = 14 * PN_INCH;
		unit->stats[B2_MORALE_RATING] = 12;
		unit->pose.facing = random_facing(random);
		unit->pose.at.x = random_between(random, 8, 40) * PN_INCH;
		unit->pose.at.y = random_between(random, 18, 32) * PN_INCH;
	}
	muster.unit[MOVER].pose =
		(pn_pose){{random_between(random, 12, 36) * PN_INCH, 10 * PN_INCH},
			  random_one_in(random, 2) ? PN_DEGREES_90 : 0};
	muster.unit[others + 1].pose = (pn_pose){{24 * PN_INCH, 40 * PN_INCH}, PN_TURN_HALF};
	return pn_setup(&game, play_book(), &muster).code == PN_MUSTER_NONE;
}

static void announce(struct random_source *random)
{
	struct pn_event move = {.kind = PN_EVENT_MOVE_ANNOUNCED};
	struct pn_event opened = {.kind = PN_EVENT_DECISION_OPENED};
	struct pn_path *path = &move.move_announced.path;

	game.turn = 2;
	game.active = PN_RED;
	game.phase = B2_FIRST_MOVEMENT;
	path->count = 2;
	path->leg[0] = (struct pn_leg){.kind = PN_LEG_WHEEL,
				       .left = random_one_in(random, 2),
				       .angle = (pn_angle)random_between(random, 500, 4000)};
	path->leg[1] = (struct pn_leg){.kind = PN_LEG_ADVANCE,
				       .heading = game.unit[MOVER].pose.facing,
				       .length = random_between(random, 2, 11) * PN_INCH + 333};
	pn_evolve(&game, &move);
	opened.decision_opened = (struct pn_frame){
		.decision = B2_UNIT_MOVE,
		.unit = MOVER,
		.other = PN_NO_UNIT,
	};
	pn_evolve(&game, &opened);
}

/* The first place, by half millimetres, at which the unit could react. False: nowhere. */
static bool sample(const struct b2_course *course, pn_unit_id unit, struct b2_point *out)
{
	static struct b2_what_if what_if;

	b2_begin_what_if(&what_if, course, NULL);
	for (uint8_t i = 0; i < course->count; i++) {
		const struct b2_stretch *stretch = &course->stretch[i];

		for (pn_len at = stretch->low; at < stretch->high; at += STEP) {
			const struct b2_stand stand = b2_stand_on(stretch, at);

			b2_put(&what_if, &stand);
			*out = (struct b2_point){stretch->leg, at};
			if (b2_check_reaction(&what_if.field, unit, MOVER).code == PN_LAWFUL)
				return true;
		}
	}
	return false;
}

/* By how much the moment found lies before the place sampled: they step differently. */
static bool is_no_later(struct b2_point found, struct b2_point sampled)
{
	found.at -= STEP;
	return b2_is_past(sampled, found);
}

Test(moment, nobody_is_left_without_one, .timeout = 300)
{
	const struct pn_moment in_sight = {.when = PN_WHEN_IN_SIGHT};
	struct random_source random = {59};
	int seen = 0, hidden_first = 0;

	for (int table = 0; table < TABLES;) {
		static struct b2_course course;
		static struct b2_field field;
		struct b2_point sampled;
		struct b2_point found;
		pn_unit_id blue;

		if (!set_table(&random))
			continue;
		table++;
		announce(&random);
		blue = (pn_unit_id)(game.unit_count - 1);
		b2_announced_course(&course, &game, MOVER);
		b2_field_survey(&field, &game);
		if (!sample(&course, blue, &sampled))
			continue;
		seen++;
		hidden_first += sampled.leg > 0 || sampled.at > 0;
		cr_assert_eq((int)b2_check_on_course(&course, &field, blue).code, PN_LAWFUL,
			     "table %d: no moment", table);
		cr_assert(b2_point_of(&course, blue, in_sight, &found), "table %d: not in sight",
			  table);
		cr_assert(is_no_later(found, sampled), "table %d: %d+%d after %d+%d", table,
			  found.leg, found.at, sampled.leg, sampled.at);
	}
	printf("%d tables: seen on %d, on %d of them not from the start\n", TABLES, seen,
	       hidden_first);
	cr_expect_gt(hidden_first, TABLES / 20, "too few were hidden at first");
}
