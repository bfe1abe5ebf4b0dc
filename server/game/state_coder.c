#include "game/state_coder.h"

#include <stdint.h>
#include <string.h>

void state_code(struct state_coder *coder, void *field, size_t size)
{
	if (coder->out) {
		text_add(coder->out, field, size);
	} else if (coder->failed || coder->left < size) {
		coder->failed = true;
		memset(field, 0, size);
	} else {
		memcpy(field, coder->in, size);
		coder->in += size;
		coder->left -= size;
	}
}

void state_code_text(struct state_coder *coder, struct text *text)
{
	uint32_t size = (uint32_t)text->size;

	STATE_CODE(coder, size);
	if (coder->out) {
		text_add(coder->out, text->bytes ? text->bytes : "", text->size);
	} else if (coder->left < size) {
		coder->failed = true;
	} else {
		text_add(text, coder->in, size);
		coder->in += size;
		coder->left -= size;
	}
}
