/* Commands: kind x member in one table. What the table does not give a kind, the kind
 * does not take. */

#include "codec/json.h"
#include "codec/value.h"

#include <stdio.h>

enum command_member {
	MEMBER_DICE,
	MEMBER_FLANK,
	MEMBER_MOMENT,
	MEMBER_NEEDED,
	MEMBER_ORDER,
	MEMBER_OUTCOME,
	MEMBER_PATH,
	MEMBER_SIDE,
	MEMBER_SIDES,
	MEMBER_TARGET,
	MEMBER_TERMS,
	MEMBER_TO,
	MEMBER_UNIT,
	MEMBER_UNITS,
	MEMBER_UNTIL,
};

/* In ascending order of their names, as they are written. */
static const char *const member_names[] = {
	[MEMBER_DICE] = "dice",     [MEMBER_FLANK] = "flank", [MEMBER_MOMENT] = "moment",
	[MEMBER_NEEDED] = "needed", [MEMBER_ORDER] = "order", [MEMBER_OUTCOME] = "outcome",
	[MEMBER_PATH] = "path",     [MEMBER_SIDE] = "side",   [MEMBER_SIDES] = "sides",
	[MEMBER_TARGET] = "target", [MEMBER_TERMS] = "terms", [MEMBER_TO] = "to",
	[MEMBER_UNIT] = "unit",     [MEMBER_UNITS] = "units", [MEMBER_UNTIL] = "until",
};

#define BIT(member) (1U << (member))

