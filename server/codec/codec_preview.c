/* Previews and refusals. */

#include "codec/codec_preview.h"

#include <stdio.h>

#include "codec/value.h"

const char *codec_refusal_wire(enum pn_refusal code)
{
	return name_at(NAMES_REFUSAL, NULL, code);
}

const char *codec_refusal_text(enum pn_refusal code)
{
	char key[64];
	snprintf(key, sizeof(key), "refusal.%s", codec_refusal_wire(code));
	const char *text = words_find(words_spoken(), key);
	return text ? text : "The rules do not allow it.";
}

static void write_refused(struct text *out, struct pn_verdict verdict)
{
	if (verdict.clause.text[0])
		write_key_name(out, "clause", verdict.clause.text);
	write_key_name(out, "code", codec_refusal_wire(verdict.code));
	write_key_string(out, "detail", codec_refusal_text(verdict.code));
	write_key_bool(out, "lawful", false);
	write_key(out, "words");
	text_add_format(out, "{\"args\":{%s%s%s},\"key\":\"refusal.%s\"}",
			verdict.clause.text[0] ? "\"clause\":\"" : "", verdict.clause.text,
			verdict.clause.text[0] ? "\"" : "", codec_refusal_wire(verdict.code));
}

static void write_lawful(struct text *out, const struct pn_game *names,
			 const struct pn_preview *preview)
{
	write_key_integer(out, "cost", preview->cost);
	write_key_bool(out, "lawful", true);
	write_key(out, "legs");
	write_byte(out, '[');
	for (uint8_t i = 0; i < preview->leg_count; i++) {
		write_item(out);
		write_pose(out, preview->leg[i]);
	}
	write_byte(out, ']');
	write_key_bool(out, "rolls", preview->rolls);
	write_key(out, "touches");
	write_units(out, names, preview->touch, preview->touch_count);
}

void codec_preview_encode(struct text *out, const struct pn_game *names,
			  const struct pn_preview *preview)
{
	write_byte(out, '{');
	if (preview->verdict.code == PN_LAWFUL)
		write_lawful(out, names, preview);
	else
		write_refused(out, preview->verdict);
	write_byte(out, '}');
}
