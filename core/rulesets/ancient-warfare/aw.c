/* Ancient Warfare and Medieval Warfare: the plugs, and the tables that they share. Every
 * number and name of the books that other rooms may ask for stands here; RULES.md tells
 * where each comes from. */

#include "aw.h"
#include "common.h"

const struct pn_phase_rule aw_phases[AW_PHASES] = {
	[AW_DEPLOYMENT] = {"deployment", aw_run_deployment, {"PN-25"}},
	[AW_ORDERS] = {"orders", aw_run_orders, {"AW-80"}},
	[AW_INITIATIVE] = {"initiative", aw_run_initiative, {"AW-71"}},
	[AW_DECLARATION] = {"charge_declaration", aw_run_declaration, {"AW-12"}},
	[AW_ANSWERS] = {"charge_answers", aw_run_answers, {"AW-35"}},
	[AW_CHARGES] = {"charge", aw_run_charges, {"AW-60"}},
	[AW_TACTICAL] = {"tactical_movement", aw_run_tactical, {"AW-83"}},
	[AW_MELEE] = {"melee", aw_run_melee, {"PN-20"}},
};

const struct pn_decision_rule aw_decisions[AW_DECISIONS] = {
	[AW_DEPLOY] = PN_DEPLOY_DECISION,
	[AW_PLACE_ORDERS] =
		{
			.name = "place_orders",
			.commands = {PN_KIND(PLACE_ORDER), PN_KIND(READY)},
			.resume = aw_resume_orders,
			.fallback = pn_default_ready,
			.list = aw_list_orders,
		},
	[AW_CHOOSE_ORDER] =
		{
			.name = "choose_order",
			.commands = {PN_KIND(GO_FIRST), PN_KIND(GO_SECOND)},
			.resume = pn_resume_nothing,
			.fallback = pn_default_go_first,
			.list = aw_list_order,
		},
	[AW_CHOOSE_FLANK] =
		{
			.name = "choose_flank",
			.commands = {PN_KIND(CHOOSE_FLANK)},
			.resume = pn_resume_nothing,
			.fallback = aw_default_flank,
			.list = aw_list_flank,
		},
	[AW_DECLARE] =
		{
			.name = "declare",
			.commands = {PN_KIND(DECLARE_CHARGE), PN_KIND(TRY_FRENZY), PN_KIND(PASS)},
			.resume = pn_resume_nothing,
			.forced = aw_declare_if_forced,
			.fallback = aw_default_declare,
			.list = aw_list_declare,
		},
	[AW_ANSWER] =
		{
			.name = "answer_charge",
			.commands = {PN_KIND(RETREAT), PN_KIND(CHARGE), PN_KIND(TRY_FRENZY),
				     PN_KIND(PASS)},
			.resume = pn_resume_nothing,
			.fallback = pn_default_pass,
			.list = aw_list_answer,
			.window = true,
		},
	[AW_RETREAT] =
		{
			.name = "retreat",
			.commands = {PN_KIND(RETREAT)},
			.resume = aw_resume_retreat,
			.fallback = aw_default_retreat,
			.list = aw_list_retreat,
		},
	[AW_GO_ON] =
		{
			.name = "go_on",
			.commands = {PN_KIND(PASS)},
			.resume = pn_resume_nothing,
			.fallback = pn_default_pass,
			.list = aw_list_go_on,
		},
	[AW_CHARGE_LENGTH] =
		{
			.name = "charge_length",
			.commands = {PN_KIND(CHARGE)},
			.resume = pn_resume_nothing,
			.fallback = aw_default_charge_length,
			.list = aw_list_charge_length,
		},
	[AW_MOVEMENT] =
		{
			.name = "movement",
			.commands = {PN_KIND(MOVE), PN_KIND(RETREAT), PN_KIND(PASS)},
			.resume = pn_resume_nothing,
			.forced = aw_move_if_forced,
			.fallback = aw_default_movement,
			.list = aw_list_movement,
		},
	[AW_ADVANCE] = {.name = "advance", .resume = aw_resume_advance},
	[AW_SETTLE_MELEE] = PN_MELEE_DECISION,
	[AW_FOLLOW] =
		{
			.name = "follow",
			.commands = {PN_KIND(CHARGE), PN_KIND(PASS)},
			.resume = aw_resume_follow,
			.fallback = pn_default_pass,
			.list = aw_list_follow,
		},
};

