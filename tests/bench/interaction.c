/* How long Discord waits: a user looks at a game and gives orders there, one interaction after the
 * other, while many games are played beside it. Each is signed as Discord signs. */

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/crypto.h"
#include "driver.h"
#include "figures.h"
#include "http_client.h"
#include "process.h"

enum { PER_S = 1000, SIGNED_BYTES = 2048 };

#define APPLICATION "1100000000000000001"
#define GUILD "1100000000000000002"

struct discord_user {
	int fd;
	struct crypto_key key;
	unsigned count; /* of its interactions */
	struct latencies latencies;
	char orders[128]; /* the id of a button */
};

static void fail(const char *what, const char *body)
{
	fprintf(stderr, "bench: %s: %.400s\n", what, body ? body : "");
	exit(EXIT_FAILURE);
}

static void write_hex(char *out, const uint8_t *bytes, size_t size)
{
	for (size_t i = 0; i < size; i++)
		snprintf(out + 2 * i, 3, "%02x", bytes[i]);
}

/* Post one, and wait; what it took is noted. The caller gives the answer back. */
static struct reply post(struct discord_user *user, const char *who, unsigned type,
			 const char *data)
{
	char text[SIGNED_BYTES], signature[2 * CRYPTO_SIGNATURE_BYTES + 1], time_text[24];
	uint8_t bytes[CRYPTO_SIGNATURE_BYTES];
	struct reply reply = {0};
	struct text out = TEXT_EMPTY;

	snprintf(time_text, sizeof(time_text), "%lld", (long long)time(NULL));
	snprintf(text, sizeof(text),
		 "%s{\"application_id\":\"" APPLICATION "\",\"data\":%s,\"guild_id\":\"" GUILD
		 "\",\"id\":\"%u\",\"locale\":\"en-GB\",\"member\":{\"user\":{\"id\":\"%s\","
		 "\"username\":\"%s\"}},\"type\":%u}",
		 time_text, data, 1000000u + user->count++, who, who, type);
	crypto_signature_make(bytes, &user->key, text, strlen(text));
	write_hex(signature, bytes, sizeof(bytes));
	const char *body = text + strlen(time_text);
	text_add_format(&out,
			"POST /v1/integrations/discord/interactions HTTP/1.1\r\nHost: bench\r\n"
			"Content-Type: application/json\r\nX-Signature-Ed25519: %s\r\n"
			"X-Signature-Timestamp: %s\r\nContent-Length: %zu\r\n\r\n%s",
			signature, time_text, strlen(body), body);
	int64_t since_us = now_us();
	if (!client_send(user->fd, out.bytes, out.size) || !client_read(user->fd, &reply, false) ||
	    reply.status != 200)
		fail("an interaction was refused", reply.body.bytes);
	latencies_add(&user->latencies, now_us() - since_us);
	text_free(&out);
	return reply;
}

/* The id in an answer that begins with `letter`. */
static void take_id(const struct reply *reply, char letter, char *out, size_t size)
{
	char key[24];

	snprintf(key, sizeof(key), "\"custom_id\":\"%c:", letter);
	const char *at = strstr(reply->body.bytes, key);
	if (!at)
		fail("a button is missing", reply->body.bytes);
	at += strlen("\"custom_id\":\"");
	snprintf(out, size, "%.*s", (int)strcspn(at, "\""), at);
}

static void command(struct discord_user *user, const char *name, const char *options)
{
	char data[512];

	snprintf(
		data, sizeof(data),
		"{\"name\":\"pennon\",\"options\":[{\"name\":\"%s\",\"options\":[%s],\"type\":1}]}",
		name, options);
	struct reply reply = post(user, "21", 2, data);
	reply_free(&reply);
}

static struct reply press(struct discord_user *user, const char *who, const char *id)
{
	char data[256];

	snprintf(data, sizeof(data), "{\"component_type\":2,\"custom_id\":\"%s\"}", id);
	return post(user, who, 3, data);
}

/* A game of two users. */
static void make_game(struct discord_user *user)
{
	char join[128];
	struct reply made = post(user, "21", 2,
				 "{\"name\":\"pennon\",\"options\":[{\"name\":\"new\",\"options\":"
				 "[{\"name\":\"scenario\",\"type\":3,\"value\":\"first-charge\"}],"
				 "\"type\":1}]}");

	take_id(&made, 'j', join, sizeof(join));
	struct reply begun = press(user, "22", join);
	take_id(&begun, 'o', user->orders, sizeof(user->orders));
	reply_free(&made);
	reply_free(&begun);
}

struct beside {
	pthread_t thread;
	struct driver *driver;
	struct process *server;
	uint64_t commands;
};

static void *play_on(void *context)
{
	struct beside *beside = context;
	struct driven driven = driver_run(beside->driver, beside->server, beside->commands, PER_S);

	latencies_free(&driven.latencies);
	return NULL;
}

double interaction_measure(const char *folder, unsigned commands)
{
	char data[256], log[256], key[65];
	const char *const arguments[] = {"--listen",
					 "127.0.0.1:0",
					 "--data",
					 data,
					 "--discord-public-key",
					 key,
					 "--discord-application",
					 APPLICATION,
					 "--discord-guild",
					 GUILD,
					 NULL};
	const uint8_t seed[32] = {1};
	struct discord_user user = {0};

	crypto_key_make(&user.key, seed);
	write_hex(key, user.key.public_key, sizeof(user.key.public_key));
	snprintf(data, sizeof(data), "%s/interaction", folder);
	snprintf(log, sizeof(log), "%s/interaction.log", folder);
	struct process server = process_start("pennond", arguments, log);
	struct beside beside = {
		.driver = driver_create(server.port), .server = &server, .commands = commands};

	user.fd = client_connect(server.port);
	make_game(&user);
	latencies_free(&user.latencies);
	user.latencies = (struct latencies){0};
	pthread_create(&beside.thread, NULL, play_on, &beside);
	for (unsigned i = 0; i < commands / 20; i++) {
		struct reply orders = press(&user, i % 2 ? "21" : "22", user.orders);

		reply_free(&orders);
		command(&user, "table", "");
		command(&user, "log", "");
		command(&user, "games", "");
		command(&user, "rule",
			"{\"name\":\"clause\",\"type\":3,\"value\":\"flank charge\"}");
	}
	pthread_join(beside.thread, NULL);
	double p99_ms = latencies_percentile(&user.latencies, 99);

	latencies_free(&user.latencies);
	driver_free(beside.driver);
	process_stop(&server);
	return p99_ms;
}
