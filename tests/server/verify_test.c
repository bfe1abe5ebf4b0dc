/* pennon-verify accepts what the server writes and nothing else. */

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "codec/codec_record.h"
#include "host.h"
#include "verify/verify.h"

static struct host host;
static struct pn_muster muster;
static struct verify_options options;

static void open_host(void)
{
	host_open(&host, NULL);
}

static void close_host(void)
{
	host_close(&host);
}

TestSuite(verify, .init = open_host, .fini = close_host);

/* The record of a game as `viewer` gets it now. */
static struct text record_of(const struct table *table, pn_side viewer)
{
	struct text record = TEXT_EMPTY;
	struct snapshot *state = host_state(&host, table);
	snapshot_record(host.service, state, viewer, &record);
	snapshot_release(state);
	return record;
}

static struct verify_report verify(const char *bytes, size_t size)
{
	struct verify_report report;
	verify_record(bytes, size, &options, &report);
	return report;
}

static void trust_server(void)
{
	uint8_t id[1][8];
	options.key_count = service_keys(host.service, id, options.key, 1);
}

/* A finished game, played at random. */
static struct table finished(uint64_t seed, uint8_t method)
{
	struct random_source random = {seed};
	host_muster(&muster, method);
	struct table table = host_table(&host, &muster);
	host_play(&host, &table, &random, 2000);
	return table;
}

static void expect_verdict(const struct verify_report *report, enum verify_verdict verdict,
			   const char *what)
{
	cr_expect_eq(report->verdict, verdict, "%s: %d, line %u: %s", what, report->verdict,
		     report->line, report->reason);
}

Test(verify, accepts_what_the_server_writes)
{
	uint32_t dice = 0, seals = 0;
	trust_server();
	for (uint64_t seed = 1; seed <= 20; seed++) {
		struct table table =
			finished(seed, seed % 2 ? PN_METHOD_SEALED : PN_METHOD_LOSER_FIRST);
		struct text record = record_of(&table, PN_PUBLIC);
		struct verify_report report = verify(record.bytes, record.size);
		expect_verdict(&report, VERIFY_RIGHT, "a whole record");
		cr_expect_str_eq(report.game, table.game);
		dice += report.dice;
		seals += report.seals;
		text_free(&record);
	}
	cr_expect_gt(dice, 100);
	cr_expect_gt(seals, 20);
}

/* The record must be what the file holds; PENNON_RECORD writes it anew. */
static void expect_golden(const char *name, const struct text *record)
{
	char path[256];
	snprintf(path, sizeof(path), PN_SOURCE_DIR "/tests/golden/formats/%s", name);
	FILE *file = fopen(path, getenv("PENNON_RECORD") ? "w+" : "r");
	cr_assert_not_null(file, "%s", path);
	if (getenv("PENNON_RECORD")) {
		fwrite(record->bytes, 1, record->size, file);
		rewind(file);
	}
	for (size_t i = 0; i <= record->size; i++) {
		int byte = getc(file);
		cr_assert_eq(byte, i < record->size ? (unsigned char)record->bytes[i] : EOF,
			     "%s differs at byte %zu", name, i);
	}
	fclose(file);
}

Test(verify, every_viewer_of_a_finished_game_gets_the_same_record)
{
	struct table table = finished(3, PN_METHOD_SEALED);
	struct text record[PN_VIEWERS];
	for (pn_side viewer = 0; viewer < PN_VIEWERS; viewer++)
		record[viewer] = record_of(&table, viewer);
	cr_expect_str_eq(record[0].bytes, record[1].bytes);
	cr_expect_str_eq(record[0].bytes, record[2].bytes);
	for (pn_side viewer = 0; viewer < PN_VIEWERS; viewer++)
		text_free(&record[viewer]);
}

/* ---- running games ---- */

Test(verify, an_extract_of_a_running_game_holds_no_secret)
{
	static const enum pn_command_kind steps[] = {PN_COMMAND_DECLARE_CHARGE,
						     PN_COMMAND_DECLARE_CHARGE, PN_COMMAND_READY};
	trust_server();
	host_muster(&muster, PN_METHOD_SEALED);
	struct table table = host_declaring_table(&host, &muster);
	for (size_t i = 0; i < sizeof(steps) / sizeof(steps[0]); i++) {
		struct pn_command command = host_offered(&host, &table, PN_RED, steps[i]);
		struct job job = host_act(&host, &table, PN_RED, &command);
		cr_assert_eq(job.problem, PROBLEM_NONE);
		snapshot_release(job.snapshot);
	}
	for (pn_side viewer = 0; viewer < PN_VIEWERS; viewer++) {
		struct text record = record_of(&table, viewer);
		struct verify_report report = verify(record.bytes, record.size);
		expect_verdict(&report, VERIFY_UNADJUDICATED, "an extract");
		cr_expect_null(strstr(record.bytes, "\"seed\":"));
		cr_expect_null(strstr(record.bytes, "\"command\":"));
		cr_expect_eq(strstr(record.bytes, "sealed_content") != NULL, viewer == PN_RED);
		cr_expect_eq(strstr(record.bytes, "drafted") != NULL, viewer == PN_RED);
		if (viewer != PN_RED)
			cr_expect_null(strstr(record.bytes, "\"red\":{\"hash\""));
		text_free(&record);
	}
}

