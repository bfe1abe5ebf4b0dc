/* Which way a retreat goes. Away from one enemy is half a turn from how the unit faces; where
 * that way leads towards the enemy, which the text does not think of, it is straight away from
 * it (ours). From several it is the sum of the ways straight away from each (AW-33). And in whom a run
 * that has begun so would end. */

#include "aw.h"

static pn_angle away_from(const struct pn_game *view, pn_unit_id id, pn_unit_id enemy)
{
	return pn_bearing(pn_subtract(aw_middle(&view->unit[id]), aw_middle(&view->unit[enemy])));
}

/* Decides AW-33. */
static uint8_t between(const struct pn_game *view, const struct pn_pending *pending,
		       pn_angle heading[AW_HEADINGS_MAX])
{
	int64_t x = 0;
	int64_t y = 0;
	pn_angle first = away_from(view, pending->unit, pending->queue[0]);

	for (uint8_t i = 0; i < pending->queue_count; i++) {
		pn_angle away = away_from(view, pending->unit, pending->queue[i]);

		x += pn_sine(away);
		y += pn_cosine(away);
	}
	/* Sines are exact to a few units. */
	if (x / 64 == 0 && y / 64 == 0) {
		heading[0] = (pn_angle)(first + PN_DEGREES_90);
		heading[1] = (pn_angle)(first - PN_DEGREES_90);
		return 2;
	}
	heading[0] = pn_bearing((pn_vec){(pn_len)(x >> 4), (pn_len)(y >> 4)});
	return 1;
}

/* Decides AW-32. */
uint8_t aw_headings_away(const struct pn_game *view, const struct pn_pending *pending,
			 pn_angle heading[AW_HEADINGS_MAX])
{
	const pn_angle about = (pn_angle)(view->unit[pending->unit].pose.facing + PN_TURN_HALF);
	pn_angle away;
	int32_t off;

	heading[0] = about;
	if (pending->queue_count > 1)
		return between(view, pending, heading);
	if (pending->queue_count == 0)
		return 1;
	away = away_from(view, pending->unit, pending->queue[0]);
	off = pn_turn_between(about, away);
	if (off > PN_DEGREES_90 || off < -PN_DEGREES_90)
		heading[0] = away;
	return 1;
}

/* ---- going there ---- */

struct pn_shape aw_shape_in(const struct pn_unit *unit, pn_pose pose, uint16_t files)
{
	struct pn_formation formation = pn_unit_formation(unit);

	formation.files = files;
	return pn_footprint(pose, formation);
}

pn_unit_id aw_ends_in(const struct pn_game *view, pn_unit_id id, const struct aw_run *run,
		      pn_len length)
{
	const struct pn_shape shape =
		aw_shape_in(&view->unit[id], pn_pose_ahead(run->pose, length), run->files);
	struct pn_obstacles friends;
	int over;

	aw_gather(&friends, view, id, AW_FRIENDS, PN_NO_UNIT);
	over = pn_obstacles_overlap(&friends, &shape);
	return over < 0 ? PN_NO_UNIT : friends.unit[over];
}

static bool ends_clear(const struct pn_game *view, pn_unit_id id, const struct aw_run *run,
		       pn_len length)
{
	return aw_ends_in(view, id, run, length) == PN_NO_UNIT;
}

bool aw_may_halt_at_friend(const struct pn_game *view, pn_unit_id id, const struct aw_run *run)
{
	return run->friend < run->most &&
	       (run->friend >= run->least ||
		(!ends_clear(view, id, run, run->most) && !ends_clear(view, id, run, run->least)));
}
