#pragma once
/* Plans, standing orders and passes that cover several windows: what a side answers
 * without being asked. Pure: it knows the core and nothing else, so tests and the random
 * harness play with it without a service.
 *
 * An intent is all that one side has written and how far it has come. It is folded from
 * the side's own events and commands; intent_next() then says what the side does now, by
 * its own view. Nothing here gives a command: whoever keeps the game does that, on the
 * way that every command goes. No condition measures a distance to an enemy. */

#include "pennon/rules.h"

enum {
	PLAN_ITEMS_MAX = 64,
	STANDING_ORDERS_MAX = 32,
	WINDOW_PASSES_MAX = 8,
	PLAN_ANY_DECISION = 255,
	ORDER_ANY_CLASS = 255,
	DELAY_MINUTES_MIN = 5,
	DELAY_MINUTES_MAX = 60,
};

/* ---- what is written ---- */

/* What else stops a plan, as bits: the first four that enum pn_plan_stop names after
 * `refused`. */
#define PLAN_STOP_BIT(name) (1u << PN_STOP_##name)
#define PLAN_STOPS_MAY \
	(PLAN_STOP_BIT(REACTION) | PLAN_STOP_BIT(FAILED_CHECK) | PLAN_STOP_BIT(CONTACT) | \
	 PLAN_STOP_BIT(LOSS))

struct plan_item {
	struct pn_command command;
	uint8_t decision; /* the one it answers, or PLAN_ANY_DECISION: one that takes its kind */
	bool if_asked;    /* passed over when a later item answers what is asked */
	uint8_t turn;     /* the one it is for: passed over when that is past; 0: any */
	bool this_step;   /* for the step in which the plan was set: passed over in all others */
};

/* Not to be copied: each item's command borrows what it sends from `placed`. */
struct plan {
	uint8_t count;
	uint8_t stop_at; /* bits of PLAN_STOP_BIT() */
	struct plan_item item[PLAN_ITEMS_MAX];
	struct pn_placed placed[PLAN_ITEMS_MAX];
};

/* What a standing order does. X(name, wire name) */
#define ORDER_ANSWERS(X) \
	X(REACT, "react")     /* the unit `with` reacts, if it may */ \
	X(PASS, "pass")       /* if that is lawful */ \
	X(DEFAULT, "default") /* what the decision's own default is */ \
	X(ASK, "ask")         /* its owner decides */

enum order_answer {
#define X(name, wire) ORDER_##name,
	ORDER_ANSWERS(X)
#undef X
		ORDER_ANSWER_COUNT
};

struct standing_order {
	uint8_t answer;   /* enum order_answer */
	uint8_t decision; /* or PLAN_ANY_DECISION: any window */
	uint8_t class;    /* of the enemy it is about, or ORDER_ANY_CLASS */
	pn_unit_id unit;  /* that enemy, or PN_NO_UNIT */
	pn_unit_id with;  /* REACT: who reacts */
	uint8_t reaction; /* REACT: enum pn_command_kind, or PN_COMMAND_COUNT: what is listed */
	struct pn_moment moment; /* REACT: in sight, or nearest; or as it is listed */
	bool has_line;           /* its front has come over a line */
	pn_vec line[2];
};

struct standing_orders {
	uint8_t count;
	uint8_t delay_minutes; /* 0: at once */
	struct standing_order order[STANDING_ORDERS_MAX];
};

/* The first thing wrong with what was written, or NULL: an English sentence. `item` is
 * which of its commands or orders. Asked against any view of the game: names and sides
 * only, never whether it is lawful. */
const char *plan_fault(const struct plan *plan, const struct pn_game *game, uint8_t *item);
const char *standing_orders_fault(const struct standing_orders *orders, const struct pn_game *game,
				  pn_side side, uint8_t *item);

/* What can never be lawful, whatever comes, by the side's own view: what tells of it is fixed when
 * the game begins. A unit that is not on the table is let through: it may come on, or come back by
 * an undo. Asked when something is written; what was stored before stays as it is. */
