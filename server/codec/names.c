/* Lists of names. The rows of a ruleset's tables all begin with their name, but have
 * different sizes, so a list is a first name and a stride. */

#include "codec/names.h"

#include "model/plan.h"

#define WIRE_OF(name, wire) wire,

static const char *const sides[] = {"red", "blue"};
static const char *const viewers[] = {"red", "blue", "public"};
static const char *const authors[] = {"red", "blue", "umpire"};
static const char *const umpires[] = {PN_UMPIRE_STATES(WIRE_OF)};
static const char *const events[] = {PN_EVENT_KINDS(WIRE_OF)};
static const char *const commands[] = {PN_COMMAND_KINDS(WIRE_OF)};
static const char *const legs[] = {PN_LEG_KINDS(WIRE_OF)};
static const char *const manners[] = {PN_MANNERS(WIRE_OF)};
static const char *const outcomes[] = {PN_CHARGE_OUTCOMES(WIRE_OF)};
static const char *const facings[] = {"front", "left", "right", "rear"};
static const char *const endings[] = {PN_ENDINGS(WIRE_OF)};
static const char *const methods[] = {PN_METHODS(WIRE_OF)};
static const char *const counts[] = {PN_COUNTS(WIRE_OF)};
static const char *const deployments[] = {PN_DEPLOYMENTS(WIRE_OF)};
static const char *const proposals[] = {PN_PROPOSALS(WIRE_OF)};
static const char *const groups[] = {PN_ACTION_GROUPS(WIRE_OF)};
static const char *const refusals[] = {PN_REFUSALS(WIRE_OF)};
static const char *const faults[] = {PN_MUSTER_FAULTS(WIRE_OF)};
static const char *const provenances[] = {PN_PROVENANCES(WIRE_OF)};
static const char *const untils[] = {PN_UNTILS(WIRE_OF)};
static const char *const whens[] = {PN_WHENS(WIRE_OF)};
static const char *const plan_stops[] = {PN_PLAN_STOPS(WIRE_OF)};
static const char *const operator_acts[] = {PN_OPERATOR_ACTS(WIRE_OF)};
static const char *const answers[] = {PN_ANSWERS(WIRE_OF)};
static const char *const order_answers[] = {ORDER_ANSWERS(WIRE_OF)};
static const char *const tests[] = {PN_TESTS(WIRE_OF)};
static const char *const drops[] = {PN_DROPS(WIRE_OF)};
static const char *const results[] = {"plain", "passed", "failed"};

/* A list as bytes: the name of row i is the pointer at first + i * stride. */
struct rows {
	const void *first;
	size_t stride;
	unsigned count;
};

#define FIXED(list) \
	{ \
		list, sizeof(list[0]), sizeof(list) / sizeof(list[0]) \
	}
#define TABLE(table) ((struct rows){(table).row, sizeof((table).row[0]), (table).count})

_Static_assert(offsetof(struct pn_phase_rule, name) == 0, "a row begins with its name");
_Static_assert(offsetof(struct pn_decision_rule, name) == 0, "a row begins with its name");
_Static_assert(offsetof(struct pn_class_rule, name) == 0, "a row begins with its name");
_Static_assert(offsetof(struct pn_stat_rule, name) == 0, "a row begins with its name");
_Static_assert(offsetof(struct pn_flag_rule, name) == 0, "a row begins with its name");
_Static_assert(offsetof(struct pn_roll_rule, name) == 0, "a row begins with its name");
_Static_assert(offsetof(struct pn_fact_rule, name) == 0, "a row begins with its name");
_Static_assert(offsetof(struct pn_switch, name) == 0, "a row begins with its name");
_Static_assert(offsetof(struct pn_param_rule, name) == 0, "a row begins with its name");
_Static_assert(offsetof(struct pn_terrain_rule, name) == 0, "a row begins with its name");
_Static_assert(offsetof(struct pn_form_rule, name) == 0, "a row begins with its name");

