#pragma once
/* Positions at random of what the players and the umpire settle between them: offers, questions, what
 * may be taken back, strikes, an agreement on how to declare. */

#include "play.h"

/* The battle that they are made of: a melee that both sides are asked about, in the second turn. */
void random_talk_begin(struct play *play);

/* One of them, sometimes over, or with as many commands as a game takes. */
void random_talk(struct pn_game *game, const struct play *play, struct random_source *source);

/* A method that somebody might propose, and who begins. */
struct pn_agreement random_talk_method(struct random_source *source);
