#pragma once
/* Facts that happened: the only thing that changes a game. The vocabulary is
 * shared by all rulesets, so a client, a log or a bot needs no code per book.
 *
 * An event is wholly visible to a viewer or does not exist for them (`audience`).
 * What is partly secret is three events: `sealed` (everybody), `sealed_content`
 * (its owner and the record) and `revealed` (everybody).
 *
 * What a side writes for itself, plans and standing orders, is kept by the owner of the game: the
 * core makes no such event and takes none in. They are kinds all the same, so that a log, a chain
 * or a record needs no second vocabulary. So are those of armies that are written in secret, which
 * all happen before turn 1. */

#include "pennon/game.h"

enum {
	PN_HASH_BYTES = 32,
	PN_FACES_MAX = 8,
	PN_EVENTS_MAX = 2048,     /* of one command: eighty units may all charge at once */
	PN_EVENTS_PLACED_MAX = 4, /* moves of single figures that one command announces */
	PN_LABEL_BYTES = 80,
	PN_CUP_DICE_MAX = 100, /* PN-60: of one roll of the cup */
	PN_SAME_FORM = 255,
};

/* X(name, wire name). Every viewer of the wire format needs a new kind's words in
 * web/words/, its codec row and its line in pn_evolve(). */
#define PN_EVENT_KINDS(X) \
	X(TURN_BEGAN, "turn_began") \
	X(PHASE_ENTERED, "phase_entered") \
	X(DECISION_OPENED, "decision_opened") \
	X(DECISION_ANSWERED, "decision_answered") \
	X(DECISION_CLOSED, "decision_closed") \
	X(CHARGE_DECLARED, "charge_declared") \
	X(DRAFTED, "drafted") \
	X(SEALED, "sealed") \
	X(SEALED_CONTENT, "sealed_content") \
	X(REVEALED, "revealed") \
	X(ROLLED, "rolled") \
	X(INITIATIVE_DECIDED, "initiative_decided") \
	X(FACT_SET, "fact_set") \
	X(CHARGE_BEGAN, "charge_began") \
	X(CHARGE_ENDED, "charge_ended") \
	X(REACTION_DECLARED, "reaction_declared") \
	X(MOVE_ANNOUNCED, "move_announced") \
	X(MOVED, "moved") \
	X(REFORMED, "reformed") \
	X(FIGURE_MOVED, "figure_moved") \
	X(CONTACT, "contact") \
	X(STATE_SET, "state_set") \
	X(FLAG_SET, "flag_set") \
	X(TALLY_SET, "tally_set") \
	X(REMOVED, "removed") \
	X(OFFER_MADE, "offer_made") \
	X(OFFER_ANSWERED, "offer_answered") \
	X(METHOD_WITHDRAWN, "method_withdrawn") \
	X(QUESTION_ASKED, "question_asked") \
	X(QUESTION_ANSWERED, "question_answered") \
	X(UMPIRE_LEFT, "umpire_left") \
	X(DEPLOYED, "deployed") \
	X(TAKEN_BACK, "taken_back") \
	X(OUTCOME_PROPOSED, "outcome_proposed") \
	X(OUTCOME_ANSWERED, "outcome_answered") \
	X(CASUALTIES, "casualties") \
	X(CONTACT_ENDED, "contact_ended") \
	X(PASSED, "passed") \
	X(WILL_PASS, "will_pass") \
	X(PLAN_SET, "plan_set") \
	X(PLAN_STOPPED, "plan_stopped") \
	X(STANDING_ORDERS_SET, "standing_orders_set") \
	X(UNDONE, "undone") \
	X(RESIGNED, "resigned") \
	X(ENDED, "ended") \
	X(CLOCK_REMINDER, "clock_reminder") \
	X(UMPIRE_SEATED, "umpire_seated") \
	X(CLOCK_EXPIRED, "clock_expired") \
	X(DOWN_TIME, "down_time") \
	X(RULES_REVISED, "rules_revised") \
	X(RESTORED, "restored") \
	X(OPERATOR_ACTED, "operator_acted") \
	X(CUP_ROLLED, "cup_rolled") \
	X(ARMIES_AWAITED, "armies_awaited") \
	X(ARMY_SEALED, "army_sealed") \
	X(ARMY_REVEALED, "army_revealed") \
	X(ARMY_WITHDRAWN, "army_withdrawn") \
	X(ARRANGED, "arranged")

