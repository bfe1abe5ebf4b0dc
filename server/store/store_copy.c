/* A table is read in pages by its key, and its rows are hashed on the way: what comes out at the other
 * end must have the same hash. */

#include "store/store_copy.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "base/crypto.h"
#include "base/text.h"
#include "store/row_sums.h"

enum { PAGE_ROWS = 256, KEYS_MAX = 3, KEY_BYTES = 64, COLUMNS_MAX = 24, COLUMN_BYTES = 16 };

/* Columns with what they hold: numbers, bytes, text, and `n` a number or none, which is -1 on the
 * way. The first are the key. What refers to a hook comes after it. */
static const struct copied {
	const char *name;
	int keys;
	const char *columns;
} tables[] = {
	{"game", 1,
	 "id:i name:b created_ms:i access:i status:i status_ms:i hidden:i secret:b header:b"},
	{"command", 2,
	 "game:i number:i scope:b body_hash:b time_ms:i command:b events:b tips:b checksum:b"},
	{"tail", 1, "game:i row_count:i checksum:b"},
	{"state", 1, "game:i row_count:i last:b checksum:b body:b"},
	{"holder", 1, "id:i name:b side:i token_hash:b player:b ended:i checksum:b"},
	{"player", 1,
	 "id:i name:b body_hash:b title:t created_ms:i ended:i shows_day:i checksum:b"},
	{"token", 1,
	 "id:i name:b player:b token_hash:b body_hash:b title:t may:i created_ms:i used_ms:i ended:i checksum:b"},
	{"battle", 1,
	 "id:i player:b name:b changed_ms:i code:i code_hash:b title:t ruleset:t hash:b file:b checksum:b"},
	{"hook", 1,
	 "id:i player:b name:b url:t format:i kinds:i secret:i secret_ms:i created_ms:i state:i status:i"
	 " heard_ms:i failing_ms:i keys:b language:t quiet_from:i quiet_until:i one_unread:i mentions:t"
	 " game:b side:i token:b asked:b"},
	{"delivery", 1,
	 "id:i hook:i game:b kind:i side:i version:i made_ms:i attempts:i status:i heard_ms:i good:i"},
	{"post", 3, "hook:i game:b side:i message:t posted_ms:i edited_ms:i channel:t"},
	{"mailed", 3, "address:b game:b sent_ms:i"},
	{"notice", 1, "id:i hook:i game:b kind:i side:i version:i made_ms:i due_ms:n attempts:i"},
	{"app", 1,
	 "id:i name:b player:b title:t asks:i number:i token_hash:b body_hash:b created_ms:i ended:i"},
	{"app_grant", 1,
	 "id:i name:b app:b player:b game:b may:i body_hash:b created_ms:i ended:i"},
	{"number", 1, "id:i value:i"},
	{"fault", 1, "id:i name:b report:b side:i deeds:i command_hash:b time_ms:i"},
	{"report", 1, "id:i name:b side:i message:i said:b reason:b time_ms:i settled:i"},
};

enum { TABLES = sizeof(tables) / sizeof(tables[0]) };

_Static_assert(sizeof(tables) / sizeof(tables[0]) <= COPIED_MAX, "each has its two statements");

struct column {
	char name[COLUMN_BYTES], type;
};

static int read_columns(struct column out[COLUMNS_MAX], const struct copied *table)
{
	int count = 0, used = 0;

	for (const char *at = table->columns; count < COLUMNS_MAX; at += used) {
		if (sscanf(at, " %15[a-z_]:%c%n", out[count].name, &out[count].type, &used) != 2)
			break;
		count++;
	}
	return count;
}

/* ---- texts ---- */

static void add_names(struct text *text, const struct column *column, int count)
{
	for (int i = 0; i < count; i++)
		text_add_format(text, "%s%s", i ? ", " : "", column[i].name);
}

