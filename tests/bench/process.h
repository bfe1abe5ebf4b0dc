#pragma once
/* A server in a process of its own, and what it uses of the machine. */

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct process {
	pid_t pid;
	int port;
	double started_s;  /* from its start to "listening on" */
	char counted[256]; /* under callgrind: where it writes; else "" */
	unsigned dumps;    /* written there so far */
	char traced[256];  /* where strace writes while it counts system calls; else "" */
	pid_t tracer;
};

/* Start a program of the build that prints "listening on http://...:PORT"; its log goes
 * to `log`. Ends the program when it does not come up. */
struct process process_start(const char *program, const char *const arguments[], const char *log);

/* The same under callgrind, some fifty times as slow. False when there is no valgrind. */
bool process_start_counted(struct process *process, const char *program,
			   const char *const arguments[], const char *log);

/* Ask it to stop, and wait until it has. */
void process_stop(struct process *process);

/* User and system time so far, in seconds; memory resident now, in bytes. */
double process_cpu_s(const struct process *process);
double process_resident(const struct process *process);

/* User and system time so far of its threads of that name, in seconds. */
double process_thread_s(const struct process *process, const char *thread);

/* Bytes it has written so far to files; what is sent to sockets does not count. */
double process_written(const struct process *process);

/* Count instructions from now on; those that all its threads did since then. Only of a server
 * that was started for it. */
void process_count_begin(const struct process *process);
double process_count_end(struct process *process);

/* Let a server's system calls be counted in waves from now on. False when there is no strace. */
bool process_trace(struct process *process, const char *log);

/* Count system calls from now on; those that all its threads made since then. The server is slow
 * meanwhile. */
void process_trace_begin(struct process *process);
double process_trace_end(struct process *process);
