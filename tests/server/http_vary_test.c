/* Which headers of a request its answer depends on, of every route that is read: whoever asks by
 * another token gets another answer exactly where Vary names Authorization. */

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app_stage.h"
#include "game/service_inside.h"
#include "http/router.h"

#define BATTLE "01234567-89ab-4def-8123-456789abcdef"

enum { CALLERS = 7, TEXT_BYTES = 96 };

/* A caller: a token, which may be an app's with a grant. */
struct caller_of {
	const char *token, *grant;
};

static char code[TOKEN_BYTES];
static struct caller_of callers[CALLERS];

/* A battle of Ann's that a link shows. */
static void show_battle(void)
{
	json_t *scenario = app_ask(200, "GET", "/v1/scenarios/first-charge", NULL, NULL);
	json_t *battle = json_pack("{s:i,s:s,s:O,s:O}", "format", 1, "name", "Hill", "ruleset",
				   json_object_get(scenario, "ruleset"), "muster",
				   json_object_get(scenario, "muster"));
	char *file = json_dumps(battle, 0);

	json_decref(app_ask(200, "PUT", "/v1/me/battles/" BATTLE, app_stage.ann, file));
	app_take(app_ask(200, "PUT", "/v1/me/battles/" BATTLE "/link", app_stage.ann, NULL),
		 "#/code", code, sizeof(code));
	free(file);
	json_decref(battle);
	json_decref(scenario);
}

static struct app_made made;

static void open_stage(void)
{
	app_stage_open(false);
	show_battle();
	made = app_make(app_stage.ann);
	callers[0] = (struct caller_of){NULL, NULL};
	callers[1] = (struct caller_of){app_stage.ann, NULL};
	callers[2] = (struct caller_of){app_stage.ben, NULL};
	callers[3] = (struct caller_of){code, NULL};
	callers[4] = (struct caller_of){app_stage.server.host.service->keys.operator_token, NULL};
	callers[5] = (struct caller_of){made.token,
					app_grant(app_stage.ann, &made, "", "\"look\",\"notify\"")};
	callers[6] = (struct caller_of){made.token,
					app_grant(app_stage.ben, &made, "", "\"look\",\"notify\"")};
}

TestSuite(http_vary, .init = open_stage, .fini = app_stage_close);

/* The path of a route, with something that there is for each parameter where there is such. */
static const char *path_of(const struct route *route)
{
	static char path[256];
	const struct {
		const char *parameter, *value;
	} values[] = {
		{"{game}", app_stage.game},
		{"{battle}", BATTLE},
		{"{ruleset}", "battlesystem-2e"},
		{"{scenario}", "first-charge"},
		{"{app}", made.id},
	};
	size_t size = 0;

	for (const char *at = route->path; *at;) {
		size_t skip = *at == '{' ? strcspn(at, "}") + 1 : 1;
		const char *value = "01234567-89ab-4def-8123-456789abcdee";

		for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++) {
			if (strncmp(at, values[i].parameter, skip) == 0 && skip > 1)
				value = values[i].value;
		}
		size += (size_t)snprintf(path + size, sizeof(path) - size, "%.*s",
					 skip > 1 ? (int)strlen(value) : 1, skip > 1 ? value : at);
		at += skip;
	}
	return path;
}

/* Of a stream the head alone: it has no end. */
static struct reply ask_as(const struct route *route, const struct caller_of *caller)
{
	bool is_stream = strstr(route->path, "stream") != NULL;
	char grant[TEXT_BYTES] = "";

	if (caller->grant)
		snprintf(grant, sizeof(grant), "Pennon-Grant: %s\r\n", caller->grant);
	return client_ask(app_stage.server.port, &(struct ask){.method = is_stream ? "HEAD" : "GET",
							       .path = path_of(route),
							       .token = caller->token,
							       .headers = grant});
}

/* The same but for the number of the request? */
static bool are_alike(const struct reply *a, const struct reply *b)
{
	static const char number[] = "\"instance\":\"urn:uuid:";
	const char *const one = a->body.bytes ? a->body.bytes : "";
	const char *const other = b->body.bytes ? b->body.bytes : "";
	const char *at = strstr(one, number);
	size_t before = at ? (size_t)(at - one) + sizeof(number) - 1 : strlen(one);

	if (a->status != b->status || strncmp(one, other, before) != 0)
		return false;
	return at ? strcmp(one + before + PLATFORM_ID_BYTES - 1,
			   other + before + PLATFORM_ID_BYTES - 1) == 0
		  : strlen(other) == before;
}

/* Do the answers of some callers, from `first` on, differ? Then each must name `header`. */
static bool check_named(const struct route *route, const char *header, size_t first)
{
	struct reply replies[CALLERS];
	bool differ = false;

	for (size_t i = first; i < CALLERS; i++) {
		replies[i] = ask_as(route, &callers[i]);
		cr_expect_neq(replies[i].status, 0, "%s", route->operation);
		differ |= !are_alike(&replies[first], &replies[i]);
	}
	for (size_t i = first; i < CALLERS; i++) {
		cr_expect(!differ || strstr(reply_header(&replies[i], "Vary"), header),
			  "%s, caller %zu, %d: %s", route->operation, i, replies[i].status,
			  reply_header(&replies[i], "Vary"));
		reply_free(&replies[i]);
	}
	return differ;
}

/* Figures and times are others each time, whoever asks. */
static bool is_steady(const struct route *route)
{
	struct reply first = ask_as(route, &callers[0]), again = ask_as(route, &callers[0]);
	bool steady = are_alike(&first, &again);

	reply_free(&first);
	reply_free(&again);
	return steady;
}

Test(http_vary, an_answer_that_depends_on_the_token_says_so)
{
	unsigned count = 0;

	for (const struct route *route = routes; route < routes + routes_count; route++) {
		if (route->method != HTTP_GET)
			continue;
		bool differ = check_named(route, "Authorization", 0);

		cr_expect(!is_steady(route) || differ == router_heeds_bearer(route), "%s: %d",
			  route->operation, differ);
		count += differ;
	}
	cr_expect_gt(count, 40u);
}

/* Of one app with one token, for two players. */
Test(http_vary, an_answer_that_depends_on_the_grant_says_so)
{
	unsigned count = 0;

	for (const struct route *route = routes; route < routes + routes_count; route++) {
		if (route->method == HTTP_GET && router_grant(route))
			count += check_named(route, "Pennon-Grant", CALLERS - 2);
	}
	cr_expect_gt(count, 4u);
}
