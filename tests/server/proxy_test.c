/* A game through a network that loses, cuts, delays and repeats (support/proxy.h), and the
 * same game without it. The players behind it do what the API asks of a client: they send
 * a request with its key again until it is answered. Both servers have the same world
 * (support/twin_world.h), so that the records must be the same byte for byte: the same
 * commands, once each, with the same faces at the same times. */

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "codec/codec.h"
#include "game/service.h"
#include "host.h"
#include "proxy.h"
#include "twin_world.h"

enum { GAMES = 6, GAMES_LONG = 1000, COMMANDS_MAX = 150, TRIES_MAX = 500 };

/* What came over the shaken game, all games together. */
struct misfortune {
	unsigned requests, harmed, repeated, commits;
};

/* Where both games are played. */
static struct twin_world plain, shaken;
static struct proxy proxy;
static uint32_t moment;

static bool is_in_flight(const struct reply *reply)
{
	return reply->status == 409 && strstr(reply->body.bytes, "\"code\":\"key_in_flight\"");
}

/* Ask until there is an answer. */
static struct reply insist(int port, const struct ask *ask)
{
	struct reply reply = client_ask(port, ask);

	for (int i = 0; i < TRIES_MAX && (reply.status == 0 || is_in_flight(&reply)); i++) {
		reply_free(&reply);
		reply = client_ask(port, ask);
	}
	return reply;
}

/* Ask the one directly, the other through the proxy. The bodies of the answers, as far as
 * they tell of the game, are the same; returns that of the first. */
static struct reply ask_both(const struct ask *ask, int expected)
{
	moment++;
	twin_world_moment(&plain, moment);
	twin_world_moment(&shaken, moment);
	struct reply first = client_ask(plain.port, ask);
	struct reply second = insist(proxy.port, ask);

	cr_assert_eq(first.status, expected, "%s %s: %s", ask->path, ask->body, first.body.bytes);
	cr_assert_eq(second.status, expected, "through the proxy, %s %s: %s", ask->path, ask->body,
		     second.body.bytes);
	cr_assert_str_eq(first.body.bytes, second.body.bytes);
	reply_free(&second);
	return first;
}

/* Copy what follows `before` up to a quote. */
static void take(char *out, size_t size, const struct text *from, const char *before)
{
	const char *at = strstr(from->bytes, before);

	cr_assert_not_null(at);
	at += strlen(before);
	snprintf(out, size, "%.*s", (int)strcspn(at, "\"\r"), at);
}

static void begin(struct hosted_game *hosted, uint8_t method)
{
	static struct pn_muster muster;
	struct text body = TEXT_EMPTY, text = TEXT_EMPTY;
	char path[128], key[64];

	host_muster(&muster, method);
	codec_muster_encode(&text, (uint8_t)pn_rules_find("battlesystem-2e"), &muster);
	text_add_format(&body, "{\"ruleset\":\"battlesystem-2e\",\"side\":\"red\",\"muster\":%s}",
			text.bytes);
	snprintf(key, sizeof(key), "11111111-1111-4111-8111-%012x", moment);
	struct ask ask = {.path = "/v1/games", .key = key, .body = body.bytes};
	struct reply reply = ask_both(&ask, 201);
	take(hosted->game, sizeof(hosted->game), &reply.head, "Location: /v1/games/");
	take(hosted->invitation, sizeof(hosted->invitation), &reply.body, "\"code\":\"");
	take(hosted->token[PN_RED], TOKEN_BYTES, &reply.body, "\"token\":\"");
	reply_free(&reply);

	text_clear(&body);
	text_add_format(&body, "{\"code\":\"%s\"}", hosted->invitation);
	snprintf(path, sizeof(path), "/v1/games/%s/seats", hosted->game);
	snprintf(key, sizeof(key), "22222222-2222-4222-8222-%012x", moment);
	ask = (struct ask){.path = path, .key = key, .body = body.bytes};
	reply = ask_both(&ask, 201);
	take(hosted->token[PN_BLUE], TOKEN_BYTES, &reply.body, "\"token\":\"");
	reply_free(&reply);
	text_free(&body);
	text_free(&text);
}

