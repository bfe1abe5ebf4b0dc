/* Adjudication again: the muster is set up, the commands are given in order, each checked
 * against its side's own view, and what follows must be the record's events byte for byte. What
 * a side wrote for itself follows from no rule, and is passed over. Dice come from the seed.
 * Salts were drawn at random, so those are the record's own; that each fits its commitment is
 * checked here too, with the content replayed. */

#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "codec/codec.h"
#include "model/clock.h"
#include "verify/check.h"

struct replay {
	struct check *check;
	struct pn_dice_source dice;
	struct pn_game truth;
	struct pn_game view[PN_VIEWERS];
	struct pn_events out;
	struct pn_event *list; /* all events so far */
	size_t count;
	uint32_t at; /* the next line of the record */
	struct clock clock;
};

/* The salt that the record has for a slot, at or after the line being replayed. */
static const struct pn_event *find_opening(const struct replay *replay, const char *slot)
{
	const struct check *check = replay->check;
	for (uint32_t i = replay->at; i < check->count; i++) {
		const struct pn_event *event = &check->line[i].event;
		char name[PN_LABEL_BYTES];
		if (check->line[i].line.kind != RECORD_EVENT ||
		    event->kind != PN_EVENT_SEALED_CONTENT)
			continue;
		pn_slot_write(name, &check->start, event->opening.slot);
		if (strcmp(name, slot) == 0)
			return event;
	}
	return NULL;
}

static void seal_again(void *context, const char *slot, const struct pn_orders *content,
		       uint8_t salt[PN_HASH_BYTES], uint8_t commitment[PN_HASH_BYTES])
{
	const struct replay *replay = context;
	const struct pn_event *opening = find_opening(replay, slot);
	struct text text = TEXT_EMPTY;

	memset(salt, 0, PN_HASH_BYTES);
	if (opening)
		memcpy(salt, opening->opening.salt, PN_HASH_BYTES);
	codec_orders_encode(&text, &replay->check->start, content);
	crypto_seal(commitment, replay->check->header.game, slot, salt, text.bytes);
	text_free(&text);
}

static void roll_again(void *context, const char *label, uint32_t block,
		       uint8_t out[PN_BLOCK_BYTES])
{
	const struct replay *replay = context;
	crypto_dice_block(out, replay->check->dice_key, label, block);
}

/* The record's next line must be this event. */
static bool compare_event(struct replay *replay, const struct pn_event *event)
{
	struct check *check = replay->check;
	const struct record_line *line = &check->line[replay->at].line;
	struct text text = TEXT_EMPTY;

	check->at = replay->at;
	if (line->kind != RECORD_EVENT)
		return check_fail(check, replay->at, "an event is missing before this line");
	codec_event_line(&text, &check->start, event, (uint32_t)replay->count + 1, line->time_ms);
	bool same =
		text.size == line->inner_size && memcmp(text.bytes, line->inner, text.size) == 0;
	if (!same)
		check_fail(check, replay->at, "the rules say otherwise: %.150s", text.bytes);
	text_free(&text);
	/* What it sends is the line's: `out` is filled anew by the next command. */
	replay->list[replay->count] = *event;
	if (pn_event_placed(event))
		replay->list[replay->count].move_announced.path.placed =
			pn_event_placed(&check->line[replay->at].event);
	replay->count++;
	replay->at++;
	return same;
}

/* Take the events in, as red, blue and the umpire do. */
static void follow(struct replay *replay)
{
	const struct pn_game *start = &replay->check->start;
	bool undone = false;

	for (uint16_t i = 0; i < replay->out.count; i++)
		undone |= replay->out.event[i].kind == PN_EVENT_UNDONE;
	if (undone)
		pn_fold(&replay->truth, start, replay->list, replay->count, PN_NO_SIDE);
	for (pn_side side = 0; side < PN_VIEWERS; side++) {
		if (undone)
			pn_fold(&replay->view[side], start, replay->list, replay->count, side);
		for (uint16_t i = 0; !undone && i < replay->out.count; i++) {
			if (pn_event_seen(&replay->out.event[i], side))
				pn_evolve(&replay->view[side], &replay->out.event[i]);
		}
	}
}

/* Move the clocks by what just happened. */
static void follow_clock(struct replay *replay, int64_t time_ms)
{
	bool told = false;

	for (uint16_t i = 0; i < replay->out.count; i++) {
		if (!pn_event_seen(&replay->out.event[i], PN_PUBLIC))
			continue;
		told = true;
		clock_event(&replay->clock, &replay->out.event[i]);
	}
	if (told)
		clock_row(&replay->clock, &replay->check->header.clock, &replay->truth, time_ms);
}

/* Compare what just happened with the record, and take it in. */
static bool compare_events(struct replay *replay)
{
	for (uint16_t i = 0; i < replay->out.count; i++) {
		if (!compare_event(replay, &replay->out.event[i]))
			return false;
	}
	follow(replay);
	follow_clock(replay, replay->check->line[replay->at - 1].line.time_ms);
	return true;
}

