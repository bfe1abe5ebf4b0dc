/* Codes that hand a seat over, or bring an umpire, end with the token that made them; what is
 * said to a token that is wrong, and of a code before it is used. */

#include <criterion/criterion.h>
#include <jansson.h>
#include <stdio.h>

#include "http_host.h"

static struct http_host server;
static struct pn_muster muster;
static struct hosted_game hosted;

static void begin(void)
{
	http_host_open(&server, NULL);
	host_muster(&muster, PN_METHOD_LOSER_FIRST);
	hosted = host_game(&server.host, &muster);
}

static void end(void)
{
	cr_expect_eq(http_host_errors(), 0);
	http_host_close(&server);
}

TestSuite(http_codes, .init = begin, .fini = end);

/* Ask, and give the body as JSON. */
static json_t *ask(int status, const char *path, const char *token, const char *body)
{
	struct ask ask = {
		.method = "POST", .path = path, .token = token, .body = body, .key = "uuid"};
	struct reply reply = client_ask(server.port, &ask);
	json_t *value = json_loads(reply.body.bytes ? reply.body.bytes : "{}", 0, NULL);

	cr_assert_eq(reply.status, status, "%s: %d %s", path, reply.status, reply.body.bytes);
	reply_free(&reply);
	return value;
}

static json_t *look(const char *path, const char *token)
{
	struct ask ask = {.path = path, .token = token};
	struct reply reply = client_ask(server.port, &ask);
	json_t *value = json_loads(reply.body.bytes, 0, NULL);

	cr_assert_eq(reply.status, 200, "%s: %d %s", path, reply.status, reply.body.bytes);
	reply_free(&reply);
	return value;
}

/* A member of an answer, which is given back. */
static void take(json_t *answer, const char *member, char *out, size_t size)
{
	const char *text = json_string_value(json_object_get(answer, member));

	cr_assert_not_null(text, "%s", member);
	snprintf(out, size, "%s", text);
	json_decref(answer);
}

static void take_code(const char *token, const char *rest, const char *body,
		      char out[INVITATION_BYTES])
{
	take(ask(201, http_path(&hosted, rest), token, body), "code", out, INVITATION_BYTES);
}

/* Join with the code. */
static json_t *join(int status, const char *code, const char *token)
{
	char body[128];

	snprintf(body, sizeof(body), "{\"code\":\"%s\"}", code);
	return ask(status, http_path(&hosted, "/seats"), token, body);
}

/* The seat's token that joining with the code gives. */
static void sit_down(const char *code, char out[TOKEN_BYTES])
{
	json_t *joined = join(201, code, NULL);

	take(json_incref(json_object_get(joined, "seat")), "token", out, TOKEN_BYTES);
	json_decref(joined);
}

static void expect_closed(const char *code)
{
	char problem[64];

	take(join(409, code, NULL), "code", problem, sizeof(problem));
	cr_expect_str_eq(problem, "bad_invitation");
}

/* The operator ends red's token, or another's; the new one. */
static void end_seats_token(const char *side, char out[TOKEN_BYTES])
{
	char path[96], body[64];

	snprintf(path, sizeof(path), "/v1/operator/games/%s", hosted.game);
	snprintf(body, sizeof(body), "{\"act\":\"end_token\",\"side\":\"%s\"}", side);
	take(ask(200, path, server.host.service->keys.operator_token, body), "token", out,
	     TOKEN_BYTES);
}

Test(http_codes, a_hand_over_code_ends_with_its_token)
{
	char code[INVITATION_BYTES], token[TOKEN_BYTES], again[TOKEN_BYTES];

	take_code(hosted.token[PN_RED], "/seats/mine/handover", "{\"moves\":true}", code);
	end_seats_token("red", token);
	expect_closed(code);
	/* A code of the new token is good, and what happens to the other side is nothing to it. */
	take_code(token, "/seats/mine/handover", "{\"moves\":false}", code);
	end_seats_token("blue", again);
	sit_down(code, again);
}

