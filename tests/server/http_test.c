/* What every answer has, tags and retries, and a whole game played over HTTP. */

#include <criterion/criterion.h>
#include <jansson.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "game/service.h"
#include "http_stage.h"

static json_t *reply_json(struct reply *reply)
{
	json_t *value = json_loads(reply->body.bytes ? reply->body.bytes : "", 0, NULL);

	reply_free(reply);
	return value;
}

static long long number(const json_t *object, const char *member)
{
	return json_integer_value(json_object_get(object, member));
}

static struct reply get(const struct http_host *server, const char *path, const char *headers)
{
	return client_ask(server->port, &(struct ask){.path = path, .headers = headers});
}

/* The side whose decision it is. */
static pn_side active_side(const struct stage *stage)
{
	struct snapshot *snapshot = service_peek(stage->server.host.service, stage->hosted.game);
	pn_side side = pn_owes(snapshot_view(snapshot, PN_PUBLIC), PN_RED) ? PN_RED : PN_BLUE;

	snapshot_release(snapshot);
	return side;
}

/* Do whatever is listed first. */
static struct reply act_first(const struct stage *stage, pn_side side)
{
	struct reply reply = http_get(&stage->server, &stage->hosted, side, "/actions");
	json_t *list = reply_json(&reply);
	json_t *action = json_array_get(json_object_get(list, "actions"), 0);
	char *body = json_dumps(json_object_get(action, "do"), 0);

	reply = http_post(&stage->server, &stage->hosted, side, "/actions", body);
	free(body);
	json_decref(list);
	return reply;
}

/* ---- what every answer has ---- */

Test(http, headers_of_every_answer)
{
	static const char *const paths[] = {"/v1/server", "/v1/nothing", "/",
					    "/nothing",   "/v1/a%20b",   "/healthz"};
	struct http_host server;
	char last[64] = "";

	http_host_open(&server, NULL);
	for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]); i++) {
		struct reply reply = get(&server, paths[i], NULL);
		bool page = strcmp(paths[i], "/") == 0;

		cr_expect_str_eq(reply_header(&reply, "X-Content-Type-Options"), "nosniff");
		cr_expect_str_eq(reply_header(&reply, "Referrer-Policy"), "no-referrer");
		cr_expect(strstr(reply_header(&reply, "Content-Security-Policy"),
				 "default-src 'none'"));
		cr_expect_not(strstr(reply_header(&reply, "Content-Security-Policy"), "unsafe"));
		cr_expect_str_eq(reply_header(&reply, "Access-Control-Allow-Origin"),
				 page ? "" : "*");
		cr_expect_eq(strlen(reply_header(&reply, "X-Request-Id")), 36);
		cr_expect_str_neq(reply_header(&reply, "X-Request-Id"), last);
		snprintf(last, sizeof(last), "%s", reply_header(&reply, "X-Request-Id"));
		reply_free(&reply);
	}
	http_host_close(&server);
}

Test(http, head_and_options)
{
	struct stage stage;

	stage_open(&stage);
	const char *path = http_path(&stage.hosted, "");
	struct reply whole = client_ask(stage.server.port, &(struct ask){.path = path});
	struct reply head =
		client_ask(stage.server.port, &(struct ask){.method = "HEAD", .path = path});

	cr_expect_eq(head.status, 200);
	cr_expect_eq(head.body.size, 0);
	cr_expect_eq(strtoul(reply_header(&head, "Content-Length"), NULL, 10), whole.body.size);
	reply_free(&whole);
	reply_free(&head);
	struct reply options = client_ask(
		stage.server.port,
		&(struct ask){.method = "OPTIONS", .path = http_path(&stage.hosted, "/actions")});

	cr_expect_eq(options.status, 204);
	cr_expect_str_eq(reply_header(&options, "Allow"), "GET, HEAD, POST, OPTIONS");
	cr_expect(
		strstr(reply_header(&options, "Access-Control-Allow-Headers"), "Idempotency-Key"));
	reply_free(&options);
	options = client_ask(stage.server.port,
			     &(struct ask){.method = "PUT", .path = http_path(&stage.hosted, "")});
	cr_expect_eq(options.status, 405);
	cr_expect_str_eq(reply_header(&options, "Allow"), "GET, HEAD, OPTIONS");
	reply_free(&options);
	stage_close(&stage);
}

