/* A notice as a transfer of libcurl: what is set, and how its end is read. */

#include <string.h>
#include <sys/socket.h>

#include "notify/delivery.h"
#include "notify/vetting.h"

enum {
	CONNECT_SECONDS = 5,
	NOT_FOUND = 404,
	GONE = 410,
	MAIL_REFUSED = 500, /* of SMTP: for good, from here on */
	RETRY_AFTER_MAX_S = 24 * 3600,
};

static bool is_vetted(const struct courier *courier, const struct curl_sockaddr *address)
{
	struct sockaddr_storage socket = {0};
	const void *any = &socket;

	if (address->addrlen > sizeof(socket))
		return false;
	memcpy(&socket, &address->addr, address->addrlen);
	if (courier->options.lead)
		courier->options.lead(&socket);
	return vetting_is_port_good(any) && (courier->options.allows_private ||
					     (vetting_is_public(any) && !vetting_is_own(any)));
}

/* The address that is really connected to. */
static curl_socket_t open_socket(void *context, curlsocktype purpose, struct curl_sockaddr *address)
{
	if (purpose != CURLSOCKTYPE_IPCXN || !is_vetted(context, address))
		return CURL_SOCKET_BAD;
	return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

static size_t take_answer(char *bytes, size_t one, size_t count, void *context)
{
	struct delivery *delivery = context;
	const bool is_read = delivery_posts(delivery);
	const size_t max = is_read ? COURIER_POSTED_BYTES : COURIER_ANSWER_BYTES;

	delivery->answered += one * count;
	if (delivery->answered > max)
		return 0;
	if (is_read)
		text_add(&delivery->answer, bytes, one * count);
	return one * count;
}

static bool set_limits(CURL *easy, const struct courier *courier)
{
	const char *authorities = courier->options.authorities;

	return curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0L) == CURLE_OK &&
	       curl_easy_setopt(easy, CURLOPT_PROXY, "") == CURLE_OK &&
	       curl_easy_setopt(easy, CURLOPT_NETRC, (long)CURL_NETRC_IGNORED) == CURLE_OK &&
	       curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L) == CURLE_OK &&
	       curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT, (long)CONNECT_SECONDS) == CURLE_OK &&
	       curl_easy_setopt(easy, CURLOPT_TIMEOUT, (long)COURIER_SECONDS) == CURLE_OK &&
	       (!authorities || curl_easy_setopt(easy, CURLOPT_CAINFO, authorities) == CURLE_OK);
}

/* What it is asked to do; a POST where nothing else is said. */
static bool set_method(CURL *easy, const struct delivery *delivery)
{
	const char *method = delivery->method;

	return !method || strcmp(method, "POST") == 0 ||
	       curl_easy_setopt(easy, CURLOPT_CUSTOMREQUEST, method) == CURLE_OK;
}

static bool set_post(struct delivery *delivery)
{
	static const char *const protocols[HOOK_FORMATS] = {
		[HOOK_STANDARD] = "http,https",
		[HOOK_DISCORD] = "https",
		[HOOK_PUSH] = "https",
		[HOOK_CHANNEL] = "https",
	};
	CURL *easy = delivery->easy;

	return set_limits(easy, delivery->courier) &&
	       curl_easy_setopt(easy, CURLOPT_URL,
				delivery->method ? delivery->target : delivery->url) == CURLE_OK &&
	       set_method(easy, delivery) &&
	       curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, protocols[delivery->hook.format]) ==
		       CURLE_OK &&
	       curl_easy_setopt(easy, CURLOPT_HTTPHEADER, delivery->headers) == CURLE_OK &&
	       curl_easy_setopt(easy, CURLOPT_POSTFIELDS, delivery->body.bytes) == CURLE_OK &&
	       curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE, (long)delivery->body.size) ==
		       CURLE_OK &&
	       curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, open_socket) == CURLE_OK &&
	       curl_easy_setopt(easy, CURLOPT_OPENSOCKETDATA, delivery->courier) == CURLE_OK &&
	       curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, take_answer) == CURLE_OK &&
	       curl_easy_setopt(easy, CURLOPT_WRITEDATA, delivery) == CURLE_OK;
}

bool request_begin(struct delivery *delivery)
{
	const struct courier *courier = delivery->courier;
	const char *address = delivery->url + sizeof("mailto:") - 1;

	delivery->easy = curl_easy_init();
	if (!delivery->easy)
		return false;
	const bool is_set =
		delivery->hook.format == HOOK_MAIL
			? smtp_begin(&delivery->smtp, delivery->easy, courier->options.relay,
				     address, delivery->body.bytes, delivery->body.size) &&
				  (!courier->options.authorities ||
				   curl_easy_setopt(delivery->easy, CURLOPT_CAINFO,
						    courier->options.authorities) == CURLE_OK)
			: set_post(delivery);

	return is_set && curl_easy_setopt(delivery->easy, CURLOPT_PRIVATE, delivery) == CURLE_OK &&
	       curl_multi_add_handle(courier->multi, delivery->easy) == CURLM_OK;
}

void request_close(struct delivery *delivery)
{
	if (delivery->easy) {
		curl_multi_remove_handle(delivery->courier->multi, delivery->easy);
		curl_easy_cleanup(delivery->easy);
	}
	delivery->easy = NULL;
	delivery->answered = 0;
	text_clear(&delivery->answer);
}

void request_end(struct delivery *delivery)
{
	request_close(delivery);
	curl_slist_free_all(delivery->headers);
	smtp_end(&delivery->smtp);
	text_free(&delivery->body);
	text_free(&delivery->picture);
	text_free(&delivery->answer);
	delivery->headers = NULL;
}

/* The relay said no, or there was none to say anything: it has not taken the mail. Of one that fell
 * silent it is not known. */
static bool may_be_taken(CURLcode code, long status)
{
	return code != CURLE_COULDNT_CONNECT && code != CURLE_COULDNT_RESOLVE_HOST &&
	       code != CURLE_LOGIN_DENIED && code != CURLE_SSL_CONNECT_ERROR &&
	       code != CURLE_USE_SSL_FAILED && code != CURLE_PEER_FAILED_VERIFICATION &&
	       status < 400;
}

struct request_result request_result(const struct delivery *delivery, CURLcode code)
{
	const enum hook_format format = (enum hook_format)delivery->hook.format;
	struct request_result result = {0};
	curl_off_t retry_after_s = 0;

	curl_easy_getinfo(delivery->easy, CURLINFO_RESPONSE_CODE, &result.status);
	curl_easy_getinfo(delivery->easy, CURLINFO_RETRY_AFTER, &retry_after_s);
	result.retry_after_s =
		retry_after_s < RETRY_AFTER_MAX_S ? retry_after_s : RETRY_AFTER_MAX_S;
	if (format == HOOK_MAIL) {
		result.is_good = code == CURLE_OK;
		result.was_taken = may_be_taken(code, result.status);
		result.ends = !result.is_good && result.status >= MAIL_REFUSED &&
			      code != CURLE_LOGIN_DENIED;
		return result;
	}
	/* If the answer is longer than is read, its status still counts. */
	if (code != CURLE_OK && code != CURLE_WRITE_ERROR)
		result.status = 0;
	result.is_good = result.status >= 200 && result.status < 300;
	result.ends =
		result.status == GONE || (result.status == NOT_FOUND && format != HOOK_STANDARD);
	return result;
}
