/* Conquest, version 1.5: the plug. Every number and name of the book that other rooms may
 * ask for stands in a table here; RULES.md tells where each comes from. */

#include "cq.h"
#include "common.h"
#include "melee.h"

static const struct pn_phase_rule phases[CQ_PHASES] = {
	[CQ_COMMAND] = {"command", cq_run_command, {"CQ-90"}},
	[CQ_SUPREMACY] = {"supremacy", cq_run_supremacy, {"CQ-94"}},
	[CQ_ACTION] = {"action", cq_run_action, {"CQ-93"}},
	[CQ_MELEE] = {"melee", cq_run_melee, {"PN-20"}},
	[CQ_DEPLOYMENT] = {"deployment", cq_run_deployment, {"PN-25"}},
};

static const struct pn_decision_rule decisions[CQ_DECISIONS] = {
	[CQ_STACK] =
		{
			.name = "stack",
			.commands = {PN_KIND(ORDER_STACK), PN_KIND(READY)},
			.resume = cq_resume_stack,
			.fallback = cq_default_stack,
			.list = cq_list_stack,
		},
	[CQ_ACTIVATION] =
		{
			.name = "activation",
			.commands = {PN_KIND(DEPLOY), PN_KIND(MOVE), PN_KIND(MANOEUVRE),
				     PN_KIND(CHARGE), PN_KIND(CLASH), PN_KIND(RALLY),
				     PN_KIND(PASS)},
			.resume = cq_resume_activation,
			.forced = cq_end_if_idle,
			.fallback = cq_default_activation,
			.list = cq_list_activation,
		},
	[CQ_REROLL] =
		{
			.name = "reroll",
			.commands = {PN_KIND(REROLL), PN_KIND(PASS)},
			.resume = pn_resume_nothing,
			.fallback = cq_default_reroll,
			.list = cq_list_reroll,
		},
	[CQ_SETTLE_MELEE] = PN_MELEE_DECISION,
	[CQ_CHARGE_RUN] = {.name = "charge_run", .resume = cq_resume_charge},
	[CQ_DEPLOY] = PN_DEPLOY_DECISION,
};

static const struct pn_command_rule commands[PN_COMMAND_COUNT] = {
	[PN_COMMAND_ORDER_STACK] = {cq_check_order_stack, cq_apply_order_stack, NULL, cq_is_draft},
	[PN_COMMAND_READY] = {cq_check_ready, cq_apply_ready, NULL, NULL},
	[PN_COMMAND_PASS] = {cq_check_pass, cq_apply_pass, NULL, NULL},
	[PN_COMMAND_MOVE] = {cq_check_march, cq_apply_march, cq_preview_march, NULL},
	[PN_COMMAND_CHARGE] = {cq_check_charge, cq_apply_charge, cq_preview_charge, NULL},
	[PN_COMMAND_REROLL] = {pn_check_nothing, cq_apply_reroll, cq_preview_reroll, NULL},
	PN_MELEE_COMMANDS(pn_apply_accept_outcome),
	[PN_COMMAND_DEPLOY] = {cq_check_deploy, cq_apply_deploy, NULL, cq_deploys_in_secret},
	[PN_COMMAND_TAKE_BACK] = {pn_check_take_back, pn_apply_take_back, NULL,
				  cq_deploys_in_secret},
	[PN_COMMAND_DEPLOY_REST] = {pn_check_deploy_rest, pn_apply_deploy_rest, NULL, NULL},
	[PN_COMMAND_RALLY] = {cq_check_rally, cq_apply_rally, NULL, NULL},
	[PN_COMMAND_MANOEUVRE] = {cq_check_manoeuvre, cq_apply_manoeuvre, cq_preview_manoeuvre,
				  NULL},
	[PN_COMMAND_CLASH] = {cq_check_clash, cq_apply_clash, NULL, NULL},
};

static const struct pn_class_rule classes[CQ_CLASSES] = {
	[CQ_INFANTRY] = {"infantry"},
	[CQ_CAVALRY] = {"cavalry"},
	[CQ_BRUTES] = {"brutes"},
	[CQ_MONSTER] = {"monster"},
};

enum { MODELS_MAX = 12, IMPACT_MAX = 20, ARRIVES_MAX = 20, RESOLVE_MAX = 6 };

static const struct pn_stat_rule stats[CQ_STATS] = {
	[CQ_MARCH] =
		{"march", "stats/march", PN_STAT_LENGTH, PN_INCH, 24 * PN_INCH, {"CQ-07"}, false},
	[CQ_CHARACTER_MARCH] = {"character_march",
				"stats/character_march",
				PN_STAT_LENGTH,
				0,
				24 * PN_INCH,
				{"CQ-42"},
				false},
	/* Decides CQ-96. */
	[CQ_MODELS] = {"models", "stats/models", PN_STAT_NUMBER, 1, MODELS_MAX, {"CQ-96"}, false},
	[CQ_IMPACT] = {"impact", "stats/impact", PN_STAT_NUMBER, 0, IMPACT_MAX, {"CQ-45"}, false},
	[CQ_ARRIVES] = {"arrives",
			"stats/arrives",
			PN_STAT_NUMBER,
			0,
			ARRIVES_MAX,
			{"CQ-50"},
			.optional = true},
	[CQ_RESOLVE] = {"resolve",
			"stats/resolve",
			PN_STAT_NUMBER,
			0,
			RESOLVE_MAX,
			{"CQ-100"},
			.optional = true},
};

