/* Playing a case: the muster and each command go through the public codec, then to the
 * core with scripted dice; events and the position come back through the codec and are
 * compared as JSON. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "case_game.h"
#include "case_muster.h"
#include "codec/codec_actions.h"
#include "codec/codec_preview.h"
#include "codec/codec_view.h"
#include "codec/json.h"
#include "match.h"

/* One game, used by one case after another: it is too large for the stack. */
static struct case_game state;

/* ---- what is refused ---- */

/* The refusal must be the one that the case expects. */
static bool check_refused(struct case_game *game, const json_t *expect, const char *code,
			  pn_clause clause, const char *pointer)
{
	json_t *actual = json_object();
	json_object_set_new(actual, "refused", json_string(code));
	json_object_set_new(actual, "clause", json_string(clause.text));
	if (pointer)
		json_object_set_new(actual, "pointer", json_string(pointer));
	case_cite(game->rule_case, clause);
	bool good = json_object_get(expect, "refused") && matches(expect, actual);
	if (!good)
		game_fail(game, "it was refused:", actual);
	json_decref(actual);
	return good;
}

static bool expects_refusal(const json_t *expect)
{
	return json_object_get(expect, "refused") != NULL;
}

/* ---- setting up ---- */

/* Decode the muster and make the game. False also when that failed as the case expects. */
static bool set_up(struct case_game *game, const json_t *defaults, const json_t *expect)
{
	struct codec_error error;
	const json_t *id = json_object_get(game->rule_case->document, "ruleset");
	int ruleset = json_is_string(id) ? pn_rules_find(json_string_value(id)) : -1;
	if (ruleset < 0)
		return game_fail(game, "there is no such ruleset:", id);
	json_t *document = case_muster(game->rule_case->document,
				       json_object_get(defaults, json_string_value(id)));
	if (!document)
		return game_fail(game, "a case needs a muster with a list of units", NULL);
	char *text = json_dumps(document, JSON_COMPACT);
	bool good =
		codec_muster_decode(&game->muster, (uint8_t)ruleset, text, strlen(text), &error);
	json_decref(document);
	free(text);
	if (!good) {
		if (expects_refusal(expect))
			check_refused(game, expect, "bad_member", (pn_clause){""}, error.pointer);
		else
			case_fail(game->rule_case, "muster%s: %s", error.pointer, error.detail);
		return false;
	}
	struct pn_muster_fault fault = pn_setup(&game->truth, (uint8_t)ruleset, &game->muster);
	if (fault.code == PN_MUSTER_NONE)
		return true;
	codec_muster_fault(&error, &fault);
	check_refused(game, expect, name_at(NAMES_FAULT, NULL, fault.code), fault.clause,
		      error.pointer);
	return false;
}

/* What of the arrangement a viewer may know: drafts are their side's alone. */
static void hide_drafts(struct pn_arrangement *given, const struct pn_game *names, pn_side viewer)
{
	for (uint8_t i = 0; i < given->unit_count; i++)
		if (names->unit[given->unit[i].unit].side != viewer)
			given->unit[i].has_draft = false;
}

/* Arrange the given state, and let what needs no decision happen. */
static bool arrange(struct case_game *game, const json_t *object)
{
	struct codec_error error;
	struct json_in in = json_in_begin(&error);

	if (!codec_arrangement_read(&game->given, &game->truth, &in, object))
		return case_fail(game->rule_case, "given%s: %s", error.pointer, error.detail);
	if (!game->given.has_turn) {
		game->given.has_turn = true;
		game->given.turn = 1;
	}
	struct pn_muster_fault fault =
		pn_arrange(&game->truth, &game->given, &game->dice, &game->out);
	if (fault.code != PN_MUSTER_NONE)
		return case_fail(game->rule_case, "given: %s %s",
				 name_at(NAMES_FAULT, NULL, fault.code), fault.member);
	struct pn_event arranged = game->out.event[0];
	pn_evolve(&game->start[PN_VIEWERS], &arranged);
	for (pn_side viewer = 0; viewer < PN_VIEWERS; viewer++) {
		game->shown[viewer] = game->given;
		hide_drafts(&game->shown[viewer], &game->truth, viewer);
		arranged.arranged = &game->shown[viewer];
		pn_evolve(&game->start[viewer], &arranged);
	}
	return true;
}

