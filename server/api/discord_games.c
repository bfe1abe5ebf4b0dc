/* A Discord user's games: which there are, where one stands, what happened, how it is checked. What
 * all of the channel sees is the public's view. */

#include <stdio.h>

#include "api/discord.h"
#include "codec/codec_ruleset.h"
#include "codec/codec_told.h"
#include "codec/words.h"
#include "game/service.h"

enum { LOG_EVENTS = 40 };

/* ---- where a game stands ---- */

/* "Red: Ann", escaped. */
static void add_player(struct text *out, const struct request *request, pn_side side)
{
	const struct game_header *header = snapshot_header(request->snapshot);
	struct player_facts player;

	words_add(out, "side", api_viewer_name(side));
	if (machine_plays(&header->machine, side))
		text_add_format(out, ": %s", discord_words("discord.machine"));
	if (!service_holder(request->app->service, header->id, side, &player) || !player.name[0])
		return;
	text_add_string(out, ": ");
	discord_add_name(out, player.name);
}

/* "Red: Move your units, <until>"; Discord shows the moment in each reader's own time. */
static void add_wait(struct text *out, const struct request *request, const struct pn_pending *top,
		     pn_side side)
{
	const struct pn_game *view = snapshot_view(request->snapshot, request->viewer);
	int64_t until_ms = clock_until(snapshot_clock(request->snapshot), side);

	text_add_string(out, "▸ ");
	if (side == request->viewer)
		text_add_string(out, discord_words("discord.you"));
	else
		words_add(out, "side", api_viewer_name(side));
	text_add_string(out, ": ");
	words_add(out, "decision", pn_rules_of(view)->decisions.row[top->decision].name);
	discord_until(out, until_ms);
}

/* Does a side wait for what the umpire says? */
static bool is_asked(const struct request *request)
{
	struct turn turn;

	snapshot_turn(request->snapshot, PN_PUBLIC, true, &turn);
	return turn.you == AWAITED_RULING;
}

void discord_position(struct text *out, const struct request *request)
{
	const struct game_header *header = snapshot_header(request->snapshot);
	const struct pn_game *view = snapshot_view(request->snapshot, request->viewer);
	const struct pn_pending *top = view->over ? NULL : pn_top_pending(view);

	text_add_string(out, "**");
	discord_title(out, snapshot_header(request->snapshot));
	text_add_string(out, "** · ");
	add_player(out, request, PN_RED);
	text_add_string(out, " · ");
	add_player(out, request, PN_BLUE);
	text_add_string(out, "\n");
	if (header->status == GAME_OPEN)
		text_add_format(out, "%s\n", discord_words("discord.not_joined"));
	else if (view->over)
		text_add_format(out, "%s\n", discord_words("discord.over"));
	else if (view->turn > 0)
		discord_turn(out, view->turn, pn_rules_of(view)->phases.row[view->phase].name);
	if (request->is_umpire && is_asked(request))
		text_add_format(out, "▸ %s\n", discord_words("notice.umpire_decides"));
	for (pn_side side = 0; top && header->status == GAME_PLAYING && side < PN_SIDES; side++) {
		if (top->owes >> side & 1)
			add_wait(out, request, top, side);
	}
}

/* The buttons below what all of the channel sees. */
static void add_buttons(struct text *out, const struct request *request)
{
	static const struct {
		const char *letter, *words;
		enum discord_style style;
	} buttons[] = {{"o", "discord.orders", DISCORD_PRIMARY},
		       {"t", "discord.table", DISCORD_SECONDARY},
		       {"l", "discord.log", DISCORD_SECONDARY}};
	struct text page = TEXT_EMPTY;
	char id[DISCORD_CUSTOM_ID_BYTES];

	discord_row_begin(out);
	for (size_t i = 0; i < sizeof(buttons) / sizeof(buttons[0]); i++) {
		snprintf(id, sizeof(id), "%s:%.36s", buttons[i].letter, request->parameter[0]);
		discord_button(out, buttons[i].style, discord_words(buttons[i].words), id);
	}
	text_add_format(&page, "%s/g/%s", request->app->public_url, request->parameter[0]);
	discord_button(out, DISCORD_LINK, discord_words("discord.page"), page.bytes);
	text_free(&page);
	discord_row_end(out);
}

