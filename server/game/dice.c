/* Bytes for a label depend on the key and the label alone, so a retry, a crash and an
 * undo show the same faces. Salts are drawn anew each time: nobody saw the earlier ones. */

#include "game/dice.h"

#include "base/crypto.h"
#include "codec/codec.h"

static void label_bytes(void *context, const char *label, uint32_t block,
			uint8_t out[PN_BLOCK_BYTES])
{
	const struct dice *dice = context;
	crypto_dice_block(out, dice->key, label, block);
}

static void seal_slot(void *context, const char *slot, const struct pn_orders *content,
		      uint8_t salt[PN_HASH_BYTES], uint8_t commitment[PN_HASH_BYTES])
{
	const struct dice *dice = context;
	struct text text = TEXT_EMPTY;

	dice->platform->random(dice->platform->context, salt, PN_HASH_BYTES);
	codec_orders_encode(&text, dice->names, content);
	dice->platform->commit(dice->platform->context, dice->game, slot, salt, text.bytes,
			       commitment);
	text_free(&text);
}

struct pn_dice_source dice_source(struct dice *dice)
{
	return (struct pn_dice_source){.context = dice, .bytes = label_bytes, .seal = seal_slot};
}
