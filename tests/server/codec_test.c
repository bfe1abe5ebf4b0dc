/* The codec writes what it reads and reads what it writes: random events of every kind,
 * random commands, musters, records. And it writes the frozen formats byte for byte:
 * tests/golden/formats; PENNON_RECORD=1 writes them anew. */

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

#include "codec/codec_actions.h"
#include "codec/codec_receipt.h"
#include "codec/codec_record.h"
#include "codec/codec_ruleset.h"
#include "play.h"
#include "sample_events.h"

enum { ROUNDS = 400 };

static const int64_t sample_time_ms = INT64_C(1795255200000); /* 2026-11-21T10:00:00.000Z */

static struct pn_game game;
static struct pn_muster muster;

/* ---- events ---- */

/* What is borrowed is the same, wherever it is borrowed from. */
static void expect_same_placed(const struct pn_placed *read, const struct pn_placed *expected)
{
	cr_assert_eq(read != NULL, expected != NULL);
	cr_expect(!read || memcmp(read, expected, sizeof(*read)) == 0);
}

static void expect_event_comes_back(const struct pn_event *event, uint32_t seq, int64_t time_ms)
{
	struct text line = TEXT_EMPTY, again = TEXT_EMPTY;
	struct codec_error error;
	struct pn_event read;
	struct pn_placed placed = {0};
	uint32_t read_seq;
	int64_t read_time;

	codec_event_line(&line, &game, event, seq, time_ms);
	cr_assert(codec_event_decode(&read, &placed, &game, line.bytes, line.size, &read_seq,
				     &read_time, &error),
		  "%s at %s: %s", line.bytes, error.pointer, error.detail);
	cr_expect_eq(read_seq, seq);
	cr_expect_eq(read_time, time_ms);
	if (event->kind == PN_EVENT_PLAN_SET || event->kind == PN_EVENT_STANDING_ORDERS_SET) {
		cr_expect_eq(read.written.size, event->written.size);
		cr_expect_eq(memcmp(read.written.text, event->written.text, read.written.size), 0);
		read.written.text = event->written.text;
	}
	expect_same_placed(pn_event_placed(&read), pn_event_placed(event));
	if (pn_event_placed(&read))
		read.move_announced.path.placed = event->move_announced.path.placed;
	cr_expect_eq(memcmp(&read, event, sizeof(read)), 0, "%s", line.bytes);
	codec_event_line(&again, &game, &read, read_seq, read_time);
	cr_expect_str_eq(again.bytes, line.bytes);
	text_free(&line);
	text_free(&again);
}

Test(codec, random_events_of_every_kind_come_back)
{
	struct random_source random = {20261121};

	sample_game(&game, &muster);
	for (uint8_t kind = 0; kind < PN_EVENT_COUNT; kind++) {
		for (int i = 0; i < ROUNDS && kind != PN_EVENT_ARRANGED && sample_has(kind, &game);
		     i++) {
			struct pn_event event;
			sample_event(&event, kind, &game, &random);
			expect_event_comes_back(
				&event, (uint32_t)random_next(&random),
				(int64_t)(random_next(&random) % UINT64_C(253402300800000)));
		}
	}
}

Test(codec, events_of_random_games_come_back)
{
	static struct play play;
	struct random_source random = {7};

	for (uint8_t ruleset = 0; ruleset < pn_rules_count(); ruleset++) {
		for (uint64_t seed = 1; seed <= 20; seed++) {
			play_random_muster(&muster, ruleset, &random);
			play_begin(&play, ruleset, &muster, seed);
			for (int step = 0; step < 300 && !play.truth.over; step++) {
				pn_side side = play_side(&play, &random);
				struct pn_command command =
					play_random_action(&play, side, &random);
				play_command(&play, side, &command);
			}
			game = play.start;
			for (size_t i = 0; i < play.count; i++) {
				struct text line = TEXT_EMPTY, again = TEXT_EMPTY;
				struct codec_error error;
				struct pn_event event;
				struct pn_placed placed;
				codec_event_line(&line, &game, &play.log[i], 1, 0);
				cr_assert(codec_event_decode(&event, &placed, &game, line.bytes,
							     line.size, NULL, NULL, &error),
					  "%s: %s", line.bytes, error.detail);
				codec_event_line(&again, &game, &event, 1, 0);
				cr_expect_str_eq(again.bytes, line.bytes);
				text_free(&line);
				text_free(&again);
			}
		}
	}
}