Test(http_codes, an_umpires_code_ends_with_the_token_that_made_it)
{
	char code[INVITATION_BYTES], token[TOKEN_BYTES];

	take_code(hosted.token[PN_RED], "/umpire", NULL, code);
	end_seats_token("red", token);
	expect_closed(code);
	take_code(token, "/umpire", NULL, code);
	sit_down(code, token);
}

Test(http_codes, an_umpire_who_was_replaced_has_no_code)
{
	char code[INVITATION_BYTES], umpire[TOKEN_BYTES], handover[INVITATION_BYTES];

	take_code(hosted.token[PN_RED], "/umpire", NULL, code);
	sit_down(code, umpire);
	take_code(umpire, "/seats/mine/handover", "{\"moves\":true}", handover);
	take_code(hosted.token[PN_BLUE], "/umpire", NULL, code);
	sit_down(code, umpire);
	expect_closed(handover);
}

/* A player's token goes on being good, but not for a seat that was moved away from them. */
Test(http_codes, a_code_ends_when_its_maker_loses_the_seat)
{
	char ann[TOKEN_BYTES], code[INVITATION_BYTES], second[INVITATION_BYTES];
	char token[TOKEN_BYTES];

	take(ask(201, "/v1/players", NULL, "{\"name\":\"Ann\"}"), "token", ann, sizeof(ann));
	take_code(hosted.token[PN_RED], "/seats/mine/handover", "{\"moves\":true}", code);
	json_decref(join(201, code, ann));
	take_code(ann, "/umpire", NULL, code);
	take_code(ann, "/seats/mine/handover", "{\"moves\":true}", second);
	sit_down(second, token);
	expect_closed(code);
}

/* Is ann among the holders of red's seat, and is red's own token good beside hers? */
static void expect_claimed(const char *ann)
{
	char path[96], side[16], name[64];
	const char *const holders[] = {ann, hosted.token[PN_RED]};

	snprintf(path, sizeof(path), "/v1/games/%s", hosted.game);
	for (size_t i = 0; i < sizeof(holders) / sizeof(holders[0]); i++) {
		json_t *view = look(path, holders[i]);

		take(json_incref(json_object_get(view, "players")), "red", name, sizeof(name));
		take(view, "side", side, sizeof(side));
		cr_expect_str_eq(side, "red");
		cr_expect_str_eq(name, "Ann");
	}
	json_t *mine = look("/v1/me/games", ann);
	cr_expect_eq(json_array_size(json_object_get(mine, "games")), 1);
	json_decref(mine);
}

/* A seat that began with a token becomes a player's: a code of the token, taken with theirs. */
Test(http_codes, a_seat_from_before_a_name_is_claimed_by_its_token)
{
	char ann[TOKEN_BYTES], ben[TOKEN_BYTES], code[INVITATION_BYTES], problem[64];

	take(ask(201, "/v1/players", NULL, "{\"name\":\"Ann\"}"), "token", ann, sizeof(ann));
	take(ask(201, "/v1/players", NULL, "{\"name\":\"Ben\"}"), "token", ben, sizeof(ben));
	take_code(hosted.token[PN_RED], "/seats/mine/handover", "{\"moves\":false}", code);
	json_decref(join(201, code, ann));
	expect_claimed(ann);
	/* The code is used, the seat is hers already, and the other side cannot be hers as well. */
	expect_closed(code);
	take_code(hosted.token[PN_RED], "/seats/mine/handover", "{\"moves\":false}", code);
	take(join(409, code, ann), "code", problem, sizeof(problem));
	cr_expect_str_eq(problem, "already_seated");
	take_code(hosted.token[PN_BLUE], "/seats/mine/handover", "{\"moves\":false}", code);
	take(join(409, code, ann), "code", problem, sizeof(problem));
	cr_expect_str_eq(problem, "already_seated");
	expect_claimed(ann);
	/* Of a game that is over, too. */
	json_decref(ask(200, http_path(&hosted, "/actions"), ann, "{\"type\":\"resign\"}"));
	take_code(hosted.token[PN_BLUE], "/seats/mine/handover", "{\"moves\":false}", code);
	json_decref(join(201, code, ben));
}

