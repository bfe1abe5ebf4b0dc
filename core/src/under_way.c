/* A game's state when a turn begins, as a muster with a position.
 *
 * What only a turn or a phase has is not in it: what was moved, ordered, rolled or asked. What
 * lasts is: who stands where in what state, formation and number, counters and flags that the book
 * lets a position give, who touches whom, lasting facts, what was agreed on about declaring. */

#include "loose.h"
#include "step.h"

/* The bits of flags that a position gives of a unit in this state. */
static uint32_t lasting_flags(const struct pn_game *game, pn_unit_id id)
{
	const struct pn_rules *rules = pn_rules_of(game);
	uint32_t lasting = 0;

	for (uint8_t i = 0; i < rules->flags.count; i++) {
		const struct pn_flag_rule *rule = &rules->flags.row[i];

		if (rule->lasts &&
		    (rule->states == 0 || rule->states >> game->unit[id].state & 1) &&
		    (!rule->in_contact || pn_engaged(game, id)))
			lasting |= UINT32_C(1) << i;
	}
	return game->unit[id].flags & lasting;
}

static void take_tallies(struct pn_muster_unit *out, const struct pn_rules *rules,
			 const struct pn_unit *unit)
{
	memset(out->tally, 0, sizeof out->tally);
	for (uint8_t i = 0; i < rules->tallies.count; i++)
		if (rules->tallies.row[i].most > 0)
			out->tally[i] = unit->tally[i];
}

/* Where its figures stand, when they stand by themselves. */
static void take_figures(struct pn_muster *out, struct pn_muster_unit *into,
			 const struct pn_game *game, const struct pn_unit *unit)
{
	into->placed = unit->loose > 0 ? (uint8_t)unit->figures : 0;
	into->first_figure = out->figure_count;
	for (uint8_t i = 0; i < into->placed; i++)
		out->figure[out->figure_count++] = game->figure[unit->first_figure + i];
}

static void take_unit(struct pn_muster *out, const struct pn_game *game, pn_unit_id id)
{
	const struct pn_rules *rules = pn_rules_of(game);
	const struct pn_unit *unit = &game->unit[id];
	struct pn_muster_unit *into = &out->unit[id];
	const bool is_reserve = pn_in_reserve(rules, into->stats);

	take_tallies(into, rules, unit);
	into->at_start = unit->figures_at_start;
	into->formation = pn_unit_formation(unit);
	into->state = unit->state;
	into->form = unit->form;
	into->placed = 0;
	into->pose = (pn_pose){{0, 0}, 0};
	/* Whether a reserve is still to come its book's counters say. */
	if (!unit->on_board) {
		into->whereabouts = is_reserve ? PN_WHERE_IT_BEGAN : PN_IS_GONE;
		return;
	}
	into->whereabouts = is_reserve ? PN_HAS_COME_ON : PN_WHERE_IT_BEGAN;
	into->pose = unit->pose;
	into->flags = lasting_flags(game, id);
	take_figures(out, into, game, unit);
}

/* Contacts on record whose units still touch: losses may have drawn them apart. */
static void take_contacts(struct pn_muster *out, const struct pn_game *game)
{
	out->contact_count = 0;
	for (uint8_t i = 0; i < game->contact_count; i++) {
		struct pn_contact contact = game->contact[i];
		struct pn_body unit, with;

		pn_unit_body(&unit, game, &game->unit[contact.unit]);
		pn_unit_body(&with, game, &game->unit[contact.with]);
		contact.benefits = false;
		if (pn_bodies_touch(&unit, &with))
			out->contact[out->contact_count++] = contact;
	}
}

void pn_muster_under_way(struct pn_muster *out, const struct pn_game *game,
			 const struct pn_muster *began)
{
	const struct pn_rules *rules = pn_rules_of(game);

	*out = *began;
	out->first_turn = game->turn;
	out->deployment = PN_DEPLOYMENT_PLACED;
	out->deploys_first = PN_RED;
	memset(out->zone, 0, sizeof out->zone);
	out->figure_count = 0;
	for (pn_unit_id i = 0; i < game->unit_count; i++)
		take_unit(out, game, i);
	take_contacts(out, game);
	for (uint8_t i = 0; i < rules->facts.count; i++)
		out->facts[i] =
			rules->facts.row[i].of_turn ? rules->facts.row[i].initial : game->facts[i];
	out->agreed = game->agreed;
}
