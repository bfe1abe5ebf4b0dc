/* Musters as they are written, and what is wrong with one in words. */

#include "codec/codec.h"
#include "codec/codec_under_way.h"
#include "codec/parts.h"
#include "codec/value.h"

#include <stdio.h>

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
	write_key_integer(out, "figures",
			  unit->at_start > 0 ? unit->at_start : unit->formation.figures);
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
	if (placed && pn_begins_on_board(rules, unit)) {
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

/* Those of one side, or of both: PN_NO_SIDE. */
static void write_list_of_units(struct text *out, const struct pn_rules *rules,
				const struct pn_muster *muster, pn_side side)
{
	const bool placed = muster->deployment == PN_DEPLOYMENT_PLACED;

	write_byte(out, '[');
	for (uint8_t i = 0; i < muster->unit_count; i++) {
		if (side != PN_NO_SIDE && muster->unit[i].side != side)
			continue;
		write_item(out);
		write_unit(out, rules, muster->figure, &muster->unit[i], placed);
	}
	write_byte(out, ']');
}

void codec_army_encode(struct text *out, uint8_t ruleset, const struct pn_muster *muster,
		       pn_side side)
{
	write_list_of_units(out, pn_rules_at(ruleset), muster, side);
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
	if (muster->first_turn > 0)
		codec_under_way_write(out, rules, muster);
	write_key_bool(out, "premeasure", muster->premeasure);
	write_key(out, "readings");
	write_switches(out, rules, muster->switches);
	write_key(out, "units");
	write_list_of_units(out, rules, muster, PN_NO_SIDE);
	write_byte(out, '}');
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

/* The sentence of a fault: its key in the catalogue, and in English. */
static const struct {
	const char *key, *text;
} sentences[PN_MUSTER_FAULT_COUNT] = {
	[PN_MUSTER_NONE] = {"muster.none", "Nothing is wrong."},
	[PN_MUSTER_NO_UNITS] = {"muster.no_units", "Each side needs at least one unit."},
	[PN_MUSTER_BOARD_SIZE] = {"muster.board_size", "The board is too small or too large."},
	[PN_MUSTER_OUT_OF_RANGE] = {"muster.out_of_range", "The number is out of range."},
	[PN_MUSTER_MISSING] = {"muster.missing", "The ruleset needs this."},
	[PN_MUSTER_NOT_ALLOWED] = {"muster.not_allowed", "The ruleset does not allow this."},
	[PN_MUSTER_ORDER] = {"muster.red_units_come_first", "Red's units come first, then blue's."},
	[PN_MUSTER_OFF_TABLE] = {"muster.off_table", "The unit stands off the table."},
	[PN_MUSTER_UNITS_OVERLAP] = {"muster.units_overlap",
				     "The unit stands where another stands."},
	[PN_MUSTER_ON_IMPASSABLE] = {"muster.on_impassable_ground",
				     "The unit stands on impassable ground."},
	[PN_MUSTER_ZONES_MEET] = {"muster.zones_meet", "The two zones must be apart."},
	[PN_MUSTER_NO_ROOM] = {"muster.no_room", "The units find no room in their zone."},
	[PN_MUSTER_NO_CONTACT] = {"muster.no_contact",
				  "Two enemies that touch are in contact, once, on the side that "
				  "the one lies against."},
	[PN_MUSTER_NOT_LASTING] = {"muster.not_lasting",
				   "A unit like this one does not begin a turn with it."},
	[PN_MUSTER_ARMY_TOO_LARGE] = {"muster.army_too_large",
				      "The army has more figures than was agreed."},
	[PN_MUSTER_NOT_SIMPLE] = {"muster.not_a_simple_polygon",
				  "The outline must be a simple polygon, clockwise."},
};

static void write_sentence(struct codec_error *out, const struct pn_muster_fault *fault)
{
	out->key = sentences[fault->code].key;
	out->min = fault->min;
	out->max = fault->max;
	if (fault->code == PN_MUSTER_OFF_TABLE && fault->part != PN_PART_UNIT) {
		out->key = "muster.ground_off_table";
		snprintf(out->detail, sizeof(out->detail), "It reaches off the table.");
	} else if (fault->code == PN_MUSTER_ARMY_TOO_LARGE) {
		snprintf(out->detail, sizeof(out->detail),
			 "The army has more than the %d figures that were agreed.", fault->max);
	} else if (fault->member && strcmp(fault->member, "side") == 0 &&
		   fault->code == PN_MUSTER_OUT_OF_RANGE) {
		out->key = "muster.side_full";
		snprintf(out->detail, sizeof(out->detail), "A side has at most %d units.",
			 fault->max);
	} else if (fault->min || fault->max) {
		out->key = "muster.bounds";
		snprintf(out->detail, sizeof(out->detail), "The number must be %d to %d.",
			 fault->min, fault->max);
	} else {
		snprintf(out->detail, sizeof(out->detail), "%s", sentences[fault->code].text);
	}
}

void codec_muster_fault(struct codec_error *out, const struct pn_muster_fault *fault)
{
	const char *member = fault->member ? fault->member : "";
	char index[8] = "", unit[PN_ID_BYTES + 24] = "";

	for (size_t i = 0; i < sizeof(wire_members) / sizeof(wire_members[0]); i++)
		if (strcmp(member, wire_members[i][0]) == 0)
			member = wire_members[i][1];
	const char *part = "";
	switch (fault->part) {
	case PN_PART_BOARD:
		part = strcmp(member, "units") == 0 ? "" : "/board";
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
	case PN_PART_CONTACT:
		part = "/position/contacts";
		break;
	case PN_PART_FACT:
		part = "/position/facts";
		break;
	case PN_PART_POSITION:
	case PN_PART_TALLY:
	case PN_PART_FLAG:
		part = "/position";
		break;
	}
	if ((fault->part == PN_PART_UNIT && fault->code != PN_MUSTER_NO_UNITS) ||
	    fault->part == PN_PART_TERRAIN || fault->part == PN_PART_CONTACT)
		snprintf(index, sizeof(index), "/%u", fault->index);
	*out = (struct codec_error){.is_member = true};
	if (fault->unit[0])
		snprintf(unit, sizeof(unit), "/units/%s%s", fault->unit,
			 fault->part == PN_PART_TALLY  ? "/tallies"
			 : fault->part == PN_PART_FLAG ? "/flags"
						       : "");
	snprintf(out->pointer, sizeof(out->pointer), "%s%s%s%s%s", part, unit, index,
		 member[0] ? "/" : "", member);
	write_sentence(out, fault);
}
