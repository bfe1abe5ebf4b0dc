#include "http/listener.h"

#include <errno.h>
#include <netdb.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { BACKLOG = 1024 };

/* Split "host:port" or "[host]:port". */
static bool split_listen(const char *listen, char host[LISTENER_HOST_BYTES], char port[8])
{
	const char *colon = strrchr(listen, ':');
	size_t size;

	if (!colon || strlen(colon + 1) >= 8 || colon[1] == '\0' ||
	    strspn(colon + 1, "0123456789") != strlen(colon + 1) ||
	    strtol(colon + 1, NULL, 10) > 65535)
		return false;
	snprintf(port, 8, "%s", colon + 1);
	size = (size_t)(colon - listen);
	if (size >= 2 && listen[0] == '[' && listen[size - 1] == ']') {
		listen++;
		size -= 2;
	}
	if (size == 0 || size >= LISTENER_HOST_BYTES)
		return false;
	memcpy(host, listen, size);
	host[size] = '\0';
	return true;
}

/* Open one listening socket, or return a negative errno. */
static int listen_on(const struct addrinfo *at)
{
	int one = 1, error;
	int fd = socket(at->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);

	if (fd < 0)
		return -errno;
	setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof(one));
	if (bind(fd, at->ai_addr, at->ai_addrlen) == 0 && listen(fd, BACKLOG) == 0)
		return fd;
	error = -errno;
	close(fd);
	return error;
}

/* Write where a socket listens, with the port that was picked. */
static void write_address(int fd, char out[LISTENER_ADDRESS_BYTES])
{
	struct sockaddr_storage address;
	socklen_t length = sizeof(address);
	char host[64] = "?", port[8] = "?";

	if (getsockname(fd, (struct sockaddr *)&address, &length) == 0)
		getnameinfo((struct sockaddr *)&address, length, host, sizeof(host), port,
			    sizeof(port), NI_NUMERICHOST | NI_NUMERICSERV);
	snprintf(out, LISTENER_ADDRESS_BYTES, strchr(host, ':') ? "http://[%s]:%s" : "http://%s:%s",
		 host, port);
}

int listener_open(const char *listen, char host[LISTENER_HOST_BYTES],
		  char address[LISTENER_ADDRESS_BYTES])
{
	struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE};
	struct addrinfo *found;
	char port[8];

	if (!split_listen(listen, host, port) || getaddrinfo(host, port, &hints, &found) != 0)
		return -EADDRNOTAVAIL;
	int fd = listen_on(found);

	freeaddrinfo(found);
	if (fd >= 0)
		write_address(fd, address);
	return fd;
}
