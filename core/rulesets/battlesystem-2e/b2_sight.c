/* Sight from the front rank (B2-15). */

#include "b2.h"

bool b2_sees(const struct pn_game *view, pn_unit_id id, pn_unit_id target)
{
	return view->unit[id].on_table && view->unit[target].on_table;
}
