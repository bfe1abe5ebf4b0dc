#include "fake_platform.h"

#include <stdio.h>
#include <string.h>

#include "base/crypto.h"
#include "game/job.h"
#include "pennon/base.h"

static int64_t read_clock(void *context)
{
	struct fake_platform *fake = context;
	return atomic_fetch_add(&fake->now_ms, atomic_load(&fake->step_ms));
}

/* Looking at it moves nothing: how often the writer does is not the same in every run. */
static int64_t read_steady(void *context)
{
	struct fake_platform *fake = context;
	return atomic_load(&fake->now_ms) - atomic_load(&fake->stepped_ms);
}

static void count_id(void *context, char out[PLATFORM_ID_BYTES])
{
	struct fake_platform *fake = context;
	snprintf(out, PLATFORM_ID_BYTES, "00000000-0000-4000-8000-%012x",
		 atomic_fetch_add(&fake->ids, 1) + 1);
}

static void draw_bytes(uint32_t seed, atomic_uint *draws, uint8_t *to, size_t size)
{
	while (size) {
		uint8_t block[CRYPTO_HASH_BYTES];
		uint32_t from[2] = {seed, atomic_fetch_add(draws, 1)};
		crypto_sha256(block, from, sizeof(from));
		size_t part = size < sizeof(block) ? size : sizeof(block);
		memcpy(to, block, part);
		to += part;
		size -= part;
	}
}

static void count_bytes(void *context, void *out, size_t size)
{
	struct fake_platform *fake = context;

	pn_assert(!atomic_load(&fake->broken));
	draw_bytes(fake->seed, &fake->draws, out, size);
}

static void pad_bytes(void *context, void *out, size_t size)
{
	struct fake_platform *fake = context;

	if (fake->pads_alike)
		atomic_store(&fake->pads, 0);
	draw_bytes(~fake->seed, &fake->pads, out, size);
}

static int64_t read_free_bytes(void *context, const char *folder)
{
	struct fake_platform *fake = context;
	return atomic_load(&fake->free_bytes);
}

static void commit_for_real(void *context, const char *game, const char *slot,
			    const uint8_t salt[32], const char *content, uint8_t out[32])
{
	crypto_seal(out, game, slot, salt, content);
}

void fake_platform_begin(struct fake_platform *fake, uint32_t seed)
{
	fake->platform = (struct platform){
		.context = fake,
		.now_ms = read_clock,
		.steady_ms = read_steady,
		.new_id = count_id,
		.random = count_bytes,
		.pad = pad_bytes,
		.free_bytes = read_free_bytes,
		.commit = commit_for_real,
	};
	atomic_init(&fake->now_ms, 1795255200000);
	atomic_init(&fake->step_ms, 1);
	atomic_init(&fake->stepped_ms, 0);
	atomic_init(&fake->ids, 0);
	atomic_init(&fake->draws, 0);
	atomic_init(&fake->pads, 0);
	atomic_init(&fake->free_bytes, INT64_MAX);
	atomic_init(&fake->broken, false);
	fake->seed = seed;
}
