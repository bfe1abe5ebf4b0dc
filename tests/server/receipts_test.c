/* What a receipt promises, and that it stays the same. */

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "codec/codec_receipt.h"
#include "game/service.h"
#include "host.h"

static struct host host;
static struct pn_muster muster;
static char folder[64];

static void open_host(void)
{
	host_make_folder(folder);
	host_open(&host, folder);
}

static void close_host(void)
{
	host_close(&host);
	host_remove_folder(folder);
}

TestSuite(receipts, .init = open_host, .fini = close_host);

/* By the server's one key: as a leaf of a tree whose root is signed. */
static void expect_signed(const struct text *shown)
{
	struct receipt_line receipt;
	struct codec_error error;
	struct text line = TEXT_EMPTY;
	uint8_t id[4][8], key[4][32], leaf[32], root[32];

	cr_assert(codec_receipt_decode(&receipt, shown->bytes, shown->size, &error));
	cr_expect_eq(receipt.format, 2);
	cr_expect_eq(service_keys(host.service, id, key, 4), 1);
	cr_expect_eq(memcmp(id[0], receipt.key, sizeof(receipt.key)), 0);
	codec_receipt_line(&line, &receipt);
	merkle_leaf(leaf, receipt.salt, line.bytes, line.size);
	merkle_root(root, leaf, &receipt.proof);
	cr_expect(crypto_root_good(receipt.signature, key[0], root));
	text_free(&line);
}

Test(receipts, a_receipt_is_signed_and_fits_the_chain)
{
	host_muster(&muster, PN_METHOD_SEALED);
	struct hosted_game hosted = host_declaring_game(&host, &muster);
	struct pn_command draft = host_actions(&host, &hosted, PN_RED, PN_COMMAND_DECLARE_CHARGE);
	struct job job = host_act(&host, &hosted, PN_RED, &draft);
	cr_assert_eq(job.problem, PROBLEM_NONE);
	struct text line = TEXT_EMPTY, lines = TEXT_EMPTY;
	receipt_write(host.service, hosted.game, PN_RED, &job.action.receipt, &line);
	expect_signed(&line);

	struct seen_event seen[8];
	size_t count =
		snapshot_events(job.snapshot, PN_RED, job.action.first_seq - 1, seen, 8, &lines);
	cr_assert_geq(count, 1);
	cr_expect_eq(seen[0].seq, job.action.first_seq);
	cr_expect_eq(seen[count - 1].seq, job.action.receipt.seq);
	cr_expect_eq(memcmp(seen[count - 1].hash, job.action.receipt.hash, 32), 0);
	struct crypto_hash hash;
	uint8_t out[32];
	crypto_hash_begin(&hash);
	crypto_hash_add(&hash, job.action.receipt.previous, 32);
	crypto_hash_add(&hash, seen[count - 1].line, seen[count - 1].line_size);
	crypto_hash_add(&hash, "\n", 1);
	crypto_hash_end(&hash, out);
	cr_expect_eq(memcmp(out, job.action.receipt.hash, 32), 0);
	snapshot_release(job.snapshot);
	text_free(&line);
	text_free(&lines);
}

/* A receipt that is asked for again is made with the key of then; when that is gone, it is one of
 * format 1 with the key of now. */
Test(receipts, a_receipt_outlives_a_change_of_keys)
{
	struct text text = TEXT_EMPTY, shown[3] = {TEXT_EMPTY, TEXT_EMPTY, TEXT_EMPTY};
	char path[2][128];
	struct receipt_line receipt;
	struct codec_error error;

	host_muster(&muster, PN_METHOD_SEALED);
	struct hosted_game hosted = host_declaring_game(&host, &muster);
	struct pn_command ready = host_actions(&host, &hosted, PN_RED, PN_COMMAND_READY);
	struct job first = host_act_job(&host, &hosted, PN_RED, &ready, &text);
	cr_assert(host_run(&host, &first));
	receipt_write(host.service, hosted.game, PN_RED, &first.action.receipt, &shown[0]);
	snapshot_release(first.snapshot);
	for (int i = 0; i < 2; i++)
		snprintf(path[i], sizeof(path[i]), "%s/keys/sign-000%d.key", host.directory, i + 1);
	for (int change = 1; change <= 2; change++) {
		FILE *file = fopen(path[change == 1 ? 1 : 0], "w");
		cr_assert_not_null(file);
		fprintf(file, "%064x\n", 7);
		fclose(file);
		host_reopen(&host);
		struct job repeated = first;
		repeated.snapshot = NULL;
		cr_assert(host_run(&host, &repeated));
		cr_assert_eq(repeated.problem, PROBLEM_NONE);
		receipt_write(host.service, hosted.game, PN_RED, &repeated.action.receipt,
			      &shown[change]);
		snapshot_release(repeated.snapshot);
	}
	cr_expect_str_eq(shown[1].bytes, shown[0].bytes, "there is another key beside it");
	cr_assert(codec_receipt_decode(&receipt, shown[2].bytes, shown[2].size, &error));
	cr_expect_eq(receipt.format, 1, "the key is gone");
	text_free(&text);
	for (int i = 0; i < 3; i++)
		text_free(&shown[i]);
}

/* What the chain had taken in of a command that never came to disk is forgotten with it. */
Test(receipts, a_receipt_after_a_failed_commit_fits_the_chain)
{
	struct text shown[2] = {TEXT_EMPTY, TEXT_EMPTY};
	struct receipt_line receipt[2];
	struct codec_error error;

	host_muster(&muster, PN_METHOD_SEALED);
	for (int fails = 0; fails < 2; fails++) {
		struct hosted_game hosted = host_declaring_game(&host, &muster);
		struct pn_command draft =
			host_actions(&host, &hosted, PN_RED, PN_COMMAND_DECLARE_CHARGE);
		struct pn_command ready = host_actions(&host, &hosted, PN_RED, PN_COMMAND_READY);
		store_faulty_fail(&host.faulty, STORE_FULL, fails);
		struct job job = host_act(&host, &hosted, PN_RED, &draft);
		cr_expect_eq(job.problem, fails ? PROBLEM_STORE_FAILED : PROBLEM_NONE);
		cr_expect_not(fails && job.action.receipt.state && job.snapshot);
		snapshot_release(job.snapshot);
		job = host_act(&host, &hosted, PN_RED, &ready);
		cr_assert_eq(job.problem, PROBLEM_NONE);
		receipt_write(host.service, hosted.game, PN_RED, &job.action.receipt,
			      &shown[fails]);
		uint8_t chain[32];
		cr_assert(codec_receipt_decode(&receipt[fails], shown[fails].bytes,
					       shown[fails].size, &error));
		host_reopen(&host);
		struct snapshot *state = host_state(&host, &hosted);
		log_chain(state->log, PN_RED, receipt[fails].seq, chain);
		cr_expect_arr_eq(chain, receipt[fails].hash, 32, "fails: %d", fails);
		log_chain(state->log, PN_RED, receipt[fails].seq - 1, chain);
		cr_expect_arr_eq(chain, receipt[fails].previous, 32, "fails: %d", fails);
		snapshot_release(state);
		snapshot_release(job.snapshot);
		text_free(&shown[fails]);
	}
}
