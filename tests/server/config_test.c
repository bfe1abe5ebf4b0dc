/* Flags, the environment, and what is wrong with them. */

#include <criterion/criterion.h>
#include <stdlib.h>

#include "config.h"

enum { ARGUMENTS_MAX = 6 };

struct wrong {
	const char *arguments[ARGUMENTS_MAX];
	const char *says;
};

static bool read_flags(struct config *config, const char *const arguments[], char error[256])
{
	char *list[ARGUMENTS_MAX + 2] = {"pennond"};
	int count = 1;

	for (; count <= ARGUMENTS_MAX && arguments[count - 1]; count++)
		list[count] = (char *)(uintptr_t)arguments[count - 1];
	return config_read(config, count, list, error, 256);
}

Test(config, defaults)
{
	static const char *const none[] = {NULL};
	struct config config;
	char error[256];

	cr_assert(read_flags(&config, none, error));
	cr_expect_str_eq(config.listen, "127.0.0.1:8080");
	cr_expect_str_eq(config.data, "data");
	cr_expect_eq(config.mode, CONFIG_SERVE);
	cr_expect_null(config.public_url);
	cr_expect_not(config.demo);
	cr_expect_eq(config.makings_per_address, 600);
	cr_expect_eq(config.log_level, LOG_INFO);
	cr_expect_null(config.metrics_listen);
}

Test(config, flags_win_over_the_environment)
{
	static const char *const flags[] = {"--listen", "[::1]:0", "--data=/x", "--demo", NULL};
	struct config config;
	char error[256];

	setenv("PENNON_LISTEN", "0.0.0.0:1", 1);
	setenv("PENNON_WEB", "/pages", 1);
	setenv("PENNON_PUBLIC_URL", "https://pennon.example///", 1);
	cr_assert(read_flags(&config, flags, error));
	cr_expect_str_eq(config.listen, "[::1]:0");
	cr_expect_str_eq(config.data, "/x");
	cr_expect_str_eq(config.web, "/pages");
	cr_expect_str_eq(config.public_url, "https://pennon.example");
	cr_expect(config.demo);
}

Test(config, modes)
{
	static const char *const check[] = {"--healthcheck", NULL};
	static const char *const help[] = {"--help", NULL};
	struct config config;
	char error[256];

	cr_assert(read_flags(&config, check, error));
	cr_expect_eq(config.mode, CONFIG_HEALTHCHECK);
	cr_assert(read_flags(&config, help, error));
	cr_expect_eq(config.mode, CONFIG_HELP);
}

Test(config, what_is_wrong_is_named)
{
	static const struct wrong rows[] = {
		{{"--listten", "x"}, "--listten"},
		{{"--listen"}, "--listen"},
		{{"--listen="}, "--listen"},
		{{"--demo=yes"}, "--demo=yes"},
		{{"--copy", "a"}, "--copy"},
		{{"--replace"}, "--backup"},
		{{"--check", "a", "--replace"}, "--backup"},
		{{"--store", "postgresql://ann:secret@db/x"}, "this password"},
		{{"--check", "postgresql://db/x?password=secret"}, "this password"},
		{{"--copy", "a", "postgres://ann:secret@db/x"}, "this password"},
		{{"--makings-per-address", "0"}, "--makings-per-address"},
		{{"--disk-floor", "0"}, "--disk-floor"},
		{{"--makings-per-address", "many"}, "--makings-per-address"},
		{{"8080"}, "8080"},
		{{"--log-level", "loud"}, "--log-level"},
		{{"--public-url", "pennon.example"}, "pennon.example"},
		{{"--public-url", "https://a b"}, "https://a b"},
		{{"--public-url", "https://a/#x"}, "https://a/#x"},
		{{"--trusted-proxy", "10.0.0.0/33"}, "10.0.0.0/33"},
		{{"--trusted-proxy", "ten"}, "ten"},
		{{"--trusted-proxy", "10.0.0.1/"}, "10.0.0.1/"},
	};
	struct config config;

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		char error[256] = "";

		cr_expect_not(read_flags(&config, rows[i].arguments, error), "%s", rows[i].says);
		cr_expect(strstr(error, rows[i].says), "%s: %s", rows[i].says, error);
	}
}

Test(config, ranges_of_addresses)
{
	static const char *const flags[] = {"--trusted-proxy", "10.0.0.0/8,fd00::/16",
					    "--trusted-proxy=127.0.0.1", NULL};
	struct config config;
	char error[256];
	struct address address;

	cr_assert(read_flags(&config, flags, error), "%s", error);
	cr_assert_eq(config.proxies_count, 3);
	cr_assert(address_parse(&address, "10.1.2.3"));
	cr_expect(address_in_range(address, &config.proxies[0]));
	cr_expect_not(address_in_range(address, &config.proxies[1]));
	cr_assert(address_parse(&address, "11.1.2.3"));
	cr_expect_not(address_in_range(address, &config.proxies[0]));
	cr_assert(address_parse(&address, "fd00:1::"));
	cr_expect_not(address_in_range(address, &config.proxies[0]));
	cr_expect(address_in_range(address, &config.proxies[1]));
	cr_assert(address_parse(&address, "127.0.0.1"));
	cr_expect(address_in_range(address, &config.proxies[2]));
	cr_assert(address_parse(&address, "127.0.0.2"));
	cr_expect_not(address_in_range(address, &config.proxies[2]));
	cr_expect(address_is_loopback(address));
}

/* An IPv4 address counts whole, an IPv6 one by its first half. */
Test(config, who_an_address_belongs_to)
{
	static const char *const pairs[][2] = {{"192.0.2.1", "192.0.2.1"},
					       {"2001:db8:1:2::3", "2001:db8:1:2:f::"},
					       {"192.0.2.1", "192.0.2.2"},
					       {"2001:db8:1:2::3", "2001:db8:1:3::3"}};

	for (size_t i = 0; i < 4; i++) {
		struct address one, other;

		cr_assert(address_parse(&one, pairs[i][0]) && address_parse(&other, pairs[i][1]));
		cr_expect_eq(address_hash(one) == address_hash(other), i < 2, "%s", pairs[i][1]);
	}
}

Test(config, loopback)
{
	cr_expect(config_is_loopback("127.0.0.1:8080"));
	cr_expect(config_is_loopback("[::1]:0"));
	cr_expect(config_is_loopback("localhost:80"));
	cr_expect_not(config_is_loopback("0.0.0.0:80"));
	cr_expect_not(config_is_loopback("[::]:80"));
}
