/* A new game of Discord users: a challenge in the channel, and taking the seat of one, or that of
 * an invitation from the page; or one against the machine. */

#include <inttypes.h>
#include <stdio.h>

#include "api/discord.h"
#include "base/write.h"
#include "codec/codec_battle.h"
#include "codec/codec_request.h"
#include "game/players.h"
#include "game/service.h"

/* ---- a new game ---- */

/* What takes the seat says that it is one of ours: else whoever knows the id of a game that waits for
 * somebody could name it, and have its maker's invitation. */
static void put_challenge(char out[DISCORD_CUSTOM_ID_BYTES], const struct request *request,
			  const char *game, const char *opponent)
{
	char text[DISCORD_CUSTOM_ID_BYTES];

	snprintf(text, sizeof(text), "%.36s %.20s", game, opponent);
	snprintf(out, DISCORD_CUSTOM_ID_BYTES, "j:%.36s:%.20s:%016" PRIx64, game, opponent,
		 service_seal(request->app->service, "discord challenge", text));
}

/* Against the machine nobody is asked to join: what stands in the channel is the table. */
static enum handled made_against_machine(struct request *request, struct response *response)
{
	discord_speak(request);
	if (request->job.problem != PROBLEM_NONE)
		return discord_problem(request, response, request->job.problem);
	memcpy(request->parameter[0], request->job.game, GAME_ID_BYTES);
	snapshot_release(request->snapshot);
	request->snapshot = request->job.snapshot;
	request->job.snapshot = NULL;
	request->viewer = request->job.side;
	return discord_show_here(request, response);
}

/* All of the channel is told who wants to play, and who may take the seat. */
static enum handled made(struct request *request, struct response *response)
{
	const struct discord_talk *talk = discord_talk(request);
	const char *opponent = interaction_option(&talk->in, "opponent");
	struct text content = TEXT_EMPTY, *out = &response->body;
	struct player_facts player;
	char id[DISCORD_CUSTOM_ID_BYTES];

	discord_speak(request);
	if (request->job.problem != PROBLEM_NONE)
		return discord_problem(request, response, request->job.problem);
	memcpy(request->parameter[0], request->job.game, GAME_ID_BYTES);
	service_player(request->app->service, request->caller.player, &player);
	discord_add_name(&content, player.name);
	text_add_format(&content, " %s **", discord_words("discord.challenges"));
	discord_title(&content, snapshot_header(request->job.snapshot));
	text_add_string(&content, "**");
	if (opponent)
		text_add_format(&content, " · <@%s>", opponent);
	discord_message_begin(out, DISCORD_REPLY_PUBLIC, content.bytes, opponent);
	put_challenge(id, request, request->parameter[0], opponent ? opponent : "-");
	discord_row_begin(out);
	discord_button(out, DISCORD_SUCCESS, discord_words("discord.join"), id);
	discord_row_end(out);
	discord_message_end(out);
	text_free(&content);
	return response_json(response, 200);
}

/* "…#battle=ID.CODE", as the page gives it: what it leads to. */
static enum problem_code add_battle(struct text *body, const struct request *request,
				    const char *link)
{
	struct text file = TEXT_EMPTY;
	struct kept_battle battle;
	char id[GAME_ID_BYTES], code[TOKEN_BYTES];
	const char *from = strstr(link, "#battle=");

	from = from ? from + strlen("#battle=") : link;
	const char *dot = strchr(from, '.');
	const size_t size = dot ? strcspn(dot + 1, " \n") : 0;
	if (!dot || dot - from != GAME_ID_BYTES - 1 || size >= TOKEN_BYTES)
		return PROBLEM_NO_SUCH_BATTLE;
	snprintf(id, sizeof(id), "%s", from);
	snprintf(code, sizeof(code), "%.*s", (int)size, dot + 1);
	enum problem_code problem =
		service_shared_battle(request->app->service, id, code, &battle, &file);

	if (problem == PROBLEM_NONE && !codec_battle_members(body, file.bytes, file.size))
		problem = PROBLEM_NO_SUCH_BATTLE;
	text_free(&file);
	return problem;
}

