/* Addresses lie in lists by their hash; one that has no connection left is forgotten. The
 * bound on all connections bounds the lists, too. */

#include "http/doors.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { LISTS = 4096 };

struct visitor_address {
	struct address address;
	uint32_t count;
	struct visitor_address *next;
};

struct doors {
	pthread_mutex_t mutex; /* guards the lists */
	uint32_t max;
	const struct address_range *trusted;
	size_t trusted_count;
	struct visitor_address *list[LISTS];
};

struct doors *doors_create(uint32_t max, const struct address_range *trusted, size_t count)
{
	struct doors *doors = calloc(1, sizeof(*doors));

	if (!doors)
		abort();
	pthread_mutex_init(&doors->mutex, NULL);
	doors->max = max;
	doors->trusted = trusted;
	doors->trusted_count = count;
	return doors;
}

void doors_destroy(struct doors *doors)
{
	if (!doors)
		return;
	for (size_t i = 0; i < LISTS; i++) {
		while (doors->list[i]) {
			struct visitor_address *first = doors->list[i];

			doors->list[i] = first->next;
			free(first);
		}
	}
	pthread_mutex_destroy(&doors->mutex);
	free(doors);
}

static bool is_counted(const struct doors *doors, struct address address)
{
	for (size_t i = 0; i < doors->trusted_count; i++) {
		if (address_in_range(address, &doors->trusted[i]))
			return false;
	}
	return doors->max && !address_is_loopback(address);
}

/* Where the address is, or where it would be put. */
static struct visitor_address **find(struct doors *doors, struct address address)
{
	struct visitor_address **at = &doors->list[address_hash(address) % LISTS];

	while (*at && memcmp(&(*at)->address, &address, sizeof(address)) != 0)
		at = &(*at)->next;
	return at;
}

bool doors_enter(struct doors *doors, struct address address)
{
	struct address owner = address_owner(address);
	bool may = true;

	if (!is_counted(doors, address))
		return true;
	pthread_mutex_lock(&doors->mutex);
	struct visitor_address **at = find(doors, owner);

	if (!*at) {
		*at = calloc(1, sizeof(**at));
		if (!*at)
			abort();
		(*at)->address = owner;
	}
	may = (*at)->count < doors->max;
	(*at)->count += may;
	pthread_mutex_unlock(&doors->mutex);
	return may;
}

void doors_leave(struct doors *doors, struct address address)
{
	if (!is_counted(doors, address))
		return;
	pthread_mutex_lock(&doors->mutex);
	struct visitor_address **at = find(doors, address_owner(address));
	struct visitor_address *gone = *at;

	if (gone && --gone->count == 0) {
		*at = gone->next;
		free(gone);
	}
	pthread_mutex_unlock(&doors->mutex);
}
