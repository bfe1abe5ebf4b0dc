/* What rules write with: the labels of dice, facts that are told when they change, figures that an
 * event sends, actions and presets as they are added. */

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "common.h"
#include "play.h"

enum { LABELS_MAX = 32 };

static struct play play;
static char thrown[LABELS_MAX][PN_LABEL_BYTES];
static int count;

/* Each die shows the same, and its label is written down. */
static void note(void *context, const char *label, uint32_t block, uint8_t out[PN_BLOCK_BYTES])
{
	snprintf(thrown[count++ % LABELS_MAX], PN_LABEL_BYTES, "%s", label);
	memset(out, 2, PN_BLOCK_BYTES);
}

static const struct pn_dice_source noted = {NULL, note, NULL};

static struct pn_step begin(void)
{
	static struct pn_muster muster;

	play_plain_muster(&muster, 48 * PN_INCH);
	play_begin(&play, play_book(), &muster, 7);
	play.out.count = 0;
	count = 0;
	return (struct pn_step){.game = &play.truth, .dice = &noted, .out = &play.out};
}

static void throw(struct pn_step * step, pn_who who, uint8_t what, uint8_t dice)
{
	pn_throw(step, (struct pn_roll){.who = who, .what = what, .count = dice}, NULL);
}

/* Dice count from 1 for each unit or side and each purpose by itself, whatever is rolled between. */
Test(step, a_die_has_the_next_number_of_its_kind)
{
	static const char *const labels[] = {
		"r1/charge_initiation/1", "r1/charge_initiation/2", "r1/charge_initiation/3",
		"r2/charge_initiation/1", "r1/initiative/1",        "r1/charge_initiation/4",
		"r1/charge_initiation/5", "r2/charge_initiation/2", "r1/initiative/2",
	};
	struct pn_step step = begin();
	char where[PN_LABEL_BYTES];

	throw(&step, 0, 1, 3);
	throw(&step, 1, 1, 1);
	throw(&step, 0, 0, 1);
	throw(&step, 0, 1, 2);
	throw(&step, 1, 1, 1);
	throw(&step, 0, 0, 1);
	snprintf(where, sizeof where, "%u/%s/", play.truth.turn,
		 pn_rules_of(&play.truth)->phases.row[play.truth.phase].name);
	cr_assert_eq(count, 9);
	for (int i = 0; i < count; i++) {
		cr_expect(strncmp(thrown[i], where, strlen(where)) == 0, "%s", thrown[i]);
		cr_expect_str_eq(thrown[i] + strlen(where), labels[i]);
	}
}

/* The dice of an event are those that were thrown; other events have none. */
Test(step, dice_of_events)
{
	struct pn_step step = begin();
	int die = 0;

	throw(&step, 0, 1, 3);
	throw(&step, PN_WHO_SIDE(PN_BLUE), 0, 2);
	pn_set_fact(&step, 0, play.truth.facts[0] + 1);
	cr_assert_eq(play.out.count, 3);
	cr_expect_eq(pn_event_dice(&play.out.event[0]), 3);
	cr_expect_eq(pn_event_dice(&play.out.event[1]), 2);
	cr_expect_eq(pn_event_dice(&play.out.event[2]), 0);
	for (int i = 0; i < 2; i++)
		for (uint8_t k = 0; k < pn_event_dice(&play.out.event[i]); k++) {
			const struct pn_die found =
				pn_event_die(&play.truth, &play.out.event[i], k);

			cr_expect_str_eq(found.label, thrown[die++]);
			cr_expect_eq(found.face, 3);
			cr_expect_eq(found.sides, pn_rules_of(&play.truth)->rolls.row[1 - i].sides);
		}
}

