/* Musters: each limit with a value just inside and one just outside. */

#include <criterion/criterion.h>
#include <stdio.h>

#include "pennon/rules.h"
#include "play.h"
#include "step.h"

static struct pn_muster muster;
static struct pn_game game;

/* Two units a side, 20 inches apart, everything in order. */
static void fair_muster(void)
{
	play_plain_muster(&muster, 48 * PN_INCH);
}

/* Whatever is wrong with a muster, the first of all its faults is what refuses it. */
static void expect_first(struct pn_muster_fault refused)
{
	static const struct pn_muster_unread nothing;
	static struct pn_game unused;
	struct pn_muster_fault all[8];
	uint16_t count = pn_muster_faults(all, 8, &unused, play_book(), &muster, &nothing);

	cr_expect_eq(count > 0, refused.code != PN_MUSTER_NONE);
	if (count > 0)
		cr_expect_eq(all[0].code, refused.code);
}

static struct pn_muster_fault try_setup(void)
{
	struct pn_muster_fault found = pn_setup(&game, play_book(), &muster);

	expect_first(found);
	return found;
}

/* A square piece of terrain, clockwise. */
static struct pn_terrain square(uint8_t kind, pn_len x, pn_len y, pn_len side)
{
	return (struct pn_terrain){
		.kind = kind,
		.shape = {4, {{x, y}, {x, y + side}, {x + side, y + side}, {x + side, y}}},
	};
}

Test(setup, a_fair_muster_makes_a_game)
{
	fair_muster();
	cr_assert_eq(try_setup().code, PN_MUSTER_NONE);
	cr_assert_eq(game.unit_count, 4);
	cr_assert_eq(game.turn, 0);
	cr_assert_eq(game.unit[3].figures, 12);
	cr_assert_eq(game.unit[3].order.target, PN_NO_UNIT);
}

/* One member of the muster, its limits, and who is told off when it is passed. */
struct limit {
	const char *name;
	void (*set)(int32_t value);
	int32_t inside_low, inside_high;
	enum pn_muster_part part;
	const char *member;
};

static void set_width(int32_t value)
{
	muster.width = value;
}
static void set_depth(int32_t value)
{
	muster.depth = value;
}
static void set_turns(int32_t value)
{
	muster.turns = (uint8_t)value;
}
static void set_morale(int32_t value)
{
	muster.unit[1].stats[1] = value;
}
static void set_files(int32_t value)
{
	muster.unit[1].formation.files = (uint16_t)value;
}
static void set_base_depth(int32_t value)
{
	muster.unit[1].formation.base_depth = value;
}
static void set_state(int32_t value)
{
	muster.unit[1].state = (uint8_t)value;
}
static void set_class(int32_t value)
{
	muster.unit[1].class = (uint8_t)value;
}
static void set_switch(int32_t value)
{
	muster.switches[0] = (uint8_t)value;
}
static void set_count(int32_t value)
{
	muster.count = (uint8_t)value;
}

static const struct limit limits[] = {
	{"width", set_width, 38 * PN_INCH, PN_BOARD_MAX, PN_PART_BOARD, "width"},
	{"depth", set_depth, 38 * PN_INCH, PN_BOARD_MAX, PN_PART_BOARD, "depth"},
	{"turns", set_turns, 1, 99, PN_PART_ENDS, "turns"},
	{"morale", set_morale, 1, 20, PN_PART_UNIT, "stats/morale_rating"},
	{"files", set_files, 1, 12, PN_PART_UNIT, "files"},
	{"base depth", set_base_depth, 200, 7000, PN_PART_UNIT, "base/depth"},
	{"state", set_state, 0, 2, PN_PART_UNIT, "state"},
	{"class", set_class, 0, 1, PN_PART_UNIT, "class"},
	{"reading", set_switch, 0, 1, PN_PART_SWITCH, "range_edge"},
	{"count", set_count, 0, PN_COUNT_COUNT - 1, PN_PART_ENDS, "count"},
};

