/* Where units can be deployed, on boards of cells. Zones, units and ground are made of whole cells, so
 * that what lies in a zone, and who stands where, is counted cell by cell. */

#include <criterion/criterion.h>
#include <string.h>

#include "deploy.h"
#include "play.h"

enum {
	CELL = 1000,
	CELLS = 48, /* along either edge of the table */
	COLUMNS_MAX = 4,
	BOARDS = 15000,
	SPOTS = 30, /* tried on each of them */
	STRONGHOLD = 1,
};

static struct pn_game game;
static bool zoned[CELLS][CELLS], barred[CELLS][CELLS];
static uint8_t friend_at[CELLS][CELLS]; /* the lowest of them + 1 */
static struct random_source source;

/* A footprint counted in cells: its front left corner, and the ways to its right and to its rear. */
struct stand {
	pn_vec corner, right, back;
	pn_angle facing;
};

static struct stand random_stand(void)
{
	static const pn_vec rights[] = {{1, 0}, {0, -1}, {-1, 0}, {0, 1}};
	static const pn_vec backs[] = {{0, -1}, {-1, 0}, {0, 1}, {1, 0}};
	const int quarter = random_between(&source, 0, 3);
	struct stand stand = {.right = rights[quarter],
			      .back = backs[quarter],
			      .facing = (pn_angle)(quarter * PN_DEGREES_90)};

	stand.corner.x = random_between(&source, 10, 30);
	stand.corner.y = random_between(&source, 10, 30);
	return stand;
}

static pn_pose pose_of(const struct stand *stand, uint16_t files)
{
	return (pn_pose){{stand->corner.x * CELL + stand->right.x * files * CELL / 2,
			  stand->corner.y * CELL + stand->right.y * files * CELL / 2},
			 stand->facing};
}

/* The cell in which a figure of it stands. */
static pn_vec cell_of(const struct stand *stand, uint16_t files, int figure)
{
	const int file = figure % files;
	const int rank = figure / files;
	const pn_vec way = {stand->right.x + stand->back.x, stand->right.y + stand->back.y};

	return (pn_vec){
		stand->corner.x + stand->right.x * file + stand->back.x * rank - (way.x < 0),
		stand->corner.y + stand->right.y * file + stand->back.y * rank - (way.y < 0)};
}

/* Columns of cells beside each other, each from somewhere to somewhere, no two of which are cut off. */
static void random_zone(void)
{
	const int columns = random_between(&source, 1, COLUMNS_MAX);
	int low[COLUMNS_MAX], high[COLUMNS_MAX], west[COLUMNS_MAX + 1];
	struct pn_shape *zone = &game.zone[PN_RED];
	pn_vec around[4 * COLUMNS_MAX];
	int count = 0;

	west[0] = random_between(&source, 10, 20);
	for (int i = 0; i < columns; i++) {
		low[i] = random_between(&source, 10, 22);
		high[i] = random_between(&source, 24, 36);
		west[i + 1] = west[i] + random_between(&source, 1, 5);
	}
	for (int i = 0; i < columns; i++) {
		around[count++] = (pn_vec){west[i] * CELL, high[i] * CELL};
		around[count++] = (pn_vec){west[i + 1] * CELL, high[i] * CELL};
	}
	for (int i = columns - 1; i >= 0; i--) {
		around[count++] = (pn_vec){west[i + 1] * CELL, low[i] * CELL};
		around[count++] = (pn_vec){west[i] * CELL, low[i] * CELL};
	}
	zone->count = 0;
	for (int i = 0; i < count; i++)
		if (i == 0 || around[i].x != around[i - 1].x || around[i].y != around[i - 1].y)
			zone->point[zone->count++] = around[i];
	memset(zoned, 0, sizeof zoned);
	for (int i = 0; i < columns; i++)
		for (int x = west[i]; x < west[i + 1]; x++)
			for (int y = low[i]; y < high[i]; y++)
				zoned[x][y] = true;
}

