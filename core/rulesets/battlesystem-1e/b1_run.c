/* The run of a charge, contact by contact: at each, set spears strike (B1-73), and if even the
 * least damage clears the path the charge goes on through it (B1-17). What it is worth is
 * judged where it ends: in contact with the bonus of a closed charge or without, or in
 * contact with nobody, which costs formation or nerve. */

#include "b1.h"
#include "common.h"

enum { CONTACTS_MAX = 2 * PN_LOOSE_MAX }; /* of one charge: each fells a figure at least */

/* ---- contact by contact ---- */

/* A charge that is under way. */
struct run {
	pn_unit_id id;
	pn_unit_id target;
	pn_angle heading;
	pn_len length;
	pn_len straight;
	pn_len left;
	bool met;
	bool ahead; /* it went on, and met nobody there */
	bool found; /* its target, be it that it broke through that */
	struct b1_walked last;
	bool imagined;             /* and no dice are thrown */
	bool blocked;              /* short of anybody */
	pn_clause stopped;         /* by what, then */
	bool struck[PN_UNITS_MAX]; /* by whose set spears */
};

/* Those of the charger that fall to set spears: in a closed block the rear ranks step up; of
 * others they are missing where they stood, in front. */
static void fall(struct pn_step *step, pn_unit_id id, pn_unit_id enemy, int32_t killed)
{
	const struct pn_game *game = step->game;
	const struct pn_unit *unit = &game->unit[id];
	const bool refills = b1_is_regular(unit) && b1_formation(unit) == B1_CLOSED;
	bool gone[PN_FIGURES_MAX] = {false};
	int32_t left = killed;

	for (uint16_t i = 0; !refills && i < unit->figures && left > 0; i++) {
		struct pn_shape base = b1_base_of(game, unit, i);
		struct pn_body foe;

		pn_unit_body(&foe, game, &game->unit[enemy]);
		for (uint8_t k = 0; k < foe.count && !gone[i]; k++)
			gone[i] = pn_shapes_touch(&base, &foe.part[k]);
		left -= gone[i];
	}
	for (uint16_t i = unit->figures; i-- > 0 && left > 0;) {
		left -= !gone[i];
		gone[i] = true;
	}
	if (!refills || unit->loose > 0 || killed >= unit->figures) {
		b1_remove_figures(step, id, gone, PN_CLAUSE("B1-73"));
		return;
	}
	pn_tell_casualties(step, id, (uint16_t)killed, PN_CLAUSE("B1-73"));
}

/* B1-73. Spears that are set strike the charger first, for double damage. */
static void take_spears(struct pn_step *step, struct run *run, pn_unit_id enemy)
{
	const struct pn_game *game = step->game;
	bool all[PN_FIGURES_MAX];
	bool wound;
	int32_t figures;
	int32_t roll;
	int32_t killed;

	if (game->switches[B1_SWITCH_SET_SPEARS] != B1_SPEARS_FIRST || run->struck[enemy] ||
	    !b1_spears_set(game, enemy, run->id))
		return;
	run->struck[enemy] = true;
	memset(all, true, sizeof all);
	figures = b1_fighting(game, enemy, run->id, all);
	roll = pn_throw(step,
			(struct pn_roll){
				.who = enemy,
				.what = B1_ROLL_SET_SPEARS,
				.clause = PN_CLAUSE("B1-73"),
			},
			NULL);
	killed = b1_kills(game, enemy, run->id, figures, roll, 2, false, &wound);
	if (wound && killed < game->unit[run->id].figures)
		pn_set_tally(step, run->id, B1_WOUNDS,
			     (uint8_t)(game->unit[run->id].tally[B1_WOUNDS] + 1),
			     PN_CLAUSE("B1-75"));
	if (killed > 0)
		fall(step, run->id, enemy, killed);
}

/* Decides B1-18. */
static bool clear_path(struct pn_step *step, const struct run *run, const pn_unit_id *enemy,
		       uint8_t count)
{
	bool path[PN_FIGURES_MAX];
	bool any = false;

	for (uint8_t i = 0; i < count; i++) {
		if (b1_in_the_path(step->game, run->id, enemy[i], run->heading, path) == 0)
			continue;
		if (!any)
			pn_set_flag(step, run->id, B1_BROKE_THROUGH, PN_CLAUSE("B1-17"));
		any = true;
		b1_remove_figures(step, enemy[i], path, PN_CLAUSE("B1-18"));
	}
	return any;
}

