/* Sight from the front rank (B2-15, B2-131).
 *
 * The book's page on sight is not at hand, so its numbers are ours. On one level all figures are of
 * one height and hide one another, unless the switch says that units hide nothing. Ground that
 * hides does so up to its height, or without end when the muster gives none: impassable ground at
 * once; woods beyond the depth to which one sees into them, a parameter each; a hill what is behind
 * it, unless the switch says otherwise, but not from one who stands on it nor one who does. A unit
 * on a hill looks, and is seen, from its top. What hides is looked for only between the two units:
 * gathered there for one look, chosen there out of all that was built for many (struct
 * b2_hidings). */

#include "b2_field.h"
#include "b2_ground.h"
#include "b2_moment.h"

enum {
	FIGURE_HEIGHT = 3000,           /* 30 mm */
	EYE_HEIGHT = FIGURE_HEIGHT - 1, /* just below, so that figures hide figures */
};

void b2_field_survey(struct b2_field *field, const struct pn_game *view)
{
	field->view = view;
	field->as_footprint = field->moved = PN_NO_UNIT;
	field->hidings = NULL;
	for (pn_unit_id i = 0; i < view->unit_count; i++) {
		struct pn_body body;

		pn_unit_body(&body, view, &view->unit[i]);
		field->footprint[i] = b2_hull_of(&body);
		field->box[i] = pn_shape_box(&field->footprint[i]);
	}
}

/* ---- what hides ---- */

/* No height given, or one beyond any eye: endless. */
static pn_len height_of(const struct pn_terrain *piece)
{
	return piece->height > 0 && piece->height <= PN_SIGHT_HEIGHT_MAX ? piece->height
									 : PN_SIGHT_ENDLESS;
}

static bool stands_on(const struct b2_field *field, pn_unit_id id, const struct pn_terrain *piece)
{
	struct pn_body body;

	if (field->view->unit[id].loose == 0 || field->as_footprint == id)
		return pn_shapes_overlap(&field->footprint[id], &piece->shape);
	pn_unit_body(&body, field->view, &field->view->unit[id]);
	return pn_body_overlaps(&body, &piece->shape);
}

/* The hills under the unit, bit i for piece i of ground. */
static uint32_t find_hills(const struct b2_field *field, pn_unit_id id)
{
	const struct pn_game *view = field->view;
	uint32_t hills = 0;

	if (view->switches[B2_SWITCH_HILLS] != B2_HILLS_HIDE)
		return 0;
	for (uint8_t i = 0; i < view->terrain_count; i++)
		if (view->terrain[i].kind == B2_HILL && stands_on(field, id, &view->terrain[i]))
			hills |= (uint32_t)1 << i;
	return hills;
}

/* Was what is asked of the unit built, and is it still so? */
static bool is_built(const struct b2_field *field, pn_unit_id id)
{
	return field->hidings && id != field->moved && id != field->as_footprint;
}

static uint32_t hills_under(const struct b2_field *field, pn_unit_id id)
{
	return is_built(field, id) ? field->hidings->hills[id] : find_hills(field, id);
}

/* The height of the highest of these hills. */
static pn_len height_on(const struct pn_game *view, uint32_t hills)
{
	enum { HIGHEST = PN_SIGHT_HEIGHT_MAX - FIGURE_HEIGHT };
	pn_len ground = 0;

	for (uint8_t i = 0; hills >> i != 0; i++)
		if ((hills >> i & 1) != 0 && view->terrain[i].height > ground)
			ground = view->terrain[i].height;
	return ground < HIGHEST ? ground : HIGHEST;
}

/* The height of the highest hill under the unit. */
static pn_len ground_under(const struct b2_field *field, pn_unit_id id)
{
	return is_built(field, id) ? field->hidings->ground[id]
				   : height_on(field->view, find_hills(field, id));
}

