#pragma once
/* Two rows each of holders, players, tokens and battles in a store, and what its check finds in them. */

#include "store/store.h"

#define ANN "01234567-89ab-4def-8123-456789abcdef"
#define BOB "11234567-89ab-4def-8123-456789abcdef"
#define GAME "f1234567-89ab-4def-8123-456789abcdef"
#define PHONE "21234567-89ab-4def-8123-456789abcdef" /* Ann's token */
#define BOT "31234567-89ab-4def-8123-456789abcdef"   /* Bob's */
#define FORD "41234567-89ab-4def-8123-456789abcdef"  /* Ann's battle */
#define HILL "51234567-89ab-4def-8123-456789abcdef"  /* Bob's */

/* Write one of them, which must work. */
void summed_append(struct store *store, const struct store_batch *batch);
void summed_put_player(struct store *store, const struct store_player *player);
void summed_put_token(struct store *store, const struct store_token *token);
void summed_put_seat(struct store *store, const struct store_seat *seat);
void summed_put_battle(struct store *store, const char *player, const char *id,
		       enum store_battle_act act, const char *text);

/* A token of a player; a seat of the game, with a token's hash. */
struct store_token summed_token(const char *player, const char *id);
struct store_seat summed_seat(uint8_t side, uint8_t hash);

/* Two rows of each table, into a store or a place (engines.h); the first are Ann's. */
void summed_fill(struct store *store);
void summed_make(const char *place);

/* How many findings there are, and the last. */
struct summed_found {
	int count;
	struct store_finding last;
	char table[16], id[STORE_GAME_BYTES];
};

struct summed_found summed_findings(struct store *store);
struct summed_found summed_findings_in(const char *place);

void summed_expect_whole(struct store *store, const char *after);
void summed_expect_found(const char *place, enum store_finding_kind kind, const char *table,
			 const char *id, const char *what);

/* Put the first row of a table aside, and back in place of what is there. */
void summed_keep_row(const char *place, const char *table);
void summed_put_back(const char *place, const char *table);
