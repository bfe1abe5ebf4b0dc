/* Tag "integrations": what Discord posts. Here it is let in, and given to the function that
 * answers. */

#include <stdio.h>
#include <stdlib.h>

#include "api/discord.h"

/* ---- what is asked ---- */

/* For the asker's eyes; for all, unless it fails; in the place of the message that was pressed; the same, or
 * a form, which must be the first answer. */
enum kind { PRIVATE, PUBLIC, UPDATES, OPENS_FORM };

struct row {
	const char *name; /* of a subcommand; the letter of a custom id */
	request_handler *handler;
	enum kind kind;
};

static const struct row commands[] = {
	{"games", discord_games, PRIVATE},
	{"orders", discord_orders, PRIVATE},
	{"table", discord_table, PUBLIC},
	{"log", discord_log, PRIVATE},
	{"new", discord_new, PUBLIC},
	{"rule", discord_rule, PRIVATE},
	{"open", discord_page, PRIVATE},
	{"join", discord_join, PUBLIC},
	{"offer", discord_offer, PRIVATE},
	{"resign", discord_resign, PRIVATE},
	{"plan", discord_plan, PRIVATE},
	{"verify", discord_verify, PRIVATE},
	{"settings", discord_settings, PRIVATE},
	{"umpire", discord_umpire, PRIVATE},
};

static const struct row components[] = {
	{"g", discord_orders, UPDATES},
	{"o", discord_orders, PRIVATE},
	{"b", discord_orders, UPDATES},
	{"t", discord_table, PUBLIC},
	{"l", discord_log, PRIVATE},
	{"j", discord_take, PUBLIC},
	{"u", discord_unit, UPDATES},
	{"a", discord_choose, UPDATES},
	{"d", discord_do, UPDATES},
	{"f", discord_by_hand, OPENS_FORM},
	{"s", discord_typed, UPDATES},
	{"p", discord_plan_form, OPENS_FORM},
	{"q", discord_plan_typed, UPDATES},
	{"w", discord_plan_withdraw, UPDATES},
	{"v", discord_number_form, OPENS_FORM},
	{"n", discord_numbers, UPDATES},
	{"c", discord_other_unit, UPDATES},
	{"x", discord_do_typed, UPDATES},
	{"e", discord_told_form, OPENS_FORM},
	{"h", discord_told, UPDATES},
	{"y", discord_offer, UPDATES},
	{"k", discord_link_form, OPENS_FORM},
	{"m", discord_link, UPDATES},
};

static const struct row *find_row(const struct row *rows, size_t count, const char *name)
{
	for (size_t i = 0; i < count; i++) {
		if (strcmp(rows[i].name, name) == 0)
			return &rows[i];
	}
	return NULL;
}

/* Take the custom id apart. */
static void split(struct discord_talk *talk)
{
	size_t count = 0;

	memcpy(talk->fields, talk->in.custom_id, sizeof(talk->fields));
	for (size_t i = 0; i < sizeof(talk->field) / sizeof(talk->field[0]); i++)
		talk->field[i] = "";
	for (char *rest = talk->fields, *at; (at = strsep(&rest, ":")) && count < 6;)
		talk->field[count++] = at;
}

static enum handled answer(struct request *request, struct response *response)
{
	struct discord_talk *talk = discord_talk(request);
	const struct row *row = NULL;

	split(talk);
	if (talk->in.kind == INTERACTION_COMMAND && strcmp(talk->in.command, "pennon") == 0)
		row = find_row(commands, sizeof(commands) / sizeof(commands[0]),
			       talk->in.subcommand);
	if (talk->in.kind == INTERACTION_COMPONENT || talk->in.kind == INTERACTION_MODAL)
		row = find_row(components, sizeof(components) / sizeof(components[0]),
			       talk->field[0]);
	if (!row)
		return discord_tell(request, response, "discord.unknown");
	talk->updates = row->kind == UPDATES || row->kind == OPENS_FORM;
	talk->opens_form = row->kind == OPENS_FORM;
	if (!talk->opens_form)
		discord_may_defer(request, row->kind == PUBLIC);
	return discord_know(request, response, row->handler);
}

/* Does Discord ask, for this application, and not once more what it has asked? */
static bool is_trusted(const struct request *request, const struct interaction *in, bool is_read)
{
	const struct platform *platform = request->app->platform;
	struct discord *discord = request->app->discord;
	int64_t now_ms = platform->now_ms(platform->context);

	return discord_signed(discord, request->signature, request->signature_time, request->body,
			      request->body_size, now_ms) &&
	       (!is_read || (discord_is_ours(discord, in->application) &&
			     discord_first(discord, in->id, now_ms)));
}

enum handled discord_interaction(struct request *request, struct response *response)
{
	struct discord_talk *talk;

	if (!request->app->discord)
		return response_problem(request, response, PROBLEM_NO_SUCH_ROUTE, PROBLEM_PLAIN);
	request->memory = talk = calloc(1, sizeof(*talk));
	if (!talk)
		abort();
	bool is_read = codec_interaction_decode(&talk->in, request->body, request->body_size);
	if (!is_trusted(request, &talk->in, is_read))
		return response_problem(request, response, PROBLEM_BAD_SIGNATURE, PROBLEM_PLAIN);
	if (!is_read)
		return response_problem(request, response, PROBLEM_BAD_JSON, PROBLEM_PLAIN);
	discord_speak(request);
	if (talk->in.kind == INTERACTION_PING) {
		text_add_string(&response->body, "{\"type\":1}");
		return response_json(response, 200);
	}
	if (talk->in.kind == INTERACTION_AUTOCOMPLETE) {
		discord_find_player(request);
		return discord_complete(request, response);
	}
	if (!discord_lets_in(request->app->discord, talk->in.guild))
		return discord_tell(request, response, "discord.elsewhere");
	return answer(request, response);
}
