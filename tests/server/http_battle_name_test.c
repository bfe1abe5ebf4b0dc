/* What a game's battle is called, over HTTP: said once, told wherever the game is, and the same after a
 * restart, in a rematch and on the record. */

#include <criterion/criterion.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "http_stage.h"

#define TEN "0123456789"

static struct http_host server;

static void begin(void)
{
	http_host_open_cold(&server, 4);
}

static void end(void)
{
	cr_expect_eq(http_host_errors(), 0);
	http_host_close(&server);
}

TestSuite(http_battle_name, .init = begin, .fini = end);

static json_t *ask(int status, const char *method, const char *path, const char *token,
		   const char *body)
{
	return http_ask(&server, status, method, path, token, body);
}

/* As a JSON pointer finds it within objects: "/game/name"; "" when it is not there. */
static const char *text_at(const json_t *value, const char *pointer)
{
	char path[64];

	snprintf(path, sizeof(path), "%s", pointer + 1);
	for (char *at, *key = strtok_r(path, "/", &at); key; key = strtok_r(NULL, "/", &at))
		value = json_object_get(value, key);
	return json_is_string(value) ? json_string_value(value) : "";
}

struct made {
	char id[GAME_ID_BYTES], red[TOKEN_BYTES], blue[TOKEN_BYTES];
};

/* A public game with a name, or with NULL without, that both have joined. */
static struct made make_game(const char *name, const char *token)
{
	struct made made;
	json_t *body = json_pack("{s:s, s:s, s:s, s:{s:b}}", "scenario", "first-charge", "side",
				 "red", "access", "public", "options", "premeasure", true);
	char path[96], code[128];

	if (name)
		json_object_set_new(body, "name", json_string(name));
	char *text = json_dumps(body, JSON_COMPACT);
	json_t *value = ask(201, "POST", "/v1/games", token, text);
	snprintf(made.id, sizeof(made.id), "%s", text_at(value, "/game/id"));
	snprintf(made.red, sizeof(made.red), "%s", token ? token : text_at(value, "/seat/token"));
	snprintf(code, sizeof(code), "{\"code\":\"%s\"}", text_at(value, "/invitation/code"));
	cr_expect_str_eq(text_at(value, "/game/name"), name ? name : "");
	json_decref(value);
	snprintf(path, sizeof(path), "/v1/games/%s/seats", made.id);
	value = ask(201, "POST", path, NULL, code);
	snprintf(made.blue, sizeof(made.blue), "%s", text_at(value, "/seat/token"));
	json_decref(value);
	json_decref(body);
	free(text);
	return made;
}

static json_t *ask_of(const struct made *made, int status, const char *method, const char *rest,
		      const char *token, const char *body)
{
	char path[128];

	snprintf(path, sizeof(path), "/v1/games/%s%s", made->id, rest);
	return ask(status, method, path, token, body);
}

/* The newest game of a list is called so. */
static void expect_first(const char *path, const char *token, const char *name)
{
	json_t *page = ask(200, "GET", path, token, NULL);

	cr_expect_str_eq(text_at(json_array_get(json_object_get(page, "games"), 0), "/name"), name,
			 "%s", path);
	json_decref(page);
}

static void expect_called(const struct made *made, const char *name)
{
	json_t *view = ask_of(made, 200, "GET", "", NULL, NULL);

	cr_expect_str_eq(text_at(view, "/name"), name);
	cr_expect_str_eq(text_at(view, "/scenario"), "first-charge");
	json_decref(view);
	expect_first("/v1/games", NULL, name);
}

static void expect_battle(const struct made *made, const char *name)
{
	json_t *battle = ask_of(made, 200, "GET", "/battle", made->red, NULL);

	cr_expect_str_eq(text_at(battle, "/name"), name);
	json_decref(battle);
}

static void resign(const struct made *made)
{
	json_decref(ask_of(made, 200, "POST", "/actions", made->red, "{\"type\":\"resign\"}"));
}

/* The body of an answer that is no JSON. */
static struct text get_text(const char *path)
{
	struct reply reply = client_ask(server.port, &(struct ask){.path = path});
	struct text text = TEXT_EMPTY;

	cr_assert_eq(reply.status, 200, "%s: %s", path, reply.body.bytes);
	text_add_string(&text, reply.body.bytes);
	reply_free(&reply);
	return text;
}

