/* One entry a game that is played with a clock, in a table by its id. */

#include "game/due.h"

#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "game/service_inside.h"

static struct due **place_of(struct clocks *clocks, const char *game)
{
	struct due **at = &clocks->list[game_id_hash(game) % DUE_LISTS];
	while (*at && strcmp((*at)->game, game) != 0)
		at = &(*at)->next;
	return at;
}

/* The place of the game's entry; of a new one if there is none and `make`. Under the lock. */
static struct due **find(struct clocks *clocks, const char *game, bool make)
{
	struct due **place = place_of(clocks, game);

	if (!*place && make) {
		*place = allocate(1, sizeof(**place));
		memcpy((*place)->game, game, GAME_ID_BYTES);
	}
	return place;
}

void clocks_note_look(struct clocks *clocks, const char *game, int64_t at_ms)
{
	pthread_mutex_lock(&clocks->mutex);
	(*find(clocks, game, true))->look_ms = at_ms;
	pthread_mutex_unlock(&clocks->mutex);
}

/* Under the lock: what is due in the game of an entry; one that says nothing goes. */
static void set_due(struct due **place, int64_t due_ms)
{
	struct due *due = *place;

	due->at_ms = due_ms;
	due->heard = 0;
	if (due_ms || due->look_ms || due->out)
		return;
	*place = due->next;
	free(due);
}

void clocks_note(struct clocks *clocks, const char *game, int64_t due_ms)
{
	pthread_mutex_lock(&clocks->mutex);
	struct due **place = find(clocks, game, due_ms != 0);
	if (*place)
		set_due(place, due_ms);
	pthread_mutex_unlock(&clocks->mutex);
}

void due_note_heard(struct clocks *clocks, const char *game, uint32_t heard, int64_t due_ms)
{
	pthread_mutex_lock(&clocks->mutex);
	struct due **place = find(clocks, game, false);
	if (*place && (*place)->heard == heard)
		set_due(place, due_ms);
	pthread_mutex_unlock(&clocks->mutex);
}

void clocks_hear(struct clocks *clocks, const char *game)
{
	pthread_mutex_lock(&clocks->mutex);
	(*find(clocks, game, true))->heard++;
	pthread_mutex_unlock(&clocks->mutex);
}

size_t clocks_gaps(struct clocks *clocks, int64_t since_ms, struct gap out[CLOCKS_GAPS_KEPT])
{
	size_t count = 0;

	pthread_mutex_lock(&clocks->mutex);
	size_t first =
		clocks->gap_count > CLOCKS_GAPS_KEPT ? clocks->gap_count - CLOCKS_GAPS_KEPT : 0;
	for (size_t i = first; i < clocks->gap_count; i++)
		if (clocks->gap[i % CLOCKS_GAPS_KEPT].until_ms > since_ms)
			out[count++] = clocks->gap[i % CLOCKS_GAPS_KEPT];
	pthread_mutex_unlock(&clocks->mutex);
	return count;
}
