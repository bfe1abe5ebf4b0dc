#pragma once
/* What stores games in tables, whichever engine is behind it. stored_kind.h is the table of the kinds
 * of pieces that a batch has, with the file of each; store_append.c writes them; store_read.c is what
 * all that reads has in common. Checksums of players, tokens, holders and battles are in row_sums.c,
 * row_changes.c and row_check.c. An engine opens, closes and commits (store_sqlite.c,
 * store_postgres.c). For these alone. */

#include <pthread.h>

#include "store/connection.h"

struct sql_store {
	struct store store;
	/* Another connection to read with, NULL on failure. */
	struct connection *(*open_reader)(struct sql_store *sql);
	/* The connection that writes, for whoever writes what is no batch while nobody else does. */
	struct connection *(*get_writer)(struct sql_store *sql);
	struct connection *only; /* all that is read is read with this one; NULL: with others */
	pthread_mutex_t mutex;   /* guards `idle`; `only` while it is borrowed */
	struct connection *idle;
};

/* Begin: the table, and the rest but `open_reader`; and end it, all readers with it. */
void sql_store_begin(struct sql_store *sql);
void sql_store_end(struct sql_store *sql);

/* Put all of a batch into the transaction that the writer has begun; `writer->about` is the game of
 * the piece that failed. */
enum store_error store_put_batch(struct connection *writer, const struct store_batch *batch);

/* A connection to read with, NULL on failure; give it back. */
struct connection *store_borrow(struct sql_store *sql);
void store_give_back(struct sql_store *sql, struct connection *connection);

/* Close a list of connections. */
void store_close_all(struct connection *connection);

/* What a statement is asked with: bytes, or a number. */
struct asked {
	int64_t number;
	const void *bytes; /* NULL: the number */
	size_t size;
};

/* Hand `row` each row of a statement that is asked with so many values; it gets `reading`, and says false
 * of one that is damaged. STORE_NOT_FOUND without any; the second one: STORE_OK. */
enum store_error store_ask(struct store *store, enum statement which, const struct asked *asked,
			   size_t count, void *reading,
			   bool (*row)(void *context, struct query *row));
enum store_error store_read(struct store *store, enum statement which, const struct asked *asked,
			    size_t count, void *reading,
			    bool (*row)(void *context, struct query *row));

/* store_read() of a statement that asks for an id; one that is none has nothing. */
enum store_error store_read_of(struct store *store, enum statement which, const char *id,
			       void *reading, bool (*row)(void *context, struct query *row));

/* The functions of the table that read; store.h says what each does. */
enum store_error store_load_game(struct store *store, const char *id, void *context,
				 void (*game)(void *context, const struct store_game *game));
enum store_error store_load_rows(struct store *store, const char *id, void *context,
				 void (*row)(void *context, const struct store_row *row));
enum store_error store_load_state(struct store *store, const char *id, void *context,
				  void (*state)(void *context, const struct store_state *state));
enum store_error store_load_newer(struct store *store, const char *id, uint32_t rows, void *context,
				  void (*row)(void *context, const struct store_row *row));
enum store_error store_load(struct store *store, enum store_kind kind, const char *of,
			    void *context, store_taker *take);
enum store_error store_count_seats(struct store *store, const char *player, bool only_playing,
				   uint32_t *out);
enum store_error store_load_listed(struct store *store, const char *game, void *context,
				   void (*listed)(void *context,
						  const struct store_listed *listed));
enum store_error store_load_playing(struct store *store, const char *game, void *context,
				    void (*playing)(void *context,
						    const struct store_playing *playing));
enum store_error store_load_number(struct store *store, enum store_number which, int64_t *out);
enum store_error store_load_ids(struct store *store, int status, int64_t before_ms, void *context,
				void (*take)(void *context, const char *id));
enum store_error store_load_kept(struct store *store, uint32_t before, size_t max, void *context,
				 void (*take)(void *context, const struct store_kept *kept));
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
enum store_error store_load_deliveries(struct store *store, const char *player, const char *id,
				       void *context, store_delivery_taker *take);
enum store_error store_load_due(struct store *store, int64_t now_ms, size_t max, void *context,
				store_notice_taker *take);
enum store_error store_next_due(struct store *store, int64_t after_ms, int64_t *out);
enum store_error store_load_posts(struct store *store, uint32_t hook, const char *game,
				  struct store_post out[STORE_POST_SIDES]);
enum store_error store_load_mailed(struct store *store, const uint8_t address[STORE_ADDRESS_BYTES],
				   const char *game, int64_t out[STORE_MAILED_MAX]);
enum store_error store_check_whole(struct store *store);
enum store_error store_check_rows(struct store *store, void *context, store_finding_taker *take);
