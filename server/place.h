#pragma once
/* Where games are kept: in a folder, with SQLite, or in a database of PostgreSQL. */

#include <stdbool.h>
#include <stddef.h>

#include "store/store.h"

enum { PLACE_URL_BYTES = 1024, PLACE_NAME_BYTES = 256 };

struct place {
	const char *folder;          /* borrowed; NULL: it is a database */
	bool shares;                 /* a database: others may have it, too */
	bool reads;                  /* a folder: one that cannot be written will do */
	char url[PLACE_URL_BYTES];   /* of a database; it may hold a password */
	char name[PLACE_NAME_BYTES]; /* what may be told of it */
};

/* Read what names one: postgresql://…, a file whose first line is such a URL, or else a folder,
 * whether it is there or not. False when the file holds none, or the URL has PLACE_URL_BYTES or
 * more: `detail` says so, without the URL. */
bool place_read(struct place *out, const char *text, char *detail, size_t size);

/* Would whoever lists the machine's processes read a password in this text? */
bool place_shows_password(const char *text);

/* Open it, as store.h says of its engine. After an error `detail` names the place and what is wrong
 * with it, without a password. */
enum store_error place_open(struct store **out, const struct place *place, char *detail,
			    size_t size);
