/* The same literals that tests/gates/clauses.sh looks for: PN_CLAUSE("..") and {".."}
 * with a book's letters, a hyphen and a number. */

#include "citations.h"

#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Where in `citations` the clause stands, or its count when it does not. */
static size_t place_of(const struct citations *citations, const char *clause, size_t size)
{
	size_t i = 0;

	while (i < citations->count && (strncmp(citations->clause[i], clause, size) != 0 ||
					citations->clause[i][size] != '\0'))
		i++;
	return i;
}

/* The length of the clause number that `text` begins with, or 0. */
static size_t clause_size(const char *text)
{
	size_t book = 0;
	size_t size;

	while (isupper((unsigned char)text[book]) || isdigit((unsigned char)text[book]))
		book++;
	if (book != 2 || text[book] != '-')
		return 0;
	size = book + 1;
	if (text[size] == 'G')
		size++;
	while (isdigit((unsigned char)text[size]))
		size++;
	return text[size] == '"' && size < CITATION_BYTES ? size : 0;
}

static void read_file(struct citations *citations, const char *path)
{
	FILE *file = fopen(path, "r");
	char line[512];

	if (!file)
		abort();
	while (fgets(line, sizeof line, file)) {
		for (const char *at = strchr(line, '"'); at; at = strchr(at + 1, '"')) {
			size_t size = clause_size(at + 1);

			if (!size || at == line || (at[-1] != '(' && at[-1] != '{') ||
			    place_of(citations, at + 1, size) < citations->count)
				continue;
			if (citations->count == CITATIONS_MAX)
				abort();
			memcpy(citations->clause[citations->count++], at + 1, size);
		}
	}
	fclose(file);
}

void citations_read(struct citations *citations, const char *folder)
{
	DIR *directory = opendir(folder);
	struct dirent *entry;

	if (!directory)
		abort();
	while ((entry = readdir(directory))) {
		size_t size = strlen(entry->d_name);
		char path[1024];

		if (size < 2 || strcmp(entry->d_name + size - 2, ".c") != 0)
			continue;
		snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
		read_file(citations, path);
	}
	closedir(directory);
}

void citations_count(struct citations *citations, const char *clause)
{
	size_t place = place_of(citations, clause, strlen(clause));

	if (place < citations->count)
		citations->times[place]++;
}
