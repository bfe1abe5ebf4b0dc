#pragma once
/* `pennond --check DIR`: is everything that lies in a folder whole? */

/* Open the folder (its daemon must be stopped), bring it to today's version if it is older,
 * load every game by comparing its rows with their checksums and folding its events, compute
 * every viewer's chain, check the record of every finished game as pennon-verify does, and
 * roll every die of the others again. One line for each that is not whole, and
 * one with the sums. Returns the exit code: 0 all whole, 1 something is damaged, 2 the
 * folder cannot be opened. */
int check_folder(const char *directory);
