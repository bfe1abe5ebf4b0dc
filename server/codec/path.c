/* The legs of a move, in commands and in events: a table of members for each kind of leg. */

#include "codec/member.h"

#define AT(field) (uint16_t) offsetof(struct pn_leg, field)
#define KIND \
	{ \
		"kind", FORM_INDEX, AT(kind), NAMES_LEG \
	}

static const struct member advance[] = {
	{"heading", FORM_NUMBER, AT(heading), 0}, KIND, {"length", FORM_DISTANCE, AT(length), 0}};
static const struct member wheel[] = {{"about", FORM_CORNER, AT(left), NAMES_FACING},
				      {"angle", FORM_HALF_TURN, AT(angle), 0},
				      KIND};
static const struct member face[] = {KIND, {"to", FORM_NEW_FRONT, AT(to), NAMES_FACING}};
static const struct member frontage[] = {{"files", FORM_FILES, AT(files), 0}, KIND};
static const struct member form[] = {{"formation", FORM_INDEX, AT(form), NAMES_FORM}, KIND};
static const struct member figures[] = {{"figures", FORM_FIGURES, 0, 0}, KIND}; /* the path's */

/* The first member tells the kind, because each kind begins with another. */
static const struct layout legs[PN_LEG_COUNT] = {
	[PN_LEG_ADVANCE] = LAYOUT(advance), [PN_LEG_WHEEL] = LAYOUT(wheel),
	[PN_LEG_FACE] = LAYOUT(face),       [PN_LEG_FRONTAGE] = LAYOUT(frontage),
	[PN_LEG_FORM] = LAYOUT(form),       [PN_LEG_FIGURES] = LAYOUT(figures),
};

static void write_figures(struct text *out, const struct pn_placed *placed)
{
	write_byte(out, '[');
	for (unsigned i = 0; placed && i < PN_LOOSE_MAX; i++) {
		if (!(placed->of >> i & 1))
			continue;
		pn_pose pose = pn_figure_unpack(placed->to[i]);
		write_item(out);
		write_byte(out, '{');
		write_key_integer(out, "facing", pose.facing);
		write_key_integer(out, "figure", i);
		write_key_integer(out, "x", pose.at.x);
		write_key_integer(out, "y", pose.at.y);
		write_byte(out, '}');
	}
	write_byte(out, ']');
}

void write_path(struct text *out, const struct pn_game *names, const struct pn_path *path)
{
	write_byte(out, '[');
	for (uint8_t i = 0; i < path->count; i++) {
		const struct pn_leg *leg = &path->leg[i];

		write_item(out);
		write_byte(out, '{');
		if (leg->kind == PN_LEG_FIGURES) {
			write_key(out, "figures");
			write_figures(out, path->placed);
			write_key_name(out, "kind", "figures");
		} else {
			members_write(out, names, &legs[leg->kind], leg);
		}
		write_byte(out, '}');
	}
	write_byte(out, ']');
}

/* ---- lines of ours ---- */

bool scan_figures(struct scan *scan, struct pn_placed *out)
{
	scan_byte(scan, '[');
	while (!scan->failed && !scan_sees(scan, ']')) {
		int64_t facing = 0, figure = 0, x = 0, y = 0;

		scan_item(scan);
		scan_byte(scan, '{');
		scan_key_integer(scan, "facing", 0, UINT16_MAX, &facing);
		scan_key_integer(scan, "figure", 0, PN_LOOSE_MAX - 1, &figure);
		scan_key_integer(scan, "x", INT32_MIN, INT32_MAX, &x);
		scan_key_integer(scan, "y", INT32_MIN, INT32_MAX, &y);
		if (!scan_byte(scan, '}'))
			return false;
		if (out->of >> figure != 0 || x < -PN_BOARD_MAX || x > PN_BOARD_MAX ||
		    y < -PN_BOARD_MAX || y > PN_BOARD_MAX)
			return scan_fail(scan, "Figures are named once, in order, on the table.");
		out->of |= UINT64_C(1) << figure;
		out->to[figure] =
			pn_figure_pack((pn_pose){{(pn_len)x, (pn_len)y}, (pn_angle)facing});
	}
	return scan_byte(scan, ']');
}

static bool scan_leg(struct scan *scan, const struct pn_game *names, struct pn_placed *placed,
		     struct pn_leg *leg)
{
	uint8_t kind = 0;

	memset(leg, 0, sizeof(*leg));
	scan_byte(scan, '{');
	while (kind < PN_LEG_COUNT && !scan_sees_key(scan, legs[kind].member[0].name))
		kind++;
	/* Of no kind: an advance whose first member is missing. */
	members_scan(scan, names, placed, &legs[kind % PN_LEG_COUNT], leg);
	if (!scan->failed && kind != leg->kind)
		return scan_fail(scan, "The members are not those of this kind of leg.");
	return scan_byte(scan, '}');
}

bool scan_path(struct scan *scan, const struct pn_game *names, struct pn_path *out,
	       struct pn_placed *placed)
{
	out->count = 0;
	placed->of = 0;
	scan_byte(scan, '[');
	while (!scan->failed && !scan_sees(scan, ']')) {
		if (out->count == PN_PATH_MAX)
			return scan_fail(scan, "The path has too many legs.");
		if (scan_item(scan) && scan_leg(scan, names, placed, &out->leg[out->count]))
			out->count++;
	}
	out->placed = placed->of ? placed : NULL;
	return scan_byte(scan, ']');
}

/* ---- from outside ---- */

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

bool json_in_get_figures(struct json_in *in, const json_t *object, struct pn_placed *out)
{
	const json_t *list = json_object_get(object, "figures");
	size_t outside = json_in_enter(in, "figures");

	if (out->of != 0)
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

static bool get_leg(struct json_in *in, const json_t *value, const struct pn_game *names,
		    struct pn_placed *placed, struct pn_leg *leg)
{
	if (!json_is_object(value))
		return json_in_fail(in, "An object is wanted here.");
	return json_in_get_index(in, value, "kind", NAMES_LEG, NULL, &leg->kind) &&
	       members_get(in, value, names, placed, &legs[leg->kind], "kind", leg);
}

bool json_in_get_path(struct json_in *in, const json_t *object, const struct pn_game *names,
		      struct pn_path *path, struct pn_placed *placed)
{
	const json_t *list = json_in_member(in, object, "path");
	size_t outside = json_in_enter(in, "path");

	if (!json_in_list(in, list, PN_PATH_MAX))
		return false;
	path->count = (uint8_t)json_array_size(list);
	for (size_t i = 0; i < path->count; i++) {
		size_t item = json_in_enter_item(in, i);
		if (!get_leg(in, json_array_get(list, i), names, placed, &path->leg[i]))
			return false;
		json_in_leave(in, item);
	}
	path->placed = placed->of ? placed : NULL;
	json_in_leave(in, outside);
	return true;
}
