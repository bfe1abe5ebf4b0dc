/* Battles, and what is wrong with one. */

#include "codec/codec_battle.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/write.h"
#include "codec/typed_text.h"

/* ---- writing ---- */

void codec_battle_encode(struct text *out, uint8_t ruleset, const struct pn_muster *muster,
			 const char *name)
{
	write_byte(out, '{');
	write_key_integer(out, "format", CODEC_BATTLE_FORMAT);
	write_key(out, "muster");
	codec_muster_encode(out, ruleset, muster);
	write_key_string(out, "name", name);
	write_key_name(out, "ruleset", pn_rules_at(ruleset)->id);
	write_byte(out, '}');
}

/* ---- reading ---- */

/* A text as it may be sent, or of an earlier version: whatever there is room for. */
static bool get_text(struct json_in *in, const json_t *object, const char *key,
		     const struct plain_text_limit *limit, char *out)
{
	const char *text;

	if (in->typed)
		return in->typed(in, object, key, limit, out);
	if (!json_in_get_text(in, object, key, &text))
		return false;
	snprintf(out, limit->room, "%s", text);
	return true;
}

static bool check_format(struct json_in *in, const json_t *object)
{
	int64_t format = 0;

	if (!json_in_get_integer(in, object, "format", 1, JSON_INTEGER_MAX, &format))
		return false;
	if (format == CODEC_BATTLE_FORMAT)
		return true;
	json_in_enter(in, "format");
	json_in_fail_key(in, "muster.format", "This server reads battles of format %d.",
			 CODEC_BATTLE_FORMAT);
	in->error->max = CODEC_BATTLE_FORMAT;
	return false;
}

static bool get_ruleset(struct json_in *in, const json_t *object, uint8_t *out)
{
	const char *books[PN_RULESETS_MAX];
	const char *id;
	int index;

	if (!json_in_get_text(in, object, "ruleset", &id))
		return false;
	index = pn_rules_find(id);
	if (index >= 0) {
		*out = (uint8_t)index;
		return true;
	}
	for (uint8_t i = 0; i < pn_rules_count(); i++)
		books[i] = pn_rules_at(i)->id;
	json_in_enter(in, "ruleset");
	return json_in_fail_choice(in, id, books, pn_rules_count());
}

/* Nothing of a muster means anything without its book. */
static void read_muster(struct json_in *in, const json_t *object, struct codec_battle *out)
{
	const json_t *muster = json_in_member(in, object, "muster");
	size_t outside = json_in_enter(in, "muster");
	bool in_book = out->has_muster;

	out->has_muster = in_book && json_is_object(muster);
	if (muster && in_book)
		codec_muster_read(&out->muster, out->ruleset, in, muster);
	json_in_pass_over(in, outside);
	json_in_leave(in, outside);
}

static void read_battle(struct json_in *in, const json_t *object, struct codec_battle *out)
{
	static const char *const members[] = {"description", "format", "muster", "name", "ruleset"};
	const struct plain_text_limit name = {1, CODEC_NAME_CHARACTERS,
					      in->typed ? CODEC_NAME_BYTES : sizeof(out->name)};
	static const struct plain_text_limit description = {0, CODEC_BATTLE_DESCRIPTION_CHARACTERS,
							    CODEC_BATTLE_DESCRIPTION_BYTES};
	char text[CODEC_BATTLE_DESCRIPTION_BYTES];

	JSON_IN_OBJECT(in, object, members);
	out->has_format = json_object_get(object, "format") && check_format(in, object);
	json_in_pass_over(in, 0);
	out->has_name =
		json_object_get(object, "name") && get_text(in, object, "name", &name, out->name);
	json_in_pass_over(in, 0);
	if (json_object_get(object, "description"))
		get_text(in, object, "description", &description, text);
	json_in_pass_over(in, 0);
	out->has_muster = get_ruleset(in, object, &out->ruleset);
	json_in_pass_over(in, 0);
	read_muster(in, object, out);
}

