/* Whose turn it is to declare: the methods of Step 1.
 *
 *	loser-first	who lost the last initiative declares everything, then the other
 *	roll-off	the high roller says who declares everything first
 *	alternate-...	either of these for the first declaration, then one each in turn;
 *			who stops is out, and the other goes on as long as it likes
 *	sealed		both write at once and are revealed together
 *
 * The side that declares next is a public fact, so it survives windows, undo and reloading. */

#include "b2_field.h"

enum { BOTH = 1 << PN_RED | 1 << PN_BLUE };

static bool alternates(const struct pn_game *game)
{
	return pn_method_now(game) == PN_METHOD_ALTERNATE_LOSER_FIRST ||
	       pn_method_now(game) == PN_METHOD_ALTERNATE_ROLL_OFF;
}

static bool rolls_off(const struct pn_game *game)
{
	return pn_method_now(game) == PN_METHOD_ROLL_OFF ||
	       pn_method_now(game) == PN_METHOD_ALTERNATE_ROLL_OFF;
}

static bool is_out(const struct pn_game *game, pn_side side)
{
	return (game->facts[B2_FACT_DECLARED_SIDES] & 1 << side) != 0;
}

/* Is there anything left that the side could declare? */
static bool b2_can_declare(const struct pn_game *view, pn_side side)
{
	struct b2_field field;

	b2_field_survey(&field, view);
	for (pn_unit_id i = 0; i < view->unit_count; i++) {
		if (b2_check_declarer(view, side, i).code != PN_LAWFUL)
			continue;
		for (pn_unit_id k = 0; k < view->unit_count; k++)
			if (b2_check_target_on(&field, i, k).code == PN_LAWFUL)
				return true;
	}
	return false;
}

static void ask(struct pn_step *step, enum b2_decision decision, uint8_t owes, pn_clause clause)
{
	pn_open(step,
		(struct pn_pending){
			.decision = (uint8_t)decision,
			.owes = owes,
			.unit = PN_NO_UNIT,
			.other = PN_NO_UNIT,
		},
		clause);
}

/* ---- declaring in turn ---- */

/* Decides B2-08. Both roll; the high one says whether it declares first or last. A tie is rolled
 * again when this is run again. */
static void roll_off(struct pn_step *step)
{
	int16_t total[PN_SIDES];

	for (pn_side side = PN_RED; side < PN_SIDES; side++)
		total[side] = pn_throw(step,
				       (struct pn_roll){
					       .who = PN_WHO_SIDE(side),
					       .what = B2_ROLL_OFF,
					       .clause = PN_CLAUSE("B2-08"),
				       },
				       NULL);
	if (total[PN_RED] != total[PN_BLUE])
		ask(step, B2_CHOOSE_DECLARER,
		    total[PN_RED] > total[PN_BLUE] ? PN_SEEN_BY_RED : PN_SEEN_BY_BLUE,
		    PN_CLAUSE("B2-08"));
}

void b2_apply_declare_order(struct pn_step *step, pn_side side, const struct pn_command *command)
{
	pn_close(step, PN_CLAUSE("B2-08"));
	pn_set_fact(step, B2_FACT_DECLARER,
		    command->kind == PN_COMMAND_DECLARE_FIRST ? side : pn_opponent(side));
}

void b2_list_declare_order(const struct pn_game *view, pn_side side, struct pn_actions *out)
{
	pn_action_add(out, PN_GROUP_STEP, "offer.declare_last",
		      pn_command_of(PN_COMMAND_DECLARE_LAST), PN_CLAUSE("B2-08"));
	pn_action_add(out, PN_GROUP_STEP, "offer.declare_first",
		      pn_command_of(PN_COMMAND_DECLARE_FIRST), PN_CLAUSE("B2-08"));
}

struct pn_command b2_default_declare_order(const struct pn_game *view, pn_side side)
{
	return pn_command_of(PN_COMMAND_DECLARE_LAST);
}

/* Decides B2-09. When they alternate, one declaration passes the turn on, unless the other side is
 * out (B2-10). */
