/* B1-G1: the search for the way of a charge against the whole of its set, walked one by one with
 * nothing left out, each in surroundings that are gathered anew and reach over the whole board.
 * On random boards the search finds a way that is as good, costs as much and ends in the same
 * place. */

#include <criterion/criterion.h>
#include <stdio.h>

#include "b1_board.h"
#include "battlesystem-1e/b1.h"

enum {
	BOARDS = 8000,
	FAN = 33,
	FIVE_DEGREES = PN_DEGREES_45 / 9,
	BESIDE = 4,
};

static struct pn_game game;

/* ---- every way ---- */

enum goodness { NOTHING, REFUSED, MISSES, REACHES, CHARGES };

static enum goodness goodness_of(const struct b1_plan *plan)
{
	if (plan->walk.verdict.code != PN_LAWFUL)
		return REFUSED;
	if (!plan->reaches || plan->walk.leg[plan->walk.leg_count - 1].met != 1)
		return MISSES;
	return plan->run_up && plan->is_straight ? CHARGES : REACHES;
}

struct best {
	enum goodness goodness;
	struct b1_plan plan;
};

static struct pn_stand stand;
static struct b1_scene scene; /* over all of the board, for one lead */

static struct b1_lead lead_of(const struct pn_path *path)
{
	struct b1_lead lead;

	b1_look_for(&scene, &game, 0, 1, B1_WALLS_CHARGE, B1_ANYWHERE);
	b1_lead(&lead, &scene, &stand, path);
	return lead;
}

/* The first of the best, and of those that reach the target the first of the cheapest. */
static void take(struct best *best, const struct b1_plan *plan)
{
	const enum goodness goodness = goodness_of(plan);

	if (goodness > best->goodness || (goodness == best->goodness && goodness >= REACHES &&
					  plan->walk.spent < best->plan.walk.spent))
		*best = (struct best){goodness, *plan};
}

static void go(struct best *best, const struct b1_lead *lead, pn_angle heading)
{
	struct b1_plan plan;

	b1_finish(&plan, &scene, lead, heading);
	take(best, &plan);
}

/* Kept within 45 degrees of where one looks who stands so. */
static pn_angle within_45(pn_angle heading, pn_angle facing)
{
	const int32_t turn = pn_turn_between(facing, heading);

	return (pn_angle)(turn > PN_DEGREES_45    ? facing + PN_DEGREES_45
			  : turn < -PN_DEGREES_45 ? facing - PN_DEGREES_45
						  : heading);
}

/* After these legs: by the shortest way; straight ahead; towards each corner of the target. */
static void go_after(struct best *best, const struct pn_path *path)
{
	const struct b1_lead lead = lead_of(path);
	const pn_angle facing = lead.stand.pose.facing;
	struct pn_body target;

	if (lead.walk.verdict.code != PN_LAWFUL)
		return;
	go(best, &lead, within_45(b1_bearing_to(&game, &lead.stand, 1), facing));
	if (lead.ends || (path->count == 0 && best->goodness == CHARGES))
		return;
	go(best, &lead, facing);
	pn_unit_body(&target, &game, &game.unit[1]);
	for (uint8_t i = 0; i < target.part[0].count; i++)
		go(best, &lead,
		   within_45(pn_bearing(pn_subtract(target.part[0].point[i], lead.stand.pose.at)),
			     facing));
}

static struct pn_path wheel(int32_t by)
{
	return (struct pn_path){.count = 1,
				.leg = {{.kind = PN_LEG_WHEEL,
					 .left = by < 0,
					 .angle = (pn_angle)(by < 0 ? -by : by)}}};
}

/* Nothing; a wheel until it faces the target, until that is 45 degrees off, half of the first;
 * a face to either side and about. */
static uint8_t first_legs(struct pn_path out[B1_TURNS_MAX])
{
	const int32_t turn = pn_turn_between(stand.pose.facing, b1_bearing_to(&game, &stand, 1));
	uint8_t count = 0;

	out[count++] = (struct pn_path){.count = 0};
	if (stand.loose > 0)
		return count;
	if (turn != 0)
		out[count++] = wheel(turn);
	if (turn > PN_DEGREES_45 || turn < -PN_DEGREES_45)
		out[count++] = wheel(turn < 0 ? turn + PN_DEGREES_45 : turn - PN_DEGREES_45);
	if (turn / 2 != 0)
		out[count++] = wheel(turn / 2);
	for (uint8_t to = PN_FACING_LEFT; to <= PN_FACING_REAR; to++)
		out[count++] =
			(struct pn_path){.count = 1, .leg = {{.kind = PN_LEG_FACE, .to = to}}};
	return count;
}

