/* The table of routes and the loop that reads it. A path is compared with each row
 * segment by segment; 404, 405 with Allow and the answer to OPTIONS fall out of the
 * same walk. */

#include "http/router.h"

#include "api/api.h"
#include "game/apps.h"

#include <stdio.h>
#include <string.h>

/* A row says KEY | OPENS, GET, SEAT and P(STALE); these make C of it. */
enum {
	KEY = ROUTE_KEY,
	MAY_KEY = ROUTE_MAY_KEY,
	UUID = ROUTE_KEY | ROUTE_UUID,
	UMPIRE = ROUTE_UMPIRE,
	OPENS = ROUTE_OPENS,
	NEWEST = ROUTE_NEWEST,
	MOVE = ROUTE_MOVE,
	MAKES = ROUTE_MAKES,
	READS = ROUTE_READS,
	WRITES = ROUTE_WRITES,
	SIGNED = ROUTE_SIGNED,
	LOOKS = ROUTE_LOOKS,
	ACTS = ROUTE_ACTS,
	TELLS = ROUTE_TELLS,
	ANY = ROUTE_ANY,
	CODE = ROUTE_CODE,
};
#define P(name) PROBLEM_BIT(PROBLEM_##name)
#define Q(name) QUERY_BIT(name)

const struct route routes[] = {
#define ROUTE(operation, handler, method, path, auth, flags, body, query, problems) \
	{#operation, path,  sizeof(path) - 1, HTTP_##method, AUTH_##auth, flags, \
	 body,       query, problems,         handler},
#include "http/routes.def"
#undef ROUTE
};
const size_t routes_count = sizeof(routes) / sizeof(routes[0]);

static const char *const method_names[] = {
	[HTTP_GET] = "GET",       [HTTP_POST] = "POST",   [HTTP_PUT] = "PUT",
	[HTTP_DELETE] = "DELETE", [HTTP_PATCH] = "PATCH",
};

/* Does the path fit the row's pattern? Fills the parameters on the way. */
static bool matches(const char *pattern, const char *path,
		    char parameter[REQUEST_PARAMETERS_MAX][LIMIT_PARAMETER_BYTES])
{
	size_t found = 0;

	while (*pattern) {
		if (*pattern != '{') {
			if (*pattern++ != *path++)
				return false;
			continue;
		}
		size_t size = strcspn(path, "/");
		if (size == 0 || size >= LIMIT_PARAMETER_BYTES || found == REQUEST_PARAMETERS_MAX)
			return false;
		memcpy(parameter[found], path, size);
		parameter[found++][size] = '\0';
		path += size;
		pattern += strcspn(pattern, "}") + 1;
	}
	return *path == '\0';
}

/* The last byte rules most rows out at once. */
static bool fits(const struct route *row, const char *path, size_t size,
		 char parameter[REQUEST_PARAMETERS_MAX][LIMIT_PARAMETER_BYTES])
{
	const char last = row->path[row->path_size - 1];

	return (last == '}' || (size > 0 && last == path[size - 1])) &&
	       matches(row->path, path, parameter);
}

struct route_match router_find(enum http_method method, const char *path,
			       char parameter[REQUEST_PARAMETERS_MAX][LIMIT_PARAMETER_BYTES])
{
	struct route_match match = {0};
	const size_t size = strlen(path);

	for (size_t row = 0; row < routes_count; row++) {
		if (routes[row].method == method && fits(&routes[row], path, size, parameter)) {
			match.route = &routes[row];
			match.allow = 1U << method;
			return match;
		}
	}
	for (size_t row = 0; row < routes_count; row++) {
		if (fits(&routes[row], path, size, parameter))
			match.allow |= 1U << routes[row].method;
	}
	return match;
}

void router_allow(unsigned allow, char *out, size_t size)
{
	int used = 0;

	out[0] = '\0';
	for (int method = 0; method < HTTP_METHODS; method++) {
		if (!(allow & 1U << method) || (size_t)used >= size)
			continue;
		used += snprintf(out + used, size - (size_t)used, "%s, %s", method_names[method],
				 method == HTTP_GET ? "HEAD, " : "");
	}
	if ((size_t)used < size)
		snprintf(out + used, size - (size_t)used, "OPTIONS");
}

