#pragma once
/* Players, a game, apps and what these are allowed, over HTTP. */

#include <jansson.h>

#include "game/apps.h"
#include "game/service.h"
#include "http_host.h"
#include "json_schema.h"

struct app_made {
	char id[GAME_ID_BYTES], token[TOKEN_BYTES];
};

/* Two players, red and blue of a private game. */
struct app_stage {
	struct http_host server;
	char ann[TOKEN_BYTES], ben[TOKEN_BYTES], game[GAME_ID_BYTES];
};
extern struct app_stage app_stage;

/* The same on disk, so that it can be stopped and started, with `on_disk`. The end expects that no
 * error was logged. */
void app_stage_open(bool on_disk);
void app_stage_close(void);

/* Send by a grant (NULL: none), a post with a key (NULL: a new one). */
struct reply app_send(const char *method, const char *path, const char *token, const char *grant,
		      const char *key, const char *body);

/* Ask, and give the body as JSON, the caller's; the status must be this one. app_refused() wants
 * a problem with this code. */
json_t *app_as(int status, const char *method, const char *path, const char *token,
	       const char *grant, const char *body);
json_t *app_ask(int status, const char *method, const char *path, const char *token,
		const char *body);
void app_refused(int status, const char *code, const char *method, const char *path,
		 const char *token, const char *grant, const char *body);

/* A text of an answer, which is given back. */
void app_take(json_t *answer, const char *pointer, char *out, size_t size);

void app_player(const char *name, char out[TOKEN_BYTES]);
struct app_made app_make(const char *token);

/* The id of a new grant, one of the last 8; `may` without its brackets; `in` "": all games. */
const char *app_grant(const char *token, const struct app_made *app, const char *in,
		      const char *may);

/* The three after each other, one of the last 4. */
const char *app_path(const char *before, const char *id, const char *after);

/* Another private game of the two. */
void app_game(char out[GAME_ID_BYTES]);
