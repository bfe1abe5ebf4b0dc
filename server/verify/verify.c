/* The order of checks is that of trust: first what the bytes are, then what ties them to
 * each other (chains, seed, dice, seals), then what the rules say, last who signed. A
 * changed byte is found by the first of them, which names its line. */

#include "verify/verify.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "base/guard.h"
#include "codec/codec_plan.h"
#include "verify/check.h"

static const char *const viewer_names[PN_VIEWERS] = {"red", "blue", "public"};

bool check_fail(struct check *check, uint32_t index, const char *format, ...)
{
	struct verify_report *report = check->report;
	va_list arguments;

	if (report->verdict == VERIFY_WRONG)
		return false;
	report->verdict = VERIFY_WRONG;
	report->line = index == CHECK_HEADER ? 1 : index + 2;
	va_start(arguments, format);
	vsnprintf(report->reason, sizeof(report->reason), format, arguments);
	va_end(arguments);
	return false;
}

/* ---- lines ---- */

/* Is this an extract that one viewer got while the game was running? */
static bool is_extract(const struct check *check)
{
	return check->header.viewer != PN_NO_SIDE;
}

/* What a side wrote for itself is its own alone, and could have been written. */
static bool check_written(struct check *check, uint32_t index)
{
	const struct pn_event *event = &check->line[index].event;
	struct codec_error error;

	if (event->by >= PN_SIDES || event->audience != 1u << event->by || event->mark.number)
		return check_fail(check, index, "what a side writes for itself is its own alone");
	return event->kind == PN_EVENT_PLAN_STOPPED ||
	       codec_written_is_canonical(event, &check->start, &error) ||
	       check_fail(check, index, "nobody can have written that");
}

/* Room for what the line sends. */
static struct pn_placed *make_room(struct check_line *line)
{
	return line->placed = allocate(1, sizeof(*line->placed));
}

static bool read_event(struct check *check, uint32_t index, uint32_t expected_seq)
{
	struct check_line *line = &check->line[index];
	struct pn_placed placed;
	struct codec_error error;
	uint32_t seq;
	int64_t time_ms;

	if (!codec_event_decode(&line->event, &placed, &check->start, line->line.inner,
				line->line.inner_size, &seq, &time_ms, &error))
		return check_fail(check, index, "the event is not one: %s", error.detail);
	if (pn_event_placed(&line->event))
		pn_event_keep(&line->event, make_room(line));
	line->line.time_ms = time_ms;
	if (seq != expected_seq)
		return check_fail(check, index, "the event's number is %u, not %u", seq,
				  expected_seq);
	uint8_t seen = line->event.audience;
	if (is_extract(check))
		seen &= (uint8_t)(1u << check->header.viewer);
	if (line->line.seen != seen || !seen)
		return check_fail(check, index, "who saw the event is not its audience");
	return !pn_event_is_written(line->event.kind) || check_written(check, index);
}

static bool read_command(struct check *check, uint32_t index)
{
	struct check_line *line = &check->line[index];
	struct codec_action action;
	struct codec_error error;

	if (is_extract(check))
		return check_fail(check, index, "an extract holds no commands");
	if (!codec_action_decode(&action, &check->start, line->line.inner, line->line.inner_size,
				 &error))
		return check_fail(check, index, "the command is not one: %s", error.detail);
	if (action.by_id)
		return check_fail(check, index, "a record names no offers");
	struct text again = TEXT_EMPTY;
	codec_command_encode(&again, &check->start, &action.command);
	bool same = again.size == line->line.inner_size &&
		    memcmp(again.bytes, line->line.inner, again.size) == 0;
	text_free(&again);
	line->command = action.command;
	if (pn_command_placed(&line->command))
		pn_command_keep(&line->command, make_room(line));
	return same || check_fail(check, index, "the command is not in its canonical form");
}

