#include "codec/codec_hook.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/base64.h"
#include "codec/json.h"

const char *const codec_hook_kinds[CODEC_HOOK_KINDS] = {"turn",    "reaction", "clock",
							"message", "joined",   "ended"};
const char *const codec_hook_formats[CODEC_HOOK_FORMATS] = {"standard", "discord", "mail", "push"};

static bool find_choice(struct json_in *in, const char *word, const char *const *words,
			size_t count, uint8_t *place)
{
	for (size_t i = 0; i < count; i++) {
		if (strcmp(word, words[i]) == 0) {
			*place = (uint8_t)i;
			return true;
		}
	}
	return json_in_fail_choice(in, word, words, count);
}

static bool get_kinds(struct json_in *in, const json_t *object, uint8_t *kinds)
{
	const json_t *list = json_object_get(object, "kinds");
	const size_t before = json_in_enter(in, "kinds");

	*kinds = CODEC_HOOK_KINDS_USUAL;
	if (list && !json_in_list(in, list, CODEC_HOOK_KINDS))
		return false;
	if (list)
		*kinds = 0;
	for (size_t i = 0; i < json_array_size(list); i++) {
		const json_t *item = json_array_get(list, i);
		uint8_t place = 0;

		if (!json_is_string(item))
			return json_in_fail(in, "It must be a list of words.");
		if (!find_choice(in, json_string_value(item), codec_hook_kinds, CODEC_HOOK_KINDS,
				 &place))
			return false;
		*kinds |= (uint8_t)(1u << place);
	}
	json_in_leave(in, before);
	return true;
}

static bool get_format(struct json_in *in, const json_t *object, uint8_t *format)
{
	const char *word;

	*format = 0;
	if (!json_object_get(object, "format"))
		return true;
	if (!json_in_get_text(in, object, "format", &word))
		return false;
	const size_t before = json_in_enter(in, "format");

	if (!find_choice(in, word, codec_hook_formats, CODEC_HOOK_FORMATS, format))
		return false;
	json_in_leave(in, before);
	return true;
}

/* ---- what a browser said of itself ---- */

static bool get_key(struct json_in *in, const json_t *object, const char *member, uint8_t *out,
		    size_t size)
{
	const char *text;

	if (!json_in_get_text(in, object, member, &text))
		return false;
	const size_t before = json_in_enter(in, member);

	if (!base64url_read(out, size, text))
		return json_in_fail(in, "It must be %zu bytes as base64url.", size);
	json_in_leave(in, before);
	return true;
}

static bool get_keys(struct json_in *in, const json_t *object, struct codec_hook *out)
{
	static const char *const members[] = {"auth", "p256dh"};
	const json_t *keys = json_object_get(object, "keys");
	const size_t before = json_in_enter(in, "keys");

	out->has_keys = keys != NULL;
	if (keys &&
	    !(JSON_IN_OBJECT(in, keys, members) &&
	      get_key(in, keys, "p256dh", out->keys, CODEC_HOOK_KEY_BYTES) &&
	      get_key(in, keys, "auth", out->keys + CODEC_HOOK_KEY_BYTES, CODEC_HOOK_AUTH_BYTES)))
		return false;
	json_in_leave(in, before);
	return true;
}

/* ---- when ---- */

void codec_minute_write(char out[CODEC_MINUTE_BYTES], uint16_t minute)
{
	snprintf(out, CODEC_MINUTE_BYTES, "%02u:%02u", minute / 60 % 24, minute % 60);
}

static bool get_minute(struct json_in *in, const json_t *object, const char *member, uint16_t *out)
{
	char again[CODEC_MINUTE_BYTES];
	const char *text;

	if (!json_in_get_text(in, object, member, &text))
		return false;
	const size_t before = json_in_enter(in, member);

	*out = (uint16_t)(strtoul(text, NULL, 10) * 60);
	if (strlen(text) == CODEC_MINUTE_BYTES - 1)
		*out = (uint16_t)(*out + strtoul(text + 3, NULL, 10));
	codec_minute_write(again, *out);
	if (strcmp(text, again) != 0)
		return json_in_fail(in, "It must be a time of day as 22:30.");
	json_in_leave(in, before);
	return true;
}