Test(http, several_requests_on_one_connection)
{
	struct http_host server;
	struct reply reply;

	http_host_open(&server, NULL);
	int fd = client_connect(server.port);

	for (int i = 0; i < 5; i++) {
		cr_expect(client_request(fd, &(struct ask){.path = "/healthz"}));
		cr_expect(client_read(fd, &reply, false));
		cr_expect_eq(reply.status, 200);
		reply_free(&reply);
		/* A refused body is read and dropped, so the connection stays usable. */
		cr_expect(client_request(
			fd, &(struct ask){.path = "/v1/nothing", .body = "{\"a\":\"bcdef\"}"}));
		cr_expect(client_read(fd, &reply, false));
		cr_expect_eq(reply.status, 404);
		reply_free(&reply);
	}
	close(fd);
	http_host_close(&server);
}

Test(http, the_page)
{
	struct http_host server;
	char line[128];

	http_host_open(&server, NULL);
	struct reply page = get(&server, "/", NULL), words = get(&server, "/words/en.json", NULL);

	cr_expect_eq(page.status, 200);
	cr_expect_str_eq(reply_header(&page, "Content-Type"), "text/html; charset=utf-8");
	cr_expect_eq(words.status, 200);
	cr_expect_str_eq(reply_header(&words, "Content-Type"), "application/json");
	snprintf(line, sizeof(line), "If-None-Match: \"x\", W/%s\r\n", reply_header(&page, "ETag"));
	struct reply again = get(&server, "/", line);

	cr_expect_eq(again.status, 304);
	cr_expect_eq(again.body.size, 0);
	cr_expect_str_eq(reply_header(&page, "Content-Encoding"), "");
	struct reply packed = get(&server, "/", "Accept-Encoding: gzip, br\r\n");

	cr_expect_str_eq(reply_header(&packed, "Content-Encoding"), "gzip");
	cr_expect_str_eq(reply_header(&packed, "Vary"), "Accept-Encoding");
	cr_expect(packed.body.size < page.body.size);
	reply_free(&packed);
	reply_free(&page);
	reply_free(&words);
	reply_free(&again);
	http_host_close(&server);
}

Test(http, figures_are_for_this_machine)
{
	struct http_host server;

	http_host_open(&server, NULL);
	struct reply own = get(&server, "/metrics", NULL);
	struct reply proxied = get(&server, "/metrics", "X-Forwarded-For: 192.0.2.1\r\n");

	cr_expect_eq(own.status, 200);
	cr_expect(strstr(own.body.bytes, "\npennon_requests_total 1\n"));
	cr_expect_eq(proxied.status, 404);
	reply_free(&own);
	reply_free(&proxied);
	server.app.metrics_token = "a-long-secret";
	own = get(&server, "/metrics",
		  "X-Forwarded-For: 192.0.2.1\r\nAuthorization: Bearer a-long-secret\r\n");
	proxied = get(&server, "/metrics",
		      "X-Forwarded-For: 192.0.2.1\r\nAuthorization: Bearer a-long-secreu\r\n");
	cr_expect_eq(own.status, 200);
	cr_expect_eq(proxied.status, 404);
	reply_free(&own);
	reply_free(&proxied);
	http_host_close(&server);
}

/* ---- tags ---- */

Test(http, a_tag_is_of_one_viewer_and_one_moment)
{
	struct stage stage;
	char line[128], tags[PN_VIEWERS][80];

	stage_open(&stage);
	for (pn_side viewer = 0; viewer < PN_VIEWERS; viewer++) {
		struct reply reply = http_get(&stage.server, &stage.hosted, viewer, "");

		snprintf(tags[viewer], sizeof(tags[viewer]), "%s", reply_header(&reply, "ETag"));
		reply_free(&reply);
	}
	cr_expect_str_neq(tags[PN_RED], tags[PN_BLUE]);
	cr_expect_str_neq(tags[PN_RED], tags[PN_PUBLIC]);
	snprintf(line, sizeof(line), "If-None-Match: %s\r\n", tags[PN_RED]);
	struct ask ask = {.path = http_path(&stage.hosted, ""),
			  .headers = line,
			  .token = stage.hosted.token[PN_RED]};
	struct reply same = client_ask(stage.server.port, &ask);

	cr_expect_eq(same.status, 304);
	cr_expect_str_eq(reply_header(&same, "ETag"), tags[PN_RED]);
	reply_free(&same);
	struct reply acted = act_first(&stage, active_side(&stage));

	cr_expect_eq(acted.status, 200, "%s", acted.body.bytes);
	reply_free(&acted);
	ask.path = http_path(&stage.hosted, "");
	same = client_ask(stage.server.port, &ask);
	cr_expect_eq(same.status, 200);
	cr_expect_str_neq(reply_header(&same, "ETag"), tags[PN_RED]);
	reply_free(&same);
	text_free(&stage.before);
	http_host_close(&stage.server);
}

