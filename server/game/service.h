#pragma once
/* The games, for handlers.
 *
 * Reading needs no lock: a snapshot is immutable and counted. Writing goes through
 * one queue to one writer thread, which applies what queued during the last commit,
 * commits it in one transaction, and only then swaps the snapshots, answers and
 * publishes. A game that is not in memory is brought in by a loader first. */

#include "game/problem.h"
#include "pennon/rules.h"
#include "platform.h"
#include "text.h"

struct service;
struct store;

enum {
	GAME_ID_BYTES = 37,
	TOKEN_BYTES = 96, /* "pn_red_" and 43 or more characters, with the NUL */
	KEY_BYTES = 256,  /* an Idempotency-Key, with the NUL */
	INVITATION_BYTES = 64,
};

struct service_options {
	const struct platform *platform;
	struct store *store;    /* owned by the service from then on */
	const char *directory;  /* where keys/, faults/ lie; NULL: keep keys in memory (tests) */
	uint32_t hot_games_max; /* 0: the default */
	uint32_t queue_max;     /* commands waiting for the writer; past it 503 */
	void (*log)(const char *level, const char *message, const char *detail);
};

/* Start the writer and the loaders. 0, or a negative errno; then nothing is left. */
int service_create(struct service **out, const struct service_options *options);

/* Refuse new work, finish what is queued, commit, stop. Takes NULL. */
void service_destroy(struct service *service);

/* ---- who asks ---- */

struct caller {
	bool known;               /* the token is one of ours */
	char game[GAME_ID_BYTES]; /* the game its seat is in */
	pn_side side;             /* PN_PUBLIC without a token */
};

/* Whose token is this? Constant time in the token's bytes. */
struct caller service_authenticate(struct service *service, const char *token);

/* ---- snapshots ---- */

/* What one viewer has seen up to some moment. */
struct tip {
	uint32_t seq;     /* of the last event he saw; 0 = none */
	uint32_t version; /* of his position */
};

enum game_status { GAME_OPEN, GAME_PLAYING, GAME_FINISHED };

/* One game at one moment. Immutable; count references. */
struct snapshot;

struct snapshot *snapshot_hold(struct snapshot *snapshot);
void snapshot_release(struct snapshot *snapshot); /* takes NULL */

/* What all may know of the game, as JSON-ready facts. Borrowed from the snapshot. */
struct game_header {
	const char *id;
	uint8_t ruleset;
	uint16_t revision;
	pn_side creator; /* his nonce comes first in the key of the dice */
	enum game_status status;
	int64_t created_ms;
	const struct pn_muster *muster;
	const char *scenario; /* id, or "" */
	uint8_t seed_commitment[32];
	uint8_t nonce[PN_SIDES][32];
	bool nonce_drawn[PN_SIDES]; /* the server drew it: nobody gave one */
	bool seat_taken[PN_SIDES];
};

const struct game_header *snapshot_header(const struct snapshot *snapshot);

/* The state as `viewer` sees it (PN_RED, PN_BLUE, PN_PUBLIC). */
const struct pn_game *snapshot_view(const struct snapshot *snapshot, pn_side viewer);
struct tip snapshot_tip(const struct snapshot *snapshot, pn_side viewer);

/* One event as one viewer gets it. All borrowed from the snapshot. */
struct seen_event {
	uint32_t seq;
	int64_t time_ms;
	const struct pn_event *event;
	const char *line; /* canonical line without "hash"; its "seq" is the viewer's */
	size_t line_size;
	uint8_t hash[32];
};

/* Up to `max` events of `viewer` with seq > after, in order; returns how many.
 * The lines are appended to `lines`, which must outlive `out`. */
size_t snapshot_events(const struct snapshot *snapshot, pn_side viewer, uint32_t after,
		       struct seen_event *out, size_t max, struct text *lines);

/* The offers of `side` in this snapshot: computed once, kept with it. Borrowed. */
const struct pn_offers *snapshot_offers(struct snapshot *snapshot, pn_side side);

/* The record as `viewer` may have it now (JSON Lines): finished: the whole; running:
 * header and his own events, no seed, no openings. */
void snapshot_record(struct service *service, struct snapshot *snapshot, pn_side viewer,
		     struct text *out);

/* ---- jobs: everything that may have to wait ---- */

