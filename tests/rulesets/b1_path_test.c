/* B1-60, B1-65, B1-66, B1-69: legs on random boards against what the clauses say of each, asked of
 * one obstacle after another, with nothing cut, kept or left out because it is far away.
 *
 * B1-22: how a closed unit opens out, against every number of files. Table 14: a road. */

#include <criterion/criterion.h>
#include <stdio.h>

#include "b1_board.h"
#include "battlesystem-1e/b1.h"
#include "obstacles.h"
#include "sweep.h"
#include "wheel.h"

enum { BOARDS = 6000, SIXTHS = 6, THINGS_MAX = B1_OBSTACLES_MAX };

static struct pn_game game;
static struct b1_scene scene;

static struct pn_body body_of(const struct pn_stand *stand)
{
	struct pn_body body = {.count = 1};

	if (stand->loose > 0)
		pn_body_by_figures(&body, &game, stand);
	else
		body.part[0] = pn_footprint(stand->pose, stand->formation);
	return body;
}

/* ---- what may stop who stands so ---- */

struct thing {
	struct pn_shape shape;
	pn_unit_id unit; /* whose base it is, or PN_NO_UNIT */
	bool edge;
	bool only_charges; /* are stopped by it (B1-69) */
};

static struct thing thing[THINGS_MAX]; /* in the order of ties: enemies, friends, ground, edges */
static uint16_t things;

static void add_units(bool enemies)
{
	for (pn_unit_id i = 1; i < game.unit_count; i++) {
		struct pn_body body;

		if ((game.unit[i].side != game.unit[0].side) != enemies)
			continue;
		pn_unit_body(&body, &game, &game.unit[i]);
		for (uint8_t k = 0; k < body.count; k++)
			thing[things++] = (struct thing){body.part[k], i, false, false};
	}
}

static bool is_in(const struct pn_body *body, uint8_t piece)
{
	return pn_body_overlaps(body, &game.terrain[piece].shape);
}

/* How high who stands so stands already. */
static pn_len height_of(const struct pn_body *body)
{
	pn_len height = 0;

	for (uint8_t i = 0; i < game.terrain_count; i++)
		if (game.terrain[i].kind == B1_ELEVATION && game.terrain[i].height > height &&
		    is_in(body, i))
			height = game.terrain[i].height;
	return height;
}

static void add_ground(const struct pn_body *body, bool charges)
{
	for (uint8_t i = 0; i < game.terrain_count; i++) {
		const struct pn_terrain *piece = &game.terrain[i];
		const bool never = b1_never_enters(&game.unit[0], piece->kind);
		const bool barred =
			charges && !is_in(body, i) &&
			(piece->kind == B1_OBSTACLE ||
			 (piece->kind == B1_ELEVATION && piece->height > height_of(body)));

		if (never || barred)
			thing[things++] =
				(struct thing){piece->shape, PN_NO_UNIT, false, !never && barred};
	}
}

static void gather(const struct pn_stand *stand, bool charges)
{
	const struct pn_body body = body_of(stand);

	things = 0;
	add_units(true);
	add_units(false);
	add_ground(&body, charges);
	for (int i = 0; i < PN_BOARD_EDGES; i++)
		thing[things++] = (struct thing){pn_board_edge(&game, i), PN_NO_UNIT, true, false};
}

/* What is met first on the way, or -1; of equals the first. */
static int first_on(const struct pn_body *body, pn_vec way, pn_fraction *at)
{
	int first = -1;

	for (uint16_t i = 0; i < things; i++)
		for (uint8_t k = 0; k < body->count; k++) {
			struct pn_sweep_contact contact;

			if (!pn_sweep(&body->part[k], way, &thing[i].shape, 1, &contact) ||
			    (first >= 0 && pn_fraction_compare(contact.at, *at) >= 0))
				continue;
			first = i;
			*at = contact.at;
		}
	return first;
}

/* ---- one leg ---- */

/* What a leg comes to. */
struct told {
	int code; /* enum pn_refusal; -1: no room */
	struct pn_stand end;
	pn_len length; /* of an advance */
	pn_len spent;
	int by; /* which thing it ended at, or -1 */
};

static struct told refused(int code)
{
	return (struct told){.code = code, .by = -1};
}

/* What a price on open ground is on the ground under the unit. */
static pn_len priced(pn_len price, const struct pn_stand *stand)
{
	const struct pn_body body = body_of(stand);
	int32_t dearest = SIXTHS;

	for (uint8_t i = 0; i < game.terrain_count; i++) {
		const int32_t sixths = b1_ground_row(game.terrain[i].kind).sixths;

		if (is_in(&body, i) && sixths > dearest)
			dearest = sixths;
	}
	return (price * dearest + SIXTHS - 1) / SIXTHS;
}

