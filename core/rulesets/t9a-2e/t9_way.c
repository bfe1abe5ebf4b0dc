/* The way of a charge: straight ahead, one wheel of at most 90 degrees, straight ahead into
 * contact by the front on the facing that is charged, and then a turn about the point of
 * contact until the two lie flush.
 *
 * T9-G1. The wheel is tried at the start, after a quarter, a half and three quarters of the
 * way that is free straight ahead, and at its end, or where its owner says. There, about
 * either front corner: not at all; to stand square to the facing; the middle of the front
 * towards the facing's middle and its ends; that corner towards the ends and towards the
 * points a frontage from them; as far as it goes to either side; and, when none of these
 * makes contact, the wheels at which a model begins or ceases to reach the facing (lanes.h). Of those that
 * make contact the least of struct rank wins; of equal ones the first in this order. */

#include "align.h"
#include "geometry_parts.h"
#include "lanes.h"
#include "t9.h"

enum { QUARTERS = 4, TARGET = 0, ANGLES_MAX = 16, POINTS = 4 };

struct search {
	const struct t9_asked *asked;
	const struct pn_unit *unit;
	const struct pn_unit *target;
	struct t9_obstacles walls; /* not the target */
	struct t9_obstacles all;   /* the target first, then the walls */
	pn_len free;               /* straight ahead, before anything is met */
	bool any;                  /* the first will do */
	bool found;
	struct t9_way *best;
};

/* ---- coming to lie ---- */

/* What is left for the target to turn once the charger has turned as far as it can (T9-87).
 * False: the two cannot lie flush. */
static bool turn_target(const struct search *search, pn_vec about, int32_t left, struct t9_way *way)
{
	const struct pn_game *view = search->asked->view;
	const pn_pose pose = pn_pose_turned(search->target->pose, about, -left);
	struct t9_obstacles others;
	struct pn_obstacles obstacles = {.shape = others.shape};
	struct pn_shape charger = t9_boundary_at(search->unit, way->lie);
	struct pn_shape turned = t9_boundary_at(search->target, pose);

	if (pn_engaged(view, search->asked->target))
		return false;
	t9_gather(&others, view, search->asked->target, T9_ALL, search->asked->unit);
	obstacles.count = others.count;
	if (pn_formation_turn(search->target->pose, t9_formation(search->target), about, -left,
			      &obstacles)
			    .by != -left ||
	    pn_shapes_overlap(&charger, &turned) || !pn_shapes_touch(&charger, &turned))
		return false;
	way->target = pose;
	return true;
}

/* T9-86. About the point of contact, the shorter way round. False: not flush. */
static bool lie_flush(const struct search *search, const struct pn_sweep_contact *contact,
		      uint8_t edge, struct t9_way *way, int32_t *turn)
{
	const struct pn_charged_edge charged =
		pn_charged_edge_of(search->target->pose, t9_formation(search->target), edge);
	const struct pn_alignment lie = pn_align(way->end, t9_formation(search->unit), charged,
						 contact->point, PN_DEGREES_90);

	way->lie = lie.pose;
	*turn = lie.turn;
	return lie.turn <= PN_DEGREES_90 && lie.turn >= -PN_DEGREES_90 && lie.flush;
}

/* Can it turn so among what is in the way? Else the target turns, if it can. */
static bool settle_flush(const struct search *search, pn_vec about, int32_t turn,
			 struct t9_way *way)
{
	const struct pn_obstacles walls = {.shape = search->walls.shape,
					   .count = search->asked->flies ? 0 : search->walls.count};
	const struct pn_turned clear =
		pn_formation_turn(way->end, t9_formation(search->unit), about, turn, &walls);

	if (clear.by == turn && t9_overlaps(&search->walls, search->unit, way->lie) < 0)
		return true;
	if (search->asked->flies)
		return false;
	way->lie = pn_pose_turned(way->end, about, clear.by);
	return turn_target(search, about, turn - clear.by, way);
}

