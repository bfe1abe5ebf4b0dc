/* CQ-G3: where none of the plain reforms lets a charge at an enemy through, one that does. What
 * is looked at are headings 15 degrees apart, in any number of files, and where there is little
 * room the last that is free before what is in the way.
 *
 * A way is not searched for as the charge itself does it (cq_way.c), which takes too long for a
 * list: straight on, or with one wheel at the beginning after which a corner of the front makes
 * for the enemy's closest point, or for its middle. What is missed by that
 * tests/rulesets/conquest_reform_test.c counts. */

#include "cq.h"

enum {
	HIGHEST_ROLL = 6,
	STEP = PN_DEGREES_90 / 6, /* from heading to heading */
	HEADINGS = 11,            /* to 75 degrees on either side */
	ROUNDINGS = 4,
	STANDS_FEW = 12,   /* every number of files is looked at for so many stands */
	EDGE_EXACT = 64,   /* 65536ths of a turn: a third of a degree */
	STANCES_MOST = 16, /* so many are looked at in one list */
};

/* How far the heading is from facing the enemy. */
static int32_t aside(int heading)
{
	return (heading - HEADINGS / 2) * STEP;
}

/* ---- does a charge come through? ---- */

/* Straight on from there, is the enemy met before anything else? */
static bool meets(const struct cq_fit *fit, const struct pn_unit *unit, pn_pose pose)
{
	int met;

	cq_straight(&fit->solid, unit, pose, pose.facing, fit->most, &met);
	return met >= 0 && fit->solid.unit[met] == fit->enemy;
}

/* The same after a wheel about that corner, until it makes for `at`. */
static bool meets_wheeling(const struct cq_fit *fit, const struct pn_unit *unit,
			   enum pn_corner corner, pn_vec at)
{
	const struct pn_formation formation = pn_unit_formation(unit);
	const pn_vec centre = pn_wheel_centre(unit->pose, formation, corner);
	const int32_t by = pn_turn_between(unit->pose.facing, pn_bearing(pn_subtract(at, centre)));

	/* CQ-11, CQ-12. */
	if (by == 0 || (by < 0) != (corner == PN_CORNER_LEFT) || by > PN_DEGREES_90 ||
	    by < -PN_DEGREES_90)
		return false;
	return meets(fit, unit, pn_wheel_pose(unit->pose, formation, corner, by)) &&
	       pn_obstacles_wheel(&fit->solid, unit->pose, formation, corner, by).by == by;
}

static bool has_way(const struct cq_fit *fit, const struct pn_unit *unit,
		    const struct pn_shape *enemy)
{
	const pn_vec middle = {(enemy->point[0].x + enemy->point[2].x) / 2,
			       (enemy->point[0].y + enemy->point[2].y) / 2};

	if (meets(fit, unit, unit->pose))
		return true;
	for (enum pn_corner corner = 0; corner < PN_CORNERS; corner++) {
		const pn_vec centre = pn_wheel_centre(unit->pose, pn_unit_formation(unit), corner);

		if (meets_wheeling(fit, unit, corner, cq_nearest_of(enemy, centre)) ||
		    meets_wheeling(fit, unit, corner, middle))
			return true;
	}
	return false;
}

/* With the highest roll, at an enemy in sight. */
static bool comes_through(struct cq_fit *fit, uint16_t files, pn_pose pose)
{
	struct pn_unit *unit = &fit->then.unit[fit->round->unit];
	const struct pn_shape enemy = pn_unit_footprint(&fit->then.unit[fit->enemy]);
	struct pn_shape own;

	if (fit->left == 0)
		return false;
	fit->left--;
	unit->files = files;
	unit->pose = pose;
	own = pn_unit_footprint(unit);
	return pn_within(&own, &enemy, fit->most) && has_way(fit, unit, &enemy) &&
	       cq_sees(&fit->then, fit->round->unit, fit->enemy);
}

/* Turned so far from facing the enemy, could any point of the regiment be near enough? The enemy
 * lies wholly beyond the line through its closest point, square to the way there. */
