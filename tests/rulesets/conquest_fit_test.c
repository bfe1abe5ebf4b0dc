/* CQ-G3: the reform after which a charge gets there, on random boards, against all the stances of
 * which the clause speaks. One that is found is lawful, and a charge comes through after it. As
 * long as not too many were looked at, one is found wherever there is one; and what is asked of
 * one stance alone is answered as the slow way has it. */

#include <criterion/criterion.h>
#include <stdio.h>

#include "conquest-1.5/cq.h"
#include "cq_board.h"
#include "sweep.h"
#include "wheel.h"

enum {
	BOARDS = 1500,
	FIFTEEN_DEGREES = PN_DEGREES_90 / 6,
	SIDES = 5, /* headings to either side */
	FEW = 12,
	ALL_STANCES = 16,
	HIGHEST_ROLL = 6,
};

static struct pn_game game, then;
static struct pn_obstacles solid; /* enemies, and what no charge passes */

/* ---- slowly ---- */

/* What the regiment meets first, straight on as far as it may go; -1: nothing. */
static int meets(pn_pose pose, pn_len most)
{
	const struct pn_shape mover = pn_footprint(pose, pn_unit_formation(&then.unit[0]));
	struct pn_sweep_contact contact;
	pn_fraction least = {2, 1};
	int met = -1;

	for (uint16_t i = 0; i < solid.count; i++)
		if (pn_sweep(&mover, pn_along(pose.facing, most), &solid.shape[i], 1, &contact) &&
		    pn_fraction_compare(contact.at, least) < 0) {
			least = contact.at;
			met = solid.unit[i] == PN_NO_UNIT ? PN_NO_UNIT : solid.unit[i];
		}
	return met;
}

/* CQ-11, CQ-12. The same after a wheel forward about a corner, until that makes for a point. */
static bool meets_after(pn_unit_id enemy, enum pn_corner corner, pn_vec point, pn_len most)
{
	const pn_pose pose = then.unit[0].pose;
	const struct pn_formation formation = pn_unit_formation(&then.unit[0]);
	const struct pn_turn_obstacles all = {.shape = solid.shape, .count = solid.count};
	const pn_vec centre = pn_wheel_centre(pose, formation, corner);
	const int32_t by = pn_turn_between(pose.facing, pn_bearing(pn_subtract(point, centre)));
	const int32_t forward = corner == PN_CORNER_LEFT ? -by : by;

	return forward > 0 && forward <= PN_DEGREES_90 &&
	       pn_formation_turn(pose, formation, centre, by, &all).by == by &&
	       meets(pn_wheel_pose(pose, formation, corner, by), most) == enemy;
}

/* In so many files, at the pose: is the enemy near enough, in sight, and met? */
static bool comes_through(pn_unit_id enemy, uint16_t files, pn_pose pose)
{
	const pn_len most = cq_march(&game.unit[0]) + HIGHEST_ROLL * PN_INCH;
	const struct pn_shape other = pn_unit_footprint(&game.unit[enemy]);
	const pn_vec middle = {(other.point[0].x + other.point[2].x) / 2,
			       (other.point[0].y + other.point[2].y) / 2};
	struct pn_shape own;
	bool through;

	then = game;
	then.unit[0].files = files;
	then.unit[0].pose = pose;
	own = pn_unit_footprint(&then.unit[0]);
	through = meets(pose, most) == enemy;
	for (int corner = 0; corner < PN_CORNERS; corner++) {
		const pn_vec centre = own.point[corner == PN_CORNER_LEFT ? 0 : 1];

		through |= meets_after(enemy, (enum pn_corner)corner, cq_nearest_of(&other, centre),
				       most) ||
			   meets_after(enemy, (enum pn_corner)corner, middle, most);
	}
	return through && pn_within(&own, &other, most) && cq_sees(&then, 0, enemy);
}

