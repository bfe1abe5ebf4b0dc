#include "summed.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "base/crypto.h"
#include "engines.h"

/* ---- what is written ---- */

void summed_append(struct store *store, const struct store_batch *batch)
{
	const enum store_error error = store->append(store, batch);

	cr_assert_eq(error, STORE_OK, "%s", store_error_text(error));
}

void summed_put_player(struct store *store, const struct store_player *player)
{
	summed_append(store, &(struct store_batch){.list[STORE_PLAYER] = {player, 1}});
}

void summed_put_token(struct store *store, const struct store_token *token)
{
	summed_append(store, &(struct store_batch){.list[STORE_TOKEN] = {token, 1}});
}

void summed_put_seat(struct store *store, const struct store_seat *seat)
{
	summed_append(store, &(struct store_batch){.list[STORE_SEAT] = {seat, 1}});
}

void summed_put_battle(struct store *store, const char *player, const char *id,
		       enum store_battle_act act, const char *text)
{
	struct store_battle battle = {.player = player,
				      .id = id,
				      .title = "A battle",
				      .ruleset = "chainmail",
				      .changed_ms = 7,
				      .code = 3,
				      .file = {text, strlen(text)},
				      .act = act};

	crypto_sha256(battle.hash, text, strlen(text));
	crypto_sha256(battle.code_hash, id, strlen(id));
	summed_append(store, &(struct store_batch){.list[STORE_BATTLE] = {&battle, 1}});
}

struct store_token summed_token(const char *player, const char *id)
{
	struct store_token token = {
		.id = id, .player = player, .name = "A telephone", .may = 3, .created_ms = 9};

	memcpy(token.token_hash, id, sizeof(token.token_hash));
	return token;
}

struct store_seat summed_seat(uint8_t side, uint8_t hash)
{
	return (struct store_seat){.game = GAME, .side = side, .token_hash = {hash}};
}

/* Two rows of each table. */
void summed_fill(struct store *store)
{
	const struct store_game game = {
		.id = GAME, .header = {"header", 6}, .secret = {"seed", 4}, .created_ms = 1};
	const struct store_seat seats[] = {summed_seat(0, 1),
					   {.game = GAME, .side = 1, .player = ANN}};
	const struct store_player players[] = {{.id = ANN, .name = "Ann", .body_hash = {1}},
					       {.id = BOB, .name = "Bob", .body_hash = {2}}};
	const struct store_token tokens[] = {summed_token(ANN, PHONE), summed_token(BOB, BOT)};

	summed_append(store, &(struct store_batch){.list[STORE_GAME] = {&game, 1},
						   .list[STORE_SEAT] = {seats, 2},
						   .list[STORE_PLAYER] = {players, 2},
						   .list[STORE_TOKEN] = {tokens, 2}});
	summed_put_battle(store, ANN, FORD, STORE_BATTLE_FILE, "{}");
	summed_put_battle(store, BOB, HILL, STORE_BATTLE_FILE, "[]");
}

void summed_make(const char *place)
{
	struct store *store = engines_must_open(place);

	summed_fill(store);
	store_close(store);
}

/* ---- what is found ---- */

static void take_finding(void *context, const struct store_finding *finding)
{
	struct summed_found *found = context;

	found->count++;
	found->last = *finding;
	snprintf(found->table, sizeof(found->table), "%s", finding->table);
	snprintf(found->id, sizeof(found->id), "%s", finding->id);
}

struct summed_found summed_findings(struct store *store)
{
	struct summed_found found = {0};

	cr_expect_eq(store->check_rows(store, &found, take_finding), STORE_OK);
	return found;
}

void summed_expect_whole(struct store *store, const char *after)
{
	const struct summed_found found = summed_findings(store);

	cr_expect_eq(found.count, 0, "%s: %s %s, %d", after, found.table, found.id,
		     (int)found.last.kind);
}

struct summed_found summed_findings_in(const char *place)
{
	struct store *store = engines_must_open(place);
	const struct summed_found found = summed_findings(store);

	store_close(store);
	return found;
}

void summed_expect_found(const char *place, enum store_finding_kind kind, const char *table,
			 const char *id, const char *what)
{
	const struct summed_found found = summed_findings_in(place);

	cr_expect_eq(found.count, 1, "%s: %d", what, found.count);
	cr_expect_eq(found.last.kind, kind, "%s: %d", what, (int)found.last.kind);
	cr_expect_str_eq(found.table, table, "%s", what);
	cr_expect_str_eq(found.id, id, "%s", what);
}

/* Put the first row of a table aside, and back in place of what is there. */
void summed_keep_row(const char *place, const char *table)
{
	char text[128];

	snprintf(text, sizeof(text), "CREATE TABLE kept AS SELECT * FROM %s WHERE id = 1", table);
	engines_sql(place, text);
}

void summed_put_back(const char *place, const char *table)
{
	char text[192];

	snprintf(text, sizeof(text),
		 "DELETE FROM %s WHERE id = 1; INSERT INTO %s SELECT * FROM kept; DROP TABLE kept",
		 table, table);
	engines_sql(place, text);
}
