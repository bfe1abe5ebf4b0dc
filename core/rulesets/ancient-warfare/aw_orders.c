/* Order markers, and who goes first.
 *
 * Each unit on the board is a slot of its own, marker or not, so that how many markers a
 * side has placed, and where, is nobody's business until all are revealed together. */

#include "aw.h"
#include "common.h"
#include "deploy.h"

static const struct pn_order no_order = {.target = PN_NO_UNIT};

void aw_run_deployment(struct pn_step *step)
{
	pn_open_deployment(step, AW_DEPLOY);
}

bool aw_is_draft(const struct pn_game *game)
{
	return true;
}

/* The number of a unit's slot. */
static uint8_t slot_number(const struct pn_game *view, pn_unit_id id)
{
	return (uint8_t)(pn_place_of(view, id) + 1);
}

enum { NO_LIMIT = -1 };

/* AW-81. How many markers the generals of a side give; none of them ever gave any: no limit. */
static int32_t markers_of(const struct pn_game *view, pn_side side)
{
	int32_t sum = 0;
	bool limited = false;

	for (pn_unit_id i = 0; i < view->unit_count; i++) {
		const struct pn_unit *unit = &view->unit[i];

		if (unit->side != side || !pn_trait(unit, AW_GENERAL))
			continue;
		limited |= pn_stat(unit, AW_MARKERS) > 0;
		if (unit->on_board)
			sum += pn_stat(unit, AW_MARKERS);
	}
	return limited ? sum : NO_LIMIT;
}

/* One order within the command radius of a general of its side, two beyond; AW-69: so often
 * what it takes to halt mounted who are frenzied. */
static int32_t cost_of(const struct pn_game *view, pn_unit_id id, uint8_t verb)
{
	const int64_t radius = (int64_t)view->params[AW_PARAM_RADIUS] * PN_INCH;
	const bool halts = verb == AW_VERB_RECOVER && aw_is_mounted(&view->unit[id]) &&
			   pn_flag(&view->unit[id], AW_FRENZIED);
	const int32_t orders = halts ? view->params[AW_PARAM_RECOVERS] : 1;

	for (pn_unit_id i = 0; i < view->unit_count; i++)
		if (view->unit[i].side == view->unit[id].side && view->unit[i].on_board &&
		    pn_trait(&view->unit[i], AW_GENERAL) && aw_within(view, id, i, 2 * radius))
			return orders;
	return 2 * orders;
}

/* What the orders of all units but this one take. */
static int32_t markers_placed(const struct pn_game *view, pn_side side, pn_unit_id but)
{
	int32_t sum = 0;

	for (pn_unit_id i = 0; i < view->unit_count; i++) {
		const uint8_t verb = pn_drafted(view, side, i).verb;

		if (i != but && view->unit[i].side == side && verb != AW_VERB_NONE)
			sum += cost_of(view, i, verb);
	}
	return sum;
}

/* Decides AW-81. Are there markers left for this order of the unit? */
static bool has_markers_for(const struct pn_game *view, pn_side side, pn_unit_id id, uint8_t verb)
{
	const int32_t given = markers_of(view, side);

	return given == NO_LIMIT ||
	       markers_placed(view, side, id) + cost_of(view, id, verb) <= given;
}

/* AW-69: of those that charge of themselves a Retreat marker makes nothing else. */
static struct pn_verdict check_verb(const struct pn_game *view, const struct pn_unit *unit,
				    uint8_t verb)
{
	if (verb == AW_VERB_RETREAT && (aw_is_fanatic(unit) || pn_flag(unit, AW_FRENZIED)))
		return pn_refuse(PN_REFUSE_MUST_CHARGE, PN_CLAUSE("AW-69"));
	if (verb == AW_VERB_FIRE_AND_FLEE && (view->switches[AW_SWITCH_FIRE_AND_FLEE] == 0 ||
					      !aw_is_mounted(unit) || !pn_trait(unit, AW_MISSILES)))
		return pn_refuse(PN_REFUSE_NO_ORDER, PN_CLAUSE("AW-87"));
	return pn_lawful();
}

