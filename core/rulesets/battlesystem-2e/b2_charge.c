/* Charges in the owner's movement step.
 *
 * The check first (B2-32), then the announced window of the other side, then the manoeuvre
 * (B2-34), then the move: the CHARGE_MOVE pending decision waits below window and manoeuvre and
 * goes on when they are closed. Distance is measured only now (B2-40): a target in range is
 * charged by the shortest straight way; one that is not costs the full move and good order
 * (B2-41, B2-42); one too near is fought without the benefits of a charge (B2-27). */

#include "b2_moment.h"
#include "b2_run.h"
#include "b2_withdraw.h"
#include "common.h"

/* ---- the command ---- */

/* B2-102. A compelled unit charges an enemy in range of its owner's choice; B2-105: one that
 * must close, the enemy that left it. */
static struct pn_verdict check_driven(const struct pn_game *view, const struct pn_command *command)
{
	if (command->target >= view->unit_count)
		return pn_refuse(PN_REFUSE_NO_SUCH_UNIT, PN_CLAUSE("PN-04"));
	if (!b2_is_driven_at(view, command->unit, command->target))
		return pn_refuse(PN_REFUSE_NOT_AN_ENEMY,
				 b2_driven_clause(&view->unit[command->unit]));
	return pn_lawful();
}

/* B2-16. A declared charger charges whom it declared. */
static struct pn_verdict check_declared(const struct pn_unit *unit,
					const struct pn_command *command)
{
	if (unit->order.verb != PN_VERB_CHARGE ||
	    (command->target != PN_NO_UNIT && command->target != unit->order.target))
		return pn_refuse(PN_REFUSE_NOT_DECLARED, PN_CLAUSE("B2-16"));
	return pn_lawful();
}

/* Decides B2-33. */
struct pn_verdict b2_check_charge(const struct pn_game *view, pn_side side,
				  const struct pn_command *command)
{
	struct pn_verdict verdict;
	const struct pn_unit *unit;

	if (pn_top_pending(view)->decision == B2_SUBSTITUTE)
		return b2_check_substitute(view, command);
	verdict = b2_check_charger(view, side, command->unit);
	if (verdict.code != PN_LAWFUL)
		return verdict;
	unit = &view->unit[command->unit];
	if (pn_flag(unit, B2_CHECK_FAILED))
		return pn_refuse(PN_REFUSE_CHECK_FAILED, PN_CLAUSE("B2-33"));
	if (pn_flag(unit, B2_MOVED))
		return pn_refuse(PN_REFUSE_ALREADY_MOVED, PN_CLAUSE("B2-85"));
	verdict = b2_is_driven(unit) ? check_driven(view, command) : check_declared(unit, command);
	return verdict.code == PN_LAWFUL ? b2_check_preliminary(view, command->unit, &command->path)
					 : verdict;
}

/* The charge is announced with its manoeuvre, and may be answered. */
static void announce(struct pn_step *step, struct pn_pending charge,
		     const struct pn_path *manoeuvre)
{
	b2_announce_charge(step, charge.unit, charge.other, manoeuvre);
	charge.stage = B2_ANNOUNCED;
	charge.value = B2_ANNOUNCED_RUN;
	pn_open(step, charge, PN_CLAUSE("B2-32"));
	b2_open_window(step, charge.unit, B2_ANNOUNCED);
}

/* Announce it, or ask for the manoeuvre first. */
static void announce_or_ask(struct pn_step *step, const struct pn_command *command,
			    struct pn_pending charge)
{
	static const struct pn_path none = {.count = 0};

	if (command->path.given) {
		announce(step, charge, &command->path);
	} else if (b2_can_manoeuvre(step->game, charge.unit)) {
		charge.stage = B2_ASKING;
		pn_open(step, charge, PN_CLAUSE("B2-32"));
		b2_ask_manoeuvre(step, charge.unit, charge.other);
	} else {
		announce(step, charge, &none);
	}
}

bool b2_say_manoeuvre(struct pn_step *step, const struct pn_path *manoeuvre)
{
	const struct pn_pending charge = *pn_top_pending(step->game);

	if (charge.decision != B2_CHARGE_MOVE || charge.stage != B2_ASKING)
		return false;
	pn_close(step, (pn_clause){""});
	announce(step, charge, manoeuvre);
	return true;
}

/* Decides B2-30 and B2-32. */
static void begin_charge(struct pn_step *step, const struct pn_command *command)
{
	pn_unit_id id = command->unit;
	const struct pn_unit *unit = &step->game->unit[id];
	bool driven = b2_is_driven(unit);
	pn_unit_id target = driven ? command->target : unit->order.target;

	pn_tell_charge_began(step, id, target, 0,
			     driven ? b2_driven_clause(unit) : PN_CLAUSE("B2-30"));
	if (!driven &&
	    !b2_initiates(step, b2_initiation_roll(step->game, id, 0, PN_CLAUSE("B2-32")))) {
		pn_tell_charge_ended(step, id, target, PN_CHARGE_CHECK_FAILED, PN_CLAUSE("B2-33"));
		b2_end_step_if_idle(step);
		return;
	}
	announce_or_ask(step, command,
			(struct pn_pending){
				.decision = B2_CHARGE_MOVE,
				.unit = id,
				.other = target,
			});
}

/* ---- how it goes on ---- */

static const struct b2_point the_end = {.leg = B2_TO_THE_END};

/* Nobody answers any more: on to the end, and the window on the finished move. */
static void go_home(struct pn_step *step, pn_unit_id unit)
{
	if (b2_charge_goes(step, the_end) == B2_ENDED)
		b2_open_window(step, unit, B2_FINISHED);
}

