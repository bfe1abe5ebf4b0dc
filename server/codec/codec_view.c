/* The getGame object. What is written is the viewer's own view, so nothing here hides
 * anything: what they may not know is not in it. */

#include "codec/codec_view.h"

#include <stdlib.h>

#include "codec/codec_actions.h"
#include "codec/parts.h"
#include "codec/value.h"

/* ---- units ---- */

/* A unit and what the object calls it. */
struct named_unit {
	char name[PN_ID_BYTES];
	pn_unit_id unit;
};

static int compare_names(const void *a, const void *b)
{
	return strcmp(((const struct named_unit *)a)->name, ((const struct named_unit *)b)->name);
}

static void write_own_order(struct text *out, const struct pn_game *game, const char *key,
			    struct pn_order order)
{
	if (order.verb == PN_VERB_NONE)
		return;
	write_key(out, key);
	write_order(out, game, PN_NO_UNIT, &order);
}

static void write_figures_at(struct text *out, const struct pn_game *game,
			     const struct pn_unit *unit)
{
	write_key(out, "figures_at");
	write_byte(out, '[');
	for (uint16_t i = 0; i < unit->figures; i++) {
		write_item(out);
		write_pose(out, pn_figure_pose(game, unit, i));
	}
	write_byte(out, ']');
}

static void write_unit(struct text *out, const struct pn_game *game, const struct pn_muster *muster,
		       pn_side side, pn_unit_id id)
{
	const struct pn_rules *rules = pn_rules_of(game);
	const struct pn_unit *unit = &game->unit[id];
	const struct pn_secret *own =
		side == unit->side && side < PN_SIDES ? &game->secret[side] : NULL;
	int32_t stats[PN_STATS_MAX];

	write_byte(out, '{');
	write_key_integer(out, "base_depth", unit->base_depth);
	write_key_integer(out, "base_width", unit->base_width);
	if (unit->bend != 0)
		write_key_integer(out, "bend", unit->bend);
	write_key_name(out, "class", name_at(NAMES_CLASS, rules, unit->class));
	if (own)
		write_own_order(out, game, "draft", pn_drafted(game, side, id));
	write_key_integer(out, "figures", unit->figures);
	if (unit->loose > 0)
		write_figures_at(out, game, unit);
	write_key_integer(out, "files", unit->files);
	write_key(out, "flags");
	write_bits(out, NAMES_FLAG, rules, unit->flags);
	write_key_name(out, "formation", name_at(NAMES_FORM, rules, unit->form));
	write_key_integer(out, "gap", unit->gap);
	write_key_integer(out, "moved", unit->moved);
	write_key_string(out, "name", muster->unit[id].name);
	write_key_bool(out, "on_table", unit->on_board);
	write_own_order(out, game, "order", unit->order);
	if (own && own->placed >> pn_place_of(game, id) & 1) {
		write_key(out, "place");
		write_pose(out, pn_figure_unpack(own->place[pn_place_of(game, id)]));
	}
	write_key(out, "pose");
	write_pose(out, unit->pose);
	if (own)
		write_own_order(out, game, "sealed", pn_sealed(game, side, id));
	write_key_name(out, "side", name_at(NAMES_SIDE, NULL, unit->side));
	write_key_name(out, "state", name_at(NAMES_STATE, rules, unit->state));
	write_key(out, "stats");
	for (uint8_t i = 0; i < rules->stats.count; i++)
		stats[i] = pn_stat(unit, i);
	write_stats(out, rules, stats);
	if (rules->tallies.count > 0) {
		write_key(out, "tallies");
		write_tallies(out, rules, unit->tally);
	}
	write_key(out, "traits");
	write_bits(out, NAMES_TRAIT, rules, unit->traits);
	write_byte(out, '}');
}

/* Units by id; "b10" sorts before "b2", as text does. */
static void write_game_units(struct text *out, const struct pn_game *game,
			     const struct pn_muster *muster, pn_side side)
{
	struct named_unit order[PN_UNITS_MAX];
	for (pn_unit_id i = 0; i < game->unit_count; i++) {
		order[i].unit = i;
		pn_who_write(order[i].name, game, i);
	}
	qsort(order, game->unit_count, sizeof(order[0]), compare_names);

	write_byte(out, '{');
	for (unsigned i = 0; i < game->unit_count; i++) {
		write_key(out, order[i].name);
		write_unit(out, game, muster, side, order[i].unit);
	}
	write_byte(out, '}');
}

/* ---- the position ---- */

static void write_phase(struct text *out, const struct pn_game *game)
{
	write_key(out, "phase");
	if (game->turn == 0)
		text_add_string(out, "null");
	else
		write_name(out, name_at(NAMES_PHASE, pn_rules_of(game), game->phase));
}