/* Which members each kind must have, and which it may have. */
static const struct {
	uint16_t must, may;
} layouts[PN_COMMAND_COUNT] = {
	[PN_COMMAND_DECLARE_CHARGE] = {BIT(MEMBER_UNIT) | BIT(MEMBER_TARGET), 0},
	[PN_COMMAND_WITHDRAW_CHARGE] = {BIT(MEMBER_UNIT), 0},
	[PN_COMMAND_PLACE_ORDER] = {BIT(MEMBER_UNIT) | BIT(MEMBER_ORDER), 0},
	[PN_COMMAND_READY] = {0, 0},
	[PN_COMMAND_PASS] = {0, BIT(MEMBER_UNTIL)},
	[PN_COMMAND_DECLARE_FIRST] = {0, 0},
	[PN_COMMAND_DECLARE_LAST] = {0, 0},
	[PN_COMMAND_GO_FIRST] = {0, 0},
	[PN_COMMAND_GO_SECOND] = {0, 0},
	[PN_COMMAND_CHOOSE_FLANK] = {BIT(MEMBER_FLANK), 0},
	[PN_COMMAND_TRY_FRENZY] = {BIT(MEMBER_UNIT), 0},
	[PN_COMMAND_CHARGE] = {BIT(MEMBER_UNIT), BIT(MEMBER_TARGET) | BIT(MEMBER_PATH)},
	[PN_COMMAND_MANOEUVRE] = {BIT(MEMBER_UNIT) | BIT(MEMBER_PATH), 0},
	[PN_COMMAND_MOVE] = {BIT(MEMBER_UNIT) | BIT(MEMBER_PATH), 0},
	[PN_COMMAND_RETREAT] = {BIT(MEMBER_UNIT), BIT(MEMBER_PATH)},
	[PN_COMMAND_RALLY] = {BIT(MEMBER_UNIT), 0},
	[PN_COMMAND_HOLD] = {0, BIT(MEMBER_UNIT)},
	[PN_COMMAND_STAND_AND_SHOOT] = {0, BIT(MEMBER_UNIT)},
	[PN_COMMAND_FLEE] = {0, BIT(MEMBER_UNIT)},
	[PN_COMMAND_REDIRECT] = {BIT(MEMBER_UNIT) | BIT(MEMBER_TARGET), 0},
	[PN_COMMAND_FIGHTING_WITHDRAWAL] = {BIT(MEMBER_UNIT), 0},
	[PN_COMMAND_OPPORTUNITY_CHARGE] = {BIT(MEMBER_UNIT) | BIT(MEMBER_TARGET),
					   BIT(MEMBER_MOMENT) | BIT(MEMBER_PATH)},
	[PN_COMMAND_OFFER_DRAW] = {0, 0},
	[PN_COMMAND_OFFER_RESULT] = {BIT(MEMBER_TERMS), 0},
	[PN_COMMAND_OFFER_UNDO] = {0, 0},
	[PN_COMMAND_OFFER_METHOD] = {BIT(MEMBER_TERMS), 0},
	[PN_COMMAND_OFFER_UMPIRE] = {0, 0},
	[PN_COMMAND_ASK_OUTCOME] = {0, 0},
	[PN_COMMAND_ASK_DRAW] = {0, 0},
	[PN_COMMAND_ASK_RESULT] = {BIT(MEMBER_TERMS), 0},
	[PN_COMMAND_ASK_UNDO] = {0, 0},
	[PN_COMMAND_ASK_CLOCK] = {0, 0},
	[PN_COMMAND_WITHDRAW_QUESTION] = {0, 0},
	[PN_COMMAND_RULE_FOR] = {BIT(MEMBER_SIDE), 0},
	[PN_COMMAND_RULE_AGAINST] = {BIT(MEMBER_SIDE), 0},
	[PN_COMMAND_STEP_DOWN] = {0, 0},
	[PN_COMMAND_ACCEPT_OFFER] = {0, 0},
	[PN_COMMAND_DECLINE_OFFER] = {0, 0},
	[PN_COMMAND_WITHDRAW_OFFER] = {0, 0},
	[PN_COMMAND_WITHDRAW_METHOD] = {0, 0},
	[PN_COMMAND_DEPLOY] = {BIT(MEMBER_UNIT) | BIT(MEMBER_TO), 0},
	[PN_COMMAND_TAKE_BACK] = {BIT(MEMBER_UNIT), 0},
	[PN_COMMAND_DEPLOY_REST] = {0, 0},
	[PN_COMMAND_PROPOSE_OUTCOME] = {BIT(MEMBER_OUTCOME), BIT(MEMBER_UNIT)},
	[PN_COMMAND_ACCEPT_OUTCOME] = {0, BIT(MEMBER_UNIT)},
	[PN_COMMAND_REFUSE_OUTCOME] = {0, BIT(MEMBER_UNIT)},
	[PN_COMMAND_LEAVE_OPEN] = {0, BIT(MEMBER_UNIT)},
	[PN_COMMAND_ORDER_STACK] = {BIT(MEMBER_UNITS), 0},
	[PN_COMMAND_REROLL] = {0, 0},
	[PN_COMMAND_CLASH] = {BIT(MEMBER_UNIT), 0},
	[PN_COMMAND_UNDO] = {0, 0},
	[PN_COMMAND_CLAIM] = {0, 0},
	[PN_COMMAND_RESIGN] = {0, 0},
	[PN_COMMAND_ROLL_CUP] = {BIT(MEMBER_DICE) | BIT(MEMBER_SIDES), BIT(MEMBER_NEEDED)},
};

/* ---- writing ---- */

static bool is_written(const struct pn_command *command, enum command_member member)
{
	if (layouts[command->kind].must & BIT(member))
		return true;
	if (!(layouts[command->kind].may & BIT(member)))
		return false;
	if (member == MEMBER_UNTIL)
		return command->until != PN_UNTIL_ASKED;
	if (member == MEMBER_MOMENT)
		return command->moment.when != PN_WHEN_NOW;
	if (member == MEMBER_PATH)
		return command->path.given;
	if (member == MEMBER_NEEDED)
		return command->cup.needed != 0;
	return (member == MEMBER_UNIT ? command->unit : command->target) != PN_NO_UNIT;
}

