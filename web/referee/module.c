/* What any question needs. */

#include "module.h"

#include <stdlib.h>

#include "base/allocate.h"
#include "base/write.h"
#include "pennon/rules.h"

MODULE_EXPORT("room") char *module_room(size_t size)
{
	static char *room;

	free(room);
	room = NULL;
	room = allocate(size + 1, 1);
	return room;
}

MODULE_EXPORT("rulesets") const char *module_rulesets(void)
{
	static struct text answer;

	text_clear(&answer);
	write_byte(&answer, '{');
	write_key(&answer, "rulesets");
	write_byte(&answer, '[');
	for (uint8_t i = 0; i < pn_rules_count(); i++) {
		write_item(&answer);
		write_byte(&answer, '{');
		write_key_name(&answer, "id", pn_rules_at(i)->id);
		write_key_integer(&answer, "revision", pn_rules_at(i)->revision);
		write_byte(&answer, '}');
	}
	text_add_string(&answer, "]}");
	return answer.bytes;
}
