/* What is wrong with a muster: all of it, in the order of its own members, so the first fault is
 * the one a reader would find first.
 *
 * Every limit is checked before it is used: what stands on a number that is wrong is not looked at,
 * so nothing is called wrong that may be right. The clauses that refuse are our own (PN-07 sizes,
 * PN-08 places) unless the rule book needs the thing. */

#include "muster_look.h"

#include "loose.h"
#include "step.h"

enum {
	BASE_MIN = 200,   /* 2 mm */
	BASE_MAX = 30000, /* 300 mm */
	TURNS_MAX = 99,
};

static const pn_clause sizes = {"PN-07"};
static const pn_clause places = {"PN-08"};

const char *const pn_zone_member[PN_SIDES] = {"zones/red", "zones/blue"};

struct pn_muster_fault pn_fault(enum pn_muster_fault_code code, enum pn_muster_part part,
				uint8_t index, const char *member, pn_clause clause)
{
	return (struct pn_muster_fault){
		.code = code, .part = part, .index = index, .member = member, .clause = clause};
}

struct pn_muster_fault pn_no_fault(void)
{
	return (struct pn_muster_fault){.code = PN_MUSTER_NONE, .member = ""};
}

struct pn_muster_fault pn_unit_fault(enum pn_muster_fault_code code, uint8_t index,
				     const char *member, pn_clause clause)
{
	return pn_fault(code, PN_PART_UNIT, index, member, clause);
}

struct pn_muster_fault pn_tally_fault(enum pn_muster_fault_code code,
				      const struct pn_muster *muster, uint8_t index,
				      const char *tally, pn_clause clause)
{
	const struct pn_muster_unit *unit = muster->unit;
	struct pn_muster_fault found = pn_fault(code, PN_PART_TALLY, index, tally, clause);
	uint8_t number = 1;
	char *out = found.unit;

	for (uint8_t i = 0; i < index; i++)
		number = (uint8_t)(number + (unit[i].side == unit[index].side));
	*out++ = unit[index].side == PN_RED ? 'r' : 'b';
	if (number >= 10)
		*out++ = (char)('0' + number / 10);
	*out = (char)('0' + number % 10);
	return found;
}

struct pn_muster_fault pn_beyond(struct pn_muster_fault found, int32_t min, int32_t max)
{
	found.min = min;
	found.max = max;
	return found;
}

void pn_add_fault(struct pn_look *look, struct pn_muster_fault found)
{
	if (look->count < look->max)
		look->out[look->count] = found;
	look->count++;
}

/* The same when `is_wrong`; returns it. */
bool pn_add_if(struct pn_look *look, bool is_wrong, struct pn_muster_fault found)
{
	if (is_wrong)
		pn_add_fault(look, found);
	return is_wrong;
}

/* ---- terrain ---- */

static bool on_board(const struct pn_muster *muster, const struct pn_shape *shape)
{
	for (uint8_t i = 0; i < shape->count; i++) {
		pn_vec at = shape->point[i];

		if (at.x < 0 || at.y < 0 || at.x > muster->width || at.y > muster->depth)
			return false;
	}
	return true;
}

static bool is_number_of_points(uint8_t count, uint8_t max)
{
	return count >= 3 && count <= max;
}

static void look_at_piece(struct pn_look *look, uint8_t i)
{
	const struct pn_terrain *piece = &look->muster->terrain[i];
	const struct pn_shape *shape = &piece->shape;
	const uint16_t before = look->count;

	pn_add_if(look, piece->kind >= look->rules->terrain.count,
		  pn_fault(PN_MUSTER_NOT_ALLOWED, PN_PART_TERRAIN, i, "kind", sizes));
	pn_add_if(look, piece->height < 0 || piece->height > PN_BOARD_MAX,
		  pn_fault(PN_MUSTER_OUT_OF_RANGE, PN_PART_TERRAIN, i, "height", sizes));
	if (!pn_add_if(look, !is_number_of_points(shape->count, PN_TERRAIN_POINTS_MAX),
		       pn_fault(PN_MUSTER_OUT_OF_RANGE, PN_PART_TERRAIN, i, "points", sizes)) &&
	    !pn_add_if(look, look->is_sized && !on_board(look->muster, shape),
		       pn_fault(PN_MUSTER_OFF_TABLE, PN_PART_TERRAIN, i, "points", places)))
		pn_add_if(look, look->is_sized && !pn_shape_is_simple(shape),
			  pn_fault(PN_MUSTER_NOT_SIMPLE, PN_PART_TERRAIN, i, "points", places));
	look->no_ground[i] = look->count > before;
}