static bool is_near(const struct cq_fit *fit, uint16_t files, int32_t turned)
{
	struct pn_formation formation =
		pn_unit_formation(&fit->round->view->unit[fit->round->unit]);
	const int64_t sine = pn_sine((pn_angle)turned);
	const int64_t cosine = pn_cosine((pn_angle)turned);
	int64_t reach;

	formation.files = files;
	reach = (sine < 0 ? -sine : sine) * pn_frontage(formation) +
		(cosine < 0 ? -cosine : cosine) * pn_depth(formation);
	return 2 * (int64_t)(fit->distance - fit->most - ROUNDINGS) <= reach / PN_SINE_ONE;
}

/* Made only for a regiment that is near enough to an enemy to need it. */
static void prepare(struct cq_fit *fit)
{
	if (fit->is_prepared)
		return;
	fit->is_prepared = true;
	fit->then = *fit->round->view;
	cq_gather(&fit->solid, fit->round->view, fit->round->unit,
		  CQ_ENEMIES | CQ_EDGES | CQ_BARS_CHARGES, PN_NO_UNIT);
}

bool cq_fits(struct cq_fit *fit, uint16_t files, int32_t by, pn_pose pose)
{
	if (!is_near(fit, files, by - fit->towards))
		return false;
	prepare(fit);
	return comes_through(fit, files, pose);
}

/* ---- looking for one ---- */

static bool is_lawful(const struct cq_fit *fit, uint16_t files, int32_t by)
{
	return cq_reform_among(fit->round, files, by).verdict.code == PN_LAWFUL;
}

static bool try_turn(struct cq_fit *fit, uint16_t files, int32_t by, bool *lawful)
{
	const struct cq_reform reform = cq_reform_among(fit->round, files, by);

	*lawful = reform.verdict.code == PN_LAWFUL;
	if (!*lawful || !comes_through(fit, files, reform.pose))
		return false;
	fit->files = files;
	fit->by = by;
	return true;
}

/* The last lawful turn on the way to one that is not. */
static bool try_edge(struct cq_fit *fit, uint16_t files, int32_t lawful, int32_t unlawful)
{
	bool is;

	while (unlawful - lawful > EDGE_EXACT || lawful - unlawful > EDGE_EXACT) {
		const int32_t middle = (lawful + unlawful) / 2;

		if (is_lawful(fit, files, middle))
			lawful = middle;
		else
			unlawful = middle;
	}
	return try_turn(fit, files, lawful, &is);
}

static bool try_files(struct cq_fit *fit, uint16_t files)
{
	bool near[HEADINGS], lawful[HEADINGS];

	for (int i = 0; i < HEADINGS; i++) {
		lawful[i] = false;
		near[i] = fit->left > 0 && is_near(fit, files, aside(i));
		if (near[i] && try_turn(fit, files, fit->towards + aside(i), &lawful[i]))
			return true;
	}
	for (int i = 0; i + 1 < HEADINGS && fit->left > 0; i++) {
		const int in = lawful[i] ? i : i + 1;
		const int out = lawful[i] ? i + 1 : i;

		if (near[i] && near[i + 1] && lawful[i] != lawful[i + 1] &&
		    try_edge(fit, files, fit->towards + aside(in), fit->towards + aside(out)))
			return true;
	}
	return false;
}

static bool is_looked_at(const struct pn_unit *unit, uint16_t files)
{
	return unit->figures <= STANDS_FEW || files == 2 || files == unit->files ||
	       files == unit->files / 2 || files == unit->files * 2 || files == unit->figures;
}

bool cq_find_fit(struct cq_fit *fit)
{
	const struct pn_unit *unit = &fit->round->view->unit[fit->round->unit];

	if (2 * (fit->distance - fit->most) > unit->figures * (unit->base_width + unit->base_depth))
		return false;
	prepare(fit);
	for (uint16_t files = 1; files <= unit->figures && fit->left > 0; files++)
		if (is_looked_at(unit, files) && try_files(fit, files))
			return true;
	return false;
}

void cq_begin_fit(struct cq_fit *fit, const struct cq_surroundings *round)
{
	fit->round = round;
	fit->is_prepared = false;
	fit->left = STANCES_MOST;
	fit->most = cq_march(&round->view->unit[round->unit]) + HIGHEST_ROLL * PN_INCH;
}
