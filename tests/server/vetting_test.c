/* Addresses that nobody is led to, and their neighbours, which are the open internet. */

#include <arpa/inet.h>
#include <criterion/criterion.h>
#include <netinet/in.h>
#include <string.h>

#include "notify/vetting.h"

static struct sockaddr_storage socket_of(const char *text, uint16_t port)
{
	struct sockaddr_storage socket = {0};
	void *any = &socket;
	struct sockaddr_in *in = any;
	struct sockaddr_in6 *in6 = any;

	if (strchr(text, ':')) {
		in6->sin6_family = AF_INET6;
		in6->sin6_port = htons(port);
		cr_assert_eq(inet_pton(AF_INET6, text, &in6->sin6_addr), 1, "%s", text);
	} else {
		in->sin_family = AF_INET;
		in->sin_port = htons(port);
		cr_assert_eq(inet_pton(AF_INET, text, &in->sin_addr), 1, "%s", text);
	}
	return socket;
}

static const struct {
	const char *address;
	bool is_public;
} rows[] = {
	{"0.0.0.0", false},
	{"1.1.1.1", true},
	{"9.255.255.255", true},
	{"10.0.0.1", false},
	{"11.0.0.0", true},
	{"100.63.255.255", true},
	{"100.64.0.1", false},
	{"100.127.255.255", false},
	{"100.128.0.0", true},
	{"127.0.0.1", false},
	{"169.254.169.254", false},
	{"172.15.255.255", true},
	{"172.16.0.1", false},
	{"172.31.255.255", false},
	{"172.32.0.0", true},
	{"192.168.1.1", false},
	{"198.19.0.1", false},
	{"224.0.0.1", false},
	{"255.255.255.255", false},
	{"::", false},
	{"::1", false},
	{"::ffff:1.1.1.1", false},
	{"64:ff9b::101:101", false},
	{"64:ff9b:1::1", false},
	{"2001::1", false},
	{"2001:db8::1", false},
	{"2002:7f00:1::", false},
	{"2606:4700::1111", true},
	{"2a00:1450::1", true},
	{"fc00::1", false},
	{"fd12::1", false},
	{"fe80::1", false},
	{"ff02::1", false},
};

Test(vetting, only_the_open_internet_is_connected_to)
{
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct sockaddr_storage socket = socket_of(rows[i].address, 443);
		const void *any = &socket;

		cr_expect_eq(vetting_is_public(any), rows[i].is_public, "%s", rows[i].address);
	}
	struct sockaddr_storage local = {.ss_family = AF_UNIX};
	const void *any = &local;

	cr_expect_not(vetting_is_public(any));
}

Test(vetting, our_own_addresses_are_known_whatever_their_range)
{
	struct sockaddr_storage own = socket_of("127.0.0.1", 443);
	struct sockaddr_storage other = socket_of("1.1.1.1", 443);
	struct sockaddr_storage six = socket_of("2606:4700::1111", 443);
	const void *ours = &own, *theirs = &other, *theirs_6 = &six;

	cr_expect(vetting_is_own(ours));
	cr_expect_not(vetting_is_own(theirs));
	cr_expect_not(vetting_is_own(theirs_6));
}

Test(vetting, ports_of_other_services_are_not)
{
	static const uint16_t good[] = {80, 443, 1024, 65535}, bad[] = {0, 22, 25, 1023};

	for (int i = 0; i < 4; i++) {
		struct sockaddr_storage yes = socket_of("1.1.1.1", good[i]);
		struct sockaddr_storage no = socket_of("2606:4700::1111", bad[i]);
		const void *any = &yes, *other = &no;

		cr_expect(vetting_is_port_good(any), "%u", good[i]);
		cr_expect_not(vetting_is_port_good(other), "%u", bad[i]);
	}
}
