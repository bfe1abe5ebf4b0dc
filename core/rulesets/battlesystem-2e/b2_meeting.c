/* Two units that charge each other (B2-71, B2-72): an opportunity charge against the very
 * enemy that is about to charge.
 *
 *	C --------- half --------->|<--------- half --------- O
 *
 * The gap is what lay between them when the reaction was declared, before the reacting unit's
 * manoeuvre, and the reacting unit's range is tested on it. Each covers half. A unit that cannot
 * goes as far as allowance and ground let it, and the other covers the rest within its own
 * allowance. What ground asks for more than a price is asked of each on its own part of the way, of
 * the other as it stood. */

#include "b2_moment.h"
#include "b2_run.h"
#include "tell.h"

/* One of the two, on its way to the other. */
struct party {
	pn_unit_id unit;
	enum pn_manner manner;
	pn_len allowance;  /* what it may still spend */
	pn_len gone;       /* how far it had come */
	bool stopped;      /* at an obstacle, for good */
	struct b2_run run; /* all of the way, as it lay before either moved */
	pn_len reach;      /* how far it gets on it */
};

/* Lay its way to the other. Uphill it gets to the foot (B2-57). False: there is none. */
static bool lay(const struct pn_game *game, struct party *party, pn_unit_id other, pn_len length)
{
	const struct pn_unit *unit = &game->unit[party->unit];
	struct b2_way to_the_foot;

	party->allowance = b2_charge_progress(game, party->unit).left;
	party->gone = b2_charge_progress(game, party->unit).gone;
	party->stopped = false;
	if (b2_lay_run(game, party->unit, other, length, &party->run)) {
		party->reach = b2_run_reach(&party->run, party->allowance);
		return true;
	}
	if (!b2_lay_run_over(game, party->unit, other, length, &party->run))
		return false;
	to_the_foot = b2_straight(game, party->unit, unit->pose, party->run.route.leg[0].heading,
				  party->run.route.leg[0].length, B2_STOP_AT_RISES);
	party->reach = b2_run_reach(&party->run, party->allowance);
	if (to_the_foot.length < party->reach)
		party->reach = to_the_foot.length;
	return true;
}

/* All that both of them can run. */
static pn_len both_allowances(const struct pn_game *game, pn_unit_id a, pn_unit_id b)
{
	return b2_charge_allowance(&game->unit[a]) + b2_charge_allowance(&game->unit[b]);
}

pn_len b2_gap_to_meet(const struct pn_game *view, pn_unit_id charger, pn_unit_id reacting)
{
	struct party party = {.unit = charger};

	return lay(view, &party, reacting, both_allowances(view, charger, reacting))
		       ? party.run.route.length
		       : 0;
}

/* ---- what is whose part ---- */

/* Decides B2-71. What the first of them covers: half, or what it can if that is less, or what the
 * other leaves over. */
static pn_len share_of(pn_len gap, pn_len reach, pn_len other_reach)
{
	pn_len share = gap / 2;

	if (gap - share > other_reach)
		share = gap - other_reach;
	return share < reach ? share : reach;
}

/* What the ground has to say to its part of the way. */
static bool judge(const struct pn_game *game, struct party *party, pn_unit_id other, pn_len part)
{
	struct b2_run own = party->run;

	b2_run_cut(&own, &game->unit[party->unit], part);
	if (!b2_judge_run(game, party->unit, other, INT32_MAX, &own)) {
		party->run.forbidden_by = own.forbidden_by;
		return false;
	}
	party->run.too_near = part > 0 && own.too_near;
	return true;
}

/* ---- going it ---- */

/* Go so much of a way, or to an obstacle that is not crossed. */
static void go(struct pn_step *step, struct party *party, struct b2_run run, pn_len length,
	       bool benefits)
{
	b2_run_cut(&run, &step->game->unit[party->unit], length);
	party->stopped = !b2_cross_obstacles(step, party->unit, &run);
	party->allowance -= b2_run_spent(&run);
	b2_go_run(step, party->unit, &run, party->manner, benefits);
}

