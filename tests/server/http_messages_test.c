/* Table talk, invitations and rematches over HTTP: who may, what it says, waiting for it, and
 * that the game itself shows nothing of it. */

#include <criterion/criterion.h>
#include <jansson.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "game/service.h"
#include "http_stage.h"
#include "json_schema.h"

static struct stage stage;

static void begin(void)
{
	stage_open(&stage);
}

static void end(void)
{
	http_host_close(&stage.server);
}

TestSuite(http_messages, .init = begin, .fini = end);

static struct reply ask(const char *method, pn_side side, const char *rest, const char *body)
{
	struct ask ask = {.method = method,
			  .path = http_path(&stage.hosted, rest),
			  .token = side < PN_SIDES ? stage.hosted.token[side] : NULL,
			  .key = "uuid",
			  .body = body};

	return client_ask(stage.server.port, &ask);
}

/* Ask, expect the status, and give the body as JSON. */
static json_t *get(int status, const char *method, pn_side side, const char *rest, const char *body)
{
	struct reply reply = ask(method, side, rest, body);
	json_t *value = json_loads(reply.body.bytes ? reply.body.bytes : "{}", 0, NULL);

	cr_assert_eq(reply.status, status, "%s %s: %d %s", method, rest, reply.status,
		     reply.body.bytes);
	reply_free(&reply);
	return value;
}

static void say(pn_side side, const char *text)
{
	char body[256];

	snprintf(body, sizeof(body), "{\"text\":\"%s\"}", text);
	json_decref(get(201, "POST", side, "/messages", body));
}

static const json_t *message(const json_t *page, size_t index)
{
	return json_array_get(json_object_get(page, "messages"), index);
}

static const char *text_of(const json_t *value, const char *member)
{
	const char *text = json_string_value(json_object_get(value, member));

	return text ? text : "";
}

/* The game as all see it is the same to the byte before and after: stage_close() looks. */
Test(http_messages, the_two_sides_talk_and_the_game_shows_nothing_of_it)
{
	say(PN_RED, "Mind the hedge.");
	say(PN_BLUE, "\xc2\xa1Ol\xc3\xa9!");
	json_t *page = get(200, "GET", PN_BLUE, "/messages", NULL);
	cr_expect_eq(json_array_size(json_object_get(page, "messages")), 2);
	cr_expect_str_eq(text_of(message(page, 0), "text"), "Mind the hedge.");
	cr_expect_str_eq(text_of(message(page, 0), "by"), "red");
	cr_expect_str_eq(text_of(message(page, 1), "text"), "\xc2\xa1Ol\xc3\xa9!");
	cr_expect(json_is_null(json_object_get(page, "next")));
	json_decref(page);
	stage_close(&stage);
	stage_open(&stage);
}

Test(http_messages, spectators_neither_read_nor_write)
{
	struct reply reply = ask("GET", PN_PUBLIC, "/messages", NULL);

	expect_problem(&reply, (struct wanted){401, "no_token", NULL, NULL}, "reading");
	reply = ask("POST", PN_PUBLIC, "/messages", "{\"text\":\"x\"}");
	expect_problem(&reply, (struct wanted){401, "no_token", NULL, NULL}, "writing");
}

struct bad_row {
	const char *name, *body, *pointer;
};

Test(http_messages, what_is_no_message)
{
	static const struct bad_row rows[] = {
		{"nothing", "{\"text\":\"\"}", "/text"},
		{"spaces", "{\"text\":\"   \"}", "/text"},
		{"a line", "{\"text\":\"a\\nb\"}", "/text"},
		{"turned around",
		 "{\"text\":\"a\xe2\x80\xae"
		 "b\"}",
		 "/text"},
		{"no text", "{\"text\":7}", "/text"},
		{"more", "{\"text\":\"a\",\"to\":\"red\"}", "/to"},
	};
	char body[700];

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct reply reply = ask("POST", PN_RED, "/messages", rows[i].body);

		expect_problem(&reply, (struct wanted){400, "bad_member", rows[i].pointer, NULL},
			       rows[i].name);
	}
	for (int size = 500; size <= 501; size++) {
		snprintf(body, sizeof(body), "{\"text\":\"%0*d\"}", size, 0);
		struct reply reply = ask("POST", PN_RED, "/messages", body);

		cr_expect_eq(reply.status, size == 500 ? 201 : 400);
		reply_free(&reply);
	}
}

