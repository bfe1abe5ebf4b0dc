#pragma once
/* Records of games played at random, and what pennon-verify says of them. */

#include "host.h"
#include "verify/verify.h"

/* A service in memory, and what records are verified with. */
extern struct host records_host;
extern struct verify_options records_options;

void records_open(void);
void records_close(void);

/* Verify with the server's own public key from now on. */
void records_trust_server(void);

/* A finished game of four units a side. */
struct hosted_game records_finished(uint64_t seed, uint8_t method);

/* One unit a side, two turns, sealed: short, and yet with drafts, seals, dice and moves.
 * Begun up to the first draft; or played to the end. */
struct hosted_game records_begin_short(void);
struct hosted_game records_short(uint64_t seed);

/* A side rolls the cup. */
void records_roll_cup(const struct hosted_game *hosted, pn_side side, struct pn_cup cup);

/* The record of a game as `viewer` gets it now. */
struct text record_of(const struct hosted_game *hosted, pn_side viewer);

struct verify_report record_verify(const char *bytes, size_t size);
void record_expect(const struct verify_report *report, enum verify_verdict verdict,
		   const char *what);

/* The line of a record with this number, from 1; how many there are. */
char *record_line(const struct text *record, uint32_t number, size_t *size);
uint32_t record_lines(const struct text *record);
