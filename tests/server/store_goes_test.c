/* What goes with a game that is forgotten, and with a player who leaves: whatever kind it is of. */

#include <criterion/criterion.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>

#include "engines.h"
#include "game/notice_kinds.h"
#include "host.h"

#define GAME "01234567-89ab-4def-8123-456789abcdef"
#define ANN "11234567-89ab-4def-8123-456789abcdef"
#define OWN "21234567-89ab-4def-8123-456789abcdef"
#define OTHER "31234567-89ab-4def-8123-456789abcdef"
#define APP "41234567-89ab-4def-8123-456789abcdef"

/* ANN's own game, hook, app and battle; a grant of that game alone; a hook of the red seat. */
static const struct store_game game = {.id = GAME, .header = {"{}", 2}, .secret = {"s", 1}};
static const struct store_row row = {.game = GAME, .events = {"x", 1}, .tips = {"t", 1}};
static const struct store_state state = {GAME, 1, {"body", 4}};
static const struct store_seat seat = {.game = GAME, .side = PN_RED, .player = ANN};
static const struct store_player player = {.id = ANN, .name = "Ann"};
static const struct store_token token = {
	.id = OWN, .player = ANN, .name = "first", .token_hash = {1}};
static const struct store_battle battle = {.player = ANN,
					   .id = OWN,
					   .title = "Mill",
					   .ruleset = "x",
					   .file = {"{}", 2},
					   .act = STORE_BATTLE_FILE};
static const struct store_hook hooks[] = {
	{.player = ANN,
	 .id = OWN,
	 .url = "https://example.org/own",
	 .language = "en",
	 .kinds = 1 << NOTICE_TURN},
	{.player = OTHER,
	 .id = OTHER,
	 .game = GAME,
	 .side = PN_RED,
	 .url = "https://example.org/seat",
	 .language = "en",
	 .kinds = 1 << NOTICE_TURN},
};
static const struct store_notice notice = {
	.player = ANN, .game = GAME, .kind = NOTICE_TURN, .made_ms = 5, .due_ms = 6};
static const struct store_post post = {.hook = 1, .game = GAME, .message = "12"};
static const struct store_app app = {.id = APP, .player = ANN, .name = "Clock"};
static const struct store_grant grant = {.id = OWN, .app = APP, .player = ANN, .game = GAME};
static const struct store_fault fault = {.game = GAME, .report = OWN};
static const struct store_report report = {.game = GAME, .said = {"x", 1}, .reason = {"y", 1}};

static char folder[64];

static void append(const struct store_batch *batch)
{
	struct store *store = engines_must_open(folder);

	cr_assert_eq(store->append(store, batch), STORE_OK);
	store_close(store);
}

static int take_number(void *context, int count, char **values, char **names)
{
	*(int *)context = atoi(values[0]);
	return 0;
}

static int ask(const char *sql)
{
	char path[128];
	sqlite3 *database;
	int number = -1;

	snprintf(path, sizeof(path), "%s/pennon.db", folder);
	cr_assert_eq(sqlite3_open(path, &database), SQLITE_OK);
	cr_assert_eq(sqlite3_exec(database, sql, take_number, &number, NULL), SQLITE_OK, "%s", sql);
	sqlite3_close(database);
	return number;
}

/* Each asks how many there are of a thing that is to go. */
static void expect_each(const char *const *questions, size_t count, int wanted)
{
	for (size_t i = 0; i < count; i++)
		cr_expect_eq(ask(questions[i]), wanted, "%s: not %d", questions[i], wanted);
}

static void begin(void)
{
	host_make_folder(folder);
	append(&(struct store_batch){.list = {
					     [STORE_APP] = {&app, 1},
					     [STORE_GRANT] = {&grant, 1},
					     [STORE_GAME] = {&game, 1},
					     [STORE_ROW] = {&row, 1},
					     [STORE_STATE] = {&state, 1},
					     [STORE_SEAT] = {&seat, 1},
					     [STORE_BATTLE] = {&battle, 1},
					     [STORE_PLAYER] = {&player, 1},
					     [STORE_TOKEN] = {&token, 1},
					     [STORE_HOOK] = {hooks, 2},
					     [STORE_NOTICE] = {&notice, 1},
					     [STORE_POST] = {&post, 1},
					     [STORE_FAULT] = {&fault, 1},
					     [STORE_REPORT] = {&report, 1},
				     }});
}

static void end(void)
{
	host_remove_folder(folder);
}

TestSuite(store_goes, .init = begin, .fini = end);

Test(store_goes, with_a_game_all_that_is_of_it)
{
	static const char *const of_it[] = {
		"SELECT count(*) FROM game",
		"SELECT count(*) FROM command",
		"SELECT count(*) FROM tail",
		"SELECT count(*) FROM state",
		"SELECT count(*) FROM holder",
		"SELECT count(*) FROM hook WHERE game IS NOT NULL",
		"SELECT count(*) FROM notice",
		"SELECT count(*) FROM post",
		"SELECT count(*) FROM fault",
		"SELECT count(*) FROM report",
		"SELECT count(*) FROM app_grant WHERE ended = 0",
	};
	static const char *const of_players[] = {
		"SELECT count(*) FROM player WHERE title = 'Ann'",
		"SELECT count(*) FROM token WHERE title = 'first'",
		"SELECT count(*) FROM hook",
		"SELECT count(*) FROM battle",
		"SELECT count(*) FROM app WHERE ended = 0",
	};
	const struct store_forgotten other_status = {GAME, 2}, gone = {GAME, STORE_ANY_STATUS};

	append(&(struct store_batch){.list[STORE_FORGOTTEN] = {&other_status, 1}});
	expect_each(of_it, sizeof(of_it) / sizeof(of_it[0]), 1);
	append(&(struct store_batch){.list[STORE_FORGOTTEN] = {&gone, 1}});
	expect_each(of_it, sizeof(of_it) / sizeof(of_it[0]), 0);
	expect_each(of_players, sizeof(of_players) / sizeof(of_players[0]), 1);
}

Test(store_goes, with_a_player_all_that_is_theirs_but_their_seats)
{
	static const char *const theirs[] = {
		"SELECT count(*) FROM token WHERE title = 'first'",
		"SELECT count(*) FROM battle",
		"SELECT count(*) FROM hook WHERE game IS NULL",
		"SELECT count(*) FROM notice",
		"SELECT count(*) FROM app WHERE ended = 0 AND title = 'Clock'",
		"SELECT count(*) FROM app_grant WHERE ended = 0",
	};
	static const char *const of_games[] = {
		"SELECT count(*) FROM game",
		"SELECT count(*) FROM command",
		"SELECT count(*) FROM holder",
		"SELECT count(*) FROM hook WHERE game IS NOT NULL",
	};
	const struct store_player leaves = {.id = ANN, .name = "", .changes = true, .ended = true};
	const struct store_player renamed = {.id = ANN, .name = "Anna", .changes = true};

	append(&(struct store_batch){.list[STORE_PLAYER] = {&renamed, 1}});
	expect_each(theirs, sizeof(theirs) / sizeof(theirs[0]), 1);
	append(&(struct store_batch){.list[STORE_PLAYER] = {&leaves, 1}});
	expect_each(theirs, sizeof(theirs) / sizeof(theirs[0]), 0);
	expect_each(of_games, sizeof(of_games) / sizeof(of_games[0]), 1);
}
