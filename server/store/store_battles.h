#pragma once
/* Battles that players keep, as far as other pieces of a batch take them with them. */

#include "store/stored_kind.h"

/* All of a player's go. */
enum store_error drop_battles(struct connection *writer, const uint8_t player[STORE_NAME_BYTES]);
