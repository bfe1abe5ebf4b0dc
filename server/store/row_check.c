/* Comparing the rows of tables with their checksums, and with the sum of them. */

#include <stdlib.h>
#include <string.h>

#include "store/row_sums.h"

/* What is told of a table, as it is found. */
struct row_telling {
	enum summed_table table;
	void *context;
	store_finding_taker *take;
};

static void tell(const struct row_telling *telling, enum store_finding_kind kind,
		 const struct summed_row *row, int64_t count)
{
	char id[STORE_GAME_BYTES] = "";
	const struct store_finding finding = {
		.kind = kind,
		.table = summed_table_name(telling->table),
		.id = id,
		.key = row ? row->key : 0,
		.count = count,
	};

	if (row)
		id_of_name(id, row->name);
	telling->take(telling->context, &finding);
}

static void put_bytes(uint8_t *out, uint64_t number, int count)
{
	for (int i = 0; i < count; i++)
		out[i] = (uint8_t)(number >> 8 * (count - 1 - i));
}

/* The id of the one row that `expected` has more. False when what is left of the sums is none. */
static bool find_missing(const struct row_sum *expected, const struct row_sum *found,
			 uint8_t name[STORE_NAME_BYTES])
{
	static const int bytes[ROW_SUM_PARTS] = {0, ROW_SUM_HIGH, ROW_SUM_MIDDLE, ROW_SUM_LOW};

	for (int i = 1; i < ROW_SUM_PARTS; name += bytes[i++]) {
		const uint64_t part = (expected->part[i] - found->part[i]) & ROW_SUM_WRAP;

		if (part >> 8 * bytes[i])
			return false;
		put_bytes(name, part, bytes[i]);
	}
	return true;
}

/* `is_whole` when each row that is there is as it was written. A number below 0 is a damaged one. */
static void compare_sums(const struct row_telling *telling, const struct row_sum *expected,
			 const struct row_sum *found, bool is_whole)
{
	struct summed_row missing = {0};
	const int64_t written = expected->count < 0 ? 0 : expected->count;
	const int64_t more = found->count - written;

	if (more == -1 && is_whole && find_missing(expected, found, missing.name))
		tell(telling, STORE_ROW_MISSING, &missing, 1);
	else if (more < 0)
		tell(telling, STORE_ROWS_MISSING, NULL, -more);
	else if (more > 0)
		tell(telling, STORE_ROWS_MORE, NULL, more);
	else if (is_whole && memcmp(expected, found, sizeof(*found)) != 0)
		tell(telling, STORE_ROWS_OTHER, NULL, 0);
}

static enum store_error check_table(struct connection *connection,
				    const struct row_telling *telling)
{
	struct summed_rows rows = {.table = telling->table};
	struct row_sum expected, found = {0};
	bool is_good = true;
	enum store_error error = row_sum_read(connection, telling->table, &expected);

	if (error == STORE_NOT_FOUND) {
		tell(telling, STORE_ROWS_UNSUMMED, NULL, 0);
		return STORE_OK;
	}
	if (!error)
		error = summed_rows_read(connection, &rows);
	for (size_t i = 0; i < rows.count && !error; i++) {
		const struct summed_row *row = &rows.row[i];

		row_sum_add(&found, row, 1);
		if (summed_row_is_whole(row))
			continue;
		is_good = is_good && !row->has_checksum;
		tell(telling, row->has_checksum ? STORE_ROW_CHANGED : STORE_ROW_ADDED, row, 1);
	}
	if (!error)
		compare_sums(telling, &expected, &found, is_good);
	free(rows.row);
	return error;
}

enum store_error store_check_rows(struct store *store, void *context, store_finding_taker *take)
{
	struct sql_store *sql = (struct sql_store *)store;
	struct row_telling telling = {.context = context, .take = take};
	struct connection *connection = store_borrow(sql);

	if (!connection)
		return STORE_FAILED;
	enum store_error error = connection_run(connection, BEGIN_READING);
	if (!error) {
		for (; telling.table < SUMMED_TABLES && !error; telling.table++)
			error = check_table(connection, &telling);
		connection_run(connection, ROLLBACK);
	}
	store_give_back(sql, connection);
	return error;
}
