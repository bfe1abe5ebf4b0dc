#pragma once
/* The table of events: kind x member -> name, form, place in the struct. Writing and
 * reading walk the same rows. */

#include "codec/names.h"

/* How a member is written. */
enum form {
	/* of every kind */
	FORM_AUDIENCE, /* list of viewers; left out when all see it */
	FORM_BY,
	FORM_CLAUSE,
	FORM_MARK,
	FORM_SEQ,
	FORM_TIME, /* of the event itself */
	FORM_TYPE,
	/* values */
	FORM_BYTE,   /* uint8_t */
	FORM_SHORT,  /* int16_t */
	FORM_LENGTH, /* int32_t */
	FORM_BOOL,
	FORM_NUMBER,         /* uint16_t */
	FORM_MOMENT,         /* int64_t, milliseconds: a time */
	FORM_INDEX,          /* uint8_t, a name of `list` */
	FORM_INDEX_OPTIONAL, /* the same, left out when it stays as it is */
	FORM_SIDE,           /* a side or null */
	FORM_SIDE_OPTIONAL,  /* a side or left out */
	FORM_UNIT,
	FORM_UNIT_OPTIONAL,
	FORM_POSE,
	FORM_PATH,
	FORM_TERMS,
	FORM_OUTCOME,
	FORM_ORDER,
	FORM_ORDERS,
	FORM_SLOT,
	FORM_SLOT_SIDE, /* whose slot it is: told by the slot itself */
	FORM_HASH,
	FORM_NAMED_MARK,
	FORM_OWES, /* bits of those who owe */
	FORM_QUEUE,
	FORM_STAGE, /* uint8_t, left out when 0 */
	FORM_VALUE, /* int32_t, left out when 0 */
	FORM_TOTALS,
	FORM_FACT_VALUE,
	FORM_FACES,
	FORM_LABEL,
	FORM_CUP_FACES,
	FORM_CUP_LABEL,
	FORM_NEEDED,
	FORM_RESULT,
	FORM_WHO, /* told by the label, too */
	FORM_WHAT,
	FORM_WRITTEN, /* what a side wrote for itself: an object, as it is */
	FORM_REFUSAL, /* uint8_t, a name of `list`, left out when 0 */
	FORM_ARRANGEMENT,
};

struct member {
	const char *name;
	enum form form;
	uint16_t at; /* offset in struct pn_event */
	enum name_list list;
};

/* Walks the members of a kind and the common ones as one ascending list. */
struct scrub {
	const struct member *own, *shared;
	size_t own_left;
};

/* At the first member of an event of this kind. */
struct scrub walk_begin(uint8_t kind);

/* The next member, or NULL after the last. */
const struct member *walk_next(struct scrub *walk);
