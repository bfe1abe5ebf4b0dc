/* Writing events, line by line.
 *
 * Writing walks the members of a kind together with those that all kinds have, both in
 * ascending order of their names, so the line comes out canonical without sorting. A
 * line is written once and each viewer's number is spliced in. */

#include "codec/event_members.h"
#include "codec/value.h"

/* A line being written: what the forms need besides the member. */
struct line {
	struct text *out;
	const struct pn_game *names;
	const struct pn_event *event;
	int64_t time_ms;
	size_t seq_at; /* where seq's digits belong */
};

/* Does the event say nothing by this member, which may be left out? */
static bool says_nothing(const struct member *member, const struct pn_event *event)
{
	switch ((int)member->form) {
	case FORM_AUDIENCE:
		return event->audience == PN_SEEN_BY_ALL;
	case FORM_BY:
		return event->by == PN_NO_SIDE;
	case FORM_CLAUSE:
		return event->clause.text[0] == '\0';
	case FORM_MARK:
		return event->mark.number == 0;
	case FORM_QUEUE:
		return event->decision_opened.queue_count == 0;
	case FORM_NEEDED:
	case FORM_RESULT:
		return event->rolled.result == PN_ROLL_PLAIN;
	default:
		return member_says_nothing(member, (const char *)event + member->at);
	}
}

static void write_sides(struct text *out, uint8_t bits)
{
	write_bits(out, NAMES_VIEWER, NULL, bits);
}

static void write_faces(struct text *out, const uint8_t *face, uint8_t count)
{
	write_byte(out, '[');
	for (uint8_t i = 0; i < count; i++) {
		write_item(out);
		write_integer(out, face[i]);
	}
	write_byte(out, ']');
}

static void write_label(struct text *out, const struct pn_game *names, const struct pn_event *event)
{
	char label[PN_LABEL_BYTES];
	pn_label_write(label, names, event->rolled.turn, event->rolled.phase, event->rolled.who,
		       event->rolled.what, event->rolled.first);
	write_name(out, label);
}

static void write_cup_label(struct text *out, const struct pn_game *names,
			    const struct pn_event *event)
{
	char label[PN_LABEL_BYTES];
	pn_label_write(label, names, event->cup_rolled.turn, event->cup_rolled.phase,
		       event->cup_rolled.who, PN_ROLL_CUP, event->cup_rolled.first);
	write_name(out, label);
}

static void write_totals(struct text *out, const int16_t total[PN_SIDES])
{
	write_byte(out, '{');
	write_key_integer(out, "blue", total[PN_BLUE]);
	write_key_integer(out, "red", total[PN_RED]);
	write_byte(out, '}');
}

/* Write the members that all kinds have. */
static void write_common(struct line *line, const struct member *member)
{
	const struct pn_event *event = line->event;
	struct text *out = line->out;

	switch ((int)member->form) {
	case FORM_AUDIENCE:
		write_sides(out, event->audience);
		break;
	case FORM_BY:
		write_name(out, name_at(NAMES_AUTHOR, NULL, event->by));
		break;
	case FORM_CLAUSE:
		write_name(out, event->clause.text);
		break;
	case FORM_MARK:
		write_mark(out, event->mark);
		break;
	case FORM_SEQ:
		line->seq_at = out->size;
		break;
	case FORM_TIME:
		write_time(out, line->time_ms);
		break;
	default:
		write_name(out, name_at(NAMES_EVENT, NULL, event->kind));
		break;
	}
}

/* Write what decisions, facts and rolls have of their own. */
static void write_own(struct line *line, const struct member *member)
{
	const struct pn_game *names = line->names;
	const struct pn_event *event = line->event;
	const void *at = (const char *)event + member->at;
	struct text *out = line->out;

	switch ((int)member->form) {
	case FORM_OWES:
		write_sides(out, *(const uint8_t *)at);
		break;
	case FORM_QUEUE:
		write_units(out, names, event->decision_opened.queue,
			    event->decision_opened.queue_count);
		break;
	case FORM_TOTALS:
		write_totals(out, at);
		break;
	case FORM_FACT_VALUE:
		write_fact(out, pn_rules_of(names), event->fact_set.fact, event->fact_set.value);
		break;
	case FORM_FACES:
		write_faces(out, at, event->rolled.count);
		break;
	case FORM_CUP_FACES:
		write_faces(out, at, event->cup_rolled.count);
		break;
	case FORM_CUP_LABEL:
		write_cup_label(out, names, event);
		break;
	case FORM_LABEL:
		write_label(out, names, event);
		break;
	case FORM_NEEDED:
		write_integer(out, event->rolled.needed);
		break;
	case FORM_WHO:
		write_who(out, names, *(const pn_who *)at);
		break;
	case FORM_WHAT:
	case FORM_RESULT:
		write_name(out, name_at(member->list, pn_rules_of(names), *(const uint8_t *)at));
		break;
	case FORM_SLOT_SIDE:
		write_side(out, side_of_who(names, ((const struct pn_slot *)at)->who));
		break;
	case FORM_WRITTEN:
		text_add(out, event->written.text, event->written.size);
		break;
	case FORM_ARRANGEMENT:
		write_arrangement(out, names, event->arranged);
		break;
	default:
		pn_assert_failed("a form without a writer", __FILE__, __LINE__);
	}
}

size_t codec_event_open(struct text *out, const struct pn_game *names, const struct pn_event *event,
			int64_t time_ms)
{
	struct line line = {.out = out, .names = names, .event = event, .time_ms = time_ms};
	struct scrub walk = walk_begin(event->kind);
	size_t begin = out->size;

	write_byte(out, '{');
	for (const struct member *member; (member = walk_next(&walk)) != NULL;) {
		if (form_may_be_left_out(member->form) && says_nothing(member, event))
			continue;
		/* After seq's key there are no digits yet, so the comma is owed. */
		write_key(out, member->name);
		if (form_is_of_every_event(member->form))
			write_common(&line, member);
		else if (form_is_of_events(member->form))
			write_own(&line, member);
		else
			member_write(out, names, member, (const char *)event + member->at);
	}
	write_byte(out, '}');
	return line.seq_at - begin;
}

void codec_event_splice(struct text *out, const char *line, size_t size, size_t seq_at,
			uint32_t seq)
{
	text_add(out, line, seq_at);
	write_integer(out, seq);
	text_add(out, line + seq_at, size - seq_at);
}

void codec_event_line(struct text *out, const struct pn_game *names, const struct pn_event *event,
		      uint32_t seq, int64_t time_ms)
{
	size_t begin = out->size;
	size_t seq_at = begin + codec_event_open(out, names, event, time_ms);
	size_t old_size = out->size;

	write_integer(out, seq);
	char digits[12];
	size_t count = out->size - old_size;
	memcpy(digits, out->bytes + old_size, count);
	memmove(out->bytes + seq_at + count, out->bytes + seq_at, old_size - seq_at);
	memcpy(out->bytes + seq_at, digits, count);
}

void codec_orders_encode(struct text *out, const struct pn_game *names,
			 const struct pn_orders *orders)
{
	write_orders(out, names, orders);
}
