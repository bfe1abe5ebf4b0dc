/* B2-G4: the moments of a move against a sampler that goes the announced way by half
 * millimetres. On random tables, with other units in between, the sampler finds nobody who
 * could react lawfully and has no moment listed; and `in_sight` is no later than the first
 * place at which the sampler finds that it could, lawful there, and not a hundredth before. */

#include <criterion/criterion.h>
#include <stdio.h>

#include "battlesystem-2e/b2_ground.h"
#include "battlesystem-2e/b2_moment.h"
#include "common.h"
#include "play.h"

enum { TABLES = 500, OTHERS_MAX = 8, STEP = 50, MOVER = 0 };

static struct pn_game game;

static void add_wall(struct pn_muster *muster, pn_len west, pn_len east)
{
	enum { SOUTH = 14 * PN_INCH, NORTH = SOUTH + PN_INCH / 2 };

	muster->terrain[muster->terrain_count++] = (struct pn_terrain){
		.kind = B2_IMPASSABLE,
		.shape = {4, {{west, SOUTH}, {west, NORTH}, {east, NORTH}, {east, SOUTH}}}};
}

/* A wall before the blue unit from one side of the table to the other, with one slit or two: who
 * goes by is seen for a while, is hidden, and is seen again. */
static void add_walls(struct pn_muster *muster, struct random_source *random)
{
	pn_len west = 0;

	for (int slit = random_between(random, 1, 2); slit > 0; slit--) {
		const pn_len from = random_between(random, 14, 34) * PN_INCH;
		const pn_len wide = random_between(random, 1, 10) * PN_INCH / 4;

		if (from <= west)
			continue;
		add_wall(muster, west, from);
		west = from + wide;
	}
	add_wall(muster, west, muster->width);
}

/* A red mover in the south, others of its side between, a blue unit in the north; on most tables
 * behind a wall. */
static bool set_board(struct random_source *random)
{
	struct pn_muster muster;
	int others = random_between(random, 2, OTHERS_MAX);

	pn_muster_defaults(&muster, play_book());
	muster.width = muster.depth = 48 * PN_INCH;
	if (!random_one_in(random, 8))
		add_walls(&muster, random);
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
	const int aslant = random_one_in(random, 2) ? random_between(random, -4000, 4000) : 0;

	game.turn = 2;
	game.active = PN_RED;
	game.phase = B2_FIRST_MOVEMENT;
	path->count = 2;
	path->leg[0] = (struct pn_leg){.kind = PN_LEG_WHEEL,
				       .left = random_one_in(random, 2),
				       .angle = (pn_angle)random_between(random, 500, 4000)};
	path->leg[1] = (struct pn_leg){.kind = PN_LEG_ADVANCE,
				       .heading = (pn_angle)(game.unit[MOVER].pose.facing + aslant),
				       .length = random_between(random, 2, 11) * PN_INCH + 333};
	pn_evolve(&game, &move);
	opened.decision_opened = (struct pn_pending){
		.decision = B2_UNIT_MOVE,
		.unit = MOVER,
		.other = PN_NO_UNIT,
	};
	pn_evolve(&game, &opened);
}

static struct b2_what_if what_if;

static bool may_at(pn_unit_id unit, const struct b2_stretch *stretch, pn_len at)
{
	const struct pn_stand stand = b2_stand_on(stretch, at);

	b2_put(&what_if, &stand);
	return b2_check_reaction(&what_if.field, unit, MOVER).code == PN_LAWFUL;
}

/* The first place, by half millimetres, at which the unit could react. False: nowhere. */
static bool sample(const struct b2_course *course, pn_unit_id unit, struct b2_point *out)
{
	b2_begin_what_if(&what_if, course, NULL);
	for (uint8_t i = 0; i < course->count; i++) {
		const struct b2_stretch *stretch = &course->stretch[i];

		for (pn_len at = stretch->low; at < stretch->high; at += STEP) {
			*out = (struct b2_point){stretch->leg, at};
			if (may_at(unit, stretch, at))
				return true;
		}
	}
	return false;
}