static void write_result(struct text *out, const struct pn_game *game)
{
	if (!game->over)
		return;
	write_key(out, "result");
	write_byte(out, '{');
	write_key_name(out, "reason", name_at(NAMES_ENDING, NULL, game->ending));
	write_key(out, "winner");
	write_side(out, game->winner);
	write_byte(out, '}');
}

static void write_active(struct text *out, const struct pn_game *game)
{
	write_key(out, "active");
	write_side(out, game->active);
}

static void write_game_contacts(struct text *out, const struct pn_game *game)
{
	write_key(out, "contacts");
	write_contacts(out, game, game->contact, game->contact_count);
}

static void write_game_facts(struct text *out, const struct pn_game *game)
{
	write_key(out, "facts");
	write_facts(out, pn_rules_of(game), game->facts);
}

/* One side's proposal or question, under `kind`. */
static void write_laid(struct text *out, const char *kind, const struct pn_proposal *proposal)
{
	write_byte(out, '{');
	write_key_name(out, kind, name_at(NAMES_PROPOSAL, NULL, proposal->kind));
	write_key(out, "terms");
	write_terms(out, proposal);
	write_byte(out, '}');
}

/* What lies on the table of both sides, under `name`; nothing when there is nothing, or when the game
 * has ended. */
static void write_table(struct text *out, const struct pn_game *game, const char *name,
			const char *kind, const struct pn_proposal proposal[PN_SIDES])
{
	static const pn_side by_name[PN_SIDES] = {PN_BLUE, PN_RED};

	if (game->over || (proposal[PN_RED].kind == PN_PROPOSAL_NOTHING &&
			   proposal[PN_BLUE].kind == PN_PROPOSAL_NOTHING))
		return;
	write_key(out, name);
	write_byte(out, '{');
	for (int i = 0; i < PN_SIDES; i++) {
		if (proposal[by_name[i]].kind == PN_PROPOSAL_NOTHING)
			continue;
		write_key(out, name_at(NAMES_SIDE, NULL, by_name[i]));
		write_laid(out, kind, &proposal[by_name[i]]);
	}
	write_byte(out, '}');
}

/* What the sides propose to one another, and ask the umpire. */
static void write_actions(struct text *out, const struct pn_game *game)
{
	write_table(out, game, "offers", "offer", game->proposal);
}

static void write_questions(struct text *out, const struct pn_game *game)
{
	write_table(out, game, "questions", "question", game->question);
}

static void write_umpire(struct text *out, const struct pn_game *game)
{
	if (game->umpire != PN_UMPIRE_NONE)
		write_key_name(out, "umpire", name_at(NAMES_UMPIRE, NULL, game->umpire));
}

static void write_agreements(struct text *out, const struct pn_game *game)
{
	if (!game->agreed.made && !game->coming.made)
		return;
	write_key(out, "agreed");
	write_byte(out, '{');
	if (game->coming.made) {
		write_key(out, "coming");
		write_agreement(out, &game->coming);
	}
	if (game->agreement_ends)
		write_key_bool(out, "ends", true);
	if (game->agreed.made) {
		write_key(out, "now");
		write_agreement(out, &game->agreed);
	}
	write_byte(out, '}');
}

/* The outcome on the table, if there is one. */
static void write_proposal(struct text *out, const struct pn_game *game)
{
	if (!game->proposed.made)
		return;
	write_key(out, "proposal");
	write_byte(out, '{');
	write_key(out, "outcome");
	write_outcome(out, game, &game->proposed.outcome);
	write_key_name(out, "side", name_at(NAMES_SIDE, NULL, game->proposed.by));
	write_byte(out, '}');
}

/* How often each side has rolled the cup this turn; a side that has not is left out. */
static void write_cups(struct text *out, const struct pn_game *game)
{
	if (!game->cups[PN_RED].rolls && !game->cups[PN_BLUE].rolls)
		return;
	write_key(out, "cups");
	write_byte(out, '{');
	if (game->cups[PN_BLUE].rolls)
		write_key_integer(out, "blue", game->cups[PN_BLUE].rolls);
	if (game->cups[PN_RED].rolls)
		write_key_integer(out, "red", game->cups[PN_RED].rolls);
	write_byte(out, '}');
}

void codec_position_encode(struct text *out, const struct pn_game *view,
			   const struct pn_muster *muster, pn_side side)
{
	write_byte(out, '{');
	write_active(out, view);
	write_agreements(out, view);
	write_game_contacts(out, view);
	write_cups(out, view);
	write_game_facts(out, view);
	write_actions(out, view);
	write_phase(out, view);
	write_proposal(out, view);
	write_questions(out, view);
	write_result(out, view);
	write_key_integer(out, "turn", view->turn);
	write_umpire(out, view);
	write_key(out, "units");
	write_game_units(out, view, muster, side);
	write_waiting_for(out, view, (int64_t[PN_SIDES]){0});
	write_byte(out, '}');
}

