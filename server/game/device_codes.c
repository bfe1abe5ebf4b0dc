/* A short list under one mutex: codes are few, and seldom asked about. */

#include "game/device_codes.h"

#include <ctype.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "base/crypto.h"

/* Ours to choose: with the typists all of it is about a megabyte, and no app can use it up alone. */
enum {
	CODES_MAX = 4096,
	CODES_OF_APP = 256, /* that wait at one time */
	TYPISTS = 4096,     /* players whose wrong tries are known; the oldest are forgotten */
	HALF = DEVICE_LETTERS / 2,
};

enum code_state { CODE_WAITS, CODE_CLAIMED, CODE_GRANTED, CODE_DENIED };

struct code {
	char user[DEVICE_LETTERS + 1]; /* "": free */
	char device[DEVICE_CODE_BYTES];
	char app[GAME_ID_BYTES], grant[GAME_ID_BYTES];
	enum code_state state;
	unsigned tries;
	int64_t until_ms, polled_ms, interval_ms; /* on the steady clock */
};

struct typist {
	char player[GAME_ID_BYTES];
	unsigned tries;
	int64_t since_ms;
};

struct device_codes {
	const struct platform *platform;
	pthread_mutex_t mutex; /* guards what follows */
	size_t next_typist;
	struct code code[CODES_MAX];
	struct typist typist[TYPISTS];
};

struct device_codes *device_codes_create(const struct platform *platform)
{
	struct device_codes *codes = allocate(1, sizeof(*codes));

	codes->platform = platform;
	pthread_mutex_init(&codes->mutex, NULL);
	return codes;
}

void device_codes_destroy(struct device_codes *codes)
{
	if (!codes)
		return;
	pthread_mutex_destroy(&codes->mutex);
	free(codes);
}

static int64_t now(const struct device_codes *codes)
{
	return codes->platform->steady_ms(codes->platform->context);
}

static bool is_live(const struct code *code, int64_t now_ms)
{
	return code->user[0] && now_ms < code->until_ms;
}

/* ---- making ---- */

/* Letters that make no words and are not taken for others. */
static const char letters[] = "BCDFGHJKLMNPQRSTVWXZ";

static void draw_letters(struct device_codes *codes, char out[DEVICE_LETTERS + 1])
{
	const size_t sides = sizeof(letters) - 1;
	size_t count = 0;

	while (count < DEVICE_LETTERS) {
		uint8_t byte;

		codes->platform->random(codes->platform->context, &byte, 1);
		if (byte < 256 / sides * sides)
			out[count++] = letters[byte % sides];
	}
	out[count] = '\0';
}

static struct code *find_half(struct device_codes *codes, const char *user, int64_t now_ms)
{
	for (size_t i = 0; i < CODES_MAX; i++) {
		if (is_live(&codes->code[i], now_ms) &&
		    memcmp(codes->code[i].user, user, HALF) == 0)
			return &codes->code[i];
	}
	return NULL;
}

/* Room for one more of the app's, or NULL. */
static struct code *find_room(struct device_codes *codes, const char *app, int64_t now_ms)
{
	struct code *room = NULL;
	size_t theirs = 0;

	for (size_t i = 0; i < CODES_MAX; i++) {
		if (!is_live(&codes->code[i], now_ms))
			room = &codes->code[i];
		else
			theirs += strcmp(codes->code[i].app, app) == 0;
	}
	return theirs < CODES_OF_APP ? room : NULL;
}

bool device_codes_make(struct device_codes *codes, const char *app, char user[USER_CODE_BYTES],
		       char device[DEVICE_CODE_BYTES])
{
	const int64_t now_ms = now(codes);
	uint8_t bytes[(DEVICE_CODE_BYTES - 1) / 2];

	pthread_mutex_lock(&codes->mutex);
	struct code *code = find_room(codes, app, now_ms);
	if (code) {
		char drawn[DEVICE_LETTERS + 1];

		do
			draw_letters(codes, drawn);
		while (find_half(codes, drawn, now_ms));
		*code = (struct code){
			.until_ms = now_ms + DEVICE_CODE_S * INT64_C(1000),
			.interval_ms = DEVICE_POLL_S * INT64_C(1000),
		};
		memcpy(code->user, drawn, sizeof(code->user));
		memcpy(code->app, app, sizeof(code->app));
		codes->platform->random(codes->platform->context, bytes, sizeof(bytes));
		for (size_t i = 0; i < sizeof(bytes); i++)
			snprintf(code->device + 2 * i, 3, "%02x", bytes[i]);
		snprintf(user, USER_CODE_BYTES, "%.*s-%s", HALF, drawn, drawn + HALF);
		memcpy(device, code->device, DEVICE_CODE_BYTES);
	}
	pthread_mutex_unlock(&codes->mutex);
	return code != NULL;
}

void device_codes_drop(struct device_codes *codes, const char *app)
{
	pthread_mutex_lock(&codes->mutex);
	for (size_t i = 0; i < CODES_MAX; i++) {
		if (codes->code[i].state == CODE_WAITS && strcmp(codes->code[i].app, app) == 0)
			codes->code[i].user[0] = '\0';
	}
	pthread_mutex_unlock(&codes->mutex);
}

/* ---- asking what came of it ---- */

