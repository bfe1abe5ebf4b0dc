/* Step 1, declaring charges, and Step 2, initiative.
 *
 * Nobody knows who moves first while charges are declared (B2-11): the initiative is
 * not rolled before declaring is over. Declared openly, charges are events that all see;
 * declared in secret they are drafts of their side alone until both are ready. */

#include "b2.h"

static bool is_sealed(const struct pn_game *view)
{
	return view->method == PN_METHOD_SEALED;
}

bool b2_drafts_in_secret(const struct pn_game *game)
{
	return is_sealed(game);
}

/* What the side has told the unit so far in this Step 1. */
static struct pn_order declared(const struct pn_game *view, pn_side side, pn_unit_id id)
{
	return is_sealed(view) ? view->secret[side].draft[id] : view->unit[id].order;
}

struct pn_verdict b2_check_declare_charge(const struct pn_game *view, pn_side side,
					  const struct pn_command *command)
{
	struct pn_verdict verdict = b2_check_charger(view, side, command->unit);

	if (verdict.code != PN_LAWFUL)
		return verdict;
	if (declared(view, side, command->unit).verb != PN_VERB_NONE)
		return pn_refuse(PN_REFUSE_ALREADY_DECLARED, PN_CLAUSE("B2-16"));
	return b2_check_target(view, command->unit, command->target);
}

/* B2-04. Any number of units may name one target. */
static bool is_named_already(const struct pn_game *view, pn_side side, pn_unit_id target)
{
	for (pn_unit_id i = 0; i < view->unit_count; i++)
		if (view->unit[i].side == side &&
		    declared(view, side, i).verb == PN_VERB_CHARGE &&
		    declared(view, side, i).target == target)
			return true;
	return false;
}

void b2_apply_declare_charge(struct pn_turn *turn, pn_side side, const struct pn_command *command)
{
	pn_clause clause = is_named_already(turn->game, side, command->target)
				   ? PN_CLAUSE("B2-04")
				   : PN_CLAUSE("B2-03");

	if (is_sealed(turn->game))
		pn_emit(turn, (struct pn_event){
			.kind = PN_EVENT_DRAFTED,
			.audience = (uint8_t)(1u << side),
			.clause = clause,
			.drafted = {command->unit, {PN_VERB_CHARGE, command->target, 0}},
		});
	else
		pn_emit(turn, (struct pn_event){
			.kind = PN_EVENT_CHARGE_DECLARED,
			.clause = clause,
			.charge_declared = {command->unit, command->target},
		});
}

/* B2-16. What was declared openly binds; a draft binds nobody yet. */
struct pn_verdict b2_check_withdraw_charge(const struct pn_game *view, pn_side side,
					   const struct pn_command *command)
{
	if (command->unit >= view->unit_count)
		return pn_refuse(PN_REFUSE_NO_SUCH_UNIT, PN_CLAUSE("PN-04"));
	if (view->unit[command->unit].side != side)
		return pn_refuse(PN_REFUSE_NOT_YOUR_UNIT, PN_CLAUSE("PN-04"));
	if (declared(view, side, command->unit).verb == PN_VERB_NONE)
		return pn_refuse(PN_REFUSE_NOT_DECLARED, PN_CLAUSE("B2-16"));
	if (!is_sealed(view))
		return pn_refuse(PN_REFUSE_ALREADY_DECLARED, PN_CLAUSE("B2-16"));
	return pn_lawful();
}

void b2_apply_withdraw_charge(struct pn_turn *turn, pn_side side, const struct pn_command *command)
{
	pn_emit(turn, (struct pn_event){
		.kind = PN_EVENT_DRAFTED,
		.audience = (uint8_t)(1u << side),
		.clause = PN_CLAUSE("B2-06"),
		.drafted = {command->unit, {PN_VERB_NONE, PN_NO_UNIT, 0}},
	});
}

struct pn_verdict b2_check_ready(const struct pn_game *view, pn_side side,
				 const struct pn_command *command)
{
	(void)side;
	(void)command;
	return is_sealed(view) ? pn_lawful() : pn_refuse(PN_REFUSE_NOT_NOW, PN_CLAUSE("B2-06"));
}

void b2_apply_ready(struct pn_turn *turn, pn_side side, const struct pn_command *command)
{
	(void)command;
	pn_seal_drafts(turn, side, PN_CLAUSE("B2-06"));
	pn_answer(turn, side);
}

/* Loser first: the side is done with declaring (B2-07). */
void b2_end_declaring(struct pn_turn *turn, pn_side side)
{
	int32_t done = turn->game->facts[B2_FACT_DECLARED_SIDES];

	pn_close(turn, PN_CLAUSE("B2-07"));
	pn_set_fact(turn, B2_FACT_DECLARED_SIDES, done | 1 << side);
}