/* Labels are the caller's language's, and so is the tag; who speaks none of ours reads English. */
Test(http, labels_are_in_the_language_of_the_caller)
{
	static const struct {
		const char *header, *language, *label;
	} row[] = {
		{"", "en", "Resign the game"},
		{"Accept-Language: de-AT, en;q=0.5\r\n", "de", "Das Spiel aufgeben"},
		{"Accept-Language: fr, de;q=0.2, en;q=0.3\r\n", "en", "Resign the game"},
	};
	struct stage stage;
	char tags[3][80];

	stage_open(&stage);
	for (size_t i = 0; i < 3; i++) {
		struct ask ask = {.path = http_path(&stage.hosted, "/actions"),
				  .headers = row[i].header,
				  .token = stage.hosted.token[PN_RED]};
		struct reply reply = client_ask(stage.server.port, &ask);

		cr_expect_eq(reply.status, 200);
		cr_expect_str_eq(reply_header(&reply, "Content-Language"), row[i].language);
		cr_expect_not_null(strstr(reply_header(&reply, "Vary"), "Accept-Language"));
		cr_expect_not_null(strstr(reply.body.bytes, row[i].label), "%s", reply.body.bytes);
		snprintf(tags[i], sizeof(tags[i]), "%s", reply_header(&reply, "ETag"));
		reply_free(&reply);
	}
	cr_expect_str_eq(tags[0], tags[2]);
	cr_expect_str_neq(tags[0], tags[1]);
	text_free(&stage.before);
	http_host_close(&stage.server);
}

Test(http, problems_and_scenarios_are_told_in_the_language_of_who_asked)
{
	static const struct {
		const char *path, *header, *language, *title;
		int status;
	} row[] = {
		{"/v1/games/00000000-0000-4000-8000-00000000ffff", "", "en",
		 "\"title\":\"There is no such game\"", 404},
		{"/v1/games/00000000-0000-4000-8000-00000000ffff", "Accept-Language: de\r\n", "de",
		 "\"title\":\"Dieses Spiel gibt es hier nicht.\"", 404},
		{"/v1/scenarios", "", "en", "\"title\":\"First charge\"", 200},
		{"/v1/scenarios", "Accept-Language: de\r\n", "de", "\"title\":\"Erster Angriff\"",
		 200},
		{"/v1/scenarios/mill-hill", "", "en", "\"summary\":\"Twelve units a side", 200},
		{"/v1/scenarios/mill-hill", "Accept-Language: de\r\n", "de",
		 "\"summary\":\"Zwölf Einheiten je Seite", 200},
	};
	struct stage stage;

	stage_open(&stage);
	for (size_t i = 0; i < sizeof(row) / sizeof(row[0]); i++) {
		struct ask ask = {.path = row[i].path, .headers = row[i].header};
		struct reply reply = client_ask(stage.server.port, &ask);

		cr_expect_eq(reply.status, row[i].status);
		cr_expect_str_eq(reply_header(&reply, "Content-Language"), row[i].language);
		cr_expect_not_null(strstr(reply.body.bytes, row[i].title), "%s", reply.body.bytes);
		reply_free(&reply);
	}
	text_free(&stage.before);
	http_host_close(&stage.server);
}

