/* Codes for devices without a browser: ten minutes, five tries, asked about not too often. */

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "app_stage.h"

static const char *const ann = app_stage.ann, *const ben = app_stage.ben;
static struct app_made app;

static void begin(void)
{
	app_stage_open(false);
	app = app_make(ann);
}

TestSuite(http_device_codes, .init = begin, .fini = app_stage_close);

struct shown {
	char device[80], user[16];
};

static struct shown show(const struct app_made *of)
{
	struct shown shown;
	json_t *answer = app_ask(201, "POST", "/v1/app/codes", of->token, NULL);

	cr_expect_eq(json_integer_value(json_object_get(answer, "expires_in")), 600);
	cr_expect_eq(json_integer_value(json_object_get(answer, "interval")), 5);
	json_incref(answer);
	app_take(answer, "#/device_code", shown.device, sizeof(shown.device));
	app_take(answer, "#/user_code", shown.user, sizeof(shown.user));
	return shown;
}

/* The code of the problem, or "granted". */
static const char *poll(const struct app_made *of, const struct shown *shown)
{
	static char word[64];
	char body[128];

	snprintf(body, sizeof(body), "{\"device_code\":\"%s\"}", shown->device);
	struct reply reply = app_send("POST", "/v1/app/codes/poll", of->token, NULL, NULL, body);
	json_t *answer = json_loads(reply.body.bytes, 0, NULL);
	const char *code = json_string_value(json_object_get(answer, "code"));

	cr_expect_eq(reply.status, code ? 400 : 200, "%s", reply.body.bytes);
	snprintf(word, sizeof(word), "%s", code ? code : "granted");
	json_decref(answer);
	reply_free(&reply);
	return word;
}

static int look(const char *token, const char *typed)
{
	struct reply reply =
		app_send("GET", app_path("/v1/me/codes/", typed, ""), token, NULL, NULL, NULL);
	const int status = reply.status;

	reply_free(&reply);
	return status;
}

static int say_yes(const char *token, const struct app_made *to, const char *typed)
{
	char body[160];

	snprintf(body, sizeof(body), "{\"app\":\"%s\",\"code\":\"%s\",\"may\":[\"look\"]}", to->id,
		 typed);
	struct reply reply = app_send("POST", "/v1/me/grants", token, NULL, "yes", body);
	const int status = reply.status;

	reply_free(&reply);
	return status;
}

static void wait_s(int seconds)
{
	atomic_fetch_add(&app_stage.server.host.world.now_ms, seconds * 1000);
}

Test(http_device_codes, one_is_typed_and_granted)
{
	struct shown shown = show(&app);
	char typed[16];

	cr_expect_str_eq(poll(&app, &shown), "authorization_pending");
	/* In small letters, without the dash. */
	snprintf(typed, sizeof(typed), "%.4s%s", shown.user, shown.user + 5);
	for (char *at = typed; *at; at++)
		*at = (char)(*at + ('a' - 'A'));
	cr_expect_eq(look(ben, typed), 200);
	cr_expect_eq(say_yes(ben, &app, typed), 201);
	/* A retry gets the same, and the code is used up for everybody else. */
	cr_expect_eq(say_yes(ben, &app, typed), 201);
	cr_expect_eq(say_yes(ann, &app, shown.user), 404);
	cr_expect_eq(look(ann, shown.user), 404);
	cr_expect_str_eq(poll(&app, &shown), "granted");
	cr_expect_str_eq(poll(&app, &shown), "granted");
	json_t *list = app_ask(200, "GET", "/v1/app/grants", app.token, NULL);
	cr_expect_eq(json_array_size(json_object_get(list, "grants")), 1);
	json_decref(list);
}

Test(http_device_codes, no_is_an_answer)
{
	struct shown shown = show(&app);

	json_decref(app_ask(200, "DELETE", app_path("/v1/me/codes/", shown.user, ""), ben, NULL));
	cr_expect_str_eq(poll(&app, &shown), "access_denied");
	cr_expect_eq(say_yes(ben, &app, shown.user), 404);
}

