/* Battlesystem, second edition: the plug. Every number and name of the book that other
 * rooms may ask for stands in a table here; RULES.md tells where each comes from. */

#include "b2_formation.h"
#include "b2_ground.h"
#include "common.h"

static const struct pn_phase_rule phases[B2_PHASES] = {
	[B2_DECLARATION] = {"declaration", b2_run_declaration, {"B2-01"}},
	[B2_INITIATIVE] = {"initiative", b2_run_initiative, {"B2-80"}},
	[B2_FIRST_MOVEMENT] = {"first_movement", b2_run_movement, {"B2-82"}},
	[B2_SECOND_MOVEMENT] = {"second_movement", b2_run_movement, {"B2-82"}},
	[B2_DEPLOYMENT] = {"deployment", b2_run_deployment, {"PN-25"}},
	[B2_MELEE] = {"melee", b2_run_melee, {"PN-20"}},
};

static const struct pn_decision_rule decisions[B2_DECISIONS] = {
	[B2_CHOOSE_DECLARER] =
		{
			.name = "choose_declarer",
			.commands = {PN_KIND(DECLARE_FIRST), PN_KIND(DECLARE_LAST)},
			.resume = pn_resume_nothing,
			.fallback = b2_default_declare_order,
			.list = b2_list_declare_order,
		},
	[B2_DECLARE] =
		{
			.name = "declare",
			.commands = {PN_KIND(DECLARE_CHARGE), PN_KIND(WITHDRAW_CHARGE),
				     PN_KIND(READY), PN_KIND(PASS)},
			.resume = b2_resume_declare,
			.fallback = b2_default_declare,
			.list = b2_list_declare,
		},
	[B2_CHOOSE_ORDER] =
		{
			.name = "choose_order",
			.commands = {PN_KIND(GO_FIRST), PN_KIND(GO_SECOND)},
			.resume = pn_resume_nothing,
			.fallback = pn_default_go_first,
			.list = b2_list_order,
		},
	[B2_MOVEMENT] =
		{
			.name = "movement",
			.commands = {PN_KIND(CHARGE), PN_KIND(MOVE), PN_KIND(RALLY),
				     PN_KIND(FIGHTING_WITHDRAWAL), PN_KIND(PASS)},
			.resume = pn_resume_nothing,
			.forced = b2_rally_if_forced,
			.fallback = b2_default_movement,
			.list = b2_list_movement,
		},
	[B2_MANOEUVRE] =
		{
			.name = "manoeuvre",
			.commands = {PN_KIND(MANOEUVRE), PN_KIND(PASS)},
			.resume = pn_resume_nothing,
			.fallback = pn_default_pass,
			.list = b2_list_manoeuvre,
		},
	[B2_SUBSTITUTE] =
		{
			.name = "substitute",
			.commands = {PN_KIND(CHARGE)},
			.resume = pn_resume_nothing,
			.fallback = b2_default_substitute,
			.list = b2_list_substitute,
		},
	[B2_CHARGE_MOVE] = {.name = "charge_move", .resume = b2_resume_charge},
	[B2_UNIT_MOVE] = {.name = "unit_move", .resume = b2_resume_move},
	[B2_OPPORTUNITY] =
		{
			.name = "opportunity",
			.commands = {PN_KIND(OPPORTUNITY_CHARGE), PN_KIND(PASS)},
			.resume = pn_resume_nothing,
			.fallback = b2_default_opportunity,
			.list = b2_list_opportunity,
			.window = true,
		},
	[B2_REACTION] = {.name = "reaction", .resume = b2_resume_reaction},
	[B2_SAID] = {.name = "said_reaction", .resume = b2_resume_said},
	[B2_DEPLOY] = PN_DEPLOY_DECISION,
	[B2_SETTLE_MELEE] = PN_MELEE_DECISION,
};