/* Decides B1-19. False: it stays where it is, and as it is. */
static bool go_on(struct pn_step *step, struct run *run)
{
	struct pn_stand stand = pn_stand_of(&step->game->unit[run->id]);
	struct b1_scene scene;
	struct b1_walked walked;
	bool opens;

	b1_look_for(&scene, step->game, run->id, run->target, B1_WALLS_CHARGE, run->left);
	walked = b1_straight(&scene, &stand, run->heading, run->left, run->left);
	opens = walked.closed_barred && b1_opened(step->game, run->id, &stand);
	if (opens) {
		b1_open_out(step, run->id, PN_CLAUSE("B1-69"));
		b1_look_for(&scene, step->game, run->id, run->target, B1_WALLS_CHARGE, B1_ANYWHERE);
		walked = b1_straight(&scene, &stand, run->heading, run->left, run->left);
	}
	run->met = walked.met != PN_NO_UNIT;
	run->ahead = !run->met && (run->ahead || walked.length > 0);
	run->last = walked;
	run->length += walked.length;
	run->straight += walked.length;
	run->left -= walked.spent;
	if (walked.length > 0)
		b1_go_leg(step, run->id, &walked, PN_MANNER_CHARGE, PN_CLAUSE("B1-19"));
	return opens || walked.length > 0 || walked.spent > 0;
}

/* B1-08. So much way must lie behind it. */
static bool has_run_up(const struct pn_game *game, const struct run *run)
{
	return b1_has_run_up(game, run->id, run->length);
}

/* What finally stops it is asked about the run-up; with the switch whoever it meets first, and
 * then nobody is broken through too soon. False: the charger is no more. */
static bool fight_through(struct pn_step *step, struct run *run)
{
	const struct pn_game *game = step->game;
	bool once = false;

	if (game->switches[B1_SWITCH_SCREEN] == B1_SCREEN_STOPS && !has_run_up(game, run))
		return true;
	for (int i = 0; run->met && i < CONTACTS_MAX; i++) {
		pn_unit_id enemy[PN_UNITS_MAX];
		uint8_t count = b1_touching(game, run->id, enemy);
		bool cleared;

		for (uint8_t k = 0; k < count; k++)
			run->found |= enemy[k] == run->target;
		for (uint8_t k = 0; k < count && !run->imagined; k++) {
			take_spears(step, run, enemy[k]);
			if (!game->unit[run->id].on_board)
				return false;
		}
		if ((once && game->switches[B1_SWITCH_THROUGH_REPEAT] == B1_THROUGH_ONCE) ||
		    !b1_breaks_through(game, run->id, enemy, count, run->heading))
			break;
		cleared = clear_path(step, run, enemy, count);
		once |= cleared;
		/* If no figure fell and it cannot go on, nothing that follows would change. */
		if (!go_on(step, run) && !cleared)
			break;
	}
	return true;
}

/* ---- how it ends ---- */

static void end_short(struct pn_step *step, const struct run *run)
{
	const struct pn_game *game = step->game;
	const bool through = pn_flag(&game->unit[run->id], B1_BROKE_THROUGH);

	if (through)
		pn_tell_charge_ended(step, run->id, run->target, PN_CHARGE_BROKE_THROUGH,
				     PN_CLAUSE("B1-21"));
	else
		pn_tell_charge_ended(step, run->id, run->target,
				     run->blocked ? PN_CHARGE_BLOCKED : PN_CHARGE_TOO_FAR,
				     run->stopped);
	if (!through || game->switches[B1_SWITCH_THROUGH_TEST] == B1_TEST_AFTER_CHARGE)
		b1_lose_charge(step, run->id, PN_CLAUSE("B1-22"));
}

/* Decides B1-11 and B1-13. */
static void give_bonus(struct pn_step *step, pn_unit_id id)
{
	const struct pn_game *game = step->game;
	const struct pn_unit *unit = &game->unit[id];
	bool mounted = unit->class == B1_CAVALRY || unit->class == B1_CHARIOT;
	pn_unit_id enemy[PN_UNITS_MAX];
	uint8_t count = b1_touching(game, id, enemy);

	for (uint8_t i = 0; i < count; i++)
		mounted = mounted && !b1_spears_set(game, enemy[i], id);
	pn_set_flag(step, id, mounted ? B1_MOUNTED_BONUS : B1_CHARGE_BONUS,
		    mounted ? PN_CLAUSE("B1-72") : PN_CLAUSE("B1-11"));
}

/* Decides B1-02. The enemies that it touches where it ends. Places are rounded, so that a touch has some room;
 * but an enemy that it would only meet by going on lies beyond its range. */
static uint8_t reached_by(const struct pn_game *game, const struct run *run,
			  pn_unit_id out[PN_UNITS_MAX])
{
	const uint8_t touching = b1_touching(game, run->id, out);
	uint8_t count = 0;

	for (uint8_t i = 0; i < touching; i++)
		if (!run->ahead || !b1_lies_ahead(game, run->id, out[i], run->heading))
			out[count++] = out[i];
	return count;
}

