/* pn_rules_check: no book of this build has anything wrong, and each fault that is planted in
 * a copy of one is found, by its table and its row. */

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "pennon/rules_check.h"
#include "play.h"

enum { ROWS = 64 };

/* A book whose tables can be changed. */
static struct pn_rules book;
static struct pn_phase_rule phases[ROWS];
static struct pn_decision_rule decisions[ROWS];
static struct pn_class_rule classes[ROWS];
static struct pn_stat_rule stats[ROWS];
static struct pn_roll_rule rolls[ROWS];
static struct pn_fact_rule facts[ROWS];
static struct pn_switch switches[ROWS];
static struct pn_param_rule params[ROWS];
static struct pn_form_rule forms[ROWS];
static const char *verbs[ROWS];
static struct pn_command_rule commands[PN_COMMAND_COUNT];
static struct pn_flag_rule flags[ROWS];
static struct pn_tally_rule tallies[ROWS];
static const char *states[ROWS];
static const char *traits[ROWS];
static struct pn_judgement judgement;
static uint8_t beaten[ROWS];

#define COPY(member) \
	do { \
		cr_assert_leq(book.member.count, ROWS); \
		if (book.member.count > 0) \
			memcpy(member, book.member.row, \
			       book.member.count * sizeof *book.member.row); \
		*(const void **)&book.member.row = member; \
	} while (0)

static void take_a_book(void)
{
	book = *pn_rules_at(play_book());
	COPY(phases);
	COPY(decisions);
	COPY(classes);
	COPY(stats);
	COPY(rolls);
	COPY(facts);
	COPY(switches);
	COPY(params);
	COPY(forms);
	COPY(verbs);
	COPY(flags);
	COPY(tallies);
	COPY(states);
	COPY(traits);
	judgement = *book.judgement;
	memcpy(beaten, judgement.beaten, book.states.count);
	judgement.beaten = beaten;
	book.judgement = &judgement;
	memcpy(commands, book.commands, sizeof commands);
	book.commands = commands;
}

/* The first decision that is answered by commands, and the first that is not. */
static uint8_t asked(bool by_commands)
{
	uint8_t i = 0;

	while (pn_set_is_empty(&decisions[i].commands) == by_commands)
		i++;
	return i;
}

/* A kind that the book has, or one that it has not. */
static unsigned kind_of(bool has)
{
	unsigned kind = 0;

	while ((commands[kind].check != NULL) != has)
		kind++;
	return kind;
}

/* So many characteristics, the first of which a byte does not hold. */
static void stats_of(uint8_t count)
{
	static char pointers[ROWS][16];

	for (uint8_t i = 1; i < count; i++) {
		stats[i] = stats[1];
		snprintf(pointers[i], sizeof pointers[i], "stats/s%u", i);
		stats[i].pointer = pointers[i];
		stats[i].name = pointers[i] + 6;
	}
	book.stats.count = count;
}

/* The pointer of the first characteristic, from another table. */
static const char *elsewhere(void)
{
	static char pointer[64];

	snprintf(pointer, sizeof pointer, "other/%s", stats[0].name);
	return pointer;
}

/* A counter that a battle under way may give. */
static struct pn_tally_rule *a_tally(void)
{
	book.tallies.count = 1;
	tallies[0] =
		(struct pn_tally_rule){.name = "wounds", .most = 1, .clause = phases[0].clause};
	return &tallies[0];
}

static unsigned without_check(void)
{
	return kind_of(false);
}

static bool forced_to(struct pn_step *step, pn_side side)
{
	return false;
}

static void preview_of(const struct pn_game *view, pn_side side, const struct pn_command *command,
		       struct pn_preview *out)
{
}

static bool is_private(const struct pn_game *game)
{
	return false;
}

#define PLANT(name, statement) \
	static void name(void) \
	{ \
		statement; \
	}

