#pragma once
/* Names on the wire of everything that the core numbers: those that a ruleset lists and
 * those that are fixed. One list, one enumerator; a table row says which list it means. */

#include "pennon/rules.h"

enum name_list {
	/* of a ruleset */
	NAMES_PHASE,
	NAMES_DECISION,
	NAMES_CLASS,
	NAMES_STAT,
	NAMES_FLAG,
	NAMES_TALLY,
	NAMES_ROLL,
	NAMES_FACT,
	NAMES_SWITCH,
	NAMES_PARAM,
	NAMES_TERRAIN,
	NAMES_FORM,
	NAMES_STATE,
	NAMES_TRAIT,
	NAMES_VERB,
	NAMES_REACTION,
	/* fixed */
	NAMES_SIDE,   /* red, blue */
	NAMES_VIEWER, /* red, blue, public */
	NAMES_AUTHOR, /* red, blue, umpire: who does something */
	NAMES_UMPIRE, /* how far an umpire is agreed on */
	NAMES_EVENT,
	NAMES_COMMAND,
	NAMES_LEG,
	NAMES_MANNER,
	NAMES_OUTCOME,
	NAMES_FACING,
	NAMES_ENDING,
	NAMES_METHOD,
	NAMES_COUNT_OF, /* what a muster's ends count */
	NAMES_DEPLOYMENT,
	NAMES_PROPOSAL,
	NAMES_GROUP,
	NAMES_REFUSAL,
	NAMES_FAULT,
	NAMES_PROVENANCE,
	NAMES_UNTIL, /* how far a pass goes */
	NAMES_WHEN,  /* at which moment of a move */
	NAMES_PLAN_STOP,
	NAMES_ORDER_ANSWER, /* what a standing order does */
	NAMES_OPERATOR_ACT,
	NAMES_RESULT, /* of a roll: passed, failed */
	NAMES_ANSWER, /* to a proposal */
	NAMES_TEST,   /* how a roll is held against a number */
	NAMES_DROP,   /* which die does not count */
};

/* More than any list that a body may name one of has. */
enum { NAMES_MAX = 64 };

/* The name of number `index`, or NULL past the end of the list. `rules` may be NULL for
 * the fixed lists. */
const char *name_at(enum name_list list, const struct pn_rules *rules, unsigned index);

/* How many names the list has. */
unsigned name_count(enum name_list list, const struct pn_rules *rules);

/* The number of a name, or -1. `name` need not end in a NUL. */
int name_find(enum name_list list, const struct pn_rules *rules, const char *name, size_t size);
