/* Bad input: each class of it is refused with a pointer and a sentence, and what is wrong
 * with the JSON itself is told from what is wrong with a member. */

#include <criterion/criterion.h>
#include <stdio.h>

#include "codec/codec_actions.h"
#include "codec/codec_preview.h"
#include "codec/codec_request.h"
#include "codec/words.h"
#include "play.h"
#include "sample_events.h"

static struct pn_game game;
static struct pn_muster muster;

/* ---- commands ---- */

/* A text, whether its fault is a member's, and where. */
struct bad_text {
	const char *text;
	bool is_member;
	const char *pointer;
};

static const struct bad_text bad_commands[] = {
	/* malformed and truncated */
	{"", false, ""},
	{" ", false, ""},
	{"{", false, ""},
	{"}", false, ""},
	{"{\"type\":\"pass\"", false, ""},
	{"{\"type\":\"pass\"}x", false, ""},
	{"{\"type\":\"pass\",}", false, ""},
	{"{type:\"pass\"}", false, ""},
	{"{'type':'pass'}", false, ""},
	{"{\"type\":\"pa", false, ""},
	{"{\"type\":nul}", false, ""},
	{"{\"type\":\"\xff\"}", false, ""},
	{"{\"type\":\"\xc3\"}", false, ""},
	{"{\"type\":\"\\ud800\"}", false, ""},
	{"{\"type\":\"pass\"} {\"type\":\"pass\"}", false, ""},
	{"\xef\xbb\xbf{\"type\":\"pass\"}", false, ""},
	{"/* */{\"type\":\"pass\"}", false, ""},
	{"{\"type\":\"move\",\"unit\":\"r1\",\"path\":[{\"kind\":\"advance\",\"heading\":00,"
	 "\"length\":1}]}",
	 false, ""},
	/* not an object */
	{"[]", true, ""},
	{"[1]", true, ""},
	{"null", false, ""},
	{"7", false, ""},
	{"\"pass\"", false, ""},
	/* members */
	{"{}", true, "/type"},
	{"{\"type\":\"fly\"}", true, "/type"},
	{"{\"type\":\"\"}", true, "/type"},
	{"{\"type\":null}", true, "/type"},
	{"{\"type\":7}", true, "/type"},
	{"{\"type\":[\"pass\"]}", true, "/type"},
	{"{\"type\":\"pass\",\"unit\":\"r1\"}", true, "/unit"},
	{"{\"type\":\"pass\",\"x~/y\":1}", true, "/x~0~1y"},
	{"{\"type\":\"pass\",\"type\":\"pass\"}", true, "/type"},
	{"{\"type\":\"move\",\"unit\":\"r1\",\"path\":[{\"kind\":\"advance\",\"kind\":\"wheel\"}]}",
	 true, "/path/0/kind"},
	{"{\"type\":\"charge\"}", true, "/unit"},
	{"{\"type\":\"charge\",\"unit\":1}", true, "/unit"},
	{"{\"type\":\"charge\",\"unit\":\"\"}", true, "/unit"},
	{"{\"type\":\"charge\",\"unit\":\"x1\"}", true, "/unit"},
	{"{\"type\":\"charge\",\"unit\":\"r\"}", true, "/unit"},
	{"{\"type\":\"charge\",\"unit\":\"r1 \"}", true, "/unit"},
	{"{\"type\":\"charge\",\"unit\":\"r99999\"}", true, "/unit"},
	{"{\"type\":\"charge\",\"unit\":\"r1\",\"target\":null}", true, "/target"},
	{"{\"type\":\"declare_charge\",\"unit\":\"r1\"}", true, "/target"},
	{"{\"type\":\"move\",\"unit\":\"r1\"}", true, "/path"},
	{"{\"type\":\"move\",\"unit\":\"r1\",\"path\":{}}", true, "/path"},
	{"{\"type\":\"move\",\"unit\":\"r1\",\"path\":[1]}", true, "/path/0"},
	{"{\"type\":\"move\",\"unit\":\"r1\",\"path\":[{}]}", true, "/path/0/kind"},
	{"{\"type\":\"move\",\"unit\":\"r1\",\"path\":[{},{},{},{},{},{},{},{},{}]}", true,
	 "/path"},
	/* text */
	{"{\"type\":\"pa\\u0000ss\"}", true, "/type"},
	{"{\"type\":\"pass\\n\"}", true, "/type"},
	{"{\"type\":\"pass\\u0085\"}", true, "/type"},
	{"{\"type\":\"pass\xc2\x85\"}", true, "/type"},
	{"{\"type\":\"pass\x7f\"}", true, "/type"},
	{"{\"type\":\"pa\tss\"}", true, "/type"},
	/* ids of listed actions */
	{"{\"action\":7}", true, "/action"},
	{"{\"action\":\"\"}", true, "/action"},
	{"{\"action\":\"a3f\"}", true, "/action"},
	{"{\"action\":\"a3f-\"}", true, "/action"},
	{"{\"action\":\"-1\"}", true, "/action"},
	{"{\"action\":\"A3F-1\"}", true, "/action"},
	{"{\"action\":\"a3f-1.\"}", true, "/action"},
	{"{\"action\":\"a3f-1.2.3\"}", true, "/action"},
	{"{\"action\":\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa-1\"}", true, "/action"},
	{"{\"action\":\"a3f-1\",\"type\":\"pass\"}", true, "/type"},
};