enum job_kind { JOB_OPEN, JOB_CREATE, JOB_JOIN, JOB_ACT };

struct receipt {
	uint32_t seq; /* of the last event the command gave its author */
	int64_t time_ms;
	const struct snapshot *state; /* the job's: after the command */
	/* Made by receipt_sign(), on the answering thread: */
	uint8_t previous[32];
	uint8_t hash[32];
	uint8_t command_hash[32];
	uint8_t key_id[8];
	uint8_t signature[64];
};

/* One piece of work. The caller owns it, fills the first part, and does not touch it
 * between service_submit() and done(), which is called once, on the writer's or a
 * loader's thread, and must only hand the job back (e.g. resume a connection). */
struct job {
	/* asked */
	enum job_kind kind;
	char game[GAME_ID_BYTES];  /* not for JOB_CREATE */
	pn_side side;              /* ACT: whose seat; CREATE: the creator's choice */
	char key[KEY_BYTES];       /* Idempotency-Key; not for JOB_OPEN */
	uint8_t body_hash[32];     /* SHA-256 of the request body */
	int64_t if_match;          /* ACT: the version expected, or -1 */
	struct pn_command command; /* ACT */
	const char *command_text;  /* ACT: canonical, for the record; borrowed */
	size_t command_size;
	const struct pn_muster *muster; /* CREATE: checked already; borrowed */
	uint8_t ruleset;                /* CREATE */
	const char *scenario;           /* CREATE: id, or "" */
	bool has_nonce;                 /* CREATE, JOIN */
	uint8_t nonce[32];
	char invitation[INVITATION_BYTES]; /* JOIN: the code given; CREATE: out */
	uint32_t origin; /* who asks, as a hash: loading is fair among them; 0: nobody */
	void (*done)(struct job *job);
	void *owner;

	/* answered */
	enum problem_code problem;  /* PROBLEM_NONE when it went well */
	struct pn_verdict verdict;  /* with PROBLEM_REFUSED */
	char report[GAME_ID_BYTES]; /* with PROBLEM_RULE_FAULT */
	struct snapshot *snapshot;  /* held for the caller; NULL when there is none */
	uint32_t first_seq;         /* ACT: the author's first event of this command */
	struct receipt receipt;     /* ACT */
	char token[TOKEN_BYTES];    /* CREATE, JOIN */

	/* the service's */
	struct job *next;
	struct game *held; /* pinned in memory while the job is inside */
	uint8_t scope[16]; /* hash of principal and key */
	uint8_t loads;     /* how often its game was looked for on disk */
	bool absent;       /* CREATE: no such game on disk */
	bool uncommitted;  /* the answer rests on what the batch has yet to commit */
};

/* Queue it. False when the queue is full or the service is stopping: then done() is
 * not called. */
bool service_submit(struct service *service, struct job *job);

/* A snapshot of a game that is in memory, or NULL: then submit a JOB_OPEN. */
struct snapshot *service_peek(struct service *service, const char *game);

/* Complete and sign a receipt: key id, hashes and signature. The canonical line without
 * "signature" goes to `line`. The job\'s snapshot must still be held. */
void receipt_sign(struct service *service, const char *game, pn_side viewer,
		  struct receipt *receipt, struct text *line);

/* ---- following ---- */

/* One who waits for news of a game: a stream or a long poll. Embedded in the owner's
 * struct. `wake` is called after a commit that `viewer` saw something of, on the
 * writer's thread, under the hub's lock: it must only mark and resume. */
struct subscription {
	char game[GAME_ID_BYTES];
	pn_side viewer;
	void (*wake)(struct subscription *subscription);
	void *owner;
	struct subscription *next, *previous; /* the hub's */
};

void service_subscribe(struct service *service, struct subscription *subscription);
void service_unsubscribe(struct service *service, struct subscription *subscription);

/* Public keys that receipts and records are signed with, newest first: hex id and key. */
size_t service_keys(struct service *service, uint8_t id[][8], uint8_t key[][32], size_t max);

struct service_figures {
	uint64_t commands, refused, faults, commits, loads;
	uint32_t games_hot, queue, subscriptions;
};
struct service_figures service_figures(struct service *service);

/* Can it write? False while the disk is full or the writer is stuck. */
bool service_ready(struct service *service);
