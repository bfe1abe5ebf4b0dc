/* B2-110 to B2-117, B2-120, B2-131: legs on random boards against what the clauses say of each, asked
 * of one obstacle after another. */

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "battlesystem-2e/b2.h"
#include "battlesystem-2e/b2_formation.h"
#include "battlesystem-2e/b2_ground.h"
#include "obstacles.h"
#include "play.h"
#include "sweep.h"
#include "wheel.h"

enum { BOARDS = 6000, OTHERS_MAX = 6, PIECES_MAX = 2, THINGS_MAX = PN_UNITS_MAX + PN_TERRAIN_MAX };

static const pn_len INCHES = 12 * PN_INCH;

static struct pn_game game;

/* ---- boards ---- */

static void add_unit(struct pn_muster *muster, struct random_source *random)
{
	struct pn_muster_unit *unit = &muster->unit[muster->unit_count++];

	memset(unit, 0, sizeof *unit);
	snprintf(unit->name, sizeof unit->name, "Unit %d", muster->unit_count);
	unit->side = random_one_in(random, 2) ? PN_RED : PN_BLUE;
	unit->form = (uint8_t)random_between(random, B2_REGULAR, B2_SQUARE);
	unit->formation.figures = (uint16_t)random_between(random, 2, 16);
	unit->formation.files = (uint16_t)random_between(random, 1, 6);
	if (unit->form == B2_COLUMN || unit->formation.files > unit->formation.figures)
		unit->formation.files = (uint16_t)random_between(random, 1, 2);
	unit->formation.base_width = 2000;
	unit->formation.base_depth = random_between(random, 1500, 3000);
	unit->stats[B2_MOVEMENT_ALLOWANCE] = 12 * PN_INCH;
	unit->stats[B2_MORALE_RATING] = 12;
	unit->pose.facing = random_facing(random);
	unit->pose.at =
		pn_add((pn_vec){10 * PN_INCH, 10 * PN_INCH}, random_point(random, 16 * PN_INCH));
}

/* Unit 0, red, and others and ground round it. False: the places were no good. */
static bool set_board(struct random_source *random)
{
	struct pn_muster muster;

	pn_muster_defaults(&muster, play_book());
	muster.width = muster.depth = 36 * PN_INCH;
	for (int i = random_between(random, 1, OTHERS_MAX); i >= 0; i--)
		add_unit(&muster, random);
	muster.unit[0].side = PN_RED;
	muster.unit[1].side = PN_BLUE;
	for (int i = random_between(random, 0, PIECES_MAX); i > 0; i--)
		muster.terrain[muster.terrain_count++] = (struct pn_terrain){
			.kind = (uint8_t)random_between(random, B2_IMPASSABLE, B2_SWAMP),
			.shape = random_terrain(random, random_point(random, 36 * PN_INCH),
						5 * PN_INCH)};
	return pn_setup(&game, play_book(), &muster).code == PN_MUSTER_NONE;
}

/* ---- what is in the way ---- */

static struct pn_shape
	shape[THINGS_MAX]; /* in the order of ties: enemies, friends, ground, edges */
static pn_unit_id whose[THINGS_MAX];
static uint16_t things, edges_from;

static void add_thing(struct pn_shape of, pn_unit_id unit)
{
	shape[things] = of;
	whose[things++] = unit;
}

static void gather(void)
{
	things = 0;
	for (int enemies = 1; enemies >= 0; enemies--)
		for (pn_unit_id i = 1; i < game.unit_count; i++)
			if ((game.unit[i].side != game.unit[0].side) == enemies)
				add_thing(pn_unit_footprint(&game.unit[i]), i);
	for (uint8_t i = 0; i < game.terrain_count; i++)
		if (game.terrain[i].kind == B2_IMPASSABLE)
			add_thing(game.terrain[i].shape, PN_NO_UNIT);
	edges_from = things;
	for (int edge = 0; edge < PN_BOARD_EDGES; edge++)
		add_thing(pn_board_edge(&game, edge), PN_NO_UNIT);
}

/* ---- one leg ---- */

struct told {
	int code; /* enum pn_refusal; -1: there is no room */
	struct pn_stand end;
	pn_len spent;
	pn_unit_id met;
};

