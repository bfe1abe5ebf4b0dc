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

#include "store/store_error.h"
#include "store/store_finding.h"

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

/* A game as it was after so many rows: a cache, so that those need not be read each time. What
 * `body` says its writer knows. A game has at most one, the latest. */
struct store_state {
	const char *game;
	uint32_t rows;
	struct store_bytes body;
};

/* That a seat is held: by a token, or by a player with whatever token they have. */
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
	bool shows_day; /* others may know on which day they were here last */
	bool ended;     /* they have left: then what their tokens are called goes, too */
	bool changes;   /* written: they are there already, and what follows their id is new,
			 * but for the request and the time that made them */
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
	struct store_bytes name;             /* the header's member as JSON, empty = none */
	const char *machine;                 /* the header's member as JSON, "" = none */
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
	bool is_damaged;         /* read among all: the file is not what its hash says */
	enum store_battle_act act; /* written */
};

typedef void store_battle_taker(void *context, const struct store_battle *battle);

/* Where a player is told; an address for mails is asked first whether it wants any. */
enum store_hook_state {
	STORE_HOOK_GOOD,
	STORE_HOOK_FAILING,
	STORE_HOOK_OFF,
	STORE_HOOK_UNCONFIRMED
};

/* What is written of a hook: what its owner chose (a new one, or another choice, which puts it on
 * again, but for an address that is to be confirmed), a new secret, what was asked for last, how it
 * fares while it is on, that its address is confirmed or wants no more, or that it goes with all
 * that it was to be told. */
enum store_hook_act {
	STORE_HOOK_PUT,
	STORE_HOOK_SECRET,
	STORE_HOOK_ASKED,
	STORE_HOOK_HEARD,
	STORE_HOOK_CONFIRMED,
	STORE_HOOK_STOPPED,
	STORE_HOOK_GONE
};

enum {
	STORE_HOOK_KEY_BYTES = 81,
	STORE_ASKED_BYTES = 16,
	STORE_ASKED_MAX = 3,
	STORE_DELIVERIES_MAX = 50, /* that are remembered of a hook */
};

struct store_hook {
	const char *player, *id; /* 36 characters: its owner; its id, which is their own choice */
	const char *game;        /* PUT: of a seat, whose owner is nobody's id; NULL: a player's */
	uint8_t side;            /* PUT: the seat's */
	uint64_t principal;      /* PUT: the token that put a seat's, with which it ends */
	const char *url;
	uint8_t format;                   /* enum hook_format */
	uint16_t kinds;                   /* bits: 1 << enum notice_kind */
	const uint8_t *keys;              /* STORE_HOOK_KEY_BYTES of a browser; NULL: none */
	const char *language;             /* of what it is told */
	uint16_t quiet_from, quiet_until; /* minutes of the day, UTC; equal: never */
	const char *mentions; /* ids of Discord's users with commas between; written: NULL: "" */
	bool one_unread;      /* nothing more of a game before the turn that was told is taken */
	uint32_t secret;      /* read: how many secrets it has had */
	int64_t secret_ms;    /* since when it has the last; written: with SECRET */
	/* Hashes of the keys with which things were asked for last; written: with SECRET, ASKED */
	uint8_t asked[STORE_ASKED_MAX][STORE_ASKED_BYTES];
	int64_t created_ms; /* written: when it is new */
	uint8_t state;      /* enum store_hook_state; written: with PUT, and with HEARD as what
			      * follows */
	uint16_t status;    /* of its last answer; 0: none, or none that could be read */
	int64_t heard_ms;   /* when that was; 0: never */
	int64_t failing_ms; /* since when it has answered nothing good; 0: it has */
	uint32_t place; /* its number; written: with HEARD, instead of its names. That, CONFIRMED
			      * and STOPPED are only written if it still has the URL */
	enum store_hook_act act; /* written */
};

/* What is written of notices: each hook of a player that wants such is to be told, unless it was
 * already; those of a side's turn no longer hold; one was told, is tried again later, or goes. */
enum store_notice_act {
	STORE_NOTICE_TELL,
	STORE_NOTICE_TAKEN,
	STORE_NOTICE_TOLD,
	STORE_NOTICE_AGAIN,
	STORE_NOTICE_GONE
};

/* What was answered to one. */
struct store_heard {
	uint32_t hook;   /* its number */
	uint16_t status; /* 0: none, or none that could be read */
	bool good;
	int64_t time_ms; /* 0: it was not sent */
};

