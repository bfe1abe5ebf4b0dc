/* From our answer to libmicrohttpd's. Other origins may read everything, because no
 * cookie says who somebody is; the page itself runs under a policy that takes nothing
 * from anywhere else. */

#include <stdio.h>
#include <string.h>

#include "http/shell.h"

static const char page_policy[] =
	"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
	"font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/* The referee's own thread compiles the module that it reads, and may do nothing else. */
static const char module_policy[] =
	"default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

struct fixed_header {
	const char *name, *value;
};

static const struct fixed_header headers_of_all[] = {
	{"X-Content-Type-Options", "nosniff"},
	{"Referrer-Policy", "no-referrer"},
};

static const struct fixed_header headers_of_api[] = {
	{"Access-Control-Allow-Origin", "*"},
	{"Access-Control-Expose-Headers", "ETag, Location, Retry-After, X-Request-Id"},
};

static const struct fixed_header headers_of_data[] = {
	{"Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"},
};

static const struct fixed_header headers_of_page[] = {
	{"Cross-Origin-Resource-Policy", "same-origin"},
};

/* What a browser heeds of a document alone: its scripts, styles and words go without. */
static const struct fixed_header headers_of_document[] = {
	{"Content-Security-Policy", page_policy},
	{"Cross-Origin-Opener-Policy", "same-origin"},
	{"Permissions-Policy", "camera=(), geolocation=(), microphone=()"},
	{"X-Frame-Options", "DENY"},
};

static const struct fixed_header headers_of_module_thread[] = {
	{"Content-Security-Policy", module_policy},
};

static bool is_document(const struct response *response)
{
	return response->type &&
	       (strncmp(response->type, "text/html", 9) == 0 || strstr(response->type, "svg"));
}

static const struct fixed_header headers_of_options[] = {
	{"Access-Control-Allow-Methods", "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS"},
	{"Access-Control-Allow-Headers",
	 "Accept, Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, "
	 "Last-Event-ID, Pennon-Grant"},
	{"Access-Control-Max-Age", "86400"},
};

static void add(struct MHD_Response *out, const char *name, const char *value)
{
	if (value && value[0])
		MHD_add_response_header(out, name, value);
}

static void add_rows(struct MHD_Response *out, const struct fixed_header *row, size_t count)
{
	for (size_t i = 0; i < count; i++)
		add(out, row[i].name, row[i].value);
}

/* What is read from this machine alone is no other origin's: a page in the operator's own
 * browser is on this machine, too. */
static bool is_for_operators(const struct request *request)
{
	return request->figures_only || (request->route && request->route->auth == AUTH_LOCAL);
}

#define ADD_ROWS(out, rows) add_rows(out, rows, sizeof(rows) / sizeof((rows)[0]))

/* Which headers of the request the answer depends on; "" = none. */
static const char *vary(const struct request *request, const struct response *response)
{
	const struct route *route = request->route;

	if (response->varies_by_coding)
		return response->language ? "Accept-Encoding, Accept-Language" : "Accept-Encoding";
	if (route && router_grant(route))
		return response->language ? "Authorization, Pennon-Grant, Accept, Accept-Language"
					  : "Authorization, Pennon-Grant, Accept";
	if (response->language)
		return "Authorization, Accept, Accept-Language";
	return route && router_heeds_bearer(route) ? "Authorization, Accept" : "";
}

/* RFC 6750, 3: what was wrong with the token, when there was one. */
static const char *challenge(const struct response *response)
{
	if (response->problem == PROBLEM_UNKNOWN_TOKEN || response->problem == PROBLEM_TOKEN_ENDED)
		return "Bearer realm=\"pennon\", error=\"invalid_token\"";
	if (response->problem == PROBLEM_INSUFFICIENT_SCOPE)
		return "Bearer realm=\"pennon\", error=\"insufficient_scope\", scope=\"play\"";
	return response->status == 401 ? "Bearer realm=\"pennon\"" : NULL;
}

static const char *const caching[] = {
	[CACHE_NO_STORE] = "no-store",
	[CACHE_FOR_EVER] = "public, max-age=31536000, immutable",
	[CACHE_REVALIDATE] = "no-cache",
	[CACHE_PRIVATE_REVALIDATE] = "private, no-cache",
	[CACHE_PRIVATE_DAY] = "private, max-age=86400",
	[CACHE_PUBLIC_DAY] = "public, max-age=86400",
};

