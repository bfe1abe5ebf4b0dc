/* Notices as words, in both languages; and when a mail may go. */

#include <criterion/criterion.h>
#include <string.h>

#include "codec/words.h"
#include "game/mail_pace.h"
#include "notify/letter.h"
#include "notify/web_push.h"

static const char *const told[] = {"Lantern Horse declares a charge.",
				   "Marsh <Wardens> & co hold.",
				   "3",
				   "4",
				   "5",
				   "6",
				   "7",
				   "8",
				   "9",
				   "10",
				   "11",
				   "12",
				   "13"};

static struct letter example(const char *language)
{
	words_speak(language);
	return (struct letter){.kind = NOTICE_TURN,
			       .id = "7",
			       .game = "45954849-2bc8-4374-af4a-05ee8b6d27ab",
			       .title = "Between two woods",
			       .language = language,
			       .side = "red",
			       .other = "Anna <b>",
			       .decision = "declare",
			       .until_ms = INT64_C(1700000000000),
			       .told = told,
			       .told_count = 2,
			       .link = "https://pennon.example/#game=45954849",
			       .stop_link = "https://pennon.example/#stop=abc",
			       .has_picture = true};
}

Test(letter, a_mail_as_text)
{
	struct letter letter = example("en");
	struct text out = TEXT_EMPTY;

	letter_subject(&out, &letter);
	cr_expect_str_eq(out.bytes, "Your turn: Between two woods");
	text_clear(&out);
	letter_text(&out, &letter);
	cr_expect_str_eq(out.bytes,
			 "Your turn: Between two woods\n\n"
			 "You are Red, against Anna <b>.\n"
			 "To be decided: which units will charge.\n"
			 "Answer by 2023-11-14, 22:13 UTC, or the server answers for you.\n\n"
			 "What happened:\n"
			 "- Lantern Horse declares a charge.\n"
			 "- Marsh <Wardens> & co hold.\n\n"
			 "Open the game\nhttps://pennon.example/#game=45954849\n\n-- \n"
			 "No more mails\nhttps://pennon.example/#stop=abc\n");
	text_clear(&out);
	letter.told_count = sizeof(told) / sizeof(told[0]);
	letter_text(&out, &letter);
	cr_expect_not(strstr(out.bytes, "Lantern"), "the last twelve");
	cr_expect(strstr(out.bytes, "- 13\n"));
	text_free(&out);
}

Test(letter, what_there_is_not_is_not_told)
{
	struct letter letter = example("de");
	struct text out = TEXT_EMPTY;

	letter.kind = NOTICE_JOINED;
	letter.other = "";
	letter.decision = "";
	letter.until_ms = 0;
	letter.told_count = 0;
	letter.title = "";
	letter_text(&out, &letter);
	cr_expect_str_eq(out.bytes, "Die andere Seite spielt mit\n\nDu bist Rot.\n\n"
				    "Zum Spiel\nhttps://pennon.example/#game=45954849\n\n-- \n"
				    "Keine Mails mehr\nhttps://pennon.example/#stop=abc\n");
	text_free(&out);
}

Test(letter, a_mail_as_html_shows_names_as_text)
{
	struct letter letter = example("en");
	struct text out = TEXT_EMPTY;

	letter_html(&out, &letter);
	cr_expect(strstr(out.bytes, "<html lang=\"en\">"));
	cr_expect(strstr(out.bytes, "against Anna &lt;b&gt;."));
	cr_expect(strstr(out.bytes, "<li>Marsh &lt;Wardens&gt; &amp; co hold.</li>"));
	cr_expect(strstr(out.bytes, "<img src=\"cid:table\""));
	cr_expect_not(strstr(out.bytes, "src=\"http"), "nothing is read from elsewhere");
	cr_expect(strstr(out.bytes,
			 "<a href=\"https://pennon.example/#game=45954849\">Open the game</a>"));
	letter.has_picture = false;
	text_clear(&out);
	letter_html(&out, &letter);
	cr_expect_not(strstr(out.bytes, "<img"));
	text_free(&out);
}

Test(letter, a_push_fits_whatever_the_title_is)
{
	struct letter letter = example("de");
	char title[4000];
	struct text out = TEXT_EMPTY;

	letter_push(&out, &letter);
	cr_expect_str_eq(out.bytes,
			 "{\"body\":\"Between two woods\","
			 "\"game\":\"45954849-2bc8-4374-af4a-05ee8b6d27ab\",\"id\":\"7\","
			 "\"lang\":\"de\",\"title\":\"Du bist dran\"}");
	memset(title, '"', sizeof(title));
	title[sizeof(title) - 1] = '\0';
	letter.kind = NOTICE_MESSAGE;
	letter.title = title;
	letter.other = title;
	text_clear(&out);
	letter_push(&out, &letter);
	cr_expect_leq(out.size, WEB_PUSH_PLAIN_BYTES);
	text_free(&out);
}

/* What is answered may be a move that meets nobody. */
Test(letter, a_reaction_is_not_said_to_be_to_a_charge)
{
	struct letter letter = example("en");
	struct text out = TEXT_EMPTY;

	letter.kind = NOTICE_REACTION;
	letter_subject(&out, &letter);
	cr_expect_null(strstr(out.bytes, "charge waits"), "%s", out.bytes);
	text_free(&out);
}

Test(letter, kinds_have_names_and_headlines)
{
	struct letter letter = example("en");
	struct text out = TEXT_EMPTY;

	/* A channel's table is no letter. */
	for (enum notice_kind kind = 0; kind < NOTICE_TABLE; kind++) {
		letter.kind = kind;
		text_clear(&out);
		letter_subject(&out, &letter);
		cr_expect_not(strstr(out.bytes, "notice."), "%s", out.bytes);
		cr_expect(notice_kind_name(kind)[0]);
	}
	text_free(&out);
}

Test(mail_pace, three_a_day_to_an_address_that_nobody_confirmed)
{
	const int64_t hour_ms = INT64_C(3600000), begin_ms = INT64_C(1700000000000);
	struct mail_asked asked = {0};

	for (int64_t i = 0; i < 3; i++)
		cr_expect(mail_may_ask(&asked, begin_ms + i * hour_ms));
	cr_expect_not(mail_may_ask(&asked, begin_ms + 3 * hour_ms));
	cr_expect_not(mail_may_ask(&asked, begin_ms + 24 * hour_ms - 1));
	cr_expect_not(mail_may_ask(&asked, begin_ms - 100 * hour_ms), "a clock that was set back");
	cr_expect(mail_may_ask(&asked, begin_ms + 24 * hour_ms));
	cr_expect_not(mail_may_ask(&asked, begin_ms + 24 * hour_ms),
		      "the second is an hour younger");
	cr_expect(mail_may_ask(&asked, begin_ms + 25 * hour_ms));
}

Test(mail_pace, one_an_hour_of_a_game)
{
	const int64_t now_ms = INT64_C(1700000000000);

	cr_expect_eq(mail_game_due(0, now_ms), now_ms);
	cr_expect_eq(mail_game_due(now_ms - 1000, now_ms), now_ms - 1000 + 3600 * 1000);
	cr_expect_eq(mail_game_due(now_ms - 3600 * 1000, now_ms), now_ms);
}
