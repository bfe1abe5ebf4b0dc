#pragma once
/* Members of objects as rows of tables: name, form, place in the struct. One writer, one
 * reader of lines of ours and one reader of what comes from outside walk the same rows.
 * "event_members.c", "codec_command.c" and "path.c" have such tables. */

#include "codec/json.h"
#include "codec/value.h"

/* How a member is written. They stand in groups: which forms events alone have, and which
 * may be left out, is told by where a form stands. */
enum form {
	/* of every event */
	FORM_SEQ,
	FORM_TIME, /* of the event itself */
	FORM_TYPE,
	/* ... left out when they say nothing */
	FORM_AUDIENCE, /* list of viewers; left out when all see it */
	FORM_BY,
	FORM_CLAUSE,
	FORM_MARK,
	/* of some events, left out when they say nothing */
	FORM_QUEUE,
	FORM_NEEDED,
	FORM_RESULT,
	/* values that are left out when they say nothing */
	FORM_INDEX_OPTIONAL, /* as FORM_INDEX, left out when it stays as it is */
	FORM_SIDE_OPTIONAL,  /* a side or left out; a name of `list` */
	FORM_UNIT_OPTIONAL,
	FORM_PATH_OPTIONAL, /* left out when it is not given */
	FORM_STAGE,         /* uint8_t, left out when 0 */
	FORM_COUNT,         /* uint16_t, left out when 0 */
	FORM_VALUE,         /* int32_t, left out when 0 */
	FORM_REFUSAL,       /* uint8_t, a name of `list`, left out when 0 */
	FORM_UNTIL,         /* the same */
	FORM_MOMENT,        /* of a move, left out when it is now */
	/* values */
	FORM_BYTE,   /* uint8_t */
	FORM_SHORT,  /* int16_t */
	FORM_LENGTH, /* int32_t */
	FORM_BOOL,
	FORM_NUMBER,    /* uint16_t */
	FORM_HALF_TURN, /* pn_angle, 0 to PN_TURN_HALF from outside */
	FORM_DISTANCE,  /* pn_len, 0 to PN_BOARD_MAX from outside */
	FORM_FILES,     /* uint8_t, 1 to PN_FIGURES_MAX */
	FORM_INSTANT,   /* int64_t, milliseconds: a time */
	FORM_INDEX,     /* uint8_t, a name of `list` */
	FORM_FLANK,     /* the same: left or right */
	FORM_NEW_FRONT, /* the same: not front */
	FORM_CORNER,    /* bool: left, or else right */
	FORM_COMMAND,   /* enum pn_command_kind */
	FORM_SIDE,      /* a side or null */
	FORM_UNIT,
	FORM_UNITS, /* struct pn_unit_list */
	FORM_POSE,
	FORM_PATH,
	FORM_FIGURES, /* those that a path sends; written by the path */
	FORM_TERMS,   /* of the kind that the proposal has already */
	FORM_OUTCOME,
	FORM_ORDER,
	FORM_ORDERS,
	FORM_SLOT,
	FORM_HASH,
	FORM_NAMED_MARK,
	/* of some events */
	FORM_SLOT_SIDE, /* whose slot it is: told by the slot itself */
	FORM_OWES,      /* bits of those who owe */
	FORM_TOTALS,
	FORM_FACT_VALUE,
	FORM_FACES,
	FORM_LABEL,
	FORM_CUP_FACES,
	FORM_CUP_LABEL,
	FORM_WHO, /* told by the label, too */
	FORM_WHAT,
	FORM_WRITTEN, /* what a side wrote for itself: an object, as it is */
	FORM_ARRANGEMENT,
};

struct member {
	const char *name;
	enum form form;
	uint16_t at; /* offset in the struct */
	enum name_list list;
};

enum { MEMBERS_MAX = 8 }; /* of an object that members_get() takes apart */

/* The members of an object, ascending. */
struct layout {
	const struct member *member;
	uint8_t count;
};

#define LAYOUT(list) \
	{ \
		list, sizeof(list) / sizeof(list[0]) \
	}

static inline bool form_is_of_every_event(enum form form)
{
	return form <= FORM_MARK;
}

/* Of events alone: their own writer and reader know it. */
static inline bool form_is_of_events(enum form form)
{
	return form <= FORM_RESULT || form >= FORM_SLOT_SIDE;
}

static inline bool form_may_be_left_out(enum form form)
{
	return form >= FORM_AUDIENCE && form <= FORM_MOMENT;
}

/* These take a form that is not of events alone; `at` is the value itself. */

/* Does the value say nothing, so that the member may be left out? */
bool member_says_nothing(const struct member *member, const void *at);

/* Write the value, behind its key. */
void member_write(struct text *out, const struct pn_game *names, const struct member *member,
		  const void *at);

/* Set what the value is when the member is left out of a line, in a struct of zeros. */
void member_leave_out(const struct member *member, void *at);

/* Read the value behind its key, as events have it: no other spelling than member_write() has
 * is taken. Figures that a path sends are borrowed from `placed`. */
bool member_scan(struct scan *scan, const struct pn_game *names, struct pn_placed *placed,
		 const struct member *member, void *at);

/* Take the member out of `object`, as commands have it: it must be there, even if it may be left
 * out. False: the fault is told, and `at` is not to be used. */
bool member_get(struct json_in *in, const json_t *object, const struct pn_game *names,
		struct pn_placed *placed, const struct member *member, void *at);

/* ---- all members of an object that has each of them ---- */

/* Write them into an object that is open. */
void members_write(struct text *out, const struct pn_game *names, const struct layout *layout,
		   const void *base);

/* Read them in an object that is open; they must stand in their order. */
bool members_scan(struct scan *scan, const struct pn_game *names, struct pn_placed *placed,
		  const struct layout *layout, void *base);

/* Take them out of `value`, which must be an object with no others. `lead` is the name of the
 * one among them that was taken before; what names all of them names it first. */
bool members_get(struct json_in *in, const json_t *value, const struct pn_game *names,
		 struct pn_placed *placed, const struct layout *layout, const char *lead,
		 void *base);
