/* The position of a battle under way, each part of it inside and outside of what is allowed: only what
 * is asked here is looked for among all faults of the muster. */

#include <criterion/criterion.h>
#include <string.h>

#include "pennon/rules.h"
#include "play.h"
#include "step.h"

enum { FAULTS = 128 };

static struct pn_muster muster;
static struct pn_muster_unread unread;
static struct pn_muster_fault all[FAULTS];
static uint8_t book;

static void plain(void)
{
	book = play_book();
	play_plain_muster(&muster, 96 * PN_INCH);
	unread = (struct pn_muster_unread){0};
	muster.first_turn = 2;
}

/* Of another book: what else is wrong with it does not matter. */
static void of_book(uint8_t which, uint64_t seed)
{
	struct random_source random = {seed};

	book = which;
	play_random_muster(&muster, book, &random);
	unread = (struct pn_muster_unread){0};
	muster.deployment = PN_DEPLOYMENT_PLACED;
	muster.first_turn = 1;
	for (uint8_t i = 0; i < muster.unit_count; i++) {
		muster.unit[i].flags = 0;
		muster.unit[i].state = 0;
		memset(muster.unit[i].tally, 0, sizeof muster.unit[i].tally);
	}
}

static const struct pn_muster_fault *fault_of(enum pn_muster_part part, uint8_t index)
{
	static struct pn_game unused;
	const uint16_t count = pn_muster_faults(all, FAULTS, &unused, book, &muster, &unread);

	for (uint16_t i = 0; i < count && i < FAULTS; i++)
		if (all[i].part == part && all[i].index == index)
			return &all[i];
	return NULL;
}

/* The fault of this part is told with this code and member; NULL: none is. */
static void expect(enum pn_muster_part part, uint8_t index, enum pn_muster_fault_code code,
		   const char *member, const char *why)
{
	const struct pn_muster_fault *found = fault_of(part, index);

	cr_expect_eq(found != NULL, member != NULL, "%s: %s", why, found ? found->member : "");
	if (!found || !member)
		return;
	cr_expect_eq(found->code, code, "%s: %d", why, found->code);
	cr_expect_str_eq(found->member, member, "%s", why);
}

/* ---- flags ---- */

/* The book and the number of a flag that only units in contact have. */
static uint8_t flag_of_contact(void)
{
	for (uint8_t which = 0; which < pn_rules_count(); which++)
		for (uint8_t k = 0; k < pn_rules_at(which)->flags.count; k++)
			if (pn_rules_at(which)->flags.row[k].in_contact) {
				of_book(which, 3);
				return k;
			}
	cr_assert(false, "no book has such a flag");
	return 0;
}

Test(muster_position, a_flag_of_units_in_contact)
{
	for (uint8_t flagged = 0; flagged < 4; flagged++) {
		const uint8_t flag = flag_of_contact();
		const struct pn_flag_rule *rule = &pn_rules_at(book)->flags.row[flag];

		cr_assert_geq(muster.unit_count, 4);
		muster.unit[flagged].flags = 1u << flag;
		muster.contact_count = 2;
		muster.contact[0] = muster.contact[1] =
			(struct pn_contact){1, 3, PN_FACING_FRONT, false};
		expect(PN_PART_FLAG, flagged, PN_MUSTER_NOT_LASTING,
		       flagged % 2 ? NULL : rule->name, "one of the two");
		unread.any = unread.units = true;
		expect(PN_PART_FLAG, flagged, PN_MUSTER_NOT_LASTING, NULL,
		       "whom it touches was not read");
		unread.any = unread.units = false;
		/* More contacts than there is room for are not looked at. */
		muster.contact_count = PN_CONTACTS_MAX + 1;
		for (int i = 0; i < PN_CONTACTS_MAX; i++)
			muster.contact[i] = muster.contact[0];
		expect(PN_PART_FLAG, flagged, PN_MUSTER_NOT_LASTING,
		       flagged % 2 ? NULL : rule->name, "too many contacts");
		muster.contact_count = 0;
		expect(PN_PART_FLAG, flagged, PN_MUSTER_NOT_LASTING, rule->name, "no contact");
	}
}

