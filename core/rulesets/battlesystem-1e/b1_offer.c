/* What a side may do in its movement, and when it may follow. Nothing is listed that is not
 * lawful as it stands: each is asked first. */

#include "b1.h"

enum { SPARE = 20, MANOEUVRE_ANGLE = PN_DEGREES_45 / 2 };

static struct pn_command advance(pn_unit_id id, pn_angle heading, pn_len length)
{
	return pn_command_of_leg(
		PN_COMMAND_MOVE, id,
		(struct pn_leg){.kind = PN_LEG_ADVANCE, .heading = heading, .length = length});
}

/* As far as the unit may be told to go along a heading. Enemies are not measured: one on the
 * way only ends the move sooner. */
static pn_len farthest(struct b1_scene *scene, const struct pn_stand *stand, pn_angle heading)
{
	const pn_len most = b1_movement(&scene->view->unit[scene->id]);
	const struct b1_walked walked = b1_straight(scene, stand, heading, most, most);

	if (!walked.stopped)
		return walked.length;
	return walked.length > SPARE ? walked.length - SPARE : 0;
}

static bool is_lawful(const struct pn_game *view, pn_side side, const struct pn_command *command)
{
	return b1_check_move(view, side, command).code == PN_LAWFUL;
}

/* The moves of one leg that are worth listing besides an advance. */
static uint8_t list_manoeuvres(const struct pn_unit *unit, struct pn_leg leg[], const char *words[])
{
	const uint8_t other = b1_formation(unit) == B1_CLOSED ? B1_OPEN : B1_CLOSED;
	uint8_t count = 0;

	words[count] = "preset.wheel_left";
	leg[count++] =
		(struct pn_leg){.kind = PN_LEG_WHEEL, .left = true, .angle = MANOEUVRE_ANGLE};
	words[count] = "preset.wheel_right";
	leg[count++] = (struct pn_leg){.kind = PN_LEG_WHEEL, .angle = MANOEUVRE_ANGLE};
	words[count] = "preset.face_left";
	leg[count++] = (struct pn_leg){.kind = PN_LEG_FACE, .to = PN_FACING_LEFT};
	words[count] = "preset.face_right";
	leg[count++] = (struct pn_leg){.kind = PN_LEG_FACE, .to = PN_FACING_RIGHT};
	words[count] = "preset.face_about";
	leg[count++] = (struct pn_leg){.kind = PN_LEG_FACE, .to = PN_FACING_REAR};
	words[count] = "preset.wider";
	leg[count++] =
		(struct pn_leg){.kind = PN_LEG_FRONTAGE, .files = (uint8_t)(unit->files + 1)};
	words[count] = "preset.narrower";
	leg[count++] =
		(struct pn_leg){.kind = PN_LEG_FRONTAGE, .files = (uint8_t)(unit->files - 1)};
	words[count] = "preset.close_ranks";
	leg[count++] = (struct pn_leg){
		.kind = PN_LEG_FORM, .form = b1_is_regular(unit) ? B1_CLOSED : b1_formation(unit)};
	if (b1_is_regular(unit) && other == B1_OPEN) {
		words[count] = "preset.open_ranks";
		leg[count++] = (struct pn_leg){.kind = PN_LEG_FORM, .form = B1_OPEN};
	}
	return count;
}

/* Adds a preset, or the action itself when it is the first that is lawful. */
static void add_move(const struct pn_game *view, pn_side side, struct pn_command command,
		     const char *words, bool *listed, struct pn_actions *out)
{
	if ((command.path.leg[0].kind == PN_LEG_ADVANCE && command.path.leg[0].length < 1) ||
	    !is_lawful(view, side, &command))
		return;
	if (!*listed) {
		pn_action_add(out, PN_GROUP_MOVE, "offer.move", command, PN_CLAUSE("B1-66"));
		pn_action_bound(
			out, (struct pn_bound){
				     .kind = PN_BOUND_PATH,
				     .at = "/path",
				     .path = {b1_movement(&view->unit[command.unit]), PN_PATH_MAX,
					      1u << PN_LEG_ADVANCE | 1u << PN_LEG_WHEEL |
						      1u << PN_LEG_FACE | 1u << PN_LEG_FRONTAGE |
						      1u << PN_LEG_FORM},
			     });
	}
	*listed = true;
	pn_action_preset(out, words, command);
}

static void list_move(const struct pn_game *view, pn_side side, pn_unit_id id,
		      struct pn_actions *out)
{
	enum { MOST = 9 };
	const struct pn_unit *unit = &view->unit[id];
	const struct pn_stand stand = pn_stand_of(unit);
	struct b1_scene scene;
	pn_len most;
	const char *words[MOST];
	struct pn_leg leg[MOST];
	struct pn_command command;
	bool listed = false;
	uint8_t count;

