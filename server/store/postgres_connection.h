#pragma once
/* A connection to PostgreSQL. What is run in a batch is sent on without waiting for its answer;
 * whoever reads rows, or finishes, waits for all. */

#include <libpq-fe.h>

#include "store/connection.h"

enum { PARAMETERS_MAX = 24 };

/* A parameter: a number, a text or bytes, in the binary form. */
struct parameter {
	Oid type;
	const char *bytes; /* NULL: none */
	int size;
	char number[8];
};

struct postgres_query {
	struct query query;
	enum statement which;
	bool is_prepared;
	int bound; /* the highest that is */
	struct parameter parameter[PARAMETERS_MAX];
	const PGresult *result; /* with the row at which it stands */
	int row;
};

/* What takes the rows of an answer. */
struct taking {
	void *context;
	bool (*row)(void *context, struct query *row); /* NULL: nothing */
	int count;
	bool is_damaged;
};

/* What was sent and not answered yet. */
struct pending {
	struct postgres_query *query;
	const char *about;
	bool prepares, changes;
	struct taking taking;
};

struct postgres_connection {
	struct connection connection;
	PGconn *pg;
	bool in_batch; /* what is run is not waited for */
	struct pending *pending;
	size_t pending_count, pending_capacity;
	enum store_error failed; /* the first error since it was begun */
	bool may_repeat;         /* that error goes away when all is done again */
	struct postgres_query query[STATEMENT_COUNT];
};

/* Connect; on failure `detail` says why in one line. */
enum store_error postgres_connect(struct postgres_connection **out, const char *url, char *detail,
				  size_t size);

/* Run a text without parameters that returns no rows, outside of any batch. */
enum store_error postgres_execute(struct postgres_connection *postgres, const char *text);

/* Wait for all that was sent: the first error, or STORE_OK; what comes then begins anew. */
enum store_error postgres_finish(struct postgres_connection *postgres);

/* Is the connection lost? */
bool postgres_is_lost(const struct postgres_connection *postgres);

/* The texts of statements that PostgreSQL wants said otherwise, by `enum statement`. */
extern const char *const postgres_statements[STATEMENT_COUNT];
