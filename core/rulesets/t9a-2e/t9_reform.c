/* Reforming: the Centre stays where it is, the unit faces any way and stands in any number of
 * files. A unit that has rallied may do it instead of moving (T9-72); one that has destroyed a
 * fleeing enemy may, if it passes a test (T9-93).
 *
 * On the wire that is a path of one frontage, one wheel or both: the wheel is about the
 * Centre, and costs nothing. */

#include "common.h"
#include "t9.h"

enum { FIRST_FILE = 1 };

/* What a path asks for. */
struct reform {
	struct pn_verdict verdict;
	uint16_t files;
	pn_pose pose;
};

static struct reform refused(enum pn_refusal code, pn_clause clause)
{
	return (struct reform){.verdict = pn_refuse(code, clause)};
}

/* The unit as it would stand: its Centre where it is. */
static struct pn_unit reformed(const struct pn_unit *unit, uint16_t files, int32_t by)
{
	const pn_vec centre = t9_centre(unit);
	struct pn_unit there = *unit;

	there.files = files;
	there.pose.facing = (pn_angle)(unit->pose.facing + by);
	there.pose.at =
		pn_add(centre, pn_along(there.pose.facing, pn_depth(t9_formation(&there)) / 2));
	return there;
}

/* T9-152: an inch from all but those who were as near before. */
static struct pn_verdict check_place(const struct pn_game *view, pn_unit_id id,
				     const struct pn_unit *there)
{
	const struct pn_shape before = t9_boundary(&view->unit[id]);
	const struct pn_shape after = t9_boundary(there);
	struct pn_obstacles all;
	int over;

	t9_gather(&all, view, id, T9_ALL, PN_NO_UNIT);
	over = t9_overlaps(&all, there, there->pose);
	if (over >= 0)
		return pn_refuse_for(PN_REFUSE_OVERLAPS, PN_CLAUSE("T9-152"), all.unit[over]);
	t9_gather(&all, view, id, T9_ALL & ~(unsigned)T9_EDGES, PN_NO_UNIT);
	for (uint16_t i = 0; i < all.count; i++)
		if (pn_compare_distance(&before, &all.shape[i], T9_SPACING) > 0 &&
		    pn_compare_distance(&after, &all.shape[i], T9_SPACING) <= 0)
			return pn_refuse_for(PN_REFUSE_TOO_CLOSE, PN_CLAUSE("T9-152"), all.unit[i]);
	return pn_lawful();
}

static struct reform read_path(const struct pn_game *view, pn_unit_id id,
			       const struct pn_path *path)
{
	const struct pn_unit *unit = &view->unit[id];
	struct reform reform = {.files = unit->files};
	struct pn_unit there;
	int32_t by = 0;

	if (!pn_read_reform(path, &reform.files, &by) || reform.files < FIRST_FILE ||
	    reform.files > unit->figures)
		return refused(PN_REFUSE_BAD_PATH, PN_CLAUSE("T9-72"));
	there = *unit;
	there.files = reform.files;
	if (pn_frontage(t9_formation(&there)) > PN_BOARD_MAX ||
	    pn_depth(t9_formation(&there)) > PN_BOARD_MAX)
		return refused(PN_REFUSE_BAD_PATH, PN_CLAUSE("T9-72"));
	there = reformed(unit, reform.files, by);
	reform.pose = there.pose;
	reform.verdict = check_place(view, id, &there);
	return reform;
}

/* ---- the command ---- */

static bool may_reform(const struct pn_game *view, pn_unit_id id)
{
	const struct pn_unit *unit = &view->unit[id];

	return unit->on_board && pn_flag(unit, T9_MAY_REFORM) && unit->state != T9_FLEEING &&
	       !pn_engaged(view, id);
}

struct pn_verdict t9_check_manoeuvre(const struct pn_game *view, pn_side side,
				     const struct pn_command *command)
{
	struct pn_verdict verdict = pn_check_own(view, side, command->unit);

	if (verdict.code != PN_LAWFUL)
		return verdict;
	if (!may_reform(view, command->unit))
		return pn_refuse(PN_REFUSE_NOT_NOW, PN_CLAUSE("T9-72"));
	return read_path(view, command->unit, &command->path).verdict;
}

static void reform(struct pn_step *step, pn_unit_id id, const struct pn_path *path,
		   pn_clause clause)
{
	const struct reform to = read_path(step->game, id, path);

	pn_emit(step, (struct pn_event){
			      .kind = PN_EVENT_REFORMED,
			      .clause = clause,
			      .reformed = {.unit = id,
					   .manner = PN_LEG_FRONTAGE,
					   .files = (uint8_t)to.files,
					   .form = PN_SAME_FORM,
					   .to = to.pose},
		      });
}

