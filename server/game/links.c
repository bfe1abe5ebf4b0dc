/* Links: who is known elsewhere and one of the page are the same player. A link's token follows from the
 * key of who is joined and a number, for one that was ended stays so. */

#include "game/links.h"

#include <stdio.h>
#include <string.h>

#include "game/accounts.h"
#include "game/job.h"
#include "game/takers.h"

/* ---- looking ---- */

static void link_token(char out[TOKEN_BYTES], const struct service *service, const char *key,
		       unsigned number)
{
	char maker[24];

	snprintf(maker, sizeof(maker), "link %u", number);
	player_token(out, service->keys.secret, "", maker, key);
}

/* The link that is good, or the first place for one: its token. Its number; 0: there is no place. */
static unsigned find_place(struct service *service, const char *key, struct caller *caller,
			   char token[TOKEN_BYTES])
{
	for (unsigned number = 1; number <= LINKS_EVER; number++) {
		link_token(token, service, key, number);
		*caller = roster_find(service->roster, token, service->platform);
		if (!caller->ended)
			return number;
	}
	return 0;
}

struct caller service_linked(struct service *service, const char *key)
{
	char token[TOKEN_BYTES];
	struct caller caller;

	find_place(service, key, &caller, token);
	crypto_forget(token, sizeof(token));
	return caller;
}

size_t service_links(struct service *service, const char *player, struct token_facts *out,
		     size_t max)
{
	struct token_facts token[TOKENS_MAX];
	size_t count = roster_tokens(service->roster, player, token, TOKENS_MAX), links = 0;

	for (size_t i = 0; i < count && links < max; i++) {
		if (token[i].may & TOKEN_LINK)
			out[links++] = token[i];
	}
	return links;
}

/* ---- codes ---- */

bool service_make_link_code(struct service *service, const char *player, char code[USER_CODE_BYTES])
{
	char device[DEVICE_CODE_BYTES];

	device_codes_drop(service->link_codes, player);
	return device_codes_make(service->link_codes, player, code, device);
}

enum problem_code service_find_link_code(struct service *service, const char *own,
					 const char *typed, char player[GAME_ID_BYTES])
{
	return device_codes_find(service->link_codes, own, typed, player);
}

/* ---- making and ending ---- */

static bool holds_seat(struct roster *roster, const char *player, const char *game)
{
	return roster_seat(roster, player, game) != PN_PUBLIC ||
	       roster_is_umpire(roster, player, game);
}

/* Do both sit in one game? Then who is joined would have two sides of it. */
static bool sit_together(struct roster *roster, const char *own, const char *player)
{
	enum { PER_LOOK = 32 };
	struct held_seat seat[PER_LOOK];
	uint32_t before = UINT32_MAX;
	size_t count;

	do {
		count = roster_games(roster, own, before, false, seat, PER_LOOK);
		for (size_t i = 0; i < count; i++) {
			before = seat[i].place;
			if (holds_seat(roster, player, seat[i].game))
				return true;
		}
	} while (count == PER_LOOK);
	return false;
}

static bool is_sitting_down(const struct batch *batch, const struct job *job)
{
	return account_sits_down(batch, job->player) || account_sits_down(batch, job->link.own);
}

static enum problem_code make(struct batch *batch, struct job *job)
{
	struct service *service = batch->service;
	struct token_facts token[TOKENS_MAX];
	struct caller caller;
	enum problem_code problem;

	if (is_sitting_down(batch, job) || account_is_under_way(batch, job->link.own))
		return PROBLEM_BUSY;
	if (sit_together(service->roster, job->link.own, job->player))
		return PROBLEM_ALREADY_SEATED;
	if (!find_place(service, job->link.key, &caller, job->token) ||
	    roster_tokens(service->roster, job->player, token, TOKENS_MAX) == TOKENS_MAX)
		return PROBLEM_TOO_MANY_TOKENS;
	if (!service_has_room(service))
		return PROBLEM_NO_ROOM;
	/* A player who is joined already cannot use another code, even when both come in one
	 * batch. */
	if (caller.known || account_makes_token(batch, job->token))
		return PROBLEM_NO_SUCH_CODE;
	problem = device_codes_answer(service->link_codes, job->link.own, job->link.code,
				      job->player, job->id);
	if (problem == PROBLEM_NONE)
		account_make_token(batch, job, job->id, job->link.name,
				   TOKEN_READ | TOKEN_PLAY | TOKEN_LINK);
	return problem;
}

static enum problem_code end(struct batch *batch, struct job *job)
{
	struct token_facts token;

	if (!roster_token(batch->service->roster, job->player, job->id, &token) ||
	    !(token.may & TOKEN_LINK))
		return PROBLEM_NO_SUCH_LINK;
	if (!token.ended) {
		account_end_token(batch, &token);
		job->uncommitted = true;
	}
	return PROBLEM_NONE;
}

void command_link(struct batch *batch, struct job *job)
{
	command_of_player(batch, job, account_is_under_way(batch, job->player),
			  job->kind == JOB_LINK ? make : end);
	if (job->kind == JOB_LINK)
		crypto_forget(job->token, sizeof(job->token)); /* nobody is told */
}