void codec_command_encode(struct text *out, const struct pn_game *names,
			  const struct pn_command *command)
{
	write_byte(out, '{');
	if (is_written(command, MEMBER_DICE))
		write_key_integer(out, "dice", command->cup.dice);
	if (is_written(command, MEMBER_FLANK))
		write_key_name(out, "flank", name_at(NAMES_FACING, NULL, command->flank));
	if (is_written(command, MEMBER_MOMENT)) {
		write_key(out, "moment");
		write_moment(out, command->moment);
	}
	if (is_written(command, MEMBER_NEEDED))
		write_key_integer(out, "needed", command->cup.needed);
	if (is_written(command, MEMBER_ORDER))
		write_key_name(out, "order",
			       name_at(NAMES_VERB, pn_rules_of(names), command->verb));
	if (is_written(command, MEMBER_OUTCOME)) {
		write_key(out, "outcome");
		write_outcome(out, names, &command->outcome);
	}
	if (is_written(command, MEMBER_PATH)) {
		write_key(out, "path");
		write_path(out, pn_rules_of(names), &command->path);
	}
	if (is_written(command, MEMBER_SIDE))
		write_key_name(out, "side", name_at(NAMES_SIDE, NULL, command->proposal.winner));
	if (is_written(command, MEMBER_SIDES))
		write_key_integer(out, "sides", command->cup.sides);
	if (is_written(command, MEMBER_TARGET)) {
		write_key(out, "target");
		write_who(out, names, command->target);
	}
	if (is_written(command, MEMBER_TERMS)) {
		write_key(out, "terms");
		write_terms(out, &command->proposal);
	}
	if (is_written(command, MEMBER_TO)) {
		write_key(out, "to");
		write_pose(out, command->to);
	}
	write_key_name(out, "type", name_at(NAMES_COMMAND, NULL, command->kind));
	if (is_written(command, MEMBER_UNIT)) {
		write_key(out, "unit");
		write_who(out, names, command->unit);
	}
	if (is_written(command, MEMBER_UNITS)) {
		write_key(out, "units");
		write_units(out, names, command->units.of, command->units.count);
	}
	if (is_written(command, MEMBER_UNTIL))
		write_key_name(out, "until", name_at(NAMES_UNTIL, NULL, command->until));
	write_byte(out, '}');
}

/* ---- reading ---- */

static bool get_advance(struct json_in *in, const json_t *value, const struct pn_rules *rules,
			struct pn_leg *leg)
{
	static const char *const members[] = {"kind", "heading", "length"};
	int64_t length = 0;
	bool good = JSON_IN_OBJECT(in, value, members) &&
		    json_in_get_angle(in, value, "heading", &leg->heading) &&
		    json_in_get_integer(in, value, "length", 0, PN_BOARD_MAX, &length);

	leg->length = (pn_len)length;
	return good;
}

static bool get_wheel(struct json_in *in, const json_t *value, const struct pn_rules *rules,
		      struct pn_leg *leg)
{
	static const char *const members[] = {"kind", "about", "angle"};
	uint8_t about = 0;
	int64_t angle = 0;
	bool good = JSON_IN_OBJECT(in, value, members) &&
		    json_in_get_index(in, value, "about", NAMES_FACING, NULL, &about) &&
		    json_in_get_integer(in, value, "angle", 0, PN_TURN_HALF, &angle);

	leg->left = about == PN_FACING_LEFT;
	leg->angle = (pn_angle)angle;
	if (good && about != PN_FACING_LEFT && about != PN_FACING_RIGHT) {
		json_in_enter(in, "about");
		return json_in_fail(in, "A wheel is about the left or the right corner.");
	}
	return good;
}

static bool get_face(struct json_in *in, const json_t *value, const struct pn_rules *rules,
		     struct pn_leg *leg)
{
	static const char *const members[] = {"kind", "to"};
	bool good = JSON_IN_OBJECT(in, value, members) &&
		    json_in_get_index(in, value, "to", NAMES_FACING, NULL, &leg->to);

