/* T9-G1: the ways that a charge tries against a sampler that wheels forward by degrees after
 * every sixteenth of the way that is free ahead: where the sampler finds a way there is one, and
 * seldom one that T9-88 puts before it.
 *
 * T9-G2: 32 stretches of a facing against thousands. T9-G3: the orders in which two chargers of
 * one target move against every way of the first that the sampler knows. */

#include <criterion/criterion.h>
#include <stdio.h>

#include "passing.h"
#include "t9_board.h"
#include "t9a-2e/t9.h"
#include "wheel.h"

enum {
	TABLES = 400,
	PLACES = 16,
	STEPS = 2 * 46, /* of two degrees from none to 90, about either corner */
	DEGREE = 182,
};

/* How T9-88 ranks ways: who touches fewer, then who leaves the target as it stands, then who
 * brings more models into contact. */
enum { TOUCHED = 1000, TURNED = 500, MOST_TOUCHED = 100 };

static struct pn_game game;

static struct t9_asked asked_of(pn_unit_id unit)
{
	const pn_unit_id target = t9_board_target(&game);

	return (struct t9_asked){
		.view = &game,
		.unit = unit,
		.target = target,
		.facing = t9_arc_of(&game.unit[target], game.unit[unit].pose.at),
		.kinds = T9_ALL,
	};
}

static bool turns(const struct t9_asked *asked, const struct t9_way *way)
{
	const pn_pose pose = asked->view->unit[asked->target].pose;

	return way->target.facing != pose.facing || way->target.at.x != pose.at.x ||
	       way->target.at.y != pose.at.y;
}

/* T9-88: how a way ranks; more is better. */
static int rank(const struct t9_asked *asked, const struct t9_way *way)
{
	return (MOST_TOUCHED - way->touched) * TOUCHED + !turns(asked, way) * TURNED + way->models;
}

/* How far straight ahead is free. */
static pn_len free_ahead(pn_unit_id id)
{
	struct pn_obstacles all;

	t9_gather(&all, &game, id, T9_ALL, PN_NO_UNIT);
	return t9_straight(&all, &game.unit[id], game.unit[id].pose, game.depth, NULL);
}

/* The best way that it finds, by rank; -1: none. With `is_it`, the search ends where that is
 * so, and *so tells. */
static int sample_until(const struct t9_asked *asked, bool (*is_it)(const struct t9_way *way),
			bool *so)
{
	const pn_len free = free_ahead(asked->unit);
	int best = -1;

	for (int place = 0; place <= PLACES && !*so; place++) {
		for (int step = 0; step < STEPS && !*so; step++) {
			const enum pn_corner corner = (enum pn_corner)(step % PN_CORNERS);
			const int32_t size = step / PN_CORNERS * 2 * DEGREE;
			const int32_t turn = corner == PN_CORNER_LEFT ? -size : size;
			struct t9_way way;

			if (!t9_one_way(asked, free / PLACES * place, corner, turn, &way))
				continue;
			if (rank(asked, &way) > best)
				best = rank(asked, &way);
			*so = is_it && is_it(&way);
		}
	}
	return best;
}

static int sample(const struct t9_asked *asked)
{
	bool so = false;

	return sample_until(asked, NULL, &so);
}

struct tally {
	int tables, found, missed, touching, turning, fewer;
};

static void compare(const struct t9_asked *asked, struct tally *tally, unsigned long table)
{
	struct t9_way way;
	const bool found = t9_find_way(asked, &way);
	const int ours = found ? rank(asked, &way) : -1;
	const int sampled = sample(asked);

	cr_expect_eq(t9_has_way(asked), found, "table %lu", table);
	tally->tables++;
	tally->found += found;
	tally->missed += !found && sampled >= 0;
	if (!found || sampled <= ours)
		return;
	tally->touching += ours / TOUCHED < sampled / TOUCHED;
	tally->turning += ours / TOUCHED == sampled / TOUCHED && ours / TURNED < sampled / TURNED;
	tally->fewer += ours / TURNED == sampled / TURNED;
}

