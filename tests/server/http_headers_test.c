/* What the headers of a request may do: hide a second request, or say where it came from.
 * And what those of an answer say of its length. */

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "http_host.h"

/* How many answers the bytes get on one connection until the other end closes it. */
static int answers_to(const struct http_host *server, const char *bytes, struct text *got)
{
	int fd = client_connect(server->port), count = 0;

	cr_assert(client_send_text(fd, bytes));
	while (client_read_some(fd, got, CLIENT_PATIENCE_MS))
		continue;
	close(fd);
	for (const char *at = got->bytes; at && (at = strstr(at, "HTTP/1.1 ")); at++)
		count++;
	return count;
}

/* The body is a request itself: it must be neither run nor answered. */
#define HIDDEN "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"

Test(http_headers, no_header_hides_a_second_request)
{
	static const struct {
		const char *name, *bytes;
	} rows[] = {
		{"blank before the colon", "POST /v1/games HTTP/1.1\r\nHost: x\r\n"
					   "Content-Length : 38\r\n\r\n" HIDDEN},
		{"tab before the colon", "POST /v1/games HTTP/1.1\r\nHost: x\r\n"
					 "Content-Length\t: 38\r\n\r\n" HIDDEN},
		{"a name that is no token", "GET /healthz HTTP/1.1\r\nHost: x\r\n"
					    "X(y): z\r\n\r\n" HIDDEN},
		{"length and chunks", "POST /v1/games HTTP/1.1\r\nHost: x\r\n"
				      "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n"
				      "\r\n0\r\n\r\n" HIDDEN},
		{"another coding", "POST /v1/games HTTP/1.1\r\nHost: x\r\n"
				   "Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n" HIDDEN},
		{"two lengths", "POST /v1/games HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n"
				"Content-Length: 38\r\n\r\n" HIDDEN},
		{"no host", "GET /healthz HTTP/1.1\r\n\r\n" HIDDEN},
		{"two hosts", "GET /healthz HTTP/1.1\r\nHost: x\r\nHost: x\r\n\r\n" HIDDEN},
	};
	struct http_host server;

	http_host_open(&server, NULL);
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct text got = TEXT_EMPTY;

		cr_expect_eq(answers_to(&server, rows[i].bytes, &got), 1, "%s: %s", rows[i].name,
			     got.bytes);
		cr_expect_eq(strncmp(got.bytes, "HTTP/1.1 400 ", 13), 0, "%s: %s", rows[i].name,
			     got.bytes);
		text_free(&got);
	}
	http_host_close(&server);
}

Test(http_headers, a_request_of_http_1_0_needs_no_host)
{
	struct text got = TEXT_EMPTY;
	struct http_host server;

	http_host_open(&server, NULL);
	cr_expect_eq(answers_to(&server, "GET /healthz HTTP/1.0\r\n\r\n", &got), 1);
	cr_expect_not_null(strstr(got.bytes, " 200 "), "%s", got.bytes);
	text_free(&got);
	http_host_close(&server);
}

/* ---- where it comes from ---- */

static int status_with(const struct http_host *server, const char *path, const char *headers)
{
	struct reply reply =
		client_ask(server->port, &(struct ask){.path = path, .headers = headers});
	int status = reply.status;

	reply_free(&reply);
	return status;
}

/* So many of `count` requests get 200, when each is given a number in its headers. */
static int good_of(const struct http_host *server, int count, const char *format)
{
	char headers[256];
	int good = 0;

	for (int i = 0; i < count; i++) {
		snprintf(headers, sizeof(headers), format, i, i);
		good += status_with(server, "/v1/server", headers) == 200;
	}
	return good;
}

Test(http_headers, behind_a_proxy_the_last_address_that_is_no_proxy_is_counted)
{
	static const struct {
		const char *name, *format;
		bool is_one_caller;
	} rows[] = {
		{"alone", "X-Forwarded-For: 192.0.2.1\r\n", true},
		{"another each time", "X-Forwarded-For: 198.51.100.%d\r\n", false},
		{"what the caller wrote before it", "X-Forwarded-For: 203.0.113.%d, 192.0.2.2\r\n",
		 true},
		{"in a line of its own",
		 "X-Forwarded-For: 203.0.113.%d\r\nX-Forwarded-For: 192.0.2.3\r\n", true},
		{"Forwarded is nobody's word",
		 "X-Forwarded-For: 192.0.2.4\r\nForwarded: for=203.0.113.%d\r\n", true},
		{"Forwarded before it",
		 "Forwarded: for=203.0.113.%d\r\nX-Forwarded-For: 192.0.2.5\r\n", true},
		{"X-Real-IP is nobody's word",
		 "X-Real-IP: 203.0.113.%d\r\nX-Forwarded-For: 192.0.2.6\r\n", true},
		{"through a second trusted proxy",
		 "X-Forwarded-For: 203.0.113.%d, 192.0.2.7, 127.0.0.9\r\n", true},
		{"the second in a line of its own",
		 "X-Forwarded-For: 198.51.101.%d\r\nX-Forwarded-For: 127.0.0.9\r\n", false},
		{"what is no address hides what stands before it",
		 "X-Forwarded-For: 203.0.113.%d, unknown\r\n", true},
	};
	struct http_limits limits = http_limits_default;
	struct http_host server;

	limits.requests_per_minute = 3;
	http_host_open_behind(&server, &limits, "127.0.0.0/8");
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		cr_expect_eq(good_of(&server, 6, rows[i].format), rows[i].is_one_caller ? 3 : 6,
			     "%s", rows[i].name);
	http_host_close(&server);
}

