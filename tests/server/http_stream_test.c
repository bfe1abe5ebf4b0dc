/* Streams and long polls: order, resuming, heartbeats, limits, slow readers, the end. */

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "game/service.h"
#include "http_host.h"

enum { PATIENCE_MS = 8000 };

/* A running server with one game that both have joined, of so many turns. */
static void open_server(struct http_host *server, struct hosted_game *hosted,
			const struct http_limits *limits, uint8_t turns)
{
	struct pn_muster *muster = malloc(sizeof(*muster));

	http_host_open(server, limits);
	host_muster(muster, PN_METHOD_LOSER_FIRST);
	muster->turns = turns;
	*hosted = host_game(&server->host, muster);
	free(muster);
}

static int open_stream(const struct http_host *server, const struct hosted_game *hosted,
		       pn_side viewer, const char *headers)
{
	int fd = client_connect(server->port);
	struct ask ask = {.path = http_path(hosted, "/stream"),
			  .headers = headers,
			  .token = viewer < PN_SIDES ? hosted->token[viewer] : NULL};

	cr_assert(client_request(fd, &ask));
	return fd;
}

static struct tip tip_of(const struct http_host *server, const struct hosted_game *hosted,
			 pn_side viewer)
{
	struct snapshot *snapshot = service_peek(server->host.service, hosted->game);
	struct tip tip = snapshot_tip(snapshot, viewer);

	snapshot_release(snapshot);
	return tip;
}

static struct random_source choices = {17};

static void play(struct http_host *server, const struct hosted_game *hosted, int steps)
{
	host_play(&server->host, hosted, &choices, steps);
}

/* Play until the viewer has seen so many events. */
static void play_to(struct http_host *server, const struct hosted_game *hosted, uint32_t seq)
{
	server->host.plays_on = true;
	while (tip_of(server, hosted, PN_PUBLIC).seq < seq)
		cr_assert(host_step(&server->host, hosted, &choices), "over after %u events",
			  tip_of(server, hosted, PN_PUBLIC).seq);
}

/* Read until the event with this number has come. */
static void read_to(int fd, struct text *out, uint32_t seq)
{
	char wanted[32];

	snprintf(wanted, sizeof(wanted), "\nid: %u-", seq);
	cr_assert(client_read_until(fd, out, wanted, PATIENCE_MS), "%u never came", seq);
	cr_assert(client_read_until(fd, out, "}\n\n", PATIENCE_MS));
}

/* The ids in what was read count from `first` to `last` without a gap. */
static void expect_ids(const struct text *text, uint32_t first, uint32_t last)
{
	const char *at = text->bytes;
	uint32_t expected = first;

	while ((at = strstr(at, "\nid: "))) {
		at += 5;
		cr_assert_eq(strtoul(at, NULL, 10), expected, "%lu instead of %u",
			     strtoul(at, NULL, 10), expected);
		expected++;
	}
	cr_expect_eq(expected, last + 1);
}

Test(http_stream, events_come_in_order_as_they_happen)
{
	struct http_host server;
	struct hosted_game hosted;
	struct text got = TEXT_EMPTY;

	open_server(&server, &hosted, NULL, 3);
	int fd = open_stream(&server, &hosted, PN_RED, NULL);

	read_to(fd, &got, tip_of(&server, &hosted, PN_RED).seq);
	cr_expect(strstr(got.bytes, "HTTP/1.1 200 "));
	cr_expect(strstr(got.bytes, "Content-Type: text/event-stream\r\n"));
	cr_expect(strstr(got.bytes, "Cache-Control: no-store\r\n"));
	cr_expect(strstr(got.bytes, "X-Accel-Buffering: no\r\n"));
	cr_expect(strstr(got.bytes, "retry: 2000\n\n"));
	for (int i = 0; i < 10; i++) {
		play(&server, &hosted, 1);
		read_to(fd, &got, tip_of(&server, &hosted, PN_RED).seq);
	}
	expect_ids(&got, 1, tip_of(&server, &hosted, PN_RED).seq);
	close(fd);
	text_free(&got);
	http_host_close(&server);
}

