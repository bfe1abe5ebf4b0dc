#include "world.h"

#include "pennon/judgement.h"

/* The steps of splitmix64. */
static uint64_t mix(uint64_t number)
{
	number = (number ^ number >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	number = (number ^ number >> 27) * UINT64_C(0x94d049bb133111eb);
	return number ^ number >> 31;
}

uint64_t pn_chance_next(uint64_t *chance)
{
	*chance += UINT64_C(0x9e3779b97f4a7c15);
	return mix(*chance);
}

uint32_t pn_chance_below(uint64_t *chance, uint32_t below)
{
	return (uint32_t)(pn_chance_next(chance) % below);
}

static void bytes_of(void *context, const char *label, uint32_t block, uint8_t out[PN_BLOCK_BYTES])
{
	uint64_t number = *(const uint64_t *)context + block;

	for (; *label; label++)
		number = (number ^ (uint8_t)*label) * UINT64_C(0x100000001b3);
	for (int i = 0; i < PN_BLOCK_BYTES; i++)
		out[i] = (uint8_t)(pn_chance_next(&number) >> 24);
}

/* Nobody ever asks what was sealed in a world that is only imagined. */
static void seal(void *context, const char *slot, const struct pn_orders *content,
		 uint8_t salt[PN_HASH_BYTES], uint8_t commitment[PN_HASH_BYTES])
{
	memset(salt, 0, PN_HASH_BYTES);
	memset(commitment, 0, PN_HASH_BYTES);
}

struct pn_dice_source pn_chance_dice(uint64_t *chance)
{
	return (struct pn_dice_source){chance, bytes_of, seal};
}

static uint64_t next(void *context)
{
	return pn_chance_next(context);
}

/* What the other side has sealed is not known, but that it has: it shall write it again. */
static void unseal(struct pn_game *world, pn_side side)
{
	const uint8_t foe = (uint8_t)(1u << pn_opponent(side));

	if (!(world->ready & foe) || world->pending_count == 0 || !pn_owes(world, side))
		return;
	world->ready = (uint8_t)(world->ready & ~foe);
	world->pending[world->pending_count - 1].owes |= foe;
}

void pn_world_imagine(struct pn_game *world, const struct pn_game *view, pn_side side,
		      uint64_t *chance)
{
	const struct pn_judgement *table = pn_rules_of(view)->judgement;

	*world = *view;
	unseal(world, side);
	if (table->deal)
		table->deal(world, pn_opponent(side), &(struct pn_sampler){chance, next});
}
