/* Names and texts that people type: each text of tests/data/texts.json at each place that takes one.
 * It is kept as the table says and shown so, or refused with the character and where it stands; the
 * table was written from Unicode's rules. Then how long they may be, and what was taken before. */

#include <criterion/criterion.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "codec/codec_battle.h"
#include "codec/codec_record.h"
#include "json_schema.h"
#include "secret_armies.h"
#include "texts_table.h"

#define HERE "\"@@\"" /* where the text goes in a body */
#define BATTLE "/v1/me/battles/01234567-89ab-4def-8123-456789abcdef"

enum { BODY_BYTES = 64 * 1024 };

static char player[TOKEN_BYTES]; /* of whom a row's names are */
static struct hosted_game table; /* where a row's message is said */
static char report_path[128];
static char game_body[BODY_BYTES], unit_body[BODY_BYTES], army_body[BODY_BYTES],
	battle_body[BODY_BYTES], described_body[BODY_BYTES];

/* A place that takes texts. */
static const struct place {
	const char *name, *method, *path, *body;
	const char *token;   /* who asks; NULL: nobody */
	const char *pointer; /* at the text */
	const char *shown;   /* where it is shown then; NULL: in the answer; "": nowhere */
	int status;
} places[] = {
	{"player", "POST", "/v1/players", "{\"name\":" HERE "}", NULL, "/name", NULL, 201},
	{"another name", "PATCH", "/v1/me", "{\"name\":" HERE "}", player, "/name", NULL, 200},
	{"token", "POST", "/v1/me/tokens", "{\"name\":" HERE "}", player, "/name", NULL, 201},
	{"app", "POST", "/v1/apps", "{\"name\":" HERE "}", player, "/name", NULL, 201},
	{"message", "POST", "/messages", "{\"text\":" HERE "}", table.token[PN_RED], "/text",
	 "/messages?limit=100", 201},
	{"report", "POST", report_path, "{\"reason\":" HERE "}", table.token[PN_RED], "/reason", "",
	 201},
	{"unit", "POST", "/v1/games", game_body, NULL, "/muster/units/0/name", NULL, 201},
	{"unit of a secret army", "PUT", "/army", army_body, armies_game.token[PN_RED],
	 "/units/0/name", NULL, 200},
	{"battle", "PUT", BATTLE, battle_body, player, "/name", BATTLE, 200},
	{"words about a battle", "PUT", BATTLE, described_body, player, "/description", BATTLE,
	 200},
	{"unit of a battle", "PUT", BATTLE, unit_body, player, "/muster/units/0/name", BATTLE, 200},
	{"checked unit", "POST", "/v1/battles/check", unit_body, NULL, "/muster/units/0/name", NULL,
	 200},
};

enum { PLACES = sizeof(places) / sizeof(places[0]) };

/* ---- asking ---- */

static json_t *ask(int status, const char *method, const char *path, const char *token,
		   const char *body)
{
	struct ask ask = {.method = method, .path = path, .token = token, .body = body};

	if (strcmp(method, "POST") == 0)
		ask.key = "uuid";
	return armies_expect(status, client_ask(armies_server.port, &ask));
}

/* The path of a place; what begins at a game is of the table, or of the game of armies. */
static const char *path_of(const struct place *place, const char *path)
{
	if (strncmp(path, "/v1", 3) == 0)
		return path;
	return http_path(place->token == armies_game.token[PN_RED] ? &armies_game : &table, path);
}

static struct reply send(const struct place *place, const char *body, const char *quoted)
{
	struct text whole = TEXT_EMPTY;
	const char *at = strstr(body, HERE);

	text_add(&whole, body, (size_t)(at - body));
	text_add_string(&whole, quoted);
	text_add_string(&whole, at + strlen(HERE));
	struct ask ask = {.method = place->method,
			  .path = path_of(place, place->path),
			  .token = place->token,
			  .key = strcmp(place->method, "POST") == 0 ? "uuid" : NULL,
			  .body = whole.bytes};
	struct reply reply = client_ask(armies_server.port, &ask);

	text_free(&whole);
	return reply;
}

/* A member of an object, with its text where HERE is. */
static void put_here(char out[BODY_BYTES], json_t *value)
{
	char *body = json_dumps(value, JSON_COMPACT);

	cr_assert(strstr(body, HERE) && strlen(body) < BODY_BYTES);
	snprintf(out, BODY_BYTES, "%s", body);
	free(body);
}