Test(http_stream, a_reader_resumes_where_he_was)
{
	struct http_host server;
	struct hosted_game hosted;
	struct text got = TEXT_EMPTY, lines = TEXT_EMPTY;

	open_server(&server, &hosted, NULL, 3);
	play(&server, &hosted, 5);
	uint32_t last = tip_of(&server, &hosted, PN_BLUE).seq;
	int fd = open_stream(&server, &hosted, PN_BLUE, "Last-Event-ID: 6\r\n");

	read_to(fd, &got, last);
	expect_ids(&got, 7, last);
	close(fd);
	fd = open_stream(&server, &hosted, PN_BLUE,
			 "Accept: application/x-ndjson\r\nLast-Event-ID: 6\r\n");
	cr_assert(client_read_until(fd, &lines, "\"seq\":7,", PATIENCE_MS));
	cr_expect(strstr(lines.bytes, "Content-Type: application/x-ndjson\r\n"));
	cr_expect_null(strstr(lines.bytes, "data:"));
	cr_expect_null(strstr(lines.bytes, "\"seq\":6,"));
	close(fd);
	/* A client that is ahead of the game must start again. */
	fd = open_stream(&server, &hosted, PN_BLUE, "Last-Event-ID: 99999\r\n");
	text_clear(&lines);
	cr_assert(client_read_until(fd, &lines, "event: reset\n", PATIENCE_MS));
	close(fd);
	text_free(&got);
	text_free(&lines);
	http_host_close(&server);
}

/* The id of the last message that was read, as a header. */
static void last_id(char header[64], const struct text *got)
{
	const char *at = got->bytes, *last = NULL;

	while ((at = strstr(at, "\nid: ")))
		last = at += 5;
	cr_assert_not_null(last);
	snprintf(header, 64, "Last-Event-ID: %.*s\r\n", (int)strcspn(last, "\n"), last);
}

static void expect_reset(const struct http_host *server, const struct hosted_game *hosted,
			 const char *header, bool wanted)
{
	struct text got = TEXT_EMPTY;
	int fd = open_stream(server, hosted, PN_BLUE, header);

	cr_assert(client_read_until(fd, &got, "retry: ", PATIENCE_MS));
	if (wanted)
		cr_expect(client_read_until(fd, &got, "event: reset\n", PATIENCE_MS), "%s", header);
	else
		cr_expect_not(client_read_until(fd, &got, "event: reset\n", 300), "%s", header);
	close(fd);
	text_free(&got);
}

static void copy_database(const struct http_host *server, bool back)
{
	char command[256];

	snprintf(command, sizeof(command),
		 back ? "rm -f '%s'/pennon.db-*; cp '%s/copy' '%s/pennon.db'"
		      : "cp '%s/pennon.db' '%s/copy'",
		 server->folder, server->folder, server->folder);
	cr_assert_eq(system(command), 0);
}

/* The server goes back to a copy: the number that was read does not exist any more, and later
 * it is the number of something else. */
