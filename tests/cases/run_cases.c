/* pennon-cases: plays rule cases through the public codec and the core.
 *
 *	pennon-cases [--cited | --until-red] [FILE | FOLDER | PATTERN ...]
 *
 * A pattern is part of a case's name ("B2-27"), or a rule book. Without arguments: all of tests/cases.
 * One line a case, "N passed, N failed" last; exit 1 if any fails, 2 if nothing could be
 * run. --cited lists instead each clause that a run produced or a case claims, and how
 * many blind cases touch it. --until-red prints the first case that fails, and plays none after it. */

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "case.h"
#include "match.h"
#include "switches.h"

enum { CASES_MAX = 4096, FILES_MAX = 1024, ARGUMENTS_MAX = 64, PATH_BYTES = 1024 };

static struct rule_case cases[CASES_MAX];
static size_t case_count;
static char *files[FILES_MAX];
static json_t *documents[FILES_MAX]; /* hold the cases */
static size_t file_count;
static const char *patterns[ARGUMENTS_MAX];
static size_t pattern_count;

static _Noreturn void die(const char *what, const char *about)
{
	fprintf(stderr, "pennon-cases: %s: %s\n", about, what);
	exit(2);
}

/* ---- loading ---- */

/* A case must say what it is for. */
static void add_case(const char *file, json_t *document)
{
	struct rule_case *rule_case = &cases[case_count];
	const char *name = json_string_value(json_object_get(document, "case"));

	if (case_count++ == CASES_MAX)
		die("too many cases", file);
	rule_case->file = file;
	rule_case->document = document;
	rule_case->name = name ? name : file;
	if (!name || !json_is_string(json_object_get(document, "title")) ||
	    !json_is_array(json_object_get(document, "clauses")))
		case_fail(rule_case, "a case needs \"case\", \"title\" and \"clauses\"");
	for (size_t i = 0; i + 1 < case_count; i++)
		if (strcmp(cases[i].name, rule_case->name) == 0)
			case_fail(rule_case, "%s has a case of this name", cases[i].file);
}

static void add_file(const char *path)
{
	json_error_t error;
	json_t *document = json_load_file(path, JSON_REJECT_DUPLICATES, &error);

	if (file_count == FILES_MAX || !(files[file_count] = strdup(path)))
		die("too many files", path);
	documents[file_count] = document;
	const char *file = files[file_count++];
	if (!document) {
		char place[64];
		struct rule_case *rule_case = &cases[case_count];
		if (case_count++ == CASES_MAX)
			die("too many cases", file);
		snprintf(place, sizeof(place), "line %d, column %d", error.line, error.column);
		rule_case->file = rule_case->name = file;
		case_fail(rule_case, "%s: %s", place, error.text);
		return;
	}
	if (json_is_array(document))
		for (size_t i = 0; i < json_array_size(document); i++)
			add_case(file, json_array_get(document, i));
	else
		add_case(file, document);
}

static bool is_json(const char *name)
{
	const char *end = strrchr(name, '.');
	return end && strcmp(end, ".json") == 0;
}

/* Folders are entered whatever they are called: "conquest-1.5". */
static int is_wanted_entry(const struct dirent *entry)
{
	return entry->d_name[0] != '.' && strcmp(entry->d_name, "defaults.json") != 0 &&
	       strcmp(entry->d_name, "case.schema.json") != 0;
}

static void add_folder(const char *path)
{
	struct dirent **entries;
	int count = scandir(path, &entries, is_wanted_entry, alphasort);
	if (count < 0)
		die("cannot be read", path);
	for (int i = 0; i < count; i++) {
		char inner[PATH_BYTES];
		struct stat status;
		snprintf(inner, sizeof(inner), "%s/%s", path, entries[i]->d_name);
		if (stat(inner, &status) == 0 && S_ISDIR(status.st_mode))
			add_folder(inner);
		else if (is_json(entries[i]->d_name))
			add_file(inner);
		free(entries[i]);
	}
	free(entries);
}

/* Does it name a file or a folder? Else it is a pattern. */
static bool add_argument(const char *argument)
{
	struct stat status;

	if (stat(argument, &status) == 0 && S_ISDIR(status.st_mode)) {
		add_folder(argument);
		return true;
	}
	if (stat(argument, &status) == 0) {
		add_file(argument);
		return true;
	}
	if (strstr(argument, ".json") || argument[0] == '/')
		die("there is no such file", argument);
	if (pattern_count < ARGUMENTS_MAX)
		patterns[pattern_count++] = argument;
	return false;
}

static bool is_wanted(const struct rule_case *rule_case)
{
	const char *book = json_string_value(json_object_get(rule_case->document, "ruleset"));

	for (size_t i = 0; i < pattern_count; i++)
		if (strstr(rule_case->name, patterns[i]) ||
		    (book && strcmp(book, patterns[i]) == 0))
			return true;
	return pattern_count == 0;
}