Test(setup, limits_hold_on_both_sides)
{
	for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
		const struct limit *limit = &limits[i];
		struct pn_muster_fault fault;

		fair_muster();
		limit->set(limit->inside_low);
		cr_expect_eq(try_setup().code, PN_MUSTER_NONE, "%s, lowest", limit->name);
		fair_muster();
		limit->set(limit->inside_high);
		cr_expect_eq(try_setup().code, PN_MUSTER_NONE, "%s, highest", limit->name);
		if (limit->part == PN_PART_BOARD || limit->set == set_base_depth)
			continue; /* beyond these another thing is told off first */
		fair_muster();
		limit->set(limit->inside_high + 1);
		fault = try_setup();
		cr_expect_neq(fault.code, PN_MUSTER_NONE, "%s, beyond", limit->name);
		cr_expect_eq(fault.part, limit->part, "%s", limit->name);
		cr_expect_str_eq(fault.member, limit->member, "%s", limit->name);
		cr_expect(fault.clause.text[0] != '\0', "%s has no clause", limit->name);
	}
}

Test(setup, absurd_musters_are_told_where)
{
	fair_muster();
	muster.width = PN_BOARD_MAX + 1;
	cr_expect_eq(try_setup().code, PN_MUSTER_BOARD_SIZE);
	fair_muster();
	muster.unit[2].formation.figures = 0;
	cr_expect_eq(try_setup().code, PN_MUSTER_OUT_OF_RANGE);
	fair_muster();
	muster.unit[2].formation.figures = 10000;
	cr_expect_eq(try_setup().code, PN_MUSTER_OUT_OF_RANGE);
	fair_muster();
	muster.unit_count = 2;
	cr_expect_eq(try_setup().code, PN_MUSTER_NO_UNITS);
	fair_muster();
	muster.unit[0].side = PN_BLUE;
	cr_expect_eq(try_setup().code, PN_MUSTER_ORDER);
	fair_muster();
	muster.unit[3].name[0] = '\0';
	cr_expect_eq(try_setup().code, PN_MUSTER_MISSING);
	fair_muster();
	muster.unit[3].stats[1] = 0;
	cr_expect_str_eq(try_setup().clause.text, "B2-93");
	fair_muster();
	muster.method = PN_METHOD_COUNT;
	cr_expect_eq(try_setup().part, PN_PART_METHOD);
}

static struct pn_shape rectangle(pn_len west, pn_len south, pn_len east, pn_len north)
{
	return (struct pn_shape){4, {{west, south}, {west, north}, {east, north}, {east, south}}};
}

/* Two zones, along the south and the north edge. */
static void zoned_muster(void)
{
	fair_muster();
	muster.deployment = PN_DEPLOYMENT_SEALED;
	muster.zone[PN_RED] = rectangle(0, 0, muster.width, muster.depth / 3);
	muster.zone[PN_BLUE] =
		rectangle(0, muster.depth - muster.depth / 3, muster.width, muster.depth);
}

/* Most characteristics are kept in a byte: those that may be larger are not. */
Test(setup, a_unit_has_each_characteristic_that_its_book_allows)
{
	for (uint8_t book = 0; book < pn_rules_count(); book++) {
		const struct pn_rules *rules = pn_rules_at(book);
		struct pn_unit unit;
		int32_t stats[PN_STATS_MAX] = {0};

		/* What lies beside them is none of them. */
		memset(&unit, 0xff, sizeof unit);
		for (int most = 0; most < 2; most++) {
			for (uint8_t i = 0; i < rules->stats.count; i++)
				stats[i] = most ? rules->stats.row[i].max : rules->stats.row[i].min;
			pn_take_stats(&unit, rules, stats);
			for (uint8_t i = 0; i < PN_STATS_MAX; i++)
				cr_expect_eq(pn_stat(&unit, i), stats[i], "%s: %u", rules->id, i);
		}
	}
}