static void expect_refused(const struct bad_text *bad, const char *text, size_t size)
{
	struct codec_action action;
	struct codec_error error;

	cr_expect_not(codec_action_decode(&action, &game, text, size, &error), "%s", text);
	cr_expect_eq(error.is_member, bad->is_member, "%s: %s", text, error.detail);
	cr_expect_str_eq(error.pointer, bad->pointer, "%s: %s", text, error.detail);
	cr_expect(error.detail[0] != '\0', "%s", text);
}

Test(input, bad_commands)
{
	sample_game(&game, &muster);
	for (size_t i = 0; i < sizeof(bad_commands) / sizeof(bad_commands[0]); i++)
		expect_refused(&bad_commands[i], bad_commands[i].text,
			       strlen(bad_commands[i].text));
}

/* Numbers that are no integers of ours, wherever they stand. */
static const char *const bad_numbers[] = {
	"1.0",
	"1e3",
	"1E3",
	"-0",
	"0.5",
	"-0.0",
	"9007199254740992",
	"-9007199254740992",
	"9223372036854775808",
	"18446744073709551616",
	"1e400",
	"123456789012345678901234567890",
};

Test(input, bad_numbers)
{
	static const char form[] = "{\"type\":\"move\",\"unit\":\"r1\",\"path\":["
				   "{\"kind\":\"advance\",\"heading\":0,\"length\":%s}]}";
	struct bad_text bad = {"", true, "/path/0/length"};

	sample_game(&game, &muster);
	for (size_t i = 0; i < sizeof(bad_numbers) / sizeof(bad_numbers[0]); i++) {
		char text[256];
		snprintf(text, sizeof(text), form, bad_numbers[i]);
		expect_refused(&bad, text, strlen(text));
	}
}

/* Integers that the member cannot hold. */
Test(input, numbers_out_of_range)
{
	static const struct {
		const char *leg, *pointer;
	} rows[] = {
		{"{\"kind\":\"advance\",\"heading\":65536,\"length\":1}", "/path/0/heading"},
		{"{\"kind\":\"advance\",\"heading\":-1,\"length\":1}", "/path/0/heading"},
		{"{\"kind\":\"advance\",\"heading\":0,\"length\":-1}", "/path/0/length"},
		{"{\"kind\":\"advance\",\"heading\":0,\"length\":635001}", "/path/0/length"},
		{"{\"kind\":\"advance\",\"heading\":0,\"length\":9007199254740991}",
		 "/path/0/length"},
		{"{\"kind\":\"advance\",\"heading\":\"0\",\"length\":1}", "/path/0/heading"},
		{"{\"kind\":\"advance\",\"heading\":true,\"length\":1}", "/path/0/heading"},
		{"{\"kind\":\"wheel\",\"about\":\"left\",\"angle\":32769}", "/path/0/angle"},
		{"{\"kind\":\"wheel\",\"about\":\"front\",\"angle\":1}", "/path/0/about"},
		{"{\"kind\":\"wheel\",\"about\":\"left\",\"angle\":1,\"length\":1}",
		 "/path/0/length"},
		{"{\"kind\":\"advance\",\"about\":\"left\",\"heading\":1,\"length\":1}",
		 "/path/0/about"},
	};
	sample_game(&game, &muster);
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct bad_text bad = {"", true, rows[i].pointer};
		char text[256];
		snprintf(text, sizeof(text), "{\"type\":\"move\",\"unit\":\"r1\",\"path\":[%s]}",
			 rows[i].leg);
		expect_refused(&bad, text, strlen(text));
	}
}

