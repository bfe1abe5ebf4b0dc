/* What is wrong with a rule book's tables: a name that is missing or there twice, a cell that
 * was forgotten, a decision that nobody can answer. The rows are the book's; that they hold
 * together is checked here, once for all books. */

#include "pennon/rules_check.h"
#include "step.h"

enum {
	TABLES = 16,
	FLAGS_MOST = 32, /* bits of a unit's flags, and of its traits */
	POSITIONS_MOST = sizeof(((struct pn_switch *)NULL)->position) / sizeof(char *),
};

/* Which table is looked at, and its names. */
struct table {
	const char *name;
	const void *row; /* of whatever type; its size is `stride` */
	size_t stride;
	uint8_t count;
	uint8_t least, most;
};

#define TABLE(rules, member, least, most) \
	{ \
#member, (rules)->member.row, sizeof *(rules)->member.row, (rules)->member.count, \
			least, most \
	}

static const struct pn_rules_fault none = {NULL, 0, NULL, NULL};

static struct pn_rules_fault fault_of(const char *table, uint8_t row, const char *what)
{
	return (struct pn_rules_fault){table, row, NULL, what};
}

/* Every row begins with its name. */
static const char *name_of(const struct table *table, uint8_t row)
{
	const char *name;

	memcpy(&name, (const char *)table->row + row * table->stride, sizeof name);
	return name;
}

/* Small letters, digits and what else may stand in it; not empty. */
static bool is_made_of(const char *text, const char *besides)
{
	for (const char *at = text; *at; at++) {
		bool allowed = (*at >= 'a' && *at <= 'z') || (*at >= '0' && *at <= '9');

		for (const char *other = besides; !allowed && *other; other++)
			allowed = *at == *other;
		if (!allowed)
			return false;
	}
	return text[0] != '\0';
}

static bool has_text(const char *text)
{
	return text && text[0];
}

static bool is_id(const char *id)
{
	return id && is_made_of(id, ".-");
}

/* A name as the wire has it: a letter, then letters, digits and _. */
static bool is_name(const char *name)
{
	return is_made_of(name, "_") && name[0] >= 'a';
}

static struct pn_rules_fault check_names(const struct table *table)
{
	if (table->count < table->least)
		return fault_of(table->name, 0, "has too few rows");
	if (table->count > table->most)
		return fault_of(table->name, 0, "has more rows than a game has room for");
	for (uint8_t i = 0; i < table->count; i++) {
		if (!name_of(table, i))
			return fault_of(table->name, i, "is empty");
		if (!is_name(name_of(table, i)))
			return fault_of(table->name, i, "has no name that the wire can say");
		for (uint8_t k = 0; k < i; k++)
			if (strcmp(name_of(table, i), name_of(table, k)) == 0)
				return fault_of(table->name, i, "has the name of another row");
	}
	return none;
}

/* All tables whose rows have names. */
static void list_tables(const struct pn_rules *rules, struct table out[TABLES])
{
	const struct table tables[TABLES] = {
		TABLE(rules, phases, 1, PN_NO_PHASE - 1),
		TABLE(rules, decisions, 1, UINT8_MAX),
		TABLE(rules, classes, 1, UINT8_MAX),
		TABLE(rules, stats, 0, PN_STATS_MAX),
		TABLE(rules, flags, 0, FLAGS_MOST),
		TABLE(rules, tallies, 0, PN_TALLIES_MAX),
		TABLE(rules, rolls, 0, UINT8_MAX),
		TABLE(rules, facts, 0, PN_FACTS_MAX),
		TABLE(rules, switches, 0, PN_SWITCHES_MAX),
		TABLE(rules, params, 0, PN_PARAMS_MAX),
		TABLE(rules, terrain, 1, UINT8_MAX),
		TABLE(rules, forms, 1, UINT8_MAX),
		TABLE(rules, states, 1, UINT8_MAX),
		TABLE(rules, traits, 0, FLAGS_MOST),
		TABLE(rules, verbs, 2, UINT8_MAX),
		TABLE(rules, reactions, 0, UINT8_MAX),
	};

	memcpy(out, tables, sizeof tables);
}

