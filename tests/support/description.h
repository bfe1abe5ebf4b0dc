#pragma once
/* The API's description, for tests that hold something against it. */

#include <jansson.h>

#include "http/router.h"
#include "json_schema.h"

/* The description that is compiled in. The caller gives it back. */
json_t *description_load(void);

/* The operation of a route, or NULL. */
const json_t *description_operation(const json_t *document, const struct route *route);

/* The route of an operation, or NULL. */
const struct route *description_route(const char *operation);

/* The schema of an operation's body, or of its answer with this status; NULL when it has
 * none in JSON. */
const json_t *description_body(const json_t *document, const char *operation);
const json_t *description_answer(const json_t *document, const char *operation, int status);