/* Models of the front rank and of the struck side in contact, of both (T9-88). */
static uint16_t models_touching(const struct pn_unit *unit, pn_pose pose, uint16_t models,
				const struct pn_shape *other)
{
	const struct pn_formation formation = pn_unit_formation(unit);
	const struct pn_box box = pn_shape_box(other);
	uint16_t count = 0;

	for (uint16_t i = 0; i < models; i++) {
		const struct pn_shape base = pn_figure_base(pose, formation, i);

		count = (uint16_t)(count + (!pn_boxes_far(box, pn_shape_box(&base), PN_TOUCH) &&
					    pn_shapes_touch(&base, other)));
	}
	return count;
}

static uint16_t models_in_contact(const struct search *search, const struct t9_way *way)
{
	const struct pn_unit *unit = search->unit;
	const struct pn_shape other = t9_boundary_at(search->target, way->target);
	const struct pn_shape own = t9_boundary_at(unit, way->lie);
	const uint16_t front = unit->files < unit->figures ? unit->files : unit->figures;

	return (uint16_t)(models_touching(unit, way->lie, front, &other) +
			  models_touching(search->target, way->target, search->target->figures,
					  &own));
}

/* How far the corner of the front that comes first on the way round the target, or last, is
 * from that end of the facing. Going round, the right corner of the front comes first. */
static pn_len distance_aside(const struct search *search, const struct t9_way *way)
{
	const struct pn_shape own = t9_boundary_at(search->unit, way->lie);
	const struct pn_shape other = t9_boundary_at(search->target, way->target);
	const uint8_t side = t9_side_of_facing(way->facing);

	return search->asked->lean == T9_TO_ITS_START
		       ? pn_distance(own.point[1], other.point[side])
		       : pn_distance(own.point[0], other.point[(side + 1) % other.count]);
}

static uint8_t others_touched(const struct search *search, const struct t9_way *way)
{
	const struct pn_shape own = t9_boundary_at(search->unit, way->lie);
	uint8_t count = 0;

	for (uint16_t i = 0; i < search->walls.count; i++) {
		const pn_unit_id other = search->walls.unit[i];

		if (other != PN_NO_UNIT &&
		    search->asked->view->unit[other].side != search->unit->side)
			count = (uint8_t)(count + pn_shapes_touch(&own, &search->walls.shape[i]));
	}
	return count;
}

/* ---- one wheel ---- */

static bool is_same_pose(pn_pose a, pn_pose b)
{
	return a.at.x == b.at.x && a.at.y == b.at.y && a.facing == b.facing;
}

/* T9-88, T9-89: fewer others touched, then the target left as it stands, then more models. */
static bool is_better(const struct search *search, const struct t9_way *way)
{
	const bool turned = !is_same_pose(way->target, search->target->pose);
	const bool best_turned = !is_same_pose(search->best->target, search->target->pose);

	if (!search->found || way->touched != search->best->touched)
		return !search->found || way->touched < search->best->touched;
	if (turned != best_turned)
		return best_turned;
	if (search->asked->lean != T9_UPRIGHT)
		return way->aside < search->best->aside;
	return way->models > search->best->models;
}

/* The edge of the target that the front has met and may lie along, or -1 (T9-04). */
static int edge_met(const struct search *search, const struct pn_sweep_contact *contact)
{
	if (contact->obstacle != TARGET || !(contact->mover_edges & 1u))
		return -1;
	for (uint8_t edge = 0; edge < search->all.shape[TARGET].count; edge++)
		if (contact->obstacle_edges & 1u << edge &&
		    (search->asked->facing == T9_ANY_FACING ||
		     t9_facing_of_side(edge) == search->asked->facing))
			return edge;
	return -1;
}

/* What T9-88 asks of where the two lie, besides who else is touched. */
static void measure(const struct search *search, struct t9_way *way)
{
	if (search->asked->lean == T9_UPRIGHT)
		way->models = models_in_contact(search, way);
	else
		way->aside = distance_aside(search, way);
}

