#pragma once
/* What every book tells alike: each function appends one event, as pn_emit() does, to everybody
 * but where it says otherwise. The clause is why it happened. */

#include "step.h"

/* Both units of a contact are one anyway, so a contact goes by value. */
void pn_tell_contact(struct pn_step *step, struct pn_contact contact, pn_clause clause);
void pn_tell_contact_ended(struct pn_step *step, struct pn_contact contact, pn_clause clause);

/* The unit is in contact with nobody any more: an event for each contact that it had. */
void pn_tell_parted(struct pn_step *step, pn_unit_id unit, pn_clause clause);

/* A leg: where the unit stands now, and what it cost of its move in hundredths of a millimetre. */
void pn_tell_moved(struct pn_step *step, pn_unit_id unit, enum pn_manner manner, pn_pose to,
		   pn_len spent, pn_clause clause);

/* A way that the unit is about to go; its figures are borrowed for the call. */
void pn_tell_announced(struct pn_step *step, pn_unit_id unit, const struct pn_path *path,
		       pn_clause clause);

/* The unit leaves the board for good. */
void pn_tell_removed(struct pn_step *step, pn_unit_id unit, pn_clause clause);

/* So many of its figures fall; a unit that has none left is still on the board until it is
 * removed. */
void pn_tell_casualties(struct pn_step *step, pn_unit_id unit, uint16_t figures, pn_clause clause);

/* For all to see. */
void pn_tell_charge_declared(struct pn_step *step, pn_unit_id unit, pn_unit_id target,
			     pn_clause clause);

/* `bend` as pn_unit.bend has it; 0 where the book keeps none. */
void pn_tell_charge_began(struct pn_step *step, pn_unit_id unit, pn_unit_id target, int32_t bend,
			  pn_clause clause);
void pn_tell_charge_ended(struct pn_step *step, pn_unit_id unit, pn_unit_id target,
			  enum pn_charge_outcome outcome, pn_clause clause);

/* `reaction` by the book's own list. */
void pn_tell_reaction(struct pn_step *step, pn_unit_id unit, pn_unit_id target, uint8_t reaction,
		      pn_clause clause);

/* An order that is not sealed yet: told to the unit's own side alone. */
void pn_tell_drafted(struct pn_step *step, pn_unit_id unit, struct pn_order order,
		     pn_clause clause);

/* `winner` PN_NO_SIDE: nobody has it. */
void pn_tell_initiative(struct pn_step *step, pn_side winner, const int16_t total[PN_SIDES],
			pn_clause clause);

/* The side does nothing more in the decision. */
void pn_tell_passed(struct pn_step *step, pn_side side, uint8_t decision, pn_clause clause);
