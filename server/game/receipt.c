/* Receipts are completed where the answer is written, on that thread: hashes and signature
 * cost as much as the rest of a command, and the writer is one thread. */

#include <stdio.h>
#include <string.h>

#include "codec/codec_record.h"
#include "game/job.h"
#include "game/room.h"

void receipt_sign(struct service *service, const char *game, pn_side viewer,
		  struct receipt *receipt, struct text *line)
{
	const struct crypto_key *key = &service->keys.key[0];
	struct receipt_line out = {
		.viewer = viewer,
		.seq = receipt->seq,
		.time_ms = receipt->time_ms,
	};
	size_t begin = line->size;
	const struct snapshot *state = receipt->state;
	const struct log_row *row = log_row(state->log, state->rows - 1);

	crypto_command_hash(receipt->command_hash, row->bytes.bytes, row->command_size);
	log_chain(state->log, viewer, receipt->seq, state->entries, receipt->hash);
	log_chain(state->log, viewer, receipt->seq - 1, state->entries, receipt->previous);
	snprintf(out.game, sizeof(out.game), "%s", game);
	memcpy(out.previous, receipt->previous, sizeof(out.previous));
	memcpy(out.hash, receipt->hash, sizeof(out.hash));
	memcpy(out.command, receipt->command_hash, sizeof(out.command));
	memcpy(receipt->key_id, key->id, sizeof(receipt->key_id));
	memcpy(out.key, key->id, sizeof(out.key));
	codec_receipt_encode(line, &out, false);
	crypto_signature_make(receipt->signature, key, line->bytes + begin, line->size - begin);
}
