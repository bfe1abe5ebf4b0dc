/* Tag "server": what this server is and how much it takes; its own description. */

#include "api/api.h"
#include "base/embedded.h"
#include "base/write.h"
#include "game/service.h"

enum { KEYS_MAX = 32 };

/* The public keys that receipts and records are signed with, newest first. */
static void write_keys(struct text *out, struct service *service)
{
	uint8_t id[KEYS_MAX][8], key[KEYS_MAX][32];
	size_t count = service_keys(service, id, key, KEYS_MAX);

	write_key(out, "keys");
	write_byte(out, '[');
	for (size_t i = 0; i < count; i++) {
		write_item(out);
		write_byte(out, '{');
		write_key(out, "id");
		write_hex(out, id[i], sizeof(id[i]));
		write_key(out, "key");
		write_hex(out, key[i], sizeof(key[i]));
		write_byte(out, '}');
	}
	write_byte(out, ']');
}

static void write_limits(struct text *out)
{
	write_key(out, "limits");
	write_byte(out, '{');
	write_key_integer(out, "body_bytes", LIMIT_BODY_BYTES);
	write_key_integer(out, "cup_dice", PN_CUP_DICE_MAX);
	write_key_integer(out, "cup_rolls", PN_CUP_ROLLS_MAX);
	write_key_integer(out, "cup_sides", PN_DIE_SIDES_MAX);
	write_key_integer(out, "figures_of_unit", PN_FIGURES_MAX);
	write_key_integer(out, "list_items", LIMIT_LIST_ITEMS);
	write_key_integer(out, "path_points", PN_PATH_MAX);
	write_key_integer(out, "stream_history", LIMIT_RESET_EVENTS);
	write_key_integer(out, "terrain_pieces", PN_TERRAIN_MAX);
	write_key_integer(out, "units", PN_UNITS_MAX);
	write_key_integer(out, "wait_seconds", LIMIT_WAIT_SECONDS);
	write_byte(out, '}');
}

static void write_rulesets(struct text *out)
{
	write_key(out, "rulesets");
	write_byte(out, '[');
	for (uint8_t i = 0; i < pn_rules_count(); i++) {
		write_item(out);
		write_byte(out, '{');
		write_key_name(out, "id", pn_rules_at(i)->id);
		write_key_integer(out, "revision", pn_rules_at(i)->revision);
		write_byte(out, '}');
	}
	write_byte(out, ']');
}

enum handled get_server(struct request *request, struct response *response)
{
	struct text *out = &response->body;

	write_byte(out, '{');
	write_keys(out, request->app->service);
	write_limits(out);
	write_key_name(out, "name", "Pennon");
	write_rulesets(out);
	write_key_name(out, "version", PENNON_VERSION);
	write_byte(out, '}');
	return response_json(response, 200);
}

enum handled get_description(struct request *request, struct response *response)
{
	const struct embedded_file *file = embedded_find("api/openapi.json");

	if (!file)
		return response_refuse(request, response, PROBLEM_NO_SUCH_ROUTE, "");
	response_embedded(request, response, file);
	response_json(response, 200);
	api_not_modified(request, response);
	return HANDLED;
}
