#pragma once
/* The rules that broke (base/guard.h): what is remembered of each, and reported. */

#include "base/guard.h"
#include "base/platform.h"
#include "game/game_log.h"
#include "game/operator.h"

enum {
	FAULTS_KEPT = 1024, /* the oldest are forgotten */
	FAULTS_PAUSE = 3,   /* so many pause their game */
};

struct faults;

/* Reports go to `directory`/faults/ (NULL: nowhere). Returns NULL with errno set. */
struct faults *faults_create(const char *directory, const struct platform *platform);
void faults_destroy(struct faults *faults);

/* A command that broke a rule: in this state (so many rows) of this game. */
struct fault_case {
	const char *game;
	pn_side side;
	uint32_t rows;
	uint8_t command_hash[32];
};

/* The report on this very command, if it failed before. */
bool faults_find(struct faults *faults, const struct fault_case *of, char report[GAME_ID_BYTES]);

/* Take in a fault that was remembered before a restart. */
void faults_restore(struct faults *faults, const struct fault_case *of, const char *report);

/* The game's faults count no longer. */
void faults_cure(struct faults *faults, const char *game);

/* Up to `max` of them, the newest first. */
size_t faults_list(struct faults *faults, struct kept_fault *out, size_t max);

/* How many there are. */
uint32_t faults_count(struct faults *faults);

/* Append what the report with this id says. False without it. */
bool faults_read(struct faults *faults, const char *report, struct text *out);

/* The stored game is damaged: it is paused, and a report says so. False when that is
 * known. It is found again after a restart, so nobody else need remember it. */
bool faults_add_damage(struct faults *faults, const char *game);

/* Is the game paused? */
bool faults_paused(struct faults *faults, const char *game);

/* Remember a fault and write DIR/faults/<report>.json with the command and the events
 * that led to it. `log` may be NULL (no events yet). */
void faults_add(struct faults *faults, const struct fault_case *of, const struct fault *fault,
		const char *command, size_t command_size, const struct game_log *log,
		char report[GAME_ID_BYTES]);
