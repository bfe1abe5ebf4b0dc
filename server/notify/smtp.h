#pragma once
/* A mail on its way to the operator's relay (RFC 5321, RFC 8314), as an easy handle of libcurl that
 * whoever delivers drives. The relay is the operator's own choice, so its address is not vetted. */

#include <curl/curl.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"

enum { SMTP_SECONDS = 30, SMTP_CREDENTIAL_BYTES = 256 };

struct smtp_relay {
	const char *url;                                                   /* smtp_url_good() */
	const char *from;                                                  /* an address */
	char user[SMTP_CREDENTIAL_BYTES], password[SMTP_CREDENTIAL_BYTES]; /* "": none */
};

/* One mail under way; it belongs to its caller. */
struct smtp_sending {
	struct curl_slist *to;
	struct text url;
	const char *bytes; /* borrowed until the end */
	size_t size, at;
};

/* smtp:// or smtps:// and a host, with a port or without, and nothing else. */
bool smtp_url_good(const char *url);

/* Read "user:password" from the first line of a file. False when it cannot be read, or is longer
 * or emptier than that. */
bool smtp_read_credentials(struct smtp_relay *relay, const char *file);

/* Make `handle`, which is new or reset, one that sends a mail of mail_write() to an address. With a
 * password an smtp:// relay must speak TLS (STARTTLS), without one it is used where it is spoken. The
 * connection ends with the mail. False without memory. End it when the transfer has ended. */
bool smtp_begin(struct smtp_sending *sending, CURL *handle, const struct smtp_relay *relay,
		const char *to, const char *bytes, size_t size);
void smtp_end(struct smtp_sending *sending);