Test(http_stream, a_stream_resumed_after_a_restore_is_reset)
{
	struct http_host server;
	struct hosted_game hosted;
	struct pn_muster muster;
	struct text got = TEXT_EMPTY;
	char header[64];

	http_host_open_cold(&server, 16);
	host_muster(&muster, PN_METHOD_LOSER_FIRST);
	server.host.plays_on = true;
	hosted = host_game(&server.host, &muster);
	play(&server, &hosted, 4);
	http_host_stop(&server);
	copy_database(&server, false);
	http_host_start(&server);
	play(&server, &hosted, 6);
	uint32_t read = tip_of(&server, &hosted, PN_BLUE).seq;
	int fd = open_stream(&server, &hosted, PN_BLUE, NULL);
	read_to(fd, &got, read);
	close(fd);
	last_id(header, &got);
	expect_reset(&server, &hosted, header, false);

	http_host_stop(&server);
	copy_database(&server, true);
	http_host_start(&server);
	struct snapshot *state = host_state(&server.host, &hosted);
	cr_assert_lt(snapshot_tip(state, PN_BLUE).seq, read);
	snapshot_release(state);
	expect_reset(&server, &hosted, header, true);
	for (int i = 0; tip_of(&server, &hosted, PN_BLUE).seq <= read && i < 40; i++) {
		atomic_fetch_add(&server.host.world.now_ms, 77000);
		play(&server, &hosted, 1);
	}
	expect_reset(&server, &hosted, header, true);
	/* A number alone is still taken. */
	snprintf(header, sizeof(header), "Last-Event-ID: %u\r\n", read);
	expect_reset(&server, &hosted, header, false);
	text_free(&got);
	http_host_close(&server);
}

Test(http_stream, too_much_history_resets)
{
	struct http_host server;
	struct hosted_game hosted;
	struct text got = TEXT_EMPTY;
	char wanted[64];

	open_server(&server, &hosted, NULL, 99);
	play_to(&server, &hosted, LIMIT_RESET_EVENTS + 1);
	uint32_t last = tip_of(&server, &hosted, PN_PUBLIC).seq;
	int fd = open_stream(&server, &hosted, PN_PUBLIC, NULL);

	snprintf(wanted, sizeof(wanted), "\nevent: reset\ndata: {\"reset\":{\"seq\":%u,", last);
	cr_expect(client_read_until(fd, &got, wanted, PATIENCE_MS), "%s", got.bytes);
	play(&server, &hosted, 1);
	uint32_t next = tip_of(&server, &hosted, PN_PUBLIC).seq;

	cr_assert_gt(next, last);
	read_to(fd, &got, next);
	expect_ids(&got, last, next);
	close(fd);
	/* One event less than that is sent whole. */
	char header[48];

	snprintf(header, sizeof(header), "Last-Event-ID: %u\r\n", next - LIMIT_RESET_EVENTS);
	text_clear(&got);
	fd = open_stream(&server, &hosted, PN_PUBLIC, header);
	read_to(fd, &got, next);
	cr_expect_null(strstr(got.bytes, "event: reset"));
	expect_ids(&got, next - LIMIT_RESET_EVENTS + 1, next);
	close(fd);
	text_free(&got);
	http_host_close(&server);
}

/* Two heartbeats come within so many periods; who has left is found out by them. */
Test(http_stream, heartbeats_reap_those_who_left)
{
	struct http_limits limits = http_limits_default;
	struct http_host server;
	struct hosted_game hosted;
	struct text got = TEXT_EMPTY;
	int fd[4];

	limits.heartbeat_ms = 1000;
	open_server(&server, &hosted, &limits, 3);
	for (int i = 0; i < 4; i++)
		fd[i] = open_stream(&server, &hosted, (pn_side)i, NULL);
	cr_expect(client_read_until(fd[0], &got, ": heartbeat\n\n", PATIENCE_MS));
	text_clear(&got);
	cr_expect(client_read_until(fd[0], &got, ": heartbeat\n\n", PATIENCE_MS));
	cr_expect_eq(server.app.figures.streams, 4);
	cr_expect_eq(server.app.figures.anonymous_streams, 2);
	for (int i = 1; i < 4; i++)
		close(fd[i]);
	for (int i = 0; i < 80 && server.app.figures.streams > 1; i++)
		usleep(100 * 1000);
	cr_expect_eq(server.app.figures.streams, 1);
	cr_expect_eq(server.app.figures.anonymous_streams, 0);
	cr_expect_eq(service_figures(server.host.service).subscriptions, 1);
	close(fd[0]);
	text_free(&got);
	http_host_close(&server);
}

