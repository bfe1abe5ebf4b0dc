/* createGame and joinGame: musters that cannot be played, invitations that are not good. */

#include <criterion/criterion.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

#include "game/service.h"
#include "http_host.h"

static const char one_unit[] =
	"{\"side\":\"%s\",\"name\":\"%s\",\"class\":\"foot\",\"figures\":%s,\"files\":%s,"
	"\"base\":{\"width\":2000,\"depth\":2000},\"pose\":{\"x\":%s,\"y\":%s,\"facing\":%s},"
	"\"stats\":{\"movement_allowance\":20320,\"morale_rating\":14}}";

/* One side's unit as text, where each row below differs in something. */
struct unit {
	const char *side, *name, *figures, *files, *x, *y, *facing;
};

#define RED \
	{ \
		"red", "Reds", "12", "6", "60000", "20000", "0" \
	}
#define BLUE \
	{ \
		"blue", "Blues", "12", "6", "60000", "90000", "32768" \
	}

struct muster_row {
	const char *name;
	const char *width;
	struct unit unit[2];
	const char *more; /* members of the body after the muster */
	int status;
	const char *code, *pointer;
};

static const struct muster_row rows[] = {
	{"good", "120000", {RED, BLUE}, "", 201, NULL, NULL},
	{"no figures",
	 "120000",
	 {{"red", "Reds", "0", "6", "60000", "20000", "0"}, BLUE},
	 "",
	 422,
	 "bad_muster",
	 "/muster/units/0/figures"},
	{"10,000 figures",
	 "120000",
	 {RED, {"blue", "Blues", "10000", "6", "60000", "90000", "0"}},
	 "",
	 422,
	 "bad_muster",
	 "/muster/units/1/figures"},
	{"2^31 figures",
	 "120000",
	 {{"red", "Reds", "2147483648", "6", "60000", "20000", "0"}, BLUE},
	 "",
	 400,
	 "bad_member",
	 "/muster/units/0/figures"},
	{"more files than figures",
	 "120000",
	 {{"red", "Reds", "12", "13", "60000", "20000", "0"}, BLUE},
	 "",
	 422,
	 "bad_muster",
	 "/muster/units/0/files"},
	{"two on one spot",
	 "120000",
	 {RED, {"blue", "Blues", "12", "6", "60000", "20000", "0"}},
	 "",
	 422,
	 "bad_muster",
	 "/muster/units/1/pose"},
	{"off the table",
	 "120000",
	 {{"red", "Reds", "12", "6", "1000", "20000", "0"}, BLUE},
	 "",
	 422,
	 "bad_muster",
	 "/muster/units/0/pose"},
	{"far off the table",
	 "120000",
	 {{"red", "Reds", "12", "6", "-2147483648", "20000", "0"}, BLUE},
	 "",
	 422,
	 "bad_muster",
	 "/muster/units/0/pose"},
	{"beyond an int",
	 "120000",
	 {{"red", "Reds", "12", "6", "99999999999", "20000", "0"}, BLUE},
	 "",
	 400,
	 "bad_member",
	 "/muster/units/0/pose/x"},
	{"facing of 65536",
	 "120000",
	 {{"red", "Reds", "12", "6", "60000", "20000", "65536"}, BLUE},
	 "",
	 400,
	 "bad_member",
	 "/muster/units/0/pose/facing"},
	{"no name",
	 "120000",
	 {{"red", "", "12", "6", "60000", "20000", "0"}, BLUE},
	 "",
	 400,
	 "bad_member",
	 "/muster/units/0/name"},
	{"name of 41 characters",
	 "120000",
	 {{"red", "12345678901234567890123456789012345678901", "12", "6", "60000", "20000", "0"},
	  BLUE},
	 "",
	 400,
	 "bad_member",
	 "/muster/units/0/name"},
	{"a side there is not",
	 "120000",
	 {{"green", "Reds", "12", "6", "60000", "20000", "0"}, BLUE},
	 "",
	 400,
	 "bad_member",
	 "/muster/units/0/side"},
	{"blue first", "120000", {BLUE, RED}, "", 422, "bad_muster", NULL},
	{"red alone",
	 "120000",
	 {RED, {"red", "More", "12", "6", "60000", "90000", "0"}},
	 "",
	 422,
	 "bad_muster",
	 NULL},
	{"board of nothing", "0", {RED, BLUE}, "", 422, "bad_muster", "/muster/board/width"},
	{"endless board", "2000000000", {RED, BLUE}, "", 422, "bad_muster", "/muster/board/width"},
	{"no method at all",
	 "120000",
	 {RED, BLUE},
	 ",\"options\":{\"method\":\"dice\"}",
	 400,
	 "bad_member",
	 "/options/method"},
	{"unknown option",
	 "120000",
	 {RED, BLUE},
	 ",\"options\":{\"visibility\":\"private\"}",
	 400,
	 "bad_member",
	 "/options/visibility"},
	{"unknown reading",
	 "120000",
	 {RED, BLUE},
	 ",\"options\":{\"readings\":{\"x\":\"y\"}}",
	 400,
	 "bad_member",
	 NULL},
	{"short nonce", "120000", {RED, BLUE}, ",\"nonce\":\"00\"", 400, "bad_member", "/nonce"},
	{"scenario too",
	 "120000",
	 {RED, BLUE},
	 ",\"scenario\":\"first-charge\"",
	 400,
	 "bad_member",
	 NULL},
};

