/* The menus of a Discord user's orders: of units, then of what a unit may do; proposals and resigning. A
 * menu is of one version of the game; one that is stale is shown anew. */

#include <stdio.h>
#include <stdlib.h>

#include "api/discord.h"
#include "codec/codec_actions.h"

/* ---- the first menu: units, and what is no unit's ---- */

/* What a menu is of, and what it is called in ids: a unit ("r1"), what is no unit's ("-"), or what lies
 * beside the game, such as proposals ("t"). */
struct listing {
	const char *name;
	pn_unit_id unit;
	bool is_table;
	bool is_one; /* of one action alone, which is `only` */
	unsigned only;
};

/* What one proposes, asks or claims lies beside the game; what answers the other side does not. */
static bool is_beside(const struct pn_command *command)
{
	static const bool beside[PN_COMMAND_COUNT] = {
		[PN_COMMAND_OFFER_DRAW] = true,   [PN_COMMAND_OFFER_RESULT] = true,
		[PN_COMMAND_OFFER_UNDO] = true,   [PN_COMMAND_OFFER_METHOD] = true,
		[PN_COMMAND_OFFER_UMPIRE] = true, [PN_COMMAND_ASK_DRAW] = true,
		[PN_COMMAND_ASK_RESULT] = true,   [PN_COMMAND_ASK_UNDO] = true,
		[PN_COMMAND_ASK_CLOCK] = true,    [PN_COMMAND_STEP_DOWN] = true,
		[PN_COMMAND_CLAIM] = true,
	};

	return beside[command->kind];
}

/* Resigning has a command of its own: it must not lie where orders are given. */
static bool is_in(const struct pn_action *action, struct listing of)
{
	if (action->command.kind == PN_COMMAND_RESIGN)
		return false;
	if (of.is_table)
		return is_beside(&action->command);
	return action->command.unit == of.unit && !is_beside(&action->command);
}

static bool has_actions(const struct pn_actions *actions, struct listing of)
{
	for (unsigned i = 0; i < actions->count; i++) {
		if (is_in(&actions->action[i], of))
			return true;
	}
	return false;
}

enum { PER_PAGE = DISCORD_CHOICES_MAX - 1 }; /* one place leads on */

bool discord_is_on_page(struct discord_page *page)
{
	unsigned at = page->at++;

	if (at >= page->first + PER_PAGE)
		page->has_more = true;
	return at >= page->first && !page->has_more;
}

void discord_add_next_page(struct text *out, const struct discord_page *page)
{
	char value[32];

	snprintf(value, sizeof(value), "+%u", page->has_more ? page->first + PER_PAGE : 0);
	if (page->has_more || page->first > 0)
		discord_choice(out, discord_words("discord.more"), value, NULL);
}

/* Is anything listed but resigning, and what lies beside the game? */
static bool has_orders(const struct request *request)
{
	const struct pn_actions *actions = discord_listed(request);

	for (unsigned i = 0; i < actions->count; i++) {
		if (actions->action[i].command.kind != PN_COMMAND_RESIGN &&
		    !is_beside(&actions->action[i].command))
			return true;
	}
	return false;
}

static void add_unit_choices(struct text *out, const struct request *request,
			     struct discord_page *page)
{
	const struct pn_game *view = snapshot_view(request->snapshot, request->viewer);
	const struct pn_actions *actions = discord_listed(request);
	char id[PN_ID_BYTES];

	if (has_actions(actions, (struct listing){.unit = PN_NO_UNIT}) && discord_is_on_page(page))
		discord_choice(out, discord_words("discord.no_unit"), "-", NULL);
	for (pn_unit_id unit = 0; unit < view->unit_count; unit++) {
		if (!has_actions(actions, (struct listing){.unit = unit}) ||
		    !discord_is_on_page(page))
			continue;
		pn_who_write(id, view, unit);
		discord_choice(out, snapshot_muster(request->snapshot)->unit[unit].name, id, NULL);
	}
	discord_add_next_page(out, page);
}

/* The row of buttons below what there is to order: back, or what lies beside the game. */
static void add_buttons(struct text *out, const struct request *request, bool leads_back)
{
	const struct listing table = {.name = "t", .unit = PN_NO_UNIT, .is_table = true};
	bool has_table = discord_acts(request) && has_actions(discord_listed(request), table);
	char id[DISCORD_CUSTOM_ID_BYTES];

	if (!leads_back && !has_table)
		return;
	discord_row_begin(out);
	discord_menu_id(id, request, "b", "");
	if (leads_back)
		discord_button(out, DISCORD_SECONDARY, discord_words("discord.back"), id);
	snprintf(id, sizeof(id), "y:%.36s", request->parameter[0]);
	if (has_table)
		discord_button(out, DISCORD_SECONDARY, discord_words("discord.offers"), id);
	discord_row_end(out);
}

static enum handled show_actions(struct request *request, struct response *response,
				 const char *news, struct listing of, unsigned first);