/* The paces that the page has by name. */
static const char *clock_of(const char *pace)
{
	static const char *const clocks[][2] = {
		{"two_weeks", "{\"bank\":1209600,\"cap\":1814400,\"increment\":259200}"},
		{"move_a_day", "{\"bank\":172800,\"cap\":259200,\"increment\":86400}"},
		{"evening", "{\"bank\":3600,\"cap\":7200,\"increment\":120}"},
		{"none", "null"},
	};

	for (size_t i = 0; i < sizeof(clocks) / sizeof(clocks[0]); i++) {
		if (strcmp(clocks[i][0], pace) == 0)
			return clocks[i][1];
	}
	return "{}";
}

/* What is asked for, as HTTP's createGame takes it. */
static enum problem_code write_wish(struct text *body, const struct request *request)
{
	const struct interaction *in = &discord_talk(request)->in;
	const char *scenario = interaction_option(in, "scenario");
	const char *battle = interaction_option(in, "battle");
	const char *side = interaction_option(in, "side");
	const char *method = interaction_option(in, "method");
	const char *pace = interaction_option(in, "pace");
	const char *machine = interaction_option(in, "machine");
	enum problem_code problem = PROBLEM_NONE;

	write_byte(body, '{');
	if (battle)
		problem = add_battle(body, request, battle);
	else
		write_key_string(body, "scenario", scenario ? scenario : "");
	write_key_string(body, "side", side ? side : "red");
	if (machine) {
		write_key(body, "opponent");
		text_add_format(body, "{\"machine\":%s}", machine);
	}
	write_key(body, "options");
	write_byte(body, '{');
	if (method)
		write_key_string(body, "method", method);
	if (pace) {
		write_key(body, "clock");
		text_add_string(body, clock_of(pace));
	}
	text_add_string(body, "}}");
	return problem;
}

/* The key of why nobody can be played who is named so; NULL: they can. What is no number might be
 * more than one member of the wish. */
static const char *bad_opponent(const struct interaction *in)
{
	const char *opponent = interaction_option(in, "opponent");
	const char *machine = interaction_option(in, "machine");

	if (opponent && machine)
		return "discord.one_opponent";
	if (machine && (strlen(machine) != 1 || !strchr("123", machine[0])))
		return "discord.unknown";
	if (opponent && (!opponent[0] || strspn(opponent, "0123456789") != strlen(opponent)))
		return "discord.unknown";
	return NULL;
}

enum handled discord_new(struct request *request, struct response *response)
{
	struct discord_talk *talk = discord_talk(request);
	const char *wrong = bad_opponent(&talk->in);
	struct job *job = &request->job;
	struct text body = TEXT_EMPTY;
	struct codec_error error = {0};
	struct text said = TEXT_EMPTY;

	if (wrong)
		return discord_tell(request, response, wrong);
	const enum problem_code problem = write_wish(&body, request);
	bool is_good = problem == PROBLEM_NONE &&
		       codec_create_decode(&talk->create, body.bytes, body.size, &error);
	text_free(&body);
	if (problem != PROBLEM_NONE)
		return discord_problem(request, response, problem);
	if (!is_good) {
		codec_error_tell(&said, &error);
		discord_say(request, response, said.bytes);
		text_free(&said);
		return HANDLED;
	}
	discord_job(request, JOB_CREATE, "discord new %s", talk->in.id);
	job->side = talk->create.side;
	job->seat.create.access = talk->create.access;
	job->seat.create.muster = &talk->create.muster;
	job->seat.create.ruleset = talk->create.ruleset;
	job->seat.create.name = talk->create.name;
	job->seat.create.scenario = talk->create.scenario;
	job->seat.create.clock = talk->create.clock;
	job->seat.create.machine = talk->create.machine;
	return request_submit(request, response,
			      talk->create.machine.strength ? made_against_machine : made);
}

/* ---- taking the seat ---- */