static void make_bodies(void)
{
	json_t *scenario = ask(200, "GET", "/v1/scenarios/first-charge", NULL, NULL);
	json_t *file = json_pack("{s:i,s:s,s:O,s:O}", "format", 1, "name", "Ford", "ruleset",
				 json_object_get(scenario, "ruleset"), "muster",
				 json_object_get(scenario, "muster"));
	json_t *unit = json_array_get(json_object_get(json_object_get(file, "muster"), "units"), 0);
	char *own = strdup(armies_text(unit, "name"));

	json_object_set_new(unit, "name", json_string("@@"));
	put_here(unit_body, file);
	json_t *game = json_pack("{s:O,s:O,s:s}", "ruleset", json_object_get(file, "ruleset"),
				 "muster", json_object_get(file, "muster"), "side", "red");

	put_here(game_body, game);
	json_decref(game);
	json_object_set_new(unit, "name", json_string(own));
	json_object_set_new(file, "name", json_string("@@"));
	put_here(battle_body, file);
	json_object_set_new(file, "name", json_string("Ford"));
	json_object_set_new(file, "description", json_string("@@"));
	put_here(described_body, file);
	free(own);
	json_decref(file);
	json_decref(scenario);
	json_t *army = json_pack("{s:O}", "units", armies_of[PN_RED]);

	json_object_set_new(json_array_get(armies_of[PN_RED], 0), "name", json_string("@@"));
	put_here(army_body, army);
	json_decref(army);
}

static void sit_down(void)
{
	json_t *made = ask(201, "POST", "/v1/games", NULL,
			   "{\"scenario\":\"first-charge\",\"side\":\"red\"}");
	char body[128];

	snprintf(table.game, sizeof(table.game), "%s", schema_text(made, "#/game/id"));
	snprintf(table.token[PN_RED], TOKEN_BYTES, "%s", schema_text(made, "#/seat/token"));
	snprintf(body, sizeof(body), "{\"code\":\"%s\"}", schema_text(made, "#/invitation/code"));
	json_t *joined = ask(201, "POST", http_path(&table, "/seats"), NULL, body);

	snprintf(table.token[PN_BLUE], TOKEN_BYTES, "%s", schema_text(joined, "#/seat/token"));
	json_decref(joined);
	json_decref(made);
	json_decref(ask(201, "POST", http_path(&table, "/messages"), table.token[PN_BLUE],
			"{\"text\":\"rude\"}"));
	snprintf(report_path, sizeof(report_path), "%s", http_path(&table, "/messages/1/report"));
}

static void begin(void)
{
	armies_begin();
	armies_take_scenario("first-charge");
	armies_make_game("{}");
	make_bodies();
	sit_down();
}

static void end(void)
{
	armies_drop_scenario();
	cr_expect_eq(http_host_errors(), 0);
	armies_end();
}

TestSuite(http_texts, .init = begin, .fini = end, .timeout = 240);

/* A new player: nobody may have as many tokens and apps as there are rows. */
static void be_somebody(void)
{
	json_t *made = ask(201, "POST", "/v1/players", NULL, "{\"name\":\"Ann\"}");

	snprintf(player, sizeof(player), "%s", schema_text(made, "#/token"));
	json_decref(made);
}

/* ---- the table ---- */

static void expect_kept(const struct place *place, struct reply *reply, const char *kept,
			const char *what)
{
	struct text quoted = TEXT_EMPTY, *shown = &reply->body;
	struct reply again = {0};

	cr_expect_eq(reply->status, place->status, "%s, %s: %d %.300s", place->name, what,
		     reply->status, reply->body.bytes);
	if (place->shown && place->shown[0] && reply->status == place->status) {
		struct ask ask = {.path = path_of(place, place->shown), .token = place->token};

		again = client_ask(armies_server.port, &ask);
		shown = &again.body;
	}
	text_add_format(&quoted, "\"%s\"", kept);
	if (!place->shown || place->shown[0])
		cr_expect(strstr(shown->bytes, quoted.bytes), "%s, %s: it shows %.300s",
			  place->name, what, shown->bytes);
	if (again.status)
		reply_free(&again);
	text_free(&quoted);
}

