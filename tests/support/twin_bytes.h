#pragma once
/* The bytes that twin worlds would send: a webhook, a mail and a push to the foe, and what the bot posts in
 * a channel, with its picture; each made as the courier makes it. */

#include "twins.h"

/* Make them of both worlds as they are now, and fail where they differ. */
void twin_bytes_compare(struct twins *twins);
