#pragma once
/* Games and their rows, with their checksums: writing them, adding those of rows that were
 * written before there were any, and reading them back. For the files of store/. */

#include "store/sqlite_store.h"

/* Parts of a batch, inside its transaction. */
enum store_error put_game(struct connection *writer, const struct store_game *game);
enum store_error put_row(struct connection *writer, const struct store_row *row);

/* Give the game's next few rows their checksums. */
enum store_error put_checksums(struct connection *writer, const char *id);
