/* Reading, whatever it is that is read. */

#include <string.h>

#include "store/sql_store.h"

enum store_error store_ask(struct store *store, enum statement which, const struct asked *asked,
			   size_t count, void *reading,
			   bool (*row)(void *context, struct query *row))
{
	struct sql_store *sql = (struct sql_store *)store;
	enum store_error error = STORE_FAILED;
	struct connection *connection = store_borrow(sql);
	if (!connection)
		return error;
	struct query *statement = connection_statement(connection, which);
	if (statement) {
		for (size_t i = 0; i < count; i++) {
			const int at = (int)i + 1;

			if (asked[i].bytes)
				bind_bytes(statement, at, asked[i].bytes, asked[i].size);
			else
				bind_int(statement, at, asked[i].number);
		}
		error = connection_each(connection, which, reading, row);
	}
	store_give_back(sql, connection);
	return error;
}

enum store_error store_read(struct store *store, enum statement which, const struct asked *asked,
			    size_t count, void *reading,
			    bool (*row)(void *context, struct query *row))
{
	const enum store_error error = store_ask(store, which, asked, count, reading, row);

	return error == STORE_NOT_FOUND ? STORE_OK : error;
}

enum store_error store_read_of(struct store *store, enum statement which, const char *id,
			       void *reading, bool (*row)(void *context, struct query *row))
{
	uint8_t name[STORE_NAME_BYTES];
	const struct asked asked = {.bytes = name, .size = sizeof(name)};

	return name_of_id(name, id) ? store_read(store, which, &asked, 1, reading, row) : STORE_OK;
}

static bool read_check_row(void *context, struct query *row)
{
	const char *said = column_text(row, 0);
	return said && strcmp(said, "ok") == 0;
}

enum store_error store_check_whole(struct store *store)
{
	return store_read(store, CHECK, NULL, 0, NULL, read_check_row);
}
