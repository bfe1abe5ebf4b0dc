#include "process.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "load.h"

enum { ARGUMENTS_MAX = 8 };

static void fail(const char *what, const char *which)
{
	fprintf(stderr, "bench: %s: %s\n", what, which);
	exit(EXIT_FAILURE);
}

static void run_program(const char *program, const char *const arguments[], int out,
			const char *log)
{
	const char *build = getenv("PENNON_BUILD");
	char *list[ARGUMENTS_MAX + 2] = {NULL};
	char path[512];
	int fd = open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);

	snprintf(path, sizeof(path), "%s/%s", build ? build : PN_BUILD_DIR, program);
	list[0] = path;
	for (int i = 0; i < ARGUMENTS_MAX && arguments[i]; i++)
		list[i + 1] = (char *)(uintptr_t)arguments[i];
	/* Nothing is left when the bench fails. */
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	dup2(out, STDOUT_FILENO);
	if (fd >= 0)
		dup2(fd, STDERR_FILENO);
	execv(path, list);
	fail("cannot be run", path);
}

struct process process_start(const char *program, const char *const arguments[], const char *log)
{
	struct process process = {0};
	int64_t begun = now_us();
	char line[256];
	int ends[2];

	if (pipe2(ends, O_CLOEXEC) != 0)
		fail("no pipe", program);
	process.pid = fork();
	if (process.pid == 0)
		run_program(program, arguments, ends[1], log);
	close(ends[1]);
	FILE *out = fdopen(ends[0], "r");

	while (fgets(line, sizeof(line), out)) {
		char *port = strrchr(line, ':');

		if (strncmp(line, "listening on ", 13) != 0 || !port)
			continue;
		process.port = atoi(port + 1);
		break;
	}
	fclose(out);
	process.started_s = (double)(now_us() - begun) / 1e6;
	if (process.port == 0)
		fail("does not start; see its log", log);
	return process;
}

void process_stop(struct process *process)
{
	if (process->pid <= 0)
		return;
	kill(process->pid, SIGTERM);
	waitpid(process->pid, NULL, 0);
	process->pid = 0;
}

double process_cpu_s(const struct process *process)
{
	char path[64], text[1024] = "";
	unsigned long user = 0, system = 0;

	snprintf(path, sizeof(path), "/proc/%d/stat", process->pid);
	FILE *file = fopen(path, "r");

	if (!file || !fgets(text, sizeof(text), file))
		fail("is gone", "the server");
	fclose(file);
	/* What follows the name in brackets: state, 10 numbers, user and system ticks. */
	sscanf(strrchr(text, ')') + 1, " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu",
	       &user, &system);
	return (double)(user + system) / (double)sysconf(_SC_CLK_TCK);
}

double process_resident(const struct process *process)
{
	char path[64], line[256];
	double kib = 0;

	snprintf(path, sizeof(path), "/proc/%d/status", process->pid);
	FILE *file = fopen(path, "r");

	while (file && fgets(line, sizeof(line), file)) {
		if (strncmp(line, "VmRSS:", 6) == 0)
			kib = strtod(line + 6, NULL);
	}
	if (file)
		fclose(file);
	return kib * 1024;
}
