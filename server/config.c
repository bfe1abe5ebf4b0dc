/* Flags are one table: name, variable of the environment, what it sets. A flag takes its
 * value as the next argument or after "=". */

#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DISK_FLOOR_DEFAULT_MIB = 256 };

const char config_help[] =
	"pennond - a play-by-web server for the charge phase of miniature wargames\n"
	"\n"
	"  --listen ADDRESS:PORT    where to listen (127.0.0.1:8080; port 0 picks one)\n"
	"  --data DIR               where games and keys are kept (./data)\n"
	"  --public-url URL         how browsers reach it, when a proxy stands before it\n"
	"  --trusted-proxy RANGE    addresses of proxies, e.g. 10.0.0.0/8; may be repeated\n"
	"  --web DIR                serve the page from a folder instead of the built-in one\n"
	"  --metrics-listen PORT    serve /metrics on a port of this machine, or on ADDRESS:PORT\n"
	"  --log-level LEVEL        error, warning, info or debug, which tells of each request (info)\n"
	"  --demo                   make a demo game and print a link for each side\n"
	"  --keep-finished DAYS     forget finished games after so many days (never)\n"
	"  --makings-per-address N  players, games and reports an hour from one address (600)\n"
	"  --disk-floor MIB         make nothing new with less free disk than this (256)\n"
	"  --backup FILE            copy the database of --data to a file, while a daemon runs\n"
	"  --check DIR              look whether everything in a folder is whole, then exit\n"
	"  --healthcheck            exit 0 when the server of --data, or at --listen, is well\n"
	"  --version, --help\n"
	"\n"
	"Each flag with a value can also be set as PENNON_LISTEN, PENNON_DATA and so on; ranges\n"
	"of PENNON_TRUSTED_PROXY are separated by commas. PENNON_METRICS_TOKEN lets callers\n"
	"that are not on this machine read /metrics.\n";

enum flag_kind {
	FLAG_TEXT,
	FLAG_RANGES,
	FLAG_YES,
	FLAG_MODE,
	FLAG_MODE_OF,
	FLAG_NUMBER,
	FLAG_LEVEL
};

struct flag {
	const char *name, *variable;
	enum flag_kind kind;
	size_t offset; /* of a text or a yes */
	enum config_mode mode;
};

static const struct flag flags[] = {
	{"--listen", "PENNON_LISTEN", FLAG_TEXT, offsetof(struct config, listen), 0},
	{"--data", "PENNON_DATA", FLAG_TEXT, offsetof(struct config, data), 0},
	{"--public-url", "PENNON_PUBLIC_URL", FLAG_TEXT, offsetof(struct config, public_url), 0},
	{"--web", "PENNON_WEB", FLAG_TEXT, offsetof(struct config, web), 0},
	{"--metrics-listen", "PENNON_METRICS_LISTEN", FLAG_TEXT,
	 offsetof(struct config, metrics_listen), 0},
	{NULL, "PENNON_METRICS_TOKEN", FLAG_TEXT, offsetof(struct config, metrics_token), 0},
	{"--trusted-proxy", "PENNON_TRUSTED_PROXY", FLAG_RANGES, 0, 0},
	{"--demo", NULL, FLAG_YES, offsetof(struct config, demo), 0},
	{"--keep-finished", "PENNON_KEEP_FINISHED", FLAG_NUMBER,
	 offsetof(struct config, keep_finished_days), 0},
	{"--makings-per-address", "PENNON_MAKINGS_PER_ADDRESS", FLAG_NUMBER,
	 offsetof(struct config, makings_per_address), 0},
	{"--log-level", "PENNON_LOG_LEVEL", FLAG_LEVEL, offsetof(struct config, log_level), 0},
	{"--disk-floor", "PENNON_DISK_FLOOR", FLAG_NUMBER, offsetof(struct config, disk_floor_mib),
	 0},
	{"--backup", NULL, FLAG_MODE_OF, offsetof(struct config, subject), CONFIG_BACKUP},
	{"--check", NULL, FLAG_MODE_OF, offsetof(struct config, subject), CONFIG_CHECK},
	{"--healthcheck", NULL, FLAG_MODE, 0, CONFIG_HEALTHCHECK},
	{"--help", NULL, FLAG_MODE, 0, CONFIG_HELP},
	{"--version", NULL, FLAG_MODE, 0, CONFIG_VERSION},
};
enum { FLAGS_COUNT = sizeof(flags) / sizeof(flags[0]) };

/* Add the ranges of a list with commas. */
static bool add_ranges(struct config *config, const char *list)
{
	char range[64];

	while (*list) {
		size_t size = strcspn(list, ",");

		if (size >= sizeof(range) || config->proxies_count == ADDRESS_RANGES_MAX)
			return false;
		memcpy(range, list, size);
		range[size] = '\0';
		if (!address_range_parse(&config->proxies[config->proxies_count++], range))
			return false;
		list += size + (list[size] == ',');
	}
	return true;
}

