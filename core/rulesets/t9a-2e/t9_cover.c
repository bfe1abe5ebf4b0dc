/* Cover (T9-115), judged for each model that shoots: from the middle of its front to the
 * facing of the target that it shoots at.
 *
 * T9-G2. The facing is parted into 32 equal stretches, and the middle of each is hidden or
 * not. Half of them hidden, by anything, is soft cover; half of them hidden by ground that
 * is hard cover: walls, impassable ground and hills. Other units and forests are soft. */

#include "passing.h"
#include "t9.h"

enum { STRETCHES = 32, SOFT = 1, HARD = 2 };

static uint8_t kind_of_ground(uint8_t kind)
{
	static const uint8_t cover[T9_TERRAIN_KINDS] = {
		[T9_CLEAR] = 0,   [T9_IMPASSABLE] = HARD, [T9_FOREST] = SOFT,
		[T9_WALL] = HARD, [T9_HILL] = HARD,
	};

	return cover[kind];
}

/* What hides the point from the eye: nothing, something soft, something hard. */
static uint8_t hidden_by(const struct pn_game *view, pn_unit_id id, pn_unit_id target, pn_vec eye,
			 pn_vec point)
{
	uint8_t most = 0;

	for (uint8_t i = 0; i < view->terrain_count; i++) {
		const struct pn_shape *shape = &view->terrain[i].shape;
		const uint8_t kind = kind_of_ground(view->terrain[i].kind);

		if (kind > most && !pn_shape_contains(shape, eye) &&
		    pn_passes_through(shape, eye, point))
			most = kind;
	}
	for (pn_unit_id i = 0; most == 0 && i < view->unit_count; i++) {
		struct pn_shape shape;

		if (i == id || i == target || !view->unit[i].on_table)
			continue;
		shape = t9_boundary(&view->unit[i]);
		if (pn_passes_through(&shape, eye, point))
			most = SOFT;
	}
	return most;
}

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