/* Checking a battle answers 200 with what is wrong, as each fault has it. */
static void expect_refused(const struct place *place, struct reply *reply, const json_t *row)
{
	const char *what = armies_text(row, "what"), *fault = armies_text(row, "fault");
	const bool is_checked = reply->status == 200 && strcmp(place->name, "checked unit") == 0;
	json_t *answer = json_loads(reply->body.bytes, 0, NULL);
	const json_t *problem =
		is_checked ? json_array_get(json_object_get(answer, "faults"), 0) : answer;
	const char *dot = strchr(fault, '.') + 1;
	char place_text[8];

	snprintf(place_text, sizeof(place_text), "%d",
		 (int)json_integer_value(json_object_get(row, "place")));
	cr_expect(is_checked || reply->status == 400, "%s, %s: %d %.300s", place->name, what,
		  reply->status, reply->body.bytes);
	cr_expect_str_eq(schema_text(problem, "#/words/key"), fault, "%s, %s: %s", place->name,
			 what, schema_text(problem, "#/words/key"));
	cr_expect_str_eq(schema_text(problem, "#/code"),
			 is_checked || strncmp(fault, "problem.", 8) == 0 ? dot : "bad_member");
	if (strcmp(fault, "problem.bad_json") != 0)
		cr_expect_str_eq(schema_text(problem, "#/pointer"), place->pointer, "%s, %s",
				 place->name, what);
	if (json_object_get(row, "place")) {
		cr_expect_str_eq(schema_text(problem, "#/words/args/place"), place_text, "%s, %s",
				 place->name, what);
		cr_expect_str_eq(schema_text(problem, "#/words/args/character"),
				 armies_text(row, "character"), "%s, %s", place->name, what);
	}
	json_decref(answer);
}

/* The text as it stands in a body: in quotes, or bytes that no text of the table could have. */
static char *quote(const json_t *row)
{
	const char *hex = armies_text(row, "bytes");
	const json_t *text = json_object_get(row, "text");
	struct text quoted = TEXT_EMPTY;

	if (text)
		return json_dumps(text, JSON_ENCODE_ANY);
	text_add_string(&quoted, "\"");
	for (; *hex; hex += 2) {
		unsigned char byte;

		cr_assert_eq(sscanf(hex, "%2hhx", &byte), 1);
		text_add(&quoted, (const char *)&byte, 1);
	}
	text_add_string(&quoted, "\"");
	return quoted.bytes;
}

static void try_row(const struct place *place, const json_t *row)
{
	const char *what = armies_text(row, "what");
	const json_t *kept = json_object_get(row, "kept");
	const bool may_be_empty = strcmp(place->pointer, "/description") == 0;
	char *quoted = quote(row);
	struct reply reply = send(place, place->body, quoted);

	if (kept)
		expect_kept(place, &reply, json_string_value(kept), what);
	else if (!may_be_empty || strcmp(quoted, "\"\"") != 0)
		expect_refused(place, &reply, row);
	reply_free(&reply);
	free(quoted);
}

Test(http_texts, each_is_kept_or_refused_as_unicode_has_it_at_each_place)
{
	json_t *rows = texts_read();
	const json_t *row;
	size_t index;

	json_array_foreach(rows, index, row)
	{
		be_somebody();
		for (size_t i = 0; i < PLACES; i++)
			try_row(&places[i], row);
	}
	json_decref(rows);
}

/* ---- how long ---- */

struct long_text {
	const char *grapheme;
	int least; /* so many are one too many */
	bool is_message;
	const char *what;
};

static void repeat(struct text *out, const char *grapheme, int count)
{
	text_add_string(out, "\"");
	for (int i = 0; i < count; i++)
		text_add_string(out, grapheme);
	text_add_string(out, "\"");
}

static bool is_message(const struct place *place)
{
	return place->token == table.token[PN_RED];
}

Test(http_texts, are_as_long_as_people_count_and_as_there_is_room)
{
	static const struct long_text rows[] = {
		{"x", 41, false, "letters"},
		{"\u5b57", 41, false, "characters of three bytes, 120 of 160"},
		{"q\u0301", 41, false, "letters with a mark, 120 of 160"},
		{"\u0915\u0941", 27, false, "27 * 6 = 162 bytes, 156 fit"},
		{"\U0001F1E9\U0001F1EA", 21, false, "flags of eight bytes, 160 fit"},
		{"x", 501, true, "letters"},
		{"\u5b57", 501, true, "characters of three bytes, 1500 of 2000"},
		{"\U0001F1E9\U0001F1EA", 251, true, "flags of eight bytes, 2000 fit"},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		be_somebody();
		for (size_t at = 0; at < PLACES; at++) {
			const struct place *place = &places[at];
			struct text fits = TEXT_EMPTY, longer = TEXT_EMPTY;

			if (is_message(place) != rows[i].is_message ||
			    strcmp(place->pointer, "/description") == 0)
				continue;
			repeat(&fits, rows[i].grapheme, rows[i].least - 1);
			repeat(&longer, rows[i].grapheme, rows[i].least);
			struct reply good = send(place, place->body, fits.bytes);
			struct reply bad = send(place, place->body, longer.bytes);

			cr_expect_eq(good.status, place->status, "%s, %s: %.300s", place->name,
				     rows[i].what, good.body.bytes);
			cr_expect(!strstr(good.body.bytes, "text.length"), "%s, %s", place->name,
				  rows[i].what);
			cr_expect(strstr(bad.body.bytes, "\"key\":\"text.length\""), "%s, %s: %s",
				  place->name, rows[i].what, bad.body.bytes);
			reply_free(&good);
			reply_free(&bad);
			text_free(&fits);
			text_free(&longer);
		}
	}
}

