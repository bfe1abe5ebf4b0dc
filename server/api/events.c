/* Tag "events": what a viewer has seen, in order: pages of it, or a stream.
 *
 * An event on the wire is its canonical line with the hash of the viewer's chain put
 * first, so who takes "hash" out again has the bytes that were hashed. */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/api.h"
#include "api/cursor.h"
#include "api/event.h"
#include "base/write.h"

enum { EVENTS_USUAL = 100 };

/* Append one event as its viewer gets it: its line with "hash". */
static void event_write(struct text *out, const struct seen_event *seen)
{
	text_add_string(out, "{\"hash\":\"");
	text_add_hex(out, seen->hash, sizeof(seen->hash));
	text_add_string(out, "\",");
	text_add(out, seen->line + 1, seen->line_size - 1);
}

uint32_t events_write(struct text *out, const struct snapshot *snapshot, pn_side viewer,
		      uint32_t after, uint32_t last)
{
	struct seen_event seen[LIMIT_PULL_EVENTS];
	struct text lines = TEXT_EMPTY;

	while (after < last) {
		text_clear(&lines);
		size_t count =
			snapshot_events(snapshot, viewer, after, seen, LIMIT_PULL_EVENTS, &lines);

		if (count == 0)
			break;
		for (size_t i = 0; i < count && seen[i].seq <= last; i++) {
			write_item(out);
			event_write(out, &seen[i]);
			after = seen[i].seq;
		}
	}
	text_free(&lines);
	return after;
}

enum handled list_events(struct request *request, struct response *response)
{
	struct text *out = &response->body;
	int64_t after = request->query[QUERY_AFTER];
	uint32_t begin, limit;
	struct tip tip = snapshot_tip(request->snapshot, request->viewer);

	if (after >= 0 && request->text_query[QUERY_CURSOR])
		return response_refuse(request, response, PROBLEM_BAD_QUERY,
				       "It is either \"after\" or \"cursor\".");
	if (!cursor_read(request, response, "events", 0, &begin) ||
	    !cursor_limit(request, response, EVENTS_USUAL, LIMIT_LIST_ITEMS, &limit))
		return HANDLED;
	if (after < 0)
		after = begin;
	uint32_t last = after + limit < tip.seq ? (uint32_t)(after + limit) : tip.seq;

	write_byte(out, '{');
	write_key(out, "events");
	write_byte(out, '[');
	events_write(out, request->snapshot, request->viewer, (uint32_t)after, last);
	write_byte(out, ']');
	cursor_write(out, request, "events", last, last < tip.seq && after < tip.seq);
	write_byte(out, '}');
	return response_json(response, 200);
}

/* ---- streams ---- */

/* The id of an event: its number, and by its chain which history it is the number in. */
static void write_id(struct text *out, uint32_t seq, const uint8_t hash[32])
{
	text_add_format(out, "id: %u-", seq);
	text_add_hex(out, hash, STREAM_MARK_BYTES);
	text_add_string(out, "\n");
}

/* One event as a message. */
static void write_message(struct text *out, const struct stream *stream,
			  const struct seen_event *seen)
{
	if (!stream->is_lines) {
		write_id(out, seen->seq, seen->hash);
		text_add_string(out, "data: ");
	}
	event_write(out, seen);
	text_add_string(out, stream->is_lines ? "\n" : "\n\n");
}

/* The viewer's event with this number; false when there is none. */
static bool find_event(const struct snapshot *snapshot, pn_side viewer, uint32_t seq,
		       struct seen_event *seen)
{
	struct text lines = TEXT_EMPTY;
	bool found = seq > 0 && snapshot_events(snapshot, viewer, seq - 1, seen, 1, &lines) == 1;

	text_free(&lines);
	return found;
}

/* Has the reader read another history than this one, or not enough of it? */
static bool must_reset(const struct stream *stream, const struct snapshot *snapshot, struct tip tip)
{
	struct seen_event seen;

	if (stream->after > tip.seq || tip.seq - stream->after > LIMIT_RESET_EVENTS)
		return true;
	return stream->has_mark && find_event(snapshot, stream->viewer, stream->after, &seen) &&
	       memcmp(seen.hash, stream->mark, sizeof(stream->mark)) != 0;
}

