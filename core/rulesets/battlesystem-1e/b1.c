/* Battlesystem, first edition: the plug. Every number and name of the book that other rooms
 * may ask for stands in a table here or in b1_tables.c; RULES.md tells where each is from. */

#include "b1.h"
#include "common.h"

static const struct pn_phase_rule phases[B1_PHASES] = {
	[B1_INITIATIVE] = {"initiative", b1_run_initiative, {"B1-30"}},
	[B1_RALLY] = {"rally", b1_run_rally, {"B1-31"}},
	[B1_FIRST_MOVEMENT] = {"first_movement", b1_run_movement, {"B1-32"}},
	[B1_SECOND_MOVEMENT] = {"second_movement", b1_run_movement, {"B1-33"}},
	[B1_MELEE] = {"melee", b1_run_melee, {"B1-34"}},
	[B1_DEPLOYMENT] = {"deployment", b1_run_deployment, {"PN-25"}},
};

static const struct pn_decision_rule decisions[B1_DECISIONS] = {
	[B1_CHOOSE_ORDER] =
		{
			.name = "choose_order",
			.commands = {PN_KIND(GO_FIRST), PN_KIND(GO_SECOND)},
			.resume = pn_resume_nothing,
			.fallback = pn_default_go_first,
			.list = b1_list_order,
		},
	[B1_RALLYING] =
		{
			.name = "rally",
			.commands = {PN_KIND(RALLY), PN_KIND(PASS)},
			.resume = pn_resume_nothing,
			.fallback = pn_default_pass,
			.list = b1_list_rally,
		},
	[B1_MOVEMENT] =
		{
			.name = "movement",
			.commands = {PN_KIND(CHARGE), PN_KIND(MOVE), PN_KIND(FIGHTING_WITHDRAWAL),
				     PN_KIND(FLEE), PN_KIND(PASS)},
			.resume = pn_resume_nothing,
			.forced = b1_attack_if_forced,
			.fallback = b1_default_movement,
			.list = b1_list_movement,
		},
	[B1_FOLLOW] =
		{
			.name = "follow",
			.commands = {PN_KIND(MOVE), PN_KIND(PASS)},
			.resume = pn_resume_nothing,
			.fallback = pn_default_pass,
			.list = b1_list_follow,
		},
	[B1_DEPLOY] = PN_DEPLOY_DECISION,
	[B1_SETTLE_MELEE] = PN_MELEE_DECISION,
};

static const struct pn_command_rule commands[PN_COMMAND_COUNT] = {
	[PN_COMMAND_GO_FIRST] = {pn_check_nothing, b1_apply_go, NULL, NULL},
	[PN_COMMAND_GO_SECOND] = {pn_check_nothing, b1_apply_go, NULL, NULL},
	[PN_COMMAND_RALLY] = {b1_check_rally, b1_apply_rally, b1_preview_rally, NULL},
	[PN_COMMAND_CHARGE] = {b1_check_charge, b1_apply_charge, b1_preview_charge, NULL},
	[PN_COMMAND_MOVE] = {b1_check_move, b1_apply_move, b1_preview_move, NULL},
	[PN_COMMAND_FIGHTING_WITHDRAWAL] = {b1_check_fighting_withdrawal,
					    b1_apply_fighting_withdrawal, b1_preview_withdrawal,
					    NULL},
	[PN_COMMAND_FLEE] = {b1_check_flee, b1_apply_flee, b1_preview_flee, NULL},
	[PN_COMMAND_PASS] = {b1_check_pass, b1_apply_pass, NULL, NULL},
	[PN_COMMAND_READY] = {b1_check_ready, b1_apply_ready, NULL, NULL},
	PN_DEPLOY_COMMANDS,
	PN_MELEE_COMMANDS(b1_apply_accept_outcome),
};

static const struct pn_class_rule classes[B1_CLASSES] = {
	[B1_FOOT] = {"foot"},
	[B1_CAVALRY] = {"cavalry"},
	[B1_CHARIOT] = {"chariot"},
	[B1_INDIVIDUAL] = {"individual"},
};

