/* A fingerprint of a state, over the values of its fields, so padding, byte order and unused
 * slots never enter. Marks and what may be undone are left out: a command that was taken
 * back leaves the hash as if never given. Tests ask for it at every step, so a value takes
 * one multiplication. */

#include "pennon/game.h"

enum { STATS_ALWAYS = 12 }; /* hashed though 0: who has no others hashes as always */

static uint64_t mix(uint64_t hash, int64_t value)
{
	hash = (hash ^ (uint64_t)value) * 0x9e3779b97f4a7c15u;
	return hash ^ hash >> 32;
}

static uint64_t mix_order(uint64_t hash, struct pn_order order)
{
	hash = mix(hash, order.verb);
	hash = mix(hash, order.target);
	return mix(hash, order.number);
}

static uint64_t mix_pending(uint64_t hash, const struct pn_pending *pending)
{
	hash = mix(hash, pending->decision);
	hash = mix(hash, pending->owes);
	hash = mix(hash, pending->unit);
	hash = mix(hash, pending->other);
	hash = mix(hash, pending->stage);
	hash = mix(hash, pending->value);
	hash = mix(hash, pending->queue_count);
	for (uint8_t i = 0; i < pending->queue_count; i++)
		hash = mix(hash, pending->queue[i]);
	return hash;
}

static uint64_t mix_unit(uint64_t hash, const struct pn_unit *unit)
{
	hash = mix(hash, unit->side);
	hash = mix(hash, unit->class);
	hash = mix(hash, unit->traits);
	hash = mix(hash, unit->figures_at_start);
	hash = mix(hash, unit->base_width);
	hash = mix(hash, unit->base_depth);
	for (int i = 0; i < PN_STATS_MAX; i++)
		if (i < STATS_ALWAYS || pn_stat(unit, (uint8_t)i) != 0)
			hash = mix(hash, pn_stat(unit, (uint8_t)i));
	hash = mix(hash, unit->state);
	hash = mix(hash, unit->on_board);
	hash = mix(hash, unit->figures);
	hash = mix(hash, unit->files);
	hash = mix(hash, unit->form);
	hash = mix(hash, unit->gap);
	hash = mix(hash, unit->pose.at.x);
	hash = mix(hash, unit->pose.at.y);
	hash = mix(hash, unit->pose.facing);
	hash = mix(hash, unit->moved);
	hash = mix(hash, unit->flags);
	for (int i = 0; i < PN_TALLIES_MAX; i++)
		if (unit->tally[i] > 0) /* a book without any hashes as it always did */
			hash = mix(mix(hash, i), unit->tally[i]);
	if (unit->bend != 0)
		hash = mix(mix(hash, PN_TALLIES_MAX), unit->bend);
	hash = mix(hash, unit->melee_turn);
	return mix_order(hash, unit->order);
}

static uint64_t mix_path(uint64_t hash, const struct pn_path *path)
{
	hash = mix(hash, path->count);
	for (uint8_t i = 0; i < path->count; i++) {
		const struct pn_leg *leg = &path->leg[i];

		hash = mix(hash, leg->kind);
		hash = mix(hash, leg->left);
		hash = mix(hash, leg->heading);
		hash = mix(hash, leg->angle);
		hash = mix(hash, leg->to);
		hash = mix(hash, leg->files);
		hash = mix(hash, leg->form);
		hash = mix(hash, leg->length);
	}
	return hash;
}

static uint64_t mix_outcome_proposal(uint64_t hash, const struct pn_outcome_proposal *proposal)
{
	hash = mix(hash, proposal->made);
	hash = mix(hash, proposal->by);
	hash = mix(hash, proposal->outcome.count);
	for (uint8_t i = 0; i < proposal->outcome.count; i++) {
		const struct pn_fate *fate = &proposal->outcome.fate[i];

		hash = mix(hash, fate->unit);
		hash = mix(hash, fate->lost);
		hash = mix(hash, fate->state);
		hash = mix(hash, fate->removed);
		hash = mix(hash, fate->placed);
		hash = mix(hash, fate->at.x);
		hash = mix(hash, fate->at.y);
		hash = mix(hash, fate->facing);
	}
	return hash;
}

