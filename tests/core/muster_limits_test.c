/* Each limit of a muster, with the last value that is good and the first that is not: what is wrong
 * is told of by its member, and nothing else is told of that only follows from it. */

#include <criterion/criterion.h>
#include <string.h>

#include "pennon/rules.h"
#include "play.h"
#include "step.h"

enum { FAULTS = 32 };

static struct pn_muster muster;
static struct pn_muster_unread unread;
static struct pn_muster_fault all[FAULTS];

/* Two units a side, far apart, and one piece of terrain. */
static void fair_muster(void)
{
	play_plain_muster(&muster, 96 * PN_INCH);
	unread = (struct pn_muster_unread){0};
	muster.terrain_count = 1;
	muster.terrain[0] = (struct pn_terrain){
		.shape = {4, {{1000, 1000}, {1000, 2000}, {2000, 2000}, {2000, 1000}}}};
}

static uint16_t look(void)
{
	static struct pn_game unused;

	return pn_muster_faults(all, FAULTS, &unused, play_book(), &muster, &unread);
}

static bool is_told(enum pn_muster_fault_code code, const char *member)
{
	const uint16_t count = look();

	for (uint16_t i = 0; i < count && i < FAULTS; i++)
		if (all[i].code == code && strcmp(all[i].member, member) == 0)
			return true;
	return false;
}

static void width(int32_t value)
{
	muster.width = value;
}
static void depth(int32_t value)
{
	muster.depth = value;
}
static void pieces(int32_t value)
{
	muster.terrain_count = (uint8_t)value;
	for (int32_t i = 1; i < value && i < PN_TERRAIN_MAX; i++)
		muster.terrain[i] = muster.terrain[0];
}
static void height(int32_t value)
{
	muster.terrain[0].height = value;
}
static void corners(int32_t value)
{
	muster.terrain[0].shape.count = (uint8_t)value;
}
static void corner_west(int32_t value)
{
	muster.terrain[0].shape.point[0].x = value;
}
static void corner_south(int32_t value)
{
	muster.terrain[0].shape.point[0].y = value;
}
static void corner_east(int32_t value)
{
	muster.terrain[0].shape.point[2].x = value;
}
static void corner_north(int32_t value)
{
	muster.terrain[0].shape.point[2].y = value;
}
static void form(int32_t value)
{
	muster.unit[1].form = (uint8_t)value;
}
static void figures(int32_t value)
{
	muster.unit[1].formation.figures = (uint16_t)value;
	muster.unit[1].formation.files = 20;
}
static void files(int32_t value)
{
	muster.unit[1].formation.files = (uint16_t)value;
}
static void base_width(int32_t value)
{
	muster.unit[1].formation.base_width = value;
}
static void base_depth(int32_t value)
{
	muster.unit[1].formation.base_depth = value;
}
static void file_of_a_line(int32_t value)
{
	muster.unit[1].formation = (struct pn_formation){25, 25, value, 2000, 0};
}
static void rank_of_a_column(int32_t value)
{
	muster.unit[1].formation = (struct pn_formation){25, 1, 2000, value, 0};
}
static void side(int32_t value)
{
	muster.unit[3].side = (pn_side)value;
}
static void trait(int32_t value)
{
	muster.unit[1].traits = 1u << value;
}
static void west(int32_t value)
{
	muster.unit[1].pose.at.x = value;
}
static void south(int32_t value)
{
	muster.unit[1].pose.at.y = value;
}
static void turns(int32_t value)
{
	muster.turns = (uint8_t)value;
}

