/* pennon-verify against records that were changed, cut, or forged by somebody who can
 * chain and sign anew. */

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "codec/codec_record.h"
#include "records.h"

TestSuite(forgery, .init = records_open, .fini = records_close);

Test(forgery, rejects_a_record_with_any_byte_changed)
{
	records_trust_server();
	struct hosted_game hosted = records_short(1);
	struct text record = record_of(&hosted, PN_PUBLIC);
	struct verify_report report = record_verify(record.bytes, record.size);
	record_expect(&report, VERIFY_RIGHT, "unchanged");
	cr_expect(report.dice && report.seals && report.commands > 5);
	struct random_source random = {1};
	uint32_t line = 1;
	for (size_t i = 0; i < record.size; i++) {
		char was = record.bytes[i];
		record.bytes[i] = (char)(was ^ random_between(&random, 1, 255));
		report = record_verify(record.bytes, record.size);
		cr_assert_eq(report.verdict, VERIFY_WRONG, "byte %zu of line %u", i, line);
		record.bytes[i] = was;
		line += was == '\n';
	}
	text_free(&record);
}

Test(forgery, rejects_random_changes_in_many_records)
{
	struct random_source random = {77};
	for (uint64_t seed = 100; seed < 150; seed++) {
		struct hosted_game hosted =
			records_finished(seed, seed % 2 ? PN_METHOD_SEALED : PN_METHOD_LOSER_FIRST);
		struct text record = record_of(&hosted, PN_PUBLIC);
		for (int change = 0; change < 20; change++) {
			int32_t at = random_between(&random, 0, (int32_t)record.size - 1);
			char was = record.bytes[at];
			record.bytes[at] = (char)(was ^ random_between(&random, 1, 255));
			struct verify_report report = record_verify(record.bytes, record.size);
			cr_expect_eq(report.verdict, VERIFY_WRONG, "seed %d byte %d", (int)seed,
				     at);
			record.bytes[at] = was;
		}
		text_free(&record);
	}
}

Test(forgery, rejects_a_deleted_or_repeated_line)
{
	struct hosted_game hosted = records_short(2);
	struct text record = record_of(&hosted, PN_PUBLIC);
	uint32_t lines = record_lines(&record);
	for (uint32_t number = 1; number <= lines; number++) {
		struct text changed = TEXT_EMPTY;
		size_t size;
		const char *line = record_line(&record, number, &size);
		text_add(&changed, record.bytes, (size_t)(line - record.bytes));
		text_add(&changed, line + size, record.size - (size_t)(line - record.bytes) - size);
		struct verify_report report = record_verify(changed.bytes, changed.size);
		cr_expect_eq(report.verdict, VERIFY_WRONG, "line %u deleted", number);
		text_clear(&changed);
		text_add(&changed, record.bytes, (size_t)(line - record.bytes));
		text_add(&changed, line, record.size - (size_t)(line - record.bytes));
		text_add(&changed, line, size);
		report = record_verify(changed.bytes, changed.size);
		cr_expect_eq(report.verdict, VERIFY_WRONG, "line %u repeated at the end", number);
		text_free(&changed);
	}
	text_free(&record);
}

