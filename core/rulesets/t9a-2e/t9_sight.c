/* Line of Sight (T9-32, T9-112): from a model's front, within 45 degrees of its facing,
 * past nothing as high as both. What hides at all hides without end: heights are three
 * steps, and of ground only what is opaque counts, unless one of the two stands on it. */

#include "sight.h"
#include "t9.h"

static bool stands_on(const struct pn_unit *unit, const struct pn_terrain *piece)
{
	const struct pn_shape shape = t9_boundary(unit);

	return pn_shapes_overlap(&shape, &piece->shape);
}

static bool is_opaque(const struct pn_game *view, const struct pn_terrain *piece, pn_unit_id id,
		      pn_unit_id target)
{
	if (piece->kind == T9_HILL)
		return !stands_on(&view->unit[id], piece) && !stands_on(&view->unit[target], piece);
	return piece->kind == T9_IMPASSABLE;
}

static void gather(struct pn_sight_scene *scene, const struct pn_game *view, pn_unit_id id,
		   pn_unit_id target)
{
	struct pn_sight_blocker blocker = {.kind = PN_SIGHT_SOLID, .height = PN_SIGHT_ENDLESS};
	uint8_t least = view->unit[id].class;

	if (view->unit[target].class > least)
		least = view->unit[target].class;
	pn_sight_clear(scene);
	for (pn_unit_id i = 0; i < view->unit_count; i++) {
		if (i == id || i == target || !view->unit[i].on_board ||
		    view->unit[i].class < least)
			continue;
		blocker.owner = i;
		blocker.shape = t9_boundary(&view->unit[i]);
		pn_sight_add(scene, &blocker);
	}
	blocker.owner = PN_SIGHT_NOBODY;
	for (uint8_t i = 0; i < view->terrain_count; i++) {
		if (!is_opaque(view, &view->terrain[i], id, target))
			continue;
		blocker.shape = view->terrain[i].shape;
		pn_sight_add(scene, &blocker);
	}
}

static bool look(const struct pn_sight_scene *scene, const struct pn_game *view, pn_unit_id id,
		 pn_vec left, pn_vec right, pn_unit_id target)
{
	const struct pn_sight_observer observer = {
		.left = left,
		.right = right,
		.facing = view->unit[id].pose.facing,
		.half_angle = PN_DEGREES_45,
		.owner = id,
	};
	const struct pn_sight_target seen = {
		.shape = t9_boundary(&view->unit[target]),
		.owner = target,
	};
	struct pn_sight_result result;

	pn_sight_look(scene, &observer, &seen, &result);
	return result.visible;
}

/* Decides T9-32. */
bool t9_sees(const struct pn_game *view, pn_unit_id id, pn_unit_id target)
{
	const struct pn_shape shape = t9_boundary(&view->unit[id]);
	struct pn_sight_scene scene;

	gather(&scene, view, id, target);
	return look(&scene, view, id, shape.point[0], shape.point[1], target);
}

bool t9_model_sees(const struct pn_game *view, pn_unit_id id, uint16_t model, pn_unit_id target)
{
	const struct pn_unit *unit = &view->unit[id];
	const struct pn_shape base = pn_figure_base(unit->pose, pn_unit_formation(unit), model);
	struct pn_sight_scene scene;

	gather(&scene, view, id, target);
	return look(&scene, view, id, base.point[0], base.point[1], target);
}
