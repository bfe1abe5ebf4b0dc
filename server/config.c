/* Flags are one table: name, variable of the environment, what it sets. A flag takes its
 * value as the next argument or after "=". */

#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "notify/mail.h"
#include "place.h"

enum { DISK_FLOOR_DEFAULT_MIB = 256 };

const char config_help[] =
	"pennond - a play-by-web server for the charge phase of miniature wargames\n"
	"\n"
	"  --listen ADDRESS:PORT    where to listen (127.0.0.1:8080; port 0 picks one)\n"
	"  --data DIR               where games and keys are kept (./data)\n"
	"  --store PLACE            keep games in a database instead: postgresql://…, or a file whose\n"
	"                           first line is that; --data still has the keys\n"
	"  --nodes                  let others that are started so have the database, too\n"
	"  --public-url URL         how browsers reach it, when a proxy stands before it\n"
	"  --trusted-proxy RANGE    addresses of proxies, e.g. 10.0.0.0/8; may be repeated\n"
	"  --web DIR                serve the page from a folder instead of the built-in one\n"
	"  --metrics-listen PORT    serve /metrics on a port of this machine, or on ADDRESS:PORT\n"
	"  --log-level LEVEL        error, warning, info or debug, which tells of each request (info)\n"
	"  --demo                   make a demo game and print a link for each side\n"
	"  --allow-private-hooks    let notices be sent into this machine's own networks, too\n"
	"  --smtp URL               a relay for mails, smtps://HOST or smtp://HOST, with\n"
	"  --smtp-from ADDRESS      who they are from, and perhaps\n"
	"  --smtp-login FILE        a line with USER:PASSWORD\n"
	"  --push-contact URL       let browsers be told, by services that find the operator at this\n"
	"                           mailto: or https: URL\n"
	"  --ca-file FILE           certificates to know receivers and the relay by (the system's)\n"
	"  --keep-finished DAYS     forget finished games after so many days (never)\n"
	"  --makings-per-address N  players, games and reports an hour from one address (600)\n"
	"  --disk-floor MIB         make nothing new with less free disk than this (256)\n"
	"  --discord-public-key HEX, --discord-application ID, --discord-guild ID\n"
	"                           answer Discord's interactions for this application in this\n"
	"                           server, or in several: may be repeated (server/discord/README.md)\n"
	"  --discord-token-file FILE a line with the token of the application's bot\n"
	"  --discord-register       register the commands with Discord in these servers, then exit\n"
	"  --print-discord-commands what is to be registered with Discord, as JSON\n"
	"  --backup FILE            copy the database of --data to a file, while a daemon runs\n"
	"  --replace                with --backup: remove a log of another database beside the file\n"
	"  --check PLACE            look whether everything in a folder or database is whole, then exit\n"
	"  --copy FROM TO           copy everything from one folder or database to another, empty one,\n"
	"                           and check both\n"
	"  --healthcheck            exit 0 when the server of --data, or at --listen, is well\n"
	"  --version, --help\n"
	"\n"
	"Each flag with a value can also be set as PENNON_LISTEN, PENNON_DATA and so on; ranges\n"
	"of PENNON_TRUSTED_PROXY are separated by commas. PENNON_METRICS_TOKEN lets callers\n"
	"that are not on this machine, or ask by a Host of elsewhere, read /metrics.\n";

