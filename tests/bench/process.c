#include "process.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "load.h"

enum {
	ARGUMENTS_MAX = 12,
	COUNTING_MAX = 3,
	PATH_BYTES = 512,
	TRACE_TRIES = 200,
	TRACE_WAIT_US = 20000,
};

static void fail(const char *what, const char *which)
{
	fprintf(stderr, "bench: %s: %s\n", what, which);
	exit(EXIT_FAILURE);
}

/* `counting` goes before the program: NULL, or what counts its instructions. */
static void run_program(const char *program, const char *const arguments[],
			const char *const counting[], int out, const char *log)
{
	const char *build = getenv("PENNON_BUILD");
	char *list[COUNTING_MAX + ARGUMENTS_MAX + 2] = {NULL};
	char path[PATH_BYTES];
	int fd = open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600), count = 0;

	snprintf(path, sizeof(path), "%s/%s", build ? build : PN_BUILD_DIR, program);
	for (int i = 0; counting && i < COUNTING_MAX; i++)
		list[count++] = (char *)(uintptr_t)counting[i];
	list[count++] = path;
	for (int i = 0; i < ARGUMENTS_MAX && arguments[i]; i++)
		list[count++] = (char *)(uintptr_t)arguments[i];
	/* Nothing is left when the bench fails. */
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	dup2(out, STDOUT_FILENO);
	if (fd >= 0)
		dup2(fd, STDERR_FILENO);
	execvp(list[0], list);
	fail("cannot be run", list[0]);
}