	if (good && leg->to == PN_FACING_FRONT) {
		json_in_enter(in, "to");
		return json_in_fail(in, "One faces to the left, the right or the rear.");
	}
	return good;
}

static bool get_frontage(struct json_in *in, const json_t *value, const struct pn_rules *rules,
			 struct pn_leg *leg)
{
	static const char *const members[] = {"kind", "files"};
	int64_t files = 0;
	bool good = JSON_IN_OBJECT(in, value, members) &&
		    json_in_get_integer(in, value, "files", 1, PN_FIGURES_MAX, &files);

	leg->files = (uint8_t)files;
	return good;
}

static bool get_form(struct json_in *in, const json_t *value, const struct pn_rules *rules,
		     struct pn_leg *leg)
{
	static const char *const members[] = {"kind", "formation"};

	return JSON_IN_OBJECT(in, value, members) &&
	       json_in_get_index(in, value, "formation", NAMES_FORM, rules, &leg->form);
}

/* One figure, and where it is sent. */
static bool get_figure(struct json_in *in, const json_t *value, struct pn_placed *out)
{
	static const char *const members[] = {"figure", "x", "y", "facing"};
	int64_t figure = 0, x = 0, y = 0;
	pn_pose pose;

	if (!JSON_IN_OBJECT(in, value, members) ||
	    !json_in_get_integer(in, value, "figure", 0, PN_LOOSE_MAX - 1, &figure) ||
	    !json_in_get_integer(in, value, "x", 0, PN_BOARD_MAX, &x) ||
	    !json_in_get_integer(in, value, "y", 0, PN_BOARD_MAX, &y) ||
	    !json_in_get_angle(in, value, "facing", &pose.facing))
		return false;
	if (out->of >> figure & 1) {
		json_in_enter(in, "figure");
		return json_in_fail(in, "A figure is sent to one place only.");
	}
	pose.at = (pn_vec){(pn_len)x, (pn_len)y};
	out->of |= UINT64_C(1) << figure;
	out->to[figure] = pn_figure_pack(pose);
	return true;
}

static bool get_figures(struct json_in *in, const json_t *value, struct pn_placed *out)
{
	static const char *const members[] = {"kind", "figures"};
	const json_t *list = json_object_get(value, "figures");
	bool again = out->of != 0;

	if (!JSON_IN_OBJECT(in, value, members))
		return false;
	size_t outside = json_in_enter(in, "figures");
	if (again)
		return json_in_fail(in, "A path has one leg of single figures.");
	if (!json_in_list(in, list, PN_LOOSE_MAX))
		return false;
	for (size_t i = 0; i < json_array_size(list); i++) {
		size_t item = json_in_enter_item(in, i);
		if (!get_figure(in, json_array_get(list, i), out))
			return false;
		json_in_leave(in, item);
	}
	if (out->of == 0)
		return json_in_fail(in, "At least one figure is wanted here.");
	json_in_leave(in, outside);
	return true;
}

static bool get_leg(struct json_in *in, const json_t *value, const struct pn_rules *rules,
		    struct pn_placed *placed, struct pn_leg *leg)
{
	static bool (*const get[PN_LEG_COUNT])(struct json_in *, const json_t *,
					       const struct pn_rules *, struct pn_leg *) = {
		[PN_LEG_ADVANCE] = get_advance, [PN_LEG_WHEEL] = get_wheel,
		[PN_LEG_FACE] = get_face,       [PN_LEG_FRONTAGE] = get_frontage,
		[PN_LEG_FORM] = get_form,
	};

	if (!json_is_object(value))
		return json_in_fail(in, "An object is wanted here.");
	if (!json_in_get_index(in, value, "kind", NAMES_LEG, NULL, &leg->kind))
		return false;
	if (leg->kind == PN_LEG_FIGURES)
		return get_figures(in, value, placed);
	return get[leg->kind](in, value, rules, leg);
}

