/* Musters. The codec judges form and type; what a ruleset allows, and whether units have
 * room, is pn_setup()'s to say. So a number is taken whenever its field can hold it, and
 * "10,000 figures" is refused with a clause, not as bad JSON. */

#include "codec/json.h"
#include "codec/parts.h"
#include "codec/value.h"

#include <stdio.h>

enum { NAME_CHARACTERS_MAX = 40 };

/* ---- writing ---- */

static void write_unit(struct text *out, const struct pn_rules *rules, const pn_figure *figures,
		       const struct pn_muster_unit *unit, bool placed)
{
	write_byte(out, '{');
	write_key(out, "base");
	write_byte(out, '{');
	write_key_integer(out, "depth", unit->formation.base_depth);
	write_key_integer(out, "width", unit->formation.base_width);
	write_byte(out, '}');
	write_key_name(out, "class", name_at(NAMES_CLASS, rules, unit->class));
	write_key_integer(out, "figures", unit->formation.figures);
	if (unit->placed > 0) {
		write_key(out, "figures_at");
		write_byte(out, '[');
		for (uint8_t i = 0; i < unit->placed; i++) {
			write_item(out);
			write_pose(out, pn_figure_unpack(figures[unit->first_figure + i]));
		}
		write_byte(out, ']');
	}
	write_key_integer(out, "files", unit->formation.files);
	write_key_name(out, "formation", name_at(NAMES_FORM, rules, unit->form));
	write_key_string(out, "name", unit->name);
	if (placed && !pn_in_reserve(rules, unit->stats)) {
		write_key(out, "pose");
		write_pose(out, unit->pose);
	}
	write_key_name(out, "side", name_at(NAMES_SIDE, NULL, unit->side));
	write_key_name(out, "state", name_at(NAMES_STATE, rules, unit->state));
	write_key(out, "stats");
	write_stats(out, rules, unit->stats);
	write_key(out, "traits");
	write_bits(out, NAMES_TRAIT, rules, unit->traits);
	write_byte(out, '}');
}

void codec_muster_encode(struct text *out, uint8_t ruleset, const struct pn_muster *muster)
{
	const struct pn_rules *rules = pn_rules_at(ruleset);

	write_byte(out, '{');
	write_key(out, "board");
	write_board(out, rules, muster->width, muster->depth, muster->terrain,
		    muster->terrain_count);
	if (muster->deployment != PN_DEPLOYMENT_PLACED) {
		write_key(out, "deployment");
		write_deployment(out, muster->deployment, muster->deploys_first, muster->zone);
	}
	write_key(out, "ends");
	write_ends(out, muster->turns, muster->count);
	write_key_name(out, "method", name_at(NAMES_METHOD, NULL, muster->method));
	write_key(out, "params");
	write_named_numbers(out, NAMES_PARAM, rules, muster->params);
	write_key_bool(out, "premeasure", muster->premeasure);
	write_key(out, "readings");
	write_switches(out, rules, muster->switches);
	write_key(out, "units");
	write_byte(out, '[');
	for (uint8_t i = 0; i < muster->unit_count; i++) {
		write_item(out);
		write_unit(out, rules, muster->figure, &muster->unit[i],
			   muster->deployment == PN_DEPLOYMENT_PLACED);
	}
	text_add_string(out, "]}");
}

/* ---- reading ---- */

static bool get_points(struct json_in *in, const json_t *object, const char *key,
		       struct pn_shape *shape)
{
	static const char *const members[] = {"x", "y"};
	const json_t *list = json_in_member(in, object, key);
	size_t outside = json_in_enter(in, key);

	if (!json_in_list(in, list, PN_TERRAIN_POINTS_MAX))
		return false;
	shape->count = (uint8_t)json_array_size(list);
	for (size_t i = 0; i < shape->count; i++) {
		const json_t *point = json_array_get(list, i);
		size_t item = json_in_enter_item(in, i);
		if (!JSON_IN_OBJECT(in, point, members) ||
		    !json_in_get_length(in, point, "x", &shape->point[i].x) ||
		    !json_in_get_length(in, point, "y", &shape->point[i].y))
			return false;
		json_in_leave(in, item);
	}
	json_in_leave(in, outside);
	return true;
}

