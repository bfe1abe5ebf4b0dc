#pragma once
/* What is on disk, as a table of functions. SQLite stands behind it; a test store
 * injects conflicts, errors and full disks.
 *
 * Layout follows arrival: one append-only row a command, carrying its events and its
 * idempotency key; two narrow unique indexes. A game is its first row plus the rows of
 * its commands. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum store_error {
	STORE_OK = 0,
	STORE_NOT_FOUND = -1,
	STORE_CONFLICT = -2,	/* the sequence was not the one expected: load again and ask again */
	STORE_FULL = -3,	/* no room on the disk */
	STORE_FAILED = -4,
	STORE_LOCKED = -5,	/* another process has the folder */
	STORE_NEWER = -6,	/* written by a later version */
};

/* A piece of bytes, borrowed. */
struct store_bytes {
	const void *bytes;
	size_t size;
};

/* A new game: its id, its tokens' hashes are seats. */
struct store_game {
	const char *id;			/* 36 characters */
	struct store_bytes header;	/* JSON text: ruleset, revision, muster, nonces, commitments */
	struct store_bytes secret;	/* seed: never leaves before the game has ended */
	int64_t created_ms;
};

/* One command, accepted. */
struct store_row {
	const char *game;
	uint32_t expected;		/* rows the game has before this one */
	const char *key;		/* idempotency key, scoped by principal */
	uint8_t principal[32];
	uint8_t body_hash[32];
	int64_t time_ms;
	struct store_bytes command;	/* canonical JSON; empty for the server's own */
	struct store_bytes events;	/* JSON Lines, truth's numbering */
	struct store_bytes tips;	/* chain, seq and version of each viewer after it */
};

/* A seat taken: part of a batch like a row. */
struct store_seat {
	const char *game;
	uint8_t side;
	uint8_t token_hash[32];
};

/* What one transaction writes: all or nothing. */
struct store_batch {
	const struct store_game *games;
	size_t game_count;
	const struct store_row *rows;
	size_t row_count;
	const struct store_seat *seats;
	size_t seat_count;
	size_t *conflict;		/* STORE_CONFLICT: set to the index of the row */
};

struct store {
	/* Write the batch durably (fsynced) or not at all. From one thread only. */
	enum store_error (*append)(struct store *store, const struct store_batch *batch);

	/* The game's first row. Bytes are valid during the callback. From any thread. */
	enum store_error (*load_game)(struct store *store, const char *id, void *context,
				      void (*game)(void *context, const struct store_game *game));

	/* The game's commands in order. */
	enum store_error (*load_rows)(struct store *store, const char *id, void *context,
				      void (*row)(void *context, const struct store_row *row));

	/* The row that was written under a key, if any. */
	enum store_error (*find_key)(struct store *store, const char *game,
				     const uint8_t principal[32], const char *key, void *context,
				     void (*row)(void *context, const struct store_row *row));

	/* Every seat, once, at start. */
	enum store_error (*load_seats)(struct store *store, void *context,
				       void (*seat)(void *context, const struct store_seat *seat));

	void (*close)(struct store *store);
};

/* Open or create the database in a folder; locks the folder. `pid` receives the process
 * that holds it with STORE_LOCKED. */
enum store_error store_sqlite_open(struct store **out, const char *directory, int *pid);
