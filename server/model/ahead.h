#pragma once
/* What a side will probably be asked next, for a player who writes a plan while others decide: its
 * own view played on, without a die and without asking anybody. Pure, like plan.h; all of it
 * follows from the side's own view and from what it has written itself.
 *
 * Where nobody may measure, it measures nothing: a unit goes as if it met nobody, for whether it
 * does, and where, is a distance; and nothing is told of what comes after a charge. */

#include "model/plan.h"

/* Why nothing is known of what comes after. X(name, wire name) */
#define AHEAD_ENDS(X) \
	X(ASKED, "asked")   /* the side is asked: the one end that has actions */ \
	X(DICE, "dice")     /* what comes next follows from dice */ \
	X(SEALED, "sealed") /* or from what another has sealed */ \
	X(STOPPED, \
	  "stopped")    /* the side's plan stops: its next command is refused, or it says so */ \
	X(OVER, "over") /* the game is over before that */ \
	X(FAR, "far")   /* nobody can tell so far ahead */

enum ahead_end {
#define X(name, wire) AHEAD_##name,
	AHEAD_ENDS(X)
#undef X
		AHEAD_END_COUNT
};

enum { AHEAD_COMMANDS_MAX = 64 };

/* Large: on the heap, never on a connection's stack. */
struct ahead {
	struct pn_game game;              /* the side's view, played on */
	uint8_t done;                     /* so many of the plan's commands are behind it */
	const struct pn_command *refused; /* the plan's, that its stop is for; NULL: none */
	/* Room to work in: */
	bool is_blind; /* a unit has gone as if it met nobody */
	bool is_away[PN_UNITS_MAX];
	struct pn_game before;
	struct pn_events events;
	struct pn_actions actions;
};

/* Play a side's view on until the side is asked something that neither its plan nor its standing
 * orders answer: it does what they say, and the other side lets everything go on. At most
 * AHEAD_COMMANDS_MAX commands. Runs the core: call it under a guard. */
enum ahead_end ahead_play(struct ahead *ahead, const struct pn_game *view, pn_side side,
			  const struct intent *intent);

/* List in `ahead->actions` what the side may do in the position come to. What is open at any time,
 * proposals and the like, is left out: no plan holds it. */
void ahead_list(struct ahead *ahead, pn_side side);