static struct pn_rules_fault check_all_names(const struct pn_rules *rules)
{
	struct table tables[TABLES];
	struct pn_rules_fault fault = none;

	list_tables(rules, tables);
	for (size_t i = 0; !fault.what && i < TABLES; i++)
		fault = check_names(&tables[i]);
	if (!fault.what && strcmp(rules->verbs.row[PN_VERB_NONE], "none") != 0)
		return fault_of("verbs", PN_VERB_NONE, "is not \"none\"");
	if (!fault.what && strcmp(rules->verbs.row[PN_VERB_CHARGE], "charge") != 0)
		return fault_of("verbs", PN_VERB_CHARGE, "is not \"charge\"");
	return fault;
}

/* A clause of the book, or one of Pennon's own. */
static bool is_clause(const struct pn_rules *rules, const pn_clause *clause)
{
	const size_t size = strlen(rules->letters);
	const char *text = clause->text;

	return (strncmp(text, rules->letters, size) == 0 && text[size] == '-' &&
		text[size + 1] != '\0') ||
	       (strncmp(text, "PN-", 3) == 0 && text[3] != '\0');
}

static struct pn_rules_fault check_head(const struct pn_rules *rules)
{
	const char *what = NULL;

	if (!is_id(rules->id))
		what = "has no id of small letters, digits, . and -";
	else if (!has_text(rules->title))
		what = "has no title";
	else if (!rules->letters || strlen(rules->letters) != 2 ||
		 strcmp(rules->letters, "PN") == 0)
		what = "has no two letters of its own before the numbers of its clauses";
	else if (rules->revision == 0)
		what = "has no revision";
	else if (rules->first_phase >= rules->phases.count)
		what = "begins a turn with a phase that it does not have";
	else if (rules->deployment_phase != PN_NO_PHASE &&
		 rules->deployment_phase >= rules->phases.count)
		what = "deploys in a phase that it does not have";
	else if (rules->reserve_stat > rules->stats.count)
		what = "has units arrive by a characteristic that it does not have";
	else if (rules->default_method >= PN_METHOD_COUNT ||
		 !(rules->methods >> rules->default_method & 1))
		what = "does not allow its default method";
	else if (rules->deepest_pending == 0 || rules->deepest_pending > PN_PENDING_MAX)
		what = "nests decisions not at all or too deep";
	else if (rules->premeasure.text[0] && !is_clause(rules, &rules->premeasure))
		what = "allows measuring by a clause of another book";
	return fault_of("rules", 0, what);
}

static struct pn_rules_fault check_phases(const struct pn_rules *rules)
{
	for (uint8_t i = 0; i < rules->phases.count; i++) {
		if (!rules->phases.row[i].run)
			return fault_of("phases", i, "does not run");
		if (!is_clause(rules, &rules->phases.row[i].clause))
			return fault_of("phases", i, "has no clause of the book");
	}
	return none;
}

/* Why the commands of a decision's row cannot answer it, or NULL. */
static const char *cannot_be_answered(const struct pn_rules *rules,
				      const struct pn_decision_rule *rule)
{
	for (unsigned kind = 0; kind < PN_COMMAND_COUNT; kind++) {
		if (!pn_set_has(&rule->commands, (enum pn_command_kind)kind))
			continue;
		if (pn_is_parley((enum pn_command_kind)kind))
			return "is answered by a command that is open at any time";
		if (!rules->commands[kind].check)
			return "is answered by a command that the book does not have";
	}
	return NULL;
}

/* One that lists no command is an interrupted move, which nobody is asked about. */
static struct pn_rules_fault check_decisions(const struct pn_rules *rules)
{
	for (uint8_t i = 0; i < rules->decisions.count; i++) {
		const struct pn_decision_rule *rule = &rules->decisions.row[i];
		const char *what = cannot_be_answered(rules, rule);
		const bool is_owed = !pn_set_is_empty(&rule->commands);

		if (!rule->resume)
			return fault_of("decisions", i, "does not go on");
		if (what)
			return fault_of("decisions", i, what);
		if (is_owed && !rule->fallback)
			return fault_of("decisions", i, "has no answer that is always lawful");
		if (is_owed && !rule->list)
			return fault_of("decisions", i, "lists nothing that can be done");
		if (!is_owed && (rule->fallback || rule->list || rule->forced || rule->window))
			return fault_of("decisions", i, "has no command that answers it");
	}
	return none;
}