static struct told refused(int code)
{
	return (struct told){.code = code, .met = PN_NO_UNIT};
}

/* It ends at that thing: friends and ground refuse the leg (PN-10, PN-11). */
static void stop_at(struct told *told, int by)
{
	if (by < 0)
		return;
	if (whose[by] == PN_NO_UNIT)
		told->code = PN_REFUSE_LEAVES_TABLE;
	else if (game.unit[whose[by]].side == game.unit[0].side)
		told->code = PN_REFUSE_BLOCKED;
	else
		told->met = whose[by];
}

static pn_len price_of(const struct pn_stand *stand, const struct pn_leg *leg, bool march)
{
	const int32_t more = leg->files - stand->formation.files;
	const pn_len face = leg->to == PN_FACING_REAR ? 4 * PN_INCH : 2 * PN_INCH;

	switch (leg->kind) {
	case PN_LEG_WHEEL:
		return march && stand->form == B2_COLUMN
			       ? 0
			       : pn_wheel_cost(pn_frontage(stand->formation), leg->angle);
	case PN_LEG_FACE:
		return stand->form == B2_IRREGULAR ? 2 * face : face;
	case PN_LEG_FRONTAGE:
		return (more < 0 ? -more : more) * PN_INCH;
	case PN_LEG_FORM:
		return b2_form_cost(&game, stand, leg->form);
	default:
		return leg->length;
	}
}

static struct told advance(const struct pn_stand *stand, const struct pn_leg *leg,
			   const struct b2_ground *ground)
{
	const struct pn_shape mover = pn_footprint(stand->pose, stand->formation);
	const pn_vec way = pn_along(leg->heading, leg->length);
	const int32_t turn = pn_turn_between(stand->pose.facing, leg->heading);
	struct told told = {.code = PN_LAWFUL, .end = *stand, .met = PN_NO_UNIT};
	struct pn_sweep_contact contact;
	pn_fraction at = {1, 1};
	int by = -1;

	if (leg->length == 0)
		return refused(PN_REFUSE_BAD_PATH);
	if ((turn < 0 ? -turn : turn) > PN_DEGREES_45)
		return refused(PN_REFUSE_OUT_OF_ARC);
	for (uint16_t i = 0; i < things; i++)
		if (pn_sweep(&mover, way, &shape[i], 1, &contact) &&
		    (by < 0 || pn_fraction_compare(contact.at, at) < 0)) {
			by = i;
			at = contact.at;
		}
	stop_at(&told, by);
	told.end.pose = pn_sweep_end(stand->pose, leg->heading, leg->length, at);
	told.spent = pn_ground_cost(&ground->way, pn_sweep_distance(leg->length, at));
	return told;
}

static struct told wheel(const struct pn_stand *stand, const struct pn_leg *leg, bool march,
			 const struct b2_ground *ground)
{
	const struct pn_turn_obstacles all = {
		.shape = shape,
		.count = edges_from,
		.table = true,
		.high = {game.width, game.depth},
	};
	const enum pn_corner corner = leg->left ? PN_CORNER_LEFT : PN_CORNER_RIGHT;
	const int32_t by = leg->left ? -(int32_t)leg->angle : leg->angle;
	struct told told = {.code = PN_LAWFUL, .end = *stand, .met = PN_NO_UNIT};
	struct pn_leg gone = *leg;
	struct pn_turned turned;

	if (leg->angle == 0)
		return refused(PN_REFUSE_BAD_PATH);
	turned =
		pn_formation_turn(stand->pose, stand->formation,
				  pn_wheel_centre(stand->pose, stand->formation, corner), by, &all);
	if (turned.stopped_by == PN_TURN_BOARD_EDGE)
		return refused(PN_REFUSE_LEAVES_TABLE);
	stop_at(&told, turned.stopped_by);
	told.end.pose = pn_wheel_pose(stand->pose, stand->formation, corner, turned.by);
	gone.angle = (pn_angle)(turned.by < 0 ? -turned.by : turned.by);
	told.spent = pn_ground_cost(&ground->way, price_of(stand, &gone, march));
	return told;
}

