#include "http_client.h"

#include <arpa/inet.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/platform.h"

int client_connect(int port)
{
	struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

	to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	if (fd < 0 || connect(fd, (struct sockaddr *)&to, sizeof(to)) != 0) {
		perror("client_connect");
		abort();
	}
	return fd;
}

bool client_send(int fd, const char *bytes, size_t size)
{
	while (size > 0) {
		ssize_t sent = send(fd, bytes, size, MSG_NOSIGNAL);

		if (sent <= 0)
			return false;
		bytes += sent;
		size -= (size_t)sent;
	}
	return true;
}

bool client_send_text(int fd, const char *text)
{
	return client_send(fd, text, strlen(text));
}

bool client_read_some(int fd, struct text *out, int patience_ms)
{
	struct pollfd wait = {.fd = fd, .events = POLLIN};
	char piece[16384];

	if (poll(&wait, 1, patience_ms) != 1)
		return false;
	ssize_t got = recv(fd, piece, sizeof(piece), 0);

	if (got <= 0)
		return false;
	text_add(out, piece, (size_t)got);
	return true;
}

bool client_read_until(int fd, struct text *out, const char *text, int patience_ms)
{
	int64_t end = platform_real.steady_ms(NULL) + patience_ms;

	while (!out->bytes || !strstr(out->bytes, text)) {
		int64_t left = end - platform_real.steady_ms(NULL);

		if (left <= 0 || !client_read_some(fd, out, (int)left))
			return false;
	}
	return true;
}

const char *reply_header(const struct reply *reply, const char *name)
{
	static _Thread_local char value[1024];
	size_t size = strlen(name);
	const char *line = reply->head.bytes;

	while (line && (line = strstr(line, "\r\n"))) {
		line += 2;
		if (strncasecmp(line, name, size) != 0 || line[size] != ':')
			continue;
		line += size + 1 + strspn(line + size + 1, " ");
		snprintf(value, sizeof(value), "%.*s", (int)strcspn(line, "\r"), line);
		return value;
	}
	return "";
}

/* Undo chunks in place. False when the end is not there yet. */
static bool join_chunks(struct text *body)
{
	size_t from = 0, to = 0;

	for (;;) {
		char *end;
		size_t size;

		if (from >= body->size || !strstr(body->bytes + from, "\r\n"))
			return false;
		size = strtoul(body->bytes + from, &end, 16);
		from = (size_t)(end - body->bytes) + 2;
		if (from + size + 2 > body->size)
			return false;
		memmove(body->bytes + to, body->bytes + from, size);
		to += size;
		from += size + 2;
		if (size == 0)
			break;
	}
	body->size = to;
	body->bytes[to] = '\0';
	return true;
}

/* Read the rest of a chunked body. */
static bool read_chunks(int fd, struct text *body)
{
	struct text whole = TEXT_EMPTY;
	bool good = true;

	text_add(&whole, body->bytes, body->size);
	while (!join_chunks(&whole) && good) {
		good = client_read_some(fd, body, CLIENT_PATIENCE_MS);
		text_clear(&whole);
		text_add(&whole, body->bytes, body->size);
	}
	text_free(body);
	*body = whole;
	return good;
}

/* Read the body that belongs to the head. */
static bool read_body(int fd, struct reply *reply)
{
	if (strcasecmp(reply_header(reply, "Transfer-Encoding"), "chunked") == 0)
		return read_chunks(fd, &reply->body);
	size_t size = strtoul(reply_header(reply, "Content-Length"), NULL, 10);

	while (reply->body.size < size && client_read_some(fd, &reply->body, CLIENT_PATIENCE_MS))
		;
	return reply->body.size == size;
}

bool client_read(int fd, struct reply *reply, bool head)
{
	struct text all = TEXT_EMPTY;
	bool good = client_read_until(fd, &all, "\r\n\r\n", CLIENT_PATIENCE_MS);

	*reply = (struct reply){0};
	if (good) {
		size_t size = (size_t)(strstr(all.bytes, "\r\n\r\n") - all.bytes) + 4;

		text_add(&reply->head, all.bytes, size);
		text_add(&reply->body, all.bytes + size, all.size - size);
		reply->status = atoi(reply->head.bytes + 9);
	}
	text_free(&all);
	if (reply->status == 100) {
		reply_free(reply);
		return client_read(fd, reply, head);
	}
	if (good && !head && reply->status != 204 && reply->status != 304)
		good = read_body(fd, reply);
	if (!good) {
		reply_free(reply);
		reply->status = 0;
	}
	return good;
}

bool client_request(int fd, const struct ask *ask)
{
	struct text out = TEXT_EMPTY;
	size_t size = ask->body_size ? ask->body_size : ask->body ? strlen(ask->body) : 0;
	const char *method = ask->method ? ask->method : ask->body ? "POST" : "GET";
	char uuid[PLATFORM_ID_BYTES];

	text_add_format(&out, "%s %s HTTP/1.1\r\nHost: %s\r\n", method, ask->path,
			ask->host ? ask->host : "127.0.0.1");
	if (ask->token)
		text_add_format(&out, "Authorization: Bearer %s\r\n", ask->token);
	if (ask->key && strcmp(ask->key, "uuid") == 0) {
		platform_real.new_id(NULL, uuid);
		text_add_format(&out, "Idempotency-Key: %s\r\n", uuid);
	} else if (ask->key) {
		text_add_format(&out, "Idempotency-Key: %s\r\n", ask->key);
	}
	if (ask->body)
		text_add_format(&out, "Content-Type: %s\r\nContent-Length: %zu\r\n",
				ask->type ? ask->type : "application/json", size);
	text_add_format(&out, "%s\r\n", ask->headers ? ask->headers : "");
	if (ask->body)
		text_add(&out, ask->body, size);
	bool good = client_send(fd, out.bytes, out.size);

	text_free(&out);
	return good;
}

struct reply client_ask(int port, const struct ask *ask)
{
	struct reply reply;
	int fd = client_connect(port);

	client_request(fd, ask);
	client_read(fd, &reply, ask->method && strcmp(ask->method, "HEAD") == 0);
	close(fd);
	return reply;
}

void reply_free(struct reply *reply)
{
	text_free(&reply->head);
	text_free(&reply->body);
}
