/* What /metrics says, in the form that Prometheus and its `promtool check metrics` want, on the
 * server's address and on one of its own. */

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "http/host.h"
#include "http_host.h"
#include "store/store_backup.h"

enum { NAMES_MAX = 64, NAME_BYTES = 64 };

static struct http_host server;
static struct httpd *figures;
static int port;

static void open_figures(uint32_t request_ms)
{
	struct httpd_options options = {
		.listen = "127.0.0.1:0", .limits = http_limits_default, .figures_only = true};

	options.limits.request_ms = request_ms;
	cr_assert_eq(httpd_start(&figures, &server.app, &options), 0);
	cr_assert_eq(strncmp(httpd_address(figures), "http://127.0.0.1:", 17), 0);
	port = atoi(httpd_address(figures) + 17);
}

static void open_both(void)
{
	http_host_open_cold(&server, 8);
	server.app.data = server.folder;
	open_figures(http_limits_default.request_ms);
}

static void close_both(void)
{
	httpd_stop(figures);
	http_host_close(&server);
}

TestSuite(metrics, .init = open_both, .fini = close_both);

static struct reply read_all(void)
{
	struct reply reply = client_ask(port, &(struct ask){.path = "/metrics"});

	cr_assert_eq(reply.status, 200);
	return reply;
}

/* The value of a sample, by its name with its labels; -1 without it. */
static double value_of(const char *text, const char *sample)
{
	size_t size = strlen(sample);

	for (const char *line = text; line; line = strchr(line, '\n')) {
		line += *line == '\n';
		if (strncmp(line, sample, size) == 0 && line[size] == ' ')
			return strtod(line + size, NULL);
	}
	return -1;
}

/* ---- its form ---- */

struct family {
	char name[NAME_BYTES], type[16];
	bool has_help;
};

static struct family families[NAMES_MAX];
static size_t families_count;

static struct family *family_of(const char *name, size_t size)
{
	for (size_t i = 0; i < families_count; i++) {
		if (strlen(families[i].name) == size && strncmp(families[i].name, name, size) == 0)
			return &families[i];
	}
	return NULL;
}

static bool ends_in(const char *name, const char *end)
{
	size_t size = strlen(name), tail = strlen(end);

	return size > tail && strcmp(name + size - tail, end) == 0;
}

/* "# HELP name text" opens a family, "# TYPE name type" follows it. */
static void take_comment(const char *line)
{
	struct family *family = &families[families_count];
	char word[8], name[NAME_BYTES], rest[16];

	cr_assert_eq(sscanf(line, "# %7s %63s %15s", word, name, rest), 3, "%.80s", line);
	if (strcmp(word, "HELP") == 0) {
		cr_assert_null(family_of(name, strlen(name)), "%s stands twice", name);
		cr_assert_lt(families_count, (size_t)NAMES_MAX);
		*family = (struct family){.has_help = true};
		memcpy(family->name, name, sizeof(name));
		families_count++;
		return;
	}
	family = family_of(name, strlen(name));
	cr_assert(family && family->has_help && !family->type[0], "%s", name);
	memcpy(family->type, rest, sizeof(rest));
}

/* A sample belongs to the family that was opened last. */
static void take_sample(const char *line)
{
	size_t size = strcspn(line, "{ ");
	const struct family *last = &families[families_count - 1];

	cr_assert_gt(families_count, (size_t)0);
	if (strcmp(last->type, "histogram") == 0) {
		cr_assert(strncmp(line, last->name, strlen(last->name)) == 0, "%.80s", line);
		return;
	}
	cr_expect_eq(family_of(line, size), last, "%.80s", line);
}

static void check_name(const struct family *family)
{
	static const char *const foreign[] = {"_ms",      "_milliseconds", "_us",
					      "_minutes", "_kb",           "_megabytes"};
	bool counts = strcmp(family->type, "counter") == 0;

	cr_expect_eq(ends_in(family->name, "_total"), counts, "%s", family->name);
	cr_expect(strncmp(family->name, "pennon_", 7) == 0 ||
			  strncmp(family->name, "process_", 8) == 0,
		  "%s", family->name);
	for (size_t i = 0; i < sizeof(foreign) / sizeof(foreign[0]); i++)
		cr_expect_not(ends_in(family->name, foreign[i]), "%s: base units", family->name);
}

Test(metrics, are_as_prometheus_wants_them)
{
	struct reply reply = read_all();
	char *rest = NULL;

	cr_expect_str_eq(reply_header(&reply, "Content-Type"),
			 "text/plain; version=0.0.4; charset=utf-8");
	families_count = 0;
	for (char *line = strtok_r(reply.body.bytes, "\n", &rest); line;
	     line = strtok_r(NULL, "\n", &rest)) {
		if (line[0] == '#')
			take_comment(line);
		else
			take_sample(line);
	}
	cr_expect_geq(families_count, (size_t)27);
	for (size_t i = 0; i < families_count; i++)
		check_name(&families[i]);
	reply_free(&reply);
}

/* ---- what they say ---- */

