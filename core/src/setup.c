/* Musters: their defaults, and the game that one makes. What is wrong with one is
 * muster_check.c's to say. */

#include "deploy.h"
#include "loose.h"
#include "muster_check.h"
#include "step.h"

static const pn_clause sizes = {"PN-07"};

void pn_muster_defaults(struct pn_muster *muster, uint8_t ruleset)
{
	const struct pn_rules *rules = pn_rules_at(ruleset);

	memset(muster, 0, sizeof *muster);
	muster->turns = 1;
	muster->method = rules->default_method;
	muster->premeasure = rules->premeasure.text[0] != '\0';
	for (uint8_t i = 0; i < rules->params.count; i++)
		muster->params[i] = rules->params.row[i].sample;
	for (uint8_t i = 0; i < rules->facts.count; i++)
		muster->facts[i] = rules->facts.row[i].initial;
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
			return pn_fault(PN_MUSTER_NO_ROOM, PN_PART_DEPLOYMENT, 0,
					pn_zone_member[side], PN_CLAUSE("PN-28"));
	return pn_no_fault();
}

/* ---- the game before its first event ---- */

static struct pn_unit unit_from(const struct pn_rules *rules, const struct pn_muster_unit *given,
				pn_len gap)
{
	struct pn_unit unit = {
		.side = given->side,
		.class = given->class,
		.traits = given->traits,
		.figures_at_start =
			given->at_start > 0 ? given->at_start : given->formation.figures,
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
		.flags = given->flags,
	};

	memcpy(unit.tally, given->tally, sizeof unit.tally);
	pn_take_stats(&unit, rules, given->stats);
	return unit;
}

static void place_unit(struct pn_game *game, const struct pn_muster *muster,
		       const struct pn_rules *rules, uint8_t index)
{
	const struct pn_muster_unit *given = &muster->unit[index];
	struct pn_unit *unit = &game->unit[index];

	*unit = unit_from(rules, given, pn_form_gap(rules, muster->params, given->form));
	if (!rules->forms.row[given->form].loose || given->whereabouts == PN_IS_GONE)
		return;
	if (given->placed > 0)
		unit->pose = pn_figure_unpack(muster->figure[given->first_figure]);
	pn_loose_begin(game, unit);
	for (uint8_t i = 0; i < given->placed; i++)
		game->figure[unit->first_figure + i] = muster->figure[given->first_figure + i];
}

/* The game that a muster makes with which nothing is wrong, but perhaps its room. */
static struct pn_muster_fault make_game(struct pn_game *game, uint8_t ruleset,
					const struct pn_muster *muster)
{
	const struct pn_rules *rules = pn_rules_at(ruleset);

	memset(game, 0, sizeof *game);
	game->ruleset = ruleset;
	game->active = PN_NO_SIDE;
	game->winner = PN_NO_SIDE;
	game->width = muster->width;
	game->depth = muster->depth;
	game->turns = muster->turns;
	game->first_turn = muster->first_turn > 0 ? muster->first_turn : 1;
	game->count = muster->count;
	game->method = muster->method;
	game->premeasure = muster->premeasure;
	game->deployment = muster->deployment;
	game->deploys_first = muster->deploys_first;
	memcpy(game->zone, muster->zone, sizeof game->zone);
	memcpy(game->switches, muster->switches, sizeof game->switches);
	memcpy(game->params, muster->params, sizeof game->params);
	for (uint8_t i = 0; i < rules->facts.count; i++)
		game->facts[i] = muster->first_turn > 0 && !rules->facts.row[i].of_turn
					 ? muster->facts[i]
					 : rules->facts.row[i].initial;
	game->agreed = muster->agreed;
	game->terrain_count = muster->terrain_count;
	memcpy(game->terrain, muster->terrain, sizeof game->terrain);
	game->unit_count = muster->unit_count;
	for (uint8_t i = 0; i < muster->unit_count; i++) {
		place_unit(game, muster, rules, i);
		game->red_count = (uint8_t)(game->red_count + (muster->unit[i].side == PN_RED));
		game->unit[i].on_board = muster->deployment == PN_DEPLOYMENT_PLACED &&
					 pn_begins_on_board(rules, &muster->unit[i]);
	}
	game->contact_count = muster->contact_count;
	memcpy(game->contact, muster->contact, muster->contact_count * sizeof game->contact[0]);
	for (int side = 0; side < PN_SIDES; side++)
		for (int i = 0; i < PN_SIDE_UNITS_MAX; i++) {
			game->secret[side].draft[i].target = PN_NO_UNIT;
			game->secret[side].sealed[i].target = PN_NO_UNIT;
		}
	return check_room(game);
}

