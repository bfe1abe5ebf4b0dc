#pragma once
/* Worlds that could be, as one side sees the game, and the chance in them. */

#include "pennon/rules.h"
#include "pennon/sample.h"

/* The next number of a source of chance, whose state it moves on. */
uint64_t pn_chance_next(uint64_t *chance);

/* From 0 to `below` - 1. */
uint32_t pn_chance_below(uint64_t *chance, uint32_t below);

/* Dice and salts that follow from `chance`, which stays as it is: of the same chance, a label has
 * the same faces. */
struct pn_dice_source pn_chance_dice(uint64_t *chance);

/* What is not known of the other side is given some value that could be: what it has sealed before
 * `side` was ready it writes once more, what the book deals it is dealt. */
void pn_world_imagine(struct pn_game *world, const struct pn_game *view, pn_side side,
		      uint64_t *chance);
