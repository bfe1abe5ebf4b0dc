/* Formations: what a unit may do in each, and how it passes from one to another.
 *
 * Figures stand with touching bases (regular), slightly apart (irregular), in a narrow
 * regular block that wheels free (column), or in a block that faces to all four sides and
 * stands (square). Regular is the hub: every
 * other formation is taken up from it and given up for it, so a unit that wants to go
 * from one of them to another says so in two legs.
 *
 * A column that wheels free keeps 3 inches off its enemies for the step (B2-115). That
 * distance is an outline round each enemy, its sides 3 inches out and its corners
 * rounded by chords that lie outside the true arc (B2-G3), which stops the column like
 * a wall: straight moves and wheels end there by the same exact geometry as at a unit. */

#include "b2_formation.h"
#include "wheel.h"

enum {
	COLUMN_FILES = 3,
	COLUMN_WIDTH = 3 * PN_INCH,
	KEPT_OFF = 3 * PN_INCH,
};

bool b2_fits_column(struct pn_formation formation)
{
	return formation.files <= COLUMN_FILES && pn_frontage(formation) <= COLUMN_WIDTH;
}

/* The first figure stays where it is when a block breaks up, and when one forms on it. */
static pn_pose first_in_block(const struct pn_stand *stand)
{
	pn_pose pose = stand->pose;

	pose.at = pn_ahead(pose, 0,
			   (stand->formation.base_width - pn_frontage(stand->formation)) / 2);
	return pose;
}

static pn_pose block_on_first(const struct pn_stand *stand)
{
	pn_pose pose = stand->pose;

	pose.at = pn_ahead(pose, 0,
			   (pn_frontage(stand->formation) - stand->formation.base_width) / 2);
	return pose;
}

/* Each figure goes straight to its new place: the longest way counts, and no less than
 * what any change of formation costs. */
static pn_len farthest_to_go(const struct pn_game *view, const struct pn_stand *stand, uint8_t form)
{
	pn_len most = view->params[B2_PARAM_FORM_COST];
	struct pn_formation closed = stand->formation;
	struct pn_formation open = stand->formation;
	pn_pose first = form == B2_SKIRMISH ? first_in_block(stand) : stand->pose;

	closed.gap = 0;
	open.gap = view->params[B2_PARAM_SKIRMISH_GAP];
	for (uint16_t i = 0; i < stand->formation.figures; i++) {
		pn_vec in_block = pn_figure_slot(first, closed, i).at;
		pn_vec apart = pn_figure_slot(first, open, i).at;
		pn_len way;

		if (stand->loose > 0)
			apart = pn_figure_unpack(view->figure[stand->first_figure + i]).at;
		way = pn_distance(in_block, apart);
		most = way > most ? way : most;
	}
	return most;
}

/* Decides B2-120. */
struct pn_verdict b2_check_form(const struct pn_game *view, const struct pn_stand *stand,
				uint8_t form, struct pn_stand *formed)
{
	*formed = *stand;
	if (form >= B2_FORMS || form == stand->form ||
	    (form != B2_REGULAR && stand->form != B2_REGULAR))
		return pn_refuse(PN_REFUSE_BAD_PATH, PN_CLAUSE("B2-120"));
	formed->form = form;
	formed->formation.gap = pn_form_gap(pn_rules_of(view), view->params, form);
	formed->loose = 0;
	if (form == B2_SKIRMISH &&
	    (stand->formation.figures > PN_LOOSE_MAX ||
	     view->figure_count + stand->formation.figures > PN_FIGURE_POSES_MAX))
		return pn_refuse(PN_REFUSE_WRONG_FORMATION, PN_CLAUSE("PN-07"));
	if (form == B2_SKIRMISH)
		formed->pose = first_in_block(stand);
	if (stand->form == B2_SKIRMISH)
		formed->pose = block_on_first(formed);
	if (form == B2_COLUMN && !b2_fits_column(formed->formation))
		return pn_refuse(PN_REFUSE_BAD_PATH, PN_CLAUSE("B2-115"));
	return pn_lawful();
}

pn_len b2_form_cost(const struct pn_game *view, const struct pn_stand *stand, uint8_t form)
{
	if (form == B2_COLUMN || stand->form == B2_COLUMN)
		return 0;
	if (form == B2_SQUARE || stand->form == B2_SQUARE)
		return view->params[B2_PARAM_SQUARE_COST];
	if (form == B2_SKIRMISH || stand->form == B2_SKIRMISH)
		return farthest_to_go(view, stand, form);
	return view->params[B2_PARAM_FORM_COST];
}

/* Decides B2-116. */
bool b2_stands_fast(const struct pn_unit *unit)
{
	return unit->form == B2_SQUARE;
}

void b2_break_square(struct pn_step *step, pn_unit_id id)
{
	const struct pn_unit *unit = &step->game->unit[id];

	if (b2_stands_fast(unit))
		pn_emit(step, (struct pn_event){
				      .kind = PN_EVENT_REFORMED,
				      .clause = PN_CLAUSE("B2-116"),
				      .reformed = {id, PN_LEG_FORM, (uint8_t)unit->files,
						   B2_REGULAR, unit->pose, 0},
			      });
}

/* ---- keeping off ---- */

/* The point at `distance` from `from` in the direction `heading`. */
static pn_vec beyond(pn_vec from, pn_angle heading, pn_len distance)
{
	return pn_add(from, pn_along(heading, distance));
}

/* Of the convex outline of a footprint: a short last rank's inner corner is left out. */
static struct pn_shape hull_of(const struct pn_shape *footprint)
{
	struct pn_shape hull = {.count = 0};

	for (uint8_t i = 0; i < footprint->count; i++) {
		pn_vec before = footprint->point[(i + footprint->count - 1) % footprint->count];
		pn_vec after = footprint->point[(i + 1) % footprint->count];

		if (pn_cross(before, footprint->point[i], after) < 0)
			hull.point[hull.count++] = footprint->point[i];
	}
	return hull;
}

/* Decides B2-G3. A corner becomes three corners, where the tangents of the arc round it meet: at a
 * sixth, a half and five sixths of the turn from one side's normal to the next one's. They lie
 * outside the arc by as much as its radius exceeds its cosine. */
struct pn_shape b2_kept_off(const struct pn_shape *footprint)
{
	enum { PARTS = 6, CHORDS = 3 };
	const struct pn_shape hull = hull_of(footprint);
	struct pn_shape out = {.count = 0};

	for (uint8_t i = 0; i < hull.count; i++) {
		pn_vec at = hull.point[i];
		pn_vec before = hull.point[(i + hull.count - 1) % hull.count];
		pn_vec after = hull.point[(i + 1) % hull.count];
		pn_angle from = (pn_angle)(pn_bearing(pn_subtract(at, before)) - PN_DEGREES_90);
		pn_angle to = (pn_angle)(pn_bearing(pn_subtract(after, at)) - PN_DEGREES_90);
		int32_t turn = pn_turn_between(from, to);
		int64_t flat = pn_cosine((pn_angle)(turn / PARTS));
		pn_len radius = (pn_len)(((int64_t)KEPT_OFF * PN_SINE_ONE + flat - 1) / flat);

		for (int part = 1; part < PARTS; part += 2)
			out.point[out.count++] =
				beyond(at, (pn_angle)(from + turn * part / PARTS), radius);
	}
	pn_assert(out.count <= PN_SHAPE_POINTS_MAX);
	return out;
}
