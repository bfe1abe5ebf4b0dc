/* A server whose database is away: it shows nothing that may be old, keeps the streams that it has,
 * and goes on when the database is back. */

#include <criterion/criterion.h>
#include <unistd.h>

#include "http_host.h"

enum { PATIENCE_MS = 8000 };

static struct http_host server;
static struct hosted_game hosted;

static void begin(void)
{
	static struct pn_muster muster;
	struct http_limits limits = http_limits_default;

	limits.heartbeat_ms = 1000;
	http_host_open(&server, &limits);
	host_muster(&muster, PN_METHOD_LOSER_FIRST);
	hosted = host_game(&server.host, &muster);
}

static void end(void)
{
	http_host_close(&server);
}

TestSuite(http_away, .init = begin, .fini = end);

static void set_away(bool is_away)
{
	atomic_store(&server.host.faulty.is_away, is_away);
}

static int status_of(const char *path, const char *token, const char *body)
{
	const struct ask ask = {.path = path, .token = token, .key = "uuid", .body = body};
	struct reply reply = client_ask(server.port, &ask);
	const int status = reply.status;

	reply_free(&reply);
	return status;
}

Test(http_away, what_may_be_old_is_not_shown)
{
	static const char *const rests[] = {"", "/messages", "/events", "/actions", "/stream"};
	const char *red = hosted.token[PN_RED];

	set_away(true);
	for (size_t i = 0; i < sizeof(rests) / sizeof(rests[0]); i++) {
		cr_expect_eq(status_of(http_path(&hosted, rests[i]), red, NULL), 503, "%s",
			     rests[i]);
		cr_expect_eq(status_of(http_path(&hosted, rests[i]), NULL, NULL), 503, "%s",
			     rests[i]);
	}
	cr_expect_eq(status_of(http_path(&hosted, "/messages"), red, "{\"text\":\"now\"}"), 503);
	cr_expect_eq(status_of("/readyz", NULL, NULL), 503);
	cr_expect_eq(status_of("/healthz", NULL, NULL), 200);
	cr_expect_eq(status_of("/v1/rulesets", NULL, NULL), 200, "no database says that");
	set_away(false);
	cr_expect_eq(status_of("/readyz", NULL, NULL), 200);
	cr_expect_eq(status_of(http_path(&hosted, ""), red, NULL), 200);
}

Test(http_away, streams_are_kept_and_go_on)
{
	const struct ask ask = {.path = http_path(&hosted, "/stream"),
				.token = hosted.token[PN_BLUE]};
	struct text got = TEXT_EMPTY;
	const int fd = client_connect(server.port);
	struct random_source choices = {17};

	cr_assert(client_request(fd, &ask));
	cr_assert(client_read_until(fd, &got, ": heartbeat\n\n", PATIENCE_MS));
	set_away(true);
	text_clear(&got);
	cr_expect(client_read_until(fd, &got, ": heartbeat\n\n", PATIENCE_MS));
	text_clear(&got);
	cr_expect(client_read_until(fd, &got, ": heartbeat\n\n", PATIENCE_MS));
	set_away(false);
	text_clear(&got);
	host_play(&server.host, &hosted, &choices, 1);
	cr_expect(client_read_until(fd, &got, "\nid: ", PATIENCE_MS));
	text_free(&got);
	close(fd);
}
