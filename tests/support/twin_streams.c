#include "twin_streams.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <unistd.h>

#include "game/service.h"

/* Send the question in both worlds and compare the headers of what begins. */
static void begin_stream(struct twins *twins, struct twin_stream *stream, const struct ask *ask)
{
	for (int i = 0; i < 2; i++) {
		struct text *raw = &stream->raw[i];
		struct reply head = {0};

		stream->fd[i] = client_connect(twins->world[i].port);
		client_request(stream->fd[i], ask);
		cr_assert(client_read_until(stream->fd[i], raw, "\r\n\r\n", CLIENT_PATIENCE_MS));
		/* The headers are an answer of their own, the rest is what streams. */
		size_t size = (size_t)(strstr(raw->bytes, "\r\n\r\n") + 4 - raw->bytes);
		text_add(&head.head, raw->bytes, size);
		twin_comparable(&twins->answer[i], &head);
		text_free(&head.head);
		memmove(raw->bytes, raw->bytes + size, raw->size - size + 1);
		raw->size -= size;
	}
	twins_compare(twins, "the headers of a stream", stream->viewer, &twins->answer[0],
		      &twins->answer[1]);
}

static void open_stream(struct twins *twins, pn_side viewer, bool is_lines)
{
	struct twin_stream *stream = &twins->stream[twins->streams++];
	char path[128];
	const struct ask ask = {
		.path = path,
		.token = viewer < PN_SIDES ? twins->game.token[viewer] : NULL,
		.headers = is_lines ? "Accept: application/x-ndjson\r\n" : NULL,
	};

	*stream = (struct twin_stream){.viewer = viewer, .is_lines = is_lines};
	snprintf(path, sizeof(path), "/v1/games/%s/stream", twins->game.id);
	twins_next_moment(twins);
	begin_stream(twins, stream, &ask);
}

void twins_close_streams(struct twins *twins)
{
	while (twins->streams) {
		struct twin_stream *stream = &twins->stream[--twins->streams];

		for (int i = 0; i < 2; i++) {
			close(stream->fd[i]);
			text_free(&stream->raw[i]);
			text_free(&stream->plain[i]);
		}
	}
}

/* Take whole chunks from the raw bytes. */
static void parse_chunks(struct twin_stream *stream, int i)
{
	struct text *raw = &stream->raw[i];

	while (stream->parsed[i] < raw->size) {
		const char *from = raw->bytes + stream->parsed[i], *line = strstr(from, "\r\n");
		char *end;
		size_t size = strtoul(from, &end, 16);
		size_t head = line ? (size_t)(line + 2 - from) : 0;

		if (!line || stream->parsed[i] + head + size + 2 > raw->size)
			return;
		text_add(&stream->plain[i], from + head, size);
		stream->parsed[i] += head + size + 2;
	}
}

static const char *last_turn(const struct text *plain)
{
	const char *last = NULL;

	for (const char *at = plain->bytes; at && (at = strstr(at, "{\"turn\":")); at++)
		last = at;
	return last;
}

/* Read one world's stream up to the viewer's event number `seq` and to whom the game waits for. */
static void read_stream(struct twin_stream *stream, int i, uint32_t seq, const char *turn)
{
	char wanted[32];

	snprintf(wanted, sizeof(wanted), "\"seq\":%u,", seq);
	for (;;) {
		parse_chunks(stream, i);
		const struct text *plain = &stream->plain[i];
		const char *end = plain->bytes ? strstr(plain->bytes, wanted) : NULL;
		const char *last = last_turn(plain);

		if ((seq == 0 || (end && strchr(end, '\n'))) && last && strstr(last, turn))
			return;
		cr_assert(client_read_some(stream->fd[i], &stream->raw[i], CLIENT_PATIENCE_MS),
			  "a stream does not tell of event %u and %s", seq, turn);
	}
}

/* Append the stream without its messages `turn`, and then what the last of them says. */
static void write_apart(struct text *out, const struct twin_stream *stream, int i)
{
	const char *at = stream->plain[i].bytes, *turn;
	const char *last = strstr(last_turn(&stream->plain[i]), "\"waiting_for\"");
	const char *begins = stream->is_lines ? "{\"turn\":" : "event: turn\ndata: ";
	const char *ends = stream->is_lines ? "\n" : "\n\n";

	while ((turn = strstr(at, begins))) {
		text_add(out, at, (size_t)(turn - at));
		at = strstr(turn, ends) + strlen(ends);
	}
	text_add_string(out, at);
	text_add(out, last, strcspn(last, "\n"));
}

static void follow(struct twins *twins, struct twin_stream *stream)
{
	struct text apart[2] = {TEXT_EMPTY, TEXT_EMPTY};

	for (int i = 0; i < 2; i++) {
		struct snapshot *state = twins_state(twins, i, &twins->game);
		struct text wanted = TEXT_EMPTY;
		struct turn turn;

		snapshot_turn(state, stream->viewer, false, &turn);
		turn_write(&wanted, state, stream->viewer, &turn);
		text_add_string(&wanted, "}\n");
		read_stream(stream, i, snapshot_tip(state, stream->viewer).seq,
			    strstr(wanted.bytes, "\"waiting_for\""));
		write_apart(&apart[i], stream, i);
		text_free(&wanted);
		snapshot_release(state);
	}
	/* Without the cut into chunks: that tells how soon one thing came after another, and what
	 * is done automatically comes at once. A player who does not want that takes a delay. For
	 * the same reason whom the game waited for in between is told or not, and in which
	 * version. */
	twins_compare(twins, stream->is_lines ? "a stream of lines" : "a stream of messages",
		      stream->viewer, &apart[0], &apart[1]);
	for (int i = 0; i < 2; i++)
		text_free(&apart[i]);
}

void twins_follow(struct twins *twins)
{
	for (unsigned i = 0; i < twins->streams; i++)
		follow(twins, &twins->stream[i]);
}

void twins_follow_anew(struct twins *twins, pn_side viewer, bool is_lines)
{
	if (twins->streams == TWIN_STREAMS_MAX)
		return;
	open_stream(twins, viewer, is_lines);
	follow(twins, &twins->stream[twins->streams - 1]);
}

void twins_open_streams(struct twins *twins)
{
	open_stream(twins, twins->foe, false);
	open_stream(twins, twins->foe, true);
	open_stream(twins, PN_PUBLIC, false);
	twins_follow(twins);
}
