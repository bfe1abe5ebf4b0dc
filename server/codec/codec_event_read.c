/* Reading events back. The rows that wrote a line say what its bytes must be, so this is
 * the exact inverse: any other spelling of the same event is refused. Stored games and
 * records are read this way; it is quick because nothing is searched or allocated. */

#include "codec/event_members.h"
#include "codec/value.h"

/* An event being read. */
struct reading {
	struct scan scan;
	const struct pn_game *names;
	struct pn_event *event;
	struct pn_placed *placed; /* what it sends */
	uint32_t seq;
	int64_t time_ms;
};

/* What a member means that was left out. */
static void leave_out(const struct member *member, struct pn_event *event)
{
	switch ((int)member->form) {
	case FORM_AUDIENCE:
		event->audience = PN_SEEN_BY_ALL;
		break;
	case FORM_BY:
		event->by = PN_NO_SIDE;
		break;
	case FORM_MARK:
		event->mark.owner = PN_PUBLIC;
		break;
	default:
		member_leave_out(member, (char *)event + member->at);
		break;
	}
}

/* Read a set of viewers below `limit` into a byte. */
static bool scan_sides(struct scan *scan, uint32_t limit, uint8_t *out)
{
	uint32_t bits = 0;
	if (!scan_bits(scan, NAMES_VIEWER, NULL, &bits))
		return false;
	*out = (uint8_t)bits;
	return bits < limit || scan_fail(scan, "Too many are named.");
}

static bool scan_clause(struct scan *scan, pn_clause *out)
{
	const char *name;
	size_t size;
	if (!scan_name(scan, &name, &size))
		return false;
	if (size >= PN_CLAUSE_BYTES || size == 0)
		return scan_fail(scan, "The number of a clause is wanted here.");
	memcpy(out->text, name, size);
	return true;
}

static void scan_common(struct reading *reading, const struct member *member)
{
	struct pn_event *event = reading->event;
	struct scan *scan = &reading->scan;
	int64_t number = 0;

	switch ((int)member->form) {
	case FORM_AUDIENCE:
		if (scan_sides(scan, PN_SEEN_BY_ALL, &event->audience) && !event->audience)
			scan_fail(scan, "An event is somebody's.");
		break;
	case FORM_BY:
		scan_index(scan, NAMES_AUTHOR, NULL, &event->by);
		break;
	case FORM_CLAUSE:
		scan_clause(scan, &event->clause);
		break;
	case FORM_MARK:
		scan_mark(scan, &event->mark);
		break;
	case FORM_SEQ:
		scan_integer(scan, 0, UINT32_MAX, &number);
		reading->seq = (uint32_t)number;
		break;
	case FORM_TIME:
		scan_time(scan, &reading->time_ms);
		break;
	default:
		scan_index(scan, NAMES_EVENT, NULL, &event->kind);
		break;
	}
}

static void scan_totals(struct scan *scan, int16_t total[PN_SIDES])
{
	int64_t blue = 0, red = 0;
	scan_byte(scan, '{');
	scan_key_integer(scan, "blue", INT16_MIN, INT16_MAX, &blue);
	scan_key_integer(scan, "red", INT16_MIN, INT16_MAX, &red);
	scan_byte(scan, '}');
	total[PN_BLUE] = (int16_t)blue;
	total[PN_RED] = (int16_t)red;
}

/* Read what dice show, at most `most` of them. Returns how many there are. */
static uint8_t scan_faces(struct scan *scan, uint8_t *out, uint8_t most)
{
	uint8_t count = 0;
	scan_byte(scan, '[');
	while (!scan->failed && !scan_sees(scan, ']')) {
		int64_t face = 0;
		if (count == most) {
			scan_fail(scan, "There are too many dice.");
			return count;
		}
		scan_item(scan);
		scan_integer(scan, 1, PN_DIE_SIDES_MAX, &face);
		out[count++] = (uint8_t)face;
	}
	scan_byte(scan, ']');
	return count;
}

static void scan_label_member(struct reading *reading)
{
	struct pn_event *event = reading->event;
	struct pn_slot place = {0};
	scan_label(&reading->scan, reading->names, &place, &event->rolled.what,
		   &event->rolled.first);
	if (!reading->scan.failed && event->rolled.what == PN_ROLL_CUP)
		scan_fail(&reading->scan, "The label of a roll of the book is wanted here.");
	event->rolled.turn = place.turn;
	event->rolled.phase = place.phase;
	event->rolled.who = place.who;
}

static void scan_cup_label(struct reading *reading)
{
	struct pn_event *event = reading->event;
	struct pn_slot place = {0};
	uint8_t what = 0;
	scan_label(&reading->scan, reading->names, &place, &what, &event->cup_rolled.first);
	if (!reading->scan.failed && (what != PN_ROLL_CUP || place.who < PN_UNITS_MAX))
		scan_fail(&reading->scan, "The label of a side's cup is wanted here.");
	event->cup_rolled.turn = place.turn;
	event->cup_rolled.phase = place.phase;
	event->cup_rolled.who = place.who;
}

/* Read what a member before has said already: it must say the same. */
static void scan_again(struct reading *reading, const struct member *member)
{
	struct scan *scan = &reading->scan;
	uint8_t said = 0, before = *((const uint8_t *)reading->event + member->at);

	if (member->form == FORM_WHO)
		scan_who(scan, reading->names, &said);
	else
		scan_index(scan, member->list, pn_rules_of(reading->names), &said);
	if (!scan->failed && said != before)
		scan_fail(scan, "The label says something else.");
}

