/* Ancient and Medieval Warfare: every cell of the tables that the clauses state, and the
 * sample movement table as the scenarios use it. */

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "ancient-warfare/aw.h"
#include "base/embedded.h"
#include "codec/codec_ruleset.h"
#include "common.h"
#include "play.h"

enum { RED = 0, BLUE = 1, FRIEND = 2, NORMAL = 8 * PN_INCH, GAP = 5 * PN_INCH };

static struct pn_game game;

/* ---- the movement table ---- */

/* Inches: normal, charge, retreat. A sample of our own (RULES.md). */
static const int sample[AW_CLASSES][3] = {
	[AW_SKIRMISH_INFANTRY] = {6, 4, 6}, [AW_LIGHT_INFANTRY] = {6, 4, 5},
	[AW_HEAVY_INFANTRY] = {4, 3, 3},    [AW_SKIRMISH_CAVALRY] = {10, 8, 10},
	[AW_LIGHT_CAVALRY] = {9, 8, 8},     [AW_HEAVY_CAVALRY] = {7, 7, 5},
	[AW_LIGHT_CHARIOTS] = {9, 7, 8},    [AW_LIGHT_CAMELRY] = {8, 6, 8},
};

Test(aw_tables, the_scenarios_use_the_sample)
{
	static struct codec_scenario scenario;
	int scenarios = 0;

	for (const struct embedded_file *file = embedded_next("scenarios/", NULL); file;
	     file = embedded_next("scenarios/", file)) {
		struct codec_error error = {0};

		cr_assert(codec_scenario_decode(&scenario, (const char *)file->bytes, file->size,
						&error));
		if (pn_rules_at(scenario.ruleset)->stats.row != aw_stats)
			continue;
		scenarios++;
		for (uint8_t i = 0; i < scenario.muster.unit_count; i++) {
			const struct pn_muster_unit *unit = &scenario.muster.unit[i];

			for (int k = 0; k < 3; k++)
				cr_expect_eq(unit->stats[AW_NORMAL + k],
					     sample[unit->class][k] * PN_INCH, "%s: %s",
					     scenario.id, unit->name);
		}
	}
	cr_expect(scenarios >= 4, "at least two of each book");
}

/* ---- two units, face to face ---- */

struct kind {
	uint8_t class;
	uint32_t traits;
};

static void add_unit(struct pn_muster *muster, pn_side side, pn_pose pose, struct kind kind)
{
	struct pn_muster_unit *unit = &muster->unit[muster->unit_count++];

	*unit = (struct pn_muster_unit){
		.side = side, .pose = pose, .class = kind.class, .traits = kind.traits};
	snprintf(unit->name, sizeof unit->name, "Unit %d", muster->unit_count);
	unit->formation = (struct pn_formation){
		.figures = 12, .files = 6, .base_width = 2000, .base_depth = 2000};
	unit->stats[AW_NORMAL] = unit->stats[AW_CHARGE] = unit->stats[AW_RETREAT_MOVE] = NORMAL;
	unit->stats[AW_TO_PASS] = 4;
}

/* RED and BLUE face each other; with a friend of BLUE's beside it, which may charge, too. */
static void set_units(struct kind red, struct kind blue, pn_len gap, bool with_friend)
{
	const uint8_t ruleset = (uint8_t)pn_rules_find("medieval-warfare");
	struct pn_muster muster;

	pn_muster_defaults(&muster, ruleset);
	muster.width = muster.depth = 48 * PN_INCH;
	add_unit(&muster, PN_RED, (pn_pose){{24 * PN_INCH, 20 * PN_INCH}, 0}, red);
	add_unit(&muster, PN_BLUE, (pn_pose){{24 * PN_INCH, 20 * PN_INCH + gap}, PN_TURN_HALF},
		 blue);
	if (with_friend)
		add_unit(&muster, PN_BLUE,
			 (pn_pose){{10 * PN_INCH, 20 * PN_INCH + gap}, PN_TURN_HALF}, blue);
	cr_assert_eq((int)pn_setup(&game, ruleset, &muster).code, PN_MUSTER_NONE);
}

static void set_board(struct kind red, struct kind blue, pn_len gap)
{
	set_units(red, blue, gap, false);
}