/* 1 to 36500. */
static bool set_number(char *member, const char *value)
{
	if (strspn(value, "0123456789") != strlen(value) || strlen(value) > 5)
		return false;
	unsigned long days = strtoul(value, NULL, 10);
	uint32_t kept = (uint32_t)days;
	memcpy(member, &kept, sizeof(kept));
	return days >= 1 && days <= 36500;
}

/* Set what a flag or its variable says. */
static bool set(struct config *config, const struct flag *flag, const char *value)
{
	char *member = (char *)config + flag->offset;

	switch (flag->kind) {
	case FLAG_TEXT:
		*(const char **)(void *)member = value;
		return value[0] != '\0';
	case FLAG_RANGES:
		return add_ranges(config, value);
	case FLAG_YES:
		*(bool *)(void *)member = true;
		return true;
	case FLAG_NUMBER:
		return set_number(member, value);
	case FLAG_LEVEL:
		*(enum log_level *)(void *)member = log_level_find(value);
		return log_level_find(value) != LOG_LEVEL_COUNT;
	case FLAG_MODE_OF:
		*(const char **)(void *)member = value;
		config->mode = flag->mode;
		return value[0] != '\0';
	case FLAG_MODE:
		config->mode = flag->mode;
		return true;
	}
	return false;
}

static bool takes_value(const struct flag *flag)
{
	return flag->kind != FLAG_YES && flag->kind != FLAG_MODE;
}

/* The flag that an argument names, with or without "=value". */
static const struct flag *find_flag(const char *argument)
{
	size_t size = strcspn(argument, "=");

	for (size_t i = 0; i < FLAGS_COUNT; i++) {
		const char *name = flags[i].name;

		if (name && strlen(name) == size && strncmp(name, argument, size) == 0)
			return &flags[i];
	}
	return NULL;
}

/* A public URL is http:// or https:// and a host; a slash at its end is taken off. */
static bool check_public_url(struct config *config)
{
	const char *url = config->public_url;
	size_t size = url ? strlen(url) : 0;

	if (!url)
		return true;
	while (size > 0 && url[size - 1] == '/')
		size--;
	if ((strncmp(url, "http://", 7) != 0 && strncmp(url, "https://", 8) != 0) ||
	    size >= sizeof(config->public_url_text) || size < 9 || strpbrk(url, " \"\\<>#?"))
		return false;
	memcpy(config->public_url_text, url, size);
	config->public_url_text[size] = '\0';
	config->public_url = config->public_url_text;
	return true;
}

static bool read_flags(struct config *config, int count, char **arguments, char *error, size_t size)
{
	for (int i = 1; i < count; i++) {
		const struct flag *flag = find_flag(arguments[i]);
		const char *value = strchr(arguments[i], '=');

		if (!flag || (value && !takes_value(flag))) {
			snprintf(error, size, "%s is no flag; --help lists them", arguments[i]);
			return false;
		}
		if (value)
			value++;
		else if (takes_value(flag))
			value = ++i < count ? arguments[i] : NULL;
		config->listen_given |= flag->offset == offsetof(struct config, listen);
		if ((takes_value(flag) && !value) || !set(config, flag, value ? value : "")) {
			snprintf(error, size, "%s: \"%s\" is not a value it takes", flag->name,
				 value ? value : "");
			return false;
		}
	}
	return true;
}

bool config_read(struct config *out, int count, char **arguments, char *error, size_t size)
{
	*out = (struct config){.listen = "127.0.0.1:8080",
			       .data = "data",
			       .log_level = LOG_INFO,
			       .disk_floor_mib = DISK_FLOOR_DEFAULT_MIB,
			       .makings_per_address =
				       http_limits_default.makings_per_hour_by_address};
	for (size_t i = 0; i < FLAGS_COUNT; i++) {
		const char *value = flags[i].variable ? getenv(flags[i].variable) : NULL;

		if (value && value[0] && !set(out, &flags[i], value)) {
			snprintf(error, size, "%s: \"%s\" is not a value it takes",
				 flags[i].variable, value);
			return false;
		}
	}
	if (!read_flags(out, count, arguments, error, size))
		return false;
	if (!check_public_url(out)) {
		snprintf(error, size,
			 "--public-url wants http:// or https:// and a host, not \"%s\"",
			 out->public_url);
		return false;
	}
	return true;
}

bool config_is_loopback(const char *listen)
{
	return strncmp(listen, "127.", 4) == 0 || strncmp(listen, "[::1]:", 6) == 0 ||
	       strncmp(listen, "localhost:", 10) == 0;
}
