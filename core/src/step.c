/* The turn engine.
 *
 * A phase runs by itself until somebody must decide. Then a pending decision is pushed and the
 * game stands still. A reaction pushes another on top, so the interrupted move goes on
 * when the reaction is popped: never by a flag. After each command the engine settles:
 * it resumes pending decisions that nobody owes and runs phases that wait for nothing, until a
 * decision is owed or the game is over. */

#include "odds.h"
#include "parley.h"
#include "umpire.h"

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

/* ---- beginning and ending ---- */

void pn_end_game(struct pn_step *step, pn_side winner, enum pn_ending ending)
{
	pn_emit(step, (struct pn_event){
			      .kind = PN_EVENT_ENDED,
			      .ended = {winner, (uint8_t)ending},
		      });
}

/* PN-34. The quarters of the board in which a side has more figures in good order than
 * the other; a unit is where the middle of its front edge is, on a line to the east or
 * north of it. */
static int32_t count_ground(const struct pn_game *game, pn_side side)
{
	int32_t lead[4] = {0};
	int32_t held = 0;

	for (pn_unit_id i = 0; i < game->unit_count; i++) {
		const struct pn_unit *unit = &game->unit[i];
		int east = 2 * unit->pose.at.x >= game->width;
		int north = 2 * unit->pose.at.y >= game->depth;

		if (unit->on_board && unit->state == 0)
			lead[2 * north + east] +=
				unit->side == side ? unit->figures : -(int32_t)unit->figures;
	}
	for (int i = 0; i < 4; i++)
		held += lead[i] > 0;
	return held;
}

/* Our own counts: the books state no victory in these chapters. */
static int32_t count_side(const struct pn_game *game, pn_side side)
{
	int32_t sum = 0;

	if (game->count == PN_COUNT_GROUND)
		return count_ground(game, side);
	for (pn_unit_id i = 0; i < game->unit_count; i++) {
		const struct pn_unit *unit = &game->unit[i];

		if (unit->side != side || !unit->on_board)
			continue;
		if (game->count == PN_COUNT_UNITS)
			sum += unit->state == 0;
		else if (game->count == PN_COUNT_FIGURES)
			sum += unit->figures;
	}
	return sum;
}

static void begin_turn(struct pn_step *step, uint8_t number)
{
	const struct pn_rules *rules = pn_rules_of(step->game);

	pn_emit(step, (struct pn_event){
			      .kind = PN_EVENT_TURN_BEGAN,
			      .turn_began = {number},
		      });
	if (rules->begin_turn)
		rules->begin_turn(step);
	if (number == 1 && step->game->deployment != PN_DEPLOYMENT_PLACED)
		pn_enter_phase(step, rules->deployment_phase, PN_NO_SIDE, PN_CLAUSE("PN-25"));
	else
		pn_enter_phase(step, rules->first_phase, PN_NO_SIDE, (pn_clause){""});
}

void pn_next_turn(struct pn_step *step)
{
	const struct pn_game *game = step->game;
	int32_t red = count_side(game, PN_RED);
	int32_t blue = count_side(game, PN_BLUE);

	if (game->turn < game->turns)
		begin_turn(step, (uint8_t)(game->turn + 1));
	else
		pn_emit(step, (struct pn_event){
				      .kind = PN_EVENT_ENDED,
				      .clause = PN_CLAUSE("PN-34"),
				      .ended = {red > blue   ? PN_RED
						: blue > red ? PN_BLUE
							     : PN_NO_SIDE,
						PN_ENDING_LAST_TURN},
			      });
}

/* ---- settling ---- */

/* A decision that leaves its owner no choice is none, unless something can be taken back. */
static bool decide_unasked(struct pn_step *step)
{
	const struct pn_pending *top = pn_top_pending(step->game);
	const struct pn_decision_rule *rule =
		&pn_rules_of(step->game)->decisions.row[top->decision];
	const pn_side side = top->owes & 1u << PN_RED ? PN_RED : PN_BLUE;

	return rule->forced && top->owes == 1u << side &&
	       step->game->secret[side].undo_count == 0 && rule->forced(step, side);
}