Test(http_messages, pages_and_tags)
{
	char rest[128], header[128];

	for (int i = 0; i < 5; i++)
		say((pn_side)(i % 2), "x");
	json_t *page = get(200, "GET", PN_RED, "/messages?limit=3", NULL);
	cr_expect_eq(json_array_size(json_object_get(page, "messages")), 3);
	snprintf(rest, sizeof(rest), "/messages?limit=3&cursor=%s", text_of(page, "next"));
	json_decref(page);
	page = get(200, "GET", PN_RED, rest, NULL);
	cr_expect_eq(json_array_size(json_object_get(page, "messages")), 2);
	json_decref(page);
	struct reply reply = ask("GET", PN_BLUE, rest, NULL);
	expect_problem(&reply, (struct wanted){400, "bad_query", NULL, NULL}, "the other's cursor");
	reply = ask("GET", PN_RED, "/messages?after=1&cursor=1", NULL);
	expect_problem(&reply, (struct wanted){400, "bad_query", NULL, NULL}, "both");
	page = get(200, "GET", PN_RED, "/messages?after=4", NULL);
	cr_expect_eq(json_integer_value(json_object_get(message(page, 0), "number")), 5);
	json_decref(page);
	reply = ask("GET", PN_RED, "/messages", NULL);
	snprintf(header, sizeof(header), "If-None-Match: %s\r\n", reply_header(&reply, "ETag"));
	reply_free(&reply);
	struct ask again = {.path = http_path(&stage.hosted, "/messages"),
			    .token = stage.hosted.token[PN_RED],
			    .headers = header};
	reply = client_ask(stage.server.port, &again);
	cr_expect_eq(reply.status, 304);
	reply_free(&reply);
}

static void *wait_for_talk(void *out)
{
	*(json_t **)out = get(200, "GET", PN_BLUE, "/messages?after=0&wait=20", NULL);
	return NULL;
}

Test(http_messages, one_may_wait_for_a_message)
{
	pthread_t thread;
	json_t *page = NULL;

	pthread_create(&thread, NULL, wait_for_talk, &page);
	for (int i = 0; i < 2000 && !service_figures(stage.server.host.service).subscriptions; i++)
		nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
	say(PN_RED, "There you are.");
	pthread_join(thread, NULL);
	cr_expect_str_eq(text_of(message(page, 0), "text"), "There you are.");
	json_decref(page);
}

Test(http_messages, blocking_and_reporting)
{
	say(PN_BLUE, "rude");
	json_decref(get(201, "POST", PN_RED, "/messages/1/report", "{\"reason\":\"rude\"}"));
	json_t *state = get(200, "PUT", PN_RED, "/messages/block", "{\"blocked\":true}");
	cr_expect(json_is_true(json_object_get(state, "blocked")));
	json_decref(state);
	say(PN_BLUE, "ruder");
	json_t *page = get(200, "GET", PN_RED, "/messages", NULL);
	cr_expect_eq(json_array_size(json_object_get(page, "messages")), 1);
	cr_expect(json_is_true(json_object_get(message(page, 0), "reported")));
	cr_expect(json_is_true(json_object_get(page, "blocked")));
	json_decref(page);
	static const char *const rests[] = {"/messages/2/report", "/messages/0/report",
					    "/messages/9/report", "/messages/x/report",
					    "/messages/-1/report"};
	for (size_t i = 0; i < sizeof(rests) / sizeof(rests[0]); i++) {
		struct reply reply = ask("POST", PN_RED, rests[i], "{\"reason\":\"x\"}");

		expect_problem(&reply, (struct wanted){404, "no_such_message", NULL, NULL},
			       rests[i]);
	}
}

/* ---- playing again ---- */

Test(http_messages, a_rematch_swaps_the_sides_and_is_told_to_both)
{
	struct reply early = ask("POST", PN_RED, "/rematch", NULL);
	expect_problem(&early, (struct wanted){409, "not_finished", NULL, NULL}, "too early");
	json_decref(get(200, "POST", PN_RED, "/actions", "{\"type\":\"resign\"}"));
	json_t *action = get(201, "POST", PN_RED, "/rematch", NULL);
	cr_expect_null(json_object_get(action, "game"));
	cr_expect_str_eq(json_string_value(json_array_get(json_object_get(action, "offered"), 0)),
			 "red");
	json_t *made = get(201, "POST", PN_BLUE, "/rematch", NULL);
	json_t *again = get(201, "POST", PN_BLUE, "/rematch", NULL);
	json_t *seen = get(200, "GET", PN_RED, "/rematch", NULL);
	const char *game = text_of(made, "game");

	cr_expect_str_eq(text_of(seen, "game"), game);
	cr_expect_str_eq(text_of(again, "game"), game);
	cr_expect_str_eq(text_of(json_object_get(made, "seat"), "side"), "red");
	cr_expect_str_eq(text_of(json_object_get(seen, "seat"), "side"), "blue");
	cr_expect_str_eq(text_of(json_object_get(again, "seat"), "token"),
			 text_of(json_object_get(made, "seat"), "token"));
	cr_expect(strstr(text_of(made, "link"), "/#seat="));
	for (int i = 0; i < 2; i++) {
		char path[128];
		const json_t *seat = json_object_get(i ? seen : made, "seat");
		struct ask look = {.path = path, .token = text_of(seat, "token")};

		snprintf(path, sizeof(path), "/v1/games/%s", game);
		struct reply reply = client_ask(stage.server.port, &look);
		cr_expect_eq(reply.status, 200);
		cr_expect(strstr(reply.body.bytes, "\"status\":\"playing\""));
		reply_free(&reply);
	}
	json_t *page = get(200, "GET", PN_RED, "/messages", NULL);
	const json_t *words = json_object_get(message(page, 0), "words");
	cr_expect_str_eq(text_of(words, "key"), "message.rematch_offered");
	cr_expect_str_eq(text_of(message(page, 1), "game"), game);
	json_decref(page);
	json_decref(action);
	json_decref(made);
	json_decref(again);
	json_decref(seen);
}

