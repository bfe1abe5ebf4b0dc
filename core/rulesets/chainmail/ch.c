/* Chainmail, third edition: the plug. Every number and name of the book that other rooms may
 * ask for stands in a table here, or in ch_troops.c; RULES.md tells where each comes from. */

#include "ch.h"
#include "common.h"

static const struct pn_phase_rule phases[CH_PHASES] = {
	[CH_ORDERS] = {"orders", ch_run_orders, {"CH-49"}},
	[CH_INITIATIVE] = {"initiative", ch_run_initiative, {"CH-48"}},
	[CH_FIRST_MOVEMENT] = {"first_movement", ch_run_movement, {"CH-47"}},
	[CH_SECOND_MOVEMENT] = {"second_movement", ch_run_movement, {"CH-47"}},
	[CH_FIRST_HALF] = {"first_half", ch_run_halves, {"CH-49"}},
	[CH_SECOND_HALF] = {"second_half", ch_run_second_half, {"CH-49"}},
	[CH_MELEE] = {"melee", ch_run_melee, {"CH-51"}},
	[CH_AFTERMATH] = {"aftermath", ch_run_aftermath, {"CH-55"}},
	[CH_DEPLOYMENT] = {"deployment", ch_run_deployment, {"PN-25"}},
};

static const struct pn_decision_rule decisions[CH_DECISIONS] = {
	[CH_WRITE_ORDERS] =
		{
			.name = "write_orders",
			.commands = {PN_KIND(DECLARE_CHARGE), PN_KIND(WITHDRAW_CHARGE),
				     PN_KIND(MOVE), PN_KIND(READY)},
			.resume = ch_resume_orders,
			.fallback = pn_default_ready,
			.list = ch_list_orders,
		},
	[CH_CHOOSE_ORDER] =
		{
			.name = "choose_order",
			.commands = {PN_KIND(GO_FIRST), PN_KIND(GO_SECOND)},
			.resume = pn_resume_nothing,
			.fallback = pn_default_go_first,
			.list = ch_list_order,
		},
	[CH_MOVEMENT] =
		{
			.name = "movement",
			.commands = {PN_KIND(CHARGE), PN_KIND(MOVE), PN_KIND(PASS)},
			.resume = pn_resume_nothing,
			.forced = ch_end_if_idle,
			.fallback = pn_default_pass,
			.list = ch_list_movement,
		},
	[CH_ANSWER] =
		{
			.name = "answer",
			.commands = {PN_KIND(OPPORTUNITY_CHARGE), PN_KIND(PASS)},
			.resume = pn_resume_nothing,
			.fallback = pn_default_pass,
			.list = ch_list_answer,
			.window = true,
		},
	[CH_DEPLOY] = PN_DEPLOY_DECISION,
	[CH_SETTLE_MELEE] = PN_MELEE_DECISION,
	[CH_CHARGE_RUN] = {.name = "charge_run", .resume = ch_resume_charge},
};

static const struct pn_command_rule commands[PN_COMMAND_COUNT] = {
	[PN_COMMAND_GO_FIRST] = {pn_check_nothing, ch_apply_go, NULL, NULL},
	[PN_COMMAND_GO_SECOND] = {pn_check_nothing, ch_apply_go, NULL, NULL},
	[PN_COMMAND_DECLARE_CHARGE] = {ch_check_declare, ch_apply_declare, NULL, ch_is_writing},
	[PN_COMMAND_WITHDRAW_CHARGE] = {ch_check_withdraw, ch_apply_withdraw, NULL, ch_is_writing},
	[PN_COMMAND_CHARGE] = {ch_check_charge, ch_apply_charge, ch_preview_charge, NULL},
	[PN_COMMAND_MOVE] = {ch_check_move, ch_apply_move, ch_preview_move, ch_is_writing},
	[PN_COMMAND_PASS] = {pn_check_nothing, ch_apply_pass, ch_preview_answer, NULL},
	[PN_COMMAND_READY] = {ch_check_ready, ch_apply_ready, NULL, NULL},
	[PN_COMMAND_OPPORTUNITY_CHARGE] = {ch_check_answer, ch_apply_answer, ch_preview_answer,
					   NULL},
	PN_DEPLOY_COMMANDS,
	PN_MELEE_COMMANDS(ch_apply_accept_outcome),
};

