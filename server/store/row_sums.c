/* A sum is of the checksums that stand in the rows, right or wrong: a row that was changed is told as
 * one, and the sum still fits. A row without a checksum counts for nothing there. Of the ids a sum is
 * kept in three parts, so that one row that is missing can be told by its id. */

#include "store/row_sums.h"

#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"

enum { CELLS_MAX = 12, FIRST_CELL = 2 };

/* So many checksums are written without waiting for an answer. */
enum { WAIT_ROWS = 1024 };

/* Cells behind the key and the checksum, as they are read: numbers, and bytes or text. The first is
 * the id that people know. */
static const struct {
	const char *name, *cells;
	enum statement read, mark;
} tables[] = {
	[SUMMED_HOLDER] = {"holder", "bibbi", READ_HOLDERS, MARK_HOLDER},
	[SUMMED_PLAYER] = {"player", "bbbiii", READ_PLAYERS, MARK_PLAYER},
	[SUMMED_TOKEN] = {"token", "bbbbbiiii", READ_TOKENS, MARK_TOKEN},
	[SUMMED_BATTLE] = {"battle", "bbiibbbb", READ_BATTLES, MARK_BATTLE},
};

/* ---- rows ---- */

bool summed_row_is_whole(const struct summed_row *row)
{
	return row->has_checksum && memcmp(row->stored, row->computed, CHECKSUM_BYTES) == 0;
}

bool summed_rows_take(void *context, struct query *from)
{
	struct summed_rows *rows = context;
	const char *cells = tables[rows->table].cells;
	struct summed_row row = {.key = column_int(from, 0)};
	struct checksum_cell cell[CELLS_MAX] = {{.is = CELL_NUMBER, .number = row.key}};
	size_t count = 1;

	for (int at = FIRST_CELL; *cells; at++, cells++, count++) {
		if (*cells == 'i')
			cell[count] = (struct checksum_cell){.is = CELL_NUMBER,
							     .number = column_int(from, at)};
		else if (!column_is_null(from, at))
			cell[count] = (struct checksum_cell){.is = CELL_BYTES,
							     .bytes = column_bytes(from, at)};
	}
	checksum_cells(row.computed, tables[rows->table].name, cell, count);
	row.has_checksum =
		!column_is_null(from, 1) && copy_column(from, 1, row.stored, CHECKSUM_BYTES);
	copy_column(from, FIRST_CELL, row.name, sizeof(row.name));
	if (rows->count == rows->capacity) {
		rows->capacity = 2 * rows->capacity + 8;
		rows->row = reallocate(rows->row, rows->capacity, sizeof(*rows->row));
	}
	rows->row[rows->count++] = row;
	return true;
}

enum store_error summed_rows_read(struct connection *connection, struct summed_rows *rows)
{
	const enum statement which = tables[rows->table].read;

	if (!connection_statement(connection, which))
		return STORE_FAILED;
	enum store_error error = connection_each(connection, which, rows, summed_rows_take);
	return error == STORE_NOT_FOUND ? STORE_OK : error;
}

static bool take_none(void *context, struct query *row)
{
	(void)context;
	(void)row;
	return true;
}

enum store_error summed_row_mark(struct connection *writer, enum summed_table table,
				 struct summed_row *row, bool waits)
{
	const enum statement which = tables[table].mark;
	struct query *statement = connection_statement(writer, which);

	if (!statement)
		return STORE_FAILED;
	memcpy(row->stored, row->computed, CHECKSUM_BYTES);
	row->has_checksum = true;
	bind_int(statement, 1, row->key);
	bind_bytes(statement, 2, row->stored, CHECKSUM_BYTES);
	return waits ? connection_run(writer, which)
		     : connection_ask(writer, which, NULL, take_none);
}

const char *summed_table_name(enum summed_table table)
{
	return tables[table].name;
}

/* ---- sums ---- */

static uint64_t number_of(const uint8_t *bytes, int count)
{
	uint64_t number = 0;

	for (int i = 0; i < count; i++)
		number = number << 8 | bytes[i];
	return number;
}

