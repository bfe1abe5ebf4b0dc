/* The melee phase: checks that were put off, melees by agreement, and the morale of both
 * sides after each (CH-68 to CH-74).
 *
 * The players agree on who falls; from that the core reckons the scores, one die, and what the
 * lower side does. A unit that won in the first round of its charge moves on (CH-05). */

#include "ch.h"
#include "common.h"
#include "melee.h"

enum { MORE_ROUNDS_MAX = 12, SMALL = 20 };

/* ---- one melee ---- */

/* What it was before its losses were taken. */
struct melee {
	bool in[PN_UNITS_MAX];
	uint8_t state[PN_UNITS_MAX];
	int32_t figures[PN_SIDES]; /* before */
	int32_t lost[PN_SIDES];
	int32_t left[PN_SIDES];
	int32_t score[PN_SIDES];
	bool large;
};

static void count_before(struct melee *melee, const struct pn_game *game)
{
	memset(melee, 0, sizeof *melee);
	pn_melee_units(game, pn_top_pending(game)->unit, melee->in);
	for (pn_unit_id i = 0; i < game->unit_count; i++) {
		if (!melee->in[i])
			continue;
		melee->state[i] = game->unit[i].state;
		melee->figures[game->unit[i].side] += game->unit[i].figures;
		melee->large |= pn_flag(&game->unit[i], CH_LARGE_MELEE);
	}
	for (int side = 0; side < PN_SIDES; side++)
		melee->large |= melee->figures[side] > SMALL;
}

static void count_after(struct melee *melee, const struct pn_game *game)
{
	for (pn_unit_id i = 0; i < game->unit_count; i++)
		if (melee->in[i] && game->unit[i].on_board)
			melee->left[game->unit[i].side] += game->unit[i].figures;
	for (int side = 0; side < PN_SIDES; side++)
		melee->lost[side] = melee->figures[side] - melee->left[side];
}

static bool goes_on(const struct melee *melee, const struct pn_game *game)
{
	for (pn_unit_id i = 0; i < game->unit_count; i++)
		if (melee->in[i] && pn_engaged(game, i))
			return true;
	return false;
}

/* ---- scores ---- */

static void tell_score(struct pn_step *step, const struct melee *melee, pn_clause clause)
{
	for (pn_side side = 0; side < PN_SIDES; side++)
		if (step->game->facts[CH_FACT_RED_SCORE + side] != melee->score[side])
			pn_emit(step, (struct pn_event){
					      .kind = PN_EVENT_FACT_SET,
					      .clause = clause,
					      .fact_set = {(uint8_t)(CH_FACT_RED_SCORE + side),
							   melee->score[side]},
				      });
}

static int16_t throw_die(struct pn_step *step, pn_side side, pn_clause clause)
{
	return pn_throw(step,
			(struct pn_roll){
				.who = PN_WHO_SIDE(side),
				.what = CH_ROLL_POST_MELEE,
				.clause = clause,
			},
			NULL);
}

/* Decides CH-68. The side that lost fewer scores the difference, times a die. */
static void score_losses(struct pn_step *step, struct melee *melee)
{
	const pn_side side = melee->lost[PN_RED] < melee->lost[PN_BLUE] ? PN_RED : PN_BLUE;
	const int32_t more = melee->lost[pn_opponent(side)] - melee->lost[side];

	if (more == 0)
		return;
	melee->score[side] += more * throw_die(step, side, PN_CLAUSE("CH-68"));
	tell_score(step, melee, PN_CLAUSE("CH-68"));
}

/* Decides CH-69. The side that has more left scores the difference; under one switch times a
 * die. */
static void score_survivors(struct pn_step *step, struct melee *melee)
{
	const pn_side side = melee->left[PN_RED] > melee->left[PN_BLUE] ? PN_RED : PN_BLUE;
	int32_t more = melee->left[side] - melee->left[pn_opponent(side)];

	if (more == 0)
		return;
	if (step->game->switches[CH_SWITCH_SURVIVORS] == CH_SURVIVORS_TIMES_DIE)
		more *= throw_die(step, side, PN_CLAUSE("CH-69"));
	melee->score[side] += more;
	tell_score(step, melee, PN_CLAUSE("CH-69"));
}

