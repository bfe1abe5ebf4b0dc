/* What stands about a unit, gathered once for all the ways that it may go from where it is.
 *
 * Bases and ground that are farther off than it can come are left out: nothing that they would
 * say is asked. Ground that bars the way depends on where the unit stands when it sets out: the
 * rest of it is put aside anew for each leg that begins elsewhere. */

#include "b1.h"
#include "instant.h"
#include "obstacles.h"

enum {
	MARGIN = 2 * PN_INCH / 25, /* 2 mm: touches, and how far past its end a sweep looks */
};

/* ---- how far off ---- */

/* From its front centre no point of a block is farther than this. */
static pn_len size_of(struct pn_formation formation)
{
	return pn_frontage(formation) / 2 + pn_depth(formation);
}

pn_len b1_more_way(const struct pn_unit *unit, struct pn_formation formation)
{
	const pn_len more = size_of(formation) - size_of(pn_unit_formation(unit));

	return more > 0 ? 3 * more : 0;
}

pn_len b1_more_way_on(const struct pn_game *view, pn_unit_id id, const struct pn_path *path)
{
	const struct pn_unit *unit = &view->unit[id];
	struct pn_formation formation = pn_unit_formation(unit);
	pn_len most = 0;

	for (uint8_t i = 0; i < path->count; i++) {
		const struct pn_leg *leg = &path->leg[i];
		pn_len more;

		if (leg->kind == PN_LEG_FACE)
			formation.files = (uint16_t)((formation.figures + formation.files - 1) /
						     formation.files);
		else if (leg->kind == PN_LEG_FRONTAGE && leg->files > 0 &&
			 leg->files <= formation.figures)
			formation.files = leg->files;
		else if (leg->kind == PN_LEG_FORM && leg->form < B1_FORMATIONS)
			formation.gap = pn_form_gap(pn_rules_of(view), view->params, leg->form);
		more = b1_more_way(unit, formation);
		most = more > most ? more : most;
	}
	return most;
}

static bool is_near(pn_vec a, pn_vec b, pn_len reach)
{
	return a.x - b.x <= reach && b.x - a.x <= reach && a.y - b.y <= reach && b.y - a.y <= reach;
}

struct pn_box b1_box_of(const struct pn_body *body, pn_vec way)
{
	struct pn_box box = pn_shape_box(&body->part[0]);

	for (uint8_t i = 1; i < body->count; i++)
		box = pn_box_join(box, pn_shape_box(&body->part[i]));
	box.low.x += way.x < 0 ? way.x : 0;
	box.low.y += way.y < 0 ? way.y : 0;
	box.high.x += way.x > 0 ? way.x : 0;
	box.high.y += way.y > 0 ? way.y : 0;
	return box;
}

/* ---- gathering ---- */

static void add(struct b1_scene *scene, const struct pn_shape *shape, pn_unit_id unit)
{
	pn_assert(scene->count < B1_OBSTACLES_MAX);
	scene->shape[scene->count] = *shape;
	scene->unit[scene->count++] = unit;
	pn_cuts_add(&scene->cuts, shape);
}

static void add_unit(struct b1_scene *scene, pn_unit_id id)
{
	const struct pn_unit *unit = &scene->view->unit[id];
	struct pn_shape block;
	struct pn_body body;

	if (unit->loose == 0) {
		block = pn_unit_footprint(unit);
		add(scene, &block, id);
		return;
	}
	pn_unit_body(&body, scene->view, unit);
	for (uint8_t i = 0; i < body.count; i++)
		add(scene, &body.part[i], id);
}

static void add_edges(struct b1_scene *scene)
{
	for (int edge = 0; edge < PN_BOARD_EDGES; edge++) {
		const struct pn_shape strip = pn_board_edge(scene->view, edge);

		add(scene, &strip, PN_NO_UNIT);
	}
}

static void look_at_ground(struct b1_scene *scene, pn_vec at, pn_len reach)
{
	const struct pn_box round = {{at.x - reach, at.y - reach}, {at.x + reach, at.y + reach}};

	scene->ground_count = 0;
	for (uint8_t i = 0; i < scene->view->terrain_count; i++) {
		const struct pn_shape *shape = &scene->view->terrain[i].shape;
		const struct pn_box box = pn_shape_box(shape);

		if (pn_boxes_far(box, round, 0))
			continue;
		scene->ground[scene->ground_count] = i;
		scene->ground_box[scene->ground_count++] = box;
		add(scene, shape, PN_NO_UNIT);
	}
}

void b1_look_round(struct b1_scene *scene, const struct pn_game *view, pn_unit_id id,
		   enum b1_walls walls, pn_len way)
{
	b1_look_for(scene, view, id, PN_NO_UNIT, walls, way);
}

