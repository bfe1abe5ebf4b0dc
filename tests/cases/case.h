#pragma once
/* One case: a rule test in plain data. README.md here tells the format. */

#include <jansson.h>
#include <stdbool.h>

#include "pennon/base.h"

enum { FAILURE_BYTES = 512, CITED_MAX = 64, CLAIMS_MAX = 32 };

/* A case and how it came out. */
struct rule_case {
	const char *file; /* borrowed */
	json_t *document; /* the case alone; borrowed from the file's */
	const char *name;
	bool ran;
	char failure[FAILURE_BYTES]; /* "" when it passed */
	size_t cited_count;          /* clauses that an event or a refusal of the run carried */
	pn_clause cited[CITED_MAX];
};

/* Say what is wrong, unless something is wrong already. Always false. */
bool case_fail(struct rule_case *rule_case, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Refuse members that the format does not know: a typo must not pass. */
bool case_knows(struct rule_case *rule_case, const char *where, const json_t *object,
		const char *const *members, size_t count);
#define CASE_KNOWS(rule_case, where, object, members) \
	case_knows(rule_case, where, object, members, sizeof(members) / sizeof(members[0]))

/* Note a clause that the run produced; "" is nothing. */
void case_cite(struct rule_case *rule_case, pn_clause clause);
bool case_cites(const struct rule_case *rule_case, const char *clause);

/* Play it: everything but the claims, which may need its siblings. */
void case_play(struct rule_case *rule_case, const json_t *defaults);
