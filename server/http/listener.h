#pragma once
/* Listening sockets. */

enum { LISTENER_ADDRESS_BYTES = 96, LISTENER_HOST_BYTES = 64 };

/* Listen on "127.0.0.1:8080", "[::1]:0" or "localhost:80". Returns the socket, which does not
 * block, and writes what stands before the port, "localhost", and where it listens,
 * "http://127.0.0.1:80"; or a negative errno. */
int listener_open(const char *listen, char host[LISTENER_HOST_BYTES],
		  char address[LISTENER_ADDRESS_BYTES]);
