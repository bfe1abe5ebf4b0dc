/* Addresses are kept as 16 bytes, so that one comparison serves both families. */

#include "http/address.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>

enum { MAPPED_BITS = 96 };

static const uint8_t mapped[12] = {[10] = 0xff, [11] = 0xff};

static struct address map_address(const struct in_addr *four)
{
	struct address address;

	memcpy(address.bytes, mapped, sizeof(mapped));
	memcpy(address.bytes + sizeof(mapped), four, sizeof(*four));
	return address;
}

static bool is_mapped(struct address address)
{
	return memcmp(address.bytes, mapped, sizeof(mapped)) == 0;
}

struct address address_of(const struct sockaddr *socket)
{
	struct address address = {{0}};

	if (socket->sa_family == AF_INET)
		return map_address(&((const struct sockaddr_in *)(const void *)socket)->sin_addr);
	if (socket->sa_family == AF_INET6)
		memcpy(address.bytes,
		       &((const struct sockaddr_in6 *)(const void *)socket)->sin6_addr,
		       sizeof(address.bytes));
	return address;
}

bool address_parse(struct address *out, const char *text)
{
	struct in_addr four;

	if (inet_pton(AF_INET, text, &four) != 1)
		return inet_pton(AF_INET6, text, out->bytes) == 1;
	*out = map_address(&four);
	return true;
}

bool address_range_parse(struct address_range *out, const char *text)
{
	char address[64], *end;
	size_t size = strcspn(text, "/");
	unsigned long bits;

	if (size >= sizeof(address))
		return false;
	memcpy(address, text, size);
	address[size] = '\0';
	if (!address_parse(&out->address, address))
		return false;

	unsigned long most = is_mapped(out->address) ? 128 - MAPPED_BITS : 128;

	bits = most;
	if (text[size] == '/') {
		errno = 0;
		bits = strtoul(text + size + 1, &end, 10);
		if (errno || end == text + size + 1 || *end || bits > most)
			return false;
	}
	out->bits = (uint8_t)(bits + 128 - most);
	return true;
}

bool address_in_range(struct address address, const struct address_range *range)
{
	for (unsigned bit = 0; bit < range->bits; bit++) {
		if ((address.bytes[bit / 8] ^ range->address.bytes[bit / 8]) & 0x80 >> bit % 8)
			return false;
	}
	return true;
}

bool address_is_loopback(struct address address)
{
	static const struct address six = {{[15] = 1}};

	return (is_mapped(address) && address.bytes[12] == 127) ||
	       memcmp(address.bytes, six.bytes, sizeof(six.bytes)) == 0;
}

struct address address_owner(struct address address)
{
	if (!is_mapped(address))
		memset(address.bytes + 8, 0, 8);
	return address;
}

uint32_t address_hash(struct address address)
{
	size_t size = is_mapped(address) ? 16 : 8;
	uint32_t hash = 2166136261U; /* FNV-1a */

	for (size_t i = 0; i < size; i++)
		hash = (hash ^ address.bytes[i]) * 16777619U;
	return hash;
}
