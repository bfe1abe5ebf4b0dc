/* One thing that a Discord user may choose: what it is called, what it would do, and the button that
 * does it. A menu or button is of one version of the game. */

#include <stdio.h>

#include "api/discord.h"
#include "codec/codec_actions.h"
#include "codec/codec_preview.h"
#include "codec/words.h"
#include "game/service.h"
#include "pennon/dice.h"

/* ---- what is listed ---- */

const struct pn_actions *discord_listed(const struct request *request)
{
	return snapshot_actions(request->snapshot, request->viewer);
}

void discord_choice_label(struct text *out, const struct request *request,
			  struct discord_choice choice)
{
	const struct pn_actions *actions = discord_listed(request);
	const struct pn_action *action = &actions->action[choice.action];
	const char *words =
		choice.preset ? actions->preset[action->preset_first + choice.preset - 1].words
			      : action->words;

	struct codec_error error;
	const struct pn_command *command = discord_command_of(request, choice, &error);

	if (!command) {
		choice.count = 0;
		command = discord_command_of(request, choice, &error);
	}
	codec_label(out, snapshot_muster(request->snapshot), words, command);
}

uint32_t discord_version(const struct request *request)
{
	return snapshot_tip(request->snapshot, request->viewer).version;
}

/* A menu's id: its letter, the game, what else. */
void discord_menu_id(char out[DISCORD_CUSTOM_ID_BYTES], const struct request *request,
		     const char *letter, const char *rest)
{
	snprintf(out, DISCORD_CUSTOM_ID_BYTES, "%.1s:%.36s:%u%s%.50s", letter,
		 request->parameter[0], discord_version(request), rest[0] ? ":" : "", rest);
}

/* For the asker's eyes, in place of what was pressed when that was for them alone, too. */
enum discord_reply discord_own_reply(const struct request *request)
{
	return discord_talk(request)->updates ? DISCORD_REPLY_UPDATE : DISCORD_REPLY_PRIVATE;
}

/* ---- what it comes to ---- */

static void add_length(struct text *out, pn_len length)
{
	char inches[32];

	snprintf(inches, sizeof(inches), "%d.%02d", length / PN_INCH,
		 length % PN_INCH * 100 / PN_INCH);
	words_format(out, words_spoken(), "discord.cost",
		     &(struct words_argument){"inches", inches}, 1);
}

/* A line for each roll that is held against something. */
static void add_odds(struct text *out, const struct request *request,
		     const struct pn_preview *preview)
{
	struct text label = TEXT_EMPTY;

	for (uint8_t i = 0; i < preview->odds_count; i++) {
		const bool begins_line = out->size == 0 || out->bytes[out->size - 1] == '\n';

		text_clear(&label);
		codec_odds_label(&label, snapshot_view(request->snapshot, request->viewer),
				 snapshot_muster(request->snapshot), &preview->odds[i]);
		text_add_string(out, begins_line ? "" : "\n");
		discord_escape(out, label.bytes ? label.bytes : "");
	}
	text_free(&label);
}

void discord_refusal(struct text *out, const struct pn_verdict *verdict)
{
	char key[64];

	snprintf(key, sizeof(key), "refusal.%s", codec_refusal_wire(verdict->code));
	text_add_format(out, "%s %s\n",
			words_find(words_spoken(), key) ? discord_words(key)
							: codec_refusal_text(verdict->code),
			verdict->clause.text);
}

/* Where its unit would come to stand. */
static void take_ghost(struct picture_ghost *out, const struct pn_command *command,
		       const struct pn_preview *preview)
{
	if (command->unit == PN_NO_UNIT)
		return;
	out->unit = command->unit;
	out->count = preview->leg_count;
	memcpy(out->leg, preview->leg, preview->leg_count * sizeof(out->leg[0]));
}

/* What a command would do, in a line. False: a rule broke. */
static bool put_preview(struct text *out, const struct request *request,
			const struct pn_command *command, bool *lawful, struct picture_ghost *ghost)
{
	struct pn_preview preview;
	const struct pn_verdict *verdict = &preview.verdict;

	if (!api_preview(request, command, &preview))
		return false;
	*lawful = verdict->code == PN_LAWFUL;
	if (!*lawful) {
		discord_refusal(out, verdict);
		return true;
	}
	take_ghost(ghost, command, &preview);
	if (preview.cost > 0)
		add_length(out, preview.cost);
	if (preview.rolls)
		text_add_format(out, " %s", discord_words("discord.rolls"));
	add_odds(out, request, &preview);
	return true;
}

