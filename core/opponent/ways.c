#include "ways.h"

#include "pennon/judgement.h"

enum {
	ROWS = PN_WAYS_ROWS,
	MARGIN = 3 * PN_INCH, /* half a common frontage: nearer than that a unit is stopped */
	NOT_REACHED = 1 << 28,
	HEADINGS = 32, /* that are looked along */
};

static bool bars(const struct pn_game *game, uint8_t kind)
{
	const struct pn_rules *rules = pn_rules_of(game);

	return rules->terrain.row[kind].impassable || (rules->judgement->goes_round >> kind & 1u);
}

static pn_vec centre_of(const struct pn_ways *ways, int square)
{
	return (pn_vec){(2 * (square % ROWS) + 1) * ways->size / 2,
			(2 * (square / ROWS) + 1) * ways->size / 2};
}

static bool is_beside(const struct pn_shape *shape, pn_vec at)
{
	for (uint8_t i = 0; i < shape->count; i++) {
		const pn_vec near = pn_nearest_on_segment(at, shape->point[i],
							  shape->point[(i + 1) % shape->count]);

		if (pn_distance(at, near) < MARGIN)
			return true;
	}
	return false;
}

static void chart_one(struct pn_ways *ways, const struct pn_shape *shape)
{
	for (int i = 0; i < PN_WAYS_SQUARES; i++) {
		const pn_vec at = centre_of(ways, i);

		if (pn_shape_contains(shape, at))
			ways->cost[i] = PN_WAYS_BARRED;
		else if (ways->cost[i] == PN_WAYS_OPEN && is_beside(shape, at))
			ways->cost[i] = PN_WAYS_BESIDE;
	}
}

void pn_ways_chart(struct pn_ways *ways, const struct pn_game *game)
{
	const pn_len longer = game->width > game->depth ? game->width : game->depth;

	ways->any = false;
	ways->size = (longer + ROWS - 1) / ROWS;
	memset(ways->cost, PN_WAYS_OPEN, sizeof ways->cost);
	for (uint8_t i = 0; i < game->terrain_count; i++) {
		if (!bars(game, game->terrain[i].kind))
			continue;
		ways->any = true;
		chart_one(ways, &game->terrain[i].shape);
	}
}

static int row_of(const struct pn_ways *ways, pn_len along)
{
	const int row = along < 0 ? 0 : along / ways->size;

	return row < ROWS ? row : ROWS - 1;
}

static int square_of(const struct pn_ways *ways, pn_vec at)
{
	return row_of(ways, at.y) * ROWS + row_of(ways, at.x);
}

/* Is it shorter by that neighbour? Columns to the east or west, rows to the north or south. */
static bool go_by(pn_len *far, const struct pn_ways *ways, int square, int east, int north)
{
	const int column = square % ROWS + east, row = square / ROWS + north;
	/* A diagonal is 7 where a side is 5. */
	const pn_len step = (east && north ? 7 * ways->size / 5 : ways->size) * ways->cost[square];
	pn_len over;

	if (column < 0 || column >= ROWS || row < 0 || row >= ROWS)
		return false;
	over = far[row * ROWS + column] + step;
	if (over >= far[square])
		return false;
	far[square] = over;
	return true;
}

/* Once over the board, from its south-west corner (`way` 1) or from the other (-1). */
static bool sweep(pn_len *far, const struct pn_ways *ways, int way)
{
	bool shorter = false;

	for (int i = 0; i < PN_WAYS_SQUARES; i++) {
		const int square = way > 0 ? i : PN_WAYS_SQUARES - 1 - i;

		shorter |= go_by(far, ways, square, -way, 0);
		shorter |= go_by(far, ways, square, 0, -way);
		shorter |= go_by(far, ways, square, -way, -way);
		shorter |= go_by(far, ways, square, way, -way);
	}
	return shorter;
}

void pn_ways_measure(pn_len far[PN_WAYS_SQUARES], const struct pn_ways *ways,
		     const struct pn_game *game, pn_side side)
{
	bool shorter = true;

	for (int i = 0; i < PN_WAYS_SQUARES; i++)
		far[i] = NOT_REACHED;
	for (pn_unit_id i = 0; i < game->unit_count; i++) {
		const struct pn_unit *unit = &game->unit[i];
		const int square = square_of(ways, unit->pose.at);

		if (unit->side == side && unit->on_board)
			far[square] = pn_distance(unit->pose.at, centre_of(ways, square));
	}
	while (shorter) {
		shorter = sweep(far, ways, 1);
		shorter |= sweep(far, ways, -1);
	}
}

pn_len pn_ways_from(const pn_len far[PN_WAYS_SQUARES], const struct pn_ways *ways, pn_vec at)
{
	const int square = square_of(ways, at);
	pn_len least = NOT_REACHED;

	for (int i = 0; i < 9; i++) {
		const int column = square % ROWS + i % 3 - 1, row = square / ROWS + i / 3 - 1;
		const int next = row * ROWS + column;
		pn_len over;

		if (column < 0 || column >= ROWS || row < 0 || row >= ROWS)
			continue;
		over = far[next] + pn_distance(at, centre_of(ways, next)) * ways->cost[next];
		least = over < least ? over : least;
	}
	return least < NOT_REACHED ? least : 0;
}

pn_angle pn_ways_heading(const pn_len far[PN_WAYS_SQUARES], const struct pn_ways *ways, pn_vec at,
			 pn_len length)
{
	pn_angle best = 0;
	pn_len least = NOT_REACHED;

	for (int i = 0; i < HEADINGS; i++) {
		const pn_angle heading = (pn_angle)(i * (PN_TURN_HALF / (HEADINGS / 2)));
		const pn_len over = pn_ways_from(far, ways, pn_add(at, pn_along(heading, length)));

		if (over < least) {
			least = over;
			best = heading;
		}
	}
	return best;
}