/* A reader who takes nothing for a while costs nobody anything, and then gets all. */
Test(http_stream, a_slow_reader_gets_everything_in_the_end)
{
	struct http_host server;
	struct hosted_game hosted;
	struct text got = TEXT_EMPTY;

	open_server(&server, &hosted, NULL, 99);
	int fd = open_stream(&server, &hosted, PN_PUBLIC, NULL);

	/* A stream that begins late, after more than LIMIT_RESET_EVENTS, is told to start over. */
	cr_assert(client_read_until(fd, &got, "\nid: 1-", PATIENCE_MS));
	play_to(&server, &hosted, 1500);
	uint32_t last = tip_of(&server, &hosted, PN_PUBLIC).seq;

	read_to(fd, &got, last);
	expect_ids(&got, 1, last);
	close(fd);
	text_free(&got);
	http_host_close(&server);
}

Test(http_stream, streams_have_a_limit_and_spectators_a_smaller_one)
{
	struct http_limits limits = http_limits_default;
	struct http_host server;
	struct hosted_game hosted;
	struct text got = TEXT_EMPTY;
	struct reply reply;
	int fd[16];

	limits.connections = 20;
	open_server(&server, &hosted, &limits, 3);
	for (int i = 0; i < 16; i++) {
		text_clear(&got);
		/* 4 are the spectators' share of 20, 16 that of all. */
		fd[i] = open_stream(&server, &hosted, i < 4 ? PN_PUBLIC : PN_RED, NULL);
		cr_assert(client_read_until(fd[i], &got, "retry:", PATIENCE_MS));
		if (i != 3 && i != 15)
			continue;
		int more = open_stream(&server, &hosted, i == 3 ? PN_PUBLIC : PN_BLUE, NULL);

		cr_assert(client_read(more, &reply, false));
		cr_expect_eq(reply.status, 503);
		cr_expect_str_eq(reply_header(&reply, "Retry-After"), "1");
		reply_free(&reply);
		close(more);
	}
	/* What is left serves those who play. */
	reply = http_get(&server, &hosted, PN_RED, "");
	cr_expect_eq(reply.status, 200);
	reply_free(&reply);
	reply = http_get(&server, &hosted, PN_RED, "?after=999&wait=1");
	cr_expect_eq(reply.status, 503, "a long poll counts as a stream");
	reply_free(&reply);
	for (int i = 0; i < 16; i++)
		close(fd[i]);
	text_free(&got);
	http_host_close(&server);
}

/* ---- long polls ---- */

static int64_t now_ms(void)
{
	return platform_real.steady_ms(NULL);
}

Test(http_stream, a_long_poll_waits_for_a_version)
{
	struct http_host server;
	struct hosted_game hosted;
	struct reply reply;
	char rest[64];

	open_server(&server, &hosted, NULL, 3);
	uint32_t version = tip_of(&server, &hosted, PN_RED).version;
	int64_t before = now_ms();

	/* Behind the game: at once. */
	snprintf(rest, sizeof(rest), "?after=%u&wait=30", version - 1);
	reply = http_get(&server, &hosted, PN_RED, rest);
	cr_expect_eq(reply.status, 200);
	cr_expect_lt(now_ms() - before, 1000);
	reply_free(&reply);
	/* Nothing comes: the unchanged view after the time. */
	snprintf(rest, sizeof(rest), "?after=%u&wait=1", version);
	before = now_ms();
	reply = http_get(&server, &hosted, PN_RED, rest);
	cr_expect_eq(reply.status, 200);
	cr_expect_geq(now_ms() - before, 900);
	cr_expect_lt(now_ms() - before, 4000);
	reply_free(&reply);
	/* Something comes. */
	snprintf(rest, sizeof(rest), "?after=%u&wait=30", version);
	struct ask ask = {.path = http_path(&hosted, rest), .token = hosted.token[PN_RED]};
	int fd = client_connect(server.port);

	before = now_ms();
	client_request(fd, &ask);
	usleep(200 * 1000);
	cr_expect_eq(service_figures(server.host.service).subscriptions, 1);
	play(&server, &hosted, 1);
	cr_assert(client_read(fd, &reply, false));
	cr_expect_lt(now_ms() - before, 3000);
	snprintf(rest, sizeof(rest), "\"version\":%u,", version + 1);
	cr_expect(strstr(reply.body.bytes, rest));
	reply_free(&reply);
	close(fd);
	http_host_close(&server);
}

