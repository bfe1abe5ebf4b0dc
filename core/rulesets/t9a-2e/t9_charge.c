/* The second half of the Charge Phase: the Active Player names a target after the other;
 * all who charge it roll their Charge Ranges, and then they move, one by one, whoever fails
 * included (T9-90).
 *
 * T9-G3. Of up to four chargers on one target every order of moving is tried, each as
 * T9-88 has it; and again with each as near as can be to the end of the facing that is nearer
 * to it, all to the one end, all to the other, and in turn beyond the one and the other. The first
 * that brings most of them into contact is taken. Of more, they move in the order of their
 * ids. */

#include "common.h"
#include "t9.h"

enum { GROUP_MAX = 20, PERMUTED_MAX = 4 };

struct group {
	uint8_t count;
	pn_unit_id said_by;         /* whose owner says the way, */
	const struct pn_path *said; /* or NULL */
	uint8_t order[GROUP_MAX];   /* in which they move */
	enum t9_lean lean;
	struct t9_charger of[GROUP_MAX];
};

/* ---- naming whose turn it is ---- */

/* Decides T9-46. Both its targets have fled: it may go after the first. */
static bool may_return_to(const struct pn_game *view, pn_unit_id id, pn_unit_id target)
{
	const struct pn_unit *unit = &view->unit[id];
	const struct pn_unit *second = &view->unit[unit->order.target];

	return unit->tally[T9_FORMER] == target + 1 &&
	       (second->state == T9_FLEEING || !second->on_board);
}

/* T9-88, T9-89. A unit that charges with others has to leave them room. */
static struct pn_verdict check_path(const struct pn_game *view, const struct pn_command *command)
{
	struct t9_asked asked = t9_asked_of(view, command->unit);
	bool alone = true;

	if (command->target != PN_NO_UNIT && command->target != asked.target) {
		asked.target = command->target;
		asked.facing = T9_ANY_FACING;
	}
	for (pn_unit_id i = 0; i < view->unit_count; i++)
		if (i != command->unit && t9_charges(&view->unit[i], asked.target))
			alone = false;
	return t9_check_said(&asked, &command->path, alone);
}

struct pn_verdict t9_check_charge(const struct pn_game *view, pn_side side,
				  const struct pn_command *command)
{
	struct pn_verdict verdict = pn_check_own(view, side, command->unit);
	const struct pn_unit *unit;
	const struct pn_path *path = &command->path;

	if (verdict.code != PN_LAWFUL)
		return verdict;
	unit = &view->unit[command->unit];
	if (unit->order.verb != T9_VERB_CHARGE)
		return pn_refuse(PN_REFUSE_NOT_DECLARED, PN_CLAUSE("T9-31"));
	if (command->target != PN_NO_UNIT && command->target != unit->order.target &&
	    (command->target >= view->unit_count ||
	     !may_return_to(view, command->unit, command->target)))
		return pn_refuse(PN_REFUSE_NOT_DECLARED, PN_CLAUSE("T9-46"));
	if (!path->given || path->count == 0)
		return pn_lawful();
	return check_path(view, command);
}

/* ---- rolling ---- */

/* T9-80, T9-81, T9-83. */
static void roll_range(struct pn_step *step, struct t9_charger *charger, pn_clause clause)
{
	const struct pn_game *game = step->game;
	const pn_unit_id id = charger->unit;
	const struct pn_unit *unit = &game->unit[id];

	charger->rolled = t9_throw_distance(step, id, clause, &charger->highest);
	charger->reaches = t9_reaches(game, id, unit->order.target, charger->rolled);
	charger->by_champion = charger->reaches &&
			       !t9_units_within(game, id, unit->order.target,
						t9_charge_rate(unit) + charger->rolled * PN_INCH);
}

static void gather_group(const struct pn_game *game, pn_unit_id target, struct group *group)
{
	group->count = 0;
	group->said = NULL;
	for (pn_unit_id i = 0; i < game->unit_count && group->count < GROUP_MAX; i++)
		if (t9_charges(&game->unit[i], target))
			group->of[group->count++].unit = i;
}

