/* Step 2: initiative. One die a side, the low roll wins, each declared charge takes 2
 * from it (B2-05, B2-80); the winner says who is First Player (B2-82). */

#include "b2.h"
#include "common.h"

/* Charges that nobody ordered count too (B2-102). */
static int16_t declarations(const struct pn_game *game, pn_side side)
{
	int16_t count = 0;

	for (pn_unit_id i = 0; i < game->unit_count; i++)
		if (game->unit[i].side == side && (game->unit[i].order.verb == PN_VERB_CHARGE ||
						   pn_flag(&game->unit[i], B2_COMPELLED)))
			count++;
	return count;
}

/* Decides B2-05, B2-80 and B2-81. One d10 a side, 2 less for each charge it declared. */
static int16_t roll_side(struct pn_step *step, pn_side side)
{
	int16_t count = declarations(step->game, side);

	return pn_throw(step,
			(struct pn_roll){
				.who = PN_WHO_SIDE(side),
				.what = B2_ROLL_INITIATIVE,
				.modifier = (int16_t)(-2 * count),
				.clause = count ? PN_CLAUSE("B2-05") : PN_CLAUSE("B2-80"),
			},
			NULL);
}

/* Decides B2-83. The low roll wins; a tie is rolled again with the same modifiers (B2-80). */
void b2_run_initiative(struct pn_step *step)
{
	int16_t red = roll_side(step, PN_RED);
	int16_t blue = roll_side(step, PN_BLUE);
	pn_side winner = red < blue ? PN_RED : PN_BLUE;

	if (red == blue) {
		pn_tell_initiative(step, PN_NO_SIDE, (int16_t[PN_SIDES]){red, blue},
				   PN_CLAUSE("B2-83"));
		return;
	}
	pn_tell_initiative(step, winner, (int16_t[PN_SIDES]){red, blue}, PN_CLAUSE("B2-80"));
	pn_set_fact(step, B2_FACT_INITIATIVE_WINNER, winner);
	pn_ask(step, winner, B2_CHOOSE_ORDER, PN_CLAUSE("B2-82"));
}

/* Decides B2-82. The winner of the initiative is First Player or lets the other be it. */
void b2_apply_go(struct pn_step *step, pn_side side, const struct pn_command *command)
{
	pn_side first = pn_first_of(side, command);

	pn_close(step, PN_CLAUSE("B2-82"));
	pn_set_fact(step, B2_FACT_FIRST, first);
	pn_enter_phase(step, B2_FIRST_MOVEMENT, first, PN_CLAUSE("B2-82"));
}

void b2_list_order(const struct pn_game *view, pn_side side, struct pn_actions *out)
{
	pn_list_go(out, PN_CLAUSE("B2-82"));
}