/* The same with east and north changed for each other. */
static void turn_zone(void)
{
	struct pn_shape *zone = &game.zone[PN_RED];
	struct pn_shape before = *zone;

	for (uint8_t i = 0; i < zone->count; i++) {
		zone->point[i].x = before.point[zone->count - 1 - i].y;
		zone->point[i].y = before.point[zone->count - 1 - i].x;
	}
	for (int x = 0; x < CELLS; x++)
		for (int y = 0; y < x; y++) {
			const bool kept = zoned[x][y];

			zoned[x][y] = zoned[y][x];
			zoned[y][x] = kept;
		}
}

static void random_ground(void)
{
	memset(barred, 0, sizeof barred);
	game.terrain_count = (uint8_t)random_between(&source, 0, 2);
	for (uint8_t i = 0; i < game.terrain_count; i++) {
		const int x = random_between(&source, 10, 34);
		const int y = random_between(&source, 10, 34);
		const int side = random_between(&source, 1, 4);
		const pn_len west = x * CELL, south = y * CELL;
		const pn_len east = west + side * CELL, north = south + side * CELL;

		game.terrain[i].kind = (uint8_t)random_between(&source, 0, STRONGHOLD);
		game.terrain[i].shape = (struct pn_shape){
			4, {{west, south}, {west, north}, {east, north}, {east, south}}};
		for (int k = 0; k < side * side && game.terrain[i].kind == STRONGHOLD; k++)
			barred[x + k % side][y + k / side] = true;
	}
}

static void random_figures(struct pn_unit *unit)
{
	unit->files = (uint16_t)random_between(&source, 1, 5);
	unit->figures = (uint16_t)(unit->files * random_between(&source, 1, 3));
	if (random_one_in(&source, 2))
		unit->figures = (uint16_t)(unit->figures + unit->files / 2);
	unit->figures_at_start = unit->figures;
	unit->base_width = unit->base_depth = CELL;
	unit->loose = 0;
}

/* Units 0 and 1 stand anywhere, 2 is not deployed yet; 3 is the enemy's, and in nobody's way. */
static void random_friends(void)
{
	memset(friend_at, 0, sizeof friend_at);
	for (pn_unit_id i = 0; i < 4; i++) {
		struct pn_unit *unit = &game.unit[i];
		const struct stand stand = random_stand();

		random_figures(unit);
		unit->on_board = i != 2;
		unit->pose = pose_of(&stand, unit->files);
		for (int k = 0; i < 2 && k < unit->figures; k++) {
			const pn_vec at = cell_of(&stand, unit->files, k);

			if (!friend_at[at.x][at.y])
				friend_at[at.x][at.y] = (uint8_t)(i + 1);
		}
	}
}

static void make_game(void)
{
	static struct pn_muster muster;

	play_plain_muster(&muster, CELLS * CELL);
	for (int i = 0; i < 4; i++) {
		muster.unit[i].side = i < 3 ? PN_RED : PN_BLUE;
		muster.unit[i].formation.base_width = muster.unit[i].formation.base_depth = CELL;
	}
	cr_assert_eq(pn_setup(&game, play_book(), &muster).code, PN_MUSTER_NONE);
	game.deployment = PN_DEPLOYMENT_IN_TURN;
	cr_assert(pn_rules_of(&game)->terrain.row[STRONGHOLD].impassable);
	cr_assert(!pn_rules_of(&game)->terrain.row[0].impassable);
}

/* What is to be said of unit 2 there, cell by cell. */
static struct pn_verdict counted(const struct stand *stand)
{
	const struct pn_unit *unit = &game.unit[2];
	bool is_barred = false;
	uint8_t friend = 0;

	for (int k = 0; k < unit->figures; k++) {
		const pn_vec at = cell_of(stand, unit->files, k);
		const uint8_t other = friend_at[at.x][at.y];

		if (!zoned[at.x][at.y])
			return pn_refuse(PN_REFUSE_OUTSIDE_ZONE, PN_CLAUSE("PN-26"));
		is_barred = is_barred || barred[at.x][at.y];
		if (other && (!friend || other < friend))
			friend = other;
	}
	if (is_barred)
		return pn_refuse(PN_REFUSE_BLOCKED, PN_CLAUSE("PN-10"));
	return friend ? pn_refuse_for(PN_REFUSE_BLOCKED, PN_CLAUSE("PN-11"),
				      (pn_unit_id)(friend - 1))
		      : pn_lawful();
}

