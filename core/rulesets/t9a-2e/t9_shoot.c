/* The Shooting Attack of Stand and Shoot (T9-10 to T9-13, T9-110 to T9-117). Each model of
 * the first two ranks that sees the charger shoots, with the modifiers of its own place;
 * range bars nobody. */

#include "common.h"
#include "t9.h"

enum {
	NEEDED_MAX = 16, /* a die needs less than this, whatever takes from it */
	DIE_MAX = 6,
	RANKS = 2,
	HALF = 1, /* of the range, in halves */
	WHOLE = 2,
};

/* Decides T9-110. Models that may shoot. */
static uint16_t shooting_models(const struct pn_unit *unit)
{
	return unit->files * RANKS < unit->figures ? (uint16_t)(unit->files * RANKS)
						   : unit->figures;
}

/* Decides T9-116. */
struct pn_verdict t9_check_weapon(const struct pn_unit *unit)
{
	if (pn_stat(unit, T9_SHOTS) == 0)
		return pn_refuse(PN_REFUSE_MAY_NOT_REACT, PN_CLAUSE("T9-15"));
	return pn_trait(unit, T9_RELOAD) ? pn_refuse(PN_REFUSE_MAY_NOT_REACT, PN_CLAUSE("T9-116"))
					 : pn_lawful();
}

/* Decides T9-15. */
struct pn_verdict t9_check_shooting(const struct pn_game *view, pn_unit_id id, pn_unit_id target)
{
	const struct pn_unit *unit = &view->unit[id];

	for (uint16_t i = 0; i < shooting_models(unit); i++)
		if (t9_model_sees(view, id, i, target))
			return pn_lawful();
	return pn_refuse(PN_REFUSE_MAY_NOT_REACT, PN_CLAUSE("T9-15"));
}

/* Decides T9-12. Is the target farther from the model than so many halves of its range? */
static bool is_farther(const struct pn_unit *unit, uint16_t model, const struct pn_shape *target,
		       int halves)
{
	const struct pn_shape base = pn_figure_base(unit->pose, pn_unit_formation(unit), model);

	/* Twice the distance against the range: half of an odd range is exact so. */
	const pn_fraction far = pn_shape_distance_squared(&base, target);
	const pn_wide range = (pn_wide)pn_stat(unit, T9_RANGE) * halves;

	return pn_fraction_compare((pn_fraction){far.num * WHOLE * WHOLE, far.den},
				   (pn_fraction){range * range, 1}) > 0;
}

/* Models that need the same, and for what reason the first of them does. */
struct volley {
	uint16_t models;
	pn_clause why;
};

/* T9-114. Hard Target (X); the trait without a number is 1. */
static int32_t hard_target(const struct pn_unit *unit)
{
	return pn_stat(unit, T9_HARD) > 0 ? pn_stat(unit, T9_HARD) : pn_trait(unit, T9_HARD_TARGET);
}

/* Decides T9-13, T9-113 and T9-114. What this model needs on a die. */
static void add_model(const struct pn_game *game, pn_unit_id id, uint16_t model, pn_unit_id target,
		      const struct pn_shape *shape, struct volley volley[NEEDED_MAX])
{
	const struct pn_unit *unit = &game->unit[id];
	const bool steady = pn_trait(unit, T9_STEADY_AIM);
	const int32_t hard = hard_target(&game->unit[target]);
	const bool long_range = !pn_trait(unit, T9_ACCURATE) &&
				(is_farther(unit, model, shape, HALF) ||
				 game->switches[T9_SWITCH_LONG_RANGE] == T9_RANGE_ALWAYS_LONG);
	const uint8_t cover = t9_cover(game, id, model, target);
	const int32_t needed = pn_stat(unit, T9_AIM) + !steady + hard + long_range + cover;
	pn_clause why = PN_CLAUSE("T9-113");

	if (needed > DIE_MAX)
		why = PN_CLAUSE("T9-117");
	else if (long_range && is_farther(unit, model, shape, WHOLE))
		why = PN_CLAUSE("T9-12");
	else if (cover > 0)
		why = PN_CLAUSE("T9-115");
	else if (long_range && !steady)
		why = PN_CLAUSE("T9-13");
	else if (needed > pn_stat(unit, T9_AIM))
		why = PN_CLAUSE("T9-114");
	pn_assert(needed < NEEDED_MAX);
	if (volley[needed].models++ == 0)
		volley[needed].why = why;
}