void pn_settle(struct pn_step *step)
{
	const struct pn_rules *rules = pn_rules_of(step->game);

	for (int round = 0; round < PN_SETTLE_MAX; round++) {
		const struct pn_pending *top = pn_top_pending(step->game);

		if (step->game->over)
			return;
		if (top && top->owes) {
			if (!decide_unasked(step))
				return;
			continue;
		}
		if (top)
			rules->decisions.row[top->decision].resume(step);
		else
			rules->phases.row[step->game->phase].run(step);
	}
	pn_assert(false && "a step that never settles");
}

void pn_begin(struct pn_game *truth, const struct pn_dice_source *dice, struct pn_events *out)
{
	struct pn_step turn = {.game = truth, .dice = dice, .out = out, .by = PN_NO_SIDE};

	pn_assert(truth->turn == 0);
	begin_turn(&turn, 1);
	pn_settle(&turn);
}

struct pn_muster_fault pn_arrange(struct pn_game *truth, const struct pn_arrangement *given,
				  const struct pn_dice_source *dice, struct pn_events *out)
{
	struct pn_step turn = {.game = truth, .dice = dice, .out = out, .by = PN_NO_SIDE};
	struct pn_muster_fault fault = pn_arrangement_fault(truth, given);

	if (fault.code != PN_MUSTER_NONE)
		return fault;
	pn_emit(&turn, (struct pn_event){.kind = PN_EVENT_ARRANGED, .arranged = given});
	/* A decision that was arranged is asked, whether it leaves a choice or not. */
	if (!pn_top_pending(truth) || !pn_top_pending(truth)->owes)
		pn_settle(&turn);
	return fault;
}

/* ---- commands ---- */

