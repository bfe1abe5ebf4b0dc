/* Parts that musters, games and rulesets are all written with. */

#include "codec/parts.h"

#include "codec/value.h"

void write_points(struct text *out, const struct pn_shape *shape)
{
	write_byte(out, '[');
	for (uint8_t i = 0; i < shape->count; i++) {
		write_item(out);
		write_byte(out, '{');
		write_key_integer(out, "x", shape->point[i].x);
		write_key_integer(out, "y", shape->point[i].y);
		write_byte(out, '}');
	}
	write_byte(out, ']');
}

void write_deployment(struct text *out, uint8_t how, pn_side first,
		      const struct pn_shape zone[PN_SIDES])
{
	write_byte(out, '{');
	if (how == PN_DEPLOYMENT_IN_TURN)
		write_key_name(out, "first", name_at(NAMES_SIDE, NULL, first));
	write_key_name(out, "how", name_at(NAMES_DEPLOYMENT, NULL, how));
	write_key(out, "zones");
	write_byte(out, '{');
	write_key(out, "blue");
	write_points(out, &zone[PN_BLUE]);
	write_key(out, "red");
	write_points(out, &zone[PN_RED]);
	text_add_string(out, "}}");
}

static void write_terrain(struct text *out, const struct pn_rules *rules,
			  const struct pn_terrain *terrain)
{
	write_byte(out, '{');
	write_key_integer(out, "height", terrain->height);
	write_key_name(out, "kind", name_at(NAMES_TERRAIN, rules, terrain->kind));
	write_key(out, "points");
	write_points(out, &terrain->shape);
	write_byte(out, '}');
}

void write_board(struct text *out, const struct pn_rules *rules, pn_len width, pn_len depth,
		 const struct pn_terrain *terrain, uint8_t count)
{
	write_byte(out, '{');
	write_key_integer(out, "depth", depth);
	write_key(out, "terrain");
	write_byte(out, '[');
	for (uint8_t i = 0; i < count; i++) {
		write_item(out);
		write_terrain(out, rules, &terrain[i]);
	}
	write_byte(out, ']');
	write_key_integer(out, "width", width);
	write_byte(out, '}');
}

/* The number in a list that comes next in the order of names, or -1. Begin with NULL. A
 * ruleset lists its things in an order of its own, and an object's members ascend. */
static int next_name(enum name_list list, const struct pn_rules *rules, const char *after)
{
	int next = -1;
	for (unsigned i = 0; i < name_count(list, rules); i++) {
		const char *name = name_at(list, rules, i);
		if ((!after || strcmp(name, after) > 0) &&
		    (next < 0 || strcmp(name, name_at(list, rules, (unsigned)next)) < 0))
			next = (int)i;
	}
	return next;
}

void write_named_numbers(struct text *out, enum name_list list, const struct pn_rules *rules,
			 const int32_t *value)
{
	write_byte(out, '{');
	const char *name = NULL;
	for (int i; (i = next_name(list, rules, name)) >= 0;) {
		name = name_at(list, rules, (unsigned)i);
		write_key_integer(out, name, value[i]);
	}
	write_byte(out, '}');
}

void write_stats(struct text *out, const struct pn_rules *rules, const int32_t *value)
{
	write_byte(out, '{');
	const char *name = NULL;
	for (int i; (i = next_name(NAMES_STAT, rules, name)) >= 0;) {
		name = name_at(NAMES_STAT, rules, (unsigned)i);
		if (value[i] != 0 || !rules->stats.row[i].optional)
			write_key_integer(out, name, value[i]);
	}
	write_byte(out, '}');
}

void write_tallies(struct text *out, const struct pn_rules *rules, const uint8_t *count)
{
	write_byte(out, '{');
	const char *name = NULL;
	for (int i; (i = next_name(NAMES_TALLY, rules, name)) >= 0;) {
		name = name_at(NAMES_TALLY, rules, (unsigned)i);
		if (count[i] > 0)
			write_key_integer(out, name, count[i]);
	}
	write_byte(out, '}');
}

void write_switches(struct text *out, const struct pn_rules *rules, const uint8_t *position)
{
	write_byte(out, '{');
	const char *name = NULL;
	for (int i; (i = next_name(NAMES_SWITCH, rules, name)) >= 0;) {
		name = name_at(NAMES_SWITCH, rules, (unsigned)i);
		write_key_name(out, name, rules->switches.row[i].position[position[i]]);
	}
	write_byte(out, '}');
}

void write_facts(struct text *out, const struct pn_rules *rules, const int32_t *value)
{
	write_byte(out, '{');
	const char *name = NULL;
	for (int i; (i = next_name(NAMES_FACT, rules, name)) >= 0;) {
		name = name_at(NAMES_FACT, rules, (unsigned)i);
		write_key(out, name);
		write_fact(out, rules, (uint8_t)i, value[i]);
	}
	write_byte(out, '}');
}

void write_ends(struct text *out, uint8_t turns, uint8_t count)
{
	write_byte(out, '{');
	write_key_name(out, "count", name_at(NAMES_COUNT_OF, NULL, count));
	write_key_integer(out, "turns", turns);
	write_byte(out, '}');
}

void write_machine(struct text *out, const struct machine_seat *machine)
{
	char text[MACHINE_TEXT_BYTES];

	if (!machine->strength)
		return;
	machine_text(text, machine);
	write_key(out, "machine");
	text_add_string(out, text);
}
