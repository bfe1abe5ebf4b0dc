#include "game/opponent.h"

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "game/faults.h"
#include "game/service_inside.h"
#include "game/snapshot_inside.h"

enum { PLAYED_LISTS = 1024 };

/* A game that it plays in. */
struct played {
	char game[GAME_ID_BYTES];
	uint32_t origin; /* who made it without being a player; 0: nobody knows */
	struct played *next;
};

struct opponent {
	struct service *service;
	opponent_hearer *hear;
	void *context;
	pthread_t thread;
	bool has_thread;
	pthread_mutex_t mutex; /* guards what follows */
	pthread_cond_t wake;   /* it is asked, or it is time to stop */
	bool stopping;
	uint32_t first, count; /* of the queue, which is a ring */
	struct snapshot *queue[OPPONENT_QUEUE_MAX];
	struct played *list[PLAYED_LISTS];
	struct pn_opponent_room room; /* the thread's own */
};

struct opponent *opponent_create(struct service *service, opponent_hearer *hear, void *context)
{
	struct opponent *opponent = allocate(1, sizeof(*opponent));

	opponent->service = service;
	opponent->hear = hear;
	opponent->context = context;
	pthread_mutex_init(&opponent->mutex, NULL);
	pthread_cond_init(&opponent->wake, NULL);
	return opponent;
}

bool opponent_owes(const struct snapshot *snapshot, pn_side side)
{
	const struct machine_seat *machine = &snapshot->base->machine;

	return machine_plays(machine, side) && snapshot->header.status == GAME_PLAYING &&
	       machine_owes(machine, snapshot_view(snapshot, side));
}

/* ---- what it is asked ---- */

bool opponent_ask(struct opponent *opponent, struct snapshot *snapshot)
{
	pthread_mutex_lock(&opponent->mutex);
	const bool has_room = opponent->count < OPPONENT_QUEUE_MAX && !opponent->stopping;

	if (has_room) {
		opponent->queue[(opponent->first + opponent->count++) % OPPONENT_QUEUE_MAX] =
			snapshot_hold(snapshot);
		pthread_cond_broadcast(&opponent->wake);
	}
	pthread_mutex_unlock(&opponent->mutex);
	return has_room;
}

bool opponent_is_full(struct opponent *opponent)
{
	pthread_mutex_lock(&opponent->mutex);
	const bool is_full = opponent->count == OPPONENT_QUEUE_MAX;

	pthread_mutex_unlock(&opponent->mutex);
	return is_full;
}

/* The next that it is asked; NULL when it is time to stop. */
static struct snapshot *take_asked(struct opponent *opponent)
{
	struct snapshot *snapshot = NULL;

	pthread_mutex_lock(&opponent->mutex);
	while (!opponent->stopping && opponent->count == 0)
		pthread_cond_wait(&opponent->wake, &opponent->mutex);
	if (!opponent->stopping) {
		snapshot = opponent->queue[opponent->first];
		opponent->first = (opponent->first + 1) % OPPONENT_QUEUE_MAX;
		opponent->count--;
	}
	pthread_mutex_unlock(&opponent->mutex);
	return snapshot;
}

/* ---- thinking ---- */

struct thought {
	struct opponent *opponent;
	const struct snapshot *latest;
	bool chose;
	struct intent_answer answer;
};

static void run_choose(void *context)
{
	struct thought *thought = context;
	const struct machine_seat *machine = &thought->latest->base->machine;

	thought->chose = pn_opponent_choose(
		&thought->answer.command, snapshot_view(thought->latest, machine->side),
		machine->side, machine->strength, &thought->opponent->room);
}

/* What the decision's default is, where thinking broke a rule: the game comes to its end. */
static void run_default(void *context)
{
	struct thought *thought = context;
	const struct machine_seat *machine = &thought->latest->base->machine;
	const struct pn_game *view = snapshot_view(thought->latest, machine->side);

	thought->chose = pn_owes(view, machine->side);
	if (thought->chose)
		thought->answer.command = pn_fallback(view, machine->side);
}

