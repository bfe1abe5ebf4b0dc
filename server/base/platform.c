/* The world as it is: the machine's clocks, random ids, libcrypto's randomness, which the
 * operating system's feeds. The released binary has no other. */

#include "base/platform.h"

#include <sys/statvfs.h>
#include <time.h>
#include <uuid/uuid.h>

#include "base/crypto.h"

int64_t platform_steady_us(void)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

static int64_t read_clock(clockid_t clock)
{
	struct timespec now;
	clock_gettime(clock, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static int64_t read_now_ms(void *context)
{
	return read_clock(CLOCK_REALTIME);
}

static int64_t read_steady_ms(void *context)
{
	return read_clock(CLOCK_MONOTONIC);
}

/* Version 4 of RFC 9562. Not by libuuid: it asks the kernel six times for two ids, and each
 * request has one. */
static void make_id(void *context, char out[PLATFORM_ID_BYTES])
{
	uuid_t id;

	crypto_random_some(id, sizeof(id));
	id[6] = (uint8_t)((id[6] & 0x0f) | 0x40);
	id[8] = (uint8_t)((id[8] & 0x3f) | 0x80);
	uuid_unparse_lower(id, out);
}

static void fill_random(void *context, void *out, size_t size)
{
	crypto_random(out, size);
}

static void fill_pad(void *context, void *out, size_t size)
{
	crypto_random_some(out, size);
}

static int64_t read_free_bytes(void *context, const char *folder)
{
	struct statvfs disk;
	if (!folder || statvfs(folder, &disk) != 0)
		return INT64_MAX;
	return (int64_t)(disk.f_bavail * disk.f_frsize);
}

static void commit_to(void *context, const char *game, const char *slot, const uint8_t salt[32],
		      const char *content, uint8_t out[32])
{
	crypto_seal(out, game, slot, salt, content);
}

const struct platform platform_real = {
	.now_ms = read_now_ms,
	.steady_ms = read_steady_ms,
	.new_id = make_id,
	.random = fill_random,
	.pad = fill_pad,
	.free_bytes = read_free_bytes,
	.commit = commit_to,
};
