#pragma once
/* Armies that two sides write in secret: what was agreed about them, and what is wrong with one.
 *
 * A side's army is looked at alone, against the table and its own zone, so that nothing which is
 * said about it can depend on the other. What both have room for in one game is halved: two
 * armies with which nothing is wrong make a muster with which nothing is wrong. */

#include "pennon/rules.h"

enum {
	ARMY_DAYS_MAX = 28,
	ARMY_DAYS_DEFAULT = 7,
	ARMY_FIGURES_MAX = PN_SIDE_UNITS_MAX * PN_FIGURES_MAX,
};

/* What was agreed. All 0: the armies are no secret. */
struct army_rule {
	bool secret;
	uint8_t days;     /* to write them in, from the moment both sides are there: 1 or more */
	uint16_t figures; /* that each side may have; 0: as many as they like */
};

/* The game that a muster makes; of secret armies that nobody has seen yet, its table. */
struct pn_muster_fault army_set_up(struct pn_game *game, uint8_t ruleset,
				   const struct pn_muster *muster, const struct army_rule *rule);

/* Up to `max` things that are wrong with the table of secret armies: it has no units, and a zone
 * for each side. Returns how many there are. */
uint16_t army_table_faults(struct pn_muster_fault *out, uint16_t max, struct pn_game *game,
			   uint8_t ruleset, const struct pn_muster *muster);

/* The same of one side's units, which alone are in the muster. `unread` as of a muster; `game`
 * is room to work in. */
uint16_t army_faults(struct pn_muster_fault *out, uint16_t max, struct pn_game *game,
		     uint8_t ruleset, const struct pn_muster *muster, pn_side side,
		     const struct army_rule *rule, const struct pn_muster_unread *unread);
