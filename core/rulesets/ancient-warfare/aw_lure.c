/* Fire and flee (AW-87), the optional order of missile-armed mounted: up to close range of an
 * enemy, shooting, which is another chapter's, and away, all with one charge move and its die.
 * Mounted enemies test their nerve not to come after them, frenzied; one that does and catches them
 * finds them where they fled to (AW-44). */

#include "aw.h"
#include "common.h"

/* Is an enemy within so much of the unit, had it gone on so far? */
static bool is_close(const struct pn_game *view, pn_unit_id id, pn_pose pose, pn_len ahead,
		     pn_unit_id target)
{
	const pn_len range = view->params[AW_PARAM_CLOSE_RANGE] * PN_INCH;
	const struct pn_shape to = pn_unit_footprint(&view->unit[target]);
	struct pn_shape from;

	pose = pn_pose_ahead(pose, ahead);
	from = aw_footprint_at(&view->unit[id], pose);
	return pn_within(&from, &to, range);
}

/* As far as close range, its move, and what is in the way allow. */
static pn_len way_to_close_range(const struct pn_game *view, pn_unit_id id, pn_pose pose,
				 pn_unit_id target, pn_len most)
{
	const struct pn_unit *unit = &view->unit[id];
	const struct pn_shape shape = aw_footprint_at(unit, pose);
	struct pn_obstacles all;
	pn_len far = 0;
	pn_len near;

	aw_gather(&all, view, id, AW_HARD | AW_FRIENDS, PN_NO_UNIT);
	near = aw_straight(&all, &shape, pose.facing, most, NULL);
	near = aw_woods_limit(view, id, pose, near);
	if (is_close(view, id, pose, 0, target))
		return 0;
	if (!is_close(view, id, pose, near, target))
		return near;
	while (near - far > 1) {
		pn_len middle = (far + near) / 2;

		if (is_close(view, id, pose, middle, target))
			near = middle;
		else
			far = middle;
	}
	return near;
}

/* Mounted enemies before whom it is, and who may still charge this turn. */
static bool can_be_lured(const struct pn_game *view, pn_unit_id id, pn_unit_id target)
{
	const struct pn_unit *enemy = &view->unit[target];

	return aw_is_mounted(enemy) && aw_is_steady(enemy) && !pn_engaged(view, target) &&
	       !aw_charges(enemy) && !pn_flag(enemy, AW_RETREATED) && !pn_flag(enemy, AW_HALTED) &&
	       aw_is_ahead(view, target, id);
}

/* Decides AW-44. An enemy that fails the test comes after it, frenzied. */
static void test_nerve(struct pn_step *step, pn_unit_id id, pn_unit_id target)
{
	const struct pn_unit *enemy = &step->game->unit[target];
	bool passed;

	if (!can_be_lured(step->game, id, target))
		return;
	pn_set_tally(step, id, AW_TRIED_AT, (uint8_t)(target + 1), PN_CLAUSE("AW-44"));
	pn_throw(step,
		 (struct pn_roll){
			 .who = target,
			 .what = AW_ROLL_NERVE,
			 .test = PN_TEST_AT_LEAST,
			 .needed = (int16_t)pn_stat(enemy, AW_TO_PASS),
			 .modifier = pn_trait(enemy, AW_TRAINED) ? 1 : 0,
			 .clause = PN_CLAUSE("AW-87"),
		 },
		 &passed);
	if (passed)
		return;
	aw_tell_charge(step, target, id, PN_CLAUSE("AW-87"));
	pn_set_flag(step, target, AW_OF_ITSELF, PN_CLAUSE("AW-11"));
	pn_set_flag(step, target, AW_LURED, PN_CLAUSE("AW-87"));
	if (!aw_goes_all_the_way(enemy))
		pn_set_flag(step, target, AW_FRENZIED, PN_CLAUSE("AW-87"));
}

/* Decides AW-87. */
void aw_lure(struct pn_step *step, pn_unit_id id, pn_unit_id target)
{
	const struct pn_game *game = step->game;
	struct pn_pending from = {.queue_count = 1, .queue = {target}};
	pn_len cost, length;
	pn_pose aimed, end;

	aw_roll_bonus(step, id);
	from.value = aw_allowance(game, id);
	aimed = aw_aimed(game, id, target, from.value, &cost);
	length = way_to_close_range(game, id, aimed, target, from.value - cost);
	end = pn_pose_ahead(aimed, length);
	from.value -= cost + length;
	if (aimed.facing != game->unit[id].pose.facing)
		pn_tell_moved(step, id, PN_MANNER_WHEEL, aimed, cost, PN_CLAUSE("AW-82"));
	pn_tell_moved(step, id, PN_MANNER_ADVANCE, end, length, PN_CLAUSE("AW-87"));
	pn_set_flag(step, id, AW_LURES, PN_CLAUSE("AW-87"));
	test_nerve(step, id, target);
	aw_begin_retreat(step, id, AW_FROM_LURE, &from, PN_CLAUSE("AW-87"));
}
