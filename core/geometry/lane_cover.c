/* Shadows of blockers, certain and possible.
 *
 * The ends of a shadow drift by as much as the points that make them. Between two shadows
 * that meet, as those of two units side by side do, drifting ends would leave a gap over
 * any range of headings that is worth the name. But the gap is never wider than the way
 * across from any point of the one to any point of the other, and that drifts by no more
 * than the way is long: next to nothing where two corners meet. */

#include "lane_cover.h"

/* One part at an aim: what it covers at every heading and what it may cover at some, if it
 * is ahead of the front. */
struct cover {
	struct pn_lane_shadow certain;
	struct pn_lane_shadow possible;
	struct pn_maybe ahead;
};

/* A part that lies across all the front, no point before it: is it ahead where it crosses
 * u = 0? Which side of an edge the corner of the front is on never changes, so the answer
 * is certain where the crossing is. */
static struct pn_maybe is_ahead_at_corner(const struct pn_lane_spot *spots, uint16_t count)
{
	struct pn_maybe ahead = {false, false};

	for (uint16_t i = 0; i < count; i++) {
		struct pn_lane_spot a = spots[i];
		struct pn_lane_spot b = spots[i + 1 < count ? i + 1 : 0];
		bool a_left = a.across + a.across_drift <= 0;
		bool b_left = b.across + b.across_drift <= 0;
		bool a_right = a.across - a.across_drift > 0;
		bool b_right = b.across - b.across_drift > 0;

		if ((a_left && b_left) || (a_right && b_right))
			continue;
		if (!(a_left && b_right) && !(a_right && b_left)) {
			ahead.possible = true;
			continue;
		}
		pn_wide v = (pn_wide)b.across * (a.ahead + pn_lane_scaled(PN_LANE_BEHIND)) -
			    (pn_wide)a.across * (b.ahead + pn_lane_scaled(PN_LANE_BEHIND));

		if (a_left ? v >= 0 : v <= 0)
			return (struct pn_maybe){true, true};
	}
	return ahead;
}

static void widen(struct pn_lane_shadow *shadow, int64_t low, int64_t high)
{
	struct pn_lane_stretch *stretch = &shadow->stretch;

	stretch->low = low < stretch->low ? low : stretch->low;
	stretch->high = high > stretch->high ? high : stretch->high;
}

/* Only points before the front say whether a part is ahead of it. */
static struct cover find_cover(const struct pn_lane_view *view, const struct pn_lane_aim *aim,
			       const struct pn_lane_part *part)
{
	const struct pn_lane_shadow nothing = {.stretch = {INT64_MAX, INT64_MIN}};
	struct cover cover = {nothing, nothing, {false, false}};
	struct pn_lane_spot spots[PN_SHAPE_POINTS_MAX + 1];
	int64_t left = pn_lane_scaled(view->left);
	int64_t right = pn_lane_scaled(view->left + view->lanes * view->width);
	bool some_before = false;     /* is a point before the front for certain? */
	bool all_before_ahead = true; /* are those that may be before it ahead for certain? */
	int64_t least = INT64_MAX;
	int64_t greatest = INT64_MIN;

	for (uint16_t i = 0; i < part->count; i++) {
		pn_vec point = view->point[part->first + i];
		struct pn_lane_spot spot = pn_lane_look(aim, point);
		int64_t low = spot.across - spot.across_drift;
		int64_t high = spot.across + spot.across_drift;
		struct pn_maybe ahead =
			pn_at_least(spot.ahead, spot.ahead_drift, pn_lane_scaled(-PN_LANE_BEHIND));

		spots[i] = spot;
		widen(&cover.possible, low, high);
		widen(&cover.certain, high, low);
		if (spot.across < least) {
			least = spot.across;
			cover.certain.low_point = point;
		}
		if (spot.across > greatest) {
			greatest = spot.across;
			cover.certain.high_point = point;
		}
		if (high <= left || low >= right)
			continue;
		cover.ahead.possible |= ahead.possible;
		all_before_ahead &= ahead.certain;
		if (low > left && high < right) {
			some_before = true;
			cover.ahead.certain |= ahead.certain;
		}
	}
	if (!some_before) {
		struct pn_maybe crossing = is_ahead_at_corner(spots, part->count);

		cover.ahead.certain = crossing.certain && all_before_ahead;
		cover.ahead.possible |= crossing.possible;
	}
	return cover;
}

