/* Panic Tests (T9-130 to T9-135). All that fall due at one moment are taken before anybody
 * moves (T9-134); then those who failed flee, which may bring on others. It ends, because
 * nobody who flees tests again, nor who has passed in this phase (T9-132). */

#include "t9.h"

enum { ROUNDS_MAX = 2 * PN_UNITS_MAX };

/* Decides T9-133 and T9-135. */
static void run(struct pn_step *step, pn_unit_id id, pn_unit_id from, bool with_others,
		struct t9_panics *panics)
{
	const struct t9_cause cause = {
		.pivot = {"T9-133"},
		.roll = with_others ? PN_CLAUSE("T9-134") : PN_CLAUSE("T9-60"),
	};

	t9_flee(step, id,
		from == PN_NO_UNIT ? t9_heading_from_closest(step, id)
				   : t9_heading_away(step, id, from),
		cause, panics);
}

/* Decides T9-134. */
void t9_panic(struct pn_step *step, struct t9_panics *panics)
{
	for (int round = 0; round < ROUNDS_MAX; round++) {
		const struct t9_panics now = *panics;
		bool fails[PN_UNITS_MAX] = {false};
		int failed = 0;

		memset(panics, 0, sizeof *panics);
		for (pn_unit_id i = 0; i < step->game->unit_count; i++) {
			fails[i] = now.due[i] && !t9_stands(step, i, now.why[i]);
			failed += fails[i];
		}
		if (failed == 0)
			return;
		for (pn_unit_id i = 0; i < step->game->unit_count; i++)
			if (fails[i])
				run(step, i, now.from[i], failed > 1, panics);
	}
}
