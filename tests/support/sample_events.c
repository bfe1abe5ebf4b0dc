#include "sample_events.h"

#include <stdio.h>
#include <stdlib.h>

#include "play.h"
#include "sample_pieces.h"

enum { UNITS_A_SIDE = 4 };

void sample_game(struct pn_game *game, struct pn_muster *muster)
{
	pn_muster_defaults(muster, play_book());
	muster->width = 48 * PN_INCH;
	muster->depth = 40 * PN_INCH;
	muster->turns = 3;
	for (int i = 0; i < 2 * UNITS_A_SIDE; i++) {
		struct pn_muster_unit *unit = &muster->unit[muster->unit_count++];
		const struct pn_rules *rules = pn_rules_at(play_book());

		snprintf(unit->name, sizeof(unit->name), "Unit %d", i + 1);
		unit->side = i < UNITS_A_SIDE ? PN_RED : PN_BLUE;
		unit->class = (uint8_t)(i % rules->classes.count);
		unit->formation = (struct pn_formation){12, 6, 2000, 2000, 0};
		unit->pose.at.x = (6 + 12 * (i % UNITS_A_SIDE)) * PN_INCH;
		unit->pose.at.y = (unit->side == PN_RED ? 8 : 32) * PN_INCH;
		unit->pose.facing = unit->side == PN_RED ? 0 : PN_TURN_HALF;
		for (uint8_t stat = 0; stat < rules->stats.count; stat++)
			unit->stats[stat] = rules->stats.row[stat].min;
	}
	struct pn_muster_fault fault = pn_setup(game, play_book(), muster);
	if (fault.code != PN_MUSTER_NONE) {
		fprintf(stderr, "the sample muster is refused: %d %s\n", fault.code, fault.member);
		abort();
	}
}

static uint8_t any_limit(struct random_source *random)
{
	return random_one_in(random, 2) ? PN_NO_LIMIT : below(random, PN_SIDE_UNITS_MAX + 1);
}

static void any_terms(struct pn_proposal *proposal, struct random_source *random)
{
	proposal->winner = PN_NO_SIDE;
	if (proposal->kind == PN_PROPOSAL_RESULT)
		proposal->winner = below(random, PN_SIDES);
	if (proposal->kind == PN_PROPOSAL_UNDO)
		proposal->mark = (uint16_t)random_between(random, 1, UINT16_MAX);
	if (proposal->kind != PN_PROPOSAL_METHOD)
		return;
	proposal->method.made = true;
	proposal->method.method = below(random, PN_METHOD_COUNT);
	proposal->method.begins = side_or_none(random);
	proposal->method.most[PN_RED] = any_limit(random);
	proposal->method.most[PN_BLUE] = any_limit(random);
}

