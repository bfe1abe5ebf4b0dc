/* Playing a line: the same calls as a game of the server's makes, on dice that are given. */

#include "line.h"

#include <string.h>

/* ---- chance ---- */

/* The next face, as the first byte of its label. Where none was given any will do, but not the
 * same for ever: ties are rolled again. */
static void throw_given(void *context, const char *label, uint32_t block,
			uint8_t out[PN_BLOCK_BYTES])
{
	struct line_dice *dice = context;

	(void)label;
	(void)block;
	memset(out, 0, PN_BLOCK_BYTES);
	out[0] = (uint8_t)(dice->used < dice->count ? dice->face[dice->used] - 1 : dice->used);
	dice->used++;
}

/* Nothing is sealed here from anybody. */
static void seal_openly(void *context, const char *slot, const struct pn_orders *content,
			uint8_t salt[PN_HASH_BYTES], uint8_t commitment[PN_HASH_BYTES])
{
	(void)context;
	(void)slot;
	(void)content;
	memset(salt, 0x5A, PN_HASH_BYTES);
	memset(commitment, 0xC0, PN_HASH_BYTES);
}

static struct pn_dice_source chance_of(struct line *line)
{
	return (struct pn_dice_source){&line->dice, throw_given, seal_openly};
}

/* The member "dice" of a step, if it is there. */
static bool take_dice(struct line *line, const json_t *step)
{
	const json_t *list = json_object_get(step, "dice");
	size_t outside = json_in_enter(&line->in, "dice");

	line->dice.count = line->dice.used = 0;
	if (list && !json_in_list(&line->in, list, LINE_FACES_MAX))
		return false;
	for (size_t i = 0; i < json_array_size(list); i++) {
		const json_t *face = json_array_get(list, i);

		if (!json_is_integer(face) || json_integer_value(face) < 1 ||
		    json_integer_value(face) > PN_DIE_SIDES_MAX)
			return json_in_fail(&line->in, "a die shows 1 to %d", PN_DIE_SIDES_MAX);
		line->dice.face[line->dice.count++] = (uint8_t)json_integer_value(face);
	}
	json_in_leave(&line->in, outside);
	return true;
}

/* A die that was given must be able to show its face. */
static bool check_dice(struct line *line)
{
	uint16_t at = 0;

	for (uint16_t i = 0; i < line->out.count; i++) {
		for (uint8_t k = 0; k < pn_event_dice(&line->out.event[i]); k++, at++) {
			struct pn_die die = pn_event_die(&line->truth, &line->out.event[i], k);

			if (at < line->dice.count && line->dice.face[at] != die.face)
				return json_in_fail(&line->in, "no die of %d sides shows %d",
						    die.sides, line->dice.face[at]);
		}
	}
	return true;
}

/* ---- what happened ---- */

/* Views take in what they may see; what was taken back is folded anew. */
static bool take_in(struct line *line)
{
	bool undone = false;

	for (uint16_t i = 0; i < line->out.count; i++) {
		if (line->count == LINE_LOG_MAX || line->placed_count == LINE_PLACED_MAX)
			return json_in_fail(&line->in, "the line of play is too long");
		line->log[line->count] = line->out.event[i];
		line->placed_count +=
			pn_event_keep(&line->log[line->count++], &line->placed[line->placed_count]);
		undone |= line->out.event[i].kind == PN_EVENT_UNDONE;
	}
	if (undone)
		pn_fold(&line->truth, &line->start[PN_VIEWERS], line->log, line->count, PN_NO_SIDE);
	for (pn_side viewer = 0; viewer < PN_VIEWERS; viewer++) {
		for (uint16_t i = 0; !undone && i < line->out.count; i++)
			if (pn_event_seen(&line->out.event[i], viewer))
				pn_evolve(&line->view[viewer], &line->out.event[i]);
		if (undone)
			pn_fold(&line->view[viewer], &line->start[viewer], line->log, line->count,
				viewer);
	}
	return true;
}

/* ---- the beginning ---- */

/* What the codec does not take. */
static enum line_came unreadable(struct line *line)
{
	line->refusal.code = line->refusal.error.is_member ? "bad_member" : "bad_json";
	line->refusal.clause = (pn_clause){""};
	return LINE_REFUSED;
}

static enum line_came set_up(struct line *line, const json_t *question)
{
	const char *id = json_string_value(json_object_get(question, "ruleset"));
	int ruleset = id ? pn_rules_find(id) : -1;
	struct json_in in = json_in_begin(&line->refusal.error);
	struct pn_muster_fault fault;

	if (ruleset < 0) {
		json_in_enter(&line->in, "ruleset");
		json_in_fail(&line->in, "there is no such rule book");
		return LINE_WRONG;
	}
	if (!codec_muster_read(&line->muster, (uint8_t)ruleset, &in,
			       json_object_get(question, "muster")))
		return unreadable(line);
	fault = pn_setup(&line->truth, (uint8_t)ruleset, &line->muster);
	if (fault.code == PN_MUSTER_NONE)
		return LINE_DONE;
	codec_muster_fault(&line->refusal.error, &fault);
	line->refusal.code = name_at(NAMES_FAULT, NULL, fault.code);
	line->refusal.clause = fault.clause;
	return LINE_REFUSED;
}

