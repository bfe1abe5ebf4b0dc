#pragma once
/* Games that are played over HTTP for the clock: 64 at once, one a connection. Between
 * the waves that are measured they are brought, unmeasured, to where each side that has
 * declared its charges makes them; in a wave every command is a charge whose check is
 * rolled, and failed, so that the next turn begins as this one did. */

#include "load.h"

enum { DRIVER_GAMES = LOAD_CONNECTIONS_MAX };

struct driver;

/* Make the games on a server. Ends the program when something is not as expected. */
struct driver *driver_create(int port);
void driver_free(struct driver *driver);

struct driven {
	uint64_t commands; /* measured */
	double seconds;    /* of the waves */
	/* Of the server, meanwhile: */
	double cpu_s, writer_s, committer_s; /* of all threads, of the writer, of what commits */
	double written;                      /* bytes */
	double instructions;                 /* when they are counted, else 0 */
	double calls;                        /* of the system, when they are counted, else 0 */
	uint64_t answer_bytes;               /* of the bodies of all answers */
	struct latencies latencies;
};

struct process;

/* Play waves until so many commands were measured, at a rate (0: as fast as it goes). */
struct driven driver_run(struct driver *driver, struct process *server, uint64_t commands,
			 double per_second);

/* A seat of one of the games: its id and token, borrowed. */
void driver_seat(const struct driver *driver, unsigned game, const char **id, const char **token);
