/* Medieval Warfare: the tables of Ancient Warfare, in the folder beside this one, and one
 * optional rule more, by which lance-armed mounted charge of themselves (AW-16, AW-17). */

#include "../ancient-warfare/aw.h"

static const struct pn_reading_rule readings[AW_READINGS_MEDIEVAL] = {
	AW_SHARED_READINGS,
	[AW_READ_LANCE] =
		{
			"lances_charge",
			{"AW-16"},
			"The text calls the rule optional.",
			2,
			{"off", "on"},
		},
};

const struct pn_rules mw_rules = {
	.id = "medieval-warfare",
	.title = "Medieval Warfare",
	AW_SHARED_TABLES,
	.readings = {readings, AW_READINGS_MEDIEVAL},
};
