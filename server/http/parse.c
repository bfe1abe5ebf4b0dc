/* From libmicrohttpd's request to ours: path, query and the few headers that handlers
 * use. A header that may stand once and stands twice is refused, because two programs
 * on the way may believe different ones. */

#include <errno.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>

#include "http/shell.h"

/* What is gathered while the library walks the headers. */
struct gathering {
	struct request *request;
	const char *length, *coding;
	const char *forwarded;
	bool is_double;
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

	(void)kind;
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
	else if (strcasecmp(name, "If-None-Match") == 0)
		request->if_none_match = value;
	else if (strcasecmp(name, "Content-Length") == 0)
		keep_once(gathering, &gathering->length, value);
	else if (strcasecmp(name, "Transfer-Encoding") == 0)
		keep_once(gathering, &gathering->coding, value);
	else if (strcasecmp(name, "X-Forwarded-For") == 0 || strcasecmp(name, "Forwarded") == 0)
		gathering->forwarded = value;
	return MHD_YES;
}

/* A parameter of the query is a whole number of at most nine digits, given once. */
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

	(void)kind;
	for (size_t i = 0; i < QUERY_COUNT; i++) {
		size_t digits = value ? strspn(value, "0123456789") : 0;

		if (strcmp(name, names[i]) != 0)
			continue;
		if (!(request->route->query & 1U << i) || request->query[i] >= 0 || digits == 0 ||
		    digits > 9 || value[digits])
			break;
		request->query[i] = strtol(value, NULL, 10);
		return MHD_YES;
	}
	gathering->is_double = true;
	return MHD_NO;
}

/* A hash of who connects: the whole of an IPv4 address, the first half of an IPv6. */
static uint32_t hash_address(const struct sockaddr *address)
{
	const unsigned char *bytes;
	size_t size;
	uint32_t hash = 2166136261U;

	if (address->sa_family == AF_INET6) {
		bytes = ((const struct sockaddr_in6 *)(const void *)address)->sin6_addr.s6_addr;
		size = 8;
	} else {
		bytes = (const unsigned char *)&((const struct sockaddr_in *)(const void *)address)
				->sin_addr;
		size = 4;
	}
	for (size_t i = 0; i < size; i++)
		hash = (hash ^ bytes[i]) * 16777619U;
	return hash;
}

/* From this machine, as far as one can know: through no proxy. */
static bool is_local(const struct httpd *httpd, const struct sockaddr *address,
		     const struct gathering *gathering)
{
	struct address_range four = {.bits = 104}, six = {.bits = 128};

	four.bytes[10] = four.bytes[11] = 0xff;
	four.bytes[12] = 127;
	six.bytes[15] = 1;
	if (gathering->forwarded ||
	    !(address_in_range(address, &four) || address_in_range(address, &six)))
		return false;
	for (size_t i = 0; i < httpd->proxies_count; i++) {
		if (address_in_range(address, &httpd->proxies[i]))
			return false;
	}
	return true;
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

/* Header rules that hold for every route. */
static bool check_headers(struct request *request, struct response *response,
			  const struct gathering *gathering)
{
	if (gathering->is_double) {
		response_refuse(request, response, PROBLEM_BAD_HEADER,
				"A header that may stand once stands twice.");
		response->close = true;
		return false;
	}
	if (gathering->coding &&
	    (gathering->length || strcasecmp(gathering->coding, "chunked") != 0)) {
		response_refuse(request, response, PROBLEM_BAD_HEADER,
				"The length of the body is not clear.");
		response->close = true;
		return false;
	}
	return true;
}

bool parse_request(struct work *work, struct MHD_Connection *connection, const char *url,
		   const char *method)
{
	struct request *request = &work->request;
	struct response *response = &work->response;
	struct gathering gathering = {.request = request};
	struct route_match match;
	const struct sockaddr *address =
		MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS)
			->client_addr;

	request->path = url;
	request->head = strcmp(method, "HEAD") == 0;
	for (size_t i = 0; i < QUERY_COUNT; i++)
		request->query[i] = -1;
	MHD_get_connection_values(connection, MHD_HEADER_KIND, gather_header, &gathering);
	request->is_local = is_local(work->exchange->loop->httpd, address, &gathering);
	request->origin = hash_address(address);
	if (!check_headers(request, response, &gathering))
		return false;
	if (strlen(url) > LIMIT_PATH_BYTES || strchr(url, '%')) {
		response_refuse(request, response, PROBLEM_BAD_PATH,
				"No path here is longer than 256 bytes or holds a \"%\".");
		return false;
	}
	match = router_find(router_method(method), url, request->parameter);
	request->route = match.route;
	if (!match.route)
		return answer_unrouted(request, response, match, method);
	MHD_get_connection_values(connection, MHD_GET_ARGUMENT_KIND, gather_query, &gathering);
	if (gathering.is_double) {
		response_refuse(request, response, PROBLEM_BAD_QUERY,
				"The route has no such parameter, or it is not one whole number.");
		return false;
	}
	return true;
}
