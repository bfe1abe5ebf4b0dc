/* Chainmail: the most that one command can bring about. Forty a side, all told in secret to
 * charge the unit before them: when the last is ready all go, meet, check, flee and follow. */

#include <criterion/criterion.h>
#include <stdio.h>

#include "chainmail/ch.h"
#include "play.h"

enum { EACH = PN_SIDE_UNITS_MAX, SEEDS = 8 };

static struct play play;
static struct pn_muster muster;

static void draw_up(uint8_t ruleset, enum ch_class red, enum ch_class blue)
{
	pn_muster_defaults(&muster, ruleset);
	muster.width = 240 * PN_INCH;
	muster.depth = 60 * PN_INCH;
	muster.turns = 2;
	muster.method = PN_METHOD_SEALED;
	for (int i = 0; i < 2 * EACH; i++) {
		struct pn_muster_unit *unit = &muster.unit[muster.unit_count++];
		const bool first = i < EACH;

		unit->side = first ? PN_RED : PN_BLUE;
		unit->class = (uint8_t)(first ? red : blue);
		snprintf(unit->name, sizeof unit->name, "Unit %d", i + 1);
		unit->formation = (struct pn_formation){10, 5, 2000, 2000, 0};
		unit->pose.at.x = 6 * PN_INCH + i % EACH * 14500;
		unit->pose.at.y = (first ? 25 : 35) * PN_INCH;
		unit->pose.facing = first ? 0 : PN_TURN_HALF;
	}
}

static void all_charge(uint8_t ruleset, uint64_t seed)
{
	const struct pn_command ready = {
		.kind = PN_COMMAND_READY, .unit = PN_NO_UNIT, .target = PN_NO_UNIT};

	play_begin(&play, ruleset, &muster, seed);
	for (pn_unit_id i = 0; i < 2 * EACH; i++) {
		const struct pn_command charge = {
			.kind = PN_COMMAND_DECLARE_CHARGE,
			.unit = i,
			.target = (pn_unit_id)(i < EACH ? i + EACH : i - EACH),
		};
		const pn_side side = play.truth.unit[i].side;

		cr_assert_eq((int)pn_check(&play.view[side], side, &charge).code, PN_LAWFUL);
		play_command(&play, side, &charge);
	}
	play_command(&play, PN_RED, &ready);
	play_command(&play, PN_BLUE, &ready);
	cr_expect_gt(play.out.count, 0);
	cr_expect_eq(play.truth.contact_count % 2, 0);
}

Test(chainmail_mass, eighty_units_charge_at_once)
{
	static const enum ch_class against[] = {CH_PEASANTS, CH_HEAVY_HORSE, CH_LIGHT_HORSE};
	const uint8_t ruleset = (uint8_t)pn_rules_find("chainmail");

	for (size_t i = 0; i < sizeof against / sizeof against[0]; i++) {
		draw_up(ruleset, CH_HEAVY_HORSE, against[i]);
		for (uint64_t seed = 1; seed <= SEEDS; seed++)
			all_charge(ruleset, seed);
	}
}
