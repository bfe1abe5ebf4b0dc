/* Battle files of format 1, as they were written first: each version reads them, whatever more its
 * own have, and what it does not know it refuses by name and place. Lines are added to the golden
 * files, never changed: people keep such files. */

#include <criterion/criterion.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "codec/codec_battle.h"
#include "pennon/game.h"

#define FILES PN_SOURCE_DIR "/tests/golden/formats/battles.jsonl"

enum { LINE_BYTES = 16384, FILES_LEAST = 3 };

static struct codec_battle battle;

static void decode(const char *bytes, size_t size)
{
	struct codec_error error = {0};

	cr_assert(codec_battle_decode(&battle, NULL, CODEC_SENT, bytes, size, &error), "%s",
		  error.detail);
}

/* Call `look` with each file as it stands. */
static void each_file(void (*look)(const char *bytes, size_t size))
{
	static char line[LINE_BYTES];
	FILE *file = fopen(FILES, "r");
	int count = 0;

	cr_assert(file);
	for (; fgets(line, sizeof(line), file); count++)
		look(line, strcspn(line, "\n"));
	fclose(file);
	cr_expect_geq(count, FILES_LEAST);
}

static void opens(const char *bytes, size_t size)
{
	static struct pn_game game;
	struct codec_error error = {0};
	struct text written = {0};

	decode(bytes, size);
	cr_expect(codec_battle_is_file(&battle, &error), "%s: %s %s", battle.name, error.pointer,
		  error.detail);
	const struct pn_muster_fault fault = pn_setup(&game, battle.ruleset, &battle.muster);

	cr_expect_eq(fault.code, PN_MUSTER_NONE, "%s: %s", battle.name, fault.member);
	/* What is kept of it and given back is the same battle. */
	const struct pn_muster read = battle.muster;

	codec_battle_encode(&written, battle.ruleset, &battle.muster, battle.name);
	decode(written.bytes, written.size);
	cr_expect_eq(battle.faults.count, 0);
	cr_expect_eq(memcmp(&read, &battle.muster, sizeof(read)), 0, "%s", battle.name);
	text_free(&written);
}

Test(battle_file, one_of_the_first_version_opens_in_each)
{
	each_file(opens);
}

static const char stranger[] = "weather";
static unsigned refused;

/* A member that nobody knows in the object at `pointer` is the one thing that is wrong. */
static void expect_refusal(const json_t *document, const char *pointer)
{
	char *bytes = json_dumps(document, JSON_COMPACT);
	char place[CODEC_POINTER_BYTES + sizeof(stranger)];

	snprintf(place, sizeof(place), "%s/%s", pointer, stranger);
	decode(bytes, strlen(bytes));
	const struct codec_error *error = &battle.faults.fault[0].error;

	cr_assert_geq(battle.faults.count, 1, "%s is let pass", place);
	cr_expect_str_eq(error->pointer, place);
	if (strcmp(pointer, "/muster/position/units") == 0)
		cr_expect_str_eq(error->key, "muster.no_unit");
	else {
		cr_expect_str_eq(error->key, "muster.no_such_name", "%s", place);
		cr_expect(strstr(error->detail, "\"weather\""), "%s: %s", place, error->detail);
	}
	refused++;
	free(bytes);
}

/* Put the stranger into each object of `value`, one at a time. */
static void plant(const json_t *document, json_t *value, const char *pointer)
{
	char below[CODEC_POINTER_BYTES];
	const char *name;
	json_t *member;
	size_t at;

	json_array_foreach(value, at, member)
	{
		snprintf(below, sizeof(below), "%s/%zu", pointer, at);
		plant(document, member, below);
	}
	if (!json_is_object(value))
		return;
	json_object_set_new(value, stranger, json_string("rain"));
	expect_refusal(document, pointer);
	json_object_del(value, stranger);
	json_object_foreach(value, name, member)
	{
		snprintf(below, sizeof(below), "%s/%s", pointer, name);
		plant(document, member, below);
	}
}

static void refuses_strangers(const char *bytes, size_t size)
{
	json_t *document = json_loadb(bytes, size, JSON_REJECT_DUPLICATES, NULL);

	cr_assert(document);
	plant(document, document, "");
	json_decref(document);
}

Test(battle_file, what_it_does_not_know_is_refused_by_name_wherever_it_stands)
{
	each_file(refuses_strangers);
	cr_expect_gt(refused, 100);
}
