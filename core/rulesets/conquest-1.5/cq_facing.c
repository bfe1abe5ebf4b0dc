/* CQ-G3: the reforms that are listed. A regiment that is to charge after one wants to see its
 * enemy: so it faces it, or stands aslant, a corner towards it, from where the free wheel of the
 * charge brings it round; in more files or in fewer; and one more, which where measuring is
 * allowed is fitted to what is round about (cq_fit.c). */

#include "cq.h"

/* Above this many stands, testing whether all come to their places is slow. */
enum { STANDS_MANY = 50, FEWEST = 2, ASLANT = PN_DEGREES_90 / 3 };

/* Where the presets of one action are put. */
struct list {
	const struct pn_game *view;
	pn_unit_id id;
	pn_unit_id enemy; /* in the words of a preset, or PN_NO_UNIT */
	struct pn_action *action;
	struct pn_actions *out;
	struct cq_surroundings round;
	struct cq_fit fit;
	bool served; /* a charge at the enemy comes through after one of them */
};

static struct pn_command reform_of(pn_unit_id id, uint16_t files, int32_t by)
{
	struct pn_command command = pn_command_of(PN_COMMAND_MANOEUVRE);
	struct pn_path *path = &command.path;

	command.unit = id;
	if (files > 0)
		path->leg[path->count++] =
			(struct pn_leg){.kind = PN_LEG_FRONTAGE, .files = (uint8_t)files};
	if (by != 0)
		path->leg[path->count++] = (struct pn_leg){.kind = PN_LEG_WHEEL,
							   .left = by < 0,
							   .angle = (pn_angle)(by < 0 ? -by : by)};
	return command;
}

/* What fits is found by measuring to the enemy. */
static bool may_fit(const struct list *list)
{
	return list->view->premeasure && list->enemy != PN_NO_UNIT;
}

static bool is_lawful(struct list *list, uint16_t files, int32_t by)
{
	const struct cq_reform reform = cq_reform_among(&list->round, files, by);

	if (reform.verdict.code != PN_LAWFUL)
		return false;
	list->served =
		list->served || !may_fit(list) || cq_fits(&list->fit, files, by, reform.pose);
	return true;
}

/* One more preset; 0 files, or a turn of 0, leaves that as it is. False: it is not lawful. */
static bool add(struct list *list, const char *words, uint16_t files, int32_t by)
{
	struct pn_command command = reform_of(list->id, files, by);

	if ((files == 0 && by == 0) ||
	    !is_lawful(list, files > 0 ? files : list->view->unit[list->id].files, by))
		return false;
	if (!list->action) {
		list->action = pn_action_add(list->out, PN_GROUP_MOVE, "offer.reform", command,
					     PN_CLAUSE("CQ-98"));
		pn_action_bound(list->out,
				(struct pn_bound){
					.kind = PN_BOUND_PATH,
					.at = "/path",
					.path = {0, 2, 1u << PN_LEG_FRONTAGE | 1u << PN_LEG_WHEEL},
				});
	}
	command.target = list->enemy;
	pn_action_preset(list->out, words, command);
	return true;
}

/* What the presets of one heading are called: as it is formed, in fewer files, in more. */
struct called {
	const char *as_it_is, *narrow, *wide;
};

/* As it is formed; in two files or, if that is not lawful, in half as many; with all its stands in
 * front or else in twice as many. */
static void add_facing(struct list *list, struct called called, pn_angle to)
{
	const struct pn_unit *unit = &list->view->unit[list->id];
	const int32_t by = pn_turn_between(unit->pose.facing, to);
	const uint16_t half = unit->files > 2 * FEWEST ? unit->files / 2 : FEWEST;
	const uint16_t twice =
		2 * unit->files < unit->figures ? (uint16_t)(2 * unit->files) : unit->figures;

	add(list, called.as_it_is, 0, by);
	if (FEWEST < unit->files && !add(list, called.narrow, FEWEST, by) && half > FEWEST)
		add(list, called.narrow, half, by);
	if (unit->figures > unit->files && !add(list, called.wide, unit->figures, by) &&
	    twice < unit->figures)
		add(list, called.wide, twice, by);
}

/* No wheel is longer than half a turn. */
static bool add_turned(struct list *list, uint16_t files, int32_t by)
{
	return add(list, "preset.aslant", files, pn_turn_between(0, (pn_angle)by));
}

/* Where measuring is allowed, one that lets a charge through if none of the others does and one is
 * found; else just one more. */
static void add_aslant(struct list *list, int32_t towards)
{
	if (may_fit(list) && !list->served && cq_find_fit(&list->fit) &&
	    add_turned(list, list->fit.files, list->fit.by))
		return;
	if (!add_turned(list, 0, towards + ASLANT))
		add_turned(list, 0, towards - ASLANT);
}

/* Where the enemy is not to be measured, nothing of this depends on how far it is. */
static void add_towards(struct list *list, pn_unit_id enemy)
{
	static const struct called towards = {"preset.towards", "preset.towards_narrow",
					      "preset.towards_wide"};
	static const struct called right = {"preset.right_corner", "preset.right_corner_narrow",
					    "preset.right_corner_wide"};
	static const struct called left = {"preset.left_corner", "preset.left_corner_narrow",
					   "preset.left_corner_wide"};
	const struct pn_shape other = pn_unit_footprint(&list->view->unit[enemy]);
	const pn_vec centre = cq_centre(&list->view->unit[list->id]);
	const pn_angle to = pn_bearing(pn_subtract(cq_nearest_of(&other, centre), centre));

	const struct pn_unit *unit = &list->view->unit[list->id];

	list->enemy = enemy;
	list->fit.enemy = enemy;
	list->fit.towards = pn_turn_between(unit->pose.facing, to);
	list->fit.distance = pn_distance(centre, cq_nearest_of(&other, centre));
	list->served = may_fit(list) && cq_fits(&list->fit, unit->files, 0, unit->pose);
	add_facing(list, towards, to);
	add_facing(list, right, (pn_angle)(to - PN_DEGREES_45));
	add_facing(list, left, (pn_angle)(to + PN_DEGREES_45));
	add_aslant(list, list->fit.towards);
}

/* Decides CQ-G3. */
void cq_list_reform(const struct pn_game *view, pn_side side, pn_unit_id id, struct pn_actions *out)
{
	struct list list;
	const uint16_t files = view->unit[id].files;

	if (cq_check_reform_now(view, side, id).code != PN_LAWFUL)
		return;
	list.view = view;
	list.id = id;
	list.enemy = PN_NO_UNIT;
	list.served = false;
	list.action = NULL;
	list.out = out;
	cq_look_round(&list.round, view, id);
	cq_begin_fit(&list.fit, &list.round);
	add(&list, "preset.face_about", 0, PN_TURN_HALF);
	add(&list, "preset.face_left", 0, -PN_DEGREES_90);
	add(&list, "preset.face_right", 0, PN_DEGREES_90);
	add(&list, "preset.wider", (uint16_t)(files + 1), 0);
	if (files > 1)
		add(&list, "preset.narrower", (uint16_t)(files - 1), 0);
	for (pn_unit_id i = 0; i < view->unit_count && view->unit[id].figures <= STANDS_MANY; i++)
		if (view->unit[i].side != side && view->unit[i].on_board)
			add_towards(&list, i);
}
