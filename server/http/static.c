/* The page: files that were compiled in, or those of a folder while one works on
 * them. A path is "/" and segments of letters, digits, ".", "_" and "-" that begin with
 * none of the dots, so it names nothing outside. "/docs" means "/docs.html". Files that
 * were compiled in are sent packed to those who take gzip; a folder's as they are. */

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "embedded.h"
#include "http/shell.h"

enum { FILE_BYTES_MAX = 4 * 1024 * 1024 };

/* Turn the path of a request into that of a file. False: it can be none. */
static bool file_path(const char *path, char out[LIMIT_PATH_BYTES])
{
	static const char allowed[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
				      "0123456789._-/";
	const char *last;

	if (path[0] != '/' || path[strspn(path, allowed)] || strstr(path, "/.") ||
	    strstr(path, "//"))
		return false;
	if (strcmp(path, "/") == 0)
		path = "/index.html";
	last = strrchr(path, '/');
	return snprintf(out, LIMIT_PATH_BYTES, "%s%s", path + 1, strchr(last, '.') ? "" : ".html") <
	       LIMIT_PATH_BYTES;
}

static const char *media_type(const char *path)
{
	static const char *const types[][2] = {
		{".html", "text/html; charset=utf-8"},
		{".css", "text/css; charset=utf-8"},
		{".js", "text/javascript; charset=utf-8"},
		{".json", "application/json"},
		{".svg", "image/svg+xml"},
		{".png", "image/png"},
		{".ico", "image/x-icon"},
		{".woff2", "font/woff2"},
		{".webmanifest", "application/manifest+json"},
	};
	const char *ending = strrchr(path, '.');

	for (size_t i = 0; ending && i < sizeof(types) / sizeof(types[0]); i++) {
		if (strcmp(ending, types[i][0]) == 0)
			return types[i][1];
	}
	return NULL;
}

/* Read a file of the folder into the answer. False when there is none. */
static bool read_folder(const char *folder, const char *path, struct response *response)
{
	char whole[2 * LIMIT_PATH_BYTES];
	char piece[8192];
	struct stat status;
	ssize_t got = -1;

	snprintf(whole, sizeof(whole), "%s/%s", folder, path);
	int fd = open(whole, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);

	if (fd < 0)
		return false;
	if (fstat(fd, &status) == 0 && S_ISREG(status.st_mode) &&
	    status.st_size <= FILE_BYTES_MAX) {
		while ((got = read(fd, piece, sizeof(piece))) > 0)
			text_add(&response->body, piece, (size_t)got);
	}
	close(fd);
	if (got != 0)
		return false;
	snprintf(response->etag, sizeof(response->etag), "\"%llx-%llx\"",
		 (unsigned long long)status.st_mtim.tv_sec * 1000000000ULL +
			 (unsigned long long)status.st_mtim.tv_nsec,
		 (unsigned long long)status.st_size);
	response->type = media_type(path);
	return response->type != NULL;
}

/* Is the weight of a coding ("gzip ; q=0.5", from after its name to its comma) above
 * nought? RFC 9110, 12.4.2; without one it is 1. */
static bool has_weight(const char *parameters, size_t size)
{
	static const char between[] = "; \t";
	size_t at = 0;

	while (at < size && strchr(between, parameters[at]))
		at++;
	if (at + 2 > size || strncasecmp(parameters + at, "q=", 2) != 0)
		return true;
	for (at += 2; at < size; at++) {
		if (parameters[at] >= '1' && parameters[at] <= '9')
			return true;
	}
	return false;
}

/* Does an Accept-Encoding take gzip? What it says of gzip counts, else what it says of
 * everything. RFC 9110, 12.5.3. */
static bool takes_gzip(const char *codings)
{
	bool any = false;

	while (codings && *codings) {
		codings += strspn(codings, ", \t");
		size_t whole = strcspn(codings, ","), name = strcspn(codings, ",; \t");
		bool wanted = has_weight(codings + name, whole - name);

		if ((name == 4 && strncasecmp(codings, "gzip", 4) == 0) ||
		    (name == 6 && strncasecmp(codings, "x-gzip", 6) == 0))
			return wanted;
		if (name == 1 && codings[0] == '*')
			any = wanted;
		codings += whole;
	}
	return any;
}

static bool find_embedded(const char *path, const struct request *request,
			  struct response *response)
{
	char name[LIMIT_PATH_BYTES + 8];
	const struct embedded_file *file;

	snprintf(name, sizeof(name), "%s%s", strncmp(path, "words/", 6) == 0 ? "" : "web/", path);
	file = embedded_find(name);
	if (!file)
		return false;
	response->is_packed = file->packed && takes_gzip(request->accept_encoding);
	response->fixed = response->is_packed ? file->packed : file->bytes;
	response->fixed_size = response->is_packed ? file->packed_size : file->size;
	response->type = file->type;
	/* Other bytes, another tag: the hash in its quotes, and how it was packed. */
	snprintf(response->etag, sizeof(response->etag), "%.*s%s", EMBEDDED_ETAG_BYTES - 2,
		 file->etag, response->is_packed ? "-gzip\"" : "\"");
	return true;
}

void static_serve(const struct httpd *httpd, const struct request *request,
		  struct response *response)
{
	char path[LIMIT_PATH_BYTES] = "";
	bool good = file_path(request->path, path);
	bool found = good && httpd->web[0] && read_folder(httpd->web, path, response);
	/* The API's page is made by the build: a folder that one works in has none. */
	bool is_built_in = !httpd->web[0] || strcmp(path, "docs.html") == 0;

	if (!found && !(good && is_built_in && find_embedded(path, request, response))) {
		response_refuse(request, response, PROBLEM_NO_SUCH_ROUTE, "");
		return;
	}
	response->is_page = true;
	response->cache = CACHE_REVALIDATE;
	response->status = 200;
	api_not_modified(request, response);
}
