/* What lies along a straight way (Table 14): pieces at their rates, and the foot of a rise, which
 * costs what is gained by it. */

#include "b1.h"
#include "common.h"

enum { PLAIN = 6 };

pn_len b1_height_of(const struct b1_scene *scene, const struct pn_body *body)
{
	pn_len height = 0;

	for (uint8_t i = 0; i < scene->ground_count; i++) {
		const struct pn_terrain *piece = &scene->view->terrain[scene->ground[i]];

		if (piece->kind == B1_ELEVATION && piece->height > height &&
		    pn_body_overlaps(body, &piece->shape))
			height = piece->height;
	}
	return height;
}

/* From heights to what is gained at each, and what that costs: a third of MV for 10 feet. */
static void price_rises(struct pn_ground *out, const struct pn_game *view,
			const struct pn_unit *unit, pn_len height)
{
	const int64_t per = 3 * (int64_t)view->params[B1_PARAM_TEN_FEET];

	for (uint8_t i = 0; i < out->step_count; i++) {
		int64_t gain = out->step[i].cost - height;

		if (gain > 0)
			height = out->step[i].cost;
		out->step[i].cost =
			gain > 0 ? (pn_len)((gain * b1_movement(unit) + per - 1) / per) : 0;
	}
}

void b1_ground_survey(struct pn_ground *out, const struct b1_scene *scene,
		      const struct pn_body *body, pn_angle heading, pn_len length)
{
	const struct pn_game *view = scene->view;
	const pn_vec displacement = pn_along(heading, length);
	struct pn_box way;

	pn_ground_begin(out, length, PLAIN);
	if (length < 1 || scene->ground_count == 0)
		return;
	way = b1_box_of(body, displacement);
	for (uint8_t i = 0; i < scene->ground_count; i++) {
		const struct pn_terrain *piece = &view->terrain[scene->ground[i]];
		const uint8_t sixths = b1_ground_row(piece->kind).sixths;
		pn_len at = 0;

		if ((piece->kind != B1_ELEVATION && sixths <= PLAIN) ||
		    pn_boxes_far(way, scene->ground_box[i], 0) ||
		    !pn_enters(body, displacement, length, &piece->shape, &at))
			continue;
		if (piece->kind == B1_ELEVATION)
			pn_ground_add_step(out, at, piece->height);
		else
			pn_ground_add_stretch(out, at,
					      pn_leaves(body, displacement, length, &piece->shape),
					      sixths);
	}
	if (out->step_count > 0)
		price_rises(out, view, &view->unit[scene->id], b1_height_of(scene, body));
}

bool b1_never_enters(const struct pn_unit *unit, uint8_t kind)
{
	return kind == B1_IMPASSABLE || (kind == B1_WATER && !pn_trait(unit, B1_AQUATIC));
}

bool b1_ground_opens(const struct b1_scene *scene, const struct pn_stand *stand,
		     const struct pn_body *body, pn_angle heading, pn_len length)
{
	pn_len at = 0;

	if (stand->form % B1_FORMATIONS != B1_CLOSED)
		return false;
	for (uint8_t i = 0; i < scene->ground_count; i++) {
		const struct pn_terrain *piece = &scene->view->terrain[scene->ground[i]];

		if (b1_ground_row(piece->kind).closed ||
		    b1_never_enters(&scene->view->unit[scene->id], piece->kind))
			continue;
		if (pn_body_overlaps(body, &piece->shape))
			return true;
		if (length > 0 &&
		    pn_enters(body, pn_along(heading, length), length, &piece->shape, &at) &&
		    at < length)
			return true;
	}
	return false;
}

uint8_t b1_ground_underfoot(const struct b1_scene *scene, const struct pn_body *body)
{
	uint8_t rate = PLAIN;

	for (uint8_t i = 0; i < scene->ground_count; i++) {
		const struct pn_terrain *piece = &scene->view->terrain[scene->ground[i]];
		uint8_t sixths = b1_ground_row(piece->kind).sixths;

		if (sixths > rate && pn_body_overlaps(body, &piece->shape))
			rate = sixths;
	}
	return rate;
}
