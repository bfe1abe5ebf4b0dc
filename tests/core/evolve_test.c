/* Taking single events in: what each changes of a game, and what beside it stays. */

#include <criterion/criterion.h>
#include <string.h>

#include "play.h"
#include "step.h"

static struct play play;
static struct pn_game game;

static void begin(void)
{
	play_begin_melee(&play, 9);
	game = play.truth;
}

static void take(struct pn_event event)
{
	event.by = PN_NO_SIDE;
	event.audience = PN_SEEN_BY_ALL;
	pn_evolve(&game, &event);
}

/* PN-33. An agreement that was withdrawn ends with the turn; another begins with the next. */
Test(evolve, agreements_begin_and_end_with_a_turn)
{
	for (int i = 0; i < 8; i++) {
		const bool agreed = i & 1, ends = i & 2, coming = i & 4;

		begin();
		game.agreed = (struct pn_agreement){.made = agreed, .method = 1};
		game.agreement_ends = ends;
		game.coming = (struct pn_agreement){.made = coming, .method = 2};
		take((struct pn_event){.kind = PN_EVENT_TURN_BEGAN, .turn_began = {3}});
		cr_expect_eq(game.agreed.made, coming || (agreed && !ends), "%d", i);
		if (game.agreed.made)
			cr_expect_eq(game.agreed.method, coming ? 2 : 1);
		cr_expect(!game.coming.made && !game.agreement_ends);
	}
}

/* What is of a turn is gone with it, and what lasts is not. */
Test(evolve, a_turn_begins_without_what_was_of_the_last)
{
	for (uint8_t book = 0; book < pn_rules_count(); book++) {
		const struct pn_rules *rules = pn_rules_at(book);

		begin();
		game.ruleset = book;
		game.unit[1].flags = UINT32_MAX;
		game.unit[1].moved = game.unit[1].bend = 5;
		game.unit[1].order = (struct pn_order){1, 2, 3};
		memset(game.unit[1].tally, 1, sizeof game.unit[1].tally);
		for (uint8_t i = 0; i < rules->facts.count; i++)
			game.facts[i] = rules->facts.row[i].initial + 1;
		take((struct pn_event){.kind = PN_EVENT_TURN_BEGAN, .turn_began = {3}});
		cr_expect(game.turn == 3 && game.active == PN_NO_SIDE);
		cr_expect(game.unit[1].moved == 0 && game.unit[1].bend == 0);
		cr_expect(game.unit[1].order.verb == 0 && game.unit[1].order.target == PN_NO_UNIT);
		for (uint8_t i = 0; i < rules->flags.count; i++)
			cr_expect_eq(game.unit[1].flags >> i & 1, !rules->flags.row[i].of_turn);
		for (uint8_t i = 0; i < rules->tallies.count; i++)
			cr_expect_eq(game.unit[1].tally[i], !rules->tallies.row[i].of_turn);
		for (uint8_t i = 0; i < rules->facts.count; i++)
			cr_expect_eq(game.facts[i],
				     rules->facts.row[i].initial + !rules->facts.row[i].of_turn);
	}
}

/* A slot is of a side, or of the side of a unit. */
Test(evolve, whose_slot_is_sealed)
{
	const struct {
		pn_who who;
		uint8_t ready;
	} rows[] = {
		{PN_WHO_SIDE(PN_RED), PN_SEEN_BY_RED},
		{PN_WHO_SIDE(PN_BLUE), PN_SEEN_BY_BLUE},
		{0, PN_SEEN_BY_RED},
		{3, PN_SEEN_BY_BLUE},
	};

	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		begin();
		game.ready = 0;
		take((struct pn_event){.kind = PN_EVENT_SEALED,
				       .sealed = {.slot = {.turn = 2, .who = rows[i].who}}});
		cr_expect_eq(game.ready, rows[i].ready, "%zu", i);
	}
}

