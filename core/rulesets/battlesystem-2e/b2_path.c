/* Walking a path: its legs one after another, each from where the last one ended, as far
 * as it goes.
 *
 * A unit may advance, wheel, face and change its frontage. Facing turns every figure on
 * the spot, so the flank becomes the front and ranks become files:
 *
 *	  front
 *	+-------+                +-------+
 *	| 1 2 3 |   right face   | 1 2 3 | front
 *	| 4 5 6 |   --------->   | 4 5 6 |
 *	+-------+                +-------+
 *
 * The new front lies along the old flank, middle on middle, in as many files as there
 * were ranks. An about face keeps the files and puts the new front where the rear was. A
 * short last rank closes up towards the new front, filled from its left as any other.
 * Bases that are not square need more or less room behind the new front than the old
 * block took up.
 *
 * A change of frontage leaves the middle of the front where it is. Nobody walks a way in
 * either: what counts is that the new block has room. */

#include "b2_formation.h"
#include "b2_ground.h"
#include "b2_moment.h"
#include "common.h"
#include "wheel.h"

static struct pn_verdict stopped(const struct pn_game *view, pn_unit_id id,
				 const struct b2_way *way)
{
	if (way->blocked)
		return pn_refuse(PN_REFUSE_LEAVES_TABLE, PN_CLAUSE("PN-10"));
	if (way->met != PN_NO_UNIT && view->unit[way->met].side == view->unit[id].side)
		return pn_refuse_for(PN_REFUSE_BLOCKED, PN_CLAUSE("PN-11"), way->met);
	return pn_lawful();
}

/* ---- marching ---- */

/* Decides B2-114. Straight ahead or up to 45 degrees off, without turning the figures. */
static struct pn_verdict walk_advance(const struct b2_obstacles *found, pn_unit_id id,
				      struct pn_stand *stand, const struct pn_leg *leg,
				      struct b2_way *way)
{
	int32_t turn = pn_turn_between(stand->pose.facing, leg->heading);

	if (leg->length < 1)
		return pn_refuse(PN_REFUSE_BAD_PATH, PN_CLAUSE("B2-114"));
	if ((turn > PN_DEGREES_45 || turn < -PN_DEGREES_45) && stand->form != B2_SKIRMISH)
		return pn_refuse(PN_REFUSE_OUT_OF_ARC, PN_CLAUSE("B2-114"));
	*way = b2_straight_from(found, stand, leg->heading, leg->length);
	return stopped(found->view, id, way);
}

/* Decides B2-113. The outermost figure's way is the cost; a column on the march has none
 * (B2-115). */
static struct pn_verdict walk_wheel(const struct b2_obstacles *found, pn_unit_id id,
				    struct pn_stand *stand, const struct pn_leg *leg,
				    struct b2_way *way)
{
	struct pn_formation formation = stand->formation;
	enum pn_corner corner = pn_leg_corner(leg);
	int32_t by = pn_leg_turn(leg);
	struct pn_turn_obstacles obstacles = {
		.count = (uint16_t)(found->count - B2_BOARD_EDGES),
		.shape = found->shape,
		.table = true,
		.low = {0, 0},
		.high = {found->view->width, found->view->depth},
	};
	struct pn_turned turned;

	if (leg->angle < 1 || leg->angle > PN_TURN_HALF)
		return pn_refuse(PN_REFUSE_BAD_PATH, PN_CLAUSE("B2-113"));
	turned = pn_formation_turn(stand->pose, formation,
				   pn_wheel_centre(stand->pose, formation, corner), by, &obstacles);
	*way = (struct b2_way){
		.heading = stand->pose.facing,
		.length = pn_wheel_cost(pn_frontage(formation),
					turned.by < 0 ? -turned.by : turned.by),
		.end = pn_wheel_pose(stand->pose, formation, corner, turned.by),
		.met = PN_NO_UNIT,
		.blocked = turned.stopped_by == PN_TURN_BOARD_EDGE,
		.facing = PN_FACING_FRONT,
	};
	if (turned.stopped_by >= 0)
		b2_stopped_at(way, found->unit[turned.stopped_by]);
	return stopped(found->view, id, way);
}

/* ---- forming anew ---- */

/* Does the block have room: on the board, on ground it can stand on, over no other unit? */
static struct pn_verdict has_room(const struct b2_obstacles *found, const struct pn_stand *stand)
{
	struct pn_body body;
	struct pn_shape hull;
	struct pn_box box;