/* ---- the whole object ---- */

static void write_nonces(struct text *out, const struct game_header *header)
{
	static const pn_side by_name[PN_SIDES] = {PN_BLUE, PN_RED};

	write_key(out, "nonces");
	write_byte(out, '{');
	for (int i = 0; i < PN_SIDES; i++) {
		pn_side side = by_name[i];
		if (!header->seat_taken[side])
			continue;
		write_key(out, name_at(NAMES_SIDE, NULL, side));
		write_byte(out, '{');
		write_key_bool(out, "drawn", header->nonce_drawn[side]);
		write_key(out, "value");
		write_hex(out, header->nonce[side], sizeof(header->nonce[side]));
		write_byte(out, '}');
	}
	write_byte(out, '}');
}

/* Names of players, each under their side. */
static void write_players(struct text *out, const struct codec_view *view)
{
	write_key(out, "players");
	write_byte(out, '{');
	if (view->player[PN_BLUE])
		write_key_string(out, "blue", view->player[PN_BLUE]);
	if (view->player[PN_RED])
		write_key_string(out, "red", view->player[PN_RED]);
	if (view->player[PN_PUBLIC])
		write_key_string(out, "umpire", view->player[PN_PUBLIC]);
	write_byte(out, '}');
}

static void write_common_app(struct text *out, const struct codec_view *view)
{
	write_key(out, "common_app");
	write_byte(out, '{');
	write_key_name(out, "app", view->common_app);
	write_key_string(out, "name", view->common_app_name);
	write_byte(out, '}');
}

/* What the muster fixed, between "board" and "facts" and further on. */
static void write_agreed(struct text *out, const struct codec_view *view)
{
	const struct pn_game *game = view->game;
	const struct pn_rules *rules = pn_rules_of(game);
	const struct intent *intent = view->intent;

	write_key(out, "params");
	write_named_numbers(out, NAMES_PARAM, rules, game->params);
	if (intent) {
		write_key(out, "passes");
		codec_passes_encode(out, game, intent);
	}
	if (view->clock->paused)
		write_key_bool(out, "paused", true);
	write_phase(out, game);
	if (intent) {
		write_key(out, "plan");
		codec_plan_encode(out, game, intent->plan, intent->next);
	}
	write_players(out, view);
	write_key_bool(out, "premeasure", game->premeasure);
	write_proposal(out, game);
	write_questions(out, game);
	write_key(out, "readings");
	write_switches(out, rules, game->switches);
	write_result(out, game);
}

static void write_game_deployment(struct text *out, const struct pn_game *game)
{
	if (game->deployment == PN_DEPLOYMENT_PLACED)
		return;
	write_key(out, "deployment");
	write_deployment(out, game->deployment, game->deploys_first, game->zone);
}

static void write_game_board(struct text *out, const struct pn_game *game)
{
	write_key(out, "board");
	write_board(out, pn_rules_of(game), game->width, game->depth, game->terrain,
		    game->terrain_count);
}

void codec_beginning_encode(struct text *out, const struct pn_game *game,
			    const struct pn_muster *muster)
{
	const struct pn_rules *rules = pn_rules_of(game);

	write_byte(out, '{');
	write_active(out, game);
	write_game_board(out, game);
	write_game_contacts(out, game);
	write_game_deployment(out, game);
	write_key(out, "ends");
	write_ends(out, game->turns, game->count);
	write_game_facts(out, game);
	write_key_name(out, "method", name_at(NAMES_METHOD, NULL, game->method));
	write_key(out, "params");
	write_named_numbers(out, NAMES_PARAM, rules, game->params);
	write_phase(out, game);
	write_key_bool(out, "premeasure", game->premeasure);
	write_key(out, "readings");
	write_switches(out, rules, game->switches);
	write_key_name(out, "ruleset", rules->id);
	write_key_integer(out, "turn", game->turn);
	write_key(out, "units");
	write_game_units(out, game, muster, PN_PUBLIC);
	write_waiting_for(out, game, (int64_t[PN_SIDES]){0});
	write_byte(out, '}');
}

static void write_seats(struct text *out, const struct game_header *header)
{
	write_key(out, "seats");
	write_byte(out, '{');
	write_key_name(out, "blue", header->seat_taken[PN_BLUE] ? "taken" : "open");
	write_key_name(out, "red", header->seat_taken[PN_RED] ? "taken" : "open");
	write_byte(out, '}');
}

