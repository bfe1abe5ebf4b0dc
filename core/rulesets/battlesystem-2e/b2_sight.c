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
	FIGURE_HEIGHT = 3000,		/* 30 mm */
	EYE_HEIGHT = FIGURE_HEIGHT - 1,	/* just below, so that figures hide figures */
};

/* ---- what lies between ---- */

/* A strip from one unit to another, as wide as both: it holds every line from any point
 * of the one to any point of the other. Directions are not of length 1; what is compared
 * is measured with the same one. */
struct strip {
	pn_vec from;
	int64_t x, y;			/* along it; across it is (y, -x) */
	int64_t low[2], high[2];	/* along, across */
};

static int64_t measured(const struct strip *strip, pn_vec at, int axis)
{
	int64_t x = at.x - strip->from.x;
	int64_t y = at.y - strip->from.y;

	return axis == 0 ? x * strip->x + y * strip->y : x * strip->y - y * strip->x;
}

static void widen(struct strip *strip, const struct pn_shape *shape)
{
	for (int axis = 0; axis < 2; axis++)
		for (uint8_t i = 0; i < shape->count; i++) {
			int64_t at = measured(strip, shape->point[i], axis);

			strip->low[axis] = at < strip->low[axis] ? at : strip->low[axis];
			strip->high[axis] = at > strip->high[axis] ? at : strip->high[axis];
		}
}

/* With a touch to spare, because a crack that narrow is closed. */
static struct strip strip_between(const struct pn_shape *a, const struct pn_shape *b)
{
	struct strip strip = {
		.from = a->point[0],
		.x = b->point[0].x - a->point[0].x,
		.y = b->point[0].y - a->point[0].y,
	};
	int64_t spare;

	widen(&strip, a);
	widen(&strip, b);
	spare = PN_TOUCH * ((strip.x < 0 ? -strip.x : strip.x) + (strip.y < 0 ? -strip.y : strip.y));
	for (int axis = 0; axis < 2; axis++) {
		strip.low[axis] -= spare;
		strip.high[axis] += spare;
	}
	return strip;
}

/* Does any of the shape reach into the strip? No false no. */
static bool reaches(const struct strip *strip, const struct pn_shape *shape)
{
	for (int axis = 0; axis < 2; axis++) {
		bool below = true;
		bool above = true;

		for (uint8_t i = 0; i < shape->count && (below || above); i++) {
			int64_t at = measured(strip, shape->point[i], axis);

			below &= at < strip->low[axis];
			above &= at > strip->high[axis];
		}
		if (below || above)
			return false;
	}
	return true;
}

void b2_field_survey(struct b2_field *field, const struct pn_game *view)
{
	field->view = view;
	for (pn_unit_id i = 0; i < view->unit_count; i++)
		field->footprint[i] = pn_unit_footprint(&view->unit[i]);
}

/* ---- looking ---- */

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

/* What may hide the target. Returns how many things. */
static unsigned add_hidings(struct pn_sight_scene *scene, const struct b2_field *field,
			    pn_unit_id id, pn_unit_id target)
{
	const struct pn_game *view = field->view;
	const struct pn_rules *rules = pn_rules_of(view);
	const struct strip strip =
		strip_between(&field->footprint[id], &field->footprint[target]);
	unsigned count = 0;

	for (pn_unit_id i = 0; i < view->unit_count; i++) {
		if (i == id || i == target || !view->unit[i].on_table ||
		    view->readings[B2_READ_SIGHT] != B2_UNITS_BLOCK ||
		    !reaches(&strip, &field->footprint[i]))
			continue;
		if (count++ == 0)
			pn_sight_clear(scene);
		add(scene, &field->footprint[i], FIGURE_HEIGHT, i);
	}
	for (uint8_t i = 0; i < view->terrain_count; i++) {
		const struct pn_terrain *piece = &view->terrain[i];

		if (!rules->terrain.row[piece->kind].blocks_sight ||
		    !reaches(&strip, &piece->shape))
			continue;
		if (count++ == 0)
			pn_sight_clear(scene);
		add(scene, &piece->shape, piece->height ? piece->height : PN_SIGHT_ENDLESS,
		    PN_SIGHT_NOBODY);
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
