#include "bare_load.h"

#include <stdio.h>
#include <stdlib.h>

#include "driver.h"
#include "process.h"

enum { ECHOES = 100000, COMMANDS = 40000 };

struct asking {
	const char *path, *body;
	unsigned left;
};

/* As many bytes of headers as a command has. */
static const char token[] = "pn_red_0123456789012345678901234567890123456789012";

static bool next(void *context, unsigned connection, struct text *out)
{
	struct asking *asking = context;

	if (asking->left == 0)
		return false;
	asking->left--;
	load_write(out, "POST", asking->path, token, "bench-0000000", asking->body);
	return true;
}

static void answered(void *context, unsigned connection, const struct load_answer *answer)
{
	if (answer->status == 200)
		return;
	fprintf(stderr, "bench: the bare server answers %d\n", answer->status);
	exit(EXIT_FAILURE);
}

/* Seconds that it takes. */
static double ask(int port, struct asking asking)
{
	struct load load = {.port = port,
			    .connections = DRIVER_GAMES,
			    .context = &asking,
			    .next = next,
			    .answered = answered};

	return load_run(&load);
}

static const struct asking commands = {"/v1/games/00000000-0000-4000-8000-000000000000/actions",
				       "{\"type\":\"charge\",\"unit\":\"r10\"}", COMMANDS};

struct bare_figures bare_measure(const char *folder)
{
	char file[256], log[256];
	const char *const arguments[] = {file, NULL};
	struct bare_figures figures;

	snprintf(file, sizeof(file), "%s/bare.db", folder);
	snprintf(log, sizeof(log), "%s/bare.log", folder);
	struct process server = process_start("pennon-bare", arguments, log);

	figures.echo_per_s = ECHOES / ask(server.port, (struct asking){"/echo", "", ECHOES});
	figures.commands_per_s = COMMANDS / ask(server.port, commands);
	process_stop(&server);
	return figures;
}

double bare_like_cpu_us(const char *folder, unsigned body_bytes)
{
	char file[256], log[256], bytes[16];
	const char *const arguments[] = {file, bytes, NULL};

	snprintf(file, sizeof(file), "%s/like.db", folder);
	snprintf(log, sizeof(log), "%s/like.log", folder);
	snprintf(bytes, sizeof(bytes), "%u", body_bytes);
	struct process server = process_start("pennon-bare", arguments, log);
	double before = process_cpu_s(&server);

	ask(server.port, commands);
	double used = process_cpu_s(&server) - before;

	process_stop(&server);
	return used * 1e6 / COMMANDS;
}
