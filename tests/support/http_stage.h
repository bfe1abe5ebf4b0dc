#pragma once
/* A server with a game that both sides have joined and a player beside it, and what nobody may
 * change in it by bad input. */

#include <jansson.h>

#include "http/router.h"
#include "http_host.h"

struct stage {
	struct http_host server;
	struct hosted_game hosted, other; /* another game beside it */
	char player[TOKEN_BYTES];         /* of one who plays neither */
	struct text before;
};

void stage_open(struct stage *stage);

/* Expects that nothing has changed for anybody, and that no answer was undeclared. */
void stage_close(struct stage *stage);

/* The path of a route for the stage's game. */
void stage_path(char out[128], const struct route *route, const struct stage *stage);

/* Ask, expect the status, and give the body as JSON. */
json_t *http_json(const struct http_host *server, int status, const struct ask *ask);

/* The same, with a key where one is wanted. `body` and `token` may be NULL. */
json_t *http_ask(const struct http_host *server, int status, const char *method, const char *path,
		 const char *token, const char *body);

/* What a problem must say. NULL = need not. */
struct wanted {
	int status;
	const char *code, *pointer, *clause;
};

/* Expect it of the answer, and free that. */
void expect_problem(struct reply *reply, struct wanted wanted, const char *name);
