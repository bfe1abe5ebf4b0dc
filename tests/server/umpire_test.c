/* The umpire: how they come to sit there, what they see and may do, what becomes of it in
 * clocks, records and after a restart. */

#include <criterion/criterion.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "game/service.h"
#include "http/router.h"
#include "http_host.h"
#include "records.h"

enum { MINUTE = 60, HOUR = 60 * MINUTE, DAY = 24 * HOUR };

static struct host *const host = &records_host;
static struct pn_muster muster;

static struct hosted_game open_game(struct clock_rule rule)
{
	records_open();
	records_trust_server();
	host->clock = rule;
	host_muster(&muster, PN_METHOD_LOSER_FIRST);
	return host_game(host, &muster);
}

/* ---- sitting down ---- */

static struct job invite(struct host *at, const struct hosted_game *hosted, pn_side side)
{
	struct job job = {.kind = JOB_UMPIRE, .side = side, .if_match = -1};

	memcpy(job.game, hosted->game, sizeof(job.game));
	host_key(at, &job);
	cr_assert(host_run(at, &job));
	snapshot_release(job.snapshot);
	return job;
}

static struct job sit_down(struct host *at, const struct hosted_game *hosted, const char *code)
{
	struct job job = host_join_job(at, hosted);

	snprintf(job.seat.code, sizeof(job.seat.code), "%s", code);
	cr_assert(host_run(at, &job));
	snapshot_release(job.snapshot);
	job.snapshot = NULL;
	return job;
}

static enum problem_code do_act(struct host *at, const struct hosted_game *hosted, pn_side side,
				const struct pn_command *command)
{
	struct job job = host_act(at, hosted, side, command);

	snapshot_release(job.snapshot);
	return job.problem;
}

static enum problem_code act_plain(struct host *at, const struct hosted_game *hosted, pn_side side,
				   enum pn_command_kind kind)
{
	const struct pn_command command = {.kind = kind, .unit = PN_NO_UNIT, .target = PN_NO_UNIT};

	return do_act(at, hosted, side, &command);
}

static enum problem_code rule(struct host *at, const struct hosted_game *hosted, pn_side side)
{
	const struct pn_command command = {.kind = PN_COMMAND_RULE_FOR,
					   .unit = PN_NO_UNIT,
					   .target = PN_NO_UNIT,
					   .proposal = {.winner = side}};

	return do_act(at, hosted, PN_PUBLIC, &command);
}

/* Somebody sits there, and both agree. */
static struct job agree(struct host *at, const struct hosted_game *hosted)
{
	struct job code = invite(at, hosted, PN_RED);
	struct job seat = sit_down(at, hosted, code.seat.code);

	cr_assert_eq(seat.problem, PROBLEM_NONE);
	cr_assert_eq(act_plain(at, hosted, PN_BLUE, PN_COMMAND_OFFER_UMPIRE), PROBLEM_NONE);
	cr_assert_eq(act_plain(at, hosted, PN_RED, PN_COMMAND_ACCEPT_OFFER), PROBLEM_NONE);
	return seat;
}

Test(umpire, a_code_seats_one_and_another_may_come_until_he_is_agreed_to)
{
	struct hosted_game hosted = open_game((struct clock_rule){0});
	struct job first = invite(host, &hosted, PN_RED);
	struct job seat = sit_down(host, &hosted, first.seat.code);
	struct caller caller = service_authenticate(host->service, seat.token);

	cr_expect_eq(strncmp(seat.token, "pn_umpire_", 10), 0);
	cr_expect(caller.known && caller.side == PN_PUBLIC);
	cr_expect(service_is_umpire(host->service, &caller, hosted.game));
	cr_expect_eq(service_side(host->service, &caller, hosted.game), PN_PUBLIC);
	cr_expect_eq(sit_down(host, &hosted, first.seat.code).problem, PROBLEM_BAD_INVITATION,
		     "a code works once");

	struct job second = invite(host, &hosted, PN_BLUE);
	struct job other = sit_down(host, &hosted, second.seat.code);

	cr_expect_eq(other.problem, PROBLEM_NONE);
	cr_expect(service_authenticate(host->service, seat.token).ended, "the first is gone");
	cr_expect_eq(act_plain(host, &hosted, PN_BLUE, PN_COMMAND_OFFER_UMPIRE), PROBLEM_NONE);

	struct job third = invite(host, &hosted, PN_BLUE);

	cr_expect_eq(act_plain(host, &hosted, PN_RED, PN_COMMAND_ACCEPT_OFFER), PROBLEM_NONE);
	cr_expect_eq(sit_down(host, &hosted, third.seat.code).problem, PROBLEM_SEAT_TAKEN);
	cr_expect_eq(invite(host, &hosted, PN_RED).problem, PROBLEM_SEAT_TAKEN);
	cr_expect_eq(act_plain(host, &hosted, PN_PUBLIC, PN_COMMAND_STEP_DOWN), PROBLEM_NONE);
	cr_expect_eq(sit_down(host, &hosted, third.seat.code).problem, PROBLEM_NONE);
	records_close();
}

