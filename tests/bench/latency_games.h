#pragma once
/* The games of latency.c: made in this process, by the service itself, in a folder that a daemon
 * is started on afterwards. */

#include "codec/codec.h"
#include "host.h"

/* What blue has written for itself, or not. */
enum latency_secret {
	LATENCY_ORDERS, /* standing orders, for the decision that red's command hands to it */
	LATENCY_DRAFTS, /* drafts of what both sides write in secret */
	LATENCY_SECRETS
};

struct latency_game {
	struct hosted_game hosted;
	bool has_written; /* blue has */
	struct text body; /* a command that red may give */
};

/* Make `count` games of a rule book in a folder; in every second one blue writes so many times.
 * False, and nothing made, when the book has no such secret. */
bool latency_games_make(const char *folder, uint8_t book, enum latency_secret secret,
			unsigned writings, struct latency_game *out, unsigned count);
void latency_games_free(struct latency_game *games, unsigned count);
