/* What the server really answers against the schemas of its description: every operation,
 * every kind of problem that can be had from outside, whole games of both methods. */

#include <criterion/criterion.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

#include "description.h"
#include "game/service.h"
#include "http_host.h"

struct live {
	struct http_host server;
	struct hosted_game hosted;
	json_t *document;
	struct random_source random;
};

static void open_live(struct live *live, uint8_t method)
{
	struct pn_muster *muster = malloc(sizeof(*muster));

	*live = (struct live){.document = description_load(), .random = {method + 1u}};
	http_host_open(&live->server, NULL);
	host_muster(muster, method);
	live->hosted = host_game(&live->server.host, muster);
	free(muster);
}

static void close_live(struct live *live)
{
	cr_expect_eq(http_host_errors(), 0);
	json_decref(live->document);
	http_host_close(&live->server);
}

/* Hold an answer against its operation. The caller gives the value back. */
static json_t *hold(const struct live *live, const char *operation, struct reply *reply, int status)
{
	const json_t *schema = description_answer(live->document, operation, status);
	json_t *value = json_loads(reply->body.bytes ? reply->body.bytes : "", 0, NULL);
	char why[SCHEMA_WHY_BYTES];

	cr_assert_eq(reply->status, status, "%s: %d %s", operation, reply->status,
		     reply->body.bytes);
	cr_assert(schema, "%s has no schema for %d", operation, status);
	cr_assert(schema_check(live->document, schema, value, why), "%s: %s", operation, why);
	reply_free(reply);
	return value;
}

static json_t *get(const struct live *live, const char *operation, pn_side side, const char *rest)
{
	struct reply reply = http_get(&live->server, &live->hosted, side, rest);

	return hold(live, operation, &reply, 200);
}

static pn_side active_side(const struct live *live)
{
	struct snapshot *snapshot = service_peek(live->server.host.service, live->hosted.game);
	pn_side side = pn_owes(snapshot_view(snapshot, PN_PUBLIC), PN_RED) ? PN_RED : PN_BLUE;

	snapshot_release(snapshot);
	return side;
}

/* ---- operations of no game ---- */

struct simple {
	const char *operation, *path;
	int status;
};

Test(live, operations_of_no_game)
{
	static const struct simple rows[] = {
		{"getServer", "/v1/server", 200},
		{"listRulesets", "/v1/rulesets", 200},
		{"getRuleset", "/v1/rulesets/battlesystem-2e", 200},
		{"getRuleset", "/v1/rulesets/x", 404},
		{"listScenarios", "/v1/scenarios", 200},
		{"getScenario", "/v1/scenarios/first-charge", 200},
		{"getScenario", "/v1/scenarios/two-lines", 200},
		{"getScenario", "/v1/scenarios/x", 404},
		{"getDescription", "/v1/openapi.json", 200},
		{"getHealth", "/healthz", 200},
		{"getReadiness", "/readyz", 200},
		{"getServer", "/v1/server?x=1", 400},
	};
	struct live live;

	open_live(&live, PN_METHOD_LOSER_FIRST);
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct reply reply =
			client_ask(live.server.port, &(struct ask){.path = rows[i].path});

		json_decref(hold(&live, rows[i].operation, &reply, rows[i].status));
	}
	close_live(&live);
}

/* ---- the operator ---- */

static void hold_operator(const struct live *live, const char *operation, struct ask ask,
			  int status)
{
	ask.token = live->server.host.service->keys.operator_token;
	struct reply reply = client_ask(live->server.port, &ask);

	json_decref(hold(live, operation, &reply, status));
}

static json_t *post_as(const struct live *live, pn_side side, const char *rest, const char *body,
		       const char *operation)
{
	struct reply reply = http_post(&live->server, &live->hosted, side, rest, body);

	return hold(live, operation, &reply, 201);
}

