#pragma once
/* What is wrong with a muster. */

#include "pennon/rules.h"

/* A fault in some part; `member` is a literal. */
struct pn_muster_fault pn_fault(enum pn_muster_fault_code code, enum pn_muster_part part,
				uint8_t index, const char *member, pn_clause clause);

/* Write at most `max` faults, in the order of the muster's own members, and return how many there
 * are: all but what only the game that it makes shows (PN-28, room in the zones). Nothing is held
 * against what could not be read. */
uint16_t pn_find_faults(struct pn_muster_fault *out, uint16_t max, uint8_t ruleset,
			const struct pn_muster *muster, const struct pn_muster_unread *unread);

extern const char *const pn_zone_member[PN_SIDES];
