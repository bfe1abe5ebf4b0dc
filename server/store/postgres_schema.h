#pragma once
/* The tables in PostgreSQL, in numbered steps. */

#include "store/postgres_connection.h"

/* Take the steps that are missing. A step only adds, so a process of the version before goes on
 * beside it; STORE_NEWER when the database is more than one step ahead. */
enum store_error postgres_migrate(struct postgres_connection *postgres);
