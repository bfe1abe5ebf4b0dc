/* Looking up embedded files. The table is sorted and has some dozens of rows, so
 * a binary search finds a path, and the rows of a prefix stand together. */

#include "base/embedded.h"

#include <stdio.h>
#include <string.h>

const struct embedded_file *embedded_find(const char *path)
{
	size_t low = 0, high = embedded_files_count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		int order = strcmp(path, embedded_files[middle].path);

		if (order == 0)
			return &embedded_files[middle];
		if (order < 0)
			high = middle;
		else
			low = middle + 1;
	}
	return NULL;
}

void embedded_referee_address(char *out, size_t size)
{
	const struct embedded_file *file = embedded_find(EMBEDDED_REFEREE);

	out[0] = '\0';
	if (file) /* its tag without the quotes */
		snprintf(out, size, "/referee/%.*s.wasm", EMBEDDED_ETAG_BYTES - 3, file->etag + 1);
}

const struct embedded_file *embedded_next(const char *prefix, const struct embedded_file *after)
{
	size_t length = strlen(prefix);
	size_t row = after == NULL ? 0 : (size_t)(after - embedded_files) + 1;

	for (; row < embedded_files_count; row++) {
		if (strncmp(embedded_files[row].path, prefix, length) == 0)
			return &embedded_files[row];
	}
	return NULL;
}
