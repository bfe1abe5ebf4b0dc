/* Rows of holders, players, tokens and battles that something else than the server changed, removed
 * or added are found, whichever engine keeps them; and nothing is told of those it wrote. */

#include <criterion/criterion.h>
#include <stdio.h>

#include "engines.h"
#include "summed.h"

static const char *const tables[] = {"holder", "player", "token", "battle"};

/* ---- nothing is told of what the server wrote ---- */

static void change_players(struct store *store)
{
	struct store_token token = summed_token(ANN, PHONE);

	summed_put_player(store,
			  &(struct store_player){.id = ANN, .name = "Anna", .changes = true});
	summed_expect_whole(store, "a name");
	summed_put_player(store,
			  &(struct store_player){
				  .id = ANN, .name = "Anna", .changes = true, .shows_day = true});
	summed_expect_whole(store, "a day");
	token.used_ms = 3600000;
	token.only_used = true;
	summed_put_token(store, &token);
	summed_expect_whole(store, "a use");
	token.ended = true;
	summed_put_token(store, &token);
	summed_expect_whole(store, "an end");
}

static void change_battles(struct store *store)
{
	summed_put_battle(store, ANN, FORD, STORE_BATTLE_FILE, "{\"title\":\"Ford\"}");
	summed_expect_whole(store, "another file");
	summed_put_battle(store, ANN, FORD, STORE_BATTLE_LINK, "");
	summed_expect_whole(store, "a link");
	summed_put_battle(store, BOB, HILL, STORE_BATTLE_GONE, "");
	summed_expect_whole(store, "a battle that went");
	summed_put_battle(store, BOB, HILL, STORE_BATTLE_GONE, "");
	summed_expect_whole(store, "a battle that was not there");
}

static void change_seats(struct store *store)
{
	struct store_seat seat = summed_seat(0, 5);

	seat.ends_others = true;
	summed_put_seat(store, &seat);
	summed_expect_whole(store, "another token");
	seat = (struct store_seat){.game = GAME, .side = 1, .player = BOB, .ends_others = true};
	summed_put_seat(store, &seat);
	summed_expect_whole(store, "another player");
}

static void forget(struct store *store, int status)
{
	const struct store_forgotten forgotten = {.game = GAME, .status = status};

	summed_append(store, &(struct store_batch){.list[STORE_FORGOTTEN] = {&forgotten, 1}});
	summed_expect_whole(store, "a game that is forgotten");
}

TEST_OF_ENGINES(row_sums, nothing_is_told_of_what_the_store_wrote)
{
	struct store *store = engines_must_open(place);

	summed_expect_whole(store, "nothing");
	summed_fill(store);
	summed_expect_whole(store, "all that is new");
	change_players(store);
	change_battles(store);
	change_seats(store);
	summed_put_player(store, &(struct store_player){
					 .id = ANN, .name = "", .changes = true, .ended = true});
	summed_expect_whole(store, "a player who left");
	forget(store, 1);
	forget(store, STORE_ANY_STATUS);
	store_close(store);
	store = engines_must_open(place);
	summed_expect_whole(store, "a start");
	store_close(store);
}

/* A batch that fails changes no sum. */
TEST_OF_ENGINES(row_sums, what_is_not_written_is_not_counted)
{
	struct store *store = engines_must_open(place);
	const struct store_player players[] = {{.id = BOB, .name = "Bob"},
					       {.id = ANN, .name = "Ann"}};
	const struct store_batch batch = {.list[STORE_PLAYER] = {players, 2}};

	summed_put_player(store, &players[1]);
	cr_expect_eq(store->append(store, &batch), STORE_CONFLICT);
	summed_expect_whole(store, "a conflict");
	summed_put_player(store, &players[0]);
	summed_expect_whole(store, "what came after it");
	store_close(store);
}

/* ---- changed ---- */

