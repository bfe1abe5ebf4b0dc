/* The start of the Charge Phase: all automatic charges, then the ordered ones, the targets of
 * both fixed before anybody answers; and rolling for frenzy.
 *
 * Which units charge of themselves is seen once, before anybody has declared (AW-08): whoever
 * comes near later, to lure, is no concern of theirs this turn. Where the nearest are several
 * the owner is asked, with the same decision, `stage` AUTOMATIC. */

#include "aw.h"
#include "common.h"

/* What of the phase is done: AW_FACT_STEP. */
enum { BEGUN, FIRST_DECLARES, SECOND_DECLARES, DECLARED };

/* What is declared: the stage of the pending decision. */
enum { BY_ORDER, AUTOMATIC };

static void open_declaring(struct pn_step *step, pn_side side, uint8_t stage)
{
	pn_open(step,
		(struct pn_pending){
			.decision = AW_DECLARE,
			.owes = (uint8_t)(1u << side),
			.unit = PN_NO_UNIT,
			.other = PN_NO_UNIT,
			.stage = stage,
		},
		stage == AUTOMATIC ? PN_CLAUSE("AW-12") : PN_CLAUSE("AW-02"));
}

/* Decides AW-12. Is a unit asked whom it charges of itself? No pending decision: whether anybody
 * is to be asked. */
static bool is_automatic(const struct pn_game *view)
{
	const struct pn_pending *top = pn_top_pending(view);

	return top && top->stage == AUTOMATIC;
}

/* AW-12. Does a unit of the side still have to charge of itself? */
static bool anybody_is_torn(struct aw_urges *urges, const struct pn_game *view, pn_side side,
			    pn_clause *clause)
{
	for (pn_unit_id i = 0; i < view->unit_count; i++)
		if (view->unit[i].side == side && aw_is_torn(urges, view, i, clause))
			return true;
	return false;
}

bool aw_has_to_charge(const struct pn_game *view, pn_side side, pn_clause *clause)
{
	struct aw_urges urges = {0};

	return is_automatic(view) && anybody_is_torn(&urges, view, side, clause);
}

/* The side, of those that go first and second, that has such a choice, or PN_NO_SIDE. */
static pn_side find_torn(const struct pn_game *view)
{
	const pn_side first = (pn_side)view->facts[AW_FACT_FIRST];
	struct aw_urges urges = {0};
	pn_clause clause;

	if (anybody_is_torn(&urges, view, first, &clause))
		return first;
	return anybody_is_torn(&urges, view, pn_opponent(first), &clause) ? pn_opponent(first)
									  : PN_NO_SIDE;
}

/* ---- declaring ---- */

/* Decides AW-86. */
static struct pn_verdict check_charger(const struct pn_game *view, pn_side side, pn_unit_id id)
{
	struct pn_verdict verdict = pn_check_own(view, side, id);
	const struct pn_unit *unit;

	if (verdict.code != PN_LAWFUL)
		return verdict;
	unit = &view->unit[id];
	if (!aw_is_steady(unit))
		return pn_refuse(PN_REFUSE_NOT_IN_GOOD_ORDER, PN_CLAUSE("AW-85"));
	if (pn_engaged(view, id))
		return pn_refuse(PN_REFUSE_ENGAGED, PN_CLAUSE("PN-09"));
	if (pn_flag(unit, AW_HALTED))
		return pn_refuse(PN_REFUSE_CHECK_FAILED, PN_CLAUSE("AW-06"));
	if (aw_charges(unit) || pn_flag(unit, AW_RETREATED))
		return pn_refuse(PN_REFUSE_ALREADY_DECLARED, PN_CLAUSE("AW-86"));
	return pn_lawful();
}

/* Decides AW-10. A charge by order. */
static struct pn_verdict check_ordered(const struct pn_game *view, pn_unit_id id, pn_unit_id target)
{
	const struct pn_unit *unit = &view->unit[id];

