/* Tag "scenarios": ready musters. */

#include <stdlib.h>

#include "api/api.h"
#include "codec/codec_ruleset.h"

enum handled list_scenarios(struct request *request, struct response *response)
{
	api_speak(request, response);
	codec_scenarios_encode(&response->body);
	return response_json(response, 200);
}

enum handled get_scenario(struct request *request, struct response *response)
{
	struct codec_scenario *scenario = malloc(sizeof(*scenario));

	if (!scenario)
		abort();
	request->memory = scenario;
	if (!codec_scenario_find(scenario, request->parameter[0]))
		return response_refuse(request, response, PROBLEM_NO_SUCH_SCENARIO, "");
	api_speak(request, response);
	codec_scenario_encode(&response->body, scenario);
	return response_json(response, 200);
}