PLANT(no_id, book.id = "")
PLANT(a_big_letter, book.id = "Chess")
PLANT(no_title, book.title = NULL)
PLANT(no_letters, book.letters = NULL)
PLANT(our_letters, book.letters = "PN")
PLANT(no_revision, book.revision = 0)
PLANT(no_judgement, book.judgement = NULL)
PLANT(no_first_phase, book.first_phase = book.phases.count)
PLANT(no_deployment, book.deployment_phase = book.phases.count)
PLANT(no_such_reserve, book.reserve_stat = (uint8_t)(book.stats.count + 1))
PLANT(no_method, book.methods &= ~(1u << book.default_method))
PLANT(too_deep, book.deepest_pending = PN_PENDING_MAX + 1)
PLANT(foreign_measuring, strcpy(book.premeasure.text, "XX-01"))
PLANT(no_classes, book.classes.count = 0)
PLANT(too_many_stats, book.stats.count = PN_STATS_MAX + 1)
PLANT(an_empty_row, memset(&classes[1], 0, sizeof classes[1]))
PLANT(an_empty_name, rolls[0].name = "")
PLANT(a_name_in_two_words, phases[1].name = "the charge")
PLANT(a_name_twice, decisions[2].name = decisions[0].name)
PLANT(another_first_verb, verbs[0] = "nothing")
PLANT(another_second_verb, verbs[1] = "attack")
PLANT(a_phase_that_stands, phases[1].run = NULL)
PLANT(a_phase_without_clause, memset(&phases[1].clause, 0, sizeof phases[1].clause))
PLANT(a_decision_that_stands, decisions[0].resume = NULL)
PLANT(no_fallback, decisions[asked(true)].fallback = NULL)
PLANT(no_list, decisions[asked(true)].list = NULL)
PLANT(no_command, decisions[asked(true)].commands = (struct pn_command_set){{false}})
PLANT(a_parley, decisions[asked(true)].commands.has[PN_COMMAND_RESIGN] = true)
PLANT(no_such_command, decisions[asked(true)].commands.has[kind_of(false)] = true)
PLANT(unchecked, commands[kind_of(false)].apply = commands[kind_of(true)].apply)
PLANT(without_effect, commands[kind_of(true)].apply = NULL)
PLANT(asked_by_nobody, commands[kind_of(false)] = commands[kind_of(true)])
PLANT(another_pointer, stats[0].pointer = "stats/other")
PLANT(too_many_large, stats[1].max = stats[2].max = stats[3].max = INT8_MAX + 1)
PLANT(bounds_swapped, stats[0].min = stats[0].max + 1)
PLANT(a_stat_without_clause, memset(&stats[0].clause, 0, sizeof stats[0].clause))
PLANT(a_position_too_few, switches[1].position[switches[1].count - 1] = NULL)
PLANT(a_position_uncounted, switches[1].position[switches[1].count] = "more")
PLANT(one_position, (switches[1].count = 1, switches[1].position[1] = NULL))
PLANT(a_position_twice, switches[1].position[1] = switches[1].position[0])
PLANT(no_reason, switches[1].reason = NULL)
PLANT(a_foreign_switch, strcpy(switches[1].clause.text, "XX-01"))
PLANT(a_sample_too_big, params[0].sample = params[0].max + 1)
PLANT(no_note, params[0].note = "")
PLANT(from_nowhere, params[0].provenance = PN_PROVENANCE_COUNT)
PLANT(a_foreign_param, strcpy(params[0].clause.text, "B2"))
PLANT(no_die, rolls[0].count = 0)
PLANT(a_die_of_one_side, rolls[0].sides = 1)
PLANT(a_roll_of_the_cup, rolls[0].name = "cup")
PLANT(of_no_side, (facts[0].kind = PN_FACT_SIDE, facts[0].initial = PN_NO_SIDE + 1))
PLANT(an_id_that_is_not_there, book.id = NULL)
PLANT(a_sign_beyond_z, book.id = "a{b")
PLANT(an_empty_title, book.title = "")
PLANT(one_letter, book.letters = "B")
PLANT(no_such_method, (book.default_method = PN_METHOD_COUNT, book.methods = UINT8_MAX))
PLANT(not_deep, book.deepest_pending = 0)
PLANT(too_many_flags, (book.flags.count = 33, flags[32].name = NULL))
PLANT(too_many_traits, book.traits.count = 33)
PLANT(too_few_verbs, book.verbs.count = 1)
PLANT(no_first_verb, verbs[0] = NULL)
PLANT(no_second_verb, verbs[1] = NULL)
PLANT(a_digit_first, phases[1].name = "2nd")
PLANT(a_line_first, phases[1].name = "_step")
PLANT(letters_alone, strcpy(phases[1].clause.text, "B2-"))
PLANT(our_letters_alone, strcpy(phases[1].clause.text, "PN-"))
PLANT(no_hyphen, strcpy(phases[1].clause.text, "B2x01"))
PLANT(a_fallback_of_nothing, decisions[asked(false)].fallback = decisions[asked(true)].fallback)
PLANT(a_list_of_nothing, decisions[asked(false)].list = decisions[asked(true)].list)
PLANT(forced_to_nothing, decisions[asked(false)].forced = forced_to)
PLANT(a_window_of_nothing, decisions[asked(false)].window = true)
PLANT(a_preview_alone, commands[without_check()].preview = preview_of)
PLANT(private_alone, commands[without_check()].is_private = is_private)
PLANT(too_many_small, stats_of(12))
PLANT(too_many_far_below, stats[1].min = stats[2].min = stats[3].min = INT8_MIN - 1)
PLANT(no_pointer, stats[0].pointer = NULL)
PLANT(a_pointer_elsewhere, stats[0].pointer = elsewhere())
PLANT(a_tally_of_a_turn, a_tally()->of_turn = true)
PLANT(a_tally_without_clause, strcpy(a_tally()->clause.text, ""))
PLANT(a_tally_below_nothing, a_tally()->below = (uint8_t)(book.stats.count + 1))
PLANT(a_lasting_flag_of_a_turn, flags[0].lasts = flags[0].of_turn = true)
PLANT(a_lasting_flag_without_clause, (flags[0].of_turn = false, flags[0].lasts = true))
PLANT(a_flag_of_no_state, flags[0].states = (uint8_t)(1u << book.states.count))
PLANT(a_sample_too_small, params[0].sample = params[0].min - 1)
PLANT(a_note_that_is_not_there, params[0].note = NULL)
PLANT(of_a_side_before_red, (facts[0].kind = PN_FACT_SIDE, facts[0].initial = -1))
PLANT(no_worth, judgement.worth = NULL)
PLANT(nobody_beaten, judgement.beaten = NULL)
PLANT(nobody_fights, judgement.fights = NULL)
PLANT(beaten_into_nothing, beaten[book.states.count - 1] = book.states.count)
PLANT(no_such_gap, forms[0].gap_of = (uint8_t)(book.params.count + 1))

