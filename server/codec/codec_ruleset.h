#pragma once
/* Rulesets and scenarios, for those who want to know before they play. */

#include "codec/codec.h"

enum { CODEC_SCENARIO_ID_BYTES = 64, CODEC_TITLE_BYTES = 128, CODEC_SUMMARY_BYTES = 512 };

/* {"next":null,"rulesets":[{"id","revision","title"},...]} */
void codec_rulesets_encode(struct text *out);

/* One ruleset whole: what a muster may say, what a game may show. */
void codec_ruleset_encode(struct text *out, uint8_t ruleset);

/* {"clauses":[{"cases","clause","provenance","text"},...],"next":null,"side_by_side":[...]}:
 * every clause of a ruleset in our own words, then Pennon's own ("provenance":"own"), in the
 * order of their tables, each with the cases of this and of other rulesets that test it. */
void codec_clauses_encode(struct text *out, uint8_t ruleset);

/* A ready muster. */
struct codec_scenario {
	char id[CODEC_SCENARIO_ID_BYTES];
	char title[CODEC_TITLE_BYTES];
	char summary[CODEC_SUMMARY_BYTES];
	uint8_t ruleset;
	struct pn_muster muster;
};

bool codec_scenario_decode(struct codec_scenario *out, const char *bytes, size_t size,
			   struct codec_error *error);

/* One of those that are compiled in, by its id; false when there is none. */
bool codec_scenario_find(struct codec_scenario *out, const char *id);

/* {"next":null,"scenarios":[{"id","ruleset","summary","title","turns","units"},...]}: those
 * that are compiled in, by id. */
void codec_scenarios_encode(struct text *out);

/* {"id","muster","ruleset","summary","title"} */
void codec_scenario_encode(struct text *out, const struct codec_scenario *scenario);
