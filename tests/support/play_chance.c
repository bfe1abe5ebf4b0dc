/* Dice and seals of games played at random, from the seed alone; and small choices. */

#include "play.h"

static uint64_t hash_text(const char *text, uint64_t hash)
{
	for (; *text; text++)
		hash = (hash ^ (unsigned char)*text) * 0x100000001b3u;
	return hash;
}

static void write_bytes(uint64_t from, uint8_t out[32])
{
	struct random_source source = {from};

	for (int i = 0; i < 32; i++)
		out[i] = (uint8_t)(random_next(&source) >> 24);
}

static void label_bytes(void *context, const char *label, uint32_t block,
			uint8_t out[PN_BLOCK_BYTES])
{
	write_bytes(hash_text(label, *(const uint64_t *)context) + block, out);
}

static void seal_blindly(void *context, const char *slot, const struct pn_orders *content,
			 uint8_t salt[PN_HASH_BYTES], uint8_t commitment[PN_HASH_BYTES])
{
	write_bytes(hash_text(slot, *(const uint64_t *)context), salt);
	write_bytes(hash_text(slot, *(const uint64_t *)context + 1), commitment);
}

struct pn_dice_source play_chance(uint64_t *seed)
{
	return (struct pn_dice_source){seed, label_bytes, seal_blindly};
}

void play_shuffle(struct pn_unit_list *units, struct random_source *random)
{
	for (uint8_t i = units->count; i > 1; i--) {
		int32_t with = random_between(random, 0, i - 1);
		pn_unit_id unit = units->of[with];

		units->of[with] = units->of[i - 1];
		units->of[i - 1] = unit;
	}
}

struct pn_moment play_any_moment(struct random_source *random)
{
	struct pn_moment moment = {0};

	moment.when = (uint8_t)random_between(random, 0, PN_WHEN_COUNT - 1);
	moment.leg = (uint8_t)random_between(random, 0, 2);
	moment.at = random_between(random, 0, 40 * PN_INCH);
	return moment;
}
