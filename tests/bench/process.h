#pragma once
/* A server in a process of its own, and what it uses of the machine. */

#include <sys/types.h>

struct process {
	pid_t pid;
	int port;
	double started_s; /* from its start to "listening on" */
};

/* Start a program of the build that prints "listening on http://...:PORT"; its log goes
 * to `log`. Ends the program when it does not come up. */
struct process process_start(const char *program, const char *const arguments[], const char *log);

/* Ask it to stop, and wait until it has. */
void process_stop(struct process *process);

/* User and system time so far, in seconds; memory resident now, in bytes. */
double process_cpu_s(const struct process *process);
double process_resident(const struct process *process);
