/* After the melees: who lost too many may leave, who was let alone has rallied, and all who
 * marched and fought are a turn more tired. */

#include "ch.h"
#include "common.h"

/* ---- losses ---- */

/* Decides CH-53. How many times the unit has lost more than its share of the Loss Table. */
static int times_lost(const struct pn_unit *unit)
{
	const struct ch_loss_row row = ch_loss_row(unit);
	const int32_t lost = unit->figures_at_start - unit->figures;
	int times = 0;

	while (lost * row.den > (times + 1) * row.num * unit->figures_at_start)
		times++;
	return times;
}

/* The same number when it last stood; 0: it has not thrown yet. */
static int times_stood(const struct pn_unit *unit)
{
	return pn_flag(unit, CH_STOOD) + 2 * pn_flag(unit, CH_STOOD_TWICE);
}

static void note_stood(struct pn_step *step, pn_unit_id id)
{
	const int times = times_lost(&step->game->unit[id]);

	if (times & 1)
		pn_set_flag(step, id, CH_STOOD, PN_CLAUSE("CH-56"));
	if (times & 2)
		pn_set_flag(step, id, CH_STOOD_TWICE, PN_CLAUSE("CH-56"));
}

/* CH-54. Is it surrounded: does an enemy touch it in front and one behind, or one on either
 * flank? Whomever it touches itself it touches with its front. */
static bool is_surrounded(const struct pn_game *game, pn_unit_id id)
{
	enum {
		BEFORE_AND_BEHIND = 1u << PN_FACING_FRONT | 1u << PN_FACING_REAR,
		ON_BOTH_FLANKS = 1u << PN_FACING_LEFT | 1u << PN_FACING_RIGHT,
	};
	unsigned sides = 0;

	for (uint8_t i = 0; i < game->contact_count; i++) {
		if (game->contact[i].with == id)
			sides |= 1u << game->contact[i].facing;
		else if (game->contact[i].unit == id)
			sides |= 1u << PN_FACING_FRONT;
	}
	return (sides & BEFORE_AND_BEHIND) == BEFORE_AND_BEHIND ||
	       (sides & ON_BOTH_FLANKS) == ON_BOTH_FLANKS;
}

/* It leaves play, so many of it as prisoners; a unit that charged it this turn has won (CH-05). */
static void leave(struct pn_step *step, pn_unit_id id, int32_t prisoners, pn_clause clause)
{
	bool enemies[PN_UNITS_MAX];

	ch_find_enemies(step->game, id, enemies);
	pn_tell_removed(step, id, clause);
	ch_send_captors_on(step, enemies, prisoners);
}

/* Decides CH-54. */
static void check_losses(struct pn_step *step, pn_unit_id id)
{
	const struct pn_unit *unit = &step->game->unit[id];
	const bool tired = pn_flag(unit, CH_FATIGUED);
	bool remains;

	pn_throw(step,
		 (struct pn_roll){
			 .who = id,
			 .what = CH_ROLL_LOSSES,
			 .modifier = tired ? -1 : 0,
			 .test = PN_TEST_AT_LEAST,
			 .needed = ch_loss_row(unit).score,
			 .clause = tired ? PN_CLAUSE("CH-79") : PN_CLAUSE("CH-53"),
		 },
		 &remains);
	if (remains) {
		note_stood(step, id);
		return;
	}
	if (!is_surrounded(step->game, id)) {
		leave(step, id, 0, PN_CLAUSE("CH-54"));
		return;
	}
	pn_tell_reaction(step, id, ch_enemy_of(step->game, id), CH_SURRENDERS, PN_CLAUSE("CH-54"));
	leave(step, id, unit->figures, PN_CLAUSE("CH-54"));
}

/* Decides CH-56. */
static void ch_check_losses(struct pn_step *step)
{
	const struct pn_game *game = step->game;

	for (pn_unit_id i = 0; i < game->unit_count; i++) {
		const struct pn_unit *unit = &game->unit[i];

		if (!unit->on_board)
			continue;
		if (times_lost(unit) <= times_stood(unit))
			continue;
		if (times_stood(unit) == 0)
			check_losses(step, i);
		else
			leave(step, i, 0, PN_CLAUSE("CH-56"));
	}
}

/* ---- fatigue ---- */

