/* One stream of all that an app was granted: each message says by which grant, in that player's view,
 * and only as long as the grant reaches. */

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "app_stage.h"

enum { PATIENCE_MS = 8000, QUIET_MS = 300 };

static const char *const ann = app_stage.ann, *const ben = app_stage.ben;
static const char *const game = app_stage.game;
static struct app_made app;

static void begin(void)
{
	app_stage_open(false);
	app = app_make(ann);
}

TestSuite(http_app_stream, .init = begin, .fini = app_stage_close);

struct reading {
	int fd;
	struct text text;
};

static struct reading follow(const char *headers)
{
	struct reading reading = {.fd = client_connect(app_stage.server.port)};
	struct ask ask = {.path = "/v1/app/stream", .token = app.token, .headers = headers};

	cr_assert(client_request(reading.fd, &ask));
	return reading;
}

static void stop_reading(struct reading *reading)
{
	close(reading->fd);
	text_free(&reading->text);
}

static bool comes(struct reading *reading, const char *text)
{
	return client_read_until(reading->fd, &reading->text, text, PATIENCE_MS);
}

/* Take in what is on its way. */
static void settle(struct reading *reading)
{
	while (client_read_some(reading->fd, &reading->text, QUIET_MS)) {
	}
}

static unsigned count(const struct reading *reading, const char *text)
{
	unsigned found = 0;

	for (const char *at = reading->text.bytes; at && (at = strstr(at, text)); at++)
		found++;
	return found;
}

static const char *by(const char *grant)
{
	return app_path("\"grant\":\"", grant, "\"");
}

/* Somebody writes a plan: an event that they alone see. */
static void plan(const char *token)
{
	static unsigned next;
	char body[64];

	snprintf(body, sizeof(body), "{\"commands\":[{\"do\":{\"type\":\"pass\"},\"turn\":%u}]}",
		 1 + next++ % 3);
	json_decref(app_ask(200, "PUT", app_path("/v1/games/", game, "/plan"), token, body));
}

/* What both see: an offer of a draw, and that it is taken back. */
static void offer(const char *token)
{
	json_decref(app_ask(200, "POST", app_path("/v1/games/", game, "/actions"), token,
			    "{\"type\":\"offer_draw\"}"));
	json_decref(app_ask(200, "POST", app_path("/v1/games/", game, "/actions"), token,
			    "{\"type\":\"withdraw_offer\"}"));
}

Test(http_app_stream, each_event_is_of_the_view_of_who_granted_it)
{
	const char *red = app_grant(ann, &app, game, "\"look\"");
	const char *blue = app_grant(ben, &app, "", "\"look\"");
	struct reading reading = follow("Accept: application/x-ndjson\r\n");

	cr_assert(comes(&reading, "\"reset\""));
	settle(&reading);
	text_clear(&reading.text);
	plan(ben);
	cr_assert(comes(&reading, "plan_set"));
	settle(&reading);
	cr_expect_eq(count(&reading, "plan_set"), 1, "%s", reading.text.bytes);
	cr_expect_eq(count(&reading, by(red)), 0, "%s", reading.text.bytes);
	cr_expect(strstr(strstr(reading.text.bytes, "plan_set"), by(blue)));
	stop_reading(&reading);
}

Test(http_app_stream, each_side_of_a_public_event_comes_by_its_own_grant)
{
	const char *red = app_grant(ann, &app, game, "\"look\"");
	const char *blue = app_grant(ben, &app, game, "\"look\"");
	struct reading reading = follow("Accept: application/x-ndjson\r\n");
	char side[96];

	cr_assert(comes(&reading, "\"reset\""));
	settle(&reading);
	text_clear(&reading.text);
	offer(ben);
	cr_assert(comes(&reading, by(red)));
	cr_assert(comes(&reading, by(blue)));
	settle(&reading);
	snprintf(side, sizeof(side), "%s,\"side\":\"red\"}", by(red));
	cr_expect_eq(count(&reading, side), 2, "%s", reading.text.bytes);
	snprintf(side, sizeof(side), "%s,\"side\":\"blue\"}", by(blue));
	cr_expect_eq(count(&reading, side), 2, "%s", reading.text.bytes);
	stop_reading(&reading);
}

