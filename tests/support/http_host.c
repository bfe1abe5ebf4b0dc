#include "http_host.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "game/service.h"
#include "picture/renderer.h"

static const char local[] = "127.0.0.1:0";
static atomic_uint errors;

static void log_errors(const char *level, const char *message, const char *detail)
{
	if (strcmp(level, "error") != 0)
		return;
	atomic_fetch_add(&errors, 1);
	fprintf(stderr, "error: %s: %s\n", message, detail ? detail : "");
}

unsigned http_host_errors(void)
{
	return errors;
}

/* Put the shell before a service that runs. */
static void serve(struct http_host *server, const struct http_limits *limits, const char *proxy,
		  const char *listen)
{
	struct httpd_options options = {.listen = listen,
					.limits = limits ? *limits : http_limits_default};

	if (proxy && !address_range_parse(&options.proxies[options.proxies_count++], proxy))
		abort();
	server->app.service = server->host.service;
	if (renderer_create(&server->app.renderer) != 0)
		abort();
	server->app.platform = &platform_real;
	server->app.retry_ms = 2000;
	server->app.log = log_errors;
	if (httpd_start(&server->httpd, &server->app, &options) != 0) {
		fprintf(stderr, "the server does not start\n");
		abort();
	}
	server->port = atoi(strrchr(httpd_address(server->httpd), ':') + 1);
}

void http_host_open(struct http_host *server, const struct http_limits *limits)
{
	http_host_open_behind(server, limits, NULL);
}

void http_host_open_behind(struct http_host *server, const struct http_limits *limits,
			   const char *proxy)
{
	*server = (struct http_host){0};
	host_open(&server->host, NULL);
	serve(server, limits, proxy, local);
}

void http_host_open_on(struct http_host *server, const struct http_limits *limits,
		       const char *listen)
{
	*server = (struct http_host){0};
	host_open(&server->host, NULL);
	serve(server, limits, NULL, listen);
}

void http_host_open_cold(struct http_host *server, uint32_t hot_games_max)
{
	*server = (struct http_host){0};
	host_make_folder(server->folder);
	host_open(&server->host, server->folder);
	server->host.hot_games_max = hot_games_max;
	host_reopen(&server->host);
	serve(server, NULL, NULL, local);
}

void http_host_stop(struct http_host *server)
{
	httpd_stop(server->httpd);
	renderer_destroy(server->app.renderer);
	host_close(&server->host);
}

void http_host_start(struct http_host *server)
{
	host_reopen(&server->host);
	serve(server, NULL, NULL, local);
}

void http_host_close(struct http_host *server)
{
	http_host_stop(server);
	if (server->folder[0])
		host_remove_folder(server->folder);
}

const char *http_path(const struct hosted_game *hosted, const char *rest)
{
	static _Thread_local char path[256];

	snprintf(path, sizeof(path), "/v1/games/%s%s", hosted->game, rest);
	return path;
}

struct reply http_post(const struct http_host *server, const struct hosted_game *hosted,
		       pn_side side, const char *rest, const char *body)
{
	struct ask ask = {.path = http_path(hosted, rest), .key = "uuid", .body = body};

	if (side < PN_SIDES)
		ask.token = hosted->token[side];
	struct reply reply = client_ask(server->port, &ask);

	service_settle(server->host.service);
	return reply;
}

struct reply http_get(const struct http_host *server, const struct hosted_game *hosted,
		      pn_side side, const char *rest)
{
	struct ask ask = {.path = http_path(hosted, rest)};

	if (side < PN_SIDES)
		ask.token = hosted->token[side];
	return client_ask(server->port, &ask);
}
