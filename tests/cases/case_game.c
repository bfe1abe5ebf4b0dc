/* The game of a case: dice from the script, a fold a viewer, events as JSON. */

#include "case_game.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "codec/codec.h"
#include "codec/names.h"
#include "match.h"

/* ---- failing ---- */

bool case_fail(struct rule_case *rule_case, const char *format, ...)
{
	if (rule_case->failure[0])
		return false;
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(rule_case->failure, sizeof(rule_case->failure), format, arguments);
	va_end(arguments);
	return false;
}

/* Fail and say at which step, with a piece of JSON where it helps. */
bool game_fail(struct case_game *game, const char *what, const json_t *about)
{
	char *text = about ? json_dumps(about, JSON_COMPACT | JSON_ENCODE_ANY) : NULL;
	case_fail(game->rule_case, "%s: %s%s%s", game->where, what, text ? " " : "",
		  text ? text : "");
	free(text);
	return false;
}

bool case_knows(struct rule_case *rule_case, const char *where, const json_t *object,
		const char *const *members, size_t count)
{
	if (!json_is_object(object))
		return case_fail(rule_case, "%s: an object is wanted", where);
	void *at = json_object_iter((json_t *)object);
	for (; at; at = json_object_iter_next((json_t *)object, at)) {
		size_t i = 0;
		while (i < count && strcmp(members[i], json_object_iter_key(at)) != 0)
			i++;
		if (i == count)
			return case_fail(rule_case, "%s: unknown member \"%s\"", where,
					 json_object_iter_key(at));
	}
	return true;
}

void case_cite(struct rule_case *rule_case, pn_clause clause)
{
	if (!clause.text[0] || case_cites(rule_case, clause.text))
		return;
	if (rule_case->cited_count == CITED_MAX)
		case_fail(rule_case, "the run cites more than %d clauses", CITED_MAX);
	else
		rule_case->cited[rule_case->cited_count++] = clause;
}

bool case_cites(const struct rule_case *rule_case, const char *clause)
{
	for (size_t i = 0; i < rule_case->cited_count; i++)
		if (strcmp(rule_case->cited[i].text, clause) == 0)
			return true;
	return false;
}

/* ---- chance ---- */

/* The next face, as the first byte of its label: dice are thrown one after another. */
static void throw_scripted(void *context, const char *label, uint32_t block,
			   uint8_t out[PN_BLOCK_BYTES])
{
	struct script *script = context;
	const json_t *face = json_array_get(script->faces, script->used);

	memset(out, 0, PN_BLOCK_BYTES);
	script->used++;
	if (face) {
		out[0] = (uint8_t)(json_integer_value(face) - 1);
	} else {
		/* Any face will do, but not the same for ever: ties are rolled again. */
		script->missing = true;
		out[0] = (uint8_t)script->used;
	}
}

/* Seals that say nothing of their content: what leaks does not leak through them. */
static void seal_blindly(void *context, const char *slot, const struct pn_orders *content,
			 uint8_t salt[PN_HASH_BYTES], uint8_t commitment[PN_HASH_BYTES])
{
	memset(salt, 0x5A, PN_HASH_BYTES);
	memset(commitment, 0xC0, PN_HASH_BYTES);
}

struct pn_dice_source game_chance(struct case_game *game)
{
	return (struct pn_dice_source){&game->script, throw_scripted, seal_blindly};
}

bool game_check_dice(struct case_game *game)
{
	const struct script *script = &game->script;
	size_t at = 0;

	if (script->missing)
		return game_fail(game, "more dice were thrown than the case has", script->faces);
	if (script->used != json_array_size(script->faces))
		return game_fail(game, "not all dice were thrown", script->faces);
	for (uint16_t i = 0; i < game->out.count; i++) {
		const struct pn_event *event = &game->out.event[i];
		for (uint8_t k = 0; k < pn_event_dice(event); k++) {
			const json_t *face = json_array_get(script->faces, at++);
			if (json_integer_value(face) != pn_event_die(&game->truth, event, k).face)
				return game_fail(game, "no such die can show", face);
		}
	}
	return true;
}

/* ---- states ---- */