Test(codec, one_line_serves_all_viewers)
{
	struct random_source random = {3};
	struct text open = TEXT_EMPTY, spliced = TEXT_EMPTY, line = TEXT_EMPTY;
	struct pn_event event;

	sample_game(&game, &muster);
	sample_event(&event, PN_EVENT_ROLLED, &game, &random);
	text_add_string(&open, "before");
	size_t begin = open.size;
	size_t seq_at = codec_event_open(&open, &game, &event, sample_time_ms);
	for (uint32_t seq = 1; seq < 2000000000; seq *= 7) {
		text_clear(&spliced);
		text_clear(&line);
		codec_event_splice(&spliced, open.bytes + begin, open.size - begin, seq_at, seq);
		codec_event_line(&line, &game, &event, seq, sample_time_ms);
		cr_expect_str_eq(spliced.bytes, line.bytes);
	}
	text_free(&open);
	text_free(&spliced);
	text_free(&line);
}

/* Whatever single byte of a line is changed, the line is refused or says something else
 * in the one way there is to say it. */
Test(codec, an_event_has_one_spelling)
{
	struct random_source random = {11};

	sample_game(&game, &muster);
	for (uint8_t kind = 0; kind < PN_EVENT_ARRANGED; kind++) {
		struct text line = TEXT_EMPTY, again = TEXT_EMPTY;
		struct codec_error error;
		struct pn_event event;
		struct pn_placed placed;
		uint32_t seq;
		int64_t time_ms;

		if (!sample_has(kind, &game))
			continue;
		sample_event(&event, kind, &game, &random);
		codec_event_line(&line, &game, &event, 40, sample_time_ms);
		for (size_t i = 0; i < line.size; i++) {
			for (const char *other = " 0Z\"}{,:-"; *other; other++) {
				char kept = line.bytes[i];
				line.bytes[i] = *other;
				if (codec_event_decode(&event, &placed, &game, line.bytes,
						       line.size, &seq, &time_ms, &error)) {
					text_clear(&again);
					codec_event_line(&again, &game, &event, seq, time_ms);
					cr_expect_str_eq(again.bytes, line.bytes);
				}
				line.bytes[i] = kept;
			}
			cr_expect_not(codec_event_decode(&event, &placed, &game, line.bytes, i,
							 &seq, &time_ms, &error),
				      "the first %zu bytes of %s", i, line.bytes);
		}
		text_free(&line);
		text_free(&again);
	}
}

/* ---- commands and musters ---- */

Test(codec, random_commands_come_back)
{
	struct random_source random = {5};

	sample_game(&game, &muster);
	for (uint8_t kind = 0; kind < PN_COMMAND_COUNT; kind++) {
		for (int i = 0; i < ROUNDS; i++) {
			struct text line = TEXT_EMPTY;
			struct codec_error error;
			struct codec_action action;
			struct pn_command command;
			sample_command(&command, kind, &game, &random);
			codec_command_encode(&line, &game, &command);
			cr_assert(
				codec_action_decode(&action, &game, line.bytes, line.size, &error),
				"%s at %s: %s", line.bytes, error.pointer, error.detail);
			cr_expect_not(action.by_id);
			expect_same_placed(pn_command_placed(&action.command),
					   pn_command_placed(&command));
			if (pn_command_placed(&command))
				action.command.path.placed = command.path.placed;
			cr_expect_eq(memcmp(&action.command, &command, sizeof(command)), 0, "%s",
				     line.bytes);
			text_free(&line);
		}
	}
}

Test(codec, random_musters_come_back)
{
	struct random_source random = {9};

	for (int i = 0; i < ROUNDS; i++) {
		struct text line = TEXT_EMPTY, again = TEXT_EMPTY;
		struct codec_error error;
		struct pn_muster read;
		play_random_muster(&muster, play_book(), &random);
		codec_muster_encode(&line, play_book(), &muster);
		cr_assert(codec_muster_decode(&read, play_book(), line.bytes, line.size, &error),
			  "%s: %s", error.pointer, error.detail);
		codec_muster_encode(&again, play_book(), &read);
		cr_expect_str_eq(again.bytes, line.bytes);
		cr_expect_eq(read.unit_count, muster.unit_count);
		cr_expect_eq(read.method, muster.method);
		text_free(&line);
		text_free(&again);
	}
}

/* ---- golden files ---- */

