#include "codec/codec_ahead.h"

#include "base/write.h"
#include "codec/codec_preview.h"
#include "codec/names.h"
#include "codec/value.h"

static bool is_elsewhere(const struct pn_unit *then, const struct pn_unit *now)
{
	return then->pose.at.x != now->pose.at.x || then->pose.at.y != now->pose.at.y ||
	       then->pose.facing != now->pose.facing;
}

static void write_places(struct text *out, const struct pn_game *then, const struct pn_game *now,
			 pn_side side)
{
	write_byte(out, '[');
	for (pn_unit_id unit = 0; unit < then->unit_count; unit++) {
		if (then->unit[unit].side != side ||
		    !is_elsewhere(&then->unit[unit], &now->unit[unit]))
			continue;
		write_item(out);
		write_byte(out, '{');
		write_key(out, "pose");
		write_pose(out, then->unit[unit].pose);
		write_key(out, "unit");
		write_who(out, then, unit);
		write_byte(out, '}');
	}
	write_byte(out, ']');
}

static void write_decision(struct text *out, const struct pn_game *then, enum ahead_end end)
{
	const struct pn_pending *top = pn_top_pending(then);

	write_key(out, "decision");
	if (end == AHEAD_ASKED && top)
		write_name(out, name_at(NAMES_DECISION, pn_rules_of(then), top->decision));
	else
		text_add_string(out, "null");
}

static void write_preview_of(struct text *out, const char *key, const struct codec_list *list,
			     const struct pn_preview *preview)
{
	if (!preview)
		return;
	write_key(out, key);
	codec_preview_encode(out, list->view, list->muster, preview);
}

void codec_ahead_encode(struct text *out, const struct codec_list *list,
			const struct codec_ahead *ahead)
{
	static const char *const ends[] = {
#define X(name, wire) wire,
		AHEAD_ENDS(X)
#undef X
	};
	const struct pn_game *then = list->view;

	write_byte(out, '{');
	write_key(out, "actions");
	if (ahead->end == AHEAD_ASKED)
		codec_actions_encode(out, list);
	else
		text_add_string(out, "[]");
	write_key_integer(out, "carried_out", ahead->carried_out);
	write_decision(out, then, ahead->end);
	write_key_string(out, "end", ends[ahead->end]);
	write_key_name(out, "phase", name_at(NAMES_PHASE, pn_rules_of(then), then->phase));
	write_key(out, "places");
	write_places(out, then, ahead->now, ahead->side);
	write_preview_of(out, "preview", list, ahead->then);
	write_preview_of(out, "refusal", list, ahead->refused);
	write_key_integer(out, "turn", then->turn);
	write_key_integer(out, "version", ahead->version);
	write_byte(out, '}');
}
