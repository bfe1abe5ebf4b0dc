/* The list of public games as the store has it, on both engines. */

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "engines.h"
#include "store/store.h"

static const char one[] = "01234567-89ab-4def-8123-456789abcdef";
static const char two[] = "f1234567-89ab-4def-8123-456789abcdef";

static struct store_game game_of(const char *id)
{
	return (struct store_game){
		.id = id, .header = {"header", 6}, .secret = {"\0seed", 5}, .created_ms = 12345};
}

struct seen_listed {
	int count;
	uint8_t status;
	char id[STORE_GAME_BYTES], ruleset[32], scenario[32], machine[64], name[64];
};

static void see_listed(void *context, const struct store_listed *listed)
{
	struct seen_listed *seen = context;
	seen->count++;
	seen->status = listed->status;
	snprintf(seen->id, sizeof(seen->id), "%s", listed->id);
	snprintf(seen->ruleset, sizeof(seen->ruleset), "%s", listed->ruleset);
	snprintf(seen->scenario, sizeof(seen->scenario), "%s", listed->scenario);
	snprintf(seen->machine, sizeof(seen->machine), "%s", listed->machine);
	snprintf(seen->name, sizeof(seen->name), "%.*s", (int)listed->name.size,
		 listed->name.size > 0 ? (const char *)listed->name.bytes : "");
}

TEST_OF_ENGINES(store_listed, public_games_are_listed)
{
	struct store *store = engines_must_open(place);
	struct seen_listed seen = {0};
	static const char machine[] = "{\"side\":\"blue\",\"strength\":2}";
	static const char header[] = "{\"machine\":{\"side\":\"blue\",\"strength\":2},"
				     "\"ruleset\":\"battlesystem-2e\",\"scenario\":\"x\"}";
	struct store_game game[2] = {game_of(one), game_of(two)};
	const struct store_status status = {.game = two, .status = 2, .time_ms = 99};
	struct store_batch batch = {.list[STORE_GAME] = {game, 2}};

	game[0].access = 1;
	game[1].access = 0;
	game[1].header = (struct store_bytes){header, sizeof(header) - 1};
	cr_expect_eq(store->append(store, &batch), STORE_OK);
	batch = (struct store_batch){.list[STORE_STATUS] = {&status, 1}};
	cr_expect_eq(store->append(store, &batch), STORE_OK);
	cr_expect_eq(store->load_listed(store, NULL, &seen, see_listed), STORE_OK);
	cr_expect_eq(seen.count, 1);
	cr_expect_str_eq(seen.id, two);
	cr_expect_str_eq(seen.ruleset, "battlesystem-2e");
	cr_expect_str_eq(seen.scenario, "x");
	cr_expect_str_eq(seen.machine, machine);
	cr_expect_eq(seen.status, 2);
	store_close(store);
}

/* The name of the battle as JSON; of units that are called something it is none. */
TEST_OF_ENGINES(store_listed, a_public_games_name_is_listed_as_its_header_has_it)
{
#define UNIT "{\"muster\":{\"units\":[{\"name\":\"Ann's \\\",\\\"nonces\\\":{\"}]},"
	static const char *const headers[] = {
		UNIT "\"name\":\"The \\\"\xc3\x84lv\\\" \\\\\",\"nonces\":{},\"ruleset\":\"x\"}",
		UNIT "\"nonces\":{},\"ruleset\":\"x\"}",
	};
	static const char *const names[] = {"\"The \\\"\xc3\x84lv\\\" \\\\\"", ""};
#undef UNIT
	for (size_t i = 0; i < 2; i++) {
		struct store *store = engines_must_open(place);
		struct seen_listed seen = {0};
		struct store_game game = game_of(i == 0 ? one : two);
		struct store_batch batch = {.list[STORE_GAME] = {&game, 1}};

		game.header = (struct store_bytes){headers[i], strlen(headers[i])};
		cr_expect_eq(store->append(store, &batch), STORE_OK);
		cr_expect_eq(store->load_listed(store, game.id, &seen, see_listed), STORE_OK);
		cr_expect_eq(seen.count, 1);
		cr_expect_str_eq(seen.name, names[i]);
		store_close(store);
	}
}
