/* Tag "hooks": what the links of a mail ask for. The page posts it when somebody touches its
 * button, or a mail program by RFC 8058, which sends a body of its own. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/api.h"
#include "base/write.h"
#include "game/hooks.h"

static enum handled no_such_link(struct request *request, struct response *response)
{
	return response_refuse(request, response, PROBLEM_NO_SUCH_HOOK,
			       "The link is not ours, or the address is no longer told.");
}

static enum handled answered(struct request *request, struct response *response)
{
	if (request->job.problem != PROBLEM_NONE)
		return api_job_problem(request, response);
	write_byte(&response->body, '{');
	write_key_name(&response->body, "state",
		       request->job.hook.act == HOOK_STOP ? "off" : "good");
	write_byte(&response->body, '}');
	return response_json(response, 200);
}

/* The hook that a link names, if it still has the address that the link was sent to. */
static const struct hook_facts *find(struct service *service, const struct mail_link *link,
				     const struct hook_facts *hook, size_t count)
{
	uint8_t address[STORE_ADDRESS_BYTES];

	for (size_t i = 0; i < count; i++) {
		if (strcmp(hook[i].id, link->hook) != 0)
			continue;
		service_address(service, hook[i].url, address);
		return memcmp(address, link->address, sizeof(link->address)) == 0 ? &hook[i] : NULL;
	}
	return NULL;
}

static enum handled answer(struct request *request, struct response *response, enum hook_act act)
{
	struct service *service = request->app->service;
	struct hook_facts *hook = request->memory = calloc(HOOKS_MAX, sizeof(*hook));
	struct mail_link link;
	size_t count;

	if (!hook)
		abort();
	if (!service_mail_link(service, request->parameter[0], &link))
		return no_such_link(request, response);
	if (!service_hooks(service, link.player, hook, &count))
		return response_refuse(request, response, PROBLEM_STORE_FAILED, "");
	const struct hook_facts *named = find(service, &link, hook, count);
	if (!named || (act == HOOK_CONFIRM && named->state == STORE_HOOK_OFF))
		return no_such_link(request, response);
	api_job(request, JOB_HOOK);
	snprintf(request->job.id, GAME_ID_BYTES, "%s", link.hook);
	snprintf(request->job.player, GAME_ID_BYTES, "%s", link.player);
	request->job.hook = (struct job_hook){.act = (uint8_t)act, .url = named->url};
	return request_submit(request, response, answered);
}

enum handled confirm_mail(struct request *request, struct response *response)
{
	return answer(request, response, HOOK_CONFIRM);
}

enum handled stop_mail(struct request *request, struct response *response)
{
	return answer(request, response, HOOK_STOP);
}
