/* What lies along a straight way (Table 14).
 *
 * The distance made while any part of the unit is in a piece is paid at that piece's rate, in
 * several at the dearest; the foot of a rise costs what is gained by it. Entering is rounded
 * down and leaving up, so a piece is never cheaper than it is. */

#include "b1.h"
#include "sweep.h"

enum { PLAIN = 6 };

/* How far a body goes before any part of it is in the piece. */
static bool find_entering(const struct pn_body *body, pn_vec displacement, pn_len length,
			  const struct pn_shape *piece, pn_len *at)
{
	bool found = false;

	for (uint8_t i = 0; i < body->count; i++) {
		struct pn_sweep_first contact;
		pn_len entered;

		if (!pn_sweep_first(&body->part[i], displacement, piece, 1, &contact))
			continue;
		entered = pn_sweep_distance(length, contact.at);
		*at = found && *at < entered ? *at : entered;
		found = true;
	}
	return found;
}

/* How far it goes before all of it is out again: all the way, if it is not out then. */
static pn_len find_leaving(const struct pn_body *body, pn_vec displacement, pn_len length,
			   const struct pn_shape *piece)
{
	struct pn_body end = {.count = body->count};
	pn_len at = 0;

	for (uint8_t i = 0; i < body->count; i++)
		end.part[i] = pn_shape_moved(&body->part[i], displacement);
	if (!find_entering(&end, (pn_vec){-displacement.x, -displacement.y}, length, piece, &at))
		return length;
	return length - at;
}

static bool overlaps(const struct pn_body *body, const struct pn_shape *piece)
{
	for (uint8_t i = 0; i < body->count; i++)
		if (pn_shapes_overlap(&body->part[i], piece))
			return true;
	return false;
}

pn_len b1_height_of(const struct b1_scene *scene, const struct pn_body *body)
{
	pn_len height = 0;

	for (uint8_t i = 0; i < scene->ground_count; i++) {
		const struct pn_terrain *piece = &scene->view->terrain[scene->ground[i]];

		if (piece->kind == B1_ELEVATION && piece->height > height &&
		    overlaps(body, &piece->shape))
			height = piece->height;
	}
	return height;
}

static void add_rise(struct b1_ground *out, pn_len at, pn_len height)
{
	uint8_t i = out->rise_count++;

	for (; i > 0 && out->rise[i - 1].at > at; i--)
		out->rise[i] = out->rise[i - 1];
	out->rise[i].at = at;
	out->rise[i].cost = height;
}

/* From heights to what is gained at each, and what that costs: a third of MV for 10 feet. */
static void price_rises(struct b1_ground *out, const struct pn_game *view,
			const struct pn_unit *unit, pn_len height)
{
	const int64_t per = 3 * (int64_t)view->params[B1_PARAM_TEN_FEET];

	for (uint8_t i = 0; i < out->rise_count; i++) {
		int64_t gain = out->rise[i].cost - height;

		if (gain > 0)
			height = out->rise[i].cost;
		out->rise[i].cost =
			gain > 0 ? (pn_len)((gain * b1_movement(unit) + per - 1) / per) : 0;
	}
}

void b1_ground_survey(struct b1_ground *out, const struct b1_scene *scene,
		      const struct pn_body *body, pn_angle heading, pn_len length)
{
	const struct pn_game *view = scene->view;
	const pn_vec displacement = pn_along(heading, length);
	struct b1_box way;

	out->length = length;
	out->stretch_count = 0;
	out->rise_count = 0;
	if (length < 1 || scene->ground_count == 0)
		return;
	way = b1_box_of(body, displacement);
	for (uint8_t i = 0; i < scene->ground_count; i++) {
		const struct pn_terrain *piece = &view->terrain[scene->ground[i]];
		const uint8_t sixths = b1_ground_row(piece->kind).sixths;
		pn_len at = 0;

		if ((piece->kind != B1_ELEVATION && sixths <= PLAIN) ||
		    !b1_boxes_meet(&way, &scene->ground_box[i]) ||
		    !find_entering(body, displacement, length, &piece->shape, &at))
			continue;
		if (piece->kind == B1_ELEVATION) {
			add_rise(out, at, piece->height);
			continue;
		}
		out->stretch[out->stretch_count].from = at;
		out->stretch[out->stretch_count].to =
			find_leaving(body, displacement, length, &piece->shape);
		out->stretch[out->stretch_count++].sixths = sixths;
	}
	if (out->rise_count > 0)
		price_rises(out, view, &view->unit[scene->id], b1_height_of(scene, body));
}

/* The dearest rate just beyond `at`, and where it may change at the earliest. */
static uint8_t rate_at(const struct b1_ground *ground, pn_len at, pn_len *until)
{
	uint8_t rate = PLAIN;

	for (uint8_t i = 0; i < ground->stretch_count; i++) {
		pn_len from = ground->stretch[i].from;
		pn_len to = ground->stretch[i].to;

		if (from <= at && at < to && ground->stretch[i].sixths > rate)
			rate = ground->stretch[i].sixths;
		if (from > at && from < *until)
			*until = from;
		if (to > at && to < *until)
			*until = to;
	}
	return rate;
}

pn_len b1_ground_cost(const struct b1_ground *ground, pn_len length)
{
	int64_t cost = PLAIN - 1; /* so that the division rounds up */
	pn_len until;

	for (pn_len at = 0; at < length; at = until) {
		until = length;
		cost += (int64_t)rate_at(ground, at, &until) * (until - at);
	}
	cost /= PLAIN;
	for (uint8_t i = 0; i < ground->rise_count && ground->rise[i].at < length; i++)
		cost += ground->rise[i].cost;
	return cost < INT32_MAX ? (pn_len)cost : INT32_MAX;
}

/* What is paid for the rises up to `at`, and where the next one is. */
static pn_len rises_until(const struct b1_ground *ground, pn_len at, pn_len *until)
{
	pn_len cost = 0;

	for (uint8_t i = 0; i < ground->rise_count; i++) {
		if (ground->rise[i].at <= at)
			cost += ground->rise[i].cost;
		else if (ground->rise[i].at < *until)
			*until = ground->rise[i].at;
	}
	return cost;
}

/* From one change of rate to the next, until what is left does not pay for all of it. */
pn_len b1_ground_reach(const struct b1_ground *ground, pn_len allowance)
{
	const pn_len most = ground->length < allowance ? ground->length : allowance;
	int64_t spent = 0; /* in sixths */
	pn_len until;

	if (ground->stretch_count == 0 && ground->rise_count == 0)
		return most;
	for (pn_len at = 0; at < most; at = until) {
		int64_t left;
		uint8_t rate;

		until = most;
		rate = rate_at(ground, at, &until);
		left = PLAIN * ((int64_t)allowance - rises_until(ground, at, &until)) - spent;
		if (left < (int64_t)rate * (until - at))
			return left > 0 ? at + (pn_len)(left / rate) : at;
		spent += (int64_t)rate * (until - at);
	}
	return most;
}

bool b1_never_enters(const struct pn_unit *unit, uint8_t kind)
{
	return kind == B1_IMPASSABLE || (kind == B1_WATER && !b1_trait(unit, B1_AQUATIC));
}

bool b1_ground_opens(const struct b1_scene *scene, const struct b1_stand *stand,
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
		if (overlaps(body, &piece->shape))
			return true;
		if (length > 0 &&
		    find_entering(body, pn_along(heading, length), length, &piece->shape, &at) &&
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

		if (sixths > rate && overlaps(body, &piece->shape))
			rate = sixths;
	}
	return rate;
}