Test(live, what_the_operator_may)
{
	static const char *const acts[] = {
		"{\"act\":\"pause\"}",  "{\"act\":\"pause\"}",
		"{\"act\":\"resume\"}", "{\"act\":\"silence\",\"side\":\"red\"}",
		"{\"act\":\"hide\"}",   "{\"act\":\"end_token\",\"side\":\"blue\"}",
		"{\"act\":\"close\"}",  "{\"act\":\"delete\"}",
	};
	struct live live;
	char path[96];

	open_live(&live, PN_METHOD_LOSER_FIRST);
	snprintf(path, sizeof(path), "/v1/operator/games/%s", live.hosted.game);
	hold_operator(&live, "listAllGames", (struct ask){.path = "/v1/operator/games"}, 200);
	hold_operator(&live, "listFaults", (struct ask){.path = "/v1/operator/faults"}, 200);
	hold_operator(&live, "getFault", (struct ask){.path = "/v1/operator/faults/x"}, 404);
	json_decref(post_as(&live, PN_RED, "/messages", "{\"text\":\"Oaf!\"}", "sendMessage"));
	json_decref(post_as(&live, PN_BLUE, "/messages/1/report", "{\"reason\":\"Rude\"}",
			    "reportMessage"));
	hold_operator(&live, "listReports", (struct ask){.path = "/v1/operator/reports"}, 200);
	hold_operator(&live, "settleReport",
		      (struct ask){.method = "DELETE", .path = "/v1/operator/reports/1"}, 200);
	hold_operator(&live, "settleReport",
		      (struct ask){.method = "DELETE", .path = "/v1/operator/reports/2"}, 404);
	hold_operator(&live, "settleReport",
		      (struct ask){.method = "DELETE", .path = "/v1/operator/reports/x"}, 404);
	for (size_t i = 0; i < sizeof(acts) / sizeof(acts[0]); i++)
		hold_operator(&live, "operateGame",
			      (struct ask){.path = path, .key = "uuid", .body = acts[i]}, 200);
	hold_operator(&live, "operateGame",
		      (struct ask){.path = path, .key = "uuid", .body = "{\"act\":\"pause\"}"},
		      409);
	hold_operator(&live, "operateGame",
		      (struct ask){.path = path,
				   .key = "uuid",
				   .body = "{\"act\":\"pause\",\"side\":\"red\"}"},
		      400);
	struct reply reply =
		client_ask(live.server.port, &(struct ask){.path = "/v1/operator/games",
							   .token = live.hosted.token[PN_RED]});

	json_decref(hold(&live, "listAllGames", &reply, 401));
	reply = client_ask(live.server.port, &(struct ask){.path = "/v1/operator/games"});
	json_decref(hold(&live, "listAllGames", &reply, 401));
	close_live(&live);
}

Test(live, creating_and_joining)
{
	struct live live;
	struct ask ask = {
		.path = "/v1/games",
		.key = "uuid",
		.body = "{\"scenario\":\"two-lines\",\"side\":\"blue\",\"nonce\":"
			"\"00000000000000000000000000000000000000000000000000000000000000ff\"}"};
	char path[128], body[128];

	open_live(&live, PN_METHOD_LOSER_FIRST);
	struct reply reply = client_ask(live.server.port, &ask);
	json_t *made = hold(&live, "createGame", &reply, 201);

	cr_expect_str_eq(json_string_value(schema_find(made, "#/seat/side")), "blue");
	snprintf(path, sizeof(path), "/v1/games/%s/seats",
		 json_string_value(schema_find(made, "#/game/id")));
	ask.path = path;
	ask.body = "{\"code\":\"x\"}";
	reply = client_ask(live.server.port, &ask);
	json_decref(hold(&live, "joinGame", &reply, 409));
	snprintf(body, sizeof(body), "{\"code\":\"%s\"}",
		 json_string_value(schema_find(made, "#/invitation/code")));
	ask.body = body;
	reply = client_ask(live.server.port, &ask);
	json_decref(hold(&live, "joinGame", &reply, 201));
	json_decref(made);
	close_live(&live);
}

Test(live, a_battle_is_checked)
{
	static const struct {
		const char *body;
		int status;
	} rows[] = {
		{"{\"ruleset\":\"t9a-2e\",\"muster\":{\"board\":1,\"units\":[{}]}}", 200},
		{"{}", 200},
		{"{", 400},
	};
	struct live live;

	open_live(&live, PN_METHOD_LOSER_FIRST);
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct reply reply =
			client_ask(live.server.port, &(struct ask){.path = "/v1/battles/check",
								   .body = rows[i].body});

		json_decref(hold(&live, "checkBattle", &reply, rows[i].status));
	}
	close_live(&live);
}

/* ---- a game ---- */

