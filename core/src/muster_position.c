/* What is wrong with the position of a battle under way: what is left of each unit, counters and
 * flags that outlast a turn, contacts, lasting facts. Which of them a book knows stands in its
 * tables. */

#include "block.h"
#include "flush.h"
#include "loose.h"
#include "muster_look.h"
#include "parley.h"
#include "step.h"

static const pn_clause sizes = {"PN-07"};
static const pn_clause places = {"PN-08"};

/* ---- units ---- */

struct pn_muster_fault pn_position_fault(const struct pn_look *look, enum pn_muster_fault_code code,
					 uint8_t index, const char *member)
{
	struct pn_muster_fault found = pn_tally_fault(code, look->muster, index, member, sizes);

	found.part = PN_PART_POSITION;
	return found;
}

/* Is the unit one of the two of a contact? */
static bool is_touched(const struct pn_muster *muster, uint8_t unit)
{
	for (uint8_t i = 0; i < muster->contact_count && i < PN_CONTACTS_MAX; i++)
		if (muster->contact[i].unit == unit || muster->contact[i].with == unit)
			return true;
	return false;
}

/* What is so of it from an earlier turn, as far as its book says that it can be. */
static void look_at_flags(struct pn_look *look, uint8_t i)
{
	const struct pn_rules *rules = look->rules;
	const struct pn_muster_unit *unit = &look->muster->unit[i];

	for (uint8_t k = 0; k < 32 && unit->flags >> k; k++) {
		const struct pn_flag_rule *rule =
			k < rules->flags.count ? &rules->flags.row[k] : NULL;
		struct pn_muster_fault found =
			pn_position_fault(look, PN_MUSTER_NOT_LASTING, i, rule ? rule->name : "");

		found.part = PN_PART_FLAG;
		if (!(unit->flags >> k & 1))
			continue;
		if (rule && rule->lasts)
			found.clause = rule->clause;
		pn_add_if(look,
			  !rule || !rule->lasts || look->muster->first_turn == 0 ||
				  (rule->states > 0 && !(rule->states >> unit->state & 1)) ||
				  (rule->in_contact && !look->unread->units &&
				   !is_touched(look->muster, i)),
			  found);
	}
}

/* A unit that is gone, or has come on, is one of a battle under way. */
static void look_at_whereabouts(struct pn_look *look, uint8_t i)
{
	const struct pn_muster_unit *unit = &look->muster->unit[i];

	pn_add_if(
		look,
		unit->whereabouts > PN_IS_GONE ||
			(unit->whereabouts != PN_WHERE_IT_BEGAN && look->muster->first_turn == 0) ||
			(unit->whereabouts == PN_HAS_COME_ON &&
			 !pn_in_reserve(look->rules, unit->stats)),
		pn_position_fault(look, PN_MUSTER_NOT_ALLOWED, i, "on_table"));
}

/* Counters that last beyond a turn, within what the book says of them; a unit that has some left
 * says so by its state. */
static void look_at_tallies(struct pn_look *look, uint8_t i)
{
	const struct pn_rules *rules = look->rules;
	const struct pn_muster_unit *unit = &look->muster->unit[i];

	for (uint8_t k = 0; k < PN_TALLIES_MAX; k++) {
		const bool is_known = k < rules->tallies.count;
		const struct pn_tally_rule *rule = is_known ? &rules->tallies.row[k] : NULL;
		struct pn_muster_fault found = pn_position_fault(look, PN_MUSTER_NOT_ALLOWED, i,
								 is_known ? rule->name : "");
		int32_t most = is_known ? rule->most : 0;

		if (unit->tally[k] == 0)
			continue;
		found.part = PN_PART_TALLY;
		if (most > 0)
			found.clause = rule->clause;
		if (most > 0 && rule->below > 0 && unit->stats[rule->below - 1] <= most)
			most = unit->stats[rule->below - 1] - 1;
		if (most <= 0 || (rule->out_of_order && unit->state == 0)) {
			pn_add_fault(look, found);
		} else if (unit->tally[k] > most) {
			found.code = PN_MUSTER_OUT_OF_RANGE;
			pn_add_fault(look, pn_beyond(found, 0, most));
		}
	}
}

void pn_look_at_position(struct pn_look *look, uint8_t i)
{
	look_at_tallies(look, i);
	look_at_flags(look, i);
	look_at_whereabouts(look, i);
}

/* ---- contacts ---- */

/* Is that side of the unit among those that the other lies flush with? Corners, and figures that
 * stand by themselves, leave it to whoever says so. */
