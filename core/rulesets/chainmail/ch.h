#pragma once
/* Chainmail, third edition: what the files of this folder share. RULES.md has the clauses.
 * Nothing outside this folder includes this header. */

#include "ch_ways.h"

extern const struct pn_judgement ch_judgement; /* for the practice opponent */

/* Wire names stand in the tables of ch.c, in these orders. */
enum ch_phase {
	CH_ORDERS,     /* simultaneous: both write their orders in secret */
	CH_INITIATIVE, /* move and counter-move: who moves first */
	CH_FIRST_MOVEMENT,
	CH_SECOND_MOVEMENT,
	CH_FIRST_HALF,  /* simultaneous: half of every move ... */
	CH_SECOND_HALF, /* ... and what of the other half is not obstructed */
	CH_MELEE,
	CH_AFTERMATH, /* losses, rallying, fatigue */
	CH_DEPLOYMENT,
	CH_PHASES,
};

enum ch_decision {
	CH_WRITE_ORDERS,
	CH_CHOOSE_ORDER,
	CH_MOVEMENT,
	CH_ANSWER, /* the unit charged may charge in its turn */
	CH_DEPLOY,
	CH_SETTLE_MELEE,
	CH_CHARGE_RUN, /* nobody owes it: what comes of a contact */
	CH_DECISIONS,
};

/* Kinds of troops: the lines of the movement table, and those that have none. */
enum ch_class {
	CH_PEASANTS,
	CH_LEVIES,
	CH_LIGHT_FOOT,
	CH_ARCHERS,
	CH_TURK_ARCHERS,
	CH_CROSSBOWMEN,
	CH_LONGBOWMEN,
	CH_HEAVY_CROSSBOWMEN,
	CH_HEAVY_FOOT,
	CH_ELITE_HEAVY_FOOT,
	CH_ARMORED_FOOT,
	CH_LANDSKNECHTE,
	CH_SWISS,
	CH_LIGHT_HORSE,
	CH_MEDIUM_HORSE,
	CH_HEAVY_HORSE,
	CH_ARTILLERY,
	CH_WAGONS,
	CH_CLASSES,
};

enum ch_state { CH_GOOD, CH_RALLYING, CH_RETREATING, CH_ROUTING, CH_STATES };
enum ch_form { CH_LINE, CH_COLUMN, CH_SQUARE, CH_FORMS };

enum ch_flag {
	CH_MOVED,
	CH_CHARGED,      /* made a charge move; cleared by hand when the next turn begins */
	CH_CHARGED_LAST, /* ... and then this is set for that turn */
	CH_CONTACT_PENDING,
	CH_VICTORIOUS, /* goes on with its charge */
	CH_IMPETUS,
	CH_RETURNS_LOWER,
	CH_INFLICTS_NONE,
	CH_MEETS_CHARGE, /* both charge */
	CH_FOUGHT,
	CH_CLASS_HIGHER,
	CH_ADDS_TO_DICE,
	CH_NO_RETURN,
	CH_LATER_ROUND,
	CH_FRESH, /* in a melee of this turn that is to be fought on */
	CH_LARGE_MELEE,
	CH_SENT_BACK,
	CH_ATTACKED, /* while rallying */
	CH_FLED_PIKES,
	CH_STOOD,       /* passed the check of the Loss Table when it had lost its part ... */
	CH_STOOD_TWICE, /* ... or twice that at once, or both: three times */
	CH_FATIGUED,
	CH_UPHILL,
	CH_COMPELLED, /* knights who will not wait */
	CH_OBEYS,     /* knights who do */
	CH_REFORMED,
	CH_BENT,         /* its charge left the heading of its front */
	CH_AT_BANK,      /* halted at a river */
	CH_QUARTER_TURN, /* its charge has turned from its first front to the right ... */
	CH_HALF_TURN,    /* ... or half about, or both: to the left */
	CH_SHIFTED,      /* fled, and could but turn about */
	CH_RUN_INTO,     /* by friends who retreated: it rallies from the next turn on */
	CH_FLAGS,
};

enum ch_tally {
	CH_RETREATS, /* turns of retreat */
	CH_MARCHED,  /* turns of movement, one after another */
	CH_RAN_UP,   /* 1 + such turns before the charge; 0: no charge */
	CH_ROUNDS,   /* rounds of melee */
	/* 1 + the unit that its charge of this turn sent back, or whose charge sent it back */
	CH_CHARGE_WITH,
	CH_TALLIES,
};

