/* Tag "apps": codes for devices without a browser, as RFC 8628 has them. */

#include <stdlib.h>
#include <string.h>

#include "api/app_parts.h"
#include "base/write.h"
#include "codec/codec_app.h"

enum handled create_code(struct request *request, struct response *response)
{
	char user[USER_CODE_BYTES], device[DEVICE_CODE_BYTES];
	struct text *out = &response->body, link = TEXT_EMPTY;

	if (!service_make_code(request->app->service, request->caller.app, user, device))
		return response_refuse(request, response, PROBLEM_BUSY,
				       "Too many codes wait to be typed.");
	text_add_format(&link, "%s/#code", request->app->public_url);
	write_byte(out, '{');
	write_key_name(out, "device_code", device);
	write_key_integer(out, "expires_in", DEVICE_CODE_S);
	write_key_integer(out, "interval", DEVICE_POLL_S);
	write_key_name(out, "user_code", user);
	write_key_string(out, "verification_uri", link.bytes);
	text_add_format(&link, "=%s", user);
	write_key_string(out, "verification_uri_complete", link.bytes);
	write_byte(out, '}');
	text_free(&link);
	return response_json(response, 201);
}

enum handled poll_code(struct request *request, struct response *response)
{
	struct codec_error error = {0};
	char device[CODEC_DEVICE_CODE_BYTES], id[GAME_ID_BYTES];
	struct grant_facts grant;

	if (!codec_device_code_decode(device, request->body, request->body_size, &error))
		return api_bad_body(request, response, &error);
	const enum problem_code problem =
		service_poll_code(request->app->service, request->caller.app, device, id);

	if (problem != PROBLEM_NONE)
		return response_refuse(request, response, problem, "");
	if (!service_grant(request->app->service, id, &grant) || !grant.good)
		return response_refuse(request, response, PROBLEM_EXPIRED_TOKEN, "");
	app_granted_write(&response->body, request, &grant);
	return response_json(response, 200);
}

enum handled app_refuse_code(struct request *request, struct response *response,
			     enum problem_code problem)
{
	response_refuse(request, response, problem, "");
	response->retry_after_s = problem == PROBLEM_TOO_MANY ? DEVICE_CODE_S : 0;
	return HANDLED;
}

/* The app, and what it asks for, before the player says yes. */
enum handled get_code(struct request *request, struct response *response)
{
	char id[GAME_ID_BYTES];
	struct app_facts app;
	const enum problem_code problem = service_find_code(
		request->app->service, request->caller.player, request->parameter[0], id);

	if (problem != PROBLEM_NONE)
		return app_refuse_code(request, response, problem);
	if (!service_app(request->app->service, id, &app) || app.ended)
		return response_refuse(request, response, PROBLEM_NO_SUCH_CODE, "");
	app_write(&response->body, request, &app, NULL);
	return response_json(response, 200);
}

enum handled refuse_code(struct request *request, struct response *response)
{
	const enum problem_code problem = service_refuse_code(
		request->app->service, request->caller.player, request->parameter[0]);

	if (problem != PROBLEM_NONE)
		return app_refuse_code(request, response, problem);
	text_add_string(&response->body, "{\"refused\":true}");
	return response_json(response, 200);
}
