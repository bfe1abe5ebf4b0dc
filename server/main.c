/* pennond: reads what it is told, opens the store, starts the service and the HTTP shell,
 * waits for a signal, and takes everything down in the opposite order, so that what was
 * begun is finished and what was acknowledged is on disk. */

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/log.h"
#include "check.h"
#include "config.h"
#include "demo.h"
#include "game/service.h"
#include "healthcheck.h"
#include "http/metricsd.h"
#include "picture/renderer.h"
#include "rule_books.h"
#include "store/store.h"
#include "store/store_backup.h"

enum {
	STREAM_RETRY_MS = 2000,
	LOAD_MS = 50, /* service_options: longer than almost any game takes to be read */
	LOOK_MS = 30,
};

/* As many files as may be had: each connection is one. */
static void raise_file_limit(void)
{
	struct rlimit files;

	if (getrlimit(RLIMIT_NOFILE, &files) == 0) {
		files.rlim_cur = files.rlim_max;
		setrlimit(RLIMIT_NOFILE, &files);
	}
}

/* A book that does not hold together is found before anybody plays it. */
static bool check_rule_books(void)
{
	char detail[256];

	if (rule_books_check(detail, sizeof(detail)))
		return true;
	log_line("error", "a rule book is not whole", detail);
	return false;
}

/* Signals are waited for, by this thread alone; those it starts inherit the mask. */
static void block_signals(sigset_t *awaited)
{
	sigemptyset(awaited);
	sigaddset(awaited, SIGINT);
	sigaddset(awaited, SIGTERM);
	pthread_sigmask(SIG_BLOCK, awaited, NULL);
	signal(SIGPIPE, SIG_IGN);
}

static bool open_store(struct store **out, const char *directory)
{
	char detail[512];
	int pid = 0;

	if (mkdir(directory, 0700) != 0 && errno != EEXIST) {
		snprintf(detail, sizeof(detail), "%s: %s", directory, strerror(errno));
		log_line("error", "the data folder cannot be made", detail);
		return false;
	}
	enum store_error error = store_sqlite_open(out, directory, &pid);

	if (error == STORE_OK)
		return true;
	if (error == STORE_LOCKED)
		snprintf(detail, sizeof(detail), "%s is used by the process %d", directory, pid);
	else if (error == STORE_NEWER)
		snprintf(detail, sizeof(detail), "%s was written by a later version", directory);
	else
		snprintf(detail, sizeof(detail), "%s: %s", directory, store_error_text(error));
	log_line("error", "the data folder cannot be opened", detail);
	return false;
}

static bool start_service(struct service **out, const struct config *config)
{
	struct service_options options = {.platform = &platform_real,
					  .directory = config->data,
					  .keep_finished_days = config->keep_finished_days,
					  .disk_floor_mib = config->disk_floor_mib,
					  .load_ms = LOAD_MS,
					  .look_ms = LOOK_MS,
					  .runs_clocks = true,
					  .log = log_line};
	char detail[64];

	if (!open_store(&options.store, config->data))
		return false;
	int error = service_create(out, &options);

	if (error == 0)
		return true;
	snprintf(detail, sizeof(detail), "%s", strerror(-error));
	log_line("error", "the service does not start", detail);
	return false;
}

static bool start_http(struct httpd **out, struct app *app, const struct config *config)
{
	struct httpd_options options = {.listen = config->listen,
					.web = config->web,
					.proxies_count = config->proxies_count,
					.limits = http_limits_default};
	char detail[256];

	options.limits.makings_per_hour_by_address = config->makings_per_address;
	memcpy(options.proxies, config->proxies, sizeof(options.proxies));
	int error = httpd_start(out, app, &options);

	if (error == 0)
		return true;
	snprintf(detail, sizeof(detail), "%s: %s", config->listen, strerror(-error));
	log_line("error", "the address cannot be listened on", detail);
	return false;
}

