#pragma once
/* Tell Discord which commands there are, once, before the daemon serves them. */

#include <stdbool.h>
#include <stddef.h>

#include "discord/sender.h"

/* The commands take the place of those of before in each server of `options`. `commands` is JSON;
 * `authorities` a file of certificates to check Discord by, NULL: the system's. What it came to is said on stdout
 * and stderr, a line a server, without the token. False: in one of them at least they are not. */
bool discord_register(const struct discord_options *options, const char *commands, size_t size,
		      const char *authorities);