static bool read_server(struct check *check, uint32_t index)
{
	struct check_line *line = &check->line[index];
	struct pn_placed placed;
	struct codec_error error;

	if (is_extract(check))
		return check_fail(check, index, "an extract holds nothing the server did");
	if (!codec_record_server_decode(&line->server, &placed, &check->start, line->line.inner,
					line->line.inner_size, &error))
		return check_fail(check, index, "the server does no such thing: %s", error.detail);
	if (pn_command_placed(&line->server.command))
		pn_command_keep(&line->server.command, make_room(line));
	return true;
}

/* Lines come as events and commands, then the seed, then the signature. */
static bool has_place(struct check *check, uint32_t index)
{
	enum record_line_kind kind = check->line[index].line.kind;
	enum record_line_kind expected = kind;

	if (index == check->count - 1)
		expected = RECORD_SIGNATURE;
	else if (index == check->count - 2 && !is_extract(check))
		expected = RECORD_SEED;
	else if (kind == RECORD_SEED || kind == RECORD_SIGNATURE)
		return check_fail(check, index, "the line has no place here");
	return kind == expected || check_fail(check, index, "a line is missing here");
}

/* Events carry the time of their command, but for what a side writes for itself, and what
 * everybody sees never goes back. When the clock is set back, what one side wrote alone may lie
 * after what all see next: if it held that up, its time would show. */
static bool has_time(struct check *check, uint32_t index)
{
	const struct check_line *line = &check->line[index];
	const struct record_line *before = index ? &check->line[index - 1].line : NULL;

	if (line->line.kind == RECORD_SEED || line->line.kind == RECORD_SIGNATURE)
		return true;
	bool same = line->line.kind == RECORD_EVENT && before && !is_extract(check) &&
		    !pn_event_is_written(line->event.kind);
	if (line->line.time_ms < check->told_ms || (same && line->line.time_ms != before->time_ms))
		return check_fail(check, index, "the time does not follow from the lines before");
	if (line->line.kind == RECORD_EVENT && line->event.audience == PN_SEEN_BY_ALL)
		check->told_ms = line->line.time_ms;
	return true;
}

static bool read_lines(struct check *check)
{
	uint32_t events = 0, command = CHECK_NO_COMMAND;

	for (uint32_t i = 0; i < check->count; i++) {
		struct check_line *line = &check->line[i];
		struct codec_error error;
		check->at = i;
		if (!codec_record_line_decode(&line->line, line->bytes, line->size, &error))
			return check_fail(check, i, "the line is not one of a record: %s",
					  error.detail);
		if (!has_place(check, i))
			return false;
		if (line->line.kind == RECORD_COMMAND) {
			check->report->commands++;
			command = i;
			if (!read_command(check, i))
				return false;
		} else if (line->line.kind == RECORD_SERVER) {
			command = i;
			if (!read_server(check, i))
				return false;
		} else if (line->line.kind == RECORD_EVENT) {
			if (!read_event(check, i, ++events))
				return false;
			line->command_line =
				pn_event_is_written(line->event.kind) ? CHECK_NO_COMMAND : command;
		}
		if (!has_time(check, i))
			return false;
	}
	check->report->events = events;
	return true;
}

/* ---- the header and the cut into lines ---- */

static bool read_header(struct check *check, size_t size)
{
	struct record_header *header = &check->header;
	struct codec_error error;

	if (!codec_record_header_decode(header, check->bytes, size, &error))
		return check_fail(check, CHECK_HEADER, "the header is not one: %s", error.detail);
	check->told_ms = header->created_ms;
	memcpy(check->report->game, header->game, sizeof(check->report->game));
	if (!header->has_key)
		return check_fail(check, CHECK_HEADER, "the header names no key");
	if (!is_extract(check) && (!header->has_nonce[PN_RED] || !header->has_nonce[PN_BLUE]))
		return check_fail(check, CHECK_HEADER, "a nonce is missing");
	struct pn_muster_fault fault = pn_setup(&check->start, header->ruleset, &header->muster);
	if (fault.code != PN_MUSTER_NONE)
		return check_fail(check, CHECK_HEADER, "the muster cannot be played");
	return true;
}