/* The text must be what the file holds. */
static void expect_golden(const char *name, const struct text *text)
{
	char path[512];
	snprintf(path, sizeof(path), PN_SOURCE_DIR "/tests/golden/formats/%s", name);
	FILE *file = fopen(path, getenv("PENNON_RECORD") ? "w+" : "r");
	cr_assert(file != NULL, "%s", path);
	if (getenv("PENNON_RECORD")) {
		fwrite(text->bytes, 1, text->size, file);
		rewind(file);
	}
	for (size_t i = 0; i <= text->size; i++) {
		int byte = getc(file);
		cr_assert_eq(byte, i < text->size ? (unsigned char)text->bytes[i] : EOF,
			     "%s differs at byte %zu", name, i);
	}
	fclose(file);
}

Test(golden, events_of_every_kind)
{
	struct random_source random = {1};
	struct text lines = TEXT_EMPTY;

	sample_game(&game, &muster);
	for (uint8_t kind = 0; kind < PN_EVENT_ARRANGED; kind++) {
		for (int i = 0; i < 4 && sample_has(kind, &game); i++) {
			struct pn_event event;
			sample_event(&event, kind, &game, &random);
			codec_event_line(&lines, &game, &event, kind * 4u + (uint32_t)i,
					 sample_time_ms + kind * 12345);
			text_add(&lines, "\n", 1);
		}
	}
	expect_golden("events.jsonl", &lines);
	text_free(&lines);
}

Test(golden, commands_of_every_kind)
{
	struct random_source random = {6};
	struct text lines = TEXT_EMPTY;

	sample_game(&game, &muster);
	for (uint8_t kind = 0; kind < PN_COMMAND_COUNT; kind++) {
		for (int i = 0; i < 4; i++) {
			struct pn_command command;

			sample_command(&command, kind, &game, &random);
			codec_command_encode(&lines, &game, &command);
			text_add(&lines, "\n", 1);
		}
	}
	expect_golden("commands.jsonl", &lines);
	text_free(&lines);
}

/* What is listed for both sides whenever a decision of theirs is open, in one game of a
 * scenario: each position on a line. */
Test(golden, offered_actions)
{
	static struct play play;
	static struct codec_scenario scenario;
	struct random_source random = {4};
	struct text lines = TEXT_EMPTY;

	cr_assert(codec_scenario_find(&scenario, "first-charge"));
	play_begin(&play, scenario.ruleset, &scenario.muster, 1);
	for (uint32_t step = 0; step < 24 && !play.truth.over; step++) {
		pn_side side = play_side(&play, &random);
		pn_list_actions(&play.view[side], side, &play.actions);
		codec_actions_encode(&lines, &(struct codec_list){&play.view[side], &play.muster,
								  &play.actions, 35 + step});
		text_add(&lines, "\n", 1);
		struct pn_command command = play_random_action(&play, side, &random);
		play_command(&play, side, &command);
	}
	expect_golden("offers.jsonl", &lines);
	text_free(&lines);
}

static void sample_header(struct record_header *header)
{
	*header = (struct record_header){
		.game = "0f4c2f5e-8a4b-4c8e-9a57-3c1d2e4f5a6b",
		.ruleset = play_book(),
		.revision = 1,
		.viewer = PN_NO_SIDE,
		.created_ms = sample_time_ms,
		.scenario = "first-charge",
		.has_nonce = {true, true},
		.nonce_drawn = {false, true},
		.has_key = true,
	};
	for (int i = 0; i < 32; i++) {
		header->seed_commitment[i] = (uint8_t)i;
		header->nonce[PN_RED][i] = (uint8_t)(100 + i);
		header->nonce[PN_BLUE][i] = (uint8_t)(200 - i);
		header->key[i] = (uint8_t)(255 - i);
	}
	struct pn_game unused;
	sample_game(&unused, &header->muster);
	snprintf(header->muster.unit[0].name, PN_NAME_BYTES,
		 "L\u00fctzow \"\\/\" \u2028 \U0001F40E");
}

Test(golden, record_header)
{
	static struct record_header header, read;
	struct text line = TEXT_EMPTY, again = TEXT_EMPTY;
	struct codec_error error;

	sample_header(&header);
	codec_record_header_encode(&line, &header);
	cr_assert(codec_record_header_decode(&read, line.bytes, line.size, &error), "%s: %s",
		  error.pointer, error.detail);
	codec_record_header_encode(&again, &read);
	cr_expect_str_eq(again.bytes, line.bytes);
	text_add(&line, "\n", 1);
	expect_golden("record_header.jsonl", &line);
	text_free(&line);
	text_free(&again);
}

