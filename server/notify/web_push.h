#pragma once
/* Web Push as bytes: what is sent to a push service for one browser (RFC 8030), sealed so that
 * the service cannot read it (RFC 8291, in one record of RFC 8188), and signed so that it knows
 * who sends (VAPID, RFC 8292). Pure: randomness and time come from the caller. */

#include <stdbool.h>
#include <stdint.h>

#include "base/p256.h"
#include "base/text.h"

enum {
	WEB_PUSH_AUTH_BYTES = 16,
	WEB_PUSH_SALT_BYTES = 16,
	WEB_PUSH_ENDPOINT_MAX = 1024,
	/* What a browser is told, whatever it is, is filled up to so many bytes: the length tells a
	 * push service nothing. */
	WEB_PUSH_PLAIN_BYTES = 2048,
	WEB_PUSH_SUBJECT_MAX = 256,
	WEB_PUSH_TOPIC_BYTES = 32,           /* RFC 8030, 5.4: the most, in base64url */
	WEB_PUSH_EXPIRY_SECONDS = 12 * 3600, /* of a signature; RFC 8292 allows 24 hours */
};

/* What a browser said of itself when it subscribed. */
struct web_push_receiver {
	const char *endpoint;                  /* an https URL: web_push_endpoint_good() */
	uint8_t public_key[P256_PUBLIC_BYTES]; /* p256dh */
	uint8_t auth[WEB_PUSH_AUTH_BYTES];
};

/* Is it an https URL with a host, of printable ASCII, without user or fragment, and at most
 * WEB_PUSH_ENDPOINT_MAX - 1 long? Where it leads is asked when it is connected to. */
bool web_push_endpoint_good(const char *endpoint);

/* Add the body of the request: `plain`, filled up to `fill` bytes (at most
 * WEB_PUSH_PLAIN_BYTES), sealed for the receiver. `secret` and `salt` are random, of this message
 * alone. False, and nothing added, when the receiver's key is no point of the curve or the plain
 * text is longer than `fill`. */
bool web_push_seal(struct text *out, const struct web_push_receiver *receiver,
		   const struct p256_key *secret, const uint8_t salt[WEB_PUSH_SALT_BYTES],
		   const char *plain, size_t size, size_t fill);

/* Add the value of the header Authorization for an endpoint: good until WEB_PUSH_EXPIRY_SECONDS
 * after now_ms. `contact` is an https or mailto URL of the operator's, NULL without one. */
void web_push_authorize(struct text *out, const struct p256_key *key, const char *endpoint,
			const char *contact, int64_t now_ms);

/* Add what a push service replaces by: of two messages with one topic that a browser has not
 * been given, the later alone. It is a hash, so it tells no service which game it is. */
void web_push_topic(struct text *out, const uint8_t secret[32], const char *game,
		    const char *receiver);