Test(deploy_place, a_spot_is_lawful_when_each_cell_of_it_is)
{
	unsigned said[4] = {0};

	make_game();
	source.state = 26;
	for (int board = 0; board < BOARDS; board++) {
		random_zone();
		if (random_one_in(&source, 2))
			turn_zone();
		random_ground();
		random_friends();
		for (int i = 0; i < SPOTS; i++) {
			const struct stand stand = random_stand();
			const struct pn_verdict right = counted(&stand);
			const struct pn_verdict found =
				pn_check_spot(&game, 2, pose_of(&stand, game.unit[2].files));

			said[right.code == PN_LAWFUL                ? 0
			     : right.code == PN_REFUSE_OUTSIDE_ZONE ? 1
			     : right.by == 0                        ? 2
								    : 3]++;
			cr_assert_eq(found.code, right.code,
				     "board %d, spot %d (%d, %d) facing %d: %u, not %u", board, i,
				     stand.corner.x, stand.corner.y, stand.facing, found.code,
				     right.code);
			cr_assert_str_eq(found.clause.text, right.clause.text);
			cr_assert_eq(found.by, right.by, "board %d, spot %d", board, i);
		}
	}
	for (int i = 0; i < 4; i++)
		cr_expect_gt(said[i], 500, "%d: %u", i, said[i]);
}

/* ---- the first lawful place ---- */

/* A table, the zone of red in it, and the zone's front left corner, as one who looks north from it
 * sees them; for the other three ways all is turned. */
enum { TABLE = 300000, WIDE = 100000, DEEP = 90000, WEST = 50000, FRONT = 120000 };

static int quarter; /* turns, clockwise */

static pn_vec turned(pn_vec at)
{
	for (int i = 0; i < quarter; i++)
		at = (pn_vec){at.y, TABLE - at.x};
	return at;
}

/* So far right of that corner, and so far back from it. */
static pn_vec there(pn_len right, pn_len back)
{
	return turned((pn_vec){WEST + right, FRONT - back});
}

static struct pn_shape rectangle(pn_len left, pn_len front, pn_len right, pn_len rear)
{
	return (struct pn_shape){
		4,
		{there(left, rear), there(left, front), there(right, front), there(right, rear)}};
}

static pn_angle ahead(void)
{
	return (pn_angle)(quarter * PN_DEGREES_90);
}

static void bar(pn_len left, pn_len front, pn_len right, pn_len rear)
{
	game.terrain[game.terrain_count++] = (struct pn_terrain){
		.kind = STRONGHOLD, .shape = rectangle(left, front, right, rear)};
}

/* Units of 120 mm by 40 mm: three of red and one of blue, none of which is deployed. */
static void clear_table(void)
{
	make_game();
	game.width = game.depth = TABLE;
	game.zone[PN_RED] = rectangle(0, 0, WIDE, DEEP);
	game.zone[PN_BLUE] = rectangle(0, -100000, WIDE, -80000);
	for (pn_unit_id i = 0; i < 4; i++) {
		game.unit[i].on_board = false;
		game.unit[i].base_width = game.unit[i].base_depth = 2000;
	}
}

/* So many files stand with their front left corner there. */
static void stand_at(pn_unit_id id, uint16_t files, pn_len base, pn_len right, pn_len back)
{
	struct pn_unit *unit = &game.unit[id];

	unit->files = unit->figures = files;
	unit->base_width = unit->base_depth = (uint16_t)base;
	unit->pose = (pn_pose){there(right + files * base / 2, back), ahead()};
	unit->on_board = true;
}

