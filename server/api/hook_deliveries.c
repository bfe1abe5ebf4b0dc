/* Tag "hooks": what a hook was told, what came of that, and the same once more. */

#include <stdlib.h>
#include <string.h>

#include "api/api.h"
#include "api/hook.h"
#include "base/write.h"
#include "notify/letter.h"

static void write_delivery(struct text *out, const struct delivery_facts *delivery)
{
	const char *state = delivery->next_ms ? "waiting" : delivery->good ? "told" : "failed";

	write_byte(out, '{');
	write_key_integer(out, "attempts", delivery->attempts);
	write_key_name(out, "delivery", delivery->id);
	if (delivery->kind != NOTICE_TEST)
		write_key_name(out, "game", delivery->game);
	hook_write_heard(out, delivery->status, delivery->heard_ms);
	write_key(out, "made");
	write_time(out, delivery->made_ms);
	if (delivery->next_ms) {
		write_key(out, "next");
		write_time(out, delivery->next_ms);
	}
	write_key_name(out, "state", state);
	write_key_name(out, "type", notice_kind_name((enum notice_kind)delivery->kind));
	write_byte(out, '}');
}

static struct delivery_facts *room_for_deliveries(struct request *request)
{
	struct delivery_facts *room = request->memory = calloc(STORE_DELIVERIES_MAX, sizeof(*room));

	if (!room)
		abort();
	return room;
}

/* All that are remembered of the hook asked for. False: request->job.problem says why not. */
static bool load(struct request *request, struct delivery_facts *out, size_t *count)
{
	char owner[GAME_ID_BYTES];
	struct hook_facts hook;

	hook_owner(request, owner);
	if (!hook_find(request, owner, &hook))
		return false;
	if (service_deliveries(request->app->service, owner, hook.id, out, count))
		return true;
	request->job.problem = PROBLEM_STORE_FAILED;
	return false;
}

enum handled list_deliveries(struct request *request, struct response *response)
{
	struct delivery_facts *delivery = room_for_deliveries(request);
	struct text *out = &response->body;
	size_t count;

	if (!load(request, delivery, &count))
		return response_refuse(request, response, request->job.problem, "");
	write_byte(out, '{');
	write_key(out, "deliveries");
	write_byte(out, '[');
	for (size_t i = 0; i < count; i++) {
		write_item(out);
		write_delivery(out, &delivery[i]);
	}
	text_add_string(out, "]}");
	return api_tagged(request, response);
}

static enum handled sent(struct request *request, struct response *response)
{
	struct delivery_facts again = *request->job.hook.again;

	if (request->job.problem != PROBLEM_NONE)
		return api_job_problem(request, response);
	again.next_ms = service_now_ms(request->app->service);
	write_delivery(&response->body, &again);
	return response_json(response, 200);
}

enum handled send_delivery(struct request *request, struct response *response)
{
	struct delivery_facts *delivery = room_for_deliveries(request);
	const char *id = request->parameter[request->route->auth == AUTH_SEAT ? 2 : 1];
	size_t count, at = 0;

	if (!load(request, delivery, &count))
		return response_refuse(request, response, request->job.problem, "");
	while (at < count && strcmp(delivery[at].id, id) != 0)
		at++;
	if (at == count)
		return response_refuse(request, response, PROBLEM_NO_SUCH_DELIVERY, "");
	if (!hook_begin(request, response, HOOK_AGAIN))
		return HANDLED;
	request->job.hook.again = &delivery[at];
	return request_submit(request, response, sent);
}