struct pn_muster_fault pn_setup(struct pn_game *game, uint8_t ruleset,
				const struct pn_muster *muster)
{
	static const struct pn_muster_unread nothing;
	struct pn_muster_fault first;

	if (pn_find_faults(&first, 1, ruleset, muster, &nothing) > 0)
		return first;
	return make_game(game, ruleset, muster);
}

uint16_t pn_muster_faults(struct pn_muster_fault *out, uint16_t max, struct pn_game *game,
			  uint8_t ruleset, const struct pn_muster *muster,
			  const struct pn_muster_unread *unread)
{
	uint16_t count = pn_find_faults(out, max, ruleset, muster, unread);

	if (count > 0 || unread->any)
		return count;
	out[0] = make_game(game, ruleset, muster);
	return out[0].code != PN_MUSTER_NONE;
}

/* ---- arrangements ---- */

static struct pn_muster_fault arranged_unit_fault(const struct pn_game *game,
						  const struct pn_arranged_unit *given)
{
	const struct pn_rules *rules = pn_rules_of(game);
	const struct pn_order *order = &given->order;

	if (given->unit >= game->unit_count)
		return pn_fault(PN_MUSTER_OUT_OF_RANGE, PN_PART_UNIT, given->unit, "", sizes);
	if (given->has_state && given->state >= rules->states.count)
		return pn_fault(PN_MUSTER_NOT_ALLOWED, PN_PART_UNIT, given->unit, "state", sizes);
	if (given->has_form && given->form >= rules->forms.count)
		return pn_fault(PN_MUSTER_NOT_ALLOWED, PN_PART_UNIT, given->unit, "formation",
				sizes);
	if (given->has_order &&
	    (order->verb >= rules->verbs.count ||
	     (order->target != PN_NO_UNIT && order->target >= game->unit_count)))
		return pn_fault(PN_MUSTER_NOT_ALLOWED, PN_PART_UNIT, given->unit, "order", sizes);
	if (given->has_figures &&
	    (given->figures < 1 || given->figures > game->unit[given->unit].figures_at_start))
		return pn_fault(PN_MUSTER_OUT_OF_RANGE, PN_PART_UNIT, given->unit, "figures",
				sizes);
	return pn_no_fault();
}

struct pn_muster_fault pn_arrangement_fault(const struct pn_game *game,
					    const struct pn_arrangement *given)
{
	const struct pn_rules *rules = pn_rules_of(game);

	if (given->has_turn && (given->turn < 1 || given->turn > game->turns))
		return pn_fault(PN_MUSTER_OUT_OF_RANGE, PN_PART_ENDS, 0, "turn", sizes);
	if (given->has_phase && given->phase >= rules->phases.count)
		return pn_fault(PN_MUSTER_NOT_ALLOWED, PN_PART_BOARD, 0, "phase", sizes);
	if (given->has_decision && (game->pending_count && !given->has_phase))
		return pn_fault(PN_MUSTER_NOT_ALLOWED, PN_PART_BOARD, 0, "decision", sizes);
	for (uint8_t i = 0; i < given->unit_count; i++) {
		struct pn_muster_fault found = arranged_unit_fault(game, &given->unit[i]);

		if (found.code != PN_MUSTER_NONE)
			return found;
	}
	if (game->contact_count + given->contact_count > PN_CONTACTS_MAX)
		return pn_fault(PN_MUSTER_OUT_OF_RANGE, PN_PART_BOARD, 0, "contacts", sizes);
	for (uint8_t i = 0; i < given->contact_count; i++)
		if (given->contact[i].unit >= game->unit_count ||
		    given->contact[i].with >= game->unit_count)
			return pn_fault(PN_MUSTER_OUT_OF_RANGE, PN_PART_BOARD, 0, "contacts",
					sizes);
	return pn_no_fault();
}