/* Orders that are sealed are drafts no more; places leave drafts alone. */
Test(evolve, what_is_sealed_is_no_draft)
{
	for (int places = 0; places < 2; places++) {
		struct pn_event event = {.kind = PN_EVENT_SEALED_CONTENT};

		begin();
		game.secret[PN_BLUE].draft[0] = game.secret[PN_BLUE].draft[1] =
			(struct pn_order){1, 0, 0};
		event.opening.slot = (struct pn_slot){.turn = 2, .who = PN_WHO_SIDE(PN_BLUE)};
		event.opening.content.places = places;
		event.opening.content.count = 1;
		if (places)
			event.opening.content.place[0].unit = 3;
		else
			event.opening.content.item[0].unit = 3;
		if (!places)
			event.opening.content.item[0].order = (struct pn_order){1, 1, 7};
		event.opening.salt[0] = 9;
		take(event);
		cr_expect_eq(game.secret[PN_BLUE].draft[0].verb, 1);
		cr_expect_eq(game.secret[PN_BLUE].draft[1].verb, places);
		cr_expect_eq(game.secret[PN_BLUE].sealed[1].number, places ? 0 : 7);
		cr_expect_eq(game.secret[PN_BLUE].salt[0][0], 9);
	}
}

/* A unit of single figures stands where its first figure does. */
Test(evolve, a_unit_goes_with_its_first_figure)
{
	for (uint8_t figure = 0; figure < 3; figure++) {
		const pn_pose to = {{70000, 80000}, 5};
		pn_pose before;

		begin();
		game.unit[1].figures = 4;
		game.unit[1].loose = 4;
		game.figure_count = 4;
		before = game.unit[1].pose;
		take((struct pn_event){.kind = PN_EVENT_FIGURE_MOVED,
				       .figure_moved = {.unit = 1, .figure = figure, .to = to}});
		cr_expect_eq(game.unit[1].pose.at.x, figure == 0 ? to.at.x : before.at.x);
		cr_expect_eq(pn_figure_pose(&game, &game.unit[1], figure).at.x, to.at.x);
		cr_expect_eq(pn_figure_pose(&game, &game.unit[1], 3).at.x, -(1 << 23));
	}
}

static void expect_contacts(const pn_unit_id unit[][2], uint8_t count)
{
	cr_assert_eq(game.contact_count, count, "%u", game.contact_count);
	for (uint8_t i = 0; i < count; i++)
		cr_expect(game.contact[i].unit == unit[i][0] && game.contact[i].with == unit[i][1]);
}

/* Contacts end one by one, and all of a unit that is removed. */
Test(evolve, contacts_end)
{
	static const struct pn_contact contacts[] = {{0, 2, 0, false},
						     {2, 0, 0, false},
						     {1, 2, 0, false},
						     {0, 3, 0, false},
						     {3, 1, 0, false}};

	begin();
	memcpy(game.contact, contacts, sizeof contacts);
	game.contact_count = 5;
	take((struct pn_event){.kind = PN_EVENT_CONTACT_ENDED, .contact_ended = {0, 2}});
	expect_contacts((const pn_unit_id[][2]){{2, 0}, {1, 2}, {0, 3}, {3, 1}}, 4);
	game.unit[0].order = (struct pn_order){1, 2, 0};
	take((struct pn_event){.kind = PN_EVENT_REMOVED, .removed = {0}});
	expect_contacts((const pn_unit_id[][2]){{1, 2}, {3, 1}}, 2);
	cr_expect(!game.unit[0].on_board && game.unit[0].order.verb == 0);
}

/* Files close up when fewer are left than stood in front; who has lost all keeps them. */
Test(evolve, losses)
{
	static const uint16_t left[][3] = {{5, 7, 6}, {6, 6, 6}, {7, 5, 5}, {11, 1, 1}, {12, 0, 6}};

	for (size_t i = 0; i < sizeof left / sizeof left[0]; i++) {
		begin();
		take((struct pn_event){.kind = PN_EVENT_CASUALTIES, .casualties = {1, left[i][0]}});
		cr_expect_eq(game.unit[1].figures, left[i][1]);
		cr_expect_eq(game.unit[1].files, left[i][2], "%zu: %u", i, game.unit[1].files);
	}
}

