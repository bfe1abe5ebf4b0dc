#pragma once
/* Listening sockets. */

enum { LISTENER_ADDRESS_BYTES = 96 };

/* Listen on "127.0.0.1:8080", "[::1]:0" or "localhost:80". Returns the socket, which does not
 * block, and writes where it listens, "http://127.0.0.1:8080"; or a negative errno. */
int listener_open(const char *listen, char address[LISTENER_ADDRESS_BYTES]);
