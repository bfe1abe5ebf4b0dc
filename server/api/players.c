/* Tag "players": one token for all of one's games. */

#include <stdio.h>
#include <stdlib.h>

#include "api/api.h"
#include "api/cursor.h"
#include "base/write.h"
#include "codec/codec_body.h"
#include "codec/codec_view.h"
#include "game/players.h"
#include "game/service.h"

enum { GAMES_USUAL = 20, GAMES_PAGE_MAX = 50 };

/* ---- oneself ---- */

static void write_player(struct text *out, const struct player_facts *player)
{
	write_byte(out, '{');
	write_key(out, "created");
	write_time(out, player->created_ms);
	write_key_name(out, "id", player->id);
	write_key_string(out, "name", player->name);
	write_byte(out, '}');
}

static enum handled player_created(struct request *request, struct response *response)
{
	const struct job *job = &request->job;
	struct player_facts player = {0};
	struct text *out = &response->body;

	if (job->problem != PROBLEM_NONE)
		return api_job_problem(request, response);
	service_player(request->app->service, job->player, &player);
	write_byte(out, '{');
	write_key(out, "player");
	write_player(out, &player);
	write_key_name(out, "token", job->token);
	write_byte(out, '}');
	return response_json(response, 201);
}

enum handled create_player(struct request *request, struct response *response)
{
	char name[CODEC_TEXT_BYTES];
	struct codec_error error = {0};

	if (!codec_name_decode(name, request->body, request->body_size, &error))
		return api_bad_body(request, response, &error);
	api_job(request, JOB_PLAYER);
	text_add_string(&request->text, name);
	request->job.account.name = request->text.bytes;
	return request_submit(request, response, player_created);
}

enum handled get_me(struct request *request, struct response *response)
{
	struct player_facts player = {0};
	struct text *out = &response->body;

	service_player(request->app->service, request->caller.player, &player);
	write_byte(out, '{');
	write_key_integer(out, "games", player.games);
	write_key(out, "player");
	write_player(out, &player);
	write_byte(out, '}');
	return api_tagged(request, response);
}

static enum handled renamed(struct request *request, struct response *response)
{
	if (request->job.problem != PROBLEM_NONE)
		return api_job_problem(request, response);
	return get_me(request, response);
}

enum handled rename_me(struct request *request, struct response *response)
{
	char name[CODEC_TEXT_BYTES];
	struct codec_error error = {0};

	if (!codec_name_decode(name, request->body, request->body_size, &error))
		return api_bad_body(request, response, &error);
	api_job(request, JOB_RENAME);
	text_add_string(&request->text, name);
	request->job.account.name = request->text.bytes;
	return request_submit(request, response, renamed);
}

/* The player as they were; their name is nobody's from now on. */
static enum handled left(struct request *request, struct response *response)
{
	struct player_facts player = {0};
	struct text *out = &response->body;

	if (request->job.problem != PROBLEM_NONE)
		return api_job_problem(request, response);
	service_player(request->app->service, request->caller.player, &player);
	write_byte(out, '{');
	write_key(out, "player");
	write_player(out, &player);
	write_byte(out, '}');
	return response_json(response, 200);
}

enum handled leave(struct request *request, struct response *response)
{
	api_job(request, JOB_LEAVE);
	return request_submit(request, response, left);
}

/* ---- one's games ---- */

/* A page being written: games that are not in memory are brought in one by one. */
struct page {
	size_t count, at;
	bool more;
	struct held_seat seat[GAMES_PAGE_MAX + 1];
};

/* Does the game wait for them: a side that owes, an umpire who was asked? */
static bool is_awaited(const struct game_header *header, const struct pn_game *view, pn_side side)
{
	if (header->status != GAME_PLAYING)
		return false;
	if (side < PN_SIDES)
		return pn_owes(view, side);
	return view->question[PN_RED].kind != PN_PROPOSAL_NOTHING ||
	       view->question[PN_BLUE].kind != PN_PROPOSAL_NOTHING;
}

static void write_mine(struct text *out, struct snapshot *snapshot, pn_side side)
{
	static const char *const status_names[] = {"open", "playing", "finished"};
	const struct game_header *header = snapshot_header(snapshot);
	const struct pn_game *view = snapshot_view(snapshot, side);
	struct tip tip = snapshot_tip(snapshot, side);

	write_item(out);
	write_byte(out, '{');
	write_key(out, "created");
	write_time(out, header->created_ms);
	write_key_name(out, "game", header->id);
	write_key_name(out, "ruleset", pn_rules_at(header->ruleset)->id);
	if (header->scenario[0])
		write_key_name(out, "scenario", header->scenario);
	write_key_integer(out, "seq", tip.seq);
	write_key_name(out, "side", api_seat_name(side));
	write_key_name(out, "status", status_names[header->status]);
	write_key_integer(out, "turn", view->turn);
	write_key_integer(out, "version", tip.version);
	write_key_bool(out, "your_turn", is_awaited(header, view, side));
	write_byte(out, '}');
}

static enum handled write_page(struct request *request, struct response *response);

/* A job has brought the game. */
static enum handled game_opened(struct request *request, struct response *response)
{
	struct page *page = request->memory;
	struct job *job = &request->job;

	if (job->problem == PROBLEM_NO_SUCH_GAME) {
		page->at++; /* it was deleted meanwhile */
		return write_page(request, response);
	}
	if (job->problem != PROBLEM_NONE)
		return api_job_problem(request, response);
	write_mine(&request->text, job->snapshot, page->seat[page->at++].side);
	snapshot_release(job->snapshot);
	job->snapshot = NULL;
	return write_page(request, response);
}

static enum handled write_page(struct request *request, struct response *response)
{
	struct page *page = request->memory;
	struct text *out = &request->text;

	while (page->at < page->count) {
		const struct held_seat *seat = &page->seat[page->at];
		struct snapshot *snapshot = service_peek(request->app->service, seat->game);

		if (!snapshot) {
			snprintf(request->parameter[0], GAME_ID_BYTES, "%s", seat->game);
			api_job(request, JOB_OPEN);
			return request_submit(request, response, game_opened);
		}
		write_mine(out, snapshot, seat->side);
		snapshot_release(snapshot);
		page->at++;
	}
	write_byte(out, ']');
	cursor_write(out, request, "mine", page->count ? page->seat[page->count - 1].place : 0,
		     page->more);
	write_byte(out, '}');
	text_add(&response->body, out->bytes, out->size);
	return api_tagged(request, response);
}

enum handled list_my_games(struct request *request, struct response *response)
{
	struct page *page = calloc(1, sizeof(*page));
	uint32_t before, limit;

	if (!page)
		abort();
	request->memory = page;
	if (!cursor_read(request, response, "mine", UINT32_MAX, &before) ||
	    !cursor_limit(request, response, GAMES_USUAL, GAMES_PAGE_MAX, &limit))
		return HANDLED;
	page->count = service_seats(request->app->service, request->caller.player, before,
				    page->seat, limit + 1);
	page->more = page->count > limit;
	if (page->more)
		page->count = limit;
	write_byte(&request->text, '{');
	write_key(&request->text, "games");
	write_byte(&request->text, '[');
	return write_page(request, response);
}
