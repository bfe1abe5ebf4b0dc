/* What lies along a straight way (B2-50 to B2-58).
 *
 * A survey is always made over a whole allowance, never over the leg asked for: two legs of one
 * way then agree on where the ground begins, and whatever is listed can be paid. */

#include "b2_ground.h"

#include "rise.h"
#include "sweep.h"

enum {
	PLAIN_COST = 100, /* hundredths: open ground */
	EVERYWHERE = INT32_MAX,
};

enum form { OPEN, AREA, LINE, RISE };

/* How a kind counts, and for an area the parameter that is its cost. */
static const struct {
	enum form form;
	enum b2_param cost;
} kinds[B2_TERRAIN_KINDS] = {
	[B2_LIGHT_WOODS] = {AREA, B2_PARAM_LIGHT_WOODS_COST},
	[B2_DENSE_WOODS] = {AREA, B2_PARAM_DENSE_WOODS_COST},
	[B2_BRUSH] = {AREA, B2_PARAM_BRUSH_COST},
	[B2_ROUGH] = {AREA, B2_PARAM_ROUGH_COST},
	[B2_SHALLOW_WATER] = {AREA, B2_PARAM_SHALLOW_WATER_COST},
	[B2_SWAMP] = {AREA, B2_PARAM_SWAMP_COST},
	[B2_OBSTACLE] = {LINE, B2_PARAM_OBSTACLE_COST},
	[B2_HILL] = {RISE, B2_PARAMS},
};

static bool is_special(const struct pn_terrain *piece)
{
	return kinds[piece->kind].form == AREA || kinds[piece->kind].form == LINE;
}

/* ---- looking over a way ---- */

/* What goes a way, that way, and the pieces of ground, cut or not. */
struct passage {
	struct pn_body body;
	pn_vec displacement;
	pn_len length;
	const struct pn_game *view;
	const struct pn_cuts *cuts;
};

static bool enters(const struct passage *passage, uint8_t piece, pn_len *at)
{
	return pn_enters_cut(&passage->body, passage->displacement, passage->length,
			     &passage->view->terrain[piece].shape, passage->cuts, piece, at);
}

static pn_len leaves(const struct passage *passage, uint8_t piece)
{
	return pn_leaves_cut(&passage->body, passage->displacement, passage->length,
			     &passage->view->terrain[piece].shape, passage->cuts, piece);
}

/* Of skirmishers every figure is in front. */
static void front_rank(struct pn_body *out, const struct pn_game *view,
		       const struct pn_stand *stand)
{
	struct pn_stand rank = *stand;

	if (rank.form != B2_SKIRMISH)
		rank.formation.figures = rank.formation.files;
	b2_body_of(out, view, &rank);
}

/* An obstacle under the front rank was paid for when it was crossed. */
static void survey_obstacle(struct b2_ground *out, const struct passage *front, uint8_t piece)
{
	pn_len at;

	if (!pn_body_overlaps(&front->body, &front->view->terrain[piece].shape) &&
	    enters(front, piece, &at) && at < out->way.length)
		pn_ground_add_step(&out->way, at, front->view->params[B2_PARAM_OBSTACLE_COST]);
}

void b2_ground_survey(struct b2_ground *out, const struct pn_game *view, const struct pn_cuts *cuts,
		      const struct pn_stand *stand, pn_angle heading, pn_len length)
{
	struct passage whole;
	struct passage front;
	struct pn_shape begin;
	struct pn_shape end;
	struct b2_strip strip;
	pn_len from;

	pn_ground_begin(&out->way, length, PLAIN_COST);
	out->across = false;
	if (view->terrain_count == 0)
		return;
	whole.displacement = front.displacement = pn_along(heading, length);
	whole.length = front.length = length;
	whole.view = front.view = view;
	whole.cuts = front.cuts = cuts;
	b2_body_of(&whole.body, view, stand);
	front_rank(&front.body, view, stand);
	begin = b2_hull_of(&whole.body);
	end = pn_shape_moved(&begin, whole.displacement);
	strip = b2_strip_between(&begin, &end);
	for (uint8_t i = 0; i < view->terrain_count; i++) {
		const struct pn_terrain *piece = &view->terrain[i];

		if (!is_special(piece) || !b2_reaches_into(&strip, &piece->shape))
			continue;
		if (kinds[piece->kind].form == LINE) {
			out->across |= pn_body_overlaps(&whole.body, &piece->shape);
			survey_obstacle(out, &front, i);
		} else if (enters(&whole, i, &from))
			pn_ground_add_stretch(&out->way, from, leaves(&whole, i),
					      view->params[kinds[piece->kind].cost]);
	}
}

