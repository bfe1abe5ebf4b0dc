#include "twin_presence.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "game/job.h"
#include "game/players.h"
#include "game/service.h"
#include "twin_people.h"
#include "twin_play.h"

enum {
	DAY_MOMENTS = 24 * 3600,
	DAYS_MAX = 12 /* a server keeps 16 gaps in time */,
	DAY_MS = 24 * 3600 * 1000
};

/* The players in both worlds: the owner, and one who has no seat in the twins' games. */
static struct {
	char owner[TOKEN_BYTES], other[TOKEN_BYTES];
	char id[GAME_ID_BYTES];   /* the owner's */
	char open[GAME_ID_BYTES]; /* a game of theirs that nobody has joined */
	int days;
} people;

static void become_player(struct twins *twins, const char *name, char token[TOKEN_BYTES])
{
	const struct ask show = {.method = "PUT",
				 .path = "/v1/me/presence",
				 .token = token,
				 .body = "{\"shown\":true}"};

	twin_become_player(twins, name, token, people.id);
	twin_have_done(twins, twins->owner, &show);
}

static void open_a_game(struct twins *twins)
{
	const struct ask create = {
		.path = "/v1/games",
		.token = people.owner,
		.body = "{\"ruleset\":\"battlesystem-2e\",\"scenario\":\"first-charge\","
			"\"side\":\"red\"}"};

	twin_have_done(twins, twins->owner, &create);
	twin_take(people.open, sizeof(people.open), twins->last.head.bytes, "Location: /v1/games/");
}

static void job_done(struct job *job)
{
	atomic_bool *done = job->owner;

	atomic_store(done, true);
}

/* A minute is over: what was used is written down. */
static void write_down(struct twins *twins)
{
	for (int world = 0; world < 2; world++) {
		atomic_bool done = false;
		struct job job = {.kind = JOB_ALIVE,
				  .if_match = IF_MATCH_ANYTHING,
				  .done = job_done,
				  .owner = &done,
				  .alive_ms = atomic_load(&twins->world[world].fake.now_ms)};

		cr_assert(service_submit(twins->world[world].service, &job));
		while (!atomic_load(&done))
			usleep(50);
	}
}

static int64_t day_of(struct twins *twins, int world)
{
	struct player_facts player = {0};

	cr_assert(service_player(twins->world[world].service, people.id, &player));
	return player.here_ms / DAY_MS;
}

static const char *ask_presence(struct twins *twins, const char *game, enum twin_line line)
{
	char path[96];
	const struct ask ask = {.path = path,
				.token = line < TWIN_PUBLIC && strcmp(game, people.open) != 0
						 ? twins->game.token[line]
						 : NULL};

	snprintf(path, sizeof(path), "/v1/games/%s/presence", game);
	cr_assert_eq(twins_ask(twins, line, "the day on which somebody was here", &ask), 200);
	return twins->last.body.bytes;
}

/* A day later the owner has a look in one of the worlds, somebody else in the other. */
static void next_day(struct twins *twins)
{
	const int here = people.days % 2;

	if (twins->is_polling || people.days++ >= DAYS_MAX)
		return;
	twins->moment += DAY_MOMENTS;
	twins_next_moment(twins);
	for (int world = 0; world < 2; world++) {
		const struct ask look = {.path = "/v1/me/presence",
					 .token = world == here ? people.owner : people.other};

		twin_world_send(&twins->world[world], (enum twin_line)twins->owner, &look);
		struct reply reply =
			twin_world_read(&twins->world[world], (enum twin_line)twins->owner, false);

		cr_assert_eq(reply.status, 200);
		reply_free(&reply);
	}
	write_down(twins);
	twins->figures.days += day_of(twins, 0) != day_of(twins, 1);
	for (int line = 0; line < 2; line++) {
		const enum twin_line by = line ? TWIN_PUBLIC : (enum twin_line)twins->foe;

		cr_expect_str_eq(ask_presence(twins, twins->game.id, by), "{\"presence\":{}}");
		ask_presence(twins, people.open, by);
	}
}

void twin_presence_play(struct twins *twins)
{
	people.days = 0;
	become_player(twins, "Ann", people.other);
	become_player(twins, "Ben", people.owner);
	open_a_game(twins);
	write_down(twins);
	cr_expect_str_eq(ask_presence(twins, people.open, TWIN_PUBLIC),
			 "{\"presence\":{\"red\":\"2026-11-21\"}}");
	twin_sit_down(twins, twins->owner, people.owner);
	cr_expect_str_eq(ask_presence(twins, people.open, TWIN_PUBLIC), "{\"presence\":{}}");
	twins->meanwhile = next_day;
	twins_play(twins);
}
