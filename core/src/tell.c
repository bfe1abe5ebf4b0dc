/* The events that every book tells alike. */

#include "tell.h"

void pn_tell_contact(struct pn_step *step, struct pn_contact contact, pn_clause clause)
{
	pn_emit(step, (struct pn_event){
			      .kind = PN_EVENT_CONTACT,
			      .clause = clause,
			      .contact = contact,
		      });
}

void pn_tell_contact_ended(struct pn_step *step, struct pn_contact contact, pn_clause clause)
{
	pn_emit(step, (struct pn_event){
			      .kind = PN_EVENT_CONTACT_ENDED,
			      .clause = clause,
			      .contact_ended = {contact.unit, contact.with},
		      });
}

void pn_tell_parted(struct pn_step *step, pn_unit_id unit, pn_clause clause)
{
	const struct pn_game *game = step->game;
	uint8_t i = 0;

	/* Each that is told is gone from the list. */
	while (i < game->contact_count) {
		const struct pn_contact contact = game->contact[i];

		if (contact.unit == unit || contact.with == unit)
			pn_tell_contact_ended(step, contact, clause);
		else
			i++;
	}
}

void pn_tell_moved(struct pn_step *step, pn_unit_id unit, enum pn_manner manner, pn_pose to,
		   pn_len spent, pn_clause clause)
{
	pn_emit(step, (struct pn_event){
			      .kind = PN_EVENT_MOVED,
			      .clause = clause,
			      .moved = {unit, (uint8_t)manner, to, spent},
		      });
}

void pn_tell_announced(struct pn_step *step, pn_unit_id unit, const struct pn_path *path,
		       pn_clause clause)
{
	pn_emit(step, (struct pn_event){
			      .kind = PN_EVENT_MOVE_ANNOUNCED,
			      .clause = clause,
			      .move_announced = {unit, *path},
		      });
}

void pn_tell_removed(struct pn_step *step, pn_unit_id unit, pn_clause clause)
{
	pn_emit(step, (struct pn_event){
			      .kind = PN_EVENT_REMOVED,
			      .clause = clause,
			      .removed = {unit},
		      });
}

void pn_tell_casualties(struct pn_step *step, pn_unit_id unit, uint16_t figures, pn_clause clause)
{
	pn_emit(step, (struct pn_event){
			      .kind = PN_EVENT_CASUALTIES,
			      .clause = clause,
			      .casualties = {unit, figures},
		      });
}

void pn_tell_charge_declared(struct pn_step *step, pn_unit_id unit, pn_unit_id target,
			     pn_clause clause)
{
	pn_emit(step, (struct pn_event){
			      .kind = PN_EVENT_CHARGE_DECLARED,
			      .clause = clause,
			      .charge_declared = {unit, target},
		      });
}

void pn_tell_charge_began(struct pn_step *step, pn_unit_id unit, pn_unit_id target, int32_t bend,
			  pn_clause clause)
{
	pn_emit(step, (struct pn_event){
			      .kind = PN_EVENT_CHARGE_BEGAN,
			      .clause = clause,
			      .charge_began = {unit, target, bend},
		      });
}

void pn_tell_charge_ended(struct pn_step *step, pn_unit_id unit, pn_unit_id target,
			  enum pn_charge_outcome outcome, pn_clause clause)
{
	pn_emit(step, (struct pn_event){
			      .kind = PN_EVENT_CHARGE_ENDED,
			      .clause = clause,
			      .charge_ended = {unit, target, (uint8_t)outcome},
		      });
}

void pn_tell_reaction(struct pn_step *step, pn_unit_id unit, pn_unit_id target, uint8_t reaction,
		      pn_clause clause)
{
	pn_emit(step, (struct pn_event){
			      .kind = PN_EVENT_REACTION_DECLARED,
			      .clause = clause,
			      .reaction_declared = {unit, target, reaction},
		      });
}

void pn_tell_drafted(struct pn_step *step, pn_unit_id unit, struct pn_order order, pn_clause clause)
{
	pn_emit(step, (struct pn_event){
			      .kind = PN_EVENT_DRAFTED,
			      .audience = (uint8_t)(1u << step->game->unit[unit].side),
			      .clause = clause,
			      .drafted = {unit, order},
		      });
}

void pn_tell_initiative(struct pn_step *step, pn_side winner, const int16_t total[PN_SIDES],
			pn_clause clause)
{
	pn_emit(step, (struct pn_event){
			      .kind = PN_EVENT_INITIATIVE_DECIDED,
			      .clause = clause,
			      .initiative_decided = {winner, {total[PN_RED], total[PN_BLUE]}},
		      });
}

void pn_tell_passed(struct pn_step *step, pn_side side, uint8_t decision, pn_clause clause)
{
	pn_emit(step, (struct pn_event){
			      .kind = PN_EVENT_PASSED,
			      .clause = clause,
			      .passed = {side, decision},
		      });
}
