#pragma once
/* The rows and tables of a roster, for the files roster*.c. Callers hold the roster's lock. */

#include <pthread.h>
#include <stdatomic.h>

#include "game/roster.h"

enum { TABLE_FIRST = 1024, NOBODY = 0 };

/* One who holds a seat. Row numbers count from 1; 0 is none. */
struct holder {
	uint8_t side;
	bool ended;
	bool gone;               /* a player's that was moved away: as if it had never been */
	bool hooked;             /* the seat has a hook of its own, or had one */
	_Atomic uint8_t awaited; /* enum seat_awaited */
	char game[GAME_ID_BYTES];
	uint8_t token_hash[32];
	uint32_t player; /* row, or NOBODY */
	uint32_t next_of_game;
	uint32_t older_of_player;
};

struct player {
	char id[GAME_ID_BYTES];
	char name[PLAYER_NAME_BYTES];
	uint8_t body_hash[32];
	int64_t created_ms;
	bool ended;            /* they have left */
	bool hooked;           /* they have a hook, or had one */
	bool shows_day;        /* others may know on which day they were here last */
	uint32_t newest;       /* of their seats */
	uint32_t newest_token; /* row */
	uint32_t newest_app;   /* that they made */
	uint32_t newest_grant; /* that they gave */
	uint32_t seats;
};

/* One of a player's tokens. */
struct token {
	char id[GAME_ID_BYTES];
	char name[PLAYER_NAME_BYTES];
	uint8_t hash[32], body_hash[32];
	uint8_t may; /* bits: enum token_may */
	bool ended;
	int64_t created_ms;
	_Atomic int64_t used_ms; /* to the hour; 0: never */
	int64_t noted_ms;        /* ... as the store has it */
	uint32_t player;         /* row */
	uint32_t older;          /* of the same player */
};

/* A program that acts for players. */
struct app_row {
	char id[GAME_ID_BYTES];
	char name[PLAYER_NAME_BYTES];
	uint8_t token_hash[32], body_hash[32];
	uint8_t asks;    /* bits: enum grant_may */
	uint32_t number; /* of its token */
	bool ended;
	int64_t created_ms;
	uint32_t maker; /* row of a player, or NOBODY: the operator */
	uint32_t older; /* of the same maker */
	uint32_t newest_grant;
};

/* What an app was allowed. */
struct grant_row {
	char id[GAME_ID_BYTES];
	char game[GAME_ID_BYTES]; /* "": all */
	uint8_t body_hash[32];
	uint8_t may; /* bits: enum grant_may */
	bool ended;
	int64_t created_ms;
	uint32_t app, player; /* rows */
	uint32_t older_of_app, older_of_player;
};

/* What a slot of a table points at. */
struct slot {
	uint64_t hash;
	uint32_t row;    /* 0 = free */
	bool is_players; /* in the table of tokens: a player's, else a seat's */
};

struct table {
	size_t count, capacity; /* capacity is a power of two */
	struct slot *slot;
};

struct roster {
	pthread_rwlock_t lock; /* guards all of it */
	struct table tokens, games, players, apps, app_tokens, grants;
	struct holder *holder;
	struct player *player;
	struct token *token;
	uint32_t holders, holders_capacity, players_count, players_capacity;
	struct app_row *app;
	struct grant_row *grant;
	uint32_t tokens_count, tokens_capacity;
	uint32_t apps_count, apps_capacity, grants_count, grants_capacity;
	uint32_t operators_app; /* the newest of the operator's */
	uint32_t forgotten;     /* of `games` */
	atomic_bool any_hooked;
	atomic_bool any_granted; /* somebody allowed an app something, or had */
};

/* Rows by their numbers, which begin with 1. Borrowed until the next row is added. */
struct holder *holder_at(const struct roster *roster, uint32_t row);
struct player *player_at(const struct roster *roster, uint32_t row);
struct token *token_at(const struct roster *roster, uint32_t row);
struct app_row *app_at(const struct roster *roster, uint32_t row);
struct grant_row *grant_at(const struct roster *roster, uint32_t row);

/* Add an empty row to an array of such a size; returns the array, which may have moved. The row's
 * number is `*count` then. */
void *add_row(void *rows, uint32_t *count, uint32_t *capacity, size_t size);

/* What tables and limits know an id and a token's hash by. */
uint64_t hash_of_id(const char *id);
uint64_t hash_of_token(const uint8_t token_hash[32]);

/* Add a slot; the table grows by itself. */
void table_add(struct table *table, struct slot slot);

/* The next slot with this hash from place `*at` on, or NULL. */
struct slot *table_next(const struct table *table, uint64_t hash, size_t *at);

/* The slot of a token's hash, or NULL. */
const struct slot *find_token(const struct roster *roster, const uint8_t hash[32]);

/* The row of a player, or NOBODY. */
uint32_t find_player(const struct roster *roster, const char *id);

/* The rows of an app and of a grant, or 0. */
uint32_t find_app(const struct roster *roster, const char *id);
uint32_t find_grant(const struct roster *roster, const char *id);

/* The slot with the newest holder of a game, or NULL. */
struct slot *find_game(const struct roster *roster, const char *game);

/* The row of the player's seat in a game, or 0. */
uint32_t find_seat(const struct roster *roster, uint32_t player, const char *game);

/* Does all that a grant rests on still stand? */
bool is_good_grant(const struct roster *roster, const struct grant_row *grant);

/* An app as the rest of the server knows it. */
void tell_app(const struct roster *roster, uint32_t row, struct app_facts *out);

/* The player gave up their seat of the game: what they granted there has ended. */
void end_seat_grants(struct roster *roster, uint32_t player, const char *game);

/* The player has left: their apps and grants have ended. */
void end_apps_of(struct roster *roster, uint32_t player);

/* Is the token that a slot names good? */
bool is_good(const struct roster *roster, const struct slot *slot);