static const struct pn_stat_rule stats[B1_STATS] = {
	[B1_MOVEMENT_RATE] = {"movement_rate",
			      "stats/movement_rate",
			      PN_STAT_LENGTH,
			      PN_INCH,
			      48 * PN_INCH,
			      {"B1-02"},
			      false},
	[B1_HIT_DICE] = {"hit_dice", "stats/hit_dice", PN_STAT_NUMBER, 10, 3000, {"B1-43"}, false},
	[B1_ARMOUR_CLASS] =
		{"armour_class", "stats/armour_class", PN_STAT_NUMBER, -10, 10, {"B1-43"}, false},
	[B1_THAC0] = {"thac0", "stats/thac0", PN_STAT_NUMBER, 1, 25, {"B1-70"}, false},
	[B1_FIGURE_RATIO] =
		{"figure_ratio", "stats/figure_ratio", PN_STAT_NUMBER, 1, 10, {"B1-70"}, false},
	[B1_DAMAGE_DIE] =
		{"damage_die", "stats/damage_die", PN_STAT_NUMBER, 2, 20, {"B1-74"}, false},
	[B1_ABILITIES] = {"abilities", "stats/abilities", PN_STAT_NUMBER, 0, 9, {"B1-43"}, true},
	[B1_COMMANDER] = {"commander",
			  "stats/commander",
			  PN_STAT_NUMBER,
			  0,
			  PN_SIDE_UNITS_MAX,
			  {"B1-55"},
			  true},
	[B1_COMMAND_RADIUS] = {"command_radius",
			       "stats/command_radius",
			       PN_STAT_LENGTH,
			       0,
			       48 * PN_INCH,
			       {"B1-55"},
			       true},
};

static const struct pn_flag_rule flags[B1_FLAGS] = {
	[B1_MOVED] = {"moved", .of_turn = true},
	[B1_CHARGED] = {"charged", .of_turn = true},
	[B1_OUT_OF_COMMAND] = {"out_of_command", .lasts = true, .clause = {"B1-55"}},
	[B1_UNCONTROLLED] = {"uncontrolled", .lasts = true, .clause = {"B1-45"}},
	[B1_MUST_ATTACK] = {"must_attack", .of_turn = true},
	[B1_CHECKED] = {"checked", .of_turn = true},
	[B1_CHARGE_BONUS] = {"charge_bonus", .of_turn = true},
	[B1_MOUNTED_BONUS] = {"mounted_bonus", .of_turn = true},
	[B1_BROKE_THROUGH] = {"broke_through", .of_turn = true},
	[B1_FAILED_CHARGE] = {"failed_charge", .of_turn = true},
	[B1_RALLIED] = {"rallied", .of_turn = true},
	[B1_CHECK_FAILED] = {"check_failed", .of_turn = true},
	[B1_RALLY_TRIED] = {"rally_tried", .of_turn = true},
	[B1_TESTED] = {"tested", .of_turn = true},
};

static const struct pn_tally_rule tallies[B1_TALLIES] = {
	[B1_WOUNDS] = {"wounds", .most = 20, .clause = {"B1-75"}},
	[B1_LET_GO] = {"let_go", .of_turn = true},
	[B1_SHAKEN] = {"shaken", .most = 2, .clause = {"B1-52"}},
};

static const struct pn_roll_rule rolls[B1_ROLLS] = {
	[B1_ROLL_INITIATIVE] = {"initiative", 1, 6},        /* B1-30, found */
	[B1_ROLL_INITIATIVE_20] = {"initiative_20", 1, 20}, /* B1-30, found */
	[B1_ROLL_DISCIPLINE] = {"discipline", 2, 10},       /* B1-40, found */
	[B1_ROLL_RALLY] = {"rally", 2, 10},                 /* B1-50, found */
	[B1_ROLL_ORDER] = {"order", 2, 10},                 /* B1-57, found */
	[B1_ROLL_SET_SPEARS] = {"set_spears", 2, 6},        /* B1-74, found */
	[B1_ROLL_LOSSES] = {"losses", 2, 10},               /* B1-50, found */
};

static const struct pn_fact_rule facts[B1_FACTS] = {
	[B1_FACT_FIRST] = {"first", PN_FACT_SIDE, PN_NO_SIDE, true},
	[B1_FACT_RALLIED_SIDES] = {"rallied_sides", PN_FACT_NUMBER, 0, true},
};

