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
#include "codec/codec_told.h"
#include "game/players.h"

enum { EVENTS_USUAL = 100 };

void event_write(struct text *out, const struct seen_event *seen)
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

/* Append an event as a line of text, unless it is bookkeeping; a turn begins after an empty line. */
static void tell_event(struct text *out, const struct snapshot *snapshot, pn_side viewer,
		       const struct seen_event *seen)
{
	static const char turn[] = "\"type\":\"turn_began\"";
	size_t before = out->size;

	if (codec_is_minor(seen->line, seen->line_size))
		return;
	if (before && memmem(seen->line, seen->line_size, turn, sizeof(turn) - 1))
		text_add_string(out, "\n");
	codec_told(out, snapshot_view(snapshot, viewer), snapshot_muster(snapshot), seen->line,
		   seen->line_size);
	if (out->size > before)
		text_add_string(out, "\n");
}

/* The same page as sentences, in the language that the caller likes. */
static enum handled tell_events(struct request *request, struct response *response, uint32_t after,
				uint32_t last)
{
	struct seen_event seen[LIMIT_PULL_EVENTS];
	struct text lines = TEXT_EMPTY;

	api_speak(request, response);
	while (after < last) {
		text_clear(&lines);
		size_t count = snapshot_events(request->snapshot, request->viewer, after, seen,
					       LIMIT_PULL_EVENTS, &lines);

		if (count == 0)
			break;
		for (size_t i = 0; i < count && seen[i].seq <= last; i++)
			tell_event(&response->body, request->snapshot, request->viewer, &seen[i]);
		if (seen[count - 1].seq <= after)
			break; /* what is numbered wrongly must not go on without end */
		after = seen[count - 1].seq;
	}
	text_free(&lines);
	if (last < snapshot_tip(request->snapshot, request->viewer).seq)
		text_add_format(&response->body, "after=%u\n", last);
	response_json(response, 200);
	response->type = "text/plain; charset=utf-8";
	return HANDLED;
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

	if (request->accept && strstr(request->accept, "text/plain"))
		return tell_events(request, response, (uint32_t)after, last);
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

/* The sides that the game waits for: a message without an id, since it has no number; to an app it
 * names the grant. */
static void write_turn(struct text *out, const struct stream *stream,
		       const struct snapshot *snapshot, const struct turn *turn)
{
	text_add_string(out, stream->is_lines ? "{" : "event: turn\ndata: {");
	if (stream->grant[0])
		write_key_name(out, "grant", stream->grant);
	write_key(out, "turn");
	turn_write(out, snapshot, stream->viewer, turn);
	text_add_string(out, stream->is_lines ? "}\n" : "}\n\n");
}

/* The same when it was not told yet, and all before it was. */
static void follow_turn(struct text *out, struct stream *stream, const struct snapshot *snapshot,
			bool is_first)
{
	struct turn turn;

	snapshot_turn(snapshot, stream->viewer, stream->is_umpire, &turn);
	if (!is_first && memcmp(&turn, &stream->turn, sizeof(turn)) == 0)
		return;
	stream->turn = turn;
	write_turn(out, stream, snapshot, &turn);
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
		follow_turn(out, stream, snapshot, true);
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
	if (stream->after >= tip.seq)
		follow_turn(out, stream, snapshot, false);
	return out->size > before;
}

/* Take what all streams have in common from the request. False: the type that is asked for is none
 * of theirs, and that was answered. */
static bool begin_stream(struct request *request, struct response *response)
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
	stream->is_umpire = request->is_umpire;
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
	if (!begin_stream(request, response))
		return HANDLED;
	stream->pull = pull_events;
	memcpy(stream->game, request->parameter[0], sizeof(stream->game));
	return STREAMING;
}

/* ---- all games of a player, or of an app ---- */

static void write_place_id(struct text *out, struct feed_place place, const uint8_t *hash)
{
	text_add_format(out, "%016" PRIx64 "-%u", place.boot, place.number);
	if (hash) {
		text_add_string(out, "-");
		text_add_hex(out, hash, STREAM_MARK_BYTES);
	}
}

/* What goes before an event's own JSON, and what names its place; without a hash it is a reset. */
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

