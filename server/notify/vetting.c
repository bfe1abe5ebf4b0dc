/* The ranges of RFC 6890 and its registries that are not globally reachable. */

#include "notify/vetting.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <netinet/in.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { FIRST_FREE_PORT = 1024 };

struct range {
	uint8_t bytes[16];
	uint8_t bits;
};

static const struct range four[] = {
	{{0}, 8},             /* this network */
	{{10}, 8},            /* private */
	{{100, 64}, 10},      /* shared: carriers */
	{{127}, 8},           /* loopback */
	{{169, 254}, 16},     /* link-local, metadata */
	{{172, 16}, 12},      /* private */
	{{192, 0, 0}, 24},    /* protocols */
	{{192, 0, 2}, 24},    /* documentation */
	{{192, 88, 99}, 24},  /* 6to4 relays */
	{{192, 168}, 16},     /* private */
	{{198, 18}, 15},      /* benchmarks */
	{{198, 51, 100}, 24}, /* documentation */
	{{203, 0, 113}, 24},  /* documentation */
	{{224}, 4},           /* multicast */
	{{240}, 4},           /* reserved, broadcast */
};

/* Only global unicast, 2000::/3, is public: that leaves out loopback, mapped and NAT64
 * (64:ff9b::/96 and /48), unique local, link-local and multicast addresses. */
static const struct range global = {{0x20}, 3};

static const struct range six[] = {
	{{0x20, 0x01}, 23},             /* protocols: Teredo with them */
	{{0x20, 0x01, 0x0d, 0xb8}, 32}, /* documentation */
	{{0x20, 0x02}, 16},             /* 6to4 */
	{{0x3f, 0xff}, 20},             /* documentation */
};

static bool is_in(const uint8_t *address, const struct range *range)
{
	uint8_t whole = range->bits / 8, rest = range->bits % 8;

	for (uint8_t i = 0; i < whole; i++)
		if (address[i] != range->bytes[i])
			return false;
	return rest == 0 || (address[whole] ^ range->bytes[whole]) >> (8 - rest) == 0;
}

static bool is_in_any(const uint8_t *address, const struct range *ranges, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (is_in(address, &ranges[i]))
			return true;
	return false;
}

bool vetting_is_public(const struct sockaddr *socket)
{
	const void *any = socket;
	const struct sockaddr_in *in = any;
	const struct sockaddr_in6 *in6 = any;

	if (socket->sa_family == AF_INET)
		return !is_in_any((const uint8_t *)&in->sin_addr, four,
				  sizeof(four) / sizeof(four[0]));
	return socket->sa_family == AF_INET6 && is_in(in6->sin6_addr.s6_addr, &global) &&
	       !is_in_any(in6->sin6_addr.s6_addr, six, sizeof(six) / sizeof(six[0]));
}

static bool is_same(const struct sockaddr *one, const struct sockaddr *other)
{
	const void *a = one, *b = other;

	if (!other || one->sa_family != other->sa_family)
		return false;
	if (one->sa_family == AF_INET)
		return ((const struct sockaddr_in *)a)->sin_addr.s_addr ==
		       ((const struct sockaddr_in *)b)->sin_addr.s_addr;
	return one->sa_family == AF_INET6 &&
	       memcmp(&((const struct sockaddr_in6 *)a)->sin6_addr,
		      &((const struct sockaddr_in6 *)b)->sin6_addr, sizeof(struct in6_addr)) == 0;
}

bool vetting_is_own(const struct sockaddr *socket)
{
	struct ifaddrs *first;
	bool is_own = false;

	if (getifaddrs(&first) != 0)
		return true;
	for (const struct ifaddrs *at = first; at && !is_own; at = at->ifa_next)
		is_own = is_same(socket, at->ifa_addr);
	freeifaddrs(first);
	return is_own;
}

bool vetting_is_number_good(long port)
{
	return port == 80 || port == 443 || port >= FIRST_FREE_PORT;
}

bool vetting_is_port_good(const struct sockaddr *socket)
{
	const void *any = socket;
	const struct sockaddr_in *in = any;
	const struct sockaddr_in6 *in6 = any;

	return vetting_is_number_good(
		ntohs(socket->sa_family == AF_INET ? in->sin_port : in6->sin6_port));
}
