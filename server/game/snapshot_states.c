/* The truth of a game and what three viewers see of it. While nobody has a secret all four are
 * alike: then a view is the truth itself, and a command copies one state. A view of its own
 * belongs to all snapshots and viewers in which it is the same, and is never changed. */

#include "game/snapshot_inside.h"

#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "game/state_coder.h"

struct kept_view {
	atomic_int references;
	struct pn_game game;
};

/* ---- states ---- */

/* Of a state's last members: places of units and figures that it does not have nobody reads. */
static size_t size_to_units(const struct pn_game *game)
{
	return offsetof(struct pn_game, unit) + game->unit_count * sizeof(game->unit[0]);
}

static size_t size_from_secrets(const struct pn_game *game)
{
	return offsetof(struct pn_game, figure) - offsetof(struct pn_game, secret) +
	       game->figure_count * sizeof(game->figure[0]);
}

static void copy_state(struct pn_game *to, const struct pn_game *from)
{
	memcpy(to, from, size_to_units(from));
	memcpy(to->secret, from->secret, size_from_secrets(from));
}

/* The same bytes? The counts are among those that are compared. What differs most is looked at
 * first. */
static bool is_alike(const struct pn_game *a, const struct pn_game *b)
{
	return memcmp(a->secret, b->secret, size_from_secrets(a)) == 0 &&
	       memcmp(a, b, size_to_units(a)) == 0;
}

_Static_assert(offsetof(struct pn_game, secret) > offsetof(struct pn_game, unit) &&
		       offsetof(struct pn_game, figure) > offsetof(struct pn_game, figure_count) &&
		       offsetof(struct pn_game, figure_count) > offsetof(struct pn_game, secret) &&
		       offsetof(struct pn_game, figure) + sizeof((struct pn_game){0}.figure) +
				       _Alignof(struct pn_game) >
			       sizeof(struct pn_game),
	       "units, secrets and figures are the last members of a game");

/* ---- views ---- */

const struct pn_game *snapshot_view(const struct snapshot *snapshot, pn_side viewer)
{
	const struct kept_view *own = snapshot->own[viewer];
	return own ? &own->game : &snapshot->truth;
}

static struct kept_view *hold_view(struct kept_view *view)
{
	if (view)
		atomic_fetch_add(&view->references, 1);
	return view;
}

static void release_view(struct kept_view *view)
{
	if (view && atomic_fetch_sub(&view->references, 1) == 1)
		free(view);
}

/* Takes the reference. */
static void set_view(struct snapshot *snapshot, pn_side viewer, struct kept_view *view)
{
	release_view(snapshot->own[viewer]);
	snapshot->own[viewer] = view;
}

/* A view of its own, to be changed now: a copy of `from`. */
static struct pn_game *part_view(struct snapshot *snapshot, pn_side viewer,
				 const struct pn_game *from)
{
	struct kept_view *view = reallocate(NULL, 1, sizeof(*view));

	atomic_init(&view->references, 1);
	copy_state(&view->game, from);
	set_view(snapshot, viewer, view);
	return &view->game;
}

/* Is it what one of those before it sees, or the truth? Then it need not be there twice. */
static void join_view(struct snapshot *snapshot, pn_side viewer)
{
	const struct kept_view *own = snapshot->own[viewer];

	if (own && is_alike(&own->game, &snapshot->truth)) {
		set_view(snapshot, viewer, NULL);
		return;
	}
	for (pn_side other = 0; own && other < viewer; other++) {
		struct kept_view *kept = snapshot->own[other];

		if (kept && (kept == own || is_alike(&kept->game, &own->game))) {
			set_view(snapshot, viewer, hold_view(kept));
			return;
		}
	}
}

static uint32_t count_seen(const struct pn_event *list, uint32_t count, pn_side viewer)
{
	uint32_t seen = 0;

	for (uint32_t i = 0; i < count; i++)
		seen += pn_event_seen(&list[i], viewer);
	return seen;
}

/* ---- life ---- */

void states_copy(struct snapshot *to, const struct snapshot *from)
{
	copy_state(&to->truth, &from->truth);
	for (pn_side viewer = 0; viewer < PN_VIEWERS; viewer++)
		to->own[viewer] = hold_view(from->own[viewer]);
}

void states_release(struct snapshot *snapshot)
{
	for (pn_side viewer = 0; viewer < PN_VIEWERS; viewer++)
		set_view(snapshot, viewer, NULL);
}

/* ---- taking in ---- */

/* Fold the first `count` events for the truth and every viewer. */
static void fold_from(struct snapshot *snapshot, const struct pn_game *start, uint32_t count)
{
	struct pn_event *list = log_copy_events(snapshot->log, count);

	pn_fold(&snapshot->truth, start, list, count, PN_NO_SIDE);
	for (pn_side viewer = 0; viewer < PN_VIEWERS; viewer++) {
		set_view(snapshot, viewer, NULL);
		if (count_seen(list, count, viewer) == count)
			continue;
		pn_fold(part_view(snapshot, viewer, start), start, list, count, viewer);
		join_view(snapshot, viewer);
	}
	free(list);
}

void states_fold(struct snapshot *snapshot, uint32_t count)
{
	const struct game_base *base = snapshot->base;
	struct pn_game start;
	struct pn_muster_fault fault =
		army_set_up(&start, base->ruleset, &base->muster, &base->armies);
	pn_assert(fault.code == PN_MUSTER_NONE);
	fold_from(snapshot, &start, count);
}