static const struct pn_command_rule commands[PN_COMMAND_COUNT] = {
	[PN_COMMAND_DECLARE_CHARGE] = {b2_check_declare_charge, b2_apply_declare_charge,
				       b2_preview_declare_charge, b2_is_sealed},
	[PN_COMMAND_WITHDRAW_CHARGE] = {b2_check_withdraw_charge, b2_apply_withdraw_charge, NULL,
					b2_is_sealed},
	[PN_COMMAND_READY] = {b2_check_ready, b2_apply_ready, NULL, NULL},
	[PN_COMMAND_PASS] = {b2_check_pass, b2_apply_pass, NULL, NULL},
	[PN_COMMAND_DECLARE_FIRST] = {pn_check_nothing, b2_apply_declare_order, NULL, NULL},
	[PN_COMMAND_DECLARE_LAST] = {pn_check_nothing, b2_apply_declare_order, NULL, NULL},
	[PN_COMMAND_GO_FIRST] = {pn_check_nothing, b2_apply_go, NULL, NULL},
	[PN_COMMAND_GO_SECOND] = {pn_check_nothing, b2_apply_go, NULL, NULL},
	[PN_COMMAND_CHARGE] = {b2_check_charge, b2_apply_charge, b2_preview_charge, NULL},
	[PN_COMMAND_MANOEUVRE] = {b2_check_manoeuvre, b2_apply_manoeuvre, b2_preview_manoeuvre,
				  NULL},
	[PN_COMMAND_MOVE] = {b2_check_move, b2_apply_move, b2_preview_move, NULL},
	[PN_COMMAND_FIGHTING_WITHDRAWAL] = {b2_check_fighting_withdrawal,
					    b2_apply_fighting_withdrawal,
					    b2_preview_fighting_withdrawal, NULL},
	[PN_COMMAND_RALLY] = {b2_check_rally, b2_apply_rally, b2_preview_rally, NULL},
	[PN_COMMAND_OPPORTUNITY_CHARGE] = {b2_check_opportunity_charge, b2_apply_opportunity_charge,
					   b2_preview_opportunity_charge, NULL},
	PN_DEPLOY_COMMANDS,
	PN_MELEE_COMMANDS(b2_apply_accept_outcome),
};

static const struct pn_class_rule classes[B2_CLASSES] = {
	[B2_FOOT] = {"foot"},
	[B2_CAVALRY] = {"cavalry"},
};

static const struct pn_stat_rule stats[B2_STATS] = {
	[B2_MOVEMENT_ALLOWANCE] = {"movement_allowance",
				   "stats/movement_allowance",
				   PN_STAT_LENGTH,
				   PN_INCH,
				   48 * PN_INCH,
				   {"B2-22"},
				   .optional = false},
	[B2_MORALE_RATING] =
		{"morale_rating", "stats/morale_rating", PN_STAT_NUMBER, 1, 20, {"B2-93"}, false},
	[B2_ATTACK_DIE] = {"attack_die",
			   "stats/attack_die",
			   PN_STAT_NUMBER,
			   0,
			   20,
			   {"B2-125"},
			   .optional = true},
	[B2_CHARGE_ATTACK_DIE] = {"charge_attack_die",
				  "stats/charge_attack_die",
				  PN_STAT_NUMBER,
				  0,
				  20,
				  {"B2-125"},
				  .optional = true},
};

static const struct pn_flag_rule flags[B2_FLAGS] = {
	[B2_MOVED] = {"moved", .of_turn = true},
	[B2_CHARGED] = {"charged", .of_turn = true},
	[B2_STRUCK] = {"struck", .of_turn = true},
	[B2_CHECK_FAILED] = {"check_failed", .of_turn = true},
	[B2_COMPELLED] = {"compelled", .of_turn = true},
	[B2_UPHILL] = {"uphill", .of_turn = true},
	[B2_WHEELED_FREE] = {"wheeled_free", .of_turn = true},
	[B2_CLOSES] = {"closes", .lasts = true, .clause = {"B2-105"}},
	[B2_CLOSED_ON] = {"closed_on", .lasts = true, .clause = {"B2-105"}},
	[B2_FREE_ATTACK] = {"free_attack", .of_turn = true},
	[B2_CHARGE_DIE] = {"charge_die", .of_turn = true},
	[B2_SHIFTED] = {"shifted", .of_turn = true},
};

