/* Tag "server": what this server is and how much it takes; its own description. */

#include "api/api.h"
#include "base/base64.h"
#include "base/embedded.h"
#include "base/write.h"
#include "codec/codec_hook.h"
#include "game/hooks.h"
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

/* Where the page finds its referee, if this server has one. */
static void write_referee(struct text *out)
{
	const struct embedded_file *file = embedded_find(EMBEDDED_REFEREE);
	char address[EMBEDDED_ETAG_BYTES + sizeof("/referee/.wasm")];

	if (!file)
		return;
	embedded_referee_address(address, sizeof(address));
	write_key(out, "referee");
	write_byte(out, '{');
	write_key_name(out, "address", address);
	write_key_integer(out, "bytes", (int64_t)(file->packed ? file->packed_size : file->size));
	write_byte(out, '}');
}

/* How players can be told, and the key that a browser wants for it. */
static void write_notices(struct text *out, const struct app *app)
{
	struct text point = TEXT_EMPTY;
	struct p256_key key;

	write_key(out, "notices");
	write_byte(out, '{');
	write_key(out, "formats");
	write_byte(out, '[');
	for (size_t i = 0; i < CODEC_HOOK_FORMATS; i++) {
		if ((i == HOOK_MAIL && !app->mails) || (i == HOOK_PUSH && !app->pushes))
			continue;
		write_item(out);
		write_name(out, codec_hook_formats[i]);
	}
	write_byte(out, ']');
	if (app->pushes) {
		service_push_key(app->service, &key);
		text_add_base64url(&point, key.public_key, sizeof(key.public_key));
		write_key_name(out, "push_key", point.bytes);
		crypto_forget(&key, sizeof(key));
	}
	write_byte(out, '}');
	text_free(&point);
}

enum handled get_server(struct request *request, struct response *response)
{
	struct text *out = &response->body;

	write_byte(out, '{');
	write_keys(out, request->app->service);
	write_limits(out);
	write_key_name(out, "name", "Pennon");
	write_notices(out, request->app);
	write_referee(out);
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
