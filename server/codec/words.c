/* The catalogue of words, as a list sorted by key. */

#include "codec/words.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/embedded.h"
#include "codec/json.h"

struct entry {
	const char *key, *text;
};

struct words {
	json_t *document; /* owns the texts */
	size_t count;
	struct entry entry[];
};

static int compare_entries(const void *a, const void *b)
{
	return strcmp(((const struct entry *)a)->key, ((const struct entry *)b)->key);
}

/* Take every member of the document as an entry. */
static bool take_entries(struct json_in *in, struct words *words)
{
	const char *key;
	json_t *value;
	json_object_foreach(words->document, key, value)
	{
		size_t outside = json_in_enter(in, key);
		if (!json_is_string(value))
			return json_in_fail(in, "Text is wanted here.");
		words->entry[words->count++] = (struct entry){key, json_string_value(value)};
		json_in_leave(in, outside);
	}
	qsort(words->entry, words->count, sizeof(words->entry[0]), compare_entries);
	return true;
}

/* The catalogue of a document, which it takes over; NULL when not all of it is text. */
static struct words *words_of(json_t *document, struct json_in *in)
{
	struct words *words =
		malloc(sizeof(*words) + json_object_size(document) * sizeof(words->entry[0]));

	if (!words)
		abort();
	words->document = document;
	words->count = 0;
	if (take_entries(in, words))
		return words;
	words_free(words);
	return NULL;
}

struct words *words_load(const char *bytes, size_t size, struct codec_error *error)
{
	struct json_in in;
	json_t *document = json_in_load(&in, bytes, size, error);
	if (!json_is_object(document)) {
		json_in_fail(&in, "An object is wanted here.");
		json_decref(document);
		return NULL;
	}
	return words_of(document, &in);
}

void words_free(struct words *words)
{
	if (!words)
		return;
	json_decref(words->document);
	free(words);
}

/* ---- languages ---- */

enum { ENGLISH, GERMAN, LANGUAGES };

static const char *const language_code[LANGUAGES] = {[ENGLISH] = "en", [GERMAN] = "de"};
/* Each in two files: what the page reads at once, and what it reads later. */
enum { FILES = 2 };
static const char *const language_file[LANGUAGES][FILES] = {
	[ENGLISH] = {"words/en.json", "words/en.rare.json"},
	[GERMAN] = {"words/de.json", "words/de.rare.json"},
};

static struct words *catalogue[LANGUAGES];
/* Not call_once(): the thread sanitizer does not know it. */
static pthread_once_t catalogues_once = PTHREAD_ONCE_INIT;
static _Thread_local int spoken = ENGLISH;

/* Both files of a language as one; what is not there says nothing. */
static struct words *load_language(int language)
{
	struct codec_error error = {0};
	struct json_in in = json_in_begin(&error);
	json_t *all = json_object();

	for (int i = 0; i < FILES; i++) {
		const struct embedded_file *file = embedded_find(language_file[language][i]);
		json_t *part =
			file ? json_loadb((const char *)file->bytes, file->size, 0, NULL) : NULL;

		json_object_update(all, part);
		json_decref(part);
	}
	return words_of(all, &in);
}

static void load_catalogues(void)
{
	for (int i = 0; i < LANGUAGES; i++) {
		catalogue[i] = load_language(i);
		pn_assert(catalogue[i] != NULL);
	}
}

const struct words *words_english(void)
{
	pthread_once(&catalogues_once, load_catalogues);
	return catalogue[ENGLISH];
}

const struct words *words_spoken(void)
{
	pthread_once(&catalogues_once, load_catalogues);
	return catalogue[spoken];
}

void words_speak(const char *language)
{
	spoken = ENGLISH;
	for (int i = 0; i < LANGUAGES; i++)
		if (strcmp(language, language_code[i]) == 0)
			spoken = i;
}

/* The weight of a range in thousandths: what stands behind its name, ";q=0.5". */
static int weight_of(const char *parameters, size_t size)
{
	int weight = 0, digit = 1000;
	size_t at = 0;

	while (at < size && strchr("; \t", parameters[at]))
		at++;
	if (at + 3 > size || strncasecmp(parameters + at, "q=", 2) != 0)
		return 1000;
	for (at += 2; at < size && digit > 0; at++) {
		if (parameters[at] == '.')
			continue;
		if (parameters[at] < '0' || parameters[at] > '9')
			break;
		weight += (parameters[at] - '0') * digit;
		digit /= 10;
	}
	return weight;
}

