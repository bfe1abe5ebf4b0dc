/* Views for the tests of sight. */

#include "sight_view.h"

struct pn_shape shape_box(pn_len left, pn_len bottom, pn_len right, pn_len top)
{
	return (struct pn_shape){4, {{left, top}, {right, top}, {right, bottom}, {left, bottom}}};
}

struct pn_shape shape_reversed(struct pn_shape shape)
{
	struct pn_shape reversed = {.count = shape.count};
	for (uint8_t i = 0; i < shape.count; i++)
		reversed.point[i] = shape.point[shape.count - 1 - i];
	return reversed;
}

struct pn_sight_blocker block_solid(struct pn_shape shape)
{
	return (struct pn_sight_blocker){.shape = shape,
					 .kind = PN_SIGHT_SOLID,
					 .height = PN_SIGHT_ENDLESS,
					 .owner = PN_SIGHT_NOBODY};
}

struct pn_sight_blocker block_high(struct pn_shape shape, pn_len height)
{
	struct pn_sight_blocker blocker = block_solid(shape);
	blocker.height = height;
	return blocker;
}

struct pn_sight_blocker block_wood(struct pn_shape shape, pn_len depth)
{
	struct pn_sight_blocker blocker = block_solid(shape);
	blocker.kind = PN_SIGHT_COVER;
	blocker.depth = depth;
	return blocker;
}

struct brute_view view_facing(void)
{
	struct brute_view view = {
		.observer = {.left = {-1000, 0},
			     .right = {1000, 0},
			     .half_angle = PN_DEGREES_90,
			     .owner = 1},
		.target = {.shape = shape_box(-1000, 10000, 1000, 12000), .owner = 2},
	};
	return view;
}

void view_add(struct brute_view *view, struct pn_sight_blocker blocker)
{
	view->blocker[view->count++] = blocker;
}

void view_mirror(struct brute_view *view, pn_len across, pn_len along)
{
	for (int k = 0; k <= view->count; k++) {
		struct pn_shape *shape =
			k < view->count ? &view->blocker[k].shape : &view->target.shape;
		for (uint8_t i = 0; i < shape->count; i++) {
			shape->point[i].x *= across;
			shape->point[i].y *= along;
		}
		if (across != along)
			*shape = shape_reversed(*shape);
	}
}

struct pn_sight_result view_look(const struct brute_view *view)
{
	static struct pn_sight_scene scene;
	struct pn_sight_result result;
	pn_sight_clear(&scene);
	for (int i = 0; i < view->count; i++)
		pn_assert(pn_sight_add(&scene, &view->blocker[i]));
	pn_sight_look(&scene, &view->observer, &view->target, &result);
	return result;
}
