#pragma once
/* Everything that can go wrong with a request, as RFC 9457 problems: one table maps a
 * code to its status and title. The codes are part of the API and never change. */

/* X(name, wire code, HTTP status, title) */
#define PROBLEMS(X) \
	X(NONE, "none", 200, "OK") \
	X(BAD_JSON, "bad_json", 400, "The body is not the JSON that this route takes") \
	X(BAD_MEMBER, "bad_member", 400, "A member of the body is wrong") \
	X(BAD_PATH, "bad_path", 400, "The path holds a character that no route has") \
	X(BAD_QUERY, "bad_query", 400, "A parameter of the query is wrong") \
	X(BAD_HEADER, "bad_header", 400, "A header is wrong") \
	X(KEY_REQUIRED, "idempotency_key_required", 400, "An Idempotency-Key is required") \
	X(NO_TOKEN, "no_token", 401, "A seat token is required") \
	X(UNKNOWN_TOKEN, "unknown_token", 401, "No seat has this token") \
	X(TOKEN_ENDED, "token_ended", 401, "The token is good no longer") \
	X(NOT_YOUR_GAME, "not_your_game", 403, "The token is for another game") \
	X(NO_SIDE, "no_side", 403, "The umpire has no side in this game") \
	X(PLAYER_REQUIRED, "player_required", 403, "The token of a player is required") \
	X(PRIVATE_GAME, "private_game", 403, "Only its players may look at this game") \
	X(SILENCED, "silenced", 403, "The operator takes no messages of yours in this game") \
	X(NO_SUCH_GAME, "no_such_game", 404, "There is no such game") \
	X(NO_SUCH_RULESET, "no_such_ruleset", 404, "There is no such ruleset") \
	X(NO_SUCH_SCENARIO, "no_such_scenario", 404, "There is no such scenario") \
	X(NO_SUCH_REPORT, "no_such_report", 404, "There is no such report") \
	X(NO_SUCH_MESSAGE, "no_such_message", 404, "There is no such message") \
	X(NO_SUCH_ROUTE, "no_such_route", 404, "There is nothing at this path") \
	X(METHOD_NOT_ALLOWED, "method_not_allowed", 405, "The path does not take this method") \
	X(NOT_ACCEPTABLE, "not_acceptable", 406, "None of the accepted types is served here") \
	X(REFUSED, "refused", 409, "The rules do not allow it") \
	X(NOT_STARTED, "not_started", 409, "The other side has not joined yet") \
	X(GAME_ENDED, "game_ended", 409, "The game has ended") \
	X(SEAT_TAKEN, "seat_taken", 409, "The seat is taken") \
	X(BAD_INVITATION, "bad_invitation", 409, "The invitation is not good for this game") \
	X(NOT_FINISHED, "not_finished", 409, "The game has not ended yet") \
	X(ALREADY_SEATED, "already_seated", 409, "You hold a seat of this game already") \
	X(TOO_MANY_GAMES, "too_many_games", 409, "You hold as many seats as a player may") \
	X(INVITATION_EXPIRED, "invitation_expired", 409, "The invitation or code has expired") \
	X(INVITATION_WITHDRAWN, "invitation_withdrawn", 409, "The invitation was withdrawn") \
	X(GAME_TOO_LONG, "game_too_long", 409, "The game has as many events as a game may have") \
	X(KEY_IN_FLIGHT, "key_in_flight", 409, "A request with this key is being worked on") \
	X(STALE, "stale", 412, "The game has moved on") \
	X(BODY_TOO_LARGE, "body_too_large", 413, "The body is too large") \
	X(UNSUPPORTED_TYPE, "unsupported_type", 415, "The body must be application/json") \
	X(KEY_REUSED, "key_reused", 422, "The key was used with another body") \
	X(BAD_MUSTER, "bad_muster", 422, "The muster cannot be played") \
	X(TOO_MANY, "too_many_requests", 429, "Too many requests") \
	X(RULE_FAULT, "rule_fault", 500, "A rule of Pennon broke; nothing was changed") \
	X(GAME_PAUSED, "game_paused", 503, "The game is paused") \
	X(STORE_FAILED, "store_failed", 503, "The move could not be written; nothing was changed") \
	X(INSUFFICIENT_SCOPE, "insufficient_scope", 403, "The token may only read") \
	X(NO_SUCH_TOKEN, "no_such_token", 404, "There is no such token") \
	X(NO_SUCH_PLAYER, "no_such_player", 404, "There is no such player") \
	X(LAST_TOKEN, "last_token", 409, "No other token of yours may play") \
	X(TOO_MANY_TOKENS, "too_many_tokens", 409, "You have as many tokens as a player may") \
	X(SEATS_HELD, "seats_held", 409, "You hold seats of games that have not ended") \
	X(NO_ROOM, "no_room", 503, \
	  "The disk is nearly full: games go on, but nothing new is made") \
	X(NO_SUCH_BATTLE, "no_such_battle", 404, "There is no such battle") \
	X(TOO_MANY_BATTLES, "too_many_battles", 409, "You keep as many battles as a player may") \
	X(BUSY, "busy", 503, "The server is busy or stopping")

enum problem_code {
#define X(name, code, status, title) PROBLEM_##name,
	PROBLEMS(X)
#undef X
		PROBLEM_COUNT
};

/* A problem's `code`, its status and its title in English, which are as constant as the code. */
const char *problem_wire(enum problem_code code);
int problem_status(enum problem_code code);
const char *problem_title(enum problem_code code);
