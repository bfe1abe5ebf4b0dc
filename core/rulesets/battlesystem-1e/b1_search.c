/* Decides B1-G1. The best of the ways of a charge that are tried when its owner gives none: straight
 * on, after a wheel, after a face.
 *
 * Most of them lead past the target or end short of it, which a look at where the two lie
 * along and across the heading tells without walking. What it cannot tell is walked. */

#include "b1.h"
#include "sweep.h"
#include "wheel.h"

enum {
	FAN = 32, /* headings of a fan over the 90 degrees ahead, less one */
	WHEEL_STEP = PN_DEGREES_45 / 9,
	GRAZE = 4,      /* a bearing is rounded: so far beside it a corner is met, not passed */
	TRIED_MAX = 64, /* of which one is remembered; any more are walked again */
	ASIDE = 3,
	SLACK = 50, /* more than roundings, touches and slides can make of a miss */
};

/* How good a plan is. */
enum merit {
	UNTRIED,
	REFUSED,
	MISSES,
	REACHES, /* the target, but not as a charge does */
	CHARGES,
};

struct search {
	struct b1_scene *scene;
	const struct pn_game *view;
	const struct pn_unit *unit;
	pn_unit_id target;
	struct pn_body prey; /* the target's */
	struct pn_stand stand;
	struct b1_plan *best;
	enum merit merit; /* of the best */
	bool far;         /* no way at all reaches the target */
	bool barred;      /* the last way from where it stands was, by that shape of the scene */
	uint16_t bar;
	uint8_t tried_count;
	pn_angle tried[TRIED_MAX]; /* headings, as it stands */
};

/* ---- what need not be walked ---- */

/* Where points lie along a heading and across it, to the right; in pn_len. */
struct extent {
	int64_t near, far, left, right;
};

static struct extent extent_of(const struct pn_body *body, pn_vec from, pn_angle heading)
{
	const int64_t sine = pn_sine(heading);
	const int64_t cosine = pn_cosine(heading);
	struct extent extent = {INT64_MAX, INT64_MIN, INT64_MAX, INT64_MIN};

	for (uint8_t i = 0; i < body->count; i++)
		for (uint8_t k = 0; k < body->part[i].count; k++) {
			const pn_vec point = pn_subtract(body->part[i].point[k], from);
			const int64_t ahead = point.x * sine + point.y * cosine;
			const int64_t aside = point.x * cosine - point.y * sine;

			extent.near = ahead < extent.near ? ahead : extent.near;
			extent.far = ahead > extent.far ? ahead : extent.far;
			extent.left = aside < extent.left ? aside : extent.left;
			extent.right = aside > extent.right ? aside : extent.right;
		}
	extent.near /= PN_SINE_ONE;
	extent.far /= PN_SINE_ONE;
	extent.left /= PN_SINE_ONE;
	extent.right /= PN_SINE_ONE;
	return extent;
}

/* May a unit that goes straight on for at most `left` meet the other? False is certain. */
static bool may_meet(struct extent own, struct extent other, pn_len left)
{
	return own.left <= other.right + SLACK && other.left <= own.right + SLACK &&
	       other.far >= own.near - SLACK && other.near - own.far - SLACK <= left + SLACK;
}

static bool is_beyond(pn_vec way, int64_t reach)
{
	return (int64_t)way.x * way.x + (int64_t)way.y * way.y > (reach + SLACK) * (reach + SLACK);
}

/* Is the target farther off than any way leads, and than a wheel or a face may swing a corner
 * that is not in front? */
static bool is_out_of_reach(const struct search *search)
{
	const struct pn_formation formation = search->stand.formation;
	const pn_vec way = b1_shortest_way(search->view, &search->stand, search->target);

	return is_beyond(way, (int64_t)b1_road_range(search->unit) +
				      2 * (pn_frontage(formation) + pn_depth(formation)));
}

/* ---- one way ---- */

static enum merit merit_of(const struct b1_plan *plan, pn_unit_id target)
{
	if (plan->walk.verdict.code != PN_LAWFUL)
		return REFUSED;
	if (!plan->reaches || plan->walk.leg[plan->walk.leg_count - 1].met != target)
		return MISSES;
	return plan->run_up && plan->is_straight ? CHARGES : REACHES;
}

static void remember_bar(struct search *search, const struct b1_plan *plan)
{
	const struct b1_walked *walked = &plan->walk.leg[0];

	if (plan->walk.leg_count != 1 || walked->kind != PN_LEG_ADVANCE || !walked->stopped)
		return;
	search->barred = true;
	search->bar = walked->by;
}