Test(muster_limits, the_last_good_value_and_the_first_bad_one)
{
	const struct pn_rules *rules = pn_rules_at(play_book());
	const struct {
		const char *name;
		void (*set)(int32_t value);
		int32_t good, bad;
		enum pn_muster_fault_code code;
		const char *member;
	} rows[] = {
		{"least width", width, PN_INCH, PN_INCH - 1, PN_MUSTER_BOARD_SIZE, "width"},
		{"most width", width, PN_BOARD_MAX, PN_BOARD_MAX + 1, PN_MUSTER_BOARD_SIZE,
		 "width"},
		{"least depth", depth, PN_INCH, PN_INCH - 1, PN_MUSTER_BOARD_SIZE, "depth"},
		{"most depth", depth, PN_BOARD_MAX, PN_BOARD_MAX + 1, PN_MUSTER_BOARD_SIZE,
		 "depth"},
		{"pieces", pieces, PN_TERRAIN_MAX, PN_TERRAIN_MAX + 1, PN_MUSTER_OUT_OF_RANGE,
		 "terrain"},
		{"least height", height, 0, -1, PN_MUSTER_OUT_OF_RANGE, "height"},
		{"most height", height, PN_BOARD_MAX, PN_BOARD_MAX + 1, PN_MUSTER_OUT_OF_RANGE,
		 "height"},
		{"least corners", corners, 3, 2, PN_MUSTER_OUT_OF_RANGE, "points"},
		{"most corners", corners, PN_TERRAIN_POINTS_MAX, PN_TERRAIN_POINTS_MAX + 1,
		 PN_MUSTER_OUT_OF_RANGE, "points"},
		{"west of the table", corner_west, 0, -1, PN_MUSTER_OFF_TABLE, "points"},
		{"south of the table", corner_south, 0, -1, PN_MUSTER_OFF_TABLE, "points"},
		{"east of the table", corner_east, 96 * PN_INCH, 96 * PN_INCH + 1,
		 PN_MUSTER_OFF_TABLE, "points"},
		{"north of the table", corner_north, 96 * PN_INCH, 96 * PN_INCH + 1,
		 PN_MUSTER_OFF_TABLE, "points"},
		{"formation", form, rules->forms.count - 1, rules->forms.count,
		 PN_MUSTER_NOT_ALLOWED, "formation"},
		{"figures", figures, PN_FIGURES_MAX, PN_FIGURES_MAX + 1, PN_MUSTER_OUT_OF_RANGE,
		 "figures"},
		{"least files", files, 1, 0, PN_MUSTER_OUT_OF_RANGE, "files"},
		{"most files", files, 12, 13, PN_MUSTER_OUT_OF_RANGE, "files"},
		{"narrowest base", base_width, 200, 199, PN_MUSTER_OUT_OF_RANGE, "base/width"},
		{"widest base", base_width, 30000, 30001, PN_MUSTER_OUT_OF_RANGE, "base/width"},
		{"no base width", base_width, 200, 0, PN_MUSTER_MISSING, "base/width"},
		{"shallowest base", base_depth, 200, 199, PN_MUSTER_OUT_OF_RANGE, "base/depth"},
		{"deepest base", base_depth, 30000, 30001, PN_MUSTER_OUT_OF_RANGE, "base/depth"},
		{"no base depth", base_depth, 200, 0, PN_MUSTER_MISSING, "base/depth"},
		{"as wide as a table", file_of_a_line, PN_BOARD_MAX / 25, PN_BOARD_MAX / 25 + 1,
		 PN_MUSTER_OUT_OF_RANGE, "files"},
		{"as deep as a table", rank_of_a_column, PN_BOARD_MAX / 25, PN_BOARD_MAX / 25 + 1,
		 PN_MUSTER_OUT_OF_RANGE, "figures"},
		{"side", side, PN_BLUE, PN_SIDES, PN_MUSTER_NOT_ALLOWED, "side"},
		{"trait", trait, rules->traits.count - 1, rules->traits.count,
		 PN_MUSTER_NOT_ALLOWED, "traits"},
		{"west edge", west, 6000, 5999, PN_MUSTER_OFF_TABLE, "pose"},
		{"south edge", south, 4000, 3999, PN_MUSTER_OFF_TABLE, "pose"},
		{"least turns", turns, 1, 0, PN_MUSTER_OUT_OF_RANGE, "turns"},
		{"most turns", turns, 99, 100, PN_MUSTER_OUT_OF_RANGE, "turns"},
	};

	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		fair_muster();
		rows[i].set(rows[i].good);
		cr_expect_not(is_told(rows[i].code, rows[i].member), "%s: the last good value",
			      rows[i].name);
		fair_muster();
		rows[i].set(rows[i].bad);
		cr_expect(is_told(rows[i].code, rows[i].member), "%s: the first bad value",
			  rows[i].name);
		cr_expect_eq(look(), 1, "%s: %u faults are told", rows[i].name, look());
		cr_expect_neq(all[0].clause.text[0], '\0', "%s has no clause", rows[i].name);
	}
}

