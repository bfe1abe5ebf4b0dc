/* The page from a folder: what is in it, and that nothing else can be had. */

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "http/shell.h"
#include "http_host.h"

static void write_file(const char *folder, const char *name, const char *text)
{
	char path[256];

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	FILE *file = fopen(path, "w");

	cr_assert(file, "%s", path);
	fputs(text, file);
	fclose(file);
}

struct file_row {
	const char *path;
	int status;
	const char *body, *type;
};

static const struct file_row rows[] = {
	{"/", 200, "<p>index", "text/html; charset=utf-8"},
	{"/index.html", 200, "<p>index", "text/html; charset=utf-8"},
	{"/docs", 200, "<p>docs", "text/html; charset=utf-8"},
	{"/a/b.js", 200, "export {}", "text/javascript; charset=utf-8"},
	{"/index.html?x=1", 200, "<p>index", "text/html; charset=utf-8"},
	{"/a/c.woff2", 200, "wOF2", "font/woff2"},
	{"/a", 404, NULL, NULL},
	{"/a/", 404, NULL, NULL},
	{"/none.css", 404, NULL, NULL},
	{"/.hidden.html", 404, NULL, NULL},
	{"/a/../index.html", 404, NULL, NULL},
	{"/a//b.js", 404, NULL, NULL},
	{"/link.html", 404, NULL, NULL},
	{"/notes.txt", 404, NULL, NULL},
	{"/a\\b.js", 404, NULL, NULL},
	{"/notes.txt/", 404, NULL, NULL},
	{"/docs//", 404, NULL, NULL},
	{"//", 404, NULL, NULL},
};

/* What has a slash too many, and where it is, from there. */
static const char *const moved[][2] = {
	{"/docs/", "../docs"},
	{"/index.html/", "../index.html"},
	{"/a/b.js/", "../b.js"},
};

/* Hand a request for a path to static_serve(), as the shell does. */
static struct response serve(const struct httpd *httpd, const char *path, const char *tag)
{
	struct request request = {.path = path, .if_none_match = tag};
	struct response response = {0};

	static_serve(httpd, &request, &response);
	return response;
}

Test(http_static, a_folder_and_nothing_outside)
{
	char folder[64], path[128];
	struct httpd httpd = {0};

	host_make_folder(folder);
	write_file(folder, "index.html", "<p>index");
	write_file(folder, "docs.html", "<p>docs");
	write_file(folder, ".hidden.html", "<p>hidden");
	write_file(folder, "notes.txt", "notes");
	snprintf(path, sizeof(path), "%s/a", folder);
	mkdir(path, 0700);
	write_file(path, "b.js", "export {}");
	write_file(path, "c.woff2", "wOF2");
	snprintf(path, sizeof(path), "%s/link.html", folder);
	cr_assert_eq(symlink("/etc/passwd", path), 0);
	snprintf(httpd.web, sizeof(httpd.web), "%s", folder);
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		char bare[64];

		/* The library takes the query off. */
		snprintf(bare, sizeof(bare), "%.*s", (int)strcspn(rows[i].path, "?"), rows[i].path);
		struct response response = serve(&httpd, bare, NULL);

		cr_expect_eq(response.status, rows[i].status, "%s: %d", rows[i].path,
			     response.status);
		if (rows[i].status == 200) {
			cr_expect_str_eq(response.body.bytes, rows[i].body);
			cr_expect_str_eq(response.type, rows[i].type);
			cr_expect(response.is_page);
			struct response again = serve(&httpd, bare, response.etag);

			cr_expect_eq(again.status, 304);
			cr_expect_eq(again.body.size, 0);
			response_release(&again);
		}
		response_release(&response);
	}
	for (size_t i = 0; i < sizeof(moved) / sizeof(moved[0]); i++) {
		struct response response = serve(&httpd, moved[i][0], NULL);

		cr_expect_eq(response.status, 308, "%s: %d", moved[i][0], response.status);
		cr_expect_str_eq(response.location, moved[i][1]);
		cr_expect_eq(response.body.size, 0);
		response_release(&response);
	}
	host_remove_folder(folder);
}

/* What a browser is told of an address with nothing at it. */
static struct response tell_lost(const struct httpd *httpd, const char *path)
{
	struct request request = {.path = path, .accept = "text/html"};
	struct response response = {0};

	static_serve(httpd, &request, &response);
	cr_expect_eq(response.status, 404, "%s: %d", path, response.status);
	cr_expect_str_eq(response.type, "text/html; charset=utf-8");
	return response;
}

