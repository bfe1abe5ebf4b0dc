#pragma once
/* Apps and what they were granted: the part of the batch. sql_store.h has what reads. */

#include "store/connection.h"

/* Write what a batch has of one. */
enum store_error put_app(struct connection *writer, const struct store_app *app);
enum store_error put_grant(struct connection *writer, const struct store_grant *grant);

/* A player's apps are no more, nor what these were granted, nor what the player granted. */
enum store_error end_apps(struct connection *writer, const uint8_t player[STORE_NAME_BYTES]);
