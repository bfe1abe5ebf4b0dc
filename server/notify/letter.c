#include "notify/letter.h"

#include <stdio.h>
#include <string.h>

#include "base/write.h"
#include "codec/words.h"
#include "notify/mail.h"

enum {
	TITLE_CHARACTERS = 80, /* of a game's title in a subject */
	PARTS_MAX = 5,
};

static const char *const kind_names[NOTICE_KINDS] = {
	[NOTICE_TURN] = "turn",       [NOTICE_REACTION] = "reaction", [NOTICE_CLOCK] = "clock",
	[NOTICE_MESSAGE] = "message", [NOTICE_JOINED] = "joined",     [NOTICE_ENDED] = "ended",
	[NOTICE_TEST] = "test",       [NOTICE_CONFIRM] = "confirm",
};

static const char *const headlines[NOTICE_KINDS] = {
	[NOTICE_TURN] = "notice.turn",     [NOTICE_REACTION] = "notice.reaction",
	[NOTICE_CLOCK] = "notice.clock",   [NOTICE_MESSAGE] = "notice.message",
	[NOTICE_JOINED] = "notice.joined", [NOTICE_ENDED] = "notice.ended",
	[NOTICE_TEST] = "notice.test",     [NOTICE_CONFIRM] = "notice.confirm",
};

const char *notice_kind_name(enum notice_kind kind)
{
	return kind_names[kind];
}

/* ---- sentences ---- */

static void say(struct text *out, const char *key, const char *name, const char *value)
{
	const struct words_argument argument = {name, value};

	words_format(out, words_spoken(), key, &argument, name ? 1 : 0);
}

/* What it is about, in a few words. */
static void add_headline(struct text *out, const struct letter *letter)
{
	struct text other = TEXT_EMPTY, name = TEXT_EMPTY;

	if (letter->other[0])
		text_add_string(&other, letter->other);
	else
		say(&other, "notice.other", NULL, NULL);
	words_shorten(&other, TITLE_CHARACTERS);
	text_add_name(&name, other.bytes);
	say(out, headlines[letter->kind], "other", name.bytes);
	text_free(&name);
	text_free(&other);
}

/* The reader's own side, and the opponent's name. */
static void add_who(struct text *out, const struct letter *letter)
{
	struct text side = TEXT_EMPTY, key = TEXT_EMPTY, other = TEXT_EMPTY;

	if (!letter->side[0])
		return;
	text_add_name(&other, letter->other);
	text_add_format(&key, "side.%s", letter->side);
	say(&side, key.bytes, NULL, NULL);
	const struct words_argument arguments[] = {{"side", side.bytes}, {"other", other.bytes}};

	words_format(out, words_spoken(), letter->other[0] ? "notice.who" : "notice.side",
		     arguments, 2);
	text_free(&other);
	text_free(&side);
	text_free(&key);
}

/* What one is asked, when anything is. */
static void add_asked(struct text *out, const struct letter *letter)
{
	struct text decision = TEXT_EMPTY, key = TEXT_EMPTY;

	if (!letter->decision[0])
		return;
	text_add_format(&key, "decision.%s", letter->decision);
	say(&decision, key.bytes, NULL, NULL);
	say(out, "notice.asked", "decision", decision.bytes);
	text_free(&decision);
	text_free(&key);
}

/* Until when, when there is an end: to the minute, in UTC. */
static void add_until(struct text *out, const struct letter *letter)
{
	char time[WRITE_TIME_BYTES], minute[WRITE_TIME_BYTES];

	if (!letter->until_ms)
		return;
	format_time(time, letter->until_ms);
	snprintf(minute, sizeof(minute), "%.10s, %.5s", time, time + 11);
	say(out, "notice.until", "time", minute);
}

/* ---- a browser's notice ---- */

void letter_push(struct text *out, const struct letter *letter)
{
	struct text headline = TEXT_EMPTY, title = TEXT_EMPTY;

	add_headline(&headline, letter);
	text_add_string(&title, letter->title);
	words_shorten(&title, TITLE_CHARACTERS);
	write_byte(out, '{');
	write_key_string(out, "body", title.bytes ? title.bytes : "");
	if (letter->game[0])
		write_key_name(out, "game", letter->game);
	write_key_name(out, "id", letter->id);
	write_key_name(out, "lang", letter->language);
	write_key_string(out, "title", headline.bytes);
	write_byte(out, '}');
	text_free(&headline);
	text_free(&title);
}

