/* What the players and the umpire settle between them, from positions made at random: what is lawful by
 * PN-05, PN-06, PN-30 to PN-33, PN-41 and PN-50 to PN-53, that just this is listed, and what then
 * happens. The rules stand here a second time, as a list of reasons in the order of the clauses. */

#include <criterion/criterion.h>
#include <string.h>

#include "random_talk.h"
#include "step.h"

enum { POSITIONS = 6000 };

static struct play play;
static struct pn_game game;
static struct random_source source;

static const char *const wire[] = {
#define X(name, wire) wire,
	PN_COMMAND_KINDS(X)
#undef X
};

static int32_t any(int32_t low, int32_t high)
{
	return random_between(&source, low, high);
}

static void begin(void)
{
	random_talk_begin(&play);
	source.state = 30;
}

static void random_position(void)
{
	random_talk(&game, &play, &source);
}

/* ---- what is lawful ---- */

/* The first reason that holds is why a command is refused. */
struct reason {
	bool holds;
	enum pn_refusal code;
	const char *clause;
};

static struct pn_verdict first_of(const struct reason *reason, size_t reasons)
{
	for (size_t i = 0; i < reasons; i++)
		if (reason[i].holds) {
			struct pn_verdict verdict = {.code = reason[i].code};

			strcpy(verdict.clause.text, reason[i].clause);
			return verdict;
		}
	return (struct pn_verdict){.code = PN_LAWFUL};
}

#define FIRST_OF(reasons) first_of(reasons, sizeof(reasons) / sizeof(reasons)[0])

/* The mark of the last command of the side that can be taken back; 0: there is none. */
static uint16_t last_mark(pn_side side)
{
	uint16_t mark = 0;

	for (uint8_t i = 0; i < game.past_count; i++)
		if (game.past[i].by == side)
			mark = game.past[i].mark;
	return mark;
}

static bool is_free(pn_side side)
{
	const struct pn_secret *secret = &game.secret[side];

	return secret->undo_count > 0 && secret->undo[secret->undo_count - 1].owner == PN_PUBLIC;
}

static bool is_method_good(const struct pn_agreement *method)
{
	switch (method->method) {
	case PN_METHOD_LOSER_FIRST:
	case PN_METHOD_ALTERNATE_LOSER_FIRST:
		return pn_rules_of(&game)->methods >> method->method & 1;
	case PN_METHOD_SEALED:
	case PN_METHOD_ROLL_OFF:
	case PN_METHOD_ALTERNATE_ROLL_OFF:
		return (pn_rules_of(&game)->methods >> method->method & 1) &&
		       method->begins == PN_NO_SIDE;
	default:
		return false;
	}
}

static bool is_offer(enum pn_command_kind kind)
{
	return kind == PN_COMMAND_OFFER_DRAW || kind == PN_COMMAND_OFFER_RESULT ||
	       kind == PN_COMMAND_OFFER_UNDO || kind == PN_COMMAND_OFFER_METHOD ||
	       kind == PN_COMMAND_OFFER_UMPIRE;
}

static bool is_question(enum pn_command_kind kind)
{
	return kind >= PN_COMMAND_ASK_OUTCOME && kind <= PN_COMMAND_ASK_CLOCK;
}

static bool is_ruling(enum pn_command_kind kind)
{
	return kind == PN_COMMAND_RULE_FOR || kind == PN_COMMAND_RULE_AGAINST ||
	       kind == PN_COMMAND_STEP_DOWN;
}

