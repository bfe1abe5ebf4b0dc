#pragma once
/* A PostgreSQL of a test's own: made in a temporary folder, reached by a socket in it alone, and gone
 * with the test. */

#include <stdbool.h>
#include <sys/types.h>

struct cluster {
	char folder[64];
	pid_t pid; /* of its first process; 0: it does not run */
};

enum { CLUSTER_URL_BYTES = 192 };

/* Make one and start it. False when this machine has no PostgreSQL server, or the server was built
 * without its client. */
bool cluster_begin(struct cluster *cluster);

/* The URL of a database there that nobody has used yet. */
void cluster_make_database(const struct cluster *cluster, char url[CLUSTER_URL_BYTES]);

/* Run statements in a database, which must work; the first value of the last of them as a number, 0
 * without any. */
int cluster_sql(const char *url, const char *text);

/* End it at once, as a crash does; and start it again. Returns when it answers. */
void cluster_kill(struct cluster *cluster);
void cluster_start(struct cluster *cluster);

/* End it and remove its folder. */
void cluster_end(struct cluster *cluster);