/* Sealed: both are ready, so what they wrote is laid open together. */
void b2_resume_declare(struct pn_turn *turn)
{
	pn_reveal(turn, PN_RED, PN_CLAUSE("B2-06"));
	pn_reveal(turn, PN_BLUE, PN_CLAUSE("B2-06"));
	pn_close(turn, PN_CLAUSE("B2-06"));
	pn_set_fact(turn, B2_FACT_DECLARED_SIDES, 1 << PN_RED | 1 << PN_BLUE);
}

static bool can_declare(const struct pn_game *view, pn_side side)
{
	struct b2_field field;

	b2_field_survey(&field, view);
	for (pn_unit_id i = 0; i < view->unit_count; i++) {
		if (b2_check_charger(view, side, i).code != PN_LAWFUL)
			continue;
		for (pn_unit_id k = 0; k < view->unit_count; k++)
			if (b2_check_target_on(&field, i, k).code == PN_LAWFUL)
				return true;
	}
	return false;
}

static void ask_declare(struct pn_turn *turn, uint8_t owes, pn_clause clause)
{
	pn_open(turn,
		(struct pn_frame){
			.decision = B2_DECLARE,
			.owes = owes,
			.unit = PN_NO_UNIT,
			.other = PN_NO_UNIT,
		},
		clause);
}

/* B2-07. Who did not win the last initiative declares first, and all at once. A side
 * that could declare nothing is not asked. */
static void run_loser_first(struct pn_turn *turn)
{
	const struct pn_game *game = turn->game;
	int32_t done = game->facts[B2_FACT_DECLARED_SIDES];
	pn_side side = game->facts[B2_FACT_INITIATIVE_WINNER] == PN_RED ? PN_BLUE : PN_RED;

	if (done & 1 << side)
		side = pn_opponent(side);
	if (can_declare(game, side))
		ask_declare(turn, (uint8_t)(1u << side), PN_CLAUSE("B2-07"));
	else
		pn_set_fact(turn, B2_FACT_DECLARED_SIDES, done | 1 << side);
}

static void run_sealed(struct pn_turn *turn)
{
	if (can_declare(turn->game, PN_RED) || can_declare(turn->game, PN_BLUE))
		ask_declare(turn, PN_SEEN_BY_RED | PN_SEEN_BY_BLUE, PN_CLAUSE("B2-06"));
	else
		pn_set_fact(turn, B2_FACT_DECLARED_SIDES, 1 << PN_RED | 1 << PN_BLUE);
}

void b2_run_declaration(struct pn_turn *turn)
{
	const struct pn_game *game = turn->game;
	const int32_t both = 1 << PN_RED | 1 << PN_BLUE;

	if (game->turn == 1)
		pn_enter_phase(turn, B2_INITIATIVE, PN_NO_SIDE, PN_CLAUSE("B2-02"));
	else if (game->facts[B2_FACT_DECLARED_SIDES] == both)
		pn_enter_phase(turn, B2_INITIATIVE, PN_NO_SIDE, PN_CLAUSE("B2-11"));
	else if (is_sealed(game))
		run_sealed(turn);
	else
		run_loser_first(turn);
}

/* ---- offers ---- */

/* One offer a unit, its targets as a choice and as presets. */
static void offer_targets(const struct b2_field *field, pn_unit_id id, struct pn_offers *out)
{
	struct pn_command command = pn_command_of(PN_COMMAND_DECLARE_CHARGE);
	struct pn_bound choice = {.kind = PN_BOUND_CHOICE, .at = "/target"};
	struct pn_offer *offer;

	for (pn_unit_id i = 0; i < field->view->unit_count; i++)
		if (b2_check_target_on(field, id, i).code == PN_LAWFUL)
			choice.choice.of[choice.choice.count++] = i;
	if (choice.choice.count == 0)
		return;
	command.unit = id;
	command.target = choice.choice.of[0];
	offer = pn_offer_add(out, PN_GROUP_DECLARE, "offer.declare_charge", command,
			     PN_CLAUSE("B2-03"));
	offer->bound[offer->bound_count++] = choice;
	for (uint8_t i = 0; i < choice.choice.count; i++) {
		command.target = choice.choice.of[i];
		pn_offer_preset(out, "preset.target", command);
	}
}