/* The target's edge that the unit meets when it goes straight on from `wheeled`, among the
 * first `count` of what is in the way, or -1. */
static int meet(const struct search *search, pn_pose wheeled, uint16_t count,
		struct pn_sweep_contact *contact)
{
	const pn_len far = search->asked->view->width + search->asked->view->depth;
	const struct pn_shape mover = t9_boundary_at(search->unit, wheeled);

	return pn_sweep(&mover, pn_along(wheeled.facing, far), search->all.shape, count, contact)
		       ? edge_met(search, contact)
		       : -1;
}

/* The target alone first: most ways miss it, or are no better than the best even with
 * nobody else there. */
static void try_wheel(struct search *search, pn_len ahead, pn_pose wheeled, int32_t by)
{
	const pn_len far = search->asked->view->width + search->asked->view->depth;
	const bool flush = search->asked->facing != T9_ANY_FACING;
	struct t9_way way = {
		.ahead = ahead, .by = by, .wheeled = wheeled, .target = search->target->pose};
	struct pn_sweep_contact contact;
	const int edge = meet(search, wheeled, 1, &contact);
	int32_t turn = 0;

	if (edge < 0)
		return;
	way.length = pn_sweep_distance(far, contact.at);
	way.end = pn_sweep_end(wheeled, wheeled.facing, far, contact.at);
	way.lie = way.end;
	way.facing = t9_facing_of_side((uint8_t)edge);
	if (flush && !lie_flush(search, &contact, (uint8_t)edge, &way, &turn))
		return;
	if (!search->any) {
		measure(search, &way);
		if (!is_better(search, &way))
			return;
	}
	if (meet(search, wheeled, search->all.count, &contact) < 0 ||
	    (flush && !settle_flush(search, contact.point, turn, &way)) ||
	    (search->asked->flies && t9_overlaps(&search->walls, search->unit, way.lie) >= 0))
		return;
	if (!search->any) {
		way.touched = others_touched(search, &way);
		measure(search, &way);
		if (!is_better(search, &way))
			return;
	}
	*search->best = way;
	search->found = true;
}

/* ---- where and how far ---- */

static bool is_done(const struct search *search)
{
	return search->any && search->found;
}

/* The middle of the facing, or, where any will do, of the target's front. */
static pn_vec aim_at(const struct search *search, pn_vec *from, pn_vec *to)
{
	const struct pn_shape *target = &search->all.shape[TARGET];
	const uint8_t side = search->asked->facing == T9_ANY_FACING
				     ? 0
				     : t9_side_of_facing(search->asked->facing);

	*from = target->point[side];
	*to = target->point[(side + 1) % target->count];
	return (pn_vec){(from->x + to->x) / 2, (from->y + to->y) / 2};
}

/* Points of the facing that a front corner may go to: its ends, and a frontage from them. */
static void points_to_try(const struct search *search, pn_vec from, pn_vec to, pn_vec out[POINTS])
{
	const pn_len whole = pn_distance(from, to);
	const pn_len front = pn_frontage(t9_formation(search->unit));
	const pn_len part = front < whole ? front : whole;
	const pn_vec step = {(pn_len)((int64_t)(to.x - from.x) * part / whole),
			     (pn_len)((int64_t)(to.y - from.y) * part / whole)};

	out[0] = from;
	out[1] = to;
	out[2] = pn_add(from, step);
	out[3] = pn_subtract(to, step);
}

/* Not one twice; nor none, which is tried before. */
static uint8_t add_angle(int32_t *angle, uint8_t count, int32_t by)
{
	for (uint8_t i = 0; i < count; i++)
		if (angle[i] == by)
			return count;
	if (by != 0)
		angle[count++] = by;
	return count;
}

