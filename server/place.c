#include "place.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static bool is_url(const char *text)
{
	return strncmp(text, "postgresql://", 13) == 0 || strncmp(text, "postgres://", 11) == 0;
}

/* The server and the database alone: who asks, and how, is nobody else's business. */
static void name_url(char name[PLACE_NAME_BYTES], const char *url)
{
	const char *start = strstr(url, "://") + 3;
	const char *user_end = strrchr(start, '@');

	if (user_end)
		start = user_end + 1;
	snprintf(name, PLACE_NAME_BYTES, "postgresql://%.*s", (int)strcspn(start, "?"), start);
}

static bool read_file(struct place *out, const char *path)
{
	FILE *file = fopen(path, "re");
	const bool is_read = file && fgets(out->url, sizeof(out->url), file) &&
			     strlen(out->url) < sizeof(out->url) - 1;

	if (file)
		fclose(file);
	out->url[strcspn(out->url, "\r\n")] = '\0';
	return is_read && is_url(out->url);
}

bool place_read(struct place *out, const char *text, char *detail, size_t size)
{
	struct stat status;

	memset(out, 0, sizeof(*out));
	if (is_url(text)) {
		if (strlen(text) >= sizeof(out->url)) {
			snprintf(detail, size, "the URL of the database is too long");
			return false;
		}
		memcpy(out->url, text, strlen(text));
	} else if (stat(text, &status) == 0 && !S_ISDIR(status.st_mode)) {
		if (!read_file(out, text)) {
			snprintf(detail, size, "%s: its first line is no postgresql:// URL", text);
			return false;
		}
	} else {
		out->folder = text;
		snprintf(out->name, sizeof(out->name), "%s", text);
		return true;
	}
	name_url(out->name, out->url);
	return true;
}

bool place_shows_password(const char *text)
{
	const char *start = is_url(text) ? strstr(text, "://") + 3 : NULL;

	if (!start)
		return false;
	const char *user_end = strrchr(start, '@');
	return (user_end && memchr(start, ':', (size_t)(user_end - start))) ||
	       strstr(start, "password=");
}

enum store_error place_open(struct store **out, const struct place *place, char *detail,
			    size_t size)
{
	char why[256] = "";
	int pid = 0;
	enum store_error error = place->folder ? store_sqlite_open(out, place->folder, &pid)
					       : store_postgres_open(out, place->url, place->shares,
								     &pid, why, sizeof(why));

	if (error == STORE_READ_ONLY && place->folder && place->reads)
		error = store_sqlite_open_to_read(out, place->folder, &pid);
	if (error == STORE_LOCKED && !pid)
		snprintf(detail, size, "%s is used by another process", place->name);
	else if (error == STORE_LOCKED)
		snprintf(detail, size, "%s is used by the process %d%s", place->name, pid,
			 place->folder ? "" : " of its machine");
	else if (error == STORE_NEWER)
		snprintf(detail, size, "%s was written by a later version", place->name);
	else if (error)
		snprintf(detail, size, "%s: %s", place->name,
			 why[0] ? why : store_error_text(error));
	return error;
}
