/* The checker of schemas itself: what fits, and that it sees each thing that does not. */

#include <criterion/criterion.h>

#include "json_schema.h"

struct schema_row {
	const char *schema, *value;
	bool fits;
};

/* References lead into this. */
static const char document_text[] =
	"{\"parts\":{\"small\":{\"type\":\"integer\",\"minimum\":0,\"maximum\":9},"
	"\"whole\":{\"properties\":{\"kind\":{\"const\":\"x\"}}},"
	"\"other\":{\"allOf\":[{\"properties\":{\"kind\":{\"enum\":[\"y\",\"z\"]}}}]}}}";

static const struct schema_row rows[] = {
	{"{\"type\":\"string\"}", "\"a\"", true},
	{"{\"type\":\"string\"}", "1", false},
	{"{\"type\":[\"string\",\"null\"]}", "null", true},
	{"{\"type\":[\"string\",\"null\"]}", "false", false},
	{"{\"type\":\"integer\"}", "1.0", false},
	{"{\"const\":\"a\"}", "\"b\"", false},
	{"{\"enum\":[1,\"b\",null]}", "null", true},
	{"{\"enum\":[1,\"b\"]}", "2", false},
	{"{\"type\":\"string\",\"pattern\":\"^[0-9]{2}$\"}", "\"12\"", true},
	{"{\"type\":\"string\",\"pattern\":\"^[0-9]{2}$\"}", "\"123\"", false},
	{"{\"type\":\"string\",\"maxLength\":2}", "\"\u00e9\u00e9\"", true},
	{"{\"type\":\"string\",\"minLength\":1}", "\"\"", false},
	{"{\"type\":\"integer\",\"minimum\":3}", "2", false},
	{"{\"type\":\"array\",\"maxItems\":1}", "[1,2]", false},
	{"{\"type\":\"array\",\"minItems\":1}", "[]", false},
	{"{\"type\":\"array\",\"items\":{\"type\":\"integer\"}}", "[1,\"2\"]", false},
	{"{\"type\":\"object\",\"required\":[\"a\"]}", "{\"b\":1}", false},
	{"{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"integer\"}}}", "{\"a\":\"1\"}",
	 false},
	{"{\"type\":\"object\",\"properties\":{\"a\":{}},\"additionalProperties\":false}",
	 "{\"b\":1}", false},
	{"{\"type\":\"object\",\"additionalProperties\":{\"type\":\"integer\"}}", "{\"b\":\"1\"}",
	 false},
	{"{\"$ref\":\"#/parts/small\"}", "9", true},
	{"{\"$ref\":\"#/parts/small\"}", "10", false},
	{"{\"$ref\":\"#/parts/none\"}", "1", false},
	{"{\"oneOf\":[{\"type\":\"integer\"},{\"type\":\"string\"}]}", "null", false},
	{"{\"oneOf\":[{\"type\":\"integer\"},{\"minimum\":0}]}", "1", false},
	{"{\"properties\":{\"a\":{}},\"oneOf\":[{\"properties\":{\"b\":{}},\"required\":[\"b\"]}],"
	 "\"unevaluatedProperties\":false}",
	 "{\"a\":1,\"b\":2}", true},
	{"{\"properties\":{\"a\":{}},\"oneOf\":[{\"properties\":{\"b\":{}},\"required\":[\"b\"]}],"
	 "\"unevaluatedProperties\":false}",
	 "{\"a\":1,\"b\":2,\"c\":3}", false},
	{"{\"allOf\":[{\"required\":[\"a\"]},{\"$ref\":\"#/parts/whole\"}]}", "{\"b\":1}", false},
	{"{\"allOf\":[{\"properties\":{\"a\":{}}},{\"$ref\":\"#/parts/whole\"}],"
	 "\"unevaluatedProperties\":false}",
	 "{\"a\":1,\"kind\":\"x\"}", true},
	{"{\"allOf\":[{\"properties\":{\"a\":{}}},{\"$ref\":\"#/parts/whole\"}],"
	 "\"unevaluatedProperties\":false}",
	 "{\"a\":1,\"b\":2}", false},
};

Test(schema, what_fits_and_what_does_not)
{
	json_t *document = json_loads(document_text, 0, NULL);

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		json_t *schema = json_loads(rows[i].schema, 0, NULL);
		json_t *value = json_loads(rows[i].value, JSON_DECODE_ANY, NULL);
		char why[SCHEMA_WHY_BYTES];

		cr_assert(schema && value, "%s", rows[i].schema);
		cr_expect_eq(schema_check(document, schema, value, why), rows[i].fits, "%s %s: %s",
			     rows[i].schema, rows[i].value, why);
		json_decref(schema);
		json_decref(value);
	}
	json_decref(document);
}

/* A mapping of "kind" to the alternatives "whole" (kind x) and "other" (kind y or z). */
static bool is_known_mapping(const char *mapping, char why[SCHEMA_WHY_BYTES])
{
	json_t *document = json_loads(document_text, 0, NULL);
	json_t *schema = json_loads("{\"oneOf\":[{\"$ref\":\"#/parts/whole\"},"
				    "{\"$ref\":\"#/parts/other\"}],"
				    "\"discriminator\":{\"propertyName\":\"kind\"}}",
				    0, NULL);

	json_object_set_new(json_object_get(schema, "discriminator"), "mapping",
			    json_loads(mapping, 0, NULL));
	bool good = schema_is_known(document, schema, why);

	json_decref(schema);
	json_decref(document);
	return good;
}

Test(schema, a_discriminator_leads_each_value_to_its_alternative)
{
	char why[SCHEMA_WHY_BYTES];

	cr_expect(is_known_mapping("{\"x\":\"#/parts/whole\",\"y\":\"#/parts/other\","
				   "\"z\":\"#/parts/other\"}",
				   why),
		  "%s", why);
	cr_expect_not(is_known_mapping("{\"x\":\"#/parts/whole\",\"y\":\"#/parts/other\","
				       "\"z\":\"#/parts/whole\"}",
				       why));
	cr_expect_not(is_known_mapping("{\"x\":\"#/parts/whole\",\"y\":\"#/parts/other\"}", why));
	cr_expect_not(is_known_mapping("{\"x\":\"#/parts/whole\",\"y\":\"#/parts/other\","
				       "\"z\":\"#/parts/other\",\"w\":\"#/parts/whole\"}",
				       why));
}

Test(schema, keywords_that_are_not_known_are_told)
{
	json_t *document = json_loads(document_text, 0, NULL);
	json_t *good = json_loads("{\"items\":{\"$ref\":\"#/parts/small\"}}", 0, NULL);
	json_t *wrong =
		json_loads("{\"oneOf\":[{\"properties\":{\"a\":{\"maximun\":1}}}]}", 0, NULL);
	json_t *dead = json_loads("{\"additionalProperties\":{\"$ref\":\"#/parts/x\"}}", 0, NULL);
	char why[SCHEMA_WHY_BYTES];

	cr_expect(schema_is_known(document, good, why));
	cr_expect_not(schema_is_known(document, wrong, why));
	cr_expect(strstr(why, "maximun"));
	cr_expect_not(schema_is_known(document, dead, why));
	json_decref(good);
	json_decref(wrong);
	json_decref(dead);
	json_decref(document);
}