static const struct {
	void (*plant)(void);
	const char *table, *what;
} planted[] = {
	{no_id, "rules", "has no id of small letters, digits, . and -"},
	{a_big_letter, "rules", "has no id of small letters, digits, . and -"},
	{no_title, "rules", "has no title"},
	{no_letters, "rules", "has no two letters of its own before the numbers of its clauses"},
	{our_letters, "rules", "has no two letters of its own before the numbers of its clauses"},
	{no_revision, "rules", "has no revision"},
	{no_judgement, "rules", "does not say what a position is worth"},
	{no_first_phase, "rules", "begins a turn with a phase that it does not have"},
	{no_deployment, "rules", "deploys in a phase that it does not have"},
	{no_such_reserve, "rules", "has units arrive by a characteristic that it does not have"},
	{no_method, "rules", "does not allow its default method"},
	{too_deep, "rules", "nests decisions not at all or too deep"},
	{foreign_measuring, "rules", "allows measuring by a clause of another book"},
	{no_classes, "classes", "has too few rows"},
	{too_many_stats, "stats", "has more rows than a game has room for"},
	{an_empty_row, "classes", "is empty"},
	{an_empty_name, "rolls", "has no name that the wire can say"},
	{a_name_in_two_words, "phases", "has no name that the wire can say"},
	{a_name_twice, "decisions", "has the name of another row"},
	{another_first_verb, "verbs", "is not \"none\""},
	{another_second_verb, "verbs", "is not \"charge\""},
	{a_phase_that_stands, "phases", "does not run"},
	{a_phase_without_clause, "phases", "has no clause of the book"},
	{a_decision_that_stands, "decisions", "does not go on"},
	{no_fallback, "decisions", "has no answer that is always lawful"},
	{no_list, "decisions", "lists nothing that can be done"},
	{no_command, "decisions", "has no command that answers it"},
	{a_parley, "decisions", "is answered by a command that is open at any time"},
	{no_such_command, "decisions", "is answered by a command that the book does not have"},
	{unchecked, "commands", "is not checked"},
	{without_effect, "commands", "does nothing"},
	{asked_by_nobody, "commands", "answers no decision"},
	{another_pointer, "stats", "is not where its pointer says"},
	{too_many_large, "stats", "are more that a byte does not hold than a unit has room for"},
	{bounds_swapped, "stats", "has bounds the wrong way round"},
	{a_stat_without_clause, "stats", "has no clause of the book"},
	{a_position_too_few, "switches", "has not as many positions as it says"},
	{a_position_uncounted, "switches", "has not as many positions as it says"},
	{one_position, "switches", "needs 2 to 4 positions of different names"},
	{a_position_twice, "switches", "needs 2 to 4 positions of different names"},
	{no_reason, "switches", "does not say why its default is one"},
	{a_foreign_switch, "switches", "has no clause of the book"},
	{a_sample_too_big, "params", "has a sample outside its bounds"},
	{no_note, "params", "does not say what it is"},
	{from_nowhere, "params", "comes from nowhere"},
	{a_foreign_param, "params", "has no clause of the book"},
	{no_die, "rolls", "throws no die"},
	{a_die_of_one_side, "rolls", "throws no die"},
	{a_roll_of_the_cup, "rolls", "has the name of the players' own dice"},
	{of_no_side, "facts", "is of no side at first"},
	{no_such_gap, "forms", "has a gap that is no parameter"},
	{an_id_that_is_not_there, "rules", "has no id of small letters, digits, . and -"},
	{a_sign_beyond_z, "rules", "has no id of small letters, digits, . and -"},
	{an_empty_title, "rules", "has no title"},
	{one_letter, "rules", "has no two letters of its own before the numbers of its clauses"},
	{no_such_method, "rules", "does not allow its default method"},
	{not_deep, "rules", "nests decisions not at all or too deep"},
	{too_many_flags, "flags", "has more rows than a game has room for"},
	{too_many_traits, "traits", "has more rows than a game has room for"},
	{too_few_verbs, "verbs", "has too few rows"},
	{no_first_verb, "verbs", "is empty"},
	{no_second_verb, "verbs", "is empty"},
	{a_digit_first, "phases", "has no name that the wire can say"},
	{a_line_first, "phases", "has no name that the wire can say"},
	{letters_alone, "phases", "has no clause of the book"},
	{our_letters_alone, "phases", "has no clause of the book"},
	{no_hyphen, "phases", "has no clause of the book"},
	{a_fallback_of_nothing, "decisions", "has no command that answers it"},
	{a_list_of_nothing, "decisions", "has no command that answers it"},
	{forced_to_nothing, "decisions", "has no command that answers it"},
	{a_window_of_nothing, "decisions", "has no command that answers it"},
	{a_preview_alone, "commands", "is not checked"},
	{private_alone, "commands", "is not checked"},
	{too_many_small, "stats", "are more that a byte does not hold than a unit has room for"},
	{too_many_far_below, "stats",
	 "are more that a byte does not hold than a unit has room for"},
	{no_pointer, "stats", "is not where its pointer says"},
	{a_pointer_elsewhere, "stats", "is not where its pointer says"},
	{a_tally_of_a_turn, "tallies", "is given to a turn that begins without it"},
	{a_tally_without_clause, "tallies", "has no clause of the book"},
	{a_tally_below_nothing, "tallies",
	 "stays below a characteristic that the book does not have"},
	{a_lasting_flag_of_a_turn, "flags", "is given to a turn that begins without it"},
	{a_lasting_flag_without_clause, "flags", "has no clause of the book"},
	{a_flag_of_no_state, "flags", "is of a state that the book does not have"},
	{a_sample_too_small, "params", "has a sample outside its bounds"},
	{a_note_that_is_not_there, "params", "does not say what it is"},
	{of_a_side_before_red, "facts", "is of no side at first"},
	{no_worth, "rules", "does not say what a position is worth"},
	{nobody_beaten, "rules", "does not say what a position is worth"},
	{nobody_fights, "rules", "does not say what a position is worth"},
	{beaten_into_nothing, "rules", "beats a unit into no state"},
};