/* PN-41. Strikes are counted as far as there is room. */
Test(evolve, strikes)
{
	begin();
	for (int i = 1; i < 300; i++) {
		take((struct pn_event){.kind = PN_EVENT_CLOCK_EXPIRED,
				       .clock_expired = {PN_BLUE, 0}});
		cr_assert_eq(game.strikes[PN_BLUE], i < 255 ? i : 255);
		cr_assert_eq(game.strikes[PN_RED], 0);
	}
}

/* PN-32, PN-53. What is taken back before all takes drafts with it, and a question about an outcome that
 * is not there any more; the undo of a draft is its side's own affair. */
Test(evolve, what_goes_with_what_is_taken_back)
{
	for (int i = 0; i < 4; i++) {
		const bool is_public = i & 1, made = i & 2;
		const struct pn_secret *secret = &game.secret[PN_RED];

		begin();
		game.secret[PN_RED].draft[1] = (struct pn_order){1, 0, 0};
		game.secret[PN_RED].place[0].part[0] = 5;
		game.secret[PN_RED].undo_count = 2;
		game.secret[PN_RED].undo[0] = (struct pn_mark){PN_RED, 3};
		game.secret[PN_RED].undo[1] = (struct pn_mark){PN_PUBLIC, 4};
		game.proposed.made = made;
		game.question[PN_BLUE].kind = PN_PROPOSAL_OUTCOME;
		take((struct pn_event){.kind = PN_EVENT_UNDONE,
				       .undone = {{is_public ? PN_PUBLIC : PN_RED, 5}}});
		cr_expect_eq(secret->draft[1].verb, !is_public, "%d", i);
		cr_expect_eq(secret->place[0].part[0], is_public ? 0 : 5);
		cr_expect_eq(secret->undo_count, is_public ? 1 : 2);
		cr_expect_eq(secret->undo[0].number, is_public ? 4 : 3);
		cr_expect_eq(game.question[PN_BLUE].kind,
			     is_public && !made ? PN_PROPOSAL_NOTHING : PN_PROPOSAL_OUTCOME);
	}
}

/* PN-25. Sealed, a place is written down; otherwise, and when the deployment is over, a unit is there. */
Test(evolve, a_unit_is_deployed_and_taken_back)
{
	for (int i = 0; i < 4; i++) {
		const bool sealed = i & 1, deploying = i & 2;
		const pn_pose to = {{30000, 70000}, 9};

		begin();
		game.unit[3].on_board = false;
		game.deployment = sealed ? PN_DEPLOYMENT_SEALED : PN_DEPLOYMENT_IN_TURN;
		if (deploying)
			game.phase = pn_rules_of(&game)->deployment_phase;
		take((struct pn_event){.kind = PN_EVENT_DEPLOYED, .deployed = {3, to}});
		cr_expect_eq(game.unit[3].on_board, !(sealed && deploying), "%d", i);
		cr_expect_eq(game.secret[PN_BLUE].placed, sealed && deploying ? 2 : 0);
		if (game.unit[3].on_board)
			cr_expect_eq(game.unit[3].pose.at.x, to.at.x);
		else
			cr_expect_eq(pn_figure_unpack(game.secret[PN_BLUE].place[1]).at.x, to.at.x);
		take((struct pn_event){.kind = PN_EVENT_TAKEN_BACK, .taken_back = {3}});
		cr_expect_eq(game.unit[3].on_board, sealed && !deploying);
		cr_expect_eq(game.secret[PN_BLUE].placed, 0);
	}
}

