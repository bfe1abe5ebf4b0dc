/* The rulesets this build knows. A game stores its ruleset as an index into this list
 * while it is in memory; on disk and on the wire it is the id. */

#include "pennon/rules.h"

extern const struct pn_rules aw_rules;
extern const struct pn_rules b1_rules;
extern const struct pn_rules b2_rules;
extern const struct pn_rules ch_rules;
extern const struct pn_rules cq_rules;
extern const struct pn_rules mw_rules;
extern const struct pn_rules t9_rules;

static const struct pn_rules *const registry[] = {
	&aw_rules, &b1_rules, &b2_rules, &ch_rules, &cq_rules, &mw_rules, &t9_rules,
};

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
