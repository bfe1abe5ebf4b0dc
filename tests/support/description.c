#include "description.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/embedded.h"

json_t *description_load(void)
{
	const struct embedded_file *file = embedded_find("api/openapi.json");
	json_t *document = file ? json_loadb((const char *)file->bytes, file->size,
					     JSON_REJECT_DUPLICATES, NULL)
				: NULL;

	if (!document) {
		fprintf(stderr, "the description is not compiled in\n");
		abort();
	}
	return document;
}

const json_t *description_operation(const json_t *document, const struct route *route)
{
	char method[8];

	snprintf(method, sizeof(method), "%s", router_method_name(route->method));
	for (char *at = method; *at; at++)
		*at |= 0x20;
	return json_object_get(json_object_get(json_object_get(document, "paths"), route->path),
			       method);
}

const struct route *description_route(const char *operation)
{
	for (size_t i = 0; i < routes_count; i++) {
		if (strcmp(routes[i].operation, operation) == 0)
			return &routes[i];
	}
	return NULL;
}

/* The schema of the JSON that "content" tells of. */
static const json_t *content_schema(const json_t *owner, const char *type)
{
	return json_object_get(json_object_get(json_object_get(owner, "content"), type), "schema");
}

const json_t *description_body(const json_t *document, const char *operation)
{
	const json_t *described = description_operation(document, description_route(operation));

	return content_schema(json_object_get(described, "requestBody"), "application/json");
}

const json_t *description_answer(const json_t *document, const char *operation, int status)
{
	const json_t *described = description_operation(document, description_route(operation));
	char key[8];

	snprintf(key, sizeof(key), "%d", status);
	const json_t *answer = json_object_get(json_object_get(described, "responses"), key);
	const char *reference = json_string_value(json_object_get(answer, "$ref"));

	if (reference)
		answer = schema_find(document, reference);
	return content_schema(answer,
			      status < 400 ? "application/json" : "application/problem+json");
}