/* ---- changed records ---- */

/* Two units a side, two turns: short, and yet with drafts, seals, dice and moves. */
static struct table short_game(uint64_t seed)
{
	struct random_source random = {seed};
	host_muster(&muster, PN_METHOD_SEALED);
	muster.unit[1] = muster.unit[4];
	muster.unit_count = 2;
	muster.turns = 2;
	struct table table = host_declaring_table(&host, &muster);
	struct pn_command draft = host_offered(&host, &table, PN_RED, PN_COMMAND_DECLARE_CHARGE);
	struct job job = host_act(&host, &table, PN_RED, &draft);
	snapshot_release(job.snapshot);
	host_play(&host, &table, &random, 2000);
	return table;
}

Test(verify, the_golden_record_is_written_again_byte_for_byte)
{
	struct table table = short_game(1);
	struct text record = record_of(&table, PN_PUBLIC);
	expect_golden("record.jsonl", &record);
	text_free(&record);
}

Test(verify, rejects_a_record_with_any_byte_changed)
{
	trust_server();
	struct table table = short_game(1);
	struct text record = record_of(&table, PN_PUBLIC);
	struct verify_report report = verify(record.bytes, record.size);
	expect_verdict(&report, VERIFY_RIGHT, "unchanged");
	cr_expect(report.dice && report.seals && report.commands > 5);
	struct random_source random = {1};
	uint32_t line = 1;
	for (size_t i = 0; i < record.size; i++) {
		char was = record.bytes[i];
		record.bytes[i] = (char)(was ^ random_between(&random, 1, 255));
		report = verify(record.bytes, record.size);
		cr_assert_eq(report.verdict, VERIFY_WRONG, "byte %zu of line %u", i, line);
		record.bytes[i] = was;
		line += was == '\n';
	}
	text_free(&record);
}

Test(verify, rejects_random_changes_in_many_records)
{
	struct random_source random = {77};
	for (uint64_t seed = 100; seed < 150; seed++) {
		struct table table =
			finished(seed, seed % 2 ? PN_METHOD_SEALED : PN_METHOD_LOSER_FIRST);
		struct text record = record_of(&table, PN_PUBLIC);
		for (int change = 0; change < 20; change++) {
			int32_t at = random_between(&random, 0, (int32_t)record.size - 1);
			char was = record.bytes[at];
			record.bytes[at] = (char)(was ^ random_between(&random, 1, 255));
			struct verify_report report = verify(record.bytes, record.size);
			cr_expect_eq(report.verdict, VERIFY_WRONG, "seed %d byte %d", (int)seed,
				     at);
			record.bytes[at] = was;
		}
		text_free(&record);
	}
}

/* The line of a record with this number, from 1. */
static char *find_line(const struct text *record, uint32_t number, size_t *size)
{
	char *at = record->bytes;
	while (--number)
		at = strchr(at, '\n') + 1;
	*size = (size_t)(strchr(at, '\n') + 1 - at);
	return at;
}

static uint32_t count_lines(const struct text *record)
{
	uint32_t lines = 0;
	for (size_t i = 0; i < record->size; i++)
		lines += record->bytes[i] == '\n';
	return lines;
}

Test(verify, rejects_a_deleted_or_repeated_line)
{
	struct table table = short_game(2);
	struct text record = record_of(&table, PN_PUBLIC);
	uint32_t lines = count_lines(&record);
	for (uint32_t number = 1; number <= lines; number++) {
		struct text changed = TEXT_EMPTY;
		size_t size;
		const char *line = find_line(&record, number, &size);
		text_add(&changed, record.bytes, (size_t)(line - record.bytes));
		text_add(&changed, line + size, record.size - (size_t)(line - record.bytes) - size);
		struct verify_report report = verify(changed.bytes, changed.size);
		cr_expect_eq(report.verdict, VERIFY_WRONG, "line %u deleted", number);
		text_clear(&changed);
		text_add(&changed, record.bytes, (size_t)(line - record.bytes));
		text_add(&changed, line, record.size - (size_t)(line - record.bytes));
		text_add(&changed, line, size);
		report = verify(changed.bytes, changed.size);
		cr_expect_eq(report.verdict, VERIFY_WRONG, "line %u repeated at the end", number);
		text_free(&changed);
	}
	text_free(&record);
}