TEST_OF_ENGINES(row_sums, every_cell_of_every_table_is_covered)
{
	static const struct {
		const char *table, *id;
		const char *change;
	} cases[] = {
		{"holder", GAME, "side = 1 - side"},
		{"holder", GAME, "token_hash = name"},
		{"holder", GAME, "token_hash = NULL"},
		{"holder", GAME, "player = name"},
		{"holder", GAME, "ended = 1"},
		{"player", ANN, "body_hash = name"},
		{"player", ANN, "title = 'Mallory'"},
		{"player", ANN, "title = ''"},
		{"player", ANN, "created_ms = created_ms + 1"},
		{"player", ANN, "ended = 1"},
		{"player", ANN, "shows_day = 1"},
		{"token", PHONE, "player = name"},
		{"token", PHONE, "token_hash = name"},
		{"token", PHONE, "body_hash = name"},
		{"token", PHONE, "title = 'Another'"},
		{"token", PHONE, "may = 7"},
		{"token", PHONE, "created_ms = 0"},
		{"token", PHONE, "used_ms = 1"},
		{"token", PHONE, "ended = 1"},
		{"battle", FORD, "player = name"},
		{"battle", FORD, "changed_ms = 0"},
		{"battle", FORD, "code = 1"},
		{"battle", FORD, "code_hash = hash"},
		{"battle", FORD, "title = 'a battle'"},
		{"battle", FORD, "ruleset = 'battlesystem-2e'"},
		{"battle", FORD, "hash = name"},
		{"battle", FORD, "checksum = name"},
	};
	char text[128];

	summed_make(place);
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		summed_keep_row(place, cases[i].table);
		snprintf(text, sizeof(text), "UPDATE %s SET %s WHERE id = 1", cases[i].table,
			 cases[i].change);
		engines_sql(place, text);
		summed_expect_found(place, STORE_ROW_CHANGED, cases[i].table, cases[i].id,
				    cases[i].change);
		summed_put_back(place, cases[i].table);
		cr_expect_eq(summed_findings_in(place).count, 0, "%s", cases[i].change);
	}
}

/* It is told under the id that it has now, and with its key. */
TEST_OF_ENGINES(row_sums, a_changed_id_is_found)
{
	char text[128];

	summed_make(place);
	for (size_t i = 0; i < 4; i++) {
		summed_keep_row(place, tables[i]);
		snprintf(text, sizeof(text), "UPDATE %s SET name = checksum WHERE id = 1",
			 tables[i]);
		engines_sql(place, text);
		const struct summed_found found = summed_findings_in(place);
		cr_expect_eq(found.count, 1, "%s", tables[i]);
		cr_expect_eq(found.last.kind, STORE_ROW_CHANGED, "%s", tables[i]);
		cr_expect_eq(found.last.key, 1, "%s", tables[i]);
		summed_put_back(place, tables[i]);
	}
}

/* ---- missing ---- */

TEST_OF_ENGINES(row_sums, a_missing_row_is_found_and_named)
{
	static const char *const ids[] = {GAME, ANN, PHONE, FORD};
	char text[64];

	summed_make(place);
	for (size_t i = 0; i < 4; i++) {
		summed_keep_row(place, tables[i]);
		snprintf(text, sizeof(text), "DELETE FROM %s WHERE id = 1", tables[i]);
		engines_sql(place, text);
		summed_expect_found(place, STORE_ROW_MISSING, tables[i], ids[i], tables[i]);
		summed_put_back(place, tables[i]);
		cr_expect_eq(summed_findings_in(place).count, 0, "%s", tables[i]);
	}
}

TEST_OF_ENGINES(row_sums, of_several_that_are_missing_the_number_is_told)
{
	char text[64];

	summed_make(place);
	for (size_t i = 0; i < 4; i++) {
		snprintf(text, sizeof(text), "DELETE FROM %s", tables[i]);
		engines_sql(place, text);
	}
	const struct summed_found found = summed_findings_in(place);
	cr_expect_eq(found.count, 4);
	cr_expect_eq(found.last.kind, STORE_ROWS_MISSING);
	cr_expect_eq(found.last.count, 2);
	cr_expect_str_eq(found.id, "");
}

/* ---- added ---- */