/* How a rematch stands for a side, as "offered|declined". */
static void expect_wishes(pn_side side, const char *offered, const char *declined)
{
	json_t *wishes = get(200, "GET", side, "/rematch", NULL);
	const json_t *lists[] = {json_object_get(wishes, "offered"),
				 json_object_get(wishes, "declined")};
	const char *const wanted[] = {offered, declined};

	for (size_t i = 0; i < 2; i++) {
		cr_expect_eq(json_array_size(lists[i]), wanted[i][0] ? 1 : 0, "%zu", i);
		if (wanted[i][0])
			cr_expect_str_eq(json_string_value(json_array_get(lists[i], 0)), wanted[i]);
	}
	json_decref(wishes);
}

static void wish(int status, const char *method, pn_side side)
{
	json_decref(get(status, method, side, "/rematch", NULL));
}

/* The key of the last message that a side reads, "" without one. */
static void expect_told(pn_side side, const char *key)
{
	json_t *page = get(200, "GET", side, "/messages", NULL);
	size_t count = json_array_size(json_object_get(page, "messages"));
	const json_t *last = count ? message(page, count - 1) : NULL;

	cr_expect_str_eq(text_of(json_object_get(last, "words"), "key"), key);
	json_decref(page);
}

Test(http_messages, a_rematch_is_declined_and_then_only_the_other_side_may_ask)
{
	struct reply early = ask("DELETE", PN_BLUE, "/rematch", NULL);
	expect_problem(&early, (struct wanted){409, "not_finished", NULL, NULL}, "too early");
	json_decref(get(200, "POST", PN_RED, "/actions", "{\"type\":\"resign\"}"));
	wish(200, "DELETE", PN_BLUE);
	expect_wishes(PN_RED, "", "");
	expect_told(PN_RED, "");
	wish(201, "POST", PN_RED);
	wish(200, "DELETE", PN_BLUE);
	wish(200, "DELETE", PN_BLUE);
	expect_wishes(PN_RED, "", "blue");
	expect_told(PN_RED, "message.rematch_declined");
	struct reply again = ask("POST", PN_RED, "/rematch", NULL);
	expect_problem(&again, (struct wanted){409, "rematch_declined", NULL, NULL}, "again");
	wish(201, "POST", PN_BLUE);
	expect_wishes(PN_RED, "blue", "");
	wish(200, "DELETE", PN_BLUE);
	expect_wishes(PN_RED, "", "");
	expect_told(PN_RED, "message.rematch_withdrawn");
	wish(201, "POST", PN_RED);
	wish(201, "POST", PN_BLUE);
	json_t *late = get(200, "DELETE", PN_RED, "/rematch", NULL);
	cr_expect(text_of(late, "game")[0], "it is too late");
	json_decref(late);
}

Test(http_messages, who_is_blocked_is_not_heard_to_ask_again)
{
	json_decref(get(200, "POST", PN_RED, "/actions", "{\"type\":\"resign\"}"));
	json_decref(get(200, "PUT", PN_BLUE, "/messages/block", "{\"blocked\":true}"));
	wish(201, "POST", PN_RED);
	expect_wishes(PN_RED, "red", "");
	expect_wishes(PN_BLUE, "", "");
	expect_told(PN_BLUE, "");
	/* There is nothing that could be declined, so nothing is told. */
	wish(200, "DELETE", PN_BLUE);
	expect_wishes(PN_RED, "red", "");
	expect_told(PN_RED, "message.rematch_offered");
	/* A player who blocks the other may still ask, and hears the answer. */
	wish(201, "POST", PN_BLUE);
	json_t *made = get(200, "GET", PN_BLUE, "/rematch", NULL);
	cr_expect(text_of(made, "game")[0]);
	json_decref(made);
	expect_told(PN_BLUE, "message.rematch_agreed");
}