enum ch_trait {
	CH_PIKES,
	CH_KNIGHTS,
	CH_FEUDAL, /* will not wait for orders */
	CH_MONGOLS,
	CH_JANISSARIES,
	CH_POLE_ARMS, /* stand as pikes do (CH-26), and frighten nobody */
	CH_TRAITS,
};

enum ch_roll {
	CH_ROLL_INITIATIVE,
	CH_ROLL_CHARGE_CHECK,
	CH_ROLL_PIKE_CHECK,
	CH_ROLL_RALLY,
	CH_ROLL_OBEDIENCE,
	CH_ROLL_POST_MELEE,
	CH_ROLL_LOSSES,
	CH_ROLLS,
};

enum ch_fact {
	CH_FACT_FIRST,
	CH_FACT_RED_SCORE,  /* of the melee last fought */
	CH_FACT_BLUE_SCORE, /* = CH_FACT_RED_SCORE + PN_BLUE */
	CH_FACT_MORE_ROUNDS,
	CH_FACT_STEP, /* what the movement or the aftermath has done */
	CH_FACTS,
};

/* What an order says; its number is a distance in quarters of an inch. */
enum ch_verb {
	CH_VERB_NONE,
	CH_VERB_CHARGE,
	CH_VERB_ADVANCE,
	CH_VERB_OBLIQUE_LEFT,
	CH_VERB_OBLIQUE_RIGHT,
	CH_VERB_FACE_LEFT,
	CH_VERB_FACE_RIGHT,
	CH_VERB_FACE_ABOUT,
	CH_VERB_FORM_LINE,
	CH_VERB_FORM_COLUMN,
	CH_VERB_FORM_SQUARE,
	CH_VERB_RETREAT,
	CH_VERBS,
};

enum { CH_QUARTER_INCH = PN_INCH / 4 };

enum ch_reaction {
	CH_STANDS,
	CH_FALLS_BACK,
	CH_ANSWERS,
	CH_FIGHTS_ON,
	CH_SURRENDERS,
	CH_REACTIONS,
};

enum ch_reading {
	CH_SWITCH_CHECK_AT,
	CH_SWITCH_ANSWERING,
	CH_SWITCH_ROUNDS,
	CH_SWITCH_PIKE_MODIFIERS,
	CH_SWITCH_SWISS_ROW,
	CH_SWITCH_VICTORY,
	CH_SWITCH_SURVIVORS,
	CH_SWITCH_SCALE,
	CH_SWITCH_FIRST_HEADING,
	CH_SWITCHES,
};
enum { CH_AT_CONTACT, CH_AT_MELEE };
enum { CH_NO_ANSWER, CH_MAY_ANSWER };
enum { CH_ONE_ROUND, CH_UNTIL_DECIDED };
enum { CH_PIKES_PLAIN, CH_PIKES_MODIFIED };
enum { CH_SWISS_LIGHT, CH_SWISS_HEAVY };
enum { CH_ANY_STEP_BACK, CH_RETREAT_ONLY };
enum { CH_SURVIVORS_PLAIN, CH_SURVIVORS_TIMES_DIE };
enum { CH_ONE_TO_TWENTY, CH_MAN_TO_MAN };
enum { CH_FIRST_LEG, CH_FIRST_FACING };

enum ch_terrain {
	CH_CLEAR,
	CH_IMPASSABLE,
	CH_HILL,
	CH_WOODS,
	CH_MARSH,
	CH_ROUGH,
	CH_DITCH,
	CH_RAMPART,
	CH_STREAM,
	CH_RIVER,
	CH_ROAD,
	CH_TERRAIN_KINDS,
};

/* ---- troops (ch_troops.c) ---- */

enum ch_arm { CH_FOOT, CH_HORSE, CH_TRAIN };

/* The rows of the table of charge checks. */
enum ch_row {
	CH_ROW_PEASANTS,
	CH_ROW_LIGHT_FOOT,
	CH_ROW_HEAVY_FOOT,
	CH_ROW_ARMORED_FOOT,
	CH_ROW_LIGHT_HORSE,
	CH_ROW_MEDIUM_HORSE,
	CH_ROW_HEAVY_HORSE,
	CH_ROWS,
};

