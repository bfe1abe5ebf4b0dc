/* pennon-verify accepts what the server writes and nothing else. */

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "codec/codec_receipt.h"
#include "records.h"

static struct pn_muster muster;

TestSuite(verify, .init = records_open, .fini = records_close);

Test(verify, accepts_what_the_server_writes)
{
	uint32_t dice = 0, seals = 0;
	records_trust_server();
	for (uint64_t seed = 1; seed <= 20; seed++) {
		struct hosted_game hosted =
			records_finished(seed, seed % 2 ? PN_METHOD_SEALED : PN_METHOD_LOSER_FIRST);
		struct text record = record_of(&hosted, PN_PUBLIC);
		struct verify_report report = record_verify(record.bytes, record.size);
		record_expect(&report, VERIFY_RIGHT, "a whole record");
		cr_expect_str_eq(report.game, hosted.game);
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

/* A battle under way begins where its header says, loads again so, and its record agrees. */
Test(verify, accepts_a_battle_under_way)
{
	static const char position[] =
		"\"position\":{\"contacts\":[{\"facing\":\"front\",\"unit\":\"r3\",\"with\":\"b3\"}],"
		"\"turn\":2,\"units\":{\"b1\":{\"figures\":9},\"r2\":{\"figures\":10}}}";
	struct random_source random = {7};
	struct hosted_game hosted;

	host_muster(&muster, PN_METHOD_LOSER_FIRST);
	muster.first_turn = 2;
	muster.unit[1].at_start = muster.unit[1].formation.figures;
	muster.unit[1].formation.figures = 10;
	muster.unit[1].state = 1;
	muster.unit[4].at_start = muster.unit[4].formation.figures;
	muster.unit[4].formation.figures = 9;
	muster.unit[6].pose = (pn_pose){muster.unit[2].pose.at,
					(pn_angle)(muster.unit[2].pose.facing + PN_TURN_HALF)};
	muster.contact_count = 1;
	muster.contact[0] = (struct pn_contact){2, 6, PN_FACING_FRONT, false};
	hosted = host_game(&records_host, &muster);
	host_play(&records_host, &hosted, &random, 3000);
	struct text record = record_of(&hosted, PN_PUBLIC);
	struct verify_report report = record_verify(record.bytes, record.size);

	record_expect(&report, VERIFY_RIGHT, "a battle under way");
	cr_expect(strstr(record.bytes, position) != NULL);
	cr_expect(strstr(record.bytes, "\"turn\":2,\"type\":\"turn_began\"") != NULL);
	cr_expect(strstr(record.bytes, "\"turn\":1,\"type\":\"turn_began\"") == NULL);
	/* Another number of figures in the header is found out. */
	*(strstr(record.bytes, "{\"figures\":9}") + strlen("{\"figures\":")) = '8';
	report = record_verify(record.bytes, record.size);
	cr_expect_eq(report.verdict, VERIFY_WRONG);
	text_free(&record);
}

Test(verify, every_viewer_of_a_finished_game_gets_the_same_record)
{
	struct hosted_game hosted = records_finished(3, PN_METHOD_SEALED);
	struct text record[PN_VIEWERS];
	for (pn_side viewer = 0; viewer < PN_VIEWERS; viewer++)
		record[viewer] = record_of(&hosted, viewer);
	cr_expect_str_eq(record[0].bytes, record[1].bytes);
	cr_expect_str_eq(record[0].bytes, record[2].bytes);
	for (pn_side viewer = 0; viewer < PN_VIEWERS; viewer++)
		text_free(&record[viewer]);
}

/* The creator's nonce comes first in the key of the dice, whatever their colour. */
Test(verify, the_dice_rest_on_who_created_the_game)
{
	struct random_source random = {5};
	records_trust_server();
	host_muster(&muster, PN_METHOD_LOSER_FIRST);
	struct hosted_game hosted = host_game_by(&records_host, &muster, PN_BLUE);
	host_play(&records_host, &hosted, &random, 2000);
	struct text record = record_of(&hosted, PN_PUBLIC);
	struct verify_report report = record_verify(record.bytes, record.size);
	record_expect(&report, VERIFY_RIGHT, "a game that blue created");
	cr_expect_gt(report.dice, 0);

	char *creator = strstr(record.bytes, "\"creator\":\"blue\"");
	cr_assert_not_null(creator);
	struct text changed = TEXT_EMPTY;
	text_add(&changed, record.bytes, (size_t)(creator - record.bytes));
	text_add_string(&changed, "\"creator\":\"red\"");
	text_add_string(&changed, creator + strlen("\"creator\":\"blue\""));
	report = record_verify(changed.bytes, changed.size);
	record_expect(&report, VERIFY_WRONG, "the same, said to be red's");
	cr_expect(strstr(report.reason, "the die"), "%s", report.reason);
	text_free(&changed);
	text_free(&record);
}

/* ---- running games ---- */

Test(verify, an_extract_of_a_running_game_holds_no_secret)
{
	static const enum pn_command_kind steps[] = {PN_COMMAND_DECLARE_CHARGE,
						     PN_COMMAND_DECLARE_CHARGE, PN_COMMAND_READY};
	records_trust_server();
	host_muster(&muster, PN_METHOD_SEALED);
	struct hosted_game hosted = host_declaring_game(&records_host, &muster);
	for (size_t i = 0; i < sizeof(steps) / sizeof(steps[0]); i++) {
		struct pn_command command = host_actions(&records_host, &hosted, PN_RED, steps[i]);
		struct job job = host_act(&records_host, &hosted, PN_RED, &command);
		cr_assert_eq(job.problem, PROBLEM_NONE);
		snapshot_release(job.snapshot);
	}
	for (pn_side viewer = 0; viewer < PN_VIEWERS; viewer++) {
		struct text record = record_of(&hosted, viewer);
		struct verify_report report = record_verify(record.bytes, record.size);
		record_expect(&report, VERIFY_UNADJUDICATED, "an extract");
		cr_expect_null(strstr(record.bytes, "\"seed\":"));
		cr_expect_null(strstr(record.bytes, "\"command\":"));
		cr_expect_eq(strstr(record.bytes, "sealed_content") != NULL, viewer == PN_RED);
		cr_expect_eq(strstr(record.bytes, "drafted") != NULL, viewer == PN_RED);
		if (viewer != PN_RED)
			cr_expect_null(strstr(record.bytes, "\"red\":{\"hash\""));
		text_free(&record);
	}
}

/* The same short game by a fixed script, so that only a change of the rules or of the
 * format changes its record: what comes first of these is done, or the decision's default. */
static void play_script(const struct hosted_game *hosted)
{
	static const enum pn_command_kind script[] = {PN_COMMAND_READY, PN_COMMAND_GO_FIRST,
						      PN_COMMAND_CHARGE, PN_COMMAND_PASS};
	for (;;) {
		struct snapshot *state = host_state(&records_host, hosted);
		bool playing = snapshot_header(state)->status == GAME_PLAYING;
		pn_side side = pn_owes(&state->truth, PN_RED) ? PN_RED : PN_BLUE;
		const struct pn_actions *actions = snapshot_actions(state, side);
		struct pn_command command = {.kind = PN_COMMAND_COUNT};
		for (size_t i = 0; i < sizeof(script) / sizeof(script[0]); i++) {
			for (uint16_t j = 0; j < actions->count; j++) {
				if (command.kind == PN_COMMAND_COUNT &&
				    actions->action[j].command.kind == script[i])
					command = actions->action[j].command;
			}
		}
		if (playing && command.kind == PN_COMMAND_COUNT)
			command = pn_fallback(snapshot_view(state, side), side);
		snapshot_release(state);
		if (!playing)
			return;
		struct job job = host_act(&records_host, hosted, side, &command);
		cr_assert_eq(job.problem, PROBLEM_NONE);
		snapshot_release(job.snapshot);
	}
}

Test(verify, the_golden_record_is_written_again_byte_for_byte)
{
	struct hosted_game hosted = records_begin_short();
	play_script(&hosted);
	struct text record = record_of(&hosted, PN_PUBLIC);
	struct verify_report report = record_verify(record.bytes, record.size);
	record_expect(&report, VERIFY_RIGHT, "golden");
	cr_expect(report.dice && report.seals && report.commands > 5);
	expect_golden("record.jsonl", &record);
	text_free(&record);
}

/* The same with the cup, which both sides roll (PN-60). */
Test(verify, the_golden_record_of_a_cup_is_written_again_byte_for_byte)
{
	struct hosted_game hosted = records_begin_short();
	records_roll_cup(&hosted, PN_RED, (struct pn_cup){5, 10, 8});
	records_roll_cup(&hosted, PN_BLUE, (struct pn_cup){100, 6, 0});
	records_roll_cup(&hosted, PN_RED, (struct pn_cup){1, 100, 2});
	play_script(&hosted);
	struct text record = record_of(&hosted, PN_PUBLIC);
	struct verify_report report = record_verify(record.bytes, record.size);
	record_expect(&report, VERIFY_RIGHT, "with a cup");
	cr_expect_gt(report.dice, 106);
	expect_golden("record_cup.jsonl", &record);
	text_free(&record);
}

/* ---- receipts ---- */

/* The same receipt as format 1 has it: its line itself is signed. */
static void write_older(struct text *out, const struct text *shown)
{
	struct text line = TEXT_EMPTY;
	struct receipt_line receipt;
	struct codec_error error;

	cr_assert(codec_receipt_decode(&receipt, shown->bytes, shown->size, &error));
	receipt.format = 1;
	codec_receipt_line(&line, &receipt);
	crypto_signature_make(receipt.signature, &records_host.service->keys.key[0], line.bytes,
			      line.size);
	codec_receipt_encode(out, &receipt);
	text_free(&line);
}

/* One of each format, of a game's first command. */
Test(verify, the_golden_receipts_are_written_again_byte_for_byte)
{
	struct text shown = TEXT_EMPTY, lines = TEXT_EMPTY;

	host_muster(&muster, PN_METHOD_SEALED);
	struct hosted_game hosted = host_declaring_game(&records_host, &muster);
	struct pn_command draft =
		host_actions(&records_host, &hosted, PN_RED, PN_COMMAND_DECLARE_CHARGE);
	struct job job = host_act(&records_host, &hosted, PN_RED, &draft);
	receipt_write(records_host.service, hosted.game, PN_RED, &job.action.receipt, &shown);
	write_older(&lines, &shown);
	text_add_string(&lines, "\n");
	text_add(&lines, shown.bytes, shown.size);
	text_add_string(&lines, "\n");
	expect_golden("receipts.jsonl", &lines);
	snapshot_release(job.snapshot);
	text_free(&lines);
	text_free(&shown);
}

Test(verify, receipts_agree_with_the_record)
{
	struct random_source random = {12};
	struct text receipt[2] = {TEXT_EMPTY, TEXT_EMPTY};
	records_trust_server();
	host_muster(&muster, PN_METHOD_SEALED);
	struct hosted_game hosted = host_declaring_game(&records_host, &muster);
	for (pn_side side = 0; side < PN_SIDES; side++) {
		struct pn_command draft =
			host_actions(&records_host, &hosted, side, PN_COMMAND_DECLARE_CHARGE);
		struct job job = host_act(&records_host, &hosted, side, &draft);
		receipt_write(records_host.service, hosted.game, side, &job.action.receipt,
			      &receipt[side]);
		snapshot_release(job.snapshot);
		records_options.receipt[side].bytes = receipt[side].bytes;
		records_options.receipt[side].size = receipt[side].size;
	}
	host_play(&records_host, &hosted, &random, 2000);
	struct text record = record_of(&hosted, PN_PUBLIC);
	records_options.receipt_count = 2;
	struct verify_report report = record_verify(record.bytes, record.size);
	record_expect(&report, VERIFY_RIGHT, "both receipts");

	for (size_t i = 0; i < receipt[1].size; i++) {
		char was = receipt[1].bytes[i];
		receipt[1].bytes[i] ^= 1;
		report = record_verify(record.bytes, record.size);
		cr_expect_eq(report.verdict, VERIFY_WRONG, "byte %zu", i);
		cr_expect_eq(report.receipt, 2);
		receipt[1].bytes[i] = was;
	}
	/* A record that leaves the command out does not fit the receipt. */
	struct hosted_game other = records_finished(13, PN_METHOD_SEALED);
	struct text another = record_of(&other, PN_PUBLIC);
	report = record_verify(another.bytes, another.size);
	cr_expect_eq(report.receipt, 1, "of another game");
	text_free(&another);
	text_free(&record);
	text_free(&receipt[0]);
	text_free(&receipt[1]);
}

/* What proves a receipt, changed to something that could stand there; `how` says in what. */
static bool change_proof(struct receipt_line *receipt, unsigned how)
{
	struct merkle_proof *proof = &receipt->proof;
	uint8_t kept[CRYPTO_HASH_BYTES];

	if (how < MERKLE_LEVELS) {
		memcpy(proof->path[how], receipt->command, sizeof(proof->path[how]));
	} else if (how < 2 * MERKLE_LEVELS) {
		proof->place ^= (uint8_t)(1u << (how - MERKLE_LEVELS));
	} else if (how == 2 * MERKLE_LEVELS) {
		memcpy(kept, proof->path[0], sizeof(kept));
		memcpy(proof->path[0], proof->path[1], sizeof(kept));
		memcpy(proof->path[1], kept, sizeof(kept));
	} else if (how == 2 * MERKLE_LEVELS + 1) {
		memcpy(receipt->salt, receipt->hash, sizeof(receipt->salt));
	} else if (how == 2 * MERKLE_LEVELS + 2) {
		/* Another root, that the server has signed. */
		memcpy(kept, receipt->hash, sizeof(kept));
		crypto_root_sign(receipt->signature, &records_host.service->keys.key[0], kept);
	} else {
		return false;
	}
	return true;
}

/* Path, place, leaf and root: whatever leads from a receipt to what was signed. */
Test(verify, a_receipt_that_proves_something_else_is_rejected)
{
	struct random_source random = {12};
	struct text shown = TEXT_EMPTY, changed = TEXT_EMPTY;
	struct receipt_line receipt;
	struct codec_error error;

	records_trust_server();
	host_muster(&muster, PN_METHOD_SEALED);
	struct hosted_game hosted = host_declaring_game(&records_host, &muster);
	struct pn_command draft =
		host_actions(&records_host, &hosted, PN_RED, PN_COMMAND_DECLARE_CHARGE);
	struct job job = host_act(&records_host, &hosted, PN_RED, &draft);
	receipt_write(records_host.service, hosted.game, PN_RED, &job.action.receipt, &shown);
	snapshot_release(job.snapshot);
	host_play(&records_host, &hosted, &random, 2000);
	struct text record = record_of(&hosted, PN_PUBLIC);
	records_options.receipt_count = 1;
	for (unsigned how = 0;; how++) {
		cr_assert(codec_receipt_decode(&receipt, shown.bytes, shown.size, &error));
		bool is_changed = change_proof(&receipt, how);
		text_clear(&changed);
		codec_receipt_encode(&changed, &receipt);
		records_options.receipt[0].bytes = changed.bytes;
		records_options.receipt[0].size = changed.size;
		struct verify_report report = record_verify(record.bytes, record.size);
		cr_expect_eq(report.verdict, is_changed ? VERIFY_WRONG : VERIFY_RIGHT, "way %u",
			     how);
		cr_expect_eq(report.receipt, is_changed ? 1 : 0, "way %u", how);
		if (!is_changed)
			break;
	}
	/* A tree of half the size: a path that is shorter. */
	char *end = strchr(changed.bytes, ']'), *last = end;
	cr_assert(end);
	while (*last != ',')
		last--;
	memmove(last, end, strlen(end) + 1);
	records_options.receipt[0].size = strlen(changed.bytes);
	struct verify_report report = record_verify(record.bytes, record.size);
	cr_expect_eq(report.verdict, VERIFY_WRONG);
	text_free(&changed);
	text_free(&record);
	text_free(&shown);
}

Test(verify, a_receipt_of_format_1_agrees_too)
{
	struct random_source random = {12};
	struct text shown = TEXT_EMPTY, older = TEXT_EMPTY;

	records_trust_server();
	host_muster(&muster, PN_METHOD_SEALED);
	struct hosted_game hosted = host_declaring_game(&records_host, &muster);
	struct pn_command draft =
		host_actions(&records_host, &hosted, PN_RED, PN_COMMAND_DECLARE_CHARGE);
	struct job job = host_act(&records_host, &hosted, PN_RED, &draft);
	receipt_write(records_host.service, hosted.game, PN_RED, &job.action.receipt, &shown);
	write_older(&older, &shown);
	snapshot_release(job.snapshot);
	host_play(&records_host, &hosted, &random, 2000);
	struct text record = record_of(&hosted, PN_PUBLIC);
	records_options.receipt[0].bytes = older.bytes;
	records_options.receipt[0].size = older.size;
	records_options.receipt_count = 1;
	struct verify_report report = record_verify(record.bytes, record.size);
	record_expect(&report, VERIFY_RIGHT, "format 1");
	char *digit = strstr(older.bytes, "\"seq\":") + strlen("\"seq\":");
	*digit = *digit == '9' ? '8' : (char)(*digit + 1);
	report = record_verify(record.bytes, record.size);
	record_expect(&report, VERIFY_WRONG, "changed");
	text_free(&record);
	text_free(&shown);
	text_free(&older);
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
