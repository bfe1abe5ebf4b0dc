/* What lies along a straight way (Table 14): pieces at their rates, and the foot of a rise, which
 * costs what is gained by it. */

#include "b1.h"
#include "common.h"

enum { PLAIN = 6 };

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

/* Where the unit as it stands now comes to a piece of the scene's ground, and out of it. */
static bool enters(struct b1_scene *scene, pn_vec displacement, pn_len length, uint8_t number,
		   pn_len *at)
{
	const size_t piece = scene->base_count + number;
	struct pn_slide *slide = b1_slide_of(scene);

	return slide ? pn_enters_sliding(slide, displacement, length, piece, at)
		     : pn_enters_cut(&scene->now->body, displacement, length, &scene->shape[piece],
				     &scene->cuts, piece, at);
}

static pn_len leaves(struct b1_scene *scene, pn_vec displacement, pn_len length, uint8_t number)
{
	const size_t piece = scene->base_count + number;
	struct pn_slide *slide = b1_slide_of(scene);

	return slide ? pn_leaves_sliding(slide, displacement, length, piece)
		     : pn_leaves_cut(&scene->now->body, displacement, length, &scene->shape[piece],
				     &scene->cuts, piece);
}

void b1_ground_survey(struct pn_ground *out, struct b1_scene *scene, pn_angle heading,
		      pn_len length)
{
	const struct pn_game *view = scene->view;
	const pn_vec displacement = pn_along(heading, length);
	struct pn_box way;

	pn_ground_begin(out, length, PLAIN);
	if (length < 1 || scene->ground_count == 0)
		return;
	way = b1_box_of(&scene->now->body, displacement);
	for (uint8_t i = 0; i < scene->ground_count; i++) {
		const struct pn_terrain *piece = &view->terrain[scene->ground[i]];
		const uint8_t sixths = b1_ground_row(piece->kind).sixths;
		pn_len at = 0;

		if ((piece->kind != B1_ELEVATION && sixths <= PLAIN) ||
		    pn_boxes_far(way, scene->ground_box[i], 0) ||
		    !enters(scene, displacement, length, i, &at))
			continue;
		if (piece->kind == B1_ELEVATION)
			pn_ground_add_step(out, at, piece->height);
		else
			pn_ground_add_stretch(out, at, leaves(scene, displacement, length, i),
					      sixths);
	}
	if (out->step_count > 0)
		price_rises(out, view, &view->unit[scene->id], scene->now->height);
}

bool b1_never_enters(const struct pn_unit *unit, uint8_t kind)
{
	return kind == B1_IMPASSABLE || (kind == B1_WATER && !pn_trait(unit, B1_AQUATIC));
}

bool b1_ground_opens(struct b1_scene *scene, const struct pn_stand *stand, pn_angle heading,
		     pn_len length)
{
	const pn_vec displacement = pn_along(heading, length);
	const struct b1_footing *footing;
	pn_len at = 0;

	if (stand->form % B1_FORMATIONS != B1_CLOSED || scene->ground_count == 0)
		return false;
	footing = b1_stand_so(scene, stand);
	for (uint8_t i = 0; i < scene->ground_count; i++) {
		const uint8_t kind = scene->view->terrain[scene->ground[i]].kind;

		if (b1_ground_row(kind).closed ||
		    b1_never_enters(&scene->view->unit[scene->id], kind))
			continue;
		if (footing->in[i])
			return true;
		if (length > 0 && enters(scene, displacement, length, i, &at) && at < length)
			return true;
	}
	return false;
}

uint8_t b1_ground_underfoot(const struct b1_scene *scene)
{
	uint8_t rate = PLAIN;

	for (uint8_t i = 0; i < scene->ground_count; i++) {
		const uint8_t kind = scene->view->terrain[scene->ground[i]].kind;
		const uint8_t sixths = b1_ground_row(kind).sixths;

		if (sixths > rate && scene->now->in[i])
			rate = sixths;
	}
	return rate;
}