Test(setup, zones_are_on_the_table_simple_and_apart)
{
	zoned_muster();
	cr_expect_eq(try_setup().code, PN_MUSTER_NONE);
	muster.deployment = PN_DEPLOYMENT_COUNT;
	cr_expect_str_eq(try_setup().member, "how");
	zoned_muster();
	muster.deploys_first = PN_PUBLIC;
	cr_expect_str_eq(try_setup().member, "first");
	zoned_muster();
	muster.zone[PN_RED].count = 2;
	cr_expect_eq(try_setup().code, PN_MUSTER_OUT_OF_RANGE);
	zoned_muster();
	muster.zone[PN_BLUE].point[1].y++;
	cr_expect_eq(try_setup().code, PN_MUSTER_OFF_TABLE);
	cr_expect_str_eq(try_setup().member, "zones/blue");
	zoned_muster();
	muster.zone[PN_RED].point[1] = muster.zone[PN_RED].point[3];
	cr_expect_eq(try_setup().code, PN_MUSTER_NOT_SIMPLE);
	zoned_muster();
	muster.zone[PN_RED] = muster.zone[PN_BLUE];
	cr_expect_eq(try_setup().code, PN_MUSTER_ZONES_MEET);
	cr_expect_str_eq(try_setup().clause.text, "PN-25");
	zoned_muster();
	muster.zone[PN_RED] = rectangle(0, 0, PN_INCH, PN_INCH);
	cr_expect_eq(try_setup().code, PN_MUSTER_NO_ROOM);
	cr_expect_eq(try_setup().part, PN_PART_DEPLOYMENT);
}

/* Wider or deeper than any table: refused before anything is measured. */
Test(setup, no_unit_is_larger_than_a_table)
{
	fair_muster();
	muster.unit[1].formation = (struct pn_formation){200, 200, 30000, 2000, 0};
	cr_expect_str_eq(try_setup().member, "files");
	fair_muster();
	muster.unit[1].formation = (struct pn_formation){200, 1, 2000, 30000, 0};
	cr_expect_str_eq(try_setup().member, "figures");
}

/* Twelve figures, six files of 20 mm: 120 mm wide, 40 mm deep. */
Test(setup, two_units_may_touch_but_not_overlap)
{
	struct pn_muster_fault fault;

	fair_muster();
	muster.unit[1].pose.at = muster.unit[0].pose.at;
	muster.unit[1].pose.at.x += 12000;
	cr_expect_eq(try_setup().code, PN_MUSTER_NONE, "side by side");
	muster.unit[1].pose.at.x -= PN_TOUCH;
	cr_expect_eq(try_setup().code, PN_MUSTER_NONE, "touching");
	muster.unit[1].pose.at.x -= 1;
	fault = try_setup();
	cr_expect_eq(fault.code, PN_MUSTER_UNITS_OVERLAP);
	cr_expect_eq(fault.index, 1);
	cr_expect_str_eq(fault.clause.text, "PN-08");
}

Test(setup, units_start_on_the_table)
{
	fair_muster();
	muster.unit[0].pose.at = (pn_vec){6000, 4000};
	cr_expect_eq(try_setup().code, PN_MUSTER_NONE, "in the corner");
	muster.unit[0].pose.at = (pn_vec){5999, 4000};
	cr_expect_eq(try_setup().code, PN_MUSTER_OFF_TABLE, "one beyond the west edge");
	muster.unit[0].pose.at = (pn_vec){6000, 3999};
	cr_expect_eq(try_setup().code, PN_MUSTER_OFF_TABLE, "one beyond the south edge");
}

Test(setup, terrain_is_simple_and_clockwise)
{
	struct pn_shape *shape = &muster.terrain[0].shape;
	pn_vec swap;

	fair_muster();
	muster.terrain_count = 1;
	muster.terrain[0] = square(0, 100, 100, 1000);
	cr_expect_eq(try_setup().code, PN_MUSTER_NONE);
	swap = shape->point[1];
	shape->point[1] = shape->point[3];
	shape->point[3] = swap;
	cr_expect_eq(try_setup().code, PN_MUSTER_NOT_SIMPLE, "counter-clockwise");
	muster.terrain[0] = square(0, 100, 100, 1000);
	swap = shape->point[2];
	shape->point[2] = shape->point[3];
	shape->point[3] = swap;
	cr_expect_eq(try_setup().code, PN_MUSTER_NOT_SIMPLE, "a bow tie");
	muster.terrain[0] = square(0, -1, 100, 1000);
	cr_expect_eq(try_setup().code, PN_MUSTER_OFF_TABLE);
	muster.terrain[0] = square(pn_rules_at(play_book())->terrain.count, 100, 100, 1000);
	cr_expect_eq(try_setup().code, PN_MUSTER_NOT_ALLOWED);
}