/* May it react there, and nowhere for a millimetre before? */
static bool is_first(const struct b2_course *course, pn_unit_id unit, struct b2_point found)
{
	const struct b2_stretch *stretch = course->stretch;

	while (stretch->leg != found.leg)
		stretch++;
	for (pn_len at = found.at - 1; at >= stretch->low && at >= found.at - 2 * STEP; at--)
		if (may_at(unit, stretch, at))
			return false;
	return may_at(unit, stretch, found.at);
}

Test(moment, nobody_is_left_without_one, .timeout = 300)
{
	const struct pn_moment in_sight = {.when = PN_WHEN_IN_SIGHT};
	struct random_source random = {59};
	int seen = 0, hidden_first = 0, between = 0;

	for (int table = 0; table < TABLES;) {
		static struct b2_course course;
		static struct b2_field field;
		struct b2_point sampled;
		struct b2_point found;
		pn_unit_id blue;

		if (!set_board(&random))
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
		cr_assert(b2_is_past(sampled, found), "table %d: %d+%d after %d+%d", table,
			  found.leg, found.at, sampled.leg, sampled.at);
		cr_assert(is_first(&course, blue, found), "table %d: %d+%d is not the first", table,
			  found.leg, found.at);
		between += found.at % STEP != 0;
	}
	printf("%d tables: seen on %d, on %d of them not from the start, on %d between two places "
	       "sampled\n",
	       TABLES, seen, hidden_first, between);
	cr_expect_gt(hidden_first, TABLES / 3, "too few were hidden at first");
}

/* ---- games that began before moments ---- */

static struct play play;

static void open_pending(struct pn_pending pending)
{
	struct pn_event opened = {.kind = PN_EVENT_DECISION_OPENED, .decision_opened = pending};

	pn_evolve(&play.truth, &opened);
	for (int side = 0; side < PN_VIEWERS; side++)
		pn_evolve(&play.view[side], &opened);
}

static void fold(struct pn_event event)
{
	pn_evolve(&play.truth, &event);
	for (int side = 0; side < PN_VIEWERS; side++)
		pn_evolve(&play.view[side], &event);
}

/* Red's step, a window of blue's on top of red's move, both as they were kept then. */
static void stop_in_window(uint8_t decision, uint8_t stage, int32_t value, uint8_t window)
{
	struct pn_muster muster;
	struct pn_event announced = {.kind = PN_EVENT_MOVE_ANNOUNCED};
	struct pn_path *path = &announced.move_announced.path;

	pn_muster_defaults(&muster, play_book());
	muster.width = muster.depth = 48 * PN_INCH;
	for (int i = 0; i < 2; i++) {
		struct pn_muster_unit *unit = &muster.unit[muster.unit_count++];

		snprintf(unit->name, sizeof unit->name, "Unit %d", i + 1);
		unit->side = i == 0 ? PN_RED : PN_BLUE;
		unit->formation = (struct pn_formation){12, 6, 2000, 2000, 0};
		unit->stats[B2_MOVEMENT_ALLOWANCE] = 12 * PN_INCH;
		unit->stats[B2_MORALE_RATING] = 20;
		unit->pose = (pn_pose){{24 * PN_INCH, (12 + 14 * i) * PN_INCH},
				       i == 0 ? 0 : PN_TURN_HALF};
	}
	play_begin(&play, play_book(), &muster, 1);
	while (play.truth.pending_count > 0)
		fold((struct pn_event){
			.kind = PN_EVENT_DECISION_CLOSED,
			.decision_closed = {
				play.truth.pending[play.truth.pending_count - 1].decision}});
	fold((struct pn_event){.kind = PN_EVENT_PHASE_ENTERED,
			       .phase_entered = {B2_FIRST_MOVEMENT, PN_RED}});
	path->count = 2;
	for (int i = 0; i < 2; i++)
		path->leg[i] = (struct pn_leg){.kind = decision == B2_UNIT_MOVE ? PN_LEG_ADVANCE
										: PN_LEG_FRONTAGE,
					       .files = (uint8_t)(5 + i),
					       .length = 2 * PN_INCH};
	fold(announced);
	if (decision == B2_CHARGE_MOVE)
		fold((struct pn_event){.kind = PN_EVENT_CHARGE_DECLARED,
				       .charge_declared = {0, 1}});
	open_pending((struct pn_pending){.decision = B2_MOVEMENT,
					 .owes = 1 << PN_RED,
					 .unit = PN_NO_UNIT,
					 .other = PN_NO_UNIT});
	open_pending((struct pn_pending){.decision = decision,
					 .unit = MOVER,
					 .other = decision == B2_CHARGE_MOVE ? 1 : PN_NO_UNIT,
					 .stage = stage,
					 .value = value});
	open_pending((struct pn_pending){.decision = B2_OPPORTUNITY,
					 .owes = 1 << PN_BLUE,
					 .unit = MOVER,
					 .other = PN_NO_UNIT,
					 .stage = window});
}