static const struct kind plain = {AW_HEAVY_INFANTRY, 0};

/* ---- kinds of troops ---- */

Test(aw_tables, kinds)
{
	static const struct {
		bool mounted, skirmisher, light;
	} rows[AW_CLASSES] = {
		[AW_SKIRMISH_INFANTRY] = {false, true, true},
		[AW_LIGHT_INFANTRY] = {false, false, false},
		[AW_HEAVY_INFANTRY] = {false, false, false},
		[AW_SKIRMISH_CAVALRY] = {true, true, true},
		[AW_LIGHT_CAVALRY] = {true, false, false},
		[AW_HEAVY_CAVALRY] = {true, false, false},
		[AW_LIGHT_CHARIOTS] = {true, false, true},
		[AW_LIGHT_CAMELRY] = {true, false, true},
	};

	for (uint8_t class = 0; class < AW_CLASSES; class ++) {
		const struct pn_unit unit = {.class = class};

		cr_expect_eq(aw_is_mounted(&unit), rows[class].mounted);
		cr_expect_eq(aw_is_skirmisher(&unit), rows[class].skirmisher);
		cr_expect_eq(aw_is_formed(&unit), !rows[class].skirmisher);
		cr_expect_eq(aw_is_light(&unit), rows[class].light);
	}
}

/* ---- dice ---- */

static uint8_t next_face;

static void throw_face(void *context, const char *label, uint32_t block,
		       uint8_t out[PN_BLOCK_BYTES])
{
	memset(out, 0, PN_BLOCK_BYTES);
	out[0] = (uint8_t)(next_face - 1);
}

static void seal_nothing(void *context, const char *slot, const struct pn_orders *content,
			 uint8_t salt[PN_HASH_BYTES], uint8_t commitment[PN_HASH_BYTES])
{
	memset(salt, 0, PN_HASH_BYTES);
	memset(commitment, 0, PN_HASH_BYTES);
}

static const struct pn_dice_source dice = {NULL, throw_face, seal_nothing};

/* The game as it stands when these decide: red has declared a charge on blue. */
static void arrange(uint8_t phase, int32_t step, uint8_t decision, pn_side owes)
{
	game.turn = 1;
	game.phase = phase;
	game.facts[AW_FACT_WINNER] = game.facts[AW_FACT_FIRST] = PN_RED;
	game.facts[AW_FACT_FLANK] = AW_FROM_LEFT;
	game.facts[AW_FACT_STEP] = step;
	game.pending_count = 1;
	game.pending[0] = (struct pn_pending){.decision = decision,
					      .owes = (uint8_t)(1u << owes),
					      .unit = PN_NO_UNIT,
					      .other = PN_NO_UNIT};
	game.unit[RED].order = (struct pn_order){AW_VERB_CHARGE, BLUE, 0};
}

static void apply(pn_side side, struct pn_command command)
{
	static struct pn_events out;

	out.count = 0;
	cr_assert_eq((int)pn_check(&game, side, &command).code, PN_LAWFUL);
	pn_apply(&game, side, &command, &dice, &out);
}

/* AW-07: Veteran 3, Warrior 4, Poor 5, by each face of the die. */
Test(aw_tables, to_pass)
{
	for (int32_t needed = 3; needed <= 5; needed++)
		for (next_face = 1; next_face <= 10; next_face++) {
			struct pn_command command = pn_command_of(PN_COMMAND_TRY_FRENZY);

			set_units(plain, plain, GAP, true);
			arrange(AW_DECLARATION, 2, AW_DECLARE, PN_BLUE);
			game.unit[BLUE].order = (struct pn_order){AW_VERB_CHARGE, RED, 0};
			game.unit[FRIEND].order = game.unit[BLUE].order;
			play_set_stat(&game.unit[BLUE], "medieval-warfare", AW_TO_PASS, needed);
			command.unit = BLUE;
			apply(PN_BLUE, command);
			cr_expect_eq(pn_flag(&game.unit[BLUE], AW_FRENZIED), next_face >= needed);
			cr_expect_eq(pn_flag(&game.unit[BLUE], AW_HALTED), next_face < needed);
			cr_expect_eq(aw_charges(&game.unit[BLUE]), next_face >= needed);
		}
}