static struct told advance(const struct pn_stand *stand, const struct pn_leg *leg, pn_len left)
{
	const struct pn_body body = body_of(stand);
	const int32_t turn = pn_turn_between(stand->pose.facing, leg->heading);
	struct told told = {.code = PN_LAWFUL, .end = *stand, .by = -1};
	pn_fraction at = {1, 1};
	struct pn_ground ground;
	pn_len length;

	if (leg->length == 0)
		return refused(PN_REFUSE_BAD_PATH);
	if ((turn < 0 ? -turn : turn) > PN_DEGREES_45 && !b1_goes_any_way(&game.unit[0]))
		return refused(PN_REFUSE_OUT_OF_ARC);
	if (leg->length > left)
		return refused(PN_REFUSE_TOO_LONG);
	b1_look_round(&scene, &game, 0, B1_WALLS_ALL, B1_ANYWHERE);
	b1_stand_so(&scene, stand);
	b1_ground_survey(&ground, &scene, leg->heading, leg->length);
	if (pn_ground_cost(&ground, leg->length) > left)
		return refused(PN_REFUSE_TOO_LONG);
	told.by = first_on(&body, pn_along(leg->heading, leg->length), &at);
	length = pn_sweep_distance(leg->length, at);
	told.length = length;
	told.spent = pn_ground_cost(&ground, length);
	told.end.pose = pn_sweep_end(stand->pose, leg->heading, leg->length, at);
	/* PN-10. Up to the board's edge, or to ground, is not beyond. */
	if (told.by >= 0 && thing[told.by].unit == PN_NO_UNIT && length == leg->length)
		told.by = -1;
	return told;
}

static struct told wheel(const struct pn_stand *stand, const struct pn_leg *leg, pn_len left)
{
	static struct pn_shape shape[THINGS_MAX];
	const struct pn_turn_obstacles all = {.shape = shape, .count = things};
	const enum pn_corner corner = leg->left ? PN_CORNER_LEFT : PN_CORNER_RIGHT;
	const int32_t by = leg->left ? -(int32_t)leg->angle : leg->angle;
	const pn_len front = pn_frontage(stand->formation);
	struct told told = {.code = PN_LAWFUL, .end = *stand};
	struct pn_turned turned;

	if (leg->angle == 0 || leg->angle > PN_TURN_HALF)
		return refused(PN_REFUSE_BAD_PATH);
	if (priced(pn_wheel_cost(front, leg->angle), stand) > left)
		return refused(PN_REFUSE_TOO_LONG);
	for (uint16_t i = 0; i < things; i++)
		shape[i] = thing[i].shape;
	turned =
		pn_formation_turn(stand->pose, stand->formation,
				  pn_wheel_centre(stand->pose, stand->formation, corner), by, &all);
	told.end.pose = pn_wheel_pose(stand->pose, stand->formation, corner, turned.by);
	told.spent = priced(pn_wheel_cost(front, turned.by < 0 ? -turned.by : turned.by), stand);
	told.by = turned.stopped_by;
	return told;
}

/* B1-60. In ranks and files in a form; its first figure stays where it is. */
static struct pn_stand in_ranks(struct pn_stand stand, uint8_t form)
{
	const bool loose = stand.loose > 0;

	stand.form = form;
	stand.loose = 0;
	stand.formation.gap = pn_form_gap(&battlesystem_1e_rules, game.params, form);
	if (stand.formation.files > stand.formation.figures)
		stand.formation.files = stand.formation.figures;
	if (loose)
		stand.pose.at =
			pn_ahead(stand.pose, 0,
				 (stand.formation.files - 1) *
					 (stand.formation.base_width + stand.formation.gap) / 2);
	return stand;
}

static bool has_room(const struct pn_stand *stand)
{
	const struct pn_body body = body_of(stand);

	for (uint16_t i = 0; i < things; i++)
		for (uint8_t k = 0; k < body.count && !thing[i].only_charges; k++)
			if (pn_shapes_overlap(&body.part[k], &thing[i].shape))
				return false;
	return true;
}

/* B1-60. May it take up that form? */
static bool may_form(const struct pn_stand *stand, uint8_t form)
{
	const struct pn_unit *unit = &game.unit[0];

	if (form == stand->form || form >= B1_FORMATIONS || unit->class == B1_INDIVIDUAL)
		return false;
	return form == stand->form - B1_HOLED ||
	       (b1_is_regular(unit) && (form == B1_CLOSED || form == B1_OPEN));
}

