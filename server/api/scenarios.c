/* Tag "scenarios": ready musters. */

#include <stdlib.h>

#include "api/api.h"
#include "codec/codec_ruleset.h"

static bool encode_list(struct text *out, const char *parameter)
{
	codec_scenarios_encode(out);
	return true;
}

static bool encode_scenario(struct text *out, const char *id)
{
	struct codec_scenario *scenario = malloc(sizeof(*scenario));

	if (!scenario)
		abort();
	bool found = codec_scenario_find(scenario, id);

	if (found)
		codec_scenario_encode(out, scenario);
	free(scenario);
	return found;
}

enum handled list_scenarios(struct request *request, struct response *response)
{
	api_speak(request, response);
	return api_constant(request, response, encode_list, PROBLEM_NO_SUCH_SCENARIO);
}

enum handled get_scenario(struct request *request, struct response *response)
{
	api_speak(request, response);
	return api_constant(request, response, encode_scenario, PROBLEM_NO_SUCH_SCENARIO);
}
