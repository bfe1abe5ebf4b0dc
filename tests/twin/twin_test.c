/* Twin worlds: two games that differ only in what one side has written in secret are the
 * same, byte for byte, to the other side and to the public, until the reveal. What is
 * asked of them is in support/twin_probe.c, what may differ in support/twins.h; leaks.sh
 * plants leaks and wants this test to find each.
 *
 * PENNON_SOAK_MINUTES makes it go on for so long, with other seeds; PENNON_TWIN_GAMES is
 * how many games each side gets; without it 24 each, with which leaks.sh finds every leak, and
 * 250 each in a soak. */

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host.h"
#include "play.h"
#include "twin_apps.h"
#include "twin_armies.h"
#include "twin_opponent.h"
#include "twin_outbox.h"
#include "twin_plans.h"
#include "twin_play.h"
#include "twin_presence.h"
#include "twin_seat.h"
#include "twin_times.h"
#include "verify/verify.h"

enum { GAMES = 24, GAMES_SOAK = 250, GAMES_ON_DISK = 6, SOAK_MS_MAX = 5 * 60 * 1000 };

static struct twins twins;

static void add(struct twin_figures *sum, const struct twin_figures *more)
{
	sum->asked += more->asked;
	sum->phases += more->phases;
	sum->hidden += more->hidden;
	sum->days += more->days;
	sum->app_events += more->app_events;
	sum->told += more->told;
	sum->parted += more->parted;
	sum->dice += more->dice;
	sum->drawn += more->drawn;
	sum->clashes += more->clashes;
	sum->silent += more->silent;
	sum->writings += more->writings;
	sum->automatic += more->automatic;
	sum->answered += more->answered;
	sum->cups += more->cups;
	sum->apart += more->apart;
}

static int games(void)
{
	const char *wanted = getenv("PENNON_TWIN_GAMES");

	if (wanted)
		return atoi(wanted);
	return getenv("PENNON_SOAK_MINUTES") ? GAMES_SOAK : GAMES;
}

/* Is there another game to play? In a soak each test takes a quarter of the time, and not
 * so long that the runner would end it. */
static bool goes_on(int64_t began, int game, int least)
{
	const char *minutes = getenv("PENNON_SOAK_MINUTES");
	int64_t ms = minutes ? atoll(minutes) * 60 * 1000 / 4 : 0;

	if (ms > SOAK_MS_MAX)
		ms = SOAK_MS_MAX;
	return game < least || platform_real.steady_ms(NULL) - began < ms;
}

/* Have the games had enough of what they are for? A book that seals nothing in a turn has one
 * secret phase, in which both deploy, and dice thrown after that seldom have the same label in both
 * worlds. */
static bool is_enough(const struct twin_figures *sum, uint8_t book, unsigned games)
{
	const bool seals = pn_rules_at(book)->methods >> PN_METHOD_SEALED & 1;
	const bool answers = twins_answer_in_advance(pn_rules_at(book));

	return sum->phases >= games && sum->hidden >= games / 2 &&
	       sum->parted >= games / (seals ? 5 : 10) && (!seals || sum->dice >= sum->parted) &&
	       (seals || sum->answered > 0) && sum->clashes >= sum->drawn / 8 &&
	       sum->silent >= games / 8 && sum->writings >= games && sum->cups >= games / 4 &&
	       (!answers || sum->automatic >= games / 2);
}

/* Play at least `least` games, and at most twice as many until they were worth it. */
static void play(uint8_t book, pn_side owner, int least, const char *under)
{
	struct twin_figures sum = {0};
	int64_t began = platform_real.steady_ms(NULL);
	int game = 0;

	for (; goes_on(began, game, least) ||
	       (game < 2 * least && !is_enough(&sum, book, (unsigned)game));
	     game++) {
		char folder[64] = "";

		if (under) {
			snprintf(folder, sizeof(folder), "%s/%d", under, game);
			mkdir(folder, 0700);
		}
		twins_open(&twins, (uint64_t)game * 2 + owner + (under ? 500009 : 1), book, owner,
			   under ? folder : NULL);
		twins_play(&twins);
		add(&sum, &twins.figures);
		twins_close(&twins);
	}
	fprintf(stderr,
		"%d games, %u answers compared, %u secret phases, %u hidden, %u parted, "
		"%u dice, %u draws, %u clashes, %u silent polls, %u plans and orders, %u done otherwise, "
		"%u answered in advance\n",
		game, sum.asked, sum.phases, sum.hidden, sum.parted, sum.dice, sum.drawn,
		sum.clashes, sum.silent, sum.writings, sum.automatic, sum.answered);
	cr_assert(is_enough(&sum, book, (unsigned)game), "too little of something");
}

