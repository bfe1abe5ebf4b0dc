#include "twins.h"

#include <criterion/criterion.h>
#include <poll.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "codec/codec.h"
#include "game/service.h"
#include "twin_muster.h"
#include "twin_streams.h"

enum { EXCERPT = 300, POLL_S = 30, POLL_MS = 31000 };

static const char *const viewer_name[] = {"red", "blue", "public"};

/* ---- comparing ---- */

/* Where the texts begin to differ, from a little before. */
static const char *excerpt(const struct text *text, size_t at)
{
	size_t from = at < EXCERPT / 2 ? 0 : at - EXCERPT / 2;
	return text->bytes && from < text->size ? text->bytes + from : "";
}

void twins_compare(struct twins *twins, const char *what, pn_side viewer, const struct text *first,
		   const struct text *second)
{
	size_t at = 0;

	twins->figures.asked++;
	if (first->size == second->size &&
	    (first->size == 0 || memcmp(first->bytes, second->bytes, first->size) == 0))
		return;
	while (at < first->size && at < second->size && first->bytes[at] == second->bytes[at])
		at++;
	cr_assert(
		false,
		"LEAK in %s as %s sees it, seed %llu, %s writes in secret, moment %u: "
		"%zu and %zu bytes differ from byte %zu on\n--- first:\n%.*s\n--- second:\n%.*s\n",
		what, viewer_name[viewer], (unsigned long long)twins->seed,
		viewer_name[twins->owner], twins->moment, first->size, second->size, at, EXCERPT,
		excerpt(first, at), EXCERPT, excerpt(second, at));
}

static pn_side viewer_of(enum twin_line line)
{
	return line < TWIN_PUBLIC ? (pn_side)line : PN_PUBLIC;
}

/* ---- asking ---- */

void twins_next_moment(struct twins *twins)
{
	twins->moment++;
	for (int i = 0; i < 2; i++)
		twin_world_moment(&twins->world[i], twins->moment);
}

/* Read both answers and compare them. */
static int take_answers(struct twins *twins, enum twin_line line, const char *what, bool head)
{
	struct reply second;

	reply_free(&twins->last);
	twins->last = twin_world_read(&twins->world[0], line, head);
	second = twin_world_read(&twins->world[1], line, head);
	twin_comparable(&twins->answer[0], &twins->last);
	twin_comparable(&twins->answer[1], &second);
	reply_free(&second);
	twins_compare(twins, what, viewer_of(line), &twins->answer[0], &twins->answer[1]);
	cr_assert_neq(twins->last.status, 0, "%s: no answer came in either world", what);
	return twins->last.status;
}

int twins_ask(struct twins *twins, enum twin_line line, const char *what, const struct ask *ask)
{
	twins_next_moment(twins);
	for (int i = 0; i < 2; i++)
		twin_world_send(&twins->world[i], line, ask);
	return take_answers(twins, line, what, ask->method && strcmp(ask->method, "HEAD") == 0);
}

/* ---- commands ---- */

struct order {
	char path[128];
	char key[TWIN_KEY_BYTES];
	struct text body;
	struct ask ask;
};

/* What posts a command. */
static void write_order(struct order *order, struct twins *twins, const struct twin_game *game,
			pn_side side, const struct pn_command *command)
{
	struct snapshot *state = twins_state(twins, 0, game);

	order->body = TEXT_EMPTY;
	codec_command_encode(&order->body, snapshot_view(state, PN_PUBLIC), command);
	snapshot_release(state);
	snprintf(order->path, sizeof(order->path), "/v1/games/%s/actions", game->id);
	order->ask = (struct ask){
		.path = order->path,
		.token = game->token[side],
		.key = order->key,
		.body = order->body.bytes,
	};
}

static void catch_up_and_follow(struct twins *twins)
{
	if (twins->catch_up)
		twins->catch_up(twins);
	twins_follow(twins);
}

/* Of the owner, in both worlds in one moment. */
static void command_both(struct twins *twins, const struct twin_game *game,
			 const struct pn_command command[2])
{
	char key[TWIN_KEY_BYTES];

	snprintf(key, sizeof(key), "open-%u", twins->moment);
	twins_next_moment(twins);
	for (int i = 0; i < 2; i++) {
		struct order order;

		write_order(&order, twins, game, twins->owner, &command[i]);
		memcpy(order.key, key, sizeof(key));
		twin_world_send(&twins->world[i], (enum twin_line)twins->owner, &order.ask);
		struct reply reply =
			twin_world_read(&twins->world[i], (enum twin_line)twins->owner, false);

		cr_assert_eq(reply.status, 200, "the owner's command: %s", reply.body.bytes);
		reply_free(&reply);
		text_free(&order.body);
	}
}

