/* The files compiled into the daemon are the files of the tree: the same bytes (of scripts
 * see page_packed.test.mjs), a media type a browser will take, an entity tag that is their
 * SHA-256. */

#include <criterion/criterion.h>

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/embedded.h"
#include "host.h"

Test(embedded, is_sorted_by_path_without_doubles)
{
	cr_assert(embedded_files_count > 0);
	for (size_t row = 1; row < embedded_files_count; row++)
		cr_expect(strcmp(embedded_files[row - 1].path, embedded_files[row].path) < 0, "%s",
			  embedded_files[row].path);
}

Test(embedded, finds_every_file_and_no_other)
{
	static const char *const absent[] = {
		"", "a", "zzz", "words/", "words/en.jso", "words/en.json "};

	for (size_t row = 0; row < embedded_files_count; row++)
		cr_expect(embedded_find(embedded_files[row].path) == &embedded_files[row]);
	for (size_t row = 0; row < sizeof(absent) / sizeof(absent[0]); row++)
		cr_expect(embedded_find(absent[row]) == NULL, "%s", absent[row]);
}

Test(embedded, a_prefix_lists_its_files_once_each)
{
	const struct embedded_file *file = NULL;
	size_t listed = 0;

	while ((file = embedded_next("scenarios/", file)) != NULL) {
		cr_expect(strncmp(file->path, "scenarios/", 10) == 0);
		cr_expect(strcmp(file->type, "application/json") == 0);
		listed++;
	}
	cr_expect(listed >= 2, "two scenarios are shipped");
	for (listed = 0; (file = embedded_next("", file)) != NULL;)
		listed++;
	cr_expect(listed == embedded_files_count);
	cr_expect(embedded_next("nothing/", NULL) == NULL);
}

Test(embedded, bytes_are_those_of_the_tree)
{
	static char disk[1 << 20];
	const struct embedded_file *file = embedded_find("words/en.json");
	FILE *in = fopen(PN_SOURCE_DIR "/web/words/en.json", "rb");
	size_t size;

	cr_assert(in != NULL && file != NULL);
	size = fread(disk, 1, sizeof(disk), in);
	fclose(in);
	cr_expect(size == file->size);
	cr_expect(memcmp(disk, file->bytes, size) == 0);
	cr_expect(file->bytes[file->size] == '\0');
}

/* gzip itself opens what was packed. */
Test(embedded, packed_bytes_are_the_same_file)
{
	char folder[64], name[80], command[128];
	unsigned packed = 0;

	host_make_folder(folder);
	snprintf(name, sizeof(name), "%s/packed", folder);
	for (size_t row = 0; row < embedded_files_count; row++) {
		const struct embedded_file *file = &embedded_files[row];

		if (!file->packed)
			continue;
		packed++;
		cr_expect(file->packed_size < file->size, "%s", file->path);
		FILE *out = fopen(name, "wb");

		cr_assert(out != NULL);
		fwrite(file->packed, 1, file->packed_size, out);
		fclose(out);
		snprintf(command, sizeof(command), "gzip -dc < '%s'", name);
		FILE *in = popen(command, "r");

		char *plain = malloc(file->size + 1); /* a byte more would be noticed */

		cr_assert(in != NULL && plain != NULL);
		cr_expect_eq(fread(plain, 1, file->size + 1, in), file->size, "%s", file->path);
		cr_expect_eq(pclose(in), 0, "%s", file->path);
		cr_expect(memcmp(plain, file->bytes, file->size) == 0, "%s", file->path);
		free(plain);
	}
	host_remove_folder(folder);
	cr_expect(packed >= 10, "the page is packed");
	cr_expect(embedded_find("words/en.json")->packed != NULL);
}

Test(embedded, entity_tags_are_the_hash_of_the_bytes)
{
	unsigned char hash[crypto_hash_sha256_BYTES];
	char etag[EMBEDDED_ETAG_BYTES];

	for (size_t row = 0; row < embedded_files_count; row++) {
		const struct embedded_file *file = &embedded_files[row];

		crypto_hash_sha256(hash, file->bytes, file->size);
		etag[0] = '"';
		sodium_bin2hex(etag + 1, sizeof(etag) - 1, hash, sizeof(hash) / 2);
		memcpy(etag + sizeof(etag) - 2, "\"", 2);
		cr_expect(strcmp(file->etag, etag) == 0, "%s", file->path);
	}
}

Test(embedded, pages_have_the_types_that_browsers_want)
{
	static const struct {
		const char *ending, *type;
	} rows[] = {
		{".html", "text/html; charset=utf-8"},
		{".css", "text/css; charset=utf-8"},
		{".js", "text/javascript; charset=utf-8"},
		{".json", "application/json"},
	};

	for (size_t i = 0; i < embedded_files_count; i++) {
		const char *ending = strrchr(embedded_files[i].path, '.');

		for (size_t row = 0; row < sizeof(rows) / sizeof(rows[0]); row++) {
			if (strcmp(ending, rows[row].ending) == 0)
				cr_expect(strcmp(embedded_files[i].type, rows[row].type) == 0, "%s",
					  embedded_files[i].path);
		}
	}
}
