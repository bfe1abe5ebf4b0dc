#pragma once
/* Parts that musters, games and rulesets are all written with. */

#include "base/text.h"
#include "codec/names.h"
#include "model/machine_seat.h"

/* A polygon: a list of {"x","y"}. */
void write_points(struct text *out, const struct pn_shape *shape);

/* How units are deployed: {"first"?,"how","zones"}. */
void write_deployment(struct text *out, uint8_t how, pn_side first,
		      const struct pn_shape zone[PN_SIDES]);

/* {"depth","terrain","width"} */
void write_board(struct text *out, const struct pn_rules *rules, pn_len width, pn_len depth,
		 const struct pn_terrain *terrain, uint8_t count);

/* A unit's characteristics by name, without the optional ones that it has not. */
void write_stats(struct text *out, const struct pn_rules *rules, const int32_t *value);

/* A unit's counters by name, without those that are 0. */
void write_tallies(struct text *out, const struct pn_rules *rules, const uint8_t *count);

/* An object of numbers by their names: parameters. */
void write_named_numbers(struct text *out, enum name_list list, const struct pn_rules *rules,
			 const int32_t *value);

/* The position of each switch, by name. */
void write_switches(struct text *out, const struct pn_rules *rules, const uint8_t *position);

/* The public facts of the turn, by name. */
void write_facts(struct text *out, const struct pn_rules *rules, const int32_t *value);

/* "machine":{"side","strength"}, where it plays. */
void write_machine(struct text *out, const struct machine_seat *machine);

/* "waiting_for": who owes the decision on top, and until when where a time is not 0. */
void write_waiting_for(struct text *out, const struct pn_game *game,
		       const int64_t until_ms[PN_SIDES]);

/* {"count","turns"} */
void write_ends(struct text *out, uint8_t turns, uint8_t count);