/* Under whatever path a proxy has put the server, the links of that page lead back to its front page. */
Test(http_static, the_links_of_the_page_for_lost_addresses_are_told_from_there)
{
	static const char *const links[][2] = {
		{"/nothing", "<a href=\"./\">x</a><a href=\"./y\">y</a>\n"},
		{"/a/", "<a href=\"./../\">x</a><a href=\"./../y\">y</a>\n"},
		{"/a/b/nothing", "<a href=\"./../../\">x</a><a href=\"./../../y\">y</a>\n"},
	};
	char folder[64];
	struct httpd httpd = {0};

	host_make_folder(folder);
	write_file(folder, "lost.html", "<a href=\"./\">x</a><a href=\"./y\">y</a>\n");
	snprintf(httpd.web, sizeof(httpd.web), "%s", folder);
	for (size_t i = 0; i < sizeof(links) / sizeof(links[0]); i++) {
		struct response response = tell_lost(&httpd, links[i][0]);

		cr_expect_str_eq(response.body.bytes, links[i][1]);
		response_release(&response);
	}
	/* A folder whose page is empty, and none. */
	write_file(folder, "lost.html", "");
	for (int i = 0; i < 2; i++) {
		struct response built_in = tell_lost(&httpd, "/a/b");

		cr_expect_not_null(strstr(built_in.body.bytes, "href=\"./../style.css\""));
		cr_expect_null(strstr(built_in.body.bytes, "href=\"/"));
		response_release(&built_in);
		httpd.web[0] = '\0';
	}
	host_remove_folder(folder);
}

struct coding_row {
	const char *accepts;
	bool packed;
};

static const struct coding_row codings[] = {
	{NULL, false},
	{"", false},
	{"identity", false},
	{"gzip", true},
	{"GZIP", true},
	{"x-gzip", true},
	{"gzip, deflate, br, zstd", true},
	{"br,gzip", true},
	{"gzipped", false},
	{"gzip;q=1.0", true},
	{"gzip;q=0.001", true},
	{"gzip;q=0", false},
	{"gzip ; q=0.000", false},
	{"gzip;q=0, *", false},
	{"*, gzip;q=0", false},
	{"*", true},
	{"*;q=0", false},
	{"br, *;q=0.1", true},
	{"deflate, br", false},
	{",", false},
};

/* Packed and plain are two answers with two tags, and each knows only its own again. */
Test(http_static, files_of_the_daemon_are_packed_for_who_takes_it)
{
	static const struct httpd httpd;
	struct request request = {.path = "/app.js"};
	char tags[2][RESPONSE_ETAG_BYTES] = {"", ""};

	for (size_t i = 0; i < sizeof(codings) / sizeof(codings[0]); i++) {
		struct response response = {0};

		request.accept_encoding = codings[i].accepts;
		request.if_none_match = NULL;
		static_serve(&httpd, &request, &response);
		cr_expect_eq(response.status, 200);
		cr_expect_eq(response.is_packed, codings[i].packed, "%s", codings[i].accepts);
		cr_expect_eq(memcmp(response.fixed, "\x1f\x8b", 2) == 0, codings[i].packed);
		snprintf(tags[codings[i].packed], sizeof(tags[0]), "%s", response.etag);
	}
	cr_assert_str_neq(tags[0], tags[1]);
	for (int packed = 0; packed < 2; packed++) {
		for (int tag = 0; tag < 2; tag++) {
			struct response response = {0};

			request.accept_encoding = packed ? "gzip" : NULL;
			request.if_none_match = tags[tag];
			static_serve(&httpd, &request, &response);
			cr_expect_eq(response.status, packed == tag ? 304 : 200);
		}
	}
}

/* A page that changes while one works on it is sent anew. */
Test(http_static, a_changed_file_has_another_tag)
{
	char folder[64];
	struct httpd httpd = {0};

	host_make_folder(folder);
	snprintf(httpd.web, sizeof(httpd.web), "%s", folder);
	write_file(folder, "index.html", "one");
	struct response first = serve(&httpd, "/", NULL);

	usleep(20 * 1000);
	write_file(folder, "index.html", "two");
	struct response second = serve(&httpd, "/", first.etag);

	cr_expect_eq(second.status, 200);
	cr_expect_str_eq(second.body.bytes, "two");
	response_release(&first);
	response_release(&second);
	host_remove_folder(folder);
}
