#pragma once
/* Apps: programs that act for players who allowed it, and what each was allowed. Any thread may ask;
 * JOB_APP and JOB_GRANT (job.h) change them.
 *
 * An app holds one token, and names a grant with every request: it is that player then, as far as the
 * grant goes. A grant reaches no token, other grant, hook, hand-over, account or name. */

#include "game/callers.h"
#include "game/device_codes.h"
#include "game/problem.h"

struct service;

enum {
	APPS_MAX = 8,    /* good ones, of one maker */
	GRANTS_MAX = 64, /* good ones, of one player */
};

/* What a grant allows. To act is to look, too: an answer shows what came of it. RESIGN and PROPOSE
 * add to ACT what it leaves out. */
enum grant_may {
	GRANT_LOOK = 1,    /* see what the player sees, plans and drafts as well */
	GRANT_ACT = 2,     /* play, write plans and talk */
	GRANT_NOTIFY = 4,  /* be told whom a game waits for */
	GRANT_RESIGN = 8,  /* ... resign */
	GRANT_PROPOSE = 16 /* ... propose, ask, and answer what is proposed or asked */
};

struct app_facts {
	char id[GAME_ID_BYTES];
	char player[GAME_ID_BYTES]; /* who made it; "": the operator */
	char name[PLAYER_NAME_BYTES];
	uint8_t asks;    /* bits of enum grant_may */
	uint32_t number; /* of its token: how many it has had */
	uint8_t body_hash[32];
	int64_t created_ms;
	bool ended;
};

struct grant_facts {
	char id[GAME_ID_BYTES], app[GAME_ID_BYTES], player[GAME_ID_BYTES];
	char game[GAME_ID_BYTES]; /* "": of all in which the player holds a seat */
	uint8_t may;              /* bits of enum grant_may */
	uint8_t body_hash[32];
	int64_t created_ms;
	uint32_t place; /* grows with the time it was made */
	bool good;      /* neither it, its app nor its player has ended, nor the seat moved */
};

/* An app by its id, gone or not. False when there is none. */
bool service_app(struct service *service, const char *id, struct app_facts *out);

/* Up to `max` good apps of a maker, a player or "" for the operator, the newest first. */
size_t service_apps(struct service *service, const char *player, struct app_facts *out, size_t max);

/* A grant by its id, good or not. False when there is none. */
bool service_grant(struct service *service, const char *id, struct grant_facts *out);

/* Up to `max` good grants that a player gave, or that an app was given, the newest first, from
 * before place `before`. */
size_t service_grants(struct service *service, const char *player, struct grant_facts *out,
		      size_t max);
size_t service_granted(struct service *service, const char *app, uint32_t before,
		       struct grant_facts *out, size_t max);

/* An app's caller becomes the player who gave it this grant. False, and nothing is changed, when the
 * app has no such good grant: of whatever kind, all of these are alike. */
bool service_take_grant(struct service *service, struct caller *caller, const char *grant);

/* May the app still see a game as `side` by this grant? `only_told`: or be told whom it waits for? */
bool service_grant_sees(struct service *service, const char *app, const char *grant,
			const char *game, pn_side side, bool only_told);

/* Codes for devices without a browser, as device_codes.h says; JOB_GRANT answers one with yes. */
bool service_make_code(struct service *service, const char *app, char user[USER_CODE_BYTES],
		       char device[DEVICE_CODE_BYTES]);
enum problem_code service_poll_code(struct service *service, const char *app, const char *device,
				    char grant[GAME_ID_BYTES]);
enum problem_code service_find_code(struct service *service, const char *player, const char *typed,
				    char app[GAME_ID_BYTES]);
enum problem_code service_refuse_code(struct service *service, const char *player,
				      const char *typed);

/* An app that looks or acts for both sides of a game. False: there is none. */
bool service_common_app(struct service *service, const char *game, struct app_facts *out);