/* Everything before the first step. */
static bool begin(struct case_game *game, const json_t *defaults)
{
	static const char *const members[] = {"dice", "expect", "sees"};
	const json_t *document = game->rule_case->document;
	const json_t *first = json_object_get(document, "begin");
	const json_t *expect = json_object_get(first, "expect");
	const json_t *given = json_object_get(document, "given");

	snprintf(game->where, sizeof(game->where), "begin");
	if (first && !CASE_KNOWS(game->rule_case, "begin", first, members))
		return false;
	game->script = (struct script){.faces = json_object_get(first, "dice")};
	if (!set_up(game, defaults, expect))
		return false;
	if (expects_refusal(expect))
		return game_fail(game, "the muster was accepted", NULL);
	for (int i = 0; i <= PN_VIEWERS; i++)
		game->start[i] = game->truth;
	if (given ? !arrange(game, given)
		  : (pn_begin(&game->truth, &game->dice, &game->out), false))
		return false;
	for (pn_side viewer = 0; viewer < PN_VIEWERS; viewer++)
		game->view[viewer] = game->start[viewer];
	if (given) {
		game->out.count--;
		memmove(game->out.event, game->out.event + 1,
			game->out.count * sizeof(game->out.event[0]));
	}
	json_t *events = game_events(game, PN_NO_SIDE);
	bool good = game_take_in(game) && game_check_dice(game) &&
		    game_check_sequence(game, json_object_get(expect, "events"), events) &&
		    game_check_sees(game, json_object_get(first, "sees"));
	json_decref(events);
	return good;
}

/* ---- steps ---- */

static json_t *json_of(struct text *text)
{
	json_t *value = json_loadb(text->bytes, text->size, 0, NULL);
	text_free(text);
	return value;
}

/* What the side could do before it does something. */
static bool check_actions(struct case_game *game, pn_side side, const json_t *wanted)
{
	static const char *const members[] = {"has", "not"};
	struct text text = TEXT_EMPTY;
	const json_t *pattern, *action;
	size_t i, k;

	if (!wanted)
		return true;
	if (!CASE_KNOWS(game->rule_case, "offers", wanted, members))
		return false;
	pn_list_actions(&game->view[side], side, &game->actions);
	codec_actions_encode(
		&text, &(struct codec_list){&game->view[side], &game->muster, &game->actions, 1});
	json_t *list = json_of(&text);
	for (int not = 0; not < 2; not ++) {
		json_array_foreach(json_object_get(wanted, members[not ]), i, pattern)
		{
			bool found = false;
			json_array_foreach(list, k, action) found |= matches(pattern, action);
			if (found == not )
				game_fail(game, not ? "this was offered:" : "this was not offered:",
					  pattern);
		}
	}
	json_decref(list);
	return game->rule_case->failure[0] == '\0';
}

static bool check_preview(struct case_game *game, pn_side side, const struct pn_command *command,
			  const json_t *wanted)
{
	struct pn_preview preview;
	struct text text = TEXT_EMPTY;

	pn_preview(&game->view[side], side, command, &preview);
	codec_preview_encode(&text, &game->view[side], &game->muster, &preview);
	json_t *actual = json_of(&text);
	bool good = !wanted || matches(wanted, actual);
	if (!good)
		game_fail(game, "the preview says", actual);
	json_decref(actual);
	return good;
}

/* The verdict on the side's own view, which must be that on the truth. */
static bool verdict_of(struct case_game *game, pn_side side, const struct pn_command *command,
		       struct pn_verdict *out)
{
	struct pn_verdict truth = pn_check(&game->truth, side, command);

	*out = pn_check(&game->view[side], side, command);
	if (truth.code != out->code || strcmp(truth.clause.text, out->clause.text) != 0)
		return game_fail(game, "the verdict on the view is not that on the truth", NULL);
	return true;
}

/* NULL: the side's time is over, and the decision's default answers. */
static void run_step(struct case_game *game, pn_side side, const struct pn_command *command)
{
	if (command) {
		pn_apply(&game->truth, side, command, &game->dice, &game->out);
		return;
	}
	struct pn_command fallback = pn_fallback(&game->view[side], side);
	pn_expire(&game->truth, side, &fallback, &game->dice, &game->out);
}

static bool apply(struct case_game *game, pn_side side, const struct pn_command *command,
		  const json_t *step)
{
	const json_t *expect = json_object_get(step, "expect");

	game->out.count = 0;
	game->script = (struct script){.faces = json_object_get(step, "dice")};
	run_step(game, side, command);
	json_t *events = game_events(game, PN_NO_SIDE);
	bool good = game_take_in(game) && game_check_dice(game) &&
		    game_check_sequence(game, json_object_get(expect, "events"), events) &&
		    game_check_sees(game, json_object_get(step, "sees"));
	json_decref(events);
	return good;
}

