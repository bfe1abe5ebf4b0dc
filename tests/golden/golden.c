/* Golden hashes: games played at random from their seeds give the same states on every
 * compiler at every level, and the same as when they were recorded.
 *
 *   pennon-golden [BOOK...]  compare with tests/golden/games.txt, of all books or of those named
 *   pennon-golden --record   write it anew; the difference is reviewed like code
 *   pennon-golden --list N   the first N games of each book, for comparing two programs
 *
 * One line a game: ruleset, seed, commands, events, and a hash over the state after each
 * command. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "play.h"

enum { GAMES = 64, LINE_BYTES = 128 };

static struct play play;

static void play_line(char line[LINE_BYTES], uint8_t ruleset, uint64_t seed)
{
	struct random_source random = {seed};
	struct pn_muster muster;
	uint64_t hash = 0;
	unsigned commands = 0;

	play_random_muster(&muster, ruleset, &random);
	play_begin(&play, ruleset, &muster, seed);
	while (!play.truth.over) {
		pn_side side = play_side(&play, &random);
		struct pn_command command = play_random_action(&play, side, &random);

		play_command(&play, side, &command);
		hash = hash * 31 + pn_view_hash(&play.truth, PN_PUBLIC);
		commands++;
	}
	snprintf(line, LINE_BYTES, "%s %2llu: %3u commands, %4zu events, %016llx\n",
		 pn_rules_at(ruleset)->id, (unsigned long long)seed, commands, play.count,
		 (unsigned long long)hash);
}

/* The next line of the file that is about the book. */
static void read_line(FILE *golden, const char *book, char line[LINE_BYTES])
{
	const size_t length = strlen(book);

	while (fgets(line, LINE_BYTES, golden))
		if (strncmp(line, book, length) == 0 && line[length] == ' ')
			return;
	snprintf(line, LINE_BYTES, "nothing recorded\n");
}

static int compare_line(FILE *golden, const char *book, const char *line)
{
	char expected[LINE_BYTES];

	read_line(golden, book, expected);
	if (strcmp(expected, line) == 0)
		return 0;
	printf("expected %sgot      %s", expected, line);
	return 1;
}

static int list(unsigned long games)
{
	for (uint8_t ruleset = 0; ruleset < pn_rules_count(); ruleset++)
		for (uint64_t seed = 1; seed <= games; seed++) {
			char line[LINE_BYTES];

			play_line(line, ruleset, seed);
			fputs(line, stdout);
		}
	return EXIT_SUCCESS;
}

static bool is_wanted(const char *book, int argc, char **argv)
{
	for (int i = 1; i < argc; i++)
		if (strcmp(argv[i], book) == 0)
			return true;
	return argc == 1;
}

int main(int argc, char **argv)
{
	if (argc == 3 && strcmp(argv[1], "--list") == 0)
		return list(strtoul(argv[2], NULL, 10));
	const bool record = argc == 2 && strcmp(argv[1], "--record") == 0;
	FILE *golden = fopen(PN_SOURCE_DIR "/tests/golden/games.txt", record ? "w" : "r");
	int failed = 0;
	int played = 0;

	if (!golden) {
		fprintf(stderr, "pennon-golden: tests/golden/games.txt cannot be opened\n");
		return EXIT_FAILURE;
	}
	for (uint8_t ruleset = 0; ruleset < pn_rules_count(); ruleset++)
		for (uint64_t seed = 1; seed <= GAMES; seed++) {
			const char *book = pn_rules_at(ruleset)->id;
			char line[LINE_BYTES];

			if (!record && !is_wanted(book, argc, argv))
				continue;

			play_line(line, ruleset, seed);
			played++;
			if (record)
				fputs(line, golden);
			else
				failed += compare_line(golden, book, line);
		}
	if (fclose(golden))
		failed++;
	if (played == 0)
		fprintf(stderr, "usage: pennon-golden [--record | --list N | BOOK...]\n");
	printf("%d passed, %d failed\n", played - failed, failed);
	return failed || played == 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
