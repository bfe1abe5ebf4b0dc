/* B1-02, B1-08, B1-09, Table 14: where a charge along a given path leads, how long its way is and
 * how much of that is straight, on random boards, beside what the clauses say of the legs. */

#include <criterion/criterion.h>
#include <stdio.h>

#include "b1_board.h"
#include "battlesystem-1e/b1.h"
#include "brute.h"

enum { BOARDS = 12000, ONE_DEGREE = 182 };

static struct pn_game game;
static struct b1_scene scene;

/* ---- paths ---- */

static pn_len range_of(void)
{
	const pn_len rate = pn_stat(&game.unit[0], B1_MOVEMENT_RATE);

	return b1_goes_any_way(&game.unit[0]) ? rate : rate + rate / 2;
}

/* Up to two legs, and the heading of what follows: one of them about two thirds of the range, or
 * about one degree off the last. */
static struct pn_path random_path(struct random_source *random)
{
	static const uint8_t turns[] = {PN_LEG_WHEEL, PN_LEG_WHEEL, PN_LEG_FACE, PN_LEG_FRONTAGE,
					PN_LEG_FORM};
	const pn_angle facing = game.unit[0].pose.facing;
	const pn_angle heading =
		(pn_angle)(facing + random_between(random, -PN_DEGREES_45, PN_DEGREES_45));
	struct pn_path path = {.given = true, .count = (uint8_t)random_between(random, 0, 3)};

	for (uint8_t i = 0; i < path.count; i++) {
		struct pn_leg *leg = &path.leg[i];

		leg->kind = PN_LEG_ADVANCE;
		if (random_one_in(random, 3))
			leg->kind = turns[random_between(random, 0, 4)];
		leg->to = (uint8_t)random_between(random, PN_FACING_LEFT, PN_FACING_REAR);
		leg->files = (uint8_t)random_between(random, 1, game.unit[0].figures);
		leg->form = random_one_in(random, 2) ? B1_OPEN : B1_CLOSED;
		leg->left = random_one_in(random, 2);
		leg->angle = (pn_angle)random_between(random, 1, PN_DEGREES_45);
		leg->length = random_between(random, 1, range_of() / 2);
		leg->heading =
			(pn_angle)(random_one_in(random, 3)
					   ? facing + random_between(random, -4, 4) * 2048
					   : heading + random_between(random, -1, 1) *
							       (ONE_DEGREE +
								random_between(random, -1, 1)));
	}
	if (path.count == 2 && random_one_in(random, 2))
		path.leg[0].length = range_of() * 2 / 3 + random_between(random, -1, 1);
	if (path.count > 0 && random_one_in(random, 8))
		path.leg[path.count - 1].heading =
			(pn_angle)(facing + (random_one_in(random, 2) ? 1 : -1) *
						    (PN_DEGREES_45 + random_between(random, 0, 1)));
	if (path.count == 0 || random_one_in(random, 3))
		path.leg[0].heading = facing;
	return path;
}

/* ---- what the clauses say ---- */

struct told {
	int code; /* enum pn_refusal */
	struct b1_walk walk;
	pn_len most; /* that it may spend */
	pn_len run, straight;
};

/* B1-02. Into somebody, else as far as a charge goes that reaches nobody. */
static struct b1_walked last_leg(const struct pn_stand *stand, pn_angle heading, pn_len spent)
{
	const pn_len rate = pn_stat(&game.unit[0], B1_MOVEMENT_RATE);
	const pn_len left = range_of() - spent;
	const pn_len most = (pn_len)((int64_t)rate * game.params[B1_PARAM_SHORT_CHARGE] / 100);
	const pn_len less = range_of() - most < left ? left - (range_of() - most) : 0;
	struct b1_walked walked = b1_straight(&scene, stand, heading, left, left);

	if (walked.met == PN_NO_UNIT && walked.spent > less)
		walked = b1_straight(&scene, stand, heading, less, less);
	return walked;
}

static bool is_in(const struct pn_shape *block, const struct pn_shape *piece)
{
	for (uint8_t i = 0; i < block->count; i++)
		if (!pn_shape_contains(piece, block->point[i]))
			return false;
	return true;
}

