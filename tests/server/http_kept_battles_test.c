/* Battles that a player keeps: put, listed, changed by one at a time, shown by a link, gone. */

#include <criterion/criterion.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "earlier.h"
#include "game/players.h"
#include "game/service.h"
#include "http_host.h"
#include "json_schema.h"

#define ONE "/v1/me/battles/01234567-89ab-4def-8123-456789abcdef"
#define TWO "/v1/me/battles/f1234567-89ab-4def-8123-456789abcdef"
#define SHOWN "/v1/battles/01234567-89ab-4def-8123-456789abcdef"

static struct http_host server;
static char ann[TOKEN_BYTES], ben[TOKEN_BYTES];

static struct reply send(const char *method, const char *path, const char *token, const char *body,
			 const char *headers)
{
	struct ask ask = {.method = method,
			  .path = path,
			  .token = token,
			  .body = body,
			  .headers = headers,
			  .key = strcmp(method, "POST") == 0 ? "uuid" : NULL};

	return client_ask(server.port, &ask);
}

static json_t *expect(int status, struct reply reply)
{
	json_t *value = json_loads(reply.body.bytes ? reply.body.bytes : "{}", 0, NULL);

	cr_assert_eq(reply.status, status, "%d, not %d: %s", reply.status, status,
		     reply.body.bytes);
	reply_free(&reply);
	return value;
}

static void refused(const char *code, int status, struct reply reply)
{
	json_t *problem = expect(status, reply);

	cr_expect_str_eq(json_string_value(json_object_get(problem, "code")), code);
	json_decref(problem);
}

static void become(const char *name, char token[TOKEN_BYTES])
{
	char body[64];

	snprintf(body, sizeof(body), "{\"name\":\"%s\"}", name);
	json_t *made = expect(201, send("POST", "/v1/players", NULL, body, NULL));

	snprintf(token, TOKEN_BYTES, "%s", json_string_value(json_object_get(made, "token")));
	json_decref(made);
}

/* The file of a scenario's muster. The caller frees it. */
static char *make_file(const char *name)
{
	json_t *scenario = expect(200, send("GET", "/v1/scenarios/first-charge", NULL, NULL, NULL));
	json_t *battle = json_pack("{s:i,s:s,s:O,s:O}", "format", 1, "name", name, "ruleset",
				   json_object_get(scenario, "ruleset"), "muster",
				   json_object_get(scenario, "muster"));
	char *file = json_dumps(battle, JSON_INDENT(1));

	json_decref(battle);
	json_decref(scenario);
	return file;
}

static void begin(void)
{
	http_host_open(&server, NULL);
	become("Ann", ann);
	become("Ben", ben);
}

static void end(void)
{
	cr_expect_eq(http_host_errors(), 0);
	http_host_close(&server);
}

Test(http_kept_battles, a_file_comes_back_byte_for_byte)
{
	begin();
	char *file = make_file("Ford");
	json_t *kept = expect(200, send("PUT", ONE, ann, file, NULL));

	cr_expect_str_eq(json_string_value(json_object_get(kept, "name")), "Ford");
	cr_expect_eq((size_t)json_integer_value(json_object_get(kept, "size")), strlen(file));
	cr_expect(json_is_false(json_object_get(kept, "shared")));
	json_decref(kept);
	struct reply reply = send("GET", ONE, ann, NULL, NULL);

	cr_expect_str_eq(reply.body.bytes, file);
	reply_free(&reply);
	/* It is Ann's alone. */
	refused("no_such_battle", 404, send("GET", ONE, ben, NULL, NULL));
	refused("no_token", 401, send("GET", ONE, NULL, NULL, NULL));
	free(file);
	end();
}