static uint64_t mix_agreement(uint64_t hash, const struct pn_agreement *agreement)
{
	if (!agreement->made)
		return mix(hash, 0);
	hash = mix(hash, agreement->method);
	hash = mix(hash, agreement->begins);
	hash = mix(hash, agreement->most[PN_RED]);
	return mix(hash, agreement->most[PN_BLUE]);
}

/* Proposals are part of what all see; whether one may be made again, and how far one may go
 * back, follow from the marks and are left out like them. */
static uint64_t mix_proposals(uint64_t hash, const struct pn_game *game)
{
	for (int side = 0; side < PN_SIDES; side++) {
		hash = mix(hash, game->proposal[side].kind);
		hash = mix(hash, game->proposal[side].winner);
		hash = mix_agreement(hash, &game->proposal[side].method);
	}
	hash = mix(hash, game->umpire);
	for (int side = 0; side < PN_SIDES; side++) {
		hash = mix(hash, game->question[side].kind);
		hash = mix(hash, game->question[side].winner);
	}
	hash = mix_agreement(hash, &game->agreed);
	hash = mix_agreement(hash, &game->coming);
	return mix(hash, game->agreement_ends);
}

static uint64_t mix_figures(uint64_t hash, const struct pn_game *game, const struct pn_unit *unit)
{
	hash = mix(hash, unit->loose);
	for (uint16_t i = 0; i < unit->loose; i++)
		for (int k = 0; k < 4; k++)
			hash = mix(hash, game->figure[unit->first_figure + i].part[k]);
	return hash;
}

static uint64_t mix_placed(uint64_t hash, const struct pn_placed *placed)
{
	hash = mix(hash, (int64_t)placed->of);
	for (int i = 0; i < PN_LOOSE_MAX; i++)
		for (int k = 0; k < 4 && placed->of >> i & 1; k++)
			hash = mix(hash, placed->to[i].part[k]);
	return hash;
}

static uint64_t mix_parley(uint64_t hash, const struct pn_game *game)
{
	hash = mix(hash, game->width);
	hash = mix(hash, game->depth);
	for (uint8_t i = 0; i < game->terrain_count; i++) {
		const struct pn_terrain *piece = &game->terrain[i];

		hash = mix(hash, piece->kind);
		hash = mix(hash, piece->height);
		for (uint8_t k = 0; k < piece->shape.count; k++) {
			hash = mix(hash, piece->shape.point[k].x);
			hash = mix(hash, piece->shape.point[k].y);
		}
	}
	for (int i = 0; i < PN_SWITCHES_MAX; i++)
		hash = mix(hash, game->switches[i]);
	for (int i = 0; i < PN_PARAMS_MAX; i++)
		hash = mix(hash, game->params[i]);
	hash = mix(hash, game->turns);
	hash = mix(hash, game->count);
	hash = mix(hash, game->method);
	hash = mix(hash, game->deployment);
	hash = mix(hash, game->deploys_first);
	for (int side = 0; side < PN_SIDES; side++)
		for (uint8_t i = 0; i < game->zone[side].count; i++) {
			hash = mix(hash, game->zone[side].point[i].x);
			hash = mix(hash, game->zone[side].point[i].y);
		}
	return mix(hash, game->premeasure);
}

/* A side that never rolled the cup adds nothing to the hash. */
static uint64_t mix_cups(uint64_t hash, const struct pn_game *game)
{
	for (int side = 0; side < PN_SIDES; side++) {
		const struct pn_cups *cups = &game->cups[side];

		if (cups->dice == 0 && cups->rolls == 0)
			continue;
		hash = mix(hash, side);
		hash = mix(hash, cups->turn);
		hash = mix(hash, cups->phase);
		hash = mix(hash, cups->dice);
		hash = mix(hash, cups->rolls);
	}
	return game->cups_undone > 0 ? mix(hash, game->cups_undone) : hash;
}

