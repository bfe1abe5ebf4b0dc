/* Each statement is prepared on its connection when it is first needed, with the types of what is
 * bound to it then: numbers are BIGINT everywhere, and only bytes are ever NULL. What it has no use
 * for need not be bound. */

#include "store/postgres_connection.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"

/* Types of PostgreSQL's own, by their fixed numbers. */
enum { BYTEA = 17, INT8 = 20, TEXT = 25 };

enum { TEXT_MAX = 2048, NAME_MAX_BYTES = 16 };

/* ---- errors ---- */

static const struct {
	const char *state; /* how it begins */
	enum store_error error;
} meanings[] = {
	{"23", STORE_CONFLICT},     {"53100", STORE_FULL},    {"25006", STORE_READ_ONLY},
	{"42501", STORE_READ_ONLY}, {"XX001", STORE_DAMAGED}, {"XX002", STORE_DAMAGED},
};

static enum store_error error_of(const PGresult *result, bool *may_repeat)
{
	const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE);

	*may_repeat = state && (!strcmp(state, "40001") || !strcmp(state, "40P01"));
	for (size_t i = 0; state && i < sizeof(meanings) / sizeof(meanings[0]); i++) {
		if (strncmp(state, meanings[i].state, strlen(meanings[i].state)) == 0)
			return meanings[i].error;
	}
	return STORE_FAILED;
}

bool postgres_is_lost(const struct postgres_connection *postgres)
{
	return PQstatus(postgres->pg) != CONNECTION_OK;
}

static enum store_error fail(struct postgres_connection *postgres, enum store_error error,
			     bool may_repeat)
{
	if (!postgres->failed) {
		postgres->failed = error;
		postgres->may_repeat = may_repeat;
	}
	return postgres->failed;
}

/* ---- sending ---- */

static void note_pending(struct postgres_connection *postgres, struct postgres_query *query,
			 bool prepares, bool changes)
{
	if (postgres->pending_count == postgres->pending_capacity) {
		postgres->pending_capacity = 2 * postgres->pending_capacity + 64;
		postgres->pending = reallocate(postgres->pending, postgres->pending_capacity,
					       sizeof(*postgres->pending));
	}
	postgres->pending[postgres->pending_count++] = (struct pending){
		query, postgres->connection.about, .prepares = prepares, .changes = changes};
}

static void name_statement(char name[NAME_MAX_BYTES], const struct postgres_query *query)
{
	snprintf(name, NAME_MAX_BYTES, "s%d", (int)query->which);
}

static bool prepare(struct postgres_connection *postgres, struct postgres_query *query)
{
	char text[TEXT_MAX], name[NAME_MAX_BYTES];
	Oid types[PARAMETERS_MAX];
	const char *from = statement_text(postgres->connection.engine, query->which);

	if (strlen(from) >= sizeof(text))
		return false;
	snprintf(text, sizeof(text), "%s", from);
	for (char *at = text; (at = strchr(at, '?')) != NULL;)
		*at = '$';
	for (int i = 0; i < query->bound; i++)
		types[i] = query->parameter[i].type ? query->parameter[i].type : BYTEA;
	name_statement(name, query);
	if (!PQsendPrepare(postgres->pg, name, text, query->bound, types))
		return false;
	query->is_prepared = true;
	note_pending(postgres, query, true, false);
	return true;
}

static enum store_error send(struct postgres_connection *postgres, struct postgres_query *query,
			     bool changes)
{
	const char *values[PARAMETERS_MAX];
	int sizes[PARAMETERS_MAX], formats[PARAMETERS_MAX];
	char name[NAME_MAX_BYTES];

	if (postgres->failed)
		return postgres->failed;
	if (!query->is_prepared && !prepare(postgres, query))
		return fail(postgres, STORE_FAILED, false);
	for (int i = 0; i < query->bound; i++) {
		values[i] = query->parameter[i].bytes;
		sizes[i] = query->parameter[i].size;
		formats[i] = 1;
	}
	name_statement(name, query);
	if (!PQsendQueryPrepared(postgres->pg, name, query->bound, values, sizes, formats, 1))
		return fail(postgres, STORE_FAILED, false);
	note_pending(postgres, query, false, changes);
	return STORE_OK;
}

/* ---- answers ---- */

static void take_rows(struct postgres_query *query, const PGresult *result, struct taking *taking)
{
	query->result = result;
	taking->count = PQntuples(result);
	for (query->row = 0; query->row < taking->count && !taking->is_damaged; query->row++)
		taking->is_damaged = !taking->row(taking->context, &query->query);
	query->result = NULL;
}

