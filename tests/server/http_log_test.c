/* A server that cannot do what it should says of which request. */

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "http_host.h"

enum { KEPT = 8 };

static struct {
	char id[64], operation[64], problem[64];
	enum log_level level;
	int status;
} kept[KEPT];
static atomic_uint count;

static void keep(const struct log_request *request)
{
	unsigned at = atomic_fetch_add(&count, 1) % KEPT;

	snprintf(kept[at].id, sizeof(kept[at].id), "%s", request->id);
	snprintf(kept[at].operation, sizeof(kept[at].operation), "%s", request->operation);
	snprintf(kept[at].problem, sizeof(kept[at].problem), "%s", request->problem);
	kept[at].level = request->level;
	kept[at].status = request->status;
}

Test(http_log, names_each_request_that_the_server_failed)
{
	struct http_host server;
	struct pn_muster muster;

	http_host_open(&server, NULL);
	host_muster(&muster, PN_METHOD_LOSER_FIRST);
	struct hosted_game hosted = host_game(&server.host, &muster);

	server.app.log_request = keep;
	store_faulty_fail(&server.host.faulty, STORE_FULL, -1);
	struct reply reply =
		http_post(&server, &hosted, PN_RED, "/messages", "{\"text\":\"Well?\"}");
	char named[96];

	cr_expect_eq(reply.status, 503, "%d %s", reply.status, reply.body.bytes);
	cr_assert_eq(atomic_load(&count), 1);
	snprintf(named, sizeof(named), "\"instance\":\"urn:uuid:%s\"", kept[0].id);
	cr_expect_not_null(strstr(reply.body.bytes, named), "%s", reply.body.bytes);
	cr_expect_str_eq(kept[0].operation, "sendMessage");
	cr_expect_str_eq(kept[0].problem, "store_failed");
	cr_expect_eq(kept[0].level, LOG_WARNING);
	cr_expect_eq(kept[0].status, 503);
	reply_free(&reply);
	http_host_close(&server);
}
