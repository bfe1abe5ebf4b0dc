/* The run of a charge over the ground it finds (B2-50 to B2-58).
 *
 * The way is chosen for its shortness alone, except that the foot of a rise stops a
 * charge as a wall would; the ground is judged on the way found. Open ground from start
 * to contact asks nothing more. */

#include "b2_run.h"
#include "b2_way.h"
#include "common.h"

/* Decides B2-56. The check for an obstacle is made as the charge's own was: 2 less in answer to a
 * move for a unit that had declared nothing, unless the switch says that the first alone is
 * lowered. */
static int16_t lowered_by(const struct pn_game *game, pn_unit_id id)
{
	enum { WITHOUT_DECLARATION = 2 };
	const struct pn_unit *unit = &game->unit[id];

	return unit->side != game->active && unit->order.verb != PN_VERB_CHARGE &&
			       game->switches[B2_SWITCH_OBSTACLE_CHECK] == B2_OBSTACLE_LOWERED
		       ? WITHOUT_DECLARATION
		       : 0;
}

/* ---- a run as it lies ---- */

/* How the unit stands when the leg begins. */
static struct pn_stand start_of(const struct b2_run *run, const struct pn_unit *unit, uint8_t leg)
{
	struct pn_stand stand = pn_stand_of(unit);

	if (leg > 0)
		stand.pose = run->route.leg[leg - 1].end;
	return stand;
}

pn_len b2_run_spent(const struct b2_run *run)
{
	pn_len spent = 0;

	for (uint8_t i = 0; i < run->route.leg_count; i++)
		spent += run->route.leg[i].spent;
	return spent;
}

pn_len b2_run_reach(const struct b2_run *run, pn_len allowance)
{
	pn_len reach = 0;

	for (uint8_t i = 0; i < run->route.leg_count; i++) {
		const struct b2_way *way = &run->route.leg[i];

		if (way->spent > allowance)
			return reach + pn_ground_reach(&run->ground[i].way, allowance);
		reach += way->length;
		allowance -= way->spent;
	}
	return reach;
}

/* End the leg after so much of it. */
static void stop_at(struct b2_run *run, const struct pn_unit *unit, uint8_t leg, pn_len length)
{
	struct b2_way *way = &run->route.leg[leg];
	pn_pose from = start_of(run, unit, leg).pose;

	for (uint8_t i = leg; i < run->route.leg_count; i++)
		run->route.length -= run->route.leg[i].length;
	run->route.length += length;
	run->route.leg_count = (uint8_t)(leg + 1);
	way->length = length;
	way->spent = pn_ground_cost(&run->ground[leg].way, length);
	way->end.at = pn_add(from.at, pn_along(way->heading, length));
	way->met = PN_NO_UNIT;
}

void b2_run_cut(struct b2_run *run, const struct pn_unit *unit, pn_len length)
{
	for (uint8_t i = 0; i < run->route.leg_count; i++) {
		if (length < run->route.leg[i].length) {
			stop_at(run, unit, i, length);
			return;
		}
		length -= run->route.leg[i].length;
	}
}

static void look_over(const struct pn_game *view, pn_unit_id id, struct b2_run *run)
{
	for (uint8_t i = 0; i < run->route.leg_count; i++) {
		const struct pn_stand stand = start_of(run, &view->unit[id], i);
		struct b2_way *way = &run->route.leg[i];

		b2_ground_survey(&run->ground[i], view, NULL, &stand, way->heading, way->length);
		way->spent = pn_ground_cost(&run->ground[i].way, way->length);
	}
}

/* Decides B2-50. */
static bool is_special(const struct b2_run *run)
{
	for (uint8_t i = 0; i < run->route.leg_count; i++)
		if (b2_ground_is_special(&run->ground[i], run->route.leg[i].length))
			return true;
	return false;
}

/* ---- what the ground forbids ---- */

/* Decides B2-53. Does the target lie nearer than the minimum to the front edge, where the unit has
 * all special ground behind it? Exactly the minimum is enough. A unit that never has it behind it
 * is too near. */
static bool emerges_too_near(const struct pn_game *view, pn_unit_id id, pn_unit_id met,
			     const struct b2_run *run)
{
	const pn_len minimum = b2_minimum(&view->unit[id]);
	struct pn_body target;
	struct pn_stand stand = start_of(run, &view->unit[id], 0);
	struct pn_body front;

	for (uint8_t i = run->route.leg_count; i-- > 0;) {
		const struct b2_way *way = &run->route.leg[i];
		pn_len out;

		stand = start_of(run, &view->unit[id], i);
		out = b2_emerges_at(view, &stand, way);
		if (out >= way->length && i + 1 == run->route.leg_count)
			return true;
		stand.pose = pn_pose_along(stand.pose, way->heading, out);
		if (out > 0)
			break;
	}
	if (stand.form != B2_SKIRMISH)
		stand.formation.figures = stand.formation.files;
	b2_body_of(&front, view, &stand);
	pn_unit_body(&target, view, &view->unit[met]);
	for (uint8_t i = 0; i < front.count; i++)
		for (uint8_t k = 0; k < target.count; k++)
			if (pn_nearer(&front.part[i], &target.part[k], minimum))
				return true;
	return false;
}