/* The enemy that it must attack (B1-04): its target, if it reached that; else the lowest of those
 * it reached. */
static pn_unit_id struck_by(const struct run *run, const pn_unit_id *enemy, uint8_t count)
{
	for (uint8_t i = 0; i < count; i++)
		if (enemy[i] == run->target)
			return run->target;
	return enemy[0];
}

/* Decides B1-03 and B1-04. */
static void end_run(struct pn_step *step, const struct run *run)
{
	const struct pn_unit *unit = &step->game->unit[run->id];
	const bool run_up = has_run_up(step->game, run);
	const bool straight = 3 * run->straight >= run->length;
	const bool closed = b1_is_regular(unit) && b1_formation(unit) == B1_CLOSED;
	const bool benefits = run_up && straight && closed;
	pn_clause clause = closed ? PN_CLAUSE("B1-03") : PN_CLAUSE("B1-13");
	pn_unit_id enemy[PN_UNITS_MAX];
	const uint8_t count = reached_by(step->game, run, enemy);

	if (!run_up)
		clause = PN_CLAUSE("B1-08");
	else if (!straight)
		clause = PN_CLAUSE("B1-09");
	if (count == 0) {
		end_short(step, run);
		return;
	}
	b1_strike(step, run->id, enemy, count, benefits, clause);
	pn_tell_charge_ended(step, run->id, struck_by(run, enemy, count), PN_CHARGE_CONTACT,
			     PN_CLAUSE("B1-04"));
	if (benefits)
		give_bonus(step, run->id);
}

static pn_clause stopped_by(const struct b1_walked *last)
{
	if (last->barred)
		return PN_CLAUSE("B1-69");
	if (last->met_friend)
		return PN_CLAUSE("PN-11");
	return last->stopped ? PN_CLAUSE("PN-10") : PN_CLAUSE("B1-02");
}

static bool ends_straight_on(const struct b1_plan *plan)
{
	return plan->walk.leg[plan->walk.leg_count - 1].kind == PN_LEG_ADVANCE;
}

/* The way to the first contact, as it was planned. */
static struct run set_out(struct pn_step *step, pn_unit_id id, pn_unit_id target,
			  const struct b1_plan *plan)
{
	const struct b1_walked *last = &plan->walk.leg[plan->walk.leg_count - 1];

	if (plan->opens)
		b1_open_out(step, id, PN_CLAUSE("B1-69"));
	for (uint8_t i = 0; i < plan->walk.leg_count; i++)
		b1_go_leg(step, id, &plan->walk.leg[i], PN_MANNER_CHARGE, PN_CLAUSE("B1-02"));
	return (struct run){
		.id = id,
		.target = target,
		.heading = last->heading,
		.length = plan->run,
		.straight = plan->straight,
		.left = plan->left,
		.met = plan->reaches,
		.ahead = !plan->reaches && ends_straight_on(plan),
		.last = *last,
		.blocked = last->stopped && last->met == PN_NO_UNIT,
		.stopped = stopped_by(last),
	};
}

/* It is gone through on a game that is thrown away. Spears fell nobody there: what they do is
 * known when they are thrown for, and a charge that they spoil was lawful. */
void b1_foresee(struct b1_plan *plan, const struct pn_game *view, pn_unit_id id, pn_unit_id target)
{
	struct pn_game then;
	struct pn_step step = {.game = &then, .by = view->unit[id].side};
	pn_unit_id enemy[PN_UNITS_MAX];
	struct run run;

	plan->ended = plan->walk.leg[plan->walk.leg_count - 1];
	if (!plan->reaches || !ends_straight_on(plan))
		return;
	then = *view;
	run = set_out(&step, id, target, plan);
	run.imagined = true;
	fight_through(&step, &run);
	plan->run_up = has_run_up(&then, &run);
	plan->is_straight = 3 * run.straight >= run.length;
	plan->reaches = run.found || reached_by(&then, &run, enemy) > 0;
	plan->ended = run.last;
}

void b1_run_charge(struct pn_step *step, pn_unit_id id, pn_unit_id target,
		   const struct pn_path *given)
{
	struct b1_plan plan;
	struct run run;

	b1_plan_charge(&plan, step->game, id, target, given);
	/* Opened out by its failure it may be too wide for the path that was given. */
	if (plan.walk.verdict.code != PN_LAWFUL)
		b1_plan_charge(&plan, step->game, id, target, NULL);
	run = set_out(step, id, target, &plan);
	if (ends_straight_on(&plan) && !fight_through(step, &run)) {
		pn_tell_charge_ended(step, id, target, PN_CHARGE_INTERRUPTED, PN_CLAUSE("B1-73"));
		return;
	}
	end_run(step, &run);
}