	if (aw_is_sheltered_from(view, target, id))
		return pn_refuse(PN_REFUSE_BLOCKED, PN_CLAUSE("AW-66"));
	if (unit->order.verb != AW_VERB_CHARGE && unit->order.verb != AW_VERB_FIRE_AND_FLEE)
		return pn_refuse(PN_REFUSE_NO_ORDER, PN_CLAUSE("AW-02"));
	if (unit->order.verb == AW_VERB_FIRE_AND_FLEE && aw_is_charged(view, id))
		return pn_refuse(PN_REFUSE_NOT_NOW, PN_CLAUSE("AW-87"));
	if (!aw_is_ahead(view, id, target))
		return pn_refuse(PN_REFUSE_OUT_OF_ARC, PN_CLAUSE("AW-82"));
	if (!aw_is_mounted(unit) && aw_is_mounted(&view->unit[target]) &&
	    !aw_within(view, id, target, pn_stat(unit, AW_NORMAL)))
		return pn_refuse(PN_REFUSE_FOOT_AGAINST_HORSE, PN_CLAUSE("AW-10"));
	if (aw_shuns_ground_of(view, id, target) && !aw_has_way(view, id, target))
		return pn_refuse(PN_REFUSE_BLOCKED, PN_CLAUSE("AW-19"));
	return pn_lawful();
}

/* One of the nearest, by a unit that has the choice. */
static struct pn_verdict check_automatic(struct aw_urges *urges, const struct pn_game *view,
					 const struct pn_command *command)
{
	pn_clause clause;

	if (!aw_is_torn(urges, view, command->unit, &clause))
		return pn_refuse(PN_REFUSE_CHARGES_FIRST, PN_CLAUSE("AW-12"));
	return aw_is_nearest(urges, view, command->unit, command->target)
		       ? pn_lawful()
		       : pn_refuse(PN_REFUSE_MUST_CHARGE, clause);
}

/* Decides AW-02. */
static struct pn_verdict check_declare(struct aw_urges *urges, const struct pn_game *view,
				       pn_side side, const struct pn_command *command)
{
	struct pn_verdict verdict = check_charger(view, side, command->unit);

	if (verdict.code != PN_LAWFUL)
		return verdict;
	if (command->target >= view->unit_count || view->unit[command->target].side == side)
		return pn_refuse(PN_REFUSE_NOT_AN_ENEMY, PN_CLAUSE("AW-02"));
	if (!view->unit[command->target].on_board)
		return pn_refuse(PN_REFUSE_OFF_TABLE, PN_CLAUSE("PN-04"));
	if (is_automatic(view))
		return check_automatic(urges, view, command);
	if (view->unit[command->unit].order.verb != AW_VERB_CHARGE &&
	    aw_may_of_itself(view, command->unit, command->target))
		return pn_lawful();
	return check_ordered(view, command->unit, command->target);
}

struct pn_verdict aw_check_declare_charge(const struct pn_game *view, pn_side side,
					  const struct pn_command *command)
{
	struct aw_urges urges = {0};

	return check_declare(&urges, view, side, command);
}

void aw_apply_declare_charge(struct pn_step *step, pn_side side, const struct pn_command *command)
{
	const struct pn_unit *unit = &step->game->unit[command->unit];
	pn_clause clause = PN_CLAUSE("AW-02");
	enum aw_impulse impulse = aw_impulse(step->game, command->unit, command->target, &clause);
	const bool automatic = pn_top_pending(step->game)->stage == AUTOMATIC;
	pn_clause unused;

	if (automatic || (impulse == AW_MAY && unit->order.verb != AW_VERB_CHARGE)) {
		aw_tell_charge(step, command->unit, command->target, clause);
		pn_set_flag(step, command->unit, AW_OF_ITSELF, PN_CLAUSE("AW-11"));
	} else if (unit->order.verb == AW_VERB_FIRE_AND_FLEE) {
		aw_lure(step, command->unit, command->target);
	} else {
		aw_tell_charge(step, command->unit, command->target, PN_CLAUSE("AW-02"));
	}
	if (automatic && !aw_has_to_charge(step->game, side, &unused))
		pn_close(step, (pn_clause){""});
}