enum http_method router_method(const char *name)
{
	if (strcmp(name, "HEAD") == 0)
		return HTTP_GET;
	for (int method = 0; method < HTTP_METHODS; method++) {
		if (strcmp(name, method_names[method]) == 0)
			return (enum http_method)method;
	}
	return HTTP_METHODS;
}

const char *router_method_name(enum http_method method)
{
	return method_names[method];
}

bool router_writes(const struct route *route)
{
	bool asks_who = route->auth == AUTH_VIEWER || route->auth == AUTH_SEAT ||
			route->auth == AUTH_GUEST || route->auth == AUTH_PLAYER ||
			route->auth == AUTH_MAKER;

	if (!asks_who)
		return false;
	return route->method == HTTP_GET ? (route->flags & ROUTE_WRITES) != 0
					 : !(route->flags & ROUTE_READS);
}

bool router_heeds_bearer(const struct route *route)
{
	return route->auth != AUTH_NONE || route->flags & ROUTE_CODE;
}

uint8_t router_grant(const struct route *route)
{
	if (route->flags & ROUTE_ACTS)
		return GRANT_ACT;
	if (route->flags & ROUTE_LOOKS)
		return GRANT_LOOK;
	return route->flags & ROUTE_TELLS ? GRANT_LOOK | GRANT_NOTIFY : 0;
}

problem_set router_problems(const struct route *route)
{
	problem_set problems = route->problems | P(BAD_PATH) | P(BAD_QUERY) | P(BAD_HEADER) |
			       P(BODY_TOO_LARGE) | P(BUSY) | P(TOO_MANY);

	bool is_public = route->auth == AUTH_NONE || route->auth == AUTH_LOCAL;

	bool asks_token = route->auth != AUTH_VIEWER && route->auth != AUTH_GUEST && !is_public;

	if (asks_token)
		problems |= P(NO_TOKEN);
	if (!is_public && route->auth != AUTH_APP && route->auth != AUTH_OPERATOR)
		problems |= P(NOT_GRANTED);
	if (router_grant(route))
		problems |= P(GRANT_REQUIRED) | P(BAD_GRANT);
	if (route->auth == AUTH_APP)
		problems |= P(APP_REQUIRED);
	if (router_writes(route))
		problems |= P(INSUFFICIENT_SCOPE);
	if (!is_public)
		problems |= P(UNKNOWN_TOKEN) | P(TOKEN_ENDED);
	if (route->auth == AUTH_SEAT || route->auth == AUTH_VIEWER)
		problems |= P(NOT_YOUR_GAME);
	if (route->auth == AUTH_VIEWER)
		problems |= P(PRIVATE_GAME);
	if (route->auth == AUTH_SEAT && !(route->flags & ROUTE_UMPIRE))
		problems |= P(NO_SIDE);
	if (route->auth == AUTH_GUEST || route->auth == AUTH_PLAYER || route->auth == AUTH_MAKER)
		problems |= P(PLAYER_REQUIRED);
	if (route->auth == AUTH_LOCAL)
		problems |= P(NO_SUCH_ROUTE);
	if (route->flags & ROUTE_OPENS)
		problems |= P(NO_SUCH_GAME) | P(GAME_PAUSED) | P(STORE_FAILED);
	if (route->flags & ROUTE_KEY)
		problems |= P(KEY_REQUIRED);
	if (route->flags & (ROUTE_KEY | ROUTE_MAY_KEY))
		problems |= P(KEY_REUSED) | P(KEY_IN_FLIGHT) | P(STORE_FAILED);
	if (route->body_max > 0 && !(route->flags & ROUTE_ANY))
		problems |= P(BAD_JSON) | P(BAD_MEMBER) | P(UNSUPPORTED_TYPE);
	return problems;
}
