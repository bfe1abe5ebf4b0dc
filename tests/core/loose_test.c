/* Figures that stand by themselves: the list that all units share against a list of each unit's own,
 * places against the bases of a formation, what commands and events send. */

#include <criterion/criterion.h>
#include <string.h>

#include "loose.h"
#include "play.h"
#include "step.h"

enum { UNITS = 8, ROUNDS = 20000 };

static struct pn_game game;
static struct random_source source;

static int32_t any(int32_t low, int32_t high)
{
	return random_between(&source, low, high);
}

static bool is_same(pn_pose a, pn_pose b)
{
	return a.at.x == b.at.x && a.at.y == b.at.y && a.facing == b.facing;
}

Test(loose, a_place_is_packed_and_unpacked)
{
	static const int32_t edges[] = {-(1 << 23), -65537, -65536, -65535, -1,           0,
					1,          65535,  65536,  65537,  (1 << 23) - 1};
	enum { EDGES = sizeof edges / sizeof edges[0] };

	source.state = 1;
	for (int i = 0; i < ROUNDS; i++) {
		pn_pose pose;

		pose.at.x = any(0, 1) ? edges[any(0, EDGES - 1)] : any(-(1 << 23), (1 << 23) - 1);
		pose.at.y = any(0, 1) ? edges[any(0, EDGES - 1)] : any(-(1 << 23), (1 << 23) - 1);
		pose.facing = (pn_angle)any(0, UINT16_MAX);
		cr_assert(is_same(pn_figure_unpack(pn_figure_pack(pose)), pose), "%d, %d",
			  pose.at.x, pose.at.y);
	}
}

/* ---- the list ---- */

/* What each unit's figures are, as kept apart. */
static struct {
	int count; /* 0: in ranks and files */
	pn_pose pose[PN_LOOSE_MAX];
} apart[UNITS];

static pn_pose any_pose(void)
{
	pn_pose pose;

	pose.at.x = any(0, 100000);
	pose.at.y = any(0, 100000);
	pose.facing = (pn_angle)any(0, UINT16_MAX);
	return pose;
}

static void begin(pn_unit_id id)
{
	struct pn_unit *unit = &game.unit[id];

	unit->figures = (uint16_t)any(1, PN_LOOSE_MAX);
	unit->files = (uint16_t)any(1, unit->figures);
	unit->base_width = unit->base_depth = 1000;
	unit->gap = (uint16_t)any(0, 500);
	unit->pose = any_pose();
	pn_loose_begin(&game, unit);
	apart[id].count = unit->figures;
	for (uint16_t i = 0; i < unit->figures; i++)
		apart[id].pose[i] = pn_figure_slot(unit->pose, pn_unit_formation(unit), i);
}

static void end(pn_unit_id id)
{
	pn_loose_end(&game, &game.unit[id]);
	cr_expect_eq(game.unit[id].loose, 0);
	apart[id].count = 0;
}

/* To the right by a quarter of a turn, so many times, about a place: exact. */
static pn_vec turned(pn_vec at, pn_vec about, int quarters)
{
	for (int i = 0; i < quarters; i++)
		at = (pn_vec){about.x + at.y - about.y, about.y - at.x + about.x};
	return at;
}

static void carry(pn_unit_id id)
{
	struct pn_unit *unit = &game.unit[id];
	const int quarters = any(0, 3);
	pn_pose to = any_pose();

	to.facing = (pn_angle)(unit->pose.facing + quarters * PN_DEGREES_90);
	for (int i = 0; i < apart[id].count; i++) {
		pn_pose *pose = &apart[id].pose[i];

		pose->at = turned(pose->at, unit->pose.at, quarters);
		pose->at = (pn_vec){pose->at.x + to.at.x - unit->pose.at.x,
				    pose->at.y + to.at.y - unit->pose.at.y};
		pose->facing = (pn_angle)(pose->facing + quarters * PN_DEGREES_90);
	}
	pn_loose_carry(&game, unit, to);
	unit->pose = to;
}

static void expect_all(void)
{
	int sum = 0;

	for (pn_unit_id id = 0; id < UNITS; id++) {
		cr_assert_eq(game.unit[id].loose, apart[id].count);
		sum += apart[id].count;
		for (int i = 0; i < apart[id].count; i++)
			cr_assert(is_same(pn_figure_pose(&game, &game.unit[id], (uint16_t)i),
					  apart[id].pose[i]),
				  "unit %u, figure %d", id, i);
	}
	cr_assert_eq(game.figure_count, sum);
}

Test(loose, each_unit_keeps_its_own_figures)
{
	source.state = 2;
	memset(&game, 0, sizeof game);
	game.unit_count = UNITS;
	for (int i = 0; i < ROUNDS; i++) {
		const pn_unit_id id = (pn_unit_id)any(0, UNITS - 1);

		if (any(0, 2) == 0)
			end(id);
		else if (apart[id].count == 0)
			begin(id);
		else
			carry(id);
		if (i % 16 == 0)
			expect_all();
	}
}

/* ---- shapes ---- */

static void expect_shape(const struct pn_shape *found, const struct pn_shape *wanted, int figure)
{
	cr_assert_eq(found->count, wanted->count);
	for (uint8_t i = 0; i < found->count; i++)
		cr_assert(found->point[i].x == wanted->point[i].x &&
				  found->point[i].y == wanted->point[i].y,
			  "figure %d: %d, %d and not %d, %d", figure, found->point[i].x,
			  found->point[i].y, wanted->point[i].x, wanted->point[i].y);
}