bool stream_choose(struct stream *stream, struct service *service, struct text *out,
		   bool (*choose_awaited)(struct stream *stream, struct service *service))
{
	struct feed_item item;
	struct feed_place now;

	if (!stream->begun && !stream->is_lines)
		text_add_format(out, "retry: %u\n\n", stream->retry_ms);
	stream->begun = true;
	stream->service = service;
	enum feed_next next =
		service_feed_next(service, stream->player, stream->place, &item, &now);

	if (next == FEED_LOST) {
		stream->place = now;
		write_place(out, stream, NULL);
		text_add_format(out, "\"reset\":{}}%s", stream->is_lines ? "\n" : "\n\n");
		return false;
	}
	if (stream->awaited_before && choose_awaited(stream, service))
		return true;
	if (next == FEED_NOTHING)
		return false;
	memcpy(stream->game, item.game, sizeof(stream->game));
	memcpy(stream->grant, item.grant, sizeof(stream->grant));
	stream->viewer = item.side;
	stream->seq = item.seq;
	return true;
}

/* The sides that the game waits for. As a stream of all games begins, only those are told that wait
 * for its viewer. */
static void pull_turn(struct stream *stream, const struct snapshot *snapshot, struct text *out)
{
	struct turn turn;

	/* A caller who holds a seat and no side is the umpire. */
	snapshot_turn(snapshot, stream->viewer, stream->viewer == PN_PUBLIC, &turn);
	if (stream->awaited_before)
		service_note_awaited(stream->service, snapshot);
	if (!stream->awaited_before || turn.you != AWAITED_NOT)
		write_turn(out, stream, snapshot, &turn);
}

static void pull_event(struct stream *stream, const struct snapshot *snapshot, struct text *out)
{
	struct text lines = TEXT_EMPTY;
	struct seen_event seen;

	if (snapshot_events(snapshot, stream->viewer, stream->seq - 1, &seen, 1, &lines) == 1) {
		write_place(out, stream, seen.hash);
		text_add_string(out, "\"event\":");
		event_write(out, &seen);
		write_key_name(out, "game", stream->game);
		if (stream->grant[0])
			write_key_name(out, "grant", stream->grant);
		write_key_name(out, "side", api_seat_name(stream->viewer));
		text_add_string(out, stream->is_lines ? "}\n" : "}\n\n");
	}
	text_free(&lines);
}

void stream_pull(struct stream *stream, const struct snapshot *snapshot, struct text *out)
{
	if (stream->seq == FEED_TURN)
		pull_turn(stream, snapshot, out);
	else
		pull_event(stream, snapshot, out);
}

/* "BOOT-NUMBER-MARK": 16 hex digits, and as above. The boot is drawn anew at each start, so no
 * number of another history passes. None: from now on, which is a reset. */
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

bool stream_begin_all(struct request *request, struct response *response, const char *whose)
{
	struct stream *stream = &response->stream;

	if (!read_place(request->last_event_id, stream)) {
		response_refuse(request, response, PROBLEM_BAD_HEADER,
				"Last-Event-ID is an id that this stream gave.");
		return false;
	}
	if (!begin_stream(request, response))
		return false;
	stream->awaited_before = UINT32_MAX;
	memcpy(stream->player, whose, sizeof(stream->player));
	return true;
}

/* The next game that may wait for the player, of those that did when the stream began. */
static bool choose_awaited(struct stream *stream, struct service *service)
{
	struct held_seat seat;

	if (!service_awaited(service, stream->player, stream->awaited_before, &seat, 1)) {
		stream->awaited_before = 0;
		return false;
	}
	stream->awaited_before = seat.place;
	memcpy(stream->game, seat.game, sizeof(stream->game));
	stream->viewer = seat.side;
	stream->seq = FEED_TURN;
	return true;
}

static bool choose_mine(struct stream *stream, struct service *service, struct text *out)
{
	return stream_choose(stream, service, out, choose_awaited);
}

static bool pull_mine(struct stream *stream, struct snapshot *snapshot, struct text *out)
{
	stream->place.number += stream->awaited_before == 0;
	stream_pull(stream, snapshot, out);
	return true;
}

enum handled stream_mine(struct request *request, struct response *response)
{
	if (!stream_begin_all(request, response, request->caller.player))
		return HANDLED;
	response->stream.choose = choose_mine;
	response->stream.pull = pull_mine;
	return STREAMING;
}