/* What stands on something that is wrong, or that was not read, is not looked at. */
Test(muster_limits, what_follows_from_a_fault_is_not_told)
{
	fair_muster();
	corner_west(-1);
	width(PN_BOARD_MAX + 1);
	cr_expect_eq(look(), 1, "on a table of no size nothing lies beyond the edge");
	fair_muster();
	muster.terrain[0].shape.point[1] = muster.terrain[0].shape.point[3];
	depth(0);
	cr_expect_eq(look(), 1, "nor is an outline looked at");
	fair_muster();
	corner_west(-1);
	unread.any = unread.board = true;
	cr_expect_eq(look(), 0, "a table that was not read has no size");
	fair_muster();
	muster.unit[1].formation = (struct pn_formation){200, 201, 30000, 2000, 0};
	cr_expect_eq(look(), 1, "more files than figures are not too wide besides");
	fair_muster();
	muster.unit[1].formation = (struct pn_formation){200, 200, 30000, 2000, 0};
	muster.switches[0] = 99;
	cr_expect_eq(look(), 1, "how wide a unit is hangs on what is agreed");
	fair_muster();
	muster.unit[2].side = PN_RED;
	muster.unit[1].side = PN_BLUE;
	cr_expect(is_told(PN_MUSTER_ORDER, "side"), "red after blue");
	unread.any = unread.unit[1] = true;
	cr_expect_not(is_told(PN_MUSTER_ORDER, "side"), "after a unit that was not read");
	fair_muster();
	muster.terrain[0] = (struct pn_terrain){
		.kind = 1,
		.height = -1,
		.shape = {4, {{60000, 75000}, {60000, 77000}, {62000, 77000}, {62000, 75000}}}};
	muster.unit[0].pose.at = (pn_vec){61000, 76500};
	cr_expect_eq(look(), 1, "nobody stands on ground that is wrong");
}

/* Of a unit that stands off the table nothing else is said, and nobody stands in it. */
Test(muster_limits, a_place_off_the_table)
{
	static const pn_vec places[] = {{-1, 30000}, {30000, -1}, {250000, 30000}, {30000, 250000}};

	for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
		fair_muster();
		muster.unit[0].pose.at = places[i];
		muster.unit[1].pose.at = places[i];
		cr_expect_eq(look(), 2, "%zu", i);
		cr_expect_eq(all[0].code, PN_MUSTER_OFF_TABLE);
		cr_expect_eq(all[1].code, PN_MUSTER_OFF_TABLE);
	}
}

/* At each edge a unit may stand that faces it, its front on the edge. */
Test(muster_limits, a_front_on_the_edge)
{
	const struct {
		pn_pose on, beyond;
	} rows[] = {
		{{{0, 50000}, 3 * PN_DEGREES_90}, {{-1, 50000}, 3 * PN_DEGREES_90}},
		{{{50000, 0}, PN_TURN_HALF}, {{50000, -1}, PN_TURN_HALF}},
		{{{96 * PN_INCH, 50000}, PN_DEGREES_90},
		 {{96 * PN_INCH + 1, 50000}, PN_DEGREES_90}},
		{{{50000, 96 * PN_INCH}, 0}, {{50000, 96 * PN_INCH + 1}, 0}},
	};

	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		fair_muster();
		muster.unit[0].pose = rows[i].on;
		cr_expect_eq(look(), 0, "%zu", i);
		muster.unit[0].pose = rows[i].beyond;
		cr_expect_eq(look(), 1, "%zu", i);
		cr_expect_eq(all[0].code, PN_MUSTER_OFF_TABLE);
	}
}

static uint8_t form_that_is(bool loose)
{
	const struct pn_rules *rules = pn_rules_at(play_book());
	uint8_t form = 0;

	while (rules->forms.row[form].loose != loose)
		form++;
	return form;
}

/* A unit whose figures stand by themselves, so many. */
static void loosen(uint8_t index, uint16_t figures)
{
	muster.unit[index].form = form_that_is(true);
	muster.unit[index].formation = (struct pn_formation){figures, 6, 1000, 1000, 0};
}

Test(muster_limits, so_many_figures_stand_by_themselves)
{
	const uint8_t last = PN_FIGURE_POSES_MAX / PN_LOOSE_MAX;

	fair_muster();
	loosen(1, PN_LOOSE_MAX);
	cr_expect_not(is_told(PN_MUSTER_OUT_OF_RANGE, "figures"));
	loosen(1, PN_LOOSE_MAX + 1);
	cr_expect(is_told(PN_MUSTER_OUT_OF_RANGE, "figures"), "of one unit");
	cr_expect_eq(all[0].max, PN_LOOSE_MAX);

	/* Of all units together: as many as there is room for, and one figure more. */
	for (int more = 0; more < 3; more++) {
		fair_muster();
		muster.unit_count = (uint8_t)(last + 1);
		for (uint8_t i = 0; i <= last; i++) {
			muster.unit[i] = muster.unit[i < 2 ? i : 3];
			muster.unit[i].side = i == last ? PN_BLUE : PN_RED;
			loosen(i, i < last ? PN_LOOSE_MAX : PN_FIGURE_POSES_MAX % PN_LOOSE_MAX + 6);
		}
		loosen(0, (uint16_t)(PN_LOOSE_MAX - 6 + (more > 0)));
		/* A unit that is gone takes no room, nor does a block. */
		if (more == 2)
			muster.unit[0].whereabouts = PN_IS_GONE;
		cr_expect_eq(is_told(PN_MUSTER_OUT_OF_RANGE, "figures"), more == 1, "%d", more);
		if (more == 2) {
			muster.unit[0].whereabouts = PN_WHERE_IT_BEGAN;
			muster.unit[0].form = form_that_is(false);
			cr_expect_not(is_told(PN_MUSTER_OUT_OF_RANGE, "figures"), "a block");
		}
	}
}

