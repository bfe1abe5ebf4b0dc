/* Players and their tokens in the store, and in a folder from before there were several. */

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "earlier.h"
#include "engines.h"
#include "game/players.h"
#include "host.h"
#include "store/store.h"

static const char one[] = "01234567-89ab-4def-8123-456789abcdef";
static const char two[] = "f1234567-89ab-4def-8123-456789abcdef";

static struct store *open_store(const char *place)
{
	return engines_must_open(place);
}

struct seen_player {
	int count;
	struct store_player last;
	char id[STORE_GAME_BYTES], name[64];
};

static void see_player(void *context, const void *piece)
{
	const struct store_player *player = piece;
	struct seen_player *seen = context;
	seen->count++;
	seen->last = *player;
	snprintf(seen->id, sizeof(seen->id), "%s", player->id);
	snprintf(seen->name, sizeof(seen->name), "%s", player->name);
}

TEST_OF_ENGINES(store_players, players_come_back)
{
	struct store *store = open_store(place);
	struct seen_player seen = {0};
	const struct store_player player = {
		.id = two, .name = "J\xc3\xb3zef", .body_hash = {8}, .created_ms = 12345};
	const struct store_batch batch = {.list[STORE_PLAYER] = {&player, 1}};

	cr_expect_eq(store->append(store, &batch), STORE_OK);
	cr_expect_eq(store->append(store, &batch), STORE_CONFLICT);
	cr_expect_eq(store->load(store, STORE_PLAYER, NULL, &seen, see_player), STORE_OK);
	cr_expect_eq(seen.count, 1);
	cr_expect_str_eq(seen.id, two);
	cr_expect_str_eq(seen.name, player.name);
	cr_expect_eq(seen.last.body_hash[0], 8);
	cr_expect_eq(seen.last.created_ms, 12345);
	cr_expect_not(seen.last.ended);
	store_close(store);
}

struct seen_token {
	int count;
	struct store_token last;
	char player[STORE_GAME_BYTES], name[64];
};

static void see_token(void *context, const void *piece)
{
	const struct store_token *token = piece;
	struct seen_token *seen = context;
	seen->count++;
	seen->last = *token;
	snprintf(seen->player, sizeof(seen->player), "%s", token->player);
	snprintf(seen->name, sizeof(seen->name), "%s", token->name);
}

static struct seen_token put_token(struct store *store, const struct store_player *player,
				   const struct store_token *token)
{
	const struct store_batch batch = {.list[STORE_PLAYER] = {player, player != NULL},
					  .list[STORE_TOKEN] = {token, token != NULL}};
	struct seen_token seen = {0};

	cr_assert_eq(store->append(store, &batch), STORE_OK);
	cr_assert_eq(store->load(store, STORE_TOKEN, NULL, &seen, see_token), STORE_OK);
	cr_assert_eq(seen.count, 1);
	return seen;
}

TEST_OF_ENGINES(store_players, tokens_come_back_and_end_for_good)
{
	struct store *store = open_store(place);
	struct store_player player = {.id = two, .name = "Ann"};
	struct store_token token = {.id = one,
				    .player = two,
				    .name = "Ann's phone",
				    .token_hash = {7},
				    .body_hash = {8},
				    .may = 3,
				    .created_ms = 12345};
	struct seen_token seen = put_token(store, &player, &token);

	cr_expect_str_eq(seen.player, two);
	cr_expect_str_eq(seen.name, token.name);
	cr_expect_eq(seen.last.token_hash[0], 7);
	cr_expect_eq(seen.last.body_hash[0], 8);
	cr_expect_eq(seen.last.may, 3);
	cr_expect_eq(seen.last.created_ms, 12345);
	cr_expect_eq(seen.last.used_ms, 0);
	cr_expect_not(seen.last.ended);
	token.ended = true;
	cr_expect(put_token(store, NULL, &token).last.ended);
	/* That it was used before is written late. */
	token.ended = false;
	token.used_ms = 3600000;
	seen = put_token(store, NULL, &token);
	cr_expect(seen.last.ended);
	cr_expect_eq(seen.last.used_ms, 3600000);
	/* Its name goes with its player's. */
	player = (struct store_player){.id = two, .name = "", .ended = true, .changes = true};
	seen = put_token(store, &player, NULL);
	cr_expect_str_eq(seen.name, "");
	cr_expect_str_eq(seen.player, two);
	store_close(store);
}

/* The token that a player had is the first of several. */
Test(store_players, a_token_of_before_is_the_first)
{
	static struct host host;
	struct job job = {.kind = JOB_PLAYER, .if_match = -1, .account.name = "Ann"};
	struct token_facts token[TOKENS_MAX];
	char folder[64];

	host_make_folder(folder);
	host_open(&host, folder);
	host_key(&host, &job);
	cr_assert(host_run(&host, &job));
	host_close(&host);
	earlier_back_to_6(folder);
	host_open(&host, folder);
	cr_assert_eq(service_tokens(host.service, job.player, token, TOKENS_MAX), 1);
	cr_expect_str_eq(token[0].id, job.player);
	cr_expect_str_eq(token[0].name, "first");
	cr_expect_eq(token[0].may, TOKEN_READ | TOKEN_PLAY);
	cr_expect_gt(token[0].created_ms, 0);
	cr_expect_eq(token[0].used_ms, 0);
	struct caller caller = service_authenticate(host.service, job.token);
	cr_expect(caller.known);
	cr_expect_str_eq(caller.player, job.player);
	/* A request with the same key gets the same token. */
	struct job again = job;
	cr_assert(host_run(&host, &again));
	cr_expect_eq(again.problem, PROBLEM_NONE);
	cr_expect_str_eq(again.token, job.token);
	host_close(&host);
	host_remove_folder(folder);
}
