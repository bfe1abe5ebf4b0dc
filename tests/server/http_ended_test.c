/* Tokens that were good once, and codes that are good no longer: on every route there is,
 * from routes.def, so that a new one is asked too. */

#include <criterion/criterion.h>
#include <jansson.h>
#include <stdio.h>

#include "game/service.h"
#include "http_stage.h"

static struct stage stage;

static void begin(void)
{
	stage_open(&stage);
}

static void end(void)
{
	stage_close(&stage);
}

TestSuite(http_ended, .init = begin, .fini = end);

static struct host *host(void)
{
	return &stage.server.host;
}

/* ---- making them end ---- */

static struct job run(enum job_kind kind, const struct hosted_game *hosted, pn_side side,
		      const char *code)
{
	struct job job = {.kind = kind, .side = side, .if_match = -1, .seat.moves = true};

	memcpy(job.game, hosted->game, sizeof(job.game));
	host_key(host(), &job);
	snprintf(job.seat.code, sizeof(job.seat.code), "%s", code);
	cr_assert(host_run(host(), &job));
	snapshot_release(job.snapshot);
	job.snapshot = NULL;
	return job;
}

static struct job operate(const struct hosted_game *hosted, enum pn_operator_act act, pn_side side)
{
	struct job job = {
		.kind = JOB_OPERATE, .side = side, .if_match = -1, .operator_act = (uint8_t)act};

	memcpy(job.game, hosted->game, sizeof(job.game));
	host_key(host(), &job);
	cr_assert(host_run(host(), &job));
	snapshot_release(job.snapshot);
	cr_assert_eq(job.problem, PROBLEM_NONE);
	return job;
}

static void make_game(struct hosted_game *hosted)
{
	static struct pn_muster muster;

	host_muster(&muster, PN_METHOD_LOSER_FIRST);
	*hosted = host_game(host(), &muster);
}

static void keep(char out[TOKEN_BYTES], const char *token)
{
	snprintf(out, TOKEN_BYTES, "%s", token);
}

/* Red's seat went to another device. */
static void move_seat(struct hosted_game *hosted, char token[TOKEN_BYTES])
{
	struct job code;

	make_game(hosted);
	code = run(JOB_HANDOVER, hosted, PN_RED, "");
	cr_assert_eq(run(JOB_JOIN, hosted, PN_RED, code.seat.code).problem, PROBLEM_NONE);
	keep(token, hosted->token[PN_RED]);
}

static void end_by_operator(struct hosted_game *hosted, char token[TOKEN_BYTES])
{
	make_game(hosted);
	operate(hosted, PN_OPERATOR_END_TOKEN, PN_BLUE);
	keep(token, hosted->token[PN_BLUE]);
}

static void replace_umpire(struct hosted_game *hosted, char token[TOKEN_BYTES])
{
	make_game(hosted);
	for (int i = 0; i < 2; i++) {
		struct job code = run(JOB_UMPIRE, hosted, PN_RED, "");
		struct job seat = run(JOB_JOIN, hosted, PN_RED, code.seat.code);

		cr_assert_eq(seat.problem, PROBLEM_NONE);
		if (i == 0)
			keep(token, seat.token);
	}
}

/* Deleted by the operator, and gone at the next look. */
static void delete_game(struct hosted_game *hosted, char token[TOKEN_BYTES])
{
	struct job open = {.kind = JOB_OPEN};

	make_game(hosted);
	operate(hosted, PN_OPERATOR_DELETE, PN_NO_SIDE);
	atomic_fetch_add(&host()->world.now_ms, 24 * 3600 * 1000LL);
	service_look(host()->service);
	memcpy(open.game, hosted->game, sizeof(open.game));
	cr_assert(host_run(host(), &open));
	cr_assert_eq(open.problem, PROBLEM_NO_SUCH_GAME);
	keep(token, hosted->token[PN_RED]);
}

/* ---- asking ---- */

/* The path of a route for a game. */
static void fill_path(char out[160], const struct route *route, const char *game)
{
	const char *at = route->path;
	size_t used = 0;

	out[0] = '\0';
	while (*at) {
		size_t plain = strcspn(at, "{");
		const char *value = at[plain] == '\0'                       ? ""
				    : strncmp(at + plain, "{game}", 6) == 0 ? game
									    : "1";

		used += (size_t)snprintf(out + used, 160 - used, "%.*s%s", (int)plain, at, value);
		at += plain + strcspn(at + plain, "}");
		at += *at == '}';
	}
}