static void write_reading(struct text *text, const struct copied *table,
			  const struct column *column, int count)
{
	text_add_format(text, "SELECT ");
	for (int i = 0; i < count; i++)
		text_add_format(text, column[i].type == 'n' ? "%scoalesce(%s, -1)" : "%s%s",
				i ? ", " : "", column[i].name);
	text_add_format(text, " FROM %s WHERE (", table->name);
	add_names(text, column, table->keys);
	text_add_format(text, ") > (");
	for (int i = 0; i < table->keys; i++)
		text_add_format(text, "%s?%d", i ? ", " : "", i + 1);
	text_add_format(text, ") ORDER BY ");
	add_names(text, column, table->keys);
	text_add_format(text, " LIMIT %d", PAGE_ROWS);
}

static void write_writing(struct text *text, const struct copied *table,
			  const struct column *column, int count)
{
	text_add_format(text, "INSERT INTO %s (", table->name);
	add_names(text, column, count);
	text_add_format(text, ") VALUES (");
	for (int i = 0; i < count; i++)
		text_add_format(text, column[i].type == 'n' ? "%snullif(?%d, -1)" : "%s?%d",
				i ? ", " : "", i + 1);
	text_add_format(text, ")");
}

const char *store_copy_text(enum statement which)
{
	static _Thread_local char out[1024];
	struct column column[COLUMNS_MAX];
	struct text text = TEXT_EMPTY;
	const struct copied *table = &tables[((int)which - COPY_READ) % COPIED_MAX];
	const int count = read_columns(column, table);

	if (which < COPY_WRITE)
		write_reading(&text, table, column, count);
	else
		write_writing(&text, table, column, count);
	snprintf(out, sizeof(out), "%s", text.bytes);
	text_free(&text);
	return out;
}

/* ---- a table ---- */

struct key {
	int64_t number;
	uint8_t bytes[KEY_BYTES];
	size_t size;
};

struct copying {
	int table, columns;
	struct column column[COLUMNS_MAX];
	struct connection *to; /* NULL: they are only hashed */
	struct key key[KEYS_MAX];
	struct crypto_hash hash;
	uint64_t rows;
	enum store_error error;
};

static void hash_piece(struct copying *copying, bool is_null, const void *bytes, size_t size)
{
	const uint64_t head = is_null ? UINT64_MAX : size;

	crypto_hash_add(&copying->hash, &head, sizeof(head));
	crypto_hash_add(&copying->hash, bytes, size);
}

static bool keep_key(struct key *key, char type, int64_t number, struct store_bytes bytes)
{
	if (type != 'b') {
		key->number = number;
		return true;
	}
	key->size = bytes.size;
	if (bytes.size > KEY_BYTES)
		return false;
	memcpy(key->bytes, bytes.bytes ? bytes.bytes : "", bytes.size);
	return true;
}

/* Hash a value, keep it if it is of the key, and bind it to go in over there. */
static bool take_value(struct copying *copying, struct query *row, int at, struct query *into)
{
	const char type = copying->column[at].type;
	const bool is_number = type == 'i' || type == 'n';
	const bool is_null = type == 'b' && column_is_null(row, at);
	const int64_t number = is_number ? column_int(row, at) : 0;
	struct store_bytes bytes = {"", 0};

	if (type == 't') {
		bytes.bytes = column_text(row, at);
		if (!bytes.bytes)
			return false;
		bytes.size = strlen(bytes.bytes);
	} else if (!is_number && !is_null) {
		bytes = column_bytes(row, at);
	}
	hash_piece(copying, is_null, is_number ? (const void *)&number : bytes.bytes,
		   is_number ? sizeof(number) : bytes.size);
	if (into && is_number)
		bind_int(into, at + 1, number);
	else if (into && is_null)
		bind_null(into, at + 1);
	else if (into && type == 't')
		bind_text(into, at + 1, bytes.bytes);
	else if (into)
		bind_bytes(into, at + 1, bytes.bytes, bytes.size);
	return at >= tables[copying->table].keys ||
	       keep_key(&copying->key[at], type, number, bytes);
}

static bool take_row(void *context, struct query *row)
{
	struct copying *copying = context;
	const enum statement which = (enum statement)(COPY_WRITE + copying->table);
	struct query *into = copying->to ? connection_statement(copying->to, which) : NULL;

	if (copying->to && !into)
		copying->error = STORE_FAILED;
	for (int i = 0; i < copying->columns && !copying->error; i++) {
		if (!take_value(copying, row, i, into))
			return false;
	}
	copying->rows++;
	if (into && !copying->error)
		copying->error = connection_run(copying->to, which);
	return copying->error == STORE_OK;
}

