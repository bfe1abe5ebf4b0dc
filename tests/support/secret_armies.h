#pragma once
/* A server on disk, and in it a game whose armies are a secret, made of a scenario: its table
 * with zones instead of terrain, its units as two armies. Whatever comes otherwise than it
 * should fails the test. */

#include <jansson.h>

#include "http_host.h"

extern struct http_host armies_server;
extern struct hosted_game armies_game;
extern json_t *armies_table;        /* a muster without units */
extern json_t *armies_of[PN_SIDES]; /* lists of units */

/* The server, for each test; stopped and started again. */
void armies_begin(void);
void armies_end(void);
void armies_restart(void);

void armies_take_scenario(const char *id);
void armies_drop_scenario(void);

/* createGame by red, with what was agreed about the armies; the same, which must be taken. */
struct reply armies_create(const json_t *agreed);
void armies_make_game(const char *agreed);

struct reply armies_ask_to_join(void);
void armies_join(void);

/* A request of a side's, or of anybody's: PN_PUBLIC. A POST has a new key. */
struct reply armies_send(pn_side side, const char *method, const char *rest, const char *body);
json_t *armies_get(pn_side side, const char *rest);

/* putArmy with these units; what must be taken: with the side's own, and sealing them. */
struct reply armies_put(pn_side side, const json_t *units);
void armies_write(pn_side side);
void armies_seal(pn_side side);

/* The answer as JSON, which has this status; a problem with this code, or at this pointer. */
json_t *armies_expect(int status, struct reply reply);
void armies_refused(const char *code, int status, struct reply reply);
void armies_refused_at(const char *pointer, int status, struct reply reply);

/* The status of the game, and what pennon-verify says of its record (enum verify_verdict). */
void armies_expect_status(const char *status);
void armies_expect_record(int verdict);

/* A member that is text, or "". */
const char *armies_text(const json_t *object, const char *key);