static const struct pn_roll_rule rolls[B2_ROLLS] = {
	[B2_ROLL_INITIATIVE] = {"initiative", 1, 10},               /* B2-80, found */
	[B2_ROLL_CHARGE_INITIATION] = {"charge_initiation", 2, 10}, /* B2-93, recalled */
	[B2_ROLL_OFF] = {"roll_off", 1, 10},                        /* B2-08, die assumed */
	[B2_ROLL_DISCIPLINE] = {"discipline", 2, 10},               /* B2-100, as B2-93 */
	[B2_ROLL_RALLY] = {"rally", 2, 10},                         /* B2-98, as B2-93 */
};

static const struct pn_fact_rule facts[B2_FACTS] = {
	[B2_FACT_INITIATIVE_WINNER] = {"initiative_winner", PN_FACT_SIDE, PN_NO_SIDE, false},
	[B2_FACT_FIRST] = {"first", PN_FACT_SIDE, PN_NO_SIDE, true},
	[B2_FACT_DECLARED_SIDES] = {"declared_sides", PN_FACT_NUMBER, 0, true},
	[B2_FACT_DECLARER] = {"declarer", PN_FACT_SIDE, PN_NO_SIDE, true},
	[B2_FACT_DISCIPLINE_CHECKED] = {"discipline_checked", PN_FACT_NUMBER, 0, true},
};

static const struct pn_switch switches[B2_SWITCHES] = {
	[B2_SWITCH_RANGE_EDGE] =
		{
			"range_edge",
			{"B2-23"},
			"The definition asks for a whole base inside the range, so its far edge counts.",
			NULL,
			2,
			{"far", "near"},
		},
	[B2_SWITCH_FAILED_CHECK] =
		{
			"failed_check",
			{"B2-33"},
			"Only charging is forbidden to a unit that failed its check, so it may still move.",
			NULL,
			2,
			{"moves", "holds"},
		},
	[B2_SWITCH_SIGHT] =
		{
			"sight",
			{"B2-131"},
			"The book's page on sight is not at hand; figures of one height hide one another.",
			NULL,
			2,
			{"units_block", "units_do_not"},
		},
	[B2_SWITCH_DECLARED_MUST_REACT] =
		{
			"declared_must_react",
			{"B2-45"},
			"A declared charge is a duty; being charged first does not take it away.",
			NULL,
			2,
			{"on", "off"},
		},
	[B2_SWITCH_EMERGES] =
		{
			"emerges",
			{"B2-53"},
			"It is the front rank that fights, so the charge is out of the ground "
			"when that rank is.",
			NULL,
			2,
			{"front_rank", "whole_unit"},
		},
	[B2_SWITCH_DOWNHILL] =
		{
			"downhill",
			{"B2-58"},
			"A charge may go to lower ground unless the scenario says otherwise.",
			"The rules of a scenario may forbid a charge to lower ground.",
			2,
			{"allowed", "forbidden"},
		},
	[B2_SWITCH_DECLARED_REACTS_TO] =
		{
			"declared_reacts_to",
			{"B2-16"},
			"A unit that declared a charge is bound to its target, also when it "
			"reacts to a move.",
			"A unit that has not moved itself may react to any enemy's move with a "
			"charge, whatever target it declared.",
			2,
			{"its_target", "anybody"},
		},
	[B2_SWITCH_HILLS] =
		{
			"hills",
			{"B2-131"},
			"Ground that rises hides what is behind it; the page on sight is not at hand.",
			NULL,
			2,
			{"hide", "do_not"},
		},
	[B2_SWITCH_CLOSE_THE_DOOR] =
		{
			"close_the_door",
			{"B2-43"},
			"Nothing says that a charger turns onto the unit it hit, so it keeps "
			"its direction.",
			NULL,
			2,
			{"off", "on"},
		},
	[B2_SWITCH_SKIRMISHERS_CHARGE] =
		{
			"skirmishers_charge",
			{"B2-122"},
			"The first edition forbids it; what is at hand of the second does not "
			"say.",
			NULL,
			2,
			{"may_not", "may"},
		},
	[B2_SWITCH_OBSTACLE_CHECK] =
		{
			"obstacle_check",
			{"B2-56"},
			"The check at an obstacle is one more of the same charge, so it is made as "
			"the first was.",
			"The 2 is taken from the check with which a unit begins an opportunity "
			"charge, and no other is named.",
			2,
			{"lowered", "plain"},
		},
};