/* That is on disk. */
Test(http_codes_kept, who_made_a_code_is_known_after_a_restart)
{
	char code[INVITATION_BYTES], other[INVITATION_BYTES], token[TOKEN_BYTES];

	http_host_open_cold(&server, 4);
	host_muster(&muster, PN_METHOD_LOSER_FIRST);
	hosted = host_game(&server.host, &muster);
	take_code(hosted.token[PN_RED], "/seats/mine/handover", "{\"moves\":true}", code);
	take_code(hosted.token[PN_BLUE], "/seats/mine/handover", "{\"moves\":true}", other);
	http_host_stop(&server);
	http_host_start(&server);
	end_seats_token("red", token);
	expect_closed(code);
	sit_down(other, token);
	cr_expect_eq(http_host_errors(), 0);
	http_host_close(&server);
}

/* RFC 6750, 3: whoever sent no token is told no reason. */
Test(http_codes, a_wrong_token_is_called_so)
{
	static const char *const bare = "Bearer realm=\"pennon\"";
	static const char *const wrong = "Bearer realm=\"pennon\", error=\"invalid_token\"";
	char ended[TOKEN_BYTES], fresh[TOKEN_BYTES];

	memcpy(ended, hosted.token[PN_RED], sizeof(ended));
	end_seats_token("red", fresh);
	const struct {
		const char *token, *challenge;
		int status;
	} rows[] = {{NULL, bare, 401},
		    {"pn_red_nobodys", wrong, 401},
		    {ended, wrong, 401},
		    {fresh, "", 200}};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct ask one = {.path = http_path(&hosted, "/actions"), .token = rows[i].token};
		struct reply reply = client_ask(server.port, &one);

		cr_expect_eq(reply.status, rows[i].status, "row %zu", i);
		cr_expect_str_eq(reply_header(&reply, "WWW-Authenticate"), rows[i].challenge,
				 "row %zu", i);
		reply_free(&reply);
	}
}

/* ---- a code, before it is used ---- */

enum { DAY = 24 * 3600 * 1000 };

/* What checking a code says: its kind and whose seat it gives, as "kind side", or the problem. */
static void expect_use(const char *game, const char *code, const char *expected)
{
	char path[96], body[128], told[96];

	snprintf(path, sizeof(path), "/v1/games/%s/seats/check", game);
	snprintf(body, sizeof(body), code ? "{\"code\":\"%s\"}" : "{\"code\":null}", code);
	json_t *answer = ask(200, path, NULL, body);
	const char *const problem = json_string_value(json_object_get(answer, "problem"));

	if (problem)
		snprintf(told, sizeof(told), "%s", problem);
	else
		snprintf(told, sizeof(told), "%s %s",
			 json_string_value(json_object_get(answer, "kind")),
			 json_string_value(json_object_get(answer, "side")));
	cr_expect_str_eq(told, expected);
	cr_expect_eq(json_object_get(answer, "expires") == NULL, problem != NULL);
	json_decref(answer);
}

/* A game that nobody may watch, blue's seat open. */
static void open_game(char game[GAME_ID_BYTES], char code[INVITATION_BYTES],
		      char token[TOKEN_BYTES])
{
	json_t *made = ask(201, "/v1/games", NULL,
			   "{\"scenario\":\"two-lines\",\"side\":\"red\",\"access\":\"private\"}");

	take(json_incref(json_object_get(made, "game")), "id", game, GAME_ID_BYTES);
	take(json_incref(json_object_get(made, "seat")), "token", token, TOKEN_BYTES);
	take(json_incref(json_object_get(made, "invitation")), "code", code, INVITATION_BYTES);
	json_decref(made);
}