/* A private game shows itself to its players alone. */
static enum discord_reply who_sees(const struct request *request)
{
	return snapshot_header(request->snapshot)->access == ACCESS_PRIVATE ? DISCORD_REPLY_PRIVATE
									    : DISCORD_REPLY_PUBLIC;
}

enum handled discord_show_table(struct request *request, struct response *response)
{
	struct text content = TEXT_EMPTY;

	request->viewer = PN_PUBLIC;
	request->is_umpire = false;
	discord_position(&content, request);
	discord_message_begin(&response->body, who_sees(request), content.bytes, NULL);
	add_buttons(&response->body, request);
	discord_message_end(&response->body);
	text_free(&content);
	return response_json(response, 200);
}

static enum handled opened_log(struct request *request, struct response *response)
{
	struct seen_event seen[LOG_EVENTS];
	struct text lines = TEXT_EMPTY, content = TEXT_EMPTY, told = TEXT_EMPTY;
	uint32_t last = snapshot_tip(request->snapshot, request->viewer).seq;
	size_t count = snapshot_events(request->snapshot, request->viewer,
				       last > LOG_EVENTS ? last - LOG_EVENTS : 0, seen, LOG_EVENTS,
				       &lines);

	for (size_t i = 0; i < count; i++) {
		if (codec_is_minor(seen[i].line, seen[i].line_size))
			continue;
		text_clear(&told);
		codec_told(&told, snapshot_view(request->snapshot, request->viewer),
			   snapshot_muster(request->snapshot), seen[i].line, seen[i].line_size);
		discord_escape(&content, told.bytes ? told.bytes : "");
		text_add_string(&content, "\n");
	}
	/* Of too much the end is wanted: it is what happened last. */
	const char *from = content.bytes ? content.bytes : discord_words("discord.nothing");
	while (strlen(from) > DISCORD_CONTENT_CHARACTERS && strchr(from, '\n'))
		from = strchr(from, '\n') + 1;
	discord_say(request, response, from);
	text_free(&lines);
	text_free(&content);
	text_free(&told);
	return HANDLED;
}

/* ---- one's games ---- */

void discord_seat_label(struct text *out, const struct request *request,
			const struct held_seat *seat)
{
	struct snapshot *snapshot =
		service_near(request->app->service, seat->game, seat->side, false);
	struct player_facts other = {.name = ""};
	struct text name = TEXT_EMPTY;

	if (snapshot) {
		codec_game_title(out, snapshot_header(snapshot));
		text_add_string(out, ", ");
		if (snapshot_header(snapshot)->machine.strength)
			snprintf(other.name, sizeof(other.name), "%s",
				 discord_words("discord.machine"));
	}
	snapshot_release(snapshot);
	words_add(out, "side", api_seat_name(seat->side));
	if (seat->side < PN_SIDES &&
	    (other.name[0] ||
	     service_holder(request->app->service, seat->game, pn_opponent(seat->side), &other))) {
		text_add_name(&name, other.name);
		words_format(out, words_spoken(), "discord.against",
			     &(struct words_argument){"name", name.bytes}, 1);
	}
	text_free(&name);
}

size_t discord_seats(const struct request *request, struct held_seat seat[DISCORD_CHOICES_MAX])
{
	struct service *service = request->app->service;
	const struct discord_talk *talk = discord_talk(request);
	struct held_seat joined[DISCORD_CHOICES_MAX], own[DISCORD_CHOICES_MAX];
	size_t joined_count = service_seats(service, request->caller.player, UINT32_MAX, joined,
					    DISCORD_CHOICES_MAX);
	size_t own_count = !talk->is_linked || !talk->own.known
				   ? 0
				   : service_seats(service, talk->own.player, UINT32_MAX, own,
						   DISCORD_CHOICES_MAX);
	size_t count = 0;

	for (size_t i = 0, j = 0;
	     count < DISCORD_CHOICES_MAX && (i < joined_count || j < own_count); count++) {
		bool is_own =
			i == joined_count || (j < own_count && own[j].place > joined[i].place);

		seat[count] = is_own ? own[j++] : joined[i++];
	}
	return count;
}

enum handled discord_games(struct request *request, struct response *response)
{
	struct held_seat seat[DISCORD_CHOICES_MAX];
	size_t count = discord_seats(request, seat);
	struct text *out = &response->body, label = TEXT_EMPTY;

