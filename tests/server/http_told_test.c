/* A page of events as sentences: listEvents with "Accept: text/plain". */

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "http_stage.h"

static struct stage stage;

static void open_stage(void)
{
	stage_open(&stage);
}

static void close_stage(void)
{
	cr_expect_eq(http_host_errors(), 0);
	text_free(&stage.before);
	http_host_close(&stage.server);
}

TestSuite(http_told, .init = open_stage, .fini = close_stage);

static struct reply ask(pn_side viewer, const char *rest, const char *headers)
{
	struct ask ask = {.path = http_path(&stage.hosted, rest),
			  .token = viewer < PN_SIDES ? stage.hosted.token[viewer] : NULL,
			  .headers = headers};

	return client_ask(stage.server.port, &ask);
}

Test(http_told, in_the_language_that_is_liked)
{
	struct reply english = ask(PN_RED, "/events", "Accept: text/plain\r\n");
	struct reply german =
		ask(PN_RED, "/events", "Accept: text/plain\r\nAccept-Language: de\r\n");

	cr_assert_eq(english.status, 200);
	cr_expect(strstr(english.head.bytes, "text/plain; charset=utf-8"));
	cr_expect(strstr(english.body.bytes, "Turn 1 begins.\n"), "%s", english.body.bytes);
	cr_expect(strstr(german.head.bytes, "Content-Language: de"), "%s", german.head.bytes);
	cr_expect(strstr(german.body.bytes, "Zug 1 beginnt."), "%s", german.body.bytes);
	reply_free(&english);
	reply_free(&german);
}

Test(http_told, a_page_says_where_the_next_begins)
{
	struct reply page = ask(PN_RED, "/events?limit=1", "Accept: text/plain\r\n");
	struct reply rest = ask(PN_RED, "/events?after=1", "Accept: text/plain\r\n");
	struct reply all = ask(PN_RED, "/events", "Accept: text/plain\r\n");

	cr_assert_eq(page.status, 200);
	cr_expect(strstr(page.body.bytes, "after=1\n"), "%s", page.body.bytes);
	cr_expect_not(strstr(all.body.bytes, "after="), "%s", all.body.bytes);
	cr_expect(strstr(all.body.bytes, rest.body.bytes), "%s", rest.body.bytes);
	reply_free(&page);
	reply_free(&rest);
	reply_free(&all);
}

Test(http_told, json_is_what_others_get)
{
	struct reply plain = ask(PN_PUBLIC, "/events", NULL);
	struct reply any = ask(PN_PUBLIC, "/events", "Accept: */*\r\n");

	cr_expect(strstr(plain.body.bytes, "{\"events\":["));
	cr_expect_str_eq(plain.body.bytes, any.body.bytes);
	reply_free(&plain);
	reply_free(&any);
}
