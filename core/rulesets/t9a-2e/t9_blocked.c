/* Blocked paths (T9-92): no way leads to lying flush, and only enemies who fight nobody, such
 * enemies together with impassable ground, or the board's edge, are the reason. Then the
 * charger may go straight ahead at a target that fights nobody either, and whom it meets there
 * reforms to face it. */

#include "align.h"
#include "t9.h"
#include "tell.h"
#include "wheel.h"

static bool has_way_without(struct t9_asked asked, unsigned kinds)
{
	asked.kinds &= ~kinds;
	return t9_has_way(&asked);
}

/* Ground counts where enemies alone would be in the way as well: the target is one of the two
 * enemies that have to be there. */
bool t9_is_path_blocked(const struct t9_asked *asked)
{
	return has_way_without(*asked, T9_FREE_ENEMIES | T9_EDGES) ||
	       (has_way_without(*asked, T9_FREE_ENEMIES | T9_EDGES | T9_GROUND) &&
		!has_way_without(*asked, T9_GROUND | T9_EDGES));
}

enum { TARGET };

/* Straight ahead, no farther than the Charge Range. False: it meets nobody. */
static bool go_straight(const struct t9_asked *asked, pn_len range, pn_len *length,
			struct pn_sweep_contact *contact)
{
	const struct pn_unit *unit = &asked->view->unit[asked->unit];
	const struct pn_shape own = t9_boundary(unit);
	struct pn_obstacles others;
	struct pn_shape all[PN_OBSTACLES_MAX];

	t9_gather(&others, asked->view, asked->unit, asked->kinds, asked->target);
	all[TARGET] = t9_boundary(&asked->view->unit[asked->target]);
	memcpy(&all[TARGET + 1], others.shape, others.count * sizeof all[0]);
	if (!pn_sweep(&own, pn_along(unit->pose.facing, range), all, others.count + 1u, contact))
		return false;
	*length = pn_sweep_distance(range, contact->at);
	return true;
}

bool t9_may_go_straight(const struct t9_asked *asked, pn_len range)
{
	struct pn_sweep_contact contact;
	pn_len length;

	return !asked->flies && !pn_engaged(asked->view, asked->target) &&
	       go_straight(asked, range, &length, &contact) && contact.obstacle == TARGET &&
	       t9_is_path_blocked(asked);
}

/* The target turns about the point of contact until it faces the charger flush, if it has
 * room to. */
static void reform_target(struct pn_step *step, pn_unit_id id, pn_unit_id target, pn_vec about)
{
	const struct pn_game *game = step->game;
	const struct pn_unit *unit = &game->unit[target];
	const uint8_t facing = t9_arc_of(unit, game->unit[id].pose.at);
	const struct pn_charged_edge edge =
		pn_charged_edge_of(unit->pose, t9_formation(unit), t9_side_of_facing(facing));
	const int32_t by = -pn_turn_between(game->unit[id].pose.facing,
					    (pn_angle)(edge.outward + PN_TURN_HALF));
	const pn_pose turned = pn_pose_turned(unit->pose, about, by);
	const struct pn_shape own = t9_boundary(&game->unit[id]);
	const struct pn_shape there = t9_boundary_at(unit, turned);
	struct pn_obstacles all;

	t9_gather(&all, game, target, T9_ALL, id);
	if (by != 0 && t9_overlaps(&all, unit, turned) < 0 && !pn_shapes_overlap(&own, &there) &&
	    pn_shapes_touch(&own, &there))
		pn_tell_moved(step, target, PN_MANNER_ALIGN, turned, 0, PN_CLAUSE("T9-92"));
}

/* Decides T9-92. No way leads to lying flush. */
void t9_meet_blocked(struct pn_step *step, const struct t9_charger *charger)
{
	const struct pn_game *game = step->game;
	const pn_unit_id id = charger->unit;
	const pn_unit_id target = game->unit[id].order.target;
	const struct t9_asked asked = t9_asked_of(game, id);
	const pn_len range = t9_charge_range(&game->unit[id], charger->rolled);
	struct pn_sweep_contact contact;
	pn_len length;

	if (asked.flies || !t9_is_path_blocked(&asked)) {
		t9_fail(step, charger, PN_CHARGE_BLOCKED, PN_CLAUSE("T9-81"));
		return;
	}
	if (pn_engaged(game, target) || !go_straight(&asked, range, &length, &contact) ||
	    contact.obstacle != TARGET) {
		t9_fail(step, charger, PN_CHARGE_BLOCKED, PN_CLAUSE("T9-92"));
		return;
	}
	pn_tell_moved(step, id, PN_MANNER_CHARGE, pn_pose_ahead(game->unit[id].pose, length),
		      length, PN_CLAUSE("T9-92"));
	if (game->unit[target].state == T9_FLEEING) {
		t9_catch_fleeing(step, id, target);
		return;
	}
	reform_target(step, id, target, contact.point);
	t9_touch(step, id, target, t9_facing_met(&game->unit[target], &game->unit[id]),
		 PN_CLAUSE("T9-92"));
	t9_end_charge(step, id, PN_CHARGE_CONTACT, PN_CLAUSE("T9-92"));
	t9_charge_others(step, id, target);
}
