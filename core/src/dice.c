/* Labels and faces.
 *
 * A label holds no coordinate, no path and no player's text: nothing the roller may
 * choose freely, so they cannot shop for a face. */

#include "pennon/rules.h"

/* Append `text`; the buffer is PN_LABEL_BYTES long and every part is bounded by the
 * tables it comes from. */
static size_t append(char *out, size_t at, const char *text)
{
	size_t size = strlen(text);

	pn_assert(at + size < PN_LABEL_BYTES);
	memcpy(out + at, text, size + 1);
	return at + size;
}

static size_t append_number(char *out, size_t at, unsigned number)
{
	char digits[12];
	size_t first = sizeof digits - 1;

	digits[first] = '\0';
	do {
		digits[--first] = (char)('0' + number % 10);
		number /= 10;
	} while (number);
	return append(out, at, digits + first);
}

/* How many of the units before `unit` are on the same side. */
static unsigned place_in_side(const struct pn_game *game, pn_unit_id unit)
{
	unsigned place = 0;

	for (pn_unit_id i = 0; i < unit; i++)
		if (game->unit[i].side == game->unit[unit].side)
			place++;
	return place;
}

size_t pn_who_write(char out[PN_ID_BYTES], const struct pn_game *game, pn_who who)
{
	char text[PN_LABEL_BYTES];
	size_t size;

	if (who >= PN_UNITS_MAX) {
		size = append(text, 0, who == PN_WHO_SIDE(PN_RED) ? "red" : "blue");
	} else {
		pn_assert(who < game->unit_count);
		size = append(text, 0, game->unit[who].side == PN_RED ? "r" : "b");
		size = append_number(text, size, place_in_side(game, who) + 1);
	}
	memcpy(out, text, size + 1);
	return size;
}

pn_unit_id pn_unit_named(const struct pn_game *game, const char *name)
{
	unsigned place = 0;
	pn_side side = name[0] == 'r' ? PN_RED : PN_BLUE;

	if ((name[0] != 'r' && name[0] != 'b') || name[1] < '1' || name[1] > '9')
		return PN_NO_UNIT;
	for (const char *digit = name + 1; *digit; digit++) {
		if (*digit < '0' || *digit > '9' || place > PN_UNITS_MAX)
			return PN_NO_UNIT;
		place = place * 10 + (unsigned)(*digit - '0');
	}
	for (pn_unit_id i = 0; i < game->unit_count; i++)
		if (game->unit[i].side == side && --place == 0)
			return i;
	return PN_NO_UNIT;
}

/* "turn/phase/who", the part that labels and slots share. */
static size_t write_stem(char *out, const struct pn_game *game, uint8_t turn, uint8_t phase,
			 pn_who who)
{
	const struct pn_rules *rules = pn_rules_of(game);
	char name[PN_ID_BYTES];
	size_t size;

	pn_assert(phase < rules->phases.count);
	size = append_number(out, 0, turn);
	size = append(out, size, "/");
	size = append(out, size, rules->phases.row[phase].name);
	size = append(out, size, "/");
	pn_who_write(name, game, who);
	return append(out, size, name);
}

size_t pn_label_write(char out[PN_LABEL_BYTES], const struct pn_game *game, uint8_t turn,
		      uint8_t phase, pn_who who, uint8_t what, uint16_t n)
{
	const struct pn_rules *rules = pn_rules_of(game);
	size_t size = write_stem(out, game, turn, phase, who);

	pn_assert(what == PN_ROLL_CUP || what < rules->rolls.count);
	size = append(out, size, "/");
	size = append(out, size, what == PN_ROLL_CUP ? PN_CUP_NAME : rules->rolls.row[what].name);
	size = append(out, size, "/");
	return append_number(out, size, n);
}

uint8_t pn_event_dice(const struct pn_event *event)
{
	if (event->kind == PN_EVENT_ROLLED)
		return event->rolled.count;
	return event->kind == PN_EVENT_CUP_ROLLED ? event->cup_rolled.count : 0;
}

struct pn_die pn_event_die(const struct pn_game *game, const struct pn_event *event, uint8_t index)
{
	struct pn_die die;

	pn_assert(index < pn_event_dice(event));
	if (event->kind == PN_EVENT_ROLLED) {
		die.sides = event->rolled.sides;
		die.face = event->rolled.face[index];
		pn_label_write(die.label, game, event->rolled.turn, event->rolled.phase,
			       event->rolled.who, event->rolled.what,
			       (uint16_t)(event->rolled.first + index));
	} else {
		die.sides = event->cup_rolled.sides;
		die.face = event->cup_rolled.face[index];
		pn_label_write(die.label, game, event->cup_rolled.turn, event->cup_rolled.phase,
			       event->cup_rolled.who, PN_ROLL_CUP,
			       (uint16_t)(event->cup_rolled.first + index));
	}
	return die;
}

size_t pn_slot_write(char out[PN_LABEL_BYTES], const struct pn_game *game, struct pn_slot slot)
{
	size_t size = write_stem(out, game, slot.turn, slot.phase, slot.who);

	if (slot.number) {
		size = append(out, size, "/");
		size = append_number(out, size, slot.number);
	}
	return size;
}

uint8_t pn_die_face(const struct pn_dice_source *dice, const char *label, uint8_t sides)
{
	enum { BLOCKS_MAX = 64 }; /* all 2048 bytes rejected: chance below 2^-2000 */
	unsigned limit;

	pn_assert(sides >= 2);
	pn_assert(sides <= PN_DIE_SIDES_MAX);
	limit = 256u - 256u % sides;
	for (uint32_t block = 0; block < BLOCKS_MAX; block++) {
		uint8_t bytes[PN_BLOCK_BYTES];

		dice->bytes(dice->context, label, block, bytes);
		for (int i = 0; i < PN_BLOCK_BYTES; i++)
			if (bytes[i] < limit)
				return (uint8_t)(bytes[i] % sides + 1);
	}
	pn_assert(false && "bytes that never give a face");
	return 1;
}