/* Read the step's command as a client would post it. */
static bool read_command(struct case_game *game, const json_t *step, struct pn_command *out)
{
	const json_t *wanted = json_object_get(step, "do");
	const json_t *expect = json_object_get(step, "expect");
	struct codec_action action;
	struct codec_error error;
	char *text = json_dumps(wanted, JSON_COMPACT | JSON_ENCODE_ANY);

	if (!text)
		return game_fail(game, "a step needs something to do", NULL);
	bool good = codec_action_decode(&action, &game->truth, text, strlen(text), &error);
	free(text);
	*out = action.command;
	pn_command_keep(out, &game->sent);
	if (good && action.by_id)
		return game_fail(game, "a case gives the command itself, not an id", NULL);
	if (!good && expects_refusal(expect))
		check_refused(game, expect, error.is_member ? "bad_member" : "bad_json",
			      (pn_clause){""}, error.pointer);
	else if (!good)
		case_fail(game->rule_case, "%s: do%s: %s", game->where, error.pointer,
			  error.detail);
	return good;
}

static bool play_step(struct case_game *game, const json_t *step)
{
	static const char *const members[] = {"side",   "do",      "dice", "expect", "sees",
					      "offers", "preview", "note", "expires"};
	static const char *const expected[] = {"events", "refused", "clause", "pointer"};
	const json_t *expect = json_object_get(step, "expect");
	const char *name = json_string_value(json_object_get(step, "side"));
	int side = name ? name_find(NAMES_AUTHOR, NULL, name, strlen(name)) : -1;
	struct pn_command command;
	struct pn_verdict verdict;

	if (!CASE_KNOWS(game->rule_case, game->where, step, members) ||
	    (expect && !CASE_KNOWS(game->rule_case, game->where, expect, expected)))
		return false;
	if (side < 0)
		return game_fail(game, "a step needs a side: red, blue or umpire", NULL);
	if (!check_actions(game, (pn_side)side, json_object_get(step, "offers")))
		return false;
	if (json_is_true(json_object_get(step, "expires"))) {
		if (side >= PN_SIDES || !pn_owes(&game->truth, (pn_side)side) ||
		    json_object_get(step, "do"))
			return game_fail(game, "time runs out for who owes, and does nothing",
					 NULL);
		return apply(game, (pn_side)side, NULL, step);
	}
	if (!read_command(game, step, &command))
		return game->rule_case->failure[0] == '\0';
	if (!check_preview(game, (pn_side)side, &command, json_object_get(step, "preview")) ||
	    !verdict_of(game, (pn_side)side, &command, &verdict))
		return false;
	if (verdict.code != PN_LAWFUL) {
		if (json_array_size(json_object_get(step, "dice")))
			return game_fail(game, "what is refused throws no dice", NULL);
		return check_refused(game, expect, codec_refusal_wire(verdict.code), verdict.clause,
				     NULL);
	}
	if (expects_refusal(expect))
		return game_fail(game, "it was allowed, not refused:", expect);
	return apply(game, (pn_side)side, &command, step);
}

/* ---- the position at the end ---- */

static bool check_position(struct case_game *game, pn_side viewer, const json_t *wanted)
{
	struct text text = TEXT_EMPTY;
	char pointer[128];

	if (!wanted)
		return true;
	codec_position_encode(&text, &game->view[viewer], &game->muster, viewer);
	json_t *actual = json_of(&text);
	first_difference(wanted, actual, pointer, sizeof(pointer));
	if (pointer[0]) {
		snprintf(game->where, sizeof(game->where), "then%.40s, seen by %s", pointer,
			 name_at(NAMES_VIEWER, NULL, viewer));
		const json_t *value = value_at(actual, pointer);
		game_fail(game, value ? "is" : "is not there", value);
	}
	json_decref(actual);
	return pointer[0] == '\0';
}

static bool check_end(struct case_game *game)
{
	static const char *const viewers[] = {"red", "blue", "public"};
	const json_t *document = game->rule_case->document;
	const json_t *views = json_object_get(document, "views");

	if (!check_position(game, PN_PUBLIC, json_object_get(document, "then")) ||
	    (views && !CASE_KNOWS(game->rule_case, "views", views, viewers)))
		return false;
	for (pn_side viewer = 0; viewer < PN_VIEWERS; viewer++)
		if (!check_position(game, viewer, json_object_get(views, viewers[viewer])))
			return false;
	return true;
}

void case_play(struct rule_case *rule_case, const json_t *defaults)
{
	static const char *const members[] = {"case",    "clauses", "shows",  "title", "by",
					      "ruleset", "options", "muster", "given", "begin",
					      "steps",   "then",    "views",  "note"};
	struct case_game *game = &state;
	const json_t *step;
	size_t i;

	memset(game, 0, sizeof(*game));
	game->rule_case = rule_case;
	game->dice = game_chance(game);
	rule_case->ran = true;
	if (!CASE_KNOWS(rule_case, "case", rule_case->document, members) || !begin(game, defaults))
		return;
	json_array_foreach(json_object_get(rule_case->document, "steps"), i, step)
	{
		snprintf(game->where, sizeof(game->where), "step %zu", i + 1);
		if (!play_step(game, step))
			return;
	}
	check_end(game);
}