/* Side by side they stand as a formation with gaps does, and cover the bases of its figures. */
Test(loose, their_bases_are_those_of_the_formation)
{
	static struct pn_body body;

	source.state = 3;
	for (int i = 0; i < 400; i++) {
		struct pn_unit *unit = &game.unit[0];
		struct pn_formation formed;
		pn_pose front = any_pose();
		pn_vec left;

		memset(&game, 0, sizeof game);
		game.unit_count = 1;
		front.facing = (pn_angle)(any(0, 3) * PN_DEGREES_90);
		formed = (struct pn_formation){(uint16_t)any(1, PN_LOOSE_MAX), 1, any(100, 900) * 2,
					       any(100, 900) * 2, any(0, 400) * 2};
		formed.files = (uint16_t)any(1, formed.figures);
		unit->figures = formed.figures;
		unit->files = formed.files;
		unit->base_width = (uint16_t)formed.base_width;
		unit->base_depth = (uint16_t)formed.base_depth;
		unit->gap = (uint16_t)formed.gap;
		left = pn_ahead(front, 0, (formed.base_width - pn_frontage(formed)) / 2);
		unit->pose = (pn_pose){left, front.facing};
		pn_loose_begin(&game, unit);
		pn_unit_body(&body, &game, unit);
		cr_assert_eq(body.count, formed.figures);
		for (uint16_t k = 0; k < formed.figures; k++) {
			const struct pn_shape base = pn_figure_base(front, formed, k);

			expect_shape(&body.part[k], &base, k);
		}
		pn_loose_end(&game, unit);
		unit->pose = front;
		pn_unit_body(&body, &game, unit);
		cr_assert_eq(body.count, 1);
		cr_assert_eq(body.part[0].count, pn_footprint(front, formed).count);
	}
}

/* Two bodies overlap or touch when any two of their parts do. */
Test(loose, any_two_of_them)
{
	static struct pn_body a, b;

	source.state = 4;
	for (int i = 0; i < 4000; i++) {
		bool overlap = false, touch = false;

		a.count = (uint8_t)any(1, 3);
		b.count = (uint8_t)any(1, 3);
		for (uint8_t k = 0; k < 3; k++) {
			const struct pn_formation one = {1, 1, 1000, 1000, 0};

			a.part[k] = pn_footprint((pn_pose){{any(0, 4) * 1000, 1000}, 0}, one);
			b.part[k] = pn_footprint((pn_pose){{any(0, 4) * 1000, any(1, 3) * 1000}, 0},
						 one);
		}
		for (uint8_t k = 0; k < a.count * b.count; k++) {
			const struct pn_shape *one = &a.part[k / b.count];
			const struct pn_shape *other = &b.part[k % b.count];

			overlap = overlap || pn_shapes_overlap(one, other);
			touch = touch || pn_shapes_touch(one, other);
		}
		cr_assert_eq(pn_bodies_overlap(&a, &b), overlap);
		cr_assert_eq(pn_bodies_touch(&a, &b), touch);
	}
}

/* ---- figures that are sent ---- */

Test(loose, moves_send_figures_and_nothing_else_does)
{
	struct pn_placed sent = {.of = 5}, room = {0};

	for (unsigned kind = 0; kind < PN_COMMAND_COUNT; kind++) {
		struct pn_command command = pn_command_of(kind);
		const bool moves = kind == PN_COMMAND_CHARGE || kind == PN_COMMAND_MANOEUVRE ||
				   kind == PN_COMMAND_MOVE || kind == PN_COMMAND_RETREAT ||
				   kind == PN_COMMAND_OPPORTUNITY_CHARGE;

		if (moves)
			command.path.placed = &sent;
		else
			memset(&command.outcome, 0xff, sizeof command.outcome);
		cr_expect_eq(pn_command_placed(&command), moves ? &sent : NULL, "%d", kind);
		room.of = 0;
		cr_expect_eq(pn_command_keep(&command, &room), moves, "%d", kind);
		cr_expect_eq(room.of, moves ? 5 : 0);
		if (moves)
			cr_expect_eq(command.path.placed, &room);
	}
	for (int kind = 0; kind < PN_EVENT_COUNT; kind++) {
		struct pn_event event = {.kind = (uint8_t)kind};
		const bool sends = kind == PN_EVENT_MOVE_ANNOUNCED;

		event.move_announced.path.placed = &sent;
		cr_expect_eq(pn_event_placed(&event), sends ? &sent : NULL, "%d", kind);
		room.of = 0;
		cr_expect_eq(pn_event_keep(&event, &room), sends, "%d", kind);
		cr_expect_eq(room.of, sends ? 5 : 0);
	}
}

/* What a unit has announced borrows its figures from the game, if it sends any. */
Test(loose, what_is_announced)
{
	memset(&game, 0, sizeof game);
	game.announced.count = 1;
	cr_expect_null(pn_announced(&game).placed);
	game.announced_placed.of = 1;
	cr_expect_eq(pn_announced(&game).placed, &game.announced_placed);
	cr_expect_eq(pn_announced(&game).count, 1);
}
