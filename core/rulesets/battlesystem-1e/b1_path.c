/* Walking: the legs of a path one after another, each from where the last one ended.
 *
 * A unit advances up to 45 degrees off its facing, wheels, faces, changes its frontage or
 * takes up another formation; each costs as B1-65 says, on its ground as Table 14 does. An
 * individual and skirmishers go any way. Whose midst has gaps goes straight, or forms anew. */

#include "b1.h"
#include "sweep.h"
#include "tell.h"
#include "wheel.h"

enum { PLAIN = 6 };

/* ---- how a unit stands ---- */

static struct pn_shape b1_block_of(const struct pn_stand *stand)
{
	return pn_footprint(stand->pose, stand->formation);
}

void b1_body_of(struct pn_body *out, const struct pn_game *view, const struct pn_stand *stand)
{
	out->count = 1;
	if (stand->loose == 0) {
		out->part[0] = b1_block_of(stand);
		return;
	}
	pn_body_by_figures(out, view, stand);
}

/* ---- straight on ---- */

static void stop_at(struct b1_walked *walked, const struct b1_scene *scene, size_t index)
{
	const struct pn_game *view = scene->view;
	const pn_unit_id by = scene->unit[index];

	walked->stopped = true;
	walked->by = (uint16_t)index;
	walked->edge = index >= scene->edge_from;
	walked->barred = b1_is_barred(scene, index);
	if (by == PN_NO_UNIT)
		return;
	if (view->unit[by].side == view->unit[scene->id].side) {
		walked->met_friend = true;
		walked->friend = by;
	} else {
		walked->met = by;
	}
}

/* The lower obstacle of two that are met at the same instant. */
static bool is_before(const struct pn_sweep_first *one, const struct pn_sweep_first *other)
{
	const int compared = pn_fraction_compare(one->at, other->at);

	return compared == 0 ? one->obstacle < other->obstacle : compared < 0;
}

/* What the unit as it stands now meets first; else `first` stays as it is. */
static bool first_met(struct b1_scene *scene, pn_vec displacement, struct pn_sweep_first *first)
{
	const struct pn_body *body = &scene->now->body;
	struct pn_slide *slide = b1_slide_of(scene);
	struct pn_sweep_first contact;
	bool found = false;

	if (slide) {
		found = pn_slide_first(slide, (pn_vec){0, 0}, displacement, &contact);
		*first = found ? contact : *first;
		return found;
	}
	for (uint8_t i = 0; i < body->count; i++) {
		if (!pn_sweep_first_cut(&body->part[i], displacement, scene->shape, scene->count,
					&scene->cuts, &contact) ||
		    (found && !is_before(&contact, first)))
			continue;
		*first = contact;
		found = true;
	}
	return found;
}

struct b1_walked b1_straight(struct b1_scene *scene, const struct pn_stand *stand, pn_angle heading,
			     pn_len most, pn_len allowance)
{
	struct b1_walked walked = {
		.end = *stand, .kind = PN_LEG_ADVANCE, .heading = heading, .met = PN_NO_UNIT};
	pn_len length = most < allowance ? most : allowance;
	struct pn_sweep_first first = {.at = {1, 1}};
	struct pn_ground ground;

	if (length < 1)
		return walked;
	b1_stand_so(scene, stand);
	b1_ground_survey(&ground, scene, heading, length);
	length = pn_ground_reach(&ground, allowance);
	if (first_met(scene, pn_along(heading, length), &first))
		stop_at(&walked, scene, first.obstacle);
	walked.asked = length;
	walked.length = pn_sweep_distance(length, first.at);
	walked.spent = pn_ground_cost(&ground, walked.length);
	walked.closed_barred = b1_ground_opens(scene, stand, heading, walked.length);
	walked.end.pose = pn_sweep_end(stand->pose, heading, length, first.at);
	return walked;
}

/* ---- legs ---- */

