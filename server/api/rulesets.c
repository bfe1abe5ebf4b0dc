/* Tag "rulesets": the rule books this server knows. */

#include "api/api.h"
#include "codec/codec_ruleset.h"

enum handled list_rulesets(struct request *request, struct response *response)
{
	(void)request;
	codec_rulesets_encode(&response->body);
	return response_json(response, 200);
}

enum handled get_ruleset(struct request *request, struct response *response)
{
	int ruleset = pn_rules_find(request->parameter[0]);

	if (ruleset < 0)
		return response_refuse(request, response, PROBLEM_NO_SUCH_RULESET, "");
	codec_ruleset_encode(&response->body, (uint8_t)ruleset);
	return response_json(response, 200);
}

enum handled list_clauses(struct request *request, struct response *response)
{
	int ruleset = pn_rules_find(request->parameter[0]);

	if (ruleset < 0)
		return response_refuse(request, response, PROBLEM_NO_SUCH_RULESET, "");
	codec_clauses_encode(&response->body, (uint8_t)ruleset);
	return response_json(response, 200);
}
