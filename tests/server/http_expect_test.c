/* A client that sends "Expect: 100-continue" waits until the body is asked for. What is refused
 * without it is answered before, and the body never comes. */

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "http_stage.h"

#define JSON "Content-Type: application/json\r\n"
#define KEY "Idempotency-Key: 01234567-89ab-4def-8123-456789abcdef\r\n"
#define CHUNKS "Transfer-Encoding: chunked\r\n"

enum { HEAD_BYTES = 1024, ACT_BYTES = 4096, NOTHING_COMES_MS = 200 };

static struct stage stage;

static void open_stage(void)
{
	stage_open(&stage);
}

static void close_stage(void)
{
	stage_close(&stage);
}

TestSuite(http_expect, .init = open_stage, .fini = close_stage);

/* The caller's token: none, one that nobody has, that of a seat, that of another game's. */
enum asks_as { NOBODY, UNKNOWN, RED, OTHER };

struct wait_row {
	const char *name, *method, *path; /* path "": red's actions */
	enum asks_as as;
	const char *headers;
	int status;
	const char *code;
};

static const char *token_of(enum asks_as as)
{
	switch (as) {
	case UNKNOWN:
		return "pn_red_nobody";
	case RED:
		return stage.hosted.token[PN_RED];
	case OTHER:
		return stage.other.token[PN_RED];
	case NOBODY:
		break;
	}
	return NULL;
}

/* Send the head of a request, and no body. */
static int send_head(int port, const struct wait_row *row)
{
	const char *token = token_of(row->as);
	char head[HEAD_BYTES], line[TOKEN_BYTES + 32] = "";
	int fd = client_connect(port);

	if (token)
		snprintf(line, sizeof(line), "Authorization: Bearer %s\r\n", token);
	snprintf(head, sizeof(head), "%s %s HTTP/1.1\r\nHost: localhost\r\n%s%s\r\n", row->method,
		 row->path[0] ? row->path : http_path(&stage.hosted, "/actions"), line,
		 row->headers);
	cr_assert(client_send_text(fd, head));
	return fd;
}

/* All that comes until the other end closes the connection, or waits. */
static void read_all(int fd, struct text *got)
{
	while (client_read_some(fd, got, NOTHING_COMES_MS))
		continue;
}

/* The head alone gets the answer, and nothing asks for the body. */
static void expect_early(int port, const struct wait_row *row)
{
	struct text got = TEXT_EMPTY;
	char status[32], code[64];
	int fd = send_head(port, row);

	snprintf(status, sizeof(status), "HTTP/1.1 %d ", row->status);
	snprintf(code, sizeof(code), "\"code\":\"%s\"", row->code);
	cr_expect(client_read_until(fd, &got, "\r\n\r\n", CLIENT_PATIENCE_MS), "%s", row->name);
	read_all(fd, &got);
	cr_expect(got.bytes && strncmp(got.bytes, status, strlen(status)) == 0, "%s: %s", row->name,
		  got.bytes);
	cr_expect(got.bytes && strstr(got.bytes, code), "%s: %s", row->name, got.bytes);
	cr_expect(got.bytes && strcasestr(got.bytes, "\r\nConnection: close\r\n"), "%s", row->name);
	cr_expect(!got.bytes || !strstr(got.bytes, " 100 "), "%s: %s", row->name, got.bytes);
	text_free(&got);
	close(fd);
}

#define EXPECT "Expect: 100-continue\r\n"
#define SMALL EXPECT "Content-Length: 100\r\n"