static pn_len priced(pn_len cost, uint8_t sixths)
{
	return (pn_len)(((int64_t)cost * sixths + PLAIN - 1) / PLAIN);
}

/* Has the stand room: on the board, on ground it may stand on, apart from all others? */
static struct pn_verdict b1_has_room(struct b1_scene *scene, const struct pn_stand *stand)
{
	const struct pn_body *body;

	if (pn_frontage(stand->formation) > PN_BOARD_MAX ||
	    pn_depth(stand->formation) > PN_BOARD_MAX)
		return pn_refuse(PN_REFUSE_LEAVES_TABLE, PN_CLAUSE("PN-10"));
	body = &b1_stand_so(scene, stand)->body;
	for (size_t i = 0; i < scene->count; i++)
		for (uint8_t k = 0; k < body->count; k++)
			if (!scene->cuts.of[i].aside && !b1_is_barred(scene, i) &&
			    pn_shapes_overlap(&body->part[k], &scene->shape[i]))
				return scene->unit[i] == PN_NO_UNIT
					       ? pn_refuse(PN_REFUSE_LEAVES_TABLE,
							   PN_CLAUSE("PN-10"))
					       : pn_refuse_for(PN_REFUSE_BLOCKED,
							       PN_CLAUSE("PN-11"), scene->unit[i]);
	return pn_lawful();
}

/* A path being walked. */
struct walker {
	struct b1_scene *scene;
	const struct pn_unit *unit;
	struct pn_stand stand;
	pn_len left; /* of the allowance */
};

/* Decides B1-66. */
static struct pn_verdict walk_advance(const struct walker *walker, const struct pn_leg *leg,
				      struct b1_walked *walked)
{
	int32_t turn = pn_turn_between(walker->stand.pose.facing, leg->heading);
	struct pn_ground ground;

	if (leg->length < 1)
		return pn_refuse(PN_REFUSE_BAD_PATH, PN_CLAUSE("B1-66"));
	if ((turn > PN_DEGREES_45 || turn < -PN_DEGREES_45) && !b1_goes_any_way(walker->unit))
		return pn_refuse(PN_REFUSE_OUT_OF_ARC, PN_CLAUSE("B1-66"));
	if (leg->length > walker->left)
		return pn_refuse(PN_REFUSE_TOO_LONG, PN_CLAUSE("B1-65"));
	b1_stand_so(walker->scene, &walker->stand);
	b1_ground_survey(&ground, walker->scene, leg->heading, leg->length);
	if (pn_ground_cost(&ground, leg->length) > walker->left)
		return pn_refuse(PN_REFUSE_TOO_LONG, PN_CLAUSE("B1-69"));
	*walked =
		b1_straight(walker->scene, &walker->stand, leg->heading, leg->length, walker->left);
	/* PN-10. To the board's edge, or up to ground that bars it, is not beyond. */
	if (walked->length == leg->length && walked->met == PN_NO_UNIT && !walked->met_friend)
		walked->stopped = walked->edge = false;
	return pn_lawful();
}

/* B1-65. The outermost figure's way is the cost; going up is paid where it ends. */
static struct pn_verdict walk_wheel(const struct walker *walker, const struct pn_leg *leg,
				    struct b1_walked *walked)
{
	const struct pn_stand *stand = &walker->stand;
	const enum pn_corner corner = pn_leg_corner(leg);
	const int32_t by = pn_leg_turn(leg);
	struct b1_scene *scene = walker->scene;
	const struct pn_turn_obstacles obstacles = {
		.shape = scene->shape, .count = (uint16_t)scene->count, .cuts = &scene->cuts};
	struct pn_turned turned;
	uint8_t rate;

