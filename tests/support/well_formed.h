#pragma once
/* Is a text well-formed XML, as far as a picture needs it: one root, tags that close in
 * order, attributes in quotes that stand once each, no bare '<' or '&'? */

#include <stdbool.h>
#include <stddef.h>

/* False: `why` points into the text where it goes wrong. */
bool is_well_formed(const char *xml, const char **why);