/* Decides AW-80. */
struct pn_verdict aw_check_place_order(const struct pn_game *view, pn_side side,
				       const struct pn_command *command)
{
	struct pn_verdict verdict = pn_check_own(view, side, command->unit);
	uint8_t before;

	if (verdict.code != PN_LAWFUL)
		return verdict;
	if (!aw_is_steady(&view->unit[command->unit]))
		return pn_refuse(PN_REFUSE_NOT_IN_GOOD_ORDER, PN_CLAUSE("AW-85"));
	before = pn_drafted(view, side, command->unit).verb;
	if (command->verb >= AW_VERBS || (command->verb == AW_VERB_NONE && before == AW_VERB_NONE))
		return pn_refuse(PN_REFUSE_NO_ORDER, PN_CLAUSE("AW-80"));
	if (command->verb != AW_VERB_NONE &&
	    !has_markers_for(view, side, command->unit, command->verb))
		return pn_refuse(PN_REFUSE_LIMIT_REACHED, PN_CLAUSE("AW-81"));
	return check_verb(view, &view->unit[command->unit], command->verb);
}

void aw_apply_place_order(struct pn_step *step, pn_side side, const struct pn_command *command)
{
	struct pn_order order = no_order;

	if (command->verb != AW_VERB_NONE)
		order = (struct pn_order){command->verb, PN_NO_UNIT,
					  slot_number(step->game, command->unit)};
	pn_tell_drafted(step, command->unit, order, PN_CLAUSE("AW-80"));
}

struct pn_verdict aw_check_ready(const struct pn_game *view, pn_side side,
				 const struct pn_command *command)
{
	return pn_is_deploying(view) ? pn_check_deployed(view, side) : pn_lawful();
}

void aw_apply_ready(struct pn_step *step, pn_side side, const struct pn_command *command)
{
	const struct pn_game *game = step->game;

	if (pn_is_deploying(game)) {
		pn_apply_deployed(step, side);
		return;
	}
	for (pn_unit_id i = 0; i < game->unit_count; i++)
		if (game->unit[i].side == side && game->unit[i].on_board)
			pn_seal_draft(step, side, slot_number(game, i), PN_CLAUSE("AW-80"));
	pn_answer(step, side);
}

/* A side with no unit left writes no orders. */
void aw_run_orders(struct pn_step *step)
{
	uint8_t owes = 0;

	for (pn_unit_id i = 0; i < step->game->unit_count; i++)
		if (step->game->unit[i].on_board)
			owes |= (uint8_t)(1u << step->game->unit[i].side);
	pn_open(step,
		(struct pn_pending){
			.decision = AW_PLACE_ORDERS,
			.owes = owes,
			.unit = PN_NO_UNIT,
			.other = PN_NO_UNIT,
		},
		PN_CLAUSE("AW-80"));
}

void aw_resume_orders(struct pn_step *step)
{
	const struct pn_game *game = step->game;

	pn_close(step, (pn_clause){""});
	for (pn_unit_id i = 0; i < game->unit_count; i++)
		if (game->unit[i].on_board)
			pn_reveal_one(step, game->unit[i].side, AW_ORDERS, slot_number(game, i),
				      PN_CLAUSE("AW-80"));
	pn_enter_phase(step, AW_INITIATIVE, PN_NO_SIDE, (pn_clause){""});
}

static struct pn_command order_of(pn_unit_id unit, uint8_t verb)
{
	struct pn_command command = pn_command_of(PN_COMMAND_PLACE_ORDER);

	command.unit = unit;
	command.verb = verb;
	return command;
}

