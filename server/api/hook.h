#pragma once
/* What the handlers of hooks share (hooks.c). The route says by who may ask whether it is a player's
 * or a seat's. */

#include "game/hooks.h"
#include "game/job.h"
#include "http/request.h"

/* The name that owns the hooks asked for. */
void hook_owner(const struct request *request, char out[GAME_ID_BYTES]);

/* The id of the hook asked for, as it was sent. */
const char *hook_id(const struct request *request);

/* Begin a JOB_HOOK for it. False: it was answered that its id is none. */
bool hook_begin(struct request *request, struct response *response, enum hook_act act);

/* The hook asked for. False: request->job.problem says why not. */
bool hook_find(struct request *request, const char *owner, struct hook_facts *out);

/* Add the member "heard": what was answered last, unless nothing was sent. */
void hook_write_heard(struct text *out, uint16_t status, int64_t time_ms);