Test(http, a_command_for_an_older_version_is_stale)
{
	struct stage stage;
	char line[128];

	stage_open(&stage);
	pn_side side = active_side(&stage);
	struct reply view = http_get(&stage.server, &stage.hosted, side, "");

	snprintf(line, sizeof(line), "If-Match: %s\r\n", reply_header(&view, "ETag"));
	reply_free(&view);
	struct ask ask = {.path = http_path(&stage.hosted, "/actions"),
			  .headers = line,
			  .key = "first",
			  .token = stage.hosted.token[side],
			  .body = "{\"type\":\"go_first\"}"};
	struct reply first = client_ask(stage.server.port, &ask);
	struct reply retry = client_ask(stage.server.port, &ask);

	cr_expect_eq(first.status, 200, "%s", first.body.bytes);
	cr_expect_str_eq(first.body.bytes, retry.body.bytes,
			 "a retry gets its answer, stale or not");
	reply_free(&retry);
	ask.key = "second";
	ask.body = "{\"type\":\"resign\"}";
	struct reply late = client_ask(stage.server.port, &ask);
	long long version;
	json_t *answer = reply_json(&first), *problem;

	version = number(answer, "version");
	cr_expect_eq(late.status, 412);
	problem = reply_json(&late);
	cr_expect_eq(number(problem, "version"), version);
	json_decref(answer);
	json_decref(problem);
	text_free(&stage.before);
	http_host_close(&stage.server);
}

Test(http, a_listed_id_is_good_once_and_for_every_retry)
{
	struct stage stage;

	stage_open(&stage);
	struct ask ask = {.path = http_path(&stage.hosted, "/actions"),
			  .key = "k",
			  .token = stage.hosted.token[active_side(&stage)],
			  .body = "{\"action\":\"1-0\"}"};
	struct reply first = client_ask(stage.server.port, &ask);
	struct reply retry = client_ask(stage.server.port, &ask);

	cr_expect_eq(first.status, 200, "%s", first.body.bytes);
	cr_expect_str_eq(first.body.bytes, retry.body.bytes);
	reply_free(&retry);
	ask.body = "{\"action\":\"1-1\"}";
	retry = client_ask(stage.server.port, &ask);
	cr_expect_eq(retry.status, 422);
	reply_free(&retry);
	ask.key = "k2";
	retry = client_ask(stage.server.port, &ask);
	cr_expect_eq(retry.status, 412);
	reply_free(&retry);
	reply_free(&first);
	text_free(&stage.before);
	http_host_close(&stage.server);
}

/* ---- a whole game ---- */

/* Any of a list. */
static json_t *pick(struct random_source *random, json_t *list, size_t count)
{
	return json_array_get(list, (size_t)random_next(random) % (count ? count : 1));
}

/* Post a random action or preset: by its id or as it stands. False when there is none. */
static bool act_at_random(const struct stage *stage, struct random_source *random, pn_side side)
{
	struct reply reply = http_get(&stage->server, &stage->hosted, side, "/actions");
	json_t *list = reply_json(&reply), *actions = json_object_get(list, "actions");
	size_t count = json_array_size(actions);
	/* The last action is to resign. */
	json_t *action = pick(random, actions, count - 1);
	json_t *presets = json_object_get(action, "presets");
	bool good;

	if (json_array_size(presets) > 0 && random_one_in(random, 2))
		action = pick(random, presets, json_array_size(presets));
	char *body = random_one_in(random, 2) ? json_dumps(json_object_get(action, "do"), 0) : NULL;

	if (!body) {
		json_t *by_id = json_object();

		json_object_set(by_id, "action", json_object_get(action, "id"));
		body = json_dumps(by_id, 0);
		json_decref(by_id);
	}
	reply = http_post(&stage->server, &stage->hosted, side, "/preview", body);
	cr_expect(reply.status == 200 && strstr(reply.body.bytes, "\"lawful\":true"), "%s: %s",
		  body, reply.body.bytes);
	reply_free(&reply);
	reply = http_post(&stage->server, &stage->hosted, side, "/actions", body);
	good = reply.status == 200;
	cr_expect(good, "%s: %s", body, reply.body.bytes);
	reply_free(&reply);
	free(body);
	json_decref(list);
	return good;
}

Test(http, a_whole_game_from_listed_actions_alone)
{
	struct stage stage;
	struct random_source random = {5};
	bool finished = false;

	stage_open(&stage);
	for (int i = 0; i < 400 && !finished; i++) {
		cr_assert(act_at_random(&stage, &random, active_side(&stage)));
		struct reply reply = http_get(&stage.server, &stage.hosted, PN_PUBLIC, "");
		json_t *game = reply_json(&reply);

		finished =
			strcmp(json_string_value(json_object_get(game, "status")), "finished") == 0;
		cr_expect_eq(finished, json_object_get(game, "result") != NULL);
		json_decref(game);
	}
	cr_expect(finished);
	struct reply record = http_get(&stage.server, &stage.hosted, PN_PUBLIC, "/record");

	cr_expect_eq(record.status, 200);
	cr_expect(strstr(record.body.bytes, "\n{\"seed\":\""));
	cr_expect(strstr(record.body.bytes, "\"signature\":\""));
	reply_free(&record);
	cr_expect_eq(http_host_errors(), 0);
	text_free(&stage.before);
	http_host_close(&stage.server);
}