/* ---- frenzy ---- */

/* Decides AW-04, AW-05 and AW-24. */
struct pn_verdict aw_check_try_frenzy(const struct pn_game *view, pn_side side,
				      const struct pn_command *command)
{
	struct pn_verdict verdict = pn_check_own(view, side, command->unit);
	const struct pn_unit *unit;

	if (verdict.code != PN_LAWFUL)
		return verdict;
	unit = &view->unit[command->unit];
	if (view->phase == AW_ANSWERS)
		return pn_refuse(PN_REFUSE_NOT_NOW, PN_CLAUSE("AW-24"));
	if (pn_flag(unit, AW_TRIED))
		return pn_refuse(PN_REFUSE_NOTHING_LEFT, PN_CLAUSE("AW-06"));
	if (pn_flag(unit, AW_FRENZIED) || aw_is_fanatic(unit) || !aw_charges(unit) ||
	    pn_flag(unit, AW_OF_ITSELF))
		return pn_refuse(PN_REFUSE_NOT_DECLARED, PN_CLAUSE("AW-04"));
	if (pn_trait(unit, AW_TRAINED) && !pn_trait(unit, AW_GENERAL))
		return pn_refuse(PN_REFUSE_NO_GENERAL, PN_CLAUSE("AW-05"));
	return pn_lawful();
}

/* Decides AW-07. */
static struct pn_roll frenzy_roll(const struct pn_game *view, pn_unit_id id)
{
	return (struct pn_roll){
		.who = id,
		.what = AW_ROLL_FRENZY,
		.test = PN_TEST_AT_LEAST,
		.needed = (int16_t)pn_stat(&view->unit[id], AW_TO_PASS),
		.clause = PN_CLAUSE("AW-07"),
	};
}

void aw_preview_try_frenzy(const struct pn_game *view, pn_side side,
			   const struct pn_command *command, struct pn_preview *out)
{
	pn_preview_roll(out, view, frenzy_roll(view, command->unit));
}

/* Decides AW-06. */
void aw_apply_try_frenzy(struct pn_step *step, pn_side side, const struct pn_command *command)
{
	const pn_unit_id id = command->unit;
	const struct pn_unit *unit = &step->game->unit[id];
	bool passed;

	pn_throw(step, frenzy_roll(step->game, id), &passed);
	pn_set_flag(step, id, AW_TRIED, PN_CLAUSE("AW-06"));
	if (passed) {
		pn_set_flag(step, id, AW_FRENZIED,
			    pn_trait(unit, AW_TRAINED) ? PN_CLAUSE("AW-05") : PN_CLAUSE("AW-04"));
		return;
	}
	pn_set_flag(step, id, AW_HALTED, PN_CLAUSE("AW-06"));
	aw_end_charge(step, id, PN_CHARGE_CHECK_FAILED, PN_CLAUSE("AW-06"));
}

/* ---- the step ---- */

static bool may_declare(struct aw_urges *urges, const struct pn_game *view, pn_side side,
			pn_unit_id id)
{
	struct pn_command command = pn_command_of(PN_COMMAND_DECLARE_CHARGE);

	command.unit = id;
	for (command.target = 0; command.target < view->unit_count; command.target++)
		if (check_declare(urges, view, side, &command).code == PN_LAWFUL)
			return true;
	return false;
}

/* A side that can do nothing but pass is not asked. (No unit tries for frenzy before it has
 * declared.) */
static bool anybody_may_declare(const struct pn_game *view, pn_side side)
{
	struct aw_urges urges = {0};

	for (pn_unit_id i = 0; i < view->unit_count; i++)
		if (check_charger(view, side, i).code == PN_LAWFUL &&
		    may_declare(&urges, view, side, i))
			return true;
	return false;
}