/* What melees are made of. */
static bool fill_melee(struct pn_event *event, const struct pn_game *game,
		       struct random_source *random)
{
	switch ((int)event->kind) {
	case PN_EVENT_OFFER_MADE:
		event->offer_made.side = below(random, PN_SIDES);
		event->offer_made.proposal.kind = below(random, PN_PROPOSAL_KIND_COUNT);
		any_terms(&event->offer_made.proposal, random);
		return true;
	case PN_EVENT_QUESTION_ASKED:
		event->question_asked.side = below(random, PN_SIDES);
		event->question_asked.question.kind = below(random, PN_PROPOSAL_KIND_COUNT);
		any_terms(&event->question_asked.question, random);
		return true;
	case PN_EVENT_UMPIRE_LEFT:
		event->by = PN_PUBLIC;
		return true;
	case PN_EVENT_UMPIRE_SEATED:
		return true;
	case PN_EVENT_QUESTION_ANSWERED:
		event->by = PN_PUBLIC;
		event->question_answered.side = below(random, PN_SIDES);
		event->question_answered.kind = below(random, PN_PROPOSAL_KIND_COUNT);
		event->question_answered.answer = below(random, PN_ANSWER_COUNT);
		return true;
	case PN_EVENT_OFFER_ANSWERED:
		event->offer_answered.side = below(random, PN_SIDES);
		event->offer_answered.kind = below(random, PN_PROPOSAL_KIND_COUNT);
		event->offer_answered.answer = below(random, PN_ANSWER_COUNT);
		return true;
	case PN_EVENT_METHOD_WITHDRAWN:
		event->method_withdrawn.side = below(random, PN_SIDES);
		return true;
	case PN_EVENT_DEPLOYED:
		event->deployed.unit = any_unit(game, random);
		any_pose(&event->deployed.to, random);
		return true;
	case PN_EVENT_TAKEN_BACK:
		event->taken_back.unit = any_unit(game, random);
		return true;
	case PN_EVENT_OUTCOME_PROPOSED:
		event->outcome_proposed.unit = any_unit(game, random);
		event->outcome_proposed.side = below(random, PN_SIDES);
		any_outcome(&event->outcome_proposed.outcome, game, random);
		return true;
	case PN_EVENT_OUTCOME_ANSWERED:
		event->outcome_answered.unit = any_unit(game, random);
		event->outcome_answered.side = below(random, PN_VIEWERS);
		event->outcome_answered.answer = below(random, PN_ANSWER_COUNT);
		return true;
	case PN_EVENT_CASUALTIES:
		event->casualties.unit = any_unit(game, random);
		event->casualties.lost = (uint16_t)random_between(random, 1, UINT16_MAX);
		return true;
	case PN_EVENT_CONTACT_ENDED:
		event->contact_ended.unit = any_unit(game, random);
		event->contact_ended.with = any_unit(game, random);
		return true;
	default:
		return false;
	}
}

static void fill_move(struct pn_event *event, const struct pn_game *game,
		      struct random_source *random)
{
	event->moved.unit = any_unit(game, random);
	event->moved.manner = below(random, PN_MANNER_COUNT);
	any_pose(&event->moved.to, random);
	event->moved.spent = (pn_len)random_next(random);
}

static void fill_contact(struct pn_contact *contact, const struct pn_game *game,
			 struct random_source *random)
{
	contact->unit = any_unit(game, random);
	contact->with = any_unit(game, random);
	contact->facing = below(random, 4);
	contact->benefits = random_one_in(random, 2);
}

/* What decisions and declarations are made of. */
static bool fill_decision(struct pn_event *event, const struct pn_game *game,
			  struct random_source *random)
{
	const struct pn_rules *rules = pn_rules_of(game);
	uint8_t decision = below(random, rules->decisions.count);

	switch ((int)event->kind) {
	case PN_EVENT_TURN_BEGAN:
		event->turn_began.turn = below(random, 256);
		return true;
	case PN_EVENT_PHASE_ENTERED:
		event->phase_entered.phase = below(random, rules->phases.count);
		event->phase_entered.active = side_or_none(random);
		return true;
	case PN_EVENT_DECISION_OPENED:
		any_pending(&event->decision_opened, game, random);
		return true;
	case PN_EVENT_DECISION_ANSWERED:
		event->decision_answered.decision = decision;
		event->decision_answered.side = below(random, PN_SIDES);
		return true;
	case PN_EVENT_DECISION_CLOSED:
		event->decision_closed.decision = decision;
		return true;
	case PN_EVENT_PASSED:
		event->passed.decision = decision;
		event->passed.side = below(random, PN_SIDES);
		return true;
	case PN_EVENT_DRAFTED:
		event->drafted.unit = any_unit(game, random);
		event->drafted.order = any_order(game, random);
		return true;
	case PN_EVENT_SEALED:
		event->sealed.slot = any_slot(game, random);
		any_bytes(event->sealed.commitment, PN_HASH_BYTES, random);
		return true;
	case PN_EVENT_SEALED_CONTENT:
	case PN_EVENT_REVEALED:
		event->opening.slot = any_slot(game, random);
		any_bytes(event->opening.salt, PN_HASH_BYTES, random);
		if (random_one_in(random, 2))
			any_orders(&event->opening.content, game, random);
		else
			any_places(&event->opening.content, game, random);
		return true;
	default:
		return false;
	}
}