static void take_answer(struct postgres_connection *postgres, struct pending *pending,
			const PGresult *result)
{
	const ExecStatusType status = PQresultStatus(result);
	const bool is_good = status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
	enum store_error error = STORE_OK;
	bool may_repeat = false;

	if (!is_good)
		error = status == PGRES_FATAL_ERROR ? error_of(result, &may_repeat) : STORE_FAILED;
	else if (pending->changes && strcmp(PQcmdTuples((PGresult *)result), "0") == 0)
		error = STORE_CONFLICT;
	else if (pending->query->which == COMMIT && !pending->prepares &&
		 strcmp(PQcmdStatus((PGresult *)result), "COMMIT") != 0)
		error = STORE_FAILED;
	if (!is_good && pending->prepares)
		pending->query->is_prepared = false;
	if (error && !postgres->failed) {
		postgres->connection.about = pending->about;
		fail(postgres, error, may_repeat);
	}
	if (is_good && pending->taking.row && !postgres->failed)
		take_rows(pending->query, result, &pending->taking);
}

/* Wait for the answers to all that was sent. */
static enum store_error drain(struct postgres_connection *postgres)
{
	PGresult *result;

	if (!PQpipelineSync(postgres->pg))
		fail(postgres, STORE_FAILED, false);
	for (size_t i = 0; i < postgres->pending_count && !postgres_is_lost(postgres); i++) {
		while ((result = PQgetResult(postgres->pg)) != NULL) {
			take_answer(postgres, &postgres->pending[i], result);
			PQclear(result);
		}
	}
	postgres->pending_count = 0;
	result = postgres_is_lost(postgres) ? NULL : PQgetResult(postgres->pg);
	if (PQresultStatus(result) != PGRES_PIPELINE_SYNC)
		fail(postgres, STORE_FAILED, false);
	PQclear(result);
	return postgres->failed;
}

enum store_error postgres_finish(struct postgres_connection *postgres)
{
	enum store_error error = drain(postgres);

	postgres->failed = STORE_OK;
	return error;
}

/* ---- the engine ---- */

static struct query *statement(struct connection *connection, enum statement which)
{
	struct postgres_query *query = &((struct postgres_connection *)connection)->query[which];

	query->query.engine = connection->engine;
	query->which = which;
	return &query->query;
}

static enum store_error run(struct connection *connection, struct query *query, bool changes)
{
	struct postgres_connection *postgres = (struct postgres_connection *)connection;
	enum store_error error = send(postgres, (struct postgres_query *)query, changes);

	/* What is read as of one moment begins along with what is read first. */
	if (postgres->in_batch || ((struct postgres_query *)query)->which == BEGIN_READING)
		return error;
	return postgres_finish(postgres);
}

/* Its rows are taken when it is waited for. */
static enum store_error ask(struct connection *connection, struct query *query, void *context,
			    bool (*row)(void *context, struct query *row))
{
	struct postgres_connection *postgres = (struct postgres_connection *)connection;
	enum store_error error = send(postgres, (struct postgres_query *)query, false);

	if (!error)
		postgres->pending[postgres->pending_count - 1].taking =
			(struct taking){.context = context, .row = row};
	return error;
}

static enum store_error each(struct connection *connection, struct query *query, void *context,
			     bool (*row)(void *context, struct query *row))
{
	struct postgres_connection *postgres = (struct postgres_connection *)connection;
	struct taking taking = {0};
	enum store_error error = ask(connection, query, context, row);

	if (!error) {
		const struct pending *last = &postgres->pending[postgres->pending_count - 1];

		error = drain(postgres);
		taking = last->taking;
	}
	if (!postgres->in_batch)
		postgres->failed = STORE_OK;
	if (!error && taking.is_damaged)
		error = STORE_DAMAGED;
	return error || taking.count ? error : STORE_NOT_FOUND;
}

static void close_connection(struct connection *connection)
{
	struct postgres_connection *postgres = (struct postgres_connection *)connection;

	PQfinish(postgres->pg);
	free(postgres->pending);
	free(postgres);
}

/* A connection that the other end has closed says so when it is looked at. */
static bool is_alive(struct connection *connection)
{
	struct postgres_connection *postgres = (struct postgres_connection *)connection;

	return PQconsumeInput(postgres->pg) && !postgres_is_lost(postgres);
}

static struct parameter *parameter_at(struct query *query, int at)
{
	struct postgres_query *inside = (struct postgres_query *)query;

	if (at > inside->bound)
		inside->bound = at;
	return &inside->parameter[at - 1];
}

static void bind_number(struct query *query, int at, int64_t value)
{
	struct parameter *parameter = parameter_at(query, at);

	for (int i = 0; i < 8; i++)
		parameter->number[i] = (char)((uint64_t)value >> (56 - 8 * i));
	parameter->type = INT8;
	parameter->bytes = parameter->number;
	parameter->size = 8;
}

static void bind_string(struct query *query, int at, const char *text)
{
	struct parameter *parameter = parameter_at(query, at);

	parameter->type = TEXT;
	parameter->bytes = text;
	parameter->size = text ? (int)strlen(text) : 0;
}

static void bind_blob(struct query *query, int at, const void *bytes, size_t size)
{
	struct parameter *parameter = parameter_at(query, at);

	parameter->type = BYTEA;
	parameter->bytes = bytes;
	parameter->size = (int)size;
}

