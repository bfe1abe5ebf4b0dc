/* Opportunity charges: windows in the other side's movement step.
 *
 * A window opens when a unit of the side that does not move could react, range left
 * aside unless both players chose to measure: whoever opened one only in range would
 * tell a distance the book forbids to take. It stays open while somebody may still
 * react, also to a mover that another has caught: one after another, until the next enemy
 * is touched (B2-63, B2-65). */

#include "b2_moment.h"
#include "b2_run.h"
#include "b2_withdraw.h"

/* The charge that the mover has announced and not ended, or NULL: nor has anybody caught
 * it. */
static const struct pn_pending *charge_of(const struct pn_game *game, pn_unit_id mover)
{
	for (uint8_t i = 0; i < game->pending_count; i++) {
		const struct pn_pending *pending = &game->pending[i];

		if (pending->decision == B2_CHARGE_MOVE && pending->unit == mover &&
		    pending->stage != B2_FINISHED && !pn_engaged(game, mover))
			return pending;
	}
	return NULL;
}

/* Is the mover charging this very unit, and has not come home yet? */
static bool is_charged_by(const struct pn_game *game, pn_unit_id id, pn_unit_id mover)
{
	const struct pn_pending *charge = charge_of(game, mover);

	return charge && charge->other == id;
}

/* B2-16. A declared charger may turn only on its target, on a substitute when B2-46 calls
 * for one, or on who charges it; unless the switch says otherwise. */
static bool may_turn_on(const struct pn_game *view, pn_unit_id id, pn_unit_id mover)
{
	const struct pn_order *order = &view->unit[id].order;

	return order->verb != PN_VERB_CHARGE || order->target == mover ||
	       view->switches[B2_SWITCH_DECLARED_REACTS_TO] == B2_REACTS_TO_ANYBODY ||
	       is_charged_by(view, id, mover) || b2_is_substitute(view, id, mover);
}

struct pn_verdict b2_check_reaction(const struct b2_field *field, pn_unit_id id, pn_unit_id mover)
{
	const struct pn_game *view = field->view;
	const struct pn_unit *unit = &view->unit[id];
	struct pn_verdict verdict = b2_check_charger(view, unit->side, id);

	if (verdict.code != PN_LAWFUL)
		return verdict;
	if (b2_flag(unit, B2_CHECK_FAILED))
		return pn_refuse(PN_REFUSE_CHECK_FAILED, PN_CLAUSE("B2-69"));
	if (b2_flag(unit, B2_MOVED))
		return pn_refuse(PN_REFUSE_ALREADY_MOVED, PN_CLAUSE("B2-61"));
	if (unit->class == B2_FOOT && view->unit[mover].class == B2_CAVALRY)
		return pn_refuse(PN_REFUSE_FOOT_AGAINST_HORSE, PN_CLAUSE("B2-64"));
	if (b2_is_driven(unit) && !b2_is_driven_at(view, id, mover))
		return pn_refuse(PN_REFUSE_MAY_NOT_REACT, b2_driven_clause(unit));
	verdict = b2_check_target_on(field, id, mover);
	if (verdict.code == PN_LAWFUL && !may_turn_on(view, id, mover))
		return pn_refuse(PN_REFUSE_MAY_NOT_REACT, PN_CLAUSE("B2-16"));
	return verdict;
}

/* The enemies of the mover, the nearest first: of them the first look is likely the last,
 * for less stands between. Returns how many. */
static uint8_t enemies_by_distance(const struct pn_game *view, pn_unit_id mover,
				   pn_unit_id out[PN_SIDE_UNITS_MAX])
{
	int64_t distance[PN_SIDE_UNITS_MAX];
	uint8_t count = 0;

	for (pn_unit_id i = 0; i < view->unit_count; i++) {
		int64_t far = pn_distance_squared(view->unit[i].pose.at, view->unit[mover].pose.at);
		uint8_t place = count;

		if (view->unit[i].side == view->unit[mover].side || !view->unit[i].on_board)
			continue;
		for (; place > 0 && distance[place - 1] > far; place--) {
			distance[place] = distance[place - 1];
			out[place] = out[place - 1];
		}
		distance[place] = far;
		out[place] = i;
		count++;
	}
	return count;
}

