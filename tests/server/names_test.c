/* Names in sentences: one that runs from right to left stands between U+2068 and U+2069 in labels,
 * in what happened, in chats and mails, and turns nothing around it; any other stands as it is. */

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "codec/codec_actions.h"
#include "codec/codec_told.h"
#include "discord/message.h"
#include "notify/letter.h"
#include "pennon/dice.h"
#include "sample_events.h"
#include "texts_table.h"

#define HEBREW "\u05e9\u05dc\u05d5\u05dd"
#define APART "\u2068" HEBREW "\u2069"
#define TEN_LETTERS "\u05d0\u05d1\u05d2\u05d3\u05d4\u05d5\u05d6\u05d7\u05d8\u05d9"

static struct pn_game game;
static struct pn_muster muster;

static void begin(void)
{
	sample_game(&game, &muster);
	words_speak("en");
}

TestSuite(names, .init = begin);

Test(names, one_that_runs_from_right_to_left_is_kept_apart_and_no_other)
{
	static const struct {
		const char *name;
		bool turns;
	} rows[] = {
		{"Ashdown Spears", false},
		{"\u8af8\u845b\u4eae", false},
		{"J\u00f3zef \U0001F642", false},
		{"12", false},
		{"\u058f", false}, /* the last sign before the Hebrew area */
		{"\u0590", true},  /* the area's first place */
		{HEBREW, true},
		{"4. " HEBREW, true},
		{"\u0645\u062d\u0645\u062f", true},
		{"\u07ca", true},
		{"\u08ff", true},
		{"\u0900", false}, /* Devanagari begins */
		{"\ufb1c", false},
		{"\ufb1d", true},
		{"\ufefc", true},
		{"\U000107ff", false},
		{"\U00010800", true},
		{"\U00010fff", true},
		{"\U00011000", false},
		{"\U0001e800", true},
		{"\U0001efff", true},
		{"\U0001f000", false},
		{"Spears\u202e", true}, /* an earlier version took it */
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct text out = TEXT_EMPTY, wanted = TEXT_EMPTY;

		text_add_name(&out, rows[i].name);
		text_add_format(&wanted, rows[i].turns ? "\u2068%s\u2069" : "%s", rows[i].name);
		cr_expect_str_eq(out.bytes, wanted.bytes, "row %zu", i);
		text_free(&out);
		text_free(&wanted);
	}
}

static struct text label_of(const char *unit, const char *target)
{
	const struct pn_command command = {
		.kind = PN_COMMAND_DECLARE_CHARGE, .unit = 0, .target = 1};
	struct text label = TEXT_EMPTY;

	snprintf(muster.unit[0].name, PN_NAME_BYTES, "%s", unit);
	snprintf(muster.unit[1].name, PN_NAME_BYTES, "%s", target);
	codec_label(&label, &muster, "offer.declare_charge", &command);
	return label;
}

static size_t count(const struct text *text, const char *mark)
{
	size_t found = 0;

	for (const char *at = text->bytes; (at = strstr(at, mark)); at += strlen(mark))
		found++;
	return found;
}

Test(names, labels_keep_them_apart)
{
	struct text plain = label_of("Ashdown Spears", "Hill Bows");
	struct text turned = label_of(HEBREW, "Hill Bows");

	cr_expect_eq(count(&plain, "\u2068"), 0);
	cr_expect(strstr(turned.bytes, APART), "%s", turned.bytes);
	cr_expect_eq(count(&turned, "\u2068"), 1);
	text_free(&plain);
	text_free(&turned);
}

Test(names, a_long_label_ends_each_name_that_it_begins_and_has_at_most_80_characters)
{
	struct text label = label_of(TEN_LETTERS TEN_LETTERS TEN_LETTERS TEN_LETTERS,
				     TEN_LETTERS TEN_LETTERS TEN_LETTERS TEN_LETTERS);
	size_t characters = 0;

	for (size_t i = 0; i < label.size; i++)
		characters += ((unsigned char)label.bytes[i] & 0xC0) != 0x80;
	cr_expect_leq(characters, CODEC_LABEL_CHARACTERS);
	cr_expect_eq(count(&label, "\u2068"), count(&label, "\u2069"), "%s", label.bytes);
	text_free(&label);
}