/* The proposal is for the umpire who sits there: when another comes, it is withdrawn. */
Test(umpire, an_offer_is_of_the_one_who_sits_there)
{
	struct hosted_game hosted = open_game((struct clock_rule){0});
	struct job code = invite(host, &hosted, PN_RED);

	sit_down(host, &hosted, code.seat.code);
	cr_assert_eq(act_plain(host, &hosted, PN_RED, PN_COMMAND_OFFER_UMPIRE), PROBLEM_NONE);
	code = invite(host, &hosted, PN_RED);
	cr_assert_eq(sit_down(host, &hosted, code.seat.code).problem, PROBLEM_NONE);
	cr_expect_eq(act_plain(host, &hosted, PN_BLUE, PN_COMMAND_ACCEPT_OFFER), PROBLEM_REFUSED);
	records_close();
}

Test(umpire, the_same_request_gets_the_same_seat)
{
	struct hosted_game hosted = open_game((struct clock_rule){0});
	struct job code = invite(host, &hosted, PN_RED);
	struct job job = host_join_job(host, &hosted), again;

	snprintf(job.seat.code, sizeof(job.seat.code), "%s", code.seat.code);
	again = job;
	cr_assert(host_run(host, &job) && host_run(host, &again));
	cr_expect_eq(again.problem, PROBLEM_NONE);
	cr_expect_str_eq(again.token, job.token);
	cr_expect_eq(again.side, PN_PUBLIC);
	snapshot_release(job.snapshot);
	snapshot_release(again.snapshot);
	records_close();
}

Test(umpire, a_code_ends_after_fourteen_days)
{
	struct hosted_game hosted = open_game((struct clock_rule){0});
	struct job code = invite(host, &hosted, PN_RED);

	atomic_store(&host->world.now_ms, code.seat.expires_ms + 1);
	cr_expect_eq(sit_down(host, &hosted, code.seat.code).problem, PROBLEM_INVITATION_EXPIRED);
	records_close();
}

Test(umpire, not_before_the_game_has_begun_and_not_after)
{
	struct hosted_game hosted = {0};

	records_open();
	host_muster(&muster, PN_METHOD_LOSER_FIRST);
	struct job create = host_create_job(host, &muster);
	cr_assert(host_run(host, &create));
	snapshot_release(create.snapshot);
	memcpy(hosted.game, create.game, sizeof(hosted.game));
	cr_expect_eq(invite(host, &hosted, create.side).problem, PROBLEM_NOT_STARTED);
	hosted = host_game(host, &muster);
	struct job code = invite(host, &hosted, PN_RED);
	cr_expect_eq(act_plain(host, &hosted, PN_RED, PN_COMMAND_RESIGN), PROBLEM_NONE);
	cr_expect_eq(invite(host, &hosted, PN_RED).problem, PROBLEM_GAME_ENDED);
	cr_expect_eq(sit_down(host, &hosted, code.seat.code).problem, PROBLEM_GAME_ENDED);
	records_close();
}

/* ---- what they rule, in the record ---- */