/* Decides T9-112. The models that see the target shoot. False: not all do. */
static bool gather_volleys(const struct pn_game *game, pn_unit_id id, pn_unit_id target,
			   struct volley volley[NEEDED_MAX])
{
	const struct pn_shape shape = t9_boundary(&game->unit[target]);
	bool all = true;

	for (uint16_t i = 0; i < shooting_models(&game->unit[id]); i++) {
		if (t9_model_sees(game, id, i, target))
			add_model(game, id, i, target, &shape, volley);
		else
			all = false;
	}
	return all;
}

/* Decides T9-117. What a second die needs after a 6, where 7 is needed; 0: nothing helps. */
static uint8_t needed_after_a_six(const struct pn_game *game, uint8_t needed)
{
	return needed == DIE_MAX + 1 ? (uint8_t)game->params[T9_PARAM_SEVEN] : 0;
}

/* Shots that need the same, before a second die. */
static struct pn_roll roll_of(const struct pn_game *game, pn_unit_id id, uint8_t needed,
			      const struct volley *volley, bool all)
{
	return (struct pn_roll){
		.who = id,
		.what = T9_ROLL_POOL,
		.test = PN_TEST_AT_LEAST,
		.needed = needed_after_a_six(game, needed) ? DIE_MAX : needed,
		.clause = all ? volley->why : PN_CLAUSE("T9-112"),
	};
}

static uint16_t dice_of(const struct pn_game *game, pn_unit_id id, const struct volley *volley)
{
	return (uint16_t)(volley->models * pn_stat(&game->unit[id], T9_SHOTS));
}

/* Returns how many of so many shots hit. */
static uint16_t throw_shots(struct pn_step *step, struct pn_roll roll, uint8_t needed,
			    uint16_t shots)
{
	const uint8_t second = needed_after_a_six(step->game, needed);
	uint16_t hits = pn_throw_pool(step, roll, shots);

	if (second == 0)
		return hits;
	roll.needed = second;
	return pn_throw_pool(step, roll, hits);
}

static void preview_shots(struct pn_preview *out, const struct pn_game *view, struct pn_roll roll,
			  uint8_t needed, uint16_t shots)
{
	const uint8_t second = needed_after_a_six(view, needed);
	struct pn_odds *odds = pn_preview_pool(out, view, roll, shots);

	if (!odds)
		return;
	odds->needed = needed;
	if (second == 0)
		return;
	odds->ways *= (uint32_t)(DIE_MAX + 1 - second);
	odds->of *= DIE_MAX;
}

void t9_preview_shots(struct pn_preview *out, const struct pn_game *view, pn_unit_id id,
		      pn_unit_id target)
{
	struct volley volley[NEEDED_MAX] = {0};
	const bool all = gather_volleys(view, id, target, volley);

	for (uint8_t needed = 0; needed < NEEDED_MAX; needed++)
		preview_shots(out, view, roll_of(view, id, needed, &volley[needed], all), needed,
			      dice_of(view, id, &volley[needed]));
}

void t9_shoot(struct pn_step *step, pn_unit_id id, pn_unit_id target)
{
	const struct pn_game *game = step->game;
	struct t9_panics panics = {0};
	struct volley volley[NEEDED_MAX] = {0};
	const bool all = gather_volleys(game, id, target, volley);
	uint16_t hits = 0;

	for (uint8_t needed = 0; needed < NEEDED_MAX; needed++)
		hits = (uint16_t)(hits +
				  throw_shots(step, roll_of(game, id, needed, &volley[needed], all),
					      needed, dice_of(game, id, &volley[needed])));
	t9_resolve_hits(step, id, target, hits, &panics);
	t9_panic(step, &panics);
}