Test(twin, red_writes_in_secret)
{
	play(play_book(), PN_RED, games(), NULL);
}

Test(twin, blue_writes_in_secret)
{
	play(play_book(), PN_BLUE, games(), NULL);
}

/* What others are told outside their streams follows from what they see; who has written what is to
 * be done is not told of it. */
Test(twin, nobody_is_told_more_outside)
{
	struct twin_figures sum = {0};

	for (int game = 0; game < games() / 2; game++) {
		twins_open(&twins, (uint64_t)game + 700001, play_book(), (pn_side)(game % 2), NULL);
		twin_outbox_play(&twins);
		add(&sum, &twins.figures);
		twins_close(&twins);
	}
	fprintf(stderr, "%u answers compared, %u notices, %u done otherwise\n", sum.asked, sum.told,
		sum.automatic);
	cr_assert(sum.told > 0, "too little of something");
}

/* An app learns what the player does whose grant it names, and nothing of the other side; nor does a
 * player by an app that both have. */
Test(twin, an_app_learns_what_its_player_does)
{
	struct twin_figures sum = {0};

	for (int game = 0; game < 2 * games(); game++) {
		twins_open(&twins, (uint64_t)game + 950001, play_book(), (pn_side)(game % 2), NULL);
		twin_apps_play(&twins);
		add(&sum, &twins.figures);
		twins_close(&twins);
	}
	fprintf(stderr, "%u answers compared, %u events of an app, %u done otherwise\n", sum.asked,
		sum.app_events, sum.automatic);
	cr_assert(sum.app_events > 0 && sum.writings > 0, "too little of something");
}

/* On which day a player was here is nobody's business while they play: an answer of a day on which
 * they were not is a standing order's. */
Test(twin, nobody_is_told_on_which_day_a_player_was_here)
{
	struct twin_figures sum = {0};

	for (int game = 0; game < 2 * games(); game++) {
		twins_open(&twins, (uint64_t)game + 900001, play_book(), (pn_side)(game % 2), NULL);
		twin_presence_play(&twins);
		add(&sum, &twins.figures);
		twins_close(&twins);
	}
	fprintf(stderr, "%u answers compared, %u days apart, %u answered in advance\n", sum.asked,
		sum.days, sum.automatic);
	cr_assert(sum.days > 0 && sum.automatic > 0, "too little of something");
}

/* Books with a secret of a kind of their own, and which part of the games each gets. */
static const struct secret {
	const char *book;
	int part;
} stack = {"conquest-1.5", 2}, reactions = {"t9a-2e", 2}, orders = {"chainmail", 4},
  markers = {"ancient-warfare", 2};

static void play_secret(struct secret secret)
{
	const uint8_t book = (uint8_t)pn_rules_find(secret.book);

	play(book, PN_RED, games() / secret.part, NULL);
	play(book, PN_BLUE, games() / secret.part, NULL);
}

/* A stack of cards is sealed place by place and drawn card by card: nobody knows what lies
 * below the top. */
Test(twin, a_stack_is_ordered_in_secret)
{
	play_secret(stack);
}

/* What the target of a charge does may be said in advance, and who charges never knows it;
 * places are sealed, and plans declare. */
Test(twin, reactions_stand_in_secret)
{
	play_secret(reactions);
}

/* A written order is a charge, or a turn and so far: nobody knows which, before all are laid
 * open. */
Test(twin, orders_are_written_in_secret)
{
	play_secret(orders);
}

/* A marker lies beside every unit, face down. */
Test(twin, markers_are_placed_in_secret)
{
	play_secret(markers);
}

/* Does a side of that book write what the other must not see, besides deploying? */
static bool has_secrets(const struct pn_rules *rules)
{
	for (int kind = 0; kind < PN_COMMAND_COUNT; kind++)
		if (rules->commands[kind].is_private && kind != PN_COMMAND_DEPLOY &&
		    kind != PN_COMMAND_TAKE_BACK)
			return true;
	return false;
}

