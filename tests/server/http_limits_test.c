/* Callers that ask too often: buckets by principal, by address only without one; moves apart; what
 * a caller says of their address is not believed. The tests' callers are on this machine, so they
 * say that they come through a proxy: then limits hold. */

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/limiter.h"
#include "app_stage.h"
#include "http_stage.h"

static struct http_host server;
static struct hosted_game hosted;

static void open_server(struct http_limits limits)
{
	struct pn_muster *muster = malloc(sizeof(*muster));

	http_host_open(&server, &limits);
	host_muster(muster, PN_METHOD_LOSER_FIRST);
	hosted = host_game(&server.host, muster);
	free(muster);
}

/* The status of a request, through a proxy that says `forwarded` (NULL: through none). */
static int status_of(const char *path, const char *token, const char *forwarded, const char *body)
{
	char header[96];
	struct ask ask = {.path = path, .token = token, .body = body, .key = "uuid"};

	snprintf(header, sizeof(header), "X-Forwarded-For: %s\r\n", forwarded ? forwarded : "");
	ask.headers = forwarded ? header : NULL;
	struct reply reply = client_ask(server.port, &ask);
	int status = reply.status;

	if (status == 429) {
		int wait = atoi(reply_header(&reply, "Retry-After"));

		cr_expect(wait >= 1 && wait <= 3600, "%d", wait);
		expect_problem(&reply, (struct wanted){429, "too_many_requests", NULL, NULL}, path);
	} else {
		reply_free(&reply);
	}
	return status;
}

Test(http_limits, an_address_is_counted_whatever_it_says_it_is)
{
	struct http_limits limits = http_limits_default;
	char forged[32];
	int good = 0;

	limits.requests_per_minute = 5;
	open_server(limits);
	for (int i = 0; i < 8; i++) {
		snprintf(forged, sizeof(forged), "192.0.2.%d", i);
		good += status_of("/v1/server", NULL, forged, NULL) == 200;
	}
	cr_expect_eq(good, 5);
	/* Another bucket: that of a principal, who is not held up by their neighbours. */
	cr_expect_eq(status_of(http_path(&hosted, ""), hosted.token[PN_RED], "192.0.2.1", NULL),
		     200);
	/* A caller with an unknown token is counted by address. */
	cr_expect_eq(status_of(http_path(&hosted, ""), "pn_red_x", "192.0.2.1", NULL), 429);
	/* Callers on this machine are not counted. */
	cr_expect_eq(status_of("/v1/server", NULL, NULL, NULL), 200);
	http_host_close(&server);
}

Test(http_limits, moves_have_a_bucket_of_their_own)
{
	struct http_limits limits = http_limits_default;
	const char *path = http_path(&hosted, "");
	int good = 0;

	limits.requests_per_minute = 3;
	limits.moves_per_minute = 4;
	open_server(limits);
	for (int i = 0; i < 6; i++) {
		path = http_path(&hosted, "");
		good += status_of(path, hosted.token[PN_RED], "x", NULL) == 200;
	}
	cr_expect_eq(good, 3);
	for (int i = 0; i < 6; i++) {
		path = http_path(&hosted, "/preview");
		good += status_of(path, hosted.token[PN_RED], "x", "{\"type\":\"pass\"}") != 429;
	}
	cr_expect_eq(good, 7);
	/* The other side has its own. */
	cr_expect_eq(status_of(http_path(&hosted, ""), hosted.token[PN_BLUE], "x", NULL), 200);
	http_host_close(&server);
}

Test(http_limits, what_stays_is_made_so_often_an_hour)
{
	struct http_limits limits = http_limits_default;
	int good = 0;

	limits.makings_per_hour = 2;
	open_server(limits);
	for (int i = 0; i < 4; i++)
		good += status_of("/v1/players", NULL, "x", "{\"name\":\"Ann\"}") == 201;
	cr_expect_eq(good, 2);
	http_host_close(&server);
}

/* Of two grants of one player the second has what the first left. */
static int asked_by(const char *token, const char *grant)
{
	char header[160];
	int good = 0;

	snprintf(header, sizeof(header), "X-Forwarded-For: 192.0.2.1\r\nPennon-Grant: %s\r\n",
		 grant);
	for (int i = 0; i < 5; i++) {
		struct ask ask = {.path = "/v1/me/games", .token = token, .headers = header};
		struct reply reply = client_ask(app_stage.server.port, &ask);

		good += reply.status == 200;
		reply_free(&reply);
	}
	return good;
}

