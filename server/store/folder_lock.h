#pragma once
/* One process a folder: SQLite would let two daemons in, and each would believe its
 * memory. The lock is the kernel's (flock), so a killed daemon leaves none behind. Locked are
 * the folder itself, which stays locked whatever is deleted in it, and a file in it that names
 * the holder for the second one's error message. */

#include "store/store.h"

struct folder_lock {
	int folder, file; /* descriptors; -1: none */
};

#define FOLDER_UNLOCKED ((struct folder_lock){-1, -1})

/* Make the folder if need be and lock it. STORE_LOCKED: another process has it, `*pid`, or 0 when
 * nothing tells. */
enum store_error folder_lock(struct folder_lock *out, const char *directory, int *pid);

/* The same of a folder that is only read: nothing is made or written. */
enum store_error folder_lock_to_read(struct folder_lock *out, const char *directory, int *pid);

/* Takes FOLDER_UNLOCKED. */
void folder_unlock(struct folder_lock *lock);

/* Does a process have the folder? */
bool folder_is_locked(const char *directory);