void b2_after_declaration(struct pn_step *step, pn_side side)
{
	if (!alternates(step->game))
		return;
	pn_close(step, PN_CLAUSE("B2-09"));
	if (!is_out(step->game, pn_opponent(side)))
		pn_set_fact(step, B2_FACT_DECLARER, pn_opponent(side));
}

/* Decides B2-10. The side is done: with everything (B2-07), or for this step. */
static void leave(struct pn_step *step, pn_side side)
{
	int32_t out = step->game->facts[B2_FACT_DECLARED_SIDES];

	pn_set_fact(step, B2_FACT_DECLARED_SIDES, out | 1 << side);
	if (!is_out(step->game, pn_opponent(side)))
		pn_set_fact(step, B2_FACT_DECLARER, pn_opponent(side));
}

void b2_end_declaring(struct pn_step *step, pn_side side)
{
	pn_close(step, alternates(step->game) ? PN_CLAUSE("B2-10") : PN_CLAUSE("B2-07"));
	leave(step, side);
}

/* Decides B2-07. Decide which side begins. Before any initiative was rolled it is red. */
static void find_first(struct pn_step *step)
{
	const struct pn_game *game = step->game;

	if (rolls_off(game))
		roll_off(step);
	else if (game->agreed.made && game->agreed.begins != PN_NO_SIDE)
		pn_set_fact(step, B2_FACT_DECLARER, game->agreed.begins);
	else
		pn_set_fact(step, B2_FACT_DECLARER,
			    game->facts[B2_FACT_INITIATIVE_WINNER] == PN_RED ? PN_BLUE : PN_RED);
}

/* A side that could declare nothing is not asked. */
static void run_in_turn(struct pn_step *step)
{
	const struct pn_game *game = step->game;
	pn_side side = (pn_side)game->facts[B2_FACT_DECLARER];

	if (side == PN_NO_SIDE)
		find_first(step);
	else if (b2_can_declare(game, side))
		ask(step, B2_DECLARE, (uint8_t)(1u << side),
		    alternates(game) ? PN_CLAUSE("B2-09") : PN_CLAUSE("B2-07"));
	else
		leave(step, side);
}

/* ---- declaring in secret ---- */

static void run_sealed(struct pn_step *step)
{
	if (b2_can_declare(step->game, PN_RED) || b2_can_declare(step->game, PN_BLUE))
		ask(step, B2_DECLARE, PN_SEEN_BY_RED | PN_SEEN_BY_BLUE, PN_CLAUSE("B2-06"));
	else
		pn_set_fact(step, B2_FACT_DECLARED_SIDES, BOTH);
}

/* Decides B2-11. Both are ready, so what they wrote is laid open together. */
void b2_resume_declare(struct pn_step *step)
{
	pn_reveal(step, PN_RED, PN_CLAUSE("B2-06"));
	pn_reveal(step, PN_BLUE, PN_CLAUSE("B2-06"));
	pn_close(step, PN_CLAUSE("B2-06"));
	pn_set_fact(step, B2_FACT_DECLARED_SIDES, BOTH);
}

/* ---- the phase ---- */

/* Decides B2-01 and B2-02. */
void b2_run_declaration(struct pn_step *step)
{
	const struct pn_game *game = step->game;

	if (!game->facts[B2_FACT_DISCIPLINE_CHECKED]) {
		b2_check_all_discipline(step);
		pn_set_fact(step, B2_FACT_DISCIPLINE_CHECKED, 1);
	} else if (game->turn == 1) {
		pn_enter_phase(step, B2_INITIATIVE, PN_NO_SIDE, PN_CLAUSE("B2-02"));
	} else if (game->facts[B2_FACT_DECLARED_SIDES] == BOTH) {
		pn_enter_phase(step, B2_INITIATIVE, PN_NO_SIDE, PN_CLAUSE("B2-11"));
	} else if (b2_is_sealed(game)) {
		run_sealed(step);
	} else {
		run_in_turn(step);
	}
}