Test(http_limits, an_app_is_counted_by_grant_and_by_player)
{
	struct http_limits limits = http_limits_default;

	limits.requests_per_minute = 4;
	http_host_open(&app_stage.server, &limits);
	app_player("Ann", app_stage.ann);
	app_player("Ben", app_stage.ben);
	struct app_made app = app_make(app_stage.ann);
	const char *one = app_grant(app_stage.ann, &app, "", "\"look\"");
	const char *two = app_grant(app_stage.ann, &app, "", "\"look\"");
	const char *bens = app_grant(app_stage.ben, &app, "", "\"look\"");

	cr_expect_eq(asked_by(app.token, one), 4);
	cr_expect_eq(asked_by(app.token, two), 0);
	cr_expect_eq(asked_by(app.token, bens), 4);
	http_host_close(&app_stage.server);
}

/* Each side has makings of its own, but both ask from one address. */
Test(http_limits, what_stays_is_counted_by_address_too)
{
	struct http_limits limits = http_limits_default;
	int taken = 0;

	limits.makings_per_hour = 2;
	limits.makings_per_hour_by_address = 3;
	open_server(limits);
	for (int i = 0; i < 6; i++)
		taken += status_of(http_path(&hosted, "/messages/1/report"), hosted.token[i % 2],
				   "x", "{}") != 429;
	cr_expect_eq(taken, 3);
	http_host_close(&server);
}

static struct job make_player(const char *name)
{
	struct job job = {.kind = JOB_PLAYER, .if_match = IF_MATCH_ANYTHING, .account.name = name};

	host_key(&server.host, &job);
	cr_assert(host_run(&server.host, &job));
	return job;
}

/* Another token is no other bucket. */
Test(http_limits, a_players_tokens_share_what_he_may)
{
	struct http_limits limits = http_limits_default;
	int good = 0;

	limits.requests_per_minute = 3;
	open_server(limits);
	const struct job player = make_player("Ann");
	struct job phone = {.kind = JOB_TOKEN,
			    .if_match = IF_MATCH_ANYTHING,
			    .account.name = "Phone",
			    .account.may = TOKEN_READ};
	host_key(&server.host, &phone);
	memcpy(phone.player, player.player, sizeof(phone.player));
	cr_assert(host_run(&server.host, &phone));
	for (int i = 0; i < 6; i++)
		good += status_of("/v1/me", i % 2 ? phone.token : player.token, "192.0.2.1",
				  NULL) == 200;
	cr_expect_eq(good, 3);
	http_host_close(&server);
}

/* ---- work ---- */

/* Have a battle checked whose body has so many bytes, most of them blank. */
static int status_of_long(const char *token, const char *forwarded, size_t size)
{
	char *body = malloc(size + 1);

	memset(body, ' ', size);
	body[0] = '{';
	body[size - 1] = '}';
	body[size] = '\0';
	const int status = status_of("/v1/battles/check", token, forwarded, body);

	free(body);
	return status;
}

Test(http_limits, a_long_body_is_counted_by_its_length)
{
	struct http_limits limits = http_limits_default;
	int taken = 0;

	limits.work_per_minute = 3;
	open_server(limits);
	for (int i = 0; i < 5; i++)
		taken += status_of_long(NULL, "x", LIMIT_WORK_BYTES - 1) != 429;
	cr_expect_eq(taken, 5);
	for (int i = 0; i < 5; i++)
		taken += status_of_long(NULL, "x", LIMIT_WORK_BYTES) != 429;
	cr_expect_eq(taken, 8);
	/* Moves and requests have their own bucket. */
	cr_expect_neq(status_of_long(NULL, "x", LIMIT_WORK_BYTES - 1), 429);
	cr_expect_neq(status_of_long(NULL, NULL, LIMIT_WORK_BYTES), 429, "on this machine");
	http_host_close(&server);
}

/* However many players one makes. */
Test(http_limits, long_bodies_are_counted_by_address_too)
{
	struct http_limits limits = http_limits_default;

	limits.work_per_minute_by_address = 3;
	open_server(limits);
	const struct job ann = make_player("Ann"), ben = make_player("Ben");

	cr_expect_neq(status_of_long(ann.token, "x", 2 * LIMIT_WORK_BYTES), 429);
	cr_expect_neq(status_of_long(ben.token, "x", 2 * LIMIT_WORK_BYTES), 429, "one was left");
	cr_expect_eq(status_of_long(ben.token, "x", LIMIT_WORK_BYTES), 429);
	cr_expect_neq(status_of_long(ben.token, "x", LIMIT_WORK_BYTES - 1), 429);
	http_host_close(&server);
}

