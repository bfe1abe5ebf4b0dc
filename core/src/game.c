/* Small questions about a game that many rooms ask. */

#include "pennon/rules.h"

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
	pn_unit_id first = 0;

	while (game->unit[first].side != game->unit[unit].side)
		first++;
	return (uint8_t)(unit - first);
}

bool pn_in_reserve(const struct pn_rules *rules, const int32_t stats[PN_STATS_MAX])
{
	return rules->reserve_stat > 0 && stats[rules->reserve_stat - 1] > 0;
}

struct pn_formation pn_unit_formation(const struct pn_unit *unit)
{
	/* Who lost its last figure is gone; whoever looks at it sees that one. */
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
