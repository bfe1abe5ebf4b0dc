/* Figures that stand by themselves (a skirmishing unit). All units share one list of
 * places; a unit's own lie together in it, in the order in which units began to. The list
 * is closed up when one ends, so its order is nobody's business and no hash has it. */

#include "loose.h"

enum { BIAS = 1 << 23 };

pn_figure pn_figure_pack(pn_pose pose)
{
	uint32_t x = (uint32_t)(pose.at.x + BIAS);
	uint32_t y = (uint32_t)(pose.at.y + BIAS);

	pn_assert(pose.at.x >= -BIAS && pose.at.x < BIAS);
	pn_assert(pose.at.y >= -BIAS && pose.at.y < BIAS);
	return (pn_figure){{pose.facing, (uint16_t)(x & 0xffff), (uint16_t)(y & 0xffff),
			    (uint16_t)(x >> 16 << 8 | y >> 16)}};
}

pn_pose pn_figure_unpack(pn_figure figure)
{
	uint32_t x = (uint32_t)(figure.part[3] >> 8) << 16 | figure.part[1];
	uint32_t y = (uint32_t)(figure.part[3] & 0xff) << 16 | figure.part[2];

	return (pn_pose){{(pn_len)x - BIAS, (pn_len)y - BIAS}, figure.part[0]};
}

pn_pose pn_figure_pose(const struct pn_game *game, const struct pn_unit *unit, uint16_t figure)
{
	pn_assert(figure < unit->loose);
	return pn_figure_unpack(game->figure[unit->first_figure + figure]);
}

pn_pose pn_figure_slot(pn_pose first, struct pn_formation formation, uint16_t figure)
{
	pn_len rank = figure / formation.files;
	pn_len file = figure % formation.files;

	first.at = pn_ahead(first, -rank * (formation.base_depth + formation.gap),
			    file * (formation.base_width + formation.gap));
	return first;
}

struct pn_shape pn_loose_base(pn_pose pose, struct pn_formation formation)
{
	formation.figures = 1;
	formation.files = 1;
	formation.gap = 0;
	return pn_footprint(pose, formation);
}

void pn_unit_body(struct pn_body *out, const struct pn_game *game, const struct pn_unit *unit)
{
	if (unit->loose == 0) {
		out->count = 1;
		out->part[0] = pn_unit_footprint(unit);
		return;
	}
	out->count = (uint8_t)unit->figures;
	for (uint8_t i = 0; i < out->count; i++)
		out->part[i] =
			pn_loose_base(pn_figure_pose(game, unit, i), pn_unit_formation(unit));
}

bool pn_bodies_overlap(const struct pn_body *a, const struct pn_body *b)
{
	for (uint8_t i = 0; i < a->count; i++)
		for (uint8_t k = 0; k < b->count; k++)
			if (pn_shapes_overlap(&a->part[i], &b->part[k]))
				return true;
	return false;
}

bool pn_bodies_touch(const struct pn_body *a, const struct pn_body *b)
{
	for (uint8_t i = 0; i < a->count; i++)
		for (uint8_t k = 0; k < b->count; k++)
			if (pn_shapes_touch(&a->part[i], &b->part[k]))
				return true;
	return false;
}

void pn_loose_begin(struct pn_game *game, struct pn_unit *unit)
{
	pn_assert(unit->loose == 0 && unit->figures <= PN_LOOSE_MAX);
	pn_assert(game->figure_count + unit->figures <= PN_FIGURE_POSES_MAX);
	unit->loose = (uint8_t)unit->figures;
	unit->first_figure = game->figure_count;
	game->figure_count = (uint16_t)(game->figure_count + unit->loose);
	for (uint16_t i = 0; i < unit->loose; i++)
		game->figure[unit->first_figure + i] =
			pn_figure_pack(pn_figure_slot(unit->pose, pn_unit_formation(unit), i));
}

void pn_loose_end(struct pn_game *game, struct pn_unit *unit)
{
	const uint16_t first = unit->first_figure;
	const uint8_t count = unit->loose;

	if (count == 0)
		return;
	game->figure_count = (uint16_t)(game->figure_count - count);
	memmove(game->figure + first, game->figure + first + count,
		(size_t)(game->figure_count - first) * sizeof game->figure[0]);
	for (pn_unit_id i = 0; i < game->unit_count; i++)
		if (game->unit[i].loose > 0 && game->unit[i].first_figure > first)
			game->unit[i].first_figure = (uint16_t)(game->unit[i].first_figure - count);
	unit->loose = 0;
	unit->first_figure = 0;
}

void pn_loose_carry(struct pn_game *game, struct pn_unit *unit, pn_pose to)
{
	const pn_pose from = unit->pose;
	const pn_angle turn = (pn_angle)(to.facing - from.facing);

	for (uint16_t i = 0; i < unit->loose; i++) {
		pn_pose pose = pn_figure_pose(game, unit, i);

		if (turn != 0)
			pose.at = pn_rotated(pose.at, from.at, turn);
		pose.at = pn_add(pose.at, pn_subtract(to.at, from.at));
		pose.facing = (pn_angle)(pose.facing + turn);
		game->figure[unit->first_figure + i] = pn_figure_pack(pose);
	}
}

void pn_muster_body(struct pn_body *out, const struct pn_rules *rules,
		    const struct pn_muster *muster, uint8_t index)
{
	const struct pn_muster_unit *unit = &muster->unit[index];
	struct pn_formation formation = unit->formation;

	formation.gap = pn_form_gap(rules, muster->params, unit->form);
	out->count = 1;
	if (!rules->forms.row[unit->form].loose) {
		out->part[0] = pn_footprint(unit->pose, formation);
		return;
	}
	out->count = (uint8_t)formation.figures;
	for (uint8_t i = 0; i < out->count; i++)
		out->part[i] = pn_loose_base(
			unit->placed ? pn_figure_unpack(muster->figure[unit->first_figure + i])
				     : pn_figure_slot(unit->pose, formation, i),
			formation);
}

/* ---- figures that are sent ---- */

struct pn_path pn_announced(const struct pn_game *game)
{
	struct pn_path path = game->announced;

	path.placed = game->announced_placed.of ? &game->announced_placed : NULL;
	return path;
}

static bool may_move(enum pn_command_kind kind)
{
	return kind == PN_COMMAND_CHARGE || kind == PN_COMMAND_MANOEUVRE ||
	       kind == PN_COMMAND_MOVE || kind == PN_COMMAND_RETREAT ||
	       kind == PN_COMMAND_OPPORTUNITY_CHARGE;
}

const struct pn_placed *pn_command_placed(const struct pn_command *command)
{
	return may_move(command->kind) ? command->path.placed : NULL;
}

const struct pn_placed *pn_event_placed(const struct pn_event *event)
{
	return event->kind == PN_EVENT_MOVE_ANNOUNCED ? event->move_announced.path.placed : NULL;
}

static void keep(struct pn_path *path, struct pn_placed *room)
{
	pn_assert(room != NULL);
	*room = *path->placed;
	path->placed = room;
}

bool pn_command_keep(struct pn_command *command, struct pn_placed *room)
{
	if (!pn_command_placed(command))
		return false;
	keep(&command->path, room);
	return true;
}

bool pn_event_keep(struct pn_event *event, struct pn_placed *room)
{
	if (!pn_event_placed(event))
		return false;
	keep(&event->move_announced.path, room);
	return true;
}