	if (leg->angle < 1 || leg->angle > PN_TURN_HALF)
		return pn_refuse(PN_REFUSE_BAD_PATH, PN_CLAUSE("B1-65"));
	b1_stand_so(scene, stand);
	rate = b1_ground_underfoot(scene);
	if (priced(pn_wheel_cost(pn_frontage(stand->formation), leg->angle), rate) > walker->left)
		return pn_refuse(PN_REFUSE_TOO_LONG, PN_CLAUSE("B1-65"));
	turned = pn_formation_turn(stand->pose, stand->formation,
				   pn_wheel_centre(stand->pose, stand->formation, corner), by,
				   &obstacles);
	walked->end.pose = pn_wheel_pose(stand->pose, stand->formation, corner, turned.by);
	walked->length = pn_wheel_cost(pn_frontage(stand->formation),
				       turned.by < 0 ? -turned.by : turned.by);
	walked->spent = priced(walked->length, rate);
	if (turned.stopped_by >= 0)
		stop_at(walked, scene, (size_t)turned.stopped_by);
	walked->closed_barred = b1_ground_opens(scene, &walked->end, 0, 0);
	return pn_lawful();
}

/* Decides B1-60. Into ranks and files, in the form; a unit that had gaps forms on its first
 * figure. */
static struct pn_stand formed(const struct pn_game *view, struct pn_stand stand, uint8_t form)
{
	if (stand.loose > 0) {
		stand.formation.gap = pn_form_gap(pn_rules_of(view), view->params, form);
		if (stand.formation.files > stand.formation.figures)
			stand.formation.files = stand.formation.figures;
		stand.pose.at =
			pn_ahead(stand.pose, 0,
				 (pn_frontage(stand.formation) - stand.formation.base_width) / 2);
	}
	stand.loose = 0;
	stand.form = form;
	stand.formation.gap = pn_form_gap(pn_rules_of(view), view->params, form);
	return stand;
}

/* B1-60. Regular units are closed or open, and the others stay what they are; who has gaps
 * closes them. */
static bool may_form(const struct pn_unit *unit, const struct pn_stand *stand, uint8_t form)
{
	if (form >= B1_FORMATIONS || form == stand->form || b1_is_individual(unit))
		return false;
	if (b1_is_regular(unit))
		return form == B1_CLOSED || form == B1_OPEN;
	return form == stand->form % B1_FORMATIONS;
}

/* The stand that a leg makes, and what that costs on open ground. */
static struct pn_verdict form_anew(const struct walker *walker, const struct pn_leg *leg,
				   struct b1_walked *walked, pn_len *cost)
{
	const struct pn_unit *unit = walker->unit;
	const struct pn_stand *stand = &walker->stand;
	const int32_t change = leg->files - stand->formation.files;

	switch (leg->kind) {
	case PN_LEG_FACE:
		if (leg->to == PN_FACING_FRONT || leg->to > PN_FACING_REAR)
			return pn_refuse(PN_REFUSE_BAD_PATH, PN_CLAUSE("B1-65"));
		*cost = leg->to == PN_FACING_REAR ? (b1_movement(unit) + 1) / 2
						  : (b1_movement(unit) + 2) / 3;
		walked->end = *stand;
		pn_turn_on_the_spot(&walked->end.pose, &walked->end.formation, leg->to);
		return pn_lawful();
	case PN_LEG_FRONTAGE:
		if (leg->files < 1 || leg->files > stand->formation.figures || change == 0)
			return pn_refuse(PN_REFUSE_BAD_PATH, PN_CLAUSE("B1-65"));
		*cost = (change < 0 ? -change : change) * PN_INCH;
		walked->end.formation.files = leg->files;
		return pn_lawful();
	case PN_LEG_FORM:
		if (!may_form(unit, stand, leg->form))
			return pn_refuse(PN_REFUSE_BAD_PATH, PN_CLAUSE("B1-60"));
		if (leg->form == B1_CLOSED && b1_is_out_of_command(unit))
			return pn_refuse(PN_REFUSE_OUT_OF_COMMAND, PN_CLAUSE("B1-56"));
		*cost = (b1_movement(unit) + 2) / 3;
		walked->end = formed(walker->scene->view, *stand, leg->form);
		return pn_lawful();
	default:
		return pn_refuse(PN_REFUSE_BAD_PATH, PN_CLAUSE("B1-60"));
	}
}

