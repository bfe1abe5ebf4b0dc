/* From libmicrohttpd's request to ours: path, query and the few headers that handlers
 * use. A header that may stand once and stands twice is refused, because two programs
 * on the way may believe different ones. */

#include <stdlib.h>
#include <string.h>

#include "http/host.h"
#include "http/shell.h"

/* What is gathered while the library walks the headers. */
struct gathering {
	struct request *request;
	const struct httpd *httpd;
	const char *length, *coding, *host;
	struct caller_origin origin;
	bool is_double;
	bool is_malformed; /* a name that is no token, or a value that spans lines */
};

struct header_row {
	const char *name;
	size_t offset; /* of the request's member */
};

static const struct header_row request_headers[] = {
	{"Authorization", offsetof(struct request, authorization)},
	{"Content-Type", offsetof(struct request, content_type)},
	{"Idempotency-Key", offsetof(struct request, idempotency_key)},
	{"If-Match", offsetof(struct request, if_match)},
	{"Last-Event-ID", offsetof(struct request, last_event_id)},
	{"Pennon-Grant", offsetof(struct request, grant)},
	{"X-Signature-Ed25519", offsetof(struct request, signature)},
	{"X-Signature-Timestamp", offsetof(struct request, signature_time)},
};

static void keep_once(struct gathering *gathering, const char **to, const char *value)
{
	if (*to)
		gathering->is_double = true;
	*to = value;
}

static enum MHD_Result gather_header(void *closure, enum MHD_ValueKind kind, const char *name,
				     const char *value)
{
	struct gathering *gathering = closure;
	struct request *request = gathering->request;

	if (!value)
		value = "";
	for (size_t row = 0; row < sizeof(request_headers) / sizeof(request_headers[0]); row++) {
		if (strcasecmp(name, request_headers[row].name) != 0)
			continue;
		keep_once(gathering,
			  (const char **)(void *)((char *)request + request_headers[row].offset),
			  value);
		return MHD_YES;
	}
	if (strcasecmp(name, "Accept") == 0)
		request->accept = value;
	else if (strcasecmp(name, "Accept-Encoding") == 0)
		request->accept_encoding = value;
	else if (strcasecmp(name, "Accept-Language") == 0)
		request->accept_language = value;
	else if (strcasecmp(name, "If-None-Match") == 0)
		request->if_none_match = value;
	else if (strcasecmp(name, "Content-Length") == 0)
		keep_once(gathering, &gathering->length, value);
	else if (strcasecmp(name, "Transfer-Encoding") == 0)
		keep_once(gathering, &gathering->coding, value);
	else if (strcasecmp(name, "Host") == 0)
		keep_once(gathering, &gathering->host, value);
	else if (strcasecmp(name, "X-Forwarded-For") == 0)
		caller_forwarded_for(&gathering->origin, gathering->httpd, value);
	return MHD_YES;
}

/* RFC 9110, 5.6.2. "Content-Length " would be read as another header here than on the way. */
static bool is_token(const char *name)
{
	static const char allowed[] = "!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyz"
				      "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

	return *name && name[strspn(name, allowed)] == '\0';
}

/* What holds for every header, whatever it is called. */
static enum MHD_Result gather_any(void *closure, enum MHD_ValueKind kind, const char *name,
				  const char *value)
{
	struct gathering *gathering = closure;

	if (!is_token(name) || (value && strpbrk(value, "\r\n")))
		gathering->is_malformed = true;
	if (caller_is_noted(name))
		gathering->origin.is_noted = true;
	return gather_header(closure, kind, name, value);
}

/* Read a whole number of at most nine digits; -1 when it is none. */
static int64_t read_number(const char *value)
{
	size_t digits = value ? strspn(value, "0123456789") : 0;

	return digits == 0 || digits > 9 || value[digits] ? -1 : strtol(value, NULL, 10);
}

