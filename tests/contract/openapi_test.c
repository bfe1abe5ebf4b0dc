/* The API's description against the server's tables, in both directions: routes, who may
 * ask, parameters, codes of problems, and every list of names that both have. */

#include <criterion/criterion.h>
#include <stdio.h>

#include "description.h"
#include "pennon/rules.h"

static bool has_text(const json_t *list, const char *text)
{
	size_t index;
	json_t *one;

	json_array_foreach(list, index, one)
	{
		if (strcmp(json_string_value(one), text) == 0)
			return true;
	}
	return false;
}

Test(openapi, it_is_of_this_version)
{
	json_t *document = description_load();

	cr_expect_str_eq(json_string_value(json_object_get(document, "openapi")), "3.1.0");
	cr_expect_str_eq(json_string_value(schema_find(document, "#/info/version")),
			 PENNON_VERSION);
	json_decref(document);
}

Test(openapi, every_route_is_described)
{
	json_t *document = description_load();

	for (size_t i = 0; i < routes_count; i++) {
		const json_t *operation = description_operation(document, &routes[i]);

		cr_assert(operation, "%s %s", router_method_name(routes[i].method), routes[i].path);
		cr_expect_str_eq(json_string_value(json_object_get(operation, "operationId")),
				 routes[i].operation);
	}
	json_decref(document);
}

Test(openapi, everything_described_is_a_route)
{
	json_t *document = description_load(), *path, *operation;
	const char *url, *method;

	json_object_foreach(json_object_get(document, "paths"), url, path)
	{
		json_object_foreach(path, method, operation)
		{
			const char *id =
				json_string_value(json_object_get(operation, "operationId"));
			const struct route *route = description_route(id);

			cr_assert(route, "%s", id);
			cr_expect_str_eq(route->path, url);
			cr_expect(strcasecmp(router_method_name(route->method), method) == 0, "%s",
				  id);
		}
	}
	json_decref(document);
}

/* The parameter of an operation, whatever it is written as. */
static const json_t *find_parameter(const json_t *document, const json_t *operation, const char *in,
				    const char *name)
{
	size_t index;
	json_t *parameter;

	json_array_foreach(json_object_get(operation, "parameters"), index, parameter)
	{
		const char *reference = json_string_value(json_object_get(parameter, "$ref"));

		if (reference)
			parameter = schema_find(document, reference);
		if (strcmp(json_string_value(json_object_get(parameter, "in")), in) == 0 &&
		    strcmp(json_string_value(json_object_get(parameter, "name")), name) == 0)
			return parameter;
	}
	return NULL;
}

Test(openapi, who_may_ask)
{
	/* In the order of enum route_auth. */
	static const char *const wanted[] = {"[]",
					     "[{},{\"seat\":[]}]",
					     "[{\"seat\":[]}]",
					     "[{},{\"operator\":[]}]",
					     "[{},{\"player\":[]}]",
					     "[{\"player\":[]}]",
					     "[{\"operator\":[]}]",
					     "[{\"player\":[]},{\"operator\":[]}]",
					     "[{\"app\":[]}]"};
	json_t *document = description_load();

	for (size_t i = 0; i < routes_count; i++) {
		const json_t *operation = description_operation(document, &routes[i]);
		char *security = json_dumps(json_object_get(operation, "security"), JSON_COMPACT);

		const char *as = wanted[routes[i].auth];
		char text[128];

		/* Where a grant reaches an app may ask, too. */
		if (router_grant(&routes[i]))
			snprintf(text, sizeof(text), "%.*s,{\"app\":[]}]", (int)strlen(as) - 1, as);
		else
			snprintf(text, sizeof(text), "%s", as);
		cr_expect_str_eq(security, text, "%s", routes[i].operation);
		cr_expect_eq(find_parameter(document, operation, "header", "Pennon-Grant") != NULL,
			     router_grant(&routes[i]) != 0, "%s", routes[i].operation);
		free(security);
	}
	json_decref(document);
}

/* ---- parameters and bodies ---- */