static struct pn_verdict right_of_side(pn_side side, const struct pn_command *command)
{
	const enum pn_command_kind kind = command->kind;
	const pn_side other = side == PN_RED ? PN_BLUE : PN_RED;
	const bool answers = kind == PN_COMMAND_ACCEPT_OFFER || kind == PN_COMMAND_DECLINE_OFFER;
	const bool takes_back = kind == PN_COMMAND_OFFER_UNDO || kind == PN_COMMAND_ASK_UNDO;
	const struct reason reasons[] = {
		{is_offer(kind) && game.proposal[side].kind, PN_REFUSE_OFFER_PENDING, "PN-30"},
		{is_offer(kind) && (game.proposal_spent >> side & 1), PN_REFUSE_OFFER_SPENT,
		 "PN-30"},
		{is_question(kind) && game.umpire != PN_UMPIRE_AGREED, PN_REFUSE_NO_UMPIRE,
		 "PN-51"},
		{is_question(kind) && game.question[side].kind, PN_REFUSE_QUESTION_PENDING,
		 "PN-51"},
		{is_question(kind) && (game.question_spent >> side & 1), PN_REFUSE_QUESTION_SPENT,
		 "PN-53"},
		{takes_back && is_free(side), PN_REFUSE_UNDO_IS_FREE, "PN-32"},
		{takes_back && !last_mark(side), PN_REFUSE_NOTHING_TO_UNDO, "PN-32"},
		{kind == PN_COMMAND_OFFER_METHOD && game.method != PN_METHOD_AGREED,
		 PN_REFUSE_NOT_NOW, "PN-33"},
		{kind == PN_COMMAND_OFFER_METHOD && !is_method_good(&command->proposal.method),
		 PN_REFUSE_METHOD_NOT_ALLOWED, "PN-33"},
		{kind == PN_COMMAND_OFFER_UMPIRE && game.umpire != PN_UMPIRE_SEATED,
		 PN_REFUSE_NO_UMPIRE, "PN-50"},
		{answers && !game.proposal[other].kind, PN_REFUSE_NO_OFFER, "PN-30"},
		{kind == PN_COMMAND_WITHDRAW_OFFER && !game.proposal[side].kind, PN_REFUSE_NO_OFFER,
		 "PN-30"},
		{kind == PN_COMMAND_WITHDRAW_METHOD && !game.coming.made &&
			 (!game.agreed.made || game.agreement_ends),
		 PN_REFUSE_NO_AGREEMENT, "PN-33"},
		{kind == PN_COMMAND_ASK_OUTCOME &&
			 !(game.proposed.made && game.proposed.by == side),
		 PN_REFUSE_NOTHING_PROPOSED, "PN-51"},
		{kind == PN_COMMAND_ASK_CLOCK && !game.strikes[side], PN_REFUSE_NOT_NOW, "PN-51"},
		{kind == PN_COMMAND_WITHDRAW_QUESTION && !game.question[side].kind,
		 PN_REFUSE_NO_QUESTION, "PN-51"},
		{is_ruling(kind), PN_REFUSE_ONLY_THE_UMPIRE, "PN-52"},
		{kind == PN_COMMAND_UNDO && !game.secret[side].undo_count,
		 PN_REFUSE_NOTHING_TO_UNDO, "PN-05"},
		{kind == PN_COMMAND_CLAIM && game.strikes[other] < 3, PN_REFUSE_NO_CLAIM, "PN-41"},
	};

	return FIRST_OF(reasons);
}

static struct pn_verdict right(pn_side side, const struct pn_command *command)
{
	const enum pn_command_kind kind = command->kind;
	const pn_side asks = command->proposal.winner;
	const bool is_full = game.marks >= 60000 ||
			     (side != PN_PUBLIC && game.secret[side].private_marks >= 60000);
	const struct reason reasons[] = {
		{game.over, PN_REFUSE_GAME_OVER, "PN-01"},
		{is_full && kind != PN_COMMAND_RESIGN, PN_REFUSE_GAME_TOO_LONG, "PN-06"},
		{side == PN_PUBLIC && !is_ruling(kind), PN_REFUSE_ONLY_RULES, "PN-50"},
		{side == PN_PUBLIC && game.umpire == PN_UMPIRE_NONE, PN_REFUSE_NO_UMPIRE, "PN-50"},
		{side == PN_PUBLIC && kind != PN_COMMAND_STEP_DOWN &&
			 (asks >= PN_SIDES || !game.question[asks].kind),
		 PN_REFUSE_NO_QUESTION, "PN-52"},
	};
	const struct pn_verdict verdict = FIRST_OF(reasons);

	return verdict.code != PN_LAWFUL || side == PN_PUBLIC ? verdict
							      : right_of_side(side, command);
}

static struct pn_command command_of(enum pn_command_kind kind)
{
	struct pn_command command = pn_command_of(kind);

	command.proposal.winner = (pn_side)any(0, PN_NO_SIDE);
	if (kind == PN_COMMAND_OFFER_METHOD) {
		command.proposal.kind = PN_PROPOSAL_METHOD;
		command.proposal.method = random_talk_method(&source);
	}
	if (kind == PN_COMMAND_OFFER_RESULT || kind == PN_COMMAND_ASK_RESULT) {
		command.proposal.kind = PN_PROPOSAL_RESULT;
		command.proposal.winner = (pn_side)any(0, 1);
	}
	return command;
}