/* Decides B1-65. */
static struct pn_verdict walk_reform(const struct walker *walker, const struct pn_leg *leg,
				     struct b1_walked *walked)
{
	pn_len cost = 0;
	struct pn_verdict verdict = form_anew(walker, leg, walked, &cost);

	if (verdict.code != PN_LAWFUL)
		return verdict;
	b1_stand_so(walker->scene, &walker->stand);
	cost = priced(cost, b1_ground_underfoot(walker->scene));
	if (cost > walker->left)
		return pn_refuse(PN_REFUSE_TOO_LONG, PN_CLAUSE("B1-65"));
	verdict = b1_has_room(walker->scene, &walked->end);
	if (verdict.code != PN_LAWFUL)
		return verdict;
	walked->spent = cost;
	walked->closed_barred = b1_ground_opens(walker->scene, &walked->end, 0, 0);
	return verdict;
}

static struct pn_verdict walk_leg(const struct walker *walker, const struct pn_leg *leg,
				  struct b1_walked *walked)
{
	*walked = (struct b1_walked){.end = walker->stand, .kind = leg->kind, .met = PN_NO_UNIT};
	if (walker->stand.loose > 0 && leg->kind != PN_LEG_ADVANCE && leg->kind != PN_LEG_FORM)
		return pn_refuse(PN_REFUSE_WRONG_FORMATION, PN_CLAUSE("B1-20"));
	if (leg->kind == PN_LEG_ADVANCE)
		return walk_advance(walker, leg, walked);
	if (leg->kind == PN_LEG_WHEEL)
		return walk_wheel(walker, leg, walked);
	return walk_reform(walker, leg, walked);
}

struct b1_walk b1_walk_path(struct b1_scene *scene, const struct pn_stand *stand,
			    const struct pn_path *path, pn_len allowance)
{
	struct walker walker = {scene, &scene->view->unit[scene->id], *stand, allowance};
	struct b1_walk walk = {.leg_count = 0};

	for (uint8_t i = 0; i < path->count; i++) {
		struct b1_walked *walked = &walk.leg[walk.leg_count];

		walk.verdict = walk_leg(&walker, &path->leg[i], walked);
		/* A unit that stands closed can open out first. Where the path itself closes it,
		 * the player chose that, so do not open it. */
		if (walk.verdict.code == PN_LAWFUL && walked->closed_barred &&
		    stand->form % B1_FORMATIONS != B1_CLOSED)
			walk.verdict = pn_refuse(PN_REFUSE_WRONG_FORMATION, PN_CLAUSE("B1-69"));
		if (walk.verdict.code != PN_LAWFUL)
			break;
		walk.leg_count++;
		walk.spent += walked->spent;
		walker.left -= walked->spent;
		walker.stand = walked->end;
		if (walked->stopped)
			break;
	}
	return walk;
}

/* ---- roads ---- */

static bool lies_in(const struct pn_shape *shape, const struct pn_shape *piece)
{
	for (uint8_t i = 0; i < shape->count; i++)
		if (!pn_shape_contains(piece, shape->point[i]))
			return false;
	return true;
}

bool b1_stands_on_road(const struct b1_scene *scene)
{
	const struct pn_unit *unit = &scene->view->unit[scene->id];
	struct pn_shape block;
	bool found = false;

	for (uint8_t i = 0; i < scene->ground_count && unit->loose == 0 && !found; i++) {
		const struct pn_terrain *piece = &scene->view->terrain[scene->ground[i]];

		if (piece->kind != B1_ROAD)
			continue;
		block = pn_unit_footprint(unit);
		found = lies_in(&block, &piece->shape);
	}
	return found;
}

