/* A line of play asked about: what happens in it, where everybody stands then, and what may be
 * done next. */

#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "base/write.h"
#include "charges.h"
#include "codec/codec_actions.h"
#include "codec/codec_preview.h"
#include "codec/codec_view.h"
#include "codec/value.h"
#include "line.h"
#include "module.h"

/* What the rules say to a command, by itself: the codec's writer looks at what stands before. */
static void write_preview(struct text *out, const struct line *line)
{
	struct text said = TEXT_EMPTY;

	codec_preview_encode(&said, &line->truth, &line->muster, &line->preview);
	text_add(out, said.bytes, said.size);
	text_free(&said);
}

/* ---- what happened ---- */

/* Dice in the order thrown, and how many of them nobody had given. */
static void write_dice(struct text *out, const struct line *line)
{
	uint16_t count = 0;

	write_key(out, "dice");
	write_byte(out, '[');
	for (uint16_t i = 0; i < line->out.count; i++) {
		for (uint8_t k = 0; k < pn_event_dice(&line->out.event[i]); k++, count++) {
			struct pn_die die = pn_event_die(&line->truth, &line->out.event[i], k);

			write_item(out);
			write_byte(out, '{');
			write_key_integer(out, "face", die.face);
			write_key_name(out, "label", die.label);
			write_key_integer(out, "sides", die.sides);
			write_byte(out, '}');
		}
	}
	write_byte(out, ']');
}

static void write_events(struct text *out, struct line *line, pn_side viewer)
{
	uint32_t at = 0;

	write_byte(out, '[');
	for (uint16_t i = 0; i < line->out.count; i++) {
		if (!pn_event_seen(&line->out.event[i], viewer))
			continue;
		write_item(out);
		codec_event_line(out, &line->truth, &line->out.event[i],
				 viewer < PN_VIEWERS ? ++line->seq[viewer] : at++, 0);
	}
	write_byte(out, ']');
}

static void write_done(struct text *out, struct line *line)
{
	write_byte(out, '{');
	write_dice(out, line);
	write_key(out, "events");
	write_events(out, line, PN_NO_SIDE);
	write_key_integer(out, "given", line->dice.count);
	write_key(out, "seen");
	write_byte(out, '{');
	for (size_t i = 0; i < PN_VIEWERS; i++) {
		static const pn_side order[] = {PN_BLUE, PN_PUBLIC, PN_RED};

		write_key(out, name_at(NAMES_VIEWER, NULL, order[i]));
		write_events(out, line, order[i]);
	}
	text_add_string(out, "}}");
}

/* As previewAction refuses; what the codec or the setting up refuses has a pointer. */
static void write_refused(struct text *out, const struct line *line)
{
	const struct line_refusal *refusal = &line->refusal;

	if (!refusal->code) {
		write_preview(out, line);
		return;
	}
	write_byte(out, '{');
	write_key_name(out, "clause", refusal->clause.text);
	write_key_name(out, "code", refusal->code);
	write_key_string(out, "detail", refusal->error.detail);
	write_key_bool(out, "lawful", false);
	write_key_string(out, "pointer", refusal->error.pointer);
	write_byte(out, '}');
}

/* Write one step as it came out. False: the line ends here, because the question is wrong. */
static bool write_came(struct text *out, struct line *line, enum line_came came)
{
	if (came == LINE_WRONG)
		return false;
	write_item(out);
	if (came == LINE_DONE) {
		write_done(out, line);
		return true;
	}
	write_byte(out, '{');
	write_key(out, "refused");
	write_refused(out, line);
	write_byte(out, '}');
	return true;
}

/* ---- where everybody stands then ---- */

static void write_author(struct text *out, struct line *line, pn_side side)
{
	const struct pn_game *view = &line->view[side];

	pn_list_actions(view, side, &line->actions);
	write_byte(out, '{');
	write_key(out, "actions");
	codec_actions_encode(out, &(struct codec_list){view, &line->muster, &line->actions, 1});
	if (side < PN_SIDES) {
		write_key(out, "charges");
		charges_write(out, view, &line->muster, side, &line->actions, &line->preview);
	}
	codec_way_encode(out, view, &line->actions);
	write_byte(out, '}');
}

static void write_sides(struct text *out, struct line *line)
{
	static const pn_side order[] = {PN_BLUE, PN_RED, PN_PUBLIC};

	write_key(out, "sides");
	write_byte(out, '{');
	for (size_t i = 0; i < PN_VIEWERS; i++) {
		write_key(out, name_at(NAMES_AUTHOR, NULL, order[i]));
		write_author(out, line, order[i]);
	}
	write_byte(out, '}');
}

