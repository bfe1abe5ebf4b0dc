/* A receipt says: this command of mine was taken, and my chain stood so. It is right when
 * a key of the server signed it and the record has that very event, with that hash, from
 * that command. */

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/crypto.h"
#include "codec/codec_receipt.h"
#include "verify/check.h"

static bool fail(struct check *check, size_t index, const char *reason)
{
	struct verify_report *report = check->report;
	report->verdict = VERIFY_WRONG;
	report->line = 0;
	report->receipt = (uint32_t)index + 1;
	snprintf(report->reason, sizeof(report->reason), "%s", reason);
	return false;
}

/* The public key with this id: among the trusted ones, else the record's. */
static const uint8_t *find_key(const struct check *check, const uint8_t id[8])
{
	uint8_t candidate[CRYPTO_KEY_ID_BYTES];
	for (size_t i = 0; i < check->options->key_count; i++) {
		crypto_key_id(candidate, check->options->key[i]);
		if (memcmp(candidate, id, sizeof(candidate)) == 0)
			return check->options->key[i];
	}
	if (check->options->key_count)
		return NULL;
	crypto_key_id(candidate, check->header.key);
	return memcmp(candidate, id, sizeof(candidate)) == 0 ? check->header.key : NULL;
}

static bool is_signed(const struct receipt_line *receipt, const uint8_t key[32])
{
	struct text line = TEXT_EMPTY;
	uint8_t leaf[CRYPTO_HASH_BYTES], root[CRYPTO_HASH_BYTES];
	bool good;

	codec_receipt_line(&line, receipt);
	if (receipt->format == 1) {
		good = crypto_signature_good(receipt->signature, key, line.bytes, line.size);
	} else {
		merkle_leaf(leaf, receipt->salt, line.bytes, line.size);
		merkle_root(root, leaf, &receipt->proof);
		good = crypto_root_good(receipt->signature, key, root);
	}
	text_free(&line);
	return good;
}

/* The viewer's event with this number, or NULL; `previous` is the hash before it. */
static const struct check_line *find_event(const struct check *check,
					   const struct receipt_line *receipt, uint8_t previous[32])
{
	static const char *const names[PN_VIEWERS] = {"red", "blue", "public"};
	crypto_chain_first(previous, check->header.game, names[receipt->viewer]);
	for (uint32_t i = 0; i < check->count; i++) {
		const struct check_line *line = &check->line[i];
		if (line->line.kind != RECORD_EVENT || !(line->line.seen & 1u << receipt->viewer))
			continue;
		if (line->line.seq[receipt->viewer] == receipt->seq)
			return line;
		memcpy(previous, line->line.hash[receipt->viewer], 32);
	}
	return NULL;
}

/* The command that a receipt is for. An extract has none to compare with. */
static bool is_of_command(const struct check *check, const struct check_line *event,
			  const struct receipt_line *receipt)
{
	uint8_t hash[32];
	if (check->header.viewer != PN_NO_SIDE)
		return true;
	if (event->command_line == CHECK_NO_COMMAND)
		return false;
	const struct record_line *command = &check->line[event->command_line].line;
	crypto_command_hash(hash, command->inner, command->inner_size);
	return command->kind == RECORD_COMMAND && memcmp(hash, receipt->command, 32) == 0 &&
	       command->side == receipt->viewer;
}

static bool check_receipt(struct check *check, size_t index)
{
	struct receipt_line receipt;
	struct codec_error error;
	uint8_t previous[32];

	if (!codec_receipt_decode(&receipt, check->options->receipt[index].bytes,
				  check->options->receipt[index].size, &error))
		return fail(check, index, "it is not a receipt");
	const uint8_t *key = find_key(check, receipt.key);
	if (!key)
		return fail(check, index, "it is signed with a key I do not have");
	if (!is_signed(&receipt, key))
		return fail(check, index, "the signature is not of this receipt");
	if (strcmp(receipt.game, check->header.game) != 0)
		return fail(check, index, "it is of another game");
	const struct check_line *event = find_event(check, &receipt, previous);
	if (!event)
		return fail(check, index, "the record lacks the event it names");
	if (memcmp(event->line.hash[receipt.viewer], receipt.hash, 32) != 0 ||
	    memcmp(previous, receipt.previous, 32) != 0)
		return fail(check, index, "the chain stood otherwise");
	if (event->line.time_ms != receipt.time_ms || !is_of_command(check, event, &receipt))
		return fail(check, index, "the record has another command there");
	return true;
}

bool check_receipts(struct check *check)
{
	for (size_t i = 0; i < check->options->receipt_count; i++) {
		if (!check_receipt(check, i))
			return false;
	}
	return true;
}
