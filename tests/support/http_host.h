#pragma once
/* The whole server in one process, for tests: a service with its store in memory, and the
 * HTTP shell on a port of its own. */

#include "host.h"
#include "http/httpd.h"
#include "http_client.h"

struct http_host {
	struct host host;
	struct app app;
	struct httpd *httpd;
	int port;
	char folder[64]; /* of a store on disk, else "" */
};

/* Start; `limits` NULL has those of the daemon. Aborts when it cannot. */
void http_host_open(struct http_host *server, const struct http_limits *limits);

/* The same behind a proxy: an address or a range whose X-Forwarded-For is believed. */
void http_host_open_behind(struct http_host *server, const struct http_limits *limits,
			   const char *proxy);

/* The same on another address than this machine's own, "0.0.0.0:0". */
void http_host_open_on(struct http_host *server, const struct http_limits *limits,
		       const char *listen);

/* Like http_host_open() with so many games in memory at most, in a store on disk. */
void http_host_open_cold(struct http_host *server, uint32_t hot_games_max);
void http_host_close(struct http_host *server);

/* Stop one with a store on disk, and start it again. */
void http_host_stop(struct http_host *server);
void http_host_start(struct http_host *server);

/* Log lines of the level "error" that any server of this process has written. */
unsigned http_host_errors(void);

/* The path of something of a game: "/v1/games/{game}" and `rest`. In a buffer of this
 * function's own. */
const char *http_path(const struct hosted_game *hosted, const char *rest);

/* A post by a side, with a new key, and all that follows of plans and orders; what a side (or,
 * with PN_PUBLIC, anybody) gets. */
struct reply http_post(const struct http_host *server, const struct hosted_game *hosted,
		       pn_side side, const char *rest, const char *body);
struct reply http_get(const struct http_host *server, const struct hosted_game *hosted,
		      pn_side side, const char *rest);
