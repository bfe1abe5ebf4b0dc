/* The terms of what players propose to one another. */

#include "codec/json.h"
#include "codec/value.h"

static bool is_unlimited(const struct pn_agreement *agreement)
{
	return agreement->most[PN_RED] == PN_NO_LIMIT && agreement->most[PN_BLUE] == PN_NO_LIMIT;
}

/* Its members, in an object that is open. */
static void write_method(struct text *out, const struct pn_agreement *agreement)
{
	if (agreement->begins != PN_NO_SIDE)
		write_key_name(out, "begins", name_at(NAMES_SIDE, NULL, agreement->begins));
	write_key_name(out, "method", name_at(NAMES_METHOD, NULL, agreement->method));
	if (is_unlimited(agreement))
		return;
	write_key(out, "most");
	write_byte(out, '{');
	if (agreement->most[PN_BLUE] != PN_NO_LIMIT)
		write_key_integer(out, "blue", agreement->most[PN_BLUE]);
	if (agreement->most[PN_RED] != PN_NO_LIMIT)
		write_key_integer(out, "red", agreement->most[PN_RED]);
	write_byte(out, '}');
}

void write_agreement(struct text *out, const struct pn_agreement *agreement)
{
	write_byte(out, '{');
	write_method(out, agreement);
	write_byte(out, '}');
}

void write_terms(struct text *out, const struct pn_proposal *proposal)
{
	write_byte(out, '{');
	if (proposal->kind == PN_PROPOSAL_UNDO) {
		write_key(out, "mark");
		write_mark(out, (struct pn_mark){PN_PUBLIC, proposal->mark});
	}
	if (proposal->kind == PN_PROPOSAL_METHOD)
		write_method(out, &proposal->method);
	if (proposal->kind == PN_PROPOSAL_RESULT)
		write_key_name(out, "winner", name_at(NAMES_SIDE, NULL, proposal->winner));
	write_byte(out, '}');
}

/* ---- lines of ours ---- */

static void scan_limit(struct scan *scan, const char *key, uint8_t *out)
{
	int64_t number = PN_NO_LIMIT;

	if (scan_has_key(scan, key))
		scan_integer(scan, 0, PN_SIDE_UNITS_MAX, &number);
	*out = (uint8_t)number;
}

static bool scan_method(struct scan *scan, struct pn_agreement *out)
{
	out->made = true;
	out->begins = PN_NO_SIDE;
	out->most[PN_RED] = out->most[PN_BLUE] = PN_NO_LIMIT;
	if (scan_has_key(scan, "begins"))
		scan_index(scan, NAMES_SIDE, NULL, &out->begins);
	scan_key(scan, "method");
	scan_index(scan, NAMES_METHOD, NULL, &out->method);
	if (!scan_has_key(scan, "most"))
		return !scan->failed;
	scan_byte(scan, '{');
	scan_limit(scan, "blue", &out->most[PN_BLUE]);
	scan_limit(scan, "red", &out->most[PN_RED]);
	if (!scan->failed && is_unlimited(out))
		return scan_fail(scan, "No limit is left out.");
	return scan_byte(scan, '}');
}

bool scan_terms(struct scan *scan, struct pn_proposal *out)
{
	struct pn_mark mark = {PN_PUBLIC, 0};

	out->winner = PN_NO_SIDE;
	scan_byte(scan, '{');
	if (out->kind == PN_PROPOSAL_UNDO) {
		scan_key(scan, "mark");
		scan_mark(scan, &mark);
		out->mark = mark.number;
		if (!scan->failed && mark.owner != PN_PUBLIC)
			return scan_fail(scan, "A mark that all see is wanted here.");
	}
	if (out->kind == PN_PROPOSAL_METHOD)
		scan_method(scan, &out->method);
	if (out->kind == PN_PROPOSAL_RESULT) {
		scan_key(scan, "winner");
		scan_index(scan, NAMES_SIDE, NULL, &out->winner);
	}
	return scan_byte(scan, '}');
}

/* ---- from outside ---- */

static bool get_most(struct json_in *in, const json_t *terms, struct pn_agreement *out)
{
	static const char *const members[] = {"red", "blue"};
	const json_t *value = json_object_get(terms, "most");
	size_t outside = json_in_enter(in, "most");

	if (!JSON_IN_OBJECT(in, value, members))
		return false;
	for (pn_side side = PN_RED; side < PN_SIDES; side++) {
		int64_t most = PN_NO_LIMIT;

		if (json_object_get(value, members[side]))
			json_in_get_integer(in, value, members[side], 0, PN_SIDE_UNITS_MAX, &most);
		out->most[side] = (uint8_t)most;
	}
	json_in_leave(in, outside);
	return !in->failed;
}

static bool get_method(struct json_in *in, const json_t *terms, struct pn_agreement *out)
{
	static const char *const members[] = {"begins", "method", "most"};

	*out = (struct pn_agreement){
		.made = true, .begins = PN_NO_SIDE, .most = {PN_NO_LIMIT, PN_NO_LIMIT}};
	if (!JSON_IN_OBJECT(in, terms, members) ||
	    !json_in_get_index(in, terms, "method", NAMES_METHOD, NULL, &out->method))
		return false;
	if (json_object_get(terms, "begins") &&
	    !json_in_get_index(in, terms, "begins", NAMES_SIDE, NULL, &out->begins))
		return false;
	return !json_object_get(terms, "most") || get_most(in, terms, out);
}

bool json_in_get_agreement(struct json_in *in, const json_t *object, const char *key,
			   struct pn_agreement *out)
{
	const json_t *value = json_in_member(in, object, key);
	size_t outside = json_in_enter(in, key);

	if (!value || !get_method(in, value, out))
		return false;
	json_in_leave(in, outside);
	return true;
}

bool json_in_get_terms(struct json_in *in, const json_t *object, struct pn_proposal *out)
{
	static const char *const members[] = {"winner"};
	const json_t *terms = json_in_member(in, object, "terms");
	size_t outside = json_in_enter(in, "terms");

	out->winner = PN_NO_SIDE;
	if (out->kind == PN_PROPOSAL_METHOD
		    ? !get_method(in, terms, &out->method)
		    : !JSON_IN_OBJECT(in, terms, members) ||
			      !json_in_get_index(in, terms, "winner", NAMES_SIDE, NULL,
						 &out->winner))
		return false;
	json_in_leave(in, outside);
	return true;
}