Test(muster_limits, figures_are_placed_where_units_are)
{
	fair_muster();
	loosen(1, 12);
	muster.unit[1].placed = 12;
	cr_expect_not(is_told(PN_MUSTER_NOT_ALLOWED, "figures_at"));
	muster.unit[1].placed = 11;
	cr_expect(is_told(PN_MUSTER_OUT_OF_RANGE, "figures_at"), "all of them or none");
	muster.unit[1].placed = 12;
	muster.unit[1].form = form_that_is(false);
	cr_expect(is_told(PN_MUSTER_NOT_ALLOWED, "figures_at"), "of a block");
	loosen(1, 12);
	muster.first_turn = 2;
	muster.unit[1].whereabouts = PN_IS_GONE;
	cr_expect(is_told(PN_MUSTER_NOT_ALLOWED, "figures_at"), "of a unit that is gone");

	/* In a zone nobody has been placed yet. */
	for (int is_read = 0; is_read < 2; is_read++) {
		fair_muster();
		loosen(1, 12);
		muster.deployment = PN_DEPLOYMENT_SEALED;
		unread.any = unread.deployment = is_read == 0;
		for (int side = 0; side < PN_SIDES; side++) {
			const pn_len low = side == PN_RED ? 0 : 60 * PN_INCH;
			const pn_len high = low + 30 * PN_INCH;

			muster.zone[side] = (struct pn_shape){
				4,
				{{0, low}, {0, high}, {muster.width, high}, {muster.width, low}}};
		}
		cr_expect_not(is_told(PN_MUSTER_NOT_ALLOWED, "figures_at"));
		muster.unit[1].placed = 12;
		cr_expect_eq(is_told(PN_MUSTER_NOT_ALLOWED, "figures_at"), is_read == 1,
			     "where it was not read how units are deployed nothing is said");
	}
}

/* So many units a side, in one place: what is asked is how many there are. */
static void crowd(uint8_t red, uint8_t blue)
{
	fair_muster();
	muster.unit_count = (uint8_t)(red + blue);
	for (uint8_t i = 0; i < muster.unit_count; i++) {
		muster.unit[i] = muster.unit[i < red ? 0 : 3];
		muster.unit[i].side = i < red ? PN_RED : PN_BLUE;
	}
}

Test(muster_limits, so_many_units_there_are)
{
	crowd(PN_SIDE_UNITS_MAX, PN_SIDE_UNITS_MAX);
	cr_expect_not(is_told(PN_MUSTER_OUT_OF_RANGE, "side"));
	cr_expect_not(is_told(PN_MUSTER_OUT_OF_RANGE, "units"));
	muster.unit_count++;
	cr_expect(is_told(PN_MUSTER_OUT_OF_RANGE, "units"));
	cr_expect_eq(look(), 1, "no unit is looked at then");
	crowd(PN_SIDE_UNITS_MAX + 1, 2);
	unread.any = true;
	for (uint8_t i = 0; i < PN_SIDE_UNITS_MAX; i++)
		unread.unit[i] = true;
	cr_expect(is_told(PN_MUSTER_OUT_OF_RANGE, "side"));
	cr_expect_eq(all[0].index, PN_SIDE_UNITS_MAX);
	cr_expect_eq(all[0].max, PN_SIDE_UNITS_MAX);

	crowd(1, 0);
	cr_expect(is_told(PN_MUSTER_NO_UNITS, "units"), "nobody of blue");
	unread.any = unread.unit[0] = true;
	cr_expect_not(is_told(PN_MUSTER_NO_UNITS, "units"),
		      "a unit that was not read may be anybody's");
	unread = (struct pn_muster_unread){.any = true, .units = true};
	cr_expect_not(is_told(PN_MUSTER_NO_UNITS, "units"),
		      "nor is it known of a list that was not read");
}

Test(muster_limits, a_fault_of_the_position_names_its_unit)
{
	static const char *const names[] = {"r9", "r10", "r11", "r12", "b1"};

	crowd(12, 1);
	muster.first_turn = 2;
	for (uint8_t i = 0; i < 5; i++) {
		muster.unit[8 + i].at_start = 12;
		muster.unit[8 + i].formation.figures = 13;
	}
	const uint16_t count = look();
	uint8_t found = 0;

	for (uint16_t i = 0; i < count && i < FAULTS; i++)
		if (strcmp(all[i].member, "figures") == 0 && found < 5)
			cr_expect_str_eq(all[i].unit, names[found++]);
	cr_expect_eq(found, 5);
}