enum pn_event_kind {
#define X(name, wire) PN_EVENT_##name,
	PN_EVENT_KINDS(X)
#undef X
		PN_EVENT_COUNT
};

/* The owner of a roll or a slot: a unit id, or PN_UNITS_MAX + side. */
typedef uint8_t pn_who;

#define PN_WHO_SIDE(side) ((pn_who)(PN_UNITS_MAX + (side)))

/* What is sealed, and revealed, on its own: `turn/phase/who/number` on the wire,
 * without the last part when number is 0. */
struct pn_slot {
	uint8_t turn;
	uint8_t phase;
	pn_who who;
	uint8_t number;
};

/* What a slot holds, by unit id ascending: orders, or the places of units. */
struct pn_orders {
	uint8_t count;
	bool places;
	union {
		struct {
			pn_unit_id unit;
			struct pn_order order;
		} item[PN_SIDE_UNITS_MAX];
		struct {
			pn_pose to;
			pn_unit_id unit;
		} place[PN_PLACES_MAX];
	};
};

/* How a move was made. */
#define PN_MANNERS(X) \
	X(ADVANCE, "advance") \
	X(WHEEL, "wheel") \
	X(CHARGE, "charge") \
	X(OPPORTUNITY_CHARGE, "opportunity_charge") \
	X(FORCED, "forced") \
	X(FLEE, "flee") \
	X(RETREAT, "retreat") \
	X(WITHDRAWAL, "withdrawal") \
	X(ALIGN, "align") \
	X(PUSHED, "pushed") \
	X(AGREED, "agreed")

enum pn_manner {
#define X(name, wire) PN_MANNER_##name,
	PN_MANNERS(X)
#undef X
		PN_MANNER_COUNT
};

/* How a charge came out. */
#define PN_CHARGE_OUTCOMES(X) \
	X(CONTACT, "contact") \
	X(CHECK_FAILED, "check_failed") \
	X(TOO_FAR, "too_far") \
	X(INTERRUPTED, "interrupted") \
	X(CANCELLED, "cancelled") \
	X(BLOCKED, "blocked") \
	X(MIRED, "mired") \
	X(BROKE_THROUGH, "broke_through")

enum pn_charge_outcome {
#define X(name, wire) PN_CHARGE_##name,
	PN_CHARGE_OUTCOMES(X)
#undef X
		PN_CHARGE_OUTCOME_COUNT
};

/* What the server's operator does to a game: all of it is told. */
#define PN_OPERATOR_ACTS(X) \
	X(PAUSE, "pause") \
	X(RESUME, "resume") \
	X(CLOSE, "close") \
	X(HIDE, "hide") \
	X(SHOW, "show") \
	X(DELETE, "delete") \
	X(SILENCE, "silence") \
	X(END_TOKEN, "end_token")

enum pn_operator_act {
#define X(name, wire) PN_OPERATOR_##name,
	PN_OPERATOR_ACTS(X)
#undef X
		PN_OPERATOR_ACT_COUNT
};

/* Whether a roll was a test, and its result. */
enum pn_roll_result { PN_ROLL_PLAIN, PN_ROLL_PASSED, PN_ROLL_FAILED };

/* Why a plan is no longer carried out. */
#define PN_PLAN_STOPS(X) \
	X(REFUSED, "refused") \
	X(REACTION, "reaction") \
	X(FAILED_CHECK, "failed_check") \
	X(CONTACT, "contact") \
	X(LOSS, "loss") \
	X(UNDONE, "undone") \
	X(WITHDRAWN, "withdrawn")