/* The position as each viewer has it, as getGame shows it. */
static void write_views(struct text *out, struct line *line)
{
	static const pn_side order[] = {PN_BLUE, PN_PUBLIC, PN_RED};
	static const char *const nobody[PN_VIEWERS];
	static const int64_t never[PN_SIDES];
	static const struct clock none;
	const struct game_header header = {
		.id = "asked",
		.status = GAME_PLAYING,
		.access = ACCESS_PRIVATE,
		.revision = pn_rules_of(&line->truth)->revision,
		.scenario = "",
		.muster = &line->muster,
	};

	write_key(out, "views");
	write_byte(out, '{');
	for (size_t i = 0; i < PN_VIEWERS; i++) {
		const struct codec_view view = {
			.header = &header,
			.clock = &none,
			.player = nobody,
			.version = 1,
			.side = order[i],
			.until_ms = never,
			.game = &line->view[order[i]],
		};

		write_key(out, name_at(NAMES_VIEWER, NULL, order[i]));
		codec_view_encode(out, &view);
	}
	write_byte(out, '}');
}

/* What each command that is asked about would do at the end of the line. */
static void write_previews(struct text *out, struct line *line, const json_t *list)
{
	write_key(out, "previews");
	write_byte(out, '[');
	for (size_t i = 0; i < json_array_size(list); i++) {
		pn_side side;
		enum line_came came = line_command(line, json_array_get(list, i), &side);

		if (came == LINE_WRONG)
			return;
		write_item(out);
		if (came == LINE_REFUSED) {
			write_refused(out, line);
			continue;
		}
		pn_preview(&line->view[side], side, &line->command, &line->preview);
		write_preview(out, line);
	}
	write_byte(out, ']');
}

/* ---- the question ---- */

/* Play all steps and write how each came out. False: there is no position at the end. */
static bool play(struct text *out, struct line *line, const json_t *question)
{
	const json_t *steps = json_object_get(question, "steps");
	enum line_came came = line_begin(line, question);
	size_t outside = json_in_enter(&line->in, "steps");

	if (came != LINE_WRONG && steps && !json_in_list(&line->in, steps, LINE_STEPS_MAX))
		return false;
	write_key(out, "steps");
	write_byte(out, '[');
	bool goes_on = write_came(out, line, came) && came == LINE_DONE;

	for (size_t i = 0; goes_on && i < json_array_size(steps); i++) {
		size_t inside = json_in_enter_item(&line->in, i);

		goes_on = write_came(out, line, line_step(line, json_array_get(steps, i)));
		if (goes_on)
			json_in_leave(&line->in, inside);
	}
	write_byte(out, ']');
	if (goes_on)
		json_in_leave(&line->in, outside);
	return goes_on;
}

static void answer_question(struct text *out, struct line *line, const json_t *question)
{
	static const char *const members[] = {"ruleset", "muster", "given",
					      "begin",   "steps",  "previews"};
	const json_t *previews = json_object_get(question, "previews");
	struct text steps = TEXT_EMPTY;

	if (!JSON_IN_OBJECT(&line->in, question, members))
		return;
	bool stands = play(&steps, line, question);

	if (previews && stands) {
		write_previews(out, line, previews);
	} else if (stands) {
		write_sides(out, line);
		text_add_string(out, ",");
		text_add(out, steps.bytes, steps.size);
		write_views(out, line);
	} else {
		text_add(out, steps.bytes, steps.size);
	}
	text_free(&steps);
}

MODULE_EXPORT("play") const char *module_play(const char *question, size_t size)
{
	static struct text answer;
	struct line *line = allocate(1, sizeof(*line));
	json_t *document = json_in_load(&line->in, question, size, &line->error);

	text_clear(&answer);
	write_byte(&answer, '{');
	if (document)
		answer_question(&answer, line, document);
	if (line->in.failed) {
		text_clear(&answer);
		write_byte(&answer, '{');
		write_key(&answer, "wrong");
		write_byte(&answer, '{');
		write_key_string(&answer, "detail", line->error.detail);
		write_key_string(&answer, "pointer", line->error.pointer);
		write_byte(&answer, '}');
	}
	write_byte(&answer, '}');
	json_decref(document);
	free(line);
	return answer.bytes;
}
