#pragma once
/* A game and events for the tests of the formats: one fixed event of every kind, and
 * random ones with every field at random within what the field may hold. */

#include "pennon/rules.h"
#include "random_placement.h"

/* A game of play_book(), four units a side, that nothing has happened in. */
void sample_game(struct pn_game *game, struct pn_muster *muster);

/* Can events of this game be of the kind? Counters are not kept by every ruleset. */
bool sample_has(uint8_t kind, const struct pn_game *game);

/* A random event of a kind that it has, as decoding would leave it: what the kind does not use
 * is 0. Not of PN_EVENT_ARRANGED. */
void sample_event(struct pn_event *event, uint8_t kind, const struct pn_game *game,
		  struct random_source *random);

/* A random command of a kind, likewise. */
void sample_command(struct pn_command *command, uint8_t kind, const struct pn_game *game,
		    struct random_source *random);
