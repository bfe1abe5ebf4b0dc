#pragma once
/* What is on disk, as a table of functions. SQLite stands behind it; a test store
 * injects conflicts, errors and full disks.
 *
 * Layout follows arrival: one append-only row a command, carrying its events and its
 * idempotency key; two narrow unique indexes. A game is its first row (what it starts
 * from) plus the rows of its commands. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum store_error {
	STORE_OK = 0,
	STORE_NOT_FOUND = -1,
	STORE_CONFLICT = -2, /* not the sequence expected: load again and ask again */
	STORE_FULL = -3,     /* no room on the disk */
	STORE_FAILED = -4,
	STORE_LOCKED = -5,    /* another process has the folder */
	STORE_NEWER = -6,     /* written by a later version */
	STORE_READ_ONLY = -7, /* the folder cannot be written */
	STORE_DAMAGED = -8,   /* not as it was written */
};

/* One English sentence for the operator. */
const char *store_error_text(enum store_error error);

enum {
	STORE_GAME_BYTES = 37, /* a game's id, with the NUL */
	STORE_SCOPE_BYTES = 16,
};

/* A piece of bytes, borrowed. */
struct store_bytes {
	const void *bytes;
	size_t size;
};

/* A new game. */
struct store_game {
	const char *id;            /* 36 characters */
	struct store_bytes header; /* JSON text: ruleset, revision, muster, commitment */
	struct store_bytes secret; /* seed and the like: never leaves before the game has ended */
	int64_t created_ms;
	uint8_t access; /* who may look: enum game_access */
};

/* One command, accepted. Row 0 of a game is its creation. */
struct store_row {
	const char *game;
	uint32_t expected;                /* rows the game has before this one */
	uint8_t scope[STORE_SCOPE_BYTES]; /* hash of principal and idempotency key: once a game */
	uint8_t body_hash[32];
	int64_t time_ms;
	struct store_bytes command; /* canonical JSON; empty for the server's own */
	struct store_bytes events;  /* JSON Lines, truth's numbering */
	struct store_bytes tips;    /* chain, seq and version of each viewer after it */
};

/* Who holds a seat: a token, or a player with whatever token they have. Part of a batch like a
 * row. */
struct store_seat {
	const char *game;
	uint8_t side;
	uint8_t token_hash[32]; /* unless there is a player */
	const char *player;     /* their id, or NULL */
	bool ends_others;       /* written: whoever held the seat holds it no longer */
	bool ended;             /* read: a token that holds it no longer */
};

struct store_player {
	const char *id; /* 36 characters */
	const char *name;
	uint8_t body_hash[32]; /* of the request that made them */
	int64_t created_ms;
	bool ended;   /* they have left: then what their tokens are called goes, too */
	bool changes; /* written: they are there already, and their name or that they left is new */
};

/* One of a player's tokens. Written again, only when it was used and that it ended change. */
struct store_token {
	const char *id, *player; /* 36 characters */
	const char *name;
	uint8_t token_hash[32];
	uint8_t body_hash[32]; /* of the request that made it */
	uint8_t may;           /* bits: enum token_may */
	int64_t created_ms;
	int64_t used_ms; /* to the hour; 0: never */
	bool ended;      /* for good */
	bool only_used;  /* written: nothing is new but when it was used */
};

/* How far a game is, from now on. */
struct store_status {
	const char *game;
	uint8_t status; /* enum game_status, or STORE_DELETED */
	int64_t time_ms;
	bool hidden; /* by the operator */
};

/* A game that anybody may find in the list. */
struct store_listed {
	const char *id, *ruleset, *scenario; /* ids; scenario "" = none */
	int64_t created_ms;
	uint8_t status;
};

/* A command that broke a rule. */
struct store_fault {
	const char *game, *report; /* ids */
	uint8_t side;
	uint32_t rows; /* of the game then */
	uint8_t command_hash[32];
	int64_t time_ms;
};

