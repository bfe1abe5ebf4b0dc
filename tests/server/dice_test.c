/* The server's dice against vectors that another program computed: frozen format no. 2. */

#include <criterion/criterion.h>
#include <jansson.h>
#include <stdio.h>

#include "base/crypto.h"
#include "base/text.h"
#include "game/dice.h"

static json_t *vectors;

static void read_vectors(void)
{
	json_error_t error;
	vectors = json_load_file(PN_SOURCE_DIR "/tests/golden/dice_vectors.json", 0, &error);
	cr_assert_not_null(vectors, "%s", error.text);
}

static void forget_vectors(void)
{
	json_decref(vectors);
}

TestSuite(dice, .init = read_vectors, .fini = forget_vectors);

static const char *string_of(const json_t *object, const char *key)
{
	const char *string = json_string_value(json_object_get(object, key));
	cr_assert_not_null(string, "%s", key);
	return string;
}

static void read_hex(uint8_t out[32], const char *hex)
{
	for (int i = 0; i < 32; i++) {
		unsigned byte;
		cr_assert_eq(sscanf(hex + 2 * i, "%2x", &byte), 1);
		out[i] = (uint8_t)byte;
	}
}

static void expect_hex(const uint8_t bytes[32], const char *hex)
{
	struct text text = TEXT_EMPTY;
	text_add_hex(&text, bytes, 32);
	cr_expect_str_eq(text.bytes, hex);
	text_free(&text);
}

static void begin_game(const json_t *game, struct dice *dice)
{
	uint8_t seed[32], red[32], blue[32], commitment[32];
	const json_t *nonces = json_object_get(game, "nonces");

	read_hex(seed, string_of(game, "seed"));
	bool red_created = strcmp(string_of(game, "creator"), "red") == 0;
	read_hex(red, string_of(nonces, "red"));
	read_hex(blue, string_of(nonces, "blue"));
	dice->game = string_of(game, "game");
	crypto_seed_commitment(commitment, dice->game, seed);
	expect_hex(commitment, string_of(game, "seed_commitment"));
	crypto_dice_key(dice->key, seed, dice->game, red_created ? red : blue,
			red_created ? blue : red);
	expect_hex(dice->key, string_of(game, "key"));
}

Test(dice, keys_commitments_and_blocks_are_those_of_the_vectors)
{
	size_t i, j;
	json_t *game, *block;

	json_array_foreach(json_object_get(vectors, "games"), i, game)
	{
		struct dice dice = {0};
		begin_game(game, &dice);
		json_array_foreach(json_object_get(game, "blocks"), j, block)
		{
			uint8_t bytes[32];
			json_int_t number = json_integer_value(json_object_get(block, "block"));
			crypto_dice_block(bytes, dice.key, string_of(block, "label"),
					  (uint32_t)number);
			expect_hex(bytes, string_of(block, "bytes"));
		}
		cr_expect_gt(j, 0);
	}
	cr_expect_gt(i, 0);
}

Test(dice, faces_are_those_of_the_vectors)
{
	size_t i, j, rolls = 0;
	json_t *game, *roll;

	json_array_foreach(json_object_get(vectors, "games"), i, game)
	{
		struct dice dice = {0};
		begin_game(game, &dice);
		const struct pn_dice_source source = dice_source(&dice);
		json_array_foreach(json_object_get(game, "rolls"), j, roll)
		{
			const char *label = string_of(roll, "label");
			json_int_t sides = json_integer_value(json_object_get(roll, "sides"));
			json_int_t face = json_integer_value(json_object_get(roll, "face"));
			cr_expect_eq(pn_die_face(&source, label, (uint8_t)sides), face, "%s d%d",
				     label, (int)sides);
			rolls++;
		}
	}
	cr_expect_gt(rolls, 100);
}

Test(dice, a_label_shows_its_face_whatever_was_asked_before)
{
	struct dice dice = {.key = {7}};
	const struct pn_dice_source source = dice_source(&dice);
	uint8_t first = pn_die_face(&source, "1/initiative/red/initiative/1", 10);
	for (int i = 0; i < 50; i++)
		pn_die_face(&source, "1/initiative/blue/initiative/1", 6);
	cr_expect_eq(pn_die_face(&source, "1/initiative/red/initiative/1", 10), first);
}

Test(dice, every_input_of_the_key_matters)
{
	const uint8_t zero[32] = {0}, one[32] = {1};
	const char *game = "00000000-0000-4000-8000-000000000000";
	uint8_t key[5][32];

	crypto_dice_key(key[0], zero, game, zero, zero);
	crypto_dice_key(key[1], one, game, zero, zero);
	crypto_dice_key(key[2], zero, "00000000-0000-4000-8000-000000000001", zero, zero);
	crypto_dice_key(key[3], zero, game, one, zero);
	crypto_dice_key(key[4], zero, game, zero, one);
	for (int i = 0; i < 5; i++) {
		for (int j = 0; j < i; j++)
			cr_expect_neq(memcmp(key[i], key[j], 32), 0, "%d %d", i, j);
	}
}