void b2_resume_charge(struct pn_step *step)
{
	const struct pn_pending pending = *pn_top_pending(step->game);
	const struct pn_unit *unit = &step->game->unit[pending.unit];
	const bool has_ended = pn_flag(unit, B2_CHARGED);

	if (!has_ended && !b2_is_caught(step->game, &pending)) {
		go_home(step, pending.unit);
		return;
	}
	if (!has_ended)
		pn_tell_charge_ended(step, pending.unit, pending.other, PN_CHARGE_INTERRUPTED,
				     PN_CLAUSE("B2-65"));
	pn_close(step, (pn_clause){""});
	b2_end_step_if_idle(step);
}

/* B2-46. Its owner has picked the target that it charges instead. A unit that would have answered
 * it on the way to the first target chooses the moment again. */
static void pick(struct pn_step *step, pn_unit_id target)
{
	static const struct pn_path none = {.count = 0};
	struct pn_pending pending = *pn_top_pending(step->game);
	const bool answered = pending.value == B2_ANSWERED;

	b2_turn_on(step, &pending, target);
	if (answered) {
		b2_announce_charge(step, pending.unit, target, &none);
		pending.value = B2_ANNOUNCED_RUN;
	}
	pn_reopen(step, pending, (pn_clause){""});
	if (answered)
		b2_open_window(step, pending.unit, B2_DURING);
}

void b2_apply_charge(struct pn_step *step, pn_side side, const struct pn_command *command)
{
	if (pn_top_pending(step->game)->decision != B2_SUBSTITUTE) {
		begin_charge(step, command);
		return;
	}
	pn_close(step, PN_CLAUSE("B2-46"));
	pick(step, command->target);
}

/* Where a charge at a substitute would lead, if both players chose to measure; no check
 * comes before it. */
static void preview_run(const struct pn_game *view, const struct pn_command *command,
			struct pn_preview *out)
{
	struct b2_run run;

	if (!view->premeasure || !b2_find_run(view, command->unit, command->target, &run))
		return;
	out->cost = b2_run_spent(&run);
	out->leg_count = run.route.leg_count;
	for (uint8_t i = 0; i < run.route.leg_count; i++)
		out->leg[i] = run.route.leg[i].end;
	out->touch[out->touch_count++] = command->target;
}

void b2_preview_check(struct pn_preview *out, const struct pn_game *view,
		      const struct pn_command *command)
{
	struct pn_odds *odds = pn_preview_roll(
		out, view, b2_initiation_roll(view, command->unit, 0, PN_CLAUSE("B2-32")));
	const pn_unit_id declared = view->unit[command->unit].order.target;
	const pn_unit_id target = command->target == PN_NO_UNIT ? declared : command->target;
	struct b2_run run;

	if (!odds || !view->premeasure || command->path.count > 0 ||
	    b2_find_run(view, command->unit, target, &run))
		return;
	odds->ways = 0;
	odds->words = "odds.out_of_reach";
}

void b2_preview_charge(const struct pn_game *view, pn_side side, const struct pn_command *command,
		       struct pn_preview *out)
{
	if (pn_top_pending(view)->decision == B2_SUBSTITUTE)
		preview_run(view, command, out);
	if (command->path.count > 0)
		b2_preview_manoeuvre(view, side, command, out);
	if (pn_top_pending(view)->decision != B2_SUBSTITUTE &&
	    !b2_is_driven(&view->unit[command->unit]))
		b2_preview_check(out, view, command);
}

/* ---- actions ---- */

struct pn_command b2_charge_of(const struct pn_game *view, pn_unit_id id)
{
	struct pn_command charge = pn_command_of(PN_COMMAND_CHARGE);

	charge.unit = id;
	charge.target = view->unit[id].order.target;
	charge.path.given = true;
	if (b2_is_driven(&view->unit[id]))
		for (charge.target = 0; !b2_is_driven_at(view, id, charge.target); charge.target++)
			pn_assert(charge.target < view->unit_count);
	return charge;
}

void b2_list_manoeuvres(const struct pn_game *view, struct pn_command charge,
			struct pn_actions *out)
{
	struct b2_option option[B2_OPTIONS_MAX];
	uint8_t count = b2_preliminaries(view, charge.unit, option);

	pn_action_preset(out, "preset.no_manoeuvre", charge);
	charge.path.count = 1;
	for (uint8_t i = 0; i < count; i++) {
		charge.path.leg[0] = option[i].leg;
		pn_action_preset(out, option[i].words, charge);
	}
	charge.path = (struct pn_path){.count = 0};
	pn_action_preset(out, "preset.ask_manoeuvre", charge);
}

void b2_list_charge(const struct pn_game *view, pn_unit_id id, struct pn_actions *out)
{
	bool driven = b2_is_driven(&view->unit[id]);
	struct pn_command charge = b2_charge_of(view, id);
	struct pn_bound choice = {.kind = PN_BOUND_CHOICE, .at = "/target"};
	pn_action_add(out, PN_GROUP_CHARGE, "offer.charge", charge,
		      driven ? b2_driven_clause(&view->unit[id]) : PN_CLAUSE("B2-30"));

	for (pn_unit_id i = 0; i < view->unit_count; i++)
		if (b2_is_driven_at(view, id, i))
			choice.choice.of[choice.choice.count++] = i;
	if (choice.choice.count <= 1) {
		b2_list_manoeuvres(view, charge, out);
		return;
	}
	for (uint8_t i = 0; i < choice.choice.count; i++) {
		charge.target = choice.choice.of[i];
		pn_action_preset(out, "preset.target", charge);
	}
	pn_action_bound(out, choice);
}
