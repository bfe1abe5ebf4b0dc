/* Pure arithmetic over rows. A clock that does not run, and one that is paused, keeps its
 * bank; `since_ms` never goes back, whatever the machine's clock does. */

#include "model/clock.h"

#include <string.h>

static int64_t least(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

static int64_t most(int64_t a, int64_t b)
{
	return a > b ? a : b;
}

bool clock_rule_good(const struct clock_rule *rule)
{
	return rule->bank >= CLOCK_BANK_MIN && rule->bank <= CLOCK_BANK_MAX &&
	       rule->increment >= 0 && rule->increment <= CLOCK_INCREMENT_MAX &&
	       rule->cap >= rule->bank && rule->cap <= CLOCK_CAP_MAX;
}

void clock_begin(struct clock *clock, const struct clock_rule *rule)
{
	memset(clock, 0, sizeof(*clock));
	clock->bank_ms[PN_RED] = clock->bank_ms[PN_BLUE] = (int64_t)rule->bank * 1000;
}

/* Count what has run up to a moment. */
static void count_to(struct clock *clock, int64_t time_ms)
{
	int64_t gone = clock->paused ? 0 : most(0, time_ms - clock->since_ms);

	for (pn_side side = 0; side < PN_SIDES; side++)
		if (clock->running & 1u << side)
			clock->bank_ms[side] = most(0, clock->bank_ms[side] - gone);
	clock->since_ms = most(clock->since_ms, time_ms);
}

void clock_event(struct clock *clock, const struct pn_event *event)
{
	switch ((int)event->kind) {
	case PN_EVENT_DECISION_ANSWERED:
		clock->answered |= (uint8_t)(1u << event->decision_answered.side);
		break;
	case PN_EVENT_DECISION_CLOSED:
		/* A side that still owed it has answered it by closing it. */
		clock->answered |= clock->running;
		break;
	case PN_EVENT_CLOCK_REMINDER:
		clock->reminded |= (uint8_t)(1u << event->clock_reminder.side);
		break;
	case PN_EVENT_QUESTION_ANSWERED:
		if (event->question_answered.kind == PN_PROPOSAL_CLOCK &&
		    event->question_answered.answer == PN_ANSWER_ACCEPTED)
			clock->righted |= (uint8_t)(1u << event->question_answered.side);
		break;
	case PN_EVENT_CLOCK_EXPIRED:
		clock->expired |= (uint8_t)(1u << event->clock_expired.side);
		break;
	case PN_EVENT_DOWN_TIME:
		count_to(clock, event->down_time.from_ms);
		clock->since_ms = most(clock->since_ms, event->down_time.until_ms);
		break;
	case PN_EVENT_OPERATOR_ACTED:
		if (event->operator_acted.act == PN_OPERATOR_PAUSE)
			clock->pauses = true;
		else if (event->operator_acted.act == PN_OPERATOR_RESUME)
			clock->resumes = true;
		break;
	default:
		break;
	}
}

/* The bank of a side that has answered, or for which the server has. */
static void credit(struct clock *clock, const struct clock_rule *rule, pn_side side)
{
	int64_t bank = clock->bank_ms[side] + (int64_t)rule->increment * 1000;

	bank = least(bank, (int64_t)rule->cap * 1000);
	if (clock->expired & 1u << side)
		bank = most(bank, CLOCK_LEAST_MS);
	clock->bank_ms[side] = bank;
}

static uint8_t who_owes(const struct pn_game *game)
{
	uint8_t owes = 0;

	for (pn_side side = 0; side < PN_SIDES && !game->over && game->turn; side++)
		if (pn_owes(game, side))
			owes |= (uint8_t)(1u << side);
	return owes;
}

void clock_row(struct clock *clock, const struct clock_rule *rule, const struct pn_game *after,
	       int64_t time_ms)
{
	uint8_t done = clock->answered | clock->expired;

	count_to(clock, time_ms);
	for (pn_side side = 0; side < PN_SIDES; side++)
		if (done & 1u << side)
			credit(clock, rule, side);
	/* PN-52. What the umpire puts right is again at least what the side began with. */
	for (pn_side side = 0; side < PN_SIDES; side++)
		if (clock->righted & 1u << side) {
			clock->bank_ms[side] =
				most(clock->bank_ms[side], (int64_t)rule->bank * 1000);
			clock->reminded &= (uint8_t) ~(1u << side);
		}
	clock->running = rule->bank ? who_owes(after) : 0;
	clock->reminded &= (uint8_t)(clock->running & ~done);
	clock->paused = (clock->paused || clock->pauses) && !clock->resumes;
	clock->answered = clock->expired = clock->righted = 0;
	clock->pauses = clock->resumes = false;
}

int64_t clock_until(const struct clock *clock, pn_side side)
{
	if (clock->paused || !(clock->running & 1u << side))
		return 0;
	return clock->since_ms + clock->bank_ms[side];
}

int64_t clock_reminder(const struct clock *clock, const struct clock_rule *rule, pn_side side)
{
	int64_t before = least(CLOCK_REMINDER_MS, (int64_t)rule->cap * 1000 / CLOCK_REMINDER_PART);
	int64_t until = clock_until(clock, side);

	if (!until || clock->reminded & 1u << side || clock->bank_ms[side] <= before)
		return 0;
	return until - before;
}

int64_t clock_due(const struct clock *clock, const struct clock_rule *rule)
{
	int64_t due = 0;

	for (pn_side side = 0; side < PN_SIDES; side++) {
		int64_t until = clock_until(clock, side);
		int64_t reminder = clock_reminder(clock, rule, side);
		int64_t first = reminder ? reminder : until;

		if (first && (!due || first < due))
			due = first;
	}
	return due;
}

int64_t clock_left(const struct clock *clock, pn_side side, int64_t now_ms)
{
	int64_t until = clock_until(clock, side);

	return until ? most(0, until - now_ms) : clock->bank_ms[side];
}
