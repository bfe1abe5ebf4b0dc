#include "twin_seat.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "codec/codec.h"
#include "game/opponent.h"
#include "game/service.h"
#include "game/service_inside.h"
#include "twin_people.h"
#include "twin_writings.h"

enum { DRAFTS = 4, EVENTS_MAX = 256, STRENGTH = 1 };

static void make_game(struct twins *twins, struct twin_game *game)
{
	struct text body = TEXT_EMPTY;
	struct ask ask = {.path = "/v1/games", .key = "33333333-3333-4333-8333-333333333333"};

	text_add_format(&body,
			"{\"ruleset\":\"%s\",\"side\":\"%s\",\"opponent\":{\"machine\":%d},"
			"\"muster\":",
			pn_rules_at(twins->book)->id, twins->owner == PN_RED ? "red" : "blue",
			STRENGTH);
	codec_muster_encode(&body, twins->book, &twins->muster);
	text_add_string(&body, "}");
	ask.body = body.bytes;
	cr_assert_eq(twins_ask(twins, (enum twin_line)twins->owner, "creating", &ask), 201, "%s",
		     twins->last.body.bytes);
	twin_take(game->id, sizeof(game->id), twins->last.head.bytes, "Location: /v1/games/");
	twin_take(game->token[twins->owner], TOKEN_BYTES, twins->last.body.bytes, "\"token\":\"");
	text_free(&body);
}

/* What the side has seen and done, from its own events. */
static unsigned tell(struct twins *twins, int world, const struct twin_game *game, pn_side side,
		     struct text *out)
{
	static struct seen_event seen[EVENTS_MAX];
	struct snapshot *state = twins_state(twins, world, game);
	unsigned count;

	text_clear(out);
	count = (unsigned)snapshot_events(state, side, 0, seen, EVENTS_MAX, out);
	snapshot_release(state);
	return count;
}

/* At one time in both worlds: a server that starts again begins with the first moment, and what comes
 * then is as late as what was written last. */
static void write_now(struct twins *twins, int world, const struct twin_game *game,
		      const struct pn_command *command)
{
	const struct twin_game other = twins->game;

	twins->game = *game;
	twins_now(twins, world, command);
	twins->game = other;
}

/* Each world as it likes. False: the person has nothing to write in secret yet. */
static bool write_in_secret(struct twins *twins, const struct twin_game *game)
{
	bool found = false;

	for (int world = 0; world < 2; world++) {
		for (int i = 0; i < DRAFTS; i++) {
			struct snapshot *state = twins_state(twins, world, game);
			struct pn_command command;
			const bool may = twins_pick_private(state, twins->owner, &twins->own[world],
							    &command);

			snapshot_release(state);
			if (may)
				write_now(twins, world, game, &command);
			found |= may;
		}
	}
	return found;
}

static bool differs(struct twins *twins, const struct twin_game *game)
{
	static struct text own[2];

	for (int world = 0; world < 2; world++)
		tell(twins, world, game, twins->owner, &own[world]);
	return own[0].size != own[1].size || memcmp(own[0].bytes, own[1].bytes, own[0].size) != 0;
}

void twin_seat_play(struct twins *twins, struct twin_seat *out)
{
	static struct text said[2];
	struct twin_game game = {0};
	char path[128];
	const struct ask ask = {.path = path};
	unsigned before, after;

	for (int world = 0; world < 2; world++)
		opponent_stop(twins->world[world].service->opponent);
	make_game(twins, &game);
	if (!write_in_secret(twins, &game))
		return;
	out->secret += differs(twins, &game);
	before = tell(twins, 0, &game, twins->foe, &said[0]);
	twins_reopen(twins);
	snprintf(path, sizeof(path), "/v1/games/%s", game.id);
	twins_ask(twins, TWIN_PUBLIC, "the machine's game", &ask);
	after = tell(twins, 0, &game, twins->foe, &said[0]);
	tell(twins, 1, &game, twins->foe, &said[1]);
	twins_compare(twins, "what the machine's seat does", twins->foe, &said[0], &said[1]);
	out->commands += after - before;
}
