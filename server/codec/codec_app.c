/* Bodies about apps and what they are allowed. */

#include "codec/codec_app.h"

#include <stdio.h>
#include <string.h>

#include "codec/typed_text.h"

const char *const codec_app_may[CODEC_APP_MAY] = {"look", "act", "notify", "resign", "propose"};

enum { LOOK = 1, ACT = 2, RESIGN = 8, PROPOSE = 16 };

/* What one says without what it rests on. */
static bool rests(struct json_in *in, uint8_t may)
{
	if (may & ACT && !(may & LOOK))
		return json_in_fail(in, "To act is to look: say \"look\", too.");
	if (may & (RESIGN | PROPOSE) && !(may & ACT))
		return json_in_fail(in, "To resign or propose is to act: say \"act\", too.");
	return true;
}

static bool get_word(struct json_in *in, const json_t *item, uint8_t *may)
{
	const char *word = json_string_value(item);

	for (size_t i = 0; word && i < CODEC_APP_MAY; i++) {
		if (strcmp(word, codec_app_may[i]) == 0) {
			*may |= (uint8_t)(1u << i);
			return true;
		}
	}
	return json_in_fail_choice(in, word ? word : "", codec_app_may, CODEC_APP_MAY);
}

static bool get_may(struct json_in *in, const json_t *object, const char *member, uint8_t *may)
{
	const json_t *list = json_in_member(in, object, member);
	const size_t before = list ? json_in_enter(in, member) : 0;

	*may = 0;
	if (!list || !json_in_list(in, list, CODEC_APP_MAY))
		return false;
	if (json_array_size(list) == 0)
		return json_in_fail(in, "It must say one thing at least.");
	for (size_t i = 0; i < json_array_size(list); i++) {
		const size_t inside = json_in_enter_item(in, i);

		if (!get_word(in, json_array_get(list, i), may))
			return false;
		json_in_leave(in, inside);
	}
	if (!rests(in, *may))
		return false;
	json_in_leave(in, before);
	return true;
}

bool codec_app_decode(struct codec_app *out, bool is_new, const char *bytes, size_t size,
		      struct codec_error *error)
{
	static const char *const members[] = {"asks", "name"};
	static const struct plain_text_limit limit = {1, CODEC_NAME_CHARACTERS, CODEC_NAME_BYTES};
	struct json_in in;
	json_t *document = json_in_load(&in, bytes, size, error);
	bool good = document && JSON_IN_OBJECT(&in, document, members);

	*out = (struct codec_app){0};
	if (good && !is_new && json_object_size(document) == 0)
		good = json_in_fail(&in, "It must say what is to be another.");
	if (good && (is_new || json_object_get(document, "name")))
		good = typed_text_get(&in, document, "name", &limit, out->name);
	if (good && json_object_get(document, "asks"))
		good = get_may(&in, document, "asks", &out->asks);
	json_decref(document);
	return good;
}

static bool get_id(struct json_in *in, const json_t *object, const char *member,
		   char out[CODEC_ID_BYTES])
{
	const char *id;

	if (!json_in_get_text(in, object, member, &id))
		return false;
	if (strlen(id) != CODEC_ID_BYTES - 1) {
		json_in_enter(in, member);
		return json_in_fail(in, "It must be an id.");
	}
	memcpy(out, id, CODEC_ID_BYTES);
	return true;
}

/* A text of fewer bytes than `size`. */
static bool get_short(struct json_in *in, const json_t *object, const char *member, char *out,
		      size_t size)
{
	const char *text;

	if (!json_in_get_text(in, object, member, &text))
		return false;
	if (!text[0] || strlen(text) >= size) {
		json_in_enter(in, member);
		return json_in_fail(in, "It must have 1 to %zu characters.", size - 1);
	}
	snprintf(out, size, "%s", text);
	return true;
}

bool codec_device_code_decode(char out[CODEC_DEVICE_CODE_BYTES], const char *bytes, size_t size,
			      struct codec_error *error)
{
	static const char *const members[] = {"device_code"};
	struct json_in in;
	json_t *document = json_in_load(&in, bytes, size, error);
	const bool good = document && JSON_IN_OBJECT(&in, document, members) &&
			  get_short(&in, document, members[0], out, CODEC_DEVICE_CODE_BYTES);

	json_decref(document);
	return good;
}

bool codec_grant_decode(struct codec_grant *out, const char *bytes, size_t size,
			struct codec_error *error)
{
	static const char *const members[] = {"app", "code", "game", "may"};
	struct json_in in;
	json_t *document = json_in_load(&in, bytes, size, error);
	bool good = document && JSON_IN_OBJECT(&in, document, members);

	*out = (struct codec_grant){0};
	good = good && get_id(&in, document, "app", out->app) &&
	       (!json_object_get(document, "game") || get_id(&in, document, "game", out->game)) &&
	       (!json_object_get(document, "code") ||
		get_short(&in, document, "code", out->code, sizeof(out->code))) &&
	       get_may(&in, document, "may", &out->may);
	json_decref(document);
	return good;
}