/* Anywhere on what is left of its way. Who may where it stands is found first. */
static bool anybody_may_react(const struct pn_game *view, pn_unit_id mover)
{
	pn_unit_id enemy[PN_SIDE_UNITS_MAX];
	const uint8_t count = enemies_by_distance(view, mover, enemy);
	struct b2_course course;
	struct b2_field field;

	b2_field_survey(&field, view);
	b2_announced_course(&course, view, mover);
	for (uint8_t i = 0; i < count; i++)
		if (may_turn_on(view, enemy[i], mover) &&
		    b2_check_reaction(&field, enemy[i], mover).code == PN_LAWFUL &&
		    (!view->premeasure || b2_in_reach(b2_range_of(view, enemy[i], mover))))
			return true;
	for (uint8_t i = 0; course.count > 0 && i < count; i++)
		if (b2_check_on_course(&course, &field, enemy[i]).code == PN_LAWFUL)
			return true;
	return false;
}

static void open_window(struct pn_step *step, pn_unit_id mover, enum b2_stage stage)
{
	pn_side other = pn_opponent(step->game->unit[mover].side);

	pn_open(step,
		(struct pn_pending){
			.decision = B2_OPPORTUNITY,
			.owes = (uint8_t)(1u << other),
			.unit = mover,
			.other = PN_NO_UNIT,
			.stage = (uint8_t)stage,
		},
		stage == B2_ANNOUNCED ? PN_CLAUSE("B2-62") : PN_CLAUSE("B2-63"));
}

void b2_open_window(struct pn_step *step, pn_unit_id mover, enum b2_stage stage)
{
	if (step->game->unit[mover].on_board && anybody_may_react(step->game, mover))
		open_window(step, mover, stage);
}

/* B2-63, B2-65. A reaction is over: its window closes when nobody else may react. */
static void b2_settle_window(struct pn_step *step, pn_unit_id mover)
{
	const struct pn_game *game = step->game;
	if (!game->unit[mover].on_board || !anybody_may_react(game, mover))
		pn_close(step, pn_engaged(game, mover) ? PN_CLAUSE("B2-65") : (pn_clause){""});
}

void b2_end_window(struct pn_step *step, pn_side side)
{
	(void)side;
	pn_close(step, (pn_clause){""});
}

/* B2-45. Who declared a charge against the very unit that is about to charge it must make
 * it now, if it may react at all. PN_NO_UNIT: nobody did. */
static pn_unit_id declared_on(const struct pn_game *view)
{
	const struct pn_pending *charge = charge_of(view, pn_top_pending(view)->unit);
	const struct pn_order *order;

	if (!charge || view->switches[B2_SWITCH_DECLARED_MUST_REACT] != B2_MUST_REACT)
		return PN_NO_UNIT;
	order = &view->unit[charge->other].order;
	return order->verb == PN_VERB_CHARGE && order->target == charge->unit ? charge->other
									      : PN_NO_UNIT;
}

/* The one that must react, or PN_NO_UNIT. */
static pn_unit_id bound_to_react(const struct b2_field *field)
{
	const pn_unit_id id = declared_on(field->view);

	return id != PN_NO_UNIT && b2_check_reaction(field, id, pn_top_pending(field->view)->unit)
						   .code == PN_LAWFUL
		       ? id
		       : PN_NO_UNIT;
}

/* The same, of a view whose field is needed for nothing else. */
static pn_unit_id anybody_bound(const struct pn_game *view)
{
	struct b2_field field;

	if (declared_on(view) == PN_NO_UNIT)
		return PN_NO_UNIT;
	b2_field_survey(&field, view);
	return bound_to_react(&field);
}

struct pn_verdict b2_check_end_window(const struct pn_game *view)
{
	return anybody_bound(view) == PN_NO_UNIT
		       ? pn_lawful()
		       : pn_refuse(PN_REFUSE_MUST_CHARGE, PN_CLAUSE("B2-45"));
}

struct pn_verdict b2_check_opportunity_charge(const struct pn_game *view, pn_side side,
					      const struct pn_command *command)
{
	const struct pn_pending *window = pn_top_pending(view);
	struct pn_verdict verdict;
	struct b2_course course;
	struct b2_field field;
	pn_unit_id bound;

	verdict = b2_check_own(view, side, command->unit);
	if (verdict.code != PN_LAWFUL)
		return verdict;
	if (command->target != window->unit)
		return pn_refuse(PN_REFUSE_MAY_NOT_REACT, PN_CLAUSE("B2-60"));
	b2_field_survey(&field, view);
	bound = bound_to_react(&field);
	if (bound != PN_NO_UNIT && bound != command->unit)
		return pn_refuse(PN_REFUSE_MUST_CHARGE, PN_CLAUSE("B2-45"));
	b2_announced_course(&course, view, window->unit);
	verdict = b2_check_moment(&course, &field, command->unit, command->moment);
	if (verdict.code == PN_LAWFUL && command->path.given)
		return b2_check_preliminary(view, command->unit, &command->path);
	return verdict;
}

