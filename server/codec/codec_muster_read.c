/* Musters as they are read. The codec judges form and type; what a ruleset allows, and whether
 * units have room, is pn_setup()'s to say. So a number is taken whenever its field can hold it,
 * and "10,000 figures" is refused with a clause, not as bad JSON.
 *
 * Where all that is wrong is asked for, a part that cannot be read is written down and passed
 * over, and marked as unread: the core holds nothing against it. */

#include "codec/codec_under_way.h"
#include "codec/json.h"
#include "codec/value.h"

#include <stdio.h>

_Static_assert((int)PN_NAME_BYTES == (int)CODEC_NAME_BYTES, "units have room for the names of all");

/* What could not be read so far; nothing for a caller that stops at the first failure, and it is
 * never written. */
static struct pn_muster_unread *unread_of(const struct json_in *in)
{
	static struct pn_muster_unread nothing;

	return in->all ? &in->all->unread : &nothing;
}

/* Is a part that was read good, or passed over? Then `unread` of it is set. */
static bool pass(struct json_in *in, bool good, size_t outside, bool *unread)
{
	if (good)
		return true;
	if (!json_in_pass_over(in, outside))
		return false;
	in->all->unread.any = true;
	*unread = true;
	return true;
}

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
		bool *unread = &unread_of(in)->terrain[i];
		size_t item = json_in_enter_item(in, i), length = in->length;
		bool good = JSON_IN_OBJECT(in, piece, members) &&
			    pass(in,
				 json_in_get_index(in, piece, "kind", NAMES_TERRAIN, rules,
						   &terrain->kind),
				 length, unread) &&
			    pass(in, json_in_get_length(in, piece, "height", &terrain->height),
				 length, unread) &&
			    get_points(in, piece, "points", &terrain->shape);

		if (!pass(in, good, item, unread))
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
	size_t outside = json_in_enter(in, "board"), length = in->length;
	bool *unread = &unread_of(in)->board;
	bool good = JSON_IN_OBJECT(in, board, members) &&
		    pass(in, json_in_get_length(in, board, "width", &out->width), length, unread) &&
		    pass(in, json_in_get_length(in, board, "depth", &out->depth), length, unread) &&
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
		return json_in_fail_key(in, "muster.no_first",
					"Only who deploys in turn has a first.");
	}
	zones = json_in_member(in, value, "zones");
	json_in_enter(in, "zones");
	if (!JSON_IN_OBJECT(in, zones, sides) || !get_zone(in, zones, "red", &out->zone[PN_RED]) ||
	    !get_zone(in, zones, "blue", &out->zone[PN_BLUE]))
		return false;
	json_in_leave(in, outside);
	return true;
}

/* A name as it may be sent, or of an earlier version: whatever there is room for. */
static bool get_name(struct json_in *in, const json_t *object, char out[PN_NAME_BYTES])
{
	static const struct plain_text_limit limit = {1, CODEC_NAME_CHARACTERS, PN_NAME_BYTES};
	const char *name;

	if (in->typed)
		return in->typed(in, object, "name", &limit, out);
	if (!json_in_get_text(in, object, "name", &name))
		return false;
	const size_t size = strlen(name);

	if (size == 0 || size >= PN_NAME_BYTES) {
		json_in_enter(in, "name");
		json_in_fail_key(in, "text.length", "A name has 1 to %d bytes.", PN_NAME_BYTES - 1);
		in->error->min = 1;
		in->error->max = in->error->bytes = PN_NAME_BYTES - 1;
		return false;
	}
	memcpy(out, name, size + 1);
	return true;
}

