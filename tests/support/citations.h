#pragma once
/* Which clauses the core may cite, by its source, and which of them a run has cited. */

#include <stdbool.h>
#include <stddef.h>

enum { CITATIONS_MAX = 1024, CITATION_BYTES = 16 };

struct citations {
	size_t count;
	char clause[CITATIONS_MAX][CITATION_BYTES];
	unsigned long times[CITATIONS_MAX]; /* how often a run cited it */
};

/* Add every clause literal that stands in the C files of a folder, each once. Ends the
 * program when the folder cannot be read. */
void citations_read(struct citations *citations, const char *folder);

/* Count one citation; "" and clauses that are not listed count for nothing. */
void citations_count(struct citations *citations, const char *clause);