/* ---- claims ---- */

/* What a case sets up and does, without what it expects: siblings differ here. Dice are
 * left out, because what is not allowed throws none. New. */
static json_t *inputs_of(const struct rule_case *rule_case)
{
	static const char *const left_out[] = {"case", "title", "clauses", "shows",
					       "by",   "then",  "views",   "note"};
	json_t *inputs = json_deep_copy(rule_case->document), *step;
	size_t i;

	for (i = 0; i < sizeof(left_out) / sizeof(left_out[0]); i++)
		json_object_del(inputs, left_out[i]);
	json_array_foreach(json_object_get(inputs, "steps"), i, step)
	{
		static const char *const results[] = {"expect", "sees",    "dice",
						      "offers", "preview", "note"};
		for (size_t k = 0; k < sizeof(results) / sizeof(results[0]); k++)
			json_object_del(step, results[k]);
	}
	json_object_del(json_object_get(inputs, "begin"), "expect");
	json_object_del(json_object_get(inputs, "begin"), "sees");
	json_object_del(json_object_get(inputs, "begin"), "dice");
	return inputs;
}

/* Is there a case that differs in one value and whose run cites the clause? */
static bool sibling_cites(const struct rule_case *rule_case, const char *clause)
{
	json_t *own = inputs_of(rule_case);
	bool found = false;

	for (size_t i = 0; i < case_count && !found; i++) {
		if (&cases[i] == rule_case || !cases[i].ran || !case_cites(&cases[i], clause))
			continue;
		json_t *other = inputs_of(&cases[i]);
		found = count_differences(own, other) == 1;
		json_decref(other);
	}
	json_decref(own);
	return found;
}

/* Each clause that the case claims must be cited, or be absent where a sibling has it. */
static void check_claims(struct rule_case *rule_case)
{
	const json_t *clause, *claims = json_object_get(rule_case->document, "clauses");
	const json_t *by = json_object_get(rule_case->document, "by");
	bool absence = json_is_string(by) && strcmp(json_string_value(by), "absence") == 0;
	size_t i;

	if (by && !absence)
		case_fail(rule_case, "\"by\" can only say \"absence\"");
	json_array_foreach(claims, i, clause)
	{
		const char *id = json_is_string(clause) ? json_string_value(clause) : "?";
		bool cited = case_cites(rule_case, id);
		if (absence && cited)
			case_fail(rule_case, "%s is cited, not absent", id);
		else if (absence && !sibling_cites(rule_case, id))
			case_fail(rule_case, "%s: no case that differs in one value cites it", id);
		else if (!absence && !cited)
			case_fail(rule_case, "nothing in the run cites %s", id);
	}
}

/* What a case only shows cannot be cited: nowhere is it. */
static void check_shown(struct rule_case *rule_case)
{
	const json_t *clause, *shown = json_object_get(rule_case->document, "shows");
	size_t i;

	if (shown && (!json_is_array(shown) || json_array_size(shown) == 0))
		case_fail(rule_case, "\"shows\" is a list of clauses");
	json_array_foreach(shown, i, clause)
	{
		const char *id = json_is_string(clause) ? json_string_value(clause) : "?";

		for (size_t k = 0; k < case_count; k++)
			if (case_cites(&cases[k], id))
				case_fail(rule_case, "%s is cited by the run of %s: that claims it",
					  id, cases[k].name);
	}
}

/* ---- --cited ---- */

