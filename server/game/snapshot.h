#pragma once
/* A game at one moment, as each viewer sees it. */

#include "base/text.h"
#include "game/limits.h"
#include "model/clock.h"
#include "model/plan.h"
#include "pennon/rules.h"

struct service;

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

/* Answers to `viewer`, encoded of this snapshot and perhaps of one before in which they see no
 * difference. `key` names what the answer is and all else that it shows. False: none is kept. */
bool snapshot_recall(struct snapshot *snapshot, pn_side viewer, const char *key, struct text *out);
void snapshot_remember(struct snapshot *snapshot, pn_side viewer, const char *key,
		       const struct text *body);

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