static bool is_word(const char *value)
{
	static const char allowed[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
				      "0123456789_-";
	size_t size = value ? strspn(value, allowed) : 0;

	return size > 0 && size < LIMIT_PARAMETER_BYTES && !value[size];
}

/* A parameter of the query is a number, a word or a text, given once. */
static enum MHD_Result gather_query(void *closure, enum MHD_ValueKind kind, const char *name,
				    const char *value)
{
	static const char *const names[] = {
#define X(name, wire) [QUERY_##name] = wire,
		QUERY_PARAMETERS(X)
#undef X
	};
	struct gathering *gathering = closure;
	struct request *request = gathering->request;

	for (size_t i = 0; i < QUERY_COUNT; i++) {
		bool takes_word = QUERY_WORDS >> i & 1, takes_text = QUERY_TEXTS >> i & 1;

		if (strcmp(name, names[i]) != 0)
			continue;
		if (!(request->route->query & 1U << i) || request->text_query[i])
			break;
		request->text_query[i] = value ? value : "";
		if (!takes_word && !takes_text)
			request->query[i] = read_number(value);
		if (takes_word ? !is_word(value) : !takes_text && request->query[i] < 0)
			break;
		return MHD_YES;
	}
	gathering->is_double = true;
	return MHD_NO;
}

/* The answer to a path that has routes, but not for this method; to OPTIONS and to
 * paths of the page. */
static bool answer_unrouted(struct request *request, struct response *response,
			    struct route_match match, const char *method)
{
	bool is_page = match.allow == 0 && strncmp(request->path, "/v1", 3) != 0;
	unsigned allow = is_page ? 1U << HTTP_GET : match.allow;

	if (allow == 0) {
		response_refuse(request, response, PROBLEM_NO_SUCH_ROUTE, "");
		return false;
	}
	router_allow(allow, response->allow, sizeof(response->allow));
	if (strcmp(method, "OPTIONS") == 0) {
		response->status = 204;
		return false;
	}
	if (is_page && router_method(method) == HTTP_GET) {
		response->allow[0] = '\0';
		return true;
	}
	response_refuse(request, response, PROBLEM_METHOD_NOT_ALLOWED, "");
	return false;
}

/* What is wrong with the headers, on every route; NULL: nothing. A proxy that reads such a request
 * differently may take its body for the next request, so the connection ends. */
static const char *wrong_headers(const struct gathering *gathering, const char *version)
{
	if (gathering->is_malformed)
		return "A header's name is a token (RFC 9110) and its value one line.";
	if (gathering->is_double)
		return "A header that may stand once stands twice.";
	if (gathering->coding &&
	    (gathering->length || strcasecmp(gathering->coding, "chunked") != 0))
		return "The length of the body is not clear.";
	if (!gathering->host && strcmp(version, "HTTP/1.0") != 0)
		return "A request names its Host.";
	return NULL;
}

static bool check_headers(struct request *request, struct response *response,
			  const struct gathering *gathering, const char *version)
{
	const char *wrong = wrong_headers(gathering, version);

	if (!wrong)
		return true;
	response_refuse(request, response, PROBLEM_BAD_HEADER, wrong);
	response->close = true;
	return false;
}

bool parse_request(struct round_trip *trip, struct MHD_Connection *connection, const char *url,
		   const char *method, const char *version)
{
	struct request *request = &trip->request;
	struct response *response = &trip->response;
	const struct httpd *httpd = trip->inflight->loop->httpd;
	struct gathering gathering = {.request = request, .httpd = httpd};
	struct route_match match;

	request->path = url;
	request->head = strcmp(method, "HEAD") == 0;
	for (size_t i = 0; i < QUERY_COUNT; i++)
		request->query[i] = -1;
	MHD_get_connection_values(connection, MHD_HEADER_KIND, gather_any, &gathering);
	caller_note(request, httpd, connection, &gathering.origin);
	request->figures_only = httpd->figures_only;
	request->has_own_host = host_is_own(gathering.host, httpd->name);
	if (!check_headers(request, response, &gathering, version))
		return false;
	if (strlen(url) > LIMIT_PATH_BYTES || strchr(url, '%')) {
		response_refuse(request, response, PROBLEM_BAD_PATH,
				"No path here is longer than 256 bytes or holds a \"%\".");
		return false;
	}
	if (httpd->figures_only && strcmp(url, "/metrics") != 0) {
		response_refuse(request, response, PROBLEM_NO_SUCH_ROUTE,
				"There is nothing here but /metrics.");
		return false;
	}
	match = router_find(router_method(method), url, request->parameter);
	request->route = match.route;
	if (!match.route)
		return answer_unrouted(request, response, match, method);
	MHD_get_connection_values(connection, MHD_GET_ARGUMENT_KIND, gather_query, &gathering);
	if (gathering.is_double) {
		response_refuse(request, response, PROBLEM_BAD_QUERY,
				"The route has no such parameter, or it is not one such value.");
		return false;
	}
	return true;
}
