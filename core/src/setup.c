/* Musters: their defaults, what is wrong with one, and the game that one makes.
 *
 * Every limit is checked before it is used, in the order of the muster's own members,
 * so the first fault is the one a reader would find first. The clauses that refuse are
 * our own (PN-07 sizes, PN-08 places) unless the rule book needs the thing. */

#include "deploy.h"
#include "loose.h"
#include "step.h"

enum {
	BASE_MIN = 200,   /* 2 mm */
	BASE_MAX = 30000, /* 300 mm */
	TURNS_MAX = 99,
};

static const pn_clause sizes = {"PN-07"};
static const pn_clause places = {"PN-08"};

static struct pn_muster_fault fault(enum pn_muster_fault_code code, enum pn_muster_part part,
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
	return fault(code, PN_PART_UNIT, index, member, clause);
}

struct pn_muster_fault pn_beyond(struct pn_muster_fault found, int32_t min, int32_t max)
{
	found.min = min;
	found.max = max;
	return found;
}

void pn_muster_defaults(struct pn_muster *muster, uint8_t ruleset)
{
	const struct pn_rules *rules = pn_rules_at(ruleset);

	memset(muster, 0, sizeof *muster);
	muster->turns = 1;
	muster->method = rules->default_method;
	muster->premeasure = rules->premeasure.text[0] != '\0';
	for (uint8_t i = 0; i < rules->params.count; i++)
		muster->params[i] = rules->params.row[i].sample;
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

static struct pn_muster_fault check_terrain(const struct pn_muster *muster,
					    const struct pn_rules *rules)
{
	if (muster->terrain_count > PN_TERRAIN_MAX)
		return fault(PN_MUSTER_OUT_OF_RANGE, PN_PART_BOARD, 0, "terrain", sizes);
	for (uint8_t i = 0; i < muster->terrain_count; i++) {
		const struct pn_terrain *piece = &muster->terrain[i];

		if (piece->kind >= rules->terrain.count)
			return fault(PN_MUSTER_NOT_ALLOWED, PN_PART_TERRAIN, i, "kind", sizes);
		if (piece->height < 0 || piece->height > PN_BOARD_MAX)
			return fault(PN_MUSTER_OUT_OF_RANGE, PN_PART_TERRAIN, i, "height", sizes);
		if (piece->shape.count < 3 || piece->shape.count > PN_TERRAIN_POINTS_MAX)
			return fault(PN_MUSTER_OUT_OF_RANGE, PN_PART_TERRAIN, i, "points", sizes);
		if (!on_board(muster, &piece->shape))
			return fault(PN_MUSTER_OFF_TABLE, PN_PART_TERRAIN, i, "points", places);
		if (!pn_shape_is_simple(&piece->shape))
			return fault(PN_MUSTER_NOT_SIMPLE, PN_PART_TERRAIN, i, "points", places);
	}
	return pn_no_fault();
}

/* ---- units ---- */

/* How its figures stand: the gap between them follows from its form. */
static struct pn_formation formation_of(const struct pn_muster *muster,
					const struct pn_rules *rules, uint8_t index)
{
	struct pn_formation formation = muster->unit[index].formation;

	formation.gap = pn_form_gap(rules, muster->params, muster->unit[index].form);
	return formation;
}

static struct pn_muster_fault check_formation(const struct pn_muster *muster,
					      const struct pn_rules *rules, uint8_t index)
{
	const struct pn_formation *formation = &muster->unit[index].formation;
	struct pn_formation formed;

	if (muster->unit[index].form >= rules->forms.count)
		return fault(PN_MUSTER_NOT_ALLOWED, PN_PART_UNIT, index, "formation", sizes);
	if (formation->figures < 1 || formation->figures > PN_FIGURES_MAX)
		return fault(PN_MUSTER_OUT_OF_RANGE, PN_PART_UNIT, index, "figures", sizes);
	if (formation->files < 1 || formation->files > formation->figures)
		return fault(PN_MUSTER_OUT_OF_RANGE, PN_PART_UNIT, index, "files", sizes);
	if (formation->base_width == 0)
		return fault(PN_MUSTER_MISSING, PN_PART_UNIT, index, "base/width", sizes);
	if (formation->base_depth == 0)
		return fault(PN_MUSTER_MISSING, PN_PART_UNIT, index, "base/depth", sizes);
	if (formation->base_width < BASE_MIN || formation->base_width > BASE_MAX)
		return fault(PN_MUSTER_OUT_OF_RANGE, PN_PART_UNIT, index, "base/width", sizes);
	if (formation->base_depth < BASE_MIN || formation->base_depth > BASE_MAX)
		return fault(PN_MUSTER_OUT_OF_RANGE, PN_PART_UNIT, index, "base/depth", sizes);
	formed = formation_of(muster, rules, index);
	if (pn_frontage(formed) > PN_BOARD_MAX)
		return fault(PN_MUSTER_OUT_OF_RANGE, PN_PART_UNIT, index, "files", sizes);
	if (pn_depth(formed) > PN_BOARD_MAX)
		return fault(PN_MUSTER_OUT_OF_RANGE, PN_PART_UNIT, index, "figures", sizes);
	return pn_no_fault();
}

static struct pn_muster_fault check_kind(const struct pn_muster *muster,
					 const struct pn_rules *rules, uint8_t index)
{
	const struct pn_muster_unit *unit = &muster->unit[index];

	if (unit->side >= PN_SIDES)
		return fault(PN_MUSTER_NOT_ALLOWED, PN_PART_UNIT, index, "side", sizes);
	if (index > 0 && unit->side < muster->unit[index - 1].side)
		return fault(PN_MUSTER_ORDER, PN_PART_UNIT, index, "side", sizes);
	if (unit->name[0] == '\0')
		return fault(PN_MUSTER_MISSING, PN_PART_UNIT, index, "name", sizes);
	if (unit->class >= rules->classes.count)
		return fault(PN_MUSTER_NOT_ALLOWED, PN_PART_UNIT, index, "class", sizes);
	if (unit->state >= rules->states.count)
		return fault(PN_MUSTER_NOT_ALLOWED, PN_PART_UNIT, index, "state", sizes);
	if (rules->traits.count < 32 && unit->traits >> rules->traits.count)
		return fault(PN_MUSTER_NOT_ALLOWED, PN_PART_UNIT, index, "traits", sizes);
	for (uint8_t i = 0; i < rules->stats.count; i++) {
		const struct pn_stat_rule *stat = &rules->stats.row[i];

		if (unit->stats[i] == PN_STAT_MISSING)
			return fault(PN_MUSTER_MISSING, PN_PART_UNIT, index, stat->pointer,
				     stat->clause);
		if (unit->stats[i] < stat->min || unit->stats[i] > stat->max)
			return pn_beyond(fault(PN_MUSTER_OUT_OF_RANGE, PN_PART_UNIT, index,
					       stat->pointer, stat->clause),
					 stat->min, stat->max);
	}
	return pn_no_fault();
}

/* Figures that stand by themselves: not too many, and all placed or none. */
static struct pn_muster_fault check_loose(const struct pn_muster *muster,
					  const struct pn_rules *rules, uint8_t index)
{
	const struct pn_muster_unit *unit = &muster->unit[index];
	unsigned all = 0;

	if (!rules->forms.row[unit->form].loose)
		return unit->placed > 0 ? fault(PN_MUSTER_NOT_ALLOWED, PN_PART_UNIT, index,
						"figures_at", sizes)
					: pn_no_fault();
	for (uint8_t i = 0; i <= index; i++)
		all += rules->forms.row[muster->unit[i].form].loose
			       ? muster->unit[i].formation.figures
			       : 0;
	if (unit->placed > 0 && muster->deployment != PN_DEPLOYMENT_PLACED)
		return fault(PN_MUSTER_NOT_ALLOWED, PN_PART_UNIT, index, "figures_at", sizes);
	if (unit->formation.figures > PN_LOOSE_MAX || all > PN_FIGURE_POSES_MAX)
		return pn_beyond(
			fault(PN_MUSTER_OUT_OF_RANGE, PN_PART_UNIT, index, "figures", sizes), 1,
			PN_LOOSE_MAX);
	if (unit->placed > 0 && unit->placed != unit->formation.figures)
		return fault(PN_MUSTER_OUT_OF_RANGE, PN_PART_UNIT, index, "figures_at", sizes);
	return pn_no_fault();
}

static bool body_on_board(const struct pn_muster *muster, const struct pn_body *body)
{
	for (uint8_t i = 0; i < body->count; i++)
		if (!on_board(muster, &body->part[i]))
			return false;
	return true;
}

/* PN-08. Units start on the board, on ground they can stand on, apart. */
static struct pn_muster_fault check_place(const struct pn_muster *muster,
					  const struct pn_rules *rules, uint8_t index)
{
	const pn_vec at = muster->unit[index].pose.at;
	struct pn_body body;

	if (pn_in_reserve(rules, muster->unit[index].stats))
		return pn_no_fault();
	if (at.x < 0 || at.y < 0 || at.x > muster->width || at.y > muster->depth)
		return fault(PN_MUSTER_OFF_TABLE, PN_PART_UNIT, index, "pose", places);
	pn_muster_body(&body, rules, muster, index);
	if (!body_on_board(muster, &body))
		return fault(PN_MUSTER_OFF_TABLE, PN_PART_UNIT, index, "pose", places);
	for (uint8_t i = 0; i < muster->terrain_count; i++) {
		struct pn_body piece = {.count = 1};

		piece.part[0] = muster->terrain[i].shape;
		if (rules->terrain.row[muster->terrain[i].kind].impassable &&
		    pn_bodies_overlap(&body, &piece))
			return fault(PN_MUSTER_ON_IMPASSABLE, PN_PART_UNIT, index, "pose", places);
	}
	for (uint8_t i = 0; i < index; i++) {
		struct pn_body other;

		if (pn_in_reserve(rules, muster->unit[i].stats))
			continue;
		pn_muster_body(&other, rules, muster, i);
		if (pn_bodies_overlap(&body, &other))
			return fault(PN_MUSTER_UNITS_OVERLAP, PN_PART_UNIT, index, "pose", places);
	}
	return pn_no_fault();
}

static struct pn_muster_fault check_units(const struct pn_muster *muster,
					  const struct pn_rules *rules)
{
	uint8_t units[PN_SIDES] = {0};

	if (muster->unit_count > PN_UNITS_MAX)
		return fault(PN_MUSTER_OUT_OF_RANGE, PN_PART_BOARD, 0, "units", sizes);
	for (uint8_t i = 0; i < muster->unit_count; i++) {
		struct pn_muster_fault found = check_kind(muster, rules, i);

		if (found.code == PN_MUSTER_NONE)
			found = check_formation(muster, rules, i);
		if (found.code == PN_MUSTER_NONE)
			found = check_loose(muster, rules, i);
		if (found.code == PN_MUSTER_NONE && muster->deployment == PN_DEPLOYMENT_PLACED)
			found = check_place(muster, rules, i);
		if (found.code != PN_MUSTER_NONE)
			return found;
		if (++units[muster->unit[i].side] > PN_SIDE_UNITS_MAX)
			return fault(PN_MUSTER_OUT_OF_RANGE, PN_PART_UNIT, i, "side", sizes);
	}
	if (!units[PN_RED] || !units[PN_BLUE])
		return fault(PN_MUSTER_NO_UNITS, PN_PART_BOARD, 0, "units", sizes);
	return pn_no_fault();
}

/* ---- zones ---- */

static const char *const zone_member[PN_SIDES] = {"zones/red", "zones/blue"};

/* PN-25. Zones are apart, so that what one side deploys is never in the other's way. */
static struct pn_muster_fault check_deployment(const struct pn_muster *muster,
					       const struct pn_rules *rules)
{
	const pn_clause clause = PN_CLAUSE("PN-25");

	if (muster->deployment == PN_DEPLOYMENT_PLACED)
		return pn_no_fault();
	if (muster->deployment >= PN_DEPLOYMENT_COUNT || rules->deployment_phase == PN_NO_PHASE)
		return fault(PN_MUSTER_NOT_ALLOWED, PN_PART_DEPLOYMENT, 0, "how", clause);
	if (muster->deploys_first >= PN_SIDES)
		return fault(PN_MUSTER_NOT_ALLOWED, PN_PART_DEPLOYMENT, 0, "first", clause);
	for (int side = 0; side < PN_SIDES; side++) {
		const struct pn_shape *zone = &muster->zone[side];

		if (zone->count < 3 || zone->count > PN_SHAPE_POINTS_MAX)
			return fault(PN_MUSTER_OUT_OF_RANGE, PN_PART_DEPLOYMENT, 0,
				     zone_member[side], clause);
		if (!on_board(muster, zone))
			return fault(PN_MUSTER_OFF_TABLE, PN_PART_DEPLOYMENT, 0, zone_member[side],
				     clause);
		if (!pn_shape_is_simple(zone))
			return fault(PN_MUSTER_NOT_SIMPLE, PN_PART_DEPLOYMENT, 0, zone_member[side],
				     clause);
	}
	if (pn_shapes_overlap(&muster->zone[PN_RED], &muster->zone[PN_BLUE]) ||
	    pn_shapes_touch(&muster->zone[PN_RED], &muster->zone[PN_BLUE]))
		return fault(PN_MUSTER_ZONES_MEET, PN_PART_DEPLOYMENT, 0, "zones", clause);
	return pn_no_fault();
}

/* PN-28. Whatever a player does, and whenever their clock runs out, all of their units can be
 * deployed: there is room for them in the way that pn_pack() finds. */
static struct pn_muster_fault check_room(const struct pn_game *game)
{
	pn_pose pose[PN_UNITS_MAX];

	if (game->deployment == PN_DEPLOYMENT_PLACED)
		return pn_no_fault();
	for (pn_side side = PN_RED; side < PN_SIDES; side++)
		if (!pn_pack(game, side, false, pose))
			return fault(PN_MUSTER_NO_ROOM, PN_PART_DEPLOYMENT, 0, zone_member[side],
				     PN_CLAUSE("PN-28"));
	return pn_no_fault();
}

/* ---- what was agreed ---- */

static struct pn_muster_fault check_agreed(const struct pn_muster *muster,
					   const struct pn_rules *rules)
{
	for (uint8_t i = 0; i < PN_SWITCHES_MAX; i++)
		if (i < rules->switches.count ? muster->switches[i] >= rules->switches.row[i].count
					      : muster->switches[i] != 0)
			return fault(PN_MUSTER_NOT_ALLOWED, PN_PART_SWITCH, i,
				     i < rules->switches.count ? rules->switches.row[i].name : "",
				     sizes);
	for (uint8_t i = 0; i < rules->params.count; i++) {
		const struct pn_param_rule *param = &rules->params.row[i];

		if (muster->params[i] < param->min || muster->params[i] > param->max)
			return pn_beyond(fault(PN_MUSTER_OUT_OF_RANGE, PN_PART_PARAM, i,
					       param->name, param->clause),
					 param->min, param->max);
	}
	if (muster->method >= PN_METHOD_COUNT || !(rules->methods & (1u << muster->method)))
		return fault(PN_MUSTER_NOT_ALLOWED, PN_PART_METHOD, 0, "", sizes);
	if (muster->turns < 1 || muster->turns > TURNS_MAX)
		return fault(PN_MUSTER_OUT_OF_RANGE, PN_PART_ENDS, 0, "turns", sizes);
	if (muster->count >= PN_COUNT_COUNT)
		return fault(PN_MUSTER_NOT_ALLOWED, PN_PART_ENDS, 0, "count", sizes);
	return pn_no_fault();
}

static struct pn_muster_fault check_muster(const struct pn_muster *muster,
					   const struct pn_rules *rules)
{
	struct pn_muster_fault found;

	if (muster->width < PN_INCH || muster->width > PN_BOARD_MAX)
		return fault(PN_MUSTER_BOARD_SIZE, PN_PART_BOARD, 0, "width", sizes);
	if (muster->depth < PN_INCH || muster->depth > PN_BOARD_MAX)
		return fault(PN_MUSTER_BOARD_SIZE, PN_PART_BOARD, 0, "depth", sizes);
	found = check_terrain(muster, rules);
	if (found.code == PN_MUSTER_NONE)
		found = check_deployment(muster, rules);
	/* Where a unit's figures stand depends on what was agreed. */
	if (found.code == PN_MUSTER_NONE)
		found = check_agreed(muster, rules);
	if (found.code == PN_MUSTER_NONE)
		found = check_units(muster, rules);
	if (found.code == PN_MUSTER_NONE && rules->muster)
		found = rules->muster(muster);
	return found;
}

/* ---- the game before its first event ---- */

static struct pn_unit unit_from(const struct pn_rules *rules, const struct pn_muster_unit *given,
				pn_len gap)
{
	struct pn_unit unit = {
		.side = given->side,
		.class = given->class,
		.traits = given->traits,
		.figures_at_start = given->formation.figures,
		.base_width = (uint16_t)given->formation.base_width,
		.base_depth = (uint16_t)given->formation.base_depth,
		.state = given->state,
		.on_board = true,
		.form = given->form,
		.gap = (uint16_t)gap,
		.figures = given->formation.figures,
		.files = given->formation.files,
		.pose = given->pose,
		.order = {.target = PN_NO_UNIT},
	};

	pn_take_stats(&unit, rules, given->stats);
	return unit;
}

static void place_unit(struct pn_game *game, const struct pn_muster *muster,
		       const struct pn_rules *rules, uint8_t index)
{
	const struct pn_muster_unit *given = &muster->unit[index];
	struct pn_unit *unit = &game->unit[index];

	*unit = unit_from(rules, given, formation_of(muster, rules, index).gap);
	if (!rules->forms.row[given->form].loose)
		return;
	if (given->placed > 0)
		unit->pose = pn_figure_unpack(muster->figure[given->first_figure]);
	pn_loose_begin(game, unit);
	for (uint8_t i = 0; i < given->placed; i++)
		game->figure[unit->first_figure + i] = muster->figure[given->first_figure + i];
}

struct pn_muster_fault pn_setup(struct pn_game *game, uint8_t ruleset,
				const struct pn_muster *muster)
{
	const struct pn_rules *rules = pn_rules_at(ruleset);
	struct pn_muster_fault found = check_muster(muster, rules);

	if (found.code != PN_MUSTER_NONE)
		return found;
	memset(game, 0, sizeof *game);
	game->ruleset = ruleset;
	game->active = PN_NO_SIDE;
	game->winner = PN_NO_SIDE;
	game->width = muster->width;
	game->depth = muster->depth;
	game->turns = muster->turns;
	game->count = muster->count;
	game->method = muster->method;
	game->premeasure = muster->premeasure;
	game->deployment = muster->deployment;
	game->deploys_first = muster->deploys_first;
	memcpy(game->zone, muster->zone, sizeof game->zone);
	memcpy(game->switches, muster->switches, sizeof game->switches);
	memcpy(game->params, muster->params, sizeof game->params);
	for (uint8_t i = 0; i < rules->facts.count; i++)
		game->facts[i] = rules->facts.row[i].initial;
	game->terrain_count = muster->terrain_count;
	memcpy(game->terrain, muster->terrain, sizeof game->terrain);
	game->unit_count = muster->unit_count;
	for (uint8_t i = 0; i < muster->unit_count; i++) {
		place_unit(game, muster, rules, i);
		game->red_count = (uint8_t)(game->red_count + (muster->unit[i].side == PN_RED));
		game->unit[i].on_board = muster->deployment == PN_DEPLOYMENT_PLACED &&
					 !pn_in_reserve(rules, muster->unit[i].stats);
	}
	for (int side = 0; side < PN_SIDES; side++)
		for (int i = 0; i < PN_SIDE_UNITS_MAX; i++) {
			game->secret[side].draft[i].target = PN_NO_UNIT;
			game->secret[side].sealed[i].target = PN_NO_UNIT;
		}
	return check_room(game);
}

/* ---- arrangements ---- */

static struct pn_muster_fault arranged_unit_fault(const struct pn_game *game,
						  const struct pn_arranged_unit *given)
{
	const struct pn_rules *rules = pn_rules_of(game);
	const struct pn_order *order = &given->order;

	if (given->unit >= game->unit_count)
		return fault(PN_MUSTER_OUT_OF_RANGE, PN_PART_UNIT, given->unit, "", sizes);
	if (given->has_state && given->state >= rules->states.count)
		return fault(PN_MUSTER_NOT_ALLOWED, PN_PART_UNIT, given->unit, "state", sizes);
	if (given->has_form && given->form >= rules->forms.count)
		return fault(PN_MUSTER_NOT_ALLOWED, PN_PART_UNIT, given->unit, "formation", sizes);
	if (given->has_order &&
	    (order->verb >= rules->verbs.count ||
	     (order->target != PN_NO_UNIT && order->target >= game->unit_count)))
		return fault(PN_MUSTER_NOT_ALLOWED, PN_PART_UNIT, given->unit, "order", sizes);
	if (given->has_figures &&
	    (given->figures < 1 || given->figures > game->unit[given->unit].figures_at_start))
		return fault(PN_MUSTER_OUT_OF_RANGE, PN_PART_UNIT, given->unit, "figures", sizes);
	return pn_no_fault();
}

struct pn_muster_fault pn_arrangement_fault(const struct pn_game *game,
					    const struct pn_arrangement *given)
{
	const struct pn_rules *rules = pn_rules_of(game);

	if (given->has_turn && (given->turn < 1 || given->turn > game->turns))
		return fault(PN_MUSTER_OUT_OF_RANGE, PN_PART_ENDS, 0, "turn", sizes);
	if (given->has_phase && given->phase >= rules->phases.count)
		return fault(PN_MUSTER_NOT_ALLOWED, PN_PART_BOARD, 0, "phase", sizes);
	if (given->has_decision && (game->pending_count && !given->has_phase))
		return fault(PN_MUSTER_NOT_ALLOWED, PN_PART_BOARD, 0, "decision", sizes);
	for (uint8_t i = 0; i < given->unit_count; i++) {
		struct pn_muster_fault found = arranged_unit_fault(game, &given->unit[i]);

		if (found.code != PN_MUSTER_NONE)
			return found;
	}
	if (game->contact_count + given->contact_count > PN_CONTACTS_MAX)
		return fault(PN_MUSTER_OUT_OF_RANGE, PN_PART_BOARD, 0, "contacts", sizes);
	for (uint8_t i = 0; i < given->contact_count; i++)
		if (given->contact[i].unit >= game->unit_count ||
		    given->contact[i].with >= game->unit_count)
			return fault(PN_MUSTER_OUT_OF_RANGE, PN_PART_BOARD, 0, "contacts", sizes);
	return pn_no_fault();
}