/* What any proxy adds makes a caller one of elsewhere. */
Test(http_headers, whoever_came_through_a_proxy_is_not_local)
{
	static const char *const marks[] = {
		"Forwarded: for=192.0.2.1\r\n",   "Via: 1.1 proxy\r\n",
		"X-Forwarded-For: 192.0.2.1\r\n", "X-Forwarded-Proto: https\r\n",
		"X-Forwarded-Host: a\r\n",        "X-Real-IP: 192.0.2.1\r\n",
		"x-forwarded-anything: 1\r\n",
	};
	struct http_host server;

	http_host_open(&server, NULL);
	cr_expect_eq(status_with(&server, "/metrics", NULL), 200);
	for (size_t i = 0; i < sizeof(marks) / sizeof(marks[0]); i++)
		cr_expect_eq(status_with(&server, "/metrics", marks[i]), 404, "%s", marks[i]);
	http_host_close(&server);
}

Test(http_headers, metrics_are_for_no_other_origin)
{
	struct http_host server;

	http_host_open(&server, NULL);
	struct reply reply = client_ask(server.port, &(struct ask){.path = "/metrics"});

	cr_expect_eq(reply.status, 200);
	cr_expect_str_eq(reply_header(&reply, "Access-Control-Allow-Origin"), "");
	reply_free(&reply);
	reply = client_ask(server.port, &(struct ask){.path = "/v1/server"});
	cr_expect_str_eq(reply_header(&reply, "Access-Control-Allow-Origin"), "*");
	reply_free(&reply);
	http_host_close(&server);
}

/* ---- tags and lengths ---- */

static struct reply ask_once(const struct http_host *server, const char *method, const char *path,
			     const char *headers)
{
	struct ask ask = {.method = method, .path = path, .headers = headers};
	int fd = client_connect(server->port);
	struct reply reply = {0};

	cr_assert(client_request(fd, &ask));
	cr_assert(client_read(fd, &reply, true));
	close(fd);
	return reply;
}

/* RFC 9112, 6.3: a 304 ends with its head; what came after would be taken for the next answer. */
Test(http_headers, a_304_has_no_body)
{
	struct http_host server;
	struct text got = TEXT_EMPTY;
	char line[256];

	http_host_open(&server, NULL);
	struct reply whole = client_ask(server.port, &(struct ask){.path = "/app.js"});

	snprintf(
		line, sizeof(line),
		"GET /app.js HTTP/1.1\r\nHost: x\r\nIf-None-Match: %s\r\nConnection: close\r\n\r\n",
		reply_header(&whole, "ETag"));
	cr_expect_eq(answers_to(&server, line, &got), 1);
	cr_expect_eq(strncmp(got.bytes, "HTTP/1.1 304 ", 13), 0, "%s", got.bytes);
	cr_expect_str_eq(strstr(got.bytes, "\r\n\r\n"), "\r\n\r\n", "%s", got.bytes);
	cr_expect_null(strcasestr(got.bytes, "content-length"), "%s", got.bytes);
	text_free(&got);
	reply_free(&whole);
	http_host_close(&server);
}

/* RFC 9110, 8.6: neither says another length than the 200 would. */
Test(http_headers, what_has_no_body_says_no_other_length)
{
	static const char *const paths[] = {"/", "/app.js", "/v1/openapi.json"};
	struct http_host server;

	http_host_open(&server, NULL);
	for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]); i++) {
		struct reply whole = client_ask(server.port, &(struct ask){.path = paths[i]});
		char line[128], length[32];

		cr_expect_eq(whole.status, 200, "%s", paths[i]);
		snprintf(length, sizeof(length), "%zu", whole.body.size);
		snprintf(line, sizeof(line), "If-None-Match: W/\"x\", %s\r\n",
			 reply_header(&whole, "ETag"));
		for (int k = 0; k < 2; k++) {
			struct reply reply = k ? ask_once(&server, "GET", paths[i], line)
					       : ask_once(&server, "HEAD", paths[i], NULL);
			const char *told = reply_header(&reply, "Content-Length");

			cr_expect_eq(reply.status, k ? 304 : 200, "%s", paths[i]);
			cr_expect(told[0] == '\0' || strcmp(told, length) == 0,
				  "%s, %s: %s, not %s", paths[i], k ? "304" : "HEAD", told, length);
			reply_free(&reply);
		}
		reply_free(&whole);
	}
	http_host_close(&server);
}