static struct pn_rules_fault check_commands(const struct pn_rules *rules)
{
	for (unsigned kind = 0; kind < PN_COMMAND_COUNT; kind++) {
		const struct pn_command_rule *rule = &rules->commands[kind];
		bool answers = false;

		if (!rule->check && (rule->apply || rule->preview || rule->is_private))
			return fault_of("commands", (uint8_t)kind, "is not checked");
		if (!rule->check)
			continue;
		if (!rule->apply)
			return fault_of("commands", (uint8_t)kind, "does nothing");
		for (uint8_t i = 0; i < rules->decisions.count; i++)
			answers = answers || pn_set_has(&rules->decisions.row[i].commands,
							(enum pn_command_kind)kind);
		if (!answers)
			return fault_of("commands", (uint8_t)kind, "answers no decision");
	}
	return none;
}

static struct pn_rules_fault check_stats(const struct pn_rules *rules)
{
	const uint8_t wide = pn_wide_stats(rules);

	if (wide > PN_WIDE_STATS_MAX || rules->stats.count - wide > PN_SMALL_STATS_MAX)
		return fault_of("stats", 0,
				"are more that a byte does not hold than a unit has room for");
	for (uint8_t i = 0; i < rules->stats.count; i++) {
		const struct pn_stat_rule *rule = &rules->stats.row[i];

		if (!rule->pointer || strncmp(rule->pointer, "stats/", 6) != 0 ||
		    strcmp(rule->pointer + 6, rule->name) != 0)
			return fault_of("stats", i, "is not where its pointer says");
		if (rule->min > rule->max)
			return fault_of("stats", i, "has bounds the wrong way round");
		if (!is_clause(rules, &rule->clause))
			return fault_of("stats", i, "has no clause of the book");
	}
	return none;
}

static struct pn_rules_fault check_tallies(const struct pn_rules *rules)
{
	for (uint8_t i = 0; i < rules->tallies.count; i++) {
		const struct pn_tally_rule *rule = &rules->tallies.row[i];

		if (rule->most > 0 && rule->of_turn)
			return fault_of("tallies", i, "is given to a turn that begins without it");
		if (rule->most > 0 && !is_clause(rules, &rule->clause))
			return fault_of("tallies", i, "has no clause of the book");
		if (rule->below > rules->stats.count)
			return fault_of("tallies", i,
					"stays below a characteristic that the book does not have");
	}
	return none;
}

static struct pn_rules_fault check_flags(const struct pn_rules *rules)
{
	for (uint8_t i = 0; i < rules->flags.count; i++) {
		const struct pn_flag_rule *rule = &rules->flags.row[i];

		if (rule->lasts && rule->of_turn)
			return fault_of("flags", i, "is given to a turn that begins without it");
		if (rule->lasts && !is_clause(rules, &rule->clause))
			return fault_of("flags", i, "has no clause of the book");
		if (rule->states >> rules->states.count)
			return fault_of("flags", i, "is of a state that the book does not have");
	}
	return none;
}

/* How many positions a switch has before the first empty one. */
static uint8_t positions_of(const struct pn_switch *rule)
{
	uint8_t count = 0;

	while (count < POSITIONS_MOST && rule->position[count])
		count++;
	return count;
}

