/* Listed actions. An id names a version and a place in the list, so it means the same
 * action or nothing: the list of one version never changes. */

#include "codec/codec_actions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/write.h"
#include "codec/parts.h"
#include "codec/value.h"

enum { SHORT_NAME_CHARACTERS = 20, ID_BASE = 36 };

/* ---- ids ---- */

/* Write a number in base 36. Returns what follows it. */
static char *put_base36(char *to, uint32_t value)
{
	char digits[8];
	int count = 0;
	do {
		digits[count++] = "0123456789abcdefghijklmnopqrstuvwxyz"[value % ID_BASE];
		value /= ID_BASE;
	} while (value);
	while (count)
		*to++ = digits[--count];
	*to = '\0';
	return to;
}

/* "a3f-2", and with a preset from 1 on "a3f-2.1". */
static void put_id(char out[CODEC_ACTION_ID_BYTES], uint32_t version, unsigned index,
		   unsigned preset)
{
	char *to = put_base36(out, version);
	*to++ = '-';
	to = put_base36(to, index);
	if (preset)
		snprintf(to, (size_t)(out + CODEC_ACTION_ID_BYTES - to), ".%u", preset);
}

enum codec_found codec_action_find(struct pn_command *out, const struct pn_actions *actions,
				   uint32_t version, const char *id)
{
	char expected[CODEC_ACTION_ID_BYTES];
	put_id(expected, version, 0, 0);
	size_t size = strcspn(expected, "-");
	if (strncmp(id, expected, size + 1) != 0)
		return CODEC_STALE;

	char *end;
	unsigned long index = strtoul(id + size + 1, &end, ID_BASE);
	unsigned long preset = *end == '.' ? strtoul(end + 1, NULL, 10) : 0;
	if (index >= actions->count || preset > actions->action[index].preset_count)
		return CODEC_NOT_OFFERED;
	/* Only the spelling that was listed: no leading zeros, nothing behind. */
	put_id(expected, version, (unsigned)index, (unsigned)preset);
	if (strcmp(id, expected) != 0)
		return CODEC_NOT_OFFERED;
	const struct pn_action *action = &actions->action[index];
	*out = preset ? actions->preset[action->preset_first + preset - 1].command
		      : action->command;
	return CODEC_FOUND;
}

/* ---- words ---- */

/* Append a unit's name as it stands in a sentence, perhaps a short one. */
static const char *add_name(struct text *out, const struct pn_muster *muster, pn_unit_id unit,
			    bool is_short)
{
	struct text name = TEXT_EMPTY;

	text_add_string(&name, muster->unit[unit].name);
	if (is_short)
		words_shorten(&name, SHORT_NAME_CHARACTERS);
	text_add_name(out, name.bytes);
	text_free(&name);
	return out->bytes;
}

static void format_label(struct text *label, const struct pn_muster *muster, const char *key,
			 const struct pn_command *command, bool is_short)
{
	struct text unit = TEXT_EMPTY, target = TEXT_EMPTY;
	struct words_argument arguments[2];
	size_t count = 0;

	if (command->unit < muster->unit_count)
		arguments[count++] = (struct words_argument){
			"unit", add_name(&unit, muster, command->unit, is_short)};
	if (command->target < muster->unit_count)
		arguments[count++] = (struct words_argument){
			"target", add_name(&target, muster, command->target, is_short)};
	text_clear(label);
	words_format(label, words_spoken(), key, arguments, count);
	text_free(&unit);
	text_free(&target);
}

static size_t count_characters(const struct text *text)
{
	size_t count = 0;
	for (size_t i = 0; i < text->size; i++)
		count += ((unsigned char)text->bytes[i] & 0xC0) != 0x80;
	return count;
}

/* With short names when the full ones would make it too long. */
static struct text label_of(const struct pn_muster *muster, const char *key,
			    const struct pn_command *command)
{
	struct text label = TEXT_EMPTY;
	format_label(&label, muster, key, command, false);
	if (count_characters(&label) > CODEC_LABEL_CHARACTERS)
		format_label(&label, muster, key, command, true);
	words_shorten(&label, CODEC_LABEL_CHARACTERS);
	return label;
}

void codec_label(struct text *out, const struct pn_muster *muster, const char *key,
		 const struct pn_command *command)
{
	struct text label = label_of(muster, key, command);
	text_add(out, label.bytes, label.size);
	text_free(&label);
}