Test(http_codes, an_invitation_is_checked_and_not_used_up)
{
	char game[GAME_ID_BYTES], code[INVITATION_BYTES], token[TOKEN_BYTES], path[96], body[128];

	open_game(game, code, token);
	expect_use(game, code, "invitation blue");
	expect_use(game, code, "invitation blue");
	expect_use(game, "another", "bad_invitation");
	snprintf(path, sizeof(path), "/v1/games/%s/seats", game);
	snprintf(body, sizeof(body), "{\"code\":\"%s\"}", code);
	json_decref(ask(201, path, NULL, body));
	expect_use(game, code, "seat_taken");
}

Test(http_codes, an_invitation_that_ended_is_told_to_the_millisecond)
{
	char game[GAME_ID_BYTES], code[INVITATION_BYTES], token[TOKEN_BYTES];

	atomic_store(&server.host.world.step_ms, 0);
	open_game(game, code, token);
	atomic_fetch_add(&server.host.world.now_ms, 14LL * DAY);
	expect_use(game, code, "invitation blue");
	atomic_fetch_add(&server.host.world.now_ms, 1);
	expect_use(game, code, "invitation_expired");
}

Test(http_codes, an_invitation_that_was_withdrawn_is_told_until_another_takes_its_place)
{
	char game[GAME_ID_BYTES], code[INVITATION_BYTES], token[TOKEN_BYTES], path[96];
	char other[INVITATION_BYTES];

	open_game(game, code, token);
	snprintf(path, sizeof(path), "/v1/games/%s/invitation", game);
	struct ask withdraw = {.method = "DELETE", .path = path, .token = token};
	struct reply reply = client_ask(server.port, &withdraw);

	cr_expect_eq(reply.status, 200);
	reply_free(&reply);
	expect_use(game, code, "invitation_withdrawn");
	take(ask(201, path, token, NULL), "code", other, sizeof(other));
	expect_use(game, code, "bad_invitation");
	expect_use(game, other, "invitation blue");
}

Test(http_codes, the_open_challenge_of_a_public_game_is_checked_without_a_code)
{
	char game[GAME_ID_BYTES];
	json_t *made = ask(201, "/v1/games", NULL,
			   "{\"scenario\":\"two-lines\",\"side\":\"blue\",\"access\":\"public\"}");

	take(json_incref(json_object_get(made, "game")), "id", game, sizeof(game));
	json_decref(made);
	expect_use(game, NULL, "invitation red");
	expect_use(hosted.game, NULL, "seat_taken");
}

Test(http_codes, a_hand_over_and_an_umpires_code_are_checked_by_what_they_are_for)
{
	char code[INVITATION_BYTES], umpires[INVITATION_BYTES], token[TOKEN_BYTES];

	take_code(hosted.token[PN_RED], "/seats/mine/handover", "{\"moves\":true}", code);
	take_code(hosted.token[PN_RED], "/umpire", NULL, umpires);
	expect_use(hosted.game, code, "handover red");
	expect_use(hosted.game, umpires, "umpire umpire");
	sit_down(code, token);
	expect_use(hosted.game, code, "bad_invitation");
	/* The token that made it ended with the hand-over. */
	expect_use(hosted.game, umpires, "bad_invitation");
	take_code(token, "/umpire", NULL, umpires);
	json_decref(ask(200, http_path(&hosted, "/actions"), token, "{\"type\":\"resign\"}"));
	expect_use(hosted.game, umpires, "game_ended");
}

Test(http_codes, a_check_that_cannot_be_read_or_of_no_game_is_refused)
{
	json_decref(ask(400, http_path(&hosted, "/seats/check"), NULL, "{}"));
	json_decref(ask(404, "/v1/games/00000000-0000-4000-8000-00000000ffff/seats/check", NULL,
			"{\"code\":\"x\"}"));
	json_decref(ask(404, "/v1/games/none/seats/check", NULL, "{\"code\":\"x\"}"));
}
