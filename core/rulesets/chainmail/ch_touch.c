/* Contact: who is touched, all that were reached at the same instant, and the pending decision
 * that sees to one after another. */

#include "ch.h"
#include "common.h"
#include "instant.h"

static pn_clause contact_clause(const struct pn_game *game, pn_unit_id id, const struct ch_way *way)
{
	pn_clause why;

	switch (ch_need_of(game, way->met, id, way->facing, &why)) {
	case CH_HORSE_CHECK:
		return PN_CLAUSE("CH-20");
	case CH_PIKE_CHECK:
		return PN_CLAUSE("CH-15");
	case CH_NO_CHECK:
		break;
	}
	return PN_CLAUSE("CH-01");
}

static void touch(struct pn_step *step, pn_unit_id id, const struct ch_way *way, bool charging)
{
	pn_tell_contact(step, (struct pn_contact){id, way->met, way->facing, charging},
			charging ? contact_clause(step->game, id, way) : PN_CLAUSE("CH-47"));
	pn_clear_flag(step, id, CH_LATER_ROUND, PN_CLAUSE("CH-51"));
	if (charging)
		return;
	if (step->game->unit[way->met].state != CH_GOOD && ch_attack_rallying(step, way->met, id))
		return;
	ch_join(step, id, way->met, false);
}

/* ---- several at once ---- */

/* Other units that were reached at the same instant are touched, too. */
static uint8_t find_also_met(const struct pn_game *game, pn_unit_id id, const struct ch_way *way,
			     struct pn_also_met also[PN_UNITS_MAX])
{
	pn_pose from = way->end;
	struct pn_body body = {.count = 1};

	if (way->asked == 0)
		return 0;
	from.at = pn_subtract(from.at, pn_along(way->heading, way->length));
	body.part[0] = pn_footprint(from, pn_unit_formation(&game->unit[id]));
	return pn_also_met(
		game,
		&(struct pn_straight_way){id, way->met, &body, pn_along(way->heading, way->asked)},
		also);
}

void ch_touch(struct pn_step *step, pn_unit_id id, const struct ch_way *way, bool charging)
{
	struct pn_also_met also[PN_UNITS_MAX];
	const uint8_t count = find_also_met(step->game, id, way, also);

	touch(step, id, way, charging);
	for (uint8_t i = 0; i < count; i++) {
		const struct ch_way other = {
			.met = also[i].unit,
			.facing = ch_side_struck(&step->game->unit[also[i].unit], also[i].edges),
		};

		touch(step, id, &other, charging);
	}
}

/* The other units that it touched are met one after another. */
static void queue_others(const struct pn_game *game, struct pn_pending *pending)
{
	for (uint8_t i = 0; i < game->contact_count && pending->queue_count < PN_QUEUE_MAX; i++)
		if (game->contact[i].unit == pending->unit &&
		    game->contact[i].with != pending->other)
			pending->queue[pending->queue_count++] = game->contact[i].with;
}

void ch_open_run(struct pn_step *step, pn_unit_id id, pn_unit_id other, enum ch_stage stage)
{
	const bool before_melee = stage == CH_FOLLOW && !pn_flag(&step->game->unit[id], CH_FOUGHT);
	struct pn_pending pending = {
		.decision = CH_CHARGE_RUN,
		.unit = id,
		.other = other,
		.stage = (uint8_t)stage,
	};

	if (stage == CH_MET)
		queue_others(step->game, &pending);
	pn_open(step, pending, before_melee ? PN_CLAUSE("CH-52") : PN_CLAUSE(""));
}

void ch_open_next(struct pn_step *step, struct pn_pending pending)
{
	if (pending.queue_count == 0)
		return;
	pending.stage = CH_MET;
	pending.other = pending.queue[0];
	pending.queue_count--;
	memmove(pending.queue, pending.queue + 1, pending.queue_count * sizeof pending.queue[0]);
	pn_open(step, pending, (pn_clause){""});
}
