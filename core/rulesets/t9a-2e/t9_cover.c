/* Cover (T9-115), judged for each model that shoots: from the middle of its front to the
 * facing of the target that it shoots at.
 *
 * T9-G2. The facing is parted into 32 equal stretches, and the middle of each is hidden or
 * not. Half of them hidden, by anything, is soft cover; half of them hidden by what is hard
 * cover: walls, impassable ground, a hill that the target does not stand on, and units whose
 * bases hide it from sight (T9-32). Forests, other hills and lower units are soft; a standard
 * model is too low to cover a gigantic one, or to hinder it. What the model stands in does not
 * count. */

#include "passing.h"
#include "t9.h"

enum { STRETCHES = 32, SOFT = 1, HARD = 2 };

static uint8_t cover_of_ground(const struct pn_terrain *piece, const struct pn_shape *target)
{
	static const uint8_t cover[T9_TERRAIN_KINDS] = {
		[T9_CLEAR] = 0,   [T9_IMPASSABLE] = HARD, [T9_FOREST] = SOFT,
		[T9_WALL] = HARD, [T9_HILL] = HARD,
	};

	return piece->kind == T9_HILL && pn_shapes_overlap(target, &piece->shape)
		       ? SOFT
		       : cover[piece->kind];
}

/* By the heights of the shooter, of the target, and of the units between. */
static uint8_t cover_of_unit(uint8_t shooter, uint8_t target, uint8_t between)
{
	const uint8_t higher = shooter > target ? shooter : target;

	if (between >= higher)
		return HARD;
	return higher == T9_GIGANTIC && between == T9_STANDARD ? 0 : SOFT;
}

/* Decides T9-115. What hides the point from the eye: nothing, something soft, something hard. */
static uint8_t hidden_by(const struct pn_game *view, pn_unit_id id, pn_unit_id target, pn_vec eye,
			 pn_vec point)
{
	const struct pn_shape stands = t9_boundary(&view->unit[target]);
	uint8_t most = 0;

	for (uint8_t i = 0; i < view->terrain_count; i++) {
		const struct pn_shape *shape = &view->terrain[i].shape;
		const uint8_t cover = cover_of_ground(&view->terrain[i], &stands);

		if (cover > most && !pn_shape_contains(shape, eye) &&
		    pn_passes_through(shape, eye, point))
			most = cover;
	}
	for (pn_unit_id i = 0; i < view->unit_count; i++) {
		const struct pn_unit *unit = &view->unit[i];
		const uint8_t cover =
			cover_of_unit(view->unit[id].class, view->unit[target].class, unit->class);
		struct pn_shape shape;

		if (i == id || i == target || !unit->on_board || cover <= most)
			continue;
		shape = t9_boundary(unit);
		if (pn_passes_through(&shape, eye, point))
			most = cover;
	}
	return most;
}

/* Decides T9-G2. */
uint8_t t9_cover(const struct pn_game *view, pn_unit_id id, uint16_t model, pn_unit_id target)
{
	const struct pn_unit *unit = &view->unit[id];
	const struct pn_shape base = pn_figure_base(unit->pose, pn_unit_formation(unit), model);
	const pn_vec eye = {(base.point[0].x + base.point[1].x) / 2,
			    (base.point[0].y + base.point[1].y) / 2};
	const struct pn_shape other = t9_boundary(&view->unit[target]);
	const uint8_t side = t9_side_of_facing(t9_arc_of(&view->unit[target], eye));
	const pn_vec from = other.point[side];
	const pn_vec to = other.point[(side + 1) % other.count];
	uint8_t soft = 0;
	uint8_t hard = 0;

	for (int i = 0; i < STRETCHES; i++) {
		const pn_vec point = {from.x + (to.x - from.x) * (2 * i + 1) / (2 * STRETCHES),
				      from.y + (to.y - from.y) * (2 * i + 1) / (2 * STRETCHES)};
		const uint8_t by = hidden_by(view, id, target, eye, point);

		soft = (uint8_t)(soft + (by > 0));
		hard = (uint8_t)(hard + (by == HARD));
	}
	if (2 * hard >= STRETCHES)
		return HARD;
	return 2 * soft >= STRETCHES ? SOFT : 0;
}
