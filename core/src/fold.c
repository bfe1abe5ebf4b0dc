/* Folding a list of events: what was undone does not happen. */

#include "evolve.h"

bool pn_event_seen(const struct pn_event *event, pn_side viewer)
{
	return viewer == PN_NO_SIDE || (event->audience & (1u << viewer)) != 0;
}

bool pn_event_is_written(uint8_t kind)
{
	return kind == PN_EVENT_PLAN_SET || kind == PN_EVENT_PLAN_STOPPED ||
	       kind == PN_EVENT_STANDING_ORDERS_SET;
}

/* The marks that were undone, one bit a mark: numbers are never used again, so a set
 * is enough, and folding stays linear however often a player changes their mind. */
struct undone_marks {
	bool any;
	uint8_t bit[PN_VIEWERS][(UINT16_MAX + 1) / 8];
};

static bool is_undone(const struct undone_marks *undone, struct pn_mark mark)
{
	return undone->any && mark.number != 0 &&
	       (undone->bit[mark.owner][mark.number / 8] & (1u << mark.number % 8));
}

static void find_undone(struct undone_marks *undone, const struct pn_event *list, size_t count,
			pn_side viewer)
{
	undone->any = false;
	for (size_t i = 0; i < count; i++) {
		struct pn_mark mark = list[i].undone.mark;

		if (list[i].kind != PN_EVENT_UNDONE || !pn_event_seen(&list[i], viewer))
			continue;
		if (!undone->any)
			memset(undone->bit, 0, sizeof undone->bit);
		undone->any = true;
		pn_assert(mark.owner <= PN_PUBLIC);
		undone->bit[mark.owner][mark.number / 8] |= (uint8_t)(1u << mark.number % 8);
	}
}

void pn_fold(struct pn_game *game, const struct pn_game *start, const struct pn_event *list,
	     size_t count, pn_side viewer)
{
	struct undone_marks undone;

	find_undone(&undone, list, count, viewer);
	*game = *start;
	for (size_t i = 0; i < count; i++) {
		if (!pn_event_seen(&list[i], viewer))
			continue;
		if (is_undone(&undone, list[i].mark))
			pn_count_mark(game, list[i].mark);
		else
			pn_evolve(game, &list[i]);
	}
}