Test(verify, rejects_what_is_cut_short)
{
	struct table table = short_game(3);
	struct text record = record_of(&table, PN_PUBLIC);
	for (size_t size = 0; size < record.size; size += 97) {
		struct verify_report report = verify(record.bytes, size);
		cr_expect_eq(report.verdict, VERIFY_WRONG, "%zu bytes", size);
	}
	struct verify_report report = verify(record.bytes, record.size - 1);
	cr_expect_eq(report.verdict, VERIFY_WRONG, "without the last LF");
	text_free(&record);
}

/* Replace the first `old` by `new` of the same length; returns the line it was in. */
static uint32_t replace(struct text *record, const char *old, const char *new)
{
	char *at = strstr(record->bytes, old);
	cr_assert(at && strlen(old) == strlen(new), "%s", old);
	uint32_t line = 1;
	for (const char *c = record->bytes; c < at; c++)
		line += *c == '\n';
	memcpy(at, new, strlen(new));
	return line;
}

Test(verify, names_the_first_line_that_differs)
{
	static const struct {
		const char *old, *new;
	} changes[] = {
		{"\"turn\":1,", "\"turn\":2,"},
		{"\"phase\":\"initiative\"", "\"phase\":\"initiativE\""},
		{"\"faces\":[", "\"Faces\":["},
		{"\"command\":{", "\"commanD\":{"},
		{"\"figures\":12", "\"figures\":13"},
	};
	struct table table = finished(5, PN_METHOD_SEALED);
	for (size_t i = 0; i < sizeof(changes) / sizeof(changes[0]); i++) {
		struct text record = record_of(&table, PN_PUBLIC);
		uint32_t line = replace(&record, changes[i].old, changes[i].new);
		struct verify_report report = verify(record.bytes, record.size);
		expect_verdict(&report, VERIFY_WRONG, changes[i].old);
		/* A changed muster is only felt where something follows from it. */
		if (line > 1)
			cr_expect_eq(report.line, line, "%s: %u, not %u", changes[i].old,
				     report.line, line);
		text_free(&record);
	}
}

/* ---- forged records ---- */

/* Sign the record again, with this key; the header must name it already. */
static void sign_again(struct text *record, const struct crypto_key *key)
{
	size_t size;
	char *last = find_line(record, count_lines(record), &size);
	struct crypto_hash hash;
	uint8_t digest[32], signature[64];
	record->size = (size_t)(last - record->bytes);
	crypto_hash_begin(&hash);
	crypto_hash_text(&hash, "pennon record");
	crypto_hash_add(&hash, record->bytes, record->size);
	crypto_hash_end(&hash, digest);
	crypto_signature_make(signature, key, digest, sizeof(digest));
	text_add_string(record, "{\"key\":\"");
	text_add_hex(record, key->public_key, 32);
	text_add_string(record, "\",\"signature\":\"");
	text_add_hex(record, signature, 64);
	text_add_string(record, "\"}\n");
}

/* Put another key into the header and sign with it. */
static void forge(struct text *record, struct crypto_key *key)
{
	const uint8_t seed[32] = {1, 2, 3};
	struct text old = TEXT_EMPTY, new = TEXT_EMPTY;
	crypto_key_make(key, seed);
	text_add_hex(&old, host.service->keys.key[0].public_key, 32);
	text_add_hex(&new, key->public_key, 32);
	replace(record, old.bytes, new.bytes);
	sign_again(record, key);
	text_free(&old);
	text_free(&new);
}

Test(verify, a_record_signed_with_another_key_fails_under_key)
{
	struct crypto_key key;
	struct table table = short_game(4);
	struct text record = record_of(&table, PN_PUBLIC);
	forge(&record, &key);
	struct verify_report report = verify(record.bytes, record.size);
	expect_verdict(&report, VERIFY_RIGHT, "it agrees with itself");
	trust_server();
	report = verify(record.bytes, record.size);
	expect_verdict(&report, VERIFY_WRONG, "but is not the server's");
	cr_expect_eq(report.line, count_lines(&record));
	text_free(&record);
}

