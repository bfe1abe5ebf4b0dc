/* Streams that wait for news of games in which nothing happens, and what commands to
 * other games cost beside them. */

#include "figures.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include "driver.h"
#include "http_client.h"
#include "process.h"

enum { FILES_RESERVED = 256, SETTLE_US = 300 * 1000 };

/* As many as files may be open at both ends. */
static unsigned possible(unsigned wanted)
{
	struct rlimit files;

	getrlimit(RLIMIT_NOFILE, &files);
	files.rlim_cur = files.rlim_max;
	setrlimit(RLIMIT_NOFILE, &files);
	/* The server lets streams have 80 % of its connections. */
	unsigned most = (unsigned)((files.rlim_max - FILES_RESERVED) * 4 / 5);

	return wanted < most ? wanted : most;
}

static int open_stream(int port, const struct driver *idle, unsigned number)
{
	const char *id, *token;
	char path[80];
	struct text got = TEXT_EMPTY;
	int fd = client_connect(port);

	driver_seat(idle, number, &id, &token);
	snprintf(path, sizeof(path), "/v1/games/%s/stream", id);
	struct ask ask = {.path = path, .token = token};

	if (!client_request(fd, &ask) || !client_read_until(fd, &got, "decision_opened", 5000)) {
		fprintf(stderr, "bench: stream %u does not open: %s\n", number, got.bytes);
		exit(EXIT_FAILURE);
	}
	text_free(&got);
	return fd;
}

static double commands_per_s(struct driver *driver, struct process *server, unsigned commands)
{
	struct driven driven = driver_run(driver, server, commands, 0);

	latencies_free(&driven.latencies);
	return (double)driven.commands / driven.seconds;
}

struct stream_figures streams_measure(const char *folder, unsigned streams, unsigned commands)
{
	struct stream_figures figures = {.open = possible(streams)};
	int *fd = calloc(figures.open, sizeof(*fd));
	char data[256], log[256];
	const char *const arguments[] = {"--listen", "127.0.0.1:0", "--data", data, NULL};

	snprintf(data, sizeof(data), "%s/streams", folder);
	snprintf(log, sizeof(log), "%s/streams.log", folder);
	struct process server = process_start("pennond", arguments, log);
	struct driver *idle = driver_create(server.port), *busy = driver_create(server.port);

	/* Memory that commands need is there before that of streams is counted. */
	commands_per_s(busy, &server, commands);
	figures.commands_per_s = commands_per_s(busy, &server, commands);
	double before = process_resident(&server);

	for (unsigned i = 0; i < figures.open; i++)
		fd[i] = open_stream(server.port, idle, i);
	usleep(SETTLE_US);
	figures.bytes_per_stream = (process_resident(&server) - before) / figures.open;
	figures.commands_with_streams_per_s = commands_per_s(busy, &server, commands);
	for (unsigned i = 0; i < figures.open; i++)
		close(fd[i]);
	process_stop(&server);
	driver_free(idle);
	driver_free(busy);
	free(fd);
	return figures;
}
