#pragma once
/* How many connections each address has open. Past a number it gets no more, so that one
 * caller cannot take all that the server has. Proxies that are trusted stand for many, and
 * this machine for itself: they are not counted. */

#include <stddef.h>

#include "http/address.h"

struct connection_counts;

/* At most `max` connections of one address (of IPv6: of one /64), 0: without limit; `trusted`
 * is borrowed. */
struct connection_counts *connection_counts_create(uint32_t max,
						   const struct address_range *trusted,
						   size_t count);
void connection_counts_destroy(struct connection_counts *counts);

/* A connection comes: may it? From any thread. */
bool connection_counts_add(struct connection_counts *counts, struct address address);

/* One that came has gone. */
void connection_counts_remove(struct connection_counts *counts, struct address address);
