/* What is wrong with a text, in words. */

#include <stdio.h>

#include "base/write.h"
#include "codec/words.h"

enum { ARGUMENTS_MAX = 7, NUMBER_BYTES = 24 };

/* What the sentence of an error is filled in with, by name. */
struct filled {
	size_t count;
	struct words_argument argument[ARGUMENTS_MAX];
	char bytes[NUMBER_BYTES], character[NUMBER_BYTES], place[NUMBER_BYTES];
	char min[NUMBER_BYTES], max[NUMBER_BYTES];
	char given[CODEC_DETAIL_BYTES], choices[CODEC_DETAIL_BYTES];
};

static void add(struct filled *out, const char *name, const char *value)
{
	out->argument[out->count++] = (struct words_argument){name, value};
}

static void fill(struct filled *out, const struct codec_error *error)
{
	out->count = 0;
	if (error->bytes > 0) {
		snprintf(out->bytes, sizeof(out->bytes), "%u", (unsigned)error->bytes);
		add(out, "bytes", out->bytes);
	}
	if (error->place > 0) {
		snprintf(out->character, sizeof(out->character), "U+%04X",
			 (unsigned)error->character);
		add(out, "character", out->character);
	}
	if (error->choices.size > 0) {
		snprintf(out->choices, sizeof(out->choices), "%.*s", (int)error->choices.size,
			 error->detail + error->choices.at);
		add(out, "choices", out->choices);
	}
	if (error->given.size > 0 || error->choices.size > 0) {
		snprintf(out->given, sizeof(out->given), "%.*s",
			 error->given.size > 0 ? (int)error->given.size : 3,
			 error->given.size > 0 ? error->detail + error->given.at : "...");
		add(out, "given", out->given);
	}
	if (error->min || error->max) {
		snprintf(out->max, sizeof(out->max), "%lld", (long long)error->max);
		snprintf(out->min, sizeof(out->min), "%lld", (long long)error->min);
		add(out, "max", out->max);
		add(out, "min", out->min);
	}
	if (error->place > 0) {
		snprintf(out->place, sizeof(out->place), "%u", (unsigned)error->place);
		add(out, "place", out->place);
	}
}

void codec_error_tell(struct text *out, const struct codec_error *error)
{
	struct filled filled;

	if (!error->key) {
		text_add_string(out, error->detail);
		return;
	}
	fill(&filled, error);
	words_format(out, words_spoken(), error->key, filled.argument, filled.count);
}

void codec_error_words(struct text *out, const struct codec_error *error)
{
	struct filled filled;

	fill(&filled, error);
	write_byte(out, '{');
	write_key(out, "args");
	write_byte(out, '{');
	for (size_t i = 0; i < filled.count; i++)
		write_key_string(out, filled.argument[i].name, filled.argument[i].value);
	write_byte(out, '}');
	write_key_name(out, "key", error->key);
	write_byte(out, '}');
}
