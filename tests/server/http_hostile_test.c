/* Slow, broken and hostile clients cost a bounded amount, and nobody else notices them.
 * Small numbers here; the same in large is measured elsewhere. */

#include <criterion/criterion.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "game/service.h"
#include "http_host.h"

enum { SLOW = 24, PATIENCE_MS = 8000 };

/* Has the other end closed it, within the patience? */
static bool is_closed(int fd)
{
	struct text got = TEXT_EMPTY;
	int64_t end = platform_real.steady_ms(NULL) + PATIENCE_MS;

	while (platform_real.steady_ms(NULL) < end && client_read_some(fd, &got, PATIENCE_MS))
		text_clear(&got);
	text_free(&got);
	return platform_real.steady_ms(NULL) < end;
}

static void expect_alive(const struct http_host *server)
{
	struct reply reply = client_ask(server->port, &(struct ask){.path = "/healthz"});

	cr_expect_eq(reply.status, 200);
	reply_free(&reply);
}

/* Wait until a figure has come down to `to`. */
static void expect_falls(const atomic_uint_fast32_t *figure, uint32_t to)
{
	for (int i = 0; i < PATIENCE_MS / 50 && *figure > to; i++)
		usleep(50 * 1000);
	cr_expect_leq(*figure, to);
}

Test(http_hostile, who_dawdles_with_a_request_is_cut_off)
{
	static const char head[] = "POST /v1/games HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n";
	struct http_limits limits = http_limits_default;
	struct http_host server;
	int fd[SLOW];

	limits.request_ms = 1000;
	http_host_open(&server, &limits);
	for (int i = 0; i < SLOW; i++) {
		fd[i] = client_connect(server.port);
		/* Nothing, part of a header, part of a body. */
		if (i % 3)
			client_send_text(fd[i], head);
		if (i % 3 == 2)
			client_send_text(fd[i], "\r\n{");
	}
	for (int i = 0; i < 12; i++) {
		usleep(100 * 1000);
		for (int k = 0; k < SLOW; k++) {
			if (k % 3)
				client_send_text(fd[k], "x");
		}
		expect_alive(&server);
	}
	for (int i = 0; i < SLOW; i++) {
		cr_expect(is_closed(fd[i]), "%d", i);
		close(fd[i]);
	}
	expect_falls(&server.app.figures.connections, 0);
	http_host_close(&server);
}

Test(http_hostile, who_never_takes_an_answer_is_cut_off)
{
	struct http_limits limits = http_limits_default;
	struct http_host server;
	int fd[SLOW], small = 1024;
	struct text many = TEXT_EMPTY;

	limits.answer_ms = 1000;
	http_host_open(&server, &limits);
	for (int i = 0; i < 400; i++)
		text_add_string(&many, "GET /v1/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n");
	for (int i = 0; i < SLOW; i++) {
		fd[i] = client_connect(server.port);
		setsockopt(fd[i], SOL_SOCKET, SO_RCVBUF, &small, sizeof(small));
		send(fd[i], many.bytes, many.size, MSG_NOSIGNAL | MSG_DONTWAIT);
	}
	expect_alive(&server);
	/* The last is the one that asked how many there are. */
	expect_falls(&server.app.figures.connections, 0);
	for (int i = 0; i < SLOW; i++)
		close(fd[i]);
	text_free(&many);
	http_host_close(&server);
}

Test(http_hostile, who_comes_and_goes_leaves_nothing)
{
	static const char *const starts[] = {
		"",
		"GET",
		"GET /v1/server HTTP/1.1\r\n",
		"GET /v1/server HTTP/1.1\r\nHost: x\r\n\r\n",
		"POST /v1/games HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{\"a\":",
		"GET /v1/server HTTP/1.1\r\nHost: x\r\n\r\nGET /v1/rulesets HTTP/1.1\r\nHost: x\r\n\r\n"};
	struct linger reset = {.l_onoff = 1, .l_linger = 0};
	struct http_limits limits = http_limits_default;
	struct http_host server;

	/* The library does not notice an end that comes together with part of a request. */
	limits.request_ms = 1000;
	http_host_open(&server, &limits);
	for (int i = 0; i < 300; i++) {
		int fd = client_connect(server.port);

		client_send_text(fd, starts[i % 6]);
		if (i % 2)
			setsockopt(fd, SOL_SOCKET, SO_LINGER, &reset, sizeof(reset));
		close(fd);
	}
	expect_alive(&server);
	expect_falls(&server.app.figures.connections, 0);
	cr_expect_eq(http_host_errors(), 0);
	http_host_close(&server);
}

