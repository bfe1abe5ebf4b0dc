#include "model/army.h"

#include <string.h>

static const pn_clause sizes = {"PN-07"};
static const pn_clause zones = {"PN-25"};

/* ---- what is wrong ---- */

/* The faults so far; of more than there is room for the number alone. */
struct list {
	struct pn_muster_fault *out;
	uint16_t max, count;
};

static void add(struct list *list, struct pn_muster_fault fault)
{
	if (list->count < list->max)
		list->out[list->count] = fault;
	list->count++;
}

/* One side's units are looked at as if the other's could not be read. */
static struct pn_muster_unread without_the_other(const struct pn_muster_unread *unread)
{
	struct pn_muster_unread alone = *unread;

	alone.units = true;
	return alone;
}

static const struct pn_muster_unread all_read;

uint16_t army_table_faults(struct pn_muster_fault *out, uint16_t max, struct pn_game *game,
			   uint8_t ruleset, const struct pn_muster *muster)
{
	const struct pn_muster_unread unread = without_the_other(&all_read);
	struct list list = {out, max, 0};

	if (muster->unit_count > 0)
		add(&list, (struct pn_muster_fault){.code = PN_MUSTER_NOT_ALLOWED,
						    .part = PN_PART_BOARD,
						    .member = "units",
						    .clause = sizes});
	if (muster->deployment == PN_DEPLOYMENT_PLACED)
		add(&list, (struct pn_muster_fault){.code = PN_MUSTER_MISSING,
						    .part = PN_PART_DEPLOYMENT,
						    .member = "zones",
						    .clause = zones});
	if (list.count > 0)
		return list.count;
	return pn_muster_faults(out, max, game, ruleset, muster, &unread);
}

struct pn_muster_fault army_set_up(struct pn_game *game, uint8_t ruleset,
				   const struct pn_muster *muster, const struct army_rule *rule)
{
	struct pn_muster_fault first = {.code = PN_MUSTER_NONE, .member = ""};

	if (!rule->secret || muster->unit_count > 0)
		return pn_setup(game, ruleset, muster);
	army_table_faults(&first, 1, game, ruleset, muster);
	return first;
}

/* Units of the other side, and more figures than were agreed. */
static void look_at_agreed(struct list *list, const struct pn_muster *muster, pn_side side,
			   const struct army_rule *rule, const struct pn_muster_unread *unread)
{
	uint32_t figures = 0;

	for (uint8_t i = 0; i < muster->unit_count; i++) {
		if (unread->unit[i])
			continue;
		figures += muster->unit[i].formation.figures;
		if (muster->unit[i].side != side)
			add(list, (struct pn_muster_fault){.code = PN_MUSTER_NOT_ALLOWED,
							   .part = PN_PART_UNIT,
							   .index = i,
							   .member = "side",
							   .clause = sizes});
	}
	if (rule->figures > 0 && figures > rule->figures)
		add(list, (struct pn_muster_fault){.code = PN_MUSTER_ARMY_TOO_LARGE,
						   .part = PN_PART_BOARD,
						   .member = "units",
						   .min = 1,
						   .max = rule->figures,
						   .clause = sizes});
	if (muster->unit_count == 0 && !unread->units)
		add(list, (struct pn_muster_fault){.code = PN_MUSTER_MISSING,
						   .part = PN_PART_BOARD,
						   .member = "units",
						   .clause = sizes});
}

/* Does half of what a game has room for hold the army? It does when the game holds it twice,
 * once a side. Whether the other side's zone has room for it does not matter. */
static void look_at_room(struct list *list, struct pn_game *game, uint8_t ruleset,
			 const struct pn_muster *muster)
{
	struct pn_muster twice = *muster;
	const uint8_t count = muster->unit_count;
	struct pn_muster_fault first;

	twice.unit_count = (uint8_t)(2 * count);
	for (uint8_t i = 0; i < count; i++) {
		twice.unit[i].side = PN_RED;
		twice.unit[count + i] = muster->unit[i];
		twice.unit[count + i].side = PN_BLUE;
	}
	if (pn_muster_faults(&first, 1, game, ruleset, &twice, &all_read) == 0 ||
	    first.code == PN_MUSTER_NO_ROOM)
		return;
	first.index = (uint8_t)(first.index % count);
	add(list, first);
}

uint16_t army_faults(struct pn_muster_fault *out, uint16_t max, struct pn_game *game,
		     uint8_t ruleset, const struct pn_muster *muster, pn_side side,
		     const struct army_rule *rule, const struct pn_muster_unread *unread)
{
	const struct pn_muster_unread alone = without_the_other(unread);
	struct list list = {out, max, 0};

	list.count = pn_muster_faults(out, max, game, ruleset, muster, &alone);
	look_at_agreed(&list, muster, side, rule, unread);
	if (list.count == 0 && !unread->any)
		look_at_room(&list, game, ruleset, muster);
	return list.count;
}