static void write_label(struct text *out, const struct pn_muster *muster, const char *key,
			const struct pn_command *command)
{
	struct text label = label_of(muster, key, command);
	write_key_string(out, "label", label.bytes ? label.bytes : "");
	text_free(&label);
}

/* {"args":{...},"key"}: arguments are ids, which a client names in its own language. */
static void write_words(struct text *out, const struct pn_game *names, const char *key,
			const struct pn_command *command)
{
	write_key(out, "words");
	write_byte(out, '{');
	write_key(out, "args");
	write_byte(out, '{');
	if (command->target != PN_NO_UNIT) {
		write_key(out, "target");
		write_who(out, names, command->target);
	}
	if (command->unit != PN_NO_UNIT) {
		write_key(out, "unit");
		write_who(out, names, command->unit);
	}
	write_byte(out, '}');
	write_key_name(out, "key", key);
	write_byte(out, '}');
}

static void write_do(struct text *out, const struct pn_game *names,
		     const struct pn_command *command)
{
	write_key(out, "do");
	codec_command_encode(out, names, command);
}

/* ---- bounds ---- */

static void write_path_bound(struct text *out, const struct pn_bound *bound)
{
	write_key_integer(out, "budget", bound->path.budget);
	write_key_name(out, "kind", "path");
	write_key(out, "kinds");
	write_bits(out, NAMES_LEG, NULL, bound->path.kinds);
	write_key_integer(out, "points_max", bound->path.points_max);
}

static void write_bound(struct text *out, const struct pn_game *names, const struct pn_bound *bound)
{
	write_byte(out, '{');
	write_key_name(out, "at", bound->at);
	switch (bound->kind) {
	case PN_BOUND_LENGTH:
		write_key_name(out, "kind", "length");
		write_key_integer(out, "max", bound->length.max);
		write_key_integer(out, "min", bound->length.min);
		break;
	case PN_BOUND_ANGLE:
		write_key_integer(out, "from", bound->angle.from);
		write_key_name(out, "kind", "angle");
		write_key_integer(out, "to", bound->angle.to);
		break;
	case PN_BOUND_CHOICE:
		write_key_name(out, "kind", "choice");
		write_key(out, "of");
		write_units(out, names, bound->choice.of, bound->choice.count);
		break;
	case PN_BOUND_PATH:
		write_path_bound(out, bound);
		break;
	case PN_BOUND_MOMENT:
		write_key_name(out, "kind", "moment");
		break;
	case PN_BOUND_POLYGON:
		write_key_name(out, "kind", "polygon");
		write_key(out, "points");
		write_points(out, &bound->polygon);
		break;
	}
	write_byte(out, '}');
}

/* ---- actions ---- */

static void write_unit_or_null(struct text *out, const struct pn_game *names, const char *key,
			       pn_unit_id unit)
{
	write_key(out, key);
	if (unit == PN_NO_UNIT)
		text_add_string(out, "null");
	else
		write_who(out, names, unit);
}

static void write_presets(struct text *out, const struct codec_list *list, unsigned index)
{
	const struct pn_action *action = &list->actions->action[index];

	write_key(out, "presets");
	write_byte(out, '[');
	for (unsigned i = 0; i < action->preset_count; i++) {
		const struct pn_preset *preset = &list->actions->preset[action->preset_first + i];
		char id[CODEC_ACTION_ID_BYTES];
		put_id(id, list->version, index, i + 1);
		write_item(out);
		write_byte(out, '{');
		write_do(out, list->view, &preset->command);
		write_key_name(out, "id", id);
		write_label(out, list->muster, preset->words, &preset->command);
		write_words(out, list->view, preset->words, &preset->command);
		write_byte(out, '}');
	}
	write_byte(out, ']');
}