/* How the piece hides what is beyond it from those who do not stand on it. False: not at all. */
static bool hides(const struct pn_game *view, const struct pn_terrain *piece,
		  struct pn_sight_blocker *out)
{
	*out = (struct pn_sight_blocker){
		.shape = piece->shape,
		.kind = PN_SIGHT_SOLID,
		.height = height_of(piece),
		.owner = PN_SIGHT_NOBODY,
	};
	switch (piece->kind) {
	case B2_IMPASSABLE:
		return true;
	case B2_LIGHT_WOODS:
	case B2_DENSE_WOODS:
		out->kind = PN_SIGHT_COVER;
		out->depth =
			view->params[piece->kind == B2_LIGHT_WOODS ? B2_PARAM_LIGHT_WOODS_SIGHT
								   : B2_PARAM_DENSE_WOODS_SIGHT];
		return true;
	case B2_HILL:
		return view->switches[B2_SWITCH_HILLS] == B2_HILLS_HIDE;
	default:
		return false;
	}
}

/* What a unit covers: a block its footprint, skirmishers figure by figure. */
static void body_on(struct pn_body *out, const struct b2_field *field, pn_unit_id id)
{
	if (field->view->unit[id].loose > 0) {
		pn_unit_body(out, field->view, &field->view->unit[id]);
		return;
	}
	out->count = 1;
	out->part[0] = field->footprint[id];
}

/* Skirmishers hide figure by figure; only what reaches into the strip (NULL: anywhere). False: a
 * scene has room for all blocks and all ground; of more skirmishers than it has room for, the last
 * do not hide. */
static bool add_unit(struct pn_sight_scene *scene, const struct b2_field *field,
		     const struct b2_strip *strip, pn_unit_id id)
{
	struct pn_sight_blocker blocker = {
		.kind = PN_SIGHT_SOLID,
		.height = FIGURE_HEIGHT,
		.owner = id,
	};
	struct pn_body body;
	bool all = true;

	blocker.ground = ground_under(field, id);
	body_on(&body, field, id);
	for (uint8_t i = 0; i < body.count; i++) {
		if (strip && !b2_reaches_into(strip, &body.part[i]))
			continue;
		blocker.shape = body.part[i];
		all &= pn_sight_add(scene, &blocker);
	}
	return all;
}

/* Do units hide others, if they are on the board? */
static bool unit_hides(const struct pn_game *view, pn_unit_id id)
{
	return view->unit[id].on_board && view->switches[B2_SWITCH_SIGHT] == B2_UNITS_BLOCK;
}

/* ---- for one look ---- */

/* What may hide the target, gathered between the two. */
static void add_hidings(struct pn_sight_scene *scene, const struct b2_field *field, pn_unit_id id,
			pn_unit_id target)
{
	const struct pn_game *view = field->view;
	const uint32_t hills = hills_under(field, id) | hills_under(field, target);
	const struct b2_strip strip =
		b2_strip_between(&field->footprint[id], &field->footprint[target]);

	pn_sight_clear(scene);
	for (pn_unit_id i = 0; i < view->unit_count; i++)
		if (i != id && i != target && unit_hides(view, i) &&
		    b2_may_reach_into(&strip, field->box[i]) &&
		    b2_reaches_into(&strip, &field->footprint[i]))
			add_unit(scene, field, &strip, i);
	for (uint8_t i = 0; i < view->terrain_count; i++) {
		const struct pn_terrain *piece = &view->terrain[i];
		struct pn_sight_blocker blocker;

		if ((hills >> i & 1) == 0 && b2_reaches_into(&strip, &piece->shape) &&
		    hides(view, piece, &blocker))
			pn_sight_add(scene, &blocker);
	}
}

/* ---- for many ---- */

static bool build_ground(struct b2_hidings *out, const struct pn_game *view)
{
	bool all = true;

	for (uint8_t i = 0; i < view->terrain_count; i++) {
		const struct pn_terrain *piece = &view->terrain[i];
		const uint16_t body = out->scene.bodies;
		struct pn_sight_blocker blocker;

		if (!hides(view, piece, &blocker))
			continue;
		all &= pn_sight_add(&out->scene, &blocker);
		if (all && piece->kind == B2_HILL)
			out->hill_of[body] = (uint32_t)1 << i;
	}
	return all;
}

/* In the order in which they are gathered for one look. */
void b2_field_build(struct b2_field *field, struct b2_hidings *scratch)
{
	const struct pn_game *view = field->view;
	bool all = true;

	pn_sight_clear(&scratch->scene);
	memset(scratch->hill_of, 0, sizeof scratch->hill_of);
	scratch->covers = 0;
	for (pn_unit_id i = 0; i < view->unit_count; i++) {
		scratch->hills[i] = view->unit[i].on_board ? find_hills(field, i) : 0;
		scratch->ground[i] = height_on(view, scratch->hills[i]);
		if (unit_hides(view, i))
			all &= add_unit(&scratch->scene, field, NULL, i);
	}
	all &= build_ground(scratch, view);
	field->hidings = all ? scratch : NULL;
}