static const struct pn_class_rule classes[CH_CLASSES] = {
	[CH_PEASANTS] = {"peasants"},
	[CH_LEVIES] = {"levies"},
	[CH_LIGHT_FOOT] = {"light_foot"},
	[CH_ARCHERS] = {"archers"},
	[CH_TURK_ARCHERS] = {"turk_archers"},
	[CH_CROSSBOWMEN] = {"crossbowmen"},
	[CH_LONGBOWMEN] = {"longbowmen"},
	[CH_HEAVY_CROSSBOWMEN] = {"heavy_crossbowmen"},
	[CH_HEAVY_FOOT] = {"heavy_foot"},
	[CH_ELITE_HEAVY_FOOT] = {"elite_heavy_foot"},
	[CH_ARMORED_FOOT] = {"armored_foot"},
	[CH_LANDSKNECHTE] = {"landsknechte"},
	[CH_SWISS] = {"swiss"},
	[CH_LIGHT_HORSE] = {"light_horse"},
	[CH_MEDIUM_HORSE] = {"medium_horse"},
	[CH_HEAVY_HORSE] = {"heavy_horse"},
	[CH_ARTILLERY] = {"artillery"},
	[CH_WAGONS] = {"wagons"},
};

static const struct pn_flag_rule flags[CH_FLAGS] = {
	[CH_MOVED] = {"moved", .of_turn = true},
	[CH_CHARGED] = {"charged", .lasts = true, .clause = {"CH-02"}},
	[CH_CHARGED_LAST] = {.name = "charged_last_turn"},
	[CH_CONTACT_PENDING] = {"check_pending", .of_turn = true},
	[CH_VICTORIOUS] = {"victorious", .of_turn = true},
	[CH_IMPETUS] = {"impetus", .of_turn = true},
	[CH_RETURNS_LOWER] = {"returns_lower", .of_turn = true},
	[CH_INFLICTS_NONE] = {"inflicts_none", .of_turn = true},
	[CH_MEETS_CHARGE] = {"meets_charge", .of_turn = true},
	[CH_FOUGHT] = {"fought", .of_turn = true},
	[CH_CLASS_HIGHER] = {"class_higher", .of_turn = true},
	[CH_ADDS_TO_DICE] = {"adds_to_dice", .of_turn = true},
	[CH_NO_RETURN] = {"no_return", .of_turn = true},
	[CH_LATER_ROUND] = {"later_round", .of_turn = true},
	[CH_FRESH] = {"fights_again", .of_turn = true},
	[CH_LARGE_MELEE] = {"large_melee", .lasts = true, .in_contact = true, .clause = {"CH-72"}},
	[CH_SENT_BACK] = {"sent_back", .of_turn = true},
	[CH_ATTACKED] = {"attacked_rallying", .of_turn = true},
	[CH_FLED_PIKES] = {"fled_pikes", .lasts = true, .clause = {"CH-13"}},
	[CH_STOOD] = {"stood_losses", .lasts = true, .clause = {"CH-56"}},
	[CH_STOOD_TWICE] = {"stood_twice", .lasts = true, .clause = {"CH-56"}},
	[CH_FATIGUED] = {"fatigued", .lasts = true, .clause = {"CH-78"}},
	[CH_UPHILL] = {"went_uphill", .of_turn = true},
	[CH_COMPELLED] = {"compelled", .of_turn = true},
	[CH_OBEYS] = {"obeys", .of_turn = true},
	[CH_REFORMED] = {"reformed", .of_turn = true},
	[CH_BENT] = {"bent_charge", .of_turn = true},
	[CH_AT_BANK] = {"at_bank", .lasts = true, .clause = {"CH-77"}},
	[CH_QUARTER_TURN] = {"quarter_turn", .of_turn = true},
	[CH_HALF_TURN] = {"half_turn", .of_turn = true},
	[CH_SHIFTED] = {"shifted", .of_turn = true},
	[CH_RUN_INTO] = {"run_into", .lasts = true, .clause = {"CH-65"}},
};

