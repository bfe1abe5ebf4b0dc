#pragma once
/* What the parts of the verifier share: the record taken apart. */

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
	/* Its context is the check, and what it is asked for is rolled or sealed at line `at` or
	 * behind it. */
	struct pn_dice_source dice;
	/* How far the rules are, of the lines; NULL: nobody asks. */
	void (*tell)(uint32_t at, uint32_t count);
	uint8_t dice_key[32];
	uint32_t count; /* lines after the header */
	struct check_line *line;
	int64_t told_ms; /* when the last line so far happened that everybody saw */
	pn_clause
		clause; /* of what the rules say instead of the line that is wrong; "" = of nothing */
	uint32_t at;    /* being looked at: names the line when a rule breaks */
};

/* Say that line `index` (after the header; CHECK_HEADER: the header) is wrong. Only the
 * first counts. Always false. */
#define CHECK_HEADER UINT32_MAX
bool check_fail(struct check *check, uint32_t index, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* lines.c: the header and all lines read into the check, which has bytes, size and report; give
 * them back afterwards, whatever came of it. */
bool check_read(struct check *check);
void check_give_back(struct check *check);

/* Is it an extract that one viewer got while the game was running? */
bool check_is_extract(const struct check *check);

/* Was the game played to its end under the rules that it began with? */
bool check_is_of_one_revision(const struct check *check);

/* replay.c: the owner's opening of a slot that is sealed at line `at`; NULL: it has none. */
const struct pn_event *check_opening(const struct check *check, const char *slot);

/* replay.c: do the commands again. Runs the core: call it under a guard. */
bool check_replay(struct check *check);

/* seals.c: each opening against its commitment. */
bool check_seals(struct check *check);

/* receipts.c: each receipt against the record. */
bool check_receipts(struct check *check);