struct store_notice {
	const char *player;       /* TELL: whose hooks; "": the seat's */
	const char *hook;         /* TELL: this one alone, unless NULL */
	const char *game;         /* TELL, TAKEN */
	uint8_t kind;             /* enum notice_kind: TELL, TAKEN */
	uint8_t side;             /* TELL, TAKEN */
	bool open;                /* TELL, TAKEN: of hooks whose format anybody may read */
	bool again;               /* TELL: what was told before, because somebody asked for that */
	uint32_t version;         /* TELL: of the game, as the receiver counts */
	int64_t made_ms;          /* TELL */
	int64_t due_ms;           /* TELL, AGAIN */
	uint32_t attempts;        /* AGAIN: how many there were */
	int64_t place;            /* its number: TOLD, AGAIN, GONE, with `made_ms` */
	struct store_heard heard; /* TOLD, AGAIN, GONE */
	enum store_notice_act act;
};

enum { STORE_ADDRESS_BYTES = 32, STORE_MAILED_MAX = 3 };

/* That an address is sent a mail: of a game, or to confirm it; or that it was not after all. What
 * is written goes a day later. */
struct store_mailed {
	uint8_t address[STORE_ADDRESS_BYTES]; /* its hash */
	const char *game;                     /* NULL: to confirm it */
	int64_t sent_ms;
	bool undone;
};

enum { STORE_POST_SIDES = 3, STORE_MESSAGE_BYTES = 24 };

/* A message that a hook has in a channel, so that it can be edited or removed. */
struct store_post {
	uint32_t hook;    /* its place */
	const char *game; /* written */
	uint8_t side;     /* whom it tells that they are waited for; PN_PUBLIC: the table */
	char message[STORE_MESSAGE_BYTES]; /* its id; written "": there is none any more */
	char channel[STORE_MESSAGE_BYTES]; /* where it stands; "": not known */
	int64_t posted_ms, edited_ms;
};
/* What became of one. `attempts` and `heard` are so far, `due_ms` is 0 when it is not sent again. */
typedef void store_delivery_taker(void *context, const struct store_notice *notice);

/* One that is due, and the hook. */
typedef void store_notice_taker(void *context, const struct store_notice *notice,
				const struct store_hook *hook);

/* What is written of an app: that it is there, or is so now; or that it is no more, nor what it was
 * granted. */
enum store_app_act { STORE_APP_PUT, STORE_APP_GONE };

/* A program that acts for players who allowed it. */
struct store_app {
	const char *id;     /* 36 characters */
	const char *player; /* who made it; NULL: the operator */
	const char *name;   /* "" once it is gone */
	uint8_t asks;       /* bits: enum grant_may */
	uint32_t number;    /* of its token: how many it has had */
	uint8_t token_hash[32], body_hash[32];
	int64_t created_ms;
	bool ended;
	enum store_app_act act; /* written */
};

/* What is written of a grant: it, as it is; or that all which a player gave have ended. */
enum store_grant_act { STORE_GRANT_PUT, STORE_GRANT_ALL_GONE };

/* What a player allowed an app; one that has ended stays so. */
struct store_grant {
	const char *id, *app, *player; /* 36 characters; ALL_GONE: the player alone */
	const char *game;              /* NULL: of all of the player's */
	uint8_t may;                   /* bits: enum grant_may */
	uint8_t body_hash[32];
	int64_t created_ms;
	bool ended;
	enum store_grant_act act; /* written */
};

/* What another process has changed, each after those that it rests on. The numbers are stored. */
enum store_change_kind {
	STORE_CHANGED_PLAYER,
	STORE_CHANGED_TOKENS, /* a player's */
	STORE_CHANGED_APP,
	STORE_CHANGED_GRANT,
	STORE_ENDED_GRANTS,       /* all that a player gave */
	STORE_CHANGED_SEATS,      /* who holds a game's */
	STORE_CHANGED_SEAT_HOOKS, /* of a side of a game */
	STORE_CHANGED_HOOKS,      /* a player's */
	STORE_CHANGED_STATUS,     /* how far a game is, and whether it is listed */
	STORE_CHANGED_GAME,       /* it has rows now, or is gone: UINT32_MAX */
	STORE_CHANGE_KINDS
};

