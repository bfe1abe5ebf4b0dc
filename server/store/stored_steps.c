#include "store/stored_kind.h"

#include <stdio.h>

size_t announce(struct store_change *out, enum store_change_kind kind, const char *id)
{
	*out = (struct store_change){.kind = kind};
	snprintf(out->id, sizeof(out->id), "%s", id);
	return 1;
}

void bind_name(struct query *statement, int at, const uint8_t *name)
{
	if (name)
		bind_bytes(statement, at, name, STORE_NAME_BYTES);
	else
		bind_null(statement, at);
}

enum store_error run_each(struct connection *writer, const enum statement *which, size_t count,
			  const uint8_t name[STORE_NAME_BYTES])
{
	enum store_error error = STORE_OK;

	for (size_t i = 0; i < count && !error; i++) {
		struct query *statement = connection_statement(writer, which[i]);

		if (!statement)
			return STORE_FAILED;
		bind_bytes(statement, 1, name, STORE_NAME_BYTES);
		error = connection_run(writer, which[i]);
	}
	return error;
}
