/* The 9th Age, second edition: the plug. Every number and name of the book that other rooms
 * may ask for stands in a table here; RULES.md tells where each comes from. */

#include "t9.h"
#include "common.h"

static void run_deployment(struct pn_step *step)
{
	pn_open_deployment(step, T9_DEPLOY);
}

static const struct pn_phase_rule phases[T9_PHASES] = {
	[T9_DEPLOYMENT] = {"deployment", run_deployment, {"PN-25"}},
	[T9_DECLARATION] = {"declaration", t9_run_declaration, {"T9-30"}},
	[T9_CHARGES] = {"charges", t9_run_charges, {"T9-31"}},
	[T9_MOVEMENT] = {"movement", t9_run_movement, {"T9-70"}},
	[T9_MELEE] = {"melee", t9_run_melee, {"PN-20"}},
};

static const struct pn_decision_rule decisions[T9_DECISIONS] = {
	[T9_DEPLOY] = PN_DEPLOY_DECISION,
	[T9_DECLARE] =
		{
			.name = "declare_or_end",
			.commands = {PN_KIND(DECLARE_CHARGE), PN_KIND(PLACE_ORDER), PN_KIND(READY)},
			.resume = pn_resume_nothing,
			.forced = t9_declare_if_forced,
			.fallback = t9_default_declare,
			.list = t9_list_declare,
		},
	[T9_REACT] =
		{
			.name = "charge_reaction",
			.commands = {PN_KIND(HOLD), PN_KIND(STAND_AND_SHOOT), PN_KIND(FLEE)},
			.resume = pn_resume_nothing,
			.fallback = t9_default_react,
			.list = t9_list_react,
		},
	[T9_REDIRECT] =
		{
			.name = "redirect",
			.commands = {PN_KIND(REDIRECT), PN_KIND(PLACE_ORDER), PN_KIND(PASS)},
			.resume = pn_resume_nothing,
			.fallback = pn_default_pass,
			.list = t9_list_redirect,
		},
	[T9_CHARGE] =
		{
			.name = "next_charge",
			.commands = {PN_KIND(CHARGE)},
			.resume = pn_resume_nothing,
			.fallback = t9_default_charge,
			.list = t9_list_charge,
		},
	[T9_REFORM] =
		{
			.name = "reform",
			.commands = {PN_KIND(MANOEUVRE), PN_KIND(PASS)},
			.resume = pn_resume_nothing,
			.fallback = pn_default_pass,
			.list = t9_list_reform,
		},
	[T9_MOVE] =
		{
			.name = "movement",
			.commands = {PN_KIND(MOVE), PN_KIND(MANOEUVRE), PN_KIND(READY)},
			.resume = pn_resume_nothing,
			.forced = t9_end_if_idle,
			.fallback = pn_default_ready,
			.list = t9_list_move,
		},
	[T9_SETTLE_MELEE] = PN_MELEE_DECISION,
};

static const struct pn_command_rule commands[PN_COMMAND_COUNT] = {
	PN_DEPLOY_COMMANDS,
	[PN_COMMAND_DECLARE_CHARGE] = {t9_check_declare_charge, t9_apply_declare_charge,
				       t9_preview_declare_charge, NULL},
	[PN_COMMAND_PLACE_ORDER] = {t9_check_place_order, t9_apply_place_order, NULL, NULL},
	[PN_COMMAND_READY] = {t9_check_ready, t9_apply_ready, NULL, NULL},
	[PN_COMMAND_PASS] = {pn_check_nothing, t9_apply_pass, NULL, NULL},
	[PN_COMMAND_HOLD] = {t9_check_hold, t9_apply_hold, t9_preview_reaction, NULL},
	[PN_COMMAND_STAND_AND_SHOOT] = {t9_check_stand_and_shoot, t9_apply_stand_and_shoot,
					t9_preview_reaction, NULL},
	[PN_COMMAND_FLEE] = {t9_check_flee_reaction, t9_apply_flee_reaction, t9_preview_reaction,
			     NULL},
	[PN_COMMAND_REDIRECT] = {t9_check_redirect, t9_apply_redirect, t9_preview_redirect, NULL},
	[PN_COMMAND_CHARGE] = {t9_check_charge, t9_apply_charge, t9_preview_charge, NULL},
	[PN_COMMAND_MANOEUVRE] = {t9_check_manoeuvre, t9_apply_manoeuvre, t9_preview_manoeuvre,
				  NULL},
	[PN_COMMAND_MOVE] = {t9_check_move, t9_apply_move, t9_preview_move, NULL},
	PN_MELEE_COMMANDS(t9_apply_accept_outcome),
};

