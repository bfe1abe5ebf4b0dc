#include "random_talk.h"

#include <string.h>

enum { PAST = 5 };

void random_talk_begin(struct play *play)
{
	play_begin_melee(play, 9);
	play->truth.marks = 20;
	play->truth.secret[PN_RED].private_marks = 2;
	play->truth.secret[PN_BLUE].private_marks = 2;
}

struct pn_agreement random_talk_method(struct random_source *source)
{
	static const pn_side begins[] = {PN_RED, PN_BLUE, PN_NO_SIDE};
	struct pn_agreement method = {.made = true, .most = {PN_NO_LIMIT, 2}};

	method.method = (uint8_t)random_between(source, 0, PN_METHOD_COUNT);
	method.begins = begins[random_between(source, 0, 2)];
	return method;
}

static void random_past(struct pn_game *game, struct random_source *source)
{
	uint16_t mark = 10;

	game->past_count = (uint8_t)random_between(source, 0, PAST);
	for (uint8_t i = 0; i < game->past_count; i++) {
		mark = (uint16_t)(mark + random_between(source, 1, 2));
		game->past[i].mark = mark;
		game->past[i].by = random_between(source, 0, 2) == 0
					   ? PN_NO_SIDE
					   : (pn_side)random_between(source, 0, 1);
	}
	for (pn_side side = 0; side < PN_SIDES; side++) {
		struct pn_secret *secret = &game->secret[side];

		secret->undo_count = (uint8_t)random_between(source, 0, 2);
		for (uint8_t i = 0; i < secret->undo_count; i++)
			secret->undo[i] = random_between(source, 0, 1)
						  ? (struct pn_mark){PN_PUBLIC, (uint16_t)(19 + i)}
						  : (struct pn_mark){side, (uint16_t)(1 + i)};
	}
}

static void random_talk_of(struct pn_game *game, pn_side side, struct random_source *source)
{
	static const uint8_t offers[] = {PN_PROPOSAL_NOTHING, PN_PROPOSAL_DRAW,
					 PN_PROPOSAL_RESULT,  PN_PROPOSAL_UNDO,
					 PN_PROPOSAL_METHOD,  PN_PROPOSAL_UMPIRE};
	static const uint8_t questions[] = {PN_PROPOSAL_NOTHING, PN_PROPOSAL_DRAW,
					    PN_PROPOSAL_RESULT,  PN_PROPOSAL_UNDO,
					    PN_PROPOSAL_CLOCK,   PN_PROPOSAL_OUTCOME};
	struct pn_proposal *offer = &game->proposal[side], *question = &game->question[side];

	memset(offer, 0, sizeof *offer);
	memset(question, 0, sizeof *question);
	if (random_between(source, 0, 1))
		offer->kind = offers[random_between(source, 0, 5)];
	if (random_between(source, 0, 1))
		question->kind = questions[random_between(
			source, 0, game->proposed.made && game->proposed.by == side ? 5 : 4)];
	offer->winner = offer->kind == PN_PROPOSAL_RESULT ? (pn_side)random_between(source, 0, 1)
							  : PN_NO_SIDE;
	question->winner = question->kind == PN_PROPOSAL_RESULT
				   ? (pn_side)random_between(source, 0, 1)
				   : PN_NO_SIDE;
	offer->mark = question->mark = (uint16_t)random_between(source, 10, 20);
	offer->method = random_talk_method(source);
	game->strikes[side] = (uint8_t)random_between(source, 0, 4);
}

void random_talk(struct pn_game *game, const struct play *play, struct random_source *source)
{
	*game = play->truth;
	random_past(game, source);
	game->proposed.made = random_between(source, 0, 1);
	game->proposed.by = (pn_side)random_between(source, 0, 1);
	game->proposed.outcome.count = 1;
	game->proposed.outcome.fate[0] =
		(struct pn_fate){.unit = 0, .lost = 2, .state = PN_STATE_KEPT};
	for (pn_side side = 0; side < PN_SIDES; side++)
		random_talk_of(game, side, source);
	game->proposal_spent =
		(uint8_t)(random_between(source, 0, 1) * random_between(source, 0, 3));
	game->question_spent =
		(uint8_t)(random_between(source, 0, 1) * random_between(source, 0, 3));
	game->umpire = (uint8_t)random_between(source, PN_UMPIRE_NONE, PN_UMPIRE_AGREED);
	game->method = random_between(source, 0, 3) ? PN_METHOD_AGREED : PN_METHOD_ROLL_OFF;
	game->agreed.made = random_between(source, 0, 1);
	game->agreement_ends = random_between(source, 0, 1);
	game->coming.made = random_between(source, 0, 2) == 0;
	if (random_between(source, 0, 9) == 0)
		game->marks = (uint16_t)(PN_MARKS_MAX - random_between(source, 0, 1));
	if (random_between(source, 0, 9) == 0)
		game->secret[random_between(source, 0, 1)].private_marks =
			(uint16_t)(PN_MARKS_MAX - random_between(source, 0, 1));
	game->over = random_between(source, 0, 19) == 0;
}