/* Two books of one code have the same secrets. */
static bool is_played_above(const struct pn_rules *rules)
{
	const char *const books[] = {stack.book, reactions.book, orders.book, markers.book,
				     pn_rules_at(play_book())->id};

	for (size_t i = 0; i < sizeof books / sizeof books[0]; i++)
		if (strcmp(pn_rules_at((uint8_t)pn_rules_find(books[i]))->letters,
			   rules->letters) == 0)
			return true;
	return false;
}

/* Whatever other book keeps a secret is played like those. */
Test(twin, no_book_with_secrets_is_left_out)
{
	for (uint8_t book = 0; book < pn_rules_count(); book++)
		if (has_secrets(pn_rules_at(book)) && !is_played_above(pn_rules_at(book)))
			play_secret((struct secret){pn_rules_at(book)->id, 4});
}

/* Each side writes its army before the game begins, and nobody knows what is in it, nor how often
 * it was written, before both are sealed. */
static void play_armies(int count, const char *under)
{
	struct twin_figures sum = {0};

	for (int game = 0; game < count; game++) {
		const uint8_t book = (uint8_t)(game % pn_rules_count());
		char folder[64] = "";

		if (under) {
			snprintf(folder, sizeof(folder), "%s/%d", under, game);
			mkdir(folder, 0700);
		}
		twins_open_armies(&twins, (uint64_t)game + 700001, book, (pn_side)(game / 2 % 2),
				  under ? folder : NULL);
		twin_armies_play(&twins, under != NULL);
		add(&sum, &twins.figures);
		twins_close(&twins);
	}
	fprintf(stderr, "%d games of armies, %u answers compared, %u drafts, %u ended unseen\n",
		count, sum.asked, sum.writings, sum.hidden);
	cr_assert(sum.silent > 0 && sum.hidden > 0, "too little of something");
}

Test(twin, armies_are_written_in_secret)
{
	play_armies(games(), NULL);
}

static char directory[64];

static void make_directory(void)
{
	host_make_folder(directory);
}

static void remove_directory(void)
{
	host_remove_folder(directory);
}

/* Its seat is a client like others: whoever it plays writes otherwise, and it does the same. */
Test(twin, the_machine_does_the_same, .timeout = 300)
{
	for (uint8_t book = 0; book < pn_rules_count(); book++) {
		struct twin_opponent sum = {0};

		for (int game = 0; game < 2 * games(); game++)
			twin_opponent_play(book, game % 2 ? PN_BLUE : PN_RED, (uint64_t)game + 1,
					   &sum);
		cr_log_info("%s: %u decisions, %u beside another secret", pn_rules_at(book)->id,
			    sum.decisions, sum.secret);
		cr_expect_gt(sum.decisions, 0);
		if (pn_rules_at(book)->methods >> PN_METHOD_SEALED & 1)
			cr_expect_gt(sum.secret, 0, "%s", pn_rules_at(book)->id);
	}
}

/* The same on a server, which thinks when it is started again. */
Test(twin, the_machine_s_seat_does_the_same, .init = make_directory, .fini = remove_directory)
{
	for (uint8_t book = 0; book < pn_rules_count(); book++) {
		struct twin_seat sum = {0};

		for (int game = 0; game < GAMES_ON_DISK; game++) {
			char folder[sizeof(directory) + 16];

			snprintf(folder, sizeof(folder), "%s/%d-%d", directory, book, game);
			mkdir(folder, 0700);
			twins_open(&twins, (uint64_t)game + 1, book, game % 2 ? PN_BLUE : PN_RED,
				   folder);
			twin_seat_play(&twins, &sum);
			twins_close(&twins);
		}
		cr_log_info("%s: %u events, %u games beside another secret", pn_rules_at(book)->id,
			    sum.commands, sum.secret);
		if (pn_rules_at(book)->methods >> PN_METHOD_SEALED & 1) {
			cr_expect_gt(sum.commands, 0, "%s", pn_rules_at(book)->id);
			cr_expect_gt(sum.secret, 0, "%s", pn_rules_at(book)->id);
		}
	}
}

/* The server is stopped and started while there are secrets: what it tells is then
 * folded from what is on disk. */
Test(twin, a_restart_tells_nothing, .init = make_directory, .fini = remove_directory)
{
	play(play_book(), PN_RED, GAMES_ON_DISK, directory);
}

Test(twin, a_restart_tells_nothing_of_armies, .init = make_directory, .fini = remove_directory)
{
	play_armies(GAMES_ON_DISK, directory);
}