static const struct pn_class_rule classes[T9_CLASSES] = {
	[T9_STANDARD] = {"standard"},
	[T9_LARGE] = {"large"},
	[T9_GIGANTIC] = {"gigantic"},
};

enum {
	ADVANCE_MAX = 12 * PN_INCH,
	DISCIPLINE_MAX = 10,
	HEALTH_MAX = 12,
	CHARACTERISTIC_MAX = 10,
	SAVE_MAX = 6,
	SHOTS_MAX = 3,
	RANGE_MAX = 72 * PN_INCH,
	HARD_TARGET_MAX = 3,
};

static const struct pn_stat_rule stats[T9_STATS] = {
	[T9_ADVANCE] = {.name = "advance",
			.pointer = "stats/advance",
			.kind = PN_STAT_LENGTH,
			.min = PN_INCH,
			.max = ADVANCE_MAX,
			.clause = {"T9-80"}},
	[T9_SECOND_ADVANCE] = {.name = "second_advance",
			       .pointer = "stats/second_advance",
			       .kind = PN_STAT_LENGTH,
			       .max = ADVANCE_MAX,
			       .clause = {"T9-18"},
			       .optional = true},
	[T9_DISCIPLINE] = {.name = "discipline",
			   .pointer = "stats/discipline",
			   .kind = PN_STAT_NUMBER,
			   .min = 1,
			   .max = DISCIPLINE_MAX,
			   .clause = {"T9-40"}},
	[T9_HEALTH] = {.name = "health",
		       .pointer = "stats/health",
		       .kind = PN_STAT_NUMBER,
		       .min = 1,
		       .max = HEALTH_MAX,
		       .clause = {"T9-118"}},
	[T9_RESILIENCE] = {.name = "resilience",
			   .pointer = "stats/resilience",
			   .kind = PN_STAT_NUMBER,
			   .min = 1,
			   .max = CHARACTERISTIC_MAX,
			   .clause = {"T9-119"}},
	[T9_ARMOUR] = {.name = "armour",
		       .pointer = "stats/armour",
		       .kind = PN_STAT_NUMBER,
		       .max = SAVE_MAX,
		       .clause = {"T9-120"},
		       .optional = true},
	[T9_SPECIAL_SAVE] = {.name = "special_save",
			     .pointer = "stats/special_save",
			     .kind = PN_STAT_NUMBER,
			     .max = SAVE_MAX,
			     .clause = {"T9-118"},
			     .optional = true},
	[T9_AIM] = {.name = "aim",
		    .pointer = "stats/aim",
		    .kind = PN_STAT_NUMBER,
		    .max = SAVE_MAX,
		    .clause = {"T9-113"},
		    .optional = true},
	[T9_SHOTS] = {.name = "shots",
		      .pointer = "stats/shots",
		      .kind = PN_STAT_NUMBER,
		      .max = SHOTS_MAX,
		      .clause = {"T9-110"},
		      .optional = true},
	[T9_RANGE] = {.name = "range",
		      .pointer = "stats/range",
		      .kind = PN_STAT_LENGTH,
		      .max = RANGE_MAX,
		      .clause = {"T9-11"},
		      .optional = true},
	[T9_STRENGTH] = {.name = "strength",
			 .pointer = "stats/strength",
			 .kind = PN_STAT_NUMBER,
			 .max = CHARACTERISTIC_MAX,
			 .clause = {"T9-119"},
			 .optional = true},
	[T9_PENETRATION] = {.name = "armour_penetration",
			    .pointer = "stats/armour_penetration",
			    .kind = PN_STAT_NUMBER,
			    .max = CHARACTERISTIC_MAX,
			    .clause = {"T9-120"},
			    .optional = true},
	[T9_HARD] = {.name = "hard_target",
		     .pointer = "stats/hard_target",
		     .kind = PN_STAT_NUMBER,
		     .max = HARD_TARGET_MAX,
		     .clause = {"T9-114"},
		     .optional = true},
};

