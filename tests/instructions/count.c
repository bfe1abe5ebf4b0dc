/* What a command and a list of actions cost in instructions: run under callgrind by
 * instructions.sh, which says what counts. Prints the name of each measure, in order, with how often
 * the thing was done.
 *
 *	command           a command through the service, stored in memory, one after another, and
 *	                  the list it is chosen from
 *	reader.alone      a page of events, the last move, and the record so far, for a side whose opponent
 *	                  has written nothing
 *	reader.beside     the same, when the opponent has written to itself hundreds of times
 *	list.BOOK         what a side may do, in a game at random of the book's largest scenario
 *	apply.BOOK        checking and doing what was chosen there */

#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host.h"
#include "musters.h"
#include "play.h"

enum { COMMANDS = 64, WARM_UP = 16, STEPS = 48, MMAP_BYTES = 4096 };

/* In place of the library's for the whole process, which clears a block only when it has been in use
 * before, and that hangs on all that was allocated until then. */
void *calloc(size_t count, size_t size)
{
	/* Or the compiler makes one call of it: this one. */
	static void *(*volatile const clear)(void *, int, size_t) = memset;
	void *block = size && count > SIZE_MAX / size ? NULL : malloc(count * size);

	return block ? clear(block, 0, count * size) : NULL;
}

/* Callgrind begins to count when the one is called, and writes down what it has counted when the
 * other is: the compiler must leave both in place, and apart. */
static __attribute__((noinline)) void count_begin(void)
{
	__asm__ volatile("nop");
}

static __attribute__((noinline)) void count_end(void)
{
	__asm__ volatile("nop; nop");
}

/* ---- the service ---- */

static struct host host;

/* A game in memory, the same each time, after its first commands. */
static struct hosted_game begin_game(struct random_source *random)
{
	static struct pn_muster muster;

	host_open(&host, NULL);
	host_muster(&muster, PN_METHOD_LOSER_FIRST);
	host.plays_on = true;
	struct hosted_game hosted = host_game(&host, &muster);

	host_play(&host, &hosted, random, WARM_UP);
	return hosted;
}

static void measure_service(void)
{
	struct random_source random = {7};
	struct hosted_game hosted = begin_game(&random);

	printf("command %d\n", COMMANDS);
	count_begin();
	host_play(&host, &hosted, &random, COMMANDS);
	count_end();
	host_close(&host);
}

/* ---- a reader ---- */

enum { WRITINGS = 400, READINGS = 8, PAGE = 16 };

static void read_once(struct service *service, struct snapshot *snapshot)
{
	struct seen_event seen[PAGE];
	struct text text = TEXT_EMPTY;
	static struct last_move last;

	snapshot_events(snapshot, PN_BLUE, 0, seen, PAGE, &text);
	snapshot_record(service, snapshot, PN_BLUE, &text);
	snapshot_last_move(snapshot, PN_BLUE, &last);
	text_free(&text);
}

/* The first reading, too, which computes what is computed once. `name` NULL: nothing is counted; what
 * the process does once is done then. */
static void measure_reader(const char *name, int writings)
{
	static const char *const orders[] = {"{\"orders\":[{\"answer\":\"pass\"}]}",
					     "{\"orders\":[{\"answer\":\"default\"}]}"};
	struct random_source random = {7};
	struct hosted_game hosted = begin_game(&random);

	for (int i = 0; i < writings; i++) {
		struct job job = host_write(&host, &hosted, PN_RED, PN_EVENT_STANDING_ORDERS_SET,
					    orders[i % 2]);

		if (job.problem)
			abort();
		snapshot_release(job.snapshot);
	}
	struct snapshot *snapshot = host_state(&host, &hosted);

	if (name) {
		printf("%s %d\n", name, READINGS);
		count_begin();
	}
	for (int i = 0; i < READINGS; i++)
		read_once(host.service, snapshot);
	if (name)
		count_end();
	snapshot_release(snapshot);
	host_close(&host);
}

/* ---- the core ---- */

/* One moment of a game: what a side sees, and what it does next. */
struct moment {
	struct pn_game truth, view;
	pn_side side;
	struct pn_command command;
	struct pn_placed placed;
};

static struct play play;
static struct moment moment[STEPS];
static struct pn_actions actions;
static struct pn_events events;
static struct codec_scenario scenario;

static int play_moments(uint8_t ruleset)
{
	struct random_source random = {1};
	int count = 0;

	play_begin(&play, ruleset, &scenario.muster, 1);
	for (; count < STEPS && !play.truth.over; count++) {
		struct moment *now = &moment[count];

		now->side = play_side(&play, &random);
		now->truth = play.truth;
		now->view = play.view[now->side];
		now->command = play_random_action(&play, now->side, &random);
		pn_command_keep(&now->command, &now->placed);
		play_command(&play, now->side, &now->command);
	}
	return count;
}

static void measure_book(uint8_t ruleset)
{
	const char *book = pn_rules_at(ruleset)->id;

	if (!muster_largest(ruleset, &scenario))
		abort();
	int count = play_moments(ruleset);

	printf("list.%s %d\n", book, count);
	count_begin();
	for (int i = 0; i < count; i++)
		pn_list_actions(&moment[i].view, moment[i].side, &actions);
	count_end();
	printf("apply.%s %d\n", book, count);
	count_begin();
	for (int i = 0; i < count; i++) {
		struct pn_game game = moment[i].truth;

		if (pn_check(&moment[i].view, moment[i].side, &moment[i].command).code != PN_LAWFUL)
			abort();
		events.count = 0;
		pn_apply(&game, moment[i].side, &moment[i].command, &play.dice, &events);
	}
	count_end();
}

int main(void)
{
	/* Otherwise the size from which malloc() asks the system for memory grows on the way, and a
	 * block that grows is moved one time and not another. */
	mallopt(M_MMAP_THRESHOLD, MMAP_BYTES);
	measure_service();
	measure_reader(NULL, 0);
	measure_reader("reader.alone", 0);
	measure_reader("reader.beside", WRITINGS);
	for (uint8_t ruleset = 0; ruleset < pn_rules_count(); ruleset++)
		measure_book(ruleset);
	return 0;
}