/* ---- a mail ---- */

void letter_subject(struct text *out, const struct letter *letter)
{
	struct text title = TEXT_EMPTY;

	text_add_string(&title, letter->title);
	words_shorten(&title, TITLE_CHARACTERS);
	add_headline(out, letter);
	if (title.size)
		text_add_format(out, ": %s", title.bytes);
	text_free(&title);
}

/* What an address is asked. */
static void add_question(struct text *out, const struct letter *letter)
{
	if (letter->kind == NOTICE_CONFIRM)
		say(out, "notice.confirm_text", NULL, NULL);
}

/* What the link is for. */
static const char *link_words(const struct letter *letter)
{
	if (letter->kind == NOTICE_CONFIRM)
		return "notice.confirm_open";
	return letter->game[0] ? "notice.open" : "notice.open_page";
}

typedef void part_of(struct text *out, const struct letter *letter);

/* The sentences before what happened, in their order. */
static part_of *const parts[PARTS_MAX] = {letter_subject, add_question, add_who, add_asked,
					  add_until};

/* The last sentences of what happened. */
static size_t first_told(const struct letter *letter)
{
	return letter->told_count > LETTER_TOLD_MAX ? letter->told_count - LETTER_TOLD_MAX : 0;
}

void letter_text(struct text *out, const struct letter *letter)
{
	for (size_t i = 0; i < PARTS_MAX; i++) {
		size_t before = out->size;

		parts[i](out, letter);
		if (out->size > before)
			text_add_string(out, i == 0 ? "\n\n" : "\n");
	}
	if (letter->told_count) {
		text_add_string(out, "\n");
		say(out, "notice.told", NULL, NULL);
		text_add_string(out, "\n");
	}
	for (size_t i = first_told(letter); i < letter->told_count; i++)
		text_add_format(out, "- %s\n", letter->told[i]);
	text_add_string(out, "\n");
	say(out, link_words(letter), NULL, NULL);
	text_add_format(out, "\n%s\n\n-- \n", letter->link);
	say(out, "notice.stop", NULL, NULL);
	text_add_format(out, "\n%s\n", letter->stop_link);
}

/* A sentence, as a paragraph or an item. */
static void add_element(struct text *out, const char *element, const char *sentence)
{
	text_add_format(out, "<%s>", element);
	text_add_html(out, sentence);
	text_add_format(out, "</%s>\n", element);
}

static void add_link(struct text *out, const char *key, const char *link)
{
	struct text sentence = TEXT_EMPTY;

	say(&sentence, key, NULL, NULL);
	text_add_string(out, "<p><a href=\"");
	text_add_html(out, link);
	text_add_string(out, "\">");
	text_add_html(out, sentence.bytes);
	text_add_string(out, "</a></p>\n");
	text_free(&sentence);
}

static void add_told(struct text *out, const struct letter *letter)
{
	struct text sentence = TEXT_EMPTY;

	if (!letter->told_count)
		return;
	say(&sentence, "notice.told", NULL, NULL);
	add_element(out, "p", sentence.bytes);
	text_add_string(out, "<ul>\n");
	for (size_t i = first_told(letter); i < letter->told_count; i++)
		add_element(out, "li", letter->told[i]);
	text_add_string(out, "</ul>\n");
	text_free(&sentence);
}

void letter_html(struct text *out, const struct letter *letter)
{
	struct text sentence = TEXT_EMPTY;

	text_add_format(out, "<!doctype html>\n<html lang=\"%s\">\n<body>\n", letter->language);
	for (size_t i = 0; i < PARTS_MAX; i++) {
		text_clear(&sentence);
		parts[i](&sentence, letter);
		if (sentence.size)
			add_element(out, i == 0 ? "h1" : "p", sentence.bytes);
	}
	if (letter->has_picture) {
		text_clear(&sentence);
		say(&sentence, "notice.picture", NULL, NULL);
		text_add_string(out, "<p><img src=\"cid:table\" width=\"100%\" alt=\"");
		text_add_html(out, sentence.bytes);
		text_add_string(out, "\"></p>\n");
	}
	add_told(out, letter);
	add_link(out, link_words(letter), letter->link);
	text_add_string(out, "<hr>\n");
	add_link(out, "notice.stop", letter->stop_link);
	text_add_string(out, "</body>\n</html>\n");
	text_free(&sentence);
}
