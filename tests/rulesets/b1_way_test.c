/* B1-G1: the finite set of ways that a charge tries, against a slow sampler. Where one that
 * goes straight on, at any quarter of a degree, is a charge that B1-02, B1-08 and B1-09 allow,
 * the set has one too; and where all wheels of some 5 degrees are, whole degree by degree. */

#include <criterion/criterion.h>
#include <string.h>

#include "battlesystem-1e/b1.h"
#include "play.h"

enum { PLACEMENTS = 1500, QUARTER_DEGREE = 46, DEGREE = 182 };

static struct pn_game game;

static void add_unit(struct pn_muster *muster, pn_side side, pn_pose pose,
		     struct random_source *random)
{
	struct pn_muster_unit *unit = &muster->unit[muster->unit_count++];

	memset(unit, 0, sizeof *unit);
	strcpy(unit->name, "Unit");
	unit->side = side;
	unit->pose = pose;
	unit->form = random_one_in(random, 2) ? B1_CLOSED : B1_OPEN;
	unit->formation.figures = (uint16_t)random_between(random, 4, 24);
	unit->formation.files =
		(uint16_t)random_between(random, 1, unit->formation.figures < 8 ? 4 : 8);
	unit->formation.base_width = unit->formation.base_depth = 2000;
	for (uint8_t i = 0; i < battlesystem_1e_rules.stats.count; i++)
		unit->stats[i] = battlesystem_1e_rules.stats.row[i].optional
					 ? 0
					 : battlesystem_1e_rules.stats.row[i].min;
	unit->stats[B1_MOVEMENT_RATE] = 6 * PN_INCH;
}

/* A charger that faces north in the middle, an enemy round about it. */
static void place(struct random_source *random)
{
	const pn_vec middle = {24 * PN_INCH, 24 * PN_INCH};
	struct pn_muster muster;
	struct pn_muster_fault fault;

	do {
		pn_pose enemy = {.facing = (pn_angle)random_between(random, 0, 65535)};

		pn_muster_defaults(&muster, (uint8_t)pn_rules_find("battlesystem-1e"));
		muster.width = muster.depth = 48 * PN_INCH;
		muster.premeasure = true;
		enemy.at.x = middle.x + random_between(random, -14 * PN_INCH, 14 * PN_INCH);
		enemy.at.y = middle.y + random_between(random, -14 * PN_INCH, 14 * PN_INCH);
		add_unit(&muster, PN_RED, (pn_pose){middle, 0}, random);
		add_unit(&muster, PN_BLUE, enemy, random);
		fault = pn_setup(&game, (uint8_t)pn_rules_find("battlesystem-1e"), &muster);
	} while (fault.code != PN_MUSTER_NONE);
}

static bool is_a_charge(const struct pn_path *path)
{
	struct b1_plan plan;

	b1_plan_charge(&plan, &game, 0, 1, path);
	return plan.walk.verdict.code == PN_LAWFUL && plan.reaches && plan.run_up &&
	       plan.is_straight;
}

static bool any_straight(void)
{
	struct pn_path path = {.count = 1};

	for (int32_t turn = -PN_DEGREES_45; turn <= PN_DEGREES_45; turn += QUARTER_DEGREE) {
		path.leg[0] = (struct pn_leg){.kind = PN_LEG_ADVANCE, .heading = (pn_angle)turn};
		if (is_a_charge(&path))
			return true;
	}
	return false;
}

/* A wheel, and straight ahead; one that leaves room for the set's step. */
static bool any_wheel(void)
{
	enum { STEP = 6 };
	struct pn_path path = {.count = 1};

	for (int side = 0; side < 2; side++) {
		int in_a_row = 0;

		for (int32_t by = DEGREE; by < PN_TURN_HALF; by += DEGREE) {
			path.leg[0] = (struct pn_leg){
				.kind = PN_LEG_WHEEL, .left = side, .angle = (pn_angle)by};
			in_a_row = is_a_charge(&path) ? in_a_row + 1 : 0;
			if (in_a_row == STEP)
				return true;
		}
	}
	return false;
}

Test(b1_way, no_sampled_way_is_missed, .timeout = 300)
{
	struct random_source random = {20};
	int straight = 0;
	int wheeled = 0;
	int none = 0;

	for (int i = 0; i < PLACEMENTS; i++) {
		bool found;

		place(&random);
		found = is_a_charge(NULL);
		if (any_straight()) {
			straight++;
			cr_expect(found, "placement %d: a straight way is missed", i);
		} else if (any_wheel()) {
			wheeled++;
			cr_expect(found, "placement %d: a way after a wheel is missed", i);
		} else {
			none++;
		}
	}
	cr_expect(straight > 40 && wheeled > 10 && none > 40, "%d straight, %d wheeled, %d none",
		  straight, wheeled, none);
}