Test(metrics, name_all_that_an_operator_watches)
{
	static const char *const above_0[] = {
		"pennon_build_info{version=\"" PENNON_VERSION "\"}",
		"pennon_database_bytes",
		"pennon_disk_free_bytes",
		"process_resident_memory_bytes",
		"process_virtual_memory_bytes",
		"process_open_fds",
		"process_max_fds",
		"process_start_time_seconds",
	};
	static const char *const there[] = {
		"pennon_limited_total",      "pennon_faults_total", "pennon_faults_remembered",
		"pennon_games_hot",          "pennon_games_cold",   "process_cpu_seconds_total",
		"pennon_backup_age_seconds",
	};
	struct reply reply = read_all();

	for (size_t i = 0; i < sizeof(above_0) / sizeof(above_0[0]); i++)
		cr_expect_gt(value_of(reply.body.bytes, above_0[i]), 0, "%s", above_0[i]);
	for (size_t i = 0; i < sizeof(there) / sizeof(there[0]); i++)
		cr_expect_geq(value_of(reply.body.bytes, there[i]), 0, "%s", there[i]);
	reply_free(&reply);
}

Test(metrics, count_answers_and_their_time)
{
	static const char reads[] = "pennon_request_duration_seconds_count{class=\"read\"}";
	static const char all[] =
		"pennon_request_duration_seconds_bucket{class=\"read\",le=\"+Inf\"}";
	static const char pages[] = "pennon_request_duration_seconds_count{class=\"page\"}";
	struct reply before = read_all();

	for (int i = 0; i < 3; i++) {
		struct reply reply = client_ask(server.port, &(struct ask){.path = "/v1/server"});

		cr_expect_eq(reply.status, 200);
		reply_free(&reply);
	}
	struct reply none = client_ask(server.port, &(struct ask){.path = "/v1/nothing"});
	struct reply after = read_all();
	const char *was = before.body.bytes, *is = after.body.bytes;

	cr_expect_eq(none.status, 404);
	/* The first look at the figures is told of by the second. */
	cr_expect_float_eq(value_of(is, reads) - value_of(was, reads), 3 + 1, 0.1);
	cr_expect_float_eq(value_of(is, all), value_of(is, reads), 0.1);
	cr_expect_float_eq(value_of(is, pages) - value_of(was, pages), 1, 0.1);
	cr_expect_float_eq(value_of(is, "pennon_answers_total{status=\"2xx\"}") -
				   value_of(was, "pennon_answers_total{status=\"2xx\"}"),
			   3 + 1, 0.1);
	cr_expect_float_eq(value_of(is, "pennon_answers_total{status=\"4xx\"}") -
				   value_of(was, "pennon_answers_total{status=\"4xx\"}"),
			   1, 0.1);
	reply_free(&before);
	reply_free(&none);
	reply_free(&after);
}

Test(metrics, count_games_in_memory_and_on_disk)
{
	enum { GAMES = 10 }; /* of which 8 stay in memory */
	struct pn_muster muster;

	host_muster(&muster, PN_METHOD_LOSER_FIRST);
	for (int i = 0; i < GAMES; i++)
		host_game(&server.host, &muster);
	struct reply reply = read_all();

	cr_expect_float_eq(value_of(reply.body.bytes, "pennon_games_hot"), 8, 0.1);
	cr_expect_float_eq(value_of(reply.body.bytes, "pennon_games_cold"), GAMES - 8, 0.1);
	reply_free(&reply);
}

/* +Inf before the first copy, so that one alert is for both. */
Test(metrics, tell_how_old_the_last_backup_is)
{
	struct reply before = read_all();
	char copies[64], file[128];
	const char *why;

	cr_expect_not_null(strstr(before.body.bytes, "\npennon_backup_age_seconds +Inf\n"));
	host_make_folder(copies);
	snprintf(file, sizeof(file), "%s/copy.db", copies);
	const struct store_backup backup = {.directory = server.folder,
					    .file = file,
					    .now_ms = platform_real.now_ms(NULL) - 5000};

	cr_assert_eq(store_backup(&backup, &why), STORE_OK, "%s", why);
	host_remove_folder(copies);
	struct reply after = read_all();
	double age = value_of(after.body.bytes, "pennon_backup_age_seconds");

	cr_expect(age >= 3 && age < 300, "%f", age);
	reply_free(&before);
	reply_free(&after);
}

/* ---- the address of its own ---- */

Test(metrics, the_address_of_its_own_answers_nothing_else)
{
	static const struct {
		const char *method, *path;
		int status;
	} rows[] = {
		{"HEAD", "/metrics", 200},     {"GET", "/", 404},
		{"GET", "/v1/server", 404},    {"POST", "/metrics", 405},
		{"DELETE", "/metrics", 405},   {"OPTIONS", "/metrics", 204},
		{"OPTIONS", "/v1/games", 404}, {"POST", "/v1/games", 404},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct ask ask = {.method = rows[i].method,
				  .path = rows[i].path,
				  .headers = "Origin: https://elsewhere.example\r\n"
					     "X-Forwarded-For: 192.0.2.1\r\n"};
		struct reply reply = client_ask(port, &ask);

		cr_expect_eq(reply.status, rows[i].status, "%s %s: %d", rows[i].method,
			     rows[i].path, reply.status);
		cr_expect_str_eq(reply_header(&reply, "Access-Control-Allow-Origin"), "");
		reply_free(&reply);
	}
}