static void insert_shadow(struct pn_lane_shadows *shadows, const struct pn_lane_shadow *shadow)
{
	uint16_t at = shadows->count++;

	for (; at > 0 && shadows->shadow[at - 1].stretch.low > shadow->stretch.low; at--)
		shadows->shadow[at] = shadows->shadow[at - 1];
	shadows->shadow[at] = *shadow;
}

void pn_lane_covers_cast(const struct pn_lane_view *view, const struct pn_lane_aim *aim,
			 struct pn_lane_stretch stretch, struct pn_lane_list *list,
			 uint16_t *listed, struct pn_lane_covers *covers)
{
	uint16_t kept = 0;

	covers->least = pn_lane_scaled(view->least);
	covers->certain.count = 0;
	covers->possible.count = 0;
	for (uint16_t i = 0; i < *listed; i++) {
		uint16_t number = list->number[i];
		struct cover cover = find_cover(view, aim, &view->part[number]);
		struct pn_lane_stretch certain = cover.certain.stretch;
		struct pn_lane_stretch possible = cover.possible.stretch;

		if (!cover.ahead.possible || possible.low >= stretch.high ||
		    possible.high <= stretch.low)
			continue;
		list->number[i] = list->number[kept];
		list->number[kept++] = number;
		insert_shadow(&covers->possible, &cover.possible);
		if (cover.ahead.certain && certain.low <= certain.high)
			insert_shadow(&covers->certain, &cover.certain);
	}
	*listed = kept;
}

bool pn_lane_is_free(const struct pn_lane_covers *covers, struct pn_lane_stretch stretch)
{
	const struct pn_lane_shadows *shadows = &covers->possible;

	for (uint16_t i = 0; i < shadows->count; i++) {
		struct pn_lane_stretch shadow = shadows->shadow[i].stretch;

		if (shadow.low >= stretch.high)
			break;
		if (shadow.low - stretch.low >= covers->least)
			return true;
		if (shadow.high > stretch.low)
			stretch.low = shadow.high;
	}
	return stretch.high - stretch.low >= covers->least;
}

/* Is the way across from a point to another never wide enough to the right? */
static bool is_never_wide(const struct pn_lane_covers *covers, const struct pn_lane_aim *aim,
			  pn_vec from, pn_vec to)
{
	struct pn_lane_spot way = pn_lane_look(aim, pn_subtract(to, from));

	return way.across + way.across_drift < covers->least;
}

bool pn_lane_may_be_free(const struct pn_lane_covers *covers, const struct pn_lane_aim *aim,
			 struct pn_lane_stretch stretch, pn_vec to, pn_vec from)
{
	const struct pn_lane_shadows *shadows = &covers->certain;
	pn_vec end = to; /* the farthest known to be covered on the right */

	for (uint16_t i = 0; i < shadows->count; i++) {
		const struct pn_lane_shadow *shadow = &shadows->shadow[i];

		if (shadow->stretch.low >= stretch.high)
			break;
		if (shadow->stretch.low - stretch.low >= covers->least &&
		    !is_never_wide(covers, aim, end, shadow->low_point))
			return true;
		if (shadow->stretch.high > stretch.low) {
			stretch.low = shadow->stretch.high;
			end = shadow->high_point;
		}
	}
	return stretch.high - stretch.low >= covers->least &&
	       !is_never_wide(covers, aim, end, from);
}
