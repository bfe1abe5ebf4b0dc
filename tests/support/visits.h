#pragma once
/* How often a game waits for a person: two players with ten units a side, who give every command
 * by hand when it is asked for, or use plans, standing orders and passes of several windows, or
 * know of none of these and take what the page offers first. Everything else about them is the
 * same. A game lasts two turns:
 * later most units stand in melees, and a turn with few left to move flatters the figure. */

#include "model/plan.h"
#include "play.h"

enum { VISITS_UNITS_A_SIDE = 10, VISITS_TURNS = 2 };

enum visits_way { VISITS_BY_HAND, VISITS_HELPED, VISITS_AS_OFFERED };

struct visits {
	unsigned long games, turns;
	unsigned long visits;    /* times that the game waited for a person */
	unsigned long most;      /* of one turn */
	unsigned long commands;  /* all that were given */
	unsigned long automatic; /* of those, by a plan, a pass of several or an order */
	unsigned long refused;   /* plans that a refusal stopped */
};

/* Play `games` games of a ruleset and count. Ends the program when a rule breaks. */
struct visits visits_count(uint8_t ruleset, enum visits_way way, int games);

/* Visits of both sides together in one turn, in thousandths. */
unsigned long visits_per_turn_milli(const struct visits *visits);