Test(step, a_total_is_faces_and_modifier_held_against_a_number)
{
	static const struct {
		int16_t modifier, needed;
		enum pn_test test;
		enum pn_drop drop;
		int16_t total;
		bool passed;
	} rows[] = {
		{0, 9, PN_TEST_AT_LEAST, PN_DROP_NONE, 9, true},
		{0, 10, PN_TEST_AT_LEAST, PN_DROP_NONE, 9, false},
		{-2, 7, PN_TEST_AT_MOST, PN_DROP_NONE, 7, true},
		{-2, 6, PN_TEST_AT_MOST, PN_DROP_NONE, 7, false},
		{1, 0, PN_TEST_NONE, PN_DROP_LOWEST, 7, true},
	};

	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		struct pn_step step = begin();
		uint8_t face[PN_FACES_MAX] = {0};
		bool passed = !rows[i].passed;
		const int16_t total = pn_throw(&step,
					       (struct pn_roll){.who = 0,
								.what = 1,
								.count = 3,
								.modifier = rows[i].modifier,
								.needed = rows[i].needed,
								.test = rows[i].test,
								.drop = rows[i].drop,
								.face = face},
					       &passed);
		const struct pn_event *told = &play.out.event[0];

		cr_expect_eq(play.out.count, 1);
		cr_expect_eq(total, rows[i].total, "%zu: %d", i, total);
		cr_expect_eq(told->rolled.total, total);
		cr_expect_eq(passed, rows[i].passed, "%zu", i);
		cr_expect_eq(told->rolled.result, rows[i].test == PN_TEST_NONE ? PN_ROLL_PLAIN
						  : rows[i].passed             ? PN_ROLL_PASSED
									       : PN_ROLL_FAILED);
		cr_expect(face[0] == 3 && face[2] == 3 && face[3] == 0);
	}
}

/* Dice of a pool are told eight at a time; how many of them made it is said. */
Test(step, a_pool_counts_what_makes_it)
{
	for (uint16_t dice = 0; dice < 20; dice++)
		for (int16_t needed = 3; needed <= 4; needed++) {
			struct pn_step step = begin();
			const uint16_t made =
				pn_throw_pool(&step,
					      (struct pn_roll){.who = 0,
							       .what = 1,
							       .test = PN_TEST_AT_LEAST,
							       .needed = needed},
					      dice);

			cr_expect_eq(made, needed == 3 ? dice : 0);
			cr_expect_eq(play.out.count, (dice + PN_FACES_MAX - 1) / PN_FACES_MAX);
			cr_expect_eq(count, dice);
			for (uint16_t i = 0; i < play.out.count; i++)
				cr_expect_eq(play.out.event[i].rolled.result,
					     needed == 3 ? PN_ROLL_PASSED : PN_ROLL_FAILED);
		}
}

/* What is so already is not told again; a state is. */
Test(step, what_is_so_already_is_not_told)
{
	struct pn_step step = begin();
	const struct pn_unit *unit = &play.truth.unit[1];
	const pn_clause clause = PN_CLAUSE("B2-01");

	pn_set_flag(&step, 1, 3, clause);
	cr_expect(play.out.count == 1 && pn_flag(unit, 3));
	pn_set_flag(&step, 1, 3, clause);
	cr_expect_eq(play.out.count, 1);
	pn_clear_flag(&step, 1, 2, clause);
	cr_expect_eq(play.out.count, 1);
	pn_clear_flag(&step, 1, 3, clause);
	cr_expect(play.out.count == 2 && !pn_flag(unit, 3));
	pn_set_tally(&step, 1, 0, 2, clause);
	cr_expect(play.out.count == 3 && unit->tally[0] == 2);
	pn_set_tally(&step, 1, 0, 2, clause);
	cr_expect_eq(play.out.count, 3);
	pn_set_fact(&step, 0, play.truth.facts[0] + 1);
	cr_expect_eq(play.out.count, 4);
	pn_set_fact(&step, 0, play.truth.facts[0]);
	cr_expect_eq(play.out.count, 4);
	pn_set_state(&step, 1, unit->state, clause);
	cr_expect_eq(play.out.count, 5);
}