const struct pn_command_rule aw_commands[PN_COMMAND_COUNT] = {
	PN_DEPLOY_COMMANDS,
	[PN_COMMAND_PLACE_ORDER] = {aw_check_place_order, aw_apply_place_order, NULL, aw_is_draft},
	[PN_COMMAND_READY] = {aw_check_ready, aw_apply_ready, NULL, NULL},
	[PN_COMMAND_GO_FIRST] = {pn_check_nothing, aw_apply_go, NULL, NULL},
	[PN_COMMAND_GO_SECOND] = {pn_check_nothing, aw_apply_go, NULL, NULL},
	[PN_COMMAND_CHOOSE_FLANK] = {aw_check_choose_flank, aw_apply_choose_flank, NULL, NULL},
	[PN_COMMAND_DECLARE_CHARGE] = {aw_check_declare_charge, aw_apply_declare_charge, NULL,
				       NULL},
	[PN_COMMAND_TRY_FRENZY] = {aw_check_try_frenzy, aw_apply_try_frenzy, aw_preview_try_frenzy,
				   NULL},
	[PN_COMMAND_CHARGE] = {aw_check_charge, aw_apply_charge, aw_preview_charge, NULL},
	[PN_COMMAND_RETREAT] = {aw_check_retreat, aw_apply_retreat, aw_preview_retreat, NULL},
	[PN_COMMAND_MOVE] = {aw_check_move, aw_apply_move, aw_preview_move, NULL},
	[PN_COMMAND_PASS] = {aw_check_pass, aw_apply_pass, NULL, NULL},
	PN_MELEE_COMMANDS(pn_apply_accept_outcome),
};

const struct pn_class_rule aw_classes[AW_CLASSES] = {
	[AW_SKIRMISH_INFANTRY] = {"skirmish_infantry"},
	[AW_LIGHT_INFANTRY] = {"light_infantry"},
	[AW_HEAVY_INFANTRY] = {"heavy_infantry"},
	[AW_SKIRMISH_CAVALRY] = {"skirmish_cavalry"},
	[AW_LIGHT_CAVALRY] = {"light_cavalry"},
	[AW_HEAVY_CAVALRY] = {"heavy_cavalry"},
	[AW_LIGHT_CHARIOTS] = {"light_chariots"},
	[AW_LIGHT_CAMELRY] = {"light_camelry"},
};

enum { MOVE_MAX = 24 * PN_INCH, MARKERS_MAX = 5 };

/* The muster gives the movement rates, since the book's own table is not at hand. */
const struct pn_stat_rule aw_stats[AW_STATS] = {
	[AW_NORMAL] =
		{"normal", "stats/normal", PN_STAT_LENGTH, PN_INCH, MOVE_MAX, {"AW-13"}, false},
	[AW_CHARGE] =
		{"charge", "stats/charge", PN_STAT_LENGTH, PN_INCH, MOVE_MAX, {"AW-60"}, false},
	[AW_RETREAT_MOVE] =
		{"retreat", "stats/retreat", PN_STAT_LENGTH, PN_INCH, MOVE_MAX, {"AW-34"}, false},
	[AW_TO_PASS] = {"to_pass", "stats/to_pass", PN_STAT_NUMBER, 3, 5, {"AW-07"}, false},
	[AW_MARKERS] =
		{"markers", "stats/markers", PN_STAT_NUMBER, 0, MARKERS_MAX, {"AW-81"}, true},
};

const struct pn_flag_rule aw_flags[AW_FLAGS] = {
	[AW_MOVED] = {"moved", .of_turn = true},
	[AW_CHARGED] = {"charged", .of_turn = true},
	[AW_ANSWERED] = {"answered", .of_turn = true},
	[AW_OF_ITSELF] = {"of_itself", .of_turn = true},
	[AW_COUNTERS] = {"counter_charges", .of_turn = true},
	[AW_RETREATED] = {"retreated", .of_turn = true},
	[AW_RETREATED_AGAIN] = {"retreated_later", .of_turn = true},
	[AW_TRIED] = {"tried_frenzy", .of_turn = true},
	[AW_HALTED] = {"halted", .of_turn = true},
	[AW_LURES] = {"lures", .of_turn = true},
	[AW_LURED] = {"lured", .of_turn = true},
	[AW_PURSUED] = {"pursued", .of_turn = true},
	[AW_FRENZIED] = {.name = "frenzied",
			 .lasts = true,
			 .states = 1u << AW_GOOD | 1u << AW_DISORDERED | 1u << AW_FRAGMENTED,
			 .clause = {"AW-08"}},
};

