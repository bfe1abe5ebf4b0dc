/* The table of routes: what a path and a method come to. */

#include <criterion/criterion.h>
#include <stdio.h>

#include "http/router.h"

struct found {
	const char *method, *path;
	const char *operation; /* NULL: none */
	const char *allow;     /* when there is none */
	const char *parameter;
};

static const struct found finds[] = {
	{"GET", "/v1/server", "getServer", NULL, NULL},
	{"HEAD", "/v1/server", "getServer", NULL, NULL},
	{"POST", "/v1/server", NULL, "GET, HEAD, OPTIONS", NULL},
	{"DELETE", "/v1/games", NULL, "GET, HEAD, POST, OPTIONS", NULL},
	{"POST", "/v1/games", "createGame", NULL, NULL},
	{"GET", "/v1/games/x", "getGame", NULL, "x"},
	{"GET", "/v1/games/x/actions", "listActions", NULL, "x"},
	{"POST", "/v1/games/abc-d/actions", "act", NULL, "abc-d"},
	{"DELETE", "/v1/games/x/actions", NULL, "GET, HEAD, POST, OPTIONS", NULL},
	{"BREW", "/v1/games/x/actions", NULL, "GET, HEAD, POST, OPTIONS", NULL},
	{"GET", "/v1/rulesets/battlesystem-2e", "getRuleset", NULL, "battlesystem-2e"},
	{"GET", "/v1/games/", NULL, "", NULL},
	{"GET", "/v1/games//actions", NULL, "", NULL},
	{"GET", "/v1/games/x/", NULL, "", NULL},
	{"GET", "/v1/games/x/actions/", NULL, "", NULL},
	{"GET", "/v1/gamesx", NULL, "", NULL},
	{"GET", "/v1", NULL, "", NULL},
	{"GET", "", NULL, "", NULL},
	{"get", "/v1/server", NULL, "GET, HEAD, OPTIONS", NULL},
	{"GET",
	 "/v1/games/0123456789012345678901234567890123456789012345678901234567890123"
	 "0123456789012345678901234567890123456789012345678901234567890123",
	 NULL, "", NULL},
};

Test(router, paths_and_methods)
{
	for (size_t i = 0; i < sizeof(finds) / sizeof(finds[0]); i++) {
		const struct found *row = &finds[i];
		char parameter[REQUEST_PARAMETERS_MAX][LIMIT_PARAMETER_BYTES] = {""};
		char allow[64] = "";
		struct route_match match =
			router_find(router_method(row->method), row->path, parameter);

		cr_expect_eq(match.route != NULL, row->operation != NULL, "%s %s", row->method,
			     row->path);
		if (match.route && row->operation)
			cr_expect_str_eq(match.route->operation, row->operation);
		if (match.route && row->parameter)
			cr_expect_str_eq(parameter[0], row->parameter);
		if (match.route)
			continue;
		if (match.allow)
			router_allow(match.allow, allow, sizeof(allow));
		cr_expect_str_eq(allow, row->allow, "%s %s: %s", row->method, row->path, allow);
	}
}

Test(router, no_two_rows_answer_the_same)
{
	for (size_t i = 0; i < routes_count; i++) {
		for (size_t k = 0; k < i; k++) {
			cr_expect(strcmp(routes[i].operation, routes[k].operation) != 0);
			cr_expect(routes[i].method != routes[k].method ||
				  strcmp(routes[i].path, routes[k].path) != 0);
		}
		cr_expect_leq(routes[i].body_max, LIMIT_BODY_BYTES);
		cr_expect(!(routes[i].flags & ROUTE_OPENS) || strstr(routes[i].path, "{game}"));
		cr_expect(routes[i].body_max == 0 || routes[i].method == HTTP_POST ||
			  routes[i].method == HTTP_PUT || routes[i].method == HTTP_PATCH);
	}
}

Test(router, an_allow_header_that_does_not_fit_is_cut)
{
	char allow[8];

	router_allow(0xff, allow, sizeof(allow));
	cr_expect_lt(strlen(allow), sizeof(allow));
}
