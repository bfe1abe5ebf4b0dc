/* Tag "operation": is it alive, can it write. metrics.c says what it has done. */

#include "api/api.h"
#include "base/write.h"
#include "game/service.h"

enum handled get_health(struct request *request, struct response *response)
{
	text_add_string(&response->body, "{\"status\":\"ok\"}");
	return response_json(response, 200);
}

enum handled get_readiness(struct request *request, struct response *response)
{
	const struct http_figures *figures = &request->app->figures;
	bool ready = service_ready(request->app->service);
	struct text *out = &response->body;

	if (!ready)
		return response_refuse(request, response, PROBLEM_STORE_FAILED,
				       "Nothing can be written at the moment.");
	write_byte(out, '{');
	write_key_integer(out, "connections_max", figures->connections_max);
	write_key_name(out, "status", "ready");
	write_key_integer(out, "streams_max", figures->streams_max);
	write_byte(out, '}');
	return response_json(response, 200);
}