static struct reply ask(const struct route *route, const char *game, const char *token)
{
	char path[160];

	fill_path(path, route, game);
	return client_ask(stage.server.port,
			  &(struct ask){.method = router_method_name(route->method),
					.path = path,
					.token = token,
					.key = "uuid",
					.body = route->body_max ? "{}" : NULL});
}

/* Does the route look at tokens of seats and players at all? */
static bool asks_who(const struct route *route)
{
	return route->auth != AUTH_NONE && route->auth != AUTH_LOCAL;
}

Test(http_ended, a_token_that_ended_is_told_so_on_every_route)
{
	static const struct {
		const char *name;
		void (*finish)(struct hosted_game *hosted, char token[TOKEN_BYTES]);
	} rows[] = {
		{"a seat that was moved", move_seat},
		{"ended by the operator", end_by_operator},
		{"an umpire after whom another came", replace_umpire},
		{"of a game that was deleted", delete_game},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct hosted_game hosted = stage.other;
		char token[TOKEN_BYTES], name[160];

		rows[i].finish(&hosted, token);
		for (size_t k = 0; k < routes_count; k++) {
			struct reply reply = ask(&routes[k], hosted.game, token);

			snprintf(name, sizeof(name), "%s: %s", routes[k].operation, rows[i].name);
			if (asks_who(&routes[k])) {
				expect_problem(&reply,
					       (struct wanted){401, "token_ended", NULL, NULL},
					       name);
				continue;
			}
			cr_expect(reply.status && reply.status != 401 && reply.status != 403,
				  "%s: %d", name, reply.status);
			reply_free(&reply);
		}
	}
}

/* Nobody finds a game that was deleted, whoever they are. */
Test(http_ended, a_deleted_game_is_not_there_on_every_route)
{
	const char *operator= host()->service->keys.operator_token;
	struct hosted_game hosted;
	char token[TOKEN_BYTES];

	delete_game(&hosted, token);
	for (size_t k = 0; k < routes_count; k++) {
		const struct route *route = &routes[k];
		struct wanted wanted = {404, "no_such_game", NULL, NULL};

		/* The page of a game that is not there is that of one that nobody may see: 200. */
		if (!strstr(route->path, "{game}") || strcmp(route->operation, "showTable") == 0)
			continue;
		/* Of these the body is read first. */
		if (route->auth == AUTH_GUEST || route->auth == AUTH_OPERATOR)
			wanted = (struct wanted){400, "bad_member", NULL, NULL};
		if (route->auth == AUTH_SEAT)
			wanted = (struct wanted){401, "no_token", NULL, NULL};
		struct reply reply = ask(route, hosted.game,
					 route->auth == AUTH_OPERATOR ? operator : NULL);
		expect_problem(&reply, wanted, route->operation);
		if (route->auth != AUTH_SEAT)
			continue;
		reply = ask(route, hosted.game, stage.hosted.token[PN_RED]);
		expect_problem(&reply, (struct wanted){403, "not_your_game", NULL, NULL},
			       route->operation);
	}
	struct reply reply =
		client_ask(stage.server.port, &(struct ask){.path = http_path(&hosted, "/seats"),
							    .key = "uuid",
							    .body = "{\"code\":\"x\"}"});
	expect_problem(&reply, (struct wanted){404, "no_such_game", NULL, NULL}, "joinGame");
	char path[96];
	snprintf(path, sizeof(path), "/v1/operator/games/%s", hosted.game);
	reply = client_ask(stage.server.port, &(struct ask){.path = path,
							    .token = operator,
							    .key = "uuid",
							    .body = "{\"act\":\"pause\"}"});
	expect_problem(&reply, (struct wanted){404, "no_such_game", NULL, NULL}, "operateGame");
}