static void nobody(void)
{
}
static void one_in_the_corner(void)
{
	stand_at(0, 6, 2000, 0, 0);
}
static void one_that_is_touched(void)
{
	stand_at(0, 6, 2000, 11995, 0);
}
static void one_in_the_way(void)
{
	stand_at(0, 6, 2000, 11994, 0);
}
static void an_enemy(void)
{
	stand_at(3, 6, 2000, 0, 0);
}
static void a_narrow_one(void)
{
	stand_at(0, 1, 1000, 0, 0);
}
static void two_that_leave_room(void)
{
	stand_at(0, 40, 2000, 0, 0);
	stand_at(1, 4, 2000, 80000, 0);
}
static void two_that_leave_none(void)
{
	stand_at(0, 40, 2000, 0, 0);
	stand_at(1, 4, 2000, 80001, 0);
}
static void ground_in_the_corner(void)
{
	bar(0, 0, 5000, 1000);
}
static void ground_along_the_front(void)
{
	bar(0, 0, WIDE, 3000);
}
static void ground_at_the_right(void)
{
	bar(0, 0, 87990, 3000);
}
static void a_narrow_zone(void)
{
	game.zone[PN_RED] = rectangle(0, 0, 60000, DEEP);
	bar(0, 0, 100, 100);
}
static void a_shallow_zone(void)
{
	game.zone[PN_RED] = rectangle(0, 0, WIDE, 60000);
	ground_along_the_front();
}
static void one_in_secret(void)
{
	game.deployment = PN_DEPLOYMENT_SEALED;
	one_in_the_corner();
	game.unit[0].on_board = false;
	game.secret[PN_RED].place[0] = pn_figure_pack(game.unit[0].pose);
	game.secret[PN_RED].placed = 1;
}
static void one_taken_back(void)
{
	one_in_secret();
	game.secret[PN_RED].placed = 2;
	game.secret[PN_RED].place[1] = pn_figure_pack((pn_pose){there(30000, 0), ahead()});
}

/* A row is 1406 behind the one before it, a place 1562 right of the one before: a 64th; 1270 at least. */
Test(deploy_place, the_first_place_from_the_front_and_from_the_left)
{
	static const struct {
		const char *name;
		void (*set)(void);
		pn_len right, back; /* of its front left corner */
	} rows[] = {
		{"nobody", nobody, 0, 0},
		{"right of one in the corner", one_in_the_corner, 12000, 0},
		{"one that is touched", one_that_is_touched, 0, 0},
		{"right of one in the way", one_in_the_way, 23994, 0},
		{"an enemy is in nobody's way", an_enemy, 0, 0},
		{"a narrow one", a_narrow_one, 1562, 0},
		{"just room enough", two_that_leave_room, 88000, 0},
		{"a little too narrow", two_that_leave_none, 0, 2 * 1406},
		{"right of the ground", ground_in_the_corner, 4 * 1562, 0},
		{"behind the ground", ground_along_the_front, 0, 3 * 1406},
		{"no place of the grid is left", ground_at_the_right, 0, 3 * 1406},
		{"a narrow zone", a_narrow_zone, 1270, 0},
		{"a shallow zone", a_shallow_zone, 0, 3 * 1270},
		{"one in secret", one_in_secret, 12000, 0},
		{"one taken back", one_taken_back, 0, 0},
	};

	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
		for (quarter = 0; quarter < 4; quarter++) {
			const char *name = rows[i].name;
			pn_pose found = {{0, 0}, 1};

			clear_table();
			rows[i].set();
			const pn_vec right = there(rows[i].right + 6000, rows[i].back);

			cr_assert(pn_find_spot(&game, 2, &found), "%s, %d", name, quarter);
			cr_expect_eq(found.facing, ahead(), "%s, %d", name, quarter);
			cr_expect(found.at.x == right.x && found.at.y == right.y,
				  "%s, %d: %d, %d and not %d, %d", name, quarter, found.at.x,
				  found.at.y, right.x, right.y);
			cr_expect_eq(pn_check_spot(&game, 2, found).code, PN_LAWFUL);
		}
}

/* Of skirmishers the place is that of the first; the others stand right of it and behind, 2000 apart. */
Test(deploy_place, skirmishers_as_they_open_out)
{
	for (quarter = 0; quarter < 4; quarter++) {
		pn_pose found;

		clear_table();
		game.unit[2].gap = 2000;
		game.unit[2].loose = 12;
		stand_at(0, 1, 2000, 21995, 0);
		cr_assert(pn_find_spot(&game, 2, &found));
		cr_expect(found.at.x == there(1000, 0).x && found.at.y == there(1000, 0).y,
			  "%d: %d, %d", quarter, found.at.x, found.at.y);
		stand_at(0, 1, 2000, 21994, 0);
		cr_expect_eq(pn_check_spot(&game, 2, found).code, PN_REFUSE_BLOCKED);
		found.at = there(WIDE - 21000, 0);
		cr_expect_eq(pn_check_spot(&game, 2, found).code, PN_LAWFUL);
		found.at = there(WIDE - 20999, 0);
		cr_expect_eq(pn_check_spot(&game, 2, found).code, PN_REFUSE_OUTSIDE_ZONE);
	}
}

