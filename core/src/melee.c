/* Melees that the players settle between them (PN-20 to PN-24). */

#include "melee.h"
#include "loose.h"

#include "place.h"

enum {
	BOTH = 1 << PN_RED | 1 << PN_BLUE,
	REFUSALS_MAX = 3,
};

pn_unit_id pn_next_melee(const struct pn_game *game)
{
	for (pn_unit_id i = 0; i < game->unit_count; i++)
		if (game->unit[i].melee_turn != game->turn && pn_engaged(game, i))
			return i;
	return PN_NO_UNIT;
}

/* The same melee with other debtors. */
static void ask(struct pn_step *step, uint8_t owes, int32_t refused, pn_clause clause)
{
	struct pn_pending pending = *pn_top_pending(step->game);

	pending.owes = owes;
	pending.value = refused;
	pn_reopen(step, pending, clause);
}

void pn_open_melee(struct pn_step *step, uint8_t decision, pn_unit_id unit)
{
	pn_open(step,
		(struct pn_pending){
			.decision = decision,
			.owes = BOTH,
			.unit = unit,
			.other = PN_NO_UNIT,
		},
		PN_CLAUSE("PN-20"));
}

/* ---- what may be proposed ---- */

/* A command may say which melee it means; then it must be the one that is asked about. */
static struct pn_verdict check_melee(const struct pn_game *view, const struct pn_command *command)
{
	bool in[PN_UNITS_MAX];

	if (command->unit == PN_NO_UNIT)
		return pn_lawful();
	if (command->unit >= view->unit_count)
		return pn_refuse(PN_REFUSE_NO_SUCH_UNIT, PN_CLAUSE("PN-04"));
	pn_melee_units(view, pn_top_pending(view)->unit, in);
	return in[command->unit] ? pn_lawful()
				 : pn_refuse(PN_REFUSE_NOT_IN_MELEE, PN_CLAUSE("PN-20"));
}

static bool is_gone(const struct pn_unit *unit, const struct pn_fate *fate)
{
	return fate->removed || fate->lost >= unit->figures;
}

/* PN-21. What is said of one unit. */
static struct pn_verdict check_fate(const struct pn_game *view, const struct pn_outcome *outcome,
				    uint8_t number, const bool in[PN_UNITS_MAX])
{
	const struct pn_fate *fate = &outcome->fate[number];
	const struct pn_unit *unit;

	if (fate->unit >= view->unit_count)
		return pn_refuse(PN_REFUSE_NO_SUCH_UNIT, PN_CLAUSE("PN-04"));
	if (!in[fate->unit])
		return pn_refuse(PN_REFUSE_NOT_IN_MELEE, PN_CLAUSE("PN-21"));
	unit = &view->unit[fate->unit];
	for (uint8_t i = 0; i < number; i++)
		if (outcome->fate[i].unit == fate->unit)
			return pn_refuse(PN_REFUSE_BAD_OUTCOME, PN_CLAUSE("PN-21"));
	if (fate->lost > unit->figures)
		return pn_refuse(PN_REFUSE_BAD_OUTCOME, PN_CLAUSE("PN-21"));
	if (fate->state != PN_STATE_KEPT && fate->state >= pn_rules_of(view)->states.count)
		return pn_refuse(PN_REFUSE_BAD_OUTCOME, PN_CLAUSE("PN-21"));
	if (fate->placed && (fate->at.x < 0 || fate->at.y < 0 || fate->at.x > view->width ||
			     fate->at.y > view->depth))
		return pn_refuse(PN_REFUSE_LEAVES_TABLE, PN_CLAUSE("PN-10"));
	if (is_gone(unit, fate) && (fate->placed || fate->state != PN_STATE_KEPT))
		return pn_refuse(PN_REFUSE_BAD_OUTCOME, PN_CLAUSE("PN-21"));
	if (!fate->lost && !fate->removed && !fate->placed && fate->state == PN_STATE_KEPT)
		return pn_refuse(PN_REFUSE_BAD_OUTCOME, PN_CLAUSE("PN-21"));
	return pn_lawful();
}

/* How all stand when it has come out so. */
static void imagine(struct pn_game *then, const struct pn_game *view,
		    const struct pn_outcome *outcome)
{
	*then = *view;
	for (uint8_t i = 0; i < outcome->count; i++) {
		const struct pn_fate *fate = &outcome->fate[i];
		struct pn_unit *unit = &then->unit[fate->unit];

		if (is_gone(unit, fate)) {
			unit->on_board = false;
			continue;
		}
		unit->figures = (uint16_t)(unit->figures - fate->lost);
		if (unit->files > unit->figures)
			unit->files = unit->figures;
		if (!fate->placed)
			continue;
		pn_loose_carry(then, unit, (pn_pose){fate->at, fate->facing});
		unit->pose = (pn_pose){fate->at, fate->facing};
	}
}