TEST_OF_ENGINES(row_sums, an_added_row_is_found)
{
	static const struct {
		const char *table, *values;
	} cases[] = {
		{"holder", "(id, name, side, player) SELECT 9, name, 0, name"},
		{"player",
		 "(id, name, body_hash, title, created_ms) SELECT 9, body_hash, body_hash, 'M', 1"},
		{"token", "(id, name, player, token_hash, body_hash, title, may, created_ms)"
			  " SELECT 9, player, player, player, body_hash, 'M', 3, 1"},
		{"battle", "(id, player, name, changed_ms, title, ruleset, hash, file)"
			   " SELECT 9, name, player, 1, 'M', ruleset, hash, file"},
	};
	char text[256];

	summed_make(place);
	for (size_t i = 0; i < 4; i++) {
		snprintf(text, sizeof(text), "INSERT INTO %s %s FROM %s WHERE id = 1",
			 cases[i].table, cases[i].values, cases[i].table);
		engines_sql(place, text);
		const struct summed_found found = summed_findings_in(place);
		cr_expect_eq(found.count, 1, "%s", cases[i].table);
		cr_expect_eq(found.last.kind, STORE_ROW_ADDED, "%s", cases[i].table);
		cr_expect_str_eq(found.table, cases[i].table);
		cr_expect_eq(found.last.key, 9);
		snprintf(text, sizeof(text), "DELETE FROM %s WHERE id = 9", cases[i].table);
		engines_sql(place, text);
		cr_expect_eq(summed_findings_in(place).count, 0, "%s", cases[i].table);
	}
}

/* The row, and that there is one too many. */
TEST_OF_ENGINES(row_sums, an_added_row_with_the_checksum_of_another_is_found)
{
	summed_make(place);
	engines_sql(place, "INSERT INTO player (id, name, body_hash, title, created_ms, checksum)"
			   " SELECT 9, body_hash, body_hash, title, created_ms, checksum"
			   " FROM player WHERE id = 1");
	const struct summed_found found = summed_findings_in(place);
	cr_expect_eq(found.count, 2);
	cr_expect_eq(found.last.kind, STORE_ROWS_MORE);
	cr_expect_eq(found.last.count, 1);
	cr_expect_str_eq(found.table, "player");
}

/* ---- of another time ---- */

TEST_OF_ENGINES(row_sums, a_row_as_it_once_was_is_found)
{
	struct store_token token = summed_token(ANN, PHONE);
	struct store *store;

	summed_make(place);
	summed_keep_row(place, "token");
	store = engines_must_open(place);
	token.ended = true;
	summed_put_token(store, &token);
	store_close(store);
	summed_put_back(place, "token");
	summed_expect_found(place, STORE_ROWS_OTHER, "token", "", "a token that had ended");
}

/* What was damaged does not become good when the server writes to it; it may go. */
TEST_OF_ENGINES(row_sums, a_damaged_row_stays_one_until_it_goes)
{
	struct store_token token = summed_token(ANN, PHONE);
	struct store *store;

	summed_make(place);
	engines_sql(place, "UPDATE token SET may = 7 WHERE id = 1");
	engines_sql(place, "UPDATE battle SET title = 'x' WHERE id = 1");
	store = engines_must_open(place);
	token.used_ms = 3600000;
	summed_put_token(store, &token);
	cr_expect_eq(summed_findings(store).count, 2);
	summed_put_battle(store, ANN, FORD, STORE_BATTLE_GONE, "");
	const struct summed_found found = summed_findings(store);
	cr_expect_eq(found.count, 1);
	cr_expect_eq(found.last.kind, STORE_ROW_CHANGED);
	cr_expect_str_eq(found.id, PHONE);
	store_close(store);
}

/* A sum that a disk changed stops nobody. */
TEST_OF_ENGINES(row_sums, a_damaged_sum_is_found_and_stops_nothing)
{
	struct store *store;

	summed_make(place);
	engines_sql(place, "UPDATE row_sum SET checksums = 9223372036854775807,"
			   " ids_low = -9223372036854775807 WHERE name = 'token'");
	summed_expect_found(place, STORE_ROWS_OTHER, "token", "", "a sum");
	engines_sql(place, "UPDATE row_sum SET row_count = -9223372036854775807"
			   " WHERE name = 'player'");
	engines_sql(place, "UPDATE row_sum SET row_count = 9223372036854775807"
			   " WHERE name = 'battle'");
	store = engines_must_open(place);
	const struct store_token token = summed_token(BOB, FORD);
	summed_put_token(store, &token);
	summed_put_player(store, &(struct store_player){.id = PHONE, .name = "Cid"});
	summed_put_battle(store, ANN, HILL, STORE_BATTLE_FILE, "{}");
	cr_expect_eq(summed_findings(store).count, 3);
	store_close(store);
}