void row_sum_add(struct row_sum *sum, const struct summed_row *row, int sign)
{
	const uint8_t *name = row->name;
	const uint64_t part[ROW_SUM_PARTS] = {
		number_of(row->stored, 8) & ROW_SUM_WRAP,
		number_of(name, ROW_SUM_HIGH),
		number_of(name + ROW_SUM_HIGH, ROW_SUM_MIDDLE),
		number_of(name + ROW_SUM_HIGH + ROW_SUM_MIDDLE, ROW_SUM_LOW),
	};

	if (!row->has_checksum)
		return;
	sum->count += sign;
	for (int i = 0; i < ROW_SUM_PARTS; i++)
		sum->part[i] =
			(sign < 0 ? sum->part[i] - part[i] : sum->part[i] + part[i]) & ROW_SUM_WRAP;
}

bool row_sum_is_nothing(const struct row_sum *sum)
{
	return sum->count == 0 && (sum->part[0] | sum->part[1] | sum->part[2] | sum->part[3]) == 0;
}

enum store_error row_sum_write(struct connection *writer, enum statement which,
			       enum summed_table table, const struct row_sum *sum)
{
	struct query *statement = connection_statement(writer, which);

	if (!statement)
		return STORE_FAILED;
	bind_text(statement, 1, tables[table].name);
	bind_int(statement, 2, sum->count);
	for (int i = 0; i < ROW_SUM_PARTS; i++)
		bind_int(statement, 3 + i, (int64_t)sum->part[i]);
	return connection_run(writer, which);
}

static bool take_sum(void *context, struct query *row)
{
	struct row_sum *sum = context;

	sum->count = column_int(row, 0);
	for (int i = 0; i < ROW_SUM_PARTS; i++)
		sum->part[i] = (uint64_t)column_int(row, 1 + i);
	return true;
}

enum store_error row_sum_read(struct connection *connection, enum summed_table table,
			      struct row_sum *out)
{
	struct query *statement = connection_statement(connection, GET_SUM);

	if (!statement)
		return STORE_FAILED;
	bind_text(statement, 1, tables[table].name);
	return connection_each(connection, GET_SUM, out, take_sum);
}

static enum store_error drop_sum(struct connection *writer, enum summed_table table)
{
	struct query *statement = connection_statement(writer, DROP_SUM);

	if (!statement)
		return STORE_FAILED;
	bind_text(statement, 1, tables[table].name);
	return connection_run(writer, DROP_SUM);
}

/* ---- all of them ---- */

enum store_error row_sums_look(struct connection *connection)
{
	enum store_error error = STORE_OK;
	struct row_sum sum;

	for (enum summed_table table = 0; table < SUMMED_TABLES && !error; table++)
		error = row_sum_read(connection, table, &sum);
	return error;
}

static enum store_error make_sum(struct connection *writer, enum summed_table table)
{
	struct summed_rows rows = {.table = table};
	struct row_sum sum = {0};
	enum store_error error = summed_rows_read(writer, &rows);

	for (size_t i = 0; i < rows.count && !error; i++) {
		if (!summed_row_is_whole(&rows.row[i]))
			error = summed_row_mark(writer, table, &rows.row[i], i % WAIT_ROWS == 0);
		row_sum_add(&sum, &rows.row[i], 1);
	}
	free(rows.row);
	return error ? error : row_sum_write(writer, PUT_SUM, table, &sum);
}

enum store_error row_sums_make(struct connection *writer)
{
	enum store_error error = STORE_OK;
	struct row_sum sum;

	for (enum summed_table table = 0; table < SUMMED_TABLES && !error; table++) {
		error = row_sum_read(writer, table, &sum);
		if (error == STORE_NOT_FOUND)
			error = make_sum(writer, table);
	}
	return error;
}

enum store_error row_sums_drop(struct connection *writer)
{
	enum store_error error = STORE_OK;

	for (enum summed_table table = 0; table < SUMMED_TABLES && !error; table++)
		error = drop_sum(writer, table);
	return error;
}

enum store_error row_sums_copy(struct connection *from, struct connection *to)
{
	enum store_error error = STORE_OK;
	struct row_sum sum;

	for (enum summed_table table = 0; table < SUMMED_TABLES && !error; table++) {
		error = row_sum_read(from, table, &sum);
		if (error == STORE_NOT_FOUND)
			error = drop_sum(to, table);
		else if (!error)
			error = row_sum_write(to, PUT_SUM, table, &sum);
	}
	return error;
}