/* Compute every chain of the record anew, as a forger with the server's key would. */
static void chain_again(struct text *record, const struct table *table)
{
	struct text out = TEXT_EMPTY;
	struct snapshot *state = host_state(&host, table);
	uint8_t chain[PN_VIEWERS][32];
	size_t size;

	memcpy(chain, state->log->chain_first, sizeof(chain));
	for (uint32_t number = 1; number <= count_lines(record); number++) {
		const char *bytes = find_line(record, number, &size);
		struct record_line line;
		struct codec_error error;
		bool good = codec_record_line_decode(&line, bytes, size - 1, &error);
		struct pn_event event;
		if (!good || line.kind != RECORD_EVENT ||
		    !codec_event_decode(&event, &state->truth, line.inner, line.inner_size, NULL,
					&line.time_ms, &error)) {
			text_add(&out, bytes, size);
			continue;
		}
		for (pn_side viewer = 0; viewer < PN_VIEWERS; viewer++) {
			struct text own = TEXT_EMPTY;
			struct crypto_hash hash;
			if (!(line.seen & 1u << viewer))
				continue;
			codec_event_line(&own, &state->truth, &event, line.seq[viewer],
					 line.time_ms);
			crypto_hash_begin(&hash);
			crypto_hash_add(&hash, chain[viewer], 32);
			crypto_hash_text(&hash, own.bytes);
			crypto_hash_end(&hash, chain[viewer]);
			memcpy(line.hash[viewer], chain[viewer], 32);
			text_free(&own);
		}
		codec_record_line_encode(&out, &line);
		text_add(&out, "\n", 1);
	}
	snapshot_release(state);
	text_free(record);
	*record = out;
}

/* Put `new` in the place of the first `old`; without `new` change the first digit behind. */
static void change(struct text *record, const char *old, const char *new)
{
	struct text out = TEXT_EMPTY;
	char *at = strstr(record->bytes, old);
	cr_assert_not_null(at, "%s", old);
	text_add(&out, record->bytes, (size_t)(at - record->bytes));
	text_add_string(&out, new ? new : old);
	size_t behind = out.size;
	text_add_string(&out, at + strlen(old));
	if (!new) {
		char *digit = out.bytes + behind;
		digit += strcspn(digit, "0123456789");
		*digit = *digit == '1' ? '2' : '1';
	}
	text_free(record);
	*record = out;
}

static const char *first_revision(const struct text *record)
{
	static char member[32];
	const char *at = strstr(record->bytes, "\"revision\":");
	snprintf(member, sizeof(member), "%.*s", (int)strcspn(at, ","), at);
	return member;
}

/* Even who can sign and chain anew cannot make the lines say something else: seed, dice
 * and seals hold without the rules, the rest with them. */
Test(verify, a_forger_with_the_servers_key_is_caught_by_what_the_lines_say)
{
	static const struct {
		const char *old, *new;
		bool with_rules; /* it takes adjudication to see it */
		bool keep_chain;
	} changes[] = {
		{"\"hash\":\"", NULL, false, true},
		{"\"seed\":\"", NULL, false, false},
		{"\"seed_commitment\":\"", NULL, false, false},
		{"\"faces\":[", NULL, false, false},
		{"\"salt\":\"", NULL, false, false},
		{"\"commitment\":\"", NULL, false, false},
		{"\"turns\":2", "\"turns\":3", true, false},
		{"\"spent\":", NULL, true, false},
		{"\"total\":", NULL, true, false},
		{"{\"command\":{\"type\":\"ready\"}", "{\"command\":{\"type\":\"pass\"}", true,
		 false},
	};
	struct crypto_key key;
	struct table table = short_game(5);
	for (size_t i = 0; i < sizeof(changes) / sizeof(changes[0]); i++) {
		for (int known = 0; known < 2; known++) {
			struct text record = record_of(&table, PN_PUBLIC);
			change(&record, changes[i].old, changes[i].new);
			if (!known)
				change(&record, first_revision(&record), "\"revision\":60000");
			if (!changes[i].keep_chain)
				chain_again(&record, &table);
			forge(&record, &key);
			struct verify_report report = verify(record.bytes, record.size);
			bool seen = known || !changes[i].with_rules;
			expect_verdict(&report, seen ? VERIFY_WRONG : VERIFY_UNADJUDICATED,
				       changes[i].old);
			cr_expect(!seen || report.line != count_lines(&record), "%s",
				  changes[i].old);
			text_free(&record);
		}
	}
}

