#pragma once
/* The courier: one thread that delivers the outbox (game/notices.h) with libcurl's multi interface.
 *
 *	outbox ─► due? ─► seat still held? ─► one request a hook ─► what came of it ─► a job
 *
 * A mail and a browser's notice are composed of the receiver's own view first. While it is quiet
 * hours where a hook is, what is due waits; a mail waits until the last one of its game is an
 * hour old, and that hour is claimed before it is sent: it may be told late, but not twice.
 *
 * Of several processes on one database one tells a hook: it claims it before, keeps the claim while
 * it takes longer, and leaves it when what came of it is written down (hooks.h).
 *
 * A notice is told at least once: its row stays until the job that says what came of it is
 * committed. A hook has one request at a time, a host COURIER_HOST_MAX, all together
 * COURIER_RUNNING_MAX, of which half are kept for hooks that answered well last; each has
 * COURIER_SECONDS, and of its answer 4 KiB are read. A hook that gives no good answer is asked
 * again after growing waits; after three days of failing it is off, or at once when the answer is
 * 410. Discord says itself how often it may be asked (discord_limits.h), and waiting for that is no
 * failure. Redirects are not followed, no proxy is asked, and an address is looked at when it is
 * connected to (vetting.h). */

#include <stdbool.h>
#include <stdint.h>

struct renderer;
struct sockaddr_storage;
struct service;
struct smtp_relay;

enum {
	COURIER_RUNNING_MAX = 64,
	COURIER_UNPROVEN_MAX = 32, /* of them, to hooks whose last answer was not good */
	COURIER_HOST_MAX = 4,
	COURIER_SECONDS = 10,
	COURIER_ANSWER_BYTES = 4096,
	COURIER_POSTED_BYTES = 64 * 1024, /* Discord's, which holds the message that was posted */
	COURIER_FAILING_MS = 3 * 24 * 3600 * 1000, /* so long, and a hook is off */
	/* A hook that was sent nothing for so long is not known to have been failing all the
	 * time. */
	COURIER_SILENT_MS = 2 * 24 * 3600 * 1000,
	COURIER_OLD_SECRET_MS = 24 * 3600 * 1000, /* how long a secret is good beside the next */
};

struct courier_options {
	const char *public_url; /* for links; without a slash at its end */
	bool allows_private;    /* hooks may lead into the machine's own networks */
	const char
		*authorities; /* a file of certificates to check receivers by; NULL: the system's */
	const struct smtp_relay *relay; /* who takes mails; NULL: there are none */
	const char *discord_token;      /* of a bot; NULL: it shows no tables */
	const char *push_contact;       /* an URL of the operator's; NULL: browsers are not told */
	/* A channel's message that has stood for so long is edited so rarely; 0: an hour, once a
	 * minute, as Discord wants it. Tests have it shorter. */
	int64_t aged_ms, aged_pace_ms;
	/* Where promised answers are kept (promises.h); NULL: none is promised. */
	const char *folder;
	struct renderer *renderer; /* draws what mails show; NULL: they show nothing (tests) */
	/* Says of an address that is connected to as which it counts; NULL: as it is. Tests have
	 * their receivers on loopback count as the open internet, and as what is not. */
	void (*lead)(struct sockaddr_storage *address);
};

struct courier;

/* Start it. NULL without a thread or memory. */
struct courier *courier_create(struct service *service, const struct courier_options *options);

/* Stop delivering and wait for its jobs, before the service goes; what is under way is told again
 * after the next start. Then, when the service is gone, give the memory back. Both take NULL. */
void courier_stop(struct courier *courier);
void courier_destroy(struct courier *courier);

/* How long to wait before the next attempt, after so many: from seconds to a day, a fifth more or
 * less as `drawn` says. */
int64_t courier_wait_ms(uint32_t attempts, uint32_t drawn);
