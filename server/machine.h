#pragma once
/* What this process uses of the machine, and what lies in its folder. */

#include <stdbool.h>
#include <stdint.h>

struct machine_figures {
	double cpu_seconds;
	uint64_t resident_bytes, virtual_bytes;
	uint32_t open_files, files_max;
	double started; /* seconds since 1970 */
	uint64_t database_bytes, disk_free_bytes;
	bool has_backup;
	double backup_age_seconds;
};

/* `data`: the folder of the games. What cannot be read is 0. */
struct machine_figures machine_read(const char *data);