/* A random action or preset's body, owned by `list`. */
static const json_t *choose(struct live *live, const json_t *list)
{
	json_t *actions = json_object_get(list, "actions");
	size_t count = json_array_size(actions);
	/* The last is to resign. */
	json_t *action = json_array_get(actions, (size_t)random_next(&live->random) %
							 (count > 1 ? count - 1 : 1));
	json_t *presets = json_object_get(action, "presets");

	if (json_array_size(presets) > 0 && random_one_in(&live->random, 2))
		action = json_array_get(presets, (size_t)random_next(&live->random) %
							 json_array_size(presets));
	return json_object_get(action, "do");
}

/* One command by one side, with everything around it held against the description. */
static void step(struct live *live, pn_side side)
{
	json_t *list = get(live, "listActions", side, "/actions");
	char *body = json_dumps(choose(live, list), JSON_COMPACT), why[SCHEMA_WHY_BYTES];
	json_t *command = json_loads(body, 0, NULL);

	cr_assert(
		schema_check(live->document, description_body(live->document, "act"), command, why),
		"%s", why);
	json_t *tried = json_pack("{s:[{s:O},{s:O}],s:O}", "commands", "do", command, "do", command,
				  "then", command);
	char *trial = json_dumps(tried, JSON_COMPACT);
	struct reply reply = http_post(&live->server, &live->hosted, side, "/preview", body);

	json_decref(hold(live, "previewAction", &reply, 200));
	for (pn_side looks = PN_RED; looks < PN_SIDES; looks++) {
		json_decref(get(live, "lookAhead", looks, "/ahead"));
		reply = http_post(&live->server, &live->hosted, looks, "/ahead", body);
		json_decref(hold(live, "previewAhead", &reply, reply.status));
		reply = http_post(&live->server, &live->hosted, looks, "/ahead/plan", trial);
		json_decref(hold(live, "tryPlan", &reply, reply.status));
	}
	reply = http_post(&live->server, &live->hosted, side, "/actions", body);
	json_decref(hold(live, "act", &reply, 200));
	/* The other side may hardly ever do the same now. */
	reply = http_post(&live->server, &live->hosted, pn_opponent(side), "/actions", body);
	json_decref(hold(live, "act", &reply, reply.status));
	for (pn_side viewer = 0; viewer < PN_VIEWERS; viewer++)
		json_decref(get(live, "getGame", viewer, ""));
	json_decref(tried);
	json_decref(command);
	free(trial);
	free(body);
	json_decref(list);
}

static bool is_finished(const struct live *live)
{
	struct snapshot *snapshot = service_peek(live->server.host.service, live->hosted.game);
	bool finished = snapshot_header(snapshot)->status == GAME_FINISHED;

	snapshot_release(snapshot);
	return finished;
}

static void play_game(uint8_t method)
{
	struct live live;

	open_live(&live, method);
	for (int i = 0; i < 300 && !is_finished(&live); i++)
		step(&live, active_side(&live));
	cr_expect(is_finished(&live));
	for (pn_side viewer = 0; viewer < PN_VIEWERS; viewer++)
		json_decref(get(&live, "listEvents", viewer, "/events?limit=500"));
	close_live(&live);
}

Test(live, a_whole_game_declared_in_turn)
{
	play_game(PN_METHOD_LOSER_FIRST);
}

Test(live, a_whole_game_declared_in_secret)
{
	play_game(PN_METHOD_SEALED);
}

/* ---- players, seats, talk ---- */

struct route_row {
	const char *operation, *method, *path; /* "%s": of the game */
	const char *body;
	bool is_blue;
	int status;
};

#define A_BATTLE "/v1/me/battles/01234567-89ab-4def-8123-456789abcdef"
#define A_FILE \
	"{\"format\":1,\"name\":\"Draft\",\"ruleset\":\"chainmail\",\"muster\":{\"board\":{\"width\":1," \
	"\"depth\":1},\"units\":[],\"ends\":{\"turns\":1,\"count\":\"none\"}}}"

