/* A record taken apart: its header, its lines, what each of them holds, and whether they may
 * stand where they do. No cryptography and no rule is asked here. */

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "codec/codec_plan.h"
#include "verify/check.h"

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
	if (check_is_extract(check))
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

	if (check_is_extract(check))
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

	if (check_is_extract(check))
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
	else if (index == check->count - 2 && !check_is_extract(check))
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
	bool same = line->line.kind == RECORD_EVENT && before && !check_is_extract(check) &&
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
	if (!check_is_extract(check) && (!header->has_nonce[PN_RED] || !header->has_nonce[PN_BLUE]))
		return check_fail(check, CHECK_HEADER, "a nonce is missing");
	struct pn_muster_fault fault =
		army_set_up(&check->start, header->ruleset, &header->muster, &header->armies);
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

bool check_read(struct check *check)
{
	const char *end = memchr(check->bytes, '\n', check->size);

	check->at = CHECK_HEADER;
	if (!end)
		return check_fail(check, CHECK_HEADER, "the first line does not end");
	return read_header(check, (size_t)(end - check->bytes)) && cut_lines(check, end + 1) &&
	       read_lines(check);
}

bool check_is_extract(const struct check *check)
{
	return check->header.viewer != PN_NO_SIDE;
}

bool check_is_of_one_revision(const struct check *check)
{
	for (uint32_t i = 0; i < check->count; i++)
		if (check->line[i].line.kind == RECORD_EVENT &&
		    check->line[i].event.kind == PN_EVENT_RULES_REVISED)
			return false;
	return true;
}

void check_give_back(struct check *check)
{
	for (uint32_t i = 0; check->line && i < check->count; i++)
		free(check->line[i].placed);
	free(check->line);
}