/* The text that a side wrote: only its place is noted, its users check it. */
static void scan_written(struct scan *scan, struct pn_event *event)
{
	size_t size = 0;
	scan_object(scan, &event->written.text, &size);
	event->written.size = (uint32_t)size;
}

/* Read what decisions, facts and rolls have of their own. */
static void scan_own(struct reading *reading, const struct member *member)
{
	const struct pn_game *names = reading->names;
	struct pn_event *event = reading->event;
	void *at = (char *)event + member->at;
	struct scan *scan = &reading->scan;
	int64_t number = 0;

	switch ((int)member->form) {
	case FORM_OWES:
		scan_sides(scan, 1 << PN_SIDES, at);
		break;
	case FORM_QUEUE:
		scan_units(scan, names, event->decision_opened.queue, PN_QUEUE_MAX,
			   &event->decision_opened.queue_count);
		break;
	case FORM_TOTALS:
		scan_totals(scan, at);
		break;
	case FORM_FACT_VALUE:
		scan_fact(scan, pn_rules_of(names), event->fact_set.fact, at);
		break;
	case FORM_FACES:
		event->rolled.count = scan_faces(scan, at, PN_FACES_MAX);
		break;
	case FORM_CUP_FACES:
		event->cup_rolled.count = scan_faces(scan, at, PN_CUP_DICE_MAX);
		break;
	case FORM_CUP_LABEL:
		scan_cup_label(reading);
		break;
	case FORM_LABEL:
		scan_label_member(reading);
		break;
	case FORM_NEEDED:
		scan_integer(scan, INT16_MIN, INT16_MAX, &number);
		event->rolled.needed = (int16_t)number;
		break;
	case FORM_WHO:
	case FORM_WHAT:
		scan_again(reading, member);
		break;
	case FORM_RESULT:
		scan_index(scan, NAMES_RESULT, NULL, at);
		if (!scan->failed && event->rolled.result == PN_ROLL_PLAIN)
			scan_fail(scan, "A plain roll has no result.");
		break;
	case FORM_WRITTEN:
		scan_written(scan, event);
		break;
	default:
		scan_fail(scan, "Only cases arrange a game.");
		break;
	}
}

/* The kind of the event on this line: its first "type", because no text in a line of
 * ours can hold a quote. */
static int kind_on(const char *bytes, size_t size)
{
	static const char key[] = "\"type\":\"";
	const char *at = memmem(bytes, size, key, sizeof(key) - 1);
	if (!at)
		return -1;
	at += sizeof(key) - 1;
	const char *end = memchr(at, '"', (size_t)(bytes + size - at));
	return end ? name_find(NAMES_EVENT, NULL, at, (size_t)(end - at)) : -1;
}

/* Read "side" of a slot, which comes before the slot: it is checked at the end. */
static void check_slot_side(struct reading *reading, pn_side side)
{
	const struct pn_event *event = reading->event;
	if (reading->scan.failed)
		return;
	pn_who who =
		event->kind == PN_EVENT_SEALED ? event->sealed.slot.who : event->opening.slot.who;
	reading->scan.member = "side";
	if (side != side_of_who(reading->names, who))
		scan_fail(&reading->scan, "The slot is not this side's.");
}

static void scan_members(struct reading *reading, uint8_t kind)
{
	struct scan *scan = &reading->scan;
	struct scrub walk = walk_begin(kind);
	pn_side slot_side = PN_NO_SIDE;
	bool has_slot = false;

	for (const struct member *member; (member = walk_next(&walk)) != NULL;) {
		scan->member = member->name;
		if (form_may_be_left_out(member->form)) {
			if (!scan_has_key(scan, member->name)) {
				leave_out(member, reading->event);
				continue;
			}
		} else if (!scan_key(scan, member->name)) {
			return;
		}
		if (member->form == FORM_SLOT_SIDE) {
			has_slot = true;
			scan_index(scan, NAMES_SIDE, NULL, &slot_side);
		} else if (form_is_of_every_event(member->form)) {
			scan_common(reading, member);
		} else if (form_is_of_events(member->form)) {
			scan_own(reading, member);
		} else {
			member_scan(scan, reading->names, reading->placed, member,
				    (char *)reading->event + member->at);
		}
	}
	if (has_slot)
		check_slot_side(reading, slot_side);
}

bool codec_event_decode(struct pn_event *out, struct pn_placed *placed, const struct pn_game *names,
			const char *bytes, size_t size, uint32_t *seq, int64_t *time_ms,
			struct codec_error *error)
{
	struct reading reading = {.scan = scan_begin(bytes, size, error),
				  .names = names,
				  .event = out,
				  .placed = placed};
	int kind = kind_on(bytes, size);

	memset(out, 0, sizeof(*out));
	if (kind < 0) {
		reading.scan.member = "type";
		return scan_fail(&reading.scan, "The line names no kind of event.");
	}
	scan_byte(&reading.scan, '{');
	scan_members(&reading, (uint8_t)kind);
	reading.scan.member = "";
	scan_byte(&reading.scan, '}');
	if (!scan_end(&reading.scan))
		return false;
	if (seq)
		*seq = reading.seq;
	if (time_ms)
		*time_ms = reading.time_ms;
	return true;
}
