#pragma once
/* pennond --healthcheck: what a container asks its own server. */

#include <stdbool.h>

/* Does /healthz answer 200 at the address that is listened on, within three seconds? */
bool healthcheck(const char *listen);
