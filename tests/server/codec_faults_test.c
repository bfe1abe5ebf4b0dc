/* What is said of bad input, word for word: tests/data/faults.tsv has a command or a line of an
 * event in each row, then the pointer, then the sentence. Of several faults it is the one that
 * is told. */

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "codec/codec.h"
#include "sample_events.h"

enum { ROW_BYTES = 2048 };

/* Cut the text at its first tab; what stands behind that, or NULL. */
static char *cut(char *text)
{
	char *tab = strchr(text, '\t');

	if (!tab)
		return NULL;
	*tab = '\0';
	return tab + 1;
}

/* Read it as what it is; only a command begins with its type. */
static bool is_read(const struct pn_game *game, const char *text, struct codec_error *error)
{
	static struct codec_action action;
	struct pn_placed placed;
	struct pn_event event;

	if (strncmp(text, "{\"type\":", 8) == 0)
		return codec_action_decode(&action, game, text, strlen(text), error);
	return codec_event_decode(&event, &placed, game, text, strlen(text), NULL, NULL, error);
}

Test(faults, each_is_told_as_the_table_has_it)
{
	static struct pn_game game;
	static struct pn_muster muster;
	FILE *file = fopen(PN_SOURCE_DIR "/tests/data/faults.tsv", "r");
	char row[ROW_BYTES];
	int count = 0;

	cr_assert_not_null(file);
	sample_game(&game, &muster);
	for (; fgets(row, sizeof(row), file); count++) {
		struct codec_error error;

		row[strcspn(row, "\n")] = '\0';
		char *pointer = cut(row);
		char *detail = pointer ? cut(pointer) : NULL;
		cr_assert_not_null(detail, "%s", row);
		cr_expect_not(is_read(&game, row, &error), "%s", row);
		cr_expect_str_eq(error.pointer, pointer, "%s: %s", row, error.pointer);
		cr_expect_str_eq(error.detail, detail, "%s: %s", row, error.detail);
	}
	cr_expect_eq(count, 147);
	fclose(file);
}