static void write_body(struct text *out, const struct muster_row *row)
{
	text_add_format(out,
			"{\"ruleset\":\"battlesystem-2e\",\"side\":\"red\",\"muster\":{\"board\":"
			"{\"width\":%s,\"depth\":110000},\"ends\":{\"turns\":3,\"count\":\"none\"},"
			"\"units\":[",
			row->width);
	for (size_t i = 0; i < 2; i++) {
		const struct unit *unit = &row->unit[i];

		/* NOLINT: the format is a constant above. */
		text_add_string(out, i ? "," : "");
		text_add_format(out, one_unit, unit->side, unit->name, unit->figures, unit->files,
				unit->x, unit->y, unit->facing);
	}
	text_add_format(out, "]}%s}", row->more);
}

static uint64_t games_made(const struct http_host *server)
{
	return service_figures(server->host.service).commits;
}

Test(http_muster, musters_that_cannot_be_played)
{
	struct http_host server;

	http_host_open(&server, NULL);
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct text body = TEXT_EMPTY;
		uint64_t before = games_made(&server);

		write_body(&body, &rows[i]);
		struct ask ask = {.path = "/v1/games", .key = "uuid", .body = body.bytes};
		struct reply reply = client_ask(server.port, &ask);
		json_t *problem = json_loads(reply.body.bytes, 0, NULL);
		const char *code = json_string_value(json_object_get(problem, "code"));
		const char *pointer = json_string_value(json_object_get(problem, "pointer"));

		cr_expect_eq(reply.status, rows[i].status, "%s: %d %s", rows[i].name, reply.status,
			     reply.body.bytes);
		if (rows[i].code) {
			cr_expect(code && strcmp(code, rows[i].code) == 0, "%s: %s", rows[i].name,
				  code);
			cr_expect_eq(games_made(&server), before, "%s", rows[i].name);
		}
		if (rows[i].pointer)
			cr_expect(pointer && strcmp(pointer, rows[i].pointer) == 0, "%s: %s",
				  rows[i].name, pointer);
		if (reply.status == 422)
			cr_expect(json_is_string(json_object_get(problem, "clause")),
				  "%s: no clause", rows[i].name);
		json_decref(problem);
		reply_free(&reply);
		text_free(&body);
	}
	cr_expect_eq(http_host_errors(), 0);
	http_host_close(&server);
}

/* ---- creating and joining ---- */

static json_t *post_json(const struct http_host *server, const char *path, const char *key,
			 const char *body, int status)
{
	struct ask ask = {.path = path, .key = key, .body = body};
	struct reply reply = client_ask(server->port, &ask);
	json_t *value = json_loads(reply.body.bytes, 0, NULL);

	cr_assert_eq(reply.status, status, "%s", reply.body.bytes);
	reply_free(&reply);
	return value;
}

static const char *member(const json_t *value, const char *first, const char *second)
{
	return json_string_value(json_object_get(json_object_get(value, first), second));
}

/* Ancient and Medieval Warfare take their movement table from the muster (AW-Q1): without it
 * no game begins, and the refusal says what is missing and whose number it is. */