Test(http_limits, a_picture_is_counted_when_it_is_drawn)
{
	struct http_limits limits = http_limits_default;

	limits.work_per_minute = 1;
	open_server(limits);
	const char *red = hosted.token[PN_RED];

	cr_expect_eq(status_of(http_path(&hosted, "/board.svg"), red, "x", NULL), 200);
	cr_expect_eq(status_of(http_path(&hosted, "/board.svg"), red, "x", NULL), 200, "kept");
	cr_expect_eq(status_of(http_path(&hosted, "/board.png"), red, "x", NULL), 429);
	cr_expect_eq(status_of(http_path(&hosted, "/board.png"), red, NULL, NULL), 200);
	cr_expect_eq(status_of(http_path(&hosted, "/board.png"), red, "x", NULL), 200, "kept");
	http_host_close(&server);
}

Test(http_limits, each_command_of_a_plan_that_is_tried_is_counted)
{
	static const char two[] = "{\"commands\":[{\"do\":{\"type\":\"pass\"}},"
				  "{\"do\":{\"type\":\"pass\"}}]}";
	struct http_limits limits = http_limits_default;

	limits.work_per_minute = 3;
	open_server(limits);
	const char *red = hosted.token[PN_RED];

	cr_expect_eq(status_of(http_path(&hosted, "/ahead/plan"), red, "x", two), 200);
	cr_expect_eq(status_of(http_path(&hosted, "/ahead/plan"), red, "x", two), 200,
		     "one was left");
	cr_expect_eq(status_of(http_path(&hosted, "/ahead/plan"), red, "x", two), 429);
	cr_expect_eq(status_of(http_path(&hosted, "/ahead/plan"), red, NULL, two), 200);
	cr_expect_eq(status_of(http_path(&hosted, "/ahead/plan"), red, "x", "{\"commands\":[]}"),
		     200);
	http_host_close(&server);
}

/* ---- the buckets themselves, on a clock of our own ---- */

Test(limiter, what_is_dear_has_to_be_filled_up_afterwards)
{
	const struct http_limits limits = {.work_per_minute = 60};
	struct limiter *limiter = limiter_create(&limits);
	int64_t now = 1000;

	cr_expect_eq(limiter_take(limiter, 7, LIMITED_WORK, 59, now), 0);
	cr_expect_eq(limiter_take(limiter, 7, LIMITED_WORK, 32, now), 0, "one was left");
	cr_expect_eq(limiter_take(limiter, 7, LIMITED_WORK, 1, now), 32);
	cr_expect_eq(limiter_take(limiter, 7, LIMITED_WORK, 1, now + 31999), 1);
	cr_expect_eq(limiter_take(limiter, 7, LIMITED_WORK, 1, now + 32000), 0);
	cr_expect_eq(limiter_take(limiter, 7, LIMITED_WORK_BY_ADDRESS, 99, now), 0, "no limit");
	limiter_destroy(limiter);
}

Test(limiter, a_bucket_fills_evenly)
{
	const struct http_limits limits = {.requests_per_minute = 60};
	struct limiter *limiter = limiter_create(&limits);
	int64_t now = 1000;

	for (int i = 0; i < 60; i++)
		cr_expect_eq(limiter_take(limiter, 7, LIMITED_REQUEST, 1, now), 0);
	cr_expect_eq(limiter_take(limiter, 7, LIMITED_REQUEST, 1, now), 1);
	cr_expect_eq(limiter_take(limiter, 7, LIMITED_REQUEST, 1, now + 999), 1);
	cr_expect_eq(limiter_take(limiter, 7, LIMITED_REQUEST, 1, now + 1000), 0);
	cr_expect_eq(limiter_take(limiter, 7, LIMITED_REQUEST, 1, now + 1000), 1);
	cr_expect_eq(limiter_take(limiter, 8, LIMITED_REQUEST, 1, now), 0, "another's");
	cr_expect_eq(limiter_take(limiter, 7, LIMITED_MOVE, 1, now), 0, "without limit");
	/* It holds no more than one minute's. */
	now += 100LL * 60 * 1000;
	for (int i = 0; i < 60; i++)
		cr_expect_eq(limiter_take(limiter, 7, LIMITED_REQUEST, 1, now), 0);
	cr_expect_neq(limiter_take(limiter, 7, LIMITED_REQUEST, 1, now), 0);
	limiter_destroy(limiter);
}

/* Somebody with a hundred thousand addresses takes no memory, and nobody is shut out. */
Test(limiter, more_callers_than_there_are_buckets)
{
	const struct http_limits limits = {.requests_per_minute = 1};
	struct limiter *limiter = limiter_create(&limits);

	for (uint64_t who = 1; who <= 100000; who++)
		cr_expect_eq(limiter_take(limiter, who, LIMITED_REQUEST, 1, 1000 + (int64_t)who),
			     0);
	limiter_destroy(limiter);
}
