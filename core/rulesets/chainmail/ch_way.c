/* Decides CH-G1: the straight charge that a unit can make at a target, when its owner names no path.
 *
 * The farther a heading is from that of the shortest way, the longer the way along it. So the
 * shortest way is tried, brought within 45 degrees of the front; if something is in the way, the
 * heading is turned to either side until the charger passes it, and on until it passes the
 * next. Of the two that are found the shorter is taken. */

#include "ch.h"

/* How many things a way is turned past; so many 65536ths of a turn are as good as none. */
enum { PASSED_MAX = 24, CLOSE = 8 };

struct search {
	const struct pn_game *view;
	pn_unit_id id;
	pn_unit_id target;
	struct pn_stand stand;
	struct pn_shape body;
	struct pn_shape aim; /* the target's footprint */
	pn_len most;
	struct ch_obstacles obstacles;
};

static void begin(struct search *search, const struct pn_game *view, pn_unit_id id,
		  pn_unit_id target)
{
	search->view = view;
	search->id = id;
	search->target = target;
	search->stand = pn_stand_of(&view->unit[id]);
	search->body = pn_unit_footprint(&view->unit[id]);
	search->aim = pn_unit_footprint(&view->unit[target]);
}

static void keep_shorter(pn_vec *best, pn_vec way)
{
	const pn_vec nowhere = {0, 0};

	if (pn_distance_squared(nowhere, way) < pn_distance_squared(nowhere, *best))
		*best = way;
}

/* From the charger to the nearest of its target: from a corner to an edge, either way. */
static pn_vec shortest(const struct search *search)
{
	const struct pn_shape *from = &search->body;
	const struct pn_shape *to = &search->aim;
	pn_vec best = pn_subtract(to->point[0], from->point[0]);

	for (uint8_t i = 0; i < from->count; i++)
		for (uint8_t k = 0; k < to->count; k++) {
			const pn_vec corner = from->point[i];
			const pn_vec other = to->point[k];
			const pn_vec next = from->point[(i + 1) % from->count];
			const pn_vec other_next = to->point[(k + 1) % to->count];

			keep_shorter(&best,
				     pn_subtract(pn_nearest_on_segment(corner, other, other_next),
						 corner));
			keep_shorter(&best, pn_subtract(other, pn_nearest_on_segment(other, corner,
										     next)));
		}
	return best;
}

static pn_angle heading_at(const struct search *search, int32_t turn)
{
	return (pn_angle)(search->stand.pose.facing + turn);
}

/* Is the target, were it alone on the board, met on that heading? */
static bool meets(const struct search *search, int32_t turn, pn_len most)
{
	struct pn_sweep_contact contact;

	return pn_sweep(&search->body, pn_along(heading_at(search, turn), most), &search->aim, 1,
			&contact);
}

static pn_vec middle_of(const struct pn_unit *unit)
{
	return pn_ahead(unit->pose, -pn_depth(pn_unit_formation(unit)) / 2, 0);
}

/* How far off its front the shortest way lies of those that it may go. False: on none of them
 * is the target met. */
static bool find_first(const struct search *search, pn_len most, int32_t *turn)
{
	pn_vec way = shortest(search);

	/* A unit that touches it already aims at the middle of its block. */
	if (way.x == 0 && way.y == 0)
		way = pn_subtract(middle_of(&search->view->unit[search->target]),
				  search->stand.pose.at);
	*turn = pn_turn_within_45(pn_turn_between(search->stand.pose.facing, pn_bearing(way)));
	if (meets(search, *turn, most))
		return true;
	/* It lies behind, and reaches forward on the other side. */
	*turn = -*turn;
	return meets(search, *turn, most);
}

static struct ch_way go(const struct search *search, int32_t turn)
{
	return ch_straight(&search->obstacles, search->view, search->id, &search->stand,
			   heading_at(search, turn), search->most, search->most);
}

/* By how much a heading must be turned to that side (1: clockwise) until all of the charger
 * passes a shape. */
static int32_t turn_past(const struct search *search, int32_t turn, int side,
			 const struct pn_shape *shape)
{
	int32_t most = 0;

	for (uint8_t i = 0; i < search->body.count; i++)
		for (uint8_t k = 0; k < shape->count; k++) {
			const pn_vec to = pn_subtract(shape->point[k], search->body.point[i]);
			const int32_t by =
				side * pn_turn_between(heading_at(search, turn), pn_bearing(to));

			if ((to.x != 0 || to.y != 0) && by > most)
				most = by;
		}
	return most + 1;
}

