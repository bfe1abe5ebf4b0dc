/* What rules write with (step.h): each function appends one event and takes it in at once. */

#include "step.h"
#include "odds.h"

/* The list owns what its events send. */
static void append(struct pn_events *out, struct pn_event *event)
{
	struct pn_placed *room;

	pn_assert(out->count < PN_EVENTS_MAX);
	if (out->count == 0)
		out->placed_count = 0;
	room = out->placed_count < PN_EVENTS_PLACED_MAX ? &out->placed[out->placed_count] : NULL;
	out->placed_count = (uint8_t)(out->placed_count + pn_event_keep(event, room));
	out->event[out->count++] = *event;
}

void pn_emit(struct pn_step *step, struct pn_event event)
{
	event.by = step->by;
	event.mark = step->mark;
	if (event.audience == 0)
		event.audience = PN_SEEN_BY_ALL;
	if (step->out)
		append(step->out, &event);
	pn_evolve(step->game, &event);
}

void pn_enter_phase(struct pn_step *step, uint8_t phase, pn_side active, pn_clause clause)
{
	const struct pn_rules *rules = pn_rules_of(step->game);

	pn_assert(phase < rules->phases.count);
	pn_emit(step, (struct pn_event){
			      .kind = PN_EVENT_PHASE_ENTERED,
			      .clause = clause.text[0] ? clause : rules->phases.row[phase].clause,
			      .phase_entered = {phase, active},
		      });
}

void pn_open(struct pn_step *step, struct pn_pending pending, pn_clause clause)
{
	pn_assert(step->game->pending_count < pn_rules_of(step->game)->deepest_pending);
	pn_emit(step, (struct pn_event){
			      .kind = PN_EVENT_DECISION_OPENED,
			      .clause = clause,
			      .decision_opened = pending,
		      });
}

void pn_answer(struct pn_step *step, pn_side side)
{
	const struct pn_pending *top = pn_top_pending(step->game);

	pn_assert(pn_owes(step->game, side));
	pn_emit(step, (struct pn_event){
			      .kind = PN_EVENT_DECISION_ANSWERED,
			      .decision_answered = {top->decision, side},
		      });
}

void pn_close(struct pn_step *step, pn_clause clause)
{
	const struct pn_pending *top = pn_top_pending(step->game);

	pn_assert(top != NULL);
	pn_emit(step, (struct pn_event){
			      .kind = PN_EVENT_DECISION_CLOSED,
			      .clause = clause,
			      .decision_closed = {top->decision},
		      });
}

void pn_resume_nothing(struct pn_step *step)
{
	pn_close(step, (pn_clause){""});
}

void pn_reopen(struct pn_step *step, struct pn_pending pending, pn_clause clause)
{
	pn_close(step, (pn_clause){""});
	pn_open(step, pending, clause);
}

/* ---- dice ---- */

static uint16_t dice_rolled(const struct pn_game *game, pn_who who, uint8_t what)
{
	for (uint8_t i = 0; i < game->rolled_count; i++)
		if (game->rolled[i].who == who && game->rolled[i].what == what)
			return game->rolled[i].count;
	return 0;
}

/* The event of a roll before anything is thrown. */
static struct pn_event roll_of(const struct pn_game *game, const struct pn_roll *roll,
			       uint8_t count)
{
	const struct pn_roll_rule *rule = &pn_rules_of(game)->rolls.row[roll->what];

	pn_assert(count <= PN_FACES_MAX);
	return (struct pn_event){
		.kind = PN_EVENT_ROLLED,
		.clause = roll->clause,
		.rolled =
			{
				.turn = game->turn,
				.phase = game->phase,
				.who = roll->who,
				.what = roll->what,
				.first = (uint16_t)(dice_rolled(game, roll->who, roll->what) + 1),
				.count = count,
				.sides = rule->sides,
				.modifier = roll->modifier,
				.needed = roll->needed,
			},
	};
}

static void throw_faces(struct pn_step *step, struct pn_event *event)
{
	for (uint8_t i = 0; i < event->rolled.count; i++) {
		char label[PN_LABEL_BYTES];

		pn_label_write(label, step->game, event->rolled.turn, event->rolled.phase,
			       event->rolled.who, event->rolled.what,
			       (uint16_t)(event->rolled.first + i));
		event->rolled.face[i] = pn_die_face(step->dice, label, event->rolled.sides);
	}
}