	b1_look_round(&scene, view, id, B1_WALLS_NO_ENEMIES, b1_movement(unit));
	most = farthest(&scene, &stand, unit->pose.facing);
	add_move(view, side, advance(id, unit->pose.facing, most), "preset.as_far_as_allowed",
		 &listed, out);
	add_move(view, side, advance(id, unit->pose.facing, most / 2), "preset.half", &listed, out);
	for (pn_unit_id i = 0; i < view->unit_count; i++) {
		pn_angle heading;

		if (view->unit[i].side == side || !view->unit[i].on_board)
			continue;
		heading = b1_heading_to(view, id, &stand, i);
		command = advance(id, heading, farthest(&scene, &stand, heading));
		command.target = i;
		add_move(view, side, command, "preset.straight_to", &listed, out);
	}
	count = list_manoeuvres(unit, leg, words);
	for (uint8_t i = 0; i < count; i++) {
		command = advance(id, 0, 0);
		command.path.leg[0] = leg[i];
		add_move(view, side, command, words[i], &listed, out);
	}
}

/* What one in contact may do: as wide as it can, or by a file; withdraw; flee. */
static void list_to_engaged(const struct pn_game *view, pn_side side, pn_unit_id id,
			    struct pn_actions *out)
{
	struct pn_command withdraw = pn_command_of(PN_COMMAND_FIGHTING_WITHDRAWAL);
	struct pn_command flee = pn_command_of(PN_COMMAND_FLEE);
	struct pn_command wrap = advance(id, 0, 0);
	const uint16_t files = view->unit[id].files;

	withdraw.unit = id;
	flee.unit = id;
	if (b1_check_fighting_withdrawal(view, side, &withdraw).code == PN_LAWFUL)
		pn_action_add(out, PN_GROUP_MOVE, "offer.fighting_withdrawal", withdraw,
			      PN_CLAUSE("B1-67"));
	wrap.path.leg[0] = (struct pn_leg){.kind = PN_LEG_FRONTAGE, .files = (uint8_t)(files + 1)};
	if (is_lawful(view, side, &wrap)) {
		pn_action_add(out, PN_GROUP_MOVE, "offer.wrap_round", wrap, PN_CLAUSE("B1-67"));

		pn_action_bound(out, (struct pn_bound){
					     .kind = PN_BOUND_PATH,
					     .at = "/path",
					     .path = {b1_movement(&view->unit[id]), 1,
						      1u << PN_LEG_FRONTAGE},
				     });
		pn_action_preset(out, "preset.wider", wrap);
	}
	if (b1_check_flee(view, side, &flee).code == PN_LAWFUL)
		pn_action_add(out, PN_GROUP_MOVE, "offer.flee", flee, PN_CLAUSE("B1-67"));
}

void b1_list_movement(const struct pn_game *view, pn_side side, struct pn_actions *out)
{
	struct pn_command pass = pn_command_of(PN_COMMAND_PASS);

	for (pn_unit_id i = 0; i < view->unit_count; i++) {
		if (view->unit[i].side != side || !b1_can_act(view, i))
			continue;
		if (pn_engaged(view, i)) {
			list_to_engaged(view, side, i, out);
			continue;
		}
		if (b1_has_duty(view, i)) {
			b1_list_attacks(view, side, i, out);
			continue;
		}
		if (b1_check_charger(view, i).code == PN_LAWFUL)
			b1_list_charges(view, side, i, out);
		list_move(view, side, i, out);
	}
	if (b1_check_pass(view, side, &pass).code == PN_LAWFUL)
		pn_action_add(out, PN_GROUP_STEP, "offer.end_movement", pass, (pn_clause){""});
}

/* The first thing that a unit with a duty can do. */
static bool find_duty(const struct pn_game *view, pn_side side, pn_unit_id id,
		      struct pn_command *out)
{
	*out = pn_command_of(PN_COMMAND_CHARGE);
	out->unit = id;
	for (out->target = 0; out->target < view->unit_count; out->target++)
		if (b1_check_charge(view, side, out).code == PN_LAWFUL)
			return true;
	return false;
}

struct pn_command b1_default_movement(const struct pn_game *view, pn_side side)
{
	struct pn_command command;

	for (pn_unit_id i = 0; i < view->unit_count; i++)
		if (view->unit[i].side == side && b1_has_duty(view, i) &&
		    find_duty(view, side, i, &command))
			return command;
	return pn_command_of(PN_COMMAND_PASS);
}

void b1_list_follow(const struct pn_game *view, pn_side side, struct pn_actions *out)
{
	const struct pn_pending *pending = pn_top_pending(view);
	const struct pn_stand stand = pn_stand_of(&view->unit[pending->unit]);
	const pn_angle heading[] = {stand.pose.facing,
				    b1_heading_to(view, pending->unit, &stand, pending->other)};
	bool listed = false;

	for (int i = 0; i < 2 && !listed; i++) {
		struct pn_command command = advance(pending->unit, heading[i], 3 * PN_INCH);

		command.target = pending->other;
		listed = is_lawful(view, side, &command);
		if (listed)
			pn_action_add(out, PN_GROUP_REACT, "offer.follow", command,
				      PN_CLAUSE("B1-68"));
	}
	pn_action_add(out, PN_GROUP_STEP, "offer.let_go", pn_command_of(PN_COMMAND_PASS),
		      PN_CLAUSE("B1-68"));
}
