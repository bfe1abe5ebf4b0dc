/* Faults are kept in a ring: a game with faults is rare, so it is searched from end to
 * end. Writing the report is best effort; the answer names it either way. */

#include "game/faults.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/allocate.h"
#include "base/write.h"

/* ---- what is remembered ---- */

struct kept {
	char game[GAME_ID_BYTES];
	char report[GAME_ID_BYTES];
	pn_side side;
	uint32_t rows;
	uint8_t command_hash[32];
	bool is_damage; /* of what is stored, not of a rule */
};

struct faults {
	const struct platform *platform;
	char *directory;       /* DIR/faults, or NULL */
	pthread_mutex_t mutex; /* guards what follows */
	uint32_t count;        /* ever */
	struct kept kept[FAULTS_KEPT];
};

struct faults *faults_create(const char *directory, const struct platform *platform)
{
	struct text path = TEXT_EMPTY;
	if (directory) {
		text_add_format(&path, "%s/faults", directory);
		if (mkdir(path.bytes, 0700) != 0 && errno != EEXIST) {
			int error = errno;
			text_free(&path);
			errno = error;
			return NULL;
		}
	}
	struct faults *faults = allocate(1, sizeof(*faults));
	faults->platform = platform;
	faults->directory = path.bytes;
	pthread_mutex_init(&faults->mutex, NULL);
	return faults;
}

void faults_destroy(struct faults *faults)
{
	if (!faults)
		return;
	pthread_mutex_destroy(&faults->mutex);
	free(faults->directory);
	free(faults);
}

static uint32_t kept_count(const struct faults *faults)
{
	return faults->count < FAULTS_KEPT ? faults->count : FAULTS_KEPT;
}

bool faults_find(struct faults *faults, const struct fault_case *of, char report[GAME_ID_BYTES])
{
	bool found = false;
	pthread_mutex_lock(&faults->mutex);
	for (uint32_t i = 0; i < kept_count(faults) && !found; i++) {
		const struct kept *kept = &faults->kept[i];
		found = kept->side == of->side && kept->rows == of->rows &&
			strcmp(kept->game, of->game) == 0 &&
			memcmp(kept->command_hash, of->command_hash, 32) == 0;
		if (found)
			memcpy(report, kept->report, sizeof(kept->report));
	}
	pthread_mutex_unlock(&faults->mutex);
	return found;
}

void faults_restore(struct faults *faults, const struct fault_case *of, const char *report)
{
	struct kept kept = {.side = of->side, .rows = of->rows};
	memcpy(kept.command_hash, of->command_hash, sizeof(kept.command_hash));
	snprintf(kept.game, sizeof(kept.game), "%s", of->game);
	snprintf(kept.report, sizeof(kept.report), "%s", report);
	pthread_mutex_lock(&faults->mutex);
	faults->kept[faults->count++ % FAULTS_KEPT] = kept;
	pthread_mutex_unlock(&faults->mutex);
}

void faults_cure(struct faults *faults, const char *game)
{
	pthread_mutex_lock(&faults->mutex);
	for (uint32_t i = 0; i < kept_count(faults); i++)
		if (strcmp(faults->kept[i].game, game) == 0)
			faults->kept[i].game[0] = '\0';
	pthread_mutex_unlock(&faults->mutex);
}

uint32_t faults_count(struct faults *faults)
{
	uint32_t count = 0;

	pthread_mutex_lock(&faults->mutex);
	for (uint32_t i = 0; i < kept_count(faults); i++)
		count += faults->kept[(faults->count - 1 - i) % FAULTS_KEPT].game[0] != '\0';
	pthread_mutex_unlock(&faults->mutex);
	return count;
}

size_t faults_list(struct faults *faults, struct kept_fault *out, size_t max)
{
	size_t count = 0;

	pthread_mutex_lock(&faults->mutex);
	for (uint32_t i = 0; i < kept_count(faults) && count < max; i++) {
		const struct kept *kept = &faults->kept[(faults->count - 1 - i) % FAULTS_KEPT];
		if (!kept->game[0])
			continue;
		memcpy(out[count].game, kept->game, sizeof(kept->game));
		memcpy(out[count++].report, kept->report, sizeof(kept->report));
	}
	pthread_mutex_unlock(&faults->mutex);
	return count;
}

