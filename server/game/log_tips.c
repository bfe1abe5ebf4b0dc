/* What the store keeps of a row besides command and events, in one piece:
 *
 *	format, kind, side · each viewer's number and version · CREATE, JOIN: the nonce ·
 *	format 3: the proof of the receipt · from format 2 on: what the server looks after
 *
 * Numbers are big-endian. */

#include "game/game_log.h"

#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"

enum {
	TIPS_PLAIN = 1,
	TIPS_FORMAT = 2,
	TIPS_PROVED = 3,
	SERVER_STATE_BYTES = 2 + 2 + 8 + 3 * 8 + 8,
	PLAIN_BYTES = 3 + PN_VIEWERS * 8,
	NONCE_BYTES = 1 + 32,
	PATH_BYTES = MERKLE_LEVELS * CRYPTO_HASH_BYTES,
	PROOF_BYTES = CRYPTO_KEY_ID_BYTES + 1 + PATH_BYTES,
};

_Static_assert((int)PLAIN_BYTES + (int)PROOF_BYTES + (int)SERVER_STATE_BYTES <= (int)LOG_TIPS_BYTES,
	       "the tips of a row with a proof fit");

static uint8_t *put_number(uint8_t *to, uint32_t value)
{
	for (int shift = 24; shift >= 0; shift -= 8)
		*to++ = (uint8_t)(value >> shift);
	return to;
}

static uint32_t get_number(const uint8_t *from)
{
	return (uint32_t)from[0] << 24 | (uint32_t)from[1] << 16 | (uint32_t)from[2] << 8 | from[3];
}

static uint8_t *put_long(uint8_t *to, int64_t value)
{
	to = put_number(to, (uint32_t)((uint64_t)value >> 32));
	return put_number(to, (uint32_t)value);
}

static int64_t get_long(const uint8_t *from)
{
	return (int64_t)((uint64_t)get_number(from) << 32 | get_number(from + 4));
}

/* Clocks that run or are paused, who was reminded, what is hidden: one byte. */
static uint8_t *put_server_state(uint8_t *to, const struct server_state *server)
{
	const struct clock *clock = &server->clock;

	*to++ = (uint8_t)(clock->running | clock->reminded << 2 | clock->paused << 4 |
			  server->hidden << 5 | server->deleted << 6 | server->look_owed << 7);
	*to++ = (uint8_t)(server->silenced | server->machine << 2);
	*to++ = (uint8_t)(server->revision >> 8);
	*to++ = (uint8_t)server->revision;
	to = put_long(to, server->backup_ms);
	to = put_long(to, clock->since_ms);
	to = put_long(to, clock->bank_ms[PN_RED]);
	to = put_long(to, clock->bank_ms[PN_BLUE]);
	return put_long(to, server->due_ms);
}

static void get_server_state(const uint8_t *from, struct server_state *server)
{
	struct clock *clock = &server->clock;

	clock->running = from[0] & 3;
	clock->reminded = from[0] >> 2 & 3;
	clock->paused = from[0] >> 4 & 1;
	server->hidden = from[0] >> 5 & 1;
	server->deleted = from[0] >> 6 & 1;
	server->look_owed = from[0] >> 7 & 1;
	server->silenced = from[1] & 3;
	server->machine = from[1] >> 2 & 1;
	server->revision = (uint16_t)(from[2] << 8 | from[3]);
	server->backup_ms = get_long(from + 4);
	clock->since_ms = get_long(from + 12);
	clock->bank_ms[PN_RED] = get_long(from + 20);
	clock->bank_ms[PN_BLUE] = get_long(from + 28);
	server->due_ms = get_long(from + 36);
}

struct server_state log_read_server_state(const void *tips, size_t size)
{
	const uint8_t *from = tips;
	struct server_state server = {0};

	if (size >= SERVER_STATE_BYTES && (from[0] == TIPS_FORMAT || from[0] == TIPS_PROVED))
		get_server_state(from + size - SERVER_STATE_BYTES, &server);
	return server;
}

static uint8_t *put_proof(uint8_t *to, const struct log_proof *proof)
{
	memcpy(to, proof->key, CRYPTO_KEY_ID_BYTES);
	to += CRYPTO_KEY_ID_BYTES;
	*to++ = proof->tree.place;
	memcpy(to, proof->tree.path, PATH_BYTES);
	return to + PATH_BYTES;
}

static bool get_proof(const uint8_t *from, struct log_row *row)
{
	if (from[CRYPTO_KEY_ID_BYTES] >= MERKLE_PLACES)
		return false;
	row->proof = allocate(1, sizeof(*row->proof));
	memcpy(row->proof->key, from, CRYPTO_KEY_ID_BYTES);
	from += CRYPTO_KEY_ID_BYTES;
	row->proof->tree.place = *from++;
	memcpy(row->proof->tree.path, from, PATH_BYTES);
	return true;
}

size_t log_write_tips(const struct log_row *row, uint8_t out[LOG_TIPS_BYTES])
{
	uint8_t *to = out;
	*to++ = row->proof ? TIPS_PROVED : TIPS_FORMAT;
	*to++ = row->kind;
	*to++ = row->side;
	for (int viewer = 0; viewer < PN_VIEWERS; viewer++) {
		to = put_number(to, row->tip[viewer].seq);
		to = put_number(to, row->tip[viewer].version);
	}
	if (row_seats(row)) {
		*to++ = row->nonce_drawn;
		memcpy(to, row->nonce, 32);
		to += 32;
	}
	if (row->proof)
		to = put_proof(to, row->proof);
	return (size_t)(put_server_state(to, &row->server) - out);
}

bool log_read_tips(struct log_row *row, const void *tips, size_t size)
{
	const uint8_t *from = tips;
	size_t expected = PLAIN_BYTES;

	if (size < PLAIN_BYTES || from[0] < TIPS_PLAIN || from[0] > TIPS_PROVED ||
	    from[1] >= ROW_KINDS || from[2] > PN_PUBLIC)
		return false;
	row->kind = from[1];
	row->side = from[2];
	expected += row_seats(row) ? NONCE_BYTES : 0;
	expected += from[0] == TIPS_PROVED ? PROOF_BYTES : 0;
	expected += from[0] == TIPS_PLAIN ? 0 : SERVER_STATE_BYTES;
	if (size != expected)
		return false;
	row->server = log_read_server_state(tips, size);
	bool has_proof = from[0] == TIPS_PROVED;
	from += 3;
	for (int viewer = 0; viewer < PN_VIEWERS; viewer++, from += 8) {
		row->tip[viewer].seq = get_number(from);
		row->tip[viewer].version = get_number(from + 4);
	}
	if (row_seats(row)) {
		row->nonce_drawn = from[0];
		memcpy(row->nonce, from + 1, 32);
		from += NONCE_BYTES;
	}
	return !has_proof || get_proof(from, row);
}