Test(http_hostile, what_is_no_http_is_refused_and_the_server_lives)
{
	struct http_limits limits = http_limits_default;
	struct http_host server;
	struct text longest = TEXT_EMPTY;
	static const char *const starts[] = {
		"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
		"GET\r\n\r\n",
		"GET / HTTP/9.9\r\n\r\n",
		"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
		"POST /v1/games HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999999999\r\n\r\n",
		"POST /v1/games HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
		"POST /v1/games HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip\r\n\r\n",
	};

	limits.request_ms = 1000;
	http_host_open(&server, &limits);
	for (size_t i = 0; i <= sizeof(starts) / sizeof(starts[0]); i++) {
		struct reply reply;
		int fd = client_connect(server.port);

		if (i == sizeof(starts) / sizeof(starts[0])) {
			/* Headers without end. */
			for (int k = 0; k < 2000; k++)
				text_add_string(&longest,
						k ? "a: bcdefghij\r\n" : "GET / HTTP/1.1\r\n");
			client_send(fd, longest.bytes, longest.size);
		} else {
			client_send_text(fd, starts[i]);
		}
		shutdown(fd, SHUT_WR);
		if (client_read(fd, &reply, false)) {
			cr_expect(reply.status >= 400 && reply.status <= 505, "%zu: %d", i,
				  reply.status);
			reply_free(&reply);
		}
		close(fd);
		expect_alive(&server);
	}
	text_free(&longest);
	expect_falls(&server.app.figures.connections, 0);
	http_host_close(&server);
}

/* A chunked body has no length that could be refused at the headers. */
Test(http_hostile, a_body_without_end_is_cut_off)
{
	struct http_host server;
	char chunk[1024 + 16];
	int size = snprintf(chunk, sizeof(chunk), "400\r\n%01024d\r\n", 0);
	struct text sent = TEXT_EMPTY;
	int chunks = 0;

	http_host_open(&server, NULL);
	int fd = client_connect(server.port);

	client_send_text(fd, "POST /v1/games HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n"
			     "Content-Type: application/json\r\n\r\n");
	while (chunks < 100000 && client_send(fd, chunk, (size_t)size))
		chunks++;
	/* What was sent beyond the limit lay in the buffers of both sockets. */
	cr_expect_lt(chunks, 100000);
	close(fd);
	expect_alive(&server);
	expect_falls(&server.app.figures.connections, 0);
	text_free(&sent);
	http_host_close(&server);
}

Test(http_hostile, unfinished_bodies_share_a_limit)
{
	struct http_limits limits = http_limits_default;
	struct http_host server;
	struct text start = TEXT_EMPTY;
	struct reply reply;
	int fd[SLOW];

	limits.bodies = 8 * 65536;
	http_host_open(&server, &limits);
	text_add_format(&start,
			"POST /v1/games HTTP/1.1\r\nHost: x\r\nContent-Length: 60000\r\n"
			"Content-Type: application/json\r\n\r\n%050000d",
			0);
	for (int i = 0; i < SLOW; i++) {
		fd[i] = client_connect(server.port);
		client_send(fd[i], start.bytes, start.size);
	}
	usleep(300 * 1000);
	/* Small requests still fit or are told to come back; nothing is kept of the rest. */
	expect_alive(&server);
	int busy = 0;

	for (int i = 0; i < SLOW; i++) {
		client_send(fd[i], start.bytes + start.size - 10000, 10000);
		cr_expect(client_read(fd[i], &reply, false));
		cr_expect(reply.status == 503 || reply.status == 400, "%d", reply.status);
		busy += reply.status == 503;
		reply_free(&reply);
		close(fd[i]);
	}
	cr_expect(busy >= SLOW - 9 && busy < SLOW, "%d", busy);
	/* All of it was given back. */
	struct ask ask = {.path = "/v1/games",
			  .key = "uuid",
			  .body = "{\"scenario\":\"first-charge\",\"side\":\"red\"}"};

	reply = client_ask(server.port, &ask);
	cr_expect_eq(reply.status, 201);
	reply_free(&reply);
	text_free(&start);
	http_host_close(&server);
}

