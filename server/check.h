#pragma once
/* `pennond --check PLACE`: is everything that lies in a folder or database whole? */

#include "place.h"

/* Open the folder (its daemon must be stopped), bring it to today's version if it is older and can be
 * written (one that cannot is only read), compare every row of players, tokens, holders and
 * battles with its checksum, and all of a table with its sum, load every game by comparing its rows
 * with their checksums and folding its events, compute every viewer's chain, check the record of every
 * finished game as pennon-verify does, and roll every die of the others again. One line for each that is not whole,
 * and one with the sums. Returns the exit code: 0 all whole, 1 something is damaged, 2 the folder
 * cannot be opened or has no keys. */
int check_folder(const char *directory);

/* The same of a place (place.h): of a database with the keys of the folder `directory`. */
int check_place(const char *text, const char *directory);

/* The same, with the keys of that folder in any case. */
int check_kept(const struct place *place, const char *directory);
