/* Tag "operation": is it alive, can it write, what has it done. */

#include <inttypes.h>

#include "api/api.h"
#include "codec/write.h"

enum handled get_health(struct request *request, struct response *response)
{
	(void)request;
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

/* One figure in the text form of Prometheus. */
static void write_figure(struct text *out, const char *name, const char *type, const char *help,
			 uint64_t value)
{
	text_add_format(out, "# HELP pennon_%s %s\n# TYPE pennon_%s %s\npennon_%s %" PRIu64 "\n",
			name, help, name, type, name, value);
}

enum handled get_metrics(struct request *request, struct response *response)
{
	struct http_figures *shell = &request->app->figures;
	struct service_figures game = service_figures(request->app->service);
	struct text *out = &response->body;

	write_figure(out, "requests_total", "counter", "Requests begun.", shell->requests);
	write_figure(out, "problems_total", "counter", "Answers that were problems.",
		     shell->problems);
	write_figure(out, "commands_total", "counter", "Commands applied.", game.commands);
	write_figure(out, "refused_total", "counter", "Commands the rules refused.", game.refused);
	write_figure(out, "faults_total", "counter", "Commands that broke a rule of Pennon.",
		     game.faults);
	write_figure(out, "commits_total", "counter", "Transactions written for those who asked.",
		     game.commits);
	write_figure(out, "loads_total", "counter", "Games brought into memory.", game.loads);
	write_figure(out, "games_hot", "gauge", "Games in memory.", game.games_hot);
	write_figure(out, "queue", "gauge", "Commands that wait for the writer.", game.queue);
	write_figure(out, "subscriptions", "gauge", "Streams and long polls that wait for news.",
		     game.subscriptions);
	write_figure(out, "connections", "gauge", "Open connections.", shell->connections);
	write_figure(out, "streams", "gauge", "Open streams and long polls.", shell->streams);
	response->status = 200;
	response->type = "text/plain; version=0.0.4; charset=utf-8";
	return HANDLED;
}