/* Play until red owes a movement, and say so. */
static void play_to_red(const struct hosted_game *hosted)
{
	for (int i = 0; i < 20; i++) {
		struct snapshot *state = host_state(host, hosted);
		const struct pn_game *view = snapshot_view(state, PN_PUBLIC);
		const pn_side side = pn_owes(view, PN_RED) ? PN_RED : PN_BLUE;
		const struct pn_command first = snapshot_actions(state, side)->action[0].command;
		const bool passes = view->active == side;

		snapshot_release(state);
		if (side == PN_RED && passes)
			return;
		if (passes)
			cr_assert_eq(act_plain(host, hosted, side, PN_COMMAND_PASS), PROBLEM_NONE);
		else
			cr_assert_eq(do_act(host, hosted, side, &first), PROBLEM_NONE);
	}
	cr_assert_fail("red never moves");
}

Test(umpire, his_rulings_are_in_the_record_and_verified)
{
	struct hosted_game hosted = open_game((struct clock_rule){0});
	struct job seat = agree(host, &hosted);

	play_to_red(&hosted);
	cr_assert_eq(act_plain(host, &hosted, PN_RED, PN_COMMAND_PASS), PROBLEM_NONE);
	cr_assert_eq(act_plain(host, &hosted, PN_RED, PN_COMMAND_ASK_UNDO), PROBLEM_NONE);
	cr_expect_eq(act_plain(host, &hosted, PN_PUBLIC, PN_COMMAND_PASS), PROBLEM_REFUSED);
	cr_assert_eq(rule(host, &hosted, PN_RED), PROBLEM_NONE);
	cr_assert_eq(act_plain(host, &hosted, PN_BLUE, PN_COMMAND_ASK_DRAW), PROBLEM_NONE);
	cr_assert_eq(rule(host, &hosted, PN_BLUE), PROBLEM_NONE);

	struct text record = record_of(&hosted, PN_PUBLIC);
	struct verify_report report = record_verify(record.bytes, record.size);
	record_expect(&report, VERIFY_RIGHT, "a game that an umpire ended");
	cr_expect(strstr(record.bytes, "\"by\":\"umpire\""));
	cr_expect(strstr(record.bytes, "\"reason\":\"umpire\""));
	cr_expect(strstr(record.bytes, "\"side\":\"umpire\""));
	cr_expect(strstr(record.bytes, seat.token) == NULL);
	text_free(&record);
	records_close();
}

/* A clock that has answered is put right; the verifier comes to the same banks. */
Test(umpire, he_puts_a_clock_right)
{
	struct hosted_game hosted = open_game((struct clock_rule){HOUR, 0, HOUR});
	struct snapshot *state;

	agree(host, &hosted);
	play_to_red(&hosted);
	cr_assert_eq(act_plain(host, &hosted, PN_RED, PN_COMMAND_ASK_CLOCK), PROBLEM_REFUSED);
	atomic_fetch_add(&host->world.now_ms, (HOUR + MINUTE) * 1000LL);
	service_look(host->service);
	state = host_state(host, &hosted);
	cr_assert_eq(snapshot_view(state, PN_PUBLIC)->strikes[PN_RED], 1);
	cr_expect_lt(snapshot_clock(state)->bank_ms[PN_RED], 2 * MINUTE * 1000LL);
	snapshot_release(state);
	cr_assert_eq(act_plain(host, &hosted, PN_RED, PN_COMMAND_ASK_CLOCK), PROBLEM_NONE);
	cr_assert_eq(rule(host, &hosted, PN_RED), PROBLEM_NONE);
	state = host_state(host, &hosted);
	cr_expect_eq(snapshot_clock(state)->bank_ms[PN_RED], HOUR * 1000LL);
	cr_expect_eq(snapshot_view(state, PN_PUBLIC)->strikes[PN_RED], 0);
	snapshot_release(state);
	cr_assert_eq(act_plain(host, &hosted, PN_BLUE, PN_COMMAND_RESIGN), PROBLEM_NONE);

	struct text record = record_of(&hosted, PN_PUBLIC);
	struct verify_report report = record_verify(record.bytes, record.size);
	record_expect(&report, VERIFY_RIGHT, "a clock that was put right");
	text_free(&record);
	records_close();
}

