#pragma once
/* A battle under way: the member "position" of a muster. */

#include "codec/json.h"

/* Write the member: {"turn","units":{"r1":{"figures"?,"tallies"?}}}, of units those that have lost
 * figures or that counters are kept of. */
void codec_under_way_write(struct text *out, const struct pn_rules *rules,
			   const struct pn_muster *muster);

/* Read its value into a muster whose units were read. */
bool codec_under_way_read(struct pn_muster *out, const struct pn_rules *rules, struct json_in *in,
			  const json_t *value);
