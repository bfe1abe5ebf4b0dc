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

static double measure(int port, struct asking asking)
{
	unsigned count = asking.left;
	struct load load = {.port = port,
			    .connections = DRIVER_GAMES,
			    .context = &asking,
			    .next = next,
			    .answered = answered};

	return count / load_run(&load);
}

struct bare_figures bare_measure(const char *folder)
{
	char file[256], log[256];
	const char *const arguments[] = {file, NULL};
	struct bare_figures figures;

	snprintf(file, sizeof(file), "%s/bare.db", folder);
	snprintf(log, sizeof(log), "%s/bare.log", folder);
	struct process server = process_start("pennon-bare", arguments, log);

	figures.echo_per_s = measure(server.port, (struct asking){"/echo", "", ECHOES});
	figures.commands_per_s =
		measure(server.port,
			(struct asking){"/v1/games/00000000-0000-4000-8000-000000000000/actions",
					"{\"type\":\"charge\",\"unit\":\"r10\"}", COMMANDS});
	process_stop(&server);
	return figures;
}