void twins_owner_commands(struct twins *twins, const struct pn_command command[2])
{
	command_both(twins, &twins->game, command);
	catch_up_and_follow(twins);
}

void twins_command(struct twins *twins, const struct twin_game *game, pn_side side,
		   const struct pn_command *command)
{
	struct order order;

	if (side == twins->owner) {
		command_both(twins, game, (const struct pn_command[]){*command, *command});
	} else {
		write_order(&order, twins, game, side, command);
		snprintf(order.key, sizeof(order.key), "open-%u", twins->moment);
		int status =
			twins_ask(twins, (enum twin_line)side, "the foe's command", &order.ask);

		cr_assert_eq(status, 200, "the foe's lawful command: %d %s", status,
			     twins->last.body.bytes);
		if (game == &twins->game) {
			memcpy(twins->foe_key, order.key, sizeof(twins->foe_key));
			text_clear(&twins->foe_body);
			text_add(&twins->foe_body, order.body.bytes, order.body.size);
		}
		text_free(&order.body);
	}
	if (game == &twins->game)
		catch_up_and_follow(twins);
}

static void command_one(struct twins *twins, int world, const struct twin_game *game, pn_side side,
			const struct pn_command *command, bool refused)
{
	struct order order;

	write_order(&order, twins, game, side, command);
	snprintf(order.key, sizeof(order.key), "secret-%u", ++twins->secret[world]);
	twin_world_secret_moment(
		&twins->world[world], twins->moment, twins->secret[world],
		random_between(&twins->own[world], 0, twins->steps_back ? 1800 * 1000 : 999));
	twin_world_send(&twins->world[world], (enum twin_line)side, &order.ask);
	struct reply reply = twin_world_read(&twins->world[world], (enum twin_line)side, false);

	cr_assert_eq(reply.status, refused ? 409 : 200, "a command in one world: %d for %s: %s",
		     reply.status, order.body.bytes, reply.body.bytes);
	reply_free(&reply);
	text_free(&order.body);
}

void twins_secret(struct twins *twins, int world, const struct twin_game *game,
		  const struct pn_command *command, bool refused)
{
	command_one(twins, world, game, twins->owner, command, refused);
}

void twins_alone(struct twins *twins, int world, pn_side side, const struct pn_command *command)
{
	command_one(twins, world, &twins->game, side, command, false);
}

/* Send what the owner asks in one world; it must be taken. */
static void take_one(struct twins *twins, int world, const struct ask *ask)
{
	enum twin_line line = (enum twin_line)twins->owner;

	twin_world_send(&twins->world[world], line, ask);
	struct reply reply = twin_world_read(&twins->world[world], line, false);

	cr_assert_eq(reply.status, 200, "the owner in one world, seed %llu: %d for %s: %s",
		     (unsigned long long)twins->seed, reply.status, ask->body, reply.body.bytes);
	reply_free(&reply);
}

void twins_write(struct twins *twins, int world, const struct twin_game *game, const char *rest,
		 const char *body, bool late)
{
	char path[128], key[TWIN_KEY_BYTES];
	const struct ask ask = {.method = "PUT",
				.path = path,
				.token = game->token[twins->owner],
				.key = key,
				.body = body};

	snprintf(path, sizeof(path), "/v1/games/%s%s", game->id, rest);
	snprintf(key, sizeof(key), "write-%u", ++twins->secret[world]);
	if (late)
		twin_world_secret_moment(&twins->world[world], twins->moment, twins->secret[world],
					 random_between(&twins->own[world], 0,
							twins->steps_back ? 1800 * 1000 : 999));
	else
		twin_world_moment(&twins->world[world], twins->moment);
	take_one(twins, world, &ask);
}

void twins_try(struct twins *twins, int world, const struct twin_game *game, const char *body)
{
	char path[128];
	const struct ask ask = {.path = path, .token = game->token[twins->owner], .body = body};

	snprintf(path, sizeof(path), "/v1/games/%s/ahead/plan", game->id);
	twin_world_moment(&twins->world[world], twins->moment);
	take_one(twins, world, &ask);
}

void twins_now(struct twins *twins, int world, const struct pn_command *command)
{
	struct order order;

	write_order(&order, twins, &twins->game, twins->owner, command);
	snprintf(order.key, sizeof(order.key), "now-%u", ++twins->secret[world]);
	twin_world_moment(&twins->world[world], twins->moment);
	take_one(twins, world, &order.ask);
	text_free(&order.body);
}

