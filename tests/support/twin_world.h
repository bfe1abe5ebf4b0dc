#pragma once
/* One of two worlds: a whole server in this process, behind its HTTP shell, in which
 * everything that does not come from its players is known beforehand. Its clocks move
 * when they are told to, its ids and random bytes are counted, and its commitments say
 * nothing of what they commit to: two worlds that were told the same answer alike. */

#include <pthread.h>

#include "fake_platform.h"
#include "http/httpd.h"
#include "http_client.h"

/* Connections that stay open, so that both worlds have as many at every moment. */
enum twin_line {
	TWIN_RED,
	TWIN_BLUE,
	TWIN_PUBLIC,
	TWIN_POLL, /* for what waits */
	TWIN_LINES,
};

struct twin_world {
	struct fake_platform fake; /* first: the platform's context */
	atomic_llong steady_ms;
	atomic_bool hurries; /* a second passes whenever somebody looks: for stopping */
	char directory[64];  /* "" = in memory */
	uint32_t load_ms,
		near_games; /* from the next start on, as in service_options; 0: none, many */
	struct service *service;
	struct app app;
	struct httpd *httpd;
	int port;
	int line[TWIN_LINES];
	pthread_mutex_t log_mutex;
	struct text log; /* every line that the operator has */
};

/* Start world `index` (0 or 1): its log is its own. `directory` NULL: nothing on disk. */
void twin_world_open(struct twin_world *world, int index, uint32_t seed, const char *directory);
void twin_world_close(struct twin_world *world);

/* Stop and start again: what comes back comes from disk. */
void twin_world_reopen(struct twin_world *world, int index);

/* Moment number `moment`: it alone says what the next clock, id and random bytes are,
 * whatever happened before. One in which `late_ms` have passed and whose ids are apart
 * belongs to somebody whose moments nobody else must notice. */
void twin_world_moment(struct twin_world *world, uint32_t moment);
void twin_world_secret_moment(struct twin_world *world, uint32_t moment, uint32_t number,
			      int64_t late_ms);

/* Wait until what was answered is also put away: the figures of /metrics lag behind by
 * the time a thread takes. `waiting` are streams and long polls that stay, `open` are
 * connections. Aborts when it does not come to that. */
void twin_world_settle(struct twin_world *world, unsigned waiting, unsigned open);

/* Ask over a line, connecting anew when the last answer closed it. An answer that does not
 * come in CLIENT_PATIENCE_MS has the status 0. */
void twin_world_send(struct twin_world *world, enum twin_line line, const struct ask *ask);
struct reply twin_world_read(struct twin_world *world, enum twin_line line, bool head);

/* The answer without the line "Date:", the one thing that is libmicrohttpd's own. Its length
 * comes last, so that what is longer shows by its content first. An answer that did not come
 * says so, and differs from every other. */
void twin_comparable(struct text *out, const struct reply *reply);