/* What of the arrangement a viewer may know: drafts are their side's alone. */
static void show_given(struct line *line, pn_side viewer)
{
	line->shown = line->given;
	for (uint8_t i = 0; i < line->shown.unit_count; i++)
		if (line->truth.unit[line->shown.unit[i].unit].side != viewer)
			line->shown.unit[i].has_draft = false;
}

static bool arrange(struct line *line, const json_t *given)
{
	struct pn_dice_source dice = chance_of(line);
	size_t outside = json_in_enter(&line->in, "given");

	if (!codec_arrangement_read(&line->given, &line->truth, &line->in, given))
		return false;
	if (!line->given.has_turn) {
		line->given.has_turn = true;
		line->given.turn = 1;
	}
	struct pn_muster_fault fault = pn_arrange(&line->truth, &line->given, &dice, &line->out);

	if (fault.code != PN_MUSTER_NONE) {
		json_in_enter(&line->in, fault.member);
		return json_in_fail(&line->in, "%s", name_at(NAMES_FAULT, NULL, fault.code));
	}
	json_in_leave(&line->in, outside);
	struct pn_event arranged = line->out.event[0];

	pn_evolve(&line->start[PN_VIEWERS], &arranged);
	for (pn_side viewer = 0; viewer < PN_VIEWERS; viewer++) {
		show_given(line, viewer);
		arranged.arranged = &line->shown;
		pn_evolve(&line->start[viewer], &arranged);
	}
	line->out.count--;
	memmove(line->out.event, line->out.event + 1, line->out.count * sizeof(line->out.event[0]));
	return true;
}

enum line_came line_begin(struct line *line, const json_t *question)
{
	struct pn_dice_source dice = chance_of(line);
	const json_t *given = json_object_get(question, "given");
	size_t outside = json_in_enter(&line->in, "begin");

	if (!take_dice(line, json_object_get(question, "begin")))
		return LINE_WRONG;
	json_in_leave(&line->in, outside);
	enum line_came came = set_up(line, question);

	if (came != LINE_DONE)
		return came;
	for (size_t i = 0; i <= PN_VIEWERS; i++)
		line->start[i] = line->truth;
	line->out.count = 0;
	if (!given)
		pn_begin(&line->truth, &dice, &line->out);
	else if (!arrange(line, given))
		return LINE_WRONG;
	for (pn_side viewer = 0; viewer < PN_VIEWERS; viewer++)
		line->view[viewer] = line->start[viewer];
	return take_in(line) && check_dice(line) ? LINE_DONE : LINE_WRONG;
}

/* ---- steps ---- */

enum line_came line_command(struct line *line, const json_t *object, pn_side *side)
{
	const char *name = json_string_value(json_object_get(object, "side"));
	int found = name ? name_find(NAMES_AUTHOR, NULL, name, strlen(name)) : -1;
	struct json_in in = json_in_begin(&line->refusal.error);

	if (found < 0) {
		json_in_enter(&line->in, "side");
		json_in_fail(&line->in, "red, blue or umpire");
		return LINE_WRONG;
	}
	*side = (pn_side)found;
	if (json_is_true(json_object_get(object, "expires")) ||
	    codec_command_read(&line->command, &line->sent, &line->truth, &in,
			       json_object_get(object, "do")))
		return LINE_DONE;
	return unreadable(line);
}

/* The side's time is over, and the default of the decision that it owes answers. */
static enum line_came expire(struct line *line, pn_side side)
{
	struct pn_dice_source dice = chance_of(line);
	struct pn_command fallback;

	if (side >= PN_SIDES || !pn_owes(&line->truth, side)) {
		json_in_fail(&line->in, "time runs out for who owes");
		return LINE_WRONG;
	}
	fallback = pn_fallback(&line->view[side], side);
	pn_expire(&line->truth, side, &fallback, &dice, &line->out);
	return take_in(line) && check_dice(line) ? LINE_DONE : LINE_WRONG;
}

enum line_came line_step(struct line *line, const json_t *step)
{
	struct pn_dice_source dice = chance_of(line);
	pn_side side;

	if (!take_dice(line, step))
		return LINE_WRONG;
	line->out.count = 0;
	enum line_came came = line_command(line, step, &side);

	if (came != LINE_DONE)
		return came;
	if (json_is_true(json_object_get(step, "expires")))
		return expire(line, side);
	line->preview.verdict = pn_check(&line->view[side], side, &line->command);
	if (line->preview.verdict.code != PN_LAWFUL) {
		line->refusal.code = NULL;
		return LINE_REFUSED;
	}
	pn_apply(&line->truth, side, &line->command, &dice, &line->out);
	return take_in(line) && check_dice(line) ? LINE_DONE : LINE_WRONG;
}