/* ---- the order ---- */

/* To which end of the facing the unit itself leans, which moves at this place in the order. */
static enum t9_lean lean_of(const struct t9_asked *asked, enum t9_lean lean, uint8_t place)
{
	const struct pn_unit *target = &asked->view->unit[asked->target];
	const struct pn_shape shape = t9_boundary(target);
	const pn_vec at = asked->view->unit[asked->unit].pose.at;
	uint8_t side;

	if (lean == T9_OFF_ITS_START || lean == T9_OFF_ITS_END)
		return (lean == T9_OFF_ITS_START) == (place % 2 == 0) ? T9_OFF_ITS_START
								      : T9_OFF_ITS_END;
	if (lean != T9_TO_THE_NEARER || asked->facing == T9_ANY_FACING)
		return lean == T9_TO_THE_NEARER ? T9_UPRIGHT : lean;
	side = t9_side_of_facing(asked->facing);
	return pn_distance_squared(at, shape.point[side]) <=
			       pn_distance_squared(at, shape.point[(side + 1) % shape.count])
		       ? T9_TO_ITS_START
		       : T9_TO_ITS_END;
}

static uint8_t reaching(const struct group *group)
{
	uint8_t count = 0;

	for (uint8_t i = 0; i < group->count; i++)
		count = (uint8_t)(count + group->of[i].reaches);
	return count;
}

static bool find_way(const struct group *group, const struct t9_asked *asked, struct t9_way *out)
{
	return (group->said && asked->unit == group->said_by &&
		t9_find_said(asked, group->said, group->count == 1, out)) ||
	       t9_find_way(asked, out);
}

/* How many make contact when they move in this order, and lean so; given up after `tried` of
 * them when those left cannot bring it above `most`. */
static uint8_t imagine(const struct pn_game *game, const struct group *group, const uint8_t *order,
		       enum t9_lean lean, int most, uint8_t *tried)
{
	struct pn_game then = *game;
	uint8_t contacts = 0;
	uint8_t left = reaching(group);

	for (*tried = 0; *tried < group->count && contacts + left > most; ++*tried) {
		const struct t9_charger *charger = &group->of[order[*tried]];
		struct t9_asked asked = t9_asked_of(&then, charger->unit);
		struct pn_unit *unit = &then.unit[charger->unit];
		struct t9_way way;

		asked.lean = lean_of(&asked, lean, *tried);
		if (charger->reaches && then.contact_count < PN_CONTACTS_MAX &&
		    find_way(group, &asked, &way)) {
			unit->pose = way.lie;
			then.unit[asked.target].pose = way.target;
			then.contact[then.contact_count++] =
				(struct pn_contact){charger->unit, asked.target, way.facing, true};
			contacts++;
		}
		left = (uint8_t)(left - charger->reaches);
		unit->order.verb = T9_VERB_NONE;
	}
	return contacts;
}

static void swap(uint8_t *a, uint8_t *b)
{
	const uint8_t kept = *a;

	*a = *b;
	*b = kept;
}

/* The next permutation in lexical order; false after the last. */
static bool permute(uint8_t *order, uint8_t count)
{
	uint8_t at = (uint8_t)(count - 1);
	uint8_t with = (uint8_t)(count - 1);

	while (at > 0 && order[at - 1] > order[at])
		at--;
	if (at == 0)
		return false;
	while (order[with] < order[at - 1])
		with--;
	swap(&order[at - 1], &order[with]);
	for (with = (uint8_t)(count - 1); at < with; at++, with--)
		swap(&order[at], &order[with]);
	return true;
}

/* The last permutation that begins with these: what follows is in falling order. */
static void skip_after(uint8_t *order, uint8_t count, uint8_t kept)
{
	for (uint8_t i = kept; i < count; i++)
		for (uint8_t k = (uint8_t)(i + 1); k < count; k++)
			if (order[k] > order[i])
				swap(&order[i], &order[k]);
}

