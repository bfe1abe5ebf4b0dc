#pragma once
/* Checking a record without the server that made it: every line canonical, every viewer's
 * chain, every commitment, every die, the signature; and, when this program has the rules
 * of the record's revision, every event of every command again. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { VERIFY_KEYS_MAX = 32, VERIFY_RECEIPTS_MAX = 256, VERIFY_REASON_BYTES = 240 };

/* What a record, or a receipt for it, is checked with. */
struct verify_options {
	size_t key_count; /* 0: any key, so the record only agrees with itself */
	uint8_t key[VERIFY_KEYS_MAX][32];
	size_t receipt_count;
	struct {
		const char *bytes; /* one line of JSON */
		size_t size;
	} receipt[VERIFY_RECEIPTS_MAX];
};

/* The values are the program's exit codes. */
enum verify_verdict {
	VERIFY_RIGHT = 0,
	VERIFY_WRONG = 1,
	VERIFY_UNADJUDICATED = 3, /* everything else is right; `reason` says why not this */
};

struct verify_report {
	enum verify_verdict verdict;
	uint32_t line;    /* WRONG: the first that differs, from 1; 0: a receipt */
	uint32_t receipt; /* WRONG with line 0: which, from 1 */
	uint32_t events, commands, dice, seals;
	char game[37];
	char reason[VERIFY_REASON_BYTES];
};

void verify_record(const char *bytes, size_t size, const struct verify_options *options,
		   struct verify_report *report);

/* Read public keys, 64 hex digits a line; empty lines and those that begin with # are
 * passed over. False when a line is anything else or there are none. */
bool verify_read_keys(struct verify_options *options, const char *text, size_t size);