static void answer(struct pn_command command)
{
	cr_assert_eq((int)pn_check(&play.view[PN_BLUE], PN_BLUE, &command).code, PN_LAWFUL);
	play_command(&play, PN_BLUE, &command);
}

static struct pn_command react(enum pn_when when)
{
	struct pn_command command = pn_command_of(PN_COMMAND_OPPORTUNITY_CHARGE);

	command.unit = 1;
	command.target = MOVER;
	command.path.given = true;
	command.moment.when = (uint8_t)when;
	return command;
}

static void go_on(void)
{
	for (int i = 0; i < 20 && play.truth.pending_count > 1; i++) {
		pn_side side = pn_owes(&play.truth, PN_RED) ? PN_RED : PN_BLUE;
		struct pn_command command = pn_fallback(&play.view[side], side);

		play_command(&play, side, &command);
	}
	cr_expect_leq(play.truth.pending_count, 1, "the move never ends");
}

/* Stopped before a move, between its two legs, and when it was over. */
Test(moment, old_windows_of_a_move_are_answered)
{
	static const uint8_t stage[] = {B2_ANNOUNCED, B2_DURING, B2_FINISHED};
	static const int32_t value[] = {0, 1, 2};

	for (int i = 0; i < 3; i++) {
		stop_in_window(B2_UNIT_MOVE, stage[i], value[i], stage[i]);
		answer(pn_command_of(PN_COMMAND_PASS));
		go_on();
		cr_expect_eq(play.truth.unit[MOVER].pose.at.y, (16 - 2 * i) * PN_INCH,
			     "stage %d: %d", stage[i], play.truth.unit[MOVER].pose.at.y);
		stop_in_window(B2_UNIT_MOVE, stage[i], value[i], stage[i]);
		answer(react(PN_WHEN_NOW));
		go_on();
		cr_expect(pn_flag(&play.truth.unit[1], B2_MOVED) ||
			  pn_flag(&play.truth.unit[1], B2_CHECK_FAILED));
	}
}

/* A charge with no manoeuvre, one that was said, and one that is asked for afterwards. */
Test(moment, old_windows_of_a_charge_are_answered)
{
	for (int said = B2_ASK; said <= B2_ANNOUNCED_PATH; said++) {
		stop_in_window(B2_CHARGE_MOVE, B2_ANNOUNCED, said, B2_ANNOUNCED);
		answer(pn_command_of(PN_COMMAND_PASS));
		go_on();
		cr_expect(pn_in_contact(&play.truth, 0, 1), "said %d", said);
		for (int when = PN_WHEN_NOW; when < PN_WHEN_COUNT; when++) {
			if (when == PN_WHEN_AT)
				continue;
			stop_in_window(B2_CHARGE_MOVE, B2_ANNOUNCED, said, B2_ANNOUNCED);
			answer(react((enum pn_when)when));
			go_on();
		}
	}
}
