/* The daemon as a program: flags, what it prints, how it stops, what its log holds. */

#include <criterion/criterion.h>
#include <fcntl.h>
#include <jansson.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/log.h"
#include "host.h"
#include "http_client.h"

enum { ARGUMENTS_MAX = 10, LINE_BYTES = 512 };

/* A daemon that runs, and the lines it printed until it had nothing more to say. */
struct daemon {
	pid_t pid;
	FILE *out;
	int port;
	char folder[64], log[96];
};

static void run(const char *const arguments[], int out, const char *log)
{
	const char *build = getenv("PENNON_BUILD");
	char *list[ARGUMENTS_MAX + 2] = {NULL}, path[512];
	int fd = open(log, O_WRONLY | O_CREAT | O_APPEND, 0600);

	snprintf(path, sizeof(path), "%s/pennond", build ? build : PN_BUILD_DIR);
	list[0] = path;
	for (int i = 0; arguments[i]; i++)
		list[i + 1] = (char *)(uintptr_t)arguments[i];
	/* Nothing is left when a test fails. */
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	dup2(out, STDOUT_FILENO);
	dup2(fd, STDERR_FILENO);
	execv(path, list);
	_exit(127);
}

/* Start it with these arguments; its output can be read from `out`. */
static void start(struct daemon *daemon, const char *const arguments[])
{
	int ends[2];

	cr_assert_eq(pipe2(ends, O_CLOEXEC), 0);
	daemon->pid = fork();
	if (daemon->pid == 0)
		run(arguments, ends[1], daemon->log);
	close(ends[1]);
	daemon->out = fdopen(ends[0], "r");
}