/* PN-22. Is there room for a unit that is placed, and no enemy that it did not touch? */
static struct pn_verdict check_placed(const struct pn_game *then, const struct pn_game *view,
				      pn_unit_id id)
{
	const struct pn_unit *unit = &then->unit[id];
	struct pn_verdict verdict = pn_lawful();
	struct pn_body body;

	pn_unit_body(&body, then, unit);
	for (uint8_t i = 0; verdict.code == PN_LAWFUL && i < body.count; i++)
		verdict = pn_check_ground(view, &body.part[i]);
	for (pn_unit_id i = 0; verdict.code == PN_LAWFUL && i < then->unit_count; i++) {
		struct pn_body other;

		if (i == id || !then->unit[i].on_board)
			continue;
		pn_unit_body(&other, then, &then->unit[i]);
		if (pn_bodies_overlap(&body, &other))
			return pn_refuse_for(PN_REFUSE_BLOCKED, PN_CLAUSE("PN-11"), i);
		if (then->unit[i].side != unit->side && !pn_in_contact(view, id, i) &&
		    pn_bodies_touch(&body, &other))
			return pn_refuse(PN_REFUSE_TOUCHES_ENEMY, PN_CLAUSE("PN-22"));
	}
	return verdict;
}

static struct pn_verdict check_outcome(const struct pn_game *view, const struct pn_outcome *outcome)
{
	struct pn_verdict verdict = pn_lawful();
	bool in[PN_UNITS_MAX];
	struct pn_game then;

	pn_melee_units(view, pn_top_pending(view)->unit, in);
	for (uint8_t i = 0; i < outcome->count; i++) {
		verdict = check_fate(view, outcome, i, in);
		if (verdict.code != PN_LAWFUL)
			return verdict;
	}
	imagine(&then, view, outcome);
	for (uint8_t i = 0; verdict.code == PN_LAWFUL && i < outcome->count; i++)
		if (outcome->fate[i].placed)
			verdict = check_placed(&then, view, outcome->fate[i].unit);
	return verdict;
}

/* PN-24. The third proposal can only be answered. */
struct pn_verdict pn_check_propose_outcome(const struct pn_game *view, pn_side side,
					   const struct pn_command *command)
{
	struct pn_verdict verdict = check_melee(view, command);

	if (verdict.code != PN_LAWFUL)
		return verdict;
	if (view->proposed.made && pn_top_pending(view)->value + 1 >= REFUSALS_MAX)
		return pn_refuse(PN_REFUSE_LAST_PROPOSAL, PN_CLAUSE("PN-24"));
	return check_outcome(view, &command->outcome);
}

static void answer(struct pn_step *step, pn_side side, enum pn_answer answer, pn_clause clause)
{
	pn_emit(step, (struct pn_event){
			      .kind = PN_EVENT_OUTCOME_ANSWERED,
			      .clause = clause,
			      .outcome_answered = {pn_top_pending(step->game)->unit, side,
						   (uint8_t)answer},
		      });
}

void pn_apply_propose_outcome(struct pn_step *step, pn_side side, const struct pn_command *command)
{
	int32_t refused = pn_top_pending(step->game)->value;
	struct pn_event event = {
		.kind = PN_EVENT_OUTCOME_PROPOSED,
		.clause = PN_CLAUSE("PN-21"),
		.outcome_proposed = {.unit = pn_top_pending(step->game)->unit, .side = side},
	};

	if (step->game->proposed.made) {
		answer(step, side, PN_ANSWER_REFUSED, PN_CLAUSE("PN-24"));
		refused++;
	}
	event.outcome_proposed.outcome = command->outcome;
	pn_emit(step, event);
	ask(step, (uint8_t)(1u << pn_opponent(side)), refused, PN_CLAUSE("PN-20"));
}

/* ---- answers ---- */

struct pn_verdict pn_check_answer_outcome(const struct pn_game *view, pn_side side,
					  const struct pn_command *command)
{
	struct pn_verdict verdict = check_melee(view, command);

	if (verdict.code == PN_LAWFUL && !view->proposed.made)
		return pn_refuse(PN_REFUSE_NOTHING_PROPOSED, PN_CLAUSE("PN-23"));
	return verdict;
}

static void suffer(struct pn_step *step, const struct pn_fate *fate)
{
	bool gone = is_gone(&step->game->unit[fate->unit], fate);

	if (fate->lost > 0)
		pn_emit(step, (struct pn_event){
				      .kind = PN_EVENT_CASUALTIES,
				      .clause = PN_CLAUSE("PN-23"),
				      .casualties = {fate->unit, fate->lost},
			      });
	if (gone)
		pn_emit(step, (struct pn_event){
				      .kind = PN_EVENT_REMOVED,
				      .clause = PN_CLAUSE("PN-23"),
				      .removed = {fate->unit},
			      });
	if (fate->state != PN_STATE_KEPT)
		pn_set_state(step, fate->unit, fate->state, PN_CLAUSE("PN-23"));
	if (fate->placed)
		pn_emit(step, (struct pn_event){
				      .kind = PN_EVENT_MOVED,
				      .clause = PN_CLAUSE("PN-23"),
				      .moved = {fate->unit,
						PN_MANNER_AGREED,
						{fate->at, fate->facing},
						0},
			      });
}