static void look_at_board(struct pn_look *look)
{
	const struct pn_muster *muster = look->muster;
	const uint16_t before = look->count;

	if (!look->unread->board) {
		pn_add_if(look, muster->width < PN_INCH || muster->width > PN_BOARD_MAX,
			  pn_fault(PN_MUSTER_BOARD_SIZE, PN_PART_BOARD, 0, "width", sizes));
		pn_add_if(look, muster->depth < PN_INCH || muster->depth > PN_BOARD_MAX,
			  pn_fault(PN_MUSTER_BOARD_SIZE, PN_PART_BOARD, 0, "depth", sizes));
	}
	look->is_sized = !look->unread->board && look->count == before;
	if (pn_add_if(look, muster->terrain_count > PN_TERRAIN_MAX,
		      pn_fault(PN_MUSTER_OUT_OF_RANGE, PN_PART_BOARD, 0, "terrain", sizes)))
		return;
	for (uint8_t i = 0; i < muster->terrain_count; i++)
		if (!look->unread->terrain[i])
			look_at_piece(look, i);
}

/* ---- units ---- */

static void look_at_formation(struct pn_look *look, uint8_t i)
{
	const struct pn_muster_unit *unit = &look->muster->unit[i];
	struct pn_formation formed = unit->formation;
	const uint16_t figures = unit->at_start > 0 ? unit->at_start : formed.figures;
	const uint16_t before = look->count;

	pn_add_if(look, unit->form >= look->rules->forms.count,
		  pn_unit_fault(PN_MUSTER_NOT_ALLOWED, i, "formation", sizes));
	if (!pn_add_if(look, figures < 1 || figures > PN_FIGURES_MAX,
		       pn_beyond(pn_unit_fault(PN_MUSTER_OUT_OF_RANGE, i, "figures", sizes), 1,
				 PN_FIGURES_MAX)) &&
	    !pn_add_if(look, formed.figures < 1 || formed.figures > figures,
		       pn_beyond(pn_position_fault(look, PN_MUSTER_OUT_OF_RANGE, i, "figures"), 1,
				 figures)))
		pn_add_if(look, formed.files < 1 || formed.files > formed.figures,
			  pn_beyond(pn_unit_fault(PN_MUSTER_OUT_OF_RANGE, i, "files", sizes), 1,
				    formed.figures));
	pn_add_if(look, formed.base_width == 0,
		  pn_unit_fault(PN_MUSTER_MISSING, i, "base/width", sizes));
	pn_add_if(look, formed.base_depth == 0,
		  pn_unit_fault(PN_MUSTER_MISSING, i, "base/depth", sizes));
	pn_add_if(look,
		  formed.base_width != 0 &&
			  (formed.base_width < BASE_MIN || formed.base_width > BASE_MAX),
		  pn_unit_fault(PN_MUSTER_OUT_OF_RANGE, i, "base/width", sizes));
	pn_add_if(look,
		  formed.base_depth != 0 &&
			  (formed.base_depth < BASE_MIN || formed.base_depth > BASE_MAX),
		  pn_unit_fault(PN_MUSTER_OUT_OF_RANGE, i, "base/depth", sizes));
	if (look->count > before || !look->is_agreed)
		return;
	formed.gap = pn_form_gap(look->rules, look->muster->params, unit->form);
	pn_add_if(look, pn_frontage(formed) > PN_BOARD_MAX,
		  pn_unit_fault(PN_MUSTER_OUT_OF_RANGE, i, "files", sizes));
	pn_add_if(look, pn_depth(formed) > PN_BOARD_MAX,
		  pn_unit_fault(PN_MUSTER_OUT_OF_RANGE, i, "figures", sizes));
}

static void look_at_stats(struct pn_look *look, uint8_t i)
{
	const struct pn_rules *rules = look->rules;
	const int32_t *stats = look->muster->unit[i].stats;

	for (uint8_t k = 0; k < rules->stats.count; k++) {
		const struct pn_stat_rule *stat = &rules->stats.row[k];

		if (stats[k] == PN_STAT_MISSING)
			pn_add_fault(look, pn_unit_fault(PN_MUSTER_MISSING, i, stat->pointer,
							 stat->clause));
		else if (stats[k] < stat->min || stats[k] > stat->max)
			pn_add_fault(look, pn_beyond(pn_unit_fault(PN_MUSTER_OUT_OF_RANGE, i,
								   stat->pointer, stat->clause),
						     stat->min, stat->max));
	}
}

