#pragma once
/* Jobs: everything that may have to wait. They go through one queue to the writer. */

#include "game/limits.h"
#include "game/problem.h"
#include "model/army.h"
#include "model/clock.h"
#include "model/machine_seat.h"
#include "pennon/rules.h"

struct service;
struct snapshot;
struct delivery_facts;
struct job_facts;
struct store_hook;
struct store_mailed;
struct store_notice;
struct store_post;
struct text;

enum job_kind {
	JOB_OPEN,
	JOB_CREATE,
	JOB_JOIN,
	JOB_ACT,
	JOB_PLAYER,        /* a new player */
	JOB_RENAME,        /* a player's new name */
	JOB_PRESENCE,      /* whether a player's day is shown */
	JOB_LEAVE,         /* a player goes */
	JOB_TOKEN,         /* another token of a player's */
	JOB_END_TOKEN,     /* one of their tokens ends */
	JOB_END_ALL,       /* the operator's: all of their tokens end, but a new one */
	JOB_INVITE,        /* a new invitation instead of the old one */
	JOB_WITHDRAW,      /* no invitation */
	JOB_HANDOVER,      /* a code that hands a seat over */
	JOB_UMPIRE,        /* a code for an umpire instead of the last one */
	JOB_TALK,          /* a message */
	JOB_BLOCK,         /* read the other side's no longer, or again */
	JOB_REPORT,        /* tell the operator of a message */
	JOB_REMATCH,       /* play again, sides swapped */
	JOB_DECLINE,       /* rather not, or no longer */
	JOB_CLOCK,         /* the server's: see what is due in a game */
	JOB_ALIVE,         /* the server's: write down the time */
	JOB_OPERATE,       /* the operator's */
	JOB_BATTLE,        /* a player's battle is kept, shared or not, or goes */
	JOB_SETTLE,        /* the operator's: a report is seen to */
	JOB_FORGET,        /* the server's: a game goes, with all that belongs to it */
	JOB_CHECKSUMS,     /* the server's: a few rows of a game get them */
	JOB_ARMY,          /* an army that is written in secret, as it stands */
	JOB_SEAL,          /* ... is done */
	JOB_WITHDRAW_ARMY, /* nobody is to see it: the game ends */
	JOB_WRITE,         /* a plan or standing orders */
	JOB_AUTOMATION,    /* automation's: what a side has written, done */
	JOB_NOTICE,        /* automation's: nothing that a side has written answers for it */
	JOB_HOOK,          /* where a player is told is put, gets a secret, is tried, or goes */
	JOB_TOLD,          /* the courier's: what came of a delivery */
	JOB_APP,           /* a program that acts for players is made */
	JOB_APP_CHANGE,    /* ... gets another name or token, or goes */
	JOB_GRANT,         /* it is allowed something */
	JOB_GRANT_END,     /* ... no longer */
	JOB_LINK,          /* a person known elsewhere is this player */
	JOB_LINK_END,      /* ... no longer */
	JOB_CATCH_UP,      /* what other processes have written is known: follower.h */
	JOB_KINDS
};

struct receipt {
	uint32_t seq; /* of the last event the command gave its author */
	int64_t time_ms;
	const struct snapshot *state; /* the job's: after the command */
	/* Made with the command; of one that is asked for again, by receipt_write(): */
	bool is_signed;
	uint8_t previous[32];
	uint8_t hash[32];
	uint8_t command_hash[32];
	uint8_t salt[32];
	uint8_t signature[64];
};

/* job.if_match when it is no version. */
#define IF_MATCH_ANYTHING INT64_C(-1)
#define IF_MATCH_NOTHING INT64_MAX

/* A command, of a side or of what it has written for itself. */
struct job_action {
	struct pn_command command;
	struct pn_placed placed; /* what it sends, unless that is borrowed elsewhere */
	const char *text;        /* ACT: canonical, for the record; borrowed */
	size_t size;
	uint32_t expected_rows; /* AUTOMATION, NOTICE: of the state that was looked at */
	bool reacts;            /* NOTICE: what it is asked is a reaction */
	uint8_t source, item;   /* AUTOMATION: enum intent_source, and which of the plan's */
	/* answered */
	uint32_t first_seq;     /* the author's first event of this command */
	struct receipt receipt; /* ACT */
};