/* Decides CH-70. Each survivor counts its morale rating. */
static void score_ratings(struct pn_step *step, struct melee *melee)
{
	const struct pn_game *game = step->game;

	for (pn_unit_id i = 0; i < game->unit_count; i++)
		if (melee->in[i] && game->unit[i].on_board)
			melee->score[game->unit[i].side] +=
				game->unit[i].figures * ch_rating(&game->unit[i]);
	tell_score(step, melee, PN_CLAUSE("CH-70"));
}

/* Decides CH-72. Of a melee that neither side began with more than 20. */
static void double_scores(struct pn_step *step, struct melee *melee)
{
	if (melee->large)
		return;
	melee->score[PN_RED] *= 2;
	melee->score[PN_BLUE] *= 2;
	tell_score(step, melee, PN_CLAUSE("CH-72"));
}

/* ---- what comes of the scores ---- */

/* Decides CH-71. From so much on the lower side does this; lengths in quarters of its move. */
enum outcome { CONTINUES, GOES_BACK, RETREATS, ROUTS, SURRENDERS };

static const struct band {
	int32_t from;
	uint8_t outcome;
	uint8_t quarters;
} bands[] = {
	{100, SURRENDERS, 0}, {80, ROUTS, 6},     {60, RETREATS, 4},
	{40, GOES_BACK, 4},   {20, GOES_BACK, 2}, {0, CONTINUES, 0},
};

static const struct band *band_of(int32_t difference)
{
	const struct band *band = bands;

	while (difference < band->from)
		band++;
	return band;
}

/* CH-62, CH-66. A unit that goes back anyway when all is over, or was swept along by a rout, does
 * not fall back as well. */
static bool goes_anyhow(const struct pn_game *game, pn_unit_id id, const struct band *band)
{
	if (band->outcome == GOES_BACK)
		return ch_has_failed_rally(&game->unit[id]);
	return band->outcome == ROUTS && !pn_engaged(game, id) &&
	       pn_flag(&game->unit[id], CH_SENT_BACK);
}

static void suffer(struct pn_step *step, pn_unit_id id, const struct band *band)
{
	const struct pn_unit *unit = &step->game->unit[id];
	const pn_unit_id enemy = ch_enemy_of(step->game, id);
	const pn_len length = ch_move(unit, false) * band->quarters / 4;
	pn_angle heading = (pn_angle)(unit->pose.facing + PN_TURN_HALF);

	if (enemy != PN_NO_UNIT)
		heading = ch_away_from(step->game, id, enemy);
	if (band->outcome == SURRENDERS) {
		if (enemy != PN_NO_UNIT)
			pn_tell_reaction(step, id, enemy, CH_SURRENDERS, PN_CLAUSE("CH-71"));
		pn_tell_removed(step, id, PN_CLAUSE("CH-71"));
	} else if (band->outcome == GOES_BACK)
		ch_fall_back(step, id, heading, length);
	else
		ch_flee(step, id,
			(struct ch_flight){
				.heading = heading,
				.length = length,
				.state = band->outcome == ROUTS ? CH_ROUTING : CH_RETREATING,
				.victor = PN_NO_UNIT,
				.clause = PN_CLAUSE("CH-71"),
			});
}

/* Decides CH-74. One in five prisoners takes a guard; a unit with too few men for that guards them
 * itself. */
static bool leaves_guards(struct pn_step *step, pn_unit_id id, int32_t *guards)
{
	const int32_t figures = step->game->unit[id].figures;

	if (*guards == 0)
		return true;
	if (*guards >= figures)
		return false;
	pn_tell_casualties(step, id, (uint16_t)*guards, PN_CLAUSE("CH-74"));
	*guards = 0;
	return true;
}