/* Go the rest of the way to the other, as far as can be paid. */
static void close_up(struct pn_step *step, struct party *party, pn_unit_id other, bool benefits)
{
	struct b2_run run;

	if (pn_in_contact(step->game, party->unit, other) || party->stopped ||
	    !b2_lay_run(step->game, party->unit, other,
			both_allowances(step->game, party->unit, other), &run))
		return;
	go(step, party, run, b2_run_reach(&run, party->allowance), benefits);
}

/* Whichever of the two touched the other, both are struck (B2-43), each with its own benefits. */
static void strike_back(struct pn_step *step, const struct party *by, pn_unit_id with,
			bool benefits, pn_clause clause)
{
	const struct b2_route *route = &by->run.route;
	const struct pn_contact *contact = step->game->contact;

	for (uint8_t i = 0; i < step->game->contact_count; i++)
		if (contact[i].unit == by->unit && contact[i].with == with)
			return;
	b2_strike(step, by->unit, with, route->leg[route->leg_count - 1].facing, benefits, clause);
}

/* Decides B2-72. The first charger is tested on what it has run and all of the gap, as if the
 * other had stood; on the minimum it is too near (B2-24). */
static bool has_run_enough(const struct pn_game *game, const struct party *first, pn_len gap)
{
	return !first->run.too_near && first->gone + gap > b2_minimum(&game->unit[first->unit]);
}

static void run_together(struct pn_step *step, struct party *first, struct party *second,
			 pn_len gap, pn_len share, bool too_near)
{
	const struct pn_game *game = step->game;
	const bool charged = has_run_enough(game, first, gap);
	pn_clause clause = too_near ? PN_CLAUSE("B2-72") : PN_CLAUSE("B2-71");
	bool benefits = !too_near && !second->run.too_near;
	enum pn_charge_outcome outcome = PN_CHARGE_TOO_FAR;

	pn_set_flag(step, first->unit, B2_CHARGED, PN_CLAUSE("B2-22"));
	pn_set_flag(step, second->unit, B2_CHARGED, PN_CLAUSE("B2-22"));
	if (share > 0)
		go(step, first, first->run, share, charged);
	close_up(step, second, first->unit, benefits);
	close_up(step, first, second->unit, charged);
	if (pn_in_contact(game, first->unit, second->unit)) {
		outcome = PN_CHARGE_CONTACT;
		strike_back(step, second, first->unit, benefits, clause);
		strike_back(step, first, second->unit, charged, clause);
	}
	pn_tell_charge_ended(step, first->unit, second->unit, outcome, PN_CLAUSE("B2-71"));
	pn_tell_charge_ended(step, second->unit, first->unit, outcome, PN_CLAUSE("B2-71"));
}

bool b2_meet(struct pn_step *step, pn_unit_id charger, pn_unit_id reacting, pn_len gap,
	     bool too_near)
{
	const struct pn_game *game = step->game;
	const pn_len both = both_allowances(game, charger, reacting);
	struct party first = {.unit = charger, .manner = PN_MANNER_CHARGE};
	struct party second = {.unit = reacting, .manner = PN_MANNER_OPPORTUNITY_CHARGE};
	pn_len share;

	if (!lay(game, &first, reacting, both) || !lay(game, &second, charger, both))
		return false;
	if (gap > first.reach + second.reach) {
		b2_fall_short(step, reacting, charger, PN_CLAUSE("B2-52"));
		return true;
	}
	share = share_of(gap, first.reach, second.reach);
	if (!judge(game, &first, reacting, share))
		return false;
	if (!judge(game, &second, charger, gap - share)) {
		b2_fall_short(step, reacting, charger, second.run.forbidden_by);
		return true;
	}
	run_together(step, &first, &second, gap, share, too_near);
	return true;
}
