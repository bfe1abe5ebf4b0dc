/* pennond: reads what it is told, opens the store, starts the service and the HTTP shell,
 * waits for a signal, and takes everything down in the opposite order, so that what was
 * begun is finished and what was acknowledged is on disk. */

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/embedded.h"
#include "base/log.h"
#include "check.h"
#include "config.h"
#include "copy.h"
#include "demo.h"
#include "game/service.h"
#include "healthcheck.h"
#include "notify/courier.h"
#include "notify/discord_register.h"
#include "picture/renderer.h"
#include "place.h"
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

/* Signals are waited for, by this thread alone; those it starts inherit the mask. Whichever of them
 * ends the process, it drains first: SIGHUP is a terminal that was closed, unless nohup has it
 * ignored. The others ask some servers to read or open a file again; here there is none. */
static void block_signals(sigset_t *awaited)
{
	static const int ends[] = {SIGINT, SIGTERM, SIGQUIT};
	static const int ignored[] = {SIGPIPE, SIGUSR1, SIGUSR2};
	struct sigaction hangup;

	sigemptyset(awaited);
	for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); i++)
		sigaddset(awaited, ends[i]);
	sigaction(SIGHUP, NULL, &hangup);
	if (hangup.sa_handler != SIG_IGN)
		sigaddset(awaited, SIGHUP);
	pthread_sigmask(SIG_BLOCK, awaited, NULL);
	for (size_t i = 0; i < sizeof(ignored) / sizeof(ignored[0]); i++)
		signal(ignored[i], SIG_IGN);
}

/* The keys are in the folder, wherever the games are. */
static bool open_store(struct store **out, const struct config *config)
{
	const char *directory = config->data;
	struct place place;
	char detail[512];

	if (mkdir(directory, 0700) != 0 && errno != EEXIST) {
		snprintf(detail, sizeof(detail), "%s: %s", directory, strerror(errno));
		log_line("error", "the data folder cannot be made", detail);
		return false;
	}
	bool is_read = place_read(&place, config->store ? config->store : directory, detail,
				  sizeof(detail));
	if (is_read && config->nodes && place.folder) {
		snprintf(detail, sizeof(detail), "--nodes wants a database: see --store");
		is_read = false;
	}
	place.shares = config->nodes;
	if (is_read && place_open(out, &place, detail, sizeof(detail)) == STORE_OK)
		return true;
	log_line("error",
		 config->store ? "the store cannot be opened" : "the data folder cannot be opened",
		 detail);
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

	if (!open_store(&options.store, config))
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
					.limits = http_limits_default,
					.leaves_figures = config->metrics_listen != NULL};
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

/* The figures' own address; a port alone is one of this machine. Without one there is nothing to
 * be started. */
static bool start_figures(struct httpd **out, struct app *app, const struct config *config)
{
	const char *listen = config->metrics_listen;
	char local[64], detail[256];

	if (!listen)
		return true;
	if (!strchr(listen, ':')) {
		snprintf(local, sizeof(local), "127.0.0.1:%.8s", listen);
		listen = local;
	}
	const struct httpd_options options = {
		.listen = listen, .limits = http_limits_default, .figures_only = true};
	int error = httpd_start(out, app, &options);

	if (error == 0)
		return true;
	snprintf(detail, sizeof(detail), "%s: %s", config->metrics_listen, strerror(-error));
	log_line("error", "the address for metrics cannot be listened on", detail);
	return false;
}

static bool start_courier(struct courier **out, struct app *app, const struct config *config)
{
	const struct courier_options options = {
		.public_url = app->public_url,
		.allows_private = config->allow_private_hooks,
		.authorities = config->ca_file,
		.relay = app->mails ? &config->relay : NULL,
		.push_contact = config->push_contact,
		.discord_token = config->discord.token[0] ? config->discord.token : NULL,
		.folder = app->discord ? config->data : NULL,
		.renderer = app->renderer,
	};

	*out = courier_create(app->service, &options);
	atomic_store(&app->courier, app->shows_tables ? *out : NULL);
	if (!*out)
		log_line("error", "notices cannot be delivered", NULL);
	return *out;
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
	       const struct httpd *figures, const sigset_t *awaited)
{
	int got;

	healthcheck_note(config->data, address);
	printf("listening on %s\n", address);
	if (figures)
		printf("metrics on %s/metrics\n", httpd_address(figures));
	fflush(stdout);
	log_line("info", "started, version " PENNON_VERSION, config->data);
	warn(config);
	if (config->demo && !demo_create(app))
		return EXIT_FAILURE;
	sigwait(awaited, &got);
	return EXIT_SUCCESS;
}