/* What a side writes for itself. */
struct job_write {
	uint8_t kind;     /* PN_EVENT_PLAN_SET, PN_EVENT_STANDING_ORDERS_SET */
	bool withdraws;   /* an empty plan */
	const char *text; /* canonical; borrowed; ARMY: a list of units */
	size_t size;
};

/* A seat that is taken, or a code to take one with; a game that is made has one of each. */
struct job_seat {
	bool has_nonce; /* CREATE, JOIN */
	uint8_t nonce[32];
	bool moves;                  /* HANDOVER: from all who hold it now */
	char code[INVITATION_BYTES]; /* JOIN: the one given; else out */
	int64_t expires_ms;          /* the code's: out */
	struct {
		const struct pn_muster *muster; /* checked already; borrowed */
		uint8_t ruleset;
		const char *name;        /* of the battle, at most 160 bytes; "" or NULL: none */
		const char *scenario;    /* id, or "" */
		struct clock_rule clock; /* all 0: none */
		struct army_rule armies; /* all 0: no secret */
		struct machine_seat machine; /* all 0: both seats are people's */
		uint8_t access;              /* enum game_access */
	} create;
};

struct job_account {
	const char *name;             /* a player's, a token's; borrowed */
	uint8_t may;                  /* TOKEN: bits of enum token_may */
	bool shows_day;               /* PRESENCE */
	char kept[PLAYER_NAME_BYTES]; /* PRESENCE: the name as it is, which the writer puts here */
};

struct job_talk {
	const char *text; /* what is said, why it is reported; borrowed */
	uint32_t message; /* REPORT: its number; TALK: out; SETTLE: the report */
	bool blocks;      /* BLOCK */
};

/* It is put; it gets a link, unless it has one; it loses it; it goes. */
enum battle_act { BATTLE_PUT, BATTLE_SHARE, BATTLE_WITHDRAW, BATTLE_DROP };

/* A battle that a player keeps. */
struct job_battle {
	uint8_t act;                        /* enum battle_act */
	const char *title, *ruleset, *file; /* PUT; borrowed */
	size_t size;
	bool expects; /* go on only if the battle there is the one that was seen: */
	bool was_there;
	uint8_t seen[32]; /* ... the hash of its file */
};

/* It is put; it gets another secret; it is told something to try it; it is told again what it was
 * told; its address says that it wants to be told, or no more; it goes. */
enum hook_act { HOOK_PUT, HOOK_RENEW, HOOK_TEST, HOOK_AGAIN, HOOK_CONFIRM, HOOK_STOP, HOOK_DROP };

/* Where a player or a seat is told. The job's player is its owner. */
struct job_hook {
	uint8_t act;                        /* enum hook_act */
	const char *seat;                   /* the game of a seat's; NULL: a player's; borrowed */
	const char *url;                    /* PUT, CONFIRM, STOP; borrowed */
	const struct delivery_facts *again; /* AGAIN; borrowed */
	uint8_t format;                     /* PUT: enum hook_format */
	uint16_t kinds;                     /* PUT: bits of enum notice_kind */
	const uint8_t *keys;  /* PUT: STORE_HOOK_KEY_BYTES of a browser, or NULL; borrowed */
	const char *language; /* PUT; borrowed */
	uint16_t quiet_from, quiet_until; /* PUT: minutes of the day, UTC */
	bool one_unread;                  /* PUT */
	const char *mentions;             /* PUT: as the store has it, or NULL; borrowed */
	bool is_new;                      /* PUT: out */
};

/* What came of a delivery: borrowed; NULL: nothing. */
struct job_told {
	const struct store_notice *notice;
	const struct store_hook *hook;
	const struct store_mailed *mailed;
	const struct store_post *post;
};

/* It gets another name, or asks for something else; another token; it goes. */
enum app_act { APP_CHANGE, APP_RENEW, APP_DROP };

/* An app. The job's player made it; "": the operator. */
struct job_app {
	uint8_t act;                  /* APP_CHANGE: enum app_act */
	const char *name;             /* APP, CHANGE (NULL: as it is); borrowed */
	uint8_t asks;                 /* APP, CHANGE (0: as it is): bits of enum grant_may */
	char kept[PLAYER_NAME_BYTES]; /* the name, where it lasts as long as the job */
};

/* What the job's player allows an app, or allows no longer. */
struct job_grant {
	char app[GAME_ID_BYTES];
	char game[GAME_ID_BYTES]; /* "": all */
	uint8_t may;              /* bits of enum grant_may */
	const char *code; /* of a device, which the grant is for, too; NULL: none; borrowed */
};

