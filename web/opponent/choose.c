/* The practice opponent in the page: what the side that has been told this does next. */

#include <stdlib.h>

#include "base/allocate.h"
#include "base/write.h"
#include "codec/codec.h"
#include "follow.h"
#include "module.h"
#include "pennon/opponent.h"

/* All that it needs besides the game. */
struct choosing {
	struct pn_opponent_room room;
	struct pn_command command;
};

static void choose(struct text *out, const struct followed *game, uint8_t strength)
{
	struct choosing *choosing = allocate(1, sizeof(*choosing));

	if (pn_opponent_choose(&choosing->command, &game->view, game->header.viewer, strength,
			       &choosing->room)) {
		write_key(out, "do");
		codec_command_encode(out, &game->view, &choosing->command);
	} else {
		write_key_bool(out, "nothing", true);
	}
	free(choosing);
}

MODULE_EXPORT("choose") const char *module_choose(const char *question, size_t size)
{
	static struct text answer;
	const uint8_t strength = size > 0 ? (uint8_t)(question[0] - '0') : 0;
	struct followed *game;

	text_clear(&answer);
	write_byte(&answer, '{');
	if (size < 2 || question[1] != '\n' || strength < 1 || strength > PN_STRENGTHS) {
		write_key_string(&answer, "wrong", "no strength from 1 to 3");
	} else {
		game = followed_read(question + 2, size - 2);
		if (!game->stands)
			write_key_string(&answer, "wrong", game->error.detail);
		else if (game->header.viewer >= PN_SIDES)
			write_key_string(&answer, "wrong", "no side's lines");
		else
			choose(&answer, game, strength);
		followed_give_back(game);
	}
	write_byte(&answer, '}');
	return answer.bytes;
}