static bool is_talk(enum pn_command_kind kind)
{
	return pn_is_parley(kind) && kind != PN_COMMAND_ROLL_CUP;
}

Test(parley, what_is_lawful)
{
	unsigned lawful = 0;

	begin();
	for (int i = 0; i < POSITIONS; i++) {
		random_position();
		/* In every book alike, but that each has its methods. */
		game.ruleset = (uint8_t)any(0, pn_rules_count() - 1);
		for (unsigned kind = 0; kind < PN_COMMAND_COUNT; kind++)
			for (pn_side side = 0; side < PN_VIEWERS; side++) {
				const struct pn_command command = command_of(kind);
				struct pn_verdict found, wanted;

				if (!is_talk(kind) && side != PN_PUBLIC)
					continue;
				found = pn_check(&game, side, &command);
				wanted = right(side, &command);
				cr_assert_eq(found.code, wanted.code, "%d: %s: %u, not %u", i,
					     wire[kind], found.code, wanted.code);
				cr_assert_str_eq(found.clause.text, wanted.clause.text, "%d: %s", i,
						 wire[kind]);
				lawful += found.code == PN_LAWFUL;
			}
	}
	cr_expect_gt(lawful, 3 * POSITIONS);
}

/* ---- what is listed ---- */

static const struct pn_action *listed(enum pn_command_kind kind, pn_side winner)
{
	for (uint16_t i = 0; i < play.actions.count; i++) {
		const struct pn_action *action = &play.actions.action[i];

		if (action->command.kind == kind &&
		    (!is_ruling(kind) || kind == PN_COMMAND_STEP_DOWN ||
		     action->command.proposal.winner == winner))
			return action;
	}
	return NULL;
}

/* The words of an action are those of its command. */
static void expect_words(const struct pn_action *action)
{
	const char *name = wire[action->command.kind];
	const size_t length = strlen(name);

	cr_expect(strncmp(action->words, "offer.", 6) == 0 &&
			  strncmp(action->words + 6, name, length) == 0,
		  "%s: %s", name, action->words);
	if (action->words[6 + length])
		cr_expect_str_eq(action->words + 6 + length,
				 action->command.proposal.winner == PN_RED ? ".red" : ".blue");
	cr_expect_eq(action->group, PN_GROUP_TABLE);
}

static void expect_presets(pn_side side, const struct pn_action *action)
{
	static const char *const methods[PN_METHOD_COUNT] = {
		"preset.loser_first", "preset.roll_off", "preset.alternate_loser_first",
		"preset.alternate_roll_off", "preset.sealed"};
	const struct pn_preset *preset = &play.actions.preset[action->preset_first];
	uint8_t count = 0;

	if (action->command.kind != PN_COMMAND_OFFER_METHOD) {
		cr_assert_eq(action->preset_count, 2);
		cr_expect_str_eq(preset[0].words, "preset.i_win");
		cr_expect_eq(preset[0].command.proposal.winner, side);
		cr_expect_str_eq(preset[1].words, "preset.you_win");
		cr_expect_eq(preset[1].command.proposal.winner, 1 - side);
		return;
	}
	for (uint8_t i = 0; i < PN_METHOD_COUNT; i++) {
		const struct pn_agreement method = {.method = i, .begins = PN_NO_SIDE};

		if (!is_method_good(&method))
			continue;
		cr_assert_lt(count, action->preset_count);
		cr_expect_str_eq(preset[count].words, methods[i]);
		cr_expect_eq(preset[count++].command.proposal.method.method, i);
	}
	cr_expect_eq(count, action->preset_count);
}

static void expect_listed(pn_side side, enum pn_command_kind kind, pn_side winner)
{
	const struct pn_action *action = listed(kind, winner);
	struct pn_command command = pn_command_of(kind);

	command.proposal.winner = winner;
	command.proposal.method =
		(struct pn_agreement){.method = PN_METHOD_LOSER_FIRST, .begins = PN_NO_SIDE};
	cr_assert_eq(action != NULL, right(side, &command).code == PN_LAWFUL, "%s, side %u",
		     wire[kind], side);
	if (!action)
		return;
	expect_words(action);
	if (kind == PN_COMMAND_OFFER_METHOD || kind == PN_COMMAND_OFFER_RESULT ||
	    kind == PN_COMMAND_ASK_RESULT)
		expect_presets(side, action);
	else
		cr_expect_eq(action->preset_count, 0, "%s", wire[kind]);
}