static const struct pn_tally_rule tallies[CH_TALLIES] = {
	[CH_RETREATS] = {"retreats", .most = 4, .out_of_order = true, .clause = {"CH-60"}},
	[CH_MARCHED] = {"marched", .most = 20, .clause = {"CH-78"}},
	[CH_RAN_UP] = {"ran_up", .most = 20, .clause = {"CH-78"}},
	[CH_ROUNDS] = {"rounds", .most = 20, .clause = {"CH-78"}},
	[CH_CHARGE_WITH] = {"charge_with", .of_turn = true},
};

static const struct pn_roll_rule rolls[CH_ROLLS] = {
	[CH_ROLL_INITIATIVE] = {"initiative", 1, 6},     /* CH-48 */
	[CH_ROLL_CHARGE_CHECK] = {"charge_check", 2, 6}, /* CH-20 */
	[CH_ROLL_PIKE_CHECK] = {"pike_check", 2, 6},     /* CH-10 */
	[CH_ROLL_RALLY] = {"rally", 1, 6},               /* CH-62, CH-64 */
	[CH_ROLL_OBEDIENCE] = {"obedience", 1, 6},       /* CH-43 */
	[CH_ROLL_POST_MELEE] = {"post_melee", 1, 6},     /* CH-68 */
	[CH_ROLL_LOSSES] = {"losses", 2, 6},             /* CH-54 */
};

static const struct pn_fact_rule facts[CH_FACTS] = {
	[CH_FACT_FIRST] = {"first", PN_FACT_SIDE, PN_NO_SIDE, true},
	[CH_FACT_RED_SCORE] = {"red_score", PN_FACT_NUMBER, 0, true},
	[CH_FACT_BLUE_SCORE] = {"blue_score", PN_FACT_NUMBER, 0, true},
	[CH_FACT_MORE_ROUNDS] = {"more_rounds", PN_FACT_NUMBER, 0, true},
	[CH_FACT_STEP] = {"step", PN_FACT_NUMBER, 0, true},
};

static const struct pn_switch switches[CH_SWITCHES] = {
	[CH_SWITCH_CHECK_AT] =
		{
			"charge_check_at",
			{"CH-20"},
			"The retreat and what follows it are movement, so the check is rolled "
			"at contact.",
			NULL,
			2,
			{"contact", "melee"},
		},
	[CH_SWITCH_ANSWERING] =
		{
			"answering_charge",
			{"CH-23"},
			"One side moves, then the other. Nothing says that the second may "
			"interrupt the first.",
			"If both units are charging both must check, foot with 1 added and "
			"horse with 2. By default that happens by written orders alone.",
			2,
			{"off", "on"},
		},
	[CH_SWITCH_ROUNDS] =
		{
			"melee_rounds",
			{"CH-51"},
			"In the sequence of a turn melee comes once, at its end.",
			"A victor goes on with its charge only if it won before the melee or in "
			"its first round. With one round a turn no later one can hold it.",
			2,
			{"one_per_turn", "until_decided"},
		},
	[CH_SWITCH_PIKE_MODIFIERS] =
		{
			"pike_check_modifiers",
			{"CH-10"},
			"The modifiers stand under the table of charges by horse.",
			"A unit charged in the flank takes 1 from its throw, in the rear 2. By "
			"default this does not hold for checks against pikes.",
			2,
			{"off", "on"},
		},
	[CH_SWITCH_SWISS_ROW] =
		{
			"swiss_row",
			{"CH-27"},
			"Swiss and Landsknechte are a kind of light foot.",
			NULL,
			2,
			{"light_foot", "heavy_foot"},
		},
	[CH_SWITCH_VICTORY] =
		{
			"victory_at",
			{"CH-05"},
			"After any step back there is no contact left to hold the charger.",
			NULL,
			2,
			{"any_step_back", "retreat"},
		},
	[CH_SWITCH_SURVIVORS] =
		{
			"survivors_score",
			{"CH-69"},
			"Only the difference in losses is said to be multiplied by a die.",
			"One account of the table multiplies the difference in survivors by a die, too.",
			2,
			{"difference", "times_die"},
		},
	[CH_SWITCH_SCALE] =
		{
			"scale",
			{"CH-86"},
			"A figure stands for twenty men.",
			"If a figure is one man, heavy foot charged by heavy horse makes its check "
			"only if it has at most four figures a rider, eight if struck in flank or "
			"rear.",
			2,
			{"one_to_twenty", "man_to_man"},
		},
	[CH_SWITCH_FIRST_HEADING] =
		{
			"first_heading",
			{"CH-06"},
			"A direction is set by going that way, and a charge may go at an angle.",
			NULL,
			2,
			{"leg", "facing"},
		},
};

