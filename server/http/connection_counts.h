#pragma once
/* How many connections each address has open. Past a number it gets no more, so that one
 * caller cannot take all that the server has. Proxies that are trusted stand for many, and
 * this machine for itself: they are not counted. */

#include <stddef.h>

#include "http/address.h"

struct doors;

/* At most `max` connections of one address (of IPv6: of one /64), 0: without limit; `trusted`
 * is borrowed. */
struct doors *doors_create(uint32_t max, const struct address_range *trusted, size_t count);
void doors_destroy(struct doors *doors);

/* A connection comes: may it? From any thread. */
bool doors_enter(struct doors *doors, struct address address);

/* One that came has gone. */
void doors_leave(struct doors *doors, struct address address);
