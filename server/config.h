#pragma once
/* What the daemon is told when it starts: flags first, then PENNON_* of the environment,
 * then the defaults. */

#include "base/log.h"
#include "discord/sender.h"
#include "http/httpd.h"
#include "notify/smtp.h"

enum config_mode {
	CONFIG_SERVE,
	CONFIG_HEALTHCHECK,
	CONFIG_HELP,
	CONFIG_VERSION,
	CONFIG_DISCORD_COMMANDS,
	CONFIG_DISCORD_REGISTER,
	CONFIG_BACKUP,
	CONFIG_CHECK,
	CONFIG_COPY,
};

struct config {
	enum config_mode mode;
	const char *listen;
	bool listen_given; /* by a flag */
	const char *data;
	const char *store;          /* a place (place.h); NULL = in `data` */
	bool store_given;           /* by a flag */
	bool nodes;                 /* other processes may have the database, too */
	const char *public_url;     /* without a slash at its end; NULL = the address listened on */
	const char *web;            /* NULL = the compiled-in page */
	const char *metrics_listen; /* NULL = no address of its own for /metrics */
	const char *metrics_token;  /* PENNON_METRICS_TOKEN only: a flag would show in `ps` */
	enum log_level log_level;
	const char *subject;          /* of BACKUP: the file; of CHECK and COPY: the place */
	bool replaces;                /* of BACKUP: logs beside the file go, too */
	const char *target;           /* of COPY: the place it is copied to */
	uint32_t keep_finished_days;  /* finished games go after so long; 0: never */
	uint32_t disk_floor_mib;      /* with less free nothing new is made */
	uint32_t makings_per_address; /* an hour; see http_limits */
	bool demo;
	bool allow_private_hooks; /* notices may be sent into the machine's own networks */
	struct smtp_relay relay;  /* no URL: there are no mails */
	const char *smtp_login;   /* a file; NULL = none */
	const char *push_contact; /* NULL = browsers are not told */
	const char *ca_file;      /* NULL = the system's */
	const char *discord_key, *discord_application; /* NULL: Discord is not served */
	const char *discord_token;                     /* a file; NULL = none */
	struct discord_options discord;
	struct address_range proxies[ADDRESS_RANGES_MAX];
	size_t proxies_count;
	char public_url_text[256];
};

/* Read the flags and the environment. False after an error, which is written to `error`.
 * Texts are borrowed from both. */
bool config_read(struct config *out, int count, char **arguments, char *error, size_t size);

/* What --help prints. */
extern const char config_help[];

/* Is the address that is listened on one of this machine alone? */
bool config_is_loopback(const char *listen);