Test(umpire, he_sits_there_after_a_restart)
{
	struct host on_disk;
	char folder[64];

	host_make_folder(folder);
	host_open(&on_disk, folder);
	host_muster(&muster, PN_METHOD_LOSER_FIRST);
	struct hosted_game hosted = host_game(&on_disk, &muster);
	struct job seat = agree(&on_disk, &hosted);
	cr_assert_eq(act_plain(&on_disk, &hosted, PN_RED, PN_COMMAND_ASK_DRAW), PROBLEM_NONE);
	host_reopen(&on_disk);

	struct caller caller = service_authenticate(on_disk.service, seat.token);

	cr_expect(service_is_umpire(on_disk.service, &caller, hosted.game));
	cr_expect_eq(rule(&on_disk, &hosted, PN_RED), PROBLEM_NONE);
	host_close(&on_disk);
	host_remove_folder(folder);
}

/* Until the disk has it nobody has sat down; a full disk changes nothing. */
Test(umpire, a_store_that_fails_seats_nobody)
{
	struct hosted_game hosted = open_game((struct clock_rule){0});
	struct job code = invite(host, &hosted, PN_RED);
	static const enum store_error errors[] = {STORE_FULL, STORE_FAILED};

	for (size_t i = 0; i < sizeof(errors) / sizeof(errors[0]); i++) {
		store_faulty_fail(&host->faulty, errors[i], 1);
		cr_expect_eq(sit_down(host, &hosted, code.seat.code).problem, PROBLEM_STORE_FAILED);
		struct snapshot *state = host_state(host, &hosted);
		cr_expect_eq(snapshot_view(state, PN_PUBLIC)->umpire, PN_UMPIRE_NONE);
		snapshot_release(state);
	}
	store_faulty_fail(&host->faulty, STORE_CONFLICT, 1);
	cr_expect_eq(sit_down(host, &hosted, code.seat.code).problem, PROBLEM_NONE);
	records_close();
}

/* ---- over HTTP ---- */

struct stand {
	struct http_host server;
	struct hosted_game hosted;
	char token[TOKEN_BYTES]; /* the umpire's */
};

static struct reply ask(struct stand *stand, const char *method, const char *token,
			const char *rest, const char *body)
{
	return client_ask(stand->server.port, &(struct ask){.method = method,
							    .path = http_path(&stand->hosted, rest),
							    .token = token,
							    .key = "uuid",
							    .body = body});
}

/* Ask, expect the status, and give the body as JSON. */
static json_t *get(struct stand *stand, int status, const char *method, const char *token,
		   const char *rest, const char *body)
{
	struct reply reply = ask(stand, method, token, rest, body);
	json_t *value = json_loads(reply.body.bytes ? reply.body.bytes : "{}", 0, NULL);

	cr_assert_eq(reply.status, status, "%s %s: %d %s", method, rest, reply.status,
		     reply.body.bytes);
	reply_free(&reply);
	return value;
}

static const char *text_at(const json_t *value, const char *name)
{
	const char *text = json_string_value(json_object_get(value, name));
	return text ? text : "";
}

static void open_stand(struct stand *stand, enum game_access access)
{
	struct job create;

	http_host_open(&stand->server, NULL);
	host_muster(&muster, PN_METHOD_LOSER_FIRST);
	create = host_create_job(&stand->server.host, &muster);
	create.seat.create.access = (uint8_t)access;
	cr_assert(host_run(&stand->server.host, &create));
	snapshot_release(create.snapshot);
	memcpy(stand->hosted.game, create.game, sizeof(create.game));
	memcpy(stand->hosted.invitation, create.seat.code, sizeof(create.seat.code));
	memcpy(stand->hosted.token[create.side], create.token, sizeof(create.token));
	struct job join = host_join_job(&stand->server.host, &stand->hosted);
	cr_assert(host_run(&stand->server.host, &join) && !join.problem);
	snapshot_release(join.snapshot);
	memcpy(stand->hosted.token[join.side], join.token, sizeof(join.token));

	json_t *code = get(stand, 201, "POST", stand->hosted.token[PN_RED], "/umpire", NULL);
	char body[128];
	snprintf(body, sizeof(body), "{\"code\":\"%s\"}", text_at(code, "code"));
	json_t *seat = get(stand, 201, "POST", NULL, "/seats", body);
	cr_expect_str_eq(text_at(json_object_get(seat, "seat"), "side"), "umpire");
	cr_expect_str_eq(text_at(json_object_get(seat, "game"), "side"), "umpire");
	snprintf(stand->token, sizeof(stand->token), "%s",
		 text_at(json_object_get(seat, "seat"), "token"));
	json_decref(code);
	json_decref(seat);
}