/* The language that a range names ("de", "de-AT", "*"); LANGUAGES when it is none of ours. */
static int language_of(const char *range, size_t size)
{
	size_t primary = 0;

	while (primary < size && range[primary] != '-')
		primary++;
	if (primary == 1 && range[0] == '*')
		return ENGLISH;
	for (int i = 0; i < LANGUAGES; i++)
		if (primary == strlen(language_code[i]) &&
		    strncasecmp(range, language_code[i], primary) == 0)
			return i;
	return LANGUAGES;
}

const char *words_liked(const char *accept_language)
{
	const char *at = accept_language ? accept_language : "";
	int best = ENGLISH, most = 0;

	while (*at) {
		at += strspn(at, ", \t");
		size_t whole = strcspn(at, ","), name = strcspn(at, ",; \t");
		int language = language_of(at, name);
		int weight = weight_of(at + name, whole - name);

		if (name > 0 && language < LANGUAGES && weight > most) {
			best = language;
			most = weight;
		}
		at += whole;
	}
	return language_code[best];
}

const char *words_find(const struct words *words, const char *key)
{
	struct entry wanted = {key, NULL};
	const struct entry *found = bsearch(&wanted, words->entry, words->count,
					    sizeof(words->entry[0]), compare_entries);
	return found ? found->text : NULL;
}

size_t words_count(const struct words *words)
{
	return words->count;
}

const char *words_key(const struct words *words, size_t index)
{
	return words->entry[index].key;
}

/* What the page shows for a key that it does not know, too. */
static void format_key(struct text *out, const char *key)
{
	const char *dot = strchr(key, '.');
	for (const char *at = dot ? dot + 1 : key; *at; at++)
		text_add(out, *at == '_' ? " " : at, 1);
}

/* The value of the argument that stands at `at`, "{name}"; NULL when none was given. */
static const char *argument_at(const char *at, size_t size, const struct words_argument *arguments,
			       size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (strlen(arguments[i].name) == size && !memcmp(arguments[i].name, at, size))
			return arguments[i].value;
	return NULL;
}

void words_format(struct text *out, const struct words *words, const char *key,
		  const struct words_argument *arguments, size_t count)
{
	const char *text = words_find(words, key);
	if (!text) {
		format_key(out, key);
		return;
	}
	for (const char *at = text; *at;) {
		size_t plain = strcspn(at, "{");
		text_add(out, at, plain);
		at += plain;
		const char *end = strchr(at, '}');
		const char *value =
			end ? argument_at(at + 1, (size_t)(end - at - 1), arguments, count) : NULL;
		if (value) {
			text_add_string(out, value);
			at = end + 1;
		} else if (*at) {
			text_add(out, at++, 1);
		}
	}
}

void words_add(struct text *out, const char *list, const char *name)
{
	struct text key = TEXT_EMPTY;

	text_add_format(&key, "%s.%s", list, name);
	words_format(out, words_spoken(), key.bytes, NULL, 0);
	text_free(&key);
}

/* Where the character of this number begins, from 0 on; the text's size when it has none such. */
static size_t character_at(const struct text *text, size_t number)
{
	size_t at = 0;

	for (; at < text->size; at++) {
		if (((unsigned char)text->bytes[at] & 0xC0) != 0x80 && number-- == 0)
			break;
	}
	return at;
}

/* How many names are begun and not ended before `end`. */
static size_t names_open(const struct text *text, size_t end)
{
	enum { MARK_BYTES = 3 };
	size_t open = 0;

	for (size_t at = 0; at + MARK_BYTES <= end; at++) {
		if (memcmp(text->bytes + at, "\u2068", MARK_BYTES) == 0)
			open++;
		else if (open > 0 && memcmp(text->bytes + at, "\u2069", MARK_BYTES) == 0)
			open--;
	}
	return open;
}

void words_shorten(struct text *text, size_t max)
{
	if (text->size <= max || character_at(text, max) == text->size)
		return; /* no character is shorter than a byte */
	size_t end = character_at(text, max - 1);
	const size_t open = names_open(text, end);

	if (open > 0 && open < max)
		end = character_at(text, max - 1 - open);
	const size_t left_open = names_open(text, end);

	text->size = end;
	text_add_string(text, "…");
	for (size_t i = 0; i < left_open; i++)
		text_add_string(text, "\u2069");
}
