#include "musters.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/embedded.h"

enum { MARGIN = 4000, GAP = 2000 };

uint8_t bench_book(void)
{
	return (uint8_t)pn_rules_find("battlesystem-2e");
}

static int find_stat(const struct pn_rules *rules, const char *name)
{
	for (uint8_t i = 0; i < rules->stats.count; i++) {
		if (strcmp(rules->stats.row[i].name, name) == 0)
			return i;
	}
	fprintf(stderr, "bench: the ruleset has no %s\n", name);
	abort();
}

/* How units stand: so many a row, rows behind one another. */
struct array {
	struct pn_formation formation;
	int units, a_row;
	pn_len front; /* of red's first row; blue's is as far from its own edge */
};

static void add_side(struct pn_muster *muster, const struct array *array, pn_side side,
		     int32_t rating)
{
	const struct pn_rules *rules = pn_rules_at(bench_book());
	const struct pn_formation *formation = &array->formation;
	pn_len width = formation->base_width * formation->files + GAP;
	pn_len depth = formation->base_depth * (formation->figures / formation->files) + GAP;

	for (int i = 0; i < array->units; i++) {
		struct pn_muster_unit *unit = &muster->unit[muster->unit_count++];
		pn_len x = MARGIN + width / 2 + width * (i % array->a_row);
		pn_len y = array->front - depth * (i / array->a_row);

		*unit = (struct pn_muster_unit){.side = side, .formation = *formation};
		snprintf(unit->name, sizeof(unit->name), "%s %d", side ? "Blue" : "Red", i + 1);
		unit->pose.at = (pn_vec){x, side ? muster->depth - y : y};
		unit->pose.facing = side ? PN_TURN_HALF : 0;
		unit->stats[find_stat(rules, "movement_allowance")] = 20320;
		unit->stats[find_stat(rules, "morale_rating")] = rating;
	}
}

/* Pieces along the west and east edges, where no unit stands. */
static void add_terrain(struct pn_muster *muster, uint8_t count, uint8_t points, pn_len from_x)
{
	for (uint8_t i = 0; i < count; i++) {
		struct pn_terrain *piece = &muster->terrain[muster->terrain_count++];
		pn_vec at = {from_x + 12000, 4000 + (muster->depth - 8000) / count * i};

		piece->kind = (uint8_t)(i % 2);
		piece->shape.count = points;
		/* Clockwise round a centre. */
		for (uint8_t k = 0; k < points; k++)
			piece->shape.point[k] =
				pn_add(at, pn_along((pn_angle)(65536 / points * k), 1500));
	}
}

static void begin(struct pn_muster *muster, pn_len width, pn_len depth)
{
	pn_muster_defaults(muster, bench_book());
	muster->width = width;
	muster->depth = depth;
	muster->turns = 99;
	muster->method = PN_METHOD_LOSER_FIRST;
}

static void add_lines(struct pn_muster *muster, int units, int32_t rating)
{
	const struct array array = {{20, 10, 2000, 2000, 0}, units, 20, 40000};

	begin(muster, 2 * MARGIN + 20 * (20000 + GAP) + 30000, 100000);
	add_side(muster, &array, PN_RED, rating);
	add_side(muster, &array, PN_BLUE, rating);
	add_terrain(muster, 10, 8, muster->width - 30000);
}

void muster_standard(struct pn_muster *muster, int32_t rating)
{
	add_lines(muster, 20, rating);
}

void muster_lines(struct pn_muster *muster, int units)
{
	add_lines(muster, units, 20);
}

void muster_heaviest(struct pn_muster *muster, int32_t rating)
{
	static const struct array array = {{200, 20, 2000, 2000, 0}, 40, 13, 100000};

	begin(muster, 2 * MARGIN + 13 * (40000 + GAP) + 30000, 220000);
	add_side(muster, &array, PN_RED, rating);
	add_side(muster, &array, PN_BLUE, rating);
	add_terrain(muster, PN_TERRAIN_MAX, PN_TERRAIN_POINTS_MAX, muster->width - 30000);
}

bool muster_largest(uint8_t ruleset, struct codec_scenario *largest)
{
	struct codec_scenario *scenario = calloc(1, sizeof(*scenario));
	bool found = false;

	for (const struct embedded_file *file = embedded_next("scenarios/", NULL); file;
	     file = embedded_next("scenarios/", file)) {
		struct codec_error error = {0};

		if (!codec_scenario_decode(scenario, (const char *)file->bytes, file->size, &error))
			abort();
		if (scenario->ruleset != ruleset ||
		    (found && scenario->muster.unit_count <= largest->muster.unit_count))
			continue;
		*largest = *scenario;
		found = true;
	}
	free(scenario);
	return found;
}
