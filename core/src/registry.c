/* The rulesets of this build. CMake writes books.def from the folders of core/rulesets/, a row
 * a folder: a book is listed nowhere by hand. A game stores its ruleset as an index into this
 * list while it is in memory; on disk and on the wire it is the id. */

#include "books.def"
#include "pennon/rules.h"

#define X(name, id, has_code) extern const struct pn_rules name##_rules;
PN_BOOKS(X)
#undef X

static const struct pn_rules *const registry[] = {
#define X(name, id, has_code) &name##_rules,
	PN_BOOKS(X)
#undef X
};

_Static_assert(sizeof registry / sizeof registry[0] <= PN_RULESETS_MAX, "too many rule books");

uint8_t pn_rules_count(void)
{
	return (uint8_t)(sizeof registry / sizeof registry[0]);
}

const struct pn_rules *pn_rules_at(uint8_t index)
{
	pn_assert(index < pn_rules_count());
	return registry[index];
}

int pn_rules_find(const char *id)
{
	for (uint8_t i = 0; i < pn_rules_count(); i++)
		if (strcmp(registry[i]->id, id) == 0)
			return i;
	return -1;
}

const struct pn_rules *pn_rules_of(const struct pn_game *game)
{
	return pn_rules_at(game->ruleset);
}

pn_len pn_form_gap(const struct pn_rules *rules, const int32_t params[PN_PARAMS_MAX], uint8_t form)
{
	uint8_t from = rules->forms.row[form].gap_of;

	return from > 0 ? params[from - 1] : 0;
}