static const struct pn_flag_rule flags[T9_FLAGS] = {
	[T9_DECLARED] = {"declared", .of_turn = true},
	[T9_CHARGING] = {"charging", .of_turn = false},
	[T9_AT_FRONT] = {"charges_front", .of_turn = true},
	[T9_AT_LEFT] = {"charges_left", .of_turn = true},
	[T9_AT_RIGHT] = {"charges_right", .of_turn = true},
	[T9_AT_REAR] = {"charges_rear", .of_turn = true},
	[T9_SHOT] = {"stood_and_shot", .of_turn = true},
	[T9_REDIRECTED] = {"redirected", .of_turn = true},
	[T9_MAY_REDIRECT] = {"may_redirect", .of_turn = true},
	[T9_SHAKEN] = {"shaken", .of_turn = true},
	[T9_STEADIED] = {"steadied", .of_turn = true},
	[T9_FEIGNED] = {.name = "feigns_flight",
			.lasts = true,
			.states = 1u << T9_FLEEING,
			.clause = {"T9-138"}},
	[T9_MUST_CHARGE] = {"must_charge", .of_turn = true},
	[T9_MOVED] = {"moved", .of_turn = true},
	[T9_FLYING] = {"flies", .of_turn = true},
	[T9_MAY_REFORM] = {"may_reform", .of_turn = true},
};

static const struct pn_tally_rule tallies[T9_TALLIES] = {
	[T9_WOUNDS] = {"wounds", .most = 250, .below = 1 + T9_HEALTH, .clause = {"T9-118"}},
	[T9_LOST] = {"health_lost", .of_turn = true},
	[T9_FORMER] = {"former_target", .of_turn = true},
	[T9_LATTER] = {"latter_target", .of_turn = true},
	[T9_TOUCHED] = {"touched_by", .of_turn = true},
};

static const struct pn_roll_rule rolls[T9_ROLLS] = {
	[T9_ROLL_TWO_DICE] = {"two_dice", 2, 6},
	[T9_ROLL_POOL] = {"pool", 1, 6},
};

static const struct pn_fact_rule facts[T9_FACTS] = {
	[T9_FACT_FRENZY_TESTED] = {"frenzy_tested", PN_FACT_NUMBER, 0, true},
	[T9_FACT_RALLIED] = {"rallying_done", PN_FACT_NUMBER, 0, true},
};

static const struct pn_switch switches[T9_SWITCHES] = {
	[T9_SWITCH_PIVOT_SWEEPS] =
		{
			"pivot_sweeps",
			{"T9-25"},
			"A wide unit would be lost only because it turns round close to a "
			"charger.",
			"A fleeing unit is lost if its front touches a unit that declared a "
			"charge against it. By default not while it still turns away.",
			2,
			{"off", "on"},
		},
	[T9_SWITCH_LATER_FLIGHT] =
		{
			"later_flight",
			{"T9-75"},
			"In the text a unit pivots only in a reaction; a later edition lets it "
			"pivot again.",
			NULL,
			2,
			{"straight_on", "from_closest"},
		},
	[T9_SWITCH_LONG_RANGE] =
		{
			"stand_and_shoot_range",
			{"T9-12"},
			"The text names long range right after a charger beyond the weapon's "
			"range, so it means that charger.",
			NULL,
			2,
			{"measured", "always_long"},
		},
};

static const struct pn_param_rule params[T9_PARAMS] = {
	[T9_PARAM_FIRST_PLAYER] =
		{
			"first_player",
			0,
			0,
			1,
			PN_ASSUMED,
			{"T9-30"},
			"Whose Player Turn is the first: 0 red's, 1 blue's. The book rolls for it in "
			"another chapter.",
			false,
		},
	[T9_PARAM_DECIMATED] =
		{
			"decimated_discipline",
			50,
			0,
			100,
			PN_RECALLED,
			{"T9-74"},
			"Per cent of its Discipline at which a unit down to a quarter of its Health "
			"Points rallies, fractions up.",
			false,
		},
	[T9_PARAM_SECONDARY] =
		{
			"secondary_reactions",
			0,
			0,
			1,
			PN_ASSUMED,
			{"T9-91"},
			"How an enemy reacts whom a charge cannot but touch besides its target: 0 it "
			"holds, 1 as anybody who is charged.",
			false,
		},
	[T9_PARAM_SEVEN] =
		{
			"needed_seven",
			0,
			0,
			6,
			PN_ASSUMED,
			{"T9-117"},
			"What a second die needs after a 6 where 7 is needed to hit; 0: nothing helps. "
			"8 and more cannot hit.",
			false,
		},
	[T9_PARAM_REFORM] =
		{
			"reform_after_catching",
			1,
			0,
			1,
			PN_RECALLED,
			{"T9-93"},
			"Who has destroyed an enemy that fled: 0 stays as it is, 1 may reform if it "
			"passes a Discipline Test.",
			false,
		},
};

static const struct pn_form_rule forms[] = {{.name = "regular"}};

