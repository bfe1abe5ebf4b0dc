/* Small questions about a game that many rooms ask. */

#include "step.h"

pn_side pn_opponent(pn_side side)
{
	pn_assert(side < PN_SIDES);
	return side == PN_RED ? PN_BLUE : PN_RED;
}

uint8_t pn_method_now(const struct pn_game *game)
{
	if (game->method != PN_METHOD_AGREED)
		return game->method;
	return game->agreed.made ? game->agreed.method : pn_rules_of(game)->default_method;
}

uint8_t pn_place_of(const struct pn_game *game, pn_unit_id unit)
{
	return (uint8_t)(game->unit[unit].side == PN_RED ? unit : unit - game->red_count);
}

static const struct pn_order no_order = {.target = PN_NO_UNIT};

struct pn_order pn_drafted(const struct pn_game *game, pn_side side, pn_unit_id unit)
{
	return game->unit[unit].side == side ? game->secret[side].draft[pn_place_of(game, unit)]
					     : no_order;
}

struct pn_order pn_sealed(const struct pn_game *game, pn_side side, pn_unit_id unit)
{
	return game->unit[unit].side == side ? game->secret[side].sealed[pn_place_of(game, unit)]
					     : no_order;
}

/* ---- characteristics ---- */

static bool is_wide(const struct pn_stat_rule *rule)
{
	return rule->min < INT8_MIN || rule->max > INT8_MAX;
}

uint8_t pn_wide_stats(const struct pn_rules *rules)
{
	uint8_t count = 0;

	for (uint8_t i = 0; i < rules->stats.count; i++)
		count = (uint8_t)(count + is_wide(&rules->stats.row[i]));
	return count;
}

int32_t pn_stat(const struct pn_unit *unit, uint8_t stat)
{
	uint8_t wide = 0; /* so many before it */

	for (unsigned bits = unit->wide & ((1u << stat) - 1); bits; bits &= bits - 1)
		wide++;
	if (unit->wide >> stat & 1)
		return unit->wide_stat[wide];
	return stat - wide < PN_SMALL_STATS_MAX ? unit->small_stat[stat - wide] : 0;
}

void pn_take_stats(struct pn_unit *unit, const struct pn_rules *rules,
		   const int32_t stats[PN_STATS_MAX])
{
	uint8_t wide = 0;

	unit->wide = 0;
	memset(unit->small_stat, 0, sizeof unit->small_stat);
	for (uint8_t i = 0; i < rules->stats.count; i++) {
		if (!is_wide(&rules->stats.row[i])) {
			pn_assert(i - wide < PN_SMALL_STATS_MAX);
			unit->small_stat[i - wide] = (int8_t)stats[i];
			continue;
		}
		pn_assert(wide < PN_WIDE_STATS_MAX);
		unit->wide |= (uint16_t)(1u << i);
		unit->wide_stat[wide++] = stats[i];
	}
}

bool pn_in_reserve(const struct pn_rules *rules, const int32_t stats[PN_STATS_MAX])
{
	return rules->reserve_stat > 0 && stats[rules->reserve_stat - 1] > 0;
}

bool pn_begins_on_board(const struct pn_rules *rules, const struct pn_muster_unit *unit)
{
	return unit->whereabouts == PN_HAS_COME_ON ||
	       (unit->whereabouts == PN_WHERE_IT_BEGAN && !pn_in_reserve(rules, unit->stats));
}

bool pn_unit_in_reserve(const struct pn_game *game, pn_unit_id unit)
{
	const uint8_t stat = pn_rules_of(game)->reserve_stat;

	return stat > 0 && pn_stat(&game->unit[unit], (uint8_t)(stat - 1)) > 0;
}

struct pn_formation pn_unit_formation(const struct pn_unit *unit)
{
	/* A unit that lost its last figure is gone; it keeps the footprint of one figure. */
	return (struct pn_formation){
		.figures = unit->figures ? unit->figures : 1,
		.files = unit->figures ? unit->files : 1,
		.base_width = unit->base_width,
		.base_depth = unit->base_depth,
		.gap = unit->gap,
	};
}

struct pn_shape pn_unit_footprint(const struct pn_unit *unit)
{
	return pn_footprint(unit->pose, pn_unit_formation(unit));
}

bool pn_in_contact(const struct pn_game *game, pn_unit_id a, pn_unit_id b)
{
	for (uint8_t i = 0; i < game->contact_count; i++) {
		const struct pn_contact *contact = &game->contact[i];

		if ((contact->unit == a && contact->with == b) ||
		    (contact->unit == b && contact->with == a))
			return true;
	}
	return false;
}

bool pn_engaged(const struct pn_game *game, pn_unit_id unit)
{
	for (uint8_t i = 0; i < game->contact_count; i++)
		if (game->contact[i].unit == unit || game->contact[i].with == unit)
			return true;
	return false;
}

const struct pn_pending *pn_top_pending(const struct pn_game *game)
{
	return game->pending_count ? &game->pending[game->pending_count - 1] : NULL;
}

void pn_melee_units(const struct pn_game *game, pn_unit_id unit, bool in[PN_UNITS_MAX])
{
	bool grows = true;

	memset(in, 0, PN_UNITS_MAX * sizeof in[0]);
	in[unit] = true;
	while (grows) {
		grows = false;
		for (uint8_t i = 0; i < game->contact_count; i++) {
			const struct pn_contact *contact = &game->contact[i];

			if (in[contact->unit] == in[contact->with])
				continue;
			in[contact->unit] = in[contact->with] = true;
			grows = true;
		}
	}
}

bool pn_owes(const struct pn_game *game, pn_side side)
{
	const struct pn_pending *top = pn_top_pending(game);

	return top && side < PN_SIDES && (top->owes & (1u << side));
}
