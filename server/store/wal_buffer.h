#pragma once
/* SQLite writes each page of a commit to its log in two pieces. Here they are gathered until the log
 * is synced, which every commit does before it is told: one write a commit instead of dozens. */

/* Make the virtual file system known to SQLite, once for the process; it is SQLite's own but for
 * the log. Returns its name, or NULL when there is no memory: then SQLite's own will do.
 *
 * For the one connection that writes, with synchronous = FULL: others read of the log only what is
 * synced. An error of a gathered write is told by the sync that was to bring it to the disk. */
const char *wal_buffer_register(void);