/* What brings a model more into contact may hide between two wheels that are tried: seldom. */
Test(t9_way, the_sampler_finds_no_better_way, .timeout = 600)
{
	struct random_source random = {31};
	struct tally tally = {0};

	for (unsigned long i = 0; tally.tables < TABLES; i++) {
		struct t9_asked asked;

		if (!t9_set_board(&game, &random, 1))
			continue;
		asked = asked_of(0);
		if (t9_sees(&game, 0, asked.target))
			compare(&asked, &tally, i);
	}
	printf("%d tables: a way on %d; on %d fewer models\n", tally.tables, tally.found,
	       tally.fewer);
	cr_expect_eq(tally.missed, 0, "%d", tally.missed);
	cr_expect_eq(tally.touching, 0, "%d", tally.touching);
	cr_expect_eq(tally.turning, 0, "%d", tally.turning);
	cr_expect_leq(tally.fewer, TABLES / 20, "%d", tally.fewer);
	cr_expect_gt(tally.found, TABLES / 2);
	cr_expect_lt(tally.found, TABLES - TABLES / 25);
}

/* ---- cover ---- */

enum { COVERED_TABLES = 2000, POINTS = 2048, STRETCH = POINTS / 32 };

static bool is_hidden(pn_unit_id id, pn_unit_id target, pn_vec eye, pn_vec point)
{
	for (uint8_t i = 0; i < game.terrain_count; i++)
		if (!pn_shape_contains(&game.terrain[i].shape, eye) &&
		    pn_passes_through(&game.terrain[i].shape, eye, point))
			return true;
	for (pn_unit_id i = 0; i < game.unit_count; i++) {
		const struct pn_shape shape = t9_boundary(&game.unit[i]);

		if (i != id && i != target && pn_passes_through(&shape, eye, point))
			return true;
	}
	return false;
}

/* How many of the points of the facing are hidden from the first model; and how often hidden
 * and seen points change places, each of which may cost a stretch. */
static int hidden_points(pn_unit_id target, int *changes)
{
	const struct pn_unit *unit = &game.unit[0];
	const struct pn_shape base = pn_figure_base(unit->pose, pn_unit_formation(unit), 0);
	const pn_vec eye = {(base.point[0].x + base.point[1].x) / 2,
			    (base.point[0].y + base.point[1].y) / 2};
	const struct pn_shape other = t9_boundary(&game.unit[target]);
	const uint8_t side = t9_side_of_facing(t9_arc_of(&game.unit[target], eye));
	const pn_vec from = other.point[side];
	const pn_vec to = other.point[(side + 1) % other.count];
	bool before = false;
	int hidden = 0;

	*changes = 0;
	for (int i = 0; i < POINTS; i++) {
		const pn_vec point = {
			from.x + (pn_len)((int64_t)(to.x - from.x) * (2 * i + 1) / (2 * POINTS)),
			from.y + (pn_len)((int64_t)(to.y - from.y) * (2 * i + 1) / (2 * POINTS))};
		const bool now = is_hidden(0, target, eye, point);

		*changes += i > 0 && now != before;
		hidden += now;
		before = now;
	}
	return hidden;
}

Test(t9_way, cover_is_what_thousands_of_points_say, .timeout = 300)
{
	struct random_source random = {32};
	int covered = 0, open = 0, close = 0;

	for (int tables = 0; tables < COVERED_TABLES;) {
		int changes, hidden;
		bool cover;

		if (!t9_set_board(&game, &random, 1))
			continue;
		tables++;
		hidden = hidden_points(t9_board_target(&game), &changes);
		cover = t9_cover(&game, 0, 0, t9_board_target(&game)) > 0;
		if (hidden > POINTS / 2 + changes * STRETCH)
			cr_expect(cover, "%d of %d hidden, and no cover", hidden, POINTS);
		if (hidden < POINTS / 2 - changes * STRETCH)
			cr_expect(!cover, "%d of %d hidden, and cover", hidden, POINTS);
		covered += cover;
		open += hidden > 0 && !cover;
		close += hidden > POINTS / 4 && hidden < 3 * POINTS / 4;
	}
	printf("%d covered, %d partly hidden and not, %d about half\n", covered, open, close);
	cr_expect(covered > 50 && open > 50 && close > 50, "%d, %d, %d", covered, open, close);
}

