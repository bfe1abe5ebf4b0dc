/* What is being typed into a command of Discord's, completed from memory alone; and a rule by its
 * number, or by words that are in it. */

#include <stdio.h>

#include "api/discord.h"
#include "base/write.h"
#include "codec/codec_ruleset.h"
#include "codec/words.h"
#include "game/service.h"

/* ---- rules ---- */

/* So that what all books say of it goes into one message. */
enum { HITS_PER_BOOK = 2, HIT_CHARACTERS = 110 };

/* A clause by its number, from each book that has it; Pennon's own are the same in all. */
static void find_number(struct text *out, const char *number)
{
	for (uint8_t i = 0; i < pn_rules_count(); i++) {
		struct text clause = TEXT_EMPTY;

		if (codec_clause_find(&clause, i, number)) {
			text_add_format(out, "**%s** (%s)\n", pn_rules_at(i)->id, number);
			discord_escape(out, clause.bytes);
			text_add_string(out, "\n");
		}
		text_free(&clause);
		if (out->size && strncasecmp(number, "PN-", 3) == 0)
			break;
	}
}

struct hits {
	struct text *out;
	unsigned left;
	bool with_own; /* Pennon's own clauses, which stand in every book's list */
};

static void add_hit(void *context, const char *number, const char *clause)
{
	struct hits *hits = context;
	struct text line = TEXT_EMPTY;
	char head[64];

	/* Two books may share a clause. */
	snprintf(head, sizeof(head), "**%s** ", number);
	if (hits->left == 0 || (!hits->with_own && strncmp(number, "PN-", 3) == 0) ||
	    (hits->out->bytes && strstr(hits->out->bytes, head)))
		return;
	text_add_string(&line, clause);
	words_shorten(&line, HIT_CHARACTERS);
	text_add_string(hits->out, head);
	discord_escape(hits->out, line.bytes);
	text_add_string(hits->out, "\n");
	text_free(&line);
	hits->left--;
}

enum handled discord_rule(struct request *request, struct response *response)
{
	const char *asked = interaction_option(&discord_talk(request)->in, "clause");
	struct text content = TEXT_EMPTY;
	struct hits hits = {.out = &content};

	if (asked)
		find_number(&content, asked);
	bool searches = asked && content.size == 0;
	for (uint8_t i = 0; searches && i < pn_rules_count(); i++) {
		hits.left = HITS_PER_BOOK;
		hits.with_own = i == 0;
		codec_clauses_search(i, asked, add_hit, &hits);
	}
	discord_say(request, response,
		    content.bytes ? content.bytes : discord_words("discord.no_clause"));
	text_free(&content);
	return HANDLED;
}

/* ---- what is being typed ---- */

static const struct interaction_option *focused(const struct interaction *in)
{
	for (size_t i = 0; i < in->option_count; i++) {
		if (in->option[i].is_focused)
			return &in->option[i];
	}
	return NULL;
}

static void add_completion(struct text *out, const char *name, const char *value)
{
	struct text copy = TEXT_EMPTY;

	text_add_string(&copy, name);
	words_shorten(&copy, DISCORD_LABEL_CHARACTERS);
	write_item(out);
	write_byte(out, '{');
	write_key_string(out, "name", copy.bytes);
	write_key_string(out, "value", value);
	write_byte(out, '}');
	text_free(&copy);
}

/* Scenarios whose title or rule book has what was typed in it, whatever the case. */
static void complete_scenario(struct text *out, const char *typed)
{
	struct text name = TEXT_EMPTY;
	unsigned count = 0;

	for (unsigned i = 0; count < DISCORD_CHOICES_MAX; i++) {
		const char *ruleset, *id = codec_scenario_at(i, &ruleset);
		char key[96];

		if (!id)
			break;
		snprintf(key, sizeof(key), "scenario.%s.title", id);
		text_clear(&name);
		text_add_format(&name, "%s · %s", ruleset, discord_words(key));
		if (!strcasestr(name.bytes, typed))
			continue;
		add_completion(out, name.bytes, id);
		count++;
	}
	text_free(&name);
}

static void complete_game(struct text *out, const struct request *request)
{
	struct held_seat seat[DISCORD_CHOICES_MAX];
	size_t count = discord_seats(request, seat);
	struct text name = TEXT_EMPTY;

	for (size_t i = 0; i < count; i++) {
		text_clear(&name);
		discord_seat_label(&name, request, &seat[i]);
		add_completion(out, name.bytes, seat[i].game);
	}
	text_free(&name);
}

enum handled discord_complete(struct request *request, struct response *response)
{
	const struct interaction_option *option = focused(&discord_talk(request)->in);
	struct text *out = &response->body;

	text_add_string(out, "{\"type\":8,\"data\":{\"choices\":[");
	if (option && strcmp(option->name, "scenario") == 0)
		complete_scenario(out, option->value);
	else if (option && strcmp(option->name, "game") == 0 && request->caller.known)
		complete_game(out, request);
	text_add_string(out, "]}}");
	return response_json(response, 200);
}
