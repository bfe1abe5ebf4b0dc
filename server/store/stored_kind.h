#pragma once
/* The kinds of pieces of a batch as a table: what the database does with each. A new kind is an entry
 * here, with its struct in store.h, its statements in statements.c, and its table in the two schemas
 * and among those that store_copy.c copies. For the files of store/ only. */

#include "store/row_sums.h"

enum { CHOICES_MAX = 3, ANNOUNCED_MAX = 3, FORGETS_MAX = 2, LEAVES_MAX = 3 };

/* Rows that a piece may change: those that a statement finds by one or two ids. */
struct row_choice {
	enum summed_table table;
	enum statement rows;
	const char *first, *second; /* `second`: NULL when it asks for one */
};

struct stored_kind {
	size_t size; /* of a piece */

	/* Write it, inside the transaction. What is about a game that another process may have
	 * changed says so in `writer->about`. */
	enum store_error (*put)(struct connection *writer, const void *piece);

	/* Which rows of summed tables it may change; returns how many choices. NULL: none. */
	size_t (*choose)(const void *piece, struct row_choice out[CHOICES_MAX]);

	/* What other processes are to hear of it; returns how many changes. NULL: nothing. */
	size_t (*announce)(const void *piece, struct store_change out[ANNOUNCED_MAX]);

	/* Statements by which such things go, until one that is 0: with a game that is forgotten, of
	 * which they ask the name and how far it is; with a player who leaves, whose name they
	 * ask for. */
	enum statement forget[FORGETS_MAX], leave[LEAVES_MAX];

	bool locks_ids; /* where several processes write, one does at a time: it makes rows that get
			 * the next key, changes sums, or must not race a game that is forgotten */

	/* For load() (store.h): the statements for all and for some, 0 where there is none, and
	 * what hands on a row of them to the `struct reading` that is its context. */
	enum statement all, some;
	bool (*read)(void *context, struct query *row);
};

struct reading {
	void *context;
	store_taker *take;
};

/* The entries, each beside the functions that it names. */
extern const struct stored_kind stored_app, stored_grant;                  /* store_apps.c */
extern const struct stored_kind stored_game, stored_row, stored_state;     /* store_rows.c */
extern const struct stored_kind stored_unsummed;                           /* store_checksums.c */
extern const struct stored_kind stored_seat;                               /* store_seats.c */
extern const struct stored_kind stored_status, stored_forgotten;           /* store_games.c */
extern const struct stored_kind stored_battle;                             /* store_battles.c */
extern const struct stored_kind stored_player, stored_token;               /* store_players.c */
extern const struct stored_kind stored_hook, stored_notice, stored_mailed; /* store_notices.c */
extern const struct stored_kind stored_post;                               /* store_posts.c */
extern const struct stored_kind stored_cured, stored_fault;                /* store_reports.c */
extern const struct stored_kind stored_report, stored_settled;             /* store_reports.c */
extern const struct stored_kind stored_time;                               /* store_numbers.c */

const struct stored_kind *stored_kind(enum store_kind kind);

/* What goes with a game, if it is as far as `status` says (STORE_ANY_STATUS: however far), itself last:
 * by it the others are found. What goes with a player who leaves. */
enum store_error stored_forget(struct connection *writer, const uint8_t game[STORE_NAME_BYTES],
			       int status);
enum store_error stored_leave(struct connection *writer, const uint8_t player[STORE_NAME_BYTES]);

/* ---- small steps that several kinds are written with: stored_steps.c ---- */

/* Write a change of a kind, of the thing with this id. Returns 1. */
size_t announce(struct store_change *out, enum store_change_kind kind, const char *id);

/* Run statements that ask for one id, one after another. */
enum store_error run_each(struct connection *writer, const enum statement *which, size_t count,
			  const uint8_t name[STORE_NAME_BYTES]);

/* Bind the 16 bytes of an id, or NULL when there is none. */
void bind_name(struct query *statement, int at, const uint8_t *name);
