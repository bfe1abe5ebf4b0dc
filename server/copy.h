#pragma once
/* `pennond --copy FROM TO`: from a folder into a database, and back. */

/* Check `from`, copy everything that it keeps to `to`, which must be empty, compare row by row what
 * both hold, and check `to`. Both are places (place.h), and no daemon runs on either. The keys stay
 * where they are: in the folder that is copied, or else in `directory`. Says what was copied, or in
 * one line why not, and then `to` is as it was. Returns the exit code: 0 copied and whole, 1 something
 * is damaged, 2 it cannot be copied. */
int copy_place(const char *from, const char *to, const char *directory);
