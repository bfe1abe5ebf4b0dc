/* The catalogues of words in WebAssembly: nothing is compiled in, they are read from the tree. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "base/embedded.h"

/* Of "words/en.json" the file of that name in web/. Asked once for each, and never freed. */
const struct embedded_file *embedded_find(const char *path)
{
	enum { WORDS_BYTES = 1 << 20 };
	char name[256];

	snprintf(name, sizeof(name), PN_SOURCE_DIR "/web/%s", path);
	FILE *file = fopen(name, "rb");
	if (!file)
		return NULL;
	unsigned char *bytes = allocate(WORDS_BYTES, 1);
	struct embedded_file *found = allocate(1, sizeof(*found));

	*found = (struct embedded_file){.path = path, .type = "application/json", .bytes = bytes};
	found->size = fread(bytes, 1, WORDS_BYTES - 1, file);
	fclose(file);
	return found;
}
