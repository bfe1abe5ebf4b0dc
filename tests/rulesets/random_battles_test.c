/* Battles at random, as an editor makes them: each plays to its end, or is refused with a clause
 * and a pointer; nothing asserts, and nobody is ever left without anything to do. */

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "codec/codec.h"
#include "play_battle.h"

/* Of each book, in the long form BATTLES_LONG; or what PENNON_BATTLES says. PENNON_BOOK plays one
 * book alone, and PENNON_SAY names each battle before it is played: what asserts ends the program. */
enum { BATTLES = 400, BATTLES_LONG = 2000, STEPS_MAX = 4000 };

static struct play play;

/* What listing actions has cost at most in the battles of a book, the least of REPEATS, and where.
 * Printed: what it may cost is in tests/bench/README.md. */
enum { REPEATS = 5 };
static struct {
	int64_t us;
	uint64_t seed;
	int step;
} dearest;

static int battles(void)
{
	const char *wanted = getenv("PENNON_BATTLES");

	if (wanted)
		return atoi(wanted);
	return getenv("PENNON_SOAK_MINUTES") ? BATTLES_LONG : BATTLES;
}

static int64_t now_us(void)
{
	struct timespec now;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

/* `us` is what listing has cost just now: what was dear because others used the processor, too, is
 * dear once. */
static void remember_the_dearest(pn_side side, int64_t us, uint64_t seed, int step)
{
	for (int k = 0; k < REPEATS && us > dearest.us; k++) {
		int64_t begun = now_us();

		pn_list_actions(&play.view[side], side, &play.actions);
		begun = now_us() - begun;
		us = begun < us ? begun : us;
	}
	if (us <= dearest.us)
		return;
	dearest.us = us;
	dearest.seed = seed;
	dearest.step = step;
}

static void expect_refusal(uint8_t ruleset, const struct pn_muster_fault *fault, uint64_t seed)
{
	struct codec_error error;

	codec_muster_fault(&error, fault);
	cr_assert(fault->clause.text[0] && error.pointer[0] == '/' && error.key && error.detail[0],
		  "%s, battle %lu: code %d, %s", pn_rules_at(ruleset)->id, (unsigned long)seed,
		  (int)fault->code, error.pointer);
}

static void play_to_its_end(uint8_t ruleset, const struct pn_muster *muster, uint64_t seed,
			    struct random_source *random)
{
	play_begin(&play, ruleset, muster, seed);
	for (int step = 0; !play.truth.over; step++) {
		const pn_side side = play_side(&play, random);
		const int64_t us = now_us();
		struct pn_command command = play_random_action(&play, side, random);

		remember_the_dearest(side, now_us() - us, seed, step);
		cr_assert(step < STEPS_MAX, "%s, battle %lu does not end", pn_rules_at(ruleset)->id,
			  (unsigned long)seed);
		cr_assert_eq((int)pn_check(&play.view[side], side, &command).code, PN_LAWFUL);
		if (random_one_in(random, 30))
			play_expire(&play, side);
		else
			play_command(&play, side, &command);
	}
}

static void play_book_at_random(uint8_t ruleset)
{
	static struct pn_muster muster;
	static struct pn_game probe;
	int played = 0, refused = 0, under_way = 0, in_contact = 0;

	dearest.us = 0;
	for (uint64_t seed = 1; seed <= (uint64_t)battles(); seed++) {
		struct random_source random = {seed * 7919 + ruleset};
		struct pn_muster_fault fault;

		play_random_battle(&muster, ruleset, &random);
		fault = pn_setup(&probe, ruleset, &muster);
		if (getenv("PENNON_SAY"))
			fprintf(stderr, "%s, battle %lu\n", pn_rules_at(ruleset)->id,
				(unsigned long)seed);
		if (fault.code != PN_MUSTER_NONE) {
			refused++;
			expect_refusal(ruleset, &fault, seed);
			continue;
		}
		played++;
		under_way += muster.first_turn > 1;
		in_contact += muster.contact_count > 0;
		play_to_its_end(ruleset, &muster, seed, &random);
	}
	cr_log_info("%s: %d played, %d of them under way, %d in contact, %d refused",
		    pn_rules_at(ruleset)->id, played, under_way, in_contact, refused);
	cr_log_info("%s: actions_us %ld at most, battle %lu, step %d", pn_rules_at(ruleset)->id,
		    (long)dearest.us, (unsigned long)dearest.seed, dearest.step);
	cr_expect_gt(played, refused);
	cr_expect_gt(under_way * 4, played);
	cr_expect_gt(in_contact * 20, played);
	cr_expect_gt(refused * 50, played);
}

Test(random_battles, each_plays_to_its_end_or_is_refused, .timeout = 3000)
{
	const char *book = getenv("PENNON_BOOK");

	for (uint8_t ruleset = 0; ruleset < pn_rules_count(); ruleset++)
		if (!book || pn_rules_find(book) == ruleset)
			play_book_at_random(ruleset);
}