uint64_t pn_game_hash(const struct pn_game *game)
{
	uint64_t hash = 0xcbf29ce484222325u;

	hash = mix(hash, game->ruleset);
	hash = mix(hash, game->turn);
	hash = mix(hash, game->phase);
	hash = mix(hash, game->active);
	hash = mix(hash, game->over);
	hash = mix(hash, game->winner);
	hash = mix(hash, game->ending);
	hash = mix(hash, game->ready);
	hash = mix(hash, game->strikes[PN_RED]);
	hash = mix(hash, game->strikes[PN_BLUE]);
	hash = mix_parley(hash, game);
	for (int i = 0; i < PN_FACTS_MAX; i++)
		hash = mix(hash, game->facts[i]);
	hash = mix_path(hash, &game->announced);
	hash = mix_placed(hash, &game->announced_placed);
	hash = mix_outcome_proposal(hash, &game->proposed);
	hash = mix_proposals(hash, game);
	hash = mix(hash, game->pending_count);
	for (uint8_t i = 0; i < game->pending_count; i++)
		hash = mix_pending(hash, &game->pending[i]);
	hash = mix(hash, game->contact_count);
	for (uint8_t i = 0; i < game->contact_count; i++) {
		hash = mix(hash, game->contact[i].unit);
		hash = mix(hash, game->contact[i].with);
		hash = mix(hash, game->contact[i].facing);
		hash = mix(hash, game->contact[i].benefits);
	}
	hash = mix(hash, game->rolled_count);
	for (uint8_t i = 0; i < game->rolled_count; i++) {
		hash = mix(hash, game->rolled[i].who);
		hash = mix(hash, game->rolled[i].what);
		hash = mix(hash, game->rolled[i].count);
	}
	hash = mix_cups(hash, game);
	hash = mix(hash, game->unit_count);
	for (uint8_t i = 0; i < game->unit_count; i++)
		hash = mix_figures(mix_unit(hash, &game->unit[i]), game, &game->unit[i]);
	return hash;
}

enum { SALT_BYTES = sizeof((struct pn_secret *)0)->salt[0] };

static uint64_t mix_salt(uint64_t hash, const uint8_t salt[SALT_BYTES])
{
	uint64_t word = 0;

	for (int i = 0; i < SALT_BYTES; i++) {
		word = word << 8 | salt[i];
		if (i % 8 == 7)
			hash = mix(hash, (int64_t)word);
	}
	return hash;
}

static uint64_t mix_secret(uint64_t hash, const struct pn_game *game, pn_side side)
{
	const struct pn_secret *secret = &game->secret[side];

	for (uint8_t i = 0; i < game->unit_count; i++) {
		hash = mix_order(hash, pn_drafted(game, side, i));
		hash = mix_order(hash, pn_sealed(game, side, i));
	}
	for (int i = 0; i < PN_SIDE_UNITS_MAX; i++) {
		pn_pose pose = pn_figure_unpack(secret->place[i]);

		hash = mix(hash, secret->placed >> i & 1);
		hash = mix(hash, pose.at.x);
		hash = mix(hash, pose.at.y);
		hash = mix(hash, pose.facing);
	}
	for (int i = 0; i <= PN_SIDE_UNITS_MAX; i++)
		hash = mix_salt(hash, secret->salt[i]);
	return hash;
}

uint64_t pn_view_hash(const struct pn_game *game, pn_side side)
{
	uint64_t hash = pn_game_hash(game);

	for (pn_side s = 0; s < PN_SIDES; s++)
		if (side == PN_PUBLIC || side == s)
			hash = mix_secret(hash, game, s);
	return hash;
}
