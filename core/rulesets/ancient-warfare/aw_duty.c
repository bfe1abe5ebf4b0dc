/* Must, or may, who is charged or advanced into retreat (AW-31 to AW-43)? */

#include "aw.h"
#include "common.h"

/* Decides AW-36, AW-41, AW-42 and AW-43. */
enum aw_duty aw_retreat_duty(const struct pn_game *view, pn_unit_id id, pn_unit_id enemy,
			     bool charged, pn_clause *clause)
{
	const struct pn_unit *unit = &view->unit[id];
	const bool by_order = unit->order.verb == AW_VERB_RETREAT;
	const bool exempt = aw_goes_all_the_way(unit) && view->switches[AW_SWITCH_FRENZIED_SI] != 0;

	if (!aw_is_steady(unit) || pn_engaged(view, id) ||
	    (charged && aw_tried_to_lure(unit, enemy)))
		return AW_STANDS;
	if (by_order && !pn_flag(unit, AW_MOVED)) {
		*clause = charged ? PN_CLAUSE("AW-32") : PN_CLAUSE("AW-36");
		return AW_MUST_RETREAT;
	}
	if (unit->class == AW_SKIRMISH_INFANTRY &&
	    view->unit[enemy].class != AW_SKIRMISH_INFANTRY && !exempt) {
		*clause = PN_CLAUSE("AW-42");
		return AW_MUST_RETREAT;
	}
	*clause = by_order ? PN_CLAUSE("AW-43") : PN_CLAUSE("AW-41");
	return by_order || (aw_is_light(unit) && !aw_is_bent_on_its_charge(unit)) ? AW_MAY_RETREAT
										  : AW_STANDS;
}

enum aw_duty aw_duty_to_all(const struct pn_game *view, pn_unit_id id,
			    const struct aw_enemies *enemies, bool charged, pn_clause *clause)
{
	enum aw_duty most = AW_STANDS;

	for (uint8_t i = 0; i < enemies->count; i++) {
		pn_clause one;
		enum aw_duty duty = aw_retreat_duty(view, id, enemies->of[i], charged, &one);

		if (duty <= most)
			continue;
		most = duty;
		*clause = one;
	}
	return most;
}

enum aw_duty aw_asked_duty(const struct pn_game *view, const struct pn_pending *asked,
			   pn_clause *clause)
{
	struct aw_enemies enemies = {.count = asked->queue_count};

	memcpy(enemies.of, asked->queue, sizeof enemies.of);
	return aw_duty_to_all(view, asked->other, &enemies, view->phase == AW_ANSWERS, clause);
}