pn_len b1_road_range(const struct pn_unit *unit)
{
	return (pn_len)((int64_t)b1_charge_range(unit) * 4 / 3);
}

/* Table 14. The unit stands wholly on one piece of road before and after the move, which is
 * one advance: then the whole of it is on that road, if the piece is straight. */
pn_len b1_road(const struct pn_game *view, pn_unit_id id, const struct pn_path *path,
	       pn_len allowance)
{
	const struct pn_unit *unit = &view->unit[id];
	struct pn_shape before;
	struct pn_shape after;

	if (unit->loose > 0 || path->count != 1 || path->leg[0].kind != PN_LEG_ADVANCE)
		return allowance;
	before = pn_unit_footprint(unit);
	after = pn_shape_moved(&before, pn_along(path->leg[0].heading, path->leg[0].length));
	for (uint8_t i = 0; i < view->terrain_count; i++)
		if (view->terrain[i].kind == B1_ROAD && lies_in(&before, &view->terrain[i].shape) &&
		    lies_in(&after, &view->terrain[i].shape))
			return (pn_len)((int64_t)allowance * 4 / 3);
	return allowance;
}

/* ---- telling ---- */

static pn_clause reform_clause(uint8_t kind)
{
	return kind == PN_LEG_FORM ? PN_CLAUSE("B1-60") : PN_CLAUSE("B1-65");
}

void b1_go_leg(struct pn_step *step, pn_unit_id id, const struct b1_walked *walked,
	       enum pn_manner manner, pn_clause clause)
{
	const struct pn_unit *unit = &step->game->unit[id];

	if (walked->kind == PN_LEG_ADVANCE || walked->kind == PN_LEG_WHEEL)
		pn_tell_moved(step, id, (walked->kind == PN_LEG_WHEEL ? PN_MANNER_WHEEL : manner),
			      walked->end.pose, walked->spent,
			      walked->kind == PN_LEG_WHEEL ? PN_CLAUSE("B1-65") : clause);
	else
		pn_emit(step,
			(struct pn_event){
				.kind = PN_EVENT_REFORMED,
				.clause = reform_clause(walked->kind),
				.reformed = {id, walked->kind, (uint8_t)walked->end.formation.files,
					     walked->end.form == unit->form ? (uint8_t)PN_SAME_FORM
									    : walked->end.form,
					     walked->end.pose, walked->spent},
			});
}

/* ---- opening out ---- */

bool b1_opened(const struct pn_game *view, pn_unit_id id, struct pn_stand *out)
{
	const struct pn_unit *unit = &view->unit[id];
	struct b1_scene scene;
	uint16_t files = unit->files;

	if (!b1_is_regular(unit) || b1_formation(unit) != B1_CLOSED)
		return false;
	*out = formed(view, pn_stand_of(unit), B1_OPEN);
	b1_look_round(&scene, view, id, B1_WALLS_ALL, b1_more_way(unit, out->formation));
	if (b1_has_room(&scene, out).code == PN_LAWFUL)
		return true;
	b1_look_round(&scene, view, id, B1_WALLS_ALL, B1_ANYWHERE);
	while (b1_has_room(&scene, out).code != PN_LAWFUL && --files > 0)
		out->formation.files = files;
	if (files > 0)
		return true;
	for (files = unit->files; ++files <= unit->figures;) {
		out->formation.files = files;
		if (b1_has_room(&scene, out).code == PN_LAWFUL)
			return true;
	}
	return false;
}

void b1_open_out(struct pn_step *step, pn_unit_id id, pn_clause clause)
{
	struct pn_stand stand;

	if (b1_opened(step->game, id, &stand))
		pn_emit(step, (struct pn_event){
				      .kind = PN_EVENT_REFORMED,
				      .clause = clause,
				      .reformed = {id, PN_LEG_FORM, (uint8_t)stand.formation.files,
						   B1_OPEN, stand.pose, 0},
			      });
}