/* The clause that is named is that of the flag, where it may last; a flag of no book has no name. */
Test(muster_position, flags_and_their_clauses)
{
	for (uint8_t which = 0; which < pn_rules_count(); which++) {
		const struct pn_rules *rules = pn_rules_at(which);

		for (uint8_t k = 0; k < 32; k++) {
			const struct pn_flag_rule *rule =
				k < rules->flags.count ? &rules->flags.row[k] : NULL;
			const struct pn_muster_fault *found;

			of_book(which, 4);
			muster.first_turn = 0;
			muster.unit[1].flags = UINT32_C(1) << k;
			found = fault_of(PN_PART_FLAG, 1);
			cr_assert_not_null(found);
			cr_expect_str_eq(found->member, rule ? rule->name : "");
			cr_expect_str_eq(found->clause.text,
					 rule && rule->lasts ? rule->clause.text : "PN-07");
		}
	}
}

/* ---- who is where ---- */

Test(muster_position, who_is_gone_and_who_has_come_on)
{
	plain();
	for (uint8_t where = PN_WHERE_IT_BEGAN; where <= PN_IS_GONE + 1; where++)
		for (uint8_t turn = 0; turn < 3; turn += 2) {
			const bool may =
				where == PN_WHERE_IT_BEGAN || (where == PN_IS_GONE && turn > 0);

			muster.first_turn = turn;
			muster.unit[3].whereabouts = where;
			expect(PN_PART_POSITION, 3, PN_MUSTER_NOT_ALLOWED, may ? NULL : "on_table",
			       "no reserve");
		}
	for (uint8_t which = 0; which < pn_rules_count(); which++) {
		const uint8_t stat = pn_rules_at(which)->reserve_stat;

		if (stat == 0)
			continue;
		for (int32_t awaited = 0; awaited < 2; awaited++) {
			of_book(which, 5);
			muster.first_turn = 2;
			muster.turns = 6;
			muster.unit[0].stats[stat - 1] = awaited;
			muster.unit[0].whereabouts = PN_HAS_COME_ON;
			expect(PN_PART_POSITION, 0, PN_MUSTER_NOT_ALLOWED,
			       awaited ? NULL : "on_table", "of the reserve");
		}
	}
}

/* ---- counters ---- */

static int32_t least(int32_t a, int32_t b)
{
	return a < b ? a : b;
}

/* Each counter as high as it may be, and one more, where its characteristic is low and where it is
 * high. */
Test(muster_position, counters_and_their_bounds)
{
	for (uint8_t which = 0; which < pn_rules_count(); which++)
		for (uint8_t k = 0; k < PN_TALLIES_MAX; k++)
			for (int32_t low = 0; low < 6; low++) {
				const struct pn_rules *rules = pn_rules_at(which);
				const struct pn_tally_rule *rule =
					k < rules->tallies.count ? &rules->tallies.row[k] : NULL;
				int32_t most = rule ? rule->most : 0;
				const struct pn_muster_fault *found;

				of_book(which, 6);
				if (rule && rule->below > 0) {
					muster.unit[0].stats[rule->below - 1] = low;
					most = most > 0 ? least(most, low - 1) : most;
				}
				muster.unit[0].state = rule && rule->out_of_order;
				muster.unit[0].tally[k] = (uint8_t)(most > 0 ? most : 0);
				found = fault_of(PN_PART_TALLY, 0);
				/* A book may ask for more: a unit that has arrived was awaited. */
				cr_expect(!found || found->code == PN_MUSTER_NOT_LASTING, "%s %u",
					  rules->id, k);
				muster.unit[0].tally[k]++;
				found = fault_of(PN_PART_TALLY, 0);
				cr_assert_not_null(found, "%s %u", rules->id, k);
				cr_expect_str_eq(found->member, rule ? rule->name : "");
				cr_expect_str_eq(found->clause.text, rule && rule->most > 0
									     ? rule->clause.text
									     : "PN-07");
				cr_expect_eq(found->code, most > 0 ? PN_MUSTER_OUT_OF_RANGE
								   : PN_MUSTER_NOT_ALLOWED);
				cr_expect_eq(found->max, most > 0 ? most : 0);
				if (most <= 0 || !rule->out_of_order)
					continue;
				muster.unit[0].tally[k] = 1;
				muster.unit[0].state = 0;
				expect(PN_PART_TALLY, 0, PN_MUSTER_NOT_ALLOWED, rule->name,
				       "in good order");
			}
}

/* ---- contacts ---- */

/* Units 0 and 2 stand front to front, 1 and 3 far away. */
static void in_contact(void)
{
	plain();
	muster.unit[2].pose.at = muster.unit[0].pose.at;
	muster.contact_count = 1;
	muster.contact[0] = (struct pn_contact){0, 2, PN_FACING_FRONT, false};
}

static void expect_contact(uint8_t index, const char *member, const char *why)
{
	expect(PN_PART_CONTACT, index, PN_MUSTER_NO_CONTACT, member, why);
}