const struct pn_roll_rule aw_rolls[AW_ROLLS] = {
	[AW_ROLL_INITIATIVE] = {"initiative", 1, 10}, /* AW-71, die assumed */
	[AW_ROLL_FRENZY] = {"frenzy", 1, 10},         /* AW-06 */
	[AW_ROLL_CHARGE] = {"charge", 1, 6},          /* AW-60, found */
	[AW_ROLL_RETREAT] = {"retreat", 1, 6},        /* AW-47, die assumed */
	[AW_ROLL_NERVE] = {"nerve", 1, 10},           /* AW-87 */
};

const struct pn_fact_rule aw_facts[AW_FACTS] = {
	[AW_FACT_WINNER] = {"initiative_winner", PN_FACT_SIDE, PN_NO_SIDE, true},
	[AW_FACT_FIRST] = {"first", PN_FACT_SIDE, PN_NO_SIDE, true},
	[AW_FACT_FLANK] = {"flank", PN_FACT_NUMBER, AW_NO_FLANK, true},
	[AW_FACT_STEP] = {"step", PN_FACT_NUMBER, 0, true},
};

const struct pn_tally_rule aw_tallies[AW_TALLIES] = {
	[AW_DISORDERS] = {"disorders", .of_turn = false},
	[AW_BONUS] = {"charge_bonus", .of_turn = true},
	[AW_TRIED_AT] = {"tried_to_lure", .of_turn = true},
	[AW_MET] = {"answered_by", .of_turn = true},
};

const struct pn_param_rule aw_params[AW_PARAMS] = {
	[AW_PARAM_RECOVERS] =
		{
			"recover_orders_for_mounted",
			2,
			1,
			5,
			PN_ASSUMED,
			{"AW-69"},
			"Orders that it takes in one turn to end the frenzy of a mounted unit. "
			"Found to be several; how many is not known.",
			false,
		},
	[AW_PARAM_RADIUS] =
		{
			"command_radius",
			12,
			0,
			72,
			PN_FOUND,
			{"AW-81"},
			"Inches from a general within which an order takes one marker; beyond "
			"them it takes two.",
			false,
		},
	[AW_PARAM_CLOSE_RANGE] =
		{
			"close_range",
			4,
			0,
			24,
			PN_ASSUMED,
			{"AW-87"},
			"Inches at which fire and flee shoots. A sample: the table is in another "
			"chapter.",
			false,
		},
};

const struct pn_terrain_rule aw_terrains[AW_TERRAIN_KINDS] = {
	[AW_CLEAR] = {"clear", .impassable = false, .blocks_sight = false},
	[AW_IMPASSABLE] = {"impassable", .impassable = true, .blocks_sight = true},
	[AW_WOODS] = {"woods", .impassable = false, .blocks_sight = true},
	[AW_ROUGH] = {"rough", .impassable = false, .blocks_sight = false},
	[AW_HILL] = {"hill", .impassable = false, .blocks_sight = false},
	[AW_OBSTACLE] = {"obstacle", .impassable = false, .blocks_sight = false},
	[AW_DENSE] = {"dense", .impassable = false, .blocks_sight = true},
};

const struct pn_form_rule aw_forms[1] = {{.name = "regular"}};

const char *const aw_states[AW_STATES] = {"good", "disordered", "fragmented", "routed",
					  "falls_back"};
const char *const aw_traits[AW_TRAITS] = {"trained",    "general", "fanatic", "lance",
					  "long_spear", "pike",    "halberd", "missiles"};
const char *const aw_verbs[AW_VERBS] = {"none",   "charge", "advance", "retreat",
					"defend", "deploy", "recover", "fire_and_flee"};
const char *const aw_reactions[AW_REACTIONS] = {"retreat", "counter_charge"};