/* PN-23. A unit that was placed elsewhere stays in contact with the units that it still touches.
 * Losses end no contact: the ranks close up. */
static void end_contacts_of(struct pn_step *step, pn_unit_id id)
{
	const struct pn_game *game = step->game;
	uint8_t i = 0;

	while (i < game->contact_count) {
		struct pn_contact contact = game->contact[i];
		struct pn_body a;
		struct pn_body b;

		pn_unit_body(&a, game, &game->unit[contact.unit]);
		pn_unit_body(&b, game, &game->unit[contact.with]);
		if ((contact.unit != id && contact.with != id) || pn_bodies_touch(&a, &b)) {
			i++;
			continue;
		}
		pn_emit(step, (struct pn_event){
				      .kind = PN_EVENT_CONTACT_ENDED,
				      .clause = PN_CLAUSE("PN-23"),
				      .contact_ended = {contact.unit, contact.with},
			      });
	}
}

void pn_apply_accept_outcome(struct pn_step *step, pn_side side, const struct pn_command *command)
{
	struct pn_outcome outcome = step->game->proposed.outcome;

	answer(step, side, PN_ANSWER_ACCEPTED, PN_CLAUSE("PN-23"));
	pn_close(step, PN_CLAUSE("PN-23"));
	for (uint8_t i = 0; i < outcome.count; i++)
		suffer(step, &outcome.fate[i]);
	for (uint8_t i = 0; i < outcome.count; i++)
		if (outcome.fate[i].placed)
			end_contacts_of(step, outcome.fate[i].unit);
}

/* PN-24. */
static void leave_open(struct pn_step *step, pn_side side)
{
	answer(step, side, PN_ANSWER_LEFT_OPEN, PN_CLAUSE("PN-24"));
	pn_close(step, PN_CLAUSE("PN-24"));
}

void pn_apply_refuse_outcome(struct pn_step *step, pn_side side, const struct pn_command *command)
{
	int32_t refused = pn_top_pending(step->game)->value + 1;

	answer(step, side, PN_ANSWER_REFUSED, PN_CLAUSE("PN-24"));
	if (refused < REFUSALS_MAX)
		ask(step, BOTH, refused, PN_CLAUSE("PN-20"));
	else
		leave_open(step, side);
}

struct pn_verdict pn_check_leave_open(const struct pn_game *view, pn_side side,
				      const struct pn_command *command)
{
	return check_melee(view, command);
}

void pn_apply_leave_open(struct pn_step *step, pn_side side, const struct pn_command *command)
{
	leave_open(step, side);
}

/* ---- actions ---- */

static struct pn_command about(const struct pn_game *view, enum pn_command_kind kind)
{
	struct pn_command command = pn_command_of(kind);

	command.unit = pn_top_pending(view)->unit;
	return command;
}

/* As it stands it says that nobody lost anything; what it may say is bounded. */
static void list_proposal(const struct pn_game *view, struct pn_actions *out)
{
	pn_action_add(out, PN_GROUP_REACT, "offer.propose_outcome",
		      about(view, PN_COMMAND_PROPOSE_OUTCOME), PN_CLAUSE("PN-21"));
	struct pn_bound bound = {.kind = PN_BOUND_CHOICE, .at = "/outcome"};
	bool in[PN_UNITS_MAX];

	pn_melee_units(view, pn_top_pending(view)->unit, in);
	for (pn_unit_id i = 0; i < view->unit_count; i++)
		if (in[i])
			bound.choice.of[bound.choice.count++] = i;
	pn_action_bound(out, bound);
}

void pn_list_melee(const struct pn_game *view, pn_side side, struct pn_actions *out)
{
	struct pn_command proposal = about(view, PN_COMMAND_PROPOSE_OUTCOME);

	if (view->proposed.made) {
		pn_action_add(out, PN_GROUP_REACT, "offer.accept_outcome",
			      about(view, PN_COMMAND_ACCEPT_OUTCOME), PN_CLAUSE("PN-23"));
		pn_action_add(out, PN_GROUP_REACT, "offer.refuse_outcome",
			      about(view, PN_COMMAND_REFUSE_OUTCOME), PN_CLAUSE("PN-24"));
	}
	if (pn_check_propose_outcome(view, side, &proposal).code == PN_LAWFUL)
		list_proposal(view, out);
	pn_action_add(out, PN_GROUP_STEP, "offer.leave_open", about(view, PN_COMMAND_LEAVE_OPEN),
		      PN_CLAUSE("PN-24"));
}

struct pn_command pn_default_melee(const struct pn_game *view, pn_side side)
{
	return about(view, PN_COMMAND_LEAVE_OPEN);
}
