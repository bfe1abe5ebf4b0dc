/* How much a browser loads before anybody asks for more. It follows what index.html names
 * and what modules import, as a browser does, and adds the words. What counts is what is
 * sent to one that takes gzip; names are read from the plain files. */

#include "figures.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "http_client.h"
#include "process.h"

enum { FILES_MAX = 64, PATH_BYTES = 128 };

struct crawl {
	int port;
	double bytes;
	unsigned count;
	char path[FILES_MAX][PATH_BYTES];
};

static void load(struct crawl *crawl, const char *path);

/* Resolve "./x.js" or "../x.js" against the file that names it. */
static void follow(struct crawl *crawl, const char *from, const char *name)
{
	char path[2 * PATH_BYTES];
	char *slash;

	if (name[0] == '/') {
		load(crawl, name);
		return;
	}
	snprintf(path, PATH_BYTES, "%s", from);
	slash = strrchr(path, '/');
	*slash = '\0';
	while (strncmp(name, "./", 2) == 0 || strncmp(name, "../", 3) == 0) {
		if (name[1] == '.' && (slash = strrchr(path, '/')))
			*slash = '\0';
		name += name[1] == '.' ? 3 : 2;
	}
	size_t size = strlen(path);

	snprintf(path + size, sizeof(path) - size, "/%s", name);
	load(crawl, path);
}

/* Every quoted text after `before` that names a script, a style or a picture. */
static void follow_all(struct crawl *crawl, const char *from, const char *text, const char *before)
{
	char name[PATH_BYTES];

	while ((text = strstr(text, before))) {
		text += strlen(before);
		size_t size = strcspn(text, "\"'");

		snprintf(name, sizeof(name), "%.*s", (int)size, text);
		if (size < sizeof(name) && (strstr(name, ".js") || strstr(name, ".css") ||
					    strstr(name, ".svg") || strstr(name, ".woff2")))
			follow(crawl, from, name);
	}
}

static void load(struct crawl *crawl, const char *path)
{
	for (unsigned i = 0; i < crawl->count; i++) {
		if (strcmp(crawl->path[i], path) == 0)
			return;
	}
	if (crawl->count == FILES_MAX)
		return;
	snprintf(crawl->path[crawl->count++], PATH_BYTES, "%s", path);
	struct reply reply = client_ask(crawl->port, &(struct ask){.path = path});

	if (reply.status != 200) {
		fprintf(stderr, "bench: the page names %s, which is not there\n", path);
		exit(EXIT_FAILURE);
	}
	struct reply sent = client_ask(
		crawl->port, &(struct ask){.path = path, .headers = "Accept-Encoding: gzip\r\n"});

	crawl->bytes += (double)(sent.head.size + sent.body.size);
	reply_free(&sent);
	follow_all(crawl, path, reply.body.bytes, "src=\"");
	follow_all(crawl, path, reply.body.bytes, "href=\"");
	follow_all(crawl, path, reply.body.bytes, "from \"");
	follow_all(crawl, path, reply.body.bytes, "import \"");
	reply_free(&reply);
}

double page_measure(const char *folder)
{
	char data[256], log[256];
	const char *const arguments[] = {"--listen", "127.0.0.1:0", "--data", data, NULL};

	snprintf(data, sizeof(data), "%s/page", folder);
	snprintf(log, sizeof(log), "%s/page.log", folder);
	struct process server = process_start("pennond", arguments, log);
	struct crawl crawl = {.port = server.port};

	load(&crawl, "/");
	load(&crawl, "/words/en.json");
	process_stop(&server);
	return crawl.bytes;
}