static const struct pn_param_rule params[B2_PARAMS] = {
	[B2_PARAM_ROUT_MOVE] =
		{
			"rout_move",
			150,
			0,
			1000,
			PN_ASSUMED,
			{"B2-96"},
			"How far a routed unit flees, in hundredths of its movement allowance. The chapter "
			"at hand does not say.",
			false,
		},
	[B2_PARAM_LIGHT_WOODS_COST] =
		{
			"light_woods_cost",
			150,
			100,
			1000,
			PN_ASSUMED,
			{"B2-131"},
			"A move through light woods costs so much, in hundredths of its length. The "
			"chapter at hand has no numbers.",
			false,
		},
	[B2_PARAM_DENSE_WOODS_COST] =
		{
			"dense_woods_cost",
			200,
			100,
			1000,
			PN_ASSUMED,
			{"B2-131"},
			"A move through dense woods costs so much, in hundredths of its length. The "
			"chapter at hand has no numbers.",
			false,
		},
	[B2_PARAM_BRUSH_COST] =
		{
			"brush_cost",
			150,
			100,
			1000,
			PN_ASSUMED,
			{"B2-131"},
			"A move through brush costs so much, in hundredths of its length. The "
			"chapter at hand has no numbers.",
			false,
		},
	[B2_PARAM_ROUGH_COST] =
		{
			"rough_cost",
			150,
			100,
			1000,
			PN_ASSUMED,
			{"B2-131"},
			"A move over rough ground costs so much, in hundredths of its length. The "
			"chapter at hand has no numbers.",
			false,
		},
	[B2_PARAM_SHALLOW_WATER_COST] =
		{
			"shallow_water_cost",
			200,
			100,
			1000,
			PN_ASSUMED,
			{"B2-131"},
			"A move through shallow water costs so much, in hundredths of its length. The "
			"chapter at hand has no numbers.",
			false,
		},
	[B2_PARAM_SWAMP_COST] =
		{
			"swamp_cost",
			300,
			100,
			1000,
			PN_ASSUMED,
			{"B2-131"},
			"A move through a swamp costs so much, in hundredths of its length. The "
			"chapter at hand has no numbers.",
			false,
		},
	[B2_PARAM_OBSTACLE_COST] =
		{
			"obstacle_cost",
			PN_INCH,
			0,
			12 * PN_INCH,
			PN_ASSUMED,
			{"B2-131"},
			"What crossing an obstacle takes from a move, in hundredths of a millimetre. The "
			"chapter at hand has no number.",
			true,
		},
	[B2_PARAM_IRREGULAR_GAP] =
		{
			"irregular_gap",
			PN_INCH / 4,
			100,
			PN_INCH / 2,
			PN_ASSUMED,
			{"B2-120"},
			"How far the bases of a unit in irregular formation stand apart, in hundredths of a "
			"millimetre. The material at hand says only that they do.",
			true,
		},
	[B2_PARAM_SQUARE_COST] =
		{
			"square_cost",
			4 * PN_INCH,
			0,
			12 * PN_INCH,
			PN_ASSUMED,
			{"B2-111"},
			"What forming a square, or giving it up, takes from a move, in hundredths of a "
			"millimetre: as much as its rear pays for facing about, while the others turn.",
			true,
		},
	[B2_PARAM_SKIRMISH_GAP] =
		{
			"skirmish_gap",
			3 * PN_INCH / 4,
			PN_INCH / 2 + 50,
			PN_INCH - 50,
			PN_ASSUMED,
			{"B2-121"},
			"How far apart figures stand when they form a skirmish line or close up in one, in "
			"hundredths of a millimetre: between the half inch and the inch they must keep.",
			true,
		},
	[B2_PARAM_FORM_COST] =
		{
			"form_cost",
			2 * PN_INCH,
			0,
			12 * PN_INCH,
			PN_ASSUMED,
			{"B2-120"},
			"What a change between regular and irregular formation takes from a move, in "
			"hundredths of a millimetre. The material at hand has no number.",
			true,
		},
	[B2_PARAM_LIGHT_WOODS_SIGHT] =
		{
			"light_woods_sight",
			4 * PN_INCH,
			0,
			48 * PN_INCH,
			PN_ASSUMED,
			{"B2-131"},
			"How far one sees into light woods or out of them, in hundredths of a millimetre. "
			"The page on sight is not at hand.",
			true,
		},
	[B2_PARAM_DENSE_WOODS_SIGHT] =
		{
			"dense_woods_sight",
			2 * PN_INCH,
			0,
			48 * PN_INCH,
			PN_ASSUMED,
			{"B2-131"},
			"How far one sees into dense woods or out of them, in hundredths of a millimetre. "
			"The page on sight is not at hand.",
			true,
		},
};

