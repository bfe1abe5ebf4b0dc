/* The page: files that were compiled in, or those of a folder while one works on
 * them. A path is "/" and segments of letters, digits, ".", "_" and "-" that begin with
 * none of the dots, so it names nothing outside. "/docs" means "/docs.html". Files that
 * were compiled in are sent packed to those who take gzip; a folder's as they are. */

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/embedded.h"
#include "http/gzip.h"
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

static bool find_embedded(const char *path, const struct request *request,
			  struct response *response)
{
	char name[LIMIT_PATH_BYTES + 8];
	const struct embedded_file *file;

	snprintf(name, sizeof(name), "%s%s", strncmp(path, "words/", 6) == 0 ? "" : "web/", path);
	file = embedded_find(name);
	if (!file)
		return false;
	response->type = file->type;
	response_embedded(request, response, file);
	return true;
}

/* "/referee/<hash>.wasm": the module of that hash and no other, which is the same for ever. */
static bool find_module(const char *path, const struct request *request, struct response *response)
{
	const struct embedded_file *file = embedded_find(EMBEDDED_REFEREE);
	char address[LIMIT_PATH_BYTES];

	if (!file)
		return false;
	embedded_referee_address(address, sizeof(address));
	if (strcmp(path, address + 1) != 0)
		return false;
	response->type = file->type;
	response_embedded(request, response, file);
	response->cache = CACHE_FOR_EVER;
	return true;
}

/* The page with its links, which begin with "./", told from the address that was asked for: a proxy may
 * have put the server under a path of its own. */
static void add_from_address(struct text *out, const char *page, const char *address)
{
	static const char link[] = "href=\"./";
	const char *found;

	for (; (found = strstr(page, link)); page = found + sizeof(link) - 1) {
		text_add(out, page, (size_t)(found - page));
		text_add_string(out, link);
		for (const char *slash = strchr(address + 1, '/'); slash;
		     slash = strchr(slash + 1, '/'))
			text_add_string(out, "../");
	}
	text_add_string(out, page);
}

/* A mistyped address shows a page in a browser; a program gets a problem. */
static bool find_lost(const struct httpd *httpd, const struct request *request,
		      struct response *response)
{
	static const char name[] = "lost.html";
	const struct embedded_file *const built_in = embedded_find("web/lost.html");
	struct response file = {0};

	if (!request->accept || !strstr(request->accept, "text/html") ||
	    strncmp(request->path, "/v1/", 4) == 0)
		return false;
	const char *page = (const char *)built_in->bytes;

	if (httpd->web[0] && read_folder(httpd->web, name, &file) && file.body.size > 0)
		page = file.body.bytes;
	add_from_address(&response->body, page, request->path);
	response->type = built_in->type;
	response_release(&file);
	return true;
}

/* The file at a path that file_path() gave. */
static bool find_file(const struct httpd *httpd, const char *path, const struct request *request,
		      struct response *response)
{
	/* The API's page and the cases are made by the build: a folder that one works in has none. */
	const bool is_built_in =
		!httpd->web[0] || strcmp(path, "docs.html") == 0 || strncmp(path, "cases/", 6) == 0;

	return find_module(path, request, response) ||
	       (httpd->web[0] && read_folder(httpd->web, path, response)) ||
	       (is_built_in && find_embedded(path, request, response));
}

/* A file's address with a slash too many, such as "/rules/". Where the file is is told relative to that
 * address (RFC 9110, 10.2.2): a proxy may have put the server under a path of its own. */
static bool find_without_slash(const struct httpd *httpd, const struct request *request,
			       struct response *response)
{
	const size_t length = strlen(request->path);
	char address[LIMIT_PATH_BYTES], path[LIMIT_PATH_BYTES];
	struct response there = {0};

	if (length < 2 || length >= sizeof(address) || request->path[length - 1] != '/')
		return false;
	memcpy(address, request->path, length - 1);
	address[length - 1] = '\0';
	const char *name = strrchr(address, '/') + 1;
	const bool is_found = name[0] && strlen(name) + sizeof("../") <= RESPONSE_LOCATION_BYTES &&
			      file_path(address, path) && find_file(httpd, path, request, &there);

	response_release(&there);
	if (is_found)
		snprintf(response->location, sizeof(response->location), "../%.*s",
			 RESPONSE_LOCATION_BYTES - (int)sizeof("../"), name);
	return is_found;
}

void static_serve(const struct httpd *httpd, const struct request *request,
		  struct response *response)
{
	char path[LIMIT_PATH_BYTES] = "";

	response->cache = CACHE_REVALIDATE;
	const bool is_found =
		file_path(request->path, path) && find_file(httpd, path, request, response);

	response->is_page = true;
	response->varies_by_coding = true;
	if (is_found) {
		response->runs_module = strcmp(path, "referee/worker.js") == 0;
		response->status = 200;
		api_not_modified(request, response);
	} else if (find_without_slash(httpd, request, response)) {
		response->status = 308;
	} else if (find_lost(httpd, request, response)) {
		response->cache = CACHE_NO_STORE;
		response->etag[0] = '\0';
		response->status = 404;
	} else {
		response_refuse(request, response, PROBLEM_NO_SUCH_ROUTE, "");
	}
}