bool game_take_in(struct case_game *game)
{
	bool undone = false;

	for (uint16_t i = 0; i < game->out.count; i++) {
		if (game->count == LOG_MAX || game->placed_count == PLACED_MAX)
			return game_fail(game, "the case is too long", NULL);
		game->log[game->count] = game->out.event[i];
		game->placed_count +=
			pn_event_keep(&game->log[game->count++], &game->placed[game->placed_count]);
		undone |= game->out.event[i].kind == PN_EVENT_UNDONE;
		case_cite(game->rule_case, game->out.event[i].clause);
	}
	if (undone)
		pn_fold(&game->truth, &game->start[PN_VIEWERS], game->log, game->count, PN_NO_SIDE);
	for (pn_side viewer = 0; viewer < PN_VIEWERS; viewer++) {
		struct pn_game folded;
		for (uint16_t i = 0; !undone && i < game->out.count; i++)
			if (pn_event_seen(&game->out.event[i], viewer))
				pn_evolve(&game->view[viewer], &game->out.event[i]);
		pn_fold(&folded, &game->start[viewer], game->log, game->count, viewer);
		if (undone)
			game->view[viewer] = folded;
		if (pn_view_hash(&folded, viewer) != pn_view_hash(&game->view[viewer], viewer) ||
		    pn_game_hash(&game->view[viewer]) != pn_game_hash(&game->truth))
			return game_fail(game, "the fold of what a viewer saw is not the game",
					 NULL);
	}
	return true;
}

/* ---- events ---- */

json_t *game_events(struct case_game *game, pn_side viewer)
{
	json_t *list = json_array();
	struct text line = TEXT_EMPTY;

	for (uint16_t i = 0; i < game->out.count; i++) {
		struct codec_error error;
		struct pn_event again;
		struct pn_placed placed;
		if (!pn_event_seen(&game->out.event[i], viewer))
			continue;
		uint32_t seq = viewer < PN_VIEWERS ? ++game->seq[viewer] : i;
		text_clear(&line);
		codec_event_line(&line, &game->truth, &game->out.event[i], seq, 0);
		if (game->out.event[i].kind != PN_EVENT_ARRANGED &&
		    !codec_event_decode(&again, &placed, &game->truth, line.bytes, line.size, NULL,
					NULL, &error))
			game_fail(game, error.detail, NULL);
		json_array_append_new(list, json_loadb(line.bytes, line.size, 0, NULL));
	}
	text_free(&line);
	return list;
}

/* A pattern that names no kind of event would never match, or never be missed. */
static bool check_pattern(struct case_game *game, const json_t *pattern)
{
	const char *type = json_string_value(json_object_get(pattern, "type"));
	if (!type || name_find(NAMES_EVENT, NULL, type, strlen(type)) < 0)
		return game_fail(game, "the pattern names no kind of event:", pattern);
	return true;
}

static bool is_among(const json_t *pattern, const json_t *list)
{
	for (size_t i = 0; i < json_array_size(list); i++)
		if (matches(pattern, json_array_get(list, i)))
			return true;
	return false;
}

bool game_check_sequence(struct case_game *game, const json_t *patterns, const json_t *events)
{
	size_t at = 0;

	for (size_t i = 0; i < json_array_size(patterns); i++) {
		const json_t *pattern = json_array_get(patterns, i);
		if (!check_pattern(game, pattern))
			return false;
		while (at < json_array_size(events) &&
		       !matches(pattern, json_array_get(events, at)))
			at++;
		if (at++ == json_array_size(events))
			return game_fail(game,
					 "this did not happen, or not in this order:", pattern);
	}
	return true;
}

bool game_check_sees(struct case_game *game, const json_t *sees)
{
	static const char *const members[] = {"has", "not"};
	static const char *const viewers[] = {"red", "blue", "public"};

	if (sees && !CASE_KNOWS(game->rule_case, "sees", sees, viewers))
		return false;
	for (pn_side viewer = 0; viewer < PN_VIEWERS; viewer++) {
		const json_t *wanted = json_object_get(sees, viewers[viewer]), *pattern;
		json_t *events = game_events(game, viewer);
		size_t i;
		if (wanted && !CASE_KNOWS(game->rule_case, "sees", wanted, members))
			continue;
		json_array_foreach(json_object_get(wanted, "has"), i,
				   pattern) if (check_pattern(game, pattern) &&
						!is_among(pattern, events))
			game_fail(game, "a viewer should have seen", pattern);
		json_array_foreach(json_object_get(wanted, "not"), i,
				   pattern) if (check_pattern(game, pattern) &&
						is_among(pattern, events))
			game_fail(game, "a viewer saw what they should not:", pattern);
		json_decref(events);
	}
	return game->rule_case->failure[0] == '\0';
}