bool faults_read(struct faults *faults, const char *report, struct text *out)
{
	struct text path = TEXT_EMPTY;
	char piece[4096];
	size_t size;

	if (!faults->directory)
		return false;
	text_add_format(&path, "%s/%s.json", faults->directory, report);
	FILE *file = fopen(path.bytes, "re");
	text_free(&path);
	if (!file)
		return false;
	while ((size = fread(piece, 1, sizeof(piece), file)) > 0)
		text_add(out, piece, size);
	fclose(file);
	return true;
}

bool faults_paused(struct faults *faults, const char *game)
{
	int count = 0;
	pthread_mutex_lock(&faults->mutex);
	for (uint32_t i = 0; i < kept_count(faults); i++)
		if (strcmp(faults->kept[i].game, game) == 0)
			count += faults->kept[i].is_damage ? FAULTS_PAUSE : 1;
	pthread_mutex_unlock(&faults->mutex);
	return count >= FAULTS_PAUSE;
}

/* What somebody needs who wants to see it happen again. */
static void write_report(struct text *out, const struct kept *kept, const struct fault *fault,
			 const char *command, size_t command_size, const struct game_log *log)
{
	write_byte(out, '{');
	write_key_string(out, "assertion", fault->condition);
	if (command_size) {
		write_key(out, "command");
		text_add(out, command, command_size);
	}
	write_key(out, "events");
	write_byte(out, '[');
	/* What is past lies in the database. */
	uint32_t first = log && !log_is_whole(log) ? log->past.entries : 0;
	for (uint32_t i = first; log && i < log->entry_count; i++) {
		const struct entry *entry = log_entry(log, i);
		write_item(out);
		text_add(out, log_row(log, entry->row)->bytes.bytes + entry->line_at,
			 entry->line_size);
	}
	write_byte(out, ']');
	write_key_string(out, "file", fault->file);
	write_key_string(out, "game", kept->game);
	write_key_integer(out, "line", fault->line);
	write_key_string(out, "report", kept->report);
	write_key_string(out, "side",
			 kept->side == PN_RED    ? "red"
			 : kept->side == PN_BLUE ? "blue"
						 : "umpire");
	text_add_string(out, "}\n");
}

static void save_report(const struct faults *faults, const char *report, const struct text *text)
{
	struct text path = TEXT_EMPTY;
	text_add_format(&path, "%s/%s.json", faults->directory, report);
	FILE *file = fopen(path.bytes, "wxe");
	if (file) {
		fwrite(text->bytes, 1, text->size, file);
		fclose(file);
	}
	text_free(&path);
}

void faults_add(struct faults *faults, const struct fault_case *of, const struct fault *fault,
		const char *command, size_t command_size, const struct game_log *log,
		char report[GAME_ID_BYTES])
{
	struct kept kept = {.side = of->side, .rows = of->rows};
	memcpy(kept.command_hash, of->command_hash, sizeof(kept.command_hash));
	snprintf(kept.game, sizeof(kept.game), "%s", of->game);
	faults->platform->new_id(faults->platform->context, kept.report);
	memcpy(report, kept.report, sizeof(kept.report));

	if (faults->directory) {
		struct text text = TEXT_EMPTY;
		write_report(&text, &kept, fault, command, command_size, log);
		save_report(faults, kept.report, &text);
		text_free(&text);
	}
	pthread_mutex_lock(&faults->mutex);
	faults->kept[faults->count++ % FAULTS_KEPT] = kept;
	pthread_mutex_unlock(&faults->mutex);
}

bool faults_add_damage(struct faults *faults, const char *game)
{
	const struct fault fault = {"what is stored is what was written", __FILE__, __LINE__};
	struct kept kept = {.side = PN_PUBLIC, .is_damage = true};
	bool is_known = false;

	snprintf(kept.game, sizeof(kept.game), "%s", game);
	faults->platform->new_id(faults->platform->context, kept.report);
	pthread_mutex_lock(&faults->mutex);
	for (uint32_t i = 0; i < kept_count(faults) && !is_known; i++)
		is_known = faults->kept[i].is_damage && strcmp(faults->kept[i].game, game) == 0;
	if (!is_known)
		faults->kept[faults->count++ % FAULTS_KEPT] = kept;
	pthread_mutex_unlock(&faults->mutex);
	if (!is_known && faults->directory) {
		struct text text = TEXT_EMPTY;
		write_report(&text, &kept, &fault, "", 0, NULL);
		save_report(faults, kept.report, &text);
		text_free(&text);
	}
	return !is_known;
}