/* Does the game show that viewer such a member? */
static bool shows(const struct stage *stage, pn_side viewer, const char *member)
{
	struct reply reply = http_get(&stage->server, &stage->hosted, viewer, "");
	json_t *game = reply_json(&reply);
	bool is_there = json_object_get(game, member) != NULL;

	json_decref(game);
	return is_there;
}

Test(http, what_was_proposed_is_told_until_the_game_ends)
{
	static const char *const said[] = {"{\"type\":\"offer_draw\"}", "{\"type\":\"resign\"}"};
	struct stage stage;

	stage_open(&stage);
	for (int ended = 0; ended <= 1; ended++) {
		struct reply reply =
			http_post(&stage.server, &stage.hosted, PN_RED, "/actions", said[ended]);

		cr_assert_eq(reply.status, 200, "%s", reply.body.bytes);
		reply_free(&reply);
		for (pn_side viewer = PN_RED; viewer <= PN_PUBLIC; viewer++)
			cr_expect_eq(shows(&stage, viewer, "offers"), !ended);
	}
	text_free(&stage.before);
	http_host_close(&stage.server);
}

/* ---- events ---- */

/* hash = SHA-256(previous, line, LF), the line being the text without its first member. */
static void check_chain(const char *text, uint8_t chain[32])
{
	static const char first[] = "{\"hash\":\"";
	crypto_hash_sha256_state state;
	uint8_t told[32];
	const char *rest = text + strlen(first) + 64 + 2;

	cr_assert(strncmp(text, first, strlen(first)) == 0, "%s", text);
	sodium_hex2bin(told, 32, text + strlen(first), 64, NULL, NULL, NULL);
	crypto_hash_sha256_init(&state);
	crypto_hash_sha256_update(&state, chain, 32);
	crypto_hash_sha256_update(&state, (const uint8_t *)"{", 1);
	crypto_hash_sha256_update(&state, (const uint8_t *)rest, strlen(rest));
	crypto_hash_sha256_update(&state, (const uint8_t *)"\n", 1);
	crypto_hash_sha256_final(&state, chain);
	cr_expect(memcmp(told, chain, 32) == 0, "%s", text);
}

Test(http, pages_of_events_and_their_chain)
{
	struct stage stage;
	uint8_t chain[32];
	char first[128], rest[128] = "/events?limit=4";
	long long expected = 0;

	stage_open(&stage);
	for (int i = 0; i < 6; i++) {
		struct reply reply = act_first(&stage, active_side(&stage));

		reply_free(&reply);
	}
	int size = snprintf(first, sizeof(first), "pennon chain\n%s\nblue\n", stage.hosted.game);

	crypto_hash_sha256(chain, (const uint8_t *)first, (unsigned long long)size);
	for (int pages = 0; rest[0]; pages++) {
		cr_assert_lt(pages, 1000, "the pages do not end");
		struct reply reply = http_get(&stage.server, &stage.hosted, PN_BLUE, rest);
		json_t *page = reply_json(&reply), *events = json_object_get(page, "events"),
		       *event;
		size_t index;

		cr_assert_leq(json_array_size(events), 4);
		json_array_foreach(events, index, event)
		{
			char *text = json_dumps(event, JSON_COMPACT);

			cr_expect_eq(number(event, "seq"), ++expected);
			check_chain(text, chain);
			free(text);
		}
		json_t *next = json_object_get(page, "next");

		rest[0] = '\0';
		if (!json_is_null(next))
			snprintf(rest, sizeof(rest), "/events?limit=4&cursor=%s",
				 json_string_value(next));
		json_decref(page);
	}
	cr_expect_gt(expected, 8);
	struct reply view = http_get(&stage.server, &stage.hosted, PN_BLUE, "");
	json_t *game = reply_json(&view);

	cr_expect_eq(number(game, "seq"), expected);
	json_decref(game);
	text_free(&stage.before);
	http_host_close(&stage.server);
}
