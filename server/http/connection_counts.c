/* Addresses lie in lists by their hash; one that has no connection left is forgotten. The
 * bound on all connections bounds the lists, too. */

#include "http/connection_counts.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { LISTS = 4096 };

struct address_count {
	struct address address;
	uint32_t count;
	struct address_count *next;
};

struct connection_counts {
	pthread_mutex_t mutex; /* guards the lists */
	uint32_t max;
	const struct address_range *trusted;
	size_t trusted_count;
	struct address_count *list[LISTS];
};

struct connection_counts *connection_counts_create(uint32_t max,
						   const struct address_range *trusted,
						   size_t count)
{
	struct connection_counts *counts = calloc(1, sizeof(*counts));

	if (!counts)
		abort();
	pthread_mutex_init(&counts->mutex, NULL);
	counts->max = max;
	counts->trusted = trusted;
	counts->trusted_count = count;
	return counts;
}

void connection_counts_destroy(struct connection_counts *counts)
{
	if (!counts)
		return;
	for (size_t i = 0; i < LISTS; i++) {
		while (counts->list[i]) {
			struct address_count *first = counts->list[i];

			counts->list[i] = first->next;
			free(first);
		}
	}
	pthread_mutex_destroy(&counts->mutex);
	free(counts);
}

static bool is_counted(const struct connection_counts *counts, struct address address)
{
	for (size_t i = 0; i < counts->trusted_count; i++) {
		if (address_in_range(address, &counts->trusted[i]))
			return false;
	}
	return counts->max && !address_is_loopback(address);
}

/* Where the address is, or where it would be put. */
static struct address_count **find(struct connection_counts *counts, struct address address)
{
	struct address_count **at = &counts->list[address_hash(address) % LISTS];

	while (*at && memcmp(&(*at)->address, &address, sizeof(address)) != 0)
		at = &(*at)->next;
	return at;
}

bool connection_counts_add(struct connection_counts *counts, struct address address)
{
	struct address owner = address_owner(address);
	bool may = true;

	if (!is_counted(counts, address))
		return true;
	pthread_mutex_lock(&counts->mutex);
	struct address_count **at = find(counts, owner);

	if (!*at) {
		*at = calloc(1, sizeof(**at));
		if (!*at)
			abort();
		(*at)->address = owner;
	}
	may = (*at)->count < counts->max;
	(*at)->count += may;
	pthread_mutex_unlock(&counts->mutex);
	return may;
}

void connection_counts_remove(struct connection_counts *counts, struct address address)
{
	if (!is_counted(counts, address))
		return;
	pthread_mutex_lock(&counts->mutex);
	struct address_count **at = find(counts, address_owner(address));
	struct address_count *gone = *at;

	if (gone && --gone->count == 0) {
		*at = gone->next;
		free(gone);
	}
	pthread_mutex_unlock(&counts->mutex);
}
