#pragma once
/* A connection to a database, whichever engine is behind it: its statements, prepared once, and the
 * small steps that storing is made of. What is the same for all engines is written with these
 * alone; sqlite_connection.c and postgres_connection.c are the two there are. For the files of
 * store/ only. */

#include "store/checksum.h"

enum { STORE_NAME_BYTES = 16, COPIED_MAX = 18 };

enum statement {
	BEGIN,
	BEGIN_READING,
	COMMIT,
	ROLLBACK,
	PUT_GAME,
	PUT_ROW,
	PUT_FIRST_TAIL,
	PUT_TAIL,
	PUT_CHECKSUM,
	PUT_STATE,
	PUT_SEAT,
	END_SEAT_GRANTS,
	END_PLAYERS,
	END_TOKENS,
	PUT_PLAYER,
	CHANGE_PLAYER,
	BLANK_TOKENS,
	PUT_TOKEN,
	PUT_STATUS,
	PUT_NUMBER,
	PUT_FAULT,
	CURE_GAME,
	PUT_REPORT,
	SETTLE_REPORT,
	FORGET_ROWS,
	FORGET_HOLDERS,
	FORGET_FAULTS,
	FORGET_REPORTS,
	FORGET_TAIL,
	FORGET_STATE,
	FORGET_NOTICES,
	FORGET_POSTS,
	FORGET_HOOKS,
	FORGET_GRANTS,
	FORGET_GAME,
	PUT_BATTLE,
	LINK_BATTLE,
	DROP_BATTLE,
	DROP_BATTLES,
	PUT_HOOK,
	RENEW_HOOK,
	ASK_HOOK,
	CONFIRM_HOOK,
	STOP_HOOK,
	DROP_OFF_NOTICES,
	HEAR_HOOK,
	DROP_HOOK,
	DROP_HOOKS,
	DROP_SEAT_HOOKS,
	DROP_TOKEN_HOOKS,
	DROP_ITS_NOTICES,
	PUT_NOTICE,
	PUT_SEAT_NOTICE,
	PUT_AGAIN,
	RECALL_NOTICE,
	TAKE_NOTICE,
	KEEP_NOTICE,
	PUT_OFF_NOTICE,
	DROP_NOTICE,
	PUT_DELIVERY,
	DROP_OLD_DELIVERIES,
	PUT_APP,
	END_APP,
	END_APPS,
	PUT_GRANT,
	END_APP_GRANTS,
	END_GIVEN_GRANTS,
	END_THEIR_GRANTS,
	PUT_POST,
	DROP_POST,
	DROP_OLD_POSTS,
	GET_POSTS,
	PUT_MAILED,
	DROP_MAILED,
	DROP_OLD_MAILED,
	PUT_PROBE,
	GET_GAME,
	GET_TAIL,
	GET_ROWS,
	GET_ROWS_FROM,
	GET_CHECKSUM,
	GET_STATE,
	GET_SEATS,
	GET_GAME_SEATS,
	GET_PLAYERS,
	GET_PLAYER,
	GET_TOKENS,
	GET_PLAYER_TOKENS,
	COUNT_SEATS,
	GET_LISTED,
	GET_LISTED_GAME,
	GET_PLAYING,
	GET_PLAYING_GAME,
	GET_NUMBER,
	GET_IDS,
	GET_KEPT,
	GET_UNSUMMED,
	GET_FAULTS,
	GET_REPORTS,
	GET_BATTLE,
	GET_SHARED_BATTLE,
	GET_BATTLES,
	COUNT_BATTLES,
	GET_ALL_BATTLES,
	READ_HOLDERS, /* tables whose rows are summed (row_sums.h): all rows, or some */
	READ_PLAYERS,
	READ_TOKENS,
	READ_BATTLES,
	READ_GAME_HOLDERS,
	READ_PLAYER,
	READ_TOKEN,
	READ_PLAYER_TOKENS,
	READ_BATTLE,
	READ_PLAYER_BATTLES,
	MARK_HOLDER,
	MARK_PLAYER,
	MARK_TOKEN,
	MARK_BATTLE,
	GET_SUM,
	PUT_SUM,
	CHANGE_SUM,
	DROP_SUM,
	GET_HOOKS,
	GET_DELIVERIES,
	GET_ALL_HOOKS,
	GET_APPS,
	GET_APP,
	GET_GRANTS,
	GET_GRANT,
	GET_DUE,
	NEXT_DUE,
	GET_MAILED,
	CHECK,
	GET_PAGE_BYTES, /* SQLite's alone */
	LOCK_WRITERS,   /* from here on PostgreSQL's alone */
	CLAIM_WRITER,
	JOIN_WRITERS,
	FIND_WRITER,
	HOLD_WRITER,
	BEAT_WRITER,
	OWN_WRITER,
	LEAVE_WRITER,
	GET_OLDER_WRITERS,
	END_OLDER_WRITERS,
	GET_WRITER,
	GET_WRITERS,
	LOCK_IDS,
	LOCK_GAMES,
	GET_TAILS,
	PUT_CHANGE,
	DROP_CHANGES,
	GET_CHANGES,
	CLAIM_HOOK,
	LEAVE_HOOK,
	GET_NOTICE,
	GET_VERSION,
	COPY_READ, /* of each table that is copied, store_copy.c says which */
	COPY_WRITE = COPY_READ + COPIED_MAX,
	STATEMENT_COUNT = COPY_WRITE + COPIED_MAX
};

