#pragma once
/* The search for the way of a charge, which t9_way.c does and t9_lie.c measures: what is asked,
 * what is in the way, and the best so far. */

#include "t9.h"
#include "wheel.h"

enum {
	T9_TARGET = 0,      /* in `all` */
	T9_LIMITS_MAX = 10, /* five places, about either corner */
};

/* Wheels about a corner from one to another: about the left 0 or less, about the right 0 or
 * more. */
struct t9_wheel {
	int32_t least, most;
};

/* How far a wheel may go after so much of the way: it is asked for more than once. */
struct t9_limit {
	pn_len ahead;
	enum pn_corner corner;
	struct t9_wheel wheel;
};

struct t9_search {
	const struct t9_asked *asked;
	const struct pn_unit *unit;
	const struct pn_unit *target;
	struct pn_obstacles walls; /* not the target */
	struct pn_obstacles all;   /* the target first, then the walls */
	pn_len free;               /* straight ahead, before anything is met */
	pn_len along;              /* of that, until the target lies behind */
	int32_t possible;          /* no way brings more models into contact */
	uint8_t limits;            /* of `limit` that are known */
	struct t9_limit limit[T9_LIMITS_MAX];
	bool any; /* the first will do */
	bool found;
	struct t9_way *best;
};

/* A wheel about a front corner, from a facing. */
struct t9_turn {
	enum pn_corner corner;
	pn_vec about;
	pn_angle from;
	pn_len frontage;
	struct t9_wheel wheel;
};

/* The wheels at which a corner of the target, or of what is in the way, comes ahead of the
 * front or ceases to be, as long as any of the target may be ahead; in order (t9_gap.c). */
enum { T9_GAPS_MAX = 256 };
struct t9_gaps {
	uint16_t count;
	int32_t by[T9_GAPS_MAX];
};

/* Those of one turn. */
void t9_find_gaps(const struct t9_search *search, const struct t9_turn *turn, struct t9_gaps *out);

/* So many models are in contact where the two lie (T9-88); a bound of that, which is cheap. */
uint16_t t9_models(const struct t9_search *search, const struct t9_way *way);
int32_t t9_most_models(const struct t9_search *search, const struct t9_way *way);

/* No way to the facing that is asked for brings more models into contact, if the target stays
 * as it stands. */
int32_t t9_models_possible(const struct t9_asked *asked);

/* The same place and heading, exactly? */
bool t9_is_same_pose(pn_pose a, pn_pose b);

/* So far ahead, then the wheel `by` to `wheeled`, then straight on: the best if it makes contact
 * and T9-88 puts it before the best so far. */
void t9_try_wheel(struct t9_search *search, pn_len ahead, pn_pose wheeled, int32_t by);

/* Has it found what no other way is better than (T9-88)? */
bool t9_is_done(const struct t9_search *search);
