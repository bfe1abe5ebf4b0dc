/* Answers that depend on nothing but the build: made once, tagged, and packed for callers that take
 * gzip. */

#include <criterion/criterion.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#define ZLIB_CONST
#include <zlib.h>

#include "api/api.h"
#include "http_host.h"

static const char *const paths[] = {
	"/v1/rulesets",     "/v1/rulesets/chainmail", "/v1/rulesets/chainmail/clauses",
	"/v1/openapi.json", "/v1/scenarios",          "/v1/scenarios/drawn-by-card",
};

static struct reply get(const struct http_host *server, const char *path, const char *headers)
{
	return client_ask(server->port, &(struct ask){.path = path, .headers = headers});
}

/* Do these bytes, packed by gzip, hold that text? */
static bool unpacks_to(const struct text *packed, const struct text *plain)
{
	struct text got = TEXT_EMPTY;
	unsigned char piece[4096];
	z_stream stream = {.next_in = (const unsigned char *)packed->bytes,
			   .avail_in = (uInt)packed->size};
	int status = inflateInit2(&stream, 16 + MAX_WBITS);

	while (status == Z_OK) {
		stream.next_out = piece;
		stream.avail_out = sizeof(piece);
		status = inflate(&stream, Z_NO_FLUSH);
		text_add(&got, (const char *)piece, sizeof(piece) - stream.avail_out);
	}
	inflateEnd(&stream);
	bool same = status == Z_STREAM_END && got.size == plain->size &&
		    memcmp(got.bytes, plain->bytes, got.size) == 0;

	text_free(&got);
	return same;
}

static void expect_not_modified(const struct http_host *server, const char *path,
				const char *coding, const char *tag, int status)
{
	char headers[192];

	snprintf(headers, sizeof(headers), "%sIf-None-Match: %s\r\n", coding, tag);
	struct reply reply = get(server, path, headers);

	cr_expect_eq(reply.status, status, "%s %s: %d", path, headers, reply.status);
	if (status == 304) {
		cr_expect_eq(reply.body.size, 0);
		cr_expect_str_eq(reply_header(&reply, "ETag"), tag);
		cr_expect_str_eq(reply_header(&reply, "Content-Encoding"), "");
	}
	reply_free(&reply);
}

Test(http_constant, each_is_tagged_and_packed_for_who_takes_it)
{
	static const char gzip[] = "Accept-Encoding: gzip\r\n";
	char plain_tag[80], packed_tag[80];
	struct http_host server;

	http_host_open(&server, NULL);
	for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]); i++) {
		struct reply plain = get(&server, paths[i], "");
		struct reply packed = get(&server, paths[i], gzip);
		/* The list of rulesets is too short to be packed. */
		bool is_short = plain.body.size < 1024;

		cr_assert_eq(plain.status, 200, "%s: %d", paths[i], plain.status);
		snprintf(plain_tag, sizeof(plain_tag), "%s", reply_header(&plain, "ETag"));
		snprintf(packed_tag, sizeof(packed_tag), "%s", reply_header(&packed, "ETag"));
		cr_expect_eq(plain_tag[0], '"');
		cr_expect_str_eq(reply_header(&plain, "Cache-Control"), "no-cache");
		cr_expect_eq(strncmp(reply_header(&plain, "Vary"), "Accept-Encoding", 15), 0);
		cr_expect_str_eq(reply_header(&plain, "Content-Encoding"), "");
		cr_expect_str_eq(reply_header(&packed, "Content-Encoding"), is_short ? "" : "gzip");
		if (!is_short) {
			cr_expect_str_neq(plain_tag, packed_tag);
			cr_expect_lt(packed.body.size, plain.body.size / 2, "%s", paths[i]);
			cr_expect(unpacks_to(&packed.body, &plain.body), "%s", paths[i]);
			expect_not_modified(&server, paths[i], "", packed_tag, 200);
		}
		expect_not_modified(&server, paths[i], "", plain_tag, 304);
		expect_not_modified(&server, paths[i], gzip, packed_tag, 304);
		reply_free(&plain);
		reply_free(&packed);
	}
	http_host_close(&server);
}

Test(http_constant, each_language_has_its_own)
{
	char tag[80];
	struct http_host server;

	http_host_open(&server, NULL);
	struct reply english = get(&server, "/v1/scenarios", "");
	struct reply german = get(&server, "/v1/scenarios", "Accept-Language: de\r\n");
	struct reply again = get(&server, "/v1/scenarios", "");

	snprintf(tag, sizeof(tag), "%s", reply_header(&english, "ETag"));
	cr_expect_str_neq(reply_header(&german, "ETag"), tag);
	cr_expect_str_eq(reply_header(&german, "Content-Language"), "de");
	cr_expect_str_eq(reply_header(&german, "Vary"), "Accept-Encoding, Accept-Language");
	cr_expect_str_neq(german.body.bytes, english.body.bytes);
	cr_expect_str_eq(again.body.bytes, english.body.bytes);
	reply_free(&english);
	reply_free(&german);
	reply_free(&again);
	http_host_close(&server);
}

Test(http_constant, what_there_is_not_is_a_problem_that_nobody_keeps)
{
	struct http_host server;

	http_host_open(&server, NULL);
	struct reply reply = get(&server, "/v1/rulesets/chess", "Accept-Encoding: gzip\r\n");

	cr_expect_eq(reply.status, 404);
	cr_expect_str_eq(reply_header(&reply, "ETag"), "");
	cr_expect_str_eq(reply_header(&reply, "Content-Encoding"), "");
	cr_expect_str_eq(reply_header(&reply, "Cache-Control"), "no-store");
	reply_free(&reply);
	http_host_close(&server);
}

/* ---- made once ---- */

static atomic_int encoded;

static bool encode_anything(struct text *out, const char *parameter)
{
	atomic_fetch_add(&encoded, 1);
	for (int i = 0; i < 1000; i++)
		text_add_format(out, "%s %d\n", parameter, i % 7);
	return true;
}

static void *ask_for(void *parameter)
{
	struct request request = {0};
	struct response response = {0};

	snprintf(request.parameter[0], sizeof(request.parameter[0]), "%s", (char *)parameter);
	cr_expect_eq(api_constant(&request, &response, encode_anything, PROBLEM_NO_SUCH_ROUTE),
		     HANDLED);
	cr_expect_eq(response.status, 200);
	response_release(&response);
	return NULL;
}

Test(http_constant, however_many_ask_at_once_it_is_made_once)
{
	enum { ASKERS = 16 };
	static char one[] = "one", other[] = "other";
	pthread_t thread[ASKERS];

	for (int i = 0; i < ASKERS; i++)
		cr_assert_eq(pthread_create(&thread[i], NULL, ask_for, i % 2 ? one : other), 0);
	for (int i = 0; i < ASKERS; i++)
		pthread_join(thread[i], NULL);
	cr_expect_eq(atomic_load(&encoded), 2);
}