static struct told reform(const struct pn_stand *stand, const struct pn_leg *leg, pn_len left)
{
	const pn_len rate = pn_stat(&game.unit[0], B1_MOVEMENT_RATE);
	const int32_t more = leg->files - stand->formation.files;
	struct told told = {.code = PN_LAWFUL, .end = *stand, .by = -1};
	pn_len price = (rate + 2) / 3;

	if (leg->kind == PN_LEG_FACE) {
		if (leg->to != PN_FACING_LEFT && leg->to != PN_FACING_RIGHT &&
		    leg->to != PN_FACING_REAR)
			return refused(PN_REFUSE_BAD_PATH);
		if (leg->to == PN_FACING_REAR)
			price = (rate + 1) / 2;
		pn_turn_on_the_spot(&told.end.pose, &told.end.formation, leg->to);
	} else if (leg->kind == PN_LEG_FRONTAGE) {
		if (leg->files == 0 || leg->files > stand->formation.figures || more == 0)
			return refused(PN_REFUSE_BAD_PATH);
		price = (more < 0 ? -more : more) * PN_INCH;
		told.end.formation.files = leg->files;
	} else {
		if (!may_form(stand, leg->form))
			return refused(PN_REFUSE_BAD_PATH);
		if (leg->form == B1_CLOSED && b1_is_out_of_command(&game.unit[0]))
			return refused(PN_REFUSE_OUT_OF_COMMAND);
		told.end = in_ranks(*stand, leg->form);
	}
	told.spent = priced(price, stand);
	if (told.spent > left)
		return refused(PN_REFUSE_TOO_LONG);
	return told;
}

static struct told leg_of(const struct pn_stand *stand, const struct pn_leg *leg, pn_len left,
			  bool charges)
{
	struct told told;

	gather(stand, charges);
	if (stand->loose > 0 && leg->kind != PN_LEG_ADVANCE && leg->kind != PN_LEG_FORM)
		return refused(PN_REFUSE_WRONG_FORMATION);
	if (leg->kind == PN_LEG_ADVANCE)
		return advance(stand, leg, left);
	if (leg->kind == PN_LEG_WHEEL)
		return wheel(stand, leg, left);
	told = reform(stand, leg, left);
	if (told.code == PN_LAWFUL && !has_room(&told.end))
		told.code = -1; /* by what decides whom it is refused for */
	return told;
}

/* ---- random legs ---- */

static const pn_len INCHES = 12 * PN_INCH;

static struct pn_leg random_leg(struct random_source *random, const struct pn_stand *stand)
{
	static const int32_t least[] = {0, 1, 2, PN_DEGREES_45};
	static const uint8_t kinds[] = {PN_LEG_ADVANCE, PN_LEG_ADVANCE,  PN_LEG_WHEEL,
					PN_LEG_FACE,    PN_LEG_FRONTAGE, PN_LEG_FORM};
	struct pn_leg leg = {.kind = kinds[random_between(random, 0, 5)]};
	const bool odd = random_one_in(random, 6);
	int32_t aside = random_between(random, -PN_DEGREES_45, PN_DEGREES_45);

	if (odd)
		aside = random_between(random, -PN_DEGREES_45 - 1, -PN_DEGREES_45 + 1) *
			(random_one_in(random, 2) ? 1 : -1);
	leg.heading = (pn_angle)(stand->pose.facing + aside);
	leg.length = odd ? random_between(random, 0, 2) : random_between(random, 3, INCHES);
	leg.left = random_one_in(random, 2);
	leg.angle = (pn_angle)(odd ? least[random_between(random, 0, 3)]
				   : random_between(random, 1, PN_DEGREES_90));
	if (random_one_in(random, 12))
		leg.angle = (pn_angle)(PN_TURN_HALF + random_between(random, -1, 1));
	leg.to = (uint8_t)random_between(random, PN_FACING_FRONT, PN_FACING_REAR + 1);
	leg.files = (uint8_t)random_between(random, 0, stand->formation.figures + 1);
	leg.form = (uint8_t)random_between(random, 0, B1_FORMATIONS);
	return leg;
}

static bool is_same_pose(pn_pose a, pn_pose b)
{
	return a.at.x == b.at.x && a.at.y == b.at.y && a.facing == b.facing;
}

