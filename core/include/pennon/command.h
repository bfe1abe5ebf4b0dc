#pragma once
/* What a player asks for. A command is refused (with a code and a clause) or
 * applied; a refused one changes nothing. Fields that a kind does not use are 0;
 * `unit` and `target` are PN_NO_UNIT when they do not apply. */

#include "pennon/game.h"

/* X(name, wire name) */
#define PN_COMMAND_KINDS(X) \
	X(DECLARE_CHARGE, "declare_charge") \
	X(WITHDRAW_CHARGE, "withdraw_charge") \
	X(PLACE_ORDER, "place_order") \
	X(READY, "ready") \
	X(PASS, "pass") \
	X(DECLARE_FIRST, "declare_first") \
	X(DECLARE_LAST, "declare_last") \
	X(GO_FIRST, "go_first") \
	X(GO_SECOND, "go_second") \
	X(CHOOSE_FLANK, "choose_flank") \
	X(TRY_FRENZY, "try_frenzy") \
	X(CHARGE, "charge") \
	X(MANOEUVRE, "manoeuvre") \
	X(MOVE, "move") \
	X(RETREAT, "retreat") \
	X(RALLY, "rally") \
	X(HOLD, "hold") \
	X(STAND_AND_SHOOT, "stand_and_shoot") \
	X(FLEE, "flee") \
	X(REDIRECT, "redirect") \
	X(OPPORTUNITY_CHARGE, "opportunity_charge") \
	X(FIGHTING_WITHDRAWAL, "fighting_withdrawal") \
	X(PROPOSE_OUTCOME, "propose_outcome") \
	X(ACCEPT_OUTCOME, "accept_outcome") \
	X(REFUSE_OUTCOME, "refuse_outcome") \
	X(LEAVE_OPEN, "leave_open") \
	X(DEPLOY, "deploy") \
	X(TAKE_BACK, "take_back") \
	X(DEPLOY_REST, "deploy_rest") \
	X(OFFER_DRAW, "offer_draw") \
	X(OFFER_RESULT, "offer_result") \
	X(OFFER_UNDO, "offer_undo") \
	X(OFFER_METHOD, "offer_method") \
	X(OFFER_UMPIRE, "offer_umpire") \
	X(ACCEPT_OFFER, "accept_offer") \
	X(DECLINE_OFFER, "decline_offer") \
	X(WITHDRAW_OFFER, "withdraw_offer") \
	X(WITHDRAW_METHOD, "withdraw_method") \
	X(ORDER_STACK, "order_stack") \
	X(REROLL, "reroll") \
	X(CLASH, "clash") \
	X(ASK_OUTCOME, "ask_outcome") \
	X(ASK_DRAW, "ask_draw") \
	X(ASK_RESULT, "ask_result") \
	X(ASK_UNDO, "ask_undo") \
	X(ASK_CLOCK, "ask_clock") \
	X(WITHDRAW_QUESTION, "withdraw_question") \
	X(RULE_FOR, "rule_for") \
	X(RULE_AGAINST, "rule_against") \
	X(STEP_DOWN, "step_down") \
	X(UNDO, "undo") \
	X(CLAIM, "claim") \
	X(RESIGN, "resign") \
	X(ROLL_CUP, "roll_cup")

enum pn_command_kind {
#define X(name, wire) PN_COMMAND_##name,
	PN_COMMAND_KINDS(X)
#undef X
		PN_COMMAND_COUNT
};

/* A set of kinds of commands. */
struct pn_command_set {
	bool has[PN_COMMAND_COUNT];
};

/* Is the kind in the set? Is no kind in it? */
bool pn_set_has(const struct pn_command_set *set, enum pn_command_kind kind);
bool pn_set_is_empty(const struct pn_command_set *set);

/* One leg of a move. */
#define PN_LEG_KINDS(X) \
	X(ADVANCE, "advance") \
	X(WHEEL, "wheel") \
	X(FACE, "face") \
	X(FRONTAGE, "frontage") \
	X(FORM, "form") \
	X(FIGURES, "figures")

enum pn_leg_kind {
#define X(name, wire) PN_LEG_##name,
	PN_LEG_KINDS(X)
#undef X
		PN_LEG_COUNT
};

/* How many windows one pass answers. What was said beyond "passed" is its owner's secret. */
#define PN_UNTILS(X) \
	X(ASKED, "asked") /* this window alone */ \
	X(UNIT_DOES_MORE, "unit_does_more") \
	X(CLASS, "class") \
	X(STEP, "step")

enum pn_until {
#define X(name, wire) PN_UNTIL_##name,
	PN_UNTILS(X)
#undef X
		PN_UNTIL_COUNT
};

/* When a reaction to a move is made: at once, where the mover stands; at a place of the way
 * that was announced; or at one that is found when it is carried out. */
#define PN_WHENS(X) \
	X(NOW, "now") \
	X(AT, "at") \
	X(IN_SIGHT, "in_sight") \
	X(NEAREST, "nearest")

enum pn_when {
#define X(name, wire) PN_WHEN_##name,
	PN_WHENS(X)
#undef X
		PN_WHEN_COUNT
};

struct pn_moment {
	uint8_t when; /* enum pn_when */
	uint8_t leg;  /* AT: of the announced path, from 0 */
	pn_len at;    /* AT: so far along that leg */
};

/* Dice that a side names itself (PN-60): so many of so many sides, each held against `needed` or
 * more; 0: against nothing. */
struct pn_cup {
	uint16_t dice;
	uint16_t sides;
	uint16_t needed;
};

/* Units in an order. */
struct pn_unit_list {
	uint8_t count;
	pn_unit_id of[PN_SIDE_UNITS_MAX];
};

struct pn_command {
	enum pn_command_kind kind;
	pn_unit_id unit;
	pn_unit_id target;
	union {
		/* CHARGE, MANOEUVRE, MOVE, RETREAT, OPPORTUNITY_CHARGE */
		struct {
			struct pn_path path;
			struct pn_moment moment; /* OPPORTUNITY_CHARGE */
		};
		struct pn_outcome outcome; /* PROPOSE_OUTCOME */
		pn_pose to;                /* DEPLOY */
		/* OFFER_RESULT, ASK_RESULT: kind, winner; OFFER_METHOD: kind, method;
		 * RULE_FOR, RULE_AGAINST: winner, the side whose question it is */
		struct pn_proposal proposal;
		struct pn_unit_list units; /* ORDER_STACK: the first card first */
		struct pn_cup cup;         /* ROLL_CUP */
	};
	uint8_t until; /* of a pass: enum pn_until */
	uint8_t verb;  /* PLACE_ORDER: index into the ruleset's verbs; 0 takes the order back */
	uint8_t flank; /* CHOOSE_FLANK: enum pn_facing, left or right */
};

/* The figures that the command borrows, or NULL. */
const struct pn_placed *pn_command_placed(const struct pn_command *command);

/* Keep the figures that the command borrows, if it borrows any, in `room`, which must then
 * last as long as the command. Was there anything to keep? */
bool pn_command_keep(struct pn_command *command, struct pn_placed *room);