/* Table 14. A third more, if that leads to an enemy and never off the piece of road. */
static void take_road(struct told *told, const struct pn_stand *stand, pn_angle heading)
{
	const pn_len most = (pn_len)((int64_t)range_of() * 4 / 3);
	const struct b1_walked walked = b1_straight(&scene, stand, heading, most, most);
	const struct pn_shape before = pn_unit_footprint(&game.unit[0]);
	const struct pn_shape after = pn_footprint(walked.end.pose, walked.end.formation);

	if (stand->loose > 0 || walked.met == PN_NO_UNIT)
		return;
	for (uint8_t i = 0; i < game.terrain_count; i++)
		if (game.terrain[i].kind == B1_ROAD && is_in(&before, &game.terrain[i].shape) &&
		    is_in(&after, &game.terrain[i].shape)) {
			told->walk.leg[0] = walked;
			told->walk.spent = walked.spent;
			told->most = most;
		}
}

/* B1-08, B1-09. All of the way, and how much of its end is straight. */
static void measure(struct told *told)
{
	const struct b1_walk *walk = &told->walk;
	int at = walk->leg_count;

	for (uint8_t i = 0; i < walk->leg_count; i++)
		told->run += walk->leg[i].length;
	while (at > 0 && walk->leg[at - 1].kind == PN_LEG_ADVANCE) {
		const int32_t off = pn_turn_between(walk->leg[at - 1].heading,
						    walk->leg[walk->leg_count - 1].heading);

		if (off > ONE_DEGREE || off < -ONE_DEGREE)
			break;
		told->straight += walk->leg[--at].length;
	}
}

static struct told tell(const struct pn_path *path)
{
	const bool leads = path->count > 0 && path->leg[path->count - 1].kind == PN_LEG_ADVANCE;
	struct pn_path before = *path;
	struct pn_stand stand = pn_stand_of(&game.unit[0]);
	struct told told = {.code = PN_LAWFUL, .most = range_of()};
	struct b1_walk *walk = &told.walk;
	pn_angle heading;
	int32_t aside;

	before.count = (uint8_t)(path->count - (leads ? 1 : 0));
	b1_look_for(&scene, &game, 0, 1, B1_WALLS_CHARGE, B1_ANYWHERE);
	*walk = b1_walk_path(&scene, &stand, &before, range_of());
	told.code = (int)walk->verdict.code;
	if (walk->leg_count > 0)
		stand = walk->leg[walk->leg_count - 1].end;
	heading = leads ? path->leg[path->count - 1].heading : stand.pose.facing;
	aside = pn_turn_between(stand.pose.facing, heading);
	if (told.code == PN_LAWFUL &&
	    (walk->leg_count == 0 || !walk->leg[walk->leg_count - 1].stopped)) {
		if (aside > PN_DEGREES_45 || aside < -PN_DEGREES_45) {
			told.code = PN_REFUSE_OUT_OF_ARC;
		} else {
			walk->leg[walk->leg_count++] = last_leg(&stand, heading, walk->spent);
			walk->spent += walk->leg[walk->leg_count - 1].spent;
			if (walk->leg_count == 1)
				take_road(&told, &stand, heading);
		}
	}
	measure(&told);
	return told;
}

struct tally {
	int lawful, refused, meet, short_run, bent, third, road;
};

static void compare(const struct told *told, const struct b1_plan *plan, int board,
		    struct tally *tally)
{
	const bool allowance = game.switches[B1_SWITCH_RUN_UP] == B1_RUN_UP_ALLOWANCE;
	const uint8_t legs = told->walk.leg_count;
	const bool meets = legs > 0 && told->walk.leg[legs - 1].met != PN_NO_UNIT;
	const bool run_up =
		allowance || 3 * told->run >= 2 * pn_stat(&game.unit[0], B1_MOVEMENT_RATE);

