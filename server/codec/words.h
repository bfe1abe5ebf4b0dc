#pragma once
/* The catalogue of words: one text a key, with {arguments}. One file a language in
 * web/words/, read by the page and compiled into the daemon. The daemon needs it for
 * labels, which it writes beside each key in the language that its thread speaks. */

#include "codec/codec.h"

struct words;

/* Read a catalogue {"key":"text {argument}",...}. NULL when it is none. The caller gives
 * it back with words_free(), which takes NULL. */
struct words *words_load(const char *bytes, size_t size, struct codec_error *error);
void words_free(struct words *words);

/* The English catalogue that was compiled in. Never freed; from any thread. */
const struct words *words_english(void);

/* The code of the language that an Accept-Language (RFC 9110, 12.5.4; NULL = not sent) likes
 * best of those that there are: "en" when it likes none of them. Static. */
const char *words_liked(const char *accept_language);

/* Let this thread write labels in a language from now on: a code of words_liked(). */
void words_speak(const char *language);

/* The catalogue of the language that this thread speaks, English at first. Never freed. */
const struct words *words_spoken(void);

/* The text of a key, arguments unfilled, or NULL. */
const char *words_find(const struct words *words, const char *key);

/* How many keys there are, and each of them in ascending order. */
size_t words_count(const struct words *words);
const char *words_key(const struct words *words, size_t index);

/* An argument of a text. */
struct words_argument {
	const char *name, *value;
};

/* Append the text of `key` with its arguments filled in, as plain text. An argument that is
 * not given stays as it stands; a key that is not there shows itself, underscores opened. */
void words_format(struct text *out, const struct words *words, const char *key,
		  const struct words_argument *arguments, size_t count);

/* Append the text of the key "list.name" in the language that this thread speaks: what a decision, a
 * phase or a side is called. */
void words_add(struct text *out, const char *list, const char *name);

/* Cut a text to at most `max` characters of UTF-8, the last of them then "…", behind which stand the
 * ends of names that were cut (text_add_name()). */
void words_shorten(struct text *text, size_t max);