/* Is there only one unit with something to do? Then the menu of units is left out. */
static bool find_only(const struct request *request, struct listing *out, char name[PN_ID_BYTES])
{
	const struct pn_game *view = snapshot_view(request->snapshot, request->viewer);
	const struct pn_actions *actions = discord_listed(request);
	unsigned count = 0;

	*out = (struct listing){.name = "-", .unit = PN_NO_UNIT};
	count += has_actions(actions, *out);
	for (pn_unit_id unit = 0; unit < view->unit_count; unit++) {
		if (!has_actions(actions, (struct listing){.unit = unit}))
			continue;
		if (++count > 1)
			return false;
		pn_who_write(name, view, unit);
		*out = (struct listing){.name = name, .unit = unit};
	}
	return count == 1;
}

enum handled discord_show_units(struct request *request, struct response *response,
				const char *news, unsigned first)
{
	char name[PN_ID_BYTES];
	struct listing only;

	if (discord_acts(request) && find_only(request, &only, name))
		return show_actions(request, response, news, only, 0);

	struct text content = TEXT_EMPTY;
	struct discord_page page = {.first = first};
	char id[DISCORD_CUSTOM_ID_BYTES];

	text_add_string(&content, news);
	discord_position(&content, request);
	discord_message_begin(&response->body, discord_own_reply(request), content.bytes, NULL);
	if (discord_acts(request) && has_orders(request)) {
		discord_menu_id(id, request, "u", "");
		discord_row_begin(&response->body);
		discord_menu_begin(&response->body, id, discord_words("discord.which_unit"));
		add_unit_choices(&response->body, request, &page);
		discord_menu_end(&response->body);
		discord_row_end(&response->body);
	}
	add_buttons(&response->body, request, false);
	discord_message_end(&response->body);
	discord_follow(request, NULL);
	text_free(&content);
	return response_json(response, 200);
}

static enum handled opened_orders(struct request *request, struct response *response)
{
	if (!discord_acts(request))
		return discord_tell(request, response, "discord.not_seated");
	return discord_show_units(request, response, "", 0);
}

/* The game that was named or pressed, or chosen in the list of games. */
static const char *asked_game(const struct request *request)
{
	const struct discord_talk *talk = discord_talk(request);
	const char *option = interaction_option(&talk->in, "game");

	if (talk->in.kind == INTERACTION_COMMAND)
		return option ? option : "";
	return strcmp(talk->field[0], "g") == 0 ? talk->in.value : talk->field[1];
}

enum handled discord_orders(struct request *request, struct response *response)
{
	const char *game = asked_game(request);

	if (!game[0])
		return discord_games(request, response);
	return discord_open(request, response, game, opened_orders);
}

/* ---- the second: what a unit may do ---- */

/* What there is to choose, with all presets. */
static unsigned count_ways(const struct pn_actions *actions, struct listing of)
{
	unsigned count = 0;

	for (unsigned i = 0; i < actions->count; i++) {
		if (is_in(&actions->action[i], of))
			count += 1U + actions->action[i].preset_count;
	}
	return count;
}

/* One action as it stands, or (preset) one of its ways; "=" before its number leads to all of them. */
static void add_way(struct text *out, const struct request *request, unsigned action,
		    unsigned preset, bool leads_on)
{
	struct text label = TEXT_EMPTY, of = TEXT_EMPTY;
	char value[32];

	discord_choice_label(&label, request,
			     (struct discord_choice){.action = action, .preset = preset});
	if (preset) /* "I win" alone says too little */
		discord_choice_label(&of, request, (struct discord_choice){.action = action});
	if (leads_on)
		snprintf(value, sizeof(value), "=%u", action);
	else
		snprintf(value, sizeof(value), "%u.%u", action, preset);
	if (leads_on)
		text_add_string(&label, " …");
	discord_choice(out, label.bytes, value, of.bytes);
	text_free(&label);
	text_free(&of);
}

/* All that the unit may do when that fits into a menu, else by what it is done to; of one of these all
 * its ways. */
static void add_action_choices(struct text *out, const struct request *request, struct listing of,
			       struct discord_page *page)
{
	const struct pn_actions *actions = discord_listed(request);
	bool is_flat = of.is_one || count_ways(actions, of) <= DISCORD_CHOICES_MAX - 1;

	for (unsigned i = 0; i < actions->count; i++) {
		unsigned presets = is_flat ? actions->action[i].preset_count : 0;

		if (!is_in(&actions->action[i], of) || (of.is_one && i != of.only))
			continue;
		for (unsigned preset = 0; preset <= presets; preset++) {
			if (discord_is_on_page(page))
				add_way(out, request, i, preset,
					!is_flat && actions->action[i].preset_count > 0);
		}
	}
	discord_add_next_page(out, page);
}