static bool get_path(struct json_in *in, const json_t *object, const struct pn_rules *rules,
		     struct pn_path *path, struct pn_placed *placed)
{
	const json_t *list = json_in_member(in, object, "path");
	size_t outside = json_in_enter(in, "path");

	if (!json_in_list(in, list, PN_PATH_MAX))
		return false;
	path->count = (uint8_t)json_array_size(list);
	for (size_t i = 0; i < path->count; i++) {
		size_t item = json_in_enter_item(in, i);
		if (!get_leg(in, json_array_get(list, i), rules, placed, &path->leg[i]))
			return false;
		json_in_leave(in, item);
	}
	path->placed = placed->of ? placed : NULL;
	json_in_leave(in, outside);
	return true;
}

static bool get_units(struct json_in *in, const json_t *object, const struct pn_game *names,
		      struct pn_unit_list *units)
{
	const json_t *list = json_in_member(in, object, "units");
	size_t outside = json_in_enter(in, "units");

	if (!json_in_list(in, list, PN_SIDE_UNITS_MAX))
		return false;
	units->count = (uint8_t)json_array_size(list);
	for (size_t i = 0; i < units->count; i++) {
		size_t item = json_in_enter_item(in, i);
		if (!json_in_unit(in, json_array_get(list, i), names, &units->of[i]))
			return false;
		json_in_leave(in, item);
	}
	json_in_leave(in, outside);
	return true;
}

/* How far a pass goes. This window alone is said by saying nothing. */
static bool get_until(struct json_in *in, const json_t *object, uint8_t *out)
{
	if (!json_in_get_index(in, object, "until", NAMES_UNTIL, NULL, out))
		return false;
	if (*out != PN_UNTIL_ASKED)
		return true;
	json_in_enter(in, "until");
	return json_in_fail(in, "Who passes this window alone leaves it out.");
}

static bool get_flank(struct json_in *in, const json_t *object, uint8_t *out)
{
	if (!json_in_get_index(in, object, "flank", NAMES_FACING, NULL, out))
		return false;
	if (*out == PN_FACING_LEFT || *out == PN_FACING_RIGHT)
		return true;
	json_in_enter(in, "flank");
	return json_in_fail(in, "A flank is the left or the right one.");
}

/* The dice of the cup; what can be rolled of them the core says. */
static void get_cup(struct json_in *in, const json_t *object, struct pn_cup *out)
{
	int64_t dice = 0, sides = 0, needed = 0;

	json_in_get_integer(in, object, "dice", 0, UINT16_MAX, &dice);
	json_in_get_integer(in, object, "sides", 0, UINT16_MAX, &sides);
	if (json_object_get(object, "needed"))
		json_in_get_integer(in, object, "needed", 1, UINT16_MAX, &needed);
	*out = (struct pn_cup){(uint16_t)dice, (uint16_t)sides, (uint16_t)needed};
}

/* Refuse what the kind does not take. */
static bool check_members(struct json_in *in, const json_t *object, unsigned taken)
{
	const char *members[sizeof(member_names) / sizeof(member_names[0]) + 1] = {"type"};
	size_t count = 1;
	for (unsigned i = 0; i < sizeof(member_names) / sizeof(member_names[0]); i++)
		if (taken & BIT(i))
			members[count++] = member_names[i];
	return json_in_object(in, object, members, count);
}