/* AW-60: the charge move and each face of a d6. */
Test(aw_tables, charge_bonus)
{
	for (next_face = 1; next_face <= 6; next_face++) {
		set_board(plain, plain, 24 * PN_INCH);
		arrange(AW_DECLARATION, 3, AW_DECLARE, PN_BLUE);
		apply(PN_BLUE, pn_command_of(PN_COMMAND_PASS));
		cr_expect_eq(aw_allowance(&game, RED), NORMAL + next_face * PN_INCH);
		cr_expect_eq((int)pn_top_pending(&game)->decision, AW_CHARGE_LENGTH);
	}
}

/* ---- retreats ---- */

/* AW-41, AW-42: what a unit owes an enemy that comes at it. Rows are the unit's class,
 * columns the enemy's: `x` must, `o` may, `.` stands. */
static const char *const duty[AW_CLASSES] = {
	[AW_SKIRMISH_INFANTRY] = "oxxxxxxx", [AW_LIGHT_INFANTRY] = "........",
	[AW_HEAVY_INFANTRY] = "........",    [AW_SKIRMISH_CAVALRY] = "oooooooo",
	[AW_LIGHT_CAVALRY] = "........",     [AW_HEAVY_CAVALRY] = "........",
	[AW_LIGHT_CHARIOTS] = "oooooooo",    [AW_LIGHT_CAMELRY] = "oooooooo",
};

Test(aw_tables, automatic_retreats)
{
	static const char marks[] = {
		[AW_STANDS] = '.', [AW_MAY_RETREAT] = 'o', [AW_MUST_RETREAT] = 'x'};

	for (uint8_t class = 0; class < AW_CLASSES; class ++)
		for (uint8_t enemy = 0; enemy < AW_CLASSES; enemy++)
			for (int charged = 0; charged < 2; charged++) {
				pn_clause clause;

				set_board((struct kind){enemy, 0}, (struct kind){class, 0}, GAP);
				cr_expect_eq(
					marks[aw_retreat_duty(&game, BLUE, RED, charged, &clause)],
					duty[class][enemy], "%s from %s", aw_classes[class].name,
					aw_classes[enemy].name);
			}
}

/* Blue, with a Retreat order, goes so far from the charge; is it disordered? */
static bool is_disordered_after(struct kind kind, pn_len length)
{
	struct pn_command retreat = pn_command_of(PN_COMMAND_RETREAT);

	next_face = 2;
	set_board(plain, kind, GAP);
	arrange(AW_DECLARATION, 3, AW_DECLARE, PN_BLUE);
	game.unit[BLUE].order = (struct pn_order){AW_VERB_RETREAT, PN_NO_UNIT, 0};
	apply(PN_BLUE, pn_command_of(PN_COMMAND_PASS));
	cr_assert_eq((int)pn_top_pending(&game)->decision, AW_RETREAT);
	cr_assert_eq(pn_top_pending(&game)->value,
		     NORMAL + (kind.traits & 1u << AW_TRAINED ? 0 : 2 * PN_INCH));
	retreat.unit = BLUE;
	retreat.path.given = true;
	retreat.path.count = 1;
	retreat.path.leg[0] = (struct pn_leg){.kind = PN_LEG_ADVANCE, .length = length};
	apply(PN_BLUE, retreat);
	return game.unit[BLUE].state == AW_DISORDERED;
}

/* AW-38 to AW-40: Irregulars by half and a little more, Trained likewise. */
Test(aw_tables, disorder_by_retreats)
{
	static const char *const rows[AW_CLASSES] = {
		[AW_SKIRMISH_INFANTRY] = "....", [AW_LIGHT_INFANTRY] = "xx.x",
		[AW_HEAVY_INFANTRY] = "xx.x",    [AW_SKIRMISH_CAVALRY] = "....",
		[AW_LIGHT_CAVALRY] = "xx.x",     [AW_HEAVY_CAVALRY] = "xx.x",
		[AW_LIGHT_CHARIOTS] = "....",    [AW_LIGHT_CAMELRY] = "....",
	};

	for (uint8_t class = 0; class < AW_CLASSES; class ++)
		for (int column = 0; column < 4; column++) {
			const bool trained = column >= 2;
			const pn_len half = trained ? NORMAL / 2 : NORMAL / 2 + PN_INCH;
			const struct kind kind = {class, (uint32_t)trained << AW_TRAINED};

			cr_expect_eq(is_disordered_after(kind, half + column % 2),
				     rows[class][column] == 'x', "%s, column %d",
				     aw_classes[class].name, column);
		}
}