static size_t count_parameters(const json_t *document, const json_t *operation, const char *in)
{
	size_t index, count = 0;
	json_t *parameter;

	json_array_foreach(json_object_get(operation, "parameters"), index, parameter)
	{
		const char *reference = json_string_value(json_object_get(parameter, "$ref"));

		if (reference)
			parameter = schema_find(document, reference);
		cr_assert(parameter, "%s", reference);
		count += strcmp(json_string_value(json_object_get(parameter, "in")), in) == 0;
	}
	return count;
}

Test(openapi, parameters_and_bodies)
{
	static const char *const names[] = {
#define X(name, wire) wire,
		QUERY_PARAMETERS(X)
#undef X
	};
	json_t *document = description_load();

	for (size_t i = 0; i < routes_count; i++) {
		const json_t *operation = description_operation(document, &routes[i]);
		const char *brace = routes[i].path;
		size_t queries = 0, braces = 0;
		char name[32];

		for (size_t k = 0; k < QUERY_COUNT; k++) {
			bool taken = routes[i].query >> k & 1;

			queries += taken;
			cr_expect_eq(find_parameter(document, operation, "query", names[k]) != NULL,
				     taken, "%s: %s", routes[i].operation, names[k]);
		}
		cr_expect_eq(count_parameters(document, operation, "query"), queries);
		while ((brace = strchr(brace, '{'))) {
			snprintf(name, sizeof(name), "%.*s", (int)strcspn(brace + 1, "}"),
				 brace + 1);
			cr_expect(find_parameter(document, operation, "path", name), "%s", name);
			braces++;
			brace++;
		}
		cr_expect_eq(count_parameters(document, operation, "path"), braces);
		cr_expect_eq(find_parameter(document, operation, "header", "Idempotency-Key") !=
				     NULL,
			     (routes[i].flags & (ROUTE_KEY | ROUTE_MAY_KEY)) != 0, "%s",
			     routes[i].operation);
		cr_expect_eq(json_object_get(operation, "requestBody") != NULL,
			     routes[i].body_max > 0, "%s", routes[i].operation);
	}
	json_decref(document);
}

/* ---- problems ---- */

/* What every route may answer is said once, not at each operation. */
static bool is_common(enum problem_code code)
{
	return code == PROBLEM_BAD_PATH || code == PROBLEM_BAD_QUERY ||
	       code == PROBLEM_BAD_HEADER || code == PROBLEM_BODY_TOO_LARGE ||
	       code == PROBLEM_BUSY || code == PROBLEM_TOO_MANY;
}

Test(openapi, problems_of_each_route)
{
	json_t *document = description_load();

	for (size_t i = 0; i < routes_count; i++) {
		const json_t *operation = description_operation(document, &routes[i]);
		const json_t *listed = json_object_get(operation, "x-problems");
		const json_t *responses = json_object_get(operation, "responses");
		problem_set problems = router_problems(&routes[i]);
		size_t own = 0;
		bool statuses[600] = {false};
		const char *key;
		json_t *response;

		for (int code = PROBLEM_NONE + 1; code < PROBLEM_COUNT; code++) {
			bool may = (problems & PROBLEM_BIT(code)) != 0;

			if (may)
				statuses[problem_status((enum problem_code)code)] = true;
			if (is_common((enum problem_code)code))
				continue;
			own += may;
			cr_expect_eq(has_text(listed, problem_wire((enum problem_code)code)), may,
				     "%s: %s", routes[i].operation,
				     problem_wire((enum problem_code)code));
		}
		cr_expect_eq(json_array_size(listed), own, "%s", routes[i].operation);
		json_object_foreach((json_t *)(uintptr_t)responses, key, response)
		{
			if (atoi(key) >= 400)
				cr_expect(statuses[atoi(key)], "%s: %s", routes[i].operation, key);
			statuses[atoi(key)] = false;
		}
		for (int status = 400; status < 600; status++)
			cr_expect_not(statuses[status], "%s: %d is missing", routes[i].operation,
				      status);
	}
	json_decref(document);
}