Test(parley, what_is_lawful_is_listed)
{
	begin();
	for (int i = 0; i < POSITIONS; i++) {
		random_position();
		for (pn_side side = 0; side < PN_VIEWERS; side++) {
			const bool is_full = game.over || game.marks >= 60000 ||
					     side == PN_PUBLIC ||
					     game.secret[side].private_marks >= 60000;

			pn_list_actions(&game, side, &play.actions);
			for (unsigned kind = 0; kind < PN_COMMAND_COUNT; kind++)
				for (pn_side winner = 0; winner < PN_SIDES; winner++)
					if (is_talk(kind))
						expect_listed(side, kind, winner);
			cr_expect_eq(listed(PN_COMMAND_LEAVE_OPEN, 0) != NULL, !is_full, "%d", i);
		}
	}
	/* Nobody else, and nobody before the game begins. */
	game = play.truth;
	pn_list_actions(&game, PN_NO_SIDE, &play.actions);
	cr_expect_eq(play.actions.count, 0);
	game.turn = 0;
	pn_list_actions(&game, PN_RED, &play.actions);
	cr_expect_eq(play.actions.count, 0);
	/* Of the decision on top only those who owe it are offered anything. */
	game = play.truth;
	game.pending[game.pending_count - 1].owes = PN_SEEN_BY_BLUE;
	pn_list_actions(&game, PN_RED, &play.actions);
	cr_expect_null(listed(PN_COMMAND_LEAVE_OPEN, 0));
	pn_list_actions(&game, PN_BLUE, &play.actions);
	cr_expect_not_null(listed(PN_COMMAND_LEAVE_OPEN, 0));
}

/* ---- what happens ---- */

/* The next event of this kind, which must be there. */
static const struct pn_event *told(uint16_t *at, enum pn_event_kind kind, const char *clause)
{
	const struct pn_event *event = &play.out.event[(*at)++];

	cr_assert_leq(*at, play.out.count);
	cr_assert_eq(event->kind, kind);
	cr_assert_str_eq(event->clause.text, clause);
	return event;
}

/* From the latest down to that one. */
static void expect_undone(const struct pn_game *before, uint16_t mark, uint16_t *at)
{
	for (int i = before->past_count - 1; i >= 0; i--)
		if (before->past[i].mark >= mark) {
			const struct pn_mark undone =
				told(at, PN_EVENT_UNDONE, "PN-32")->undone.mark;

			cr_expect_eq(undone.owner, PN_PUBLIC);
			cr_expect_eq(undone.number, before->past[i].mark);
		}
}

static void expect_end(uint16_t *at, const char *clause, pn_side winner, enum pn_ending ending)
{
	const struct pn_event *event = told(at, PN_EVENT_ENDED, clause);

	cr_expect_eq(event->ended.winner, winner);
	cr_expect_eq(event->ended.ending, ending);
	cr_expect(game.over && game.winner == winner);
}

static void expect_offer(pn_side side, const struct pn_command *command, uint16_t *at)
{
	static const uint8_t kinds[PN_COMMAND_COUNT] = {
		[PN_COMMAND_OFFER_DRAW] = PN_PROPOSAL_DRAW,
		[PN_COMMAND_OFFER_RESULT] = PN_PROPOSAL_RESULT,
		[PN_COMMAND_OFFER_UNDO] = PN_PROPOSAL_UNDO,
		[PN_COMMAND_OFFER_METHOD] = PN_PROPOSAL_METHOD,
		[PN_COMMAND_OFFER_UMPIRE] = PN_PROPOSAL_UMPIRE,
		[PN_COMMAND_ASK_OUTCOME] = PN_PROPOSAL_OUTCOME,
		[PN_COMMAND_ASK_DRAW] = PN_PROPOSAL_DRAW,
		[PN_COMMAND_ASK_RESULT] = PN_PROPOSAL_RESULT,
		[PN_COMMAND_ASK_UNDO] = PN_PROPOSAL_UNDO,
		[PN_COMMAND_ASK_CLOCK] = PN_PROPOSAL_CLOCK,
	};
	const bool asks = is_question(command->kind);
	const struct pn_event *event = asks ? told(at, PN_EVENT_QUESTION_ASKED, "PN-51")
					    : told(at, PN_EVENT_OFFER_MADE, "PN-30");
	const struct pn_proposal *made =
		asks ? &event->question_asked.question : &event->offer_made.proposal;

	cr_expect_eq(asks ? event->question_asked.side : event->offer_made.side, side);
	cr_expect_eq(made->kind, kinds[command->kind]);
	cr_expect_eq(made->winner,
		     made->kind == PN_PROPOSAL_RESULT ? command->proposal.winner : PN_NO_SIDE);
	cr_expect_eq(made->mark, made->kind == PN_PROPOSAL_UNDO ? last_mark(side) : 0);
	if (made->kind == PN_PROPOSAL_METHOD)
		cr_expect(made->method.made &&
			  made->method.method == command->proposal.method.method &&
			  made->method.begins == command->proposal.method.begins);
}

