/* Readers take a connection from a pool and put it back, so there are as many as there were
 * readers at one time. In memory (tests) everything shares the writer's connection, one at a
 * time. */

#include "store/sql_store.h"

void store_close_all(struct connection *connection)
{
	while (connection) {
		struct connection *next = connection->next;

		connection_close(connection);
		connection = next;
	}
}

struct connection *store_borrow(struct sql_store *sql)
{
	struct connection *connection, *stale = NULL;

	pthread_mutex_lock(&sql->mutex);
	if (sql->only)
		return sql->only;
	while ((connection = sql->idle) != NULL) {
		sql->idle = connection->next;
		if (!connection->engine->is_alive || connection->engine->is_alive(connection))
			break;
		connection->next = stale;
		stale = connection;
	}
	pthread_mutex_unlock(&sql->mutex);
	store_close_all(stale);
	return connection ? connection : sql->open_reader(sql);
}

void store_give_back(struct sql_store *sql, struct connection *connection)
{
	if (!sql->only) {
		pthread_mutex_lock(&sql->mutex);
		connection->next = sql->idle;
		sql->idle = connection;
	}
	pthread_mutex_unlock(&sql->mutex);
}