Test(forgery, rejects_what_is_cut_short)
{
	struct hosted_game hosted = records_short(3);
	struct text record = record_of(&hosted, PN_PUBLIC);
	for (size_t size = 0; size < record.size; size += 97) {
		struct verify_report report = record_verify(record.bytes, size);
		cr_expect_eq(report.verdict, VERIFY_WRONG, "%zu bytes", size);
	}
	struct verify_report report = record_verify(record.bytes, record.size - 1);
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

Test(forgery, names_the_first_line_that_differs)
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
	struct hosted_game hosted = records_finished(5, PN_METHOD_SEALED);
	for (size_t i = 0; i < sizeof(changes) / sizeof(changes[0]); i++) {
		struct text record = record_of(&hosted, PN_PUBLIC);
		uint32_t line = replace(&record, changes[i].old, changes[i].new);
		struct verify_report report = record_verify(record.bytes, record.size);
		record_expect(&report, VERIFY_WRONG, changes[i].old);
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
	char *last = record_line(record, record_lines(record), &size);
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
	text_add_hex(&old, records_host.service->keys.key[0].public_key, 32);
	text_add_hex(&new, key->public_key, 32);
	replace(record, old.bytes, new.bytes);
	sign_again(record, key);
	text_free(&old);
	text_free(&new);
}

Test(forgery, a_record_signed_with_another_key_fails_under_key)
{
	struct crypto_key key;
	struct hosted_game hosted = records_short(4);
	struct text record = record_of(&hosted, PN_PUBLIC);
	forge(&record, &key);
	struct verify_report report = record_verify(record.bytes, record.size);
	record_expect(&report, VERIFY_RIGHT, "it agrees with itself");
	records_trust_server();
	report = record_verify(record.bytes, record.size);
	record_expect(&report, VERIFY_WRONG, "but is not the server's");
	cr_expect_eq(report.line, record_lines(&record));
	text_free(&record);
}

/* Compute every chain of the record anew, as a forger with the server's key would. */
static void chain_again(struct text *record, const struct hosted_game *hosted)
{
	struct text out = TEXT_EMPTY;
	struct snapshot *state = host_state(&records_host, hosted);
	uint8_t chain[PN_VIEWERS][32];
	size_t size;

	memcpy(chain, state->log->chain_first, sizeof(chain));
	for (uint32_t number = 1; number <= record_lines(record); number++) {
		const char *bytes = record_line(record, number, &size);
		struct record_line line;
		struct codec_error error;
		bool good = codec_record_line_decode(&line, bytes, size - 1, &error);
		struct pn_event event;
		struct pn_placed placed;
		if (!good || line.kind != RECORD_EVENT ||
		    !codec_event_decode(&event, &placed, &state->truth, line.inner, line.inner_size,
					NULL, &line.time_ms, &error)) {
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
Test(forgery, a_forger_with_the_servers_key_is_caught_by_what_the_lines_say)
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
	struct hosted_game hosted = records_short(5);
	for (size_t i = 0; i < sizeof(changes) / sizeof(changes[0]); i++) {
		for (int known = 0; known < 2; known++) {
			struct text record = record_of(&hosted, PN_PUBLIC);
			change(&record, changes[i].old, changes[i].new);
			if (!known)
				change(&record, first_revision(&record), "\"revision\":60000");
			if (!changes[i].keep_chain)
				chain_again(&record, &hosted);
			forge(&record, &key);
			struct verify_report report = record_verify(record.bytes, record.size);
			bool seen = known || !changes[i].with_rules;
			record_expect(&report, seen ? VERIFY_WRONG : VERIFY_UNADJUDICATED,
				      changes[i].old);
			cr_expect(!seen || report.line != record_lines(&record), "%s",
				  changes[i].old);
			text_free(&record);
		}
	}
}

/* What the cup showed, and what it was asked, is held against seed and command like any roll. */
Test(forgery, a_forger_of_the_cup_is_caught)
{
	static const struct {
		const char *old, *new;
		bool with_rules;
		const char *reason;
	} changes[] = {
		{"\"PN-60\",\"faces\":[", NULL, false, "/red/cup/1 shows"},
		{"/red/cup/1\"", "/red/cup/2\"", false, "/red/cup/3 shows"},
		{"\"needed\":8,\"seq\"", "\"needed\":7,\"seq\"", true, ""},
		{"\"sides\":10,\"time\"", "\"sides\":1,\"time\"", false, ""},
		{"{\"dice\":5", "{\"dice\":6", true, ""},
	};
	const struct pn_command resign = {
		.kind = PN_COMMAND_RESIGN, .unit = PN_NO_UNIT, .target = PN_NO_UNIT};
	struct crypto_key key;
	struct hosted_game hosted = records_begin_short();

	records_roll_cup(&hosted, PN_RED, (struct pn_cup){5, 10, 8});
	struct job job = host_act(&records_host, &hosted, PN_RED, &resign);
	snapshot_release(job.snapshot);
	for (size_t i = 0; i < sizeof(changes) / sizeof(changes[0]); i++) {
		for (int known = 0; known < 2; known++) {
			struct text record = record_of(&hosted, PN_PUBLIC);
			const bool seen = known || !changes[i].with_rules;
			change(&record, changes[i].old, changes[i].new);
			if (!known)
				change(&record, first_revision(&record), "\"revision\":60000");
			chain_again(&record, &hosted);
			forge(&record, &key);
			struct verify_report report = record_verify(record.bytes, record.size);
			record_expect(&report, seen ? VERIFY_WRONG : VERIFY_UNADJUDICATED,
				      changes[i].old);
			cr_expect_not_null(strstr(report.reason, changes[i].reason), "%s",
					   report.reason);
			text_free(&record);
		}
	}
}

Test(forgery, a_forger_who_leaves_the_end_out_is_caught)
{
	struct crypto_key key;
	struct hosted_game hosted = records_short(5);
	struct text record = record_of(&hosted, PN_PUBLIC);
	/* From the last command on, up to the seed. */
	char *command = NULL, *seed = strstr(record.bytes, "{\"seed\":");
	for (char *at = record.bytes; (at = strstr(at, "{\"command\":{")); at++)
		command = at;
	size_t rest = record.size - (size_t)(seed - record.bytes);
	memmove(command, seed, rest + 1);
	record.size = (size_t)(command - record.bytes) + rest;
	forge(&record, &key);
	struct verify_report report = record_verify(record.bytes, record.size);
	record_expect(&report, VERIFY_WRONG, "the last command is missing");
	cr_expect_not_null(strstr(report.reason, "not ended"), "%s", report.reason);
	text_free(&record);
}

Test(forgery, another_revision_is_checked_but_not_adjudicated)
{
	struct crypto_key key;
	struct hosted_game hosted = records_short(6);
	struct text record = record_of(&hosted, PN_PUBLIC);
	change(&record, first_revision(&record), "\"revision\":60000");
	forge(&record, &key);
	struct verify_report report = record_verify(record.bytes, record.size);
	record_expect(&report, VERIFY_UNADJUDICATED, "another revision");
	cr_expect_not_null(strstr(report.reason, "made under revision 60000"));
	text_free(&record);
}