/* ---- automatic charges ---- */

enum { KEEN_NOT, KEEN_FRENZIED, KEEN_FANATIC, KEEN_LANCE, KEEN_COUNT };

static enum aw_impulse impulse_of(uint8_t class, int keen, struct kind enemy, pn_len gap)
{
	const uint32_t traits = keen == KEEN_FANATIC ? 1u << AW_FANATIC
				: keen == KEEN_LANCE ? 1u << AW_LANCE
						     : 0;
	pn_clause clause;

	set_board((struct kind){class, traits}, enemy, gap);
	game.switches[AW_SWITCH_LANCE] = 1;
	if (keen == KEEN_FRENZIED)
		game.unit[RED].flags |= 1u << AW_FRENZIED;
	return aw_impulse(&game, RED, BLUE, &clause);
}

/* AW-13 to AW-21. Columns: swords, long spears, pikes, halberds, cavalry, at the end of the
 * normal move; cavalry at half of it, and a hundredth beyond. `x` must, `o` may, `.` need
 * not be asked. */
Test(aw_tables, automatic_charges)
{
	static const struct {
		uint8_t class;
		const char *keen[KEEN_COUNT];
	} rows[] = {
		{AW_SKIRMISH_INFANTRY, {".......", "xxxx.x.", "xxxx.x.", "xxxx.x."}},
		{AW_LIGHT_INFANTRY, {".......", "xxxx.x.", "xxxx.x.", "xxxx.x."}},
		{AW_HEAVY_INFANTRY, {".......", "xxxx.x.", "xxxx.x.", "xxxx.x."}},
		{AW_SKIRMISH_CAVALRY, {".......", "xoooxxx", "xxxxxxx", "......."}},
		{AW_LIGHT_CAVALRY, {".......", "xoooxxx", "xxxxxxx", "xoooxxx"}},
		{AW_HEAVY_CAVALRY, {".......", "xoooxxx", "xxxxxxx", "xoooxxx"}},
		{AW_LIGHT_CHARIOTS, {".......", "xoooxxx", "xxxxxxx", "xoooxxx"}},
		{AW_LIGHT_CAMELRY, {".......", "xoooxxx", "xxxxxxx", "xoooxxx"}},
	};
	static const struct {
		struct kind enemy;
		pn_len gap;
	} columns[] = {
		{{AW_HEAVY_INFANTRY, 0}, NORMAL},
		{{AW_HEAVY_INFANTRY, 1u << AW_LONG_SPEAR}, NORMAL},
		{{AW_HEAVY_INFANTRY, 1u << AW_PIKE}, NORMAL},
		{{AW_HEAVY_INFANTRY, 1u << AW_HALBERD}, NORMAL},
		{{AW_HEAVY_CAVALRY, 0}, NORMAL},
		{{AW_HEAVY_CAVALRY, 0}, NORMAL / 2},
		{{AW_HEAVY_CAVALRY, 0}, NORMAL / 2 + 1},
	};
	static const char marks[] = {[AW_FREE] = '.', [AW_MAY] = 'o', [AW_MUST] = 'x'};

	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
		for (int keen = 0; keen < KEEN_COUNT; keen++)
			for (size_t k = 0; k < sizeof columns / sizeof columns[0]; k++) {
				const enum aw_impulse found = impulse_of(
					rows[i].class, keen, columns[k].enemy, columns[k].gap);

				cr_expect_eq(marks[found], rows[i].keen[keen][k], "%s, %d, %zu",
					     aw_classes[rows[i].class].name, keen, k);
				cr_expect_eq(impulse_of(rows[i].class, keen, columns[k].enemy,
							NORMAL + 1),
					     AW_FREE, "a hundredth beyond the move");
			}
}

