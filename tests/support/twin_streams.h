#pragma once
/* Followers of the game of two worlds: what streams tell is compared like any answer. */

#include "twins.h"

/* Those that every pair of worlds begins with, and the end of all there are. */
void twins_open_streams(struct twins *twins);
void twins_close_streams(struct twins *twins);
