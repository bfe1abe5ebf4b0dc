#pragma once
/* Files that are compiled into the daemon: the page, the API's description, the
 * words and the scenarios. One binary is a whole Pennon.
 *
 * A path is a name of ours, not a place on a disk:
 *
 *	web/index.html		each file of web/ but its words
 *	web/cases/NAME.json	the rule cases of each book, of tests/cases/, and their schema
 *	words/en.json		the catalogues of words, of web/words/
 *	scenarios/NAME.json	each file of server/scenarios/
 *	discord/commands.json	what is registered with Discord
 *	api/openapi.json	api-spec/openapi.yaml, turned into JSON by the build
 *
 * What is sent as it stands (the page, the words, the description) is there a second time,
 * packed by gzip: nothing of it is packed while the daemon runs. embed.cmake writes the table,
 * sorted by path; nothing here is ever freed. */

#include <stddef.h>

/* An entity tag as HTTP writes it: half of the file's SHA-256 in hex, in quotes, and a NUL. */
enum { EMBEDDED_ETAG_BYTES = 32 + 2 + 1 };

struct embedded_file {
	const char *path;
	const char *type;           /* the media type, with its charset where it is text */
	const unsigned char *bytes; /* size bytes; a NUL follows that size does not count */
	size_t size;
	char etag[EMBEDDED_ETAG_BYTES];
	const unsigned char *packed; /* the same by gzip: NULL where nobody asks over HTTP */
	size_t packed_size;
};

/* The referee for the page, a WebAssembly module: not there where nothing could make it. */
#define EMBEDDED_REFEREE "web/referee/module.wasm"

/* Write where the page finds it, "/referee/<hash>.wasm", which carries its hash; "" when it is
 * not there. */
void embedded_referee_address(char *out, size_t size);

/* The file with this path, NULL when there is none. */
const struct embedded_file *embedded_find(const char *path);

/* The first file, in the order of paths, whose path begins with `prefix` and sorts
 * after `after`, or NULL. Begin with NULL and go on with the file just got:
 *
 *	const struct embedded_file *file = NULL;
 *	while ((file = embedded_next("scenarios/", file)) != NULL) */
const struct embedded_file *embedded_next(const char *prefix, const struct embedded_file *after);

/* The table itself, made by the build and sorted by path. Ask the functions above. */
extern const struct embedded_file embedded_files[];
extern const size_t embedded_files_count;