/* What charges are made of. */
static bool fill_charge(struct pn_event *event, const struct pn_game *game,
			struct random_source *random)
{
	switch ((int)event->kind) {
	case PN_EVENT_REMOVED:
		event->removed.unit = any_unit(game, random);
		return true;
	case PN_EVENT_CHARGE_DECLARED:
		event->charge_declared.unit = any_unit(game, random);
		event->charge_declared.target = any_unit(game, random);
		return true;
	case PN_EVENT_CHARGE_BEGAN:
		event->charge_began.unit = any_unit(game, random);
		event->charge_began.target = any_unit(game, random);
		return true;
	case PN_EVENT_CHARGE_ENDED:
		event->charge_ended.unit = any_unit(game, random);
		event->charge_ended.target = unit_or_none(game, random);
		event->charge_ended.outcome = below(random, PN_CHARGE_OUTCOME_COUNT);
		return true;
	case PN_EVENT_REACTION_DECLARED:
		event->reaction_declared.unit = any_unit(game, random);
		event->reaction_declared.target = unit_or_none(game, random);
		event->reaction_declared.reaction =
			below(random, pn_rules_of(game)->reactions.count);
		return true;
	case PN_EVENT_MOVE_ANNOUNCED:
		event->move_announced.unit = any_unit(game, random);
		any_path(&event->move_announced.path, game, random);
		return true;
	case PN_EVENT_MOVED:
		fill_move(event, game, random);
		return true;
	case PN_EVENT_REFORMED:
		event->reformed.unit = any_unit(game, random);
		event->reformed.manner = below(random, PN_LEG_COUNT);
		event->reformed.files = (uint8_t)random_between(random, 1, PN_FIGURES_MAX);
		event->reformed.form = random_one_in(random, 2)
					       ? (uint8_t)PN_SAME_FORM
					       : below(random, pn_rules_of(game)->forms.count);
		any_pose(&event->reformed.to, random);
		event->reformed.spent = (pn_len)random_next(random);
		return true;
	case PN_EVENT_CONTACT:
		fill_contact(&event->contact, game, random);
		return true;
	default:
		return false;
	}
}

/* A time that the wire can write. */
static int64_t any_moment(struct random_source *random)
{
	return (int64_t)(random_next(random) % UINT64_C(253402300800000));
}

static void fill_rest(struct pn_event *event, const struct pn_game *game,
		      struct random_source *random)
{
	const struct pn_rules *rules = pn_rules_of(game);