/* A message that a player reported. */
struct store_report {
	const char *game; /* id */
	uint8_t side;     /* who reports */
	uint32_t message; /* its number in the game's table talk */
	struct store_bytes said, reason;
	int64_t time_ms;
	bool settled;   /* read: the operator has seen to it */
	uint32_t place; /* read: its number, which grows with the time */
};

/* A game that is being played. */
struct store_playing {
	const char *id, *ruleset; /* ids */
	int revision;             /* of the ruleset, when it was made */
	int64_t created_ms;
	struct store_bytes tips; /* of its last row */
};

/* A game, for the operator. */
struct store_kept {
	const char *id;
	int64_t created_ms;
	uint8_t status;
	bool hidden;
	uint32_t place; /* grows with the time it was made */
};

/* A game that is forgotten, with all that belongs to it. */
struct store_forgotten {
	const char *game;
	int status; /* only if it is this far; STORE_ANY_STATUS: however far */
};

enum {
	STORE_ANY_STATUS = -1,
	STORE_DELETED = 3, /* a status beyond enum game_status: to be forgotten */
};

/* What is written of a battle: the file, or its link alone, or that it goes. */
enum store_battle_act { STORE_BATTLE_FILE, STORE_BATTLE_LINK, STORE_BATTLE_GONE };

/* A battle that a player keeps. */
struct store_battle {
	const char *player, *id; /* 36 characters; the id is the player's own choice */
	const char *title;
	const char *ruleset; /* id */
	int64_t changed_ms;
	uint32_t code; /* what the code of its link is made from; 0: it has no link */
	uint8_t code_hash[32];
	uint8_t hash[32];        /* of the file */
	struct store_bytes file; /* read in a list: its size alone */
	uint32_t place;          /* read: its number, which grows with the time it was first put */
	enum store_battle_act act; /* written */
};

typedef void store_battle_taker(void *context, const struct store_battle *battle);

/* Numbers that are kept besides games. */
enum store_number {
	STORE_ALIVE,  /* when the server last wrote down the time, in milliseconds */
	STORE_BACKUP, /* when the copy was made that this database was; 0: it is no copy */
};

/* What one transaction writes: all or nothing. An empty batch still writes: it asks
 * whether writing works. */
struct store_batch {
	const struct store_game *games;
	size_t game_count;
	const struct store_row *rows;
	size_t row_count;
	const struct store_seat *seats;
	size_t seat_count;
	const struct store_status *statuses;
	size_t status_count;
	const struct store_player *players;
	size_t player_count;
	const struct store_token *tokens;
	size_t token_count;
	const struct store_battle *battles;
	size_t battle_count;
	const struct store_fault *faults;
	size_t fault_count;
	const char *const *cured; /* games whose faults are forgotten */
	size_t cured_count;
	const struct store_report *reports;
	size_t report_count;
	const uint32_t *settled; /* numbers of reports */
	size_t settled_count;
	const char *const *unsummed; /* games of which a few rows get their checksums */
	size_t unsummed_count;
	const struct store_forgotten *forgotten; /* last of all */
	size_t forgotten_count;
	int64_t alive_ms;      /* the time, to be written down; 0: not now */
	const char **conflict; /* STORE_CONFLICT: set to the game it was about, or NULL */
};

struct store {
	/* Write the batch durably (fsynced) or not at all. From one thread only. */
	enum store_error (*append)(struct store *store, const struct store_batch *batch);

	/* What the game starts from. Bytes are valid during the callback. From any thread. */
	enum store_error (*load_game)(struct store *store, const char *id, void *context,
				      void (*game)(void *context, const struct store_game *game));

	/* The game's rows in order; `expected` is each one's place. STORE_NOT_FOUND without
	 * any. Each is compared with its checksum before it is handed on; STORE_DAMAGED when
	 * one does not fit, when rows are missing, or when what the game starts from is not as
	 * it was written. From any thread. */
	enum store_error (*load_rows)(struct store *store, const char *id, void *context,
				      void (*row)(void *context, const struct store_row *row));

