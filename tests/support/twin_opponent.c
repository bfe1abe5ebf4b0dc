#include "twin_opponent.h"

#include <criterion/criterion.h>
#include <stdlib.h>

#include "codec/codec.h"
#include "pennon/opponent.h"
#include "play.h"

enum { STEPS_MAX = 60, STRENGTH = 2, DRAFTS = 4 };

struct worlds {
	struct play play[2];
	struct random_source own[2]; /* of what the other side writes in one of them */
	struct random_source both;
	struct pn_opponent_room room;
	struct pn_command command;
	bool written; /* something that differs may have been */
};

/* What is done in a world because the opponent chose so, as text. */
static void choose(struct text *out, struct worlds *worlds, int world, pn_side side)
{
	const struct play *play = &worlds->play[world];
	bool asked = pn_opponent_answer(&worlds->command, &play->start, play->log, play->count,
					side, STRENGTH, &worlds->room);

	text_clear(out);
	cr_assert(asked, "nothing chosen");
	codec_command_encode(out, &play->start, &worlds->command);
}

static void opponent_acts(struct worlds *worlds, pn_side side, struct twin_opponent *out)
{
	struct text said[2] = {TEXT_EMPTY, TEXT_EMPTY};

	for (int world = 0; world < 2; world++) {
		choose(&said[world], worlds, world, side);
		play_command(&worlds->play[world], side, &worlds->command);
	}
	cr_assert_str_eq(said[0].bytes, said[1].bytes, "LEAK in what the machine does");
	out->decisions++;
	out->secret += worlds->written;
	text_free(&said[0]);
	text_free(&said[1]);
}

static bool is_secret(const struct pn_game *game, const struct pn_command *command)
{
	const struct pn_command_rule *rule = &pn_rules_of(game)->commands[command->kind];

	return rule->is_private && rule->is_private(game);
}

/* Drafts at random, others in each world; then what ends them in both. */
static void write_in_secret(struct worlds *worlds, int world, pn_side side)
{
	struct play *play = &worlds->play[world];
	struct pn_command command;

	for (int i = 0; i < DRAFTS; i++) {
		command = play_random_action(play, side, &worlds->own[world]);
		if (is_secret(&play->truth, &command))
			play_command(play, side, &command);
	}
	command = pn_fallback(&play->view[side], side);
	for (int i = 0; i < DRAFTS && is_secret(&play->truth, &command); i++) {
		play_command(play, side, &command);
		command = pn_fallback(&play->view[side], side);
	}
	play_command(play, side, &command);
}

/* The other side: what all may see is the same in both worlds, what it drafts is not. */
static void other_acts(struct worlds *worlds, pn_side side)
{
	struct pn_command command = play_random_action(&worlds->play[0], side, &worlds->both);
	const struct pn_game *truth = &worlds->play[0].truth;

	if (is_secret(truth, &command)) {
		for (int world = 0; world < 2; world++)
			write_in_secret(worlds, world, side);
		worlds->written = true;
		return;
	}
	if (pn_is_parley(command.kind))
		command = pn_fallback(&worlds->play[0].view[side], side);
	for (int world = 0; world < 2; world++)
		play_command(&worlds->play[world], side, &command);
}

static bool has_revealed(const struct play *play)
{
	for (size_t i = 0; i < play->count; i++)
		if (play->log[i].kind == PN_EVENT_REVEALED)
			return true;
	return false;
}

void twin_opponent_play(uint8_t book, pn_side side, uint64_t seed, struct twin_opponent *out)
{
	struct worlds *worlds = calloc(1, sizeof(*worlds));
	struct pn_muster *muster = calloc(1, sizeof(*muster));
	struct random_source random = {seed};

	play_random_muster(muster, book, &random);
	if (pn_rules_at(book)->methods >> PN_METHOD_SEALED & 1)
		muster->method = PN_METHOD_SEALED;
	worlds->both = random;
	for (int world = 0; world < 2; world++) {
		worlds->own[world].state = seed * 3 + (uint64_t)world;
		play_begin(&worlds->play[world], book, muster, seed);
	}
	for (int step = 0; step < STEPS_MAX && !worlds->play[0].truth.over &&
			   !has_revealed(&worlds->play[0]) && !has_revealed(&worlds->play[1]);
	     step++) {
		const bool owes = pn_owes(&worlds->play[0].truth, side);
		const bool other = pn_owes(&worlds->play[0].truth, pn_opponent(side));

		if (other && (!owes || step % 2))
			other_acts(worlds, pn_opponent(side));
		else
			opponent_acts(worlds, side, out);
	}
	free(muster);
	free(worlds);
}