static void write_action(struct text *out, const struct codec_list *list, unsigned index)
{
	const struct pn_action *action = &list->actions->action[index];
	const struct pn_game *names = list->view;
	char id[CODEC_ACTION_ID_BYTES];

	put_id(id, list->version, index, 0);
	write_byte(out, '{');
	write_key(out, "bounds");
	write_byte(out, '[');
	for (uint8_t i = 0; i < action->bound_count; i++) {
		write_item(out);
		write_bound(out, names, pn_action_bound_at(list->actions, action, i));
	}
	write_byte(out, ']');
	write_key(out, "clauses");
	write_byte(out, '[');
	if (action->clause.text[0]) {
		write_item(out);
		write_name(out, action->clause.text);
	}
	write_byte(out, ']');
	write_do(out, names, &action->command);
	write_key_name(out, "group", name_at(NAMES_GROUP, NULL, action->group));
	write_key_name(out, "id", id);
	write_label(out, list->muster, action->words, &action->command);
	write_presets(out, list, index);
	write_unit_or_null(out, names, "target", action->command.target);
	if (pn_can_undo(list->view, action->command.kind))
		write_key_bool(out, "undo", true);
	write_unit_or_null(out, names, "unit", action->command.unit);
	write_words(out, names, action->words, &action->command);
	write_byte(out, '}');
}

void codec_way_encode(struct text *out, const struct pn_game *names,
		      const struct pn_actions *actions)
{
	if (actions->way.count == 0)
		return;
	write_key(out, "way");
	write_way(out, names, &actions->way);
}

void codec_actions_encode(struct text *out, const struct codec_list *list)
{
	write_byte(out, '[');
	for (unsigned i = 0; i < list->actions->count; i++) {
		write_item(out);
		write_action(out, list, i);
	}
	write_byte(out, ']');
}

void codec_actions_of_encode(struct text *out, const struct codec_list *list, pn_unit_id unit)
{
	write_byte(out, '[');
	for (unsigned i = 0; i < list->actions->count; i++) {
		if (list->actions->action[i].command.unit != unit)
			continue;
		write_item(out);
		write_action(out, list, i);
	}
	write_byte(out, ']');
}

/* ---- outline ---- */

static void write_unit_outline(struct text *out, const struct codec_list *list, pn_unit_id unit)
{
	struct pn_command_set types = {{false}};
	unsigned count = 0;

	for (unsigned i = 0; i < list->actions->count; i++) {
		const struct pn_command *command = &list->actions->action[i].command;

		if (command->unit != unit)
			continue;
		types.has[command->kind] = true;
		count++;
	}
	if (count == 0)
		return;
	write_item(out);
	write_byte(out, '{');
	write_key_integer(out, "actions", count);
	write_key(out, "types");
	write_byte(out, '[');
	for (unsigned kind = 0; kind < PN_COMMAND_COUNT; kind++) {
		if (!types.has[kind])
			continue;
		write_item(out);
		write_name(out, name_at(NAMES_COMMAND, NULL, kind));
	}
	write_byte(out, ']');
	write_key(out, "unit");
	write_who(out, list->view, unit);
	write_byte(out, '}');
}

void codec_outline_encode(struct text *out, const struct codec_list *list)
{
	write_byte(out, '[');
	for (pn_unit_id unit = 0; unit < list->view->unit_count; unit++)
		write_unit_outline(out, list, unit);
	write_byte(out, ']');
}

pn_unit_id codec_unit_find(const struct pn_game *view, const char *name)
{
	pn_unit_id unit = find_unit(view, name, strlen(name));

	return unit < view->unit_count ? unit : PN_NO_UNIT;
}

/* ---- what is lawful instead ---- */

static void write_lawful(struct text *out, const struct codec_list *list, unsigned index)
{
	const struct pn_action *action = &list->actions->action[index];
	char id[CODEC_ACTION_ID_BYTES];

	put_id(id, list->version, index, 0);
	write_item(out);
	write_byte(out, '{');
	write_do(out, list->view, &action->command);
	write_key_name(out, "id", id);
	write_label(out, list->muster, action->words, &action->command);
	write_byte(out, '}');
}

void codec_lawful_encode(struct text *out, const struct codec_list *list, pn_unit_id unit)
{
	const struct pn_actions *actions = list->actions;
	bool has_own = false;
	for (unsigned i = 0; i < actions->count; i++)
		has_own |= unit != PN_NO_UNIT && actions->action[i].command.unit == unit;

	unsigned written = 0;
	write_byte(out, '[');
	for (unsigned i = 0; i < actions->count && written < CODEC_LAWFUL_MAX; i++) {
		if (has_own && actions->action[i].command.unit != unit)
			continue;
		write_lawful(out, list, i);
		written++;
	}
	write_byte(out, ']');
}