Test(setup, nobody_starts_on_impassable_ground)
{
	const pn_vec at = {12 * PN_INCH, 10 * PN_INCH};

	fair_muster();
	muster.terrain_count = 1;
	muster.terrain[0] = square(1, at.x - 500, at.y - 2000, 1000);
	cr_expect_eq(try_setup().code, PN_MUSTER_ON_IMPASSABLE);
	muster.terrain[0].kind = 0;
	cr_expect_eq(try_setup().code, PN_MUSTER_NONE, "clear ground is no matter");
}

/* Each unit's fault is told, and none that follows from another's: who stands nowhere is in nobody's
 * way. */
Test(setup, all_faults_are_told)
{
	static struct pn_muster_unread unread;
	struct pn_muster_fault all[8];

	fair_muster();
	muster.unit[0].formation.files = 13;
	muster.unit[1].pose.at = muster.unit[0].pose.at;
	muster.unit[2].stats[1] = PN_STAT_MISSING;
	muster.unit[3].pose.at.x = 0;
	cr_assert_eq(pn_muster_faults(all, 8, &game, play_book(), &muster, &unread), 3);
	cr_expect_str_eq(all[0].member, "files");
	cr_expect_str_eq(all[1].member, "stats/morale_rating");
	cr_expect_str_eq(all[2].member, "pose");
	cr_expect_eq(all[2].index, 3);
	/* One fault more than there is room for is counted and not written. */
	cr_expect_eq(pn_muster_faults(all, 2, &game, play_book(), &muster, &unread), 3);
	cr_expect_eq(all[2].index, 3);
	/* What was not read is not held against anybody. */
	unread.any = unread.unit[0] = unread.unit[2] = true;
	cr_assert_eq(pn_muster_faults(all, 8, &game, play_book(), &muster, &unread), 1);
	cr_expect_eq(all[0].index, 3);
}

/* A fault of the position: of which unit, which member, and its bounds. */
static void expect_position_fault(enum pn_muster_fault_code code, const char *unit,
				  const char *member, int32_t max)
{
	struct pn_muster_fault found = try_setup();

	cr_expect_eq(found.code, code, "%s %s: %d", unit, member, found.code);
	cr_expect_str_eq(found.unit, unit);
	cr_expect_str_eq(found.member, member);
	cr_expect_eq(found.max, max);
}

Test(setup, a_battle_goes_on_at_the_start_of_a_turn)
{
	fair_muster();
	muster.first_turn = 3;
	muster.unit[3].at_start = 12;
	muster.unit[3].formation.figures = 6;
	muster.unit[3].state = 1;
	cr_assert_eq(try_setup().code, PN_MUSTER_NONE);
	cr_expect_eq(game.first_turn, 3);
	cr_expect_eq(game.unit[3].figures, 6);
	cr_expect_eq(game.unit[3].figures_at_start, 12);
	cr_expect_eq(game.unit[3].state, 1);
	/* The last turn is 3. */
	muster.first_turn = 4;
	expect_position_fault(PN_MUSTER_OUT_OF_RANGE, "", "turn", 3);
	muster.first_turn = 3;
	/* More than there were, and nobody. */
	muster.unit[3].formation.figures = 13;
	expect_position_fault(PN_MUSTER_OUT_OF_RANGE, "b2", "figures", 12);
	muster.unit[3].formation.figures = 0;
	expect_position_fault(PN_MUSTER_OUT_OF_RANGE, "b2", "figures", 12);
	/* A unit in six files has at least six figures left. */
	muster.unit[3].formation.figures = 5;
	cr_expect_str_eq(try_setup().member, "files");
	muster.unit[3].formation.figures = 6;
	muster.deployment = PN_DEPLOYMENT_IN_TURN;
	cr_expect_eq(try_setup().part, PN_PART_POSITION);
}

/* Enemies are in contact that touch, on the side that is named, and once: front to front, and so far
 * apart that they just touch, and not. */
