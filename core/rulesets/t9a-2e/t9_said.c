/* The way of a charge that its owner says (T9-84, T9-89). The wheel, its place and its angle,
 * decides where the unit makes contact, and with that where on the facing it comes to lie;
 * whatever keeps to the priorities of T9-88 is its owner's to choose. */

#include "t9_search.h"

/* A path taken apart. */
struct said {
	pn_len ahead;
	const struct pn_leg *wheel; /* or NULL */
};

/* At most one stretch straight ahead, then at most one forward wheel of up to 90 degrees. */
static bool take_apart(const struct pn_path *path, pn_angle facing, struct said *out)
{
	uint8_t at = 0;

	*out = (struct said){0};
	if (path->leg[at].kind == PN_LEG_ADVANCE) {
		if (path->leg[at].heading != facing)
			return false;
		out->ahead = path->leg[at++].length;
	}
	if (at < path->count && path->leg[at].kind == PN_LEG_WHEEL &&
	    path->leg[at].angle <= PN_DEGREES_90)
		out->wheel = &path->leg[at++];
	return at == path->count;
}

static bool find(const struct t9_asked *asked, const struct said *said, struct t9_way *out)
{
	if (!said->wheel)
		return t9_way_after(asked, said->ahead, out);
	return said->wheel->left
		       ? t9_one_way(asked, said->ahead, PN_CORNER_LEFT,
				    -(int32_t)said->wheel->angle, out)
		       : t9_one_way(asked, said->ahead, PN_CORNER_RIGHT, said->wheel->angle, out);
}

static bool turns_target(const struct t9_asked *asked, const struct t9_way *way)
{
	return !t9_is_same_pose(way->target, asked->view->unit[asked->target].pose);
}

/* Can no way be better by T9-88? Asked first, for looking for the best of all is dear. */
static bool is_perfect(const struct t9_asked *asked, const struct t9_way *way)
{
	return way->touched == 0 && !turns_target(asked, way) &&
	       (asked->any_models || way->models >= t9_models_possible(asked));
}

/* Decides T9-89. */
static struct pn_verdict compare(const struct t9_asked *asked, const struct t9_way *way)
{
	struct t9_way best;

	if (is_perfect(asked, way) || !t9_find_way(asked, &best))
		return pn_lawful();
	if (way->touched > best.touched)
		return pn_refuse(PN_REFUSE_TOUCHES_ENEMY, PN_CLAUSE("T9-88"));
	if (turns_target(asked, way) > turns_target(asked, &best) ||
	    (!asked->any_models && way->models < best.models))
		return pn_refuse(PN_REFUSE_BAD_PATH, PN_CLAUSE("T9-88"));
	return pn_lawful();
}

/* With a way to write it into, the best that keeps to what is said; without, any is looked for
 * that decides. */
static struct pn_verdict check(const struct t9_asked *asked, const struct pn_path *path, bool alone,
			       struct t9_way *out)
{
	struct t9_asked upright = *asked;
	struct t9_way way;
	struct said said;

	upright.lean = T9_UPRIGHT;
	if (!take_apart(path, asked->view->unit[asked->unit].pose.facing, &said))
		return pn_refuse(PN_REFUSE_BAD_PATH, PN_CLAUSE("T9-84"));
	if (out && !find(&upright, &said, out))
		return pn_refuse(PN_REFUSE_BAD_PATH, PN_CLAUSE("T9-04"));
	upright.any_models = !alone || asked->facing == T9_ANY_FACING;
	if (!out && !find(&upright, &said, &way))
		return pn_refuse(PN_REFUSE_BAD_PATH, PN_CLAUSE("T9-04"));
	return compare(&upright, out ? out : &way);
}

struct pn_verdict t9_check_said(const struct t9_asked *asked, const struct pn_path *path,
				bool alone)
{
	return check(asked, path, alone, NULL);
}

bool t9_find_said(const struct t9_asked *asked, const struct pn_path *path, bool alone,
		  struct t9_way *out)
{
	return check(asked, path, alone, out).code == PN_LAWFUL;
}