/* Of a unit that is arranged only what is given changes. */
Test(evolve, an_arrangement_changes_what_it_gives)
{
	static struct pn_arrangement given;
	static struct pn_game before;

	for (int part = 0; part < 9; part++) {
		struct pn_arranged_unit *unit = &given.unit[0];
		struct pn_unit *now = &game.unit[3], *was = &before.unit[3];

		begin();
		was = &before.unit[3];
		memset(&given, 0, sizeof given);
		given.unit_count = 1;
		*unit = (struct pn_arranged_unit){.unit = 3,
						  .has_state = part == 0,
						  .has_pose = part == 1,
						  .has_flags = part == 2,
						  .has_tallies = part == 3,
						  .has_order = part == 4,
						  .has_moved = part == 5,
						  .has_figures = part == 6,
						  .has_draft = part == 7,
						  .has_form = part == 8,
						  .state = 1,
						  .pose = {{1000, 2000}, 3},
						  .flags = 2,
						  .tally = {4},
						  .order = {1, 0, 0},
						  .moved = 77,
						  .figures = 5,
						  .draft = {1, 1, 0},
						  .form = 1,
						  .on_board = true};
		before = game;
		take((struct pn_event){.kind = PN_EVENT_ARRANGED, .arranged = &given});
		cr_expect_eq(now->state != was->state, part == 0);
		cr_expect_eq(now->pose.at.x != was->pose.at.x, part == 1);
		cr_expect_eq(now->flags != was->flags, part == 2);
		cr_expect_eq(now->tally[0] != was->tally[0], part == 3);
		cr_expect_eq(now->order.verb != was->order.verb, part == 4);
		cr_expect_eq(now->moved != was->moved, part == 5);
		cr_expect_eq(now->figures != was->figures, part == 6);
		cr_expect_eq(now->files, part == 6 ? 5 : 6);
		cr_expect_eq(game.secret[PN_BLUE].draft[1].verb, part == 7);
		cr_expect_eq(now->form != was->form, part == 8);
		cr_expect_eq(pn_top_pending(&game) == NULL, false);
	}
}

/* ---- marks, and what may be taken back ---- */

static void does(uint8_t kind, pn_side by, struct pn_mark mark)
{
	const struct pn_event event = {
		.kind = kind, .by = by, .audience = PN_SEEN_BY_ALL, .mark = mark};

	pn_evolve(&game, &event);
}

static void passes(pn_side by, pn_side owner, uint16_t number)
{
	does(PN_EVENT_PASSED, by, (struct pn_mark){owner, number});
}

/* PN-32. Of the last commands so many can be taken back, and none behind a seal or what was revealed. */
Test(evolve, the_past_is_as_long_as_there_is_room)
{
	static const uint8_t seals[] = {PN_EVENT_SEALED, PN_EVENT_REVEALED};

	for (int i = 0; i < 2; i++) {
		begin();
		game.past_count = 0;
		for (uint16_t n = 1; n <= PN_HISTORY_MAX + 3; n++) {
			passes(n % 2 ? PN_RED : PN_BLUE, PN_PUBLIC, (uint16_t)(game.marks + 1));
			cr_assert_eq(game.past_count, n < PN_HISTORY_MAX ? n : PN_HISTORY_MAX);
			cr_assert_eq(game.past[game.past_count - 1].mark, game.marks);
			cr_assert_eq(game.past[game.past_count - 1].by, n % 2 ? PN_RED : PN_BLUE);
			cr_assert_eq(game.past[0].mark, game.marks - game.past_count + 1);
		}
		passes(PN_RED, PN_RED, (uint16_t)(game.secret[PN_RED].private_marks + 1));
		cr_expect_eq(game.past_count, PN_HISTORY_MAX, "a draft is nobody's past");
		does(PN_EVENT_MOVED, PN_BLUE, (struct pn_mark){PN_PUBLIC, game.marks});
		cr_expect_eq(game.past_count, PN_HISTORY_MAX, "the same command still");
		take((struct pn_event){.kind = seals[i],
				       .opening = {.slot = {.who = PN_WHO_SIDE(PN_RED)}}});
		cr_expect_eq(game.past_count, 0);
	}
}

