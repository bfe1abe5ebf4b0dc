/* What may be said of an outcome that no command on the wire can say, and figures that stand by
 * themselves; the cases of PN-20 to PN-24 are elsewhere (tests/cases). */

#include <criterion/criterion.h>

#include "loose.h"
#include "melee.h"
#include "play.h"

static struct play play;

/* What is said when this becomes of one unit. */
static enum pn_refusal said_of(struct pn_fate fate)
{
	struct pn_command command = {
		.kind = PN_COMMAND_PROPOSE_OUTCOME, .unit = 0, .target = PN_NO_UNIT};

	command.outcome.count = 1;
	command.outcome.fate[0] = fate;
	return pn_check(&play.truth, PN_RED, &command).code;
}

Test(melee, a_fate_is_of_a_unit_and_a_state_that_are_there)
{
	const struct pn_fate lost = {.unit = 0, .lost = 1, .state = PN_STATE_KEPT};
	struct pn_fate fate = lost;

	play_begin_melee(&play, 9);
	cr_expect_eq(said_of(fate), PN_LAWFUL);
	fate.unit = play.truth.unit_count;
	cr_expect_eq(said_of(fate), PN_REFUSE_NO_SUCH_UNIT);
	fate = lost;
	fate.state = (uint8_t)(pn_rules_of(&play.truth)->states.count - 1);
	cr_expect_eq(said_of(fate), PN_LAWFUL);
	fate.state++;
	cr_expect_eq(said_of(fate), PN_REFUSE_BAD_OUTCOME);
	/* A unit that is not placed stands nowhere. */
	fate = lost;
	fate.at = (pn_vec){-1, -1};
	cr_expect_eq(said_of(fate), PN_LAWFUL);
	fate.placed = true;
	cr_expect_eq(said_of(fate), PN_REFUSE_LEAVES_TABLE);
}

/* A place off the table is told of before all else: its numbers may be too large to reckon with. */
Test(melee, a_place_off_the_table_is_told_of_first)
{
	const pn_len end = 48 * PN_INCH;
	const pn_vec on[] = {{0, 50}, {50, 0}, {end, 50}, {50, end}};
	const pn_vec off[] = {{-1, 50}, {50, -1}, {end + 1, 50}, {50, end + 1}};

	play_begin_melee(&play, 9);
	for (int i = 0; i < 4; i++) {
		struct pn_fate fate = {
			.unit = 0, .state = PN_STATE_KEPT, .removed = true, .placed = true};

		fate.at = on[i];
		cr_expect_eq(said_of(fate), PN_REFUSE_BAD_OUTCOME, "%d: it is gone", i);
		fate.at = off[i];
		cr_expect_eq(said_of(fate), PN_REFUSE_LEAVES_TABLE, "%d", i);
	}
}

Test(melee, of_a_unit_that_is_there)
{
	struct pn_command open = {.kind = PN_COMMAND_LEAVE_OPEN, .target = PN_NO_UNIT};

	play_begin_melee(&play, 9);
	for (open.unit = 0; open.unit < play.truth.unit_count; open.unit++)
		cr_expect_eq(pn_check(&play.truth, PN_BLUE, &open).code,
			     open.unit % 2 == 0 ? PN_LAWFUL : PN_REFUSE_NOT_IN_MELEE);
	cr_expect_eq(pn_check(&play.truth, PN_BLUE, &open).code, PN_REFUSE_NO_SUCH_UNIT);
	open.unit = PN_NO_UNIT;
	cr_expect_eq(pn_check(&play.truth, PN_BLUE, &open).code, PN_LAWFUL);
}

/* One rank of six, 40 mm apart. Wherever one of them may not stand the unit may not be placed. */
Test(melee, each_figure_finds_its_place)
{
	const pn_pose first = {{20000, 80000}, 0};
	struct pn_unit *unit;

	for (int bad = -1; bad < 6; bad++) {
		const pn_len west = first.at.x + bad * 4000 - 500;
		const pn_len south = first.at.y - 1000;

		play_begin_melee(&play, 9);
		unit = &play.truth.unit[0];
		unit->figures = unit->files = 6;
		unit->gap = 2000;
		pn_loose_begin(&play.truth, unit);
		play.truth.terrain_count = bad >= 0;
		play.truth.terrain[0].kind = 1;
		play.truth.terrain[0].shape = (struct pn_shape){4,
								{{west, south},
								 {west, south + 500},
								 {west + 1000, south + 500},
								 {west + 1000, south}}};
		cr_expect_eq(said_of((struct pn_fate){.unit = 0,
						      .state = PN_STATE_KEPT,
						      .placed = true,
						      .at = first.at,
						      .facing = first.facing}),
			     bad < 0 ? PN_LAWFUL : PN_REFUSE_BLOCKED, "%d", bad);
	}
}