Test(http_muster, a_movement_table_that_is_missing)
{
	static const char *const books[] = {"ancient-warfare", "medieval-warfare"};
	static const struct {
		const char *stats, *pointer, *clause;
	} wanting[] = {
		{"", "/muster/units/1/stats/normal", "AW-13"},
		{"\"normal\":10160,\"retreat\":7620,\"to_pass\":4", "/muster/units/1/stats/charge",
		 "AW-60"},
		{"\"normal\":10160,\"charge\":7620,\"to_pass\":4", "/muster/units/1/stats/retreat",
		 "AW-34"},
		{"\"normal\":10160,\"charge\":7620,\"retreat\":7620",
		 "/muster/units/1/stats/to_pass", "AW-07"},
	};
	static const char whole[] =
		"\"normal\":10160,\"charge\":7620,\"retreat\":7620,\"to_pass\":4";
	struct http_host server;

	http_host_open(&server, NULL);
	for (size_t i = 0; i < sizeof(wanting) / sizeof(wanting[0]); i++) {
		struct text body = TEXT_EMPTY;

		text_add_format(&body,
				"{\"ruleset\":\"%s\",\"side\":\"red\",\"muster\":{\"board\":"
				"{\"width\":120000,\"depth\":110000},"
				"\"ends\":{\"turns\":3,\"count\":\"none\"},\"units\":[",
				books[i % 2]);
		for (int k = 0; k < 2; k++)
			text_add_format(&body,
					"%s{\"side\":\"%s\",\"name\":\"Unit %d\","
					"\"class\":\"heavy_infantry\",\"figures\":12,\"files\":6,"
					"\"base\":{\"width\":2000,\"depth\":2000},"
					"\"pose\":{\"x\":60000,\"y\":%d,\"facing\":%d},"
					"\"stats\":{%s}}",
					k ? "," : "", k ? "blue" : "red", k, k ? 90000 : 20000,
					k ? 32768 : 0, k ? wanting[i].stats : whole);
		text_add_string(&body, "]}}");
		json_t *problem = post_json(&server, "/v1/games", "uuid", body.bytes, 422);

		cr_expect_str_eq(json_string_value(json_object_get(problem, "pointer")),
				 wanting[i].pointer);
		cr_expect_str_eq(json_string_value(json_object_get(problem, "clause")),
				 wanting[i].clause);
		json_decref(problem);
		text_free(&body);
	}
	cr_expect_eq(games_made(&server), 0);
	http_host_close(&server);
}

Test(http_muster, a_retry_gets_the_same_game_and_seat)
{
	static const char key[] = "7f0c8f7e-6d4f-4f5b-9d6e-0a1b2c3d4e5f";
	static const char body[] = "{\"scenario\":\"first-charge\",\"side\":\"blue\"}";
	struct http_host server;

	http_host_open(&server, NULL);
	json_t *first = post_json(&server, "/v1/games", key, body, 201);
	json_t *again = post_json(&server, "/v1/games", key, body, 201);
	json_t *other = post_json(&server, "/v1/games", key,
				  "{\"scenario\":\"first-charge\",\"side\":\"red\"}", 422);

	cr_expect(json_equal(first, again));
	cr_expect_str_eq(member(first, "seat", "side"), "blue");
	cr_expect(strncmp(member(first, "seat", "token"), "pn_blue_", 8) == 0);
	cr_expect_str_eq(json_string_value(json_object_get(other, "code")), "key_reused");
	json_decref(first);
	json_decref(again);
	json_decref(other);
	http_host_close(&server);
}

Test(http_muster, an_invitation_works_once)
{
	struct http_host server;
	char path[128], body[128], link[256];

	http_host_open(&server, NULL);
	json_t *made = post_json(&server, "/v1/games", "uuid",
				 "{\"scenario\":\"two-lines\",\"side\":\"red\"}", 201);
	const char *id = member(made, "game", "id"), *code = member(made, "invitation", "code");

	snprintf(path, sizeof(path), "/v1/games/%s/seats", id);
	snprintf(link, sizeof(link), "%s/#join=%s.%s", httpd_address(server.httpd), id, code);
	cr_expect_str_eq(member(made, "invitation", "link"), link);
	cr_expect_str_eq(member(made, "game", "status"), "open");

	json_t *wrong = post_json(&server, path, "uuid", "{\"code\":\"abcdef\"}", 409);

	cr_expect_str_eq(json_string_value(json_object_get(wrong, "code")), "bad_invitation");
	snprintf(body, sizeof(body), "{\"code\":\"%s\"}", code);
	json_t *joined = post_json(&server, path, "uuid", body, 201);

	cr_expect_str_eq(member(joined, "seat", "side"), "blue");
	cr_expect_str_eq(member(joined, "game", "status"), "playing");
	json_t *late = post_json(&server, path, "uuid", body, 409);
	const char *why = json_string_value(json_object_get(late, "code"));

	cr_expect(strcmp(why, "seat_taken") == 0 || strcmp(why, "bad_invitation") == 0, "%s", why);
	json_decref(made);
	json_decref(wrong);
	json_decref(joined);
	json_decref(late);
	cr_expect_eq(http_host_errors(), 0);
	http_host_close(&server);
}