static bool get_terrain(struct json_in *in, const json_t *board, const struct pn_rules *rules,
			struct pn_muster *out)
{
	static const char *const members[] = {"kind", "height", "points"};
	const json_t *list = json_object_get(board, "terrain");
	size_t outside = json_in_enter(in, "terrain");

	if (!json_in_list(in, list, PN_TERRAIN_MAX))
		return false;
	out->terrain_count = (uint8_t)json_array_size(list);
	for (size_t i = 0; i < out->terrain_count; i++) {
		const json_t *piece = json_array_get(list, i);
		struct pn_terrain *terrain = &out->terrain[i];
		size_t item = json_in_enter_item(in, i);
		if (!JSON_IN_OBJECT(in, piece, members) ||
		    !json_in_get_index(in, piece, "kind", NAMES_TERRAIN, rules, &terrain->kind) ||
		    !json_in_get_length(in, piece, "height", &terrain->height) ||
		    !get_points(in, piece, "points", &terrain->shape))
			return false;
		json_in_leave(in, item);
	}
	json_in_leave(in, outside);
	return true;
}

static bool get_board(struct json_in *in, const json_t *object, const struct pn_rules *rules,
		      struct pn_muster *out)
{
	static const char *const members[] = {"width", "depth", "terrain"};
	const json_t *board = json_in_member(in, object, "board");
	size_t outside = json_in_enter(in, "board");
	bool good = JSON_IN_OBJECT(in, board, members) &&
		    json_in_get_length(in, board, "width", &out->width) &&
		    json_in_get_length(in, board, "depth", &out->depth) &&
		    (!json_object_get(board, "terrain") || get_terrain(in, board, rules, out));
	json_in_leave(in, outside);
	return good;
}

/* A rectangle, clockwise from its south-west corner. */
static bool get_rectangle(struct json_in *in, const json_t *object, const char *key,
			  struct pn_shape *shape)
{
	static const char *const members[] = {"x", "y", "width", "depth"};
	const json_t *value = json_object_get(object, key);
	int64_t x = 0, y = 0, width = 0, depth = 0;
	size_t outside = json_in_enter(in, key);

	if (!JSON_IN_OBJECT(in, value, members) ||
	    !json_in_get_integer(in, value, "x", 0, PN_BOARD_MAX, &x) ||
	    !json_in_get_integer(in, value, "y", 0, PN_BOARD_MAX, &y) ||
	    !json_in_get_integer(in, value, "width", 1, PN_BOARD_MAX, &width) ||
	    !json_in_get_integer(in, value, "depth", 1, PN_BOARD_MAX, &depth))
		return false;
	*shape = (struct pn_shape){4,
				   {{(pn_len)x, (pn_len)y},
				    {(pn_len)x, (pn_len)(y + depth)},
				    {(pn_len)(x + width), (pn_len)(y + depth)},
				    {(pn_len)(x + width), (pn_len)y}}};
	json_in_leave(in, outside);
	return true;
}

static bool get_zone(struct json_in *in, const json_t *zones, const char *key,
		     struct pn_shape *shape)
{
	return json_is_object(json_object_get(zones, key)) ? get_rectangle(in, zones, key, shape)
							   : get_points(in, zones, key, shape);
}

