#pragma once
/* SQLite behind the table of functions, in four files: what changes the database
 * (store_sqlite.c), what only reads it (store_read.c), games with their rows (store_rows.c)
 * and battles (store_battles.c). For these alone. */

#include <limits.h>
#include <pthread.h>

#include "store/sqlite_connection.h"

struct sqlite_store {
	struct store store;
	bool in_memory;
	int lock; /* descriptor, -1 in memory */
	char path[PATH_MAX];
	struct connection writer;
	struct checkpointer *checkpointer; /* NULL in memory */
	pthread_mutex_t mutex;             /* guards `idle`; in memory the writer's connection */
	struct connection *idle;
};

/* A connection to read with, NULL on failure; give it back. */
struct connection *store_borrow(struct sqlite_store *sqlite);
void store_give_back(struct sqlite_store *sqlite, struct connection *connection);

/* The functions of the table that read; store.h says what each does. */
enum store_error store_load_game(struct store *store, const char *id, void *context,
				 void (*game)(void *context, const struct store_game *game));
enum store_error store_load_rows(struct store *store, const char *id, void *context,
				 void (*row)(void *context, const struct store_row *row));
enum store_error store_load_seats(struct store *store, void *context,
				  void (*seat)(void *context, const struct store_seat *seat));
enum store_error store_load_players(struct store *store, void *context,
				    void (*player)(void *context,
						   const struct store_player *player));
enum store_error store_load_tokens(struct store *store, void *context,
				   void (*token)(void *context, const struct store_token *token));
enum store_error store_count_seats(struct store *store, const char *player, uint32_t *out);
enum store_error store_load_listed(struct store *store, void *context,
				   void (*listed)(void *context,
						  const struct store_listed *listed));
enum store_error store_load_playing(struct store *store, void *context,
				    void (*playing)(void *context,
						    const struct store_playing *playing));
enum store_error store_load_number(struct store *store, enum store_number which, int64_t *out);
enum store_error store_load_ids(struct store *store, int status, int64_t before_ms, void *context,
				void (*take)(void *context, const char *id));
enum store_error store_load_kept(struct store *store, uint32_t before, size_t max, void *context,
				 void (*take)(void *context, const struct store_kept *kept));
enum store_error store_load_faults(struct store *store, void *context,
				   void (*fault)(void *context, const struct store_fault *fault));
enum store_error store_load_reports(struct store *store, uint32_t before, size_t max, void *context,
				    void (*take)(void *context, const struct store_report *report));
enum store_error store_load_unsummed(struct store *store, uint32_t after, size_t max, void *context,
				     void (*take)(void *context, const struct store_kept *kept));
enum store_error store_load_battle(struct store *store, const char *player, const char *id,
				   void *context, store_battle_taker *take);
enum store_error store_load_shared_battle(struct store *store, const char *id,
					  const uint8_t code_hash[32], void *context,
					  store_battle_taker *take);
enum store_error store_load_battles(struct store *store, const char *player, uint32_t before,
				    size_t max, void *context, store_battle_taker *take);
enum store_error store_count_battles(struct store *store, const char *player, uint32_t *out);
enum store_error store_load_all_battles(struct store *store, void *context,
					store_battle_taker *take);
enum store_error store_check_whole(struct store *store);