enum flag_kind {
	FLAG_TEXT,
	FLAG_RANGES,
	FLAG_GUILDS,
	FLAG_YES,
	FLAG_MODE,
	FLAG_MODE_OF,
	FLAG_MODE_OF_TWO,
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
	{"--store", "PENNON_STORE", FLAG_TEXT, offsetof(struct config, store), 0},
	{"--nodes", NULL, FLAG_YES, offsetof(struct config, nodes), 0},
	{"--public-url", "PENNON_PUBLIC_URL", FLAG_TEXT, offsetof(struct config, public_url), 0},
	{"--web", "PENNON_WEB", FLAG_TEXT, offsetof(struct config, web), 0},
	{"--metrics-listen", "PENNON_METRICS_LISTEN", FLAG_TEXT,
	 offsetof(struct config, metrics_listen), 0},
	{NULL, "PENNON_METRICS_TOKEN", FLAG_TEXT, offsetof(struct config, metrics_token), 0},
	{"--trusted-proxy", "PENNON_TRUSTED_PROXY", FLAG_RANGES, 0, 0},
	{"--demo", NULL, FLAG_YES, offsetof(struct config, demo), 0},
	{"--allow-private-hooks", NULL, FLAG_YES, offsetof(struct config, allow_private_hooks), 0},
	{"--smtp", "PENNON_SMTP", FLAG_TEXT, offsetof(struct config, relay.url), 0},
	{"--smtp-from", "PENNON_SMTP_FROM", FLAG_TEXT, offsetof(struct config, relay.from), 0},
	{"--smtp-login", "PENNON_SMTP_LOGIN", FLAG_TEXT, offsetof(struct config, smtp_login), 0},
	{"--push-contact", "PENNON_PUSH_CONTACT", FLAG_TEXT, offsetof(struct config, push_contact),
	 0},
	{"--ca-file", "PENNON_CA_FILE", FLAG_TEXT, offsetof(struct config, ca_file), 0},
	{"--keep-finished", "PENNON_KEEP_FINISHED", FLAG_NUMBER,
	 offsetof(struct config, keep_finished_days), 0},
	{"--makings-per-address", "PENNON_MAKINGS_PER_ADDRESS", FLAG_NUMBER,
	 offsetof(struct config, makings_per_address), 0},
	{"--log-level", "PENNON_LOG_LEVEL", FLAG_LEVEL, offsetof(struct config, log_level), 0},
	{"--disk-floor", "PENNON_DISK_FLOOR", FLAG_NUMBER, offsetof(struct config, disk_floor_mib),
	 0},
	{"--discord-public-key", "PENNON_DISCORD_PUBLIC_KEY", FLAG_TEXT,
	 offsetof(struct config, discord_key), 0},
	{"--discord-application", "PENNON_DISCORD_APPLICATION", FLAG_TEXT,
	 offsetof(struct config, discord_application), 0},
	{"--discord-token-file", "PENNON_DISCORD_TOKEN_FILE", FLAG_TEXT,
	 offsetof(struct config, discord_token), 0},
	{"--discord-guild", "PENNON_DISCORD_GUILD", FLAG_GUILDS, 0, 0},
	{"--backup", NULL, FLAG_MODE_OF, offsetof(struct config, subject), CONFIG_BACKUP},
	{"--replace", NULL, FLAG_YES, offsetof(struct config, replaces), 0},
	{"--check", NULL, FLAG_MODE_OF, offsetof(struct config, subject), CONFIG_CHECK},
	{"--copy", NULL, FLAG_MODE_OF_TWO, offsetof(struct config, subject), CONFIG_COPY},
	{"--healthcheck", NULL, FLAG_MODE, 0, CONFIG_HEALTHCHECK},
	{"--print-discord-commands", NULL, FLAG_MODE, 0, CONFIG_DISCORD_COMMANDS},
	{"--discord-register", NULL, FLAG_MODE, 0, CONFIG_DISCORD_REGISTER},
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

/* Add the ids of a list with commas. */
static bool add_guilds(struct config *config, const char *list)
{
	char id[DISCORD_ID_BYTES];

	while (*list) {
		size_t size = strcspn(list, ",");

		if (size >= sizeof(id))
			return false;
		memcpy(id, list, size);
		id[size] = '\0';
		if (!discord_add_guild(&config->discord, id))
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
	case FLAG_GUILDS:
		return add_guilds(config, value);
	case FLAG_YES:
		*(bool *)(void *)member = true;
		return true;
	case FLAG_NUMBER:
		return set_number(member, value);
	case FLAG_LEVEL:
		*(enum log_level *)(void *)member = log_level_find(value);
		return log_level_find(value) != LOG_LEVEL_COUNT;
	case FLAG_MODE_OF:
	case FLAG_MODE_OF_TWO:
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
		config->store_given |= flag->offset == offsetof(struct config, store);
		if ((takes_value(flag) && !value) || !set(config, flag, value ? value : "")) {
			snprintf(error, size, "%s: \"%s\" is not a value it takes", flag->name,
				 value ? value : "");
			return false;
		}
		if (flag->kind != FLAG_MODE_OF_TWO)
			continue;
		config->target = ++i < count ? arguments[i] : NULL;
		if (!config->target || !config->target[0]) {
			snprintf(error, size, "%s wants two places", flag->name);
			return false;
		}
	}
	return true;
}

/* What is wrong with how places are named, or NULL. */
static const char *places_fault(const struct config *config)
{
	if (config->replaces && config->mode != CONFIG_BACKUP)
		return "--replace says more of --backup";
	const char *const shown[] = {config->store_given ? config->store : NULL, config->subject,
				     config->target};

	for (size_t i = 0; i < sizeof(shown) / sizeof(shown[0]); i++) {
		if (shown[i] && place_shows_password(shown[i]))
			return "whoever lists processes reads this password: name a file whose "
			       "first line is the URL, or set PENNON_STORE or PGPASSFILE";
	}
	return NULL;
}

/* What is wrong with how mails and browsers are told, or NULL. */
static const char *notices_fault(struct config *config)
{
	struct smtp_relay *relay = &config->relay;
	const char *contact = config->push_contact;

	if (contact && strncmp(contact, "mailto:", 7) != 0 && strncmp(contact, "https://", 8) != 0)
		return "--push-contact wants a mailto: or https: URL";
	if (!relay->url)
		return relay->from || config->smtp_login
			       ? "--smtp-from and --smtp-login say more of --smtp"
			       : NULL;
	if (!smtp_url_good(relay->url))
		return "--smtp wants smtps:// or smtp:// and a host, with a port or without";
	if (!relay->from || !mail_address_good(relay->from))
		return "--smtp wants --smtp-from and an address";
	if (config->smtp_login && !smtp_read_credentials(relay, config->smtp_login))
		return "--smtp-login wants a file whose first line is USER:PASSWORD";
	return NULL;
}

/* What is wrong with what is said of Discord, or NULL. */
static const char *discord_fault(struct config *config)
{
	struct discord_options *discord = &config->discord;
	const bool is_named = config->discord_key || config->discord_application ||
			      discord->guild_count || config->discord_token;

	if (is_named &&
	    !discord_set_application(discord, config->discord_key, config->discord_application))
		return "Discord wants --discord-public-key (64 hex digits), --discord-application "
		       "and --discord-guild (numbers)";
	if (config->discord_token && !discord_read_token(discord, config->discord_token))
		return "--discord-token-file wants a file whose first line is the token of a bot";
	if (config->mode == CONFIG_DISCORD_REGISTER && !config->discord_token)
		return "--discord-register wants --discord-token-file, and what is said of Discord besides";
	return NULL;
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
	const char *fault = places_fault(out);
	if (!fault)
		fault = notices_fault(out);
	if (!fault)
		fault = discord_fault(out);
	if (fault)
		snprintf(error, size, "%s", fault);
	return !fault;
}

bool config_is_loopback(const char *listen)
{
	return strncmp(listen, "127.", 4) == 0 || strncmp(listen, "[::1]:", 6) == 0 ||
	       strncmp(listen, "localhost:", 10) == 0;
}