static struct pn_rules_fault check_switches(const struct pn_rules *rules)
{
	for (uint8_t i = 0; i < rules->switches.count; i++) {
		const struct pn_switch *rule = &rules->switches.row[i];
		const struct table positions = {
			"switches", rule->position, sizeof(char *), rule->count, 2, POSITIONS_MOST};

		/* Position 0 is the default, so a switch without one has none in range. */
		if (rule->count != positions_of(rule))
			return fault_of("switches", i, "has not as many positions as it says");
		if (check_names(&positions).what)
			return fault_of("switches", i, "needs 2 to 4 positions of different names");
		if (!has_text(rule->reason))
			return fault_of("switches", i, "does not say why its default is one");
		if (!is_clause(rules, &rule->clause))
			return fault_of("switches", i, "has no clause of the book");
	}
	return none;
}

static struct pn_rules_fault check_params(const struct pn_rules *rules)
{
	for (uint8_t i = 0; i < rules->params.count; i++) {
		const struct pn_param_rule *rule = &rules->params.row[i];

		if (rule->sample < rule->min || rule->sample > rule->max)
			return fault_of("params", i, "has a sample outside its bounds");
		if (!has_text(rule->note))
			return fault_of("params", i, "does not say what it is");
		if (rule->provenance >= PN_PROVENANCE_COUNT)
			return fault_of("params", i, "comes from nowhere");
		if (!is_clause(rules, &rule->clause))
			return fault_of("params", i, "has no clause of the book");
	}
	return none;
}

static struct pn_rules_fault check_rolls_and_forms(const struct pn_rules *rules)
{
	for (uint8_t i = 0; i < rules->rolls.count; i++)
		if (rules->rolls.row[i].count == 0 || rules->rolls.row[i].sides < 2)
			return fault_of("rolls", i, "throws no die");
	for (uint8_t i = 0; i < rules->rolls.count; i++)
		if (strcmp(rules->rolls.row[i].name, PN_CUP_NAME) == 0)
			return fault_of("rolls", i, "has the name of the players' own dice");
	for (uint8_t i = 0; i < rules->facts.count; i++)
		if (rules->facts.row[i].kind == PN_FACT_SIDE &&
		    (rules->facts.row[i].initial < 0 || rules->facts.row[i].initial > PN_NO_SIDE))
			return fault_of("facts", i, "is of no side at first");
	for (uint8_t i = 0; i < rules->forms.count; i++)
		if (rules->forms.row[i].gap_of > rules->params.count)
			return fault_of("forms", i, "has a gap that is no parameter");
	return none;
}

/* Tables whose length is that of the book's states and classes. */
static struct pn_rules_fault check_judgement(const struct pn_rules *rules)
{
	const struct pn_judgement *table = rules->judgement;

	if (!table || !table->worth || !table->beaten || !table->fights)
		return fault_of("rules", 0, "does not say what a position is worth");
	for (uint8_t i = 0; i < rules->states.count; i++)
		if (table->beaten[i] >= rules->states.count &&
		    table->beaten[i] != PN_BEATEN_IS_GONE)
			return fault_of("rules", 0, "beats a unit into no state");
	return none;
}

/* What the row of a fault is called. */
static const char *called(const struct pn_rules *rules, const struct pn_rules_fault *fault)
{
	static const char *const command[] = {
#define X(name, wire) wire,
		PN_COMMAND_KINDS(X)
#undef X
	};
	struct table tables[TABLES];

	if (strcmp(fault->table, "commands") == 0)
		return command[fault->row];
	list_tables(rules, tables);
	for (size_t i = 0; i < TABLES; i++)
		if (strcmp(fault->table, tables[i].name) == 0 && fault->row < tables[i].count)
			return name_of(&tables[i], fault->row);
	return NULL;
}

struct pn_rules_fault pn_rules_check(const struct pn_rules *rules)
{
	static struct pn_rules_fault (*const checks[])(const struct pn_rules *rules) = {
		check_head,     check_all_names, check_phases,          check_decisions,
		check_commands, check_stats,     check_flags,           check_tallies,
		check_switches, check_params,    check_rolls_and_forms, check_judgement,
	};
	struct pn_rules_fault fault = none;

	for (size_t i = 0; !fault.what && i < sizeof checks / sizeof checks[0]; i++)
		fault = checks[i](rules);
	if (fault.what)
		fault.name = called(rules, &fault);
	return fault;
}