/* One row of the Loss Table: losses above num / den of the original strength force a
 * check, and so much must be thrown to remain. */
struct ch_loss_row {
	uint8_t num, den;
	uint8_t score;
};

/* CH-45. What a kind of troops is; lengths in inches, a charge of 0: it has none. */
struct ch_troop {
	uint8_t move, road, charge;
	uint8_t arm;    /* enum ch_arm */
	uint8_t row;    /* enum ch_row */
	uint8_t rating; /* CH-70 */
	uint8_t loss;   /* CH-53: its row of the Loss Table */
};

/* The row of the unit's class. */
const struct ch_troop *ch_troop(const struct pn_unit *unit);

/* CH-45. Its normal move, on a road or off it, and its charge move; 0: it has none. */
pn_len ch_move(const struct pn_unit *unit, bool road);
pn_len ch_charge_move(const struct pn_unit *unit);

/* Is it any kind of horse? */
bool ch_is_horse(const struct pn_unit *unit);

/* Swiss or Landsknechte, with pikes or pole arms or without; with them. */
bool ch_is_swiss(const struct pn_unit *unit);
bool ch_is_pikes(const struct pn_unit *unit);

/* CH-26. Or pole arms. */
bool ch_has_points(const struct pn_unit *unit);

/* CH-15. At least 5 files, and 5 figures in each of the first two ranks. */
bool ch_is_eligible_array(const struct pn_unit *unit);

/* CH-30 to CH-36, CH-40. Its row of the charge table; the clause of that row; and the
 * score it needs against a weight of horse: 0 light, 1 medium, 2 heavy. */
enum ch_row ch_row_of(const struct pn_game *game, const struct pn_unit *unit);
pn_clause ch_row_clause(const struct pn_unit *unit, enum ch_row row);
int16_t ch_charge_score(enum ch_row row, uint8_t weight);

/* How heavy an attacking horse unit is. */
uint8_t ch_weight(const struct pn_unit *unit);

/* CH-53. Its row of the Loss Table. */
struct ch_loss_row ch_loss_row(const struct pn_unit *unit);

/* CH-70, CH-79. Its morale rating. */
int32_t ch_rating(const struct pn_unit *unit);

/* CH-81. Does a charge of it add dice to its melee? */
bool ch_has_impetus(const struct pn_unit *unit);

/* CH-84. What a turn by so many 65536ths costs it. */
pn_len ch_turn_cost(const struct pn_unit *unit, int32_t angle);

/* ---- units (ch_unit.c) ---- */

/* Written in secret and carried out together (CH-49)? Else move and counter-move. */
bool ch_is_simultaneous(const struct pn_game *view);

/* CH-02, CH-45, CH-60. May it make a charge move this turn, whatever it may reach? */
struct pn_verdict ch_check_charger(const struct pn_game *view, pn_unit_id unit);

/* May it move at all this turn? */
struct pn_verdict ch_check_mover(const struct pn_game *view, pn_unit_id unit);

/* An enemy that the unit touches, or PN_NO_UNIT. */
pn_unit_id ch_enemy_of(const struct pn_game *game, pn_unit_id unit);

/* ---- simultaneous turns (ch_orders.c, ch_halves.c) ---- */

/* CH-49. Are orders being written, each side its own in secret? */
bool ch_is_writing(const struct pn_game *game);

/* The turn that an order begins with, or the formation it is of, and the angle of the turn; none
 * for an advance. */
struct pn_leg ch_turn_of(uint8_t verb);
int32_t ch_angle_of(uint8_t verb);
bool ch_is_form(uint8_t verb);

/* Called as the members of these names in rules.h say. */
void ch_run_orders(struct pn_step *step);
void ch_resume_orders(struct pn_step *step);
void ch_run_halves(struct pn_step *step);
void ch_run_second_half(struct pn_step *step);

/* ---- charging (ch_charge.c, ch_check.c, ch_retreat.c) ---- */

/* Stages of CH_CHARGE_RUN. */
enum ch_stage { CH_MET, CH_CHECK, CH_FOLLOW, CH_VICTORS };