static enum handled show_actions(struct request *request, struct response *response,
				 const char *news, struct listing of, unsigned first)
{
	struct text *out = &response->body;
	struct text content = TEXT_EMPTY;
	struct discord_page page = {.first = first};
	char id[DISCORD_CUSTOM_ID_BYTES], rest[48], name[PN_ID_BYTES];
	struct listing only;
	/* If only one unit has something to do, this is the first menu and leads back nowhere. */
	bool leads_back = of.is_one || of.is_table || !find_only(request, &only, name);

	text_add_string(&content, news);
	discord_position(&content, request);
	discord_message_begin(out, discord_own_reply(request), content.bytes, NULL);
	if (of.is_one)
		snprintf(rest, sizeof(rest), "%s:%u", of.name, of.only);
	else
		snprintf(rest, sizeof(rest), "%s", of.name);
	discord_menu_id(id, request, "a", rest);
	discord_row_begin(out);
	discord_menu_begin(out, id, discord_words("discord.which_order"));
	add_action_choices(out, request, of, &page);
	discord_menu_end(out);
	discord_row_end(out);
	add_buttons(out, request, leads_back);
	discord_message_end(out);
	discord_follow(request, NULL);
	text_free(&content);
	return response_json(response, 200);
}

bool discord_is_stale(struct request *request, struct response *response)
{
	struct text news = TEXT_EMPTY;

	if (!discord_acts(request)) {
		discord_tell(request, response, "discord.not_seated");
		return true;
	}
	if (strtoul(discord_talk(request)->field[2], NULL, 10) == discord_version(request))
		return false;
	text_add_format(&news, "%s\n", discord_words("discord.stale"));
	discord_show_units(request, response, news.bytes, 0);
	text_free(&news);
	return true;
}

/* False: there is nothing of that name. */
static bool find_listing(const struct request *request, const char *name, struct listing *out)
{
	*out = (struct listing){
		.name = name,
		.unit = codec_unit_find(snapshot_view(request->snapshot, request->viewer), name),
		.is_table = strcmp(name, "t") == 0,
	};
	return out->unit != PN_NO_UNIT || out->is_table || strcmp(name, "-") == 0;
}

static enum handled opened_unit(struct request *request, struct response *response)
{
	const char *value = discord_talk(request)->in.value;
	struct listing of;

	if (discord_is_stale(request, response))
		return HANDLED;
	if (value[0] == '+')
		return discord_show_units(request, response, "",
					  (unsigned)strtoul(value + 1, NULL, 10));
	if (!find_listing(request, value, &of))
		return discord_show_units(request, response, "", 0);
	return show_actions(request, response, "", of, 0);
}

enum handled discord_unit(struct request *request, struct response *response)
{
	return discord_open(request, response, discord_talk(request)->field[1], opened_unit);
}

/* ---- one of them ---- */

static enum handled opened_choice(struct request *request, struct response *response)
{
	const struct discord_talk *talk = discord_talk(request);
	struct discord_choice choice;
	struct listing of;

	if (discord_is_stale(request, response))
		return HANDLED;
	const char *value = talk->in.value;
	if ((value[0] == '+' || value[0] == '=') && find_listing(request, talk->field[3], &of)) {
		const char *only = value[0] == '=' ? value + 1 : talk->field[4];

		of.is_one = only[0] != '\0';
		of.only = (unsigned)strtoul(only, NULL, 10);
		if (of.is_one && (of.only >= discord_listed(request)->count ||
				  !is_in(&discord_listed(request)->action[of.only], of)))
			return discord_show_units(request, response, "", 0);
		return show_actions(request, response, "", of,
				    value[0] == '+' ? (unsigned)strtoul(value + 1, NULL, 10) : 0);
	}
	if (!discord_read_choice(&choice, discord_listed(request), talk->in.value, ""))
		return discord_show_units(request, response, "", 0);
	return discord_show_choice(request, response, choice, 0);
}

enum handled discord_choose(struct request *request, struct response *response)
{
	return discord_open(request, response, discord_talk(request)->field[1], opened_choice);
}

/* ---- what lies beside the orders ---- */

/* The first thing listed of that kind; false: there is none. */
static bool find_kind(struct discord_choice *out, const struct pn_actions *actions,
		      enum pn_command_kind kind)
{
	for (unsigned i = 0; i < actions->count; i++) {
		if (actions->action[i].command.kind == kind) {
			*out = (struct discord_choice){.action = i};
			return true;
		}
	}
	return false;
}

static enum handled opened_resign(struct request *request, struct response *response)
{
	struct discord_choice choice;

	if (!discord_acts(request))
		return discord_tell(request, response, "discord.not_seated");
	if (!find_kind(&choice, discord_listed(request), PN_COMMAND_RESIGN))
		return discord_tell(request, response, "discord.over");
	return discord_show_choice(request, response, choice, 0);
}

enum handled discord_resign(struct request *request, struct response *response)
{
	return discord_open_named(request, response, opened_resign);
}

static enum handled opened_offer(struct request *request, struct response *response)
{
	const struct listing table = {.name = "t", .unit = PN_NO_UNIT, .is_table = true};

	if (!discord_acts(request))
		return discord_tell(request, response, "discord.not_seated");
	if (!has_actions(discord_listed(request), table))
		return discord_tell(request, response, "discord.nothing_to_offer");
	return show_actions(request, response, "", table, 0);
}

enum handled discord_offer(struct request *request, struct response *response)
{
	return discord_open_named(request, response, opened_offer);
}