/* Decides T9-G3. */
static void choose_order(const struct pn_game *game, struct group *group)
{
	static const enum t9_lean leans[T9_LEANS] = {T9_UPRIGHT,       T9_TO_THE_NEARER,
						     T9_TO_ITS_START,  T9_TO_ITS_END,
						     T9_OFF_ITS_START, T9_OFF_ITS_END};
	uint8_t order[GROUP_MAX];
	int most = -1;

	group->lean = T9_UPRIGHT;
	for (uint8_t i = 0; i < group->count; i++)
		group->order[i] = i;
	if (group->count < 2 || group->count > PERMUTED_MAX)
		return;
	for (int i = 0; i < T9_LEANS && most < reaching(group); i++) {
		const enum t9_lean lean = leans[i];

		for (uint8_t k = 0; k < group->count; k++)
			order[k] = k;
		do {
			uint8_t tried;
			const int contacts = imagine(game, group, order, lean, most, &tried);

			if (contacts > most) {
				most = contacts;
				memcpy(group->order, order, group->count);
				group->lean = lean;
			} else {
				skip_after(order, group->count, tried);
			}
		} while (most < reaching(group) && permute(order, group->count));
	}
}

/* T9-88, T9-89. The way that is said is taken if as many make contact then. */
static void take_said(const struct pn_game *game, struct group *group,
		      const struct pn_command *command)
{
	struct group then = *group;
	uint8_t tried;

	then.said_by = command->unit;
	then.said = &command->path;
	choose_order(game, &then);
	if (imagine(game, &then, then.order, then.lean, -1, &tried) >=
	    imagine(game, group, group->order, group->lean, -1, &tried))
		*group = then;
}

/* ---- moving ---- */

static bool is_elsewhere(pn_pose a, pn_pose b)
{
	return a.at.x != b.at.x || a.at.y != b.at.y || a.facing != b.facing;
}

/* T9-84, T9-04. Ahead, the wheel, and ahead until it touches. */
static void go(struct pn_step *step, pn_unit_id id, const struct t9_way *way)
{
	const pn_pose from = step->game->unit[id].pose;

	if (way->ahead > 0)
		pn_tell_moved(step, id, PN_MANNER_CHARGE, pn_pose_ahead(from, way->ahead),
			      way->ahead, PN_CLAUSE("T9-84"));
	if (way->by != 0)
		pn_tell_moved(step, id, PN_MANNER_WHEEL, way->wheeled, 0, PN_CLAUSE("T9-88"));
	pn_tell_moved(step, id, PN_MANNER_CHARGE, way->end, way->length, PN_CLAUSE("T9-04"));
}

/* T9-86, T9-87. */
static void make_contact(struct pn_step *step, const struct t9_charger *charger,
			 const struct t9_way *way)
{
	const struct pn_game *game = step->game;
	const pn_unit_id id = charger->unit;
	const pn_unit_id target = game->unit[id].order.target;

	if (is_elsewhere(way->lie, game->unit[id].pose))
		pn_tell_moved(step, id, PN_MANNER_ALIGN, way->lie, 0, PN_CLAUSE("T9-86"));
	if (is_elsewhere(way->target, game->unit[target].pose))
		pn_tell_moved(step, target, PN_MANNER_ALIGN, way->target, 0, PN_CLAUSE("T9-87"));
	t9_touch(step, id, target, way->facing, PN_CLAUSE("T9-02"));
	t9_end_charge(step, id, PN_CHARGE_CONTACT,
		      charger->by_champion ? PN_CLAUSE("T9-83") : PN_CLAUSE("T9-81"));
	t9_charge_others(step, id, target);
}

static void move_charger(struct pn_step *step, const struct group *group, uint8_t place)
{
	const struct pn_game *game = step->game;
	const struct t9_charger *charger = &group->of[group->order[place]];
	const pn_unit_id id = charger->unit;
	struct t9_asked asked;
	struct t9_way way;

	/* It may have panicked at what another of them did. */
	if (game->unit[id].order.verb != T9_VERB_CHARGE || !game->unit[id].on_board)
		return;
	asked = t9_asked_of(game, id);
	asked.lean = lean_of(&asked, group->lean, place);
	if (!game->unit[asked.target].on_board) {
		t9_fail(step, charger, PN_CHARGE_CANCELLED, PN_CLAUSE("T9-101"));
	} else if (!charger->reaches) {
		t9_fail(step, charger, PN_CHARGE_TOO_FAR, PN_CLAUSE("T9-81"));
	} else if (find_way(group, &asked, &way)) {
		go(step, id, &way);
		if (game->unit[asked.target].state == T9_FLEEING)
			t9_catch_fleeing(step, id, asked.target);
		else
			make_contact(step, charger, &way);
	} else {
		t9_meet_blocked(step, charger);
	}
}