/* ---- two on one target ---- */

enum { PAIRS = 60, SIXES = 5 };

static void sixes(void *context, const char *label, uint32_t block, uint8_t out[PN_BLOCK_BYTES])
{
	memset(out, SIXES, PN_BLOCK_BYTES);
}

/* How many of the two make contact when they charge with the best of rolls. */
static int charge_both(pn_unit_id target)
{
	static struct pn_events out;
	static struct pn_game then;
	const struct pn_dice_source dice = {NULL, sixes, NULL};
	struct pn_step step = {.game = &then, .dice = &dice, .out = &out};
	struct pn_command command = pn_command_of(PN_COMMAND_CHARGE);
	int contacts = 0;

	then = game;
	then.turn = 1;
	then.phase = T9_CHARGES;
	then.active = PN_RED;
	then.pending_count = 1;
	then.pending[0] = (struct pn_pending){.decision = T9_CHARGE, .owes = 1};
	for (pn_unit_id i = 0; i < 2; i++) {
		then.unit[i].order = (struct pn_order){T9_VERB_CHARGE, target, 0};
		then.unit[i].flags = 1u << (T9_AT_FRONT + asked_of(i).facing);
	}
	command.unit = 0;
	out.count = 0;
	t9_apply_charge(&step, PN_RED, &command);
	for (uint8_t i = 0; i < then.contact_count; i++)
		contacts += then.contact[i].with == target && then.contact[i].unit < 2;
	return contacts;
}

static pn_unit_id second;

/* Has the other a way when the first lies there? */
static bool leaves_room(const struct t9_way *way)
{
	static struct pn_game before;
	const pn_unit_id first = (pn_unit_id)(1 - second);
	struct t9_asked asked;
	bool room;

	before = game;
	game.unit[first].pose = way->lie;
	game.unit[t9_board_target(&game)].pose = way->target;
	game.contact[game.contact_count++] =
		(struct pn_contact){first, t9_board_target(&game), way->facing, true};
	asked = asked_of(second);
	asked.facing = t9_arc_of(&before.unit[t9_board_target(&game)], before.unit[second].pose.at);
	room = t9_has_way(&asked);
	game = before;
	return room;
}

static bool room_for_both(void)
{
	for (second = 0; second < 2; second++) {
		const struct t9_asked asked = asked_of((pn_unit_id)(1 - second));
		bool room = false;

		sample_until(&asked, leaves_room, &room);
		if (room)
			return true;
	}
	return false;
}

Test(t9_way, two_on_one_target_find_the_room_that_there_is, .timeout = 600)
{
	struct random_source random = {33};
	int both = 0, one = 0, missed = 0;

	for (int pairs = 0; pairs < PAIRS;) {
		pn_unit_id target;
		int contacts;

		if (!t9_set_board(&game, &random, 2))
			continue;
		target = t9_board_target(&game);
		if (!t9_sees(&game, 0, target) || !t9_sees(&game, 1, target) ||
		    !t9_reaches(&game, 0, target, 12) || !t9_reaches(&game, 1, target, 12))
			continue;
		pairs++;
		contacts = charge_both(target);
		both += contacts == 2;
		one += contacts == 1;
		missed += contacts < 2 && room_for_both();
	}
	printf("both on %d, one on %d; room for both missed on %d\n", both, one, missed);
	cr_expect_leq(missed, PAIRS / 30, "%d", missed);
	cr_expect(both > PAIRS / 4 && one > PAIRS / 10, "%d, %d", both, one);
}