	if (pn_frontage(stand->formation) > PN_BOARD_MAX ||
	    pn_depth(stand->formation) > PN_BOARD_MAX)
		return pn_refuse(PN_REFUSE_LEAVES_TABLE, PN_CLAUSE("PN-10"));
	b2_body_of(&body, found->view, stand);
	hull = b2_hull_of(&body);
	box = pn_shape_box(&hull);
	for (size_t i = 0; i < found->count; i++)
		if (!b2_lies_far(found, i, box) && pn_body_overlaps(&body, &found->shape[i]))
			return found->unit[i] == PN_NO_UNIT
				       ? pn_refuse(PN_REFUSE_LEAVES_TABLE, PN_CLAUSE("PN-10"))
				       : pn_refuse_for(PN_REFUSE_BLOCKED, PN_CLAUSE("PN-11"),
						       found->unit[i]);
	return pn_lawful();
}

/* The block that a leg makes of it, wherever that is. */
static struct pn_verdict form_anew(const struct pn_game *view, const struct pn_stand *stand,
				   const struct pn_leg *leg, struct pn_stand *formed)
{
	*formed = *stand;
	switch (leg->kind) {
	case PN_LEG_FACE:
		if (leg->to == PN_FACING_FRONT || leg->to > PN_FACING_REAR)
			return pn_refuse(PN_REFUSE_BAD_PATH, PN_CLAUSE("B2-110"));
		pn_turn_on_the_spot(&formed->pose, &formed->formation, leg->to);
		break;
	case PN_LEG_FRONTAGE:
		if (leg->files < 1 || leg->files > stand->formation.figures ||
		    leg->files == stand->formation.files)
			return pn_refuse(PN_REFUSE_BAD_PATH, PN_CLAUSE("B2-112"));
		formed->formation.files = leg->files;
		break;
	default:
		return b2_check_form(view, stand, leg->form, formed);
	}
	if (formed->form == B2_COLUMN && !b2_fits_column(formed->formation))
		formed->form = B2_REGULAR;
	return pn_lawful();
}

bool b2_stand_after(const struct pn_game *view, struct pn_stand *stand, const struct pn_leg *leg)
{
	struct pn_stand formed;

	switch (leg->kind) {
	case PN_LEG_ADVANCE:
		stand->pose = pn_pose_along(stand->pose, leg->heading, leg->length);
		return true;
	case PN_LEG_WHEEL:
		stand->pose = pn_wheel_pose(stand->pose, stand->formation, pn_leg_corner(leg),
					    pn_leg_turn(leg));
		return true;
	case PN_LEG_FIGURES:
		return false;
	default:
		if (form_anew(view, stand, leg, &formed).code != PN_LAWFUL)
			return false;
		*stand = formed;
		return true;
	}
}

static struct pn_verdict walk_reform(const struct b2_obstacles *found, pn_unit_id id,
				     struct pn_stand *stand, const struct pn_leg *leg,
				     struct b2_way *way)
{
	struct pn_stand formed;
	struct pn_verdict verdict = form_anew(found->view, stand, leg, &formed);

	if (verdict.code == PN_LAWFUL)
		verdict = has_room(found, &formed);
	if (verdict.code != PN_LAWFUL)
		return verdict;
	*way = (struct b2_way){
		.heading = formed.pose.facing,
		.end = formed.pose,
		.met = PN_NO_UNIT,
	};
	*stand = formed;
	return verdict;
}

/* ---- whole paths ---- */

/* Decides B2-110 and B2-111. However many figures turn; twice as much with bases apart. */
static pn_len face_cost(const struct pn_stand *stand, uint8_t to)
{
	pn_len cost = to == PN_FACING_REAR ? 4 * PN_INCH : 2 * PN_INCH;

	return stand->form == B2_IRREGULAR ? 2 * cost : cost;
}

/* Decides B2-112. What a leg costs one who stands so, whether or not something stops it early. */
static pn_len leg_cost(const struct pn_game *view, const struct pn_stand *stand,
		       const struct pn_leg *leg, const struct b2_budget *budget)
{
	int32_t change = leg->files - stand->formation.files;

	switch (leg->kind) {
	case PN_LEG_WHEEL:
		return budget->march && stand->form == B2_COLUMN
			       ? 0
			       : pn_wheel_cost(pn_frontage(stand->formation), leg->angle);
	case PN_LEG_FACE:
		return face_cost(stand, leg->to);
	case PN_LEG_FRONTAGE:
		return (change < 0 ? -change : change) * PN_INCH;
	case PN_LEG_FORM:
		return b2_form_cost(view, stand, leg->form);
	default:
		return leg->length;
	}
}

