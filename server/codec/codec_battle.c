/* Battles, and what is wrong with one. */

#include "codec/codec_battle.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/write.h"
#include "codec/json.h"
#include "codec/words.h"

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

/* A text of `least` to `most` characters. */
static bool check_text(struct json_in *in, const json_t *object, const char *key, size_t least,
		       size_t most)
{
	const char *text;
	size_t characters = 0;

	if (!json_in_get_text(in, object, key, &text))
		return false;
	for (size_t i = 0; text[i]; i++)
		characters += ((unsigned char)text[i] & 0xC0) != 0x80;
	if (characters >= least && characters <= most)
		return true;
	json_in_enter(in, key);
	json_in_fail_key(in, "muster.characters", "The text must have %zu to %zu characters.",
			 least, most);
	in->error->min = (int64_t)least;
	in->error->max = (int64_t)most;
	return false;
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

	JSON_IN_OBJECT(in, object, members);
	out->has_format = json_object_get(object, "format") && check_format(in, object);
	json_in_pass_over(in, 0);
	out->has_name = json_object_get(object, "name") &&
			check_text(in, object, "name", 1, CODEC_BATTLE_NAME_CHARACTERS);
	if (out->has_name)
		snprintf(out->name, sizeof(out->name), "%s",
			 json_string_value(json_object_get(object, "name")));
	json_in_pass_over(in, 0);
	if (json_object_get(object, "description"))
		check_text(in, object, "description", 0, CODEC_BATTLE_DESCRIPTION_CHARACTERS);
	json_in_pass_over(in, 0);
	out->has_muster = get_ruleset(in, object, &out->ruleset);
	json_in_pass_over(in, 0);
	read_muster(in, object, out);
}

bool codec_battle_decode(struct codec_battle *out, const char *bytes, size_t size,
			 struct codec_error *error)
{
	struct json_in in;

	memset(out, 0, sizeof(*out));
	json_t *document = json_in_load(&in, bytes, size, error);
	bool good = document &&
		    (json_is_object(document) || json_in_fail(&in, "An object is wanted here."));

	if (good) {
		in.all = &out->faults;
		read_battle(&in, document, out);
	}
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
	char *muster = json_dumps(json_object_get(document, "muster"), JSON_COMPACT);
	const bool is_good = muster && ruleset;

	if (is_good) {
		text_add_format(out, "\"muster\":%s", muster);
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

enum { ARGUMENTS_MAX = 4, NUMBER_BYTES = 24 };

/* What the sentence of an error is filled in with. */
struct filled {
	size_t count;
	struct words_argument argument[ARGUMENTS_MAX];
	char min[NUMBER_BYTES], max[NUMBER_BYTES];
	char given[CODEC_DETAIL_BYTES], choices[CODEC_DETAIL_BYTES];
};

static void fill(struct filled *out, const struct codec_error *error)
{
	out->count = 0;
	if (error->choices.size > 0) {
		snprintf(out->choices, sizeof(out->choices), "%.*s", (int)error->choices.size,
			 error->detail + error->choices.at);
		out->argument[out->count++] = (struct words_argument){"choices", out->choices};
	}
	if (error->given.size > 0 || error->choices.size > 0) {
		snprintf(out->given, sizeof(out->given), "%.*s",
			 error->given.size > 0 ? (int)error->given.size : 3,
			 error->given.size > 0 ? error->detail + error->given.at : "...");
		out->argument[out->count++] = (struct words_argument){"given", out->given};
	}
	if (error->min || error->max) {
		snprintf(out->max, sizeof(out->max), "%lld", (long long)error->max);
		snprintf(out->min, sizeof(out->min), "%lld", (long long)error->min);
		out->argument[out->count++] = (struct words_argument){"max", out->max};
		out->argument[out->count++] = (struct words_argument){"min", out->min};
	}
}

static void write_detail(struct text *out, const struct codec_error *error,
			 const struct filled *filled)
{
	struct text detail = TEXT_EMPTY;

	if (error->key)
		words_format(&detail, words_spoken(), error->key, filled->argument, filled->count);
	else
		text_add_string(&detail, error->detail);
	write_key_string(out, "detail", detail.bytes);
	text_free(&detail);
}

static void write_words(struct text *out, const char *key, const struct filled *filled)
{
	write_key(out, "words");
	write_byte(out, '{');
	write_key(out, "args");
	write_byte(out, '{');
	for (size_t i = 0; i < filled->count; i++)
		write_key_string(out, filled->argument[i].name, filled->argument[i].value);
	write_byte(out, '}');
	write_key_name(out, "key", key);
	write_byte(out, '}');
}

/* The code of a fault is the end of its key. */
static void write_fault(struct text *out, const struct codec_fault *fault)
{
	const char *key = fault->error.key ? fault->error.key : "muster.bad_member";
	struct filled filled;

	fill(&filled, &fault->error);
	write_item(out);
	write_byte(out, '{');
	if (fault->clause.text[0])
		write_key_name(out, "clause", fault->clause.text);
	write_key_name(out, "code", strchr(key, '.') + 1);
	write_detail(out, &fault->error, &filled);
	write_key_string(out, "pointer", fault->error.pointer);
	write_words(out, key, &filled);
	write_byte(out, '}');
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