	cr_expect_eq((int)plan->walk.verdict.code, told->code, "board %d: %d, not %d", board,
		     plan->walk.verdict.code, told->code);
	tally->refused += told->code != PN_LAWFUL;
	if (told->code != PN_LAWFUL)
		return;
	cr_expect(plan->run == told->run && plan->straight == told->straight,
		  "board %d: %d of %d straight, not %d of %d", board, plan->straight, plan->run,
		  told->straight, told->run);
	cr_expect(plan->walk.leg_count == legs && plan->walk.spent == told->walk.spent,
		  "board %d: spent %d, not %d", board, plan->walk.spent, told->walk.spent);
	cr_expect_eq(plan->left, told->most - told->walk.spent, "board %d: %d left, not %d", board,
		     plan->left, told->most - told->walk.spent);
	cr_expect(plan->reaches == meets && plan->run_up == run_up &&
			  plan->is_straight == (3 * told->straight >= told->run),
		  "board %d", board);
	tally->lawful++;
	tally->meet += meets;
	tally->short_run += meets && !run_up;
	tally->bent += 3 * told->straight < told->run;
	tally->third += 3 * told->straight == told->run;
	tally->road += told->walk.spent > range_of();
}

Test(b1_plan, a_charge_goes_as_the_clauses_say, .timeout = 300)
{
	struct random_source random = {98};
	struct tally tally = {0};

	for (int boards = 0; boards < BOARDS;) {
		struct b1_plan plan;
		struct pn_path path;

		if (!b1_set_board(&game, &random))
			continue;
		boards++;
		path = random_path(&random);
		b1_plan_charge(&plan, &game, 0, 1, &path);
		/* What opens out first (B1-69) goes as another unit. */
		if (!plan.opens) {
			const struct told told = tell(&path);

			compare(&told, &plan, boards, &tally);
		}
	}
	printf("%d lawful, %d refused; %d meet, %d too soon; %d bent, %d by just a third; %d by road\n",
	       tally.lawful, tally.refused, tally.meet, tally.short_run, tally.bent, tally.third,
	       tally.road);
	cr_expect(tally.lawful > BOARDS / 4 && tally.refused > BOARDS / 20 &&
		  tally.meet > BOARDS / 10 && tally.short_run > BOARDS / 100 &&
		  tally.bent > BOARDS / 20 && tally.third > BOARDS / 200 && tally.road > 10);
}

/* ---- the shortest way ---- */

static double distance_to(pn_unit_id to)
{
	struct pn_body one;
	struct pn_body other;
	double least = 1e9;

	pn_unit_body(&one, &game, &game.unit[0]);
	pn_unit_body(&other, &game, &game.unit[to]);
	for (uint8_t i = 0; i < one.count; i++)
		for (uint8_t k = 0; k < other.count; k++) {
			const struct brute_shape a = brute_moved(&one.part[i], 0, 0);
			const struct brute_shape b = brute_moved(&other.part[k], 0, 0);
			const double apart = brute_distance(&a, &b);

			least = apart < least ? apart : least;
		}
	return least;
}

Test(b1_plan, the_shortest_way_is_as_long_as_the_distance, .timeout = 300)
{
	struct random_source random = {44};
	int flush = 0;

	for (int boards = 0; boards < BOARDS / 2;) {
		const struct pn_unit *unit = &game.unit[0];
		struct pn_stand stand;
		double apart;
		pn_vec way;

		if (!b1_set_board(&game, &random))
			continue;
		boards++;
		/* Often the two touch, front to front, though not all along. */
		if (unit->loose + game.unit[1].loose == 0 && random_one_in(&random, 2)) {
			game.unit[0].pose.facing = 0;
			game.unit[1].pose = (pn_pose){
				pn_ahead(unit->pose, 0, random_between(&random, -1000, 1000)),
				PN_TURN_HALF};
		}
		stand = pn_stand_of(unit);
		way = b1_shortest_way(&game, &stand, 1);
		apart = distance_to(1);
		flush += apart < 1;
		cr_expect(pn_distance(way, (pn_vec){0, 0}) <= apart + 2 &&
				  pn_distance(way, (pn_vec){0, 0}) + 2 >= apart,
			  "board %d: (%d, %d), not %f", boards, way.x, way.y, apart);
	}
	cr_expect(flush > BOARDS / 20, "%d", flush);
}