static int wait_for(struct daemon *daemon)
{
	int status = 0;

	waitpid(daemon->pid, &status, 0);
	fclose(daemon->out);
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static void make_folder(struct daemon *daemon)
{
	host_make_folder(daemon->folder);
	snprintf(daemon->log, sizeof(daemon->log), "%s/log", daemon->folder);
}

/* Start it on its folder and wait until it listens. */
static void serve(struct daemon *daemon, const char *more)
{
	const char *const arguments[] = {"--listen",     "127.0.0.1:0", "--data",
					 daemon->folder, more,          NULL};
	char line[LINE_BYTES];

	start(daemon, arguments);
	cr_assert(fgets(line, sizeof(line), daemon->out), "it says nothing");
	cr_assert(strncmp(line, "listening on http://127.0.0.1:", 30) == 0, "%s", line);
	daemon->port = atoi(line + 30);
	cr_assert_gt(daemon->port, 0);
}

/* Stop it as an administrator does. Returns its exit status. */
static int stop(struct daemon *daemon)
{
	kill(daemon->pid, SIGTERM);
	return wait_for(daemon);
}

static char *read_log(const struct daemon *daemon)
{
	static char text[65536];
	FILE *file = fopen(daemon->log, "r");
	size_t size = file ? fread(text, 1, sizeof(text) - 1, file) : 0;

	text[size] = '\0';
	if (file)
		fclose(file);
	return text;
}

/* ---- a game that survives ---- */

/* The part of a link behind "#seat=" or "#join=": a game and a secret. */
static void read_link(struct daemon *daemon, const char *kind, char game[64], char secret[128])
{
	char line[LINE_BYTES];
	const char *at = NULL;

	while (!at && fgets(line, sizeof(line), daemon->out))
		at = strstr(line, kind);
	cr_assert(at, "no link with %s", kind);
	cr_assert_eq(sscanf(at + strlen(kind), "%36[^.].%100s", game, secret), 2, "%s", line);
}

static int ask_status(const struct daemon *daemon, const char *path, const char *token,
		      const char *body)
{
	struct ask ask = {.path = path, .token = token, .key = "uuid", .body = body};
	struct reply reply = client_ask(daemon->port, &ask);
	int status = reply.status;

	reply_free(&reply);
	return status;
}

Test(daemon, a_demo_game_has_two_links_and_outlives_the_daemon)
{
	struct daemon daemon = {0};
	char game[64], token[128], code[128], path[128], body[160], line[LINE_BYTES] = "";

	make_folder(&daemon);
	serve(&daemon, "--demo");
	while (!strstr(line, "a demo game") && fgets(line, sizeof(line), daemon.out))
		continue;
	cr_expect(strstr(line, "\"First charge\""), "a newcomer begins with another: %s", line);
	read_link(&daemon, "/#seat=", game, token);
	read_link(&daemon, "/#join=", game, code);
	snprintf(path, sizeof(path), "/v1/games/%s/actions", game);
	cr_expect_eq(ask_status(&daemon, path, token, NULL), 200);
	snprintf(path, sizeof(path), "/v1/games/%s/seats", game);
	snprintf(body, sizeof(body), "{\"code\":\"%s\"}", code);
	cr_expect_eq(ask_status(&daemon, path, NULL, body), 201);
	cr_expect_eq(ask_status(&daemon, path, NULL, body), 409, "it works once");
	cr_expect_eq(stop(&daemon), 0);

	serve(&daemon, NULL);
	snprintf(path, sizeof(path), "/v1/games/%s/actions", game);
	cr_expect_eq(ask_status(&daemon, path, token, "{\"type\":\"resign\"}"), 200);
	cr_expect_eq(ask_status(&daemon, path, token, "{\"type\":\"pass\"}"), 409);
	cr_expect_eq(stop(&daemon), 0);
	/* No secret was ever written to the log. */
	const char *log = read_log(&daemon);

	cr_expect(strstr(log, "\"message\":\"stopping\""));
	cr_expect_null(strstr(log, token));
	cr_expect_null(strstr(log, code));
	cr_expect_null(strstr(log, "pn_"));
	cr_expect_null(strstr(log, "\"level\":\"error\""), "%s", log);
	host_remove_folder(daemon.folder);
}

Test(daemon, a_folder_has_one_daemon)
{
	struct daemon first = {0}, second = {0};
	char pid[32];

	make_folder(&first);
	serve(&first, NULL);
	second = first;
	snprintf(second.log, sizeof(second.log), "%s/second", first.folder);
	start(&second,
	      (const char *const[]){"--listen", "127.0.0.1:0", "--data", first.folder, NULL});
	cr_expect_eq(wait_for(&second), 1);
	snprintf(pid, sizeof(pid), "the process %d", first.pid);
	cr_expect(strstr(read_log(&second), pid), "%s", read_log(&second));
	cr_expect_eq(ask_status(&first, "/healthz", NULL, NULL), 200);
	cr_expect_eq(stop(&first), 0);
	host_remove_folder(first.folder);
}

Test(daemon, a_signal_that_ends_it_lets_it_drain)
{
	static const int ends[] = {SIGTERM, SIGINT, SIGHUP, SIGQUIT};
	static const int ignored[] = {SIGUSR1, SIGUSR2, SIGPIPE};

	for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); i++) {
		struct daemon daemon = {0};

		make_folder(&daemon);
		serve(&daemon, NULL);
		for (size_t at = 0; at < sizeof(ignored) / sizeof(ignored[0]); at++)
			kill(daemon.pid, ignored[at]);
		cr_expect_eq(ask_status(&daemon, "/healthz", NULL, NULL), 200);
		kill(daemon.pid, ends[i]);
		cr_expect_eq(wait_for(&daemon), 0, "%s", strsignal(ends[i]));
		cr_expect_not_null(strstr(read_log(&daemon), "everything is on disk"), "%s",
				   strsignal(ends[i]));
		host_remove_folder(daemon.folder);
	}
}

/* As nohup starts it. */
Test(daemon, a_closed_terminal_is_ignored_when_it_was_told_to)
{
	struct daemon daemon = {0};

	make_folder(&daemon);
	signal(SIGHUP, SIG_IGN);
	serve(&daemon, NULL);
	signal(SIGHUP, SIG_DFL);
	kill(daemon.pid, SIGHUP);
	cr_expect_eq(ask_status(&daemon, "/healthz", NULL, NULL), 200);
	cr_expect_eq(stop(&daemon), 0);
	host_remove_folder(daemon.folder);
}

