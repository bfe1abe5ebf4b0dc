#include "judge.h"

#include "ways.h"

enum {
	NEAR = 12 * PN_INCH,  /* an enemy's flank counts within this */
	FAR = 48 * PN_INCH,   /* and its nearness within this */
	FLANK_SEEN = 60,      /* thousandths of a unit: to stand where it may be struck in flank */
	MELEE_AT_STAKE = 600, /* thousandths of a unit: what a melee wholly won would be */
	COUNTED = 500, /* the same: a unit that the muster's count has, or all figures of one */
	LEAD = 1000,   /* the same: to be ahead in that count, by however little */
	CONTACT =
		200, /* the same: to touch an enemy while not ahead, for only there it is decided */
};

static const struct pn_judgement *table_of(const struct pn_game *game)
{
	return pn_rules_of(game)->judgement;
}

static int32_t sign(const struct pn_unit *unit, pn_side side)
{
	return unit->side == side ? 1 : -1;
}

/* Half of it for being there, half for the figures it still has. */
static int32_t unit_worth(const struct pn_game *game, const struct pn_unit *unit)
{
	const int32_t whole = unit->figures_at_start ? unit->figures_at_start : 1;
	int32_t worth = PN_JUDGE_UNIT * (whole + unit->figures) / (2 * whole);

	worth = worth * table_of(game)->worth[unit->state] / 100;
	if (game->count == PN_COUNT_UNITS && unit->state == 0)
		worth += COUNTED;
	if (game->count == PN_COUNT_FIGURES)
		worth += COUNTED * unit->figures / whole;
	return worth;
}

/* What the muster counts of a unit. */
static int32_t counted(const struct pn_game *game, const struct pn_unit *unit)
{
	if (game->count == PN_COUNT_UNITS)
		return unit->state == 0;
	return game->count == PN_COUNT_FIGURES ? unit->figures : 0;
}

/* ---- melees ---- */

/* How a unit came into contact: the most that one of its contacts gives. */
static int32_t impact(const struct pn_game *game, pn_unit_id id)
{
	const struct pn_judgement *table = table_of(game);
	int32_t most = 0;

	for (uint8_t i = 0; i < game->contact_count; i++) {
		const struct pn_contact *contact = &game->contact[i];
		int32_t more = contact->benefits ? table->charge : 0;

		if (contact->unit != id)
			continue;
		if (contact->facing == PN_FACING_REAR)
			more += table->rear;
		else if (contact->facing != PN_FACING_FRONT)
			more += table->flank;
		most = more > most ? more : most;
	}
	return most;
}

void pn_judge_melee(const struct pn_game *game, const bool in[PN_UNITS_MAX],
		    int64_t power[PN_SIDES])
{
	const struct pn_judgement *table = table_of(game);

	power[PN_RED] = power[PN_BLUE] = 0;
	for (pn_unit_id i = 0; i < game->unit_count; i++) {
		const struct pn_unit *unit = &game->unit[i];

		if (in[i])
			power[unit->side] += (int64_t)unit->figures * table->fights[unit->class] *
					     table->worth[unit->state] * (100 + impact(game, i));
	}
}

static int32_t melees_worth(const struct pn_game *game, pn_side side)
{
	bool seen[PN_UNITS_MAX] = {false};
	int64_t sum = 0;

	for (pn_unit_id i = 0; i < game->unit_count; i++) {
		bool in[PN_UNITS_MAX];
		int64_t power[PN_SIDES];
		int32_t units = 0;

		if (seen[i] || !pn_engaged(game, i))
			continue;
		pn_melee_units(game, i, in);
		for (pn_unit_id k = 0; k < game->unit_count; k++) {
			seen[k] |= in[k];
			units += in[k];
		}
		pn_judge_melee(game, in, power);
		if (power[PN_RED] + power[PN_BLUE] > 0)
			sum += MELEE_AT_STAKE / 2 * units *
			       (power[side] - power[pn_opponent(side)]) /
			       (power[PN_RED] + power[PN_BLUE]);
	}
	return (int32_t)sum;
}

