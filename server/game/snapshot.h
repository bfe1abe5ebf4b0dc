#pragma once
/* A game at one moment, as each viewer sees it. */

#include "base/text.h"
#include "codec/codec_view.h"
#include "game/limits.h"
#include "game/problem.h"
#include "model/game_header.h"
#include "model/plan.h"
#include "pennon/rules.h"

struct service;

/* What one viewer has seen up to some moment. */
struct tip {
	uint32_t seq;     /* of the last event they saw; 0 = none */
	uint32_t version; /* of their position */
};

/* One game at one moment. Immutable; count references. */
struct snapshot;

/* The first takes a reference and returns it; the second drops one, and the last frees it. */
struct snapshot *snapshot_hold(struct snapshot *snapshot);
void snapshot_release(struct snapshot *snapshot); /* takes NULL */

/* Borrowed: as long as the snapshot is held. */
const struct game_header *snapshot_header(const struct snapshot *snapshot);

/* Hidden by the operator? */
bool snapshot_hidden(const struct snapshot *snapshot);

/* Hidden or deleted by the operator? */
bool snapshot_withdrawn(const struct snapshot *snapshot);

/* The clocks as the last thing that everybody saw left them. */
const struct clock *snapshot_clock(const struct snapshot *snapshot);

/* The state as `viewer` sees it (PN_RED, PN_BLUE, PN_PUBLIC). */
const struct pn_game *snapshot_view(const struct snapshot *snapshot, pn_side viewer);

/* What the game started from; it alone has the names of the units. */
const struct pn_muster *snapshot_muster(const struct snapshot *snapshot);
struct tip snapshot_tip(const struct snapshot *snapshot, pn_side viewer);

/* What `side` (PN_RED or PN_BLUE) has written for itself. Its alone; borrowed. */
const struct intent *snapshot_intent(const struct snapshot *snapshot, pn_side side);

/* Armies that are written in secret, as all may know of them. */
void snapshot_armies(const struct snapshot *snapshot, struct army_facts *out);

/* The sides that the game waits for, as one viewer sees it; plain data, equal byte by byte while
 * nothing of it changes. */
struct turn {
	int64_t until_ms[PN_SIDES]; /* as the clocks run; 0: it stands */
	int64_t army_until_ms;
	enum awaited_kind you;
	uint8_t owes; /* bits of sides */
	uint8_t decision;
	pn_unit_id unit, other;
};

/* `viewer` PN_PUBLIC: nobody, or the umpire. */
void snapshot_turn(const struct snapshot *snapshot, pn_side viewer, bool is_umpire,
		   struct turn *out);

/* Append {"game","version","waiting_for","you"}. */
void turn_write(struct text *out, const struct snapshot *snapshot, pn_side viewer,
		const struct turn *turn);

/* What one side has written of them, as it wrote it last. Its alone; borrowed. */
struct own_army {
	const char *units; /* a canonical list; "[]" before there is any */
	size_t size;
	const uint8_t *salt, *commitment; /* NULL: it is not sealed */
};
void snapshot_army(const struct snapshot *snapshot, pn_side side, struct own_army *out);

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
		       const char *bytes, size_t size);

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

/* A moment of a game as one viewer saw it: when they had seen so many events and no more. Its mark
 * is the beginning of their chain's hash. */
enum { MOMENT_MARK_BYTES = 8 };
struct view_then {
	struct pn_game view;
	const struct pn_muster *muster; /* borrowed from the snapshot */
	bool is_open;                   /* nobody had joined yet */
	bool has_moved;
	struct last_move last; /* of the moment, where something had moved */
};

/* The viewer's event number with this mark, the last of several. False: their chain has none. */
bool snapshot_find_moment(const struct snapshot *snapshot, pn_side viewer,
			  const uint8_t mark[MOMENT_MARK_BYTES], uint32_t *seq);

/* The mark of a viewer's moment. */
void snapshot_mark(const struct snapshot *snapshot, pn_side viewer, uint32_t seq,
		   uint8_t out[MOMENT_MARK_BYTES]);

/* How it was then. Runs the core: call it under a guard, and not on a thread that others wait for. */
void snapshot_moment(const struct snapshot *snapshot, pn_side viewer, uint32_t seq,
		     struct view_then *out);

/* The battle that a turn began with, -1: the last that has begun, as `viewer` sees it; of a game
 * that is over one turn more, too: what it came to. `told` is the turn. Of one that runs only
 * where both may measure. Runs the core: call it under a guard. */
enum problem_code snapshot_battle(const struct snapshot *snapshot, pn_side viewer, int64_t turn,
				  struct pn_muster *out, uint8_t *told);

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

enum message_kind {
	MESSAGE_TEXT,
	MESSAGE_REMATCH_OFFERED,
	MESSAGE_REMATCH_AGREED,
	MESSAGE_REMATCH_DECLINED,
	MESSAGE_REMATCH_WITHDRAWN
};

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

/* Bits of the sides that want to play again, swapped; the same without the other side's, where the
 * reader does not read what it writes; and of the sides that declined what the other wants. */
uint8_t snapshot_rematch(const struct snapshot *snapshot);
uint8_t snapshot_rematch_heard(const struct snapshot *snapshot, pn_side reader);
uint8_t snapshot_rematch_declined(const struct snapshot *snapshot);
