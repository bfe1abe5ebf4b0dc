/* Reading, whatever it is that is read. */

#include <string.h>

#include "store/sql_store.h"

enum store_error store_read_all(struct store *store, enum statement which, void *reading,
				bool (*row)(void *context, struct query *row))
{
	struct sql_store *sql = (struct sql_store *)store;
	struct connection *connection = store_borrow(sql);
	if (!connection)
		return STORE_FAILED;
	enum store_error error = STORE_FAILED;
	if (connection_statement(connection, which))
		error = connection_each(connection, which, reading, row);
	store_give_back(sql, connection);
	return error == STORE_NOT_FOUND ? STORE_OK : error;
}

enum store_error store_read_of(struct store *store, enum statement which, const char *id,
			       void *reading, bool (*row)(void *context, struct query *row))
{
	struct sql_store *sql = (struct sql_store *)store;
	uint8_t name[STORE_NAME_BYTES];

	if (!name_of_id(name, id))
		return STORE_OK;
	struct connection *connection = store_borrow(sql);
	if (!connection)
		return STORE_FAILED;
	enum store_error error = STORE_FAILED;
	struct query *statement = connection_statement(connection, which);
	if (statement) {
		bind_bytes(statement, 1, name, sizeof(name));
		error = connection_each(connection, which, reading, row);
	}
	store_give_back(sql, connection);
	return error == STORE_NOT_FOUND ? STORE_OK : error;
}

enum store_error store_read_page(struct store *store, enum statement which, uint32_t place,
				 size_t max, void *reading,
				 bool (*row)(void *context, struct query *row))
{
	struct sql_store *sql = (struct sql_store *)store;
	struct connection *connection = store_borrow(sql);
	if (!connection)
		return STORE_FAILED;
	enum store_error error = STORE_FAILED;
	struct query *statement = connection_statement(connection, which);
	if (statement) {
		bind_int(statement, 1, place);
		bind_int(statement, 2, (int64_t)max);
		error = connection_each(connection, which, reading, row);
	}
	store_give_back(sql, connection);
	return error == STORE_NOT_FOUND ? STORE_OK : error;
}

static bool read_check_row(void *context, struct query *row)
{
	const char *said = column_text(row, 0);
	return said && strcmp(said, "ok") == 0;
}

enum store_error store_check_whole(struct store *store)
{
	return store_read_all(store, CHECK, NULL, read_check_row);
}
