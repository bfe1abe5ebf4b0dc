#pragma once
/* What the rules say to a command: lawful, or why not and by which clause. */

#include "pennon/base.h"

/* Why a command is refused. X(name, wire code) */
#define PN_REFUSALS(X) \
	X(LAWFUL, "lawful") \
	X(GAME_OVER, "game_over") \
	X(NOT_YOUR_DECISION, "not_your_decision") \
	X(NOT_NOW, "not_now") \
	X(NO_SUCH_UNIT, "no_such_unit") \
	X(NOT_YOUR_UNIT, "not_your_unit") \
	X(NOT_AN_ENEMY, "not_an_enemy") \
	X(OFF_TABLE, "off_table") \
	X(NOT_IN_GOOD_ORDER, "not_in_good_order") \
	X(IN_GOOD_ORDER, "in_good_order") \
	X(OUT_OF_COMMAND, "out_of_command") \
	X(MUST_RALLY, "must_rally") \
	X(NOT_VISIBLE, "not_visible") \
	X(ENGAGED, "engaged") \
	X(STRUCK, "struck") \
	X(ALREADY_MOVED, "already_moved") \
	X(ALREADY_DECLARED, "already_declared") \
	X(NOT_DECLARED, "not_declared") \
	X(NO_ORDER, "no_order") \
	X(NO_GENERAL, "no_general") \
	X(MUST_CHARGE, "must_charge") \
	X(MUST_RETREAT, "must_retreat") \
	X(CHARGES_FIRST, "charges_first") \
	X(CANNOT_CHARGE, "cannot_charge") \
	X(CHARGED_LAST_TURN, "charged_last_turn") \
	X(CHECK_FAILED, "check_failed") \
	X(TOO_LONG, "too_long") \
	X(TOO_SHORT, "too_short") \
	X(OUT_OF_ARC, "out_of_arc") \
	X(NOT_IN_RANGE, "not_in_range") \
	X(BLOCKED, "blocked") \
	X(LEAVES_TABLE, "leaves_table") \
	X(BAD_PATH, "bad_path") \
	X(TOO_CLOSE, "too_close") \
	X(OVERLAPS, "overlaps") \
	X(NAMED_TWICE, "named_twice") \
	X(INCOMPLETE, "incomplete") \
	X(FOOT_AGAINST_HORSE, "foot_against_horse") \
	X(WRONG_FORMATION, "wrong_formation") \
	X(MAY_NOT_REACT, "may_not_react") \
	X(NOT_IN_MELEE, "not_in_melee") \
	X(BAD_OUTCOME, "bad_outcome") \
	X(TOUCHES_ENEMY, "touches_enemy") \
	X(NOTHING_PROPOSED, "nothing_proposed") \
	X(LAST_PROPOSAL, "last_proposal") \
	X(OUTSIDE_ZONE, "outside_zone") \
	X(NOT_DEPLOYED, "not_deployed") \
	X(UNITS_LEFT, "units_left") \
	X(OFFER_PENDING, "offer_pending") \
	X(OFFER_SPENT, "offer_spent") \
	X(NO_OFFER, "no_offer") \
	X(UNDO_IS_FREE, "undo_is_free") \
	X(METHOD_NOT_ALLOWED, "method_not_allowed") \
	X(NO_AGREEMENT, "no_agreement") \
	X(NO_UMPIRE, "no_umpire") \
	X(QUESTION_PENDING, "question_pending") \
	X(QUESTION_SPENT, "question_spent") \
	X(NO_QUESTION, "no_question") \
	X(ONLY_THE_UMPIRE, "only_the_umpire") \
	X(ONLY_RULES, "only_rules") \
	X(LIMIT_REACHED, "limit_reached") \
	X(NOTHING_TO_UNDO, "nothing_to_undo") \
	X(NOTHING_LEFT, "nothing_left") \
	X(NO_CLAIM, "no_claim") \
	X(GAME_TOO_LONG, "game_too_long") \
	X(NOT_ON_THE_WAY, "not_on_the_way") \
	X(ALREADY_PASSED, "already_passed") \
	X(BAD_ROLL, "bad_roll") \
	X(CUP_SPENT, "cup_spent")

enum pn_refusal {
#define X(name, wire) PN_REFUSE_##name,
	PN_REFUSALS(X)
#undef X
		PN_REFUSAL_COUNT
};
#define PN_LAWFUL PN_REFUSE_LAWFUL

struct pn_verdict {
	enum pn_refusal code;
	pn_clause clause; /* the clause that forbids it; "" when lawful */
	uint8_t by;       /* 1 + the unit that is in the way, where the rules say it; 0: none */
};

/* Lawful; refused by the clause for this reason. */
struct pn_verdict pn_lawful(void);
struct pn_verdict pn_refuse(enum pn_refusal code, pn_clause clause);

/* Refused because this unit is in the way (PN_NO_UNIT: something else is). */
struct pn_verdict pn_refuse_for(enum pn_refusal code, pn_clause clause, pn_unit_id by);