Test(daemon, metrics_have_an_address_of_their_own)
{
	static const char says[] = "metrics on http://127.0.0.1:";
	struct daemon daemon = {0};
	char line[LINE_BYTES];

	make_folder(&daemon);
	serve(&daemon, "--metrics-listen=0");
	cr_assert(fgets(line, sizeof(line), daemon.out));
	cr_assert(strncmp(line, says, sizeof(says) - 1) == 0, "%s", line);
	cr_expect_not_null(strstr(line, "/metrics\n"), "%s", line);
	struct reply reply =
		client_ask(atoi(line + sizeof(says) - 1), &(struct ask){.path = "/metrics"});

	cr_expect_eq(reply.status, 200);
	cr_expect_not_null(strstr(reply.body.bytes, "\nprocess_open_fds "));
	reply_free(&reply);
	cr_expect_eq(stop(&daemon), 0);
	host_remove_folder(daemon.folder);
}

/* ---- what the log says of requests ---- */

/* The line of the log that names this request, decoded; NULL without one. */
static json_t *find_line(const struct daemon *daemon, const char *id)
{
	char wanted[96], text[LINE_BYTES];
	const char *log = read_log(daemon);

	snprintf(wanted, sizeof(wanted), "\"request\":\"%s\"", id);
	const char *line = strstr(log, wanted);

	while (line && line > log && line[-1] != '\n')
		line--;
	snprintf(text, sizeof(text), "%.*s", line ? (int)strcspn(line, "\n") : 0, line ? line : "");
	return json_loads(text, 0, NULL);
}

/* Ask, and look for a line with the id that the answer tells. `level` NULL: there is none. */
static void check_logged(const struct daemon *daemon, const struct ask *ask, int status,
			 const char *level)
{
	struct reply reply = client_ask(daemon->port, ask);
	char id[64], named[96];

	snprintf(id, sizeof(id), "%s", reply_header(&reply, "X-Request-Id"));
	snprintf(named, sizeof(named), "\"instance\":\"urn:uuid:%s\"", id);
	cr_expect_eq(strlen(id), (size_t)36, "%s", ask->path);
	cr_expect_eq(reply.status, status, "%s: %d", ask->path, reply.status);
	if (status >= 400)
		cr_expect_not_null(strstr(reply.body.bytes, named), "%s", reply.body.bytes);
	json_t *line = find_line(daemon, id);

	cr_expect_eq(line != NULL, level != NULL, "%s", ask->path);
	if (line && level) {
		cr_expect_str_eq(json_string_value(json_object_get(line, "level")), level);
		cr_expect_eq(json_integer_value(json_object_get(line, "status")), status);
	}
	json_decref(line);
	reply_free(&reply);
}

static const struct ask guess = {.path = "/v1/me", .token = "pn_player_guessed"};
static const struct ask harmless = {.path = "/v1/server"}, lost = {.path = "/v1/nothing"};

Test(daemon, the_log_names_what_attacks_and_no_more)
{
	struct daemon daemon = {0};

	make_folder(&daemon);
	serve(&daemon, NULL);
	check_logged(&daemon, &guess, 401, "warning");
	check_logged(&daemon, &(struct ask){.path = "/v1/games/%2e"}, 400, "warning");
	check_logged(&daemon, &(struct ask){.path = "/v1/me", .headers = "X(y): z\r\n"}, 400,
		     "warning");
	check_logged(&daemon, &harmless, 200, NULL);
	check_logged(&daemon, &lost, 404, NULL);
	cr_expect_null(strstr(read_log(&daemon), guess.token));
	cr_expect_eq(stop(&daemon), 0);
	host_remove_folder(daemon.folder);
}

Test(daemon, the_log_names_each_request_when_it_is_told_to)
{
	struct daemon daemon = {0};

	make_folder(&daemon);
	serve(&daemon, "--log-level=debug");
	check_logged(&daemon, &harmless, 200, "debug");
	check_logged(&daemon, &lost, 404, "debug");
	check_logged(&daemon, &guess, 401, "warning");
	cr_expect_eq(stop(&daemon), 0);
	host_remove_folder(daemon.folder);
}

/* A caller who sends refused requests without end does not fill the disk with the log. */
Test(daemon, the_log_does_not_grow_as_fast_as_one_asks)
{
	enum { TRIES = 400 };
	struct daemon daemon = {0};
	unsigned lines = 0;

	make_folder(&daemon);
	serve(&daemon, NULL);
	int64_t begun = platform_real.steady_ms(NULL);

	for (int i = 0; i < TRIES; i++) {
		struct reply reply = client_ask(daemon.port, &guess);

		reply_free(&reply);
	}
	int64_t seconds = (platform_real.steady_ms(NULL) - begun) / 1000 + 2;

	for (const char *at = read_log(&daemon); (at = strstr(at, "\"status\":401")); at++)
		lines++;
	cr_expect_gt(lines, 0u);
	cr_expect_leq(lines, (unsigned)(LOG_REQUESTS_PER_SECOND * seconds));
	cr_expect_eq(stop(&daemon), 0);
	host_remove_folder(daemon.folder);
}