Test(input, nested_too_deep)
{
	struct bad_text bad = {"", false, "/a/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0"};
	char text[64] = "{\"a\":[[[[[[[[[[[[[[[[";

	sample_game(&game, &muster);
	expect_refused(&bad, text, strlen(text));
	/* Sixteen deep is read on, and then there is no such member. */
	bad = (struct bad_text){"", true, "/a"};
	snprintf(text, sizeof(text), "{\"a\":[[[[[[[[[[[[[[[]]]]]]]]]]]]]]],\"type\":\"pass\"}");
	expect_refused(&bad, text, strlen(text));
}

Test(input, nul_bytes)
{
	static const char text[] = "{\"type\":\"pass\"\0}";
	struct bad_text bad = {"", false, ""};

	sample_game(&game, &muster);
	expect_refused(&bad, text, sizeof(text) - 1);
}

Test(input, every_prefix_of_a_command_is_refused)
{
	static const char text[] = "{\"type\":\"move\",\"unit\":\"r1\",\"path\":[{\"kind\":"
				   "\"wheel\",\"about\":\"left\",\"angle\":1000}]}";
	struct codec_action action;
	struct codec_error error;

	sample_game(&game, &muster);
	for (size_t size = 0; size + 1 < sizeof(text); size++)
		cr_expect_not(codec_action_decode(&action, &game, text, size, &error));
	cr_expect(codec_action_decode(&action, &game, text, sizeof(text) - 1, &error));
}

/* A unit that this game does not have is well written: the rules refuse it. */
Test(input, units_of_another_game)
{
	static const char text[] = "{\"type\":\"charge\",\"unit\":\"r40\",\"target\":\"b77\"}";
	struct codec_action action;
	struct codec_error error;
	struct text again = TEXT_EMPTY;

	sample_game(&game, &muster);
	cr_assert(codec_action_decode(&action, &game, text, strlen(text), &error));
	cr_expect(action.command.unit >= game.unit_count);
	cr_expect(action.command.target >= game.unit_count);
	cr_expect_neq(action.command.target, PN_NO_UNIT);
	cr_expect_neq(pn_check(&game, PN_RED, &action.command).code, PN_LAWFUL);
	codec_command_encode(&again, &game, &action.command);
	cr_expect_str_eq(again.bytes, "{\"target\":\"r0\",\"type\":\"charge\",\"unit\":\"r0\"}");
	text_free(&again);
}

/* ---- musters ---- */

/* A muster with one thing replaced. */
static void expect_muster_refused(const char *from, const char *to, const char *pointer)
{
	struct text text = TEXT_EMPTY, changed = TEXT_EMPTY;
	struct codec_error error;
	struct pn_muster read;

	sample_game(&game, &muster);
	codec_muster_encode(&text, play_book(), &muster);
	char *at = strstr(text.bytes, from);
	cr_assert(at != NULL, "%s", from);
	text_add(&changed, text.bytes, (size_t)(at - text.bytes));
	text_add_string(&changed, to);
	text_add_string(&changed, at + strlen(from));
	cr_expect_not(codec_muster_decode(&read, play_book(), changed.bytes, changed.size, &error),
		      "%s", to);
	cr_expect(error.is_member, "%s: %s", to, error.detail);
	cr_expect_str_eq(error.pointer, pointer, "%s: %s", to, error.detail);
	text_free(&text);
	text_free(&changed);
}