Test(http_stream, a_finished_game_keeps_nobody_waiting)
{
	struct http_host server;
	struct hosted_game hosted;

	open_server(&server, &hosted, NULL, 3);
	struct reply reply =
		http_post(&server, &hosted, PN_RED, "/actions", "{\"type\":\"resign\"}");

	cr_expect_eq(reply.status, 200);
	reply_free(&reply);
	int64_t before = now_ms();

	reply = http_get(&server, &hosted, PN_BLUE, "?after=999&wait=30");
	cr_expect_eq(reply.status, 200);
	cr_expect(strstr(reply.body.bytes,
			 "\"result\":{\"reason\":\"resignation\",\"winner\":\"blue\"}"));
	cr_expect_lt(now_ms() - before, 1000);
	reply_free(&reply);
	http_host_close(&server);
}

/* ---- games that leave the memory, servers that stop ---- */

Test(http_stream, a_game_may_leave_the_memory_under_a_stream)
{
	struct pn_muster *muster = malloc(sizeof(*muster));
	struct http_host server;
	struct hosted_game hosted[6];
	struct text got = TEXT_EMPTY;

	http_host_open_cold(&server, 2);
	host_muster(muster, PN_METHOD_LOSER_FIRST);
	for (int i = 0; i < 6; i++)
		hosted[i] = host_game(&server.host, muster);
	int fd = open_stream(&server, &hosted[0], PN_RED, NULL);

	cr_assert(client_read_until(fd, &got, "\nid: 8-", PATIENCE_MS), "%s", got.bytes);
	for (int i = 0; i < 12; i++) {
		struct reply reply = http_get(&server, &hosted[1 + i % 5], PN_RED, "");

		cr_expect_eq(reply.status, 200);
		reply_free(&reply);
		if (i % 4 == 3)
			play(&server, &hosted[0], 1);
	}
	struct snapshot *snapshot = host_state(&server.host, &hosted[0]);
	uint32_t last = snapshot_tip(snapshot, PN_RED).seq;

	snapshot_release(snapshot);
	cr_expect_gt(service_figures(server.host.service).loads, 6);
	read_to(fd, &got, last);
	expect_ids(&got, 1, last);
	close(fd);
	text_free(&got);
	free(muster);
	http_host_close(&server);
}

Test(http_stream, stopping_ends_streams_and_answers_polls)
{
	struct http_host server;
	struct hosted_game hosted;
	struct text got = TEXT_EMPTY;
	struct reply reply;

	open_server(&server, &hosted, NULL, 3);
	int stream = open_stream(&server, &hosted, PN_RED, NULL);
	int poll = client_connect(server.port);
	struct ask ask = {.path = http_path(&hosted, "?after=999&wait=30")};

	cr_assert(client_read_until(stream, &got, "\nid: 8-", PATIENCE_MS));
	client_request(poll, &ask);
	usleep(200 * 1000);
	int64_t before = now_ms();

	http_host_close(&server);
	cr_expect_lt(now_ms() - before, 4000);
	cr_expect(client_read_until(stream, &got, "\r\n0\r\n", PATIENCE_MS), "no last chunk");
	cr_expect(client_read(poll, &reply, false));
	cr_expect_eq(reply.status, 200);
	reply_free(&reply);
	close(stream);
	close(poll);
	text_free(&got);
}
