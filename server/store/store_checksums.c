/* A game that was made before there were checksums begins with none; its rows get them a few at
 * a time, and those that come meanwhile wait for theirs. */

#include "store/store_rows.h"
#include "store/stored_kind.h"

#include <string.h>

/* The writer adds so much in one go: other games wait for it. */
enum { ADD_ROWS = 32, ADD_BYTES = 256 * 1024 };

struct adding {
	const char *id;
	uint32_t next;               /* the row that is due */
	uint8_t sum[CHECKSUM_BYTES]; /* of the one before it */
	size_t count, bytes;
	bool is_full; /* there may be more rows */
	uint8_t added[ADD_ROWS][CHECKSUM_BYTES];
};

static bool add_row(void *context, struct query *from)
{
	struct adding *adding = context;
	struct store_row row;

	if (adding->count == ADD_ROWS || adding->bytes > ADD_BYTES) {
		adding->is_full = true;
		return true;
	}
	if (!rows_read(from, adding->id, &row) || row.expected != adding->next)
		return false;
	checksum_row(adding->sum, &row);
	memcpy(adding->added[adding->count++], adding->sum, CHECKSUM_BYTES);
	adding->bytes += row.command.size + row.events.size + row.tips.size;
	adding->next++;
	return true;
}

/* The checksum of the row before the one that is due. */
static bool read_last_row(void *context, struct query *row)
{
	bool has;
	return rows_read_checksum(row, 0, context, &has) && has;
}

static enum store_error find_last(struct connection *writer, const uint8_t name[STORE_NAME_BYTES],
				  const struct head *head, uint8_t out[CHECKSUM_BYTES])
{
	struct query *statement = connection_statement(writer, GET_CHECKSUM);

	memcpy(out, head->first, CHECKSUM_BYTES);
	if (!head->row_count)
		return STORE_OK;
	if (!statement)
		return STORE_FAILED;
	bind_bytes(statement, 1, name, STORE_NAME_BYTES);
	bind_int(statement, 2, head->row_count - 1);
	return connection_each(writer, GET_CHECKSUM, out, read_last_row);
}

static enum store_error put_added(struct connection *writer, const uint8_t name[STORE_NAME_BYTES],
				  int64_t game, const struct adding *adding)
{
	struct query *statement = connection_statement(writer, PUT_CHECKSUM);
	enum store_error error = statement ? STORE_OK : STORE_FAILED;
	uint32_t first = adding->next - (uint32_t)adding->count;

	for (size_t i = 0; i < adding->count && !error; i++) {
		bind_bytes(statement, 1, name, STORE_NAME_BYTES);
		bind_int(statement, 2, first + (uint32_t)i);
		bind_bytes(statement, 3, adding->added[i], CHECKSUM_BYTES);
		error = connection_run(writer, PUT_CHECKSUM);
	}
	return error ? error
		     : rows_put_tail(writer, game, adding->next,
				     adding->is_full ? NULL : adding->sum);
}

static enum store_error add_checksums(struct connection *writer, const char *id)
{
	uint8_t name[STORE_NAME_BYTES];
	struct adding adding = {.id = id};
	struct head head;

	struct query *statement = connection_statement(writer, GET_ROWS_FROM);
	if (!statement || !name_of_id(name, id))
		return STORE_FAILED;
	enum store_error error = rows_read_head(writer, name, id, &head);
	if (error || head.is_whole)
		return error;
	adding.next = head.row_count;
	error = find_last(writer, name, &head, adding.sum);
	if (error)
		return error;
	bind_bytes(statement, 1, name, sizeof(name));
	bind_int(statement, 2, head.row_count);
	bind_int(statement, 3, ADD_ROWS + 1);
	error = connection_each(writer, GET_ROWS_FROM, &adding, add_row);
	return error && error != STORE_NOT_FOUND ? error
						 : put_added(writer, name, head.game, &adding);
}

/* Give the game's next few rows their checksums. */
static enum store_error put_checksums(struct connection *writer, const void *piece)
{
	const char *const *id = piece;
	enum store_error error = add_checksums(writer, *id);

	/* That is told when the game is read. */
	return error == STORE_DAMAGED || error == STORE_NOT_FOUND ? STORE_OK : error;
}

const struct stored_kind stored_unsummed = {.size = sizeof(const char *), .put = put_checksums};