/* Does what barred the last way bar this one, before it could be `near` to the target? */
static bool is_barred_again(struct search *search, pn_angle heading, pn_len left, int64_t near)
{
	struct pn_slide *slide;

	if (!search->barred || near <= 0)
		return false;
	b1_stand_so(search->scene, &search->stand);
	slide = b1_slide_of(search->scene);
	return slide && pn_slide_bars(slide, (pn_vec){0, 0}, pn_along(heading, left), search->bar,
				      near < left ? (pn_len)near : left, left, ASIDE);
}

/* A better one counts, of charges and of what reaches the target the cheaper one. */
static void try_way(struct search *search, const struct b1_lead *lead, pn_angle heading)
{
	struct b1_plan plan;
	enum merit merit;

	b1_finish(&plan, search->scene, lead, heading);
	merit = merit_of(&plan, search->target);
	if (merit == MISSES)
		remember_bar(search, &plan);
	if (merit < search->merit ||
	    (merit == search->merit &&
	     (merit < REACHES || plan.walk.spent >= search->best->walk.spent)))
		return;
	search->merit = merit;
	*search->best = plan;
}

/* Was the heading tried before, as the unit stands? */
static bool is_known(struct search *search, const struct b1_lead *lead, pn_angle heading)
{
	if (lead->walk.leg_count > 0)
		return false;
	for (uint8_t i = 0; i < search->tried_count; i++)
		if (search->tried[i] == heading)
			return true;
	if (search->tried_count < TRIED_MAX)
		search->tried[search->tried_count++] = heading;
	return false;
}

/* Something reaches the target already. Is it clear that one who goes straight from where it
 * stands makes no charge (B1-08) and comes no cheaper? Ground that shortens the way shifts it
 * by a rounding: what holds a little to either side of it holds between. */
static bool is_worse(const struct search *search, const struct pn_body *body, pn_angle heading,
		     pn_len left)
{
	const pn_vec way = pn_along(heading, left);

	if (search->merit != REACHES || body->count > 1 || search->prey.count > 1 ||
	    search->scene->on_road || search->view->switches[B1_SWITCH_RUN_UP] != B1_RUN_UP_WAY)
		return false;
	for (int side = 0; side < 2; side++) {
		const pn_vec aside = pn_along(
			(pn_angle)(heading + (side ? PN_DEGREES_90 : -PN_DEGREES_90)), ASIDE);
		const struct pn_shape mover = pn_shape_moved(&body->part[0], aside);
		struct pn_sweep_first first;
		pn_len length;

		if (!pn_sweep_first(&mover, way, &search->prey.part[0], 1, &first))
			return false;
		length = pn_sweep_distance(left, first.at);
		if (3 * (length + SLACK) >= 2 * b1_movement(search->unit) ||
		    length - SLACK < search->best->walk.spent)
			return false;
	}
	return true;
}

/* The way from a lead, of which the body is at hand; unless it is clear that it would not
 * be taken. */
static void try_heading(struct search *search, const struct b1_lead *lead,
			const struct pn_body *body, pn_angle heading)
{
	const bool road = lead->walk.leg_count == 0 && search->scene->on_road;
	const pn_len left = road ? b1_road_range(search->unit) : lead->left;

	if (is_known(search, lead, heading))
		return;
	if (search->merit >= MISSES && !lead->ends) {
		const pn_vec from = lead->stand.pose.at;
		const struct extent own = extent_of(body, from, heading);
		const struct extent prey = extent_of(&search->prey, from, heading);

		if (!may_meet(own, prey, left) ||
		    (search->merit == CHARGES &&
		     lead->walk.spent + prey.near - own.far - SLACK >= search->best->walk.spent) ||
		    (lead->walk.leg_count == 0 &&
		     (is_barred_again(search, heading, left, prey.near - own.far - SLACK) ||
		      is_worse(search, body, heading, left))))
			return;
	}
	try_way(search, lead, heading);
}

/* ---- from one lead ---- */

/* By the shortest way, straight ahead, and towards each corner of the target. */
static void try_headings(struct search *search, const struct pn_path *path)
{
	struct b1_lead lead;
	struct pn_body body;
	pn_vec way;

	b1_lead(&lead, search->scene, &search->stand, path);
	if (lead.walk.verdict.code != PN_LAWFUL)
		return;
	way = b1_shortest_way(search->view, &lead.stand, search->target);
	if (lead.walk.leg_count > 0 && !lead.ends && is_beyond(way, lead.left))
		return;
	b1_body_of(&body, search->view, &lead.stand);
	try_heading(
		search, &lead, &body,
		pn_heading_within_45(b1_bearing_of(search->view, &lead.stand, search->target, way),
				     lead.stand.pose.facing));
	if (lead.ends || (search->merit == CHARGES && path->count == 0))
		return;
	try_heading(search, &lead, &body, lead.stand.pose.facing);
	for (uint8_t i = 0; i < search->prey.part[0].count; i++)
		try_heading(
			search, &lead, &body,
			pn_heading_within_45(pn_bearing(pn_subtract(search->prey.part[0].point[i],
								    lead.stand.pose.at)),
					     lead.stand.pose.facing));
}