/* A pair of units, and what lies between them. */
struct between {
	struct b2_strip strip;
	uint32_t hills; /* those under either */
	pn_unit_id id, target;
};

/* Of all that was built, may the piece hide the one from the other? It lies between the two, is
 * neither's own, and no hill that one of them stands on. Of a piece of ground no part does if the
 * whole does not. */
static bool lies_between(const struct b2_hidings *hidings, const struct pn_sight_piece *piece,
			 const struct between *between)
{
	return b2_points_reach_into(&between->strip, &hidings->scene.point[piece->first],
				    piece->count) &&
	       piece->owner[0] != between->id && piece->owner[1] != between->id &&
	       piece->owner[0] != between->target && piece->owner[1] != between->target &&
	       ((hidings->hill_of[piece->body[0]] | hidings->hill_of[piece->body[1]]) &
		between->hills) == 0;
}

/* Is there anything that would be gathered for this look? Cracks are gathered with what they are
 * between. */
static bool is_anything(const struct b2_hidings *hidings, const struct between *between)
{
	for (uint16_t i = 0; i < hidings->scene.pieces; i++) {
		const struct pn_sight_piece *piece = &hidings->scene.piece[i];

		if (piece->count > 2 &&
		    b2_may_reach_into(&between->strip, (struct pn_box){piece->low, piece->high}) &&
		    lies_between(hidings, piece, between))
			return true;
	}
	return false;
}

/* Choose what may hide the target. Beside the box round both nothing does. False: there is nothing
 * between them. */
static bool choose_hidings(struct pn_sight_chosen *out, const struct b2_field *field, pn_unit_id id,
			   pn_unit_id target)
{
	const struct b2_hidings *hidings = field->hidings;
	const struct pn_box both = pn_box_join(field->box[id], field->box[target]);
	const struct between between = {
		.strip = b2_strip_between(&field->footprint[id], &field->footprint[target]),
		.hills = hills_under(field, id) | hills_under(field, target),
		.id = id,
		.target = target,
	};
	bool any = false;

	out->count = 0;
	for (uint16_t i = 0; i < hidings->scene.pieces; i++) {
		const struct pn_sight_piece *piece = &hidings->scene.piece[i];

		if (pn_boxes_far(both, (struct pn_box){piece->low, piece->high}, PN_TOUCH) ||
		    !lies_between(hidings, piece, &between))
			continue;
		out->piece[out->count++] = i;
		any |= piece->count > 2;
	}
	return any || is_anything(hidings, &between);
}

/* ---- looking ---- */

/* Does any corner of the target lie ahead of a front edge? Quick, and with nothing between
 * the two it is the whole question. */
static bool is_ahead(pn_pose pose, const struct pn_shape *target)
{
	pn_vec left = pn_ahead(pose, 0, -PN_INCH);
	pn_vec right = pn_ahead(pose, 0, PN_INCH);

	for (uint8_t i = 0; i < target->count; i++)
		if (pn_cross(left, right, target->point[i]) > 0)
			return true;
	return false;
}

/* A front edge, and the parts of the target to be seen from it. */
struct look {
	const struct pn_sight_scene *scene; /* NULL: nothing hides */
	const struct pn_sight_chosen *among;
	const struct pn_body *target;
	pn_unit_id id, seen;
	pn_len eye, top;
};

static bool sees_from(const struct look *look, pn_pose pose, struct pn_formation formation)
{
	for (uint8_t i = 0; i < look->target->count; i++) {
		const struct pn_sight_target part = {
			.shape = look->target->part[i],
			.top = look->top,
			.owner = look->seen,
			.among = look->among,
		};

		if (!is_ahead(pose, &part.shape))
			continue;
		if (look->scene == NULL || pn_sight_from_front(look->scene, pose, formation,
							       look->eye, look->id, &part, NULL))
			return true;
	}
	return false;
}