Test(http_kept_battles, what_is_put_is_whole_and_known)
{
	static const struct {
		const char *change, *code, *pointer;
	} rows[] = {
		{"{\"weather\":1}", "bad_member", "/weather"},
		{"{\"format\":2}", "bad_member", "/format"},
		{"{\"ruleset\":\"x\"}", "bad_member", "/ruleset"},
		{"{\"name\":\"\"}", "bad_member", "/name"},
		{"{\"muster\":{\"board\":{\"width\":1,\"depth\":1,\"x\":1},\"units\":[],\"ends\":{"
		 "\"turns\":1,\"count\":\"none\"}}}",
		 "bad_member", "/muster/board/x"},
		{"{\"format\":null}", "bad_member", "/format"},
	};
	begin();
	char *file = make_file("Ford");

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		json_t *battle = json_loads(file, 0, NULL);
		json_t *change = json_loads(rows[i].change, 0, NULL);

		json_object_update(battle, change);
		char *body = json_dumps(battle, 0);
		json_t *problem = expect(400, send("PUT", ONE, ann, body, NULL));

		cr_expect_str_eq(json_string_value(json_object_get(problem, "code")), rows[i].code);
		cr_expect_str_eq(json_string_value(json_object_get(problem, "pointer")),
				 rows[i].pointer);
		json_decref(problem);
		json_decref(battle);
		json_decref(change);
		free(body);
	}
	refused("no_such_battle", 404, send("GET", ONE, ann, NULL, NULL));
	refused("no_such_battle", 404,
		send("PUT", "/v1/me/battles/01234567-89AB-4def-8123-456789abcdef", ann, file,
		     NULL));
	free(file);
	end();
}

/* 64 KiB are taken and one byte more is not; what cannot be played may be kept. */
Test(http_kept_battles, a_file_has_64_kib)
{
	enum { MOST = 64 * 1024 };
	static const char unfinished[] =
		"{\"format\":1,\"name\":\"Draft\",\"ruleset\":\"chainmail\",\"muster\":{\"board\":{"
		"\"width\":1,\"depth\":1},\"units\":[],\"ends\":{\"turns\":1,\"count\":\"none\"}}}";
	char *body = malloc(MOST + 2);

	begin();
	memset(body, ' ', MOST + 1);
	memcpy(body, unfinished, strlen(unfinished));
	body[MOST] = '\0';
	json_decref(expect(200, send("PUT", ONE, ann, body, NULL)));
	body[MOST] = ' ';
	body[MOST + 1] = '\0';
	refused("body_too_large", 413, send("PUT", ONE, ann, body, NULL));
	free(body);
	end();
}

Test(http_kept_battles, of_two_who_change_one_the_second_is_told)
{
	char match[128];

	begin();
	char *file = make_file("Ford"), *other = make_file("Bridge");
	struct reply reply = send("PUT", ONE, ann, file, NULL);

	snprintf(match, sizeof(match), "If-Match: %s\r\n", reply_header(&reply, "ETag"));
	reply_free(&reply);
	reply = send("GET", ONE, ann, NULL, NULL);
	cr_expect(strstr(match, reply_header(&reply, "ETag")) != NULL);
	reply_free(&reply);
	json_decref(expect(200, send("PUT", ONE, ann, other, match)));
	refused("stale", 412, send("PUT", ONE, ann, file, match));
	refused("stale", 412, send("DELETE", ONE, ann, NULL, match));
	refused("stale", 412, send("PUT", TWO, ann, file, "If-Match: *\r\n"));
	json_decref(expect(200, send("PUT", ONE, ann, file, "If-Match: *\r\n")));
	json_decref(expect(200, send("PUT", ONE, ann, other, NULL)));
	free(file);
	free(other);
	end();
}

Test(http_kept_battles, they_are_listed_and_counted)
{
	begin();
	char *file = make_file("Ford");
	char path[96];

	for (int i = 0; i < BATTLES_MAX; i++) {
		snprintf(path, sizeof(path), "/v1/me/battles/00000000-0000-4000-8000-%012x", i);
		json_decref(expect(200, send("PUT", path, ann, file, NULL)));
	}
	refused("too_many_battles", 409, send("PUT", ONE, ann, file, NULL));
	json_decref(expect(200, send("PUT", path, ann, file, NULL)));
	json_decref(expect(200, send("PUT", ONE, ben, file, NULL)));
	json_t *page = expect(200, send("GET", "/v1/me/battles?limit=150", ann, NULL, NULL));

	cr_expect_eq(json_array_size(json_object_get(page, "battles")), 150);
	cr_expect_str_eq(json_string_value(json_object_get(
				 json_array_get(json_object_get(page, "battles"), 0), "battle")),
			 strrchr(path, '/') + 1);
	snprintf(path, sizeof(path), "/v1/me/battles?limit=150&cursor=%s",
		 json_string_value(json_object_get(page, "next")));
	json_decref(page);
	page = expect(200, send("GET", path, ann, NULL, NULL));
	cr_expect_eq(json_array_size(json_object_get(page, "battles")), 50);
	cr_expect(json_is_null(json_object_get(page, "next")));
	json_decref(page);
	free(file);
	end();
}

