#pragma once
/* The Host that a request names. A browser believes a page's own name server of where the page
 * comes from (DNS rebinding), so a page of elsewhere can ask this machine, or one beside it, and
 * read the answer; but its name stands in Host, and it can neither be without one nor be an
 * address. */

#include <stdbool.h>

/* Is it a Host that no page of elsewhere has? NULL (HTTP/1.0, which no browser speaks), an address,
 * "localhost", a name without a dot (of a machine or container beside this one: nobody can have
 * such a name on the internet), or `own`, the name that is listened on; "" = none. Its port is
 * not looked at: it may be another on the way here. */
bool host_is_own(const char *host, const char *own);