/* The reader is told to ask for the game anew, and the stream goes on from now. */
static void write_reset(struct text *out, struct stream *stream, const struct snapshot *snapshot,
			struct tip tip)
{
	struct seen_event seen;

	if (!stream->is_lines && find_event(snapshot, stream->viewer, tip.seq, &seen))
		write_id(out, tip.seq, seen.hash);
	else if (!stream->is_lines)
		text_add_format(out, "id: %u\n", tip.seq);
	if (!stream->is_lines)
		text_add_string(out, "event: reset\ndata: ");
	text_add_format(out, "{\"reset\":{\"seq\":%u,\"version\":%u}}%s", tip.seq, tip.version,
			stream->is_lines ? "\n" : "\n\n");
	stream->after = tip.seq;
}

static bool pull_events(struct stream *stream, struct snapshot *snapshot, struct text *out)
{
	struct seen_event seen[LIMIT_PULL_EVENTS];
	struct text lines = TEXT_EMPTY;
	struct tip tip = snapshot_tip(snapshot, stream->viewer);
	size_t before = out->size;

	if (!stream->begun) {
		stream->begun = true;
		if (!stream->is_lines)
			text_add_format(out, "retry: %u\n\n", stream->retry_ms);
		if (must_reset(stream, snapshot, tip))
			write_reset(out, stream, snapshot, tip);
	}
	size_t count = snapshot_events(snapshot, stream->viewer, stream->after, seen,
				       LIMIT_PULL_EVENTS, &lines);

	for (size_t i = 0; i < count; i++) {
		write_message(out, stream, &seen[i]);
		stream->after = seen[i].seq;
	}
	text_free(&lines);
	return out->size > before;
}

/* Take what all streams have in common from the request. False: the type that is asked
 * for is none of theirs, and that was answered. */
static bool stream_begin(struct request *request, struct response *response)
{
	static const char lines[] = "application/x-ndjson", messages[] = "text/event-stream";
	const char *accept = request->accept;
	struct stream *stream = &response->stream;
	bool wants_lines = accept && strstr(accept, lines);
	/* A rough reading: no weights. */
	bool takes_messages =
		!accept || accept[0] == '\0' || strstr(accept, messages) || strstr(accept, "*/*");

	if (!wants_lines && !takes_messages) {
		response_refuse(request, response, PROBLEM_NOT_ACCEPTABLE,
				"A stream is text/event-stream or application/x-ndjson.");
		return false;
	}
	stream->is_lines = wants_lines;
	stream->heartbeat = wants_lines ? "\n" : ": heartbeat\n\n";
	stream->retry_ms = request->app->retry_ms;
	stream->viewer = request->viewer;
	stream->caller = request->caller;
	response->type = wants_lines ? lines : messages;
	return true;
}

/* A number of up to nine digits and, unless it was given by an earlier version, "-" and the
 * mark in hex digits. */
static bool read_number(const char *from, uint32_t *number, struct stream *stream)
{
	size_t digits = strspn(from, "0123456789");
	const char *mark = from + digits + 1;

	if (digits == 0 || digits > 9)
		return false;
	*number = (uint32_t)strtoul(from, NULL, 10);
	stream->has_mark = from[digits] == '-';
	if (!stream->has_mark)
		return from[digits] == '\0';
	if (strlen(mark) != 2 * STREAM_MARK_BYTES ||
	    strspn(mark, "0123456789abcdef") != 2 * STREAM_MARK_BYTES)
		return false;
	uint32_t value = (uint32_t)strtoul(mark, NULL, 16);
	for (int i = 0; i < STREAM_MARK_BYTES; i++)
		stream->mark[i] = (uint8_t)(value >> (24 - 8 * i));
	return true;
}

/* Where the stream begins: after the event that Last-Event-ID or "after" names. */
static bool read_start(const struct request *request, struct stream *stream)
{
	const char *last = request->last_event_id;

	stream->after = request->query[QUERY_AFTER] > 0 ? (uint32_t)request->query[QUERY_AFTER] : 0;
	return !last || !last[0] || read_number(last, &stream->after, stream);
}