static bool get_deployment(struct json_in *in, const json_t *object, struct pn_muster *out)
{
	static const char *const members[] = {"how", "first", "zones"};
	static const char *const sides[] = {"red", "blue"};
	const json_t *value = json_object_get(object, "deployment");
	const json_t *zones;
	size_t outside = json_in_enter(in, "deployment");

	if (!value) {
		json_in_leave(in, outside);
		return true;
	}
	if (!JSON_IN_OBJECT(in, value, members) ||
	    !json_in_get_index(in, value, "how", NAMES_DEPLOYMENT, NULL, &out->deployment) ||
	    (json_object_get(value, "first") &&
	     !json_in_get_index(in, value, "first", NAMES_SIDE, NULL, &out->deploys_first)))
		return false;
	if (json_object_get(value, "first") && out->deployment != PN_DEPLOYMENT_IN_TURN) {
		json_in_enter(in, "first");
		return json_in_fail(in, "Only who deploys in turn has a first.");
	}
	zones = json_in_member(in, value, "zones");
	json_in_enter(in, "zones");
	if (!JSON_IN_OBJECT(in, zones, sides) || !get_zone(in, zones, "red", &out->zone[PN_RED]) ||
	    !get_zone(in, zones, "blue", &out->zone[PN_BLUE]))
		return false;
	json_in_leave(in, outside);
	return true;
}

/* A name: 1 to 40 characters, not only spaces, and room in the struct. */
static bool get_name(struct json_in *in, const json_t *object, char out[PN_NAME_BYTES])
{
	const char *name;
	if (!json_in_get_text(in, object, "name", &name))
		return false;
	size_t characters = 0, size = strlen(name);
	for (size_t i = 0; i < size; i++)
		characters += ((unsigned char)name[i] & 0xC0) != 0x80;
	json_in_enter(in, "name");
	if (!characters || characters > NAME_CHARACTERS_MAX || size >= PN_NAME_BYTES)
		return json_in_fail(in, "A name has 1 to %d characters in at most %d bytes.",
				    NAME_CHARACTERS_MAX, PN_NAME_BYTES - 1);
	if (name[0] == ' ' || name[size - 1] == ' ')
		return json_in_fail(in, "A name neither begins nor ends with a space.");
	memcpy(out, name, size + 1);
	return true;
}

static bool get_formation(struct json_in *in, const json_t *object, struct pn_formation *out)
{
	static const char *const members[] = {"width", "depth"};

	if (!json_in_get_short(in, object, "figures", &out->figures) ||
	    !json_in_get_short(in, object, "files", &out->files))
		return false;
	const json_t *base = json_object_get(object, "base");
	size_t outside = json_in_enter(in, "base");
	bool good = !base || JSON_IN_OBJECT(in, base, members);

	/* A size that is not there is 0, which the core refuses. */
	if (good && json_object_get(base, "width"))
		good = json_in_get_length(in, base, "width", &out->base_width);
	if (good && json_object_get(base, "depth"))
		good = json_in_get_length(in, base, "depth", &out->base_depth);
	json_in_leave(in, outside);
	return good;
}

/* Which characteristics must be there is the ruleset's to say, with its clause: one that
 * is not there is told to the core as missing. */
static bool get_stats(struct json_in *in, const json_t *object, const struct pn_rules *rules,
		      int32_t stats[PN_STATS_MAX])
{
	const char *members[PN_STATS_MAX];
	unsigned count = name_count(NAMES_STAT, rules);
	const json_t *value = json_object_get(object, "stats");
	size_t outside = json_in_enter(in, "stats");

	for (unsigned i = 0; i < count; i++) {
		members[i] = name_at(NAMES_STAT, rules, i);
		stats[i] = rules->stats.row[i].optional ? 0 : PN_STAT_MISSING;
	}
	if (value && !json_in_object(in, value, members, count))
		return false;
	for (unsigned i = 0; i < count; i++)
		if (json_object_get(value, members[i]) &&
		    !json_in_get_length(in, value, members[i], &stats[i]))
			return false;
	json_in_leave(in, outside);
	return true;
}

/* A unit is placed by the muster, or deployed by its owner, or comes on later. */
static bool get_muster_pose(struct json_in *in, const json_t *value, bool placed, pn_pose *out)
{
	if (placed)
		return json_in_get_pose(in, value, "pose", out);
	if (!json_object_get(value, "pose"))
		return true;
	json_in_enter(in, "pose");
	return json_in_fail(in, "A unit that is deployed or comes on later has no pose.");
}