Test(daemon, healthcheck)
{
	struct daemon daemon = {0}, check = {0};
	char listen[32];

	make_folder(&daemon);
	serve(&daemon, NULL);
	check = daemon;
	snprintf(listen, sizeof(listen), "127.0.0.1:%d", daemon.port);
	start(&check, (const char *const[]){"--healthcheck", "--listen", listen, NULL});
	cr_expect_eq(wait_for(&check), 0);
	start(&check, (const char *const[]){"--healthcheck", "--data", daemon.folder, NULL});
	cr_expect_eq(wait_for(&check), 0, "it finds the port by the folder");
	cr_expect_eq(stop(&daemon), 0);
	start(&check, (const char *const[]){"--healthcheck", "--listen", listen, NULL});
	cr_expect_eq(wait_for(&check), 1);
	/* One that was killed still says where it listened. */
	serve(&daemon, NULL);
	kill(daemon.pid, SIGKILL);
	wait_for(&daemon);
	start(&check, (const char *const[]){"--healthcheck", "--data", daemon.folder, NULL});
	cr_expect_eq(wait_for(&check), 1);
	host_remove_folder(daemon.folder);
}

struct start_row {
	const char *arguments[4];
	int status;
	const char *says; /* on standard error */
};

Test(daemon, what_it_cannot_start_with_is_told)
{
	static const struct start_row rows[] = {
		{{"--lissen"}, 2, "--lissen"},
		{{"--listen", "nowhere"}, 1, "nowhere"},
		{{"--listen", "127.0.0.1:99999"}, 1, "127.0.0.1:99999"},
		{{"--listen", "192.0.2.1:0"}, 1, "192.0.2.1:0"},
		{{"--help"}, 0, NULL},
		{{"--version"}, 0, NULL},
	};
	struct daemon daemon = {0};
	char line[LINE_BYTES] = "";

	make_folder(&daemon);
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		const char *list[ARGUMENTS_MAX] = {"--data", daemon.folder};

		memcpy(list + 2, rows[i].arguments, sizeof(rows[i].arguments));
		start(&daemon, list);
		if (rows[i].status == 0)
			cr_expect(fgets(line, sizeof(line), daemon.out) && strstr(line, "pennond"));
		cr_expect_eq(wait_for(&daemon), rows[i].status, "%s", rows[i].arguments[0]);
		if (rows[i].says)
			cr_expect(strstr(read_log(&daemon), rows[i].says), "%s", rows[i].says);
	}
	host_remove_folder(daemon.folder);
}

/* Many answers are on their way when it is told to stop; each that began is whole. */
Test(daemon, stopping_answers_what_has_begun)
{
	enum { ASKERS = 16 };
	struct daemon daemon = {0};
	int fd[ASKERS];
	struct reply reply;

	make_folder(&daemon);
	serve(&daemon, NULL);
	for (int i = 0; i < ASKERS; i++) {
		struct ask ask = {.path = "/v1/games",
				  .key = "uuid",
				  .body = "{\"scenario\":\"first-charge\",\"side\":\"red\"}"};

		fd[i] = client_connect(daemon.port);
		cr_expect(client_request(fd[i], &ask));
	}
	/* The first answer shows that requests are being read. */
	cr_expect(client_read(fd[0], &reply, false));
	reply_free(&reply);
	cr_expect_eq(stop(&daemon), 0, "%s", read_log(&daemon));
	for (int i = 1; i < ASKERS; i++) {
		if (client_read(fd[i], &reply, false))
			cr_expect(reply.status == 201 || reply.status == 503, "%d", reply.status);
		reply_free(&reply);
	}
	for (int i = 0; i < ASKERS; i++)
		close(fd[i]);
	cr_expect_null(strstr(read_log(&daemon), "\"level\":\"error\""));
	host_remove_folder(daemon.folder);
}
