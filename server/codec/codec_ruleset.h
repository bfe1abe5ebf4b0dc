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

/* How many of those that are compiled in are of this ruleset. */
unsigned codec_scenarios_count(uint8_t ruleset);

/* What it is called, in the language that this thread speaks; its id when no word is known. */
const char *codec_scenario_title(const struct codec_scenario *scenario);

/* {"next":null,"scenarios":[{"id","ruleset","summary","title","turns","units"},...]}: those
 * that are compiled in, by id, in the language that this thread speaks. */
void codec_scenarios_encode(struct text *out);

/* {"id","muster","ruleset","summary","title"}, in the language that this thread speaks. */
void codec_scenario_encode(struct text *out, const struct codec_scenario *scenario);
