#include "http/host.h"

#include <string.h>
#include <strings.h>

#include "http/address.h"

enum { HOST_BYTES = 256 };

/* Take the port away, and the brackets of an IPv6 address. False when it is neither a name nor an
 * address. */
static bool take_name(char out[HOST_BYTES], const char *host, bool *is_bracketed)
{
	const char *end;

	*is_bracketed = host[0] == '[';
	host += *is_bracketed;
	end = host + strcspn(host, *is_bracketed ? "]" : ":");

	size_t size = (size_t)(end - host);

	if (size == 0 || size >= HOST_BYTES || (*is_bracketed && *end++ != ']') ||
	    (*end && (*end != ':' || end[1 + strspn(end + 1, "0123456789")])))
		return false;
	memcpy(out, host, size);
	out[size] = '\0';
	return true;
}

bool host_is_own(const char *host, const char *own)
{
	char name[HOST_BYTES];
	struct address address;
	bool is_bracketed;

	if (!host)
		return true;
	if (!take_name(name, host, &is_bracketed))
		return false;
	if (is_bracketed)
		return address_parse(&address, name);
	return !strchr(name, '.') || strcasecmp(name, own) == 0 || address_parse(&address, name);
}