/* The clocks as they stood when the last thing happened that everybody saw. */
static void write_clocks(struct text *out, const struct codec_view *view)
{
	const struct clock_rule *rule = &view->header->clock;
	static const pn_side by_name[PN_SIDES] = {PN_BLUE, PN_RED};

	if (!rule->bank)
		return;
	write_key(out, "clock");
	write_byte(out, '{');
	write_key_integer(out, "bank", rule->bank);
	write_key_integer(out, "cap", rule->cap);
	write_key_integer(out, "increment", rule->increment);
	write_key(out, "left");
	write_byte(out, '{');
	for (int i = 0; i < PN_SIDES; i++)
		write_key_integer(out, name_at(NAMES_SIDE, NULL, by_name[i]),
				  view->clock->bank_ms[by_name[i]] / 1000);
	write_byte(out, '}');
	write_key(out, "strikes");
	write_byte(out, '{');
	for (int i = 0; i < PN_SIDES; i++)
		write_key_integer(out, name_at(NAMES_SIDE, NULL, by_name[i]),
				  view->game->strikes[by_name[i]]);
	write_byte(out, '}');
	write_byte(out, '}');
}

/* What all may know of armies that are written in secret. */
static void write_armies(struct text *out, const struct codec_view *view)
{
	const struct army_rule *rule = &view->header->armies;
	const struct army_facts *facts = view->armies;
	static const pn_side by_name[PN_SIDES] = {PN_BLUE, PN_RED};

	if (!facts)
		return;
	write_key(out, "armies");
	write_byte(out, '{');
	write_key(out, "commitments");
	write_byte(out, '{');
	for (int i = 0; i < PN_SIDES; i++)
		if (facts->sealed[by_name[i]])
			write_key_hex(out, name_at(NAMES_SIDE, NULL, by_name[i]),
				      facts->commitment[by_name[i]], 32);
	write_byte(out, '}');
	write_key_integer(out, "days", rule->days);
	if (rule->figures > 0)
		write_key_integer(out, "figures", rule->figures);
	if (facts->until_ms) {
		write_key(out, "until");
		write_time(out, facts->until_ms);
	}
	write_byte(out, '}');
}

void codec_view_encode(struct text *out, const struct codec_view *view)
{
	const struct game_header *header = view->header;
	const struct pn_game *game = view->game;
	const struct pn_rules *rules = pn_rules_of(game);

	write_byte(out, '{');
	write_key_name(out, "access", game_access_name(header->access));
	if (view->listed) {
		write_key(out, "actions");
		text_add(out, view->listed->bytes, view->listed->size);
	}
	write_active(out, game);
	write_agreements(out, game);
	write_armies(out, view);
	if (game->first_turn > 1)
		write_key_integer(out, "begins", game->first_turn);
	write_game_board(out, game);
	write_clocks(out, view);
	if (view->common_app)
		write_common_app(out, view);
	write_game_contacts(out, game);
	write_key_name(out, "creator", name_at(NAMES_SIDE, NULL, header->creator));
	write_cups(out, game);
	write_game_deployment(out, game);
	write_key(out, "ends");
	write_ends(out, game->turns, game->count);
	write_game_facts(out, game);
	write_key_name(out, "id", header->id);
	write_machine(out, &header->machine);
	write_key_name(out, "method", name_at(NAMES_METHOD, NULL, game->method));
	if (header->name[0])
		write_key_string(out, "name", header->name);
	write_nonces(out, header);
	write_actions(out, game);
	write_agreed(out, view);
	write_key_integer(out, "revision", header->revision);
	write_key_name(out, "ruleset", rules->id);
	if (header->scenario[0])
		write_key_name(out, "scenario", header->scenario);
	write_seats(out, header);
	write_key(out, "seed_commitment");
	write_hex(out, header->seed_commitment, sizeof(header->seed_commitment));
	write_key_integer(out, "seq", view->seq);
	write_key_name(out, "side",
		       name_at(view->is_umpire ? NAMES_AUTHOR : NAMES_VIEWER, NULL, view->side));
	if (view->intent) {
		write_key(out, "standing_orders");
		codec_standing_orders_encode(out, game, view->intent->orders);
	}
	write_key_name(out, "status", game_status_name(header->status));
	write_key_integer(out, "turn", game->turn);
	write_umpire(out, game);
	write_key(out, "units");
	write_game_units(out, game, header->muster, view->side);
	write_key_integer(out, "version", view->version);
	write_waiting_for(out, game, view->until_ms);
	codec_you_encode(out, &(struct codec_turn){
				      .side = view->side,
				      .you = view->you,
				      .until_ms = {view->until_ms[PN_RED], view->until_ms[PN_BLUE]},
				      .army_until_ms = view->armies ? view->armies->until_ms : 0,
				      .game = game,
			      });
	write_byte(out, '}');
}