/* The last is Medieval Warfare's alone. */
const struct pn_switch aw_switches[AW_SWITCHES_MEDIEVAL] = {
	[AW_SWITCH_FRENZY_LASTS] =
		{
			"frenzy_lasts",
			{"AW-08"},
			"Frenzied units charge later, too, whatever comes within range; orders "
			"stop them.",
			NULL,
			2,
			{"until_recovered", "first_round"},
		},
	[AW_SWITCH_FRENZIED_SI] =
		{
			"frenzied_skirmishers",
			{"AW-42"},
			"The text that makes skirmish infantry retreat names no exception.",
			"Frenzied units must charge what is within their normal move. Skirmish "
			"infantry charged by others retreats instead.",
			2,
			{"retreat", "charge"},
		},
	[AW_SWITCH_RECOVER_FANATICS] =
		{
			"recover_restrains_fanatics",
			{"AW-69"},
			"The text excuses fanatics from no enemy that they can reach.",
			"By the author, a Recover order holds back fanatics as it does frenzied "
			"units.",
			2,
			{"off", "on"},
		},
	[AW_SWITCH_MORALE_DISORDERS] =
		{
			"morale_retreat_disorders",
			{"AW-46"},
			"A retreat is a retreat, as long as the other chapter is not at hand.",
			NULL,
			2,
			{"on", "off"},
		},
	[AW_SWITCH_TRAINED_ROLL] =
		{
			"trained_roll_retreats",
			{"AW-47"},
			"Only of morale retreats does the text say that they roll like "
			"Irregulars.",
			NULL,
			2,
			{"off", "on"},
		},
	[AW_SWITCH_FIRE_AND_FLEE] =
		{
			"fire_and_flee",
			{"AW-44"},
			"The order is an optional rule, and the text has only the end of it.",
			"Units with Fire and Flee orders do not retreat again from the chargers "
			"they have lured.",
			2,
			{"off", "on"},
		},
	[AW_SWITCH_FF_COUNTERS] =
		{
			"fire_and_flee_counter_charges",
			{"AW-74"},
			"The text allows counter-charges to units with Advance orders and names "
			"no others.",
			"By the author, cavalry with Fire and Flee orders that is neither light "
			"nor skirmishing meets its charger as in a counter-charge.",
			2,
			{"off", "on"},
		},
	[AW_SWITCH_PURSUIT] =
		{
			"pursuit",
			{"AW-73"},
			"The sources give the distance of it. They do not say that anybody must "
			"pursue.",
			NULL,
			2,
			{"may", "must"},
		},
	[AW_SWITCH_MISSED_DISORDERS] =
		{
			"missed_charge_disorders",
			{"AW-88"},
			"The author says it of a unit that is lured; the text does not say it.",
			"By the author, a unit that was lured and has charged into nobody is "
			"disordered.",
			2,
			{"off", "on"},
		},
	[AW_SWITCH_RIDDEN_AT] =
		{
			"mounted_cancel_charges",
			{"AW-62"},
			"Found elsewhere. The text makes frenzied units and fanatics charge and "
			"names no such exception.",
			"By the author, infantry in the open loses its own charge when mounted "
			"troops that are not skirmishers charge it. By default frenzied units "
			"and fanatics keep theirs.",
			3,
			{"ordered", "all", "none"},
		},
	[AW_SWITCH_LANCE] =
		{
			"lances_charge",
			{"AW-16"},
			"The text calls the rule optional.",
			"Units with lances that are not skirmishing cavalry charge by "
			"themselves.",
			2,
			{"off", "on"},
		},
};

const struct pn_rules ancient_warfare_rules = {
	.id = "ancient-warfare",
	.title = "Ancient Warfare",
	AW_SHARED_TABLES,
	.switches = {aw_switches, AW_SWITCHES},
};

/* One optional rule more, by which lance-armed troops charge of themselves (AW-16, AW-17):
 * the last of the switches. Its folder holds its clauses, which are these. */
const struct pn_rules medieval_warfare_rules = {
	.id = "medieval-warfare",
	.title = "Medieval Warfare",
	AW_SHARED_TABLES,
	.switches = {aw_switches, AW_SWITCHES_MEDIEVAL},
};