/* PN-05. So many of its own commands a side takes back, the latest last. */
Test(evolve, so_many_are_free)
{
	const struct pn_secret *secret = &game.secret[PN_RED];

	begin();
	game.secret[PN_RED].undo_count = 0;
	for (uint16_t n = 1; n <= PN_UNDO_MAX + 3; n++) {
		passes(PN_RED, PN_RED, (uint16_t)(secret->private_marks + 1));
		cr_assert_eq(secret->undo_count, n < PN_UNDO_MAX ? n : PN_UNDO_MAX);
		cr_assert_eq(secret->undo[secret->undo_count - 1].number, secret->private_marks);
		cr_assert_eq(secret->undo[0].number,
			     secret->private_marks - secret->undo_count + 1);
	}
	/* What the other side does then for all to see keeps no draft from it. */
	passes(PN_BLUE, PN_PUBLIC, (uint16_t)(game.marks + 1));
	cr_expect_eq(secret->undo_count, PN_UNDO_MAX);
	passes(PN_RED, PN_PUBLIC, (uint16_t)(game.marks + 1));
	passes(PN_BLUE, PN_PUBLIC, (uint16_t)(game.marks + 1));
	cr_expect_eq(secret->undo_count, PN_UNDO_MAX - 1, "but the last");
	/* A decision that somebody owes fixes what was before; one that nobody owes does not. */
	does(PN_EVENT_DECISION_OPENED, PN_NO_SIDE, (struct pn_mark){0, 0});
	cr_expect_eq(secret->undo_count, PN_UNDO_MAX - 1);
	take((struct pn_event){.kind = PN_EVENT_DECISION_OPENED,
			       .decision_opened = {.owes = PN_SEEN_BY_BLUE}});
	cr_expect_eq(secret->undo_count, 0);
}

/* What fixes the past, and what does not. */
Test(evolve, what_is_fixed)
{
	static const uint8_t fixed[] = {PN_EVENT_ROLLED, PN_EVENT_PHASE_ENTERED, PN_EVENT_ENDED,
					PN_EVENT_CLOCK_EXPIRED};
	static const uint8_t free[] = {PN_EVENT_PASSED, PN_EVENT_MOVED, PN_EVENT_FACT_SET,
				       PN_EVENT_OFFER_MADE};

	for (int i = 0; i < 4; i++) {
		begin();
		game.secret[PN_RED].undo_count = game.secret[PN_BLUE].undo_count = 1;
		does(fixed[i], PN_NO_SIDE, (struct pn_mark){0, 0});
		cr_expect(!game.secret[PN_RED].undo_count && !game.secret[PN_BLUE].undo_count);
		begin();
		game.secret[PN_RED].undo_count = game.secret[PN_BLUE].undo_count = 1;
		does(free[i], PN_NO_SIDE, (struct pn_mark){0, 0});
		cr_expect(game.secret[PN_RED].undo_count && game.secret[PN_BLUE].undo_count);
	}
}

/* PN-30, PN-41, PN-60. A command of a side lets it offer and ask again, and is a sign of life; talk and
 * the cup are less than that. */
Test(evolve, what_counts_as_a_command)
{
	static const struct {
		uint8_t kind; /* enum pn_event_kind */
		pn_side owner;
		bool plays_on, lives;
	} rows[] = {
		{PN_EVENT_PASSED, PN_PUBLIC, true, true},
		{PN_EVENT_PASSED, PN_RED, false, false},
		{PN_EVENT_OFFER_MADE, PN_PUBLIC, false, true},
		{PN_EVENT_QUESTION_ASKED, PN_PUBLIC, false, true},
		{PN_EVENT_METHOD_WITHDRAWN, PN_PUBLIC, false, true},
		{PN_EVENT_CUP_ROLLED, PN_PUBLIC, false, false},
	};

	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		struct pn_event event = {
			.kind = rows[i].kind, .by = PN_RED, .audience = PN_SEEN_BY_ALL};

		begin();
		event.mark = (struct pn_mark){rows[i].owner, 50};
		if (rows[i].kind == PN_EVENT_CUP_ROLLED)
			event.cup_rolled.who = PN_WHO_SIDE(PN_RED);
		game.proposal_spent = game.question_spent = PN_SEEN_BY_RED | PN_SEEN_BY_BLUE;
		game.strikes[PN_RED] = game.strikes[PN_BLUE] = 2;
		game.proposal[PN_BLUE].kind = game.question[PN_BLUE].kind = PN_PROPOSAL_UNDO;
		pn_evolve(&game, &event);
		cr_expect_eq(game.proposal_spent & PN_SEEN_BY_RED, !rows[i].plays_on, "%zu", i);
		cr_expect_eq(game.question_spent & PN_SEEN_BY_RED, !rows[i].plays_on, "%zu", i);
		cr_expect(game.proposal_spent & PN_SEEN_BY_BLUE);
		cr_expect_eq(game.strikes[PN_RED], rows[i].lives ? 0 : 2, "%zu", i);
		cr_expect_eq(game.strikes[PN_BLUE], 2);
		cr_expect_eq(game.proposal[PN_BLUE].kind,
			     rows[i].plays_on ? PN_PROPOSAL_NOTHING : PN_PROPOSAL_UNDO);
		cr_expect_eq(game.question[PN_BLUE].kind,
			     rows[i].plays_on ? PN_PROPOSAL_NOTHING : PN_PROPOSAL_UNDO);
	}
}