static const struct pn_flag_rule flags[CQ_FLAGS] = {
	[CQ_ACTIVATED] = {"activated", .of_turn = true},
	[CQ_ACTED] = {"acted", .of_turn = true},
	[CQ_ACTED_TWICE] = {"acted_twice", .of_turn = true},
	[CQ_CHARGED] = {"charged", .of_turn = true},
	[CQ_INSPIRED] = {"inspired", .of_turn = true},
	[CQ_IMPACTS] = {"impact_attacks", .of_turn = true},
	[CQ_FORFEITED] = {"forfeited", .of_turn = true},
	[CQ_REFORMED] = {"reformed", .of_turn = true},
	[CQ_REFORMED_MORE] = {"reformed_more", .of_turn = true},
	[CQ_CLASHED] = {"clashed", .of_turn = true},
};

static const struct pn_tally_rule tallies[CQ_TALLIES] = {
	[CQ_ARRIVED] = {"arrived", .most = CQ_ARRIVED_MOST, .clause = {"CQ-03"}},
};

static const struct pn_roll_rule rolls[CQ_ROLLS] = {
	[CQ_ROLL_SUPREMACY] = {"supremacy", 1, 6}, /* CQ-94, die found */
	[CQ_ROLL_CHARGE] = {"charge", 1, 6},       /* CQ-06 */
	[CQ_ROLL_BLOODLUST] = {"bloodlust", 1, 6}, /* CQ-100 */
};

static const struct pn_fact_rule facts[CQ_FACTS] = {
	[CQ_FACT_FIRST] = {"first", PN_FACT_SIDE, PN_NO_SIDE, true},
	[CQ_FACT_NEXT] = {"next", PN_FACT_SIDE, PN_NO_SIDE, true},
	[CQ_FACT_RED_DRAWN] = {"red_drawn", PN_FACT_NUMBER, 0, true},
	[CQ_FACT_BLUE_DRAWN] = {"blue_drawn", PN_FACT_NUMBER, 0, true},
};

static const struct pn_switch switches[CQ_SWITCHES] = {
	[CQ_SWITCH_WHEEL_AT] =
		{
			"charge_wheel_at",
			{"CQ-12"},
			"The text has the wheel made during the move; a later edition at its start.",
			NULL,
			2,
			{"any", "start"},
		},
	[CQ_SWITCH_FORWARD_CAP] =
		{
			"cap_forward_travel",
			{"CQ-10"},
			"The charge moves as a March of the Charge Distance, so its way is no "
			"longer than that.",
			"A charge succeeds if the Charge Distance is at least the distance to "
			"the target. By default it still fails where the way there is longer.",
			2,
			{"on", "off"},
		},
	[CQ_SWITCH_FAILED_TURN] =
		{
			"failed_charge_turn",
			{"CQ-35"},
			"To march directly towards the target the unit must turn, and that "
			"costs nothing.",
			NULL,
			2,
			{"free", "none"},
		},
	[CQ_SWITCH_PUSH_ENGAGED] =
		{
			"push_engaged",
			{"CQ-23"},
			"A unit that fights another is not torn away from that enemy.",
			"If the target cannot be touched without touching another enemy, that "
			"enemy is pushed until it is an inch away. By default not if it is "
			"fighting.",
			2,
			{"off", "on"},
		},
	[CQ_SWITCH_FLYING] =
		{
			"flying_charge",
			{"CQ-47"},
			"The charge goes by the rules of a March, and fliers march over others.",
			NULL,
			2,
			{"on", "off"},
		},
};

static const struct pn_param_rule params[CQ_PARAMS] = {
	[CQ_PARAM_BROKEN_PENALTY] =
		{
			"broken_charge_penalty",
			0,
			0,
			6,
			PN_FOUND,
			{"CQ-43"},
			"Inches that being Broken takes from the Charge Distance. An older revision "
			"has 2; version 1.5 says nothing of it.",
			false,
		},
};

static const struct pn_form_rule forms[] = {{.name = "regular"}};

static const struct pn_terrain_rule terrain[CQ_TERRAIN_KINDS] = {
	[CQ_CLEAR] = {"clear", .impassable = false, .blocks_sight = false},
	[CQ_IMPASSABLE] = {"impassable", .impassable = true, .blocks_sight = true},
	[CQ_GARRISON] = {"garrison", .impassable = true, .blocks_sight = true},
	[CQ_FOREST] = {"forest", .impassable = false, .blocks_sight = true},
	[CQ_HILL] = {"hill", .impassable = false, .blocks_sight = false},
};

static const char *const states[CQ_STATES] = {"good", "broken"};
static const char *const traits[CQ_TRAITS] = {"unstoppable", "standard_bearer", "fluid_formation",
					      "fly", "bloodlust"};
static const char *const verbs[] = {"none", "charge", "card"};

const struct pn_rules conquest_1_5_rules = {
	.id = "conquest-1.5",
	.title = "Conquest, version 1.5",
	.letters = "CQ",
	.revision = 9,
	.first_phase = CQ_COMMAND,
	.deployment_phase = CQ_DEPLOYMENT,
	.reserve_stat = CQ_ARRIVES + 1,
	.methods = 1u << PN_METHOD_SEALED,
	.default_method = PN_METHOD_SEALED,
	.deepest_pending = 3,
	.can_undo = {{[PN_COMMAND_TAKE_BACK] = true}},
	PN_PLUG_TABLES,
	.judgement = &cq_judgement,
	.stats = PN_ROWS(stats),
	.tallies = PN_ROWS(tallies),
	.params = PN_ROWS(params),
	.muster = cq_check_muster,
};
