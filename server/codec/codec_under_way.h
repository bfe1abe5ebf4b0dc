#pragma once
/* A battle under way: the member "position" of a muster. */

#include "codec/json.h"

/* The id of a unit of the muster. */
void codec_name_unit(char out[PN_ID_BYTES], const struct pn_muster *muster, uint8_t unit);

/* May a position give the fact: who won or lost something in a turn before? */
bool codec_is_lasting_fact(const struct pn_fact_rule *rule);

/* Write the member: {"agreed"?,"contacts"?,"facts"?,"turn","units":{"r1":{"figures"?,"flags"?,
 * "on_table"?,"tallies"?}}}, of units those of which it says anything. */
void codec_under_way_write(struct text *out, const struct pn_rules *rules,
			   const struct pn_muster *muster);

/* Read its value into a muster whose units were read: those without a pose are gone, so far. */
bool codec_under_way_read(struct pn_muster *out, const struct pn_rules *rules, struct json_in *in,
			  const json_t *value);
