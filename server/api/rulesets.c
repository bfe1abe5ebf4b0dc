/* Tag "rulesets": the rule books this server knows. */

#include "api/api.h"
#include "codec/codec_ruleset.h"

static bool encode_list(struct text *out, const char *parameter)
{
	codec_rulesets_encode(out);
	return true;
}

static bool encode_ruleset(struct text *out, const char *id)
{
	int ruleset = pn_rules_find(id);

	if (ruleset >= 0)
		codec_ruleset_encode(out, (uint8_t)ruleset);
	return ruleset >= 0;
}

static bool encode_clauses(struct text *out, const char *id)
{
	int ruleset = pn_rules_find(id);

	if (ruleset >= 0)
		codec_clauses_encode(out, (uint8_t)ruleset);
	return ruleset >= 0;
}

enum handled list_rulesets(struct request *request, struct response *response)
{
	return api_constant(request, response, encode_list, PROBLEM_NO_SUCH_RULESET);
}

enum handled get_ruleset(struct request *request, struct response *response)
{
	return api_constant(request, response, encode_ruleset, PROBLEM_NO_SUCH_RULESET);
}

enum handled list_clauses(struct request *request, struct response *response)
{
	return api_constant(request, response, encode_clauses, PROBLEM_NO_SUCH_RULESET);
}
