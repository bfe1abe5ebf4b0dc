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

static struct b2_box box_of(const struct pn_shape *shape)
{
	struct b2_box box = {shape->point[0], shape->point[0]};

	for (uint8_t i = 1; i < shape->count; i++) {
		pn_vec at = shape->point[i];

		box.low.x = at.x < box.low.x ? at.x : box.low.x;
		box.low.y = at.y < box.low.y ? at.y : box.low.y;
		box.high.x = at.x > box.high.x ? at.x : box.high.x;
		box.high.y = at.y > box.high.y ? at.y : box.high.y;
	}
	return box;
}

static struct b2_box around(struct b2_box a, struct b2_box b)
{
	return (struct b2_box){
		{a.low.x < b.low.x ? a.low.x : b.low.x, a.low.y < b.low.y ? a.low.y : b.low.y},
		{a.high.x > b.high.x ? a.high.x : b.high.x,
		 a.high.y > b.high.y ? a.high.y : b.high.y},
	};
}

/* With a touch to spare, because a crack that narrow is closed. */
static bool meets(struct b2_box a, struct b2_box b)
{
	return a.low.x <= b.high.x + PN_TOUCH && b.low.x <= a.high.x + PN_TOUCH &&
	       a.low.y <= b.high.y + PN_TOUCH && b.low.y <= a.high.y + PN_TOUCH;
}

void b2_field_survey(struct b2_field *field, const struct pn_game *view)
{
	field->view = view;
	for (pn_unit_id i = 0; i < view->unit_count; i++) {
		field->footprint[i] = pn_unit_footprint(&view->unit[i]);
		field->box[i] = box_of(&field->footprint[i]);
	}
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

/* What may hide the target. Returns how many things. */
static unsigned add_hidings(struct pn_sight_scene *scene, const struct b2_field *field,
			    pn_unit_id id, pn_unit_id target)
{
	const struct pn_game *view = field->view;
	const struct pn_rules *rules = pn_rules_of(view);
	struct b2_box between = around(field->box[id], field->box[target]);
	unsigned count = 0;

	for (pn_unit_id i = 0; i < view->unit_count; i++) {
		if (i == id || i == target || !view->unit[i].on_table ||
		    view->readings[B2_READ_SIGHT] != B2_UNITS_BLOCK ||
		    !meets(field->box[i], between))
			continue;
		if (count++ == 0)
			pn_sight_clear(scene);
		add(scene, &field->footprint[i], FIGURE_HEIGHT, i);
	}
	for (uint8_t i = 0; i < view->terrain_count; i++) {
		const struct pn_terrain *piece = &view->terrain[i];

		if (!rules->terrain.row[piece->kind].blocks_sight ||
		    !meets(box_of(&piece->shape), between))
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
