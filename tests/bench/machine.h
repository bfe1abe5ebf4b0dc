#pragma once
/* Games against the practice opponent, so that it thinks while something else is measured. */

struct machine;

/* Games on a server, at strength 3, played by a thread. Ends the program when none can be made. */
struct machine *machine_begin(int port);

/* Play no longer; the games stay as they are. */
void machine_end(struct machine *machine);