static struct process start(const char *program, const char *const arguments[],
			    const char *const counting[], const char *log)
{
	struct process process = {0};
	int64_t begun = now_us();
	char line[256];
	int ends[2];

	if (pipe2(ends, O_CLOEXEC) != 0)
		fail("no pipe", program);
	process.pid = fork();
	if (process.pid == 0)
		run_program(program, arguments, counting, ends[1], log);
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

struct process process_start(const char *program, const char *const arguments[], const char *log)
{
	return start(program, arguments, NULL, log);
}

bool process_start_counted(struct process *process, const char *program,
			   const char *const arguments[], const char *log)
{
	char counted[sizeof(process->counted)], out[sizeof(counted) + 32];
	const char *const counting[COUNTING_MAX] = {"valgrind", "--tool=callgrind", out};

	if (system("valgrind --version >/dev/null 2>&1 && vgdb --help >/dev/null 2>&1") != 0)
		return false;
	snprintf(counted, sizeof(counted), "%s.counted", log);
	snprintf(out, sizeof(out), "--callgrind-out-file=%s", counted);
	*process = start(program, arguments, counting, log);
	memcpy(process->counted, counted, sizeof(counted));
	return true;
}

void process_stop(struct process *process)
{
	if (process->pid <= 0)
		return;
	kill(process->pid, SIGTERM);
	waitpid(process->pid, NULL, 0);
	process->pid = 0;
}

/* Read a small file of /proc. False when it is not there. */
static bool read_file(const char *path, char *out, size_t max)
{
	FILE *file = fopen(path, "r");

	if (!file)
		return false;
	out[fread(out, 1, max - 1, file)] = '\0';
	fclose(file);
	return true;
}

double process_cpu_s(const struct process *process)
{
	struct timespec used;
	clockid_t clock;

	/* Finer than the ticks that /proc tells: a visit takes less than one. */
	if (clock_getcpuclockid(process->pid, &clock) != 0 || clock_gettime(clock, &used) != 0)
		fail("is gone", "the server");
	return (double)used.tv_sec + (double)used.tv_nsec / 1e9;
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

double process_thread_s(const struct process *process, const char *thread)
{
	char folder[64], path[PATH_BYTES], text[128];
	double spent_s = 0;

	snprintf(folder, sizeof(folder), "/proc/%d/task", process->pid);
	DIR *tasks = opendir(folder);

	for (struct dirent *task; tasks && (task = readdir(tasks));) {
		snprintf(path, sizeof(path), "%s/%.20s/comm", folder, task->d_name);
		if (!read_file(path, text, sizeof(text)))
			continue;
		text[strcspn(text, "\n")] = '\0';
		snprintf(path, sizeof(path), "%s/%.20s/schedstat", folder, task->d_name);
		if (strcmp(text, thread) == 0 && read_file(path, text, sizeof(text)))
			spent_s += strtod(text, NULL) / 1e9;
	}
	if (tasks)
		closedir(tasks);
	return spent_s;
}

double process_written(const struct process *process)
{
	static const char member[] = "wchar: ";
	char path[64], text[512];

	snprintf(path, sizeof(path), "/proc/%d/io", process->pid);
	if (!read_file(path, text, sizeof(text)))
		fail("does not say what it wrote", "the server");
	const char *found = strstr(text, member);

	return found ? strtod(found + sizeof(member) - 1, NULL) : 0;
}

/* ---- instructions ---- */

/* Tell callgrind what to do. */
static void monitor(const struct process *process, const char *what)
{
	char command[128];

	snprintf(command, sizeof(command), "vgdb --pid=%d %s >/dev/null 2>&1", process->pid, what);
	if (system(command) != 0)
		fail("callgrind does not listen", what);
}

void process_count_begin(const struct process *process)
{
	monitor(process, "zero");
}

/* Each dump is a file of its own, with the number of it at the end of its name. */
double process_count_end(struct process *process)
{
	char path[sizeof(process->counted) + 16], line[512];
	double total = 0;

	monitor(process, "dump");
	snprintf(path, sizeof(path), "%s.%u", process->counted, ++process->dumps);
	FILE *file = fopen(path, "r");

	while (file && fgets(line, sizeof(line), file)) {
		if (strncmp(line, "totals: ", 8) == 0)
			total += strtod(line + 8, NULL);
	}
	if (!file || total < 1)
		fail("callgrind counted nothing", path);
	fclose(file);
	remove(path);
	return total;
}

/* ---- system calls ---- */

bool process_trace(struct process *process, const char *log)
{
	if (system("strace --version >/dev/null 2>&1") != 0)
		return false;
	snprintf(process->traced, sizeof(process->traced), "%s.traced", log);
	return true;
}

/* Is a tracer at all of its threads? The one that was there first says so last. */
static bool is_traced(const struct process *process)
{
	char path[64], text[2048] = "";

	snprintf(path, sizeof(path), "/proc/%d/status", process->pid);
	if (!read_file(path, text, sizeof(text)))
		fail("the server is gone", path);
	const char *tracer = strstr(text, "TracerPid:");

	return tracer && strtol(tracer + strlen("TracerPid:"), NULL, 10) > 0;
}

void process_trace_begin(struct process *process)
{
	char pid[16];

	snprintf(pid, sizeof(pid), "%d", process->pid);
	process->tracer = fork();
	if (process->tracer == 0) {
		const char *const arguments[] = {"strace",        "-f", "-c", "-o",
						 process->traced, "-p", pid,  NULL};
		if (!freopen("/dev/null", "w", stderr))
			_exit(127);
		execvp(arguments[0], (char *const *)arguments);
		_exit(127);
	}
	for (int i = 0; i < TRACE_TRIES && !is_traced(process); i++)
		usleep(TRACE_WAIT_US);
	if (!is_traced(process))
		fail("strace cannot attach", pid);
	usleep(TRACE_WAIT_US);
}

/* The last line of the summary is "100.00 seconds usecs/call calls errors total". */
double process_trace_end(struct process *process)
{
	char line[256];
	double share, seconds, each, calls = 0;

	kill(process->tracer, SIGINT);
	waitpid(process->tracer, NULL, 0);
	FILE *file = fopen(process->traced, "r");

	while (file && fgets(line, sizeof(line), file)) {
		double found;

		if (strstr(line, " total") &&
		    sscanf(line, "%lf %lf %lf %lf", &share, &seconds, &each, &found) == 4)
			calls = found;
	}
	if (!file || calls < 1)
		fail("strace counted nothing", process->traced);
	fclose(file);
	return calls;
}
