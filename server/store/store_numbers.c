/* Numbers that the database keeps about itself. */

#include "store/stored_kind.h"

static enum store_error put_time(struct connection *writer, const void *piece)
{
	const struct store_time *time = piece;
	struct query *statement = connection_statement(writer, PUT_NUMBER);
	if (!statement)
		return STORE_FAILED;
	bind_int(statement, 1, STORE_ALIVE);
	bind_int(statement, 2, time->time_ms);
	return connection_run(writer, PUT_NUMBER);
}

const struct stored_kind stored_time = {.size = sizeof(struct store_time), .put = put_time};

static bool read_number_row(void *context, struct query *row)
{
	*(int64_t *)context = column_int(row, 0);
	return true;
}

enum store_error store_load_number(struct store *store, enum store_number which, int64_t *out)
{
	const struct asked asked = {.number = (int)which};

	return store_read(store, GET_NUMBER, &asked, 1, out, read_number_row);
}