/* The lists that no ruleset changes. */
static const struct rows fixed_lists[] = {
	[NAMES_SIDE] = FIXED(sides),
	[NAMES_VIEWER] = FIXED(viewers),
	[NAMES_AUTHOR] = FIXED(authors),
	[NAMES_UMPIRE] = FIXED(umpires),
	[NAMES_EVENT] = FIXED(events),
	[NAMES_COMMAND] = FIXED(commands),
	[NAMES_LEG] = FIXED(legs),
	[NAMES_MANNER] = FIXED(manners),
	[NAMES_OUTCOME] = FIXED(outcomes),
	[NAMES_FACING] = FIXED(facings),
	[NAMES_ENDING] = FIXED(endings),
	[NAMES_METHOD] = FIXED(methods),
	[NAMES_COUNT_OF] = FIXED(counts),
	[NAMES_DEPLOYMENT] = FIXED(deployments),
	[NAMES_PROPOSAL] = FIXED(proposals),
	[NAMES_GROUP] = FIXED(groups),
	[NAMES_REFUSAL] = FIXED(refusals),
	[NAMES_FAULT] = FIXED(faults),
	[NAMES_PROVENANCE] = FIXED(provenances),
	[NAMES_UNTIL] = FIXED(untils),
	[NAMES_WHEN] = FIXED(whens),
	[NAMES_PLAN_STOP] = FIXED(plan_stops),
	[NAMES_OPERATOR_ACT] = FIXED(operator_acts),
	[NAMES_ORDER_ANSWER] = FIXED(order_answers),
	[NAMES_RESULT] = FIXED(results),
	[NAMES_ANSWER] = FIXED(answers),
	[NAMES_TEST] = FIXED(tests),
	[NAMES_DROP] = FIXED(drops),
};

static struct rows rows_of(enum name_list list, const struct pn_rules *rules)
{
	switch ((int)list) {
	case NAMES_PHASE:
		return TABLE(rules->phases);
	case NAMES_DECISION:
		return TABLE(rules->decisions);
	case NAMES_CLASS:
		return TABLE(rules->classes);
	case NAMES_STAT:
		return TABLE(rules->stats);
	case NAMES_FLAG:
		return TABLE(rules->flags);
	case NAMES_TALLY:
		return TABLE(rules->tallies);
	case NAMES_ROLL:
		return TABLE(rules->rolls);
	case NAMES_FACT:
		return TABLE(rules->facts);
	case NAMES_SWITCH:
		return TABLE(rules->switches);
	case NAMES_PARAM:
		return TABLE(rules->params);
	case NAMES_TERRAIN:
		return TABLE(rules->terrain);
	case NAMES_FORM:
		return TABLE(rules->forms);
	case NAMES_STATE:
		return TABLE(rules->states);
	case NAMES_TRAIT:
		return TABLE(rules->traits);
	case NAMES_VERB:
		return TABLE(rules->verbs);
	case NAMES_REACTION:
		return TABLE(rules->reactions);
	default:
		return fixed_lists[list];
	}
}

static const char *name_of_row(const struct rows *rows, unsigned index)
{
	const char *name;
	memcpy(&name, (const char *)rows->first + index * rows->stride, sizeof(name));
	return name;
}

const char *name_at(enum name_list list, const struct pn_rules *rules, unsigned index)
{
	struct rows rows = rows_of(list, rules);
	return index < rows.count ? name_of_row(&rows, index) : NULL;
}

unsigned name_count(enum name_list list, const struct pn_rules *rules)
{
	return rows_of(list, rules).count;
}

int name_find(enum name_list list, const struct pn_rules *rules, const char *name, size_t size)
{
	struct rows rows = rows_of(list, rules);
	for (unsigned i = 0; i < rows.count; i++) {
		const char *row = name_of_row(&rows, i);
		if (strlen(row) == size && memcmp(row, name, size) == 0)
			return (int)i;
	}
	return -1;
}