static bool do_command(struct replay *replay)
{
	struct check *check = replay->check;
	const struct check_line *line = &check->line[replay->at];

	check->at = replay->at;
	if (line->line.kind != RECORD_COMMAND)
		return check_fail(check, replay->at, "the rules bring about no such event here");
	pn_side side = line->line.side;
	if (pn_check(&replay->view[side], side, &line->command).code != PN_LAWFUL)
		return check_fail(check, replay->at, "the command is not lawful");
	replay->at++;
	replay->out.count = 0;
	pn_apply(&replay->truth, side, &line->command, &replay->dice, &replay->out);
	return compare_events(replay);
}

/* ---- what the server did ---- */

/* A side's time must have been over by its own clock, which follows from the record. */
static bool do_expire(struct replay *replay, const struct check_line *line)
{
	struct check *check = replay->check;
	const struct record_server *server = &line->server;
	int64_t until = clock_until(&replay->clock, server->side);

	if (!check->header.clock.bank || !until || until > line->line.time_ms)
		return check_fail(check, replay->at, "the side's time is not over");
	if (server->has_command &&
	    pn_check(&replay->view[server->side], server->side, &server->command).code != PN_LAWFUL)
		return check_fail(check, replay->at, "the server's answer is not lawful");
	replay->at++;
	replay->out.count = 0;
	pn_expire(&replay->truth, server->side, server->has_command ? &server->command : NULL,
		  &replay->dice, &replay->out);
	return compare_events(replay);
}

static bool do_remind(struct replay *replay, const struct check_line *line)
{
	struct check *check = replay->check;
	pn_side side = line->server.side;
	int64_t at = clock_reminder(&replay->clock, &check->header.clock, side);

	if (!check->header.clock.bank || !at || at > line->line.time_ms)
		return check_fail(check, replay->at, "no reminder is due");
	replay->at++;
	replay->out.count = 0;
	pn_tell(&replay->truth,
		(struct pn_event){.kind = PN_EVENT_CLOCK_REMINDER,
				  .clock_reminder = {side, clock_until(&replay->clock, side)}},
		&replay->out);
	return compare_events(replay);
}

/* What the server tells follows from nothing in the record; it must be what it may tell. */
static bool may_be_told(const struct pn_event *event, int64_t time_ms)
{
	switch ((int)event->kind) {
	case PN_EVENT_DOWN_TIME:
		return event->down_time.from_ms <= event->down_time.until_ms &&
		       event->down_time.until_ms <= time_ms;
	case PN_EVENT_UMPIRE_SEATED:
	case PN_EVENT_RULES_REVISED:
	case PN_EVENT_OPERATOR_ACTED:
		return true;
	case PN_EVENT_RESTORED:
		return event->restored.backup_ms <= time_ms;
	case PN_EVENT_ENDED:
		return event->ended.ending == PN_ENDING_CLOSED && event->ended.winner == PN_NO_SIDE;
	default:
		return false;
	}
}

static bool do_note(struct replay *replay, const struct check_line *line)
{
	struct check *check = replay->check;
	uint32_t at = ++replay->at;

	replay->out.count = 0;
	for (; at < check->count && check->line[at].line.kind == RECORD_EVENT; at++) {
		const struct pn_event *event = &check->line[at].event;
		if (replay->out.count == PN_EVENTS_MAX || event->audience != PN_SEEN_BY_ALL ||
		    !may_be_told(event, line->line.time_ms))
			return check_fail(check, at, "the server tells no such thing");
		pn_tell(&replay->truth, *event, &replay->out);
	}
	if (!replay->out.count)
		return check_fail(check, replay->at - 1, "the server says nothing");
	return compare_events(replay);
}

static bool do_server(struct replay *replay)
{
	const struct check_line *line = &replay->check->line[replay->at];

	replay->check->at = replay->at;
	switch (line->server.type) {
	case RECORD_SERVER_EXPIRE:
		return do_expire(replay, line);
	case RECORD_SERVER_REMIND:
		return do_remind(replay, line);
	case RECORD_SERVER_NOTE:
		return do_note(replay, line);
	}
	return false;
}

static bool run(struct replay *replay)
{
	struct check *check = replay->check;
	uint32_t end = check->count - 2; /* the seed */

	clock_begin(&replay->clock, &check->header.clock);
	pn_begin(&replay->truth, &replay->dice, &replay->out);
	if (!compare_events(replay))
		return false;
	while (replay->at < end) {
		const struct pn_event *event = &check->line[replay->at].event;
		enum record_line_kind kind = check->line[replay->at].line.kind;

		if (kind == RECORD_EVENT && pn_event_is_written(event->kind)) {
			replay->list[replay->count++] = *event;
			replay->at++;
		} else if (!(kind == RECORD_SERVER ? do_server(replay) : do_command(replay))) {
			return false;
		}
	}
	return replay->truth.over || check_fail(check, end, "the game has not ended");
}

bool check_replay(struct check *check)
{
	struct replay *replay = allocate(1, sizeof(*replay));
	replay->check = check;
	replay->dice = (struct pn_dice_source){replay, roll_again, seal_again};
	replay->truth = check->start;
	for (pn_side viewer = 0; viewer < PN_VIEWERS; viewer++)
		replay->view[viewer] = check->start;
	replay->list = allocate(check->count + PN_EVENTS_MAX, sizeof(struct pn_event));
	bool good = run(replay);
	free(replay->list);
	free(replay);
	return good;
}