/* An app that may only be told hears of turns, and of no event. */
Test(http_app_stream, to_be_told_is_not_to_look)
{
	const char *told = app_grant(ann, &app, game, "\"notify\"");
	struct reading reading;

	/* One of the two is waited for. */
	app_grant(ben, &app, game, "\"notify\"");
	reading = follow(NULL);
	cr_assert(comes(&reading, "event: turn\ndata: {\"grant\":\""), "%s", reading.text.bytes);
	offer(ben);
	settle(&reading);
	cr_expect_eq(count(&reading, "\"event\":{"), 0, "%s", reading.text.bytes);
	cr_expect_gt(count(&reading, "\"you\":{"), 0, "%s", reading.text.bytes);
	stop_reading(&reading);
	app_refused(403, "not_granted", "GET", app_path("/v1/games/", game, ""), app.token, told,
		    NULL);
	json_decref(app_as(403, "GET", "/v1/me/turns", app.token, told, NULL));
	told = app_grant(ann, &app, "", "\"notify\"");
	json_decref(app_as(200, "GET", "/v1/me/turns", app.token, told, NULL));
}

Test(http_app_stream, a_grant_that_ends_is_told_of_and_brings_no_more)
{
	const char *red = app_grant(ann, &app, "", "\"look\"");
	const char *blue = app_grant(ben, &app, game, "\"look\"");
	struct reading reading = follow(NULL);

	cr_assert(comes(&reading, "event: reset"));
	settle(&reading);
	json_decref(app_ask(200, "DELETE", app_path("/v1/me/grants/", red, ""), ann, NULL));
	cr_assert(comes(&reading, "event: grant\ndata: {\"ended\":true"));
	text_clear(&reading.text);
	offer(ben);
	cr_assert(comes(&reading, by(blue)));
	settle(&reading);
	cr_expect_eq(count(&reading, by(red)), 0, "%s", reading.text.bytes);
	red = app_grant(ann, &app, game, "\"look\"");
	cr_assert(comes(&reading, "event: grant\ndata: {\"ended\":false"));
	offer(ann);
	cr_assert(comes(&reading, "\"side\":\"red\""));
	stop_reading(&reading);
}

/* What was put in line before it ended is not told after. */
Test(http_app_stream, what_waits_in_line_is_not_told_when_the_grant_has_ended)
{
	const char *red = app_grant(ann, &app, game, "\"look\"");
	struct reading reading = follow(NULL);
	char id[64] = "", header[128];

	cr_assert(comes(&reading, "event: reset"));
	sscanf(strstr(reading.text.bytes, "\"id\":\"") + 6, "%63[^\"]", id);
	settle(&reading);
	stop_reading(&reading);
	plan(ann);
	json_decref(app_ask(200, "DELETE", app_path("/v1/me/grants/", red, ""), ann, NULL));
	snprintf(header, sizeof(header), "Last-Event-ID: %s\r\n", id);
	reading = follow(header);
	cr_assert(comes(&reading, "event: grant"), "%s", reading.text.bytes);
	settle(&reading);
	cr_expect_eq(count(&reading, "plan_set"), 0, "%s", reading.text.bytes);
	cr_expect_eq(count(&reading, "event: reset"), 0, "%s", reading.text.bytes);
	stop_reading(&reading);
}

/* With another token, or none any more, both kinds of streams are at their end. */
Test(http_app_stream, it_ends_with_the_token)
{
	const char *red = app_grant(ann, &app, game, "\"look\"");
	struct reading reading = follow(NULL), one = {.fd = client_connect(app_stage.server.port)};
	char header[96];

	snprintf(header, sizeof(header), "Pennon-Grant: %s\r\n", red);
	struct ask ask = {.path = app_path("/v1/games/", game, "/stream"),
			  .token = app.token,
			  .headers = header};
	cr_assert(client_request(one.fd, &ask));
	cr_assert(comes(&reading, "event: reset"));
	cr_assert(comes(&one, "event: turn"));
	json_decref(app_ask(200, "PUT", app_path("/v1/apps/", app.id, "/token"), ann, NULL));
	cr_expect(comes(&reading, "\r\n0\r\n"), "%s", reading.text.bytes);
	cr_expect(comes(&one, "\r\n0\r\n"), "%s", one.text.bytes);
	stop_reading(&reading);
	stop_reading(&one);
}

Test(http_app_stream, it_is_an_apps)
{
	app_refused(403, "app_required", "GET", "/v1/app/stream", ann, NULL, NULL);
	app_refused(401, "no_token", "GET", "/v1/app/stream", NULL, NULL, NULL);
}