Test(setup, contacts_touch)
{
	static const struct {
		pn_vec at;
		pn_angle facing;
		struct pn_contact contact;
		const char *member; /* NULL: it is good */
	} rows[] = {
		{{0, 0}, PN_TURN_HALF, {0, 2, PN_FACING_FRONT, false}, NULL},
		{{0, 5}, PN_TURN_HALF, {0, 2, PN_FACING_FRONT, false}, NULL},
		{{0, 6}, PN_TURN_HALF, {0, 2, PN_FACING_FRONT, false}, "with"},
		{{0, 0}, PN_TURN_HALF, {2, 0, PN_FACING_FRONT, false}, NULL},
		{{0, 0}, PN_TURN_HALF, {0, 2, PN_FACING_REAR, false}, "facing"},
		{{0, 4000}, 0, {0, 2, PN_FACING_REAR, false}, NULL},
		{{0, 4000}, 0, {0, 2, PN_FACING_FRONT, false}, "facing"},
		{{0, 0}, PN_TURN_HALF, {0, 2, 4, false}, "facing"},
		{{0, 0}, PN_TURN_HALF, {0, 1, PN_FACING_FRONT, false}, "with"},
		{{0, 0}, PN_TURN_HALF, {0, 4, PN_FACING_FRONT, false}, "with"},
		{{0, 0}, PN_TURN_HALF, {4, 2, PN_FACING_FRONT, false}, "unit"},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		fair_muster();
		muster.first_turn = 2;
		muster.unit[2].pose.at = pn_add(muster.unit[0].pose.at, rows[i].at);
		muster.unit[2].pose.facing = rows[i].facing;
		muster.contact[0] = muster.contact[1] = rows[i].contact;
		muster.contact_count = 1;
		struct pn_muster_fault found = try_setup();

		cr_expect_eq(found.code, rows[i].member ? PN_MUSTER_NO_CONTACT : PN_MUSTER_NONE,
			     "%zu: %d %s", i, found.code, found.member);
		if (rows[i].member) {
			cr_expect_str_eq(found.member, rows[i].member, "%zu", i);
			continue;
		}
		cr_expect(pn_engaged(&game, 0) && pn_engaged(&game, 2));
		muster.contact_count = 2;
		cr_expect_eq(try_setup().code, PN_MUSTER_NO_CONTACT);
		/* Each may have struck the other. */
		muster.contact[1].unit = rows[i].contact.with;
		muster.contact[1].with = rows[i].contact.unit;
		muster.contact[1].facing = PN_FACING_FRONT;
		cr_expect_eq(try_setup().code, PN_MUSTER_NONE);
	}
}

/* Each flag of each book in each state: as it says; and none that does not last. */
Test(setup, flags_are_what_their_book_says)
{
	unsigned given = 0;

	for (uint8_t book = 0; book < pn_rules_count(); book++) {
		const struct pn_rules *rules = pn_rules_at(book);

		for (uint8_t k = 0; k < rules->flags.count; k++)
			for (uint8_t state = 0; state < rules->states.count; state++) {
				static struct pn_muster other;
				const struct pn_flag_rule *rule = &rules->flags.row[k];
				struct random_source random = {book + 1u};
				struct pn_muster_fault found;

				play_random_muster(&other, book, &random);
				other.deployment = PN_DEPLOYMENT_PLACED;
				other.first_turn = 1;
				other.unit[0].state = state;
				if (pn_setup(&game, book, &other).code != PN_MUSTER_NONE)
					continue;
				other.unit[0].flags = UINT32_C(1) << k;
				found = pn_setup(&game, book, &other);
				const bool may = rule->lasts && !rule->in_contact &&
						 (rule->states == 0 || rule->states >> state & 1);

				given += may;
				cr_expect_eq(found.code == PN_MUSTER_NONE, may, "%s %s in state %u",
					     rules->id, rule->name, state);
				if (may) {
					cr_expect_eq(game.unit[0].flags, UINT32_C(1) << k);
					other.first_turn = 0;
					found = pn_setup(&game, book, &other);
				}
				cr_expect_eq(found.code, PN_MUSTER_NOT_LASTING);
				cr_expect_eq(found.part, PN_PART_FLAG);
				cr_expect_str_eq(found.unit, "r1");
				cr_expect_str_eq(found.member, rule->name);
				cr_expect(found.clause.text[0]);
			}
	}
	cr_expect_gt(given, 20);
}

