/* Sight from the front rank (B2-15, B2-131).
 *
 * The book's page on sight is not at hand, so its numbers are ours. On one level all
 * figures are of one height and hide one another, unless the reading says that units hide
 * nothing. Ground that hides does so up to its height, or without end when the muster
 * gives none: impassable ground at once; woods beyond the depth to which one sees into
 * them, a parameter each; a hill what is behind it, unless the reading says otherwise, but
 * not from one who stands on it nor one who does. Who stands on a hill looks, and is seen,
 * from its top. What hides is looked for only between the two units, and a look at many
 * targets shares the footprints: see struct b2_field. */

#include "b2_ground.h"
#include "sight.h"

enum {
	FIGURE_HEIGHT = 3000,           /* 30 mm */
	EYE_HEIGHT = FIGURE_HEIGHT - 1, /* just below, so that figures hide figures */
};

void b2_field_survey(struct b2_field *field, const struct pn_game *view)
{
	field->view = view;
	for (pn_unit_id i = 0; i < view->unit_count; i++)
		field->footprint[i] = pn_unit_footprint(&view->unit[i]);
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
	return pn_shapes_overlap(&field->footprint[id], &piece->shape);
}

/* The height of the highest hill under the unit. */
static pn_len ground_under(const struct b2_field *field, pn_unit_id id)
{
	enum { HIGHEST = PN_SIGHT_HEIGHT_MAX - FIGURE_HEIGHT };
	const struct pn_game *view = field->view;
	pn_len ground = 0;

	if (view->readings[B2_READ_HILLS] != B2_HILLS_HIDE)
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
		return view->readings[B2_READ_HILLS] == B2_HILLS_HIDE &&
		       !stands_on(field, id, piece) && !stands_on(field, target, piece);
	default:
		return false;
	}
}

static void add(struct pn_sight_scene *scene, const struct pn_sight_blocker *blocker,
		unsigned *count)
{
	bool added;

	if ((*count)++ == 0)
		pn_sight_clear(scene);
	added = pn_sight_add(scene, blocker);
	pn_assert(added);
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
		struct pn_sight_blocker unit = {.height = FIGURE_HEIGHT, .owner = i};

		if (i == id || i == target || !view->unit[i].on_table ||
		    view->readings[B2_READ_SIGHT] != B2_UNITS_BLOCK ||
		    !b2_reaches_into(&strip, &field->footprint[i]))
			continue;
		unit.kind = PN_SIGHT_SOLID;
		unit.shape = field->footprint[i];
		unit.ground = ground_under(field, i);
		add(scene, &unit, &count);
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

/* Does any corner of the target lie ahead of the unit's front edge? Quick, and with
 * nothing between the two it is the whole question. */
static bool is_ahead(const struct pn_unit *unit, const struct pn_shape *target)
{
	pn_vec left = pn_ahead(unit->pose, 0, -PN_INCH);
	pn_vec right = pn_ahead(unit->pose, 0, PN_INCH);

	for (uint8_t i = 0; i < target->count; i++)
		if (pn_cross(left, right, target->point[i]) > 0)
			return true;
	return false;
}

bool b2_sees_on(const struct b2_field *field, pn_unit_id id, pn_unit_id target)
{
	const struct pn_unit *unit = &field->view->unit[id];
	struct pn_sight_target seen = {
		.shape = field->footprint[target],
		.owner = target,
	};
	struct pn_sight_scene scene;

	if (!is_ahead(unit, &seen.shape))
		return false;
	if (add_hidings(&scene, field, id, target) == 0)
		return true;
	seen.top = ground_under(field, target) + FIGURE_HEIGHT;
	return pn_sight_from_front(&scene, unit->pose, pn_unit_formation(unit),
				   ground_under(field, id) + EYE_HEIGHT, id, &seen, NULL);
}

bool b2_sees(const struct pn_game *view, pn_unit_id id, pn_unit_id target)
{
	struct b2_field field;

	b2_field_survey(&field, view);
	return b2_sees_on(&field, id, target);
}