/* Serve until a signal comes. */
static int serve(const struct config *config, struct service *service, const sigset_t *awaited,
		 struct courier **courier)
{
	struct app app = {.service = service,
			  .platform = &platform_real,
			  .public_url = config->public_url,
			  .retry_ms = STREAM_RETRY_MS,
			  .mails = config->relay.url != NULL,
			  .pushes = config->push_contact != NULL,
			  .data = config->data,
			  .metrics_token = config->metrics_token,
			  .log = log_line,
			  .log_request = log_request};
	struct httpd *httpd = NULL, *figures = NULL;
	int status = EXIT_FAILURE;

	if (renderer_create(&app.renderer) != 0)
		return EXIT_FAILURE;
	if (config->discord_key)
		app.discord = discord_create(&config->discord);
	app.shows_tables = config->discord.token[0] != '\0';
	if (start_http(&httpd, &app, config) && start_figures(&figures, &app, config) &&
	    start_courier(courier, &app, config)) {
		status = run(&app, config, httpd_address(httpd), figures, awaited);
		log_line("info", "stopping", NULL);
		service_give_up(service);
		healthcheck_note(config->data, NULL);
	}
	httpd_stop(figures);
	httpd_stop(httpd);
	courier_stop(*courier);
	discord_destroy(app.discord);
	renderer_destroy(app.renderer);
	return status;
}

static int back_up(const struct config *config)
{
	int64_t now_ms = platform_real.now_ms(platform_real.context);

	if (config->store) {
		fputs("pennond: --backup copies the database of a folder; one of PostgreSQL is "
		      "copied with its own tools\n",
		      stderr);
		return EXIT_FAILURE;
	}
	const struct store_backup backup = {.directory = config->data,
					    .file = config->subject,
					    .replaces = config->replaces,
					    .now_ms = now_ms};
	const char *why;

	if (!store_backup(&backup, &why))
		return EXIT_SUCCESS;
	fprintf(stderr, "pennond: %s: %s\n", config->subject, why);
	return EXIT_FAILURE;
}

/* What is served to Discord's users is told to Discord. */
static int register_commands(const struct config *config)
{
	const struct embedded_file *file = embedded_find("discord/commands.json");

	return discord_register(&config->discord, (const char *)file->bytes, file->size,
				config->ca_file)
		       ? EXIT_SUCCESS
		       : EXIT_FAILURE;
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
	if (config.mode == CONFIG_DISCORD_COMMANDS) {
		const struct embedded_file *file = embedded_find("discord/commands.json");

		fwrite(file->bytes, 1, file->size, stdout);
		return EXIT_SUCCESS;
	}
	if (config.mode == CONFIG_DISCORD_REGISTER)
		return register_commands(&config);
	if (config.mode == CONFIG_HEALTHCHECK)
		return healthcheck(config.listen, config.listen_given ? NULL : config.data)
			       ? EXIT_SUCCESS
			       : EXIT_FAILURE;
	if (config.mode == CONFIG_CHECK)
		return check_place(config.subject, config.data);
	if (config.mode == CONFIG_COPY)
		return copy_place(config.subject, config.target, config.data);
	if (config.mode == CONFIG_BACKUP)
		return back_up(&config);
	log_set_level(config.log_level);
	if (!check_rule_books())
		return EXIT_FAILURE;
	raise_file_limit();
	block_signals(&awaited);
	if (!start_service(&service, &config))
		return EXIT_FAILURE;
	struct courier *courier = NULL;
	int status = serve(&config, service, &awaited, &courier);

	service_destroy(service);
	courier_destroy(courier);
	log_line("info", "stopped; everything is on disk", config.data);
	return status;
}
