/* Tag "operation": what the server has done, in the text form of Prometheus. */

#include <inttypes.h>
#include <stdio.h>

#include "api/api.h"
#include "game/service.h"
#include "machine.h"

static void write_head(struct text *out, const char *name, const char *type, const char *help)
{
	text_add_format(out, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, type);
}

static void write_figure(struct text *out, const char *name, const char *type, const char *help,
			 uint64_t value)
{
	write_head(out, name, type, help);
	text_add_format(out, "%s %" PRIu64 "\n", name, value);
}

/* Seconds. */
static void write_seconds(struct text *out, const char *name, const char *type, const char *help,
			  double value)
{
	write_head(out, name, type, help);
	text_add_format(out, "%s %.3f\n", name, value);
}

/* ---- the shell ---- */

static void write_answers(struct text *out, struct http_figures *shell)
{
	static const char name[] = "pennon_answers_total";

	write_head(out, name, "counter", "Answers by the first digit of their status.");
	for (int i = 1; i < STATUS_CLASSES; i++)
		text_add_format(out, "%s{status=\"%dxx\"} %" PRIu64 "\n", name, i,
				(uint64_t)atomic_load(&shell->answers[i]));
}

static void write_latency(struct text *out, const char *class, struct latency_histogram *latency)
{
	static const char name[] = "pennon_request_duration_seconds";
	uint64_t count = 0;

	for (int i = 0; i < LATENCY_BUCKETS; i++) {
		count += atomic_load(&latency->bucket[i]);
		text_add_format(out, "%s_bucket{class=\"%s\",le=\"%g\"} %" PRIu64 "\n", name, class,
				latency_bucket_us[i] / 1e6, count);
	}
	count += atomic_load(&latency->bucket[LATENCY_BUCKETS]);
	text_add_format(out, "%s_bucket{class=\"%s\",le=\"+Inf\"} %" PRIu64 "\n", name, class,
			count);
	text_add_format(out, "%s_sum{class=\"%s\"} %.6f\n", name, class,
			(double)atomic_load(&latency->sum_us) / 1e6);
	text_add_format(out, "%s_count{class=\"%s\"} %" PRIu64 "\n", name, class, count);
}

static void write_latencies(struct text *out, struct http_figures *shell)
{
	static const char *const classes[] = {
#define X(name, wire) wire,
		REQUEST_CLASSES(X)
#undef X
	};

	write_head(out, "pennon_request_duration_seconds", "histogram",
		   "From the last byte of a request to its answer.");
	for (int i = 0; i < CLASS_COUNT; i++)
		write_latency(out, classes[i], &shell->latency[i]);
}

static void write_shell(struct text *out, struct http_figures *shell)
{
	write_figure(out, "pennon_requests_total", "counter", "Requests begun.", shell->requests);
	write_figure(out, "pennon_problems_total", "counter", "Answers that were problems.",
		     shell->problems);
	write_answers(out, shell);
	write_figure(out, "pennon_limited_total", "counter", "Answers 429: asked too often.",
		     shell->limited);
	write_figure(out, "pennon_connections", "gauge", "Open connections.", shell->connections);
	write_figure(out, "pennon_streams", "gauge", "Open streams and long polls.",
		     shell->streams);
}

/* ---- the games ---- */

static void write_games(struct text *out, const struct service_figures *game)
{
	uint32_t cold = game->games > game->games_hot ? game->games - game->games_hot : 0;

	write_figure(out, "pennon_commands_total", "counter", "Commands applied.", game->commands);
	write_figure(out, "pennon_refused_total", "counter", "Commands the rules refused.",
		     game->refused);
	write_figure(out, "pennon_faults_total", "counter", "Commands that broke a rule of Pennon.",
		     game->faults);
	write_figure(out, "pennon_faults_remembered", "gauge",
		     "Faults and damage that the operator can read of.", game->faults_kept);
	write_figure(out, "pennon_commits_total", "counter",
		     "Transactions written for those who asked.", game->commits);
	write_figure(out, "pennon_loads_total", "counter",
		     "Games brought to somebody who had not looked at them lately.", game->loads);
	write_figure(out, "pennon_games_hot", "gauge", "Games in memory.", game->games_hot);
	write_figure(out, "pennon_games_cold", "gauge", "Games on disk alone.", cold);
	write_figure(out, "pennon_queue", "gauge", "Commands that wait for the writer.",
		     game->queue);
	write_figure(out, "pennon_subscriptions", "gauge",
		     "Streams and long polls that wait for news.", game->subscriptions);
}

/* ---- the machine ---- */

static void write_process(struct text *out, const struct machine_figures *machine)
{
	write_seconds(out, "process_cpu_seconds_total", "counter",
		      "Processor time, user and system.", machine->cpu_seconds);
	write_figure(out, "process_resident_memory_bytes", "gauge", "Memory resident.",
		     machine->resident_bytes);
	write_figure(out, "process_virtual_memory_bytes", "gauge", "Memory mapped.",
		     machine->virtual_bytes);
	write_figure(out, "process_open_fds", "gauge", "Open files.", machine->open_files);
	write_figure(out, "process_max_fds", "gauge", "Files that may be open.",
		     machine->files_max);
	write_seconds(out, "process_start_time_seconds", "gauge",
		      "When the process was started, since 1970.", machine->started);
}

static void write_folder(struct text *out, const struct machine_figures *machine)
{
	static const char age[] = "pennon_backup_age_seconds";

	write_figure(out, "pennon_database_bytes", "gauge", "The database and its log.",
		     machine->database_bytes);
	write_figure(out, "pennon_disk_free_bytes", "gauge", "Free on the disk of the games.",
		     machine->disk_free_bytes);
	if (machine->has_backup) {
		write_seconds(out, age, "gauge", "Since --backup last made a copy.",
			      machine->backup_age_seconds);
		return;
	}
	write_head(out, age, "gauge", "Since --backup last made a copy.");
	text_add_format(out, "%s +Inf\n", age);
}

static void write_all(struct text *out, struct app *app)
{
	struct service_figures game = service_figures(app->service);

	write_head(out, "pennon_build_info", "gauge", "Which build this is; always 1.");
	text_add_string(out, "pennon_build_info{version=\"" PENNON_VERSION "\"} 1\n");
	write_shell(out, &app->figures);
	write_games(out, &game);
	/* What depends on the machine and on the time has no place where worlds are compared. */
	if (!app->data)
		return;
	struct machine_figures machine = machine_read(app->data);

	write_latencies(out, &app->figures);
	write_folder(out, &machine);
	write_process(out, &machine);
}

enum handled get_metrics(struct request *request, struct response *response)
{
	write_all(&response->body, request->app);
	response->status = 200;
	response->type = "text/plain; version=0.0.4; charset=utf-8";
	return HANDLED;
}