int16_t pn_throw(struct pn_step *step, struct pn_roll roll, bool *passed)
{
	const uint8_t usual = pn_rules_of(step->game)->rolls.row[roll.what].count;
	struct pn_event event = roll_of(step->game, &roll, roll.count ? roll.count : usual);
	bool good = true;

	throw_faces(step, &event);
	event.rolled.modifier =
		(int16_t)(event.rolled.modifier -
			  pn_dropped(event.rolled.face, event.rolled.count, roll.drop));
	event.rolled.total = event.rolled.modifier;
	for (uint8_t i = 0; i < event.rolled.count; i++)
		event.rolled.total = (int16_t)(event.rolled.total + event.rolled.face[i]);
	if (roll.test != PN_TEST_NONE) {
		good = pn_roll_makes_it(&roll, event.rolled.total);
		event.rolled.result = good ? PN_ROLL_PASSED : PN_ROLL_FAILED;
	}
	if (roll.face)
		memcpy(roll.face, event.rolled.face, sizeof event.rolled.face);
	pn_emit(step, event);
	if (passed)
		*passed = good;
	return event.rolled.total;
}

uint16_t pn_throw_pool(struct pn_step *step, struct pn_roll roll, uint16_t dice)
{
	uint16_t made = 0;

	pn_assert(roll.test != PN_TEST_NONE);
	while (dice > 0) {
		uint8_t count = (uint8_t)(dice < PN_FACES_MAX ? dice : PN_FACES_MAX);
		struct pn_event event = roll_of(step->game, &roll, count);

		throw_faces(step, &event);
		for (uint8_t i = 0; i < count; i++)
			event.rolled.total =
				(int16_t)(event.rolled.total +
					  pn_roll_makes_it(&roll, event.rolled.face[i]));
		event.rolled.result = event.rolled.total > 0 ? PN_ROLL_PASSED : PN_ROLL_FAILED;
		made = (uint16_t)(made + event.rolled.total);
		dice = (uint16_t)(dice - count);
		pn_emit(step, event);
	}
	return made;
}

/* ---- small facts ---- */

void pn_set_state(struct pn_step *step, pn_unit_id unit, uint8_t state, pn_clause clause)
{
	pn_emit(step, (struct pn_event){
			      .kind = PN_EVENT_STATE_SET,
			      .clause = clause,
			      .state_set = {unit, state},
		      });
}

void pn_set_flag(struct pn_step *step, pn_unit_id unit, uint8_t flag, pn_clause clause)
{
	if (step->game->unit[unit].flags & (1u << flag))
		return;
	pn_emit(step, (struct pn_event){
			      .kind = PN_EVENT_FLAG_SET,
			      .clause = clause,
			      .flag_set = {unit, flag, true},
		      });
}

void pn_clear_flag(struct pn_step *step, pn_unit_id unit, uint8_t flag, pn_clause clause)
{
	if (!(step->game->unit[unit].flags & (1u << flag)))
		return;
	pn_emit(step, (struct pn_event){
			      .kind = PN_EVENT_FLAG_SET,
			      .clause = clause,
			      .flag_set = {unit, flag, false},
		      });
}

void pn_set_tally(struct pn_step *step, pn_unit_id unit, uint8_t tally, uint8_t count,
		  pn_clause clause)
{
	if (step->game->unit[unit].tally[tally] == count)
		return;
	pn_emit(step, (struct pn_event){
			      .kind = PN_EVENT_TALLY_SET,
			      .clause = clause,
			      .tally_set = {unit, tally, count},
		      });
}

void pn_set_fact(struct pn_step *step, uint8_t fact, int32_t value)
{
	if (step->game->facts[fact] == value)
		return;
	pn_emit(step, (struct pn_event){
			      .kind = PN_EVENT_FACT_SET,
			      .fact_set = {fact, value},
		      });
}

/* ---- commands and verdicts ---- */

struct pn_command pn_command_of(enum pn_command_kind kind)
{
	return (struct pn_command){.kind = kind, .unit = PN_NO_UNIT, .target = PN_NO_UNIT};
}

struct pn_command pn_command_of_leg(enum pn_command_kind kind, pn_unit_id unit, struct pn_leg leg)
{
	struct pn_command command = pn_command_of(kind);

	command.unit = unit;
	command.path.count = 1;
	command.path.leg[0] = leg;
	return command;
}

bool pn_set_has(const struct pn_command_set *set, enum pn_command_kind kind)
{
	pn_assert(kind < PN_COMMAND_COUNT);
	return set->has[kind];
}

bool pn_set_is_empty(const struct pn_command_set *set)
{
	for (unsigned kind = 0; kind < PN_COMMAND_COUNT; kind++)
		if (set->has[kind])
			return false;
	return true;
}

struct pn_verdict pn_lawful(void)
{
	return (struct pn_verdict){.code = PN_LAWFUL};
}

struct pn_verdict pn_refuse(enum pn_refusal code, pn_clause clause)
{
	return (struct pn_verdict){.code = code, .clause = clause};
}

struct pn_verdict pn_refuse_for(enum pn_refusal code, pn_clause clause, pn_unit_id by)
{
	return (struct pn_verdict){
		.code = code, .clause = clause, .by = by == PN_NO_UNIT ? 0 : (uint8_t)(by + 1)};
}
