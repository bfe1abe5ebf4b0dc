/* Rulesets, read off their tables. What a table holds is told here, so a client that
 * knows none of the books can still make a muster and show a game. */

#include "codec/codec_ruleset.h"

#include "base/write.h"
#include "codec/codec_under_way.h"
#include "codec/names.h"
#include "codec/value.h"

void codec_rulesets_encode(struct text *out)
{
	text_add_string(out, "{\"next\":null,\"rulesets\":[");
	for (uint8_t i = 0; i < pn_rules_count(); i++) {
		const struct pn_rules *rules = pn_rules_at(i);
		write_item(out);
		write_byte(out, '{');
		write_key_name(out, "id", rules->id);
		write_key_integer(out, "revision", rules->revision);
		write_key_string(out, "title", rules->title);
		write_byte(out, '}');
	}
	text_add_string(out, "]}");
}

/* A member that lists the names of one table. */
static void write_names(struct text *out, const char *key, enum name_list list,
			const struct pn_rules *rules)
{
	write_key(out, key);
	write_byte(out, '[');
	for (unsigned i = 0; i < name_count(list, rules); i++) {
		write_item(out);
		write_name(out, name_at(list, rules, i));
	}
	write_byte(out, ']');
}

static void write_clause(struct text *out, pn_clause clause)
{
	if (clause.text[0])
		write_key_name(out, "clause", clause.text);
}

static void write_decision(struct text *out, const struct pn_decision_rule *rule)
{
	write_byte(out, '{');
	write_key(out, "commands");
	write_byte(out, '[');
	for (unsigned i = 0; i < PN_COMMAND_COUNT; i++) {
		if (!pn_set_has(&rule->commands, (enum pn_command_kind)i))
			continue;
		write_item(out);
		write_name(out, name_at(NAMES_COMMAND, NULL, i));
	}
	write_byte(out, ']');
	write_key_name(out, "name", rule->name);
	write_byte(out, '}');
}

static void write_fact_rule(struct text *out, const struct pn_fact_rule *rule)
{
	write_byte(out, '{');
	write_key_name(out, "kind", rule->kind == PN_FACT_SIDE ? "side" : "number");
	write_key_name(out, "name", rule->name);
	write_key_bool(out, "of_turn", rule->of_turn);
	write_byte(out, '}');
}

static void write_form(struct text *out, const struct pn_form_rule *rule)
{
	write_byte(out, '{');
	write_key_bool(out, "all_round", rule->all_round);
	write_key_bool(out, "loose", rule->loose);
	write_key_name(out, "name", rule->name);
	write_byte(out, '}');
}

static void write_methods(struct text *out, const struct pn_rules *rules)
{
	write_key(out, "methods");
	write_byte(out, '[');
	for (unsigned i = 0; i < PN_METHOD_COUNT; i++) {
		if (!(rules->methods >> i & 1))
			continue;
		write_item(out);
		write_byte(out, '{');
		write_key_bool(out, "default", i == rules->default_method);
		write_key_name(out, "id", name_at(NAMES_METHOD, NULL, i));
		write_byte(out, '}');
	}
	write_byte(out, ']');
}

static void write_premeasure(struct text *out, const struct pn_rules *rules)
{
	write_key(out, "premeasure");
	write_byte(out, '{');
	write_clause(out, rules->premeasure);
	write_key_bool(out, "default", rules->premeasure.text[0] != '\0');
	write_byte(out, '}');
}

static void write_param(struct text *out, const struct pn_param_rule *rule)
{
	write_byte(out, '{');
	write_clause(out, rule->clause);
	write_key_name(out, "kind", rule->is_length ? "length" : "number");
	write_key_integer(out, "max", rule->max);
	write_key_integer(out, "min", rule->min);
	write_key_name(out, "name", rule->name);
	write_key_string(out, "note", rule->note ? rule->note : "");
	write_key_name(out, "provenance", name_at(NAMES_PROVENANCE, NULL, rule->provenance));
	write_key_integer(out, "sample", rule->sample);
	write_byte(out, '}');
}

static void write_reading(struct text *out, const struct pn_switch *rule)
{
	write_byte(out, '{');
	write_clause(out, rule->clause);
	write_key_name(out, "default", rule->position[0]);
	if (rule->leaves_out)
		write_key_string(out, "leaves_out", rule->leaves_out);
	write_key_name(out, "name", rule->name);
	write_key(out, "positions");
	write_byte(out, '[');
	for (uint8_t i = 0; i < rule->count; i++) {
		write_item(out);
		write_name(out, rule->position[i]);
	}
	write_byte(out, ']');
	write_key_string(out, "reason", rule->reason ? rule->reason : "");
	write_byte(out, '}');
}

static void write_tally(struct text *out, const struct pn_tally_rule *rule)
{
	write_byte(out, '{');
	if (rule->most > 0)
		write_key_integer(out, "most", rule->most);
	write_key_name(out, "name", rule->name);
	write_key_bool(out, "of_turn", rule->of_turn);
	write_byte(out, '}');
}

/* ---- what the position of a battle under way may say ---- */

static void write_lasting_flag(struct text *out, const struct pn_rules *rules,
			       const struct pn_flag_rule *rule)
{
	write_item(out);
	write_byte(out, '{');
	write_clause(out, rule->clause);
	write_key_bool(out, "in_contact", rule->in_contact);
	write_key_name(out, "name", rule->name);
	write_key(out, "states");
	write_bits(out, NAMES_STATE, rules,
		   rule->states > 0 ? rule->states : (UINT32_C(1) << rules->states.count) - 1);
	write_byte(out, '}');
}

