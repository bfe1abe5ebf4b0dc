#pragma once
/* Apps as JSON, for the files of the tag "apps". */

#include "api/api.h"
#include "game/apps.h"

/* May the caller give such a command? Any but an app may; of an app its grant must allow it. */
bool grant_allows(const struct caller *caller, enum pn_command_kind kind);

/* Add `key` and the list of the words of `may`, bits of enum grant_may. */
void app_may_write(struct text *out, const char *key, uint8_t may);

/* Add a grant as its app sees it: whose it is. */
void app_granted_write(struct text *out, const struct request *request,
		       const struct grant_facts *grant);

/* Add an app, with its token unless that is NULL. */
void app_write(struct text *out, const struct request *request, const struct app_facts *app,
	       const char *token);

/* The problem of a code that was typed, or of a grant that may have come with one: who has no tries left is
 * told when they have some again. */
enum handled app_refuse_code(struct request *request, struct response *response,
			     enum problem_code problem);