/* False: it does nothing there. */
static bool think(struct thought *thought)
{
	struct opponent *opponent = thought->opponent;
	struct fault fault;

	if (!fault_guard(run_choose, thought, &fault)) {
		service_log(opponent->service, "error", "a rule broke as the machine thought",
			    fault.condition);
		if (!fault_guard(run_default, thought, &fault))
			return false;
	}
	return thought->chose && !atomic_load(&opponent->room.stopped);
}

/* With SCHED_IDLE a thread that wakes for a command gets the processor at once, which nice 19 under
 * SCHED_BATCH does not give. With twenty other programs on two processors the opponent still got
 * two thirds of the time that it had under the latter. `./dev bench neighbour` measures how long
 * commands wait beside it. */
static void be_modest(void)
{
	const struct sched_param least = {0};

	pthread_setname_np(pthread_self(), "opponent");
	pthread_setschedparam(pthread_self(), SCHED_IDLE, &least);
}

static void *run_opponent(void *context)
{
	struct opponent *opponent = context;
	struct snapshot *asked;

	be_modest();
	while ((asked = take_asked(opponent))) {
		struct thought thought = {.opponent = opponent,
					  .latest = asked,
					  .answer = {.source = INTENT_MACHINE}};

		opponent->hear(opponent->context, asked, think(&thought) ? &thought.answer : NULL);
		snapshot_release(asked);
	}
	return NULL;
}

bool opponent_start(struct opponent *opponent)
{
	opponent->has_thread = pthread_create(&opponent->thread, NULL, run_opponent, opponent) == 0;
	return opponent->has_thread;
}

void opponent_stop(struct opponent *opponent)
{
	if (!opponent)
		return;
	pthread_mutex_lock(&opponent->mutex);
	opponent->stopping = true;
	atomic_store(&opponent->room.stopped, true);
	pthread_cond_broadcast(&opponent->wake);
	pthread_mutex_unlock(&opponent->mutex);
	if (opponent->has_thread)
		pthread_join(opponent->thread, NULL);
	opponent->has_thread = false;
}

/* ---- the games that it plays in ---- */

static struct played **find_played(struct opponent *opponent, const char *game)
{
	struct played **at = &opponent->list[game_id_hash(game) % PLAYED_LISTS];

	while (*at && strcmp((*at)->game, game) != 0)
		at = &(*at)->next;
	return at;
}

void opponent_note(struct opponent *opponent, const char *game, uint32_t origin, bool plays)
{
	pthread_mutex_lock(&opponent->mutex);
	struct played **place = find_played(opponent, game);

	if (!*place && plays) {
		*place = allocate(1, sizeof(**place));
		memcpy((*place)->game, game, GAME_ID_BYTES);
		(*place)->origin = origin;
	} else if (*place && !plays) {
		struct played *gone = *place;

		*place = gone->next;
		free(gone);
	}
	pthread_mutex_unlock(&opponent->mutex);
}

size_t opponent_games(struct opponent *opponent, const char *player, uint32_t origin)
{
	struct roster *roster = opponent->service->roster;
	size_t count = 0;

	pthread_mutex_lock(&opponent->mutex);
	for (int i = 0; i < PLAYED_LISTS; i++)
		for (const struct played *played = opponent->list[i]; played; played = played->next)
			count += player[0] ? roster_seat(roster, player, played->game) != PN_PUBLIC
					   : origin && played->origin == origin;
	pthread_mutex_unlock(&opponent->mutex);
	return count;
}

void opponent_destroy(struct opponent *opponent)
{
	if (!opponent)
		return;
	for (; opponent->count > 0; opponent->count--) {
		snapshot_release(opponent->queue[opponent->first]);
		opponent->first = (opponent->first + 1) % OPPONENT_QUEUE_MAX;
	}
	for (int i = 0; i < PLAYED_LISTS; i++) {
		while (opponent->list[i]) {
			struct played *gone = opponent->list[i];

			opponent->list[i] = gone->next;
			free(gone);
		}
	}
	pthread_cond_destroy(&opponent->wake);
	pthread_mutex_destroy(&opponent->mutex);
	free(opponent);
}