Test(http_texts, a_letter_with_thousands_of_marks_is_one_fault_like_any_other)
{
	struct text text = TEXT_EMPTY;

	text_add_string(&text, "\"z");
	for (int i = 0; i < 10000; i++)
		text_add_string(&text, "\u0335");
	text_add_string(&text, "\"");
	struct reply reply = send(&places[PLACES - 1], places[PLACES - 1].body, text.bytes);

	cr_expect_eq(reply.status, 200);
	cr_expect(strstr(reply.body.bytes, "\"key\":\"text.length\""), "%s", reply.body.bytes);
	reply_free(&reply);
	text_free(&text);
}

/* ---- what it says ---- */

Test(http_texts, the_sentence_is_in_the_readers_language_and_says_which_character)
{
	struct ask ask = {
		.path = "/v1/players", .key = "uuid", .body = "{\"name\":\"Spears\u202ex\"}"};
	json_t *problem = armies_expect(400, client_ask(armies_server.port, &ask));

	cr_expect_str_eq(schema_text(problem, "#/detail"),
			 "Character 7 (U+202E) turns the direction of text.");
	json_decref(problem);
	ask.headers = "Accept-Language: de\r\n";
	problem = armies_expect(400, client_ask(armies_server.port, &ask));
	cr_expect_str_eq(schema_text(problem, "#/detail"),
			 "Zeichen 7 (U+202E) kehrt die Richtung der Schrift um.");
	json_decref(problem);
}

/* ---- a file ---- */

Test(http_texts, a_file_is_kept_byte_for_byte_but_where_a_text_is_not_in_nfc)
{
	be_somebody();
	const struct place *place = &places[PLACES - 2];
	struct reply reply = send(place, place->body, "\"Jo\u0301zef\"");
	json_t *sent = json_loads(place->body, 0, NULL);
	json_t *kept = ask(200, "GET", BATTLE, player, NULL);

	cr_expect_eq(reply.status, 200);
	json_object_set_new(
		json_array_get(json_object_get(json_object_get(sent, "muster"), "units"), 0),
		"name", json_string("J\u00f3zef"));
	cr_expect(json_equal(sent, kept));
	json_decref(sent);
	json_decref(kept);
	reply_free(&reply);
}

/* ---- what was taken before ---- */

static struct pn_muster muster, read_again;
static struct codec_battle battle;

/* Three spaces, an override, no NFC: an earlier version took them. */
static const char *const older[] = {"   ", "Spears\u202e", "Jo\u0301zef", "\u200b"};

Test(http_texts, what_an_earlier_version_took_is_still_read_as_it_stands)
{
	for (size_t i = 0; i < sizeof(older) / sizeof(older[0]); i++) {
		struct codec_error error = {0};
		struct text line = TEXT_EMPTY, army = TEXT_EMPTY, units = TEXT_EMPTY;

		host_muster(&muster, PN_METHOD_SEALED);
		snprintf(muster.unit[0].name, PN_NAME_BYTES, "%s", older[i]);
		codec_battle_encode(&line, 0, &muster, older[i]);
		cr_assert(codec_battle_decode(&battle, NULL, CODEC_KEPT, line.bytes, line.size,
					      &error));
		cr_expect(codec_battle_is_file(&battle, &error), "%s", error.detail);
		cr_expect_str_eq(battle.name, older[i]);
		cr_expect_str_eq(battle.muster.unit[0].name, older[i]);
		codec_army_encode(&army, 0, &muster, PN_RED);
		text_add_format(&units, "{\"units\":%s}", army.bytes);
		read_again = muster;
		cr_expect(codec_army_decode(&read_again, 0, CODEC_KEPT, units.bytes, units.size,
					    &error));
		cr_expect_str_eq(read_again.unit[0].name, older[i]);
		text_free(&line);
		text_free(&army);
		text_free(&units);
	}
}
