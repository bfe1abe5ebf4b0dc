/* Hashes under way at once, hashes on other threads, ids. What is hashed is in other tests:
 * dice_test.c and the records. */

#include <criterion/criterion.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/crypto.h"
#include "base/platform.h"
#include "base/text.h"

enum { IDS = 200, THREADS = 4, ID_BYTES = PLATFORM_ID_BYTES };

/* FIPS 180-4's example of one block. */
static const char abc_hash[] = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

static void check_hash(const uint8_t hash[32], const char *expected)
{
	struct text hex = TEXT_EMPTY;

	text_add_hex(&hex, hash, 32);
	cr_expect_str_eq(hex.bytes, expected);
	text_free(&hex);
}

Test(crypto, hash_of_an_example)
{
	uint8_t hash[32];

	crypto_sha256(hash, "abc", 3);
	check_hash(hash, abc_hash);
	crypto_sha256(hash, "", 0);
	check_hash(hash, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

Test(crypto, four_hashes_at_once_and_in_any_order)
{
	struct crypto_hash hash[4];
	uint8_t out[32];

	for (int round = 0; round < 3; round++) {
		for (int i = 0; i < 4; i++)
			crypto_hash_begin(&hash[i]);
		for (size_t part = 0; part < 3; part++)
			for (int i = 0; i < 4; i++)
				crypto_hash_add(&hash[i], &"abc"[part], 1);
		for (int i = 0; i < 4; i++) {
			crypto_hash_end(&hash[(i + round) % 4], out);
			check_hash(out, abc_hash);
		}
	}
}

static void *make_ids(void *closure)
{
	char(*id)[ID_BYTES] = closure;
	uint8_t hash[32];

	for (int i = 0; i < IDS; i++)
		platform_real.new_id(NULL, id[i]);
	crypto_sha256(hash, "abc", 3);
	check_hash(hash, abc_hash);
	return NULL;
}

static int compare_ids(const void *a, const void *b)
{
	return memcmp(a, b, ID_BYTES);
}

Test(crypto, ids_are_of_version_4_and_differ_between_threads)
{
	static char id[THREADS * IDS][ID_BYTES];
	pthread_t thread[THREADS];

	for (int i = 0; i < THREADS; i++)
		cr_assert_eq(pthread_create(&thread[i], NULL, make_ids, &id[i * IDS]), 0);
	for (int i = 0; i < THREADS; i++)
		pthread_join(thread[i], NULL);
	qsort(id, THREADS * IDS, ID_BYTES, compare_ids);
	for (int i = 0; i < THREADS * IDS; i++) {
		cr_expect_eq(strlen(id[i]), 36);
		cr_expect_eq(id[i][14], '4', "%s", id[i]);
		cr_expect(strchr("89ab", id[i][19]), "%s", id[i]);
		cr_expect(i == 0 || strcmp(id[i - 1], id[i]) != 0, "%s", id[i]);
	}
}