Test(rules_check, no_book_has_a_fault)
{
	for (uint8_t i = 0; i < pn_rules_count(); i++) {
		const struct pn_rules *rules = pn_rules_at(i);
		const struct pn_rules_fault fault = pn_rules_check(rules);

		cr_expect(!fault.what, "%s: %s row %u %s", rules->id, fault.table, fault.row,
			  fault.what);
		cr_expect(i == 0 || strcmp(pn_rules_at((uint8_t)(i - 1))->id, rules->id) < 0,
			  "%s is not in the order of the ids", rules->id);
	}
}

Test(rules_check, each_planted_fault_is_found)
{
	take_a_book();
	cr_assert(!pn_rules_check(&book).what);
	for (size_t i = 0; i < sizeof planted / sizeof planted[0]; i++) {
		struct pn_rules_fault fault;

		take_a_book();
		planted[i].plant();
		fault = pn_rules_check(&book);
		cr_assert(fault.what, "not found: %s", planted[i].what);
		cr_expect_str_eq(fault.what, planted[i].what);
		cr_expect_str_eq(fault.table, planted[i].table, "%s", planted[i].what);
	}
}

PLANT(no_deployment_at_all, book.deployment_phase = PN_NO_PHASE)
PLANT(the_last_phase_first, book.first_phase = (uint8_t)(book.phases.count - 1))
PLANT(deployed_last, book.deployment_phase = (uint8_t)(book.phases.count - 1))
PLANT(the_last_stat, book.reserve_stat = book.stats.count)
PLANT(as_deep_as_may_be, book.deepest_pending = PN_PENDING_MAX)
PLANT(as_flat_as_may_be, book.deepest_pending = 1)
PLANT(our_measuring, strcpy(book.premeasure.text, "PN-07"))
PLANT(no_measuring, strcpy(book.premeasure.text, ""))
PLANT(every_sign, book.id = "az09.-")
PLANT(every_sign_of_a_name, phases[1].name = "z_a09")
PLANT(our_clause, strcpy(phases[1].clause.text, "PN-1"))
PLANT(as_many_small, stats_of(11))
PLANT(as_many_large, stats[1].max = stats[2].max = INT8_MAX + 1)
PLANT(small_up_to_the_end, stats[1].max = stats[2].max = stats[3].max = INT8_MAX)
PLANT(small_down_to_the_end, stats[1].min = stats[2].min = stats[3].min = INT8_MIN)
PLANT(one_value, stats[0].min = stats[0].max)
PLANT(a_tally_below_the_last, a_tally()->below = book.stats.count)
PLANT(a_tally_of_its_own,
      (a_tally()->most = 0, tallies[0].of_turn = true, strcpy(tallies[0].clause.text, "")))