/* As it was sent, unless a text in it is kept otherwise. */
static void keep(struct text *kept, const struct json_in *in, const json_t *document,
		 const char *bytes, size_t size)
{
	char *changed = in->is_changed ? json_dumps(document, JSON_COMPACT) : NULL;

	if (changed)
		text_add_string(kept, changed);
	else
		text_add(kept, bytes, size);
	free(changed);
}

bool codec_battle_decode(struct codec_battle *out, struct text *kept, enum codec_source source,
			 const char *bytes, size_t size, struct codec_error *error)
{
	struct json_in in;

	memset(out, 0, sizeof(*out));
	json_t *document = json_in_load(&in, bytes, size, error);
	bool good = document &&
		    (json_is_object(document) || json_in_fail(&in, "An object is wanted here."));

	if (good) {
		in.all = &out->faults;
		in.typed = source == CODEC_SENT ? typed_text_get : NULL;
		read_battle(&in, document, out);
	}
	if (good && kept)
		keep(kept, &in, document, bytes, size);
	json_decref(document);
	return good;
}

bool codec_battle_is_file(const struct codec_battle *battle, struct codec_error *error)
{
	if (battle->faults.count > 0) {
		*error = battle->faults.fault[0].error;
		return false;
	}
	if (battle->has_format && battle->has_name)
		return true;
	const char *missing = battle->has_format ? "name" : "format";

	*error = (struct codec_error){.is_member = true};
	snprintf(error->pointer, sizeof(error->pointer), "/%s", missing);
	snprintf(error->detail, sizeof(error->detail), "The member \"%s\" is missing.", missing);
	return false;
}

bool codec_battle_members(struct text *out, const char *bytes, size_t size)
{
	struct codec_error error;
	struct json_in in;
	json_t *document = json_in_load(&in, bytes, size, &error);
	const char *ruleset = json_string_value(json_object_get(document, "ruleset"));
	const char *name = json_string_value(json_object_get(document, "name"));
	char *muster = json_dumps(json_object_get(document, "muster"), JSON_COMPACT);
	const bool is_good = muster && ruleset;

	if (is_good) {
		text_add_format(out, "\"muster\":%s", muster);
		if (name)
			write_key_string(out, "name", name);
		write_key_string(out, "ruleset", ruleset);
	}
	free(muster);
	json_decref(document);
	return is_good;
}

/* ---- what is wrong ---- */

void codec_faults_add(struct codec_faults *faults, const char *at,
		      const struct pn_muster_fault *fault)
{
	if (faults->count < CODEC_FAULTS_MAX) {
		struct codec_fault *added = &faults->fault[faults->count];
		char pointer[CODEC_POINTER_BYTES];

		codec_muster_fault(&added->error, fault);
		snprintf(pointer, sizeof(pointer), "%s%.*s", at,
			 (int)(sizeof(pointer) - strlen(at) - 1), added->error.pointer);
		memcpy(added->error.pointer, pointer, sizeof(pointer));
		added->clause = fault->clause;
	}
	faults->count++;
}

/* The code of a fault is the end of its key. */
static void write_fault(struct text *out, const struct codec_fault *fault)
{
	struct codec_error error = fault->error;
	struct text detail = TEXT_EMPTY;

	codec_error_tell(&detail, &error);
	if (!error.key)
		error.key = "muster.bad_member";
	write_item(out);
	write_byte(out, '{');
	if (fault->clause.text[0])
		write_key_name(out, "clause", fault->clause.text);
	write_key_name(out, "code", strchr(error.key, '.') + 1);
	write_key_string(out, "detail", detail.bytes);
	write_key_string(out, "pointer", error.pointer);
	write_key(out, "words");
	codec_error_words(out, &error);
	write_byte(out, '}');
	text_free(&detail);
}

void codec_faults_open(struct text *out, const struct codec_faults *faults)
{
	const size_t told = faults->count < CODEC_FAULTS_MAX ? faults->count : CODEC_FAULTS_MAX;

	write_byte(out, '{');
	write_key(out, "faults");
	write_byte(out, '[');
	for (size_t i = 0; i < told; i++)
		write_fault(out, &faults->fault[i]);
	write_byte(out, ']');
	if (faults->count > told)
		write_key_integer(out, "left_out", (int64_t)(faults->count - told));
}
