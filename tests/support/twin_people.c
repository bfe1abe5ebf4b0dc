#include "twin_people.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

void twin_take(char *out, size_t size, const char *from, const char *before)
{
	const char *at = strstr(from, before);

	cr_assert_not_null(at, "no %s in %s", before, from);
	at += strlen(before);
	snprintf(out, size, "%.*s", (int)strcspn(at, "\"\r"), at);
}

const char *twin_have_done(struct twins *twins, pn_side side, const struct ask *ask)
{
	char key[TWIN_KEY_BYTES];
	struct ask keyed = *ask;

	snprintf(key, sizeof(key), "44444444-4444-4444-8444-%012x", twins->moment);
	if (!ask->method)
		keyed.key = key;
	const int status = twins_ask(twins, (enum twin_line)side, ask->path, &keyed);

	cr_assert(status / 100 == 2, "%s: %d %s", ask->path, status, twins->last.body.bytes);
	return twins->last.body.bytes;
}

void twin_become_player(struct twins *twins, const char *name, char token[TOKEN_BYTES],
			char id[GAME_ID_BYTES])
{
	char body[64];
	const struct ask become = {.path = "/v1/players", .body = body};

	snprintf(body, sizeof(body), "{\"name\":\"%s\"}", name);
	twin_take(token, TOKEN_BYTES, twin_have_done(twins, twins->owner, &become), "\"token\":\"");
	if (id)
		twin_take(id, GAME_ID_BYTES, twins->last.body.bytes, "\"id\":\"");
}

void twin_sit_down(struct twins *twins, pn_side side, const char *token)
{
	struct twin_game *game = &twins->game;
	char path[96], code[160], body[192];
	const struct ask share = {
		.path = path, .token = game->token[side], .body = "{\"moves\":false}"};
	const struct ask join = {.path = path, .token = token, .body = body};

	snprintf(path, sizeof(path), "/v1/games/%s/seats/mine/handover", game->id);
	twin_take(code, sizeof(code), twin_have_done(twins, side, &share), "\"code\":\"");
	snprintf(path, sizeof(path), "/v1/games/%s/seats", game->id);
	snprintf(body, sizeof(body), "{\"code\":\"%s\"}", code);
	twin_have_done(twins, side, &join);
	snprintf(game->token[side], TOKEN_BYTES, "%s", token);
}