Test(input, bad_musters)
{
	static const struct {
		const char *from, *to, *pointer;
	} rows[] = {
		{"\"board\":", "\"bord\":", "/bord"},
		{"\"depth\":101600", "\"depth\":\"40\"", "/board/depth"},
		{"\"depth\":101600", "\"depth\":2147483648", "/board/depth"},
		{"\"terrain\":[]", "\"terrain\":{}", "/board/terrain"},
		{"\"terrain\":[]", "\"terrain\":[{\"kind\":\"lava\",\"height\":0,\"points\":[]}]",
		 "/board/terrain/0/kind"},
		{"\"terrain\":[]", "\"terrain\":[{\"kind\":\"clear\",\"height\":0}]",
		 "/board/terrain/0/points"},
		{"\"turns\":3", "\"turns\":256", "/ends/turns"},
		{"\"turns\":3", "\"turns\":-1", "/ends/turns"},
		{"\"method\":\"loser-first\"", "\"method\":\"loudest-first\"", "/method"},
		{"\"count\":\"none\"", "\"count\":\"gold\"", "/ends/count"},
		{"\"premeasure\":false", "\"premeasure\":0", "/premeasure"},
		{"\"range_edge\":\"far\"", "\"range_edge\":\"middle\"", "/readings/range_edge"},
		{"\"range_edge\":\"far\"", "\"rangeEdge\":\"far\"", "/readings/rangeEdge"},
		{"\"rout_move\":150", "\"luck\":1", "/params/luck"},
		{"\"rout_move\":150", "\"rout_move\":\"far\"", "/params/rout_move"},
		{"\"figures\":12", "\"figures\":65536", "/units/0/figures"},
		{"\"class\":\"foot\"", "\"class\":\"dragon\"", "/units/0/class"},
		{"\"name\":\"Unit 1\"", "\"name\":\"\"", "/units/0/name"},
		{"\"name\":\"Unit 1\"", "\"name\":\"U\\u0007\"", "/units/0/name"},
		{"\"facing\":0", "\"facing\":65536", "/units/0/pose/facing"},
		{"\"side\":\"red\"", "\"side\":\"green\"", "/units/0/side"},
		{"\"state\":\"good\"", "\"state\":\"bored\"", "/units/0/state"},
		{"\"traits\":[]", "\"traits\":[\"wings\"]", "/units/0/traits/0"},
		{"\"traits\":[]", "\"traits\":[\"charge_weapon\",\"charge_weapon\"]",
		 "/units/0/traits/1"},
		{"\"morale_rating\":1", "\"morale\":1", "/units/0/stats/morale"},
	};
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		expect_muster_refused(rows[i].from, rows[i].to, rows[i].pointer);
}

/* Well written and absurd: the core says so, and the pointer says where. */
Test(input, absurd_musters)
{
	static const struct {
		const char *from, *to, *pointer;
	} rows[] = {
		{"\"figures\":12", "\"figures\":0", "/units/0/figures"},
		{"\"figures\":12", "\"figures\":10000", "/units/0/figures"},
		{"\"depth\":101600", "\"depth\":0", "/board/depth"},
		{"\"turns\":3", "\"turns\":0", "/ends/turns"},
		{"\"x\":45720", "\"x\":15240", "/units/1/pose"},
		{"\"x\":15240", "\"x\":-15240", "/units/0/pose"},
		{"\"x\":15240", "\"x\":2147483647", "/units/0/pose"},
		{"\"width\":2000", "\"width\":2147483647", "/units/0/base/width"},
		{"\"morale_rating\":1,", "", "/units/0/stats/morale_rating"},
	};
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct text text = TEXT_EMPTY, changed = TEXT_EMPTY;
		struct codec_error error;
		struct pn_muster read;
		struct pn_game unused;
		sample_game(&game, &muster);
		codec_muster_encode(&text, play_book(), &muster);
		char *at = strstr(text.bytes, rows[i].from);
		cr_assert(at != NULL);
		text_add(&changed, text.bytes, (size_t)(at - text.bytes));
		text_add_string(&changed, rows[i].to);
		text_add_string(&changed, at + strlen(rows[i].from));
		cr_assert(codec_muster_decode(&read, play_book(), changed.bytes, changed.size,
					      &error));
		struct pn_muster_fault fault = pn_setup(&unused, play_book(), &read);
		cr_expect_neq(fault.code, PN_MUSTER_NONE, "%s", rows[i].to);
		codec_muster_fault(&error, &fault);
		cr_expect_str_eq(error.pointer, rows[i].pointer, "%s: %s", rows[i].to,
				 error.detail);
		text_free(&text);
		text_free(&changed);
	}
}