struct plan_refusal {
	struct pn_verdict verdict; /* of the first such command; lawful: there is none */
	uint8_t item;              /* which of the plan's */
	const char *member;        /* what in it: "unit", "target", "units", "until" */
	uint8_t place;             /* which of "units" */
};

struct plan_refusal plan_refusal(const struct plan *plan, const struct pn_game *view, pn_side side);

/* The same of orders that nothing can come of, as an English sentence, or NULL; `item` and `member`
 * say of which and of what in it. */
const char *standing_orders_vain(const struct standing_orders *orders, const struct pn_game *view,
				 uint8_t *item, const char **member);

/* Has the front edge of the unit come over the line: does some point of it lie on it, or
 * left of it as one goes from the first point to the second, and abreast of it? Exact. */
bool front_is_over(const struct pn_unit *unit, const pn_vec line[2]);

/* ---- how far it has come ---- */

/* A pass that covers more than the window it answered. */
struct window_pass {
	uint8_t until;       /* enum pn_until */
	pn_unit_id unit;     /* whose window it was */
	struct pn_mark mark; /* of the pass: undone with it */
};

/* All that one side has written. Plain data; what is borrowed stays the caller's. */
struct intent {
	const struct plan *plan;              /* NULL: none, or it has stopped or is done */
	uint8_t next;                         /* its first item that was not carried out */
	bool step_over;                       /* the step in which it was set */
	const struct standing_orders *orders; /* NULL: none */
	bool held; /* it took something back: nothing is answered before it acts again */
	uint8_t pass_count;
	struct window_pass pass[WINDOW_PASSES_MAX];
};

/* Nothing written. */
struct intent intent_none(void);

/* A new plan: with no commands, none. A new plan and new orders end a hold. */
void intent_set_plan(struct intent *intent, const struct plan *plan);
void intent_set_orders(struct intent *intent, const struct standing_orders *orders);

/* The plan stops. */
void intent_stop(struct intent *intent);

/* The side has given a command by hand (PN_COMMAND_UNDO holds it), or the item `done` of
 * its plan was carried out: all before it count as done, too. */
void intent_acted(struct intent *intent, enum pn_command_kind kind);
void intent_done(struct intent *intent, uint8_t done);

/* Take in an event that the side saw: passes that begin and end. */
void intent_follow(struct intent *intent, pn_side side, const struct pn_event *event);

/* What of these events, from `before` to `after` in the side's own view, its plan is to
 * stop at: PN_STOP_REFUSED when it goes on. */
enum pn_plan_stop intent_stopped_by(const struct intent *intent, pn_side side,
				    const struct pn_game *before, const struct pn_game *after,
				    const struct pn_event *event, size_t count);

/* ---- what it does now ---- */

enum intent_source {
	INTENT_ASKS,    /* nothing answers: its owner is asked */
	INTENT_PLAN,    /* `command` is the plan's, its item `item` */
	INTENT_PASS,    /* a pass that covers this window */
	INTENT_ORDER,   /* a standing order */
	INTENT_MACHINE, /* nothing written: the side is the practice opponent's */
	INTENT_REFUSED, /* the plan's next command is not lawful: `verdict`; the plan stops */
};

struct intent_answer {
	enum intent_source source;
	struct pn_command command; /* borrows from the plan, or from `room` */
	struct pn_verdict verdict;
	uint8_t item;
	uint8_t delay_minutes; /* 0: at once */
};

/* Is there anything to look at: does the side owe an answer, and has it written something that
 * may give it? Cheap: nothing is asked of the rules. */
bool intent_owes(const struct intent *intent, const struct pn_game *view, pn_side side);

/* What the side does now, by its own view. `room` is room for actions, asked for once at most. */
struct intent_answer intent_next(const struct intent *intent, const struct pn_game *view,
				 pn_side side, struct pn_actions *room);