static void agree_over_http(struct stand *stand)
{
	json_decref(get(stand, 200, "POST", stand->hosted.token[PN_RED], "/actions",
			"{\"type\":\"offer_umpire\"}"));
	json_decref(get(stand, 200, "POST", stand->hosted.token[PN_BLUE], "/actions",
			"{\"type\":\"accept_offer\"}"));
}

/* They look into a private game, and have listed what they may answer; spectators are not. */
Test(umpire, he_sees_what_the_public_sees_and_what_he_may_do)
{
	struct stand stand;

	open_stand(&stand, ACCESS_PRIVATE);
	json_t *view = get(&stand, 200, "GET", stand.token, "", NULL);
	cr_expect_str_eq(text_at(view, "umpire"), "seated");
	json_decref(view);
	json_decref(get(&stand, 403, "GET", NULL, "", NULL));
	agree_over_http(&stand);
	json_decref(get(&stand, 200, "POST", stand.hosted.token[PN_BLUE], "/actions",
			"{\"type\":\"ask_result\",\"terms\":{\"winner\":\"blue\"}}"));

	view = get(&stand, 200, "GET", stand.token, "", NULL);
	cr_expect_str_eq(text_at(view, "umpire"), "agreed");
	cr_expect_eq(json_array_size(json_object_get(view, "actions")), 3u);
	cr_expect_null(json_object_get(view, "plan"));
	cr_expect_str_eq(
		text_at(json_object_get(json_object_get(view, "questions"), "blue"), "question"),
		"result");
	json_decref(view);
	json_t *list = get(&stand, 200, "GET", stand.token, "/actions", NULL);
	cr_expect_eq(json_array_size(json_object_get(list, "actions")), 3u);
	json_decref(list);

	json_t *done = get(&stand, 200, "POST", stand.token, "/actions",
			   "{\"type\":\"rule_for\",\"side\":\"blue\"}");
	cr_expect_str_eq(text_at(json_object_get(done, "receipt"), "viewer"), "public");
	cr_expect_eq(json_array_size(json_object_get(done, "events")), 2u);
	json_decref(done);
	view = get(&stand, 200, "GET", stand.hosted.token[PN_RED], "", NULL);
	cr_expect_str_eq(text_at(json_object_get(view, "result"), "reason"), "umpire");
	json_decref(view);
	http_host_close(&stand.server);
}

/* A spectator's tag is not the umpire's, whose answer has more in it. */
Test(umpire, his_tag_is_his_own)
{
	struct stand stand;

	open_stand(&stand, ACCESS_UNLISTED);
	struct reply own = ask(&stand, "GET", stand.token, "", NULL);
	struct reply other = ask(&stand, "GET", NULL, "", NULL);
	char tag[64];

	snprintf(tag, sizeof(tag), "%s", reply_header(&own, "ETag"));
	cr_expect_eq(strncmp(tag, "\"umpire-", 8), 0, "%s", tag);
	cr_expect_str_neq(tag, reply_header(&other, "ETag"));
	cr_expect(strstr(other.body.bytes, "\"actions\"") == NULL);
	reply_free(&own);
	reply_free(&other);
	http_host_close(&stand.server);
}

static void fill_path(char out[160], const char *path, const struct hosted_game *hosted)
{
	const char *at = strstr(path, "{game}");
	const char *rest = at + strlen("{game}");

	snprintf(out, 160, "%.*s%s%s", (int)(at - path), path, hosted->game, rest);
	if ((at = strstr(out, "{message}")) != NULL)
		memcpy(strchr(out, '{'), "1/report", sizeof("1/report"));
}