Test(names, what_is_cut_ends_its_name)
{
	static const struct {
		const char *text;
		size_t max;
		const char *cut;
	} rows[] = {
		{"abcdef", 6, "abcdef"},
		{"abcdef", 5, "abcd\u2026"},
		{"a\u2068bcde\u2069f", 8, "a\u2068bcde\u2069f"},
		{"a\u2068bcde\u2069f", 7, "a\u2068bcd\u2026\u2069"},
		{"a\u2068bcde\u2069f", 4, "a\u2068\u2026\u2069"},
		{"a\u2068bcde\u2069f", 3, "a\u2026"},
		{"\u2068a\u2069\u2068b\u2069cd", 7, "\u2068a\u2069\u2068b\u2069\u2026"},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct text text = TEXT_EMPTY;

		text_add_string(&text, rows[i].text);
		words_shorten(&text, rows[i].max);
		cr_expect_str_eq(text.bytes, rows[i].cut, "row %zu", i);
		text_free(&text);
	}
}

/* What the log says of a charge of a unit that is called so. */
static struct text told_of(const char *name)
{
	static const char line[] =
		"{\"seq\":1,\"target\":\"r2\",\"time\":\"2026-11-21T10:00:00.000Z\","
		"\"type\":\"charge_declared\",\"unit\":\"r1\"}";
	struct text told = TEXT_EMPTY;

	snprintf(muster.unit[0].name, PN_NAME_BYTES, "%s", name);
	cr_assert(codec_told(&told, &game, &muster, line, sizeof(line) - 1));
	return told;
}

Test(names, what_happened_keeps_them_apart)
{
	struct text told = told_of(HEBREW);

	cr_expect(strstr(told.bytes, APART), "%s", told.bytes);
	text_free(&told);
}

Test(names, each_that_is_kept_is_told_as_the_table_says)
{
	json_t *rows = texts_read();
	const json_t *row;
	size_t index;

	json_array_foreach(rows, index, row)
	{
		const char *kept = texts_kept(row);
		const bool turns = json_is_true(json_object_get(row, "turns"));
		struct text wanted = TEXT_EMPTY;

		if (!kept)
			continue;
		text_add_format(&wanted, turns ? "\u2068%s\u2069 " : "%s ", kept);
		struct text label = label_of(kept, "Hill Bows"), told = told_of(kept);

		cr_expect_eq(strncmp(told.bytes, wanted.bytes, wanted.size), 0, "%s", told.bytes);
		cr_expect_eq(count(&told, "\u2068"), turns, "%s", told.bytes);
		cr_expect_eq(count(&label, "\u2068"), turns, "%s", label.bytes);
		text_free(&label);
		text_free(&told);
		text_free(&wanted);
	}
	json_decref(rows);
}

Test(names, chats_and_mails_keep_them_apart)
{
	const struct letter letter = {.kind = NOTICE_TURN,
				      .id = "7",
				      .game = "45954849-2bc8-4374-af4a-05ee8b6d27ab",
				      .title = "Between two woods",
				      .language = "en",
				      .side = "red",
				      .other = HEBREW,
				      .decision = "",
				      .link = "https://pennon.example/",
				      .stop_link = ""};
	struct text out = TEXT_EMPTY;

	discord_add_name(&out, "*" HEBREW);
	cr_expect_str_eq(out.bytes, "\u2068\\*" HEBREW "\u2069");
	text_clear(&out);
	letter_text(&out, &letter);
	cr_expect(strstr(out.bytes, "against " APART), "%s", out.bytes);
	text_free(&out);
}
