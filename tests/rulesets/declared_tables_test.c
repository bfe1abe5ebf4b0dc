/* Each number that a rule book declares in its tables (what a characteristic may be, what is rolled,
 * the parameters with their samples and bounds, how many positions a switch has) stands a second
 * time in tests/data/declared.txt, and the two agree line by line. A change of one is checked
 * against its clause, and made in both. */

#include <criterion/criterion.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "pennon/rules.h"

enum { TEXT_BYTES = 32 * 1024 };

static char declared[TEXT_BYTES], written[TEXT_BYTES];
static size_t length;

static void __attribute__((format(printf, 1, 2))) line(const char *format, ...)
{
	va_list values;

	va_start(values, format);
	length += (size_t)vsnprintf(declared + length, TEXT_BYTES - length, format, values);
	va_end(values);
	cr_assert_lt(length, TEXT_BYTES);
}

/* What a muster may say, and how a game of the book goes. */
static void declare_musters(const struct pn_rules *book)
{
	for (uint8_t i = 0; i < book->stats.count; i++)
		line("%s stat %s: %d to %d%s\n", book->id, book->stats.row[i].name,
		     book->stats.row[i].min, book->stats.row[i].max,
		     book->stats.row[i].optional ? ", or left out" : "");
	for (uint8_t i = 0; i < book->flags.count; i++)
		if (book->flags.row[i].lasts)
			line("%s flag %s: states %u\n", book->id, book->flags.row[i].name,
			     book->flags.row[i].states);
	for (uint8_t i = 0; i < book->tallies.count; i++)
		if (book->tallies.row[i].most)
			line("%s tally %s: at most %u, below stat %u\n", book->id,
			     book->tallies.row[i].name, book->tallies.row[i].most,
			     book->tallies.row[i].below);
	for (uint8_t i = 0; i < book->forms.count; i++)
		line("%s form %s: gap of parameter %u\n", book->id, book->forms.row[i].name,
		     book->forms.row[i].gap_of);
}

static void declare_rules(const struct pn_rules *book)
{
	for (uint8_t i = 0; i < book->rolls.count; i++)
		line("%s roll %s: %u of %u sides\n", book->id, book->rolls.row[i].name,
		     book->rolls.row[i].count, book->rolls.row[i].sides);
	for (uint8_t i = 0; i < book->facts.count; i++)
		line("%s fact %s: %d\n", book->id, book->facts.row[i].name,
		     book->facts.row[i].initial);
	for (uint8_t i = 0; i < book->switches.count; i++)
		line("%s switch %s: %u positions\n", book->id, book->switches.row[i].name,
		     book->switches.row[i].count);
	for (uint8_t i = 0; i < book->params.count; i++)
		line("%s parameter %s: %d, %d to %d\n", book->id, book->params.row[i].name,
		     book->params.row[i].sample, book->params.row[i].min, book->params.row[i].max);
	line("%s: revision %u, %u interruptions at most\n", book->id, book->revision,
	     book->deepest_pending);
}

/* The end of the line that begins there. */
static size_t line_end(const char *text)
{
	return strcspn(text, "\n");
}

Test(declared, each_number_stands_in_the_list)
{
	FILE *list = fopen(PN_SOURCE_DIR "/tests/data/declared.txt", "r");
	const char *here = declared, *there = written;

	cr_assert(list);
	written[fread(written, 1, TEXT_BYTES - 1, list)] = '\0';
	cr_assert_eq(fclose(list), 0);
	for (uint8_t i = 0; i < pn_rules_count(); i++) {
		declare_musters(pn_rules_at(i));
		declare_rules(pn_rules_at(i));
	}
	while (*here || *there) {
		const size_t one = line_end(here), other = line_end(there);

		cr_assert(one == other && strncmp(here, there, one) == 0,
			  "declared: %.*s\nlisted:   %.*s", (int)one, here, (int)other, there);
		here += one + (here[one] != '\0');
		there += other + (there[other] != '\0');
	}
}