static const struct pn_switch switches[B1_SWITCHES] = {
	[B1_SWITCH_FIRST_MOVER] =
		{
			"first_mover",
			{"B1-32"},
			"The part of the chapter that is at hand says that the roll decides who "
			"moves first.",
			"By a summary of the rules the winner of the initiative chooses who "
			"moves first.",
			2,
			{"winner", "winner_chooses"},
		},
	[B1_SWITCH_DIE] =
		{
			"initiative_die",
			{"B1-30"},
			"It is the chapter's own die. Larger dice are allowed, so that there "
			"are fewer ties.",
			"Dice of twenty sides may be rolled instead, so that there are fewer "
			"ties.",
			2,
			{"d6", "d20"},
		},
	[B1_SWITCH_RUN_UP] =
		{
			"run_up",
			{"B1-08"},
			"The text says: before contact. So the unit must have covered that "
			"distance by then.",
			NULL,
			2,
			{"way", "allowance"},
		},
	[B1_SWITCH_FORCED] =
		{
			"forced_ooc_may_charge",
			{"B1-16"},
			"With one exception the text lets no regular unit charge that is out of "
			"command.",
			"A unit that fails its discipline check has to charge. By default it "
			"goes at the enemy with an ordinary move.",
			2,
			{"off", "on"},
		},
	[B1_SWITCH_THROUGH_TEST] =
		{
			"break_through_test",
			{"B1-21"},
			"One sentence later the text measures the same failure at the end of "
			"the charge.",
			"A unit that has broken through must be in contact with another enemy "
			"when its melee phase ends.",
			2,
			{"end_of_charge", "end_of_melee_phase"},
		},
	[B1_SWITCH_THROUGH_REPEAT] =
		{
			"break_through_repeats",
			{"B1-19"},
			"The charge continues, and the rules for a charge apply to it again.",
			NULL,
			2,
			{"again", "once"},
		},
	[B1_SWITCH_SET_SPEARS] =
		{
			"set_spears_strike",
			{"B1-73"},
			"They hit first, so the charger has its losses before it is asked what "
			"it does.",
			NULL,
			2,
			{"before_break_through", "in_melee"},
		},
	[B1_SWITCH_SCREEN] =
		{
			"screen_stops_charge",
			{"B1-08"},
			"The run-up is to the charge's target; a unit that is broken through is "
			"not the target.",
			NULL,
			2,
			{"off", "on"},
		},
};

static const struct pn_param_rule params[B1_PARAMS] = {
	[B1_PARAM_OPEN_GAP] =
		{
			"open_gap",
			PN_INCH / 2,
			100,
			2 * PN_INCH,
			PN_FOUND,
			{"B1-60"},
			"How far bases stand apart in open formation, in hundredths of a millimetre.",
			true,
		},
	[B1_PARAM_MOB_GAP] =
		{
			"mob_gap",
			PN_INCH / 4,
			0,
			2 * PN_INCH,
			PN_ASSUMED,
			{"B1-60"},
			"How far bases of a mob stand apart, in hundredths of a millimetre. The material "
			"at hand does not say.",
			true,
		},
	[B1_PARAM_SKIRMISH_GAP] =
		{
			"skirmish_gap",
			PN_INCH,
			PN_INCH,
			4 * PN_INCH,
			PN_FOUND,
			{"B1-60"},
			"How far skirmishers stand apart, in hundredths of a millimetre: an inch or more.",
			true,
		},
	[B1_PARAM_SHORT_CHARGE] =
		{
			"short_charge",
			150,
			0,
			150,
			PN_ASSUMED,
			{"B1-02"},
			"How far a charge goes that reaches nobody, in hundredths of MV. The text does "
			"not say.",
			false,
		},
	[B1_PARAM_MOB_NEEDS_ORDER] =
		{
			"mob_needs_order",
			0,
			0,
			1,
			PN_FOUND,
			{"B1-57"},
			"1: a mob charges of its owner's will only after 2d10 at or below its morale, "
			"as a summary has it; the chapter has no such roll.",
			false,
		},
	[B1_PARAM_SKIRMISH_MAY_CONTACT] =
		{
			"skirmish_may_contact",
			1,
			0,
			1,
			PN_ASSUMED,
			{"B1-57"},
			"0: skirmishers may not move into contact, as a summary has it; the chapter "
			"does not forbid it.",
			false,
		},
	[B1_PARAM_TEN_FEET] =
		{
			"ten_feet",
			PN_INCH / 3,
			100,
			12 * PN_INCH,
			PN_ASSUMED,
			{"B1-69"},
			"How high 10 feet of elevation are on the table, in hundredths of a millimetre.",
			true,
		},
	[B1_PARAM_MOB_SUPPORT] =
		{
			"mob_support",
			3 * PN_INCH,
			0,
			48 * PN_INCH,
			PN_ASSUMED,
			{"B1-51"},
			"How near a friend in good order that is no mob supports a mob, in hundredths of "
			"a millimetre; 0: nobody does. The material at hand does not say what support "
			"is.",
			true,
		},
	[B1_PARAM_MORALE_FOR_LOSSES] =
		{
			"morale_for_losses",
			0,
			0,
			1,
			PN_ASSUMED,
			{"B1-52"},
			"1: who has lost half, or three quarters, when the melees are over checks its "
			"morale; 0: that is settled with the melee. When it is called for, the material "
			"at hand does not say.",
			false,
		},
};