/* Is there one, of headings 15 degrees apart to 75 on either side of facing the enemy? */
static bool is_there_any(pn_unit_id enemy, int32_t towards)
{
	const struct pn_unit *unit = &game.unit[0];

	for (uint16_t files = 1; files <= unit->figures; files++) {
		if (unit->figures > FEW && files != 2 && files != unit->files &&
		    files != unit->files / 2 && files != unit->files * 2 && files != unit->figures)
			continue;
		for (int i = -SIDES; i <= SIDES; i++) {
			const struct cq_reform reform =
				cq_reform_to(&game, 0, files, towards + i * FIFTEEN_DEGREES);

			if (reform.verdict.code == PN_LAWFUL &&
			    comes_through(enemy, files, reform.pose))
				return true;
		}
	}
	return false;
}

/* ---- against the fast way ---- */

struct tally {
	int found, none, given_up, at_an_edge, one, not_one;
};

static void begin(struct cq_fit *fit, const struct cq_surroundings *round, pn_unit_id enemy)
{
	const struct pn_shape other = pn_unit_footprint(&game.unit[enemy]);
	const pn_vec centre = cq_centre(&game.unit[0]);
	const pn_vec nearest = cq_nearest_of(&other, centre);

	cq_begin_fit(fit, round);
	fit->enemy = enemy;
	fit->towards =
		pn_turn_between(game.unit[0].pose.facing, pn_bearing(pn_subtract(nearest, centre)));
	fit->distance = pn_distance(centre, nearest);
}

static void compare(pn_unit_id enemy, const struct cq_surroundings *round, struct tally *tally,
		    int board)
{
	static struct cq_fit fit;
	const struct pn_unit *unit = &game.unit[0];
	const bool here = comes_through(enemy, unit->files, unit->pose);

	begin(&fit, round, enemy);
	cr_expect_eq(cq_fits(&fit, unit->files, 0, unit->pose), here, "board %d, enemy %d", board,
		     enemy);
	tally->one += here;
	tally->not_one += !here;
	begin(&fit, round, enemy);
	if (cq_find_fit(&fit)) {
		const struct cq_reform reform = cq_reform_to(&game, 0, fit.files, fit.by);

		tally->found++;
		tally->at_an_edge += (fit.by - fit.towards) % FIFTEEN_DEGREES != 0;
		cr_expect_eq((int)reform.verdict.code, PN_LAWFUL, "board %d, enemy %d", board,
			     enemy);
		cr_expect(comes_through(enemy, fit.files, reform.pose), "board %d, enemy %d", board,
			  enemy);
	} else if (fit.left > 0) {
		tally->none++;
		cr_expect_not(is_there_any(enemy, fit.towards), "board %d, enemy %d", board, enemy);
	} else {
		tally->given_up++;
	}
	cr_expect_leq(fit.left, ALL_STANCES);
}

Test(conquest_fit, what_is_found_is_there_and_what_is_there_is_found, .timeout = 300)
{
	static struct cq_surroundings round;
	struct random_source random = {103};
	struct tally tally = {0};

	for (int boards = 0; boards < BOARDS;) {
		if (!cq_set_board(&game, &random, true))
			continue;
		boards++;
		cq_look_round(&round, &game, 0);
		cq_gather(&solid, &game, 0, CQ_ENEMIES | CQ_EDGES | CQ_BARS_CHARGES, PN_NO_UNIT);
		for (pn_unit_id i = 0; i < game.unit_count; i++)
			if (game.unit[i].side == PN_BLUE)
				compare(i, &round, &tally, boards);
	}
	printf("%d found, %d of them at an edge, %d none, %d given up; %d of one stance, %d not\n",
	       tally.found, tally.at_an_edge, tally.none, tally.given_up, tally.one, tally.not_one);
	cr_expect(tally.found > BOARDS / 4 && tally.at_an_edge > 0 && tally.none > BOARDS / 10 &&
		  tally.one > BOARDS / 10 && tally.not_one > BOARDS / 10);
}
