/* Signatures as Discord makes them, and the interactions that came. */

#include "discord/sender.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "base/crypto.h"
#include "base/text.h"

enum { PROBES = 32, FORGET_MS = 3 * DISCORD_WINDOW_S * 1000 };

struct seen {
	uint64_t id;
	int64_t time_ms;
};

struct discord {
	struct discord_options options;
	pthread_mutex_t mutex; /* guards `seen` */
	struct seen seen[DISCORD_SEEN_MAX];
};

static int hex_digit(char digit)
{
	const char *at = digit ? strchr("0123456789abcdef", digit | 0x20) : NULL;

	return at ? (int)(at - "0123456789abcdef") : -1;
}

static bool read_hex(uint8_t *out, size_t size, const char *text)
{
	if (strlen(text) != 2 * size)
		return false;
	for (size_t i = 0; i < size; i++) {
		int high = hex_digit(text[2 * i]), low = hex_digit(text[2 * i + 1]);

		if (high < 0 || low < 0)
			return false;
		out[i] = (uint8_t)(high << 4 | low);
	}
	return true;
}

/* 1 to 20 digits. */
static bool take_id(char out[DISCORD_ID_BYTES], const char *id)
{
	size_t size = id ? strspn(id, "0123456789") : 0;

	if (size == 0 || size > 20 || id[size])
		return false;
	snprintf(out, DISCORD_ID_BYTES, "%s", id);
	return true;
}

bool discord_add_guild(struct discord_options *options, const char *id)
{
	return options->guild_count < DISCORD_GUILDS_MAX &&
	       take_id(options->guild[options->guild_count++], id);
}

bool discord_read_token(struct discord_options *options, const char *file)
{
	static const char letters[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.";
	char line[DISCORD_TOKEN_BYTES + 2] = "";
	FILE *stream = fopen(file, "re");
	const bool is_read = stream && fgets(line, sizeof(line), stream);

	if (stream)
		fclose(stream);
	line[strcspn(line, "\r\n")] = '\0';
	const size_t size = strlen(line);
	const bool is_good =
		is_read && size > 0 && size < DISCORD_TOKEN_BYTES && strspn(line, letters) == size;

	if (is_good)
		memcpy(options->token, line, size + 1);
	crypto_forget(line, sizeof(line));
	return is_good;
}

bool discord_set_application(struct discord_options *options, const char *public_key,
			     const char *application)
{
	return public_key &&
	       read_hex(options->public_key, sizeof(options->public_key), public_key) &&
	       take_id(options->application, application) && options->guild_count > 0;
}

struct discord *discord_create(const struct discord_options *options)
{
	struct discord *discord = allocate(1, sizeof(*discord));

	discord->options = *options;
	pthread_mutex_init(&discord->mutex, NULL);
	return discord;
}

void discord_destroy(struct discord *discord)
{
	if (!discord)
		return;
	pthread_mutex_destroy(&discord->mutex);
	free(discord);
}

static bool is_now(const char *timestamp, int64_t now_ms)
{
	size_t digits = strspn(timestamp, "0123456789");

	if (digits == 0 || digits > 12 || timestamp[digits])
		return false;
	int64_t apart = strtoll(timestamp, NULL, 10) - now_ms / 1000;

	return apart >= -DISCORD_WINDOW_S && apart <= DISCORD_WINDOW_S;
}

bool discord_signed(const struct discord *discord, const char *signature, const char *timestamp,
		    const char *body, size_t size, int64_t now_ms)
{
	uint8_t bytes[CRYPTO_SIGNATURE_BYTES];
	struct text message = TEXT_EMPTY;

	if (!signature || !timestamp || !read_hex(bytes, sizeof(bytes), signature) ||
	    !is_now(timestamp, now_ms))
		return false;
	text_add_string(&message, timestamp);
	text_add(&message, body, size);
	bool is_good = crypto_signature_good(bytes, discord->options.public_key, message.bytes,
					     message.size);
	text_free(&message);
	return is_good;
}

bool discord_is_ours(const struct discord *discord, const char *application)
{
	return strcmp(discord->options.application, application) == 0;
}

bool discord_lets_in(const struct discord *discord, const char *guild)
{
	for (size_t i = 0; i < discord->options.guild_count; i++) {
		if (strcmp(discord->options.guild[i], guild) == 0)
			return true;
	}
	return false;
}

/* The place of an id: where it stands, or one whose own is old enough; NULL: all are taken. */
static struct seen *find_place(struct discord *discord, uint64_t id, int64_t now_ms)
{
	uint64_t hash = id * UINT64_C(0x9E3779B97F4A7C15) >> 32;
	struct seen *place = NULL;

	for (unsigned i = 0; i < PROBES; i++) {
		struct seen *at = &discord->seen[(hash + i) % DISCORD_SEEN_MAX];

		if (at->id == id && now_ms - at->time_ms < FORGET_MS)
			return at;
		if (!place && (at->id == 0 || now_ms - at->time_ms >= FORGET_MS))
			place = at;
	}
	return place;
}

bool discord_first(struct discord *discord, const char *id, int64_t now_ms)
{
	uint64_t number = strtoull(id, NULL, 10);
	bool is_first = true;

	pthread_mutex_lock(&discord->mutex);
	struct seen *place = find_place(discord, number, now_ms);
	if (place) {
		is_first = place->id != number || now_ms - place->time_ms >= FORGET_MS;
		*place = (struct seen){number, is_first ? now_ms : place->time_ms};
	}
	pthread_mutex_unlock(&discord->mutex);
	return is_first;
}
