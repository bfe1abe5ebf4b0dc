/* Clauses, out of the tables of the RULES.md files and of core/clauses.md that are
 * compiled in: what a player reads is what the rules' authors wrote, in one place.
 *
 * A row of such a table is `| B2-25, B2-26 | S | text |`, or without provenance
 * `| PN-03 | text |`. Other lines are prose and are passed over. Which cases test a clause
 * comes out of the cases themselves: `B2-33 B2-33/a B2-33/b`, a line each.
 *
 * Rows that begin with one of a few questions, `| who | text | B2-13, B2-92 |`, lay the books
 * side by side. */

#include "base/write.h"
#include "codec/codec_ruleset.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/embedded.h"

enum { CELLS_MAX = 3, CASE_NAME_BYTES = 128 };

struct cell {
	const char *bytes;
	size_t size;
};

static struct cell trimmed(const char *from, const char *to)
{
	while (from < to && *from == ' ')
		from++;
	while (to > from && to[-1] == ' ')
		to--;
	return (struct cell){from, (size_t)(to - from)};
}

/* The cells of a table row; 0 when the line is none. */
static size_t split(const char *line, const char *end, struct cell cell[CELLS_MAX])
{
	size_t count = 0;

	if (line == end || *line != '|' || end[-1] != '|')
		return 0;
	while (count < CELLS_MAX && line + 1 < end) {
		const char *bar = memchr(line + 1, '|', (size_t)(end - line - 1));

		cell[count++] = trimmed(line + 1, bar);
		line = bar;
	}
	return count;
}

/* The length of a clause's number at the start of the text, 0 when there is none. */
static size_t number_length(const char *text, size_t size)
{
	size_t at = 0;

	while (at < size && at < 2 &&
	       ((text[at] >= 'A' && text[at] <= 'Z') ||
		(at == 1 && text[at] >= '0' && text[at] <= '9')))
		at++;
	if (at != 2 || at == size || text[at++] != '-')
		return 0;
	if (at < size && text[at] == 'G')
		at++;
	size_t digits = at;
	while (at < size && text[at] >= '0' && text[at] <= '9')
		at++;
	return at > digits && at < PN_CLAUSE_BYTES ? at : 0;
}

/* The first letter says it; a table of our own clauses has no such cell. */
static const char *provenance_of(const struct cell *cell)
{
	static const char *const name[] = {
#define X(name, wire) wire,
		PN_PROVENANCES(X)
#undef X
	};

	for (size_t i = 0; cell && cell->size && i < sizeof(name) / sizeof(name[0]); i++)
		if ((cell->bytes[0] | 0x20) == name[i][0])
			return name[i];
	return "own";
}

/* The text without the marks of Markdown. */
static void write_plain(struct text *out, const struct cell *cell)
{
	struct text plain = TEXT_EMPTY;

	for (size_t i = 0; i < cell->size; i++)
		if (cell->bytes[i] != '*' && cell->bytes[i] != '`')
			text_add(&plain, &cell->bytes[i], 1);
	write_key_string(out, "text", plain.size ? plain.bytes : "");
	text_free(&plain);
}

/* The names of one book's cases that claim the clause, in the order in which they stand. */
static void write_cases_of(struct text *out, const struct embedded_file *cases, const char *clause)
{
	const size_t size = strlen(clause);
	const char *line = (const char *)cases->bytes;
	const char *end = line + cases->size;

	while (line < end && (strncmp(line, clause, size) != 0 || line[size] != ' ')) {
		const char *newline = memchr(line, '\n', (size_t)(end - line));

		line = newline ? newline + 1 : end;
	}
	for (const char *at = line < end ? line + size : end; at < end && *at == ' ';) {
		size_t length = strcspn(++at, " \n");
		char name[CASE_NAME_BYTES];

		snprintf(name, sizeof(name), "%.*s", (int)length, at);
		write_item(out);
		write_name(out, name);
		at += length;
	}
}

static bool has_cases(const struct embedded_file *file)
{
	static const char end[] = ".cases.md";
	const size_t size = strlen(file->path);

	return size > sizeof(end) && strcmp(file->path + size - (sizeof(end) - 1), end) == 0;
}

/* The cases that claim the clause: the book's own, then those of the others, for books share
 * clauses and the code that goes by them. */
static void write_cases(struct text *out, const struct embedded_file *own, const char *clause)
{
	write_key(out, "cases");
	write_byte(out, '[');
	if (own)
		write_cases_of(out, own, clause);
	for (const struct embedded_file *file = embedded_next("clauses/", NULL); file;
	     file = embedded_next("clauses/", file))
		if (file != own && has_cases(file))
			write_cases_of(out, file, clause);
	write_byte(out, ']');
}

/* The clauses of one file, and the cases of the rule book they are asked for. */
struct source {
	const char *path;
	const struct embedded_file *cases;
};

static void write_clause(struct text *out, const char *number, size_t size, const char *provenance,
			 const struct cell *words, const struct source *source)
{
	char clause[PN_CLAUSE_BYTES];

	snprintf(clause, sizeof(clause), "%.*s", (int)size, number);
	write_item(out);
	write_byte(out, '{');
	write_cases(out, source->cases, clause);
	write_key_name(out, "clause", clause);
	write_key_name(out, "provenance", provenance);
	write_plain(out, words);
	write_byte(out, '}');
}