	if (count == 0)
		return discord_tell(request, response, "discord.no_games");
	discord_message_begin(out, DISCORD_REPLY_PRIVATE, discord_words("discord.your_games"),
			      NULL);
	discord_row_begin(out);
	discord_menu_begin(out, "g", discord_words("discord.which_game"));
	for (size_t i = 0; i < count; i++) {
		text_clear(&label);
		discord_seat_label(&label, request, &seat[i]);
		discord_choice(out, label.bytes, seat[i].game, NULL);
	}
	discord_menu_end(out);
	discord_row_end(out);
	discord_message_end(out);
	text_free(&label);
	return response_json(response, 200);
}

/* The game that was named or pressed; of none the user's newest. "" when there is none. */
static void put_game(char out[GAME_ID_BYTES], const struct request *request)
{
	const struct discord_talk *talk = discord_talk(request);
	const char *named = talk->in.kind == INTERACTION_COMMAND
				    ? interaction_option(&talk->in, "game")
				    : talk->field[1];
	struct held_seat seat[DISCORD_CHOICES_MAX];

	if (!named && discord_seats(request, seat) > 0)
		named = seat[0].game;
	snprintf(out, GAME_ID_BYTES, "%s", named ? named : "");
}

enum handled discord_open_named(struct request *request, struct response *response,
				request_handler *next)
{
	char game[GAME_ID_BYTES];

	put_game(game, request);
	if (!game[0])
		return discord_tell(request, response, "discord.no_games");
	return discord_open(request, response, game, next);
}

enum handled discord_table(struct request *request, struct response *response)
{
	return discord_open_named(request, response, discord_show_here);
}

enum handled discord_log(struct request *request, struct response *response)
{
	return discord_open_named(request, response, opened_log);
}

/* ---- the page ---- */

/* The link that takes the seat whose code the job has made, and what it is for. */
static enum handled give_link(struct request *request, struct response *response, const char *use)
{
	struct text content = TEXT_EMPTY;

	discord_speak(request);
	if (request->job.problem != PROBLEM_NONE)
		return discord_problem(request, response, request->job.problem);
	text_add_format(&content, "%s/#join=%s.%s\n%s", request->app->public_url,
			request->parameter[0], request->job.seat.code, discord_words(use));
	discord_say(request, response, content.bytes);
	text_free(&content);
	return HANDLED;
}

static enum handled handed_over(struct request *request, struct response *response)
{
	return give_link(request, response, "discord.link_of_yours");
}

static enum handled opened_page(struct request *request, struct response *response)
{
	if (!discord_acts(request))
		return discord_tell(request, response, "discord.not_seated");
	discord_job(request, JOB_HANDOVER, "discord %s", discord_talk(request)->in.id);
	request->job.seat.moves = false;
	return request_submit(request, response, handed_over);
}

enum handled discord_page(struct request *request, struct response *response)
{
	return discord_open_named(request, response, opened_page);
}

/* ---- the umpire ---- */

static enum handled umpire_invited(struct request *request, struct response *response)
{
	return give_link(request, response, "discord.umpire_link");
}

static enum handled opened_umpire(struct request *request, struct response *response)
{
	if (request->viewer == PN_PUBLIC)
		return discord_tell(request, response, "discord.not_seated");
	discord_job(request, JOB_UMPIRE, "discord umpire %s", discord_talk(request)->in.id);
	return request_submit(request, response, umpire_invited);
}

enum handled discord_umpire(struct request *request, struct response *response)
{
	return discord_open_named(request, response, opened_umpire);
}

/* ---- checking it ---- */

/* Before its end a game has no seed to check with. */
static enum handled opened_verify(struct request *request, struct response *response)
{
	const struct pn_game *view = snapshot_view(request->snapshot, request->viewer);
	const char *url = request->app->public_url, *game = request->parameter[0];
	struct text content = TEXT_EMPTY;

	if (!view->over)
		return discord_tell(request, response, "discord.not_over");
	text_add_format(&content, "%s\n%s/#game=%s\n%s/v1/games/%s/record",
			discord_words("discord.verify"), url, game, url, game);
	discord_say(request, response, content.bytes);
	text_free(&content);
	return HANDLED;
}

enum handled discord_verify(struct request *request, struct response *response)
{
	return discord_open_named(request, response, opened_verify);
}
