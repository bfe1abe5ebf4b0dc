/* Regiments that come on later (CQ-50, CQ-03): their cards are in the stack from the turn
 * that their muster names, and when theirs is drawn they march onto the board.
 *
 * The text leaves open where. Ours: from the side's own edge, red's the south and blue's the
 * north, facing straight in, the front no farther in than the March or, if that is more,
 * than the regiment is deep. */

#include "common.h"
#include "cq.h"
#include "place.h"

enum { PLACES = 64 };

static pn_angle inward(pn_side side)
{
	return side == PN_RED ? 0 : PN_TURN_HALF;
}

/* How far from the own edge the front is. */
static pn_len distance_in(const struct pn_game *view, pn_side side, pn_vec at)
{
	return side == PN_RED ? at.y : view->depth - at.y;
}

static pn_len depth_of(const struct pn_unit *unit)
{
	return pn_depth(pn_unit_formation(unit));
}

static pn_len farthest_in(const struct pn_game *view, const struct pn_unit *unit)
{
	const pn_len march = cq_march(unit);

	pn_len most = march > depth_of(unit) ? march : depth_of(unit);

	return most < view->depth ? most : view->depth;
}

/* Is anything in the way from the edge to the place? A flier minds only where it ends. */
static bool is_way_barred(const struct pn_game *view, pn_side side, pn_unit_id id, pn_pose to)
{
	const struct pn_unit *unit = &view->unit[id];
	const pn_len length = distance_in(view, side, to.at);
	pn_pose start = {pn_subtract(to.at, pn_along(to.facing, length)), to.facing};
	struct pn_obstacles obstacles;

	if (pn_trait(unit, CQ_FLY))
		return false;
	cq_gather(&obstacles, view, id, CQ_ENEMIES | CQ_ENGAGED_FRIENDS | CQ_GROUND, PN_NO_UNIT);
	return cq_straight(&obstacles, unit, start, to.facing, length, NULL) < length;
}

/* Decides CQ-50. */
static struct pn_verdict check_place(const struct pn_game *view, pn_side side, pn_unit_id id,
				     pn_pose to)
{
	const struct pn_unit *unit = &view->unit[id];
	const struct pn_shape shape = pn_footprint(to, pn_unit_formation(unit));
	struct pn_verdict verdict = pn_check_ground(view, &shape);
	struct pn_obstacles friends;

	if (verdict.code != PN_LAWFUL)
		return verdict;
	if (to.facing != inward(side))
		return pn_refuse(PN_REFUSE_BAD_PATH, PN_CLAUSE("CQ-50"));
	if (distance_in(view, side, to.at) > farthest_in(view, unit))
		return pn_refuse(PN_REFUSE_TOO_LONG, PN_CLAUSE("CQ-50"));
	if (!cq_is_away(view, id, to))
		return pn_refuse(PN_REFUSE_TOO_CLOSE, PN_CLAUSE("CQ-91"));
	cq_gather(&friends, view, id, CQ_ENGAGED_FRIENDS | CQ_FREE_FRIENDS, PN_NO_UNIT);
	if (cq_overlaps(&friends, unit, to) >= 0)
		return pn_refuse(PN_REFUSE_OVERLAPS, PN_CLAUSE("CQ-50"));
	return is_way_barred(view, side, id, to) ? pn_refuse(PN_REFUSE_BLOCKED, PN_CLAUSE("CQ-50"))
						 : pn_lawful();
}

struct pn_verdict cq_check_deploy(const struct pn_game *view, pn_side side,
				  const struct pn_command *command)
{
	if (pn_is_deploying(view))
		return pn_check_deploy(view, side, command);
	if (command->unit >= view->unit_count)
		return pn_refuse(PN_REFUSE_NO_SUCH_UNIT, PN_CLAUSE("PN-04"));
	if (command->unit != cq_acting(view))
		return pn_refuse(PN_REFUSE_NOT_YOUR_UNIT, PN_CLAUSE("CQ-93"));
	if (!cq_arrives(view, command->unit))
		return pn_refuse(PN_REFUSE_NOT_NOW, PN_CLAUSE("CQ-50"));
	return check_place(view, side, command->unit, command->to);
}

void cq_apply_deploy(struct pn_step *step, pn_side side, const struct pn_command *command)
{
	if (pn_is_deploying(step->game)) {
		pn_apply_deploy(step, side, command);
		return;
	}
	pn_emit(step, (struct pn_event){
			      .kind = PN_EVENT_DEPLOYED,
			      .clause = PN_CLAUSE("CQ-50"),
			      .deployed = {command->unit, command->to},
		      });
	pn_set_tally(step, command->unit, CQ_ARRIVED, step->game->turn, PN_CLAUSE("CQ-03"));
	cq_use_action(step, command->unit);
	cq_await_action(step);
}

bool cq_deploys_in_secret(const struct pn_game *game)
{
	return pn_is_deploying(game) && pn_deploys_in_secret(game);
}

void cq_run_deployment(struct pn_step *step)
{
	pn_open_deployment(step, CQ_DEPLOY);
}

/* ---- actions ---- */

/* The first lawful place among so many along the edge: as far in as may be, or with its rear
 * at the edge. */
static bool find_place(const struct pn_game *view, pn_side side, pn_unit_id id, pn_pose *to)
{
	const struct pn_unit *unit = &view->unit[id];
	const pn_len in[] = {farthest_in(view, unit), depth_of(unit)};

	to->facing = inward(side);
	for (size_t i = 0; i < sizeof in / sizeof in[0]; i++)
		for (pn_len place = 1; place < PLACES; place++) {
			to->at.x = view->width / PLACES * place;
			to->at.y = side == PN_RED ? in[i] : view->depth - in[i];
			if (check_place(view, side, id, *to).code == PN_LAWFUL)
				return true;
		}
	return false;
}

void cq_list_arrival(const struct pn_game *view, pn_side side, pn_unit_id id,
		     struct pn_actions *out)
{
	const struct pn_unit *unit = &view->unit[id];
	struct pn_command command = pn_command_of(PN_COMMAND_DEPLOY);
	const pn_len edge = side == PN_RED ? 0 : view->depth - farthest_in(view, unit);

	command.unit = id;
	if (!find_place(view, side, id, &command.to))
		return;
	pn_action_add(out, PN_GROUP_MOVE, "offer.arrive", command, PN_CLAUSE("CQ-50"));
	pn_action_bound(out, (struct pn_bound){
				     .kind = PN_BOUND_POLYGON,
				     .at = "/to",
				     .polygon = {4,
						 {{0, edge},
						  {0, edge + farthest_in(view, unit)},
						  {view->width, edge + farthest_in(view, unit)},
						  {view->width, edge}}},
			     });
}
