#pragma once
/* The games, for handlers.
 *
 * Reading needs no lock: a snapshot is immutable and counted. Writing goes through
 * one queue to one writer thread, which applies what queued during the last commit,
 * commits it in one transaction, and only then swaps the snapshots, answers and
 * publishes. A game that is not in memory is brought in by a loader first. */

#include "base/platform.h"
#include "base/text.h"
#include "game/problem.h"
#include "model/clock.h"
#include "model/plan.h"
#include "pennon/rules.h"

struct service;
struct store;

enum {
	GAME_ID_BYTES = 37,
	TOKEN_BYTES = 96, /* "pn_red_" and 43 or more characters, with the NUL */
	KEY_BYTES = 256,  /* an Idempotency-Key, with the NUL */
	INVITATION_BYTES = 64,
	PLAYER_NAME_BYTES = 161,    /* 40 characters of 4 bytes, with the NUL */
	MESSAGE_BYTES = 2001,       /* of table talk: 500 characters, with the NUL */
	MESSAGES_MAX = 2000,        /* of one game */
	SEAT_ADMIN_ROWS_MAX = 8192, /* messages, codes and the like of one game */
	SEATS_MAX = 2000,           /* of one player */
	INVITATION_DAYS = 14,
	HANDOVER_MINUTES = 10,
};

struct service_options {
	const struct platform *platform;
	struct store *store;    /* owned by the service from then on */
	const char *directory;  /* where keys/, faults/ lie; NULL: keep keys in memory (tests) */
	uint32_t hot_games_max; /* 0: the default */
	uint32_t queue_max;     /* commands waiting for the writer; past it 503 */
	uint32_t keep_finished_days; /* finished games go after so long; 0: never */
	uint32_t disk_floor_mib;     /* with less free on the disk nothing new is made; 0: always */
	/* What a side has written must not show in how long something takes. A game that is
	 * brought into memory is there a multiple of `load_ms` after it was asked for; a look at
	 * what was written comes `look_ms` after the answer it is owed for, or a few times that.
	 * 0: at once. */
	uint32_t load_ms, look_ms;
	bool runs_clocks; /* look each second what is due; else service_look() does */
	void (*log)(const char *level, const char *message, const char *detail);
};

/* Start the writer and the loaders. 0, or a negative errno; then nothing is left. */
int service_create(struct service **out, const struct service_options *options);

/* Refuse new work, finish what is queued, commit, stop. Takes NULL. */
void service_destroy(struct service *service);

/* See what is due now, and wait until it is done. */
void service_look(struct service *service);

/* Wait until everything is done that follows from what sides have written and is not to come
 * later (automation.h). */
void service_settle(struct service *service);

/* ---- who asks ---- */

/* What a token may do. */
enum token_may { TOKEN_READ = 1, TOKEN_PLAY = 2 };

/* A token names a principal: a seat, or a player, who may hold a seat in many games. A seat
 * is red's, blue's, or the umpire's, whose side is PN_PUBLIC. */
struct caller {
	bool known;                 /* the token is one of ours, and good */
	bool ended;                 /* it was one of ours */
	char player[GAME_ID_BYTES]; /* whose it is; "" for a seat's own */
	char game[GAME_ID_BYTES];   /* a seat's own: the game it is in */
	pn_side side;               /* ... and its side; PN_PUBLIC without */
	uint64_t principal;         /* a number of the token */
	uint64_t limited; /* a number of the seat, or of the player whatever their token */
	uint8_t may;      /* bits: enum token_may */
};

/* Whose token is this? Constant time in the token's bytes. */
struct caller service_authenticate(struct service *service, const char *token);

/* Is it the operator's? */
bool service_is_operator(struct service *service, const char *token);

/* A game as it lies on disk. */
struct kept_game {
	char id[GAME_ID_BYTES];
	int64_t created_ms;
	int status; /* enum game_status; 3: deleted */
	bool hidden;
	uint32_t place; /* grows with the time it was made */
};

/* Up to `max` of all games, the newest first, from before place `before`. False when the
 * disk cannot be read. */
