#pragma once
/* What happened in one game, in memory: rows (one a stored row: creation, joining, each
 * command) and their events with every viewer's number and hash.
 *
 * Append-only, and shared by the writer and any number of readers without a lock: items
 * lie in chunks that never move, a snapshot says how many of them it knows, and it is
 * published under a lock only after they were written. What a failed batch appended is
 * truncated again; nobody had been told of it.
 *
 * Hashes are computed when somebody first asks for them, on the thread that asks: they
 * cost more than the rest of a command, the writer is one thread, and most of them nobody
 * wants before the game is over. */

#include <pthread.h>
#include <stdatomic.h>

#include "base/merkle.h"
#include "game/snapshot.h"
#include "model/clock.h"
#include "store/store.h"

enum {
	SCOPE_BYTES = STORE_SCOPE_BYTES,
	LOG_CHUNKS = 16,
	LOG_EVENTS_FIRST = 32, /* items in the first chunk; each next is twice as long */
	LOG_ROWS_FIRST = 8,
	LOG_EVENTS_MAX = 1 << 16, /* events of one game */
	LOG_SEEN_MAX =
		LOG_EVENTS_MAX / 2, /* of those, one side's: near it only resigning is left */
	LOG_TIPS_BYTES = 320,       /* the most that log_write_tips() writes */
};

/* The numbers are stored: new kinds go to the end. Those from ROW_INVITE to ROW_REMATCH are
 * seat administration (seat_admin.h): they have no events and change nobody's version. WRITE is
 * what a side wrote for itself, a plan or standing orders, or that its plan stopped: it has an
 * event of that side's alone, and raises no version either. */
enum row_kind {
	ROW_CREATE,
	ROW_JOIN,
	ROW_ACT,
	ROW_INVITE,
	ROW_HANDOVER,
	ROW_TAKE,
	ROW_TALK,
	ROW_BLOCK,
	ROW_REPORT,
	ROW_REMATCH,
	ROW_SERVER, /* the server's own: server_events.h */
	ROW_WRITE,
	ROW_UMPIRE, /* seat administration: a code for an umpire */
	ROW_ARMY,   /* armies.h: a side's draft, which has no event */
	ROW_SEAL,   /* ... is sealed */
	ROW_REVEAL, /* both are opened, and turn 1 begins */
	ROW_KINDS
};

/* What the server has to look after in a game. */
struct server_state {
	struct clock clock;
	int64_t due_ms; /* when its clocks want to be looked at next; 0: never */
	bool look_owed; /* at what a side that owes an answer has written, or the machine's side */
	bool machine;   /* plays a side: opponent.h */
	uint16_t revision;    /* of the ruleset that was told last */
	int64_t backup_ms;    /* the copy that was told of last; 0: none */
	bool hidden, deleted; /* by the operator */
	uint8_t silenced;     /* bits: sides whose talk the operator takes no more */
};

/* What proves the receipt of a row, besides what follows from the row itself. */
struct log_proof {
	uint8_t key[CRYPTO_KEY_ID_BYTES]; /* id of the key that signs the root */
	struct merkle_proof tree;
};

/* One stored row. */
struct log_row {
	uint8_t kind;      /* enum row_kind */
	pn_side side;      /* whose, PN_PUBLIC: the umpire; CREATE, JOIN, TAKE: the seat taken */
	bool nonce_drawn;  /* CREATE, JOIN: the server drew it */
	uint8_t nonce[32]; /* CREATE, JOIN: what the seat brought to the dice */
	int64_t time_ms;
	uint32_t first, count;      /* its events */
	struct text bytes;          /* owned: canonical command, then each event's line and LF */
	size_t command_size;        /* of the first part */
	uint8_t scope[SCOPE_BYTES]; /* of its idempotency key */
	uint8_t body_hash[32];
	struct tip tip[PN_VIEWERS]; /* after it */
	struct server_state server; /* after it */
	struct log_proof *proof;    /* owned; NULL: no receipt, or one of format 1 */
};

/* One event. Most kinds fill a small part of the struct that has room for all of them, so what is
 * kept ends with its last byte that is not 0. */
struct entry {
	uint8_t *kept;            /* owned: log_event() */
	struct pn_placed *placed; /* owned: what the event sends, or NULL */
	uint32_t row;
	uint32_t line_at, line_size; /* in the row's bytes; LF not counted */
	uint32_t seq[PN_VIEWERS];    /* 0: this viewer does not see it */
	uint16_t number_at;          /* where in the line the digits of "seq" begin */
	uint8_t number_size;
	uint8_t kept_size;
};

/* What is known of the first rows of a log without having them. */
struct log_past {
	uint32_t rows, entries;
	struct tip tip[PN_VIEWERS]; /* after them */
	struct server_state server; /* after them */
	uint8_t chain[PN_VIEWERS][32];
	uint32_t *scopes; /* owned: the first 4 bytes of each one's */
};

