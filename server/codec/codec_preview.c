/* Previews and refusals. */

#include "codec/codec_preview.h"

#include <stdio.h>

#include "codec/names.h"
#include "codec/value.h"

const char *codec_refusal_wire(enum pn_refusal code)
{
	return name_at(NAMES_REFUSAL, NULL, code);
}

const char *codec_refusal_text(enum pn_refusal code)
{
	char key[64];
	snprintf(key, sizeof(key), "refusal.%s", codec_refusal_wire(code));
	const char *text = words_find(words_spoken(), key);
	return text ? text : "The rules do not allow it.";
}

static void write_refused(struct text *out, const struct pn_game *names, struct pn_verdict verdict)
{
	if (verdict.clause.text[0])
		write_key_name(out, "clause", verdict.clause.text);
	write_key_name(out, "code", codec_refusal_wire(verdict.code));
	write_key_string(out, "detail", codec_refusal_text(verdict.code));
	if (verdict.by > 0) {
		write_key(out, "in_the_way");
		write_who(out, names, (pn_who)(verdict.by - 1));
	}
	write_key_bool(out, "lawful", false);
	write_key(out, "words");
	text_add_format(out, "{\"args\":{%s%s%s},\"key\":\"refusal.%s\"}",
			verdict.clause.text[0] ? "\"clause\":\"" : "", verdict.clause.text,
			verdict.clause.text[0] ? "\"" : "", codec_refusal_wire(verdict.code));
}

/* ---- odds ---- */

/* What the text of a chance is filled with. */
enum { DICE_BYTES = 24, NUMBER_BYTES = 12, KEY_BYTES = 64, ODDS_ARGUMENTS = 4 };

/* "2d10", "1d6+1". */
static void put_dice(char out[DICE_BYTES], const struct pn_odds *odds)
{
	const int size = snprintf(out, DICE_BYTES, "%ud%u", odds->count, odds->sides);

	if (odds->modifier != 0)
		snprintf(out + size, (size_t)(DICE_BYTES - size), "%+d", odds->modifier);
}

static const char *unit_name(const struct pn_muster *muster, pn_who who)
{
	return who < muster->unit_count ? muster->unit[who].name : "";
}

/* Replace a text by that of a key, with it and what else is given filled in. */
static void wrap(struct text *text, const char *key, struct words_argument argument[3],
		 size_t count)
{
	struct text inner = *text;

	argument[0].value = inner.bytes;
	*text = TEXT_EMPTY;
	words_format(text, words_spoken(), key, argument, count);
	text_free(&inner);
}

/* The dice, without the one that does not count. */
static void put_thrown(struct text *out, const struct pn_odds *odds)
{
	char dice[DICE_BYTES], key[KEY_BYTES];

	put_dice(dice, odds);
	text_add_string(out, dice);
	if (odds->drop == PN_DROP_NONE)
		return;
	snprintf(key, sizeof(key), "odds.drop.%s", name_at(NAMES_DROP, NULL, odds->drop));
	wrap(out, key, (struct words_argument[3]){{"dice", NULL}}, 1);
}

/* "97 %"; what is nearly sure or nearly hopeless is not rounded to what is. Of dice that count
 * one by one, how many make it on average: "about 1.7 hits". */
static void put_chance(struct text *out, const struct pn_odds *odds)
{
	const uint64_t ways = odds->ways, of = odds->of;
	const uint64_t tenths = (20 * odds->count * ways + of) / (2 * of);
	uint64_t percent = (200 * ways + of) / (2 * of);
	char number[NUMBER_BYTES], tenth[NUMBER_BYTES];

	if (ways > 0 && ways < of)
		percent = percent < 1 ? 1 : percent > 99 ? 99 : percent;
	snprintf(number, sizeof(number), "%u", (unsigned)(odds->each ? tenths / 10 : percent));
	snprintf(tenth, sizeof(tenth), "%u", (unsigned)(tenths % 10));
	words_format(out, words_spoken(), odds->each ? "odds.hits" : "odds.percent",
		     (const struct words_argument[]){{"number", number}, {"tenth", tenth}}, 2);
}