/* That a person known elsewhere is the job's player. All borrowed but `own`. */
struct job_link {
	const char *key;         /* by which they are known, as for service_made_with() */
	const char *name;        /* what they are called */
	const char *code;        /* what they typed */
	char own[GAME_ID_BYTES]; /* the player they are until then */
};

/* One piece of work. The caller owns it, fills the first part, and does not touch it
 * between service_submit() and done(), which is called once, on the writer's or a
 * loader's thread, and must only hand the job back (e.g. resume a connection). */
struct job {
	/* asked */
	enum job_kind kind;
	char game[GAME_ID_BYTES]; /* it is about; CREATE: out */
	char id[GAME_ID_BYTES];   /* of the token, battle, hook, app, grant or link it is about;
				   * PLAYER, TOKEN, END_ALL, APP, GRANT, LINK: out */
	pn_side side;             /* of the seat; CREATE: the creator's choice; OPEN: the viewer */
	char key[KEY_BYTES];      /* Idempotency-Key; not for JOB_OPEN; WRITE: "" for none */
	uint8_t body_hash[32];    /* SHA-256 of the request body */
	int64_t if_match;         /* ACT, AUTOMATION: the version expected, or as above;
				     * NOTICE: what it was looked at in */
	char player[GAME_ID_BYTES]; /* who asks, "" without one; PLAYER: out */
	char grant[GAME_ID_BYTES];  /* the grant by which an app asks for the player; "": none */
	uint64_t principal;         /* of the token that asks */
	uint32_t origin;            /* who asks, as a hash: loading is fair among them; 0: nobody */
	bool by_server;             /* CREATE, JOIN: no client's key; OPEN: for no viewer */
	bool aside;                 /* OPEN: for a look, not to be kept in memory */
	bool newest;                /* OPEN: its log need not be whole */
	union {
		struct job_action action;   /* ACT, AUTOMATION, NOTICE */
		struct job_write write;     /* WRITE, ARMY */
		struct job_seat seat;       /* CREATE, JOIN, INVITE, HANDOVER, UMPIRE */
		struct job_account account; /* PLAYER, RENAME, TOKEN */
		struct job_talk talk;       /* TALK, BLOCK, REPORT, SETTLE */
		struct job_battle battle;   /* BATTLE */
		struct job_hook hook;       /* HOOK */
		struct job_told told;       /* TOLD */
		struct job_app app;         /* APP, APP_CHANGE */
		struct job_grant given;     /* GRANT */
		struct job_link link;       /* LINK */
		int64_t alive_ms;           /* ALIVE */
		uint8_t operator_act;       /* OPERATE: enum pn_operator_act */
		int forget_status;          /* FORGET: only if it is this far */
	};
	void (*done)(struct job *job);
	void *owner;

	/* answered */
	enum problem_code problem;  /* PROBLEM_NONE when it went well */
	struct pn_verdict verdict;  /* with PROBLEM_REFUSED; AUTOMATION: of a plan's next command */
	char report[GAME_ID_BYTES]; /* with PROBLEM_RULE_FAULT */
	struct snapshot *snapshot;  /* held for the caller; NULL when there is none */
	char token[TOKEN_BYTES]; /* CREATE, JOIN: "" for a player; PLAYER, TOKEN, END_ALL, OPERATE;
				* APP, APP_CHANGE: "" where it is not new */

	/* the service's */
	const struct job_facts *facts; /* of its kind: job_kinds.h */
	struct job *next;
	struct game *held; /* pinned in memory while the job is inside */
	uint8_t scope[16]; /* hash of principal and key */
	uint8_t loads;     /* how often its game was looked for on disk */
	bool whole;        /* ... with all of its log */
	bool waits; /* its viewer has not looked there lately: it takes its time (loader.c) */
	int64_t since_us, due_us; /* when it came there first, and when that time is over; steady */
	bool absent;              /* CREATE: no such game on disk */
	bool uncommitted;         /* the answer rests on what the batch has yet to commit */
};

/* Where its kind has the id of what it is about: `game` or `id`. */
char *job_subject(struct job *job);

/* Queue it. False when the queue is full or the service is stopping: then done() is
 * not called. */
bool service_submit(struct service *service, struct job *job);

/* Add a receipt as it is shown (codec_receipt_encode()). The job's snapshot must still be held. */
void receipt_write(struct service *service, const char *game, pn_side viewer,
		   struct receipt *receipt, struct text *out);