static void look_at_kind(struct pn_look *look, uint8_t i)
{
	const struct pn_rules *rules = look->rules;
	const struct pn_muster_unit *unit = &look->muster->unit[i];

	if (!pn_add_if(look, unit->side >= PN_SIDES,
		       pn_unit_fault(PN_MUSTER_NOT_ALLOWED, i, "side", sizes)))
		pn_add_if(look, i > 0 && !look->unread->unit[i - 1] && unit->side < unit[-1].side,
			  pn_unit_fault(PN_MUSTER_ORDER, i, "side", sizes));
	pn_add_if(look, unit->name[0] == '\0', pn_unit_fault(PN_MUSTER_MISSING, i, "name", sizes));
	pn_add_if(look, unit->class >= rules->classes.count,
		  pn_unit_fault(PN_MUSTER_NOT_ALLOWED, i, "class", sizes));
	pn_add_if(look, unit->state >= rules->states.count,
		  pn_unit_fault(PN_MUSTER_NOT_ALLOWED, i, "state", sizes));
	pn_add_if(look, rules->traits.count < 32 && unit->traits >> rules->traits.count,
		  pn_unit_fault(PN_MUSTER_NOT_ALLOWED, i, "traits", sizes));
	look_at_stats(look, i);
}

/* Figures of the units up to this one that stand by themselves. */
static unsigned loose_figures(const struct pn_look *look, uint8_t index)
{
	unsigned all = 0;

	for (uint8_t i = 0; i <= index; i++) {
		const struct pn_muster_unit *unit = &look->muster->unit[i];

		if (!look->no_body[i] && unit->whereabouts != PN_IS_GONE &&
		    look->rules->forms.row[unit->form].loose)
			all += unit->formation.figures;
	}
	return all;
}

/* Figures that stand by themselves: not too many, and all placed or none. */
static void look_at_loose(struct pn_look *look, uint8_t i)
{
	const struct pn_muster_unit *unit = &look->muster->unit[i];
	const bool is_placed = look->muster->deployment == PN_DEPLOYMENT_PLACED;

	if (!look->rules->forms.row[unit->form].loose || unit->whereabouts == PN_IS_GONE) {
		pn_add_if(look, unit->placed > 0,
			  pn_unit_fault(PN_MUSTER_NOT_ALLOWED, i, "figures_at", sizes));
		return;
	}
	if (pn_add_if(look, unit->placed > 0 && look->is_zoned && !is_placed,
		      pn_unit_fault(PN_MUSTER_NOT_ALLOWED, i, "figures_at", sizes)))
		return;
	if (!pn_add_if(look,
		       unit->formation.figures > PN_LOOSE_MAX ||
			       loose_figures(look, i) > PN_FIGURE_POSES_MAX,
		       pn_beyond(pn_unit_fault(PN_MUSTER_OUT_OF_RANGE, i, "figures", sizes), 1,
				 PN_LOOSE_MAX)))
		pn_add_if(look, unit->placed > 0 && unit->placed != unit->formation.figures,
			  pn_unit_fault(PN_MUSTER_OUT_OF_RANGE, i, "figures_at", sizes));
}

static bool body_on_board(const struct pn_muster *muster, const struct pn_body *body)
{
	for (uint8_t i = 0; i < body->count; i++)
		if (!on_board(muster, &body->part[i]))
			return false;
	return true;
}

static bool stands_in_another(const struct pn_look *look, const struct pn_body *body, uint8_t index)
{
	for (uint8_t i = 0; i < index; i++) {
		struct pn_body other;

		if (look->no_body[i] || !pn_begins_on_board(look->rules, &look->muster->unit[i]))
			continue;
		pn_muster_body(&other, look->rules, look->muster, i);
		if (pn_bodies_overlap(body, &other))
			return true;
	}
	return false;
}

static bool stands_on_impassable(const struct pn_look *look, const struct pn_body *body)
{
	/* More pieces than there is room for have been told of. */
	for (uint8_t i = 0; i < look->muster->terrain_count && i < PN_TERRAIN_MAX; i++) {
		const struct pn_terrain *terrain = &look->muster->terrain[i];
		struct pn_body piece = {.count = 1};

		if (look->no_ground[i] || !look->rules->terrain.row[terrain->kind].impassable)
			continue;
		piece.part[0] = terrain->shape;
		if (pn_bodies_overlap(body, &piece))
			return true;
	}
	return false;
}