/* ---- bodies of requests ---- */

Test(input, bad_requests)
{
	static const struct bad_text create[] = {
		{"{}", true, "/ruleset"},
		{"{\"scenario\":\"no-such\",\"side\":\"red\"}", true, "/scenario"},
		{"{\"scenario\":\"../x\",\"side\":\"red\"}", true, "/scenario"},
		{"{\"scenario\":\"first-charge\"}", true, "/side"},
		{"{\"scenario\":\"first-charge\",\"side\":\"public\"}", true, "/side"},
		{"{\"scenario\":\"first-charge\",\"side\":\"red\",\"muster\":{}}", true, "/muster"},
		{"{\"scenario\":\"first-charge\",\"side\":\"red\",\"nonce\":\"ab\"}", true,
		 "/nonce"},
		{"{\"scenario\":\"first-charge\",\"side\":\"red\",\"options\":{\"board\":{}}}",
		 true, "/options/board"},
		{"{\"ruleset\":\"chess\",\"muster\":{},\"side\":\"red\"}", true, "/ruleset"},
		{"{\"ruleset\":\"battlesystem-2e\",\"muster\":{},\"side\":\"red\"}", true,
		 "/muster/board"},
	};
	static const struct bad_text join[] = {
		{"{}", true, "/code"},
		{"{\"code\":\"\"}", true, "/code"},
		{"{\"code\":7}", true, "/code"},
		{"{\"code\":\"x\",\"nonce\":null}", true, "/nonce"},
		{"{\"code\":\"x\",\"side\":\"red\"}", true, "/side"},
		{"[]", true, ""},
	};
	static struct codec_create created;
	struct codec_join joined;
	struct codec_error error;

	for (size_t i = 0; i < sizeof(create) / sizeof(create[0]); i++) {
		cr_expect_not(codec_create_decode(&created, create[i].text, strlen(create[i].text),
						  &error));
		cr_expect_str_eq(error.pointer, create[i].pointer, "%s: %s", create[i].text,
				 error.detail);
	}
	for (size_t i = 0; i < sizeof(join) / sizeof(join[0]); i++) {
		cr_expect_not(
			codec_join_decode(&joined, join[i].text, strlen(join[i].text), &error));
		cr_expect_str_eq(error.pointer, join[i].pointer, "%s: %s", join[i].text,
				 error.detail);
	}
}

Test(input, good_requests)
{
	static const char create[] =
		"{\"scenario\":\"first-charge\",\"side\":\"blue\",\"options\":{\"method\":"
		"\"sealed\"},\"nonce\":"
		"\"00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff\"}";
	static const char join[] = "{\"code\":\"AB12\"}";
	static struct codec_create created;
	struct codec_join joined;
	struct codec_error error;

	cr_assert(codec_create_decode(&created, create, strlen(create), &error), "%s: %s",
		  error.pointer, error.detail);
	cr_expect_eq(created.side, PN_BLUE);
	cr_expect_eq(created.muster.method, PN_METHOD_SEALED);
	cr_expect(created.has_nonce);
	cr_expect_eq(created.nonce[1], 0x11);
	cr_expect_eq(pn_setup(&game, created.ruleset, &created.muster).code, PN_MUSTER_NONE);
	cr_assert(codec_join_decode(&joined, join, strlen(join), &error));
	cr_expect_str_eq(joined.code, "AB12");
	cr_expect_not(joined.has_nonce);
}

/* ---- listed actions by id ---- */