void b2_offer_declare(const struct pn_game *view, pn_side side, struct pn_offers *out)
{
	struct b2_field field;

	b2_field_survey(&field, view);
	for (pn_unit_id i = 0; i < view->unit_count; i++) {
		struct pn_command withdraw = pn_command_of(PN_COMMAND_WITHDRAW_CHARGE);

		withdraw.unit = i;
		if (b2_check_withdraw_charge(view, side, &withdraw).code == PN_LAWFUL)
			pn_offer_add(out, PN_GROUP_DECLARE, "offer.withdraw_charge", withdraw,
				     PN_CLAUSE("B2-06"));
		else if (b2_check_charger(view, side, i).code == PN_LAWFUL &&
			 declared(view, side, i).verb == PN_VERB_NONE)
			offer_targets(&field, i, out);
	}
	if (is_sealed(view))
		pn_offer_add(out, PN_GROUP_STEP, "offer.ready", pn_command_of(PN_COMMAND_READY),
			     PN_CLAUSE("B2-06"));
	else
		pn_offer_add(out, PN_GROUP_STEP, "offer.end_declaring",
			     pn_command_of(PN_COMMAND_PASS), PN_CLAUSE("B2-07"));
}

struct pn_command b2_default_declare(const struct pn_game *view, pn_side side)
{
	(void)side;
	return pn_command_of(is_sealed(view) ? PN_COMMAND_READY : PN_COMMAND_PASS);
}

/* ---- initiative ---- */

static int16_t declarations(const struct pn_game *game, pn_side side)
{
	int16_t count = 0;

	for (pn_unit_id i = 0; i < game->unit_count; i++)
		if (game->unit[i].side == side && game->unit[i].order.verb == PN_VERB_CHARGE)
			count++;
	return count;
}

/* B2-05, B2-80. One d10 a side, 2 less for each charge it declared. */
static int16_t roll_side(struct pn_turn *turn, pn_side side)
{
	int16_t count = declarations(turn->game, side);

	return pn_throw(turn,
			(struct pn_roll){
				.who = PN_WHO_SIDE(side),
				.what = B2_ROLL_INITIATIVE,
				.modifier = (int16_t)(-2 * count),
				.clause = count ? PN_CLAUSE("B2-05") : PN_CLAUSE("B2-80"),
			},
			NULL);
}

/* B2-80, B2-83. The low roll wins; a tie is rolled again with the same modifiers. */
void b2_run_initiative(struct pn_turn *turn)
{
	int16_t red = roll_side(turn, PN_RED);
	int16_t blue = roll_side(turn, PN_BLUE);
	pn_side winner = red < blue ? PN_RED : PN_BLUE;

	if (red == blue) {
		pn_emit(turn, (struct pn_event){
			.kind = PN_EVENT_INITIATIVE_DECIDED,
			.clause = PN_CLAUSE("B2-83"),
			.initiative_decided = {PN_NO_SIDE, {red, blue}},
		});
		return;
	}
	pn_emit(turn, (struct pn_event){
		.kind = PN_EVENT_INITIATIVE_DECIDED,
		.clause = PN_CLAUSE("B2-80"),
		.initiative_decided = {winner, {red, blue}},
	});
	pn_set_fact(turn, B2_FACT_INITIATIVE_WINNER, winner);
	pn_open(turn,
		(struct pn_frame){
			.decision = B2_CHOOSE_ORDER,
			.owes = (uint8_t)(1u << winner),
			.unit = PN_NO_UNIT,
			.other = PN_NO_UNIT,
		},
		PN_CLAUSE("B2-82"));
}

struct pn_verdict b2_check_go(const struct pn_game *view, pn_side side,
			      const struct pn_command *command)
{
	(void)view;
	(void)side;
	(void)command;
	return pn_lawful();
}

/* B2-82. The winner of the initiative is First Player or lets the other be it. */
void b2_apply_go(struct pn_turn *turn, pn_side side, const struct pn_command *command)
{
	pn_side first = command->kind == PN_COMMAND_GO_FIRST ? side : pn_opponent(side);

	pn_close(turn, PN_CLAUSE("B2-82"));
	pn_set_fact(turn, B2_FACT_FIRST, first);
	pn_enter_phase(turn, B2_FIRST_MOVEMENT, first, PN_CLAUSE("B2-82"));
}

void b2_offer_order(const struct pn_game *view, pn_side side, struct pn_offers *out)
{
	(void)view;
	(void)side;
	pn_offer_add(out, PN_GROUP_STEP, "offer.go_first", pn_command_of(PN_COMMAND_GO_FIRST),
		     PN_CLAUSE("B2-82"));
	pn_offer_add(out, PN_GROUP_STEP, "offer.go_second", pn_command_of(PN_COMMAND_GO_SECOND),
		     PN_CLAUSE("B2-82"));
}

struct pn_command b2_default_order(const struct pn_game *view, pn_side side)
{
	(void)view;
	(void)side;
	return pn_command_of(PN_COMMAND_GO_FIRST);
}