/* ---- the command ---- */

/* B2-71. The reacting unit is tested on the distance as they stood when it reacted, and on
 * the area before it as it stands now; what was not ahead then is measured now. */
static enum b2_range range_to_meet(const struct pn_game *game, const struct pn_pending *pending)
{
	enum b2_range now = b2_range_of(game, pending->unit, pending->other);
	enum b2_range then = (enum b2_range)pending->stage;
	bool measured = b2_in_reach(then) || then == B2_TOO_FAR;

	return measured && (b2_in_reach(now) || now == B2_TOO_FAR) ? then : now;
}

/* The check is passed and the manoeuvre made: meet the unit that charges this one, or
 * charge the mover. */
static void react(struct pn_step *step, const struct pn_pending *pending)
{
	enum b2_range range;

	if (pending->value > 0 && step->game->unit[pending->other].on_board) {
		range = range_to_meet(step->game, pending);
		if (!b2_in_reach(range)) {
			b2_fall_short(step, pending->unit, pending->other, b2_range_clause(range));
			return;
		}
		if (b2_meet(step, pending->other, pending->unit, pending->value,
			    range == B2_TOO_NEAR))
			return;
	}
	b2_charge(step, pending->unit, pending->other, PN_MANNER_OPPORTUNITY_CHARGE);
}

void b2_resume_reaction(struct pn_step *step)
{
	struct pn_pending pending = *pn_top_pending(step->game);

	react(step, &pending);
	pn_close(step, (pn_clause){""});
	b2_settle_window(step, pending.other);
}

/* Ask for the manoeuvre, if the command has not said it. */
static void begin_reaction(struct pn_step *step, const struct pn_command *command)
{
	const struct pn_game *game = step->game;
	bool meets = is_charged_by(game, command->unit, command->target);

	pn_open(step,
		(struct pn_pending){
			.decision = B2_REACTION,
			.unit = command->unit,
			.other = command->target,
			.stage = (uint8_t)b2_range_of(game, command->unit, command->target),
			.value = meets ? b2_gap_to_meet(game, command->target, command->unit) : 0,
		},
		PN_CLAUSE("B2-70"));
	if (command->path.given)
		b2_manoeuvre(step, command->unit, &command->path);
	else
		b2_ask_manoeuvre(step, command->unit, command->target);
}

/* B2-67, B2-68. Who has declared no charge counts less. */
static struct pn_roll roll_of(const struct pn_game *view, pn_unit_id id)
{
	enum { WITHOUT_DECLARATION = 2 };
	const bool declared = view->unit[id].order.verb == PN_VERB_CHARGE;

	return b2_initiation_roll(view, id, declared ? 0 : WITHOUT_DECLARATION,
				  declared ? PN_CLAUSE("B2-68") : PN_CLAUSE("B2-67"));
}

/* The reaction, with the mover where it stands and the window on top. */
static void declare(struct pn_step *step, const struct pn_command *command)
{
	pn_unit_id id = command->unit;
	pn_unit_id mover = command->target;

	pn_emit(step, (struct pn_event){
			      .kind = PN_EVENT_REACTION_DECLARED,
			      .clause = PN_CLAUSE("B2-60"),
			      .reaction_declared = {id, mover, B2_REACT_OPPORTUNITY_CHARGE},
		      });
	/* B2-102. A compulsory charge has no check. */
	if (b2_is_driven(&step->game->unit[id]) || b2_initiates(step, roll_of(step->game, id))) {
		begin_reaction(step, command);
		return;
	}
	b2_end_charge(step, id, mover, PN_CHARGE_CHECK_FAILED, PN_CLAUSE("B2-69"));
	b2_settle_window(step, mover);
}

/* The mover has come to the moment, or its move is over: what was lawful on the way that was
 * announced is judged again where it stands. */
static bool may_still(const struct pn_game *game, const struct pn_command *command)
{
	struct b2_field field;

	b2_field_survey(&field, game);
	return game->unit[command->target].on_board &&
	       b2_check_reaction(&field, command->unit, command->target).code == PN_LAWFUL;
}

/* The point of the way that the moment comes to. */
static struct b2_point resolve(const struct pn_game *game, const struct pn_command *command)
{
	struct b2_course course;
	struct b2_point point;

	if (command->moment.when == PN_WHEN_IN_SIGHT || command->moment.when == PN_WHEN_NEAREST)
		b2_actual_course(&course, game, command->target);
	else
		b2_announced_course(&course, game, command->target);
	if (!b2_point_of(&course, command->unit, command->moment, &point))
		point = (struct b2_point){.leg = B2_TO_THE_END};
	return b2_is_past(course.here, point) ? course.here : point;
}