	switch ((int)event->kind) {
	case PN_EVENT_ROLLED:
		any_roll(event, game, random);
		break;
	case PN_EVENT_CUP_ROLLED:
		any_cup_roll(event, game, random);
		break;
	case PN_EVENT_FIGURE_MOVED:
		event->figure_moved.unit = any_unit(game, random);
		event->figure_moved.figure = below(random, PN_LOOSE_MAX);
		any_pose(&event->figure_moved.to, random);
		break;
	case PN_EVENT_INITIATIVE_DECIDED:
		event->initiative_decided.winner = side_or_none(random);
		event->initiative_decided.total[PN_RED] = (int16_t)random_next(random);
		event->initiative_decided.total[PN_BLUE] = (int16_t)random_next(random);
		break;
	case PN_EVENT_FACT_SET:
		event->fact_set.fact = below(random, rules->facts.count);
		event->fact_set.value = any_fact(&rules->facts.row[event->fact_set.fact], random);
		break;
	case PN_EVENT_STATE_SET:
		event->state_set.unit = any_unit(game, random);
		event->state_set.state = below(random, rules->states.count);
		break;
	case PN_EVENT_FLAG_SET:
		event->flag_set.unit = any_unit(game, random);
		event->flag_set.flag = below(random, rules->flags.count);
		event->flag_set.on = random_one_in(random, 2);
		break;
	case PN_EVENT_TALLY_SET:
		event->tally_set.unit = any_unit(game, random);
		event->tally_set.tally = below(random, rules->tallies.count);
		event->tally_set.count = (uint8_t)random_next(random);
		break;
	case PN_EVENT_WILL_PASS:
		event->will_pass.until = below(random, PN_UNTIL_COUNT);
		event->will_pass.unit = any_unit(game, random);
		break;
	case PN_EVENT_PLAN_SET:
	case PN_EVENT_STANDING_ORDERS_SET:
		event->written.text = "{\"type\":\"any\"}";
		event->written.size = (uint32_t)strlen(event->written.text);
		break;
	case PN_EVENT_PLAN_STOPPED:
		event->plan_stopped.done = below(random, 64);
		event->plan_stopped.reason = below(random, PN_PLAN_STOP_COUNT);
		/* The golden file was made before there were others. */
		event->plan_stopped.refusal = below(random, PN_REFUSE_GAME_TOO_LONG + 1);
		break;
	case PN_EVENT_UNDONE:
		any_mark(&event->undone.mark, random);
		break;
	case PN_EVENT_RESIGNED:
		event->resigned.side = below(random, PN_SIDES);
		break;
	case PN_EVENT_CLOCK_REMINDER:
		event->clock_reminder.side = below(random, PN_SIDES);
		event->clock_reminder.until_ms = any_moment(random);
		break;
	case PN_EVENT_CLOCK_EXPIRED:
		event->clock_expired.side = below(random, PN_SIDES);
		event->clock_expired.decision = below(random, rules->decisions.count);
		break;
	case PN_EVENT_DOWN_TIME:
		event->down_time.from_ms = any_moment(random);
		event->down_time.until_ms = any_moment(random);
		break;
	case PN_EVENT_RULES_REVISED:
		event->rules_revised.revision = (uint16_t)random_next(random);
		break;
	case PN_EVENT_RESTORED:
		event->restored.backup_ms = any_moment(random);
		break;
	case PN_EVENT_OPERATOR_ACTED:
		event->operator_acted.act = below(random, PN_OPERATOR_ACT_COUNT);
		event->operator_acted.side = side_or_none(random);
		break;
	case PN_EVENT_ENDED:
		event->ended.winner = side_or_none(random);
		/* The golden file was made before there were others. */
		event->ended.ending = below(random, PN_ENDING_UMPIRE + 1);
		break;
	case PN_EVENT_ARMIES_AWAITED:
		event->armies_awaited.until_ms = any_moment(random);
		break;
	case PN_EVENT_ARMY_SEALED:
		event->army_sealed.side = below(random, PN_SIDES);
		any_bytes(event->army_sealed.commitment, PN_HASH_BYTES, random);
		break;
	case PN_EVENT_ARMY_REVEALED:
		event->army_revealed.side = below(random, PN_SIDES);
		any_bytes(event->army_revealed.salt, PN_HASH_BYTES, random);
		break;
	case PN_EVENT_ARMY_WITHDRAWN:
		event->army_withdrawn.side = below(random, PN_SIDES);
		break;
	default:
		fprintf(stderr, "no sample of kind %d\n", event->kind);
		abort();
	}
}

bool sample_has(uint8_t kind, const struct pn_game *game)
{
	return kind != PN_EVENT_TALLY_SET || pn_rules_of(game)->tallies.count > 0;
}

void sample_event(struct pn_event *event, uint8_t kind, const struct pn_game *game,
		  struct random_source *random)
{
	memset(event, 0, sizeof(*event));
	event->kind = kind;
	event->audience = random_one_in(random, 2)
				  ? PN_SEEN_BY_ALL
				  : (uint8_t)random_between(random, 1, PN_SEEN_BY_ALL);
	event->by = side_or_none(random);
	event->mark.owner = PN_PUBLIC;
	if (!random_one_in(random, 3))
		any_mark(&event->mark, random);
	if (random_one_in(random, 2))
		snprintf(event->clause.text, sizeof(event->clause.text), "B2-%d",
			 random_between(random, 1, 199));
	if (!fill_decision(event, game, random) && !fill_charge(event, game, random) &&
	    !fill_melee(event, game, random))
		fill_rest(event, game, random);
}