/* PN-08. Units start on the board, on ground they can stand on, apart. */
static void look_at_place(struct pn_look *look, uint8_t i)
{
	const struct pn_muster *muster = look->muster;
	const pn_vec at = muster->unit[i].pose.at;
	struct pn_body body;

	if (!pn_begins_on_board(look->rules, &muster->unit[i]))
		return;
	if (at.x < 0 || at.y < 0 || at.x > muster->width || at.y > muster->depth) {
		pn_add_fault(look, pn_unit_fault(PN_MUSTER_OFF_TABLE, i, "pose", places));
		look->no_body[i] = true;
		return;
	}
	pn_muster_body(&body, look->rules, muster, i);
	if (pn_add_if(look, !body_on_board(muster, &body),
		      pn_unit_fault(PN_MUSTER_OFF_TABLE, i, "pose", places)))
		return;
	if (!pn_add_if(look, stands_on_impassable(look, &body),
		       pn_unit_fault(PN_MUSTER_ON_IMPASSABLE, i, "pose", places)))
		pn_add_if(look, stands_in_another(look, &body, i),
			  pn_unit_fault(PN_MUSTER_UNITS_OVERLAP, i, "pose", places));
}

/* A unit with no fault of its own but, perhaps, its place stands on ground that can be told. */
static void look_at_unit(struct pn_look *look, uint8_t i)
{
	const uint16_t before = look->count;

	look_at_kind(look, i);
	look_at_formation(look, i);
	pn_look_at_position(look, i);
	look->no_body[i] = look->count > before;
	if (look->no_body[i])
		return;
	look_at_loose(look, i);
	look->no_body[i] = look->count > before;
	if (!look->no_body[i] && look->is_sized && look->is_agreed && look->is_zoned &&
	    look->muster->deployment == PN_DEPLOYMENT_PLACED)
		look_at_place(look, i);
}

static void look_at_units(struct pn_look *look)
{
	const struct pn_muster *muster = look->muster;
	uint8_t units[PN_SIDES] = {0};
	bool is_any_unread = false;

	if (pn_add_if(look, muster->unit_count > PN_UNITS_MAX,
		      pn_fault(PN_MUSTER_OUT_OF_RANGE, PN_PART_BOARD, 0, "units", sizes)))
		return;
	for (uint8_t i = 0; i < muster->unit_count; i++) {
		const pn_side side = muster->unit[i].side;

		is_any_unread = is_any_unread || look->unread->unit[i];
		if (look->unread->unit[i])
			look->no_body[i] = true;
		else
			look_at_unit(look, i);
		if (side < PN_SIDES)
			pn_add_if(look, ++units[side] == PN_SIDE_UNITS_MAX + 1,
				  pn_beyond(pn_unit_fault(PN_MUSTER_OUT_OF_RANGE, i, "side", sizes),
					    1, PN_SIDE_UNITS_MAX));
	}
	pn_add_if(look,
		  !is_any_unread && !look->unread->units && (!units[PN_RED] || !units[PN_BLUE]),
		  pn_fault(PN_MUSTER_NO_UNITS, PN_PART_BOARD, 0, "units", sizes));
}

/* ---- zones ---- */

static bool is_zone_good(struct pn_look *look, int side)
{
	const pn_clause clause = PN_CLAUSE("PN-25");
	const struct pn_shape *zone = &look->muster->zone[side];
	const char *member = pn_zone_member[side];

	return !pn_add_if(
		       look, !is_number_of_points(zone->count, PN_SHAPE_POINTS_MAX),
		       pn_fault(PN_MUSTER_OUT_OF_RANGE, PN_PART_DEPLOYMENT, 0, member, clause)) &&
	       !pn_add_if(look, look->is_sized && !on_board(look->muster, zone),
			  pn_fault(PN_MUSTER_OFF_TABLE, PN_PART_DEPLOYMENT, 0, member, clause)) &&
	       !pn_add_if(look, look->is_sized && !pn_shape_is_simple(zone),
			  pn_fault(PN_MUSTER_NOT_SIMPLE, PN_PART_DEPLOYMENT, 0, member, clause)) &&
	       look->is_sized;
}

