/* pennon-tables: what the rule books of this build hold, for tests, gates and whoever writes
 * about them. Nobody reads it out of C.
 *
 *   pennon-tables               one JSON document: {"books":[…],"clauses":[…],"names":{…}}
 *   pennon-tables ids           "conquest-1.5 CQ", a line each book: its id and its letters
 *   pennon-tables clauses       each clause of the books and of Pennon, a line each
 *   pennon-tables switches ID   the table of switches as RULES.md has it
 *
 * A book is what GET /v1/rulesets/{ruleset} says of it, and what that leaves out. */

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/embedded.h"
#include "codec/codec_ruleset.h"
#include "codec/names.h"
#include "game/problem.h"

/* What the codec writes, as a document of ours. */
static json_t *parsed(struct text *text)
{
	json_t *document = json_loadb(text->bytes, text->size, 0, NULL);

	if (!document)
		abort();
	text_free(text);
	return document;
}

static void set(json_t *object, const char *key, json_t *value)
{
	if (json_object_set_new(object, key, value) != 0)
		abort();
}

/* A clause, or null where none is needed. */
static json_t *clause_of(pn_clause clause)
{
	return clause.text[0] ? json_string(clause.text) : json_null();
}

static json_t *phases_of(const struct pn_rules *rules)
{
	json_t *list = json_array();

	for (uint8_t i = 0; i < rules->phases.count; i++) {
		const struct pn_phase_rule *rule = &rules->phases.row[i];

		json_array_append_new(list, json_pack("{s:s, s:o}", "name", rule->name, "clause",
						      clause_of(rule->clause)));
	}
	return list;
}

static void complete_decisions(json_t *decisions, const struct pn_rules *rules)
{
	for (uint8_t i = 0; i < rules->decisions.count; i++) {
		const struct pn_decision_rule *rule = &rules->decisions.row[i];
		json_t *row = json_array_get(decisions, i);

		set(row, "fallback", json_boolean(rule->fallback != NULL));
		set(row, "list", json_boolean(rule->list != NULL));
		set(row, "forced", json_boolean(rule->forced != NULL));
		set(row, "window", json_boolean(rule->window));
	}
}

static json_t *commands_of(const struct pn_rules *rules)
{
	json_t *list = json_array();

	for (unsigned i = 0; i < PN_COMMAND_COUNT; i++) {
		const struct pn_command_rule *rule = &rules->commands[i];

		if (rule->check)
			json_array_append_new(list, json_pack("{s:s, s:b, s:b}", "name",
							      name_at(NAMES_COMMAND, NULL, i),
							      "preview", rule->preview != NULL,
							      "private", rule->is_private != NULL));
	}
	return list;
}

static json_t *marks_of(const struct pn_rules *rules)
{
	json_t *list = json_array();

	for (uint8_t i = 0; i < rules->flags.count; i++)
		json_array_append_new(list,
				      json_pack("{s:s, s:b}", "name", rules->flags.row[i].name,
						"of_turn", rules->flags.row[i].of_turn));
	return list;
}

static json_t *scenarios_of(uint8_t ruleset)
{
	static struct codec_scenario scenario;
	json_t *list = json_array();

	for (const struct embedded_file *file = embedded_next("scenarios/", NULL); file;
	     file = embedded_next("scenarios/", file)) {
		struct codec_error error = {0};

		if (!codec_scenario_decode(&scenario, (const char *)file->bytes, file->size,
					   &error)) {
			fprintf(stderr, "%s cannot be read\n", file->path);
			exit(EXIT_FAILURE);
		}
		if (scenario.ruleset == ruleset)
			json_array_append_new(list, json_string(scenario.id));
	}
	return list;
}

/* What the server tells of the book's clauses. */
static json_t *told_clauses(uint8_t ruleset)
{
	struct text text = TEXT_EMPTY;

	codec_clauses_encode(&text, ruleset);
	return parsed(&text);
}

/* Clauses of the book itself, or those that are Pennon's own. */
static json_t *clauses_of(uint8_t ruleset, bool own)
{
	json_t *list = json_array(), *told = told_clauses(ruleset), *row;
	size_t i;

	json_array_foreach(json_object_get(told, "clauses"), i, row)
	{
		const char *from = json_string_value(json_object_get(row, "provenance"));

		if ((strcmp(from, "own") == 0) == own)
			json_array_append_new(
				list, json_pack("{s:O, s:O, s:O}", "clause",
						json_object_get(row, "clause"), "provenance",
						json_object_get(row, "provenance"), "text",
						json_object_get(row, "text")));
	}
	json_decref(told);
	return list;
}

/* Its answers to the questions that are put to every book. */
static json_t *answers_of(uint8_t ruleset)
{
	json_t *told = told_clauses(ruleset);
	json_t *answers = json_incref(json_object_get(told, "side_by_side"));

	json_decref(told);
	return answers;
}

static json_t *book_of(uint8_t ruleset)
{
	const struct pn_rules *rules = pn_rules_at(ruleset);
	struct text text = TEXT_EMPTY;
	json_t *book;

	codec_ruleset_encode(&text, ruleset);
	book = parsed(&text);
	set(book, "letters", json_string(rules->letters));
	set(book, "phases", phases_of(rules));
	set(book, "first_phase", json_string(rules->phases.row[rules->first_phase].name));
	set(book, "deployment_phase",
	    rules->deployment_phase == PN_NO_PHASE
		    ? json_null()
		    : json_string(rules->phases.row[rules->deployment_phase].name));
	set(book, "deepest_pending", json_integer(rules->deepest_pending));
	complete_decisions(json_object_get(book, "decisions"), rules);
	set(book, "commands", commands_of(rules));
	set(book, "flags", marks_of(rules));
	set(book, "scenarios", scenarios_of(ruleset));
	set(book, "clauses", clauses_of(ruleset, false));
	set(book, "side_by_side", answers_of(ruleset));
	return book;
}

