#pragma once
/* Players, their tokens, their seats and the battles they keep. Any thread may ask; jobs change
 * them (job.h). */

#include "game/limits.h"
#include "game/problem.h"
#include "pennon/rules.h"

struct service;
struct snapshot;
struct snapshot;
struct text;

struct player_facts {
	char id[GAME_ID_BYTES];
	char name[PLAYER_NAME_BYTES];
	int64_t created_ms;
	uint32_t games;  /* in how many they hold a seat */
	bool has_left;   /* then they have no name */
	bool shows_day;  /* others may know on which day they were here last */
	int64_t here_ms; /* the hour in which a token of theirs was used last, as it is on disk;
			  * 0: never */
};

enum { TOKENS_MAX = 32 }; /* good ones, of one player */

/* One token of a player. */
struct token_facts {
	char id[GAME_ID_BYTES], player[GAME_ID_BYTES];
	char name[PLAYER_NAME_BYTES];
	uint8_t hash[32], body_hash[32];
	uint64_t principal;
	uint8_t may; /* bits: enum token_may */
	bool ended;
	int64_t created_ms, used_ms; /* to the hour; 0: never */
};

/* Up to `max` good tokens of a player, the newest first. */
size_t service_tokens(struct service *service, const char *player, struct token_facts *out,
		      size_t max);

/* One by its id, good or not. False when the player has none such. */
bool service_token(struct service *service, const char *player, const char *id,
		   struct token_facts *out);

/* A player by their id. False when there is none. */
bool service_player(struct service *service, const char *id, struct player_facts *out);

/* The player who holds a side's seat of a game. False when it is a token, or open. */
bool service_holder(struct service *service, const char *game, pn_side side,
		    struct player_facts *out);

/* May others know on which day a player was here? Only when they want it known, and not while a
 * game in which they hold a seat is being played: an answer given on a day on which they were not
 * here was a standing order's. When the disk cannot be read, they may not. Callers that show
 * `player_facts.here_ms` to another player ask this first. */
bool service_may_show_day(struct service *service, const struct player_facts *player);

/* Does a game wait for the seat's holder? Kept from when the game was last in memory. */
enum seat_awaited { SEAT_UNKNOWN, SEAT_WAITS, SEAT_AWAITED };

struct held_seat {
	char game[GAME_ID_BYTES];
	pn_side side;
	uint32_t place; /* grows with the time it was taken */
	enum seat_awaited awaited;
};

/* Up to `max` seats of a player, the newest first, from before place `before`. */
size_t service_seats(struct service *service, const char *player, uint32_t before,
		     struct held_seat *out, size_t max);

/* The same without those that are known to wait. */
size_t service_awaited(struct service *service, const char *player, uint32_t before,
		       struct held_seat *out, size_t max);

/* Note which seats a game waits for, for service_awaited(). Call it when its snapshot is at
 * hand. */
void service_note_awaited(struct service *service, const struct snapshot *snapshot);

/* A battle that a player keeps. */
struct kept_battle {
	char id[GAME_ID_BYTES]; /* the player's own choice */
	char title[BATTLE_NAME_BYTES];
	char ruleset[RULESET_BYTES];
	int64_t changed_ms;
	uint32_t size;    /* of its file */
	uint8_t hash[32]; /* of its file */
	uint32_t code;    /* what the code of its link is made from; 0: it has none */
	uint32_t place;   /* grows with the time it was first put */
};

/* Up to `max` battles of a player, the newest first, from before place `before`. False when the
 * disk cannot be read. */
bool service_battles(struct service *service, const char *player, uint32_t before,
		     struct kept_battle *out, size_t max, size_t *count);

/* One by its id, and one that has a link with this code, of whomever: its file is appended to
 * `file`, unless that is NULL. PROBLEM_NONE, PROBLEM_NO_SUCH_BATTLE or PROBLEM_STORE_FAILED. */
enum problem_code service_battle(struct service *service, const char *player, const char *id,
				 struct kept_battle *out, struct text *file);
enum problem_code service_shared_battle(struct service *service, const char *id, const char *code,
					struct kept_battle *out, struct text *file);

/* The code of the link that a player's battle has. */
void service_battle_code(struct service *service, const char *player,
			 const struct kept_battle *battle, char out[TOKEN_BYTES]);