static bool get_place(struct json_in *in, const json_t *value, pn_figure *out)
{
	static const char *const members[] = {"x", "y", "facing"};
	int64_t x = 0, y = 0;
	pn_pose pose = {{0, 0}, 0};

	if (!JSON_IN_OBJECT(in, value, members) ||
	    !json_in_get_integer(in, value, "x", 0, PN_BOARD_MAX, &x) ||
	    !json_in_get_integer(in, value, "y", 0, PN_BOARD_MAX, &y) ||
	    !json_in_get_angle(in, value, "facing", &pose.facing))
		return false;
	pose.at = (pn_vec){(pn_len)x, (pn_len)y};
	*out = pn_figure_pack(pose);
	return true;
}

/* Figures placed one by one. */
static bool get_figures_at(struct json_in *in, const json_t *list, struct pn_muster *muster,
			   struct pn_muster_unit *unit)
{
	size_t outside = json_in_enter(in, "figures_at");

	if (!json_in_list(in, list, PN_LOOSE_MAX))
		return false;
	if (muster->figure_count + json_array_size(list) > PN_FIGURE_POSES_MAX)
		return json_in_fail(in, "All units have at most %d such figures.",
				    PN_FIGURE_POSES_MAX);
	unit->placed = (uint8_t)json_array_size(list);
	unit->first_figure = muster->figure_count;
	for (size_t i = 0; i < unit->placed; i++) {
		size_t item = json_in_enter_item(in, i);
		if (!get_place(in, json_array_get(list, i),
			       &muster->figure[muster->figure_count++]))
			return false;
		json_in_leave(in, item);
	}
	json_in_leave(in, outside);
	return true;
}

static bool get_unit(struct json_in *in, const json_t *value, const struct pn_rules *rules,
		     struct pn_muster *muster, struct pn_muster_unit *unit)
{
	static const char *const members[] = {"side",      "name",    "class", "state",
					      "traits",    "figures", "files", "base",
					      "formation", "pose",    "stats", "figures_at"};
	const json_t *figures_at;
	const json_t *traits;
	size_t outside = in->length;

	if (!JSON_IN_OBJECT(in, value, members) ||
	    !json_in_get_index(in, value, "side", NAMES_SIDE, NULL, &unit->side) ||
	    !json_in_get_index(in, value, "class", NAMES_CLASS, rules, &unit->class) ||
	    !get_formation(in, value, &unit->formation) ||
	    !get_stats(in, value, rules, unit->stats) ||
	    !get_muster_pose(in, value,
			     muster->deployment == PN_DEPLOYMENT_PLACED &&
				     !pn_in_reserve(rules, unit->stats),
			     &unit->pose) ||
	    !get_name(in, value, unit->name))
		return false;
	json_in_leave(in, outside);
	if (json_object_get(value, "formation") &&
	    !json_in_get_index(in, value, "formation", NAMES_FORM, rules, &unit->form))
		return false;
	if ((figures_at = json_object_get(value, "figures_at")) != NULL &&
	    !get_figures_at(in, figures_at, muster, unit))
		return false;
	if (json_object_get(value, "state") &&
	    !json_in_get_index(in, value, "state", NAMES_STATE, rules, &unit->state))
		return false;
	if ((traits = json_object_get(value, "traits")) != NULL) {
		json_in_enter(in, "traits");
		if (!json_in_bits(in, traits, NAMES_TRAIT, rules, &unit->traits))
			return false;
		json_in_leave(in, outside);
	}
	return true;
}

static bool get_units(struct json_in *in, const json_t *object, const struct pn_rules *rules,
		      struct pn_muster *out)
{
	const json_t *list = json_in_member(in, object, "units");
	size_t outside = json_in_enter(in, "units");

	if (!json_in_list(in, list, PN_UNITS_MAX))
		return false;
	out->unit_count = (uint8_t)json_array_size(list);
	for (size_t i = 0; i < out->unit_count; i++) {
		size_t item = json_in_enter_item(in, i);
		if (!get_unit(in, json_array_get(list, i), rules, out, &out->unit[i]))
			return false;
		json_in_leave(in, item);
	}
	json_in_leave(in, outside);
	return true;
}

