/* T9-84, T9-89: the way that the owner of a charge says, on random boards. It is one stretch
 * straight ahead, one wheel, or both in this order, and nothing else; it makes contact by itself;
 * and there is none that T9-88 puts before it. */

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "t9_board.h"
#include "t9a-2e/t9.h"

enum { BOARDS = 2500, SAID = 6 };

static struct pn_game game;

static struct pn_leg straight(struct random_source *random, pn_angle facing)
{
	return (struct pn_leg){
		.kind = PN_LEG_ADVANCE,
		.heading = (pn_angle)(facing + (random_one_in(random, 12) ? 1 : 0)),
		.length = random_between(random, 0, 14 * PN_INCH),
	};
}

static struct pn_leg wheel(struct random_source *random)
{
	return (struct pn_leg){
		.kind = PN_LEG_WHEEL,
		.left = random_one_in(random, 2),
		.angle = (pn_angle)(random_one_in(random, 8)
					    ? PN_DEGREES_90 + random_between(random, -1, 1)
					    : random_between(random, 0, PN_DEGREES_45)),
	};
}

static struct pn_path random_path(struct random_source *random, pn_angle facing)
{
	struct pn_path path = {.given = true, .count = (uint8_t)random_between(random, 1, 2)};
	const bool first = random_one_in(random, 2);

	path.leg[0] = path.count == 2 || first ? straight(random, facing) : wheel(random);
	path.leg[1] = wheel(random);
	if (random_one_in(random, 10))
		path.leg[path.count++] =
			random_one_in(random, 2) ? straight(random, facing) : wheel(random);
	if (random_one_in(random, 20))
		path.leg[path.count - 1].kind = PN_LEG_FACE;
	return path;
}

/* T9-84. What is said: after how much of the way which wheel; NULL: none is named. False: that
 * is no way of a charge. */
static bool is_way(const struct pn_path *path, pn_angle facing, pn_len *ahead,
		   const struct pn_leg **named)
{
	*ahead = 0;
	*named = NULL;
	for (uint8_t i = 0; i < path->count; i++) {
		const struct pn_leg *leg = &path->leg[i];

		if (leg->kind == PN_LEG_ADVANCE && i == 0 && leg->heading == facing)
			*ahead = leg->length;
		else if (leg->kind == PN_LEG_WHEEL && !*named && leg->angle <= PN_DEGREES_90)
			*named = leg;
		else
			return false;
	}
	return true;
}

static bool turned(const struct t9_way *way)
{
	const pn_pose before = game.unit[t9_board_target(&game)].pose;
	const pn_pose after = way->target;

	return before.at.x != after.at.x || before.at.y != after.at.y ||
	       before.facing != after.facing;
}

/* What is said of it, and the way it is. */
static struct pn_verdict judge(const struct t9_asked *asked, const struct pn_path *path, bool alone,
			       struct t9_way *way)
{
	const bool counts = alone && asked->facing != T9_ANY_FACING;
	const struct pn_leg *named;
	struct t9_way best;
	pn_len ahead;
	bool makes_contact;

	if (!is_way(path, game.unit[asked->unit].pose.facing, &ahead, &named))
		return pn_refuse(PN_REFUSE_BAD_PATH, PN_CLAUSE("T9-84"));
	if (!named)
		makes_contact = t9_way_after(asked, ahead, way);
	else if (named->left)
		makes_contact =
			t9_one_way(asked, ahead, PN_CORNER_LEFT, -(int32_t)named->angle, way);
	else
		makes_contact = t9_one_way(asked, ahead, PN_CORNER_RIGHT, named->angle, way);
	if (!makes_contact)
		return pn_refuse(PN_REFUSE_BAD_PATH, PN_CLAUSE("T9-04"));
	if (!t9_find_way(asked, &best))
		return pn_lawful();
	if (way->touched > best.touched)
		return pn_refuse(PN_REFUSE_TOUCHES_ENEMY, PN_CLAUSE("T9-88"));
	if ((turned(way) && !turned(&best)) || (counts && way->models < best.models))
		return pn_refuse(PN_REFUSE_BAD_PATH, PN_CLAUSE("T9-88"));
	return pn_lawful();
}

static bool is_same(struct pn_verdict a, struct pn_verdict b)
{
	return a.code == b.code &&
	       (a.code == PN_LAWFUL || strcmp(a.clause.text, b.clause.text) == 0);
}

struct tally {
	int lawful, no_path, no_contact, touching, worse;
};

static void count(struct tally *tally, struct pn_verdict verdict)
{
	tally->lawful += verdict.code == PN_LAWFUL;
	tally->touching += verdict.code == PN_REFUSE_TOUCHES_ENEMY;
	if (verdict.code != PN_REFUSE_BAD_PATH)
		return;
	tally->no_path += strcmp(verdict.clause.text, "T9-84") == 0;
	tally->no_contact += strcmp(verdict.clause.text, "T9-04") == 0;
	tally->worse += strcmp(verdict.clause.text, "T9-88") == 0;
}

Test(t9_said, a_way_that_is_said_is_one_that_nothing_goes_before, .timeout = 300)
{
	struct random_source random = {89};
	struct tally tally = {0};

	for (int boards = 0; boards < BOARDS;) {
		struct t9_asked asked = {.view = &game, .kinds = T9_ALL};

		if (!t9_set_board(&game, &random, 1))
			continue;
		boards++;
		asked.target = t9_board_target(&game);
		asked.facing = random_one_in(&random, 5)
				       ? (uint8_t)T9_ANY_FACING
				       : t9_arc_of(&game.unit[asked.target], game.unit[0].pose.at);
		for (int i = 0; i < SAID; i++) {
			const struct pn_path path = random_path(&random, game.unit[0].pose.facing);
			const bool alone = !random_one_in(&random, 3);
			struct t9_way way, found;
			const struct pn_verdict verdict = judge(&asked, &path, alone, &way);
			const struct pn_verdict told = t9_check_said(&asked, &path, alone);
			const bool finds = t9_find_said(&asked, &path, alone, &found);

			count(&tally, verdict);
			cr_expect(is_same(told, verdict), "board %d: %d %s, not %d %s", boards,
				  told.code, told.clause.text, verdict.code, verdict.clause.text);
			cr_expect_eq(finds, verdict.code == PN_LAWFUL, "board %d", boards);
			if (finds)
				cr_expect(found.by == way.by && found.ahead == way.ahead &&
						  found.models == way.models,
					  "board %d: wheels %d, not %d", boards, found.by, way.by);
		}
	}
	printf("%d lawful, %d no way, %d without contact, %d touch others, %d worse\n",
	       tally.lawful, tally.no_path, tally.no_contact, tally.touching, tally.worse);
	cr_expect(tally.lawful > BOARDS / 4 && tally.no_path > BOARDS / 4 &&
		  tally.no_contact > BOARDS / 4 && tally.touching > 10 &&
		  tally.worse > BOARDS / 10);
}
