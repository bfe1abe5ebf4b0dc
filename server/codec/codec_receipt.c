/* Receipts, written and read. */

#include "codec/codec_receipt.h"

#include <string.h>

#include "codec/value.h"

static void write_proof(struct text *out, const struct merkle_proof *proof)
{
	write_key(out, "path");
	write_byte(out, '[');
	for (int i = 0; i < MERKLE_LEVELS; i++) {
		write_item(out);
		write_hex(out, proof->path[i], sizeof(proof->path[i]));
	}
	write_byte(out, ']');
	write_key_integer(out, "place", proof->place);
}

static void write_receipt(struct text *out, const struct receipt_line *receipt, bool is_whole)
{
	bool has_proof = is_whole && receipt->format == 2;

	write_byte(out, '{');
	write_key_hex(out, "command", receipt->command, sizeof(receipt->command));
	if (receipt->format == 2)
		write_key_integer(out, "format", 2);
	write_key_name(out, "game", receipt->game);
	write_key_hex(out, "hash", receipt->hash, sizeof(receipt->hash));
	write_key_hex(out, "key", receipt->key, sizeof(receipt->key));
	if (has_proof)
		write_proof(out, &receipt->proof);
	write_key_hex(out, "previous", receipt->previous, sizeof(receipt->previous));
	if (has_proof)
		write_key_hex(out, "salt", receipt->salt, sizeof(receipt->salt));
	write_key_integer(out, "seq", receipt->seq);
	if (is_whole)
		write_key_hex(out, "signature", receipt->signature, sizeof(receipt->signature));
	write_key(out, "time");
	write_time(out, receipt->time_ms);
	write_key_name(out, "viewer", name_at(NAMES_VIEWER, NULL, receipt->viewer));
	write_byte(out, '}');
}

void codec_receipt_line(struct text *out, const struct receipt_line *receipt)
{
	write_receipt(out, receipt, false);
}

void codec_receipt_encode(struct text *out, const struct receipt_line *receipt)
{
	write_receipt(out, receipt, true);
}

static void scan_proof(struct scan *scan, struct merkle_proof *proof)
{
	int64_t place = 0;

	scan_member(scan, "path");
	scan_byte(scan, '[');
	for (int i = 0; i < MERKLE_LEVELS; i++) {
		scan_item(scan);
		scan_hex(scan, proof->path[i], sizeof(proof->path[i]));
	}
	scan_byte(scan, ']');
	scan_member(scan, "place");
	scan_integer(scan, 0, MERKLE_PLACES - 1, &place);
	proof->place = (uint8_t)place;
}

bool codec_receipt_decode(struct receipt_line *out, const char *bytes, size_t size,
			  struct codec_error *error)
{
	if (size && bytes[size - 1] == '\n')
		size--;
	struct scan scan = scan_begin(bytes, size, error);
	int64_t seq = 0, format = 1;

	memset(out, 0, sizeof(*out));
	scan_byte(&scan, '{');
	scan_member_hex(&scan, "command", out->command, sizeof(out->command));
	if (scan_has_member(&scan, "format"))
		scan_integer(&scan, 2, 2, &format);
	out->format = (uint8_t)format;
	scan_member(&scan, "game");
	scan_game(&scan, out->game);
	scan_member_hex(&scan, "hash", out->hash, sizeof(out->hash));
	scan_member_hex(&scan, "key", out->key, sizeof(out->key));
	if (format == 2)
		scan_proof(&scan, &out->proof);
	scan_member_hex(&scan, "previous", out->previous, sizeof(out->previous));
	if (format == 2)
		scan_member_hex(&scan, "salt", out->salt, sizeof(out->salt));
	scan_member(&scan, "seq");
	scan_integer(&scan, 1, UINT32_MAX, &seq);
	out->seq = (uint32_t)seq;
	scan_member_hex(&scan, "signature", out->signature, sizeof(out->signature));
	scan_member(&scan, "time");
	scan_time(&scan, &out->time_ms);
	scan_member(&scan, "viewer");
	scan_index(&scan, NAMES_VIEWER, NULL, &out->viewer);
	scan_byte(&scan, '}');
	return scan_end(&scan);
}
