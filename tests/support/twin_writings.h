#pragma once
/* What the owner of a secret writes in the two worlds: as much in both, in the game or in the
 * decoy, and not the same, until it is to be the same. */

#include "twins.h"

/* Is the game in a decision with drafts; does the side owe the decision on top? */
bool twins_is_secret(struct twins *twins, const struct twin_game *game);
bool twins_owes(struct twins *twins, pn_side side);

/* A private command that is listed for the side, at random. False: there is none. */
bool twins_pick_private(struct snapshot *state, pn_side side, struct random_source *random,
			struct pn_command *out);

/* Each world writes as it likes. */
void twins_write_in_secret(struct twins *twins);

/* Both sides write what they owe before they may say that they are ready: a stack is whole
 * before it is sealed. */
void twins_write_what_is_owed(struct twins *twins);

bool twins_write_the_same(struct twins *twins);

/* The second world's owner comes to write what the first's has written, by other ways. */
void twins_agree(struct twins *twins);

/* See to it that the worlds differ. False when there is nothing to differ in. */
bool twins_differ(struct twins *twins);

/* How many cards from the top of the owner's stacks lie alike in both worlds; 0 when nothing
 * is a card. */
uint8_t twins_cards_alike(struct twins *twins);

/* Give the second world a stack that begins as the first's does and ends otherwise. */
void twins_swap_last_cards(struct twins *twins);