/* ---- lists of names that both have ---- */

static const char *const problem_names[] = {
#define X(name, wire, status, title) wire,
	PROBLEMS(X)
#undef X
};
static const char *const refusal_names[] = {
#define X(name, wire) wire,
	PN_REFUSALS(X)
#undef X
};
static const char *const event_names[] = {
#define X(name, wire) wire,
	PN_EVENT_KINDS(X)
#undef X
};
static const char *const command_names[] = {
#define X(name, wire) wire,
	PN_COMMAND_KINDS(X)
#undef X
};
static const char *const group_names[] = {
#define X(name, wire) wire,
	PN_ACTION_GROUPS(X)
#undef X
};
static const char *const ending_names[] = {
#define X(name, wire) wire,
	PN_ENDINGS(X)
#undef X
};
static const char *const manner_names[] = {
#define X(name, wire) wire,
	PN_MANNERS(X)
#undef X
};
static const char *const count_names[] = {
#define X(name, wire) wire,
	PN_COUNTS(X)
#undef X
};

static void expect_names(const json_t *list, const char *const *names, size_t count,
			 const char *what)
{
	cr_expect_eq(json_array_size(list), count, "%s: %zu, not %zu", what, json_array_size(list),
		     count);
	for (size_t i = 0; i < count; i++)
		cr_expect(has_text(list, names[i]), "%s: %s", what, names[i]);
}

#define NAMES_FROM(list, first) (list) + (first), sizeof(list) / sizeof((list)[0]) - (first)

/* The constants that a member has in the alternatives of a schema. */
static json_t *gather(const json_t *document, const char *schema, const char *member)
{
	char reference[128];
	json_t *found = json_array(), *alternative;
	size_t index;

	snprintf(reference, sizeof(reference), "#/components/schemas/%s/oneOf", schema);
	json_array_foreach(schema_find(document, reference), index, alternative)
	{
		const json_t *inner = schema_member(document, alternative, member);

		if (json_object_get(inner, "const"))
			json_array_append(found, json_object_get(inner, "const"));
		json_array_extend(found, json_object_get(inner, "enum"));
	}
	return found;
}

Test(openapi, lists_of_names)
{
	json_t *document = description_load();
	json_t *commands = gather(document, "Command", "type");
	json_t *events = gather(document, "Event", "type");
	const json_t *moved = schema_find(document, "#/components/schemas/MovedEvent");
	const json_t *manners = json_object_get(schema_member(document, moved, "manner"), "enum");

	/* The first of some lists means that all is well. */
	expect_names(schema_find(document, "#/components/schemas/ProblemCode/enum"),
		     NAMES_FROM(problem_names, 1), "ProblemCode");
	expect_names(schema_find(document, "#/components/schemas/Refusal/enum"),
		     NAMES_FROM(refusal_names, 1), "Refusal");
	expect_names(events, NAMES_FROM(event_names, 0), "Event");
	expect_names(commands, NAMES_FROM(command_names, 0), "Command");
	expect_names(schema_find(document, "#/components/schemas/Offer/properties/group/enum"),
		     NAMES_FROM(group_names, 0), "Offer.group");
	expect_names(schema_find(document, "#/components/schemas/Ends/properties/count/enum"),
		     NAMES_FROM(count_names, 0), "Ends.count");
	expect_names(schema_find(document, "#/components/schemas/Game/properties/result/properties/"
					   "reason/enum"),
		     NAMES_FROM(ending_names, 0), "Game.result");
	expect_names(manners, NAMES_FROM(manner_names, 0), "moved.manner");
	json_decref(commands);
	json_decref(events);
	json_decref(document);
}

Test(openapi, schemas_say_nothing_unknown)
{
	json_t *document = description_load(), *schema;
	char why[SCHEMA_WHY_BYTES];
	const char *name;

	json_object_foreach(schema_find(document, "#/components/schemas"), name, schema)
	{
		cr_expect(schema_is_known(document, schema, why), "%s: %s", name, why);
	}
	json_decref(document);
}