/* Without an address of its own there is nothing to be started. */
static bool start_metrics(struct metricsd **out, struct app *app, const struct config *config)
{
	char detail[256];

	if (!config->metrics_listen)
		return true;
	int error = metricsd_start(out, app, config->metrics_listen);

	if (error == 0)
		return true;
	snprintf(detail, sizeof(detail), "%s: %s", config->metrics_listen, strerror(-error));
	log_line("error", "the address for metrics cannot be listened on", detail);
	return false;
}

static void warn(const struct config *config)
{
	if (config_is_loopback(config->listen) ||
	    (config->public_url && strncmp(config->public_url, "https://", 8) == 0))
		return;
	log_line("warning",
		 "others can reach this address, and without https they can read every token: "
		 "put a proxy with TLS before it and give its address as --public-url",
		 config->listen);
}

/* Say where it listens, and wait for a signal. */
static int run(struct app *app, const struct config *config, const char *address,
	       const struct metricsd *metricsd, const sigset_t *awaited)
{
	int got;

	healthcheck_note(config->data, address);
	printf("listening on %s\n", address);
	if (metricsd)
		printf("metrics on %s/metrics\n", metricsd_address(metricsd));
	fflush(stdout);
	log_line("info", "started, version " PENNON_VERSION, config->data);
	warn(config);
	if (config->demo && !demo_create(app))
		return EXIT_FAILURE;
	sigwait(awaited, &got);
	return EXIT_SUCCESS;
}

/* Serve until a signal comes. */
static int serve(const struct config *config, struct service *service, const sigset_t *awaited)
{
	struct app app = {.service = service,
			  .platform = &platform_real,
			  .public_url = config->public_url,
			  .retry_ms = STREAM_RETRY_MS,
			  .data = config->data,
			  .metrics_token = config->metrics_token,
			  .log = log_line,
			  .log_request = log_request};
	struct httpd *httpd = NULL;
	struct metricsd *metricsd = NULL;
	int status = EXIT_FAILURE;

	if (renderer_create(&app.renderer) != 0)
		return EXIT_FAILURE;
	if (start_http(&httpd, &app, config) && start_metrics(&metricsd, &app, config)) {
		status = run(&app, config, httpd_address(httpd), metricsd, awaited);
		log_line("info", "stopping", NULL);
		healthcheck_note(config->data, NULL);
	}
	metricsd_stop(metricsd);
	httpd_stop(httpd);
	renderer_destroy(app.renderer);
	return status;
}

static int back_up(const struct config *config)
{
	int64_t now_ms = platform_real.now_ms(platform_real.context);
	enum store_error error = store_backup(config->data, config->subject, now_ms);

	if (!error)
		return EXIT_SUCCESS;
	fprintf(stderr, "pennond: %s: %s\n", config->subject, store_error_text(error));
	return EXIT_FAILURE;
}

int main(int count, char **arguments)
{
	struct config config;
	struct service *service;
	sigset_t awaited;
	char error[512];

	if (!config_read(&config, count, arguments, error, sizeof(error))) {
		fprintf(stderr, "pennond: %s\n", error);
		return 2;
	}
	if (config.mode == CONFIG_HELP || config.mode == CONFIG_VERSION) {
		fputs(config.mode == CONFIG_HELP ? config_help : "pennond " PENNON_VERSION "\n",
		      stdout);
		return EXIT_SUCCESS;
	}
	if (config.mode == CONFIG_HEALTHCHECK)
		return healthcheck(config.listen, config.listen_given ? NULL : config.data)
			       ? EXIT_SUCCESS
			       : EXIT_FAILURE;
	if (config.mode == CONFIG_CHECK)
		return check_folder(config.subject);
	if (config.mode == CONFIG_BACKUP)
		return back_up(&config);
	log_set_level(config.log_level);
	if (!check_rule_books())
		return EXIT_FAILURE;
	raise_file_limit();
	block_signals(&awaited);
	if (!start_service(&service, &config))
		return EXIT_FAILURE;
	int status = serve(&config, service, &awaited);

	service_destroy(service);
	log_line("info", "stopped; everything is on disk", config.data);
	return status;
}
