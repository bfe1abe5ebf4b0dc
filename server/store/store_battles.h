#pragma once
/* Battles that players keep: the part of the batch. sql_store.h has what reads. */

#include "store/connection.h"

/* Write a battle, its link, or that it goes. */
enum store_error put_battle(struct connection *writer, const struct store_battle *battle);

/* All of a player's go. */
enum store_error drop_battles(struct connection *writer, const uint8_t player[STORE_NAME_BYTES]);