/* What is done, in which way, to whom and how far. */
static void put_title(struct text *out, const struct request *request, struct discord_choice choice)
{
	discord_choice_label(out, request, (struct discord_choice){.action = choice.action});
	if (choice.preset) {
		text_add_string(out, ": ");
		discord_choice_label(out, request, choice);
	}
	discord_add_values(out, request, choice);
}

/* What is shown of a command before it is done. */
struct shown {
	struct text content, label;
	struct picture_ghost ghost;
	bool lawful;
};

static void free_shown(struct shown *shown)
{
	text_free(&shown->content);
	text_free(&shown->label);
}

/* False: a rule broke. */
static bool put_shown(struct shown *shown, const struct request *request,
		      const struct pn_command *command, const struct codec_error *error)
{
	text_add_string(&shown->content, "**");
	discord_escape(&shown->content, shown->label.bytes ? shown->label.bytes : "");
	text_add_string(&shown->content, "**\n");
	if (command)
		return put_preview(&shown->content, request, command, &shown->lawful,
				   &shown->ghost);
	discord_escape(&shown->content, error->detail);
	return true;
}

static void add_button(const struct request *request, struct text *out, enum discord_style style,
		       const char *label, const char *letter, const char *rest)
{
	char id[DISCORD_CUSTOM_ID_BYTES];

	discord_menu_id(id, request, letter, rest);
	discord_button(out, style, label, id);
}

/* What does it, what else can be had, and back. */
static void add_buttons(struct text *out, const struct request *request,
			struct discord_choice choice, const struct shown *shown)
{
	const struct pn_action *action = &discord_listed(request)->action[choice.action];
	bool resigns = action->command.kind == PN_COMMAND_RESIGN;
	char what[DISCORD_CHOICE_BYTES];

	discord_write_choice(what, choice);
	discord_row_begin(out);
	if (shown->lawful)
		add_button(request, out, resigns ? DISCORD_DANGER : DISCORD_PRIMARY,
			   resigns ? shown->label.bytes : discord_words("discord.do"), "d", what);
	if (discord_has_numbers(request, choice))
		add_button(request, out, DISCORD_SECONDARY, discord_words("discord.numbers"), "v",
			   what);
	if (action->bound_count)
		add_button(request, out, DISCORD_SECONDARY, discord_words("discord.by_hand"), "f",
			   what);
	add_button(request, out, DISCORD_SECONDARY, discord_words("discord.back"), "b", "");
	discord_row_end(out);
}

enum handled discord_show_choice(struct request *request, struct response *response,
				 struct discord_choice choice, unsigned first)
{
	struct text *out = &response->body;
	struct shown shown = {0};
	struct codec_error error = {0};

	put_title(&shown.label, request, choice);
	if (!put_shown(&shown, request, discord_command_of(request, choice, &error), &error)) {
		free_shown(&shown);
		return discord_problem(request, response, PROBLEM_RULE_FAULT);
	}
	discord_message_begin(out, discord_own_reply(request), shown.content.bytes, NULL);
	add_buttons(out, request, choice, &shown);
	discord_add_choice_menus(out, request, choice, first);
	discord_message_end(out);
	discord_follow(request, &shown.ghost);
	free_shown(&shown);
	return response_json(response, 200);
}

enum handled discord_show_typed(struct request *request, struct response *response,
				const struct pn_command *command)
{
	/* The message itself keeps it until it is done: Discord sends it with the button. */
	enum { QUOTED_MAX = 1500 };
	struct text *out = &response->body, json = TEXT_EMPTY;
	struct shown shown = {0};

	codec_command_encode(&json, snapshot_view(request->snapshot, request->viewer), command);
	bool fits = json.size <= QUOTED_MAX && !strstr(json.bytes, "```");
	text_add_string(&shown.label, discord_words("discord.by_hand"));
	if (!put_shown(&shown, request, command, NULL)) {
		free_shown(&shown);
		text_free(&json);
		return discord_problem(request, response, PROBLEM_RULE_FAULT);
	}
	if (fits)
		text_add_format(&shown.content, "\n```json\n%s\n```", json.bytes);
	else
		text_add_format(&shown.content, "\n%s", discord_words("discord.too_long"));
	discord_message_begin(out, discord_own_reply(request), shown.content.bytes, NULL);
	discord_row_begin(out);
	if (shown.lawful && fits)
		add_button(request, out, DISCORD_PRIMARY, discord_words("discord.do"), "x", "");
	add_button(request, out, DISCORD_SECONDARY, discord_words("discord.back"), "b", "");
	discord_row_end(out);
	discord_message_end(out);
	discord_follow(request, &shown.ghost);
	free_shown(&shown);
	text_free(&json);
	return response_json(response, 200);
}
