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
	X(BAD_SIGNATURE, "bad_signature", 401, "The signature is not good") \
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
	X(REMATCH_DECLINED, "rematch_declined", 409, "The other side would rather not play again") \
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
	X(NO_SUCH_LINK, "no_such_link", 404, "There is no such link") \
	X(NO_SUCH_PLAYER, "no_such_player", 404, "There is no such player") \
	X(LAST_TOKEN, "last_token", 409, "No other token of yours may play") \
	X(TOO_MANY_TOKENS, "too_many_tokens", 409, "You have as many tokens as a player may") \
	X(SEATS_HELD, "seats_held", 409, "You hold seats of games that have not ended") \
	X(NO_ROOM, "no_room", 503, \
	  "The disk is nearly full: games go on, but nothing new is made") \
	X(NO_SUCH_BATTLE, "no_such_battle", 404, "There is no such battle") \
	X(NO_SUCH_PICTURE, "no_such_picture", 404, "There is no such picture") \
	X(NO_SUCH_TURN, "no_such_turn", 404, "The game has no such turn") \
	X(MEASURING_FORBIDDEN, "measuring_forbidden", 409, \
	  "Nobody may measure while this game runs") \
	X(NO_POSITION, "no_position", 409, "Units stand there as none may when a battle begins") \
	X(TOO_MANY_BATTLES, "too_many_battles", 409, "You keep as many battles as a player may") \
	X(ARMIES_KNOWN, "armies_known", 409, "The armies of this game are no secret") \
	X(ARMY_SEALED, "army_sealed", 409, "The army is sealed, and stays as it is") \
	X(NO_SUCH_HOOK, "no_such_hook", 404, "There is no such hook") \
	X(NO_SUCH_DELIVERY, "no_such_delivery", 404, "The hook was told no such thing lately") \
	X(TOO_MANY_HOOKS, "too_many_hooks", 409, "You have as many hooks as a player may") \
	X(AUTHORIZATION_PENDING, "authorization_pending", 400, "The code was not answered yet") \
	X(SLOW_DOWN, "slow_down", 400, "The code was asked about too soon") \
	X(EXPIRED_TOKEN, "expired_token", 400, "The code is good no longer") \
	X(ACCESS_DENIED, "access_denied", 400, "The player said no") \
	X(NO_SUCH_CODE, "no_such_code", 404, "There is no such code") \
	X(APP_REQUIRED, "app_required", 403, "The token of an app is required") \
	X(GRANT_REQUIRED, "grant_required", 403, "An app names a grant in Pennon-Grant") \
	X(BAD_GRANT, "bad_grant", 403, "The app has no such grant") \
	X(NOT_GRANTED, "not_granted", 403, "The grant does not reach this") \
	X(NO_SUCH_APP, "no_such_app", 404, "There is no such app") \
	X(NO_SUCH_GRANT, "no_such_grant", 404, "There is no such grant") \
	X(TOO_MANY_APPS, "too_many_apps", 409, "You have as many apps as one may") \
	X(TOO_MANY_GRANTS, "too_many_grants", 409, "You gave as many grants as a player may") \
	X(TOO_MANY_MAILS, "too_many_mails", 409, "The address was asked often enough for a day") \
	X(NOT_OFFERED, "not_offered", 409, "This server cannot do that") \
	X(TOO_MANY_MACHINES, "too_many_machines", 429, \
	  "You play the machine in as many games as one may") \
	X(BUSY, "busy", 503, "The server is busy or stopping")

enum problem_code {
#define X(name, code, status, title) PROBLEM_##name,
	PROBLEMS(X)
#undef X
		PROBLEM_COUNT
};

/* A set of codes, a bit each: there are more than 64. */
__extension__ typedef unsigned __int128 problem_set;
_Static_assert(PROBLEM_COUNT <= 128, "a set of codes has 128 bits");
#define PROBLEM_BIT(code) ((problem_set)1 << (code))

/* A problem's `code`, its status and its title in English, which are as constant as the code. */
const char *problem_wire(enum problem_code code);
int problem_status(enum problem_code code);
const char *problem_title(enum problem_code code);
