/* What a hook is sent, held against the description of webhooks: of every kind, and its examples. */

#include <criterion/criterion.h>
#include <string.h>

#include "description.h"
#include "notify/hook_message.h"

/* The body of a notice: its "schema", its "examples". */
static const json_t *described(const json_t *document, const char *member)
{
	const json_t *content = schema_find(document, "#/webhooks/notice/post/requestBody/content");

	return json_object_get(json_object_get(content, "application/json"), member);
}

static json_t *body_of(enum notice_kind kind)
{
	const struct hook_message message = {
		.id = "7d0f3a52-91c8-4b6e-8a4d-2f1c5e9b0a63",
		.kind = kind,
		.game = kind == NOTICE_TEST ? "c98015b5-9e93-43a8-9e14-08069897906d"
					    : "69bfe56d-2374-4776-abff-d94045e64628",
		.side = "blue",
		.version = 12,
		.made_ms = 1796026491338,
		.public_url = "https://pennon.example",
	};
	struct text text = TEXT_EMPTY;

	hook_body(&text, &message);
	json_t *body = json_loadb(text.bytes, text.size, 0, NULL);
	text_free(&text);
	return body;
}

static bool fits(const json_t *document, const json_t *body, char why[SCHEMA_WHY_BYTES])
{
	return schema_check(document, described(document, "schema"), body, why);
}

Test(webhook, each_kind_is_as_it_is_described)
{
	json_t *document = description_load();
	char why[SCHEMA_WHY_BYTES] = "";

	for (enum notice_kind kind = 0; kind <= NOTICE_TEST; kind++) {
		json_t *body = body_of(kind);

		cr_expect(fits(document, body, why), "%d: %s", kind, why);
		json_decref(body);
	}
	json_decref(document);
}

/* What a client may rely on: a notice of a game says which, and one that tries a hook says that. */
Test(webhook, nothing_is_left_out)
{
	static const char *const of_a_game[] = {"game", "link", "side", "version"};
	json_t *document = description_load();
	char why[SCHEMA_WHY_BYTES];

	for (size_t i = 0; i < 4; i++) {
		json_t *body = body_of(NOTICE_TURN);

		json_object_del(json_object_get(body, "data"), of_a_game[i]);
		cr_expect_not(fits(document, body, why), "%s", of_a_game[i]);
		json_decref(body);
	}
	json_t *test = body_of(NOTICE_TEST);
	json_object_set_new(test, "type", json_string("turn"));
	cr_expect_not(fits(document, test, why), "a turn of no game");
	json_object_set_new(test, "type", json_string("test"));
	json_object_clear(json_object_get(test, "data"));
	cr_expect_not(fits(document, test, why), "a test of no hook");
	json_decref(test);
	json_decref(document);
}

Test(webhook, its_examples_are_what_is_sent)
{
	static const struct {
		const char *example;
		enum notice_kind kind;
	} rows[] = {
		{"turn", NOTICE_TURN},
		{"test", NOTICE_TEST},
	};
	json_t *document = description_load();

	for (size_t i = 0; i < 2; i++) {
		const json_t *example =
			json_object_get(described(document, "examples"), rows[i].example);
		json_t *body = body_of(rows[i].kind);

		cr_expect(json_equal(json_object_get(example, "value"), body), "%s",
			  rows[i].example);
		json_decref(body);
	}
	json_decref(document);
}