/* PN-50. With the umpire an offer about the umpire goes, and no other; with one who leaves what was
 * asked. */
Test(evolve, an_umpire_comes_and_goes)
{
	for (int leaves = 0; leaves < 2; leaves++)
		for (int i = 0; i < 2; i++) {
			begin();
			game.umpire = PN_UMPIRE_AGREED;
			game.proposal[i].kind = PN_PROPOSAL_UMPIRE;
			game.proposal[1 - i].kind = PN_PROPOSAL_DRAW;
			game.question[i].kind = PN_PROPOSAL_DRAW;
			take((struct pn_event){.kind = leaves ? PN_EVENT_UMPIRE_LEFT
							      : PN_EVENT_UMPIRE_SEATED});
			cr_expect_eq(game.umpire, leaves ? PN_UMPIRE_NONE : PN_UMPIRE_SEATED);
			cr_expect_eq(game.proposal[i].kind, PN_PROPOSAL_NOTHING);
			cr_expect_eq(game.proposal[1 - i].kind, PN_PROPOSAL_DRAW);
			cr_expect_eq(game.question[i].kind,
				     leaves ? PN_PROPOSAL_NOTHING : PN_PROPOSAL_DRAW);
		}
}

/* PN-24. A melee that was agreed on, or left open, is not asked about again in this turn; after a refusal
 * it is. A question about the outcome is off the table. */
Test(evolve, an_outcome_is_answered)
{
	static const enum pn_answer answers[] = {PN_ANSWER_ACCEPTED, PN_ANSWER_REFUSED,
						 PN_ANSWER_LEFT_OPEN};

	for (int i = 0; i < 3; i++) {
		const uint8_t turn = i == 1 ? 0 : 2;

		begin();
		game.proposed.made = true;
		game.question[PN_RED].kind = PN_PROPOSAL_OUTCOME;
		game.question[PN_BLUE].kind = PN_PROPOSAL_DRAW;
		take((struct pn_event){.kind = PN_EVENT_OUTCOME_ANSWERED,
				       .outcome_answered = {0, PN_RED, (uint8_t)answers[i]}});
		cr_expect_not(game.proposed.made);
		cr_expect_eq(game.question[PN_RED].kind, PN_PROPOSAL_NOTHING);
		cr_expect_eq(game.question[PN_BLUE].kind, PN_PROPOSAL_DRAW);
		for (pn_unit_id id = 0; id < 4; id++)
			cr_expect_eq(game.unit[id].melee_turn, id % 2 == 0 ? turn : 0, "%u", id);
	}
}

/* PN-60. A roll of the cup counts on in the phase in which it was thrown; where that was taken back its
 * numbers are used all the same. */