void b2_ground_underfoot(struct b2_ground *out, const struct pn_game *view,
			 const struct pn_stand *stand)
{
	struct pn_body body;

	*out = (struct b2_ground){.way = {.length = EVERYWHERE, .plain = PLAIN_COST}};
	if (view->terrain_count == 0)
		return;
	b2_body_of(&body, view, stand);
	for (uint8_t i = 0; i < view->terrain_count; i++) {
		const struct pn_terrain *piece = &view->terrain[i];

		if (kinds[piece->kind].form == AREA && pn_body_overlaps(&body, &piece->shape))
			pn_ground_add_stretch(&out->way, 0, EVERYWHERE,
					      view->params[kinds[piece->kind].cost]);
	}
}

bool b2_ground_is_special(const struct b2_ground *ground, pn_len length)
{
	const struct pn_ground *way = &ground->way;

	if (ground->across || (way->step_count > 0 && way->step[0].at < length))
		return true;
	for (uint8_t i = 0; i < way->stretch_count; i++)
		if (way->stretch[i].from < length)
			return true;
	return false;
}

struct b2_way b2_march(const struct b2_obstacles *obstacles, const struct pn_game *view,
		       pn_unit_id id, pn_angle heading, pn_len allowance, struct b2_ground *ground)
{
	const struct pn_unit *unit = &view->unit[id];
	const struct pn_stand stand = pn_stand_of(unit);
	struct b2_way way;

	b2_ground_survey(ground, view, obstacles->ground, &stand, heading, allowance);
	way = b2_straight_among(obstacles, unit, unit->pose, heading,
				pn_ground_reach(&ground->way, allowance));
	way.spent = pn_ground_cost(&ground->way, way.length);
	return way;
}

/* ---- where a charge may go ---- */

/* Decides B2-51. */
bool b2_in_special_ground(const struct pn_game *view, pn_unit_id id)
{
	struct pn_body body;

	pn_unit_body(&body, view, &view->unit[id]);
	for (uint8_t i = 0; i < view->terrain_count; i++)
		if (is_special(&view->terrain[i]) &&
		    pn_body_overlaps(&body, &view->terrain[i].shape))
			return true;
	return false;
}

pn_len b2_emerges_at(const struct pn_game *view, const struct pn_stand *stand,
		     const struct b2_way *way)
{
	struct passage passage;
	pn_len last = 0;

	if (view->switches[B2_SWITCH_EMERGES] == B2_FRONT_RANK)
		front_rank(&passage.body, view, stand);
	else
		b2_body_of(&passage.body, view, stand);
	passage.displacement = pn_along(way->heading, way->length);
	passage.length = way->length;
	passage.view = view;
	passage.cuts = NULL;
	for (uint8_t i = 0; i < view->terrain_count; i++) {
		pn_len at;

		if (!is_special(&view->terrain[i]) || !enters(&passage, i, &at))
			continue;
		at = leaves(&passage, i);
		last = at > last ? at : last;
	}
	return last;
}

/* ---- up and down ---- */

static bool is_hill(const struct pn_terrain *piece)
{
	return kinds[piece->kind].form == RISE;
}

enum { HILLS = 1 << B2_HILL }; /* the only kind that is one */

/* Figure by figure. Returns how many. */
static uint16_t front_bases(struct pn_shape out[PN_FIGURES_MAX], const struct pn_game *view,
			    const struct pn_stand *stand)
{
	struct pn_body body;

	if (stand->loose == 0) {
		for (uint16_t i = 0; i < stand->formation.files; i++)
			out[i] = pn_figure_base(stand->pose, stand->formation, i);
		return stand->formation.files;
	}
	b2_body_of(&body, view, stand);
	memcpy(out, body.part, body.count * sizeof out[0]);
	return body.count;
}

/* B2-57. Does each front-rank figure stand wholly on that height, or above? */
static bool front_is_on(const struct pn_game *view, const struct pn_stand *stand,
			const struct pn_terrain *piece)
{
	struct pn_shape base[PN_FIGURES_MAX];
	const uint16_t count = front_bases(base, view, stand);

	for (uint16_t i = 0; i < count; i++)
		if (!pn_is_wholly_up(view, &base[i], piece, HILLS))
			return false;
	return true;
}

