/* Retreat, rout and rally.
 *
 * A unit that is sent back turns its back on the enemy, figure by figure on the spot, and goes
 * straight away from it; the next turn it stands and rallies. CH_RETREATS counts the turns of
 * retreat: 1 while the first rally is to come. */

#include "ch.h"
#include "common.h"
#include "place.h"

enum { GAP = 20, LAST_TURN = 4 };

pn_len ch_retreat_length(const struct pn_unit *unit)
{
	return ch_move(unit, false) * 3 / 2;
}

pn_angle ch_away_from(const struct pn_game *game, pn_unit_id id, pn_unit_id enemy)
{
	for (uint8_t i = 0; i < game->contact_count; i++) {
		const struct pn_contact *contact = &game->contact[i];

		if (contact->unit == enemy && contact->with == id)
			return game->unit[enemy].pose.facing;
		if (contact->unit == id && contact->with == enemy)
			return (pn_angle)(game->unit[id].pose.facing + PN_TURN_HALF);
	}
	return (pn_angle)(game->unit[id].pose.facing + PN_TURN_HALF);
}

/* The side of the block that looks that way becomes its front. */
static void turn_back(struct pn_step *step, pn_unit_id id, pn_angle heading, pn_clause clause)
{
	const struct pn_unit *unit = &step->game->unit[id];
	const uint8_t to = ch_side_towards(pn_turn_between(unit->pose.facing, heading));
	const struct pn_stand stand = ch_faced(pn_stand_of(unit), to);

	if (to != PN_FACING_FRONT)
		ch_tell_face(step, id, &stand, 0, clause);
}

/* A straight way that ends a hair before units and ground that stop it. */
static struct ch_way back_away(const struct pn_game *game, pn_unit_id id, pn_angle heading,
			       pn_len length)
{
	const struct pn_stand stand = pn_stand_of(&game->unit[id]);
	struct ch_way way = ch_go(game, id, &stand, CH_FLEEING, heading, length, length);
	struct ch_way shorter;

	if (way.stop != CH_ENEMY && way.stop != CH_GROUND)
		return way;
	shorter = ch_go(game, id, &stand, CH_FLEEING, heading,
			way.length > GAP ? way.length - GAP : 0, length);
	shorter.stop = way.stop;
	shorter.met = way.met;
	return shorter;
}

/* Decides CH-67. Some part of it would have got beyond the board's edge. */
static bool goes_over(const struct pn_game *game, pn_unit_id id, const struct ch_way *way)
{
	struct pn_body body;

	pn_unit_body(&body, game, &game->unit[id]);
	return (way->stop == CH_EDGE || way->stop == CH_FREE) &&
	       pn_goes_over_edge(game, &body, pn_along(way->heading, way->asked));
}

static void tell_way(struct pn_step *step, pn_unit_id id, const struct ch_way *way,
		     enum pn_manner manner, pn_clause clause)
{
	if (way->length > 0)
		pn_tell_moved(step, id, manner, way->end, way->spent, clause);
	if (way->uphill)
		pn_set_flag(step, id, CH_UPHILL, PN_CLAUSE("CH-78"));
}

/* Decides CH-65 and CH-66. What it does to friends that it runs into. */
static void run_into_friend(struct pn_step *step, pn_unit_id id, pn_unit_id friend,
			    const struct ch_flight *flight)
{
	const struct pn_unit *met = &step->game->unit[friend];
	struct ch_flight spread = *flight;

	if (flight->state == CH_ROUTING && !pn_flag(met, CH_SENT_BACK)) {
		spread.length = ch_retreat_length(met);
		spread.clause = PN_CLAUSE("CH-66");
		ch_flee(step, friend, spread);
		return;
	}
	if (flight->state == CH_ROUTING || met->state != CH_GOOD)
		return;
	/* Stopped, it has not to dice for its rally however long it has run. */
	pn_set_state(step, id, CH_RALLYING, PN_CLAUSE("CH-65"));
	pn_set_tally(step, id, CH_RETREATS, 1, PN_CLAUSE("CH-65"));
	pn_set_flag(step, friend, CH_RUN_INTO, PN_CLAUSE("CH-65"));
}

/* The enemies of its contacts that have charged this turn; `charging`: into it. */
static void find_chargers(const struct pn_game *game, pn_unit_id id, bool charging,
			  bool chargers[PN_UNITS_MAX])
{
	memset(chargers, 0, sizeof *chargers * PN_UNITS_MAX);
	for (uint8_t i = 0; i < game->contact_count; i++) {
		const struct pn_contact *contact = &game->contact[i];
		const pn_unit_id enemy = contact->with == id ? contact->unit : contact->with;

		if (contact->with != id && (charging || contact->unit != id))
			continue;
		if (pn_flag(&game->unit[enemy], CH_CHARGED) && (contact->benefits || !charging))
			chargers[enemy] = true;
	}
}

