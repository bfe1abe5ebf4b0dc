/* All rows that a batch may change are read before its first piece and after its last, in one go each,
 * however many pieces there are: what a piece does to them need not be known, only which they are.
 *
 * Nobody else changes these tables meanwhile: SQLite has one writer, and in PostgreSQL whoever makes
 * keys holds the row of `probe`. */

#include "store/row_changes.h"

#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"

/* A choice, with its ids as the database keeps them. */
struct chosen {
	enum summed_table table;
	enum statement rows;
	int names;
	uint8_t name[2][STORE_NAME_BYTES];
};

/* What is no id is told when its piece is written. */
static void add(struct row_changes *changes, const struct row_choice *choice)
{
	struct chosen chosen = {
		.table = choice->table, .rows = choice->rows, .names = choice->second ? 2 : 1};

	if (!name_of_id(chosen.name[0], choice->first) ||
	    (choice->second && !name_of_id(chosen.name[1], choice->second)))
		return;
	if (changes->count == changes->capacity) {
		changes->capacity = 2 * changes->capacity + 8;
		changes->chosen =
			reallocate(changes->chosen, changes->capacity, sizeof(*changes->chosen));
	}
	changes->chosen[changes->count++] = chosen;
}

static void choose_all(struct row_changes *changes, const struct store_batch *batch)
{
	struct row_choice choice[CHOICES_MAX];

	for (enum store_kind kind = 0; kind < STORE_KINDS; kind++) {
		const struct stored_kind *stored = stored_kind(kind);

		for (size_t i = 0; stored->choose && i < batch->list[kind].count; i++) {
			const size_t count = stored->choose(store_piece(batch, kind, i), choice);

			for (size_t c = 0; c < count; c++)
				add(changes, &choice[c]);
		}
	}
}

static int compare_keys(const void *a, const void *b)
{
	const struct summed_row *one = a, *other = b;

	return (one->key > other->key) - (one->key < other->key);
}

/* By key, and each once: several pieces may be about one row. */
static void sort(struct summed_rows *rows)
{
	size_t count = 0;

	if (rows->count)
		qsort(rows->row, rows->count, sizeof(*rows->row), compare_keys);
	for (size_t i = 0; i < rows->count; i++) {
		if (!count || rows->row[count - 1].key != rows->row[i].key)
			rows->row[count++] = rows->row[i];
	}
	rows->count = count;
}

static enum store_error read_choice(const struct row_changes *changes, size_t at,
				    struct summed_rows *rows)
{
	const struct chosen *choice = &changes->chosen[at];
	struct query *statement = connection_statement(changes->writer, choice->rows);

	if (!statement)
		return STORE_FAILED;
	for (int i = 0; i < choice->names; i++)
		bind_bytes(statement, i + 1, choice->name[i], STORE_NAME_BYTES);
	if (at + 1 < changes->count)
		return connection_ask(changes->writer, choice->rows, rows, summed_rows_take);
	const enum store_error error =
		connection_each(changes->writer, choice->rows, rows, summed_rows_take);
	return error == STORE_NOT_FOUND ? STORE_OK : error;
}

static enum store_error read_rows(const struct row_changes *changes,
				  struct summed_rows rows[SUMMED_TABLES])
{
	enum store_error error = STORE_OK;

	for (enum summed_table table = 0; table < SUMMED_TABLES; table++)
		rows[table] = (struct summed_rows){.table = table};
	for (size_t i = 0; i < changes->count && !error; i++)
		error = read_choice(changes, i, &rows[changes->chosen[i].table]);
	for (enum summed_table table = 0; table < SUMMED_TABLES; table++)
		sort(&rows[table]);
	return error;
}

enum store_error row_changes_begin(struct row_changes *out, struct connection *writer,
				   const struct store_batch *batch)
{
	*out = (struct row_changes){.writer = writer};
	choose_all(out, batch);
	return read_rows(out, out->before);
}

/* Mark those that are new or say something else now, but not those that were damaged. */
static enum store_error mark_changed(struct connection *writer, const struct summed_rows *before,
				     struct summed_rows *after)
{
	enum store_error error = STORE_OK;
	size_t at = 0;

	for (size_t i = 0; i < after->count && !error; i++) {
		struct summed_row *row = &after->row[i];

		while (at < before->count && before->row[at].key < row->key)
			at++;
		const bool was_there = at < before->count && before->row[at].key == row->key;
		if (!summed_row_is_whole(row) &&
		    (!was_there || summed_row_is_whole(&before->row[at])))
			error = summed_row_mark(writer, after->table, row, false);
	}
	return error;
}

static enum store_error change_sum(struct connection *writer, const struct summed_rows *before,
				   struct summed_rows *after)
{
	struct row_sum sum = {0};
	enum store_error error = mark_changed(writer, before, after);

	for (size_t i = 0; i < before->count; i++)
		row_sum_add(&sum, &before->row[i], -1);
	for (size_t i = 0; i < after->count; i++)
		row_sum_add(&sum, &after->row[i], 1);
	return error || row_sum_is_nothing(&sum)
		       ? error
		       : row_sum_write(writer, CHANGE_SUM, after->table, &sum);
}

enum store_error row_changes_end(struct row_changes *changes, enum store_error error)
{
	struct summed_rows after[SUMMED_TABLES] = {{0}};

	if (!error)
		error = read_rows(changes, after);
	for (enum summed_table table = 0; table < SUMMED_TABLES; table++) {
		if (!error)
			error = change_sum(changes->writer, &changes->before[table], &after[table]);
		free(changes->before[table].row);
		free(after[table].row);
	}
	free(changes->chosen);
	return error;
}