static const struct pn_form_rule forms[B2_FORMS] = {
	[B2_REGULAR] = {.name = "regular"},
	[B2_IRREGULAR] = {.name = "irregular", .gap_of = 1 + B2_PARAM_IRREGULAR_GAP},
	[B2_COLUMN] = {.name = "column"},
	[B2_SQUARE] = {.name = "square", .all_round = true},
	[B2_SKIRMISH] = {.name = "skirmish", .loose = true, .gap_of = 1 + B2_PARAM_SKIRMISH_GAP},
};

static const struct pn_terrain_rule terrain[B2_TERRAIN_KINDS] = {
	[B2_CLEAR] = {"clear", .impassable = false, .blocks_sight = false},
	[B2_IMPASSABLE] = {"impassable", .impassable = true, .blocks_sight = true},
	[B2_LIGHT_WOODS] = {"light_woods", .impassable = false, .blocks_sight = true},
	[B2_DENSE_WOODS] = {"dense_woods", .impassable = false, .blocks_sight = true},
	[B2_BRUSH] = {"brush", .impassable = false, .blocks_sight = false},
	[B2_ROUGH] = {"rough", .impassable = false, .blocks_sight = false},
	[B2_SHALLOW_WATER] = {"shallow_water", .impassable = false, .blocks_sight = false},
	[B2_SWAMP] = {"swamp", .impassable = false, .blocks_sight = false},
	[B2_OBSTACLE] = {"obstacle", .impassable = false, .blocks_sight = false},
	[B2_HILL] = {"hill", .impassable = false, .blocks_sight = true},
};

static const char *const states[B2_STATES] = {"good", "shaken", "routed"};
static const char *const traits[B2_TRAITS] = {"charge_weapon", "chaotic", "hates", "hated"};
static const char *const verbs[] = {"none", "charge"};
static const char *const reactions[B2_REACTIONS] = {"opportunity_charge"};

const struct pn_rules battlesystem_2e_rules = {
	.id = "battlesystem-2e",
	.title = "Battlesystem, 2nd edition",
	.letters = "B2",
	.revision = 9,
	.first_phase = B2_DECLARATION,
	.deployment_phase = B2_DEPLOYMENT,
	.methods = 1u << PN_METHOD_LOSER_FIRST | 1u << PN_METHOD_ROLL_OFF |
		   1u << PN_METHOD_ALTERNATE_LOSER_FIRST | 1u << PN_METHOD_ALTERNATE_ROLL_OFF |
		   1u << PN_METHOD_SEALED | 1u << PN_METHOD_AGREED,
	.default_method = PN_METHOD_LOSER_FIRST,
	.deepest_pending = PN_PENDING_MAX, /* b2_can_keep() leaves room for what follows */
	.can_undo = {{[PN_COMMAND_DEPLOY] = true, [PN_COMMAND_TAKE_BACK] = true}},
	PN_PLUG_TABLES,
	.judgement = &b2_judgement,
	.stats = PN_ROWS(stats),
	.params = PN_ROWS(params),
	.reactions = PN_ROWS(reactions),
	.muster = b2_check_muster,
};