static struct told reform(const struct pn_stand *stand, const struct pn_leg *leg, pn_len price,
			  const struct b2_ground *ground)
{
	struct told told = {.code = PN_LAWFUL, .end = *stand, .met = PN_NO_UNIT};
	struct pn_shape block;

	if (leg->kind == PN_LEG_FACE) {
		if (leg->to < PN_FACING_LEFT || leg->to > PN_FACING_REAR)
			return refused(PN_REFUSE_BAD_PATH);
		pn_turn_on_the_spot(&told.end.pose, &told.end.formation, leg->to);
	} else if (leg->kind == PN_LEG_FRONTAGE) {
		if (leg->files == 0 || leg->files > stand->formation.figures ||
		    leg->files == stand->formation.files)
			return refused(PN_REFUSE_BAD_PATH);
		told.end.formation.files = leg->files;
	} else {
		/* B2-120. From regular, or to it. */
		if (leg->form == stand->form || leg->form > B2_SQUARE ||
		    (leg->form != B2_REGULAR && stand->form != B2_REGULAR))
			return refused(PN_REFUSE_BAD_PATH);
		told.end.form = leg->form;
		told.end.formation.gap = pn_form_gap(pn_rules_of(&game), game.params, leg->form);
	}
	if (told.end.form == B2_COLUMN &&
	    (told.end.formation.files > 3 || pn_frontage(told.end.formation) > 3 * PN_INCH)) {
		if (leg->kind == PN_LEG_FORM)
			return refused(PN_REFUSE_BAD_PATH);
		told.end.form = B2_REGULAR;
	}
	block = pn_footprint(told.end.pose, told.end.formation);
	for (uint16_t i = 0; i < things; i++)
		if (pn_shapes_overlap(&block, &shape[i]))
			return refused(-1);
	told.spent = pn_ground_cost(&ground->way, price);
	return told;
}

/* With so much left of what may be spent. */
static struct told leg_of(const struct pn_stand *stand, const struct pn_leg *leg, pn_len left,
			  pn_len most, bool march)
{
	const pn_len price = price_of(stand, leg, march);
	struct b2_ground ground;

	if (stand->form == B2_SQUARE && leg->kind != PN_LEG_FORM)
		return refused(PN_REFUSE_WRONG_FORMATION);
	if (leg->kind == PN_LEG_ADVANCE)
		b2_ground_survey(&ground, &game, NULL, stand, leg->heading, most);
	else
		b2_ground_underfoot(&ground, &game, stand);
	if (price > left || pn_ground_cost(&ground.way, price) > left)
		return refused(PN_REFUSE_TOO_LONG);
	if (leg->kind == PN_LEG_ADVANCE)
		return advance(stand, leg, &ground);
	if (leg->kind == PN_LEG_WHEEL)
		return wheel(stand, leg, march, &ground);
	return reform(stand, leg, price, &ground);
}

/* ---- random legs ---- */

static struct pn_leg random_leg(struct random_source *random, const struct pn_stand *stand)
{
	static const uint8_t kinds[] = {PN_LEG_ADVANCE, PN_LEG_ADVANCE,  PN_LEG_WHEEL,
					PN_LEG_FACE,    PN_LEG_FRONTAGE, PN_LEG_FORM};
	const bool odd = random_one_in(random, 6);
	int32_t aside = random_between(random, -PN_DEGREES_45, PN_DEGREES_45);
	struct pn_leg leg = {.kind = kinds[random_between(random, 0, 5)]};

	if (odd)
		aside = (PN_DEGREES_45 + random_between(random, -1, 1)) *
			(random_one_in(random, 2) ? 1 : -1);
	leg.heading = (pn_angle)(stand->pose.facing + aside);
	leg.length = odd ? random_between(random, 0, 2) : random_between(random, 3, INCHES);
	leg.left = random_one_in(random, 2);
	leg.angle = (pn_angle)(odd ? random_between(random, 0, 2)
				   : random_between(random, 1, PN_DEGREES_90));
	if (random_one_in(random, 12))
		leg.angle = (pn_angle)(PN_TURN_HALF - random_between(random, 0, 1));
	leg.to = (uint8_t)random_between(random, PN_FACING_FRONT, PN_FACING_REAR + 1);
	leg.files = (uint8_t)random_between(random, 0, stand->formation.figures + 1);
	leg.form = (uint8_t)random_between(random, B2_REGULAR, B2_SQUARE);
	return leg;
}