bool codec_command_read(struct pn_command *out, struct pn_placed *placed,
			const struct pn_game *names, struct json_in *in, const json_t *object)
{
	uint8_t kind = 0;

	placed->of = 0;
	*out = (struct pn_command){.unit = PN_NO_UNIT, .target = PN_NO_UNIT};
	if (!json_in_get_index(in, object, "type", NAMES_COMMAND, NULL, &kind))
		return false;
	out->kind = kind;
	unsigned must = layouts[kind].must, may = layouts[kind].may;
	if (!check_members(in, object, must | may))
		return false;
	if (must & BIT(MEMBER_UNIT) || (may & BIT(MEMBER_UNIT) && json_object_get(object, "unit")))
		json_in_get_unit(in, object, "unit", names, &out->unit);
	if (must & BIT(MEMBER_TARGET) ||
	    (may & BIT(MEMBER_TARGET) && json_object_get(object, "target")))
		json_in_get_unit(in, object, "target", names, &out->target);
	if (must & BIT(MEMBER_SIDE)) {
		json_in_get_index(in, object, "side", NAMES_SIDE, NULL, &out->proposal.winner);
		return !in->failed;
	}
	if (must & BIT(MEMBER_TERMS)) {
		json_in_get_terms(in, object, out->kind, &out->proposal);
		return !in->failed;
	}
	if (must & BIT(MEMBER_TO)) {
		json_in_get_pose(in, object, "to", &out->to);
		return !in->failed;
	}
	if (must & BIT(MEMBER_OUTCOME)) {
		json_in_get_outcome(in, object, names, &out->outcome);
		return !in->failed;
	}
	if (must & BIT(MEMBER_DICE)) {
		get_cup(in, object, &out->cup);
		return !in->failed;
	}
	if (must & BIT(MEMBER_FLANK))
		get_flank(in, object, &out->flank);
	if (must & BIT(MEMBER_ORDER))
		json_in_get_index(in, object, "order", NAMES_VERB, pn_rules_of(names), &out->verb);
	if (may & BIT(MEMBER_MOMENT) && json_object_get(object, "moment"))
		json_in_get_moment(in, object, false, &out->moment);
	out->path.given = may & BIT(MEMBER_PATH) && json_object_get(object, "path");
	if (must & BIT(MEMBER_PATH) || out->path.given)
		get_path(in, object, pn_rules_of(names), &out->path, placed);
	if (must & BIT(MEMBER_UNITS))
		get_units(in, object, names, &out->units);
	if (may & BIT(MEMBER_UNTIL) && json_object_get(object, "until"))
		get_until(in, object, &out->until);
	return !in->failed;
}

/* "a3f-2" or "a3f-2.1": version and index in base 36, and the number of a preset. */
static bool is_action_id(const char *id)
{
	const char *at = id;
	for (int part = 0; part < 2; part++) {
		const char *begin = at;
		while ((*at >= '0' && *at <= '9') || (*at >= 'a' && *at <= 'z'))
			at++;
		if (at == begin || (part == 0 && *at++ != '-'))
			return false;
	}
	if (*at == '.') {
		const char *begin = ++at;
		while (*at >= '0' && *at <= '9')
			at++;
		if (at == begin)
			return false;
	}
	return *at == '\0';
}

static bool get_action_id(struct json_in *in, const json_t *object, struct codec_action *out)
{
	static const char *const members[] = {"action"};
	const char *id;
	if (!JSON_IN_OBJECT(in, object, members) || !json_in_get_text(in, object, "action", &id))
		return false;
	if (strlen(id) >= sizeof(out->id) || !is_action_id(id)) {
		json_in_enter(in, "action");
		return json_in_fail(in, "The id of an offered action is wanted here.");
	}
	out->by_id = true;
	snprintf(out->id, sizeof(out->id), "%s", id);
	return true;
}

bool codec_action_decode(struct codec_action *out, const struct pn_game *names, const char *bytes,
			 size_t size, struct codec_error *error)
{
	struct json_in in;

	*out = (struct codec_action){0};
	json_t *document = json_in_load(&in, bytes, size, error);
	if (document) {
		if (!json_is_object(document))
			json_in_fail(&in, "An object is wanted here.");
		else if (json_object_get(document, "action"))
			get_action_id(&in, document, out);
		else
			codec_command_read(&out->command, &out->placed, names, &in, document);
	}
	json_decref(document);
	return !in.failed;
}