/* A side that owes something does something that is listed for it. */
static void command(const struct hosted_game *hosted, struct snapshot *state,
		    struct random_source *random)
{
	const struct pn_game *view = snapshot_view(state, PN_PUBLIC);
	const bool both = pn_owes(view, PN_RED) && pn_owes(view, PN_BLUE);
	const pn_side side = both                    ? (pn_side)random_between(random, 0, 1)
			     : pn_owes(view, PN_RED) ? PN_RED
						     : PN_BLUE;
	const struct pn_actions *actions = snapshot_actions(state, side);
	const struct pn_action *action;
	char path[128], key[32];
	struct text body = TEXT_EMPTY;

	do
		action = &actions->action[random_between(random, 0, actions->count - 1)];
	while (pn_is_parley(action->command.kind));
	codec_command_encode(&body, view, &action->command);
	snprintf(path, sizeof(path), "/v1/games/%s/actions", hosted->game);
	snprintf(key, sizeof(key), "command-%u", moment);
	const struct ask ask = {
		.path = path, .token = hosted->token[side], .key = key, .body = body.bytes};
	struct reply reply = ask_both(&ask, 200);

	reply_free(&reply);
	text_free(&body);
}

/* Play to the end; by resigning when it takes too long. */
static void play(const struct hosted_game *hosted, struct random_source *random)
{
	for (int i = 0;; i++) {
		struct snapshot *state = service_peek(plain.service, hosted->game);
		bool over = snapshot_view(state, PN_PUBLIC)->over;

		if (!over && i < COMMANDS_MAX)
			command(hosted, state, random);
		snapshot_release(state);
		if (over || i == COMMANDS_MAX)
			break;
	}
	char path[128], key[32];
	snprintf(path, sizeof(path), "/v1/games/%s/actions", hosted->game);
	snprintf(key, sizeof(key), "the end");
	struct ask ask = {.path = path,
			  .token = hosted->token[PN_RED],
			  .key = key,
			  .body = "{\"type\":\"resign\"}"};
	struct snapshot *state = service_peek(plain.service, hosted->game);
	if (!snapshot_view(state, PN_PUBLIC)->over) {
		struct reply reply = ask_both(&ask, 200);
		reply_free(&reply);
	}
	snapshot_release(state);
}

static void expect_same_record(const struct hosted_game *hosted)
{
	char path[128];
	const struct ask ask = {.path = path};

	snprintf(path, sizeof(path), "/v1/games/%s/record", hosted->game);
	struct reply first = client_ask(plain.port, &ask);
	struct reply second = client_ask(shaken.port, &ask);
	cr_assert_not_null(strstr(first.body.bytes, "\"seed\""), "the whole record");
	cr_expect_not_null(strstr(first.body.bytes, "\"rolled\""));
	cr_expect_str_eq(first.body.bytes, second.body.bytes);
	reply_free(&first);
	reply_free(&second);
}

/* Each kind of misfortune has come in each game, and none was a command of its own. */
static void expect_misfortune(struct misfortune *sum)
{
	for (int fate = 0; fate < PROXY_FATE_COUNT; fate++) {
		cr_expect_gt(proxy.fates[fate], 0u);
		sum->requests += proxy.fates[fate];
		sum->harmed += fate != PROXY_PASSED ? proxy.fates[fate] : 0;
	}
	cr_expect_gt(proxy.repeated, 0u);
	sum->repeated += proxy.repeated;
	cr_expect_eq(service_figures(plain.service).commits,
		     service_figures(shaken.service).commits);
	sum->commits += (unsigned)service_figures(plain.service).commits;
}

Test(proxy, a_bad_network_changes_nothing)
{
	const int games = getenv("PENNON_SOAK_MINUTES") ? GAMES_LONG : GAMES;
	struct misfortune sum = {0};

	for (int game = 0; game < games; game++) {
		struct random_source random = {(uint64_t)game + 77};
		struct hosted_game hosted;

		twin_world_open(&plain, 0, (uint32_t)game + 1, NULL);
		twin_world_open(&shaken, 1, (uint32_t)game + 1, NULL);
		proxy_open(&proxy, shaken.port, (uint64_t)game + 5);
		begin(&hosted, game % 2 ? PN_METHOD_SEALED : PN_METHOD_LOSER_FIRST);
		play(&hosted, &random);
		expect_same_record(&hosted);
		proxy_close(&proxy);

		expect_misfortune(&sum);
		twin_world_close(&plain);
		twin_world_close(&shaken);
	}
	printf("%d games, %u commits, %u requests, %u of them harmed, %u repeated long after\n",
	       games, sum.commits, sum.requests, sum.harmed, sum.repeated);
	fflush(stdout);
	/* A third and more. */
	cr_expect_gt(3 * sum.harmed, sum.requests);
}