/* Is it clearly more than 45 degrees off the facing? */
static bool is_aside(pn_vec way, pn_angle facing)
{
	const int64_t sine = pn_sine(facing);
	const int64_t cosine = pn_cosine(facing);
	const int64_t ahead = (way.x * sine + way.y * cosine) / PN_SINE_ONE;
	const int64_t aside = (way.x * cosine - way.y * sine) / PN_SINE_ONE;

	return (aside < 0 ? -aside : aside) * 100 > ahead * 101 + 100 * SLACK;
}

/* The headings on which a corner of the unit just meets one of the target: there the way is
 * longest, which is what a charge too near its target needs (B1-08). One that lies aside comes
 * to the ends of the fan, which have been tried. */
static void try_grazing(struct search *search, const struct b1_lead *lead,
			const struct pn_body *body)
{
	const struct pn_shape *own = &body->part[0];
	const struct pn_shape *prey = &search->prey.part[0];

	for (uint8_t i = 0; i < own->count; i++)
		for (uint8_t k = 0; k < prey->count && search->merit < CHARGES; k++) {
			const pn_angle facing = search->stand.pose.facing;
			const pn_vec way = pn_subtract(prey->point[k], own->point[i]);
			pn_angle bearing;

			if (is_aside(way, facing))
				continue;
			bearing = pn_bearing(way);
			try_heading(search, lead, body,
				    pn_heading_within_45((pn_angle)(bearing - GRAZE), facing));
			try_heading(search, lead, body,
				    pn_heading_within_45((pn_angle)(bearing + GRAZE), facing));
		}
}

/* ---- after a wheel ---- */

/* How far a point is from the target, squared, at the least. */
static int64_t apart_squared(const struct search *search, pn_vec point)
{
	const struct pn_shape at = {1, {point}};
	int64_t least = -1;
	pn_vec way;

	for (uint8_t i = 0; i < search->prey.count; i++)
		b1_try_parts(&at, &search->prey.part[i], &least, &way);
	return least;
}

/* Might any part of the unit meet the target while it wheels about the corner? */
static bool may_wheel_into(const struct search *search, enum pn_corner corner)
{
	const struct pn_formation formation = search->stand.formation;
	const int64_t reach = (int64_t)pn_frontage(formation) + pn_depth(formation) + SLACK;

	return apart_squared(search, pn_wheel_centre(search->stand.pose, formation, corner)) <=
	       reach * reach;
}

static struct pn_path wheel_by(bool left, int32_t by)
{
	return (struct pn_path){
		.count = 1,
		.leg = {{.kind = PN_LEG_WHEEL, .left = left, .angle = (pn_angle)by}},
	};
}

/* The largest of the sizes that the allowance pays for, and how far the unit gets with it. */
static int32_t free_wheel(const struct search *search, bool left, int32_t *largest)
{
	struct pn_path path;
	struct b1_lead lead;
	int32_t turn = 0;

	*largest = PN_TURN_HALF / WHEEL_STEP * WHEEL_STEP;
	for (; *largest > 0; *largest -= WHEEL_STEP) {
		path = wheel_by(left, *largest);
		b1_lead(&lead, search->scene, &search->stand, &path);
		turn = pn_turn_between(search->stand.pose.facing, lead.stand.pose.facing);
		if (lead.walk.verdict.code == PN_LAWFUL)
			return turn < 0 ? -turn : turn;
	}
	return 0;
}

/* Might it meet the target straight ahead after such a wheel, about a corner that stays? */
static bool may_meet_after(const struct search *search, bool left, int32_t by)
{
	const struct pn_formation formation = search->stand.formation;
	const enum pn_corner corner = left ? PN_CORNER_LEFT : PN_CORNER_RIGHT;
	const pn_angle heading = (pn_angle)(search->stand.pose.facing + (left ? -by : by));
	const pn_len frontage = pn_frontage(formation);
	const struct extent own = {-pn_depth(formation), 0, left ? 0 : -frontage,
				   left ? frontage : 0};
	const struct extent prey = extent_of(
		&search->prey, pn_wheel_centre(search->stand.pose, formation, corner), heading);

	return may_meet(own, prey, b1_charge_range(search->unit) - pn_wheel_cost(frontage, by));
}

/* A wheel by any of some sizes, and straight ahead. Where the target stands in the way of the
 * wheel itself, all larger ones come to the same. */