/* The columns of a hook, for texts that have them. */
#define STATEMENT_HOOK \
	"SELECT hook.player, hook.name, url, format, kinds, secret, secret_ms, created_ms, state," \
	" status, heard_ms, failing_ms, hook.id, keys, language, quiet_from, quiet_until," \
	" one_unread, mentions, hook.game, hook.side, token, asked"

/* A statement, what is bound to it, and the row at which it stands. */
struct query {
	const struct engine *engine;
};

/* How far a game is. */
struct tail {
	uint8_t name[STORE_NAME_BYTES]; /* the game's */
	int64_t game;                   /* the key of its row */
	uint32_t row_count;
	bool is_whole;
	uint8_t last[CHECKSUM_BYTES];
};

struct connection {
	const struct engine *engine;
	const char *about; /* the game that the piece is about which is being written, or NULL */
	struct tail *tail; /* of games of the batch that is being written, as far as known */
	size_t tail_count;
	struct connection *next;
};

/* The steps of an engine; below they are functions. */
struct engine {
	const char *const *statements; /* texts; NULL: the one that all have */
	struct query *(*statement)(struct connection *connection, enum statement which);
	enum store_error (*run)(struct connection *connection, struct query *query, bool changes);
	enum store_error (*each)(struct connection *connection, struct query *query, void *context,
				 bool (*row)(void *context, struct query *row));
	enum store_error (*ask)(struct connection *connection, struct query *query, void *context,
				bool (*row)(void *context, struct query *row));
	void (*close)(struct connection *connection);
	bool (*is_alive)(struct connection *connection); /* NULL: it always is */
	void (*bind_int)(struct query *query, int at, int64_t value);
	void (*bind_text)(struct query *query, int at, const char *text);
	void (*bind_bytes)(struct query *query, int at, const void *bytes, size_t size);
	int64_t (*column_int)(struct query *row, int at);
	const char *(*column_text)(struct query *row, int at);
	struct store_bytes (*column_bytes)(struct query *row, int at);
	bool (*column_is_null)(struct query *row, int at);
	int (*column_count)(struct query *row);
};

/* The text of a statement, with ?1 for what is bound first. */
const char *statement_text(const struct engine *engine, enum statement which);

/* The same of those that copy; until the thread asks again. */
const char *store_copy_text(enum statement which);

/* The statement, prepared at its first use and kept. NULL on failure. */
struct query *connection_statement(struct connection *connection, enum statement which);

/* Run a bound statement that returns no rows. In a batch an engine may tell of an error at a later
 * step, but no later than when it commits; `about` is then as it was here. */
enum store_error connection_run(struct connection *connection, enum statement which);

/* The same; STORE_CONFLICT when nothing changes by it. */
enum store_error connection_change(struct connection *connection, enum statement which);

/* Step through the rows of a bound statement; `row` returns false for a damaged one:
 * STORE_DAMAGED. STORE_NOT_FOUND without any. */
enum store_error connection_each(struct connection *connection, enum statement which, void *context,
				 bool (*row)(void *context, struct query *row));

/* The same, but the rows may come as late as the next connection_each() comes back, and until then
 * `context` stays where it is; after an error none come. No row is damaged, and none at all is
 * STORE_OK. So what is asked of a database that is far away is asked in one go. */
enum store_error connection_ask(struct connection *connection, enum statement which, void *context,
				bool (*row)(void *context, struct query *row));

/* Close it and free it. Takes NULL. */
void connection_close(struct connection *connection);

/* What is bound stays where it is until the statement has run. Only bytes are ever NULL. */
void bind_int(struct query *query, int at, int64_t value);
void bind_text(struct query *query, int at, const char *text);
void bind_bytes(struct query *query, int at, const void *bytes, size_t size);
void bind_null(struct query *query, int at);

/* A text is NULL when there is none; bytes are then an empty piece. `copy_column` wants exactly
 * `size` bytes. */
int64_t column_int(struct query *row, int at);
const char *column_text(struct query *row, int at);
struct store_bytes column_bytes(struct query *row, int at);
bool column_is_null(struct query *row, int at);
int column_count(struct query *row);
bool copy_column(struct query *row, int at, void *out, size_t size);

/* A game's id as the 16 bytes that the database keeps; false when it is none. */
bool name_of_id(uint8_t name[STORE_NAME_BYTES], const char *id);
void id_of_name(char id[STORE_GAME_BYTES], const uint8_t name[STORE_NAME_BYTES]);

/* The id in a column; false when there is none. */
bool column_id(struct query *row, int at, char id[STORE_GAME_BYTES]);
