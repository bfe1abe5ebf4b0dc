#pragma once
/* What the parts of the verifier share: the record taken apart. */

#include "base/crypto.h"
#include "codec/codec_record.h"
#include "verify/verify.h"

enum { VERIFY_LINES_MAX = 1 << 18 };

/* One line of the record after the header. */
struct check_line {
	const char *bytes; /* without LF */
	size_t size;
	struct record_line line;
	struct pn_event event;       /* RECORD_EVENT */
	struct pn_command command;   /* RECORD_COMMAND */
	struct record_server server; /* RECORD_SERVER */
	struct pn_placed *placed;    /* owned: what event or command sends, or NULL */
	uint32_t command_line;       /* RECORD_EVENT: index of the command it follows, or NONE */
};

#define CHECK_NO_COMMAND UINT32_MAX

struct check {
	const struct verify_options *options;
	struct verify_report *report;
	const char *bytes;
	size_t size;
	struct record_header header;
	struct pn_game start; /* before the first event */
	uint8_t dice_key[32];
	uint32_t count; /* lines after the header */
	struct check_line *line;
	int64_t told_ms; /* when the last line so far happened that everybody saw */
	uint32_t at;     /* being looked at: names the line when a rule breaks */
};

/* Say that line `index` (after the header; CHECK_HEADER: the header) is wrong. Only the
 * first counts. Always false. */
#define CHECK_HEADER UINT32_MAX
bool check_fail(struct check *check, uint32_t index, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* replay.c: do the commands again. Runs the core: call it under a guard. */
bool check_replay(struct check *check);

/* seals.c: each opening against its commitment. */
bool check_seals(struct check *check);

/* receipts.c: each receipt against the record. */
bool check_receipts(struct check *check);