bool service_kept_games(struct service *service, uint32_t before, struct kept_game *out, size_t max,
			size_t *count);

struct kept_fault {
	char game[GAME_ID_BYTES], report[GAME_ID_BYTES];
};

/* The faults that are remembered, the newest first; and what the report of one says
 * (JSON). False without such a report. */
size_t service_faults(struct service *service, struct kept_fault *out, size_t max);
bool service_fault_report(struct service *service, const char *report, struct text *out);

/* A message that a player reported. */
struct kept_report {
	char game[GAME_ID_BYTES];
	pn_side side; /* who reports */
	uint32_t message;
	char said[MESSAGE_BYTES], reason[MESSAGE_BYTES];
	int64_t time_ms;
	bool settled;
	uint32_t place; /* its number, from 1 */
};

/* Up to `max` reports, the newest first, from before place `before`. False when the disk
 * cannot be read. */
bool service_reports(struct service *service, uint32_t before, struct kept_report *out, size_t max,
		     size_t *count);

/* The side that a caller holds in a game, PN_PUBLIC when none. */
pn_side service_side(struct service *service, const struct caller *caller, const char *game);

/* Are they the game's umpire? Then they see what the public sees. */
bool service_is_umpire(struct service *service, const struct caller *caller, const char *game);

struct player_facts {
	char id[GAME_ID_BYTES];
	char name[PLAYER_NAME_BYTES];
	int64_t created_ms;
	uint32_t games; /* in how many they hold a seat */
	bool has_left;  /* then they have no name */
};

enum { TOKENS_MAX = 32 }; /* good ones, of one player */

/* One token of a player. */
struct token_facts {
	char id[GAME_ID_BYTES], player[GAME_ID_BYTES];
	char name[PLAYER_NAME_BYTES];
	uint8_t hash[32], body_hash[32];
	uint64_t principal;
	uint8_t may; /* bits: enum token_may */
	bool ended;
	int64_t created_ms, used_ms; /* to the hour; 0: never */
};

/* Up to `max` good tokens of a player, the newest first. */
size_t service_tokens(struct service *service, const char *player, struct token_facts *out,
		      size_t max);

/* One by its id, good or not. False when the player has none such. */
bool service_token(struct service *service, const char *player, const char *id,
		   struct token_facts *out);

/* A player by their id. False when there is none. */
bool service_player(struct service *service, const char *id, struct player_facts *out);

/* The player who holds a side's seat of a game. False when it is a token, or open. */
bool service_holder(struct service *service, const char *game, pn_side side,
		    struct player_facts *out);

struct held_seat {
	char game[GAME_ID_BYTES];
	pn_side side;
	uint32_t place; /* grows with the time it was taken */
};

/* Up to `max` seats of a player, the newest first, from before place `before`. */
size_t service_seats(struct service *service, const char *player, uint32_t before,
		     struct held_seat *out, size_t max);

/* ---- snapshots ---- */

/* What one viewer has seen up to some moment. */
struct tip {
	uint32_t seq;     /* of the last event they saw; 0 = none */
	uint32_t version; /* of their position */
};

enum game_status { GAME_OPEN, GAME_PLAYING, GAME_FINISHED };

/* Who may look at a game besides its players: everybody, who finds it in the list; who
 * has its id; nobody. */
enum game_access { ACCESS_PUBLIC, ACCESS_UNLISTED, ACCESS_PRIVATE };

/* One game at one moment. Immutable; count references. */
struct snapshot;

/* One reference more, which is answered with; one less, and the last frees it. */
struct snapshot *snapshot_hold(struct snapshot *snapshot);
void snapshot_release(struct snapshot *snapshot); /* takes NULL */

/* What all may know of the game, as JSON-ready facts. Borrowed from the snapshot. */
struct game_header {
	const char *id;
	uint8_t ruleset;
	uint16_t revision;
	pn_side creator; /* their nonce comes first in the key of the dice */
	enum game_status status;
	enum game_access access;
	int64_t created_ms;
	const struct pn_muster *muster;
	const char *scenario; /* id, or "" */
	uint8_t seed_commitment[32];
	uint8_t nonce[PN_SIDES][32];
	bool nonce_drawn[PN_SIDES]; /* the server drew it: nobody gave one */
	bool seat_taken[PN_SIDES];
	struct clock_rule clock; /* all 0: none */
};