/* ---- by which Host ---- */

static int status_by(int at, const char *host, const char *headers)
{
	struct reply reply =
		client_ask(at, &(struct ask){.path = "/metrics", .host = host, .headers = headers});
	int status = reply.status;

	cr_expect(status == 200 || strstr(reply.body.bytes, "no_such_route"), "%s", host);
	cr_expect(status == 200 || !strstr(reply.body.bytes, "pennon_"), "%s", host);
	reply_free(&reply);
	return status;
}

/* What a name server of elsewhere leads to this machine is not asked by a name of this machine. */
Test(metrics, are_not_read_by_a_host_of_elsewhere)
{
	static const struct {
		const char *host;
		int status;
	} rows[] = {
		{"127.0.0.1", 200},
		{"127.0.0.1:9464", 200},
		{"192.0.2.7:9464", 200},
		{"localhost", 200},
		{"LocalHost:1", 200},
		{"[::1]", 200},
		{"[2001:db8::7]:9464", 200},
		{"pennon:9464", 200}, /* a container */
		{"elsewhere.example", 404},
		{"elsewhere.example:9464", 404},
		{"127.0.0.1.elsewhere.example", 404},
		{"localhost.elsewhere.example", 404},
		{"localhost.", 404},
		{"127.0.0.1.", 404},
		{"127.1", 404},
		{"[::1].elsewhere.example", 404},
		{"[elsewhere.example]", 404},
		{"[::1", 404},
		{"::1", 404},
		{"pennon:94x4", 404},
		{":9464", 404},
		{"", 404},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		cr_expect_eq(status_by(port, rows[i].host, NULL), rows[i].status, "own: %s",
			     rows[i].host);
		cr_expect_eq(status_by(server.port, rows[i].host, NULL), rows[i].status, "%s",
			     rows[i].host);
	}
}

/* A token is known to no page of elsewhere. */
Test(metrics, are_read_by_any_host_with_the_token)
{
	static const char good[] = "Authorization: Bearer a-long-secret\r\n";
	static const char bad[] = "Authorization: Bearer a-long-secreu\r\n";
	const int at[] = {port, server.port};

	server.app.metrics_token = "a-long-secret";
	for (size_t i = 0; i < sizeof(at) / sizeof(at[0]); i++) {
		cr_expect_eq(status_by(at[i], "elsewhere.example", good), 200);
		cr_expect_eq(status_by(at[i], "elsewhere.example", bad), 404);
	}
}

Test(metrics, a_name_that_is_listened_on_is_a_host_of_ours)
{
	cr_expect(host_is_own("figures.internal:9464", "figures.internal"));
	cr_expect(host_is_own("Figures.Internal", "figures.internal"));
	cr_expect_not(host_is_own("other.internal", "figures.internal"));
	cr_expect_not(host_is_own("figures.internal", ""));
	cr_expect(host_is_own(NULL, ""));
}

/* ---- who dawdles ---- */

enum { FEW = 20, MANY = 200, ROUNDS = 3 };

/* Let `count` connections send a byte each, and again, and read the figures between. */
static void drip(int fd[], int count)
{
	static const char head[] = "GET /metrics HTTP/1.1\r\nHost: localhost\r\nX: ";

	for (int i = 0; i < count; i++) {
		fd[i] = client_connect(port);
		cr_assert(client_send_text(fd[i], head));
	}
	for (int round = 0; round < ROUNDS; round++) {
		for (int i = 0; i < count; i++)
			client_send_text(fd[i], "x");
		struct reply reply = client_ask(port, &(struct ask){.path = "/metrics"});

		cr_expect_eq(reply.status, 200, "%d, round %d", count, round);
		reply_free(&reply);
	}
	for (int i = 0; i < count; i++)
		close(fd[i]);
}

Test(metrics, are_read_while_others_send_a_byte_at_a_time)
{
	int fd[MANY];

	drip(fd, FEW);
	drip(fd, MANY);
}

/* The time for a request is that of the other address: it ends a request, not a pause in it. */
Test(metrics, who_dawdles_at_their_own_address_is_cut_off)
{
	enum { REQUEST_MS = 500, PATIENCE_MS = 8000, STEP_MS = 100 };
	struct text got = TEXT_EMPTY;
	bool is_open = true;
	int waited_ms = 0;

	httpd_stop(figures);
	open_figures(REQUEST_MS);
	int fd = client_connect(port);

	client_send_text(fd, "GET /metrics HTTP/1.1\r\nX: ");
	for (; is_open && waited_ms < PATIENCE_MS; waited_ms += STEP_MS) {
		is_open = client_send_text(fd, "x");
		usleep(STEP_MS * 1000);
	}
	cr_expect_not(is_open);
	cr_expect_geq(waited_ms, REQUEST_MS);
	cr_expect_not(client_read_some(fd, &got, 0));
	close(fd);
}