Test(http_expect, what_is_refused_without_the_body_is_refused_before_it)
{
	static const struct wait_row rows[] = {
		{"no token", "POST", "", NOBODY, SMALL JSON KEY, 401, "no_token"},
		{"an unknown token", "POST", "", UNKNOWN, SMALL JSON KEY, 401, "unknown_token"},
		{"in chunks", "POST", "", UNKNOWN, EXPECT CHUNKS JSON KEY, 401, "unknown_token"},
		{"another case", "POST", "", NOBODY,
		 "expect: 100-Continue\r\nContent-Length: 9\r\n" JSON KEY, 401, "no_token"},
		{"another game's seat", "POST", "", OTHER, SMALL JSON KEY, 403, "not_your_game"},
		{"a seat where a player is asked for", "PATCH", "/v1/me", RED, SMALL JSON, 403,
		 "player_required"},
		{"no key", "POST", "", RED, SMALL JSON, 400, "idempotency_key_required"},
		{"a key that is none", "POST", "", RED, SMALL JSON "Idempotency-Key: a b\r\n", 400,
		 "bad_header"},
		{"no type", "POST", "", RED, SMALL KEY, 415, "unsupported_type"},
		{"another type", "POST", "", RED, SMALL KEY "Content-Type: text/plain\r\n", 415,
		 "unsupported_type"},
		{"one byte too many", "POST", "", RED, EXPECT "Content-Length: 4097\r\n" JSON KEY,
		 413, "body_too_large"},
		{"far too many", "POST", "", RED, EXPECT "Content-Length: 99999999\r\n" JSON KEY,
		 413, "body_too_large"},
		{"where none belongs", "DELETE", "/v1/me", NOBODY, SMALL JSON, 413,
		 "body_too_large"},
		{"no such path", "POST", "/v1/nothing", NOBODY, SMALL JSON KEY, 404,
		 "no_such_route"},
		{"no such method", "PUT", "/v1/players", NOBODY, SMALL JSON KEY, 405,
		 "method_not_allowed"},
		{"no such parameter", "POST", "/v1/players?x=1", NOBODY, SMALL JSON KEY, 400,
		 "bad_query"},
		{"a path with an escape", "POST", "/v1/%70layers", NOBODY, SMALL JSON KEY, 400,
		 "bad_path"},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		expect_early(stage.server.port, &rows[i]);
}

/* Send the head, wait to be asked for the body, send it, and get the answer's status. */
static int send_asked(int port, const struct wait_row *row, const char *body)
{
	struct text got = TEXT_EMPTY;
	int fd = send_head(port, row), status = 0;
	struct reply reply = {0};

	cr_expect(client_read_until(fd, &got, "\r\n\r\n", CLIENT_PATIENCE_MS), "%s", row->name);
	cr_expect(got.bytes && strcmp(got.bytes, "HTTP/1.1 100 Continue\r\n\r\n") == 0, "%s: %s",
		  row->name, got.bytes);
	client_send_text(fd, body);
	cr_expect(client_read(fd, &reply, false), "%s", row->name);
	status = reply.status;
	reply_free(&reply);
	text_free(&got);
	close(fd);
	return status;
}

Test(http_expect, what_may_be_good_is_asked_for)
{
	static const char unlawful[] = "{\"type\":\"accept_offer\"}";
	const struct wait_row counted = {
		"counted", "POST", "", RED, EXPECT "Content-Length: 23\r\n" JSON KEY, 0, ""};
	const struct wait_row chunks = {"chunks", "POST", "", RED, EXPECT CHUNKS JSON KEY, 0, ""};
	char most[ACT_BYTES + 1];

	cr_assert_eq(strlen(unlawful), 23u);
	cr_expect_eq(send_asked(stage.server.port, &counted, unlawful), 409);
	cr_expect_eq(send_asked(stage.server.port, &chunks,
				"17\r\n{\"type\":\"accept_offer\"}\r\n0\r\n\r\n"),
		     409);
	/* As long as it may be. */
	memset(most, ' ', ACT_BYTES);
	memcpy(most, unlawful, strlen(unlawful));
	most[ACT_BYTES] = '\0';
	const struct wait_row longest = {
		"longest", "POST", "", RED, EXPECT "Content-Length: 4096\r\n" JSON KEY, 0, ""};

	cr_expect_eq(send_asked(stage.server.port, &longest, most), 409);
}

/* A body that is not asked for is on its way: it is read, and the connection goes on. */
Test(http_expect, who_does_not_wait_keeps_the_connection)
{
	const struct wait_row row = {
		"no wait", "POST", "", NOBODY, "Content-Length: 2\r\n" JSON KEY, 0, ""};
	const struct ask next = {.path = "/healthz"};
	struct reply reply = {0};
	struct text got = TEXT_EMPTY;
	int fd = send_head(stage.server.port, &row);

	cr_expect_not(client_read_some(fd, &got, NOTHING_COMES_MS));
	client_send_text(fd, "{}");
	cr_expect(client_read(fd, &reply, false));
	cr_expect_eq(reply.status, 401);
	reply_free(&reply);
	client_request(fd, &next);
	cr_expect(client_read(fd, &reply, false));
	cr_expect_eq(reply.status, 200);
	reply_free(&reply);
	close(fd);
}

/* Each is counted once, though it is looked at twice; and past the limit before its body. */
Test(http_expect, who_asks_too_often_is_told_before_the_body)
{
	static const char proxied[] =
		"X-Forwarded-For: 192.0.2.1\r\n" EXPECT "Content-Length: 2\r\n" JSON KEY;
	enum { MOST = 3 };
	struct http_limits limits = http_limits_default;
	struct http_host server;

	limits.makings_per_hour = MOST;
	http_host_open(&server, &limits);
	for (int i = 0; i < MOST; i++) {
		const struct wait_row row = {"within", "POST", "/v1/players", NOBODY, proxied,
					     0,        ""};

		cr_expect_eq(send_asked(server.port, &row, "{}"), 400);
	}
	expect_early(server.port, &(struct wait_row){"past", "POST", "/v1/players", NOBODY, proxied,
						     429, "too_many_requests"});
	http_host_close(&server);
}
