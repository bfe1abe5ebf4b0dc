#pragma once
/* The HTTP shell: libmicrohttpd behind two functions. See httpd.c for its threads. */

#include "api/api.h"
#include "http/address.h"

struct httpd;

enum { ADDRESS_RANGES_MAX = 8 };

struct httpd_options {
	const char *listen; /* "127.0.0.1:8080", "[::1]:0", "localhost:80" */
	const char *web;    /* a folder instead of the compiled-in page; NULL = none */
	struct address_range proxies[ADDRESS_RANGES_MAX];
	size_t proxies_count;
	struct http_limits limits;
	/* Serve /metrics and nothing else, to every caller who reaches the address by a Host that
	 * no page of elsewhere has (host.h), on one thread, with at most LIMIT_FIGURES_CONNECTIONS.
	 * What all shells of an application share is another's, which is started before and stopped
	 * after. */
	bool figures_only;
	bool leaves_figures; /* the files of such an address are not taken */
};

/* Listen and serve; `app` must outlive the shell. Without a public URL it gets the address
 * that is listened on. 0, or a negative errno. */
int httpd_start(struct httpd **out, struct app *app, const struct httpd_options *options);

/* The address that is listened on, "http://127.0.0.1:8080". Borrowed. */
const char *httpd_address(const struct httpd *httpd);

/* Stop listening, end streams and long polls, answer what has begun, free everything.
 * Waits for jobs that were submitted, so the service must still run. Takes NULL. */
void httpd_stop(struct httpd *httpd);