/* Whether the other side has just looked, or has written for itself, shows in no time: what had left
 * the memory for a side takes as long as if it were not there. */
Test(twin, nobody_is_told_by_the_time_that_somebody_was_here, .init = make_directory,
     .fini = remove_directory)
{
	enum { ROUNDS = 20 };
	struct twin_figures sum = {0};

	for (int game = 0; game < GAMES_ON_DISK; game++) {
		char folder[sizeof(directory) + 16];

		snprintf(folder, sizeof(folder), "%s/%d", directory, game);
		mkdir(folder, 0700);
		twins_open(&twins, (uint64_t)game + 990001, play_book(), (pn_side)(game % 2),
			   folder);
		twin_times_play(&twins, ROUNDS);
		add(&sum, &twins.figures);
		twins_close(&twins);
	}
	fprintf(stderr, "%u answers compared, %u of games that one world had in memory\n",
		sum.asked, sum.apart);
	cr_assert(sum.apart > GAMES_ON_DISK * ROUNDS / 8, "too little of something");
}

/* A side that has written as much as it may has taken nothing from the other. */
Test(twin, drafts_without_end_are_their_owners_affair)
{
	static struct host host;
	static struct pn_muster muster;
	struct job job;
	uint32_t drafts = 0;

	host_open(&host, NULL);
	host_muster(&muster, PN_METHOD_SEALED);
	struct hosted_game hosted = host_declaring_game(&host, &muster);
	struct pn_command draft = host_actions(&host, &hosted, PN_RED, PN_COMMAND_DECLARE_CHARGE);
	struct pn_command takes_back = draft;
	takes_back.kind = PN_COMMAND_WITHDRAW_CHARGE;
	for (;; drafts++) {
		job = host_act(&host, &hosted, PN_RED, drafts % 2 ? &takes_back : &draft);
		snapshot_release(job.snapshot);
		if (job.problem)
			break;
	}
	cr_expect_eq(job.problem, PROBLEM_GAME_TOO_LONG);
	/* It is the bound on bytes that they have met: none of their drafts is as long as a KiB. */
	cr_expect_gt(drafts, (uint32_t)WRITTEN_BYTES_MAX / 1024);

	draft = host_actions(&host, &hosted, PN_BLUE, PN_COMMAND_DECLARE_CHARGE);
	job = host_act(&host, &hosted, PN_BLUE, &draft);
	cr_expect_eq(job.problem, PROBLEM_NONE);
	snapshot_release(job.snapshot);
	const struct pn_command resign = {
		.kind = PN_COMMAND_RESIGN, .unit = PN_NO_UNIT, .target = PN_NO_UNIT};
	job = host_act(&host, &hosted, PN_RED, &resign);
	cr_expect_eq(job.problem, PROBLEM_NONE);
	snapshot_release(job.snapshot);
	host_close(&host);
}

/* Times that all see never go back, whatever the clock does and whenever drafts are
 * written; who checks the record later accepts both. */
Test(twin, a_clock_that_is_set_back_leaves_the_record_right)
{
	static struct host host;
	static struct pn_muster muster;
	static struct verify_report report;
	static const struct verify_options options;
	const struct pn_command resign = {
		.kind = PN_COMMAND_RESIGN, .unit = PN_NO_UNIT, .target = PN_NO_UNIT};
	struct random_source random = {11};
	struct text record = TEXT_EMPTY;

	host_open(&host, NULL);
	host_muster(&muster, PN_METHOD_SEALED);
	for (int game = 0; game < 8; game++) {
		struct hosted_game hosted = host_declaring_game(&host, &muster);
		for (int i = 0; i < 120 && host_step(&host, &hosted, &random); i++)
			atomic_fetch_add(&host.world.now_ms,
					 random_between(&random, -60 * 1000, 60 * 1000));
		struct job job = host_act(&host, &hosted, PN_RED, &resign);
		snapshot_release(job.snapshot);

		struct snapshot *state = host_state(&host, &hosted);
		text_clear(&record);
		snapshot_record(host.service, state, PN_PUBLIC, &record);
		snapshot_release(state);
		verify_record(record.bytes, record.size, &options, &report);
		cr_expect_eq(report.verdict, VERIFY_RIGHT, "line %u: %s", report.line,
			     report.reason);
	}
	text_free(&record);
	host_close(&host);
}