static uint8_t angles_to_try(const struct search *search, pn_pose pose, enum pn_corner corner,
			     const struct pn_lanes_wheel *wheel, int32_t out[ANGLES_MAX])
{
	const pn_vec about = pn_wheel_centre(pose, t9_formation(search->unit), corner);
	pn_vec point[POINTS];
	pn_vec from;
	pn_vec to;
	const pn_vec middle = aim_at(search, &from, &to);
	const pn_vec along = pn_subtract(to, from);
	/* Clockwise round the target its inside is on the right of each side. */
	const pn_angle square = (pn_angle)(pn_bearing(along) + PN_DEGREES_90);
	pn_angle heading[4 + POINTS] = {square, pn_bearing(pn_subtract(middle, pose.at)),
					pn_bearing(pn_subtract(from, pose.at)),
					pn_bearing(pn_subtract(to, pose.at))};
	uint8_t count = 0;

	points_to_try(search, from, to, point);
	for (int i = 0; i < POINTS; i++)
		heading[4 + i] = pn_bearing(pn_subtract(point[i], about));
	for (size_t i = 0; i < sizeof heading / sizeof heading[0]; i++) {
		int32_t by = pn_turn_between(pose.facing, heading[i]);

		if (by >= wheel->least && by <= wheel->most)
			count = add_angle(out, count, by);
	}
	count = add_angle(out, count, wheel->least);
	return add_angle(out, count, wheel->most);
}

static void try_lanes(struct search *search, pn_pose pose, pn_len ahead,
		      const struct pn_lanes_wheel wheel[PN_CORNERS])
{
	struct pn_lanes lanes = {
		.pose = pose,
		.formation = t9_formation(search->unit),
		.reach = search->asked->view->width + search->asked->view->depth,
		.blocker = &search->all.shape[TARGET + 1],
		.blockers = (uint16_t)(search->all.count - 1 < PN_LANES_BLOCKERS_MAX
					       ? search->all.count - 1
					       : PN_LANES_BLOCKERS_MAX),
	};
	struct pn_lanes_best best;

	aim_at(search, &lanes.from, &lanes.to);
	memcpy(lanes.wheel, wheel, sizeof lanes.wheel);
	pn_lanes_find_best(&lanes, &best);
	for (uint8_t i = 0; best.stands > 0 && i < best.spans && !is_done(search); i++) {
		const struct pn_lanes_span *span = &best.span[i];

		try_wheel(search, ahead,
			  pn_wheel_pose(pose, lanes.formation, span->corner, span->from),
			  span->from);
		try_wheel(search, ahead,
			  pn_wheel_pose(pose, lanes.formation, span->corner, span->to), span->to);
	}
}

/* How far a wheel about the corner may go: it touches nobody, the target neither. */
static struct pn_lanes_wheel limit_wheel(const struct search *search, pn_pose pose,
					 enum pn_corner corner)
{
	const struct pn_formation formation = t9_formation(search->unit);
	const struct pn_obstacles all = {.shape = search->all.shape, .count = search->all.count};
	const pn_vec centre = pn_wheel_centre(pose, formation, corner);

	return (struct pn_lanes_wheel){
		.least = pn_formation_turn(pose, formation, centre, -PN_DEGREES_90, &all).by,
		.most = pn_formation_turn(pose, formation, centre, PN_DEGREES_90, &all).by,
	};
}

static void try_corner(struct search *search, pn_pose pose, pn_len ahead, enum pn_corner corner)
{
	const struct pn_lanes_wheel wheel = limit_wheel(search, pose, corner);
	int32_t angle[ANGLES_MAX];
	const uint8_t count = angles_to_try(search, pose, corner, &wheel, angle);

	for (uint8_t i = 0; i < count && !is_done(search); i++)
		try_wheel(search, ahead,
			  pn_wheel_pose(pose, t9_formation(search->unit), corner, angle[i]),
			  angle[i]);
}