/* ---- ground ---- */

/* Does `to` stand off the front of `unit`? */
static bool is_off_front(const struct pn_unit *unit, const struct pn_unit *to)
{
	const pn_vec way = {to->pose.at.x - unit->pose.at.x, to->pose.at.y - unit->pose.at.y};
	const int32_t turn = pn_turn_between(unit->pose.facing, pn_bearing(way));

	return turn > PN_DEGREES_45 || turn < -PN_DEGREES_45;
}

/* How near a unit of the side has come to an enemy, and who could strike whose flank. `round` is
 * how far it is for it round what bars its way; negative: nothing does on this board. */
static int32_t nearness(const struct pn_game *game, pn_unit_id id, pn_len round)
{
	const struct pn_unit *unit = &game->unit[id];
	pn_len nearest = FAR;
	int32_t flanks = 0;

	for (pn_unit_id i = 0; i < game->unit_count; i++) {
		const struct pn_unit *other = &game->unit[i];
		pn_len apart;

		if (other->side == unit->side || !other->on_board)
			continue;
		apart = pn_distance(unit->pose.at, other->pose.at);
		nearest = apart < nearest ? apart : nearest;
		if (apart < NEAR)
			flanks += FLANK_SEEN *
				  (is_off_front(other, unit) - is_off_front(unit, other));
	}
	if (round > nearest)
		nearest = round;
	return flanks - table_of(game)->inch * nearest / PN_INCH;
}

/* The quarters of the board in which a side has more figures in good order (PN-34). */
static int32_t quarters(const struct pn_game *game, pn_side side)
{
	int32_t lead[4] = {0};
	int32_t held = 0;

	for (pn_unit_id i = 0; i < game->unit_count; i++) {
		const struct pn_unit *unit = &game->unit[i];
		const int east = 2 * unit->pose.at.x >= game->width;
		const int north = 2 * unit->pose.at.y >= game->depth;

		if (unit->on_board && unit->state == 0)
			lead[2 * north + east] += sign(unit, side) * unit->figures;
	}
	for (int i = 0; i < 4; i++)
		held += (lead[i] > 0) - (lead[i] < 0);
	return held;
}

/* A game that is over is won, lost or neither. */
static int32_t ending_worth(const struct pn_game *game, pn_side side)
{
	if (!game->over || game->winner == PN_NO_SIDE)
		return 0;
	return game->winner == side ? PN_JUDGE_GAME : -PN_JUDGE_GAME;
}

int32_t pn_judge(const struct pn_game *game, pn_side side, const struct pn_ways *ways)
{
	const bool charted = ways && ways->any;
	pn_len far[PN_WAYS_SQUARES];
	int32_t sum = ending_worth(game, side);
	int32_t lead = 0;

	if (charted)
		pn_ways_measure(far, ways, game, pn_opponent(side));
	for (pn_unit_id i = 0; i < game->unit_count; i++)
		if (game->unit[i].on_board)
			lead += sign(&game->unit[i], side) * counted(game, &game->unit[i]);
	for (pn_unit_id i = 0; i < game->unit_count; i++) {
		const struct pn_unit *unit = &game->unit[i];

		if (!unit->on_board)
			continue;
		sum += sign(unit, side) * unit_worth(game, unit);
		if (lead <= 0 && unit->side == side && pn_engaged(game, i))
			sum += CONTACT;
		if (unit->side == side && unit->state == 0 && !pn_engaged(game, i))
			sum += nearness(game, i,
					charted ? pn_ways_from(far, ways, unit->pose.at) : -1);
	}
	if (game->count == PN_COUNT_GROUND)
		sum += quarters(game, side) * table_of(game)->ground * PN_JUDGE_UNIT / 100;
	sum += LEAD * ((lead > 0) - (lead < 0));
	return sum + melees_worth(game, side);
}