PLANT(every_state, flags[0].states = (uint8_t)((1u << book.states.count) - 1))
PLANT(one_sample, (params[0].min = params[0].sample, params[0].max = params[0].sample))
PLANT(a_coin, rolls[0].sides = 2)
PLANT(nobody_at_first, (facts[0].kind = PN_FACT_SIDE, facts[0].initial = PN_NO_SIDE))
PLANT(red_at_first, (facts[0].kind = PN_FACT_SIDE, facts[0].initial = PN_RED))
PLANT(a_number_at_first, (facts[0].kind = PN_FACT_NUMBER, facts[0].initial = -1))
PLANT(the_last_gap, forms[0].gap_of = book.params.count)
PLANT(beaten_is_gone, beaten[0] = PN_BEATEN_IS_GONE)
PLANT(beaten_into_the_last, beaten[0] = (uint8_t)(book.states.count - 1))

Test(rules_check, what_is_at_its_limit_is_no_fault)
{
	static void (*const plants[])(void) = {
		no_deployment_at_all,
		the_last_phase_first,
		deployed_last,
		the_last_stat,
		as_deep_as_may_be,
		as_flat_as_may_be,
		our_measuring,
		no_measuring,
		every_sign,
		every_sign_of_a_name,
		our_clause,
		as_many_small,
		as_many_large,
		small_up_to_the_end,
		small_down_to_the_end,
		one_value,
		a_tally_below_the_last,
		a_tally_of_its_own,
		every_state,
		one_sample,
		a_coin,
		nobody_at_first,
		red_at_first,
		a_number_at_first,
		the_last_gap,
		beaten_is_gone,
		beaten_into_the_last,
	};

	for (size_t i = 0; i < sizeof plants / sizeof plants[0]; i++) {
		struct pn_rules_fault fault;

		take_a_book();
		plants[i]();
		fault = pn_rules_check(&book);
		cr_expect(!fault.what, "%zu: %s row %u %s", i, fault.table, fault.row, fault.what);
	}
}

/* A row is called by its name, a command as on the wire; the head of a book has none. */
Test(rules_check, the_name_of_the_row_is_told)
{
	take_a_book();
	phases[1].run = NULL;
	cr_expect_str_eq(pn_rules_check(&book).name, phases[1].name);
	take_a_book();
	commands[PN_COMMAND_READY].apply = NULL;
	cr_expect_str_eq(pn_rules_check(&book).name, "ready");
	take_a_book();
	book.title = NULL;
	cr_expect_null(pn_rules_check(&book).name);
	take_a_book();
	book.classes.count = 0;
	cr_expect_null(pn_rules_check(&book).name, "a table without rows");
	take_a_book();
	classes[book.classes.count - 1].name = "two words";
	cr_expect_str_eq(pn_rules_check(&book).name, "two words");
}

/* The row is told, too: the last of a table is looked at like the first. */
Test(rules_check, the_row_is_named)
{
	take_a_book();
	phases[book.phases.count - 1].run = NULL;
	cr_expect_eq(pn_rules_check(&book).row, book.phases.count - 1);
	take_a_book();
	switches[book.switches.count - 1].reason = "";
	cr_expect_eq(pn_rules_check(&book).row, book.switches.count - 1);
	take_a_book();
	commands[PN_COMMAND_READY].apply = NULL;
	cr_expect_eq(pn_rules_check(&book).row, PN_COMMAND_READY);
}
