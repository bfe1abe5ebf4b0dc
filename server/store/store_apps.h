#pragma once
/* Apps and what they were granted, as far as other pieces of a batch take them with them. */

#include "store/stored_kind.h"

/* A player's apps are no more, nor what these were granted, nor what the player granted. */
enum store_error end_apps(struct connection *writer, const uint8_t player[STORE_NAME_BYTES]);
