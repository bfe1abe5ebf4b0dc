#include "http/metricsd.h"

#include <errno.h>
#include <microhttpd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "http/listener.h"

enum { CONNECTIONS_MAX = 16, TIMEOUT_S = 10 };

struct metricsd {
	struct app *app;
	struct MHD_Daemon *daemon;
	char address[LISTENER_ADDRESS_BYTES];
};

static struct MHD_Response *make_response(struct metricsd *metricsd, unsigned *status,
					  const char *url, const char *method)
{
	static const char nothing[] = "There is nothing here but /metrics.\n";
	bool reads = strcmp(method, "GET") == 0 || strcmp(method, "HEAD") == 0;
	struct text text = TEXT_EMPTY;
	struct MHD_Response *out;

	if (reads && strcmp(url, "/metrics") == 0) {
		*status = 200;
		metrics_write(metricsd->app, &text);
		out = MHD_create_response_from_buffer(text.size, text.bytes, MHD_RESPMEM_MUST_FREE);
	} else {
		*status = reads ? 404 : 405;
		out = MHD_create_response_from_buffer(
			sizeof(nothing) - 1, (void *)(uintptr_t)nothing, MHD_RESPMEM_PERSISTENT);
	}
	if (!out)
		return NULL;
	MHD_add_response_header(out, "Content-Type",
				*status == 200 ? metrics_type : "text/plain; charset=utf-8");
	MHD_add_response_header(out, "Cache-Control", "no-store");
	if (*status == 405)
		MHD_add_response_header(out, "Allow", "GET, HEAD");
	if (!reads)
		MHD_add_response_header(out, "Connection", "close");
	return out;
}

/* Answers at the headers: a body is never read. */
static enum MHD_Result answer(void *closure, struct MHD_Connection *connection, const char *url,
			      const char *method, const char *version, const char *upload,
			      size_t *upload_size, void **context)
{
	unsigned status;
	struct MHD_Response *out = make_response(closure, &status, url, method);

	if (!out)
		return MHD_NO;
	enum MHD_Result result = MHD_queue_response(connection, status, out);

	MHD_destroy_response(out);
	return result;
}

int metricsd_start(struct metricsd **out, struct app *app, const char *listen)
{
	struct metricsd *metricsd = calloc(1, sizeof(*metricsd));
	char local[64];

	if (!metricsd)
		return -ENOMEM;
	metricsd->app = app;
	if (!strchr(listen, ':')) {
		snprintf(local, sizeof(local), "127.0.0.1:%.8s", listen);
		listen = local;
	}
	int fd = listener_open(listen, metricsd->address);

	if (fd < 0) {
		free(metricsd);
		return fd;
	}
	/* Few connections: the library's own loop with poll() does. */
	metricsd->daemon = MHD_start_daemon(
		MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_POLL | MHD_USE_ITC, 0, NULL, NULL, answer,
		metricsd, MHD_OPTION_LISTEN_SOCKET, fd, MHD_OPTION_CONNECTION_LIMIT,
		(unsigned)CONNECTIONS_MAX, MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)TIMEOUT_S,
		MHD_OPTION_SIGPIPE_HANDLED_BY_APP, 1, MHD_OPTION_END);
	if (!metricsd->daemon) {
		close(fd);
		free(metricsd);
		return -EMFILE;
	}
	*out = metricsd;
	return 0;
}

const char *metricsd_address(const struct metricsd *metricsd)
{
	return metricsd->address;
}

void metricsd_stop(struct metricsd *metricsd)
{
	if (!metricsd)
		return;
	MHD_stop_daemon(metricsd->daemon);
	free(metricsd);
}
