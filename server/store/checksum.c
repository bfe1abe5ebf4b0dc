/* The first bytes of a SHA-256. Each piece of varying size has its size before it, and each
 * number eight bytes, high ones first. */

#include "store/checksum.h"

#include <string.h>

#include "base/crypto.h"

static void add_number(struct crypto_hash *hash, uint64_t number)
{
	uint8_t bytes[8];

	for (int i = 0; i < 8; i++)
		bytes[i] = (uint8_t)(number >> (56 - 8 * i));
	crypto_hash_add(hash, bytes, sizeof(bytes));
}

static void add_bytes(struct crypto_hash *hash, struct store_bytes bytes)
{
	add_number(hash, bytes.size);
	crypto_hash_add(hash, bytes.bytes, bytes.size);
}

static void end(struct crypto_hash *hash, uint8_t out[CHECKSUM_BYTES])
{
	uint8_t whole[CRYPTO_HASH_BYTES];

	crypto_hash_end(hash, whole);
	memcpy(out, whole, CHECKSUM_BYTES);
}

void checksum_game(uint8_t out[CHECKSUM_BYTES], const struct store_game *game)
{
	struct crypto_hash hash;

	crypto_hash_begin(&hash);
	crypto_hash_text(&hash, "pennon game");
	crypto_hash_text(&hash, game->id);
	add_number(&hash, (uint64_t)game->created_ms);
	add_number(&hash, game->access);
	add_bytes(&hash, game->header);
	add_bytes(&hash, game->secret);
	end(&hash, out);
}

void checksum_row(uint8_t sum[CHECKSUM_BYTES], const struct store_row *row)
{
	struct crypto_hash hash;

	crypto_hash_begin(&hash);
	crypto_hash_text(&hash, "pennon row");
	crypto_hash_add(&hash, sum, CHECKSUM_BYTES);
	add_number(&hash, row->expected);
	crypto_hash_add(&hash, row->scope, sizeof(row->scope));
	crypto_hash_add(&hash, row->body_hash, sizeof(row->body_hash));
	add_number(&hash, (uint64_t)row->time_ms);
	add_bytes(&hash, row->command);
	add_bytes(&hash, row->events);
	add_bytes(&hash, row->tips);
	end(&hash, sum);
}

void checksum_state(uint8_t out[CHECKSUM_BYTES], const struct store_state *state,
		    const uint8_t last[CHECKSUM_BYTES])
{
	struct crypto_hash hash;

	crypto_hash_begin(&hash);
	crypto_hash_text(&hash, "pennon state");
	crypto_hash_text(&hash, state->game);
	add_number(&hash, state->rows);
	crypto_hash_add(&hash, last, CHECKSUM_BYTES);
	add_bytes(&hash, state->body);
	end(&hash, out);
}

/* What is none has a size that nothing has. */
static void add_cell(struct crypto_hash *hash, const struct checksum_cell *cell)
{
	if (cell->is == CELL_BYTES)
		add_bytes(hash, cell->bytes);
	else
		add_number(hash, cell->is == CELL_NUMBER ? (uint64_t)cell->number : UINT64_MAX);
}

void checksum_cells(uint8_t out[CHECKSUM_BYTES], const char *table,
		    const struct checksum_cell *cell, size_t count)
{
	struct crypto_hash hash;

	crypto_hash_begin(&hash);
	crypto_hash_text(&hash, "pennon cells");
	add_bytes(&hash, (struct store_bytes){table, strlen(table)});
	for (size_t i = 0; i < count; i++)
		add_cell(&hash, &cell[i]);
	end(&hash, out);
}