/* The unit charges; the walk is lawful. What comes of its contact follows by itself. */
void ch_charge(struct pn_step *step, pn_unit_id unit, pn_unit_id target, const struct ch_walk *walk,
	       pn_clause clause);

/* CH-02, CH-78. Its charge move of this turn is spent. */
void ch_spend_charge(struct pn_step *step, pn_unit_id unit);

/* The unit has made contact by a charge move, or not (`charging` false). */
void ch_touch(struct pn_step *step, pn_unit_id unit, const struct ch_way *way, bool charging);

/* What comes of a contact, by the stage of the pending decision on top. */
void ch_resume_charge(struct pn_step *step);
void ch_open_run(struct pn_step *step, pn_unit_id unit, pn_unit_id other, enum ch_stage stage);

/* The pending decision for the next of those whom it touched, when the one before is seen to. */
void ch_open_next(struct pn_step *step, struct pn_pending pending);

/* CH-05, CH-07. Has it charged this turn, and is it free to go on? */
bool ch_may_go_on(const struct pn_game *game, pn_unit_id unit);

/* The enemies that touch a unit; and those of them who have won by its going, save `but`
 * (PN_NO_UNIT: nobody), which is seen to already: flag `victorious`. */
void ch_find_enemies(const struct pn_game *game, pn_unit_id unit, bool enemies[PN_UNITS_MAX]);
void ch_note_victors(struct pn_step *step, const bool enemies[PN_UNITS_MAX], pn_unit_id but);

/* The next victor moves out the balance of its charge. False: there is none. */
bool ch_run_victor(struct pn_step *step);

/* Where a decision is open: a pending decision that sees to all victors, however many they
 * become. */
void ch_open_victors(struct pn_step *step);

/* What the event tells of the heading in which a charge was first set (CH-06): how far that is
 * off its front, as the switch has it. */
int32_t ch_first_bend(const struct pn_game *game, pn_angle front, pn_angle heading);

/* What `other`'s charge into that side of the unit brings on it: a check against horse
 * (CH-20), against pikes (CH-10), or none, and why. */
enum ch_need { CH_NO_CHECK, CH_HORSE_CHECK, CH_PIKE_CHECK };
enum ch_need ch_need_of(const struct pn_game *game, pn_unit_id unit, pn_unit_id other,
			uint8_t facing, pn_clause *why);

/* The roll of it: `both` charge each other. */
struct pn_roll ch_check_roll(const struct pn_game *game, pn_unit_id unit, pn_unit_id other,
			     enum ch_need need, bool both);

/* Throw it. */
bool ch_check_stands(struct pn_step *step, pn_unit_id unit, pn_unit_id other, enum ch_need need,
		     bool both);

/* Neither gave way: what the charge counts for in the melee (CH-81 to CH-83). */
void ch_join(struct pn_step *step, pn_unit_id unit, pn_unit_id other, bool charging);

/* The facing of the unit that touches the other. */
uint8_t ch_facing_struck(const struct pn_game *game, pn_unit_id unit, pn_unit_id other);

/* Back to the enemy, so far; it must rally then (CH-60). */
struct ch_flight {
	pn_angle heading;
	pn_len length;
	uint8_t state;     /* CH_RETREATING or CH_ROUTING */
	pn_unit_id victor; /* who is sent after it already, or PN_NO_UNIT */
	pn_clause clause;
};

/* Move the unit as the flight has it, and whatever follows from that. */
void ch_flee(struct pn_step *step, pn_unit_id unit, struct ch_flight flight);

/* One and a half moves. */
pn_len ch_retreat_length(const struct pn_unit *unit);

/* Back in good order, facing the enemy (CH-71), and at most to the board's edge: it is no retreat
 * (CH-67). */
void ch_fall_back(struct pn_step *step, pn_unit_id unit, pn_angle heading, pn_len length);

/* The way that leads away from the enemy it touches. */
pn_angle ch_away_from(const struct pn_game *game, pn_unit_id unit, pn_unit_id enemy);

/* CH-62, CH-63, CH-14. An enemy has reached a unit that is not in good order. Has it
 * gone? */
bool ch_attack_rallying(struct pn_step *step, pn_unit_id unit, pn_unit_id attacker);

/* CH-62. Attacked this turn, it has failed to rally: it goes on back when the melee is over. */
bool ch_has_failed_rally(const struct pn_unit *unit);