/* What keeps a way from the target: an obstacle, or a stream that costs too much of it; NULL:
 * its length alone. */
static const struct pn_shape *hindrance(const struct search *search, const struct ch_way *way)
{
	if (way->obstacle == CH_ACROSS)
		return &search->view->terrain[way->piece].shape;
	if (way->stop != CH_FREE && way->stop != CH_BROOK)
		return &search->obstacles.shape[way->obstacle];
	return way->stop == CH_BROOK || way->spent > way->length
		       ? &search->view->terrain[way->piece].shape
		       : NULL;
}

/* From a heading that an obstacle blocks to one that passes it: the first on which something
 * else is met before it, be it because all of the charger passes or because it stops before. */
static int32_t first_past(const struct search *search, int32_t blocked, int32_t passing,
			  const struct pn_shape *obstacle, struct ch_way *way)
{
	int32_t middle = passing > blocked ? passing - CLOSE : passing + CLOSE;

	while (passing - blocked > CLOSE || blocked - passing > CLOSE) {
		const struct ch_way between = go(search, middle);

		if (hindrance(search, &between) == obstacle) {
			blocked = middle;
		} else {
			passing = middle;
			*way = between;
		}
		middle = (blocked + passing) / 2;
	}
	return passing;
}

/* The first way to the target on that side of a way that is blocked. */
static bool look_aside(const struct search *search, int32_t turn, int side, struct ch_way way,
		       struct ch_way *found)
{
	const int32_t last = pn_turn_within_45(
		turn + side * (turn_past(search, turn, side, &search->aim) - CLOSE));

	for (int passed = 0; passed < PASSED_MAX; passed++) {
		const struct pn_shape *obstacle = hindrance(search, &way);
		int32_t next;

		if (!obstacle)
			return false;
		next = turn + side * turn_past(search, turn, side, obstacle);
		if (side * next > side * last)
			next = last;
		if (side * next <= side * turn)
			return false;
		way = go(search, next);
		if (hindrance(search, &way) == obstacle)
			return false;
		turn = first_past(search, turn, next, obstacle, &way);
		if (way.met == search->target) {
			*found = way;
			return true;
		}
	}
	return false;
}

static bool find_way(const struct search *search, int32_t turn, struct ch_way *way)
{
	const struct ch_way blocked = *way;
	struct ch_way other;
	bool found;

	if (way->met == search->target)
		return true;
	found = look_aside(search, turn, 1, blocked, way);
	if (!look_aside(search, turn, -1, blocked, &other))
		return found;
	if (!found || other.length < way->length)
		*way = other;
	return true;
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
	struct search search;
	struct ch_way way;
	int32_t turn;

	begin(&search, view, id, target);
	search.most = ch_charge_move(unit);
	/* Decides CH-46. */
	*out = (struct ch_walk){
		.verdict = pn_refuse(PN_REFUSE_NOT_IN_RANGE, search.most > ch_move(unit, false)
								     ? PN_CLAUSE("CH-01")
								     : PN_CLAUSE("CH-46")),
		.met = PN_NO_UNIT};
	if (!pn_within(&search.body, &search.aim, search.most))
		return;
	if (!find_first(&search, search.most, &turn))
		return;
	ch_gather(&search.obstacles, view, id, target, &search.stand, CH_CHARGING);
	way = go(&search, turn);
	if (!find_way(&search, turn, &way)) {
		out->verdict = why_not(&way, out->verdict);
		return;
	}
	*out = (struct ch_walk){
		.verdict = pn_lawful(), .count = 1, .spent = way.spent, .met = target};
	out->walked[0] = (struct ch_walked){.way = way,
					    .stand = search.stand,
					    .kind = PN_LEG_ADVANCE,
					    .after_face = search.stand};
	out->walked[0].stand.pose = way.end;
}

bool ch_aim(const struct pn_game *view, pn_unit_id id, pn_unit_id target, pn_angle *heading)
{
	struct search search;
	int32_t turn;

	begin(&search, view, id, target);
	if (!find_first(&search, view->width + view->depth, &turn))
		return false;
	*heading = heading_at(&search, turn);
	return true;
}