static void write_row(struct text *out, const struct cell *cell, size_t count,
		      const struct source *source)
{
	const char *provenance = provenance_of(count == CELLS_MAX ? &cell[1] : NULL);
	const char *at = cell[0].bytes;
	const char *end = at + cell[0].size;

	while (at < end) {
		size_t size = number_length(at, (size_t)(end - at));

		if (size == 0)
			return;
		write_clause(out, at, size, provenance, &cell[count - 1], source);
		for (at += size; at < end && (*at == ',' || *at == ' '); at++)
			;
	}
}

static void write_file(struct text *out, const struct source *source)
{
	const struct embedded_file *file = embedded_find(source->path);
	const char *line = file ? (const char *)file->bytes : "";
	const char *end = line + (file ? file->size : 0);

	while (line < end) {
		const char *newline = memchr(line, '\n', (size_t)(end - line));
		struct cell cell[CELLS_MAX];
		size_t count = split(line, newline ? newline : end, cell);

		if (count >= 2)
			write_row(out, cell, count, source);
		line = newline ? newline + 1 : end;
	}
}

/* ---- side by side ---- */

/* What is asked of every book, in this order. */
static const char *const questions[] = {"who",    "how_far", "declared",
					"answer", "failure", "winning"};

static const char *question_of(const struct cell *cell)
{
	for (size_t i = 0; i < sizeof(questions) / sizeof(questions[0]); i++)
		if (strlen(questions[i]) == cell->size &&
		    memcmp(questions[i], cell->bytes, cell->size) == 0)
			return questions[i];
	return NULL;
}

static void write_numbers(struct text *out, const struct cell *cell)
{
	const char *at = cell->bytes;
	const char *end = at + cell->size;

	write_key(out, "clauses");
	write_byte(out, '[');
	while (at < end) {
		size_t size = number_length(at, (size_t)(end - at));
		char clause[PN_CLAUSE_BYTES];

		if (size == 0)
			break;
		snprintf(clause, sizeof(clause), "%.*s", (int)size, at);
		write_item(out);
		write_name(out, clause);
		for (at += size; at < end && (*at == ',' || *at == ' '); at++)
			;
	}
	write_byte(out, ']');
}

static void write_answers(struct text *out, const char *path)
{
	const struct embedded_file *file = embedded_find(path);
	const char *line = file ? (const char *)file->bytes : "";
	const char *end = line + (file ? file->size : 0);

	write_key(out, "side_by_side");
	write_byte(out, '[');
	while (line < end) {
		const char *newline = memchr(line, '\n', (size_t)(end - line));
		struct cell cell[CELLS_MAX];
		size_t count = split(line, newline ? newline : end, cell);
		const char *question = count == CELLS_MAX ? question_of(&cell[0]) : NULL;

		if (question) {
			write_item(out);
			write_byte(out, '{');
			write_numbers(out, &cell[2]);
			write_key_name(out, "question", question);
			write_plain(out, &cell[1]);
			write_byte(out, '}');
		}
		line = newline ? newline + 1 : end;
	}
	write_byte(out, ']');
}

void codec_clauses_encode(struct text *out, uint8_t ruleset)
{
	const char *id = pn_rules_at(ruleset)->id;
	char own[CODEC_SCENARIO_ID_BYTES + sizeof("clauses/.md")];
	char cases[CODEC_SCENARIO_ID_BYTES + sizeof("clauses/.cases.md")];

	snprintf(own, sizeof(own), "clauses/%s.md", id);
	snprintf(cases, sizeof(cases), "clauses/%s.cases.md", id);

	const struct source book = {own, embedded_find(cases)};
	const struct source core = {"clauses/core.md", book.cases};

	write_byte(out, '{');
	write_key(out, "clauses");
	write_byte(out, '[');
	write_file(out, &book);
	write_file(out, &core);
	text_add_string(out, "],\"next\":null");
	write_answers(out, own);
	write_byte(out, '}');
}

/* Does each word of `asked` stand in the number or the text, whatever the case? */
static bool has_words(const char *number, const char *text, const char *asked)
{
	char word[64];

	while (*asked) {
		size_t gap = strspn(asked, " "), size = strcspn(asked + gap, " ");

		snprintf(word, sizeof(word), "%.*s", (int)size, asked + gap);
		if (!strcasestr(text, word) && !strcasestr(number, word))
			return false;
		asked += gap + size;
	}
	return true;
}

void codec_clauses_search(uint8_t ruleset, const char *asked, codec_clause_visitor *found,
			  void *context)
{
	struct text all = TEXT_EMPTY;
	size_t index;
	json_t *row;

	codec_clauses_encode(&all, ruleset);
	json_t *document = json_loadb(all.bytes, all.size, 0, NULL);
	json_array_foreach(json_object_get(document, "clauses"), index, row)
	{
		const char *number = json_string_value(json_object_get(row, "clause"));
		const char *text = json_string_value(json_object_get(row, "text"));

		if (number && text && has_words(number, text, asked))
			found(context, number, text);
	}
	json_decref(document);
	text_free(&all);
}

struct clause_search {
	struct text *out;
	const char *number;
};

static void add_numbered(void *context, const char *number, const char *text)
{
	struct clause_search *search = context;

	if (strcasecmp(number, search->number) == 0)
		text_add_string(search->out, text);
}

bool codec_clause_find(struct text *out, uint8_t ruleset, const char *number)
{
	struct clause_search search = {.out = out, .number = number};
	size_t before = out->size;

	codec_clauses_search(ruleset, number, add_numbered, &search);
	return out->size > before;
}
