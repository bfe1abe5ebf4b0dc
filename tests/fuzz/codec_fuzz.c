/* Bytes to codec to core, for libFuzzer. The first byte picks what the rest is read as.
 *
 * Whatever is accepted must be written again as it was read, must be answered by the core
 * without a broken rule, and must change nothing when it is refused. The positions that
 * commands are tried in come from a game of a shipped scenario, played before the first
 * input, open and sealed. */

#include <stdlib.h>

#include "codec/codec_actions.h"
#include "codec/codec_preview.h"
#include "codec/codec_receipt.h"
#include "codec/codec_record.h"
#include "codec/codec_request.h"
#include "codec/codec_view.h"
#include "codec/words.h"
#include "play.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

enum { POSITIONS = 16, STEPS_BETWEEN = 3, STEPS_MAX = 40 };

/* A view of each side, and the truth, at some moment. */
struct position {
	struct pn_game truth, view[PN_VIEWERS];
};

static struct position position[POSITIONS];
static struct play play;
static uint64_t seed = 20261121;

static void must(bool condition)
{
	if (!condition)
		abort();
}

/* Play one game by what is listed and keep a position every few steps. */
static void record_positions(struct position *out, size_t count, const char *scenario,
			     uint8_t method)
{
	static struct codec_scenario found;
	struct random_source random = {method};

	must(codec_scenario_find(&found, scenario));
	found.muster.method = method;
	play_begin(&play, found.ruleset, &found.muster, seed);
	for (size_t i = 0; i < count; i++) {
		out[i].truth = play.truth;
		memcpy(out[i].view, play.view, sizeof(play.view));
		for (int step = 0; step < STEPS_BETWEEN && !play.truth.over; step++) {
			pn_side side = play_side(&play, &random);
			struct pn_command command = play_random_action(&play, side, &random);
			play_command(&play, side, &command);
		}
	}
}

static void prepare(void)
{
	static bool done;
	if (done)
		return;
	done = true;
	record_positions(position, POSITIONS / 2, "first-charge", PN_METHOD_LOSER_FIRST);
	record_positions(position + POSITIONS / 2, POSITIONS / 2, "first-charge", PN_METHOD_SEALED);
}

/* ---- commands ---- */

/* What was read is written and read again as the same. */
static void expect_same_command(const struct pn_game *view, const struct pn_command *command)
{
	struct text line = TEXT_EMPTY, again = TEXT_EMPTY;
	struct codec_error error;
	struct codec_action action;

	codec_command_encode(&line, view, command);
	must(codec_action_decode(&action, view, line.bytes, line.size, &error));
	codec_command_encode(&again, view, &action.command);
	must(line.size == again.size && memcmp(line.bytes, again.bytes, line.size) == 0);
	text_free(&line);
	text_free(&again);
}

/* The events of a command, as lines and back. */
static void expect_lines(const struct pn_game *names, const struct pn_events *events)
{
	struct text line = TEXT_EMPTY;
	for (uint16_t i = 0; i < events->count; i++) {
		struct codec_error error;
		struct pn_event event;
		struct pn_placed placed;
		text_clear(&line);
		codec_event_line(&line, names, &events->event[i], i + 1u, 0);
		must(codec_event_decode(&event, &placed, names, line.bytes, line.size, NULL, NULL,
					&error));
	}
	text_free(&line);
}

static void try_command(const struct position *at, pn_side side, const char *bytes, size_t size)
{
	static struct pn_events events;
	static struct pn_game copy;
	struct pn_dice_source dice = play_chance(&seed);
	struct codec_error error;
	struct codec_action action;
	struct pn_command command;

	pn_list_actions(&at->view[side], side, &play.actions);
	if (!codec_action_decode(&action, &at->truth, bytes, size, &error)) {
		must(error.detail[0] != '\0');
		return;
	}
	command = action.command;
	if (action.by_id && codec_action_find(&command, &play.actions, 1, action.id) != CODEC_FOUND)
		return;
	expect_same_command(&at->view[side], &command);
	struct pn_verdict view = pn_check(&at->view[side], side, &command);
	struct pn_verdict truth = pn_check(&at->truth, side, &command);
	must(view.code == truth.code && strcmp(view.clause.text, truth.clause.text) == 0);

	struct text text = TEXT_EMPTY;
	struct pn_preview preview;
	pn_preview(&at->view[side], side, &command, &preview);
	must(preview.verdict.code == view.code);
	codec_preview_encode(&text, &at->view[side], &play.muster, &preview);
	codec_lawful_encode(&text,
			    &(struct codec_list){&at->view[side], &play.muster, &play.actions, 1},
			    command.unit);
	text_free(&text);
	if (view.code != PN_LAWFUL)
		return;
	copy = at->truth;
	events.count = 0;
	pn_apply(&copy, side, &command, &dice, &events);
	expect_lines(&copy, &events);
}