	/* Every seat, once, at start. */
	enum store_error (*load_seats)(struct store *store, void *context,
				       void (*seat)(void *context, const struct store_seat *seat));

	/* Every player, once, at start. */
	enum store_error (*load_players)(struct store *store, void *context,
					 void (*player)(void *context,
							const struct store_player *player));

	/* Every token of a player, once, at start. */
	enum store_error (*load_tokens)(struct store *store, void *context,
					void (*token)(void *context,
						      const struct store_token *token));

	/* How many seats a player holds of games that are open or being played. */
	enum store_error (*count_seats)(struct store *store, const char *player, uint32_t *out);

	/* Every public game by creation, once, at start. */
	enum store_error (*load_listed)(struct store *store, void *context,
					void (*listed)(void *context,
						       const struct store_listed *listed));

	/* Every game that is being played, once, at start. */
	enum store_error (*load_playing)(struct store *store, void *context,
					 void (*playing)(void *context,
							 const struct store_playing *playing));

	/* A number that the database keeps about itself; unchanged when it was never set. */
	enum store_error (*load_number)(struct store *store, enum store_number which, int64_t *out);

	/* Ids of games by creation: of one status, or STORE_ANY_STATUS, that have been so, and
	 * made, since before a time. */
	enum store_error (*load_ids)(struct store *store, int status, int64_t before_ms,
				     void *context, void (*take)(void *context, const char *id));

	/* Up to `max` games, the newest first, from before a place. */
	enum store_error (*load_kept)(struct store *store, uint32_t before, size_t max,
				      void *context,
				      void (*take)(void *context, const struct store_kept *kept));

	/* The faults that are remembered, the oldest first. */
	enum store_error (*load_faults)(struct store *store, void *context,
					void (*fault)(void *context,
						      const struct store_fault *fault));

	/* Up to `max` reports, the newest first, from before a place. */
	enum store_error (*load_reports)(struct store *store, uint32_t before, size_t max,
					 void *context,
					 void (*take)(void *context,
						      const struct store_report *report));

	/* Up to `max` games by their places, from behind a place, in which rows are without a
	 * checksum. */
	enum store_error (*load_unsummed)(struct store *store, uint32_t after, size_t max,
					  void *context,
					  void (*take)(void *context,
						       const struct store_kept *kept));

	/* A player's battle; anybody's by its id and the hash of its link's code.
	 * STORE_NOT_FOUND; STORE_DAMAGED when the file is not what its hash says. */
	enum store_error (*load_battle)(struct store *store, const char *player, const char *id,
					void *context, store_battle_taker *take);
	enum store_error (*load_shared_battle)(struct store *store, const char *id,
					       const uint8_t code_hash[32], void *context,
					       store_battle_taker *take);

	/* Up to `max` battles of a player, the newest first, from before a place, without their
	 * files; and how many they keep. */
	enum store_error (*load_battles)(struct store *store, const char *player, uint32_t before,
					 size_t max, void *context, store_battle_taker *take);
	enum store_error (*count_battles)(struct store *store, const char *player, uint32_t *out);

	/* Every battle with its file. STORE_DAMAGED as above. */
	enum store_error (*load_all_battles)(struct store *store, void *context,
					     store_battle_taker *take);

	/* Is every page and index whole? An error when not. */
	enum store_error (*check)(struct store *store);

	/* Close and unlock. Takes NULL in the caller's place: call store_close(). */
	void (*close)(struct store *store);
};

/* Close a store; takes NULL. */
void store_close(struct store *store);

/* Open or create the database in a folder, which is made if its parent exists, and lock
 * the folder; ":memory:" keeps everything in memory (tests). With STORE_LOCKED `pid`
 * receives the process that holds it, 0 if it does not say. */
enum store_error store_sqlite_open(struct store **out, const char *directory, int *pid);
