/* Every position of every switch has a case: one that sets it, or, for the default, one
 * that sets another, since its sibling runs without. */

#include <criterion/criterion.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pennon/rules.h"

/* All cases of a ruleset as one text, without blanks. The caller frees it. */
static char *read_cases(const char *ruleset)
{
	char folder[512];
	char *all = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&all, &size);
	DIR *directory;
	struct dirent *entry;

	snprintf(folder, sizeof folder, "%s/tests/cases/%s", PN_SOURCE_DIR, ruleset);
	directory = opendir(folder);
	cr_assert(directory != NULL, "%s has no cases", ruleset);
	while ((entry = readdir(directory))) {
		char path[1024];
		FILE *file;
		int byte;

		if (!strstr(entry->d_name, ".json"))
			continue;
		snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
		file = fopen(path, "r");
		cr_assert(file != NULL);
		while ((byte = fgetc(file)) != EOF)
			if (!strchr(" \t\n", byte))
				fputc(byte, out);
		fclose(file);
	}
	closedir(directory);
	fclose(out);
	return all;
}

static bool sets(const char *cases, const struct pn_switch *rule, uint8_t position)
{
	char text[128];

	snprintf(text, sizeof text, "\"%s\":\"%s\"", rule->name, rule->position[position]);
	return strstr(cases, text) != NULL;
}

/* Does a case of any book that reads the same clause by this switch set it so? */
static bool is_set_somewhere(char *const *cases, const struct pn_switch *rule, uint8_t position)
{
	for (uint8_t i = 0; i < pn_rules_count(); i++) {
		const struct pn_rules *rules = pn_rules_at(i);

		for (uint8_t k = 0; k < rules->switches.count; k++)
			if (strcmp(rules->switches.row[k].name, rule->name) == 0 &&
			    strcmp(rules->switches.row[k].clause.text, rule->clause.text) == 0 &&
			    sets(cases[i], rule, position))
				return true;
	}
	return false;
}

Test(switches, every_position_has_a_case)
{
	char *cases[PN_RULESETS_MAX];

	for (uint8_t i = 0; i < pn_rules_count(); i++)
		cases[i] = read_cases(pn_rules_at(i)->id);
	for (uint8_t i = 0; i < pn_rules_count(); i++) {
		const struct pn_rules *rules = pn_rules_at(i);

		for (uint8_t k = 0; k < rules->switches.count; k++)
			for (uint8_t position = 1; position < rules->switches.row[k].count;
			     position++)
				cr_expect(
					is_set_somewhere(cases, &rules->switches.row[k], position),
					"%s: no case sets %s to %s", rules->id,
					rules->switches.row[k].name,
					rules->switches.row[k].position[position]);
	}
	for (uint8_t i = 0; i < pn_rules_count(); i++)
		free(cases[i]);
}