static bool get_formation(struct json_in *in, const json_t *object, struct pn_formation *out,
			  bool *unread)
{
	static const char *const members[] = {"width", "depth"};
	const size_t length = in->length;

	if (!pass(in, json_in_get_short(in, object, "figures", &out->figures), length, unread) ||
	    !pass(in, json_in_get_short(in, object, "files", &out->files), length, unread))
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
		      int32_t stats[PN_STATS_MAX], bool *unread)
{
	const char *members[PN_STATS_MAX];
	unsigned count = name_count(NAMES_STAT, rules);
	const json_t *value = json_object_get(object, "stats");
	size_t outside = json_in_enter(in, "stats"), length = in->length;

	for (unsigned i = 0; i < count; i++) {
		members[i] = name_at(NAMES_STAT, rules, i);
		stats[i] = rules->stats.row[i].optional ? 0 : PN_STAT_MISSING;
	}
	if (value && !json_in_object(in, value, members, count))
		return false;
	for (unsigned i = 0; i < count; i++)
		if (json_object_get(value, members[i]) &&
		    !pass(in, json_in_get_length(in, value, members[i], &stats[i]), length, unread))
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
	return json_in_fail_key(in, "muster.no_pose",
				"A unit that is deployed or comes on later has no pose.");
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
	if (muster->figure_count + json_array_size(list) > PN_FIGURE_POSES_MAX) {
		json_in_fail_key(in, "muster.too_many_figures",
				 "All units have at most %d such figures.", PN_FIGURE_POSES_MAX);
		in->error->max = PN_FIGURE_POSES_MAX;
		return false;
	}
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

/* Members that need not be there. */
static bool get_more_of_unit(struct json_in *in, const json_t *value, const struct pn_rules *rules,
			     struct pn_muster *muster, struct pn_muster_unit *unit, bool *unread)
{
	const size_t length = in->length;
	const json_t *figures_at = json_object_get(value, "figures_at");
	const json_t *traits = json_object_get(value, "traits");
	bool good = true;

	if (json_object_get(value, "formation") &&
	    !pass(in, json_in_get_index(in, value, "formation", NAMES_FORM, rules, &unit->form),
		  length, unread))
		return false;
	if (figures_at && !pass(in, get_figures_at(in, figures_at, muster, unit), length, unread))
		return false;
	if (json_object_get(value, "state") &&
	    !pass(in, json_in_get_index(in, value, "state", NAMES_STATE, rules, &unit->state),
		  length, unread))
		return false;
	if (traits) {
		json_in_enter(in, "traits");
		good = json_in_bits(in, traits, NAMES_TRAIT, rules, &unit->traits);
		if (good)
			json_in_leave(in, length);
	}
	return good;
}

/* Of a battle under way: who comes from the reserve stands where its pose is; who has none is not
 * on the table, if the position says so, too. */
static bool get_pose_under_way(struct json_in *in, const json_t *value,
			       const struct pn_rules *rules, struct pn_muster_unit *unit,
			       bool *unread)
{
	const bool is_reserve = pn_in_reserve(rules, unit->stats);

	if (!json_object_get(value, "pose")) {
		unit->whereabouts = PN_IS_GONE;
		return true;
	}
	unit->whereabouts = is_reserve ? PN_HAS_COME_ON : PN_WHERE_IT_BEGAN;
	return pass(in, json_in_get_pose(in, value, "pose", &unit->pose), in->length, unread);
}

static bool get_unit(struct json_in *in, const json_t *value, const struct pn_rules *rules,
		     struct pn_muster *muster, struct pn_muster_unit *unit, bool *unread)
{
	static const char *const members[] = {"side",      "name",    "class", "state",
					      "traits",    "figures", "files", "base",
					      "formation", "pose",    "stats", "figures_at"};
	const size_t length = in->length;

	if (!JSON_IN_OBJECT(in, value, members) ||
	    !pass(in, json_in_get_index(in, value, "side", NAMES_SIDE, NULL, &unit->side), length,
		  unread) ||
	    !pass(in, json_in_get_index(in, value, "class", NAMES_CLASS, rules, &unit->class),
		  length, unread) ||
	    !pass(in, get_formation(in, value, &unit->formation, unread), length, unread) ||
	    !pass(in, get_stats(in, value, rules, unit->stats, unread), length, unread))
		return false;
	/* Whether it has a pose follows from its characteristics and from how it is deployed; of a
	 * battle under way, from whether it is on the table. */
	const bool is_placed =
		muster->deployment == PN_DEPLOYMENT_PLACED && !pn_in_reserve(rules, unit->stats);
	const bool can_tell = !*unread && !unread_of(in)->deployment;

	if (muster->first_turn > 0) {
		if (!get_pose_under_way(in, value, rules, unit, unread))
			return false;
	} else if (can_tell &&
		   !pass(in, get_muster_pose(in, value, is_placed, &unit->pose), length, unread))
		return false;
	if (!pass(in, get_name(in, value, unit->name), length, unread))
		return false;
	json_in_leave(in, length);
	return get_more_of_unit(in, value, rules, muster, unit, unread);
}

bool codec_units_read(struct pn_muster *out, const struct pn_rules *rules, struct json_in *in,
		      const json_t *object)
{
	const json_t *list = json_in_member(in, object, "units");
	size_t outside = json_in_enter(in, "units");

	if (!json_in_list(in, list, PN_UNITS_MAX))
		return false;
	out->unit_count = (uint8_t)json_array_size(list);
	for (size_t i = 0; i < out->unit_count; i++) {
		bool *unread = &unread_of(in)->unit[i];
		size_t item = json_in_enter_item(in, i);
		if (!pass(in,
			  get_unit(in, json_array_get(list, i), rules, out, &out->unit[i], unread),
			  item, unread))
			return false;
		json_in_leave(in, item);
	}
	json_in_leave(in, outside);
	return true;
}

/* Does the position say that the unit is not on the table? */
static bool is_said_gone(const json_t *position, const struct pn_muster *muster, uint8_t unit)
{
	char id[PN_ID_BYTES];

	codec_name_unit(id, muster, unit);
	return json_is_false(json_object_get(
		json_object_get(json_object_get(position, "units"), id), "on_table"));
}

/* A unit without a pose that is not said to be gone lacks one, or is still to come from the
 * reserve. */
static bool look_for_poses(struct json_in *in, const json_t *object, const struct pn_rules *rules,
			   struct pn_muster *out)
{
	const json_t *list = json_object_get(object, "units");
	size_t outside = json_in_enter(in, "units");

	for (uint8_t i = 0; i < out->unit_count; i++) {
		struct pn_muster_unit *unit = &out->unit[i];
		bool *unread = &unread_of(in)->unit[i];
		size_t item = json_in_enter_item(in, i);

		if (unit->whereabouts != PN_IS_GONE || *unread ||
		    is_said_gone(json_object_get(object, "position"), out, i)) {
			json_in_leave(in, item);
			continue;
		}
		unit->whereabouts = PN_WHERE_IT_BEGAN;
		if (!pn_in_reserve(rules, unit->stats) &&
		    !pass(in, json_in_get_pose(in, json_array_get(list, i), "pose", &unit->pose),
			  item, unread))
			return false;
		json_in_leave(in, item);
	}
	json_in_leave(in, outside);
	return true;
}

/* A battle under way goes on from its position. */
static bool get_position(struct json_in *in, const json_t *object, const struct pn_rules *rules,
			 struct pn_muster *out)
{
	const json_t *position = json_object_get(object, "position");

	return !position || (pass(in, codec_under_way_read(out, rules, in, position), in->length,
				  &unread_of(in)->units) &&
			     look_for_poses(in, object, rules, out));
}

/* The position of one switch. */
static bool get_switch(struct json_in *in, const json_t *value, const struct pn_switch *rule,
		       uint8_t *out)
{
	const char *position;

	if (!json_in_get_text(in, value, rule->name, &position))
		return false;
	for (uint8_t i = 0; i < rule->count; i++) {
		if (strcmp(rule->position[i], position) == 0) {
			*out = i;
			return true;
		}
	}
	json_in_enter(in, rule->name);
	return json_in_fail_choice(in, position, rule->position, rule->count);
}

static bool get_switches(struct json_in *in, const json_t *value, const struct pn_rules *rules,
			 struct pn_muster *out)
{
	const char *members[PN_SWITCHES_MAX];
	unsigned count = name_count(NAMES_SWITCH, rules);
	size_t outside = json_in_enter(in, "readings"), length = in->length;

	for (unsigned i = 0; i < count; i++)
		members[i] = name_at(NAMES_SWITCH, rules, i);
	if (!json_in_object(in, value, members, count))
		return false;
	for (unsigned i = 0; i < count; i++) {
		const struct pn_switch *rule = &rules->switches.row[i];
		if (!json_object_get(value, rule->name))
			continue;
		if (!pass(in, get_switch(in, value, rule, &out->switches[i]), length,
			  &unread_of(in)->agreed))
			return false;
	}
	json_in_leave(in, outside);
	return true;
}

static bool get_params(struct json_in *in, const json_t *value, const struct pn_rules *rules,
		       struct pn_muster *out)
{
	const char *members[PN_PARAMS_MAX];
	unsigned count = name_count(NAMES_PARAM, rules);
	size_t outside = json_in_enter(in, "params"), length = in->length;

	for (unsigned i = 0; i < count; i++)
		members[i] = name_at(NAMES_PARAM, rules, i);
	if (!json_in_object(in, value, members, count))
		return false;
	for (unsigned i = 0; i < count; i++)
		if (json_object_get(value, members[i]) &&
		    !pass(in, json_in_get_length(in, value, members[i], &out->params[i]), length,
			  &unread_of(in)->agreed))
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
	bool *unread = &unread_of(in)->agreed;
	const size_t length = in->length;
	const json_t *readings = json_object_get(object, "readings");
	const json_t *params = json_object_get(object, "params");

	return (!json_object_get(object, "method") ||
		pass(in, get_method(in, object, rules, &out->method), length, unread)) &&
	       (!json_object_get(object, "premeasure") ||
		pass(in, json_in_get_bool(in, object, "premeasure", &out->premeasure), length,
		     unread)) &&
	       (!readings || pass(in, get_switches(in, readings, rules, out), length, unread)) &&
	       (!params || pass(in, get_params(in, params, rules, out), length, unread));
}

bool codec_muster_read(struct pn_muster *out, uint8_t ruleset, struct json_in *in,
		       const json_t *object)
{
	static const char *const members[] = {"board",      "units",  "ends",
					      "deployment", "method", "premeasure",
					      "readings",   "params", "position"};
	const struct pn_rules *rules = pn_rules_at(ruleset);
	struct pn_muster_unread *unread = unread_of(in);
	const size_t length = in->length;

	pn_muster_defaults(out, ruleset);
	/* Which turn it is stands in the position, which is read when the units are known. */
	out->first_turn = json_object_get(object, "position") != NULL;
	return JSON_IN_OBJECT(in, object, members) &&
	       pass(in, get_board(in, object, rules, out), length, &unread->board) &&
	       pass(in, get_deployment(in, object, out), length, &unread->deployment) &&
	       pass(in, codec_units_read(out, rules, in, object), length, &unread->units) &&
	       get_position(in, object, rules, out) &&
	       pass(in, get_ends(in, object, out), length, &unread->ends) &&
	       codec_muster_options_read(out, ruleset, in, object);
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