/* Whose charge it goes back from: noted with each charger that has no other unit noted, and with the
 * unit itself of a charger that has, else of the victor. */
static void note_charges(struct pn_step *step, pn_unit_id id, const bool chargers[PN_UNITS_MAX],
			 pn_unit_id victor)
{
	const struct pn_game *game = step->game;
	pn_unit_id own = PN_NO_UNIT;

	for (pn_unit_id i = 0; i < game->unit_count; i++) {
		const uint8_t noted = game->unit[i].tally[CH_CHARGE_WITH];

		if (!chargers[i])
			continue;
		if (noted == 0)
			pn_set_tally(step, i, CH_CHARGE_WITH, (uint8_t)(id + 1),
				     PN_CLAUSE("CH-20"));
		if ((noted != 0 && noted != id + 1) || (i == victor && own == PN_NO_UNIT))
			own = i;
	}
	if (own != PN_NO_UNIT)
		pn_set_tally(step, id, CH_CHARGE_WITH, (uint8_t)(own + 1), PN_CLAUSE("CH-20"));
}

void ch_flee(struct pn_step *step, pn_unit_id id, struct ch_flight flight)
{
	const struct pn_unit *unit = &step->game->unit[id];
	const pn_angle facing = unit->pose.facing;
	bool enemies[PN_UNITS_MAX], chargers[PN_UNITS_MAX];
	struct ch_way way;
	bool over;

	ch_find_enemies(step->game, id, enemies);
	find_chargers(step->game, id, false, chargers);
	pn_clear_flag(step, id, CH_INFLICTS_NONE, PN_CLAUSE("CH-63"));
	pn_set_flag(step, id, CH_SENT_BACK, flight.clause);
	pn_set_flag(step, id, CH_MOVED, flight.clause);
	if (unit->state != flight.state)
		pn_set_state(step, id, flight.state, flight.clause);
	if (unit->tally[CH_RETREATS] < LAST_TURN)
		pn_set_tally(step, id, CH_RETREATS, (uint8_t)(unit->tally[CH_RETREATS] + 1),
			     PN_CLAUSE("CH-60"));
	pn_tell_parted(step, id, flight.clause);
	turn_back(step, id, flight.heading, flight.clause);
	way = back_away(step->game, id, flight.heading, flight.length);
	over = goes_over(step->game, id, &way);
	tell_way(step, id, &way, PN_MANNER_FLEE, flight.clause);
	if (unit->moved == 0 && unit->pose.facing != facing)
		pn_set_flag(step, id, CH_SHIFTED, flight.clause);
	ch_note_bank(step, id, &way);
	if (over)
		pn_tell_removed(step, id, PN_CLAUSE("CH-67"));
	else if (way.stop == CH_FRIEND)
		run_into_friend(step, id, way.met, &flight);
	note_charges(step, id, chargers, flight.victor);
	ch_note_victors(step, enemies, flight.victor);
}

void ch_fall_back(struct pn_step *step, pn_unit_id id, pn_angle heading, pn_len length)
{
	bool chargers[PN_UNITS_MAX];
	struct ch_way way;

	find_chargers(step->game, id, true, chargers);
	pn_tell_parted(step, id, PN_CLAUSE("CH-71"));
	way = back_away(step->game, id, heading, length);
	tell_way(step, id, &way, PN_MANNER_WITHDRAWAL, PN_CLAUSE("CH-71"));
	note_charges(step, id, chargers, PN_NO_UNIT);
}

void ch_have_rallied(struct pn_step *step, pn_unit_id id, pn_clause clause)
{
	if (step->game->unit[id].state != CH_GOOD)
		pn_set_state(step, id, CH_GOOD, clause);
	pn_set_tally(step, id, CH_RETREATS, 0, clause);
	pn_clear_flag(step, id, CH_FLED_PIKES, clause);
	pn_clear_flag(step, id, CH_INFLICTS_NONE, clause);
}

/* ---- attacked while rallying ---- */

/* Decides CH-14. */
bool ch_is_lost_to(const struct pn_game *game, pn_unit_id id, pn_unit_id attacker)
{
	return pn_flag(&game->unit[id], CH_FLED_PIKES) && ch_is_pikes(&game->unit[attacker]);
}

struct pn_roll ch_attacked_roll(pn_unit_id id)
{
	enum { RALLIES = 2 };

	return (struct pn_roll){
		.who = id,
		.what = CH_ROLL_RALLY,
		.test = PN_TEST_AT_MOST,
		.needed = RALLIES,
		.clause = PN_CLAUSE("CH-62"),
	};
}