/* On the headings of a fan, and on those on which two corners just meet. */
static void go_as_it_stands(struct best *best)
{
	const struct b1_lead lead = lead_of(&(struct pn_path){.count = 0});
	const pn_angle facing = stand.pose.facing;
	struct pn_body own;
	struct pn_body target;

	for (int i = 0; i < FAN && best->goodness < CHARGES; i++)
		go(best, &lead,
		   (pn_angle)(facing - PN_DEGREES_45 + i * 2 * PN_DEGREES_45 / (FAN - 1)));
	b1_body_of(&own, &game, &stand);
	pn_unit_body(&target, &game, &game.unit[1]);
	for (uint8_t i = 0; i < own.part[0].count; i++)
		for (uint8_t k = 0; k < target.part[0].count && best->goodness < CHARGES; k++) {
			const pn_angle bearing = pn_bearing(
				pn_subtract(target.part[0].point[k], own.part[0].point[i]));

			go(best, &lead, within_45((pn_angle)(bearing - BESIDE), facing));
			go(best, &lead, within_45((pn_angle)(bearing + BESIDE), facing));
		}
}

/* A wheel to that side by so many times five degrees, and straight ahead. */
static void go_wheeling(struct best *best, int side)
{
	for (int32_t by = FIVE_DEGREES; by < PN_TURN_HALF && best->goodness < CHARGES;
	     by += FIVE_DEGREES) {
		const struct pn_path path = wheel(side * by);
		const struct b1_lead lead = lead_of(&path);

		if (lead.walk.verdict.code == PN_LAWFUL)
			go(best, &lead, lead.stand.pose.facing);
	}
}

/* Nobody measures, and nothing reaches the target, which is not ahead: of the first, by the
 * shortest way, the one that ends nearest. */
static void go_nearest(struct best *best, const struct pn_path *first, uint8_t count)
{
	const pn_angle facing = stand.pose.facing;
	const pn_angle bearing = b1_bearing_to(&game, &stand, 1);
	int64_t least = -1;

	if (game.premeasure || best->goodness >= REACHES || within_45(bearing, facing) == bearing)
		return;
	for (uint8_t i = 0; i < count; i++) {
		const struct b1_lead lead = lead_of(&first[i]);
		struct b1_plan plan;
		pn_vec way;
		int64_t apart;

		b1_finish(&plan, &scene, &lead,
			  within_45(b1_bearing_to(&game, &lead.stand, 1), lead.stand.pose.facing));
		if (plan.walk.verdict.code != PN_LAWFUL)
			continue;
		way = b1_shortest_way(&game, &plan.walk.leg[plan.walk.leg_count - 1].end, 1);
		apart = (int64_t)way.x * way.x + (int64_t)way.y * way.y;
		if (least >= 0 && apart >= least)
			continue;
		least = apart;
		best->plan = plan;
	}
}

static void find_slowly(struct best *best)
{
	struct pn_path first[B1_TURNS_MAX];
	const uint8_t count = first_legs(first);

	best->goodness = NOTHING;
	for (uint8_t i = 0; i < count && (i == 0 || best->goodness < CHARGES); i++)
		go_after(best, &first[i]);
	if (best->goodness < CHARGES)
		go_as_it_stands(best);
	for (int side = -1; side <= 1 && stand.loose == 0; side += 2)
		go_wheeling(best, side);
	go_nearest(best, first, count);
}

static const struct b1_walked *last_of(const struct b1_plan *plan)
{
	return &plan->walk.leg[plan->walk.leg_count - 1];
}

static bool is_same(const struct b1_plan *a, const struct b1_plan *b)
{
	return a->walk.verdict.code == b->walk.verdict.code &&
	       a->walk.leg_count == b->walk.leg_count && a->walk.spent == b->walk.spent &&
	       a->left == b->left && last_of(a)->heading == last_of(b)->heading &&
	       last_of(a)->met == last_of(b)->met &&
	       last_of(a)->end.pose.at.x == last_of(b)->end.pose.at.x &&
	       last_of(a)->end.pose.at.y == last_of(b)->end.pose.at.y &&
	       last_of(a)->end.pose.facing == last_of(b)->end.pose.facing;
}

Test(b1_search, the_whole_set_has_no_better_way, .timeout = 300)
{
	struct random_source random = {34};
	int found[CHARGES + 1] = {0};
	int turned = 0;

	for (int boards = 0; boards < BOARDS;) {
		static struct b1_scene near;
		struct b1_plan plan;
		struct best best;

		if (!b1_set_board(&game, &random))
			continue;
		boards++;
		stand = pn_stand_of(&game.unit[0]);
		b1_look_for(&near, &game, 0, 1, B1_WALLS_CHARGE, b1_road_range(&game.unit[0]));
		b1_find_way(&plan, &near, 1, &stand);
		find_slowly(&best);
		found[best.goodness]++;
		turned += best.plan.walk.leg_count > 1;
		cr_expect_eq(goodness_of(&plan), goodness_of(&best.plan), "board %d: %d, not %d",
			     boards, goodness_of(&plan), goodness_of(&best.plan));
		cr_expect(is_same(&plan, &best.plan), "board %d: spent %d, not %d (%d)", boards,
			  plan.walk.spent, best.plan.walk.spent, goodness_of(&plan));
	}
	printf("%d miss, %d reach, %d charge, %d turn first\n", found[MISSES], found[REACHES],
	       found[CHARGES], turned);
	cr_expect(found[MISSES] > BOARDS / 10 && found[REACHES] > BOARDS / 20 &&
		  found[CHARGES] > BOARDS / 4 && turned > BOARDS / 10);
}