Test(http_battle_name, it_is_told_wherever_the_game_is_and_after_a_restart)
{
	static const char name[] = "The siege of \"Wick\" \\ \xc3\x84lvdalen";
	json_t *ann = ask(201, "POST", "/v1/players", NULL, "{\"name\":\"Ann\"}");
	const struct made made = make_game(name, text_at(ann, "/token"));

	expect_called(&made, name);
	expect_first("/v1/me/games", made.red, name);
	expect_battle(&made, "The siege of \"Wick\" \\ \xc3\x84lvdalen, turn 1");
	http_host_stop(&server);
	http_host_start(&server);
	expect_called(&made, name);
	expect_first("/v1/me/games", made.red, name);
	json_decref(ann);
}

Test(http_battle_name, without_one_the_scenario_is_told)
{
	const struct made made = make_game(NULL, NULL);

	expect_called(&made, "");
	expect_battle(&made, "First charge, turn 1");
	http_host_stop(&server);
	http_host_start(&server);
	expect_called(&made, "");
}

Test(http_battle_name, a_rematch_is_called_the_same_and_the_record_says_it)
{
	static const char name[] = "Hill & dale <b>";
	struct made made = make_game(name, NULL);
	char path[128];

	snprintf(path, sizeof(path), "/g/%s", made.id);
	struct text page = get_text(path);
	cr_expect(strstr(page.bytes,
			 "<h1>Hill &#38; dale &#60;b&#62; · Battlesystem, 2nd edition</h1>"),
		  "%s", page.bytes);
	resign(&made);
	snprintf(path, sizeof(path), "/v1/games/%s/record", made.id);
	struct text record = get_text(path);
	cr_expect(strstr(record.bytes, "\"name\":\"Hill & dale <b>\",\"nonces\":"), "%.400s",
		  record.bytes);
	json_decref(ask_of(&made, 201, "POST", "/rematch", made.red, NULL));
	json_t *again = ask_of(&made, 201, "POST", "/rematch", made.blue, NULL);
	snprintf(made.id, sizeof(made.id), "%s", text_at(again, "/game"));
	expect_called(&made, name);
	json_decref(again);
	text_free(&page);
	text_free(&record);
}

/* A turn has room behind 30 characters and not behind 40, which is as long as a name may be. */
Test(http_battle_name, where_the_turn_has_no_room_the_battle_is_called_as_the_game)
{
	const struct made brief = make_game(TEN TEN TEN, NULL),
			  tight = make_game(TEN TEN TEN TEN, NULL);

	expect_battle(&brief, TEN TEN TEN ", turn 1");
	expect_battle(&tight, TEN TEN TEN TEN);
}

Test(http_battle_name, what_is_no_name_is_refused)
{
	static const char *const names[] = {
		"\"\"", "\" \"", "7", "null", "\"a\\n\"", "\"a  b\"", "\"" TEN TEN TEN TEN "0\""};
	char body[192];

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		snprintf(body, sizeof(body),
			 "{\"scenario\":\"first-charge\",\"side\":\"red\",\"name\":%s}", names[i]);
		struct reply reply = client_ask(server.port, &(struct ask){.method = "POST",
									   .path = "/v1/games",
									   .key = "uuid",
									   .body = body});
		expect_problem(&reply, (struct wanted){400, "bad_member", "/name", NULL}, names[i]);
	}
}

Test(http_battle_name, a_battle_under_way_says_with_which_turn_it_begins)
{
	struct text file = get_text("/v1/scenarios/first-charge");
	json_t *scenario = json_loads(file.bytes, 0, NULL);
	json_t *muster = json_object_get(scenario, "muster");

	for (int turn = 1; turn <= 3; turn++) {
		json_object_set_new(muster, "position", json_pack("{s:i}", "turn", turn));
		json_t *body = json_pack("{s:O, s:O, s:s}", "ruleset",
					 json_object_get(scenario, "ruleset"), "muster", muster,
					 "side", "red");
		char *text = json_dumps(body, JSON_COMPACT);
		json_t *made = ask(201, "POST", "/v1/games", NULL, text);
		const json_t *begins = json_object_get(json_object_get(made, "game"), "begins");

		cr_expect_eq(json_integer_value(begins), turn == 1 ? 0 : turn);
		cr_expect_eq(begins == NULL, turn == 1);
		json_decref(made);
		json_decref(body);
		free(text);
	}
	json_decref(scenario);
	text_free(&file);
}