static struct pn_verdict walk_leg(const struct b2_obstacles *found, pn_unit_id id,
				  struct pn_stand *stand, const struct pn_leg *leg,
				  struct b2_way *way)
{
	static struct pn_verdict (*const walk[PN_LEG_COUNT])(
		const struct b2_obstacles *, pn_unit_id, struct pn_stand *, const struct pn_leg *,
		struct b2_way *) = {
		[PN_LEG_ADVANCE] = walk_advance, [PN_LEG_WHEEL] = walk_wheel,
		[PN_LEG_FACE] = walk_reform,     [PN_LEG_FRONTAGE] = walk_reform,
		[PN_LEG_FORM] = walk_reform,
	};

	pn_assert(leg->kind < PN_LEG_COUNT);
	return walk[leg->kind](found, id, stand, leg, way);
}

/* A path being walked, so far. */
struct walker {
	const struct pn_game *view;
	pn_unit_id id;
	struct b2_budget budget;
	const struct b2_obstacles *obstacles;
	struct pn_stand stand;
	int64_t spent; /* what the legs ask for, whether or not they are stopped early */
};

/* Decides B2-131. What the leg costs on its ground, added to what was spent before. */
static struct pn_verdict afford(struct walker *walker, const struct pn_leg *leg, pn_len length,
				struct b2_ground *ground)
{
	const struct b2_budget *budget = &walker->budget;

	if (!budget->march && leg->kind == PN_LEG_FACE && length > budget->length)
		return pn_refuse(PN_REFUSE_TOO_LONG, PN_CLAUSE("B2-117"));
	if (walker->spent + length > budget->length)
		return pn_refuse(PN_REFUSE_TOO_LONG, budget->clause);
	if (leg->kind == PN_LEG_ADVANCE)
		b2_ground_survey(ground, walker->view, walker->obstacles->ground, &walker->stand,
				 leg->heading, budget->length);
	else
		b2_ground_underfoot(ground, walker->view, &walker->stand);
	walker->spent += pn_ground_cost(&ground->way, length);
	return walker->spent > budget->length ? pn_refuse(PN_REFUSE_TOO_LONG, PN_CLAUSE("B2-131"))
					      : pn_lawful();
}

/* Decides B2-117. What one who stands so can do at all. Single figures are sent by a path of one
 * leg. */
static struct pn_verdict check_leg(const struct pn_stand *stand, const struct pn_leg *leg)
{
	if (stand->form == B2_SQUARE && leg->kind != PN_LEG_FORM)
		return pn_refuse(PN_REFUSE_WRONG_FORMATION, PN_CLAUSE("B2-116"));
	if (stand->form == B2_SKIRMISH &&
	    ((leg->kind != PN_LEG_FORM && leg->kind != PN_LEG_ADVANCE) || stand->loose == 0))
		return pn_refuse(PN_REFUSE_WRONG_FORMATION, PN_CLAUSE("B2-121"));
	if (leg->kind == PN_LEG_FIGURES)
		return pn_refuse(PN_REFUSE_WRONG_FORMATION, PN_CLAUSE("B2-121"));
	return pn_lawful();
}

static struct pn_verdict walk_step(struct walker *walker, const struct pn_leg *leg,
				   struct b2_walked *walked)
{
	const struct pn_stand from = walker->stand;
	const pn_len cost = leg_cost(walker->view, &from, leg, &walker->budget);
	const bool free_wheel = leg->kind == PN_LEG_WHEEL && cost == 0;
	struct b2_ground ground;
	struct pn_verdict verdict;

	verdict = check_leg(&from, leg);
	if (verdict.code != PN_LAWFUL)
		return verdict;
	verdict = afford(walker, leg, cost, &ground);
	if (verdict.code == PN_LAWFUL)
		verdict =
			walk_leg(walker->obstacles, walker->id, &walker->stand, leg, &walked->way);
	if (verdict.code != PN_LAWFUL)
		return verdict;
	if (free_wheel || (leg->kind != PN_LEG_ADVANCE && leg->kind != PN_LEG_WHEEL))
		walked->way.length = cost;
	walker->stand.pose = walked->way.end;
	walked->way.spent = pn_ground_cost(&ground.way, walked->way.length);
	walked->uphill =
		b2_goes_up(walker->view, &from, &walker->stand, leg->kind == PN_LEG_ADVANCE);
	walked->kind = leg->kind;
	walked->form = walker->stand.form;
	walked->formation = walker->stand.formation;
	return verdict;
}

static struct b2_walk walk_on(struct walker walker, const struct pn_path *path)
{
	struct b2_walk walk = {.spent = 0};

	for (uint8_t i = 0; i < path->count; i++) {
		struct b2_walked *walked = &walk.leg[walk.leg_count];
		bool column = walker.stand.form == B2_COLUMN && walker.budget.march;

		walk.verdict = walk_step(&walker, &path->leg[i], walked);
		if (walk.verdict.code != PN_LAWFUL)
			break;
		walk.leg_count++;
		walk.spent += walked->way.spent;
		walk.wheeled_free |= column && path->leg[i].kind == PN_LEG_WHEEL;
		if (walked->way.met != PN_NO_UNIT || walked->way.kept_off)
			break;
	}
	return walk;
}

