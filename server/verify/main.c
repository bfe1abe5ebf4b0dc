/* pennon-verify RECORD [--key FILE] [--receipt FILE]...
 *
 * Exit 0: everything is right. 3: everything but adjudication, which this program cannot
 * repeat. 1: not right; the first line that differs is named. 2: it was asked wrongly. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/crypto.h"
#include "base/text.h"
#include "verify/verify.h"

enum { FILE_BYTES_MAX = 256 * 1024 * 1024, EXIT_USAGE = 2 };

static int usage(void)
{
	fputs("usage: pennon-verify RECORD [--key FILE] [--receipt FILE]...\n"
	      "  --key FILE      the server's public keys, 64 hex digits a line (GET /v1/server)\n"
	      "  --receipt FILE  a receipt that must agree with the record\n"
	      "exit: 0 right, 3 right but not adjudicated, 1 wrong, 2 usage\n",
	      stderr);
	return EXIT_USAGE;
}

/* Read a whole file. */
static bool read_file(struct text *out, const char *path)
{
	char piece[65536];
	size_t size;
	FILE *file = strcmp(path, "-") == 0 ? stdin : fopen(path, "rb");

	if (!file) {
		perror(path);
		return false;
	}
	while ((size = fread(piece, 1, sizeof(piece), file)) > 0 && out->size < FILE_BYTES_MAX)
		text_add(out, piece, size);
	bool good = !ferror(file) && feof(file);
	if (file != stdin)
		fclose(file);
	if (!good)
		fprintf(stderr, "%s: cannot be read, or is too large\n", path);
	return good;
}

struct arguments {
	const char *record;
	struct verify_options options;
	struct text receipt[VERIFY_RECEIPTS_MAX];
};

static bool take_key(struct arguments *arguments, const char *path)
{
	struct text text = TEXT_EMPTY;
	bool good = read_file(&text, path);
	if (good &&
	    !verify_read_keys(&arguments->options, text.bytes ? text.bytes : "", text.size)) {
		fprintf(stderr, "%s: want public keys, 64 hex digits a line\n", path);
		good = false;
	}
	text_free(&text);
	return good;
}

static bool take_receipt(struct arguments *arguments, const char *path)
{
	size_t index = arguments->options.receipt_count;
	if (index == VERIFY_RECEIPTS_MAX) {
		fputs("too many receipts\n", stderr);
		return false;
	}
	struct text *text = &arguments->receipt[index];
	if (!read_file(text, path))
		return false;
	arguments->options.receipt[index].bytes = text->bytes ? text->bytes : "";
	arguments->options.receipt[index].size = text->size;
	arguments->options.receipt_count++;
	return true;
}

static bool take_arguments(struct arguments *arguments, int count, char **values)
{
	for (int i = 1; i < count; i++) {
		bool has_next = i + 1 < count;
		bool good;
		if (strcmp(values[i], "--key") == 0 && has_next)
			good = take_key(arguments, values[++i]);
		else if (strcmp(values[i], "--receipt") == 0 && has_next)
			good = take_receipt(arguments, values[++i]);
		else if (!arguments->record && (values[i][0] != '-' || !values[i][1]))
			good = (arguments->record = values[i]) != NULL;
		else
			good = false;
		if (!good)
			return false;
	}
	return arguments->record != NULL;
}

static void print(const struct arguments *arguments, const struct verify_report *report)
{
	const char *path = arguments->record;
	if (report->verdict == VERIFY_WRONG && report->line) {
		printf("%s: line %u: %s\n", path, report->line, report->reason);
		return;
	}
	if (report->verdict == VERIFY_WRONG) {
		printf("%s: receipt %u: %s\n", path, report->receipt, report->reason);
		return;
	}
	printf("%s: game %s: %u events, %u commands, %u dice, %u openings, %zu receipts: right\n",
	       path, report->game, report->events, report->commands, report->dice, report->seals,
	       arguments->options.receipt_count);
	if (report->verdict == VERIFY_UNADJUDICATED)
		printf("not adjudicated: %s\n", report->reason);
	if (!arguments->options.key_count)
		puts("no --key given: the signatures prove only that the record agrees with itself");
}

int main(int count, char **values)
{
	static struct arguments arguments;
	struct verify_report report;
	struct text record = TEXT_EMPTY;

	if (!crypto_begin() || !take_arguments(&arguments, count, values))
		return usage();
	if (!read_file(&record, arguments.record))
		return EXIT_USAGE;
	verify_record(record.bytes ? record.bytes : "", record.size, &arguments.options, &report);
	print(&arguments, &report);
	text_free(&record);
	for (size_t i = 0; i < arguments.options.receipt_count; i++)
		text_free(&arguments.receipt[i]);
	return (int)report.verdict;
}
