#pragma once
/* A game's clocks: a bank for each side, an increment for each decision it answers, a cap
 * on what the bank can grow to. Times come from rows alone, so whoever has the record
 * (pennon-verify too) computes the same clocks.
 *
 * A side's clock runs while it owes the decision on top, from the row that everybody saw
 * last. What only its side sees moves no clock. When a clock runs out, the server answers
 * for the side (pn_expire()); the side then has its increment, and at least
 * CLOCK_LEAST_MS, for its next decision. */

#include <stdbool.h>
#include <stdint.h>

#include "pennon/rules.h"

enum {
	/* Limits of what may be agreed, in seconds. */
	CLOCK_BANK_MIN = 60,
	CLOCK_BANK_MAX = 90 * 24 * 3600,
	CLOCK_INCREMENT_MAX = 30 * 24 * 3600,
	CLOCK_CAP_MAX = 180 * 24 * 3600,
	/* What a game has that says nothing of clocks: two weeks, and three days more for each
	 * decision, up to three weeks. */
	CLOCK_BANK_DEFAULT = 14 * 24 * 3600,
	CLOCK_INCREMENT_DEFAULT = 3 * 24 * 3600,
	CLOCK_CAP_DEFAULT = 21 * 24 * 3600,

	CLOCK_LEAST_MS = 60 * 1000,           /* after an expiry */
	CLOCK_REMINDER_MS = 24 * 3600 * 1000, /* before the deadline, at most */
	CLOCK_REMINDER_PART = 4,              /* ... and at most this part of the cap */
};

/* What was agreed, in seconds. All 0: no clock. */
struct clock_rule {
	int32_t bank, increment, cap;
};

struct clock {
	int64_t since_ms;          /* counted up to here */
	int64_t bank_ms[PN_SIDES]; /* what was left then */
	uint8_t running;           /* bits: sides whose clock runs */
	uint8_t reminded;          /* bits: sides that were reminded of this decision */
	bool paused;
	/* While a row is taken in: */
	uint8_t answered, expired; /* bits */
	uint8_t righted;           /* bits: sides whose clock the umpire put right */
	bool pauses, resumes;
};

/* Is it within the limits? */
bool clock_rule_good(const struct clock_rule *rule);

/* Both banks full, nothing running. */
void clock_begin(struct clock *clock, const struct clock_rule *rule);

/* Take in one event of a row, and after the last of them the row itself: what the game is
 * then, and when it was done. Only for rows of which everybody saw something. */
void clock_event(struct clock *clock, const struct pn_event *event);
void clock_row(struct clock *clock, const struct clock_rule *rule, const struct pn_game *after,
	       int64_t time_ms);

/* When the side's time is over; 0 when its clock does not run. */
int64_t clock_until(const struct clock *clock, pn_side side);

/* When the side is to be reminded; 0 when it is not, or was. */
int64_t clock_reminder(const struct clock *clock, const struct clock_rule *rule, pn_side side);

/* The first moment at which anything is due; 0: none. */
int64_t clock_due(const struct clock *clock, const struct clock_rule *rule);

/* What the side has left at a moment. */
int64_t clock_left(const struct clock *clock, pn_side side, int64_t now_ms);