void b2_obstacles_of_walk(struct b2_obstacles *out, const struct pn_game *view, pn_unit_id id)
{
	b2_obstacles_gather(out, view, id,
			    pn_flag(&view->unit[id], B2_WHEELED_FREE) ? B2_KEEP_OFF
								      : B2_IGNORE_NOBODY);
}

/* Decides B2-115. Whether a column wheels free shows on the way; if it does, it keeps off enemies
 * on all of it. */
struct b2_walk b2_walk_among(const struct b2_obstacles *obstacles, pn_unit_id id,
			     const struct pn_path *path, struct b2_budget budget)
{
	const struct pn_game *view = obstacles->view;
	struct walker walker = {view, id, budget, obstacles, pn_stand_of(&view->unit[id]), 0};
	struct b2_walk walk = walk_on(walker, path);
	struct b2_obstacles kept_off;

	if (!walk.wheeled_free || obstacles->ignore != B2_IGNORE_NOBODY)
		return walk;
	b2_obstacles_gather(&kept_off, view, id, B2_KEEP_OFF);
	walker.obstacles = &kept_off;
	walk = walk_on(walker, path);
	walk.wheeled_free = true;
	return walk;
}

struct b2_walk b2_walk_path(const struct pn_game *view, pn_unit_id id, const struct pn_path *path,
			    struct b2_budget budget, enum b2_ignore ignore)
{
	struct b2_obstacles obstacles;
	struct b2_walk walk;

	if (path->count == 1 && path->leg[0].kind == PN_LEG_FIGURES && budget.march) {
		walk = (struct b2_walk){.leg_count = 1};
		walk.verdict = b2_walk_figures(view, id, path, budget.length, ignore, &walk.leg[0]);
		walk.spent = walk.leg[0].way.spent;
		return walk;
	}
	if (ignore == B2_IGNORE_NOBODY)
		b2_obstacles_of_walk(&obstacles, view, id);
	else
		b2_obstacles_gather(&obstacles, view, id, ignore);
	return b2_walk_among(&obstacles, id, path, budget);
}

static pn_clause reform_clause(const struct b2_walked *walked, pn_angle facing)
{
	if (walked->kind == PN_LEG_FRONTAGE)
		return PN_CLAUSE("B2-112");
	if (walked->kind == PN_LEG_FORM)
		return PN_CLAUSE("B2-120");
	return (pn_angle)(facing + PN_TURN_HALF) == walked->way.end.facing ? PN_CLAUSE("B2-111")
									   : PN_CLAUSE("B2-110");
}

void b2_go_leg(struct pn_step *step, pn_unit_id id, const struct b2_walked *walked)
{
	const struct pn_unit *unit = &step->game->unit[id];
	const struct pn_stand before = pn_stand_of(unit);

	if (walked->uphill)
		pn_set_flag(step, id, B2_UPHILL, PN_CLAUSE("B2-57"));
	if (walked->kind == PN_LEG_ADVANCE || walked->kind == PN_LEG_WHEEL) {
		b2_go(step, id, &walked->way,
		      walked->kind == PN_LEG_WHEEL ? PN_MANNER_WHEEL : PN_MANNER_ADVANCE, false);
		return;
	}
	pn_emit(step, (struct pn_event){
			      .kind = PN_EVENT_REFORMED,
			      .clause = reform_clause(walked, unit->pose.facing),
			      .reformed = {id, walked->kind, (uint8_t)walked->formation.files,
					   walked->form == unit->form ? (uint8_t)PN_SAME_FORM
								      : walked->form,
					   walked->way.end, walked->way.spent},
		      });
	pn_set_flag(step, id, B2_MOVED, PN_CLAUSE("B2-85"));
	b2_note_change(step, id, &before);
}

void b2_preview_path(const struct pn_game *view, const struct pn_command *command,
		     struct b2_budget budget, struct pn_preview *out)
{
	struct b2_walk walk = b2_walk_path(view, command->unit, &command->path, budget,
					   view->premeasure ? B2_IGNORE_NOBODY : B2_IGNORE_ENEMIES);

	out->cost = walk.spent;
	out->leg_count = walk.leg_count;
	for (uint8_t i = 0; i < walk.leg_count; i++) {
		out->leg[i] = walk.leg[i].way.end;
		if (walk.leg[i].way.met != PN_NO_UNIT)
			out->touch[out->touch_count++] = walk.leg[i].way.met;
	}
}
