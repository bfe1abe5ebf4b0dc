/* Bodies of a member or two. */

#include "codec/codec_body.h"

#include <string.h>

#include "codec/typed_text.h"

static const struct plain_text_limit name_limit = {1, CODEC_NAME_CHARACTERS, CODEC_NAME_BYTES};
static const struct plain_text_limit text_limit = {1, CODEC_MESSAGE_CHARACTERS, CODEC_TEXT_BYTES};

/* An object with nothing but `member`, a text. */
static bool read_text(char *out, const char *member, const struct plain_text_limit *limit,
		      const char *bytes, size_t size, struct codec_error *error)
{
	const char *const members[] = {member};
	struct json_in in;
	json_t *document = json_in_load(&in, bytes, size, error);
	bool good = document && JSON_IN_OBJECT(&in, document, members) &&
		    typed_text_get(&in, document, member, limit, out);

	json_decref(document);
	return good;
}

bool codec_name_decode(char out[CODEC_NAME_BYTES], const char *bytes, size_t size,
		       struct codec_error *error)
{
	return read_text(out, "name", &name_limit, bytes, size, error);
}

/* What it may: a list of one word or two. */
static bool get_may(struct json_in *in, const json_t *object, bool *plays)
{
	static const char *const words[] = {"play", "read"};
	const json_t *list = json_object_get(object, "may");
	size_t before = json_in_enter(in, "may");

	if (!list)
		return true;
	if (!json_in_list(in, list, 2))
		return false;
	if (json_array_size(list) == 0)
		return json_in_fail(in, "It must say what the token may do.");
	*plays = false;
	for (size_t i = 0; i < json_array_size(list); i++) {
		const char *word = json_string_value(json_array_get(list, i));
		bool is_play = word && strcmp(word, words[0]) == 0;

		json_in_enter_item(in, i);
		if (!is_play && (!word || strcmp(word, words[1]) != 0))
			return json_in_fail_choice(in, word ? word : "", words, 2);
		*plays |= is_play;
		json_in_leave(in, before);
		json_in_enter(in, "may");
	}
	json_in_leave(in, before);
	return true;
}

bool codec_token_decode(struct codec_token *out, const char *bytes, size_t size,
			struct codec_error *error)
{
	static const char *const members[] = {"may", "name"};
	struct json_in in;
	json_t *document = json_in_load(&in, bytes, size, error);

	out->plays = true;
	bool good = document && JSON_IN_OBJECT(&in, document, members) &&
		    typed_text_get(&in, document, "name", &name_limit, out->name) &&
		    get_may(&in, document, &out->plays);

	json_decref(document);
	return good;
}

bool codec_player_act_decode(const char *bytes, size_t size, struct codec_error *error)
{
	static const char *const members[] = {"act"};
	static const char *const acts[] = {"end_tokens"};
	struct json_in in;
	const char *act;
	json_t *document = json_in_load(&in, bytes, size, error);
	bool good = document && JSON_IN_OBJECT(&in, document, members) &&
		    json_in_get_text(&in, document, "act", &act);

	if (good && strcmp(act, acts[0]) != 0) {
		json_in_enter(&in, "act");
		good = json_in_fail_choice(&in, act, acts, 1);
	}
	json_decref(document);
	return good;
}

bool codec_message_decode(char out[CODEC_TEXT_BYTES], const char *bytes, size_t size,
			  struct codec_error *error)
{
	return read_text(out, "text", &text_limit, bytes, size, error);
}

bool codec_reason_decode(char out[CODEC_TEXT_BYTES], const char *bytes, size_t size,
			 struct codec_error *error)
{
	return read_text(out, "reason", &text_limit, bytes, size, error);
}

/* An object with nothing but `member`: a truth value. */
static bool read_bool(bool *out, const char *member, const char *bytes, size_t size,
		      struct codec_error *error)
{
	const char *const members[] = {member};
	struct json_in in;
	json_t *document = json_in_load(&in, bytes, size, error);
	bool good = document && JSON_IN_OBJECT(&in, document, members) &&
		    json_in_get_bool(&in, document, member, out);

	json_decref(document);
	return good;
}

bool codec_handover_decode(bool *moves, const char *bytes, size_t size, struct codec_error *error)
{
	return read_bool(moves, "moves", bytes, size, error);
}

bool codec_block_decode(bool *blocked, const char *bytes, size_t size, struct codec_error *error)
{
	return read_bool(blocked, "blocked", bytes, size, error);
}

bool codec_presence_decode(bool *shown, const char *bytes, size_t size, struct codec_error *error)
{
	return read_bool(shown, "shown", bytes, size, error);
}