static bool get_quiet(struct json_in *in, const json_t *object, struct codec_hook *out)
{
	static const char *const members[] = {"from", "until"};
	const json_t *quiet = json_object_get(object, "quiet");
	const size_t before = json_in_enter(in, "quiet");

	if (quiet && !(JSON_IN_OBJECT(in, quiet, members) &&
		       get_minute(in, quiet, "from", &out->quiet_from) &&
		       get_minute(in, quiet, "until", &out->quiet_until)))
		return false;
	json_in_leave(in, before);
	return true;
}

/* ---- all of it ---- */

static bool get_short(struct json_in *in, const json_t *object, const char *member, char *out,
		      size_t size)
{
	const char *text = "";

	if (!json_object_get(object, member))
		return true;
	if (!json_in_get_text(in, object, member, &text))
		return false;
	const size_t before = json_in_enter(in, member);

	if (strlen(text) >= size)
		return json_in_fail(in, "It must have at most %zu characters.", size - 1);
	memcpy(out, text, strlen(text) + 1);
	json_in_leave(in, before);
	return true;
}

/* ---- what a channel is told ---- */

/* Ids of Discord's users: 1 to 20 digits each. */
static bool get_mentions(struct json_in *in, const json_t *object, char *out)
{
	const json_t *list = json_object_get(object, "mentions");
	const size_t before = json_in_enter(in, "mentions");

	if (list && !json_in_list(in, list, CODEC_HOOK_MENTIONS_MAX))
		return false;
	for (size_t i = 0; i < json_array_size(list); i++) {
		const char *id = json_string_value(json_array_get(list, i));
		const size_t size = id ? strlen(id) : 0;

		if (size == 0 || size > 20 || strspn(id, "0123456789") != size)
			return json_in_fail(in, "It must be a list of ids of Discord's users.");
		if (i)
			*out++ = ',';
		memcpy(out, id, size + 1);
		out += size;
	}
	json_in_leave(in, before);
	return true;
}

/* Only a channel's message is edited; an edited one pings nobody, and follows whatever happens. */
static bool get_channel(struct json_in *in, const json_t *object, struct codec_hook *out)
{
	static const char *const without[] = {"kinds", "mentions"};

	if (json_object_get(object, "edits") && !json_in_get_bool(in, object, "edits", &out->edits))
		return false;
	if (out->edits && out->format != 1) {
		json_in_enter(in, "edits");
		return json_in_fail(in,
				    "Only a channel of Discord's has a message that is edited.");
	}
	for (size_t i = 0; out->edits && i < 2; i++) {
		if (json_object_get(object, without[i])) {
			json_in_enter(in, without[i]);
			return json_in_fail(in, "A message that is edited has no %s.", without[i]);
		}
	}
	if (json_object_get(object, "mentions") && out->format != 1) {
		json_in_enter(in, "mentions");
		return json_in_fail(in, "Only a channel of Discord's mentions anybody.");
	}
	return get_mentions(in, object, out->mentions);
}

static bool get_rest(struct json_in *in, const json_t *object, struct codec_hook *out)
{
	out->one_unread = out->format > 1;
	return get_keys(in, object, out) && get_channel(in, object, out) &&
	       get_quiet(in, object, out) &&
	       get_short(in, object, "language", out->language, sizeof(out->language)) &&
	       (!json_object_get(object, "one_unread") ||
		json_in_get_bool(in, object, "one_unread", &out->one_unread));
}

bool codec_hook_decode(struct codec_hook *out, const char *bytes, size_t size,
		       struct codec_error *error)
{
	static const char *const members[] = {"edits",      "format",   "keys",
					      "kinds",      "language", "mentions",
					      "one_unread", "quiet",    "url"};
	struct json_in in;
	json_t *document = json_in_load(&in, bytes, size, error);

	*out = (struct codec_hook){0};
	const bool good = document && JSON_IN_OBJECT(&in, document, members) &&
			  json_in_member(&in, document, "url") &&
			  get_short(&in, document, "url", out->url, sizeof(out->url)) &&
			  get_format(&in, document, &out->format) &&
			  get_kinds(&in, document, &out->kinds) && get_rest(&in, document, out);

	json_decref(document);
	return good;
}