enum pn_plan_stop {
#define X(name, wire) PN_STOP_##name,
	PN_PLAN_STOPS(X)
#undef X
		PN_PLAN_STOP_COUNT
};

/* A part of a state, given by hand. Only cases make one; HTTP never accepts it. */
struct pn_arrangement;

struct pn_event {
	uint8_t kind;        /* enum pn_event_kind */
	uint8_t audience;    /* bits PN_SEEN_BY_... */
	pn_side by;          /* whose command it follows from; PN_PUBLIC = the umpire's;
			      * PN_NO_SIDE = the server's */
	struct pn_mark mark; /* shared by the events of one command */
	pn_clause clause;    /* "" when it follows from no rule */
	union {
		struct {
			uint8_t turn;
		} turn_began;
		struct {
			uint8_t phase;
			pn_side active;
		} phase_entered;
		struct pn_pending decision_opened;
		struct {
			uint8_t decision;
			pn_side side;
		} decision_answered;
		struct {
			uint8_t decision;
		} decision_closed;
		struct {
			pn_unit_id unit, target;
		} charge_declared;
		struct {
			pn_unit_id unit;
			struct pn_order order;
		} drafted;
		struct {
			struct pn_slot slot;
			uint8_t commitment[PN_HASH_BYTES];
		} sealed;
		struct {
			struct pn_slot slot;
			uint8_t salt[PN_HASH_BYTES];
			struct pn_orders content;
		} opening; /* sealed_content and revealed */
		struct {
			uint8_t turn, phase;
			pn_who who;
			uint8_t what;   /* index into the ruleset's rolls */
			uint16_t first; /* n of the first die */
			uint8_t count, sides;
			uint8_t face[PN_FACES_MAX];
			int16_t modifier; /* added to the sum of the faces */
			int16_t total;    /* of a pool: how many dice made it */
			int16_t needed;   /* what the total, or each die of a pool, is held
					 * against; plain: 0 */
			uint8_t result;   /* enum pn_roll_result */
		} rolled;
		struct {
			pn_side winner;
			int16_t total[PN_SIDES];
		} initiative_decided;
		struct {
			uint8_t fact;
			int32_t value;
		} fact_set;
		struct {
			pn_unit_id unit, target;
			int32_t bend; /* pn_unit.bend; 0 where the book keeps none */
		} charge_began;
		struct {
			pn_unit_id unit, target;
			uint8_t outcome;
		} charge_ended;
		struct {
			pn_unit_id unit, target;
			uint8_t reaction;
		} reaction_declared;
		struct {
			pn_unit_id unit;
			struct pn_path path; /* figures borrowed */
		} move_announced;
		struct {
			pn_unit_id unit;
			uint8_t manner;
			pn_pose to;
			pn_len spent; /* distance this leg cost */
		} moved;
		struct {
			pn_unit_id unit;
			uint8_t manner; /* enum pn_leg_kind: a face, a frontage, a form */
			uint8_t files;  /* from now on */
			uint8_t form;   /* from now on, or PN_SAME_FORM */
			pn_pose to;
			pn_len spent;
		} reformed;
		struct {
			pn_unit_id unit;
			uint8_t figure;
			pn_pose to;
		} figure_moved;
		struct pn_contact contact;
		struct {
			pn_unit_id unit;
			uint8_t state;
		} state_set;
		struct {
			pn_unit_id unit;
			uint8_t flag;
			bool on;
		} flag_set;
		struct {
			pn_unit_id unit;
			uint8_t tally;
			uint8_t count; /* from now on */
		} tally_set;
		struct {
			pn_unit_id unit;
		} removed;
		struct {
			pn_side side;
			struct pn_proposal proposal;
		} offer_made;
		struct {
			pn_side side;   /* who answers, or withdraws its own */
			uint8_t kind;   /* enum pn_proposal_kind */
			uint8_t answer; /* enum pn_answer */
		} offer_answered;
		struct {
			pn_side side;
		} method_withdrawn;
		struct {
			pn_side side;
			struct pn_proposal question;
		} question_asked;
		struct {
			pn_side side;   /* whose question it was */
			uint8_t kind;   /* enum pn_proposal_kind */
			uint8_t answer; /* ACCEPTED, REFUSED: the umpire; WITHDRAWN: the side */
		} question_answered;
		struct {
			pn_unit_id unit;
			pn_pose to;
		} deployed;
		struct {
			pn_unit_id unit;
		} taken_back;
		struct {
			pn_unit_id unit; /* the lowest of the melee */
			pn_side side;
			struct pn_outcome outcome;
		} outcome_proposed;
		struct {
			pn_unit_id unit; /* the lowest of the melee */
			pn_side side;    /* PN_PUBLIC: the umpire */
			uint8_t answer;  /* enum pn_answer */
		} outcome_answered;
		struct {
			pn_unit_id unit;
			uint16_t lost; /* figures */
		} casualties;
		struct {
			pn_unit_id unit, with;
		} contact_ended;
		struct {
			pn_side side;
			uint8_t decision;
		} passed;
		struct {
			uint8_t until;   /* enum pn_until */
			pn_unit_id unit; /* whose window was passed */
		} will_pass;             /* its owner's alone */
		struct {
			const char *text; /* JSON, opaque here; borrowed */
			uint32_t size;
		} written; /* plan_set, standing_orders_set */
		struct {
			uint8_t reason;  /* enum pn_plan_stop */
			uint8_t done;    /* how many of its commands were */
			uint8_t refusal; /* PN_STOP_REFUSED: enum pn_refusal; else 0 */
		} plan_stopped;
		struct {
			struct pn_mark mark;
		} undone;
		struct {
			pn_side side;
		} resigned;
		struct {
			pn_side winner;
			uint8_t ending;
		} ended;
		struct {
			pn_side side;
			int64_t until_ms; /* when its time is over */
		} clock_reminder;
		struct {
			pn_side side;
			uint8_t decision; /* what it left unanswered */
		} clock_expired;
		struct {
			int64_t from_ms, until_ms; /* the server was down: no clock ran */
		} down_time;
		struct {
			uint16_t revision; /* of the ruleset, from now on */
		} rules_revised;
		struct {
			int64_t backup_ms; /* when the copy was made that the game goes on from */
		} restored;
		struct {
			uint8_t act;  /* enum pn_operator_act */
			pn_side side; /* whose token, or PN_NO_SIDE */
		} operator_acted;
		struct {
			uint8_t turn, phase;
			pn_who who; /* a side */
			uint8_t count, sides;
			uint8_t needed; /* what each die is held against; 0: nothing */
			uint16_t first; /* n of the first die */
			int16_t total;  /* how many made it; held against nothing, their sum */
			uint8_t face[PN_CUP_DICE_MAX];
		} cup_rolled;
		struct {
			int64_t until_ms; /* both armies are to be sealed by then */
		} armies_awaited;
		struct {
			pn_side side;
			uint8_t commitment[PN_HASH_BYTES];
		} army_sealed;
		struct {
			pn_side side;
			uint8_t salt[PN_HASH_BYTES]; /* the army is the muster's */
		} army_revealed;
		struct {
			pn_side side;
		} army_withdrawn;
		const struct pn_arrangement *arranged; /* borrowed for the call */
	};
};

_Static_assert(sizeof(struct pn_event) <= 256, "an event must stay cheap to copy");

/* What a command brought about, in order. The caller owns it; its events borrow the figures
 * they send from it, until something else is appended to an empty list. */
struct pn_events {
	uint16_t count;
	uint8_t placed_count;
	struct pn_placed placed[PN_EVENTS_PLACED_MAX];
	struct pn_event event[PN_EVENTS_MAX];
};

/* The figures that the event borrows, or NULL. */
const struct pn_placed *pn_event_placed(const struct pn_event *event);

/* Keep the figures that the event borrows, if it borrows any, in `room`, which must then last
 * as long as the event. Was there anything to keep? */
bool pn_event_keep(struct pn_event *event, struct pn_placed *room);