/* One looks to where the other zone lies, and north or south when that is as far as east or west. */
Test(deploy_place, one_faces_the_other_zone)
{
	static const struct {
		pn_vec off;
		pn_angle facing;
	} rows[] = {
		{{0, 130000}, 0},
		{{130000, 130000}, 0},
		{{-130000, 130000}, 0},
		{{130001, 130000}, PN_DEGREES_90},
		{{-130001, 130000}, 3 * PN_DEGREES_90},
		{{130000, -130000}, PN_TURN_HALF},
		{{-130000, -130000}, PN_TURN_HALF},
		{{130001, -130000}, PN_DEGREES_90},
		{{-130001, -130000}, 3 * PN_DEGREES_90},
		{{0, 0}, 0},
	};

	quarter = 0;
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		pn_pose found;

		clear_table();
		game.zone[PN_BLUE] = game.zone[PN_RED];
		for (uint8_t k = 0; k < 4; k++)
			game.zone[PN_BLUE].point[k] =
				pn_add(game.zone[PN_BLUE].point[k], rows[i].off);
		cr_assert(pn_find_spot(&game, 2, &found));
		cr_expect_eq(found.facing, rows[i].facing, "%zu: %d", i, found.facing);
	}
}

static void expect_places(const pn_pose pose[PN_UNITS_MAX], const pn_len right[3])
{
	for (int i = 0; i < 3; i++) {
		const pn_vec place = there(right[i] + 6000, 0);

		cr_expect(pose[i].at.x == place.x && pose[i].at.y == place.y, "%d: %d, %d", i,
			  pose[i].at.x, pose[i].at.y);
	}
}

/* PN-28. All of a side, one beside the other; what stands already stays where it is, or not. */
Test(deploy_place, all_of_a_side)
{
	static pn_pose pose[PN_UNITS_MAX];

	quarter = 0;
	clear_table();
	stand_at(1, 6, 2000, 0, 0);
	cr_assert(pn_pack(&game, PN_RED, true, pose));
	expect_places(pose, (const pn_len[]){12000, 0, 24000});
	cr_assert(pn_pack(&game, PN_RED, false, pose));
	expect_places(pose, (const pn_len[]){0, 12000, 24000});
	/* Room for all of them, but not beside what stands there. */
	game.zone[PN_RED] = rectangle(0, 0, 36000, 4000);
	cr_expect(pn_pack(&game, PN_RED, false, pose));
	stand_at(1, 6, 2000, 1, 0);
	cr_expect_not(pn_pack(&game, PN_RED, true, pose));
	game.zone[PN_RED] = rectangle(0, 0, 35999, 4000);
	cr_expect_not(pn_pack(&game, PN_RED, false, pose));
	cr_expect_eq(pose[3].at.x, 0, "the enemy is placed by nobody but the enemy");
}

/* PN-26. Each edge of the table may be the edge of a zone, and a unit may face it. */
Test(deploy_place, at_the_edges_of_the_table)
{
	for (quarter = 0; quarter < 4; quarter++) {
		const pn_pose at = {turned((pn_vec){WEST, TABLE}), ahead()};
		const pn_pose beyond = {turned((pn_vec){WEST, TABLE + 1}), ahead()};

		clear_table();
		game.zone[PN_RED] = rectangle(-WEST, FRONT - TABLE, TABLE - WEST, FRONT);
		cr_expect_eq(pn_check_spot(&game, 2, at).code, PN_LAWFUL, "%d", quarter);
		cr_expect_eq(pn_check_spot(&game, 2, beyond).code, PN_REFUSE_OUTSIDE_ZONE);
	}
}