static bool anybody_may_try_frenzy(const struct pn_game *view, pn_side side)
{
	struct pn_command command = pn_command_of(PN_COMMAND_TRY_FRENZY);

	for (command.unit = 0; command.unit < view->unit_count; command.unit++)
		if (aw_check_try_frenzy(view, side, &command).code == PN_LAWFUL)
			return true;
	return false;
}

bool aw_declare_if_forced(struct pn_step *step, pn_side side)
{
	if (is_automatic(step->game) || anybody_may_declare(step->game, side) ||
	    anybody_may_try_frenzy(step->game, side))
		return false;
	pn_close(step, (pn_clause){""});
	return true;
}

void aw_run_declaration(struct pn_step *step)
{
	const int32_t stage = step->game->facts[AW_FACT_STEP];
	const pn_side first = (pn_side)step->game->facts[AW_FACT_FIRST];
	const pn_side side = stage == FIRST_DECLARES ? first : pn_opponent(first);

	if (stage == DECLARED) {
		pn_set_fact(step, AW_FACT_STEP, BEGUN);
		aw_cancel_charges(step);
		pn_enter_phase(step, AW_ANSWERS, PN_NO_SIDE, (pn_clause){""});
		return;
	}
	if (stage == FIRST_DECLARES && find_torn(step->game) != PN_NO_SIDE) {
		open_declaring(step, find_torn(step->game), AUTOMATIC);
		return;
	}
	pn_set_fact(step, AW_FACT_STEP, stage + 1);
	if (stage == BEGUN)
		aw_charge_of_itself(step);
	else if (anybody_may_declare(step->game, side))
		open_declaring(step, side, BY_ORDER);
}

/* ---- actions ---- */

static void list_targets(struct aw_urges *urges, const struct pn_game *view, pn_side side,
			 pn_unit_id id, struct pn_actions *out)
{
	struct pn_command command = pn_command_of(PN_COMMAND_DECLARE_CHARGE);
	struct pn_bound choice = {.kind = PN_BOUND_CHOICE, .at = "/target"};

	command.unit = id;
	for (pn_unit_id i = 0; i < view->unit_count; i++) {
		command.target = i;
		if (check_declare(urges, view, side, &command).code == PN_LAWFUL)
			choice.choice.of[choice.choice.count++] = i;
	}
	pn_list_targets(out, PN_GROUP_DECLARE, "offer.declare_charge", command, choice,
			PN_CLAUSE("AW-02"));
}

void aw_list_declare(const struct pn_game *view, pn_side side, struct pn_actions *out)
{
	struct pn_command pass = pn_command_of(PN_COMMAND_PASS);
	pn_clause clause;
	struct aw_urges urges = {0};

	for (pn_unit_id i = 0; i < view->unit_count; i++) {
		struct pn_command frenzy = pn_command_of(PN_COMMAND_TRY_FRENZY);

		if (check_charger(view, side, i).code == PN_LAWFUL)
			list_targets(&urges, view, side, i, out);
		frenzy.unit = i;
		if (aw_check_try_frenzy(view, side, &frenzy).code == PN_LAWFUL)
			pn_action_add(out, PN_GROUP_DECLARE, "offer.try_frenzy", frenzy,
				      PN_CLAUSE("AW-04"));
	}
	if (!aw_has_to_charge(view, side, &clause))
		pn_action_add(out, PN_GROUP_STEP, "offer.end_declaring", pass, PN_CLAUSE("AW-02"));
}

/* To go without, or the first choice of the first unit that must choose. */
struct pn_command aw_default_declare(const struct pn_game *view, pn_side side)
{
	struct pn_command command = pn_command_of(PN_COMMAND_DECLARE_CHARGE);
	struct aw_urges urges = {0};
	pn_clause clause;

	for (pn_unit_id i = 0; pn_top_pending(view)->stage == AUTOMATIC && i < view->unit_count;
	     i++) {
		if (view->unit[i].side != side || !aw_is_torn(&urges, view, i, &clause))
			continue;
		command.unit = i;
		command.target = aw_urge_of(&urges, view, i)->of[0];
		return command;
	}
	return pn_command_of(PN_COMMAND_PASS);
}