static enum store_error take_page(struct copying *copying, struct connection *from)
{
	const enum statement which = (enum statement)(COPY_READ + copying->table);
	struct query *query = connection_statement(from, which);

	if (!query)
		return STORE_FAILED;
	for (int i = 0; i < tables[copying->table].keys; i++) {
		const struct key *key = &copying->key[i];

		if (copying->column[i].type == 'b')
			bind_bytes(query, i + 1, key->bytes, key->size);
		else
			bind_int(query, i + 1, key->number);
	}
	enum store_error error = connection_each(from, which, copying, take_row);
	return copying->error ? copying->error : error;
}

/* All its rows: their hash and their number, and into `to` with them. */
static enum store_error take_table(int table, struct connection *from, struct connection *to,
				   uint8_t hash[CRYPTO_HASH_BYTES], uint64_t *rows)
{
	struct copying copying = {.table = table, .to = to};
	enum store_error error = STORE_OK;
	uint64_t before;

	copying.columns = read_columns(copying.column, &tables[table]);
	for (int i = 0; i < KEYS_MAX; i++)
		copying.key[i].number = INT64_MIN;
	crypto_hash_begin(&copying.hash);
	do {
		before = copying.rows;
		error = take_page(&copying, from);
	} while (!error && copying.rows - before == PAGE_ROWS);
	crypto_hash_end(&copying.hash, hash);
	*rows += copying.rows;
	return error == STORE_NOT_FOUND ? STORE_OK : error;
}

/* ---- all of them ---- */

struct hashes {
	uint8_t of[TABLES][CRYPTO_HASH_BYTES];
};

/* Hash all tables, and write them to `to` unless it is NULL. */
static enum store_error take_all(struct sql_store *from, struct connection *to,
				 struct hashes *hashes, uint64_t *rows, const char **table)
{
	struct connection *reader = store_borrow(from);
	enum store_error error = reader ? STORE_OK : STORE_FAILED;

	*rows = 0;
	*table = "";
	for (int i = 0; i < TABLES && !error; i++) {
		error = take_table(i, reader, to, hashes->of[i], rows);
		if (error)
			*table = tables[i].name;
	}
	if (reader)
		store_give_back(from, reader);
	return error;
}

static enum store_error copy_sums(struct sql_store *from, struct connection *to)
{
	struct connection *reader = store_borrow(from);

	if (!reader)
		return STORE_FAILED;
	const enum store_error error = row_sums_copy(reader, to);
	store_give_back(from, reader);
	return error;
}

static enum store_error write_all(struct sql_store *from, struct sql_store *to,
				  struct hashes *hashes, uint64_t *rows, const char **table)
{
	struct connection *writer = to->get_writer(to);
	enum store_error error = connection_run(writer, BEGIN);

	if (error)
		return error;
	error = take_all(from, writer, hashes, rows, table);
	if (!error)
		error = copy_sums(from, writer);
	if (!error)
		error = connection_run(writer, COMMIT);
	if (error)
		connection_run(writer, ROLLBACK);
	return error;
}

enum store_error store_copy(struct store *from, struct store *to, uint64_t *rows,
			    const char **table)
{
	struct sql_store *source = (struct sql_store *)from, *target = (struct sql_store *)to;
	struct hashes *read = allocate(1, sizeof(*read)), *written = allocate(1, sizeof(*written));
	uint64_t there = 0;
	enum store_error error = take_all(target, NULL, written, &there, table);

	if (!error && there)
		error = STORE_CONFLICT;
	if (!error)
		error = write_all(source, target, read, rows, table);
	if (!error)
		error = take_all(target, NULL, written, &there, table);
	for (int i = 0; i < TABLES && !error; i++) {
		if (memcmp(read->of[i], written->of[i], CRYPTO_HASH_BYTES) == 0)
			continue;
		*table = tables[i].name;
		error = STORE_DAMAGED;
	}
	free(read);
	free(written);
	return error;
}