/* One die decides, however many attack. */
bool ch_has_failed_rally(const struct pn_unit *unit)
{
	return unit->state != CH_GOOD && pn_flag(unit, CH_INFLICTS_NONE);
}

/* Decides CH-62 and CH-63. */
bool ch_attack_rallying(struct pn_step *step, pn_unit_id id, pn_unit_id attacker)
{
	bool enemies[PN_UNITS_MAX];
	bool rallied;

	pn_set_flag(step, id, CH_ATTACKED, PN_CLAUSE("CH-62"));
	if (ch_is_lost_to(step->game, id, attacker)) {
		ch_find_enemies(step->game, id, enemies);
		pn_tell_removed(step, id, PN_CLAUSE("CH-14"));
		ch_note_victors(step, enemies, attacker);
		return true;
	}
	if (ch_has_failed_rally(&step->game->unit[id]))
		return false;
	pn_throw(step, ch_attacked_roll(id), &rallied);
	if (rallied) {
		ch_have_rallied(step, id, PN_CLAUSE("CH-62"));
	} else {
		pn_set_flag(step, id, CH_INFLICTS_NONE, PN_CLAUSE("CH-63"));
	}
	return false;
}

/* ---- later turns ---- */

bool ch_may_retreat_on(const struct pn_game *view, pn_unit_id id)
{
	const struct pn_unit *unit = &view->unit[id];

	return (unit->state == CH_RETREATING || unit->state == CH_ROUTING) &&
	       unit->tally[CH_RETREATS] <= 1 && !pn_flag(unit, CH_SENT_BACK) &&
	       !pn_flag(unit, CH_MOVED) && !pn_engaged(view, id);
}

void ch_retreat_on(struct pn_step *step, pn_unit_id id, pn_angle heading, pn_clause clause)
{
	const struct pn_unit *unit = &step->game->unit[id];

	/* A unit that was set up as retreating has retreated for one turn. */
	if (unit->tally[CH_RETREATS] == 0)
		pn_set_tally(step, id, CH_RETREATS, 1, PN_CLAUSE("CH-60"));
	ch_flee(step, id,
		(struct ch_flight){
			.heading = heading,
			.length = ch_retreat_length(unit),
			.state = unit->state == CH_ROUTING ? CH_ROUTING : CH_RETREATING,
			.victor = PN_NO_UNIT,
			.clause = clause,
		});
}

/* Decides CH-64. */
static void roll_rally(struct pn_step *step, pn_unit_id id)
{
	enum { SECOND_TURN = 2, SECOND_SCORE = 3, THIRD_SCORE = 6 };
	const struct pn_unit *unit = &step->game->unit[id];
	bool rallied;

	if (unit->tally[CH_RETREATS] >= LAST_TURN) {
		pn_tell_removed(step, id, PN_CLAUSE("CH-64"));
		return;
	}
	pn_throw(step,
		 (struct pn_roll){
			 .who = id,
			 .what = CH_ROLL_RALLY,
			 .test = PN_TEST_AT_LEAST,
			 .needed = unit->tally[CH_RETREATS] == SECOND_TURN ? SECOND_SCORE
									   : THIRD_SCORE,
			 .clause = PN_CLAUSE("CH-64"),
		 },
		 &rallied);
	if (!rallied) {
		ch_retreat_on(step, id, unit->pose.facing, PN_CLAUSE("CH-64"));
		return;
	}
	ch_have_rallied(step, id, PN_CLAUSE("CH-64"));
	pn_set_flag(step, id, CH_MOVED, PN_CLAUSE("CH-60"));
}

void ch_roll_rallies(struct pn_step *step, pn_side side)
{
	const struct pn_game *game = step->game;

	for (pn_unit_id i = 0; i < game->unit_count; i++)
		if (game->unit[i].side == side && game->unit[i].on_board &&
		    game->unit[i].state != CH_GOOD && game->unit[i].tally[CH_RETREATS] > 1 &&
		    !pn_flag(&game->unit[i], CH_SENT_BACK) && !pn_engaged(game, i))
			roll_rally(step, i);
}

/* Decides CH-61. Sent back this turn, it rallies in the next; attacked, it diced already. */
static bool has_rested(const struct pn_game *game, pn_unit_id id)
{
	const struct pn_unit *unit = &game->unit[id];

	return unit->on_board && unit->state != CH_GOOD && unit->tally[CH_RETREATS] <= 1 &&
	       !pn_flag(unit, CH_SENT_BACK) && !pn_flag(unit, CH_ATTACKED) && !pn_engaged(game, id);
}

void ch_end_rallying(struct pn_step *step)
{
	const struct pn_game *game = step->game;

	for (pn_unit_id i = 0; i < game->unit_count; i++) {
		if (!has_rested(game, i))
			continue;
		ch_have_rallied(step, i, PN_CLAUSE("CH-61"));
	}
}