static json_t *list_of(enum name_list list)
{
	json_t *names = json_array();

	for (unsigned i = 0; i < name_count(list, NULL); i++)
		json_array_append_new(names, json_string(name_at(list, NULL, i)));
	return names;
}

/* The lists that are the same in every book. */
static json_t *fixed_names(void)
{
	static const struct {
		const char *key;
		enum name_list list;
	} row[] = {
		{"charge_outcomes", NAMES_OUTCOME},
		{"commands", NAMES_COMMAND},
		{"counts", NAMES_COUNT_OF},
		{"drops", NAMES_DROP},
		{"endings", NAMES_ENDING},
		{"events", NAMES_EVENT},
		{"groups", NAMES_GROUP},
		{"manners", NAMES_MANNER},
		{"methods", NAMES_METHOD},
		{"refusals", NAMES_REFUSAL},
	};
	json_t *names = json_object(), *problems = json_array();

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++)
		set(names, row[i].key, list_of(row[i].list));
	for (int code = 0; code < PROBLEM_COUNT; code++)
		json_array_append_new(problems, json_string(problem_wire((enum problem_code)code)));
	set(names, "problems", problems);
	return names;
}

static json_t *document(void)
{
	json_t *books = json_array();

	for (uint8_t i = 0; i < pn_rules_count(); i++)
		json_array_append_new(books, book_of(i));
	return json_pack("{s:o, s:o, s:o}", "books", books, "clauses", clauses_of(0, true), "names",
			 fixed_names());
}

static void print_clauses(const json_t *clauses)
{
	const json_t *row;
	size_t i;

	json_array_foreach(clauses, i, row) puts(json_string_value(json_object_get(row, "clause")));
}

static int print_all_clauses(void)
{
	json_t *all = document();
	const json_t *book;
	size_t i;

	json_array_foreach(json_object_get(all, "books"), i, book)
		print_clauses(json_object_get(book, "clauses"));
	print_clauses(json_object_get(all, "clauses"));
	json_decref(all);
	return EXIT_SUCCESS;
}

/* Has the book a switch of that name? */
static bool has_switch(const struct pn_rules *rules, const char *name)
{
	for (uint8_t i = 0; i < rules->switches.count; i++)
		if (strcmp(rules->switches.row[i].name, name) == 0)
			return true;
	return false;
}

/* Of books that share a folder one may have a switch more. */
static void print_alone(const struct pn_rules *rules, const char *name)
{
	for (uint8_t i = 0; i < pn_rules_count(); i++)
		if (strcmp(pn_rules_at(i)->letters, rules->letters) == 0 &&
		    !has_switch(pn_rules_at(i), name))
			printf(" Not in %s.", pn_rules_at(i)->title);
}

static void print_switch(const struct pn_rules *rules, const struct pn_switch *rule)
{
	printf("| `%s` | ", rule->name);
	for (uint8_t i = 0; i < rule->count; i++)
		printf("%s`%s`", i > 0 ? ", " : "", rule->position[i]);
	printf(" | %s | %s", rule->clause.text, rule->reason);
	print_alone(rules, rule->name);
	printf(" | %s |\n", rule->leaves_out ? rule->leaves_out : "–");
}

/* The same for every book of a folder: all that one of them has, each once. */
static int print_switches(const char *id)
{
	const int wanted = pn_rules_find(id);
	const struct pn_rules *most;

	if (wanted < 0) {
		fprintf(stderr, "pennon-tables: no rule book \"%s\"\n", id);
		return 2;
	}
	most = pn_rules_at((uint8_t)wanted);
	for (uint8_t i = 0; i < pn_rules_count(); i++)
		if (strcmp(pn_rules_at(i)->letters, most->letters) == 0 &&
		    pn_rules_at(i)->switches.count > most->switches.count)
			most = pn_rules_at(i);
	puts("| name | positions | clause | why the first "
	     "| what a source says that the first leaves out |\n|---|---|---|---|---|");
	for (uint8_t i = 0; i < most->switches.count; i++)
		print_switch(most, &most->switches.row[i]);
	return EXIT_SUCCESS;
}

static int print_ids(void)
{
	for (uint8_t i = 0; i < pn_rules_count(); i++)
		printf("%s %s\n", pn_rules_at(i)->id, pn_rules_at(i)->letters);
	return EXIT_SUCCESS;
}

int main(int count, char **arguments)
{
	if (count == 2 && strcmp(arguments[1], "ids") == 0)
		return print_ids();
	if (count == 2 && strcmp(arguments[1], "clauses") == 0)
		return print_all_clauses();
	if (count == 3 && strcmp(arguments[1], "switches") == 0)
		return print_switches(arguments[2]);
	if (count > 1) {
		fputs("usage: pennon-tables [ids | clauses | switches ID]\n", stderr);
		return 2;
	}
	json_t *all = document();

	json_dumpf(all, stdout, JSON_SORT_KEYS | JSON_COMPACT);
	putchar('\n');
	json_decref(all);
	return EXIT_SUCCESS;
}
