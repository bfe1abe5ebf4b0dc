/* From libmicrohttpd's request to ours: path, query and the few headers that handlers
 * use. A header that may stand once and stands twice is refused, because two programs
 * on the way may believe different ones. */

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
	else if (strcasecmp(name, "X-Forwarded-For") == 0 || strcasecmp(name, "Forwarded") == 0)
		gathering->forwarded = value;
	return MHD_YES;
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

/* A parameter of the query is a number or a word, given once. */
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
		bool takes_word = QUERY_WORDS >> i & 1;

		if (strcmp(name, names[i]) != 0)
			continue;
		if (!(request->route->query & 1U << i) || request->text_query[i])
			break;
		request->text_query[i] = value;
		if (!takes_word)
			request->query[i] = read_number(value);
		if (takes_word ? !is_word(value) : request->query[i] < 0)
			break;
		return MHD_YES;
	}
	gathering->is_double = true;
	return MHD_NO;
}

static bool is_trusted(const struct httpd *httpd, struct address address)
{
	for (size_t i = 0; i < httpd->proxies_count; i++) {
		if (address_in_range(address, &httpd->proxies[i]))
			return true;
	}
	return false;
}

/* The last address that the proxy noted: the one it was connected from. What stands
 * before it anybody may have written. */
static void believe_proxy(struct address *address, const char *forwarded)
{
	const char *last = forwarded ? strrchr(forwarded, ',') : NULL;
	struct address told;

	last = last ? last + 1 : forwarded;
	if (last && address_parse(&told, last + strspn(last, " ")))
		*address = told;
}

/* Who asks: from this machine through no proxy, as far as one can know? And where from,
 * for what is shared fairly? */
static void note_caller(struct request *request, const struct httpd *httpd,
			struct MHD_Connection *connection, const struct gathering *gathering)
{
	const union MHD_ConnectionInfo *info =
		MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
	struct address address = address_of(info->client_addr);
	bool is_proxied = is_trusted(httpd, address);

	request->is_local = address_is_loopback(address) && !is_proxied && !gathering->forwarded;
	if (is_proxied)
		believe_proxy(&address, gathering->forwarded);
	request->origin = address_hash(address);
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

	request->path = url;
	request->head = strcmp(method, "HEAD") == 0;
	for (size_t i = 0; i < QUERY_COUNT; i++)
		request->query[i] = -1;
	MHD_get_connection_values(connection, MHD_HEADER_KIND, gather_header, &gathering);
	note_caller(request, work->exchange->loop->httpd, connection, &gathering);
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
				"The route has no such parameter, or it is not one such value.");
		return false;
	}
	return true;
}
