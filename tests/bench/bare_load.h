#pragma once
/* What the bare server and an empty echo of the library do under the same load; and what a
 * command costs a bare server like pennond, in processor time of its own, which the load on
 * the same processors cannot disturb. */

struct bare_figures {
	double commands_per_s, echo_per_s;
};

/* Start pennon-bare with its database in the folder, measure, stop it. */
struct bare_figures bare_measure(const char *folder);

/* Processor time, in microseconds a command, of a bare server that keeps rows, hashes and signs
 * like pennond, and whose answers have a body of so many bytes (at most 65536). */
double bare_like_cpu_us(const char *folder, unsigned body_bytes);
