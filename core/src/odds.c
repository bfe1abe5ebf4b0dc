/* The chance of a roll: every throw of its dice is counted. That is 216 of three six-sided dice
 * and 100 of two ten-sided ones; no book throws more at a time against one number. */

#include "odds.h"

uint8_t pn_dropped(const uint8_t *face, uint16_t count, enum pn_drop drop)
{
	uint8_t out = face[0];

	if (drop == PN_DROP_NONE)
		return 0;
	for (uint16_t i = 1; i < count; i++)
		if (drop == PN_DROP_LOWEST ? face[i] < out : face[i] > out)
			out = face[i];
	return out;
}

bool pn_roll_makes_it(const struct pn_roll *roll, int16_t total)
{
	return roll->test == PN_TEST_AT_MOST ? total <= roll->needed : total >= roll->needed;
}

/* ---- all throws ---- */

/* The throw after this one, the last die turning first; false after the last. */
static bool next_throw(uint8_t *face, uint8_t count, uint8_t sides)
{
	for (uint8_t i = count; i-- > 0;) {
		if (face[i] < sides) {
			face[i]++;
			return true;
		}
		face[i] = 1;
	}
	return false;
}

static int16_t total_of(const uint8_t *face, uint8_t count, const struct pn_roll *roll)
{
	int16_t total = (int16_t)(roll->modifier - pn_dropped(face, count, roll->drop));

	for (uint8_t i = 0; i < count; i++)
		total = (int16_t)(total + face[i]);
	return total;
}

static uint8_t dice_of(const struct pn_game *view, const struct pn_roll *roll)
{
	return roll->count ? roll->count : pn_rules_of(view)->rolls.row[roll->what].count;
}

uint32_t pn_roll_ways(const struct pn_game *view, const struct pn_roll *roll, uint32_t *of)
{
	const uint8_t sides = pn_rules_of(view)->rolls.row[roll->what].sides;
	const uint8_t count = dice_of(view, roll);
	uint8_t face[PN_FACES_MAX];
	uint32_t ways = 0;

	pn_assert(count > 0 && count <= PN_FACES_MAX && roll->test != PN_TEST_NONE);
	memset(face, 1, sizeof face);
	*of = 0;
	do {
		ways += pn_roll_makes_it(roll, total_of(face, count, roll));
		*of += 1;
		pn_assert(*of <= PN_ODDS_THROWS_MAX);
	} while (next_throw(face, count, sides));
	return ways;
}

/* ---- previews ---- */

struct pn_odds *pn_preview_chance(struct pn_preview *out, const struct pn_game *view,
				  struct pn_roll roll, const char *words, uint32_t ways,
				  uint32_t of)
{
	struct pn_odds *odds;

	out->rolls = true;
	if (out->odds_count == PN_ODDS_MAX)
		return NULL;
	odds = &out->odds[out->odds_count++];
	*odds = (struct pn_odds){
		.who = roll.who,
		.what = roll.what,
		.sides = pn_rules_of(view)->rolls.row[roll.what].sides,
		.count = dice_of(view, &roll),
		.modifier = roll.modifier,
		.needed = roll.needed,
		.drop = roll.drop,
		.test = roll.test,
		.ways = ways,
		.of = of,
		.words = words,
		.clause = roll.clause,
	};
	return odds;
}

struct pn_odds *pn_preview_roll(struct pn_preview *out, const struct pn_game *view,
				struct pn_roll roll)
{
	uint32_t of;
	const uint32_t ways = pn_roll_ways(view, &roll, &of);

	return pn_preview_chance(out, view, roll,
				 roll.test == PN_TEST_AT_MOST ? "odds.at_most" : "odds.at_least",
				 ways, of);
}

struct pn_odds *pn_preview_pool(struct pn_preview *out, const struct pn_game *view,
				struct pn_roll roll, uint16_t dice)
{
	struct pn_odds *odds;
	uint32_t ways, of;

	if (dice == 0)
		return NULL;
	roll.modifier = 0;
	roll.count = 1;
	ways = pn_roll_ways(view, &roll, &of);
	odds = pn_preview_chance(out, view, roll, "odds.each", ways, of);
	if (odds) {
		odds->count = dice;
		odds->each = true;
	}
	return odds;
}

void pn_odds_again(struct pn_odds *odds)
{
	if (!odds)
		return;
	odds->ways = odds->of * odds->of - (odds->of - odds->ways) * (odds->of - odds->ways);
	odds->of *= odds->of;
	odds->again = true;
}
