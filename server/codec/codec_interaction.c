/* Discord's interactions as plain data. */

#include "codec/codec_interaction.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

enum { FLAG_EPHEMERAL = 64 };

/* Copy a member that is text, cut to fit at the end of a character; "" without it. */
static void take_text(char *out, size_t size, const json_t *object, const char *member)
{
	const char *text = json_string_value(json_object_get(object, member));
	size_t length = text ? strlen(text) : 0;

	if (length >= size) {
		length = size - 1;
		while (length > 0 && ((unsigned char)text[length] & 0xC0) == 0x80)
			length--;
	}
	memcpy(out, text ? text : "", length);
	out[length] = '\0';
}

/* A snowflake: 1 to 20 digits. */
static bool take_id(char out[INTERACTION_ID_BYTES], const json_t *object, const char *member)
{
	take_text(out, INTERACTION_ID_BYTES, object, member);
	size_t size = strlen(out);

	return size > 0 && size <= 20 && strspn(out, "0123456789") == size;
}

/* What one is called: in this server, else everywhere, else by the account. */
static void take_shown(struct interaction *out, const json_t *member, const json_t *user)
{
	take_text(out->shown, sizeof(out->shown), member, "nick");
	if (!out->shown[0])
		take_text(out->shown, sizeof(out->shown), user, "global_name");
	if (!out->shown[0])
		take_text(out->shown, sizeof(out->shown), user, "username");
}

static bool take_user(struct interaction *out, const json_t *document)
{
	const json_t *member = json_object_get(document, "member");
	const json_t *user = json_object_get(member ? member : document, "user");

	take_shown(out, member, user);
	return take_id(out->user, user, "id");
}

static void take_option(struct interaction *out, const json_t *given)
{
	const json_t *value = json_object_get(given, "value");

	if (out->option_count == INTERACTION_OPTIONS_MAX)
		return;
	struct interaction_option *option = &out->option[out->option_count++];

	take_text(option->name, sizeof(option->name), given, "name");
	if (json_is_integer(value))
		snprintf(option->value, sizeof(option->value), "%lld",
			 (long long)json_integer_value(value));
	else
		take_text(option->value, sizeof(option->value), given, "value");
	option->is_focused = json_is_true(json_object_get(given, "focused"));
}

/* {"name","options"}: the options are one subcommand's, or the command's own. */
static void take_command(struct interaction *out, const json_t *data)
{
	enum { SUBCOMMAND = 1 };
	const json_t *options = json_object_get(data, "options");
	const json_t *first = json_array_get(options, 0);

	take_text(out->command, sizeof(out->command), data, "name");
	if (json_integer_value(json_object_get(first, "type")) == SUBCOMMAND) {
		take_text(out->subcommand, sizeof(out->subcommand), first, "name");
		options = json_object_get(first, "options");
	}
	for (size_t i = 0; i < json_array_size(options); i++)
		take_option(out, json_array_get(options, i));
}

/* A form has rows, and each has one field. */
static void take_form(struct interaction *out, const json_t *data)
{
	const json_t *rows = json_object_get(data, "components");

	for (size_t i = 0; i < json_array_size(rows) && i < INTERACTION_FIELDS_MAX; i++) {
		const json_t *row = json_object_get(json_array_get(rows, i), "components");
		const json_t *field = json_array_get(row, 0);

		if (i == 0)
			take_text(out->text, sizeof(out->text), field, "value");
		take_text(out->field[i].id, sizeof(out->field[i].id), field, "custom_id");
		take_text(out->field[i].value, sizeof(out->field[i].value), field, "value");
		out->field_count++;
	}
}

/* Discord sends the message with what was pressed in it. */
static void take_quoted(struct interaction *out, const json_t *message)
{
	static const char begin[] = "```json\n", end[] = "\n```";
	const char *content = json_string_value(json_object_get(message, "content"));
	const char *from = content ? strstr(content, begin) : NULL;
	const char *until = from ? strstr(from, end) : NULL;

	if (until)
		snprintf(out->text, sizeof(out->text), "%.*s",
			 (int)(until - from - (ptrdiff_t)sizeof(begin) + 1),
			 from + sizeof(begin) - 1);
}

static bool take_document(struct interaction *out, const json_t *document)
{
	const json_t *data = json_object_get(document, "data");
	const json_t *kind = json_object_get(document, "type");
	const json_t *chosen = json_array_get(json_object_get(data, "values"), 0);

	if (!json_is_integer(kind) || json_integer_value(kind) < 1 ||
	    json_integer_value(kind) > UINT8_MAX || !take_id(out->id, document, "id") ||
	    !take_id(out->application, document, "application_id"))
		return false;
	out->kind = (uint8_t)json_integer_value(kind);
	if (!take_user(out, document) && out->kind != INTERACTION_PING)
		return false;
	take_id(out->guild, document, "guild_id");
	take_id(out->channel, document, "channel_id");
	take_text(out->token, sizeof(out->token), document, "token");
	if (strlen(out->token) == sizeof(out->token) - 1)
		out->token[0] = '\0';
	out->is_private =
		json_integer_value(json_object_get(json_object_get(document, "message"), "flags")) &
		FLAG_EPHEMERAL;
	take_text(out->locale, sizeof(out->locale), document, "locale");
	take_command(out, data);
	take_text(out->custom_id, sizeof(out->custom_id), data, "custom_id");
	snprintf(out->value, sizeof(out->value), "%s",
		 json_is_string(chosen) ? json_string_value(chosen) : "");
	if (out->kind == INTERACTION_MODAL)
		take_form(out, data);
	if (out->kind == INTERACTION_COMPONENT)
		take_quoted(out, json_object_get(document, "message"));
	return true;
}

bool codec_interaction_decode(struct interaction *out, const char *bytes, size_t size)
{
	json_t *document = json_loadb(bytes, size, JSON_REJECT_DUPLICATES, NULL);

	*out = (struct interaction){0};
	bool is_good = json_is_object(document) && take_document(out, document);
	json_decref(document);
	return is_good;
}

const char *interaction_option(const struct interaction *interaction, const char *name)
{
	for (size_t i = 0; i < interaction->option_count; i++) {
		if (strcmp(interaction->option[i].name, name) == 0)
			return interaction->option[i].value;
	}
	return NULL;
}