/* Decides CH-78. Any of the four ways to be worn out; Swiss and Landsknechte last twice as long. */
static bool is_worn_out(const struct pn_unit *unit)
{
	enum { MARCHES = 5, ROUNDS = 3 };
	const int32_t times = ch_is_swiss(unit) ? 2 : 1;
	const int32_t marched = unit->tally[CH_MARCHED];
	const int32_t run_up = unit->tally[CH_RAN_UP] - 1;
	const int32_t rounds = unit->tally[CH_ROUNDS];

	return marched >= MARCHES * times || rounds >= ROUNDS * times ||
	       (run_up >= 2 * times && rounds >= 1 * times) ||
	       (run_up >= 1 * times && rounds >= 2 * times);
}

void ch_note_fatigue(struct pn_step *step, pn_unit_id id)
{
	if (is_worn_out(&step->game->unit[id]))
		pn_set_flag(step, id, CH_FATIGUED, PN_CLAUSE("CH-78"));
}

/* Decides CH-79. */
static void rest(struct pn_step *step, pn_unit_id id)
{
	pn_clear_flag(step, id, CH_FATIGUED, PN_CLAUSE("CH-79"));
	pn_set_tally(step, id, CH_MARCHED, 0, PN_CLAUSE("CH-79"));
	pn_set_tally(step, id, CH_RAN_UP, 0, PN_CLAUSE("CH-79"));
	pn_set_tally(step, id, CH_ROUNDS, 0, PN_CLAUSE("CH-79"));
}

/* CH-78. When the turn ends. */
static void tire(struct pn_step *step)
{
	const struct pn_game *game = step->game;

	for (pn_unit_id i = 0; i < game->unit_count; i++) {
		const struct pn_unit *unit = &game->unit[i];
		const uint8_t more = pn_flag(unit, CH_UPHILL) ? 2 : 1;
		const bool moved = ch_has_moved(unit);

		if (!unit->on_board)
			continue;
		if (!moved && !pn_flag(unit, CH_FOUGHT)) {
			rest(step, i);
			continue;
		}
		if (unit->tally[CH_MARCHED] <= UINT8_MAX - 2)
			pn_set_tally(step, i, CH_MARCHED,
				     moved ? (uint8_t)(unit->tally[CH_MARCHED] + more) : 0,
				     PN_CLAUSE("CH-78"));
		ch_note_fatigue(step, i);
	}
}

/* ---- the turn's end ---- */

/* Decides CH-55. A unit that has won by the enemy's losses may meet another enemy and fight; then
 * the losses are judged again. */
void ch_run_aftermath(struct pn_step *step)
{
	const struct pn_game *game = step->game;

	ch_check_losses(step);
	if (ch_fight(step))
		return;
	ch_end_rallying(step);
	tire(step);
	for (pn_unit_id i = 0; i < game->unit_count; i++)
		if (!pn_engaged(game, i))
			pn_clear_flag(step, i, CH_LARGE_MELEE, PN_CLAUSE("CH-72"));
	pn_next_turn(step);
}

/* CH-65. A unit that friends ran into rallies from now on, unless it fights or went back itself. */
static void begin_rally(struct pn_step *step, pn_unit_id id)
{
	const struct pn_unit *unit = &step->game->unit[id];

	if (!pn_flag(unit, CH_RUN_INTO))
		return;
	pn_clear_flag(step, id, CH_RUN_INTO, PN_CLAUSE("CH-65"));
	if (unit->on_board && unit->state == CH_GOOD && !pn_engaged(step->game, id))
		pn_set_state(step, id, CH_RALLYING, PN_CLAUSE("CH-65"));
}

/* Decides CH-02. A unit that charged in the last turn does not charge in this one. */
void ch_begin_turn(struct pn_step *step)
{
	const struct pn_game *game = step->game;

	for (pn_unit_id i = 0; i < game->unit_count; i++) {
		begin_rally(step, i);
		if (!pn_flag(&game->unit[i], CH_CHARGED)) {
			pn_clear_flag(step, i, CH_CHARGED_LAST, PN_CLAUSE("CH-02"));
			continue;
		}
		pn_clear_flag(step, i, CH_CHARGED, PN_CLAUSE("CH-02"));
		pn_set_flag(step, i, CH_CHARGED_LAST, PN_CLAUSE("CH-02"));
	}
}
