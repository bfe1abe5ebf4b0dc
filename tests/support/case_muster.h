#pragma once
/* Musters of cases (tests/cases/README.md). */

#include <jansson.h>

/* The muster of a case as the API takes it: what it leaves out comes from its ruleset's
 * defaults. New; the caller gives it back. NULL: the case has no muster with a list of
 * units. */
json_t *case_muster(const json_t *document, const json_t *defaults);
