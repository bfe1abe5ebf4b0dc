/* Ground along a straight way, and what it costs. */

#include "ground.h"

#include "sweep.h"

/* ---- where a body comes to a piece ---- */

bool pn_enters_cut(const struct pn_body *body, pn_vec displacement, pn_len length,
		   const struct pn_shape *piece, const struct pn_cuts *cuts, size_t number,
		   pn_len *at)
{
	bool found = false;

	for (uint8_t i = 0; i < body->count; i++) {
		pn_fraction contact;
		pn_len entered;

		if (!pn_sweep_onto(&body->part[i], displacement, piece, cuts, number, &contact))
			continue;
		entered = pn_sweep_distance(length, contact);
		*at = found && *at < entered ? *at : entered;
		found = true;
	}
	return found;
}

bool pn_enters(const struct pn_body *body, pn_vec displacement, pn_len length,
	       const struct pn_shape *piece, pn_len *at)
{
	return pn_enters_cut(body, displacement, length, piece, NULL, 0, at);
}

pn_len pn_leaves_cut(const struct pn_body *body, pn_vec displacement, pn_len length,
		     const struct pn_shape *piece, const struct pn_cuts *cuts, size_t number)
{
	struct pn_body end = {.count = body->count};
	pn_len at = 0;

	for (uint8_t i = 0; i < body->count; i++)
		end.part[i] = pn_shape_moved(&body->part[i], displacement);
	if (!pn_enters_cut(&end, (pn_vec){-displacement.x, -displacement.y}, length, piece, cuts,
			   number, &at))
		return length;
	return length - at;
}

pn_len pn_leaves(const struct pn_body *body, pn_vec displacement, pn_len length,
		 const struct pn_shape *piece)
{
	return pn_leaves_cut(body, displacement, length, piece, NULL, 0);
}

bool pn_enters_sliding(struct pn_slide *slide, pn_vec displacement, pn_len length, size_t number,
		       pn_len *at)
{
	pn_fraction contact;

	if (!pn_slide_onto(slide, (pn_vec){0, 0}, displacement, number, &contact))
		return false;
	*at = pn_sweep_distance(length, contact);
	return true;
}

pn_len pn_leaves_sliding(struct pn_slide *slide, pn_vec displacement, pn_len length, size_t number)
{
	const pn_vec back = {-displacement.x, -displacement.y};
	pn_fraction contact;

	return pn_slide_onto(slide, displacement, back, number, &contact)
		       ? length - pn_sweep_distance(length, contact)
		       : length;
}

void pn_ground_cut(struct pn_cuts *out, const struct pn_game *view)
{
	pn_cuts_begin(out);
	for (uint8_t i = 0; i < view->terrain_count; i++)
		pn_cuts_add(out, &view->terrain[i].shape);
}

bool pn_body_overlaps(const struct pn_body *body, const struct pn_shape *piece)
{
	for (uint8_t i = 0; i < body->count; i++)
		if (pn_shapes_overlap(&body->part[i], piece))
			return true;
	return false;
}

/* ---- what was found ---- */

void pn_ground_begin(struct pn_ground *out, pn_len length, int32_t plain)
{
	out->length = length;
	out->plain = plain;
	out->stretch_count = 0;
	out->step_count = 0;
}

void pn_ground_add_stretch(struct pn_ground *out, pn_len from, pn_len to, int32_t rate)
{
	if (from >= to)
		return;
	pn_assert(out->stretch_count < PN_TERRAIN_MAX);
	out->stretch[out->stretch_count].from = from;
	out->stretch[out->stretch_count].to = to;
	out->stretch[out->stretch_count++].rate = rate;
}

void pn_ground_add_step(struct pn_ground *out, pn_len at, pn_len cost)
{
	uint8_t i = out->step_count++;

	pn_assert(i < PN_TERRAIN_MAX);
	for (; i > 0 && out->step[i - 1].at > at; i--)
		out->step[i] = out->step[i - 1];
	out->step[i].at = at;
	out->step[i].cost = cost;
}

/* ---- paying ---- */

/* The dearest rate just beyond `at`, and where it may change at the earliest. */
static int32_t rate_at(const struct pn_ground *ground, pn_len at, pn_len *until)
{
	int32_t rate = ground->plain;

	for (uint8_t i = 0; i < ground->stretch_count; i++) {
		const pn_len from = ground->stretch[i].from;
		const pn_len to = ground->stretch[i].to;

		if (from <= at && at < to && ground->stretch[i].rate > rate)
			rate = ground->stretch[i].rate;
		if (from > at && from < *until)
			*until = from;
		if (to > at && to < *until)
			*until = to;
	}
	return rate;
}

pn_len pn_ground_cost(const struct pn_ground *ground, pn_len length)
{
	int64_t cost = ground->plain - 1; /* so that the division rounds up */
	pn_len until;

	for (pn_len at = 0; at < length; at = until) {
		until = length;
		cost += (int64_t)rate_at(ground, at, &until) * (until - at);
	}
	cost /= ground->plain;
	for (uint8_t i = 0; i < ground->step_count && ground->step[i].at < length; i++)
		cost += ground->step[i].cost;
	return cost < INT32_MAX ? (pn_len)cost : INT32_MAX;
}

/* What is paid for the steps up to `at`, and where the next one is. */
static int64_t steps_until(const struct pn_ground *ground, pn_len at, pn_len *until)
{
	int64_t cost = 0;

	for (uint8_t i = 0; i < ground->step_count; i++) {
		if (ground->step[i].at <= at)
			cost += ground->step[i].cost;
		else if (ground->step[i].at < *until)
			*until = ground->step[i].at;
	}
	return cost;
}

/* From one change of rate to the next, until what is left does not pay for all of it. */
pn_len pn_ground_reach(const struct pn_ground *ground, pn_len allowance)
{
	const pn_len most = ground->length < allowance ? ground->length : allowance;
	int64_t spent = 0; /* in parts */
	pn_len until;

	if (ground->stretch_count == 0 && ground->step_count == 0)
		return most;
	for (pn_len at = 0; at < most; at = until) {
		int64_t left;
		int32_t rate;

		until = most;
		rate = rate_at(ground, at, &until);
		left = ground->plain * (allowance - steps_until(ground, at, &until)) - spent;
		if (left < (int64_t)rate * (until - at))
			return left > 0 ? at + (pn_len)(left / rate) : at;
		spent += (int64_t)rate * (until - at);
	}
	return most;
}