static void expect_answer(const struct pn_game *before, pn_side side, enum pn_command_kind kind,
			  uint16_t *at)
{
	const pn_side whose = kind == PN_COMMAND_WITHDRAW_OFFER ? side : 1 - side;
	const struct pn_proposal *offer = &before->proposal[whose];
	const struct pn_event *event = told(at, PN_EVENT_OFFER_ANSWERED, "PN-30");

	cr_expect_eq(event->offer_answered.side, side);
	cr_expect_eq(event->offer_answered.kind, offer->kind);
	cr_expect_eq(event->offer_answered.answer, kind == PN_COMMAND_ACCEPT_OFFER
							   ? PN_ANSWER_ACCEPTED
						   : whose == side ? PN_ANSWER_WITHDRAWN
								   : PN_ANSWER_REFUSED);
	if (kind != PN_COMMAND_ACCEPT_OFFER)
		cr_expect(game.proposal_spent >> whose & 1);
	else if (offer->kind == PN_PROPOSAL_UNDO)
		expect_undone(before, offer->mark, at);
	else if (offer->kind == PN_PROPOSAL_DRAW || offer->kind == PN_PROPOSAL_RESULT)
		expect_end(at, "PN-31", offer->winner, PN_ENDING_AGREEMENT);
	else if (offer->kind == PN_PROPOSAL_UMPIRE)
		cr_expect_eq(game.umpire, PN_UMPIRE_AGREED);
	else
		cr_expect(game.coming.made && game.coming.method == offer->method.method);
	cr_expect_eq(game.proposal[whose].kind, PN_PROPOSAL_NOTHING);
	if (kind != PN_COMMAND_ACCEPT_OFFER || offer->kind != PN_PROPOSAL_UMPIRE)
		cr_expect_eq(game.umpire, before->umpire);
	if (kind != PN_COMMAND_ACCEPT_OFFER || offer->kind != PN_PROPOSAL_METHOD)
		cr_expect_eq(game.coming.made, before->coming.made);
}

static void expect_ruling(const struct pn_game *before, pn_side asks, enum pn_command_kind kind,
			  uint16_t *at)
{
	const struct pn_proposal *question = &before->question[asks];
	const bool takes_back = kind == PN_COMMAND_WITHDRAW_QUESTION;
	const struct pn_event *event =
		told(at, PN_EVENT_QUESTION_ANSWERED, takes_back ? "PN-51" : "PN-52");

	cr_expect_eq(event->question_answered.side, asks);
	cr_expect_eq(event->question_answered.kind, question->kind);
	cr_expect_eq(event->question_answered.answer, takes_back ? PN_ANSWER_WITHDRAWN
						      : kind == PN_COMMAND_RULE_FOR
							      ? PN_ANSWER_ACCEPTED
							      : PN_ANSWER_REFUSED);
	cr_expect_eq(game.question[asks].kind, PN_PROPOSAL_NOTHING);
	cr_expect_eq(game.question_spent >> asks & 1,
		     kind == PN_COMMAND_RULE_FOR && question->kind != PN_PROPOSAL_OUTCOME
			     ? before->question_spent >> asks & 1
		     : kind == PN_COMMAND_RULE_FOR ? game.question_spent >> asks & 1
						   : 1);
	if (kind != PN_COMMAND_RULE_FOR || question->kind == PN_PROPOSAL_CLOCK)
		return;
	if (question->kind == PN_PROPOSAL_UNDO)
		expect_undone(before, question->mark, at);
	else if (question->kind != PN_PROPOSAL_OUTCOME)
		expect_end(at, "PN-52", question->winner, PN_ENDING_UMPIRE);
	else {
		told(at, PN_EVENT_OUTCOME_ANSWERED, "PN-23");
		told(at, PN_EVENT_DECISION_CLOSED, "PN-23");
		told(at, PN_EVENT_CASUALTIES, "PN-23");
		*at = play.out.count; /* the turn goes on */
	}
}

