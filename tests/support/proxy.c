#include "proxy.h"

#include <arpa/inet.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "http_client.h"

enum { LOOK_MS = 20, LATE_US = 3000 };

/* ---- one message ---- */

/* The bytes of a whole message with its body: 0 while its end has not come. */
static size_t message_size(const struct text *text)
{
	const char *end = text->bytes ? strstr(text->bytes, "\r\n\r\n") : NULL;
	const char *length = text->bytes ? strcasestr(text->bytes, "\r\nContent-Length:") : NULL;

	if (!end)
		return 0;
	size_t size = (size_t)(end + 4 - text->bytes);
	if (length && length < end)
		size += strtoul(length + strlen("\r\nContent-Length:"), NULL, 10);
	return text->size >= size ? size : 0;
}

static bool read_message(int fd, struct text *out)
{
	while (!message_size(out))
		if (!client_read_some(fd, out, CLIENT_PATIENCE_MS))
			return false;
	return true;
}

/* Ask the server over a connection of its own; answer into `out`. */
static void ask(struct proxy *proxy, const struct text *request, struct text *out)
{
	int fd = client_connect(proxy->server_port);

	if (client_send(fd, request->bytes, request->size))
		read_message(fd, out);
	close(fd);
}

/* ---- fates ---- */

/* Send the first `size` bytes and go away. */
static void say(struct proxy *proxy, const struct text *request, size_t size)
{
	int fd = client_connect(proxy->server_port);

	client_send(fd, request->bytes, size);
	close(fd);
}

static void ask_twice(struct proxy *proxy, const struct text *request, struct text *out)
{
	struct text answer[2] = {TEXT_EMPTY, TEXT_EMPTY};
	int fd[2];

	for (int i = 0; i < 2; i++)
		fd[i] = client_connect(proxy->server_port);
	for (int i = 0; i < 2; i++)
		client_send(fd[i], request->bytes, request->size);
	for (int i = 0; i < 2; i++) {
		read_message(fd[i], &answer[i]);
		close(fd[i]);
	}
	const struct text *one = &answer[random_between(&proxy->random, 0, 1)];
	text_add(out, one->bytes ? one->bytes : "", one->size);
	text_free(&answer[0]);
	text_free(&answer[1]);
}

/* What comes back to the client is in `out`; nothing: their connection is closed. */
static void meet_fate(struct proxy *proxy, const struct text *request, struct text *out)
{
	enum proxy_fate fate =
		(enum proxy_fate)random_between(&proxy->random, 0, PROXY_FATE_COUNT - 1);

	atomic_fetch_add(&proxy->fates[fate], 1);
	switch (fate) {
	case PROXY_LOST:
		break;
	case PROXY_CUT:
		say(proxy, request, request->size / 2);
		break;
	case PROXY_LEFT:
		say(proxy, request, request->size);
		break;
	case PROXY_TWICE:
		ask_twice(proxy, request, out);
		break;
	case PROXY_LATE:
		usleep((useconds_t)random_between(&proxy->random, 0, LATE_US));
		ask(proxy, request, out);
		break;
	case PROXY_PASSED:
	case PROXY_DEAF:
	case PROXY_FATE_COUNT:
		ask(proxy, request, out);
		if (fate == PROXY_DEAF)
			text_clear(out);
		break;
	}
}

/* Ask something of long ago once more, and keep this for later. */
static void repeat(struct proxy *proxy, const struct text *request)
{
	struct text *kept = &proxy->kept[random_between(&proxy->random, 0, PROXY_KEPT - 1)];
	struct text nobodys = TEXT_EMPTY;

	if (kept->size) {
		ask(proxy, kept, &nobodys);
		atomic_fetch_add(&proxy->repeated, 1);
	}
	text_free(&nobodys);
	text_clear(kept);
	text_add(kept, request->bytes, request->size);
}

static void serve(struct proxy *proxy, int fd)
{
	struct text request = TEXT_EMPTY, answer = TEXT_EMPTY;

	if (read_message(fd, &request)) {
		if (random_one_in(&proxy->random, 2))
			repeat(proxy, &request);
		meet_fate(proxy, &request, &answer);
		if (answer.size)
			client_send(fd, answer.bytes, answer.size);
	}
	close(fd);
	text_free(&request);
	text_free(&answer);
}

static void *run(void *context)
{
	struct proxy *proxy = context;
	struct pollfd wait = {.fd = proxy->fd, .events = POLLIN};

	while (!atomic_load(&proxy->stopping)) {
		if (poll(&wait, 1, LOOK_MS) != 1)
			continue;
		int fd = accept(proxy->fd, NULL, NULL);
		if (fd >= 0)
			serve(proxy, fd);
	}
	return NULL;
}

/* ---- life ---- */

void proxy_open(struct proxy *proxy, int server_port, uint64_t seed)
{
	struct sockaddr_in at = {.sin_family = AF_INET};
	socklen_t size = sizeof(at);

	*proxy = (struct proxy){.server_port = server_port, .random = {seed}};
	at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	proxy->fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (proxy->fd < 0 || bind(proxy->fd, (struct sockaddr *)&at, size) != 0 ||
	    listen(proxy->fd, 16) != 0 ||
	    getsockname(proxy->fd, (struct sockaddr *)&at, &size) != 0 ||
	    pthread_create(&proxy->thread, NULL, run, proxy) != 0) {
		perror("proxy");
		abort();
	}
	proxy->port = ntohs(at.sin_port);
}

void proxy_close(struct proxy *proxy)
{
	atomic_store(&proxy->stopping, true);
	pthread_join(proxy->thread, NULL);
	close(proxy->fd);
	for (int i = 0; i < PROXY_KEPT; i++)
		text_free(&proxy->kept[i]);
}
