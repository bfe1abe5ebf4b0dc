/* Sight from the front rank (B2-15, B2-131).
 *
 * The book's page on sight is not at hand, so its numbers are ours: on level ground all
 * figures are of one height and hide one another, unless the reading says that units
 * hide nothing; ground that blocks sight does so up to its height, or without end when
 * the muster gives none. What hides is looked for only between the two units, and a look
 * at many targets shares the footprints: see struct b2_field. */

#include "b2.h"
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

static void add(struct pn_sight_scene *scene, const struct pn_shape *shape, pn_len height,
		uint16_t owner)
{
	const struct pn_sight_blocker blocker = {
		.shape = *shape,
		.kind = PN_SIGHT_SOLID,
		.height = height,
		.owner = owner,
	};
	bool added = pn_sight_add(scene, &blocker);

	pn_assert(added);
}

/* No height given, or one beyond any eye: endless. */
static pn_len height_of(const struct pn_terrain *piece)
{
	return piece->height > 0 && piece->height <= PN_SIGHT_HEIGHT_MAX ? piece->height
									 : PN_SIGHT_ENDLESS;
}

/* What may hide the target. Returns how many things. */
static unsigned add_hidings(struct pn_sight_scene *scene, const struct b2_field *field,
			    pn_unit_id id, pn_unit_id target)
{
	const struct pn_game *view = field->view;
	const struct pn_rules *rules = pn_rules_of(view);
	const struct b2_strip strip =
		b2_strip_between(&field->footprint[id], &field->footprint[target]);
	unsigned count = 0;

	for (pn_unit_id i = 0; i < view->unit_count; i++) {
		if (i == id || i == target || !view->unit[i].on_table ||
		    view->readings[B2_READ_SIGHT] != B2_UNITS_BLOCK ||
		    !b2_reaches_into(&strip, &field->footprint[i]))
			continue;
		if (count++ == 0)
			pn_sight_clear(scene);
		add(scene, &field->footprint[i], FIGURE_HEIGHT, i);
	}
	for (uint8_t i = 0; i < view->terrain_count; i++) {
		const struct pn_terrain *piece = &view->terrain[i];

		if (!rules->terrain.row[piece->kind].blocks_sight ||
		    !b2_reaches_into(&strip, &piece->shape))
			continue;
		if (count++ == 0)
			pn_sight_clear(scene);
		add(scene, &piece->shape, height_of(piece), PN_SIGHT_NOBODY);
	}
	return count;
}

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
	const struct pn_sight_target seen = {
		.shape = field->footprint[target],
		.top = FIGURE_HEIGHT,
		.owner = target,
	};
	struct pn_sight_scene scene;

	if (!is_ahead(unit, &seen.shape))
		return false;
	if (add_hidings(&scene, field, id, target) == 0)
		return true;
	return pn_sight_from_front(&scene, unit->pose, pn_unit_formation(unit), EYE_HEIGHT, id,
				   &seen, NULL);
}

bool b2_sees(const struct pn_game *view, pn_unit_id id, pn_unit_id target)
{
	struct b2_field field;

	b2_field_survey(&field, view);
	return b2_sees_on(&field, id, target);
}
