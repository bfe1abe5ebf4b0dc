/* Pictures over HTTP: types, tags, who sees what. */

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

#include "http_host.h"
#include "well_formed.h"

struct stage {
	struct http_host server;
	struct hosted_game hosted;
};

static void open_stage(struct stage *stage, uint8_t method)
{
	struct pn_muster *muster = malloc(sizeof(*muster));

	http_host_open(&stage->server, NULL);
	host_muster(muster, method);
	stage->hosted = host_declaring_game(&stage->server.host, muster);
	free(muster);
}

static struct reply ask(const struct stage *stage, pn_side viewer, const char *rest,
			const char *tag)
{
	char headers[128] = "";
	struct ask ask = {.path = http_path(&stage->hosted, rest), .headers = headers};

	if (viewer < PN_SIDES)
		ask.token = stage->hosted.token[viewer];
	if (tag)
		snprintf(headers, sizeof(headers), "If-None-Match: %s\r\n", tag);
	return client_ask(stage->server.port, &ask);
}

static void keep_tag(const struct reply *reply, char tag[64])
{
	snprintf(tag, 64, "%s", reply_header(reply, "ETag"));
	cr_expect(tag[0] == '"');
}

Test(http_board, types_and_policies)
{
	struct stage stage;
	const char *why;

	open_stage(&stage, PN_METHOD_LOSER_FIRST);
	for (pn_side viewer = 0; viewer < PN_VIEWERS; viewer++) {
		struct reply svg = ask(&stage, viewer, "/board.svg", NULL);
		struct reply png = ask(&stage, viewer, "/board.png", NULL);

		cr_assert_eq(svg.status, 200);
		cr_assert_eq(png.status, 200);
		cr_expect_str_eq(reply_header(&svg, "Content-Type"), "image/svg+xml");
		cr_expect_str_eq(reply_header(&png, "Content-Type"), "image/png");
		cr_expect(strstr(reply_header(&svg, "Content-Security-Policy"),
				 "default-src 'none'"));
		cr_expect_str_eq(reply_header(&svg, "Cache-Control"),
				 viewer < PN_SIDES ? "private, no-cache" : "no-cache");
		cr_expect(is_well_formed(svg.body.bytes, &why), "%.60s", why);
		cr_expect(memcmp(png.body.bytes, "\x89PNG\r\n", 6) == 0);
		reply_free(&svg);
		reply_free(&png);
	}
	cr_expect_eq(http_host_errors(), 0);
	http_host_close(&stage.server);
}

Test(http_board, a_tag_holds_until_the_viewer_has_news)
{
	struct stage stage;
	char red[64], public[64];

	open_stage(&stage, PN_METHOD_SEALED);
	struct reply reply = ask(&stage, PN_RED, "/board.svg", NULL);

	keep_tag(&reply, red);
	reply_free(&reply);
	reply = ask(&stage, PN_PUBLIC, "/board.svg", NULL);
	keep_tag(&reply, public);

	struct text seen = reply.body;

	text_free(&reply.head);
	reply = ask(&stage, PN_RED, "/board.svg", red);
	cr_expect_eq(reply.status, 304);
	cr_expect_eq(reply.body.size, 0);
	reply_free(&reply);
	reply = ask(&stage, PN_RED, "/board.png", red);
	cr_expect_eq(reply.status, 200, "another format is another thing");
	reply_free(&reply);

	/* A draft is news for its writer, and for nobody else. */
	struct pn_command draft =
		host_actions(&stage.server.host, &stage.hosted, PN_RED, PN_COMMAND_DECLARE_CHARGE);
	struct job job = host_act(&stage.server.host, &stage.hosted, PN_RED, &draft);

	cr_assert_eq(job.problem, PROBLEM_NONE);
	snapshot_release(job.snapshot);
	reply = ask(&stage, PN_RED, "/board.svg", red);
	cr_expect_eq(reply.status, 200);
	cr_expect(strstr(reply.body.bytes, "stroke-dasharray"));
	reply_free(&reply);
	reply = ask(&stage, PN_PUBLIC, "/board.svg", public);
	cr_expect_eq(reply.status, 304);
	reply_free(&reply);
	reply = ask(&stage, PN_PUBLIC, "/board.svg", NULL);
	cr_expect_str_eq(reply.body.bytes, seen.bytes);
	reply_free(&reply);
	text_free(&seen);
	http_host_close(&stage.server);
}

Test(http_board, a_picture_speaks_as_its_reader_does)
{
	static const char *const header[] = {"", "Accept-Language: de\r\n",
					     "Accept-Language: fr, en\r\n"};
	static const char *const language[] = {"en", "de", "en"};
	struct stage stage;
	struct reply reply[3];

	open_stage(&stage, PN_METHOD_LOSER_FIRST);
	for (size_t i = 0; i < 3; i++) {
		struct ask wanted = {.path = http_path(&stage.hosted, "/board.svg"),
				     .headers = header[i]};

		reply[i] = client_ask(stage.server.port, &wanted);
		cr_assert_eq(reply[i].status, 200);
		cr_expect_str_eq(reply_header(&reply[i], "Content-Language"), language[i]);
		cr_expect_not_null(strstr(reply_header(&reply[i], "Vary"), "Accept-Language"));
	}
	/* Words are drawn as shapes: other words, another picture. */
	cr_expect_str_eq(reply[0].body.bytes, reply[2].body.bytes);
	cr_expect_str_neq(reply[0].body.bytes, reply[1].body.bytes);
	char tag[64];
	keep_tag(&reply[0], tag);
	cr_expect_str_eq(tag, reply_header(&reply[2], "ETag"));
	cr_expect_str_neq(tag, reply_header(&reply[1], "ETag"));
	for (size_t i = 0; i < 3; i++)
		reply_free(&reply[i]);
	http_host_close(&stage.server);
}

Test(http_board, bad_requests)
{
	static const struct {
		const char *rest, *method;
		int status;
	} rows[] = {
		{"/board.gif", NULL, 404},   {"/board.svg?width=100000", NULL, 400},
		{"/board.png/", NULL, 404},  {"/board.svg", "POST", 405},
		{"/board.png", "HEAD", 200},
	};
	struct stage stage;

	open_stage(&stage, PN_METHOD_LOSER_FIRST);
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct reply reply =
			client_ask(stage.server.port,
				   &(struct ask){.method = rows[i].method,
						 .path = http_path(&stage.hosted, rows[i].rest)});

		cr_expect_eq(reply.status, rows[i].status, "%s: %d", rows[i].rest, reply.status);
		reply_free(&reply);
	}
	struct reply reply = client_ask(
		stage.server.port,
		&(struct ask){.path = "/v1/games/00000000-0000-4000-8000-00000000ffff/board.png"});

	cr_expect_eq(reply.status, 404);
	reply_free(&reply);
	http_host_close(&stage.server);
}
