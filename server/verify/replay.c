/* Adjudication again: the muster is set up, the commands are given in order, each checked
 * against its side's own view, and what follows must be the record's events byte for byte. What
 * a side wrote for itself follows from no rule, and is passed over. Where dice and seals come from
 * the caller says; salts were drawn at random, so those are the record's own. */

#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "codec/codec.h"
#include "model/clock.h"
#include "verify/check.h"

struct replay {
	struct check *check;
	struct pn_game truth;
	struct pn_game view[PN_VIEWERS];
	struct pn_events out;
	struct pn_event *list; /* all events so far */
	size_t count;
	uint32_t at; /* the next line of the record */
	struct clock clock;
	int64_t armies_until_ms; /* when secret armies are to be sealed; 0: not said yet */
};

const struct pn_event *check_opening(const struct check *check, const char *slot)
{
	for (uint32_t i = check->at; i < check->count; i++) {
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
		check->clause = event->clause;
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
	const struct pn_verdict verdict = pn_check(&replay->view[side], side, &line->command);
	check->clause = verdict.clause;
	if (verdict.code != PN_LAWFUL)
		return check_fail(check, replay->at, "the command is not lawful");
	replay->at++;
	replay->out.count = 0;
	pn_apply(&replay->truth, side, &line->command, &replay->check->dice, &replay->out);
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
		  &replay->check->dice, &replay->out);
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

/* ---- before turn 1: armies that are written in secret ---- */

/* By when they are wanted: the agreed days at first, and later only what time was lost. */
static bool may_be_awaited(struct replay *replay, int64_t until_ms, int64_t time_ms)
{
	const int64_t day_ms = INT64_C(24) * 3600 * 1000;
	const int64_t before_ms = replay->armies_until_ms;

	replay->armies_until_ms = until_ms;
	return before_ms ? until_ms > before_ms
			 : until_ms == time_ms + replay->check->header.armies.days * day_ms;
}

/* Tell again what the server told of them; with the second opened turn 1 begins. Whether what is
 * opened is what was committed to, seals.c has seen. */
static bool tell_of_armies(struct replay *replay, const struct pn_event *event, int64_t time_ms)
{
	const struct pn_event ended = {.kind = PN_EVENT_ENDED,
				       .ended = {PN_NO_SIDE, PN_ENDING_WITHDRAWN}};
	struct pn_game *truth = &replay->truth;
	bool may_be = true;

	pn_tell(truth, *event, &replay->out);
	switch ((int)event->kind) {
	case PN_EVENT_ARMIES_AWAITED:
		may_be = may_be_awaited(replay, event->armies_awaited.until_ms, time_ms);
		break;
	case PN_EVENT_ARMY_SEALED:
		break;
	case PN_EVENT_ARMY_REVEALED:
		may_be = replay->armies_until_ms && event->army_revealed.side == PN_RED;
		break;
	case PN_EVENT_ARMY_WITHDRAWN:
		pn_tell(truth, ended, &replay->out);
		break;
	case PN_EVENT_ENDED:
		may_be = event->ended.ending == PN_ENDING_CLOCK &&
			 event->ended.winner == PN_NO_SIDE && replay->armies_until_ms &&
			 replay->armies_until_ms <= time_ms;
		break;
	default:
		may_be = false;
	}
	return may_be;
}

static bool do_army_note(struct replay *replay)
{
	struct check *check = replay->check;
	const struct check_line *line = &check->line[replay->at];
	const struct check_line *then = line + 1;

	check->at = replay->at;
	if (line->line.kind != RECORD_SERVER || line->server.type != RECORD_SERVER_NOTE ||
	    then->line.kind != RECORD_EVENT)
		return check_fail(check, replay->at, "the armies are still secret here");
	replay->at++;
	replay->out.count = 0;
	if (!tell_of_armies(replay, &then->event, line->line.time_ms))
		return check_fail(check, replay->at, "the server tells no such thing here");
	if (then->event.kind == PN_EVENT_ARMY_REVEALED) {
		pn_tell(&replay->truth, then[1].event, &replay->out);
		pn_begin(&replay->truth, &replay->check->dice, &replay->out);
	}
	return compare_events(replay);
}

/* Up to the first event of turn 1, or to the end of a game that never came to it. */
static bool run_beginning(struct replay *replay, uint32_t end)
{
	if (!replay->check->header.armies.secret) {
		pn_begin(&replay->truth, &replay->check->dice, &replay->out);
		return compare_events(replay);
	}
	while (replay->at < end && replay->truth.turn == 0 && !replay->truth.over)
		if (!do_army_note(replay))
			return false;
	return true;
}

static bool run(struct replay *replay)
{
	struct check *check = replay->check;
	uint32_t end = check->count - 2; /* the seed */

	check->at = 0;
	clock_begin(&replay->clock, &check->header.clock);
	if (!run_beginning(replay, end))
		return false;
	while (replay->at < end) {
		const struct pn_event *event = &check->line[replay->at].event;
		enum record_line_kind kind = check->line[replay->at].line.kind;

		if (check->tell)
			check->tell(replay->at, end);
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
	replay->truth = check->start;
	for (pn_side viewer = 0; viewer < PN_VIEWERS; viewer++)
		replay->view[viewer] = check->start;
	replay->list = allocate(check->count + PN_EVENTS_MAX, sizeof(struct pn_event));
	bool good = run(replay);
	free(replay->list);
	free(replay);
	return good;
}
