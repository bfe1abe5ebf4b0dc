#pragma once
/* A game as one viewer sees it: the getGame object. */

#include "codec/codec_plan.h"
#include "model/game_header.h"

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
	const struct game_header *header;
	const struct clock *clock;       /* as the last thing that everybody saw left it */
	const struct army_facts *armies; /* NULL: none are written in secret */
	/* The names of the seats' holders, the umpire's last; NULL when none is known. */
	const char *const *player;
	/* The id and name of an app that looks or acts for both sides; NULL: none, or the public
	 * asks. */
	const char *common_app, *common_app_name;
	uint32_t version, seq;
	pn_side side;            /* whose view: PN_RED, PN_BLUE, PN_PUBLIC */
	bool is_umpire;          /* PN_PUBLIC: it is for the umpire */
	const int64_t *until_ms; /* of both sides: when their time is over; 0: the clock stands */
	enum awaited_kind you;
	const struct pn_game *game;  /* the viewer's view */
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
