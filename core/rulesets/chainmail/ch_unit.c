/* What a unit may, and what is told of it. */

#include "ch.h"
#include "common.h"

uint8_t ch_quarters(const struct pn_unit *unit)
{
	return (uint8_t)(pn_flag(unit, CH_QUARTER_TURN) + 2 * pn_flag(unit, CH_HALF_TURN));
}

bool ch_is_simultaneous(const struct pn_game *view)
{
	return pn_method_now(view) == PN_METHOD_SEALED;
}

/* Decides CH-47 and CH-60. */
struct pn_verdict ch_check_mover(const struct pn_game *view, pn_unit_id id)
{
	const struct pn_unit *unit = &view->unit[id];

	if (pn_engaged(view, id))
		return pn_refuse(PN_REFUSE_ENGAGED, PN_CLAUSE("PN-09"));
	if (pn_flag(unit, CH_MOVED))
		return pn_refuse(PN_REFUSE_ALREADY_MOVED, PN_CLAUSE("CH-47"));
	if (unit->state != CH_GOOD)
		return pn_refuse(PN_REFUSE_MUST_RALLY, PN_CLAUSE("CH-60"));
	return pn_lawful();
}

struct pn_verdict ch_check_charger(const struct pn_game *view, pn_unit_id id)
{
	const struct pn_unit *unit = &view->unit[id];
	struct pn_verdict verdict = ch_check_mover(view, id);

	if (verdict.code != PN_LAWFUL)
		return verdict;
	if (ch_charge_move(unit) == 0)
		return pn_refuse(PN_REFUSE_CANNOT_CHARGE, PN_CLAUSE("CH-45"));
	if (pn_flag(unit, CH_CHARGED_LAST))
		return pn_refuse(PN_REFUSE_CHARGED_LAST_TURN, PN_CLAUSE("CH-02"));
	return pn_lawful();
}

pn_unit_id ch_enemy_of(const struct pn_game *game, pn_unit_id unit)
{
	for (uint8_t i = 0; i < game->contact_count; i++) {
		if (game->contact[i].unit == unit)
			return game->contact[i].with;
		if (game->contact[i].with == unit)
			return game->contact[i].unit;
	}
	return PN_NO_UNIT;
}

/* Decides CH-41. */
struct pn_muster_fault ch_check_muster(const struct pn_muster *muster, uint8_t index)
{
	const uint32_t mounted = 1u << CH_KNIGHTS | 1u << CH_FEUDAL;
	const struct pn_muster_unit *unit = &muster->unit[index];

	return unit->traits & mounted && unit->class != CH_MEDIUM_HORSE &&
			       unit->class != CH_HEAVY_HORSE
		       ? pn_unit_fault(PN_MUSTER_NOT_ALLOWED, index, "traits", PN_CLAUSE("CH-41"))
		       : pn_no_fault();
}

bool ch_has_moved(const struct pn_unit *unit)
{
	return unit->moved > 0 || pn_flag(unit, CH_SHIFTED);
}