void ch_send_captors_on(struct pn_step *step, const bool captors[PN_UNITS_MAX], int32_t prisoners)
{
	enum { EACH = 5 };
	int32_t guards = (prisoners + EACH - 1) / EACH;

	for (pn_unit_id i = 0; i < step->game->unit_count; i++)
		if (captors[i] && ch_may_go_on(step->game, i) && leaves_guards(step, i, &guards))
			pn_set_flag(step, i, CH_VICTORIOUS, PN_CLAUSE("CH-07"));
}

static void send_victors_on(struct pn_step *step, const struct melee *melee, pn_side winner,
			    int32_t prisoners)
{
	bool won[PN_UNITS_MAX] = {false};

	for (pn_unit_id i = 0; i < step->game->unit_count; i++)
		won[i] = melee->in[i] && step->game->unit[i].side == winner;
	ch_send_captors_on(step, won, prisoners);
}

/* CH-08. What is not decided in the first round leads to no balance of a charge. */
static void fight_on(struct pn_step *step, const struct melee *melee)
{
	const struct pn_game *game = step->game;
	const int32_t rounds = game->facts[CH_FACT_MORE_ROUNDS];
	bool first = true;

	for (pn_unit_id i = 0; i < game->unit_count; i++) {
		if (!melee->in[i] || !pn_engaged(game, i))
			continue;
		pn_set_flag(step, i, CH_LATER_ROUND, PN_CLAUSE("CH-08"));
		if (melee->large)
			pn_set_flag(step, i, CH_LARGE_MELEE, PN_CLAUSE("CH-72"));
		if (first && game->switches[CH_SWITCH_ROUNDS] == CH_UNTIL_DECIDED &&
		    rounds < MORE_ROUNDS_MAX) {
			pn_set_flag(step, i, CH_FRESH, PN_CLAUSE("CH-51"));
			pn_set_fact(step, CH_FACT_MORE_ROUNDS, rounds + 1);
		}
		first = false;
	}
}

static void decide(struct pn_step *step, struct melee *melee)
{
	const struct pn_game *game = step->game;
	const int32_t lead = melee->score[PN_RED] - melee->score[PN_BLUE];
	const pn_side loser = lead < 0 ? PN_RED : PN_BLUE;
	const struct band *band = band_of(lead < 0 ? -lead : lead);
	const bool strict = game->switches[CH_SWITCH_VICTORY] == CH_RETREAT_ONLY;

	if (band->outcome == CONTINUES) {
		for (pn_unit_id i = 0; i < game->unit_count; i++)
			if (melee->in[i] && game->unit[i].side == loser && pn_engaged(game, i))
				pn_tell_reaction(step, i, ch_enemy_of(game, i), CH_FIGHTS_ON,
						 PN_CLAUSE("CH-71"));
		fight_on(step, melee);
		return;
	}
	for (pn_unit_id i = 0; i < game->unit_count; i++)
		if (melee->in[i] && game->unit[i].side == loser && game->unit[i].on_board &&
		    !goes_anyhow(game, i, band))
			suffer(step, i, band);
	if (!strict || band->outcome != GOES_BACK)
		send_victors_on(step, melee, pn_opponent(loser),
				band->outcome == SURRENDERS ? melee->left[loser] : 0);
}

/* ---- agreeing ---- */

static void tire(struct pn_step *step, const struct melee *melee)
{
	const struct pn_game *game = step->game;

	for (pn_unit_id i = 0; i < game->unit_count; i++) {
		if (!melee->in[i] || !game->unit[i].on_board)
			continue;
		pn_set_flag(step, i, CH_FOUGHT, PN_CLAUSE("CH-51"));
		if (game->unit[i].tally[CH_ROUNDS] < UINT8_MAX)
			pn_set_tally(step, i, CH_ROUNDS,
				     (uint8_t)(game->unit[i].tally[CH_ROUNDS] + 1),
				     PN_CLAUSE("CH-78"));
		ch_note_fatigue(step, i);
	}
}

