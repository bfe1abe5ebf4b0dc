/* Events in sentences: the same as the page's, of each kind and in both languages. The golden
 * files are held against web/words.js by page_words.test.mjs. */

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "codec/codec_told.h"
#include "codec/words.h"
#include "pennon/dice.h"
#include "sample_events.h"

enum { LINE_BYTES = 16384 };

static struct pn_game game;
static struct pn_muster muster;

/* The text must be what the file holds. */
static void expect_golden(const char *name, const struct text *text)
{
	char path[512];
	snprintf(path, sizeof(path), PN_SOURCE_DIR "/tests/golden/formats/%s", name);
	FILE *file = fopen(path, getenv("PENNON_RECORD") ? "w+" : "r");
	cr_assert(file != NULL, "%s", path);
	if (getenv("PENNON_RECORD")) {
		fwrite(text->bytes, 1, text->size, file);
		rewind(file);
	}
	for (size_t i = 0; i <= text->size; i++) {
		int byte = getc(file);
		cr_assert_eq(byte, i < text->size ? (unsigned char)text->bytes[i] : EOF,
			     "%s differs at byte %zu, after \"%.60s\"", name, i,
			     i > 60 ? text->bytes + i - 60 : "");
	}
	fclose(file);
}

static void name_units(void)
{
	sample_game(&game, &muster);
	for (pn_unit_id unit = 0; unit < muster.unit_count; unit++) {
		char id[PN_ID_BYTES];
		pn_who_write(id, &game, unit);
		snprintf(muster.unit[unit].name, sizeof(muster.unit[unit].name), "Company %s", id);
	}
}

static void tell_all(const char *language, const char *golden)
{
	static char line[LINE_BYTES];
	struct text told = TEXT_EMPTY;
	FILE *file = fopen(PN_SOURCE_DIR "/tests/golden/formats/events.jsonl", "r");

	cr_assert(file != NULL);
	name_units();
	words_speak(language);
	while (fgets(line, sizeof(line), file)) {
		cr_assert(codec_told(&told, &game, &muster, line, strcspn(line, "\n")), "%s", line);
		text_add_string(&told, "\n");
	}
	fclose(file);
	expect_golden(golden, &told);
	text_free(&told);
}

Test(told, every_kind_in_english)
{
	tell_all("en", "told.en.txt");
}

Test(told, every_kind_in_german)
{
	tell_all("de", "told.de.txt");
}

Test(told, what_is_no_event_adds_nothing)
{
	static const char *const lines[] = {"", "{", "[]", "7", "{}", "{\"type\":7}"};
	struct text told = TEXT_EMPTY;

	name_units();
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++)
		cr_expect_not(codec_told(&told, &game, &muster, lines[i], strlen(lines[i])), "%s",
			      lines[i]);
	cr_expect_eq(told.size, 0);
}

Test(told, a_kind_to_come_is_named)
{
	static const char line[] = "{\"type\":\"banner_raised\",\"unit\":\"r1\"}";
	struct text told = TEXT_EMPTY;

	name_units();
	words_speak("en");
	cr_assert(codec_told(&told, &game, &muster, line, sizeof(line) - 1));
	cr_expect_str_eq(told.bytes, "banner raised");
	text_free(&told);
}

/* Each row: an event, and what it is in English. */
static void expect_told(const char *const (*row)[2], size_t count)
{
	name_units();
	words_speak("en");
	for (size_t i = 0; i < count; i++) {
		struct text told = TEXT_EMPTY;

		cr_assert(codec_told(&told, &game, &muster, row[i][0], strlen(row[i][0])));
		cr_expect_str_eq(told.bytes, row[i][1]);
		text_free(&told);
	}
}

Test(told, several_dice_show_their_sum)
{
	static const char *const rows[][2] = {
		{"{\"faces\":[3,6],\"sides\":6,\"total\":9,\"type\":\"rolled\","
		 "\"what\":\"initiative\",\"who\":\"red\"}",
		 "Red, roll for initiative: 3 and 6, total 9."},
		{"{\"faces\":[6],\"sides\":6,\"total\":6,\"type\":\"rolled\","
		 "\"what\":\"initiative\",\"who\":\"red\"}",
		 "Red, roll for initiative: 6."},
		{"{\"faces\":[6,1,4],\"modifier\":-1,\"sides\":6,\"total\":10,\"type\":\"rolled\","
		 "\"what\":\"two_dice\",\"who\":\"red\"}",
		 "Red, roll for a distance: 6, 1 and 4, without the 1, total 10."},
	};

	expect_told(rows, sizeof(rows) / sizeof(rows[0]));
}

/* Which of low and high passes is told where the roll shows it: at the bound itself it does not. */
Test(told, a_test_says_which_of_low_and_high_passes)
{
#define TEST_ROLL(total, needed, result) \
	"{\"faces\":[1,7],\"needed\":" needed ",\"result\":\"" result \
	"\",\"sides\":10,\"total\":" total \
	",\"type\":\"rolled\",\"what\":\"charge_initiation\",\"who\":\"red\"}"
	static const char *const rows[][2] = {
		{TEST_ROLL("8", "9", "passed"),
		 "Red, roll for the charge: 1 and 7, total 8 against 9 or less, passed."},
		{TEST_ROLL("8", "7", "failed"),
		 "Red, roll for the charge: 1 and 7, total 8 against 7 or less, failed."},
		{TEST_ROLL("8", "7", "passed"),
		 "Red, roll for the charge: 1 and 7, total 8 against 7 or more, passed."},
		{TEST_ROLL("8", "9", "failed"),
		 "Red, roll for the charge: 1 and 7, total 8 against 9 or more, failed."},
		{TEST_ROLL("8", "8", "passed"),
		 "Red, roll for the charge: 1 and 7, total 8 against 8, passed."},
	};
#undef TEST_ROLL

	expect_told(rows, sizeof(rows) / sizeof(rows[0]));
}

Test(told, a_low_roll_that_wins_is_told_as_one)
{
	static const char *const rows[][2] = {
		{"{\"totals\":{\"blue\":2,\"red\":8},\"type\":\"initiative_decided\",\"winner\":\"blue\"}",
		 "Blue wins the initiative (low wins): red 8, blue 2."},
		{"{\"totals\":{\"blue\":2,\"red\":8},\"type\":\"initiative_decided\",\"winner\":\"red\"}",
		 "Red wins the initiative: red 8, blue 2."},
	};

	expect_told(rows, sizeof(rows) / sizeof(rows[0]));
}

Test(told, who_goes_first_is_told_in_a_sentence)
{
	static const char *const rows[][2] = {
		{"{\"fact\":\"first\",\"type\":\"fact_set\",\"value\":\"red\"}",
		 "Red goes first this turn."},
	};

	expect_told(rows, sizeof(rows) / sizeof(rows[0]));
}

Test(told, bookkeeping_is_minor)
{
	static const struct {
		const char *line;
		bool is_minor;
	} rows[] = {
		{"{\"type\":\"decision_closed\"}", true},
		{"{\"type\":\"moved\"}", false},
		{"{\"fact\":\"step\",\"type\":\"fact_set\",\"value\":2}", true},
		{"{\"fact\":\"first\",\"type\":\"fact_set\",\"value\":\"red\"}", false},
		{"{\"fact\":\"first\",\"type\":\"fact_set\",\"value\":null}", true},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		cr_expect_eq(codec_is_minor(rows[i].line, strlen(rows[i].line)), rows[i].is_minor,
			     "%s", rows[i].line);
}