/* The body of a problem without the number of its request. */
static char *without_instance(struct reply reply)
{
	json_t *problem = expect(404, reply);

	json_object_del(problem, "instance");
	char *text = json_dumps(problem, JSON_SORT_KEYS);

	json_decref(problem);
	return text;
}

static void share(char code[TOKEN_BYTES])
{
	json_t *shared = expect(200, send("PUT", ONE "/link", ann, NULL, NULL));

	snprintf(code, TOKEN_BYTES, "%s", json_string_value(json_object_get(shared, "code")));
	cr_expect(strstr(json_string_value(json_object_get(shared, "link")), "/#battle=") != NULL);
	json_decref(shared);
}

Test(http_kept_battles, a_link_shows_it_until_it_is_withdrawn)
{
	char code[TOKEN_BYTES], again[TOKEN_BYTES], other[TOKEN_BYTES];

	begin();
	char *file = make_file("Ford");

	char *never = without_instance(send("GET", SHOWN, "pn_battle_x", NULL, NULL));

	json_decref(expect(200, send("PUT", ONE, ann, file, NULL)));
	share(code);
	share(again);
	cr_expect_str_eq(code, again);
	struct reply reply = send("GET", SHOWN, code, NULL, NULL);

	cr_expect_eq(reply.status, 200);
	cr_expect_str_eq(reply.body.bytes, file);
	reply_free(&reply);
	json_decref(expect(200, send("DELETE", ONE "/link", ann, NULL, NULL)));
	/* Withdrawn, without a code, with a player's token: as if it never was. */
	const char *const with[] = {code, NULL, "pn_battle_x", ann};

	for (size_t i = 0; i < sizeof(with) / sizeof(with[0]); i++) {
		char *gone = without_instance(send("GET", SHOWN, with[i], NULL, NULL));

		cr_expect_str_eq(gone, never, "%zu: %s", i, gone);
		free(gone);
	}
	share(other);
	cr_expect_str_neq(code, other);
	json_decref(expect(200, send("DELETE", ONE, ann, NULL, NULL)));
	refused("no_such_battle", 404, send("GET", SHOWN, other, NULL, NULL));
	refused("no_such_battle", 404, send("DELETE", ONE, ann, NULL, NULL));
	/* A new one with the id of before has no link. */
	json_decref(expect(200, send("PUT", ONE, ann, file, NULL)));
	refused("no_such_battle", 404, send("GET", SHOWN, other, NULL, NULL));
	free(never);
	free(file);
	end();
}

Test(http_kept_battles, who_leaves_takes_them_along)
{
	char code[TOKEN_BYTES];
	uint32_t count = 1;

	begin();
	char *file = make_file("Ford");
	struct store *store = server.host.service->store;
	json_t *me = expect(200, send("GET", "/v1/me", ann, NULL, NULL));

	json_decref(expect(200, send("PUT", ONE, ann, file, NULL)));
	share(code);
	json_decref(expect(200, send("PUT", ONE, ben, file, NULL)));
	json_decref(expect(200, send("DELETE", "/v1/me", ann, NULL, NULL)));
	refused("no_such_battle", 404, send("GET", SHOWN, code, NULL, NULL));
	cr_expect_eq(store->count_battles(store, json_string_value(schema_find(me, "#/player/id")),
					  &count),
		     STORE_OK);
	cr_expect_eq(count, 0);
	json_decref(expect(200, send("GET", ONE, ben, NULL, NULL)));
	json_decref(me);
	free(file);
	end();
}

/* On disk they outlive a restart, and --check sees one that is not as it was written. */
Test(http_kept_battles, they_are_checked)
{
	http_host_open_cold(&server, 4);
	become("Ann", ann);
	char *file = make_file("Ford");

	json_decref(expect(200, send("PUT", ONE, ann, file, NULL)));
	http_host_stop(&server);
	cr_expect_eq(check_folder(server.folder), 0);
	http_host_start(&server);
	json_decref(expect(200, send("GET", ONE, ann, NULL, NULL)));
	http_host_stop(&server);
	earlier_sql(server.folder, "UPDATE battle SET file = substr(file, 1, 100)");
	cr_expect_eq(check_folder(server.folder), 1);
	http_host_start(&server);
	refused("store_failed", 503, send("GET", ONE, ann, NULL, NULL));
	free(file);
	http_host_close(&server);
}