/* CH-60. A unit that goes back by agreement was sent back this turn, and rallies in the next. */
static void note_agreed_states(struct pn_step *step, const struct melee *melee)
{
	const struct pn_game *game = step->game;

	for (pn_unit_id i = 0; i < game->unit_count; i++) {
		const struct pn_unit *unit = &game->unit[i];

		if (!melee->in[i] || !unit->on_board || unit->state == melee->state[i])
			continue;
		if (unit->state == CH_GOOD) {
			ch_have_rallied(step, i, PN_CLAUSE("CH-60"));
			continue;
		}
		pn_set_flag(step, i, CH_SENT_BACK, PN_CLAUSE("CH-60"));
		if (unit->tally[CH_RETREATS] == 0)
			pn_set_tally(step, i, CH_RETREATS, 1, PN_CLAUSE("CH-60"));
	}
}

void ch_apply_accept_outcome(struct pn_step *step, pn_side side, const struct pn_command *command)
{
	const struct pn_game *game = step->game;
	struct melee melee;

	count_before(&melee, game);
	pn_apply_accept_outcome(step, side, command);
	note_agreed_states(step, &melee);
	count_after(&melee, game);
	if (melee.left[PN_RED] == 0 || melee.left[PN_BLUE] == 0) {
		tire(step, &melee);
		send_victors_on(step, &melee, melee.left[PN_RED] == 0 ? PN_BLUE : PN_RED, 0);
		return;
	}
	if (!goes_on(&melee, game)) {
		tire(step, &melee);
		return;
	}
	score_losses(step, &melee);
	score_survivors(step, &melee);
	score_ratings(step, &melee);
	double_scores(step, &melee);
	tire(step, &melee);
	decide(step, &melee);
}

/* ---- the phase ---- */

/* CH-20. A contact whose check was put off, in the order in which they were made. */
static bool run_pending(struct pn_step *step)
{
	const struct pn_game *game = step->game;

	for (uint8_t i = 0; i < game->contact_count; i++) {
		const struct pn_contact contact = game->contact[i];

		if (!pn_flag(&game->unit[contact.unit], CH_CONTACT_PENDING))
			continue;
		pn_clear_flag(step, contact.unit, CH_CONTACT_PENDING, PN_CLAUSE("CH-20"));
		ch_open_run(step, contact.unit, contact.with, CH_MET);
		return true;
	}
	return false;
}

/* CH-62, CH-63. It was attacked while rallying, failed, and took what came: on it goes, and
 * whoever attacked it has won. */
static bool run_failed_rally(struct pn_step *step)
{
	const struct pn_game *game = step->game;

	for (pn_unit_id i = 0; i < game->unit_count; i++) {
		const struct pn_unit *unit = &game->unit[i];
		const pn_unit_id enemy = ch_enemy_of(game, i);

		if (!unit->on_board || !ch_has_failed_rally(unit))
			continue;
		ch_retreat_on(step, i,
			      enemy == PN_NO_UNIT ? unit->pose.facing
						  : ch_away_from(game, i, enemy),
			      PN_CLAUSE("CH-62"));
		return true;
	}
	return false;
}

static pn_unit_id next_melee(const struct pn_game *game)
{
	const pn_unit_id next = pn_next_melee(game);

	if (next != PN_NO_UNIT)
		return next;
	for (pn_unit_id i = 0; i < game->unit_count; i++)
		if (pn_flag(&game->unit[i], CH_FRESH) && pn_engaged(game, i))
			return i;
	return PN_NO_UNIT;
}

bool ch_fight(struct pn_step *step)
{
	const struct pn_game *game = step->game;
	bool in[PN_UNITS_MAX];
	pn_unit_id next;

	if (run_pending(step) || ch_run_victor(step))
		return true;
	next = next_melee(game);
	if (next == PN_NO_UNIT)
		return run_failed_rally(step);
	pn_melee_units(game, next, in);
	for (pn_unit_id i = 0; i < game->unit_count; i++)
		if (in[i])
			pn_clear_flag(step, i, CH_FRESH, PN_CLAUSE("CH-51"));
	pn_open_melee(step, CH_SETTLE_MELEE, next);
	return true;
}

void ch_run_melee(struct pn_step *step)
{
	if (!ch_fight(step))
		pn_enter_phase(step, CH_AFTERMATH, PN_NO_SIDE, (pn_clause){""});
}
