#pragma once
/* A small HTTP client for tests: whole requests, or bytes as a hostile client would send
 * them. Blocking, with a patience of CLIENT_PATIENCE_MS. */

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"

enum { CLIENT_PATIENCE_MS = 10000 };

/* One answer. */
struct reply {
	int status;       /* 0 = none came: the connection was closed, or too slow */
	struct text head; /* status line and headers */
	struct text body;
};

/* What to ask. NULL = not sent. */
struct ask {
	const char *method; /* NULL: GET, or POST when there is a body */
	const char *path;
	const char *host; /* NULL: 127.0.0.1 */
	const char *token;
	const char *key;     /* Idempotency-Key; "uuid" makes a new one */
	const char *type;    /* NULL: application/json when there is a body */
	const char *headers; /* more lines, each with CR LF */
	const char *body;
	size_t body_size; /* 0: strlen(body) */
};

/* Connect to a port of this machine; aborts when it cannot. */
int client_connect(int port);

/* Send bytes as they are. False when the other end is closed. */
bool client_send(int fd, const char *bytes, size_t size);
bool client_send_text(int fd, const char *text);

/* Read one answer; `head` when it has no body. False when none came whole. */
bool client_read(int fd, struct reply *reply, bool head);

/* Read more bytes into `out`, at least one, for at most `patience_ms`. False: none came. */
bool client_read_some(int fd, struct text *out, int patience_ms);

/* Read until `out` has `text` in it. False when it does not come in time. */
bool client_read_until(int fd, struct text *out, const char *text, int patience_ms);

/* Send a request over an open connection; over one of its own, with its answer. */
bool client_request(int fd, const struct ask *ask);
struct reply client_ask(int port, const struct ask *ask);

/* A header's value, or "". In a buffer of this function's own. */
const char *reply_header(const struct reply *reply, const char *name);

void reply_free(struct reply *reply);