/* Find the lines. Every one ends in LF. */
static bool cut_lines(struct check *check, const char *from)
{
	const char *end = check->bytes + check->size;
	size_t lines = 0;

	for (const char *at = from; at < end; at++)
		lines += *at == '\n';
	if (lines < 1 || lines > VERIFY_LINES_MAX)
		return check_fail(check, CHECK_HEADER, "the record has no lines, or too many");
	check->line = allocate(lines, sizeof(check->line[0]));
	check->count = (uint32_t)lines;
	for (uint32_t i = 0; i < check->count; i++) {
		const char *stop = memchr(from, '\n', (size_t)(end - from));
		check->line[i].bytes = from;
		check->line[i].size = (size_t)(stop - from);
		from = stop + 1;
	}
	return from == end || check_fail(check, check->count, "the last line does not end");
}

/* ---- chains ---- */

static bool check_chain(struct check *check, uint32_t index, int viewer, uint8_t chain[32],
			uint32_t *seq)
{
	const struct record_line *line = &check->line[index].line;
	struct text text = TEXT_EMPTY;
	struct crypto_hash hash;

	++*seq;
	if (line->seq[viewer] != *seq)
		return check_fail(check, index, "%s's number is %u, not %u", viewer_names[viewer],
				  line->seq[viewer], *seq);
	codec_event_line(&text, &check->start, &check->line[index].event, *seq, line->time_ms);
	text_add(&text, "\n", 1);
	crypto_hash_begin(&hash);
	crypto_hash_add(&hash, chain, 32);
	crypto_hash_add(&hash, text.bytes, text.size);
	crypto_hash_end(&hash, chain);
	text_free(&text);
	return memcmp(chain, line->hash[viewer], 32) == 0 ||
	       check_fail(check, index, "%s's chain breaks", viewer_names[viewer]);
}

static bool check_chains(struct check *check)
{
	uint8_t chain[PN_VIEWERS][32];
	uint32_t seq[PN_VIEWERS] = {0};

	for (int viewer = 0; viewer < PN_VIEWERS; viewer++)
		crypto_chain_first(chain[viewer], check->header.game, viewer_names[viewer]);
	for (uint32_t i = 0; i < check->count; i++) {
		const struct check_line *line = &check->line[i];
		for (int viewer = 0; viewer < PN_VIEWERS; viewer++) {
			if (line->line.kind == RECORD_EVENT && line->line.seen & 1u << viewer &&
			    !check_chain(check, i, viewer, chain[viewer], &seq[viewer]))
				return false;
		}
	}
	return true;
}

/* ---- seed and dice ---- */

static void label_bytes(void *context, const char *label, uint32_t block,
			uint8_t out[PN_BLOCK_BYTES])
{
	const struct check *check = context;
	crypto_dice_block(out, check->dice_key, label, block);
}

/* The faces this record's seed gives; seals are not drawn but checked. */
static struct pn_dice_source check_chance(struct check *check)
{
	return (struct pn_dice_source){.context = check, .bytes = label_bytes};
}

static bool check_dice(struct check *check)
{
	const struct pn_dice_source dice = check_chance(check);
	for (uint32_t i = 0; i < check->count; i++) {
		const struct pn_event *event = &check->line[i].event;
		if (check->line[i].line.kind != RECORD_EVENT)
			continue;
		check->at = i;
		for (uint8_t k = 0; k < pn_event_dice(event); k++) {
			const struct pn_die die = pn_event_die(&check->start, event, k);
			uint8_t face = pn_die_face(&dice, die.label, die.sides);
			if (face != die.face)
				return check_fail(check, i, "the die %s shows %u, not %u",
						  die.label, face, die.face);
			check->report->dice++;
		}
	}
	return true;
}

/* The seed must be the one that was committed to. When it is not, the dice tell which of
 * the two lines is wrong: dice that agree with the seed accuse the commitment. */
static bool check_seed_and_dice(struct check *check)
{
	const uint8_t *seed = check->line[check->count - 2].line.seed;
	const struct record_header *header = &check->header;
	uint8_t commitment[32];

	crypto_seed_commitment(commitment, header->game, seed);
	crypto_dice_key(check->dice_key, seed, header->game, header->nonce[header->creator],
			header->nonce[pn_opponent(header->creator)]);
	if (memcmp(commitment, header->seed_commitment, 32) == 0)
		return check_dice(check);
	struct verify_report kept = *check->report;
	bool fits = check_dice(check) && check->report->dice;
	*check->report = kept;
	return check_fail(check, fits ? CHECK_HEADER : check->count - 2,
			  "the seed is not the one that was committed to");
}