void snapshot_fold(struct snapshot *snapshot, uint32_t rows)
{
	const struct log_row *last = log_row(snapshot->log, rows - 1);
	const struct pn_game start = snapshot->truth;

	pn_assert(snapshot->rows == 0);
	fold_from(snapshot, &start, last->first + last->count);
	while (snapshot->rows < rows)
		snapshot_take_row(snapshot, log_row(snapshot->log, snapshot->rows));
}

/* What a viewer saw before, and what they see of the events. A view that is the truth and to
 * which nothing was hidden is the truth still. */
static void follow_view(struct snapshot *snapshot, const struct snapshot *before, pn_side viewer,
			const struct pn_events *events)
{
	uint32_t seen = count_seen(events->event, events->count, viewer);

	if (seen == (snapshot->own[viewer] ? 0 : events->count))
		return;
	struct pn_game *view = part_view(snapshot, viewer, snapshot_view(before, viewer));

	for (uint32_t i = 0; i < events->count; i++) {
		if (pn_event_seen(&events->event[i], viewer))
			pn_evolve(view, &events->event[i]);
	}
}

void snapshot_follow(struct snapshot *snapshot, const struct snapshot *before,
		     const struct pn_events *events)
{
	for (uint32_t i = 0; i < events->count; i++) {
		if (events->event[i].kind == PN_EVENT_UNDONE) {
			states_fold(snapshot, snapshot->log->entry_count);
			return;
		}
	}
	for (pn_side viewer = 0; viewer < PN_VIEWERS; viewer++) {
		follow_view(snapshot, before, viewer, events);
		join_view(snapshot, viewer);
	}
}

/* ---- going on from a state row ---- */

static bool takes_back(const struct pn_event *list, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		if (list[i].kind == PN_EVENT_UNDONE)
			return true;
	return false;
}

/* Fold events behind what each viewer knows. */
static void fold_on(struct snapshot *snapshot, const struct pn_event *list, uint32_t count)
{
	const struct pn_game before = snapshot->truth;

	for (uint32_t i = 0; i < count; i++)
		pn_evolve(&snapshot->truth, &list[i]);
	for (pn_side viewer = 0; viewer < PN_VIEWERS; viewer++) {
		struct kept_view *own = hold_view(snapshot->own[viewer]);

		if (own || count_seen(list, count, viewer) != count) {
			struct pn_game *view =
				part_view(snapshot, viewer, own ? &own->game : &before);

			for (uint32_t i = 0; i < count; i++)
				if (pn_event_seen(&list[i], viewer))
					pn_evolve(view, &list[i]);
		}
		release_view(own);
		join_view(snapshot, viewer);
	}
}

bool snapshot_go_on(struct snapshot *snapshot)
{
	const struct game_log *log = snapshot->log;
	const uint32_t first = snapshot->entries, count = log->entry_count - first;
	struct pn_event *list = allocate(count ? count : 1, sizeof(*list));

	for (uint32_t i = 0; i < count; i++)
		list[i] = log_event(log, first + i);
	bool goes_on = !takes_back(list, count);
	if (goes_on && count)
		fold_on(snapshot, list, count);
	free(list);
	while (goes_on && snapshot->rows < log->row_count)
		snapshot_take_row(snapshot, log_row(log, snapshot->rows));
	return goes_on;
}

/* ---- a state row's part ---- */

static void code_state(struct state_coder *coder, struct pn_game *game)
{
	state_code(coder, game, offsetof(struct pn_game, unit));
	coder->failed |= game->unit_count > PN_UNITS_MAX;
	if (coder->failed)
		return;
	state_code(coder, game->unit, game->unit_count * sizeof(game->unit[0]));
	state_code(coder, game->secret,
		   offsetof(struct pn_game, figure) - offsetof(struct pn_game, secret));
	coder->failed |= game->figure_count > PN_FIGURE_POSES_MAX;
	if (!coder->failed)
		state_code(coder, game->figure, game->figure_count * sizeof(game->figure[0]));
}

/* Whose view a viewer's is: the truth's, that of one before them, or their own. */
enum { VIEW_TRUTH = PN_VIEWERS, VIEW_OWN };

static uint8_t whose_view(const struct snapshot *snapshot, pn_side viewer)
{
	if (!snapshot->own[viewer])
		return VIEW_TRUTH;
	for (pn_side other = 0; other < viewer; other++)
		if (snapshot->own[other] == snapshot->own[viewer])
			return other;
	return VIEW_OWN;
}

void states_code(struct state_coder *coder, struct snapshot *snapshot)
{
	code_state(coder, &snapshot->truth);
	for (pn_side viewer = 0; viewer < PN_VIEWERS && !coder->failed; viewer++) {
		uint8_t whose = whose_view(snapshot, viewer);

		STATE_CODE(coder, whose);
		coder->failed |= whose > VIEW_OWN || (whose < PN_VIEWERS && whose >= viewer);
		if (coder->failed)
			return;
		if (!coder->out && whose < PN_VIEWERS)
			set_view(snapshot, viewer, hold_view(snapshot->own[whose]));
		if (whose != VIEW_OWN)
			continue;
		if (!coder->out)
			part_view(snapshot, viewer, &snapshot->truth);
		code_state(coder, &snapshot->own[viewer]->game);
	}
}
