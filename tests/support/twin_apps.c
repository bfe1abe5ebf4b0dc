#include "twin_apps.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "game/service.h"
#include "twin_people.h"
#include "twin_play.h"

/* The foe's app, and what follows its stream. */
static struct {
	char token[TOKEN_BYTES], grant[GAME_ID_BYTES];
	int fd[2];
	struct text plain[2]; /* as it came: chunks are told apart by their lines */
	uint32_t began;       /* the foe's last event by then */
} app;

static void make_app(struct twins *twins, pn_side side, const char *maker, char id[GAME_ID_BYTES],
		     char token[TOKEN_BYTES])
{
	const struct ask make = {
		.path = "/v1/apps", .token = maker, .body = "{\"name\":\"Table bot\"}"};

	twin_take(token, TOKEN_BYTES, twin_have_done(twins, side, &make), "\"token\":\"");
	twin_take(id, GAME_ID_BYTES, twins->last.body.bytes, "\"app\":\"");
}

static void grant(struct twins *twins, pn_side side, const char *to, char id[GAME_ID_BYTES])
{
	char body[160];
	const struct ask give = {
		.path = "/v1/me/grants", .token = twins->game.token[side], .body = body};

	snprintf(body, sizeof(body), "{\"app\":\"%s\",\"may\":[\"look\",\"notify\"]}", to);
	twin_take(id, GAME_ID_BYTES, twin_have_done(twins, side, &give), "\"grant\":\"");
}

static uint32_t tip(struct twins *twins, int world)
{
	struct snapshot *state = twins_state(twins, world, &twins->game);
	const uint32_t seq = snapshot_tip(state, twins->foe).seq;

	snapshot_release(state);
	return seq;
}

static void follow(struct twins *twins)
{
	const struct ask ask = {.path = "/v1/app/stream",
				.token = app.token,
				.headers = "Accept: application/x-ndjson\r\n"};

	twins_next_moment(twins);
	app.began = tip(twins, 0);
	for (int world = 0; world < 2; world++) {
		app.plain[world] = TEXT_EMPTY;
		app.fd[world] = client_connect(twins->world[world].port);
		client_request(app.fd[world], &ask);
		cr_assert(client_read_until(app.fd[world], &app.plain[world], "\"reset\"",
					    CLIENT_PATIENCE_MS));
	}
	twins->apps = 1;
}

/* The events up to now, without the ids that count whom the game waited for in between, which is
 * told or not as in other streams. */
static void take_events(struct twins *twins, int world, struct text *out)
{
	const uint32_t seq = tip(twins, world);
	struct text *plain = &app.plain[world];
	char wanted[32];

	snprintf(wanted, sizeof(wanted), "\"seq\":%u,", seq);
	while (seq > app.began && !strstr(plain->bytes, wanted))
		cr_assert(client_read_some(app.fd[world], plain, CLIENT_PATIENCE_MS),
			  "the app's stream does not tell of event %u", seq);
	cr_assert(seq <= app.began || client_read_until(app.fd[world], plain, "}\n", 0));
	for (const char *at = plain->bytes; (at = strstr(at, "\"event\":{")); at++) {
		text_add(out, at, strcspn(at, "\n"));
		text_add_string(out, "\n");
		twins->figures.app_events += world == 0;
	}
}

/* What the app asks by the foe's grant, and what it was told. */
static void look(struct twins *twins)
{
	static const char *const rests[] = {"", "/actions", "/events", "/ahead", "/board.svg"};
	char path[128], header[96];
	struct text told[2] = {TEXT_EMPTY, TEXT_EMPTY};
	const struct ask ask = {.path = path, .token = app.token, .headers = header};

	if (twins->is_polling)
		return;
	snprintf(header, sizeof(header), "Pennon-Grant: %s\r\n", app.grant);
	for (size_t i = 0; i < sizeof(rests) / sizeof(rests[0]); i++) {
		snprintf(path, sizeof(path), "/v1/games/%s%s", twins->game.id, rests[i]);
		twins_ask(twins, (enum twin_line)twins->foe, "what an app asks", &ask);
	}
	twins->figures.app_events = 0;
	for (int world = 0; world < 2; world++)
		take_events(twins, world, &told[world]);
	twins_compare(twins, "an app's stream", twins->foe, &told[0], &told[1]);
	for (int world = 0; world < 2; world++)
		text_free(&told[world]);
}

void twin_apps_play(struct twins *twins)
{
	char owner[TOKEN_BYTES], foe[TOKEN_BYTES], theirs[GAME_ID_BYTES], both[GAME_ID_BYTES];
	char unused[TOKEN_BYTES], id[GAME_ID_BYTES];

	twin_become_player(twins, "Ann", owner, NULL);
	twin_become_player(twins, "Ben", foe, NULL);
	twin_sit_down(twins, twins->owner, owner);
	twin_sit_down(twins, twins->foe, foe);
	make_app(twins, twins->foe, foe, theirs, app.token);
	make_app(twins, twins->owner, owner, both, unused);
	grant(twins, twins->foe, theirs, app.grant);
	grant(twins, twins->foe, both, id);
	grant(twins, twins->owner, both, id);
	follow(twins);
	twins->meanwhile = look;
	twins_play(twins);
	for (int world = 0; world < 2; world++) {
		close(app.fd[world]);
		text_free(&app.plain[world]);
	}
}