Test(verify, a_forger_who_leaves_the_end_out_is_caught)
{
	struct crypto_key key;
	struct table table = short_game(5);
	struct text record = record_of(&table, PN_PUBLIC);
	/* From the last command on, up to the seed. */
	char *command = NULL, *seed = strstr(record.bytes, "{\"seed\":");
	for (char *at = record.bytes; (at = strstr(at, "{\"command\":{")); at++)
		command = at;
	size_t rest = record.size - (size_t)(seed - record.bytes);
	memmove(command, seed, rest + 1);
	record.size = (size_t)(command - record.bytes) + rest;
	forge(&record, &key);
	struct verify_report report = verify(record.bytes, record.size);
	expect_verdict(&report, VERIFY_WRONG, "the last command is missing");
	cr_expect_not_null(strstr(report.reason, "not ended"), "%s", report.reason);
	text_free(&record);
}

Test(verify, another_revision_is_checked_but_not_adjudicated)
{
	struct crypto_key key;
	struct table table = short_game(6);
	struct text record = record_of(&table, PN_PUBLIC);
	change(&record, first_revision(&record), "\"revision\":60000");
	forge(&record, &key);
	struct verify_report report = verify(record.bytes, record.size);
	expect_verdict(&report, VERIFY_UNADJUDICATED, "another revision");
	cr_expect_not_null(strstr(report.reason, "made under revision 60000"));
	text_free(&record);
}

/* ---- receipts ---- */

/* The receipt of a job, signed, as the API shows it. */
static void write_receipt(struct text *out, const struct table *table, pn_side side,
			  struct receipt *receipt)
{
	struct text line = TEXT_EMPTY;
	receipt_sign(host.service, table->game, side, receipt, &line);
	const char *time = strstr(line.bytes, ",\"time\":");
	text_add(out, line.bytes, (size_t)(time - line.bytes));
	text_add_string(out, ",\"signature\":\"");
	text_add_hex(out, receipt->signature, 64);
	text_add_string(out, "\"");
	text_add_string(out, time);
	text_free(&line);
}

Test(verify, receipts_agree_with_the_record)
{
	struct random_source random = {12};
	struct text receipt[2] = {TEXT_EMPTY, TEXT_EMPTY};
	trust_server();
	host_muster(&muster, PN_METHOD_SEALED);
	struct table table = host_declaring_table(&host, &muster);
	for (pn_side side = 0; side < PN_SIDES; side++) {
		struct pn_command draft =
			host_offered(&host, &table, side, PN_COMMAND_DECLARE_CHARGE);
		struct job job = host_act(&host, &table, side, &draft);
		write_receipt(&receipt[side], &table, side, &job.receipt);
		snapshot_release(job.snapshot);
		options.receipt[side].bytes = receipt[side].bytes;
		options.receipt[side].size = receipt[side].size;
	}
	host_play(&host, &table, &random, 2000);
	struct text record = record_of(&table, PN_PUBLIC);
	options.receipt_count = 2;
	struct verify_report report = verify(record.bytes, record.size);
	expect_verdict(&report, VERIFY_RIGHT, "both receipts");

	for (size_t i = 0; i < receipt[1].size; i++) {
		char was = receipt[1].bytes[i];
		receipt[1].bytes[i] ^= 1;
		report = verify(record.bytes, record.size);
		cr_expect_eq(report.verdict, VERIFY_WRONG, "byte %zu", i);
		cr_expect_eq(report.receipt, 2);
		receipt[1].bytes[i] = was;
		i += 10;
	}
	/* A record that leaves the command out does not fit the receipt. */
	struct table other = finished(13, PN_METHOD_SEALED);
	struct text another = record_of(&other, PN_PUBLIC);
	report = verify(another.bytes, another.size);
	cr_expect_eq(report.receipt, 1, "of another game");
	text_free(&another);
	text_free(&record);
	text_free(&receipt[0]);
	text_free(&receipt[1]);
}

Test(verify, key_files_hold_keys_and_nothing_else)
{
	static const struct {
		const char *text;
		size_t count;
	} rows[] = {
		{"", 0},
		{"# nothing\n\n", 0},
		{"00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff", 1},
		{"# old\n00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff\n\n"
		 "ffeeddccbbaa99887766554433221100ffeeddccbbaa99887766554433221100\n",
		 2},
		{"00112233445566778899AABBCCDDEEFF00112233445566778899aabbccddeeff\n", 0},
		{"00112233445566778899aabbccddeeff00112233445566778899aabbccddeef\n", 0},
		{"{\"key\":1}\n", 0},
	};
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct verify_options read = {0};
		bool good = verify_read_keys(&read, rows[i].text, strlen(rows[i].text));
		cr_expect_eq(good, rows[i].count > 0, "row %zu", i);
		if (good)
			cr_expect_eq(read.key_count, rows[i].count, "row %zu", i);
	}
}