Test(muster_position, contacts_are_of_two_enemies_once)
{
	in_contact();
	expect_contact(0, NULL, "they touch");
	muster.contact[0].unit = 4;
	expect_contact(0, "unit", "no such unit");
	muster.contact_count = 2;
	muster.contact[1] = muster.contact[0];
	expect_contact(1, "unit", "the same once more is no other fault");
	muster.contact_count = 1;
	muster.contact[0] = (struct pn_contact){0, 4, PN_FACING_FRONT, false};
	expect_contact(0, "with", "no such enemy");
	muster.contact[0].unit = 2;
	expect_contact(0, "with", "no such enemy of blue");
	muster.contact[0] = (struct pn_contact){0, 1, PN_FACING_FRONT, false};
	expect_contact(0, "with", "a friend");
	muster.contact[0] = (struct pn_contact){0, 2, PN_FACING_REAR + 1, false};
	expect_contact(0, "facing", "no such side");

	/* A third that touches the second's flank: each pair is one of its own. */
	in_contact();
	muster.unit[1].pose.at = pn_add(muster.unit[2].pose.at, (pn_vec){-6000, 2000});
	muster.unit[1].pose.facing = PN_DEGREES_90;
	muster.contact_count = 2;
	muster.contact[1] = (struct pn_contact){1, 2, PN_FACING_RIGHT, false};
	expect_contact(1, NULL, "two with one");
	muster.contact[0] = (struct pn_contact){2, 0, PN_FACING_FRONT, false};
	muster.contact[1] = (struct pn_contact){2, 1, PN_FACING_FRONT, false};
	expect_contact(1, NULL, "one with two");
	muster.contact[1].with = 0;
	expect_contact(1, "with", "the same once more");
	expect_contact(0, NULL, "of which the first is good");
}

Test(muster_position, who_is_gone_touches_nobody)
{
	in_contact();
	muster.unit[0].whereabouts = PN_IS_GONE;
	expect_contact(0, "unit", "who came is gone");
	muster.unit[0].whereabouts = PN_WHERE_IT_BEGAN;
	muster.unit[2].whereabouts = PN_IS_GONE;
	expect_contact(0, "with", "who was struck is gone");
}

/* Where corners alone touch, and of figures that stand by themselves, any side may be named. */
Test(muster_position, which_side_is_struck)
{
	const struct pn_rules *rules = pn_rules_at(play_book());
	uint8_t loose = 0;

	while (!rules->forms.row[loose].loose)
		loose++;
	for (uint8_t facing = PN_FACING_FRONT; facing <= PN_FACING_REAR; facing++) {
		in_contact();
		muster.contact[0].facing = facing;
		expect_contact(0, facing == PN_FACING_FRONT ? NULL : "facing", "front to front");
		muster.unit[2].pose.at.x += 12000;
		expect_contact(0, NULL, "corner to corner");
		for (uint8_t i = 0; i < 3; i += 2) {
			in_contact();
			muster.contact[0].facing = facing;
			muster.unit[i].form = loose;
			expect_contact(0, NULL, "loose figures");
		}
	}
}

/* A form without flanks has a front alone. */
Test(muster_position, a_form_without_flanks)
{
	for (uint8_t which = 0; which < pn_rules_count(); which++)
		for (uint8_t form = 0; form < pn_rules_at(which)->forms.count; form++) {
			const uint8_t enemy = 1;

			if (!pn_rules_at(which)->forms.row[form].all_round ||
			    pn_rules_at(which)->forms.row[form].loose)
				continue;
			of_book(which, 8);
			muster.unit[enemy] = muster.unit[0];
			muster.unit_count = 2;
			muster.unit[enemy].side = PN_BLUE;
			muster.unit[enemy].form = form;
			muster.unit[enemy].pose.facing =
				(pn_angle)(muster.unit[0].pose.facing + PN_TURN_HALF);
			muster.contact_count = 1;
			for (uint8_t facing = 0; facing <= PN_FACING_REAR; facing++) {
				muster.contact[0] = (struct pn_contact){0, enemy, facing, false};
				expect_contact(0, facing ? "facing" : NULL, "all round");
			}
		}
}

