#pragma once
/* Holds JSON values against the schemas of an OpenAPI description. It knows the keywords
 * that ours uses and takes any other for a mistake. */

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

enum { SCHEMA_WHY_BYTES = 512 };

/* Does the value fit? If not, `why` says where and what. `document` is what a "$ref" that
 * begins with "#/" points into. */
bool schema_check(const json_t *document, const json_t *schema, const json_t *value,
		  char why[SCHEMA_WHY_BYTES]);

/* What a "#/..." reference or a JSON pointer with it leads to, or NULL. */
json_t *schema_find(const json_t *document, const char *reference);

/* The text that it leads to, "" without one. Borrowed from the document. */
const char *schema_text(const json_t *document, const char *reference);

/* The member `name` of an object that the schema describes, itself or by what it consists of; NULL when
 * it has none. Borrowed. */
const json_t *schema_member(const json_t *document, const json_t *schema, const char *name);

/* Are all keywords of the schema, and of those inside it, known, do all references lead somewhere,
 * and does each value of a discriminator lead to the alternative that has it? */
bool schema_is_known(const json_t *document, const json_t *schema, char why[SCHEMA_WHY_BYTES]);
