/* The JSON of Discord's messages. Its numbers are those of Discord's reference: kinds of answers,
 * components, flags. */

#include "discord/message.h"

#include <stdio.h>
#include <string.h>

#include "base/write.h"
#include "codec/words.h"

enum {
	ANSWER_MESSAGE = 4,
	ANSWER_DEFER = 5,
	ANSWER_DEFER_UPDATE = 6,
	ANSWER_UPDATE = 7,
	ANSWER_FORM = 9
};
enum { COMPONENT_ROW = 1, COMPONENT_BUTTON = 2, COMPONENT_MENU = 3, COMPONENT_TEXT = 4 };
enum { FLAG_EPHEMERAL = 64, FORM_TITLE_CHARACTERS = 45 };

/* A member that is text, cut to at most `max` characters. */
static void write_cut(struct text *out, const char *key, const char *text, size_t max)
{
	struct text copy = TEXT_EMPTY;

	text_add_string(&copy, text);
	words_shorten(&copy, max);
	write_key_string(out, key, copy.bytes);
	text_free(&copy);
}

void discord_message_begin(struct text *out, enum discord_reply reply, const char *content,
			   const char *mentions)
{
	int kind = reply == DISCORD_REPLY_UPDATE ? ANSWER_UPDATE : ANSWER_MESSAGE;

	text_add_format(out, "{\"type\":%d,\"data\":{\"allowed_mentions\":{\"parse\":[]", kind);
	if (mentions)
		text_add_format(out, ",\"users\":[\"%s\"]", mentions);
	write_byte(out, '}');
	write_cut(out, "content", content, DISCORD_CONTENT_CHARACTERS);
	/* The picture of what was chosen before goes. */
	if (reply == DISCORD_REPLY_UPDATE)
		text_add_string(out, ",\"attachments\":[]");
	if (reply == DISCORD_REPLY_PRIVATE)
		write_key_integer(out, "flags", FLAG_EPHEMERAL);
	write_key(out, "components");
	write_byte(out, '[');
}

void discord_message_end(struct text *out)
{
	text_add_string(out, "]}}");
}

void discord_defer(struct text *out, enum discord_deferral deferral)
{
	text_add_format(out, "{\"type\":%d",
			deferral == DISCORD_DEFER_UPDATE ? ANSWER_DEFER_UPDATE : ANSWER_DEFER);
	if (deferral == DISCORD_DEFER_PRIVATE)
		text_add_format(out, ",\"data\":{\"flags\":%d}", FLAG_EPHEMERAL);
	text_add_string(out, "}");
}

bool discord_message_read(const struct text *answer, enum discord_reply *reply,
			  const char **message, size_t *size)
{
	/* Texts have no bare quotes in them, so these are members. */
	static const char data[] = ",\"data\":{", private[] = "\",\"flags\":64,\"components\":[";
	const char *from = answer->bytes ? strstr(answer->bytes, data) : NULL;
	int kind;

	if (!from || sscanf(answer->bytes, "{\"type\":%d,", &kind) != 1 ||
	    (kind != ANSWER_MESSAGE && kind != ANSWER_UPDATE))
		return false;
	*reply = kind == ANSWER_UPDATE            ? DISCORD_REPLY_UPDATE
		 : strstr(answer->bytes, private) ? DISCORD_REPLY_PRIVATE
						  : DISCORD_REPLY_PUBLIC;
	*message = from + sizeof(data) - 2;
	*size = (size_t)(answer->bytes + answer->size - 1 - *message);
	return true;
}

void discord_row_begin(struct text *out)
{
	write_item(out);
	text_add_format(out, "{\"type\":%d,\"components\":[", COMPONENT_ROW);
}

void discord_row_end(struct text *out)
{
	text_add_string(out, "]}");
}

void discord_button(struct text *out, enum discord_style style, const char *label, const char *id)
{
	write_item(out);
	write_byte(out, '{');
	write_key_integer(out, "type", COMPONENT_BUTTON);
	write_key_integer(out, "style", style);
	write_cut(out, "label", label, DISCORD_BUTTON_CHARACTERS);
	write_key_string(out, style == DISCORD_LINK ? "url" : "custom_id", id);
	write_byte(out, '}');
}

void discord_menu_begin(struct text *out, const char *id, const char *hint)
{
	write_item(out);
	write_byte(out, '{');
	write_key_integer(out, "type", COMPONENT_MENU);
	write_key_string(out, "custom_id", id);
	write_cut(out, "placeholder", hint, DISCORD_HINT_CHARACTERS);
	write_key(out, "options");
	write_byte(out, '[');
}

void discord_choice(struct text *out, const char *label, const char *value, const char *description)
{
	write_item(out);
	write_byte(out, '{');
	write_cut(out, "label", label, DISCORD_LABEL_CHARACTERS);
	write_key_string(out, "value", value);
	if (description && description[0])
		write_cut(out, "description", description, DISCORD_LABEL_CHARACTERS);
	write_byte(out, '}');
}

void discord_menu_end(struct text *out)
{
	text_add_string(out, "]}");
}

void discord_form_begin(struct text *out, const char *id, const char *title)
{
	text_add_format(out, "{\"type\":%d,\"data\":{", ANSWER_FORM);
	write_key_string(out, "custom_id", id);
	write_cut(out, "title", title, FORM_TITLE_CHARACTERS);
	write_key(out, "components");
	write_byte(out, '[');
}

void discord_field(struct text *out, enum discord_field style, const char *id, const char *label,
		   const char *value, unsigned max)
{
	discord_row_begin(out);
	write_byte(out, '{');
	write_key_integer(out, "type", COMPONENT_TEXT);
	write_key_string(out, "custom_id", id);
	write_cut(out, "label", label, FORM_TITLE_CHARACTERS);
	write_key_integer(out, "style", style);
	write_key_integer(out, "max_length", max);
	write_cut(out, "value", value, max);
	write_byte(out, '}');
	discord_row_end(out);
}

void discord_form_end(struct text *out)
{
	text_add_string(out, "]}}");
}

void discord_turn(struct text *out, unsigned turn, const char *phase)
{
	char number[16];

	snprintf(number, sizeof(number), "%u", turn);
	words_format(out, words_spoken(), "discord.turn", &(struct words_argument){"turn", number},
		     1);
	text_add_string(out, ", ");
	words_add(out, "phase", phase);
	text_add_string(out, "\n");
}

void discord_until(struct text *out, int64_t until_ms)
{
	if (until_ms > 0)
		text_add_format(out, ", <t:%lld:R>", (long long)(until_ms / 1000));
	text_add_string(out, "\n");
}

void discord_escape(struct text *out, const char *text)
{
	for (const char *at = text; *at; at++) {
		if (strchr("\\*_~`|>#[]()<:@-", *at))
			text_add_string(out, "\\");
		text_add(out, at, 1);
	}
}

void discord_add_name(struct text *out, const char *name)
{
	struct text apart = TEXT_EMPTY;

	text_add_name(&apart, name);
	discord_escape(out, apart.bytes);
	text_free(&apart);
}
