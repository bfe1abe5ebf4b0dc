#pragma once
/* Inside a snapshot. The writer copies the latest one, changes the copy, and publishes it
 * after the commit; from then on it never changes, save the actions that are computed and the
 * answers that are encoded on first asking. */

#include "game/armies.h"
#include "game/encoded.h"
#include "game/faults.h"
#include "game/intents.h"
#include "game/seat_admin.h"

/* What never changes in a game: shared by its snapshots. */
struct game_base {
	atomic_int references;
	/* Automation's: a look at what the side wrote found nothing to do when it had seen one
	 * event less; 0: none was. */
	atomic_uint looked[PN_SIDES];
	char id[GAME_ID_BYTES];
	uint8_t ruleset;
	uint16_t revision;
	pn_side creator;
	int64_t created_ms;
	char name[CODEC_NAME_BYTES]; /* of the battle; "": none */
	char scenario[64];
	uint8_t seed[32];
	uint8_t seed_commitment[32];
	uint8_t header_hash[32];     /* of the stored header's bytes */
	uint8_t invitation_hash[32]; /* of the first one */
	uint8_t access;
	struct clock_rule clock;     /* all 0: none */
	struct army_rule armies;     /* all 0: no secret */
	struct machine_seat machine; /* all 0: both seats are people's */
	uint32_t origin;             /* who made it, where no player did: not stored (struct job) */
	/* Where armies were a secret: what the game was before they were opened (owned), and how
	 * many rows of the log belong to that. */
	struct game_base *bare;
	uint32_t bare_rows;
	struct pn_muster muster;
};

/* A side's actions, computed once a version of its view: snapshots that follow share them as
 * long as the view stays the same. */
struct kept_actions {
	atomic_int references;
	struct pn_actions *actions;
};

/* A view that is not the truth. */
struct kept_view;

struct snapshot {
	atomic_int references;
	struct game_base *base;
	struct game_log *log;
	uint32_t rows, entries; /* how much of the log it knows */
	struct game_header header;
	struct tip tip[PN_VIEWERS];
	int64_t told_ms;    /* when the last thing happened that everybody saw */
	int64_t asked_ms;   /* the same, but for the cup: what answers are given to */
	uint32_t asked_row; /* the number of its row */
	struct seat_admin seat_admin;
	struct server_state server;
	struct armies armies;
	struct written written[PN_SIDES];
	uint8_t dice_key[32];                     /* once both nonces are there */
	pthread_mutex_t mutex;                    /* guards what follows, up to `encoded` */
	struct kept_actions *actions[PN_VIEWERS]; /* the umpire's last */
	bool was_away[PN_VIEWERS]; /* their actions are computed once more: snapshot_come_back() */
	struct encoded_list encoded[PN_VIEWERS];
	struct pn_game truth;
	struct kept_view *own[PN_VIEWERS]; /* NULL: the viewer sees the truth; snapshot_view() */
};

/* Take a reference; drop one, and the last frees it. */
struct game_base *base_hold(struct game_base *base);

/* The size of a stored game's secret: the seed, and the hash of the first invitation. */
enum { GAME_SECRET_BYTES = 64 };

/* What stands beside a stored game's header. */
void base_take_stored(struct game_base *base, const struct store_game *game);

/* A copy to be changed, held once. */
struct game_base *base_copy(const struct game_base *from);

/* A snapshot that knows nothing yet. Takes both references; held once. */
struct snapshot *snapshot_create(struct game_base *base, struct game_log *log);

/* Take over what `before` has computed and encoded, and `after`, which is published next, would
 * again. */
void snapshot_share(struct snapshot *before, struct snapshot *after);

/* A viewer to whom the game was not near looks: what was computed and encoded for them is once more,
 * for it would be if the other side had not kept the game in memory. */
void snapshot_come_back(struct snapshot *snapshot, pn_side viewer);

/* Set up the state before the first event. False when the muster does not pass. Runs the
 * core: call it under a guard. */
bool snapshot_set_up(struct snapshot *snapshot);

/* Bits of the viewers whom the game waits for (PN_PUBLIC: the umpire), each in their own view. */
uint8_t snapshot_awaited(const struct snapshot *snapshot);

/* Bits of the sides that everybody sees waited for. */
uint8_t snapshot_awaited_openly(const struct snapshot *snapshot);

/* Does the game wait for armies? */
bool snapshot_awaits_armies(const struct snapshot *snapshot);

/* The game starts from something else, in which all that has happened is taken in anew. Takes the
 * reference. Runs the core: call it under a guard. */
void snapshot_rebase(struct snapshot *snapshot, struct game_base *base);

/* A copy to change. */
struct snapshot *snapshot_copy(const struct snapshot *from);

/* Take in the rows of the log up to `rows`, all at once, into a snapshot that was set up and knows
 * none: how a game is loaded and how
 * an earlier state is shown again. Runs the core: call it under a guard. */
void snapshot_fold(struct snapshot *snapshot, uint32_t rows);

/* Take in the seat, nonce and status that a row brought. */
void snapshot_take_row(struct snapshot *snapshot, const struct log_row *row);

/* After the truth was changed by the core: take in one row's events for the viewers. `before` is
 * what the snapshot is a copy of. */
void snapshot_follow(struct snapshot *snapshot, const struct snapshot *before,
		     const struct pn_events *events);

/* The states of the first `count` events, all anew. */
void states_fold(struct snapshot *snapshot, uint32_t count);

/* Take in the log's rows behind those that the snapshot knows: how a game is loaded that goes on
 * from a state row. False: something is taken back there, so all must be folded anew. Runs the
 * core: call it under a guard. */
bool snapshot_go_on(struct snapshot *snapshot);

/* The states' part of a state row: state_coder.h. */
void states_code(struct state_coder *coder, struct snapshot *snapshot);

/* A viewer's state after a list of events, from what the game starts from. Runs the core: call it
 * under a guard. */
void snapshot_fold_events(const struct snapshot *snapshot, pn_side viewer,
			  const struct pn_event *list, uint32_t count, struct pn_game *out);

/* snapshot_last_move() up to the viewer's event `seq`. */
bool last_move_until(const struct snapshot *snapshot, pn_side viewer, uint32_t seq,
		     struct last_move *out);

/* The part of copying and releasing a snapshot that is its states'. */
void states_copy(struct snapshot *to, const struct snapshot *from);
void states_release(struct snapshot *snapshot);