struct snapshot *twins_state(struct twins *twins, int world, const struct twin_game *game)
{
	struct snapshot *state = service_peek(twins->world[world].service, game->id);

	cr_assert_not_null(state, "the game is not in memory");
	return state;
}

/* ---- long polls ---- */

static void settle(struct twins *twins)
{
	for (int i = 0; i < 2; i++)
		twin_world_settle(&twins->world[i],
				  twins->streams + twins->apps + (twins->is_polling ? 1 : 0),
				  TWIN_LINES + twins->streams + twins->apps);
}

void twins_poll(struct twins *twins, pn_side viewer)
{
	char path[128];
	const struct ask ask = {.path = path,
				.token = viewer < PN_SIDES ? twins->game.token[viewer] : NULL};
	struct snapshot *state = twins_state(twins, 0, &twins->game);

	snprintf(path, sizeof(path), "/v1/games/%s?after=%u&wait=%d", twins->game.id,
		 snapshot_tip(state, viewer).version, POLL_S);
	snapshot_release(state);
	twins_next_moment(twins);
	for (int i = 0; i < 2; i++)
		twin_world_send(&twins->world[i], TWIN_POLL, &ask);
	twins->is_polling = true;
	/* It must have come before the clock moves on. */
	settle(twins);
}

void twins_expect_silence(struct twins *twins)
{
	struct pollfd wait[2] = {{.fd = twins->world[0].line[TWIN_POLL], .events = POLLIN},
				 {.fd = twins->world[1].line[TWIN_POLL], .events = POLLIN}};

	if (!twins->is_polling)
		return;
	cr_assert_eq(poll(wait, 2, 0), 0, "LEAK: a long poll wakes, seed %llu",
		     (unsigned long long)twins->seed);
}

void twins_take_poll(struct twins *twins)
{
	if (twins->is_polling)
		take_answers(twins, TWIN_POLL, "a long poll", false);
	twins->is_polling = false;
}

/* The loop looks at its clock when something comes: a question does it. */
void twins_sleep(struct twins *twins)
{
	const struct ask ask = {.path = "/healthz"};

	twins_expect_silence(twins);
	/* A writer at work would seem to have been at it all the while. */
	settle(twins);
	for (int i = 0; i < 2; i++)
		atomic_fetch_add(&twins->world[i].steady_ms, POLL_MS);
	twins_ask(twins, TWIN_PUBLIC, "health", &ask);
	twins->figures.silent += twins->is_polling;
	twins_take_poll(twins);
}

/* ---- operators ---- */

void twins_compare_operators(struct twins *twins)
{
	const struct ask ask = {.path = "/metrics"};

	settle(twins);
	twins_ask(twins, TWIN_PUBLIC, "metrics", &ask);
	for (int i = 0; i < 2; i++) {
		struct twin_world *world = &twins->world[i];

		pthread_mutex_lock(&world->log_mutex);
		text_clear(&twins->answer[i]);
		text_add(&twins->answer[i], world->log.bytes ? world->log.bytes : "",
			 world->log.size);
		pthread_mutex_unlock(&world->log_mutex);
	}
	twins_compare(twins, "the log", PN_PUBLIC, &twins->answer[0], &twins->answer[1]);
}

/* ---- making them ---- */

/* Copy what follows `before` up to a quote. */
static void take(char *out, size_t size, const char *from, const char *before)
{
	const char *at = strstr(from, before);

	cr_assert_not_null(at, "no %s in %s", before, from);
	at += strlen(before);
	snprintf(out, size, "%.*s", (int)strcspn(at, "\"\r"), at);
}

