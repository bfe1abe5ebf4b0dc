#pragma once
/* Writing and reading a state row (state_row.h). Each part of a snapshot has one function that goes
 * over what is kept of it, and serves for both. */

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"

/* One pass over the parts: with `out` they are written, else read. */
struct state_coder {
	struct text *out;
	const char *in;
	size_t left;
	bool failed; /* there was less than is wanted, or what cannot be */
};

/* One piece of plain bytes without padding; what cannot be read is all 0. */
void state_code(struct state_coder *coder, void *field, size_t size);
#define STATE_CODE(coder, field) state_code(coder, &(field), sizeof(field))

/* A text; read ones are appended to `text`. */
void state_code_text(struct state_coder *coder, struct text *text);