Test(http_device_codes, it_is_one_apps)
{
	struct app_made other = app_make(ben);
	struct shown shown = show(&app);

	cr_expect_str_eq(poll(&other, &shown), "expired_token");
	cr_expect_eq(say_yes(ben, &other, shown.user), 404);
	cr_expect_eq(say_yes(ben, &app, shown.user), 201);
	app_refused(403, "app_required", "POST", "/v1/app/codes", ann, NULL, NULL);
}

/* Each time too soon makes the interval five seconds longer. */
Test(http_device_codes, who_asks_too_soon_is_slowed_down)
{
	struct shown shown = show(&app);

	cr_expect_str_eq(poll(&app, &shown), "authorization_pending");
	cr_expect_str_eq(poll(&app, &shown), "slow_down");
	wait_s(6);
	cr_expect_str_eq(poll(&app, &shown), "slow_down");
	wait_s(16);
	cr_expect_str_eq(poll(&app, &shown), "authorization_pending");
}

Test(http_device_codes, it_is_good_for_ten_minutes)
{
	struct shown shown = show(&app);

	wait_s(599);
	cr_expect_eq(look(ben, shown.user), 200);
	wait_s(1);
	cr_expect_eq(look(ben, shown.user), 404);
	cr_expect_str_eq(poll(&app, &shown), "expired_token");
}

/* Another last letter than the code's own. */
static void wrong(const struct shown *shown, char out[16])
{
	snprintf(out, 16, "%s", shown->user);
	out[8] = out[8] == 'B' ? 'C' : 'B';
}

Test(http_device_codes, five_wrong_tries_and_it_is_dead)
{
	struct shown shown = show(&app);
	char bad[16], token[TOKEN_BYTES], name[16];

	wrong(&shown, bad);
	for (int i = 0; i < 5; i++) {
		cr_expect_eq(look(ann, shown.user), 200);
		snprintf(name, sizeof(name), "Guest %d", i);
		app_player(name, token);
		cr_expect_eq(look(token, bad), 404);
	}
	cr_expect_eq(look(ann, shown.user), 404);
	cr_expect_str_eq(poll(&app, &shown), "expired_token");
}

/* Ben has no tries left, and is told for how long, whatever would be done with the code. */
static void expect_told_to_wait(const char *method, const char *path, const char *body)
{
	struct reply reply = app_send(method, path, ben, NULL, "wait", body);

	cr_expect_eq(reply.status, 429, "%s %s: %s", method, path, reply.body.bytes);
	cr_expect_str_eq(reply_header(&reply, "Retry-After"), "600", "%s %s", method, path);
	reply_free(&reply);
}

Test(http_device_codes, who_guesses_has_five_tries_in_ten_minutes)
{
	struct shown shown = show(&app);
	char body[160];

	for (int i = 0; i < 5; i++)
		cr_expect_eq(look(ben, "ZZZZZZZ1"), 404);
	snprintf(body, sizeof(body), "{\"app\":\"%s\",\"code\":\"%s\",\"may\":[\"look\"]}", app.id,
		 shown.user);
	expect_told_to_wait("GET", app_path("/v1/me/codes/", shown.user, ""), NULL);
	expect_told_to_wait("POST", "/v1/me/grants", body);
	expect_told_to_wait("DELETE", app_path("/v1/me/codes/", shown.user, ""), NULL);
	cr_expect_eq(look(ann, shown.user), 200);
	wait_s(600);
	shown = show(&app);
	cr_expect_eq(look(ben, shown.user), 200);
}

/* One app's codes leave room for another's, and go when their time is over. */
Test(http_device_codes, an_app_has_so_many_at_one_time)
{
	struct app_made other = app_make(ben);

	for (int i = 0; i < 256; i++)
		show(&app);
	app_refused(503, "busy", "POST", "/v1/app/codes", app.token, NULL, NULL);
	show(&other);
	wait_s(600);
	show(&app);
}
