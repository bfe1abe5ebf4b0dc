#pragma once
/* One process a folder: SQLite would let two daemons in, and each would believe its
 * memory. The lock is the kernel's (flock), so a killed daemon leaves none behind; the
 * file names the holder for the second one's error message. */

#include "store/store.h"

/* Make the folder if need be and lock it. `*descriptor` is to be closed to unlock. */
enum store_error folder_lock(int *descriptor, const char *directory, int *pid);
