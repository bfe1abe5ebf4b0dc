/* The sides that a game waits for. All of it comes from the viewer's own view and from what
 * everybody knows: clocks, and which armies are sealed. */

#include <string.h>

#include "game/snapshot_inside.h"

static enum awaited_kind awaited_of(const struct snapshot *snapshot, pn_side viewer, bool is_umpire,
				    const struct army_facts *armies)
{
	const struct pn_game *view = snapshot_view(snapshot, viewer);

	if (armies->until_ms && viewer < PN_SIDES)
		return armies->sealed[viewer] ? AWAITED_NOT : AWAITED_ARMY;
	if (snapshot->header.status != GAME_PLAYING)
		return AWAITED_NOT;
	if (viewer < PN_SIDES)
		return pn_owes(view, viewer) ? AWAITED_DECISION : AWAITED_NOT;
	bool is_asked = view->question[PN_RED].kind != PN_PROPOSAL_NOTHING ||
			view->question[PN_BLUE].kind != PN_PROPOSAL_NOTHING;

	return is_umpire && is_asked ? AWAITED_RULING : AWAITED_NOT;
}

uint8_t snapshot_awaited(const struct snapshot *snapshot)
{
	struct army_facts armies;
	uint8_t awaited = 0;

	snapshot_armies(snapshot, &armies);
	for (pn_side viewer = 0; viewer < PN_VIEWERS; viewer++)
		if (awaited_of(snapshot, viewer, true, &armies) != AWAITED_NOT)
			awaited |= (uint8_t)(1u << viewer);
	return awaited;
}

uint8_t snapshot_awaited_openly(const struct snapshot *snapshot)
{
	const struct pn_game *view = snapshot_view(snapshot, PN_PUBLIC);
	struct army_facts armies;
	uint8_t awaited = 0;

	snapshot_armies(snapshot, &armies);
	for (pn_side side = 0; side < PN_SIDES; side++) {
		const bool waits = armies.until_ms ? !armies.sealed[side]
						   : snapshot->header.status == GAME_PLAYING &&
							     pn_owes(view, side);
		if (waits)
			awaited |= (uint8_t)(1u << side);
	}
	return awaited;
}

void snapshot_turn(const struct snapshot *snapshot, pn_side viewer, bool is_umpire,
		   struct turn *out)
{
	const struct pn_game *view = snapshot_view(snapshot, viewer);
	const struct pn_pending *top = view->over ? NULL : pn_top_pending(view);
	struct army_facts armies;

	/* The padding between the members, too, since turns are compared byte by byte. */
	memset(out, 0, sizeof(*out));
	snapshot_armies(snapshot, &armies);
	out->army_until_ms = armies.until_ms;
	out->you = awaited_of(snapshot, viewer, is_umpire, &armies);
	for (pn_side side = 0; side < PN_SIDES; side++)
		out->until_ms[side] = clock_until(snapshot_clock(snapshot), side);
	if (!top)
		return;
	out->owes = top->owes;
	out->decision = top->decision;
	out->unit = top->unit;
	out->other = top->other;
}

void turn_write(struct text *out, const struct snapshot *snapshot, pn_side viewer,
		const struct turn *turn)
{
	struct codec_turn encoded = {
		.id = snapshot->header.id,
		.version = snapshot_tip(snapshot, viewer).version,
		.side = viewer,
		.you = turn->you,
		.army_until_ms = turn->army_until_ms,
		.game = snapshot_view(snapshot, viewer),
	};

	memcpy(encoded.until_ms, turn->until_ms, sizeof(encoded.until_ms));
	codec_turn_encode(out, &encoded);
}
