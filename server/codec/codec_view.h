#pragma once
/* A game as one viewer sees it: the getGame object. */

#include "codec/codec_plan.h"
#include "model/army.h"
#include "model/clock.h"
#include "model/machine_seat.h"

/* Does the game wait for the viewer, and for what? */
enum awaited_kind {
	AWAITED_NOT,
	AWAITED_DECISION, /* the one on top, which their side owes */
	AWAITED_ARMY,     /* their army, in secret */
	AWAITED_RULING,   /* of the umpire: they were asked */
};

/* The sides that a game waits for. All borrowed. */
struct codec_turn {
	const char *id;
	uint32_t version;
	pn_side side; /* who looks; PN_PUBLIC for the umpire, too */
	enum awaited_kind you;
	int64_t until_ms[PN_SIDES];
	int64_t army_until_ms;
	const struct pn_game *game; /* their view */
};

/* {"game","version","waiting_for","you"}: `waiting_for` is getGame's. */
void codec_turn_encode(struct text *out, const struct codec_turn *turn);

/* "you" by itself, as it is in getGame's object, too. */
void codec_you_encode(struct text *out, const struct codec_turn *turn);

/* What the object tells besides the viewer's own view. All borrowed. */
struct codec_view {
	const char *id;
	const char *scenario; /* id, or "" */
	const char *status;   /* "open", "playing", "finished" */
	const char *access;   /* "public", "unlisted", "private" */
	/* The names of the seats' holders, the umpire's last; NULL when none is known. */
	const char *player[PN_VIEWERS];
	/* The id and name of an app that looks or acts for both sides; NULL: none, or the public
	 * asks. */
	const char *common_app, *common_app_name;
	uint16_t revision; /* of the ruleset when the game was made */
	uint32_t version, seq;
	pn_side side;   /* whose view: PN_RED, PN_BLUE, PN_PUBLIC */
	bool is_umpire; /* PN_PUBLIC: it is for the umpire */
	bool seat_taken[PN_SIDES];
	uint8_t seed_commitment[32];
	struct clock_rule clock;    /* all 0: none */
	int64_t left_ms[PN_SIDES];  /* in the banks when the last thing happened */
	int64_t until_ms[PN_SIDES]; /* when a side's time is over; 0: its clock stands */
	enum awaited_kind you;
	bool paused;                 /* nothing is taken, and no clock runs */
	pn_side creator;             /* who made the game */
	struct army_rule armies;     /* all 0: no secret */
	struct machine_seat machine; /* all 0: both sides are people's */
	int64_t armies_until_ms;     /* 0: nobody waits for them */
	bool army_sealed[PN_SIDES];
	uint8_t army_commitment[PN_SIDES][32];
	bool has_nonce[PN_SIDES]; /* known yet */
	bool nonce_drawn[PN_SIDES];
	uint8_t nonce[PN_SIDES][32];
	const struct pn_game *game;     /* the viewer's view */
	const struct pn_muster *muster; /* the names of the units */
	const struct text *listed;   /* the side's, of codec_actions_encode(); NULL: no "actions" */
	const struct intent *intent; /* what the side has written; NULL: nobody's */
};

/* {"access","actions"?,"active","armies"?,"board","clock"?,"contacts","creator","ends","facts","id",
 *  "machine"?,"method","nonces","params","passes"?,"paused"?,"phase","plan"?,"players","premeasure",
 *  "readings","result"?,"revision","ruleset","scenario"?,"seats","seed_commitment","seq",
 *  "side","standing_orders"?,"status","turn","units","version","waiting_for","you"} */
void codec_view_encode(struct text *out, const struct codec_view *view);

/* What the public sees of a game before its first event, without what only a game that was made
 * has: {"active","board","contacts","deployment"?,"ends","facts","method","params","phase",
 * "premeasure","readings","ruleset","turn","units","waiting_for"}. */
void codec_beginning_encode(struct text *out, const struct pn_game *game,
			    const struct pn_muster *muster);

/* The parts that make the position: "active","contacts","facts","phase","turn","units",
 * "waiting_for" and "result"? as one object. Cases compare with it. */
void codec_position_encode(struct text *out, const struct pn_game *view,
			   const struct pn_muster *muster, pn_side side);