void aw_list_orders(const struct pn_game *view, pn_side side, struct pn_actions *out)
{
	static const char *const words[AW_VERBS] = {
		[AW_VERB_NONE] = "preset.no_order",
		[AW_VERB_CHARGE] = "preset.order_charge",
		[AW_VERB_ADVANCE] = "preset.order_advance",
		[AW_VERB_RETREAT] = "preset.order_retreat",
		[AW_VERB_DEFEND] = "preset.order_defend",
		[AW_VERB_DEPLOY] = "preset.order_deploy",
		[AW_VERB_RECOVER] = "preset.order_recover",
		[AW_VERB_FIRE_AND_FLEE] = "preset.order_fire_and_flee",
	};

	for (pn_unit_id i = 0; i < view->unit_count; i++) {
		bool listed = false;

		for (uint8_t k = 1; k <= AW_VERBS; k++) {
			struct pn_command command = order_of(i, k % AW_VERBS);

			if (aw_check_place_order(view, side, &command).code != PN_LAWFUL)
				continue;
			if (!listed)
				pn_action_add(out, PN_GROUP_DECLARE, "offer.place_order", command,
					      PN_CLAUSE("AW-80"));
			listed = true;
			pn_action_preset(out, words[k % AW_VERBS], command);
		}
	}
	pn_action_add(out, PN_GROUP_STEP, "offer.ready", pn_command_of(PN_COMMAND_READY),
		      PN_CLAUSE("AW-80"));
}

/* ---- initiative ---- */

static void open_choice(struct pn_step *step, uint8_t decision)
{
	pn_ask(step, (pn_side)step->game->facts[AW_FACT_WINNER], decision, PN_CLAUSE("AW-71"));
}

/* Decides AW-71. A tie is rolled again when this runs again. */
static void roll_initiative(struct pn_step *step)
{
	int16_t total[PN_SIDES];
	pn_side winner;

	pn_roll_off(step, AW_ROLL_INITIATIVE, PN_CLAUSE("AW-71"), total);
	winner = pn_higher(total);
	pn_tell_initiative(step, winner, total, PN_CLAUSE("AW-71"));
	if (winner != PN_NO_SIDE)
		pn_set_fact(step, AW_FACT_WINNER, winner);
}

void aw_run_initiative(struct pn_step *step)
{
	const struct pn_game *game = step->game;

	if (game->facts[AW_FACT_WINNER] == PN_NO_SIDE)
		roll_initiative(step);
	else if (game->facts[AW_FACT_FIRST] == PN_NO_SIDE)
		open_choice(step, AW_CHOOSE_ORDER);
	else if (game->facts[AW_FACT_FLANK] == AW_NO_FLANK)
		open_choice(step, AW_CHOOSE_FLANK);
	else
		pn_enter_phase(step, AW_DECLARATION, PN_NO_SIDE, (pn_clause){""});
}

void aw_apply_go(struct pn_step *step, pn_side side, const struct pn_command *command)
{
	pn_close(step, PN_CLAUSE("AW-71"));
	pn_set_fact(step, AW_FACT_FIRST, pn_first_of(side, command));
}

struct pn_verdict aw_check_choose_flank(const struct pn_game *view, pn_side side,
					const struct pn_command *command)
{
	return command->flank == PN_FACING_LEFT || command->flank == PN_FACING_RIGHT
		       ? pn_lawful()
		       : pn_refuse(PN_REFUSE_NOT_NOW, PN_CLAUSE("AW-71"));
}

void aw_apply_choose_flank(struct pn_step *step, pn_side side, const struct pn_command *command)
{
	pn_close(step, PN_CLAUSE("AW-71"));
	pn_set_fact(step, AW_FACT_FLANK,
		    command->flank == PN_FACING_LEFT ? AW_FROM_LEFT : AW_FROM_RIGHT);
}

void aw_list_order(const struct pn_game *view, pn_side side, struct pn_actions *out)
{
	pn_list_go(out, PN_CLAUSE("AW-71"));
}

static struct pn_command flank_of(uint8_t flank)
{
	struct pn_command command = pn_command_of(PN_COMMAND_CHOOSE_FLANK);

	command.flank = flank;
	return command;
}

void aw_list_flank(const struct pn_game *view, pn_side side, struct pn_actions *out)
{
	pn_action_add(out, PN_GROUP_STEP, "offer.from_left", flank_of(PN_FACING_LEFT),
		      PN_CLAUSE("AW-71"));
	pn_action_add(out, PN_GROUP_STEP, "offer.from_right", flank_of(PN_FACING_RIGHT),
		      PN_CLAUSE("AW-71"));
}

struct pn_command aw_default_flank(const struct pn_game *view, pn_side side)
{
	return flank_of(PN_FACING_LEFT);
}
