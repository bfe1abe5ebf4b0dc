/* What a shape that goes straight on crosses, exactly: pn_sweep_crosses(). */

#include "sweep.h"

#include <criterion/criterion.h>

#include "random_placement.h"

static struct pn_shape box(pn_len x, pn_len y, pn_len width, pn_len depth)
{
	return (struct pn_shape){4,
				 {{x, y}, {x, y + depth}, {x + width, y + depth}, {x + width, y}}};
}

/* Boxes that go north, of few units each, so that edges often lie flush: what crosses is known, and
 * when, to the unit. */
Test(sweep, crosses_exactly)
{
	struct random_source source = {16};
	for (int i = 0; i < 100000; i++) {
		const pn_len x = random_between(&source, -9, 9);
		const pn_len y = random_between(&source, -9, 9);
		const pn_len width = random_between(&source, 1, 9);
		const pn_len length = random_between(&source, 0, 20);
		const struct pn_shape mover = box(x, y, width, 4);
		const struct pn_shape other = box(0, 0, 5, 5);
		const bool beside = x < 5 && x + width > 0;
		const bool within = y < 5 && y + 4 + length > 0;
		pn_fraction at = {-1, 1};
		const bool crosses = pn_sweep_crosses(&mover, (pn_vec){0, length}, &other, &at);

		cr_assert_eq(crosses, beside && within, "line %d", i);
		if (crosses)
			cr_assert_eq(at.num * length, at.den * (y + 4 < 0 ? -(y + 4) : 0),
				     "line %d", i);
	}
}