static enum problem_code poll(struct code *code, int64_t now_ms, char grant[GAME_ID_BYTES])
{
	const bool is_soon = code->polled_ms && now_ms - code->polled_ms < code->interval_ms;

	code->polled_ms = now_ms;
	if (code->state == CODE_DENIED)
		return PROBLEM_ACCESS_DENIED;
	if (code->state == CODE_GRANTED) {
		memcpy(grant, code->grant, sizeof(code->grant));
		return PROBLEM_NONE;
	}
	if (!is_soon)
		return PROBLEM_AUTHORIZATION_PENDING;
	code->interval_ms += DEVICE_POLL_S * INT64_C(1000);
	return PROBLEM_SLOW_DOWN;
}

enum problem_code device_codes_poll(struct device_codes *codes, const char *app, const char *device,
				    char grant[GAME_ID_BYTES])
{
	enum problem_code problem = PROBLEM_EXPIRED_TOKEN;
	const int64_t now_ms = now(codes);

	if (strlen(device) != DEVICE_CODE_BYTES - 1)
		return problem;
	pthread_mutex_lock(&codes->mutex);
	for (size_t i = 0; i < CODES_MAX; i++) {
		struct code *code = &codes->code[i];

		if (is_live(code, now_ms) && strcmp(code->app, app) == 0 &&
		    crypto_equal(code->device, device, DEVICE_CODE_BYTES - 1))
			problem = poll(code, now_ms, grant);
	}
	pthread_mutex_unlock(&codes->mutex);
	return problem;
}

/* ---- answering ---- */

static struct typist *typist_of(struct device_codes *codes, const char *player, int64_t now_ms)
{
	struct typist *typist = NULL;

	for (size_t i = 0; i < TYPISTS && !typist; i++) {
		if (strcmp(codes->typist[i].player, player) == 0)
			typist = &codes->typist[i];
	}
	if (!typist) {
		typist = &codes->typist[codes->next_typist++ % TYPISTS];
		*typist = (struct typist){.since_ms = now_ms};
		snprintf(typist->player, sizeof(typist->player), "%s", player);
	}
	if (now_ms - typist->since_ms >= DEVICE_CODE_S * INT64_C(1000)) {
		typist->since_ms = now_ms;
		typist->tries = 0;
	}
	return typist;
}

/* The letters that were typed; false when they are not eight. */
static bool read_letters(const char *typed, char out[DEVICE_LETTERS + 1])
{
	size_t count = 0;

	for (; *typed; typed++) {
		if (*typed == '-' || *typed == ' ')
			continue;
		if (count == DEVICE_LETTERS)
			return false;
		out[count++] = (char)toupper((unsigned char)*typed);
	}
	out[count] = '\0';
	return count == DEVICE_LETTERS;
}

static enum problem_code find(struct device_codes *codes, const char *player, const char *typed,
			      struct code **out)
{
	const int64_t now_ms = now(codes);
	char user[DEVICE_LETTERS + 1];
	struct typist *typist = typist_of(codes, player, now_ms);

	if (typist->tries >= DEVICE_TRIES)
		return PROBLEM_TOO_MANY;
	*out = read_letters(typed, user) ? find_half(codes, user, now_ms) : NULL;
	if (*out && crypto_equal((*out)->user, user, DEVICE_LETTERS))
		return PROBLEM_NONE;
	typist->tries++;
	if (*out && ++(*out)->tries >= DEVICE_TRIES)
		(*out)->user[0] = '\0';
	return PROBLEM_NO_SUCH_CODE;
}

enum problem_code device_codes_find(struct device_codes *codes, const char *player,
				    const char *typed, char app[GAME_ID_BYTES])
{
	struct code *code;

	pthread_mutex_lock(&codes->mutex);
	enum problem_code problem = find(codes, player, typed, &code);
	if (problem == PROBLEM_NONE && code->state != CODE_WAITS)
		problem = PROBLEM_NO_SUCH_CODE;
	if (problem == PROBLEM_NONE)
		memcpy(app, code->app, sizeof(code->app));
	pthread_mutex_unlock(&codes->mutex);
	return problem;
}

enum problem_code device_codes_answer(struct device_codes *codes, const char *player,
				      const char *typed, const char *app, const char *grant)
{
	struct code *code;

	pthread_mutex_lock(&codes->mutex);
	enum problem_code problem = find(codes, player, typed, &code);
	if (problem == PROBLEM_NONE) {
		const bool is_again =
			grant && code->state == CODE_CLAIMED && strcmp(code->grant, grant) == 0;

		if ((code->state != CODE_WAITS && !is_again) ||
		    (app && strcmp(code->app, app) != 0))
			problem = PROBLEM_NO_SUCH_CODE;
	}
	if (problem == PROBLEM_NONE) {
		code->state = grant ? CODE_CLAIMED : CODE_DENIED;
		snprintf(code->grant, sizeof(code->grant), "%s", grant ? grant : "");
	}
	pthread_mutex_unlock(&codes->mutex);
	return problem;
}

void device_codes_granted(struct device_codes *codes, const char *grant)
{
	pthread_mutex_lock(&codes->mutex);
	for (size_t i = 0; i < CODES_MAX; i++) {
		struct code *code = &codes->code[i];

		if (code->state == CODE_CLAIMED && strcmp(code->grant, grant) == 0)
			code->state = CODE_GRANTED;
	}
	pthread_mutex_unlock(&codes->mutex);
}
