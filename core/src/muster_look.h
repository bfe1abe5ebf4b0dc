#pragma once
/* One look at a muster, for the files that say what is wrong with one: muster_check.c and, of a
 * battle under way, muster_position.c. */

#include "muster_check.h"

/* One look at a muster. */
struct pn_look {
	const struct pn_rules *rules;
	const struct pn_muster *muster;
	const struct pn_muster_unread *unread;
	struct pn_muster_fault *out;
	uint16_t max, count;
	bool is_sized;                  /* the board's size is good */
	bool is_agreed;                 /* so are switches and parameters */
	bool is_zoned;                  /* so is how units are deployed */
	bool no_ground[PN_TERRAIN_MAX]; /* a piece that says nothing about units */
	bool no_body[PN_UNITS_MAX];     /* nobody can say what ground it stands on */
};

/* Note a fault; the same when `is_wrong`, which it returns. */
void pn_add_fault(struct pn_look *look, struct pn_muster_fault found);
bool pn_add_if(struct pn_look *look, bool is_wrong, struct pn_muster_fault found);

/* A fault of what the muster says of a unit of a battle under way. */
struct pn_muster_fault pn_position_fault(const struct pn_look *look, enum pn_muster_fault_code code,
					 uint8_t index, const char *member);

/* What the position of a battle under way says of a unit: its counters, flags and whereabouts. */
void pn_look_at_position(struct pn_look *look, uint8_t i);

/* The contacts; then what lasts besides, facts and agreements, when the units have been looked
 * at. */
void pn_look_at_contacts(struct pn_look *look);
void pn_look_at_lasting(struct pn_look *look);
