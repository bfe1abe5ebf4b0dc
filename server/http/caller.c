/* Where a request comes from: the address it is counted by, and whether it comes from this
 * machine through no proxy. */

#include <stdio.h>
#include <string.h>

#include "http/shell.h"

static bool is_trusted(const struct httpd *httpd, struct address address)
{
	for (size_t i = 0; i < httpd->proxies_count; i++) {
		if (address_in_range(address, &httpd->proxies[i]))
			return true;
	}
	return false;
}

/* One element of the list. A trusted proxy stands for the address noted before it; what is no
 * address ("unknown") hides them. */
static void take_element(struct caller_origin *origin, const struct httpd *httpd, const char *text,
			 size_t size)
{
	struct address address;
	char word[64];

	if (size == 0)
		return;
	snprintf(word, sizeof(word), "%.*s", (int)size, text);
	if (size >= sizeof(word) || !address_parse(&address, word)) {
		origin->is_told = false;
	} else if (!is_trusted(httpd, address)) {
		origin->is_told = true;
		origin->told = address;
	}
}

void caller_forwarded_for(struct caller_origin *origin, const struct httpd *httpd,
			  const char *value)
{
	static const char between[] = ", \t";

	value += strspn(value, between);
	while (*value) {
		size_t size = strcspn(value, between);

		take_element(origin, httpd, value, size);
		value += size;
		value += strspn(value, between);
	}
}

bool caller_is_noted(const char *header)
{
	static const char prefix[] = "X-Forwarded-";

	return strncasecmp(header, prefix, sizeof(prefix) - 1) == 0 ||
	       strcasecmp(header, "Forwarded") == 0 || strcasecmp(header, "Via") == 0 ||
	       strcasecmp(header, "X-Real-IP") == 0;
}

void caller_note(struct request *request, const struct httpd *httpd,
		 struct MHD_Connection *connection, const struct caller_origin *origin)
{
	const union MHD_ConnectionInfo *info =
		MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
	struct address address = address_of(info->client_addr);
	bool is_proxied = is_trusted(httpd, address);

	request->is_local = address_is_loopback(address) && !is_proxied && !origin->is_noted;
	if (is_proxied && origin->is_told)
		address = origin->told;
	request->origin = address_hash(address);
}