void b1_look_for(struct b1_scene *scene, const struct pn_game *view, pn_unit_id id,
		 pn_unit_id named, enum b1_walls walls, pn_len way)
{
	const struct pn_unit *unit = &view->unit[id];
	const pn_vec at = unit->pose.at;
	/* A face puts the front where a flank or the rear was, and a wheel swings the rear. */
	const pn_len reach = unit->loose > 0 || way > PN_BOARD_MAX
				     ? PN_COORDINATE_MAX / 2
				     : way + 3 * size_of(pn_unit_formation(unit)) + MARGIN;

	pn_unit_id order[PN_UNITS_MAX];
	const uint8_t units = pn_meeting_order(view, id, named, order);

	scene->view = view;
	scene->id = id;
	scene->walls = walls;
	scene->count = 0;
	scene->home.is_known = scene->elsewhere.is_known = false;
	scene->slides_from = NULL;
	pn_cuts_begin(&scene->cuts);
	for (uint8_t i = 0; i < units; i++) {
		const struct pn_unit *other = &view->unit[order[i]];

		if (walls == B1_WALLS_NO_ENEMIES && other->side != unit->side)
			continue;
		if (other->loose > 0 ||
		    is_near(at, other->pose.at, reach + size_of(pn_unit_formation(other))))
			add_unit(scene, order[i]);
	}
	scene->base_count = scene->count;
	look_at_ground(scene, at, reach);
	scene->edge_from = scene->count;
	if (at.x < reach || at.y < reach || view->width - at.x < reach ||
	    view->depth - at.y < reach)
		add_edges(scene);
	scene->on_road = b1_stands_on_road(scene);
}

/* ---- what depends on how it stands ---- */

static bool is_same(const struct pn_stand *a, const struct pn_stand *b)
{
	return a->pose.at.x == b->pose.at.x && a->pose.at.y == b->pose.at.y &&
	       a->pose.facing == b->pose.facing && a->form == b->form && a->loose == b->loose &&
	       a->formation.figures == b->formation.figures &&
	       a->formation.files == b->formation.files && a->formation.gap == b->formation.gap;
}

/* B1-69. Is it ground that a charge of one who stands so may not enter? Not if it is in it. */
static bool bars_charge(const struct pn_terrain *piece, const struct b1_footing *footing,
			uint8_t number)
{
	if (b1_ground_row(piece->kind).charge || footing->in[number])
		return false;
	return piece->kind != B1_ELEVATION || piece->height > footing->height;
}

static enum b1_stops stops(const struct b1_scene *scene, const struct b1_footing *footing,
			   uint8_t number)
{
	const struct pn_terrain *piece = &scene->view->terrain[scene->ground[number]];

	if (b1_never_enters(&scene->view->unit[scene->id], piece->kind))
		return B1_STOPS;
	return scene->walls == B1_WALLS_CHARGE && bars_charge(piece, footing, number)
		       ? B1_BARS
		       : B1_STOPS_NOBODY;
}

static void find_footing(struct b1_footing *out, const struct b1_scene *scene,
			 const struct pn_stand *stand)
{
	struct pn_box box;

	out->is_known = true;
	out->stand = *stand;
	out->height = 0;
	b1_body_of(&out->body, scene->view, stand);
	box = b1_box_of(&out->body, (pn_vec){0, 0});
	for (uint8_t i = 0; i < scene->ground_count; i++) {
		const struct pn_terrain *piece = &scene->view->terrain[scene->ground[i]];

		out->in[i] = !pn_boxes_far(box, scene->ground_box[i], 0) &&
			     pn_body_overlaps(&out->body, &piece->shape);
		if (out->in[i] && piece->kind == B1_ELEVATION && piece->height > out->height)
			out->height = piece->height;
	}
	for (uint8_t i = 0; i < scene->ground_count; i++)
		out->ground[i] = stops(scene, out, i);
}

/* In the order of ties: units as instant.h has them, then ground, then the board's edges. */
const struct b1_footing *b1_stand_so(struct b1_scene *scene, const struct pn_stand *stand)
{
	struct b1_footing *footing = !scene->home.is_known || is_same(&scene->home.stand, stand)
					     ? &scene->home
					     : &scene->elsewhere;

	if (footing->is_known && scene->now == footing && is_same(&footing->stand, stand))
		return footing;
	if (!footing->is_known || !is_same(&footing->stand, stand)) {
		find_footing(footing, scene, stand);
		if (scene->slides_from == footing)
			scene->slides_from = NULL;
	}
	for (uint8_t i = 0; i < scene->ground_count; i++)
		scene->cuts.of[scene->base_count + i].aside = footing->ground[i] == B1_STOPS_NOBODY;
	scene->now = footing;
	return footing;
}

bool b1_is_barred(const struct b1_scene *scene, size_t number)
{
	return number >= scene->base_count && number < scene->edge_from &&
	       scene->now->ground[number - scene->base_count] == B1_BARS;
}

struct pn_slide *b1_slide_of(struct b1_scene *scene)
{
	if (scene->now->body.count != 1)
		return NULL;
	if (scene->slides_from != scene->now)
		pn_slide_begin(&scene->slide, &scene->now->body.part[0], scene->shape,
			       &scene->cuts);
	scene->slides_from = scene->now;
	return &scene->slide;
}