static bool get_switches(struct json_in *in, const json_t *value, const struct pn_rules *rules,
			 struct pn_muster *out)
{
	const char *members[PN_SWITCHES_MAX];
	unsigned count = name_count(NAMES_SWITCH, rules);
	size_t outside = json_in_enter(in, "readings");

	for (unsigned i = 0; i < count; i++)
		members[i] = name_at(NAMES_SWITCH, rules, i);
	if (!json_in_object(in, value, members, count))
		return false;
	for (unsigned i = 0; i < count; i++) {
		const struct pn_switch *rule = &rules->switches.row[i];
		const char *position;
		if (!json_object_get(value, rule->name))
			continue;
		if (!json_in_get_text(in, value, rule->name, &position))
			return false;
		uint8_t at = 0;
		while (at < rule->count && strcmp(rule->position[at], position) != 0)
			at++;
		if (at == rule->count) {
			json_in_enter(in, rule->name);
			return json_in_fail_choice(in, position, rule->position, rule->count);
		}
		out->switches[i] = at;
	}
	json_in_leave(in, outside);
	return true;
}

static bool get_params(struct json_in *in, const json_t *value, const struct pn_rules *rules,
		       struct pn_muster *out)
{
	const char *members[PN_PARAMS_MAX];
	unsigned count = name_count(NAMES_PARAM, rules);
	size_t outside = json_in_enter(in, "params");

	for (unsigned i = 0; i < count; i++)
		members[i] = name_at(NAMES_PARAM, rules, i);
	if (!json_in_object(in, value, members, count))
		return false;
	for (unsigned i = 0; i < count; i++)
		if (json_object_get(value, members[i]) &&
		    !json_in_get_length(in, value, members[i], &out->params[i]))
			return false;
	json_in_leave(in, outside);
	return true;
}

static bool get_ends(struct json_in *in, const json_t *object, struct pn_muster *out)
{
	static const char *const members[] = {"turns", "count"};
	const json_t *ends = json_in_member(in, object, "ends");
	size_t outside = json_in_enter(in, "ends");
	bool good = JSON_IN_OBJECT(in, ends, members) &&
		    json_in_get_byte(in, ends, "turns", &out->turns) &&
		    json_in_get_index(in, ends, "count", NAMES_COUNT_OF, NULL, &out->count);
	json_in_leave(in, outside);
	return good;
}

/* A method that the ruleset allows; the answer to another lists those alone. */
static bool get_method(struct json_in *in, const json_t *object, const struct pn_rules *rules,
		       uint8_t *out)
{
	const char *allowed[PN_METHOD_COUNT];
	size_t count = 0;
	const char *given;

	if (!json_in_get_text(in, object, "method", &given))
		return false;
	for (uint8_t i = 0; i < PN_METHOD_COUNT; i++) {
		if (!(rules->methods >> i & 1))
			continue;
		allowed[count] = name_at(NAMES_METHOD, NULL, i);
		*out = i;
		if (strcmp(allowed[count++], given) == 0)
			return true;
	}
	json_in_enter(in, "method");
	return json_in_fail_choice(in, given, allowed, count);
}

bool codec_muster_options_read(struct pn_muster *out, uint8_t ruleset, struct json_in *in,
			       const json_t *object)
{
	const struct pn_rules *rules = pn_rules_at(ruleset);
	const json_t *value;

	if (json_object_get(object, "method"))
		get_method(in, object, rules, &out->method);
	if (json_object_get(object, "premeasure"))
		json_in_get_bool(in, object, "premeasure", &out->premeasure);
	if ((value = json_object_get(object, "readings")) != NULL)
		get_switches(in, value, rules, out);
	if ((value = json_object_get(object, "params")) != NULL)
		get_params(in, value, rules, out);
	return !in->failed;
}