Test(input, ids_of_listed_actions)
{
	static struct pn_actions actions;
	struct pn_command command;

	actions.count = 40;
	actions.preset_count = 3;
	actions.action[37].command.kind = PN_COMMAND_MOVE;
	actions.action[37].preset_count = 3;
	actions.preset[2].command.kind = PN_COMMAND_CHARGE;

	cr_expect_eq(codec_action_find(&command, &actions, 13083, "a3f-11"), CODEC_FOUND);
	cr_expect_eq(command.kind, PN_COMMAND_MOVE);
	cr_expect_eq(codec_action_find(&command, &actions, 13083, "a3f-11.3"), CODEC_FOUND);
	cr_expect_eq(command.kind, PN_COMMAND_CHARGE);
	cr_expect_eq(codec_action_find(&command, &actions, 13083, "a3f-11.4"), CODEC_NOT_OFFERED);
	cr_expect_eq(codec_action_find(&command, &actions, 13083, "a3f-11.0"), CODEC_NOT_OFFERED);
	cr_expect_eq(codec_action_find(&command, &actions, 13083, "a3f-011"), CODEC_NOT_OFFERED);
	cr_expect_eq(codec_action_find(&command, &actions, 13083, "a3f-14"), CODEC_NOT_OFFERED);
	cr_expect_eq(codec_action_find(&command, &actions, 13083, "a3f-zzzzzzzzzzzzzzz"),
		     CODEC_NOT_OFFERED);
	cr_expect_eq(codec_action_find(&command, &actions, 13084, "a3f-11"), CODEC_STALE);
	cr_expect_eq(codec_action_find(&command, &actions, 10, "a3f-11"), CODEC_STALE);
}

/* ---- words ---- */

Test(words, texts_and_arguments)
{
	static const char catalogue[] = "{\"b\":\"{x} and {y}\",\"a\":\"plain\"}";
	struct words_argument arguments[] = {{"x", "one"}};
	struct codec_error error;
	struct words *words = words_load(catalogue, strlen(catalogue), &error);
	struct text out = TEXT_EMPTY;

	cr_assert(words != NULL);
	cr_expect_eq(words_count(words), 2);
	cr_expect_str_eq(words_key(words, 0), "a");
	cr_expect_str_eq(words_find(words, "a"), "plain");
	cr_expect_null(words_find(words, "c"));
	words_format(&out, words, "b", arguments, 1);
	cr_expect_str_eq(out.bytes, "one and {y}");
	text_clear(&out);
	words_format(&out, words, "state.in_good_order", NULL, 0);
	cr_expect_str_eq(out.bytes, "in good order");
	text_clear(&out);
	text_add_string(&out, "żółtodziób");
	words_shorten(&out, 10);
	cr_expect_str_eq(out.bytes, "żółtodziób");
	words_shorten(&out, 9);
	cr_expect_str_eq(out.bytes, "żółtodzi…");
	text_free(&out);
	words_free(words);
	cr_expect_null(words_load("{\"a\":1}", 7, &error));
	cr_expect_str_eq(error.pointer, "/a");
	words_free(NULL);
}

/* RFC 9110, 12.5.4: the heaviest range that there is a language for, the first of equals. */
Test(words, the_language_that_is_liked_best)
{
	static const struct {
		const char *header, *language;
	} row[] = {
		{NULL, "en"},           {"", "en"},
		{"de", "de"},           {"DE-ch", "de"},
		{"fr", "en"},           {"fr, de", "de"},
		{"en, de", "en"},       {"en;q=0.8,de;q=0.81", "de"},
		{"de;q=0", "en"},       {"de ; q=0.001", "de"},
		{"den", "en"},          {"*, de;q=0.9", "en"},
		{",,;q=1,de;q=", "de"},
	};

	for (size_t i = 0; i < sizeof(row) / sizeof(row[0]); i++)
		cr_expect_str_eq(words_liked(row[i].header), row[i].language, "%s", row[i].header);
	words_speak("de");
	cr_expect(words_spoken() != words_english());
	words_speak("fr");
	cr_expect(words_spoken() == words_english());
}

/* Every refusal has a sentence. */
Test(words, every_refusal_is_in_the_catalogue)
{
	for (unsigned code = 0; code < PN_REFUSAL_COUNT; code++) {
		char key[64];
		snprintf(key, sizeof(key), "refusal.%s", codec_refusal_wire(code));
		cr_expect_not_null(words_find(words_english(), key), "%s", key);
	}
}
