#include "copy.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "check.h"
#include "place.h"
#include "store/store_copy.h"

enum { COPIED = 0, CANNOT_COPY = 2 };

static bool open_place(struct store **out, const struct place *place)
{
	char detail[512];

	if (place->folder && mkdir(place->folder, 0700) != 0 && errno != EEXIST) {
		fprintf(stderr, "pennond: %s: %s\n", place->folder, strerror(errno));
		return false;
	}
	if (place_open(out, place, detail, sizeof(detail)) == STORE_OK)
		return true;
	fprintf(stderr, "pennond: %s\n", detail);
	return false;
}

static bool copy_rows(const struct place *from, const struct place *to)
{
	struct store *source = NULL, *target = NULL;
	const char *table = "";
	uint64_t rows = 0;
	enum store_error error = STORE_FAILED;
	const bool is_open = open_place(&source, from) && open_place(&target, to);

	if (is_open)
		error = store_copy(source, target, &rows, &table);
	if (is_open && error == STORE_CONFLICT)
		fprintf(stderr, "pennond: %s is not empty\n", to->name);
	else if (is_open && error)
		fprintf(stderr, "pennond: %s to %s: %s%s%s\n", from->name, to->name, table,
			table[0] ? ": " : "", store_error_text(error));
	else if (is_open)
		printf("%" PRIu64 " rows from %s to %s\n", rows, from->name, to->name);
	store_close(target);
	store_close(source);
	return is_open && !error;
}

int copy_place(const char *from, const char *to, const char *directory)
{
	struct place source, target;
	char detail[512];

	if (!place_read(&source, from, detail, sizeof(detail)) ||
	    !place_read(&target, to, detail, sizeof(detail))) {
		fprintf(stderr, "pennond: %s\n", detail);
		return CANNOT_COPY;
	}
	if (source.folder)
		directory = source.folder;
	int status = check_place(from, directory);
	if (status)
		return status;
	if (!copy_rows(&source, &target))
		return CANNOT_COPY;
	return check_kept(&target, directory);
}