struct game_log {
	atomic_int references;
	struct log_past past; /* rows 0: it began with its first row */
	atomic_bool is_whole; /* what is past is here, too */
	uint8_t chain_first[PN_VIEWERS][32];
	pthread_mutex_t mutex;          /* guards hashing */
	atomic_uint hashed[PN_VIEWERS]; /* the viewer's number up to which hashes are there */
	uint8_t chain[PN_VIEWERS][32];  /* after that */
	struct entry *entries[LOG_CHUNKS];
	/* By each viewer's own numbers, so that nothing a viewer asks for steps over what they do
	 * not see: the entry, and the hash, which is made when it is first asked for. */
	uint32_t *seen[PN_VIEWERS][LOG_CHUNKS];
	uint8_t (*hashes[PN_VIEWERS][LOG_CHUNKS])[32];
	struct log_row *rows[LOG_CHUNKS];
	/* The writer's alone: */
	uint32_t entry_count, row_count;
	uint32_t *scopes; /* the first 4 bytes of each row's scope */
	uint32_t scope_capacity;
};

/* Does it take a seat and bring a nonce to the dice? */
bool row_seats(const struct log_row *row);

/* An empty log, held once. */
struct game_log *log_create(const char *game);
struct game_log *log_hold(struct game_log *log);

/* A log that is empty goes on behind what is past, of which it takes the scopes. Until
 * log_fill() is done nobody may ask for a row or an entry of that. */
void log_begin_behind(struct game_log *log, struct log_past *past);

/* Is every row here? From any thread. */
bool log_is_whole(const struct game_log *log);

/* The past of a log after its first `rows` rows and `entries` entries, when viewers had `tip`;
 * rows of its own past are more than those. Free the scopes. */
void log_look_back(struct game_log *log, uint32_t rows, uint32_t entries,
		   const struct tip tip[PN_VIEWERS], struct log_past *out);

/* Take in a row of the past, in order, beginning with row 0, while `filling` says how far it is;
 * others use the rest of the log meanwhile. False when the row is damaged. */
struct log_filling {
	uint32_t rows, entries;
	struct tip tip[PN_VIEWERS];
};
bool log_fill(struct game_log *log, struct log_filling *filling, const struct store_row *row,
	      const struct pn_game *names);

/* The past is here from now on, when it is `good` and what the log went on behind; else, false,
 * what was taken in is forgotten. */
bool log_end_filling(struct game_log *log, const struct log_filling *filling, bool good);

/* May a row that is not here have this scope? */
bool log_may_have_had(const struct game_log *log, const uint8_t scope[SCOPE_BYTES]);

/* What viewers had after so many rows, of which the last is here or the last of the past. */
const struct tip *log_tip_after(const struct game_log *log, uint32_t rows);
void log_release(struct game_log *log);

/* Items by number; below the count of a snapshot they never change. */
struct entry *log_entry(const struct game_log *log, uint32_t index);
struct log_row *log_row(const struct game_log *log, uint32_t index);

/* The event of an entry; what it sends and what a side wrote are borrowed from the log. */
struct pn_event log_event(const struct game_log *log, uint32_t index);

/* The entry that a viewer has with the number `seq`, from 1 to what they have after some row that is
 * here; what is past must be, too. */
uint32_t log_seen(const struct game_log *log, pn_side viewer, uint32_t seq);

/* A viewer's hash of their event `seq`, to which log_hash() has come. */
const uint8_t *log_seen_hash(const struct game_log *log, pn_side viewer, uint32_t seq);

/* Append a copy of a row and write its events' lines, numbers and hashes. `row->bytes`
 * holds the canonical command and is the caller's: lines are written behind it, and what
 * is kept is a copy as long as it needs to be. `names` is any state of the game. `tip` is
 * what the viewers had before and receives what they have after. False past
 * LOG_EVENTS_MAX. */
bool log_append(struct game_log *log, struct log_row *row, const struct pn_events *events,
		const struct pn_game *names, struct tip tip[PN_VIEWERS]);

/* Append a row as the store has it. False when the row is damaged. */
bool log_append_stored(struct game_log *log, const struct store_row *row,
		       const struct pn_game *names);

/* Forget all rows from number `rows` on. */
void log_truncate(struct game_log *log, uint32_t rows);

/* The row with this scope among those that are here, or -1. */
int64_t log_find_scope(const struct game_log *log, const uint8_t scope[SCOPE_BYTES]);

/* A viewer's canonical line of an entry they see; LF is not added. */
void log_add_line(const struct game_log *log, uint32_t index, pn_side viewer, struct text *out);

/* Compute a viewer's hashes of their events up to number `seq`, as far as that was not done. Of
 * entries that are not on disk yet the writer alone asks. */
void log_hash(struct game_log *log, pn_side viewer, uint32_t seq);

/* The viewer's chain after their event number `seq`; 0: before their first. */
void log_chain(struct game_log *log, pn_side viewer, uint32_t seq, uint8_t out[32]);

/* Make a contiguous copy of the first `count` events, to fold; they borrow from the log. Free
 * it. */
struct pn_event *log_copy_events(const struct game_log *log, uint32_t count);

/* The same of the events that a viewer has, up to number `seq`. */
struct pn_event *log_copy_seen(const struct game_log *log, pn_side viewer, uint32_t seq);

/* What the server has to look after since the row whose tips these are; nothing when they
 * are of a time in which there was no such thing. */
struct server_state log_read_server_state(const void *tips, size_t size);

/* What the store keeps of a row besides command and events: log_tips.c. Returns its size. */
size_t log_write_tips(const struct log_row *row, uint8_t out[LOG_TIPS_BYTES]);

/* The inverse. False when the bytes are not such. */
bool log_read_tips(struct log_row *row, const void *tips, size_t size);