void send_headers(struct MHD_Response *out, const struct request *request,
		  const struct response *response)
{
	char retry[16] = "";

	ADD_ROWS(out, headers_of_all);
	if (response->is_page && is_document(response))
		ADD_ROWS(out, headers_of_document);
	if (response->runs_module)
		ADD_ROWS(out, headers_of_module_thread);
	if (response->is_page)
		ADD_ROWS(out, headers_of_page);
	else
		ADD_ROWS(out, headers_of_data);
	if (!response->is_page && !is_for_operators(request))
		ADD_ROWS(out, headers_of_api);
	if (response->status == 204 && !is_for_operators(request))
		ADD_ROWS(out, headers_of_options);
	if (response->retry_after_s)
		snprintf(retry, sizeof(retry), "%u", response->retry_after_s);
	/* Scripts, styles and words are many and small, and nobody reports them by number. */
	if (!response->is_page || is_document(response))
		add(out, "X-Request-Id", request->id);
	add(out, "Content-Type", response->type);
	add(out, "Cache-Control", caching[response->cache]);
	add(out, "X-Robots-Tag", response->is_unlisted ? "noindex" : NULL);
	add(out, "ETag", response->etag);
	add(out, "Location", response->location);
	add(out, "Allow", response->allow);
	add(out, "Content-Disposition", response->disposition);
	add(out, "Retry-After", retry);
	add(out, "Vary", vary(request, response));
	add(out, "Content-Language", response->language);
	if (response->is_packed && response->status != 304)
		add(out, "Content-Encoding", "gzip");
	add(out, "WWW-Authenticate", challenge(response));
	if (response->close)
		add(out, "Connection", "close");
}

/* A problem that the route's row does not name would be missing in the description. */
static void check_declared(const struct request *request, const struct response *response)
{
	const struct route *route = request->route;

	if (!route || router_problems(route) & PROBLEM_BIT(response->problem))
		return;
	char detail[96];

	snprintf(detail, sizeof(detail), "%s: %s", route->operation,
		 problem_wire(response->problem));
	request->app->log("error", "a problem that the route does not declare", detail);
}

void send_begin(struct round_trip *trip)
{
	trip->started = true;
	trip->begun_us = platform_steady_us();
}

/* Does it look as if somebody tries what is not theirs, or means to do harm? */
static bool is_attack(const struct response *response)
{
	static const problem_set attacks =
		PROBLEM_BIT(PROBLEM_BAD_PATH) | PROBLEM_BIT(PROBLEM_UNKNOWN_TOKEN) |
		PROBLEM_BIT(PROBLEM_NOT_YOUR_GAME) | PROBLEM_BIT(PROBLEM_BAD_INVITATION) |
		PROBLEM_BIT(PROBLEM_BODY_TOO_LARGE) | PROBLEM_BIT(PROBLEM_TOO_MANY);

	/* What may hide a second request ends its connection. */
	return attacks >> response->problem & 1 ||
	       (response->problem == PROBLEM_BAD_HEADER && response->close);
}

static enum log_level level_of(const struct response *response)
{
	if (response->status == 500)
		return LOG_ERROR;
	return response->status > 500 || is_attack(response) ? LOG_WARNING : LOG_DEBUG;
}

static void log_answer(const struct request *request, const struct response *response,
		       int64_t took_us)
{
	struct log_request line = {
		.level = level_of(response),
		.id = request->id,
		.operation = request->route ? request->route->operation : "",
		.problem = response->problem ? problem_wire(response->problem) : "",
		.status = response->status,
		.took_us = took_us,
	};

	if (request->app->log_request)
		request->app->log_request(&line);
}

void send_count(const struct round_trip *trip)
{
	const struct request *request = &trip->request;
	const struct response *response = &trip->response;
	struct http_figures *figures = &request->app->figures;

	int64_t took_us = trip->started ? platform_steady_us() - trip->begun_us : -1;

	figures_count(figures, request, response->status, took_us);
	log_answer(request, response, took_us);
	if (response->problem == PROBLEM_NONE)
		return;
	atomic_fetch_add(&figures->problems, 1);
	check_declared(request, response);
	if (response->status == 500)
		atomic_fetch_add(&figures->faults, 1);
}

static ssize_t read_nothing(void *closure, uint64_t at, char *buffer, size_t size)
{
	return MHD_CONTENT_READER_END_OF_STREAM;
}

/* A 304 has no body and may tell no other length than the 200 would have (RFC 9110, 8.6). The
 * library tells a length, or ends the answer with a chunk, in all answers but those that end
 * their connection: so this one does. */
static struct MHD_Response *make_not_modified(void)
{
	struct MHD_Response *out =
		MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, 1, read_nothing, NULL, NULL);

	if (out)
		MHD_set_response_options(out, MHD_RF_HTTP_1_0_COMPATIBLE_STRICT, MHD_RO_END);
	return out;
}

enum MHD_Result send_response(struct inflight *inflight)
{
	const struct request *request = &inflight->trip->request;
	struct response *response = &inflight->trip->response;
	struct MHD_Response *out;

	if (response->status == 304) {
		out = make_not_modified();
	} else if (response->fixed) {
		out = MHD_create_response_from_buffer(response->fixed_size,
						      (void *)(uintptr_t)response->fixed,
						      MHD_RESPMEM_PERSISTENT);
	} else {
		out = MHD_create_response_from_buffer(response->body.size, response->body.bytes,
						      MHD_RESPMEM_MUST_FREE);
		/* The library frees it from now on. */
		if (out)
			response->body = TEXT_EMPTY;
	}
	if (!out)
		return MHD_NO;
	send_headers(out, request, response);
	send_count(inflight->trip);
	enum MHD_Result result =
		MHD_queue_response(inflight->connection, (unsigned)response->status, out);
	MHD_destroy_response(out);
	return result;
}