/* A unit that is gone is nowhere, and the facts that last are in the game. */
Test(setup, the_gone_and_the_lasting_facts)
{
	fair_muster();
	muster.first_turn = 2;
	muster.unit[1].whereabouts = PN_IS_GONE;
	muster.unit[1].pose = muster.unit[0].pose;
	cr_assert_eq(try_setup().code, PN_MUSTER_NONE);
	cr_expect(game.unit[0].on_board && !game.unit[1].on_board);
	muster.contact[0] = (struct pn_contact){1, 2, PN_FACING_FRONT, false};
	muster.contact_count = 1;
	cr_expect_eq(try_setup().code, PN_MUSTER_NO_CONTACT);
	muster.contact_count = 0;
	muster.unit[2].whereabouts = PN_HAS_COME_ON;
	cr_expect_eq(try_setup().code, PN_MUSTER_NOT_ALLOWED);
	muster.unit[2].whereabouts = PN_WHERE_IT_BEGAN;
	muster.first_turn = 0;
	cr_expect_eq(try_setup().code, PN_MUSTER_NOT_ALLOWED);
}

/* Each counter of each book: as much as it says, one more, none that it does not name. */
Test(setup, counters_are_what_their_book_says)
{
	unsigned met = 0;

	for (uint8_t book = 0; book < pn_rules_count(); book++) {
		const struct pn_rules *rules = pn_rules_at(book);

		for (uint8_t k = 0; k < PN_TALLIES_MAX; k++) {
			static struct pn_muster other;
			const struct pn_tally_rule *rule =
				k < rules->tallies.count ? &rules->tallies.row[k] : NULL;
			struct pn_muster_fault found;
			struct random_source random = {book + 1u};

			int tries = 0;

			do {
				play_random_muster(&other, book, &random);
				other.deployment = PN_DEPLOYMENT_PLACED;
				other.first_turn = 1;
				other.unit[0].state = rule && rule->out_of_order ? 1 : 0;
			} while (pn_setup(&game, book, &other).code != PN_MUSTER_NONE &&
				 ++tries < 50);
			const int32_t most = !rule ? 0
					     : rule->below > 0
						     ? other.unit[0].stats[rule->below - 1] - 1
						     : rule->most;

			met++;
			other.unit[0].tally[k] = (uint8_t)most;
			found = pn_setup(&game, book, &other);
			/* A book may ask for more: to have arrived one must have been awaited. */
			cr_expect(found.code == PN_MUSTER_NONE ||
				  found.code == PN_MUSTER_NOT_LASTING);
			if (found.code == PN_MUSTER_NONE)
				cr_expect_eq(game.unit[0].tally[k], most);
			other.unit[0].tally[k] = (uint8_t)(most + 1);
			found = pn_setup(&game, book, &other);
			cr_expect_eq(found.part, PN_PART_TALLY, "%s %u", rules->id, k);
			cr_expect_str_eq(found.unit, "r1");
			cr_expect(found.clause.text[0]);
			if (!rule || !rule->out_of_order)
				continue;
			other.unit[0].state = 0;
			other.unit[0].tally[k] = 1;
			cr_expect_eq(pn_setup(&game, book, &other).code, PN_MUSTER_NOT_ALLOWED);
		}
	}
	cr_expect_eq(met, pn_rules_count() * PN_TALLIES_MAX);
}

/* Skirmishers who are gone take no room in the list of figures. */
Test(setup, the_gone_have_no_figures)
{
	uint8_t loose = 0;

	fair_muster();
	while (!pn_rules_at(play_book())->forms.row[loose].loose)
		loose++;
	muster.first_turn = 2;
	muster.unit[1].form = loose;
	cr_assert_eq(try_setup().code, PN_MUSTER_NONE);
	cr_expect_eq(game.unit[1].loose, 12);
	muster.unit[1].whereabouts = PN_IS_GONE;
	cr_assert_eq(try_setup().code, PN_MUSTER_NONE);
	cr_expect_eq(game.unit[1].loose, 0);
	cr_expect_eq(game.figure_count, 0);
}

/* Whether there is room is asked of what was read to the end. */
Test(setup, room_is_asked_of_a_whole_muster)
{
	static struct pn_muster_unread unread;
	struct pn_muster_fault all[8];

	zoned_muster();
	muster.zone[PN_RED] = rectangle(0, 0, PN_INCH, PN_INCH);
	cr_expect_eq(pn_muster_faults(all, 8, &game, play_book(), &muster, &unread), 1);
	unread.any = unread.ends = true;
	cr_expect_eq(pn_muster_faults(all, 8, &game, play_book(), &muster, &unread), 0);
}