Test(codec, the_header_says_which_seat_is_the_machines)
{
	static const char wrong[] = "\"machine\":{\"side\":\"blue\",\"strength\":4}";
	static struct record_header header, read;
	struct text line = TEXT_EMPTY;
	struct codec_error error;

	sample_header(&header);
	header.machine = (struct machine_seat){3, PN_BLUE};
	codec_record_header_encode(&line, &header);
	char *found = strstr(line.bytes, "\"machine\":{\"side\":\"blue\",\"strength\":3},");
	cr_assert_not_null(found);
	cr_assert(codec_record_header_decode(&read, line.bytes, line.size, &error), "%s: %s",
		  error.pointer, error.detail);
	cr_expect_eq(read.machine.strength, 3);
	cr_expect_eq(read.machine.side, PN_BLUE);
	memcpy(found, wrong, sizeof(wrong) - 1);
	cr_expect_not(codec_record_header_decode(&read, line.bytes, line.size, &error));
	text_free(&line);
}

/* A header whose battle has a name, with another text in its place. */
static bool reads_name(const char *text, char out[CODEC_NAME_BYTES])
{
	static struct record_header header, read;
	struct text line = TEXT_EMPTY, changed = TEXT_EMPTY;
	struct codec_error error;

	sample_header(&header);
	snprintf(header.name, sizeof(header.name), "X");
	codec_record_header_encode(&line, &header);
	const char *found = strstr(line.bytes, "\"name\":\"X\",\"nonces\":");
	cr_assert_not_null(found);
	text_add(&changed, line.bytes, (size_t)(found - line.bytes));
	text_add_format(&changed, "\"name\":%s", text);
	text_add_string(&changed, found + sizeof("\"name\":\"X\"") - 1);
	const bool is_good = codec_record_header_decode(&read, changed.bytes, changed.size, &error);
	cr_expect(is_good || strcmp(error.pointer, "/name") == 0, "%s: %s", text, error.pointer);
	memcpy(out, read.name, CODEC_NAME_BYTES);
	text_free(&line);
	text_free(&changed);
	return is_good;
}

Test(codec, the_header_has_the_battles_name)
{
	char name[CODEC_NAME_BYTES], longest[CODEC_NAME_BYTES + 2];

	cr_assert(reads_name("\"The \\\"\xc3\x84lv\\\" \\\\ end\"", name));
	cr_expect_str_eq(name, "The \"\xc3\x84lv\" \\ end");
	snprintf(longest, sizeof(longest), "\"%0160d\"", 7);
	cr_expect(reads_name(longest, name));
	cr_expect_eq(strlen(name), 160);
	cr_expect_not(reads_name("\"\"", name), "empty");
	cr_expect_not(reads_name("\"a\\u0062\"", name), "another way to write it");
	cr_expect_not(reads_name("\"a\\/\"", name), "a needless backslash");
	cr_expect_not(reads_name("\"a\n\"", name), "a control character");
	cr_expect_not(reads_name("\"a\xc3\"", name), "half a character");
	cr_expect_not(reads_name("7", name), "no text");
	char beyond[200];
	snprintf(beyond, sizeof(beyond), "\"%0161d\"", 7);
	cr_expect_not(reads_name(beyond, name), "one byte too many");
}

Test(codec, a_name_by_itself_is_read_as_the_header_has_it)
{
	char name[CODEC_NAME_BYTES] = "before";

	cr_expect(codec_record_name_read(name, "\"a\\\"b\"", 6));
	cr_expect_str_eq(name, "a\"b");
	cr_expect_not(codec_record_name_read(name, "\"a\"b", 4), "something behind it");
	cr_expect_str_eq(name, "");
	cr_expect_not(codec_record_name_read(name, NULL, 0));
}

/* ---- the other lines of a record ---- */

