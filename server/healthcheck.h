#pragma once
/* pennond --healthcheck: what a container asks its own server. */

#include <stdbool.h>

/* Does /healthz answer 200 within three seconds: where the server of the folder `data` says that
 * it listens, or, without a folder or such a server, at `listen`? */
bool healthcheck(const char *listen, const char *data);

/* The server's part: it says in its folder where it listens ("http://0.0.0.0:8080"), and NULL:
 * that it no longer does. */
void healthcheck_note(const char *data, const char *address);