static void try_place(struct search *search, pn_len ahead, bool lanes)
{
	const pn_pose pose = t9_ahead(search->unit->pose, ahead);

	if (lanes) {
		const struct pn_lanes_wheel wheel[PN_CORNERS] = {
			[PN_CORNER_LEFT] = limit_wheel(search, pose, PN_CORNER_LEFT),
			[PN_CORNER_RIGHT] = limit_wheel(search, pose, PN_CORNER_RIGHT),
		};

		try_lanes(search, pose, ahead, wheel);
		return;
	}
	try_wheel(search, ahead, pn_wheel_pose(pose, t9_formation(search->unit), PN_CORNER_LEFT, 0),
		  0);
	for (int corner = 0; corner < PN_CORNERS && !is_done(search); corner++)
		try_corner(search, pose, ahead, (enum pn_corner)corner);
}

/* What no way from here to the target can meet is left out: a way lies in the box round the
 * stretch that is free straight ahead and the target, but for what a wheel at the start and
 * the turn in contact reach beyond. */
static void leave_out_the_far(struct search *search)
{
	const struct pn_formation formation = t9_formation(search->unit);
	const pn_len margin = 2 * (pn_frontage(formation) + pn_depth(formation)) + PN_INCH;
	const pn_vec from = search->unit->pose.at;
	const pn_vec to = t9_ahead(search->unit->pose, search->free).at;
	struct pn_box box = {{from.x < to.x ? from.x : to.x, from.y < to.y ? from.y : to.y},
			     {from.x > to.x ? from.x : to.x, from.y > to.y ? from.y : to.y}};
	struct t9_obstacles *walls = &search->walls;
	uint16_t count = 0;

	box = pn_box_join(box, pn_shape_box(&search->all.shape[TARGET]));
	for (uint16_t i = 0; i < walls->count; i++) {
		if (pn_boxes_far(box, pn_shape_box(&walls->shape[i]), margin))
			continue;
		walls->unit[count] = walls->unit[i];
		walls->shape[count++] = walls->shape[i];
		search->all.shape[count] = walls->shape[i];
	}
	walls->count = count;
	search->all.count = (uint16_t)(count + 1);
}

static void try_places(struct search *search, bool lanes)
{
	const struct pn_path *given = search->asked->given;
	const pn_len free = search->free;

	if (given && given->count == 1 && given->leg[0].length <= free)
		try_place(search, given->leg[0].length, lanes);
	for (int quarter = 0; quarter <= QUARTERS && !(given && search->found); quarter++) {
		if (!is_done(search) && (quarter == 0 || free > 0))
			try_place(search, free / QUARTERS * quarter, lanes);
	}
}

/* The target, and what stops it before: for who flies only the table's edge (T9-105). */
static void gather_on_the_way(struct search *search)
{
	const struct t9_asked *asked = search->asked;
	struct t9_obstacles edges;
	const struct t9_obstacles *stops = asked->flies ? &edges : &search->walls;

	if (asked->flies)
		t9_gather(&edges, asked->view, asked->unit, T9_EDGES, asked->target);
	search->all.shape[TARGET] = t9_boundary(search->target);
	memcpy(&search->all.shape[1], stops->shape, stops->count * sizeof stops->shape[0]);
	search->all.count = (uint16_t)(stops->count + 1);
}

static bool find(const struct t9_asked *asked, bool any, struct t9_way *out)
{
	struct search search = {
		.asked = asked,
		.unit = &asked->view->unit[asked->unit],
		.target = &asked->view->unit[asked->target],
		.any = any,
		.best = out,
	};

	t9_gather(&search.walls, asked->view, asked->unit, asked->kinds, asked->target);
	gather_on_the_way(&search);
	search.free = t9_straight(&search.all, search.unit, search.unit->pose,
				  asked->view->width + asked->view->depth, NULL);
	if (!asked->flies)
		leave_out_the_far(&search);
	try_places(&search, false);
	if (!search.found && asked->facing != T9_ANY_FACING)
		try_places(&search, true);
	return search.found;
}

bool t9_find_way(const struct t9_asked *asked, struct t9_way *out)
{
	return find(asked, false, out);
}

bool t9_has_way(const struct t9_asked *asked)
{
	struct t9_way way;

	return find(asked, true, &way);
}
