/* Sight from the front rank (B2-15, B2-131).
 *
 * The book's page on sight is not at hand, so its numbers are ours. On one level all
 * figures are of one height and hide one another, unless the switch says that units hide
 * nothing. Ground that hides does so up to its height, or without end when the muster
 * gives none: impassable ground at once; woods beyond the depth to which one sees into
 * them, a parameter each; a hill what is behind it, unless the switch says otherwise, but
 * not from one who stands on it nor one who does. Who stands on a hill looks, and is seen,
 * from its top. What hides is looked for only between the two units, and a look at many
 * targets shares the footprints: see struct b2_field. */

#include "b2_ground.h"
#include "b2_moment.h"
#include "sight.h"

enum {
	FIGURE_HEIGHT = 3000,           /* 30 mm */
	EYE_HEIGHT = FIGURE_HEIGHT - 1, /* just below, so that figures hide figures */
};

void b2_field_survey(struct b2_field *field, const struct pn_game *view)
{
	field->view = view;
	field->as_footprint = PN_NO_UNIT;
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

/* The height of the highest hill under the unit. */
static pn_len ground_under(const struct b2_field *field, pn_unit_id id)
{
	enum { HIGHEST = PN_SIGHT_HEIGHT_MAX - FIGURE_HEIGHT };
	const struct pn_game *view = field->view;
	pn_len ground = 0;

	if (view->switches[B2_SWITCH_HILLS] != B2_HILLS_HIDE)
		return 0;
	for (uint8_t i = 0; i < view->terrain_count; i++)
		if (view->terrain[i].kind == B2_HILL && view->terrain[i].height > ground &&
		    stands_on(field, id, &view->terrain[i]))
			ground = view->terrain[i].height;
	return ground < HIGHEST ? ground : HIGHEST;
}

/* How the piece hides what is beyond it for these two. False: not at all. */
static bool hides(const struct b2_field *field, pn_unit_id id, pn_unit_id target,
		  const struct pn_terrain *piece, struct pn_sight_blocker *out)
{
	const struct pn_game *view = field->view;

	out->kind = PN_SIGHT_SOLID;
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
		return view->switches[B2_SWITCH_HILLS] == B2_HILLS_HIDE &&
		       !stands_on(field, id, piece) && !stands_on(field, target, piece);
	default:
		return false;
	}
}

static void add(struct pn_sight_scene *scene, const struct pn_sight_blocker *blocker,
		unsigned *count)
{
	if ((*count)++ == 0)
		pn_sight_clear(scene);
	/* A scene has room for all blocks and all ground; of more skirmishers than it has
	 * room for, the last do not hide. */
	pn_sight_add(scene, blocker);
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

/* Skirmishers hide figure by figure. */
static void add_unit(struct pn_sight_scene *scene, const struct b2_field *field,
		     const struct b2_strip *strip, pn_unit_id id, unsigned *count)
{
	struct pn_sight_blocker blocker = {
		.kind = PN_SIGHT_SOLID,
		.height = FIGURE_HEIGHT,
		.owner = id,
	};
	struct pn_body body;

	blocker.ground = ground_under(field, id);
	body_on(&body, field, id);
	for (uint8_t i = 0; i < body.count; i++) {
		if (!b2_reaches_into(strip, &body.part[i]))
			continue;
		blocker.shape = body.part[i];
		add(scene, &blocker, count);
	}
}

/* What may hide the target. Returns how many things. */
static unsigned add_hidings(struct pn_sight_scene *scene, const struct b2_field *field,
			    pn_unit_id id, pn_unit_id target)
{
	const struct pn_game *view = field->view;
	const struct b2_strip strip =
		b2_strip_between(&field->footprint[id], &field->footprint[target]);
	unsigned count = 0;

	for (pn_unit_id i = 0; i < view->unit_count; i++) {
		if (i == id || i == target || !view->unit[i].on_board ||
		    view->switches[B2_SWITCH_SIGHT] != B2_UNITS_BLOCK ||
		    !b2_may_reach_into(&strip, field->box[i]) ||
		    !b2_reaches_into(&strip, &field->footprint[i]))
			continue;
		add_unit(scene, field, &strip, i, &count);
	}
	for (uint8_t i = 0; i < view->terrain_count; i++) {
		const struct pn_terrain *piece = &view->terrain[i];
		struct pn_sight_blocker blocker = {.owner = PN_SIGHT_NOBODY};

		if (!b2_reaches_into(&strip, &piece->shape) ||
		    !hides(field, id, target, piece, &blocker))
			continue;
		blocker.shape = piece->shape;
		blocker.height = height_of(piece);
		add(scene, &blocker, &count);
	}
	return count;
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

/* Does the unit see any part of that body, the target's? */
static bool sees_body(const struct b2_field *field, pn_unit_id id, pn_unit_id target,
		      const struct pn_body *body)
{
	struct look look = {.id = id, .seen = target, .target = body};
	struct pn_sight_scene scene;

	if (!sees_from_any(&look, field->view))
		return false;
	if (add_hidings(&scene, field, id, target) == 0)
		return true;
	look.scene = &scene;
	look.eye = ground_under(field, id) + EYE_HEIGHT;
	look.top = ground_under(field, target) + FIGURE_HEIGHT;
	return sees_from_any(&look, field->view);
}

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
