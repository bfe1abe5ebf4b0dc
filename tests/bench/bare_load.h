#pragma once
/* What the bare server and an empty echo of the library do under the same load. */

struct bare_figures {
	double commands_per_s, echo_per_s;
};

/* Start pennon-bare with its database in the folder, measure, stop it. */
struct bare_figures bare_measure(const char *folder);