static bool is_struck_there(const struct pn_body *with, const struct pn_body *unit, uint8_t facing)
{
	uint16_t edges;

	if (with->count > 1 || unit->count > 1)
		return true;
	edges = pn_flush_edges(&with->part[0], &unit->part[0]);
	for (uint8_t i = 0; i < with->part[0].count; i++)
		if (edges >> i & 1 && pn_facing_of_edge(i, with->part[0].count) == facing)
			return true;
	return edges == 0;
}

/* What is wrong with a contact of units whose places are good; the member, or NULL. */
static const char *look_at_touch(const struct pn_look *look, const struct pn_contact *contact)
{
	const struct pn_muster_unit *unit = &look->muster->unit[contact->unit];
	const struct pn_muster_unit *with = &look->muster->unit[contact->with];
	struct pn_body one, other;

	if (!pn_begins_on_board(look->rules, unit))
		return "unit";
	if (!pn_begins_on_board(look->rules, with))
		return "with";
	pn_muster_body(&one, look->rules, look->muster, contact->unit);
	pn_muster_body(&other, look->rules, look->muster, contact->with);
	if (!pn_bodies_touch(&one, &other))
		return "with";
	/* A form without flanks has a front alone. */
	if (look->rules->forms.row[with->form].all_round)
		return contact->facing == PN_FACING_FRONT ? NULL : "facing";
	return is_struck_there(&other, &one, contact->facing) ? NULL : "facing";
}

/* Contacts are of enemies that touch, on the side that is named; each may have struck the other, once. */
static void look_at_contact(struct pn_look *look, uint8_t i)
{
	const struct pn_muster *muster = look->muster;
	const struct pn_contact *contact = &muster->contact[i];
	const char *member = NULL;

	if (contact->unit >= muster->unit_count)
		member = "unit";
	else if (contact->with >= muster->unit_count ||
		 muster->unit[contact->with].side == muster->unit[contact->unit].side)
		member = "with";
	for (uint8_t k = 0; k < i && !member; k++)
		if (muster->contact[k].unit == contact->unit &&
		    muster->contact[k].with == contact->with)
			member = "with";
	if (!member && contact->facing > PN_FACING_REAR)
		member = "facing";
	if (!member && look->is_sized && look->is_agreed && look->is_zoned &&
	    !look->no_body[contact->unit] && !look->no_body[contact->with])
		member = look_at_touch(look, contact);
	pn_add_if(look, member != NULL,
		  pn_fault(PN_MUSTER_NO_CONTACT, PN_PART_CONTACT, i, member, places));
}

void pn_look_at_contacts(struct pn_look *look)
{
	const struct pn_muster *muster = look->muster;

	if (look->unread->units || muster->deployment != PN_DEPLOYMENT_PLACED ||
	    muster->unit_count > PN_UNITS_MAX ||
	    pn_add_if(look, muster->contact_count > PN_CONTACTS_MAX,
		      pn_fault(PN_MUSTER_OUT_OF_RANGE, PN_PART_POSITION, 0, "contacts", sizes)))
		return;
	for (uint8_t i = 0; i < muster->contact_count; i++)
		look_at_contact(look, i);
}

/* ---- what lasts besides ---- */

static bool is_side_or_none(int32_t side)
{
	return (side >= PN_RED && side < PN_SIDES) || side == PN_NO_SIDE;
}

/* PN-33. How they declare is agreed on where the method leaves it to them, and who begins where
 * neither dice nor secrecy decide it. */
static bool is_agreement_good(const struct pn_look *look)
{
	const struct pn_agreement *agreed = &look->muster->agreed;

	return look->muster->method == PN_METHOD_AGREED && look->muster->first_turn > 0 &&
	       agreed->method < PN_METHOD_COUNT && agreed->method != PN_METHOD_AGREED &&
	       look->rules->methods >> agreed->method & 1 && is_side_or_none(agreed->begins) &&
	       (agreed->begins == PN_NO_SIDE || pn_can_agree_who_begins(agreed->method));
}

void pn_look_at_lasting(struct pn_look *look)
{
	const struct pn_muster *muster = look->muster;

	pn_add_if(
		look, !look->unread->any && muster->agreed.made && !is_agreement_good(look),
		pn_fault(PN_MUSTER_NOT_ALLOWED, PN_PART_POSITION, 0, "agreed", PN_CLAUSE("PN-33")));
	for (uint8_t i = 0; i < look->rules->facts.count && muster->first_turn > 0; i++) {
		const struct pn_fact_rule *rule = &look->rules->facts.row[i];

		pn_add_if(look,
			  muster->facts[i] != rule->initial &&
				  (rule->of_turn || rule->kind != PN_FACT_SIDE ||
				   !is_side_or_none(muster->facts[i])),
			  pn_fault(PN_MUSTER_NOT_ALLOWED, PN_PART_FACT, 0, rule->name, sizes));
	}
}
