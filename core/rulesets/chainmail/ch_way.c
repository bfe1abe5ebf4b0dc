/* CH-G1: the straight charge that a unit can make at a target, when its owner names no
 * path. The headings that are tried: straight ahead, and those on which a corner of the
 * charger's front meets a corner of the target, brought within 45 degrees of its front.
 * The shortest way that meets the target before anything else is taken. */

#include "ch.h"

enum { HEADINGS_MAX = 1 + 2 * PN_SHAPE_POINTS_MAX };

struct attempt {
	pn_angle heading;
	pn_len length;
};

static pn_angle clamped(pn_angle facing, pn_angle heading)
{
	const int32_t turn = pn_turn_between(facing, heading);

	if (turn > PN_DEGREES_45)
		return (pn_angle)(facing + PN_DEGREES_45);
	if (turn < -PN_DEGREES_45)
		return (pn_angle)(facing - PN_DEGREES_45);
	return heading;
}

/* How far it is to the target alone on that heading. */
static bool measure(const struct pn_shape *body, const struct pn_shape *target, pn_len most,
		    struct attempt *attempt)
{
	struct pn_sweep_contact contact;

	if (!pn_sweep(body, pn_along(attempt->heading, most), target, 1, &contact))
		return false;
	attempt->length = pn_sweep_distance(most, contact.at);
	return true;
}

static void insert(struct attempt *list, uint8_t *count, struct attempt attempt)
{
	uint8_t i = (*count)++;

	for (; i > 0 && list[i - 1].length > attempt.length; i--)
		list[i] = list[i - 1];
	list[i] = attempt;
}

/* All headings on which the target is met, the shortest way first. */
static uint8_t list_attempts(const struct ch_stand *stand, const struct pn_shape *target,
			     pn_len most, struct attempt list[HEADINGS_MAX])
{
	const struct pn_shape body = pn_footprint(stand->pose, stand->formation);
	struct attempt ahead = {stand->pose.facing, 0};
	uint8_t count = 0;

	if (measure(&body, target, most, &ahead))
		insert(list, &count, ahead);
	for (uint8_t corner = 0; corner < 2; corner++)
		for (uint8_t i = 0; i < target->count; i++) {
			pn_vec to = pn_subtract(target->point[i], body.point[corner]);
			struct attempt attempt = {clamped(stand->pose.facing, pn_bearing(to)), 0};

			if (measure(&body, target, most, &attempt))
				insert(list, &count, attempt);
		}
	return count;
}

/* What keeps the shortest way from the target; `far`: nothing but its length. */
static struct pn_verdict why_not(const struct ch_way *way, struct pn_verdict far)
{
	if (way->stop != CH_FREE)
		return pn_refuse(PN_REFUSE_BLOCKED, way->clause);
	return way->spent > way->length ? pn_refuse(PN_REFUSE_NOT_IN_RANGE, PN_CLAUSE("CH-77"))
					: far;
}

void ch_find_charge(const struct pn_game *view, pn_unit_id id, pn_unit_id target,
		    struct ch_walk *out)
{
	const struct pn_unit *unit = &view->unit[id];
	const struct pn_shape footprint = pn_unit_footprint(&view->unit[target]);
	const struct pn_shape body = pn_unit_footprint(unit);
	const struct ch_stand stand = ch_stand_of(unit);
	const pn_len most = ch_charge_move(unit);
	struct attempt list[HEADINGS_MAX];
	struct ch_obstacles obstacles;
	pn_angle last = 0;
	uint8_t count;

	*out = (struct ch_walk){.verdict =
					pn_refuse(PN_REFUSE_NOT_IN_RANGE,
						  most > ch_move(unit, false) ? PN_CLAUSE("CH-01")
									      : PN_CLAUSE("CH-46")),
				.met = PN_NO_UNIT};
	if (pn_fraction_compare(pn_shape_distance_squared(&body, &footprint),
				(pn_fraction){(pn_wide)most * most, 1}) > 0)
		return;
	count = list_attempts(&stand, &footprint, most, list);
	if (count > 0)
		ch_gather(&obstacles, view, id, &stand, CH_CHARGING);
	for (uint8_t i = 0; i < count; i++) {
		struct ch_way way;

		if (i > 0 && list[i].heading == last)
			continue;
		last = list[i].heading;
		way = ch_straight(&obstacles, view, id, &stand, list[i].heading, most, most);
		if (way.met != target) {
			if (i == 0)
				out->verdict = why_not(&way, out->verdict);
			continue;
		}
		*out = (struct ch_walk){
			.verdict = pn_lawful(), .count = 1, .spent = way.spent, .met = target};
		out->step[0] = (struct ch_step){
			.way = way, .stand = stand, .kind = PN_LEG_ADVANCE, .after_face = stand};
		out->step[0].stand.pose = way.end;
		return;
	}
}

bool ch_aim(const struct pn_game *view, pn_unit_id id, pn_unit_id target, pn_angle *heading)
{
	const struct pn_shape footprint = pn_unit_footprint(&view->unit[target]);
	const struct ch_stand stand = ch_stand_of(&view->unit[id]);
	struct attempt list[HEADINGS_MAX];

	if (list_attempts(&stand, &footprint, view->width + view->depth, list) == 0)
		return false;
	*heading = list[0].heading;
	return true;
}