static const struct pn_form_rule forms[B1_FORMS] = {
	[B1_CLOSED] = {.name = "closed"},
	[B1_OPEN] = {.name = "open", .gap_of = 1 + B1_PARAM_OPEN_GAP},
	[B1_MOB] = {.name = "mob", .gap_of = 1 + B1_PARAM_MOB_GAP},
	[B1_SKIRMISH] = {.name = "skirmish", .gap_of = 1 + B1_PARAM_SKIRMISH_GAP},
	[B1_HOLED + B1_CLOSED] = {.name = "closed_broken", .loose = true},
	[B1_HOLED +
		B1_OPEN] = {.name = "open_broken", .loose = true, .gap_of = 1 + B1_PARAM_OPEN_GAP},
	[B1_HOLED + B1_MOB] = {.name = "mob_broken", .loose = true, .gap_of = 1 + B1_PARAM_MOB_GAP},
	[B1_HOLED + B1_SKIRMISH] = {.name = "skirmish_broken",
				    .loose = true,
				    .gap_of = 1 + B1_PARAM_SKIRMISH_GAP},
};

static const struct pn_terrain_rule terrain[B1_TERRAIN_KINDS] = {
	[B1_CLEAR] = {"clear", .impassable = false, .blocks_sight = false},
	[B1_ROAD] = {"road", .impassable = false, .blocks_sight = false},
	[B1_WOODS] = {"woods", .impassable = false, .blocks_sight = true},
	[B1_OBSTACLE] = {"obstacle", .impassable = false, .blocks_sight = false},
	[B1_ELEVATION] = {"hill", .impassable = false, .blocks_sight = true},
	[B1_ROUGH] = {"rough", .impassable = false, .blocks_sight = false},
	[B1_SWAMP] = {"swamp", .impassable = false, .blocks_sight = false},
	[B1_WATER] = {"water", .impassable = false, .blocks_sight = false},
	[B1_IMPASSABLE] = {"impassable", .impassable = true, .blocks_sight = true},
};

static const char *const states[B1_STATES] = {"good", "routed"};
static const char *const traits[B1_TRAITS] = {
	[B1_DEMIHUMAN] = "demihuman",
	[B1_MAGIC_EQUIPMENT] = "magic_equipment",
	[B1_HIGH_INTELLIGENCE] = "high_intelligence",
	[B1_LOW_INTELLIGENCE] = "low_intelligence",
	[B1_LAWFUL] = "lawful",
	[B1_CHAOTIC] = "chaotic",
	[B1_BERSERK] = "berserk",
	[B1_MINDLESS] = "mindless",
	[B1_HATES] = "hates",
	[B1_HATED] = "hated",
	[B1_SPEARS] = "spears",
	[B1_PIKES] = "pikes",
	[B1_SHIELD] = "shield",
	[B1_AQUATIC] = "aquatic",
};
static const char *const verbs[] = {"none", "charge"};

const struct pn_rules battlesystem_1e_rules = {
	.id = "battlesystem-1e",
	.title = "Battlesystem, 1st edition",
	.letters = "B1",
	.revision = 6,
	.first_phase = B1_INITIATIVE,
	.deployment_phase = B1_DEPLOYMENT,
	.methods = 1u << PN_METHOD_ROLL_OFF,
	.default_method = PN_METHOD_ROLL_OFF,
	.deepest_pending = 2, /* the movement, and the units that follow */
	.can_undo = {{[PN_COMMAND_DEPLOY] = true, [PN_COMMAND_TAKE_BACK] = true}},
	PN_PLUG_TABLES,
	.judgement = &b1_judgement,
	.stats = PN_ROWS(stats),
	.tallies = PN_ROWS(tallies),
	.params = PN_ROWS(params),
	.muster = b1_check_muster,
};