static bool is_told(const struct b2_walk *walk, uint8_t number, const struct told *told)
{
	const struct b2_walked *walked = &walk->leg[number];

	if (told->code != PN_LAWFUL && walk->leg_count > number)
		return false;
	if (told->code < 0)
		return walk->verdict.code == PN_REFUSE_BLOCKED ||
		       walk->verdict.code == PN_REFUSE_LEAVES_TABLE;
	if (told->code != PN_LAWFUL)
		return (int)walk->verdict.code == told->code;
	return walk->leg_count > number && walked->way.spent == told->spent &&
	       walked->way.end.at.x == told->end.pose.at.x &&
	       walked->way.end.at.y == told->end.pose.at.y &&
	       walked->way.end.facing == told->end.pose.facing && walked->way.met == told->met &&
	       walked->form == told->end.form &&
	       walked->formation.files == told->end.formation.files &&
	       walked->formation.gap == told->end.formation.gap;
}

struct tally {
	int lawful, meet, refused, second;
};

/* One leg or two; the allowance is now and then just what the first costs, or a hundredth less. */
static void walk_legs(struct random_source *random, int board, struct tally *tally)
{
	const bool march = random_one_in(random, 2);
	struct b2_budget budget = {random_between(random, PN_INCH, 3 * INCHES), {"B2-113"}, march};
	struct pn_stand stand = pn_stand_of(&game.unit[0]);
	struct pn_path path = {.count = 2, .leg = {random_leg(random, &stand)}};
	struct told told = leg_of(&stand, &path.leg[0], budget.length, budget.length, march);
	struct b2_walk walk;

	path.leg[1] = random_leg(random, &told.end);
	/* A column that wheels free keeps off its enemies (B2-115): another matter. */
	for (int i = 0; i < path.count && march; i++)
		if (path.leg[i].kind == PN_LEG_WHEEL)
			path.count = (uint8_t)i;
	if (path.count == 0 && stand.form == B2_COLUMN)
		return;
	path.count = path.count > 0 ? path.count : 1;
	if (told.code == PN_LAWFUL && told.met == PN_NO_UNIT && told.spent > 0 &&
	    random_one_in(random, 3))
		budget.length = told.spent - random_one_in(random, 2);
	told = leg_of(&stand, &path.leg[0], budget.length, budget.length, march);
	walk = b2_walk_path(&game, 0, &path, budget, B2_IGNORE_NOBODY);
	cr_expect(is_told(&walk, 0, &told), "board %d, leg %d: %d, not %d; spent %d, not %d", board,
		  path.leg[0].kind, walk.verdict.code, told.code, walk.leg[0].way.spent,
		  told.spent);
	tally->lawful += told.code == PN_LAWFUL;
	tally->meet += told.met != PN_NO_UNIT;
	tally->refused += told.code != PN_LAWFUL;
	if (told.code != PN_LAWFUL || told.met != PN_NO_UNIT || path.count == 1) {
		cr_expect_leq(walk.leg_count, 1);
		return;
	}
	stand = told.end;
	told = leg_of(&stand, &path.leg[1], budget.length - told.spent, budget.length, march);
	cr_expect(is_told(&walk, 1, &told), "board %d, then leg %d: %d, not %d; spent %d, not %d",
		  board, path.leg[1].kind, walk.verdict.code, told.code, walk.leg[1].way.spent,
		  told.spent);
	tally->second += told.code == PN_LAWFUL;
}

Test(b2_path, a_leg_is_what_the_clauses_say, .timeout = 300)
{
	struct random_source random = {113};
	struct tally tally = {0};

	for (int boards = 0; boards < BOARDS;) {
		if (!set_board(&random))
			continue;
		boards++;
		gather();
		walk_legs(&random, boards, &tally);
	}
	printf("%d lawful, %d of them meet an enemy, %d refused; %d second ones\n", tally.lawful,
	       tally.meet, tally.refused, tally.second);
	cr_expect(tally.lawful > BOARDS / 4 && tally.meet > BOARDS / 100 &&
		  tally.refused > BOARDS / 4 && tally.second > BOARDS / 20);
}