/* Decides T9-90. */
void t9_apply_charge(struct pn_step *step, pn_side side, const struct pn_command *command)
{
	const struct pn_game *game = step->game;
	const struct pn_unit *unit = &game->unit[command->unit];
	struct group group;

	pn_close(step, (pn_clause){""});
	if (command->target != PN_NO_UNIT && command->target != unit->order.target) {
		t9_remember_target(step, command->unit, unit->order.target);
		pn_tell_charge_declared(step, command->unit, command->target, PN_CLAUSE("T9-46"));
	}
	gather_group(game, unit->order.target, &group);
	for (uint8_t i = 0; i < group.count; i++)
		roll_range(step, &group.of[i],
			   group.count > 1 ? PN_CLAUSE("T9-90") : PN_CLAUSE("T9-80"));
	choose_order(game, &group);
	if (command->path.given && command->path.count > 0)
		take_said(game, &group, command);
	for (uint8_t i = 0; i < group.count; i++)
		move_charger(step, &group, i);
}

/* ---- the step ---- */

static pn_unit_id next_charger(const struct pn_game *game)
{
	for (pn_unit_id i = 0; i < game->unit_count; i++)
		if (game->unit[i].on_board && game->unit[i].order.verb == T9_VERB_CHARGE)
			return i;
	return PN_NO_UNIT;
}

/* Decides T9-31. */
void t9_run_charges(struct pn_step *step)
{
	const struct pn_game *game = step->game;

	if (t9_ask_touched(step) || t9_ask_reform(step))
		return;
	if (next_charger(game) == PN_NO_UNIT) {
		t9_end_charge_phase(step);
		return;
	}
	pn_ask(step, game->active, T9_CHARGE, PN_CLAUSE("T9-31"));
}

/* ---- actions ---- */

/* Half an Advance ahead before it wheels. */
static struct pn_command wheeling_late(const struct pn_game *view, struct pn_command charge)
{
	const struct pn_unit *unit = &view->unit[charge.unit];

	charge.path.given = true;
	charge.path.count = 1;
	charge.path.leg[0] = (struct pn_leg){.kind = PN_LEG_ADVANCE,
					     .heading = unit->pose.facing,
					     .length = t9_charge_rate(unit) / 2};
	return charge;
}

void t9_list_charge(const struct pn_game *view, pn_side side, struct pn_actions *out)
{
	for (pn_unit_id i = 0; i < view->unit_count; i++) {
		const struct pn_unit *unit = &view->unit[i];
		struct pn_command command = pn_command_of(PN_COMMAND_CHARGE);
		struct pn_command late;

		if (unit->side != side || !unit->on_board || unit->order.verb != T9_VERB_CHARGE)
			continue;
		command.unit = i;
		command.target = unit->order.target;
		late = wheeling_late(view, command);
		pn_action_add(out, PN_GROUP_CHARGE, "offer.charge", command, PN_CLAUSE("T9-80"));
		if (t9_check_charge(view, side, &late).code == PN_LAWFUL)
			pn_action_preset(out, "preset.wheel_late", late);
		command.target = (pn_unit_id)(unit->tally[T9_FORMER] - 1);
		if (unit->tally[T9_FORMER] > 0 && may_return_to(view, i, command.target))
			pn_action_preset(out, "preset.target", command);
	}
}

struct pn_command t9_default_charge(const struct pn_game *view, pn_side side)
{
	struct pn_command command = pn_command_of(PN_COMMAND_CHARGE);

	command.unit = next_charger(view);
	return command;
}