/* A list of events owns the figures that they send, as many as there is room for. */
Test(step, a_list_of_events_owns_what_they_send)
{
	struct pn_step step = begin();
	struct pn_placed sent = {.of = 1};
	struct pn_event event = {
		.kind = PN_EVENT_MOVE_ANNOUNCED,
		.move_announced = {0, {.count = 1, .placed = &sent}},
	};

	for (int round = 0; round < 2; round++) {
		play.out.count = 0;
		for (int i = 0; i < PN_EVENTS_PLACED_MAX; i++) {
			const struct pn_placed *kept;

			sent.of = 1u << i;
			pn_emit(&step, event);
			cr_assert_eq(play.out.placed_count, i + 1, "%u", play.out.placed_count);
			kept = play.out.event[i].move_announced.path.placed;
			cr_assert_eq(kept, &play.out.placed[i]);
		}
		for (int i = 0; i < PN_EVENTS_PLACED_MAX; i++)
			cr_expect_eq(play.out.placed[i].of, 1u << i);
	}
	event.move_announced.path.placed = NULL;
	pn_emit(&step, event);
	cr_expect_eq(play.out.placed_count, PN_EVENTS_PLACED_MAX);
}

/* The same of a list of actions; a preset that finds no room is left out. */
Test(step, a_list_of_actions_owns_what_they_send)
{
	static struct pn_actions list;
	struct pn_placed sent = {.of = 1};
	struct pn_command move = pn_command_of(PN_COMMAND_MOVE);
	const pn_clause clause = PN_CLAUSE("B2-01");

	move.path.placed = &sent;
	list.placed_count = 0;
	pn_action_add(&list, PN_GROUP_MOVE, "offer.move", move, clause);
	for (int i = 1; i < PN_ACTIONS_PLACED_MAX; i++) {
		sent.of = (uint64_t)i;
		pn_action_preset(&list, "preset.target", move);
		cr_assert_eq(list.placed_count, i + 1);
		cr_assert_eq(list.preset[i - 1].command.path.placed, &list.placed[i]);
		cr_assert_eq(list.placed[i].of, (uint64_t)i);
	}
	pn_action_preset(&list, "preset.target", move);
	cr_expect_eq(list.preset_count, PN_ACTIONS_PLACED_MAX - 1, "no room for its figures");
	move.path.placed = NULL;
	while (list.preset_count < PN_PRESETS_MAX)
		pn_action_preset(&list, "preset.target", move);
	cr_expect_eq(list.action[0].preset_count, PN_PRESETS_MAX);
	pn_action_preset(&list, "preset.target", move);
	cr_expect_eq(list.action[0].preset_count, PN_PRESETS_MAX, "no room for it");
	cr_expect_eq(list.preset_count, PN_PRESETS_MAX);
	/* What follows begins behind. */
	pn_action_add(&list, PN_GROUP_MOVE, "offer.move", move, clause);
	cr_expect_eq(list.action[1].preset_first, PN_PRESETS_MAX);
}

static bool is_odd(const struct pn_game *view, pn_unit_id unit)
{
	return unit % 2 == 1;
}

static bool is_third(const struct pn_game *view, pn_unit_id unit)
{
	return unit == 2;
}

static bool is_any(const struct pn_game *view, pn_unit_id unit)
{
	return true;
}

Test(step, the_only_one_that_can)
{
	begin();
	cr_expect_eq(pn_find_only(&play.truth, PN_RED, is_odd), 1);
	cr_expect_eq(pn_find_only(&play.truth, PN_BLUE, is_odd), 3);
	cr_expect_eq(pn_find_only(&play.truth, PN_BLUE, is_third), 2);
	cr_expect_eq(pn_find_only(&play.truth, PN_RED, is_third), PN_NO_UNIT, "none can");
	cr_expect_eq(pn_find_only(&play.truth, PN_RED, is_any), PN_NO_UNIT, "both can");
}

Test(step, the_higher_total)
{
	cr_expect_eq(pn_higher((const int16_t[]){3, 3}), PN_NO_SIDE);
	cr_expect_eq(pn_higher((const int16_t[]){4, 3}), PN_RED);
	cr_expect_eq(pn_higher((const int16_t[]){3, 4}), PN_BLUE);
}
