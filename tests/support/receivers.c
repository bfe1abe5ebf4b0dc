#include "receivers.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { REQUEST_BYTES = 4096, SLOW_MS = 2000, DRIP_MS = 1000, FLOOD_BYTES = 1 << 20 };

static const char *const paths[RECEIVER_KINDS] = {
	"good",      "slow",   "hangs",  "drips", "floods",
	"redirects", "breaks", "broken", "gone",  "inside",
};

static int listening = -1;
static atomic_bool closing, mended;
static atomic_uint asked[RECEIVER_KINDS], running;

const char *receiver_path(enum receiver receiver)
{
	return paths[receiver];
}

unsigned receiver_asked(enum receiver receiver)
{
	return atomic_load(&asked[receiver]);
}

void receivers_mend(void)
{
	atomic_store(&mended, true);
}

/* False once they end. */
static bool wait_ms(int ms)
{
	for (int waited = 0; waited < ms && !atomic_load(&closing); waited += 20)
		usleep(20 * 1000);
	return !atomic_load(&closing);
}

static bool say(int peer, const char *text)
{
	return send(peer, text, strlen(text), MSG_NOSIGNAL) > 0;
}

static void answer_status(int peer, const char *status, const char *header)
{
	char text[256];

	snprintf(text, sizeof(text),
		 "HTTP/1.1 %s\r\n%sContent-Length: 0\r\nConnection: close\r\n\r\n", status, header);
	say(peer, text);
}

static void drip(int peer)
{
	say(peer, "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n");
	while (wait_ms(DRIP_MS) && say(peer, "x"))
		;
}

static void flood(int peer)
{
	char piece[1024];

	memset(piece, 'x', sizeof(piece));
	say(peer, "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n");
	for (int sent = 0; sent < FLOOD_BYTES; sent += (int)sizeof(piece)) {
		if (send(peer, piece, sizeof(piece), MSG_NOSIGNAL) <= 0)
			return;
	}
}

static void answer(int peer, enum receiver receiver)
{
	const bool breaks = receiver == RECEIVER_BROKEN ||
			    (receiver == RECEIVER_BREAKS && !atomic_load(&mended));

	if (receiver == RECEIVER_HANGS)
		while (wait_ms(DRIP_MS))
			;
	else if (receiver == RECEIVER_DRIPS)
		drip(peer);
	else if (receiver == RECEIVER_FLOODS)
		flood(peer);
	else if (receiver == RECEIVER_REDIRECTS)
		answer_status(peer, "302 Found", "Location: /inside\r\n");
	else if (receiver == RECEIVER_GONE)
		answer_status(peer, "410 Gone", "");
	else if (breaks)
		answer_status(peer, "500 Broken", "");
	else if (receiver != RECEIVER_SLOW || wait_ms(SLOW_MS))
		answer_status(peer, "204 Taken", "");
}

/* The whole request, whose body is as long as it says. False: it is none. */
static bool read_request(int peer, char request[REQUEST_BYTES])
{
	size_t size = 0;

	while (size < REQUEST_BYTES - 1) {
		const ssize_t more = recv(peer, request + size, REQUEST_BYTES - 1 - size, 0);

		if (more <= 0)
			return false;
		size += (size_t)more;
		request[size] = '\0';
		const char *end = strstr(request, "\r\n\r\n");
		const char *length = strstr(request, "Content-Length: ");
		const size_t body = length ? strtoul(length + 16, NULL, 10) : 0;

		if (end && size >= (size_t)(end + 4 - request) + body)
			return true;
	}
	return false;
}

static void *serve(void *context)
{
	const int peer = (int)(intptr_t)context;
	char request[REQUEST_BYTES];

	if (read_request(peer, request)) {
		for (enum receiver at = 0; at < RECEIVER_KINDS; at++) {
			const size_t size = strlen(paths[at]);

			if (strncmp(request, "POST /", 6) != 0 ||
			    strncmp(request + 6, paths[at], size) != 0 || request[6 + size] != ' ')
				continue;
			atomic_fetch_add(&asked[at], 1);
			answer(peer, at);
		}
	}
	close(peer);
	atomic_fetch_sub(&running, 1);
	return NULL;
}

static void *listen_on(void *context)
{
	(void)context;
	for (int peer; (peer = accept(listening, NULL, NULL)) >= 0;) {
		pthread_t thread;

		atomic_fetch_add(&running, 1);
		if (pthread_create(&thread, NULL, serve, (void *)(intptr_t)peer) != 0)
			abort();
		pthread_detach(thread);
	}
	atomic_fetch_sub(&running, 1);
	return NULL;
}

uint16_t receivers_open(void)
{
	struct sockaddr_in any = {.sin_family = AF_INET};
	socklen_t size = sizeof(any);
	pthread_t thread;

	listening = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	any.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	atomic_fetch_add(&running, 1);
	if (listening < 0 || bind(listening, (struct sockaddr *)&any, sizeof(any)) != 0 ||
	    listen(listening, 64) != 0 ||
	    getsockname(listening, (struct sockaddr *)&any, &size) != 0 ||
	    pthread_create(&thread, NULL, listen_on, NULL) != 0)
		abort();
	pthread_detach(thread);
	return ntohs(any.sin_port);
}

void receivers_close(void)
{
	atomic_store(&closing, true);
	shutdown(listening, SHUT_RDWR);
	while (atomic_load(&running))
		usleep(1000);
	close(listening);
}
