#pragma once
/* Rulesets and scenarios, for those who want to know before they play. */

#include "codec/codec.h"

enum { CODEC_SCENARIO_ID_BYTES = 64 };

/* {"next":null,"rulesets":[{"id","revision","title"},...]} */
void codec_rulesets_encode(struct text *out);

/* One ruleset whole: what a muster may say, what a game may show. */
void codec_ruleset_encode(struct text *out, uint8_t ruleset);

/* {"clauses":[{"cases","clause","provenance","text"},...],"next":null,"side_by_side":[...]}:
 * every clause of a ruleset in our own words, then Pennon's own ("provenance":"own"), in the
 * order of their tables, each with the cases of this and of other rulesets that test it. */
void codec_clauses_encode(struct text *out, uint8_t ruleset);

/* Append the text of one clause of a ruleset, or of Pennon's own, by its number. False: it has none
 * such. */
bool codec_clause_find(struct text *out, uint8_t ruleset, const char *number);

/* Show `found` each clause of a ruleset, and of Pennon's own, whose number or text has every word of
 * `asked` in it, whatever the case; both are good during the call. */
typedef void codec_clause_visitor(void *context, const char *number, const char *text);
void codec_clauses_search(uint8_t ruleset, const char *asked, codec_clause_visitor *found,
			  void *context);

/* A ready muster. What it is called stands in the catalogue of words, under its id. */
struct codec_scenario {
	char id[CODEC_SCENARIO_ID_BYTES];
	uint8_t ruleset;
	struct pn_muster muster;
};

/* From {"id","muster","ruleset"}; a title and a summary, as answers have them, are let pass. */
bool codec_scenario_decode(struct codec_scenario *out, const char *bytes, size_t size,
			   struct codec_error *error);

/* One of those that are compiled in, by its id; false when there is none. */
bool codec_scenario_find(struct codec_scenario *out, const char *id);

/* The id of one that is compiled in, by its place from 0 on, and that of its ruleset; NULL behind
 * the last. Both are good as long as the process runs. */
const char *codec_scenario_at(unsigned place, const char **ruleset);

/* How many of those that are compiled in are of this ruleset. */
unsigned codec_scenarios_count(uint8_t ruleset);

/* What it is called, in the language that this thread speaks; its id when no word is known. */
const char *codec_scenario_title(const struct codec_scenario *scenario);

struct game_header;

/* Append what a game is called in the language that this thread speaks: "First charge · Battlesystem, 2nd
 * edition", with its own name where it has one; the rule book alone where it has neither a name nor a
 * scenario that is known. People wrote the name, and it turns nothing around it. */
void codec_game_title(struct text *out, const struct game_header *header);

/* {"next":null,"scenarios":[{"id","ruleset","summary","title","turns","units"},...]}: those
 * that are compiled in, by id, in the language that this thread speaks. */
void codec_scenarios_encode(struct text *out);

/* {"id","muster","ruleset","summary","title"}, in the language that this thread speaks. */
void codec_scenario_encode(struct text *out, const struct codec_scenario *scenario);
