/* What a receipt says is found out by the writer, before the commit; the root of a batch's
 * receipts is signed meanwhile (signer.h). A receipt that is asked for again is made of its row:
 * salt and signature follow from the server's own secrets, so it is the same, byte for byte. */

#include "game/receipt.h"

#include <stdio.h>
#include <string.h>

#include "base/allocate.h"
#include "codec/codec_receipt.h"
#include "game/job.h"
#include "game/signer.h"

_Static_assert((int)BATCH_MAX <= (int)MERKLE_PLACES, "a tree has room for a batch");

/* The row of the command. */
static struct log_row *row_of(const struct receipt *receipt)
{
	return log_row(receipt->state->log, receipt->state->rows - 1);
}

/* Everything but what proves it. */
static void find_out(struct service *service, const char *game, pn_side viewer,
		     struct receipt *receipt)
{
	static const char *const names[PN_VIEWERS] = {"red", "blue", "public"};
	const struct snapshot *state = receipt->state;
	const struct log_row *row = row_of(receipt);

	crypto_command_hash(receipt->command_hash, row->bytes.bytes, row->command_size);
	log_chain(state->log, viewer, receipt->seq, receipt->hash);
	log_chain(state->log, viewer, receipt->seq - 1, receipt->previous);
	/* Not of the row: how many rows there are tells what the other side has written. */
	crypto_receipt_salt(receipt->salt, service->keys.secret, game, names[viewer], receipt->seq);
}

static struct receipt_line line_of(const char *game, pn_side viewer, const struct receipt *receipt,
				   const uint8_t key[CRYPTO_KEY_ID_BYTES])
{
	struct receipt_line line = {
		.format = 2,
		.viewer = viewer,
		.seq = receipt->seq,
		.time_ms = receipt->time_ms,
	};

	snprintf(line.game, sizeof(line.game), "%s", game);
	memcpy(line.previous, receipt->previous, sizeof(line.previous));
	memcpy(line.hash, receipt->hash, sizeof(line.hash));
	memcpy(line.command, receipt->command_hash, sizeof(line.command));
	memcpy(line.salt, receipt->salt, sizeof(line.salt));
	memcpy(line.signature, receipt->signature, sizeof(line.signature));
	memcpy(line.key, key, sizeof(line.key));
	return line;
}

/* ---- a batch ---- */

void receipts_add(struct batch *batch, struct job *job)
{
	batch->receipt[batch->receipt_count++] =
		(struct batch_receipt){job, batch->stored.list[STORE_ROW].count - 1};
}

static void make_leaf(struct batch *batch, struct job *job, const struct crypto_key *key,
		      uint8_t leaf[CRYPTO_HASH_BYTES])
{
	struct receipt *receipt = &job->action.receipt;
	struct text *text = &batch->lines;

	find_out(batch->service, job->game, job->side, receipt);
	const struct receipt_line line = line_of(job->game, job->side, receipt, key->id);
	text_clear(text);
	codec_receipt_line(text, &line);
	merkle_leaf(leaf, receipt->salt, text->bytes, text->size);
}

/* Keep a proof with its row, in memory and among what is written. */
static void keep_proof(struct batch *batch, const struct batch_receipt *of,
		       const struct crypto_key *key, const struct merkle_proof *proof)
{
	struct log_row *row = row_of(&of->job->action.receipt);

	row->proof = allocate(1, sizeof(*row->proof));
	memcpy(row->proof->key, key->id, sizeof(row->proof->key));
	row->proof->tree = *proof;
	struct store_row *stored = batch->room[STORE_ROW];
	batch_write_tips(batch, &stored[of->row], row);
}

void receipts_begin(struct batch *batch)
{
	const struct crypto_key *key = &batch->service->keys.key[0];
	uint8_t leaf[BATCH_MAX][CRYPTO_HASH_BYTES], root[CRYPTO_HASH_BYTES];
	struct merkle_proof proof[BATCH_MAX];
	size_t count = batch->receipt_count;

	if (!count)
		return;
	for (size_t i = 0; i < count; i++)
		make_leaf(batch, batch->receipt[i].job, key, leaf[i]);
	merkle_build(root, proof, leaf, count, batch->service->platform);
	for (size_t i = 0; i < count; i++)
		keep_proof(batch, &batch->receipt[i], key, &proof[i]);
	signer_begin(batch->service->signer, key, root);
}

void receipts_end(struct batch *batch)
{
	uint8_t signature[CRYPTO_SIGNATURE_BYTES];

	if (!batch->receipt_count)
		return;
	signer_end(batch->service->signer, signature);
	for (size_t i = 0; i < batch->receipt_count; i++) {
		struct receipt *receipt = &batch->receipt[i].job->action.receipt;
		memcpy(receipt->signature, signature, sizeof(receipt->signature));
		receipt->is_signed = true;
	}
}

/* ---- an answer ---- */

static const struct crypto_key *find_key(const struct keys *keys,
					 const uint8_t id[CRYPTO_KEY_ID_BYTES])
{
	for (size_t i = 0; i < keys->count; i++) {
		if (memcmp(keys->key[i].id, id, CRYPTO_KEY_ID_BYTES) == 0)
			return &keys->key[i];
	}
	return NULL;
}

static void sign_again(struct receipt_line *line, const struct crypto_key *key)
{
	struct text text = TEXT_EMPTY;
	uint8_t leaf[CRYPTO_HASH_BYTES], root[CRYPTO_HASH_BYTES];

	codec_receipt_line(&text, line);
	if (line->format == 1) {
		crypto_signature_make(line->signature, key, text.bytes, text.size);
	} else {
		merkle_leaf(leaf, line->salt, text.bytes, text.size);
		merkle_root(root, leaf, &line->proof);
		crypto_root_sign(line->signature, key, root);
	}
	text_free(&text);
}

void receipt_write(struct service *service, const char *game, pn_side viewer,
		   struct receipt *receipt, struct text *out)
{
	const struct log_proof *proof = row_of(receipt)->proof;
	const struct crypto_key *key = proof ? find_key(&service->keys, proof->key) : NULL;
	bool is_proved = key != NULL;

	/* Of a time before there were trees, or of a key that is gone. */
	if (!is_proved)
		key = &service->keys.key[0];
	if (!receipt->is_signed)
		find_out(service, game, viewer, receipt);
	struct receipt_line line = line_of(game, viewer, receipt, key->id);
	line.format = is_proved ? 2 : 1;
	if (is_proved)
		line.proof = proof->tree;
	if (!receipt->is_signed)
		sign_again(&line, key);
	codec_receipt_encode(out, &line);
}
