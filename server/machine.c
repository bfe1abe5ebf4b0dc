#include "machine.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <time.h>
#include <unistd.h>

#include "base/platform.h"
#include "store/store_backup.h"

/* ---- the process ---- */

/* When the machine was started, in seconds since 1970. */
static double machine_started(void)
{
	struct timespec now, up;

	clock_gettime(CLOCK_REALTIME, &now);
	clock_gettime(CLOCK_BOOTTIME, &up);
	return (double)(now.tv_sec - up.tv_sec) + (double)(now.tv_nsec - up.tv_nsec) / 1e9;
}

/* proc(5): what follows the name in brackets, from the third member on. */
static void read_stat(struct machine_figures *out)
{
	char text[1024] = "";
	unsigned long user = 0, system = 0, size = 0;
	unsigned long long began = 0;
	long pages = 0, ticks = sysconf(_SC_CLK_TCK);
	FILE *file = fopen("/proc/self/stat", "re");
	const char *rest = file && fgets(text, sizeof(text), file) ? strrchr(text, ')') : NULL;

	if (file)
		fclose(file);
	if (!rest || ticks <= 0 ||
	    sscanf(rest + 1,
		   " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu %*d %*d %*d %*d %*d %*d "
		   "%llu %lu %ld",
		   &user, &system, &began, &size, &pages) != 5)
		return;
	out->cpu_seconds = (double)(user + system) / (double)ticks;
	out->started = machine_started() + (double)began / (double)ticks;
	out->virtual_bytes = size;
	out->resident_bytes = (uint64_t)pages * (uint64_t)sysconf(_SC_PAGESIZE);
}

static void read_files(struct machine_figures *out)
{
	struct rlimit files;
	DIR *folder = opendir("/proc/self/fd");

	if (getrlimit(RLIMIT_NOFILE, &files) == 0)
		out->files_max =
			files.rlim_cur > UINT32_MAX ? UINT32_MAX : (uint32_t)files.rlim_cur;
	if (!folder)
		return;
	for (const struct dirent *entry; (entry = readdir(folder));)
		out->open_files += entry->d_name[0] != '.';
	closedir(folder);
	out->open_files--; /* the folder itself */
}

/* ---- the folder ---- */

static uint64_t size_of(const char *data, const char *name)
{
	char path[PATH_MAX];
	struct stat status;

	snprintf(path, sizeof(path), "%s/%s", data, name);
	return stat(path, &status) == 0 ? (uint64_t)status.st_size : 0;
}

static void read_folder(struct machine_figures *out, const char *data)
{
	struct statvfs disk;
	int64_t backup_ms = store_backup_time(data);

	out->database_bytes = size_of(data, "pennon.db") + size_of(data, "pennon.db-wal");
	if (statvfs(data, &disk) == 0)
		out->disk_free_bytes = (uint64_t)disk.f_bavail * disk.f_frsize;
	out->has_backup = backup_ms != 0;
	out->backup_age_seconds = (double)(platform_real.now_ms(NULL) - backup_ms) / 1000;
}

struct machine_figures machine_read(const char *data)
{
	struct machine_figures out = {0};

	read_stat(&out);
	read_files(&out);
	read_folder(&out, data);
	return out;
}