/* Borrowed: as long as the snapshot is held. */
const struct game_header *snapshot_header(const struct snapshot *snapshot);

/* Hidden by the operator? */
bool snapshot_hidden(const struct snapshot *snapshot);

/* The clocks as the last thing that everybody saw left them. */
const struct clock *snapshot_clock(const struct snapshot *snapshot);

/* The state as `viewer` sees it (PN_RED, PN_BLUE, PN_PUBLIC). */
const struct pn_game *snapshot_view(const struct snapshot *snapshot, pn_side viewer);

/* What the game started from; it alone has the names of the units. */
const struct pn_muster *snapshot_muster(const struct snapshot *snapshot);
struct tip snapshot_tip(const struct snapshot *snapshot, pn_side viewer);

/* What `side` (PN_RED or PN_BLUE) has written for itself. Its alone; borrowed. */
const struct intent *snapshot_intent(const struct snapshot *snapshot, pn_side side);

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

/* The actions of `side` in this snapshot, PN_PUBLIC: of the umpire; computed once, kept with
 * it. Borrowed. */
const struct pn_actions *snapshot_actions(struct snapshot *snapshot, pn_side side);

enum { LAST_MOVE_STEPS = 64 };

/* The last move that a viewer saw and that was not taken back. */
struct last_move {
	struct pn_game before; /* their view when it began */
	uint16_t count;
	struct {
		pn_unit_id unit;
		pn_pose to;
	} step[LAST_MOVE_STEPS]; /* in order; of more the first */
};

/* False when nothing has moved. Folds the game up to there and runs the core: call it
 * under a guard, and not on a thread that others wait for. */
bool snapshot_last_move(const struct snapshot *snapshot, pn_side viewer, struct last_move *out);

/* The record as `viewer` may have it now (JSON Lines): finished: the whole; running:
 * header and their own events, no seed, no openings. */
void snapshot_record(struct service *service, struct snapshot *snapshot, pn_side viewer,
		     struct text *out);

/* ---- seat administration: what happens to a game besides its commands ---- */

enum invitation_state {
	INVITATION_OPEN,
	INVITATION_USED,
	INVITATION_WITHDRAWN,
	INVITATION_EXPIRED,
};

/* How the invitation stands, and when it ends. */
enum invitation_state snapshot_invitation(const struct snapshot *snapshot, int64_t now_ms,
					  int64_t *expires_ms);

enum message_kind { MESSAGE_TEXT, MESSAGE_REMATCH_OFFERED, MESSAGE_REMATCH_AGREED };

/* Table talk has numbers of its own. Texts are borrowed from the snapshot. */
struct message {
	uint32_t number; /* from 1 */
	enum message_kind kind;
	pn_side side; /* whose */
	int64_t time_ms;
	const char *text;
	size_t size;
	bool reported; /* by the one who reads */
};

/* Up to `max` messages that a side may read with a number above `after`, in order. */
size_t snapshot_messages(const struct snapshot *snapshot, pn_side reader, uint32_t after,
			 struct message *out, size_t max);

/* How many there are; does a side want to read the other's? */
uint32_t snapshot_message_count(const struct snapshot *snapshot);
bool snapshot_blocks(const struct snapshot *snapshot, pn_side side);

/* Bits of the sides that want to play again, swapped. */
uint8_t snapshot_rematch(const struct snapshot *snapshot);

/* The game that a rematch of `game` is, whether or not it was made yet. */
void service_rematch_game(struct service *service, const char *game, char out[GAME_ID_BYTES]);

/* ---- the list of public games ---- */

struct listed_game {
	char id[GAME_ID_BYTES];
	char ruleset[32], scenario[64];
	int64_t created_ms;
	enum game_status status;
	uint32_t place; /* grows with the time it was made */
	bool hidden;    /* listed no longer */
};

