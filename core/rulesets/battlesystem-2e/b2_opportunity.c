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
#include "common.h"

/* Decides B2-60. */
struct pn_verdict b2_check_opportunity_charge(const struct pn_game *view, pn_side side,
					      const struct pn_command *command)
{
	const struct pn_pending *window = pn_top_pending(view);
	struct pn_verdict verdict;
	struct b2_course course;
	struct b2_field field;

	verdict = pn_check_own(view, side, command->unit);
	if (verdict.code != PN_LAWFUL)
		return verdict;
	if (command->target != window->unit)
		return pn_refuse(PN_REFUSE_MAY_NOT_REACT, PN_CLAUSE("B2-60"));
	if (b2_has_said(view, command->unit))
		return pn_refuse(PN_REFUSE_ALREADY_DECLARED, PN_CLAUSE("B2-63"));
	b2_field_survey(&field, view);
	b2_announced_course(&course, view, window->unit);
	verdict = b2_check_moment(&course, &field, command->unit, command->moment);
	return verdict.code == PN_LAWFUL ? b2_check_preliminary(view, command->unit, &command->path)
					 : verdict;
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

/* Decides B2-70. The check is passed and the manoeuvre made: meet the unit that charges this one,
 * or charge the mover. */
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
	bool meets = b2_is_charged_by(game, command->unit, command->target);

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

/* Decides B2-67 and B2-68. A unit that has declared no charge has a modifier against it. */
static struct pn_roll roll_of(const struct pn_game *view, pn_unit_id id)
{
	enum { WITHOUT_DECLARATION = 2 };
	const bool declared = view->unit[id].order.verb == PN_VERB_CHARGE;

	return b2_initiation_roll(view, id, declared ? 0 : WITHOUT_DECLARATION,
				  declared ? PN_CLAUSE("B2-68") : PN_CLAUSE("B2-67"));
}

/* The reaction, with the mover where it stands and the window on top. */
static void declare(struct pn_step *step, const struct pn_command *command, pn_clause clause)
{
	pn_unit_id id = command->unit;
	pn_unit_id mover = command->target;

	pn_tell_reaction(step, id, mover, B2_REACT_OPPORTUNITY_CHARGE, clause);
	/* B2-102. A compulsory charge has no check. */
	if (b2_is_driven(&step->game->unit[id]) || b2_initiates(step, roll_of(step->game, id))) {
		begin_reaction(step, command);
		return;
	}
	pn_tell_charge_ended(step, id, mover, PN_CHARGE_CHECK_FAILED, PN_CLAUSE("B2-69"));
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
static struct b2_point moment_point(const struct pn_game *game, const struct pn_command *command)
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

static struct pn_command reaction_of(pn_unit_id unit, pn_unit_id mover)
{
	struct pn_command command = pn_command_of(PN_COMMAND_OPPORTUNITY_CHARGE);

	command.unit = unit;
	command.target = mover;
	command.path.given = true;
	return command;
}

/* B2-45. The unit that must react and that the charger would strike on its way to the point, so
 * that the charge it owes comes before; or PN_NO_UNIT. */
static pn_unit_id due_before(const struct pn_game *game, pn_unit_id mover, struct b2_point point)
{
	const pn_unit_id bound = b2_anybody_bound(game);
	const struct b2_stretch *last;
	struct b2_course course;

	if (bound == PN_NO_UNIT)
		return PN_NO_UNIT;
	b2_actual_course(&course, game, mover);
	if (course.met != bound)
		return PN_NO_UNIT;
	last = &course.stretch[course.count - 1];
	return b2_is_past(point, (struct b2_point){last->leg, last->high}) ? bound : PN_NO_UNIT;
}

/* The reaction, where the mover stands; or, if it is not lawful any more, whoever may still react
 * is asked again. */
static void declare_here(struct pn_step *step, const struct pn_command *command, pn_clause clause)
{
	const struct pn_pending *move = b2_move_of(step->game, command->target);
	const enum b2_stage stage = !move || move->stage == B2_FINISHED ? B2_FINISHED : B2_DURING;

	if (!may_still(step->game, command)) {
		b2_open_window(step, command->target, stage);
		return;
	}
	b2_leave_window_open(step, command->target, stage);
	declare(step, command, clause);
}

/* The one that a unit said, or one without a manoeuvre. */
static struct pn_command kept_of(const struct b2_kept *kept, pn_unit_id unit, pn_unit_id mover)
{
	for (uint8_t i = 0; i < kept->count; i++)
		if (kept->of[i].unit == unit)
			return kept->of[i];
	return reaction_of(unit, mover);
}

/* B2-45. A charge that is owed before the moment is made where the charger stands; who else wanted
 * to react does so at its moment. B2-65: where the mover has been caught, no point is ahead. */
static void carry_out(struct pn_step *step, const struct b2_kept *kept, uint8_t number)
{
	const struct pn_command *command = &kept->of[number];
	const pn_unit_id mover = command->target;
	const struct pn_pending *move = b2_move_of(step->game, mover);
	struct pn_command first;
	struct b2_point point;
	pn_unit_id due;

	if (command->moment.when == PN_WHEN_AT && b2_is_caught(step->game, move)) {
		b2_keep_rest(step, kept, command->unit);
		b2_open_window(step, mover, B2_DURING);
		return;
	}
	point = moment_point(step->game, command);
	due = is_there(step->game, command, point) ? PN_NO_UNIT
						   : due_before(step->game, mover, point);
	if (due != PN_NO_UNIT) {
		first = kept_of(kept, due, mover);
		b2_keep_rest(step, kept, due);
		declare_here(step, &first, PN_CLAUSE("B2-45"));
		return;
	}
	if (!is_there(step->game, command, point) && b2_go_on(step, point) == B2_ASKED)
		return;
	b2_keep_rest(step, kept, command->unit);
	declare_here(step, command, PN_CLAUSE("B2-60"));
}

/* The one whose moment comes first; of equal ones that which was said first. */
static uint8_t first_of(const struct pn_game *game, const struct b2_kept *kept)
{
	struct b2_point least = moment_point(game, &kept->of[kept->count - 1]);
	uint8_t first = (uint8_t)(kept->count - 1);

	for (uint8_t i = first; i-- > 0;) {
		const struct b2_point point = moment_point(game, &kept->of[i]);

		if (b2_is_past(point, least))
			continue;
		least = point;
		first = i;
	}
	return first;
}

static void carry_out_first(struct pn_step *step, const struct b2_kept *kept)
{
	carry_out(step, kept, first_of(step->game, kept));
}

/* Nobody else may say one: with it those that are kept are carried out. */
static void say_last(struct pn_step *step, const struct pn_command *command)
{
	struct b2_kept kept;

	b2_take_kept(step, &kept);
	memmove(kept.of + 1, kept.of, kept.count * sizeof kept.of[0]);
	kept.of[0] = *command;
	kept.count++;
	carry_out_first(step, &kept);
}

void b2_resume_said(struct pn_step *step)
{
	struct b2_kept kept;

	b2_take_kept(step, &kept);
	carry_out_first(step, &kept);
}

/* Is the moment the one at which the mover stands? */
static bool comes_now(const struct pn_game *game, const struct pn_command *command)
{
	return is_there(game, command, moment_point(game, command));
}

/* May others of the side still say one, and is there room to keep this one so long? */
static bool waits_for_others(const struct pn_game *game, const struct pn_command *command)
{
	return b2_can_keep(game) && b2_others_may_react(game, command->target, command->unit);
}

/* The nearest moment is measured, and so it is not asked while it can be kept: the mover stands
 * there for sure when it has no way ahead. */
static bool is_kept_unmeasured(const struct pn_game *game, const struct pn_command *command)
{
	struct b2_course course;

	if (command->moment.when != PN_WHEN_NEAREST)
		return false;
	b2_announced_course(&course, game, command->target);
	return course.count > 0 && waits_for_others(game, command);
}

/* A moment ahead waits for what others of the side may still say: nobody's is lost because another's
 * was said first. */
void b2_apply_opportunity_charge(struct pn_step *step, pn_side side,
				 const struct pn_command *command)
{
	const struct pn_pending window = *pn_top_pending(step->game);
	bool waits = is_kept_unmeasured(step->game, command);

	if (!waits && comes_now(step->game, command)) {
		declare(step, command, PN_CLAUSE("B2-60"));
		return;
	}
	waits = waits || waits_for_others(step->game, command);
	pn_close(step, PN_CLAUSE("B2-63"));
	if (!waits) {
		say_last(step, command);
		return;
	}
	b2_keep(step, command);
	pn_open(step, window, PN_CLAUSE("B2-63"));
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
	const enum pn_refusal code = b2_check_reaction(field, unit, course->mover).code;
	const bool now = code == PN_LAWFUL;
	const bool later = b2_has_moment(course, field, unit, code);

	if (!now && !later)
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
	if (later)
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
	bound = b2_bound_to_react(&field);
	for (pn_unit_id i = 0; i < view->unit_count; i++)
		if (view->unit[i].side == side && !b2_has_said(view, i))
			list_reaction(&course, &field, i,
				      bound == i ? PN_CLAUSE("B2-45") : PN_CLAUSE("B2-60"), out);
	if (bound == PN_NO_UNIT || b2_anybody_said(view))
		pn_list_pass(out, PN_CLAUSE("B2-60"));
}

struct pn_command b2_default_opportunity(const struct pn_game *view, pn_side side)
{
	const pn_unit_id bound = b2_anybody_said(view) ? PN_NO_UNIT : b2_anybody_bound(view);

	return bound == PN_NO_UNIT ? pn_command_of(PN_COMMAND_PASS)
				   : reaction_of(bound, pn_top_pending(view)->unit);
}
