#include "game/encoded.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"

struct encoded {
	atomic_int references;
	size_t key_size, size;
	char bytes[]; /* the key, then the answer */
};

/* Bytes of all that is kept. */
static atomic_size_t kept_bytes;

static size_t bytes_of(const struct encoded *encoded)
{
	return sizeof(*encoded) + encoded->key_size + encoded->size;
}

static void release(struct encoded *encoded)
{
	if (!encoded || atomic_fetch_sub(&encoded->references, 1) != 1)
		return;
	atomic_fetch_sub(&kept_bytes, bytes_of(encoded));
	free(encoded);
}

static const struct encoded *find(const struct encoded_list *list, const char *key)
{
	size_t size = strlen(key);

	for (int i = 0; i < ENCODED_OF_VIEWER; i++) {
		const struct encoded *encoded = list->of[i];

		if (encoded && encoded->key_size == size && memcmp(encoded->bytes, key, size) == 0)
			return encoded;
	}
	return NULL;
}

bool encoded_find(const struct encoded_list *list, const char *key, struct text *out)
{
	const struct encoded *encoded = find(list, key);

	if (encoded)
		text_add(out, encoded->bytes + encoded->key_size, encoded->size);
	return encoded != NULL;
}

void encoded_keep(struct encoded_list *list, const char *key, const char *bytes, size_t size)
{
	size_t key_size = strlen(key);

	/* Two may have encoded it at once. */
	if (find(list, key) || atomic_load(&kept_bytes) + size > ENCODED_BYTES_MAX)
		return;
	struct encoded *encoded = allocate(1, sizeof(*encoded) + key_size + size);
	atomic_init(&encoded->references, 1);
	encoded->key_size = key_size;
	encoded->size = size;
	memcpy(encoded->bytes, key, key_size);
	memcpy(encoded->bytes + key_size, bytes, size);
	atomic_fetch_add(&kept_bytes, bytes_of(encoded));
	release(list->of[list->next]);
	list->of[list->next] = encoded;
	list->next = (uint8_t)((list->next + 1) % ENCODED_OF_VIEWER);
}

void encoded_share(const struct encoded_list *from, struct encoded_list *to)
{
	*to = *from;
	for (int i = 0; i < ENCODED_OF_VIEWER; i++)
		if (to->of[i])
			atomic_fetch_add(&to->of[i]->references, 1);
}

void encoded_release(struct encoded_list *list)
{
	for (int i = 0; i < ENCODED_OF_VIEWER; i++)
		release(list->of[i]);
	memset(list, 0, sizeof(*list));
}