/* Up to `max` public games, the newest first, from before place `before`; of one status
 * only unless `status` is negative. */
size_t service_list(struct service *service, int status, uint32_t before, struct listed_game *out,
		    size_t max);

/* ---- what is derived from the server's secret ---- */

/* Eight bytes that only this server can make of a purpose and a text. */
uint64_t service_seal(struct service *service, const char *purpose, const char *text);

/* ---- jobs: everything that may have to wait ---- */

enum job_kind {
	JOB_OPEN,
	JOB_CREATE,
	JOB_JOIN,
	JOB_ACT,
	JOB_PLAYER,     /* a new player */
	JOB_RENAME,     /* a player's new name */
	JOB_LEAVE,      /* a player goes */
	JOB_TOKEN,      /* another token of a player's */
	JOB_END_TOKEN,  /* one of their tokens ends */
	JOB_END_ALL,    /* the operator's: all of their tokens end, but a new one */
	JOB_INVITE,     /* a new invitation instead of the old one */
	JOB_WITHDRAW,   /* no invitation */
	JOB_HANDOVER,   /* a code that hands a seat over */
	JOB_UMPIRE,     /* a code for an umpire instead of the last one */
	JOB_TALK,       /* a message */
	JOB_BLOCK,      /* read the other side's no longer, or again */
	JOB_REPORT,     /* tell the operator of a message */
	JOB_REMATCH,    /* play again, sides swapped */
	JOB_CLOCK,      /* the server's: see what is due in a game */
	JOB_ALIVE,      /* the server's: write down the time */
	JOB_OPERATE,    /* the operator's */
	JOB_SETTLE,     /* the operator's: a report is seen to */
	JOB_FORGET,     /* the server's: a game goes, with all that belongs to it */
	JOB_CHECKSUMS,  /* the server's: a few rows of a game get them */
	JOB_WRITE,      /* a plan or standing orders */
	JOB_AUTOMATION, /* automation's: what a side has written, done */
	JOB_KINDS
};

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

/* job.if_match when it is no version. */
#define IF_MATCH_ANYTHING INT64_C(-1)
#define IF_MATCH_NOTHING INT64_MAX

/* One piece of work. The caller owns it, fills the first part, and does not touch it
 * between service_submit() and done(), which is called once, on the writer's or a
 * loader's thread, and must only hand the job back (e.g. resume a connection). */
struct job {
	/* asked */
	enum job_kind kind;
	char game[GAME_ID_BYTES];  /* not for JOB_CREATE; TOKEN, END_TOKEN: the token */
	pn_side side;              /* ACT: whose seat; CREATE: the creator's choice */
	char key[KEY_BYTES];       /* Idempotency-Key; not for JOB_OPEN; WRITE: "" for none */
	uint8_t body_hash[32];     /* SHA-256 of the request body */
	int64_t if_match;          /* ACT: the version expected, or as below */
	struct pn_command command; /* ACT, UNASKED */
	struct pn_placed placed;   /* ... what it sends, unless that is borrowed elsewhere */
	const char *command_text;  /* ACT: canonical, for the record; borrowed */
	size_t command_size;
	uint8_t written_kind; /* WRITE: PN_EVENT_PLAN_SET, PN_EVENT_STANDING_ORDERS_SET */
	bool withdraws;       /* WRITE: an empty plan */
	const char *written;  /* WRITE: canonical; borrowed */
	size_t written_size;
	const struct pn_muster *muster; /* CREATE: checked already; borrowed */
	uint8_t ruleset;                /* CREATE */
	struct clock_rule clock;        /* CREATE: all 0: none */
	uint32_t expected_rows;         /* AUTOMATION: of the state that was looked at */
	uint8_t source, item; /* AUTOMATION: enum intent_source, and which of the plan's */
	bool aside;           /* OPEN: for a look, not to be kept in memory */
	int64_t time_ms;      /* ALIVE */
	uint8_t act;          /* OPERATE: enum pn_operator_act */
	int status;           /* FORGET: only if it is this far */
	const char *scenario; /* CREATE: id, or "" */
	bool has_nonce;       /* CREATE, JOIN */
	uint8_t nonce[32];
	uint8_t access;             /* CREATE: enum game_access */
	bool by_server;             /* CREATE, JOIN: no client's key */
	bool moves;                 /* HANDOVER: from all who hold it now */
	uint64_t principal;         /* HANDOVER, UMPIRE: of the token that asks */
	bool blocks;                /* BLOCK */
	char player[GAME_ID_BYTES]; /* who asks, "" without one; PLAYER: out */
	uint8_t may;                /* TOKEN: bits of enum token_may */
	const char *text;   /* PLAYER, RENAME, TOKEN: name; TALK, REPORT: what is said; borrowed */
	uint32_t message;   /* REPORT: its number; TALK: out; SETTLE: the report */
	int64_t expires_ms; /* CREATE, INVITE, HANDOVER, UMPIRE: out */
	char invitation[INVITATION_BYTES]; /* JOIN: the code given; CREATE, INVITE, HANDOVER: out */
	uint32_t origin; /* who asks, as a hash: loading is fair among them; 0: nobody */
	void (*done)(struct job *job);
	void *owner;