static bool sees_from_any(const struct look *look, const struct pn_game *view)
{
	const struct pn_unit *unit = &view->unit[look->id];
	struct pn_formation one = pn_unit_formation(unit);

	if (unit->loose == 0)
		return sees_from(look, unit->pose, one);
	one.figures = one.files = 1;
	one.gap = 0;
	for (uint16_t i = 0; i < unit->figures; i++)
		if (sees_from(look, pn_figure_pose(view, unit, i), one))
			return true;
	return false;
}

static bool sees_gathered(struct look *look, const struct b2_field *field)
{
	struct pn_sight_scene scene;

	add_hidings(&scene, field, look->id, look->seen);
	if (scene.bodies == 0)
		return true;
	look->scene = &scene;
	look->eye = ground_under(field, look->id) + EYE_HEIGHT;
	look->top = ground_under(field, look->seen) + FIGURE_HEIGHT;
	return sees_from_any(look, field->view);
}

/* Hills hide from some and not from others, and are not noted. */
static void note_cover(struct b2_hidings *hidings, uint16_t piece)
{
	const uint16_t kept = hidings->covers < B2_COVERS ? hidings->covers : B2_COVERS - 1;

	if (piece == PN_SIGHT_NOBODY || hidings->hill_of[hidings->scene.piece[piece].body[0]] != 0)
		return;
	memmove(&hidings->cover[1], &hidings->cover[0], kept * sizeof hidings->cover[0]);
	hidings->cover[0] = piece;
	hidings->covers = (uint16_t)(kept + 1);
}

/* A block that looks at a block: one edge, one shape. */
static bool sees_block(const struct look *look, const struct b2_field *field)
{
	const struct pn_unit *unit = &field->view->unit[look->id];
	const struct pn_sight_observer front =
		pn_sight_front(unit->pose, pn_unit_formation(unit), look->eye, look->id);
	struct b2_hidings *hidings = field->hidings;
	struct pn_sight_target target = {
		.shape = look->target->part[0], .top = look->top, .owner = look->seen};
	struct pn_sight_chosen among;
	struct pn_sight_result result;

	if (pn_sight_is_covered(&hidings->scene, hidings->cover, hidings->covers, &front, &target))
		return false;
	if (!choose_hidings(&among, field, look->id, look->seen))
		return true;
	target.among = &among;
	pn_sight_look(&hidings->scene, &front, &target, &result);
	note_cover(hidings, result.covered_by);
	return result.visible;
}

/* Of skirmishers each figure looks. */
static bool sees_built(struct look *look, const struct b2_field *field)
{
	const struct pn_game *view = field->view;
	struct pn_sight_chosen among;

	pn_assert(field->moved == PN_NO_UNIT || field->moved == look->id ||
		  field->moved == look->seen);
	look->eye = ground_under(field, look->id) + EYE_HEIGHT;
	look->top = ground_under(field, look->seen) + FIGURE_HEIGHT;
	if (view->unit[look->id].loose == 0 && look->target->count == 1)
		return sees_block(look, field);
	if (!choose_hidings(&among, field, look->id, look->seen))
		return true;
	look->scene = &field->hidings->scene;
	look->among = &among;
	return sees_from_any(look, view);
}

/* Does the unit see any part of that body, the target's? */
static bool sees_body(const struct b2_field *field, pn_unit_id id, pn_unit_id target,
		      const struct pn_body *body)
{
	struct look look = {.id = id, .seen = target, .target = body};

	if (!sees_from_any(&look, field->view))
		return false;
	return field->hidings ? sees_built(&look, field) : sees_gathered(&look, field);
}

/* Decides B2-15. */
bool b2_sees_on(const struct b2_field *field, pn_unit_id id, pn_unit_id target)
{
	struct pn_body body;

	body_on(&body, field, target);
	return sees_body(field, id, target, &body);
}

bool b2_could_see(const struct b2_field *field, pn_unit_id id, pn_unit_id target,
		  const struct pn_shape *shape)
{
	struct b2_field swept = *field;
	const struct pn_body body = {.count = 1, .part[0] = *shape};

	swept.footprint[target] = *shape;
	swept.box[target] = pn_shape_box(shape);
	swept.as_footprint = target;
	return sees_body(&swept, id, target, &body);
}

bool b2_sees(const struct pn_game *view, pn_unit_id id, pn_unit_id target)
{
	struct b2_field field;

	b2_field_survey(&field, view);
	return b2_sees_on(&field, id, target);
}
