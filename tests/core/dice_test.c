/* Labels, and faces from bytes. */

#include <criterion/criterion.h>
#include <stdio.h>

#include "play.h"
#include "step.h"

/* Bytes given by hand, the same block after block; counts how many were asked. */
struct given_bytes {
	uint8_t byte[PN_BLOCK_BYTES];
	uint8_t second[PN_BLOCK_BYTES];
	uint32_t blocks;
};

static void give(void *context, const char *label, uint32_t block, uint8_t out[PN_BLOCK_BYTES])
{
	struct given_bytes *given = context;

	given->blocks = block + 1;
	memcpy(out, block ? given->second : given->byte, PN_BLOCK_BYTES);
}

static uint8_t face_of(struct given_bytes *given, uint8_t sides)
{
	struct pn_dice_source dice = {given, give, NULL};

	return pn_die_face(&dice, "1/initiative/red/initiative/1", sides);
}

Test(dice, a_face_is_the_byte_modulo_the_sides)
{
	for (unsigned byte = 0; byte < 250; byte++) {
		struct given_bytes given = {.byte = {(uint8_t)byte}};

		cr_expect_eq(face_of(&given, 10), byte % 10 + 1);
	}
}

/* 250 is the largest multiple of ten below 256: 249 counts, 250 is skipped. */
Test(dice, biased_bytes_are_skipped)
{
	struct given_bytes last = {.byte = {249, 3}};
	struct given_bytes skipped = {.byte = {250, 255, 3}};

	cr_expect_eq(face_of(&last, 10), 10);
	cr_expect_eq(face_of(&skipped, 10), 4);
}

Test(dice, a_block_without_a_face_leads_to_the_next)
{
	struct given_bytes given = {.second = {7}};

	memset(given.byte, 255, sizeof given.byte);
	cr_expect_eq(face_of(&given, 6), 2);
	cr_expect_eq(given.blocks, 2);
}

Test(dice, sides_that_divide_256_skip_nothing)
{
	struct given_bytes given = {.byte = {255}};

	cr_expect_eq(face_of(&given, 8), 8);
	cr_expect_eq(given.blocks, 1);
}

static struct play play;

static void begin(void)
{
	struct random_source random = {5};
	struct pn_muster muster;

	do
		play_random_muster(&muster, play_book(), &random);
	while (muster.unit_count != 8);
	play_begin(&play, play_book(), &muster, 5);
}

Test(dice, labels_are_written_from_names)
{
	char label[PN_LABEL_BYTES];

	begin();
	pn_label_write(label, &play.truth, 3, 2, 0, 1, 12);
	cr_expect_str_eq(label, "3/first_movement/r1/charge_initiation/12");
	pn_label_write(label, &play.truth, 10, 1, PN_WHO_SIDE(PN_BLUE), 0, 1);
	cr_expect_str_eq(label, "10/initiative/blue/initiative/1");
	pn_slot_write(label, &play.truth, (struct pn_slot){2, 0, PN_WHO_SIDE(PN_RED), 0});
	cr_expect_str_eq(label, "2/declaration/red");
	pn_slot_write(label, &play.truth, (struct pn_slot){2, 0, 7, 3});
	cr_expect_str_eq(label, "2/declaration/b4/3");
}

Test(dice, names_of_units_go_both_ways)
{
	static const char *const not_a_unit[] = {"",   "r",   "r0",  "r5",           "b5",
						 "g1", "r01", "r1 ", "r99999999999", "R1"};

	begin();
	for (pn_unit_id i = 0; i < 8; i++) {
		char name[PN_ID_BYTES];

		pn_who_write(name, &play.truth, i);
		cr_expect_eq(pn_unit_named(&play.truth, name), i, "%s", name);
	}
	for (size_t i = 0; i < sizeof not_a_unit / sizeof not_a_unit[0]; i++)
		cr_expect_eq(pn_unit_named(&play.truth, not_a_unit[i]), PN_NO_UNIT, "%s",
			     not_a_unit[i]);
}

/* One label, one face: within a game no die is rolled twice. */
Test(dice, no_label_comes_twice)
{
	struct random_source random = {11};
	static char seen[4096][PN_LABEL_BYTES];
	size_t count = 0;

	begin();
	while (!play.truth.over) {
		pn_side side = play_side(&play, &random);
		struct pn_command command = play_random_action(&play, side, &random);

		play_command(&play, side, &command);
	}
	for (size_t i = 0; i < play.count; i++) {
		const struct pn_event *event = &play.log[i];

		if (event->kind != PN_EVENT_ROLLED)
			continue;
		for (uint8_t n = 0; n < event->rolled.count; n++) {
			char *label = seen[count++];

			pn_label_write(label, &play.truth, event->rolled.turn, event->rolled.phase,
				       event->rolled.who, event->rolled.what,
				       (uint16_t)(event->rolled.first + n));
			for (size_t k = 0; k + 1 < count; k++)
				cr_assert_str_neq(seen[k], label);
		}
	}
	cr_expect_gt(count, 4);
}

/* A broad unit may throw hundreds of one kind in a phase: each has its own number. */
Test(dice, hundreds_of_one_kind_have_numbers_of_their_own)
{
	enum { DICE = 300 };
	struct pn_step step;
	uint16_t next = 1;

	begin();
	play.out.count = 0;
	step = (struct pn_step){.game = &play.truth, .dice = &play.dice, .out = &play.out};
	pn_throw_pool(&step,
		      (struct pn_roll){.who = 0, .test = PN_TEST_AT_LEAST, .needed = 2, .what = 0},
		      DICE);
	for (uint16_t i = 0; i < play.out.count; i++) {
		cr_expect_eq(play.out.event[i].rolled.first, next);
		next = (uint16_t)(next + play.out.event[i].rolled.count);
	}
	cr_expect_eq(next, DICE + 1);
}