void sample_command(struct pn_command *command, uint8_t kind, const struct pn_game *game,
		    struct random_source *random)
{
	memset(command, 0, sizeof(*command));
	command->kind = kind;
	command->unit = command->target = PN_NO_UNIT;
	switch ((int)kind) {
	case PN_COMMAND_DECLARE_CHARGE:
	case PN_COMMAND_REDIRECT:
		command->unit = any_unit(game, random);
		command->target = any_unit(game, random);
		break;
	case PN_COMMAND_CHARGE:
	case PN_COMMAND_OPPORTUNITY_CHARGE:
		command->unit = any_unit(game, random);
		command->target = kind == PN_COMMAND_CHARGE ? unit_or_none(game, random)
							    : any_unit(game, random);
		if (random_one_in(random, 2))
			break;
		command->path.given = true;
		any_path(&command->path, game, random);
		break;
	case PN_COMMAND_PASS:
		command->until = below(random, PN_UNTIL_COUNT);
		break;
	case PN_COMMAND_CLASH:
	case PN_COMMAND_RALLY:
	case PN_COMMAND_FIGHTING_WITHDRAWAL:
	case PN_COMMAND_WITHDRAW_CHARGE:
		command->unit = any_unit(game, random);
		break;
	case PN_COMMAND_RULE_FOR:
	case PN_COMMAND_RULE_AGAINST:
		command->proposal.winner = below(random, PN_SIDES);
		break;
	case PN_COMMAND_ASK_RESULT:
	case PN_COMMAND_OFFER_RESULT:
		command->proposal.kind = PN_PROPOSAL_RESULT;
		any_terms(&command->proposal, random);
		break;
	case PN_COMMAND_OFFER_METHOD:
		command->proposal.kind = PN_PROPOSAL_METHOD;
		any_terms(&command->proposal, random);
		break;
	case PN_COMMAND_DEPLOY:
		command->unit = any_unit(game, random);
		any_pose(&command->to, random);
		break;
	case PN_COMMAND_ROLL_CUP:
		command->cup.dice = (uint16_t)random_between(random, 0, UINT16_MAX);
		command->cup.sides = (uint16_t)random_between(random, 0, UINT16_MAX);
		if (random_one_in(random, 2))
			command->cup.needed = (uint16_t)random_between(random, 1, UINT16_MAX);
		break;
	case PN_COMMAND_CHOOSE_FLANK:
		command->flank = random_one_in(random, 2) ? PN_FACING_LEFT : PN_FACING_RIGHT;
		break;
	case PN_COMMAND_PLACE_ORDER:
		command->unit = any_unit(game, random);
		command->verb = below(random, pn_rules_of(game)->verbs.count);
		break;
	case PN_COMMAND_TRY_FRENZY:
	case PN_COMMAND_RETREAT:
	case PN_COMMAND_TAKE_BACK:
		command->unit = any_unit(game, random);
		break;
	case PN_COMMAND_PROPOSE_OUTCOME:
		command->unit = unit_or_none(game, random);
		any_outcome(&command->outcome, game, random);
		break;
	case PN_COMMAND_HOLD:
	case PN_COMMAND_STAND_AND_SHOOT:
	case PN_COMMAND_FLEE:
	case PN_COMMAND_ACCEPT_OUTCOME:
	case PN_COMMAND_REFUSE_OUTCOME:
	case PN_COMMAND_LEAVE_OPEN:
		command->unit = unit_or_none(game, random);
		break;
	case PN_COMMAND_MANOEUVRE:
	case PN_COMMAND_MOVE:
		command->unit = any_unit(game, random);
		any_path(&command->path, game, random);
		break;
	default:
		break;
	}
}