static const struct pn_terrain_rule terrain[T9_TERRAIN_KINDS] = {
	[T9_CLEAR] = {"clear", .impassable = false, .blocks_sight = false},
	[T9_IMPASSABLE] = {"impassable", .impassable = true, .blocks_sight = true},
	[T9_FOREST] = {"forest", .impassable = false, .blocks_sight = false},
	[T9_WALL] = {"wall", .impassable = false, .blocks_sight = false},
	[T9_HILL] = {"hill", .impassable = false, .blocks_sight = true},
};

static const char *const states[T9_STATES] = {"good", "fleeing"};
static const char *const traits[T9_TRAITS] = {
	"champion",    "general",        "towering_presence", "battle_standard",
	"swiftstride", "terror",         "fearless",          "undead",
	"frenzy",      "feigned_flight", "war_machine",       "chariot",
	"reload",      "accurate",       "steady_aim",        "hard_target",
	"fly",
};
static const char *const verbs[] = {"none", "charge", "fly"};
static const char *const reactions[T9_REACTIONS] = {"hold", "stand_and_shoot", "flee"};

/* ---- musters ---- */

/* What is asked of a unit besides its tables: a weapon is whole, and its shots can be
 * counted. */
static struct pn_muster_fault check_unit(const struct pn_muster_unit *unit, uint8_t index)
{
	const int32_t files = unit->formation.files;
	const int32_t dice = t9_danger_dice(unit->class, unit->traits >> T9_CHARIOT & 1);

	if (unit->formation.figures * dice > T9_MODELS_MAX)
		return pn_unit_fault(PN_MUSTER_OUT_OF_RANGE, index, "figures", PN_CLAUSE("PN-07"));
	if (unit->traits >> T9_FLY & 1 && unit->stats[T9_SECOND_ADVANCE] == 0)
		return pn_unit_fault(PN_MUSTER_MISSING, index, "stats/second_advance",
				     PN_CLAUSE("T9-105"));
	if (unit->stats[T9_SHOTS] == 0)
		return pn_unit_fault(PN_MUSTER_NONE, index, "", PN_CLAUSE("T9-15"));
	if (unit->stats[T9_AIM] < 2)
		return pn_unit_fault(PN_MUSTER_OUT_OF_RANGE, index, "stats/aim",
				     PN_CLAUSE("T9-113"));
	if (unit->stats[T9_RANGE] == 0)
		return pn_unit_fault(PN_MUSTER_OUT_OF_RANGE, index, "stats/range",
				     PN_CLAUSE("T9-11"));
	if (2 * files * unit->stats[T9_SHOTS] > T9_SHOTS_MAX)
		return pn_unit_fault(PN_MUSTER_OUT_OF_RANGE, index, "stats/shots",
				     PN_CLAUSE("T9-110"));
	return pn_unit_fault(PN_MUSTER_NONE, index, "", PN_CLAUSE("T9-15"));
}

static struct pn_muster_fault check_muster(const struct pn_muster *muster, uint8_t index)
{
	struct pn_muster_fault found = check_unit(&muster->unit[index], index);
	uint8_t units = 0;

	if (found.code != PN_MUSTER_NONE)
		return found;
	for (uint8_t i = 0; i <= index; i++)
		units = (uint8_t)(units + (muster->unit[i].side == muster->unit[index].side));
	return units > T9_SIDE_UNITS_MAX ? pn_beyond(pn_unit_fault(PN_MUSTER_OUT_OF_RANGE, index,
								   "side", PN_CLAUSE("PN-07")),
						     1, T9_SIDE_UNITS_MAX)
					 : found;
}

const struct pn_rules t9a_2e_rules = {
	.id = "t9a-2e",
	.title = "The 9th Age, second edition",
	.letters = "T9",
	.revision = 7,
	.first_phase = T9_DECLARATION,
	.deployment_phase = T9_DEPLOYMENT,
	.methods = 1u << PN_METHOD_ALTERNATE_LOSER_FIRST,
	.default_method = PN_METHOD_ALTERNATE_LOSER_FIRST,
	.premeasure.text = "T9-82",
	.deepest_pending = 3,
	.can_undo = {{[PN_COMMAND_PLACE_ORDER] = true,
		      [PN_COMMAND_MOVE] = true,
		      [PN_COMMAND_DEPLOY] = true,
		      [PN_COMMAND_TAKE_BACK] = true}},
	PN_PLUG_TABLES,
	.judgement = &t9_judgement,
	.stats = PN_ROWS(stats),
	.tallies = PN_ROWS(tallies),
	.params = PN_ROWS(params),
	.reactions = PN_ROWS(reactions),
	.muster = check_muster,
};