/* In order: each stands on those before. Red is a player, blue comes with the invitation. */
static const struct route_row walk[] = {
	{"getInvitation", "GET", "/v1/games/%s/invitation", NULL, false, 200},
	{"checkCode", "POST", "/v1/games/%s/seats/check", "{\"code\":null}", false, 200},
	{"withdrawInvitation", "DELETE", "/v1/games/%s/invitation", NULL, false, 200},
	{"checkCode", "POST", "/v1/games/%s/seats/check", "{\"code\":null}", false, 200},
	{"joinGame", "POST", "/v1/games/%s/seats", "{\"code\":null}", true, 409},
	{"renewInvitation", "POST", "/v1/games/%s/invitation", NULL, false, 201},
	{"listGames", "GET", "/v1/games", NULL, false, 200},
	{"joinGame", "POST", "/v1/games/%s/seats", "{\"code\":null}", true, 201},
	{"renewInvitation", "POST", "/v1/games/%s/invitation", NULL, false, 409},
	{"getMe", "GET", "/v1/me", NULL, false, 200},
	{"listMyGames", "GET", "/v1/me/games", NULL, false, 200},
	{"listMyGames", "GET", "/v1/me/games?cursor=x", NULL, false, 400},
	{"listTurns", "GET", "/v1/me/turns", NULL, false, 200},
	{"listBattles", "GET", "/v1/me/battles", NULL, false, 200},
	{"putBattle", "PUT", A_BATTLE, A_FILE, false, 200},
	{"putBattle", "PUT", A_BATTLE, "{}", false, 400},
	{"listBattles", "GET", "/v1/me/battles", NULL, false, 200},
	{"getMyBattle", "GET", A_BATTLE, NULL, false, 200},
	{"shareBattle", "PUT", A_BATTLE "/link", NULL, false, 200},
	{"withdrawBattle", "DELETE", A_BATTLE "/link", NULL, false, 200},
	{"getBattle", "GET", "/v1/battles/01234567-89ab-4def-8123-456789abcdef", NULL, false, 404},
	{"deleteBattle", "DELETE", A_BATTLE, NULL, false, 200},
	{"deleteBattle", "DELETE", A_BATTLE, NULL, false, 404},
	{"handOver", "POST", "/v1/games/%s/seats/mine/handover", "{\"moves\":false}", false, 201},
	{"sendMessage", "POST", "/v1/games/%s/messages", "{\"text\":\"Hello\"}", false, 201},
	{"sendMessage", "POST", "/v1/games/%s/messages", "{\"text\":\"\"}", false, 400},
	{"reportMessage", "POST", "/v1/games/%s/messages/1/report", "{\"reason\":\"x\"}", false,
	 404},
	{"blockMessages", "PUT", "/v1/games/%s/messages/block", "{\"blocked\":true}", false, 200},
	{"createApp", "POST", "/v1/apps", "{\"name\":\"Bot\",\"asks\":[\"look\"]}", false, 201},
	{"createApp", "POST", "/v1/apps", "{\"name\":\"Bot\",\"asks\":[\"act\"]}", false, 400},
	{"listApps", "GET", "/v1/apps", NULL, false, 200},
	{"getApp", "GET", "/v1/apps/00000000-0000-4000-8000-000000000000", NULL, false, 404},
	{"listGrants", "GET", "/v1/me/grants", NULL, false, 200},
	{"getThisApp", "GET", "/v1/app", NULL, false, 403},
	{"getMyPresence", "GET", "/v1/me/presence", NULL, false, 200},
	{"showPresence", "PUT", "/v1/me/presence", "{\"shown\":true}", false, 200},
	{"showPresence", "PUT", "/v1/me/presence", "{\"shown\":1}", false, 400},
	{"getPresence", "GET", "/v1/games/%s/presence", NULL, false, 200},
	{"offerRematch", "POST", "/v1/games/%s/rematch", NULL, false, 409},
	{"act", "POST", "/v1/games/%s/actions", "{\"type\":\"resign\"}", false, 200},
	{"offerRematch", "POST", "/v1/games/%s/rematch", NULL, false, 201},
	{"getRematch", "GET", "/v1/games/%s/rematch", NULL, false, 200},
	{"declineRematch", "DELETE", "/v1/games/%s/rematch", NULL, false, 200},
	{"listMessages", "GET", "/v1/games/%s/messages", NULL, false, 200},
	{"listMessages", "GET", "/v1/games/%s/messages?limit=0", NULL, false, 400},
	{"getGame", "GET", "/v1/games/%s", NULL, false, 200},
};

