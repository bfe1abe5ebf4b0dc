/* The sides that a game waits for: in the getGame object, and as the message "turn". */

#include "codec/codec_view.h"
#include "codec/parts.h"
#include "codec/value.h"

/* What one side owes; with PN_PUBLIC it is not said which. All of it was told as the decision was opened. */
static void write_owed(struct text *out, const struct pn_game *game,
		       const struct pn_pending *pending, pn_side side, int64_t until_ms)
{
	write_byte(out, '{');
	write_key_name(out, "decision",
		       name_at(NAMES_DECISION, pn_rules_of(game), pending->decision));
	if (pending->other != PN_NO_UNIT) {
		write_key(out, "other");
		write_who(out, game, pending->other);
	}
	if (pending->queue_count) {
		write_key(out, "queue");
		write_units(out, game, pending->queue, pending->queue_count);
	}
	if (side < PN_SIDES)
		write_key_name(out, "side", name_at(NAMES_SIDE, NULL, side));
	if (pending->stage)
		write_key_integer(out, "stage", pending->stage);
	if (pending->unit != PN_NO_UNIT) {
		write_key(out, "unit");
		write_who(out, game, pending->unit);
	}
	if (until_ms) {
		write_key(out, "until");
		write_time(out, until_ms);
	}
	if (pending->value)
		write_key_integer(out, "value", pending->value);
	write_byte(out, '}');
}

void write_waiting_for(struct text *out, const struct pn_game *game,
		       const int64_t until_ms[PN_SIDES])
{
	const struct pn_pending *top = game->over ? NULL : pn_top_pending(game);

	write_key(out, "waiting_for");
	write_byte(out, '[');
	for (pn_side side = PN_RED; top && side < PN_SIDES; side++) {
		if (!(top->owes >> side & 1))
			continue;
		write_item(out);
		write_owed(out, game, top, side, until_ms[side]);
	}
	write_byte(out, ']');
}

/* What is waited for that no rule asks. */
static void write_asked(struct text *out, const char *decision, int64_t until_ms)
{
	write_byte(out, '{');
	write_key_name(out, "decision", decision);
	if (until_ms) {
		write_key(out, "until");
		write_time(out, until_ms);
	}
	write_byte(out, '}');
}

void codec_you_encode(struct text *out, const struct codec_turn *turn)
{
	write_key(out, "you");
	switch (turn->you) {
	case AWAITED_NOT:
		text_add_string(out, "null");
		break;
	case AWAITED_DECISION:
		write_owed(out, turn->game, pn_top_pending(turn->game), PN_PUBLIC,
			   turn->until_ms[turn->side]);
		break;
	case AWAITED_ARMY:
		write_asked(out, "army", turn->army_until_ms);
		break;
	case AWAITED_RULING:
		write_asked(out, "ruling", 0);
		break;
	}
}

void codec_turn_encode(struct text *out, const struct codec_turn *turn)
{
	write_byte(out, '{');
	write_key_name(out, "game", turn->id);
	write_key_integer(out, "version", turn->version);
	write_waiting_for(out, turn->game, turn->until_ms);
	codec_you_encode(out, turn);
	write_byte(out, '}');
}