/* Has its own movement, or flight, changed its place, facing or formation this turn? The flag
 * CH_MOVED says only that it moves no more. */
bool ch_has_moved(const struct pn_unit *unit);

/* CH-14. Is it gone at once? Else this is its roll. */
bool ch_is_lost_to(const struct pn_game *game, pn_unit_id unit, pn_unit_id attacker);
struct pn_roll ch_attacked_roll(pn_unit_id unit);

/* CH-64. May it choose to go on retreating instead of rallying? */
bool ch_may_retreat_on(const struct pn_game *view, pn_unit_id unit);

/* CH-64. A unit that has retreated for more than a turn dices to rally, or goes on. */
void ch_roll_rallies(struct pn_step *step, pn_side side);

/* It has rallied: in good order, and nothing is left of its retreat. */
void ch_have_rallied(struct pn_step *step, pn_unit_id unit, pn_clause clause);

/* CH-61. A unit that was left alone has rallied. */
void ch_end_rallying(struct pn_step *step);

/* It goes on back, a turn more. */
void ch_retreat_on(struct pn_step *step, pn_unit_id unit, pn_angle heading, pn_clause clause);

/* ---- knights (ch_knights.c) ---- */

/* CH-43. The next knights of the side who will not wait: do what they do. False: there are
 * none. */
bool ch_drive_knights(struct pn_step *step, pn_side side);

/* The same where orders were written: they overrule them. */
void ch_order_knights(struct pn_step *step, pn_side side);

/* CH-43. The enemy that they go towards, since they may not charge this turn or no charge is open
 * to them; or PN_NO_UNIT. */
pn_unit_id ch_find_lure(const struct pn_game *game, pn_unit_id unit);

/* CH-84. A unit that has the place more than 45 degrees off its front turns to face it, and pays
 * for that. False: there is no room to turn. */
bool ch_turn_towards(struct pn_step *step, pn_unit_id unit, pn_vec at);

/* The heading to that place, at most 45 degrees off the front. */
pn_angle ch_heading_towards(const struct pn_game *game, pn_unit_id unit, pn_vec at);

/* ---- melee and after (ch_melee.c, ch_aftermath.c) ---- */

void ch_run_melee(struct pn_step *step);

/* CH-51. What is next of the melees: a check put off, a victor who goes on, a melee, a rally that
 * failed. Once a turn; again only where a victor met somebody else, or the melee is fought on.
 * False: all is fought. */
bool ch_fight(struct pn_step *step);

/* CH-05, CH-07, CH-74. Those of them who may go on have won, and leave guards for so many
 * prisoners. */
void ch_send_captors_on(struct pn_step *step, const bool captors[PN_UNITS_MAX], int32_t prisoners);

void ch_run_aftermath(struct pn_step *step);
void ch_apply_accept_outcome(struct pn_step *step, pn_side side, const struct pn_command *command);

/* CH-79. A unit has done something that tires it. */
void ch_note_fatigue(struct pn_step *step, pn_unit_id unit);
void ch_begin_turn(struct pn_step *step);

/* ---- the plug (ch.c) and its cells ---- */

/* CH-41. Knights ride medium or heavy horse. */
struct pn_muster_fault ch_check_muster(const struct pn_muster *muster, uint8_t index);

/* Called as the members of these names in rules.h say. */
void ch_run_initiative(struct pn_step *step);
void ch_run_movement(struct pn_step *step);
bool ch_end_if_idle(struct pn_step *step, pn_side side);
void ch_run_deployment(struct pn_step *step);

PN_CHOICE(ch, orders)
PN_CHOICE(ch, order)
void ch_list_movement(const struct pn_game *view, pn_side side, struct pn_actions *out);
void ch_list_answer(const struct pn_game *view, pn_side side, struct pn_actions *out);

PN_CELLS(ch, go)
PN_CELLS(ch, move)
PN_CELLS(ch, charge)
PN_CELLS(ch, answer)
PN_CELLS(ch, pass)
PN_CELLS(ch, ready)
PN_CELLS(ch, declare)
PN_CELLS(ch, withdraw)
PN_CELLS(ch, order)

PN_PREVIEW(ch, move)
PN_PREVIEW(ch, charge)
PN_PREVIEW(ch, answer)
