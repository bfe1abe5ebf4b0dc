/* How often somebody who answers nothing good is asked again. */

#include <criterion/criterion.h>

#include "notify/courier.h"

enum { DAY_MS = 24 * 3600 * 1000, GROWING = 11 };

Test(courier, it_asks_again_ever_later_up_to_a_day)
{
	int64_t shortest_ms = 0, longest_ms = 0;

	for (uint32_t attempts = 1; attempts <= GROWING; attempts++) {
		const int64_t least = courier_wait_ms(attempts, 0);
		const int64_t most = courier_wait_ms(attempts, 1023);

		cr_expect_gt(least, longest_ms ? courier_wait_ms(attempts - 1, 0) : 0);
		cr_expect_eq(least * 5 % 4, 0);
		cr_expect_leq(most, least * 3 / 2);
		cr_expect_gt(most, least * 4 / 3);
		shortest_ms += least;
		longest_ms += most;
	}
	cr_expect_gt(shortest_ms, 2 * (int64_t)DAY_MS);
	cr_expect_lt(longest_ms, 4 * (int64_t)DAY_MS);
	cr_expect_leq(courier_wait_ms(1, 1023), 6000, "the first comes soon");
	cr_expect_eq(courier_wait_ms(GROWING + 1, 7), courier_wait_ms(GROWING, 7));
	cr_expect_eq(COURIER_FAILING_MS, 3 * DAY_MS);
}