/* Is that what the walk says of its leg of that number? */
static bool is_told(const struct b1_walk *walk, uint8_t number, const struct told *told)
{
	const struct b1_walked *walked = &walk->leg[number];
	const struct thing *by = told->by < 0 ? NULL : &thing[told->by];
	const bool by_unit = by && by->unit != PN_NO_UNIT;
	const bool by_enemy = by_unit && game.unit[by->unit].side != game.unit[0].side;

	if (told->code != PN_LAWFUL && walk->leg_count > number)
		return false;
	if (told->code < 0)
		return walk->verdict.code == PN_REFUSE_BLOCKED ||
		       walk->verdict.code == PN_REFUSE_LEAVES_TABLE;
	if (told->code != PN_LAWFUL)
		return (int)walk->verdict.code == told->code;
	return walk->leg_count > number && walked->spent == told->spent &&
	       is_same_pose(walked->end.pose, told->end.pose) &&
	       walked->end.formation.files == told->end.formation.files &&
	       walked->end.formation.gap == told->end.formation.gap &&
	       walked->end.form == told->end.form && walked->end.loose == told->end.loose &&
	       walked->stopped == (by != NULL) && walked->edge == (by && by->edge) &&
	       (!by || walked->barred == by->only_charges) &&
	       walked->met == (by_enemy ? by->unit : PN_NO_UNIT) &&
	       walked->met_friend == (by_unit && !by_enemy) &&
	       (!walked->met_friend || walked->friend == by->unit);
}

/* One leg or two, from where unit 0 stands; the second from where the first ends. The allowance is
 * now and then just what the first costs, or a hundredth less; the first as long as it goes before
 * it is stopped, or a hundredth more or less. */
struct walked {
	int lawful, stopped, refused, more;
};

static void walk_legs(struct random_source *random, int board, struct walked *count)
{
	struct pn_stand stand = pn_stand_of(&game.unit[0]);
	struct pn_path path = {.count = 2, .leg = {random_leg(random, &stand)}};
	const bool charges = random_one_in(random, 2);
	pn_len left = random_between(random, PN_INCH, 3 * INCHES);
	struct told told = leg_of(&stand, &path.leg[0], left, charges);
	struct b1_walk walk;

	path.leg[1] = random_leg(random, &told.end);
	if (told.code == PN_LAWFUL && told.by < 0 && told.spent > 0 && random_one_in(random, 3))
		left = told.spent - random_one_in(random, 2);
	if (told.by >= 0 && told.length > 0 && random_one_in(random, 2))
		path.leg[0].length = told.length + random_between(random, -1, 1);
	told = leg_of(&stand, &path.leg[0], left, charges);
	b1_look_round(&scene, &game, 0, charges ? B1_WALLS_CHARGE : B1_WALLS_ALL, B1_ANYWHERE);
	walk = b1_walk_path(&scene, &stand, &path, left);
	/* Ground in which a unit cannot stay closed is another matter (B1-69). */
	if (told.code != PN_REFUSE_WRONG_FORMATION &&
	    walk.verdict.code == PN_REFUSE_WRONG_FORMATION &&
	    (stand.loose == 0 || path.leg[0].kind != PN_LEG_ADVANCE))
		return;
	cr_expect(is_told(&walk, 0, &told), "board %d, leg %d: %d, not %d; spent %d, not %d", board,
		  path.leg[0].kind, walk.verdict.code, told.code, walk.leg[0].spent, told.spent);
	count->lawful += told.code == PN_LAWFUL;
	count->stopped += told.by >= 0;
	count->refused += told.code != PN_LAWFUL;
	if (told.code != PN_LAWFUL || told.by >= 0) {
		cr_expect_leq(walk.leg_count, 1);
		return;
	}
	left -= told.spent;
	stand = told.end;
	told = leg_of(&stand, &path.leg[1], left, charges);
	cr_expect(is_told(&walk, 1, &told), "board %d, then leg %d: %d, not %d; spent %d, not %d",
		  board, path.leg[1].kind, walk.verdict.code, told.code, walk.leg[1].spent,
		  told.spent);
	cr_expect_eq(walk.spent, walk.leg[0].spent + (walk.leg_count > 1 ? told.spent : 0));
	count->more += told.code == PN_LAWFUL;
}

Test(b1_path, a_leg_is_what_the_clauses_say, .timeout = 300)
{
	struct random_source random = {65};
	struct walked count = {0};

	for (int boards = 0; boards < BOARDS;) {
		if (!b1_set_board(&game, &random))
			continue;
		boards++;
		if (random_one_in(&random, 4))
			game.unit[0].flags |= 1u << B1_OUT_OF_COMMAND;
		walk_legs(&random, boards, &count);
	}
	printf("%d lawful, %d of them stopped, %d refused; %d second ones\n", count.lawful,
	       count.stopped, count.refused, count.more);
	cr_expect(count.lawful > BOARDS / 4 && count.stopped > BOARDS / 30 &&
		  count.refused > BOARDS / 4 && count.more > BOARDS / 20);
}

