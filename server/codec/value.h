#pragma once
/* Values that several formats share, each written and read back the same way. Their
 * readers are the exact inverses of their writers. */

#include "base/write.h"
#include "codec/scan.h"

/* "r1", "red". A unit that the game does not have is written "r0". */
void write_who(struct text *out, const struct pn_game *names, pn_who who);
bool scan_who(struct scan *scan, const struct pn_game *names, pn_who *out);
bool scan_unit(struct scan *scan, const struct pn_game *names, pn_unit_id *out);

/* A unit by its name: PN_NO_UNIT when the text is no name of a unit at all,
 * CODEC_NO_SUCH_UNIT when it is one of a unit that this game does not have. */
enum { CODEC_NO_SUCH_UNIT = PN_NO_UNIT - 1 };
pn_unit_id find_unit(const struct pn_game *names, const char *name, size_t size);

/* {"facing","x","y"} */
void write_pose(struct text *out, pn_pose pose);
bool scan_pose(struct scan *scan, pn_pose *out);

/* {"verb"} with "number" and "target" when it has them; and with "unit" when it stands in a
 * list (unit PN_NO_UNIT: it does not). */
void write_order(struct text *out, const struct pn_game *names, pn_unit_id unit,
		 const struct pn_order *order);
bool scan_order(struct scan *scan, const struct pn_game *names, pn_unit_id *unit,
		struct pn_order *out);

/* A list of orders, or of places {"to","unit"}, by unit ascending. "orders.c". */
void write_orders(struct text *out, const struct pn_game *names, const struct pn_orders *orders);
bool scan_orders(struct scan *scan, const struct pn_game *names, struct pn_orders *out);

/* A list of legs: {"heading","kind":"advance","length"} or {"about","angle","kind":"wheel"}.
 * "path.c". */
void write_path(struct text *out, const struct pn_game *names, const struct pn_path *path);
/* Figures that the path sends it borrows from `placed`. */
bool scan_path(struct scan *scan, const struct pn_game *names, struct pn_path *out,
	       struct pn_placed *placed);

/* A list of {"facing","figure","x","y"}, in ascending order and none twice. */
bool scan_figures(struct scan *scan, struct pn_placed *out);

/* A list of what becomes of units: {"lost","removed","state","to","unit"}, of which only
 * "unit" is always there. "outcome.c". */
void write_outcome(struct text *out, const struct pn_game *names, const struct pn_outcome *outcome);
bool scan_outcome(struct scan *scan, const struct pn_game *names, struct pn_outcome *out);

/* What a proposal of its kind says: {"winner"} of a result, {"mark"} of an undo, of a method
 * {"begins"?,"method","most"?}, else {}. "terms.c". */
void write_terms(struct text *out, const struct pn_proposal *proposal);
bool scan_terms(struct scan *scan, struct pn_proposal *out);
void write_agreement(struct text *out, const struct pn_agreement *agreement);

/* {"at","leg"}, or {"when"}; and {"points":[{"at","leg","pose"}],"unit"}. "moment.c". */
void write_moment(struct text *out, struct pn_moment moment);
void write_way(struct text *out, const struct pn_game *names, const struct pn_way *way);

/* "12" or "red-3". */
void write_mark(struct text *out, struct pn_mark mark);
bool scan_mark(struct scan *scan, struct pn_mark *out);

/* A set of bits, as a list of the names they stand for. */
void write_bits(struct text *out, enum name_list list, const struct pn_rules *rules, uint32_t bits);
bool scan_bits(struct scan *scan, enum name_list list, const struct pn_rules *rules, uint32_t *out);

/* A list of units. */
void write_units(struct text *out, const struct pn_game *names, const pn_unit_id *unit,
		 uint8_t count);
bool scan_units(struct scan *scan, const struct pn_game *names, pn_unit_id *unit, uint8_t max,
		uint8_t *count);

/* A side by its name, or null for PN_NO_SIDE. */
void write_side(struct text *out, pn_side side);
bool scan_side(struct scan *scan, pn_side *out);

/* The value of a fact: a side or null, or a number, as the ruleset says. */
void write_fact(struct text *out, const struct pn_rules *rules, uint8_t fact, int32_t value);
bool scan_fact(struct scan *scan, const struct pn_rules *rules, uint8_t fact, int32_t *out);

/* A list of contacts: {"benefits","facing","unit","with"}. */
void write_contacts(struct text *out, const struct pn_game *names, const struct pn_contact *contact,
		    uint8_t count);

/* What of a state was given by hand, for all to see. Cases alone arrange a game, so it is
 * never read back. */
void write_arrangement(struct text *out, const struct pn_game *names,
		       const struct pn_arrangement *given);

/* "2/declaration/red" or "2/combat/r1/3". */
void write_slot(struct text *out, const struct pn_game *names, struct pn_slot slot);
bool scan_slot(struct scan *scan, const struct pn_game *names, struct pn_slot *out);

/* The label of a die, "3/movement/r1/charge_initiation/1", which dice.h writes: its
 * turn, phase and owner go to `place`, what it is for to `what`. */
bool scan_label(struct scan *scan, const struct pn_game *names, struct pn_slot *place,
		uint8_t *what, uint16_t *n);

/* The side that a unit or a side is of. */
pn_side side_of_who(const struct pn_game *names, pn_who who);