static void make_game(struct twins *twins, struct twin_game *game, const char *muster,
		      const char *ruleset)
{
	struct text body = TEXT_EMPTY;
	char path[128], key[TWIN_KEY_BYTES];
	struct ask ask = {.path = "/v1/games", .key = key};

	snprintf(key, sizeof(key), "11111111-1111-4111-8111-%012x", twins->moment);
	text_add_format(&body, "{\"ruleset\":\"%s\",\"side\":\"red\",\"muster\":%s%s}", ruleset,
			muster, twins->has_armies ? ",\"armies\":{}" : "");
	ask.body = body.bytes;
	int status = twins_ask(twins, TWIN_RED, "creating", &ask);
	cr_assert_eq(status, 201, "creating: %s", twins->last.body.bytes);
	take(game->id, sizeof(game->id), twins->last.head.bytes, "Location: /v1/games/");
	take(game->code, sizeof(game->code), twins->last.body.bytes, "\"code\":\"");
	take(game->token[PN_RED], TOKEN_BYTES, twins->last.body.bytes, "\"token\":\"");

	text_clear(&body);
	text_add_format(&body, "{\"code\":\"%s\"}", game->code);
	snprintf(path, sizeof(path), "/v1/games/%s/seats", game->id);
	snprintf(key, sizeof(key), "22222222-2222-4222-8222-%012x", twins->moment);
	ask.path = path;
	ask.body = body.bytes;
	status = twins_ask(twins, TWIN_BLUE, "joining", &ask);
	cr_assert_eq(status, 201, "joining: %s", twins->last.body.bytes);
	take(game->token[PN_BLUE], TOKEN_BYTES, twins->last.body.bytes, "\"token\":\"");
	text_free(&body);
}

static void make_games(struct twins *twins)
{
	struct pn_muster muster = {0};
	struct text text = TEXT_EMPTY;

	twin_muster_make(&muster, twins->book, &twins->random);
	if (twins->has_armies)
		twin_muster_deploy(&muster);
	twins->muster = muster;
	if (twins->has_armies)
		muster.unit_count = 0;
	codec_muster_encode(&text, twins->book, &muster);
	make_game(twins, &twins->game, text.bytes, pn_rules_at(twins->book)->id);
	make_game(twins, &twins->decoy, text.bytes, pn_rules_at(twins->book)->id);
	text_free(&text);
}

static void open_worlds(struct twins *twins, uint64_t seed, uint8_t book, pn_side owner,
			const char *directory, bool has_armies)
{
	*twins = (struct twins){.seed = seed,
				.book = book,
				.owner = owner,
				.foe = pn_opponent(owner),
				.has_armies = has_armies};
	twins->random.state = seed;
	twins->cups.state = ~seed;
	for (int i = 0; i < 2; i++)
		twins->own[i].state = seed * 2 + (uint64_t)i + 1000003;
	twins->steps_back = random_one_in(&twins->random, 3);
	for (int i = 0; i < 2; i++) {
		char folder[64] = "";

		if (directory) {
			snprintf(folder, sizeof(folder), "%s/%d", directory, i);
			mkdir(folder, 0700);
		}
		twin_world_open(&twins->world[i], i, (uint32_t)seed, directory ? folder : NULL);
	}
	make_games(twins);
	twins_open_streams(twins);
}

void twins_open(struct twins *twins, uint64_t seed, uint8_t book, pn_side owner,
		const char *directory)
{
	open_worlds(twins, seed, book, owner, directory, false);
}

void twins_open_armies(struct twins *twins, uint64_t seed, uint8_t book, pn_side owner,
		       const char *directory)
{
	open_worlds(twins, seed, book, owner, directory, true);
}

/* That the owner has come to a game is counted once, whatever they do there: they do in both. */
static void owner_looks(struct twins *twins, const struct twin_game *game)
{
	const enum twin_line line = (enum twin_line)twins->owner;
	char path[128];
	const struct ask ask = {.path = path, .token = game->token[twins->owner]};

	snprintf(path, sizeof(path), "/v1/games/%s/events", game->id);
	twins_next_moment(twins);
	for (int i = 0; i < 2; i++) {
		twin_world_send(&twins->world[i], line, &ask);
		struct reply reply = twin_world_read(&twins->world[i], line, false);

		cr_assert_eq(reply.status, 200, "the owner looks: %d", reply.status);
		reply_free(&reply);
	}
}

void twins_reopen(struct twins *twins)
{
	const struct twin_game *games[] = {&twins->game, &twins->decoy};

	twins_close_streams(twins);
	for (int i = 0; i < 2; i++)
		twin_world_reopen(&twins->world[i], i);
	for (int i = 0; i < 2; i++) {
		char path[128];
		const struct ask ask = {.path = path};

		snprintf(path, sizeof(path), "/v1/games/%s", games[i]->id);
		twins_ask(twins, TWIN_PUBLIC, "the game after a restart", &ask);
		owner_looks(twins, games[i]);
	}
	twins_open_streams(twins);
}

void twins_close(struct twins *twins)
{
	twins_close_streams(twins);
	for (int i = 0; i < 2; i++) {
		twin_world_close(&twins->world[i]);
		text_free(&twins->answer[i]);
	}
	reply_free(&twins->last);
	text_free(&twins->foe_body);
}
