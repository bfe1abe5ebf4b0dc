/* The codec writes a text beside each key, in the caller's language. The page has the catalogues
 * and every key, so here a key shows itself. */

#include "codec/words.h"

const struct words *words_spoken(void)
{
	return NULL;
}

const char *words_find(const struct words *words, const char *key)
{
	(void)words;
	return key;
}

void words_format(struct text *out, const struct words *words, const char *key,
		  const struct words_argument *arguments, size_t count)
{
	(void)words;
	(void)arguments;
	(void)count;
	text_add_string(out, key);
}

void words_shorten(struct text *text, size_t max)
{
	(void)text;
	(void)max;
}
