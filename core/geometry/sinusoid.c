/* Signs of sinusoids, and where they turn.
 *
 * The derivative of a sinusoid is one too, and turns its sign once in half a turn, so
 * one routine finds turning points and roots alike: bisection between two angles of
 * unlike sign. Whether there is anything to find is asked first, cheapest question
 * first: the amplitude, then the signs at both ends, then the slopes there. */

#include "sinusoid.h"

struct pn_direction pn_direction_of(int32_t fine)
{
	pn_angle whole = (pn_angle)(fine >> PN_FINE_BITS);
	int32_t part = fine & (PN_FINE_ONE - 1);
	struct pn_direction direction = {pn_sine(whole), pn_cosine(whole)};

	if (part != 0) {
		pn_angle next = (pn_angle)(whole + 1);

		direction.sine += (pn_sine(next) - direction.sine) * part / PN_FINE_ONE;
		direction.cosine += (pn_cosine(next) - direction.cosine) * part / PN_FINE_ONE;
	}
	return direction;
}

pn_wide pn_sinusoid_at(const struct pn_sinusoid *f, struct pn_direction direction)
{
	return (pn_wide)f->constant * PN_SINE_ONE + (pn_wide)f->cosine * direction.cosine +
	       (pn_wide)f->sine * direction.sine;
}

static bool is_negative(const struct pn_sinusoid *f, int32_t fine)
{
	return pn_sinusoid_at(f, pn_direction_of(fine)) < 0;
}

/* Is the constant too large for the rest to change the sign? */
static bool keeps_sign(const struct pn_sinusoid *f)
{
	return (pn_wide)f->constant * f->constant >=
	       (pn_wide)f->cosine * f->cosine + (pn_wide)f->sine * f->sine;
}

static struct pn_sinusoid derivative(const struct pn_sinusoid *f)
{
	return (struct pn_sinusoid){.cosine = f->sine, .sine = -f->cosine};
}

/* The last angle with the sign of `from`, where `to` has the other. Angles count in
 * steps of 2^bits fine ones. */
static int32_t bisect(const struct pn_sinusoid *f, int32_t from, int32_t to, int bits)
{
	bool negative = is_negative(f, from << bits);

	while (to - from > 1) {
		int32_t middle = from + (to - from) / 2;

		if (is_negative(f, middle << bits) == negative)
			from = middle;
		else
			to = middle;
	}
	return from;
}

/* Bisection in whole angles first, where the table needs no chord. */
static int32_t bisect_fine(const struct pn_sinusoid *f, int32_t from, int32_t to)
{
	int32_t low = (from + PN_FINE_ONE - 1) >> PN_FINE_BITS;
	int32_t high = to >> PN_FINE_BITS;

	if (low < high) {
		bool negative = is_negative(f, from);

		if (is_negative(f, low << PN_FINE_BITS) != negative)
			return bisect(f, from, low << PN_FINE_BITS, 0);
		if (is_negative(f, high << PN_FINE_BITS) == negative)
			return bisect(f, high << PN_FINE_BITS, to, 0);
		low = bisect(f, low, high, PN_FINE_BITS);
		from = low << PN_FINE_BITS;
		to = from + PN_FINE_ONE;
	}
	return bisect(f, from, to, 0);
}

/* Where f, >= 0 at both ends, is least in between, or -1 where that is at an end. */
static int32_t find_lowest(const struct pn_sinusoid *f, int32_t from, int32_t to)
{
	struct pn_sinusoid slope = derivative(f);

	if (!is_negative(&slope, from) || is_negative(&slope, to))
		return -1;
	/* The slope turns between this angle and the next: take the lower. */
	int32_t turn = bisect_fine(&slope, from, to);
	bool rises = pn_sinusoid_at(f, pn_direction_of(turn)) <
		     pn_sinusoid_at(f, pn_direction_of(turn + 1));

	return rises ? turn : turn + 1;
}

int32_t pn_sinusoid_holds_until(const struct pn_sinusoid *f, int32_t from, int32_t to)
{
	if (from >= to || (f->constant >= 0 && keeps_sign(f)))
		return to;
	if (is_negative(f, to))
		return bisect_fine(f, from, to);

	int32_t lowest = find_lowest(f, from, to);

	if (lowest <= from || !is_negative(f, lowest))
		return to;
	return bisect_fine(f, from, lowest);
}