Test(codec, lines_of_a_record_come_back)
{
	static const char inner[] = "{\"a\":\"}\\\"{\",\"b\":[{}]}";
	struct record_line lines[] = {
		{.kind = RECORD_COMMAND,
		 .inner = inner,
		 .inner_size = sizeof(inner) - 1,
		 .side = PN_BLUE,
		 .time_ms = sample_time_ms},
		{.kind = RECORD_EVENT,
		 .inner = inner,
		 .inner_size = sizeof(inner) - 1,
		 .seen = PN_SEEN_BY_ALL,
		 .seq = {1, 2, UINT32_MAX}},
		{.kind = RECORD_EVENT,
		 .inner = inner,
		 .inner_size = sizeof(inner) - 1,
		 .seen = PN_SEEN_BY_BLUE,
		 .seq = {0, 7, 0}},
		{.kind = RECORD_SEED, .seed = {1, 2, 3}},
		{.kind = RECORD_SIGNATURE, .key = {9}, .signature = {8}},
	};
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		struct text line = TEXT_EMPTY, again = TEXT_EMPTY;
		struct codec_error error;
		struct record_line read;
		codec_record_line_encode(&line, &lines[i]);
		cr_assert(codec_record_line_decode(&read, line.bytes, line.size, &error),
			  "%s at %s: %s", line.bytes, error.pointer, error.detail);
		cr_expect_eq(read.kind, lines[i].kind);
		cr_expect_eq(read.seen, lines[i].seen);
		codec_record_line_encode(&again, &read);
		cr_expect_str_eq(again.bytes, line.bytes);
		for (size_t size = 0; size < line.size; size++)
			cr_expect_not(codec_record_line_decode(&read, line.bytes, size, &error));
		text_free(&line);
		text_free(&again);
	}
}

Test(codec, receipts_come_back)
{
	struct receipt_line receipt = {.format = 1,
				       .game = "0f4c2f5e-8a4b-4c8e-9a57-3c1d2e4f5a6b",
				       .viewer = PN_RED,
				       .seq = 12,
				       .hash = {1},
				       .previous = {2},
				       .command = {3},
				       .time_ms = sample_time_ms,
				       .key = {4},
				       .signature = {5},
				       .salt = {6},
				       .proof = {.place = MERKLE_PLACES - 1, .path = {{7}, {8}}}};
	struct text line = TEXT_EMPTY, again = TEXT_EMPTY;
	struct codec_error error;
	struct receipt_line read;

	for (; receipt.format <= 2; receipt.format++) {
		codec_receipt_encode(&line, &receipt);
		cr_assert(codec_receipt_decode(&read, line.bytes, line.size, &error), "%s",
			  error.detail);
		codec_receipt_encode(&again, &read);
		cr_expect_str_eq(again.bytes, line.bytes);
		for (size_t size = 0; size < line.size; size++)
			cr_expect_not(codec_receipt_decode(&read, line.bytes, size, &error));
		text_clear(&line);
		text_clear(&again);
	}
	text_free(&line);
	text_free(&again);
}

/* A place beyond the tree, a path that is longer or shorter, a format there is none of. */
Test(codec, a_receipt_has_the_tree_s_size)
{
	static const char *const changes[][2] = {
		{"\"place\":5", "\"place\":128"},
		{"\"format\":2", "\"format\":3"},
		{"\"format\":2", "\"format\":1"},
		{"],\"place\"",
		 ",\"0000000000000000000000000000000000000000000000000000000000000000\"],\"place\""},
		{"\"0000000000000000000000000000000000000000000000000000000000000000\"],\"place\"",
		 "],\"place\""},
	};
	struct receipt_line read, receipt = {.format = 2,
					     .game = "0f4c2f5e-8a4b-4c8e-9a57-3c1d2e4f5a6b",
					     .viewer = PN_RED,
					     .seq = 12,
					     .time_ms = sample_time_ms,
					     .proof = {.place = 5}};
	struct text line = TEXT_EMPTY;
	struct codec_error error;

	codec_receipt_encode(&line, &receipt);
	cr_assert(codec_receipt_decode(&read, line.bytes, line.size, &error), "%s", error.detail);
	for (size_t i = 0; i < sizeof(changes) / sizeof(changes[0]); i++) {
		struct text changed = TEXT_EMPTY;
		const char *at = strstr(line.bytes, changes[i][0]);

		cr_assert_not_null(at, "%s", changes[i][0]);
		text_add(&changed, line.bytes, (size_t)(at - line.bytes));
		text_add_string(&changed, changes[i][1]);
		text_add_string(&changed, at + strlen(changes[i][0]));
		cr_expect_not(codec_receipt_decode(&read, changed.bytes, changed.size, &error),
			      "%s", changed.bytes);
		text_free(&changed);
	}
	text_free(&line);
}