struct pn_command pn_command_of(enum pn_command_kind kind)
{
	return (struct pn_command){.kind = kind, .unit = PN_NO_UNIT, .target = PN_NO_UNIT};
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

bool pn_is_parley(enum pn_command_kind kind)
{
	return pn_is_proposal(kind) || pn_is_for_umpire(kind) || kind == PN_COMMAND_UNDO ||
	       kind == PN_COMMAND_CLAIM || kind == PN_COMMAND_RESIGN;
}

/* PN-05. A side takes back its own last commands of the current decision while, in
 * its own view, nothing has been built on them. PN-41. A side may claim the game from
 * one whose clock has answered for it three times in a row. */
static struct pn_verdict check_parley(const struct pn_game *view, pn_side side,
				      const struct pn_command *command)
{
	const enum pn_command_kind kind = command->kind;

	if (pn_is_proposal(kind))
		return pn_check_proposal(view, side, command);
	if (pn_is_for_umpire(kind))
		return pn_check_question(view, side, command);
	if (kind == PN_COMMAND_UNDO && view->secret[side].undo_count == 0)
		return pn_refuse(PN_REFUSE_NOTHING_TO_UNDO, PN_CLAUSE("PN-05"));
	if (kind == PN_COMMAND_CLAIM && view->strikes[pn_opponent(side)] < PN_STRIKES_MAX)
		return pn_refuse(PN_REFUSE_NO_CLAIM, PN_CLAUSE("PN-41"));
	return pn_lawful();
}

/* PN-13. Only a pass of a window may cover others. */
static bool covers_too_much(const struct pn_decision_rule *decision,
			    const struct pn_command *command)
{
	return command->until != PN_UNTIL_ASKED &&
	       (command->kind != PN_COMMAND_PASS || !decision->window);
}

/* PN-06. The umpire has no marks. */
static bool is_full(const struct pn_game *view, pn_side side)
{
	return view->marks >= PN_MARKS_MAX ||
	       (side < PN_SIDES && view->secret[side].private_marks >= PN_MARKS_MAX);
}

struct pn_verdict pn_check(const struct pn_game *view, pn_side side,
			   const struct pn_command *command)
{
	const struct pn_rules *rules = pn_rules_of(view);
	const struct pn_pending *top = pn_top_pending(view);

	pn_assert(side < PN_VIEWERS);
	pn_assert(command->kind < PN_COMMAND_COUNT);
	if (view->over)
		return pn_refuse(PN_REFUSE_GAME_OVER, PN_CLAUSE("PN-01"));
	if (command->kind != PN_COMMAND_RESIGN && is_full(view, side))
		return pn_refuse(PN_REFUSE_GAME_TOO_LONG, PN_CLAUSE("PN-06"));
	if (side == PN_PUBLIC)
		return pn_check_ruling(view, command);
	if (pn_is_parley(command->kind))
		return check_parley(view, side, command);
	if (!pn_owes(view, side))
		return pn_refuse(PN_REFUSE_NOT_YOUR_DECISION, PN_CLAUSE("PN-02"));
	if (!(rules->decisions.row[top->decision].commands & (UINT64_C(1) << command->kind)) ||
	    !rules->commands[command->kind].check)
		return pn_refuse(PN_REFUSE_NOT_NOW, PN_CLAUSE("PN-03"));
	if (covers_too_much(&rules->decisions.row[top->decision], command))
		return pn_refuse(PN_REFUSE_NOT_NOW, PN_CLAUSE("PN-13"));
	return rules->commands[command->kind].check(view, side, command);
}

static void apply_undo(struct pn_step *step, pn_side side)
{
	const struct pn_secret *secret = &step->game->secret[side];
	struct pn_mark mark = secret->undo[secret->undo_count - 1];

	pn_emit(step,
		(struct pn_event){
			.kind = PN_EVENT_UNDONE,
			.audience = (uint8_t)(mark.owner == PN_PUBLIC ? PN_SEEN_BY_ALL : 1 << side),
			.clause = PN_CLAUSE("PN-05"),
			.undone = {mark},
		});
}

static void apply_resign(struct pn_step *step, pn_side side)
{
	pn_emit(step, (struct pn_event){.kind = PN_EVENT_RESIGNED, .resigned = {side}});
	pn_end_game(step, pn_opponent(side), PN_ENDING_RESIGNATION);
}

/* PN-13. What a pass says beyond this window: for its owner, and for whoever answers for
 * them. */
static void note_until(struct pn_step *step, pn_side side, const struct pn_command *command)
{
	if (command->until == PN_UNTIL_ASKED)
		return;
	pn_emit(step, (struct pn_event){
			      .kind = PN_EVENT_WILL_PASS,
			      .audience = (uint8_t)(1u << side),
			      .clause = PN_CLAUSE("PN-13"),
			      .will_pass = {command->until, pn_top_pending(step->game)->unit},
		      });
}

/* PN-41. */
static void apply_claim(struct pn_step *step, pn_side side)
{
	pn_emit(step, (struct pn_event){
			      .kind = PN_EVENT_ENDED,
			      .clause = PN_CLAUSE("PN-41"),
			      .ended = {side, PN_ENDING_CLOCK},
		      });
}

/* Is it the side's own affair: a draft, or the undo of one? */
static bool is_private(const struct pn_game *game, pn_side side, const struct pn_command *command)
{
	const struct pn_command_rule *rule = &pn_rules_of(game)->commands[command->kind];

	if (command->kind == PN_COMMAND_UNDO) {
		const struct pn_secret *secret = &game->secret[side];

		return secret->undo[secret->undo_count - 1].owner != PN_PUBLIC;
	}
	return rule->is_private && rule->is_private(game);
}

void pn_apply(struct pn_game *truth, pn_side side, const struct pn_command *command,
	      const struct pn_dice_source *dice, struct pn_events *out)
{
	struct pn_step turn = {.game = truth, .dice = dice, .out = out, .by = side};

	pn_assert(pn_check(truth, side, command).code == PN_LAWFUL);
	pn_assert(out->count == 0);
	if (is_private(truth, side, command))
		turn.mark =
			(struct pn_mark){side, (uint16_t)(truth->secret[side].private_marks + 1)};
	else
		turn.mark = (struct pn_mark){PN_PUBLIC, (uint16_t)(truth->marks + 1)};

	if (command->kind == PN_COMMAND_UNDO) {
		apply_undo(&turn, side);
		return;
	}
	if (pn_is_proposal(command->kind)) {
		if (pn_apply_proposal(&turn, side, command))
			return;
	} else if (pn_is_for_umpire(command->kind)) {
		if (pn_apply_question(&turn, side, command))
			return;
	} else if (command->kind == PN_COMMAND_RESIGN) {
		apply_resign(&turn, side);
	} else if (command->kind == PN_COMMAND_CLAIM) {
		apply_claim(&turn, side);
	} else {
		note_until(&turn, side, command);
		pn_rules_of(truth)->commands[command->kind].apply(&turn, side, command);
	}
	pn_settle(&turn);
}