/* Decides B2-57. Does it go up a hill that it stood on with a part of its front rank? */
static bool climbs(const struct pn_game *view, pn_unit_id id, const struct b2_run *run)
{
	const struct pn_stand begin = start_of(run, &view->unit[id], 0);

	for (uint8_t i = 0; view->terrain_count > 0 && i < run->route.leg_count; i++) {
		const struct b2_way *way = &run->route.leg[i];
		const struct pn_stand stand = start_of(run, &view->unit[id], i);

		if (b2_climbs_at(view, &begin, &stand, way->heading, way->length) < way->length)
			return true;
	}
	return false;
}

/* What the ground on a way to the target forbids, if anything. */
static pn_clause ground_forbids(const struct pn_game *view, pn_unit_id id, pn_unit_id target,
				pn_len allowance, const struct b2_run *run)
{
	const struct b2_way *last = &run->route.leg[run->route.leg_count - 1];

	if (pn_flag(&view->unit[id], B2_UPHILL) || climbs(view, id, run))
		return PN_CLAUSE("B2-57");
	if (view->switches[B2_SWITCH_DOWNHILL] == B2_DOWNHILL_FORBIDDEN &&
	    b2_goes_down(view, id, last))
		return PN_CLAUSE("B2-58");
	if (!is_special(run))
		return (pn_clause){""};
	if (b2_in_special_ground(view, target))
		return PN_CLAUSE("B2-51");
	if (b2_run_spent(run) > allowance)
		return PN_CLAUSE("B2-52");
	return (pn_clause){""};
}

/* Decides B2-52. */
bool b2_judge_run(const struct pn_game *view, pn_unit_id id, pn_unit_id target, pn_len allowance,
		  struct b2_run *run)
{
	run->forbidden_by = ground_forbids(view, id, target, allowance, run);
	if (run->forbidden_by.text[0] != '\0')
		return false;
	run->too_near = is_special(run) && emerges_too_near(view, id, target, run);
	return true;
}

/* ---- finding one ---- */

bool b2_lay_run(const struct pn_game *view, pn_unit_id id, pn_unit_id target, pn_len length,
		struct b2_run *out)
{
	if (!b2_route_to(view, id, target, length, &out->route))
		return false;
	look_over(view, id, out);
	return true;
}

bool b2_lay_run_over(const struct pn_game *view, pn_unit_id id, pn_unit_id target, pn_len length,
		     struct b2_run *out)
{
	if (!b2_route_over(view, id, target, length, &out->route))
		return false;
	look_over(view, id, out);
	return true;
}

/* Decides B2-39. */
bool b2_find_run(const struct pn_game *view, pn_unit_id id, pn_unit_id target, struct b2_run *out)
{
	pn_len most = b2_charge_allowance(&view->unit[id]);

	if (b2_lay_run(view, id, target, most, out))
		return b2_judge_run(view, id, target, most, out);
	out->forbidden_by =
		b2_rises_bar(view, id, target, most) ? PN_CLAUSE("B2-57") : PN_CLAUSE("B2-39");
	return false;
}

/* Nor does a forced move go on up a hill that it stood on with a part of its front rank. */
static void stop_at_foot(const struct pn_game *view, pn_unit_id id, struct b2_run *run)
{
	struct b2_way *way = &run->route.leg[0];
	const struct pn_stand stand = start_of(run, &view->unit[id], 0);
	const pn_len at = b2_climbs_at(view, &stand, &stand, way->heading, way->length);

	run->route.length = way->length;
	if (at < way->length)
		stop_at(run, &view->unit[id], 0, at);
}

/* Decides B2-47. */
struct b2_run b2_forced_run(const struct pn_game *view, pn_unit_id id, pn_unit_id target,
			    pn_len allowance)
{
	struct b2_run run = {.route = {.leg_count = 1}};
	struct b2_obstacles obstacles;

	b2_obstacles_towards(&obstacles, view, id, target, B2_STOP_AT_RISES);
	run.route.leg[0] = b2_march(&obstacles, view, id, b2_heading_to(view, id, target),
				    allowance, &run.ground[0]);
	stop_at_foot(view, id, &run);
	run.route.length = run.route.leg[0].length;
	return run;
}

/* ---- going it ---- */

bool b2_cross_obstacles(struct pn_step *step, pn_unit_id id, struct b2_run *run)
{
	const int16_t lowered = lowered_by(step->game, id);

	for (uint8_t i = 0; i < run->route.leg_count; i++)
		for (uint8_t k = 0; k < run->ground[i].way.step_count; k++) {
			pn_len at = run->ground[i].way.step[k].at;

			if (at >= run->route.leg[i].length)
				break;
			if (b2_initiates(step, b2_initiation_roll(step->game, id, lowered,
								  PN_CLAUSE("B2-56"))))
				continue;
			stop_at(run, &step->game->unit[id], i, at);
			return false;
		}
	return true;
}

void b2_go_run(struct pn_step *step, pn_unit_id id, const struct b2_run *run, enum pn_manner manner,
	       bool benefits)
{
	const struct b2_way *last = &run->route.leg[run->route.leg_count - 1];

	for (uint8_t i = 0; i < run->route.leg_count; i++)
		b2_go(step, id, &run->route.leg[i], manner, benefits);
	if (manner != PN_MANNER_FORCED && last->met != PN_NO_UNIT)
		b2_close_the_door(step, id, last);
}
