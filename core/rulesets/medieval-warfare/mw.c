/* Medieval Warfare: the tables of Ancient Warfare, in the folder beside this one, and one
 * optional rule more, by which lance-armed mounted charge of themselves (AW-16, AW-17): the
 * last of the readings. */

#include "../ancient-warfare/aw.h"

const struct pn_rules mw_rules = {
	.id = "medieval-warfare",
	.title = "Medieval Warfare",
	AW_SHARED_TABLES,
	.readings = {aw_readings, AW_READINGS_MEDIEVAL},
};