static void try_wheels(struct search *search, bool left)
{
	const bool into = may_wheel_into(search, left ? PN_CORNER_LEFT : PN_CORNER_RIGHT);
	const pn_len range = b1_charge_range(search->unit);
	const pn_len frontage = pn_frontage(search->stand.formation);
	int32_t largest = PN_TURN_HALF - 1;
	int32_t free = largest;

	if (into)
		free = free_wheel(search, left, &largest);
	for (int32_t by = WHEEL_STEP; by <= largest && search->merit < CHARGES; by += WHEEL_STEP) {
		const struct pn_path path = wheel_by(left, by);
		struct b1_lead lead;

		if (pn_wheel_cost(frontage, by) > range)
			return;
		if (by <= free && !may_meet_after(search, left, by))
			continue;
		b1_lead(&lead, search->scene, &search->stand, &path);
		try_way(search, &lead, lead.stand.pose.facing);
		if (by > free)
			return;
	}
}

/* As it stands on any heading of a fan; after a wheel to either side. */
static void try_more(struct search *search)
{
	const struct pn_path nothing = {.count = 0};
	struct b1_lead lead;
	struct pn_body body;

	b1_lead(&lead, search->scene, &search->stand, &nothing);
	b1_body_of(&body, search->view, &search->stand);
	for (int i = 0; i <= FAN && search->merit < CHARGES; i++)
		try_heading(search, &lead, &body,
			    (pn_angle)(search->stand.pose.facing - PN_DEGREES_45 +
				       i * (2 * PN_DEGREES_45) / FAN));
	try_grazing(search, &lead, &body);
	if (search->stand.loose > 0)
		return;
	try_wheels(search, true);
	try_wheels(search, false);
}

/* ---- all of them ---- */

uint8_t b1_list_turns(const struct pn_game *view, const struct pn_stand *stand, pn_unit_id target,
		      struct pn_path out[B1_TURNS_MAX])
{
	const int32_t turn =
		pn_turn_between(stand->pose.facing, b1_bearing_to(view, stand, target));
	const bool left = turn < 0;
	const int32_t size = left ? -turn : turn;
	const int32_t wheel[] = {size, size - PN_DEGREES_45, size / 2};
	uint8_t count = 0;

	out[count++] = (struct pn_path){.count = 0};
	if (stand->loose > 0)
		return count;
	for (int i = 0; i < 3; i++)
		if (wheel[i] > 0)
			out[count++] = (struct pn_path){
				.count = 1,
				.leg = {{.kind = PN_LEG_WHEEL,
					 .left = left,
					 .angle = (pn_angle)wheel[i]}},
			};
	for (uint8_t to = PN_FACING_LEFT; to <= PN_FACING_REAR; to++)
		out[count++] =
			(struct pn_path){.count = 1, .leg = {{.kind = PN_LEG_FACE, .to = to}}};
	return count;
}

/* No way reaches the target, and nobody measures: one that is not ahead is turned to, so that
 * the charge which falls short leads towards it. */
static void take_nearest(struct search *search, const struct pn_path *prefix, uint8_t count)
{
	const struct pn_game *view = search->view;
	const pn_angle facing = search->stand.pose.facing;
	const pn_angle bearing = b1_bearing_to(view, &search->stand, search->target);
	int64_t least = INT64_MAX;

	for (uint8_t i = 0; pn_heading_within_45(bearing, facing) != bearing && i < count; i++) {
		struct b1_lead lead;
		struct b1_plan plan;
		int64_t apart;

		b1_lead(&lead, search->scene, &search->stand, &prefix[i]);
		b1_finish(&plan, search->scene, &lead,
			  pn_heading_within_45(b1_bearing_to(view, &lead.stand, search->target),
					       lead.stand.pose.facing));
		if (plan.walk.verdict.code != PN_LAWFUL)
			continue;
		apart = pn_distance_squared(
			b1_shortest_way(view, &plan.walk.leg[plan.walk.leg_count - 1].end,
					search->target),
			(pn_vec){0, 0});
		if (apart >= least)
			continue;
		least = apart;
		*search->best = plan;
	}
}

void b1_find_way(struct b1_plan *out, struct b1_scene *scene, pn_unit_id target,
		 const struct pn_stand *stand)
{
	const struct pn_game *view = scene->view;
	struct pn_path prefix[B1_TURNS_MAX];
	struct search search;
	uint8_t count;

	search.scene = scene;
	search.view = view;
	search.unit = &view->unit[scene->id];
	search.target = target;
	search.stand = *stand;
	search.best = out;
	search.merit = UNTRIED;
	search.barred = false;
	search.tried_count = 0;
	pn_unit_body(&search.prey, view, &view->unit[target]);
	search.far = is_out_of_reach(&search);
	count = b1_list_turns(view, stand, target, prefix);
	for (uint8_t i = 0; i < count && !(i > 0 && (search.merit == CHARGES || search.far)); i++)
		try_headings(&search, &prefix[i]);
	if (search.merit < CHARGES && !search.far)
		try_more(&search);
	pn_assert(search.merit > UNTRIED);
	if (search.merit < REACHES && !view->premeasure)
		take_nearest(&search, prefix, count);
}