/* Up to how much, or less than a characteristic; of a unit in the best state, too? */
static void write_lasting_tally(struct text *out, const struct pn_rules *rules,
				const struct pn_tally_rule *rule)
{
	write_item(out);
	write_byte(out, '{');
	if (rule->below > 0)
		write_key_name(out, "below", rules->stats.row[rule->below - 1].name);
	write_clause(out, rule->clause);
	write_key_integer(out, "most", rule->most);
	write_key_name(out, "name", rule->name);
	write_key_bool(out, "out_of_order", rule->out_of_order);
	write_byte(out, '}');
}

static void write_position(struct text *out, const struct pn_rules *rules)
{
	write_key(out, "position");
	write_byte(out, '{');
	write_key_bool(out, "agreed", rules->methods >> PN_METHOD_AGREED & 1);
	write_key(out, "facts");
	write_byte(out, '[');
	for (uint8_t i = 0; i < rules->facts.count; i++)
		if (codec_is_lasting_fact(&rules->facts.row[i])) {
			write_item(out);
			write_name(out, rules->facts.row[i].name);
		}
	text_add_string(out, "]");
	write_key(out, "flags");
	write_byte(out, '[');
	for (uint8_t i = 0; i < rules->flags.count; i++)
		if (rules->flags.row[i].lasts)
			write_lasting_flag(out, rules, &rules->flags.row[i]);
	write_byte(out, ']');
	write_key(out, "tallies");
	write_byte(out, '[');
	for (uint8_t i = 0; i < rules->tallies.count; i++)
		if (rules->tallies.row[i].most > 0)
			write_lasting_tally(out, rules, &rules->tallies.row[i]);
	text_add_string(out, "]}");
}

static void write_roll(struct text *out, const struct pn_roll_rule *rule)
{
	write_byte(out, '{');
	write_key_integer(out, "count", rule->count);
	write_key_name(out, "name", rule->name);
	write_key_integer(out, "sides", rule->sides);
	write_byte(out, '}');
}

static void write_stat(struct text *out, const struct pn_stat_rule *rule)
{
	write_byte(out, '{');
	write_clause(out, rule->clause);
	write_key_name(out, "kind", rule->kind == PN_STAT_LENGTH ? "length" : "number");
	write_key_integer(out, "max", rule->max);
	write_key_integer(out, "min", rule->min);
	write_key_name(out, "name", rule->name);
	write_key_bool(out, "optional", rule->optional);
	write_byte(out, '}');
}

static void write_terrain(struct text *out, const struct pn_terrain_rule *rule)
{
	write_byte(out, '{');
	write_key_bool(out, "blocks_sight", rule->blocks_sight);
	write_key_bool(out, "impassable", rule->impassable);
	write_key_name(out, "name", rule->name);
	write_byte(out, '}');
}

static void write_commands(struct text *out, const struct pn_rules *rules)
{
	write_key(out, "commands");
	write_byte(out, '[');
	for (unsigned i = 0; i < PN_COMMAND_COUNT; i++) {
		bool always = pn_is_parley((enum pn_command_kind)i);
		if (!always && !rules->commands[i].check)
			continue;
		write_item(out);
		write_name(out, name_at(NAMES_COMMAND, NULL, i));
	}
	write_byte(out, ']');
}

/* A member that lists the rows of one table, each written by `write`. */
#define WRITE_ROWS(out, key, table, write) \
	do { \
		write_key(out, key); \
		write_byte(out, '['); \
		for (uint8_t row_ = 0; row_ < (table).count; row_++) { \
			write_item(out); \
			write(out, &(table).row[row_]); \
		} \
		write_byte(out, ']'); \
	} while (0)

void codec_ruleset_encode(struct text *out, uint8_t ruleset)
{
	const struct pn_rules *rules = pn_rules_at(ruleset);

	write_byte(out, '{');
	write_names(out, "classes", NAMES_CLASS, rules);
	write_commands(out, rules);
	write_names(out, "counts", NAMES_COUNT_OF, NULL);
	WRITE_ROWS(out, "decisions", rules->decisions, write_decision);
	WRITE_ROWS(out, "facts", rules->facts, write_fact_rule);
	write_names(out, "flags", NAMES_FLAG, rules);
	WRITE_ROWS(out, "formations", rules->forms, write_form);
	write_key_name(out, "id", rules->id);
	write_methods(out, rules);
	WRITE_ROWS(out, "params", rules->params, write_param);
	write_names(out, "phases", NAMES_PHASE, rules);
	write_position(out, rules);
	write_premeasure(out, rules);
	write_names(out, "reactions", NAMES_REACTION, rules);
	WRITE_ROWS(out, "readings", rules->switches, write_reading);
	write_key_integer(out, "revision", rules->revision);
	WRITE_ROWS(out, "rolls", rules->rolls, write_roll);
	write_names(out, "states", NAMES_STATE, rules);
	WRITE_ROWS(out, "stats", rules->stats, write_stat);
	WRITE_ROWS(out, "tallies", rules->tallies, write_tally);
	WRITE_ROWS(out, "terrain", rules->terrain, write_terrain);
	write_key_string(out, "title", rules->title);
	write_names(out, "traits", NAMES_TRAIT, rules);
	write_names(out, "verbs", NAMES_VERB, rules);
	write_byte(out, '}');
}
