#include "switches.h"

#include <stdio.h>
#include <string.h>

#include "pennon/rules.h"

/* What a case says of its switches, or NULL. */
static json_t *switches_of(const json_t *document)
{
	return json_object_get(json_object_get(document, "options"), "readings");
}

/* Is that where the switch stands by itself? */
static bool is_default(const char *book, const char *name, const char *position)
{
	int index = pn_rules_find(book);
	const struct pn_rules *rules = index < 0 ? NULL : pn_rules_at((uint8_t)index);

	for (uint8_t i = 0; rules && i < rules->switches.count; i++)
		if (strcmp(rules->switches.row[i].name, name) == 0)
			return strcmp(rules->switches.row[i].position[0], position) == 0;
	return false;
}

/* Does the run cite what the case claims, or nothing of it where it claims absence? */
static bool keeps_claims(const struct rule_case *rule_case)
{
	bool is_absence = json_object_get(rule_case->document, "by") != NULL;
	const json_t *clause;
	size_t i;

	json_array_foreach(json_object_get(rule_case->document, "clauses"), i, clause)
	{
		if (case_cites(rule_case, json_string_value(clause)) == is_absence)
			return false;
	}
	return true;
}

/* Does it fail when this switch stands as it does by default? */
static bool differs_without(const struct rule_case *rule_case, const char *name,
			    const json_t *defaults)
{
	json_t *document = json_deep_copy(rule_case->document);
	struct rule_case copy = {
		.file = rule_case->file, .document = document, .name = rule_case->name};

	json_object_del(switches_of(document), name);
	case_play(&copy, defaults);
	bool differs = copy.failure[0] != '\0' || !keeps_claims(&copy);
	json_decref(document);
	return differs;
}

/* For each "book switch=position" that a case sets: does one case differ without it? */
static json_t *find_effects(const struct rule_case *cases, size_t count, const json_t *defaults)
{
	json_t *effects = json_object();

	for (size_t i = 0; i < count; i++) {
		const char *name,
			*book = json_string_value(json_object_get(cases[i].document, "ruleset"));
		json_t *position;

		if (cases[i].failure[0] || !book)
			continue;
		json_object_foreach(switches_of(cases[i].document), name, position)
		{
			char key[160];

			if (is_default(book, name, json_string_value(position)))
				continue;
			snprintf(key, sizeof(key), "%s %s=%s", book, name,
				 json_string_value(position));
			if (!json_is_true(json_object_get(effects, key)))
				json_object_set_new(
					effects, key,
					json_boolean(differs_without(&cases[i], name, defaults)));
		}
	}
	return effects;
}

size_t switches_without_effect(const struct rule_case *cases, size_t count, const json_t *defaults)
{
	json_t *effects = find_effects(cases, count, defaults), *differs;
	const char *key;
	size_t found = 0;

	json_object_foreach(effects, key, differs)
	{
		if (json_is_true(differs))
			continue;
		printf("FAIL %s: every case that sets it passes without it, too\n", key);
		found++;
	}
	json_decref(effects);
	return found;
}
