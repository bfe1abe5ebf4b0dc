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
	void *at = (char *)event + member->at;
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
	case FORM_SIDE_OPTIONAL:
		*(pn_side *)at = PN_NO_SIDE;
		break;
	case FORM_UNIT_OPTIONAL:
		*(pn_unit_id *)at = PN_NO_UNIT;
		break;
	case FORM_INDEX_OPTIONAL:
		*(uint8_t *)at = PN_SAME_FORM;
		break;
	default:
		break; /* nothing is 0 */
	}
}

static bool may_be_left_out(enum form form)
{
	switch ((int)form) {
	case FORM_AUDIENCE:
	case FORM_BY:
	case FORM_CLAUSE:
	case FORM_MARK:
	case FORM_SIDE_OPTIONAL:
	case FORM_UNIT_OPTIONAL:
	case FORM_INDEX_OPTIONAL:
	case FORM_QUEUE:
	case FORM_STAGE:
	case FORM_VALUE:
	case FORM_NEEDED:
	case FORM_RESULT:
	case FORM_REFUSAL:
		return true;
	default:
		return false;
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
	scan_key(scan, "blue");
	scan_integer(scan, INT16_MIN, INT16_MAX, &blue);
	scan_key(scan, "red");
	scan_integer(scan, INT16_MIN, INT16_MAX, &red);
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

static void scan_special(struct reading *reading, const struct member *member, void *at)
{
	const struct pn_game *names = reading->names;
	struct pn_event *event = reading->event;
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
	case FORM_REFUSAL:
		scan_index(scan, NAMES_REFUSAL, NULL, at);
		if (!scan->failed && event->plan_stopped.refusal == PN_LAWFUL)
			scan_fail(scan, "What was no refusal is left out.");
		break;
	default:
		scan_fail(scan, "Only cases arrange a game.");
		break;
	}
}

/* Read an integer into a byte, a short or a length, whichever has this width. */
static void scan_number(struct scan *scan, void *at, enum form form)
{
	int64_t number = 0;
	switch ((int)form) {
	case FORM_BYTE:
	case FORM_STAGE:
		scan_integer(scan, form == FORM_STAGE, UINT8_MAX, &number);
		*(uint8_t *)at = (uint8_t)number;
		break;
	case FORM_SHORT:
		scan_integer(scan, INT16_MIN, INT16_MAX, &number);
		*(int16_t *)at = (int16_t)number;
		break;
	case FORM_NUMBER:
		scan_integer(scan, 0, UINT16_MAX, &number);
		*(uint16_t *)at = (uint16_t)number;
		break;
	default:
		scan_integer(scan, INT32_MIN, INT32_MAX, &number);
		*(int32_t *)at = (int32_t)number;
		if (form == FORM_VALUE && number == 0)
			scan_fail(scan, "0 is left out.");
		break;
	}
}

static void scan_value(struct reading *reading, const struct member *member)
{
	const struct pn_game *names = reading->names;
	void *at = (char *)reading->event + member->at;
	struct scan *scan = &reading->scan;

	switch ((int)member->form) {
	case FORM_BYTE:
	case FORM_STAGE:
	case FORM_SHORT:
	case FORM_LENGTH:
	case FORM_VALUE:
	case FORM_NUMBER:
		scan_number(scan, at, member->form);
		break;
	case FORM_MOMENT:
		scan_time(scan, at);
		break;
	case FORM_BOOL:
		scan_bool(scan, at);
		break;
	case FORM_INDEX:
	case FORM_INDEX_OPTIONAL:
		scan_index(scan, member->list, pn_rules_of(names), at);
		break;
	case FORM_SIDE:
		scan_side(scan, at);
		break;
	case FORM_SIDE_OPTIONAL:
		scan_index(scan, NAMES_VIEWER, NULL, at);
		break;
	case FORM_UNIT:
	case FORM_UNIT_OPTIONAL:
		scan_unit(scan, names, at);
		break;
	case FORM_POSE:
		scan_pose(scan, at);
		break;
	case FORM_PATH:
		scan_path(scan, pn_rules_of(names), at, reading->placed);
		break;
	case FORM_TERMS:
		scan_terms(scan, at);
		break;
	case FORM_OUTCOME:
		scan_outcome(scan, names, at);
		break;
	case FORM_ORDER:
		scan_order(scan, names, NULL, at);
		break;
	case FORM_ORDERS:
		scan_orders(scan, names, at);
		break;
	case FORM_SLOT:
		scan_slot(scan, names, at);
		break;
	case FORM_HASH:
		scan_hex(scan, at, PN_HASH_BYTES);
		break;
	case FORM_NAMED_MARK:
		scan_mark(scan, at);
		break;
	default:
		scan_special(reading, member, at);
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
		if (may_be_left_out(member->form)) {
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
		} else if (member->form <= FORM_TYPE) {
			scan_common(reading, member);
		} else {
			scan_value(reading, member);
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