/* The operator's own token is nobody's elsewhere. */
Test(http_ended, the_operator_is_no_player)
{
	const char *operator= host()->service->keys.operator_token;

	for (size_t k = 0; k < routes_count; k++) {
		if (!asks_who(&routes[k]) || routes[k].auth == AUTH_OPERATOR ||
		    routes[k].auth == AUTH_MAKER)
			continue;
		struct reply reply = ask(&routes[k], stage.hosted.game, operator);
		expect_problem(&reply, (struct wanted){401, "unknown_token", NULL, NULL},
			       routes[k].operation);
	}
}

/* ---- codes ---- */

static struct reply join(const struct hosted_game *hosted, const char *code)
{
	char body[160];

	snprintf(body, sizeof(body), "{\"code\":\"%s\"}", code);
	return client_ask(
		stage.server.port,
		&(struct ask){.path = http_path(hosted, "/seats"), .key = "uuid", .body = body});
}

static struct job open_challenge(struct hosted_game *hosted)
{
	static struct pn_muster muster;

	host_muster(&muster, PN_METHOD_LOSER_FIRST);
	struct job create = host_create_job(host(), &muster);
	cr_assert(host_run(host(), &create));
	snapshot_release(create.snapshot);
	memcpy(hosted->game, create.game, sizeof(hosted->game));
	return create;
}

static void expect_joined(const struct hosted_game *hosted, const char *code, const char *wanted,
			  const char *name)
{
	struct reply reply = join(hosted, code);

	if (wanted) {
		expect_problem(&reply, (struct wanted){409, wanted, NULL, NULL}, name);
		return;
	}
	cr_expect_eq(reply.status, 201, "%s: %s", name, reply.body.bytes);
	reply_free(&reply);
}

Test(http_ended, invitations)
{
	struct hosted_game hosted;
	struct job first = open_challenge(&hosted), second;

	second = run(JOB_INVITE, &hosted, first.side, "");
	expect_joined(&hosted, first.seat.code, "bad_invitation", "replaced");
	expect_joined(&stage.other, second.seat.code, "bad_invitation", "another game's");
	run(JOB_WITHDRAW, &hosted, first.side, "");
	expect_joined(&hosted, second.seat.code, "invitation_withdrawn", "withdrawn");
	expect_joined(&hosted, first.seat.code, "bad_invitation", "replaced before");
	first = run(JOB_INVITE, &hosted, first.side, "");
	expect_joined(&hosted, first.seat.code, NULL, "the new one");
	expect_joined(&hosted, first.seat.code, "seat_taken", "used twice");

	first = open_challenge(&hosted);
	atomic_store(&host()->world.now_ms, first.seat.expires_ms + 1);
	expect_joined(&hosted, first.seat.code, "invitation_expired", "too late");
}

Test(http_ended, codes_that_hand_a_seat_over)
{
	struct hosted_game hosted;
	struct job first, second;

	make_game(&hosted);
	first = run(JOB_HANDOVER, &hosted, PN_RED, "");
	second = run(JOB_HANDOVER, &hosted, PN_RED, "");
	expect_joined(&hosted, first.seat.code, "bad_invitation", "replaced");
	expect_joined(&stage.other, second.seat.code, "bad_invitation", "another game's");
	expect_joined(&hosted, second.seat.code, NULL, "the new one");
	expect_joined(&hosted, second.seat.code, "bad_invitation", "twice");
	first = run(JOB_HANDOVER, &hosted, PN_BLUE, "");
	atomic_store(&host()->world.now_ms, first.seat.expires_ms + 1);
	expect_joined(&hosted, first.seat.code, "invitation_expired", "too late");
}

Test(http_ended, codes_for_an_umpire)
{
	struct hosted_game hosted;
	struct job first, second;

	make_game(&hosted);
	first = run(JOB_UMPIRE, &hosted, PN_RED, "");
	second = run(JOB_UMPIRE, &hosted, PN_BLUE, "");
	expect_joined(&hosted, first.seat.code, "bad_invitation", "replaced");
	expect_joined(&stage.other, second.seat.code, "bad_invitation", "another game's");
	expect_joined(&hosted, second.seat.code, NULL, "the new one");
	expect_joined(&hosted, second.seat.code, "bad_invitation", "twice");
	first = run(JOB_UMPIRE, &hosted, PN_BLUE, "");
	atomic_store(&host()->world.now_ms, first.seat.expires_ms + 1);
	expect_joined(&hosted, first.seat.code, "invitation_expired", "too late");
}