static struct store_bytes blob(struct query *row, int at)
{
	const struct postgres_query *inside = (const struct postgres_query *)row;

	return (struct store_bytes){PQgetvalue(inside->result, inside->row, at),
				    (size_t)PQgetlength(inside->result, inside->row, at)};
}

static bool is_null(struct query *row, int at)
{
	const struct postgres_query *inside = (const struct postgres_query *)row;

	return PQgetisnull(inside->result, inside->row, at);
}

/* Of two, four or eight bytes. */
static int64_t number(struct query *row, int at)
{
	const struct store_bytes bytes = blob(row, at);
	const uint8_t *byte = bytes.bytes;
	uint64_t value = bytes.size && byte[0] & 0x80 ? UINT64_MAX : 0;

	for (size_t i = 0; i < bytes.size; i++)
		value = value << 8 | byte[i];
	return (int64_t)value;
}

static const char *string(struct query *row, int at)
{
	return is_null(row, at) ? NULL : blob(row, at).bytes;
}

static int count_columns(struct query *row)
{
	return PQnfields(((const struct postgres_query *)row)->result);
}

static const struct engine engine = {
	.statements = postgres_statements,
	.statement = statement,
	.run = run,
	.each = each,
	.ask = ask,
	.close = close_connection,
	.is_alive = is_alive,
	.bind_int = bind_number,
	.bind_text = bind_string,
	.bind_bytes = bind_blob,
	.column_int = number,
	.column_text = string,
	.column_bytes = blob,
	.column_is_null = is_null,
	.column_count = count_columns,
};

/* ---- connecting ---- */

/* What is acknowledged is on disk, whatever the server is set to; a transaction whose process is
 * gone does not stay. */
static const char *const settings[] = {
	("SELECT set_config('synchronous_commit', 'on', false)"
	 " WHERE current_setting('synchronous_commit') IN ('off', 'local')"),
	"SET idle_in_transaction_session_timeout = 10000",
	"SET client_min_messages = error",
};

enum store_error postgres_execute(struct postgres_connection *postgres, const char *text)
{
	bool may_repeat;

	PQexitPipelineMode(postgres->pg);
	PGresult *result = PQexec(postgres->pg, text);
	const ExecStatusType status = PQresultStatus(result);
	enum store_error error = status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK
					 ? STORE_OK
					 : error_of(result, &may_repeat);

	PQclear(result);
	PQenterPipelineMode(postgres->pg);
	return error;
}

static void be_silent(void *context, const PGresult *result)
{
	(void)context;
	(void)result;
}

static enum store_error set_up(struct postgres_connection *postgres, char *detail, size_t size)
{
	enum store_error error = STORE_OK;
	const char *encoding = PQparameterStatus(postgres->pg, "server_encoding");

	PQsetNoticeReceiver(postgres->pg, be_silent, NULL);
	if (!encoding || strcmp(encoding, "UTF8") != 0) {
		snprintf(detail, size, "the database's encoding is not UTF8");
		return STORE_FAILED;
	}
	for (size_t i = 0; i < sizeof(settings) / sizeof(settings[0]) && !error; i++)
		error = postgres_execute(postgres, settings[i]);
	return error;
}

/* What is wrong with a URL is told without it, since it may hold a password. */
static bool is_readable(const char *url)
{
	PQconninfoOption *options = PQconninfoParse(url, NULL);
	bool is_good = options;

	for (PQconninfoOption *at = options; at && at->keyword; at++) {
		if (at->val && strcmp(at->keyword, "port") == 0)
			is_good = strspn(at->val, "0123456789,") == strlen(at->val);
	}
	PQconninfoFree(options);
	return is_good;
}

enum store_error postgres_connect(struct postgres_connection **out, const char *url, char *detail,
				  size_t size)
{
	/* What stands in the URL comes last, and wins. */
	const char *const names[] = {"application_name", "client_encoding", "connect_timeout",
				     "tcp_user_timeout", "keepalives_idle", "keepalives_interval",
				     "keepalives_count", "dbname",          NULL};
	const char *const values[] = {"pennond", "UTF8", "3", "10000", "10", "5", "2", url, NULL};
	struct postgres_connection *postgres = allocate(1, sizeof(*postgres));

	*out = NULL;
	detail[0] = '\0';
	if (!is_readable(url)) {
		snprintf(detail, size, "its URL cannot be read");
		free(postgres);
		return STORE_FAILED;
	}
	postgres->connection.engine = &engine;
	postgres->pg = PQconnectdbParams(names, values, 1);
	enum store_error error =
		postgres_is_lost(postgres) ? STORE_FAILED : set_up(postgres, detail, size);
	if (!error) {
		*out = postgres;
		return STORE_OK;
	}
	if (!detail[0]) {
		snprintf(detail, size, "%s", PQerrorMessage(postgres->pg));
		detail[strcspn(detail, "\n")] = '\0';
	}
	close_connection(&postgres->connection);
	return error;
}