bool codec_muster_read(struct pn_muster *out, uint8_t ruleset, struct json_in *in,
		       const json_t *object)
{
	static const char *const members[] = {"board",  "units",      "ends",     "deployment",
					      "method", "premeasure", "readings", "params"};
	const struct pn_rules *rules = pn_rules_at(ruleset);

	pn_muster_defaults(out, ruleset);
	return JSON_IN_OBJECT(in, object, members) && get_board(in, object, rules, out) &&
	       get_deployment(in, object, out) && get_units(in, object, rules, out) &&
	       get_ends(in, object, out) && codec_muster_options_read(out, ruleset, in, object);
}

bool codec_muster_decode(struct pn_muster *out, uint8_t ruleset, const char *bytes, size_t size,
			 struct codec_error *error)
{
	struct json_in in;
	json_t *document = json_in_load(&in, bytes, size, error);
	bool good = document && codec_muster_read(out, ruleset, &in, document);
	json_decref(document);
	return good;
}

/* ---- faults ---- */

/* What the core calls a member, and what the wire calls it. */
static const char *const wire_members[][2] = {
	{"formation/figures", "figures"},
	{"formation/files", "files"},
	{"formation/base_width", "base/width"},
	{"formation/base_depth", "base/depth"},
	{"shape", "points"},
};

static const char *const fault_texts[PN_MUSTER_FAULT_COUNT] = {
	[PN_MUSTER_NONE] = "Nothing is wrong.",
	[PN_MUSTER_NO_UNITS] = "Each side needs at least one unit.",
	[PN_MUSTER_BOARD_SIZE] = "The board is too small or too large.",
	[PN_MUSTER_OUT_OF_RANGE] = "The number is out of range.",
	[PN_MUSTER_MISSING] = "The ruleset needs this.",
	[PN_MUSTER_NOT_ALLOWED] = "The ruleset does not allow this.",
	[PN_MUSTER_ORDER] = "Red's units come first, then blue's.",
	[PN_MUSTER_OFF_TABLE] = "The unit stands off the table.",
	[PN_MUSTER_UNITS_OVERLAP] = "The unit stands where another stands.",
	[PN_MUSTER_ON_IMPASSABLE] = "The unit stands on impassable ground.",
	[PN_MUSTER_ZONES_MEET] = "The two zones must be apart.",
	[PN_MUSTER_NO_ROOM] = "The units find no room in their zone.",
	[PN_MUSTER_NOT_SIMPLE] = "The outline must be a simple polygon, clockwise.",
};

void codec_muster_fault(struct codec_error *out, const struct pn_muster_fault *fault)
{
	const char *member = fault->member ? fault->member : "";
	char index[8] = "";

	for (size_t i = 0; i < sizeof(wire_members) / sizeof(wire_members[0]); i++)
		if (strcmp(member, wire_members[i][0]) == 0)
			member = wire_members[i][1];
	const char *part = "";
	switch (fault->part) {
	case PN_PART_BOARD:
		part = "/board";
		break;
	case PN_PART_TERRAIN:
		part = "/board/terrain";
		break;
	case PN_PART_UNIT:
		part = "/units";
		break;
	case PN_PART_SWITCH:
		part = "/readings";
		break;
	case PN_PART_PARAM:
		part = "/params";
		break;
	case PN_PART_ENDS:
		part = "/ends";
		break;
	case PN_PART_METHOD:
		part = "/method";
		break;
	case PN_PART_DEPLOYMENT:
		part = "/deployment";
		break;
	}
	if ((fault->part == PN_PART_UNIT && fault->code != PN_MUSTER_NO_UNITS) ||
	    fault->part == PN_PART_TERRAIN)
		snprintf(index, sizeof(index), "/%u", fault->index);
	*out = (struct codec_error){.is_member = true};
	snprintf(out->pointer, sizeof(out->pointer), "%s%s%s%s", part, index, member[0] ? "/" : "",
		 member);
	if (fault->min || fault->max)
		snprintf(out->detail, sizeof(out->detail), "The number must be %d to %d.",
			 fault->min, fault->max);
	else
		snprintf(out->detail, sizeof(out->detail), "%s", fault_texts[fault->code]);
}