/* Is the mover there already? */
static bool is_there(const struct pn_game *game, const struct pn_command *command,
		     struct b2_point point)
{
	struct b2_course course;

	if (command->moment.when == PN_WHEN_NOW)
		return true;
	b2_announced_course(&course, game, command->target);
	return course.count == 0 || b2_is_past(course.here, point);
}

/* The mover goes to the moment; the check is rolled there. */
static void go_and_declare(struct pn_step *step, const struct pn_command *command,
			   struct b2_point point)
{
	enum b2_gone gone;

	pn_close(step, PN_CLAUSE("B2-63"));
	gone = b2_go_on(step, point);
	if (gone == B2_ASKED)
		return;
	if (may_still(step->game, command)) {
		open_window(step, command->target, gone == B2_ENDED ? B2_FINISHED : B2_DURING);
		declare(step, command);
		return;
	}
	b2_open_window(step, command->target, gone == B2_ENDED ? B2_FINISHED : B2_DURING);
}

void b2_apply_opportunity_charge(struct pn_step *step, pn_side side,
				 const struct pn_command *command)
{
	const struct b2_point point = resolve(step->game, command);

	(void)side;
	if (is_there(step->game, command, point))
		declare(step, command);
	else
		go_and_declare(step, command, point);
}

void b2_preview_opportunity_charge(const struct pn_game *view, pn_side side,
				   const struct pn_command *command, struct pn_preview *out)
{
	if (command->path.count > 0)
		b2_preview_manoeuvre(view, side, command, out);
	if (!b2_is_driven(&view->unit[command->unit]))
		pn_preview_roll(out, view, roll_of(view, command->unit));
}

/* ---- actions ---- */

static struct pn_command reaction_of(pn_unit_id unit, pn_unit_id mover)
{
	struct pn_command command = pn_command_of(PN_COMMAND_OPPORTUNITY_CHARGE);

	command.unit = unit;
	command.target = mover;
	command.path.given = true;
	return command;
}

/* At the moments that have a name, before and without a manoeuvre; the points are a bound. */
static void list_moments(struct pn_actions *out, struct pn_command reaction)
{
	reaction.moment.when = PN_WHEN_IN_SIGHT;
	pn_action_preset(out, "preset.in_sight", reaction);
	reaction.moment.when = PN_WHEN_NEAREST;
	pn_action_preset(out, "preset.nearest", reaction);
}

static void list_reaction(const struct b2_course *course, const struct b2_field *field,
			  pn_unit_id unit, pn_clause clause, struct pn_actions *out)
{
	const struct pn_game *view = field->view;
	struct pn_command reaction = reaction_of(unit, course->mover);
	const bool now = b2_check_reaction(field, unit, course->mover).code == PN_LAWFUL;

	if (!now && b2_check_on_course(course, field, unit).code != PN_LAWFUL)
		return;
	if (!now)
		reaction.moment.when = PN_WHEN_IN_SIGHT;
	pn_action_add(out, PN_GROUP_REACT,
		      now ? "offer.opportunity_charge" : "offer.charge_in_sight", reaction, clause);
	if (now)
		b2_list_manoeuvres(view, reaction, out);
	if (course->count == 0)
		return;
	pn_action_bound(out, (struct pn_bound){.kind = PN_BOUND_MOMENT, .at = "/moment"});
	list_moments(out, reaction);
}

void b2_list_opportunity(const struct pn_game *view, pn_side side, struct pn_actions *out)
{
	pn_unit_id mover = pn_top_pending(view)->unit;
	struct b2_course course;
	struct b2_field field;
	pn_unit_id bound;

	b2_field_survey(&field, view);
	b2_announced_course(&course, view, mover);
	b2_show_way(&course, &out->way);
	bound = bound_to_react(&field);
	for (pn_unit_id i = 0; i < view->unit_count; i++)
		if (view->unit[i].side == side && (bound == PN_NO_UNIT || bound == i))
			list_reaction(&course, &field, i,
				      bound == i ? PN_CLAUSE("B2-45") : PN_CLAUSE("B2-60"), out);
	if (bound == PN_NO_UNIT)
		pn_list_pass(out, PN_CLAUSE("B2-60"));
}

struct pn_command b2_default_opportunity(const struct pn_game *view, pn_side side)
{
	const pn_unit_id bound = anybody_bound(view);

	(void)side;
	return bound == PN_NO_UNIT ? pn_command_of(PN_COMMAND_PASS)
				   : reaction_of(bound, pn_top_pending(view)->unit);
}