bool b2_is_rise(const struct pn_game *view, const struct pn_stand *stand,
		const struct pn_terrain *piece)
{
	struct pn_body body;

	if (!is_hill(piece))
		return false;
	b2_body_of(&body, view, stand);
	return !pn_body_overlaps(&body, &piece->shape) && !front_is_on(view, stand, piece);
}

/* How far one who stands partly on the hill goes before a figure of its front that is not
 * wholly on it is led onto it. */
static pn_len climbs_hill_at(const struct pn_game *view, const struct pn_stand *stand,
			     pn_angle heading, pn_len length, const struct pn_terrain *piece)
{
	const pn_vec way = pn_along(heading, length);
	struct pn_shape base[PN_FIGURES_MAX];
	const uint16_t count = front_bases(base, view, stand);
	pn_len least = length;

	for (uint16_t i = 0; i < count; i++) {
		struct pn_sweep_first first;
		pn_len at = length;

		if (pn_is_wholly_up(view, &base[i], piece, HILLS))
			continue;
		if (pn_shapes_overlap(&base[i], &piece->shape))
			at = pn_steps_up(&base[i], way, &piece->shape) ? 0 : length;
		else if (pn_sweep_first(&base[i], way, &piece->shape, 1, &first))
			at = pn_sweep_distance(length, first.at);
		least = at < least ? at : least;
	}
	return least;
}

pn_len b2_climbs_at(const struct pn_game *view, const struct pn_stand *begin,
		    const struct pn_stand *stand, pn_angle heading, pn_len length)
{
	pn_len least = length;
	struct pn_body body;

	b2_body_of(&body, view, stand);
	for (uint8_t i = 0; i < view->terrain_count; i++) {
		const struct pn_terrain *piece = &view->terrain[i];
		pn_len at;

		if (!is_hill(piece) || !pn_body_overlaps(&body, &piece->shape) ||
		    front_is_on(view, begin, piece))
			continue;
		at = climbs_hill_at(view, stand, heading, length, piece);
		least = at < least ? at : least;
	}
	return least;
}

/* Does any part go through the piece, and end neither in it nor at it? */
static bool passes_over(const struct pn_body *before, pn_vec displacement,
			const struct pn_shape *piece)
{
	struct pn_sweep_contact contact;

	for (uint8_t i = 0; i < before->count; i++) {
		struct pn_shape after = pn_shape_moved(&before->part[i], displacement);

		if (pn_sweep(&before->part[i], displacement, piece, 1, &contact) &&
		    !pn_shapes_touch(&after, piece))
			return true;
	}
	return false;
}

bool b2_goes_up(const struct pn_game *view, const struct pn_stand *from, const struct pn_stand *to,
		bool marched)
{
	const pn_vec displacement = pn_subtract(to->pose.at, from->pose.at);
	struct pn_body before;
	struct pn_body after;

	if (view->terrain_count == 0)
		return false;
	b2_body_of(&before, view, from);
	b2_body_of(&after, view, to);
	if (marched && b2_climbs_at(view, from, from, pn_bearing(displacement),
				    pn_distance((pn_vec){0, 0}, displacement)) <
			       pn_distance((pn_vec){0, 0}, displacement))
		return true;
	for (uint8_t i = 0; i < view->terrain_count; i++) {
		const struct pn_terrain *piece = &view->terrain[i];

		bool gets_on;

		if (!is_hill(piece))
			continue;
		if (pn_body_overlaps(&before, &piece->shape))
			gets_on = front_is_on(view, to, piece);
		else
			gets_on = pn_body_overlaps(&after, &piece->shape) ||
				  (marched && passes_over(&before, displacement, &piece->shape));
		/* Whether the front stands on it already is tested last: that looks at every
		 * figure. */
		if (gets_on && !front_is_on(view, from, piece))
			return true;
	}
	return false;
}

/* Decides B2-58. */
bool b2_goes_down(const struct pn_game *view, pn_unit_id id, const struct b2_way *way)
{
	struct pn_stand stand = pn_stand_of(&view->unit[id]);
	struct pn_body before;
	struct pn_body after;

	b2_body_of(&before, view, &stand);
	stand.pose = way->end;
	b2_body_of(&after, view, &stand);
	for (uint8_t i = 0; i < view->terrain_count; i++) {
		const struct pn_terrain *piece = &view->terrain[i];

		if (is_hill(piece) && pn_body_overlaps(&before, &piece->shape) &&
		    !pn_body_overlaps(&after, &piece->shape))
			return true;
	}
	return false;
}
