#pragma once
/* Receipts of accepted commands: frozen formats, canonical like the lines of a record. */

#include "base/merkle.h"
#include "codec/codec_record.h"

/* A receipt as it is signed and shown. In format 1 its line is signed; in format 2 the line is
 * a leaf of a tree, and the tree's root is signed (base/merkle.h). */
struct receipt_line {
	uint8_t format; /* 1 or 2 */
	char game[RECORD_GAME_BYTES];
	pn_side viewer;
	uint32_t seq;
	uint8_t previous[32];
	uint8_t hash[32];
	uint8_t command[32]; /* SHA-256 of the canonical command and LF */
	int64_t time_ms;
	uint8_t key[8]; /* id of the key */
	uint8_t signature[64];
	uint8_t salt[32];          /* format 2 */
	struct merkle_proof proof; /* format 2 */
};

/* {"command","format"?,"game","hash","key","previous","seq","time","viewer"}: what is signed in
 * format 1, which has no "format", and the leaf in format 2. */
void codec_receipt_line(struct text *out, const struct receipt_line *receipt);

/* The same with what proves it: "signature", and in format 2 "path", "place" and "salt". */
void codec_receipt_encode(struct text *out, const struct receipt_line *receipt);

/* Reads what codec_receipt_encode() writes; a LF at the end is allowed. */
bool codec_receipt_decode(struct receipt_line *out, const char *bytes, size_t size,
			  struct codec_error *error);