/* ---- opening out ---- */

/* In the same files; or in the next smaller number that finds room, or the next larger. */
static uint16_t files_open(struct pn_stand *stand)
{
	const uint16_t before = stand->formation.files;

	for (uint16_t files = before; files >= 1; files--) {
		stand->formation.files = files;
		if (has_room(stand))
			return files;
	}
	for (uint16_t files = before; files <= stand->formation.figures; files++) {
		stand->formation.files = files;
		if (has_room(stand))
			return files;
	}
	return 0;
}

Test(b1_path, one_that_opens_out_takes_the_next_files_that_find_room, .timeout = 300)
{
	struct random_source random = {22};
	int same = 0, other = 0, none = 0;

	for (int boards = 0; boards < BOARDS;) {
		struct pn_stand out, open;
		uint16_t files = 0;
		bool opened;

		if (!b1_set_board(&game, &random))
			continue;
		boards++;
		/* Somebody stands close by. */
		game.unit[1].pose.at =
			pn_ahead(game.unit[0].pose, random_between(&random, -4000, 6000),
				 random_between(&random, -9000, 9000));
		open = in_ranks(pn_stand_of(&game.unit[0]), B1_OPEN);
		gather(&open, false);
		if (b1_is_regular(&game.unit[0]) && game.unit[0].form % B1_FORMATIONS == B1_CLOSED)
			files = files_open(&open);
		opened = b1_opened(&game, 0, &out);
		cr_expect_eq(opened, files > 0, "board %d", boards);
		if (opened)
			cr_expect(out.formation.files == files && out.form == B1_OPEN &&
					  out.formation.gap == open.formation.gap,
				  "board %d: %d files, not %d", boards, out.formation.files, files);
		same += files == game.unit[0].files;
		other += files > 0 && files != game.unit[0].files;
		none += b1_formation(&game.unit[0]) == B1_CLOSED && files == 0;
	}
	printf("%d in the same files, %d in others, %d in none\n", same, other, none);
	cr_expect(same > BOARDS / 20 && other > 20 && none > 20);
}

/* ---- roads ---- */

static bool is_on(const struct pn_shape *road, pn_pose pose)
{
	const struct pn_shape block = pn_footprint(pose, pn_unit_formation(&game.unit[0]));

	for (uint8_t i = 0; i < block.count; i++)
		if (!pn_shape_contains(road, block.point[i]))
			return false;
	return true;
}

Test(b1_path, a_road_helps_one_who_stays_wholly_on_it, .timeout = 300)
{
	struct random_source random = {14};
	int on = 0, helped = 0, left_it = 0;

	for (int boards = 0; boards < BOARDS;) {
		struct pn_path path = {.count = 1};
		struct pn_stand stand;
		bool begins = false, stays = false;

		if (!b1_set_board(&game, &random))
			continue;
		boards++;
		stand = pn_stand_of(&game.unit[0]);
		path.leg[0] = random_leg(&random, &stand);
		path.count = (uint8_t)random_between(&random, 1, 2);
		path.leg[1] = path.leg[0];
		for (uint8_t i = 0; i < game.terrain_count; i++) {
			const struct pn_terrain *piece = &game.terrain[i];
			pn_pose end = stand.pose;

			end.at = pn_add(end.at, pn_along(path.leg[0].heading, path.leg[0].length));
			if (piece->kind != B1_ROAD || stand.loose > 0 ||
			    !is_on(&piece->shape, stand.pose))
				continue;
			begins = true;
			stays |= path.count == 1 && path.leg[0].kind == PN_LEG_ADVANCE &&
				 is_on(&piece->shape, end);
		}
		b1_look_round(&scene, &game, 0, B1_WALLS_ALL, PN_INCH);
		cr_expect_eq(b1_stands_on_road(&scene), begins, "board %d", boards);
		cr_expect_eq(b1_road(&game, 0, &path, 3000), stays ? 4000 : 3000, "board %d",
			     boards);
		on += begins;
		helped += stays;
		left_it += begins && !stays && path.count == 1;
	}
	printf("%d on a road, %d helped, %d leave it\n", on, helped, left_it);
	cr_expect(on > BOARDS / 20 && helped > 50 && left_it > 50);
}
