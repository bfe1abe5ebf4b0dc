/* Connections of one address: so many and no more, whoever opens them; a proxy's and this
 * machine's are not counted. */

#include <arpa/inet.h>
#include <criterion/criterion.h>
#include <ifaddrs.h>
#include <unistd.h>

#include "http/connection_counts.h"
#include "http_host.h"

enum { MAX = 3 };

static struct address named(const char *text)
{
	struct address address;

	cr_assert(address_parse(&address, text), "%s", text);
	return address;
}

/* How many of a few connections are let in. */
static int added(struct connection_counts *counts, const char *from)
{
	int count = 0;

	for (int i = 0; i < MAX + 2; i++)
		count += connection_counts_add(counts, named(from));
	return count;
}

Test(connection_counts, an_address_has_so_many_connections)
{
	struct connection_counts *counts = connection_counts_create(MAX, NULL, 0);

	cr_expect_eq(added(counts, "192.0.2.1"), MAX);
	cr_expect_eq(added(counts, "192.0.2.2"), MAX, "a neighbour has their own");
	connection_counts_remove(counts, named("192.0.2.1"));
	cr_expect_eq(added(counts, "192.0.2.1"), 1, "one has gone");
	/* A household has half of an IPv6 address to itself. */
	cr_expect_eq(added(counts, "2001:db8::1"), MAX);
	cr_expect_eq(added(counts, "2001:db8::2"), 0);
	cr_expect_eq(added(counts, "2001:db8:0:1::2"), MAX);
	connection_counts_destroy(counts);
}

Test(connection_counts, a_proxy_and_this_machine_are_not_counted)
{
	struct address_range proxy;

	cr_assert(address_range_parse(&proxy, "10.0.0.0/8"));
	struct connection_counts *counts = connection_counts_create(MAX, &proxy, 1);

	cr_expect_eq(added(counts, "10.1.2.3"), MAX + 2);
	cr_expect_eq(added(counts, "127.0.0.1"), MAX + 2);
	cr_expect_eq(added(counts, "::1"), MAX + 2);
	cr_expect_eq(added(counts, "11.1.2.3"), MAX);
	connection_counts_destroy(counts);
}

/* Each comes and goes a few thousand times, and nothing is left of it. */
Test(connection_counts, who_has_gone_is_forgotten)
{
	struct connection_counts *counts = connection_counts_create(MAX, NULL, 0);

	for (int i = 0; i < 20000; i++) {
		struct address address = named("192.0.2.1");

		address.bytes[13] = (uint8_t)(i >> 8);
		address.bytes[14] = (uint8_t)i;
		cr_assert(connection_counts_add(counts, address));
		connection_counts_remove(counts, address);
	}
	cr_expect_eq(added(counts, "192.0.2.1"), MAX);
	connection_counts_destroy(counts);
}

/* ---- with a server ---- */

/* An IPv4 address of this machine that is no loopback's; false without one. */
static bool find_address(char out[INET_ADDRSTRLEN])
{
	struct ifaddrs *list;
	bool found = false;

	if (getifaddrs(&list) != 0)
		return false;
	for (struct ifaddrs *at = list; at && !found; at = at->ifa_next) {
		if (!at->ifa_addr || at->ifa_addr->sa_family != AF_INET ||
		    address_is_loopback(address_of(at->ifa_addr)))
			continue;
		found = inet_ntop(
				AF_INET,
				&((const struct sockaddr_in *)(const void *)at->ifa_addr)->sin_addr,
				out, INET_ADDRSTRLEN) != NULL;
	}
	freeifaddrs(list);
	return found;
}

/* Of a few connections to `to` that stay open: how many are answered? */
static int answered(const char *to, int port)
{
	struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
	int fd[MAX + 2], count = 0;

	cr_assert_eq(inet_pton(AF_INET, to, &at.sin_addr), 1);
	for (int i = 0; i < MAX + 2; i++) {
		struct ask ask = {.path = "/healthz"};
		struct text got = TEXT_EMPTY;

		fd[i] = socket(AF_INET, SOCK_STREAM, 0);
		cr_assert_geq(fd[i], 0);
		cr_assert_eq(connect(fd[i], (const struct sockaddr *)(const void *)&at, sizeof(at)),
			     0);
		count += client_request(fd[i], &ask) &&
			 client_read_until(fd[i], &got, "\"ok\"", 5000);
		text_free(&got);
	}
	for (int i = 0; i < MAX + 2; i++)
		close(fd[i]);
	return count;
}

Test(connection_counts, a_server_closes_what_is_too_many)
{
	struct http_limits limits = http_limits_default;
	static struct http_host server;
	char address[INET_ADDRSTRLEN];

	limits.address_connections = MAX;
	http_host_open_on(&server, &limits, "0.0.0.0:0");
	cr_expect_eq(answered("127.0.0.1", server.port), MAX + 2, "this machine's");
	if (find_address(address)) {
		cr_expect_eq(answered(address, server.port), MAX);
		/* Those are gone, and others may come. */
		for (int i = 0; i < 100 && atomic_load(&server.app.figures.connections) > 0; i++)
			usleep(50 * 1000);
		cr_expect_eq(answered(address, server.port), MAX);
	}
	cr_expect_eq(http_host_errors(), 0);
	http_host_close(&server);
}
