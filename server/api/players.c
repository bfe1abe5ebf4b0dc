/* Tag "players": one token for all of one's games. */

#include <stdio.h>
#include <stdlib.h>

#include "api/api.h"
#include "api/cursor.h"
#include "api/game.h"
#include "base/write.h"
#include "codec/codec_body.h"
#include "codec/codec_view.h"
#include "codec/parts.h"
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
	char name[CODEC_NAME_BYTES];
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
	char name[CODEC_NAME_BYTES];
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
	const char *list; /* of which cursors are */
	void (*write)(struct text *out, struct service *service, struct snapshot *snapshot,
		      pn_side side);
	struct held_seat seat[GAMES_PAGE_MAX + 1];
};

/* The sides that want to play again, and those that declined. */
static void write_rematch(struct text *out, const struct snapshot *snapshot, pn_side side)
{
	write_key(out, "rematch");
	write_byte(out, '{');
	write_key(out, "declined");
	sides_write(out, snapshot_rematch_declined(snapshot));
	write_key(out, "offered");
	sides_write(out, snapshot_rematch_heard(snapshot, side));
	write_byte(out, '}');
}

static void write_mine(struct text *out, struct service *service, struct snapshot *snapshot,
		       pn_side side)
{
	const struct game_header *header = snapshot_header(snapshot);
	const struct pn_game *view = snapshot_view(snapshot, side);
	struct tip tip = snapshot_tip(snapshot, side);
	struct turn turn;

	snapshot_turn(snapshot, side, side == PN_PUBLIC, &turn);
	write_item(out);
	write_byte(out, '{');
	write_key(out, "created");
	write_time(out, header->created_ms);
	write_key_name(out, "game", header->id);
	write_machine(out, &header->machine);
	if (header->name[0])
		write_key_string(out, "name", header->name);
	write_key(out, "players");
	names_write(out, service, header->id);
	if (header->status == GAME_FINISHED && side != PN_PUBLIC)
		write_rematch(out, snapshot, side);
	write_key_name(out, "ruleset", pn_rules_at(header->ruleset)->id);
	if (header->scenario[0])
		write_key_name(out, "scenario", header->scenario);
	write_key_integer(out, "seq", tip.seq);
	write_key_name(out, "side", api_seat_name(side));
	write_key_name(out, "status", game_status_name(header->status));
	write_key_integer(out, "turn", view->turn);
	write_key_integer(out, "version", tip.version);
	write_key_bool(out, "your_turn", turn.you != AWAITED_NOT);
	write_byte(out, '}');
}

/* One of the games that wait for the player; nothing when it does not. */
static void write_my_turn(struct text *out, struct service *service, struct snapshot *snapshot,
			  pn_side side)
{
	struct turn turn;

	(void)service;

	snapshot_turn(snapshot, side, side == PN_PUBLIC, &turn);
	if (turn.you == AWAITED_NOT)
		return;
	write_item(out);
	turn_write(out, snapshot, side, &turn);
}

static void write_seat(struct request *request, struct snapshot *snapshot)
{
	struct page *page = request->memory;

	struct service *service = request->app->service;

	page->write(&request->text, service, snapshot, page->seat[page->at++].side);
	service_note_awaited(service, snapshot);
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
	write_seat(request, job->snapshot);
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
		struct snapshot *snapshot =
			service_near(request->app->service, seat->game, seat->side, true);

		if (!snapshot) {
			snprintf(request->parameter[0], GAME_ID_BYTES, "%s", seat->game);
			api_job(request, JOB_OPEN);
			request->job.side = seat->side;
			request->job.newest = true;
			return request_submit(request, response, game_opened);
		}
		write_seat(request, snapshot);
		snapshot_release(snapshot);
	}
	write_byte(out, ']');
	cursor_write(out, request, page->list, page->count ? page->seat[page->count - 1].place : 0,
		     page->more);
	write_byte(out, '}');
	text_add(&response->body, out->bytes, out->size);
	return api_tagged(request, response);
}

/* Answer a page of the seats that `find` gives. */
static enum handled list_seats(struct request *request, struct response *response, struct page page,
			       const char *name,
			       size_t (*find)(struct service *service, const char *player,
					      uint32_t before, struct held_seat *out, size_t max))
{
	struct page *kept = calloc(1, sizeof(*kept));
	uint32_t before, limit;

	if (!kept)
		abort();
	*kept = page;
	request->memory = kept;
	if (!cursor_read(request, response, page.list, UINT32_MAX, &before) ||
	    !cursor_limit(request, response, GAMES_USUAL, GAMES_PAGE_MAX, &limit))
		return HANDLED;
	kept->count =
		find(request->app->service, request->caller.player, before, kept->seat, limit + 1);
	kept->more = kept->count > limit;
	if (kept->more)
		kept->count = limit;
	write_byte(&request->text, '{');
	write_key(&request->text, name);
	write_byte(&request->text, '[');
	return write_page(request, response);
}

enum handled list_my_games(struct request *request, struct response *response)
{
	return list_seats(request, response, (struct page){.list = "mine", .write = write_mine},
			  "games", service_seats);
}

enum handled list_turns(struct request *request, struct response *response)
{
	return list_seats(request, response, (struct page){.list = "turns", .write = write_my_turn},
			  "turns", service_awaited);
}