static int compare_texts(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* How many of the cases that passed name the clause in that member. */
static unsigned count_naming(const char *member, const char *clause)
{
	unsigned count = 0;
	for (size_t i = 0; i < case_count; i++) {
		const json_t *claim;
		size_t k;
		json_array_foreach(json_object_get(cases[i].document, member), k, claim) count +=
			!cases[i].failure[0] && strcmp(json_string_value(claim), clause) == 0;
	}
	return count;
}

/* Room for each clause that any case cites or shows. */
static const char **list_of_clauses(void)
{
	size_t room = 1;
	for (size_t i = 0; i < case_count; i++)
		room += cases[i].cited_count +
			json_array_size(json_object_get(cases[i].document, "shows"));
	const char **all = calloc(room, sizeof(*all));
	if (!all)
		die("out of memory", "--cited");
	return all;
}

/* One line a clause: how many cases claim it, and in how many runs it was cited. */
static void list_cited(void)
{
	const char **all = list_of_clauses();
	size_t count = 0;
	for (size_t i = 0; i < case_count; i++)
		for (size_t k = 0; k < cases[i].cited_count; k++)
			all[count++] = cases[i].cited[k].text;
	qsort(all, count, sizeof(*all), compare_texts);
	for (size_t i = 0, next; i < count; i = next) {
		for (next = i; next < count && strcmp(all[i], all[next]) == 0; next++)
			continue;
		printf("%s claimed %u cited %zu\n", all[i], count_naming("clauses", all[i]),
		       next - i);
	}
	free(all);
}

/* One line a clause that is shown and not cited: by how many cases. */
static void list_shown(void)
{
	const char **all = list_of_clauses();
	size_t count = 0;
	for (size_t i = 0; i < case_count; i++) {
		const json_t *shown = json_object_get(cases[i].document, "shows");
		for (size_t k = 0; k < json_array_size(shown); k++)
			all[count++] = json_string_value(json_array_get(shown, k));
	}
	qsort(all, count, sizeof(*all), compare_texts);
	for (size_t i = 0; i < count; i++)
		if (i == 0 || strcmp(all[i - 1], all[i]) != 0)
			printf("%s shown %u\n", all[i], count_naming("shows", all[i]));
	free(all);
}

/* Was the case written by somebody who had seen neither the code nor another case? Those
 * lie in files of their own: README.md, "Blind cases". */
static bool is_blind(const struct rule_case *rule_case)
{
	const char *slash = strrchr(rule_case->file, '/');
	return strncmp(slash ? slash + 1 : rule_case->file, "blind", 5) == 0;
}

static bool shows_clause(const struct rule_case *rule_case, const char *clause)
{
	const json_t *shown, *list = json_object_get(rule_case->document, "shows");
	size_t i;

	json_array_foreach(list, i, shown)
	{
		if (strcmp(json_string_value(shown), clause) == 0)
			return true;
	}
	return false;
}

static unsigned count_blind(const char *clause)
{
	unsigned count = 0;
	for (size_t i = 0; i < case_count; i++)
		count += is_blind(&cases[i]) && !cases[i].failure[0] &&
			 (case_cites(&cases[i], clause) || shows_clause(&cases[i], clause));
	return count;
}

/* One line for each clause that is cited or shown: by how many of the blind cases that passed. */
static void list_blind(void)
{
	const char **all = list_of_clauses();
	size_t count = 0;
	for (size_t i = 0; i < case_count; i++) {
		const json_t *shown = json_object_get(cases[i].document, "shows");
		for (size_t k = 0; k < cases[i].cited_count; k++)
			all[count++] = cases[i].cited[k].text;
		for (size_t k = 0; k < json_array_size(shown); k++)
			all[count++] = json_string_value(json_array_get(shown, k));
	}
	qsort(all, count, sizeof(*all), compare_texts);
	for (size_t i = 0; i < count; i++)
		if (i == 0 || strcmp(all[i - 1], all[i]) != 0)
			printf("%s blind %u\n", all[i], count_blind(all[i]));
	free(all);
}

/* ---- all of them ---- */

static void print_case(const struct rule_case *rule_case)
{
	const bool good = rule_case->failure[0] == '\0';

	printf("%s %s%s%s\n", good ? "ok  " : "FAIL", rule_case->name, good ? "" : ": ",
	       rule_case->failure);
}

/* How many switches have no effect; asked of the whole tree alone. */
static size_t play_all(bool asks_switches, bool until_red)
{
	json_error_t error;
	size_t idle = 0;
	json_t *defaults = json_load_file(PN_SOURCE_DIR "/tests/cases/defaults.json", 0, &error);
	if (!defaults)
		die(error.text, "defaults.json");
	for (size_t i = 0; i < case_count; i++) {
		if (!cases[i].failure[0])
			case_play(&cases[i], defaults);
		if (until_red && cases[i].failure[0]) {
			print_case(&cases[i]);
			exit(1);
		}
	}
	for (size_t i = 0; i < case_count; i++)
		if (cases[i].ran && !cases[i].failure[0])
			check_claims(&cases[i]);
	for (size_t i = 0; i < case_count; i++)
		if (cases[i].ran && !cases[i].failure[0])
			check_shown(&cases[i]);
	if (asks_switches)
		idle = switches_without_effect(cases, case_count, defaults);
	json_decref(defaults);
	return idle;
}

int main(int count, char **arguments)
{
	size_t passed = 0, failed = 0;
	bool cited = false, until_red = false, named = false;

	for (int i = 1; i < count; i++) {
		if (strcmp(arguments[i], "--cited") == 0) {
			cited = true;
			continue;
		}
		if (strcmp(arguments[i], "--until-red") == 0) {
			until_red = true;
			continue;
		}
		named |= add_argument(arguments[i]);
	}
	if (case_count == 0 && !named)
		add_folder(PN_SOURCE_DIR "/tests/cases");
	failed += play_all(!named && pattern_count == 0 && !cited, until_red);
	for (size_t i = 0; i < case_count; i++) {
		if (!is_wanted(&cases[i]))
			continue;
		bool good = cases[i].failure[0] == '\0';
		passed += good;
		failed += !good;
		if (!cited || !good)
			print_case(&cases[i]);
	}
	if (cited) {
		list_cited();
		list_shown();
		list_blind();
	}
	printf("%zu passed, %zu failed\n", passed, failed);
	return failed ? 1 : passed ? 0 : 2;
}