static void fuzz_command(const char *bytes, size_t size)
{
	if (size < 1)
		return;
	uint8_t choice = (uint8_t)bytes[0];
	try_command(&position[choice / 2 % POSITIONS], choice & 1 ? PN_BLUE : PN_RED, bytes + 1,
		    size - 1);
}

/* ---- musters ---- */

static void play_muster(uint8_t ruleset, const struct pn_muster *muster)
{
	static struct pn_game game;
	struct pn_muster_fault fault = pn_setup(&game, ruleset, muster);
	struct random_source random = {1};

	if (fault.code != PN_MUSTER_NONE) {
		struct codec_error error;
		codec_muster_fault(&error, &fault);
		must(error.detail[0] != '\0');
		return;
	}
	play_begin(&play, ruleset, muster, seed);
	for (int step = 0; step < STEPS_MAX && !play.truth.over; step++) {
		pn_side side = play_side(&play, &random);
		struct pn_command command = play_random_action(&play, side, &random);
		must(pn_check(&play.view[side], side, &command).code == PN_LAWFUL);
		play_command(&play, side, &command);
		expect_lines(&play.truth, &play.out);
	}
	struct text text = TEXT_EMPTY;
	codec_position_encode(&text, &play.view[PN_RED], &play.muster, PN_RED);
	text_free(&text);
}

static void fuzz_muster(const char *bytes, size_t size)
{
	static struct pn_muster muster;
	struct text line = TEXT_EMPTY;
	struct codec_error error;

	if (!codec_muster_decode(&muster, 0, bytes, size, &error))
		return;
	codec_muster_encode(&line, 0, &muster);
	must(codec_muster_decode(&muster, 0, line.bytes, line.size, &error));
	text_free(&line);
	play_muster(0, &muster);
}

static void fuzz_requests(const char *bytes, size_t size)
{
	static struct codec_create create;
	static struct codec_scenario scenario;
	struct codec_error error;
	struct codec_join join;

	if (codec_create_decode(&create, bytes, size, &error))
		must(create.side < PN_SIDES);
	codec_join_decode(&join, bytes, size, &error);
	codec_scenario_decode(&scenario, bytes, size, &error);
	words_free(words_load(bytes, size, &error));
}

/* ---- lines ---- */

/* What a line was read as must be written as that line. */
static void must_be(struct text *again, const char *bytes, size_t size)
{
	must(again->size == size && memcmp(again->bytes, bytes, size) == 0);
	text_free(again);
}

static void fuzz_event(const char *bytes, size_t size)
{
	const struct pn_game *names = &position[0].truth;
	struct text again = TEXT_EMPTY;
	struct codec_error error;
	struct pn_event event;
	struct pn_placed placed;
	uint32_t seq;
	int64_t time_ms;

	if (!codec_event_decode(&event, &placed, names, bytes, size, &seq, &time_ms, &error))
		return;
	codec_event_line(&again, names, &event, seq, time_ms);
	must_be(&again, bytes, size);
}

/* A header of old may lack what its ruleset has learnt since: then it is written with it,
 * and that is read and written as it stands. */
static void fuzz_header(const char *bytes, size_t size)
{
	static struct record_header header;
	static struct record_header full;
	struct text again = TEXT_EMPTY;
	struct text twice = TEXT_EMPTY;
	struct codec_error error;

	if (!codec_record_header_decode(&header, bytes, size, &error))
		return;
	codec_record_header_encode(&again, &header);
	must(codec_record_header_decode(&full, again.bytes, again.size, &error));
	codec_record_header_encode(&twice, &full);
	must_be(&twice, again.bytes, again.size);
	text_free(&again);
	play_muster(header.ruleset, &header.muster);
}

static void fuzz_line(const char *bytes, size_t size)
{
	struct text again = TEXT_EMPTY;
	struct codec_error error;
	struct record_line line;
	struct receipt_line receipt;

	if (codec_record_line_decode(&line, bytes, size, &error)) {
		codec_record_line_encode(&again, &line);
		must_be(&again, bytes, size);
	}
	if (codec_receipt_decode(&receipt, bytes, size, &error)) {
		codec_receipt_encode(&again, &receipt);
		must_be(&again, bytes, bytes[size - 1] == '\n' ? size - 1 : size);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	static void (*const readers[])(const char *, size_t) = {
		fuzz_command, fuzz_muster, fuzz_event, fuzz_header, fuzz_line, fuzz_requests,
	};
	prepare();
	if (size < 1)
		return 0;
	/* Letters, so that the corpus can be read and written by hand. */
	unsigned reader = (unsigned)(bytes[0] - 'a') % (sizeof(readers) / sizeof(readers[0]));
	/* A copy of its own, so that reading one byte too far is seen. */
	char *copy = malloc(size - 1);
	if (!copy)
		return 0;
	memcpy(copy, bytes + 1, size - 1);
	readers[reader](copy, size - 1);
	free(copy);
	return 0;
}