void codec_odds_label(struct text *out, const struct pn_game *names, const struct pn_muster *muster,
		      const struct pn_odds *odds)
{
	char needed[NUMBER_BYTES], key[KEY_BYTES];
	struct text unit = TEXT_EMPTY;
	struct text thrown = TEXT_EMPTY;
	struct text chance = TEXT_EMPTY;
	struct text label = TEXT_EMPTY;
	const char *what;

	text_add_name(&unit, unit_name(muster, odds->who));
	put_thrown(&thrown, odds);
	snprintf(needed, sizeof(needed), "%d", odds->needed);
	snprintf(key, sizeof(key), "roll.%s", name_at(NAMES_ROLL, pn_rules_of(names), odds->what));
	what = words_find(words_spoken(), key);
	words_format(&label, words_spoken(), odds->words,
		     (const struct words_argument[]){{"unit", unit.bytes},
						     {"what", what ? what : ""},
						     {"dice", thrown.bytes},
						     {"needed", needed}},
		     ODDS_ARGUMENTS);
	if (odds->again)
		wrap(&label, "odds.again", (struct words_argument[3]){{"odds", NULL}}, 1);
	put_chance(&chance, odds);
	wrap(&label, "odds.chance",
	     (struct words_argument[3]){{"odds", NULL}, {"chance", chance.bytes}}, 2);
	text_add(out, label.bytes, label.size);
	text_free(&chance);
	text_free(&thrown);
	text_free(&unit);
	text_free(&label);
}

static void write_odds_label(struct text *out, const struct pn_game *names,
			     const struct pn_muster *muster, const struct pn_odds *odds)
{
	struct text label = TEXT_EMPTY;

	codec_odds_label(&label, names, muster, odds);
	write_key_string(out, "label", label.bytes);
	text_free(&label);
}

static void write_odds(struct text *out, const struct pn_game *names,
		       const struct pn_muster *muster, const struct pn_odds *odds)
{
	write_byte(out, '{');
	if (odds->again)
		write_key_bool(out, "again", true);
	if (odds->clause.text[0])
		write_key_name(out, "clause", odds->clause.text);
	write_key_integer(out, "dice", odds->count);
	if (odds->drop != PN_DROP_NONE)
		write_key_name(out, "drop", name_at(NAMES_DROP, NULL, odds->drop));
	if (odds->each)
		write_key_bool(out, "each", true);
	write_odds_label(out, names, muster, odds);
	if (odds->modifier != 0)
		write_key_integer(out, "modifier", odds->modifier);
	if (odds->test != PN_TEST_NONE)
		write_key_integer(out, "needed", odds->needed);
	write_key_integer(out, "of", odds->of);
	write_key_integer(out, "sides", odds->sides);
	if (odds->test != PN_TEST_NONE)
		write_key_name(out, "test", name_at(NAMES_TEST, NULL, odds->test));
	write_key_integer(out, "ways", odds->ways);
	write_key_name(out, "what", name_at(NAMES_ROLL, pn_rules_of(names), odds->what));
	write_key(out, "who");
	write_who(out, names, odds->who);
	write_key_name(out, "words", odds->words);
	write_byte(out, '}');
}

static void write_lawful(struct text *out, const struct pn_game *names,
			 const struct pn_muster *muster, const struct pn_preview *preview)
{
	write_key_integer(out, "cost", preview->cost);
	write_key_bool(out, "lawful", true);
	write_key(out, "legs");
	write_byte(out, '[');
	for (uint8_t i = 0; i < preview->leg_count; i++) {
		write_item(out);
		write_pose(out, preview->leg[i]);
	}
	write_byte(out, ']');
	write_key(out, "odds");
	write_byte(out, '[');
	for (uint8_t i = 0; i < preview->odds_count; i++) {
		write_item(out);
		write_odds(out, names, muster, &preview->odds[i]);
	}
	write_byte(out, ']');
	write_key_bool(out, "rolls", preview->rolls);
	write_key(out, "touches");
	write_units(out, names, preview->touch, preview->touch_count);
}

void codec_preview_encode(struct text *out, const struct pn_game *names,
			  const struct pn_muster *muster, const struct pn_preview *preview)
{
	write_byte(out, '{');
	if (preview->verdict.code == PN_LAWFUL)
		write_lawful(out, names, muster, preview);
	else
		write_refused(out, names, preview->verdict);
	write_byte(out, '}');
}