static enum handled joined(struct request *request, struct response *response)
{
	discord_speak(request);
	if (request->job.problem != PROBLEM_NONE)
		return discord_problem(request, response, request->job.problem);
	snapshot_release(request->snapshot);
	request->snapshot = request->job.snapshot;
	request->job.snapshot = NULL;
	request->viewer =
		service_side(request->app->service, &request->caller, request->parameter[0]);
	return discord_show_here(request, response);
}

static enum handled invited(struct request *request, struct response *response)
{
	struct job *job = &request->job;
	char code[INVITATION_BYTES];

	discord_speak(request);
	if (job->problem != PROBLEM_NONE)
		return discord_problem(request, response, job->problem);
	snapshot_release(job->snapshot);
	job->snapshot = NULL;
	memcpy(code, job->seat.code, sizeof(code));
	discord_job(request, JOB_JOIN, "discord join %s %s", request->parameter[0],
		    discord_talk(request)->in.user);
	memcpy(job->seat.code, code, sizeof(code));
	return request_submit(request, response, joined);
}

/* The challenge was made here, so its maker's invitation is given to whoever may press: a new one,
 * in the maker's name, which is used at once. */
static enum handled opened_challenge(struct request *request, struct response *response)
{
	const struct game_header *header = snapshot_header(request->snapshot);
	struct job *job = &request->job;
	struct player_facts maker;

	if (header->status != GAME_OPEN)
		return discord_problem(request, response, PROBLEM_SEAT_TAKEN);
	if (discord_acts(request))
		return discord_problem(request, response, PROBLEM_ALREADY_SEATED);
	if (!service_holder(request->app->service, header->id, header->creator, &maker))
		return discord_problem(request, response, PROBLEM_BAD_INVITATION);
	discord_job(request, JOB_INVITE, "discord %s", discord_talk(request)->in.id);
	memcpy(job->player, maker.id, sizeof(job->player));
	job->side = header->creator;
	job->principal = 0;
	job->by_server = true;
	return request_submit(request, response, invited);
}

enum handled discord_take(struct request *request, struct response *response)
{
	const struct discord_talk *talk = discord_talk(request);
	char id[DISCORD_CUSTOM_ID_BYTES];

	put_challenge(id, request, talk->field[1], talk->field[2]);
	if (strcmp(id, talk->in.custom_id) != 0)
		return discord_tell(request, response, "discord.unknown");
	if (strcmp(talk->field[2], "-") != 0 && strcmp(talk->field[2], talk->in.user) != 0)
		return discord_tell(request, response, "discord.not_you");
	return discord_open(request, response, talk->field[1], opened_challenge);
}

/* "…#join=GAME.CODE", as the page gives it; or GAME.CODE alone. False: it is neither. */
static bool read_invitation(const char *text, char game[GAME_ID_BYTES], char code[INVITATION_BYTES])
{
	const char *from = strstr(text, "#join=");

	from = from ? from + strlen("#join=") : text;
	const char *dot = strchr(from, '.');
	size_t size =
		dot ? strcspn(dot + 1, " \n") : 0; /* what is pasted may have a space behind it */
	if (!dot || dot - from != GAME_ID_BYTES - 1 || size >= INVITATION_BYTES)
		return false;
	snprintf(game, GAME_ID_BYTES, "%s", from);
	snprintf(code, INVITATION_BYTES, "%.*s", (int)size, dot + 1);
	return api_is_game_id(game);
}

enum handled discord_join(struct request *request, struct response *response)
{
	const char *text = interaction_option(&discord_talk(request)->in, "invitation");
	char game[GAME_ID_BYTES], code[INVITATION_BYTES];
	struct job *job = &request->job;

	if (!text || !read_invitation(text, game, code))
		return discord_tell(request, response, "discord.no_invitation");
	if (discord_sits_apart(request, game))
		return discord_problem(request, response, PROBLEM_ALREADY_SEATED);
	memcpy(request->parameter[0], game, GAME_ID_BYTES);
	discord_job(request, JOB_JOIN, "discord join %s %s", game, discord_talk(request)->in.user);
	memcpy(job->seat.code, code, sizeof(code));
	return request_submit(request, response, joined);
}