static void expect_done(const struct pn_game *before, pn_side side,
			const struct pn_command *command)
{
	const enum pn_command_kind kind = command->kind;
	const struct pn_secret *secret = &before->secret[side % PN_SIDES];
	uint16_t at = 0;

	if (is_offer(kind) || is_question(kind))
		expect_offer(side, command, &at);
	else if (kind == PN_COMMAND_RULE_FOR || kind == PN_COMMAND_RULE_AGAINST)
		expect_ruling(before, command->proposal.winner, kind, &at);
	else if (kind == PN_COMMAND_WITHDRAW_QUESTION)
		expect_ruling(before, side, kind, &at);
	else if (kind == PN_COMMAND_STEP_DOWN) {
		told(&at, PN_EVENT_UMPIRE_LEFT, "PN-50");
		cr_expect(game.umpire == PN_UMPIRE_NONE && !game.question[0].kind);
	} else if (kind == PN_COMMAND_WITHDRAW_METHOD)
		cr_expect_eq(told(&at, PN_EVENT_METHOD_WITHDRAWN, "PN-33")->method_withdrawn.side,
			     side);
	else if (kind == PN_COMMAND_UNDO) {
		const struct pn_mark latest = secret->undo[secret->undo_count - 1];
		const struct pn_event *event = told(&at, PN_EVENT_UNDONE, "PN-05");

		cr_expect_eq(event->undone.mark.owner, latest.owner);
		cr_expect_eq(event->undone.mark.number, latest.number);
		cr_expect_eq(event->audience,
			     latest.owner == PN_PUBLIC ? PN_SEEN_BY_ALL : 1 << side);
		cr_expect_eq(event->mark.owner, latest.owner);
	} else if (kind == PN_COMMAND_CLAIM)
		expect_end(&at, "PN-41", side, PN_ENDING_CLOCK);
	else if (kind == PN_COMMAND_RESIGN) {
		told(&at, PN_EVENT_RESIGNED, "");
		expect_end(&at, "", 1 - side, PN_ENDING_RESIGNATION);
	} else
		expect_answer(before, side, kind, &at);
	cr_expect_eq(at, play.out.count, "%s: %u of %u events", wire[kind], at, play.out.count);
}

/* All events of a command bear its mark: the next of its owner, or everybody's. */
static void expect_marks(const struct pn_game *before, pn_side side, enum pn_command_kind kind)
{
	const struct pn_secret *secret = &before->secret[side % PN_SIDES];
	const bool is_own =
		kind == PN_COMMAND_UNDO && secret->undo[secret->undo_count - 1].owner != PN_PUBLIC;

	for (uint16_t i = 0; i < play.out.count; i++) {
		const struct pn_event *event = &play.out.event[i];

		cr_expect_eq(event->by, side);
		cr_expect_eq(event->mark.owner, is_own ? side : PN_PUBLIC);
		cr_expect_eq(event->mark.number,
			     is_own ? secret->private_marks + 1 : before->marks + 1);
	}
}

Test(parley, what_happens)
{
	static struct pn_game before;
	unsigned done[PN_COMMAND_COUNT] = {0};

	begin();
	for (int i = 0; i < 2 * POSITIONS; i++) {
		const pn_side side = (pn_side)(i % PN_VIEWERS);
		unsigned kind = (unsigned)any(0, PN_COMMAND_COUNT - 1);

		while (!is_talk(kind))
			kind = (unsigned)any(0, PN_COMMAND_COUNT - 1);
		const struct pn_command command = command_of(kind);

		random_position();
		if (pn_check(&game, side, &command).code != PN_LAWFUL)
			continue;
		before = game;
		play.out.count = 0;
		pn_apply(&game, side, &command, &play.dice, &play.out);
		expect_marks(&before, side, kind);
		{
			/* What was to be taken back is asked of the position before. */
			static struct pn_game after;

			after = game;
			if (is_offer(kind) || is_question(kind))
				game = before;
			expect_done(&before, side, &command);
			game = after;
		}
		done[kind]++;
	}
	for (unsigned kind = 0; kind < PN_COMMAND_COUNT; kind++)
		if (is_talk(kind))
			cr_expect_gt(done[kind], 5, "%s: %u", wire[kind], done[kind]);
}