static const struct pn_form_rule forms[CH_FORMS] = {
	[CH_LINE] = {.name = "line"},
	[CH_COLUMN] = {.name = "column"},
	[CH_SQUARE] = {.name = "square", .all_round = true},
};

static const struct pn_terrain_rule terrain[CH_TERRAIN_KINDS] = {
	[CH_CLEAR] = {"clear", .impassable = false, .blocks_sight = false},
	[CH_IMPASSABLE] = {"impassable", .impassable = true, .blocks_sight = true},
	[CH_HILL] = {"hill", .impassable = false, .blocks_sight = false},
	[CH_WOODS] = {"woods", .impassable = true, .blocks_sight = true},
	[CH_MARSH] = {"marsh", .impassable = false, .blocks_sight = false},
	[CH_ROUGH] = {"rough", .impassable = false, .blocks_sight = false},
	[CH_DITCH] = {"ditch", .impassable = false, .blocks_sight = false},
	[CH_RAMPART] = {"rampart", .impassable = false, .blocks_sight = false},
	[CH_STREAM] = {"stream", .impassable = false, .blocks_sight = false},
	[CH_RIVER] = {"river", .impassable = false, .blocks_sight = false},
	[CH_ROAD] = {"road", .impassable = false, .blocks_sight = false},
};

static const char *const states[CH_STATES] = {"good", "rallying", "retreating", "routing"};
static const char *const traits[CH_TRAITS] = {"pikes",   "knights",     "feudal",
					      "mongols", "janissaries", "pole_arms"};
static const char *const verbs[CH_VERBS] = {
	"none",       "charge",     "advance",   "oblique_left", "oblique_right", "face_left",
	"face_right", "face_about", "form_line", "form_column",  "form_square",   "retreat"};
static const char *const reactions[CH_REACTIONS] = {"stands", "gives_way", "answers", "fights_on",
						    "surrenders"};

const struct pn_rules chainmail_rules = {
	.id = "chainmail",
	.title = "Chainmail",
	.letters = "CH",
	.revision = 7,
	.first_phase = CH_INITIATIVE,
	.deployment_phase = CH_DEPLOYMENT,
	.methods = 1u << PN_METHOD_ROLL_OFF | 1u << PN_METHOD_SEALED,
	.default_method = PN_METHOD_ROLL_OFF,
	.deepest_pending = 4,
	.can_undo = {{[PN_COMMAND_DEPLOY] = true, [PN_COMMAND_TAKE_BACK] = true}},
	PN_PLUG_TABLES,
	.judgement = &ch_judgement,
	.tallies = PN_ROWS(tallies),
	.reactions = PN_ROWS(reactions),
	.muster = ch_check_muster,
	.begin_turn = ch_begin_turn,
};