/* ---- terrain ---- */

static void lay(uint8_t kind, pn_len from, pn_len to)
{
	const pn_len y = 20 * PN_INCH;

	game.terrain_count = 1;
	game.terrain[0] = (struct pn_terrain){.kind = kind,
					      .shape = {4,
							{{0, y + from},
							 {0, y + to},
							 {game.width, y + to},
							 {game.width, y + from}}}};
}

static bool is_spoilt(uint8_t kind, pn_len from, pn_len to)
{
	pn_pose end;

	set_board(plain, plain, GAP);
	lay(kind, from, to);
	end = game.unit[RED].pose;
	end.at.y += GAP;
	return aw_is_spoilt(&game, RED, BLUE, game.unit[RED].pose, end);
}

/* AW-65. Columns: ground that is struck on, gone over, and begun on: what delays does so on any
 * of the way; a hill is what the enemy stands on. */
Test(aw_tables, ground_that_takes_the_bonus)
{
	static const struct {
		uint8_t kind;
		bool struck_on, gone_over, begun_on;
	} rows[] = {
		{AW_CLEAR, false, false, false}, {AW_WOODS, true, true, true},
		{AW_ROUGH, true, true, true},    {AW_HILL, true, false, false},
		{AW_OBSTACLE, true, true, true}, {AW_DENSE, true, true, true},
	};

	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		const uint8_t kind = rows[i].kind;

		cr_expect_eq(is_spoilt(kind, GAP - PN_INCH / 2, GAP + 4 * PN_INCH),
			     rows[i].struck_on, "%s", aw_terrains[kind].name);
		cr_expect_eq(is_spoilt(kind, PN_INCH, PN_INCH + 500), rows[i].gone_over, "%s",
			     aw_terrains[kind].name);
		cr_expect_eq(is_spoilt(kind, -3 * PN_INCH, -PN_INCH), rows[i].begun_on, "%s",
			     aw_terrains[kind].name);
	}
}

/* AW-66: by the ground its enemy stands on. */
Test(aw_tables, ground_that_shelters)
{
	static const struct {
		uint8_t kind;
		bool shelters;
	} rows[] = {
		{AW_CLEAR, false}, {AW_WOODS, true},    {AW_ROUGH, true},
		{AW_HILL, false},  {AW_OBSTACLE, true}, {AW_DENSE, true},
	};

	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
		for (uint8_t class = 0; class < AW_CLASSES; class ++) {
			const bool skirmishers = class == AW_SKIRMISH_INFANTRY;

			set_board((struct kind){class, 0}, plain, GAP);
			lay(rows[i].kind, GAP - PN_INCH, GAP + 4 * PN_INCH);
			cr_expect_eq(aw_is_sheltered_from(&game, BLUE, RED),
				     skirmishers && rows[i].shelters, "%s, %s",
				     aw_terrains[rows[i].kind].name, aw_classes[class].name);
		}
	set_board((struct kind){AW_SKIRMISH_INFANTRY, 0}, (struct kind){AW_SKIRMISH_INFANTRY, 0},
		  GAP);
	lay(AW_WOODS, GAP - PN_INCH, GAP + 4 * PN_INCH);
	cr_expect(!aw_is_sheltered_from(&game, BLUE, RED), "its like are fair game");
}

/* AW-19: how far each class gets into each kind of ground that lies two inches ahead. */
Test(aw_tables, ground_that_is_entered)
{
	for (uint8_t kind = 0; kind < AW_TERRAIN_KINDS; kind++)
		for (uint8_t class = 0; class < AW_CLASSES; class ++) {
			const bool limited =
				(kind == AW_WOODS || kind == AW_DENSE) && class == AW_HEAVY_CAVALRY;

			set_board((struct kind){class, 0}, plain, 16 * PN_INCH);
			lay(kind, 2 * PN_INCH, 10 * PN_INCH);
			cr_expect_eq(aw_woods_limit(&game, RED, game.unit[RED].pose, NORMAL),
				     limited ? 2 * PN_INCH + 2000 : NORMAL, "%s, %s",
				     aw_terrains[kind].name, aw_classes[class].name);
		}
}