struct store_change {
	enum store_change_kind kind;
	char id[STORE_GAME_BYTES];
	uint32_t from, rows; /* GAME: the first new row, and how many there are with the new ones */
	uint8_t side;        /* SEAT_HOOKS */
};

typedef void store_change_taker(void *context, const struct store_change *change);

/* Numbers that are kept besides games. */
enum store_number {
	STORE_ALIVE,  /* when the server was there last, in milliseconds */
	STORE_BACKUP, /* when the copy was made that this database was; 0: it is no copy */
};

/* ---- a batch ---- */

/* That the server was there at this time. */
struct store_time {
	int64_t time_ms;
};

/* The kinds of pieces that a batch has, in the order in which they are written: what takes others
 * with it takes those that are there by then. */
enum store_kind {
	STORE_APP,       /* struct store_app */
	STORE_GRANT,     /* struct store_grant */
	STORE_GAME,      /* struct store_game */
	STORE_ROW,       /* struct store_row */
	STORE_STATE,     /* struct store_state: each after rows of before, or of this batch */
	STORE_SEAT,      /* struct store_seat */
	STORE_STATUS,    /* struct store_status */
	STORE_BATTLE,    /* struct store_battle */
	STORE_PLAYER,    /* struct store_player */
	STORE_TOKEN,     /* struct store_token */
	STORE_HOOK,      /* struct store_hook */
	STORE_NOTICE,    /* struct store_notice: a hook that goes is told nothing */
	STORE_MAILED,    /* struct store_mailed */
	STORE_POST,      /* struct store_post */
	STORE_CURED,     /* const char *: a game whose faults are forgotten */
	STORE_FAULT,     /* struct store_fault */
	STORE_REPORT,    /* struct store_report */
	STORE_SETTLED,   /* uint32_t: the number of a report that is seen to */
	STORE_UNSUMMED,  /* const char *: a game of which a few rows get their checksums */
	STORE_FORGOTTEN, /* struct store_forgotten */
	STORE_TIME,      /* struct store_time */
	STORE_KINDS
};

/* Bytes of one piece. */
size_t store_piece_size(enum store_kind kind);

/* Pieces of one kind, borrowed. */
struct store_list {
	const void *pieces;
	size_t count;
};

/* What one transaction writes: all or nothing. An empty batch still writes: it asks
 * whether writing works. */
struct store_batch {
	struct store_list list[STORE_KINDS];
	const char **conflict; /* STORE_CONFLICT: set to the game it was about, or NULL */
};

/* The piece at a place of its list. */
const void *store_piece(const struct store_batch *batch, enum store_kind kind, size_t at);