Test(evolve, dice_of_the_cup)
{
	for (int i = 0; i < 4; i++) {
		const bool turn = i & 1, phase = i & 2;
		struct pn_event event = {.kind = PN_EVENT_CUP_ROLLED};
		const struct pn_cups *cups = &game.cups[PN_BLUE];

		begin();
		event.cup_rolled.who = PN_WHO_SIDE(PN_BLUE);
		event.cup_rolled.turn = (uint8_t)(game.turn + !turn);
		event.cup_rolled.phase = (uint8_t)(phase ? game.phase : game.phase - 1);
		event.cup_rolled.first = 4;
		event.cup_rolled.count = 3;
		take(event);
		cr_expect_eq(cups->rolls, 1);
		cr_expect_eq(cups->dice, turn && phase ? 6 : 0, "%d: %u", i, cups->dice);
		cr_expect_eq(game.cups_undone, turn && phase ? 0 : 6);
		cr_expect_eq(game.cups_undone_turn, turn && phase ? 0 : event.cup_rolled.turn);
		event.cup_rolled.turn = 1;
		event.cup_rolled.count = 2;
		take(event);
		cr_expect_eq(game.cups_undone, turn && phase ? 5 : 6, "the most of them");
		cr_expect_eq(game.cups_undone_turn, turn && phase ? 1 : game.turn + !turn, "%d", i);
		for (int n = 3; n < 300; n++)
			take(event);
		cr_expect_eq(cups->rolls, 255);
		cr_expect_eq(game.cups[PN_RED].rolls, 0);
	}
}

/* The numbers of such dice stay used as long as their turn may come again. */
Test(evolve, dice_of_the_cup_in_later_turns)
{
	for (uint8_t turn = 2; turn < 5; turn++) {
		begin();
		game.cups_undone = 6;
		game.cups_undone_turn = 3;
		game.cups[PN_RED].rolls = 2;
		take((struct pn_event){.kind = PN_EVENT_TURN_BEGAN, .turn_began = {turn}});
		cr_expect_eq(game.cups_undone, turn <= 3 ? 6 : 0);
		cr_expect_eq(game.cups[PN_RED].rolls, 0);
	}
}

/* What a side writes down for later is none of what happens. */
Test(evolve, what_is_written_down)
{
	for (int kind = 0; kind < PN_EVENT_COUNT; kind++)
		cr_expect_eq(pn_event_is_written((uint8_t)kind),
			     kind == PN_EVENT_PLAN_SET || kind == PN_EVENT_PLAN_STOPPED ||
				     kind == PN_EVENT_STANDING_ORDERS_SET);
}

/* Each viewer sees what is meant for them, and the truth is all of it. */
Test(evolve, who_sees_what)
{
	for (uint8_t audience = 0; audience < 8; audience++) {
		const struct pn_event event = {.kind = PN_EVENT_PASSED, .audience = audience};

		for (pn_side viewer = 0; viewer < PN_VIEWERS; viewer++)
			cr_expect_eq(pn_event_seen(&event, viewer), audience >> viewer & 1);
		cr_expect(pn_event_seen(&event, PN_NO_SIDE));
	}
}

/* What was undone does not happen, but its number is used; of others' undoing nobody knows. */
Test(evolve, what_was_undone_does_not_happen)
{
	for (int undone = 0; undone < 4; undone++) {
		const uint16_t number = (uint16_t)(play.truth.marks + 7);
		const uint8_t audience = undone & 2 ? PN_SEEN_BY_ALL : PN_SEEN_BY_RED;
		struct pn_event events[] = {
			{.kind = PN_EVENT_STATE_SET,
			 .by = PN_RED,
			 .audience = PN_SEEN_BY_ALL,
			 .mark = {PN_PUBLIC, number},
			 .state_set = {1, 1}},
			{.kind = PN_EVENT_STATE_SET,
			 .by = PN_NO_SIDE,
			 .audience = PN_SEEN_BY_ALL,
			 .state_set = {3, 1}},
			{.kind = PN_EVENT_UNDONE,
			 .by = PN_RED,
			 .audience = audience,
			 .mark = {PN_PUBLIC, (uint16_t)(number + 1)},
			 .undone = {{PN_PUBLIC, undone & 1 ? number : (uint16_t)(number - 1)}}},
		};

		begin();
		for (pn_side viewer = 0; viewer <= PN_NO_SIDE; viewer++) {
			const bool knows = viewer == PN_NO_SIDE || audience >> viewer & 1;
			static struct pn_game after;

			pn_fold(&after, &play.truth, events, 3, viewer);
			cr_expect_eq(after.unit[1].state, !((undone & 1) && knows), "%d, %u",
				     undone, viewer);
			cr_expect_eq(after.unit[3].state, 1);
			cr_expect_eq(after.marks, number + knows);
		}
	}
}
