/* What is the same of every connection, and the way to what is not. */

#include "store/connection.h"

#include <string.h>

static int hex_value(char digit)
{
	if (digit >= '0' && digit <= '9')
		return digit - '0';
	return digit >= 'a' && digit <= 'f' ? digit - 'a' + 10 : -1;
}

bool name_of_id(uint8_t name[STORE_NAME_BYTES], const char *id)
{
	for (int i = 0; i < STORE_NAME_BYTES; i++) {
		if ((i == 4 || i == 6 || i == 8 || i == 10) && *id++ != '-')
			return false;
		int high = hex_value(id[0]);
		int low = high < 0 ? -1 : hex_value(id[1]);
		if (low < 0)
			return false;
		name[i] = (uint8_t)(high << 4 | low);
		id += 2;
	}
	return *id == '\0';
}

void id_of_name(char id[STORE_GAME_BYTES], const uint8_t name[STORE_NAME_BYTES])
{
	static const char digits[] = "0123456789abcdef";
	for (int i = 0; i < STORE_NAME_BYTES; i++) {
		if (i == 4 || i == 6 || i == 8 || i == 10)
			*id++ = '-';
		*id++ = digits[name[i] >> 4];
		*id++ = digits[name[i] & 15];
	}
	*id = '\0';
}

bool column_id(struct query *row, int at, char id[STORE_GAME_BYTES])
{
	uint8_t name[STORE_NAME_BYTES];

	if (!copy_column(row, at, name, sizeof(name)))
		return false;
	id_of_name(id, name);
	return true;
}

struct query *connection_statement(struct connection *connection, enum statement which)
{
	return connection->engine->statement(connection, which);
}

enum store_error connection_run(struct connection *connection, enum statement which)
{
	struct query *query = connection_statement(connection, which);

	return query ? connection->engine->run(connection, query, false) : STORE_FAILED;
}

enum store_error connection_change(struct connection *connection, enum statement which)
{
	struct query *query = connection_statement(connection, which);

	return query ? connection->engine->run(connection, query, true) : STORE_FAILED;
}

enum store_error connection_each(struct connection *connection, enum statement which, void *context,
				 bool (*row)(void *context, struct query *row))
{
	struct query *query = connection_statement(connection, which);

	return query ? connection->engine->each(connection, query, context, row) : STORE_FAILED;
}

enum store_error connection_ask(struct connection *connection, enum statement which, void *context,
				bool (*row)(void *context, struct query *row))
{
	struct query *query = connection_statement(connection, which);

	return query ? connection->engine->ask(connection, query, context, row) : STORE_FAILED;
}

void connection_close(struct connection *connection)
{
	if (connection)
		connection->engine->close(connection);
}

void bind_int(struct query *query, int at, int64_t value)
{
	query->engine->bind_int(query, at, value);
}

void bind_text(struct query *query, int at, const char *text)
{
	query->engine->bind_text(query, at, text);
}

void bind_bytes(struct query *query, int at, const void *bytes, size_t size)
{
	/* A NULL pointer would bind NULL, not an empty piece. */
	query->engine->bind_bytes(query, at, bytes ? bytes : "", size);
}

void bind_null(struct query *query, int at)
{
	query->engine->bind_bytes(query, at, NULL, 0);
}

int64_t column_int(struct query *row, int at)
{
	return row->engine->column_int(row, at);
}

const char *column_text(struct query *row, int at)
{
	return row->engine->column_text(row, at);
}

struct store_bytes column_bytes(struct query *row, int at)
{
	return row->engine->column_bytes(row, at);
}

bool column_is_null(struct query *row, int at)
{
	return row->engine->column_is_null(row, at);
}

int column_count(struct query *row)
{
	return row->engine->column_count(row);
}

bool copy_column(struct query *row, int at, void *out, size_t size)
{
	struct store_bytes bytes = column_bytes(row, at);

	if (bytes.size != size)
		return false;
	memcpy(out, bytes.bytes, size);
	return true;
}
