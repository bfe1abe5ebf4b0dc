#include "http_stage.h"

#include <criterion/criterion.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

#include "codec/words.h"

json_t *http_json(const struct http_host *server, int status, const struct ask *ask)
{
	struct reply reply = client_ask(server->port, ask);
	json_t *value = json_loads(reply.body.bytes ? reply.body.bytes : "{}", 0, NULL);

	cr_assert_eq(reply.status, status, "%s %s: %d %s", ask->method, ask->path, reply.status,
		     reply.body.bytes);
	reply_free(&reply);
	return value;
}

json_t *http_ask(const struct http_host *server, int status, const char *method, const char *path,
		 const char *token, const char *body)
{
	struct ask ask = {.method = method, .path = path, .token = token, .body = body};

	if (method[0] == 'P')
		ask.key = "uuid";
	return http_json(server, status, &ask);
}

/* All that anybody can see of the game: views with their tags, events. */
static void write_state(struct text *out, const struct stage *stage)
{
	static const char *const paths[] = {"", "/events?limit=500"};

	for (pn_side viewer = PN_RED; viewer <= PN_PUBLIC; viewer++) {
		for (size_t i = 0; i < 2; i++) {
			struct reply reply =
				http_get(&stage->server, &stage->hosted, viewer, paths[i]);

			cr_assert_eq(reply.status, 200);
			text_add_string(out, reply_header(&reply, "ETag"));
			text_add(out, reply.body.bytes, reply.body.size);
			reply_free(&reply);
		}
	}
}

static void make_player(struct stage *stage)
{
	struct job job = {.kind = JOB_PLAYER, .if_match = IF_MATCH_ANYTHING, .account.name = "Ann"};

	host_key(&stage->server.host, &job);
	cr_assert(host_run(&stage->server.host, &job));
	memcpy(stage->player, job.token, sizeof(stage->player));
}

void stage_open(struct stage *stage)
{
	struct pn_muster *muster = malloc(sizeof(*muster));

	http_host_open(&stage->server, NULL);
	host_muster(muster, PN_METHOD_LOSER_FIRST);
	stage->hosted = host_game(&stage->server.host, muster);
	stage->other = host_game(&stage->server.host, muster);
	make_player(stage);
	stage->before = TEXT_EMPTY;
	write_state(&stage->before, stage);
	free(muster);
}

void stage_close(struct stage *stage)
{
	struct text after = TEXT_EMPTY;

	write_state(&after, stage);
	cr_expect_str_eq(after.bytes, stage->before.bytes);
	cr_expect_eq(http_host_errors(), 0);
	text_free(&after);
	text_free(&stage->before);
	http_host_close(&stage->server);
}

static void expect_member(const json_t *problem, const char *member, const char *wanted,
			  const char *name)
{
	const char *value = json_string_value(json_object_get(problem, member));

	if (wanted)
		cr_expect(value && strcmp(value, wanted) == 0, "%s: %s is %s, not %s", name, member,
			  value ? value : "missing", wanted);
}

void expect_problem(struct reply *reply, struct wanted wanted, const char *name)
{
	json_t *problem = json_loads(reply->body.bytes ? reply->body.bytes : "", 0, NULL);
	const char *instance = json_string_value(json_object_get(problem, "instance"));

	cr_expect_eq(reply->status, wanted.status, "%s: status %d, not %d: %s", name, reply->status,
		     wanted.status, reply->body.bytes);
	cr_expect_str_eq(reply_header(reply, "Content-Type"), "application/problem+json", "%s",
			 name);
	expect_member(problem, "code", wanted.code, name);
	expect_member(problem, "pointer", wanted.pointer, name);
	expect_member(problem, "clause", wanted.clause, name);
	const char *key =
		json_string_value(json_object_get(json_object_get(problem, "words"), "key"));
	cr_expect(key && words_find(words_english(), key), "%s: no words for %s", name,
		  key ? key : "it");
	cr_expect(instance && strncmp(instance, "urn:uuid:", 9) == 0, "%s", name);
	cr_expect_eq(json_integer_value(json_object_get(problem, "status")), wanted.status, "%s",
		     name);
	json_decref(problem);
	reply_free(reply);
}

void stage_path(char out[128], const struct route *route, const struct stage *stage)
{
	const char *at = route->path;
	size_t used = 0;

	while (*at && used < 120) {
		size_t plain = strcspn(at, "{");
		bool is_game = strncmp(at + plain, "{game}", 6) == 0;
		const char *value = at[plain] == '\0' ? "" : is_game ? stage->hosted.game : "1";

		used += (size_t)snprintf(out + used, 128 - used, "%.*s%s", (int)plain, at, value);
		at += plain + strcspn(at + plain, "}");
		at += *at == '}';
	}
}