	/* answered */
	enum problem_code problem;  /* PROBLEM_NONE when it went well */
	struct pn_verdict verdict;  /* with PROBLEM_REFUSED; AUTOMATION: of a plan's next command */
	char report[GAME_ID_BYTES]; /* with PROBLEM_RULE_FAULT */
	struct snapshot *snapshot;  /* held for the caller; NULL when there is none */
	uint32_t first_seq;         /* ACT: the author's first event of this command */
	struct receipt receipt;     /* ACT */
	char token[TOKEN_BYTES];    /* CREATE, JOIN: "" for a player; PLAYER, TOKEN, END_ALL */

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
 * struct. `wake` is called after a commit that `viewer` saw something of or that ended the
 * token, on the writer's thread, under the hub's lock: it must only mark and resume. */
struct subscription {
	char game[GAME_ID_BYTES];
	pn_side viewer;
	uint64_t principal; /* of the token that asks; 0: none */
	void (*wake)(struct subscription *subscription);
	void *owner;
	struct subscription *next, *previous; /* the hub's */
};

/* From now on it is woken; from now on it is not, nor is it being woken. Its owner keeps it
 * where it is in between. */
void service_subscribe(struct service *service, struct subscription *subscription);
void service_unsubscribe(struct service *service, struct subscription *subscription);

/* ---- all games of one player ---- */

/* A place in what a player saw over all their games since the server's start. */
struct feed_place {
	uint64_t boot;   /* which start */
	uint32_t number; /* of the event */
};

/* One event there: of which game, and which. */
struct feed_item {
	char game[GAME_ID_BYTES];
	pn_side side;
	uint32_t seq;
};

enum feed_next {
	FEED_ITEM,
	FEED_NOTHING, /* yet */
	FEED_LOST,    /* the place is too long ago: look anew, and go on from `now` */
};

/* Somebody follows a player's games, or no longer. News wake subscriptions to the player's
 * id, as PN_PUBLIC. */
void service_feed_open(struct service *service, const char *player);
void service_feed_close(struct service *service, const char *player);

/* The event after a place. `now` receives the place of the latest. */
enum feed_next service_feed_next(struct service *service, const char *player,
				 struct feed_place after, struct feed_item *out,
				 struct feed_place *now);

/* May the caller still see the game as `side`? No longer when their token was ended, or
 * their seat moved away. */
bool service_holds(struct service *service, const struct caller *caller, const char *game,
		   pn_side side);

/* Public keys that receipts and records are signed with, newest first: hex id and key. */
size_t service_keys(struct service *service, uint8_t id[][8], uint8_t key[][32], size_t max);

struct service_figures {
	uint64_t commands, refused, faults, commits, loads;
	uint32_t games_hot, games, queue, subscriptions;
	uint32_t faults_kept; /* that are remembered: see service_faults() */
};
struct service_figures service_figures(struct service *service);

/* Can it write? False while the disk is full or the writer is stuck. */
bool service_ready(struct service *service);