/* PN-25. Zones are apart, so that what one side deploys is never in the other's way. */
static void look_at_deployment(struct pn_look *look)
{
	const struct pn_muster *muster = look->muster;
	const pn_clause clause = PN_CLAUSE("PN-25");
	const struct pn_shape *red = &muster->zone[PN_RED], *blue = &muster->zone[PN_BLUE];

	look->is_zoned = !look->unread->deployment;
	if (!look->is_zoned || muster->deployment == PN_DEPLOYMENT_PLACED)
		return;
	if (pn_add_if(look,
		      muster->deployment >= PN_DEPLOYMENT_COUNT ||
			      look->rules->deployment_phase == PN_NO_PHASE,
		      pn_fault(PN_MUSTER_NOT_ALLOWED, PN_PART_DEPLOYMENT, 0, "how", clause)))
		return;
	pn_add_if(look, muster->first_turn > 0,
		  pn_fault(PN_MUSTER_NOT_ALLOWED, PN_PART_POSITION, 0, "", clause));
	pn_add_if(look, muster->deploys_first >= PN_SIDES,
		  pn_fault(PN_MUSTER_NOT_ALLOWED, PN_PART_DEPLOYMENT, 0, "first", clause));

	const bool is_red_good = is_zone_good(look, PN_RED);
	const bool is_blue_good = is_zone_good(look, PN_BLUE);

	pn_add_if(look,
		  is_red_good && is_blue_good &&
			  (pn_shapes_overlap(red, blue) || pn_shapes_touch(red, blue)),
		  pn_fault(PN_MUSTER_ZONES_MEET, PN_PART_DEPLOYMENT, 0, "zones", clause));
}

/* ---- what was agreed ---- */

static void look_at_agreed(struct pn_look *look)
{
	const struct pn_muster *muster = look->muster;
	const struct pn_rules *rules = look->rules;
	const uint16_t before = look->count;

	for (uint8_t i = 0; i < PN_SWITCHES_MAX; i++) {
		const bool is_known = i < rules->switches.count;
		const uint8_t positions = is_known ? rules->switches.row[i].count : 1;

		pn_add_if(look, muster->switches[i] >= positions,
			  pn_fault(PN_MUSTER_NOT_ALLOWED, PN_PART_SWITCH, i,
				   is_known ? rules->switches.row[i].name : "", sizes));
	}
	for (uint8_t i = 0; i < rules->params.count; i++) {
		const struct pn_param_rule *param = &rules->params.row[i];

		pn_add_if(look, muster->params[i] < param->min || muster->params[i] > param->max,
			  pn_beyond(pn_fault(PN_MUSTER_OUT_OF_RANGE, PN_PART_PARAM, i, param->name,
					     param->clause),
				    param->min, param->max));
	}
	look->is_agreed = !look->unread->agreed && look->count == before;
	pn_add_if(look,
		  muster->method >= PN_METHOD_COUNT || !(rules->methods & (1u << muster->method)),
		  pn_fault(PN_MUSTER_NOT_ALLOWED, PN_PART_METHOD, 0, "", sizes));
	if (look->unread->ends)
		return;
	pn_add_if(look, muster->turns < 1 || muster->turns > TURNS_MAX,
		  pn_beyond(pn_fault(PN_MUSTER_OUT_OF_RANGE, PN_PART_ENDS, 0, "turns", sizes), 1,
			    TURNS_MAX));
	pn_add_if(look, muster->turns >= 1 && muster->first_turn > muster->turns,
		  pn_beyond(pn_fault(PN_MUSTER_OUT_OF_RANGE, PN_PART_POSITION, 0, "turn", sizes), 1,
			    muster->turns));
	pn_add_if(look, muster->count >= PN_COUNT_COUNT,
		  pn_fault(PN_MUSTER_NOT_ALLOWED, PN_PART_ENDS, 0, "count", sizes));
}

/* ---- the whole ---- */

/* What the book asks besides may be about other units too: they must all have been read. */
static void look_by_the_book(struct pn_look *look)
{
	const bool is_whole = !look->unread->any && look->is_agreed && look->is_zoned;

	for (uint8_t i = 0; look->rules->muster && is_whole && i < look->muster->unit_count; i++) {
		struct pn_muster_fault found = pn_no_fault();

		if (!look->no_body[i])
			found = look->rules->muster(look->muster, i);
		if (found.code != PN_MUSTER_NONE)
			pn_add_fault(look, found);
	}
}

uint16_t pn_find_faults(struct pn_muster_fault *out, uint16_t max, uint8_t ruleset,
			const struct pn_muster *muster, const struct pn_muster_unread *unread)
{
	struct pn_look look = {.rules = pn_rules_at(ruleset),
			       .muster = muster,
			       .unread = unread,
			       .out = out,
			       .max = max};

	memcpy(look.no_ground, unread->terrain, sizeof look.no_ground);
	look_at_board(&look);
	look_at_deployment(&look);
	/* Where a unit's figures stand depends on what was agreed. */
	look_at_agreed(&look);
	look_at_units(&look);
	pn_look_at_contacts(&look);
	pn_look_at_lasting(&look);
	look_by_the_book(&look);
	return look.count;
}