enum handled stream_events(struct request *request, struct response *response)
{
	struct stream *stream = &response->stream;

	if (!read_start(request, stream))
		return response_refuse(
			request, response, PROBLEM_BAD_HEADER,
			"Last-Event-ID is an id that this stream gave, or a number.");
	if (!stream_begin(request, response))
		return HANDLED;
	stream->pull = pull_events;
	memcpy(stream->game, request->parameter[0], sizeof(stream->game));
	return STREAMING;
}

/* ---- all games of a player ---- */

static void write_place_id(struct text *out, struct feed_place place, const uint8_t *hash)
{
	text_add_format(out, "%016" PRIx64 "-%u", place.boot, place.number);
	if (hash) {
		text_add_string(out, "-");
		text_add_hex(out, hash, STREAM_MARK_BYTES);
	}
}

/* What goes before an event's own JSON, and what names its place; without a hash it is a
 * reset. */
static void write_place(struct text *out, const struct stream *stream, const uint8_t *hash)
{
	if (!stream->is_lines) {
		text_add_string(out, "id: ");
		write_place_id(out, stream->place, hash);
		text_add_format(out, "\n%sdata: ", hash ? "" : "event: reset\n");
	}
	text_add_string(out, "{\"id\":\"");
	write_place_id(out, stream->place, hash);
	text_add_string(out, "\",");
}

static bool choose_mine(struct stream *stream, struct service *service, struct text *out)
{
	struct feed_item item;
	struct feed_place now;

	if (!stream->begun && !stream->is_lines)
		text_add_format(out, "retry: %u\n\n", stream->retry_ms);
	stream->begun = true;
	switch (service_feed_next(service, stream->player, stream->place, &item, &now)) {
	case FEED_ITEM:
		memcpy(stream->game, item.game, sizeof(stream->game));
		stream->viewer = item.side;
		stream->seq = item.seq;
		return true;
	case FEED_LOST:
		stream->place = now;
		write_place(out, stream, NULL);
		text_add_format(out, "\"reset\":{}}%s", stream->is_lines ? "\n" : "\n\n");
		return false;
	case FEED_NOTHING:
		break;
	}
	return false;
}

/* The event that choose_mine() has chosen. */
static bool pull_mine(struct stream *stream, struct snapshot *snapshot, struct text *out)
{
	struct text lines = TEXT_EMPTY;
	struct seen_event seen;

	stream->place.number++;
	if (snapshot_events(snapshot, stream->viewer, stream->seq - 1, &seen, 1, &lines) == 1) {
		write_place(out, stream, seen.hash);
		text_add_string(out, "\"event\":");
		event_write(out, &seen);
		text_add_format(out, ",\"game\":\"%s\",\"side\":\"%s\"}%s", stream->game,
				api_seat_name(stream->viewer), stream->is_lines ? "\n" : "\n\n");
	}
	text_free(&lines);
	return true;
}

/* "BOOT-NUMBER-MARK": 16 hex digits, and as above. The boot is drawn anew at each start, so
 * no number of another history passes. None: from now on, which is a reset. */
static bool read_place(const char *last, struct stream *stream)
{
	if (!last || !last[0])
		return true;
	if (strspn(last, "0123456789abcdef") != 16 || last[16] != '-' ||
	    !read_number(last + 17, &stream->place.number, stream))
		return false;
	stream->place.boot = strtoull(last, NULL, 16);
	return true;
}

enum handled stream_mine(struct request *request, struct response *response)
{
	struct stream *stream = &response->stream;

	if (!read_place(request->last_event_id, stream))
		return response_refuse(request, response, PROBLEM_BAD_HEADER,
				       "Last-Event-ID is an id that this stream gave.");
	if (!stream_begin(request, response))
		return HANDLED;
	stream->choose = choose_mine;
	stream->pull = pull_mine;
	memcpy(stream->player, request->caller.player, sizeof(stream->player));
	return STREAMING;
}
