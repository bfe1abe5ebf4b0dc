/* What is wrong with a muster, besides what every book looks at. */

#include "b2_formation.h"
#include "loose.h"

/* Decides B2-125 and B2-127. A unit with a charge weapon has two attack dice or names none; no
 * other unit has a charge die. The member that is wrong, and how. */
static enum pn_muster_fault_code check_dice(const struct pn_muster_unit *unit, const char **member)
{
	bool weapon = unit->traits & 1u << B2_CHARGE_WEAPON;

	*member = "stats/charge_attack_die";
	if (!weapon && unit->stats[B2_CHARGE_ATTACK_DIE] > 0)
		return PN_MUSTER_NOT_ALLOWED;
	if (weapon && unit->stats[B2_ATTACK_DIE] > 0 && unit->stats[B2_CHARGE_ATTACK_DIE] == 0)
		return PN_MUSTER_MISSING;
	*member = "stats/attack_die";
	return unit->stats[B2_CHARGE_ATTACK_DIE] > 0 && unit->stats[B2_ATTACK_DIE] == 0
		       ? PN_MUSTER_MISSING
		       : PN_MUSTER_NONE;
}

static bool is_in_contact(const struct pn_muster *muster, uint8_t index)
{
	for (uint8_t i = 0; i < muster->contact_count; i++)
		if (muster->contact[i].unit == index || muster->contact[i].with == index)
			return true;
	return false;
}

/* B2-121. Losses may have torn skirmishers apart who are routed for it, or are fighting still. */
static bool is_torn_apart(const struct pn_muster *muster, uint8_t index)
{
	return muster->first_turn > 0 &&
	       (muster->unit[index].state == B2_ROUTED || is_in_contact(muster, index));
}

static bool is_well_spaced(const struct pn_muster *muster, uint8_t index)
{
	struct pn_body body;

	pn_muster_body(&body, &battlesystem_2e_rules, muster, index);
	return b2_is_spaced(&body);
}

struct pn_muster_fault b2_check_muster(const struct pn_muster *muster, uint8_t index)
{
	const struct pn_muster_unit *unit = &muster->unit[index];
	const char *member;
	enum pn_muster_fault_code code = check_dice(unit, &member);

	if (unit->form == B2_COLUMN && !b2_fits_column(unit->formation))
		return pn_unit_fault(PN_MUSTER_OUT_OF_RANGE, index, "files", PN_CLAUSE("B2-115"));
	if (code != PN_MUSTER_NONE)
		return pn_unit_fault(code, index, member, PN_CLAUSE("B2-125"));
	return unit->form == B2_SKIRMISH && unit->whereabouts != PN_IS_GONE &&
			       !is_torn_apart(muster, index) && !is_well_spaced(muster, index)
		       ? pn_unit_fault(PN_MUSTER_OUT_OF_RANGE, index, "figures_at",
				       PN_CLAUSE("B2-121"))
		       : pn_no_fault();
}