/* Gets one of what is loaded, as its struct; valid during the call. */
typedef void store_taker(void *context, const void *piece);

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

	/* The game's state row. STORE_NOT_FOUND without one; STORE_DAMAGED when it is not as it was
	 * written. From any thread. */
	enum store_error (*load_state)(struct store *store, const char *id, void *context,
				       void (*state)(void *context,
						     const struct store_state *state));

	/* The rows from number `rows` on, which is what the game's state row has taken in, compared
	 * like those of load_rows() from the checksum that stands there; none is STORE_OK. What was
	 * before is not looked at. STORE_CONFLICT when the game has another state row by now, or
	 * none. From any thread. */
	enum store_error (*load_newer)(struct store *store, const char *id, uint32_t rows,
				       void *context,
				       void (*row)(void *context, const struct store_row *row));

	/* All that is stored of a kind, in the order in which it was made; with `of`, of a game (SEAT), a
	 * player (TOKEN, HOOK), or the one with that id (PLAYER, APP, GRANT). FAULT has no `of`. None
	 * at all is STORE_OK; a kind that is not named here is STORE_FAILED. From any thread. */
	enum store_error (*load)(struct store *store, enum store_kind kind, const char *of,
				 void *context, store_taker *take);

	/* How many seats a player holds of games that are being played, or, unless `only_playing`,
	 * open. From any thread. */
	enum store_error (*count_seats)(struct store *store, const char *player, bool only_playing,
					uint32_t *out);

	/* Every public game by creation; with `game` that one, if it is listed. */
	enum store_error (*load_listed)(struct store *store, const char *game, void *context,
					void (*listed)(void *context,
						       const struct store_listed *listed));

	/* Every game that is being played; with `game` that one, if it is. */
	enum store_error (*load_playing)(struct store *store, const char *game, void *context,
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

	/* Every battle with its file; each says whether it is damaged. STORE_DAMAGED when a row
	 * cannot be read. */
	enum store_error (*load_all_battles)(struct store *store, void *context,
					     store_battle_taker *take);

	/* What became of the last STORE_DELIVERIES_MAX that a hook was told, the newest first. */
	enum store_error (*load_deliveries)(struct store *store, const char *player, const char *id,
					    void *context, store_delivery_taker *take);

	/* Up to `max` notices that are due, one a hook, those that are due longest first. */
	enum store_error (*load_due)(struct store *store, int64_t now_ms, size_t max, void *context,
				     store_notice_taker *take);

	/* When the next one is due after a time; INT64_MAX without one. */
	enum store_error (*next_due)(struct store *store, int64_t after_ms, int64_t *out);

	/* When an address was last sent mails of a game (NULL: to confirm it), the last first; 0:
	 * not so often. */
	enum store_error (*load_mailed)(struct store *store,
					const uint8_t address[STORE_ADDRESS_BYTES],
					const char *game, int64_t out[STORE_MAILED_MAX]);

	/* What the hook with this place has in its channel of a game: by side; "" where there is
	 * nothing. */
	enum store_error (*load_posts)(struct store *store, uint32_t hook, const char *game,
				       struct store_post out[STORE_POST_SIDES]);

	/* What other processes have written since this was asked last, or since the database was
	 * opened: of each process in the order in which it wrote. From one thread. STORE_STALE: some
	 * of it cannot be had any more. NULL where one process has the database. */
	enum store_error (*follow)(struct store *store, void *context, store_change_taker *take);

	/* Of several processes one tells a hook. Claim it for so long, or for longer if this process
	 * has it already; the database's clock counts. STORE_CONFLICT: another process has it, or it
	 * is gone. From any thread. All three are NULL where one process has the database. */
	enum store_error (*claim_hook)(struct store *store, uint32_t hook, int64_t for_ms);

	/* Let others have it at once. */
	enum store_error (*leave_hook)(struct store *store, uint32_t hook);

	/* Is the notice still to be told as it was read? STORE_NOT_FOUND: not so. It is asked when
	 * the hook is claimed: what another process did before that is seen then. */
	enum store_error (*still_due)(struct store *store, const struct store_notice *notice,
				      int64_t now_ms);

	/* Can it be reached now? STORE_STALE when another process has it. From any thread, at
	 * once. */
	enum store_error (*reach)(struct store *store);

	/* The end is near: an append that waits for a database that is away fails. From any
	 * thread. */
	void (*give_up)(struct store *store);

	/* Is every page and index whole? An error when not. */
	enum store_error (*check)(struct store *store);

	/* Compare every row of holders, players, tokens and battles with its checksum, and each of
	 * these tables with its sum; `take` is told what does not fit, and which table has no sum
	 * yet. Nothing is written. An error when they cannot be read. */
	enum store_error (*check_rows)(struct store *store, void *context,
				       store_finding_taker *take);

	/* Close and unlock. Takes NULL in the caller's place: call store_close(). */
	void (*close)(struct store *store);
};

/* Close a store; takes NULL. */
void store_close(struct store *store);

/* Open or create the database in a folder, which is made if its parent exists, and lock
 * the folder; ":memory:" keeps everything in memory (tests). With STORE_LOCKED `pid`
 * receives the process that holds it, 0 if it does not say. */
enum store_error store_sqlite_open(struct store **out, const char *directory, int *pid);

/* The same of a folder that is there and cannot be written: nothing in it is changed, and an `append`
 * fails. STORE_OLDER when its database would first have to be brought to today's version. */
enum store_error store_sqlite_open_to_read(struct store **out, const char *directory, int *pid);

/* Open the database that a URL names (postgresql://…) and bring its tables up to date. One process
 * at a time has it, or any number that share it, each of which follows the others: rows of it say
 * which, and that they live. With STORE_LOCKED `pid` receives one of them on its own machine. What has gone wrong otherwise is written to `detail`, or "". An
 * append whose outcome is unknown when the connection is lost waits until it is back, or until it is
 * given up; STORE_STALE says that what was answered as failed was written after all, or that another
 * process has taken over: start again. */
enum store_error store_postgres_open(struct store **out, const char *url, bool shares, int *pid,
				     char *detail, size_t size);