/* ---- races ---- */

struct racer {
	const struct http_host *server;
	struct ask ask;
	struct reply reply;
};

static void *race(void *context)
{
	struct racer *racer = context;

	racer->reply = client_ask(racer->server->port, &racer->ask);
	return NULL;
}

/* Send the two at once. */
static void race_both(struct racer *racers)
{
	pthread_t thread[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&thread[i], NULL, race, &racers[i]);
	for (int i = 0; i < 2; i++)
		pthread_join(thread[i], NULL);
}

static struct hosted_game open_game(struct http_host *server)
{
	struct pn_muster *muster = malloc(sizeof(*muster));

	http_host_open(server, NULL);
	host_muster(muster, PN_METHOD_LOSER_FIRST);
	struct hosted_game hosted = host_game(&server->host, muster);

	free(muster);
	return hosted;
}

static pn_side active_side(const struct http_host *server, const struct hosted_game *hosted)
{
	struct snapshot *snapshot = service_peek(server->host.service, hosted->game);
	pn_side side = pn_owes(snapshot_view(snapshot, PN_PUBLIC), PN_RED) ? PN_RED : PN_BLUE;

	snapshot_release(snapshot);
	return side;
}

Test(http_hostile, the_same_move_twice_at_once_is_made_once)
{
	struct http_host server;
	struct hosted_game hosted = open_game(&server);
	struct ask ask = {.path = http_path(&hosted, "/actions"),
			  .key = "same",
			  .token = hosted.token[active_side(&server, &hosted)],
			  .body = "{\"type\":\"go_first\"}"};
	struct racer racers[2] = {{&server, ask, {0}}, {&server, ask, {0}}};

	race_both(racers);
	for (int i = 0; i < 2; i++)
		cr_expect(racers[i].reply.status == 200 || racers[i].reply.status == 409, "%d",
			  racers[i].reply.status);
	cr_expect(racers[0].reply.status == 200 || racers[1].reply.status == 200);
	if (racers[0].reply.status == 200 && racers[1].reply.status == 200)
		cr_expect_str_eq(racers[0].reply.body.bytes, racers[1].reply.body.bytes);
	struct reply view = http_get(&server, &hosted, PN_PUBLIC, "");

	cr_expect(strstr(view.body.bytes, "\"version\":2,"), "joined, and moved once");
	reply_free(&view);
	for (int i = 0; i < 2; i++)
		reply_free(&racers[i].reply);
	http_host_close(&server);
}

Test(http_hostile, two_moves_for_one_decision_one_wins)
{
	struct http_host server;
	struct hosted_game hosted = open_game(&server);
	struct ask ask = {.path = http_path(&hosted, "/actions"),
			  .key = "uuid",
			  .token = hosted.token[active_side(&server, &hosted)],
			  .body = "{\"type\":\"go_first\"}"};
	struct racer racers[2] = {{&server, ask, {0}}, {&server, ask, {0}}};

	racers[1].ask.body = "{\"type\":\"go_second\"}";
	race_both(racers);
	int first = racers[0].reply.status, second = racers[1].reply.status;

	cr_expect((first == 200) != (second == 200), "%d %d", first, second);
	cr_expect((first == 409) != (second == 409), "%d %d", first, second);
	for (int i = 0; i < 2; i++)
		reply_free(&racers[i].reply);
	http_host_close(&server);
}
