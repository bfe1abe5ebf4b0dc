#pragma once
/* Text that people write for others to read: names, messages. Only what can be seen is
 * taken, so that nothing hides in it and nothing turns the line that it stands in. */

#include <stdbool.h>
#include <stddef.h>

/* Is the text (UTF-8) 1 to `max` characters, all of them visible, with single spaces
 * between and none at the ends? Refused are controls, marks of direction, characters
 * without width, spaces of other kinds, and more than two combining marks in a row. */
bool plain_text_good(const char *text, size_t max);