/* Every route of a seat is closed to them but those that let an umpire in. */
Test(umpire, he_has_no_side)
{
	struct stand stand;
	size_t open = 0;

	open_stand(&stand, ACCESS_UNLISTED);
	for (size_t i = 0; i < routes_count; i++) {
		const struct route *route = &routes[i];
		struct ask ask = {.method = router_method_name(route->method),
				  .token = stand.token,
				  .key = "uuid",
				  .body = route->body_max ? "{}" : NULL};
		char path[160];

		if (route->auth != AUTH_SEAT)
			continue;
		fill_path(path, route->path, &stand.hosted);
		ask.path = path;
		struct reply reply = client_ask(stand.server.port, &ask);
		bool refused = strstr(reply.body.bytes ? reply.body.bytes : "",
				      "\"code\":\"no_side\"") != NULL;
		cr_expect_eq(refused, !(route->flags & ROUTE_UMPIRE), "%s: %d %s", route->operation,
			     reply.status, reply.body.bytes);
		open += !refused;
		reply_free(&reply);
	}
	cr_expect_eq(open, 12u, "act, previewAction, listActions, handOver, and eight of hooks");
	http_host_close(&stand.server);
}

/* Their seat goes to another device as a side's does; then the old token is ended. */
Test(umpire, he_hands_his_seat_over)
{
	struct stand stand;
	char body[128];

	open_stand(&stand, ACCESS_UNLISTED);
	json_t *code =
		get(&stand, 201, "POST", stand.token, "/seats/mine/handover", "{\"moves\":true}");
	snprintf(body, sizeof(body), "{\"code\":\"%s\"}", text_at(code, "code"));
	json_t *seat = get(&stand, 201, "POST", NULL, "/seats", body);
	cr_expect_str_eq(text_at(json_object_get(seat, "seat"), "side"), "umpire");
	json_decref(get(&stand, 401, "GET", stand.token, "/actions", NULL));
	json_decref(get(&stand, 409, "POST", NULL, "/seats", body));
	json_decref(code);
	json_decref(seat);
	http_host_close(&stand.server);
}

/* A player who is umpire finds the game in their list, awaited when they were asked. */
Test(umpire, a_player_finds_the_game_in_his_list)
{
	struct stand stand;
	char body[128], token[TOKEN_BYTES];

	open_stand(&stand, ACCESS_PRIVATE);
	struct reply made = client_ask(
		stand.server.port,
		&(struct ask){.path = "/v1/players", .key = "uuid", .body = "{\"name\":\"Ann\"}"});
	json_t *value = json_loads(made.body.bytes, 0, NULL);
	snprintf(token, sizeof(token), "%s", text_at(value, "token"));
	json_decref(value);
	reply_free(&made);
	json_t *code = get(&stand, 201, "POST", stand.hosted.token[PN_BLUE], "/umpire", NULL);
	snprintf(body, sizeof(body), "{\"code\":\"%s\"}", text_at(code, "code"));
	json_decref(code);
	json_decref(get(&stand, 201, "POST", token, "/seats", body));
	agree_over_http(&stand);
	json_decref(get(&stand, 200, "POST", stand.hosted.token[PN_RED], "/actions",
			"{\"type\":\"ask_draw\"}"));
	struct reply mine = client_ask(stand.server.port,
				       &(struct ask){.path = "/v1/me/games", .token = token});
	value = json_loads(mine.body.bytes, 0, NULL);
	const json_t *row = json_array_get(json_object_get(value, "games"), 0);
	cr_expect_str_eq(text_at(row, "side"), "umpire");
	cr_expect(json_is_true(json_object_get(row, "your_turn")));
	json_decref(value);
	reply_free(&mine);
	value = get(&stand, 200, "GET", token, "", NULL);
	cr_expect_str_eq(text_at(json_object_get(value, "players"), "umpire"), "Ann");
	json_decref(value);
	json_decref(get(&stand, 200, "POST", token, "/actions",
			"{\"type\":\"rule_against\",\"side\":\"red\"}"));
	http_host_close(&stand.server);
}
