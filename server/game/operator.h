#pragma once
/* What the operator sees: all games, faults, reported messages. Any thread may ask. */

#include "base/text.h"
#include "game/limits.h"
#include "pennon/rules.h"

struct service;

/* A game as it lies on disk. */
struct kept_game {
	char id[GAME_ID_BYTES];
	int64_t created_ms;
	int status; /* enum game_status; 3: deleted */
	bool hidden;
	uint32_t place; /* grows with the time it was made */
};

/* Up to `max` of all games, the newest first, from before place `before`. False when the
 * disk cannot be read. */
bool service_kept_games(struct service *service, uint32_t before, struct kept_game *out, size_t max,
			size_t *count);

struct kept_fault {
	char game[GAME_ID_BYTES], report[GAME_ID_BYTES];
};

/* The faults that are remembered, the newest first; and what the report of one says
 * (JSON). False without such a report. */
size_t service_faults(struct service *service, struct kept_fault *out, size_t max);
bool service_fault_report(struct service *service, const char *report, struct text *out);

/* A message that a player reported. */
struct kept_report {
	char game[GAME_ID_BYTES];
	pn_side side; /* who reports */
	uint32_t message;
	char said[MESSAGE_BYTES], reason[MESSAGE_BYTES];
	int64_t time_ms;
	bool settled;
	uint32_t place; /* its number, from 1 */
};

/* Up to `max` reports, the newest first, from before place `before`. False when the disk
 * cannot be read. */
bool service_reports(struct service *service, uint32_t before, struct kept_report *out, size_t max,
		     size_t *count);