void t9_apply_manoeuvre(struct pn_step *step, pn_side side, const struct pn_command *command)
{
	const pn_unit_id id = command->unit;

	if (pn_top_pending(step->game)->decision == T9_MOVE) {
		reform(step, id, &command->path, PN_CLAUSE("T9-72"));
		pn_clear_flag(step, id, T9_MAY_REFORM, PN_CLAUSE("T9-72"));
		pn_set_flag(step, id, T9_MOVED, PN_CLAUSE("T9-72"));
		return;
	}
	pn_close(step, (pn_clause){""});
	if (t9_test(step, id, T9_TEST_PLAIN, PN_CLAUSE("T9-93")))
		reform(step, id, &command->path, PN_CLAUSE("T9-93"));
	pn_clear_flag(step, id, T9_MAY_REFORM, PN_CLAUSE("T9-93"));
}

void t9_preview_manoeuvre(const struct pn_game *view, pn_side side,
			  const struct pn_command *command, struct pn_preview *out)
{
	const struct reform to = read_path(view, command->unit, &command->path);

	if (pn_top_pending(view)->decision != T9_MOVE)
		t9_preview_test(out, view, command->unit, PN_CLAUSE("T9-93"));
	out->leg_count = 1;
	out->leg[0] = to.pose;
}

/* ---- who has destroyed an enemy that fled (T9-93) ---- */

bool t9_ask_reform(struct pn_step *step)
{
	const struct pn_game *game = step->game;

	for (pn_unit_id i = 0; i < game->unit_count; i++) {
		if (!may_reform(game, i))
			continue;
		pn_open(step,
			(struct pn_pending){
				.decision = T9_REFORM,
				.owes = (uint8_t)(1u << game->unit[i].side),
				.unit = i,
				.other = PN_NO_UNIT,
			},
			PN_CLAUSE("T9-93"));
		return true;
	}
	return false;
}

void t9_leave_unreformed(struct pn_step *step)
{
	const pn_unit_id id = pn_top_pending(step->game)->unit;

	pn_close(step, (pn_clause){""});
	pn_clear_flag(step, id, T9_MAY_REFORM, PN_CLAUSE("T9-93"));
}

/* ---- actions ---- */

static struct pn_command turning(pn_unit_id id, bool left, pn_angle angle)
{
	return pn_command_of_leg(
		PN_COMMAND_MANOEUVRE, id,
		(struct pn_leg){.kind = PN_LEG_WHEEL, .left = left, .angle = angle});
}

static struct pn_command in_files(pn_unit_id id, uint16_t files)
{
	return pn_command_of_leg(PN_COMMAND_MANOEUVRE, id,
				 (struct pn_leg){.kind = PN_LEG_FRONTAGE, .files = (uint8_t)files});
}

void t9_list_reform_of(const struct pn_game *view, pn_unit_id id, struct pn_actions *out)
{
	const struct pn_unit *unit = &view->unit[id];
	const struct {
		const char *words;
		struct pn_command command;
	} rows[] = {
		{"preset.face_about", turning(id, false, PN_TURN_HALF)},
		{"preset.face_left", turning(id, true, PN_DEGREES_90)},
		{"preset.face_right", turning(id, false, PN_DEGREES_90)},
		{"preset.wider", in_files(id, (uint16_t)(unit->files + 1))},
		{"preset.narrower", in_files(id, (uint16_t)(unit->files - 1))},
	};
	struct pn_action *action = NULL;

	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		if (t9_check_manoeuvre(view, unit->side, &rows[i].command).code != PN_LAWFUL)
			continue;
		if (!action) {
			action = pn_action_add(out, PN_GROUP_MOVE, "offer.reform", rows[i].command,
					       PN_CLAUSE("T9-72"));
			pn_action_bound(
				out,
				(struct pn_bound){
					.kind = PN_BOUND_PATH,
					.at = "/path",
					.path = {0, 2, 1u << PN_LEG_FRONTAGE | 1u << PN_LEG_WHEEL},
				});
		}
		pn_action_preset(out, rows[i].words, rows[i].command);
	}
}

void t9_list_reform(const struct pn_game *view, pn_side side, struct pn_actions *out)
{
	t9_list_reform_of(view, pn_top_pending(view)->unit, out);
	pn_action_add(out, PN_GROUP_STEP, "offer.no_reform", pn_command_of(PN_COMMAND_PASS),
		      PN_CLAUSE("T9-93"));
}