Test(live, players_seats_and_talk)
{
	struct live live;
	struct ask ask = {.path = "/v1/players", .key = "uuid", .body = "{\"name\":\"Ann\"}"};
	char path[160], token[TOKEN_BYTES], game[GAME_ID_BYTES];

	open_live(&live, PN_METHOD_LOSER_FIRST);
	struct reply reply = client_ask(live.server.port, &ask);
	json_t *value = hold(&live, "createPlayer", &reply, 201);
	snprintf(token, sizeof(token), "%s", json_string_value(schema_find(value, "#/token")));
	json_decref(value);
	ask = (struct ask){
		.path = "/v1/games",
		.key = "uuid",
		.token = token,
		.body = "{\"scenario\":\"two-lines\",\"side\":\"red\",\"access\":\"public\"}"};
	reply = client_ask(live.server.port, &ask);
	value = hold(&live, "createGame", &reply, 201);
	snprintf(game, sizeof(game), "%s", json_string_value(schema_find(value, "#/game/id")));
	json_decref(value);
	for (size_t i = 0; i < sizeof(walk) / sizeof(walk[0]); i++) {
		const struct route_row *row = &walk[i];
		const char *rest = strstr(row->path, "%s");

		snprintf(path, sizeof(path), "%.*s%s%s",
			 rest ? (int)(rest - row->path) : (int)strlen(row->path), row->path,
			 rest ? game : "", rest ? rest + 2 : "");
		ask = (struct ask){.method = row->method,
				   .path = path,
				   .key = strcmp(row->method, "POST") == 0 ? "uuid" : NULL,
				   .token = row->is_blue ? NULL : token,
				   .body = row->body};
		reply = client_ask(live.server.port, &ask);
		json_decref(hold(&live, row->operation, &reply, row->status));
	}
	close_live(&live);
}

/* ---- second pages ---- */

/* Every list that has pages, as one of a single entry each: its second page is the list's
 * too, and is reached by the cursor as it was given. */
static void hold_pages(const struct live *live, const char *operation, const char *path,
		       const char *token)
{
	char next[512];

	snprintf(next, sizeof(next), "%s?limit=1", path);
	for (int page = 0; page < 2; page++) {
		struct reply reply =
			client_ask(live->server.port, &(struct ask){.path = next, .token = token});
		json_t *value = hold(live, operation, &reply, 200);
		const json_t *cursor = json_object_get(value, "next");

		if (page == 0)
			cr_assert(json_is_string(cursor), "%s has one page", operation);
		if (json_is_string(cursor))
			snprintf(next, sizeof(next), "%s?limit=1&cursor=%s", path,
				 json_string_value(cursor));
		json_decref(value);
	}
}

static void make_public_game(const struct live *live, const char *token)
{
	struct ask ask = {.path = "/v1/games",
			  .key = "uuid",
			  .token = token,
			  .body = "{\"scenario\":\"two-lines\",\"side\":\"red\","
				  "\"access\":\"public\"}"};
	struct reply reply = client_ask(live->server.port, &ask);

	json_decref(hold(live, "createGame", &reply, 201));
}

Test(live, second_pages)
{
	struct live live;
	struct ask ask = {.path = "/v1/players", .key = "uuid", .body = "{\"name\":\"Ann\"}"};
	char token[TOKEN_BYTES], path[128];

	open_live(&live, PN_METHOD_LOSER_FIRST);
	struct reply reply = client_ask(live.server.port, &ask);
	json_t *value = hold(&live, "createPlayer", &reply, 201);

	snprintf(token, sizeof(token), "%s", json_string_value(schema_find(value, "#/token")));
	json_decref(value);
	for (int i = 0; i < 2; i++) {
		make_public_game(&live, token);
		json_decref(
			post_as(&live, PN_RED, "/messages", "{\"text\":\"Well?\"}", "sendMessage"));
		snprintf(path, sizeof(path), "/messages/%d/report", i + 1);
		json_decref(
			post_as(&live, PN_BLUE, path, "{\"reason\":\"Rude\"}", "reportMessage"));
	}
	hold_pages(&live, "listGames", "/v1/games", NULL);
	hold_pages(&live, "listMyGames", "/v1/me/games", token);
	hold_pages(&live, "listAllGames", "/v1/operator/games",
		   live.server.host.service->keys.operator_token);
	hold_pages(&live, "listReports", "/v1/operator/reports",
		   live.server.host.service->keys.operator_token);
	snprintf(path, sizeof(path), "/v1/games/%s/messages", live.hosted.game);
	hold_pages(&live, "listMessages", path, live.hosted.token[PN_RED]);
	snprintf(path, sizeof(path), "/v1/games/%s/events", live.hosted.game);
	hold_pages(&live, "listEvents", path, live.hosted.token[PN_RED]);
	close_live(&live);
}
