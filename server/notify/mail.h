#pragma once
/* A mail as bytes (RFC 5322, MIME): plain text, the same as HTML, and a picture that the HTML
 * shows out of the mail itself, so reading it asks nobody. Pure: ids and time come from the caller. */

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"

enum {
	MAIL_ADDRESS_MAX = 255, /* with the NUL: RFC 5321, 4.5.3.1.3, without its brackets */
	MAIL_LOCAL_MAX = 64,
	MAIL_HEADER_MAX = 400, /* bytes of a subject, a name or a URL */
};

struct mail {
	const char *from, *from_name; /* an address; a name, or NULL */
	const char *to;
	const char *id; /* what is before the @ of the Message-ID: letters, digits, '-' */
	const char *
		thread; /* the same of a first mail that need not be there: mails with one are shown together; NULL */
	int64_t time_ms;
	const char *language; /* "en" */
	const char *subject;
	const char *text; /* plain, lines end with LF */
	const char *html; /* shows the picture as <img src="cid:table">; NULL: plain text alone */
	const void *picture; /* a PNG; NULL without one */
	size_t picture_size;
	const char *stop_url; /* RFC 8058: a POST there stops these mails; NULL: none */
};

/* Is it an address that may be written to: letters, digits and what RFC 5322 calls an atom, dots between them,
 * an @, and a host name with a dot? Quoted names, comments, addresses of machines and letters beyond
 * ASCII are not taken, nor is anything with a blank, CR or LF. */
bool mail_address_good(const char *address);

/* Add the mail. False, and nothing added, when an address is not good, when CR, LF or another
 * control character stands in what goes into a header, or when that is longer than MAIL_HEADER_MAX. */
bool mail_write(struct text *out, const struct mail *mail);

/* Add text as HTML has it: the five characters that mean something are named. */
void text_add_html(struct text *out, const char *string);