/* What stands on a fault, or was not read, is not looked at. */
Test(muster_position, contacts_of_what_is_not_known)
{
	in_contact();
	muster.unit[2].pose.at.y += 6;
	expect_contact(0, "with", "too far");
	muster.width = 0;
	expect_contact(0, NULL, "a table of no size");
	muster.width = 96 * PN_INCH;
	muster.switches[0] = 99;
	expect_contact(0, NULL, "nothing is agreed");
	muster.switches[0] = 0;
	unread.any = unread.deployment = true;
	expect_contact(0, NULL, "how they deploy was not read");
	unread = (struct pn_muster_unread){.any = true, .units = true};
	expect_contact(0, NULL, "the units were not read");
	unread = (struct pn_muster_unread){0};
	for (uint8_t i = 0; i < 3; i += 2) {
		muster.unit[i].formation.files = 13;
		expect_contact(0, NULL, "one has no footprint");
		muster.unit[i].formation.files = 6;
	}
	muster.deployment = PN_DEPLOYMENT_SEALED;
	expect_contact(0, NULL, "nobody stands anywhere yet");
	muster.deployment = PN_DEPLOYMENT_PLACED;
	muster.unit_count = PN_UNITS_MAX + 1;
	expect_contact(0, NULL, "too many units");
	muster.unit_count = 4;
	expect_contact(0, "with", "too far");
}

Test(muster_position, so_many_contacts)
{
	in_contact();
	for (int i = 0; i < PN_CONTACTS_MAX; i++)
		muster.contact[i] = muster.contact[0];
	muster.contact_count = PN_CONTACTS_MAX;
	expect(PN_PART_POSITION, 0, PN_MUSTER_OUT_OF_RANGE, NULL, "as many as there is room for");
	expect_contact(PN_CONTACTS_MAX - 1, "with", "the last is looked at");
	muster.contact_count++;
	expect(PN_PART_POSITION, 0, PN_MUSTER_OUT_OF_RANGE, "contacts", "one more");
	expect_contact(1, NULL, "then none is looked at");
}

/* ---- what lasts ---- */

Test(muster_position, facts_that_last)
{
	for (uint8_t which = 0; which < pn_rules_count(); which++)
		for (uint8_t k = 0; k < pn_rules_at(which)->facts.count; k++)
			for (int32_t value = -1; value <= 5; value++) {
				const struct pn_fact_rule *rule = &pn_rules_at(which)->facts.row[k];
				const bool is_side =
					value == PN_RED || value == PN_BLUE || value == PN_NO_SIDE;
				const bool may =
					value == rule->initial ||
					(!rule->of_turn && rule->kind == PN_FACT_SIDE && is_side);

				of_book(which, 7);
				for (uint8_t i = 0; i < pn_rules_at(which)->facts.count; i++)
					muster.facts[i] = pn_rules_at(which)->facts.row[i].initial;
				muster.facts[k] = value;
				expect(PN_PART_FACT, 0, PN_MUSTER_NOT_ALLOWED,
				       may ? NULL : rule->name, rule->name);
				muster.first_turn = 0;
				expect(PN_PART_FACT, 0, PN_MUSTER_NOT_ALLOWED, NULL,
				       "before it begins");
			}
}

/* PN-33. Of which method and of who begins the muster may say that it was agreed on. */
Test(muster_position, what_was_agreed_on)
{
	const uint32_t methods = pn_rules_at(play_book())->methods;

	for (uint8_t method = 0; method <= PN_METHOD_COUNT; method++)
		for (uint8_t begins = 0; begins <= 4; begins++) {
			const bool fixed = method == PN_METHOD_SEALED ||
					   method == PN_METHOD_ROLL_OFF ||
					   method == PN_METHOD_ALTERNATE_ROLL_OFF;
			const bool may = method < PN_METHOD_AGREED && (methods >> method & 1) &&
					 (begins == PN_NO_SIDE || (begins <= PN_BLUE && !fixed));

			plain();
			muster.method = PN_METHOD_AGREED;
			muster.agreed = (struct pn_agreement){true, method, begins, {2, 2}};
			expect(PN_PART_POSITION, 0, PN_MUSTER_NOT_ALLOWED, may ? NULL : "agreed",
			       "a method and who begins");
			unread.any = true;
			expect(PN_PART_POSITION, 0, PN_MUSTER_NOT_ALLOWED, NULL,
			       "not all was read");
			unread.any = false;
			muster.agreed.made = false;
			expect(PN_PART_POSITION, 0, PN_MUSTER_NOT_ALLOWED, NULL, "nothing was");
			muster.agreed.made = true;
			muster.method = PN_METHOD_LOSER_FIRST;
			expect(PN_PART_POSITION, 0, PN_MUSTER_NOT_ALLOWED, "agreed",
			       "the method leaves nothing to them");
			muster.method = PN_METHOD_AGREED;
			muster.first_turn = 0;
			expect(PN_PART_POSITION, 0, PN_MUSTER_NOT_ALLOWED, "agreed",
			       "before it begins");
		}
}