/* ---- the signature ---- */

static bool is_trusted(const struct check *check, const uint8_t key[32])
{
	for (size_t i = 0; i < check->options->key_count; i++) {
		if (memcmp(check->options->key[i], key, 32) == 0)
			return true;
	}
	return check->options->key_count == 0;
}

static bool check_signature(struct check *check)
{
	uint32_t last = check->count - 1;
	const struct record_line *line = &check->line[last].line;
	struct crypto_hash hash;
	uint8_t digest[32];

	if (memcmp(line->key, check->header.key, 32) != 0)
		return check_fail(check, last, "the key is not the one the header names");
	if (!is_trusted(check, line->key))
		return check_fail(check, last, "it is signed with another key");
	crypto_hash_begin(&hash);
	crypto_hash_text(&hash, "pennon record");
	crypto_hash_add(&hash, check->bytes, (size_t)(check->line[last].bytes - check->bytes));
	crypto_hash_end(&hash, digest);
	return crypto_signature_good(line->signature, line->key, digest, sizeof(digest)) ||
	       check_fail(check, last, "the signature is not of these bytes");
}

/* Was the game played to its end under the rules that it began with? */
static bool is_of_one_revision(const struct check *check)
{
	for (uint32_t i = 0; i < check->count; i++)
		if (check->line[i].line.kind == RECORD_EVENT &&
		    check->line[i].event.kind == PN_EVENT_RULES_REVISED)
			return false;
	return true;
}

/* ---- all of it ---- */

/* Say why the rules were not asked, if nothing is wrong. */
static void leave_unadjudicated(struct check *check)
{
	struct verify_report *report = check->report;
	report->verdict = VERIFY_UNADJUDICATED;
	if (is_extract(check))
		snprintf(report->reason, sizeof(report->reason),
			 "an extract of %s's own events: no dice, no commands",
			 viewer_names[check->header.viewer]);
	else if (!is_of_one_revision(check))
		snprintf(report->reason, sizeof(report->reason),
			 "the rules were revised while it was played");
	else
		snprintf(report->reason, sizeof(report->reason),
			 "made under revision %u, I have %u", check->header.revision,
			 pn_rules_at(check->header.ruleset)->revision);
}

static void run_checks(void *context)
{
	struct check *check = context;
	const char *end = memchr(check->bytes, '\n', check->size);

	check->at = CHECK_HEADER;
	if (!end) {
		check_fail(check, CHECK_HEADER, "the first line does not end");
		return;
	}
	if (!read_header(check, (size_t)(end - check->bytes)) || !cut_lines(check, end + 1) ||
	    !read_lines(check) || !check_chains(check))
		return;
	if (!is_extract(check) && !check_seed_and_dice(check))
		return;
	if (!check_seals(check))
		return;
	bool known = check->header.revision == pn_rules_at(check->header.ruleset)->revision;
	bool adjudicate = known && !is_extract(check) && is_of_one_revision(check);
	if (adjudicate && !check_replay(check))
		return;
	if (check_signature(check) && check_receipts(check) && !adjudicate)
		leave_unadjudicated(check);
}

void verify_record(const char *bytes, size_t size, const struct verify_options *options,
		   struct verify_report *report)
{
	struct check *check = allocate(1, sizeof(*check));
	struct fault fault;

	*report = (struct verify_report){.verdict = VERIFY_RIGHT};
	check->options = options;
	check->report = report;
	check->bytes = bytes;
	check->size = size;
	if (!fault_guard(run_checks, check, &fault))
		check_fail(check, check->at, "the rules cannot follow it (%s)", fault.condition);
	for (uint32_t i = 0; check->line && i < check->count; i++)
		free(check->line[i].placed);
	free(check->line);
	free(check);
}
